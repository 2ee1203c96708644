//! The five fields of view on random maps, against oracles that share no code with them.

use crate::helpers::ground::{any_cell, drawn, random_map};
use gridscope::algorithms::shadowcast::{Edge, Look, Sight, Variant};
use gridscope::formats::{Options, read_bytes};
use gridscope::trace::{ActorKind, Cell, Dir, Grid, Rng, Tile};
use std::collections::BTreeSet;

type P = (i64, i64);
/// A fraction: numerator, and denominator above 0.
type Q = (i64, i64);

fn below(a: Q, b: Q) -> bool {
    a.0 * b.1 < b.0 * a.1
}

/// A map as functions: how much light a cell takes, and the direction of a one-way window. Everything outside is wall.
struct Map<'a> {
    tiles: &'a Grid<Tile>,
    eye: P,
    radius: Option<i64>,
    /// Rule at the edge of the map.
    edge: Edge,
    seen: BTreeSet<P>,
}

impl Map<'_> {
    fn inside(&self, (x, y): P) -> bool {
        let size = self.tiles.size();
        (0..size.width as i64).contains(&x) && (0..size.height as i64).contains(&y)
    }

    fn tile(&self, (x, y): P) -> Tile {
        if self.inside((x, y)) { self.tiles[Cell::new(x as u16, y as u16)] } else { Tile::Wall }
    }

    fn takes(&self, at: P) -> i64 {
        self.tile(at).info().opacity as i64
    }

    fn wall(&self, at: P) -> bool {
        self.takes(at) == 255
    }

    /// Marks a cell as seen if it is inside the map and within the radius; `rim` includes the radius itself.
    fn mark(&mut self, at: P, rim: bool) {
        let d = (at.0 - self.eye.0).pow(2) + (at.1 - self.eye.1).pow(2);
        let near = self.radius.is_none_or(|r| if rim { d <= r * r } else { d < r * r });
        if self.inside(at) && near {
            self.seen.insert(at);
        }
    }

    fn most(&self) -> i64 {
        self.radius.unwrap_or(60)
    }
}

/// Scans row by row, with all wedges of a row together, like the crate. Octants are matrices.
fn recursive(map: &mut Map<'_>) {
    for (a, b, c, d) in matrices() {
        let mut wedges: Vec<(Q, bool, Q, i64)> = vec![((0, 1), true, (1, 1), 255)];
        for depth in 1..=map.most() {
            let mut next = Vec::new();
            for (min, inclusive, max, light) in wedges {
                let first = (2 * depth * min.0 + min.1).div_euclid(2 * min.1) + i64::from(!inclusive);
                let last = (2 * depth * max.0 + max.1 - 1).div_euclid(2 * max.1);
                let at = |l: i64| (map.eye.0 + l * a + depth * b, map.eye.1 + l * c + depth * d);
                let cells: Vec<(i64, P)> = (first..=last).map(|l| (l, at(l))).filter(|&(_, p)| map.inside(p)).collect();
                let left: Vec<i64> = cells.iter().map(|&(_, p)| (light - map.takes(p)).max(0)).collect();
                let (mut min, mut inclusive) = (min, inclusive);
                for (i, &(l, p)) in cells.iter().enumerate() {
                    map.mark(p, true);
                    if i > 0 && left[i] != left[i - 1] {
                        let cut = (2 * l - 1, if left[i] < left[i - 1] { 2 * depth + 1 } else { 2 * depth - 1 });
                        next.push((min, inclusive, cut, left[i - 1]));
                        (min, inclusive) = (cut, false);
                    }
                }
                if let Some(&light) = left.last() {
                    next.push((min, inclusive, max, light));
                }
            }
            next.retain(|w| w.3 > 0 && w.0.0 * w.2.1 != w.2.0 * w.0.1);
            wedges = next;
        }
    }
}

/// Maps (lateral, depth) to (x, y), for all eight octants.
fn matrices() -> [(i64, i64, i64, i64); 8] {
    [
        (1, 0, 0, -1),
        (0, 1, -1, 0),
        (0, 1, 1, 0),
        (1, 0, 0, 1),
        (-1, 0, 0, 1),
        (0, -1, 1, 0),
        (0, -1, -1, 0),
        (-1, 0, 0, -1),
    ]
}

