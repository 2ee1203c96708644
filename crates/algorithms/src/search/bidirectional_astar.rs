//! A* from both ends at once, each with its own heuristic, until neither side can improve on the best path found.
//!
//! ```text
//! ############
//! #  oooooo  #   S start, X goal, M where the best path was joined.
//! #Sxxx##xxxX#   The first path that joins both searches may not be the best:
//! #  oxxMxo  #   no open entry may promise less.
//! ############
//! ```
//!
//! **The stopping rule.** Let *best* be the cost of the cheapest path joined so far. The search ends once *best* is
//! at most the smallest f of one of the two open lists.
//!
//! This is exact. Assume a consistent heuristic, and that the search from the start has not closed the goal. Then
//! its open list holds a cell of every cheapest path at its true g. The f of that cell is at most the cost of that
//! path. So no path costs less than the smallest f in the list. The same holds from the goal.
//!
//! Sources: Ira Pohl, *Bi-directional Search*, Machine Intelligence 6, 1971 (the side with fewer cells goes next);
//! Andrew V. Goldberg and Chris Harrelson, *Computing the Shortest Path: A\* Search Meets Graph Theory*, 2005 (the
//! symmetric algorithm and its stopping rule).

use super::{Answer, CONSISTENT, Costs, End, Ground, GroundSearch, Open, Outcome, ground_search, shared, way_over};
use crate::card::{Best, Card, CardOf, Group, Layer, Suite};
use crate::ends::NEEDS;
use crate::event::Event;
use crate::movement::Refusal;
use crate::{Cell, Dir, Grid, Observer, Role};
use std::ops::ControlFlow::{self, Continue};

/// The layer of meetings and the path. It follows the layers of both ends.
const ANSWER: u8 = 2;

