//! Bodies, bloats and flames against a simple second implementation: whole fights on thousands of random maps with
//! unbreakable walls, so that no dice are needed. Also laws of causes, on ships with dice.

use crate::helpers::air::{fight, fought};
use gridscope::algorithms::atmosphere::{AirEvent, HarmEvent};
use gridscope::trace::actor::FieldValue;
use gridscope::trace::{ActorKind, Cell, Dir, Grid, Rng, Scene, ScriptLine, Tile, Verb};
use support::Traced;

/// The fight as the page describes it, with every rule implemented a second time.
struct Naive<'a> {
    scene: &'a Scene,
    air: Grid<i32>,
    health: Vec<i32>,
    here: Vec<bool>,
    swollen: Vec<usize>,
    fires: Vec<(Cell, i32)>,
    turn: u32,
    deaths: Vec<(u32, usize, &'static str)>,
    bursts: Vec<(u32, usize)>,
}

/// Returns the cells from one cell to another without the first, with halves rounded up.
fn straight(from: Cell, to: Cell, far: i32) -> Vec<(i32, i32)> {
    let (dx, dy) = (f64::from(to.x) - f64::from(from.x), f64::from(to.y) - f64::from(from.y));
    let n = dx.abs().max(dy.abs());
    let along = |start: u16, d: f64, i: i32| (f64::from(start) + d * f64::from(i) / n + 0.5).floor() as i32;
    (1..=far).map(|i| (along(from.x, dx, i), along(from.y, dy, i))).collect()
}

fn steps(from: Cell, to: Cell) -> i32 {
    let far = |a: u16, b: u16| (i32::from(a) - i32::from(b)).abs();
    far(from.x, to.x).max(far(from.y, to.y))
}

impl<'a> Naive<'a> {
    fn new(scene: &'a Scene) -> Self {
        let (size, tiles) = (scene.size(), &scene.tiles);
        // There is air in every cell from which no airless ground can be reached.
        let mut thin: Vec<Cell> = size.cells().filter(|&c| tiles[c] == Tile::Airless).collect();
        let mut air = Grid::new(size, 10);
        while let Some(cell) = thin.pop() {
            if air[cell] > 0 {
                air[cell] = 0;
                let near = Dir::ALL.into_iter().filter_map(|dir| cell.step(dir, size));
                thin.extend(near.filter(|&c| tiles[c] != Tile::Tree));
            }
        }
        let actors = scene.actors.len();
        Self {
            scene,
            air,
            health: vec![4; actors],
            here: vec![true; actors],
            swollen: Vec::new(),
            fires: Vec::new(),
            turn: 0,
            deaths: Vec::new(),
            bursts: Vec::new(),
        }
    }

    fn solid(&self, cell: Cell) -> bool {
        self.scene.tiles[cell] == Tile::Tree
    }

    fn body(&self, i: usize) -> bool {
        self.here[i] && self.scene.actors[i].kind != ActorKind::Item
    }

    fn somebody(&self, cell: Cell) -> Option<usize> {
        (0..self.here.len()).find(|&i| self.body(i) && self.scene.actors[i].at == cell)
    }

    fn hurt(&mut self, i: usize, takes: i32, by: &'static str) {
        if self.scene.actors[i].kind == ActorKind::Bloat {
            return self.burst(i);
        }
        self.health[i] = (self.health[i] - takes).max(0);
        if self.health[i] == 0 {
            self.here[i] = false;
            self.deaths.push((self.turn, i, by));
        }
    }

    fn burst(&mut self, i: usize) {
        self.here[i] = false;
        self.bursts.push((self.turn, i));
        self.blast(self.scene.actors[i].at, 2.0);
    }

    fn blast(&mut self, centre: Cell, reach: f64) {
        for i in 0..self.here.len() {
            let at = self.scene.actors[i].at;
            let far = (f64::from(at.x) - f64::from(centre.x)).hypot(f64::from(at.y) - f64::from(centre.y));
            let mut way = straight(centre, at, steps(centre, at));
            way.pop();
            let shielded = way.iter().any(|&(x, y)| self.solid(Cell::new(x as u16, y as u16)));
            if !self.body(i) || far > reach || shielded {
                continue;
            }
            if self.scene.actors[i].kind != ActorKind::Bloat {
                self.hurt(i, if far <= 1.0 { 4 } else { 2 }, "blast");
            } else if !self.swollen.contains(&i) {
                self.swollen.push(i);
            }
        }
    }

