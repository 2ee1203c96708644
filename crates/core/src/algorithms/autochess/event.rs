//! What auto chess reports.

use super::terms::{Choice, Gate, Over, Part, Pathfinder, Rule, Why};
use crate::geometry::{Cell, Dir, Size};
use crate::grid::Grid;
use crate::terrain::Tile;
use crate::world::Unchanged;
use std::sync::Arc;

/// The layer of the search at hand; it is stale as soon as another cell is looked at.
pub const SEARCH: u8 = 0;
/// The layer of what stock made of a cell.
pub const STOCK: u8 = 1;
/// The layer of what the diagonal rule made of a cell.
pub const DIAGONAL: u8 = 2;
/// The layer of the cells in reach of an enemy.
pub const REACH: u8 = 3;
/// The first of two layers of tiles that a script changed, one a rule.
pub const TILES: u8 = 4;

/// How many layers there are.
pub const LAYERS: u8 = 6;

/// How deep the search of a way is nested: round › piece › part › cell › way.
pub const WAY: u8 = 4;

/// The register of whose turn it is. What a layer or register holds from before that is of another turn.
pub const TURN: u32 = 0;
/// The register of the nearest cell so far.
pub const LEAD: u32 = 1;
/// The register of the nearest diagonal cell so far.
pub const ALT: u32 = 2;
/// The first of the registers of the two gates.
pub const GATES: u32 = 3;
/// The register of the answer.
pub const ANSWER: u32 = 5;
/// The first of the registers of lengths, one a pathfinder.
pub const LENGTHS: u32 = 6;
/// The first of the registers of how a fight ended, one a rule.
pub const ENDS: u32 = 8;
/// The register of the part of a turn.
pub const PART: u32 = 10;
/// The first of the registers of where units stand, rule by rule.
pub const UNITS: u32 = 11;

/// What a run's events do not repeat.
#[derive(Clone, Debug, PartialEq)]
pub struct Context {
    /// The size of the board.
    pub size: Size,
    /// The scene's number of each unit.
    pub actors: Arc<[usize]>,
    /// Where each unit stands in the scene.
    pub starts: Arc<[Cell]>,
    /// The scene's tiles.
    pub tiles: Arc<Grid<Tile>>,
    /// Whether a fight is played.
    pub fight: bool,
    /// Under which rules.
    pub rules: &'static [Rule],
    /// How ways are found.
    pub pathfinder: Pathfinder,
    /// At most so many rounds.
    pub max_rounds: u16,
}

