//! The rules that a log states: which cells can be entered, what a step is, and what it costs. Anything not stated is
//! unknown.

use super::links::{FINER, Links};
use super::numbers::Rounding;
use super::survey::Survey;
use crate::formats::log::{Costs, Header, Log, Steps, Terrain, tile_named};
use gridscope_trace::movement::Corners;
use gridscope_trace::terrain::{Tile, Walk};
use gridscope_trace::{Cell, Dir, Grid, Size, Weights};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Reason why the costs of steps farther than a neighbour are unknown.
pub(super) const FAR: &str = "the program steps farther than a neighbour, and the header states no steps";
/// Reason why the cost of a diagonal step is unknown.
pub(super) const HALF: &str = "the header does not say what a diagonal step costs";
/// Reason why the cost of a step onto a cell is unknown after a wall on it was removed.
pub(super) const UNCOVERED: &str =
    "a wall was removed from a tile with a cost of its own, and the log calls the cell plain floor";

/// Known facts about the map and the steps on it.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is one thing that the log states")]
pub(super) struct Facts {
    pub(super) ground: Option<Grid<Tile>>,
    size: Option<(u16, u16)>,
    /// Tiles that the program enters, and so can be entered.
    entered: BTreeSet<Tile>,
    /// Cells that can be entered whatever the map shows.
    pub(super) ends: FxHashSet<Cell>,
    pub(super) neighbours: Option<u8>,
    pub(super) corners: Option<Corners>,
    pub(super) steps: Option<Steps>,
    /// Whether the program makes steps farther than a neighbour without stating it.
    pub(super) far: bool,
    /// Whether every step in the log goes to a neighbour.
    pub(super) one_by_one: bool,
    pub(super) straight: Option<f64>,
    pub(super) diagonal: Option<f64>,
    pub(super) wait: Option<f64>,
    pub(super) enter: BTreeMap<Tile, f64>,
    pub(super) times: BTreeMap<Tile, f64>,
    /// Factor for the cost of a step onto a cell, whatever its tile. 0 means that the tile sets the cost.
    pub(super) weights: Option<Weights>,
    pub(super) tiles_priced: bool,
    pub(super) costs_stated: bool,
    /// Whether the map has weights and the header does not state whether they count.
    pub(super) unsaid: bool,
    pub(super) optimal: bool,
    /// Prices, walls between cells, and the program's own tiles.
    pub(super) terrain: Terrain,
    /// Price shares of cells when they became walls: the factor, and the cost that is added.
    covered: FxHashMap<Cell, (f64, f64)>,
    /// Cells called floor since a wall was removed, whose cost was another one before. Which of the two counts is
    /// unknown.
    uncovered: FxHashSet<Cell>,
    /// Walls between cells, listed from both sides.
    pub(super) edges: FxHashSet<(Cell, Dir)>,
    /// Whether a step may stay on its cell.
    waits: bool,
    /// Whether nodes seem to be more than cells, although the header does not state it.
    guessed: bool,
    /// Whether the start and goal cells may be blocked.
    blocked_ends: bool,
    /// Width and height of the mover.
    pub(super) body: (u16, u16),
    /// Links that the log states instead of steps to neighbours.
    pub(super) links: Links,
    /// Coordinates of the map's top left cell in the log's own coordinates.
    pub(super) origin: [i32; 2],
    pub(super) rounding: Rounding,
}

/// A cell in the log's own coordinates, for display.
#[derive(Clone, Copy)]
pub(super) struct Place(Cell, [i32; 2]);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y] = [i32::from(self.0.x) + self.1[0], i32::from(self.0.y) + self.1[1]];
        write!(f, "({x},{y})")
    }
}

/// Reason why two cells are not one step apart.
pub(super) enum NoStep {
    /// The cells are too far apart, or not in line.
    Apart,
    /// A cell between them cannot be entered.
    Through(Cell),
    /// A wall between the two cells.
    Edge,
}

