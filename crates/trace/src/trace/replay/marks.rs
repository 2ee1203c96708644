//! Data for drawing boards, computed once for a run: the mark of each event, the board at the end, and the range of a
//! layer's numbers.
//!
//! Marks take two bytes per event and are close together. Reading the events themselves would be slower, because they
//! are spread over more memory.

use super::Replay;
use crate::progress::{Halt, Progress, at_once};
use crate::trace::lens::Paint;
use crate::trace::log::NONE;
use crate::trace::slot_contents::SlotCopy;
use crate::view::board::{Board, Mark, Role, heat};
use std::ops::Range;
use std::sync::Arc;

/// The mark that each event gives to the cell that holds it.
pub(super) struct Marks {
    /// A mark for each event, followed by an empty mark.
    of: Vec<Mark>,
    /// The layer of slots whose events decide the heat, if a single event decides it.
    pub(super) source: Option<u8>,
    /// The board at the end of the run, for runs of many events.
    pub(super) end: Option<End>,
}

/// The events that cells hold at the end, in some layers.
type LastHolders = Arc<[(u8, SlotCopy)]>;

/// The board at the end of a run. At any moment of a search, most cells that hold an event keep it until the end. Their
/// marks are side by side here, while the marks of their events are far apart.
pub(super) struct End {
    /// The events at the end in the layers that decide, from the lowest layer.
    holders: LastHolders,
    marks: Vec<Mark>,
    stretches: Vec<Stretch>,
}

/// Adjacent cells at the end.
struct Stretch {
    /// Number of events after which all of these cells hold what they hold at the end.
    done: u32,
    /// Their roles at the end, as a bit set.
    roles: u32,
}

/// Number of cells that are checked together: whether any of them holds an event, and whether they already look as they
/// do at the end.
pub(super) const STRETCH: usize = 64;

impl End {
    /// Creates the board at the end.
    async fn new(holders: LastHolders, given: impl Fn(u32) -> Mark, progress: &Progress) -> Result<Self, Halt> {
        let cells = holders.first().map_or(0, |(_, kept)| kept.copied_events().iter().len());
        let (mut all, mut stretches) = (Vec::with_capacity(cells), Vec::with_capacity(cells.div_ceil(STRETCH)));
        let cursor_after = |holder: u32| if holder == NONE { 0 } else { holder + 1 };
        for first in (0..cells).step_by(STRETCH) {
            if first.is_multiple_of(SOME) {
                progress.pause().await?;
            }
            let mut marks = [Mark::default(); STRETCH];
            let count = STRETCH.min(cells - first);
            let mut done = 0;
            for (_, kept) in &*holders {
                for (mark, holder) in marks.iter_mut().zip(kept.copied_events().part(first, count).iter()) {
                    mark.add(given(holder));
                    done = done.max(cursor_after(holder));
                }
            }
            let marks = &marks[..count];
            stretches.push(Stretch { done, roles: marks.iter().fold(0, |all, mark| all | mark.role.bit()) });
            all.extend_from_slice(marks);
        }
        Ok(Self { holders, marks: all, stretches })
    }

    /// Returns the layers that it is made from, from the lowest.
    pub(super) fn layers(&self) -> impl Iterator<Item = u8> {
        self.holders.iter().map(|(layer, _)| *layer)
    }

    /// Returns the marks of adjacent cells at a moment, if they certainly look as they do at the end.
    pub(super) fn settled_marks(&self, cells: Range<usize>, cursor: usize) -> Option<&[Mark]> {
        let stretches = cells.start / STRETCH..cells.end.div_ceil(STRETCH);
        self.stretches[stretches].iter().all(|s| s.done as usize <= cursor).then(|| &self.marks[cells])
    }

    /// Returns the roles of adjacent cells as a bit set, if they are known without checking each cell.
    pub(super) fn roles(&self, cells: Range<usize>, cursor: usize) -> Option<u32> {
        let stretch = self.stretches.get(cells.start / STRETCH)?;
        let whole = cells.start.is_multiple_of(STRETCH) && cells.len() == STRETCH;
        (whole && stretch.done as usize <= cursor).then_some(stretch.roles)
    }
}