/// One event of auto chess. Squared distances are in cells; a cell is 128 units.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ChessEvent {
    /// A round of a fight began; round 0 is the one decision.
    Began {
        /// Its number, from 1.
        round: u16,
        /// How many units there are.
        units: u16,
    },
    /// A piece's turn began.
    Turned {
        /// The unit's number, from 0.
        unit: u16,
        /// The rule; `None` where both are compared in one decision.
        rule: Option<Rule>,
        /// Where it stands.
        at: Cell,
        /// Its range in units.
        range: u32,
        /// What is taken off.
        hull: u32,
    },
    /// A part of the turn began.
    Parted {
        /// Which.
        part: Part,
        /// Where the piece stands.
        at: Cell,
    },
    /// A cell turned out to be in reach of an enemy.
    InReach {
        /// The cell.
        cell: Cell,
        /// The nearest enemy, the first of equals.
        enemy: Cell,
        /// The square of their distance.
        squared: u32,
    },
    /// The next cell in scan order was looked at.
    Looked {
        /// The cell.
        cell: Cell,
        /// The square of its distance from the piece.
        squared: u32,
    },
    /// Stock refused a cell.
    Refused {
        /// The cell.
        cell: Cell,
        /// Why.
        why: Why,
        /// The square of its distance from the piece.
        squared: u32,
        /// The square of the best so far; itself where there is none.
        best: u32,
        /// The first hop toward it.
        hop: Option<Cell>,
    },
    /// A way to a cell was found and joined.
    Found {
        /// The cell.
        cell: Cell,
        /// The end of the first leg.
        hop: Cell,
        /// The square of its distance from the piece.
        squared: u32,
        /// How many jump points or steps it has.
        nodes: u16,
        /// How many legs.
        legs: u16,
    },
    /// A cell became the nearest so far.
    Led {
        /// The cell.
        cell: Cell,
        /// The hop toward it.
        hop: Cell,
        /// The square of its distance from the piece.
        squared: u32,
    },
    /// The diagonal rule refused a cell that stock had a way to.
    Passed {
        /// The cell.
        cell: Cell,
        /// Why.
        why: Why,
        /// The square of its distance from the piece.
        squared: u32,
        /// The square of the best diagonal one so far; itself where there is none.
        best: u32,
        /// The first hop toward it.
        hop: Cell,
    },
    /// A cell became the nearest diagonal one so far.
    Offered {
        /// The cell.
        cell: Cell,
        /// The hop toward it: the alternative.
        hop: Cell,
        /// The square of its distance from the piece.
        squared: u32,
    },
    /// The search of a way began.
    Sought {
        /// From here.
        from: Cell,
        /// To there.
        goal: Cell,
        /// By what.
        by: Pathfinder,
    },
    /// A jump point was found for the first time.
    Opened {
        /// The jump point.
        cell: Cell,
        /// Toward its parent; `None` at the start.
        dir: Option<Dir>,
        /// How many cells away the parent lies.
        leg: u16,
        /// The length of the way so far, in cells.
        g: f64,
        /// The Manhattan estimate.
        h: u32,
    },
    /// A jump point was reached by a strictly shorter way.
    Lowered {
        /// The jump point.
        cell: Cell,
        /// Toward its parent.
        dir: Option<Dir>,
        /// How many cells away the parent lies.
        leg: u16,
        /// The length of the way so far, in cells.
        g: f64,
        /// The Manhattan estimate.
        h: u32,
    },
    /// The root of the heap was popped and closed.
    Expanded {
        /// The jump point.
        cell: Cell,
        /// Toward its parent; `None` at the start.
        dir: Option<Dir>,
        /// How many cells away the parent lies.
        leg: u16,
        /// Whether another in the heap had the same f.
        tied: bool,
        /// The length of the way so far, in cells.
        g: f64,
        /// The Manhattan estimate.
        h: u32,
    },
    /// A jump found nothing.
    Missed {
        /// From here.
        cell: Cell,
        /// In this direction.
        dir: Dir,
    },
    /// A jump point was reached by a way that is not shorter.
    Dearer {
        /// The jump point.
        cell: Cell,
        /// Toward where the jump came from.
        dir: Option<Dir>,
        /// How many cells away that is.
        leg: u16,
        /// The length of that way, in cells.
        g: f64,
        /// The length that it keeps.
        best: f64,
    },
    /// A jump point was found that is closed, and left alone.
    Closed {
        /// The jump point.
        cell: Cell,
        /// Toward where the jump came from.
        dir: Option<Dir>,
        /// How many cells away that is.
        leg: u16,
    },
    /// The exact search reached a cell, for the first time or by a shorter way.
    Grown {
        /// The cell.
        cell: Cell,
        /// Toward its parent; `None` at the start.
        dir: Option<Dir>,
        /// Whether it was reached before.
        lowered: bool,
        /// Straight steps of the way so far.
        straight: u32,
        /// Diagonal steps of the way so far.
        diagonal: u32,
    },
    /// The exact search closed a cell.
    Settled {
        /// The cell.
        cell: Cell,
        /// Toward its parent; `None` at the start.
        dir: Option<Dir>,
        /// Straight steps of the way.
        straight: u32,
        /// Diagonal steps of the way.
        diagonal: u32,
    },
    /// A node of the path was joined to the list of legs.
    Joined {
        /// The node.
        cell: Cell,
        /// The end of the last leg until now.
        last: Cell,
        /// Whether it replaced that end.
        replaced: bool,
    },
    /// A gate compared a distance with 200.
    Gated {
        /// Which gate.
        gate: Gate,
        /// Whether it is switched on.
        on: bool,
        /// Whether the distance fits.
        fits: bool,
        /// The alternative.
        alt: Cell,
        /// What it is measured to: the stock hop, or the piece.
        other: Cell,
        /// The square of their distance.
        squared: u32,
    },
    /// The piece decided.
    Chose {
        /// For what.
        chose: Choice,
        /// Where the piece stands.
        at: Cell,
        /// Where it jumps to.
        hop: Option<Cell>,
        /// The stock target.
        target: Option<Cell>,
    },
    /// A way to the stock target was measured.
    Measured {
        /// Whose way.
        by: Pathfinder,
        /// The target.
        target: Cell,
        /// The end of the first leg.
        hop: Cell,
        /// Straight steps.
        straight: u32,
        /// Diagonal steps.
        diagonal: u32,
    },
    /// A leg of a measured way.
    Legged {
        /// Whose way.
        by: Pathfinder,
        /// From here.
        from: Cell,
        /// To there.
        cell: Cell,
    },
    /// A piece jumped.
    Moved {
        /// The unit.
        unit: u16,
        /// The rule.
        rule: Rule,
        /// From here.
        from: Cell,
        /// To there.
        cell: Cell,
        /// How many jumps there were under this rule.
        jumps: u32,
    },
    /// A piece stayed.
    Stayed {
        /// The unit.
        unit: u16,
        /// The rule.
        rule: Rule,
        /// Where.
        cell: Cell,
        /// Because it can attack; else because it has no hop.
        attacks: bool,
    },
    /// A line of the script changed a tile.
    Changed {
        /// On the board of this rule.
        rule: Rule,
        /// Where.
        cell: Cell,
        /// What it is now.
        tile: Tile,
    },
    /// A line of the script moved a unit or took it away.
    Shoved {
        /// The unit.
        unit: u16,
        /// On the board of this rule.
        rule: Rule,
        /// From here.
        from: Cell,
        /// To there; `None`: away.
        to: Option<Cell>,
    },
    /// A line of the script changed nothing that matters here.
    Idled {
        /// On the board of this rule.
        rule: Rule,
        /// Where.
        cell: Cell,
        /// Why, where nothing changed at all.
        why: Option<Unchanged>,
    },
    /// A fight was over.
    Ended {
        /// Under this rule.
        rule: Rule,
        /// Why.
        why: Over,
        /// After so many rounds.
        rounds: u16,
        /// And so many jumps.
        jumps: u32,
    },
}

const _: () = assert!(size_of::<ChessEvent>() <= 24);
