//! A second implementation of auto chess, with another structure: boards as lists, records in maps, jumps by recursion,
//! and single decisions directly from its page.

use gridscope::algorithms::autochess::{Board, Place, join};
use gridscope::trace::{Cell, Grid, Rng, Scene, Size, Tile};
use serde_json::json;
use std::collections::BTreeMap;

pub type P = (i32, i32);

/// A board for the oracles: x to the right, y upward, both from 1, as in the game.
pub struct Plain {
    pub width: i32,
    pub height: i32,
    pub blocked: Vec<P>,
}

impl Plain {
    pub fn free(&self, (x, y): P) -> bool {
        (1..=self.width).contains(&x) && (1..=self.height).contains(&y) && !self.blocked.contains(&(x, y))
    }

    pub fn steps(&self, (x, y): P) -> Vec<P> {
        let mut all = Vec::new();
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let squeezed = dx != 0 && dy != 0 && !self.free((x + dx, y)) && !self.free((x, y + dy));
            if self.free((x + dx, y + dy)) && !squeezed {
                all.push((x + dx, y + dy));
            }
        }
        all
    }

    pub fn random(dice: &mut Rng, most: u64) -> Self {
        let (width, height) = (1 + dice.below(most) as i32, 1 + dice.below(most) as i32);
        let dense = dice.below(50);
        let all = (1..=width).flat_map(|x| (1..=height).map(move |y| (x, y)));
        let blocked = all.filter(|_| dice.below(100) < dense).collect();
        Self { width, height, blocked }
    }

    pub fn any(&self, dice: &mut Rng) -> P {
        (1 + dice.below(self.width as u64) as i32, 1 + dice.below(self.height as u64) as i32)
    }

    pub fn board(&self, start: P) -> Board {
        let size = Size::new(self.width as u16, self.height as u16);
        let cell = |p: P| Cell::new((p.0 - 1) as u16, (self.height - p.1) as u16);
        let mut tiles = Grid::new(size, Tile::Floor);
        for &p in &self.blocked {
            tiles[cell(p)] = Tile::Wall;
        }
        Board::new(&tiles, std::iter::empty(), cell(start))
    }
}

pub const fn place(p: P) -> Place {
    Place::new(p.0 - 1, p.1 - 1)
}

pub fn counted(places: &[Place]) -> Vec<P> {
    places.iter().map(|p| (p.x + 1, p.y + 1)).collect()
}

pub fn length(nodes: &[P]) -> f64 {
    nodes.windows(2).map(|l| f64::from(l[1].0 - l[0].0).hypot(f64::from(l[1].1 - l[0].1))).sum()
}

/// Returns distances from a place, by relaxing everything until nothing changes.
pub fn distances(plain: &Plain, start: P) -> BTreeMap<P, f64> {
    let mut all = BTreeMap::from([(start, 0.0)]);
    loop {
        let mut changed = false;
        for (at, d) in all.clone() {
            for next in plain.steps(at) {
                let there = d + length(&[at, next]);
                if all.get(&next).is_none_or(|&old| there < old - 1e-9) {
                    all.insert(next, there);
                    changed = true;
                }
            }
        }
        if !changed {
            return all;
        }
    }
}

/// Asserts that every cell of a path of legs is free, and that no diagonal step passes between two blocked cells.
pub fn check_legs(plain: &Plain, nodes: &[P], context: &str) {
    for leg in nodes.windows(2) {
        let (dx, dy) = (leg[1].0 - leg[0].0, leg[1].1 - leg[0].1);
        assert!((dx == 0 || dy == 0 || dx.abs() == dy.abs()) && (dx, dy) != (0, 0), "{context}: {leg:?}");
        let mut at = leg[0];
        while at != leg[1] {
            let next = (at.0 + dx.signum(), at.1 + dy.signum());
            assert!(plain.steps(at).contains(&next), "{context}: the step {at:?} to {next:?}");
            at = next;
        }
    }
}

/// A second implementation of the library with another structure: records in maps, jumps by recursion, the heap by its
/// numbers.
struct Library<'a> {
    plain: &'a Plain,
    goal: P,
    f: BTreeMap<P, f64>,
    heap: Vec<P>,
}

