//! What auto chess is given: the board, the pieces and the parameters, all worked out; and what comes out.

use super::event::{Context, LAYERS, SEARCH, UNITS, WAY};
use super::terms::{Choice, Pathfinder, Rule};
use crate::algorithm::RunError;
use crate::geometry::Cell;
use crate::params::Resolved;
use crate::scene::{ActorKind, Scene, ScriptLine};
use crate::trace::Layout;
use crate::world::{self, World};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The range of a unit that names none, in units of the game.
pub const RANGE: u32 = 210;

/// A piece.
#[derive(Clone, Copy, Debug)]
pub struct Unit {
    /// Its number in the scene.
    pub actor: usize,
    /// Its team.
    pub team: u8,
    /// Its range in units; hull not yet taken off.
    pub range: u32,
}

/// The conditions on a diagonal jump, each of which the article found by a problem without it.
#[derive(Clone, Copy, Debug)]
pub struct Switches {
    /// Whether an alternative must be one clean jump.
    pub reach: bool,
    /// Whether it must be more than 200 from the piece.
    pub far: bool,
    /// Whether it must be less than 200 from the stock hop.
    pub near: bool,
}

/// Everything that a run needs.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The board as it begins, with everybody on it.
    pub world: World,
    /// The pieces, in the order of the scene.
    pub units: Vec<Unit>,
    /// The number of the active one.
    pub active: usize,
    /// What is taken off every range.
    pub hull: u32,
    /// What the diagonal jump must fulfil.
    pub switches: Switches,
    /// How ways are found.
    pub pathfinder: Pathfinder,
    /// Whether to play a whole fight.
    pub fight: bool,
    /// Under which rules.
    pub rules: &'static [Rule],
    /// At most so many rounds.
    pub max_rounds: u16,
    /// What changes the board, by rounds.
    pub script: Vec<ScriptLine>,
}

impl Problem {
    /// Works a scene out.
    ///
    /// # Errors
    /// When there is no active unit, or two, or a unit stands off the board.
    pub fn new(scene: &Scene, params: &Resolved) -> Result<Self, RunError> {
        let fail = |text: String| RunError::Scene(text);
        let size = scene.size();
        let mut units: Vec<Unit> = Vec::new();
        let mut active: Option<usize> = None;
        for (actor, a) in scene.actors.iter().enumerate().filter(|(_, a)| a.kind == ActorKind::Unit) {
            if !size.contains(a.at) {
                return Err(fail(format!("the unit at {} lies outside the board of {size} cells", a.at)));
            }
            if a.active == Some(true) {
                if let Some(first) = active {
                    let first = scene.actors[units[first].actor].at;
                    return Err(fail(format!(
                        "there are two active units, at {first} and {}; one decides at a time",
                        a.at
                    )));
                }
                active = Some(units.len());
            }
            units.push(Unit { actor, team: a.team.unwrap_or(1), range: a.range.unwrap_or(RANGE) });
        }
        let active = active.ok_or_else(|| {
            fail("there is no active unit; place one (U), or give a unit the field \"active\": true".into())
        })?;
        if let Some(range) = params.int("range") {
            units[active].range = range as u32;
        }
        let fight = params.flag("fight");
        if fight {
            scene.validate().map_err(|e| fail(e.to_string()))?;
            world::check(scene).map_err(fail)?;
        }
        let mut script = scene.script.clone();
        script.sort_by_key(|line| line.turn);
        Ok(Self {
            world: World::new(scene),
            units,
            active,
            hull: params.int("hull").unwrap_or(24).max(0) as u32,
            switches: Switches { reach: params.flag("reach"), far: params.flag("far"), near: params.flag("near") },
            pathfinder: match params.word("pathfinder").as_str() {
                "shortest" => Pathfinder::Shortest,
                _ => Pathfinder::Jumper,
            },
            fight,
            rules: match params.word("rule").as_str() {
                "stock" => &Rule::ALL[..1],
                "diagonal" => &Rule::ALL[1..],
                _ => &Rule::ALL,
            },
            max_rounds: params.int("max-rounds").unwrap_or(30).clamp(1, 10_000) as u16,
            script,
        })
    }

    /// What the events do not repeat.
    pub fn context(&self) -> Context {
        Context {
            size: self.world.tiles.size(),
            actors: self.units.iter().map(|u| u.actor).collect(),
            starts: self.units.iter().map(|u| self.world.actors[u.actor].at).collect(),
            tiles: Arc::new(self.world.tiles.clone()),
            fight: self.fight,
            rules: self.rules,
            pathfinder: self.pathfinder,
            max_rounds: self.max_rounds,
        }
    }

    /// How slots are numbered: the search lives for one way, all else for the run.
    pub fn layout(&self) -> Layout {
        let units = 2 * self.units.len() as u32;
        Layout::new(self.world.tiles.size(), LAYERS).with_registers(UNITS + units).with_passing(SEARCH + 1, WAY)
    }

    /// How far a unit reaches: strictly less than this, in units of the game.
    pub fn reach_of(&self, unit: usize) -> u64 {
        self.units[unit].range.saturating_sub(self.hull) as u64
    }
}

/// What comes out.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Outcome {
    /// Of one decision.
    Decision(Decision),
    /// Of a fight under one rule.
    Fight(Fight),
    /// Of a fight under both, side by side: each value by the name of the rule.
    Fights {
        /// How many rounds were played.
        rounds: BTreeMap<&'static str, u16>,
        /// How many jumps there were.
        jumps: BTreeMap<&'static str, u32>,
        /// Where the units stand.
        positions: BTreeMap<&'static str, Vec<Option<Cell>>>,
    },
}

/// What one piece decided.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Decision {
    /// Where it jumps to.
    pub hop: Option<Cell>,
    /// Which rule said so.
    pub chose: &'static str,
    /// What stock says.
    pub stock: StockAnswer,
    /// What the diagonal rule offers, whether or not a gate refuses it.
    pub alt: Option<Cell>,
    /// Every cell in scan order; on boards of more than 65,536 cells only those in reach.
    pub candidates: Vec<Candidate>,
}

/// The stock rule's answer.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct StockAnswer {
    /// The nearest cell in reach with a way to it.
    pub target: Option<Cell>,
    /// The end of the first leg of that way.
    pub hop: Option<Cell>,
}

/// What was made of one cell when the scan came to it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Candidate {
    /// The cell.
    pub at: Cell,
    /// Whether an enemy can be reached from there.
    pub in_reach: bool,
    /// The end of the first leg of the way there; none where none was sought or found.
    pub hop: Option<Cell>,
    /// The straight-line distance from the piece, in units of the game.
    pub distance: f64,
    /// Whether it lies on a diagonal through the piece.
    pub diagonal: bool,
    /// Why stock refused it; none where it took the lead.
    pub refused: Option<&'static str>,
    /// Why the diagonal rule refused it; none where it took that lead.
    pub refused_diagonal: Option<&'static str>,
}

/// How a fight went under one rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fight {
    /// How many rounds were played, one without a move included.
    pub rounds: u16,
    /// How many jumps there were.
    pub jumps: u32,
    /// Where the units stand, in the order of the scene; none where one was taken away.
    pub positions: Vec<Option<Cell>>,
}

/// A decision before it is written down.
#[derive(Clone, Debug)]
pub(super) struct Decided {
    pub chose: Choice,
    pub hop: Option<Cell>,
    pub stock: StockAnswer,
    pub alt: Option<Cell>,
    pub candidates: Vec<Candidate>,
}
