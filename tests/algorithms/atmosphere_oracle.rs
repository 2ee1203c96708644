//! Air against a simple second implementation: whole runs on thousands of random ships and scripts, and the laws of
//! replay.

use gridscope::algorithms::atmosphere::{AirEvent, Atmosphere, Problem, is_loose, is_solid, is_void};
use gridscope::trace::algorithm::{Algorithm as _, value};
use gridscope::trace::observe::unhalted;
use gridscope::trace::progress::at_once;
use gridscope::trace::trace::{Moment, Player, Progress, Recorder};
use gridscope::trace::{Actor, ActorKind, Cell, Dir, Grid, Rng, Scene, ScriptLine, Size, Tile, Verb};
use std::ops::ControlFlow;
use std::sync::Arc;
use support::{Traced, any_tile, cases};

/// The rules as the page states them. Each one repeats passes over the map until nothing changes.
struct Naive {
    tiles: Grid<Tile>,
    air: Grid<u8>,
    vents: Grid<Option<f64>>,
    walls: Grid<bool>,
}

impl Naive {
    fn new(tiles: Grid<Tile>) -> Self {
        let size = tiles.size();
        let mut all =
            Self { tiles, air: Grid::new(size, 0), vents: Grid::new(size, None), walls: Grid::new(size, false) };
        all.regions();
        all.pressure();
        all
    }

    fn cells(&self) -> Vec<Cell> {
        self.tiles.size().cells().collect()
    }

    fn near(&self, c: Cell) -> Vec<(Cell, f64)> {
        let step = |d: &Dir| Some((c.step(*d, self.tiles.size())?, if d.is_diagonal() { 2f64.sqrt() } else { 1.0 }));
        Dir::ALL.iter().filter_map(step).collect()
    }

    fn solid(&self, c: Cell) -> bool {
        is_solid(self.tiles[c])
    }