    /// Returns the first cell on the line, also beyond `to`, that stops a projectile. If none does, returns the last
    /// one on the map.
    fn met(&self, from: Cell, to: Cell) -> Cell {
        let size = self.scene.size();
        let far = if from == to { Vec::new() } else { straight(from, to, 200) };
        let on_map =
            far.into_iter().take_while(|&(x, y)| x >= 0 && y >= 0 && x < size.width.into() && y < size.height.into());
        let cells: Vec<Cell> = on_map.map(|(x, y)| Cell::new(x as u16, y as u16)).collect();
        let stops = |&c: &Cell| self.solid(c) || self.somebody(c).is_some();
        cells.iter().copied().find(stops).or(cells.last().copied()).unwrap_or(to)
    }

    fn act(&mut self, line: &ScriptLine) {
        let (from, to) = (line.at, line.to.unwrap_or(line.at));
        match line.verb {
            Verb::Blast => self.blast(from, 3.0),
            Verb::Rocket => self.blast(self.met(from, to), 3.0),
            Verb::Shoot => {
                let met = self.met(from, to);
                if let Some(i) = self.somebody(met).filter(|_| !self.solid(met)) {
                    self.hurt(i, 2, "bullet");
                }
            }
            _ => self.burn(from, to),
        }
    }

    fn burn(&mut self, from: Cell, to: Cell) {
        let size = self.scene.size();
        let all = if from == to { vec![(i32::from(to.x), i32::from(to.y))] } else { straight(from, to, 5) };
        for (x, y) in all {
            let cell = Cell::new(x.max(0) as u16, y.max(0) as u16);
            if x < 0 || y < 0 || !size.contains(cell) || self.solid(cell) {
                break;
            }
            if self.air[cell] > 1 {
                self.fires.retain(|fire| fire.0 != cell);
                self.fires.push((cell, 3));
                // Only a bloat reacts at once. Others are hurt in each unit of time.
                let bloat = self.somebody(cell).filter(|&i| self.scene.actors[i].kind == ActorKind::Bloat);
                if let Some(i) = bloat {
                    self.burst(i);
                }
            }
        }
    }

    fn unit(&mut self) {
        for (cell, left) in std::mem::take(&mut self.fires) {
            if self.air[cell] > 1 {
                self.air[cell] -= 1;
                if let Some(i) = self.somebody(cell) {
                    self.hurt(i, 1, "flames");
                }
                if left > 1 {
                    self.fires.push((cell, left - 1));
                }
            }
        }
        for i in 0..self.here.len() {
            if self.body(i) && self.air[self.scene.actors[i].at] == 0 && self.scene.actors[i].kind != ActorKind::Bloat {
                self.hurt(i, 1, "air");
            }
        }
    }

    fn run(&mut self, turns: u32) {
        let mut script = self.scene.script.clone();
        script.sort_by_key(|line| line.turn);
        for turn in 0..=turns {
            self.turn = turn;
            if turn > 0 {
                let ready: Vec<usize> = self.swollen.iter().copied().filter(|&i| self.here[i]).collect();
                for &i in &ready {
                    self.burst(i);
                }
                self.swollen.retain(|&i| self.here[i]);
            }
            script.iter().filter(|line| line.turn == turn).for_each(|line| self.act(line));
            if turn > 0 {
                self.unit();
            }
        }
    }
}

#[test]
fn every_fight_agrees_with_the_pages_model() {
    let mut dice = Rng::new(23);
    let mut deaths = [0; 4];
    let mut bursts = 0;
    let mut chains = 0;
    for k in 0..4000 {
        // Unbreakable walls, and sometimes ground without air.
        let mut ground = vec![Tile::Floor; 5];
        ground.extend([Tile::Tree, Tile::Tree]);
        let mut scene = fight(&mut dice, &ground);
        if dice.below(4) == 0 {
            let cell = scene.size().cell(dice.below(scene.size().area() as u64) as usize);
            scene.tiles[cell] = Tile::Airless;
            scene.actors.retain(|actor| actor.at != cell);
        }
        scene.run.params.set_text("suction=off").expect("name=value");
        let (outcome, _) = fought(&scene);
        let mut naive = Naive::new(&scene);
        naive.run(outcome.turns);
        let told = outcome.fight.expect("what became of bodies");
        let dead: Vec<_> = told.deaths.iter().map(|d| (d.turn, d.actor, d.by)).collect();
        assert_eq!(dead, naive.deaths, "fight {k}: {scene:?}");
        let burst: Vec<_> = told.bursts.iter().map(|b| (b.turn, b.actor)).collect();
        assert_eq!(burst, naive.bursts, "fight {k}: {scene:?}");
        for (i, health) in told.health.iter().enumerate() {
            let has = !matches!(scene.actors[i].kind, ActorKind::Bloat | ActorKind::Item);
            assert_eq!(*health, has.then_some(naive.health[i] as u8), "fight {k}: the health of actor {i}");
            assert_eq!(outcome.things[i].is_some(), naive.here[i]);
        }
        for (y, row) in outcome.air.iter().enumerate() {
            for (x, &air) in row.iter().enumerate() {
                let cell = Cell::new(x as u16, y as u16);
                assert!(naive.solid(cell) || air == f64::from(naive.air[cell]) / 10.0, "fight {k}: the air of {cell}");
            }
        }
        for death in &dead {
            deaths[["blast", "flames", "bullet", "air"].iter().position(|by| *by == death.2).expect("a word")] += 1;
        }
        bursts += burst.len();
        let late = told.bursts.iter().filter(|b| b.causes.iter().any(|step| step.kind == "burst"));
        chains += late.count();
    }
    assert!(deaths.iter().all(|&n| n > 30), "enough died of each: {deaths:?}");
    assert!(bursts > 1000 && chains > 200, "enough burst: {bursts}, of those {chains} by others");
}

