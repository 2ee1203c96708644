//! The folder of the user's own scenes in the gallery. A worker thread reads its files one by one and draws a small
//! picture of each.

use crate::App;
use crate::background::{Report, Task};
use crate::canvas::thumbnail;
use crate::debugger::disk::open;
use crate::debugger::session::background::Slices;
use crate::dialogs::lessons::{Entry, LessonSource, PICTURE};
use crate::formats::Options;
use crate::formats::folder::Folder;
use crate::style::theme::{Theme, ThemeName};
use crate::view::Dialog;
use egui::{Color32, ColorImage, Context, TextureHandle, TextureOptions};
use gridscope_trace::view::palette::Palette;
use gridscope_trace::{Progress, Registry};
use std::path::{Path, PathBuf};

/// The folder to read, and the theme of the pictures.
type FolderRequest = (PathBuf, ThemeName);

/// The result of reading a file.
pub(crate) enum Found {
    /// A scene with its picture.
    Scene(Box<Entry>, ColorImage),
    /// A sentence about a file that cannot be read or is not listed.
    Unread(String),
}

/// The folder, as far as it has been read.
#[derive(Default)]
pub struct OwnScenes {
    asked: Option<FolderRequest>,
    /// Whether some files are not read yet.
    reading: bool,
    /// The scenes, sorted by name.
    pub entries: Vec<Entry>,
    /// The picture of each scene, in the same order.
    pictures: Vec<TextureHandle>,
    /// Sentences about files that cannot be read.
    pub unread: Vec<String>,
}

impl OwnScenes {
    /// Returns the picture of a scene.
    pub(crate) fn picture(&self, which: &LessonSource) -> Option<&TextureHandle> {
        self.entries.iter().zip(&self.pictures).find(|(entry, _)| entry.which == *which).map(|(_, picture)| picture)
    }

    /// Returns whether some files are not read yet.
    pub(crate) const fn is_reading(&self) -> bool {
        self.reading
    }

    /// Stores a file that was read. `None` comes after the last one.
    pub(crate) fn take(&mut self, ctx: &Context, found: Option<Found>) {
        let Some(found) = found else {
            self.reading = false;
            return;
        };
        match found {
            Found::Scene(entry, picture) => {
                let name = format!("own scene {}", self.entries.len());
                self.pictures.push(ctx.load_texture(name, picture, TextureOptions::NEAREST));
                self.entries.push(*entry);
            }
            Found::Unread(sentence) => self.unread.push(sentence),
        }
    }

    /// Records that reading the folder ended early.
    pub(crate) fn take_failure(&mut self, why: &str) {
        self.reading = false;
        self.unread.push(format!("Not all of it was read: {why}"));
    }
}

/// Reads a folder and reports each of its files, until `progress` is stopped.
fn read(
    registry: &Registry,
    folder: &Path,
    (theme, palette): &(Theme, Palette<Color32>),
    progress: &Progress,
    tell: &mut dyn FnMut(Found),
) {
    let group = folder.file_name().map_or_else(|| folder.display().to_string(), |n| n.to_string_lossy().into_owned());
    match Folder::of(folder) {
        Err(error) => tell(Found::Unread(error.to_string())),
        Ok(folder) => {
            for path in folder.files.into_iter().take_while(|_| !progress.is_stopped()) {
                tell(match open::scene(&path, &Options::with_registry(registry)) {
                    Ok(loaded) => {
                        let picture = thumbnail(registry, &loaded.scene, palette, theme, PICTURE);
                        let entry = Entry::of(registry, LessonSource::Own(path), &group, &loaded.scene);
                        Found::Scene(Box::new(entry), picture)
                    }
                    Err(error) => Found::Unread(error.to_string()),
                });
            }
            folder.more.into_iter().for_each(|more| tell(Found::Unread(more)));
        }
    }
}

impl App {
    /// Returns the folder that the gallery shows, and its theme. Returns `None` while the gallery is closed.
    fn own_scenes_asked(&self) -> Option<FolderRequest> {
        let is_gallery_open = matches!(self.view.dialog, Some(Dialog::Lessons(_)));
        let folder = self.view.settings.own_scenes.as_ref().filter(|_| is_gallery_open)?;
        Some((folder.0.clone(), self.view.theme.name))
    }

    /// Returns whether the gallery was closed, or shows another folder or theme than the one being read.
    pub(crate) fn own_scenes_are_outdated(&self) -> bool {
        self.view.own_scenes.asked != self.own_scenes_asked()
    }

    /// Returns the task that reads the folder, if the gallery shows another one than before. The folder is read again
    /// each time the gallery opens, because its files may have changed.
    pub(crate) fn next_own_scenes(&mut self) -> Option<Task> {
        if !self.own_scenes_are_outdated() {
            return None;
        }
        let folder_request = self.own_scenes_asked();
        let reading = folder_request.is_some();
        self.view.own_scenes = OwnScenes { asked: folder_request.clone(), reading, ..OwnScenes::default() };
        let (folder, _) = folder_request?;
        let colours = (self.view.theme.clone(), self.view.palette.clone());
        let registry = self.session.registry().clone();
        let progress = Progress::default();
        let stopper = progress.clone();
        let work = move |tell: &mut dyn FnMut(Report)| {
            read(&registry, &folder, &colours, &stopper, &mut |found| tell(Report::OwnScene(Some(found))));
            tell(Report::OwnScene(None));
        };
        Some(Task::Window(Slices::whole(work), progress))
    }
}
