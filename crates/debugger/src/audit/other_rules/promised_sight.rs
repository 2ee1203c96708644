//! Promises of the header about sight: how far and how wide it reaches, and that it is mutual.
//!
//! Fields of view differ at their edges. Only cells that every one of them sees, or none, are judged.

use super::{Outcome, Place, World, actor_of, wraps};
use crate::audit::Rule;
use crate::audit::lines::{Barrier, barrier};
use crate::formats::log::{LogEvent, Metric, SightPromise, facing_of};
use gridscope_trace::geometry::Cell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// Maximum number of cells and pairs that are compared in one log.
const BUDGET: usize = 50_000_000;
/// Largest radius for which missing cells are looked for, in cells.
const WIDEST: i32 = 128;
/// Angle at the edges of a cone that is not judged, in degrees.
const EDGE: f64 = 1.0;

/// State of an actor that sees, or of a viewer without a name.
#[derive(Debug, Default)]
struct Viewer {
    /// Cell that it looks from.
    eye: Option<Cell>,
    /// Cells of this look, with the line that states each.
    now: HashMap<Cell, Place>,
    /// Cells that it has seen and that were not hidden since.
    ever: HashSet<Cell>,
    /// Place of the first and the last event of this look.
    begun: usize,
    last: Place,
    /// Event of its last move.
    moved: usize,
    has_moved: bool,
    facing: Option<f64>,
    /// Whether the look has not been checked yet.
    pending: bool,
}

/// State of the promises.
#[derive(Debug, Default)]
pub(super) struct PromisedSight {
    viewers: BTreeMap<String, Viewer>,
    /// Event of the last change of the map.
    changed: usize,
    compared: usize,
    reported: HashSet<(String, Cell, String, Cell)>,
    asked: bool,
}

impl Viewer {
    /// Returns the direction of a cell relative to the middle of the cone, in degrees from 0 to 180.
    fn off(&self, eye: Cell, at: Cell, promise: &SightPromise) -> Option<f64> {
        let facing = self.facing.or(promise.cone?.facing)?;
        let (dx, dy) = (f64::from(at.x) - f64::from(eye.x), f64::from(at.y) - f64::from(eye.y));
        Some(((dy.atan2(dx).to_degrees() - facing + 540.0).rem_euclid(360.0) - 180.0).abs())
    }

    /// Returns whether a cell is certainly within the radius and the cone.
    fn reaches(&self, eye: Cell, at: Cell, promise: &SightPromise) -> bool {
        let near =
            promise.radius.is_none_or(|radius| promise.metric.unwrap_or(Metric::Manhattan).of(eye.delta(at)) < radius);
        let wide = promise
            .cone
            .is_none_or(|cone| self.off(eye, at, promise).is_some_and(|off| off < cone.degrees / 2.0 - EDGE));
        near && wide
    }

    /// Returns what a cell is certainly outside of.
    fn is_beyond(&self, eye: Cell, at: Cell, promise: &SightPromise) -> Option<String> {
        let delta = eye.delta(at);
        if let Some(radius) = promise.radius {
            let (away, most) =
                promise.metric.map_or((Metric::Chebyshev.of(delta), radius), |m| (m.of(delta), radius + 1.0));
            if away > most {
                return Some(format!("the radius of {radius}"));
            }
        }
        let (cone, off) = (promise.cone?, self.off(eye, at, promise)?);
        // Any point of the viewer's cell may look at any point of the other.
        let size = (std::f64::consts::SQRT_2 / Metric::Euclid.of(delta)).min(1.0).asin().to_degrees();
        (off > cone.degrees / 2.0 + size + EDGE).then(|| format!("the cone of {} degrees", cone.degrees))
    }
}

