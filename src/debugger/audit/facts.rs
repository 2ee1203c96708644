//! The rules that a log states: where one can stand, what is a step, what it costs. What is not stated is not known.

use super::Rule;
use super::survey::Survey;
use crate::core::geometry::{Cell, Dir, Size};
use crate::core::grid::Grid;
use crate::core::movement::Corners;
use crate::core::terrain::{Tile, Walk};
use crate::formats::log::{Header, Steps};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Why nothing is known of steps that lead farther than a neighbour.
const FAR: &str = "the program steps farther than a neighbour, and the header states no steps";
/// Why nothing is known of what a diagonal step costs.
const HALF: &str = "the header does not say what a diagonal step costs";

/// What is known of the ground and the steps on it.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is one thing that the log states")]
pub(super) struct Facts {
    pub(super) ground: Option<Grid<Tile>>,
    size: Option<(u16, u16)>,
    /// Tiles that can be entered, as the program shows.
    entered: BTreeSet<Tile>,
    /// Where one can stand whatever the map has.
    pub(super) ends: HashSet<Cell>,
    pub(super) neighbours: Option<u8>,
    pub(super) corners: Option<Corners>,
    pub(super) steps: Option<Steps>,
    /// Whether the program steps farther than a neighbour without saying so.
    far: bool,
    /// Whether every step that the log names goes to a neighbour.
    pub(super) one_by_one: bool,
    straight: Option<f64>,
    diagonal: Option<f64>,
    enter: BTreeMap<Tile, f64>,
    times: BTreeMap<Tile, f64>,
    /// By how much a step onto a cell is multiplied, whatever its tile is; 0 for what its tile says.
    weights: Option<Grid<u8>>,
    tiles_priced: bool,
    costs_stated: bool,
    /// Whether the ground has weights, and the header does not say whether they count.
    unsaid: bool,
    pub(super) optimal: bool,
}

/// Why something is no step.
pub(super) enum NoStep {
    /// The cells lie too far apart, or nowhere in line.
    Apart,
    /// A cell on the way cannot be entered.
    Through(Cell),
}

impl Facts {
    pub(super) fn new(header: &Header, survey: &Survey) -> Self {
        let tiles_priced = header.enter.is_some() || header.times.is_some();
        let dear = survey.tiles.iter().any(|t| t.info().cost > 0);
        let weights = header.scene.as_ref().and_then(|scene| scene.weights.as_ref());
        let unsaid = weights.is_some() && header.weights.is_none();
        let costs = header.costs.filter(|_| (tiles_priced || !dear) && !unsaid);
        // A price by tile means nothing without the tiles.
        let costs = costs.filter(|_| !tiles_priced || header.scene.is_some());
        let priced = header.enter.iter().chain(&header.times).flat_map(|t| t.keys());
        Self {
            ground: header.ground().cloned(),
            size: header.size,
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
            enter: header.enter.clone().unwrap_or_default(),
            times: header.times.clone().unwrap_or_default(),
            weights: weights.filter(|_| header.weights == Some(true)).cloned(),
            tiles_priced,
            unsaid,
            costs_stated: header.costs.is_some(),
            optimal: header.optimal,
        }
    }

