//! Answers to the questions about one run: events, layers, causes, the audit, and the smallest scene.

use super::moment::{why_json, write_why};
use super::opening::{OpenedFile, scene_json};
use super::report::write_report;
use super::{Answer, AskError, ErrorKind, Explained, Form, Holds};
use crate::export::arrays::events_npy;
use crate::export::layer::{find_layer, write_layer_as};
use crate::formats::plain::{Plain, format_count};
use crate::lab::minimise::{NoSymptom, Runs, Symptom, minimise};
use crate::lab::query;
use crate::lesson::exercise::ExerciseProgress;
use gridscope_trace::{Cell, Progress, Registry, Replay};
use serde_json::Value;
use std::io::{self, Write};
use std::sync::Arc;

/// Largest number of events that an answer lists. More fit into an array.
const MAX_LISTED: usize = 100_000;

/// Returns the text that `write` writes, with invisible characters escaped.
pub(super) fn text(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<String, AskError> {
    let mut bytes = Vec::new();
    let mut out = Plain::new(&mut bytes);
    write(&mut out).and_then(|()| out.flush()).map_err(AskError::input)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Moves the cursor of a run.
pub(super) fn seek(run: &mut Replay, at: usize) -> Result<(), AskError> {
    within(at, run.len())?;
    run.seek(at);
    Ok(())
}

/// Returns an error if a moment is past the end of a run with `len` events.
pub(super) fn within(at: usize, len: usize) -> Result<(), AskError> {
    if at <= len {
        return Ok(());
    }
    Err(AskError::input(format!("there is no event {at}; the run has {}", format_count(len, "event"))))
}

/// Returns the run at a moment: the given one, or that of the scene's picture, or the end.
pub(super) fn moment<'a>(
    file: &'a mut OpenedFile,
    at: Option<usize>,
    progress: &Progress,
    count: &mut usize,
) -> Result<&'a mut Replay, AskError> {
    let own = file.scene.run.picture_moment();
    let run = file.run(progress, count)?;
    match at {
        Some(at) => seek(run, at)?,
        None => run.seek(own.unwrap_or(usize::MAX)),
    }
    Ok(run)
}

pub(super) fn on_map(run: &Replay, cell: Cell) -> Result<(), AskError> {
    if run.size().contains(cell) { Ok(()) } else { Err(AskError::outside(cell, run.size())) }
}

pub(super) fn events(
    run: &Replay,
    from: usize,
    to: Option<usize>,
    form: Form,
    progress: &Progress,
) -> Result<Answer, AskError> {
    let to = to.unwrap_or(run.len());
    if from > to || to > run.len() {
        let has = format_count(run.len(), "event");
        return Err(AskError::input(format!("there are no events from {from} to {to}; the run has {has}")));
    }
    let names = (0..).zip(run.kinds()).map(|(number, kind)| (number, kind.to_owned())).collect();
    let (mut list, mut block) = (Vec::new(), None);
    match form {
        Form::Npy => {
            let mut bytes = Vec::new();
            events_npy(run, from..to, &mut bytes).map_err(AskError::input)?;
            block = Some(bytes);
        }
        Form::Json if to - from > MAX_LISTED => {
            let events = format_count(to - from, "event");
            let why = format!("{events} at once; expected at most {MAX_LISTED}, or the form npy");
            return Err(AskError::input(why));
        }
        Form::Json => {
            for i in from..to {
                progress.check()?;
                let mut event = run.event_json(i);
                event["number"] = (i + 1).into();
                event["sentence"] = run.event(i).sentence.into();
                list.push(event);
            }
        }
    }
    Ok(Answer::Events { from, to, names, list, block })
}

