//! Performs commands. The session's own are performed there, the window's here.

use crate::canvas::camera::ACTUAL_SIZE;
use crate::debugger::disk::files::{ClipboardContent, FileError};
use crate::debugger::disk::prepare::Preparation;
use crate::debugger::document::hand::Sides;
use crate::debugger::look::drawn_signs::Sign;
use crate::debugger::session::background::work::Task;
use crate::debugger::session::command::effect::Changes;
use crate::debugger::session::command::generator_request::GeneratorRequest;
use crate::debugger::session::command::{Command, Mode, SessionCommand, Stride, WindowCommand};
use crate::debugger::session::window::{Arrangement, PanelId};
use crate::dialogs::export::ExportForm;
use crate::export::map_picture;
use crate::layout::stage;
use crate::panels::{ask, before, events};
use crate::start::start_page::{self, StartPage};
use crate::view::{Dialog, PathFor};
use crate::{App, view::focus};
use gridscope_trace::Cell;
use std::path::Path;
use web_time::Instant;

/// Returns whether a command only moves through time, or only changes the selection or the colours.
fn only_looks(command: &Command) -> bool {
    match command {
        Command::Session(SessionCommand::Select(_)) => true,
        Command::Session(command) => command.effect().changes == Changes::Time,
        Command::Window(command) => matches!(command, WindowCommand::SetTheme(_)),
    }
}

impl App {
    pub(crate) fn perform_all(&mut self, ctx: &egui::Context, commands: Vec<Command>, confirmed: bool) {
        let embedded = self.host.is_embedded();
        for command in commands.into_iter().filter(|command| !embedded || only_looks(command)) {
            self.perform(ctx, command, confirmed);
        }
        // The command that waits for a save goes on once the scene is saved. It is dropped if the user cancels saving.
        if !matches!(self.view.dialog, Some(Dialog::Path(PathFor::Save, _)))
            && !self.session.is_saving()
            && let Some(next) = self.view.after_save.take_if(|_| self.view.dialog.is_none())
            && !self.session.document().loses_work()
        {
            self.perform(ctx, next, false);
        }
        self.queue_exports(ctx);
        if self.session.display_state().playback.is_running() {
            self.wake(ctx);
        }
    }

    /// Returns whether a command would lose work. Another lesson may replace the solution of an exercise.
    fn loses_work(&self, command: &Command) -> bool {
        let opens_lesson = matches!(
            command,
            Command::Session(SessionCommand::OpenPreset(_)) | Command::Window(WindowCommand::NextLesson)
        );
        self.session.document().loses_work() && !(opens_lesson && self.session.is_only_solved())
    }

    /// Performs a command. If that would lose unsaved changes, asks first, unless the user has already confirmed.
    pub(crate) fn perform(&mut self, ctx: &egui::Context, command: Command, confirmed: bool) {
        if throws_away(&command) && !confirmed && self.waits_for_save(&command) {
            return;
        }
        if throws_away(&command) && self.loses_work(&command) && !confirmed {
            self.view.dialog = Some(Dialog::Unsaved(Box::new(command)));
            return;
        }
        if !start_page::stays(&command) {
            self.view.start_page = StartPage::Hidden;
        }
        match command {
            Command::Session(command) => {
                let command = self.as_in_lesson(ctx, command);
                self.perform_in_session(&command);
            }
            Command::Window(command) => self.perform_in_window(ctx, command),
        }
    }

    /// Returns the command that a key or button means in a lesson: *next slide* plays the events up to it, and in Present,
    /// *play* shows the answer while a question is open.
    fn as_in_lesson(&self, ctx: &egui::Context, command: SessionCommand) -> SessionCommand {
        let arrangement = self.view.settings.arrangement;
        let reads = matches!(arrangement, Arrangement::Learn | Arrangement::Present);
        match command {
            SessionCommand::Forward(Stride::Slide)
                if reads && ask::moves(&self.view, ctx) && !self.turns_at_exercise_next() =>
            {
                SessionCommand::PlaySlide
            }
            SessionCommand::PlayPause if arrangement == Arrangement::Present && self.session.open_ask().is_some() => {
                SessionCommand::ShowAnswer
            }
            other => other,
        }
    }