    /// The rules that cannot be asked of the whole log, each with the reason.
    pub(super) fn skipped(&self, survey: &Survey) -> Vec<(Rule, String)> {
        let mut all = Vec::new();
        let mut skip = |rule: Rule, when: bool, why: &str| {
            if when && all.iter().all(|(r, _)| *r != rule) {
                all.push((rule, why.to_owned()));
            }
        };
        let own = self.steps == Some(Steps::Own);
        let no_ground = self.ground.is_none();
        let no_costs = self.straight.is_none();
        let costs = match (self.costs_stated, self.tiles_priced) {
            (false, _) => "the header states no costs",
            (true, _) if self.unsaid => {
                "cells of this ground have weights, and the header does not say whether they count"
            }
            (true, true) => "what tiles cost is stated, but no map",
            (true, false) => "tiles of this ground cost something, and the header states neither enter nor times",
        };
        skip(Rule::Order, !survey.order, "the header states no order");
        skip(Rule::Order, !survey.opens, "nothing is opened in this log");
        if let Some(field) = &survey.keyless {
            skip(Rule::Order, true, &format!("no cell is opened with all keys of the order: {field:?} is missing"));
        }
        for rule in [Rule::Cost, Rule::Inconsistent, Rule::PathCost] {
            skip(rule, own, "steps are the program's own");
            skip(rule, no_costs, costs);
        }
        skip(Rule::Inconsistent, !survey.h, "no event has an h");
        skip(Rule::Wall, no_ground, "the header states no map");
        if let Some(name) = &survey.unknown {
            let why = format!("the ground becomes {name:?} somewhere, which is no tile that is known here");
            for rule in [Rule::Wall, Rule::Heuristic, Rule::Missed, Rule::NotShortest, Rule::NoPath] {
                skip(rule, true, &why);
            }
            let priced = !self.enter.is_empty() || !self.times.is_empty();
            for rule in [Rule::Cost, Rule::Inconsistent, Rule::PathCost] {
                skip(rule, priced, &why);
            }
        }
        skip(Rule::NeverOpened, !survey.opens, "nothing is opened in this log");
        skip(Rule::Missed, !survey.opens, "nothing is opened in this log");
        skip(Rule::NeverOpened, own, "steps are the program's own");
        skip(Rule::Reexpanded, own, "steps are the program's own");
        let why =
            "cells are expanded as soon as they are opened, as recursion does, which comes to a cell by every way";
        skip(Rule::Reexpanded, survey.recursive, why);
        for rule in [Rule::Heuristic, Rule::Missed, Rule::NotShortest, Rule::NoPath] {
            skip(rule, own, "steps are the program's own");
            skip(rule, no_ground, "the header states no map");
            skip(rule, self.neighbours.is_none(), "the header states no neighbours");
            let corners = self.neighbours == Some(8) && self.corners.is_none();
            skip(rule, corners, "the header does not say when corners may be passed");
        }
        for rule in [Rule::Heuristic, Rule::NotShortest] {
            skip(rule, no_costs, costs);
            let half = self.neighbours == Some(8) && self.diagonal.is_none();
            skip(rule, half, HALF);
            skip(
                rule,
                self.steps == Some(Steps::Any),
                "steps go by line of sight, and are shorter than those by neighbours",
            );
            skip(rule, !self.optimal, "the header says that its paths need not be the shortest");
        }
        skip(Rule::Inconsistent, !self.optimal, "the header says that its paths need not be the shortest");
        skip(Rule::Heuristic, !survey.h, "no event has an h");
        skip(Rule::Heuristic, !survey.goal, "no goal is stated");
        skip(Rule::Heuristic, survey.lists, "there are several open lists, and h may lead to either end");
        skip(Rule::Missed, matches!(self.steps, Some(Steps::Jump | Steps::Any)), "a step may pass over neighbours");
        skip(Rule::Missed, self.steps.is_none() && survey.strides, FAR);
        let why = "no cell is rejected from another one but for walls and corners, so that one cannot say what was passed over";
        skip(Rule::Missed, !survey.tells_rejects, why);
        let why = "neighbours are looked at after other cells were expanded, as recursion does";
        skip(Rule::Missed, survey.interleaved, why);
        let why = "iterative deepening comes to a cell again by every way that leads there";
        skip(Rule::Missed, survey.iterates, why);
        skip(Rule::Reexpanded, survey.iterates, why);
        skip(Rule::NoPath, !survey.goal, "no goal is stated");
        all.sort_by_key(|s| s.0);
        all
    }

    /// Why it goes unasked whether the steps of a path are steps, and why what they cost.
    pub(super) fn unasked(&self, path: &[Cell]) -> (Option<&'static str>, Option<&'static str>) {
        let is_far = |pair: &[Cell]| {
            let (dx, dy) = pair[0].delta(pair[1]);
            dx.max(dy) > 1
        };
        let far = (self.steps.is_none() && path.windows(2).any(is_far)).then_some(FAR);
        let unpriced = path.windows(2).find(|pair| self.price(pair[0], pair[1]).is_none());
        let why = unpriced.map(|pair| match self.steps {
            Some(Steps::Any) => "what tiles cost along a line of sight is not known",
            _ if is_far(pair) => FAR,
            _ if pair[0] == pair[1] => "the header does not say what it costs to stay",
            _ => HALF,
        });
        (far, why)
    }

