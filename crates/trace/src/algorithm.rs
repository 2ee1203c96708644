//! What an algorithm is: a trait for what it does, a trait for how a moment of it is looked at, and what a list holds of it.

mod typed;

use crate::card::{Card, Layer, LayerKind, Shows};
use crate::event::{Event, Queue, Slot, Value};
use crate::geometry::{Cell, Dir};
use crate::observe::Observer;
use crate::outcome::Outcome;
use crate::params::{Params, Resolved};
use crate::scene::Scene;
use crate::terrain::Tile;

use crate::movement::Passage;
use crate::trace::lens::{Gauge, Held, Paint, schema};
use crate::trace::replay::{Chart, Figure, QueueEntry, Rose, Table, Tie, Token, WhyNot};
use crate::trace::schema::Schema;
use crate::trace::tally::{self, Tally};
use crate::trace::told::{Search, told_path};
use crate::trace::why::Ended;
use crate::trace::{CellState, Control, Decision, Layout, Moment, Recorder, Replay, Stated, Watch};
use crate::view::board::Role;
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use typed::Typed;

pub use crate::run_error::RunError;

/// An algorithm: how a problem is made of a scene, and how it is run. How a moment of it is looked at is its [`Lens`].
pub trait Algorithm: Send + Sync + 'static {
    /// What it reports.
    type Event: Event;
    /// Everything that a run needs, worked out of the scene.
    type Problem: Send + Sync + 'static;
    /// What comes out.
    type Outcome: serde::Serialize;

    /// Its card.
    const CARD: &'static Card;

    /// Makes the problem of a scene, or says in a sentence why it cannot be run.
    ///
    /// # Errors
    /// [`RunError::Scene`] when an actor is missing or there are too many; [`RunError::Stopped`] where the work takes long
    /// and [`Control::stopped`] says to stop.
    fn prepare(scene: &Scene, params: &Resolved, seed: u64, control: &Control) -> Result<Self::Problem, RunError>;
    /// How the slots of a trace of this problem are numbered.
    fn layout(problem: &Self::Problem) -> Layout;
    /// The constants that its events do not repeat.
    fn context(problem: &Self::Problem) -> <Self::Event as Event>::Context;
    /// The rules that it goes by, where it is one search whose trace can be held to them.
    fn stated(_: &Self::Problem) -> Option<Stated> {
        None
    }
    /// The map as its mover meets it, where why a cell is not on its path is asked of the rules that it states.
    fn passage(_: &Self::Problem) -> Option<&Passage> {
        None
    }
    /// What its samples are held against, where it samples paths.
    fn tally(_: &Self::Problem) -> Option<Tally> {
        None
    }
    /// Runs it.
    fn run<O: Observer<Self::Event>>(problem: &Self::Problem, observer: &mut O) -> ControlFlow<O::Halt, Self::Outcome>;
}