impl Facts {
    pub(super) fn new(log: &Log, survey: &Survey) -> Self {
        let header = &log.header;
        let tiles_priced = header.enter.is_some() || header.times.is_some();
        let dear = survey.tiles.iter().any(|t| t.info().cost > 0) && header.terrain.factors.is_none();
        let numbers = header.terrain.factors.is_some();
        let weights = header.scene.as_ref().and_then(|scene| scene.weights.as_ref()).filter(|_| !numbers);
        let lacks_weights = weights.is_some() && header.weights.is_none();
        let costs = header.costs.filter(|_| (tiles_priced || !dear) && !lacks_weights);
        // A cost per tile is useless without the tiles.
        let costs = costs.filter(|_| !tiles_priced || header.scene.is_some());
        let links = Links::of(header);
        let priced = header.enter.iter().chain(&header.times).flat_map(|t| t.keys());
        Self {
            ground: header.ground().cloned(),
            size: header.size.or(links.size()),
            entered: survey
                .entered
                .iter()
                .filter(|e| is_meant(e, &survey.ends))
                .map(|e| *e.0)
                .chain(priced.copied())
                .collect(),
            ends: survey.ends.clone(),
            neighbours: header.neighbours,
            corners: header.corners,
            steps: header.steps,
            far: survey.far && header.steps.is_none(),
            one_by_one: survey.one_by_one,
            straight: costs.map(|c| c.straight),
            diagonal: costs.and_then(|c| c.diagonal),
            wait: costs.and_then(|c: Costs| c.wait),
            enter: header.enter.clone().unwrap_or_default(),
            times: header.times.clone().unwrap_or_default(),
            weights: weights.filter(|_| header.weights == Some(true)).cloned(),
            tiles_priced,
            unsaid: lacks_weights,
            costs_stated: header.costs.is_some(),
            optimal: header.optimal,
            terrain: header.terrain.clone(),
            covered: FxHashMap::default(),
            uncovered: FxHashSet::default(),
            edges: edges(header),
            waits: header.waits,
            guessed: !survey.state.is_empty(),
            blocked_ends: header.blocked_ends,
            body: header.promises.body.unwrap_or((1, 1)),
            links,
            origin: header.origin,
            rounding: Rounding::of(&log.header, &survey.numbers),
        }
    }

    /// Returns a cell in the log's own coordinates, for display.
    pub(super) const fn place(&self, cell: Cell) -> Place {
        Place(cell, self.origin)
    }

    /// Returns whether the header states that the ends may be blocked.
    pub(super) const fn may_block_ends(&self) -> bool {
        self.blocked_ends
    }

    /// Changes the tile of a cell. Returns whether the new tile is known.
    pub(super) fn change(&mut self, at: Cell, name: &str) -> bool {
        let own = self.terrain.named(name).map(|(number, tile)| (number, tile.builtin_tile(), tile.blocked));
        let Some((number, tile, blocked)) = own.or_else(|| Some((0, tile_named(name)?, false))) else { return false };
        let blocks = blocked || tile.info().walk == Walk::No;
        if blocks && !self.is_cell_blocked(at) && !self.covered.contains_key(&at) {
            self.covered.insert(at, self.share(at));
        }
        if let Some(ground) = self.ground.as_mut().filter(|ground| ground.size().contains(at)) {
            ground[at] = tile;
        }
        if let Some(all) = &mut self.terrain.own {
            all.set(at, number);
        }
        if let Some(factor) = self.terrain.factors.as_mut().and_then(|all| all.get_mut(at)) {
            if blocks {
                *factor = f64::NAN;
            } else if factor.is_nan() {
                *factor = self.covered.get(&at).map_or(1.0, |share| share.0);
            }
        }
        // Many programs log only walls and floor. Below a removed wall, the tile may still have its own cost.
        let states_price = self.terrain.own_at(at).is_some_and(|own| own.times.or(own.enter).is_some());
        let is_plain = tile == Tile::Floor && !states_price;
        if is_plain && self.covered.get(&at).is_some_and(|&share| share != self.share(at)) {
            self.uncovered.insert(at);
        } else {
            self.uncovered.remove(&at);
            if !blocks {
                self.covered.remove(&at);
            }
        }
        true
    }

