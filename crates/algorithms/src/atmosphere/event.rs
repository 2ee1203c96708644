//! Events of an air run, with the sentence that each one shows.

pub use super::context::{Cause, Context, Flood, Out, Spare, Stop};
use super::harm_event::{HarmEvent, LINES};
use super::links::Link;
use super::numbers::{BULLET, FACES, SMALL, chance, tenths};
use crate::event::{Event, Slot};
use crate::root2::Root2;
use crate::world::Unchanged;
use crate::{Cell, Dir, Tile, Verb};

/// Cells reached by the flood from where air is not 1. Like the next three layers, it is cleared after each phase.
pub(super) const OUTER: u8 = 0;
/// Cells reached by the flood from still, full air.
pub(super) const INNER: u8 = 1;
/// The neighbours weighed during a suction.
pub(super) const CANDIDATES: u8 = 2;
/// Distance to where the acting person wants to go.
pub(super) const WAY: u8 = 3;
/// Number of layers that are cleared after each phase.
pub(super) const PASSING: u8 = 4;
pub(super) const AIR: u8 = 4;
/// Venting distances, during the search and after it.
pub(super) const VENTS: u8 = 5;
pub(super) const REGIONS: u8 = 6;
/// Pressure walls.
pub(super) const WALLS: u8 = 7;
/// Tiles that changed.
pub(super) const TILES: u8 = 8;
/// Burning cells.
pub(super) const FIRE: u8 = 9;
/// Cells where something exploded, where an actor died, and where the beacon sends.
pub(super) const HARM: u8 = 10;
/// Number of layers. The registers after them hold the position of each actor, by scene index. Those of [`Context`]
/// follow.
pub(super) const LAYERS: u8 = 11;

