//! Events of guards, and where they are stored: layers, registers, and data shared by all events.

use super::problem::Knowledge;
use crate::astar::{self, AStarEvent};
use crate::event::{Encode, Event, Slot, Value, Word};
use crate::movement::{Body, Refusal};
use crate::world::Unchanged;
use crate::{Actor, ActorKind, Cell, Dir, Grid, Tile, Verb};
use std::sync::Arc;

/// Layer of the actual tiles that the script or a guard changed. The layers of the search come first.
pub(super) const TRUTH: u8 = astar::LAYERS;
pub(super) const LIGHT: u8 = TRUTH + 1;
pub(super) const COMMON: u8 = LIGHT + 1;
/// Maximum number of guards in a scene. Each has two layers of its own.
pub(super) const MAX_GUARDS: usize = 100;

pub(super) const fn overlay(guard: u8) -> u8 {
    COMMON + 2 * guard
}

/// Returns the layer of a guard's beliefs, for cells where they differ or differed from the map.
pub(super) const fn belief(guard: u8) -> u8 {
    COMMON + 2 * guard + 1
}

pub(super) const TURN: Slot = Slot::Register(0);
pub(super) const ACTING: Slot = Slot::Register(1);

pub(super) const fn place(actor: u16) -> Slot {
    Slot::Register(2 + 4 * actor as u32)
}

pub(super) const fn lamp(actor: u16) -> Slot {
    Slot::Register(3 + 4 * actor as u32)
}

pub(super) const fn plan(guard: u8) -> Slot {
    Slot::Register(4 + 4 * guard as u32)
}

pub(super) const fn aim(guard: u8) -> Slot {
    Slot::Register(5 + 4 * guard as u32)
}

/// Constants of a guard that its events do not contain.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the names say it")]
pub struct GuardContext {
    pub actor: u16,
    /// Initial direction it faces; `None` means all around, always.
    pub facing: Option<Dir>,
    pub range: u32,
}

/// Data shared by all events of a run.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Context {
    /// Context of the search. Its start and goal are those of the first guard's first plan.
    pub search: astar::Context,
    /// The original tiles of the map.
    pub map: Arc<Grid<Tile>>,
    pub actors: Arc<[Actor]>,
    /// The guards, in the order in which they act.
    pub guards: Arc<[GuardContext]>,
    pub knowledge: Knowledge,
    pub lit_factor: u32,
    /// Body of each guard.
    pub body: Body,
}

/// The four parts of a guard's turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word, Encode)]
#[expect(missing_docs, reason = "the words say it")]
pub enum Part {
    See,
    Believe,
    Plan,
    Move,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Word, Encode)]
pub enum Aim {
    #[word("its goal is there")]
    Goal,
    #[word("it is next on its route")]
    Route,
    #[word("the thief is there")]
    Thief,
    #[word("it believes the thief to be there")]
    Believed,
    #[word("something there, or beside it, differs from the map")]
    Odd,
    #[word("an escaped prisoner is there")]
    Hunted,
    #[word("it last saw an escaped prisoner there")]
    Sought,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Word, Encode)]
pub enum End {
    #[word("no guard is on its way any more")]
    Arrived,
    #[word("nothing changes any more")]
    Still,
    #[word("that was the last turn")]
    Turns,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Encode)]
pub enum Wait {
    Guard(u8),
    Refused(Refusal),
    Opens(u8),
    Closest,
    There,
    NoWay,
    NoGoal,
    Closes,
    Held,
}

impl Wait {
    /// Returns the reason in a word or two, the state of a waiting guard, and the reason as the end of a sentence.
    pub(super) fn words(self) -> (&'static str, &'static str, String) {
        match self {
            Self::Guard(other) => ("another guard", "waits", format!("guard {} is on its next cell", other + 1)),
            Self::Refused(why) => {
                ("not as believed", "waits", format!("its next cell is not as it believed: {}", why.because()))
            }
            Self::Opens(0) => ("opens a door", "opens", "it opened a door".into()),
            Self::Opens(1) => ("opens a door", "opens", "it is opening a door, 1 more turn".into()),
            Self::Opens(left) => ("opens a door", "opens", format!("it is opening a door, {left} more turns")),
            Self::Closest => ("the closest cell", "waits", "it is as close as it believes it can get".into()),
            Self::There => ("there already", "there", "it is where it should be".into()),
            Self::NoWay => ("no way", "waits", "there is no plan".into()),
            Self::Closes => ("closes", "closes", "it closed a door or shutter".into()),
            Self::Held => ("somebody in it", "waits", "someone is in the doorway that it would close".into()),
            Self::NoGoal => ("no goal", "waits", "it has nowhere to go".into()),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Encode)]
pub enum Denial {
    World(Unchanged),
    Solid(Tile),
    Outside,
    Narrow,
}

impl Denial {
    fn because(self) -> String {
        match self {
            Self::World(why) => why.because(),
            Self::Solid(tile) => format!("no actor can be on {}", tile.a()),
            Self::Narrow => "its body does not fit there".into(),
            Self::Outside => "a shutter only opens from its inner side".into(),
        }
    }
}

/// A cost split into two halves. They fit beside the tag of an event, where a single `u64` would not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Encode)]
pub struct Units {
    high: u32,
    low: u32,
}

impl Units {
    pub const fn new(units: u64) -> Self {
        Self { high: (units >> 32) as u32, low: units as u32 }
    }

