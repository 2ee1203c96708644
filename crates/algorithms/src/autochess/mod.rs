//! Auto chess: the cell that a piece jumps to, by the stock rule, the diagonal rule and the rule of fewest jumps. Also
//! whole fights under each of these rules.
//!
//! ```text
//! 6 . . . . . . . .     U(3,1) wants to attack E(6,5), which works from every cell around E.
//! 5 . . . . . E . .     Stock: the nearest of them is (5,4). The path to it begins with the leg to (5,3),
//! 4 . . . . t d . .            so the piece needs two jumps.
//! 3 . . . . h . . .     Diagonal: (6,4) is on a diagonal and is reached in one clean jump.
//! 2 . . . . . . . .
//! 1 . . U . . . . .
//!   1 2 3 4 5 6 7 8
//! ```
//!
//! Sources: zizouqi, *`AutoChess` code optimization 2: move*, 2019, on the script of Dota Auto Chess; Roland Yonaba,
//! *Jumper* 1.8.1, 2013, whose jump point search determines the hop; Harabor and Grastien, *Online Graph Pruning for
//! Pathfinding on Grid Maps*, 2011. The original board is 8 × 8; here any size works.
//!
//! To get a decision without a trace, a game calls [`Jumps::decide`]. To get a path, it calls [`Jumper::find`] or
//! [`Exact::find`] on a [`Board`] with `&mut ()` as the observer. [`join`] then joins the jump points to legs.

mod board;
mod card;
mod decision;
mod event;
mod exact;
mod fewest;
mod fight;
mod figures;
mod jumper;
mod jumps;
mod leap;
mod legs;
mod lens;
mod new_rule_decisions;
mod outcome;
mod run;
mod state;
mod words;

pub use board::{Board, Place};
use card::CARD;
pub use exact::Exact;
pub use jumper::Jumper;
pub use jumps::Jumps;
pub use legs::{Length, join};
pub use outcome::{Answer, FewestAnswer, Fight, Listed, Outcome, StockAnswer};

use event::{ChessEvent, Context, LAYERS, Pathfinder, RULES, RangeRule, Rule, SEARCH, UNITS, WAY};

use crate::algorithm::{Algorithm, RunError};
use crate::card::CardOf;
use crate::params::Resolved;
use crate::trace::{Layout, Progress};
use crate::world::World;
use crate::{ActorKind, Cell, Observer, Rng, Scene, ScriptLine};
use std::ops::ControlFlow;

/// Default range of a unit, in units of the game.
const RANGE: u32 = 210;

/// The auto chess algorithm of this module.
#[derive(Debug)]
pub struct AutoChess;

impl Algorithm for AutoChess {
    type Event = ChessEvent;
    type Problem = Problem;
    type Outcome = Outcome;

    const CARD: &'static CardOf<Self::Event> = &CARD;

    async fn prepare(scene: &Scene, params: &Resolved, seed: u64, _: &Progress) -> Result<Problem, RunError> {
        let fail = |text: String| RunError::Scene(text);
        let size = scene.size();
        let mut units: Vec<Unit> = Vec::new();
        let mut active: Option<usize> = None;
        for (actor, a) in scene.actors.iter().enumerate().filter(|(_, a)| a.kind == ActorKind::Unit) {
            if !size.contains(a.at) {
                return Err(fail(format!("the unit at {} is outside the board of {size} cells", a.at)));
            }
            if a.active() == Some(true) {
                if let Some(first) = active {
                    let first = scene.actors[units[first].actor].at;
                    let both = format!("{first} and {}", a.at);
                    return Err(fail(format!("there are two active units, at {both}; one decides at a time")));
                }
                active = Some(units.len());
            }
            units.push(Unit {
                actor,
                team: a.team().unwrap_or(1),
                range: a.range().unwrap_or(RANGE),
                assassin: a.assassin() == Some(true),
            });
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
            scene.check_script().map_err(fail)?;
        }
        let mut script = scene.script.clone();
        script.sort_by_key(|line| line.turn);
        let (mut world, scattered) = (World::new(scene), params.flag("scatter"));
        if scattered {
            scatter(&mut world, &units, &mut Rng::new(seed)).map_err(fail)?;
        }
        Ok(Problem {
            world,
            scattered,
            alone: params.flag("alone"),
            units,
            active,
            hull: params.int("hull").unwrap_or(24).max(0) as u32,
            range_rule: RangeRule::of(params),
            switches: params.clone(),
            pathfinder: Pathfinder::of(params),
            fight,
            rules: Rule::that_run(&params.word("rule")),
            max_rounds: params.int("max-rounds").unwrap_or(30).clamp(1, 10_000) as u16,
            script,
        })
    }

