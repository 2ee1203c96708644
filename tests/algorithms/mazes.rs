//! Mazes: between any two cells there is exactly one path, for every method, size and seed.

use gridscope::algorithms;
use gridscope::trace::{Cell, Dir, Grid, Progress, Replay, Rng, Scene, Size, Tile};
use serde_json::json;

const METHODS: [&str; 3] = ["depth-first", "prim", "division"];

fn run(size: Size, method: &str, seed: u64) -> Replay {
    let mut scene = Scene::new(Grid::new(size, Tile::Floor));
    "mazes".clone_into(&mut scene.run.algorithm);
    scene.run.params.set("method", json!(method));
    scene.run.seed = seed;
    support::record(&scene)
}

fn rows(replay: &Replay) -> Vec<String> {
    serde_json::from_value(replay.outcome()["rows"].clone()).expect("rows")
}

#[test]
fn maze_has_exactly_one_path_between_cells() {
    let mut dice = Rng::new(1);
    for _ in 0..60 {
        let size = Size::new(3 + dice.below(22) as u16, 3 + dice.below(16) as u16);
        for method in METHODS {
            let replay = run(size, method, dice.below(1000));
            let rows = rows(&replay);
            let context = format!("{method}\n{}", rows.join("\n"));
            assert_eq!((rows.len(), rows[0].len()), (size.height.into(), size.width.into()), "{context}");
            let floor = |c: Cell| rows[usize::from(c.y)].as_bytes()[usize::from(c.x)] == b'.';
            let cells: Vec<Cell> = size.cells().filter(|&c| floor(c)).collect();
            let beside = |c: Cell| Dir::STRAIGHT.into_iter().filter_map(move |d| c.step(d, size)).filter(|&c| floor(c));
            // A tree: connected, with one connection fewer than cells.
            let borders: usize = cells.iter().map(|&c| beside(c).count()).sum::<usize>() / 2;
            assert_eq!(borders + 1, cells.len(), "{context}");
            let (mut seen, mut left) = (Grid::new(size, false), vec![cells[0]]);
            seen[cells[0]] = true;
            while let Some(cell) = left.pop() {
                left.extend(beside(cell).filter(|&c| !std::mem::replace(&mut seen[c], true)));
            }
            assert!(cells.iter().all(|&c| seen[c]), "{context}");
            let chambers = usize::from((size.width - 1) / 2) * usize::from((size.height - 1) / 2);
            assert_eq!(cells.len(), 2 * chambers - 1, "{context}");
            let dead = cells.iter().filter(|&&c| beside(c).count() < 2).count();
            assert_eq!(replay.outcome()["dead_ends"], json!(dead), "{context}");
        }
    }
}

#[test]
fn map_tiles_show_the_maze() {
    for method in METHODS {
        let mut replay = run(Size::new(12, 9), method, 3);
        let (end, rows) = (replay.len(), rows(&replay));
        replay.seek(end);
        let walls: Vec<Cell> = replay.tiles().into_iter().filter(|t| t.1 == Tile::Wall).map(|t| t.0).collect();
        let meant: Vec<Cell> =
            replay.size().cells().filter(|c| rows[usize::from(c.y)].as_bytes()[usize::from(c.x)] == b'#').collect();
        assert_eq!(walls, meant, "{method}");
        replay.seek(0);
        assert!(replay.tiles().is_empty(), "{method}: nothing is built yet");
    }
}

#[test]
fn map_below_3x3_is_refused_as_a_maze() {
    let mut scene = support::scene("...\n...");
    "mazes".clone_into(&mut scene.run.algorithm);
    let error = algorithms::record(&scene, &Progress::default()).expect_err("too small").to_string();
    assert!(error.contains("3 × 3"), "{error}");
}

/// In a hundred maps with rooms, doors lead into rooms from all four sides, none of them rarely.
#[test]
fn rooms_have_doors_on_all_four_sides() {
    let rooms = gridscope::registry().generator("rooms").expect("a generator");
    let mut doors = [0_u32; 4];
    for seed in 0..100 {
        let scene = rooms.plain(seed).expect("rooms");
        let size = scene.size();
        let is_floor = |cell: Option<Cell>| cell.is_some_and(|c| scene.tiles[c] == Tile::Floor);
        for door in size.cells().filter(|&c| scene.tiles[c] == Tile::Door) {
            for (count, (into, sides)) in doors.iter_mut().zip([
                (Dir::N, [Dir::E, Dir::W]),
                (Dir::S, [Dir::E, Dir::W]),
                (Dir::E, [Dir::N, Dir::S]),
                (Dir::W, [Dir::N, Dir::S]),
            ]) {
                // A room is wider than a corridor.
                let ahead = door.step(into, size);
                let is_room = sides.into_iter().all(|side| is_floor(ahead.and_then(|c| c.step(side, size))));
                *count += u32::from(is_floor(ahead) && is_room);
            }
        }
    }
    let all: u32 = doors.iter().sum();
    assert!(doors.iter().all(|&side| side * 6 > all), "into rooms to the north, south, east and west: {doors:?}");
}
