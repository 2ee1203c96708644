//! MovingAI scenarios. Written ones have exact lengths, and rows as the benchmark has them. A row is read as a scene.
#![allow(clippy::disallowed_methods, reason = "tests make files")]

use crate::support::{format, is_clear, read_sample, sample, scenes};
use gridscope_formats::movingai::{Dialect, Row, read_scen};
use gridscope_formats::{Loaded, Options, Written, read_bytes, read_file};
use gridscope_trace::{Actor, ActorKind, Cell, Dir, Grid, Scene, Tile};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::path::Path;

fn options(queries: u32, agents: u32, seed: u64) -> Options {
    let mut options = Options::default().at(Path::new("maps/room.map.scen"));
    (options.write.queries, options.write.agents, options.write.seed) = (queries, agents, seed);
    options
}

fn write(scene: &Scene, options: &Options) -> Written {
    format("scen").write(scene, options).unwrap_or_else(|error| panic!("{error}"))
}

fn rows(written: &Written) -> Vec<Row> {
    read_scen("it", std::str::from_utf8(&written.bytes).expect("text")).expect("rows")
}

/// Returns a scene with these rows of `.` and `#`.
fn scene(rows: &[&str]) -> Scene {
    let bytes = format!("{}\n", rows.join("\n"));
    read_bytes("it", bytes.as_bytes(), &Options::default()).expect("a map").scene
}

/// An entry of the open list, the shortest first.
#[derive(PartialEq)]
struct Entry(f64, Cell);

impl Eq for Entry {}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Entry {
    fn cmp(&self, other: &Self) -> Ordering {
        other.0.total_cmp(&self.0).then_with(|| self.1.cmp(&other.1))
    }
}

/// Returns the distances from a cell, by the rules of the benchmark.
fn distances(map: &Scene, start: Cell) -> Grid<f64> {
    let size = map.size();
    let free = |cell: Option<Cell>| {
        cell.filter(|&cell| matches!(map.tiles[cell], Tile::Floor | Tile::Swamp | Tile::Bush | Tile::Water))
    };
    let mut best = Grid::new(size, f64::INFINITY);
    best[start] = 0.0;
    let mut open = BinaryHeap::from([Entry(0.0, start)]);
    while let Some(Entry(here, cell)) = open.pop() {
        if here > best[cell] {
            continue;
        }
        for dir in Dir::ALL {
            let Some(to) = free(cell.step(dir, size)) else { continue };
            if dir.parts().is_some_and(|(a, b)| [a, b].into_iter().any(|dir| free(cell.step(dir, size)).is_none())) {
                continue;
            }
            let there = here + if dir.is_diagonal() { 2f64.sqrt() } else { 1.0 };
            if there < best[to] {
                best[to] = there;
                open.push(Entry(there, to));
            }
        }
    }
    best
}

/// Asserts that the map beside the scenario holds its rows, and that some of the lengths are right.
fn is_exact(what: &str, written: &Written, every: usize) -> Vec<Row> {
    let rows = rows(written);
    let [(name, bytes)] = written.beside.as_slice() else { panic!("{what}: one map is beside it") };
    let map = read_bytes(name, bytes, &Options::default()).expect("a map").scene;
    for row in rows.iter().step_by(every) {
        assert_eq!((&row.map, row.width, row.height), (name, map.size().width, map.size().height), "{what}");
        let length = distances(&map, row.start)[row.goal];
        assert!((length - row.length).abs() < 1e-6, "{what}: {row:?}, but {length}");
        assert_eq!(row.bucket, (length / 4.0 + 1e-9).floor() as u32, "{what}: {row:?}");
        assert_ne!(row.start, row.goal, "{what}");
    }
    rows
}

