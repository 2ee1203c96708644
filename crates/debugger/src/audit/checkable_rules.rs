//! Decides which rules can be checked in a log, why others cannot, and what to add to the header so that they can.

use super::facts::{FAR, Facts, HALF};
use super::links::{LINKS, UNLISTED};
use super::survey::Survey;
use super::{Finding, Rule};
use crate::formats::log::{Log, Steps};
use gridscope_trace::terrain::Tile;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Header entry to suggest if a program does not state the cost of its diagonal steps.
const DIAGONAL: &str = "\"costs\": {\"straight\": 1, \"diagonal\": 1.4142135623730951}";

/// Rules about nodes and their costs.
const OF_NODES: [Rule; 14] = [
    Rule::Order,
    Rule::Cost,
    Rule::Parent,
    Rule::NeverOpened,
    Rule::Reexpanded,
    Rule::Heuristic,
    Rule::Inconsistent,
    Rule::Missed,
    Rule::PathCost,
    Rule::NotShortest,
    Rule::NoPath,
    Rule::Reason,
    Rule::Changed,
    Rule::Parents,
];

/// A rule that could not be checked.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Skipped {
    /// The rule.
    pub rule: Rule,
    /// Reason why it could not be checked.
    pub why: String,
    /// Header entry that would make the check possible, ready to copy. `None` if no entry helps.
    pub add: Option<String>,
}

/// Rules that apply to a log, and those of them that cannot be checked.
pub(super) struct CheckableRules {
    applies: Vec<Rule>,
    skipped: BTreeMap<Rule, (String, Vec<String>)>,
}

impl CheckableRules {
    /// Decides from a log and its facts which rules can be checked.
    pub(super) fn of(log: &Log, facts: &Facts, survey: &Survey) -> Self {
        let mut all = Self { applies: Vec::new(), skipped: BTreeMap::new() };
        let searches = survey.opens || survey.expands || survey.paths || !survey.acts;
        all.applies = Rule::ALL
            .into_iter()
            .filter(|rule| match rule {
                Rule::Reason => survey.reasons,
                Rule::Line => facts.steps == Some(Steps::Any),
                Rule::Unsearched => survey.paths && survey.opens,
                Rule::Changed => survey.states_g && survey.opens,
                Rule::Parents => survey.paths && survey.opens && (survey.froms || survey.opens_g),
                Rule::Choice
                | Rule::Sight
                | Rule::Distance
                | Rule::Move
                | Rule::Repeats
                | Rule::Start
                | Rule::Goal
                | Rule::Heading
                | Rule::Delay
                | Rule::Claimed
                | Rule::Reported => false,
                _ => searches,
            })
            .collect();
        all.decide(log, facts, survey);
        all
    }

    /// Records that a rule cannot be checked, and what to add. Only the first reason is reported.
    pub(super) fn skip(&mut self, rule: Rule, why: &str, add: Option<String>) {
        let (_, adds) = self.skipped.entry(rule).or_insert_with(|| (why.to_owned(), Vec::new()));
        adds.extend(add.filter(|add| !adds.contains(add)));
    }

    /// Marks a rule as one that applies.
    pub(super) fn apply(&mut self, rule: Rule) {
        if !self.applies.contains(&rule) {
            self.applies.push(rule);
        }
    }

    /// Returns whether a rule cannot be checked.
    pub(super) fn is_skipped(&self, rule: Rule) -> bool {
        self.skipped.contains_key(&rule)
    }

    /// Returns for each rule whether it is not checked.
    pub(super) fn is_unchecked(&self) -> [bool; Rule::ALL.len()] {
        Rule::ALL.map(|rule| self.is_skipped(rule) || !self.applies.contains(&rule))
    }

    /// Returns the rules that were checked, and those that could not be.
    pub(super) fn sorted(self, findings: &[Finding]) -> (Vec<Rule>, Vec<Skipped>) {
        let broken = |rule: Rule| findings.iter().any(|finding| finding.rule == rule);
        let mut applies = self.applies;
        applies.sort_unstable();
        let is_checked = |rule: &Rule| broken(*rule) || !self.skipped.contains_key(rule);
        let checked_rules: Vec<Rule> = applies.iter().copied().filter(is_checked).collect();
        let skipped = self.skipped.into_iter().filter(|(rule, _)| applies.contains(rule));
        let skipped =
            skipped.map(|(rule, (why, add))| Skipped { rule, why, add: (!add.is_empty()).then(|| add.join(", ")) });
        (checked_rules, skipped.collect())
    }

