//! The first line of a log: the map, and the rules that the program follows.

use super::cell::{Frame, cell};
use super::ground::{self, Terrain};
use super::line::LineFault;
use super::promises::Promises;
use super::rules::{self, Costs, Key, Precision, Steps, order};
use crate::error::nearest;
use crate::trace_file::known_version;
use gridscope_trace::movement::Corners;
use gridscope_trace::{Cell, Grid, Scene, Tile};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Known fields of a header. Fields that begin with `x-` belong to the program.
const FIELDS: [&str; 48] = [
    "format",
    "version",
    "title",
    "algorithm",
    "algorithm_title",
    "schema",
    "scene",
    "map",
    "legend",
    "params",
    "seed",
    "size",
    "start",
    "goal",
    "neighbours",
    "corners",
    "steps",
    "costs",
    "enter",
    "times",
    "order",
    "optimal",
    "halted",
    "precision",
    "state",
    "waits",
    "incremental",
    "blocked_ends",
    "prices",
    "cost_of",
    "origin",
    "wraps",
    "edges",
    "layers",
    "moves",
    "goals",
    "nearest",
    "links",
    "sight",
    "budget",
    "body",
    "path",
    "repeats",
    "claims",
    "name",
    "comment",
    "author",
    "converted",
];

/// The statements of a header. A rule that is not stated is `None`; no default is filled in.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
#[expect(clippy::struct_excessive_bools, reason = "each is one thing that a header states")]
pub struct Header {
    /// Version of the format; 2 if there is no header.
    pub version: u64,
    /// Title, or else the header's `name`; may be empty.
    pub title: String,
    /// The program's name for its algorithm; may be empty.
    pub algorithm: String,
    /// Scene with the map and its actors, if the header states the tiles.
    pub scene: Option<Scene>,
    /// Width and height of the map in cells, if stated.
    pub size: Option<(u16, u16)>,
    /// Start cell of searches.
    pub start: Option<Cell>,
    /// Goal cell of searches.
    pub goal: Option<Cell>,
    /// Number of neighbours of a cell: 4 or 8.
    pub neighbours: Option<u8>,
    /// Corner cutting: when a diagonal step may pass a corner.
    pub corners: Option<Corners>,
    /// Kind of step that the program takes.
    pub steps: Option<Steps>,
    /// Costs of steps.
    pub costs: Option<Costs>,
    /// Extra cost of entering each tile.
    pub enter: Option<BTreeMap<Tile, f64>>,
    /// Cost factor for entering each tile.
    pub times: Option<BTreeMap<Tile, f64>>,
    /// Whether the weights of the scene count. If they do, the cost of a step onto a cell with a weight is multiplied
    /// by it, whatever the tile.
    pub weights: Option<bool>,
    /// Keys of the open list. The first one decides; the next ones break ties.
    pub order: Option<Vec<Key>>,
    /// Whether the program's paths should be shortest paths.
    pub optimal: bool,
    /// Prices, walls between cells, and the program's own tiles.
    pub terrain: Terrain,
    /// Number type that the program computes with, if stated.
    pub precision: Option<Precision>,
    /// Names of the fields that, together with the cell, identify a node. Empty if a node is just a cell.
    pub state: Vec<String>,
    /// Whether a step may stay on its cell and change only the state.
    pub waits: bool,
    /// Whether one open list is kept over several plans, as in D* Lite and LPA*.
    pub incremental: bool,
    /// Whether the start and goal cells may be blocked, because the moving actor is on them.
    pub blocked_ends: bool,
    /// Coordinates of the map's top left cell in the log's own coordinates.
    pub origin: [i32; 2],
    /// Promises about goals, links, budgets, the mover's size and sight.
    pub promises: Promises,
    /// The whole header as JSON; empty if there is no header.
    pub line: Map<String, Value>,
    /// Standard word for each kind of event in `schema`, optionally with a reason: `expand`, `reject dearer`.
    pub words: BTreeMap<String, String>,
}

impl Header {
    /// Returns the header assumed for a log without one.
    pub(super) fn none() -> Self {
        Self { version: 2, optimal: true, ..Self::default() }
    }

    /// Returns a sentence about unknown fields, if there are any, because one of them may be a typing mistake.
    pub fn unknown(&self) -> Option<String> {
        let strange = self.line.keys().filter(|name| !FIELDS.contains(&name.as_str()) && !name.starts_with("x-"));
        let strange: Vec<String> = strange
            .map(|name| format!("{:?}{}", name.chars().take(40).collect::<String>(), nearest(name, FIELDS.into_iter())))
            .collect();
        let more =
            if strange.len() > 5 { format!(" and {} more", strange.len().saturating_sub(5)) } else { String::new() };
        let some = strange.iter().take(5).cloned().collect::<Vec<_>>().join(", ");
        (!strange.is_empty()).then(|| format!("The header has unknown fields: {some}{more}."))
    }

    /// Returns whether the log was made from a file of another format. Its lines are not those of the file, so sentences
    /// name its events.
    pub fn is_converted(&self) -> bool {
        self.line.get("converted").and_then(Value::as_bool) == Some(true)
    }

    /// Returns whether the header states rules about steps, costs or the open list order.
    pub fn states_rules(&self) -> bool {
        self.neighbours.is_some()
            || self.corners.is_some()
            || self.steps.is_some()
            || self.costs.is_some()
            || self.enter.is_some()
            || self.times.is_some()
            || self.weights.is_some()
            || self.order.is_some()
            || self.terrain != Terrain::default()
            || !self.state.is_empty()
    }

    /// Returns the goals of searches: several, the only one, or none.
    pub fn goals(&self) -> Vec<Cell> {
        if self.promises.goals.is_empty() { self.goal.into_iter().collect() } else { self.promises.goals.clone() }
    }