    /// Returns whether either end of a step has two possible costs, because a wall was removed from it.
    pub(super) fn is_price_uncertain(&self, from: Cell, to: Cell) -> bool {
        [from, to].iter().any(|cell| self.has_two_prices(*cell))
    }

    /// Returns whether a cell has two possible costs, because a wall was removed from it.
    pub(super) fn has_two_prices(&self, cell: Cell) -> bool {
        !self.uncovered.is_empty() && self.uncovered.contains(&cell)
    }

    /// Returns the tile of a cell with its article, for use in a sentence.
    pub(super) fn what(&self, cell: Cell) -> String {
        match (self.terrain.own_at(cell), self.tile(cell)) {
            (Some(own), _) => own.name.clone(),
            (None, Some(tile)) => tile.a(),
            (None, None) => "outside of the ground".to_owned(),
        }
    }

    /// Returns why the steps of a path cannot be checked, and why their costs cannot.
    pub(super) fn why_path_unchecked(&self, path: &[Cell]) -> (Option<&'static str>, Option<&'static str>) {
        let is_far = |pair: &[Cell]| {
            let (dx, dy) = self.delta(pair[0], pair[1]);
            dx.max(dy) > 1
        };
        let far = (self.steps.is_none() && path.windows(2).any(is_far)).then_some(FAR);
        let unpriced = path.windows(2).find(|pair| self.price(pair[0], pair[1]).is_none());
        let why = unpriced.map(|pair| match self.steps {
            Some(Steps::Any) => "what tiles cost along a line of sight is not known",
            Some(Steps::Links) => FINER,
            _ if is_far(pair) => FAR,
            _ if pair[0] == pair[1] => "the header does not say what it costs to stay",
            _ if self.is_price_uncertain(pair[0], pair[1]) => UNCOVERED,
            _ => HALF,
        });
        (far, why)
    }

    /// Returns the distance between two cells along each axis, across joined edges if that is shorter.
    pub(super) fn delta(&self, from: Cell, to: Cell) -> (u32, u32) {
        self.size().map_or_else(|| from.delta(to), |size| self.terrain.delta(size, from, to))
    }

    /// Returns whether a single cell certainly cannot be entered.
    pub(super) fn is_cell_blocked(&self, cell: Cell) -> bool {
        if self.blocked_ends && self.ends.contains(&cell) {
            return false;
        }
        if let Some(own) = self.terrain.own_at(cell) {
            return own.blocked;
        }
        if let Some(factor) = self.terrain.factors.as_ref().and_then(|all| all.get(cell)) {
            return factor.is_nan();
        }
        let Some(tile) = self.tile(cell) else { return false };
        let is_glyph_end = is_glyph(tile) && self.ends.contains(&cell);
        tile.info().walk == Walk::No && !self.entered.contains(&tile) && !is_glyph_end
    }

    /// Returns whether a single cell can certainly be entered: it is floor, or a tile that the program enters elsewhere.
    pub(super) fn is_cell_free(&self, cell: Cell) -> bool {
        if self.terrain.own_at(cell).is_some() || self.terrain.factors.is_some() {
            return self.size().is_some_and(|size| size.contains(cell)) && !self.is_cell_blocked(cell);
        }
        let Some(tile) = self.tile(cell) else { return false };
        if tile == Tile::Floor {
            return true;
        }
        let is_entered_tile =
            self.entered.contains(&tile) && !matches!(tile.info().walk, Walk::Thief(_) | Walk::WithKey);
        // An end on a blocked tile may or may not be entered, so it is not certain.
        let end = self.ends.contains(&cell) && !self.is_cell_blocked(cell);
        is_entered_tile || (end && (self.blocked_ends || !is_glyph(tile)))
    }

