//! Compares gridscope's core with the crates a game would otherwise use: the same work, in one process, in turns.
//!
//! `cargo bench -p gridscope-peers` prints a table, `-- --keep` also writes it to `benches/RESULTS.md`, and `-- 1 5`
//! measures only these rows. `--profile bench-thin` or `bench-fat` before `-p` measures with LTO. For each side of a row, it
//! prints the code that is timed. Every answer is compared before
//! anything is timed. The MovingAI maps are read from `GRIDSCOPE_MOVINGAI` or `../shared/movingai`. If they are
//! missing, the table says so.
//!
//! A benchmark library would measure one side after the other, so other work on the machine would affect only one of
//! them. Here all sides take turns, and the medians are compared.

mod astar;
mod by_hand;
mod distances;
mod harness;
mod maps;
mod peer;
mod picks;
mod seen;
mod sight;
mod traces;

use harness::Report;

fn main() {
    let mut report = Report::new(std::env::args().skip(1));
    astar::measure(&mut report);
    sight::measure(&mut report);
    distances::measure(&mut report);
    picks::measure(&mut report);
    traces::measure(&mut report);
    report.end();
}
