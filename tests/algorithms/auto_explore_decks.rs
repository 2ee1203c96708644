//! Decks joined by stairs. The explorer leaves a deck when nothing is left on it, takes the same stairs as a second
//! implementation, and ends at the way out, or when it cannot reach one.

use gridscope::algorithms::{find, record};
use gridscope::trace::{Actor, ActorKind, Cell, Dir, Grid, Progress, Replay, Rng, Scene, ScriptLine, Size, Tile, Verb};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use support::cases;

fn exit(at: Cell, down: bool, to: Option<Cell>) -> Actor {
    let mut exit = Actor::new(ActorKind::Exit, at);
    exit.set_down(Some(down));
    exit.set_to(to);
    exit
}

/// Builds two or three decks of floor and walls, with stairs between them in both directions, and sometimes a way out.
/// With `mixed`, adds doors and slow ground.
fn random(dice: &mut Rng, mixed: bool) -> Scene {
    let (wide, high, decks) = (5 + dice.below(8) as u16, 4 + dice.below(6) as u16, 2 + dice.below(2) as u16);
    let mut tiles = Grid::new(Size::new(wide, decks * (high + 1) - 1), Tile::Wall);
    let size = tiles.size();
    let more = [Tile::Door, Tile::Door, Tile::Trap, Tile::Lava, Tile::Window];
    for c in size.cells().filter(|c| (c.y + 1) % (high + 1) != 0) {
        tiles[c] = match dice.below(8) {
            0 => Tile::Wall,
            1 if mixed => more[dice.below(5) as usize],
            _ => Tile::Floor,
        };
    }
    let mut taken = BTreeSet::new();
    let mut place = |deck: u16, tiles: &mut Grid<Tile>, dice: &mut Rng| loop {
        let c = Cell::new(dice.below(wide.into()) as u16, deck * (high + 1) + dice.below(high.into()) as u16);
        if taken.insert(c) {
            tiles[c] = Tile::Floor;
            return c;
        }
    };
    let mut scene = Scene::new(Grid::new(size, Tile::Floor));
    let start = place(0, &mut tiles, dice);
    scene.actors.push(Actor::new(ActorKind::Explorer, start));
    for deck in 1..decks {
        for _ in 0..=dice.below(2) {
            let (a, b) = (place(deck - 1, &mut tiles, dice), place(deck, &mut tiles, dice));
            scene.actors.extend([exit(a, true, Some(b)), exit(b, false, Some(a))]);
        }
    }
    if dice.below(4) > 0 {
        let deck = decks - 1 - u16::from(dice.below(4) == 0);
        scene.actors.push(exit(place(deck, &mut tiles, dice), dice.below(3) > 0, None));
    }
    for _ in 0..dice.below(4) {
        let deck = dice.below(decks.into()) as u16;
        scene.actors.push(Actor::new(ActorKind::Item, place(deck, &mut tiles, dice)));
    }
    scene.tiles = tiles;
    scene.known = Some(Grid::new(size, false));
    "auto-explore".clone_into(&mut scene.run.algorithm);
    scene.run.seed = dice.below(1000);
    let radius = 2 + dice.below(6);
    support::set(&mut scene, &["actions=on", &format!("radius={radius}")]);
    scene
}

/// The explorer's knowledge, computed from the events alone.
struct Known {
    truth: Grid<Tile>,
    memory: Grid<Option<Tile>>,
    items: BTreeMap<usize, Cell>,
    exits: BTreeMap<Cell, bool>,
    spent: BTreeSet<Cell>,
    /// Arrival cells of the decks that it has not gone back from.
    trail: Vec<Cell>,
    at: Cell,
}

impl Known {
    fn new(scene: &Scene) -> Self {
        let start = scene.of_kind(ActorKind::Explorer).next().expect("an explorer").at;
        let mut memory = Grid::new(scene.size(), None);
        memory[start] = Some(scene.tiles[start]);
        let items = (0..scene.actors.len()).filter(|&i| scene.actors[i].kind == ActorKind::Item);
        Self {
            truth: scene.tiles.clone(),
            memory,
            items: items.map(|i| (i, scene.actors[i].at)).collect(),
            exits: scene.of_kind(ActorKind::Exit).map(|e| (e.at, e.down() != Some(false))).collect(),
            spent: BTreeSet::new(),
            trail: Vec::new(),
            at: start,
        }
    }

    fn take(&mut self, run: &Replay, i: usize) {
        let (cell, event) = (run.trace().cell(i), run.event_json(i));
        match (run.kind(i), cell) {
            ("changed", Some(c)) => {
                let to = event["tile"].as_str().and_then(Tile::from_name).expect("a tile");
                self.truth[c] = to;
            }
            ("discovered", Some(c)) => self.memory[c] = Some(self.truth[c]),
            ("visited", Some(c)) => self.items.retain(|_, at| *at != c),
            ("moved", Some(c)) => self.at = c,
            _ => {}
        }
    }

    fn around(&self, c: Cell) -> impl Iterator<Item = Cell> + use<> {
        let size = self.truth.size();
        Dir::ALL.into_iter().filter_map(move |dir| c.step(dir, size))
    }

