//! A unit test without a window: no guard ever steps on a trap. If a guard does, the event's sentence says what
//! happened.

use gridscope::algorithms;
use gridscope::trace::scene::Scene;
use gridscope::trace::terrain::Tile;
use gridscope::trace::trace::Progress;

/// A map with the trap beside the shortest path.
const BESIDE: [&str; 5] = ["#########", "#G.....X#", "#.#.^.#.#", "#.......#", "#########"];
/// A map with the trap on the only path, in a corridor.
pub(crate) const ACROSS: [&str; 3] = ["#########", "#G..^..X#", "#########"];

/// Returns the sentence of the first event in which a guard of the map steps on a trap.
pub(crate) fn trapped(rows: &[&str]) -> Option<String> {
    let mut scene = Scene::from_rows(rows).expect("a map");
    scene.run.algorithm = "guards".into();
    let run = algorithms::record(&scene, &Progress::default()).expect("a run");
    let on_trap = |&i: &usize| run.trace().cell(i).is_some_and(|cell| scene.tiles[cell] == Tile::Trap);
    let step = (0..run.len()).filter(|&i| run.kind(i) == "moved").find(on_trap)?;
    Some(format!("event {step}: {}", run.event(step).sentence))
}

pub(crate) fn main() {
    assert_eq!(trapped(&BESIDE), None);
    // The message of the failing test:
    println!("{}", trapped(&ACROSS).expect("there is no way round"));
}
