//! The texts of a run: sentences, second lines, tables, ties, reasons, names. Each lesson has one file.
//!
//! Events and moments are given by their indices, from 0. `+` is the second line of a sentence, `{` the fields.

use crate::lessons::{Run, evenly, moments, scattered, some_cells};
use gridscope::trace::trace::Replay;
use gridscope::trace::trace::replay::Table;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{Result, Write as _};

/// Maximum number of events that are sorted.
const MAX_EVENTS: usize = 60_000;
/// Number of moments shown.
const MOMENTS: usize = 6;
/// Numbers of rows of a table, of tables, and of cells shown.
const ROWS: usize = 3;
const TABLES: usize = 4;
const CELLS: usize = 7;
const TIES: usize = 3;
const NAMES: usize = 20;
/// Number of cells asked to find answers of different shapes.
const ASKED: usize = 80;
/// Number of sentences of other shapes shown for each sort.
const SHAPES: usize = 2;

/// The common properties of events of one sort: kind, level, tone and line of the listing.
type Sort = (String, String, String, usize);

/// Returns the text of a lesson: everything of its own run, and of the side-by-side runs the sentences of other sorts.
pub fn of(runs: &mut [Run]) -> String {
    let mut out = String::new();
    let mut known = BTreeSet::new();
    for (k, run) in runs.iter_mut().enumerate() {
        write(&mut out, run, &mut known, k == 0).expect("a string takes everything");
    }
    out
}

fn write(out: &mut String, run: &mut Run, known: &mut BTreeSet<Sort>, whole: bool) -> Result {
    let all = if whole { moments(run) } else { Vec::new() };
    let Run { name, replay: run, .. } = run;
    let told = sentences(run, known)?;
    if whole || !told.is_empty() {
        writeln!(out, "==== {name}: {}, {} cells, {} events\n\n{told}", run.schema().algorithm, run.size(), run.len())?;
    }
    if whole {
        whole_run(out, run)?;
        let mut said = BTreeSet::new();
        for k in evenly(all.len(), MOMENTS) {
            // The last moment of each stretch, since the very first moment has no text.
            moment(out, run, all[(k + all.len() / MOMENTS).min(all.len() - 1)], &mut said)?;
        }
        names(out, run, &all)?;
    }
    Ok(())
}

/// Returns a sentence without its numbers.
fn shape(sentence: &str) -> String {
    sentence.chars().filter(|c| !c.is_ascii_digit()).collect()
}

/// Returns the first, a middle and the last event of each sort, and some with other wordings.
fn sentences(run: &mut Replay, known: &mut BTreeSet<Sort>) -> std::result::Result<String, std::fmt::Error> {
    let mut sorts: BTreeMap<Sort, Vec<usize>> = BTreeMap::new();
    let mut shapes: BTreeMap<Sort, BTreeMap<String, usize>> = BTreeMap::new();
    for i in scattered(run.len(), MAX_EVENTS) {
        let event = run.event(i);
        let sort = (event.kind.to_owned(), format!("{:?}", event.level), format!("{:?}", event.tone), event.line);
        sorts.entry(sort.clone()).or_default().push(i);
        shapes.entry(sort).or_default().entry(shape(&event.sentence)).or_insert(i);
    }
    sorts.retain(|sort, _| known.insert(sort.clone()));
    let mut sorts: Vec<(Sort, Vec<usize>)> = sorts.into_iter().collect();
    sorts.sort_by_key(|(_, all)| all[0]);
    let mut out = String::new();
    for (sort, all) in sorts {
        let (kind, level, tone, line) = &sort;
        writeln!(
            out,
            "{kind}, {level}, {tone}; line {} {}",
            line + 1,
            run.schema().listing.get(*line).map_or("", |text| text.trim())
        )?;
        let mut some = vec![all[0], all[all.len() / 2], all[all.len() - 1]];
        let plain: Vec<String> = some.iter().map(|&i| shape(&run.event(i).sentence)).collect();
        let mut others: Vec<usize> =
            shapes[&sort].iter().filter(|(shape, _)| !plain.contains(shape)).map(|(_, &i)| i).collect();
        others.sort_unstable();
        some.extend(others.into_iter().take(SHAPES));
        some.sort_unstable();
        some.dedup();
        for (k, &i) in some.iter().enumerate() {
            let event = run.event(i);
            let fields: Vec<String> = event.fields.iter().map(|(name, value)| format!("{name}={value}")).collect();
            writeln!(out, "  {i:6}  {}", event.sentence)?;
            run.seek(i + 1);
            let second = run.explain();
            if !second.is_empty() {
                writeln!(out, "       +  {second}")?;
            }
            if k == 0 && !fields.is_empty() {
                writeln!(out, "       {{  {}", fields.join(" "))?;
            }
        }
    }
    Ok(out)
}

