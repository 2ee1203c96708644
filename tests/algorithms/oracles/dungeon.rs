//! The expected state of a dungeon at each moment, computed completely from its events.

use gridscope::algorithms::dungeon::DungeonEvent as E;
use gridscope::algorithms::flow_map::FlowEvent as F;
use gridscope::algorithms::guards::{GuardsEvent as G, Part};
use gridscope::trace::{ActorKind, Cell, Dir, Grid, Scene};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Number of the map of the whole dungeon in events.
const WHOLE: u16 = u16::MAX;

/// The maps according to the events.
pub struct Maps {
    scene: Scene,
    solid: Grid<bool>,
    values: BTreeMap<(u16, Cell), i64>,
    changed: bool,
}

impl Maps {
    pub fn new(scene: &Scene) -> Self {
        let mut solid = Grid::new(scene.size(), false);
        for cell in scene.size().cells() {
            solid[cell] = scene.tiles[cell].is_solid();
        }
        for prisoner in scene.of_kind(ActorKind::Prisoner).filter(|a| a.chained() == Some(true)) {
            solid[prisoner.at] = true;
        }
        Self { scene: scene.clone(), solid, values: BTreeMap::new(), changed: true }
    }

    pub fn take(&mut self, event: &F) {
        match *event {
            F::Wrote { map, cell, value: i64::MAX, .. } | F::Raised { map, cell, .. } => {
                self.values.remove(&(map, cell));
            }
            F::Wrote { map, cell, value, .. } => {
                self.values.insert((map, cell), value);
            }
            F::Changed { cell, solid, .. } => {
                self.solid[cell] = solid;
                self.changed = true;
            }
            _ => {}
        }
    }

    /// Rebuilds every map and compares. Returns whether the ground had changed since the last call.
    pub fn hold(&mut self) -> bool {
        if !std::mem::take(&mut self.changed) {
            return false;
        }
        let last = Cell::new(self.scene.size().width - 1, self.scene.size().height - 1);
        let rooms = self.scene.rooms.iter().enumerate().map(|(m, r)| (m as u16, Some(r.name.as_str()), r.from, r.to));
        let mut anew = BTreeMap::new();
        for (map, name, from, to) in rooms.chain([(WHOLE, None, Cell::new(0, 0), last)]) {
            let exits = self.scene.of_kind(ActorKind::Exit);
            // An exit that leads out of no room leads out of the dungeon. It also serves the room it is in.
            let serves = |room: Option<&str>| room.is_none() || room == name;
            let inside = |c: Cell| c.x >= from.x && c.x <= to.x && c.y >= from.y && c.y <= to.y;
            let starts = exits.filter(|exit| inside(exit.at) && serves(exit.room())).map(|exit| exit.at);
            let mut queue: VecDeque<Cell> = starts.filter(|&c| !self.solid[c]).collect();
            for &start in &queue {
                anew.insert((map, start), 0);
            }
            while let Some(cell) = queue.pop_front() {
                let value = anew[&(map, cell)] + 1;
                for next in Dir::STRAIGHT.into_iter().filter_map(|dir| cell.step(dir, self.scene.size())) {
                    if inside(next) && !self.solid[next] && !anew.contains_key(&(map, next)) {
                        anew.insert((map, next), value);
                        queue.push_back(next);
                    }
                }
            }
        }
        assert_eq!(self.values, anew);
        true
    }
}

/// The expected targets of the hunting guards.
pub struct Hunts {
    /// Current position of each prisoner, by its number in the scene, and its position on the map.
    places: BTreeMap<u16, Cell>,
    homes: BTreeMap<u16, Cell>,
    guards: Vec<Hunter>,
    /// Number of plans towards a prisoner.
    pub plans: usize,
    /// The caught prisoners, by their numbers among the prisoners.
    pub caught: BTreeSet<usize>,
}

#[derive(Default)]
struct Hunter {
    at: Cell,
    overlay: BTreeSet<Cell>,
    quarry: Option<(u16, Cell, bool)>,
    /// The event that must come next: a prisoner was seen (true) or lost (false).
    due: Option<(bool, u16)>,
}

