//! The audit of a log: does its program do what it says?
//!
//! Seventeen rules, each of which accuses only by what the log states: a rule whose facts are missing is not asked, and the
//! report says so. Where a map leaves open whether a tile can be entered, whatever clears the program is assumed.

mod beyond;
mod facts;
mod judge;
mod missed;
mod order;
mod paths;
mod search;
mod shortest;
mod survey;

use crate::core::geometry::Cell;
use crate::core::trace::{Control, Halt};
use crate::formats::log::{Log, Word, near, tile_named};
use serde_json::{Value, json};

/// How many findings of one rule are listed.
pub const MOST: usize = 20;

/// A fault that the audit knows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Rule {
    /// Expanded while a strictly better key waited.
    Order,
    /// g is not that of `from` and the price of the step.
    Cost,
    /// `from` is no step away, or was never expanded.
    Parent,
    /// Where one cannot stand, or past a corner.
    Wall,
    /// Expanded without having been opened.
    NeverOpened,
    /// Expanded again without a lower g in between.
    Reexpanded,
    /// h is more than the true rest of the way.
    Heuristic,
    /// h falls by more than the price of a step.
    Inconsistent,
    /// A neighbour was passed over.
    Missed,
    /// Two cells of the path are no step apart, or it does not join the ends.
    PathBroken,
    /// The path's stated cost is not the sum of its steps.
    PathCost,
    /// There is a cheaper path.
    NotShortest,
    /// `none` where there is a way, or a path where there can be none.
    NoPath,
    /// Another candidate has a better score than the chosen one.
    Choice,
    /// A cell is seen that no line of sight reaches.
    Sight,
    /// A distance is not that of the best neighbour plus the step.
    Distance,
    /// An actor moves into a wall, too far, or onto another one.
    Move,
}

impl Rule {
    /// Every rule.
    pub const ALL: [Self; 17] = [
        Self::Order,
        Self::Cost,
        Self::Parent,
        Self::Wall,
        Self::NeverOpened,
        Self::Reexpanded,
        Self::Heuristic,
        Self::Inconsistent,
        Self::Missed,
        Self::PathBroken,
        Self::PathCost,
        Self::NotShortest,
        Self::NoPath,
        Self::Choice,
        Self::Sight,
        Self::Distance,
        Self::Move,
    ];

    /// The rules beyond searches: they are asked only of logs that have their events.
    pub const BEYOND: [Self; 4] = [Self::Choice, Self::Sight, Self::Distance, Self::Move];

    /// The rule of that word.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.name() == name)
    }

    /// The rule's word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Order => "order",
            Self::Cost => "cost",
            Self::Parent => "parent",
            Self::Wall => "wall",
            Self::NeverOpened => "never-opened",
            Self::Reexpanded => "reexpanded",
            Self::Heuristic => "heuristic",
            Self::Inconsistent => "inconsistent",
            Self::Missed => "missed",
            Self::PathBroken => "path-broken",
            Self::PathCost => "path-cost",
            Self::NotShortest => "not-shortest",
            Self::NoPath => "no-path",
            Self::Choice => "choice",
            Self::Sight => "sight",
            Self::Distance => "distance",
            Self::Move => "move",
        }
    }
}

/// A fault in a log.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Finding {
    /// The line, from 1.
    pub line: usize,
    /// The number of the event, from 0.
    pub event: usize,
    /// The rule that was broken.
    pub rule: Rule,
    /// The cell that it is about.
    pub at: Option<Cell>,
    /// What is wrong, in a sentence.
    pub sentence: String,
}

/// What an audit found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Report {
    /// How many events the log has.
    pub events: usize,
    /// The findings in the order of lines, at most [`MOST`] of a rule.
    pub findings: Vec<Finding>,
    /// How many more there are of a rule.
    pub more: Vec<(Rule, usize)>,
    /// The rules that were not asked, each with the reason.
    pub skipped: Vec<(Rule, String)>,
}

impl Report {
    /// Whether a rule was broken.
    pub fn has(&self, rule: Rule) -> bool {
        self.findings.iter().any(|finding| finding.rule == rule)
    }