impl PromisedSight {
    pub(super) fn see(
        &mut self,
        place: Place,
        event: &LogEvent,
        actors: &HashMap<String, Cell>,
        world: &impl World,
        out: &mut Outcome,
    ) {
        let (Some(promise), Some(at), false) = (world.promises().sight, event.at, wraps(world)) else { return };
        let name = actor_of(event).unwrap_or_default();
        let standing = actors.get(&name).copied().filter(|_| !self.viewers.get(&name).is_some_and(|v| v.has_moved));
        // Without its cell, a look of an actor that moves may belong to the cell before or after the step.
        let Some(eye) = event.from.or(standing) else { return };
        if self.viewers.get(&name).is_some_and(|viewer| viewer.eye != Some(eye) && viewer.pending) {
            self.check_look(&name, actors, world, out);
        }
        self.asked = true;
        let changed = self.changed;
        let viewer = self.viewers.entry(name.clone()).or_default();
        if viewer.eye != Some(eye) || viewer.begun < changed {
            viewer.now.clear();
        }
        if !viewer.pending {
            viewer.begun = place.0;
        }
        (viewer.eye, viewer.last, viewer.pending) = (Some(eye), place, true);
        viewer.turn(event);
        viewer.ever.insert(at);
        viewer.now.insert(at, place);
        if let Some(limit) = viewer.is_beyond(eye, at, &promise).filter(|_| eye != at) {
            let (cell, from) = (world.place(at), world.place(eye));
            let sentence = format!("{cell} is stated as seen from {from}, but it is outside of {limit}.");
            out.add_finding(Rule::Sight, place, Some(at), sentence);
        }
    }

    pub(super) fn hide(
        &mut self,
        event: &LogEvent,
        actors: &HashMap<String, Cell>,
        world: &impl World,
        out: &mut Outcome,
    ) {
        let name = actor_of(event).unwrap_or_default();
        if event.at.is_none() {
            self.check_look(&name, actors, world, out);
        }
        let Some(viewer) = self.viewers.get_mut(&name) else { return };
        if let Some(at) = event.at {
            viewer.now.remove(&at);
            viewer.ever.remove(&at);
        } else {
            viewer.now.clear();
            viewer.ever.clear();
        }
    }

    /// Records that an actor is on a cell now.
    pub(super) fn moved(&mut self, index: usize, event: &LogEvent, actor: &str, steps: bool) {
        let viewer = self.viewers.entry(actor.to_owned()).or_default();
        viewer.has_moved |= steps;
        viewer.moved = index;
        viewer.turn(event);
    }

    /// Records that the map changes.
    pub(super) const fn tile(&mut self, index: usize) {
        self.changed = index;
    }

    /// Checks all looks, before something changes.
    pub(super) fn settle(&mut self, actors: &HashMap<String, Cell>, world: &impl World, out: &mut Outcome) {
        let Some(promise) = world.promises().sight else { return };
        let pending = self.viewers.iter().filter(|(_, viewer)| viewer.pending).map(|(name, _)| name.clone());
        let pending: BTreeSet<String> = pending.collect();
        for name in &pending {
            self.check_look(name, actors, world, out);
        }
        if promise.symmetric {
            for name in &pending {
                self.check_pairs(name, actors, world, out);
            }
        }
    }