pub(super) fn layer_of(run: &Replay, name: &str, form: Form) -> Result<Answer, AskError> {
    let layer = find_layer(run, name).map_err(AskError::input)?;
    let mut bytes = Vec::new();
    let format = if form == Form::Npy { "npy" } else { "json" };
    write_layer_as(run, layer, format, &mut bytes).map_err(AskError::input)?;
    Ok(match form {
        Form::Npy => Answer::Layer { layer: name.to_owned(), data: Value::Null, block: Some(bytes) },
        Form::Json => {
            let data = serde_json::from_slice(&bytes).map_err(AskError::input)?;
            Answer::Layer { layer: name.to_owned(), data, block: None }
        }
    })
}

pub(super) fn why(run: &Replay, cell: Option<Cell>, event: Option<usize>) -> Result<Answer, AskError> {
    if cell.is_some() == event.is_some() {
        return Err(AskError::new(ErrorKind::Question, "expected a cell, or an event from 1"));
    }
    cell.map_or(Ok(()), |cell| on_map(run, cell))?;
    let index = event.and_then(|number| number.checked_sub(1));
    if event.is_some() && index.is_none() {
        return Err(AskError::input(format!("there is no event 0; the run has {}", format_count(run.len(), "event"))));
    }
    let holder = index.or_else(|| query::current_event(run, cell?));
    let causes = holder.map_or_else(Vec::new, |i| query::causes(run, i));
    let about = cell.or_else(|| run.event(holder?).cell);
    let text = text(|out| write_why(run, cell, &causes, out))?;
    Ok(Answer::Why(Explained { text, data: why_json(run, about, holder, &causes) }))
}

pub(super) fn check(
    file: &mut OpenedFile,
    registry: &Registry,
    progress: &Progress,
    count: &mut usize,
) -> Result<Answer, AskError> {
    if let Some(report) = file.audit(progress)? {
        // A trace that differs from the run of its scene has a fault, too.
        if file.holds() == Holds::Trace {
            file.run(progress, count)?;
        }
        let mut data = report.json();
        let mut passes = report.findings.is_empty();
        if let Some(fault) = file.fault.as_deref() {
            data["differs"] = fault.into();
            passes = false;
        }
        let text = text(|out| {
            file.fault.iter().try_for_each(|fault| writeln!(out, "{fault}"))?;
            write_report(&report, out)
        })?;
        let first = report.findings.first().map(|finding| file.event_of(finding.event));
        return Ok(Answer::Check { passes, first, report: Explained { text, data } });
    }
    let exercise = &file.scene.run.exercise;
    if exercise.done.is_empty() {
        let found = "the scene has no exercise; expected a scene with one, or a log with a line of JSON per event";
        return Err(AskError::input(found).at(&file.name));
    }
    let run = file.run(progress, count)?;
    if run.halted().is_some() {
        return Err(AskError::new(ErrorKind::Halted, "the run has no outcome, so the exercise cannot be judged"));
    }
    let scene = Arc::new(file.scene.clone());
    let exercise = ExerciseProgress::of_scene(registry, &scene, progress);
    progress.check()?;
    let task = &scene.run.exercise.say;
    let data = exercise.json(task);
    let text = text(|out| exercise.write(task, out))?;
    Ok(Answer::Check { passes: exercise.is_done(), first: None, report: Explained { text, data } })
}

pub(super) fn smallest(
    file: &OpenedFile,
    registry: &Registry,
    keep: &str,
    progress: &Progress,
) -> Result<Answer, AskError> {
    let symptom: Symptom = keep.parse().map_err(AskError::input)?;
    let holds = |scene: &_, progress: &_| symptom.holds(registry, scene, progress);
    let small = minimise(&file.scene, progress, Runs::Algorithm, &holds, &mut |_, _| {});
    progress.check()?;
    let small = small.map_err(|_| match symptom.why_absent(registry, &file.scene, progress) {
        NoSymptom::Run(error) => AskError::from(error),
        other => AskError::input(format!("{symptom}: {other}")),
    })?;
    let size = |scene: &gridscope_trace::Scene| [scene.size().width, scene.size().height];
    let (before, after) = (size(&file.scene), size(&small.scene));
    Ok(Answer::Minimise { scene: scene_json(&small.scene)?, before, after, trials: small.trials })
}
