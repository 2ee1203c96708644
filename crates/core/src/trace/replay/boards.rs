//! Boards: the part that each cell plays, and the heat of the layer that is shown.
//!
//! What an event gives a cell is looked up in two bytes an event: the events themselves lie too far apart in memory.

use super::{Replay, Shared};
use crate::card::LayerKind;
use crate::event::Slot;
use crate::geometry::Cell;
use crate::observe::Pace;
use crate::trace::heads::{Held as Slots, Kept};
use crate::trace::lens::{Held, Paint, PaintFn};
use crate::trace::log::NONE;
use crate::trace::player::Player;
use crate::view::board::{Board, Mark, Role, heat};
use std::sync::{Arc, Weak};

/// What each event gives a cell that holds it.
pub(super) struct Marks {
    /// A mark an event, and one that says nothing behind them.
    of: Vec<Mark>,
    /// The layer whose events give the heat, where one event decides it.
    source: Option<u8>,
    /// What cells look like at the end of the run, for layers of runs of many events.
    ends: Vec<End>,
}

/// How a layer looks at the end of the run. Most cells that hold something hold it until then, at every moment of a search: their
/// marks lie here side by side, where the events that gave them lie far apart.
struct End {
    layer: u8,
    holders: Kept,
    marks: Vec<Mark>,
}

impl Marks {
    /// What a cell is given by what it holds in a layer; nothing held is a number past all events. Which cells hold something
    /// changes from cell to cell, so it is looked up as well: a branch is slower.
    #[inline]
    fn given(&self, holder: u32, since: u32) -> Mark {
        let last = self.of.len() - 1;
        self.of[if holder >= since { last.min(holder as usize) } else { last }]
    }

    /// The ends of layers whose cells held these.
    fn with_ends(self, holders: impl IntoIterator<Item = (u8, Kept)>) -> Self {
        let end = |(layer, holders): (u8, Kept)| {
            let marks = holders.held().iter().map(|holder| self.given(holder, 0)).collect();
            End { layer, holders, marks }
        };
        Self { ends: holders.into_iter().map(end).collect(), ..self }
    }
}

/// How many cells are drawn at a time, where all of a board is.
const CHUNK: usize = 4096;
/// How many cells of a layer are looked at together, to see whether any of them holds anything, and whether that is what they hold
/// at the end.
const STRETCH: usize = 64;

/// From how many events on ends are kept: the marks of fewer are at hand wherever they lie.
const MANY: usize = 1 << 20;
/// Of how many cells ends are kept at most, all layers together.
const MOST: usize = 1 << 24;

/// What each cell of a layer holds, and the event before which that is stale.
type Layer<'a> = (Slots<'a>, u32);

/// Draws a board in parts, all of them at the moment at which the run stands.
pub struct Drawing<'a> {
    replay: &'a Replay,
    roles: Roles<'a>,
    heat: Heat<'a>,
    /// The row-major index of the cell that was just taken from the open list.
    current: Option<usize>,
}

/// How parts are found.
enum Roles<'a> {
    /// By what each event gives; the heat with it, where these layers decide that.
    Last(&'a Marks, Vec<Deciding<'a>>),
    /// By a function of what a cell holds; what an event says to it was noted once for all.
    Of(&'a [u8], Vec<Layer<'a>>, PaintFn<'a>, Vec<Option<Held>>),
}

/// How heat is found, where parts do not bring it.
enum Heat<'a> {
    None,
    /// By what each event of one layer gives.
    By(&'a Marks, Layer<'a>, usize, (f64, f64)),
    /// By what the algorithm says of a layer of the card.
    Asked(usize, (f64, f64)),
}

impl std::fmt::Debug for Drawing<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Drawing").field("replay", self.replay).finish_non_exhaustive()
    }
}