#[test]
fn scenario_of_the_sample_follows_the_benchmark_format() {
    let map = read_sample("movingai/room.map").expect("a map").scene;
    let written = write(&map, &options(10, 0, 1));
    let text = std::str::from_utf8(&written.bytes).expect("text");
    assert!(text.starts_with("version 1\n") && text.ends_with('\n'), "{text}");
    for line in text.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        assert_eq!(columns.len(), 9, "{line:?}");
        assert_eq!(columns[8].split_once('.').map(|(_, decimals)| decimals.len()), Some(8), "{line:?}");
        assert_eq!(columns[1], "room.map");
    }
    let rows = is_exact("the sample", &written, 1);
    assert!(rows.is_sorted_by_key(|row| row.bucket));
    assert!(rows.iter().map(|row| row.bucket).collect::<BTreeSet<_>>().len() > 1);
    assert!(written.lost.is_empty(), "{:?}", written.lost);
    assert_eq!(written.beside[0].1, std::fs::read(sample("movingai/room.map")).expect("the map"));
    // The lengths in the sample are ours.
    let text = std::fs::read_to_string(sample("movingai/room.map.scen")).expect("a scenario");
    for row in read_scen("the sample", &text).expect("rows") {
        assert!((distances(&map, row.start)[row.goal] - row.length).abs() < 1e-6);
    }
}

#[test]
fn every_scenario_bucket_is_filled_as_possible() {
    let corridor = scene(&[".........", "#########", "..#.#...."]);
    let all: Vec<Row> = is_exact("a corridor", &write(&corridor, &options(1_000, 0, 1)), 1);
    // 9 · 8 pairs in the corridor, 2 · 1 and 4 · 3 below.
    assert_eq!(all.len(), 72 + 2 + 12);
    let pairs: BTreeSet<_> = all.iter().map(|row| (row.start, row.goal)).collect();
    assert_eq!(pairs.len(), all.len(), "no pair is there twice");
    let few = rows(&write(&corridor, &options(3, 0, 1)));
    let mut buckets = BTreeMap::new();
    for row in &few {
        *buckets.entry(row.bucket).or_insert(0) += 1;
    }
    assert_eq!(buckets, BTreeMap::from([(0, 3), (1, 3), (2, 2)]), "two pairs are 8 apart");
}

#[test]
fn scenario_starts_with_the_scenes_own_search() {
    let mut own = scene(&["......", ".####.", "......"]);
    let [from, to] = [Cell::new(5, 2), Cell::new(0, 1)];
    own.actors = vec![Actor::new(ActorKind::Guard, from), Actor::new(ActorKind::Goal, to)];
    for options in [options(2, 0, 5), options(2, 3, 5)] {
        let written = write(&own, &options);
        let rows = is_exact("a search", &written, 1);
        assert_eq!((rows[0].start, rows[0].goal, rows[0].length), (from, to, 6.0));
        assert_eq!(rows.iter().filter(|row| (row.start, row.goal) == (from, to)).count(), 1);
        assert!(rows[1..].is_sorted_by_key(|row| row.bucket) || options.write.agents > 0);
        assert_eq!(written.lost, ["the run (algorithm, parameters, seed)"]);
    }
    own.actors[0].set_range(Some(3));
    assert!(write(&own, &options(1, 0, 1)).lost.contains(&"of the guard: all but its cell".into()));
    own.tiles.set(to, Tile::Wall);
    let lost = write(&own, &options(1, 0, 1)).lost;
    assert!(lost.iter().any(|lost| lost.starts_with("the search from (5,2) to (0,1)")), "{lost:?}");
    assert!(lost.contains(&"1 guard".into()) && lost.contains(&"1 goal".into()), "{lost:?}");
}

#[test]
fn agents_have_starts_and_goals_of_their_own() {
    let map = scene(&["....#..", "....#..", "##.##..", "....###", "....#.#"]);
    for seed in 0..20 {
        // 8 + 1 + 8 cells on the left, 6 on the right, and one that has no other beside it.
        for (agents, there) in [(1, 1), (7, 7), (23, 23), (40, 23)] {
            let written = write(&map, &options(10, agents, seed));
            let rows = is_exact("agents", &written, 1);
            assert_eq!(rows.len(), there);
            assert_eq!(rows.iter().map(|row| row.start).collect::<BTreeSet<_>>().len(), there);
            assert_eq!(rows.iter().map(|row| row.goal).collect::<BTreeSet<_>>().len(), there);
            let told = written.lost.iter().any(|lost| lost.contains("17 of 40 agents"));
            assert_eq!(told, agents == 40, "{:?}", written.lost);
        }
    }
    is_clear("agents", &format("scen").write(&map, &options(10, u32::MAX, 1)).expect_err("too many"));
}

