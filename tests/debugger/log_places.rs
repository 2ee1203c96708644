//! Places of the events of a log in its run, against a plain list.

use gridscope::debugger::log::Places;
use gridscope::trace::Rng;

#[test]
fn places_agree_with_a_list() {
    for seed in 0..200 {
        let mut dice = Rng::new(seed);
        let mut event = 0;
        let first: Vec<u32> = (0..dice.below(300))
            .map(|_| {
                let begin = event;
                // Nearly every line is one event; some are none, or many.
                event += if dice.below(8) == 0 { dice.below(5) as u32 } else { 1 };
                begin
            })
            .collect();
        let places: Places = first.iter().copied().collect();
        for logged in 0..first.len() + 2 {
            assert_eq!(places.first(logged), first.get(logged).copied(), "seed {seed}, {logged}");
        }
        for at in 0..=event {
            let logged = first.partition_point(|&first| first <= at).checked_sub(1);
            assert_eq!(places.logged(at as usize), logged, "seed {seed}, event {at}");
        }
    }
}
