//! Events of auto chess, with the sentence that each one shows.

use super::board::{Place, units};
use super::legs::Length;
use crate::event::{Event, Slot};
use crate::geometry::{Cell, Dir, Size};
use crate::terrain::Tile;
use crate::world::Unchanged;
use std::sync::Arc;

pub(super) use super::words::{Choice, Ending, Gate, Part, Pathfinder, RangeRule, Refusal, Rule};

pub(super) const SEARCH: u8 = 0; // The current search, stale as soon as another cell is scanned.
pub(super) const STOCK: u8 = 1; // Result of the stock rule. Under fewest jumps, how the cell was reached.
pub(super) const DIAGONAL: u8 = 2; // Result of the diagonal rule. Under fewest jumps, that the cell is farther.
pub(super) const REACH: u8 = 3; // The cells in reach of an enemy.
pub(super) const TILES: u8 = 4; // First of the layers of tiles changed by a script, one per rule.
pub(super) const LAYERS: u8 = TILES + Rule::ALL.len() as u8; // Number of layers.

pub(super) const WAY: u8 = 4; // Nesting depth of a path search: round › piece › part › cell › path.

pub(super) const TURN: u32 = 0; // The current turn. Older entries of layers and registers belong to earlier turns.
pub(super) const LEAD: u32 = 1; // The nearest cell so far.
pub(super) const ALT: u32 = 2; // The nearest diagonal cell so far.
pub(super) const GATES: u32 = 3; // First of the registers of the two gates.
pub(super) const ANSWER: u32 = 5; // The answer.
pub(super) const LENGTHS: u32 = 6; // First of the registers of lengths, one per pathfinder.
pub(super) const PART: u32 = 8; // The part of a turn.
pub(super) const AIM: u32 = 9; // The enemy that an assassin leaps behind.
pub(super) const ENDS: u32 = 10; // First of the registers of fight endings, one per rule.
pub(super) const UNITS: u32 = ENDS + RULES; // First of the registers of unit positions, one per unit and rule.

/// Number of rules.
pub(super) const RULES: u32 = Rule::ALL.len() as u32;

/// Returns the register of a unit's position on the board of a rule.
pub(super) const fn place(unit: u16, rule: Rule) -> Slot {
    Slot::Register(UNITS + RULES * unit as u32 + rule as u32)
}

/// Data shared by all events of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Context {
    pub(super) size: Size,
    /// Index of each unit in the scene, and its starting cell.
    pub(super) actors: Arc<[usize]>,
    pub(super) starts: Arc<[Cell]>,
    /// Whether a fight is played, and under which rules.
    pub(super) fight: bool,
    pub(super) range_rule: RangeRule,
    pub(super) rules: &'static [Rule],
    /// Whether the gate *near* measures to the stock target.
    pub(super) to_target: bool,
    /// Whether the seed chose the starting cells of the units.
    pub(super) scattered: bool,
}

