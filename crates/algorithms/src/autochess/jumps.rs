//! The call that a game makes: where a piece jumps to, without a trace.
//!
//! It says what the scan that is shown says, and looks at less. Cells in reach are asked nearest first, so the first one with a
//! way wins, and no way is sought to any other; one flood from the piece tells which have no way at all.

use super::PARAMS;
use super::board::{Board, GATE, Place, compare, squared};
use super::event::{ChessEvent as E, Gate, Pathfinder, Rule};
use super::exact::Exact;
use super::fewest::Fewest;
use super::jumper::Jumper;
use super::legs::join;
use crate::geometry::{Cell, Dir};
use crate::observe::{Observer, Pace, unhalted};
use crate::params::{Params, Resolved};
use std::cmp::Ordering;
use std::ops::ControlFlow::{self, Continue};

/// A cell that there is a way to, the hop toward it, and the square of its distance.
#[derive(Clone, Copy)]
pub(super) struct Reached {
    pub(super) cell: Cell,
    pub(super) hop: Cell,
    pub(super) squared: u32,
}

/// How a gate compares the diagonal jump with 200 units.
pub(super) struct Tested {
    /// The cell that the jump's end is measured to.
    pub(super) other: Cell,
    pub(super) squared: u32,
    pub(super) fits: bool,
}

impl Gate {
    /// Tests the end of a diagonal jump from `at` beside the stock answer.
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

/// Where pieces jump to: both searches and what else a decision needs, kept from one to the next. On a full board a decision takes
/// 0.2 of the time of the scan that is shown (`cargo bench -p gridscope-peers -- 14`).
///
/// ```
/// use gridscope_algorithms::autochess::{Board, Jumps};
/// use gridscope_trace::geometry::{Cell, Size};
/// use gridscope_trace::grid::Grid;
/// use gridscope_trace::terrain::Tile;
///
/// // Eight by eight, y down: the piece stands at (2,7), its enemy at (5,3).
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
    /// Which places there is a way to, by their cells, row-major.
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
    /// Room for a board of so many cells; a larger one makes more. It decides as the article does in the end: by the diagonal rule with its three
    /// conditions, over ways that Jumper finds.
    pub fn new(area: usize) -> Self {
        // No parameter is set, so none can be wrong.
        Self::with(area, &Params::default().resolve(PARAMS).unwrap_or_default())
    }

    /// The same with other values of `reach`, `far`, `near`, `near-to` and `pathfinder` than the article's, and by another `rule`:
    /// `stock` alone, or `fewest` jumps; any other is that of the article.
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

    /// Where the piece jumps to that attacks what is nearer than `reach` units, a cell being 128 wide: a range with the hull taken
    /// off. `board` has everybody on it but the piece. Enemies off it are none.
    /// `None` where there is nowhere to go, and for a piece off the board; who can attack already need not ask.
    pub fn decide(&mut self, board: &Board, piece: Cell, enemies: &[Cell], reach: u32) -> Option<Cell> {
        if !board.has(board.place(piece)) {
            return None;
        }
        let hits = |cell, enemy| compare(squared(cell, enemy), reach.into()).is_lt() && board.has(board.place(enemy));
        let near = |cell: Cell| enemies.iter().any(|&enemy| hits(cell, enemy));
        let rules = Rule::named(&self.switches.word("rule"));
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

    /// The nearest cell in reach with a way to it, and the nearest that the diagonal rule admits, where that is asked for: of
    /// equally near ones the first in scan order. `in_reach` comes with how many steps it takes to ask.
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
        let mut pace = Pace::default();
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

    /// The end of the first leg of the way to a place.
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

    /// Notes which places one comes to from a place.
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