    pub(super) fn tile(&self, cell: Cell) -> Option<Tile> {
        self.ground.as_ref().filter(|g| g.size().contains(cell)).map(|g| g[cell])
    }

    /// Returns the tile of a cell, if it is one of the built-in tiles.
    pub(super) fn known_tile(&self, cell: Cell) -> Option<Tile> {
        let own = self.terrain.own_at(cell).is_some_and(|own| Tile::from_name(&own.name).is_none());
        if own || self.terrain.factors.is_some() { None } else { self.tile(cell) }
    }

    /// Returns the size of the map.
    pub(super) fn size(&self) -> Option<Size> {
        self.size.map(|(width, height)| Size::new(width, height))
    }

    /// Returns why `to` is not one step from `from`, if that is certain.
    pub(super) fn no_step(&self, from: Cell, to: Cell) -> Option<NoStep> {
        if from == to {
            let unknown = self.steps.is_none() && (self.far || self.neighbours.is_none());
            let stays = self.waits || self.guessed || unknown || matches!(self.steps, Some(Steps::Own | Steps::Links));
            return (!stays).then_some(NoStep::Apart);
        }
        let (dx, dy) = self.delta(from, to);
        let touches = dx.max(dy) == 1 && (self.neighbours != Some(4) || dx + dy == 1);
        let in_line = dx == 0 || dy == 0 || (dx == dy && self.neighbours != Some(4));
        // Runs and lines across joined edges are not checked.
        let round = (dx, dy) != from.delta(to);
        let fits = match self.steps {
            Some(Steps::Own | Steps::Links | Steps::Any) => true,
            Some(Steps::Jump) => in_line,
            // Without a statement, anything is a step if the program often makes long steps or its neighbours are
            // unknown.
            None if self.far || self.neighbours.is_none() => true,
            // A program may jump without stating it.
            None => touches || (!self.one_by_one && in_line && from.run_to(to).iter().all(|&c| !self.is_blocked(c))),
            Some(Steps::One) => touches,
        };
        if !fits {
            return Some(NoStep::Apart);
        }
        if dx + dy == 1 && self.has_wall_between(from, to) && !matches!(self.steps, Some(Steps::Own | Steps::Links)) {
            return Some(NoStep::Edge);
        }
        let on_the_way: Vec<Cell> =
            if self.steps == Some(Steps::Jump) && !round { from.run_to(to) } else { Vec::new() };
        on_the_way.into_iter().find(|&c| c != to && self.is_blocked(c)).map(NoStep::Through)
    }

    /// Returns the corner that a step or run cuts against the rule, if that is certain.
    pub(super) fn corner_cut(&self, from: Cell, to: Cell) -> Option<Cell> {
        let rule = self.corners?;
        let (dx, dy) = self.delta(from, to);
        let runs = dx == dy && (dx == 1 || (self.steps == Some(Steps::Jump) && from.delta(to) == (dx, dy)));
        if !runs || matches!(self.steps, Some(Steps::Own | Steps::Links | Steps::Any)) {
            return None;
        }
        let max_blocked = match rule {
            Corners::Never => 0,
            Corners::One => 1,
            Corners::Always => 2,
        };
        let cut = |from: Cell, to: Cell| {
            let sides = [Cell::new(to.x, from.y), Cell::new(from.x, to.y)];
            let mut blocked = sides.into_iter().filter(|&c| self.is_side_blocked(from, c, to));
            let first = blocked.next()?;
            (1 + blocked.count() > max_blocked).then_some(first)
        };
        if dx == 1 {
            return cut(from, to);
        }
        let way = std::iter::once(from).chain(from.run_to(to)).collect::<Vec<_>>();
        way.windows(2).find_map(|pair| cut(pair[0], pair[1]))
    }

