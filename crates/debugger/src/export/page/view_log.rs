//! The view of a run as a log of its own: for each event, the slots of the picture that it changed.
//!
//! A slot is one property of one cell (role, tile, arrow, tie, value of a layer), one actor, or the path. A page steps
//! forward and backward through these changes as a player does through events, so it needs no algorithm.

use super::values::{Interned, LayerTable};
use gridscope_trace::event::{Level, Slot, Value};
use gridscope_trace::trace::replay::{Drawn, Token};
use gridscope_trace::view::board::Mark;
use gridscope_trace::{Cell, Dir, Grid, Replay, Scene, Tile};
use serde_json::json;

/// Column of the role of each cell, as its number.
pub const ROLE: usize = 0;
/// Column of the tile of each cell, as its number.
pub const TILE: usize = 1;
/// Column of the arrow of each cell: 0 for none, or the direction's number plus 1.
pub const ARROW: usize = 2;
/// Column of ties: 1 if equal candidates met in the cell.
pub const TIED: usize = 3;
/// Column of numbers without colour: 1 if the layer on the map has a number in the cell that does not colour it.
pub const PALE: usize = 4;
/// First column of the layers.
pub const LAYERS: usize = 5;

/// A change of a slot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Write {
    pub(super) slot: u32,
    pub(super) value: i32,
}

/// The changes of the view over a range of events.
pub(super) struct ViewLog<'a> {
    replay: Replay,
    scene: &'a Scene,
    layer: usize,
    /// The value of each slot at the start of the range.
    pub(super) base: Vec<i32>,
    now: Vec<i32>,
    /// All changes, event by event.
    pub(super) writes: Vec<Write>,
    /// For each event, the number of changes up to its end.
    pub(super) ends: Vec<u32>,
    /// The values of each layer.
    pub(super) tables: Vec<LayerTable>,
    /// The states of actors.
    pub(super) actors: Interned,
    /// The paths that do not follow from arrows.
    pub(super) paths: Interned,
    drawn: Drawn,
    marks: Vec<Mark>,
    moved: Vec<(Cell, Tile)>,
}

impl<'a> ViewLog<'a> {
    /// Creates the log at a cursor position, with the view there as its base. `layer` is the layer whose colours are
    /// shown.
    pub(super) fn new(scene: &'a Scene, replay: &Replay, layer: usize, from: usize) -> Self {
        let mut replay = replay.fork();
        replay.seek(from);
        let layers = replay.schema().layers.len();
        let area = replay.size().area();
        let slots = area * (LAYERS + layers) + scene.actors.len() + 1;
        let mut log = Self {
            replay,
            scene,
            layer,
            base: Vec::new(),
            now: vec![0; slots],
            writes: Vec::new(),
            ends: Vec::new(),
            tables: (0..layers).map(|_| LayerTable::default()).collect(),
            actors: Interned::default(),
            paths: Interned::default(),
            drawn: Drawn::default(),
            marks: vec![Mark::default(); area],
            moved: Vec::new(),
        };
        log.stage();
        log.look(&[], true);
        log.base.clone_from(&log.now);
        log.writes.clear();
        log
    }

    /// Returns the cursor, which has the position after the last event added.
    pub(super) const fn replay(&self) -> &Replay {
        &self.replay
    }

    /// Returns the number of columns that have a slot in each cell.
    pub(super) fn columns(&self) -> usize {
        LAYERS + self.tables.len()
    }

    /// Returns the value of a column in a cell now.
    pub(super) fn at(&self, column: usize, cell: usize) -> i32 {
        self.now[column * self.replay.size().area() + cell]
    }

    /// Steps over the next event and adds what it changed.
    pub(super) fn step(&mut self) {
        let event = self.replay.cursor();
        let (size, trace) = (self.replay.size(), self.replay.trace());
        let written_slot = trace.written_slot(event);
        let level = trace.case(event).level;
        let touched = match written_slot {
            Some(Slot::Cell(_, cell)) => Some(cell),
            _ => None,
        };
        let near: Vec<usize> = [trace.cell(event), trace.from(event), touched]
            .into_iter()
            .flatten()
            .filter(|&cell| size.contains(cell))
            .map(|cell| size.index(cell))
            .collect();
        // An event that begins a phase or writes a register may change any cell.
        let wide = matches!(level, Level::Phase(_)) || matches!(written_slot, Some(Slot::Register(_)));
        let restages = self.replay.restages(event);
        self.replay.seek(event + 1);
        if restages {
            self.stage();
        }
        self.look(&near, wide);
        self.ends.push(self.writes.len() as u32);
    }

    /// Sets a slot, and adds the change if there is one.
    fn set(&mut self, slot: usize, value: i32) {
        if std::mem::replace(&mut self.now[slot], value) != value {
            self.writes.push(Write { slot: slot as u32, value });
        }
    }

