//! Layers of distances: each cell equals its best neighbour plus the step cost.

use super::report;
use gridscope::debugger::audit::{Report, Rule};
use gridscope::trace::geometry::{Cell as Place, Size};
use gridscope::trace::map::GridMap;
use gridscope::trace::{DistanceMap, Rng};
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt::Write as _;

type Cell = (usize, usize);

/// A random map with its distances from sources with values of their own.
struct Flood {
    rows: Vec<String>,
    straight: f64,
    neighbours: u8,
    values: BTreeMap<Cell, f64>,
    /// The cells in the order of a flood.
    order: Vec<Cell>,
}

impl Flood {
    fn new(dice: &mut Rng, own: bool, limit: Option<f64>) -> Self {
        let (width, height) = (9usize, 7usize);
        let rows: Vec<String> =
            (0..height).map(|_| (0..width).map(|_| if dice.below(100) < 25 { '#' } else { '.' }).collect()).collect();
        let neighbours = if dice.below(2) == 0 { 4 } else { 8 };
        let mut flood = Self { rows, straight: 1.0, neighbours, values: BTreeMap::new(), order: vec![] };
        for k in 0..2 {
            let at = (dice.below(width as u64) as usize, dice.below(height as u64) as usize);
            if flood.is_free(at) {
                let value = if own && k == 1 { dice.below(5) as f64 } else { 0.0 };
                flood.values.entry(at).or_insert(value);
            }
        }
        flood.order = flood.values.keys().copied().collect();
        // The lowest cell is always next.
        let mut done: Vec<Cell> = vec![];
        loop {
            let next = flood.values.iter().filter(|(c, _)| !done.contains(c)).min_by(|a, b| a.1.total_cmp(b.1));
            let Some((&at, &value)) = next else { break };
            done.push(at);
            for (to, step) in flood.steps(at) {
                let sum = value + step;
                if limit.is_some_and(|limit| sum > limit) {
                    continue;
                }
                if flood.values.get(&to).is_none_or(|&old| sum < old) {
                    flood.values.insert(to, sum);
                    flood.order.push(to);
                }
            }
        }
        flood
    }

    fn is_free(&self, (x, y): Cell) -> bool {
        self.rows.get(y).and_then(|row| row.as_bytes().get(x)) == Some(&b'.')
    }

    fn steps(&self, (x, y): Cell) -> Vec<(Cell, f64)> {
        let mut all = vec![];
        for dx in -1i64..=1 {
            for dy in -1i64..=1 {
                let (Ok(tx), Ok(ty)) = (usize::try_from(x as i64 + dx), usize::try_from(y as i64 + dy)) else {
                    continue;
                };
                let diagonal = dx != 0 && dy != 0;
                let corners = self.is_free((x, ty)) && self.is_free((tx, y));
                if (dx, dy) != (0, 0) && self.is_free((tx, ty)) && (!diagonal || (self.neighbours == 8 && corners)) {
                    all.push(((tx, ty), if diagonal { 1.4 } else { self.straight }));
                }
            }
        }
        all
    }

    fn header(&self) -> String {
        let header = json!({ "format": "gridscope-trace", "version": 2, "map": self.rows, "neighbours": self.neighbours,
            "corners": "never", "costs": { "straight": 1, "diagonal": 1.4 }, "layers": { "d": { "kind": "distance" } } });
        format!("{header}\n")
    }

