//! The window: it draws the session and turns input into commands. It knows no algorithm.

pub mod canvas;
pub mod dialogs;
mod files;
pub mod layout;
pub mod links;
pub mod menu;
pub mod panels;
pub mod shortcuts;
pub mod storage;
pub mod theme;
pub mod view;
mod worker;

use crate::debugger::Session;
use crate::debugger::command::Command;
use crate::debugger::session::Notice;
use crate::debugger::work::Task;
use crate::formats::{self, Format as _};
use canvas::Canvas;
use layout::{Pane, Panes};
use std::path::PathBuf;
use storage::Storage;
use theme::Theme;
use view::{Cx, Dialog, Settings, View};
use worker::Worker;

/// The preset that the window opens with.
pub const FIRST_PRESET: &str = "hello";

/// The window's application: it owns the parts and implements none of them.
pub struct App {
    session: Session,
    view: View,
    canvas: Canvas,
    layout: egui_tiles::Tree<Pane>,
    worker: Option<Worker>,
    toasts: egui_notify::Toasts,
    clock: web_time::Instant,
    /// What was told last, and when.
    told: Option<(String, web_time::Instant)>,
    /// The number of the scene that the view is set for.
    opened: u64,
    /// Whether closing was confirmed.
    closing: bool,
    /// Where it is kept how the window was left; none in tests and pictures.
    storage: Option<Storage>,
}

impl App {
    /// A window on a session, recording on a thread of its own.
    pub fn new(session: Session, settings: Settings) -> Self {
        Self {
            session,
            view: View::new(settings),
            canvas: Canvas::default(),
            layout: layout::first(),
            worker: Some(Worker::default()),
            toasts: egui_notify::Toasts::default().with_anchor(egui_notify::Anchor::BottomRight),
            clock: web_time::Instant::now(),
            told: None,
            opened: 0,
            closing: false,
            storage: None,
        }
    }

    /// The same, recording at once within the frame: for tests and pictures.
    pub fn without_worker(session: Session, settings: Settings) -> Self {
        let mut app = Self { worker: None, ..Self::new(session, settings) };
        app.session.settle();
        app
    }

    /// What is being looked at.
    pub const fn session(&self) -> &Session {
        &self.session
    }

    /// What is being looked at, to change.
    pub const fn session_mut(&mut self) -> &mut Session {
        &mut self.session
    }

    /// The window's own state.
    pub const fn view_mut(&mut self) -> &mut View {
        &mut self.view
    }

    /// Brings a panel to the front.
    pub fn show_panel(&mut self, pane: Pane) {
        layout::bring(&mut self.layout, pane);
    }

    /// One frame.
    pub fn frame(&mut self, ui: &mut egui::Ui) {
        let ctx = ui.ctx().clone();
        self.record(&ctx);
        if self.opened != self.session.opened {
            // What differs was asked of another scene.
            (self.opened, self.view.settings.differences) = (self.session.opened, false);
        }
        if let Some(title) = self.session.panel.take() {
            match Pane::titled(&title) {
                Some(pane) => self.show_panel(pane),
                None => self.session.fail(format!("this scene opens with the panel {title:?}, and there is none")),
            }
        }
        self.play(&ctx);
        let mut out = Vec::new();
        if self.view.dialog.is_none() {
            shortcuts::commands(&ctx, self.session.mode, &mut out);
        }
        dropped_files(&ctx, &mut out);
        self.view.point_at = None;
        self.view.point_at_path.clear();
        let mut cx = Cx { session: &self.session, view: &mut self.view, out: &mut out };
        let margin = egui::Frame::side_top_panel(ui.style()).inner_margin(egui::Margin::symmetric(12, 6));
        egui::Panel::top("menu").frame(margin).show(ui, |ui| menu::show(ui, &mut cx));
        egui::Panel::bottom("time").frame(margin).show(ui, |ui| {
            panels::transport::show(ui, &mut cx);
            ui.add_space(4.0);
            panels::timeline::show(ui, &mut cx);
        });
        egui::CentralPanel::default().frame(egui::Frame::new()).show(ui, |ui| {
            if cx.view.settings.panels {
                self.layout.ui(&mut Panes { cx: &mut cx, canvas: &mut self.canvas }, ui);
            } else {
                self.canvas.show(ui, &mut cx);
            }
        });
        dialogs::show(&ctx, &self.session, &mut self.view, &mut out);
        self.session.hovered = self.view.point_at;
        let confirmed = std::mem::take(&mut self.view.confirmed);
        for command in out {
            self.perform(&ctx, command, confirmed);
        }
        self.tell();
        self.toasts.show(&ctx);
        self.close(&ctx);
    }

    fn record(&mut self, ctx: &egui::Context) {
        match &mut self.worker {
            Some(worker) => {
                if worker.poll(&mut self.session, ctx) {
                    ctx.request_repaint_after(std::time::Duration::from_millis(30));
                }
            }
            None => self.session.settle(),
        }
    }

    fn play(&mut self, ctx: &egui::Context) {
        let seconds = self.clock.elapsed().as_secs_f64();
        self.clock = web_time::Instant::now();
        if self.session.playback.playing && self.session.tick(seconds) {
            ctx.request_repaint();
        }
    }

