//! The call for games: where a piece jumps to, without a trace.
//!
//! [`Jumps`] gives the same answer as the full scan in the trace, with less work. It checks cells in reach, nearest
//! first. So the first one with a path wins, and no other path is searched. A flood from the piece finds the cells
//! without a path.

use super::board::{Board, GATE, Place, compare, squared};
use super::card::PARAMS;
use super::event::{ChessEvent as E, Gate, Pathfinder, Rule};
use super::exact::Exact;
use super::fewest::Fewest;
use super::jumper::Jumper;
use super::legs::join;
use crate::geometry::{Cell, Dir};
use crate::observe::{Observer, StepCounter, unhalted};
use crate::params::{Params, Resolved};
use std::cmp::Ordering;
use std::ops::ControlFlow::{self, Continue};

/// A cell that a path leads to, the hop toward it, and the square of its distance.
#[derive(Clone, Copy)]
pub(super) struct Reached {
    pub(super) cell: Cell,
    pub(super) hop: Cell,
    pub(super) squared: u32,
}

/// Result of comparing a diagonal jump with 200 units.
pub(super) struct Tested {
    /// The cell to which the end of the jump is measured.
    pub(super) other: Cell,
    pub(super) squared: u32,
    pub(super) fits: bool,
}

impl Gate {
    /// Tests the end of a diagonal jump from `at` against the stock answer.
    pub(super) fn test(self, alt: Cell, stock: Reached, at: Cell, switches: &Resolved) -> Tested {
        let (other, wanted) = match self {
            Self::Near if switches.word("near-to") == "target" => (stock.cell, Ordering::Less),
            Self::Near => (stock.hop, Ordering::Less),
            Self::Far => (at, Ordering::Greater),
        };
        let squared = squared(alt, other);
        Tested { other, squared, fits: compare(squared, GATE) == wanted }
    }
}

/// Decides where pieces jump to. Keeps its searches and buffers between decisions. On a full board, a decision takes
/// 0.2 of the time of the full scan (`cargo bench -p gridscope-peers -- 14`).
///
/// ```
/// use gridscope_algorithms::autochess::{Board, Jumps};
/// use gridscope_trace::geometry::{Cell, Size};
/// use gridscope_trace::grid::Grid;
/// use gridscope_trace::terrain::Tile;
///
/// // Eight by eight, y down: the piece is at (2,7), its enemy at (5,3).
/// let tiles = Grid::new(Size::new(8, 8), Tile::Floor);
/// let (piece, enemy) = (Cell::new(2, 7), Cell::new(5, 3));
/// let board = Board::new(&tiles, [enemy].into_iter(), piece);
/// // In one clean diagonal jump; its stock hop would be (4,5).
/// assert_eq!(Jumps::new(64).decide(&board, piece, &[enemy], 186), Some(Cell::new(5, 4)));
/// ```
#[derive(Clone)]
pub struct Jumps {
    pub(super) jumper: Jumper,
    pub(super) exact: Exact,
    pub(super) fewest: Fewest,
    switches: Resolved,
    /// Whether a path leads to each place, by cell, row-major.
    linked: Vec<bool>,
    stack: Vec<Place>,
    nearest: Vec<(u32, Place)>,
}

impl std::fmt::Debug for Jumps {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Jumps").field("cells", &self.linked.len()).finish_non_exhaustive()
    }
}

impl Jumps {
    /// Creates a decider with room for a board of `area` cells. It grows for larger boards. It decides as the final
    /// version of the article: by the diagonal rule with its three conditions, over paths found by Jumper.
    pub fn new(area: usize) -> Self {
        // No parameter is set, so none can be wrong.
        Self::with(area, &Params::default().resolve(PARAMS).unwrap_or_default())
    }

    /// Like [`new`](Self::new), but with other values of `reach`, `far`, `near`, `near-to` and `pathfinder`, and
    /// possibly another `rule`: `stock` alone, or `fewest` jumps. Any other rule is that of the article.
    pub fn with(area: usize, switches: &Resolved) -> Self {
        Self {
            jumper: Jumper::new(area),
            exact: Exact::new(area),
            fewest: Fewest::new(area),
            switches: switches.clone(),
            linked: vec![false; area],
            stack: Vec::new(),
            nearest: Vec::new(),
        }
    }