    /// The report as `gridscope check --json` prints it.
    pub fn json(&self) -> Value {
        let findings: Vec<Value> = self
            .findings
            .iter()
            .map(|f| json!({ "line": f.line, "rule": f.rule.name(), "at": f.at, "sentence": f.sentence }))
            .collect();
        let skipped: Vec<Value> =
            self.skipped.iter().map(|(rule, why)| json!({ "rule": rule.name(), "why": why })).collect();
        let mut all = json!({ "events": self.events, "findings": findings, "skipped": skipped });
        if !self.more.is_empty() {
            let more = self.more.iter().map(|&(rule, n)| (rule.name().to_owned(), n.into()));
            all["more"] = more.collect::<serde_json::Map<_, _>>().into();
        }
        all
    }
}

/// Checks a log as far as it was read.
pub fn audit(log: &Log) -> Report {
    audit_within(log, &Control::default()).unwrap_or_default()
}

/// The same, as long as nobody cancels.
///
/// # Errors
/// [`Halt::Cancelled`] where somebody did.
pub fn audit_within(log: &Log, control: &Control) -> Result<Report, Halt> {
    let survey = survey::Survey::of(log, control)?;
    let facts = facts::Facts::new(&log.header, &survey);
    let mut skipped = facts.skipped(&survey);
    let unasked = Rule::ALL.map(|rule| skipped.iter().any(|s| s.0 == rule));
    let judge = judge::Judge::new(&log.header, facts, survey, unasked, control);
    let judge::Judged { found: mut findings, unasked_from, passed_over } = judge.judge(&log.events)?;
    let outcome = judge_beyond(log, control)?;
    findings.extend(outcome.found);
    skipped.extend(outcome.skipped.into_iter().map(|skip| {
        let why = skip.add.map_or_else(|| skip.why.clone(), |add| format!("{}; add {add}", skip.why));
        (skip.rule, why)
    }));
    for (rule, line) in unasked_from {
        skipped.push((rule, format!("from line {line} on, for the map would be searched too often")));
    }
    findings.retain(|f| !unasked[f.rule as usize]);
    findings.sort_by_key(|f| f.line);
    // A rule that found something elsewhere was asked.
    for (rule, why) in passed_over {
        if skipped.iter().all(|s| s.0 != rule) && findings.iter().all(|f| f.rule != rule) {
            skipped.push((rule, why.to_owned()));
        }
    }
    skipped.sort_by_key(|s| s.0);
    let mut counts = [0usize; Rule::ALL.len()];
    findings.retain(|f| {
        counts[f.rule as usize] += 1;
        counts[f.rule as usize] <= MOST
    });
    let more = Rule::ALL.into_iter().map(|rule| (rule, counts[rule as usize].saturating_sub(MOST)));
    Ok(Report { events: log.tells(), findings, more: more.filter(|m| m.1 > 0).collect(), skipped })
}

/// The rules beyond searches, on the ground as it changes.
fn judge_beyond(log: &Log, control: &Control) -> Result<beyond::Outcome, Halt> {
    let survey = survey::Survey::of(log, control)?;
    let mut facts = facts::Facts::new(&log.header, &survey);
    let line = &log.header.line;
    let mut rules = beyond::Beyond::new(line);
    for (index, event) in log.events.iter().enumerate() {
        control.stopped()?;
        rules.event(index, event, &beyond::Stated { facts: &facts, line });
        let tile = event.text("tile").filter(|_| event.word == Word::Tile).and_then(tile_named);
        if let (Some(tile), Some(at), Some(ground)) = (tile, event.at, &mut facts.ground)
            && ground.size().contains(at)
        {
            ground[at] = tile;
        }
    }
    Ok(rules.finish(&beyond::Stated { facts: &facts, line }))
}

/// A number in a sentence: `12`, `4.8284`.
fn shown(x: f64) -> String {
    if x.is_infinite() {
        return if x > 0.0 { "infinity" } else { "−infinity" }.into();
    }
    if x.abs() >= 1e15 {
        return format!("{x:e}");
    }
    let text = format!("{x:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
