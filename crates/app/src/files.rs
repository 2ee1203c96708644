//! The system's file dialogs, and copying a scene to the clipboard.

use super::App;
use super::background::{LaneId, Task};
use super::view::{Dialog, PathFor};
use crate::debugger::SessionCommand;
use crate::debugger::background::{self, Kind};
use crate::debugger::exact_path::ExactPath;
use crate::debugger::export::scene_name;
use crate::debugger::files::{ClipboardContent, FileError};
use crate::formats;
use std::path::PathBuf;
use std::time::Duration;

/// Time within which no user can cancel a dialog. If it returns nothing sooner, the system has no file dialog.
pub(super) const AT_ONCE: Duration = Duration::from_millis(400);

impl App {
    /// Puts a scene or an area on the clipboard as soon as its text is written, and then shows the message `said`.
    /// Replaces a copy that is still being written.
    pub(super) fn copy_scene(&mut self, copying: ClipboardContent, said: &'static str) {
        self.background.drop_task(LaneId::Session(Kind::Copy));
        (self.copying, self.copied) = (Some(copying), said);
    }

    /// Returns the task that writes the text for the clipboard, if one waits.
    pub(super) fn next_copy(&mut self) -> Option<Task> {
        self.copying.take().map(|copying| Task::Session(background::Task::Copy(Box::new(copying))))
    }

    /// Puts a text on the clipboard, or reports why there is none.
    pub(super) fn put_on_clipboard(&mut self, ctx: &egui::Context, copied: Result<(String, Vec<String>), FileError>) {
        let said = self.copied;
        match copied {
            Ok((text, lost)) => {
                ctx.copy_text(text);
                let lost =
                    if lost.is_empty() { String::new() } else { format!(" Text cannot hold {}.", lost.join(", ")) };
                self.toasts.info(format!("{said}{lost}"));
            }
            Err(error) => self.session.fail(error.to_string()),
        }
    }

    /// Returns the path from a system dialog. If there is no such dialog, opens the window's own field for a path.
    fn pick(&mut self, purpose: PathFor, suggested: &str, ask: impl FnOnce() -> Option<PathBuf>) -> Option<PathBuf> {
        let began = web_time::Instant::now();
        let picked = ask();
        if picked.is_none() && began.elapsed() < AT_ONCE {
            self.view.dialog = Some(Dialog::Path(purpose, suggested.to_owned()));
        }
        picked
    }

    pub(super) fn ask_open(&mut self) {
        let picked = self.pick(PathFor::Open, "", || {
            rfd::FileDialog::new()
                .set_title("Open a scene, map or trace")
                .add_filter("Scenes, maps and traces", &formats::file_endings())
                .add_filter("All files", &["*"])
                .pick_file()
        });
        if let Some(path) = picked {
            self.perform_in_session(&SessionCommand::Open(path));
        }
    }

    pub(super) fn ask_folder(&mut self) {
        let now =
            self.view.settings.own_scenes.as_ref().map_or_else(String::new, |folder| folder.0.display().to_string());
        let picked = self
            .pick(PathFor::Folder, &now, || rfd::FileDialog::new().set_title("A folder of your scenes").pick_folder());
        if let Some(path) = picked {
            self.view.settings.own_scenes = Some(ExactPath(path));
        }
        if self.view.dialog.is_none() {
            self.view.dialog = Some(Dialog::Lessons(String::new()));
        }
    }

    pub(super) fn ask_save_table(&mut self) {
        let picked = self.pick(PathFor::Table, "experiment.csv", || {
            rfd::FileDialog::new()
                .set_title("Save the table")
                .set_file_name("experiment.csv")
                .add_filter("Comma-separated values", &["csv"])
                .save_file()
        });
        if let Some(path) = picked {
            self.perform_in_session(&SessionCommand::SaveTable(path));
        }
    }

    pub(super) fn ask_compare_with(&mut self) {
        let picked = self.pick(PathFor::Compare, "", || {
            rfd::FileDialog::new()
                .set_title("Compare with a scene, map or trace")
                .add_filter("Scenes, maps and traces", &formats::file_endings())
                .add_filter("All files", &["*"])
                .pick_file()
        });
        if let Some(path) = picked {
            self.perform_in_session(&SessionCommand::CompareWith(path));
        }
    }

    pub(super) fn ask_save(&mut self) {
        let name = match &self.session.document.path {
            Some(path) => path.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned()),
            None => scene_name(&self.session),
        };
        let suggested = match &self.session.document.path {
            Some(path) => path.display().to_string(),
            None => name.clone(),
        };
        let picked = self.pick(PathFor::Save, &suggested, || {
            rfd::FileDialog::new()
                .set_title("Save the scene")
                .set_file_name(name)
                .add_filter("Scene", &["scene.json", "json"])
                .add_filter("Text map", &["txt"])
                .add_filter("MovingAI map", &["map"])
                .save_file()
        });
        if let Some(path) = picked {
            self.perform_in_session(&SessionCommand::SaveAs(path));
        }
    }
}
