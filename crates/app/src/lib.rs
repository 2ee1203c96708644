//! The window: it draws the session and turns input into commands. It knows no algorithm.

#![deny(clippy::unwrap_used, clippy::panic, clippy::todo, clippy::unimplemented, clippy::dbg_macro)]

pub(crate) use gridscope_core as core;
pub(crate) use gridscope_debugger as debugger;
pub(crate) use gridscope_formats as formats;
pub(crate) use gridscope_presets as presets;

mod arranging;
pub mod banner;
pub mod canvas;
pub mod caught;
pub mod dialogs;
pub mod display;
pub mod export;
mod exporting;
mod files;
mod first_layout;
mod focus;
pub mod fonts;
pub mod layout;
pub mod links;
pub mod menu;
pub mod named;
mod notices;
mod opening;
pub mod own_scenes;
pub mod panels;
mod perform;
mod previewing;
pub mod recovering;
mod rescue;
pub mod sentence;
pub mod shortcuts;
mod start;
pub mod storage;
mod stored_layout;
mod style;
pub mod theme;
mod thread;
mod typing;
pub mod view;
pub mod worker;

use crate::debugger::Session;
use crate::debugger::command::{Command, SessionCommand, WindowCommand};
use crate::debugger::session::LongWork;
use crate::debugger::window::{Arrangement, PanelId};
use canvas::Canvas;
use layout::{Layouts, Panes};
pub use start::{run, run_in};
use std::time::Duration;
use storage::Storage;
pub use style::style;
use view::{Cx, Dialog, Settings, View};
use worker::Worker;

/// The preset that the window opens with.
pub const FIRST_PRESET: &str = "hello";

/// In how many frames at the start the size of the window is looked after.
const FIRST_FRAMES: u8 = 40;

/// The window's application: it owns the parts and implements none of them.
pub struct App {
    session: Session,
    view: View,
    canvas: Canvas,
    layouts: Layouts,
    worker: Option<Worker>,
    /// What is being read or made.
    opening: Option<opening::Opening>,
    /// What is being made text of for the clipboard.
    copying: Option<files::Copied>,
    toasts: egui_notify::Toasts,
    clock: web_time::Instant,
    /// What was told lately, and when.
    told: Vec<(String, web_time::Instant)>,
    /// The number of the scene that the view is set for.
    opened: u64,
    /// The number of the scene whose faults were brought to the front.
    faults_of: u64,
    /// How many of the first frames there were.
    frames: u8,
    /// Whether closing was confirmed.
    closing: bool,
    /// Where it is kept how the window was left; none in tests and pictures.
    storage: Option<Storage>,
    /// Where what is not saved is kept; none in tests and pictures.
    recovering: Option<recovering::Recovering>,
    /// What broke in the last frames.
    rescue: rescue::Rescue,
    /// The text field that has the keyboard, and the commands that wait for it.
    typing: typing::Typing,
}

/// The least window in which no text is cut, in points.
const LEAST: egui::Vec2 = egui::vec2(512.0, 350.0);

impl App {
    /// A window on a session, recording on a thread of its own.
    pub fn new(session: Session, settings: Settings) -> Self {
        Self::with_worker(session, settings, Worker::default())
    }

    /// The same with a worker of one's own.
    pub fn with_worker(mut session: Session, settings: Settings, worker: Worker) -> Self {
        session.long_work = LongWork::Aside;
        Self {
            session,
            view: View::new(settings),
            canvas: Canvas::default(),
            layouts: Layouts::default(),
            worker: Some(worker),
            opening: None,
            copying: None,
            toasts: egui_notify::Toasts::default().with_anchor(egui_notify::Anchor::BottomRight),
            clock: web_time::Instant::now(),
            told: Vec::new(),
            opened: 0,
            faults_of: 0,
            frames: 0,
            closing: false,
            storage: None,
            recovering: None,
            rescue: rescue::Rescue::default(),
            typing: typing::Typing::default(),
        }
    }

