//! Curiosity: a difference from the map is an errand, until it was inspected, closed, or seen right again.
//!
//! ```text
//! G . . . +'      A door is open that the map has closed. The guard that sees it leaves its path, goes there,
//! . . . . .       inspects it (and closes it), and only then goes on.
//! ```
//!
//! Source: James McNeill, *Pathfinding improvements* (2008), its first picture: guards head for a door that should not
//! be open. He did not build it. The rule is our own.

use super::event::{GuardsEvent as E, Part};
use super::problem::Curiosity;
use super::run::{Sim, Walker};
use crate::observe::{Observer, StopChecker};
use crate::world::Change;
use crate::{Cell, Dir, ScriptLine, Tile, Verb, astar};
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::ControlFlow::{self, Continue};

/// Maximum distance at which two guards pass on news, in cells. Diagonal steps count 1.
const EARSHOT: u32 = 3;

/// A cell that a guard wanted to inspect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ErrandOut {
    /// Index of the guard in scene order, from 0.
    pub guard: usize,
    /// The cell that differed from the map.
    pub cell: Cell,
    /// The turn in which the guard saw the difference or heard of it.
    pub seen: u32,
    /// The turn in which it was beside the cell.
    pub reached: Option<u32>,
    /// The turn in which the errand ended: inspected, closed, or right again.
    pub done: Option<u32>,
}

/// A guard's knowledge of odd cells: those that differ from the map.
#[derive(Clone, Debug, Default)]
pub(super) struct Curious {
    /// The cells still to inspect, with the tile that the guard saw there or heard of.
    odd: BTreeMap<Cell, Tile>,
    /// The inspected cells. They are no errand until they change.
    known: BTreeMap<Cell, Tile>,
    /// For each cell, when its state was last known from this guard's eyes or another's, and that state.
    saw: BTreeMap<Cell, (u32, Tile)>,
    /// The odd cell that the guard is going to, and the cell where it wants to stop.
    pub(super) errand: Option<(Cell, Cell)>,
    /// The doors that it opened itself, as it left them. They are not odd until it sees them differently.
    own: BTreeMap<Cell, Tile>,
}

impl Curious {
    /// Records a door that the guard opens itself.
    pub(super) fn opens(&mut self, door: Cell, turn: u32) {
        self.own.insert(door, Tile::DoorOpen);
        self.known.remove(&door);
        self.saw.insert(door, (turn, Tile::DoorOpen));
    }

    /// Returns whether a cell is a door that the guard opened itself and that is still as it left it.
    fn is_own(&self, cell: Cell, tile: Tile) -> bool {
        self.own.get(&cell) == Some(&tile)
    }
}

fn apart(a: Cell, b: Cell) -> u32 {
    let (dx, dy) = a.delta(b);
    dx.max(dy)
}

