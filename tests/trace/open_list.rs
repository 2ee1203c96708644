//! The open list that follows the cursor equals one that is built anew at the moment.

use gridscope::algorithms::record;
use gridscope::trace::{Progress, Rng};
use support::scene_with;

#[test]
fn open_list_at_the_cursor_is_current() {
    let mut dice = Rng::new(21);
    let (mut listed, mut moments) = (0, 0);
    for preset in gridscope::presets::PRESETS {
        let Ok(scene) = preset.scene() else { continue };
        let progress = Progress::default().with_budget(40_000);
        let Ok(mut run) = record(&scene, &progress) else { continue };
        let mut at = 0;
        for _ in 0..40 {
            // A step or two, a longer stretch, or a jump anywhere.
            at = match dice.below(8) {
                0 => dice.below(run.len() as u64 + 1) as usize,
                1 | 2 => at + dice.below(300) as usize,
                3 => at.saturating_sub(dice.below(300) as usize),
                k => (at + k as usize).saturating_sub(5),
            }
            .min(run.len());
            run.seek(at);
            let limit = [5, usize::MAX][dice.below(2) as usize];
            // A second cursor has no list yet.
            let anew = run.fork().queue(limit);
            assert_eq!(run.queue(limit), anew, "{} at {at}", preset.id);
            listed += anew.1;
            moments += 1;
        }
    }
    assert!(listed > 10_000 && moments > 1000, "{listed} entries at {moments} moments");
}

/// In every order, including newest first for equal entries.
#[test]
fn open_list_entry_names_its_event() {
    for order in ["low-g", "high-g", "fifo", "lifo"] {
        let scene = scene_with("G....\n.....\n.....\n....X", &[&format!("open-order={order}"), "neighbours=4"]);
        let mut run = record(&scene, &Progress::default()).expect("a run");
        let mut listed = 0;
        for at in 0..=run.len() {
            run.seek(at);
            for entry in run.queue(usize::MAX).0 {
                assert!(entry.event < at, "{order} at {at}");
                assert_eq!(run.cell(entry.event), Some(entry.cell), "{order} at {at}");
                listed += 1;
            }
        }
        assert!(listed > 50, "{order}: {listed} entries");
    }
}
