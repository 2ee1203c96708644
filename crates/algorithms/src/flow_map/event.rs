//! Events of a flow map. Values are in units of the costs. Directions point toward where a value came from.

use super::map::Ground;
use super::problem::Region;
use super::rules::Walk;
use crate::event::{Encode, Event, Slot, Value, Word};
use crate::movement::Refusal;
use crate::world::Unchanged;
use crate::{ActorKind, Cell, Dir, Size, Tile, Verb};
use std::ops::Range;

/// Value of a cell that no exit reaches: higher than any other.
pub(super) const FAR: i64 = i64::MAX;
/// Number of the global map in events. Other maps have their index in the list.
pub(super) const WHOLE: u16 = u16::MAX;
/// Script line number of a change that the script did not make.
pub(super) const ELSEWHERE: u32 = u32::MAX;

/// Layer of the rooms' maps. For a cell in several rooms, it has the map with the smallest value.
pub(super) const ROOMS: u8 = 0;
pub(super) const GLOBAL: u8 = 1;
/// Layer of the other values of a cell that several rooms share.
pub(super) const OTHER: u8 = 2;
pub(super) const TILES: u8 = 3;
pub(super) const FLEE: u8 = 4;
pub(super) const LAYERS: u8 = 5;

/// Register of the last finished wave.
pub(super) const WAVES: u32 = 0;
/// Register of the mark for *not reached*.
pub(super) const MARK: u32 = 1;
/// Number of registers before those of the actors.
pub(super) const REGISTERS: u32 = 2;

/// Data shared by all events of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Context {
    pub size: Size,
    pub unit: i64,
    /// The solid cells at the start of the scene.
    pub ground: Ground,
    pub regions: Vec<Region>,
    pub followed: Range<usize>,
    /// The actors of the scene: kind, cell, and whether chained.
    pub actors: Vec<(ActorKind, Cell, bool)>,
    /// Number of each actor among those of its kind, from 1.
    pub numbers: Vec<u32>,
    /// Whether dice decide between equal neighbours.
    pub dice: bool,
    /// Rule by which prisoners walk.
    pub walk: Walk,
    /// Whether a smashed cell ignores the value 0 of exits, as in the wording of the source.
    pub positive: bool,
    /// Factor to flee by, in thousandths.
    pub flee: Option<i64>,
}

const fn layer(map: u16, lowest: bool) -> u8 {
    match (map, lowest) {
        (WHOLE, _) => GLOBAL,
        (_, true) => ROOMS,
        (_, false) => OTHER,
    }
}

pub(super) const fn register(actor: u32) -> Slot {
    Slot::Register(REGISTERS + actor)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Encode)]
pub enum How {
    Seeded,
    /// The cell is beside a wall, in a map that starts at the walls.
    Beside,
    /// For the first time, or again after the cell was raised.
    Reached,
    Lowered,
    /// The cell was freed and took its lowest neighbour's value plus one.
    Smashed,
    /// The cell keeps its value and joined the queue again, at the border of raised cells or beside a corner.
    Requeued,
    /// The smallest value was raised, so the value of another room shows now.
    Uncovered,
    Expanded,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Word, Encode)]
pub enum Cause {
    #[default]
    First,
    Freed,
    Closed,
    Cost,
    #[word("new exit")]
    Source,
    #[word("exit gone")]
    NoSource,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Encode)]
pub enum Note {
    SourceInWall,
    PrisonerInWall,
    TooNarrow,
    TwoOnACell,
    ExitInNoRoom,
    RoomWithoutExit,
    NoWayOut,
}

/// Results of a prisoner's look at a neighbour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word, Encode)]
pub enum Verdict {
    #[word("lowest")]
    Lower,
    #[word("not below its own")]
    NotLower,
    #[word("another is lower")]
    NotLowest,
    NotReached,
    #[word("somebody stands there")]
    Occupied,
    Solid,
    #[word("too narrow")]
    Narrow,
    #[word("cuts a corner")]
    Corner,
    #[word("the rule takes it")]
    Ruled,
    #[word("the rule takes another before it")]
    Later,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Word, Encode)]