/// An event of auto chess. Squared distances are in cells and shown as distances in units of the game: a cell is 128
/// wide. Units are numbered from 0 and shown from 1. `dir` and `leg` are the direction and distance, in cells, to the
/// parent.
#[derive(Clone, Copy, PartialEq, Debug, Event)]
#[event(context = Context)]
#[rustfmt::skip]
pub enum ChessEvent {
    /// A round of a fight began. Round 0 is the start before the first round, or the single decision.
    #[event(phase(0), line = 1, called = "round {round}", say = "Round {round} began.",
        case(round == 0 && cx.fight, called = "before the first round",
            say = "A fight of {units:count unit} began on {board}."),
        case(round == 0, called = "one decision", say = "One decision began, among {units:count unit} on {board}."),
        text(board = cx.board()))]
    Began { round: u16, units: u16 },
    /// The turn of a piece began.
    #[event(phase(1), slot = Slot::Register(TURN), tone = Looked, line = 1, about = at, was = "turned",
        called = "[{rule}, ]unit {unit}", actor = "unit {unit}",
        say = "The turn of unit {unit} at {cell} began[ under the {rule} rule]: range {range} − hull {hull} = {reach}.",
        case(cx.range_rule == RangeRule::Plus,
            say = "The turn of unit {unit} at {cell} began[ under the {rule} rule]: \
                range {range} + both hulls of {hull} = {reach}."),
        case(range <= hull,
            say = "The turn of unit {unit} at {cell} began[ under the {rule} rule]: \
                range {range} − hull {hull} = 0, so nothing is in reach."),
        text(reach = cx.range_rule.reach(range, hull)))]
    TurnBegan {
        #[show(u32::from(unit) + 1)] unit: u16,
        #[show("the rule of a fight", rule.map(Rule::word))] rule: Option<Rule>,
        at: Cell,
        #[show("the unit's range, in units")] range: u32,
        #[show("how wide each piece is")] hull: u32,
    },
    /// A part of the turn began.
    #[event(phase(2), slot = Slot::Register(PART), tone = Looked, line = 11, about = at, hide(cell), was = "parted",
        called = "{part}", say = "Compare: how long are Jumper's way and the shortest way to the stock target?",
        case(part = See, line = 2, say = "See: from which cells can an enemy be attacked?"),
        case(part = Plan, line = 3, say = "Plan: look at every cell, column by column, each from the bottom."),
        case(part = Choose, say = "Choose: the stock hop, or the diagonal jump if both gates let it pass."),
        case(part = Move, line = 1, say = "Move, or stay."),
        case(part = Search, line = 19, say = "Search: jump after jump in all directions, until one lands where an enemy is in reach."),
        case(part = Weigh, line = 23, say = "Weigh: which of the cells that take fewest jumps is the nearest to the piece?"),
        case(part = Leap, line = 25, say = "Leap: an assassin's first move goes behind the enemy farthest away, whatever lies between."))]
    PartBegan { part: Part, #[show(skip)] at: Cell },
    /// A cell is in reach of an enemy.
    #[event(slot = REACH, role = Candidate, line = 2, from = enemy, hide(from),
        say = "{cell} is in reach: the enemy at {enemy} is {distance:~2} away.")]
    InReach {
        cell: Cell,
        #[show("the nearest enemy, the first of equals")] enemy: Cell,
        #[show(name = "distance", "how far the cell is, in units", units(squared))] squared: u32,
    },
    /// The next cell in scan order was looked at.
    #[event(phase(3), slot = STOCK, tone = Looked, line = 3, called = "cell {cell}",
        say = "Looked at {cell}, {distance:~2} from the piece.")]
    Looked { cell: Cell, #[show(name = "distance", units(squared))] squared: u32 },
    /// The stock rule refused a cell.
    #[event(slot = STOCK, role = Refused, tone = Refused, line = 7,
        say = "Refused {cell}: not nearer, {distance:~2} against {best:~2}.",
        case(why = NotInReach, role = None, line = 4, say = "Refused {cell}: no enemy is in reach from there."),
        case(why = Own, line = 5, say = "Refused {cell}: no path, for the piece stands there itself."),
        case(why = Blocked, role = None, line = 5, say = "Refused {cell}: no path, for the cell is not free."),
        case(why = NoPath, line = 5, say = "Refused {cell}: no path leads there."),
        case(squared == best, tone = Tied,
            say = "Refused {cell}: not nearer but equally near, {distance:~2} away; the first in scan order stays."))]
    Refused {
        cell: Cell,
        why: Refusal,
        #[show(name = "distance", units(squared))] squared: u32,
        #[show("the distance of the nearest so far, in units; its own where there is none", units(best))] best: u32,
        #[show("the end of the first leg of the way there")] hop: Option<Cell>,
    },
    /// A path to a cell was found and joined to legs.
    #[event(slot = STOCK, line = 6,
        say = "Found a way to {cell}: {nodes:count node} joined to {legs:count leg}; the first ends at {hop}.")]
    Found {
        cell: Cell, hop: Cell,
        #[show(name = "distance", units(squared))] squared: u32,
        #[show("how many jump points or steps the way has")] nodes: u16,
        #[show("how many straight legs the way has")] legs: u16,
    },
    /// A cell became the nearest so far.
    #[event(step, slot = Slot::Register(LEAD), role = Candidate, line = 7, was = "led",
        say = "{cell} is the nearest so far, {distance:~2} away; the hop toward it is {hop}.")]
    TookLead { cell: Cell, hop: Cell, #[show(name = "distance", units(squared))] squared: u32 },
    /// The diagonal rule refused a cell that the stock rule has a path to.
    #[event(slot = DIAGONAL, tone = Refused, line = 10,
        say = "Passed over {cell} for the diagonal jump: not nearer, {distance:~2} against {best:~2}.",
        case(why = NotDiagonal, line = 8, say = "Passed over {cell} for the diagonal jump: not diagonal."),
        case(why = NotClean, line = 9,
            say = "Passed over {cell} for the diagonal jump: not one clean jump, the first leg of its way ends at {hop}."),
        case(why == Refusal::NotNearer && squared == best, tone = Tied,
            say = "Passed over {cell} for the diagonal jump: not nearer but equally near, {distance:~2} away; \
                the first in scan order stays."))]
    PassedOver {
        cell: Cell,
        why: Refusal,
        #[show(name = "distance", units(squared))] squared: u32,
        #[show(units(best))] best: u32,
        hop: Cell,
    },
    /// A cell became the nearest diagonal one so far.
    #[event(step, slot = Slot::Register(ALT), role = Raised, line = 10,
        say = "{cell} is the nearest diagonal cell so far, {distance:~2} away by way of {hop}.",
        case(hop == cell, say = "{cell} is the nearest diagonal cell so far, {distance:~2} away."))]
    Offered { cell: Cell, hop: Cell, #[show(name = "distance", units(squared))] squared: u32 },
    /// The search for a path began.
    #[event(phase(WAY), line = 13, about = goal, called = "{by} to {cell}",
        say = "Searched for the shortest way from {from} to {cell}.",
        case(by = Jumper, say = "Searched for a way from {from} to {cell} by jump points, with the Manhattan estimate."))]
    Sought { from: Cell, goal: Cell, by: Pathfinder },
    /// A jump point was found for the first time.
    #[event(slot = SEARCH, role = Queued, line = 16, say = "Opened {cell} from {from}: g {g:~2} + h {h} = f {f:~2}.",
        case(dir.is_none(), say = "Opened {cell}, the start, with f {f:~2}: its own estimate is not used."),
        with(from: word = cx.parent(cell, dir, leg), f = g + f64::from(h)))]
    Opened {
        cell: Cell,
        #[show(skip)] dir: Option<Dir>,
        #[show("how many cells away the parent lies")] leg: u16,
        #[show("the length of the way so far, in cells")] g: f64,
        #[show("the Manhattan estimate of the rest")] h: u32,
    },
    /// A jump point was reached by a strictly shorter path.
    #[event(slot = SEARCH, role = Queued, line = 16,
        say = "Lowered {cell}[ from {from}]: it is cheaper this way, g {g:~2} + h {h} = f {f:~2}.",
        with(from: word = cx.parent(cell, dir, leg), f = g + f64::from(h)))]
    Lowered { cell: Cell, #[show(skip)] dir: Option<Dir>, leg: u16, g: f64, h: u32 },
    /// The first node of the heap was popped and closed.
    #[event(step, slot = SEARCH, role = Done, line = 14, say = "Expanded {cell}: the smallest f, {f:~2}.",
        case(tied, tone = Tied,
            say = "Expanded {cell}: the smallest f, {f:~2}; another had the same, and the heap's order decided."),
        with(from: word = cx.parent(cell, dir, leg), f = g + f64::from(h)))]
    Expanded {
        cell: Cell, #[show(skip)] dir: Option<Dir>, leg: u16,
        #[show("whether another in the heap had the same f")] tied: bool,
        g: f64, h: u32,
    },
    /// A jump found nothing.
    #[event(line = 15, say = "The jump from {cell} to the {dir} found nothing.")]
    Missed { cell: Cell, dir: Dir },
    /// A jump point was reached by a path that is not shorter.
    #[event(tone = Refused, line = 17, was = "dearer",
        say = "Ignored {cell}[ from {from}]: g {g:~2} is not less than its {best:~2}.",
        with(from: word = cx.parent(cell, dir, leg)))]
    NotCheaper { cell: Cell, #[show(skip)] dir: Option<Dir>, #[show(skip)] leg: u16, g: f64, best: f64 },
    /// A jump found a closed jump point and skipped it.
    #[event(tone = Refused, line = 17, was = "closed", say = "Skipped {cell}[ from {from}]: it is closed.",
        with(from: word = cx.parent(cell, dir, leg)))]
    Skipped { cell: Cell, #[show(skip)] dir: Option<Dir>, #[show(skip)] leg: u16 },
    /// The exact search reached a cell, for the first time or by a shorter path.
    #[event(slot = SEARCH, role = Queued, line = 16, was = "grown",
        say = "Reached {cell}[ from {from}] at distance {way}.",
        case(dir.is_none(), say = "Reached {cell}, the start."),
        case(lowered, say = "Reached {cell}[ from {from}] by a shorter way, at distance {way} now."),
        with(from: word = cx.parent(cell, dir, 1), length = Length { straight, diagonal }.cells()),
        text(way = Length { straight, diagonal }))]
    Reached {
        cell: Cell,
        #[show(skip)] dir: Option<Dir>,
        #[show(skip)] lowered: bool,
        #[show("how many straight steps the way has")] straight: u32,
        #[show("how many diagonal steps the way has")] diagonal: u32,
    },
    /// The exact search closed a cell.
    #[event(step, slot = SEARCH, role = Done, line = 14, say = "Settled {cell} at its shortest distance, {way}.",
        with(from: word = cx.parent(cell, dir, 1), length = Length { straight, diagonal }.cells()),
        text(way = Length { straight, diagonal }))]
    Settled { cell: Cell, #[show(skip)] dir: Option<Dir>, straight: u32, diagonal: u32 },
    /// A node of the path was joined to the list of legs.
    #[event(line = 18, from = last, say = "A leg from {from} to {cell} was appended.",
        case(replaced, say = "{cell} lies straight on and replaced {from} as the end of a leg."))]
    Joined { cell: Cell, last: Cell, replaced: bool },
    /// A jump landed on a cell for the first time, or the search for fewest jumps began there.
    #[event(slot = STOCK, role = Queued, line = 22,
        say = "Landed on {cell} from {from}: {jumps:count jump}, and no enemy is in reach.",
        case(dir.is_none(), line = 19, say = "Began at {cell}, where the piece stands."),
        case(goal, role = Candidate, say = "Landed on {cell} from {from}: {jumps:count jump}, and an enemy is in reach."),
        with(from: word = cx.parent(cell, dir, leg)))]
    Landed {
        cell: Cell,
        #[show(skip)] dir: Option<Dir>,
        #[show("how long the jump is, in cells")] leg: u16,
        #[show("how many jumps the cell takes from the piece")] jumps: u16,
        #[show("whether an enemy is in reach from there")] goal: bool,
    },
    /// The first cell of the queue was taken, to jump on from there.
    #[event(step, slot = STOCK, role = Done, line = 20,
        say = "Took {cell} from the queue, {jumps:count jump} from the piece: jumps from there in all directions.",
        with(from: word = cx.parent(cell, dir, leg)))]
    Took { cell: Cell, #[show(skip)] dir: Option<Dir>, leg: u16, jumps: u16 },
    /// A jump landed on a cell that was reached before.
    #[event(tone = Refused, line = 21,
        say = "Landed on {cell} from {from} again: it was reached before, and takes {jumps:count jump}.",
        case(jumps == 0, say = "Landed on {cell} from {from}: the piece stands there itself."),
        with(from: word = cx.parent(cell, dir, leg)))]
    LandedAgain { cell: Cell, #[show(skip)] dir: Option<Dir>, #[show(skip)] leg: u16, jumps: u16 },
    /// A cell that takes the fewest jumps became the nearest so far.
    #[event(step, slot = Slot::Register(LEAD), role = Candidate, line = 24,
        say = "{cell} takes {jumps:count jump} and is the nearest of those so far, {distance:~2} away; the first jump ends at {hop}.",
        case(jumps == 1, say = "{cell} takes one jump and is the nearest of those so far, {distance:~2} away."))]
    Preferred { cell: Cell, hop: Cell, jumps: u16, #[show(name = "distance", units(squared))] squared: u32 },
    /// A cell that takes the fewest jumps is not nearer.
    #[event(slot = DIAGONAL, tone = Refused, line = 24,
        say = "Refused {cell}: as few jumps, but not nearer, {distance:~2} against {best:~2}.",
        case(squared == best, tone = Tied,
            say = "Refused {cell}: as few jumps and equally near, {distance:~2} away; the first in scan order stays."))]
    Farther { cell: Cell, #[show(name = "distance", units(squared))] squared: u32, #[show(units(best))] best: u32 },
    /// An assassin aimed at the farthest enemy, or at the next one if no cell behind the last is free.
    #[event(step, slot = Slot::Register(AIM), tone = Looked, line = 26, about = enemy,
        say = "The enemy farthest away stands at {cell}, {distance:~2} from the piece.",
        case(again, say = "No free cell lies behind that enemy; the next stands at {cell}, {distance:~2} from the piece."))]
    Aimed { enemy: Cell, #[show(name = "distance", units(squared))] squared: u32, #[show(skip)] again: bool },
    /// A cell behind the enemy is free: it is farther from the piece than the enemy is.
    #[event(slot = STOCK, role = Seen, line = 26,
        say = "{cell} is free and lies behind the enemy: {far:~2} from the piece, {distance:~2} from the enemy.")]
    Behind {
        cell: Cell,
        #[show(name = "distance", "how far it is from the enemy", units(squared))] squared: u32,
        #[show("how far it is from the piece", units(far))] far: u32,
    },
    /// A cell behind the enemy became the best so far: nearest to the enemy, then farthest from the piece.
    #[event(step, slot = Slot::Register(LEAD), role = Candidate, line = 27,
        say = "{cell} is the nearest behind the enemy so far, {distance:~2} from it.")]
    LedBehind { cell: Cell, #[show(name = "distance", units(squared))] squared: u32, #[show(units(far))] far: u32 },
    /// A gate compared a distance of the diagonal jump with 200.
    #[event(step, slot = Slot::Register(GATES + gate as u32), line = 11, about = alt, from = other, was = "gated",
        say = "Gate {gate}: from {cell} to {what} {from} it is {distance:~2} {sign} 200: it passes.",
        case(!fits && on, tone = Refused,
            say = "Gate {gate}: from {cell} to {what} {from} it is {distance:~2} {sign} 200: refused."),
        case(!fits, tone = Refused,
            say = "Gate {gate}: from {cell} to {what} {from} it is {distance:~2} {sign} 200: \
                it would be refused, but the switch is off."),
        text(what = gate.measures_to(cx.to_target), sign = gate.sign(fits)))]
    GateTested {
        gate: Gate,
        #[show("whether the gate is switched on")] on: bool,
        #[show("whether the distance fits")] fits: bool,
        alt: Cell, other: Cell,
        #[show(name = "distance", units(squared))] squared: u32,
    },
    /// The piece made its decision.
    #[event(step, slot = Slot::Register(ANSWER), role = Chosen, line = 12, about = hop.unwrap_or(at), from = at,
        hide(cell),
        say = "Chose nothing: from {from} no path leads to a cell from which an enemy is in reach.",
        case(chose = Diagonal, say = "Chose the diagonal jump from {from} to {hop}."),
        case(chose = Leap, line = 27, say = "Chose the leap from {from} to {hop}, behind the enemy at {target}."),
        case(chose == Choice::Fewest && hop == target, line = 24,
            say = "Chose the jump from {from} to {hop}: one jump is enough."),
        case(chose = Fewest, line = 24,
            say = "Chose the first of the fewest jumps, from {from} to {hop}, on the way to {target}."),
        case(hop.is_some() && hop == target, say = "Chose the stock hop from {from} to its target {hop}."),
        case(hop.is_some(), say = "Chose the stock hop from {from} to {hop}, toward {target}."))]
    Chose { chose: Choice, at: Cell, hop: Option<Cell>, target: Option<Cell> },
    /// A path to the stock target was measured.
    #[event(step, slot = Slot::Register(LENGTHS + by as u32), line = 12, about = target,
        say = "The shortest way to {cell} has length {way}, and its first leg ends at {hop}.",
        case(by = Jumper, say = "Jumper's way to {cell} has length {way}, and its first leg ends at {hop}."),
        with(length = Length { straight, diagonal }.cells()), text(way = Length { straight, diagonal }))]
    Measured { by: Pathfinder, target: Cell, hop: Cell, straight: u32, diagonal: u32 },
    /// A leg of a measured path.
    #[event(line = 12, was = "legged", say = "The shortest way has a leg from {from} to {cell}.",
        case(by = Jumper, say = "Jumper's way has a leg from {from} to {cell}."))]
    LegMeasured { by: Pathfinder, from: Cell, cell: Cell },
    /// A piece jumped.
    #[event(step, slot = place(unit, rule), line = 1,
        say = "Unit {unit} jumped from {from} to {cell}: jump {jumps} under the {rule} rule.")]
    Moved {
        #[show(u32::from(unit) + 1)] unit: u16, rule: Rule, from: Cell, cell: Cell,
        #[show("how many jumps there were under this rule")] jumps: u32,
    },
    /// A piece stayed.
    #[event(step, tone = Wrote, line = 1, say = "Unit {unit} stayed at {cell}: it {attacks?can attack|has no hop}.")]
    Stayed {
        #[show(u32::from(unit) + 1)] unit: u16, rule: Rule, cell: Cell,
        #[show("whether it stayed because it can attack")] attacks: bool,
    },
    /// A script line changed a tile.
    #[event(slot = TILES + rule as u8, line = 1,
        say = "The script made {cell} {tile:a}, on the board of the {rule} rule.")]
    Changed { rule: Rule, cell: Cell, tile: Tile },
    /// A script line moved a unit or removed it.
    #[event(slot = place(unit, rule), line = 1, about = to.unwrap_or(from), hide(cell), was = "shoved",
        say = "The script moved unit {unit} from {from} to {cell}.",
        case(to.is_none(), say = "The script took unit {unit} away from {from}."))]
    Shifted {
        #[show(u32::from(unit) + 1)] unit: u16, rule: Rule, from: Cell,
        #[show(name = "cell")] to: Option<Cell>,
    },
    /// A script line changed nothing that matters to the units.
    #[event(line = 1, was = "idled", say = "The script changed something at {cell} that does not concern the units.",
        case(why.is_some(), say = "The script changed nothing at {cell}: {because}."),
        text(because = why.map_or_else(String::new, Unchanged::because)))]
    HadNoEffect { rule: Rule, cell: Cell, #[show(skip)] why: Option<Unchanged> },
    /// A fight was over.
    #[event(step, slot = Slot::Register(ENDS + rule as u32), line = 1,
        say = "Under the {rule} rule the fight was over after {rounds:count round} and {jumps:count jump}: {why}.")]
    Ended { rule: Rule, why: Ending, rounds: u16, jumps: u32 },
}

impl Context {
    pub(super) fn parent(&self, cell: Cell, dir: Option<Dir>, leg: u16) -> Option<Cell> {
        let dir = dir?;
        (0..leg).try_fold(cell, |c, _| c.step(dir, self.size))
    }

    /// Returns the length of the shortest path between two cells on an empty board.
    pub(super) fn octile(&self, a: Cell, b: Cell) -> Length {
        Length::octile(Place::of(a, self.size), Place::of(b, self.size))
    }

    /// Describes how this board differs from the original.
    fn board(&self) -> String {
        let original =
            if self.size == Size::new(8, 8) { "as in the original" } else { "where the original has 8 × 8" };
        let scattered = if self.scattered { "; the seed put everybody where they stand" } else { "" };
        format!("a board of {} cells, {original}{scattered}", self.size)
    }
}
