//! Single decisions of auto-explore against a second implementation of the page: with maps instead of arrays, decimal
//! keys, and no reuse.

use gridscope::algorithms::find;
use gridscope::trace::{Actor, ActorKind, Cell, Grid, Progress, Rng, Scene, Size, Tile};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

type P = (i32, i32);

const CARDINAL: [i32; 4] = [2, 4, 6, 8];
const DIAGONAL: [i32; 4] = [1, 3, 7, 9];

fn offset(key: i32) -> P {
    ((key - 1) % 3 - 1, 1 - (key - 1) / 3)
}

fn step(p: P, key: i32) -> P {
    (p.0 + offset(key).0, p.1 + offset(key).1)
}

/// The table of the page, computed geometrically: a node emits the cells ahead of it and to both sides of that.
fn emits(key: i32) -> (Vec<i32>, Vec<i32>) {
    let table = ["", "24 317", "2 13", "26 139", "4 17", "2468 1379", "6 39", "48 179", "8 79", "68 379"];
    let digits = |s: &str| s.chars().map(|c| c as i32 - '0' as i32).collect::<Vec<_>>();
    let (a, b) = table[key as usize].split_once(' ').expect("two lists");
    (digits(a), digits(b))
}

struct Known<'a> {
    scene: &'a Scene,
    items: BTreeSet<P>,
    exits: BTreeMap<P, bool>,
    /// Whether terrain costs count.
    rough: bool,
    costs: Costs,
}

/// Costs from the parameters.
#[derive(Clone, Copy)]
struct Costs {
    trap: u32,
    lava: u32,
    airless: u32,
    door: u32,
    weight: u32,
    diagonal: u32,
}

impl Costs {
    /// Returns the costs of the article, or small ones with which paths and keys differ by little.
    fn random(dice: &mut Rng) -> Self {
        if dice.below(2) == 0 {
            return Self { trap: 67, lava: 32, airless: 15, door: 1, weight: 10, diagonal: 1 };
        }
        let mut below = |most| dice.below(most) as u32;
        Self {
            trap: below(4),
            lava: below(4),
            airless: below(3),
            door: below(4),
            weight: below(4),
            diagonal: 1 + below(2),
        }
    }

    fn set(self, scene: &mut Scene) {
        let all = [
            ("trap-cost", self.trap),
            ("lava-cost", self.lava),
            ("airless-cost", self.airless),
            ("door-cost", self.door),
            ("door-weight", self.weight),
        ];
        for (name, cost) in all {
            scene.run.params.set(name, cost);
        }
        scene.run.params.set("dear-diagonals", self.diagonal == 2);
    }
}

impl Known<'_> {
    fn cell(&self, p: P) -> Option<Cell> {
        let inside =
            p.0 >= 0 && p.1 >= 0 && p.0 < self.scene.size().width as i32 && p.1 < self.scene.size().height as i32;
        inside.then(|| Cell::new(p.0 as u16, p.1 as u16))
    }

    /// Returns the tile of a known cell.
    fn tile(&self, p: P) -> Option<Tile> {
        let c = self.cell(p)?;
        self.scene.known.as_ref().expect("a mask")[c].then(|| self.scene.tiles[c])
    }

    fn unknown(&self, p: P) -> bool {
        self.cell(p).is_some() && self.tile(p).is_none()
    }

    fn wall(&self, p: P) -> bool {
        use Tile::{Crate, DoorLocked, Portcullis, SecretDoor, Shutter, Tree, Void, Wall, Window};
        let all = [Wall, Void, Window, Shutter, Portcullis, SecretDoor, DoorLocked, Crate, Tree];
        self.tile(p).is_some_and(|t| all.contains(&t))
    }

    fn floor(&self, p: P) -> bool {
        self.tile(p).is_some() && !self.wall(p)
    }

    fn near_unknown(&self, p: P) -> bool {
        CARDINAL.iter().chain(&DIAGONAL).any(|&k| self.unknown(step(p, k)))
    }

    /// Returns whether an unknown cell is a single one, seen from the cell that reached it first.
    fn single(&self, c: P, p: P) -> bool {
        if !self.near_unknown(c) || self.wall_or_corner(c, p) {
            return true;
        }
        let shared = [(c.0, p.1), (p.0, c.1)];
        c.0 != p.0
            && c.1 != p.1
            && shared.iter().any(|&s| {
                let m = (2 * c.0 - s.0, 2 * c.1 - s.1);
                self.wall(s) && self.wall(m) && self.floor((m.0 + p.0 - s.0, m.1 + p.1 - s.1))
            })
    }

    /// Returns whether a cell is a probable wall or corner, seen from any of the cells that reach it at the same cost.
    fn wall_or_corner(&self, c: P, p: P) -> bool {
        let (dx, dy) = (c.0 - p.0, c.1 - p.1);
        if dx == 0 || dy == 0 {
            return [(dy, dx), (-dy, -dx)].iter().all(|s| {
                let (q, r) = ((c.0 + s.0, c.1 + s.1), (p.0 + s.0, p.1 + s.1));
                (self.cell(q).is_none() || self.wall(q)) && (self.cell(r).is_none() || self.floor(r))
            });
        }
        let shared = [(c.0, p.1), (p.0, c.1)];
        shared.iter().all(|&s| self.wall(s))
    }
}

