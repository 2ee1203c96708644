//! The system's dialogs that ask for a file, what is done with the answer, and the scene on the clipboard.

use super::App;
use super::thread::{Next, Thread};
use super::view::{Dialog, PathFor};
use crate::debugger::SessionCommand;
use crate::debugger::export::scene_name;
use crate::debugger::files::{Copying, FileError};
use crate::debugger::kept_path::KeptPath;
use std::path::PathBuf;
use std::time::Duration;

/// Nobody calls a dialog off as fast as this: where no answer comes at once, the system has no dialog.
pub(super) const AT_ONCE: Duration = Duration::from_millis(400);

/// How the files that are opened are called at the end, without the dot.
pub(super) const OPENED: [&str; 6] = ["json", "jsonl", "gz", "zst", "txt", "map"];

/// How long a frame waits for what is copied.
const COPIED: Duration = Duration::from_millis(50);

/// A text, and what it cannot hold, while it is written on a thread of its own; and what is said when it is there.
pub(super) type Copied = (Thread<Result<(String, Vec<String>), FileError>>, &'static str);

impl App {
    /// Puts a scene, or an area, on the clipboard as soon as it is written, and says so.
    pub(super) fn copy_scene(&mut self, ctx: &egui::Context, copying: Copying, said: &'static str) {
        if self.worker.is_none() {
            return self.put_on_clipboard(ctx, copying.run(), said);
        }
        match Thread::start("copier", ctx, move |tell| tell(copying.run())) {
            Ok(thread) => self.copying = Some((thread, said)),
            Err(error) => self.session.fail(format!("nothing was copied: {error}")),
        }
        self.copy_on(ctx, COPIED);
    }

    /// Goes on with what is copied.
    pub(super) fn copy_on(&mut self, ctx: &egui::Context, patience: Duration) {
        let Some((thread, said)) = self.copying.take() else { return };
        match thread.next(patience) {
            Next::Nothing => self.copying = Some((thread, said)),
            Next::Told(copied) => self.put_on_clipboard(ctx, copied, said),
            Next::Ended(crash) => {
                if let Some(crash) = crash {
                    self.session.crashed(&crash, "copying the scene", None);
                }
            }
        }
    }

    fn put_on_clipboard(&mut self, ctx: &egui::Context, copied: Result<(String, Vec<String>), FileError>, said: &str) {
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

    /// What a dialog of the system answers; where there is none, the window asks for the path itself.
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
                .add_filter("Scenes, maps and traces", &OPENED)
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
            self.view.settings.own_scenes = Some(KeptPath(path));
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
                .add_filter("Scenes, maps and traces", &OPENED)
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
