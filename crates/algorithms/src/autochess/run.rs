//! A turn of a piece: what it sees, which cells it compares, and where it jumps to. It follows the rule of the game,
//! that of the article, or that of the fewest jumps.

use super::board::{Board, Place, compare, squared, units};
use super::event::{ChessEvent as E, Choice, Gate, Part, Pathfinder, Refusal, Rule};
use super::fewest::Goal;
use super::fight::fight;
use super::jumps::{Jumps, Reached, Tested};
use super::leap::leap;
use super::legs::{Length, join};
use super::{Answer, FewestAnswer, Listed, Outcome, Problem, StockAnswer};
use crate::geometry::Cell;
use crate::observe::{Observer, StepCounter};
use crate::world::World;
use std::collections::BTreeSet;
use std::ops::ControlFlow::{self, Continue};

pub(super) fn run<O: Observer<E>>(problem: &Problem, observer: &mut O) -> ControlFlow<O::Halt, Outcome> {
    let area = problem.world.tiles.size().area();
    let jumps = &mut Jumps::with(area, &problem.switches);
    if problem.fight {
        return fight(problem, jumps, observer);
    }
    observer.on(E::Began { round: 0, units: problem.units.len() as u16 })?;
    // Without a fight, the two rules of the article are compared in one turn. The rule of fewest jumps runs alone.
    let rule = Some(Rule::Fewest).filter(|_| problem.rules == [Rule::Fewest]);
    let mut turn = Turn::begin((problem, &problem.world), problem.active, rule, jumps, observer)?;
    let leap = if problem.units[problem.active].assassin { turn.leap()? } else { None };
    let answer = match leap {
        Some(hop) => Answer::of(Choice::Leap, Some(hop)),
        None => turn.decide()?,
    };
    Continue(Outcome::Answer(answer))
}

/// On boards with more cells, only the candidates in reach are listed.
const MAX_LISTED: usize = 65_536;

/// Returns the nearest enemy that a unit can attack from a cell, and its squared distance. The distance must be
/// strictly less than the reach.
pub(super) fn attacked(problem: &Problem, world: &World, unit: usize, from: Cell) -> Option<(Cell, u32)> {
    let all = problem.foes(world, unit).map(|enemy| (enemy, squared(from, enemy)));
    let reach = problem.reach(unit);
    all.min_by_key(|e| e.1).filter(|e| compare(e.1, reach.into()).is_lt())
}

/// The turn of a unit: its board, and what it has found so far.
pub(super) struct Turn<'a, O> {
    problem: &'a Problem,
    world: &'a World,
    unit: usize,
    /// The rule it moves by. Without one, it evaluates both rules of the article and compares them.
    rule: Option<Rule>,
    board: Board,
    piece: Place,
    at: Cell,
    stock: Option<Reached>,
    alt: Option<Reached>,
    jumps: &'a mut Jumps,
    observer: &'a mut O,
}

impl<'a, O: Observer<E>> Turn<'a, O> {
    pub(super) fn begin(
        (problem, world): (&'a Problem, &'a World),
        unit: usize,
        rule: Option<Rule>,
        jumps: &'a mut Jumps,
        observer: &'a mut O,
    ) -> ControlFlow<O::Halt, Self> {
        let me = problem.units[unit];
        let at = world.actors[me.actor].at;
        observer.on(E::TurnBegan { unit: unit as u16, rule, at, range: me.range, hull: problem.hull })?;
        let others = problem.units.iter().map(|u| u.actor).filter(|&actor| actor != me.actor && !world.gone[actor]);
        let board = Board::new(&world.tiles, others.map(|actor| world.actors[actor].at), at);
        let piece = board.place(at);
        let stock = None;
        let alt = None;
        Continue(Self { problem, world, unit, rule, board, piece, at, stock, alt, jumps, observer })
    }