/// Returns the event that an event names as its cause.
fn caused_by(trace: &Traced<AirEvent>, i: usize) -> Option<usize> {
    let number = trace.field(i, "caused-by")?.number()?;
    Some(number as usize)
}

#[test]
fn causes_form_a_tree_and_air_balances() {
    let mut dice = Rng::new(29);
    let (mut caused, mut bursts, mut deepest) = (0, 0, 0);
    for _ in 0..800 {
        let mut ground = vec![Tile::Floor; 8];
        ground.extend([Tile::Wall, Tile::Wall, Tile::Door, Tile::Window, Tile::Void, Tile::DoorOpen]);
        let mut scene = fight(&mut dice, &ground);
        if let Some(item) = scene.actors.iter_mut().find(|actor| actor.kind == ActorKind::Item) {
            item.set("what", Some(FieldValue::Word("beacon".into())));
        }
        if dice.below(2) == 0 {
            scene.run.params.set_text("people=act").expect("name=value");
        }
        let (outcome, trace) = fought(&scene);
        let told = outcome.fight.expect("what became of bodies");
        let mut burst = vec![false; scene.actors.len()];
        let mut air = Grid::new(scene.size(), 0u8);
        for (i, event) in trace.events().iter().enumerate() {
            let number = caused_by(&trace, i);
            assert!(number.is_none_or(|number| number < i + 1), "a cause lies before its effect");
            caused += usize::from(number.is_some());
            let cause = number.and_then(|number| number.checked_sub(1)).map(|cause| trace.events()[cause]);
            match *event {
                AirEvent::Harm(HarmEvent::Burst { actor, .. }) => {
                    assert!(!std::mem::replace(&mut burst[actor as usize], true), "nothing bursts twice");
                    assert!(scene.actors[actor as usize].kind == ActorKind::Bloat);
                    let by = matches!(
                        cause,
                        Some(
                            AirEvent::Harm(HarmEvent::Swelled { .. })
                                | AirEvent::Scorched { .. }
                                | AirEvent::Stopped { .. }
                        )
                    );
                    assert!(by, "it burst since {cause:?}");
                }
                AirEvent::Harm(HarmEvent::Died { actor, .. }) => {
                    let by =
                        matches!(cause, Some(AirEvent::Harm(HarmEvent::Hurt { actor: a, left: 0, .. })) if a == actor);
                    assert!(by, "it died of {cause:?}");
                }
                // Air is lost only through vents, by flames, or where the void comes in.
                AirEvent::LostAir { cell, air: left, .. } => {
                    let flames = matches!(cause, Some(AirEvent::Ignited { .. }));
                    let vents = matches!(cause, Some(AirEvent::Changed { .. }));
                    assert!(flames || vents, "the air of {cell} fell since {cause:?}");
                    assert_eq!(left + 1, air[cell], "by a tenth");
                    air[cell] = left;
                }
                AirEvent::Filled { cell, .. } => air[cell] = 10,
                _ => {}
            }
        }
        bursts += told.bursts.len();
        for (event, causes) in
            told.deaths.iter().map(|d| (d.event, &d.causes)).chain(told.bursts.iter().map(|b| (b.event, &b.causes)))
        {
            // The outcome lists the same chain of causes as the events.
            let mut at = event as usize;
            for step in causes {
                at = caused_by(&trace, at - 1).expect("a cause");
                assert_eq!((step.event as usize, step.kind), (at, trace.kind(at - 1)));
            }
            assert_eq!(caused_by(&trace, at - 1), Some(0), "it ends where nothing of the run is the cause");
            deepest = deepest.max(causes.len());
        }
    }
    assert!(caused > 20_000 && bursts > 300 && deepest >= 10, "enough happened: {caused}, {bursts}, {deepest}");
}
