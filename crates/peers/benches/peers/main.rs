//! gridscope's core beside the crates that one would otherwise take: the same work, in one run, taken in turns.
//!
//! `cargo bench -p gridscope-peers` prints a table, `-- --keep` writes it to `benches/RESULTS.md` as well, and `-- 1 5`
//! measures these rows alone. `--profile bench-thin` before `-p` measures with thin LTO. Every answer is compared before anything is timed. The MovingAI maps of
//! `GRIDSCOPE_MOVINGAI`, or of `../shared/movingai`, are used where they are, and named where they are not.
//!
//! A benchmark library would measure one side after the other; what the machine does meanwhile then hits one of them. Here
//! all sides take turns, and what is compared is the median of each.

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