    /// Does a command: those that need the window here, all others in the session. What would throw unsaved changes
    /// away asks first.
    fn perform(&mut self, ctx: &egui::Context, command: Command, confirmed: bool) {
        let throws_away = matches!(
            command,
            Command::AskNew
                | Command::Generate(_)
                | Command::AskOpen
                | Command::Open(_)
                | Command::OpenPreset(_)
                | Command::Quit
        );
        if throws_away && self.session.document.is_changed() && !confirmed {
            self.view.dialog = Some(Dialog::Unsaved(Box::new(command)));
            return;
        }
        let opens = matches!(
            command,
            Command::New(_) | Command::Generate(_) | Command::Open(_) | Command::OpenPreset(_) | Command::Resize(_)
        );
        match command {
            Command::AskNew => self.view.dialog = Some(Dialog::New { width: 24, height: 16 }),
            Command::AskOpen => self.ask_open(),
            Command::AskCompareWith => self.ask_compare_with(),
            Command::Save => match self.session.document.path.clone() {
                Some(path) => {
                    self.session.save_as(&path);
                }
                None => self.ask_save(),
            },
            Command::AskSaveAs => self.ask_save(),
            Command::Quit => {
                self.closing = true;
                ctx.send_viewport_cmd(egui::ViewportCommand::Close);
            }
            Command::CopyText => match self.session.as_text() {
                Ok((text, lost)) => {
                    ctx.copy_text(text);
                    self.toasts.info(copied(&lost));
                }
                Err(error) => self.session.fail(error),
            },
            Command::CopyLink => {
                let link = self.session.as_link();
                self.copy(ctx, link, "Copied a link to this moment. Paste it into a chat, or here.");
            }
            Command::CopyTable => {
                let table = self.session.as_table();
                self.copy(ctx, table, "Copied the table, a run a row.");
            }
            Command::CopySmallText => {
                let text = self.session.small_as_text();
                self.copy(ctx, text, "Copied the small map as text.");
            }
            Command::CopySmallTest => {
                let test = self.session.small_as_test();
                self.copy(ctx, test, "Copied a test in Rust that keeps the symptom.");
            }
            Command::AskSaveTable => self.ask_save_table(),
            Command::AskPaste => ctx.send_viewport_cmd(egui::ViewportCommand::RequestPaste),
            Command::AskSeek => self.view.dialog = Some(Dialog::Seek(String::new())),
            Command::Fit => self.view.camera.fit = true,
            Command::ActualSize => {
                (self.view.camera.zoom, self.view.camera.fit) = (canvas::camera::ACTUAL_SIZE, false);
            }
            Command::ToggleGrid => self.view.settings.grid ^= true,
            Command::ToggleNumbers => self.view.settings.numbers ^= true,
            Command::ToggleArrows => self.view.settings.arrows ^= true,
            Command::ToggleDifferences => self.view.settings.differences ^= true,
            Command::TogglePanels => self.view.settings.panels ^= true,
            Command::ToggleFullScreen => {
                let full = ctx.input(|i| i.viewport().fullscreen.unwrap_or(false));
                ctx.send_viewport_cmd(egui::ViewportCommand::Fullscreen(!full));
            }
            Command::NextTheme => {
                self.view.next_theme();
                style(ctx, &self.view.theme);
            }
            Command::ShowPanel(title) => {
                if let Some(pane) = Pane::titled(title) {
                    self.view.settings.panels = true;
                    self.show_panel(pane);
                }
            }
            Command::ResetLayout => self.layout = layout::first(),
            Command::Palette => self.view.dialog = Some(Dialog::Palette { query: String::new(), row: 0 }),
            Command::KeySheet => self.view.dialog = Some(Dialog::Keys),
            Command::About => self.view.dialog = Some(Dialog::About),
            other => {
                let select = matches!(other, Command::Select(Some(_)));
                let bookmark = other == Command::AddBookmark;
                let asymmetry = other == Command::Begin(Task::Asymmetry);
                if !self.session.apply(&other) {
                    self.session.fail("this command does nothing here");
                }
                if select {
                    self.show_panel(Pane::Cell);
                }
                if asymmetry {
                    self.show_panel(Pane::Asymmetry);
                }
                if bookmark {
                    self.show_panel(Pane::Notes);
                }
            }
        }
        if opens {
            self.view.camera.fit = true;
        }
    }

    /// Puts text on the clipboard and says so, or says why there is none.
    fn copy(&mut self, ctx: &egui::Context, text: Result<String, String>, said: &str) {
        match text {
            Ok(text) => {
                ctx.copy_text(text);
                self.toasts.info(said);
            }
            Err(error) => self.session.fail(error),
        }
    }

    fn tell(&mut self) {
        for notice in self.session.notices.drain(..) {
            // The same sentence again and again is told once.
            let now = web_time::Instant::now();
            let recent = |told: &(String, web_time::Instant)| {
                told.0 == notice.text && now.duration_since(told.1) < std::time::Duration::from_secs(4)
            };
            if self.told.as_ref().is_some_and(recent) {
                continue;
            }
            self.told = Some((notice.text.clone(), now));
            if notice.error {
                self.toasts.error(notice.text).duration(std::time::Duration::from_secs(9));
            } else {
                self.toasts.info(notice.text).duration(std::time::Duration::from_secs(5));
            }
        }
    }

