//! One decision, `FindNextSkipPosition` of the script with the article's diagonal jump in the same loop.

use super::board::{Board, GATE, Place, above, below, squared, units};
use super::event::ChessEvent as E;
use super::exact::Exact;
use super::jumper::Jumper;
use super::legs::{Join, Length, join};
use super::problem::{Candidate, Decided, Problem, StockAnswer};
use super::terms::{Choice, Gate, Part, Pathfinder, Rule, Why};
use crate::geometry::Cell;
use crate::observe::Observer;
use crate::world::World;
use std::ops::ControlFlow::{self, Continue};

/// Boards of more cells than this list only the candidates in reach.
const MOST_LISTED: usize = 65_536;

/// Both searches with their records, made once for a run.
pub(super) struct Finders {
    jumper: Jumper,
    exact: Exact,
}

/// Who decides, on which board.
struct Turn<'a> {
    problem: &'a Problem,
    board: Board,
    piece: Place,
    at: Cell,
    enemies: Vec<Cell>,
    reach: u64,
    /// Whether diagonal cells are looked at too.
    diagonal: bool,
}

/// The nodes of a way and its legs, start included.
type Way = (Vec<Place>, Vec<Place>);

/// The nearest so far of one rule.
#[derive(Clone, Copy)]
struct Best {
    cell: Cell,
    hop: Cell,
    squared: u32,
}

/// A cell that stock has a way to.
#[derive(Clone, Copy)]
struct Reached {
    cell: Cell,
    hop: Cell,
    squared: u32,
}

impl Finders {
    pub(super) fn new(area: usize) -> Self {
        Self { jumper: Jumper::new(area), exact: Exact::new(area) }
    }

    /// `FindPath`: the nodes of the way and its legs, start included; the goal must be free and not the start.
    fn path<O: Observer<E>>(
        &mut self,
        board: &Board,
        (from, goal): (Place, Place),
        by: Pathfinder,
        observer: &mut O,
    ) -> ControlFlow<O::Halt, Option<Way>> {
        observer.on(E::Sought { from: board.cell(from), goal: board.cell(goal), by })?;
        let nodes = match by {
            Pathfinder::Jumper => self.jumper.find(board, from, goal, observer)?,
            Pathfinder::Shortest => self.exact.find(board, from, goal, observer)?,
        };
        let Some(nodes) = nodes else { return Continue(None) };
        let mut met = Vec::with_capacity(nodes.len());
        let legs = join(&nodes, |last, node, how| met.push((last, node, how)));
        for (last, node, how) in met {
            let (cell, last) = (board.cell(node), board.cell(last));
            observer.on(E::Joined { cell, last, replaced: how == Join::Replaced })?;
        }
        Continue(Some((nodes, legs)))
    }
}

/// Lets a unit decide. `rule` is the one it moves by; `None` looks at both and compares.
pub(super) fn decide<O: Observer<E>>(
    problem: &Problem,
    world: &World,
    unit: usize,
    rule: Option<Rule>,
    finders: &mut Finders,
    observer: &mut O,
) -> ControlFlow<O::Halt, Decided> {
    let me = problem.units[unit];
    let there = |u: &&super::problem::Unit| !world.gone[u.actor];
    let at = world.actors[me.actor].at;
    let others = problem.units.iter().filter(there).filter(|u| u.actor != me.actor).map(|u| world.actors[u.actor].at);
    let board = Board::new(&world.tiles, others, at);
    let foes = problem.units.iter().filter(there).filter(|u| u.team != me.team);
    let turn = Turn {
        problem,
        piece: board.place(at),
        board,
        at,
        enemies: foes.map(|u| world.actors[u.actor].at).collect(),
        reach: problem.reach_of(unit),
        diagonal: rule != Some(Rule::Stock),
    };
    let mask = turn.see(observer)?;
    let (stock, alt, candidates) = turn.plan(&mask, finders, observer)?;
    observer.on(E::PartBegan { part: Part::Choose, at })?;
    let (chose, hop) = turn.choose(stock, alt, observer)?;
    observer.on(E::Chose { chose, at, hop, target: stock.map(|s| s.cell) })?;
    if let (Some(stock), None) = (stock, rule) {
        turn.compare(stock.cell, finders, observer)?;
    }
    let answer = StockAnswer { target: stock.map(|s| s.cell), hop: stock.map(|s| s.hop) };
    Continue(Decided { chose, hop, stock: answer, alt: alt.map(|a| a.hop), candidates })
}

