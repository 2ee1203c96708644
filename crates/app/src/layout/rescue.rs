//! Recovery when the window's own code panics: it reports the crash and goes on. If every frame panics, a rescue screen
//! with a few words and buttons replaces the window, so that the user can still save.

use crate::background::LaneId;
use crate::canvas::camera::Camera;
use crate::debugger::disk::crash::{Crash, keep_report};
use crate::debugger::session::background::Kind;
use crate::debugger::session::window::{Arrangement, PanelId};
use crate::debugger::{Session, SessionCommand};
use crate::view::{Dialog, PathFor};
use crate::{App, dialogs};
use egui::{CentralPanel, Context, RichText, Ui, ViewportCommand};
use egui_tiles::Tree;

/// Number of consecutive frames that may panic before the rescue screen is shown.
const PATIENCE: u8 = 3;

/// A function called whenever the map is drawn.
type DrawHook = Box<dyn FnMut(&Session)>;

/// State of the recovery from crashes in recent frames.
#[derive(Default)]
pub(crate) struct Rescue {
    /// Number of consecutive frames that panicked.
    broken: u8,
    /// A function that a test injects, for example to panic.
    besides: Option<DrawHook>,
    /// Copy of what drawing a frame takes apart: the panels of an arrangement, and the camera.
    before: Option<(Arrangement, Tree<PanelId>, Camera)>,
}

impl Rescue {
    /// Returns whether every frame panics, so that the rescue screen is shown.
    pub(crate) fn is_on(&self) -> bool {
        self.broken >= PATIENCE
    }

    /// Copies the panels before they are drawn, because `egui_tiles` takes each out of its tree while it draws it.
    pub(crate) fn begin(&mut self, arrangement: Arrangement, tree: &Tree<PanelId>, camera: Camera) {
        self.before = Some((arrangement, tree.clone(), camera));
    }

    /// Records that a frame was drawn without a panic.
    pub(crate) fn went_well(&mut self) {
        self.before = None;
        if !self.is_on() {
            self.broken = 0;
        }
    }

    /// Calls the injected function, if there is one.
    pub(crate) fn also(&mut self, session: &Session) {
        if let Some(besides) = &mut self.besides {
            besides(session);
        }
    }
}

impl App {
    /// Adds a function that is called whenever the map is drawn. Tests use it to inject a panic.
    #[must_use]
    pub fn with_draw_hook(mut self, besides: impl FnMut(&Session) + 'static) -> Self {
        self.rescue.besides = Some(Box::new(besides));
        self
    }

    /// Handles a frame that panicked: restores the panels, closes the dialog, and stops playback. The next frame tries
    /// again.
    pub(crate) fn broke(&mut self, ctx: &Context, crash: &Crash) {
        self.rescue.broken = self.rescue.broken.saturating_add(1).min(PATIENCE);
        self.view.dialog = None;
        if let Some((arrangement, tree, camera)) = self.rescue.before.take() {
            *self.layouts.of(arrangement) = tree;
            self.view.camera = camera;
        }
        self.session.pause();
        if self.rescue.broken == 1 || self.rescue.is_on() {
            self.session.crashed(crash, "drawing a frame, or what was asked for in it", None);
        }
        self.keep_reports();
        ctx.request_repaint();
    }

    /// Writes crash reports that are not on disk yet, and reports where they are.
    pub(crate) fn keep_reports(&mut self) {
        for report in self.session.take_crash_reports() {
            let Some(storage) = &self.storage else { continue };
            match keep_report(&storage.sibling_path("crashes"), &report) {
                Ok(path) => {
                    self.session.notify(&format!("A report of the error is in {}.", path.display()));
                }
                Err(error) => self.session.fail(error.to_string()),
            }
        }
    }

    /// Shows the window's own field for a path, if the system has no file dialog, and the question whether to replace a
    /// file. Draws no other dialog.
    fn save_by_path(&mut self, ctx: &Context) {
        if !matches!(self.view.dialog, Some(Dialog::Path(PathFor::Save, _) | Dialog::Replace(PathFor::Save, _))) {
            return;
        }
        let mut commands = Vec::new();
        dialogs::show(ctx, &self.session, &mut self.view, &mut commands);
        for command in commands {
            self.perform(ctx, command, false);
        }
    }

    /// Draws the rescue screen.
    pub(crate) fn show_rescue(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        let mut again = false;
        CentralPanel::default().show(ui, |ui| {
            ui.heading("gridscope itself makes an error whenever it draws this");
            ui.label("What you have done is still here, and is written down for the next start.");
            ui.add_space(10.0);
            if ui.button("Try again").clicked() {
                again = true;
            }
            if ui.button("Undo the last change").clicked() {
                self.session.apply(&SessionCommand::Undo);
                again = true;
            }
            if let Some(path) = self.session.document().path.clone()
                && ui.button(format!("Save {}", path.display())).clicked()
            {
                self.session.perform(&SessionCommand::SaveAs(path));
            }
            if ui.button("Save as…").clicked() {
                self.ask_save(&ctx);
            }
            if ui.button("Close without saving").clicked() {
                self.closing = true;
                ctx.send_viewport_cmd(ViewportCommand::Close);
            }
            if let Some(report) = self.session.work().recent.report.clone()
                && ui.button("Copy the report").clicked()
            {
                ctx.copy_text(report);
            }
            ui.add_space(10.0);
            for (text, _) in &self.told {
                ui.label(RichText::new(text));
            }
        });
        if again {
            self.rescue.broken = 0;
            ctx.request_repaint();
        }
        self.save_by_path(&ctx);
        for id in [LaneId::Session(Kind::Save), LaneId::Leftovers, LaneId::RecoveryCopy] {
            self.drive(id, &ctx);
        }
        self.recover(&ctx);
        self.close(&ctx);
        self.show_notices();
    }
}
