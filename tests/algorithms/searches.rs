//! The searches on random ground, against A* without a heuristic: which paths are shortest, which goals can be reached,
//! whether each path is a legal walk at the stated cost and in its events, and whether the audit of each trace finds
//! nothing.

use gridscope::algorithms;
use gridscope::trace::terrain::{Tile, Walk};
use gridscope::trace::view::board::{Board, Role};
use gridscope::trace::{Cell, Dir, Params, Progress, Replay, Rng, Scene};
use serde_json::{Value, json};
use support::audit;
use support::log_of;

/// Number of maps for each search.
const MAPS: usize = if cfg!(debug_assertions) { 200 } else { 1000 };

/// The rules of a run as parameters: neighbours, costs, corner cutting, and whether terrain costs.
#[derive(Clone, Copy, Debug)]
struct Rules {
    neighbours: i64,
    costs: &'static str,
    corners: &'static str,
    terrain: bool,
}

impl Rules {
    fn random(dice: &mut Rng) -> Self {
        let mut one = |all: &[&'static str]| all[dice.below(all.len() as u64) as usize];
        let (costs, corners) = (one(&["1", "2/3", "10/14", "octile"]), one(&["never", "one", "always"]));
        Self {
            neighbours: if one(&["4", "8"]) == "4" { 4 } else { 8 },
            costs,
            corners,
            terrain: one(&["on", "off"]) == "on",
        }
    }

    /// Returns the scene for an algorithm with these rules, as far as it has the parameters.
    fn by(self, scene: &Scene, id: &str) -> Scene {
        let card = algorithms::find(id).expect("an algorithm").card();
        let mut other = scene.clone();
        id.clone_into(&mut other.run.algorithm);
        other.run.params = Params::default();
        let all = [
            ("neighbours", json!(self.neighbours)),
            ("costs", serde_json::from_str(self.costs).unwrap_or_else(|_| json!(self.costs))),
            ("corners", json!(self.corners)),
            ("terrain-costs", json!(self.terrain)),
            ("fallback", json!(false)),
        ];
        for (name, value) in all {
            if card.params.iter().any(|p| p.name == name) {
                other.run.params.set(name, value);
            }
        }
        other
    }

    /// Returns the cost of a walk, with straight steps of 1, or why it is not a legal walk.
    fn price(self, scene: &Scene, path: &[Cell]) -> Result<f64, String> {
        let stands = |c: Cell| matches!(scene.tiles[c].info().walk, Walk::Yes | Walk::Opens | Walk::NotThief);
        let (straight, diagonal) = match self.costs {
            "1" => (1.0, 1.0),
            "2/3" => (2.0, 3.0),
            "10/14" => (10.0, 14.0),
            _ => (1.0, 19_601.0 / 13_860.0),
        };
        let mut sum = 0.0;
        for step in path.windows(2) {
            let [from, to] = [step[0], step[1]];
            let (dx, dy) = from.delta(to);
            let barred = [Cell::new(to.x, from.y), Cell::new(from.x, to.y)].into_iter().filter(|&c| !stands(c)).count();
            let most =
                [("never", 0), ("one", 1), ("always", 2)].iter().find(|c| c.0 == self.corners).map_or(0, |c| c.1);
            let legal = dx.max(dy) == 1 && stands(to) && (dx + dy == 1 || (self.neighbours == 8 && barred <= most));
            if !legal {
                return Err(format!("{from} to {to} is no step"));
            }
            let step = if dx + dy == 2 { diagonal } else { straight };
            sum += match scene.weight(to).filter(|_| self.terrain) {
                Some(weight) => step * weight.value(),
                None if self.terrain => step + f64::from(scene.tiles[to].info().cost),
                None => step,
            };
        }
        Ok(sum)
    }
}

fn record(scene: &Scene) -> Replay {
    algorithms::record(scene, &Progress::default()).unwrap_or_else(|e| panic!("{e}"))
}

fn path_of(outcome: &Value) -> Vec<Cell> {
    serde_json::from_value(outcome["path"].clone()).expect("a path")
}

/// Asserts what holds for every search: its path is a legal walk, its events report it, and the audit of its trace
/// finds nothing.
fn keeps(scene: &Scene, replay: &mut Replay, rules: Rules) -> Option<f64> {
    let context = format!("{} {rules:?}\n{}", scene.run.algorithm, picture(scene));
    let (outcome, end) = (replay.outcome().clone(), replay.len());
    let report = audit(&log_of(scene, replay).expect("a log"));
    assert!(report.findings.is_empty(), "{:#?}\n{context}", report.findings);
    let path = path_of(&outcome);
    let told: Vec<Cell> =
        (0..end).rev().filter(|&i| replay.kind(i) == "traced").filter_map(|i| replay.cell(i)).collect();
    assert_eq!(told, path, "{context}");
    assert_eq!(outcome["found"], json!(!path.is_empty()), "{context}");
    if path.is_empty() {
        return None;
    }
    replay.seek(end);
    assert_eq!(replay.path(), path, "{context}");
    let mut board = Board::default();
    replay.board(None, &mut board);
    assert!(path.iter().all(|&cell| board.marks[replay.size().index(cell)].role == Role::Path), "{context}");
    let ends = [scene.actors[0].at, scene.actors[1].at];
    assert_eq!([path[0], path[path.len() - 1]], ends, "{context}");
    let sum = rules.price(scene, &path).unwrap_or_else(|e| panic!("{e}\n{context}"));
    if let Some(cost) = outcome["cost"].as_f64() {
        assert!((cost - sum).abs() < 1e-6, "{cost} is stated, {sum} it is: {context}");
    }
    Some(sum)
}

fn picture(scene: &Scene) -> String {
    let glyph = |tile: Tile| tile.info().glyph;
    let rows: Vec<String> = scene.tiles.rows().map(|row| row.iter().map(|&t| glyph(t)).collect()).collect();
    format!("{} → {}\n{}", scene.actors[0].at, scene.actors[1].at, rows.join("\n"))
}

/// Builds a random map of at most `most` cells on each side, with the start on floor.
fn ground(dice: &mut Rng, most: u64, glyphs: &str) -> Scene {
    let mut scene = support::random(dice, most, &support::tiles(glyphs));
    let start = scene.actors[0].at;
    scene.tiles[start] = Tile::Floor;
    if dice.below(3) == 0 {
        support::weigh(&mut scene, dice);
    }
    scene
}

const GROUND: &str = ".....##S\"+";
const PLAIN: &str = "....##";

/// Returns the cost that A* without a heuristic finds, with straight steps of 1, if there is a path.
fn exact(scene: &Scene, rules: Rules) -> Option<f64> {
    let mut scene = rules.by(scene, "astar");
    scene.run.params.set("heuristic", json!("zero"));
    algorithms::record(&scene, &Progress::default()).expect("a run").outcome()["cost"].as_f64()
}

/// Runs a search on many maps. `is_right` gets its cost and that of A*.
fn asked(id: &str, seed: u64, glyphs: &str, limit: fn(Rules) -> Rules, is_right: fn(f64, f64) -> bool) {
    let mut dice = Rng::new(seed);
    let mut found = 0;
    // Iterative deepening visits the same ground again and again.
    let most = if id == "ida-star" { 7 } else { 14 };
    for _ in 0..MAPS {
        let (scene, rules) = (ground(&mut dice, most, glyphs), limit(Rules::random(&mut dice)));
        let own = rules.by(&scene, id);
        let (cost, best) = (keeps(&own, &mut record(&own), rules), exact(&scene, rules));
        let context = format!("{id} {rules:?}: {cost:?}, A* {best:?}\n{}", picture(&scene));
        assert_eq!(cost.is_some(), best.is_some(), "{context}");
        if let (Some(cost), Some(best)) = (cost, best) {
            found += 1;
            assert!(is_right(cost, best), "{context}");
        }
    }
    assert!(found > MAPS / 3, "{found} of {MAPS} maps had a way");
}

const fn same(cost: f64, best: f64) -> bool {
    (cost - best).abs() < 1e-6
}

fn no_worse(cost: f64, best: f64) -> bool {
    cost > best - 1e-6
}

/// Steps are counted, without costs.
const fn counting(rules: Rules) -> Rules {
    Rules { costs: "1", terrain: false, ..rules }
}

/// Eight neighbours, no corner cutting, uniform ground.
const fn jumping(rules: Rules) -> Rules {
    Rules { neighbours: 8, corners: "never", terrain: false, ..rules }
}

const fn any(rules: Rules) -> Rules {
    rules
}

#[test]
fn depth_first_search_finds_existing_paths() {
    asked("depth-first", 1, GROUND, counting, no_worse);
}

#[test]
fn breadth_first_search_finds_the_fewest_steps() {
    asked("breadth-first", 2, GROUND, counting, same);
}

#[test]
fn dijkstra_finds_the_cheapest_path() {
    asked("dijkstra", 3, GROUND, any, same);
}

#[test]
fn greedy_search_finds_existing_paths() {
    asked("greedy", 4, GROUND, any, no_worse);
}

#[test]
fn bidirectional_breadth_first_finds_the_fewest_steps() {
    asked("bidirectional-breadth-first", 5, GROUND, counting, same);
}

#[test]
fn bidirectional_astar_finds_the_cheapest_path() {
    asked("bidirectional-astar", 6, GROUND, any, same);
}

#[test]
fn jump_points_find_the_shortest_path() {
    asked("jump-points", 7, PLAIN, jumping, same);
}

#[test]
fn deepening_finds_the_cheapest_path() {
    asked("ida-star", 10, GROUND, any, same);
}

#[test]
fn deepening_works_without_memory_and_obeys_its_budget() {
    let mut dice = Rng::new(11);
    for _ in 0..MAPS / 4 {
        let mut scene = support::random(&mut dice, 4, &support::tiles(GROUND));
        let start = scene.actors[0].at;
        scene.tiles[start] = Tile::Floor;
        let rules = Rules::random(&mut dice);
        let mut own = rules.by(&scene, "ida-star");
        own.run.params.set("memory", json!(false));
        let cost = keeps(&own, &mut record(&own), rules);
        assert_eq!(
            cost.map(|c| (c * 1e6).round()),
            exact(&scene, rules).map(|c| (c * 1e6).round()),
            "{}",
            picture(&scene)
        );
        own.run.params.set("budget", json!(2));
        assert!(record(&own).outcome()["expanded"].as_u64().expect("a number") <= 2);
    }
}

/// Theta* goes from turning point to turning point, each in line of sight of the next. The test checks many points of
/// the line: none is inside a wall.
#[test]
fn any_angle_paths_keep_line_of_sight() {
    let mut dice = Rng::new(12);
    let mut shorter = 0;
    for _ in 0..MAPS {
        let scene = ground(&mut dice, 14, PLAIN);
        let rules = Rules { neighbours: 8, costs: "octile", terrain: false, ..Rules::random(&mut dice) };
        let own = rules.by(&scene, "theta-star");
        let mut replay = record(&own);
        let context = format!("{rules:?}\n{}", picture(&scene));
        let report = audit(&log_of(&own, &replay).expect("a log"));
        assert!(report.findings.is_empty(), "{:#?}\n{context}", report.findings);
        let outcome = replay.outcome().clone();
        let (path, cost) = (path_of(&outcome), outcome["cost"].as_f64());
        assert_eq!(cost.is_some(), exact(&scene, rules).is_some(), "{context}");
        let (Some(cost), Some(best)) = (cost, exact(&scene, rules)) else { continue };
        let end = replay.len();
        replay.seek(end);
        assert_eq!(replay.path(), path, "{context}");
        // The octile costs of A* round √2 to nine digits.
        assert!(cost < best + 1e-6, "{cost} is more than {best}: {context}");
        shorter += usize::from(cost < best - 1e-6);
        let mut sum = 0.0;
        for pair in path.windows(2) {
            let ([ax, ay], [bx, by]) = (pair[0].middle(), pair[1].middle());
            sum += (bx - ax).hypot(by - ay);
            for k in 0..=1000 {
                let t = f64::from(k) / 1000.0;
                let (x, y) = (ax + (bx - ax) * t, ay + (by - ay) * t);
                let inside = |v: f64| (v.fract() - 0.5).abs() < 0.499;
                let wall = scene.tiles[Cell::new(x as u16, y as u16)] == Tile::Wall;
                assert!(!(wall && inside(x) && inside(y)), "{:?} sees no {:?}: {context}", pair[0], pair[1]);
            }
        }
        assert!((sum - cost).abs() < 1e-6, "{sum} {cost} {context}");
    }
    assert!(shorter > MAPS / 10, "only {shorter} are shorter");
}

#[test]
fn jump_points_agree_on_every_4x4_map() {
    let mut dice = Rng::new(8);
    let every = if cfg!(debug_assertions) { 97 } else { 1 };
    let rules = jumping(Rules::random(&mut dice));
    for walls in (0..1u32 << 16).step_by(every) {
        let mut scene = support::scene("G...\n....\n....\n...X");
        let (start, goal) = (dice.below(16) as usize, dice.below(16) as usize);
        let size = scene.size();
        (scene.actors[0].at, scene.actors[1].at) = (size.cell(start), size.cell(goal));
        for k in (0..16).filter(|&k| k != start && walls >> k & 1 == 1) {
            scene.tiles[size.cell(k)] = Tile::Wall;
        }
        let own = rules.by(&scene, "jump-points");
        let found = record(&own).outcome()["cost"].as_f64();
        assert_eq!(found.is_some(), exact(&scene, rules).is_some(), "{}", picture(&scene));
        assert!(found.zip(exact(&scene, rules)).is_none_or(|(a, b)| same(a, b)), "{}", picture(&scene));
    }
}

#[test]
fn jump_points_refuse_one_way_tiles() {
    let mut scene = support::scene("....\n....\n....");
    support::put(&mut scene, gridscope::trace::scene::ActorKind::Thief, 0, 0);
    support::put(&mut scene, gridscope::trace::scene::ActorKind::Goal, 3, 2);
    "jump-points".clone_into(&mut scene.run.algorithm);
    assert!(algorithms::record(&scene, &Progress::default()).is_ok());
    let one_way = *Tile::ALL.iter().find(|t| matches!(t.info().walk, Walk::Thief(_))).expect("a window");
    scene.tiles[Cell::new(1, 1)] = one_way;
    let error = algorithms::record(&scene, &Progress::default()).expect_err("one side").to_string();
    assert!(error.contains("(1,1)") && error.contains("from all sides"), "{error}");
}

/// A search from the goal must go through one-way windows in the right direction.
#[test]
fn bidirectional_searches_respect_one_way_windows() {
    let mut dice = Rng::new(9);
    let windows = Tile::ALL.iter().filter(|t| matches!(t.info().walk, Walk::Thief(_))).map(|t| t.info().glyph);
    let glyphs: String = PLAIN.chars().chain(windows).collect();
    for _ in 0..MAPS {
        let mut scene = ground(&mut dice, 14, &glyphs);
        let at = scene.actors[0].at;
        scene.actors[0] = gridscope::trace::scene::Actor::new(gridscope::trace::scene::ActorKind::Thief, at);
        let rules = counting(Rules::random(&mut dice));
        let best = exact(&scene, rules);
        for id in ["dijkstra", "breadth-first", "bidirectional-breadth-first", "bidirectional-astar"] {
            let outcome = record(&rules.by(&scene, id)).outcome().clone();
            let cost = outcome["cost"].as_f64().or_else(|| outcome["steps"].as_f64());
            assert_eq!(cost, best, "{id} {rules:?}\n{}", picture(&scene));
        }
    }
}

/// The two open lists of a bidirectional search are shown one after the other, and a tie is within one list.
#[test]
fn both_open_lists_are_shown_and_tied_separately() {
    let mut scene = support::scene("G......X");
    "bidirectional-breadth-first".clone_into(&mut scene.run.algorithm);
    let mut replay = record(&scene);
    replay.seek(2);
    let (queue, len) = replay.queue(10);
    let keys: Vec<&str> = queue.iter().map(|entry| entry.key.as_str()).collect();
    assert_eq!((keys, len), (vec!["start  steps 0", "goal  steps 0"], 2));
    assert!(replay.ties().is_empty(), "no queue ever holds two");
    let end = replay.len();
    replay.seek(end);
    assert_eq!(replay.arrow(Cell::new(1, 0)), Some(Dir::W));
}

/// A search that gives up does not say that there is no path.
#[test]
fn search_that_gives_up_says_so() {
    let mut scene = support::scene("G......X");
    "ida-star".clone_into(&mut scene.run.algorithm);
    assert!(record(&scene).outcome().get("gave_up").is_none(), "it found the goal");
    scene.run.params.set("budget", json!(2));
    let run = record(&scene);
    assert_eq!((&run.outcome()["found"], &run.outcome()["gave_up"]), (&json!(false), &json!(true)));
    let event = run.event(run.len() - 1);
    assert!(event.sentence.contains("There may still be a path"), "{}", event.sentence);
    let listing = run.schema().listing[event.line].to_string();
    assert!(listing.contains("budget"), "{listing}");
    let why = |x| run.why_not(Cell::new(x, 0)).sentence;
    assert!(why(1).ends_with("(1,0) was reached."), "{}", why(1));
    assert!(why(5).ends_with("(5,0) was not reached before the search ended."), "{}", why(5));
    assert!(!why(5).contains("there is no"), "{}", why(5));
    let mut scene = support::scene("G..#...X");
    "ida-star".clone_into(&mut scene.run.algorithm);
    assert!(record(&scene).outcome().get("gave_up").is_none(), "there is no way, and it knows");
}
