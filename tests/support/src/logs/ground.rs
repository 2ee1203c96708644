//! Random ground for many kinds of programs, the rules for steps on it, and the header fields that state them.

use super::one;
use super::shapes::walls;
use gridscope::trace::rng::Rng;
use serde_json::{Map, Value, json};
use std::collections::HashSet;

/// A cell in the program's coordinates, which start at (0,0) whatever the log's origin is.
pub type Spot = (i32, i32);

/// The cells that the cost of a step depends on.
#[derive(Clone, Copy, PartialEq)]
pub enum CostOf {
    Enter,
    Leave,
    Average,
    Sum,
}

/// The cost of terrain, and how the header states it.
#[derive(Clone, Copy, PartialEq)]
pub enum Terrain {
    /// All floor costs the same.
    Plain,
    /// Bushes cost more: `costs.enter`.
    Enter,
    /// Bushes cost a multiple: `costs.times`.
    Times,
    /// Tiles of the program's own: `legend` with objects.
    Legend,
    /// A number for each cell: `prices` instead of a map.
    Prices,
    /// Like [`Terrain::Prices`], but together with a map.
    PricesAndMap,
}

#[derive(Clone)]
pub struct Ground {
    pub width: i32,
    pub height: i32,
    pub walls: Vec<bool>,
    pub factors: Vec<f64>,
    pub extras: Vec<f64>,
    pub terrain: Terrain,
    pub start: Spot,
    pub goal: Spot,
    pub neighbours: u8,
    /// Number of cells beside a diagonal step that may be blocked.
    pub corners: usize,
    pub straight: f64,
    pub diagonal: f64,
    /// Walls between a cell and its eastern (`e`) or southern (`s`) neighbour.
    pub edges: Vec<(Spot, char)>,
    pub wraps: (bool, bool),
    pub cost_of: CostOf,
    pub origin: Spot,
    pub blocked_ends: bool,
    /// Whether a blocked start or goal blocks a diagonal step past it.
    pub ends_block_corners: bool,
    /// The reason that is printed if a wall between two cells blocks a step.
    pub edge_word: &'static str,
    /// The directions of the neighbours, in the program's order.
    pub dirs: Vec<Spot>,
}