    /// Returns whether a command has to wait until the scene is saved. Requesting a second command does not wait again.
    pub(crate) fn waits_for_save(&mut self, command: &Command) -> bool {
        let waits = self.session.is_saving() && self.view.after_save.is_none() && !self.rescue.is_on();
        if waits {
            self.view.after_save = Some(command.clone());
        }
        waits
    }

    /// Performs a command in the session and shows its result. A command that has to read a file or make a map waits
    /// for that.
    pub(crate) fn perform_in_session(&mut self, command: &SessionCommand) {
        use SessionCommand as S;
        if self.turns_at_exercise(command) {
            return;
        }
        if let S::SetLayer(layer) = command
            && self.session.await_layer(*layer)
        {
            return;
        }
        if let Some(preparation) = Preparation::of(&self.session, command) {
            if !matches!(command, S::CompareWith(_)) || self.session.has_room() {
                self.begin_opening(preparation);
            }
            return;
        }
        self.session.perform(command);
        self.follow_up(command);
    }

    /// Brings the result of a command into view.
    pub(crate) fn follow_up(&mut self, command: &SessionCommand) {
        use SessionCommand as S;
        let opened = match command {
            S::Open(path) | S::SaveAs(path) => Some(path),
            S::OpenMap(source) => Some(&source.path),
            _ => None,
        };
        if let Some(path) = opened {
            let recent = &mut self.view.settings.recent;
            // Each file appears once, however its path was written.
            let place = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
            recent.retain(|p| place(p) != place(path));
            recent.insert(0, place(path));
            recent.truncate(8);
        }
        let effect = command.effect();
        if effect.resizes || (effect.opens && !matches!(command, S::PasteText(_))) {
            self.view.camera.fit = true;
        }
        if matches!(command, S::ReadAgain(_)) {
            self.view.changed_file.accept_version();
        }
        match command {
            S::OpenLink(_) => self.link_opened(),
            // In Debug, the panel of the mover comes first.
            S::Select(Some(_)) | S::SelectMover(Some(_))
                if self.session.selected_mover().is_some()
                    && (self.view.narrow.is_some() || self.view.settings.arrangement == Arrangement::Debug) =>
            {
                self.show_panel(PanelId::Mover);
            }
            // On the stage, the card of the cell is above the text.
            S::Select(Some(_)) if self.view.narrow.is_some() && !stage::has_details(&self.view) => {}
            S::Select(Some(_)) if self.view.narrow.is_some() => {
                self.view.narrow.iter_mut().for_each(|narrow| narrow.turn_to(PanelId::Cell));
            }
            // Without that panel, the card beside the map shows the cell.
            S::Select(Some(_)) if self.shows_panel(PanelId::Cell) => self.show_panel(PanelId::Cell),
            S::WhyNotHere
                if self.session.display_state().hovered.or(self.session.display_state().selected).is_some() =>
            {
                self.show_panel(PanelId::Cell);
            }
            S::ToggleMode | S::SetMode(_) | S::DiscardOrStop => self.mode_changed(),
            S::Begin(Task::Tool(_)) => self.show_panel(PanelId::Findings),
            S::AddSlide => {
                self.show_panel(PanelId::Lesson);
                self.view.write_slide = true;
            }
            _ => {}
        }
    }

