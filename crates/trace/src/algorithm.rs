//! The traits of an algorithm: [`Algorithm`] runs it, [`Lens`] answers questions about its trace, and [`Runner`] is an
//! algorithm without its types, for a list.

mod runner;
mod typed;

use crate::card::rows::Answer;
use crate::card::{CardOf, LayerKind};
use crate::event::{Event, OpenListEffect, Value};
use crate::movement::Passage;
use crate::params::Resolved;
use crate::trace::lens::{HeldEvent, Paint, schema};
use crate::trace::recorded_answers::{Search, told_path};
use crate::trace::replay::{Chart, Figure, QueueEntry, Rose, Table, Tie, Token, WhyNot};
use crate::trace::tally::{self, Tally};
use crate::trace::why::Ended;
use crate::trace::{CellState, Contract, Decision, Layout, Moment, Progress};
use crate::{Cell, Dir, Observer, Role, Scene, Tile};
use std::ops::ControlFlow;

pub use crate::run_error::RunError;
pub use runner::{Begun, Entry, Runner, Unlinked};

/// An algorithm: builds a problem from a scene and runs it. Its [`Lens`] answers questions about a moment of a run.
pub trait Algorithm: Send + Sync + 'static {
    /// The events that the algorithm reports.
    type Event: Event;
    /// Everything that a run needs, computed from the scene.
    type Problem: Send + Sync + 'static;
    /// The result of a run.
    type Outcome: serde::Serialize;

    /// The algorithm's card.
    const CARD: &'static CardOf<Self::Event>;
    /// Whether a page has the algorithm before its first picture. See [`later`](crate::later).
    const IS_FIRST: bool = false;

    /// Builds the problem from a scene. Long work [pauses](Progress::pause) now and then, so that a page is never
    /// blocked. Write it as an `async fn`.
    ///
    /// # Errors
    /// Returns [`RunError::Scene`] if an actor is missing or there are too many, and [`RunError::Stopped`] if the caller
    /// has cancelled.
    fn prepare(
        scene: &Scene,
        params: &Resolved,
        seed: u64,
        progress: &Progress,
    ) -> impl Future<Output = Result<Self::Problem, RunError>> + Send;
    /// Returns how the slots of a trace of this problem are numbered.
    fn layout(problem: &Self::Problem) -> Layout;
    /// Returns the constants that the events do not repeat.
    fn context(problem: &Self::Problem) -> <Self::Event as Event>::Context;
    /// Returns the rules that the algorithm follows, if it is a single search whose trace can be checked against them.
    fn contract(_: &Self::Problem) -> Option<Contract> {
        None
    }
    /// Returns the map for the algorithm's mover, if the rules of its contract can explain why a cell is not on the path.
    fn passage(_: &Self::Problem) -> Option<&Passage> {
        None
    }
    /// Returns the probabilities that its samples are compared with, if the algorithm samples paths.
    fn tally(_: &Self::Problem) -> Option<Tally> {
        None
    }
    /// Runs the algorithm.
    fn run<O: Observer<Self::Event>>(problem: &Self::Problem, observer: &mut O) -> ControlFlow<O::Halt, Self::Outcome>;
}