impl Library<'_> {
    fn up(&mut self, i: usize) {
        if i > 1 && (self.f[&self.heap[i / 2]] >= self.f[&self.heap[i]]) {
            self.heap.swap(i, i / 2);
            self.up(i / 2);
        }
    }

    fn down(&mut self, i: usize) {
        let last = self.heap.len() - 1;
        let smaller = match (2 * i, 2 * i + 1) {
            (left, _) if left > last => return,
            (left, right) if right > last => left,
            (left, right) if self.f[&self.heap[left]] < self.f[&self.heap[right]] => left,
            (_, right) => right,
        };
        if self.f[&self.heap[i]] >= self.f[&self.heap[smaller]] {
            self.heap.swap(i, smaller);
            self.down(smaller);
        }
    }

    fn jump(&self, at: P, from: P) -> Option<P> {
        let free = |x: i32, y: i32| self.plain.free((x, y));
        let ((x, y), dx, dy) = (at, at.0 - from.0, at.1 - from.1);
        if !free(x, y) {
            return None;
        }
        if at == self.goal {
            return Some(at);
        }
        let forced = match (dx, dy) {
            (0, _) => free(x + 1, y + dy) && !free(x + 1, y) || free(x - 1, y + dy) && !free(x - 1, y),
            (_, 0) => free(x + dx, y + 1) && !free(x, y + 1) || free(x + dx, y - 1) && !free(x, y - 1),
            _ => free(x - dx, y + dy) && !free(x - dx, y) || free(x + dx, y - dy) && !free(x, y - dy),
        };
        if forced {
            return Some(at);
        }
        if dx != 0 && dy != 0 {
            if self.jump((x + dx, y), at).is_some() || self.jump((x, y + dy), at).is_some() {
                return Some(at);
            }
            if !free(x + dx, y) && !free(x, y + dy) {
                return None;
            }
        }
        self.jump((x + dx, y + dy), at)
    }

    fn neighbours(&self, (x, y): P, parent: Option<P>) -> Vec<P> {
        let free = |dx: i32, dy: i32| self.plain.free((x + dx, y + dy));
        let Some((px, py)) = parent else {
            let order = [(1, 0), (-1, 0), (0, 1), (0, -1), (-1, -1), (1, -1), (-1, 1), (1, 1)];
            let steps = self.plain.steps((x, y));
            return order.iter().map(|d| (x + d.0, y + d.1)).filter(|n| steps.contains(n)).collect();
        };
        let (dx, dy) = ((x - px).signum(), (y - py).signum());
        let list: Vec<(bool, P)> = if dx == 0 {
            let on = free(0, dy);
            vec![(on, (0, dy)), (on && !free(1, 0), (1, dy)), (on && !free(-1, 0), (-1, dy))]
        } else if dy == 0 {
            let on = free(dx, 0);
            vec![(on, (dx, 0)), (on && !free(0, 1), (dx, 1)), (on && !free(0, -1), (dx, -1))]
        } else {
            let (a, b) = (free(0, dy), free(dx, 0));
            vec![
                (a, (0, dy)),
                (b, (dx, 0)),
                (a || b, (dx, dy)),
                (!free(-dx, 0) && a, (-dx, dy)),
                (!free(0, -dy) && b, (dx, -dy)),
            ]
        };
        list.into_iter().filter(|l| l.0).map(|(_, d)| (x + d.0, y + d.1)).collect()
    }
}

pub fn library(plain: &Plain, start: P, goal: P) -> Option<Vec<P>> {
    let mut me = Library { plain, goal, f: BTreeMap::from([(start, 0.0)]), heap: vec![start, start] };
    let mut g = BTreeMap::from([(start, 0.0)]);
    let mut parents: BTreeMap<P, P> = BTreeMap::new();
    let mut closed = Vec::new();
    while me.heap.len() > 1 {
        let at = me.heap.swap_remove(1);
        if me.heap.len() > 1 {
            me.down(1);
        }
        closed.push(at);
        if at == goal {
            let mut nodes = vec![at];
            while let Some(&parent) = parents.get(&nodes[nodes.len() - 1]) {
                nodes.push(parent);
            }
            nodes.reverse();
            return Some(nodes);
        }
        for next in me.neighbours(at, parents.get(&at).copied()).into_iter().rev() {
            let Some(point) = me.jump(next, at).filter(|p| !closed.contains(p)) else { continue };
            let (dx, dy) = (f64::from(point.0 - at.0), f64::from(point.1 - at.1));
            let there = g[&at] + (dx * dx + dy * dy).sqrt();
            let old = g.get(&point).copied();
            if old.is_none_or(|old| there < old) {
                g.insert(point, there);
                parents.insert(point, at);
                let h = (point.0 - goal.0).abs() + (point.1 - goal.1).abs();
                me.f.insert(point, there + f64::from(h));
                let i = me.heap.iter().skip(1).position(|p| *p == point).map_or(me.heap.len(), |i| i + 1);
                if old.is_none() {
                    me.heap.push(point);
                } else {
                    me.down(i);
                }
                me.up(i);
            }
        }
    }
    None
}

/// Converts a scene for the oracles: its tiles, with units as obstacles except for the active one, and the units.
pub fn plain(scene: &Scene, active: usize) -> (Plain, Vec<P>) {
    let size = scene.size();
    let point = |c: Cell| (i32::from(c.x) + 1, i32::from(size.height) - i32::from(c.y));
    let units: Vec<P> = scene.actors.iter().map(|a| point(a.at)).collect();
    let solid = |c: &Cell| matches!(scene.tiles[*c], Tile::Wall | Tile::DoorLocked | Tile::OneWayN);
    let mut blocked: Vec<P> = size.cells().filter(solid).map(point).collect();
    blocked.extend(&units);
    blocked.retain(|&p| p != units[active]);
    (Plain { width: size.width.into(), height: size.height.into(), blocked }, units)
}

