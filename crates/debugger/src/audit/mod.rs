//! The audit of a log: does the program do what it says?
//!
//! A rule uses only what the log states. If facts for a rule are missing, the rule is not checked, and the report says
//! what to add. If the map leaves open whether a tile can be entered, the audit assumes what favours the program.

mod body;
mod budget;
mod checkable_rules;
mod digits;
mod estimates;
mod expansions;
mod facts;
mod held_rules;
mod hexagons;
mod incremental;
mod judge;
mod lines;
mod links;
mod lost_path;
mod missed_neighbours;
mod node;
mod node_map;
mod node_records;
mod nodes;
mod numbers;
mod order;
mod other_rules;
mod parents;
mod path_ends;
mod paths;
mod prices;
mod reasons;
mod rule;
mod search;
mod search_ends;
mod shortest;
mod steps;
mod survey;
mod transposed;
mod turning;
mod unstated_rules;

pub use checkable_rules::Skipped;
pub use rule::Rule;

use crate::formats::log::{Log, Word};
use crate::formats::plain::format_count;
use gridscope_trace::geometry::Cell;
use gridscope_trace::trace::{Halt, Progress};
use serde_json::{Value, json};

/// Maximum number of findings listed for each rule.
pub const MAX_FINDINGS: usize = 20;

/// A fault in a log.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Finding {
    /// Line number, from 1. In a log that was converted, the number of the event in the run.
    pub line: usize,
    /// Index of the event, from 0.
    pub event: usize,
    /// Rule that was broken.
    pub rule: Rule,
    /// Cell that it is about.
    pub at: Option<Cell>,
    /// A sentence about what is wrong.
    pub sentence: String,
    /// Time of the step, if the log numbers the phases of its steps.
    pub t: Option<u64>,
}

/// Result of an audit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Report {
    /// Number of events in the log.
    pub events: usize,
    /// Findings in the order of lines, at most [`MAX_FINDINGS`] for each rule.
    pub findings: Vec<Finding>,
    /// Number of findings of a rule that are not listed.
    pub more: Vec<(Rule, usize)>,
    /// Observations that are no faults, in the order of lines, at most [`MAX_FINDINGS`].
    pub notes: Vec<Finding>,
    /// Rules that were checked, including those that were broken.
    pub asked: Vec<Rule>,
    /// Rules that could not be checked, each with the reason and what to add.
    pub skipped: Vec<Skipped>,
    /// A sentence about what would explain all findings, if the audit knows it.
    pub hint: Option<String>,
    /// Coordinates of the map's top left cell in the log's own coordinates.
    pub origin: [i32; 2],
    /// Whether only a part of the log was read.
    pub is_part: bool,
    /// Whether the log was converted from another format, so that places are events and not lines.
    pub is_converted: bool,
}

impl Report {
    /// Returns the place of a finding: `line 7`, or `event 6` in a log that was converted.
    pub fn place(&self, finding: &Finding) -> String {
        format!("{} {}", if self.is_converted { "event" } else { "line" }, finding.line)
    }

    /// Returns whether a rule was broken.
    pub fn has(&self, rule: Rule) -> bool {
        self.findings.iter().any(|finding| finding.rule == rule)
    }

    /// Returns the number of faults, including those that are not listed.
    pub fn faults(&self) -> usize {
        self.findings.len() + self.more.iter().map(|more| more.1).sum::<usize>()
    }

    /// Returns the number of checked rules that hold.
    pub fn holding(&self) -> usize {
        self.asked.iter().filter(|rule| !self.has(**rule)).count()
    }

    /// Returns the result as a sentence: `2 faults; 7 of 13 rules hold, 4 could not be checked.`
    pub fn headline(&self) -> String {
        let all = self.asked.len() + self.skipped.len();
        let hold = format!("{} of {} hold", self.holding(), format_count(all, "rule"));
        let skipped = match self.skipped.len() {
            0 => String::new(),
            n => format!("{} {n} could not be checked", if self.faults() == 0 { ";" } else { "," }),
        };
        let part = if self.is_part { "Of the part that was read: " } else { "" };
        match self.faults() {
            0 => format!("{part}{hold}{skipped}."),
            n => format!("{part}{}; {hold}{skipped}.", format_count(n, "fault")),
        }
    }

    /// Returns the report as printed by `gridscope check --json`. Cells are in the log's own coordinates.
    pub fn json(&self) -> Value {
        let own = |at: Cell| [i32::from(at.x) + self.origin[0], i32::from(at.y) + self.origin[1]];
        let finding_json = |f: &Finding| {
            let place = if self.is_converted { "event" } else { "line" };
            let mut all = json!({ place: f.line, "rule": f.rule.name(), "at": f.at.map(own), "sentence": f.sentence });
            if let Some(t) = f.t {
                all["t"] = t.into();
            }
            all
        };
        let findings: Vec<Value> = self.findings.iter().map(finding_json).collect();
        let skipped: Vec<Value> =
            self.skipped.iter().map(|s| json!({ "rule": s.rule.name(), "why": s.why, "add": s.add })).collect();
        let checked_rules: Vec<&str> = self.asked.iter().map(|rule| rule.name()).collect();
        let mut all =
            json!({ "events": self.events, "findings": findings, "asked": checked_rules, "skipped": skipped });
        if !self.more.is_empty() {
            let more = self.more.iter().map(|&(rule, n)| (rule.name().to_owned(), n.into()));
            all["more"] = more.collect::<serde_json::Map<_, _>>().into();
        }
        if !self.notes.is_empty() {
            all["notes"] = self.notes.iter().map(finding_json).collect::<Vec<Value>>().into();
        }
        if self.is_part {
            all["part"] = true.into();
        }
        if let Some(hint) = &self.hint {
            all["hint"] = hint.as_str().into();
        }
        all
    }
}

