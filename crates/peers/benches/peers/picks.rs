//! Rows 13 and 14: the decision of auto-explore against a plain flood, and the decision of auto chess against a scan of
//! all cells.

use crate::by_hand::Flood;
use crate::harness::{Report, mean, race, side};
use crate::maps;
use gridscope_algorithms::auto_explore::Explorer;
use gridscope_algorithms::autochess::{AutoChess, Board, Jumps, Outcome, Problem};
use gridscope_trace::algorithm::Algorithm as _;
use gridscope_trace::geometry::{Cell, Size};
use gridscope_trace::grid::Grid;
use gridscope_trace::observe::unhalted;
use gridscope_trace::params::Params;
use gridscope_trace::progress::at_once;
use gridscope_trace::rng::Rng;
use gridscope_trace::scene::{Actor, ActorKind, Scene};
use gridscope_trace::terrain::Tile;
use gridscope_trace::trace::Progress;
use std::hint::black_box;

/// Rows 13 and 14.
pub fn measure(report: &mut Report) {
    if report.wants("13") {
        explore(report);
    }
    if report.wants("14") {
        jump(report);
    }
}

/// Row 14: 8 × 8 cells with 20 pieces, each of which decides. The first version searches a path to each cell in reach.
fn jump(report: &mut Report) {
    let size = Size::new(8, 8);
    let mut ratios = Vec::new();
    for walls in [0, 6, 12] {
        let mut dice = Rng::new(64);
        let mut scans = Vec::new();
        let mut asked = Vec::new();
        for _ in 0..20 {
            let mut cells: Vec<Cell> = size.cells().collect();
            let mut take = || cells.swap_remove(dice.below(cells.len() as u64) as usize);
            let mut tiles = Grid::new(size, Tile::Floor);
            (0..walls).for_each(|_| tiles[take()] = Tile::Wall);
            let pieces: Vec<Cell> = (0..20).map(|_| take()).collect();
            for (me, &at) in pieces.iter().enumerate() {
                let mut scene = Scene::new(tiles.clone());
                let unit = |(k, &at): (usize, &Cell)| {
                    let mut unit = Actor::new(ActorKind::Unit, at);
                    unit.set_team(Some(1 + (k % 2) as u8));
                    unit.set_active((k == me).then_some(true));
                    unit
                };
                scene.actors = pieces.iter().enumerate().map(unit).collect();
                let resolved = Params::default().resolve(AutoChess::CARD.params).expect("no parameter is set");
                scans.push(at_once(AutoChess::prepare(&scene, &resolved, 0, &Progress::default())).expect("a board"));
                let others: Vec<Cell> = pieces.iter().copied().filter(|&c| c != at).collect();
                let foes = pieces.iter().enumerate().filter(|(k, _)| k % 2 != me % 2).map(|(_, &c)| c);
                asked.push((tiles.clone(), others, at, foes.collect::<Vec<Cell>>()));
            }
        }
        let mut jumps = Jumps::new(size.area());
        let mut decide = |(tiles, others, at, foes): &(Grid<Tile>, Vec<Cell>, Cell, Vec<Cell>)| {
            jumps.decide(&Board::new(tiles, others.iter().copied(), *at), *at, foes, 186)
        };
        let scan = |problem: &Problem| match unhalted(AutoChess::run(problem, &mut ())) {
            Outcome::Answer(answer) => answer.hop,
            _ => None,
        };
        for (problem, board) in scans.iter().zip(&asked) {
            assert_eq!(scan(problem), decide(board));
        }
        let [first, now] = race(
            15,
            &mut [
                side!("gridscope, first version", scans.iter().for_each(|problem| _ = black_box(scan(problem)))),
                side!("gridscope", asked.iter().for_each(|board| _ = black_box(decide(board)))),
            ],
        );
        println!("     {walls} walls   {:.2} µs a decision   {:.3}", now * 1e6 / asked.len() as f64, now / first);
        ratios.push(now / first);
    }
    let work = "autochess decision, 8 × 8 with 20 pieces";
    report.row("14", work, "own first version", format!("{:.2}", mean(&ratios)), "0.5", "0.2");
}

/// Row 13: everything is known except for a corner far away, so both flood nearly the whole map.
fn explore(report: &mut Report) {
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
        let mut plain = Flood::of(&known);
        let (mut ours, mut theirs) = (0, 0);
        for &from in &starts {
            theirs += plain.from(from);
            let target = explorer.pick(from);
            ours += explorer.flooded();
            assert!(target.is_none_or(|target| plain.distance(target.cell) == target.value), "{name}: from {from}");
        }
        let [pick, flood] = race(
            9,
            &mut [
                side!("gridscope", starts.iter().for_each(|&from| _ = black_box(explorer.pick(from)))),
                side!("a flood by hand", starts.iter().for_each(|&from| _ = black_box(plain.from(from)))),
            ],
        );
        let (pick, flood) = (pick / ours as f64, flood / theirs as f64);
        println!("     {name:<18} {:.1} ns a cell   {:.3}   ({ours} and {theirs} cells)", pick * 1e9, pick / flood);
        ratios.push(pick / flood);
    }
    let work = "auto-explore pick, for each flooded cell";
    report.row("13", work, "plain breadth-first, a cell", format!("{:.2}", mean(&ratios)), "1.0", "0.5");
}
