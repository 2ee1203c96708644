//! Jump point search: A* that runs over open ground in straight lines and opens only cells where a turn may be
//! worthwhile.
//!
//! ```text
//! ##########
//! #S······o#   S start, X goal, o jump points in the open list, · cells that
//! #·····#··#   were jumped over and never enter the open list
//! #····o#·X#
//! ##########
//! ```
//!
//! Of equally long paths, it follows the one that takes its diagonal steps first. A neighbour is pruned if it can be
//! reached as cheaply without the current cell. The other neighbours are either natural (straight on) or forced (a
//! wall blocks the other path).
//!
//! A jump ends at a cell with a forced neighbour or at the goal. A diagonal jump also ends where a straight jump
//! from it finds a jump point. The path is as short as that of A*. All ground must cost the same, because with
//! terrain costs there are no equal paths to choose from.
//!
//! Sources: Daniel Harabor and Alban Grastien, *Online Graph Pruning for Pathfinding on Grid Maps*, 2011; by the
//! same authors, *The JPS Pathfinding System*, 2012, for steps that may not cut corners.

mod event;
mod jump;

pub use event::{JumpPointsEvent, Landing};
pub use gridscope_grid::finder::JumpPointFinder;

use super::{Answer, CONSISTENT, Ground, GroundSearch, Open, Outcome, WORDS, ground_search, shared};
use crate::card::{Best, Card, CardOf, Group, Layer, Suite};
use crate::ends::NEEDS;
use crate::trace::{Contract, Steps};
use crate::{Cell, Dir, Grid, Observer, Role, RunError};
use JumpPointsEvent as E;
use jump::{goes_on, jump};
use std::ops::ControlFlow::{self, Continue};

/// The jump point search algorithm.
#[derive(Debug)]
pub struct JumpPoints;

#[rustfmt::skip]
ground_search!(JumpPoints);

impl GroundSearch for JumpPoints {
    type Event = E;
    type Outcome = Outcome;