/// Answers questions about a moment of an algorithm's run. Every method has a default answer based on the declarations
/// of the events. An algorithm overrides the methods that it can answer better. No method runs the algorithm.
pub trait Lens: Algorithm {
    /// Returns how the roles of cells are found, unless the shown layer of the card says otherwise. By default the events
    /// of all layers decide.
    fn paint<'a>(now: &Moment<'a, Self::Event>) -> Paint<'a> {
        Paint::Last((0..now.trace().layout().layers).collect())
    }
    /// Returns the role of a cell while it holds an event in a layer of [`Paint::Last`]. With [`Role::None`], the
    /// layers before decide.
    fn role(event: &Self::Event, context: &<Self::Event as Event>::Context) -> Role {
        event.is(context).role
    }
    /// Returns the byte that [`Paint::Of`] receives for an event that a cell holds. By default it is the number of the
    /// event's role.
    fn mark(event: &Self::Event, context: &<Self::Event as Event>::Context) -> u8 {
        Self::role(event, context) as u8
    }
    /// Returns the direction of a cell's arrow.
    fn arrow(cell: &CellState<Self::Event>) -> Option<Dir> {
        schema::arrow(cell.player(), cell.cell())
    }
    /// Returns how many candidates were equal at a cell, if there was more than one.
    fn equals(cell: &CellState<Self::Event>) -> Option<u32> {
        schema::equals(cell.player(), cell.cell())
    }
    /// Returns the path to show at this moment.
    fn path(now: &Moment<Self::Event>) -> Vec<Cell> {
        schema::path(now)
    }
    /// Returns the path taken in the whole run, start first, given its last moment. Override it if that is more than
    /// the last path.
    fn way(end: &Moment<Self::Event>) -> Vec<Cell> {
        Self::path(end)
    }
    /// Returns the text that this moment adds to the sentence of the last event.
    fn explain(now: &Moment<Self::Event>) -> String {
        schema::decision(now).map_or_else(String::new, |choice| choice.second_line())
    }
    /// Returns whether the newer of two entries with equal keys is taken first.
    fn queue_newest_first(_context: &<Self::Event as Event>::Context) -> bool {
        false
    }
    /// Returns whether the event itself reports a tie.
    fn is_tie(_event: &Self::Event, _context: &<Self::Event as Event>::Context) -> bool {
        false
    }
    /// Returns the tie at an event. `before` is the moment just before it.
    fn tie(_before: &Moment<Self::Event>, _event: &Self::Event) -> Option<Tie> {
        None
    }
    /// Returns the prediction question before an event that is a choice, such as `Which cell is expanded next?`. The
    /// answer is the cell of the event.
    fn question(event: &Self::Event, context: &<Self::Event as Event>::Context) -> Option<&'static str> {
        (event.is(context).queue == OpenListEffect::Dequeues).then_some("Which cell is expanded next?")
    }
    /// Returns the cells that are correct answers to the question before an event. `None` means its cell and the cells
    /// tied with it. `before` is the moment just before the event.
    fn answers(_before: &Moment<Self::Event>, _event: &Self::Event) -> Option<Vec<Cell>> {
        None
    }
    /// Returns whether an event can change the result of [`Lens::watch`]. Events that begin a phase or write a register
    /// always count, so only other events need to be named here. This avoids a call of `watch` after each of a million
    /// events.
    fn rewatches(_event: &Self::Event) -> bool {
        false
    }
    /// Like [`Lens::rewatches`], but for changes of actors and tiles.
    fn restages(_event: &Self::Event) -> bool {
        false
    }
    /// Returns registers worth watching, besides the series.
    fn watch(now: &Moment<Self::Event>) -> Vec<(&'static str, Value)> {
        schema::watch(now)
    }
    /// Returns the turn that this moment belongs to, if the run has turns. If the user edits the scene at this moment,
    /// the edit becomes a script line for this turn.
    fn turn(_now: &Moment<Self::Event>) -> Option<u32> {
        None
    }
    /// Returns the names of the views that can be shown, such as `guard 2`. [`crate::trace::Player::eyes`] selects one
    /// of them.
    fn eyes(_context: &<Self::Event as Event>::Context) -> Vec<String> {
        Vec::new()
    }
    /// Returns the tiles that differ from the scene at this moment.
    fn tiles(_now: &Moment<Self::Event>) -> Vec<(Cell, Tile)> {
        Vec::new()
    }
    /// Returns the actors that differ from the scene at this moment.
    fn tokens(_now: &Moment<Self::Event>) -> Vec<Token> {
        Vec::new()
    }
    /// Returns the drawings over the map, such as wedges, plans and legs.
    fn figures(now: &Moment<Self::Event>) -> Vec<Figure> {
        schema::figures(now)
    }
    /// Returns the choice that this moment is about, as far as it has progressed. The scoreboard, the tie, the second
    /// line and the why-not answer are made from it.
    fn decision(now: &Moment<Self::Event>) -> Option<Decision> {
        schema::decision(now)
    }
    /// Returns tables of what was weighed and what is known. By default it is the scoreboard of the choice.
    fn tables(now: &Moment<Self::Event>) -> Vec<Table> {
        Self::decision(now).iter().map(Decision::table).collect()
    }
    /// The layers of slots that hold waiting cells. An algorithm with several open lists names each of them.
    const LISTS: &'static [u8] = &[0];
    /// Whether taking one of several entries with the same first key counts as a tie. It should not if the algorithm
    /// takes all of them anyway. The default is `true` only for a single open list in the first layer. If it is set for
    /// other lists, each list is checked on its own. If it is not set, the algorithm reports its ties itself.
    const TAKING_TIES: bool = matches!(Self::LISTS, [0]);
    /// Returns the waiting entries in the order in which they will be taken. `None` means the cells that the events put
    /// into the open list.
    fn waiting(_now: &Moment<Self::Event>) -> Option<Vec<QueueEntry>> {
        None
    }
    /// Returns why a cell was not chosen, at the moment that is shown. Override it if an answer at the end would be
    /// about a different map. `None` asks at the end.
    fn why_not_now(_problem: &Self::Problem, _now: &Moment<Self::Event>, _cell: Cell) -> Option<WhyNot> {
        None
    }
    /// Returns why a cell was not chosen, given the end of a run. `None` leaves the answer to scoreboards and the
    /// cell's history.
    fn why_not(problem: &Self::Problem, end: &Moment<Self::Event>, cell: Cell) -> Option<WhyNot> {
        ask::<Self, _>(problem, end, |search| search.why_not(cell))
    }
    /// Returns why a path that the user drew, cell by neighbouring cell, was not taken. `None` asks about its first
    /// cell off the path taken instead.
    fn why_not_path(problem: &Self::Problem, end: &Moment<Self::Event>, path: &[Cell]) -> Option<WhyNot> {
        ask::<Self, _>(problem, end, |search| search.why_not_path(path)).flatten()
    }
    /// Returns the directions taken so far, compared with a uniform choice.
    fn roses(now: &Moment<Self::Event>) -> Vec<Rose> {
        tally::roses(now)
    }
    /// Returns the bar charts at this moment.
    fn charts(now: &Moment<Self::Event>) -> Vec<Chart> {
        tally::charts(now)
    }
}

