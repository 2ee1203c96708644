//! The list of algorithms: one file or folder and one line in [`LIST`] each.

pub mod astar;
pub mod atmosphere;
pub mod auto_explore;
pub mod autochess;
pub mod card;
pub mod flee_map;
pub mod flow_map;
pub mod guards;
pub mod knowledge;
pub mod npc;
pub mod path_sampling;
pub mod shadowcast;
pub mod ship;

use super::event::{Event, Value};
use super::geometry::{Cell, Dir};
use super::observe::{Observer, unhalted};
use super::params::{ParamError, Resolved};
use super::scene::Scene;
use super::terrain::Tile;
use super::trace::replay::{Chart, Figure, QueueEntry, Replay, Rose, Table, Tie, Token, WhyNot};
use super::trace::replayer::Replayer;
use super::trace::{CellState, Control, Layout, Player, Recorder};
use super::view::board::Role;
use card::Card;
use std::marker::PhantomData;
use std::ops::ControlFlow;

/// Every algorithm. A new one is one line here.
pub static LIST: &[&dyn Runner] = &[
    &Entry::<astar::AStar>::NEW,
    &Entry::<path_sampling::PathSampling>::NEW,
    &Entry::<flow_map::FlowMap>::NEW,
    &Entry::<shadowcast::Shadowcast>::NEW,
    &Entry::<knowledge::Knowledge>::NEW,
    &Entry::<npc::Npc>::NEW,
    &Entry::<flee_map::FleeMap>::NEW,
    &Entry::<guards::Guards>::NEW,
    &Entry::<auto_explore::AutoExplore>::NEW,
    &Entry::<autochess::AutoChess>::NEW,
    &Entry::<ship::Ship>::NEW,
    &Entry::<atmosphere::Atmosphere>::NEW,
];

/// The algorithm of that id.
pub fn find(id: &str) -> Option<&'static dyn Runner> {
    LIST.iter().copied().find(|a| a.card().id == id)
}

/// Why a scene can not be run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    /// There is no such algorithm.
    #[error("there is no algorithm {id:?}; expected one of {expected}")]
    Unknown {
        /// The id that was given.
        id: String,
        /// The ids that there are.
        expected: String,
    },
    /// A parameter does not fit.
    #[error(transparent)]
    Param(#[from] ParamError),
    /// The scene lacks something or has too much of it.
    #[error("{0}")]
    Scene(String),
}

/// What decides the part that a cell plays.
#[derive(Clone, Copy, Debug)]
pub enum Roles {
    /// The events that it holds in these layers, the last that gives a part before those in front of it; boards are
    /// then made from a table.
    Events(&'static [u8]),
    /// More than that, such as the moment itself or whose eyes look: every cell is asked.
    Cells,
}

/// What a number over time does at an event.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Gauge {
    /// Nothing.
    Same,
    /// Goes up or down by this.
    Add(i64),
    /// Becomes this.
    Set(f64),
}

