//! Input of an air run, and its outcome.

use super::beacon::Fight;
use super::context::{Context, Thing};
use super::flames::Burn;
use super::numbers::{FULL, LOOSE, PLAYER};
use super::shots::is_player;
use super::suction::is_loose;
use crate::actor::FieldValue;
use crate::event::Word;
use crate::params::Resolved;
use crate::world::World;
use crate::{Actor, ActorKind, Cell, RunError, Scene, ScriptLine, Verb};
use serde::Serialize;
use std::sync::Arc;

/// Maximum number of units of time in a run.
pub(super) const MAX_TURNS: u32 = 10_000;

/// Meaning of a `smash` line of the script.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
pub(super) enum Blow {
    /// The tile breaks.
    Sure,
    /// A bullet is fired at it.
    Bullet,
    /// An explosion happens there.
    Blast,
}

/// Complete input of a run.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Tiles and actors at the start of the scene.
    pub(super) world: World,
    /// Script lines with their numbers in the scene, from 1. Sorted by turn, then in scene order.
    pub script: Vec<(u32, ScriptLine)>,
    /// Number of units of time.
    pub turns: u32,
    pub(super) blow: Blow,
    /// Whether bodies have health.
    pub(super) health: bool,
    /// Whether people act.
    pub(super) people: bool,
    /// The unit of time at whose start the ship arrives.
    pub(super) arrival: Option<u32>,
    /// Whether events record their causes. True if anything in the scene could hurt an actor.
    pub(super) told: bool,
    pub(super) seed: u64,
    pub(super) context: Context,
}

impl Problem {
    /// Builds the problem from a scene.
    ///
    /// # Errors
    /// Returns an error if a line of the script can never do anything, such as opening a wall. Also if `arrival` is set
    /// and the scene has no beacon.
    pub fn new(scene: &Scene, params: &Resolved, seed: u64) -> Result<Self, RunError> {
        let blow = Blow::named(&params.word("smash")).unwrap_or(Blow::Sure);
        check(scene, blow).map_err(RunError::Scene)?;
        let mut script: Vec<_> = (1..).zip(scene.script.iter().cloned()).collect();
        script.sort_by_key(|(_, line)| line.turn);
        let last = script.last().map_or(0, |(_, line)| line.turn);
        let arrival = params.int("arrival").map(|turn| turn.max(1) as u32);
        let beacon = scene.actors.iter().position(is_beacon).map(|i| i as u32);
        if arrival.is_some() && beacon.is_none() {
            let why = "no ship finds a scene without a beacon; put an item on the map whose `what` is beacon";
            return Err(RunError::Scene(why.into()));
        }
        let bloats = scene.of_kind(ActorKind::Bloat).count() as u32;
        let (health, people) = (params.flag("health"), params.word("people") == "act");
        let reports_causes = health || people || bloats > 0 || beacon.is_some();
        // By this time, all that vented at the last script line is empty, and the last bloat of a chain has burst.
        let auto = || arrival.unwrap_or(0).max(last.saturating_add(FULL.into()).saturating_add(bloats));
        let turns = params.int("turns").map_or_else(auto, |n| n.max(0) as u32).min(MAX_TURNS);
        let suction = params.flag("suction");
        let context = Context { ground: Arc::new(scene.tiles.clone()), things: things(scene), turns, suction, beacon };
        let mut world = World::new(scene);
        world.items_hold = params.flag("items-hold-doors");
        Ok(Self { world, script, turns, blow, health, people, arrival, told: reports_causes, seed, context })
    }
}

/// Returns whether an actor is a beacon: an item whose `what` is `beacon`.
pub(super) fn is_beacon(actor: &Actor) -> bool {
    let says = matches!(actor.get("what"), Some(FieldValue::Word(what)) if what == "beacon");
    actor.kind == ActorKind::Item && says
}

/// Checks the script. If a smash is a bullet or an explosion, it may target any cell, even one with nothing to break.
fn check(scene: &Scene, blow: Blow) -> Result<(), String> {
    if blow == Blow::Sure || !scene.script.iter().any(|l| l.verb == Verb::Smash) {
        return scene.check_script();
    }
    let mut harmless = scene.clone();
    for line in &mut harmless.script {
        if line.verb == Verb::Smash {
            // The line stays in the list, so the numbers of the other lines do not change.
            *line = ScriptLine { verb: Verb::Remove, ..line.clone() };
        }
    }
    harmless.check_script()
}

fn things(scene: &Scene) -> Arc<[Thing]> {
    let mut kind_counts = [0u32; ActorKind::ALL.len()];
    let thing = scene.actors.iter().map(|actor| {
        let count = &mut kind_counts[actor.kind as usize];
        *count += 1;
        let name = match scene.of_kind(actor.kind).nth(1) {
            Some(_) => format!("{} {count}", actor.kind.name()),
            None => actor.kind.name().to_owned(),
        };
        let under = match is_loose(actor) {
            true if is_player(actor.kind) => PLAYER,
            true => LOOSE,
            false => 0,
        };
        Thing { name, at: actor.at, facing: actor.facing(), under }
    });
    thing.collect()
}

/// Outcome of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the names say the rest")]
#[non_exhaustive]
pub struct Outcome {
    /// Number of units of time that passed.
    pub turns: u32,
    /// Air of each cell at the end, 0 to 1, as one list per row. Walls keep the air of their region.
    pub air: Vec<Vec<f64>>,
    /// Total air at the end in all cells that are not solid, in full cells.
    pub air_left: f64,
    /// Map of pressure walls at the end, one line per row: `#` for a pressure wall, else `.`.
    pub pressure: Vec<String>,
    /// The cells that vent at the end, nearest to the vacuum first.
    pub venting: Vec<Vent>,
    pub breaches: Vec<Breach>,
    /// Things lost to the void, in order.
    pub lost: Vec<Loss>,
    /// Actors in flames, one entry per unit of time, in order.
    pub burns: Vec<Burn>,
    /// Final cell of each actor, by scene index from 0; null if it is gone.
    pub things: Vec<Option<Cell>>,
    /// Deaths, bursts and the state of the beacon, if the scene can have any of them.
    #[serde(flatten)]
    pub fight: Option<Fight>,
}

/// A venting cell and its distance from the nearest cell without air, in cells.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Vent {
    pub at: Cell,
    pub distance: f64,
}

/// A breach: solid cells that were opened.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the names say the rest")]
pub struct Breach {
    pub turn: u32,
    /// Cell of the script line.
    pub at: Cell,
    /// Cause of the breach: the verb of the line, or `bullet`, `blast` or `burst`.
    pub by: &'static str,
    /// The cells that are no longer solid.
    pub opened: Vec<Cell>,
    /// Number of cells that started to vent.
    pub vented: u32,
}

/// A thing lost on a void cell.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the names say the rest")]
pub struct Loss {
    pub turn: u32,
    /// Index of the actor in the scene, from 0.
    pub actor: usize,
    pub kind: &'static str,
    pub at: Cell,
}
