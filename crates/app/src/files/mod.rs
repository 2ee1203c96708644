//! File dialogs, dropped files, and copying a scene to the clipboard. Settings and unsaved work are kept
//! here between starts.
//!
//! Contents of files are read and written in `gridscope_debugger::disk`.

pub(crate) mod changed_file;
pub(crate) mod log_being_read;
pub(crate) mod opening;
pub(crate) mod recovering;
pub mod storage;

use crate::App;
use crate::background::{LaneId, Task};
use crate::debugger::disk::exact_path::ExactPath;
use crate::debugger::disk::files::{ClipboardContent, FileError};
use crate::debugger::export::scene_name;
use crate::debugger::session::background::{self, Kind};
use crate::debugger::session::command::{Command, SessionCommand};
use crate::formats;
use crate::host::{Answer, Arrived, Purpose, Request};
use crate::view::{Dialog, PathFor};
use egui::Context;

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
    pub(super) fn put_on_clipboard(&mut self, ctx: &Context, copied: Result<(String, Vec<String>), FileError>) {
        let success_message = self.copied;
        match copied {
            Ok((text, lost)) => {
                ctx.copy_text(text);
                let lost =
                    if lost.is_empty() { String::new() } else { format!(" Text cannot hold {}.", lost.join(", ")) };
                self.toasts.info(format!("{success_message}{lost}"));
            }
            Err(error) => self.session.fail(error.to_string()),
        }
    }

    /// Asks for a path, and takes the answer if it is already there.
    pub(super) fn ask(&mut self, ctx: &Context, request: Request) {
        self.host.ask(ctx, request);
        for command in self.take_arrived() {
            self.perform(ctx, command, false);
        }
    }

    /// Takes the files that were dropped in this frame, and all news from the surroundings. Returns the commands that
    /// they ask for.
    pub(super) fn take_dropped(&mut self, ctx: &Context) -> Vec<Command> {
        let files = ctx.input(|input| input.raw.dropped_files.clone());
        if !files.is_empty() {
            self.host.take_dropped(ctx, &files);
        }
        self.take_arrived()
    }

    fn take_arrived(&mut self) -> Vec<Command> {
        let mut commands = Vec::new();
        while let Some(arrived) = self.host.next() {
            match arrived {
                Arrived::Dropped(path) => commands.push(SessionCommand::Open(path).into()),
                Arrived::Clipboard(text) => commands.push(SessionCommand::PasteText(text).into()),
                Arrived::Failed(sentence) => self.session.fail(sentence),
                Arrived::GuideText(page, text) => self.view.guide.pages.push((page, text)),
                Arrived::Answer(request, answer) => self.take_answer(request, answer),
            }
        }
        commands
    }

    fn take_answer(&mut self, request: Request, answer: Answer) {
        match (request.purpose, answer) {
            (_, Answer::Absent(sentence)) => self.session.fail(sentence),
            (Purpose::Path(purpose), Answer::NoDialog) => {
                self.view.dialog = Some(Dialog::Path(purpose, request.field));
            }
            (Purpose::Path(PathFor::Folder), answer) => {
                if let Answer::Path(path) = answer {
                    self.view.settings.own_scenes = Some(ExactPath(path));
                }
                if self.view.dialog.is_none() {
                    self.view.dialog = Some(Dialog::Lessons(String::new()));
                }
            }
            (Purpose::Path(purpose), Answer::Path(path)) => match purpose {
                PathFor::Open => self.perform_in_session(&SessionCommand::Open(path)),
                PathFor::Compare => self.perform_in_session(&SessionCommand::CompareWith(path)),
                PathFor::Save => self.perform_in_session(&SessionCommand::SaveAs(path)),
                PathFor::Table => self.perform_in_session(&SessionCommand::SaveTable(path)),
                PathFor::Folder => {}
            },
            (Purpose::Export, answer) => self.take_export_path(answer),
            (Purpose::Path(_), Answer::Cancelled) => {}
        }
    }

    fn ask_path(
        &mut self,
        ctx: &Context,
        purpose: PathFor,
        title: &'static str,
        rest: (String, String),
        filters: &[(&str, &[&str])],
    ) {
        let (name, field) = rest;
        let owned = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect();
        let filters = filters.iter().map(|(label, extensions)| ((*label).to_owned(), owned(extensions))).collect();
        self.ask(ctx, Request { purpose: Purpose::Path(purpose), title, name, field, filters });
    }

    pub(super) fn ask_open(&mut self, ctx: &Context) {
        self.ask_to_read(ctx, PathFor::Open, "Open a scene, map or trace");
    }

    pub(super) fn ask_compare_with(&mut self, ctx: &Context) {
        self.ask_to_read(ctx, PathFor::Compare, "Compare with a scene, map or trace");
    }

    fn ask_to_read(&mut self, ctx: &Context, purpose: PathFor, title: &'static str) {
        let filters: [(&str, &[&str]); 2] =
            [("Scenes, maps and traces", &formats::file_endings()), ("All files", &["*"])];
        self.ask_path(ctx, purpose, title, Default::default(), &filters);
    }

    pub(super) fn ask_folder(&mut self, ctx: &Context) {
        let now =
            self.view.settings.own_scenes.as_ref().map_or_else(String::new, |folder| folder.0.display().to_string());
        self.ask_path(ctx, PathFor::Folder, "A folder of your scenes", (String::new(), now), &[]);
    }

    pub(super) fn ask_save_table(&mut self, ctx: &Context) {
        let name = || "experiment.csv".to_owned();
        let filters: [(&str, &[&str]); 1] = [("Comma-separated values", &["csv"])];
        self.ask_path(ctx, PathFor::Table, "Save the table", (name(), name()), &filters);
    }

    pub(super) fn ask_save(&mut self, ctx: &Context) {
        let path = self.session.document().path.as_deref();
        let name = match path {
            Some(path) => path.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned()),
            None => scene_name(&self.session),
        };
        let field = path.map_or_else(|| name.clone(), |path| path.display().to_string());
        let filters: [(&str, &[&str]); 3] =
            [("Scene", &["scene.json", "json"]), ("Text map", &["txt"]), ("MovingAI map", &["map"])];
        self.ask_path(ctx, PathFor::Save, "Save the scene", (name, field), &filters);
    }
}
