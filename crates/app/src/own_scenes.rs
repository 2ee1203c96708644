//! The folder of one's own scenes, as the gallery shows it: read on a thread of its own, one file after the other, each with a
//! small picture.

use super::App;
use super::canvas::thumbnail;
use super::dialogs::lessons::{Entry, PICTURE, Which};
use super::theme::{Theme, ThemeName};
use super::thread::{Next, Thread};
use super::view::Dialog;
use crate::core::view::palette::Palette;
use crate::debugger::open;
use crate::formats::Options;
use crate::formats::folder::Folder;
use egui::{Color32, ColorImage, Context, TextureHandle, TextureOptions};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};
use std::time::Duration;

/// Which folder, in which colours.
type Asked = (PathBuf, ThemeName);

/// What is found in it.
enum Found {
    /// A scene with its picture.
    Scene(Box<Entry>, ColorImage),
    /// What cannot be read, or is not listed, in a sentence.
    Unread(String),
}

/// What is known of the folder.
#[derive(Default)]
pub struct OwnScenes {
    asked: Option<Asked>,
    reading: Option<Thread<Found>>,
    /// As long as this lives, somebody wants to know.
    alive: Arc<()>,
    /// Its scenes, in the order of their names.
    pub entries: Vec<Entry>,
    /// Of each its picture.
    pictures: Vec<TextureHandle>,
    /// What cannot be read, a sentence each.
    pub unread: Vec<String>,
}

impl OwnScenes {
    /// The picture of one of them.
    pub(super) fn picture(&self, which: &Which) -> Option<&TextureHandle> {
        self.entries.iter().zip(&self.pictures).find(|(entry, _)| entry.which == *which).map(|(_, picture)| picture)
    }

    /// Whether not all of it is read yet.
    pub const fn is_reading(&self) -> bool {
        self.reading.is_some()
    }

    fn take(&mut self, ctx: &Context, found: Found) {
        match found {
            Found::Scene(entry, picture) => {
                let name = format!("own scene {}", self.entries.len());
                self.pictures.push(ctx.load_texture(name, picture, TextureOptions::NEAREST));
                self.entries.push(*entry);
            }
            Found::Unread(sentence) => self.unread.push(sentence),
        }
    }
}

/// Reads a folder, and tells what each of its files is, as long as somebody wants to know.
fn read(folder: &Path, (theme, palette): &(Theme, Palette<Color32>), alive: &Weak<()>, tell: &mut dyn FnMut(Found)) {
    let group = folder.file_name().map_or_else(|| folder.display().to_string(), |n| n.to_string_lossy().into_owned());
    match Folder::of(folder) {
        Err(error) => tell(Found::Unread(error.to_string())),
        Ok(folder) => {
            for path in folder.files.into_iter().take_while(|_| alive.strong_count() > 0) {
                tell(match open::scene(&path, &Options::default()) {
                    Ok(loaded) => {
                        let picture = thumbnail(&loaded.scene, palette, theme, PICTURE);
                        let entry = Entry::of(Which::Own(path), &group, &loaded.scene);
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
    /// While the gallery is open: reads the folder of one's own scenes, and takes in what was read.
    pub(super) fn read_own_scenes(&mut self, ctx: &Context) {
        let own = &mut self.view.own_scenes;
        let shown = matches!(self.view.dialog, Some(Dialog::Lessons(_)));
        let Some(folder) = self.view.settings.own_scenes.clone().filter(|_| shown).map(|kept| kept.0) else {
            // The next time it is read anew: its files may have changed.
            *own = OwnScenes::default();
            return;
        };
        let asked = (folder, self.view.theme.name);
        if own.asked.as_ref() != Some(&asked) {
            *own = OwnScenes { asked: Some(asked.clone()), ..OwnScenes::default() };
            let colours = (self.view.theme.clone(), self.view.palette.clone());
            let alive = Arc::downgrade(&own.alive);
            if self.worker.is_none() {
                read(&asked.0, &colours, &alive, &mut |found| own.take(ctx, found));
                return;
            }
            match Thread::start("own scenes", ctx, move |tell| read(&asked.0, &colours, &alive, tell)) {
                Ok(thread) => own.reading = Some(thread),
                Err(error) => own.unread.push(format!("The folder is not read: no thread could be started: {error}")),
            }
        }
        while let Some(thread) = &own.reading {
            match thread.next(Duration::ZERO) {
                Next::Told(found) => own.take(ctx, found),
                Next::Nothing => {
                    ctx.request_repaint_after(Duration::from_millis(30));
                    break;
                }
                Next::Ended(crash) => {
                    own.reading = None;
                    own.unread.extend(crash.map(|crash| format!("Not all of it was read: {crash}")));
                }
            }
        }
    }
}