    /// Returns the cost of the path to each reachable cell, by relaxation until nothing changes, and whether anything
    /// is left to explore.
    fn flood(&self) -> (BTreeMap<Cell, u32>, bool) {
        let mut value = BTreeMap::from([(self.at, 0)]);
        let (mut open, mut left) = (vec![self.at], false);
        while let Some(c) = open.pop() {
            for to in self.around(c) {
                let Some(tile) = self.memory[to] else {
                    left = true;
                    continue;
                };
                let item = self.items.values().any(|&at| at == to);
                left |= item;
                let extra = match tile {
                    Tile::Door if self.around(to).any(|n| self.memory[n].is_none()) => {
                        left = true;
                        continue;
                    }
                    Tile::Door => 1,
                    Tile::Trap => 67,
                    Tile::Lava => 32,
                    tile if tile.is_solid() => continue,
                    _ => 0,
                };
                let way = value[&c] + 1 + extra;
                if value.get(&to).is_none_or(|&old| way < old) {
                    value.insert(to, way);
                    open.push(to);
                }
            }
        }
        (value, left)
    }

    /// Returns the exits that a second implementation would choose: down before up, then the smallest sum of ten times
    /// the path cost and the straight-line distance.
    fn best(&self) -> BTreeSet<Cell> {
        let (value, _) = self.flood();
        let known = |c: &Cell| self.memory[*c].is_some() && !self.spent.contains(c) && *c != self.at;
        let open: Vec<Cell> = self.exits.keys().copied().filter(|c| known(c) && value.contains_key(c)).collect();
        let down = open.iter().any(|c| self.exits[c]);
        let key = |c: Cell| {
            let (dx, dy) = c.delta(self.at);
            f64::from(10 * value[&c]) + f64::from(dx * dx + dy * dy).sqrt()
        };
        let open: Vec<Cell> = open.into_iter().filter(|c| self.exits[c] == down).collect();
        let low = open.iter().map(|&c| key(c)).fold(f64::INFINITY, f64::min);
        open.into_iter().filter(|&c| (key(c) - low).abs() < 1e-9).collect()
    }

    /// Returns whether a known exit was not taken.
    fn untaken(&self) -> bool {
        self.exits.keys().any(|&c| self.memory[c].is_some() && !self.spent.contains(&c))
    }
}

fn cell(value: &Value) -> Cell {
    let at = |i: usize| value[i].as_u64().expect("a number") as u16;
    Cell::new(at(0), at(1))
}

/// Returns whether a way out can be reached at all, through everything that opens and by any stairs.
fn has_way_out(scene: &Scene) -> bool {
    let (mut seen, mut open) = (BTreeSet::new(), vec![scene.actors[0].at]);
    while let Some(c) = open.pop() {
        let tile = scene.tiles[c];
        if (tile.is_solid() && tile != Tile::Door) || !seen.insert(c) {
            continue;
        }
        open.extend(Dir::ALL.into_iter().filter_map(|dir| c.step(dir, scene.size())));
        open.extend(scene.of_kind(ActorKind::Exit).filter(|e| e.at == c).filter_map(Actor::to));
    }
    scene.of_kind(ActorKind::Exit).any(|exit| exit.to().is_none() && seen.contains(&exit.at))
}

#[test]
fn explorer_leaves_finished_decks_by_the_oracles_stairs() {
    let mut dice = Rng::new(71);
    let (mut taken, mut back, mut out, mut none) = (0, 0, 0, 0);
    for round in 0..cases(500) {
        let mixed = round % 3 == 0;
        let scene = random(&mut dice, mixed);
        let run = support::record(&scene);
        let mut known = Known::new(&scene);
        let (mut best, mut moves) = (BTreeSet::new(), 0);
        for i in 0..run.len() {
            match run.kind(i) {
                "aimed" => best = known.best(),
                "moved" => moves += 1,
                "took-stairs" => {
                    moves += 1;
                    let event = run.event_json(i);
                    let (from, to) = (cell(&event["from"]), cell(&event["cell"]));
                    assert_eq!(known.at, from, "scene {round}");
                    assert!(!known.flood().1, "scene {round}, event {i}: something is left");
                    assert_eq!(event["moves"], moves, "scene {round}");
                    if event["back"] == true {
                        assert_eq!(known.trail.pop(), Some(from), "scene {round}: back by the last ones");
                        assert!(known.untaken(), "scene {round}: for others that it knows");
                        back += 1;
                    } else {
                        assert!(
                            mixed || best.contains(&from) || best.is_empty(),
                            "scene {round}: {from}, not {best:?}"
                        );
                        known.trail.push(to);
                        taken += 1;
                    }
                    known.spent.extend([from, to]);
                    known.at = to;
                    best.clear();
                }
                _ => {}
            }
            known.take(&run, i);
        }
        let outcome = run.outcome();
        assert_eq!(outcome["moves"], moves, "scene {round}");
        let stopped = outcome["stopped"].as_str().expect("a sentence");
        if stopped.starts_with("Explored: nothing is left but the exit at") {
            assert!(scene.of_kind(ActorKind::Exit).any(|e| e.to().is_none() && e.at == known.at), "scene {round}");
            out += 1;
        } else {
            assert!(stopped.contains("Explored: "), "scene {round}: {stopped}");
            let picture: Vec<String> =
                scene.tiles.rows().map(|row| row.iter().map(|t| t.info().glyph).collect()).collect();
            assert!(
                !has_way_out(&scene),
                "scene {round}: {stopped}\n{}\n{:?}\n{}",
                picture.join("\n"),
                scene.actors,
                outcome["stairs"]
            );
            none += 1;
        }
    }
    assert!(
        taken > cases(300) && back > cases(10) && out > cases(120) && none > cases(80),
        "{taken} {back} {out} {none}"
    );
}

