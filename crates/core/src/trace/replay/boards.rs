//! Boards: the part that each cell plays, and the heat of the layer that is shown.
//!
//! What an event gives a cell is looked up in two bytes an event: the events themselves lie too far apart in memory.

use super::{Replay, Shared};
use crate::card::LayerKind;
use crate::event::Slot;
use crate::geometry::Cell;
use crate::observe::Pace;
use crate::trace::lens::{Held, Paint, PaintFn};
use crate::trace::log::NONE;
use crate::view::board::{Board, Mark, Role, heat};
use std::sync::{Arc, Weak};

/// What each event gives a cell that holds it.
pub(super) struct Marks {
    /// A mark an event, and one that says nothing behind them.
    of: Vec<Mark>,
    /// The layer whose events give the heat, where one event decides it.
    source: Option<u8>,
}

impl Marks {
    /// What a cell is given by what it holds in a layer; nothing held is a number past all events. Which cells hold something
    /// changes from cell to cell, so it is looked up as well: a branch is slower.
    #[inline]
    fn given(&self, holder: u32, since: u32) -> Mark {
        let last = self.of.len() - 1;
        self.of[if holder >= since { last.min(holder as usize) } else { last }]
    }
}

/// How many cells are drawn at a time.
const CHUNK: usize = 4096;
/// How many cells of a layer are looked at together, to see whether any of them holds anything.
const STRETCH: usize = 16;

/// What a board was drawn of, so that only what changed since is drawn again.
#[derive(Clone, Debug, Default)]
pub struct Drawn(Option<Moment>);

#[derive(Clone, Debug)]
struct Moment {
    run: Weak<Shared>,
    cursor: usize,
    eyes: usize,
    layer: Option<usize>,
    /// The layers whose events decide, each with the event before which what it holds is stale.
    by: Vec<(u8, u32)>,
}

/// What was drawn again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Redrawn {
    /// Everything.
    All,
    /// These cells, each once and with its mark before; some may look as before.
    Cells(Vec<(Cell, Mark)>),
}

/// Of how many cells, one in so many, it is worth to draw them alone.
const FEW: usize = 16;

impl Replay {
    /// Draws the board: roles, and the heat of a layer of the card where it has numbers.
    pub(super) fn draw(&self, layer: Option<usize>, board: &mut Board) {
        let size = self.size();
        board.size = size;
        let heated = self.heated(layer);
        match self.lens().paint(layer.unwrap_or(0), &self.player) {
            Paint::Last(layers) => self.by_event(&layers, heated, &mut board.marks),
            Paint::Of(layers, paint) => {
                self.by_slots(&layers, &paint, &mut board.marks);
                if let Some(layer) = heated {
                    let table = self.marks(heated);
                    match table.source {
                        Some(source) if !layers.is_empty() => self.heat_by(table, source, layer, &mut board.marks),
                        _ => self.ask_heat(layer, &mut board.marks),
                    }
                }
            }
        }
        if let Some(cell) = self.current() {
            board.marks[size.index(cell)].role = Role::Current;
        }
    }

    /// Draws a board that was drawn before: where the cursor has moved a little since, only the cells that events between
    /// wrote. `drawn` is what it was drawn of, and belongs to this board alone; a new one draws everything.
    pub fn redraw(&self, layer: Option<usize>, drawn: &mut Drawn, board: &mut Board) -> Redrawn {
        let now = self.moment(layer);
        let before = std::mem::replace(&mut drawn.0, now);
        let cells = match (&before, &drawn.0) {
            (Some(before), Some(now)) => self.between(before, now),
            _ => None,
        };
        let (Some(cells), Some(now)) = (cells, &drawn.0) else {
            self.draw(layer, board);
            return Redrawn::All;
        };
        let heated = self.heated(layer);
        let table = self.marks(heated);
        let layers: Vec<_> = now.by.iter().map(|&(layer, since)| (self.player.heads_of(layer).0, since)).collect();
        let current = self.current();
        let redraw = |cell: Cell| {
            let index = board.size.index(cell);
            let mut mark = Mark::default();
            for (heads, since) in &layers {
                mark.add(table.given(heads.at(index), *since));
            }
            if current == Some(cell) {
                mark.role = Role::Current;
            }
            (cell, std::mem::replace(&mut board.marks[index], mark))
        };
        Redrawn::Cells(cells.into_iter().map(redraw).collect())
    }