#[derive(Default)]
struct Flooded {
    value: BTreeMap<P, u32>,
    door: BTreeMap<P, u32>,
    unknown: BTreeMap<P, bool>,
    items: BTreeSet<P>,
    exits: BTreeSet<P>,
}

fn flood(k: &Known, start: P) -> Flooded {
    let mut f = Flooded::default();
    f.value.insert(start, 0);
    let mut frontier = vec![(start, 0, 5)];
    let mut slow = Vec::new();
    let mut left = None;
    for ring in 1.. {
        if frontier.is_empty() {
            frontier = std::mem::take(&mut slow);
        }
        if frontier.is_empty() {
            break;
        }
        let (mut first, mut second) = (Vec::new(), Vec::new());
        for &(p, g, key) in &frontier {
            let (a, b) = emits(key);
            first.extend(a.iter().map(|&k| (step(p, k), g + 1, k, p)));
            second.extend(b.iter().map(|&arrow| (step(p, arrow), g + k.costs.diagonal, arrow, p)));
        }
        frontier.clear();
        for (c, mut g, key, p) in first.into_iter().chain(second).filter(|a| k.cell(a.0).is_some()) {
            let Some(tile) = k.tile(c) else {
                if f.value.get(&c).is_none_or(|&v| g < v) {
                    f.value.insert(c, g);
                    f.unknown.insert(c, k.single(c, p));
                } else if f.value.get(&c) == Some(&g) && k.wall_or_corner(c, p) {
                    f.unknown.insert(c, true);
                }
                continue;
            };
            let extra = match tile {
                Tile::Trap => k.costs.trap,
                Tile::Lava => k.costs.lava.max(u32::from(k.rough && tile.info().cost > 0) * tile.info().cost),
                Tile::Water if k.rough => 4096,
                Tile::Airless | Tile::Water => k.costs.airless,
                Tile::Rubble if k.rough => 1,
                Tile::Swamp if k.rough => 3,
                Tile::Chair if k.rough => 4,
                Tile::Table | Tile::Bush if k.rough => 10,
                _ => 0,
            };
            g += extra;
            if f.value.get(&c).or_else(|| f.door.get(&c)).is_some_and(|&v| g >= v) {
                continue;
            }
            let (wall, door) = (k.wall(c), tile == Tile::Door);
            if !wall && !door {
                f.value.insert(c, g);
                // Harmful ground counts as slow, whatever it costs.
                let harm = matches!(tile, Tile::Trap | Tile::Lava | Tile::Airless | Tile::Water);
                if harm || extra > 0 { &mut slow } else { &mut frontier }.push((c, g, key));
            }
            if k.items.contains(&c) {
                f.value.insert(c, g);
                f.items.insert(c);
            } else if door && k.near_unknown(c) {
                f.door.insert(c, g);
            } else if door {
                let g = g + k.costs.door;
                if f.value.get(&c).is_none_or(|&v| g < v) {
                    f.value.insert(c, g);
                    frontier.push((c, g, key));
                }
            } else if !wall && k.exits.contains_key(&c) {
                f.exits.insert(c);
            }
        }
        let mut listed = f.unknown.keys().chain(&f.items).map(|c| f.value[c]).peekable();
        left = match left {
            Some(n) => Some(n - 1),
            None if listed.peek().is_some() && listed.all(|v| v <= ring) => Some(5),
            None => None,
        };
        if left == Some(0) {
            break;
        }
    }
    f
}