    /// Returns the neighbours that a step can reach. If `sure`, only those that it can certainly reach; otherwise all
    /// possible ones.
    pub(super) fn reachable_neighbours(&self, cell: Cell, sure: bool) -> impl Iterator<Item = Cell> {
        let size = self.size().unwrap_or(Size::new(1, 1));
        let free = move |c: Cell| if sure { self.is_free(c) } else { !self.is_blocked(c) };
        // An end that may be blocked is not certainly open as a corner.
        let passes = move |c: Cell| free(c) && !(sure && self.blocked_ends && self.ends.contains(&c));
        let by_links = self.steps == Some(Steps::Links);
        let linked = self.links.from(cell).filter(move |&to| !self.is_blocked(to));
        let dirs = Dir::ALL.into_iter().filter(move |_| !by_links);
        let beside = dirs.filter_map(move |dir| {
            let to = self.terrain.step(size, cell, dir).filter(|&to| to != cell && free(to))?;
            if !dir.is_diagonal() {
                return (!self.has_wall_between(cell, to)).then_some(to);
            }
            let sides = [Cell::new(to.x, cell.y), Cell::new(cell.x, to.y)];
            let walls = |side: Cell| self.has_wall_between(cell, side) || self.has_wall_between(side, to);
            let open = sides.into_iter().filter(|&c| passes(c) && !walls(c)).count();
            let need = match self.corners {
                Some(Corners::Always) => 0,
                Some(Corners::One) => 1,
                Some(Corners::Never) => 2,
                None => return None,
            };
            (self.neighbours == Some(8) && open >= need).then_some(to)
        });
        beside.chain(linked)
    }

    /// Returns the cells from which a step certainly reaches a cell.
    pub(super) fn preceding_cells(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        let by_links = self.steps == Some(Steps::Links);
        let linked = self.links.to(cell).filter(move |&from| !self.is_blocked(from));
        self.reachable_neighbours(cell, true).filter(move |_| !by_links).chain(linked)
    }

    /// Returns whether the log states all ways: a ground, or a list of links.
    pub(super) fn knows_ways(&self) -> bool {
        if self.steps == Some(Steps::Links) { self.links.are_listed() } else { self.ground.is_some() }
    }

    /// Returns whether the log states how to step from cell to cell.
    pub(super) fn states_steps(&self) -> bool {
        let by_neighbours = self.neighbours == Some(4) || (self.neighbours == Some(8) && self.corners.is_some());
        if self.steps == Some(Steps::Links) { self.links.are_listed() } else { by_neighbours }
    }
}

/// Returns the walls between cells, from both sides.
fn edges(header: &Header) -> FxHashSet<(Cell, Dir)> {
    let Some((width, height)) = header.size else { return FxHashSet::default() };
    let (size, terrain) = (Size::new(width, height), &header.terrain);
    let both = |&(at, dir): &(Cell, Dir)| {
        let other = terrain.step(size, at, dir).map(|other| (other, dir.opposite()));
        [Some((at, dir)), other].into_iter().flatten()
    };
    header.terrain.edges.iter().flat_map(both).collect()
}

/// Returns whether a map may use the glyph of a tile for something else: a space for floor, an S for the start or for
/// swamp.
pub(super) const fn is_glyph(tile: Tile) -> bool {
    matches!(tile, Tile::Void | Tile::SecretDoor)
}

/// Returns whether the log shows that the program enters a tile. For a blocked tile, more than two cells are needed as
/// evidence.
fn is_meant((tile, cells): &(&Tile, &FxHashSet<Cell>), ends: &FxHashSet<Cell>) -> bool {
    match tile.info().walk {
        Walk::No => is_glyph(**tile) && cells.difference(ends).count() > 2,
        _ => true,
    }
}
