//! The window: it draws the session and turns input into commands. It knows no algorithm.
//!
//! Depend on `gridscope`: this crate makes no promise between versions.

#![warn(unreachable_pub)]
#![deny(clippy::unwrap_used, clippy::panic, clippy::todo, clippy::unimplemented, clippy::dbg_macro)]

pub(crate) use gridscope_debugger as debugger;
pub(crate) use gridscope_formats as formats;
pub(crate) use gridscope_presets as presets;

mod background;
pub mod canvas;
pub mod dialogs;
pub mod export;
pub mod files;
pub mod host;
pub mod layout;
pub mod panels;
pub mod start;
pub mod style;
pub mod view;

use crate::debugger::disk::files::ClipboardContent;
use crate::debugger::session::window::{Arrangement, PanelId};
use crate::debugger::{Command, Session, WindowCommand};
use background::Background;
pub use background::address_bar::fragment_of;
use canvas::Canvas;
use files::storage::Storage;
#[cfg(target_arch = "wasm32")]
pub use host::{page, use_workers};
use layout::Layouts;
pub use start::first_session;
use start::start_page::StartPage;
#[cfg(target_arch = "wasm32")]
pub use start::{in_page, in_part_of_page};
#[cfg(not(target_arch = "wasm32"))]
pub use start::{run, run_first, run_in};
use std::time::Duration;
pub use style::style;
use view::notice_lines::Subject;
use view::{Settings, View};
use worker::Worker;

/// Functions with which the window records runs and does long work.
pub mod worker {
    pub use crate::background::{Record, RunTask, Worker};
}

/// Name of the preset that the window opens with.
pub(crate) const FIRST_PRESET: &str = "hello";

/// The window's application. It owns the parts and implements none of them.
pub struct App {
    session: Session,
    view: View,
    canvas: Canvas,
    layouts: Layouts,
    background: Background,
    host: host::Host,
    address_bar: background::address_bar::AddressBar,
    /// Commands that a program around the window asked for.
    asked: Vec<Command>,
    /// The map of the start page, while that is shown.
    living_map: Option<start::living_map::LivingMap>,
    /// The file being read or the map being made.
    opening: Option<files::opening::Opening>,
    /// Text being prepared for the clipboard.
    copying: Option<ClipboardContent>,
    /// Message shown once that text is on the clipboard.
    copied: &'static str,
    toasts: egui_notify::Toasts,
    clock: web_time::Instant,
    /// Recent notices, each with the time when it was shown.
    told: Vec<(String, web_time::Instant)>,
    /// Number of the opened scene that the view is set up for. See `Session::scene_number`.
    opened: u64,
    /// Number of the opened scene whose log faults were already brought to the front.
    faults_of: u64,
    /// The opened scene, and the number of its runs in the last frame.
    runs: (u64, usize),
    /// Number of frames drawn so far, up to those in which the size of the window is checked.
    frames: u8,
    /// Whether the window is to be as large as the screen, and is not yet.
    fills_screen: bool,
    /// Whether the scene is to be played up to the moment of its picture, once it is recorded.
    plays_opening: bool,
    /// Whether the user confirmed that the window closes.
    closing: bool,
    /// Storage of settings and layouts between starts. `None` in tests and pictures.
    storage: Option<Storage>,
    /// Storage of unsaved work. `None` in tests and pictures.
    recovering: Option<files::recovering::Recovering>,
    /// State of the recovery from crashes in recent frames.
    rescue: layout::rescue::Rescue,
    /// The text field with the focus, and the commands that wait for it.
    typing: layout::typing::Typing,
}

/// Smallest window in which no text is cut, in points.
const LEAST: egui::Vec2 = egui::vec2(512.0, 350.0);

impl App {
    /// Creates a window on a session. Tasks run on threads, or in turns with the frames if it is in a page.
    pub fn new(session: Session, settings: Settings) -> Self {
        Self::with_worker(session, settings, Worker::default())
    }

    /// Like [`App::new`], but with the given worker.
    pub fn with_worker(session: Session, settings: Settings, worker: Worker) -> Self {
        Self {
            session,
            view: View::new(settings),
            canvas: Canvas::default(),
            layouts: Layouts::default(),
            background: Background::new(worker),
            host: host::Host::default(),
            address_bar: background::address_bar::AddressBar::default(),
            asked: Vec::new(),
            living_map: None,
            opening: None,
            copying: None,
            copied: "",
            toasts: egui_notify::Toasts::default().with_anchor(egui_notify::Anchor::BottomLeft),
            clock: web_time::Instant::now(),
            told: Vec::new(),
            opened: 0,
            faults_of: 0,
            runs: (0, 0),
            frames: 0,
            fills_screen: false,
            plays_opening: false,
            closing: false,
            storage: None,
            recovering: None,
            rescue: layout::rescue::Rescue::default(),
            typing: layout::typing::Typing::default(),
        }
    }

