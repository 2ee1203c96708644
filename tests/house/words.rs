//! The words of all lessons: names of runs, results, conditions of exercises, legends, tags and heads of tables are words
//! of a lesson, not of a file.

use gridscope::algorithms;
use gridscope::debugger::SessionCommand;
use gridscope::debugger::lab::ending::ending;
use gridscope::debugger::lesson::exercise::ExerciseProgress;
use gridscope::debugger::session::ask::Reply;
use gridscope::debugger::session::variants;
use gridscope::presets::PRESETS;
use gridscope::trace::params::{Kind, Param};
use gridscope::trace::slide::Ask;
use gridscope::trace::{Cell, Progress, Replay, Scene};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::{iter, thread};

/// A text that a reader of a lesson sees, with its place.
type Text = (String, String);

fn texts_of_run(id: &str, name: &str, scene: &Scene, run: &mut Replay, all: &mut Vec<Text>) {
    let mut add = |place: &str, text: &str| all.push((format!("{id}, {name}, {place}"), text.to_owned()));
    add("result", &ending(scene, run).unwrap_or_default());
    let roles: Vec<String> = run.schema().roles.iter().map(|(_, name)| name.to_string()).collect();
    for role in roles {
        add("role", &role);
    }
    for (number, slide) in (1..).zip(&scene.run.slides) {
        run.seek(slide.at);
        for figure in run.figures() {
            add(&format!("figure on slide {number}"), &figure.name);
            add(&format!("tag on slide {number}"), &figure.label);
        }
        for table in run.tables() {
            add(&format!("table on slide {number}"), &table.title);
            table.columns.iter().for_each(|column| add(&format!("column on slide {number}"), column));
        }
    }
}

/// Returns the title of the lesson and the titles of its slides.
fn titles(id: &str, scene: &Scene) -> Vec<Text> {
    let slides = scene.run.slides.iter().filter_map(|slide| slide.note.lines().next());
    iter::once(&*scene.title).chain(slides).map(|text| (format!("{id}, title"), text.to_owned())).collect()
}

/// Returns why a text is not for readers of lessons.
fn fault(text: &str, params: &[Param]) -> Option<String> {
    const PEOPLE: [&str; 5] = ["sherratt", "mcneill", "bergstr", "zizouqi", "tiger_eye"];
    let lower = text.to_lowercase();
    let is_letter = |c: Option<char>| c.is_some_and(char::is_alphabetic);
    let joins =
        |(at, _): (usize, &str)| is_letter(text[..at].chars().next_back()) && is_letter(text[at + 1..].chars().next());
    if let Some(person) = PEOPLE.into_iter().find(|person| lower.contains(person)) {
        return Some(format!("names a person, {person}"));
    }
    if text.match_indices(['_', '.']).any(joins) {
        return Some("has a field name".to_owned());
    }
    let is_value = |param: &Param, value: &str| match param.kind {
        Kind::Choice(words) => words.contains(&value),
        _ => value.parse::<f64>().is_ok() || value.parse::<bool>().is_ok(),
    };
    let mut settings = lower.split(", ").filter_map(|part| part.split_once(": "));
    let setting =
        settings.find(|(name, value)| params.iter().any(|param| param.name == *name && is_value(param, value)));
    setting.map(|(name, _)| format!("has a setting as in files, {name}"))
}

fn texts_of(id: &str, scene: &Arc<Scene>) -> Vec<Text> {
    let registry = algorithms::registry();
    let mut all = titles(id, scene);
    let mut runs = Vec::new();
    let named = variants(&registry, scene);
    if named.len() > 1 {
        assert_eq!(scene.run.names().count(), named.len(), "{id}: each run has a name");
        let words = |name: &str| name.split_whitespace().count();
        all.extend(
            named
                .iter()
                .filter(|(name, _)| words(name) > 4)
                .map(|(name, _)| (id.to_owned(), format!("too_long: {name}"))),
        );
    }
    for (name, scene) in named {
        let mut run = registry.record(&scene, &Progress::default()).expect("recorded");
        texts_of_run(id, &name, &scene, &mut run, &mut all);
        runs.push(run);
    }
    let exercise = ExerciseProgress::of(&registry, scene, &runs.iter().collect::<Vec<_>>(), &Progress::default());
    all.extend(exercise.claims.iter().map(|claim| (format!("{id}, exercise"), claim.sentence())));
    all
}