    /// Compares cells with what they were: those that look different, those `near` the event, or all cells.
    fn look(&mut self, near: &[usize], wide: bool) {
        let size = self.replay.size();
        let changed = self.replay.changed(Some(self.layer), &mut self.drawn);
        let mut cells: Vec<usize> = if wide { (0..size.area()).collect() } else { near.to_vec() };
        {
            let mut drawing = self.replay.drawing(Some(self.layer));
            if let Some(changed) = changed {
                for index in changed.into_iter().map(|cell| size.index(cell)).chain(near.iter().copied()) {
                    drawing.draw_all(index, &mut self.marks[index..=index]);
                    cells.push(index);
                }
            } else {
                drawing.draw_all(0, &mut self.marks);
                let roles = self.now[..size.area()].iter().zip(&self.marks).enumerate();
                cells.extend(roles.filter(|(_, (was, mark))| **was != mark.role as i32).map(|(index, _)| index));
            }
        }
        cells.sort_unstable();
        cells.dedup();
        for index in cells {
            self.look_at(index);
        }
        let path = self.path();
        let slot = self.now.len() - 1;
        self.set(slot, path);
    }

    /// Compares one cell with what it was.
    fn look_at(&mut self, index: usize) {
        let (area, cell) = (self.replay.size().area(), self.replay.size().cell(index));
        self.set(ROLE * area + index, self.marks[index].role as i32);
        let arrow = self.replay.arrow(cell).and_then(|dir| Dir::ALL.iter().position(|d| *d == dir));
        self.set(ARROW * area + index, arrow.map_or(0, |k| k as i32 + 1));
        self.set(TIED * area + index, i32::from(self.replay.equals(cell).is_some()));
        for layer in 0..self.tables.len() {
            let value = self.replay.value(layer, cell);
            if layer == self.layer {
                let is_number = value.as_ref().and_then(Value::number).is_some();
                self.set(PALE * area + index, i32::from(is_number && self.marks[index].heat == 0));
            }
            let id = self.tables[layer].id(value);
            self.set((LAYERS + layer) * area + index, id);
        }
    }

    /// Compares tiles and actors with what they were.
    fn stage(&mut self) {
        let size = self.replay.size();
        let area = size.area();
        let is_first = self.base.is_empty() && self.ends.is_empty();
        if is_first {
            for (index, &tile) in self.scene.tiles.as_slice().iter().take(area).enumerate() {
                self.now[TILE * area + index] = tile as i32;
            }
        }
        let moved = self.replay.tiles();
        if moved != self.moved {
            let own = |tiles: &Grid<Tile>, cell| tiles.get(cell).copied().unwrap_or(Tile::Void);
            let before = std::mem::take(&mut self.moved);
            let mut all: Vec<(Cell, Tile)> = before.iter().map(|&(c, _)| (c, own(&self.scene.tiles, c))).collect();
            all.extend(&moved);
            // The last entry of a cell counts.
            let mut last: Vec<(usize, Tile)> = Vec::new();
            for (cell, tile) in all.into_iter().filter(|(cell, _)| size.contains(*cell)) {
                last.push((size.index(cell), tile));
            }
            last.sort_by_key(|(index, _)| *index);
            for (k, &(index, tile)) in last.iter().enumerate() {
                if last.get(k + 1).is_none_or(|next| next.0 != index) {
                    self.set(TILE * area + index, tile as i32);
                }
            }
            self.moved = moved;
        }
        let tokens = self.replay.tokens();
        let first = area * self.columns();
        for (k, actor) in self.scene.actors.iter().enumerate() {
            let token = tokens.iter().find(|token| token.actor == k);
            let usual = || Token::new(k, Some(actor.at)).facing(actor.facing());
            let state = self.actor(&token.cloned().unwrap_or_else(usual));
            self.set(first + k, state);
        }
    }

    /// Returns the number of an actor's state: cell, direction, whether it sleeps, and whether it acts.
    fn actor(&mut self, token: &Token) -> i32 {
        let size = self.replay.size();
        let at = token.at.filter(|&cell| size.contains(cell)).map_or(-1, |cell| size.index(cell) as i64);
        let facing = token.facing.and_then(|dir| Dir::ALL.iter().position(|d| *d == dir)).map_or(0, |k| k + 1);
        self.actors.id(json!([at, facing, u8::from(token.state == "asleep"), u8::from(token.acts)]))
    }

    /// Returns the value of the path's slot: 0 for no path. If the arrows lead along the path, the index of its last
    /// cell plus 1. Otherwise the number of the path, negative, from −1.
    fn path(&mut self) -> i32 {
        let (size, path) = (self.replay.size(), self.replay.path());
        let Some(&end) = path.last().filter(|_| path.len() > 1 && path.iter().all(|&cell| size.contains(cell))) else {
            return 0;
        };
        let area = size.area();
        let arrow = |cell: Cell| {
            let k = self.now[ARROW * area + size.index(cell)];
            Dir::ALL.get((k - 1) as usize).filter(|_| k > 0).and_then(|&dir| cell.step(dir, size))
        };
        let back = std::iter::successors(Some(end), |&cell| arrow(cell)).take(path.len() + 1);
        if back.eq(path.iter().rev().copied()) {
            return size.index(end) as i32 + 1;
        }
        let cells: Vec<usize> = path.iter().map(|&cell| size.index(cell)).collect();
        -1 - self.paths.id(json!(cells))
    }
}