    /// The same, recording at once within the frame: for tests and pictures.
    pub fn without_worker(session: Session, settings: Settings) -> Self {
        let mut app = Self { worker: None, ..Self::new(session, settings) };
        app.session.long_work = LongWork::AtOnce;
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

    /// What the screen is cleared with. It lies behind the map, the largest part of the window: nobody fills that again.
    pub const fn backdrop(&self) -> egui::Color32 {
        self.view.theme.canvas
    }

    /// Brings a panel to the front, in the arrangement at hand; one that presents has none but the map.
    pub fn show_panel(&mut self, panel: PanelId) {
        if self.view.settings.arrangement != Arrangement::Present {
            layout::bring(self.layouts.of(self.view.settings.arrangement), panel);
        }
    }

    /// Whether the arrangement at hand has a panel, in some tab.
    pub fn shows_panel(&mut self, panel: PanelId) -> bool {
        layout::has(self.layouts.of(self.view.settings.arrangement), panel)
    }

    /// One frame, whatever breaks in it: then it is told, and the next one goes on.
    pub fn frame(&mut self, ui: &mut egui::Ui) {
        match caught::caught(|| if self.rescue.is_on() { self.show_rescue(ui) } else { self.whole_frame(ui) }) {
            Ok(()) => self.rescue.went_well(),
            Err(crash) => self.broke(ui.ctx(), &crash),
        }
    }

    /// What keys and dropped files ask for is done first, so that this frame shows it; then everything is
    /// drawn; then what was clicked is done.
    fn whole_frame(&mut self, ui: &mut egui::Ui) {
        let ctx = ui.ctx().clone();
        let size = self.text_size(&ctx);
        if (ctx.zoom_factor() - size).abs() > 1e-3 {
            ctx.set_zoom_factor(size);
        }
        self.fit_screen(&ctx);
        // The time since the last frame belongs to what played then, not to what a key starts now.
        self.play(&ctx);
        self.note_typing(&ctx);
        let mut asked = Vec::new();
        if self.view.dialog.is_none() {
            shortcuts::commands(&ctx, self.session.mode, self.view.settings.arrangement, &mut asked);
        }
        dropped_files(&ctx, &mut asked);
        let asked = self.after_typing(&ctx, asked);
        self.perform_all(&ctx, asked, false);
        self.record(&ctx);
        if self.opened != self.session.opened {
            // What differs was asked of another scene.
            (self.opened, self.view.settings.differences) = (self.session.opened, false);
            self.arrange_for_scene();
            self.session.begin_what_is_asked();
        }
        self.arrange_for_faults();
        // A lesson opens on its text; what it points at is in front as soon as somebody goes where it stands.
        if let Some(panel) = self.session.panel
            && match self.view.settings.arrangement {
                Arrangement::Debug => true,
                Arrangement::Learn => panel == PanelId::Lesson,
                Arrangement::Edit | Arrangement::Present => self.shows_panel(panel),
            }
        {
            self.session.panel = None;
            self.show_panel(panel);
        }
        named::show(&ctx, &self.session);
        focus::follow(&ctx);
        let clicked = self.draw(ui);
        focus::show(&ctx, &self.view);
        if !clicked.is_empty() {
            // What a click changed is seen in the next frame, so there must be one.
            ctx.request_repaint();
        }
        let confirmed = std::mem::take(&mut self.view.confirmed);
        self.perform_clicked(&ctx, clicked, confirmed);
        self.keep_reports();
        self.tell();
        self.toasts.show(&ctx);
        self.announce(ui);
        self.recover(&ctx);
        self.close(&ctx);
    }

    /// How large text is, 1 being the usual size: as was asked for, as long as a window of its least size has room.
    fn text_size(&self, ctx: &egui::Context) -> f32 {
        let room = ctx.content_rect().size() * ctx.zoom_factor() / LEAST;
        let most = (room.x.min(room.y) * 10.0).floor() / 10.0;
        (f32::from(self.view.settings.text_size) / 100.0).min(most.max(1.0))
    }

    /// Draws everything; the answer is what was clicked.
    fn draw(&mut self, ui: &mut egui::Ui) -> Vec<Command> {
        let mut out = Vec::new();
        self.view.point_at = None;
        self.view.point_at_path.clear();
        self.view.panel_at_hand = None;
        self.view.panels.clear();
        let mut cx = Cx { session: &self.session, view: &mut self.view, out: &mut out };
        self.canvas.update(ui.ctx(), &mut cx);
        let (arrangement, bare) = (cx.view.settings.arrangement, cx.view.settings.bare);
        let theme = cx.view.theme.clone();
        let bar = |x, y| egui::Frame::new().fill(theme.window).inner_margin(egui::Margin::symmetric(x, y));
        if bare || arrangement == Arrangement::Present {
            if !bare {
                banner::show(ui, &mut cx);
            }
            let frame = egui::Frame::new().fill(theme.canvas).inner_margin(egui::Margin::symmetric(28, 12));
            egui::Panel::bottom("present")
                .frame(frame)
                .show_separator_line(false)
                .show(ui, |ui| if bare { sentence::show(ui, &mut cx) } else { panels::present::show(ui, &mut cx) });
        } else {
            let top = egui::Panel::top("menu").frame(bar(12, 6)).exact_size(40.0);
            top.show_separator_line(false).show(ui, |ui| menu::show(ui, &mut cx));
            banner::show(ui, &mut cx);
            let time = egui::Panel::bottom("time").frame(bar(16, 4)).show_separator_line(false);
            time.show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 4.0;
                sentence::show(ui, &mut cx);
                // The sentence has as many parts as it has.
                style::steady(ui, "transport", |ui| panels::transport::show(ui, &mut cx));
                style::steady(ui, "timeline", |ui| panels::timeline::show(ui, &mut cx));
            });
        }
        egui::CentralPanel::default().frame(egui::Frame::new()).show(ui, |ui| {
            if bare {
                self.rescue.also(&self.session);
                self.canvas.show(ui, &mut cx);
                return;
            }
            let tree = self.layouts.of(arrangement);
            self.rescue.begin(arrangement, tree, cx.view.camera);
            let widened = layout::widen(tree, arrangement, ui.available_size());
            let (bare, shown) = (layout::bare(tree, arrangement), layout::shown(tree));
            let rescue = &mut self.rescue;
            tree.ui(&mut Panes { cx: &mut cx, canvas: &mut self.canvas, bare, shown, theme, rescue }, ui);
            layout::narrow(tree, widened);
        });
        dialogs::show(ui.ctx(), &self.session, &mut self.view, &mut out);
        self.session.hovered = self.view.point_at;
        out
    }

    fn record(&mut self, ctx: &egui::Context) {
        self.open_on(ctx);
        self.copy_on(ctx, Duration::ZERO);
        match &mut self.worker {
            Some(worker) => {
                if worker.poll(&mut self.session, ctx) {
                    ctx.request_repaint_after(Duration::from_millis(30));
                }
                self.view.awaited_layer = worker.awaited_layer();
            }
            None => self.session.settle(),
        }
    }

    fn play(&mut self, ctx: &egui::Context) {
        let seconds = self.clock.elapsed().as_secs_f64();
        self.clock = web_time::Instant::now();
        if self.session.playback.playing {
            self.session.tick(seconds);
            self.wake(ctx);
        }
    }

    /// Asks for the frame in which the next event is due: ten events a second are ten pictures.
    pub(crate) fn wake(&self, ctx: &egui::Context) {
        // egui comes earlier by what it takes a frame to last; that would be one frame for nothing before each event.
        let early = ctx.input(|i| i.predicted_dt);
        let wait = self.session.playback.next_in() + f64::from(early);
        ctx.request_repaint_after(Duration::from_secs_f64(wait));
    }

    /// In its first moments: a window that is larger than the screen, its title bar included, is made to fit.
    fn fit_screen(&mut self, ctx: &egui::Context) {
        if self.frames >= FIRST_FRAMES {
            return;
        }
        self.frames += 1;
        let viewport = ctx.input(|i| i.viewport().clone());
        let (Some(screen), Some(inner)) = (viewport.monitor_size, viewport.inner_rect) else { return };
        if viewport.maximized == Some(true) || viewport.fullscreen == Some(true) || screen.min_elem() < 1.0 {
            return;
        }
        let frame =
            viewport.outer_rect.map_or(egui::Vec2::ZERO, |outer| (outer.size() - inner.size()).max(egui::Vec2::ZERO));
        let room = screen - frame;
        if inner.width() > room.x + 1.0 || inner.height() > room.y + 1.0 {
            ctx.send_viewport_cmd(egui::ViewportCommand::InnerSize(inner.size().min(room)));
            ctx.send_viewport_cmd(egui::ViewportCommand::OuterPosition(egui::Pos2::ZERO));
        }
    }

    /// Asks before the window closes on unsaved changes.
    fn close(&mut self, ctx: &egui::Context) {
        if !ctx.input(|i| i.viewport().close_requested()) || self.closing {
            return;
        }
        if self.closes_after_typing(ctx) || self.waits_for_save(&WindowCommand::Quit.into()) {
            ctx.send_viewport_cmd(egui::ViewportCommand::CancelClose);
        } else if self.session.document.loses_work() {
            ctx.send_viewport_cmd(egui::ViewportCommand::CancelClose);
            if self.rescue.is_on() {
                // No dialog is drawn there, and it has buttons for both.
                self.session.fail("Not everything is saved: save it, or choose Close without saving.");
                ctx.request_repaint();
                return;
            }
            self.view.dialog = Some(Dialog::Unsaved(Box::new(WindowCommand::Quit.into())));
        }
    }
}

fn dropped_files(ctx: &egui::Context, out: &mut Vec<Command>) {
    ctx.input(|i| out.extend(i.raw.dropped_files.iter().map(|f| SessionCommand::Open(f.path().to_owned()).into())));
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

    fn clear_color(&self, _: &egui::Visuals) -> [f32; 4] {
        self.backdrop().to_normalized_gamma_f32()
    }

    fn on_exit(&mut self, _: Option<&eframe::glow::Context>) {
        self.leave();
        self.keep();
    }
}