#[test]
fn without_actions_no_stairs_are_taken() {
    let mut dice = Rng::new(72);
    for round in 0..100 {
        let mut scene = random(&mut dice, false);
        support::set(&mut scene, &["actions=off", "resume=on"]);
        let run = support::record(&scene);
        assert!((0..run.len()).all(|i| run.kind(i) != "took-stairs"), "scene {round}");
        assert!(run.outcome().get("stairs").is_none());
    }
}

#[test]
fn unseen_cells_of_another_deck_change_no_run() {
    let mut dice = Rng::new(73);
    let mut whole = 0;
    for round in 0..120 {
        let scene = random(&mut dice, true);
        let mut other = scene.clone();
        let mut cells = BTreeSet::new();
        for c in scene.size().cells().filter(|&c| scene.actor_at(c).is_none()) {
            if dice.below(40) == 0 {
                other.tiles[c] = if scene.tiles[c] == Tile::Floor { Tile::Door } else { Tile::Floor };
                cells.insert(c);
            }
        }
        let (a, b) = (support::record(&scene), support::record(&other));
        let sees = |run: &Replay, i: usize| {
            run.kind(i) == "discovered" && run.trace().cell(i).is_some_and(|c| cells.contains(&c))
        };
        let until = |run: &Replay| (0..run.len()).find(|&i| sees(run, i)).unwrap_or(run.len());
        assert_eq!(until(&a), until(&b), "scene {round}");
        assert!((0..until(&a)).all(|i| a.event_json(i) == b.event_json(i)), "scene {round}");
        whole += usize::from(until(&a) > 1000);
    }
    assert!(whole > 12, "{whole}");
}

#[test]
fn stairs_lead_to_open_ground_on_the_map() {
    let refused = |to: Cell| {
        let mut scene = support::scene("#####\n#@.>#\n#####");
        scene.actors[1].set_to(Some(to));
        "auto-explore".clone_into(&mut scene.run.algorithm);
        record(&scene, &Progress::default()).expect_err("no stairs").to_string()
    };
    assert!(refused(Cell::new(0, 0)).contains("the exit at (3,1) leads to (0,0), and that is a wall"));
    assert!(refused(Cell::new(9, 0)).contains("where the exit leads at (9,0) is outside the map"));
}

#[test]
fn named_exit_is_called_by_its_name() {
    let mut scene = support::scene("#####\n#@.>#\n#####");
    scene.actors[1].set("what", Some(gridscope::trace::actor::FieldValue::Word("teleporter".into())));
    let runner = find("auto-explore").expect("it is on the list");
    let said = runner.outcome(&scene, &scene.run.params, 1, &Progress::default()).expect("a run")["stopped"].clone();
    assert_eq!(said, "Explored: nothing is left but the teleporter at (3,1), and the explorer is there.");
}

/// When the explorer has reached its stairs, it takes them and does not go to others, whatever it has seen on the way.
#[test]
fn reached_stairs_are_taken_whatever_was_learnt_meanwhile() {
    let mut scene = support::scene("#########\n#.......#\n#########\n#...#...#\n#########");
    let at = Cell::new;
    scene.actors.push(Actor::new(ActorKind::Explorer, at(4, 1)));
    scene.actors.extend([exit(at(1, 1), true, Some(at(2, 3))), exit(at(7, 1), true, Some(at(6, 3)))]);
    let toggled = |turn: u32| {
        let tile = Some(if turn.is_multiple_of(2) { "rubble" } else { "floor" }.to_owned());
        ScriptLine { turn, verb: Verb::Place, at: at(4, 1), to: None, tile }
    };
    scene.script = (0..200).map(toggled).collect();
    "auto-explore".clone_into(&mut scene.run.algorithm);
    scene.run.params.set("actions", true);
    for seed in 0..8 {
        let outcome = find("auto-explore").expect("it is on the list").outcome(
            &scene,
            &scene.run.params,
            seed,
            &Progress::default(),
        );
        let outcome = outcome.expect("an outcome");
        assert_eq!(
            (&outcome["stairs"][0]["moves"], &outcome["moves"]),
            (&Value::from(4), &Value::from(4)),
            "{outcome}"
        );
    }
}
