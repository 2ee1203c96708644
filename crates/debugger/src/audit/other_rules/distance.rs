//! Layers that the header calls distances. At the end of a phase, each cell must be its best neighbour plus the step.
//!
//! A cell that is more than a neighbour plus the step is wrong, whatever the sources are. If nothing explains the low
//! value of that neighbour, the neighbour is reported instead. A cell that is lower than its neighbours allow may be a
//! source with a value of its own. It is reported only if the header states the sources.

use super::{MAP, Outcome, Place, Skip, World};
use crate::audit::Rule;
use crate::audit::digits::numbers_apart;
use crate::audit::shortest::Cost;
use crate::formats::log::{LogEvent, Word};
use gridscope_trace::geometry::{Cell, Dir, Size};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// Largest possible map of a log.
const EVERYWHERE: Size = Size::new(4096, 4096);
/// Numbers that programs use for cells that cannot be reached.
const UNREACHED: [f64; 7] = [99.0, 255.0, 999.0, 9999.0, 32767.0, 65535.0, 99999.0];

/// Maximum number of different values below 0 that are marks, and no distances.
const MARKS: usize = 2;

/// A possible fault at the end of a phase. It is dropped if the flood corrects the value later.
#[derive(Debug)]
struct PossibleFault {
    place: Place,
    sentence: String,
}

#[derive(Debug, Default)]
struct Layer {
    stated: Map<String, Value>,
    values: HashMap<Cell, (f64, Place)>,
    /// Number of cells with each value.
    counts: BTreeMap<Cost, usize>,
    /// Cells to check again, because they, a neighbour or the map changed.
    changed: BTreeSet<Cell>,
    /// Cells written before any cell was explained by a neighbour: they may be sources.
    seeds: HashSet<Cell>,
    seeding: bool,
    /// Whether a value was written since the last check. The next field is whether the map changed after that.
    written: bool,
    outdated: bool,
    doubts: HashMap<Cell, PossibleFault>,
}

/// All layers of distances.
#[derive(Debug, Default)]
pub(super) struct Distances {
    layers: BTreeMap<String, Layer>,
    asked: bool,
    unpriced: bool,
    out: Vec<(Place, Cell, String)>,
    written: bool,
}

impl Layer {
    fn number(&self, name: &str) -> Option<f64> {
        self.stated.get("costs").and_then(|costs| costs.get(name)).and_then(Value::as_f64)
    }

    fn neighbours(&self, world: &impl World) -> Option<u64> {
        self.stated.get("neighbours").or(world.line().get("neighbours")).and_then(Value::as_u64)
    }

    /// Returns the cells around a cell that may be one step away.
    fn around(&self, at: Cell, world: &impl World) -> Vec<Cell> {
        let diagonal = self.neighbours(world) == Some(8);
        Dir::ALL
            .into_iter()
            .filter(|dir| diagonal || !dir.is_diagonal())
            .filter_map(|d| at.step(d, EVERYWHERE))
            .collect()
    }

    /// Returns the lowest and the highest possible cost of a step between two neighbours.
    fn prices(&self, a: Cell, b: Cell, world: &impl World) -> Option<(f64, f64)> {
        let (dx, dy) = a.delta(b);
        let own = self.number(if dx + dy == 2 { "diagonal" } else { "straight" });
        if self.stated.contains_key("costs") {
            return own.map(|price| (price, price));
        }
        let (there, back) = (world.price(a, b)?, world.price(b, a)?);
        Some((there.min(back), there.max(back)))
    }

    /// Returns whether a step between two neighbours is certainly possible in both directions.
    fn can_step_both_ways(&self, a: Cell, b: Cell, world: &impl World) -> bool {
        let free = world.is_free(a) && world.is_free(b);
        let steps = || world.no_step(a, b).is_none() && world.no_step(b, a).is_none();
        let corners = || {
            let (dx, dy) = a.delta(b);
            let sides = [Cell::new(a.x, b.y), Cell::new(b.x, a.y)];
            let open = sides.into_iter().filter(|&c| world.is_free(c)).count();
            let corners = self.stated.get("corners").or(world.line().get("corners")).and_then(Value::as_str);
            let need = match corners {
                Some("always") => 0,
                Some("one") => 1,
                _ => 2,
            };
            dx + dy < 2 || open >= need
        };
        free && corners() && steps()
    }

    /// Returns the value of a cell, if it can be a distance.
    fn value(&self, at: Cell) -> Option<f64> {
        self.values.get(&at).map(|v| v.0).filter(|v| v.is_finite() && (*v >= 0.0 || self.is_below_zero()))
    }

    /// Returns whether values below 0 are distances, as in a flee map. Few different ones mark cells: -1 for unknown.
    fn is_below_zero(&self) -> bool {
        self.counts.range(..Cost(0.0)).take(MARKS + 1).count() > MARKS
    }

    /// Returns whether a value may mean unreachable: it is far from all others and occurs in several cells.
    fn is_unreached(&self, value: f64) -> bool {
        UNREACHED.contains(&value) || value.abs() >= 1e6 || self.is_far_off(value)
    }

