//! A recorded run with a cursor. It answers all questions of a debugger with the same code for every algorithm.

mod boards;
mod choices;
mod hits;
mod marks;
mod measures;
mod prepare;
mod recorded;
mod recorded_answers;
mod spare_player;
mod travel;
mod waiting;
mod why_not;

pub use super::answers::*;
pub use super::figure::{Figure, Outline};
pub use boards::{Drawing, Drawn};
pub use travel::next_moment;

pub use self::hits::HitReceiver;
use self::spare_player::Spare;
use super::decision::Decision;
use super::lens::{AnyLens, questions, schema};
use super::log::Trace;
use super::player::Player;
use super::schema::{Name, OpenListChange, Schema};
use crate::card::Card;
use crate::event::{Slot, Value};
use crate::geometry::{Cell, Dir, Size};
use crate::outcome::Outcome;
use crate::progress::{Halt, Progress, at_once};
use crate::terrain::Tile;
use crate::view::board::Board;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// A recorded run with a cursor: answers questions about the moment at the cursor, and moves it.
#[derive(Clone)]
pub struct Replay {
    player: Player,
    spare: Spare,
    shared: Arc<Shared>,
    /// Shared by all users of the run, but not by temporary cursors that compute something for them.
    users: Arc<Users>,
}

/// The users of a run. What is computed for them stops with the last one.
#[derive(Default)]
struct Users(Progress);

