//! The fragment of a page's address: the open scene or log, and its moment. See [`crate::debugger::disk::address`].
//!
//! Each opened scene or log becomes a step of Back and Forward. Its moments replace each other's addresses.

use crate::App;
use crate::background::{Report, Task};
use crate::debugger::Session;
use crate::debugger::disk::address::{Address, Link, LinkedView, decoded, local_address};
use crate::debugger::disk::files::FileError;
#[cfg(not(target_arch = "wasm32"))]
use crate::debugger::export::page::is_page_address;
use crate::debugger::session::background::Slices;
use crate::debugger::session::command::{SessionCommand, WindowCommand};
use crate::debugger::session::window::Arrangement;
use crate::formats::limits::SHARED;
use crate::formats::plain::sentence;
use crate::view::notice_lines::Subject;
use egui::Context;
use gridscope_trace::{Cell, Progress};
use std::path::{Path, PathBuf};
use std::time::Duration;
use web_time::Instant;

/// Time for which the moment must not change before it is put into the address bar.
const STILL: Duration = Duration::from_secs(1);

/// State of the window that an address names.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Moment {
    /// Number of the opened scene.
    scene: u64,
    /// Revision of the document.
    revision: u64,
    /// Number of events that have happened.
    at: usize,
    cell: Option<Cell>,
    layer: usize,
    arrangement: Arrangement,
}

/// State of the address bar.
#[derive(Default)]
pub(crate) struct AddressBar {
    /// The moment of the last frame, and since when it has not changed.
    still: Option<(Moment, Instant)>,
    /// The moment of the last address.
    shown: Option<Moment>,
    /// Fragment of the last address.
    fragment: String,
    /// Whether the address of this moment is to be copied.
    copies: bool,
    /// Number of the opened scene that the current step of the browser's history belongs to.
    step: Option<u64>,
    /// Whether the scene being opened is that of the address.
    opens: bool,
    /// Number of the scene that is open while the address is one that opens nothing.
    broken: Option<u64>,
    /// Number of an opened scene that has no link, and the path under which the browser keeps its file, if it does.
    local: Option<(u64, Option<PathBuf>)>,
}

/// Use of an address.
#[derive(Clone, Copy)]
pub(crate) enum Use {
    Copy,
    /// Goes into the address bar, if this is still the moment.
    Show(Moment),
}

/// A written address, with what it cannot hold.
pub(crate) type Written = Result<(String, Vec<String>), FileError>;

/// Returns the fragment of the moment, without its `#`.
///
/// # Errors
/// Returns a sentence if the scene cannot be written as a link.
pub fn fragment_of(session: &Session) -> Result<String, String> {
    session.as_link().map_err(|error| error.to_string())
}

impl App {
    /// Opens the address of the page, after the user has changed it or gone back. If that would lose unsaved changes, the
    /// address stays as it was until the user has confirmed.
    pub fn open_fragment(&mut self, fragment: &str) {
        self.view.drop_line(Subject::Address);
        self.address_bar.broken = None;
        if fragment == self.address_bar.fragment {
            return;
        }
        let asks = self.session.document().loses_work();
        if asks {
            self.host.go_back_to_step();
        } else {
            self.host.take_step();
            fragment.clone_into(&mut self.address_bar.fragment);
        }
        self.address_bar.opens = !asks;
        // A text that is no address may be a whole scene.
        let text = match Address::read(fragment) {
            Ok(None) => decoded(fragment).into_owned(),
            Ok(Some(_)) | Err(_) => fragment.to_owned(),
        };
        self.request(SessionCommand::OpenLink(text));
    }

    /// Takes in that the scene of a link is open.
    pub(crate) fn link_opened(&mut self) {
        if std::mem::take(&mut self.address_bar.opens) {
            self.address_bar.step = Some(self.session.scene_number());
        }
    }

    /// Takes in that the user has stopped opening a link: the address names what is open again.
    pub(crate) fn link_stopped(&mut self) {
        if std::mem::take(&mut self.address_bar.opens) {
            self.address_bar.shown = None;
        }
    }