    /// Whether nobody can stand there, for certain.
    pub(super) fn is_blocked(&self, cell: Cell) -> bool {
        let Some(tile) = self.tile(cell) else { return false };
        let stated = is_glyph(tile) && self.ends.contains(&cell);
        tile.info().walk == Walk::No && !self.entered.contains(&tile) && !stated
    }

    /// Whether the program can stand there, for certain: floor, or what it enters elsewhere.
    pub(super) fn is_free(&self, cell: Cell) -> bool {
        let Some(tile) = self.tile(cell) else { return false };
        let shown = self.entered.contains(&tile) && !matches!(tile.info().walk, Walk::Thief(_) | Walk::WithKey);
        // An end on a tile that nobody can enter may stand there or not: that is not certain.
        tile == Tile::Floor || shown || (self.ends.contains(&cell) && !self.is_blocked(cell) && !is_glyph(tile))
    }

    fn tile(&self, cell: Cell) -> Option<Tile> {
        self.ground.as_ref().filter(|g| g.size().contains(cell)).map(|g| g[cell])
    }

    /// The size of the ground.
    pub(super) fn size(&self) -> Option<Size> {
        self.size.map(|(width, height)| Size::new(width, height))
    }

    /// Why `to` is no step from `from`, if that is certain.
    pub(super) fn no_step(&self, from: Cell, to: Cell) -> Option<NoStep> {
        let (dx, dy) = from.delta(to);
        let touches = dx.max(dy) == 1 && (self.neighbours != Some(4) || dx + dy == 1);
        let in_line = dx == 0 || dy == 0 || (dx == dy && self.neighbours != Some(4));
        let fits = match self.steps {
            Some(Steps::Own) => true,
            Some(Steps::Any) => from != to,
            Some(Steps::Jump) => in_line && from != to,
            // A program that makes a habit of it jumps, whether it says so or not.
            // Nothing is stated.
            None if self.far || self.neighbours.is_none() => true,
            // A program that jumps may not say so.
            None => {
                touches
                    || (!self.one_by_one && in_line && from != to && run(from, to).iter().all(|&c| !self.is_blocked(c)))
            }
            Some(Steps::One) => touches,
        };
        if !fits {
            return Some(NoStep::Apart);
        }
        let on_the_way: Vec<Cell> = match self.steps {
            Some(Steps::Jump) => run(from, to),
            Some(Steps::Any) => pierced(from, to),
            _ => Vec::new(),
        };
        on_the_way.into_iter().find(|&c| c != to && self.is_blocked(c)).map(NoStep::Through)
    }

    /// The corner that a step or run passes against the rule, if that is certain.
    pub(super) fn corner_cut(&self, from: Cell, to: Cell) -> Option<Cell> {
        let rule = self.corners?;
        let (dx, dy) = from.delta(to);
        let runs = dx == dy && (dx == 1 || self.steps == Some(Steps::Jump));
        if !runs || matches!(self.steps, Some(Steps::Own | Steps::Any)) {
            return None;
        }
        let way = std::iter::once(from).chain(run(from, to)).collect::<Vec<_>>();
        way.windows(2).find_map(|pair| {
            let sides = [Cell::new(pair[1].x, pair[0].y), Cell::new(pair[0].x, pair[1].y)];
            let blocked: Vec<Cell> = sides.into_iter().filter(|&c| self.is_blocked(c)).collect();
            let most = match rule {
                Corners::Never => 0,
                Corners::One => 1,
                Corners::Always => 2,
            };
            blocked.first().copied().filter(|_| blocked.len() > most)
        })
    }

    /// What a run costs that is longer than a step, where the log does not say how it steps: for a program that jumps, its
    /// g says the same.
    pub(super) fn run_price(&self, from: Cell, to: Cell) -> Option<f64> {
        let (dx, dy) = from.delta(to);
        if self.steps.is_some() || self.far || dx.max(dy) < 2 || !(dx == 0 || dy == 0 || dx == dy) {
            return None;
        }
        let way: Vec<Cell> = std::iter::once(from).chain(run(from, to)).collect();
        way.windows(2).map(|pair| self.one(pair[0], pair[1])).sum()
    }

    /// The price of a straight step on plain ground, where it is stated.
    pub(super) const fn straight(&self) -> Option<f64> {
        self.straight
    }