    fn layout(problem: &Problem) -> Layout {
        // The search layer is cleared with each path. All other layers stay for the whole run.
        let units = RULES * problem.units.len() as u32;
        Layout::new(problem.world.tiles.size(), LAYERS).with_registers(UNITS + units).with_passing(SEARCH + 1, WAY)
    }

    fn context(problem: &Problem) -> Context {
        Context {
            size: problem.world.tiles.size(),
            actors: problem.units.iter().map(|u| u.actor).collect(),
            starts: problem.units.iter().map(|u| problem.world.actors[u.actor].at).collect(),
            fight: problem.fight,
            range_rule: problem.range_rule,
            rules: problem.rules,
            to_target: problem.switches.word("near-to") == "target",
            scattered: problem.scattered,
        }
    }

    fn run<O: Observer<ChessEvent>>(problem: &Problem, observer: &mut O) -> ControlFlow<O::Halt, Outcome> {
        run::run(problem, observer)
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Unit {
    /// Index in the scene.
    pub(super) actor: usize,
    pub(super) team: u8,
    /// Range in units of the game, before the hull is subtracted.
    pub(super) range: u32,
    /// Whether the first move is a leap.
    pub(super) assassin: bool,
}

/// Puts every unit on a random free cell, all equally likely.
fn scatter(world: &mut World, units: &[Unit], dice: &mut Rng) -> Result<(), String> {
    let size = world.tiles.size();
    let mut free: Vec<Cell> = size.cells().filter(|&cell| world.tiles[cell].is_walkable()).collect();
    if free.len() < units.len() {
        return Err(format!("{} units have no place on {} free cells", units.len(), free.len()));
    }
    for unit in units {
        world.actors[unit.actor].at = free.swap_remove(dice.below(free.len() as u64) as usize);
    }
    Ok(())
}

/// Complete input of a run.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The board at the start, with all units on it.
    pub(super) world: World,
    /// The units, in scene order.
    pub(super) units: Vec<Unit>,
    /// Index of the active unit.
    pub(super) active: usize,
    pub(super) hull: u32,
    pub(super) range_rule: RangeRule,
    /// The conditions on a diagonal jump: reach, far and near. The article added each to fix a problem.
    pub(super) switches: Resolved,
    pub(super) pathfinder: Pathfinder,
    pub(super) fight: bool,
    pub(super) rules: &'static [Rule],
    pub(super) max_rounds: u16,
    /// The script lines that change the board, sorted by round.
    pub(super) script: Vec<ScriptLine>,
    /// Whether only the active unit moves in a fight.
    pub(super) alone: bool,
    /// Whether the seed chose the starting cells of the units.
    pub(super) scattered: bool,
}

impl Problem {
    /// Returns the reach of a unit, in units of the game. Enemies nearer than this can be attacked.
    pub(super) fn reach(&self, unit: usize) -> u32 {
        self.range_rule.reach(self.units[unit].range, self.hull)
    }

    /// Returns the cells of the enemies of a unit, in scene order.
    pub(super) fn foes(&self, world: &World, unit: usize) -> impl Iterator<Item = Cell> {
        let team = self.units[unit].team;
        let foes = self.units.iter().filter(move |u| u.team != team && !world.gone[u.actor]);
        foes.map(|u| world.actors[u.actor].at)
    }
}
