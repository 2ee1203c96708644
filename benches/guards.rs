//! Measures recording 200 turns of eight guards on a map of 128² cells (limit: 2 s), and of a whole dungeon with 64
//! prisoners and 16 guards (limit: 1 s). Prints the times.

use gridscope::algorithms;
use gridscope::trace::trace::Progress;
use support::bench::{patrols, race, row};

fn dungeons() {
    for seed in [2, 6, 9] {
        let scene =
            gridscope::registry().generator("rooms-dungeon").expect("a generator").plain(seed).expect("a dungeon");
        let runner = gridscope::registry().named("dungeon").expect("dungeons");
        let mut events = 0;
        let mut record = || {
            let run = algorithms::record(&scene, &Progress::default()).expect("a run");
            assert_eq!(run.halted(), None);
            events = run.len();
        };
        let mut play = || {
            runner.outcome(&scene, &scene.run.params, seed, &Progress::default()).expect("an outcome");
        };
        let [recorded, played] = race(5, [&mut record, &mut play]);
        let out = runner.outcome(&scene, &scene.run.params, seed, &Progress::default()).expect("an outcome");
        let what = format!("a dungeon, seed {seed}, 64 prisoners, 16 guards, {} turns: recorded", out["turns"]);
        row(&what, &format!("{recorded:.2} s"), "under 1 s");
        row("    the same, unobserved", &format!("{played:.2} s"), "");
        row("    events", &format!("{:.1} million", events as f64 / 1e6), "");
        let (each, whole) = (&out["written"]["each"], &out["written"]["whole"]);
        row("    cells written by changes, a map a room and one of the whole", &format!("{each}, {whole}"), "");
    }
}

fn main() {
    dungeons();
    for knowledge in ["omniscient", "default-memory", "last-seen"] {
        let scene = patrols(knowledge);
        let runner = gridscope::registry().named("guards").expect("guards");
        let mut events = 0;
        let mut record = || {
            let run = algorithms::record(&scene, &Progress::default()).expect("a run");
            assert_eq!((run.halted(), &run.outcome()["turns"]), (None, &200.into()));
            events = run.len();
        };
        let mut play = || {
            runner.outcome(&scene, &scene.run.params, 1, &Progress::default()).expect("an outcome");
        };
        let [recorded, played] = race(3, [&mut record, &mut play]);
        row(&format!("8 guards, 200 turns, 128², {knowledge}: recorded"), &format!("{recorded:.2} s"), "under 2 s");
        row("    the same, unobserved", &format!("{played:.2} s"), "");
        row("    events", &format!("{:.1} million", events as f64 / 1e6), "");
    }
}