    /// Asks before the window closes on unsaved changes.
    fn close(&mut self, ctx: &egui::Context) {
        if ctx.input(|i| i.viewport().close_requested()) && !self.closing && self.session.document.is_changed() {
            ctx.send_viewport_cmd(egui::ViewportCommand::CancelClose);
            self.view.dialog = Some(Dialog::Unsaved(Box::new(Command::Quit)));
        }
    }
}

fn copied(lost: &[String]) -> String {
    if lost.is_empty() {
        "Copied the map as text.".into()
    } else {
        format!("Copied the map as text. Text can not hold {}.", lost.join(", "))
    }
}

fn dropped_files(ctx: &egui::Context, out: &mut Vec<Command>) {
    ctx.input(|i| out.extend(i.raw.dropped_files.iter().map(|f| Command::Open(f.path().to_owned()))));
}

/// Fonts, sizes and colours that hold for the whole window: legible from the back of a class room.
pub fn style(ctx: &egui::Context, theme: &Theme) {
    use egui::{FontFamily, FontId, TextStyle};
    let mut fonts = egui::FontDefinitions::default();
    // The proportional font has no arrows; the monospaced one does.
    fonts.families.entry(FontFamily::Proportional).or_default().push("Hack".to_owned());
    ctx.set_fonts(fonts);
    ctx.set_visuals(theme.visuals());
    ctx.all_styles_mut(|style| {
        style.text_styles = [
            (TextStyle::Heading, FontId::new(20.0, FontFamily::Proportional)),
            (TextStyle::Body, FontId::new(15.0, FontFamily::Proportional)),
            (TextStyle::Button, FontId::new(15.0, FontFamily::Proportional)),
            (TextStyle::Monospace, FontId::new(14.5, FontFamily::Monospace)),
            (TextStyle::Small, FontId::new(12.5, FontFamily::Proportional)),
        ]
        .into();
        style.spacing.item_spacing = egui::vec2(8.0, 5.0);
        style.spacing.button_padding = egui::vec2(7.0, 3.0);
    });
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut egui::Ui, _: &mut eframe::Frame) {
        self.frame(ui);
        for address in links::clicked(ui.ctx()) {
            if let Err(error) = links::follow(&address) {
                self.session.fail(error);
            }
        }
        self.keep_sometimes(ui.ctx());
    }

    fn on_exit(&mut self, _: Option<&eframe::glow::Context>) {
        self.keep();
    }
}

/// Opens the window, on a file or on the first preset, and returns when it is closed.
///
/// # Errors
/// One sentence when the file can not be opened or there is no display.
pub fn run(open: Option<PathBuf>) -> Result<(), String> {
    let session = match open {
        None => Session::new(preset(FIRST_PRESET)?),
        Some(path) => session_on(path)?,
    };
    let storage = Storage::of_user();
    let size = storage.as_ref().map_or_else(storage::Size::default, |s| s.read().window);
    let options = eframe::NativeOptions {
        viewport: egui::ViewportBuilder::default()
            .with_title("gridscope")
            .with_app_id("gridscope")
            .with_inner_size(size.inner)
            .with_maximized(size.maximized)
            .with_min_inner_size([480.0, 320.0])
            .with_drag_and_drop(true),
        ..eframe::NativeOptions::default()
    };
    let start = Box::new(|cc: &eframe::CreationContext<'_>| -> Result<Box<dyn eframe::App>, _> {
        let mut app = App::new(session, Settings::default());
        if let Some(storage) = storage {
            app = app.keeping(storage);
        }
        style(&cc.egui_ctx, &app.view.theme);
        Ok(Box::new(app))
    });
    eframe::run_native("gridscope", options, start)
        .map_err(|e| format!("the window can not be opened: {e}; is there a display?"))
}

/// A session on a file, or on a preset where there is no such file.
fn session_on(path: PathBuf) -> Result<Session, String> {
    if let Some(text) = path.to_str().filter(|t| formats::link::Link.recognises(t)) {
        let loaded = formats::link::Link.read("the link", text, &formats::Options::default());
        return loaded.map(|l| Session::new(l.scene)).map_err(|e| e.to_string());
    }
    if !path.exists()
        && let Some(id) = path.to_str().filter(|id| crate::presets::find(id).is_some())
    {
        return Ok(Session::new(preset(id)?));
    }
    let loaded = crate::debugger::files::read(&path)?;
    let mut session = Session::new(loaded.scene);
    session.document.path = (loaded.format == "scene-json").then_some(path);
    session.notices.extend(loaded.notes.into_iter().map(|text| Notice { error: false, text }));
    Ok(session)
}

fn preset(id: &str) -> Result<crate::core::scene::Scene, String> {
    let preset = crate::presets::find(id).or_else(|| crate::presets::PRESETS.first());
    preset.ok_or("there are no presets")?.scene().map_err(|e| e.to_string())
}
