//! A lesson in the gallery: what its card shows, and the words by which it is found.

use crate::debugger::SessionCommand;
use crate::debugger::lesson::suggestion::{first_sentence, without_marks};
use crate::presets::{PRESETS, Preset, find, source_words};
use gridscope_trace::{Registry, Scene, Size};
use std::path::PathBuf;

/// Source of a lesson.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum LessonSource {
    /// A built-in lesson, by its id.
    Preset(&'static str),
    /// A file of the user's own.
    Own(PathBuf),
}

/// A lesson in the gallery.
pub struct Entry {
    pub(crate) which: LessonSource,
    /// The lesson's id, or its file name.
    pub(super) name: String,
    pub(super) group: String,
    pub(super) title: String,
    pub(super) about: String,
    /// Title, name and words of the documents that the lesson is about, in lower case.
    pub(super) titles: String,
    /// All words for searching, in lower case.
    pub(super) words: String,
    pub(super) algorithm: &'static str,
    pub(super) size: Size,
    pub(super) exercise: bool,
}

impl LessonSource {
    /// Returns whether it is the built-in lesson with this id.
    pub(super) fn is_preset(&self, id: &str) -> bool {
        matches!(self, Self::Preset(own) if *own == id)
    }
}

impl Entry {
    /// Returns what a card says on hover: the first sentence, the algorithm, the size, and words of the source.
    pub(super) fn help(&self) -> String {
        let task = if self.exercise { " · exercise" } else { "" };
        let size = format!("{} × {}", self.size.width, self.size.height);
        let sources = self.source_words();
        let sources =
            if sources.is_empty() { String::new() } else { format!("\nIn the source: {}", sources.join(", ")) };
        format!("{}\n{} · {size}{task}{sources}", self.about, self.algorithm)
    }

    /// Describes a scene.
    pub(crate) fn of(registry: &Registry, which: LessonSource, group: &str, scene: &Scene) -> Self {
        let name = match &which {
            LessonSource::Preset(id) => (*id).to_owned(),
            LessonSource::Own(path) => path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        };
        let algorithm = registry.title_of(&scene.run.algorithm).unwrap_or_default();
        let title = if scene.title.is_empty() { name.clone() } else { scene.title.clone() };
        let about = first_sentence(&scene.notes);
        let slides: Vec<&str> = scene.run.slides.iter().map(|slide| &*slide.note).collect();
        let exercise = !scene.run.exercise.is_empty();
        let indexed = match &which {
            LessonSource::Preset(id) => find(id).and_then(Preset::indexed),
            LessonSource::Own(_) => None,
        };
        let (titles, words) = if let Some(lesson) = indexed {
            (lesson.head.clone(), format!("{} {algorithm}", lesson.words))
        } else {
            let parts = [&name, group, &title, algorithm, &scene.run.algorithm, &without_marks(&scene.notes)];
            (format!("{title} {name}"), format!("{} {}", parts.join(" "), slides.join(" ")))
        };
        let (titles, words) = (titles.to_lowercase(), words.to_lowercase());
        let size = scene.size();
        let group = group.to_owned();
        Self { which, name, group, title, about, titles, words, algorithm, size, exercise }
    }

    /// Returns the words of the document that the lesson is about.
    pub(super) fn source_words(&self) -> Vec<&'static str> {
        match &self.which {
            LessonSource::Preset(id) => source_words(id).collect(),
            LessonSource::Own(_) => Vec::new(),
        }
    }

    /// Returns the command that opens the lesson.
    pub(super) fn open(&self) -> SessionCommand {
        match &self.which {
            LessonSource::Preset(id) => SessionCommand::OpenPreset(id),
            LessonSource::Own(path) => SessionCommand::Open(path.clone()),
        }
    }
}

/// Reads the built-in lessons.
pub(super) fn built_in(registry: &Registry) -> Vec<Entry> {
    let entry = |preset: &Preset| {
        let scene = preset.scene().ok()?;
        Some(Entry::of(registry, LessonSource::Preset(preset.id), preset.group, &scene))
    };
    PRESETS.iter().filter_map(entry).collect()
}
