//! Input of a flow map: the world, its rooms and exits, the script, and the parameters.

use super::event::{Context, Note};
use super::map::{Area, Ground};
use super::rules::Walk;
use crate::movement::Body;
use crate::observe::unless_stopped;
use crate::params::Resolved;
use crate::scene::{ActorKind, Room, Scene, ScriptLine};
use crate::world::World;
use crate::{Cell, Progress, RunError, Verb};
use std::collections::{BTreeMap, BTreeSet};

const MAX_ROOMS: usize = 1000;
/// Maximum number of cells of all rooms together. Each room has a map of its own.
const MAX_CELLS: usize = 1 << 25;

#[derive(Clone, Debug, PartialEq)]
pub struct Region {
    /// Name of the room; empty for a map of the whole.
    pub name: String,
    pub area: Area,
    /// Whether it is the global map beside the rooms. Only exits out of the dungeon count in it.
    pub global: bool,
}

/// Complete input of a run.
#[derive(Clone, Debug)]
pub struct Problem {
    pub(super) cx: Context,
    pub(super) world: World,
    /// Script lines with their index in the scene, sorted by turn.
    pub(super) script: Vec<(u32, ScriptLine)>,
    pub(super) by_level: bool,
    pub(super) most_turns: u64,
    /// The rooms of the scene, with or without a map of their own.
    areas: Vec<Area>,
    pub(super) seed: u64,
    pub(super) notes: Vec<(Note, Cell)>,
}

fn fail<T>(text: String) -> Result<T, RunError> {
    Err(RunError::Scene(text))
}

impl Problem {
    /// Builds the problem from a scene.
    ///
    /// # Errors
    /// Returns an error if the map has nowhere to start, a room does not fit the map, or a script line can never do
    /// anything.
    pub fn new(scene: &Scene, params: &Resolved, seed: u64) -> Result<Self, RunError> {
        Self::within(scene, params, seed, &Progress::default())
    }

    /// Like [`new`](Self::new), but stops when `progress` asks for it.
    ///
    /// # Errors
    /// Returns an error as [`new`](Self::new) does, or [`RunError::Stopped`] if `progress` stopped it.
    pub fn within(scene: &Scene, params: &Resolved, seed: u64, progress: &Progress) -> Result<Self, RunError> {
        scene.validate().map_err(|e| RunError::Scene(e.to_string()))?;
        let flees = params.flag("flee");
        let edges = params.word("sources") == "edges";
        let starts = |kind| matches!(kind, ActorKind::Exit | ActorKind::Goal) || flees && kind == ActorKind::Enemy;
        if !edges && !scene.actors.iter().any(|a| starts(a.kind)) {
            return fail("there is no exit; place one (> or <), or a goal (X): a map needs somewhere to start".into());
        }
        let mut checked = scene.clone();
        // A smash of a free cell is allowed here, so the check sees a harmless verb instead.
        for line in &mut checked.script {
            if line.verb == Verb::Smash && !scene.tiles[line.at].is_solid() {
                line.verb = Verb::Remove;
            }
        }
        checked.check_script().map_err(RunError::Scene)?;
        let mut script: Vec<_> = (0..).zip(scene.script.iter().cloned()).collect();
        script.sort_by_key(|(_, line)| line.turn);
        let mut regions = if edges { vec![whole(scene)] } else { regions(scene)? };
        let areas = regions.iter().filter(|r| !r.name.is_empty()).map(|r| r.area).collect();
        if params.word("rooms") == "whole" {
            regions = vec![whole(scene)];
        }
        let mut world = World::new(scene);
        world.wide = Some((ActorKind::Prisoner, Body::new(params.int(crate::world::WIDTH.name).unwrap_or(1))));
        let (last, global) = (regions.len() - 1, params.word("follow") == "global");
        let ground = unless_stopped(Ground::new(&world, params, &mut || progress.goes_on()))?;
        let factor = params.real("flee-factor").unwrap_or(1.2);
        let mut counts = BTreeMap::new();
        let mut number = |kind| *counts.entry(kind).and_modify(|n| *n += 1).or_insert(1);
        let cx = Context {
            size: scene.size(),
            unit: ground.costs.unit as i64,
            ground,
            followed: if last > 0 && !global { 0..last } else { last..last + 1 },
            regions,
            actors: world.actors.iter().map(|a| (a.kind, a.at, a.chained() == Some(true))).collect(),
            numbers: world.actors.iter().map(|a| number(a.kind)).collect(),
            dice: params.word("ties") == "random",
            walk: Walk::new(params),
            positive: params.word("smash") == "positive",
            flee: flees.then(|| (factor * 1000.0).round() as i64),
        };
        let by_level = params.word("ripple") == "level";
        let most_turns = params.int("turns").unwrap_or(10_000) as u64;
        let problem = Self { cx, world, script, by_level, most_turns, areas, seed, notes: Vec::new() };
        Ok(Self { notes: problem.scene_warnings(scene), ..problem })
    }

    /// Returns whether the scene has rooms, with or without maps of their own.
    pub(super) const fn has_areas(&self) -> bool {
        !self.areas.is_empty()
    }

    /// Returns whether each room has a map, or there are no rooms.
    pub(crate) fn has_maps_of_rooms(&self) -> bool {
        self.cx.has_rooms() || !self.has_areas()
    }