    /// What a board is drawn of now; none where a cell may depend on more than the events that it holds.
    fn moment(&self, layer: Option<usize>) -> Option<Moment> {
        let Paint::Last(layers) = self.lens().paint(layer.unwrap_or(0), &self.player) else { return None };
        if let Some(heated) = self.heated(layer) {
            let source = self.marks(Some(heated)).source?;
            layers.contains(&source).then_some(())?;
        }
        let by = layers.into_iter().map(|layer| (layer, self.player.heads_of(layer).1)).collect();
        let (run, cursor, eyes) = (Arc::downgrade(&self.shared), self.cursor(), self.looking());
        Some(Moment { run, cursor, eyes, layer, by })
    }

    /// The cells that may look different at two moments; none where these may be any.
    fn between(&self, a: &Moment, b: &Moment) -> Option<Vec<Cell>> {
        let alike = Weak::ptr_eq(&a.run, &b.run) && (a.eyes, a.layer, &a.by) == (b.eyes, b.layer, &b.by);
        let (from, to) = (a.cursor.min(b.cursor), a.cursor.max(b.cursor));
        if !alike || to - from > self.size().area() / FEW {
            return None;
        }
        let trace = self.trace();
        let written = (from..to).filter_map(|event| match trace.written(event)? {
            Slot::Cell(_, cell) => Some(cell),
            Slot::Register(_) => None,
        });
        // What was current is so no longer.
        let current = [a.cursor, b.cursor].into_iter().filter_map(|cursor| trace.cell(cursor.checked_sub(1)?));
        let size = self.size();
        let mut cells: Vec<Cell> = written.chain(current).filter(|cell| size.contains(*cell)).collect();
        cells.sort_unstable();
        cells.dedup();
        Some(cells)
    }

    /// The cell that was just taken from the open list.
    fn current(&self) -> Option<Cell> {
        let last = self.cursor().checked_sub(1).filter(|&i| self.pops(i))?;
        self.trace().cell(last)
    }

    /// The layer, where it has numbers.
    fn heated(&self, layer: Option<usize>) -> Option<usize> {
        layer.filter(|&l| self.schema().layers.get(l).is_some_and(|l| l.kind == LayerKind::Scalar))
    }

    /// Works out what the board of a layer is drawn by.
    pub(super) fn ready_board(&self, layer: usize, goes_on: &mut dyn FnMut() -> bool) {
        match self.lens().paint(layer, &self.player) {
            Paint::Last(_) => {
                let heated = self.heated(Some(layer));
                // What the others are made of comes first.
                for heated in [None, heated] {
                    let known = &self.shared.marks[heated.map_or(0, |layer| layer + 1)];
                    if let (None, Some(layer)) = (known.get(), heated)
                        && let Some(range) = self.find_range(layer, goes_on)
                    {
                        _ = self.shared.ranges.get(layer).map(|known| known.set(range));
                    }
                    if known.get().is_none()
                        && goes_on()
                        && let Some(marks) = self.find_marks(heated, goes_on)
                    {
                        _ = known.set(marks);
                    }
                }
            }
            Paint::Of(..) => _ = self.noted(),
        }
    }

    /// What each event says to a board that is painted by what cells hold.
    fn noted(&self) -> &[u8] {
        let (trace, lens) = (self.trace(), self.lens());
        self.shared.noted.get_or_init(|| (0..trace.len()).map(|i| lens.mark(trace, i)).collect())
    }

