//! Stores the settings, the layouts of the panels and the size of the window between starts, as JSON in the user's
//! folder.
//!
//! A part that cannot be read, or was written by another version, is reset to its state at the first start. The others
//! are kept.

use crate::App;
use crate::debugger::disk::files::{self, write_copy, write_own};
use crate::debugger::lesson::journey::Journey;
use crate::debugger::{WindowCommand, disk};
use crate::formats::plain::sentence;
use crate::layout::Layouts;
use crate::view::notice_lines::Subject;
use crate::view::{Settings, View};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
use std::time::Duration;
use web_time::Instant;

/// Interval between saves while the window is open. A power failure loses no more than that.
const EVERY: Duration = Duration::from_secs(30);

/// Names of the parts. The name of the layouts changes when panels are added or removed, so that an old layout hides no
/// new panel.
const SETTINGS: &str = "settings";
const LAYOUT: &str = "layouts-1";
const WINDOW: &str = "window";
const JOURNEY: &str = "journey";

/// Size of the window.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Size {
    /// Width and height when it is not maximized, in points of text at 100 %.
    pub inner: [f32; 2],
    /// Whether it is maximized.
    pub maximized: bool,
}

impl Default for Size {
    fn default() -> Self {
        Self { inner: [1440.0, 900.0], maximized: true }
    }
}

impl Size {
    /// Returns a copy with the size clamped to what a screen can show.
    #[must_use]
    pub(crate) fn sensible(self) -> Self {
        let [width, height] = self.inner;
        Self { inner: [width.clamp(480.0, 16_000.0), height.clamp(320.0, 16_000.0)], ..self }
    }
}

/// Everything that is stored.
#[derive(Clone, Default)]
pub struct StoredState {
    /// The settings.
    pub settings: Settings,
    /// Layout of each arrangement. `None` means the layout of the first start.
    pub layouts: Option<Layouts>,
    /// The size of the window.
    pub window: Size,
    /// The lessons that the reader has done or begun.
    pub journey: Journey,
    /// Whether some part could not be read or was invalid.
    pub broken: bool,
    /// Faults of layouts that were read but cannot be shown: a sentence for each arrangement.
    pub unsound: Vec<String>,
    /// Why the file cannot be read at all.
    pub unread: Option<String>,
}

/// The file that holds the settings.
pub struct Storage {
    path: PathBuf,
    /// The last written text. Unchanged text is not written again.
    written: String,
    /// When the file was last saved or found unchanged.
    looked: Instant,
    /// The size of the window in the last frame.
    window: Size,
    /// Whether the last write failed, and was reported.
    failed: bool,
}

impl Storage {
    /// Returns the file in the user's own folder, or `None` if the system names no such folder.
    pub(crate) fn of_user() -> Option<Self> {
        crate::host::storage_path().map(|path| Self::at(&path))
    }

    /// Returns a storage for the file at `path`, which may not exist yet.
    pub fn at(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
            written: String::new(),
            looked: Instant::now(),
            window: Size::default(),
            failed: false,
        }
    }

    /// Returns the path of another file in the same folder.
    pub(crate) fn sibling_path(&self, name: &str) -> PathBuf {
        self.path.with_file_name(name)
    }

    /// Reads everything that is stored.
    pub fn read(&self) -> StoredState {
        let bytes = match disk::read(&self.path, "settings") {
            Ok(None) if self.path.exists() => Err(format!("{}: this is not a file; expected one", self.path.display())),
            read => read.map(Option::unwrap_or_default).map_err(|error| error.to_string()),
        };
        let (bytes, unread) = bytes.map_or_else(|why| (Vec::new(), Some(why)), |bytes| (bytes, None));
        let parts: Option<Map<String, Value>> = serde_json::from_slice(&bytes).ok();
        let mut broken = parts.is_none() && !bytes.is_empty();
        let mut parts = parts.unwrap_or_default();
        let settings = part::<Settings>(&mut parts, SETTINGS, &mut broken).unwrap_or_default();
        let window = part::<Size>(&mut parts, WINDOW, &mut broken).unwrap_or_default().sensible();
        let journey = part::<Journey>(&mut parts, JOURNEY, &mut broken).unwrap_or_default().sensible();
        let mut layouts = part::<Option<Layouts>>(&mut parts, LAYOUT, &mut broken).flatten();
        let unsound = layouts.as_mut().map_or_else(Vec::new, Layouts::put_aside_unsound);
        broken |= !unsound.is_empty();
        broken |= settings.text_size != settings.sensible().text_size;
        StoredState { settings: settings.sensible(), layouts, window, journey, broken, unsound, unread }
    }

    /// Copies an unreadable file before it is overwritten, so that nothing in it is lost. Returns a sentence that says
    /// so.
    ///
    /// # Errors
    /// Returns a sentence if the file cannot be copied. The caller must then not overwrite it.
    fn put_aside(&self) -> Result<String, String> {
        let from = self.path.display();
        self.copy_aside()
            .map(|to| {
                let to = to.display();
                format!(
                    "{from}: not all of it can be read; it was put aside as {to}, and what is missing is as at the first start"
                )
            })
            .map_err(|error| {
                format!("{from}: not all of it can be read, and it cannot be put aside: {error}; nothing is kept there")
            })
    }

    /// Copies the file to a name that holds no other content. Returns the copy's path.
    fn copy_aside(&self) -> Result<PathBuf, String> {
        let bytes = disk::read(&self.path, "settings").map_err(|error| error.to_string())?.ok_or("it is gone")?;
        write_copy(&self.path, ".broken", &bytes, |_| false).map_err(|error| error.to_string())
    }

    /// Writes everything, unless nothing has changed since the last time.
    ///
    /// # Errors
    /// Returns a sentence that names the file if it cannot be written.
    pub fn write(&mut self, kept: &StoredState) -> Result<(), String> {
        let fail = |error: &dyn std::fmt::Display| format!("{}: cannot be written: {error}", self.path.display());
        let part = |name: &str, value: serde_json::Result<Value>| value.map(|v| (name.to_owned(), v));
        let parts = [
            part(SETTINGS, serde_json::to_value(&kept.settings)),
            part(LAYOUT, serde_json::to_value(&kept.layouts)),
            part(WINDOW, serde_json::to_value(kept.window)),
            part(JOURNEY, serde_json::to_value(&kept.journey)),
        ];
        let parts: Map<String, Value> = parts.into_iter().collect::<Result<_, _>>().map_err(|e| fail(&e))?;
        let text = Value::Object(parts).to_string();
        if text == self.written {
            return Ok(());
        }
        if let Some(folder) = self.path.parent() {
            files::make_folder(folder).map_err(|e| format!("{}: cannot be kept: {e}", self.path.display()))?;
        }
        // Anything else that was there has been put aside.
        write_own(&self.path, text.as_bytes(), |_| true).map_err(|e| e.to_string())?;
        self.written = text;
        Ok(())
    }
}

