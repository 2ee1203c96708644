//! People on random ships, against distances from repeated passes over all steps.

use crate::helpers::air::fight;
use gridscope::algorithms::atmosphere::{AirEvent as E, HarmEvent as H};
use gridscope::trace::actor::FieldValue;
use gridscope::trace::terrain::{Tile, Walk};
use gridscope::trace::{ActorKind, Cell, Dir, Grid, Rng, Scene};

fn walks(tile: Tile) -> bool {
    !matches!(tile.info().walk, Walk::No | Walk::Thief(_))
}

/// Returns the distance of each cell from a place.
fn far(tiles: &Grid<Tile>, place: Cell) -> Grid<f64> {
    let size = tiles.size();
    let mut all = Grid::new(size, f64::INFINITY);
    all[place] = 0.0;
    loop {
        let mut changed = false;
        for cell in size.cells().filter(|&c| c == place || walks(tiles[c])) {
            for dir in Dir::ALL {
                let Some(to) = cell.step(dir, size).filter(|&to| walks(tiles[to])) else { continue };
                let there = all[cell] + if dir.is_diagonal() { 2f64.sqrt() } else { 1.0 };
                if there < all[to] - 1e-9 {
                    all[to] = there;
                    changed = true;
                }
            }
        }
        if !changed {
            return all;
        }
    }
}

/// The state at a moment, from the events alone.
struct Told {
    tiles: Grid<Tile>,
    at: Vec<Option<Cell>>,
    place: Vec<Option<Cell>>,
    kinds: Vec<ActorKind>,
    beacon: Option<usize>,
}

impl Told {
    fn new(scene: &Scene) -> Self {
        let kinds: Vec<_> = scene.actors.iter().map(|a| a.kind).collect();
        Self {
            tiles: scene.tiles.clone(),
            at: scene.actors.iter().map(|a| Some(a.at)).collect(),
            place: vec![None; kinds.len()],
            beacon: kinds.iter().position(|&kind| kind == ActorKind::Item),
            kinds,
        }
    }

    fn plays(&self, i: usize) -> bool {
        self.kinds[i] == ActorKind::Explorer
    }

    fn on(&self, cell: Cell) -> bool {
        (0..self.at.len()).any(|i| self.at[i] == Some(cell) && self.kinds[i] != ActorKind::Item)
    }

    /// Asserts that a step is on a shortest path to the place where the actor wants to go.
    fn steps(&self, i: usize, to: Cell) {
        let place = if self.plays(i) { self.beacon.and_then(|b| self.at[b]) } else { self.place[i] };
        let (from, place) = (self.at[i].expect("alive"), place.expect("somewhere to go"));
        let all = far(&self.tiles, place);
        let (dx, dy) = from.delta(to);
        assert!(dx.max(dy) == 1, "from {from} to {to} is a step");
        let step = if dx + dy == 2 { 2f64.sqrt() } else { 1.0 };
        assert!((all[to] + step - all[from]).abs() < 1e-6, "from {from} to {to} on the way to {place}");
    }

    fn take(&mut self, event: &E) {
        match *event {
            E::Changed { cell, to, .. } => self.tiles[cell] = to,
            E::Moved { actor, to, .. } | E::Carried { actor, to, .. } => self.at[actor as usize] = Some(to),
            E::Lost { actor, .. } | E::Harm(H::Died { actor, .. } | H::Burst { actor, .. }) => {
                self.at[actor as usize] = None;
            }
            E::Harm(H::Spotted { actor, whom, cell, .. }) => {
                assert!(self.plays(whom as usize) && self.at[whom as usize] == Some(cell));
                self.place[actor as usize] = Some(cell);
            }
            E::Harm(H::Walked { actor, from, to, .. }) => {
                assert_eq!(self.at[actor as usize], Some(from));
                assert!(!self.on(to), "nobody steps onto a body");
                self.steps(actor as usize, to);
                self.at[actor as usize] = Some(to);
            }
            E::Harm(H::Hit { actor, whom, cell, .. }) => {
                assert!(!self.plays(actor as usize) && self.plays(whom as usize));
                assert_eq!(self.at[whom as usize], Some(cell));
                self.steps(actor as usize, cell);
            }
            E::Harm(H::Pushed { actor, cell, .. }) => {
                assert_eq!(self.tiles[cell].info().walk, Walk::Opens);
                self.steps(actor as usize, cell);
            }
            E::Harm(H::Aimed { actor, whom, cell, .. }) => {
                assert!(self.plays(actor as usize) && !self.plays(whom as usize));
                assert_eq!(self.at[whom as usize], Some(cell));
            }
            E::Harm(H::Held { actor, cell, .. }) => {
                let beacon = self.beacon.and_then(|b| self.at[b]);
                assert!(self.at[actor as usize] == Some(cell) && beacon == Some(cell), "one holds it by being there");
            }
            _ => {}
        }
    }
}

#[test]
fn people_walk_hit_and_shoot_by_the_rule() {
    let mut dice = Rng::new(31);
    let (mut walked, mut hit, mut aimed, mut held, mut pushed) = (0, 0, 0, 0, 0);
    for _ in 0..600 {
        let mut ground = vec![Tile::Floor; 12];
        ground.extend([Tile::Wall, Tile::Wall, Tile::Door, Tile::Window, Tile::Crate]);
        let mut scene = fight(&mut dice, &ground);
        if let Some(item) = scene.actors.iter_mut().find(|actor| actor.kind == ActorKind::Item) {
            item.set("what", Some(FieldValue::Word("beacon".into())));
        }
        scene.run.params.set_text("people=act").expect("name=value");
        let trace = crate::helpers::air::fought(&scene).1;
        let mut told = Told::new(&scene);
        for event in trace.events() {
            told.take(event);
            match event {
                E::Harm(H::Walked { .. }) => walked += 1,
                E::Harm(H::Hit { .. }) => hit += 1,
                E::Harm(H::Aimed { .. }) => aimed += 1,
                E::Harm(H::Held { .. }) => held += 1,
                E::Harm(H::Pushed { .. }) => pushed += 1,
                _ => {}
            }
        }
    }
    let all = [walked, hit, aimed, held, pushed];
    assert!(all.iter().all(|&n| n > 20), "enough happened: {all:?}");
}