impl Drawing<'_> {
    /// Draws neighbouring cells of the board, from a row-major index on. Says whether any of them may have a mark; none has where it
    /// says no.
    pub fn draw(&mut self, start: usize, marks: &mut [Mark]) -> bool {
        let mut any = true;
        match &mut self.roles {
            Roles::Last(table, layers) => {
                let mut drawn = false;
                for layer in &*layers {
                    drawn |= layer.draw(&self.replay.player, table, start, drawn, marks);
                }
                if !drawn {
                    marks.fill(Mark::default());
                }
                any = drawn;
            }
            Roles::Of(noted, layers, paint, held) => {
                for (index, mark) in (start..).zip(&mut *marks) {
                    for (held, (heads, since)) in held.iter_mut().zip(&*layers) {
                        let event = heads.at(index);
                        // Nothing held is the number past all events.
                        let mark = noted.get(event as usize).filter(|_| event >= *since);
                        *held = mark.map(|&mark| Held { mark, event });
                    }
                    *mark = Mark { role: paint(index, held), heat: 0 };
                }
            }
        }
        let asked = |layer, range, index| {
            let replay = self.replay;
            Some(heat(replay.lens().value(layer, &replay.player, index)?.number()?, range))
        };
        match self.heat {
            Heat::None => {}
            Heat::By(table, (heads, since), layer, range) => {
                for (index, mark) in (start..).zip(&mut *marks) {
                    let holder = heads.at(index);
                    let holds = holder != NONE && holder >= since;
                    mark.heat = match table.given(holder, since).heat {
                        // Of an event that does not decide it alone, the algorithm is asked.
                        0 if holds => asked(layer, range, index).unwrap_or(0),
                        heat => heat,
                    };
                }
                any = true;
            }
            Heat::Asked(layer, range) => {
                for (index, mark) in (start..).zip(&mut *marks) {
                    mark.heat = asked(layer, range, index).unwrap_or(mark.heat);
                }
                any = true;
            }
        }
        let current = self.current.and_then(|index| marks.get_mut(index.checked_sub(start)?));
        if let Some(mark) = current {
            mark.role = Role::Current;
            any = true;
        }
        any
    }
}

/// A layer whose events decide what cells look like.
struct Deciding<'a> {
    number: u8,
    holds: Layer<'a>,
    end: Option<&'a End>,
}

impl<'a> Deciding<'a> {
    fn new(number: u8, player: &'a Player, table: &'a Marks) -> Self {
        Self { number, holds: player.heads_of(number), end: table.ends.iter().find(|end| end.layer == number) }
    }

    /// The marks of neighbouring cells from an index on, over those of other layers where these were drawn. Says whether there
    /// may be any; where there are none, nothing is written.
    fn draw(&self, player: &Player, table: &Marks, start: usize, drawn: bool, marks: &mut [Mark]) -> bool {
        // Most of a layer may hold nothing, which is quickly seen.
        if player.are_blank(self.number, start, marks.len()) {
            return false;
        }
        let (heads, since) = self.holds;
        let at_end = player.cursor() == player.trace().len();
        for first in (0..marks.len()).step_by(STRETCH) {
            let count = STRETCH.min(marks.len() - first);
            let (start, marks) = (start + first, &mut marks[first..][..count]);
            if player.are_blank(self.number, start, count) {
                if !drawn {
                    marks.fill(Mark::default());
                }
                continue;
            }
            let heads = heads.part(start, count);
            let end = self.end.filter(|end| at_end || heads.is_same(end.holders.held().part(start, count)));
            let given = end.map(|end| &end.marks[start..][..count]);
            match (given, drawn) {
                (Some(given), false) => marks.copy_from_slice(given),
                (Some(given), true) => marks.iter_mut().zip(given).for_each(|(mark, over)| mark.add(*over)),
                (None, false) if heads.is_blank() => marks.fill(Mark::default()),
                (None, true) if heads.is_blank() => {}
                (None, false) => marks.iter_mut().zip(heads.iter()).for_each(|(m, h)| *m = table.given(h, since)),
                (None, true) => marks.iter_mut().zip(heads.iter()).for_each(|(m, h)| m.add(table.given(h, since))),
            }
        }
        true
    }
}

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

/// Of how many cells, one in so many, it is worth to draw them alone.
const FEW: usize = 16;

impl Replay {
    /// Draws the board: roles, and the heat of a layer of the card where it has numbers.
    pub(super) fn draw(&self, layer: Option<usize>, board: &mut Board) {
        board.size = self.size();
        board.marks.resize(board.size.area(), Mark::default());
        let mut drawing = self.drawing(layer);
        // Some rows at a time, so that what one layer gave is still at hand for the next.
        for (chunk, marks) in board.marks.chunks_mut(CHUNK).enumerate() {
            drawing.draw(chunk * CHUNK, marks);
        }
    }