/// Returns the kind of the target, and all equal targets.
fn choose(k: &Known, f: &Flooded, start: P) -> (&'static str, Vec<P>) {
    let straight = |c: P| f64::from((c.0 - start.0).pow(2) + (c.1 - start.1).pow(2)).sqrt();
    let best = |kind, all: Vec<(f64, P)>| {
        let key = |a: &(f64, P)| (a.0, straight(a.1));
        let low = all.iter().map(key).min_by(|a, b| a.partial_cmp(b).expect("numbers")).expect("one at least");
        let same = |a: &&(f64, P)| (key(a).0 - low.0).abs() < 1e-9 && (key(a).1 - low.1).abs() < 1e-9;
        (kind, all.iter().filter(same).map(|a| a.1).collect())
    };
    let weight = f64::from(k.costs.weight);
    let lowest = f.unknown.keys().map(|c| f.value[c]).min();
    let item = f.items.iter().map(|c| f.value[c]).min();
    let plain = |cells: Vec<P>| cells.into_iter().map(|c| (straight(c), c)).collect::<Vec<_>>();
    if let Some(i) = item.filter(|&i| lowest.is_none_or(|l| i <= l + 5)) {
        return best("item", plain(f.items.iter().copied().filter(|c| f.value[c] == i).collect()));
    }
    if let Some(lowest) = lowest {
        let single = f.unknown.iter().filter(|(c, s)| **s && f.value[c] <= lowest + 4).map(|(c, _)| *c);
        let single: Vec<P> = single.collect();
        if !single.is_empty() {
            return best("single", plain(single));
        }
        return best("unknown", plain(f.unknown.keys().copied().filter(|c| f.value[c] == lowest).collect()));
    }
    if !f.door.is_empty() {
        let key = |(&c, &v): (&P, &u32)| {
            let low = |keys: [i32; 4]| keys.iter().filter_map(|&k| f.value.get(&step(c, k)).copied()).fold(v, u32::min);
            (straight(c) + weight * f64::from(v + (low(CARDINAL) > low(DIAGONAL)) as u32), c)
        };
        return best("door", f.door.iter().map(key).collect());
    }
    let down: Vec<P> = f.exits.iter().copied().filter(|c| k.exits[c]).collect();
    let exits = if down.is_empty() { f.exits.iter().copied().collect() } else { down };
    if exits.is_empty() {
        return ("none", Vec::new());
    }
    best("exit", exits.into_iter().map(|c| (straight(c) + weight * f64::from(f.value[&c]), c)).collect())
}

/// Returns the path to a target, found from the target back to the start.
fn path(k: &Known, f: &Flooded, start: P, target: P) -> Vec<P> {
    let (mut here, mut value) = (target, f.door.get(&target).copied().unwrap_or_else(|| f.value[&target]));
    let mut way = Vec::new();
    while here != start {
        way.push(here);
        let lowest = |keys: [i32; 4], most: i64| {
            let cells = keys.iter().map(|&key| step(here, key)).filter(|&p| !k.wall(p) && !f.door.contains_key(&p));
            let cells = cells.filter_map(|p| Some((*f.value.get(&p)?, p)));
            let cells = cells.filter(|&(v, p)| i64::from(v) <= most && (v < value || !way.contains(&p)));
            cells.reduce(|best, next| if next.0 < best.0 { next } else { best })
        };
        let (straight, slant) = (lowest(CARDINAL, value.into()), lowest(DIAGONAL, i64::from(value) - 1));
        let (v, p) = match (straight, slant) {
            (Some(c), Some(d)) if d.0 < c.0 && !(k.tile(here) == Some(Tile::Door) && c.0 < d.0 + 2) => d,
            (Some(next), _) | (None, Some(next)) => next,
            (None, None) => break,
        };
        (here, value) = (p, v);
    }
    way.reverse();
    way
}