/// Returns the answers to a right, a wrong and no reply, for each question of a lesson.
fn answers_of(id: &str, scene: &Scene) -> Vec<Text> {
    let mut session = gridscope::session(scene.clone());
    session.settle();
    let mut all = Vec::new();
    for (i, slide) in scene.run.slides.iter().enumerate() {
        let replies = match &slide.ask {
            None => continue,
            Some(Ask::Path { .. }) => vec![Reply::Nothing, Reply::Path(session.replay().expect("a run").final_path())],
            Some(Ask::Cell { .. }) => vec![Reply::Nothing, Reply::Cell(Cell::new(0, 0))],
            Some(Ask::Number { .. }) => vec![Reply::Nothing, Reply::Number(0.5)],
            Some(Ask::Choice { .. }) => vec![Reply::Nothing],
        };
        for reply in replies {
            session.apply(&SessionCommand::ToSlide(i));
            session.apply(&SessionCommand::AskAgain);
            session.apply(&SessionCommand::DraftReply(reply));
            session.apply(&SessionCommand::ShowAnswer);
            let answer = session.ask_answer().expect("an answer");
            all.push((format!("{id}, answer on slide {}", i + 1), format!("{}. {}", answer.title, answer.text)));
        }
    }
    all
}

/// Conditions and answers speak of what happens on the map, and name no kinds of events.
#[test]
fn conditions_and_answers_name_no_events() {
    let is_raw = |text: &str| {
        let words = text.split(|c: char| !c.is_alphanumeric() && c != '-' && c != '_');
        words.into_iter().any(|word| ["event", "events", "register", "layer"].contains(&word) || word.contains('_'))
    };
    let of_one = |id: &str, scene: Scene| {
        let mut all = answers_of(id, &scene);
        let exercise = texts_of(id, &Arc::new(scene)).into_iter().filter(|(place, _)| place.ends_with("exercise"));
        all.extend(exercise);
        all
    };
    let lessons = PRESETS.iter().filter(|one| one.json.contains("\"exercise\"") || one.json.contains("\"ask\""));
    let texts: Vec<Text> = lessons.flat_map(|one| of_one(one.id, one.scene().expect("a scene"))).collect();
    for (place, text) in &texts {
        println!("{place}: {text}");
    }
    let raw: Vec<&Text> = texts.iter().filter(|(_, text)| is_raw(text)).collect();
    assert!(raw.is_empty(), "{raw:#?}");
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
    let params: Vec<Param> = algorithms::all().into_iter().flat_map(|runner| runner.card().params).copied().collect();
    let faults = texts.iter().filter_map(|(place, text)| Some(format!("{place}: {text:?} {}", fault(text, &params)?)));
    let faults: BTreeSet<String> = faults.collect();
    assert!(faults.is_empty(), "{}", faults.into_iter().collect::<Vec<_>>().join("\n"));
}

/// The conditions of exercises and the results name fields of outcomes by their words.
#[test]
fn every_number_of_an_exercise_has_words() {
    let texts: Vec<Text> = PRESETS
        .iter()
        .filter(|one| one.json.contains("\"exercise\""))
        .flat_map(|one| texts_of(one.id, &Arc::new(one.scene().expect("a scene"))))
        .collect();
    let claims: Vec<&Text> = texts.iter().filter(|(place, _)| place.ends_with("exercise")).collect();
    assert!(
        claims.iter().any(|(_, text)| text == "The run must end with at most 300 cells copied. Now: 447."),
        "{claims:?}"
    );
    assert!(
        claims.iter().any(|(_, text)| text == "Chosen jump must be the stock jump. Now: the diagonal jump."),
        "{claims:?}"
    );
}
