//! A recorded run with a cursor: everything that a debugger asks of it, the same code for every algorithm.

mod boards;
mod choices;
mod elsewhere;
mod hits;
mod marks;
mod measures;
mod prepare;
mod recorded;
mod told;
mod travel;
mod waiting;
mod why_not;

pub use super::answers::*;
pub use super::figure::{Figure, Outline};
pub use boards::{Drawing, Drawn};
pub use travel::next_moment;

use self::elsewhere::Spare;
use super::breakpoint::Condition;
use super::decision::Decision;
use super::lens::{AnyLens, schema};
use super::log::Trace;
use super::player::Player;
use super::schema::{Name, Schema, Waits};
use crate::card::Card;
use crate::event::{Slot, Value};
use crate::geometry::{Cell, Dir, Size};
use crate::outcome::Outcome;
use crate::terrain::Tile;
use crate::view::board::Board;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// A recorded run with a cursor: what the cursor's moment holds, and ways to move it.
#[derive(Clone)]
pub struct Replay {
    player: Player,
    spare: Spare,
    shared: Arc<Shared>,
    /// Held by all who have the run, and by no cursor that is set up to work something out for them.
    users: Arc<()>,
}

/// What forks of a run share: how it is looked at, the outcome, and what was worked out once.
struct Shared {
    lens: Box<dyn AnyLens>,
    outcome: Outcome,
    series: OnceLock<Vec<Series>>,
    turns: OnceLock<Vec<Range<usize>>>,
    ties: OnceLock<Vec<u32>>,
    /// For each layer of the card the numbers that are coldest and hottest.
    ranges: Vec<OnceLock<(f64, f64)>>,
    /// What each event gives a cell that holds it: roles alone, then for each layer of the card with that layer's heat.
    marks: Vec<OnceLock<marks::Marks>>,
    /// What each event says to a board that is painted by what cells hold.
    noted: OnceLock<Vec<u8>>,
    /// The path at the end, through the eyes of the first, since most runs are looked at there.
    last_path: OnceLock<Vec<Cell>>,
}

impl std::fmt::Debug for Replay {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Replay")
            .field("algorithm", &self.schema().algorithm)
            .field("cursor", &self.cursor())
            .finish_non_exhaustive()
    }
}

impl Replay {
    /// A cursor at the start of a trace.
    pub fn new(trace: Trace, outcome: Outcome, lens: Box<dyn AnyLens>) -> Self {
        let layers = trace.schema().layers.len();
        let marks = (0..=layers).map(|_| OnceLock::new()).collect();
        let ranges = (0..layers).map(|_| OnceLock::new()).collect();
        let (series, turns, ties, noted, last_path) = Default::default();
        Self {
            player: Player::new(Arc::new(trace)),
            spare: Spare::default(),
            shared: Arc::new(Shared { lens, outcome, series, turns, ties, ranges, marks, noted, last_path }),
            users: Arc::default(),
        }
    }

    /// The player.
    pub const fn player(&self) -> &Player {
        &self.player
    }

    /// The trace.
    pub fn trace(&self) -> &Trace {
        self.player.trace()
    }

    fn lens(&self) -> &dyn AnyLens {
        &*self.shared.lens
    }

    /// The row-major index of a cell on the map.
    fn index(&self, cell: Cell) -> Option<usize> {
        self.size().contains(cell).then(|| self.size().index(cell))
    }

