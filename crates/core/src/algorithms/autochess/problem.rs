//! What auto chess is given: the board, the pieces and the parameters, all worked out; and what comes out.

use super::event::{Context, LAYERS, SEARCH, UNITS, WAY};
use super::reason::{Pathfinder, Rule};
use crate::algorithm::RunError;
use crate::geometry::Cell;
use crate::params::Resolved;
use crate::scene::{ActorKind, Scene, ScriptLine};
use crate::trace::Layout;
use crate::world::{self, World};
use serde::Serialize;
use serde_json::Value;

/// The range of a unit that names none, in units of the game.
const RANGE: u32 = 210;

#[derive(Clone, Copy, Debug)]
pub(super) struct Unit {
    /// Its number in the scene.
    pub(super) actor: usize,
    pub(super) team: u8,
    /// In units of the game, hull not yet taken off.
    pub(super) range: u32,
}

/// Everything that a run needs.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The board as it begins, with everybody on it.
    pub(super) world: World,
    /// The pieces, in the order of the scene.
    pub(super) units: Vec<Unit>,
    /// The number of the active one.
    pub(super) active: usize,
    pub(super) hull: u32,
    /// The conditions on a diagonal jump, each of which the article found by a problem without it: reach, far, near.
    pub(super) switches: Resolved,
    pub(super) pathfinder: Pathfinder,
    pub(super) fight: bool,
    pub(super) rules: &'static [Rule],
    pub(super) max_rounds: u16,
    /// What changes the board, by rounds.
    pub(super) script: Vec<ScriptLine>,
}

impl Problem {
    /// Works a scene out; there must be one active unit, and all units on the board.
    pub(super) fn new(scene: &Scene, params: &Resolved) -> Result<Self, RunError> {
        let fail = |text: String| RunError::Scene(text);
        let size = scene.size();
        let mut units: Vec<Unit> = Vec::new();
        let mut active: Option<usize> = None;
        for (actor, a) in scene.actors.iter().enumerate().filter(|(_, a)| a.kind == ActorKind::Unit) {
            if !size.contains(a.at) {
                return Err(fail(format!("the unit at {} lies outside the board of {size} cells", a.at)));
            }
            if a.active() == Some(true) {
                if let Some(first) = active {
                    let first = scene.actors[units[first].actor].at;
                    let both = format!("{first} and {}", a.at);
                    return Err(fail(format!("there are two active units, at {both}; one decides at a time")));
                }
                active = Some(units.len());
            }
            units.push(Unit { actor, team: a.team().unwrap_or(1), range: a.range().unwrap_or(RANGE) });
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
        let is = |name: &str, word: &str| params.word(name) == word;
        Ok(Self {
            world: World::new(scene),
            units,
            active,
            hull: params.int("hull").unwrap_or(24).max(0) as u32,
            switches: params.clone(),
            pathfinder: if is("pathfinder", "shortest") { Pathfinder::Shortest } else { Pathfinder::Jumper },
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

    pub(super) fn context(&self) -> Context {
        Context {
            size: self.world.tiles.size(),
            actors: self.units.iter().map(|u| u.actor).collect(),
            starts: self.units.iter().map(|u| self.world.actors[u.actor].at).collect(),
            fight: self.fight,
            rules: self.rules,
        }
    }

    /// How slots are numbered: the search lives for one way, all else for the run.
    pub(super) fn layout(&self) -> Layout {
        let units = 2 * self.units.len() as u32;
        Layout::new(self.world.tiles.size(), LAYERS).with_registers(UNITS + units).with_passing(SEARCH + 1, WAY)
    }
}

/// What comes out: of one decision, or of a fight.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
#[expect(missing_docs, reason = "the types say it")]
pub enum Outcome {
    Answer(Answer),
    Fight(Fight),
}

/// What one piece decided.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Answer {
    pub hop: Option<Cell>,
    /// Which rule said so.
    pub chose: &'static str,
    pub stock: StockAnswer,
    /// What the diagonal rule offers, whether or not a gate refuses it.
    pub alt: Option<Cell>,
    /// Every cell in scan order; on boards of more than 65,536 cells only those in reach; none in a fight.
    pub candidates: Vec<Listed>,
}

/// The stock rule's answer: the nearest cell in reach with a way to it, and the end of the first leg of that way.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct StockAnswer {
    pub target: Option<Cell>,
    pub hop: Option<Cell>,
}

/// What was made of one cell when the scan came to it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Listed {
    pub at: Cell,
    pub in_reach: bool,
    /// The end of the first leg of the way there; none where none was sought or found.
    pub hop: Option<Cell>,
    /// The straight-line distance from the piece, in units of the game.
    pub distance: f64,
    pub diagonal: bool,
    /// Why stock refused it; none where it took the lead.
    pub refused: Option<&'static str>,
    /// Why the diagonal rule refused it; none where it took that lead.
    pub refused_diagonal: Option<&'static str>,
}

/// How a fight went; where it was played under both rules, each value by the name of the rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Fight {
    /// How many rounds were played, one without a move included.
    pub rounds: Value,
    pub jumps: Value,
    /// Where the units stand, in the order of the scene; none where one was taken away.
    pub positions: Value,
}
