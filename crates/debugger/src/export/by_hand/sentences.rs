//! The sentences of the rules, from the parameters, the open list and the kinds of event.

use super::movement::Movement;
use super::{Ends, Rule, exact};
use gridscope_trace::card::{Card, Group};
use gridscope_trace::heuristic::Heuristic;
use gridscope_trace::movement::{Corners, StepCosts};
use gridscope_trace::params::{Default, Kind, Param};
use gridscope_trace::trace::schema::OpenListChange;
use gridscope_trace::trace::{Replay, Steps};
use gridscope_trace::{Cell, Dir, Scene, Tile};
use serde_json::Value;
use std::fmt::Write as _;

/// A run to describe.
pub(super) struct Run<'a> {
    pub(super) scene: &'a Scene,
    pub(super) card: &'a Card,
    pub(super) replay: &'a Replay,
    pub(super) letters: &'a [String],
    pub(super) ends: &'a Ends,
    pub(super) start: Option<Cell>,
    pub(super) movement: &'a Movement,
}

/// Parameters that [`rules`] puts into words of its own.
const IN_WORDS: [&str; 14] = [
    "neighbours",
    "costs",
    "corners",
    "heuristic",
    "weight",
    "open-order",
    "ties",
    "fallback",
    "fallback-ties",
    "reopen",
    "turn",
    "terrain-costs",
    "door-cost",
    "bookkeeping",
];

/// Returns the rules, in the order in which they are needed.
pub(super) fn rules(run: &Run<'_>) -> Vec<Rule> {
    let mut all = Vec::new();
    let mut say = |text: String| all.push(Rule { letter: String::new(), text });
    say(run.steps());
    run.corners().into_iter().for_each(&mut say);
    run.extra_costs().into_iter().for_each(&mut say);
    all.extend(run.letters.iter().filter_map(|letter| run.letter(letter)));
    if !run.letters.iter().any(|letter| letter == "h") && run.has("heuristic") {
        all.extend(run.letter("h"));
    }
    let mut say = |text: String| all.push(Rule { letter: String::new(), text });
    for rule in run.card.by_hand {
        say(rule.replace("{start}", &run.ends.start).replace("{goal}", &run.ends.goal));
    }
    run.order().into_iter().for_each(say);
    all.push(Rule { letter: "#".to_owned(), text: run.number() });
    let mut say = |text: String| all.push(Rule { letter: String::new(), text });
    run.again().into_iter().for_each(&mut say);
    run.ties().into_iter().for_each(&mut say);
    run.fallback().into_iter().for_each(&mut say);
    run.others().into_iter().for_each(say);
    all
}