/// An algorithm: how a problem is made of a scene, how it is run, and how a moment of it is looked at.
///
/// Only [`Algorithm::prepare`] and [`Algorithm::run`] do anything; the rest reads events.
pub trait Algorithm: Send + Sync + 'static {
    /// What it reports.
    type Event: Event;
    /// Everything that a run needs, worked out of the scene.
    type Problem: Send + Sync;
    /// What comes out.
    type Outcome: serde::Serialize;

    /// Its card.
    const CARD: &'static Card;

    /// Makes the problem of a scene, or says in a sentence why it can not be run.
    ///
    /// # Errors
    /// [`RunError::Scene`] when an actor is missing or there are too many.
    fn prepare(scene: &Scene, params: &Resolved, seed: u64) -> Result<Self::Problem, RunError>;
    /// How the slots of a trace of this problem are numbered.
    fn layout(problem: &Self::Problem) -> Layout;
    /// The constants that its events do not repeat.
    fn context(problem: &Self::Problem) -> <Self::Event as Event>::Context;
    /// Runs it.
    fn run<O: Observer<Self::Event>>(problem: &Self::Problem, observer: &mut O) -> ControlFlow<O::Halt, Self::Outcome>;

    /// What a layer of the card shows in a cell.
    fn value(layer: usize, cell: &CellState<'_, Self::Event>) -> Option<Value>;
    /// The layer whose event alone decides what layer `layer` of the card shows, and the number that this event shows;
    /// boards are then made from a table. `None` where more than one event decides.
    fn number(_layer: usize, _event: &Self::Event, _context: &<Self::Event as Event>::Context) -> Option<(u8, f64)> {
        None
    }
    /// What decides the part that a cell plays.
    const ROLES: Roles;
    /// The part that a cell plays while an event holds one of the layers of [`Roles::Events`]; [`Role::None`] leaves
    /// it to other layers.
    fn role(_event: &Self::Event) -> Role {
        Role::None
    }
    /// The part that a cell plays while a layer of the card is shown, for [`Roles::Cells`].
    fn role_at(_layer: usize, _cell: &CellState<'_, Self::Event>) -> Role {
        Role::None
    }
    /// Where a cell's arrow points.
    fn arrow(_cell: &CellState<'_, Self::Event>) -> Option<Dir> {
        None
    }
    /// How many were equal at a cell, where more than one was.
    fn equals(_cell: &CellState<'_, Self::Event>) -> Option<u32> {
        None
    }
    /// The path that matters at this moment.
    fn path(_player: &Player<Self::Event>) -> Vec<Cell> {
        Vec::new()
    }
    /// The way that was taken in the whole run, start first, asked at its end: where that is more than the last path.
    fn way(end: &Player<Self::Event>) -> Vec<Cell> {
        Self::path(end)
    }
    /// What this moment adds to the sentence of the last event.
    fn explain(_player: &Player<Self::Event>) -> String {
        String::new()
    }
    /// Where an event that holds the first layer of a cell puts it in the open list: the primary key and the one
    /// that settles equals (then the earlier event goes first); `None` when the cell does not wait.
    fn queued(_event: &Self::Event, _context: &<Self::Event as Event>::Context) -> Option<(u64, u64)> {
        None
    }
    /// The two keys as shown.
    fn queue_key(_event: &Self::Event, _context: &<Self::Event as Event>::Context) -> String {
        String::new()
    }
    /// Whether, of entries with equal keys, the later goes first.
    fn queue_newest_first(_context: &<Self::Event as Event>::Context) -> bool {
        false
    }
    /// Whether an event takes the first entry of the open list.
    fn pops(_event: &Self::Event) -> bool {
        false
    }
    /// What an event does to a number over time of the card.
    fn gauge(_series: usize, _event: &Self::Event, _context: &<Self::Event as Event>::Context) -> Gauge {
        Gauge::Same
    }
    /// Whether a check of the card holds at an event; `before` is the moment just before it, and `tied` says
    /// whether something was equal at it.
    fn check(_check: usize, _before: &Player<Self::Event>, _event: &Self::Event, _tied: bool) -> bool {
        false
    }
    /// Whether an event says by itself that something was equal.
    fn is_tie(_event: &Self::Event) -> bool {
        false
    }
    /// The tie at an event; `before` is the moment just before it, `waiting` the open list at that moment, in order.
    fn tie(_before: &Player<Self::Event>, _event: &Self::Event, _waiting: &[(Cell, usize)]) -> Option<Tie> {
        None
    }
    /// What a class is asked before an event that is a choice, such as `Which cell is expanded next?`; the answer is
    /// the cell of the event.
    fn question(event: &Self::Event) -> Option<&'static str> {
        Self::pops(event).then_some("Which cell is expanded next?")
    }
    /// The cells any of which is a right answer to the question before an event, where that is not its cell and those
    /// that are tied with it; `before` is the moment just before it.
    fn answers(_before: &Player<Self::Event>, _event: &Self::Event) -> Option<Vec<Cell>> {
        None
    }
    /// Whether an event can change what [`Algorithm::watch`] says. Beginnings of phases and what writes a register count in
    /// any case, so only other events need be named here; it saves asking after each of a million.
    fn rewatches(_event: &Self::Event) -> bool {
        false
    }
    /// The same of who stands where and how, and of which tiles are there.
    fn restages(_event: &Self::Event) -> bool {
        false
    }
    /// Registers worth watching, besides the numbers over time.
    fn watch(_player: &Player<Self::Event>) -> Vec<(&'static str, Value)> {
        Vec::new()
    }
    /// Which turn this moment lies in, where there are turns: a hand that interferes now adds its line to the script
    /// there.
    fn turn(_player: &Player<Self::Event>) -> Option<u32> {
        None
    }
    /// Whose views can be shown, such as `guard 2`; what is shown depends on [`Player::eyes`].
    fn eyes(_context: &<Self::Event as Event>::Context) -> Vec<String> {
        Vec::new()
    }
    /// The tiles that are not now as the scene has them.
    fn tiles(_player: &Player<Self::Event>) -> Vec<(Cell, Tile)> {
        Vec::new()
    }
    /// The actors that are not now as the scene has them.
    fn tokens(_player: &Player<Self::Event>) -> Vec<Token> {
        Vec::new()
    }
    /// What is drawn over the map besides cells: wedges, plans, legs.
    fn figures(_player: &Player<Self::Event>) -> Vec<Figure> {
        Vec::new()
    }
    /// What was weighed, as tables: every candidate with its terms, its total, and why it lost.
    fn tables(_player: &Player<Self::Event>) -> Vec<Table> {
        Vec::new()
    }
    /// The cell that the decision of this moment came to, where that is not what a scoreboard marks as chosen.
    fn decided(_player: &Player<Self::Event>) -> Option<Cell> {
        None
    }
    /// What waits, first to go first, where it is not the cells of the first layer by [`Algorithm::queued`].
    fn waiting(_player: &Player<Self::Event>) -> Option<Vec<QueueEntry>> {
        None
    }
    /// Why a cell was not chosen, asked at the moment that is looked at, where an answer at the end would be about
    /// another map; `None` asks at the end.
    fn why_not_now(_problem: &Self::Problem, _now: &Player<Self::Event>, _cell: Cell) -> Option<WhyNot> {
        None
    }
    /// Why a cell was not chosen, asked at the end of a run; `None` where scoreboards and the cell's history say it.
    fn why_not(_problem: &Self::Problem, _end: &Player<Self::Event>, _cell: Cell) -> Option<WhyNot> {
        None
    }
    /// Why a path that somebody drew, cell by neighbouring cell, was not taken; `None` where its first cell off the path
    /// taken is asked instead.
    fn why_not_path(_problem: &Self::Problem, _end: &Player<Self::Event>, _path: &[Cell]) -> Option<WhyNot> {
        None
    }
    /// The directions taken so far, against what is uniform.
    fn roses(_player: &Player<Self::Event>) -> Vec<Rose> {
        Vec::new()
    }
    /// Bar charts at this moment.
    fn charts(_player: &Player<Self::Event>) -> Vec<Chart> {
        Vec::new()
    }
}

