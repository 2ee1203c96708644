//! The verdict about a program that logs what it does on a map, by the audit of its logs.

use super::{Mark, Played, SEARCH, SmallMap, Verdict};
use crate::audit::{Rule, audit};
use crate::formats::log::Log;
use crate::lab::minimise::{Runs, Symptom, minimise};
use crate::log::program::{Program, ProgramError};
use gridscope_trace::progress::at_once;
use gridscope_trace::{Progress, Registry, Scene};
use std::collections::{BTreeMap, BTreeSet};

/// Late runs after which a program is not tried on further maps.
const MAX_LATE: usize = 2;
/// Maps that are tried to find the smallest one.
const TRIALS: usize = 200;

/// Returns the mark that a rule belongs to: 2 the path, 3 the cheapest path, 4 the way there.
const fn mark_of(rule: Rule) -> usize {
    match rule {
        Rule::PathBroken | Rule::PathCost | Rule::NoPath => 2,
        Rule::NotShortest => 3,
        _ => 4,
    }
}

/// The first fault of a mark.
struct Fault<'a> {
    scene: &'a Scene,
    is_given: bool,
    title: Option<String>,
    rule: Option<Rule>,
    text: String,
    line: Option<usize>,
    event: Option<usize>,
    log: Option<Log>,
}

/// Findings of the runs of a program so far.
#[derive(Default)]
struct Seen<'a> {
    asked: BTreeSet<usize>,
    failed: BTreeMap<usize, Fault<'a>>,
    mistakes: Vec<String>,
    /// Whether any run wrote an event.
    has_events: bool,
    late: usize,
    /// Whether the map of the current run is one of the teacher's.
    is_given: bool,
    first_log: Option<Log>,
}

impl<'a> Seen<'a> {
    /// Adds a run without a log that can be judged.
    fn fail(&mut self, scene: &'a Scene, title: &str, text: String, log: Option<Log>) {
        if !self.mistakes.iter().any(|one| one == title) {
            self.mistakes.push(title.to_owned());
        }
        let (is_given, title) = (self.is_given, Some(title.to_owned()));
        let fault = Fault { scene, is_given, title, rule: None, text, line: None, event: None, log };
        self.failed.entry(1).or_insert(fault);
    }

    /// Adds the log of a run.
    fn add(&mut self, scene: &'a Scene, log: Log) {
        let report = at_once(audit(&log, &Progress::default())).unwrap_or_default();
        self.has_events |= !log.events.is_empty();
        self.asked.extend(report.asked.iter().map(|&rule| mark_of(rule)));
        for finding in &report.findings {
            let name = finding.rule.name();
            if !self.mistakes.iter().any(|one| one == name) {
                self.mistakes.push(name.to_owned());
            }
            let event = log.events.get(finding.event);
            let is_given = self.is_given;
            self.failed.entry(mark_of(finding.rule)).or_insert_with(|| Fault {
                scene,
                is_given,
                title: None,
                rule: Some(finding.rule),
                text: finding.sentence.clone(),
                line: event.as_ref().and_then(|event| event.number("line")).map(|line| line as usize),
                event: Some(finding.event + 1),
                log: Some(log.clone()),
            });
        }
        if self.first_log.is_none() {
            self.first_log = Some(log);
        }
    }
}

/// Judges a program by its logs on the maps, in order. The first `given` of them are the teacher's.
pub fn program(
    registry: &Registry,
    program: &dyn Program,
    maps: &[Scene],
    given: usize,
    progress: &Progress,
) -> Verdict {
    let mut so_far = Seen::default();
    let mut tried = 0;
    for (number, scene) in maps.iter().enumerate() {
        so_far.is_given = number < given;
        if so_far.late >= MAX_LATE {
            break;
        }
        tried += 1;
        match program.run(scene, progress) {
            Err(ProgramError::Format(error)) => {
                so_far.has_events = true;
                so_far.fail(scene, "Its log cannot be read", error.to_string(), None);
            }
            Err(error) => so_far.fail(scene, "It cannot be run", error.to_string(), None),
            Ok(output) => match (&output.failed, &output.log.broken) {
                (Some(how), _) => {
                    so_far.late += usize::from(output.is_late);
                    // A program that runs for long has been loaded.
                    so_far.has_events |= output.is_late || !output.log.events.is_empty();
                    let title = if output.is_late { "Takes too long" } else { "Ends with an error" };
                    let lines = output.other_output.lines().rev();
                    let named = lines.clone().find(|line| line.contains("rror")).or_else(|| lines.clone().next());
                    let text = named.map_or_else(|| how.clone(), |line| format!("{how}: {}", line.trim()));
                    so_far.fail(scene, title, text, Some(output.log));
                }
                (None, Some(error)) => {
                    so_far.has_events = true;
                    let text = error.to_string();
                    so_far.fail(scene, "Its log cannot be read", text, Some(output.log));
                }
                (None, None) => so_far.add(scene, output.log),
            },
        }
        // A file that does not load fails alike on each map.
        if tried >= 2 && !so_far.has_events && so_far.failed.contains_key(&1) {
            break;
        }
    }
    verdict(registry, program, so_far, tried, progress)
}

