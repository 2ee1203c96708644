//! The system's dialogs that ask for a file, what is done with the answer, and the scene on the clipboard.

use super::App;
use super::view::{Dialog, PathFor};
use super::worker::{Next, Thread};
use crate::debugger::SessionCommand;
use crate::debugger::export::scene_name;
use crate::debugger::files::{FileError, Form};
use crate::debugger::kept_path::KeptPath;
use std::path::PathBuf;
use std::time::Duration;

/// Nobody calls a dialog off as fast as this: where no answer comes at once, the system has no dialog.
pub(super) const AT_ONCE: Duration = Duration::from_millis(400);

/// How the files that are opened are called at the end, without the dot.
pub(super) const OPENED: [&str; 6] = ["json", "jsonl", "gz", "zst", "txt", "map"];

/// How long a frame waits for what is copied.
const COPIED: Duration = Duration::from_millis(50);

/// The scene as text, and what text cannot hold, while it is written on a thread of its own.
pub(super) type Copied = (Thread<Result<(String, Vec<String>), FileError>>, Form);

impl App {
    /// Puts the scene on the clipboard, as soon as it is written.
    pub(super) fn copy_scene(&mut self, ctx: &egui::Context, form: Form) {
        let copying = self.session.copying(form);
        if self.worker.is_none() {
            return self.put_on_clipboard(ctx, form, copying.run());
        }
        match Thread::start("copier", ctx, move |tell| tell(copying.run())) {
            Ok(thread) => self.copying = Some((thread, form)),
            Err(error) => self.session.fail(format!("nothing was copied: {error}")),
        }
        self.copy_on(ctx, COPIED);
    }

    /// Goes on with what is copied.
    pub(super) fn copy_on(&mut self, ctx: &egui::Context, patience: Duration) {
        let Some((thread, form)) = self.copying.take() else { return };
        match thread.next(patience) {
            Next::Nothing => self.copying = Some((thread, form)),
            Next::Told(copied) => self.put_on_clipboard(ctx, form, copied),
            Next::Ended(crash) => {
                if let Some(crash) = crash {
                    self.session.crashed(&crash, "copying the scene", None);
                }
            }
        }
    }

    fn put_on_clipboard(&mut self, ctx: &egui::Context, form: Form, copied: Result<(String, Vec<String>), FileError>) {
        match copied {
            Ok((text, lost)) => {
                ctx.copy_text(text);
                self.toasts.info(match form {
                    Form::Link => "Copied a link to this moment. Paste it into a chat, or here.".to_owned(),
                    Form::Text if lost.is_empty() => "Copied the map as text.".to_owned(),
                    Form::Text => format!("Copied the map as text. Text cannot hold {}.", lost.join(", ")),
                });
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