impl Run<'_> {
    fn word(&self, name: &str) -> Option<String> {
        self.movement.params.as_ref()?.get(name)?.as_str().map(str::to_owned)
    }

    fn flag(&self, name: &str) -> Option<bool> {
        self.movement.params.as_ref()?.get(name)?.as_bool()
    }

    fn has_diagonals(&self) -> bool {
        self.movement.rules.order.len() == 8
    }

    fn heuristic(&self) -> Heuristic {
        Heuristic::named(&self.word("heuristic").unwrap_or_default(), self.has_diagonals())
    }

    fn has(&self, param: &str) -> bool {
        self.card.params.iter().any(|p| p.name == param)
    }

    fn has_kind(&self, name: &str) -> bool {
        self.replay.schema().kinds.iter().any(|kind| kind.name == name)
    }

    /// Returns where steps lead, with the order of the neighbours.
    fn steps(&self) -> String {
        let order = &self.movement.rules.order;
        let names: Vec<&str> = order.iter().map(|&dir| direction(dir)).collect();
        let all = match names.as_slice() {
            [most @ .., last] => format!("{} or {last}", most.join(", ")),
            [] => String::new(),
        };
        let order = if self.movement.params.is_some() { " Look in this order." } else { "" };
        match self.movement.steps {
            Steps::One => format!("A step goes {all}.{order}"),
            Steps::Jump => format!("A jump goes {all}.{order}"),
            Steps::Any => format!("A neighbour is {all}.{order}"),
        }
    }

    fn corners(&self) -> Option<String> {
        let diagonal = self.movement.rules.order.iter().any(|dir| dir.is_diagonal());
        diagonal.then(|| {
            match self.movement.rules.corners {
                Corners::Never => "A diagonal step needs both cells beside it free.",
                Corners::One => "A diagonal step needs one of the two cells beside it free.",
                Corners::Always => "A diagonal step may pass between two walls.",
            }
            .to_owned()
        })
    }

    /// Returns what the table of costs does not show.
    fn extra_costs(&self) -> Vec<String> {
        let rules = &self.movement.rules;
        let scene = self.scene;
        let mut all = Vec::new();
        if !self.movement.has_costs {
            if self.movement.steps != Steps::Any && self.movement.params.is_some() && self.card.group == Group::Search {
                all.push("Every step counts 1, on any ground.".to_owned());
            }
            return all;
        }
        let StepCosts { unit, weight_unit, .. } = rules.costs;
        if unit > weight_unit.into() && rules.order.iter().any(|dir| dir.is_diagonal()) {
            let [straight, diagonal] = [Dir::E, Dir::Se].map(|dir| exact(rules.costs.unweighted(dir), unit));
            let root = if rules.costs.with_weight_unit(1) == StepCosts::OCTILE { "√2 = " } else { "" };
            all.push(format!(
                "A straight step costs {straight}, a diagonal one {root}{diagonal}. Count four decimals."
            ));
        }
        let on_map = |tile: &Tile| scene.tiles.as_slice().contains(tile);
        let weights = scene.weights.as_ref().is_some_and(|weights| !weights.is_empty());
        let costly = weights || Tile::ALL.iter().any(|tile| tile.info().cost > 0 && on_map(tile));
        if !rules.terrain_costs && costly {
            all.push("All ground costs the same.".to_owned());
        } else if weights {
            all.push("A cell with a weight multiplies the step by it, and its ground adds nothing.".to_owned());
        }
        let [e, w, s, n] = rules.door_cost;
        if [e, w, s, n] != [0; 4] && [Tile::Door, Tile::DoorLocked].iter().any(on_map) {
            all.push(if [e; 4] == rules.door_cost {
                format!("Opening a door costs {e} more.")
            } else {
                format!(
                    "Opening a door costs {e} more to the right, {w} to the left, {s} down and {n} up. A diagonal step \
                     pays the higher of its two."
                )
            });
        }
        all
    }

    /// Returns what a letter in the cells means.
    fn letter(&self, letter: &str) -> Option<Rule> {
        let layers = &self.replay.schema().layers;
        let help = layers.iter().find(|layer| layer.name == letter).map(|layer| layer.help.trim_end_matches('.'));
        let rule = |text: String| Some(Rule { letter: letter.to_owned(), text });
        if letter == "h" && self.has("heuristic") {
            let goal = self.replay.schema().contract.as_ref().map(|contract| contract.goal);
            let to = match help {
                Some(help) if help.contains("other end") => "the other end",
                // A search that begins at the goal estimates the rest of the way to the walker.
                _ if goal.is_some() && self.first_expanded() == goal && goal != self.start => "the walker",
                _ => &self.ends.goal,
            };
            return rule(format!(": {}", self.estimate(to)));
        }
        let help = help.filter(|help| !help.is_empty())?;
        if let Some(rest) = help.strip_prefix("g + ") {
            let weight = self.movement.params.as_ref().and_then(|params| params.real("weight")).unwrap_or(1.0);
            let weight = (weight * 1000.0).round() / 1000.0;
            let sum = if weight > 1.0 { format!("{weight} × h") } else { "h".to_owned() };
            return rest.contains('h').then(|| Rule { letter: letter.to_owned(), text: format!(" = g + {sum}.") });
        }
        let mut text: String = help.chars().take(1).flat_map(char::to_lowercase).collect();
        text.extend(help.chars().skip(1));
        rule(format!(": {}.", text.replace("the goal", &self.ends.goal)))
    }

    /// Returns the formula of the estimate, as a sentence.
    fn estimate(&self, to: &str) -> String {
        let StepCosts { straight, diagonal, unit, weight_unit } = self.movement.rules.costs;
        let least = u64::from(self.movement.least_weight);
        let times = |units: u32| match exact(u64::from(units) * least, unit) {
            one if one == "1" => String::new(),
            cost => format!("{cost} × "),
        };
        let (s, d) = (times(straight), times(diagonal));
        match self.heuristic() {
            Heuristic::Zero => "the estimate of the rest, always 0.".to_owned(),
            Heuristic::Manhattan if s.is_empty() => format!("estimate of the rest, columns + rows to {to}."),
            Heuristic::Manhattan => format!("estimate of the rest, {s}(columns + rows to {to})."),
            Heuristic::Octile => format!(
                "estimate of the rest. Count columns and rows to {to}: {d}the smaller number + {s}the difference."
            ),
            Heuristic::Chebyshev => {
                format!("estimate of the rest, {s}the larger of columns and rows to {to}.")
            }
            Heuristic::Euclidean => {
                let down = if unit == u64::from(weight_unit) { ", rounded down" } else { "" };
                format!("estimate of the rest, {s}√(columns² + rows²) to {to}{down}.")
            }
        }
    }

    /// Returns which open cell is expanded next, and when the search stops.
    fn order(&self) -> Option<String> {
        let keys = &self.replay.schema().order;
        let (first, rest) = keys.split_first()?;
        let key = |key: &str| match key.strip_prefix('-') {
            Some("#") => "the one whose numbers were written last".to_owned(),
            Some(key) => format!("the larger {key}"),
            None if key == "#" => "the one whose numbers were written first".to_owned(),
            None => format!("the smaller {key}"),
        };
        let mut text = match first.strip_prefix('-') {
            Some("#") => "Expand the cell that was opened last.".to_owned(),
            Some(key) => format!("Expand the open cell with the largest {key}."),
            None if first == "#" => "Expand the cell that was opened first.".to_owned(),
            None => format!("Expand the open cell with the smallest {first}."),
        };
        let mut rest: Vec<String> = rest.iter().map(|name| key(name)).collect();
        // The open lists of the built-in searches take the oldest of equal entries.
        if self.movement.params.is_some() && !keys.iter().any(|key| key.ends_with('#')) {
            rest.push(key("#"));
        }
        for (i, rule) in rest.iter().enumerate() {
            _ = write!(text, " If {}equal: {rule}.", if i == 0 { "" } else { "still " });
        }
        if self.has_kind("found") {
            _ = write!(text, " Stop when you expand {}.", self.ends.goal);
        }
        Some(text)
    }

    /// Returns the cell that is expanded first.
    fn first_expanded(&self) -> Option<Cell> {
        let replay = self.replay;
        let takes = |&i: &usize| replay.trace().case(i).queue == OpenListChange::Dequeues && replay.cell(i).is_some();
        (0..replay.len()).find(takes).and_then(|i| replay.cell(i))
    }

    fn number(&self) -> String {
        let first = self.first_expanded();
        let at =
            if first.is_some() && first == self.start { format!(" at {}", self.ends.start) } else { String::new() };
        format!(": the order of expansion, from 1{at}.")
    }

    /// Returns what happens if a cell is reached more cheaply.
    fn again(&self) -> Option<String> {
        if !self.has_kind("lowered") {
            return None;
        }
        let mut old: Vec<&str> = self.letters.iter().map(String::as_str).filter(|name| *name != "h").collect();
        old.push("the parent");
        let old = match old.as_slice() {
            [most @ .., last] if !most.is_empty() => format!("{} and {last}", most.join(", ")),
            all => all.concat(),
        };
        let text = format!("Reached more cheaply? Cross out {old}.");
        Some(match self.flag("reopen") {
            Some(true) => format!("{text} If the cell was expanded already, it is open again."),
            Some(false) => format!("{text} A cell that was expanded already keeps them."),
            None if self.has_kind("reopened") => format!("{text} If the cell was expanded already, it is open again."),
            None => text,
        })
    }

    /// Returns what happens if a cell is reached at equal cost.
    fn ties(&self) -> Option<String> {
        let text = match self.word("ties").as_deref() {
            Some("last") => "Reached at equal cost? The new parent replaces the old one.",
            Some("parents") => {
                "Reached at equal cost? Throw dice: the n-th equal parent becomes the parent with probability 1/n."
            }
            Some("paths") => {
                "Reached at equal cost? Throw dice: each equal parent counts as much as the cheapest paths through it."
            }
            Some("first") => "Reached at equal cost? The first parent stays.",
            None if self.has_kind("lowered") && self.card.group == Group::Search => {
                "Reached at equal cost? The first parent stays."
            }
            _ => return None,
        };
        Some(text.to_owned())
    }

    /// Returns where the path ends if the goal cannot be reached. Says nothing if the goal was reached by the usual
    /// rules.
    fn fallback(&self) -> Option<String> {
        let (fallback, ties) = (self.flag("fallback")?, self.word("fallback-ties")?);
        let missed = self.replay.outcome().get("found").and_then(Value::as_bool) == Some(false);
        if !fallback {
            return Some("No open cell is left? Then there is no path.".to_owned());
        }
        let which = match ties.as_str() {
            "first" => "the one expanded first",
            "map-order" => "the uppermost, then the leftmost",
            _ => "the one with the smallest g",
        };
        let closest = match Heuristic::on_open_ground(self.has_diagonals()) {
            measure if measure == self.heuristic() => "with the smallest h".to_owned(),
            Heuristic::Octile => format!("with the smallest octile distance to {}", self.ends.goal),
            _ => format!("with the fewest columns + rows to {}", self.ends.goal),
        };
        (missed || ties != "cost")
            .then(|| format!("No open cell is left? Go to the expanded cell {closest}. If equal: {which}."))
    }

    /// Returns sentences about the remaining parameters: what is switched on, and what is not at its default.
    fn others(&self) -> Vec<String> {
        let Some(params) = &self.movement.params else { return Vec::new() };
        let mut all = Vec::new();
        if let Some(books) = self.word("bookkeeping").filter(|_| self.has("bookkeeping")) {
            let rule = match books.as_str() {
                "positions" => "Look cells up in an open and a closed list. Work out h each time that you need it.",
                "flag" => {
                    "Look cells up in one list that marks the closed ones. Work out h each time that you need it."
                }
                "nodes" => "Look values up on the map, not in the lists. Work out h each time that you need it.",
                "queue" => "Keep the open list in order. Work out h each time that you need it.",
                "estimate" => "Look cells up in an open and a closed list. Work out h once for each cell.",
                _ => "Work out h once for each cell.",
            };
            all.push(rule.to_owned());
        }
        for param in self.card.params.iter().filter(|param| !IN_WORDS.contains(&param.name)) {
            let Some(value) = params.get(param.name).filter(|value| !value.is_null()) else { continue };
            let name = param.name.replace(['_', '-'], " ");
            let usual = is_default(param, value);
            match value {
                Value::Bool(true) if !usual || self.card.group == Group::Search => {
                    let first = param.help.split_once(". ").map_or(param.help, |(first, _)| first);
                    all.push(format!("{}.", first.trim_end_matches('.')));
                }
                Value::Bool(false) if !usual => all.push(format!("This run is without {name}.")),
                value if !usual => {
                    let verb = if name.ends_with('s') { "are" } else { "is" };
                    all.push(format!("The {name} {verb} {}.", plain(value)));
                }
                _ => {}
            }
        }
        all
    }
}

/// Returns whether a value is the default of its parameter.
fn is_default(param: &Param, value: &Value) -> bool {
    match param.default {
        Default::Int(n) => match param.kind {
            Kind::PerDirection(_) => value
                .as_array()
                .map_or(value.as_i64() == Some(n), |all| all.iter().all(|each| each.as_i64() == Some(n))),
            _ => plain(value) == n.to_string(),
        },
        Default::Real(x) => value.as_f64() == Some(x),
        Default::Flag(flag) => value.as_bool() == Some(flag),
        Default::Word(word) => plain(value) == word.replace(['_', '-'], " "),
        Default::Auto => value.is_null() || value == "auto",
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(word) => word.replace(['_', '-'], " "),
        Value::Array(all) => all.iter().map(plain).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

/// Returns a direction on paper.
const fn direction(dir: Dir) -> &'static str {
    match dir {
        Dir::E => "right",
        Dir::W => "left",
        Dir::S => "down",
        Dir::N => "up",
        Dir::Se => "down-right",
        Dir::Sw => "down-left",
        Dir::Ne => "up-right",
        Dir::Nw => "up-left",
    }
}
