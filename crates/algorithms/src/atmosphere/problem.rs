//! What a run of the air is made from, and what comes out.

use super::beacon::Fight;
use super::context::{Context, Thing};
use super::flames::Burn;
use super::numbers::{FULL, LOOSE, PLAYER};
use super::shots::is_player;
use super::suction::is_loose;
use crate::actor::FieldValue;
use crate::algorithm::RunError;
use crate::event::Word;
use crate::geometry::Cell;
use crate::params::Resolved;
use crate::scene::{Actor, ActorKind, Scene, ScriptLine};
use crate::terrain::Verb;
use crate::world::{self, World};
use serde::Serialize;
use std::sync::Arc;

/// The most units of time that a run can have.
pub(super) const MOST_TURNS: u32 = 10_000;

/// What a line of the script that smashes stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
pub(super) enum Blow {
    /// The tile breaks.
    Sure,
    /// A bullet flies at it.
    Bullet,
    /// Something explodes there.
    Blast,
}

/// Everything that a run needs.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Tiles and actors as the scene begins.
    pub(super) world: World,
    /// The lines of the script with their numbers in the scene, from 1; by turn, then as they stand.
    pub script: Vec<(u32, ScriptLine)>,
    /// How many units of time.
    pub turns: u32,
    pub(super) blow: Blow,
    /// Whether bodies have health.
    pub(super) health: bool,
    /// Whether people act.
    pub(super) people: bool,
    /// The unit of time at whose beginning the ship arrives.
    pub(super) arrival: Option<u32>,
    /// Whether events name their causes: where there is anything that could hurt somebody.
    pub(super) told: bool,
    pub(super) seed: u64,
    pub(super) context: Context,
}

impl Problem {
    /// Works a scene out.
    ///
    /// # Errors
    /// When a line of the script can never do anything, such as opening a wall.
    pub fn new(scene: &Scene, params: &Resolved, seed: u64) -> Result<Self, RunError> {
        let named = |b: &Blow| params.word("smash") == b.word();
        let blow = Blow::ALL.into_iter().find(named).unwrap_or(Blow::Sure);
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
        let told = health || people || bloats > 0 || beacon.is_some();
        // What vents at the last line of the script is empty by then, and the last bloat of a chain has burst.
        let auto = || arrival.unwrap_or(0).max(last.saturating_add(FULL.into()).saturating_add(bloats));
        let turns = params.int("turns").map_or_else(auto, |n| n.max(0) as u32).min(MOST_TURNS);
        let suction = params.flag("suction");
        let context = Context { ground: Arc::new(scene.tiles.clone()), things: things(scene), turns, suction, beacon };
        let mut world = World::new(scene);
        world.items_hold = params.flag("items-hold-doors");
        Ok(Self { world, script, turns, blow, health, people, arrival, told, seed, context })
    }
}

/// Whether an actor is a beacon: an item that says so.
pub(super) fn is_beacon(actor: &Actor) -> bool {
    let says = matches!(actor.get("what"), Some(FieldValue::Word(what)) if what == "beacon");
    actor.kind == ActorKind::Item && says
}

/// Checks the script. A bullet can be fired at any cell and an explosion happen on any, so there a smash needs nothing
/// to break.
fn check(scene: &Scene, blow: Blow) -> Result<(), String> {
    if blow == Blow::Sure || !scene.script.iter().any(|l| l.verb == Verb::Smash) {
        return world::check(scene);
    }
    let mut harmless = scene.clone();
    for line in &mut harmless.script {
        if line.verb == Verb::Smash {
            // The line keeps its place, so that the others keep their numbers.
            *line = ScriptLine { verb: Verb::Remove, ..line.clone() };
        }
    }
    world::check(&harmless)
}

fn things(scene: &Scene) -> Arc<[Thing]> {
    let mut seen = [0u32; ActorKind::ALL.len()];
    let thing = scene.actors.iter().map(|actor| {
        let count = &mut seen[actor.kind as usize];
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

/// What comes out.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the names say the rest")]
#[non_exhaustive]
pub struct Outcome {
    /// How many units of time went by.
    pub turns: u32,
    /// The air of each cell at the end, 0 to 1, a list a row; walls keep the air of their region.
    pub air: Vec<Vec<f64>>,
    /// The air in all cells that are not solid at the end, in full cells.
    pub air_left: f64,
    /// The map of pressure walls at the end, a row a line: `#` where there is one, else `.`.
    pub pressure: Vec<String>,
    /// The cells that vent at the end, nearest to the vacuum first.
    pub venting: Vec<Vent>,
    pub breaches: Vec<Breach>,
    /// What was lost to the void, in order.
    pub lost: Vec<Loss>,
    /// Who stood in flames, each unit of time anew, in order.
    pub burns: Vec<Burn>,
    /// Where the things that are left stand, by the scene's numbers from 0; null where one is gone.
    pub things: Vec<Option<Cell>>,
    /// Who died and why, what burst, and what became of the beacon, where any of it can be.
    #[serde(flatten)]
    pub fight: Option<Fight>,
}

/// A cell that vents, and how far it is from the nearest cell without air, in cells.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Vent {
    pub at: Cell,
    pub distance: f64,
}

/// Something solid went.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the names say the rest")]
pub struct Breach {
    pub turn: u32,
    /// The cell of the script's line.
    pub at: Cell,
    /// What did it: the verb of the line, or `bullet` or `blast`.
    pub by: &'static str,
    /// The cells that are not solid any more.
    pub opened: Vec<Cell>,
    /// How many cells vent that did not before.
    pub vented: u32,
}

/// Something was lost on a cell of the void.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the names say the rest")]
pub struct Loss {
    pub turn: u32,
    /// Its number in the scene, from 0.
    pub actor: usize,
    pub kind: &'static str,
    pub at: Cell,
}