/// Takes a part out of what was read. Returns `None` for a missing part. Sets `broken` if the part cannot be read.
fn part<T: DeserializeOwned>(parts: &mut Map<String, Value>, name: &str, broken: &mut bool) -> Option<T> {
    let read = serde_json::from_value(parts.remove(name)?).ok();
    *broken |= read.is_none();
    read
}

impl App {
    /// Restores the window from a storage, and stores it there from now on.
    #[must_use]
    pub fn keeping(mut self, mut storage: Storage) -> Self {
        let stored_state = storage.read();
        // A file that can be neither read nor copied must not be overwritten.
        let read_problem = match &stored_state.unread {
            Some(why) => Some(Err(format!("{why}; the settings there stay as they are, and none are kept"))),
            None => stored_state.broken.then(|| storage.put_aside()),
        };
        let stays = matches!(read_problem, Some(Err(_)));
        if let Some(Ok(text) | Err(text)) = read_problem {
            self.session.fail(text);
        }
        for text in stored_state.unsound {
            self.session.fail(format!("{text}; they are as at the first start"));
        }
        storage.window = stored_state.window;
        self.view = View::new(stored_state.settings);
        self.use_run_memory();
        self.view.journey = stored_state.journey;
        if let Some(layouts) = stored_state.layouts {
            self.layouts = layouts;
            self.layouts.complete();
        }
        self.storage = Some(storage).filter(|_| !stays);
        self
    }

    /// Says why unsaved work cannot be kept, and offers to save a copy.
    pub fn storage_failed(&mut self, why: &str) {
        self.view.put_line(Subject::Storage, sentence(why), Some(("Save a copy", WindowCommand::AskSaveAs)));
    }

    /// Writes settings, layouts and size. If that fails, reports it once and tries again the next time.
    pub fn keep(&mut self) {
        let Some(mut storage) = self.storage.take() else { return };
        let settings = self.view.settings.clone();
        let stored_state = StoredState {
            settings,
            layouts: Some(self.layouts.clone()),
            window: storage.window,
            journey: self.view.journey.clone(),
            ..StoredState::default()
        };
        let write_result = storage.write(&stored_state);
        let reported = std::mem::replace(&mut storage.failed, write_result.is_err());
        self.storage = Some(storage);
        if let (Err(error), false) = (write_result, reported) {
            self.session.fail(error);
        }
    }

    /// Records the size of the window, and from time to time writes everything.
    pub fn keep_sometimes(&mut self, ctx: &egui::Context) {
        let Some(storage) = &mut self.storage else { return };
        let size = ctx.content_rect().size() * ctx.zoom_factor();
        ctx.input(|input| {
            let viewport = input.viewport();
            storage.window.maximized = viewport.maximized.unwrap_or(false);
            let fills = storage.window.maximized || viewport.fullscreen.unwrap_or(false);
            if viewport.inner_rect.is_some() && !fills {
                storage.window.inner = size.into();
            }
        });
        if storage.looked.elapsed() >= EVERY {
            storage.looked = Instant::now();
            self.keep();
        }
    }
}