impl Hunts {
    pub fn new(scene: &Scene) -> Self {
        let prisoners = scene.actors.iter().enumerate().filter(|(_, a)| a.kind == ActorKind::Prisoner);
        let homes: BTreeMap<u16, Cell> = prisoners.map(|(i, a)| (i as u16, a.at)).collect();
        let guards = scene.of_kind(ActorKind::Guard).map(|g| Hunter { at: g.at, ..Hunter::default() }).collect();
        Self { places: homes.clone(), homes, guards, plans: 0, caught: BTreeSet::new() }
    }

    pub fn take(&mut self, event: &E) {
        match *event {
            E::Flow(F::Stepped { actor, cell, .. }) => _ = self.places.insert(actor as u16, cell),
            E::Flow(F::Left { actor, .. } | F::Removed { actor, .. }) => _ = self.places.remove(&(actor as u16)),
            E::Guard(event) => self.guard(&event),
            _ => {}
        }
    }

    fn guard(&mut self, event: &G) {
        match *event {
            G::Saw { guard, cell, .. } => _ = self.guards[guard as usize].overlay.insert(cell),
            G::LostSight { guard, cell } => _ = self.guards[guard as usize].overlay.remove(&cell),
            G::Moved { guard, cell, .. } => self.guards[guard as usize].at = cell,
            G::PartBegan { part: Part::Believe, guard, .. } => self.choose(guard as usize),
            G::Spotted { guard, actor, cell } => {
                let hunter = &mut self.guards[guard as usize];
                assert_eq!((hunter.due.take(), self.places.get(&actor)), (Some((true, actor)), Some(&cell)));
            }
            G::Lost { guard, actor, .. } => {
                let hunter = &mut self.guards[guard as usize];
                // Or the guard is as near as it can get.
                let stuck = hunter.quarry.take().map(|quarry| (false, quarry.0));
                assert_eq!(hunter.due.take().or(stuck), Some((false, actor)));
            }
            G::Caught { guard, actor, cell } => {
                let hunter = &mut self.guards[guard as usize];
                assert_eq!((hunter.at, self.places.remove(&actor)), (cell, Some(cell)), "caught where it stands");
                assert_ne!(self.homes[&actor], cell, "caught where the map has it");
                hunter.quarry = hunter.quarry.filter(|quarry| quarry.0 != actor);
                self.caught.extend(self.homes.keys().position(|&a| a == actor));
            }
            G::PartBegan { part: Part::Plan, guard, to, .. } => {
                let hunter = &self.guards[guard as usize];
                assert_eq!(hunter.due, None, "guard {guard} should have told");
                if let Some((_, cell, _)) = hunter.quarry {
                    assert_eq!(to, cell, "guard {guard} goes elsewhere");
                    self.plans += 1;
                }
            }
            _ => {}
        }
    }

    fn choose(&mut self, guard: usize) {
        let hunter = &mut self.guards[guard];
        let large = self.places.iter().filter(|(actor, at)| self.homes[actor] != **at);
        let seen: Vec<(u32, u16, u16, u16)> = large
            .filter(|(_, at)| hunter.overlay.contains(at))
            .map(|(&actor, at)| {
                let (dx, dy) = at.delta(hunter.at);
                (dx.max(dy), at.y, at.x, actor)
            })
            .collect();
        let kept = hunter.quarry.filter(|old| seen.iter().any(|s| s.3 == old.0)).map(|old| old.0);
        let before = hunter.quarry;
        hunter.quarry = match (kept.or_else(|| seen.iter().min().map(|s| s.3)), before) {
            (Some(actor), _) => Some((actor, self.places[&actor], true)),
            (None, Some((actor, at, _))) if at != hunter.at => Some((actor, at, false)),
            _ => None,
        };
        hunter.due = match (hunter.quarry, before) {
            (Some((actor, _, true)), Some((old, _, true))) if actor == old => None,
            (Some((actor, _, true)), _) => Some((true, actor)),
            (None, Some((old, ..))) => Some((false, old)),
            _ => None,
        };
    }
}