    /// What a step costs, where it is known.
    pub(super) fn price(&self, from: Cell, to: Cell) -> Option<f64> {
        let straight = self.straight?;
        let (dx, dy) = from.delta(to);
        match self.steps {
            Some(Steps::Any) => (self.enter.is_empty() && self.times.is_empty() && self.weights.is_none())
                .then(|| f64::from(dx).hypot(f64::from(dy)) * straight),
            Some(Steps::Jump) if dx == 0 || dy == 0 || dx == dy => {
                let way = std::iter::once(from).chain(run(from, to)).collect::<Vec<_>>();
                way.windows(2).map(|pair| self.one(pair[0], pair[1])).sum()
            }
            Some(Steps::One) | None if dx.max(dy) == 1 => self.one(from, to),
            _ => None,
        }
    }

    /// The price of a step to a neighbour.
    pub(super) fn one(&self, from: Cell, to: Cell) -> Option<f64> {
        let (dx, dy) = from.delta(to);
        let base = if dx + dy == 2 { self.diagonal? } else { self.straight? };
        let tile = self.tile(to);
        let weight = self.weights.as_ref().and_then(|all| all.get(to)).filter(|&&n| n != 0);
        if let Some(&weight) = weight {
            return Some(base * f64::from(weight));
        }
        let of = |table: &BTreeMap<Tile, f64>| tile.and_then(|t| table.get(&t).copied());
        Some(base * of(&self.times).unwrap_or(1.0) + of(&self.enter).unwrap_or(0.0))
    }

    /// The neighbours that can be stepped to; `sure` for those that certainly can, else all that perhaps can.
    pub(super) fn beside(&self, cell: Cell, sure: bool) -> impl Iterator<Item = Cell> {
        let size = self.size().unwrap_or(Size::new(1, 1));
        let free = move |c: Cell| if sure { self.is_free(c) } else { !self.is_blocked(c) };
        Dir::ALL.into_iter().filter_map(move |dir| {
            let to = cell.step(dir, size).filter(|&to| free(to))?;
            if !dir.is_diagonal() {
                return Some(to);
            }
            let open = [Cell::new(to.x, cell.y), Cell::new(cell.x, to.y)].into_iter().filter(|&c| free(c)).count();
            let need = match self.corners {
                Some(Corners::Always) => 0,
                Some(Corners::One) => 1,
                Some(Corners::Never) => 2,
                None => return None,
            };
            (self.neighbours == Some(8) && open >= need).then_some(to)
        })
    }
}

/// Whether a map may mean something else by the glyph of a tile: a space for floor, an S for the start or for swamp.
const fn is_glyph(tile: Tile) -> bool {
    matches!(tile, Tile::Void | Tile::SecretDoor)
}

/// Whether a tile is shown to be one that the program enters: that it walks on what nobody can needs more than one cell.
fn is_meant((tile, cells): &(&Tile, &HashSet<Cell>), ends: &HashSet<Cell>) -> bool {
    match tile.info().walk {
        Walk::No => is_glyph(**tile) && cells.difference(ends).count() > 2,
        _ => true,
    }
}

/// The cells of a straight or diagonal run after its first, the last one included.
fn run(from: Cell, to: Cell) -> Vec<Cell> {
    let (dx, dy) = from.delta(to);
    let toward = |a: u16, b: u16, k: u32| match a.cmp(&b) {
        std::cmp::Ordering::Less => a + k as u16,
        std::cmp::Ordering::Equal => a,
        std::cmp::Ordering::Greater => a - k as u16,
    };
    (1..=dx.max(dy)).map(|k| Cell::new(toward(from.x, to.x, k), toward(from.y, to.y, k))).collect()
}

/// The cells whose middle half a straight line from middle to middle runs through: what no rule of sight looks past.
fn pierced(from: Cell, to: Cell) -> Vec<Cell> {
    let (a, b) = (from.middle(), to.middle());
    let (dx, dy) = from.delta(to);
    // Four samples a cell cannot step over a half of one by more than its corner.
    let samples = 4 * dx.max(dy).max(1);
    let mut cells = Vec::new();
    for k in 1..samples {
        let t = f64::from(k) / f64::from(samples);
        let (x, y) = (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t);
        let deep = |v: f64| (v.fract() - 0.5).abs() < 0.24;
        let cell = Cell::new(x as u16, y as u16);
        if deep(x) && deep(y) && cells.last() != Some(&cell) {
            cells.push(cell);
        }
    }
    cells
}