    /// What each event gives a cell, with the heat of a layer.
    fn marks(&self, heated: Option<usize>) -> &Marks {
        self.shared.marks[heated.map_or(0, |layer| layer + 1)].get_or_init(|| {
            self.find_marks(heated, &mut || true).unwrap_or_else(|| Marks { of: vec![Mark::default()], source: None })
        })
    }

    /// The part of each cell by a function of what it holds; what an event says to it was noted once for all.
    fn by_slots(&self, layers: &[u8], paint: &PaintFn<'_>, marks: &mut Vec<Mark>) {
        let noted = self.noted();
        let layers: Vec<_> = layers.iter().map(|&layer| self.player.heads_of(layer)).collect();
        let mut held = vec![None; layers.len()];
        marks.clear();
        marks.extend((0..self.size().area()).map(|index| {
            for (held, (heads, since)) in held.iter_mut().zip(&layers) {
                let event = heads.at(index);
                // Nothing held is the number past all events.
                let mark = noted.get(event as usize).filter(|_| event >= *since);
                *held = mark.map(|&mark| Held { mark, event });
            }
            Mark { role: paint(index, &held), heat: 0 }
        }));
    }

    fn by_event(&self, by: &[u8], heated: Option<usize>, marks: &mut Vec<Mark>) {
        let table = self.marks(heated);
        marks.resize(self.size().area(), Mark::default());
        if by.is_empty() {
            marks.fill(Mark::default());
        }
        let layers: Vec<_> = by.iter().map(|&layer| self.player.heads_of(layer)).collect();
        // Some rows at a time, so that what one layer gave is still at hand for the next.
        for (chunk, part) in marks.chunks_mut(CHUNK).enumerate() {
            let start = chunk * CHUNK;
            for (layer, &(heads, since)) in layers.iter().enumerate() {
                let heads = heads.part(start, part.len());
                for (marks, heads) in part.chunks_mut(STRETCH).zip(heads.chunks(STRETCH)) {
                    // Most of a layer may hold nothing, which is quickly seen.
                    let holds = !heads.is_blank();
                    match (layer, holds) {
                        // The first lies on what was drawn before.
                        (0, false) => marks.fill(Mark::default()),
                        (0, true) => {
                            for (mark, holder) in marks.iter_mut().zip(heads.iter()) {
                                *mark = table.given(holder, since);
                            }
                        }
                        (_, false) => {}
                        (_, true) => {
                            for (mark, holder) in marks.iter_mut().zip(heads.iter()) {
                                mark.add(table.given(holder, since));
                            }
                        }
                    }
                }
            }
        }
        match (heated, table.source) {
            (Some(layer), Some(source)) if !by.contains(&source) => self.heat_by(table, source, layer, marks),
            (Some(layer), None) => self.ask_heat(layer, marks),
            _ => {}
        }
    }

    /// The heat of each cell, by the one layer whose events decide it; of an event that does not decide it alone, the
    /// algorithm is asked.
    fn heat_by(&self, table: &Marks, source: u8, layer: usize, marks: &mut [Mark]) {
        let (heads, since) = self.player.heads_of(source);
        let range = self.range(layer);
        let asked = |index| self.lens().value(layer, &self.player, index).and_then(|v| v.number());
        for (index, (mark, holder)) in marks.iter_mut().zip(heads.iter()).enumerate() {
            let holds = holder != NONE && holder >= since;
            mark.heat = match table.given(holder, since).heat {
                0 if holds => asked(index).map_or(0, |x| heat(x, range)),
                heat => heat,
            };
        }
    }

