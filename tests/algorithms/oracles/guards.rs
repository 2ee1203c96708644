//! A second account of a night of guards, from the events alone: the tiles they may enter, path costs by brute force,
//! the seen cells, and the knowledge a plan may use.

use gridscope::algorithms::astar::AStarEvent;
use gridscope::algorithms::guards::{Context, GuardsEvent as E, Knowledge, Part, Problem};
use gridscope::algorithms::shadowcast::{Look, Sight, Variant};
use gridscope::trace::{ActorKind, Cell, Dir, Grid, Scene, Size, Tile};

/// Returns whether a guard with these keys may enter a tile. A second implementation of the rule.
pub fn enters(tile: Tile, key: Option<&str>, keys: &[String]) -> bool {
    match tile {
        Tile::Wall
        | Tile::Void
        | Tile::SecretDoor
        | Tile::Window
        | Tile::Shutter
        | Tile::OneWayN
        | Tile::OneWayE
        | Tile::OneWayS
        | Tile::OneWayW
        | Tile::Crate
        | Tile::Tree => false,
        Tile::DoorLocked => key.map_or(!keys.is_empty(), |k| keys.iter().any(|own| own == k)),
        _ => true,
    }
}

/// Returns the lowest cost from a cell to every cell, by relaxing until nothing changes.
pub fn brute(size: Size, open: &[bool], extra: &[u64], from: Cell) -> Vec<Option<u64>> {
    let mut best = vec![None; size.area()];
    best[size.index(from)] = Some(0);
    let mut waiting = vec![from];
    while let Some(cell) = waiting.pop() {
        let here = best[size.index(cell)].expect("reached");
        for dir in Dir::ALL {
            let Some(to) = cell.step(dir, size).filter(|&to| open[size.index(to)]) else { continue };
            let beside = [Cell::new(to.x, cell.y), Cell::new(cell.x, to.y)];
            if dir.is_diagonal() && !beside.iter().all(|&c| open[size.index(c)]) {
                continue;
            }
            let cost = here + if dir.is_diagonal() { 3 } else { 2 } + extra[size.index(to)];
            let old = &mut best[size.index(to)];
            if old.is_none_or(|old| cost < old) {
                *old = Some(cost);
                waiting.push(to);
            }
        }
    }
    best
}

pub fn octile(a: Cell, b: Cell) -> u64 {
    let (dx, dy) = a.delta(b);
    (2 * dx.abs_diff(dy) + 3 * dx.min(dy)).into()
}

/// A guard in the account.
#[derive(Clone)]
pub struct Seen {
    pub at: Cell,
    pub facing: Option<Dir>,
    pub gone: bool,
    /// The tiles as it last saw them.
    pub memory: Grid<Tile>,
    pub overlay: Vec<bool>,
    /// The overlay according to the run's own events.
    pub told: Vec<bool>,
    pub path: Vec<Cell>,
}

/// The account of a night, kept from its events alone.
pub struct Account<'a> {
    pub scene: &'a Scene,
    pub context: &'a Context,
    pub sight: Variant,
    pub knowledge: Knowledge,
    pub around: bool,
    pub tiles: Grid<Tile>,
    pub actors: Vec<(Cell, bool)>,
    pub guards: Vec<Seen>,
    pub lit: Vec<bool>,
    /// The plan of the guard that acts.
    pub traced: Vec<Cell>,
}

impl<'a> Account<'a> {
    pub fn new(scene: &'a Scene, problem: &Problem, context: &'a Context) -> Self {
        let size = scene.size();
        let guard = |k: &gridscope::algorithms::guards::GuardContext| {
            let actor = &scene.actors[k.actor as usize];
            Seen {
                at: actor.at,
                facing: actor.facing(),
                gone: false,
                memory: scene.tiles.clone(),
                overlay: vec![false; size.area()],
                told: vec![false; size.area()],
                path: vec![actor.at],
            }
        };
        Self {
            scene,
            context,
            sight: problem.sight,
            knowledge: problem.knowledge,
            around: problem.around,
            tiles: scene.tiles.clone(),
            actors: scene.actors.iter().map(|a| (a.at, a.lit().unwrap_or(true))).collect(),
            guards: context.guards.iter().map(guard).collect(),
            lit: vec![false; size.area()],
            traced: Vec::new(),
        }
    }