    /// Makes the first move of an assassin, if some enemy has a free cell behind it.
    pub(super) fn leap(&mut self) -> ControlFlow<O::Halt, Option<Cell>> {
        let (problem, at) = (self.problem, self.at);
        self.observer.on(E::PartBegan { part: Part::Leap, at })?;
        let places: Vec<Place> = self.board.scan().collect();
        let cells = |keep: &dyn Fn(Place) -> bool| -> Vec<Cell> {
            places.iter().filter(|&&place| keep(place)).map(|&place| self.board.cell(place)).collect()
        };
        let free = cells(&|place| place != self.piece && self.board.free(place));
        let foes: BTreeSet<Cell> = problem.foes(self.world, self.unit).collect();
        let enemies = cells(&|place| foes.contains(&self.board.cell(place)));
        let found = leap(at, &free, &enemies, self.observer)?;
        if let Some((cell, enemy)) = found {
            self.observer.on(E::Chose { chose: Choice::Leap, at, hop: Some(cell), target: Some(enemy) })?;
        }
        Continue(found.map(|f| f.0))
    }

    /// Decides by the fewest jumps.
    fn decide_fewest(mut self) -> ControlFlow<O::Halt, Answer> {
        let problem = self.problem;
        let world = self.world;
        let unit = self.unit;
        let at = self.at;
        let in_reach = |cell| attacked(problem, world, unit, cell).is_some();
        if O::LISTENS {
            self.see()?;
        }
        self.observer.on(E::PartBegan { part: Part::Search, at })?;
        let search_query = (in_reach, problem.units.len());
        let goal = self.jumps.fewest.find(&self.board, self.piece, search_query, self.observer)?;
        let (hop, target) = (goal.map(|g| g.reached.hop), goal.map(|g| g.reached.cell));
        let chose = if goal.is_some() { Choice::Fewest } else { Choice::None };
        self.observer.on(E::Chose { chose, at, hop, target })?;
        let mut answer = Answer::of(chose, hop);
        if !problem.fight {
            answer.fewest = Some(FewestAnswer { target, jumps: goal.map(|g| g.jumps) });
            answer.candidates = self.listed(goal, in_reach)?;
        }
        Continue(answer)
    }

    /// Returns the result of the rule of fewest jumps for every cell.
    fn listed(&mut self, goal: Option<Goal>, in_reach: impl Fn(Cell) -> bool) -> ControlFlow<O::Halt, Vec<Listed>> {
        let board = &self.board;
        let mut best = u32::MAX;
        let mut pace = StepCounter::default();
        let mut all = Vec::new();
        for place in board.scan() {
            pace.steps(self.problem.units.len(), &mut || self.observer.goes_on())?;
            let cell = board.cell(place);
            let (squared, in_reach) = (squared(self.at, cell), in_reach(cell));
            let reached = self.jumps.fewest.reached(board, place);
            let refused = if !in_reach {
                Some(Refusal::NotInReach)
            } else if place == self.piece {
                Some(Refusal::Own)
            } else if !board.free(place) {
                Some(Refusal::Blocked)
            } else if reached.is_none() {
                Some(if goal.is_some() { Refusal::MoreJumps } else { Refusal::NoPath })
            } else if squared >= best {
                Some(Refusal::NotNearer)
            } else {
                best = squared;
                None
            };
            if in_reach || board.size.area() <= MAX_LISTED {
                let refused = refused.map(Refusal::word);
                all.push(Listed {
                    at: cell,
                    in_reach,
                    hop: reached.map(|r| board.cell(r.0)),
                    distance: units(squared),
                    diagonal: self.is_diagonal(cell),
                    refused,
                    refused_diagonal: refused,
                    jumps: reached.map(|r| r.1),
                });
            }
        }
        Continue(all)
    }

    pub(super) fn decide(mut self) -> ControlFlow<O::Halt, Answer> {
        if self.rule == Some(Rule::Fewest) {
            return self.decide_fewest();
        }
        let candidates = if O::LISTENS || !self.problem.fight {
            let mask = self.see()?;
            self.plan(&mask)?
        } else {
            let problem = self.problem;
            let world = self.world;
            let unit = self.unit;
            let (in_reach, units) = (|cell| attacked(problem, world, unit, cell).is_some(), problem.units.len());
            let diagonal = self.rule != Some(Rule::Stock);
            (self.stock, self.alt) =
                self.jumps.best(&self.board, self.at, (in_reach, units), diagonal, self.observer)?;
            Vec::new()
        };
        let at = self.at;
        self.observer.on(E::PartBegan { part: Part::Choose, at })?;
        let (chose, hop) = self.choose()?;
        let target = self.stock.map(|s| s.cell);
        self.observer.on(E::Chose { chose, at, hop, target })?;
        if let (Some(target), None) = (target, self.rule) {
            self.compare(target)?;
        }
        let stock = StockAnswer { target, hop: self.stock.map(|s| s.hop) };
        Continue(Answer { stock, alt: self.alt.map(|a| a.hop), candidates, ..Answer::of(chose, hop) })
    }