    fn perform_in_window(&mut self, ctx: &egui::Context, command: WindowCommand) {
        use WindowCommand as W;
        self.session.note_command(&command);
        match command {
            W::AskNew => self.view.dialog = Some(Dialog::New(self.view.settings.new_map)),
            W::AskGenerate => {
                let order = GeneratorRequest { seed: self.session.fresh_seed(), ..self.view.settings.order.clone() };
                self.view.dialog = Some(Dialog::Generate(Box::new(order)));
            }
            W::AskExport => {
                let form = ExportForm::again(&self.session, self.view.settings.theme, self.view.last_export);
                self.view.dialog = Some(Dialog::Export(Box::new(form)));
            }
            W::FetchProgram => self.host.fetch_program(),
            W::AskExportPage => {
                let form = ExportForm::of_page(&self.session, self.view.settings.theme);
                self.view.dialog = Some(Dialog::Export(Box::new(form)));
            }
            W::AskExportMap(format) => {
                let form = ExportForm::of_map(&self.session, self.view.settings.theme, format);
                self.view.dialog = Some(Dialog::Export(Box::new(form)));
            }
            W::AskOpen => self.ask_open(ctx),
            W::AskFolder => self.ask_folder(ctx),
            W::OpenLeft => self.open_left(),
            W::AskSearch if self.session.opened().searches.is_empty() => {
                self.session.fail("There is no scenario: open cave.map.scen, with cave.map in the same folder.");
            }
            W::AskSearch => self.view.dialog = Some(Dialog::Searches(String::new())),
            W::AskCompareWith => self.ask_compare_with(ctx),
            W::WhyBefore(cells) => {
                if let Some(cells) = cells.or_else(|| self.two_cells()) {
                    before::ask(ctx, self.session.scene_number(), cells);
                    self.show_answer();
                }
            }
            W::Save => match self.session.document().path.clone() {
                Some(path) => self.perform_in_session(&SessionCommand::SaveAs(path)),
                None => self.ask_save(ctx),
            },
            W::AskSaveAs => self.ask_save(ctx),
            W::Quit => {
                self.closing = true;
                self.host.close(ctx);
            }
            W::CopyText if self.session.hand().mode == Mode::Edit && self.session.opened().selection.is_some() => {
                self.session.perform(&SessionCommand::CopyArea);
                self.copy_area("Copied what is selected.");
            }
            W::CutArea => {
                self.session.perform(&SessionCommand::CutArea);
                self.copy_area("Cut what was selected.");
            }
            W::AskResize => {
                let size = self.session.scene().size();
                self.view.dialog = Some(Dialog::Resize(size, Sides::default()));
            }
            W::ToggleOverview => self.view.settings.overview ^= true,
            W::CopyText => {
                let map = self.session.copying_text();
                self.copy_scene(map, "Copied the map as text.");
            }
            W::CopyCsv => self.copy_scene(self.session.copying_csv(), "Copied the map as CSV."),
            W::CopyMarkdown => {
                let table = self.session.expansions_as_markdown();
                self.copy(ctx, table, "Copied the expansions as a Markdown table.");
            }
            W::CopyPicture => {
                ctx.copy_image(map_picture(self.session.scene()));
                self.toasts.info("Copied the map as a picture.");
            }
            W::CopyLink => {
                self.view.link_copied = Some(Instant::now());
                self.copy_address();
            }
            W::CopyTable => {
                let table = self.session.as_table();
                self.copy(ctx, table, "Copied the table, one row for each run.");
            }
            W::CopySmallText => {
                let text = self.session.small_as_text();
                self.copy(ctx, text, "Copied the small map as text.");
            }
            W::CopySmallTest => {
                let test = self.session.small_as_test();
                self.copy(ctx, test, "Copied a test in Rust that keeps the symptom.");
            }
            W::CopyReport => match self.session.work().recent.report.clone() {
                Some(report) => self.copy(ctx, Ok(report), "Copied the report."),
                None => _ = self.toasts.info("There is nothing to report: no error in the program itself was met."),
            },
            W::AskSaveTable => self.ask_save_table(ctx),
            W::AskPaste => self.host.request_paste(ctx),
            W::AskSeek => self.view.dialog = Some(Dialog::Seek(String::new())),
            W::AskFind => {
                // Present has no panels.
                if self.view.settings.arrangement == Arrangement::Present {
                    self.arrange(Arrangement::Debug);
                }
                (self.view.settings.bare, self.view.find) = (false, true);
                self.show_panel(PanelId::Events);
                // The next typed text belongs to the field, even in this frame.
                ctx.memory_mut(|m| m.request_focus(events::field()));
            }
            W::Fit => {
                let whole = self.view.camera.fit;
                self.view.narrow.iter_mut().for_each(|narrow| narrow.toggle_whole(whole));
                self.view.camera.fit = true;
            }
            W::ActualSize => (self.view.camera.zoom, self.view.camera.fit) = (ACTUAL_SIZE, false),
            W::ZoomToCell => match self.session.display_state().hovered.or(self.session.display_state().selected) {
                Some(cell) => self.view.camera.zoom_to(cell),
                None => _ = self.toasts.info("Point at a cell, or select one, to zoom to it."),
            },
            W::GoToSentence => self.go_to_sentence(ctx),
            W::ToggleFollow => {
                let follow = &mut self.view.camera.follow;
                *follow ^= true;
                let text = if *follow { "The acting character stays in view." } else { "The map stays where it is." };
                _ = self.toasts.info(text);
            }
            W::ToggleGrid => self.view.settings.grid ^= true,
            W::ToggleNumbers => self.view.settings.numbers ^= true,
            W::ToggleCornerNumbers => self.view.switch(Sign::Numbers),
            W::ToggleArrows => self.view.switch(Sign::Parents),
            W::ToggleDifferences => self.view.switch(Sign::Differences),
            W::ToggleDetails => self.view.settings.details ^= true,
            W::ToggleBareMap => self.view.settings.bare ^= true,
            W::Arrange(arrangement) => {
                let presents = |arrangement| arrangement == Arrangement::Present;
                let (before, now) = (presents(self.view.settings.arrangement), presents(arrangement));
                self.arrange(arrangement);
                // The bar is beside the gallery too.
                self.view.dialog.take_if(|dialog| matches!(dialog, Dialog::Lessons(_)));
                if before != now {
                    self.host.set_full_screen(ctx, now);
                }
            }
            W::AskTiles => {
                let command = self.session.asking_about_tiles();
                self.perform(ctx, command.into(), true);
            }
            W::AskLesson if matches!(self.view.dialog, Some(Dialog::Lessons(_))) => self.view.dialog = None,
            W::AskLesson => self.view.dialog = Some(Dialog::Lessons(String::new())),
            W::NextLesson => self.next_lesson(ctx),
            W::ContinueRoute => self.continue_route(ctx),
            W::ToggleLessMotion => self.view.settings.less_motion ^= true,
            W::LargerText => {
                self.resize_text(self.view.settings.text_size + 10);
                let effective_size = self.text_size(ctx);
                if effective_size * 100.0 < f32::from(self.view.settings.text_size) {
                    _ = self
                        .toasts
                        .info(format!("Text stays at {:.0} % in a window of this size.", effective_size * 100.0));
                }
            }
            W::SmallerText => self.resize_text(self.view.settings.text_size.saturating_sub(10)),
            W::UsualText => self.resize_text(100),
            W::NextPanel => focus::next_panel(ctx, &mut self.view, false),
            W::PreviousPanel => focus::next_panel(ctx, &mut self.view, true),
            W::ToggleFullScreen => self.host.toggle_full_screen(ctx),
            W::NextTheme => self.choose_theme(ctx, self.view.settings.theme.next()),
            W::SetTheme(name) => self.choose_theme(ctx, name),
            W::FollowSystemTheme => self.view.settings.follows_system_theme = true,
            W::SetRunMemory(gib) => self.set_run_memory(ctx, gib),
            W::ShowPanel(panel) => {
                self.view.settings.bare = false;
                self.show_panel(panel);
                // After choosing a panel by key, the user continues there.
                if ctx.input(|i| i.key_down(egui::Key::Enter)) {
                    self.view.focus_panel = Some(panel);
                }
            }
            W::ResetLayout => self.layouts.reset(self.view.settings.arrangement),
            W::Palette => self.view.dialog = Some(Dialog::Palette { query: String::new(), row: 0 }),
            W::KeySheet => self.view.dialog = Some(Dialog::Keys),
            W::About => self.view.dialog = Some(Dialog::About),
            W::StartPage => self.view.start_page = StartPage::Shown,
            W::FirstSteps => {
                self.arrange(Arrangement::Learn);
                self.show_panel(PanelId::Lesson);
                self.view.tour = Some(0);
            }
            W::Help(page) => self.view.dialog = Some(Dialog::Help(page)),
            W::CopyLogger(which) => {
                if let Some(logger) = self.view.guide.loggers.get(which) {
                    ctx.copy_text(logger.text.to_owned());
                    self.toasts.info(format!("Copied the logger: save it as {} beside your program.", logger.name));
                }
            }
        }
    }