    /// Returns whether a value occurs in several cells, and is more than twice as far from the other end as the next.
    fn is_far_off(&self, value: f64) -> bool {
        if self.counts.get(&Cost(value + 0.0)).is_none_or(|&n| n < 2) {
            return false;
        }
        let negative = self.is_below_zero();
        let at = |key: Option<&Cost>| key.map_or(0.0, |key| if negative { key.0 } else { key.0.max(0.0) });
        let (mut up, mut down) = (self.counts.keys(), self.counts.keys().rev());
        let (lowest, above) = (at(up.next()), at(up.next()));
        let (highest, below) = (at(down.next()), at(down.next()));
        let base = lowest.min(0.0);
        let top = value == highest && value - base > 2.0 * (below - base);
        top || (negative && value == lowest && highest - value > 2.0 * (highest - above))
    }

    /// Returns whether a value may be the maximum at which a flood stops.
    fn is_cap(&self, value: f64) -> bool {
        let top = self.counts.last_key_value().is_some_and(|(highest, _)| highest.0 == value);
        top || self.is_unreached(value)
    }

    /// Returns the sources that the header states, in its own coordinates.
    fn sources(&self, [left, top]: [i32; 2]) -> Option<HashSet<Cell>> {
        let whole = |v: &Value, least: i32| u16::try_from(v.as_i64()?.checked_sub(i64::from(least))?).ok();
        let cell = |v: &Value| Some(Cell::new(whole(v.get(0)?, left)?, whole(v.get(1)?, top)?));
        self.stated.get("sources")?.as_array()?.iter().map(cell).collect()
    }

    /// Returns whether a neighbour explains the value.
    fn is_explained(&self, at: Cell, value: f64, world: &impl World) -> bool {
        self.around(at, world).into_iter().any(|u| {
            let (Some(of), Some((least, most))) = (self.value(u), self.prices(at, u, world)) else { return false };
            world.same(of + least, value) || world.same(of + most, value)
        })
    }

    fn touch(&mut self, at: Cell) {
        self.changed.insert(at);
        self.changed.extend(Dir::ALL.into_iter().filter_map(|dir| at.step(dir, EVERYWHERE)));
    }

    fn set_value(&mut self, at: Cell, value: Option<(f64, Place)>) {
        let before = match value {
            Some(value) => self.values.insert(at, value),
            None => self.values.remove(&at),
        };
        let key = |v: f64| v.is_finite().then_some(Cost(v + 0.0));
        if let Some(key) = before.and_then(|v| key(v.0))
            && let Some(n) = self.counts.get_mut(&key)
        {
            *n -= 1;
            if *n == 0 {
                self.counts.remove(&key);
            }
        }
        if let Some(key) = value.and_then(|v| key(v.0)) {
            *self.counts.entry(key).or_default() += 1;
        }
        self.touch(at);
        // A flood that continues may correct the value.
        self.doubts.remove(&at);
        (self.written, self.outdated) = (true, false);
    }

    /// Checks everything that changed since the last check.
    fn check(&mut self, world: &impl World, actors: &HashSet<Cell>) -> bool {
        if !self.written || self.outdated {
            return false;
        }
        self.written = false;
        let sources = self.sources(world.origin());
        // If the layer is written row by row, and not by a flood, the first cells are not sources.
        let seeds = self.seeds.iter().filter_map(|&c| Some((c, self.value(c).filter(|v| *v != 0.0)?)));
        let is_dump = { seeds }.any(|(c, value)| self.is_explained(c, value, world));
        // Below 0, every local minimum is a source.
        let below_zero = self.is_below_zero();
        let mut was_checked = false;
        for at in std::mem::take(&mut self.changed) {
            let Some(value) = self.value(at).filter(|_| world.is_free(at)) else { continue };
            let mut lowest: Option<f64> = None;
            for u in self.around(at, world) {
                let (Some(of), Some((least, most))) = (self.value(u), self.prices(at, u, world)) else { continue };
                was_checked = true;
                if world.is_blocked(u) && sources.as_ref().is_none_or(|all| !all.contains(&u)) {
                    continue;
                }
                lowest = Some(lowest.map_or(of + least, |low: f64| low.min(of + least)));
                let is_source = |c: Cell| match &sources {
                    Some(all) => all.contains(&c),
                    None => !below_zero && !is_dump && self.seeds.contains(&c),
                };
                // An actor on that cell may block the flood.
                let flows = self.can_step_both_ways(at, u, world) && (!actors.contains(&u) || of == 0.0);
                let is_higher = value > of + most && !world.same(value, of + most);
                if !flows || !is_higher || is_source(at) || self.is_unreached(value) {
                    continue;
                }
                let low = of > 0.0 && !is_source(u) && !self.is_explained(u, of, world);
                let (wrong, sentence) = if low {
                    let ([low, value], place) = (numbers_apart([of, value]), world.place(u));
                    let sentence = format!("the value {low} of {place} is lower than any neighbour makes it");
                    (u, format!("{sentence}, and {} has {value}.", world.place(at)))
                } else {
                    let [own, of, sum] = numbers_apart([value, of, of + most]);
                    let sentence = format!("the value of {} is {own}, but its neighbour", world.place(at));
                    (at, format!("{sentence} {} has {of}, which makes it at most {sum}.", world.place(u)))
                };
                self.doubt(wrong, sentence);
            }
            let is_not_source = sources.as_ref().is_some_and(|all| !all.contains(&at)) && !super::wraps(world);
            if let Some(lowest) = lowest.filter(|_| is_not_source && !self.is_cap(value))
                && value < lowest
                && !world.same(value, lowest)
            {
                let ([value, least], place) = (numbers_apart([value, lowest]), world.place(at));
                let sentence = format!("the value of {place} is {value}, but its neighbours make it at least {least}.");
                self.doubt(at, sentence);
            }
        }
        was_checked
    }

