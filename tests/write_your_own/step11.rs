//! Step 11 of docs/write-your-own.md.
// step 0-0: The earlier steps are made from this file, too: a mark names the step from which its line or block is there,
// step 0-0: or the first and last step of a line that is no longer there. See src/step.rs.

use gridscope::prelude::*;
use std::cmp::Reverse; // step 2
use std::collections::BinaryHeap; // step 2

/// The events of the search.
#[derive(Clone, Copy, PartialEq, Debug, Event)]
#[rustfmt::skip]
pub(crate) enum GreedyEvent {
    // step 1-1: /// The search begins.
    // step 1-1: #[event(step, line = 1, say = "The search begins at {cell}.")]
    // step 1-1: Began { cell: Cell },
    // step 2 {
    /// A cell was reached for the first time and added to the open list.
    // step 2-2: #[event(line = 6, say = "Opened {cell}: h = {h}.")]
    // step 3-3: #[event(slot = 0, role = Queued, line = 6, say = "Opened {cell}: h = {h}.")]
    // step 4-4: #[event(slot = 0, role = Queued, line = 6, say = "Opened {cell}[ from {from}]: h = {h}.")]
    // step 5-8: #[event(slot = 0, enqueues(h), role = Queued, line = 6, say = "Opened {cell}[ from {from}]: h = {h}.")]
    // step 2-3: Opened { cell: Cell, h: u32 },
    // step 4-5: Opened { cell: Cell, from: Option<Dir>, h: u32 },
    // step 6-8: Opened { cell: Cell, from: Option<Dir>, #[show("straight steps to the goal, walls or not")] h: u32 },
    // step 9 {
    #[event(slot = 0, enqueues(h, age), role = Queued, line = 6, say = "Opened {cell}[ from {from}]: h = {h}.")]
    Opened { cell: Cell, from: Option<Dir>, #[show("straight steps to the goal, walls or not")] h: u32,
             #[show("its number, by the rule for ties")] age: u32 },
    // }
    /// The cell of the open list that looks closest to the goal was expanded.
    // step 2-2: #[event(step, line = 3, say = "Expanded {cell}: h = {h}.")]
    // step 3-4: #[event(step, slot = 0, role = Done, line = 3, say = "Expanded {cell}: h = {h}.")]
    #[event(step, slot = 0, dequeues, role = Done, line = 3, say = "Expanded {cell}: h = {h}.")] // step 5
    // step 2-3: Expanded { cell: Cell, h: u32 },
    Expanded { cell: Cell, from: Option<Dir>, h: u32 }, // step 4
    /// The goal was expanded.
    #[event(step, line = 4, say = "Found the goal {cell} after {expanded:count expansion}.")]
    Found { cell: Cell, expanded: u32 },
    // }
    // step 8 {
    /// A neighbour cannot be entered.
    #[event(tone = Refused, line = 5, say = "{cell} was refused from {from}: {why}.")]
    Rejected { cell: Cell, from: Dir, #[show(why.because(), word)] why: Refusal },
    // }
}

/// The input of a run.
pub(crate) struct Problem {
    map: Passage,
    start: Cell,
    goal: Cell,
    order: Vec<Dir>, // step 7
    // step 9 {
    /// Whether ties are broken in favour of the newest cell.
    newest: bool,
    // }
}

/// The algorithm.
pub(crate) struct Greedy;

// step 1-9: impl Lens for Greedy {}
// step 10 {
impl Lens for Greedy {
    fn why_not(_: &Problem, end: &Moment<GreedyEvent>, cell: Cell) -> Option<WhyNot> {
        // A cell that was opened but never expanded still holds its Opened event at the end.
        let &GreedyEvent::Opened { h, .. } = end.at(cell).layer(0)? else { return None };
        let sentence =
            format!("{cell} waited to the end at h = {h}: whenever a cell was taken, that one looked at least as close.");
        Some(WhyNot::new("waited", sentence).shown_by(end.at(cell).holder(0)))
    }
}
// }

impl Algorithm for Greedy {
    type Event = GreedyEvent;
    type Problem = Problem;
    type Outcome = Option<u32>;

    const CARD: &'static CardOf<Self::Event> =
        &Card::new("my-greedy", "My greedy search", "Takes the waiting cell that looks closest to the goal.")
            .listing(&[
                "open ← {start}",
                "while anything waits",
                "    take the cell with the lowest h",
                "    if it is the goal: stop",
                "    for each neighbour that can be entered",
                "        reached for the first time: it waits",
            ])
            // step 1-5: .needs(NEEDS);
            // step 6 {
            .needs(NEEDS)
            .layers(&[
                Layer::field("h", "Straight steps to the goal, walls or not."),
                Layer::status("status", "Waiting or taken."),
            // }
            // step 6-6: ]);
            // step 7 {
            ])
            .params(&[
                Param::choice("neighbours", &["4", "8"], "4", "Straight steps only, or diagonal ones too."),
            // }
            // step 7-8: ]);
            // step 9 {
                Param::choice("ties", &["first", "last"], "first", "Of cells with equal h: the one that waits longest, or shortest."),
            ])
            .tie_params(&["ties"]);
            // }

    // step 1-6: async fn prepare(scene: &Scene, _: &Resolved, _: u64, _: &Progress) -> Result<Problem, RunError> {
    async fn prepare(scene: &Scene, params: &Resolved, _: u64, _: &Progress) -> Result<Problem, RunError> { // step 7
        let (start, goal) = ends(scene)?;
        // step 1-6: let map = Passage::new(scene, &Mover::of(start), &Rules::straight());
        // step 7 {
        let order = neighbour_order(params.int("neighbours").unwrap_or(4), 0);
        let map = Passage::new(scene, &Mover::of(start), &Rules { order: order.clone(), ..Rules::straight() });
        // }
        let newest = params.word("ties") == "last"; // step 9
        // step 1-6: Ok(Problem { map, start: start.at, goal })
        // step 7-8: Ok(Problem { map, start: start.at, goal, order })
        Ok(Problem { map, start: start.at, goal, order, newest }) // step 9
    }

    fn layout(problem: &Problem) -> Layout {
        // step 1-2: Layout::new(problem.map.size(), 0)
        Layout::new(problem.map.size(), 1) // step 3
    }

    fn context(_: &Problem) {}
    // step 11 {

    fn contract(p: &Problem) -> Option<Contract> {
        let contract = Contract::new(p.start, p.goal).neighbours(if p.order.len() == 8 { 8 } else { 4 });
        Some(contract.order(&["h"]).words(&[("opened", "open"), ("expanded", "expand")]))
    }
    // }

    fn run<O: Observer<GreedyEvent>>(p: &Problem, o: &mut O) -> ControlFlow<O::Halt, Option<u32>> {
        // step 1-1: o.on(GreedyEvent::Began { cell: p.start })?;
        // step 2 {
        use GreedyEvent as E;
        let estimate = |cell: Cell| {
            let (dx, dy) = cell.delta(p.goal);
            dx + dy
        };
        let nth = |entry: u32| if p.newest { u32::MAX - entry } else { entry }; // step 9
        let mut reached = Grid::new(p.map.size(), false);
        reached[p.start] = true;
        let mut came = Grid::new(p.map.size(), None); // step 4
        // step 2-8: let mut open = BinaryHeap::from([Reverse((estimate(p.start), 0, p.start))]);
        let mut open = BinaryHeap::from([Reverse((estimate(p.start), nth(0), p.start))]); // step 9
        let (mut entries, mut expanded) = (1, 0);
        // step 2-3: o.on(E::Opened { cell: p.start, h: estimate(p.start) })?;
        // step 4-8: o.on(E::Opened { cell: p.start, from: None, h: estimate(p.start) })?;
        o.on(E::Opened { cell: p.start, from: None, h: estimate(p.start), age: nth(0) })?; // step 9
        while let Some(Reverse((h, _, cell))) = open.pop() {
            expanded += 1;
            // step 2-3: o.on(E::Expanded { cell, h })?;
            o.on(E::Expanded { cell, from: came[cell], h })?; // step 4
            if cell == p.goal {
                o.on(E::Found { cell, expanded })?;
                return Continue(Some(expanded));
            }
            // step 2-6: for &dir in &Dir::STRAIGHT {
            for &dir in &p.order { // step 7
                // step 2-7: let Ok((to, _)) = p.map.step(cell, dir) else { continue };
                // step 8 {
                let to = match p.map.step(cell, dir) {
                    Ok((to, _)) => to,
                    Err((at, why)) => {
                        if let Some(cell) = at {
                            o.on(E::Rejected { cell, from: dir.opposite(), why })?;
                        }
                        continue;
                    }
                };
                // }
                if std::mem::replace(&mut reached[to], true) {
                    continue;
                }
                // step 2-3: let h = estimate(to);
                // step 4-8: let (h, from) = (estimate(to), Some(dir.opposite()));
                let (h, from, age) = (estimate(to), Some(dir.opposite()), nth(entries)); // step 9
                came[to] = from; // step 4
                // step 2-8: open.push(Reverse((h, entries, to)));
                open.push(Reverse((h, age, to))); // step 9
                entries += 1;
                // step 2-3: o.on(E::Opened { cell: to, h })?;
                // step 4-8: o.on(E::Opened { cell: to, from, h })?;
                o.on(E::Opened { cell: to, from, h, age })?; // step 9
            }
        }
        // }
        Continue(None)
    }
}

fn main() -> std::process::ExitCode {
    gridscope::app().with(Greedy).on("hello").run()
}
