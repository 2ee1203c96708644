//! The events of walking by a Dijkstra map.

use crate::event::{Encode, Event, Slot, Value, Word};
use crate::knowledge::cast::{Cast, Play, StageEvent};
use crate::root2::Root2;
use crate::{Cell, Dir, Tile};
use std::ops::Deref;

/// The layer of distances from the target's last known place, over what the acting walker knows. Kept for its turn
/// only.
pub(super) const DISTANCE: u8 = 0;
/// The layer of the neighbours that it weighs. Kept for its turn only.
pub(super) const CANDIDATES: u8 = 1;
/// The layer of tiles that differ from the scene. The layers of what each walker knows follow.
pub(super) const GROUND: u8 = 2;

const STAGE_LINES: [u8; 5] = [1, 2, 1, 17, 18];

pub(super) const fn sight(mind: u8) -> Slot {
    Slot::Register(mind as u32)
}

/// Constants of a run, which the events do not repeat.
#[derive(Clone, Debug, PartialEq)]
pub struct Context {
    /// The actors. The minds are the walkers.
    pub cast: Cast,
    pub target: usize,
}

impl Deref for Context {
    type Target = Cast;

    fn deref(&self) -> &Cast {
        &self.cast
    }
}

/// A part of a walker's turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word, Encode)]
#[expect(missing_docs, reason = "the words say it")]
pub enum Part {
    See,
    Plan,
    Move,
}

/// How a walker came to know a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Encode)]
pub enum Source {
    Given,
    Rebuilt,
    Refreshed,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Word, Encode)]
pub enum Obstacle {
    #[word("nothing is known of it")]
    Unknown,
    #[word("one cannot walk there")]
    Solid,
    #[word("the diagonal would cut a corner")]
    Corner,
    #[word("no known way leads from there to the last known place of the target")]
    Unreached,
    #[word("it is no nearer")]
    Farther,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Word, Encode)]
pub enum Wait {
    #[word("it never saw the target")]
    NeverSeen,
    #[word("this is the last known place of the target, and the target is not here")]
    Empty,
    #[word("it is where the target is")]
    There,
    #[word("no way that it knows leads there")]
    NoWay,
    #[word("even the best neighbour, with the step there, is farther than it is now")]
    NoNearer,
    #[word("the door is locked and the key is missing")]
    Locked,
    #[word("the way is not open as it believed")]
    Bumped,
    #[word("somebody stands in its way")]
    Blocked,
    #[word("it holds the beacon")]
    Holds,
    #[word("there is nowhere to go")]
    Nowhere,
}

impl Obstacle {
    /// Returns the reason as the end of a sentence.
    pub(crate) const fn because(self) -> &'static str {
        match self {
            Self::Unknown => "it is unknown",
            Self::Solid => "it cannot be entered",
            Self::Corner => "the diagonal would cut a corner",
            Self::Unreached => "no known path leads from there to its destination",
            Self::Farther => "it is no nearer",
        }
    }
}

impl Wait {
    /// Returns the reason as the end of a sentence.
    pub(crate) const fn because(self) -> &'static str {
        match self {
            Self::NeverSeen => "it has never seen the target",
            Self::Empty => "the target was last seen here, and is not here",
            Self::There => "it is where the target is",
            Self::NoWay => "it knows no path there",
            Self::NoNearer => "every neighbour, with the step there, is farther than its own cell",
            Self::Locked => "the door is locked and the key is missing",
            Self::Bumped => "the path is not open, as it believed",
            Self::Blocked => "another actor is in the way",
            Self::Holds => "it is holding the beacon",
            Self::Nowhere => "it has nowhere to go",
        }
    }
}