    /// What draws the board in parts, as [`Replay::board`] does at once.
    pub fn drawing(&self, layer: Option<usize>) -> Drawing<'_> {
        let heated = self.heated(layer);
        let heads = |layer: &u8| self.player.heads_of(*layer);
        let (roles, source) = match self.lens().paint(layer.unwrap_or(0), &self.player) {
            Paint::Last(layers) => {
                let table = self.marks(heated);
                // Where none of these layers decides the heat, another one does.
                let source = table.source.map(|source| Some(source).filter(|source| !layers.contains(source)));
                let layers = layers.into_iter().map(|layer| Deciding::new(layer, &self.player, table));
                (Roles::Last(table, layers.collect()), source)
            }
            Paint::Of(layers, paint) => {
                let source = heated.and_then(|_| self.marks(heated).source).filter(|_| !layers.is_empty());
                let held = vec![None; layers.len()];
                (Roles::Of(self.noted(), layers.iter().map(heads).collect(), paint, held), source.map(Some))
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

    /// Draws those cells of a board again that may look different since it was drawn: where the cursor has moved a little, those
    /// that events between wrote. Each is named once, with its mark before; some may look as before. None where that may be all
    /// cells: then nothing is drawn, and [`Replay::drawing`] draws them. `drawn` is what the board was drawn of, and belongs to it
    /// alone; a new one is of nothing.
    pub fn redraw(&self, layer: Option<usize>, drawn: &mut Drawn, board: &mut Board) -> Option<Vec<(Cell, Mark)>> {
        let now = self.moment(layer);
        let before = std::mem::replace(&mut drawn.0, now);
        let (before, now) = (before.as_ref()?, drawn.0.as_ref()?);
        let cells = self.between(before, now)?;
        let table = self.marks(self.heated(layer));
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
        Some(cells.into_iter().map(redraw).collect())
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
        let heated = self.heated(Some(layer));
        let by_events = match self.lens().paint(layer, &self.player) {
            Paint::Last(_) => true,
            Paint::Of(..) => {
                self.noted();
                false
            }
        };
        // What the others are made of comes first.
        for heated in [by_events.then_some(None), heated.map(Some)].into_iter().flatten() {
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

    /// Whether the board of a layer is drawn without what takes long to work out first.
    pub(super) fn is_ready(&self, layer: usize) -> bool {
        let by_events = matches!(self.lens().paint(layer, &self.player), Paint::Last(_));
        let heated = self.heated(Some(layer));
        let marks = self.shared.marks.get(heated.map_or(0, |layer| layer + 1));
        let has_marks = marks.is_some_and(|marks| marks.get().is_some());
        if by_events { has_marks } else { self.shared.noted.get().is_some() && (heated.is_none() || has_marks) }
    }

    /// What each event says to a board that is painted by what cells hold.
    fn noted(&self) -> &[u8] {
        let (trace, lens) = (self.trace(), self.lens());
        self.shared.noted.get_or_init(|| (0..trace.len()).map(|i| lens.mark(trace, i)).collect())
    }

    /// What each event gives a cell, with the heat of a layer.
    fn marks(&self, heated: Option<usize>) -> &Marks {
        self.shared.marks[heated.map_or(0, |layer| layer + 1)].get_or_init(|| {
            self.find_marks(heated, &mut || true).unwrap_or_else(|| Marks {
                of: vec![Mark::default()],
                source: None,
                ends: Vec::new(),
            })
        })
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
            let marks = Marks { of, source: None, ends: Vec::new() };
            goes_on().then_some(())?;
            return Some(marks.with_ends(self.last_holders()));
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
        whole.then_some(())?;
        let marks = Marks { of, source: Some(source), ends: Vec::new() };
        // These are the same whatever the heat.
        let holders = self.marks(None).ends.iter().map(|end| (end.layer, end.holders.clone()));
        Some(marks.with_ends(holders))
    }

    /// What the cells of those layers hold at the end that boards are drawn by and that last longer than a phase; none where the
    /// run is short or the map very large.
    fn last_holders(&self) -> Vec<(u8, Kept)> {
        let mut end = self.player.clone();
        let Paint::Last(mut layers) = self.lens().paint(0, &end) else { return Vec::new() };
        layers.retain(|&layer| !self.trace().layout().is_passing(layer));
        if self.trace().len() < MANY || layers.len() * self.size().area() > MOST {
            return Vec::new();
        }
        end.seek(usize::MAX);
        layers.into_iter().map(|layer| (layer, end.heads_of(layer).0.keep())).collect()
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
