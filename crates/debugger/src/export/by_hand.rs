//! The rules of a run in plain sentences, and what its steps cost, for a reader who solves it by hand.

mod movement;
mod sentences;

use self::movement::Movement;
use crate::Session;
use gridscope_trace::event::Value;
use gridscope_trace::movement::{Mover, Passage};
use gridscope_trace::{Cell, Dir, Replay, Tile};

/// A rule, with the letter of a cell that it explains, if any.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// The letter, such as `g`. Empty if the rule explains none.
    pub letter: String,
    /// The sentences after the letter.
    pub text: String,
}

/// The cost of a step onto a kind of ground.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GroundCost {
    /// The tile.
    pub tile: Tile,
    /// The cost that the ground adds to the step.
    pub ground: String,
    /// The step itself: `2`, or `2/3` if a diagonal one costs 3.
    pub step: String,
    /// Both together. `None` if no step leads onto it.
    pub sum: Option<String>,
}

/// Names of the two ends for sentences: `the shield`, `the flag`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ends {
    /// The start.
    pub start: String,
    /// The goal.
    pub goal: String,
}

/// Rules and costs of a run.
#[derive(Clone, Debug)]
pub struct ByHand {
    /// The rules, in the order in which they are needed.
    pub rules: Vec<Rule>,
    /// The kinds of ground on the map, those that can be entered first.
    pub ground: Vec<GroundCost>,
    /// Whether steps have costs. If not, they are counted or measured.
    pub has_costs: bool,
    movement: Movement,
    passage: Passage,
}

impl ByHand {
    /// Describes a session's run. `letters` are those in the cells, `start` is the first cell of the search.
    pub fn new(session: &Session, replay: &Replay, letters: &[String], ends: &Ends, start: Option<Cell>) -> Self {
        let (scene, card) = (session.scene(), session.card());
        let mut movement = Movement::of(scene, card, replay.schema());
        let mover = scene.actors.iter().find(|actor| Some(actor.at) == start).map(Mover::of).unwrap_or_default();
        let passage = Passage::new(scene, &mover, &movement.rules);
        movement.rules.costs = passage.costs();
        movement.least_weight = passage.least_weight();
        let mut by_hand =
            Self { rules: Vec::new(), ground: Vec::new(), has_costs: movement.has_costs, movement, passage };
        by_hand.ground = by_hand.grounds(session);
        by_hand.rules = sentences::rules(&sentences::Run {
            scene,
            card,
            replay,
            letters,
            ends,
            start,
            movement: &by_hand.movement,
        });
        by_hand
    }

    /// Returns whether a cell can be entered from some side.
    pub fn is_free(&self, cell: Cell) -> bool {
        self.passage.is_open(cell)
    }

    /// Returns what a step onto a cell costs: `5`, or `5/6` if a diagonal one costs 6. `None` if steps have no costs.
    pub fn cost_onto(&self, cell: Cell) -> Option<String> {
        let at = self.passage.size().index(cell);
        self.has_costs.then(|| self.both(|dir| self.passage.price(at, dir)))
    }

    /// Formats the costs of a straight and of a diagonal step. A `+` marks one that costs more in some directions.
    fn both(&self, price: impl Fn(Dir) -> u64) -> String {
        let unit = self.movement.rules.costs.unit;
        let range = |diagonal: bool| {
            let used = self.movement.rules.order.iter().filter(|dir| dir.is_diagonal() == diagonal);
            let all: Vec<u64> = used.map(|&dir| price(dir)).collect();
            let (low, high) = (all.iter().min()?, all.iter().max()?);
            Some(short(*low, unit) + if low == high { "" } else { "+" })
        };
        match (range(false), range(true)) {
            (Some(straight), Some(diagonal)) if straight != diagonal => format!("{straight}/{diagonal}"),
            (straight, _) => straight.unwrap_or_default(),
        }
    }

    fn grounds(&self, session: &Session) -> Vec<GroundCost> {
        let (scene, rules) = (session.scene(), &self.movement.rules);
        let row = |&tile: &Tile| {
            let cells = || scene.size().cells().filter(|&cell| scene.tiles[cell] == tile);
            let is_weighted = |cell: Cell| scene.weight(cell).is_some();
            cells().next()?;
            let open = cells().find(|&cell| self.is_free(cell));
            let even = open.and_then(|open| cells().find(|&c| self.is_free(c) && !is_weighted(c)).or(Some(open)));
            let adds =
                if rules.terrain_costs { u64::from(tile.info().cost).saturating_mul(rules.costs.unit) } else { 0 };
            let doors: Vec<u64> = if matches!(tile, Tile::Door | Tile::DoorLocked) {
                rules.door_cost.iter().map(|&cost| u64::from(cost).saturating_mul(rules.costs.unit)).collect()
            } else {
                vec![0]
            };
            let (low, high) = (doors.iter().min().unwrap_or(&0), doors.iter().max().unwrap_or(&0));
            let text = |door: u64| short(adds.saturating_add(door), rules.costs.unit);
            let step = |dir: Dir| rules.costs.unweighted(dir).saturating_add(adds);
            Some(GroundCost {
                tile,
                ground: if low == high { text(*low) } else { format!("{}–{}", text(*low), text(*high)) },
                step: self.both(|dir| rules.costs.unweighted(dir)),
                sum: even.map(|cell| match self.cost_onto(cell) {
                    Some(cost) if !is_weighted(cell) => cost,
                    Some(_) => self.both(step),
                    None => String::new(),
                }),
            })
        };
        let mut all: Vec<GroundCost> = Tile::ALL.iter().filter_map(row).collect();
        all.sort_by_key(|row| row.sum.is_none());
        all
    }
}

/// Formats a cost for a narrow place: whole, or with at most two decimals; four if it is small.
fn short(units: u64, unit: u64) -> String {
    let cost = units as f64 / unit.max(1) as f64;
    let text = if cost < 0.1 { format!("{cost:.4}") } else { format!("{cost:.2}") };
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Formats a cost as events do.
fn exact(units: u64, unit: u64) -> String {
    Value::cost(units, unit).to_string()
}
