//! Boards: the role of each cell, and the heat of the layer that is shown.

use super::marks::{End, Marks, STRETCH};
use super::{Replay, Shared};
use crate::card::LayerKind;
use crate::event::Slot;
use crate::geometry::Cell;
use crate::progress::{Halt, Progress};
use crate::trace::lens::{HeldEvent, Paint, PaintFn};
use crate::trace::log::NONE;
use crate::trace::player::Player;
use crate::trace::slot_contents::SlotRange as Slots;
use crate::view::board::{Board, Mark, Role, heat};
use std::ops::Range;
use std::sync::{Arc, Weak};

/// Number of cells that are drawn at a time when a whole board is drawn.
const CHUNK: usize = 4096;

/// The events in each cell of a layer, and the event before which they are stale.
type Layer<'a> = (Slots<'a>, u32);

/// Draws a board in parts, all at the run's current moment.
pub struct Drawing<'a> {
    replay: &'a Replay,
    roles: Roles<'a>,
    heat: Heat<'a>,
    /// The row-major index of the cell that was just taken from the open list.
    current: Option<usize>,
}

/// The source of roles.
enum Roles<'a> {
    /// From the mark of each event. The mark includes the heat if these layers decide it. The board at the end is used
    /// too, if it is stored.
    Last(&'a Marks, Vec<Deciding<'a>>, Option<&'a End>),
    /// From a function of the events that a cell holds. The byte that each event gives the function is stored once for
    /// all.
    Of(&'a [u8], Vec<Layer<'a>>, PaintFn<'a>, Vec<Option<HeldEvent>>),
}

/// The source of heat, if the marks of roles do not include it.
enum Heat<'a> {
    None,
    /// From the mark of each event of one layer.
    By(&'a Marks, Layer<'a>, usize, (f64, f64)),
    /// From the value that the algorithm returns for a layer of the card.
    Asked(usize, (f64, f64)),
}

impl std::fmt::Debug for Drawing<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Drawing").field("replay", self.replay).finish_non_exhaustive()
    }
}

impl Drawing<'_> {
    /// Draws adjacent cells of the board, from a row-major index on. Returns whether any of them may have a mark. If it
    /// returns `false`, none has one, and nothing is written.
    pub fn draw(&mut self, start: usize, marks: &mut [Mark]) -> bool {
        let current = self.current.and_then(|index| index.checked_sub(start)).filter(|&index| index < marks.len());
        match &mut self.roles {
            Roles::Last(table, layers, end) => {
                let player = &self.replay.player;
                // Most of a map may be empty, which is quick to check.
                let blank = |cells: Range<usize>| layers.iter().all(|layer| layer.is_blank(player, cells.clone()));
                let settled_marks = |cells: Range<usize>| end.and_then(|end| end.settled_marks(cells, player.cursor()));
                if blank(start..start + marks.len()) {
                    if current.is_none() && matches!(self.heat, Heat::None) {
                        return false;
                    }
                    marks.fill(Mark::default());
                } else if let Some(given) = settled_marks(start..start + marks.len()) {
                    marks.copy_from_slice(given);
                } else {
                    for (start, marks) in (start..).step_by(STRETCH).zip(marks.chunks_mut(STRETCH)) {
                        if let Some(given) = settled_marks(start..start + marks.len()) {
                            marks.copy_from_slice(given);
                            continue;
                        }
                        let mut is_drawn = false;
                        for layer in &*layers {
                            is_drawn |= layer.draw(player, table, start, is_drawn, marks);
                        }
                        if !is_drawn {
                            marks.fill(Mark::default());
                        }
                    }
                }
            }
            Roles::Of(noted, layers, paint, held) => {
                for (index, mark) in (start..).zip(&mut *marks) {
                    for (held, (heads, since)) in held.iter_mut().zip(&*layers) {
                        let event = heads.at(index);
                        // An empty slot is a number beyond all events.
                        let mark = noted.get(event as usize).filter(|_| event >= *since);
                        *held = mark.map(|&mark| HeldEvent { mark, event });
                    }
                    *mark = Mark { role: paint(index, held), heat: 0 };
                }
            }
        }
        let lens_heat = |layer, range, index| {
            let replay = self.replay;
            Some(heat(replay.lens().value(layer, &replay.player, index)?.number()?, range))
        };
        match self.heat {
            Heat::None => {}
            Heat::By(table, (heads, since), layer, range) => {
                for (index, mark) in (start..).zip(&mut *marks) {
                    let holder = heads.at(index);
                    let holds = holder != NONE && holder >= since;
                    mark.heat = match table.mark_of(holder, since).heat {
                        // If the event does not decide the heat alone, the algorithm computes it.
                        0 if holds => lens_heat(layer, range, index).unwrap_or(0),
                        heat => heat,
                    };
                }
            }
            Heat::Asked(layer, range) => {
                for (index, mark) in (start..).zip(&mut *marks) {
                    mark.heat = lens_heat(layer, range, index).unwrap_or(mark.heat);
                }
            }
        }
        if let Some(current) = current {
            marks[current].role = Role::Current;
        }
        true
    }

    /// Like [`Drawing::draw`], but cells without a mark are written too.
    pub fn draw_all(&mut self, start: usize, marks: &mut [Mark]) {
        if !self.draw(start, marks) {
            marks.fill(Mark::default());
        }
    }

    /// Returns the roles of adjacent cells now, as bits of [`Role::bit`]. Returns `None` if each cell would have to be
    /// checked.
    pub fn roles(&self, cells: Range<usize>) -> Option<u32> {
        let Roles::Last(_, _, Some(end)) = &self.roles else { return None };
        // The role of the current cell does not come from events.
        let plain = !self.current.is_some_and(|current| cells.contains(&current));
        end.roles(cells, self.replay.cursor()).filter(|_| plain)
    }
}

