//! Random ground for the programs, the rules for steps on it, and the header fields that state them.

use gridscope::trace::movement::Corners;
use gridscope::trace::{Cell, Dir, Grid, Rng, Size, Tile};
use serde_json::{Map, Value, json};

/// How a program treats bushes.
#[derive(Clone, Copy, PartialEq)]
pub enum Bush {
    /// There are no bushes.
    None,
    /// Bushes cost the same as floor.
    Ignored,
    /// Entering a bush costs this much more.
    Enter(f64),
    /// A step onto a bush costs this many times as much.
    Times(f64),
}

#[derive(Clone)]
pub struct World {
    pub tiles: Grid<Tile>,
    pub start: Cell,
    pub goal: Cell,
    pub neighbours: u8,
    pub corners: Corners,
    pub straight: f64,
    pub diagonal: f64,
    pub bush: Bush,
}

/// Returns a random item.
pub fn one<T: Copy>(dice: &mut Rng, all: &[T]) -> T {
    all[dice.pick(all.len()).0]
}

impl World {
    /// Returns random ground with random rules.
    pub fn new(dice: &mut Rng) -> Self {
        let bush = one(dice, &[Bush::None, Bush::None, Bush::Ignored, Bush::Enter(30.0), Bush::Times(4.0)]);
        Self::sized(dice, 11, bush)
    }

    /// Returns random ground without bushes.
    pub fn plain(dice: &mut Rng) -> Self {
        Self::sized(dice, 11, Bush::None)
    }

    /// Returns random ground of at most `most` cells on each side.
    pub fn sized(dice: &mut Rng, most: u64, bush: Bush) -> Self {
        let mut ground = vec![Tile::Floor; 1 + dice.below(6) as usize];
        ground.push(Tile::Wall);
        if bush != Bush::None {
            ground.push(Tile::Bush);
        }
        let size = Size::new(2 + dice.below(most - 1) as u16, 2 + dice.below(most - 1) as u16);
        let mut tiles = Grid::new(size, Tile::Floor);
        for cell in size.cells() {
            tiles[cell] = one(dice, &ground);
        }
        let place = |dice: &mut Rng| size.cell(dice.below(size.area() as u64) as usize);
        let (start, goal) = (place(dice), place(dice));
        tiles[start] = Tile::Floor;
        // Sometimes the goal is in a wall, as after a click on a wall.
        if dice.below(8) > 0 {
            tiles[goal] = Tile::Floor;
        }
        let root = std::f64::consts::SQRT_2;
        let (straight, diagonal) = one(dice, &[(1.0, root), (1.0, root), (1.0, 1.0), (10.0, 14.0), (5.0, 7.0)]);
        let neighbours = one(dice, &[4, 8, 8]);
        let corners = one(dice, &[Corners::Never, Corners::One, Corners::Always]);
        Self { tiles, start, goal, neighbours, corners, straight, diagonal, bush }
    }

    /// Makes every step cost one.
    pub fn steps_alike(mut self) -> Self {
        (self.straight, self.diagonal) = (1.0, 1.0);
        self
    }

    pub fn is_free(&self, cell: Cell) -> bool {
        self.tiles[cell] != Tile::Wall
    }

    /// Returns a random free cell.
    pub fn any_free(&self, dice: &mut Rng) -> Cell {
        let free: Vec<Cell> = self.tiles.size().cells().filter(|&c| self.is_free(c)).collect();
        one(dice, &free)
    }

    /// Returns the neighbours of a cell, each with the reason if a step there is not possible.
    pub fn look(&self, from: Cell) -> Vec<(Cell, Option<&'static str>)> {
        let size = self.tiles.size();
        let dirs = Dir::ALL.into_iter().filter(|dir| self.neighbours == 8 || !dir.is_diagonal());
        dirs.filter_map(|dir| from.step(dir, size)).map(|to| (to, self.refusal(from, to))).collect()
    }

    /// Returns the reason if a step to a neighbour is not possible.
    pub fn refusal(&self, from: Cell, to: Cell) -> Option<&'static str> {
        if !self.is_free(to) {
            return Some("wall");
        }
        let sides = [Cell::new(to.x, from.y), Cell::new(from.x, to.y)];
        let blocked = sides.into_iter().filter(|&side| !self.is_free(side)).count();
        let most = match self.corners {
            Corners::Never => 0,
            Corners::One => 1,
            Corners::Always => 2,
        };
        (from.x != to.x && from.y != to.y && blocked > most).then_some("corner")
    }

    pub fn price(&self, from: Cell, to: Cell) -> f64 {
        let base = if from.x != to.x && from.y != to.y { self.diagonal } else { self.straight };
        match self.bush {
            Bush::Enter(more) if self.tiles[to] == Tile::Bush => base + more,
            Bush::Times(times) if self.tiles[to] == Tile::Bush => base * times,
            _ => base,
        }
    }

    /// Returns the cost of the rest of the path if there were no walls.
    pub fn h(&self, from: Cell, to: Cell) -> f64 {
        let (dx, dy) = from.delta(to);
        let (long, short) = (f64::from(dx.max(dy)), f64::from(dx.min(dy)));
        if self.neighbours == 4 {
            return self.straight * (long + short);
        }
        self.straight * (long - short) + self.diagonal.min(2.0 * self.straight) * short
    }

    pub fn rows(&self) -> Vec<String> {
        let size = self.tiles.size();
        let glyph = |x: u16, y: u16| self.tiles[Cell::new(x, y)].info().glyph;
        (0..size.height).map(|y| (0..size.width).map(|x| glyph(x, y)).collect()).collect()
    }

    /// Returns the header fields that state the rules.
    pub fn facts(&self) -> Map<String, Value> {
        let corners = match self.corners {
            Corners::Never => "never",
            Corners::One => "one",
            Corners::Always => "always",
        };
        let mut costs = json!({ "straight": self.straight, "diagonal": self.diagonal });
        match self.bush {
            Bush::Enter(more) => costs["enter"] = json!({ "bush": more }),
            Bush::Times(times) => costs["times"] = json!({ "bush": times }),
            _ => {}
        }
        let all = json!({
            "format": "gridscope-trace", "version": 2, "map": self.rows(), "start": self.start, "goal": self.goal,
            "neighbours": self.neighbours, "corners": corners, "costs": costs,
        });
        all.as_object().cloned().expect("an object")
    }
}