    const KEYS: &'static [&'static str] = &["f"];
    const LAYERS: u8 = event::PATH + 1;
    const LISTS: &'static [u8] = &[event::RECORDS];
    const CARD: &'static CardOf<Self::Event> = &Card::new(
        "jump-points",
        "Jump point search",
        "A* that jumps over open ground. It only puts cells into the open list where a turn may pay off. All ground costs the same.",
    )
    .group(Group::Search)
    .faster("Finder", "finds a path that is as short")
    .on_even_ground()
    .terms(&[(&["jump point", "jump points"],
        "A cell at which a shortest path may have to turn. Jump point search only puts such cells into the open list.")])
    .source("Daniel Harabor, Alban Grastien: Online Graph Pruning for Pathfinding on Grid Maps (2011); The JPS Pathfinding System (2012)")
    .listing(&[
        "open ← {start};  g(start) ← 0",
        "while open is not empty",
        "    expand the lowest f;  skip it if expanded before",
        "    if it is the goal: stop",
        "    for each neighbour, pruned by where it was reached from",
        "        natural: straight on;  of a diagonal its two parts, too",
        "        forced: a cell behind and beside it is blocked",
        "        jump that way, no corner cut:",
        "            step on until it is blocked: nothing",
        "            the goal, a forced neighbour, or a straight jump from here finds one: stop",
        "        found, new or cheaper: g, parent; open it",
        "        else: ignore",
        "walk the parents back, cell by cell",
    ])
    .by_hand(&[
        "A jump goes on until it reaches {goal} or a forced neighbour comes into reach. Before a wall it finds nothing.",
        "A neighbour is forced if a wall bars every other way to it that is as short.",
        "A diagonal jump also ends where a straight jump from there finds something.",
        "After a jump: straight on, after a diagonal one also in its two parts, and to forced neighbours.",
    ])
    .params(&[
        shared("costs"),
        CONSISTENT,
        shared("turn"),
    ])
    .layers(&[
        Layer::field("f", "g + h. The open list is sorted by it."),
        Layer::field("g", "The cost of the cheapest path found so far."),
        Layer::field("h", "The estimate of the rest."),
        Layer::status("status", "Jumped over, open, closed or path."),
    ])
    .roles(&[
        (Role::Queued, "open"), (Role::Done, "closed"), (Role::Current, "current"), (Role::Walked, "jumped over"), (Role::Path, "path"),
    ])
    .first_layer("g")
    .needs(NEEDS)
    .best(Best { least: "cost", reached: "found", with: &[] })
    .suite(Suite {
        set: &["costs=octile"],
        prepare: Self::pairs,
    });

    /// Rejects ground with cells that can be entered from some sides only. On all other ground the pruned path is as
    /// short as another.
    fn fit(ground: Ground) -> Result<Ground, RunError> {
        match ground.size().cells().find(|&cell| ground.map.is_one_way(cell)) {
            None => Ok(ground),
            Some(cell) => Err(RunError::Scene(format!(
                "jump points need ground that can be entered from all sides or none, and {cell} can be entered from some"
            ))),
        }
    }

    fn contract(ground: &Ground) -> Contract {
        ground.contract(Self::KEYS, WORDS).steps(Steps::Jump)
    }

    fn search<O: Observer<E>>(ground: &Ground, o: &mut O) -> ControlFlow<O::Halt, Answer> {
        let (size, none): (_, (u64, Option<Cell>, bool)) = (ground.size(), (u64::MAX, None, false));
        let (mut records, mut open, mut expanded) = (Grid::within(size, none, &mut || o.goes_on())?, Open::new(), 0);
        let h = estimate(ground, ground.start);
        records[ground.start].0 = 0;
        open.push(u64::from(h), ground.start);
        o.on(E::Opened { cell: ground.start, from: None, g: 0, h })?;
        while let Some((_, cell)) = open.pop() {
            let (g, from, taken) = records[cell];
            if taken {
                o.on(E::Skipped { cell })?;
                continue;
            }
            (records[cell].2, expanded) = (true, expanded + 1);
            o.on(E::Expanded { cell, from, g, h: estimate(ground, cell) })?;
            if cell == ground.goal {
                o.on(E::Found { cell, g })?;
                let back = walk_back(ground, &records, cell, o)?;
                return Continue(Answer { found: Some((g, back)), expanded });
            }
            let came = from.and_then(|from| toward(from, cell));
            for &dir in &ground.rules.order {
                let Some(beside) = cell.step(dir, size) else { continue };
                let Some(forced) = goes_on(ground, cell, came, dir) else {
                    if ground.map.is_open(beside) {
                        o.on(E::Pruned { cell: beside, from: cell })?;
                    }
                    continue;
                };
                if let Err((_, why)) = ground.map.step(cell, dir) {
                    o.on(E::Rejected { cell: beside, from: dir.opposite(), why })?;
                    continue;
                }
                o.on(E::Kept { cell: beside, from: cell, forced })?;
                let Some((to, steps, why)) = jump(ground, cell, dir, o)? else {
                    o.on(E::Barred { cell, dir })?;
                    continue;
                };
                o.on(E::Landed { cell: to, from: cell, why })?;
                let (g, old) = (g + u64::from(steps) * u64::from(ground.rules.costs.of(dir)), records[to].0);
                if g >= old {
                    o.on(E::Costlier { cell: to, from: cell, g })?;
                    continue;
                }
                let (from, h) = (Some(cell), estimate(ground, to));
                (records[to].0, records[to].1) = (g, from);
                open.push(g + u64::from(h), to);
                o.on(if old == u64::MAX {
                    E::Opened { cell: to, from, g, h }
                } else {
                    E::Lowered { cell: to, from, g, h }
                })?;
            }
        }
        Continue(Answer { found: None, expanded })
    }
}

/// Returns the straight or diagonal direction from one cell to another.
fn toward(from: Cell, to: Cell) -> Option<Dir> {
    let sign = |a: u16, b: u16| (i32::from(b) - i32::from(a)).signum();
    let offset = (sign(from.x, to.x), sign(from.y, to.y));
    Dir::ALL.into_iter().find(|dir| dir.offset() == offset)
}

/// Returns the cells of the path from the goal back to the start, including the cells jumped over.
fn walk_back<O: Observer<E>>(
    ground: &Ground,
    records: &Grid<(u64, Option<Cell>, bool)>,
    end: Cell,
    o: &mut O,
) -> ControlFlow<O::Halt, Vec<Cell>> {
    let mut cell = end;
    let mut back = vec![end];
    let mut jumped = end;
    o.on(E::Traced { cell, turns: true })?;
    while let Some(before) = records[jumped].1 {
        let step = toward(cell, before).and_then(|dir| cell.step(dir, ground.size()));
        let Some(next) = step else { break };
        cell = next;
        if cell == before {
            jumped = before;
        }
        back.push(cell);
        o.on(E::Traced { cell, turns: cell == before })?;
    }
    Continue(back)
}

/// Returns the estimate from a cell to the goal. The search has no weights, so it fits.
fn estimate(ground: &Ground, cell: Cell) -> u32 {
    ground.heuristic.estimate(cell, ground.goal, ground.rules.costs)
}
