//! The words of all lessons: names of runs, results, conditions of exercises, legends, tags and heads of tables are words
//! of a lesson, not of a file.

use gridscope::algorithms;
use gridscope::debugger::lab::ending::ending;
use gridscope::debugger::lesson::exercise::ExerciseProgress;
use gridscope::debugger::session::variants;
use gridscope::presets::PRESETS;
use gridscope::trace::{Progress, Replay, Scene};
use std::sync::Arc;
use std::{env, thread};

/// A text that a reader of a lesson sees, with its place.
type Text = (String, String);

fn texts_of_run(id: &str, name: &str, scene: &Scene, run: &mut Replay, all: &mut Vec<Text>) {
    let mut add = |place: &str, text: String| all.push((format!("{id}, {name}, {place}"), text));
    add("name", name.to_owned());
    add("result", ending(scene, run).unwrap_or_default());
    let roles = run.schema().roles.iter().map(|role| format!("{role:?}")).collect::<Vec<_>>();
    roles.into_iter().for_each(|role| add("role", role));
    for slide in &scene.run.slides {
        run.seek(slide.at);
        for figure in run.figures() {
            add("figure", figure.name.to_string());
            add("tag", figure.label.clone());
        }
        for table in run.tables() {
            add("table", table.title.clone());
            table.columns.iter().for_each(|column| add("column", column.to_string()));
        }
    }
}

fn texts_of(id: &str, scene: &Arc<Scene>) -> Vec<Text> {
    let registry = algorithms::registry();
    let mut all = Vec::new();
    let mut runs = Vec::new();
    for (name, scene) in variants(&registry, scene) {
        let mut run = registry.record(&scene, &Progress::default()).expect("recorded");
        texts_of_run(id, &name, &scene, &mut run, &mut all);
        runs.push(run);
    }
    let exercise = ExerciseProgress::of(&registry, scene, &runs.iter().collect::<Vec<_>>(), &Progress::default());
    all.extend(exercise.claims.iter().map(|claim| (format!("{id}, exercise"), claim.sentence())));
    all
}

#[test]
fn lessons_show_words_and_no_names_of_files() {
    let share = PRESETS.len().div_ceil(2);
    let texts: Vec<Text> = thread::scope(|scope| {
        let parts = PRESETS.chunks(share).map(|part| {
            scope.spawn(|| {
                part.iter()
                    .flat_map(|one| texts_of(one.id, &Arc::new(one.scene().expect("a scene"))))
                    .collect::<Vec<_>>()
            })
        });
        parts.collect::<Vec<_>>().into_iter().flat_map(|part| part.join().expect("texts")).collect()
    });
    if env::var("GRIDSCOPE_WORDS").is_ok() {
        texts.iter().for_each(|(place, text)| println!("{place} | {text}"));
    }
}