/// How a moment of an algorithm is looked at. Everything has an answer from what the events declare; an algorithm overrides
/// what deserves better. Nothing here runs anything.
pub trait Lens: Algorithm {
    /// What a layer of the card shows in a cell.
    fn value(layer: usize, cell: &CellState<Self::Event>) -> Option<Value> {
        match Self::CARD.layers.get(layer)?.kind {
            LayerKind::Scalar => schema::value(layer, cell.player(), cell.cell()),
            LayerKind::Status => {
                let role = Self::role_at(layer, cell);
                (role != Role::None).then(|| Value::Word(Self::CARD.role_name(role).into()))
            }
        }
    }
    /// The layer whose event alone decides what layer `layer` of the card shows, and the number that this event shows;
    /// boards are then made from a table. `None` where more than one event decides.
    fn number(layer: usize, event: &Self::Event, context: &<Self::Event as Event>::Context) -> Option<(u8, f64)> {
        let plain = |l: &&Layer| l.kind == LayerKind::Scalar && l.shows == Shows::Field;
        let layer = Self::CARD.layers.get(layer).filter(plain)?;
        let Some(Slot::Cell(at, _)) = event.slot(context) else { return None };
        let mut found = None;
        event.fields(context, &mut |name, value| {
            if name == layer.name {
                found = value.number();
            }
        });
        Some((at, found?))
    }
    /// How the parts that cells play are found while a layer of the card is shown: by the events of all layers if nothing
    /// is said.
    fn paint<'a>(_layer: usize, now: &Moment<'a, Self::Event>) -> Paint<'a> {
        Paint::Last((0..now.trace().layout().layers).collect())
    }
    /// The part that a cell plays while it holds an event in a layer of [`Paint::Last`]; [`Role::None`] leaves it to
    /// the layers before.
    fn role(event: &Self::Event, context: &<Self::Event as Event>::Context) -> Role {
        event.is(context).role
    }
    /// What [`Paint::Of`] is told of an event that a cell holds, in a byte: the number of its part if nothing is said.
    fn mark(event: &Self::Event, context: &<Self::Event as Event>::Context) -> u8 {
        Self::role(event, context) as u8
    }
    /// The part that a cell plays while a layer of the card is shown.
    fn role_at(layer: usize, cell: &CellState<Self::Event>) -> Role {
        let context = cell.player().context();
        match Self::paint(layer, cell.player()) {
            Paint::Last(layers) => {
                let mut roles = layers.iter().rev().filter_map(|&l| cell.layer(l)).map(|e| Self::role(e, context));
                roles.find(|&role| role != Role::None).unwrap_or_default()
            }
            Paint::Of(layers, paint) => {
                let held = |&layer: &u8| {
                    let event = cell.holder(layer)?;
                    Some(Held { mark: Self::mark(cell.player().event(event)?, context), event: event as u32 })
                };
                paint(cell.index(), &layers.iter().map(held).collect::<Vec<_>>())
            }
        }
    }
    /// Where a cell's arrow points.
    fn arrow(cell: &CellState<Self::Event>) -> Option<Dir> {
        schema::arrow(cell.player(), cell.cell())
    }
    /// How many were equal at a cell, where more than one was.
    fn equals(cell: &CellState<Self::Event>) -> Option<u32> {
        schema::equals(cell.player(), cell.cell())
    }
    /// The path that matters at this moment.
    fn path(now: &Moment<Self::Event>) -> Vec<Cell> {
        schema::path(now)
    }
    /// The way that was taken in the whole run, start first, asked at its end: where that is more than the last path.
    fn way(end: &Moment<Self::Event>) -> Vec<Cell> {
        Self::path(end)
    }
    /// What this moment adds to the sentence of the last event.
    fn explain(now: &Moment<Self::Event>) -> String {
        schema::decision(now).map_or_else(String::new, |choice| choice.second_line())
    }
    /// Whether, of entries with equal keys, the later goes first.
    fn queue_newest_first(_context: &<Self::Event as Event>::Context) -> bool {
        false
    }
    /// What an event does to a number over time of the card.
    fn gauge(_series: usize, _event: &Self::Event, _context: &<Self::Event as Event>::Context) -> Gauge {
        Gauge::Same
    }
    /// Whether a check of the card holds at an event; `before` is the moment just before it, and `tied` says
    /// whether something was equal at it.
    fn check(_check: usize, _before: &Moment<Self::Event>, _event: &Self::Event, _tied: bool) -> bool {
        false
    }
    /// Whether an event says by itself that something was equal.
    fn is_tie(_event: &Self::Event, _context: &<Self::Event as Event>::Context) -> bool {
        false
    }
    /// The tie at an event; `before` is the moment just before it, `waiting` the open list at that moment, in order.
    fn tie(_before: &Moment<Self::Event>, _event: &Self::Event) -> Option<Tie> {
        None
    }
    /// What a class is asked before an event that is a choice, such as `Which cell is expanded next?`; the answer is
    /// the cell of the event.
    fn question(event: &Self::Event, context: &<Self::Event as Event>::Context) -> Option<&'static str> {
        (event.is(context).queue == Queue::Dequeues).then_some("Which cell is expanded next?")
    }
    /// The cells any of which is a right answer to the question before an event, where that is not its cell and those
    /// that are tied with it; `before` is the moment just before it.
    fn answers(_before: &Moment<Self::Event>, _event: &Self::Event) -> Option<Vec<Cell>> {
        None
    }
    /// Whether an event can change what [`Lens::watch`] says. Beginnings of phases and what writes a register count in
    /// any case, so only other events need be named here; it saves asking after each of a million.
    fn rewatches(_event: &Self::Event) -> bool {
        false
    }
    /// The same of who stands where and how, and of which tiles are there.
    fn restages(_event: &Self::Event) -> bool {
        false
    }
    /// Registers worth watching, besides the numbers over time.
    fn watch(now: &Moment<Self::Event>) -> Vec<(&'static str, Value)> {
        schema::watch(now)
    }
    /// Which turn this moment lies in, where there are turns: a hand that interferes now adds its line to the script
    /// there.
    fn turn(_now: &Moment<Self::Event>) -> Option<u32> {
        None
    }
    /// Whose views can be shown, such as `guard 2`; what is shown depends on [`crate::trace::Player::eyes`].
    fn eyes(_context: &<Self::Event as Event>::Context) -> Vec<String> {
        Vec::new()
    }
    /// The tiles that are not now as the scene has them.
    fn tiles(_now: &Moment<Self::Event>) -> Vec<(Cell, Tile)> {
        Vec::new()
    }
    /// The actors that are not now as the scene has them.
    fn tokens(_now: &Moment<Self::Event>) -> Vec<Token> {
        Vec::new()
    }
    /// What is drawn over the map besides cells: wedges, plans, legs.
    fn figures(now: &Moment<Self::Event>) -> Vec<Figure> {
        schema::figures(now)
    }
    /// The choice that this moment is about, as far as it has come: scoreboard, tie, second line and why-not are made of
    /// it.
    fn decision(now: &Moment<Self::Event>) -> Option<Decision> {
        schema::decision(now)
    }
    /// What was weighed and what is known, as tables: the scoreboard of the choice if nothing is said.
    fn tables(now: &Moment<Self::Event>) -> Vec<Table> {
        Self::decision(now).iter().map(Decision::table).collect()
    }
    /// The layers of slots whose cells wait: of an algorithm with several open lists, each of them.
    const LISTS: &'static [u8] = &[0];
    /// Whether it is a tie when one of several entries with the same first key is taken; not where the whole ring of them
    /// is taken anyway. Of lists other than the first layer it is one only where the algorithm says so, each list on its
    /// own; else it says itself what was equal.
    const TAKING_TIES: bool = matches!(Self::LISTS, [0]);
    /// What waits, first to go first, where it is not the cells that the events put into the open list.
    fn waiting(_now: &Moment<Self::Event>) -> Option<Vec<QueueEntry>> {
        None
    }
    /// Why a cell was not chosen, asked at the moment that is looked at, where an answer at the end would be about
    /// another map; `None` asks at the end.
    fn why_not_now(_problem: &Self::Problem, _now: &Moment<Self::Event>, _cell: Cell) -> Option<WhyNot> {
        None
    }
    /// Why a cell was not chosen, asked at the end of a run; `None` where scoreboards and the cell's history say it.
    fn why_not(problem: &Self::Problem, end: &Moment<Self::Event>, cell: Cell) -> Option<WhyNot> {
        ask::<Self, _>(problem, end, |search| search.why_not(cell))
    }
    /// Why a path that somebody drew, cell by neighbouring cell, was not taken; `None` where its first cell off the path
    /// taken is asked instead.
    fn why_not_path(problem: &Self::Problem, end: &Moment<Self::Event>, path: &[Cell]) -> Option<WhyNot> {
        ask::<Self, _>(problem, end, |search| search.why_not_path(path)).flatten()
    }
    /// The directions taken so far, against what is uniform.
    fn roses(now: &Moment<Self::Event>) -> Vec<Rose> {
        tally::roses(now)
    }
    /// Bar charts at this moment.
    fn charts(now: &Moment<Self::Event>) -> Vec<Chart> {
        tally::charts(now)
    }
}

