//! A* on every 4 × 4 map, against an oracle that shares no code with it.

use gridscope::trace::event::Value;
use gridscope::trace::{Actor, ActorKind, Cell, Grid, Scene, Size, Tile};
use support::share;

const N: usize = 4;
const FAR: u64 = u64::MAX;

/// Returns distances and path counts from `start`. Relaxes everything until nothing changes, then adds up counts by
/// distance.
fn oracle(walls: u32, start: usize, diagonal: Option<u64>, straight: u64, corners: u8) -> ([u64; 16], [u64; 16]) {
    let free = |x: i32, y: i32| (0..4).contains(&x) && (0..4).contains(&y) && walls >> (y * 4 + x) & 1 == 0;
    let steps = |from: usize| {
        let (x, y) = ((from % N) as i32, (from / N) as i32);
        let mut all = Vec::new();
        for dy in -1..=1 {
            for dx in -1..=1 {
                if (dx, dy) == (0, 0) || !free(x + dx, y + dy) {
                    continue;
                }
                let price = if dx != 0 && dy != 0 {
                    let beside = u8::from(free(x + dx, y)) + u8::from(free(x, y + dy));
                    match diagonal {
                        Some(price) if beside >= corners => price,
                        _ => continue,
                    }
                } else {
                    straight
                };
                all.push((((y + dy) * 4 + x + dx) as usize, price));
            }
        }
        all
    };
    let mut distance = [FAR; 16];
    distance[start] = 0;
    for _ in 0..16 {
        for from in 0..16 {
            if distance[from] != FAR {
                for (to, price) in steps(from) {
                    distance[to] = distance[to].min(distance[from] + price);
                }
            }
        }
    }
    let mut order: Vec<usize> = (0..16).filter(|&i| distance[i] != FAR).collect();
    order.sort_by_key(|&i| distance[i]);
    let mut ways = [0u64; 16];
    ways[start] = 1;
    for from in order {
        for (to, price) in steps(from) {
            if distance[from] + price == distance[to] {
                ways[to] += ways[from];
            }
        }
    }
    (distance, ways)
}

fn check(walls: u32, start: usize, goal: usize, params: &[&str], diagonal: Option<u64>, straight: u64, corners: u8) {
    let size = Size::new(4, 4);
    let tiles = (0..16).map(|i| if walls >> i & 1 == 1 { Tile::Wall } else { Tile::Floor }).collect();
    let mut scene = Scene::new(Grid::from_vec(size, tiles).expect("16 cells"));
    let at = |i: usize| Cell::new((i % N) as u16, (i / N) as u16);
    scene.actors = vec![Actor::new(ActorKind::Guard, at(start)), Actor::new(ActorKind::Goal, at(goal))];
    support::set(&mut scene, params);
    let got = support::outcome(&scene);
    let (distance, ways) = oracle(walls, start, diagonal, straight, corners);
    let context = format!("walls {walls:016b} {start}→{goal} {params:?}");
    assert_eq!(got.found, distance[goal] != FAR, "{context}");
    let reached = got.reached.expect("the fallback is on");
    let end = size.index(reached);
    if got.found {
        assert_eq!(end, goal, "{context}");
    }
    assert_eq!(got.cost, Some(Value::Int(distance[end] as i64)), "{context}");
    assert_eq!(got.ways, Some(ways[end].into()), "{context}");
    assert_eq!(got.path.len(), got.path.iter().collect::<std::collections::BTreeSet<_>>().len(), "{context}: no loop");
    if !got.found {
        // The closest by the heuristic, then the cheapest, then the lowest y, then x.
        let h = |i: usize| {
            let (dx, dy) = ((i % N).abs_diff(goal % N) as u64, (i / N).abs_diff(goal / N) as u64);
            match diagonal {
                Some(d) => straight * dx.abs_diff(dy) + d * dx.min(dy),
                None => straight * (dx + dy),
            }
        };
        let best = (0..16).filter(|&i| distance[i] != FAR).min_by_key(|&i| (h(i), distance[i], i / N, i % N));
        assert_eq!(Some(end), best, "{context}");
    }
}

#[test]
fn every_4x4_map_agrees_with_four_neighbours() {
    for walls in (0..1u32 << 16).step_by(share()) {
        if walls & 1 == 0 {
            check(walls, 0, 15, &["neighbours=4", "costs=1"], None, 1, 2);
        }
    }
}

#[test]
fn every_4x4_map_agrees_under_each_corner_rule() {
    for (rule, beside) in [("corners=never", 2), ("corners=one", 1), ("corners=always", 0)] {
        for walls in (0..1u32 << 16).step_by(share()).filter(|w| w >> 4 & 1 == 0) {
            check(walls, 4, 11, &["costs=2/3", rule], Some(3), 2, beside);
        }
    }
}

#[test]
fn other_costs_agree_on_every_third_map() {
    for walls in (0..1u32 << 16).step_by(3 * share()).filter(|w| w & 1 == 0) {
        check(walls, 0, 14, &["costs=10/14", "ties=parents"], Some(14), 10, 2);
        check(walls, 0, 14, &["costs=1", "ties=last", "open-order=lifo"], Some(1), 1, 2);
    }
}