/// A layer whose events decide how cells look.
struct Deciding<'a> {
    number: u8,
    holds: Layer<'a>,
}

impl Deciding<'_> {
    /// Returns whether the layer is certainly empty in adjacent cells.
    fn is_blank(&self, player: &Player, cells: Range<usize>) -> bool {
        player.are_blank(self.number, cells.start, cells.len())
    }

    /// Writes the marks of a few adjacent cells from an index on. If other layers were `drawn`, the marks are combined.
    /// Returns whether there may be any marks; if not, nothing is written.
    fn draw(&self, player: &Player, table: &Marks, start: usize, drawn: bool, marks: &mut [Mark]) -> bool {
        let (heads, since) = self.holds;
        let heads = heads.part(start, marks.len());
        if self.is_blank(player, start..start + marks.len()) || heads.is_blank() {
            return false;
        }
        if drawn {
            marks.iter_mut().zip(heads.iter()).for_each(|(mark, holder)| mark.add(table.mark_of(holder, since)));
        } else {
            marks.iter_mut().zip(heads.iter()).for_each(|(mark, holder)| *mark = table.mark_of(holder, since));
        }
        true
    }
}

/// The state that a board was drawn from, so that only changed cells are drawn again.
#[derive(Clone, Debug, Default)]
pub struct Drawn(Option<Moment>);

#[derive(Clone, Debug)]
struct Moment {
    run: Weak<Shared>,
    cursor: usize,
    eyes: usize,
    layer: Option<usize>,
    /// The layers whose events decide, each with the event before which its contents are stale.
    by: Vec<(u8, u32)>,
}

/// Cells are drawn one by one if at most one in this many has changed.
const PARTIAL_REDRAW_RATIO: usize = 16;

impl Replay {
    /// Draws the board: roles, and the heat of a layer of the card if it is numeric. If it is stopped, only some cells
    /// may have marks.
    pub(super) async fn draw(&self, layer: Option<usize>, board: &mut Board, progress: &Progress) -> Result<(), Halt> {
        progress.pause().await?;
        board.size = self.size();
        let area = board.size.area();
        board.marks.truncate(area);
        board.marks.reserve(area - board.marks.len());
        let mut drawing = self.drawing(layer);
        // Draws some rows at a time, so that the marks of one layer are still cached for the next.
        for start in (0..area).step_by(CHUNK) {
            if start > 0 {
                progress.pause().await?;
            }
            let end = area.min(start + CHUNK);
            board.marks.resize(board.marks.len().max(end), Mark::default());
            drawing.draw_all(start, &mut board.marks[start..end]);
        }
        Ok(())
    }

