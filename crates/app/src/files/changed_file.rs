//! Offers to read the open map again when another program has changed its file.

use crate::debugger::{Session, SessionCommand};
use crate::view::Cx;
use crate::view::notice_lines::{Answer, draw};
use egui::{Context, Ui};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Interval between two looks at the file.
const LOOKED: Duration = Duration::from_millis(500);

/// A version of a file: the time of its last change, and its length in bytes.
type Version = (SystemTime, u64);

/// State of the watch on the open map's file.
#[derive(Default)]
pub struct ChangedFile {
    path: Option<PathBuf>,
    /// Number of the opened scene that this state belongs to.
    scene: u64,
    /// The version that is shown, or that the user has declined.
    known: Option<Version>,
    /// The version of the last look. It is offered once two looks agree, because another program may still be writing.
    last: Option<Version>,
    looked: Option<web_time::Instant>,
    /// Whether a newer version is offered.
    offered: bool,
}

fn version_of(path: &Path) -> Option<Version> {
    let about = std::fs::metadata(path).ok().filter(|about| about.is_file() && about.len() > 0)?;
    Some((about.modified().ok()?, about.len()))
}

impl ChangedFile {
    /// Looks at the file of the open map, at most every half second. A scene that is saved to its own file is left to
    /// the warning that saving gives.
    pub(crate) fn look(&mut self, ctx: &Context, session: &Session) {
        let source = session.map_source().map(|source| source.path.as_path());
        let path = source.filter(|path| session.document().path.as_deref() != Some(path));
        if self.path.as_deref() != path || self.scene != session.scene_number() {
            let known = path.and_then(version_of);
            *self = Self {
                path: path.map(Path::to_owned),
                scene: session.scene_number(),
                known,
                last: known,
                looked: None,
                offered: false,
            };
        }
        let Some(path) = path else { return };
        ctx.request_repaint_after(LOOKED);
        if self.looked.is_some_and(|looked| looked.elapsed() < LOOKED) {
            return;
        }
        self.looked = Some(web_time::Instant::now());
        let now = version_of(path);
        if now.is_some() && now == self.last && now != self.known {
            self.offered = true;
        }
        self.last = now;
    }

    /// Takes the version on the disk as known.
    pub(crate) fn accept_version(&mut self) {
        (self.known, self.offered) = (self.path.as_deref().and_then(version_of), false);
    }
}

/// Draws the line that offers the new version.
pub(crate) fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    if !cx.view.changed_file.offered {
        return;
    }
    let path = cx.view.changed_file.path.as_deref().and_then(Path::file_name).unwrap_or_default();
    let text = format!("{} was changed by another program.", path.to_string_lossy());
    let help =
        "Replaces the map by that of the file, as one edit. Actors that you placed stay, unless the file has actors.";
    match draw(ui, cx.view, "changed file", &text, (Some(("Read it again", help)), "Not now")) {
        Some(Answer::Offer) => cx.send(SessionCommand::ReadAgain(None)),
        Some(Answer::Decline) => cx.view.changed_file.accept_version(),
        None => {}
    }
}