    /// Like [`App::new`], but records within the frame, without threads: for tests and pictures.
    pub fn without_worker(session: Session, settings: Settings) -> Self {
        let mut app = Self { background: Background::within_frames(), ..Self::new(session, settings) };
        app.session.settle();
        app
    }

    /// Like [`App::new`], but runs tasks in turns with the frames, without threads, as a page does.
    pub fn in_turns(session: Session, settings: Settings) -> Self {
        Self { background: Background::in_turns(), ..Self::new(session, settings) }
    }

    /// Returns the session.
    pub const fn session(&self) -> &Session {
        &self.session
    }

    /// Returns the session for changes.
    pub const fn session_mut(&mut self) -> &mut Session {
        &mut self.session
    }

    /// Performs a command in the next frame, as if the user had asked for it.
    pub fn request(&mut self, command: impl Into<Command>) {
        self.asked.push(command.into());
    }

    /// Returns whether everything requested is opened and recorded.
    pub fn is_settled(&self) -> bool {
        let recorded = self.session.replay().is_some() && !self.session.is_recording();
        recorded && self.asked.is_empty() && self.opening.is_none()
    }

    /// Says that the rest of the program cannot be fetched, and why. Until it is there, what needs it waits.
    pub fn program_failed(&mut self, why: &str) {
        let text = format!("Only a part of gridscope is here, because {why}. What needs the rest waits.");
        self.view.put_line(Subject::Program, text, Some(("Try again", WindowCommand::FetchProgram)));
    }

    /// Gives the window the texts of the guide.
    #[must_use]
    pub fn with_guide(mut self, guide: dialogs::guide::Guide) -> Self {
        self.view.guide = guide;
        self
    }

    /// Returns the window's own state for changes.
    pub const fn view_mut(&mut self) -> &mut View {
        &mut self.view
    }

    /// Returns the colour that the screen is cleared with. It is the background of the map, the largest part of the
    /// window, so that area need not be filled again.
    pub fn backdrop(&self) -> egui::Color32 {
        self.view.theme.canvas
    }

    /// Brings a panel to the front in the current arrangement. Does nothing in Present, which shows only the map.
    pub fn show_panel(&mut self, panel: PanelId) {
        let arrangement = self.view.settings.arrangement;
        if let Some(narrow) = &mut self.view.narrow {
            narrow.bring(panel);
        } else if arrangement == Arrangement::Learn {
            // The map and the lesson are always there.
            self.view.stage.panel = Some(panel).filter(|panel| !matches!(panel, PanelId::Map | PanelId::Lesson));
        } else if arrangement != Arrangement::Present {
            self.view.asks_why &= panel == PanelId::Cell;
            // An enlarged panel would hide it.
            if self.layouts.enlarged(arrangement).is_some_and(|enlarged| enlarged != panel) {
                self.layouts.enlarge(arrangement, panel);
            }
            layout::bring(self.layouts.of(arrangement), panel);
        }
    }

    /// Returns whether the current arrangement has a panel in some tab.
    pub fn shows_panel(&mut self, panel: PanelId) -> bool {
        let arrangement = self.view.settings.arrangement;
        if arrangement == Arrangement::Learn && self.view.narrow.is_none() {
            return [PanelId::Map, PanelId::Lesson].contains(&panel) || self.view.stage.panel == Some(panel);
        }
        self.view.narrow.is_some() || layout::has(self.layouts.of(arrangement), panel)
    }

    /// Runs one frame. If it panics, the window reports the crash and goes on with the next frame.
    pub fn frame(&mut self, ui: &mut egui::Ui) {
        match host::catch_panic::caught(
            || if self.rescue.is_on() { self.show_rescue(ui) } else { self.whole_frame(ui) },
        ) {
            Ok(()) => self.rescue.went_well(),
            Err(crash) => self.broke(ui.ctx(), &crash),
        }
    }