/// Returns the value that a layer of the card shows in a cell.
pub fn value<A: Lens>(layer: usize, cell: &CellState<A::Event>) -> Option<Value> {
    let row = A::CARD.layers.get(layer)?;
    match row.answer {
        Answer::Cell(value, _) => value(cell),
        Answer::Event(slots, value) => value(cell.layer(slots)?, cell.player().context()),
        Answer::Declared if row.layer.kind == LayerKind::Scalar => schema::value(layer, cell.player(), cell.cell()),
        Answer::Declared => {
            let role = role_at::<A>(paint::<A>(layer, cell.player()), cell);
            (role != Role::None).then(|| Value::Word(A::CARD.role_name(role).into()))
        }
    }
}

/// Returns how the roles of cells are found while a layer of the card is shown.
fn paint<'a, A: Lens>(layer: usize, now: &Moment<'a, A::Event>) -> Paint<'a> {
    A::CARD.layers.get(layer).and_then(|row| row.paint).map_or_else(|| A::paint(now), |paint| paint(now))
}

/// Returns the role of a cell.
fn role_at<A: Lens>(paint: Paint<'_>, cell: &CellState<A::Event>) -> Role {
    let context = cell.player().context();
    match paint {
        Paint::Last(layers) => {
            let mut roles = layers.iter().rev().filter_map(|&l| cell.layer(l)).map(|e| A::role(e, context));
            roles.find(|&role| role != Role::None).unwrap_or_default()
        }
        Paint::Of(layers, paint) => {
            let held_event = |&layer: &u8| {
                let event = cell.holder(layer)?;
                Some(HeldEvent { mark: A::mark(cell.player().event(event)?, context), event: event as u32 })
            };
            paint(cell.index(), &layers.iter().map(held_event).collect::<Vec<_>>())
        }
    }
}

/// Calls `what` with the end of a search. Returns `None` if the search states no rules.
fn ask<A: Lens + ?Sized, T>(
    problem: &A::Problem,
    end: &Moment<A::Event>,
    what: impl FnOnce(&Ended<'_>) -> T,
) -> Option<T> {
    let search = Search::of(&A::contract(problem)?, A::passage(problem)?.clone())?;
    Some(search.ask(end.player(), told_path(end.player(), &A::path(end)), A::decision(end), what))
}