/// Uses floating-point divisions, as the game did.
fn strips(map: &mut Map<'_>) {
    let size = map.tiles.size();
    for (vertical, sign) in [(true, -1), (true, 1), (false, -1), (false, 1)] {
        for whole in [(-1.0, 0.0), (0.0, 1.0)] {
            let mut stack = vec![(whole.0, whole.1, 1i64, 255)];
            while let Some((mut min, max, depth, light)) = stack.pop() {
                let (d, at) = (depth as f64, if vertical { map.eye.0 } else { map.eye.1 });
                let bends = map.edge == Edge::Bend;
                if map.radius.is_some_and(|r| d > std::f64::consts::SQRT_2 * r as f64 && !bends) || depth > 60 {
                    continue;
                }
                let eye = at as f64 + 0.5;
                let ends = |slope: f64| [eye + slope * (d - 0.5), eye + slope * (d + 0.5)];
                let first = ends(min).into_iter().fold(f64::MAX, f64::min).floor() as i64;
                let last = (ends(max).into_iter().fold(f64::MIN, f64::max) - 1.0).ceil() as i64;
                let wide = if vertical { size.width } else { size.height } as i64;
                let mut before: Option<i64> = None;
                let across = (if vertical { map.eye.1 } else { map.eye.0 }) + sign * depth;
                if across < 0 || across >= (if vertical { size.height } else { size.width }) as i64 {
                    continue;
                }
                let (start, stop) = match map.edge {
                    Edge::End if first > wide - 1 || last < 0 => continue,
                    Edge::ReadOn => (first.max(0), last.min(wide)),
                    Edge::End | Edge::Bend => (0.max(first).min(wide - 1), 0.max(last).min(wide - 1)),
                };
                for i in start..=stop {
                    let (x, y) = if vertical { (i, across) } else { (across, i) };
                    // The game has its cells in one list, row after row.
                    let place = y * size.width as i64 + x;
                    let p = (place % size.width as i64, place / size.width as i64);
                    map.mark(p, false);
                    let now = (light - map.takes(p)).max(0);
                    if let Some(was) = before.filter(|&was| was != now) {
                        let slopes = [(i as f64 - eye) / (d - 0.5), (i as f64 - eye) / (d + 0.5)];
                        let (outer, inner) = (slopes[0].min(slopes[1]), slopes[0].max(slopes[1]));
                        if was > 0 {
                            stack.push((min, outer, depth + 1, was));
                        }
                        if now > 0 {
                            min = if was == 0 { inner } else { outer };
                        }
                    }
                    before = Some(now);
                }
                if let Some(now) = before.filter(|&now| now > 0) {
                    stack.push((min, max, depth + 1, now));
                }
            }
        }
    }
}

fn symmetric(map: &mut Map<'_>, quadrant: (i64, i64, i64, i64), depth: i64, mut start: Q, end: Q) {
    if depth > map.most() {
        return;
    }
    let (a, b, c, d) = quadrant;
    let (eye, n) = (map.eye, depth);
    let at = |col: i64| (eye.0 + col * a + n * b, eye.1 + col * c + n * d);
    let up = |q: Q| (2 * n * q.0 + q.1).div_euclid(2 * q.1);
    let down = |q: Q| -((-2 * n * q.0 + q.1).div_euclid(2 * q.1));
    let mut before = None;
    for col in up(start)..=down(end) {
        let wall = map.wall(at(col));
        if wall || (!below((col, 1), (n * start.0, start.1)) && !below((n * end.0, end.1), (col, 1))) {
            map.mark(at(col), true);
        }
        match (before, wall) {
            (Some(true), false) => start = (2 * col - 1, 2 * n),
            (Some(false), true) => symmetric(map, quadrant, n + 1, start, (2 * col - 1, 2 * n)),
            _ => {}
        }
        before = Some(wall);
    }
    if before == Some(false) {
        symmetric(map, quadrant, n + 1, start, end);
    }
}

