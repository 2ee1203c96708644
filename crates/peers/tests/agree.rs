//! Compares gridscope's calls with crates that share no code with it, on ten thousand random maps: path lengths with
//! four and eight neighbours and with weights, distances, and fields of view.

#[path = "../benches/peers/peer.rs"]
mod peer;
#[path = "../benches/peers/seen.rs"]
mod seen;

use bracket_pathfinding::prelude::DijkstraMap;
use gridscope_algorithms::search::Finder;
use gridscope_trace::distances::DistanceMap;
use gridscope_trace::fov::FieldOfView;
use gridscope_trace::geometry::{Cell, Size};
use gridscope_trace::grid::Grid;
use gridscope_trace::map::{GridMap, Path};

use gridscope_trace::Cost;
use gridscope_trace::rng::Rng;
use pathfinding::directed::{astar, bfs, dijkstra};
use peer::{DIAGONAL, Peer, STRAIGHT, node, octile};
use seen::Symmetric;

/// Number of maps for each part.
const MAPS: usize = 10_000;

fn map(dice: &mut Rng) -> Grid<bool> {
    let size = Size::new(1 + dice.below(20) as u16, 1 + dice.below(20) as u16);
    let share = dice.below(50);
    Grid::from_vec(size, (0..size.area()).map(|_| dice.below(100) >= share).collect()).expect("as many as cells")
}

fn cell(dice: &mut Rng, free: &Grid<bool>) -> Option<Cell> {
    let open: Vec<Cell> = free.size().cells().filter(|&c| free[c]).collect();
    (!open.is_empty()).then(|| open[dice.below(open.len() as u64) as usize])
}

fn units(way: &Path) -> u64 {
    way.cost.whole() as u64 * u64::from(STRAIGHT) + way.cost.roots() as u64 * u64::from(DIAGONAL)
}

#[test]
fn path_lengths_agree_with_the_pathfinding_crate() {
    let (mut dice, mut found) = (Rng::new(101), 0);
    for round in 0..MAPS {
        let free = map(&mut dice);
        let Some((a, b)) = cell(&mut dice, &free).zip(cell(&mut dice, &free)) else { continue };
        let weights: Vec<u8> = (0..free.size().area()).map(|_| 1 + dice.below(9) as u8).collect();
        let weights = Grid::from_vec(free.size(), weights).expect("as many as cells");
        let floor = GridMap::from(free.clone());
        let (from, to) = (node(a), node(b));
        let (ours, theirs) = match round % 3 {
            0 => {
                let peer = Peer::of(&free);
                let way = astar::astar(&from, |&at| peer.eight(at), |&at| octile(at, to), |&at| at == to);
                (Finder::new(floor).path(a, b), way.map(|way| u64::from(way.1)))
            }
            1 => {
                let peer = Peer::weighted(&free, &weights);
                let way = dijkstra::dijkstra(&from, |&at| peer.eight(at), |&at| at == to);
                (Finder::new(floor.weights(|c| weights[c])).path(a, b), way.map(|way| u64::from(way.1)))
            }
            _ => {
                let peer = Peer::of(&free);
                let way = bfs::bfs(&from, |&at| peer.four(at), |&at| at == to);
                let steps = way.map(|way| (way.len() as u64 - 1) * u64::from(STRAIGHT));
                (Finder::new(floor.straight()).path(a, b), steps)
            }
        };
        assert_eq!(ours.as_ref().map(units), theirs, "{a} to {b}, round {round}, on {free:?}");
        found += usize::from(theirs.is_some());
    }
    assert!(found > MAPS / 2, "{found} ways");
}

#[test]
fn distances_agree_with_the_pathfinding_crate() {
    let mut dice = Rng::new(102);
    for round in 0..MAPS {
        let free = map(&mut dice);
        let Some(goal) = cell(&mut dice, &free) else { continue };
        let peer = Peer::of(&free);
        let straight = round % 2 == 0;
        let floor = GridMap::from(free.clone());
        let mut map = DistanceMap::new(&if straight { floor.straight() } else { floor });
        map.set_goals(&[goal]);
        let theirs = dijkstra::dijkstra_all(&node(goal), |&at| -> Vec<(peer::Node, u32)> {
            if straight {
                peer.four(at).into_iter().map(|to| (to, STRAIGHT)).collect()
            } else {
                peer.eight(at).to_vec()
            }
        });
        for c in free.size().cells() {
            let units = |d: Cost| d.whole() as u32 * STRAIGHT + d.roots() as u32 * DIAGONAL;
            let ours = map.get(c).map(units);
            let other = if c == goal { Some(0) } else { theirs.get(&node(c)).map(|found| found.1) };
            assert_eq!(ours, other, "{goal} to {c}, on {free:?}");
        }
        if straight {
            let (wide, high) = peer.sides();
            let bracket = DijkstraMap::new(wide, high, &[peer.index(goal)], &peer, f32::MAX);
            // bracket-pathfinding gives the start a distance of two steps to itself.
            for c in free.size().cells().filter(|&c| c != goal) {
                let ours = map.get(c).map_or(f32::MAX, |d| d.whole() as f32);
                assert_eq!(ours, bracket.map[peer.index(c)], "{goal} to {c}, on {free:?}");
            }
        }
    }
}

#[test]
fn field_of_view_agrees_with_symmetric_shadowcasting() {
    let mut dice = Rng::new(103);
    for round in 0..MAPS {
        let free = map(&mut dice);
        let Some(eye) = cell(&mut dice, &free) else { continue };
        let radius = (round % 2 == 0).then(|| dice.below(12) as u32);
        let floor = GridMap::from(free.clone());
        let mut view = FieldOfView::new(&floor);
        view.look(eye, radius);
        let mut peer = Symmetric::of(&free);
        peer.look(eye, radius);
        for c in free.size().cells() {
            assert_eq!(view.sees(c), peer.sees(c), "{c} from {eye}, {radius:?}, on {free:?}");
        }
    }
}