impl Drop for Users {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Data shared by all forks of a run: its lens, its outcome, and everything that is computed once.
struct Shared {
    lens: Box<dyn AnyLens>,
    outcome: Outcome,
    series: OnceLock<Vec<Series>>,
    turns: OnceLock<Vec<Range<usize>>>,
    ties: OnceLock<Vec<u32>>,
    /// For each layer of the card, the coldest and the hottest number.
    ranges: Vec<OnceLock<(f64, f64)>>,
    /// The mark that each event gives to its cell: roles only, then for each layer of the card with that layer's heat.
    marks: Vec<OnceLock<marks::Marks>>,
    /// The byte that each event gives to a board drawn with [`Paint::Of`](super::lens::Paint::Of).
    noted: OnceLock<Vec<u8>>,
    /// The path at the end in the first view, because most runs are viewed there.
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

macro_rules! at_cursor {
    ($($(#[$doc:meta])* fn $name:ident($this:ident, $player:ident) -> $answer:ty $by_schema:block)*) => {
        $($(#[$doc])*
        pub fn $name(&self) -> $answer {
            self.lens().$name(&self.player)
        })*
    };
}

impl Replay {
    /// Creates a cursor at the start of a trace.
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

    /// Returns the player.
    pub const fn player(&self) -> &Player {
        &self.player
    }

    /// Returns the trace.
    pub fn trace(&self) -> &Trace {
        self.player.trace()
    }

    fn lens(&self) -> &dyn AnyLens {
        &*self.shared.lens
    }

    /// Returns the row-major index of a cell, or `None` if it is off the map.
    fn index(&self, cell: Cell) -> Option<usize> {
        self.size().contains(cell).then(|| self.size().index(cell))
    }

    /// Returns the algorithm's card, or `None` for the log of an unknown program.
    pub fn card(&self) -> Option<&'static Card> {
        self.lens().card()
    }

    /// Returns the size of the run's map.
    pub fn size(&self) -> Size {
        self.trace().layout().size
    }

    /// Returns the number of events in the trace.
    pub fn len(&self) -> usize {
        self.trace().len()
    }

    /// Returns whether there are no events.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of events that have happened at the cursor.
    pub fn cursor(&self) -> usize {
        self.player.cursor()
    }

    /// Moves to the moment at which `at` events have happened, or to the end if there are fewer.
    pub fn seek(&mut self, at: usize) {
        self.player.seek(at);
    }

    /// Returns a second cursor on the same trace, at the same moment.
    #[must_use]
    pub fn fork(&self) -> Self {
        self.clone()
    }

    /// Returns a second cursor at the end.
    fn at_end(&self, progress: &Progress) -> Result<Self, Halt> {
        let player = self.player.copy(progress)?;
        let spare = Spare::default();
        let users = Arc::default();
        let mut end = Self { player, spare, shared: Arc::clone(&self.shared), users };
        end.seek(usize::MAX);
        progress.check()?;
        Ok(end)
    }

    /// Returns another cursor at the start of the run. On a large map this is faster than a fork, which copies all
    /// slots.
    #[must_use]
    pub fn from_start(&self) -> Self {
        Self {
            player: Player::new(Arc::clone(self.player.trace())),
            spare: Spare::default(),
            shared: Arc::clone(&self.shared),
            users: Arc::clone(&self.users),
        }
    }

    /// Returns a cursor at the start for a computation ahead of the questions, and a progress that is stopped once the run
    /// has no other user.
    pub fn for_preparation(&self) -> (Self, Progress) {
        (Self { users: Arc::default(), ..self.from_start() }, self.users.0.clone())
    }

    /// Returns the value that a layer, given by its number on the card, shows in a cell now.
    pub fn value(&self, layer: usize, cell: Cell) -> Option<Value> {
        self.lens().value(layer, &self.player, self.index(cell)?)
    }

    /// Returns the coldest and hottest number of a layer at the end. They are the 2nd and the 98th percentile of the
    /// cells.
    pub fn range(&self, layer: usize) -> (f64, f64) {
        let find = || at_once(self.find_range(layer, &Progress::default())).unwrap_or_default();
        self.shared.ranges.get(layer).map_or((0.0, 0.0), |range| *range.get_or_init(find))
    }

    /// Draws the roles of all cells now, and the heat of one layer.
    pub fn board(&self, layer: Option<usize>, board: &mut Board) {
        _ = at_once(self.draw(layer, board, &Progress::default()));
    }

    /// Returns the events with a tie, if they are already computed.
    pub fn known_ties(&self) -> Option<&[u32]> {
        self.shared.ties.get().map(|ties| &ties[..])
    }

    /// Like [`Replay::history`], but returns `None` if the index of events by cell is not yet computed.
    pub fn known_history(&self, cell: Cell) -> Option<Vec<u32>> {
        self.trace().known_by_cell().map(|index| index.of(cell).to_vec())
    }

    /// Returns the direction of a cell's arrow now: to the neighbour that it was reached from.
    pub fn arrow(&self, cell: Cell) -> Option<Dir> {
        self.lens().arrow(&self.player, self.index(cell)?)
    }

    /// Returns how many candidates were equal at a cell, if there was more than one: the number in its tie badge.
    pub fn equals(&self, cell: Cell) -> Option<u32> {
        self.lens().equals(&self.player, self.index(cell)?)
    }

    /// Returns the path to show now: the final one once it is known, else the one to the current cell.
    pub fn path(&self) -> Vec<Cell> {
        if self.cursor() == self.len() && self.looking() == 0 {
            return self.shared.last_path.get_or_init(|| self.lens().path(&self.player)).clone();
        }
        self.lens().path(&self.player)
    }

    /// Returns the path in the outcome, whatever the moment, or the path to show now if the outcome has none.
    pub fn final_path(&self) -> Vec<Cell> {
        let cell = |value: &serde_json::Value| serde_json::from_value(value.clone()).ok();
        let path = self.shared.outcome.get("path").and_then(serde_json::Value::as_array);
        let path: Option<Vec<Cell>> = path.map(|cells| cells.iter().map_while(cell).collect());
        path.filter(|cells| !cells.is_empty()).unwrap_or_else(|| self.path())
    }

    /// Returns at most `limit` entries of the open list in its true order, and its length.
    pub fn queue(&self, limit: usize) -> (Vec<QueueEntry>, usize) {
        self.find_queue(limit)
    }

    /// Returns the values of the series and of other watched registers at this moment.
    pub fn watch(&self) -> Vec<(Name, Value)> {
        let gauges = self.schema().series.iter().zip(self.gauges_now());
        let mut all: Vec<_> = gauges.map(|(name, x)| (name.clone(), Value::Real(x))).collect();
        all.extend(self.lens().watch(&self.player));
        all
    }

    /// Returns the names of the views that can be shown; may be empty.
    pub fn eyes(&self) -> Vec<String> {
        self.lens().eyes(self.trace())
    }

    /// Returns the index of the displayed view.
    pub fn looking(&self) -> usize {
        self.player.eyes()
    }

    /// Sets the displayed view.
    pub fn look_through(&mut self, eyes: usize) {
        self.player.set_eyes(eyes);
    }

    questions!(at_cursor);

    /// Returns the cell that the decision of this moment chose. If there is no decision, returns the cell that a
    /// scoreboard marks as chosen.
    pub fn decided(&self) -> Option<Cell> {
        let decision = self.decision();
        let chosen_cell = decision.as_ref().and_then(|decision| decision.chosen_candidate()?.cell);
        let boards = self.tables().into_iter().filter(|t| t.candidates);
        chosen_cell.or_else(|| boards.flat_map(|t| t.rows).find(|r| r.chosen && r.cell.is_some())?.cell)
    }

    /// Returns the nodes of a cell for a search with several nodes per cell: the state of each, such as `t = 4`, and
    /// the index of the latest event about it, in the order of these events. Returns an empty list if each cell is one
    /// node.
    pub fn nodes(&self, cell: Cell) -> Vec<(String, usize)> {
        self.lens().nodes(&self.player, cell)
    }

    /// Returns the indices of all events about a cell, ascending.
    pub fn history(&self, cell: Cell) -> Vec<u32> {
        self.trace().by_cell().of(cell).to_vec()
    }

    /// Returns the events that a cell's layers hold now, the latest last.
    pub fn holders(&self, cell: Cell) -> Vec<u32> {
        if !self.size().contains(cell) {
            return Vec::new();
        }
        let layers = 0..self.trace().layout().layers;
        let held_events = layers.filter_map(|layer| self.player.holder(Slot::Cell(layer, cell)).map(|i| i as u32));
        let mut all: Vec<u32> = held_events.collect();
        all.sort_unstable();
        all
    }

    /// Returns the indices of the events of a kind, ascending.
    pub fn of_kind(&self, kind: &str) -> &[u32] {
        self.trace().of_kind(kind)
    }

    /// Returns the events with a tie, ascending.
    pub fn ties(&self) -> &[u32] {
        self.shared.ties.get_or_init(|| at_once(self.find_ties(&Progress::default())).unwrap_or_default())
    }

    /// Returns the tie at an event, if there was one.
    pub fn tie(&self, index: usize) -> Option<Tie> {
        if !self.is_tied(index) {
            return None;
        }
        let own = self.at_other_moment(index, |before| self.lens().tie(before, index));
        let decision_tie = || self.at_other_moment(index + 1, |after| self.lens().decision(after)?.tie());
        let waited =
            || self.at_other_moment(index, |before| schema::tie(before, index, &self.waiting_for(before, index)));
        own.or_else(decision_tie).or_else(waited)
    }

    /// Returns the tie at an event as the algorithm reports it, given the moments before and after the event.
    fn own_tie(&self, index: usize, before: &Player, after: &Player) -> Option<Tie> {
        self.lens().tie(before, index).or_else(|| self.lens().decision(after)?.tie())
    }

    /// Returns the first event from an index on that is a choice to predict, and the question before it.
    pub fn question(&self, from: usize) -> Option<(usize, Name)> {
        self.find_question(from)
    }

    /// Returns the cells that are correct answers to the question before an event, such as its own cell and those tied
    /// with it.
    pub fn answers(&self, index: usize) -> Vec<Cell> {
        self.find_answers(index)
    }

    /// Returns the moment at which to ask the question about an event: before it, and before dice that would give the
    /// answer away.
    pub fn asked_at(&self, index: usize) -> usize {
        if self.dice_before(index).is_some() { index - 1 } else { index }
    }

    /// Returns why a cell was not chosen in the whole run.
    pub fn why_not(&self, cell: Cell) -> WhyNot {
        self.hedged(self.find_why_not(cell))
    }

    /// Returns why a path that the user drew, cell by neighbouring cell, was not taken in the whole run.
    pub fn why_not_path(&self, path: &[Cell]) -> WhyNot {
        self.hedged(self.find_why_not_path(path))
    }

    /// Returns the series.
    pub fn series(&self) -> &[Series] {
        self.shared.series.get_or_init(|| at_once(self.find_series(&Progress::default())).unwrap_or_default())
    }

    /// Returns the schema of the trace.
    pub fn schema(&self) -> &Schema {
        self.trace().schema()
    }

    /// Returns whether an event takes the first entry of the open list.
    pub fn pops(&self, index: usize) -> bool {
        index < self.len() && self.trace().case(index).queue == OpenListChange::Dequeues
    }
}