    /// Returns where the piece jumps to. It can attack enemies nearer than `reach` units: its range with the hull
    /// subtracted. A cell is 128 units wide. `board` has all units on it except the piece. Enemies off the board are
    /// ignored. Returns `None` if the piece has nowhere to go or is off the board. A piece that can already attack does
    /// not need this call.
    pub fn decide(&mut self, board: &Board, piece: Cell, enemies: &[Cell], reach: u32) -> Option<Cell> {
        if !board.has(board.place(piece)) {
            return None;
        }
        let hits = |cell, enemy| compare(squared(cell, enemy), reach.into()).is_lt() && board.has(board.place(enemy));
        let near = |cell: Cell| enemies.iter().any(|&enemy| hits(cell, enemy));
        let rules = Rule::that_run(&self.switches.word("rule"));
        if rules == [Rule::Fewest] {
            let goal = unhalted(self.fewest.find(board, board.place(piece), (near, 1), &mut ()));
            return goal.map(|goal| goal.reached.hop);
        }
        let diagonal = rules.contains(&Rule::Diagonal);
        let (stock, alt) = unhalted(self.best(board, piece, (near, 1), diagonal, &mut ()));
        let (stock, alt) = (stock?, alt.map(|alt| alt.hop));
        let passes = |alt: Cell, gate: Gate| {
            gate.test(alt, stock, piece, &self.switches).fits || !self.switches.flag(gate.word())
        };
        Some(alt.filter(|&alt| Gate::ALL.into_iter().all(|gate| passes(alt, gate))).unwrap_or(stock.hop))
    }

    /// Returns the nearest cell in reach with a path to it, and, if `diagonal` is set, the nearest that the diagonal
    /// rule admits. Among equally near cells, the first in scan order wins. `in_reach` comes with the number of steps
    /// that it takes.
    pub(super) fn best<O: Observer<E>>(
        &mut self,
        board: &Board,
        piece: Cell,
        (in_reach, steps): (impl Fn(Cell) -> bool, usize),
        diagonal: bool,
        observer: &mut O,
    ) -> ControlFlow<O::Halt, (Option<Reached>, Option<Reached>)> {
        let from = board.place(piece);
        self.link(board, from);
        let mut nearest = std::mem::take(&mut self.nearest);
        nearest.clear();
        let mut pace = StepCounter::default();
        for place in board.scan().filter(|&place| place != from && self.linked[board.index(place)]) {
            pace.steps(steps, &mut || observer.goes_on())?;
            let cell = board.cell(place);
            if in_reach(cell) {
                nearest.push((squared(piece, cell), place));
            }
        }
        nearest.sort_unstable();
        let (clean, by) = (self.switches.flag("reach"), Pathfinder::of(&self.switches));
        let (mut stock, mut alt) = (None, None);
        for &(squared, place) in &nearest {
            let cell = board.cell(place);
            let (dx, dy) = piece.delta(cell);
            let offers = diagonal && alt.is_none() && dx == dy;
            if (offers || stock.is_none())
                && let Some(hop) = self.hop(board, from, place, by, observer)?
            {
                let reached = Reached { cell, hop: board.cell(hop), squared };
                stock = stock.or(Some(reached));
                if offers && (!clean || reached.hop == cell) {
                    alt = Some(reached);
                }
            }
            if stock.is_some() && (alt.is_some() || !diagonal) {
                break;
            }
        }
        self.nearest = nearest;
        Continue((stock, alt))
    }

    /// Returns the end of the first leg of the path to a place.
    fn hop<O: Observer<E>>(
        &mut self,
        board: &Board,
        from: Place,
        goal: Place,
        by: Pathfinder,
        observer: &mut O,
    ) -> ControlFlow<O::Halt, Option<Place>> {
        let nodes = match by {
            Pathfinder::Jumper => self.jumper.find(board, from, goal, observer)?,
            Pathfinder::Shortest => self.exact.find(board, from, goal, observer)?,
        };
        Continue(nodes.map(|nodes| join(&nodes, |_, _, _| {}).get(1).copied().unwrap_or(goal)))
    }

    /// Marks the places that can be reached from a place.
    fn link(&mut self, board: &Board, from: Place) {
        self.linked.fill(false);
        self.linked.resize(self.linked.len().max(board.area()), false);
        self.linked[board.index(from)] = true;
        self.stack.push(from);
        while let Some(at) = self.stack.pop() {
            for (dx, dy) in Dir::ALL.map(Dir::offset) {
                let next = at.plus(dx, dy);
                if board.free(next)
                    && !board.squeezed(at, dx, dy)
                    && !std::mem::replace(&mut self.linked[board.index(next)], true)
                {
                    self.stack.push(next);
                }
            }
        }
    }
}