pub enum Stay {
    #[word("no neighbour has a lower value")]
    NoneLower,
    #[word("each neighbour with the lowest value is occupied")]
    Taken,
    #[word("something is in the way on all sides")]
    ShutIn,
    #[word("something is in the way beyond the exit")]
    Blocked,
    #[word("it is on an exit but did not walk there, so there is no direction to continue in")]
    NoDirection,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Encode)]
pub enum End {
    /// The script is done, no wave is moving, and no prisoner can move.
    Still,
    /// The state repeats: the prisoners walk in a circle.
    Circle,
    /// The maximum number of turns was played.
    Turns,
}

/// An event of a flow map. Maps are named by their index in the list, or `WHOLE`; actors by their index in the scene.
#[derive(Clone, Copy, PartialEq, Debug, Event)]
#[event(context = Context, encoded)]
#[expect(missing_docs, reason = "the sentences say what the fields are")]
#[rustfmt::skip]
pub enum FlowEvent {
    /// The scene has an oddity.
    #[event(line = 1, say = "No exit leads out of the dungeon, so the global map stays empty.",
        case(note = SourceInWall,
            say = "The exit or goal at {cell} is inside something solid: nothing flows from it until that is gone."),
        case(note = PrisonerInWall,
            say = "The prisoner at {cell} is inside something solid: no ripple wakes it until that is gone."),
        case(note = TooNarrow, say = "The prisoner at {cell} does not fit there: no ripple wakes it until it does."),
        case(note = TwoOnACell, say = "Two actors share {cell}: they leave it one after the other."),
        case(note = ExitInNoRoom, say = "The exit at {cell} is in no room: only the global map uses it."),
        case(note = RoomWithoutExit,
            say = "The room with its top left corner at {cell} has no exit, so none of its cells is reached."))]
    Noted { #[show(skip)] note: Note, cell: Cell },
    /// A turn began. Turn 0 is the first ripple.
    #[event(phase(0), was = "turn", line = 14, called = "turn {turn}",
        say = "Turn {turn} begins: first the script, then the waves, then the prisoners.",
        case(turn == 0, called = "first ripple", say = "The table is ready: −1 in walls and solid things, not reached everywhere else. The first ripple begins."))]
    TurnBegan { turn: u32 },
    /// A wave began in a map.
    #[event(phase(1), was = "wave", line = 10, called = "wave from {cell}{place}",
        say = "{cell} is solid{place}: {shut}.",
        case(cause = First, line = 2, called = "fill{place}",
            say = "The first ripple begins{place}: {queued}."),
        case(cause = Freed, line = 9, say = "{cell} is free{place}: {again}."),
        case(cause = Cost, line = 9, say = "{cell} has another cost now{place}, so its value is checked again."),
        case(cause = Source, line = 2,
            say = "There is an exit or goal at {cell} now{place}: a ripple starts from there."),
        case(cause = NoSource, say = "There is no exit or goal at {cell} any more{place}: cells whose values came from it are raised."),
        text(place = cx.place(map), queued = cx.queued(), again = cx.again(), shut = cx.shut()))]
    WaveBegan { cause: Cause, #[show(word)] map: u16, cell: Cell },
    /// A level began, with all queued cells of one value. Cells whose support is in doubt come before cells that the
    /// ripple continues from.
    #[event(phase(2), was = "level", line = 3, called = "level {value}",
        say = "Level {level}: expanding the queued cells with value {value}{place}; this wave set {cells} of them.",
        case(raising && cells == 0, line = 11, called = "raising {value}",
            say = "Checked the cells with value {value}{place} that may have lost their support: all still have a neighbour to support them."),
        case(raising, line = 11, called = "raising {value}",
            say = "Checked the cells with value {value}{place} that may have lost their support: {cells:count cell} without any."),
        text(place = cx.place(map)))]
    LevelBegan {
        #[show(skip)] raising: bool, #[show(word)] map: u16, #[show(cx.value(value))] value: i64,
        #[show("how many of them the wave wrote, or raises")] cells: u32,
        #[show("the number of the level in the run, from 0")] level: u32,
    },
    /// A cell was written, queued again or expanded. A freed cell takes no value if none of its neighbours is reached.
    #[event(step, slot = layer(map, lowest), from = toward, kind = "smashed", line = 9,
        say = "{cell} is free, but none of its neighbours is reached{place}: it {takes}, and nothing spreads from it.",
        case(how = Seeded, detail, kind = "seeded", role = Queued, line = 2, enqueues(value, "{value}{place}"),
            say = "The map starts at {cell}{place}, with value {value}."),
        case(how = Beside, detail, kind = "seeded", role = Queued, line = 20, enqueues(value, "{value}{place}"),
            say = "{cell} is beside a wall{place}: its value is {value}."),
        case(how = Reached, detail, kind = "reached", role = Queued, line = 7, enqueues(value, "{value}{place}"),
            say = "Reached {cell} from {from}{place}: its value is {value}."),
        case(how == How::Lowered && value == FAR, detail, kind = "lowered", line = 9,
            say = "Lowered the mark of {cell}{place} to that of {from} plus one; {cell} is still not reached."),
        case(how = Lowered, detail, kind = "lowered", role = Queued, line = 7, enqueues(value, "{value}{place}"),
            say = "Found a shorter path to {cell}, from {from}{place}: its value is {value} now."),
        case(how == How::Smashed && value != FAR && toward.is_none(), role = Queued, enqueues(value, "{value}{place}"),
            say = "{cell} is free again{place}: there is an exit or goal, with value {value}."),
        case(how == How::Smashed && value != FAR, role = Queued, enqueues(value, "{value}{place}"),
            say = "{cell} now has value {value}{place}: the lowest {positive}value of its neighbours, at {from}, plus the step."),
        case(how = Requeued, detail, kind = "requeued", tone = Looked, role = Queued, line = 13,
            enqueues(value, "{value}{place}"),
            say = "{cell} keeps its value {value}{place} and is queued: the ripple continues from there."),
        case(how = Uncovered, detail, kind = "uncovered", tone = Looked, role = Done, line = 13,
            say = "{cell} shows {value} now{place}, because its smaller value was raised."),
        case(how = Expanded, kind = "expanded", tone = Looked, role = Done, line = 4, dequeues,
            say = "Expanded {cell}{place}: value {value}."),
        text(place = cx.place(map), positive = if cx.positive { "positive " } else { "" },
            takes = Context::took(toward.is_some(), over)))]
    Wrote {
        #[show(skip)] how: How, toward: Option<Dir>,
        /// Whether the value is the smallest that any room has for the cell.
        #[show(skip)] lowest: bool,
        /// Excess of its mark over that of other cells.
        #[show(skip)] over: u16,
        #[show(word)] map: u16, cell: Cell, #[show("the value in the map", cx.value(value))] value: i64,
        #[show("the level of the run at which it was written")] level: u32,
    },
    /// A cell lost its value: it became solid, or no lower cell supports it.
    #[event(step, slot = layer(map, lowest), role = Raised, kind = "shut", line = 10,
        say = "{cell} is solid now{place}: it loses its value {old}, and neighbours with higher values are queued.",
        case(!shut, kind = "raised", line = 12,
            say = "Raised {cell}{place} from {old} to not reached: no neighbour supports its value."),
        text(place = cx.place(map)))]
    Raised {
        #[show(skip)] shut: bool, #[show(skip)] lowest: bool, #[show(word)] map: u16, cell: Cell,
        #[show("the value before", cx.value(old))] old: i64,
    },
    /// A doubtful cell keeps its value: a lower cell supports it, or it is an exit or goal.
    #[event(from = by, line = 11, say = "{cell} keeps its value {value}: {from} still supports it.",
        case(by.is_none(), say = "{cell} keeps its value {value}: {source}."), text(source = cx.source()))]
    Supported { by: Option<Dir>, #[show(word)] map: u16, cell: Cell, #[show(cx.value(value))] value: i64 },
    /// A neighbour cannot be entered.
    #[event(tone = Refused, line = 5, say = "No step from {from} to {cell}: {why}.")]
    Blocked { from: Dir, #[show(why.because())] why: Refusal, #[show(word)] map: u16, cell: Cell },
    /// A neighbour keeps its value, because the offer is not lower.
    #[event(line = 6, say = "No change at {cell}: from {from} its value would be {offer}, and it already has {value}.")]
    Kept {
        from: Dir, #[show(word)] map: u16, cell: Cell, #[show(cx.value(value))] value: i64,
        #[show("what it would get", cx.value(offer))] offer: i64,
    },
    /// A queue entry was skipped, because its cell has another value now.
    #[event(line = 3, say = "Skipped an old entry of {cell} with value {value}: the cell has another value now.")]
    Skipped { #[show(word)] map: u16, cell: Cell, #[show(cx.value(value))] value: i64 },
    /// A wave ended.
    #[event(step, slot = Slot::Register(WAVES), tone = Looked, was = "subsided", line = 3,
        say = "The wave from {cell} is over{place}: it touched {cells:count cell} in {levels:count level}. Computing everything again would set {full}.",
        case(cause = First, say = "The first ripple is over{place}: {levels:count level}, {full:count cell} reached."),
        text(place = cx.place(map)))]
    WaveEnded {
        #[show(skip)] cause: Cause, #[show(word)] map: u16, cell: Cell, levels: u32,
        #[show("how many cells it touched")] cells: u32,
        #[show("how many cells a full recomputation would have written")] full: u32,
    },
    /// The mark for *not reached* was raised, because distances passed it.
    #[event(slot = Slot::Register(MARK), tone = Looked, line = 1,
        say = "The mark for not reached is {mark} from now on, higher than any distance.")]
    Marked { mark: i64 },
    /// The ground changed: a tile changed, or a chained prisoner came or went.
    #[event(step, slot = TILES, line = 14,
        say = "Line {line} of the script: {was:a} became {is:a} at {cell}, which is {solid?solid|free} now.",
        case(line == ELSEWHERE, say = "{was:cap} became {is:a} at {cell}, which is {solid?solid|free} now."),
        case(from == to, say = "Line {line} of the script: {cell} is {solid?solid|free} now, with {solid?a|no} chained prisoner there."))]
    Changed {
        #[show(name = "was")] from: Tile, #[show(name = "is")] to: Tile, solid: bool, cell: Cell,
        #[show("the line of the script, from 1", (line != ELSEWHERE).then(|| line + 1), word)] line: u32,
    },
    /// A script line did nothing.
    #[event(step, tone = Refused, line = 14,
        say = "Line {line} of the script ({verb} at {cell}) did nothing: {because}.",
        text(because = why.because()))]
    Failed {
        #[show(verb.name(), word)] verb: Verb, #[show(skip)] why: Unchanged, cell: Cell,
        #[show(line + 1, word)] line: u32,
    },
    /// The script moved an actor.
    #[event(step, slot = register(actor), line = 14, say = "The script moved {name} from {from} to {cell}.",
        text(name = cx.name(actor)))]
    Moved { actor: u32, from: Cell, cell: Cell },
    /// The script or a guard removed an actor.
    #[event(step, slot = register(actor), line = 14, say = "The script removed {name} from {cell}.",
        case(caught, say = "{name:cap} was caught at {cell}."),
        text(name = cx.name(actor)))]
    Removed { #[show(skip)] caught: bool, actor: u32, cell: Cell },
    /// A chained prisoner was freed.
    #[event(step, slot = register(actor), line = 9, say = "The chains of {name} at {cell} broke: it is free.",
        text(name = cx.name(actor)))]
    Freed { actor: u32, cell: Cell },
    /// A prisoner woke, because its cell was reached.
    #[event(step, slot = register(actor), line = 8,
        say = "{name:cap} woke at {cell}: the ripple reached it with value {value}. It moves from the next turn on.",
        text(name = cx.name(actor)))]
    Woke {
        #[show(word)] map: u16, actor: u32, cell: Cell, #[show("the distance of its cell", cx.value(value))] value: i64,
        turn: u32,
    },
    /// The move of a prisoner began.
    #[event(phase(1), actor = "{name}", was = "acts", line = 15,
        say = "{name:cap} moves next, from {cell}: {own} {value}{place}.",
        case(value == FAR, say = "{name:cap} moves next, from {cell}, which is not reached{place}."),
        text(name = cx.name(actor), place = cx.place(map), own = cx.own()))]
    ActorBegan { #[show(word)] map: u16, actor: u32, cell: Cell, #[show(cx.height(value))] value: i64 },
    /// A prisoner weighed a neighbour.
    #[event(tone = Refused, line = 17, say = "Looked at {cell}: value {value} ({verdict}).",
        case(verdict = Lower, tone = Looked),
        case(verdict = NotReached, say = "Looked at {cell}: it is not reached."),
        case(verdict = Solid, say = "Looked at {cell}: it is solid."),
        case(verdict = Narrow, say = "Looked at {cell}: the prisoner does not fit there."),
        case(verdict = Corner, say = "Looked at {cell}: the diagonal would cut a corner."),
        case(verdict = Ruled, tone = Looked, line = 22, say = "Tried {cell}: it is free, and {verdict}."),
        case(verdict = Later, line = 22, say = "Tried {cell}: it is free, but {verdict}."))]
    Weighed {
        verdict: Verdict, from: Dir, actor: u32, cell: Cell,
        #[show(cx.height(value))] value: i64,
    },
    /// Several free neighbours had the same lowest value.
    #[event(tone = Tied, line = 17,
        say = "{n} free neighbours share the lowest value. {cell} ({way}) comes first in the order ↑ → ↓ ← ↗ ↘ ↙ ↖.",
        case(ruled, line = 22, say = "Something is in the way ahead. The dice gave {roll:.3} and chose {cell} of {n} free neighbours, a 1 in {n} chance."),
        case(dice, say = "{n} free neighbours share the lowest value. The dice gave {roll:.3} and chose {cell}, a 1 in {n} chance."),
        text(way = from.opposite().arrow()))]
    Tied {
        #[show("how many")] n: u8, #[show(skip)] dice: bool, #[show(skip)] ruled: bool, from: Dir, actor: u32, cell: Cell,
        #[show("the number rolled, in [0, 1)", dice.then_some(roll))] roll: f64,
    },
    /// A prisoner took a step.
    #[event(step, slot = register(actor), line = 17, say = "{name:cap} moved from {from} to {cell}, where the map says {value}.",
        case(crossed && value == FAR, line = 16,
            say = "{name:cap} went through the exit {from} to {cell}{place}, which is not reached."),
        case(crossed, line = 16,
            say = "{name:cap} went through the exit {from} to {cell}{place}, where the map says {value}."),
        text(name = cx.name(actor), place = cx.place(map)))]
    Stepped {
        #[show("whether it went on through an exit, into another room")] crossed: bool,
        #[show(word)] map: u16, actor: u32, from: Cell, cell: Cell, #[show(cx.height(value))] value: i64,
    },
    /// A prisoner stayed on its cell.
    #[event(step, slot = register(actor), tone = Refused, line = 18, say = "{name:cap} stays at {cell}: {because}.",
        case(why = Blocked | NoDirection, line = 16),
        text(name = cx.name(actor), because = why.word()))]
    Waited { #[show(skip)] why: Stay, actor: u32, cell: Cell },
    /// A prisoner left the dungeon.
    #[event(step, slot = register(actor), line = 16,
        say = "{name:cap} left through the exit {cell} in turn {turn}, after {steps:count step}.",
        text(name = cx.name(actor)))]
    Left { actor: u32, cell: Cell, turn: u32, steps: u32 },
    /// The map to flee by is recomputed.
    #[event(phase(1), was = "flee", line = 19, called = "flee",
        say = "The map to flee by begins: {cells:count distance} times −{factor}, then one more ripple.",
        text(factor = Value::Real(cx.flee.unwrap_or(0) as f64 / 1000.0)))]
    FleeBegan { cells: u32 },
    /// A cell of the map to flee by was written: its multiplied distance, or a neighbour's value plus the step.
    #[event(slot = FLEE, from = toward, was = "fled", line = 19,
        say = "Lowered {cell} to {value}, one step more than {from}.",
        case(toward.is_none(), say = "{cell} starts with value {value} in the map to flee by."))]
    FleeWritten { toward: Option<Dir>, cell: Cell, #[show(cx.fled(value))] value: i64 },
    /// The run ended.
    #[event(step, line = 14,
        say = "The run stopped after turn {turn}, the last one allowed.",
        case(why = Still,
            say = "The run is over after turn {turn}: the script is done, no wave is moving, and no prisoner can move."),
        case(why = Circle,
            say = "The run is over after turn {turn}: everything is as it was before, so it would repeat forever."))]
    Ended { #[show(skip)] why: End, turn: u32 },
}