/// An event of a run. Air is in tenths. `left` is the total air in all cells that are not solid, in tenths.
#[derive(Clone, Copy, PartialEq, Debug, Event)]
#[event(context = Context, encoded)]
#[expect(missing_docs, reason = "the sentences say what the fields are")]
#[rustfmt::skip]
pub enum AirEvent {
    /// The run began.
    #[event(phase(0), line = 1, called = "start", say = "The map has {void:count cell} of void or airless ground.",
        case(void == 0, say = "There is no void on this map: no air can leave it."))]
    Began { #[show("how many cells are void or airless ground")] void: u32 },
    /// The map was divided into regions.
    #[event(phase(2), line = 1, called = "regions",
        say = "The map is divided into regions, because {because}. Each region is all solid or all open.", text(because = cause.because()))]
    Divided { cause: Cause },
    /// A cell was found to belong to a region.
    #[event(slot = REGIONS, line = 1, say = "{cell} is open and belongs to region {region}.",
        case(void, say = "{cell} has no air and belongs to region {region}."),
        case(solid, say = "{cell} is solid and belongs to region {region}."))]
    Joined {
        cell: Cell, #[show("the number of the region, from 1")] region: u32, solid: bool,
        #[show(name = "airless")] void: bool,
    },
    /// A region without void is complete: its air is 1.
    #[event(step, line = 2,
        say = "Region {region} ({solid?solid|open}, {cells:count cell}) has no void, so it is full of air.")]
    Sealed { region: u32, cells: u32, solid: bool },
    /// A region with void is complete: its air stays as it is.
    #[event(step, line = 1, was = "left",
        say = "Region {region} has {cells:count cell}, {void} of them void or airless, so its air stays as it is.")]
    LeftOpen { region: u32, cells: u32, void: u32 },
    /// A cell of a sealed region was filled.
    #[event(slot = AIR, line = 2, say = "The air at {cell} rose from {before} to 1.")]
    Filled {
        cell: Cell, #[show(tenths(before))] before: u8,
        #[show("the air in all open cells", tenths(left))] left: u32,
    },
    /// Distances to cells without air began to be measured.
    #[event(phase(2), line = 8, called = "distances",
        say = "Distances are measured from {sources:count cell} without air, through open cells, because {because}.",
        case(sources == 0, say = "Every open cell has air, so nothing can vent."),
        text(because = cause.because()))]
    Searched { cause: Cause, #[show("how many cells it starts from")] sources: u32 },
    /// A cell was reached for the first time.
    #[event(slot = VENTS, from = toward, role = Queued, line = 8, enqueues(distance.rank(), "distance {distance:~3}"),
        say = "Reached {cell} from the {toward}: {distance:~3} to the nearest cell without air.")]
    Opened {
        cell: Cell, #[show(name = "toward")] toward: Dir,
        #[show("how far the nearest cell without air is, in cells")] distance: Root2,
    },
    /// A shorter path to a cell was found.
    #[event(slot = VENTS, from = toward, role = Queued, line = 8, enqueues(distance.rank(), "distance {distance:~3}"),
        say = "Found a shorter path to {cell}, from the {toward}: distance {distance:~3}.")]
    Lowered {
        cell: Cell, #[show(name = "toward")] toward: Dir, distance: Root2,
    },
    /// A cell's distance is final: it vents.
    #[event(step, slot = VENTS, from = toward, role = Venting, line = 9, dequeues,
        say = "{cell} {again?still vents, now|vents} toward the {toward}, at distance {distance:~3}.")]
    Vented {
        cell: Cell, #[show(name = "toward")] toward: Dir,
        #[show("whether it vented before, too")] again: bool,
        distance: Root2,
    },
    /// A cell stopped venting.
    #[event(step, slot = VENTS, line = 9, was = "stilled",
        say = "{cell} stopped venting: no cell without air can be reached from it.",
        case(why = Empty, line = 13, say = "{cell} has no air left and stopped venting."),
        case(why = Solid, say = "{cell} stopped venting: it is solid now."))]
    StoppedVenting { cell: Cell, why: Stop },
    /// The search for pressure walls began.
    #[event(phase(2), line = 10, called = "pressure walls", was = "weakened",
        say = "Looking for pressure walls, because {because}.", text(because = cause.because()))]
    PressureBegan { cause: Cause },
    /// A flood began.
    #[event(step, line = 11, say = "The {source} flood starts from {sources:count cell} where the air is not full.",
        case(flood = Inner, line = 12, say = "The {source} flood starts from {sources:count cell} with still, full air."),
        text(source = flood.word()))]
    Flooded { flood: Flood, sources: u32 },
    /// A flood reached a cell or starts from it.
    #[event(slot = flood as u8, from = toward, role = Threat, line = 11,
        say = "The {source} flood {came} {cell}[ from the {toward}]{solid? and stops there, because the cell is solid|}.",
        case(flood = Inner, role = Seen, line = 12),
        text(source = flood.word(), came = if toward.is_some() { "reached" } else { "starts from" }))]
    Reached {
        cell: Cell, flood: Flood, #[show(name = "toward")] toward: Option<Dir>, solid: bool,
    },
    /// A solid became a pressure wall.
    #[event(step, slot = WALLS, role = Pressure, line = 10,
        say = "{cell} is a pressure wall now: both floods reach it.")]
    Pressed { cell: Cell },
    /// A pressure wall stopped being one.
    #[event(step, slot = WALLS, tone = Refused, line = 10, was = "relieved",
        say = "{cell} is no longer a pressure wall: the {inside} flood does not reach it.",
        case(!solid, say = "{cell} is no longer a pressure wall: it is not solid."),
        case(!outer && !inner, say = "{cell} is no longer a pressure wall: neither flood reaches it."),
        case(!outer, say = "{cell} is no longer a pressure wall: the {outside} flood does not reach it."),
        text(outside = Flood::Outer.word(), inside = Flood::Inner.word()))]
    PressureLost {
        cell: Cell, solid: bool,
        #[show("whether the flood from where air is not 1 reached it")] outer: bool,
        #[show("whether the flood from still, full air reached it")] inner: bool,
    },
    /// A unit of time began.
    #[event(phase(0), line = 3, called = "turn {turn}", was = "turned",
        say = "Unit of time {turn} of {turns} begins.", text(turns = cx.turns))]
    TurnBegan { turn: u32 },
    /// A line of the script was read.
    #[event(phase(1), line = 4, called = "{do} {cell}", say = "Line {line} of the script: {do} at {cell}.")]
    Scripted {
        cell: Cell, #[show(name = "do", verb.name())] verb: Verb, line: u32,
        #[show(name = "caused-by", "the number of the event that caused it, from 1; 0 for none", number)] cause: Link,
    },
    /// A line of the script did nothing.
    #[event(step, tone = Refused, line = 4, say = "{do:cap} at {cell} did nothing: {because}.",
        text(because = why.because()))]
    Refused { cell: Cell, #[show(name = "do", verb.name())] verb: Verb, #[show(skip)] why: Unchanged },
    /// A tile changed.
    #[event(step, slot = TILES, line = 7, say = "The {was} at {cell} became {tile:a}.",
        case(to = Void, say = "The {was} at {cell} gave way to the void."))]
    Changed {
        cell: Cell, #[show(name = "was")] from: Tile, #[show(name = "tile")] to: Tile, #[show(tenths(left))] left: u32,
        #[show(name = "caused-by", number)] cause: Link,
    },
    /// The script moved an actor.
    #[event(step, slot = Slot::Register(actor), about = to, line = 4, say = "The script moved {who} from {from} to {to}.",
        text(who = cx.the(actor)))]
    Carried { actor: u32, from: Cell, #[show(name = "to")] to: Cell, #[show(name = "caused-by", number)] cause: Link },
    /// The script took an actor away.
    #[event(step, slot = Slot::Register(actor), line = 4, say = "The script removed {who} from {cell}.",
        text(who = cx.the(actor)))]
    Taken { actor: u32, cell: Cell },
    /// The script lit a lamp or put it out, which does not affect the air.
    #[event(step, line = 4, say = "The script {lit?lit|put out} {who} at {cell}, which does not affect the air.",
        text(who = cx.the(actor)))]
    Lit { actor: u32, cell: Cell, lit: bool },
    /// A bullet was fired. Without a shooter, it starts at its target.
    #[event(step, about = to, line = 5, say = "A bullet was fired from {from} at {to}.",
        case(from == to, say = "A bullet was fired at {to}."))]
    Shot { from: Cell, #[show(name = "to")] to: Cell, #[show(name = "caused-by", number)] cause: Link },
    /// A rocket was fired.
    #[event(step, about = to, line = 6, say = "A rocket was fired from {from} at {to}.")]
    Launched { from: Cell, #[show(name = "to")] to: Cell, #[show(name = "caused-by", number)] cause: Link },
    /// A bullet hit an actor and went no further.
    #[event(step, tone = Refused, line = 5, say = "The bullet hit {who} at {cell} and stopped.",
        text(who = cx.the(actor)))]
    Stopped { actor: u32, cell: Cell, #[show(name = "caused-by", number)] cause: Link },
    /// A bullet hit nothing solid.
    #[event(step, tone = Refused, line = 5, say = "The bullet flew to {cell} and hit nothing solid.")]
    Missed { cell: Cell },
    /// An explosion happened.
    #[event(step, slot = cause.is_told().then_some(HARM), line = 6,
        say = "An explosion at {cell} sent {waves:count shockwave} to cells 4 to 5 away.",
        case(!cause.is_told(), tone = Looked),
        case(reach == SMALL, say = "The blast at {cell} reached {far} cells far and sent {waves:count shockwave}."),
        text(far = reach))]
    Exploded { cell: Cell, waves: u32, #[show(skip)] reach: u8, #[show(name = "caused-by", number)] cause: Link },
    /// A shockwave left an explosion.
    #[event(about = to, line = 6, say = "A shockwave left {from} toward {to}.")]
    Sent { from: Cell, #[show(name = "to")] to: Cell, #[show(name = "caused-by", number)] cause: Link },
    /// A shockwave went through an actor.
    #[event(step, line = 6, say = "The shockwave went through {who} at {cell}, as flames do.",
        text(who = cx.the(actor)))]
    Passed { actor: u32, cell: Cell },
    /// A die decided whether a blow breaks a wall.
    #[event(step, tone = Tied, line = 6,
        say = "{cell} was hit. The {faces}-sided die gave {roll}; below {under} it breaks, a {chance} chance, so it {broke?broke|held}.",
        case(under == BULLET, line = 5),
        with(broke: word = roll < under), text(faces = FACES, chance = chance(under)))]
    Struck {
        cell: Cell, #[show("what was rolled, from 0, of twelve")] roll: u8,
        #[show("it happens when the roll is lower than this")] under: u8,
        #[show(name = "caused-by", number)] cause: Link,
    },
    /// A blow broke nothing, without a roll of the die.
    #[event(step, tone = Refused, line = 6,
        say = "The shockwave ended at {cell}, which another shockwave of the same explosion had already broken.",
        case(why = NoPressure, line = 5, say = "The bullet did nothing to {cell}: bullets only break pressure walls."),
        case(why = Withstands, say = "Nothing breaks the {what} at {cell}."),
        text(what = tile.english()))]
    Spared { cell: Cell, why: Spare, #[show(skip)] tile: Tile },
    /// The venting cells lost air.
    #[event(phase(1), line = 13, called = "loss", say = "Air is lost now: a tenth from {cells:count cell}.")]
    Drained { cells: u32 },
    /// A cell lost air.
    #[event(slot = AIR, line = 13, was = "thinned", say = "The air at {cell} fell to {air}; the whole map has {left} left.",
        case(air == 0, role = Hidden))]
    LostAir {
        cell: Cell, #[show("what the cell has left", tenths(air))] air: u8, #[show(tenths(left))] left: u32,
        #[show(name = "caused-by", number)] cause: Link,
    },
    /// Suction began to pull at things on venting cells.
    #[event(phase(1), line = 14, called = "suction", was = "sucked",
        say = "Suction pulls at {things:count thing}.")]
    SuctionBegan { things: u32 },
    /// Suction pulled at a thing, and a die decided whether it holds on.
    #[event(phase(2), actor = "{name}", tone = Tied, line = 15, was = "gripped",
        say = "Suction pulls at {who} at {cell}. The {faces}-sided die gave {roll}; below {under} it moves, a {chance} chance, so it {moves?moves|holds on}.",
        with(moves: word = roll < under),
        text(name = cx.name(actor), who = cx.the(actor), faces = FACES, chance = chance(under)))]
    Pulled { actor: u32, cell: Cell, roll: u8, under: u8 },
    /// A neighbour was weighed as a destination of suction.
    #[event(slot = CANDIDATES, role = Candidate, line = 16,
        say = "{cell} is not one of the best places for {who} to go: air {air}, distance {distance:~3}.",
        case(air == 0 && best, role = Chosen, say = "{cell} is one of the best places for {who} to go: it has no air."),
        case(best, role = Chosen,
            say = "{cell} is one of the best places for {who} to go: air {air}, distance {distance:~3}."),
        text(who = cx.the(actor)))]
    Weighed {
        cell: Cell, actor: u32, #[show(tenths(air))] air: u8, #[show("whether it is among the best")] best: bool,
        distance: Root2,
    },
    /// A thing was sucked to one of the best neighbours.
    #[event(step, slot = Slot::Register(actor), about = to, line = 16,
        say = "{who:cap} was sucked from {from} to {to}, the best of its neighbours.",
        case(equals > 1, tone = Tied,
            say = "{who:cap} was sucked from {from} to {to}, one of {equals} equally good neighbours, a 1 in {equals} chance."),
        text(who = cx.the(actor)))]
    Moved {
        actor: u32, from: Cell, #[show(name = "to")] to: Cell,
        #[show("how many were equally good")] equals: u8,
        #[show("which of them the dice took, from 0")] pick: u8,
        #[show(name = "caused-by", number)] cause: Link,
    },
    /// A thing on the void was lost.
    #[event(step, slot = Slot::Register(actor), line = 17, say = "{who:cap} was lost to the void at {cell}.",
        text(who = cx.the(actor)))]
    Lost { actor: u32, cell: Cell, #[show(name = "caused-by", number)] cause: Link },
    /// Flames were thrown.
    #[event(step, about = to, line = 18, say = "Flames were thrown from {from} toward {to}: they cover {cells:count cell}.")]
    Threw { from: Cell, #[show(name = "to")] to: Cell, cells: u32, #[show(name = "caused-by", number)] cause: Link },
    /// A cell caught fire.
    #[event(slot = FIRE, role = Raised, line = 18, say = "{cell} caught fire and burns for {units:count unit} of time.")]
    Ignited { cell: Cell, #[show("for how many units of time it burns")] units: u8, #[show(name = "caused-by", number)] cause: Link },
    /// The burning cells began to use air.
    #[event(phase(1), line = 18, called = "flames", say = "The flames burn on in {cells:count cell}.")]
    FlamesBegan { cells: u32 },
    /// A cell went on burning.
    #[event(slot = FIRE, role = Raised, line = 18, say = "{cell} burns for {units:count more unit} of time.")]
    Burned { cell: Cell, #[show("for how many more units of time it burns")] units: u8 },
    /// Flames went through an actor.
    #[event(step, line = 18, say = "The flames went through {who} at {cell}.", text(who = cx.the(actor)))]
    Scorched { actor: u32, cell: Cell, #[show(name = "caused-by", number)] cause: Link },
    /// A cell did not catch fire or stopped burning.
    #[event(slot = FIRE, line = 18, say = "The fire at {cell} burnt out.",
        case(why = Airless, say = "Nothing burns at {cell}: there is too little air."),
        case(why = Solid, say = "The fire at {cell} went out: it became solid."))]
    WentOut { cell: Cell, why: Out },
    /// An event about the body of an actor.
    #[event(nested(0, cx, &LINES))]
    Harm(HarmEvent),
    /// The run ended.
    #[event(phase(0), line = 3, called = "end",
        say = "After {turn:count unit} of time, the air left is {left}. Lost to the void: {lost:count thing}. The run ended before {unread:count line} of the script.",
        case(unread == 0,
            say = "After {turn:count unit} of time, the air left is {left}. Lost to the void: {lost:count thing}."))]
    Ended {
        #[show(name = "turn")] turns: u32, lost: u32,
        #[show("how many lines of the script come too late")] unread: u32,
        #[show(tenths(left))] left: u32,
    },
}
