//! Runs side by side: their measures in one table, and the first event where two of them differ.

use crate::lab::brief;
use crate::session::Run;
use gridscope_trace::trace::Replay;
use gridscope_trace::trace::compare::{first_divergence_of, first_expansion_apart, share_words};

/// A measure and its value in each run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Measure {
    /// Name: `events`, `steps`, or a field of the outcome as in [`brief::rows_beside_counts`].
    pub name: String,
    /// Value in each run, as text. Empty if a run has no such measure.
    pub values: Vec<String>,
    /// Whether the values differ between runs that have the measure. The texts are shortened, so different values may
    /// look equal.
    pub differs: bool,
}

impl Measure {
    /// Returns the values for a table, with a dash for a missing value.
    pub fn display_values(&self) -> impl Iterator<Item = &str> {
        self.values.iter().map(|value| if value.is_empty() { "—" } else { value })
    }
}

/// Returns the measures of the runs: events, steps, then the fields of the outcomes in the order in which they first
/// appear.
pub fn measures<'a>(runs: impl IntoIterator<Item = &'a Replay>) -> Vec<Measure> {
    let runs: Vec<&Replay> = runs.into_iter().collect();
    let count = |name: &str, of: &dyn Fn(&Replay) -> usize| {
        let counts: Vec<usize> = runs.iter().map(|run| of(run)).collect();
        let differs = counts.iter().any(|count| Some(count) != counts.first());
        Measure { name: name.to_owned(), values: counts.iter().map(usize::to_string).collect(), differs }
    };
    let mut all = vec![count("events", &|r| r.number_of_moment(r.len()))];
    // The steps before a window are not counted.
    if runs.iter().all(|run| run.trace().first() == 0) {
        all.push(count("steps", &|r| r.steps().len()));
    }
    // Exact value of each measure in the first run that has it.
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

/// The point where two runs begin to differ.
#[derive(Clone, PartialEq, Debug)]
pub struct Divergence {
    /// Number of equal events at the start; the next one differs. For runs of two different programs, the event of the
    /// first run that expands another cell.
    pub after: usize,
    /// Same number for the other run.
    pub other: usize,
    /// Number of equal expansions, if two programs are compared by expansions.
    pub expansions: Option<usize>,
    /// Sentence of that event in each run, or `None` for a run that has ended.
    pub sentences: [Option<String>; 2],
}

/// Returns the point where two runs begin to differ, or `None` if they are equal.
pub fn divergence(a: &Replay, b: &Replay) -> Option<Divergence> {
    let (after, other, expansions) = if share_words(a, b) {
        let after = first_divergence_of(a, b)?;
        (after, after, None)
    } else {
        let (same, [after, other]) = first_expansion_apart(a, b)?;
        (after, other, Some(same))
    };
    let sentence_at = |run: &Replay, at: usize| (at < run.len()).then(|| run.event(at).sentence);
    let mut sentences = [sentence_at(a, after), sentence_at(b, other)];
    if let [Some(one), Some(two)] = &mut sentences
        && one == two
    {
        // The sentences are equal, so add the fields that differ.
        let [of_one, of_two] = fields_apart(a, after, b, other);
        [(one, of_one), (two, of_two)].into_iter().filter(|(_, fields)| !fields.is_empty()).for_each(
            |(said, fields)| {
                *said = format!("{said} ({fields})");
            },
        );
    }
    Some(Divergence { after, other, expansions, sentences })
}

/// Returns the fields that differ between an event of one run and an event of another, as text.
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

/// Returns a phrase about two runs that do not differ.
pub fn no_divergence(a: &Replay, b: &Replay) -> &'static str {
    if share_words(a, b) { "are the same, event by event" } else { "expand the same cells in the same order" }
}

/// Returns the names of runs, the main run first: what distinguishes each of them.
pub fn titles<'a>(runs: impl IntoIterator<Item = &'a Run>) -> Vec<String> {
    runs.into_iter().map(|run| if run.title.is_empty() { "this run".to_owned() } else { run.title.clone() }).collect()
}
