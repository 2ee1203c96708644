//! Measures what each rule of auto-explore is worth. Explores the same thousand maps with all rules, with each rule
//! switched off, and with a peek at unknown cells. Prints the tables of docs/auto-explore.md:
//!
//! ```text
//! cargo run --release --no-default-features --example worth
//! ```

use gridscope::algorithms::find;
use gridscope::trace::Progress;
use gridscope::trace::generate::SceneRequest;
use gridscope::trace::geometry::Size;
use gridscope::trace::grid::Grid;
use gridscope::trace::params::Params;
use gridscope::trace::rng::Rng;
use gridscope::trace::scene::{Actor, ActorKind, Scene};
use gridscope::trace::terrain::Tile;

/// Names of the rules that are switched off, and the parameters that do so.
pub(crate) const RULES: [(&str, &[&str]); 9] = [
    ("nothing: the article's rules", &[]),
    ("solitary cells", &["solitary=off"]),
    ("probable corners", &["corner=off"]),
    ("probable walls", &["wall=off"]),
    ("all single cells", &["solitary=off", "corner=off", "wall=off"]),
    ("item greed", &["item-greed=0"]),
    ("extra rings", &["extra-rings=0"]),
    ("the step that avoids an ambush", &["ambush=off"]),
    ("honesty: `cheat`", &["cheat=on"]),
];

/// A row of the table, for one rule.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) rule: &'static str,
    /// Mean number of moves.
    pub(crate) moves: f64,
    /// Mean of the additional moves compared with all rules, in percent, and half the width of its 95 % interval.
    pub(crate) more: f64,
    pub(crate) give: f64,
    /// Number of maps with fewer moves than with all rules, and with more.
    pub(crate) fewer: usize,
    pub(crate) longer: usize,
}

/// Generates a completely unknown map with an explorer and six items.
pub(crate) fn map(generator: &str, seed: u64) -> Scene {
    let wish = SceneRequest { size: Size::new(48, 30), seed, deck: 1, params: Params::default() };
    let generator = gridscope::registry().generator(generator).expect("a generator");
    let mut scene = generator.scene(&wish).expect("a map");
    let start = scene.actors.first().expect("the generator places somebody").at;
    let floor: Vec<_> = scene.size().cells().filter(|&c| scene.tiles[c] == Tile::Floor && c != start).collect();
    let mut dice = Rng::new(seed);
    let items = (0..6).map(|_| Actor::new(ActorKind::Item, floor[dice.below(floor.len() as u64) as usize]));
    scene.actors = [Actor::new(ActorKind::Explorer, start)].into_iter().chain(items).collect();
    scene.known = Some(Grid::new(scene.size(), false));
    scene.run.algorithm = "auto-explore".into();
    scene.run.params.set("resume", true);
    scene
}

/// Returns the number of steps the explorer takes until nothing is left to explore.
pub(crate) fn moves(scene: &Scene, set: &[&str]) -> u64 {
    let mut params = scene.run.params.clone();
    for text in set {
        params.set_text(text).expect("a parameter");
    }
    let outcome =
        find("auto-explore").expect("it is on the list").outcome(scene, &params, scene.run.seed, &Progress::default());
    outcome.expect("a run")["moves"].as_u64().expect("a number")
}

/// Returns the table for the maps with seeds from 1 to `maps`.
pub(crate) fn table(generator: &str, maps: u64) -> Vec<Row> {
    let some = |from: u64, every: u64| -> Vec<[u64; RULES.len()]> {
        let scenes = (1 + from..=maps).step_by(every as usize).map(|seed| map(generator, seed));
        scenes.map(|scene| RULES.map(|(_, set)| moves(&scene, set))).collect()
    };
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get() as u64);
    let all: Vec<[u64; RULES.len()]> = std::thread::scope(|scope| {
        let parts: Vec<_> = (0..threads).map(|k| scope.spawn(move || some(k, threads))).collect();
        parts.into_iter().flat_map(|part| part.join().expect("a part")).collect()
    });
    let n = all.len() as f64;
    let mean = |rule: usize| all.iter().map(|moves| moves[rule] as f64).sum::<f64>() / n;
    let row = |(k, (rule, _)): (usize, &(&'static str, _))| {
        let more = mean(k) - mean(0);
        let square = all.iter().map(|moves| (moves[k] as f64 - moves[0] as f64 - more).powi(2)).sum::<f64>();
        let give = 1.96 * (square / (n - 1.0)).sqrt() / n.sqrt();
        let percent = 100.0 / mean(0);
        let fewer = all.iter().filter(|moves| moves[k] < moves[0]).count();
        let longer = all.iter().filter(|moves| moves[k] > moves[0]).count();
        Row { rule, moves: mean(k), more: more * percent, give: give * percent, fewer, longer }
    };
    RULES.iter().enumerate().map(row).collect()
}

pub(crate) fn print(generator: &str, maps: u64) {
    println!("| off on {maps} maps of `{generator}` | moves | difference | fewer on | more on |");
    println!("| --- | ---: | ---: | ---: | ---: |");
    for Row { rule, moves, more, give, fewer, longer } in table(generator, maps) {
        println!("| {rule} | {moves:.1} | {more:+.2} % ± {give:.2} | {fewer} | {longer} |");
    }
    println!();
}

pub(crate) fn main() {
    for generator in ["cave", "rooms"] {
        print(generator, 1000);
    }
}