    /// `FindPath`: returns the number of steps between nodes and the legs of the path, including the start. The goal
    /// must be free and not the start.
    fn path(&mut self, goal: Place, by: Pathfinder) -> ControlFlow<O::Halt, Option<(usize, Vec<Place>)>> {
        let (board, from) = (&self.board, self.piece);
        self.observer.on(E::Sought { from: self.at, goal: board.cell(goal), by })?;
        let nodes = match by {
            Pathfinder::Jumper => self.jumps.jumper.find(board, from, goal, self.observer)?,
            Pathfinder::Shortest => self.jumps.exact.find(board, from, goal, self.observer)?,
        };
        let Some(nodes) = nodes else { return Continue(None) };
        let mut joins = Vec::with_capacity(nodes.len());
        let legs = join(&nodes, |last, node, replaced| joins.push((board.cell(node), board.cell(last), replaced)));
        for (cell, last, replaced) in joins {
            self.observer.on(E::Joined { cell, last, replaced })?;
        }
        Continue(Some((nodes.len() - 1, legs)))
    }

    /// Returns for each cell, in scan order, whether an enemy is in reach from it.
    fn see(&mut self) -> ControlFlow<O::Halt, Vec<bool>> {
        self.observer.on(E::PartBegan { part: Part::See, at: self.at })?;
        let mut mask = Vec::with_capacity(self.board.size.area());
        let mut pace = StepCounter::default();
        for place in self.board.scan() {
            // The test looks at each unit for each cell.
            pace.steps(self.problem.units.len(), &mut || self.observer.goes_on())?;
            let cell = self.board.cell(place);
            let found = attacked(self.problem, self.world, self.unit, cell);
            mask.push(found.is_some());
            if let Some((enemy, squared)) = found {
                self.observer.on(E::InReach { cell, enemy, squared })?;
            }
        }
        Continue(mask)
    }

    /// Scans all cells and returns the result for each.
    fn plan(&mut self, mask: &[bool]) -> ControlFlow<O::Halt, Vec<Listed>> {
        self.observer.on(E::PartBegan { part: Part::Plan, at: self.at })?;
        let mut candidates = Vec::new();
        for (place, &in_reach) in self.board.scan().zip(mask) {
            let cell = self.board.cell(place);
            let squared = squared(self.at, cell);
            self.observer.on(E::Looked { cell, squared })?;
            let found = self.test(place, in_reach)?;
            let (refused, refused_diagonal) = match found {
                Ok(hop) => {
                    let reached = Reached { cell, hop, squared };
                    let refused = self.weigh(reached)?;
                    let diagonal = self.rule != Some(Rule::Stock);
                    (refused, if diagonal { self.weigh_diagonal(reached)? } else { None })
                }
                Err(why) => {
                    let best = self.stock.map_or(squared, |b| b.squared);
                    self.observer.on(E::Refused { cell, why, squared, best, hop: None })?;
                    (Some(why), Some(why))
                }
            };
            if !self.problem.fight && (in_reach || mask.len() <= MAX_LISTED) {
                candidates.push(Listed {
                    at: cell,
                    in_reach,
                    hop: found.ok(),
                    distance: units(squared),
                    diagonal: self.is_diagonal(cell),
                    refused: refused.map(Refusal::word),
                    refused_diagonal: refused_diagonal.map(Refusal::word),
                    jumps: None,
                });
            }
        }
        Continue(candidates)
    }

    fn is_diagonal(&self, cell: Cell) -> bool {
        let (dx, dy) = self.at.delta(cell);
        dx == dy
    }