    pub fn look(&self, eye: Cell, radius: u32) -> Vec<bool> {
        let mut sight = Sight::default();
        sight.look(&self.tiles, &Look::new(self.sight, eye).within(radius));
        self.scene.size().cells().map(|c| sight.sees(c)).collect()
    }

    /// Returns the cells that the guard sees now, computed cell by cell.
    pub fn overlay(&self, g: usize) -> Vec<bool> {
        let size = self.scene.size();
        let guard = &self.guards[g];
        let mut lit = vec![false; size.area()];
        for (i, actor) in self.scene.actors.iter().enumerate().filter(|(_, a)| a.kind == ActorKind::Lamp) {
            if self.actors[i].1 {
                let light = self.look(self.actors[i].0, actor.radius().unwrap_or(6));
                lit.iter_mut().zip(light).for_each(|(l, new)| *l |= new);
            }
        }
        let range = self.context.guards[g].range;
        let (near, far) = (self.look(guard.at, range), self.look(guard.at, range * self.context.lit_factor));
        size.cells()
            .enumerate()
            .map(|(i, c)| {
                let (dx, dy) = (c.x as i32 - guard.at.x as i32, c.y as i32 - guard.at.y as i32);
                let ahead = guard.facing.is_none_or(|d| d.offset().0 * dx + d.offset().1 * dy >= 0);
                ahead && (near[i] || far[i] && lit[i])
            })
            .collect()
    }

    /// Returns the tile that the guard may believe a cell to be.
    pub fn known(&self, g: usize, cell: Cell) -> Tile {
        match self.knowledge {
            _ if self.guards[g].overlay[self.scene.size().index(cell)] => self.tiles[cell],
            Knowledge::Omniscient => self.tiles[cell],
            Knowledge::DefaultMemory => self.scene.tiles[cell],
            Knowledge::LastSeen => self.guards[g].memory[cell],
        }
    }

    /// Returns the cells that the guard may enter as far as it can know, and their costs. For a wide guard, a cell is
    /// its anchor, and every cell of its body must be enterable.
    pub fn mixture(&self, g: usize) -> (Vec<bool>, Vec<u64>) {
        let size = self.scene.size();
        let keys = &self.scene.actors[self.context.guards[g].actor as usize].keys();
        let key = |c: Cell| self.scene.details.get(&c).and_then(|d| d.key.as_deref());
        let mut open: Vec<bool> = size.cells().map(|c| enters(self.known(g, c), key(c), keys)).collect();
        for (_, other) in self.guards.iter().enumerate().filter(|(o, other)| self.around && *o != g && !other.gone) {
            let at = size.index(other.at);
            if self.guards[g].overlay[at] || self.knowledge == Knowledge::Omniscient {
                self.body(other.at).into_iter().for_each(|c| open[size.index(c)] = false);
            }
        }
        let width = usize::from(self.context.body.width()).pow(2);
        let fits = |c: Cell| {
            let body = self.body(c);
            body.len() == width && body.iter().all(|&c| open[size.index(c)])
        };
        let open = size.cells().map(fits).collect();
        let extra = size.cells().map(|c| self.known(g, c).info().cost.into()).collect();
        (open, extra)
    }

    /// Returns the cells of a body on the map. A second implementation of the rule.
    pub fn body(&self, at: Cell) -> Vec<Cell> {
        let (size, width) = (self.scene.size(), i32::from(self.context.body.width()));
        let before = (width - 1) / 2;
        let offsets = (0..width).flat_map(|dy| (0..width).map(move |dx| (dx - before, dy - before)));
        offsets.filter_map(|offset| at.moved(offset)).filter(|&c| size.contains(c)).collect()
    }

    pub fn alone(&self, told: &str) {
        for (k, a) in self.guards.iter().enumerate().filter(|(_, a)| !a.gone) {
            let own = self.body(a.at);
            let shares = self.guards[..k].iter().any(|b| !b.gone && self.body(b.at).iter().any(|c| own.contains(c)));
            assert!(!shares, "two guards share {}\n{told}", a.at);
        }
    }