/// The events of bidirectional A*. `list` is the end that the search comes from. g and h are in units of the costs,
/// g from that end and h to the other one. Directions point to the cell that a cell was reached from.
#[derive(Clone, Copy, PartialEq, Debug, Event)]
#[event(context = Costs, encoded)]
#[expect(missing_docs, reason = "the sentences say what the fields are")]
#[rustfmt::skip]
pub enum BidirectionalAStarEvent {
    /// A cell was reached for the first time from this end and added to its open list.
    #[event(slot = list.layer(), enqueues(g + h, "{list}  f {f}"), role = Queued, line = 7,
        say = "Opened {cell}[ from {from}] on the {list} side: g = {g}, h = {h}, f = {f}.",
        case(from.is_none(), line = 1, say = "Opened {cell}, the {list}: h = {h}."),
        with(f = cx.cost(g + h)))]
    Opened {
        cell: Cell, from: Option<Dir>, list: End,
        #[show("cost of the cheapest path from or to its end", cost)] g: u64, #[show("estimate of the rest, to the other end", cost)] h: u64,
    },
    /// An open cell was reached more cheaply.
    #[event(slot = list.layer(), enqueues(g + h, "{list}  f {f}"), role = Queued, line = 7,
        say = "Found a cheaper path to {cell} on the {list} side, from {from}: g = {g}, f = {f}.", with(f = cx.cost(g + h)))]
    Lowered { cell: Cell, from: Option<Dir>, list: End, #[show(cost)] g: u64, #[show(cost)] h: u64 },
    /// The cell with the smallest f of one side was expanded.
    #[event(step, slot = list.layer(), dequeues, role = Done, line = 4,
        say = "Expanded {cell} on the {list} side: smallest f there, {f} (g = {g}, h = {h}).", with(f = cx.cost(g + h)))]
    Expanded { cell: Cell, from: Option<Dir>, list: End, #[show(cost)] g: u64, #[show(cost)] h: u64 },
    /// An entry was dropped, because its cell had been expanded already.
    #[event(line = 2, say = "Dropped an old entry of {cell} on the {list} side: the cell was already expanded at a lower cost.")]
    Skipped { cell: Cell, list: End },
    /// A neighbour was refused.
    #[event(tone = Refused, line = 6, say = "No step from {from} to {cell}: {why}.")]
    Rejected { cell: Cell, from: Dir, list: End, #[show(why.because(), word)] why: Refusal },
    /// A neighbour was reached at a cost no lower than it already has from this end.
    #[event(tone = Refused, line = 9, say = "No change at {cell}: the {list} side already has it at cost {g}, and through {from} is no cheaper.")]
    Costlier { cell: Cell, from: Dir, list: End, #[show(cost)] g: u64 },
    /// A cell was reached from both ends, and the path over it is the cheapest so far.
    #[event(slot = ANSWER, role = Chosen, line = 8, say = "The two searches meet at {cell}: a path of cost {best}, the cheapest so far.")]
    Joined { cell: Cell, list: End, #[show("cost of the best path so far", cost)] best: u64 },
    /// No open entry can lead to a better path.
    #[event(step, line = 3, say = "Stopped: on the {list} side every open cell has f = {f} or more, and the path through {cell} costs no more: {best}.")]
    Proved { cell: Cell, list: End, #[show("the smallest f of that side", cost)] f: u64, #[show(cost)] best: u64 },
    /// The open list of one side is empty.
    #[event(step, line = 2, say = "The open list on the {list} side is empty.")]
    Emptied { list: End },
    /// A cell was added to the path while it was traced back.
    #[event(slot = ANSWER, role = Path, line = 10, say = "{cell} is on the path.")]
    Traced { cell: Cell },
}

use BidirectionalAStarEvent as E;

/// The bidirectional A* algorithm.
#[derive(Debug)]
pub struct BidirectionalAStar;

#[rustfmt::skip]
ground_search!(BidirectionalAStar);

impl GroundSearch for BidirectionalAStar {
    type Event = E;
    type Outcome = Outcome;

    const KEYS: &'static [&'static str] = &["f"];
    const LAYERS: u8 = ANSWER + 1;
    const LISTS: &'static [u8] = &[0, 1];
    const CARD: &'static CardOf<Self::Event> = &Card::new(
        "bidirectional-astar",
        "Bidirectional A*",
        "Runs A* from the start and from the goal. It stops when the open cells of one side cannot lead to a path better than the best one found.",
    )
    .group(Group::Search)
    .source("Ira Pohl: Bi-directional Search (1971); Andrew V. Goldberg, Chris Harrelson: Computing the Shortest Path: A* Search Meets Graph Theory (2005)")
    .listing(&[
        "open(start) ← {start};  open(goal) ← {goal};  best ← ∞",
        "while both have cells that were not expanded",
        "    best ≤ the smallest f of one of them: stop",
        "    the side with fewer: expand its lowest f",
        "    for each neighbour, or from the goal each cell that a step leads here from",
        "        cannot be entered: skip",
        "        new or cheaper: g, parent; open it",
        "            reached from the other end: best ← min(best, both g)",
        "        else: ignore",
        "walk the parents to both ends",
    ])
    .by_hand(&[
        "Search from {start} and from {goal}. The side with fewer open cells is next. If equal: {start}'s.",
        "Reached from both ends? Add both g. The smallest sum is the best path so far.",
        "Stop when the best path costs no more than the smallest f of one side.",
    ])
    .params(&[
        shared("neighbours"), shared("costs"), shared("corners"),
        CONSISTENT,
        shared("turn"), shared("terrain-costs"), shared("door-cost"),
    ])
    .layers(&[
        Layer::field("f", "g + h. Both open lists are sorted by it."),
        Layer::field("g", "The cost of the cheapest path found so far from the start, or else to the goal."),
        Layer::field("h", "The estimate of the rest, to the other end."),
        Layer::status("status", "Open, closed, joined or path."),
    ])
    .roles(&[(Role::Queued, "open"), (Role::Done, "closed"), (Role::Current, "current"), (Role::Chosen, "joined"), (Role::Path, "path")])
    .first_layer("g")
    .needs(NEEDS)
    .best(Best { least: "cost", reached: "found", with: &[] })
    .suite(Suite {
        set: &["costs=octile", "corners=never", "neighbours=8", "terrain-costs=off"],
        prepare: Self::pairs,
    });

    fn search<O: Observer<E>>(ground: &Ground, o: &mut O) -> ControlFlow<O::Halt, Answer> {
        let (size, mut expanded) = (ground.size(), 0);
        let far = |end: End| if end == End::Start { ground.goal } else { ground.start };
        let mut records = || Grid::within(size, (u64::MAX, None, false), &mut || o.goes_on());
        let mut sides = [records()?, records()?].map(|records| Side { records, open: Open::new(), waiting: 0 });
        for (list, cell) in [(End::Start, ground.start), (End::Goal, ground.goal)] {
            // If the goal's own cell cannot be entered, no step leads back from it.
            if list == End::Start || ground.map.is_open(cell) {
                let (h, own) = (ground.estimate(cell, far(list)), &mut sides[list as usize]);
                own.records[cell].0 = 0;
                own.open.push(h, cell);
                own.waiting = 1;
                o.on(E::Opened { cell, from: None, list, g: 0, h })?;
            }
        }
        let mut best: Option<(u64, Cell)> = (ground.start == ground.goal).then_some((0, ground.start));
        'search: loop {
            let mut least = [0; 2];
            for list in [End::Start, End::Goal] {
                let own = &mut sides[list as usize];
                while let Some((_, cell)) = own.open.first().filter(|&(_, cell)| own.records[cell].2) {
                    own.open.pop();
                    o.on(E::Skipped { cell, list })?;
                }
                let Some((f, _)) = own.open.first() else {
                    o.on(E::Emptied { list })?;
                    break 'search;
                };
                least[list as usize] = f;
            }
            let list = if least[0] >= least[1] { End::Start } else { End::Goal };
            if let Some((best, cell)) = best.filter(|&(best, _)| best <= least[list as usize]) {
                o.on(E::Proved { cell, list, f: least[list as usize], best })?;
                break;
            }
            let list = if sides[0].waiting <= sides[1].waiting { End::Start } else { End::Goal };
            let Some((_, cell)) = sides[list as usize].open.pop() else { break };
            let (g, from, _) = sides[list as usize].records[cell];
            sides[list as usize].records[cell].2 = true;
            sides[list as usize].waiting -= 1;
            expanded += 1;
            o.on(E::Expanded { cell, from, list, g, h: ground.estimate(cell, far(list)) })?;
            for (to, from, step) in ground.around_from(list, cell) {
                let price = match step {
                    Ok(price) => price,
                    Err(why) => {
                        o.on(E::Rejected { cell: to, from, list, why })?;
                        continue;
                    }
                };
                let (g, rest) = (g + price, sides[list.other() as usize].records[to].0);
                let own = &mut sides[list as usize];
                let old = own.records[to].0;
                if g >= old {
                    o.on(E::Costlier { cell: to, from, list, g: old })?;
                    continue;
                }
                let h = ground.estimate(to, far(list));
                (own.records[to].0, own.records[to].1) = (g, Some(from));
                own.open.push(g + h, to);
                own.waiting += u32::from(old == u64::MAX);
                let from = Some(from);
                o.on(if old == u64::MAX {
                    E::Opened { cell: to, from, list, g, h }
                } else {
                    E::Lowered { cell: to, from, list, g, h }
                })?;
                if rest != u64::MAX && best.is_none_or(|(best, _)| g + rest < best) {
                    best = Some((g + rest, to));
                    o.on(E::Joined { cell: to, list, best: g + rest })?;
                }
            }
        }
        let Some((g, meeting)) = best else { return Continue(Answer { found: None, expanded }) };
        let back = way_over(size, meeting, |end, cell| sides[end as usize].records[cell].1);
        back.iter().try_for_each(|&cell| o.on(E::Traced { cell }))?;
        Continue(Answer { found: Some((g, back)), expanded })
    }
}

/// The state of one side.
struct Side {
    /// g, the direction it was reached from, and whether it is closed.
    records: Grid<(u64, Option<Dir>, bool)>,
    open: Open<u64>,
    /// Number of open cells.
    waiting: u32,
}
