//! The maps of the measurements: MovingAI's, if they are found, and generated ones.

use gridscope_trace::geometry::{Cell, Size};
use gridscope_trace::grid::Grid;
use gridscope_trace::map::GridMap;
use gridscope_trace::rng::Rng;
use std::path::PathBuf;

/// A map with pairs of cells for searches.
#[derive(Debug)]
pub struct Map {
    /// Name of its file.
    pub name: String,
    /// Whether each cell can be entered.
    pub free: Grid<bool>,
    /// Start, goal and shortest path length.
    pub rows: Vec<(Cell, Cell, f64)>,
}

impl Map {
    /// Returns the map as a game would store it.
    pub fn floor(&self) -> GridMap {
        GridMap::from(self.free.clone())
    }
}

/// Returns all MovingAI maps that are found, with at most `most` rows each, spread evenly over their lengths.
pub fn movingai(most: usize) -> Vec<Map> {
    let here = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/movingai");
    let folder = std::env::var_os("GRIDSCOPE_MOVINGAI").map_or_else(|| PathBuf::from(here), PathBuf::from);
    let Ok(entries) = std::fs::read_dir(&folder) else {
        println!(
            "no MovingAI maps in {}: rows on them are left out (GRIDSCOPE_MOVINGAI names a folder)",
            folder.display()
        );
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == "map"));
    paths.sort();
    paths.into_iter().filter_map(|path| read(&path, most)).collect()
}

fn read(path: &std::path::Path, most: usize) -> Option<Map> {
    let text = std::fs::read_to_string(path).ok()?;
    let rows: Vec<&[u8]> = text.lines().skip(4).map(str::as_bytes).collect();
    let size = Size::new(rows.first()?.len() as u16, rows.len() as u16);
    let free = rows.iter().flat_map(|row| row.iter().map(|b| matches!(b, b'.' | b'G' | b'S'))).collect();
    let searches = std::fs::read_to_string(path.with_extension("map.scen")).ok()?;
    let all: Vec<(Cell, Cell, f64)> = searches.lines().skip(1).filter_map(row).collect();
    let step = (all.len() as f64 / most as f64).max(1.0);
    let picked = (0..most.min(all.len())).filter_map(|k| all.get((k as f64 * step) as usize).copied());
    Some(Map {
        name: path.file_stem()?.to_string_lossy().into_owned(),
        free: Grid::from_vec(size, free)?,
        rows: picked.collect(),
    })
}

fn row(line: &str) -> Option<(Cell, Cell, f64)> {
    let fields: Vec<&str> = line.split_whitespace().collect();
    let number = |k: usize| fields.get(k)?.parse().ok();
    Some((Cell::new(number(4)?, number(5)?), Cell::new(number(6)?, number(7)?), fields.get(8)?.parse().ok()?))
}

/// Builds open ground with `percent` % walls.
pub fn scattered(side: u16, percent: u64, seed: u64) -> Grid<bool> {
    let size = Size::new(side, side);
    let mut dice = Rng::new(seed);
    let cells = (0..size.area()).map(|_| dice.below(100) >= percent).collect();
    Grid::from_vec(size, cells).unwrap_or_default()
}

/// Returns random weights from 1 to 9.
pub fn weights(size: Size, seed: u64) -> Grid<u8> {
    let mut dice = Rng::new(seed);
    let cells = (0..size.area()).map(|_| 1 + dice.below(9) as u8).collect();
    Grid::from_vec(size, cells).unwrap_or_default()
}

/// Builds open ground with a pillar in every fourth row and column.
pub fn pillars(side: u16) -> Grid<bool> {
    of(side, |x, y| x % 4 != 3 || y % 4 != 3)
}

/// Builds rooms of 15 × 15 cells with a door in each side.
pub fn rooms(side: u16) -> Grid<bool> {
    of(side, |x, y| x % 16 != 0 && y % 16 != 0 || x % 16 == 7 || y % 16 == 9)
}

/// Builds a cave: noise, smoothed five times by the majority of the neighbours.
pub fn cave(side: u16, seed: u64) -> Grid<bool> {
    let mut free = scattered(side, 45, seed);
    for _ in 0..5 {
        let old = free;
        let open = |x: u16, y: u16| old.get(Cell::new(x, y)).is_some_and(|&free| free);
        free = of(side, |x, y| {
            let around = (0..9).filter(|k| open((x + k % 3).wrapping_sub(1), (y + k / 3).wrapping_sub(1)));
            around.count() > 4
        });
    }
    free
}

fn of(side: u16, free: impl Fn(u16, u16) -> bool) -> Grid<bool> {
    let size = Size::new(side, side);
    Grid::from_vec(size, size.cells().map(|c| free(c.x, c.y)).collect()).unwrap_or_default()
}

/// Returns random pairs of free cells, far apart on average.
pub fn pairs(free: &Grid<bool>, count: usize, seed: u64) -> Vec<(Cell, Cell)> {
    let mut dice = Rng::new(seed);
    let cells: Vec<Cell> = free.size().cells().filter(|&c| free[c]).collect();
    let mut one = || cells[dice.below(cells.len() as u64) as usize];
    (0..count).map(|_| (one(), one())).collect()
}
