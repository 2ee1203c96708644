//! Checks whether the exercise of a lesson is solved: its conditions on the scene and its runs, and what is still
//! missing.

use crate::formats::solution;
use crate::lab::ending::{field_name, number_in_words, value_in_words, words_of};
use crate::lab::minimise::{Counted, FieldTest, RunField, Symptom, words_of_line};
use crate::lab::outcome::record;
use crate::session::variants;
use crate::{lab::brief, lab::find};
use gridscope_trace::algorithm::Runner;
use gridscope_trace::card::Card;
use gridscope_trace::event::{capital, plural};
use gridscope_trace::outcome::Outcome;
use gridscope_trace::progress::{at_once, pause};
use gridscope_trace::trace::breakpoint::{Condition, Op};
use gridscope_trace::{Progress, Registry, Replay, Scene};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::sync::Arc;

/// Number of cells of the path in an outcome. It is one more than the number of steps.
const PATH: &str = "path.len";

/// A condition of an exercise.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Claim {
    /// Required state, such as `cost must be at least 60`.
    pub wanted: String,
    /// Current state, such as `51`.
    pub is: String,
    /// Result of the run that it is about, such as `cost 51`. Empty if it is not about an outcome.
    pub state: String,
    /// Whether the condition is met.
    pub holds: bool,
    /// Current and required number, such as 51 and 60, if the number must grow.
    pub grows: Option<(f64, f64)>,
}

impl Claim {
    /// Returns both in two sentences: `Cost must be at least 60. Now: 51.`
    pub fn sentence(&self) -> String {
        format!("{}. Now: {}.", capital(&self.wanted), self.is)
    }
}

/// Progress of an exercise. Without an exercise, there are no claims.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct ExerciseProgress {
    /// Conditions, in the order of the file.
    pub claims: Vec<Claim>,
    /// Conditions on the author's solution. `None` if it is not tested.
    pub solution: Option<Vec<Claim>>,
}

impl ExerciseProgress {
    /// Writes the task, and each claim with whether it is done.
    ///
    /// # Errors
    /// Returns the error of the writer.
    pub fn write(&self, task: &str, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{task}")?;
        for claim in &self.claims {
            writeln!(out, "  {}  {}", if claim.holds { "done   " } else { "missing" }, claim.sentence())?;
        }
        Ok(())
    }

    /// Returns the exercise as JSON.
    pub fn json(&self, task: &str) -> Value {
        let claim = |c: &Claim| json!({ "wanted": c.wanted, "is": c.is, "holds": c.holds });
        let claims: Vec<Value> = self.claims.iter().map(claim).collect();
        json!({ "exercise": task, "done": self.is_done(), "claims": claims })
    }

    /// Returns whether all conditions are met.
    pub fn is_done(&self) -> bool {
        !self.claims.is_empty() && self.claims.iter().all(|claim| claim.holds)
    }

    /// Returns a sentence about the first condition that is not met.
    pub fn missing(&self) -> Option<String> {
        self.claims.iter().find(|claim| !claim.holds).map(Claim::sentence)
    }

    /// Checks a scene and its recorded runs, in the order of [`variants`]. Conditions that need more runs stop when
    /// `progress` is stopped.
    pub fn of(registry: &Registry, scene: &Arc<Scene>, runs: &[&Replay], progress: &Progress) -> Self {
        at_once(Self::check(registry, scene, runs, progress))
    }

    /// Like [`ExerciseProgress::of`], but pauses.
    pub(crate) async fn check(registry: &Registry, scene: &Arc<Scene>, runs: &[&Replay], progress: &Progress) -> Self {
        let lines = scene.run.exercise.done.iter().map(String::as_str);
        Self { claims: Self::check_lines(registry, scene, runs, lines, progress).await, solution: None }
    }

