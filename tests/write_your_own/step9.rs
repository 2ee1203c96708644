//! Step 9 of docs/write-your-own.md: ties.

use gridscope::prelude::*;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The events of the search.
#[derive(Clone, Copy, PartialEq, Debug, Event)]
#[rustfmt::skip]
pub(crate) enum GreedyEvent {
    /// A cell was reached for the first time and added to the open list.
    #[event(slot = 0, enqueues(h, age), role = Queued, line = 6, say = "Opened {cell}[ from {from}]: h = {h}.")]
    Opened { cell: Cell, from: Option<Dir>, #[show("straight steps to the goal, walls or not")] h: u32,
             #[show("its number, by the rule for ties")] age: u32 },
    /// The cell of the open list that looks closest to the goal was expanded.
    #[event(step, slot = 0, dequeues, role = Done, line = 3, say = "Expanded {cell}: h = {h}.")]
    Expanded { cell: Cell, from: Option<Dir>, h: u32 },
    /// The goal was expanded.
    #[event(step, line = 4, say = "Found the goal {cell} after {expanded:count expansion}.")]
    Found { cell: Cell, expanded: u32 },
    /// A neighbour cannot be entered.
    #[event(tone = Refused, line = 5, say = "{cell} was refused from {from}: {why}.")]
    Rejected { cell: Cell, from: Dir, #[show(why.because(), word)] why: Refusal },
}

/// The input of a run.
pub(crate) struct Problem {
    map: Passage,
    start: Cell,
    goal: Cell,
    order: Vec<Dir>,
    /// Whether ties are broken in favour of the newest cell.
    newest: bool,
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
            .needs(NEEDS)
            .layers(&[
                Layer::field("h", "Straight steps to the goal, walls or not."),
                Layer::status("status", "Waiting or taken."),
            ])
            .params(&[
                Param::choice("neighbours", &["4", "8"], "4", "Straight steps only, or diagonal ones too."),
                Param::choice("ties", &["first", "last"], "first", "Of cells with equal h: the one that waits longest, or shortest."),
            ])
            .tie_params(&["ties"]);

    fn prepare(scene: &Scene, params: &Resolved, _: u64, _: &Control) -> Result<Problem, RunError> {
        let (start, goal) = ends(scene)?;
        let order = neighbour_order(params.int("neighbours").unwrap_or(4), 0);
        let map = Passage::new(scene, &Mover::of(start), &Rules { order: order.clone(), ..Rules::straight() });
        let newest = params.word("ties") == "last";
        Ok(Problem { map, start: start.at, goal, order, newest })
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
        let nth = |entry: u32| if p.newest { u32::MAX - entry } else { entry };
        let mut reached = Grid::new(p.map.size(), false);
        reached[p.start] = true;
        let mut came = Grid::new(p.map.size(), None);
        let mut open = BinaryHeap::from([Reverse((estimate(p.start), nth(0), p.start))]);
        let (mut entries, mut expanded) = (1, 0);
        o.on(E::Opened { cell: p.start, from: None, h: estimate(p.start), age: nth(0) })?;
        while let Some(Reverse((h, _, cell))) = open.pop() {
            expanded += 1;
            o.on(E::Expanded { cell, from: came[cell], h })?;
            if cell == p.goal {
                o.on(E::Found { cell, expanded })?;
                return Continue(Some(expanded));
            }
            for &dir in &p.order {
                let to = match p.map.step(cell, dir) {
                    Ok((to, _)) => to,
                    Err((at, why)) => {
                        if let Some(cell) = at {
                            o.on(E::Rejected { cell, from: dir.opposite(), why })?;
                        }
                        continue;
                    }
                };
                if std::mem::replace(&mut reached[to], true) {
                    continue;
                }
                let (h, from, age) = (estimate(to), Some(dir.opposite()), nth(entries));
                came[to] = from;
                open.push(Reverse((h, age, to)));
                entries += 1;
                o.on(E::Opened { cell: to, from, h, age })?;
            }
        }
        Continue(None)
    }
}

fn main() -> std::process::ExitCode {
    gridscope::app().with(Greedy).on("hello").run()
}
