//! Rules that are not about best-first search: choices, sight, distance layers, and moves of actors.
//!
//! Each rule uses only what the log states. Anything that may be correct is accepted.

mod adapter;
mod choice;
mod distance;
mod moves;
mod plan;
mod promised_sight;
mod reach;
mod repeats;
mod sight;
mod timeline;

pub(super) use adapter::FactsWithHeader;

use super::{Finding, Rule};
use crate::formats::log::{LogEvent, Promises};
use gridscope_trace::geometry::Cell;
use gridscope_trace::terrain::{Tile, Walk};
use serde_json::{Map, Value};
use std::collections::HashMap;

/// Header entry to suggest for stating the map.
const MAP: &str = "\"map\": [\"#####\", \"#...#\", \"#####\"]";

/// The map as the rules see it at the event being checked.
pub(super) trait World {
    /// Returns the header of the log.
    fn line(&self) -> &Map<String, Value>;
    /// Returns whether the log states its map.
    fn has_ground(&self) -> bool;
    /// Returns whether the cell certainly cannot be entered.
    fn is_blocked(&self, cell: Cell) -> bool;
    /// Returns whether the cell can certainly be entered.
    fn is_free(&self, cell: Cell) -> bool;
    /// Returns whether the cell is outside the stated map.
    fn is_outside(&self, cell: Cell) -> bool;
    /// Returns the tile of a cell, if it is known.
    fn tile(&self, cell: Cell) -> Option<Tile>;
    /// Returns why the move is certainly not a step, as the end of a sentence.
    fn no_step(&self, from: Cell, to: Cell) -> Option<String>;
    /// Returns the cost of a step, if it is known.
    fn price(&self, from: Cell, to: Cell) -> Option<f64>;
    /// Returns the promises of the header.
    fn promises(&self) -> &Promises;
    /// Returns the coordinates of the map's top left cell in the log's own coordinates.
    fn origin(&self) -> [i32; 2];
    /// Formats a cell in the log's own coordinates, for a sentence.
    fn place(&self, cell: Cell) -> String {
        let [left, top] = self.origin();
        format!("({},{})", i32::from(cell.x) + left, i32::from(cell.y) + top)
    }
    /// Returns whether two numbers are equal within the rounding of the log.
    fn same(&self, a: f64, b: f64) -> bool;

    /// Returns whether the cell certainly blocks sight.
    fn blocks_sight(&self, cell: Cell) -> bool {
        let Some(info) = self.tile(cell).map(Tile::info) else { return self.is_outside(cell) };
        info.opacity == 255 && info.sight.is_none() && (info.walk != Walk::No || self.is_blocked(cell))
    }
}

/// A rule that could not be checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Skip {
    pub(super) rule: Rule,
    pub(super) why: String,
    /// Header entry to suggest, if it makes the check possible.
    pub(super) add: Option<&'static str>,
}

/// Result of these rules.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    pub(super) found: Vec<Finding>,
    /// Observations that are no faults.
    pub(super) notes: Vec<Finding>,
    pub(super) skipped: Vec<Skip>,
    /// Rules for which the log has events.
    pub(super) asked: Vec<Rule>,
}

impl Outcome {
    fn add_finding(&mut self, rule: Rule, (event, line): Place, at: Option<Cell>, sentence: String) {
        self.found.push(Finding { line, event, rule, at, sentence, t: None });
    }
}

/// Index of an event, and its line.
type Place = (usize, usize);

/// Open phases, each with a number of its own.
#[derive(Debug, Default)]
struct Phases {
    /// Number of each open phase, and whether it belongs to one actor.
    open: Vec<(usize, bool)>,
    next: usize,
}

impl Phases {
    /// Returns the number of the innermost open phase that does not belong to one actor.
    fn shared(&self) -> Option<usize> {
        self.open.iter().rev().find(|(_, own)| !own).map(|(number, _)| *number)
    }
}

/// State of these rules while they go through a log.
#[derive(Debug, Default)]
pub(super) struct OtherRules {
    phases: Phases,
    /// Current cell of each actor.
    actors: HashMap<String, Cell>,
    choice: choice::Choices,
    sight: sight::Sight,
    distance: distance::Distances,
    moves: moves::Moves,
    plan: plan::Plan,
    promised_sight: promised_sight::PromisedSight,
    repeats: repeats::Repeats,
    out: Outcome,
}

