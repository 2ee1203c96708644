//! What a run of the air is made from, and what comes out.

use super::event::{Context, LAYERS, PASSING, Thing};
use super::suction::{is_loose, under};
use crate::algorithm::RunError;
use crate::event::Word;
use crate::geometry::Cell;
use crate::params::Resolved;
use crate::scene::{ActorKind, Scene, ScriptLine};
use crate::terrain::Verb;
use crate::trace::Layout;
use crate::world::{self, World};
use serde::Serialize;
use std::sync::Arc;

/// The most units of time that a run can have.
pub(super) const MOST_TURNS: u32 = 10_000;
/// How many units are run after the last line of the script where nobody says: what vents is empty by then.
const AFTERWARDS: u32 = super::numbers::FULL as u32;

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
    pub(super) script: Vec<(u32, ScriptLine)>,
    /// How many units of time.
    pub(super) turns: u32,
    pub(super) blow: Blow,
    /// Whether loose things are sucked.
    pub(super) suction: bool,
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
        let auto = || last.saturating_add(AFTERWARDS);
        let turns = params.int("turns").map_or_else(auto, |n| n.max(0) as u32).min(MOST_TURNS);
        let context = Context { ground: Arc::new(scene.tiles.clone()), things: things(scene), turns };
        Ok(Self { world: World::new(scene), script, turns, blow, suction: params.flag("suction"), seed, context })
    }

    pub(super) fn layout(&self) -> Layout {
        let actors = self.world.actors.len() as u32;
        let (passing, scope) = PASSING;
        Layout::new(self.world.tiles.size(), LAYERS).with_registers(actors).with_passing(passing, scope)
    }
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
        let under = if is_loose(actor) { under(actor.kind) } else { 0 };
        Thing { name, at: actor.at, facing: actor.facing, under }
    });
    thing.collect()
}

/// What comes out.
#[derive(Clone, Debug, PartialEq, Serialize)]
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
    /// Every time that something solid went.
    pub breaches: Vec<Breach>,
    /// What was lost to the void, in order.
    pub lost: Vec<Loss>,
    /// Where the things that are left stand, by the scene's numbers from 0; null where one is gone.
    pub things: Vec<Option<Cell>>,
}

/// A cell that vents.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Vent {
    /// Where.
    pub at: Cell,
    /// Its distance to the nearest cell without air, in cells.
    pub distance: f64,
}

/// Something solid went.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Breach {
    /// When.
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

/// Something was lost.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Loss {
    /// When.
    pub turn: u32,
    /// Its number in the scene, from 0.
    pub actor: usize,
    /// What it is.
    pub kind: &'static str,
    /// The cell of the void on which it was.
    pub at: Cell,
}