    fn rooms_of(&self, c: Cell) -> usize {
        self.areas.iter().filter(|area| area.contains(c)).count()
    }

    /// Returns whether an actor is a source of a map: an exit that serves it, or a goal inside it.
    pub(super) fn serves(&self, actor: usize, world: &World, map: usize) -> bool {
        let (a, region) = (&world.actors[actor], &self.cx.regions[map]);
        if self.cx.ground.edges || world.gone[actor] || !region.area.contains(a.at) {
            return false;
        }
        match a.kind {
            ActorKind::Goal => true,
            // Prisoners flee from enemies.
            ActorKind::Enemy => self.cx.flee.is_some(),
            ActorKind::Exit if self.areas.is_empty() => true,
            // An exit in no other room than its own leads out of the dungeon.
            ActorKind::Exit if region.global || !self.cx.has_rooms() => self.rooms_of(a.at) <= 1,
            ActorKind::Exit => a.room().is_none_or(|name| name == region.name),
            _ => false,
        }
    }

    /// Returns whether a prisoner that goes through an exit of a map leaves the dungeon.
    pub(super) fn is_way_out(&self, map: usize, at: Cell) -> bool {
        !self.cx.has_rooms() || self.cx.regions[map].global || self.rooms_of(at) <= 1
    }

    /// Returns the warnings about the scene, to report at the start of the run.
    fn scene_warnings(&self, scene: &Scene) -> Vec<(Note, Cell)> {
        let mut notes = Vec::new();
        let solid = |c: Cell| scene.tiles[c].is_solid();
        let (body, size) = (self.cx.ground.body, self.cx.size);
        let mut occupied_cells: BTreeSet<Cell> = BTreeSet::new();
        for a in &scene.actors {
            match a.kind {
                ActorKind::Exit | ActorKind::Goal if solid(a.at) => notes.push((Note::SourceInWall, a.at)),
                ActorKind::Exit if self.cx.has_rooms() && self.rooms_of(a.at) == 0 => {
                    notes.push((Note::ExitInNoRoom, a.at));
                }
                ActorKind::Prisoner if solid(a.at) => notes.push((Note::PrisonerInWall, a.at)),
                ActorKind::Prisoner if !body.fits(a.at, size, |c| !solid(c)) => notes.push((Note::TooNarrow, a.at)),
                _ => {}
            }
            let own = if a.kind == ActorKind::Prisoner { body } else { Body::CELL };
            // Each cell is recorded, even after one that another actor is on.
            let shared = own.cells(a.at, size).filter(|&c| is_body(a.kind) && !occupied_cells.insert(c)).count();
            if shared > 0 {
                notes.push((Note::TwoOnACell, a.at));
            }
        }
        for (m, region) in self.cx.regions.iter().enumerate() {
            if !self.cx.ground.edges && !(0..scene.actors.len()).any(|i| self.serves(i, &self.world, m)) {
                notes.push((if region.global { Note::NoWayOut } else { Note::RoomWithoutExit }, region.area.from));
            }
        }
        notes
    }
}

/// Returns whether an actor blocks others: all but marks on the ground.
pub(super) const fn is_body(kind: ActorKind) -> bool {
    !matches!(kind, ActorKind::Exit | ActorKind::Goal | ActorKind::Item | ActorKind::Lamp)
}

/// Returns the single map of a scene without rooms.
fn whole(scene: &Scene) -> Region {
    let size = scene.size();
    let area = Area { from: Cell::new(0, 0), to: Cell::new(size.width - 1, size.height - 1) };
    Region { name: String::new(), area, global: false }
}

fn regions(scene: &Scene) -> Result<Vec<Region>, RunError> {
    let whole = whole(scene);
    if scene.rooms.is_empty() {
        return Ok(vec![whole]);
    }
    if scene.rooms.len() > MAX_ROOMS {
        return fail(format!("there are {} rooms; at most {MAX_ROOMS} are allowed", scene.rooms.len()));
    }
    let mut names = BTreeSet::new();
    let mut all = Vec::new();
    for Room { name, from, to } in &scene.rooms {
        if from.x > to.x || from.y > to.y {
            return fail(format!("the room {name:?} goes from {from} to {to}; expected its top left corner first"));
        }
        if name.is_empty() || !names.insert(name.as_str()) {
            return fail(format!("two rooms are called {name:?}, or one has no name; expected a name for each"));
        }
        all.push(Region { name: name.clone(), area: Area { from: *from, to: *to }, global: false });
    }
    let cells: usize = all.iter().map(|region| region.area.cells()).sum();
    if cells > MAX_CELLS {
        return fail(format!("the rooms have {cells} cells in all; at most {MAX_CELLS} are allowed"));
    }
    for exit in scene.of_kind(ActorKind::Exit) {
        let Some(name) = exit.room() else { continue };
        let Some(room) = all.iter().find(|r| r.name == name) else {
            return fail(format!("the exit at {} leads out of {name:?}, and there is no such room", exit.at));
        };
        if !room.area.contains(exit.at) {
            return fail(format!("the exit at {} leads out of {name:?}, which it does not lie in", exit.at));
        }
    }
    all.push(Region { global: true, ..whole });
    Ok(all)
}
