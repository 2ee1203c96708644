//! The five fields of view against oracles that share no code with them, and their properties, on random maps.

mod common;

use gridscope::core::algorithms::shadowcast::{Look, Shape, Sight, Variant, asymmetric_pairs};
use gridscope::core::geometry::{Cell, Size};
use gridscope::core::grid::Grid;
use gridscope::core::rng::Rng;
use gridscope::core::terrain::Tile;
use std::collections::{BTreeMap, BTreeSet};

type P = (i64, i64);
/// A fraction: numerator, denominator above 0.
type Q = (i64, i64);

fn below(a: Q, b: Q) -> bool {
    a.0 * b.1 < b.0 * a.1
}

/// A map as a function: how much light a cell takes, and the way of a one-way window. Outside all is wall.
struct Map<'a> {
    tiles: &'a Grid<Tile>,
    eye: P,
    radius: Option<i64>,
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

    /// Seen if inside and nearer than, or at, the radius.
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

/// Rows first, all wedges of a row together, as the crate does; octants by matrices.
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

/// (lateral, depth) to (x, y), for all eight octants.
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

/// With divisions of floats, as the game did.
fn strips(map: &mut Map<'_>) {
    let size = map.tiles.size();
    for (vertical, sign) in [(true, -1), (true, 1), (false, -1), (false, 1)] {
        for whole in [(-1.0, 0.0), (0.0, 1.0)] {
            let mut stack = vec![(whole.0, whole.1, 1i64, 255)];
            while let Some((mut min, max, depth, light)) = stack.pop() {
                let (d, at) = (depth as f64, if vertical { map.eye.0 } else { map.eye.1 });
                if map.radius.is_some_and(|r| d > std::f64::consts::SQRT_2 * r as f64) || depth > 60 {
                    continue;
                }
                let eye = at as f64 + 0.5;
                let ends = |slope: f64| [eye + slope * (d - 0.5), eye + slope * (d + 0.5)];
                let first = ends(min).into_iter().fold(f64::MAX, f64::min).floor() as i64;
                let last = (ends(max).into_iter().fold(f64::MIN, f64::max) - 1.0).ceil() as i64;
                let wide = if vertical { size.width } else { size.height } as i64;
                let mut before: Option<i64> = None;
                for i in first.max(0)..=last.min(wide - 1) {
                    let p = if vertical { (i, map.eye.1 + sign * depth) } else { (map.eye.0 + sign * depth, i) };
                    if !map.inside(p) {
                        continue;
                    }
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

/// The classic, with dx from −j to 0 and dy = −j.
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
    let way = map.tile(at).info().sight.map(|d| d.offset());
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

fn oracle(tiles: &Grid<Tile>, look: &Look) -> BTreeSet<P> {
    let eye = (look.eye.x as i64, look.eye.y as i64);
    let mut map = Map { tiles, eye, radius: look.radius.map(i64::from), seen: BTreeSet::from([eye]) };
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

fn seen(sight: &Sight) -> BTreeSet<P> {
    sight.cells().iter().map(|c| (c.x as i64, c.y as i64)).collect()
}

/// A random map: open, cave-like or crowded; some with bushes and windows.
fn random_map(dice: &mut Rng, most: u64) -> Grid<Tile> {
    let size = Size::new(1 + dice.below(most) as u16, 1 + dice.below(most) as u16);
    let mut tiles = Grid::new(size, Tile::Floor);
    let share = [3, 10, 25, 45][dice.below(4) as usize];
    let odd = dice.below(3) == 0;
    let odds = [Tile::Bush, Tile::Bush, Tile::OneWayN, Tile::OneWayE, Tile::OneWayS, Tile::OneWayW, Tile::Window];
    for c in size.cells() {
        if dice.below(100) < share {
            tiles[c] = if odd { odds[dice.below(odds.len() as u64) as usize] } else { Tile::Wall };
        }
    }
    tiles
}

fn any_cell(dice: &mut Rng, size: Size) -> Cell {
    size.cell(dice.below(size.area() as u64) as usize)
}

fn drawn(tiles: &Grid<Tile>) -> String {
    tiles.rows().map(|r| r.iter().map(|t| t.info().glyph).collect::<String>() + "\n").collect()
}

#[test]
fn every_variant_agrees_with_its_oracle() {
    let mut dice = Rng::new(11);
    let mut sight = Sight::default();
    for _ in 0..1500 {
        let tiles = random_map(&mut dice, 16);
        let eye = any_cell(&mut dice, tiles.size());
        let radius = [None, Some(dice.below(9) as u32)][dice.below(2) as usize];
        for variant in Variant::ALL {
            let look = Look { eye, radius, variant, shape: Shape::Circle };
            sight.look(&tiles, &look);
            assert_eq!(seen(&sight), oracle(&tiles, &look), "{look:?}\n{}", drawn(&tiles));
        }
    }
}

#[test]
fn the_eye_is_seen_and_nothing_beyond_the_radius() {
    let mut dice = Rng::new(12);
    let mut sight = Sight::default();
    for _ in 0..2000 {
        let tiles = random_map(&mut dice, 24);
        let size = tiles.size();
        let (eye, radius) = (any_cell(&mut dice, size), dice.below(12) as u32);
        for variant in Variant::ALL {
            for shape in [Shape::Circle, Shape::Square, Shape::Diamond] {
                let look = Look { eye, radius: Some(radius), variant, shape };
                sight.look(&tiles, &look);
                assert!(sight.sees(eye));
                let near = |c: Cell| {
                    let (dx, dy) = (c.x as i32 - eye.x as i32, c.y as i32 - eye.y as i32);
                    look.measured().measure(dx, dy) <= look.most()
                };
                for &cell in sight.cells().iter().skip(1) {
                    // Portal's diagonal marks are not tested against the radius; they touch a cell that is.
                    let touches = |c: &Cell| c.x.abs_diff(cell.x) == 1 && c.y.abs_diff(cell.y) == 1 && near(*c);
                    let marked = variant == Variant::Portal && (sight.cells().iter().any(touches));
                    assert!(near(cell) || marked, "{look:?} {cell}");
                }
                // A smaller radius never shows more, light apart: what is scanned does not depend on what is in range.
                let few = seen(&sight);
                sight.look(&tiles, &Look { radius: Some(radius + 1), ..look });
                assert!(few.is_subset(&seen(&sight)), "{look:?}");
            }
        }
    }
}

#[test]
fn symmetric_has_no_asymmetric_floor_pair_and_pairs_are_what_they_say() {
    let mut dice = Rng::new(13);
    let mut sight = Sight::default();
    let mut found: BTreeMap<Variant, u64> = BTreeMap::new();
    for round in 0..400 {
        let tiles = random_map(&mut dice, 12);
        let size = tiles.size();
        let radius = [None, Some(4)][dice.below(2) as usize];
        for variant in Variant::ALL {
            if variant != Variant::Symmetric && round >= 80 {
                continue;
            }
            let look = Look { eye: Cell::default(), radius, variant, shape: Shape::Circle };
            let pairs = asymmetric_pairs(&tiles, &look, usize::MAX).expect("a small map");
            assert_eq!(pairs.total, pairs.pairs.len() as u64);
            *found.entry(variant).or_default() += pairs.total;
            if variant == Variant::Symmetric {
                assert_eq!(pairs.total, 0, "{radius:?}\n{}", drawn(&tiles));
                continue;
            }
            let floors: Vec<Cell> = size.cells().filter(|&c| tiles[c].info().opacity < 255).collect();
            let mut sees = |a: Cell, b: Cell| {
                sight.look(&tiles, &Look { eye: a, ..look });
                sight.sees(b)
            };
            let mut slowly = Vec::new();
            for &a in floors.iter().step_by(5) {
                slowly.extend(floors.iter().filter(|&&b| sees(a, b) && !sees(b, a)).map(|&b| (a, b)));
            }
            let chosen: BTreeSet<Cell> = floors.iter().step_by(5).copied().collect();
            let quickly: Vec<_> = pairs.pairs.iter().filter(|p| chosen.contains(&p.0)).copied().collect();
            assert_eq!(quickly, slowly, "{variant:?}\n{}", drawn(&tiles));
        }
    }
    for variant in Variant::ALL {
        assert_eq!(found[&variant] > 0, variant != Variant::Symmetric, "{variant:?}");
    }
}

#[test]
fn too_many_floors_are_a_sentence() {
    let open = Grid::new(Size::new(129, 128), Tile::Floor);
    let error = asymmetric_pairs(&open, &Look::new(Variant::Portal, Cell::default()), 0).expect_err("too many");
    assert!(error.contains("16512 floors") && error.contains("16384"), "{error}");
}

/// One of the eight ways to lay a map on itself: `k` & 4 swaps x and y, & 1 mirrors x, & 2 mirrors y.
fn moved(tiles: &Grid<Tile>, k: u8, place: impl Fn(Cell) -> Cell) -> Grid<Tile> {
    let size = tiles.size();
    let turned = if k & 4 == 0 { size } else { Size::new(size.height, size.width) };
    let mut out = Grid::new(turned, Tile::Floor);
    for c in size.cells() {
        out[place(c)] = tiles[c];
    }
    out
}

/// Which of the eight symmetries of the grid a rule has.
///
/// `recursive`, `bergstrom` (octants by mirror images), `symmetric` (ties round toward the middle on both sides) and
/// `portal` (corners on either side count as inside) have all eight. `strips` takes every corner on a cell's left side,
/// where its index lies: only swapping x and y leaves that as it is, and turns and mirrors show different cells.
#[test]
fn turns_and_mirrors() {
    let mut dice = Rng::new(14);
    let (mut sight, mut other) = (Sight::default(), Sight::default());
    let mut broken = BTreeSet::new();
    for _ in 0..2000 {
        let mut tiles = random_map(&mut dice, 14);
        // One-way windows would have to be turned too.
        tiles.as_mut_slice().iter_mut().filter(|t| t.info().sight.is_some()).for_each(|t| *t = Tile::Wall);
        let size = tiles.size();
        let (eye, radius) = (any_cell(&mut dice, size), [None, Some(6)][dice.below(2) as usize]);
        for k in 1..8u8 {
            let place = |c: Cell| {
                let x = if k & 1 == 0 { c.x } else { size.width - 1 - c.x };
                let y = if k & 2 == 0 { c.y } else { size.height - 1 - c.y };
                if k & 4 == 0 { Cell::new(x, y) } else { Cell::new(y, x) }
            };
            let laid = moved(&tiles, k, place);
            for variant in Variant::ALL {
                let look = Look { eye, radius, variant, shape: Shape::Circle };
                sight.look(&tiles, &look);
                other.look(&laid, &Look { eye: place(eye), ..look });
                let same = sight.cells().len() == other.cells().len()
                    && sight.cells().iter().all(|&c| other.sees(place(c)) && other.light(place(c)) == sight.light(c));
                if !same {
                    broken.insert((variant, k));
                }
            }
        }
    }
    let strips: BTreeSet<_> = [1, 2, 3, 5, 6, 7].map(|k| (Variant::Strips, k)).into();
    assert_eq!(broken, strips);
}

#[test]
fn huge_radii_and_long_maps_end() {
    let mut sight = Sight::default();
    let long = Grid::new(Size::new(16_384, 1), Tile::Floor);
    for variant in Variant::ALL {
        for radius in [None, Some(40), Some(u32::MAX)] {
            let look = Look { eye: Cell::new(9, 0), radius, variant, shape: Shape::Circle };
            sight.look(&long, &look);
            let want = match (variant, radius) {
                (Variant::Portal, None) => 9 + 1 + 20,
                (Variant::Strips | Variant::Bergstrom, Some(40)) => 9 + 1 + 39,
                (_, Some(40)) => 9 + 1 + 40,
                _ => 16_384,
            };
            assert_eq!(sight.cells().len(), want, "{look:?}");
        }
    }
}
