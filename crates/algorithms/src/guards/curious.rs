//! Curiosity: what is not as the map has it is an errand, until it has been looked at, closed, or seen right again.
//!
//! ```text
//! G . . . +'      a door stands open that the map has closed: the guard who sees it leaves its own way, goes there,
//! . . . . .       looks (and closes it), and only then goes on
//! ```
//!
//! Source: James McNeill, *Pathfinding improvements* (2008), its first picture: guards head for a door that should not
//! stand open. He did not build it; the rule is ours.

use super::event::{GuardsEvent as E, Part};
use super::problem::Curiosity;
use super::run::{Sim, Walker};
use crate::astar;
use crate::geometry::{Cell, Dir};
use crate::observe::{Asking, Observer};
use crate::scene::ScriptLine;
use crate::terrain::{Tile, Verb};
use crate::world::Change;
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::ControlFlow::{self, Continue};

/// How far apart two guards may stand to tell each other what they saw, diagonal steps counting 1.
const EARSHOT: u32 = 3;

/// Something that a guard wanted to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ErrandOut {
    /// The guard, from 0 in the scene's order.
    pub guard: usize,
    /// What was not as the map has it.
    pub cell: Cell,
    /// The turn in which it saw that, or was told.
    pub seen: u32,
    /// The turn in which it stood beside it.
    pub reached: Option<u32>,
    /// The turn in which it was no errand any more: looked at, closed, or right again.
    pub done: Option<u32>,
}

/// What a guard knows to be odd: cells that are not as the map has them.
#[derive(Clone, Debug, Default)]
pub(super) struct Curious {
    /// What it has still to look at, with the tile that it saw there or was told of.
    odd: BTreeMap<Cell, Tile>,
    /// What it has looked at: no errand until it changes.
    known: BTreeMap<Cell, Tile>,
    /// When it last knew the state of a cell by its own eyes or another's, and which it was.
    saw: BTreeMap<Cell, (u32, Tile)>,
    /// The odd cell that it is on its way to, and where it wants to stand.
    pub(super) errand: Option<(Cell, Cell)>,
    /// The doors that it opened itself, as it left them: nothing odd to it until it sees them otherwise.
    own: BTreeMap<Cell, Tile>,
}

impl Curious {
    /// Remembers a door that the guard opens itself.
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
    /// What a guard makes of what it sees: notices what is odd, looks at what it stands beside, chooses its errand. Says
    /// what it closes instead of going on, if it does.
    pub(super) fn wonder(&mut self, g: usize) -> ControlFlow<O::Halt, Option<Cell>> {
        if self.problem.curiosity == Curiosity::Off {
            return Continue(None);
        }
        self.tell(g)?;
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
                // It was odd in another way before the guard opened it: that has been looked at.
                self.examined(g, cell, tile)?;
            } else if self.problem.curiosity == Curiosity::Close && tile.after(Verb::Close).is_some() {
                // Who stands in it, itself too, has to go on before it can be closed.
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

    /// A guard knows the state of a cell now, by its own eyes or by what another says.
    fn notice(&mut self, g: usize, cell: Cell, tile: Tile, told: Option<u32>) -> ControlFlow<O::Halt> {
        let (guard, turn, map) = (g as u8, self.turn, self.problem.scene.tiles[cell]);
        let curious = &mut self.guards[g].curious;
        // Another has changed it since.
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

    /// A guard has looked at something odd: it is no errand until it changes.
    fn examined(&mut self, g: usize, cell: Cell, tile: Tile) -> ControlFlow<O::Halt> {
        let curious = &mut self.guards[g].curious;
        curious.odd.remove(&cell);
        curious.known.insert(cell, tile);
        self.entry(g, cell).done = Some(self.turn);
        self.stirred = true;
        self.observer.on(E::Examined { guard: g as u8, cell, tile })
    }

    /// What the outcome says of the errand at hand to a cell.
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

    /// The odd cell that a guard goes to: the one that it is on its way to, else the cheapest to reach; of equals the
    /// lowest y, then x. With it the cell to stand on: itself, or a neighbour where it cannot be stood on.
    fn errand(&mut self, g: usize) -> ControlFlow<O::Halt, Option<(Cell, Cell)>> {
        let (at, body) = (self.guards[g].at, self.guards[g].spec.body);
        let under_way = self.guards[g].curious.errand.map(|e| e.0);
        let odd = by_row(self.guards[g].curious.odd.keys().copied().filter(|&c| !body.covers(at, c)).collect());
        let mut all = Vec::new();
        for cell in odd {
            all.extend(self.cheapest(g, cell)?.map(|(cost, stand)| (cost, cell, stand)));
        }
        let chosen = all.iter().find(|way| Some(way.1) == under_way).or_else(|| all.iter().min_by_key(|way| way.0));
        Continue(chosen.map(|&(_, cell, stand)| (cell, stand)))
    }

    /// What it costs to get to a cell, or beside it where it cannot be stood on, by what a guard believes; and where to.
    fn cheapest(&mut self, g: usize, cell: Cell) -> ControlFlow<O::Halt, Option<(u64, Cell)>> {
        let (seed, size) = (self.problem.seed_of(self.turn, g), self.world.tiles.size());
        let walker = &self.guards[g];
        let open = |c: &Cell| walker.search.passage.is_open(*c);
        let body = walker.spec.body;
        let stands: Vec<Cell> = if open(&cell) {
            vec![cell]
        } else {
            // Where its body touches the cell with a side.
            let straight = Dir::STRAIGHT.into_iter().filter_map(|d| cell.step(d, size));
            let beside = straight.flat_map(|c| body.anchors(c, size)).filter(|&at| !body.covers(at, cell));
            beside.filter(open).collect()
        };
        let mut best = None;
        for stand in by_row(stands) {
            let asked = astar::Problem { start: walker.at, goal: stand, ..walker.search.clone() };
            let mut inner = Asking::new(|| self.observer.goes_on());
            let found = astar::search_in(&mut self.memory, &asked, seed, &mut inner)?;
            if found.found && best.is_none_or(|(cost, _)| found.g < cost) {
                best = Some((found.g, stand));
            }
        }
        Continue(best)
    }

    /// Guards who see each other from near tell each other what they saw of late, and what they have looked at.
    fn tell(&mut self, g: usize) -> ControlFlow<O::Halt> {
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

    /// One guard tells another; says of how many cells it was news.
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
            // Of a door that it opened itself a guard believes its own eyes alone.
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

    /// Closes what stands open beside a guard, which takes its turn. Nothing happens where somebody stands in it.
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

/// Cells by y, then x.
fn by_row(mut cells: Vec<Cell>) -> Vec<Cell> {
    cells.sort_by_key(|c| (c.y, c.x));
    cells
}
