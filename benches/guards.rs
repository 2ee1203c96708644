//! Two hundred turns of eight guards on a map of 128², recorded: under two seconds. Printed.

#[path = "common/mod.rs"]
mod common;

use common::{patrols, race, row};
use gridscope::core::algorithms;
use gridscope::core::trace::Control;

fn main() {
    for knowledge in ["omniscient", "default-memory", "last-seen"] {
        let scene = patrols(knowledge);
        let runner = algorithms::named("guards").expect("guards");
        let mut events = 0;
        let mut record = || {
            let run = algorithms::record(&scene, &Control::default()).expect("a run");
            assert_eq!((run.halted(), &run.outcome()["turns"]), (None, &200.into()));
            events = run.len();
        };
        let mut play = || {
            runner.outcome(&scene, &scene.run.params, 1).expect("an outcome");
        };
        let [recorded, played] = race(3, [&mut record, &mut play]);
        row(&format!("8 guards, 200 turns, 128², {knowledge}: recorded"), &format!("{recorded:.2} s"), "under 2 s");
        row("    the same, unobserved", &format!("{played:.2} s"), "");
        row("    events", &format!("{:.1} million", events as f64 / 1e6), "");
    }
}