    /// Finds cells that are clear, within radius and cone, and not seen.
    fn check_look(&mut self, name: &str, actors: &HashMap<String, Cell>, world: &impl World, out: &mut Outcome) {
        let Some(viewer) = self.viewers.get_mut(name).filter(|viewer| viewer.pending) else { return };
        viewer.pending = false;
        let Some((promise, eye)) = world.promises().sight.zip(viewer.eye) else { return };
        let Some(radius) = promise.radius.filter(|_| world.has_ground() && self.compared < BUDGET) else { return };
        let side = (radius.ceil().min(f64::from(WIDEST))) as i32;
        let standing: HashSet<Cell> = actors.iter().filter(|(other, _)| *other != name).map(|(_, at)| *at).collect();
        let mut missing: Vec<(u32, Cell)> = Vec::new();
        for (sx, sy) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            // Whether the rectangles that end in the row above are clear.
            let mut above = vec![true; side as usize + 1];
            for dy in 0..=side {
                let mut left = true;
                for dx in 0..=side {
                    self.compared += 1;
                    let place = |v: u16, by: i32| u16::try_from(i32::from(v) + by).ok();
                    let at = place(eye.x, sx * dx).zip(place(eye.y, sy * dy)).map(|(x, y)| Cell::new(x, y));
                    let before = (dx == 0 || left) && (dy == 0 || above[dx as usize]);
                    let Some(at) = at.filter(|&at| world.tile(at).is_some()) else {
                        left = false;
                        above[dx as usize] = false;
                        continue;
                    };
                    let is_clear =
                        at == eye || world.tile(at).is_some_and(|t| t.info().opacity == 0 && t.info().sight.is_none());
                    let can_be_seen = is_clear || (promise.walls && world.blocks_sight(at));
                    if before
                        && can_be_seen
                        && at != eye
                        && !viewer.ever.contains(&at)
                        && viewer.reaches(eye, at, &promise)
                    {
                        let (dx, dy) = eye.delta(at);
                        missing.push((dx + dy, at));
                    }
                    left = before && is_clear && !standing.contains(&at);
                    above[dx as usize] = left;
                }
            }
        }
        missing.sort_unstable();
        missing.dedup();
        let Some(&(_, first)) = missing.first() else { return };
        let more = if missing.len() > 1 { format!(", nor {} more cells", missing.len() - 1) } else { String::new() };
        let within = if promise.cone.is_some() { "the radius and the cone" } else { "the radius" };
        let who = if name.is_empty() { String::new() } else { format!("{name} at ") };
        let sentence = format!(
            "{} is clear and within {within}, but {who}{} does not see it{more}.",
            world.place(first),
            world.place(eye)
        );
        out.add_finding(Rule::Sight, viewer.last, Some(first), sentence);
    }

    /// Finds actors that an actor sees, and that do not see it.
    fn check_pairs(&mut self, name: &str, actors: &HashMap<String, Cell>, world: &impl World, out: &mut Outcome) {
        let Some(promise) = world.promises().sight else { return };
        self.compared += self.viewers.len();
        if name.is_empty() || self.compared >= BUDGET {
            return;
        }
        let stands = |name: &str, viewer: &Viewer| actors.get(name).copied().filter(|&at| viewer.eye == Some(at));
        let Some(own) = self.viewers.get(name) else { return };
        let Some(here) = stands(name, own) else { return };
        let mut found = Vec::new();
        for (other_name, other) in self.viewers.iter().filter(|(other, _)| *other != name && !other.is_empty()) {
            let Some(there) = stands(other_name, other) else { continue };
            let since = own.moved.max(other.moved).max(self.changed);
            // Both have looked since anything moved.
            if own.begun < since || other.begun < since || here == there {
                continue;
            }
            for (a, b) in [
                ((name, own, here), (other_name.as_str(), other, there)),
                ((other_name.as_str(), other, there), (name, own, here)),
            ] {
                let blind = !b.1.ever.contains(&a.2) && (promise.cone.is_none() || b.1.reaches(b.2, a.2, &promise));
                if let Some(&place) = a.1.now.get(&b.2).filter(|_| blind) {
                    found.push((place, (a.0.to_owned(), a.2), (b.0.to_owned(), b.2)));
                }
            }
        }
        for (place, (seer, from), (blind, at)) in found {
            if !self.reported.insert((seer.clone(), from, blind.clone(), at)) {
                continue;
            }
            let (eye, cell) = (world.place(from), world.place(at));
            let what = match barrier(at, from, true, |cell| world.blocks_sight(cell)) {
                Some(Barrier::Inside(wall)) => format!("crosses {}", world.place(wall)),
                Some(Barrier::Between(a, b)) => format!("passes between {} and {}", world.place(a), world.place(b)),
                None => "is free".to_owned(),
            };
            let sentence = format!(
                "{seer} at {eye} sees {blind} at {cell}, but {blind} does not see {seer}. The line from {cell} to {eye} {what}."
            );
            out.add_finding(Rule::Sight, place, Some(at), sentence);
        }
    }

    pub(super) fn finish(mut self, actors: &HashMap<String, Cell>, world: &impl World, out: &mut Outcome) {
        self.settle(actors, world, out);
        if self.asked {
            out.asked.push(Rule::Sight);
        }
    }
}

impl Viewer {
    /// Takes the direction that an event states.
    fn turn(&mut self, event: &LogEvent) {
        let facing = event.others.get("facing").and_then(|value| facing_of(&value.json()));
        self.facing = facing.or(self.facing);
    }
}