impl Ground {
    /// Creates ground of some shape, with sides from 4 to `most` cells.
    pub fn new(dice: &mut Rng, most: u64) -> Self {
        let side = |dice: &mut Rng| 4 + dice.below(most - 3) as i32;
        let (width, height) = (side(dice), side(dice));
        let area = (width * height) as usize;
        let root = std::f64::consts::SQRT_2;
        let (straight, diagonal) = one(dice, &[(1.0, root), (1.0, root), (1.0, root), (1.0, 1.0), (10.0, 14.0)]);
        let mut dirs = vec![(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];
        if dice.below(2) == 0 {
            dirs.rotate_left(dice.below(8) as usize);
        }
        let mut ground = Self {
            width,
            height,
            walls: walls(dice, width, height),
            factors: vec![1.0; area],
            extras: vec![0.0; area],
            terrain: Terrain::Plain,
            start: (0, 0),
            goal: (0, 0),
            neighbours: one(dice, &[4, 8, 8]),
            corners: dice.below(3) as usize,
            straight,
            diagonal,
            edges: Vec::new(),
            wraps: (false, false),
            cost_of: CostOf::Enter,
            origin: (0, 0),
            blocked_ends: false,
            ends_block_corners: dice.below(2) == 0,
            edge_word: one(dice, &["wall", "fence"]),
            dirs,
        };
        ground.start = ground.any(dice);
        ground.goal = if dice.below(4) == 0 { ground.any(dice) } else { ground.far(dice) };
        ground
    }

    /// Sets the costs of steps.
    pub fn costing(mut self, straight: f64, diagonal: f64) -> Self {
        (self.straight, self.diagonal) = (straight, diagonal);
        self
    }

    /// Sets terrain costs on about a third of the cells.
    pub fn with_terrain(mut self, dice: &mut Rng, terrain: Terrain) -> Self {
        self.terrain = terrain;
        let more = self.straight * one(dice, &[1.0, 3.0, 5.0]);
        let times = one(dice, &[2.0, 3.0, 5.0]);
        let fractions = dice.below(2) == 0;
        for i in 0..self.walls.len() {
            // Cells under a wall become floor if the wall is removed.
            if dice.below(3) > 0 || self.walls[i] {
                continue;
            }
            match terrain {
                Terrain::Plain => {}
                Terrain::Enter | Terrain::Legend => self.extras[i] = more,
                Terrain::Times => self.factors[i] = times,
                Terrain::Prices | Terrain::PricesAndMap => {
                    let n = 1.0 + dice.below(9) as f64;
                    self.factors[i] = if fractions { n / 4.0 } else { n };
                }
            }
        }
        self
    }

    /// Returns a random cell that can be entered. If there is none, the first cell is cleared.
    pub fn any(&mut self, dice: &mut Rng) -> Spot {
        let free: Vec<usize> = (0..self.walls.len()).filter(|&i| !self.walls[i]).collect();
        if free.is_empty() {
            self.walls[0] = false;
            return (0, 0);
        }
        self.spot(free[dice.below(free.len() as u64) as usize])
    }

    /// Returns one of the farther cells that can be reached from the start.
    fn far(&mut self, dice: &mut Rng) -> Spot {
        let mut found = vec![self.start];
        let mut next = 0;
        while let Some(&at) = found.get(next) {
            next += 1;
            for (to, why) in self.look(at) {
                if why.is_none() && !found.contains(&to) {
                    found.push(to);
                }
            }
        }
        let tail = (found.len() / 2).max(1);
        found[found.len() - 1 - dice.below(tail as u64) as usize]
    }

    /// Returns a random cell that can be entered, if there is one.
    pub fn any_free_spot(&self, dice: &mut Rng) -> Option<Spot> {
        let free: Vec<Spot> = self.spots().filter(|&at| self.is_free(at)).collect();
        (!free.is_empty()).then(|| free[dice.below(free.len() as u64) as usize])
    }

    pub fn index(&self, (x, y): Spot) -> usize {
        (y * self.width + x) as usize
    }

    pub fn spot(&self, index: usize) -> Spot {
        (index as i32 % self.width, index as i32 / self.width)
    }

    pub fn spots(&self) -> impl Iterator<Item = Spot> + use<> {
        let (width, height) = (self.width, self.height);
        (0..height).flat_map(move |y| (0..width).map(move |x| (x, y)))
    }

    pub const fn is_inside(&self, (x, y): Spot) -> bool {
        x >= 0 && y >= 0 && x < self.width && y < self.height
    }

    fn is_end(&self, at: Spot) -> bool {
        self.blocked_ends && (at == self.start || at == self.goal)
    }

    /// Returns whether a cell can be entered.
    pub fn is_free(&self, at: Spot) -> bool {
        self.is_inside(at) && (!self.walls[self.index(at)] || self.is_end(at))
    }

    /// Returns whether a cell does not block a diagonal step past it.
    fn is_open_beside(&self, at: Spot) -> bool {
        self.is_inside(at) && (!self.walls[self.index(at)] || (self.is_end(at) && !self.ends_block_corners))
    }

    /// Returns the cell at these coordinates, wrapped at joined edges.
    fn wrap(&self, (x, y): Spot) -> Option<Spot> {
        let x = if self.wraps.0 { x.rem_euclid(self.width) } else { x };
        let y = if self.wraps.1 { y.rem_euclid(self.height) } else { y };
        Some((x, y)).filter(|&at| self.is_inside(at))
    }

    /// Returns the neighbours of a cell that are on the map, each with the direction.
    fn around(&self, from: Spot) -> impl Iterator<Item = (Spot, Spot)> {
        let dirs = self.dirs.iter().filter(|(dx, dy)| self.neighbours == 8 || dx * dy == 0);
        dirs.filter_map(move |&dir| Some((dir, self.wrap((from.0 + dir.0, from.1 + dir.1))?)))
    }

    /// Returns the neighbours of a cell, blocked or not.
    pub fn beside(&self, from: Spot) -> Vec<Spot> {
        self.around(from).map(|(_, to)| to).collect()
    }

    /// Returns the neighbours of a cell, each with the reason if a step there is not possible.
    pub fn look(&self, from: Spot) -> Vec<(Spot, Option<&'static str>)> {
        self.around(from).map(|(dir, to)| (to, self.refusal(from, dir, to))).collect()
    }

    /// Returns the cost of a step to a neighbour, if the step is possible. Does not wrap at joined edges.
    pub fn step(&self, from: Spot, to: Spot) -> Option<f64> {
        let can = self.is_free(from) && self.refusal(from, (to.0 - from.0, to.1 - from.1), to).is_none();
        can.then(|| self.price(from, to))
    }

    /// Returns the neighbours that can be entered, with the cost of the step.
    pub fn next(&self, from: Spot) -> Vec<(Spot, f64)> {
        let free = self.look(from).into_iter().filter(|(_, why)| why.is_none());
        free.map(|(to, _)| (to, self.price(from, to))).collect()
    }

    fn is_fenced(&self, a: Spot, b: Spot) -> bool {
        self.edges.iter().any(|&(at, side)| {
            let beyond = self.wrap(if side == 'e' { (at.0 + 1, at.1) } else { (at.0, at.1 + 1) });
            beyond.is_some_and(|beyond| (at, beyond) == (a, b) || (at, beyond) == (b, a))
        })
    }

    fn refusal(&self, from: Spot, (dx, dy): Spot, to: Spot) -> Option<&'static str> {
        if !self.is_free(to) {
            return Some("wall");
        }
        if dx == 0 || dy == 0 {
            return self.is_fenced(from, to).then_some(self.edge_word);
        }
        let sides = [(from.0 + dx, from.1), (from.0, from.1 + dy)];
        let shut = sides.into_iter().filter(|&side| {
            self.wrap(side)
                .is_none_or(|side| !self.is_open_beside(side) || self.is_fenced(from, side) || self.is_fenced(side, to))
        });
        (shut.count() > self.corners).then_some("corner")
    }