    /// Returns a drawing that draws the board in parts. [`Replay::board`] draws it at once.
    pub fn drawing(&self, layer: Option<usize>) -> Drawing<'_> {
        let heated = self.heated(layer);
        let heads = |layer: &u8| self.player.heads_of(*layer);
        let (roles, source) = match self.lens().paint(layer.unwrap_or(0), &self.player) {
            Paint::Last(layers) => {
                let table = self.marks(heated);
                // If none of these layers decides the heat, another one does.
                let source = table.source.map(|source| Some(source).filter(|source| !layers.contains(source)));
                let end = table.end.as_ref().filter(|end| end.layers().eq(layers.iter().copied()));
                let holds = |number| Deciding { number, holds: self.player.heads_of(number) };
                (Roles::Last(table, layers.into_iter().map(holds).collect(), end), source)
            }
            Paint::Of(layers, paint) => {
                let source = heated.and_then(|_| self.marks(heated).source).filter(|_| !layers.is_empty());
                let held_events = vec![None; layers.len()];
                (Roles::Of(self.noted(), layers.iter().map(heads).collect(), paint, held_events), source.map(Some))
            }
        };
        let heat = match (heated, source) {
            (None, _) | (_, Some(None)) => Heat::None,
            (Some(layer), Some(Some(source))) => {
                Heat::By(self.marks(heated), self.player.heads_of(source), layer, self.range(layer))
            }
            (Some(layer), None) => Heat::Asked(layer, self.range(layer)),
        };
        let current = self.current().map(|cell| self.size().index(cell));
        Drawing { replay: self, roles, heat, current }
    }

    /// Returns the cells that may look different since the last call with `drawn`: those written by events between, if
    /// the cursor has moved only a little. Each cell is listed once, and some may look as before. Returns `None` if all
    /// cells may have changed. Keep one `drawn` for each board; a new one makes the first call return `None`. Use
    /// [`Replay::drawing`] to draw the cells.
    pub fn changed(&self, layer: Option<usize>, drawn: &mut Drawn) -> Option<Vec<Cell>> {
        let now = self.moment(layer);
        let before = std::mem::replace(&mut drawn.0, now);
        self.between(before.as_ref()?, drawn.0.as_ref()?)
    }

    /// Returns the state that a board is drawn from now, or `None` if a cell may depend on more than its own events.
    fn moment(&self, layer: Option<usize>) -> Option<Moment> {
        let Paint::Last(layers) = self.lens().paint(layer.unwrap_or(0), &self.player) else { return None };
        if let Some(heated) = self.heated(layer) {
            let source = self.marks(Some(heated)).source?;
            layers.contains(&source).then_some(())?;
        }
        let by = layers.into_iter().map(|layer| (layer, self.player.heads_of(layer).1)).collect();
        let run = Arc::downgrade(&self.shared);
        let cursor = self.cursor();
        let eyes = self.looking();
        Some(Moment { run, cursor, eyes, layer, by })
    }

    /// Returns the cells that may look different at two moments, or `None` if any may.
    fn between(&self, a: &Moment, b: &Moment) -> Option<Vec<Cell>> {
        let alike = Weak::ptr_eq(&a.run, &b.run) && (a.eyes, a.layer, &a.by) == (b.eyes, b.layer, &b.by);
        let (from, to) = (a.cursor.min(b.cursor), a.cursor.max(b.cursor));
        if !alike || to - from > self.size().area() / PARTIAL_REDRAW_RATIO {
            return None;
        }
        let trace = self.trace();
        let written_cells = (from..to).filter_map(|event| match trace.written_slot(event)? {
            Slot::Cell(_, cell) => Some(cell),
            Slot::Register(_) => None,
        });
        // The cell that was current has lost that role.
        let current = [a.cursor, b.cursor].into_iter().filter_map(|cursor| trace.cell(cursor.checked_sub(1)?));
        let size = self.size();
        let mut cells: Vec<Cell> = written_cells.chain(current).filter(|cell| size.contains(*cell)).collect();
        cells.sort_unstable();
        cells.dedup();
        Some(cells)
    }

    /// Returns the cell that was just taken from the open list.
    fn current(&self) -> Option<Cell> {
        let last = self.cursor().checked_sub(1).filter(|&i| self.pops(i))?;
        self.trace().cell(last)
    }

    /// Returns the layer if it is numeric.
    pub(super) fn heated(&self, layer: Option<usize>) -> Option<usize> {
        layer.filter(|&l| self.schema().layers.get(l).is_some_and(|l| l.kind == LayerKind::Scalar))
    }
}