    /// Tests a cell by the stock rule: in reach, and with a path to it. Returns the hop.
    fn test(&mut self, place: Place, in_reach: bool) -> ControlFlow<O::Halt, Result<Cell, Refusal>> {
        if !in_reach {
            return Continue(Err(Refusal::NotInReach));
        }
        if place == self.piece {
            return Continue(Err(Refusal::Own));
        }
        if !self.board.free(place) {
            return Continue(Err(Refusal::Blocked));
        }
        let way = self.path(place, self.problem.pathfinder)?;
        let Some((nodes, legs)) = way else { return Continue(Err(Refusal::NoPath)) };
        // A path to another cell has at least one leg.
        let hop = self.board.cell(legs.get(1).copied().unwrap_or(place));
        let cell = self.board.cell(place);
        let squared = squared(self.at, cell);
        let nodes = nodes as u16;
        let legs = legs.len() as u16 - 1;
        self.observer.on(E::Found { cell, hop, squared, nodes, legs })?;
        Continue(Ok(hop))
    }

    /// Compares a cell with the leader. Only a strictly nearer one wins, so on a tie the first in scan order stays.
    fn weigh(&mut self, reached: Reached) -> ControlFlow<O::Halt, Option<Refusal>> {
        let Reached { cell, hop, squared } = reached;
        if let Some(best) = self.stock.map(|s| s.squared).filter(|&best| squared >= best) {
            let why = Refusal::NotNearer;
            self.observer.on(E::Refused { cell, why, squared, best, hop: Some(hop) })?;
            return Continue(Some(why));
        }
        self.stock = Some(reached);
        self.observer.on(E::TookLead { cell, hop, squared })?;
        Continue(None)
    }

    /// Like [`weigh`](Self::weigh), but for cells on the diagonals. With the switch `reach`, only for those reached in
    /// one clean jump.
    fn weigh_diagonal(&mut self, reached: Reached) -> ControlFlow<O::Halt, Option<Refusal>> {
        let Reached { cell, hop, squared } = reached;
        let best = self.alt.map_or(squared, |b| b.squared);
        let why = if !self.is_diagonal(cell) {
            Some(Refusal::NotDiagonal)
        } else if self.problem.switches.flag("reach") && hop != cell {
            Some(Refusal::NotClean)
        } else {
            (self.alt.is_some() && squared >= best).then_some(Refusal::NotNearer)
        };
        if let Some(why) = why {
            self.observer.on(E::PassedOver { cell, why, squared, best, hop })?;
        } else {
            self.alt = Some(reached);
            self.observer.on(E::Offered { cell, hop, squared })?;
        }
        Continue(why)
    }

    fn choose(&mut self) -> ControlFlow<O::Halt, (Choice, Option<Cell>)> {
        let Some(stock) = self.stock else { return Continue((Choice::None, None)) };
        let Some(alt) = self.alt.map(|a| a.hop) else { return Continue((Choice::Stock, Some(stock.hop))) };
        let mut passes = true;
        for gate in Gate::ALL {
            let on = self.problem.switches.flag(gate.word());
            let Tested { other, squared, fits } = gate.test(alt, stock, self.at, &self.problem.switches);
            passes &= fits || !on;
            self.observer.on(E::GateTested { gate, on, fits, alt, other, squared })?;
        }
        let (chose, hop) = if passes { (Choice::Diagonal, alt) } else { (Choice::Stock, stock.hop) };
        Continue((chose, Some(hop)))
    }

    /// Measures the paths of both pathfinders to the stock target.
    fn compare(&mut self, target: Cell) -> ControlFlow<O::Halt> {
        self.observer.on(E::PartBegan { part: Part::Compare, at: self.at })?;
        let goal = self.board.place(target);
        for by in Pathfinder::ALL {
            let Some((_, legs)) = self.path(goal, by)? else { continue };
            for leg in legs.windows(2) {
                let [from, cell] = [leg[0], leg[1]].map(|place| self.board.cell(place));
                self.observer.on(E::LegMeasured { by, from, cell })?;
            }
            let Length { straight, diagonal } = Length::of(&legs);
            let hop = self.board.cell(legs.get(1).copied().unwrap_or(goal));
            self.observer.on(E::Measured { by, target, hop, straight, diagonal })?;
        }
        Continue(())
    }
}