    fn doubt(&mut self, at: Cell, sentence: String) {
        let Some(&(_, place)) = self.values.get(&at) else { return };
        self.doubts.entry(at).or_insert(PossibleFault { place, sentence });
    }
}

impl Distances {
    pub(super) fn new(header: &Map<String, Value>) -> Self {
        let all = header.get("layers").and_then(Value::as_object).into_iter().flatten();
        let called = all.filter(|(_, layer)| layer.get("kind").and_then(Value::as_str) == Some("distance"));
        let layers = called.filter_map(|(name, layer)| {
            let layer_header = layer.as_object()?.clone();
            Some((name.clone(), Layer { stated: layer_header, seeding: true, ..Layer::default() }))
        });
        Self { layers: layers.collect(), ..Self::default() }
    }

    pub(super) fn write(&mut self, place: Place, event: &LogEvent, world: &impl World) {
        self.written |= event.word == Word::Set;
        let Some((name, layer)) =
            event.text("layer").and_then(|name| Some((name.to_owned(), self.layers.get_mut(name)?)))
        else {
            return;
        };
        let Some(at) = event.at else {
            if event.word == Word::Clear {
                settle(&name, layer, &mut self.out);
                layer.values.clear();
                layer.counts.clear();
                layer.changed.clear();
                layer.seeds.clear();
                layer.seeding = true;
            }
            return;
        };
        let value = event.number("value").filter(|_| event.word == Word::Set && !event.others.is_empty());
        let distance = value.filter(|v| v.is_finite() && (*v >= 0.0 || layer.is_below_zero()));
        layer.seeds.remove(&at);
        if let Some(value) = distance {
            let unreached = layer.is_unreached(value);
            layer.seeding &= unreached || !layer.is_explained(at, value, world);
            if layer.seeding && !unreached {
                layer.seeds.insert(at);
            }
        }
        layer.set_value(at, value.map(|value| (value, place)));
    }

    pub(super) fn tile(&mut self, event: &LogEvent) {
        let Some(at) = event.at else { return };
        self.changed();
        for layer in self.layers.values_mut() {
            layer.touch(at);
            // Until the next value is written, the layer describes the old map.
            layer.outdated = true;
        }
    }

    /// Reports the open doubts of all layers, because a change may start a new flood.
    pub(super) fn changed(&mut self) {
        for (name, layer) in &mut self.layers {
            settle(name, layer, &mut self.out);
        }
    }

    /// Checks all layers at the end of a phase.
    pub(super) fn check(&mut self, world: &impl World, actors: &HashMap<String, Cell>) {
        if self.layers.values().all(|layer| !layer.written) || !world.has_ground() {
            return;
        }
        let standing: HashSet<Cell> = actors.values().copied().collect();
        for layer in self.layers.values_mut() {
            let was_written = layer.written;
            let was_checked = layer.check(world, &standing);
            self.asked |= was_checked;
            self.unpriced |= was_written && !was_checked;
        }
    }

    pub(super) fn finish(mut self, world: &impl World, out: &mut Outcome) {
        self.changed();
        for (place, at, sentence) in self.out {
            out.add_finding(Rule::Distance, place, Some(at), sentence);
        }
        if self.asked {
            out.asked.push(Rule::Distance);
            return;
        }
        let mut skip = |why: &str, add| out.skipped.push(Skip { rule: Rule::Distance, why: why.to_owned(), add });
        let prices = r#""neighbours": 4, "costs": {"straight": 1}"#;
        if self.layers.is_empty() {
            if self.written {
                skip("the header names no layer that is a distance", Some(r#""layers": {"d": {"kind": "distance"}}"#));
            }
        } else if !world.has_ground() {
            skip("the header states no map", Some(MAP));
        } else if self.unpriced {
            skip("the header does not say what a step costs", Some(prices));
        }
    }
}

/// Reports the doubts that no later value has removed.
fn settle(name: &str, layer: &mut Layer, out: &mut Vec<(Place, Cell, String)>) {
    let mut doubts: Vec<_> = layer.doubts.drain().collect();
    doubts.sort_by_key(|(_, doubt)| doubt.place);
    out.extend(
        doubts
            .into_iter()
            .map(|(at, doubt)| (doubt.place, at, format!("In the distances {name:?}, {}", doubt.sentence))),
    );
}
