//! A session: the document, its recorded runs on one clock, playback, breakpoints, and what is at hand.
//!
//! Recording may take long, so it is handed out as a [`Job`] that can run on any thread (or at once, by
//! [`Session::settle`]); its answer comes back through [`Session::finish`].

mod apply;
mod area;
mod asked;
mod background;
mod beside;
mod breaks;
mod chosen;
mod finding;
mod following;
mod job;
mod opened_log;
mod parts;
mod place;
mod predict;
mod problem;
mod question;
mod recent;
mod recording;
mod still;
mod strokes;
mod time;
mod variants;

pub use area::{Clip, Floating};
pub use asked::{Answer, Asked, Question};
pub use beside::GuestError;
pub(super) use beside::OtherRun;
pub use breaks::Breakpoint;
pub use job::{Job, Recorded};
pub use opened_log::OpenedLog;
pub use parts::{Hand, Opened, Shown, Work};
pub use predict::{Given, Predict};
pub use problem::Problem;
pub use recent::{KEPT as COMMANDS_KEPT, Recent};
pub use recording::ProgramTime;
pub use variants::variants;

use super::document::Document;
use crate::core::algorithms;
use crate::core::card::Card;
use crate::core::scene::{Bookmark, Scene};
use crate::core::trace::schema::{Layer, Schema};
use crate::core::trace::Replay;
use crate::formats::plain::sentence;
use std::sync::Arc;

/// One recorded run and the scene that it was recorded from.
#[non_exhaustive]
pub struct Run {
    /// What sets it apart from the others.
    pub title: String,
    /// The scene.
    pub scene: Arc<Scene>,
    /// The run, with its cursor.
    pub replay: Replay,
    /// The stroke of the document that it belongs to.
    serial: u64,
}

/// Something to tell in passing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    /// Whether something went wrong.
    pub error: bool,
    /// One sentence.
    pub text: String,
}

/// A person's session: the document, and four parts around it.
#[non_exhaustive]
pub struct Session {
    /// The scene and its edits.
    pub document: Document,
    /// Tools in hand.
    pub hand: Hand,
    /// What is open, with its runs.
    pub opened: Opened,
    /// What is shown of the runs, and what is asked of them.
    pub shown: Shown,
    /// Work under way.
    pub work: Work,
    /// A number that changes with each scene that is opened.
    pub scene_number: u64,
    /// A number that changes with each recording that comes in.
    pub generation: u64,
}

impl Session {
    /// A session on a scene; nothing is recorded yet.
    pub fn new(scene: Scene) -> Self {
        let mut session = Self {
            document: Document::new(scene, None),
            hand: Hand::default(),
            opened: Opened { stale: true, ..Opened::default() },
            shown: Shown::default(),
            work: Work::default(),
            scene_number: 0,
            generation: 0,
        };
        session.arrive_anew();
        session
    }

    /// Looks at another scene, as if just started with it. Tools and view stay.
    pub fn open(&mut self, scene: Scene, path: Option<std::path::PathBuf>) {
        self.open_as(Document::new(scene, path));
    }

    /// Opens a document: what was open before is replaced whole.
    pub(super) fn open_as(&mut self, document: Document) {
        self.document = document;
        let old = std::mem::replace(&mut self.opened, Opened { stale: true, ..Opened::default() });
        let runs = old.main.into_iter().chain(old.previous).chain(old.beside).chain(old.other_runs);
        self.work.retired.extend(runs);
        self.shown.playback.playing = false;
        self.arrive_anew();
    }

    /// Makes the next recording the first of its scene: it opens at the scene's own moment, in its first layer, with its own
    /// question. What was shown and asked until now is replaced whole.
    pub(super) fn arrive_anew(&mut self) {
        (self.generation, self.scene_number) = (self.generation + 1, self.scene_number + 1);
        self.cancel_recording();
        self.work.tasks.clear();
        self.work.events.clear();
        self.shown = Shown {
            arriving: true,
            layer: default_layer(self.card()),
            playback: self.shown.playback.without_range(),
            ..Shown::default()
        };
    }

    /// Whether the scene came out of a trace whose events are still to be compared with those of its recording.
    pub const fn compares_trace(&self) -> bool {
        self.opened.opened_trace.is_some()
    }

    /// The scene as it is now.
    pub const fn scene(&self) -> &Scene {
        self.document.scene()
    }

    /// What can be shown of each cell.
    pub fn layers(&self) -> Vec<Layer> {
        match &self.opened.log {
            Some(log) => log.replay.schema().layers.clone(),
            None => Schema::default().with_card(self.card()).layers,
        }
    }

    /// Whether a run is one of what is looked at now, and not of another algorithm that was looked at before.
    pub fn shows(&self, replay: &Replay) -> bool {
        match &self.opened.log {
            Some(log) => log.replay.schema() == replay.schema(),
            None => replay.schema().algorithm == self.card().id,
        }
    }

    /// What is looked at, by name: the algorithm, or what the program of a log calls its own.
    pub fn algorithm_title(&self) -> String {
        match (&self.opened.program, &self.opened.log) {
            (Some(program), _) => program.name().to_owned(),
            (None, Some(log)) => log.replay.schema().title.to_string(),
            (None, None) => self.card().title.to_owned(),
        }
    }

    /// The card of the scene's algorithm; the first of the list where there is no such algorithm. That of a log is empty.
    pub fn card(&self) -> &'static Card {
        if self.opened.log.is_some() || self.opened.program.is_some() {
            return &super::log::CARD;
        }
        algorithms::find_or_first(&self.scene().run.algorithm).card()
    }

    /// The main run's replay.
    pub fn replay(&self) -> Option<&Replay> {
        self.opened.main.as_ref().map(|r| &r.replay)
    }

    /// All runs that are shown, the main one first.
    pub fn shown_runs(&self) -> impl Iterator<Item = &Run> {
        let previous = self.opened.previous.as_ref().filter(|_| self.opened.comparing);
        self.opened.main.iter().chain(&self.opened.beside).chain(previous).chain(&self.opened.other_runs)
    }

    /// How many events have happened, and how many there are.
    pub fn moment(&self) -> (usize, usize) {
        self.replay().map_or((0, 0), |r| (r.cursor(), r.len()))
    }

    fn tell(&mut self, text: &str) {
        self.work.notices.push(Notice { error: false, text: sentence(text) });
    }

    /// Tells an error in passing.
    pub fn fail(&mut self, text: impl Into<String>) {
        self.work.notices.push(Notice { error: true, text: sentence(&text.into()) });
    }

    /// Runs an edit of the document and asks for a new recording where it changed something.
    fn edit(&mut self, change: impl FnOnce(&mut Document) -> bool) {
        self.opened.stale |= change(&mut self.document);
    }

    /// Puts another scene in place of this one, where it is another and holds together; else says why not.
    fn replace(&mut self, scene: Scene) {
        match scene.validate() {
            Err(error) => self.fail(error.to_string()),
            Ok(()) if scene == *self.scene() => {}
            Ok(()) => self.edit(|d| d.replace(scene)),
        }
    }

    /// Edits the bookmarks, which changes nothing of the run.
    fn bookmarks(&mut self, merge: Option<usize>, change: impl FnOnce(&mut Vec<Bookmark>)) {
        let mut run = self.scene().run.clone();
        change(&mut run.bookmarks);
        self.document.set_run(run, merge.map(|i| format!("bookmark {i}")).as_deref());
    }
}

/// The number of the layer shown first.
fn default_layer(card: &Card) -> usize {
    card.layers.iter().position(|l| l.name == card.first_layer).unwrap_or(0)
}
