//! What walking by a Dijkstra map reports.

use crate::algorithms::knowledge::stage::{MOST_MINDS, NOBODY};
use crate::event::{Event, Slot, Value};
use crate::geometry::{Cell, Dir, Size};
use crate::grid::Grid;
use crate::root2::Root2;
use crate::terrain::{Tile, Verb};
use crate::world::verb_name;
use std::sync::Arc;

/// Distances from the target's last known place, over what the acting character knows; they live for its turn.
pub const DISTANCE: u8 = 0;
/// The neighbours that it weighs; they live for its turn.
pub const WEIGHED: u8 = 1;
/// Tiles that are not as the scene has them.
pub const TILES: u8 = 2;
/// What the first character knows; the layer of each next one follows.
pub const MEMORY: u8 = 3;

/// What a run's events do not repeat.
#[derive(Clone, Debug, PartialEq)]
pub struct Context {
    /// The size of the map.
    pub size: Size,
    /// The ground as the scene has it.
    pub tiles: Arc<Grid<Tile>>,
    /// Where each actor of the scene starts.
    pub starts: Vec<Cell>,
    /// What each of them is called.
    pub names: Vec<String>,
    /// The numbers of those who walk.
    pub minds: Vec<usize>,
    /// The number of the target.
    pub target: usize,
}

/// The register of a walker's last sight of the target.
pub(super) const fn sight(mind: u8) -> Slot {
    Slot::Register(mind as u32)
}

/// The register of an actor's place.
pub(super) const fn place(actor: u16) -> Slot {
    Slot::Register(MOST_MINDS as u32 + actor as u32)
}

impl Context {
    /// What a walker is called.
    pub fn mind(&self, mind: u8) -> &str {
        self.minds.get(mind as usize).map_or("somebody", |&i| &self.names[i])
    }

    /// What the target is called.
    pub fn target(&self) -> &str {
        &self.names[self.target]
    }

    /// The number of a walker among all actors, as a value; −1 where there is no such walker.
    fn character(&self, mind: u8) -> Value {
        Value::Int(self.minds.get(mind as usize).map_or(-1, |&i| i as i64))
    }

    /// An actor in a sentence: `the guard`, or `guard 2` where there are several.
    pub fn actor(&self, actor: usize) -> String {
        match self.names.get(actor) {
            Some(name) if name.ends_with(|c: char| c.is_ascii_digit()) => name.clone(),
            Some(name) => format!("the {name}"),
            None => "somebody".into(),
        }
    }

    /// A walker in a sentence.
    pub fn walker(&self, mind: u8) -> String {
        self.minds.get(mind as usize).map_or_else(|| "somebody".into(), |&i| self.actor(i))
    }

    /// The target in a sentence.
    pub fn aim(&self) -> String {
        self.actor(self.target)
    }
}

/// The parts of a character's turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Looks round.
    See,
    /// Floods what it knows.
    Plan,
    /// Weighs its neighbours and steps.
    Move,
}

impl Part {
    /// The part's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::See => "see",
            Self::Plan => "plan",
            Self::Move => "move",
        }
    }
}

/// How a character came to know a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// It knew it from the start.
    Told,
    /// It was dirty: seen anew.
    Rebuilt,
    /// It was clean.
    Refreshed,
}

/// Why a neighbour is out of the question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum No {
    /// Nothing is known of it.
    Unknown,
    /// It is solid, or void.
    Solid,
    /// The diagonal would cut a corner.
    Corner,
    /// The flood did not come there.
    Unreached,
}

impl No {
    /// The reason as the end of a sentence.
    pub const fn because(self) -> &'static str {
        match self {
            Self::Unknown => "nothing is known of it",
            Self::Solid => "one cannot walk there",
            Self::Corner => "the diagonal would cut a corner",
            Self::Unreached => "no known way leads from there to the last known place of the target",
        }
    }
}

/// Why a character stays where it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wait {
    /// It never saw the target, and was told of no place.
    NeverSeen,
    /// It stands at the last known place of the target, and the target is not there.
    Empty,
    /// It stands with the target.
    There,
    /// No neighbour leads there.
    NoWay,
    /// Even the best neighbour, with the step there, is farther than the walker is itself.
    NoNearer,
    /// The door is locked, and the key is missing.
    Locked,
    /// What it believed to be open is not.
    Bumped,
}

