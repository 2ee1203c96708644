//! Events of auto chess, with the sentence that each one shows.

use super::board::{Place, cells, cells_against, reach_in_cells, units};
use super::legs::Length;
use crate::event::{Event, Slot};
use crate::world::Unchanged;
use crate::{Cell, Dir, Size, Tile};
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
#[event(context = Context, encoded)]
#[rustfmt::skip]
pub enum ChessEvent {
    /// A round of a fight began. Round 0 is the start before the first round, or the single decision.
    #[event(phase(0), line = 1, called = "round {round}", say = "Round {round} begins.",
        case(round == 0 && cx.fight, called = "before the first round",
            say = "A fight of {units:count unit} begins on {board}."),
        case(round == 0, called = "one decision", say = "One piece decides, among {units:count unit} on {board}."),
        text(board = cx.board()))]
    Began { round: u16, units: u16 },
    /// The turn of a piece began.
    #[event(phase(1), slot = Slot::Register(TURN), tone = Looked, line = 1, about = at, was = "turned",
        called = "[{rule}, ]unit {unit}", actor = "unit {unit}",
        say = "Unit {unit} at {cell} acts next[ under the {rule} rule]. It can attack enemies nearer than {reach}.",
        case(cx.range_rule.reach(range, hull) == 0,
            say = "Unit {unit} at {cell} acts next[ under the {rule} rule]. Its range {range} is no more than its hull {hull}, so nothing is in reach."),
        text(reach = reach_in_cells(cx.range_rule.reach(range, hull))))]
    TurnBegan {
        #[show(u32::from(unit) + 1)] unit: u16,
        #[show("the rule of a fight", rule.map(Rule::word))] rule: Option<Rule>,
        at: Cell,
        #[show("the unit's range, in units")] range: u32,
        #[show("how wide each piece is")] hull: u32,
    },
    /// A part of the turn began.
    #[event(phase(2), slot = Slot::Register(PART), tone = Looked, line = 11, about = at, hide(cell), was = "parted",
        called = "{part}", say = "Compare: how long are Jumper's path and the shortest path to the stock target?",
        case(part = See, line = 2, say = "See: from which cells can an enemy be attacked?"),
        case(part = Plan, line = 3, say = "Plan: look at every cell, column by column, each from the bottom."),
        case(part = Choose, say = "Choose: the stock hop, or the diagonal jump if both gates let it pass."),
        case(part = Move, line = 1, say = "Move, or stay."),
        case(part = Search, line = 19, say = "Search: jump after jump in all directions, until a jump lands where an enemy is in reach."),
        case(part = Weigh, line = 23, say = "Weigh: which of the cells that take fewest jumps is the nearest to the piece?"),
        case(part = Leap, line = 25, say = "Leap: an assassin's first move goes behind the farthest enemy, whatever is in between."))]
    PartBegan { part: Part, #[show(skip)] at: Cell },
    /// A cell is in reach of an enemy.
    #[event(slot = REACH, role = Candidate, line = 2, from = enemy, hide(from),
        say = "From {cell} the enemy at {enemy} is in reach, {far} away.", text(far = cells(squared)))]
    InReach {
        cell: Cell,
        #[show("the nearest enemy, the first of equals")] enemy: Cell,
        #[show(name = "distance", "how far the cell is, in units of the source: 128 are a cell", units(squared))] squared: u32,
    },
    /// The next cell in scan order was looked at.
    #[event(phase(3), slot = STOCK, tone = Looked, line = 3, called = "cell {cell}",
        say = "Looking at {cell}, {far} from the piece.", text(far = cells(squared)))]
    Looked { cell: Cell, #[show(name = "distance", units(squared))] squared: u32 },
    /// The stock rule refused a cell.
    #[event(slot = STOCK, role = Refused, tone = Refused, line = 7,
        say = "{cell} is not the target: {far} away, and the nearest so far is {near} away.",
        case(why = NotInReach, role = None, line = 4, say = "{cell} is not a candidate: no enemy is in reach from there."),
        case(why = Own, line = 5, say = "{cell} is not a candidate: the piece is already there."),
        case(why = Blocked, role = None, line = 5, say = "{cell} is not a candidate: the cell is not free."),
        case(why = NoPath, line = 5, say = "{cell} is not a candidate: there is no path to it."),
        case(squared == best, tone = Tied,
            say = "{cell} is as near as the nearest so far, {far} away; the first in scan order stays."),
        text(far = cells_against(squared, best), near = cells_against(best, squared)))]
    Refused {
        cell: Cell,
        why: Refusal,
        #[show(name = "distance", units(squared))] squared: u32,
        #[show("the distance of the nearest so far, in units of the source; its own if there is none", units(best))] best: u32,
        #[show("the end of the first leg of the path there")] hop: Option<Cell>,
    },
    /// A path to a cell was found and joined to legs.
    #[event(slot = STOCK, line = 6,
        say = "Found a path to {cell}: {nodes:count node} in {legs:count straight leg}; the first leg ends at {hop}.")]
    Found {
        cell: Cell, hop: Cell,
        #[show(name = "distance", units(squared))] squared: u32,
        #[show("how many jump points or steps the path has")] nodes: u16,
        #[show("how many straight legs the path has")] legs: u16,
    },
    /// A cell became the nearest so far.
    #[event(step, slot = Slot::Register(LEAD), role = Candidate, line = 7, was = "led",
        say = "{cell} is the nearest so far, {far} away; the first hop toward it is {hop}.", text(far = cells(squared)))]
    TookLead { cell: Cell, hop: Cell, #[show(name = "distance", units(squared))] squared: u32 },
    /// The diagonal rule refused a cell that the stock rule has a path to.
    #[event(slot = DIAGONAL, tone = Refused, line = 10,
        say = "{cell} is not a candidate for the diagonal jump: {far} away, and the nearest so far is {near} away.",
        case(why = NotDiagonal, line = 8, say = "{cell} is not a candidate for the diagonal jump: it is not on a diagonal."),
        case(why = NotClean, line = 9,
            say = "{cell} is not a candidate for the diagonal jump: one jump does not get there, since the first leg of its path ends at {hop}."),
        case(why == Refusal::NotNearer && squared == best, tone = Tied,
            say = "{cell} is not a candidate for the diagonal jump: as near as the nearest so far, {far} away, and the first in scan order stays."),
        text(far = cells_against(squared, best), near = cells_against(best, squared)))]
    PassedOver {
        cell: Cell,
        why: Refusal,
        #[show(name = "distance", units(squared))] squared: u32,
        #[show(units(best))] best: u32,
        hop: Cell,
    },
    /// A cell became the nearest diagonal one so far.
    #[event(step, slot = Slot::Register(ALT), role = Raised, line = 10,
        say = "{cell} is the nearest diagonal cell so far, {far} away, through {hop}.",
        case(hop == cell, say = "{cell} is the nearest diagonal cell so far, {far} away."), text(far = cells(squared)))]
    Offered { cell: Cell, hop: Cell, #[show(name = "distance", units(squared))] squared: u32 },
    /// The search for a path began.
    #[event(phase(WAY), line = 13, about = goal, called = "{by} to {cell}",
        say = "Searching for the shortest path from {from} to {cell}.",
        case(by = Jumper, say = "Searching for a path from {from} to {cell} by jump points, with the Manhattan estimate."))]
    Sought { from: Cell, goal: Cell, by: Pathfinder },
    /// A jump point was found for the first time.
    #[event(slot = SEARCH, role = Queued, line = 16, say = "Opened {cell} from {from}: g {g:~2} + h {h} = f {f:~2}.",
        case(dir.is_none(), say = "Opened the start {cell} with f {f:~2}: its own estimate is not used."),
        with(from: word = cx.parent(cell, dir, leg), f = g + f64::from(h)))]
    Opened {
        cell: Cell,
        #[show(skip)] dir: Option<Dir>,
        #[show("how many cells away the parent is")] leg: u16,
        #[show("the length of the path so far, in cells")] g: f64,
        #[show("the Manhattan estimate of the rest")] h: u32,
    },
    /// A jump point was reached by a strictly shorter path.
    #[event(slot = SEARCH, role = Queued, line = 16,
        say = "Found a cheaper path to {cell}[, from {from}]: g {g:~2} + h {h} = f {f:~2}.",
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
    #[event(line = 15, say = "The jump from {cell} to the {dir} found no jump point.")]
    Missed { cell: Cell, dir: Dir },
    /// A jump point was reached by a path that is not shorter.
    #[event(tone = Refused, line = 17, was = "dearer",
        say = "No change at {cell}:[ from {from}] it would cost {g:~2}, and it already has {best:~2}.",
        with(from: word = cx.parent(cell, dir, leg)))]
    NotCheaper { cell: Cell, #[show(skip)] dir: Option<Dir>, #[show(skip)] leg: u16, g: f64, best: f64 },
    /// A jump found a closed jump point and skipped it.
    #[event(tone = Refused, line = 17, was = "closed", say = "Skipped {cell}[, reached from {from}]: it is already closed.",
        with(from: word = cx.parent(cell, dir, leg)))]
    Skipped { cell: Cell, #[show(skip)] dir: Option<Dir>, #[show(skip)] leg: u16 },
    /// The exact search reached a cell, for the first time or by a shorter path.
    #[event(slot = SEARCH, role = Queued, line = 16, was = "grown",
        say = "Reached {cell}[ from {from}] at distance {way}.",
        case(dir.is_none(), say = "Reached {cell}, the start."),
        case(lowered, say = "Found a shorter path to {cell}[, from {from}]: distance {way} now."),
        with(from: word = cx.parent(cell, dir, 1), length = Length { straight, diagonal }.cells()),
        text(way = Length { straight, diagonal }))]
    Reached {
        cell: Cell,
        #[show(skip)] dir: Option<Dir>,
        #[show(skip)] lowered: bool,
        #[show("how many straight steps the path has")] straight: u32,
        #[show("how many diagonal steps the path has")] diagonal: u32,
    },
    /// The exact search closed a cell.
    #[event(step, slot = SEARCH, role = Done, line = 14, say = "The shortest distance to {cell} is final: {way}.",
        with(from: word = cx.parent(cell, dir, 1), length = Length { straight, diagonal }.cells()),
        text(way = Length { straight, diagonal }))]
    Settled { cell: Cell, #[show(skip)] dir: Option<Dir>, straight: u32, diagonal: u32 },
    /// A node of the path was joined to the list of legs.
    #[event(line = 18, from = last, say = "Added a leg from {from} to {cell}.",
        case(replaced, say = "{cell} is straight ahead, so it replaces {from} as the end of the leg."))]
    Joined { cell: Cell, last: Cell, replaced: bool },
    /// A jump landed on a cell for the first time, or the search for fewest jumps began there.
    #[event(slot = STOCK, role = Queued, line = 22,
        say = "Landed on {cell} from {from}: {jumps:count jump}, and no enemy is in reach.",
        case(dir.is_none(), line = 19, say = "Starting at {cell}, where the piece is."),
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
        say = "Next in the queue is {cell}, {jumps:count jump} from the piece: jumping from there in all directions.",
        with(from: word = cx.parent(cell, dir, leg)))]
    Took { cell: Cell, #[show(skip)] dir: Option<Dir>, leg: u16, jumps: u16 },
    /// A jump landed on a cell that was reached before.
    #[event(tone = Refused, line = 21,
        say = "No change at {cell}: landed there again from {from}, but it was already reached with {jumps:count jump}.",
        case(jumps == 0, say = "No change at {cell}: landed there from {from}, but the piece started there."),
        with(from: word = cx.parent(cell, dir, leg)))]
    LandedAgain { cell: Cell, #[show(skip)] dir: Option<Dir>, #[show(skip)] leg: u16, jumps: u16 },
    /// A cell that takes the fewest jumps became the nearest so far.
    #[event(step, slot = Slot::Register(LEAD), role = Candidate, line = 24,
        say = "{cell} takes {jumps:count jump} and is the nearest of those cells so far, {far} away; the first jump ends at {hop}.",
        case(jumps == 1, say = "{cell} takes one jump and is the nearest of those cells so far, {far} away."),
        text(far = cells(squared)))]
    Preferred { cell: Cell, hop: Cell, jumps: u16, #[show(name = "distance", units(squared))] squared: u32 },
    /// A cell that takes the fewest jumps is not nearer.
    #[event(slot = DIAGONAL, tone = Refused, line = 24,
        say = "{cell} is not the target: it takes as few jumps, but is {far} away, and the nearest so far is {near} away.",
        case(squared == best, tone = Tied,
            say = "{cell} takes as few jumps and is as near, {far} away; the first in scan order stays."),
        text(far = cells_against(squared, best), near = cells_against(best, squared)))]
    Farther { cell: Cell, #[show(name = "distance", units(squared))] squared: u32, #[show(units(best))] best: u32 },
    /// An assassin aimed at the farthest enemy, or at the next one if no cell behind the last is free.
    #[event(step, slot = Slot::Register(AIM), tone = Looked, line = 26, about = enemy,
        say = "The farthest enemy is at {cell}, {away} from the piece.",
        case(again, say = "There is no free cell behind that enemy. The next farthest is at {cell}, {away} from the piece."),
        text(away = cells(squared)))]
    Aimed { enemy: Cell, #[show(name = "distance", units(squared))] squared: u32, #[show(skip)] again: bool },
    /// A cell behind the enemy is free: it is farther from the piece than the enemy is.
    #[event(slot = STOCK, role = Seen, line = 26,
        say = "{cell} is free and behind the enemy: {away} from the piece, {near} from the enemy.",
        text(away = cells(far), near = cells(squared)))]
    Behind {
        cell: Cell,
        #[show(name = "distance", "how far it is from the enemy", units(squared))] squared: u32,
        #[show("how far it is from the piece", units(far))] far: u32,
    },
    /// A cell behind the enemy became the best so far: nearest to the enemy, then farthest from the piece.
    #[event(step, slot = Slot::Register(LEAD), role = Candidate, line = 27,
        say = "{cell} is the nearest cell behind the enemy so far, {near} from it.", text(near = cells(squared)))]
    LedBehind { cell: Cell, #[show(name = "distance", units(squared))] squared: u32, #[show(units(far))] far: u32 },
    /// A gate compared a distance of the diagonal jump with its limit.
    #[event(step, slot = Slot::Register(GATES + gate as u32), line = 11, about = alt, from = other, was = "gated",
        say = "Gate {gate}: {cell} is {far} from {what} {from}, {verdict}, so the diagonal jump passes.",
        case(!fits && on, tone = Refused,
            say = "Gate {gate}: {cell} is {far} from {what} {from}, {verdict}, so the diagonal jump is refused."),
        case(!fits, tone = Refused,
            say = "Gate {gate}: {cell} is {far} from {what} {from}, {verdict}, so the diagonal jump would be refused, but this gate is off."),
        text(far = cells(squared), what = gate.measures_to(cx.to_target), verdict = gate.verdict(fits)))]
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
        say = "The piece stays at {from}: no path leads to a cell from which an enemy is in reach.",
        case(chose = Diagonal, say = "Chose the diagonal jump from {from} to {hop}."),
        case(chose = Leap, line = 27, say = "Chose the leap from {from} to {hop}, behind the enemy at {target}."),
        case(chose == Choice::Fewest && hop == target, line = 24,
            say = "Chose the jump from {from} to {hop}: one jump is enough."),
        case(chose = Fewest, line = 24,
            say = "Chose the first of the fewest jumps, from {from} to {hop}, toward {target}."),
        case(hop.is_some() && hop == target, say = "Chose the stock hop from {from} to its target {hop}."),
        case(hop.is_some(), say = "Chose the stock hop from {from} to {hop}, toward {target}."))]
    Chose { chose: Choice, at: Cell, hop: Option<Cell>, target: Option<Cell> },
    /// A path to the stock target was measured.
    #[event(step, slot = Slot::Register(LENGTHS + by as u32), line = 12, about = target,
        say = "The shortest path to {cell} has length {way}, and its first leg ends at {hop}.",
        case(by = Jumper, say = "Jumper's path to {cell} has length {way}, and its first leg ends at {hop}."),
        with(length = Length { straight, diagonal }.cells()), text(way = Length { straight, diagonal }))]
    Measured { by: Pathfinder, target: Cell, hop: Cell, straight: u32, diagonal: u32 },
    /// A leg of a measured path.
    #[event(line = 12, was = "legged", say = "The shortest path has a leg from {from} to {cell}.",
        case(by = Jumper, say = "Jumper's path has a leg from {from} to {cell}."))]
    LegMeasured { by: Pathfinder, from: Cell, cell: Cell },
    /// A piece jumped.
    #[event(step, slot = place(unit, rule), line = 1,
        say = "Unit {unit} jumped from {from} to {cell}, jump {jumps} under the {rule} rule.")]
    Moved {
        #[show(u32::from(unit) + 1)] unit: u16, rule: Rule, from: Cell, cell: Cell,
        #[show("how many jumps there were under this rule")] jumps: u32,
    },
    /// A piece stayed.
    #[event(step, tone = Wrote, line = 1, say = "Unit {unit} stays at {cell}: it {attacks?can attack from there|has nowhere to jump}.")]
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
        case(to.is_none(), say = "The script removed unit {unit} from {from}."))]
    Shifted {
        #[show(u32::from(unit) + 1)] unit: u16, rule: Rule, from: Cell,
        #[show(name = "cell")] to: Option<Cell>,
    },
    /// A script line changed nothing that matters to the units.
    #[event(line = 1, was = "idled", say = "The script changed something at {cell} that does not affect the units.",
        case(why.is_some(), say = "The script changed nothing at {cell}: {because}."),
        text(because = why.map_or_else(String::new, Unchanged::because)))]
    HadNoEffect { rule: Rule, cell: Cell, #[show(skip)] why: Option<Unchanged> },
    /// A fight was over.
    #[event(step, slot = Slot::Register(ENDS + rule as u32), line = 1,
        say = "Under the {rule} rule the fight is over after {rounds:count round} and {jumps:count jump}: {why}.")]
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
        let scattered = if self.scattered { "; the seed placed the units" } else { "" };
        format!("a board of {} cells, {original}{scattered}", self.size)
    }
}