    /// Runs one frame: first the commands of keys and dropped files, so that this frame shows their effect. Then it
    /// draws everything, and then it performs the commands that were clicked.
    fn whole_frame(&mut self, ui: &mut egui::Ui) {
        let ctx = ui.ctx().clone();
        let size = self.text_size(&ctx);
        if (ctx.zoom_factor() - size).abs() > 1e-3 {
            ctx.set_zoom_factor(size);
        }
        self.fit_screen(&ctx);
        self.play_opening();
        // The time since the last frame belongs to the playback then, not to what a key starts now.
        self.play(&ctx);
        self.note_typing(&ctx);
        let mut pending_commands = std::mem::take(&mut self.asked);
        layout::tour::take_keys(&ctx, &mut self.view);
        if self.view.dialog.is_none() {
            let has_map = !self.view.start_page.is_shown();
            let takes = |command: &Command| has_map || start::start_page::takes_key(command);
            let mode = (self.session.hand().mode, self.session.movers().is_some());
            let turns_slides = match self.view.settings.arrangement {
                Arrangement::Present => true,
                Arrangement::Learn => layout::stage::stops::count(&self.session) > 0,
                Arrangement::Debug | Arrangement::Edit => false,
            };
            view::shortcuts::commands(&ctx, mode, turns_slides, takes, &mut pending_commands);
        }
        pending_commands.extend(self.take_dropped(&ctx));
        let pending_commands = self.after_typing(&ctx, pending_commands);
        self.perform_all(&ctx, pending_commands, false);
        self.work_in_background(&ctx);
        if self.view.dialog.is_none() {
            self.ask_about_map();
        }
        self.view.changed_file.look(&ctx, &self.session);
        if self.opened != self.session.scene_number() {
            // Differences between runs are coloured at once, unless the scene says otherwise. Switching that is for one
            // scene.
            let differences = self.session.scene().run.question.differences.unwrap_or(true);
            if self.opened != 0 {
                self.view.start_page = StartPage::Hidden;
            }
            self.view.drop_line(Subject::Tiles);
            (self.opened, self.view.settings.differences) = (self.session.scene_number(), differences);
            self.arrange_for_scene();
            self.session.begin_what_is_asked();
            if self.view.dialog.is_none() && self.session.asks_for_search() {
                self.view.dialog = Some(view::Dialog::Searches(String::new()));
            }
        }
        if let Some(decided) = self.session.take_decided() {
            self.view.put_line(Subject::Tiles, decided, Some(("Tiles …", WindowCommand::AskTiles)));
        }
        self.arrange_for_faults();
        self.arrange_for_runs();
        // A lesson opens on its text. The panel that the slide names comes to the front once the user switches to an
        // arrangement that has it.
        if let Some(panel) = self.session.display_state().panel
            && match self.view.settings.arrangement {
                Arrangement::Debug => true,
                Arrangement::Learn => panel == PanelId::Lesson,
                Arrangement::Edit | Arrangement::Present => self.shows_panel(panel),
            }
        {
            self.session.take_panel();
            self.show_panel(panel);
        }
        self.follow_journey();
        let scene = (!self.view.start_page.is_shown()).then_some(&self.session);
        host::window_title::show(&ctx, &self.host, scene);
        view::focus::follow(&ctx);
        layout::narrow::update(&ctx, &mut self.view, self.host.is_embedded());
        let clicked = self.draw(ui);
        self.hide_resting_pointer(&ctx);
        layout::tour::show(&ctx, &mut self.view);
        if let Some(page) = self.view.guide.next_request() {
            self.host.fetch_guide(&ctx, page);
        }
        view::focus::show(&ctx, &self.view);
        if !clicked.is_empty() {
            // The next frame shows the effect of a click, so there must be one.
            ctx.request_repaint();
        }
        let confirmed = std::mem::take(&mut self.view.confirmed);
        self.perform_clicked(&ctx, clicked, confirmed);
        self.keep_reports();
        self.show_notices();
        self.draw_toasts(&ctx);
        self.announce(ui);
        self.stop_opening(&ctx);
        self.recover(&ctx);
        self.close(&ctx);
    }

    /// Returns the scale of the text; 1 is the usual size. It is the setting, limited by the room in the window.
    fn text_size(&self, ctx: &egui::Context) -> f32 {
        let size = ctx.content_rect().size() * ctx.zoom_factor();
        let room = size / if layout::narrow::is_narrow(size) { layout::narrow::LEAST } else { LEAST };
        let max_size = (room.x.min(room.y) * 10.0).floor() / 10.0;
        (f32::from(self.view.settings.text_size) / 100.0).min(max_size.max(1.0))
    }

    fn play(&mut self, ctx: &egui::Context) {
        let seconds = self.clock.elapsed().as_secs_f64();
        self.clock = web_time::Instant::now();
        if self.session.display_state().playback.is_turning_slide() {
            self.session.tick(seconds);
            self.wake(ctx);
        } else if self.session.display_state().playback.playing {
            let before = self.session.moment().0;
            self.session.tick(seconds);
            self.stop_at_slide(before);
            self.wake(ctx);
        }
    }

    /// Requests the frame in which the next event is due. Ten events per second need ten frames.
    pub(crate) fn wake(&self, ctx: &egui::Context) {
        // egui wakes earlier by the predicted length of a frame. Without this, each event would cost one useless frame.
        let early = ctx.input(|i| i.predicted_dt);
        let wait = self.session.display_state().playback.next_in() + f64::from(early);
        ctx.request_repaint_after(Duration::from_secs_f64(wait));
    }
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut egui::Ui, _: &mut eframe::Frame) {
        self.frame(ui);
        for address in host::links::clicked(ui.ctx()) {
            if let Err(error) = host::links::follow(&address) {
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
