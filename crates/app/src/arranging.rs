//! Which of the four arrangements the window takes: as asked for, and as fits what was opened.

use super::App;
use crate::debugger::command::{Mode, SessionCommand};
use crate::debugger::window::{Arrangement, PanelId};

impl App {
    /// Takes another arrangement; Edit edits, the others ask.
    pub fn arrange(&mut self, arrangement: Arrangement) {
        let edits = arrangement == Arrangement::Edit;
        let mode = if edits { Mode::Edit } else { Mode::Inspect };
        // The arrangement Edit edits, at the start of the program too; the pencil edits in the others.
        if self.session.mode != mode && (edits || self.view.settings.arrangement == Arrangement::Edit) {
            self.session.apply(&SessionCommand::SetMode(mode));
        }
        self.view.settings.arrangement = arrangement;
        self.view.settings.bare = false;
        self.view.camera.fit = true;
    }

    /// Leaving editing in the arrangement Edit goes back to the one before.
    pub(super) fn mode_changed(&mut self) {
        if self.view.settings.arrangement == Arrangement::Edit && self.session.mode == Mode::Inspect {
            self.view.settings.arrangement = Arrangement::Learn;
        }
    }

    /// The first log of what was opened that has faults is looked at in Debug: at once, or when the program behind the map has
    /// written it. Who presents stays there, and so does who has drawn meanwhile.
    pub(super) fn arrange_for_faults(&mut self) {
        let faulty = self.session.log.as_ref().is_some_and(|log| !log.report.findings.is_empty());
        if !faulty || self.faults_of == self.session.opened {
            return;
        }
        self.faults_of = self.session.opened;
        let untouched = self.session.document.edits() == 0;
        if untouched && self.view.settings.arrangement != Arrangement::Present {
            self.arrange(Arrangement::Debug);
        }
    }

    /// A lesson opens in Learn, a map without a lesson in Edit, unless the person presents or debugs.
    pub(super) fn arrange_for_scene(&mut self) {
        let now = self.view.settings.arrangement;
        let scene = self.session.scene();
        let wanted = match now {
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