    /// Returns whether a step between two neighbours is diagonal, also across joined edges.
    pub fn is_diagonal(from: Spot, to: Spot) -> bool {
        from.0 != to.0 && from.1 != to.1
    }

    pub fn price(&self, from: Spot, to: Spot) -> f64 {
        let base = if Self::is_diagonal(from, to) { self.diagonal } else { self.straight };
        let of = |at: Spot| base.mul_add(self.factors[self.index(at)], self.extras[self.index(at)]);
        match self.cost_of {
            CostOf::Enter => of(to),
            CostOf::Leave => of(from),
            CostOf::Average => f64::midpoint(of(from), of(to)),
            CostOf::Sum => of(from) + of(to),
        }
    }

    /// Returns the distance of two cells in columns and rows, the shorter way round.
    pub fn apart(&self, a: Spot, b: Spot) -> (f64, f64) {
        let one_way = |d: i32, side: i32, joined: bool| if joined { d.min(side - d) } else { d };
        let dx = one_way((a.0 - b.0).abs(), self.width, self.wraps.0);
        let dy = one_way((a.1 - b.1).abs(), self.height, self.wraps.1);
        (f64::from(dx), f64::from(dy))
    }

    /// Returns the minimum costs of a straight and of a diagonal step.
    pub fn least(&self) -> (f64, f64) {
        let factor = self.factors.iter().copied().fold(f64::INFINITY, f64::min);
        let twice = if self.cost_of == CostOf::Sum { 2.0 } else { 1.0 };
        let straight = self.straight * factor * twice;
        (straight, (self.diagonal * factor * twice).min(2.0 * straight))
    }

    /// Returns the exact cost from each cell to the nearest of `ends`, by Dijkstra's algorithm; infinite if there is no
    /// path.
    pub fn rests(&self, ends: &[Spot]) -> Vec<f64> {
        self.spread(ends, false)
    }

    /// Returns the exact cost from each cell to the nearest of `ends`. With `outward`, returns the cost from there to
    /// the cell.
    pub fn spread(&self, ends: &[Spot], outward: bool) -> Vec<f64> {
        let mut rests = vec![f64::INFINITY; self.walls.len()];
        let mut left: Vec<Spot> = ends.iter().copied().filter(|&end| self.is_free(end)).collect();
        for &end in &left {
            rests[self.index(end)] = 0.0;
        }
        let nearest = |left: &[Spot], rests: &[f64]| {
            (0..left.len()).min_by(|&a, &b| rests[self.index(left[a])].total_cmp(&rests[self.index(left[b])]))
        };
        while let Some(i) = nearest(&left, &rests) {
            let at = left.swap_remove(i);
            // Every step is possible in both directions: corners, fences and joined edges are symmetric.
            for (before, _) in self.next(at) {
                let price = if outward { self.price(at, before) } else { self.price(before, at) };
                let rest = rests[self.index(at)] + price;
                if rest < rests[self.index(before)] - 1e-12 {
                    rests[self.index(before)] = rest;
                    left.push(before);
                }
            }
        }
        rests
    }

    /// Returns the exact cost of a shortest path.
    pub fn shortest(&self, start: Spot, goal: Spot) -> Option<f64> {
        Some(self.rests(&[goal])[self.index(start)]).filter(|cost| cost.is_finite())
    }