/// An event of walking by a Dijkstra map. `mind` counts only the walkers, `actor` counts all actors of the scene.
#[derive(Clone, Copy, PartialEq, Debug, Event)]
#[event(context = Context, encoded)]
#[expect(missing_docs, reason = "the sentences say what the fields are")]
#[rustfmt::skip]
pub enum NpcEvent {
    /// An event on the stage.
    #[event(nested(0, &cx.cast, &STAGE_LINES))]
    Stage(StageEvent),
    /// The target's part of a turn began.
    #[event(phase(1), was = "fled", line = 1, called = "{name}", say = "{target:cap} takes the next step of its round.",
        text(name = cx.names[cx.target], target = cx.the(cx.target)))]
    TargetBegan { turn: u32 },
    /// A part of a walker's turn began.
    #[event(phase(2), was = "began", line = 3, called = "{part}", say = "{who:cap} looks around.",
        case(part = Plan, line = 9,
            say = "{who:cap} plans: it floods the cells it knows, from the target's last known place."),
        case(part = Move, line = 11, say = "{who:cap} compares its neighbours."),
        text(who = cx.who(mind)))]
    PartBegan { #[show(name = "character", cx.character(mind), number)] mind: u8, part: Part, turn: u32 },
    /// A walker learned a cell, or saw it again.
    #[event(slot = cx.memory(mind), kind = "refreshed", tone = Looked, line = 3,
        say = "{who:cap} sees {cell} again: it is still {tile:a}.",
        case(how = Given, kind = "given", was = "told", tone = Wrote,
            say = "{who:cap} knows {cell} from the start: it is {tile:a}."),
        case(how = Rebuilt, kind = "rebuilt", tone = Wrote, say = "{who:cap} sees {cell}: it is {tile:a}."),
        text(who = cx.who(mind)))]
    Knew {
        cell: Cell, #[show(name = "character", cx.character(mind), number)] mind: u8, #[show(skip)] how: Source,
        #[show("the ground as it is remembered now")] tile: Tile, turn: u32,
    },
    /// The target is in sight.
    #[event(step, slot = sight(mind), line = 4, say = "{who:cap} sees {target} at {cell}.",
        text(who = cx.who(mind), target = cx.the(cx.target)))]
    Sighted { #[show(name = "character", cx.character(mind), number)] mind: u8, cell: Cell, turn: u32 },
    /// The target is not in sight.
    #[event(step, line = 5, about = place,
        say = "{who:cap} cannot see {target}. It last saw it at {cell}, in turn {since}.",
        case(place = None, say = "{who:cap} cannot see {target}, and has never seen it."),
        text(who = cx.who(mind), target = cx.the(cx.target)))]
    Missed {
        #[show(name = "character", cx.character(mind), number)] mind: u8, place: Option<Cell>,
        #[show("the turn of the last known place")] since: u32,
    },
    /// The flood reached a cell.
    #[event(slot = DISTANCE, role = Queued, line = 9, enqueues(d.approx().to_bits(), "d {exact}"),
        say = "Reached {cell} from {from}: distance d = {long}.",
        case(from = None, say = "The flood starts at {cell}, the target's last known place: distance d = 0."),
        text(exact = d, long = d.long()))]
    Reached { cell: Cell, from: Option<Dir>, #[show("distance so far", Value::from(d), number)] d: Root2 },
    /// A cell's distance is final.
    #[event(step, slot = DISTANCE, role = Done, line = 9, say = "The distance of {cell} is final: d = {long}.", text(long = d.long()))]
    Settled { cell: Cell, from: Option<Dir>, #[show(Value::from(d), number)] d: Root2 },
    /// A neighbour was weighed.
    #[event(slot = CANDIDATES, tone = Looked, role = Candidate, line = 11,
        say = "Going to {cell}: distance {exact} plus a step of {step} makes {sum}.",
        with(total = Value::from(d + Root2::step(from))),
        text(exact = d, step = Root2::step(from), sum = (d + Root2::step(from)).long()))]
    Weighed { cell: Cell, from: Dir, #[show(Value::from(d), number)] d: Root2 },
    /// A neighbour was refused.
    #[event(tone = Refused, line = 10, say = "Not to {cell}: {because}.", text(because = why.because()))]
    Refused { cell: Cell, from: Dir, why: Obstacle },
    /// Several neighbours were equally near, and dice chose one.
    #[event(slot = CANDIDATES, tone = Tied, role = Chosen, line = 12,
        say = "{n} neighbours are equally near. The dice gave {roll:.3} and chose {cell}, a 1 in {n} chance.")]
    Rolled {
        cell: Cell, from: Dir, #[show("how many are equal")] n: u8, #[show("the number rolled, in [0, 1)")] roll: f64,
    },
    /// A walker stayed where it is.
    #[event(step, tone = Refused, line = 6, say = "{who:cap} waits at {cell}: {because}.",
        case(why = There, line = 7),
        case(why = Empty, line = 8),
        case(why = NoWay, line = 13),
        case(why = NoNearer, line = 14),
        case(why = Locked, line = 15),
        case(why = Bumped, line = 16),
        text(who = cx.who(mind), because = why.because()))]
    Waited { #[show(name = "character", cx.character(mind), number)] mind: u8, cell: Cell, why: Wait },
    /// A walker is where the target is.
    #[event(step, line = 18, say = "{who:cap} reached {target} at {cell} in turn {turn}.",
        text(who = cx.who(mind), target = cx.the(cx.target)))]
    Arrived { #[show(name = "character", cx.character(mind), number)] mind: u8, cell: Cell, turn: u32 },
    /// The run is over.
    #[event(phase(0), line = 1, called = "end",
        say = "The run ended after {turns:count turn}: {arrived} of {all} reached {target}.",
        text(all = cx.minds.len(), target = cx.the(cx.target)))]
    Ended { turns: u32, #[show("how many walkers are where the target is")] arrived: u32 },
}

impl Play for NpcEvent {
    fn stage(&self) -> Option<&StageEvent> {
        if let Self::Stage(event) = self { Some(event) } else { None }
    }
}
