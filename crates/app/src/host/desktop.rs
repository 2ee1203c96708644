//! The window's surroundings on a desktop.

#![expect(clippy::unused_self, reason = "a page has state for these calls")]

use super::{Answer, Arrived, Request, files_to_open};
use crate::debugger::session::window::HelpPage;
use crate::host::thread::Next;
use egui::{Context, DroppedFileHandle, ViewportCommand};
use etcetera::BaseStrategy as _;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Time within which no user can cancel a dialog. If it returns nothing sooner, the system has no file dialog.
const AT_ONCE: Duration = Duration::from_millis(400);

/// Text of the window's own field for a path.
pub(crate) const TYPED_PATH: &str =
    "No file dialog on this computer: type a path. Tab completes it, Enter confirms, Esc closes.";
/// Tooltip of the export's button for a path, if there is no dialog.
pub(crate) const NO_BROWSER: &str = "No file dialog on this computer: type the path.";

/// A task that runs in another instance of the program. A desktop has threads, so there is none.
pub(crate) enum RemoteTask {}

impl RemoteTask {
    /// Returns the number of instances that may share a task.
    pub(crate) const fn count() -> usize {
        0
    }

    /// Returns `None`.
    pub(crate) const fn start(_: &Context, _: &[u8]) -> Option<Self> {
        None
    }

    /// Returns the next report as bytes.
    pub(crate) const fn next(&self) -> Next<Vec<u8>> {
        match *self {}
    }
}

/// The desktop, and news from it that the window has not taken yet.
#[derive(Default)]
pub(crate) struct Host {
    arrived: VecDeque<Arrived>,
    /// Address of a page with gridscope, for links to moments.
    pub linked_page: Option<String>,
}

impl Host {
    /// Shows the system's file dialog. Waits until the user has answered.
    pub(crate) fn ask(&mut self, _: &Context, request: Request) {
        let began = web_time::Instant::now();
        let mut dialog = rfd::FileDialog::new().set_title(request.title);
        if !request.name.is_empty() {
            dialog = dialog.set_file_name(&request.name);
        }
        for (label, extensions) in &request.filters {
            dialog = dialog.add_filter(label, extensions);
        }
        let picked = match () {
            () if request.is_folder() => dialog.pick_folder(),
            () if request.writes() => dialog.save_file(),
            () => dialog.pick_file(),
        };
        let answer = match picked {
            Some(path) => Answer::Path(path),
            None if began.elapsed() < AT_ONCE => Answer::NoDialog,
            None => Answer::Cancelled,
        };
        self.arrived.push_back(Arrived::Answer(request, answer));
    }

    /// Takes the files that were dropped on the window together.
    pub(crate) fn take_dropped(&mut self, _: &Context, files: &[DroppedFileHandle]) {
        let paths = files.iter().map(|file| file.path().to_owned()).collect();
        self.arrived.extend(files_to_open(paths).into_iter().map(Arrived::Dropped));
    }

    /// Returns the next news.
    pub(crate) fn next(&mut self) -> Option<Arrived> {
        self.arrived.pop_front()
    }

    /// Answers a request for a page of the guide: on a desktop, the program holds all pages.
    pub(crate) fn fetch_guide(&mut self, _: &Context, page: HelpPage) {
        self.arrived.push_back(Arrived::GuideText(page, Err("this program was built without it".to_owned())));
    }

    /// Fetches the rest of the program. On a desktop, it is one part.
    pub(crate) const fn fetch_program(&self) {}

    /// Requests the text on the clipboard. It comes as a paste event.
    pub(crate) fn request_paste(&self, ctx: &Context) {
        ctx.send_viewport_cmd(ViewportCommand::RequestPaste);
    }

    /// Sets the title of the window.
    pub(crate) fn set_title(&self, ctx: &Context, title: &str) {
        ctx.send_viewport_cmd(ViewportCommand::Title(title.to_owned()));
    }

    /// Switches full screen on or off.
    pub(crate) fn toggle_full_screen(&self, ctx: &Context) {
        let full = ctx.input(|i| i.viewport().fullscreen.unwrap_or(false));
        ctx.send_viewport_cmd(ViewportCommand::Fullscreen(!full));
    }

    /// Enters or leaves full screen.
    pub(crate) fn set_full_screen(&self, ctx: &Context, on: bool) {
        ctx.send_viewport_cmd(ViewportCommand::Fullscreen(on));
    }

    /// Closes the window.
    pub(crate) fn close(&self, ctx: &Context) {
        ctx.send_viewport_cmd(ViewportCommand::Close);
    }

    /// Returns whether the window is a part of another page. Then it shows only the map, and nothing can be edited.
    pub(crate) const fn is_embedded(&self) -> bool {
        false
    }

    /// Returns the address of the page that the window is in. A desktop has none.
    pub(crate) const fn page_address(&self) -> Option<String> {
        None
    }

    /// Returns the address of the page that copied links open, if one is configured.
    pub(crate) fn linked_page(&self) -> Option<String> {
        self.linked_page.clone()
    }

    /// Puts a fragment into the address bar. A desktop has none.
    pub(crate) const fn show_fragment(&mut self, _: &str, _: bool) {}

    /// Lets the browser keep a file. A desktop has none.
    #[expect(clippy::unnecessary_wraps, reason = "a page refuses large files")]
    pub(crate) const fn keep_file(&self, _: &Path, _: Option<&str>) -> Result<Option<PathBuf>, String> {
        Ok(None)
    }

    /// Counts the address that the user went to as a step of the history. A desktop has none.
    pub(crate) const fn take_step(&mut self) {}

    /// Goes back to the step of the history that is shown. A desktop has none.
    pub(crate) const fn go_back_to_step(&self) {}
}

/// Opens an address in the user's browser.
///
/// # Errors
/// Returns a sentence that names the address if it cannot be opened.
pub(crate) fn open_address(address: &str) -> Result<(), String> {
    open::that_detached(address).map_err(|e| format!("{address}: cannot be opened: {e}"))
}

/// Returns the path of the file that keeps the settings, or `None` if the system names no folder for it.
pub(crate) fn storage_path() -> Option<PathBuf> {
    let folders = etcetera::base_strategy::choose_native_strategy().ok()?;
    Some(folders.data_dir().join("gridscope").join("window.json"))
}
