//! Everything that the window gets from its surroundings: file dialogs, dropped files, addresses, stored values. There is
//! one implementation for a desktop and one for a page in a browser. The rest of the window knows neither.

pub(crate) mod catch_panic;
#[cfg(windows)]
pub(crate) mod console;
#[cfg(not(target_arch = "wasm32"))]
mod desktop;
pub mod display;
pub mod links;
#[cfg(target_arch = "wasm32")]
pub mod page;
#[cfg(target_arch = "wasm32")]
mod page_worker;
pub mod reading;
pub(crate) mod thread;
pub(crate) mod window_title;

use crate::debugger::session::window::HelpPage;
use crate::view::PathFor;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use desktop::{Host, NO_BROWSER, RemoteTask, TYPED_PATH, open_address, storage_path};
#[cfg(target_arch = "wasm32")]
pub(crate) use page::prefers_less_motion;
#[cfg(target_arch = "wasm32")]
pub(crate) use page::{Host, NO_BROWSER, TYPED_PATH, open_address, storage_path};
#[cfg(target_arch = "wasm32")]
pub(crate) use page_worker::RemoteTask;
#[cfg(target_arch = "wasm32")]
pub use page_worker::use_workers;
use std::path::PathBuf;

/// Purpose of a path that a file dialog asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// The purposes that the window's own field for a path has too.
    Path(PathFor),
    /// The file of an export.
    Export,
}

/// A request for a path.
#[derive(Clone, Debug)]
#[cfg_attr(target_arch = "wasm32", expect(dead_code, reason = "a browser's picker has no title, name or groups"))]
pub(crate) struct Request {
    /// Purpose of the path.
    pub purpose: Purpose,
    /// Title of the dialog.
    pub title: &'static str,
    /// Suggested file name for a file to write. May be empty.
    pub name: String,
    /// Text that the window's own field starts with, if there is no file dialog.
    pub field: String,
    /// Groups of extensions without a dot, each with its label. The extension `*` means all files.
    pub filters: Vec<(String, Vec<String>)>,
}

impl Request {
    /// Returns whether the path is for a file to write.
    pub(crate) const fn writes(&self) -> bool {
        matches!(self.purpose, Purpose::Path(PathFor::Save | PathFor::Table) | Purpose::Export)
    }

    /// Returns whether the path is for a folder.
    pub(crate) const fn is_folder(&self) -> bool {
        matches!(self.purpose, Purpose::Path(PathFor::Folder))
    }
}

/// Answer to a request for a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    /// The user chose this path.
    Path(PathBuf),
    /// The user chose nothing.
    #[cfg_attr(target_arch = "wasm32", expect(dead_code, reason = "a browser does not say so"))]
    Cancelled,
    /// There is no dialog for this. The window shows its own field.
    NoDialog,
    /// This cannot be done here. The sentence says what to do instead.
    #[cfg_attr(not(target_arch = "wasm32"), expect(dead_code, reason = "a desktop has everything that is asked for"))]
    Absent(&'static str),
}

/// Endings of files that maps name: tilesets, templates and pictures.
const BESIDE: [&str; 6] = ["tsx", "tsj", "tx", "tj", "png", "tres"];

/// Removes files that the others may name, such as tilesets. If there are no others, all are to be opened.
fn files_to_open(mut paths: Vec<PathBuf>) -> Vec<PathBuf> {
    let is_beside = |path: &PathBuf| path.extension().is_some_and(|e| BESIDE.iter().any(|b| e.eq_ignore_ascii_case(b)));
    if !paths.iter().all(is_beside) {
        paths.retain(|path| !is_beside(path));
    }
    paths
}

/// News from the surroundings. It may come in a later frame than the request.
#[cfg_attr(not(target_arch = "wasm32"), expect(dead_code, reason = "a desktop pastes by an event, and reads at once"))]
pub(crate) enum Arrived {
    /// The answer to a request for a path.
    Answer(Request, Answer),
    /// A file that was dropped on the window, ready to be opened.
    Dropped(PathBuf),
    /// The text on the clipboard, to be pasted.
    Clipboard(String),
    /// A sentence about something that failed.
    Failed(String),
    /// The text of a page of the guide, or why there is none.
    GuideText(HelpPage, Result<String, String>),
}