    /// Returns the events of a program of this shape: a flood in order, all cells row by row, or a sweep that repairs.
    fn events(&self, shape: usize, wrong: Option<(Cell, f64)>) -> String {
        let mut text = String::new();
        let value = |c: Cell| wrong.filter(|w| w.0 == c).map_or_else(|| self.values[&c], |w| w.1);
        let set = |text: &mut String, c: Cell, v: &dyn std::fmt::Display| {
            writeln!(text, r#"{{"event":"set","layer":"d","at":[{},{}],"value":{v}}}"#, c.0, c.1).expect("a line");
        };
        let cells: Vec<Cell> = (0..7).flat_map(|y| (0..9).map(move |x| (x, y))).collect();
        match shape {
            0 => {
                text.push_str("{\"event\":\"begin\",\"phase\":\"flood\"}\n");
                for &c in &self.order {
                    set(&mut text, c, &value(c));
                }
                text.push_str("{\"event\":\"end\"}\n");
            }
            1 => {
                for &c in &cells {
                    let unreached = r#""inf""#;
                    if self.values.contains_key(&c) {
                        set(&mut text, c, &value(c));
                    } else {
                        set(&mut text, c, &unreached);
                    }
                }
                text.push_str("{\"event\":\"done\",\"result\":\"found\"}\n");
            }
            _ => {
                for &c in &cells {
                    set(&mut text, c, &9999);
                }
                for (k, &c) in self.order.iter().enumerate() {
                    // A sweep that does not finish in its phase.
                    if k % 5 == 0 {
                        text.push_str("{\"event\":\"begin\",\"phase\":\"sweep\"}\n");
                    }
                    set(&mut text, c, &value(c));
                    if k % 5 == 4 {
                        text.push_str("{\"event\":\"end\"}\n");
                    }
                }
            }
        }
        text
    }
}

#[test]
fn sound_floods_of_every_shape_are_never_accused() {
    let mut dice = Rng::new(3);
    for round in 0..150 {
        let limit = (round % 3 == 0).then_some(4.0);
        let flood = Flood::new(&mut dice, round % 2 == 0, limit);
        for shape in 0..3 {
            let text = flood.header() + &flood.events(shape, None);
            let found = report(&text).findings;
            assert!(found.is_empty(), "{found:#?}\n{text}");
        }
    }
}

#[test]
fn one_raised_distance_is_found_in_three_programs() {
    let mut dice = Rng::new(8);
    let (mut planted, mut found) = ([0; 3], [0; 3]);
    for _ in 0..120 {
        let flood = Flood::new(&mut dice, false, None);
        let reached: Vec<Cell> = flood.values.iter().filter(|v| *v.1 > 0.0).map(|v| *v.0).collect();
        if reached.len() < 8 {
            continue;
        }
        let at = reached[dice.below(reached.len() as u64) as usize];
        let wrong = flood.values[&at] + [2.0, 3.0, 0.5, 1.0][dice.below(4) as usize];
        for shape in 0..3 {
            planted[shape] += 1;
            let text = flood.header() + &flood.events(shape, Some((at, wrong)));
            let report = report(&text);
            found[shape] += usize::from(names(&report, at));
        }
    }
    are_found(planted, found);
}

/// Returns whether a report has a finding about the distance of a cell.
fn names(report: &Report, at: Cell) -> bool {
    let is_at = |c: Place| (usize::from(c.x), usize::from(c.y)) == at;
    report.findings.iter().any(|f| f.rule == Rule::Distance && f.at.is_some_and(is_at))
}

/// Asserts that at least 95 % of the faults are found, for each shape of program.
fn are_found(planted: [usize; 3], found: [usize; 3]) {
    for shape in 0..3 {
        assert!(found[shape] * 100 >= planted[shape] * 95, "{found:?} of {planted:?}");
    }
}

#[test]
fn lowered_distance_is_found_with_stated_sources() {
    let mut dice = Rng::new(9);
    let (mut planted, mut found) = ([0; 3], [0; 3]);
    for _ in 0..120 {
        let flood = Flood::new(&mut dice, false, None);
        let most = flood.values.values().copied().fold(0.0, f64::max);
        let reached: Vec<Cell> = flood.values.iter().filter(|v| *v.1 > 1.5 && *v.1 < most).map(|v| *v.0).collect();
        if reached.len() < 8 {
            continue;
        }
        let at = reached[dice.below(reached.len() as u64) as usize];
        let wrong = flood.values[&at] - [1.0, 1.5, 0.5, 0.25][dice.below(4) as usize];
        let sources: Vec<Cell> = flood.values.iter().filter(|v| *v.1 == 0.0).map(|v| *v.0).collect();
        let stated = json!({ "kind": "distance", "sources": sources }).to_string();
        let header = flood.header().replace(r#"{"kind":"distance"}"#, &stated);
        for shape in 0..3 {
            planted[shape] += 1;
            let report = report(&(header.clone() + &flood.events(shape, Some((at, wrong)))));
            found[shape] += usize::from(names(&report, at));
        }
    }
    are_found(planted, found);
}

#[test]
fn distances_repaired_after_wall_changes_are_not_accused() {
    let mut dice = Rng::new(21);
    for _ in 0..40 {
        let size = Size::new(9, 8);
        let mut free: Vec<bool> = size.cells().map(|_| dice.below(100) < 75).collect();
        let goal = Place::new(4, 4);
        free[size.index(goal)] = true;
        let row =
            |y: u16| (0..9).map(|x| if free[size.index(Place::new(x, y))] { '.' } else { '#' }).collect::<String>();
        let rows: Vec<String> = (0..8).map(row).collect();
        let mut text = format!(
            "{}\n",
            json!({ "format": "gridscope-trace", "version": 2, "map": rows, "neighbours": 4, "corners": "never",
                "costs": { "straight": 1 }, "layers": { "d": { "kind": "distance", "sources": [[4, 4]] } } })
        );
        let mut map = DistanceMap::new(&GridMap::new(size, |c| free[size.index(c)]).straight());
        map.set_goals(&[goal]);
        let mut told: BTreeMap<Cell, f64> = BTreeMap::new();
        for turn in 0..12 {
            if turn > 0 {
                let at = size.cell(dice.below(size.area() as u64) as usize);
                if at == goal {
                    continue;
                }
                let open = !free[size.index(at)];
                free[size.index(at)] = open;
                if open {
                    map.open(at);
                } else {
                    map.close(at);
                }
                let tile = if open { "floor" } else { "wall" };
                writeln!(text, r#"{{"event":"tile","at":[{},{}],"tile":"{tile}"}}"#, at.x, at.y).expect("a line");
            }
            text.push_str("{\"event\":\"begin\",\"phase\":\"mend\"}\n");
            for c in size.cells() {
                let key = (usize::from(c.x), usize::from(c.y));
                let now = map.get(c).filter(|_| free[size.index(c)]).map(gridscope::trace::Cost::approx);
                let before = match now {
                    Some(value) => told.insert(key, value),
                    None => told.remove(&key),
                };
                if before != now {
                    let value = json!(now);
                    writeln!(text, r#"{{"event":"set","layer":"d","at":[{},{}],"value":{value}}}"#, c.x, c.y)
                        .expect("a line");
                }
            }
            text.push_str("{\"event\":\"end\"}\n");
        }
        let found = report(&text).findings;
        assert!(found.is_empty(), "{found:#?}\n{text}");
    }
}

#[test]
fn distances_are_judged_at_phase_ends_only() {
    let header = r#"{"format":"gridscope-trace","version":2,"map":["....."],"neighbours":4,"costs":{"straight":1},"layers":{"d":{"kind":"distance","sources":[[0,0]]}}}"#;
    let set = |x: usize, v: i32| format!(r#"{{"event":"set","layer":"d","at":[{x},0],"value":{v}}}"#);
    let begin = r#"{"event":"begin","phase":"p"}"#.to_owned();
    let end = r#"{"event":"end"}"#.to_owned();
    let repaired = [header.to_owned(), begin.clone(), set(0, 0), set(1, 1), set(2, 7), set(2, 2), end.clone()];
    assert!(report(&repaired.join("\n")).findings.is_empty());
    let wrong = [header.to_owned(), begin, set(0, 0), set(1, 1), set(2, 2), set(3, 2), set(4, 3), end];
    let found = report(&wrong.join("\n")).findings;
    assert_eq!(found.iter().map(|f| (f.rule, f.line)).collect::<Vec<_>>(), [(Rule::Distance, 6)], "{found:?}");
    let other = wrong.join("\n").replace("\"distance\"", "\"heat\"");
    let silent = report(&other);
    assert!(silent.findings.is_empty());
    let skipped = silent.skipped.iter().find(|skipped| skipped.rule == Rule::Distance).expect("skipped");
    assert_eq!(skipped.add.as_deref(), Some(r#""layers": {"d": {"kind": "distance"}}"#));
}