/// Share of an audit's time that its first pass over the events takes.
const SURVEY: f64 = 0.2;

/// Number of events that are checked between two pauses.
const AT_ONCE: usize = 256;

/// Checks a log as far as it was read, with pauses.
///
/// # Errors
/// Returns [`Halt::Cancelled`] if `progress` is stopped.
pub async fn audit(log: &Log, progress: &Progress) -> Result<Report, Halt> {
    let mut report = report(log, progress).await?;
    report.hint = match transposed::hint(log, &report, progress).await? {
        None if !report.findings.is_empty() => hexagons::hint(log).await,
        hint => hint,
    };
    Ok(report)
}

/// Checks a log without the test for exchanged coordinates.
async fn report(log: &Log, progress: &Progress) -> Result<Report, Halt> {
    let survey = survey::Survey::of(log, &progress.for_part(0.0, SURVEY)).await?;
    let facts = facts::Facts::new(log, &survey);
    let mut rules = checkable_rules::CheckableRules::of(log, &facts, &survey);
    let unasked = rules.is_unchecked();
    let unbroken = held_rules::without_subject(&survey);
    let advice = |why: &str| checkable_rules::remedy(why, &survey);
    let judging = progress.for_part(SURVEY, 1.0);
    let judge = judge::Judge::new(&log.header, facts, &survey, unasked, &judging);
    let judge::AuditResult { found: mut findings, unasked_from, passed_over, beyond } =
        judge.judge(&log.events).await?;
    findings.retain(|f| !unasked[f.rule as usize]);
    findings.extend(beyond.found);
    beyond.asked.into_iter().for_each(|rule| rules.apply(rule));
    for skip in beyond.skipped {
        rules.apply(skip.rule);
        rules.skip(skip.rule, &skip.why, skip.add.map(str::to_owned));
    }
    for (rule, line) in unasked_from {
        rules.skip(rule, &format!("from line {line} on, because the map would have to be searched too often"), None);
    }
    findings.sort_by_key(|f| f.line);
    // A rule with a finding elsewhere was checked.
    for (rule, why) in unbroken.into_iter().chain(passed_over) {
        if !rules.is_skipped(rule) && findings.iter().all(|f| f.rule != rule) {
            rules.skip(rule, why, advice(why));
        }
    }
    let mut counts = [0usize; Rule::ALL.len()];
    findings.retain(|f| {
        counts[f.rule as usize] += 1;
        counts[f.rule as usize] <= MAX_FINDINGS
    });
    add_times(&mut findings, log);
    let more = Rule::ALL.into_iter().map(|rule| (rule, counts[rule as usize].saturating_sub(MAX_FINDINGS)));
    let (asked, mut skipped) = rules.sorted(&findings);
    let more = more.filter(|m| m.1 > 0).collect();
    let mut notes = beyond.notes;
    notes.truncate(MAX_FINDINGS);
    let is_converted = log.header.is_converted();
    if is_converted {
        let sentences = findings.iter_mut().chain(&mut notes).map(|finding| &mut finding.sentence);
        let reasons = skipped.iter_mut().map(|skipped| &mut skipped.why);
        sentences.chain(reasons).for_each(|text| *text = naming_events(text));
    }
    let is_part = log.broken.is_some() || log.goes_on;
    let (events, origin) = (log.tells(), log.header.origin);
    Ok(Report { events, findings, notes, more, asked, skipped, hint: None, origin, is_part, is_converted })
}

/// Returns a sentence that names events instead of lines: `since event 4` for `since line 4`.
fn naming_events(sentence: &str) -> String {
    let mut parts = sentence.split("line ");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text.push_str(if part.starts_with(|c: char| c.is_ascii_digit()) { "event " } else { "line " });
        text.push_str(part);
    }
    text
}

/// Adds the number `t` of the phase to each finding. The findings are in the order of events.
fn add_times(findings: &mut [Finding], log: &Log) {
    let (mut t, mut next) = (None, 0);
    for finding in findings {
        for event in log.events.range(next..finding.event + 1) {
            if event.word == Word::Begin && event.others.get("t").is_some() {
                t = event.number("t").filter(|t| *t >= 0.0).map(|t| t as u64);
            }
        }
        next = next.max(finding.event + 1);
        finding.t = t;
    }
}