/// An algorithm without its types: what the list holds.
pub trait Runner: Send + Sync {
    /// Its card.
    fn card(&self) -> &'static Card;

    /// Runs the scene with `params` and records it.
    ///
    /// # Errors
    /// When a parameter or the scene does not fit. A recording that was stopped is no error: it says so itself.
    fn record(
        &self,
        scene: &Scene,
        params: &super::params::Params,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Replay>, RunError>;

    /// Runs the scene without recording and gives the outcome.
    ///
    /// # Errors
    /// When a parameter or the scene does not fit.
    fn outcome(&self, scene: &Scene, params: &super::params::Params, seed: u64) -> Result<serde_json::Value, RunError>;
}

/// Records the scene with the algorithm, parameters and seed that it names.
///
/// # Errors
/// When there is no such algorithm, or a parameter or the scene does not fit.
pub fn record(scene: &Scene, control: &Control) -> Result<Box<dyn Replay>, RunError> {
    named(&scene.run.algorithm)?.record(scene, &scene.run.params, scene.run.seed, control)
}

/// The algorithm of that id, or an error that names those there are.
///
/// # Errors
/// [`RunError::Unknown`].
pub fn named(id: &str) -> Result<&'static dyn Runner, RunError> {
    find(id).ok_or_else(|| RunError::Unknown {
        id: id.to_owned(),
        expected: LIST.iter().map(|a| a.card().id).collect::<Vec<_>>().join(", "),
    })
}

struct Entry<A>(PhantomData<A>);

impl<A> Entry<A> {
    const NEW: Self = Self(PhantomData);
}

impl<A: Algorithm> Runner for Entry<A> {
    fn card(&self) -> &'static Card {
        A::CARD
    }

    fn record(
        &self,
        scene: &Scene,
        params: &super::params::Params,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Replay>, RunError> {
        let problem = A::prepare(scene, &params.resolve(A::CARD.params)?, seed)?;
        let mut recorder = Recorder::new(A::layout(&problem), control);
        let outcome = match A::run(&problem, &mut recorder) {
            ControlFlow::Continue(outcome) => json(&outcome),
            ControlFlow::Break(_) => serde_json::Value::Null,
        };
        let trace = recorder.finish(A::context(&problem));
        Ok(Box::new(Replayer::<A>::new(trace, outcome, problem)))
    }

    fn outcome(&self, scene: &Scene, params: &super::params::Params, seed: u64) -> Result<serde_json::Value, RunError> {
        let problem = A::prepare(scene, &params.resolve(A::CARD.params)?, seed)?;
        Ok(json(&unhalted(A::run(&problem, &mut ()))))
    }
}

/// Outcomes are plain data, so this does not fail; if it ever did, null would say so.
fn json<T: serde::Serialize>(outcome: &T) -> serde_json::Value {
    serde_json::to_value(outcome).unwrap_or_default()
}