fn verdict(
    registry: &Registry,
    program: &dyn Program,
    mut so_far: Seen<'_>,
    tried: usize,
    progress: &Progress,
) -> Verdict {
    if !so_far.has_events {
        let fault = so_far.failed.remove(&1);
        let text = fault.map_or_else(|| "It wrote no event on any map.".to_owned(), |fault| fault.text);
        return Verdict::stopped_at(SEARCH, 0, "Does not load", &text);
    }
    let mut marks = vec![Mark::checked(true), Mark::checked(!so_far.failed.contains_key(&1))];
    let has_path = so_far.asked.contains(&2) || so_far.failed.contains_key(&2);
    for mark in 2..SEARCH.len() {
        // The first mark that fails has the finding.
        let is_first = so_far.failed.keys().next() == Some(&mark);
        marks.push(match (so_far.failed.get(&mark), so_far.asked.contains(&mark)) {
            (None, false) => Mark::unchecked(mark > 2 && has_path, "the log does not state enough for it"),
            (None, true) => Mark::checked(true),
            (Some(fault), _) => Mark { why: (!is_first).then(|| fault.text.clone()), ..Mark::checked(false) },
        });
    }
    let Some((_, fault)) = so_far.failed.pop_first() else {
        let more = tried.saturating_sub(1);
        let plural = if more == 1 { "map shows" } else { "maps show" };
        let text = if more > 0 { format!("{more} more {plural} none.") } else { String::new() };
        let played = so_far.first_log.map_or(Played::Nothing, |log| Played::Log(Box::new(log)));
        return Verdict { marks, text, played, ..Verdict::default() };
    };
    let (mut text, mut event) = (fault.text, fault.event);
    let (mut small, mut log) = (SmallMap::of_scene(fault.scene, &path_of(fault.log.as_ref())), None);
    if let Some((scene, found)) = fault.rule.and_then(|rule| smallest(registry, program, fault.scene, rule, progress)) {
        let report = at_once(audit(&found, &Progress::default())).unwrap_or_default();
        if let Some(finding) = report.findings.iter().find(|finding| Some(finding.rule) == fault.rule) {
            event = Some(finding.event + 1);
            // A map that was made for the test is not known to the reader.
            if !fault.is_given {
                text.clone_from(&finding.sentence);
            }
        }
        (small, log) = (SmallMap::of_scene(&scene, &path_of(Some(&found))), Some(found));
    }
    let played = log.or(fault.log).filter(|log| log.broken.is_none());
    Verdict {
        marks,
        rule: Some(fault.rule.map_or("crash", Rule::name).to_owned()),
        title: fault.title,
        line: fault.line,
        text,
        mistakes: so_far.mistakes,
        event,
        small,
        played: played.map_or(Played::Nothing, |log| Played::Log(Box::new(log))),
    }
}

/// Returns the smallest map on which a rule is broken, with its log.
fn smallest(
    registry: &Registry,
    program: &dyn Program,
    scene: &Scene,
    rule: Rule,
    progress: &Progress,
) -> Option<(Scene, Log)> {
    let symptom = Symptom::Finding(rule);
    let holds = |scene: &Scene, progress: &Progress| symptom.holds_for_program(registry, program, scene, progress);
    let trials_progress = progress.with_own_stop();
    let mut stop_in_time = |trials, _: &Scene| {
        if trials >= TRIALS || progress.is_stopped() {
            trials_progress.stop();
        }
    };
    let small = minimise(scene, &trials_progress, Runs::Program, &holds, &mut stop_in_time).ok()?.scene;
    let log = program.run(&small, progress).ok()?.log;
    Some((small, log))
}

/// Returns the cells of the path in a log.
fn path_of(log: Option<&Log>) -> Vec<gridscope_trace::Cell> {
    log.iter().flat_map(|log| &log.events).filter_map(|event| event.cells("cells")).last().unwrap_or_default()
}
