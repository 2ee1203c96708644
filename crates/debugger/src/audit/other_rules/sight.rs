//! Sight: some segment must lead from the viewer's cell to each visible cell.

use super::reach::reaches;
use super::{MAP, Outcome, Place, Skip, World, actor_of, wraps};
use crate::audit::Rule;
use crate::formats::log::{LogEvent, tile_named};
use gridscope_trace::geometry::{Cell, Dir, Size};
use gridscope_trace::terrain::Walk;
use std::collections::{HashMap, HashSet};

/// Maximum number of computation steps for this rule in one log.
const BUDGET: u64 = 150_000_000;

/// Distance from which a field of view may see slightly past an edge, in cells.
const FAR: u32 = 8;

/// A visible cell that only another position of the viewer can explain.
#[derive(Debug)]
struct PossibleFault {
    place: Place,
    actor: String,
    from: Cell,
    at: Cell,
}

/// State of the rule about sight.
#[derive(Debug)]
pub(super) struct Sight {
    budget: u64,
    /// Line from which on the budget was used up.
    over: Option<usize>,
    /// Cells whose tile is unknown now, and doors that an actor has entered.
    unsure: HashSet<Cell>,
    /// Cell of each actor before its last move.
    before: HashMap<String, Cell>,
    last: HashMap<String, Cell>,
    doubts: Vec<PossibleFault>,
    asked: bool,
    /// Whether a viewer's position is not stated.
    unplaced: bool,
    sees: bool,
}

impl Default for Sight {
    fn default() -> Self {
        Self {
            budget: BUDGET,
            over: None,
            unsure: HashSet::new(),
            before: HashMap::new(),
            last: HashMap::new(),
            doubts: Vec::new(),
            asked: false,
            unplaced: false,
            sees: false,
        }
    }
}

impl Sight {
    pub(super) fn tile(&mut self, event: &LogEvent) {
        let Some(at) = event.at else { return };
        if event.text("tile").and_then(tile_named).is_some() {
            self.unsure.remove(&at);
        } else {
            self.unsure.insert(at);
        }
    }

    /// Returns whether the cell can be seen from there. Returns `true` if this cannot be decided.
    fn is_seen(&mut self, from: Cell, at: Cell, line: usize, world: &impl World) -> bool {
        if self.over.is_some() {
            return true;
        }
        let is_blocked = |c: Cell| !self.unsure.contains(&c) && world.blocks_sight(c);
        let mut is_visible = reaches(from, at, is_blocked, &mut self.budget);
        let (dx, dy) = from.delta(at);
        if is_visible == Some(false) && dx.max(dy) >= FAR {
            // On rough maps, recursive shadowcasting shows a narrow beam too much in one of several hundred views.
            let around = |c: Cell| {
                let beside = Dir::ALL.into_iter().filter_map(move |dir| c.step(dir, Size::new(4096, 4096)));
                std::iter::once(c).chain(beside.filter(|&c| !is_blocked(c)))
            };
            for (eye, to) in around(from).flat_map(|eye| around(at).map(move |to| (eye, to))) {
                let (dx, dy) = at.delta(to);
                if is_visible == Some(false) && dx + dy < 2 {
                    is_visible = reaches(eye, to, is_blocked, &mut self.budget);
                }
            }
        }
        is_visible.unwrap_or_else(|| {
            self.over = Some(line);
            true
        })
    }

    pub(super) fn see(
        &mut self,
        place: Place,
        event: &LogEvent,
        actors: &HashMap<String, Cell>,
        world: &impl World,
        out: &mut Outcome,
    ) {
        let Some(at) = event.at else { return };
        self.sees = true;
        let actor = actor_of(event);
        let standing = actor.as_ref().and_then(|actor| actors.get(actor).copied());
        let Some(from) = event.from.or(standing) else {
            self.unplaced = true;
            return;
        };
        if !world.has_ground() || wraps(world) {
            return;
        }
        self.asked = true;
        if self.is_seen(from, at, place.1, world) {
            return;
        }
        match actor.filter(|_| event.from.is_none()) {
            // Sight may be logged before or after the step.
            Some(actor) => {
                let earlier = self.before.get(&actor).copied();
                if earlier.is_none_or(|earlier| !self.is_seen(earlier, at, place.1, world)) {
                    self.doubts.push(PossibleFault { place, actor, from, at });
                }
            }
            None => add_finding(place, (from, at), world, out),
        }
    }

    /// Records that an actor is on a cell now.
    pub(super) fn moved(&mut self, actor: &str, at: Cell, world: &impl World, out: &mut Outcome) {
        // A door that an actor enters may be open from now on, even if the log does not state it.
        let is_door = |walk: Walk| matches!(walk, Walk::Opens | Walk::WithKey | Walk::Thief(_) | Walk::NotThief);
        if world.tile(at).is_some_and(|tile| is_door(tile.info().walk)) {
            self.unsure.insert(at);
        }
        if let Some(before) = self.last.insert(actor.to_owned(), at) {
            self.before.insert(actor.to_owned(), before);
        }
        let (mine, others) = std::mem::take(&mut self.doubts).into_iter().partition(|doubt| doubt.actor == actor);
        self.doubts = others;
        let mine: Vec<PossibleFault> = mine;
        for doubt in mine {
            if !self.is_seen(at, doubt.at, doubt.place.1, world) {
                add_finding(doubt.place, (doubt.from, doubt.at), world, out);
            }
        }
    }

    pub(super) fn finish(self, world: &impl World, out: &mut Outcome) {
        for doubt in &self.doubts {
            add_finding(doubt.place, (doubt.from, doubt.at), world, out);
        }
        if self.asked {
            out.asked.push(Rule::Sight);
        }
        let mut skip = |why: &str, add| out.skipped.push(Skip { rule: Rule::Sight, why: why.to_owned(), add });
        if !self.sees {
            return;
        }
        if !world.has_ground() {
            skip("the header states no map", Some(MAP));
        } else if wraps(world) {
            skip("the edges of the map are joined, and sight may cross them", None);
        } else if !self.asked && self.unplaced {
            let why = "no event says where the viewer is: a `see` needs `from`, or an `actor` that was placed";
            skip(why, None);
        } else if let Some(line) = self.over {
            skip(&format!("from line {line} on, because the map would have to be searched too often"), None);
        }
    }
}

fn add_finding(place: Place, (from, at): (Cell, Cell), world: &impl World, out: &mut Outcome) {
    let (eye, cell) = (world.place(from), world.place(at));
    let sentence = format!("{cell} is stated as seen from {eye}, but no line from any point of {eye} reaches it.");
    out.add_finding(Rule::Sight, place, Some(at), sentence);
}
