//! The fragment of a page's address: the open scene, its run and its moment.
//!
//! ```text
//! #lesson=secret-door&at=25     a lesson as it is, after 25 events
//! #gridscope:1:…                any other scene, as a link
//! ```

use super::App;
use super::view::Dialog;
use crate::core::scene::Scene;
use crate::debugger::command::SessionCommand;
#[cfg(not(target_arch = "wasm32"))]
use crate::debugger::export::page::is_page_address;
use crate::debugger::{Session, open};
use crate::formats::Options;
use egui::Context;
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
    let scene = session.scene();
    if let Some(preset) = crate::presets::of(scene)
        && preset.scene().is_ok_and(|lesson| is_same(&lesson, scene))
    {
        return Ok(format!("lesson={}&at={}", preset.id, session.moment().0));
    }
    session.as_link().map_err(|error| error.to_string())
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

    /// Copies the address of the page with this moment.
    pub(super) fn copy_address(&mut self, ctx: &Context) {
        let address = self.host.linked_page().unwrap_or_default();
        match fragment_of(&self.session) {
            Ok(fragment) => {
                ctx.copy_text(format!("{address}#{fragment}"));
                self.toasts.info("Copied the address of this moment.");
            }
            Err(error) => self.session.fail(error),
        }
    }

    /// Puts the moment into the address bar once it has not changed for a second. Does nothing during playback.
    pub(super) fn follow_moment(&mut self, ctx: &Context) {
        if self.host.page_address().is_none() || self.session.shown.playback.playing || self.session.replay().is_none()
        {
            return;
        }
        let session = &self.session;
        let now = (session.scene_number, session.document.revision(), session.moment().0);
        if self.address_bar.shown == Some(now) {
            return;
        }
        let still = self.address_bar.still.filter(|(before, _)| *before == now);
        let (_, since) = *self.address_bar.still.insert(still.unwrap_or_else(|| (now, Instant::now())));
        if since.elapsed() < STILL {
            return ctx.request_repaint_after(STILL.saturating_sub(since.elapsed()));
        }
        self.address_bar.shown = Some(now);
        if let Ok(fragment) = fragment_of(session)
            && fragment.len() <= LONGEST
        {
            self.host.show_fragment(&fragment);
        }
    }
}