impl<O: Observer<E>> Sim<'_, O> {
    /// Processes what a guard sees: notices odd cells, inspects the ones beside it, and chooses its errand. Returns the
    /// cell that it closes instead of going on, if any.
    pub(super) fn wonder(&mut self, g: usize) -> ControlFlow<O::Halt, Option<Cell>> {
        if self.problem.curiosity == Curiosity::Off {
            return Continue(None);
        }
        self.share_knowledge(g)?;
        for cell in self.touched.clone() {
            if self.guards[g].overlay.contains(cell) {
                let tile = self.world.tiles[cell];
                if self.guards[g].curious.is_own(cell, tile) {
                    let turn = self.turn;
                    self.guards[g].curious.saw.insert(cell, (turn, tile));
                } else {
                    self.notice(g, cell, tile, None)?;
                }
            }
        }
        let (at, body) = (self.guards[g].at, self.guards[g].spec.body);
        let near = |c: &Cell| body.apart(at, *c) <= 1;
        let beside: Vec<Cell> = self.guards[g].curious.odd.keys().copied().filter(near).collect();
        let mut closes = None;
        for cell in by_row(beside) {
            let tile = self.world.tiles[cell];
            let (turn, entry) = (self.turn, self.entry(g, cell));
            entry.reached.get_or_insert(turn);
            if tile == self.problem.scene.tiles[cell] {
                self.notice(g, cell, tile, None)?;
            } else if self.guards[g].curious.own.contains_key(&cell) {
                // The cell was odd in another way before the guard opened it. That counts as inspected.
                self.examined(g, cell, tile)?;
            } else if self.problem.curiosity == Curiosity::Close && tile.after(Verb::Close).is_some() {
                // An actor in the doorway, even the guard itself, must leave before it can be closed.
                closes = closes.or(Some(cell).filter(|&c| !body.covers(at, c)));
            } else {
                self.examined(g, cell, tile)?;
            }
        }
        let errand = self.errand(g)?;
        let walker = &mut self.guards[g];
        self.stirred |= walker.curious.errand != errand;
        walker.curious.errand = errand;
        Continue(closes)
    }

    /// Records the state of a cell that a guard sees or hears of.
    fn notice(&mut self, g: usize, cell: Cell, tile: Tile, told: Option<u32>) -> ControlFlow<O::Halt> {
        let guard = g as u8;
        let turn = self.turn;
        let map = self.problem.scene.tiles[cell];
        let curious = &mut self.guards[g].curious;
        // Another actor has changed it since.
        curious.own.remove(&cell);
        curious.saw.insert(cell, (told.unwrap_or(turn), tile));
        if tile == map {
            curious.known.remove(&cell);
            if curious.odd.remove(&cell).is_some() {
                self.entry(g, cell).done = Some(turn);
                self.stirred = true;
                return self.observer.on(E::Righted { guard, cell });
            }
        } else if curious.known.get(&cell) != Some(&tile) && curious.odd.get(&cell) != Some(&tile) {
            curious.known.remove(&cell);
            if curious.odd.insert(cell, tile).is_none() {
                self.errands.push(ErrandOut { guard: g, cell, seen: turn, reached: None, done: None });
            }
            self.stirred = true;
            return self.observer.on(E::Noticed { guard, cell, tile, told: told.is_some() });
        }
        Continue(())
    }

    /// Records that a guard inspected an odd cell. It is no errand until it changes.
    fn examined(&mut self, g: usize, cell: Cell, tile: Tile) -> ControlFlow<O::Halt> {
        let curious = &mut self.guards[g].curious;
        curious.odd.remove(&cell);
        curious.known.insert(cell, tile);
        self.entry(g, cell).done = Some(self.turn);
        self.stirred = true;
        self.observer.on(E::Examined { guard: g as u8, cell, tile })
    }

    /// Returns the outcome entry for the current errand to a cell.
    fn entry(&mut self, g: usize, cell: Cell) -> &mut ErrandOut {
        let turn = self.turn;
        let found =
            self.errands.iter().rposition(|e| e.guard == g && e.cell == cell && e.done.is_none_or(|t| t == turn));
        let i = found.unwrap_or_else(|| {
            self.errands.push(ErrandOut { guard: g, cell, seen: turn, reached: None, done: None });
            self.errands.len() - 1
        });
        &mut self.errands[i]
    }

    /// Chooses the odd cell that a guard goes to: the one it is already going to, or else the cheapest to reach. Among
    /// equals, the lowest y, then x wins. Also returns the cell to stop at: the odd cell itself, or a neighbour if it
    /// cannot be entered.
    fn errand(&mut self, g: usize) -> ControlFlow<O::Halt, Option<(Cell, Cell)>> {
        let (at, body) = (self.guards[g].at, self.guards[g].spec.body);
        let under_way = self.guards[g].curious.errand.map(|e| e.0);
        let odd = by_row(self.guards[g].curious.odd.keys().copied().filter(|&c| !body.covers(at, c)).collect());
        let mut all = Vec::new();
        for cell in odd {
            all.extend(self.cheapest(g, cell)?.map(|(cost, stand)| (cost, cell, stand)));
        }
        let best_errand =
            all.iter().find(|way| Some(way.1) == under_way).or_else(|| all.iter().min_by_key(|way| way.0));
        Continue(best_errand.map(|&(_, cell, stand)| (cell, stand)))
    }

    /// Returns the cost of reaching a cell, or a cell beside it if it cannot be entered, by a guard's beliefs. Also
    /// returns the destination.
    fn cheapest(&mut self, g: usize, cell: Cell) -> ControlFlow<O::Halt, Option<(u64, Cell)>> {
        let (seed, size) = (self.problem.seed_of(self.turn, g), self.world.tiles.size());
        let walker = &self.guards[g];
        let open = |c: &Cell| walker.search.passage.is_open(*c);
        let body = walker.spec.body;
        let stands: Vec<Cell> = if open(&cell) {
            vec![cell]
        } else {
            // The cells where its body touches the odd cell along a side.
            let straight = Dir::STRAIGHT.into_iter().filter_map(|d| cell.step(d, size));
            let beside = straight.flat_map(|c| body.anchors(c, size)).filter(|&at| !body.covers(at, cell));
            beside.filter(open).collect()
        };
        let mut best = None;
        for stand in by_row(stands) {
            let path_problem = astar::Problem { start: walker.at, goal: stand, ..walker.search.clone() };
            let mut inner = StopChecker::new(|| self.observer.goes_on());
            let found = astar::search_in(&mut self.memory, &path_problem, seed, &mut inner)?;
            if found.found && best.is_none_or(|(cost, _)| found.g < cost) {
                best = Some((found.g, stand));
            }
        }
        Continue(best)
    }

    /// Lets guards that see each other from near pass on what they saw recently and what they inspected.
    fn share_knowledge(&mut self, g: usize) -> ControlFlow<O::Halt> {
        if self.problem.tells == 0 {
            return Continue(());
        }
        for o in 0..self.guards.len() {
            let (one, other) = (&self.guards[g], &self.guards[o]);
            let sees = |a: &Walker<'_>, b: &Walker<'_>| a.overlay.contains(b.at);
            if o == g || other.gone || apart(one.at, other.at) > EARSHOT || !sees(one, other) || !sees(other, one) {
                continue;
            }
            let cells = self.pass_on(o, g)? + self.pass_on(g, o)?;
            if cells > 0 {
                self.observer.on(E::Told { guard: g as u8, other: o as u8, cells })?;
            }
        }
        Continue(())
    }

    /// Passes the news of one guard to another. Returns the number of cells that were news.
    fn pass_on(&mut self, from: usize, to: usize) -> ControlFlow<O::Halt, u32> {
        let teller = self.guards[from].curious.clone();
        let mut news = 0;
        for (&cell, &tile) in &teller.known {
            let curious = &mut self.guards[to].curious;
            if curious.known.get(&cell) != Some(&tile) && !curious.own.contains_key(&cell) {
                news += 1;
                curious.saw.insert(cell, (self.turn, tile));
                self.examined_by_another(to, cell, tile)?;
            }
        }
        for (&cell, &(turn, tile)) in teller.saw.iter().filter(|(cell, saw)| !teller.is_own(**cell, saw.1)) {
            let fresh = self.turn - turn <= self.problem.tells;
            let newer = self.guards[to].curious.saw.get(&cell).is_none_or(|&(own, _)| own < turn);
            // About a door that it opened itself, a guard believes only its own eyes.
            let own = self.guards[to].curious.own.contains_key(&cell);
            if fresh && newer && !own && !self.guards[to].overlay.contains(cell) {
                news += u32::from(self.guards[to].curious.saw.get(&cell).is_none_or(|&(_, own)| own != tile));
                self.notice(to, cell, tile, Some(turn))?;
                self.believe_told(to, cell, tile)?;
            }
        }
        Continue(news)
    }

    fn examined_by_another(&mut self, g: usize, cell: Cell, tile: Tile) -> ControlFlow<O::Halt> {
        let curious = &mut self.guards[g].curious;
        curious.known.insert(cell, tile);
        if curious.odd.remove(&cell).is_some() {
            self.entry(g, cell).done = Some(self.turn);
            self.stirred = true;
            return self.observer.on(E::Examined { guard: g as u8, cell, tile });
        }
        Continue(())
    }

    /// Closes an open cell beside a guard, which takes its turn. Nothing happens if an actor is in the doorway.
    pub(super) fn close(&mut self, g: usize, cell: Cell) -> ControlFlow<O::Halt> {
        let line = ScriptLine { turn: self.turn, verb: Verb::Close, at: cell, to: None, tile: None };
        let at = self.guards[g].at;
        self.observer.on(E::PartBegan { part: Part::Move, guard: g as u8, cell: at, to: at })?;
        match self.world.apply(&line) {
            Ok(Change::Tile { at, from, to }) => {
                self.changed(at, from, to, Some(g as u8))?;
                if to == self.problem.scene.tiles[cell] {
                    self.notice(g, cell, to, None)?;
                } else {
                    self.examined(g, cell, to)?;
                }
                self.shut_beside(g, cell, true)
            }
            _ => self.shut_beside(g, cell, false),
        }
    }
}

/// Sorts cells by y, then x.
fn by_row(mut cells: Vec<Cell>) -> Vec<Cell> {
    cells.sort_by_key(|c| (c.y, c.x));
    cells
}