    /// Returns the tiles of the map, if the header states them.
    pub fn ground(&self) -> Option<&Grid<Tile>> {
        self.scene.as_ref().map(|scene| &scene.tiles)
    }

    /// Returns the rectangle of cells that events may name, with the coordinates of its top left cell.
    pub(super) const fn frame(&self) -> Frame {
        Frame { size: self.size, origin: self.origin }
    }

    /// Returns whether the header states a map of its own.
    pub(crate) fn states_ground(&self) -> bool {
        ["map", "scene", "prices"].iter().any(|name| self.line.get(*name).is_some_and(|value| !value.is_null()))
    }

    /// Uses the scene that was sent to the program as the map, unless the header states another map that the program
    /// uses.
    ///
    /// # Errors
    /// Returns an error if the stated map and the scene have different sizes.
    pub(super) fn on(mut self, sent: Option<&Scene>) -> Result<Self, LineFault> {
        let Some(scene) = sent else { return Ok(self) };
        let size = (scene.size().width, scene.size().height);
        if !self.states_ground() {
            (self.size, self.scene) = (Some(size), Some(scene.clone()));
            return Ok(self);
        }
        match self.size {
            Some(own) if own != size => Err((
                format!("the header states a ground of {} × {} cells", own.0, own.1),
                format!("{} × {}, the size of the scene that the program was sent", size.0, size.1),
            )),
            _ => Ok(self),
        }
    }

    /// Reads the header line.
    pub(super) fn of(all: &Map<String, Value>) -> Result<Self, LineFault> {
        let version = match all.get("version") {
            None => 2,
            Some(v) => known_version(v)?,
        };
        let text = |name: &str| all.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        let origin = rules::origin(all.get("origin").unwrap_or(&Value::Null))?;
        let (mut terrain, scene) = ground::ground(all, origin)?;
        let size = match (&scene, all.get("size")) {
            (Some(scene), _) => Some((scene.size().width, scene.size().height)),
            (None, Some(size)) => Some(rules::sides(size)?),
            (None, None) => None,
        };
        let frame = Frame { size, origin };
        if let Some(goals) = all.get("goal").filter(|goal| goal.get(0).is_some_and(Value::is_array)) {
            return Err((format!("\"goal\" is {goals}"), "one cell as [x, y]; several cells are \"goals\"".into()));
        }
        let place = |name: &str| all.get(name).map_or(Ok(None), |v| cell(name, v, frame));
        let neighbours = match all.get("neighbours").filter(|v| !v.is_null()) {
            None => None,
            Some(v) if v.as_u64() == Some(4) => Some(4),
            Some(v) if v.as_u64() == Some(8) => Some(8),
            Some(v) => return Err((format!("\"neighbours\" is {v}"), "4 or 8".into())),
        };
        let word = |name: &str| all.get(name).filter(|v| !v.is_null());
        let one_of = |name: &str, v: &Value, words: &str| (format!("{name:?} is {v}"), words.to_owned());
        let corners = word("corners")
            .map(|v| v.as_str().and_then(Corners::named).ok_or_else(|| one_of("corners", v, "never, one or always")));
        let steps = word("steps").map(|v| match v.as_str() {
            Some("one") => Ok(Steps::One),
            Some("jump") => Ok(Steps::Jump),
            Some("any") => Ok(Steps::Any),
            Some("links") => Ok(Steps::Links),
            Some("own") => Ok(Steps::Own),
            _ => Err(one_of("steps", v, "one, jump, any, links or own")),
        });
        let prices = all.get("costs").unwrap_or(&Value::Null);
        let flag = |name: &str| match word(name) {
            None => Ok(None),
            Some(Value::Bool(flag)) => Ok(Some(*flag)),
            Some(v) => Err(one_of(name, v, "true or false")),
        };
        Ok(Self {
            version,
            title: if text("title").is_empty() { text("name") } else { text("title") },
            algorithm: text("algorithm"),
            size,
            start: place("start")?,
            goal: place("goal")?,
            neighbours,
            corners: corners.transpose()?,
            steps: steps.transpose()?,
            costs: rules::costs(prices)?,
            enter: rules::by_tile("enter", all, prices, &mut terrain)?,
            times: rules::by_tile("times", all, prices, &mut terrain)?,
            weights: match prices.get("weights") {
                None | Some(Value::Null) => terrain.factors.is_some().then_some(true),
                Some(Value::Bool(count)) => Some(*count),
                Some(v) => return Err(one_of("weights", v, "true or false")),
            },
            order: all.get("order").filter(|v| !v.is_null()).map(order).transpose()?,
            optimal: flag("optimal")?.unwrap_or(true),
            precision: word("precision").map(Precision::of).transpose()?,
            state: word("state").map(rules::state).transpose()?.unwrap_or_default(),
            waits: flag("waits")?.unwrap_or(false),
            incremental: flag("incremental")?.unwrap_or(false),
            blocked_ends: flag("blocked_ends")?.unwrap_or(false),
            origin,
            promises: Promises::of(all, frame)?,
            terrain,
            line: all.clone(),
            words: words(all),
            scene,
        })
    }
}

/// Returns the standard words that `schema` assigns to kinds of events.
fn words(all: &Map<String, Value>) -> BTreeMap<String, String> {
    let kinds = all.get("schema").and_then(|schema| schema.get("kinds")).and_then(Value::as_object);
    let word = |(kind, said): (&String, &Value)| Some((kind.clone(), said.get("as")?.as_str()?.to_owned()));
    kinds.into_iter().flatten().filter_map(word).collect()
}
