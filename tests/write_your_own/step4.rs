//! Step 4 of docs/write-your-own.md: parents.

use gridscope::prelude::*;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The events of the search.
#[derive(Clone, Copy, PartialEq, Debug, Event)]
#[rustfmt::skip]
pub(crate) enum GreedyEvent {
    /// A cell was reached for the first time and added to the open list.
    #[event(slot = 0, role = Queued, line = 6, say = "Opened {cell}[ from {from}]: h = {h}.")]
    Opened { cell: Cell, from: Option<Dir>, h: u32 },
    /// The cell of the open list that looks closest to the goal was expanded.
    #[event(step, slot = 0, role = Done, line = 3, say = "Expanded {cell}: h = {h}.")]
    Expanded { cell: Cell, from: Option<Dir>, h: u32 },
    /// The goal was expanded.
    #[event(step, line = 4, say = "Found the goal {cell} after {expanded:count expansion}.")]
    Found { cell: Cell, expanded: u32 },
}

/// The input of a run.
pub(crate) struct Problem {
    map: Passage,
    start: Cell,
    goal: Cell,
}

/// The algorithm.
pub(crate) struct Greedy;

impl Lens for Greedy {}

impl Algorithm for Greedy {
    type Event = GreedyEvent;
    type Problem = Problem;
    type Outcome = Option<u32>;

    const CARD: &'static Card =
        &Card::new("my-greedy", "My greedy search", "Takes the waiting cell that looks closest to the goal.")
            .listing(&[
                "open ← {start}",
                "while anything waits",
                "    take the cell with the lowest h",
                "    if it is the goal: stop",
                "    for each neighbour that can be entered",
                "        reached for the first time: it waits",
            ])
            .needs(NEEDS);

    fn prepare(scene: &Scene, _: &Resolved, _: u64, _: &Control) -> Result<Problem, RunError> {
        let (start, goal) = ends(scene)?;
        let map = Passage::new(scene, &Mover::of(start), &Rules::straight());
        Ok(Problem { map, start: start.at, goal })
    }

    fn layout(problem: &Problem) -> Layout {
        Layout::new(problem.map.size(), 1)
    }

    fn context(_: &Problem) {}

    fn run<O: Observer<GreedyEvent>>(p: &Problem, o: &mut O) -> ControlFlow<O::Halt, Option<u32>> {
        use GreedyEvent as E;
        let estimate = |cell: Cell| {
            let (dx, dy) = cell.delta(p.goal);
            dx + dy
        };
        let mut reached = Grid::new(p.map.size(), false);
        reached[p.start] = true;
        let mut came = Grid::new(p.map.size(), None);
        let mut open = BinaryHeap::from([Reverse((estimate(p.start), 0, p.start))]);
        let (mut entries, mut expanded) = (1, 0);
        o.on(E::Opened { cell: p.start, from: None, h: estimate(p.start) })?;
        while let Some(Reverse((h, _, cell))) = open.pop() {
            expanded += 1;
            o.on(E::Expanded { cell, from: came[cell], h })?;
            if cell == p.goal {
                o.on(E::Found { cell, expanded })?;
                return Continue(Some(expanded));
            }
            for &dir in &Dir::STRAIGHT {
                let Ok((to, _)) = p.map.step(cell, dir) else { continue };
                if std::mem::replace(&mut reached[to], true) {
                    continue;
                }
                let (h, from) = (estimate(to), Some(dir.opposite()));
                came[to] = from;
                open.push(Reverse((h, entries, to)));
                entries += 1;
                o.on(E::Opened { cell: to, from, h })?;
            }
        }
        Continue(None)
    }
}

fn main() -> std::process::ExitCode {
    gridscope::app().with(Greedy).on("hello").run()
}