    pub fn take(&mut self, event: E, told: &str) {
        let size = self.scene.size();
        let walker = |actor: u16, context: &Context| context.guards.iter().position(|g| g.actor == actor);
        match event {
            E::Changed { cell, from, to, by } => {
                assert_eq!(self.tiles[cell], from, "{told}");
                if let Some(g) = by {
                    assert!(matches!(from, Tile::Door | Tile::DoorLocked) && to == Tile::DoorOpen, "{told}");
                    let own = self.body(self.guards[g as usize].at);
                    assert!(own.iter().any(|c| c.direction_to(cell).is_some()), "{told}");
                }
                if to.is_solid() {
                    let on = self.guards.iter().any(|a| !a.gone && self.body(a.at).contains(&cell));
                    assert!(from.is_solid() || !on, "{cell} was shut on a guard\n{told}");
                }
                self.tiles[cell] = to;
            }
            E::Shifted { actor, cell, from, .. } => {
                assert_eq!(self.actors[actor as usize].0, from, "{told}");
                self.actors[actor as usize].0 = cell;
                if let Some(g) = walker(actor, self.context) {
                    self.guards[g].at = cell;
                    self.guards[g].path.push(cell);
                }
                self.alone(told);
            }
            E::Removed { actor, .. } => {
                if let Some(g) = walker(actor, self.context) {
                    self.guards[g].gone = true;
                }
            }
            E::Switched { actor, lit, .. } => self.actors[actor as usize].1 = lit,
            E::Lit { cell } => self.lit[size.index(cell)] = true,
            E::Darkened { cell } => self.lit[size.index(cell)] = false,
            E::Saw { guard, cell, .. } => self.guards[guard as usize].told[size.index(cell)] = true,
            E::LostSight { guard, cell } => self.guards[guard as usize].told[size.index(cell)] = false,
            E::PartBegan { part: Part::Believe, guard, .. } => {
                let g = guard as usize;
                self.guards[g].overlay = self.overlay(g);
                assert_eq!(self.guards[g].told, self.guards[g].overlay, "the overlay of guard {}\n{told}", g + 1);
                for c in size.cells().filter(|&c| self.guards[g].overlay[size.index(c)]).collect::<Vec<_>>() {
                    self.guards[g].memory[c] = self.tiles[c];
                }
            }
            E::Believed { guard, cell, tile, .. } => assert_eq!(tile, self.known(guard as usize, cell), "{told}"),
            E::PartBegan { part: Part::Plan, .. } => self.traced.clear(),
            // The path is traced from its end.
            E::Search(AStarEvent::Traced { cell, .. }) => self.traced.insert(0, cell),
            _ => {}
        }
    }

    pub fn plan(&mut self, event: E, goal: Cell, told: &str) {
        let E::Planned { guard, found, cell, end, cost, .. } = event else { return };
        let (g, size) = (guard as usize, self.scene.size());
        let (open, extra) = self.mixture(g);
        let best = brute(size, &open, &extra, cell);
        let told = || format!("guard {} from {cell} to {goal} at {end}\n{told}", g + 1);
        let path = &self.traced;
        assert!(path.iter().skip(1).all(|&c| open[size.index(c)]), "a plan through what it could not know: {}", told());
        assert_eq!((path.first(), path.last()), (Some(&cell), Some(&end)), "{}", told());
        assert_eq!(best[size.index(end)], Some(cost.get()), "{}", told());
        assert_eq!(found, best[size.index(goal)].is_some(), "{}", told());
        let closest = size.cells().filter(|&c| best[size.index(c)].is_some()).map(|c| octile(c, goal)).min();
        assert_eq!(closest, Some(octile(end, goal)), "{}", told());
    }

    pub fn step(&mut self, event: E, told: &str) {
        if let E::Moved { guard, actor, cell, from, facing } = event {
            let g = guard as usize;
            let keys = &self.scene.actors[actor as usize].keys();
            let key = |c: &Cell| self.scene.details.get(c).and_then(|d| d.key.as_deref());
            let own = self.body(cell);
            assert_eq!(own.len(), usize::from(self.context.body.width()).pow(2), "{cell} is too near the edge\n{told}");
            assert_eq!((self.guards[g].at, self.traced.get(1)), (from, Some(&cell)), "{told}");
            assert!(own.iter().all(|c| enters(self.tiles[*c], key(c), keys)), "{told}");
            assert_eq!(facing, self.guards[g].facing.and(from.direction_to(cell)), "{told}");
            (self.guards[g].at, self.guards[g].facing) = (cell, facing);
            self.actors[actor as usize].0 = cell;
            self.guards[g].path.push(cell);
            self.alone(told);
        }
        if let E::Waited { guard, facing, .. } = event {
            self.guards[guard as usize].facing = facing;
        }
    }
}