    fn decide(&mut self, log: &Log, facts: &Facts, survey: &Survey) {
        let mut skip = |rule: Rule, when: bool, why: &str, add: Option<&str>| {
            if when {
                self.skip(rule, why, add.map(str::to_owned));
            }
        };
        let header = &log.header;
        let own = facts.steps == Some(Steps::Own);
        let by_links = facts.steps == Some(Steps::Links);
        let stateful = !header.state.is_empty();
        let no_ground = facts.ground.is_none();
        let no_costs = facts.straight().is_none() && !by_links;
        let costs = match (facts.costs_stated, facts.tiles_priced) {
            (false, _) => "the header states no costs",
            (true, _) if facts.unsaid => {
                "cells of this ground have weights, and the header does not say whether they count"
            }
            (true, true) => "what tiles cost is stated, but no map",
            (true, false) => "tiles of this ground cost something, and the header states neither enter nor times",
        };
        let prices = stated_costs(log, facts, survey);
        let map = "\"map\": [\"#####\", \"#...#\", \"#####\"]";
        let order = match survey {
            Survey { keyed: true, .. } => "\"order\": [\"k1\", \"k2\"]",
            Survey { h: true, .. } => "\"order\": [\"f\"]",
            _ => "\"order\": [\"g\"]",
        };
        for (why, add) in guesses(survey) {
            for rule in OF_NODES {
                skip(rule, true, &why, Some(&add));
            }
        }
        if stateful {
            let why = "a node is more than a cell, and the ground alone does not say what the rest of a path costs";
            for rule in [Rule::Heuristic, Rule::NotShortest, Rule::NoPath] {
                skip(rule, true, why, None);
            }
            skip(Rule::Missed, true, "a node is more than a cell, and the nodes beside it are not known", None);
        }
        if header.incremental {
            let why = "an incremental search reads its path from the costs of the nodes";
            skip(Rule::Parents, true, why, None);
            let why = "an incremental search expands a node again when its cost has risen";
            skip(Rule::Reexpanded, true, why, None);
            skip(Rule::Missed, true, "an incremental search looks only at what has changed", None);
        }
        skip(Rule::Order, !survey.order, "the header states no order", Some(order));
        skip(Rule::Order, !survey.opens, "nothing is opened in this log", None);
        if let Some(field) = &survey.keyless {
            let why = format!("no cell is opened with all keys of the order: {field:?} is missing");
            skip(Rule::Order, true, &why, None);
        }
        for rule in [Rule::Cost, Rule::Inconsistent, Rule::PathCost] {
            skip(rule, own, "steps are the program's own", None);
            skip(rule, no_costs && !(rule == Rule::Cost && survey.budget), costs, Some(&prices));
            let unstated = by_links && !survey.link_costs && !facts.links.have_costs();
            skip(rule, unstated, "no event states the cost of its link, as `step`", None);
            let covers = facts.body != (1, 1) && !facts.is_plain();
            skip(rule, covers, "the log does not say which tiles under the mover count for a step", None);
        }
        skip(Rule::Parents, own, "steps are the program's own", None);
        skip(Rule::Parents, header.promises.smoothed, "paths are smoothed after the search", None);
        skip(Rule::Parent, own, "steps are the program's own", None);
        skip(Rule::PathBroken, own, "steps are the program's own", None);
        skip(Rule::Unsearched, own, "steps are the program's own", None);
        skip(Rule::Inconsistent, !survey.h, "no event has an h", None);
        let unlisted = by_links && !facts.links.are_listed();
        skip(Rule::Wall, unlisted, UNLISTED, Some(LINKS));
        skip(Rule::Wall, no_ground, "the header states no map", Some(map));
        skip(Rule::Line, no_ground, "the header states no map", Some(map));
        if let Some(name) = &survey.unknown {
            let why = format!("a `tile` event names {name:?}, which is not a known tile");
            let add = format!("\"legend\": {}", json!({ "~": { "name": name, "enter": 0 } }));
            for rule in [Rule::Wall, Rule::Heuristic, Rule::Missed, Rule::NotShortest, Rule::NoPath, Rule::Line] {
                skip(rule, true, &why, Some(&add));
            }
            let priced = !facts.enter.is_empty() || !facts.times.is_empty();
            for rule in [Rule::Cost, Rule::Inconsistent, Rule::PathCost] {
                skip(rule, priced, &why, Some(&add));
            }
        }
        skip(Rule::NeverOpened, !survey.opens, "nothing is opened in this log", None);
        skip(Rule::Missed, !survey.opens, "nothing is opened in this log", None);
        skip(Rule::NeverOpened, own && !stateful, "steps are the program's own", None);
        skip(Rule::Reexpanded, own && !stateful, "steps are the program's own", None);
        if let Some(line) = survey.recursive {
            let why = format!(
                "cells are looked at from one that was expanded before the last one (line {line}), as recursion does, which \
                 comes to a cell by every way"
            );
            skip(Rule::Reexpanded, true, &why, None);
        }
        let neighbours = "\"neighbours\": 8";
        let corners = "\"corners\": \"never\"";
        for rule in [Rule::Heuristic, Rule::Missed, Rule::NotShortest, Rule::NoPath] {
            skip(rule, own, "steps are the program's own", None);
            if by_links {
                skip(rule, unlisted, UNLISTED, Some(LINKS));
                continue;
            }
            skip(rule, no_ground, "the header states no map", Some(map));
            skip(rule, facts.neighbours.is_none(), "the header states no neighbours", Some(neighbours));
            let open = facts.neighbours != Some(4) && facts.corners.is_none();
            skip(rule, open, "the header does not say when corners may be passed", Some(corners));
        }
        for rule in [Rule::Heuristic, Rule::NotShortest] {
            skip(rule, no_costs, costs, Some(&prices));
            let half = facts.neighbours == Some(8) && facts.diagonal.is_none() && !by_links;
            skip(rule, half, HALF, Some(DIAGONAL));
            let sight = "steps go by line of sight, and are shorter than those by neighbours";
            skip(rule, facts.steps == Some(Steps::Any), sight, None);
            skip(rule, !facts.optimal, "the header says that its paths need not be the shortest", None);
        }
        skip(Rule::Inconsistent, !facts.optimal, "the header says that its paths need not be the shortest", None);
        skip(Rule::Heuristic, !survey.h, "no event has an h", None);
        skip(Rule::Heuristic, !survey.goal, "no goal is stated", Some("\"goal\": [3, 1]"));
        skip(Rule::Heuristic, survey.lists, "there are several open lists, and h may lead to either end", None);
        let passes = matches!(facts.steps, Some(Steps::Jump | Steps::Any));
        skip(Rule::Missed, passes, "a step may pass over neighbours", None);
        skip(Rule::Missed, facts.steps.is_none() && survey.strides, FAR, Some(long_steps(survey)));
        let why = "the log has no `reject` for a neighbour that is left out (walls and corners need none), so one that is left \
                   out by mistake looks like one left out on purpose";
        skip(Rule::Missed, !survey.tells_rejects, why, None);
        if let Some(line) = survey.interleaved {
            let why =
                format!("neighbours are looked at after other cells were expanded (line {line}), as recursion does");
            skip(Rule::Missed, true, &why, None);
        }
        let why = "iterative deepening reaches a cell again by every path to it";
        skip(Rule::Missed, survey.iterates, why, None);
        skip(Rule::Reexpanded, survey.iterates, why, None);
        skip(Rule::NoPath, !survey.goal, "no goal is stated", Some("\"goal\": [3, 1]"));
        skip(Rule::Reason, no_ground && !survey.opens, "the header states no map", Some(map));
    }
}

