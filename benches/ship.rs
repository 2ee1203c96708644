//! Measures a ship of three decks, with and without recording. Prints the microseconds of each.

use gridscope::algorithms::ship::{DECK, PARAMS, Problem, Ship};
use gridscope::trace::algorithm::Algorithm as _;
use gridscope::trace::grid::Grid;
use gridscope::trace::observe::unhalted;
use gridscope::trace::params::Params;
use gridscope::trace::scene::Scene;
use gridscope::trace::terrain::Tile;
use gridscope::trace::trace::{Progress, Recorder};
use std::hint::black_box;
use std::time::Instant;

const SHIPS: u64 = 2000;

fn main() {
    let scene = Scene::new(Grid::new(DECK, Tile::Void));
    let params = Params::default().resolve(PARAMS).expect("defaults");
    let problem = |seed| Problem::new(&scene, &params, seed).expect("a scene that fits");
    let start = Instant::now();
    let plans: u32 = (0..SHIPS).map(|seed| unhalted(Ship::run(&problem(seed), &mut ())).attempts).sum();
    let plain = start.elapsed();
    let start = Instant::now();
    let progress = Progress::default();
    let mut events = 0;
    for seed in 0..SHIPS {
        let problem = problem(seed);
        let mut recorder = Recorder::new(Ship::layout(&problem), &progress);
        let _ = black_box(Ship::run(&problem, &mut recorder));
        events += recorder.finish(Ship::context(&problem)).len();
    }
    let recorded = start.elapsed();
    let each = |time: std::time::Duration| time.as_secs_f64() * 1e6 / SHIPS as f64;
    println!("{SHIPS} ships, {plans} plans, {events} events");
    println!("not observed  {:8.1} µs a ship, 10,000 in {:.2} s", each(plain), each(plain) / 100.0);
    println!("recorded      {:8.1} µs a ship", each(recorded));
}