    /// None where it is told to stop.
    fn find_marks(&self, heated: Option<usize>, goes_on: &mut dyn FnMut() -> bool) -> Option<Marks> {
        let (trace, lens) = (self.trace(), self.lens());
        let source =
            heated.and_then(|layer| Some((layer, (0..trace.len()).find_map(|i| lens.number(layer, trace, i))?.0)));
        let Some((layer, source)) = source else {
            let of = if heated.is_some() {
                self.marks(None).of.clone()
            } else {
                let roles = lens.roles(trace).into_iter().chain([Role::None]);
                roles.map(|role| Mark { role, heat: 0 }).collect()
            };
            return Some(Marks { of, source: None });
        };
        let range = self.range(layer);
        let mut of = self.marks(None).of.clone();
        let (mut left, mut whole) = (0..trace.len(), true);
        while !left.is_empty() && whole {
            let some = left.by_ref().take(Pace::STEPS as usize);
            lens.numbers(layer, trace, &mut some.into_iter(), &mut |event, number| {
                of[event].heat = number.map_or(0, |(_, x)| heat(x, range));
            });
            whole = goes_on();
        }
        whole.then_some(Marks { of, source: Some(source) })
    }

    /// The heat of each cell where no single event decides it.
    fn ask_heat(&self, layer: usize, marks: &mut [Mark]) {
        let range = self.range(layer);
        for (index, mark) in marks.iter_mut().enumerate() {
            if let Some(x) = self.lens().value(layer, &self.player, index).and_then(|v| v.number()) {
                mark.heat = heat(x, range);
            }
        }
    }

    /// The numbers of a layer that are coldest and hottest at the end: the 2nd and the 98th of a hundred, so that a few cells
    /// of deep water do not cool all others. Cells that still wait are not counted: they show that they wait.
    /// None where it is told to stop.
    pub(super) fn find_range(&self, layer: usize, goes_on: &mut dyn FnMut() -> bool) -> Option<(f64, f64)> {
        let (trace, lens, area) = (self.trace(), self.lens(), self.size().area());
        let mut end = self.fork();
        goes_on().then_some(())?;
        end.seek(usize::MAX);
        goes_on().then_some(())?;
        let mut board = Board::default();
        end.draw(None, &mut board);
        goes_on().then_some(())?;
        let waits = |index: &usize| board.marks[*index].role == Role::Queued;
        let value = |index: usize| lens.value(layer, &end.player, index).and_then(|v| v.number());
        // Where the event that a cell holds decides, that is asked: it is quicker than all that may be said of the cell.
        let source = (0..trace.len()).find_map(|i| lens.number(layer, trace, i));
        let held = source.map(|(source, _)| end.player.heads_of(source));
        let holder = |index: usize| {
            let (heads, since) = held?;
            Some(heads.at(index)).filter(|&holder| holder != NONE && holder >= since)
        };
        let (holding, others): (Vec<usize>, Vec<usize>) =
            (0..area).filter(|i| !waits(i)).partition(|&i| holder(i).is_some());
        let mut all: Vec<f64> = Vec::new();
        for some in others.chunks(Pace::STEPS as usize) {
            goes_on().then_some(())?;
            all.extend(some.iter().copied().filter_map(value));
        }
        for some in holding.chunks(Pace::STEPS as usize) {
            goes_on().then_some(())?;
            let mut next = some.iter();
            let mut holders = some.iter().filter_map(|&index| Some(holder(index)? as usize));
            lens.numbers(layer, trace, &mut holders, &mut |_, number| {
                let index = next.next();
                all.extend(number.map(|(_, x)| x).or_else(|| value(*index?)));
            });
        }
        if all.is_empty() {
            all.extend((0..area).filter_map(value));
        }
        if all.is_empty() {
            // What lived for a phase only is gone at the end: all that ever was counts.
            all.extend((0..trace.len()).filter_map(|i| Some(lens.number(layer, trace, i)?.1)));
        }
        let last = all.len().saturating_sub(1);
        let mut nth = |k: usize| all.get(k).is_some().then(|| *all.select_nth_unstable_by(k, f64::total_cmp).1);
        goes_on().then_some(())?;
        Some((nth(last * 2 / 100).unwrap_or(0.0), nth(last * 98 / 100).unwrap_or(0.0)))
    }
}