    /// Checks single conditions, such as the options of a question.
    pub(crate) async fn check_lines<'a>(
        registry: &Registry,
        scene: &Arc<Scene>,
        runs: &[&Replay],
        lines: impl Iterator<Item = &'a str>,
        progress: &Progress,
    ) -> Vec<Claim> {
        let check = ExerciseCheck { registry, scene, runs, progress };
        let mut claims = Vec::new();
        for line in lines {
            pause().await;
            claims.push(check.claim(line).await);
        }
        claims
    }

    /// Checks the conditions on the author's solution, if the exercise has one.
    pub(crate) fn test_solution(&mut self, registry: &Registry, scene: &Arc<Scene>, progress: &Progress) {
        let Some(solution) = &scene.run.exercise.solution else { return };
        let solved = solution::solved(solution, scene);
        let claims = solved.map(|solved| Self::of_scene(registry, &Arc::new(solved), progress).claims);
        let unfit = || {
            let (wanted, is) = ("the solution must fit this map".to_owned(), "it does not".to_owned());
            vec![Claim { wanted, is, state: String::new(), holds: false, grows: None }]
        };
        self.solution = (!progress.is_stopped()).then(|| claims.unwrap_or_else(unfit));
    }

    /// Like [`ExerciseProgress::of`], but records the runs of the scene first. A run that fails is missing.
    pub fn of_scene(registry: &Registry, scene: &Arc<Scene>, progress: &Progress) -> Self {
        let record = |(_, scene): &(String, Arc<Scene>)| record(registry, scene, progress).ok();
        let all: Vec<Replay> = variants(registry, scene).iter().map_while(record).collect();
        Self::of(registry, scene, &all.iter().collect::<Vec<_>>(), progress)
    }
}

/// The data that conditions are checked against.
struct ExerciseCheck<'a> {
    registry: &'a Registry,
    scene: &'a Arc<Scene>,
    runs: &'a [&'a Replay],
    progress: &'a Progress,
}

