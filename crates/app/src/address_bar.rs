//! The fragment of a page's address: the open scene, its run and its moment.
//!
//! ```text
//! #lesson=secret-door&at=25     a lesson as it is, after 25 events
//! #gridscope:1:…                any other scene, as a link
//! ```

use super::App;
use super::background::{Report, Task};
use super::view::Dialog;
use crate::core::scene::Scene;
use crate::debugger::background::Slices;
use crate::debugger::command::SessionCommand;
#[cfg(not(target_arch = "wasm32"))]
use crate::debugger::export::page::is_page_address;
use crate::debugger::{Session, open};
use crate::formats::Options;
use egui::Context;
use std::sync::Arc;
use std::time::Duration;
use web_time::Instant;

/// Time for which the moment must not change before it is put into the address bar.
const STILL: Duration = Duration::from_secs(1);
/// Longest fragment that is put into the address bar, in bytes. Browsers and chats cut longer addresses.
const LONGEST: usize = 32_000;

/// Number of the opened scene, revision of the document, and number of events that have happened.
type Moment = (u64, u64, usize);

/// State of the address bar.
#[derive(Default)]
pub(crate) struct AddressBar {
    /// The moment of the last frame, and since when it has not changed.
    still: Option<(Moment, Instant)>,
    /// The moment of the last address.
    shown: Option<Moment>,
    /// Whether the address of this moment is to be copied.
    copies: bool,
}

/// Use of an address.
#[derive(Clone, Copy)]
pub(crate) enum Use {
    Copy,
    /// Goes into the address bar, if this is still the moment.
    Show(Moment),
}

/// Reads a fragment, without its `#`, the name of a lesson, or the text of a scene. Returns the scene, which opens at the
/// moment of the fragment.
///
/// # Errors
/// Returns a sentence if there is no such lesson, or if the link cannot be read.
pub fn scene_of(session: &Session, fragment: &str) -> Result<Scene, String> {
    if let Some(preset) = crate::presets::find(fragment) {
        return preset.scene().map_err(|error| error.to_string());
    }
    if !fragment.starts_with("lesson=") {
        let loaded = open::text("the address", fragment, &Options::with_registry(session.registry()));
        return loaded.map(|loaded| loaded.scene).map_err(|error| error.to_string());
    }
    let (mut lesson, mut at) = ("", None);
    for part in fragment.split('&') {
        match part.split_once('=') {
            Some(("lesson", id)) => lesson = id,
            Some(("at", number)) => {
                let bad = |_| format!("the address: at={number} is not a moment; expected a number of events");
                at = Some(number.parse().map_err(bad)?);
            }
            // Other parts belong to the page.
            _ => {}
        }
    }
    let preset = crate::presets::find(lesson);
    let preset =
        preset.ok_or_else(|| format!("the address: there is no lesson {lesson:?}; choose one under Lessons"))?;
    let mut scene = preset.scene().map_err(|error| error.to_string())?;
    scene.run.at = at.or(scene.run.at);
    Ok(scene)
}

/// Returns the fragment of the moment, without its `#`.
///
/// # Errors
/// Returns a sentence if the scene cannot be written as a link.
pub fn fragment_of(session: &Session) -> Result<String, String> {
    lesson_fragment(session).map_or_else(|| session.as_link().map_err(|error| error.to_string()), Ok)
}

/// Returns the fragment if the scene is a lesson as it is.
fn lesson_fragment(session: &Session) -> Option<String> {
    let scene = session.scene();
    let preset = crate::presets::of(scene)?;
    let is_unchanged = preset.scene().is_ok_and(|lesson| is_same(&lesson, scene));
    is_unchanged.then(|| format!("lesson={}&at={}", preset.id, session.moment().0))
}

/// Returns whether two scenes differ at most in the moment at which they open.
fn is_same(lesson: &Scene, scene: &Scene) -> bool {
    let mut other = scene.clone();
    other.run.at = lesson.run.at;
    *lesson == other
}

impl App {
    /// Opens the scene of a fragment. Asks first if that would lose unsaved changes.
    ///
    /// # Errors
    /// Returns a sentence if the fragment names no scene.
    pub fn open_fragment(&mut self, fragment: &str) -> Result<(), String> {
        let scene = scene_of(&self.session, fragment)?;
        if self.session.document.loses_work() {
            let replace = SessionCommand::Replace(Box::new(scene));
            self.view.dialog = Some(Dialog::Unsaved(Box::new(replace.into())));
            return Ok(());
        }
        self.session.open(scene, None);
        self.view.camera.fit = true;
        Ok(())
    }

    /// Makes copied links open the page at this address, instead of being text for this program.
    #[cfg(not(target_arch = "wasm32"))]
    #[must_use]
    pub fn linking_to(mut self, page: &str) -> Self {
        if is_page_address(page) {
            self.host.linked_page = Some(page.to_owned());
        } else if !page.is_empty() {
            self.session.fail(format!(
                "GRIDSCOPE_PAGE is {page:?}; expected http:// or https://, without a part after #. Links stay text"
            ));
        }
        self
    }

    /// Copies the address of the page with this moment, once it is written.
    pub(super) const fn copy_address(&mut self) {
        self.address_bar.copies = true;
    }

    /// Returns the task that writes the next address: one to copy, or that of a moment that has not changed for a second.
    pub(super) fn next_address(&mut self, ctx: &Context) -> Option<Task> {
        let wanted = if std::mem::take(&mut self.address_bar.copies) { Use::Copy } else { self.moment_to_show(ctx)? };
        let session = &self.session;
        let (lesson, link) = (lesson_fragment(session), session.copying_link());
        let slices = Slices::pausing(move |reports| async move {
            let fragment = match lesson {
                Some(lesson) => Ok(lesson),
                None => link.written().await.map(|(link, _)| link).map_err(|error| error.to_string()),
            };
            reports.tell(Report::Address(wanted, fragment));
        });
        Some(Task::Window(slices, Arc::default()))
    }

    /// Copies or shows an address.
    pub(super) fn take_address(&mut self, ctx: &Context, wanted: Use, fragment: Result<String, String>) {
        match (wanted, fragment) {
            (Use::Copy, Ok(fragment)) => {
                let address = self.host.linked_page().unwrap_or_default();
                ctx.copy_text(format!("{address}#{fragment}"));
                self.toasts.info("Copied the address of this moment.");
            }
            (Use::Copy, Err(error)) => self.session.fail(error),
            (Use::Show(moment), Ok(fragment)) if moment == self.moment() && fragment.len() <= LONGEST => {
                self.host.show_fragment(&fragment);
            }
            (Use::Show(_), _) => {}
        }
    }

    fn moment(&self) -> Moment {
        (self.session.scene_number, self.session.document.revision(), self.session.moment().0)
    }

    /// Returns the moment that belongs into the address bar. Returns `None` during playback.
    fn moment_to_show(&mut self, ctx: &Context) -> Option<Use> {
        if self.host.page_address().is_none() || self.session.shown.playback.playing || self.session.replay().is_none()
        {
            return None;
        }
        let now = self.moment();
        if self.address_bar.shown == Some(now) {
            return None;
        }
        let still = self.address_bar.still.filter(|(before, _)| *before == now);
        let (_, since) = *self.address_bar.still.insert(still.unwrap_or_else(|| (now, Instant::now())));
        if since.elapsed() < STILL {
            ctx.request_repaint_after(STILL.saturating_sub(since.elapsed()));
            return None;
        }
        self.address_bar.shown = Some(now);
        Some(Use::Show(now))
    }
}