/// Adds texts of the whole run: names of phases and series, ties, questions, answers.
fn whole_run(out: &mut String, run: &mut Replay) -> Result {
    let mut phases: Vec<String> = Vec::new();
    for phase in run.phases() {
        let name = run.phase_name(phase.start as usize);
        if phases.len() < NAMES && !phases.contains(&name) {
            phases.push(name);
        }
    }
    writeln!(out, "phases: {}", phases.join("; "))?;
    writeln!(out, "actors: {}", run.actors().join("; "))?;
    writeln!(out, "eyes: {}", run.eyes().join("; "))?;
    writeln!(out, "series: {}\n", run.series().iter().map(|s| &*s.name).collect::<Vec<_>>().join("; "))?;
    let ties = run.ties();
    for k in evenly(ties.len(), TIES) {
        if let Some(tie) = run.tie(ties[k] as usize) {
            writeln!(out, "tie at {}: {}; {}", ties[k], tie.what, tie.rule)?;
            writeln!(
                out,
                "    {}",
                tie.candidates
                    .iter()
                    .take(4)
                    .map(|(cell, label)| format!("{cell} {label}"))
                    .collect::<Vec<_>>()
                    .join("; ")
            )?;
        }
    }
    let mut asked = BTreeSet::new();
    for from in evenly(run.len(), NAMES) {
        let Some((index, question)) = run.question(from) else { break };
        if asked.insert(question.clone()) {
            writeln!(out, "question at {index}: {question}")?;
        }
    }
    run.seek(run.len());
    // First an answer of each shape, then more answers.
    let cells = some_cells(run.size(), ASKED);
    let mut all: Vec<_> = cells.into_iter().map(|cell| (cell, run.why_not(cell))).collect();
    let mut shapes = BTreeSet::new();
    all.sort_by_cached_key(|(_, why)| !shapes.insert(shape(&why.sentence)));
    for (cell, why) in all.iter().take(CELLS) {
        writeln!(out, "why not {cell}: [{}] {}", why.reason, why.sentence)?;
    }
    for chart in run.charts() {
        let labels: Vec<&str> = chart.bars.iter().take(4).map(|bar| bar.label.as_str()).collect();
        writeln!(out, "chart: {} / {} / {}", chart.title, chart.note, labels.join(", "))?;
    }
    for rose in run.roses() {
        writeln!(out, "rose: {}", rose.title)?;
    }
    writeln!(out)
}

fn moment(out: &mut String, run: &mut Replay, at: usize, said: &mut BTreeSet<String>) -> Result {
    run.seek(at);
    writeln!(out, "at {at}")?;
    let watch: Vec<String> = run.watch().into_iter().map(|(name, value)| format!("{name} {value}")).collect();
    writeln!(out, "  watch: {}", watch.join("; "))?;
    let keys: Vec<String> = run.queue(ROWS).0.into_iter().map(|w| w.key).filter(|key| !key.is_empty()).collect();
    if !keys.is_empty() {
        writeln!(out, "  open: {}", keys.join("; "))?;
    }
    // A table with the same text as before is not repeated.
    for table in run.tables().into_iter().take(TABLES) {
        let text = drawn(&table)?;
        if said.insert(text.clone()) {
            write!(out, "{text}")?;
        }
    }
    writeln!(out)
}

fn drawn(table: &Table) -> std::result::Result<String, std::fmt::Error> {
    let mut out = String::new();
    let sort = if table.candidates { "scores" } else { "table" };
    writeln!(out, "  {sort}: {} ({} rows)\n    {}", table.title, table.rows.len(), table.columns.join(" | "))?;
    for row in table.rows.iter().take(ROWS) {
        writeln!(out, "  {} {}", if row.chosen { "*" } else { " " }, row.values.join(" | "))?;
    }
    Ok(out)
}

/// Adds the labels of figures, and the states of actors.
fn names(out: &mut String, run: &mut Replay, all: &[usize]) -> Result {
    let (mut labels, mut states): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    let add = |all: &mut Vec<String>, name: String, most: usize| {
        if all.len() < most && !name.is_empty() && !all.contains(&name) {
            all.push(name);
        }
    };
    for &at in all {
        run.seek(at);
        run.figures().into_iter().for_each(|f| add(&mut labels, f.label, NAMES / 2));
        run.tokens().into_iter().for_each(|t| add(&mut states, t.state.to_string(), NAMES));
    }
    writeln!(out, "figures: {}\nstates: {}\n", labels.join("; "), states.join("; "))
}