#[test]
fn scenario_differs_by_seed_only() {
    let map = scene(&["............"; 9]);
    let text = |seed, agents| write(&map, &options(10, agents, seed)).bytes;
    for agents in [0, 20] {
        assert_eq!(text(1, agents), text(1, agents));
        assert_ne!(text(1, agents), text(2, agents));
    }
}

#[test]
fn lengths_of_lessons_and_random_scenes_are_exact() {
    let mut refused = 0;
    for (name, scene) in scenes(80).filter(|(_, scene)| scene.size().area() < 10_000) {
        for options in [options(3, 0, 1), options(1, 5, 1)] {
            match format("scen").write(&scene, &options) {
                Ok(written) => {
                    let rows = is_exact(&name, &written, 11);
                    let before = usize::from(!rows.is_sorted_by_key(|row| row.bucket));
                    assert!(rows[before..].is_sorted_by_key(|row| row.bucket) || options.write.agents > 0, "{name}");
                }
                Err(error) => {
                    is_clear(&name, &error);
                    refused += 1;
                }
            }
        }
    }
    assert!(refused < 40, "{refused}");
}

#[test]
fn scenario_ends_are_walkable_in_the_written_map() {
    let mut map = scene(&["........"]);
    let tiles =
        [Tile::Floor, Tile::Water, Tile::Door, Tile::Bush, Tile::DoorLocked, Tile::Window, Tile::Floor, Tile::Swamp];
    tiles.into_iter().zip(0..).for_each(|(tile, x)| map.tiles.set(Cell::new(x, 0), tile));
    for dialect in [Dialect::default(), Dialect { swamp: false, water: true, trees: true }] {
        let all = rows(&write(&map, &Options { dialect, ..options(99, 0, 1) }));
        let pairs: Vec<_> = all.iter().map(|row| (row.start.x, row.goal.x)).collect();
        assert_eq!(pairs.len(), 4 * 3 + 2, "{pairs:?}");
        assert!(pairs.iter().all(|&(a, b)| a.max(b) < 4 || a.min(b) > 5), "{pairs:?}");
    }
}

#[test]
fn scenario_without_searches_is_refused() {
    let map = scene(&[".#.", "#.#"]);
    for options in [options(10, 0, 1), options(10, 4, 1)] {
        let error = format("scen").write(&map, &options).expect_err("no path");
        is_clear("no path", &error);
        assert!(error.to_string().contains("no path joins two of its cells"), "{error}");
    }
    let error = format("scen").write(&scene(&[".."]), &options(0, 0, 1)).expect_err("none");
    assert!(error.to_string().contains("--queries"), "{error}");
    // A large number of queries takes no more than there are.
    assert_eq!(rows(&write(&scene(&["..."]), &options(u32::MAX, 0, 1))).len(), 6);
    let odd = Options::default().at(Path::new("a\tb.scen"));
    assert_eq!(rows(&write(&scene(&["..."]), &odd))[0].map, "a_b.map");
}

#[test]
fn scenario_of_a_large_map_measures_few_starts() {
    let map = Scene::new(Grid::new(gridscope_trace::geometry::Size::new(1_000, 1_000), Tile::Floor));
    let began = std::time::Instant::now();
    let rows = rows(&write(&map, &options(10, 0, 1)));
    assert!(began.elapsed().as_secs() < 10, "{:?}", began.elapsed());
    // Two starts fill their buckets, and the second is in a corner.
    assert!(rows.iter().any(|row| row.length > 1_400.0 / 2.0_f64.sqrt()));
    let mut buckets = BTreeMap::new();
    for row in &rows {
        *buckets.entry(row.bucket).or_insert(0) += 1;
    }
    assert!(buckets.values().all(|&n| n <= 10) && buckets.values().filter(|&&n| n == 10).count() > 100);
}

/// Writes a map of 5 × 3 and a scenario of three searches into a folder. Returns the folder and the scenario.
fn yard() -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let map = "type octile\nheight 3\nwidth 5\nmap\n.....\n..@..\n.....\n";
    std::fs::write(folder.path().join("yard.map"), map).expect("written");
    let row = |ends: &str, length: &str| format!("0\tmaps/yard.map\t5\t3\t{}\t{length}\n", ends.replace(' ', "\t"));
    let rows = [row("0 0 4 2", "4.82842712"), row("0 1 4 1", "4.82842712"), row("2 1 0 0", "3")].concat();
    let file = folder.path().join("yard-1.scen");
    std::fs::write(&file, format!("version 1\n{rows}")).expect("written");
    (folder, file)
}