/// The classic algorithm, with dx from −j to 0 and dy = −j.
fn bergstrom(map: &mut Map<'_>, m: (i64, i64, i64, i64), row: i64, mut start: Q, end: Q) {
    if below(start, end) {
        return;
    }
    let mut new_start = start;
    for j in row..=map.most() {
        let mut blocked = false;
        for dx in -j..=0 {
            // (dx − ½) / (dy + ½) and (dx + ½) / (dy − ½) with dy = −j.
            let (left, right) = ((1 - 2 * dx, 2 * j - 1), (-1 - 2 * dx, 2 * j + 1));
            if below(start, right) {
                continue;
            }
            if below(left, end) {
                break;
            }
            let at = (map.eye.0 - dx * m.0 + j * m.1, map.eye.1 - dx * m.2 + j * m.3);
            map.mark(at, false);
            let wall = map.wall(at);
            if blocked {
                if wall {
                    new_start = right;
                } else {
                    (blocked, start) = (false, new_start);
                }
            } else if wall && j < map.most() {
                blocked = true;
                bergstrom(map, m, j + 1, start, left);
                new_start = right;
            }
        }
        if blocked {
            break;
        }
    }
}

fn cross(a: P, b: P) -> i64 {
    a.0 * b.1 - a.1 * b.0
}

fn portal(map: &mut Map<'_>, at: P, wedge: Option<(P, P)>, going: P) {
    let (dx, dy) = (2 * (at.0 - map.eye.0), 2 * (at.1 - map.eye.1));
    let reach = 2 * map.radius.unwrap_or(20);
    if !map.inside(at) || dx * dx + dy * dy > reach * reach {
        return;
    }
    let way = map.tile(at).info().sight.map(Dir::offset);
    if wedge.is_some() && way.is_some_and(|w| (w.0 as i64, w.1 as i64) == (-going.0, -going.1)) {
        return;
    }
    map.seen.insert(at);
    if wedge.is_some() && map.wall(at) && way.is_none() {
        return;
    }
    for (cx, cy) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
        let corner = (dx + cx, dy + cy);
        let beside = (at.0 + cx, at.1 + cy);
        if wedge.is_none_or(|(l, r)| cross(l, corner) >= 0 && cross(corner, r) >= 0) && map.inside(beside) {
            map.seen.insert(beside);
        }
    }
    for (n, l, r) in [
        ((1, 0), (1, -1), (1, 1)),
        ((0, 1), (1, 1), (-1, 1)),
        ((-1, 0), (-1, 1), (-1, -1)),
        ((0, -1), (-1, -1), (1, -1)),
    ] {
        let (mut left, mut right) = ((dx + l.0, dy + l.1), (dx + r.0, dy + r.1));
        if let Some((wl, wr)) = wedge {
            if cross(wl, left) < 0 {
                left = wl;
            }
            if cross(right, wr) < 0 {
                right = wr;
            }
        }
        if cross(left, right) > 0 {
            portal(map, (at.0 + n.0, at.1 + n.1), Some((left, right)), n);
        }
    }
}

pub fn oracle(tiles: &Grid<Tile>, look: &Look) -> BTreeSet<P> {
    let eye = (look.eye.x as i64, look.eye.y as i64);
    let mut map = Map { tiles, eye, radius: look.radius.map(i64::from), edge: look.edge, seen: BTreeSet::from([eye]) };
    match look.variant {
        Variant::Recursive => recursive(&mut map),
        Variant::Strips => strips(&mut map),
        Variant::Symmetric => {
            for quadrant in [(1, 0, 0, -1), (0, 1, 1, 0), (1, 0, 0, 1), (0, -1, 1, 0)] {
                symmetric(&mut map, quadrant, 1, (-1, 1), (1, 1));
            }
        }
        Variant::Bergstrom => matrices().into_iter().for_each(|m| bergstrom(&mut map, m, 1, (1, 1), (0, 1))),
        Variant::Portal => portal(&mut map, eye, None, (0, 0)),
    }
    map.seen
}

pub fn seen(sight: &Sight) -> BTreeSet<P> {
    sight.cells().iter().map(|c| (c.x as i64, c.y as i64)).collect()
}

#[test]
fn every_variant_agrees_with_its_oracle() {
    let mut dice = Rng::new(11);
    let mut sight = Sight::default();
    for _ in 0..5000 {
        let tiles = random_map(&mut dice, 16);
        let eye = any_cell(&mut dice, tiles.size());
        let radius = [None, Some(dice.below(9) as u32)][dice.below(2) as usize];
        for variant in Variant::ALL {
            let look = Look { radius, ..Look::new(variant, eye) };
            sight.look(&tiles, &look);
            assert_eq!(seen(&sight), oracle(&tiles, &look), "{look:?}\n{}", drawn(&tiles));
        }
    }
}

