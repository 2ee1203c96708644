//! A session: the document, its recorded runs on one clock, playback, breakpoints, and the user's tools.
//!
//! Recording may take long, so a session hands it out as a [`Job`] that can run on any thread. [`Session::settle`] runs
//! it on the calling thread. The result comes back through [`Session::finish`].
//!
//! Commands are in [`command`], work on other threads in [`background`]. Edits of a scene are in [`crate::document`].

mod access;
mod additional_runs;
mod algorithm_choice;
mod apply;
mod area;
pub mod ask;
pub mod background;
mod background_question;
mod background_reports;
mod breakpoints;
pub mod cell_description;
pub mod command;
mod event_search;
mod following;
mod job;
mod movers;
mod opened_log;
mod parts;
mod place;
pub mod playback;
mod predict;
mod problem;
mod question;
mod recent;
mod recording;
mod recording_progress;
mod recording_start;
pub mod run_memory;
mod slides;
mod snapshot;
mod solving;
mod source;
mod strokes;
mod time;
pub mod tool;
mod variants;
pub mod window;

pub use additional_runs::GuestError;
pub(super) use additional_runs::OtherRun;
pub use area::{Clip, Floating};
pub use background_question::{Answer, BackgroundQuestion, Question};
pub use breakpoints::Breakpoint;
pub use job::{Job, Recorded};
pub use opened_log::OpenedLog;
pub use parts::{DisplayState, Opened, UserTools, Work};
pub use predict::{Predict, UserAnswer};
pub use problem::Problem;
pub use recent::{MAX_COMMANDS as COMMANDS_KEPT, Recent};
pub use recording_progress::ProgramTime;
pub(crate) use source::Source;
pub use variants::variants;

use crate::document::Document;
use crate::formats::plain::sentence;
use gridscope_trace::Registry;
use gridscope_trace::card::Card;
use gridscope_trace::scene::Scene;
use gridscope_trace::trace::Replay;
use gridscope_trace::trace::schema::{Layer, Schema};
use std::sync::Arc;

/// A recorded run and the scene that it was recorded from.
#[non_exhaustive]
pub struct Run {
    /// Title that distinguishes the run from the others, such as `ties: paths`.
    pub title: String,
    /// Scene with the parameters of this run.
    pub scene: Arc<Scene>,
    /// The recorded events, with a cursor.
    pub replay: Replay,
    /// [`Document::serial`] when the recording began.
    serial: u64,
}

/// A short message to the user.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    /// Whether it reports an error.
    pub error: bool,
    /// The message, a sentence.
    pub text: String,
}

/// A user's session: the document and four parts around it.
#[non_exhaustive]
pub struct Session {
    /// The scene and its edits.
    pub(crate) document: Document,
    /// The user's tools.
    pub(crate) hand: UserTools,
    /// The opened scene or log, with its runs.
    pub(crate) opened: Opened,
    /// State of the display, and questions about the runs.
    pub(crate) shown: DisplayState,
    /// Work in progress.
    pub(crate) work: Work,
    /// Number that changes whenever a scene is opened.
    pub(crate) scene_number: u64,
    /// Number that changes whenever the runs or their view change. Callers use it to discard cached results.
    pub(crate) generation: u64,
}

impl Session {
    /// Creates a session for a scene, with these algorithms and generators. Nothing is recorded yet.
    pub fn new(registry: Registry, scene: Scene) -> Self {
        let mut session = Self {
            document: Document::new(scene, None),
            hand: UserTools { registry, ..UserTools::default() },
            opened: Opened { stale: true, ..Opened::default() },
            shown: DisplayState::default(),
            work: Work::default(),
            scene_number: 0,
            generation: 0,
        };
        session.reset_for_new_scene();
        session
    }

    /// Opens another scene, as in a new session. The tools and the playback speed stay.
    pub fn open(&mut self, scene: Scene, path: Option<std::path::PathBuf>) {
        self.open_as(Document::new(scene, path));
    }

    /// Opens a copy that was not saved before.
    pub fn open_unsaved(&mut self, scene: Scene, path: Option<std::path::PathBuf>) {
        self.open(scene, path);
        self.document.mark_unsaved();
    }

    /// Opens a document and replaces everything that was open before.
    pub(super) fn open_as(&mut self, document: Document) {
        self.document = document;
        let old = std::mem::replace(&mut self.opened, Opened { stale: true, ..Opened::default() });
        let runs = old.main.into_iter().chain(old.previous).chain(old.additional_runs).chain(old.other_runs);
        self.work.retired.extend(runs);
        self.shown.playback.playing = false;
        self.reset_for_new_scene();
    }

