//! Events of auto-explore, with the sentence that each one shows.

use super::adjacency::{arrows, emits};
use super::choose::{Greed, List};
use super::flood::NONE;
use super::memory::Single;
use crate::event::{Encode, Event, Slot, Value, Word};
use crate::{Cell, Dir, Grid, Size, Tile, Verb};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The flood: value, ring and direction of each cell. Like the next three layers, it is cleared with each pick.
pub(super) const FLOOD: u8 = 0;
pub(super) const LISTS: u8 = 1;
pub(super) const TARGET: u8 = 2;
pub(super) const PATH: u8 = 3;
pub(super) const PASSING: u8 = 4;
pub(super) const KNOWN: u8 = 4;
pub(super) const WALKED: u8 = 5;
/// Tiles that differ from the scene.
pub(super) const TILES: u8 = 6;
/// Air of the cells where it changed.
pub(super) const AIR: u8 = 7;
pub(super) const LAYERS: u8 = 8;

/// Data shared by all events of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Context {
    pub(super) size: Size,
    pub(super) explorer: u16,
    pub(super) start: Cell,
    pub(super) known: Arc<Grid<bool>>,
    /// Number of actors in the scene. Each has a register.
    pub(super) actors: u16,
    /// Names of the exits that have one.
    pub(super) exits: Arc<BTreeMap<Cell, String>>,
    pub(super) greed: Greed,
    /// Radius of sight of the explorer, in cells; `None` in a single pick, which does not look around.
    pub(super) radius: Option<u32>,
    pub(super) together: bool,
    /// Whether opening a door takes a turn of its own.
    pub(super) opening_turn: bool,
}

impl Context {
    pub(super) const fn keeps_together(&self, pick: u32) -> bool {
        self.together && pick.is_multiple_of(6)
    }

    fn exit(&self, cell: Cell) -> &str {
        self.exits.get(&cell).map_or("exit", String::as_str)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Word, Encode)]
pub enum Part {
    See,
    Choose,
    Path,
    Walk,
}

/// How the flood continues from a cell that took a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word, Encode)]
pub enum Spread {
    #[word("it emits in the next ring")]
    Next,
    #[word("a safe door, which costs extra")]
    SafeDoor,
    #[word("slow ground, it waits until nothing else is left")]
    Slow,
    /// An unknown cell, or an item in a wall: a target.
    #[word("it emits nothing")]
    Stays,
    #[word("who enters it slides to its end")]
    Slides,
    /// The door has a value, but no path uses it.
    #[word("an unexplored door, no path leads over it")]
    Apart,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Encode)]
pub enum Stop {
    Explored,
    AtDoor,
    AtTrap,
    Item,
    Exit,
    Enemy,
    /// Ground came into view that the parameter `interesting` names.
    Interesting,
    Picks,
    Gone,
    /// The path to the target is empty; a safeguard.
    Lost,
}

impl Spread {
    /// Returns how the flood continues, as the end of a sentence.
    const fn sentence(self) -> &'static str {
        match self {
            Self::Next => "its neighbours come in the next ring",
            Self::SafeDoor => "it is a safe door, which costs extra",
            Self::Slow => "it is slow ground, kept until nothing else is left",
            Self::Stays => "the flood does not go on from it",
            Self::Slides => "an actor that enters it slides to its end",
            Self::Apart => "it is an unexplored door, so no path leads through it",
        }
    }
}

fn steps(value: u32) -> Value {
    if value == NONE { Value::Word("none".into()) } else { Value::Int(value.into()) }
}

fn found(lowest: u32, bound: u32) -> String {
    match (lowest, bound) {
        (NONE, _) => "no candidate".into(),
        (_, NONE) => format!("the lowest value is {lowest}, so the target comes from here"),
        _ if lowest > bound => {
            format!("the lowest value, {lowest}, is above the bound {bound}, so the target comes from elsewhere")
        }
        _ => format!("the lowest value, {lowest}, is within the bound {bound}, so the target comes from here"),
    }
}

pub(super) const fn place(actor: u16) -> Slot {
    Slot::Register(actor as u32)
}

