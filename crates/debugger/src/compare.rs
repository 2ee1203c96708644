//! Runs side by side: their measures in one table, and where two of them part ways.

use super::brief;
use super::session::Run;
use crate::core::trace::Replay;
use crate::core::trace::compare::{first_divergence_of, first_expansion_apart, share_words};

/// What one measure comes to in each run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Measure {
    /// Its name: `events`, `steps`, or a field of the outcome as [`brief::rows_beside_counts`] has it.
    pub name: String,
    /// Its value in each run, in words; empty where that run has no such measure.
    pub values: Vec<String>,
    /// Whether the runs that have such a measure do not all agree. Words are brief: two values may have the same.
    pub differs: bool,
}

impl Measure {
    /// Its value in each run as a table has it, with a dash where that run has none.
    pub fn shown(&self) -> impl Iterator<Item = &str> {
        self.values.iter().map(|value| if value.is_empty() { "—" } else { value })
    }
}

/// What each run comes to in the whole: events, steps, then the fields of the outcomes in the order in which they
/// first appear.
pub fn measures<'a>(runs: impl IntoIterator<Item = &'a Replay>) -> Vec<Measure> {
    let runs: Vec<&Replay> = runs.into_iter().collect();
    let count = |name: &str, of: &dyn Fn(&Replay) -> usize| {
        let counts: Vec<usize> = runs.iter().map(|run| of(run)).collect();
        let differs = counts.iter().any(|count| Some(count) != counts.first());
        Measure { name: name.to_owned(), values: counts.iter().map(usize::to_string).collect(), differs }
    };
    let mut all = vec![count("events", &|r| r.len()), count("steps", &|r| r.steps().len())];
    // What the first run that has each has there, whole.
    let mut firsts = vec![String::new(); all.len()];
    for (i, run) in runs.iter().enumerate() {
        let whole = brief::outcome_values(run.outcome());
        for ((name, value), (_, whole)) in brief::rows_beside_counts(run.outcome()).into_iter().zip(whole) {
            let row = all.iter().position(|m| m.name == name).unwrap_or(all.len());
            if row == all.len() {
                all.push(Measure { name, values: vec![String::new(); runs.len()], differs: false });
                firsts.push(whole.clone());
            }
            all[row].values[i] = value;
            all[row].differs |= firsts[row] != whole;
        }
    }
    all
}

/// Where two runs part ways.
#[derive(Clone, PartialEq, Debug)]
pub struct Parting {
    /// How many events are the same from the start; the next one differs. Of runs of two programs, the event of the first
    /// run at which another cell is expanded.
    pub after: usize,
    /// The same of the other run.
    pub other: usize,
    /// How many expansions are the same, where two programs are compared by those.
    pub expansions: Option<usize>,
    /// The sentence of that event of each run; `None` for one that has ended.
    pub sentences: [Option<String>; 2],
}

/// Where two runs part ways; `None` when they are the same from end to end.
pub fn parting(a: &Replay, b: &Replay) -> Option<Parting> {
    let (after, other, expansions) = if share_words(a, b) {
        let after = first_divergence_of(a, b)?;
        (after, after, None)
    } else {
        let (same, [after, other]) = first_expansion_apart(a, b)?;
        (after, other, Some(same))
    };
    let said = |run: &Replay, at: usize| (at < run.len()).then(|| run.event(at).sentence);
    let mut sentences = [said(a, after), said(b, other)];
    if let [Some(one), Some(two)] = &mut sentences
        && one == two
    {
        // What they do not tell is what differs.
        let [of_one, of_two] = fields_apart(a, after, b, other);
        [(one, of_one), (two, of_two)].into_iter().filter(|(_, fields)| !fields.is_empty()).for_each(
            |(said, fields)| {
                *said = format!("{said} ({fields})");
            },
        );
    }
    Some(Parting { after, other, expansions, sentences })
}

/// The fields that are not the same in an event of one run and one of another, in words.
fn fields_apart(a: &Replay, at: usize, b: &Replay, other: usize) -> [String; 2] {
    let fields = |run: &Replay, at: usize| {
        let mut all = Vec::new();
        run.fields_of(at, &mut all);
        all.into_iter().map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>()
    };
    let (of_a, of_b) = (fields(a, at), fields(b, other));
    let only = |these: &[String], those: &[String]| {
        these.iter().filter(|field| !those.contains(field)).cloned().collect::<Vec<_>>().join(", ")
    };
    [only(&of_a, &of_b), only(&of_b, &of_a)]
}

/// What is said of two runs that do not part.
pub fn no_parting(a: &Replay, b: &Replay) -> &'static str {
    if share_words(a, b) { "are the same, event by event" } else { "expand the same cells in the same order" }
}

/// The names of runs, the main one first: what sets each apart.
pub fn titles<'a>(runs: impl IntoIterator<Item = &'a Run>) -> Vec<String> {
    runs.into_iter().map(|run| if run.title.is_empty() { "this run".to_owned() } else { run.title.clone() }).collect()
}