    /// Returns a cell in the log's own coordinates.
    pub const fn told(&self, (x, y): Spot) -> [i32; 2] {
        [x + self.origin.0, y + self.origin.1]
    }

    fn rows(&self) -> Vec<String> {
        let glyph = |at: Spot| match (self.walls[self.index(at)], self.terrain) {
            (true, _) => '#',
            _ if self.is_bush(at) => 'b',
            (_, Terrain::Legend) if self.is_dear(at) => 'm',
            _ => '.',
        };
        (0..self.height).map(|y| (0..self.width).map(|x| glyph((x, y))).collect()).collect()
    }

    /// Returns whether a cell is a bush, perhaps below a wall.
    pub fn is_bush(&self, at: Spot) -> bool {
        matches!(self.terrain, Terrain::Enter | Terrain::Times) && self.is_dear(at)
    }

    fn is_dear(&self, at: Spot) -> bool {
        self.factors[self.index(at)] > 1.0 || self.extras[self.index(at)] > 0.0
    }

    /// Returns the header fields that state the rules.
    pub fn facts(&self) -> Map<String, Value> {
        let mut costs = json!({ "straight": self.straight, "diagonal": self.diagonal });
        let most = |all: &[f64]| all.iter().copied().fold(0.0, f64::max);
        let mut all = json!({
            "format": "gridscope-trace", "version": 2, "start": self.told(self.start), "goal": self.told(self.goal),
            "neighbours": self.neighbours, "corners": (["never", "one", "always"][self.corners]),
        });
        match self.terrain {
            Terrain::Enter => costs["enter"] = json!({ "bush": most(&self.extras).max(self.straight) }),
            Terrain::Times => costs["times"] = json!({ "bush": most(&self.factors).max(2.0) }),
            Terrain::Legend => {
                let mud = json!({ "name": "mud", "enter": most(&self.extras).max(self.straight) });
                let pit = json!({ "name": "rock", "blocked": true });
                all["legend"] = json!({ "m": mud, "#": pit, ".": { "name": "path" } });
            }
            _ => {}
        }
        all["costs"] = costs;
        if self.terrain != Terrain::Prices {
            all["map"] = json!(self.rows());
        }
        if matches!(self.terrain, Terrain::Prices | Terrain::PricesAndMap) {
            let price = |at: Spot| match (self.walls[self.index(at)], self.factors[self.index(at)]) {
                (true, _) => Value::Null,
                (_, whole) if whole.fract() == 0.0 => json!(whole as i64),
                (_, part) => json!(part),
            };
            let row = |y: i32| (0..self.width).map(|x| price((x, y))).collect::<Vec<_>>();
            all["prices"] = (0..self.height).map(row).collect::<Vec<_>>().into();
        }
        if !self.edges.is_empty() {
            let edge = |&(at, side): &(Spot, char)| json!([self.told(at)[0], self.told(at)[1], side.to_string()]);
            all["edges"] = self.edges.iter().map(edge).collect::<Vec<_>>().into();
        }
        match self.wraps {
            (true, true) => all["wraps"] = "both".into(),
            (true, _) => all["wraps"] = "x".into(),
            (_, true) => all["wraps"] = "y".into(),
            _ => {}
        }
        match self.cost_of {
            CostOf::Enter => {}
            CostOf::Leave => all["cost_of"] = "leave".into(),
            CostOf::Average => all["cost_of"] = "average".into(),
            CostOf::Sum => all["cost_of"] = "sum".into(),
        }
        if self.origin != (0, 0) {
            all["origin"] = json!([self.origin.0, self.origin.1]);
        }
        if self.blocked_ends {
            all["blocked_ends"] = true.into();
        }
        all.as_object().cloned().unwrap_or_default()
    }

    /// Returns the map as rows of letters without costs, for messages of tests.
    pub fn picture(&self) -> String {
        self.rows().join("\n")
    }

    /// Adds walls between about a tenth of the neighbours.
    pub fn with_edges(mut self, dice: &mut Rng) -> Self {
        for at in self.spots() {
            for (side, beyond) in [('e', (at.0 + 1, at.1)), ('s', (at.0, at.1 + 1))] {
                if self.is_inside(beyond) && dice.below(8) == 0 {
                    self.edges.push((at, side));
                }
            }
        }
        self
    }

    /// Returns the cells that differ between two grounds.
    pub fn differences(&self, other: &Self) -> HashSet<Spot> {
        self.spots().filter(|&at| self.walls[self.index(at)] != other.walls[self.index(at)]).collect()
    }
}