/// Returns habits that the log clearly shows but does not state, each with the header entry that would state it.
fn guesses(survey: &Survey) -> Vec<(String, String)> {
    let mut all = Vec::new();
    if !survey.state.is_empty() {
        let names = survey.state.join(" and ");
        let why = format!("cells are expanded again with another {names}: a node seems to be a cell and its {names}");
        all.push((why, format!("\"state\": {}", json!(survey.state))));
    }
    if let Some(line) = survey.incremental {
        let why = format!("the search goes on over changed ground (line {line}): it seems to be incremental");
        all.push((why, "\"incremental\": true".to_owned()));
    }
    all
}

/// Returns the header's entry for costs, with the missing parts filled in.
fn stated_costs(log: &Log, facts: &Facts, survey: &Survey) -> String {
    let line = log.header.line.get("costs").and_then(Value::as_object).cloned();
    let mut costs = line.unwrap_or_else(|| Map::from_iter([("straight".to_owned(), json!(1))]));
    if facts.neighbours != Some(4) && !costs.contains_key("diagonal") {
        costs.insert("diagonal".into(), json!(std::f64::consts::SQRT_2));
    }
    if facts.unsaid {
        costs.insert("weights".into(), json!(true));
    }
    let dear: Vec<&Tile> = survey.tiles.iter().filter(|tile| tile.info().cost > 0).collect();
    if !dear.is_empty() && !facts.tiles_priced {
        let enter: Map<String, Value> =
            dear.into_iter().map(|tile| (tile.info().name.to_owned(), json!(tile.info().cost))).collect();
        costs.insert("enter".into(), enter.into());
    }
    // Format it as people write it, with a space after each colon and comma.
    let text = Value::Object(costs).to_string().replace("\":", "\": ").replace(",\"", ", \"");
    format!("\"costs\": {text}")
}

/// Returns the header entry to suggest for steps that are longer than to a neighbour.
const fn long_steps(survey: &Survey) -> &'static str {
    if survey.no_jumps { "\"steps\": \"links\"" } else { "\"steps\": \"jump\"" }
}

/// Returns what to add to the header if a path could not be checked for this reason.
pub(super) fn remedy(why: &str, survey: &Survey) -> Option<String> {
    match why {
        FAR => Some(long_steps(survey).into()),
        HALF => Some(DIAGONAL.into()),
        _ => None,
    }
}
