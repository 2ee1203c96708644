//! The index for searches of lessons: titles, texts, and the words of the documents that they are about.

use crate::{PRESETS, Preset, source_words};
use serde::Deserialize;
use std::sync::OnceLock;

/// A lesson as a search reads it.
#[derive(Debug)]
pub struct Indexed {
    /// The title, or the id if the scene has no title.
    pub title: String,
    /// Id of the algorithm of its main run.
    pub algorithm: String,
    /// Title, id and words of the documents, in lower case.
    pub head: String,
    /// All of that, the group, the algorithm, the notes, the slides and the exercise, in lower case.
    pub words: String,
}

/// The parts of a scene file that a search reads.
#[derive(Deserialize, Default)]
#[serde(default)]
struct Texts {
    title: String,
    notes: String,
    run: Run,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Run {
    algorithm: String,
    bookmarks: Vec<Note>,
    exercise: Task,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Note {
    note: String,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Task {
    say: String,
}

/// Returns all lessons as a search reads them, in display order. They are read only once.
pub fn index() -> &'static [Indexed] {
    static ALL: OnceLock<Vec<Indexed>> = OnceLock::new();
    ALL.get_or_init(|| PRESETS.iter().map(read).collect())
}

fn read(preset: &Preset) -> Indexed {
    let texts: Texts = serde_json::from_str(preset.json).unwrap_or_default();
    let title = if texts.title.is_empty() { preset.id.to_owned() } else { texts.title };
    let mut head = format!("{title} {}", preset.id);
    for word in source_words(preset.id) {
        head = format!("{head} {word}");
    }
    let run = texts.run;
    let task = if run.exercise.say.is_empty() { "" } else { "exercise" };
    let mut words = [&head, preset.group, &run.algorithm, &texts.notes, task, &run.exercise.say].join(" ");
    for slide in &run.bookmarks {
        words.push(' ');
        words.push_str(&slide.note);
    }
    // Without the marks of Markdown, so that a phrase is found that has some.
    let words = words.replace("**", "").replace('`', "").to_lowercase();
    Indexed { title, algorithm: run.algorithm, head: head.to_lowercase(), words }
}