impl Marks {
    /// Returns the mark of a cell for the event that it holds in a layer. An empty slot is a number beyond all events.
    /// Empty slots are looked up too, because a branch would be slower: it would be hard to predict.
    #[inline]
    pub(super) fn mark_of(&self, holder: u32, since: u32) -> Mark {
        let last = self.of.len() - 1;
        self.of[if holder >= since { last.min(holder as usize) } else { last }]
    }
}

/// Number of events or cells in a part of a computation.
const SOME: usize = 4096;
/// Number of events from which on the board at the end is stored. With fewer events, all marks fit into the cache.
const MANY: usize = 1 << 20;
/// Largest number of cells for which it is stored, in all layers together.
const MAX_STORED_CELLS: usize = 1 << 24;

impl Replay {
    /// Returns the byte of each event, for a board that is drawn with [`Paint::Of`].
    pub(super) fn noted(&self) -> &[u8] {
        self.shared.noted.get_or_init(|| at_once(self.find_noted(&Progress::default())).unwrap_or_default())
    }

    /// Computes the byte of each event.
    pub(super) async fn find_noted(&self, progress: &Progress) -> Result<Vec<u8>, Halt> {
        let (trace, lens) = (self.trace(), self.lens());
        let mut noted = Vec::with_capacity(trace.len());
        for i in 0..trace.len() {
            if i % SOME == 0 {
                progress.pause().await?;
            }
            noted.push(lens.mark(trace, i));
        }
        Ok(noted)
    }

    /// Returns the mark of each event, with the heat of a layer.
    pub(super) fn marks(&self, heated: Option<usize>) -> &Marks {
        self.shared.marks[heated.map_or(0, |layer| layer + 1)].get_or_init(|| {
            at_once(self.find_marks(heated, &Progress::default())).unwrap_or_else(|_| Marks {
                of: vec![Mark::default()],
                source: None,
                end: None,
            })
        })
    }

    /// Computes the mark of each event.
    pub(super) async fn find_marks(&self, heated: Option<usize>, progress: &Progress) -> Result<Marks, Halt> {
        let (trace, lens) = (self.trace(), self.lens());
        let source = match heated {
            Some(layer) => self.source(layer, progress).await?.map(|source| (layer, source)),
            None => None,
        };
        let range = source.map_or((0.0, 0.0), |(layer, _)| self.range(layer));
        // Reuses the marks without heat, because roles and the board at the end are the same.
        let plain = heated.map(|_| self.marks(None));
        let mut of = Vec::with_capacity(trace.len() + 1);
        for first in (0..trace.len()).step_by(SOME) {
            progress.pause().await?;
            let events = first..trace.len().min(first + SOME);
            let mut marks: Vec<Mark> = if let Some(plain) = plain {
                plain.of.get(events.clone()).unwrap_or_default().to_vec()
            } else {
                lens.roles(trace, events.clone()).into_iter().map(|role| Mark { role, heat: 0 }).collect()
            };
            if let Some((layer, _)) = source {
                let events: Vec<u32> = events.map(|event| event as u32).collect();
                for (mark, number) in marks.iter_mut().zip(lens.numbers(layer, trace, &events)) {
                    mark.heat = number.map_or(0, |x| heat(x, range));
                }
            }
            of.append(&mut marks);
        }
        of.push(Mark::default());
        let holders = if let Some(plain) = plain {
            plain.end.as_ref().map(|end| Arc::clone(&end.holders))
        } else {
            progress.pause().await?;
            self.last_holders(progress)?
        };
        let mut marks = Marks { of, source: source.map(|(_, source)| source), end: None };
        if let Some(holders) = holders {
            marks.end = Some(End::new(holders, |holder| marks.mark_of(holder, 0), progress).await?);
        }
        Ok(marks)
    }

    /// Returns the events that cells hold at the end, in the layers that boards are drawn from. Returns `None` if one
    /// of these layers lives only for a phase, if the run is short, or if the map is very large.
    fn last_holders(&self, progress: &Progress) -> Result<Option<LastHolders>, Halt> {
        let Paint::Last(layers) = self.lens().paint(0, &self.player) else { return Ok(None) };
        let passes = layers.iter().any(|&layer| self.trace().layout().is_passing(layer));
        if passes || self.trace().len() < MANY || layers.len() * self.size().area() > MAX_STORED_CELLS {
            return Ok(None);
        }
        let mut end = self.player.copy(progress)?;
        end.seek(usize::MAX);
        Ok(Some(layers.into_iter().map(|layer| (layer, end.heads_of(layer).0.keep())).collect()))
    }