impl Turn<'_> {
    /// The nearest enemy that can be attacked from a cell, and the square of its distance.
    fn in_reach(&self, cell: Cell) -> Option<(Cell, u32)> {
        let all = self.enemies.iter().map(|&enemy| (enemy, squared(cell, enemy)));
        all.min_by_key(|e| e.1).filter(|e| below(e.1, self.reach))
    }

    /// Which cells an enemy can be reached from, in scan order.
    fn see<O: Observer<E>>(&self, observer: &mut O) -> ControlFlow<O::Halt, Vec<bool>> {
        observer.on(E::PartBegan { part: Part::See, at: self.at })?;
        let mut mask = Vec::with_capacity(self.board.size().area());
        for place in self.board.scan() {
            let cell = self.board.cell(place);
            let found = self.in_reach(cell);
            mask.push(found.is_some());
            if let Some((enemy, squared)) = found {
                observer.on(E::InReach { cell, enemy, squared })?;
            }
        }
        Continue(mask)
    }

    /// The loop over all cells. Gives the stock winner, the diagonal one, and what was made of every cell.
    #[expect(clippy::type_complexity, reason = "three answers of one loop, taken apart at once")]
    fn plan<O: Observer<E>>(
        &self,
        mask: &[bool],
        finders: &mut Finders,
        observer: &mut O,
    ) -> ControlFlow<O::Halt, (Option<Best>, Option<Best>, Vec<Candidate>)> {
        observer.on(E::PartBegan { part: Part::Plan, at: self.at })?;
        let (mut stock, mut alt, mut candidates) = (None, None, Vec::new());
        let list = |in_reach: bool| !self.problem.fight && (in_reach || mask.len() <= MOST_LISTED);
        for (place, &in_reach) in self.board.scan().zip(mask) {
            let cell = self.board.cell(place);
            let squared = squared(self.at, cell);
            observer.on(E::Looked { cell, squared })?;
            let found = self.test(place, in_reach, finders, observer)?;
            let (refused, refused_diagonal) = match found {
                Ok(hop) => {
                    let reached = Reached { cell, hop, squared };
                    (
                        weigh(reached, &mut stock, observer)?,
                        if self.diagonal { self.weigh_diagonal(reached, &mut alt, observer)? } else { None },
                    )
                }
                Err(why) => {
                    let best = stock.map_or(squared, |b: Best| b.squared);
                    observer.on(E::Refused { cell, why, squared, best, hop: None })?;
                    (Some(why), Some(why))
                }
            };
            if list(in_reach) {
                candidates.push(Candidate {
                    at: cell,
                    in_reach,
                    hop: found.ok(),
                    distance: units(squared),
                    diagonal: self.is_diagonal(cell),
                    refused: refused.map(Why::name),
                    refused_diagonal: refused_diagonal.map(Why::name),
                });
            }
        }
        Continue((stock, alt, candidates))
    }

    fn is_diagonal(&self, cell: Cell) -> bool {
        let (dx, dy) = self.at.delta(cell);
        dx == dy
    }

    /// The stock test of a cell: in reach, and a way to it. Gives the hop.
    fn test<O: Observer<E>>(
        &self,
        place: Place,
        in_reach: bool,
        finders: &mut Finders,
        observer: &mut O,
    ) -> ControlFlow<O::Halt, Result<Cell, Why>> {
        if !in_reach {
            return Continue(Err(Why::NotInReach));
        }
        if place == self.piece {
            return Continue(Err(Why::Own));
        }
        if !self.board.free(place) {
            return Continue(Err(Why::Blocked));
        }
        let way = finders.path(&self.board, (self.piece, place), self.problem.pathfinder, observer)?;
        let Some((nodes, legs)) = way else { return Continue(Err(Why::NoPath)) };
        // A way to another cell has at least one leg.
        let hop = self.board.cell(legs.get(1).copied().unwrap_or(place));
        let (cell, steps) = (self.board.cell(place), nodes.len() as u16 - 1);
        let squared = squared(self.at, cell);
        observer.on(E::Found { cell, hop, squared, nodes: steps, legs: legs.len() as u16 - 1 })?;
        Continue(Ok(hop))
    }

    /// The same among cells on the diagonals, and with the first switch only those reached in one clean jump.
    fn weigh_diagonal<O: Observer<E>>(
        &self,
        Reached { cell, hop, squared }: Reached,
        alt: &mut Option<Best>,
        observer: &mut O,
    ) -> ControlFlow<O::Halt, Option<Why>> {
        let best = alt.map_or(squared, |b: Best| b.squared);
        let why = if !self.is_diagonal(cell) {
            Some(Why::NotDiagonal)
        } else if self.problem.switches.reach && hop != cell {
            Some(Why::NotClean)
        } else if alt.is_some() && squared >= best {
            Some(Why::NotNearer)
        } else {
            None
        };
        if let Some(why) = why {
            observer.on(E::PassedOver { cell, why, squared, best, hop })?;
        } else {
            *alt = Some(Best { cell, hop, squared });
            observer.on(E::Offered { cell, hop, squared })?;
        }
        Continue(why)
    }

    /// Both gates, then the choice.
    fn choose<O: Observer<E>>(
        &self,
        stock: Option<Best>,
        alt: Option<Best>,
        observer: &mut O,
    ) -> ControlFlow<O::Halt, (Choice, Option<Cell>)> {
        let Some(stock) = stock else { return Continue((Choice::None, None)) };
        let Some(alt) = alt.map(|a| a.hop) else { return Continue((Choice::Stock, Some(stock.hop))) };
        let mut passes = true;
        for gate in Gate::ALL {
            let (on, other) = match gate {
                Gate::Near => (self.problem.switches.near, stock.hop),
                Gate::Far => (self.problem.switches.far, self.at),
            };
            let squared = squared(alt, other);
            let fits = match gate {
                Gate::Near => below(squared, GATE),
                Gate::Far => above(squared, GATE),
            };
            passes &= fits || !on;
            observer.on(E::GateTested { gate, on, fits, alt, other, squared })?;
        }
        let (chose, hop) = if passes { (Choice::Diagonal, alt) } else { (Choice::Stock, stock.hop) };
        Continue((chose, Some(hop)))
    }

    /// Both pathfinders' ways to the stock target, measured.
    fn compare<O: Observer<E>>(&self, target: Cell, finders: &mut Finders, observer: &mut O) -> ControlFlow<O::Halt> {
        observer.on(E::PartBegan { part: Part::Compare, at: self.at })?;
        let goal = self.board.place(target);
        for by in Pathfinder::ALL {
            let Some((_, legs)) = finders.path(&self.board, (self.piece, goal), by, observer)? else { continue };
            for leg in legs.windows(2) {
                observer.on(E::LegMeasured { by, from: self.board.cell(leg[0]), cell: self.board.cell(leg[1]) })?;
            }
            let Length { straight, diagonal } = Length::of(&legs);
            let hop = self.board.cell(legs.get(1).copied().unwrap_or(goal));
            observer.on(E::Measured { by, target, hop, straight, diagonal })?;
        }
        Continue(())
    }
}

/// Strictly nearer wins, so on a tie the first in scan order stays.
fn weigh<O: Observer<E>>(
    Reached { cell, hop, squared }: Reached,
    stock: &mut Option<Best>,
    observer: &mut O,
) -> ControlFlow<O::Halt, Option<Why>> {
    if let Some(best) = stock
        && squared >= best.squared
    {
        let (why, best) = (Why::NotNearer, best.squared);
        observer.on(E::Refused { cell, why, squared, best, hop: Some(hop) })?;
        return Continue(Some(why));
    }
    *stock = Some(Best { cell, hop, squared });
    observer.on(E::TookLead { cell, hop, squared })?;
    Continue(None)
}