/// What `what` makes of the end of a search that states its rules.
fn ask<A: Lens + ?Sized, T>(
    problem: &A::Problem,
    end: &Moment<A::Event>,
    what: impl FnOnce(&Ended<'_>) -> T,
) -> Option<T> {
    let search = Search::of(&A::stated(problem)?, A::passage(problem)?.clone())?;
    Some(search.ask(end.player(), told_path(end.player(), &A::path(end)), A::decision(end), what))
}

/// An algorithm without its types: what the list holds.
pub trait Runner: Send + Sync {
    /// Its card.
    fn card(&self) -> &'static Card;

    /// Runs the scene with `params` and records it.
    ///
    /// # Errors
    /// When a parameter or the scene does not fit. A recording that was stopped is no error: it says so itself.
    fn record(&self, scene: &Scene, params: &Params, seed: u64, control: &Control) -> Result<Replay, RunError>;

    /// Runs the scene without recording, under `control`, and gives the outcome.
    ///
    /// # Errors
    /// When a parameter or the scene does not fit, or the run was stopped.
    fn outcome_within(&self, scene: &Scene, params: &Params, seed: u64, control: &Control)
    -> Result<Outcome, RunError>;

    /// The same, however long it takes.
    ///
    /// # Errors
    /// When a parameter or the scene does not fit.
    fn outcome(&self, scene: &Scene, params: &Params, seed: u64) -> Result<serde_json::Value, RunError> {
        let control = Control { budget: usize::MAX, ..Control::default() };
        self.outcome_within(scene, params, seed, &control).map(Into::into)
    }
}

/// An algorithm without its types, for a list.
#[derive(Debug)]
pub struct Entry<A>(PhantomData<A>);

impl<A> Entry<A> {
    /// The entry.
    pub const NEW: Self = Self(PhantomData);
}

/// The problem of a scene. One that does not hold together, with somebody off the map, is refused for every algorithm alike.
fn prepared<A: Algorithm>(
    scene: &Scene,
    params: &Params,
    seed: u64,
    control: &Control,
) -> Result<A::Problem, RunError> {
    scene.validate().map_err(|error| RunError::Scene(error.to_string()))?;
    A::prepare(scene, &params.resolve(A::CARD.params)?, seed, control)
}

impl<A: Lens> Runner for Entry<A> {
    fn card(&self) -> &'static Card {
        A::CARD
    }

    fn record(&self, scene: &Scene, params: &Params, seed: u64, control: &Control) -> Result<Replay, RunError> {
        let problem = prepared::<A>(scene, params, seed, control)?;
        let layout = A::layout(&problem);
        if layout.bytes() > control.memory {
            let (layers, size, most) = (layout.layers, layout.size, control.memory);
            return Err(RunError::Layers { layers, size, bytes: layout.bytes(), most });
        }
        let mut recorder = Recorder::new(layout, control);
        let outcome = match A::run(&problem, &mut recorder) {
            ControlFlow::Continue(outcome) => Outcome::of(&outcome, control)?.with_card(A::CARD),
            ControlFlow::Break(halt) if control.forget.load(Ordering::Relaxed) => return Err(halt.into()),
            ControlFlow::Break(_) => Outcome::default(),
        };
        let schema = Schema::of::<A::Event>().with_card(A::CARD).with_rules(A::stated(&problem));
        let schema = schema.with_tally(A::tally(&problem));
        let trace = recorder.finish_as(schema, A::context(&problem));
        // Of events that are not kept nothing is said either.
        let outcome = if trace.halted().is_some() { Outcome::default() } else { outcome };
        Ok(Replay::new(trace, outcome, Box::new(Typed::<A>::new(problem))))
    }

    fn outcome_within(
        &self,
        scene: &Scene,
        params: &Params,
        seed: u64,
        control: &Control,
    ) -> Result<Outcome, RunError> {
        let problem = prepared::<A>(scene, params, seed, control)?;
        match A::run(&problem, &mut Watch::new(control)) {
            ControlFlow::Continue(outcome) => Ok(Outcome::of(&outcome, control)?.with_card(A::CARD)),
            ControlFlow::Break(halt) => Err(halt.into()),
        }
    }
}