    /// The algorithm's card; none where the log is of a program that is not known here.
    pub fn card(&self) -> Option<&'static Card> {
        self.lens().card()
    }

    /// The size of the map that was run on.
    pub fn size(&self) -> Size {
        self.trace().layout().size
    }

    /// How many events the trace has.
    pub fn len(&self) -> usize {
        self.trace().len()
    }

    /// Whether nothing happened at all.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many events have happened at the cursor.
    pub fn cursor(&self) -> usize {
        self.player.cursor()
    }

    /// To the moment at which `at` events have happened, clamped to the end.
    pub fn seek(&mut self, at: usize) {
        self.player.seek(at);
    }

    /// A second cursor on the same trace, at the same moment.
    #[must_use]
    pub fn fork(&self) -> Self {
        self.clone()
    }

    /// A second cursor at the end; none where it was told to stop meanwhile.
    fn at_end(&self, goes_on: &mut dyn FnMut() -> bool) -> Option<Self> {
        let (player, spare, users) = (self.player.copy(goes_on)?, Spare::default(), Arc::default());
        let mut end = Self { player, spare, shared: Arc::clone(&self.shared), users };
        end.seek(usize::MAX);
        goes_on().then_some(end)
    }

    /// The same run at its start. On a large map that is made at once, where a fork copies what every slot holds.
    #[must_use]
    pub fn from_start(&self) -> Self {
        Self {
            player: Player::new(Arc::clone(self.player.trace())),
            spare: Spare::default(),
            shared: Arc::clone(&self.shared),
            users: Arc::clone(&self.users),
        }
    }

    /// What a layer, by its number on the card, shows in a cell now.
    pub fn value(&self, layer: usize, cell: Cell) -> Option<Value> {
        self.lens().value(layer, &self.player, self.index(cell)?)
    }

    /// The numbers of a layer at the end that are coldest and hottest: the smallest, and the one that a fiftieth of
    /// the cells exceed.
    pub fn range(&self, layer: usize) -> (f64, f64) {
        let find = || self.find_range(layer, &mut || true).unwrap_or_default();
        self.shared.ranges.get(layer).map_or((0.0, 0.0), |range| *range.get_or_init(find))
    }

    /// The roles of all cells now, and the heat of one layer.
    pub fn board(&self, layer: Option<usize>, board: &mut Board) {
        _ = self.draw(layer, board, &mut || true);
    }

    /// The events at which something was equal, where they are known by now.
    pub fn known_ties(&self) -> Option<&[u32]> {
        self.shared.ties.get().map(|ties| &ties[..])
    }

    /// The same as [`Replay::history`], where it is known by now where the events of each cell are.
    pub fn known_history(&self, cell: Cell) -> Option<Vec<u32>> {
        self.trace().known_by_cell().map(|index| index.of(cell).to_vec())
    }

    /// Where a cell's arrow points now: to the neighbour that it was reached from.
    pub fn arrow(&self, cell: Cell) -> Option<Dir> {
        self.lens().arrow(&self.player, self.index(cell)?)
    }

    /// How many were equal at a cell, where more than one was: the number in its tie badge.
    pub fn equals(&self, cell: Cell) -> Option<u32> {
        self.lens().equals(&self.player, self.index(cell)?)
    }

    /// The path that matters now: the final one once it is known, else the one to the cell at hand.
    pub fn path(&self) -> Vec<Cell> {
        if self.cursor() == self.len() && self.looking() == 0 {
            return self.shared.last_path.get_or_init(|| self.lens().path(&self.player)).clone();
        }
        self.lens().path(&self.player)
    }

    /// What the algorithm adds to the sentence of the last event by looking at this moment; may be empty.
    pub fn explain(&self) -> String {
        self.lens().explain(&self.player)
    }

    /// The open list in its true order, at most `limit` entries, and its length.
    pub fn queue(&self, limit: usize) -> (Vec<QueueEntry>, usize) {
        self.find_queue(limit)
    }

    /// Registers and measures at this moment.
    pub fn watch(&self) -> Vec<(Name, Value)> {
        let gauges = self.schema().series.iter().zip(self.gauges_now());
        let mut all: Vec<_> = gauges.map(|(name, x)| (name.clone(), Value::Real(x))).collect();
        all.extend(self.lens().watch(&self.player));
        all
    }

    /// Which turn this moment lies in, where there are turns.
    pub fn turn(&self) -> Option<u32> {
        self.lens().turn(&self.player)
    }

    /// Whose views can be shown; empty where nobody's.
    pub fn eyes(&self) -> Vec<String> {
        self.lens().eyes(self.trace())
    }

    /// The number of those whose view is shown.
    pub fn looking(&self) -> usize {
        self.player.eyes()
    }

    /// Looks through other eyes.
    pub fn look_through(&mut self, eyes: usize) {
        self.player.set_eyes(eyes);
    }

    /// The tiles that are not now as the scene has them.
    pub fn tiles(&self) -> Vec<(Cell, Tile)> {
        self.lens().tiles(&self.player)
    }

    /// The actors that are not now as the scene has them.
    pub fn tokens(&self) -> Vec<Token> {
        self.lens().tokens(&self.player)
    }

    /// What is drawn over the map besides cells.
    pub fn figures(&self) -> Vec<Figure> {
        self.lens().figures(&self.player)
    }

    /// What was weighed.
    pub fn tables(&self) -> Vec<Table> {
        self.lens().tables(&self.player)
    }

    /// The cell that the decision of this moment came to; where there is none, what a scoreboard marks as chosen.
    pub fn decided(&self) -> Option<Cell> {
        let decision = self.decision();
        let taken = decision.as_ref().and_then(|decision| decision.chosen()?.cell);
        let boards = self.tables().into_iter().filter(|t| t.candidates);
        taken.or_else(|| boards.flat_map(|t| t.rows).find(|r| r.chosen && r.cell.is_some())?.cell)
    }

    /// Returns the nodes of a cell if a search has several in one cell: the state of each, such as `t = 4`, and the index of the
    /// latest event about it, in the order of these events. Empty if each cell is one node.
    pub fn nodes(&self, cell: Cell) -> Vec<(String, usize)> {
        self.lens().nodes(&self.player, cell)
    }

    /// The choice that this moment is about.
    pub fn decision(&self) -> Option<Decision> {
        self.lens().decision(&self.player)
    }

    /// The bar charts at this moment.
    pub fn charts(&self) -> Vec<Chart> {
        self.lens().charts(&self.player)
    }

    /// The directions taken so far, against what is uniform.
    pub fn roses(&self) -> Vec<Rose> {
        self.lens().roses(&self.player)
    }

    /// The indices of all events about a cell, ascending.
    pub fn history(&self, cell: Cell) -> Vec<u32> {
        self.trace().by_cell().of(cell).to_vec()
    }

    /// The event that a cell's layers hold now, latest last.
    pub fn holders(&self, cell: Cell) -> Vec<u32> {
        if !self.size().contains(cell) {
            return Vec::new();
        }
        let layers = 0..self.trace().layout().layers;
        let held = layers.filter_map(|layer| self.player.holder(Slot::Cell(layer, cell)).map(|i| i as u32));
        let mut all: Vec<u32> = held.collect();
        all.sort_unstable();
        all
    }

    /// The indices of the events at which a condition holds, ascending.
    pub fn hits(&self, condition: &Condition) -> Vec<u32> {
        self.hits_within(condition, &mut || true).unwrap_or_default()
    }

    /// The same as long as it is told to go on; none where it was not.
    pub fn hits_within(&self, condition: &Condition, goes_on: &mut dyn FnMut() -> bool) -> Option<Vec<u32>> {
        let (mut all, mut whole) = (Vec::new(), true);
        self.tell_hits(condition, &mut |_, hits| {
            all.extend_from_slice(hits);
            whole &= goes_on();
            whole
        });
        whole.then_some(all)
    }

    /// The indices of the events of a kind, by its name, ascending.
    pub fn of_kind(&self, kind: &str) -> &[u32] {
        self.trace().of_kind(kind)
    }

    /// The events at which a condition holds, as they are found. `tell` is given how many events were asked and the hits among those since it was called
    /// last; the last time these are all events. It answers whether to go on, and is called at least every few hundred.
    pub fn tell_hits(&self, condition: &Condition, tell: &mut dyn FnMut(usize, &[u32]) -> bool) {
        self.tell_hits_of(condition, tell);
    }

    /// The events at which something was equal, ascending.
    pub fn ties(&self) -> &[u32] {
        self.shared.ties.get_or_init(|| self.find_ties(&mut || true).unwrap_or_default())
    }

    /// The tie at an event, if it was one.
    pub fn tie(&self, index: usize) -> Option<Tie> {
        if !self.is_tied(index) {
            return None;
        }
        let own = self.elsewhere(index, |before| self.lens().tie(before, index));
        let told = || self.elsewhere(index + 1, |after| self.lens().decision(after)?.tie());
        let waited = || self.elsewhere(index, |before| schema::tie(before, index, &self.waiting_for(before, index)));
        own.or_else(told).or_else(waited)
    }

    /// The tie at an event as the algorithm tells it, at the moments before and after it.
    fn own_tie(&self, index: usize, before: &Player, after: &Player) -> Option<Tie> {
        self.lens().tie(before, index).or_else(|| self.lens().decision(after)?.tie())
    }

    /// The first event from an index on that is a choice to be predicted, and what is asked before it.
    pub fn question(&self, from: usize) -> Option<(usize, Name)> {
        self.find_question(from)
    }

    /// The cells any of which is a right answer to the question before an event: its own and those tied with it.
    pub fn answers(&self, index: usize) -> Vec<Cell> {
        self.find_answers(index)
    }

    /// The moment to ask about an event at: before it, and before the dice that gave it away.
    pub fn asked_at(&self, index: usize) -> usize {
        if self.dice_before(index).is_some() { index - 1 } else { index }
    }

    /// Why a cell was not chosen, or did not come to more, in the whole run.
    pub fn why_not(&self, cell: Cell) -> WhyNot {
        self.find_why_not(cell)
    }

    /// Why a path that somebody drew, cell by neighbouring cell, was not taken in the whole run.
    pub fn why_not_path(&self, path: &[Cell]) -> WhyNot {
        self.find_why_not_path(path)
    }

    /// Numbers over time.
    pub fn series(&self) -> &[Series] {
        self.shared.series.get_or_init(|| self.find_series(&mut || true).unwrap_or_default())
    }

    /// What is said of the events.
    pub fn schema(&self) -> &Schema {
        self.trace().schema()
    }

    /// Whether an event takes the first entry of the open list.
    pub fn pops(&self, index: usize) -> bool {
        index < self.len() && self.trace().case(index).queue == Waits::Dequeues
    }
}