    pub const fn get(self) -> u64 {
        (self.high as u64) << 32 | self.low as u64
    }
}

/// Phase depth of a search, inside turn › guard › plan.
pub(super) const SEARCH_DEPTH: u8 = 3;

/// For each line of the A* listing, the line of this listing: the plan, or what it does if there is no path.
const SEARCH_LINES: [u8; 14] = [10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 11, 11, 10];

/// An event of guards. Costs are in units of the costs. Guards are numbered in scene order, from 0, and shown from 1.
#[derive(Clone, Copy, PartialEq, Debug, Event)]
#[event(context = Context, encoded)]
#[expect(missing_docs, reason = "the sentences say what the fields are")]
#[rustfmt::skip]
pub enum GuardsEvent {
    /// An event of the search inside a plan.
    #[event(nested(SEARCH_DEPTH, &cx.search, &SEARCH_LINES))]
    Search(AStarEvent),
    /// A turn began.
    #[event(phase(0), slot = TURN, tone = Looked, line = 1, called = "turn {turn}", progress = turn as f32 / of as f32,
        say = "Turn {turn} begins.")]
    TurnBegan { turn: u32, #[show(skip)] of: u32 },
    /// The script of a turn began.
    #[event(phase(1), line = 2, called = "script", say = "Now the script's lines for this turn.")]
    ScriptBegan,
    /// The light of the lamps was recomputed.
    #[event(phase(1), line = 3, called = "light",
        say = "Now the light of the lamps: the field of view from each lit lamp.")]
    LightBegan,
    /// The turn of a guard began.
    #[event(phase(1), slot = ACTING, tone = Looked, line = 4, actor = "guard {guard}",
        say = "Guard {guard} acts next, at {cell}.")]
    GuardBegan { #[show(guard + 1, number)] guard: u8, cell: Cell },
    /// A part of the turn of a guard began.
    #[event(phase(2), called = "{part}", line = 14, say = "Guard {guard} follows its plan for one cell, from {cell}.",
        case(part = See, line = 5, say = "Guard {guard} looks around from {cell}."),
        case(part = Believe, line = 6,
            say = "Guard {guard} updates its beliefs: where it sees a cell, the actual state; elsewhere, {elsewhere}."),
        case(part == Part::Plan && cell == to, line = 10, say = "Guard {guard} plans at {cell}."),
        case(part = Plan, line = 10,
            say = "Guard {guard} plans a path from {cell} to {to}, on the map as it believes it to be."),
        text(elsewhere = cx.elsewhere()))]
    PartBegan { part: Part, #[show(guard + 1, number)] guard: u8, cell: Cell, to: Cell },
    /// A tile changed.
    #[event(step, slot = TRUTH, line = 13, say = "Guard {guard} walked into the {was} at {cell}: it is {tile:a} now.",
        case(by.is_none(), line = 2, say = "The script made the {was} at {cell} {tile:a}."),
        case(by.is_some() && to != Tile::DoorOpen, line = 20, say = "Guard {guard} closed the {was} at {cell}: it is {tile:a} now."))]
    Changed {
        cell: Cell,
        #[show(name = "was")] from: Tile,
        #[show(name = "tile")] to: Tile,
        #[show(name = "guard", by.map(|g| g + 1), number)] by: Option<u8>,
    },
    /// A script line did nothing.
    #[event(step, tone = Refused, line = 2, say = "The script's {verb} at {cell} did nothing: {because}.",
        text(because = why.because()))]
    Denied { cell: Cell, #[show(verb.name(), word)] verb: Verb, #[show(skip)] why: Denial },
    /// The script moved an actor.
    #[event(step, slot = place(actor), line = 2, say = "The script moved {who} from {from} to {cell}.",
        text(who = cx.actor(actor)))]
    Shifted { actor: u16, cell: Cell, from: Cell, #[show(skip)] facing: Option<Dir> },
    /// The script removed an actor.
    #[event(step, slot = place(actor), line = 2, say = "The script removed {who} from {cell}.",
        text(who = cx.actor(actor)))]
    Removed { actor: u16, cell: Cell },
    /// A lamp was lit or put out.
    #[event(step, slot = lamp(actor), line = 2, say = "The script {lit?lit|put out} the lamp at {cell}.")]
    Switched { actor: u16, cell: Cell, lit: bool },
    /// A cell came into the light of a lamp.
    #[event(slot = LIGHT, line = 3, say = "{cell} is lit by a lamp now.")]
    Lit { cell: Cell },
    /// A cell went dark.
    #[event(slot = LIGHT, tone = Looked, line = 3, say = "{cell} is dark now.")]
    Darkened { cell: Cell },
    /// A cell came into the overlay of a guard.
    #[event(slot = overlay(guard), line = 5,
        say = "Guard {guard} now sees {cell}{lit?, which would be too far away without the light of a lamp|}.")]
    Saw { #[show(guard + 1, number)] guard: u8, cell: Cell, #[show("whether only a lamp shows it")] lit: bool },
    /// A cell left the overlay of a guard.
    #[event(slot = overlay(guard), tone = Looked, line = 5, say = "Guard {guard} no longer sees {cell}.")]
    LostSight { #[show(guard + 1, number)] guard: u8, cell: Cell },
    /// A guard now takes a cell for a different tile.
    #[event(step, slot = belief(guard), line = 8,
        say = "Guard {guard} now believes that there is {tile:a} at {cell}, not {was:a}: {because}{wrong}.",
        case(seen, line = 7),
        text(because = cx.because(seen, cx.map.get(cell) == Some(&tile)), wrong = Context::wrong(tile, actual)))]
    Believed {
        #[show(guard + 1, number)] guard: u8, cell: Cell, tile: Tile, was: Tile, actual: Tile,
        #[show("whether the guard sees the cell")] seen: bool,
    },
    /// A guard saw, or heard from another, that a cell differs from the map.
    #[event(step, line = 17, say = "Guard {guard} noticed {tile:a} at {cell}, where the map shows {map}.",
        case(told, line = 21, say = "Guard {guard} heard of {tile:a} at {cell}, where the map shows {map}."),
        text(map = cx.mapped(cell)))]
    Noticed { #[show(guard + 1, number)] guard: u8, cell: Cell, tile: Tile, told: bool },
    /// A guard inspected a cell that differs from the map.
    #[event(step, line = 19, say = "Guard {guard} has inspected {cell}, knows that there is {tile:a}, and need not go there again.")]
    Examined { #[show(guard + 1, number)] guard: u8, cell: Cell, tile: Tile },
    /// A cell that differed from the map matches it again.
    #[event(step, line = 19, say = "Guard {guard} finds {cell} as the map shows it again, and need not go there.")]
    Righted { #[show(guard + 1, number)] guard: u8, cell: Cell },
    /// Two guards exchanged news.
    #[event(step, line = 21, say = "Guard {guard} and guard {other} told each other of {cells:count cell}.")]
    Told { #[show(guard + 1, number)] guard: u8, #[show(other + 1, number)] other: u8, cells: u32 },
    /// A guard saw a prisoner that is not where the map has it.
    #[event(step, line = 23, say = "Guard {guard} sees {who} at {cell} and chases them, since the map shows them at {home}.",
        text(who = cx.prisoner(actor), home = cx.home(actor)))]
    Spotted { #[show(guard + 1, number)] guard: u8, #[show("the prisoner, by its number in the scene")] actor: u16, cell: Cell },
    /// A guard gave up the prisoner that it hunted.
    #[event(step, tone = Refused, line = 24, say = "Guard {guard} gave up the search for {who}, last seen at {cell}.",
        text(who = cx.prisoner(actor)))]
    Lost { #[show(guard + 1, number)] guard: u8, actor: u16, cell: Cell },
    /// A guard caught a prisoner.
    #[event(step, slot = place(actor), line = 25, say = "Guard {guard} caught {who} at {cell}.",
        text(who = cx.prisoner(actor)))]
    Caught { #[show(guard + 1, number)] guard: u8, actor: u16, cell: Cell },
    /// A guard has a new destination.
    #[event(slot = aim(guard), tone = Looked, line = 9, say = "Guard {guard} wants to go to {cell}: {because}.",
        text(because = why.word()))]
    Aimed { #[show(guard + 1, number)] guard: u8, cell: Cell, #[show(skip)] why: Aim },
    /// A plan was made.
    #[event(step, slot = plan(guard), tone = Looked, line = 11,
        say = "Guard {guard} knows no path from {cell} to its goal, so it plans a path to the closest cell, {end}, cost {cost}.",
        case(found, line = 10, say = "Guard {guard} plans a path from {cell} to {end}, cost {cost}."))]
    Planned {
        #[show(guard + 1, number)] guard: u8, found: bool, turn: u16, cell: Cell, end: Cell,
        #[show(cx.cost(cost.get()))] cost: Units,
    },
    /// A search found no path at all.
    #[event(step, slot = plan(guard), tone = Refused, line = 11,
        say = "Guard {guard} knows no path from {cell} to its goal and has no plan.")]
    Despaired { #[show(guard + 1, number)] guard: u8, turn: u16, cell: Cell },
    /// A guard moved one cell.
    #[event(step, slot = place(actor), line = 14, say = "Guard {guard} moved from {from} to {cell}.")]
    Moved {
        #[show(guard + 1, number)] guard: u8, #[show(skip)] actor: u16, cell: Cell, from: Cell, facing: Option<Dir>,
    },
    /// A guard stayed on its cell.
    #[event(step, slot = place(actor), tone = Looked, line = 12, say = "Guard {guard} stays at {cell}: {because}.",
        case(why = Guard(_) | Refused(_), tone = Refused),
        case(why = Opens(_), line = 13),
        text(because = why.words().2))]
    Waited {
        #[show(guard + 1, number)] guard: u8, #[show(skip)] actor: u16, cell: Cell, #[show(why.words().0, word)] why: Wait,
        facing: Option<Dir>,
    },
    /// A guard is at its goal and stops planning.
    #[event(step, slot = place(actor), line = 15, say = "Guard {guard} arrived at {cell} after {moves:count move}.")]
    Arrived {
        #[show(guard + 1, number)] guard: u8, #[show(skip)] actor: u16, cell: Cell, moves: u32,
        #[show(skip)] facing: Option<Dir>,
    },
    /// The run ended.
    #[event(step, line = 16, say = "The run ended after {turns:count turn}: {because}.", text(because = why.word()))]
    Ended { turns: u32, #[show(skip)] why: End },
}