    /// Returns the two cells that *why this before that* is about. If there is only one, keeps it and asks for the other.
    fn two_cells(&mut self) -> Option<[Cell; 2]> {
        let (selected, scene) = (self.session.display_state().selected, self.session.scene_number());
        let Some(here) = self.session.display_state().hovered.or(selected) else {
            self.toasts.info("Select a cell, point at another one, and ask again.");
            return None;
        };
        let before = self.view.one_of_two.take().filter(|(of, _)| *of == scene).map(|(_, cell)| cell);
        let other = [selected, before].into_iter().flatten().find(|&cell| cell != here);
        if other.is_none() {
            self.view.one_of_two = Some((scene, here));
            self.toasts.info(format!("Why {here} before which cell? Select it, and ask again."));
        }
        other.map(|other| [other, here])
    }

    /// Brings the panel to the front that answers *why this before that*.
    fn show_answer(&mut self) {
        let arrangement = self.view.settings.arrangement;
        let reads = arrangement == Arrangement::Learn && self.view.narrow.is_none();
        if !reads && !self.shows_panel(PanelId::Cell) {
            self.arrange(Arrangement::Debug);
        }
        self.show_panel(if reads { PanelId::Lesson } else { PanelId::Cell });
    }

    /// Selects the cell of the sentence, and gives the map the keyboard.
    fn go_to_sentence(&mut self, ctx: &egui::Context) {
        let Some(cell) = self.session.cell_of_sentence() else {
            _ = self.toasts.info("The sentence of this moment is about no cell.");
            return;
        };
        if self.session.display_state().selected != Some(cell) {
            self.perform(ctx, SessionCommand::Select(Some(cell)).into(), false);
        }
        self.view.focus_panel = Some(PanelId::Map);
    }