/// Reads a scenario with these choices.
fn search(file: &Path, row: Option<usize>, movers: Option<usize>) -> Result<Loaded, String> {
    let registry = gridscope_algorithms::registry();
    let options = Options { row, movers, ..Options::with_registry(&registry) };
    read_file(file, &options).map_err(|error| error.to_string())
}

fn ends(loaded: &Loaded, kind: ActorKind) -> Vec<Cell> {
    loaded.scene.of_kind(kind).map(|actor| actor.at).collect()
}

#[test]
fn row_of_a_scenario_is_read_with_its_map() {
    let (_folder, file) = yard();
    let first = search(&file, None, None).expect("the first search");
    assert_eq!((ends(&first, ActorKind::Guard), first.scene.size().width), (vec![Cell::new(0, 0)], 5));
    assert!(first.notes.iter().any(|note| note.contains("Search 1 of 3") && note.contains("--row")), "{first:?}");
    let second = search(&file, Some(2), None).expect("the second search");
    assert_eq!(ends(&second, ActorKind::Guard), [Cell::new(0, 1)]);
    assert_eq!(ends(&second, ActorKind::Goal), [Cell::new(4, 1)]);
    let blocked = search(&file, Some(3), None).expect("the third search");
    assert!(blocked.notes.iter().any(|note| note == "The start (2,1) is on blocked ground."), "{:?}", blocked.notes);
    for (row, movers, words) in
        [(Some(4), None, "1 to 3"), (Some(3), Some(2), "there are 1 searches whose starts and goals")]
    {
        let error = search(&file, row, movers).expect_err("no such search");
        assert!(error.contains(words), "{error}");
    }
}

#[test]
fn movers_of_a_scenario_have_flags_in_order() {
    let (_folder, file) = yard();
    let both = search(&file, None, Some(2)).expect("two movers");
    let goals: Vec<Cell> = both.scene.of_kind(ActorKind::Guard).filter_map(Actor::goal).collect();
    assert_eq!(ends(&both, ActorKind::Guard), [Cell::new(0, 0), Cell::new(0, 1)]);
    assert_eq!(
        (goals, ends(&both, ActorKind::Goal)),
        (vec![Cell::new(4, 2), Cell::new(4, 1)], vec![Cell::new(4, 2), Cell::new(4, 1)])
    );
    let written = write(&both.scene, &options(10, 2, 1));
    let pairs: Vec<_> = rows(&written).iter().map(|row| (row.start, row.goal)).collect();
    assert_eq!(pairs, [(Cell::new(0, 0), Cell::new(4, 2)), (Cell::new(0, 1), Cell::new(4, 1))]);
    assert!(written.lost.iter().all(|lost| !lost.contains("guard") && !lost.contains("goal")), "{:?}", written.lost);
    let run = gridscope_algorithms::registry().record(&both.scene, &gridscope_trace::Progress::default());
    assert!(run.expect("they walk").len() > 10);
}

#[test]
fn map_of_a_scenario_may_be_elsewhere() {
    let (folder, file) = yard();
    let other = folder.path().join("elsewhere.map");
    std::fs::copy(folder.path().join("yard.map"), &other).expect("copied");
    std::fs::remove_file(folder.path().join("yard.map")).expect("removed");
    let error = search(&file, None, None).expect_err("no map");
    assert!(error.contains("yard.map in the same folder, or --map FILE"), "{error}");
    let options = Options { map: Some(other), ..Options::default() };
    assert_eq!(read_file(&file, &options).expect("read").scene.actors.len(), 2);
}

#[test]
fn row_of_a_map_is_refused() {
    let options = Options { row: Some(1), ..Options::default() };
    let error = read_bytes("it", b"..\n..\n", &options).expect_err("no scenario").to_string();
    assert!(error.contains("--row is for scenarios") && error.contains("format of this file is text map"), "{error}");
}