impl Wait {
    /// The reason as the end of a sentence.
    pub const fn because(self) -> &'static str {
        match self {
            Self::NeverSeen => "it never saw the target",
            Self::Empty => "this is the last known place of the target, and the target is not here",
            Self::There => "it is where the target is",
            Self::NoWay => "no way that it knows leads there",
            Self::NoNearer => "even the best neighbour, with the step there, is farther than it is now",
            Self::Locked => "the door is locked and the key is missing",
            Self::Bumped => "the way is not open as it believed",
        }
    }
}

/// One event of walking by a Dijkstra map. `mind` counts those who walk, `actor` all actors of the scene.
#[derive(Clone, Copy, PartialEq, Debug, Event)]
#[event(context = Context)]
#[expect(missing_docs, reason = "the sentences say what the fields are")]
#[rustfmt::skip]
pub enum NpcEvent {
    /// A turn began.
    #[event(phase(0), was = "turned", line = 1, called = "turn {turn}", say = "Turn {turn} began.")]
    TurnBegan { turn: u32 },
    /// The script's lines of a turn began.
    #[event(phase(1), was = "prompted", line = 2, called = "script", say = "The script's lines of turn {turn} began.")]
    ScriptBegan { turn: u32 },
    /// The target's part of a turn began.
    #[event(phase(1), was = "fled", line = 1, called = "{name}", say = "{target:cap} began the next step of its round.",
        text(name = cx.target(), target = cx.aim()))]
    TargetBegan { turn: u32 },
    /// A walker's turn began.
    #[event(phase(1), was = "acted", line = 1, actor = "{name}", say = "{who:cap} began its turn, turn {turn}.",
        text(name = cx.mind(mind), who = cx.walker(mind)))]
    WalkerBegan { #[show(character, name = "character")] mind: u8, turn: u32 },
    /// A part of a walker's turn began.
    #[event(phase(2), was = "began", line = 3, called = "{part}", say = "{who:cap} began to look round.",
        case(part = Plan, line = 9,
            say = "{who:cap} began to flood what it knows, from the target's last known place."),
        case(part = Move, line = 11, say = "{who:cap} began to weigh its neighbours."),
        text(who = cx.walker(mind)))]
    PartBegan {
        #[show(character, name = "character")] mind: u8, #[show(part.name(), word)] part: Part, turn: u32,
    },
    /// A cell is known, or known anew.
    #[event(slot = MEMORY + mind, kind = "refreshed", tone = Looked, role = Seen, line = 3,
        say = "{who:cap} saw {cell} again: it is still {tile:a}.",
        case(how = Told, kind = "told", tone = Wrote, role = Remembered,
            say = "{who:cap} knew {cell} from the start: it is {tile:a}."),
        case(how = Rebuilt, kind = "rebuilt", tone = Wrote, say = "{who:cap} saw {cell}: it is {tile:a}."),
        text(who = cx.walker(mind)))]
    Knew {
        cell: Cell, #[show(character, name = "character")] mind: u8, #[show(skip)] how: How,
        #[show("the ground as it is remembered now")] tile: Tile, turn: u32,
    },
    /// The target is in sight.
    #[event(step, slot = sight(mind), line = 4, say = "{who:cap} saw {target} at {cell}.",
        text(who = cx.walker(mind), target = cx.aim()))]
    Sighted { #[show(character, name = "character")] mind: u8, cell: Cell, turn: u32 },
    /// The target is not in sight.
    #[event(step, line = 5, about = place,
        say = "{who:cap} did not see {target}: its last known place is {cell}, of turn {since}.",
        case(place = None, say = "{who:cap} did not see {target}, and has never seen it."),
        text(who = cx.walker(mind), target = cx.aim()))]
    Missed {
        #[show(character, name = "character")] mind: u8, place: Option<Cell>,
        #[show("the turn of the last known place")] since: u32,
    },
    /// The flood reached a cell.
    #[event(slot = DISTANCE, role = Queued, line = 9, enqueues(d.approx().to_bits(), "d {exact}"),
        say = "Reached {cell} from {from}: d = {long}.",
        case(from = None, say = "The flood began at {cell}, the target's last known place: d = 0."),
        text(exact = d, long = d.long()))]
    Reached { cell: Cell, from: Option<Dir>, #[show("distance so far", d.value(), number)] d: Root2 },
    /// A cell's distance is final.
    #[event(step, slot = DISTANCE, role = Done, line = 9, say = "Settled {cell}: d = {long}.", text(long = d.long()))]
    Settled { cell: Cell, from: Option<Dir>, #[show(d.value(), number)] d: Root2 },
    /// A neighbour was weighed.
    #[event(slot = WEIGHED, tone = Looked, role = Candidate, line = 11,
        say = "Weighed {cell}: d = {exact} and a step of {step} make {sum}.",
        with(total = total(d, from).value()), text(exact = d, step = Root2::step(from), sum = total(d, from).long()))]
    Weighed { cell: Cell, from: Dir, #[show(d.value(), number)] d: Root2 },
    /// A neighbour is out of the question.
    #[event(tone = Refused, line = 10, say = "Refused {cell}: {why}.")]
    Refused { cell: Cell, from: Dir, #[show(why.because())] why: No },
    /// Several neighbours are equally near: dice were thrown.
    #[event(slot = WEIGHED, tone = Tied, role = Chosen, line = 12,
        say = "{n} neighbours are equally near: rolled {roll:.3}, which takes {cell}, probability 1/{n}.")]
    Rolled {
        cell: Cell, from: Dir, #[show("how many are equal")] n: u8, #[show("the number rolled, in [0, 1)")] roll: f64,
    },
    /// An actor went from one cell to another, or was moved by the script.
    #[event(step, slot = place(actor), line = 18, about = to, say = "{who:cap} went from {from} to {cell}.",
        case(scripted, line = 2, say = "The script moved {who} from {from} to {cell}."),
        text(who = cx.actor(actor as usize)))]
    Moved { actor: u16, from: Cell, to: Cell, turn: u32, #[show(skip)] scripted: bool },
    /// A tile became another: a door was walked into, or the script did it.
    #[event(step, slot = TILES, line = 17, say = "{who:cap} walked into the {was} at {cell} and opened it.",
        case(by == NOBODY, line = 2, say = "The script made the {was} at {cell} {tile:a}."),
        text(who = cx.actor(by as usize)))]
    Changed { cell: Cell, was: Tile, tile: Tile, #[show(skip)] by: u16, turn: u32 },
    /// A walker stayed where it is.
    #[event(step, tone = Refused, line = 6, say = "{who:cap} waited at {cell}: {why}.",
        case(why = There, line = 7),
        case(why = Empty, line = 8),
        case(why = NoWay, line = 13),
        case(why = NoNearer, line = 14),
        case(why = Locked, line = 15),
        case(why = Bumped, line = 16),
        text(who = cx.walker(mind)))]
    Waited { #[show(character, name = "character")] mind: u8, cell: Cell, #[show(why.because())] why: Wait },
    /// A walker is where the target is.
    #[event(step, line = 18, say = "{who:cap} arrived in turn {turn}: it is where {target} is, at {cell}.",
        text(who = cx.walker(mind), target = cx.aim()))]
    Arrived { #[show(character, name = "character")] mind: u8, cell: Cell, turn: u32 },
    /// The script took an actor off the map.
    #[event(step, slot = place(actor), line = 2, say = "The script took {who} away from {cell}.",
        text(who = cx.actor(actor as usize)))]
    Removed { actor: u16, cell: Cell, turn: u32 },
    /// A line of the script did nothing that matters here.
    #[event(step, tone = Refused, line = 2,
        say = "The script's {verb} at {cell} changed nothing for a walker: there is {tile:a}.")]
    Failed { #[show(verb_name(verb))] verb: Verb, cell: Cell, tile: Tile },
    /// The run is over.
    #[event(phase(0), line = 1, called = "end",
        say = "The run ended after {turns:count turn}: {arrived} of {all} stood where {target} is.",
        text(all = cx.minds.len(), target = cx.aim()))]
    Ended { turns: u32, #[show("how many walkers are where the target is")] arrived: u32 },
}

/// What a neighbour comes to: its distance and the step there.
pub(super) fn total(d: Root2, from: Dir) -> Root2 {
    d + Root2::step(from)
}