    /// Opens the next lesson. After the last lesson, or if no lesson is open, shows all of them.
    fn next_lesson(&mut self, ctx: &egui::Context) {
        match crate::presets::after(self.session.scene()) {
            Some(next) => self.perform(ctx, SessionCommand::OpenPreset(next.id).into(), false),
            None => self.perform_in_window(ctx, WindowCommand::AskLesson),
        }
    }

    fn resize_text(&mut self, percent: u16) {
        self.view.settings.text_size = percent.clamp(80, 200);
    }

    /// Puts the last copied area on the clipboard.
    fn copy_area(&mut self, said: &'static str) {
        if self.session.opened().selection.is_some()
            && let Some(clip) = self.session.clip()
        {
            self.copy_scene(ClipboardContent::Area(clip), said);
        }
    }

    /// Puts text on the clipboard and reports it, or reports why there is none.
    fn copy(&mut self, ctx: &egui::Context, text: Result<String, FileError>, said: &str) {
        match text {
            Ok(text) => {
                ctx.copy_text(text);
                self.toasts.info(said);
            }
            Err(error) => self.session.fail(error.to_string()),
        }
    }
}

/// Returns whether a command replaces the document, so that unsaved changes would be lost.
pub(crate) fn throws_away(command: &Command) -> bool {
    use WindowCommand as W;
    match command {
        Command::Session(command) => command.effect().opens,
        Command::Window(command) => {
            matches!(command, W::AskNew | W::AskGenerate | W::AskOpen | W::OpenLeft | W::Quit)
        }
    }
}