pub fn squared(a: P, b: P) -> i64 {
    let square = |n: i32| i64::from(n) * i64::from(n);
    square(a.0 - b.0) + square(a.1 - b.1)
}

/// Returns the expected decision, from the page alone: target, hop, alternative and answer.
pub fn decided(scene: &Scene, active: usize) -> [Option<P>; 4] {
    let (plain, units) = plain(scene, active);
    let (me, team) = (units[active], scene.actors[active].team());
    let length = i64::from(scene.actors[active].range().unwrap_or(210)) - 24;
    let on = |name: &str| scene.run.params.0.get(name) != Some(&json!(false));
    let foes: Vec<P> = units.iter().zip(&scene.actors).filter(|(_, a)| a.team() != team).map(|(&p, _)| p).collect();
    let mut rows = Vec::new();
    for x in 1..=plain.width {
        for y in 1..=plain.height {
            let reached = length > 0 && foes.iter().any(|&e| 16_384 * squared((x, y), e) < length * length);
            if !reached || (x, y) == me || !plain.free((x, y)) {
                continue;
            }
            let Some(nodes) = library(&plain, me, (x, y)) else { continue };
            let places: Vec<Place> = nodes.iter().map(|&p| place(p)).collect();
            rows.push(((x, y), counted(&join(&places, |_, _, _| ()))[1]));
        }
    }
    // The first of the smallest, as `min_by_key` returns it.
    let stock = rows.iter().min_by_key(|r| squared(r.0, me)).copied();
    let clean = |r: &&(P, P)| (r.0.0 - me.0).abs() == (r.0.1 - me.1).abs() && (!on("reach") || r.0 == r.1);
    let alt = rows.iter().filter(clean).min_by_key(|r| squared(r.0, me)).map(|r| r.1);
    let hop = match (stock, alt) {
        (Some((_, hop)), Some(alt))
            if (!on("near") || 16_384 * squared(alt, hop) < 40_000)
                && (!on("far") || 16_384 * squared(alt, me) > 40_000) =>
        {
            Some(alt)
        }
        _ => stock.map(|s| s.1),
    };
    [stock.map(|s| s.0), stock.map(|s| s.1), alt, hop]
}

/// The expected answer of the rule of fewest jumps.
pub struct Fewest {
    pub target: P,
    pub hop: P,
    pub jumps: u64,
}

/// Returns all cells that one jump reaches, in the order of directions, nearer ones first.
fn jumps_from(plain: &Plain, from: P) -> Vec<P> {
    let mut all = Vec::new();
    for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
        let mut at = from;
        while plain.steps(at).contains(&(at.0 + dx, at.1 + dy)) {
            at = (at.0 + dx, at.1 + dy);
            all.push(at);
        }
    }
    all
}

/// Returns the number of jumps to every cell, by adding to a set until nothing is new.
fn jumps_to(plain: &Plain, from: P) -> BTreeMap<P, u64> {
    let mut all = BTreeMap::from([(from, 0)]);
    for jumps in 1.. {
        let near: Vec<P> = all.keys().flat_map(|&at| jumps_from(plain, at)).filter(|p| !all.contains_key(p)).collect();
        if near.is_empty() {
            break;
        }
        all.extend(near.into_iter().map(|p| (p, jumps)));
    }
    all
}

/// Applies the rule of fewest jumps, from the page alone. Finds the goal by sorting all cells. The first jump is the
/// first one, in the order of jumps, from which the rest is one jump shorter.
pub fn fewest(scene: &Scene, active: usize) -> Option<Fewest> {
    let (plain, units) = plain(scene, active);
    let (me, team) = (units[active], scene.actors[active].team());
    let length = i64::from(scene.actors[active].range().unwrap_or(210)) - 24;
    let foes: Vec<P> = units.iter().zip(&scene.actors).filter(|(_, a)| a.team() != team).map(|(&p, _)| p).collect();
    let all = jumps_to(&plain, me);
    let reached = |p: &P| length > 0 && foes.iter().any(|&e| 16_384 * squared(*p, e) < length * length);
    let goals = all.iter().filter(|(p, jumps)| **jumps > 0 && reached(p));
    let (&target, &jumps) = goals.min_by_key(|(p, jumps)| (**jumps, squared(**p, me), **p))?;
    let back = jumps_to(&plain, target);
    let hop = jumps_from(&plain, me).into_iter().find(|p| back.get(p) == Some(&(jumps - 1)))?;
    Some(Fewest { target, hop, jumps })
}