/// An event of auto-explore. Values are in steps. Actor indices are in scene order, from 0. They are shown from 1.
#[derive(Clone, Copy, PartialEq, Debug, Event)]
#[event(context = Context, encoded)]
#[expect(missing_docs, reason = "the sentences say what the fields are")]
#[rustfmt::skip]
pub enum ExploreEvent {
    /// A pick began.
    #[event(phase(0), was = "began", line = 1, about = at, called = "pick {pick}",
        say = "Pick {pick} begins at {cell}, with {unknown:count unknown cell}.")]
    PickBegan { pick: u32, at: Cell, #[show("how many cells are unknown")] unknown: u32 },
    /// A part of a pick began.
    #[event(phase(1), was = "entered", line = 2, about = at, called = "{name}",
        say = "The explorer looks around from {cell}, up to {radius} cells away.",
        case(part = Choose, line = 12, say = "Now the explorer chooses a target."),
        case(part = Path, line = 17, say = "Now the path is traced back from the target, along falling values."),
        case(part = Walk, line = 18, say = "The explorer sets out from {cell}."),
        text(name = part.word(), radius = cx.radius.unwrap_or(0)))]
    PartBegan { #[show(skip)] part: Part, at: Cell },
    /// The flood began.
    #[event(phase(1), was = "flooded", line = 3, about = at, called = "flood", say = "The flood starts at {cell}, where the explorer is.")]
    FloodBegan { at: Cell },
    /// A ring of the flood began.
    #[event(phase(2), was = "ringed", line = 4, called = "ring {ring}",
        say = "Ring {ring} begins: {nodes:count cell} to expand.",
        case(slow, line = 5, say = "Ring {ring} begins: {nodes:count slow cell} to expand, since no others are left."))]
    RingBegan { ring: u32, #[show("how many nodes are expanded")] nodes: u32, slow: bool },
    /// A node emitted the neighbours that its direction can newly reach.
    #[event(step, slot = FLOOD, role = Done, line = 4, from = by.map(Dir::opposite), dequeues,
        say = "Expanded {cell}[, reached by a step {direction}], value {value}. It looks {cardinal} and {diagonal}, at {emitted:count neighbour} on the map.",
        text(cardinal = arrows(emits(by).0), diagonal = arrows(emits(by).1)))]
    Expanded {
        cell: Cell, #[show("the step by which it was reached", name = "direction", was = "key")] by: Option<Dir>,
        value: u32, ring: u32,
        #[show("how many of the neighbours that it looks at are on the map")] emitted: u8,
    },
    /// Processing of one of the two lists of a ring began.
    #[event(line = 6, say = "The straight steps come first: {count:count arrival}.",
        case(diagonal, say = "Then the diagonal steps: {count:count arrival}."))]
    Sorted { count: u32, diagonal: bool },
    /// A cell took a value.
    #[event(slot = FLOOD, kind = "reached", role = Seen, line = 9, from = by.map(Dir::opposite),
        say = "{verb} {cell}[ from {from}] with value {value} ({tile}); {spread}.",
        case(lowered && tile.is_none(), kind = "lowered", line = 7),
        case(tile = None, line = 7),
        case(lowered && fate == Spread::Slow, kind = "lowered", role = Dimmed,
            enqueues(1, "slow {value}[  {direction:arrow}]")),
        case(fate = Slow, role = Dimmed, enqueues(1, "slow {value}[  {direction:arrow}]")),
        case(lowered && matches!(fate, Spread::Next | Spread::SafeDoor), kind = "lowered",
            enqueues(0, "value {value}[  {direction:arrow}]")),
        case(fate = Next | SafeDoor, enqueues(0, "value {value}[  {direction:arrow}]")),
        case(lowered, kind = "lowered"),
        text(verb = if lowered { "Found a shorter path to" } else { "Reached" }, spread = fate.sentence()))]
    Reached {
        cell: Cell, #[show(name = "direction", was = "key")] by: Option<Dir>,
        #[show("steps from the explorer, extra costs included")] value: u32, ring: u32,
        #[show("how the flood spreads from it")] fate: Spread,
        #[show(tile.map_or(Value::Word("unknown".into()), Value::Tile))] tile: Option<Tile>,
        #[show(skip)] lowered: bool,
    },
    /// An arrival did not change the value of a cell.
    #[event(tone = Refused, line = 8, from = by.map(Dir::opposite),
        say = "No change at {cell}:[ from {from}] its value would be {value}, and it already has {best}.",
        case(value < best,
            say = "No change at {cell}:[ from {from}] its value would be {value}, less than its {best}, but that path leads over a trap."),
        case(value == best,
            say = "No change at {cell}:[ from {from}] its value would be {value}, the same as now, and the first path stays."))]
    Ignored {
        cell: Cell, #[show(name = "direction", was = "key")] by: Option<Dir>, value: u32,
        #[show("the value that the cell has")] best: u32,
    },
    /// An arrival at a known trap waits until nothing else can be reached.
    #[event(tone = Refused, line = 8, from = by.map(Dir::opposite),
        say = "{cell} is put off: it is a trap, so everything that can be reached without one comes first.")]
    Deferred { cell: Cell, #[show(name = "direction", was = "key")] by: Option<Dir>, value: u32 },
    /// Nothing but exits can be reached without traps, so the arrivals at traps count from here on.
    #[event(step, line = 5,
        say = "Only exits are left that can be reached without a trap, so traps count from now on: {arrivals:count arrival}.")]
    Released { #[show("how often a trap was arrived at")] arrivals: u32 },
    /// An arrival was at a known wall.
    #[event(tone = Refused, line = 8, from = by.map(Dir::opposite),
        say = "No step to {cell}[ from {from}]: it is {tile:a}.")]
    Blocked { cell: Cell, #[show(name = "direction", was = "key")] by: Option<Dir>, tile: Tile },
    /// The explorer peeked at an unknown cell and found a wall.
    #[event(tone = Refused, line = 7, from = by.map(Dir::opposite),
        say = "Skipped {cell}: the explorer has not seen it, but a peek at the map shows a wall.")]
    Peeked { cell: Cell, #[show(name = "direction", was = "key")] by: Option<Dir>, value: u32 },
    /// A cell was put on a list of targets.
    #[event(slot = LISTS, role = Venting, line = 10, say = "{cell} is a candidate: {list:a} with value {value}{why}.",
        case(list = Item, role = Candidate),
        case(list = Single, role = Raised, line = 7),
        case(list = Unknown, role = Queued, line = 7),
        case(list = Door, role = Pressure),
        text(why = if single == Single::No { String::new() } else { format!(", {}", single.word()) }))]
    Listed {
        cell: Cell, value: u32, list: List,
        #[show("why it is a single cell, if it is")] single: Single,
    },
    /// Enough targets are listed, so only the extra rings remain.
    #[event(line = 11, say = "After ring {ring} there are enough candidates: at most {rings:count more ring}.")]
    Sufficed { ring: u32, #[show(name = "rings")] more: u32 },
    /// The flood ended.
    #[event(step, line = 11, say = "The flood ended after {rings:count ring}. It looked at {checks:count neighbour} and checked for the edge of the map {bounds:count time}.")]
    Settled {
        rings: u32, #[show("how many neighbours on the map were looked at")] checks: u32,
        #[show("how often a coordinate was compared with the edge of the map that a step leads toward")] bounds: u32,
    },
    /// A list of targets was checked.
    #[event(step, line = 15, say = "{list:cap}: {found}.",
        case(list = Item, line = 12),
        case(list = Single, line = 13),
        case(list = Unknown, line = 14),
        text(found = found(lowest, bound)))]
    Weighed {
        #[show("the lowest value on the list", steps(lowest))] lowest: u32,
        #[show("the highest value that is near enough", steps(bound))] bound: u32,
        list: List,
    },
    /// Dice decided between equal targets.
    #[event(tone = Tied, line = 16,
        say = "{among} targets are equally good. The dice chose number {number}, {cell}, a 1 in {among} chance.",
        text(number = came + 1))]
    Rolled { among: u32, #[show("which came, from 0, in the order of x, then y")] came: u32, cell: Cell },
    /// The target was chosen.
    #[event(step, slot = TARGET, role = Chosen, line = 16, say = "Chose the {list} at {cell}, value {value}.",
        case(kept, say = "Keeping to the {list} at {cell}, value {value}: it is still the target."),
        case(tied > 1, say = "Chose the {list} at {cell}, value {value}, one of {tied} equal ones."))]
    Aimed {
        cell: Cell, value: u32, #[show("how many were equal, this one included")] tied: u32,
        list: List, #[show("whether it was aimed at before")] kept: bool,
    },
    /// No target was found.
    #[event(step, line = 14, about = at, say = "There is no target: no candidate was found.")]
    Missed { at: Cell },
    /// A cell was added to the path, from the target back.
    #[event(slot = PATH, role = Path, line = 17,
        say = "{cell} is on the path. Its value is {value}; the previous cell is to the {direction}.",
        case(squared, say = "{cell} is on the path. Its value is {value}; the previous cell is to the {direction}, since doors are entered straight, not diagonally."))]
    Traced { cell: Cell, #[show(name = "direction", was = "key")] back: Dir, value: u32, squared: bool },
    /// A turn of the walk began.
    #[event(phase(2), was = "turned", line = 18, called = "turn {turn}", say = "Turn {turn} begins.")]
    TurnBegan { #[show("how many steps were made")] turn: u32 },
    /// The script or the explorer changed a tile.
    #[event(step, slot = TILES, line = 18, say = "The script's {verb} at {cell} made the {was} {tile:a}.",
        case(verb.is_none() && from == Tile::Trap, say = "Disarmed the trap at {cell}."),
        case(verb.is_none() && to == Tile::Door, say = "Closed the door at {cell} behind it."),
        case(verb = None, say = "Opened the {was} at {cell}."),
        text(verb = verb.map_or("", Verb::name)))]
    Changed {
        cell: Cell, #[show(name = "was")] from: Tile, #[show(name = "tile")] to: Tile, #[show(skip)] verb: Option<Verb>,
    },
    /// A script line moved an actor.
    #[event(slot = place(actor), line = 18, say = "The script moved actor {actor} to {cell}.")]
    Shifted { #[show(u32::from(actor) + 1, number)] actor: u16, cell: Cell },
    /// A script line removed an actor.
    #[event(slot = place(actor), line = 18, say = "The script removed actor {actor} from {cell}.")]
    Removed { #[show(u32::from(actor) + 1, number)] actor: u16, cell: Cell },
    /// A script line changed nothing.
    #[event(line = 18, say = "The script's line for {cell} changed nothing.")]
    Failed { cell: Cell },
    /// A lesser foe was bumped away.
    #[event(step, slot = place(actor), line = 21, say = "Pushed the weaker enemy at {cell} away.")]
    Bumped { cell: Cell, #[show(u32::from(actor) + 1, number)] actor: u16 },
    /// The explorer tried to disarm a trap beside its path.
    #[event(step, tone = Tied, line = 22,
        say = "Tried to disarm the trap at {cell}: the dice gave {roll} of 100, less than {chance}, so it is disarmed.",
        case(roll >= chance, say = "Tried to disarm the trap at {cell}: the dice gave {roll} of 100, not less than {chance}, so it is still armed."))]
    Tried { cell: Cell, roll: u32, chance: u32 },
    /// The explorer rested: it was hurt and no enemy was in view.
    #[event(step, line = 23, about = at, say = "Rested a turn; {left:count more turn} to go.")]
    Rested { at: Cell, #[show("how many turns of rest are still needed")] left: u32 },
    /// The explorer took stairs, because nothing else was left on its deck.
    #[event(step, slot = place(actor), line = 24,
        say = "Step {moves}: nothing is left to explore on this deck, so the explorer takes the stairs at {from} to {cell}.",
        case(back, say = "Step {moves}: nothing is left to explore here, so the explorer goes back by the stairs at {from} to {cell}."))]
    TookStairs { cell: Cell, from: Cell, #[show(skip)] actor: u16, moves: u32, #[show("whether they were taken before")] back: bool },
    /// An enemy saw the explorer.
    #[event(step, line = 25, say = "The enemy at {cell} sees the explorer.")]
    Woke { cell: Cell, #[show(u32::from(actor) + 1, number)] actor: u16 },
    /// An enemy walked toward where it last saw the explorer.
    #[event(slot = place(actor), line = 25, say = "The enemy moved from {from} to {cell}, toward {to}, where it last saw the explorer.")]
    Hunted { cell: Cell, from: Cell, to: Cell, #[show(u32::from(actor) + 1, number)] actor: u16 },
    /// An enemy opened a door on its path.
    #[event(step, slot = TILES, line = 25, say = "An enemy opened the door at {cell}.")]
    Forced { cell: Cell, #[show(u32::from(actor) + 1, number)] actor: u16 },
    /// An enemy beside the explorer struck.
    #[event(step, line = 25, say = "The enemy at {cell} hit the explorer, who now needs {left:count turn} of rest.")]
    Struck { cell: Cell, #[show(u32::from(actor) + 1, number)] actor: u16, left: u32 },
    /// An enemy reached the cell where it last saw the explorer, but did not find it there.
    #[event(line = 25, say = "The enemy reached {cell}, where it last saw the explorer, and the explorer is not there.")]
    LostTrack { cell: Cell, #[show(u32::from(actor) + 1, number)] actor: u16 },
    /// An opening lets air out.
    #[event(step, line = 26, say = "The opening at {cell} lets the air out of {cells:count cell}.")]
    Vented { cell: Cell, cells: u32 },
    /// The air of a cell changed.
    #[event(slot = AIR, line = 26, say = "{cell} has {air} tenths of its air left.",
        case(air == 0, role = Threat, say = "{cell} has no air left."),
        case(air == 10, say = "{cell} is full of air again."))]
    Aired { cell: Cell, #[show("tenths of its air")] air: u8 },
    /// The explorer has no air on its cell.
    #[event(step, line = 26, about = at, say = "There is no air at {cell}: the explorer now needs {left:count turn} of rest.")]
    Gasped { at: Cell, #[show("how many turns of rest are needed")] left: u32 },
    /// A cell was seen for the first time, or differs from memory.
    #[event(slot = KNOWN, role = Remembered, line = 2, say = "{cell} has changed since the explorer saw it: it is {tile:a} now.",
        case(new && airless, say = "Discovered {cell}: it is {tile:a}, without air."),
        case(new, say = "Discovered {cell}: it is {tile:a}."),
        case(airless, say = "{cell} has changed since the explorer saw it: it has no air now."))]
    Discovered {
        cell: Cell, turn: u32, tile: Tile, #[show("whether nothing was known about it")] new: bool,
        #[show(skip)] airless: bool,
    },
    /// A diagonal step past a blind corner was made in two.
    #[event(step, line = 19, say = "No diagonal step to {next}: the wall at {blocker} hides {behind}, where an enemy could be. So {cell} comes first.")]
    Sidestepped { cell: Cell, next: Cell, blocker: Cell, behind: Cell },
    /// A trap is on the path, so the explorer picks again.
    #[event(step, was = "shunned", tone = Refused, line = 20,
        say = "There is a trap at {cell} on the path: a new path to the same target, since nothing new was seen.",
        case(learnt, say = "There is a trap at {cell} on the path: the explorer plans again."))]
    Replanned { cell: Cell, #[show(skip)] learnt: bool },
    /// A closed door came into view on the path, so the explorer picks again.
    #[event(step, tone = Refused, line = 20,
        say = "A closed door came into view at {cell}, with unknown cells beside it: the explorer plans again.")]
    DoorMet { cell: Cell },
    /// The next cell cannot be entered, so the explorer picks again.
    #[event(step, tone = Refused, line = 20, say = "{cell} cannot be entered, because it is {tile:a}: the explorer plans again.")]
    Barred { cell: Cell, tile: Tile },
    /// The explorer made a step.
    #[event(step, slot = place(actor), line = 18, say = "Step {moves}: from {from} to {cell}.")]
    Moved { cell: Cell, from: Cell, #[show(skip)] actor: u16, moves: u32 },
    /// The cell that was stepped on was counted.
    #[event(slot = WALKED, role = Walked, line = 18, say = "The explorer has been on {cell} {count:count time} so far.")]
    Walked { cell: Cell, count: u32 },
    /// An item was visited.
    #[event(step, slot = place(actor), line = 18, say = "Visited the item at {cell}.")]
    Visited { cell: Cell, #[show(u32::from(actor) + 1, number)] actor: u16 },
    /// The unknown target became known before the walk ended.
    #[event(was = "answered", line = 18, say = "{cell} is known now, so the explorer need not go there.")]
    Revealed { cell: Cell },
    /// A known item or exit, or an unknown cell behind a barrier, cannot be reached.
    #[event(tone = Refused, line = 1, from = by,
        say = "The {what} at {cell} cannot be reached: the {tile} at {from} is in the way.",
        case(list.is_unknown(), say = "The unknown cell {cell} cannot be reached: the {tile} at {from} is in the way."),
        text(what = list.word()))]
    Unreachable { #[show(skip)] list: List, cell: Cell, by: Cell, #[show("the tile that is in the way")] tile: Tile },
    /// The run stopped.
    #[event(step, line = 1, say = "There is no path to {cell}.",
        case(why == Stop::Explored && unknown == 0, say = "Explored: every cell is known."),
        case(why = Explored,
            say = "Explored: everything that can be reached is known; {unknown:count cell} stayed unknown."),
        case(why = AtDoor,
            say = "Stopped at the closed door at {cell}: the cells behind it are unknown."),
        case(why = AtTrap, say = "Stopped at the trap at {cell}, which the path leads over."),
        case(why = Item, say = "Reached the item at {cell}."),
        case(why = Exit, say = "Explored: nothing is left but the {exit} at {cell}, and the explorer is there."),
        case(why = Enemy, say = "Stopped: an enemy is in view at {cell}."),
        case(why = Interesting, say = "Stopped: interesting ground is in view at {cell}."),
        case(why = Picks,
            say = "Stopped after the requested number of picks; {unknown:count cell} still unknown."),
        case(why = Gone, say = "The explorer was removed from the map at {cell}."),
        text(exit = cx.exit(cell)))]
    Stopped { #[show(skip)] why: Stop, cell: Cell, #[show("how many cells are still unknown")] unknown: u32 },
}
