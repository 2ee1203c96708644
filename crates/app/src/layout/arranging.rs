//! Switches between the four arrangements, on request or to fit the scene that was opened.

use crate::App;
use crate::debugger::session::command::{Mode, SessionCommand};
use crate::debugger::session::window::{Arrangement, PanelId};

impl App {
    /// Switches to another arrangement. Edit sets the mode to edit, the others to inspect.
    pub fn arrange(&mut self, arrangement: Arrangement) {
        let edits = arrangement == Arrangement::Edit;
        let mode = if edits { Mode::Edit } else { Mode::Inspect };
        // The arrangement Edit always edits, even at program start. In the others, the user may edit with the pencil.
        if self.session.hand().mode != mode && (edits || self.view.settings.arrangement == Arrangement::Edit) {
            self.session.apply(&SessionCommand::SetMode(mode));
        }
        self.view.settings.arrangement = arrangement;
        self.view.settings.bare = false;
        self.view.camera.fit = true;
        if let Some(narrow) = &mut self.view.narrow {
            narrow.whole = false;
            narrow.turn_to(if edits { PanelId::Tools } else { PanelId::Lesson });
        }
    }

    /// Goes from Edit to Learn if the user has stopped editing.
    pub(crate) fn mode_changed(&mut self) {
        if self.view.settings.arrangement == Arrangement::Edit && self.session.hand().mode == Mode::Inspect {
            self.view.settings.arrangement = Arrangement::Learn;
        }
    }

    /// Switches to Debug for the first log of a scene that has faults or many movers: at once, or when the program being
    /// debugged has written it. In Present, or after an edit, the arrangement stays.
    pub(crate) fn arrange_for_faults(&mut self) {
        let needs_debug =
            self.session.log().is_some_and(|log| !log.report.findings.is_empty()) || self.session.movers().is_some();
        if !needs_debug || self.faults_of == self.session.scene_number() {
            return;
        }
        self.faults_of = self.session.scene_number();
        let untouched = self.session.document().edits() == 0;
        if untouched && self.view.settings.arrangement != Arrangement::Present {
            self.arrange(Arrangement::Debug);
        }
    }

    /// Brings the panel Compare to the front in Debug when another run is added beside the one that is shown.
    pub(crate) fn arrange_for_runs(&mut self) {
        let now = (self.session.scene_number(), self.session.shown_runs().count());
        let before = std::mem::replace(&mut self.runs, now);
        if before == (now.0, 1) && now.1 > 1 && self.view.settings.arrangement == Arrangement::Debug {
            self.show_panel(PanelId::Compare);
        }
    }

    /// Switches to the arrangement that a link states. Otherwise opens a lesson in Learn, a log of another program in Debug,
    /// and an empty map without notes in Edit. Present stays, and so does Debug for a scene without notes.
    pub(crate) fn arrange_for_scene(&mut self) {
        if let Some(linked) = self.session.take_arrangement() {
            // The sender has seen the faults.
            self.faults_of = self.session.scene_number();
            return self.arrange(linked);
        }
        let now = self.view.settings.arrangement;
        let scene = self.session.scene();
        let wanted = match now {
            Arrangement::Learn | Arrangement::Edit if self.session.shows_log_only() && scene.notes.is_empty() => {
                Arrangement::Debug
            }
            _ if scene.actors.is_empty() && scene.notes.is_empty() && self.session.replay().is_none() => {
                Arrangement::Edit
            }
            Arrangement::Present => now,
            Arrangement::Debug if scene.notes.is_empty() => now,
            _ if scene.notes.is_empty() && now == Arrangement::Edit => now,
            _ => Arrangement::Learn,
        };
        self.arrange(wanted);
        if wanted == Arrangement::Learn {
            self.show_panel(PanelId::Lesson);
        }
    }
}