fn random(dice: &mut Rng) -> Scene {
    let size = Size::new(2 + dice.below(13) as u16, 2 + dice.below(10) as u16);
    let glyphs = ["#", "+", "^!:", "+~=*", " TS", "++", "^^", ",,h", "\"\"t", "b\"~"];
    let mut bag = vec![Tile::Floor; 4 + dice.below(20) as usize];
    bag.extend([Tile::Wall, Tile::Wall, Tile::Wall]);
    for _ in 0..3 {
        let some = glyphs[dice.below(glyphs.len() as u64) as usize];
        bag.extend(some.chars().map(|g| Tile::from_glyph(g).expect("a tile")));
    }
    // In half of the maps only the edge is unknown, so doors and exits become targets, too.
    let rim = dice.below(2) == 0;
    let share = 2 + dice.below(20);
    let (mut tiles, mut known) = (Grid::new(size, Tile::Floor), Grid::new(size, true));
    for c in size.cells() {
        let edge = |by: u16| c.x == by || c.y == by || c.x + by + 1 == size.width || c.y + by + 1 == size.height;
        tiles[c] = bag[dice.below(bag.len() as u64) as usize];
        known[c] = if rim { !edge(0) } else { dice.below(share) > 0 };
        if rim && edge(1) {
            tiles[c] = if dice.below(5) == 0 { Tile::Door } else { Tile::Wall };
        }
    }
    let cell = |dice: &mut Rng| size.cell(dice.below(size.area() as u64) as usize);
    let mut start = cell(dice);
    if rim && size.width > 4 && size.height > 4 {
        start = Cell::new(start.x.clamp(2, size.width - 3), start.y.clamp(2, size.height - 3));
    }
    (tiles[start], known[start]) = (Tile::Floor, true);
    let mut scene = Scene::new(tiles);
    scene.known = Some(known);
    scene.actors.push(Actor::new(ActorKind::Explorer, start));
    for _ in 0..dice.below(3) * dice.below(2) {
        scene.actors.push(Actor::new(ActorKind::Item, cell(dice)));
    }
    for _ in 0..dice.below(3) {
        let down = Some(dice.below(2) == 0);
        let mut exit = Actor::new(ActorKind::Exit, cell(dice));
        exit.set_down(down);
        scene.actors.push(exit);
    }
    "auto-explore".clone_into(&mut scene.run.algorithm);
    scene.run.params.set("picks", 1);
    scene.run.params.set("terrain-costs", dice.below(2) == 0);
    scene
}

#[test]
fn picks_agree_with_an_independent_program() {
    let mut dice = Rng::new(31);
    let mut seen = BTreeMap::<&str, u32>::new();
    let runner = find("auto-explore").expect("it is on the list");
    for _ in 0..8000 {
        let mut scene = random(&mut dice);
        let costs = Costs::random(&mut dice);
        costs.set(&mut scene);
        let at = |a: &Actor| (a.at.x as i32, a.at.y as i32);
        let known = Known {
            scene: &scene,
            items: scene.of_kind(ActorKind::Item).map(at).collect(),
            exits: scene.of_kind(ActorKind::Exit).map(|a| (at(a), a.down() != Some(false))).collect(),
            rough: scene.run.params.0["terrain-costs"] == true,
            costs,
        };
        let start = at(&scene.actors[0]);
        let flooded = flood(&known, start);
        let (kind, tied) = choose(&known, &flooded, start);
        *seen.entry(kind).or_default() += 1;
        let found = runner.outcome(&scene, &scene.run.params, 1, &Progress::default()).expect("an outcome");
        assert_eq!((&found["kind"], &found["tied"]), (&json!(kind), &json!(tied)), "{found}\n{scene:?}");
        if kind != "none" {
            let (x, y) = support::pairs(&json!([found["target"]]))[0];
            let target = (x as i32, y as i32);
            let value = flooded.door.get(&target).or_else(|| flooded.value.get(&target));
            assert_eq!(found["value"].as_u64(), value.map(|v| u64::from(*v)), "{found}\n{scene:?}");
            let walked: Vec<P> =
                support::pairs(&found["path"]).into_iter().map(|(x, y)| (x as i32, y as i32)).collect();
            assert_eq!(walked, path(&known, &flooded, start, target), "{found}\n{scene:?}");
        }
    }
    for kind in ["item", "single", "unknown", "door", "exit", "none"] {
        assert!(seen.get(kind).is_some_and(|&n| n > 20), "{kind} came up too seldom: {seen:?}");
    }
}