    /// Marks the regions in contact with the void: spreads over cells of equal solidity until nothing changes.
    fn regions(&mut self) {
        let mut touched = Grid::new(self.tiles.size(), false);
        for c in self.cells() {
            touched[c] = is_void(self.tiles[c]);
        }
        loop {
            let mut changed = false;
            for c in self.cells() {
                if !touched[c] && self.near(c).iter().any(|&(n, _)| touched[n] && self.solid(n) == self.solid(c)) {
                    touched[c] = true;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        for c in self.cells() {
            if !touched[c] {
                self.air[c] = 10;
            }
        }
    }

    /// Computes shortest distances by relaxing all steps until nothing changes.
    fn distances(&mut self) {
        let mut far = Grid::new(self.tiles.size(), f64::INFINITY);
        for c in self.cells() {
            if self.air[c] == 0 && !self.solid(c) {
                far[c] = 0.0;
            }
        }
        loop {
            let mut changed = false;
            for c in self.cells() {
                for (n, cost) in self.near(c) {
                    if !self.solid(n) && far[c] + cost < far[n] - 1e-9 {
                        far[n] = far[c] + cost;
                        changed = true;
                    }
                }
            }
            if !changed {
                break;
            }
        }
        for c in self.cells() {
            self.vents[c] = (far[c].is_finite() && self.air[c] > 0).then_some(far[c]);
        }
    }

    fn flood(&self, starts: impl Fn(Cell) -> bool) -> Grid<bool> {
        let mut reached = Grid::new(self.tiles.size(), false);
        for c in self.cells() {
            reached[c] = starts(c);
        }
        loop {
            let mut changed = false;
            for c in self.cells() {
                if !reached[c] && self.near(c).iter().any(|&(n, _)| reached[n] && !self.solid(n)) {
                    reached[c] = true;
                    changed = true;
                }
            }
            if !changed {
                return reached;
            }
        }
    }

    fn pressure(&mut self) {
        let outer = self.flood(|c| self.air[c] != 10);
        let inner = self.flood(|c| self.air[c] == 10 && !self.solid(c) && self.vents[c].is_none());
        for c in self.cells() {
            self.walls[c] = self.solid(c) && outer[c] && inner[c];
        }
    }

    /// Carries out a line of the script. No actor is in its way.
    fn act(&mut self, line: &ScriptLine) {
        let before = self.tiles[line.at];
        let after = match line.verb {
            Verb::Place => line.tile.as_deref().and_then(Tile::from_name),
            Verb::Remove => Some(Tile::Floor),
            verb => before.after(verb),
        };
        let Some(after) = after.filter(|&t| t != before) else { return };
        self.tiles[line.at] = after;
        if is_void(after) {
            self.air[line.at] = 0;
        }
        if is_solid(after) && !is_solid(before) {
            self.regions();
        }
        if is_solid(after) != is_solid(before) || is_void(after) && !is_void(before) {
            self.distances();
            self.pressure();
        }
    }

    fn unit(&mut self) {
        for c in self.cells() {
            if self.vents[c].is_some() {
                self.air[c] -= 1;
                if self.air[c] == 0 {
                    self.vents[c] = None;
                }
            }
        }
    }
}

const GROUND: &str = "...### +/=%:";

/// Builds a random map, or rooms in a hull, with a script whose lines usually have an effect.
fn random(dice: &mut Rng, actors: u64) -> Scene {
    let size = Size::new(4 + dice.below(9) as u16, 4 + dice.below(7) as u16);
    let mut tiles = Grid::new(size, Tile::Floor);
    let rooms = dice.below(3) > 0;
    let middle = 2 + dice.below(size.width as u64 - 3) as u16;
    for c in size.cells() {
        let edge = |c: Cell, by: u16| c.x < by || c.y < by || c.x + by >= size.width || c.y + by >= size.height;
        tiles[c] = if !rooms {
            any_tile(dice, GROUND)
        } else if edge(c, 1) {
            Tile::Void
        } else if edge(c, 2) || c.x == middle {
            [Tile::Wall, Tile::Wall, Tile::Wall, Tile::Window, Tile::Door, Tile::DoorLocked][dice.below(6) as usize]
        } else {
            Tile::Floor
        };
    }
    let mut scene = Scene::new(tiles);
    for _ in 0..actors {
        let kind = ActorKind::ALL[dice.below(ActorKind::ALL.len() as u64) as usize];
        // Usually a cell that may have air.
        let any = |dice: &mut Rng| size.cell(dice.below(size.area() as u64) as usize);
        let floor = |c: &Cell| scene.tiles[*c] == Tile::Floor;
        let cell = (0..6).map(|_| any(dice)).find(floor).unwrap_or_else(|| any(dice));
        scene.actors.push(Actor::new(kind, cell));
    }
    let mut naive = scene.tiles.clone();
    for turn in 0..dice.below(9) {
        let verb =
            [Verb::Open, Verb::Close, Verb::Smash, Verb::Smash, Verb::Lock, Verb::Unlock, Verb::Place, Verb::Remove]
                [dice.below(8) as usize];
        let able = |c: &Cell| matches!(verb, Verb::Place | Verb::Remove) || naive[*c].after(verb).is_some();
        let able: Vec<Cell> = size.cells().filter(able).collect();
        if able.is_empty() {
            continue;
        }
        let at = able[dice.below(able.len() as u64) as usize];
        let tile = any_tile(dice, GROUND);
        naive[at] = match verb {
            Verb::Place => tile,
            Verb::Remove => Tile::Floor,
            _ => naive[at].after(verb).expect("able"),
        };
        let tile = (verb == Verb::Place).then(|| tile.info().name.to_owned());
        scene.script.push(ScriptLine { turn: (turn * 2) as u32, verb, at, to: None, tile });
    }
    scene.run.seed = dice.below(1000);
    scene
}

fn problem(scene: &Scene) -> Problem {
    let params = scene.run.params.resolve(Atmosphere::CARD.params).expect("parameters that fit");
    at_once(Atmosphere::prepare(scene, &params, scene.run.seed, &Progress::default())).unwrap_or_else(|e| panic!("{e}"))
}

fn trace(problem: &Problem) -> Arc<Traced<AirEvent>> {
    let progress = Progress::default();
    let mut recorder = Recorder::new(Atmosphere::layout(problem), &progress);
    let _ = Atmosphere::run(problem, &mut recorder);
    Arc::new(Traced::new(recorder.finish(Atmosphere::context(problem))))
}

/// Compares the values of the layers with the second implementation.
fn compare(player: &Player, naive: &Naive, what: &str) {
    let now = Moment::<AirEvent>::of(player).expect("air");
    for c in naive.cells() {
        let state = now.at(c);
        let number = |layer| value::<Atmosphere>(layer, &state).and_then(|v| v.number());
        assert_eq!(number(0), Some(f64::from(naive.air[c]) / 10.0), "{what}: the air of {c}");
        match (number(1), naive.vents[c]) {
            (Some(a), Some(b)) => assert!((a - b).abs() < 1e-6, "{what}: {c} vents at {a}, not {b}"),
            (a, b) => assert_eq!(a, b, "{what}: the distance of {c}"),
        }
        let wall = value::<Atmosphere>(3, &state).is_some_and(|v| v.to_string() == "pressure wall");
        assert_eq!(wall, naive.walls[c], "{what}: the wall {c}");
    }
}

#[test]
fn every_unit_agrees_with_the_naive_model() {
    let mut dice = Rng::new(7);
    let (mut vented, mut filled) = (0, 0);
    for k in 0..cases(2000) {
        let scene = random(&mut dice, 0);
        let problem = problem(&scene);
        let trace = trace(&problem);
        let mut player = trace.player();
        let mut naive = Naive::new(scene.tiles.clone());
        let mut script = problem.script.iter().peekable();
        let turns: Vec<_> = trace.phases().iter().filter(|p| p.depth == 0).copied().collect();
        // The start, the units of time, and the end.
        assert_eq!(turns.len() as u32, problem.turns + 2);
        for turn in 0..=problem.turns {
            while let Some((_, line)) = script.next_if(|(_, line)| line.turn <= turn) {
                naive.act(line);
            }
            if turn > 0 {
                naive.unit();
            }
            player.seek(turns[turn as usize].end as usize);
            compare(&player, &naive, &format!("ship {k}, unit {turn}"));
        }
        let outcome = unhalted(Atmosphere::run(&problem, &mut ()));
        let row = |y: usize| naive.air.rows().nth(y).expect("a row").iter().map(|&n| f64::from(n) / 10.0);
        assert!(outcome.air.iter().enumerate().all(|(y, r)| row(y).eq(r.iter().copied())));
        let open = naive.cells().into_iter().filter(|&c| !naive.solid(c)).map(|c| u32::from(naive.air[c])).sum::<u32>();
        assert_eq!(outcome.air_left, f64::from(open) / 10.0, "the sum is kept");
        vented += outcome.breaches.iter().map(|b| b.vented).sum::<u32>();
        filled += trace.events().iter().filter(|e| matches!(e, AirEvent::Filled { before: 1..=9, .. })).count();
    }
    assert!(
        vented > cases(5000) as u32 && filled > cases(200),
        "enough happened: {vented} vented, {filled} were filled again"
    );
}

#[test]
fn only_sealing_restores_air() {
    let mut dice = Rng::new(11);
    let (mut moves, mut losses) = (0, 0);
    for _ in 0..2000 {
        let mut scene = random(&mut dice, 4);
        let smash = ["smash=sure", "smash=bullet", "smash=blast"][dice.below(3) as usize];
        scene.run.params.set_text(smash).expect("name=value");
        let problem = problem(&scene);
        let trace = trace(&problem);
        let size = scene.size();
        let mut air = Grid::new(size, 0u8);
        let mut vents = Grid::new(size, None);
        let mut tiles = scene.tiles.clone();
        let mut sealing = false;
        for event in trace.events() {
            match *event {
                AirEvent::Divided { .. } => sealing = true,
                AirEvent::Searched { .. } | AirEvent::PressureBegan { .. } => sealing = false,
                AirEvent::Filled { cell, before, .. } => {
                    assert!(sealing && air[cell] == before && before < 10 && !is_void(tiles[cell]));
                    air[cell] = 10;
                }
                AirEvent::LostAir { cell, air: left, .. } => {
                    assert!(left < air[cell], "air only falls");
                    air[cell] = left;
                }
                AirEvent::Changed { cell, from, to, .. } => {
                    assert_eq!(tiles[cell], from);
                    tiles[cell] = to;
                }
                AirEvent::Vented { cell, distance, .. } => vents[cell] = Some(distance),
                AirEvent::StoppedVenting { cell, .. } => vents[cell] = None,
                AirEvent::Moved { from, to, equals, actor, .. } => {
                    moves += 1;
                    assert!(is_loose(&scene.actors[actor as usize]) && vents[from].is_some());
                    let good = |c: Cell| (air[c] > 0, vents[c].filter(|_| air[c] > 0));
                    let near = Dir::ALL.into_iter().filter_map(|d| from.step(d, size)).filter(|&c| !is_solid(tiles[c]));
                    let all: Vec<_> = near.collect();
                    let best = all.iter().map(|&c| good(c)).min().expect("a way out");
                    assert_eq!(good(to), best);
                    assert_eq!(all.iter().filter(|&&c| good(c) == best).count(), equals as usize);
                }
                AirEvent::Lost { cell, .. } => {
                    losses += 1;
                    assert_eq!(tiles[cell], Tile::Void);
                }
                _ => {}
            }
        }
        for c in size.cells() {
            assert!(!is_void(tiles[c]) || air[c] == 0, "the void has no air");
            assert!(!is_solid(tiles[c]) || air[c] == 10, "a solid keeps its own");
        }
        let outcome = unhalted(Atmosphere::run(&problem, &mut ()));
        assert_eq!(outcome.things.len(), 4);
        assert!(outcome.lost.iter().all(|l| outcome.things[l.actor].is_none()));
    }
    assert!(moves > 1500 && losses > 300, "enough happened: {moves} moves, {losses} losses");
}

#[test]
fn stepping_back_undoes_forward_without_side_effects() {
    let mut dice = Rng::new(3);
    for _ in 0..40 {
        let mut scene = random(&mut dice, 5);
        if dice.below(2) == 0 {
            scene.run.params.set_text("smash=blast").expect("name=value");
        }
        let problem = problem(&scene);
        let trace = trace(&problem);
        let mut player = trace.player();
        while player.cursor() < trace.events().len() {
            let before = player.heads();
            player.forward();
            let after = player.heads();
            assert!(player.back());
            assert_eq!(player.heads(), before, "back undoes forward");
            player.forward();
            assert_eq!(player.heads(), after);
        }
        let plain = unhalted(Atmosphere::run(&problem, &mut ()));
        let progress = Progress::default();
        let mut recorder = Recorder::new(Atmosphere::layout(&problem), &progress);
        assert_eq!(Atmosphere::run(&problem, &mut recorder), ControlFlow::Continue(plain));
        let again: Traced<AirEvent> = Traced::new(recorder.finish(Atmosphere::context(&problem)));
        assert_eq!(again.events(), trace.events(), "the same twice");
    }
}