impl OtherRules {
    /// Creates the state at the beginning of a log with this header.
    pub(super) fn new(line: &Map<String, Value>) -> Self {
        Self { distance: distance::Distances::new(line), ..Self::default() }
    }

    /// Checks an event. `world` is the map before the event.
    pub(super) fn event(&mut self, index: usize, event: &LogEvent, world: &impl World) {
        use crate::formats::log::Word;
        let place = (index, event.line());
        let actor = actor_of(event);
        self.plan.event(place, event, actor.as_ref(), world, &mut self.out);
        if matches!(event.word, Word::Place | Word::Move | Word::Remove | Word::Tile) {
            self.promised_sight.settle(&self.actors, world, &mut self.out);
        }
        match &event.word {
            Word::Begin => {
                if self.phases.open.is_empty() {
                    self.distance.check(world, &self.actors);
                }
                self.phases.open.push((self.phases.next, actor.is_some()));
                self.phases.next += 1;
                self.moves.phase = self.phases.shared();
            }
            Word::End => {
                self.distance.check(world, &self.actors);
                let closed = self.phases.open.pop();
                self.moves.phase = self.phases.shared();
                if self.phases.open.is_empty() && closed.is_some_and(|(_, own)| !own) {
                    self.moves.settle();
                }
            }
            Word::Done => {
                self.distance.check(world, &self.actors);
                self.moves.end();
            }
            Word::Dice => self.choice.dice(),
            Word::Weigh => self.choice.weigh(place, event, &self.phases),
            Word::Reject => self.choice.reject(place.1, event),
            Word::Choose => {
                self.repeats.choose(event, world);
                self.choice.choose(place, event, &self.phases, world, &mut self.out);
            }
            Word::Set | Word::Clear => self.distance.write(place, event, world),
            Word::See => {
                self.sight.see(place, event, &self.actors, world, &mut self.out);
                self.promised_sight.see(place, event, &self.actors, world, &mut self.out);
            }
            Word::Hide => self.promised_sight.hide(event, &self.actors, world, &mut self.out),
            Word::Tile => {
                self.promised_sight.tile(index);
                self.sight.tile(event);
                self.distance.tile(event);
            }
            Word::Place | Word::Move => {
                let (Some(actor), Some(at)) = (actor, event.at) else { return };
                self.distance.changed();
                self.moves.moved(place, event, (&actor, at), &self.actors, world, &mut self.out);
                self.actors.insert(actor.clone(), at);
                self.promised_sight.moved(index, event, &actor, event.word == Word::Move);
                if event.word == Word::Move {
                    self.repeats.moved(place, at, event, world);
                }
                self.sight.moved(&actor, at, world, &mut self.out);
            }
            Word::Remove => {
                let Some(actor) = actor else { return };
                self.distance.changed();
                self.moves.removed(&actor);
                self.actors.remove(&actor);
            }
            _ => {}
        }
    }

    /// Ends the check.
    pub(super) fn finish(mut self, world: &impl World) -> Outcome {
        self.distance.check(world, &self.actors);
        self.choice.finish(&mut self.out);
        self.distance.finish(world, &mut self.out);
        self.sight.finish(world, &mut self.out);
        self.moves.finish(world, &mut self.out);
        self.plan.finish(world, &mut self.out);
        self.promised_sight.finish(&self.actors, world, &mut self.out);
        self.repeats.finish(world, &mut self.out);
        self.out.found.sort_by_key(|finding| finding.event);
        self.out
    }
}

/// Returns the actor of an event: a name or a number.
fn actor_of(event: &LogEvent) -> Option<String> {
    let actor_value = event.others.get("actor").filter(|told| !told.is_null())?;
    Some(actor_value.as_str().map_or_else(|| actor_value.json().to_string(), str::to_owned))
}

/// Returns whether edges of the map are joined.
fn wraps(world: &impl World) -> bool {
    world.line().get("wraps").is_some_and(|v| !v.is_null() && *v != Value::Bool(false))
}