impl ExerciseCheck<'_> {
    fn outcome(&self, run: usize) -> Option<&Outcome> {
        self.runs.get(run).map(|replay| replay.outcome())
    }

    async fn claim(&self, text: &str) -> Claim {
        let symptom = match text.parse::<Symptom>() {
            Ok(symptom) => symptom,
            Err(error) => {
                return Claim {
                    wanted: "a condition must be readable".into(),
                    is: error.to_string(),
                    state: String::new(),
                    holds: false,
                    grows: None,
                };
            }
        };
        let (wanted, (holds, is)) = match &symptom {
            Symptom::Outcome(field, stands) => (self.wanted(field, stands), self.number(field, stands)),
            Symptom::Against(against) => {
                // Slides count steps, and the list of a path has one cell more.
                let is_steps = [&against.left, &against.right].iter().all(|of| of.what == PATH);
                let fewer = f64::from(u8::from(is_steps));
                let of = |of: &RunField| {
                    let name = if is_steps { "steps".to_owned() } else { self.name_of(of.run, &of.what) };
                    format!("{name} in run {}", of.letter())
                };
                let left = of(&against.left);
                let right = if against.left.what == against.right.what {
                    format!("in run {}", against.right.letter())
                } else {
                    of(&against.right)
                };
                let numbers = against.numbers(&mut |run| self.outcome(run).cloned());
                let numbers = numbers.map(|(a, b)| (a - fewer, b - fewer));
                // The number is easier to compare with than a sum.
                let right_number = match (numbers, against.more) {
                    (Some((_, b)), more) if more < 0.0 => format!("{b} ({} less than {right})", -more),
                    (Some((_, b)), more) if more > 0.0 => format!("{b} ({more} more than {right})"),
                    (Some((_, b)), _) => format!("{b} (as {right})"),
                    (None, more) if more < 0.0 => format!("{} less than {right}", -more),
                    (None, more) if more > 0.0 => format!("{more} more than {right}"),
                    (None, _) => right.clone(),
                };
                let wanted = format!("{left} must be {} {right_number}", words(against.op));
                let actual_value = match numbers {
                    Some((a, _)) if fewer > 0.0 => count_of(a, "step"),
                    Some((a, _)) => a.to_string(),
                    None => format!("not known, because {left} or {right} is missing"),
                };
                (wanted, (numbers.is_some_and(|(a, b)| against.op.holds(a, b)), actual_value))
            }
            Symptom::Map(counted, op, number) => {
                let count = counted.count(self.scene);
                let wanted = match counted {
                    Counted::Changed if *number == 0.0 => "no cell may be changed".to_owned(),
                    Counted::Changed => format!("{} {} may be changed", words(*op), count_of(*number, "cell")),
                    Counted::Cells => format!("the map must have {} {}", words(*op), count_of(*number, "cell")),
                    Counted::Tile(tile) => {
                        let cells = count_of(*number, &format!("cell of {}", tile.english()));
                        format!("the map must have {} {cells}", words(*op))
                    }
                    Counted::Actor(kind) => {
                        format!("the map must have {} {}", words(*op), count_of(*number, kind.name()))
                    }
                };
                (wanted, (op.holds(count as f64, *number), count.to_string()))
            }
            Symptom::Run(told) => {
                let not = if told.so { "" } else { "not " };
                let reads = told.reads(self.registry, self.scene).unwrap_or_else(|| "there is none".into());
                let holds = told.holds(self.registry, self.scene);
                if told.of.what == "algorithm" {
                    // The id of an algorithm is for files.
                    let title = |id: &str| {
                        self.registry.find(id).map_or_else(|| id.to_owned(), |runner| runner.card().title.to_owned())
                    };
                    let run = if told.of.run == 0 { "the run".into() } else { format!("run {}", told.of.letter()) };
                    (format!("{run} must {not}use {}", title(&told.value)), (holds, title(&reads)))
                } else {
                    let card = self.card(told.of.run);
                    let param = card.and_then(|card| card.params.iter().find(|param| param.name == told.of.what));
                    let label = |value: &str| param.map_or(value, |param| param.label(value)).to_owned();
                    let own = told.of.what.replace('-', " ");
                    let name = if told.of.run == 0 { own } else { format!("{own} in run {}", told.of.letter()) };
                    (format!("the setting {name} must {not}be \"{}\"", label(&told.value)), (holds, label(&reads)))
                }
            }
            // A check has a sentence of its own.
            Symptom::Hits(Condition::Check(check)) => {
                (format!("this must happen: {check}"), self.happens(&Condition::check(check), |n| n > 0).await)
            }
            Symptom::Exactly(0, Condition::Check(check)) => {
                (format!("this must never happen: {check}"), self.happens(&Condition::check(check), |n| n == 0).await)
            }
            Symptom::Hits(condition) => {
                (format!("there must be {}", condition.events_in_words("a")), self.happens(condition, |n| n > 0).await)
            }
            Symptom::Exactly(0, condition) => (
                format!("there must be {}", condition.events_in_words("no")),
                self.happens(condition, |n| n == 0).await,
            ),
            Symptom::Exactly(often, condition) => {
                let events = condition.events_in_words("exactly one");
                (format!("there must be {events}"), self.happens(condition, |n| n == *often).await)
            }
            other => {
                let holds = other.holds(self.registry, self.scene, self.progress);
                (format!("this must hold: {other}"), (holds, if holds { "yes" } else { "no" }.into()))
            }
        };
        let (wanted, is) = match words_of_line(text) {
            Some(words) => (words.to_owned(), if is == "none" { "not yet".to_owned() } else { is }),
            None => (wanted, is),
        };
        Claim { wanted, is, state: self.state(&symptom), holds, grows: self.grows(&symptom) }
    }

    /// Returns what a condition on the outcome is about, as it is at the end.
    fn state(&self, symptom: &Symptom) -> String {
        let in_words = |field: &RunField| {
            let outcome = self.outcome(field.run)?;
            if field.what == PATH {
                return Some(count_of(field.number(outcome)? - 1.0, "step"));
            }
            if outcome[&*field.what].is_boolean() {
                return None;
            }
            Some(number_in_words(outcome, &field.what, field.number(outcome)?))
        };
        match symptom {
            Symptom::Outcome(field, FieldTest::Is(..)) => in_words(&RunField { run: 0, what: field.clone() }),
            Symptom::Against(against) => in_words(&against.left).zip(in_words(&against.right)).map(|(left, right)| {
                let (a, b) = (against.left.letter(), against.right.letter());
                format!("{left} in run {a}, {right} in run {b}")
            }),
            _ => None,
        }
        .unwrap_or_default()
    }

    /// Returns the current and the required number of a condition that asks for at least a number.
    fn grows(&self, symptom: &Symptom) -> Option<(f64, f64)> {
        match symptom {
            Symptom::Outcome(field, FieldTest::Is(Op::AtLeast | Op::Greater, wanted)) => {
                let outcome = self.outcome(0)?;
                let fewer = f64::from(u8::from(field == PATH));
                Some((RunField { run: 0, what: field.clone() }.number(outcome)? - fewer, *wanted - fewer))
            }
            Symptom::Map(counted, Op::AtLeast | Op::Greater, wanted) => {
                Some((counted.count(self.scene) as f64, *wanted))
            }
            _ => None,
        }
    }

    /// Returns whether a condition is true often enough, and a phrase about how often it is.
    async fn happens(&self, condition: &Condition, often: impl Fn(usize) -> bool) -> (bool, String) {
        let Some(run) = self.runs.first() else { return (false, "there is no run yet".into()) };
        // A condition about something that this run does not have is not met, because "it never happens" would prove
        // nothing.
        if let Some(unknown) = find::unknown(run, condition) {
            return (false, unknown);
        }
        let Ok(hits) = run.hits(condition, self.progress).await else {
            return (false, "the check was stopped".into());
        };
        let actual_value = match &hits[..] {
            [] => "none".into(),
            [_] => "once".into(),
            hits => format!("{} times", hits.len()),
        };
        (often(hits.len()), actual_value)
    }

    /// Returns the card of a run's algorithm.
    fn card(&self, run: usize) -> Option<&'static Card> {
        let all = variants(self.registry, self.scene);
        self.registry.find(&all.get(run)?.1.run.algorithm).map(Runner::card)
    }

    /// Returns what a field of a run's outcome is called.
    fn name_of(&self, run: usize, field: &str) -> String {
        field_name(self.outcome(run).unwrap_or(&Outcome::default()), field)
    }

    fn wanted(&self, field: &str, stands: &FieldTest) -> String {
        let none = Outcome::default();
        let outcome = self.outcome(0).unwrap_or(&none);
        let flag = |number: f64| if number == 0.0 { "no".to_owned() } else { "yes".to_owned() };
        if let (PATH, FieldTest::Is(op, cells)) = (field, stands) {
            return format!("the path must have {} {}", words(*op), count_of(cells - 1.0, "step"));
        }
        let is_flag = outcome[field].is_boolean();
        let name = field_name(outcome, field);
        match stands {
            FieldTest::Is(Op::Equal, number) if is_flag && field == "found" => {
                format!("the goal must {}be reached", if *number == 0.0 { "not " } else { "" })
            }
            // Show flags as yes and no.
            FieldTest::Is(Op::Equal, number) if is_flag => format!("{name} must be {}", flag(*number)),
            FieldTest::Is(op, number) => match words_of(outcome, field).filter(|words| words.is_count()) {
                Some(words) if *op == Op::Equal && *number == 0.0 => format!("the run must end with no {}", words.many),
                Some(_) => format!("the run must end with {} {}", words(*op), number_in_words(outcome, field, *number)),
                None => format!("{name} must be {} {number}", words(*op)),
            },
            FieldTest::Reads(so, text) => {
                let value = value_in_words(outcome, field, text);
                format!("{name} must {}be {value}", if *so { "" } else { "not " })
            }
        }
    }

    fn number(&self, field: &str, stands: &FieldTest) -> (bool, String) {
        let Some(outcome) = self.outcome(0) else { return (false, "there is no run yet".into()) };
        let actual_value =
            brief::outcome_rows(outcome).into_iter().find(|(name, _)| name == field).map(|(_, value)| value);
        let number = RunField { run: 0, what: field.to_owned() }.number(outcome);
        if let (PATH, FieldTest::Is(..), Some(cells)) = (field, stands, number) {
            return (stands.holds(field, outcome), count_of(cells - 1.0, "step"));
        }
        let number = number.map(|x| x.to_string());
        let is = actual_value.map(|value| value_in_words(outcome, field, &value).to_owned()).or(number);
        let is = is.unwrap_or_else(|| "there is no such number".into());
        (stands.holds(field, outcome), is)
    }
}

/// Formats a number with its noun: `1 cell`, `4 cells of swamp`.
fn count_of(number: f64, noun: &str) -> String {
    match noun.split_once(' ') {
        _ if number == 1.0 => format!("1 {noun}"),
        Some((first, rest)) => format!("{number} {} {rest}", plural(first)),
        None => format!("{number} {}", plural(noun)),
    }
}

/// Returns a comparison in words.
const fn words(op: Op) -> &'static str {
    match op {
        Op::Less => "less than",
        Op::AtMost => "at most",
        Op::Equal => "exactly",
        Op::NotEqual => "other than",
        Op::AtLeast => "at least",
        Op::Greater => "more than",
    }
}