    /// Resets everything that is shown and asked, and cancels running work. The next recording is then the first one of
    /// its scene: it opens at the scene's own moment, in the first layer, with the scene's question.
    pub(super) fn reset_for_new_scene(&mut self) {
        (self.generation, self.scene_number) = (self.generation + 1, self.scene_number + 1);
        self.cancel_recording();
        self.work.tasks.clear();
        self.work.events.clear();
        self.shown = DisplayState {
            is_first_recording: true,
            layer: default_layer(self.card()),
            playback: self.shown.playback.without_range(),
            ..DisplayState::default()
        };
    }

    /// Returns the algorithms of the session.
    pub const fn registry(&self) -> &Registry {
        &self.hand.registry
    }

    /// Returns the current scene.
    pub const fn scene(&self) -> &Scene {
        self.document.scene()
    }

    /// Returns the layers that can be shown.
    pub fn layers(&self) -> Vec<Layer> {
        match self.log() {
            Some(log) => log.replay.schema().layers.clone(),
            None => Schema::default().with_card(self.card()).layers,
        }
    }

    /// Returns the index of the layer that is shown first, unless the scene names another.
    pub(crate) fn first_layer(&self) -> usize {
        self.log().map_or_else(|| default_layer(self.card()), |log| log.replay.schema().first_layer)
    }

    /// Returns whether a run belongs to the current algorithm or log, and not to an algorithm that was shown before.
    pub fn shows(&self, replay: &Replay) -> bool {
        match self.log() {
            Some(log) => log.replay.schema() == replay.schema(),
            None => replay.schema().algorithm == self.card().id,
        }
    }

    /// Returns the title of the algorithm. For a program it is the program's name, and for a log the title that the log
    /// gives.
    pub fn algorithm_title(&self) -> String {
        match (self.program(), self.log()) {
            (Some(program), _) => program.name().to_owned(),
            (None, Some(log)) => log.replay.schema().title.to_string(),
            (None, None) => self.card().title.to_owned(),
        }
    }

    /// Returns the card of the scene's algorithm. The card of a log or a program is empty, and so is that of an algorithm
    /// that the registry does not have.
    pub fn card(&self) -> &'static Card {
        if self.opened.source.is_foreign() {
            return &crate::log::CARD;
        }
        self.registry().find(&self.scene().run.algorithm).map_or(&crate::log::CARD, |runner| runner.card())
    }

    /// Returns the replay of the main run.
    pub fn replay(&self) -> Option<&Replay> {
        self.opened.main.as_ref().map(|r| &r.replay)
    }

    /// Returns all runs that are shown, the main one first.
    pub fn shown_runs(&self) -> impl Iterator<Item = &Run> {
        let previous = self.opened.previous.as_ref().filter(|_| self.opened.comparing);
        self.opened.main.iter().chain(&self.opened.additional_runs).chain(previous).chain(&self.opened.other_runs)
    }

    /// Returns how many events have happened, and how many there are.
    pub fn moment(&self) -> (usize, usize) {
        self.replay().map_or((0, 0), |r| (r.cursor(), r.len()))
    }

    /// Shows a message to the user.
    pub fn notify(&mut self, text: &str) {
        self.work.notices.push(Notice { error: false, text: sentence(text) });
    }

    /// Shows an error message to the user.
    pub fn fail(&mut self, text: impl Into<String>) {
        self.work.notices.push(Notice { error: true, text: sentence(&text.into()) });
    }

    /// Edits the document. Requests a new recording if `change` returns `true`.
    fn edit(&mut self, change: impl FnOnce(&mut Document) -> bool) {
        self.opened.stale |= change(&mut self.document);
    }

    /// Replaces the scene if the new one is different and valid. If it is not valid, reports why.
    fn replace(&mut self, scene: Scene) {
        match scene.validate() {
            Err(error) => self.fail(error.to_string()),
            Ok(()) if scene == *self.scene() => {}
            Ok(()) => self.edit(|d| d.replace(scene)),
        }
    }
}

/// Returns the index of the layer that is shown first.
fn default_layer(card: &Card) -> usize {
    card.layers.iter().position(|l| l.name == card.first_layer).unwrap_or(0)
}