    /// Returns the layer of slots whose events give the numbers of a layer of the card, taken from the first event that
    /// does.
    async fn source(&self, layer: usize, progress: &Progress) -> Result<Option<u8>, Halt> {
        let (trace, lens) = (self.trace(), self.lens());
        for event in 0..trace.len() {
            if event.is_multiple_of(SOME) {
                progress.pause().await?;
            }
            if let Some((source, _)) = lens.number(layer, trace, event) {
                return Ok(Some(source));
            }
        }
        Ok(None)
    }

    /// Computes the coldest and hottest number of a layer at the end: the 2nd and the 98th percentile, so that a few
    /// cells of deep water do not make all others look cold. Waiting cells are not counted, because they show that they
    /// wait.
    pub(super) async fn find_range(&self, layer: usize, progress: &Progress) -> Result<(f64, f64), Halt> {
        let trace = self.trace();
        let lens = self.lens();
        let area = self.size().area();
        let end = self.at_end(progress)?;
        let mut board = Board::default();
        // They are known, or else drawing computes them.
        Box::pin(end.ready_parts(0, progress)).await?;
        end.draw(None, &mut board, progress).await?;
        let value = |index: usize| lens.value(layer, &end.player, index).and_then(|v| v.number());
        // If the event that a cell holds decides alone, only the event is read. That is faster than a query of the
        // algorithm.
        let source_heads = self.source(layer, progress).await?.map(|source| end.player.heads_of(source));
        let layers: Vec<_> = (0..trace.layout().layers).map(|layer| end.player.heads_of(layer).0).collect();
        // Cells whose number the algorithm computes, cells whose number comes from an event, and these events.
        let (mut others, mut holding, mut holders) = (Vec::new(), Vec::new(), Vec::new());
        let visible_marks = board.marks.iter().enumerate().filter(|(_, mark)| mark.role != Role::Queued);
        for (index, _) in visible_marks {
            if index.is_multiple_of(SOME) {
                progress.pause().await?;
            }
            let holder = source_heads.map(|(heads, since)| (heads.at(index), since));
            if let Some((holder, _)) = holder.filter(|&(holder, since)| holder != NONE && holder >= since) {
                holding.push(index as u32);
                holders.push(holder);
            } else if source_heads.is_none() || layers.iter().any(|heads| heads.at(index) != NONE) {
                others.push(index);
            }
        }
        let mut all: Vec<f64> = Vec::with_capacity(holding.len());
        for some in others.chunks(SOME) {
            progress.pause().await?;
            all.extend(some.iter().copied().filter_map(value));
        }
        for (cells, holders) in holding.chunks(SOME).zip(holders.chunks(SOME)) {
            progress.pause().await?;
            let numbers = cells.iter().zip(lens.numbers(layer, trace, holders));
            all.extend(numbers.filter_map(|(&index, number)| number.or_else(|| value(index as usize))));
        }
        if all.is_empty() {
            for first in (0..area).step_by(SOME) {
                progress.pause().await?;
                all.extend((first..area.min(first + SOME)).filter_map(value));
            }
        }
        if all.is_empty() {
            // Layers that live only for a phase are empty at the end, so all numbers of the run count.
            let number = |i| Some(lens.number(layer, trace, i)?.1);
            for first in (0..trace.len()).step_by(SOME) {
                progress.pause().await?;
                all.extend((first..trace.len().min(first + SOME)).filter_map(number));
            }
        }
        let last = all.len().saturating_sub(1);
        let mut nth = |k: usize| all.get(k).is_some().then(|| *all.select_nth_unstable_by(k, f64::total_cmp).1);
        progress.pause().await?;
        Ok((nth(last * 2 / 100).unwrap_or(0.0), nth(last * 98 / 100).unwrap_or(0.0)))
    }
}
