//! Graphs, written only: the walkable cells of a scene as nodes, and the steps between them as arcs with costs.
//!
//! The arcs and costs are those of the default search algorithm (A\*) with the parameters of the scene: `neighbours`,
//! `costs`, `corners`, `terrain-costs` and `door-cost`. The mover is the start of the scene's search, with its keys. A scene
//! without a single start and goal has a mover without keys, who is no thief.

mod dimacs;
mod dot;
mod graphml;

pub(crate) use dimacs::Dimacs;
pub(crate) use dot::Dot;
pub(crate) use graphml::GraphMl;

use super::plain::is_unseen;
use super::{FormatError, Options, losses};
use gridscope_trace::ends::ends;
use gridscope_trace::movement::{Mover, Passage, Rules, StepCosts};
use gridscope_trace::scene::{RunSpec, Scene};
use gridscope_trace::{Cell, Dir, Grid, Tile};

/// Maximum number of nodes.
const NODES: usize = 100_000;

/// The graph of a scene.
struct Graph {
    /// The cells of the nodes, row by row.
    nodes: Vec<Cell>,
    /// Number of each cell's node, from 1; 0 if it has none.
    numbers: Grid<u32>,
    passage: Passage,
    rules: Rules,
    /// Start and goal of the scene's search.
    ends: Option<(Cell, Cell)>,
}

/// An arc between two nodes.
struct Arc {
    from: Cell,
    to: Cell,
    /// Cost in units of the step costs.
    units: u64,
}

impl Graph {
    /// Builds the graph of a scene.
    ///
    /// # Errors
    /// Returns an error if the scene is not valid, if a parameter does not fit, or if there are too many nodes.
    fn of(scene: &Scene, options: &Options) -> Result<Self, FormatError> {
        let refuse = |error: String| FormatError::whole("the scene", &error, "");
        scene.validate().map_err(|error| refuse(error.to_string()))?;
        // Without a search in the registry, these are the rules that one has by default.
        let search = options.registry.find(&RunSpec::default().algorithm);
        let params_of_search = search.map_or(&[][..], |search| search.card().params);
        let mut params = scene.run.params.clone();
        params.keep_taken(params_of_search);
        let params = params.resolve(params_of_search).map_err(|error| refuse(error.to_string()))?;
        let mut rules = params.movement_rules(StepCosts::OCTILE);
        rules.terrain_costs |= search.is_none();
        let pair = ends(scene).ok();
        let mover = pair.map(|(start, _)| Mover::of(start)).unwrap_or_default();
        let passage = Passage::new(scene, &mover, &rules);
        rules.costs = passage.costs();
        let ends = pair.map(|(start, goal)| (start.at, goal));
        // A search starts even on a cell that cannot be entered.
        let is_node = |&cell: &Cell| passage.is_open(cell) || ends.is_some_and(|(start, _)| start == cell);
        let nodes: Vec<Cell> = scene.size().cells().filter(is_node).take(NODES.saturating_add(1)).collect();
        if nodes.len() > NODES {
            let found = format!("more than {NODES} of its cells are walkable");
            return Err(FormatError::whole(
                "the scene",
                &found,
                "a smaller map; graphs are written for small maps only",
            ));
        }
        let mut numbers = Grid::new(scene.size(), 0);
        for (number, &cell) in (1..).zip(&nodes) {
            numbers.set(cell, number);
        }
        Ok(Self { nodes, numbers, passage, rules, ends })
    }

    /// Returns the number of a cell's node, from 1, or `None` if it has no node.
    fn number(&self, cell: Cell) -> Option<u32> {
        self.numbers.get(cell).copied().filter(|&number| number > 0)
    }

    /// Returns the start and the goal of the scene's search as `start` and `goal`, without those that are no nodes.
    fn named_ends(&self) -> impl Iterator<Item = (&'static str, Cell)> {
        let ends = self.ends.into_iter().flat_map(|(start, goal)| [("start", start), ("goal", goal)]);
        ends.filter(|&(_, cell)| self.number(cell).is_some())
    }

    /// Returns the arcs, in the order of the nodes that they leave.
    fn arcs(&self) -> impl Iterator<Item = Arc> {
        let dirs = || Dir::ALL.into_iter().filter(|dir| self.rules.order.contains(dir));
        self.nodes.iter().flat_map(move |&from| {
            dirs().filter_map(move |dir| {
                let (to, units) = self.passage.step(from, dir).ok()?;
                Some(Arc { from, to, units })
            })
        })
    }

    /// Returns a cost as a decimal number: whole for whole costs.
    fn cost(&self, units: u64) -> f64 {
        self.rules.costs.display_cost(units)
    }
}

/// Returns the identifier of a node: `c5_3` for the cell in column 5 and row 3.
fn id(cell: Cell) -> String {
    format!("c{}_{}", cell.x, cell.y)
}

/// Returns the title as one line without control characters.
fn one_line(title: &str) -> String {
    title.chars().map(|c| if is_unseen(c) || matches!(c, '\n' | '\t') { ' ' } else { c }).collect()
}

/// Lists what a graph cannot hold. `tiles` is whether it holds the names of the tiles.
fn lost(scene: &Scene, graph: &Graph, tiles: bool) -> Vec<String> {
    let mut lost = Vec::new();
    let blocked = scene.size().area().saturating_sub(graph.nodes.len());
    if blocked > 0 {
        lost.push(format!("{blocked} {} that cannot be entered", if blocked == 1 { "cell" } else { "cells" }));
    }
    let plain = |cell: &Cell| scene.tiles.get(*cell) == Some(&Tile::Floor);
    if !tiles && !graph.nodes.iter().all(plain) {
        lost.push("the kinds of tiles (their costs are in the arcs)".into());
    }
    lost.extend(losses::weights(scene).map(|weights| format!("{weights} (they are in the costs of arcs)")));
    lost.extend(losses::beside_the_map(scene));
    lost.extend(losses::actors(scene, |actor| graph.ends.is_some_and(|(a, b)| actor.at == a || actor.at == b)));
    lost
}