impl Context {
    pub(super) fn cost(&self, units: u64) -> Value {
        self.search.cost(units)
    }

    fn actor(&self, number: u16) -> String {
        match self.guards.iter().position(|g| g.actor == number) {
            Some(g) => format!("guard {}", g + 1),
            None => self.actors.get(number as usize).map_or("somebody".into(), |a| format!("the {}", a.kind.name())),
        }
    }

    /// Returns the name of a prisoner: its number among the prisoners of the scene, from 1.
    fn prisoner(&self, number: u16) -> String {
        let all = self.actors.iter().take(number as usize + 1).filter(|a| a.kind == ActorKind::Prisoner);
        format!("prisoner {}", all.count())
    }

    /// Returns the cell where the map has an actor.
    fn home(&self, number: u16) -> String {
        self.actors.get(number as usize).map_or_else(String::new, |actor| actor.at.to_string())
    }

    /// Returns the tile that the map has at a cell, with its article.
    fn mapped(&self, cell: Cell) -> String {
        self.map.get(cell).map_or_else(String::new, |tile| tile.a())
    }

    const fn elsewhere(&self) -> &'static str {
        match self.knowledge {
            Knowledge::Omniscient => "the actual state too, since it knows everything",
            Knowledge::DefaultMemory => "the state that the map shows",
            Knowledge::LastSeen => "what it last saw there",
        }
    }

    const fn because(&self, seen: bool, as_mapped: bool) -> &'static str {
        match (seen, self.knowledge) {
            (true, _) => "it sees the cell",
            (false, Knowledge::Omniscient) => "it knows everything",
            (false, Knowledge::LastSeen) => "another guard told it",
            (false, Knowledge::DefaultMemory) if as_mapped => "it no longer sees the cell, and the map shows it so",
            (false, Knowledge::DefaultMemory) => "the map shows it so",
        }
    }

    fn wrong(tile: Tile, actual: Tile) -> String {
        if tile == actual { String::new() } else { format!(". It is wrong: there is {}", actual.a()) }
    }
}