    /// Says why an address opens nothing. The address stays until the user closes the line or opens something else.
    pub fn address_broken(&mut self, why: &str) {
        self.address_bar.opens = false;
        self.address_bar.broken = Some(self.session.scene_number());
        self.view.put_line(Subject::Address, sentence(&format!("This link opens nothing: {why}")), None);
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

    /// Returns the link to what the window shows.
    pub fn link(&self) -> Link {
        let mut link = self.session.link();
        let arrangement = self.view.settings.arrangement;
        // A scene with notes opens in Learn.
        let is_lesson = self.session.log().is_none() && !self.session.scene().notes.is_empty();
        link.view.arrangement = Some(arrangement).filter(|&now| !is_lesson || now != Arrangement::Learn);
        link
    }

    /// Copies the address of the page with this moment, once it is written.
    pub(crate) const fn copy_address(&mut self) {
        self.address_bar.copies = true;
    }

    /// Returns the task that writes the next address: one to copy, or that of a moment that has not changed for a second.
    pub(crate) fn next_address(&mut self, ctx: &Context) -> Option<Task> {
        let wanted = if std::mem::take(&mut self.address_bar.copies) { Use::Copy } else { self.moment_to_show(ctx)? };
        let link = self.link();
        let slices = Slices::pausing(move |reports| async move {
            reports.push(Report::Address(wanted, link.into_text().await));
        });
        Some(Task::Window(slices, Progress::default()))
    }

    /// Copies or shows an address.
    pub(crate) fn take_address(&mut self, ctx: &Context, wanted: Use, written: Written) {
        match (wanted, written) {
            (Use::Copy, Ok((fragment, lost))) => {
                let page = self.host.linked_page();
                let says = match &page {
                    Some(_) => "Copied the address of this moment.",
                    None => "Copied a link to this moment. Paste it into a chat, or here.",
                };
                let lost =
                    if lost.is_empty() { String::new() } else { format!(" It does not hold {}.", lost.join(", ")) };
                // A link is known by its beginning. The name of a lesson is not.
                let is_link = page.is_none() && !fragment.starts_with("lesson=");
                let mark = if is_link { "" } else { "#" };
                ctx.copy_text(format!("{}{mark}{fragment}", page.unwrap_or_default()));
                self.toasts.info(format!("{says}{lost}"));
            }
            (Use::Copy, Err(FileError::LongLog)) => {
                self.view.link_copied = None;
                let export = Some(("Export a page that plays…", WindowCommand::AskExportPage));
                self.view.put_line(Subject::LongLog, sentence(&FileError::LongLog.to_string()), export);
            }
            (Use::Copy, Err(error)) => {
                self.view.link_copied = None;
                self.session.fail(error.to_string());
            }
            (Use::Show(moment), written) if moment == self.moment() => {
                let fragment = written.map(|(fragment, _)| fragment).ok().filter(|fragment| fragment.len() <= SHARED);
                // Without a file, too, the address names nothing, and not what was open before.
                let fragment = fragment.or_else(|| self.local_address()).unwrap_or_default();
                let is_step = self.address_bar.step.is_some_and(|step| step != moment.scene);
                self.host.show_fragment(&fragment, is_step);
                (self.address_bar.fragment, self.address_bar.step) = (fragment, Some(moment.scene));
            }
            (Use::Show(_), _) => {}
        }
    }

    /// Returns the address of the file that is open, for a reload: no link can hold it, so the browser keeps it.
    fn local_address(&mut self) -> Option<String> {
        let scene = self.session.scene_number();
        if self.address_bar.local.as_ref().is_none_or(|(of, _)| *of != scene) {
            let stored_path = self.keep_file().unwrap_or_else(|why| {
                self.not_reloaded(&why);
                None
            });
            self.address_bar.local = Some((scene, stored_path));
        }
        let path = self.address_bar.local.as_ref()?.1.as_ref()?;
        let view = LinkedView { at: Some(self.session.numbers().0), name: None, ..self.link().view };
        Some(local_address(path, &view))
    }

    /// Lets the browser keep the file that is open, or the text of a pasted log. Returns its path there.
    fn keep_file(&self) -> Result<Option<PathBuf>, String> {
        let file = &self.session.opened().file;
        match (file, self.session.log().and_then(|log| log.source.as_ref())) {
            // The path is that of a kept file already.
            (Some(path), _) if path.components().count() > 1 => Ok(Some(path.clone())),
            (Some(path), _) => self.host.keep_file(path, None),
            (None, Some(lines)) => self.host.keep_file(Path::new("log.jsonl"), Some(lines)),
            (None, None) => Ok(None),
        }
    }

    /// Says that a reload does not open this file again, and why. The address names nothing from now on.
    pub fn not_reloaded(&mut self, why: &str) {
        self.session.notify(&format!("A reload of this page does not open this file again: {why}"));
        self.address_bar.local = Some((self.session.scene_number(), None));
        self.address_bar.shown = None;
    }

    fn moment(&self) -> Moment {
        let session = &self.session;
        Moment {
            scene: session.scene_number(),
            revision: session.document().revision(),
            at: session.moment().0,
            cell: session.display_state().selected,
            layer: session.display_state().layer,
            arrangement: self.view.settings.arrangement,
        }
    }

    /// Returns the moment that belongs into the address bar. Returns `None` during playback, and while the address is one
    /// that opens nothing.
    fn moment_to_show(&mut self, ctx: &Context) -> Option<Use> {
        if self.host.page_address().is_none()
            || self.session.display_state().playback.playing
            || self.session.replay().is_none()
        {
            return None;
        }
        let now = self.moment();
        if self.address_bar.broken == Some(now.scene) && self.view.has_line(Subject::Address) {
            return None;
        }
        if self.address_bar.broken.take().is_some() {
            self.address_bar.shown = None;
            self.view.drop_line(Subject::Address);
        }
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