/// Strips with each of the three rules for the edge of the map agree with the oracle, on random maps, with and without
/// a radius.
#[test]
fn strips_at_the_edge_agree_with_their_oracle() {
    let mut dice = Rng::new(12);
    let mut sight = Sight::default();
    let mut changed = [0; Edge::ALL.len()];
    for _ in 0..2000 {
        let tiles = random_map(&mut dice, 16);
        let eye = any_cell(&mut dice, tiles.size());
        let radius = [None, Some(dice.below(9) as u32)][dice.below(2) as usize];
        let cured = Look { radius, ..Look::new(Variant::Strips, eye) };
        for (edge, changed) in Edge::ALL.into_iter().zip(&mut changed) {
            let look = Look { edge, ..cured };
            sight.look(&tiles, &look);
            assert_eq!(seen(&sight), oracle(&tiles, &look), "{look:?}\n{}", drawn(&tiles));
            *changed += u32::from(seen(&sight) != oracle(&tiles, &cured));
            // Bent light also lights cells on the edge of the map, and hides nothing.
            if edge == Edge::Bend {
                assert!(seen(&sight).is_superset(&oracle(&tiles, &cured)), "{look:?}\n{}", drawn(&tiles));
            }
        }
    }
    assert!(changed[0] == 0 && changed[1..].iter().all(|&n| (100..1200).contains(&n)), "{changed:?} of 2000 views");
}

/// Counts the views on the maps of the vectors that the bug changes, for the two kinds of viewers of *Skeleton Crew*:
/// the player with a radius of 15 cells, and guards with 20.
#[test]
fn edge_bug_changes_some_views_of_the_vectors() {
    let text = include_str!("../data/vectors/shadowcast.jsonl");
    let (mut views, mut changed) = ([0, 0], [0, 0]);
    let mut sight = Sight::default();
    for line in text.lines() {
        let vector: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let bytes = vector["scene"].to_string();
        let scene = read_bytes("vector.scene.json", bytes.as_bytes(), &Options::default()).expect("a scene").scene;
        let eye = scene.of_kind(ActorKind::Viewer).next().expect("a viewer").at;
        for (who, radius) in [15, 20].into_iter().enumerate() {
            let cured = Look { radius: Some(radius), ..Look::new(Variant::Strips, eye) };
            let look = Look { edge: Edge::Bend, ..cured };
            sight.look(&scene.tiles, &look);
            let wrong = seen(&sight);
            assert_eq!(wrong, oracle(&scene.tiles, &look), "{look:?}");
            sight.look(&scene.tiles, &cured);
            views[who] += 1;
            changed[who] += u32::from(wrong != seen(&sight));
        }
    }
    assert_eq!((views, changed), ([120, 120], [50, 50]));
}

/// The smallest map with the bug, and the hall of the lesson, in both directions: the cells that the bug lights, drawn.
#[test]
fn edge_bug_bends_vision_round_the_map_edge() {
    let lit = |rows: &[&str], eye: Cell, edge: Edge| -> Vec<String> {
        let size = gridscope::trace::geometry::Size::new(rows[0].len() as u16, rows.len() as u16);
        let mut tiles = Grid::new(size, Tile::Floor);
        for cell in size.cells() {
            if rows[usize::from(cell.y)].as_bytes()[usize::from(cell.x)] == b'#' {
                tiles[cell] = Tile::Wall;
            }
        }
        let mut sight = Sight::default();
        let look = Look { edge, ..Look::new(Variant::Strips, eye).within(8) };
        sight.look(&tiles, &look);
        assert_eq!(seen(&sight), oracle(&tiles, &look));
        sight.rows()
    };
    let small = ["...", ".#.", "..."];
    assert_eq!(lit(&small, Cell::new(2, 1), Edge::End), ["011", "011", "011"]);
    assert_eq!(lit(&small, Cell::new(2, 1), Edge::Bend), ["111", "011", "111"]);
    let hall = [".........", ".........", ".#.......", ".........", ".........", "........."];
    let count = |edge| lit(&hall, Cell::new(0, 2), edge).concat().matches('1').count();
    assert_eq!(count(Edge::Bend) - count(Edge::End), 9);
}
