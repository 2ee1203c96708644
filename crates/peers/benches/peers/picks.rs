//! Row 13: the pick of auto-explore beside a plain flood.

use crate::harness::{Report, mean, race};
use crate::maps;
use gridscope_core::algorithms::auto_explore::Explorer;
use gridscope_core::geometry::{Cell, Dir};
use gridscope_core::grid::Grid;
use gridscope_core::terrain::Tile;
use std::collections::VecDeque;
use std::hint::black_box;

/// Breadth first to eight neighbours as one would write it: a queue, and an array of distances that is cleared before.
fn plain(known: &Grid<Option<bool>>, distances: &mut Grid<u32>, queue: &mut VecDeque<Cell>, from: Cell) -> usize {
    distances.as_mut_slice().fill(u32::MAX);
    distances[from] = 0;
    queue.push_back(from);
    let mut cells = 1;
    while let Some(cell) = queue.pop_front() {
        // Unknown ground leads nowhere that is known of.
        if known[cell].is_none() {
            continue;
        }
        let next = distances[cell] + 1;
        for to in Dir::ALL.into_iter().filter_map(|dir| cell.step(dir, known.size())) {
            if known[to] != Some(false) && distances[to] == u32::MAX {
                distances[to] = next;
                cells += 1;
                queue.push_back(to);
            }
        }
    }
    cells
}

/// Row 13: all is known but a corner far away, so that both flood nearly everything.
pub fn measure(report: &mut Report) {
    if !report.wants("13") {
        return;
    }
    let mut ratios = Vec::new();
    for (name, free) in [
        ("128², cave", maps::cave(128, 61)),
        ("512², cave", maps::cave(512, 61)),
        ("512², open", maps::scattered(512, 0, 61)),
        ("512², 20 % walls", maps::scattered(512, 20, 61)),
        ("512², rooms", maps::rooms(512)),
    ] {
        let size = free.size();
        let mut known = Grid::new(size, None);
        let mut explorer = Explorer::new(size);
        let last = (size.width - 3, size.height - 3);
        for cell in size.cells().filter(|c| c.x < last.0 || c.y < last.1) {
            known[cell] = Some(free[cell]);
            explorer.see(cell, if free[cell] { Tile::Floor } else { Tile::Wall }, None);
        }
        let cells: Vec<Cell> = size.cells().filter(|&c| free[c]).collect();
        let starts: Vec<Cell> = (0..8).map(|k| cells[k * cells.len() / 16]).collect();
        let (mut distances, mut queue) = (Grid::new(size, 0), VecDeque::new());
        let (mut ours, mut theirs) = (0, 0);
        for &from in &starts {
            theirs += plain(&known, &mut distances, &mut queue, from);
            let target = explorer.pick(from);
            ours += explorer.flooded();
            assert!(target.is_none_or(|target| distances[target.cell] == target.value), "{name}: from {from}");
        }
        let [pick, flood] = race(
            9,
            &mut [&mut || starts.iter().for_each(|&from| _ = black_box(explorer.pick(from))), &mut || {
                for &from in &starts {
                    black_box(plain(&known, &mut distances, &mut queue, from));
                }
            }],
        );
        let (pick, flood) = (pick / ours as f64, flood / theirs as f64);
        println!("     {name:<18} {:.1} ns a cell   {:.3}   ({ours} and {theirs} cells)", pick * 1e9, pick / flood);
        ratios.push(pick / flood);
    }
    let work = "auto-explore pick, for each flooded cell";
    report.row("13", work, "plain breadth-first, a cell", format!("{:.2}", mean(&ratios)), "1.0", "0.5");
}
