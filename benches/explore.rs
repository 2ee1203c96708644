//! Measures a complete auto-explore run on a cave, with and without recording. Prints the times; asserts nothing.

use gridscope::algorithms::auto_explore::{PARAMS, Problem, explore};
use gridscope::algorithms::record;
use gridscope::trace::observe::unhalted;
use gridscope::trace::trace::Progress;
use std::hint::black_box;
use support::bench::{cave, race, row};

fn main() {
    println!("Auto-explore of a cave of 128 × 128 cells\n");
    for seed in 1..4 {
        let scene = cave(128, seed);
        let Ok(params) = scene.run.params.resolve(PARAMS) else { return };
        let Ok(problem) = Problem::new(&scene, &params, 1) else { return };
        let Ok(run) = record(&scene, &Progress::default()) else { return };
        let picks = run.outcome()["picks"].as_array().map_or(0, Vec::len);
        let what = format!("seed {seed}: {picks} picks, {} moves, {} events", run.outcome()["moves"], run.len());
        row(&what, "", "");
        drop(run);
        let [plain, recorded] = race(
            3,
            [&mut || drop(black_box(unhalted(explore(&problem, &mut ())))), &mut || {
                drop(black_box(record(&scene, &Progress::default())));
            }],
        );
        row("  run", &format!("{plain:.3} s"), "");
        row("  recorded", &format!("{recorded:.3} s"), "under a second");
    }
}
