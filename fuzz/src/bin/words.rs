//! Prints the texts that people read, in one list: lessons, algorithms with a sentence of each kind of event, and
//! commands. Texts of panels and dialogs in the window are not in it.
//!
//! `words lessons`, `words algorithms` or `words commands` prints one part. A pipe that is closed early ends the list.

use gridscope::algorithms::{all, record};
use gridscope::debugger::lesson::exercise::ExerciseProgress;
use gridscope::debugger::session::command::table::TABLE;
use gridscope::presets::PRESETS;
use gridscope::trace::card::Card;
use gridscope::trace::params::Kind;
use gridscope::trace::scene::Scene;
use gridscope::trace::trace::Progress;
use std::collections::BTreeSet;
use std::error::Error;
use std::io::{self, Write};
use std::sync::Arc;

/// Maximum number of lessons whose runs are searched for the sentences of an algorithm.
const RUNS: usize = 4;

fn main() -> Result<(), Box<dyn Error>> {
    let part = std::env::args().nth(1);
    let wanted = |name: &str| part.as_deref().is_none_or(|part| part == name);
    let out = &mut io::BufWriter::new(io::stdout().lock());
    let scenes = PRESETS.iter().map(|preset| Ok((preset.id, preset.scene()?)));
    let scenes = scenes.collect::<Result<Vec<(&str, Scene)>, Box<dyn Error>>>()?;
    if wanted("lessons") {
        for (id, scene) in &scenes {
            lesson(out, id, scene)?;
        }
    }
    if wanted("algorithms") {
        for runner in all() {
            let card = runner.card();
            algorithm(out, card)?;
            sentences(out, scenes.iter().map(|(_, scene)| scene).filter(|scene| scene.run.algorithm == card.id))?;
        }
    }
    if wanted("commands") {
        for info in TABLE {
            writeln!(out, "{} > {}  [{}]\n    {}", info.group.title(), info.title, info.keys.join(", "), info.help)?;
        }
    }
    out.flush()?;
    Ok(())
}

/// Prints the texts of a lesson, and how its exercise is checked.
fn lesson(out: &mut impl Write, id: &str, scene: &Scene) -> io::Result<()> {
    writeln!(out, "==== {id}: {}\n{}\n", scene.title, scene.notes)?;
    for (slide, number) in scene.run.slides.iter().zip(1..) {
        writeln!(out, "slide {number}, event {}: {}\n", slide.at, slide.note)?;
    }
    if !scene.run.exercise.is_empty() {
        writeln!(out, "exercise: {}", scene.run.exercise.say)?;
        let progress =
            ExerciseProgress::of_scene(&gridscope::registry(), &Arc::new(scene.clone()), &Progress::default());
        for claim in &progress.claims {
            writeln!(out, "    {}", claim.sentence())?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Prints the texts of an algorithm's card.
fn algorithm(out: &mut impl Write, card: &Card) -> io::Result<()> {
    writeln!(out, "==== {}: {}\n{}\n{}", card.id, card.title, card.summary, card.source)?;
    for (line, number) in card.listing.iter().zip(1..) {
        writeln!(out, "  {number:2} {line}")?;
    }
    for param in card.params {
        writeln!(out, "parameter {}: {}", param.name, param.help)?;
        if let Kind::Choice(words) = param.kind {
            writeln!(out, "    one of {}", words.join(", "))?;
        }
    }
    for layer in card.layers {
        writeln!(out, "layer {}: {}", layer.name, layer.help)?;
    }
    for (role, meaning) in card.roles {
        writeln!(out, "legend, {role:?}: {meaning}")?;
    }
    for check in card.checks {
        writeln!(out, "check {}: {}", check.name, check.help)?;
    }
    Ok(())
}

/// Prints the first sentence of each kind of event in the runs of some lessons, with its second line.
fn sentences<'a>(out: &mut impl Write, scenes: impl Iterator<Item = &'a Scene>) -> Result<(), Box<dyn Error>> {
    let mut known = BTreeSet::new();
    for scene in scenes.take(RUNS) {
        let mut run = record(scene, &Progress::default())?;
        for event in 0..run.len() {
            if !known.insert(run.kind(event).to_owned()) {
                continue;
            }
            run.seek(event + 1);
            writeln!(out, "event {}: {}", run.kind(event), run.event(event).sentence)?;
            let second = run.explain();
            if !second.is_empty() {
                writeln!(out, "    {second}")?;
            }
        }
    }
    writeln!(out)?;
    Ok(())
}
