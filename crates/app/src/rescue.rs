//! What the window does when its own code breaks: it says so, keeps a report, and goes on. Where every frame breaks, it
//! shows a few words and buttons instead, so that nothing is lost.

use super::canvas::camera::Camera;
use super::view::{Dialog, PathFor};
use super::{App, dialogs};
use crate::debugger::crash::{Crash, keep_report};
use crate::debugger::session::Notice;
use crate::debugger::window::{Arrangement, PanelId};
use crate::debugger::{Session, SessionCommand};
use egui::{CentralPanel, Context, RichText, Ui, ViewportCommand};
use egui_tiles::Tree;

/// How many frames may break one after the other before the window shows less.
const PATIENCE: u8 = 3;

/// What is done besides whenever the map is drawn.
type Besides = Box<dyn FnMut(&Session)>;

/// What broke lately.
#[derive(Default)]
pub struct Rescue {
    /// How many frames broke one after the other.
    broken: u8,
    /// Where a test hands in what breaks.
    besides: Option<Besides>,
    /// What a frame takes apart while it draws: the panels of an arrangement, and the camera.
    before: Option<(Arrangement, Tree<PanelId>, Camera)>,
}

impl Rescue {
    /// Whether every frame breaks.
    pub fn is_on(&self) -> bool {
        self.broken >= PATIENCE
    }

    /// The panels are about to be drawn: `egui_tiles` takes each out of its tree for as long as it draws it.
    pub fn begin(&mut self, arrangement: Arrangement, tree: &Tree<PanelId>, camera: Camera) {
        self.before = Some((arrangement, tree.clone(), camera));
    }

    /// A frame was drawn.
    pub fn went_well(&mut self) {
        self.before = None;
        if !self.is_on() {
            self.broken = 0;
        }
    }

    /// Does what is done besides.
    pub fn also(&mut self, session: &Session) {
        if let Some(besides) = &mut self.besides {
            besides(session);
        }
    }
}

impl App {
    /// The same, doing something besides whenever the map is drawn: a test hands in what breaks.
    #[must_use]
    pub fn with_besides(mut self, besides: impl FnMut(&Session) + 'static) -> Self {
        self.rescue.besides = Some(Box::new(besides));
        self
    }

    /// A frame broke: what was open over the map is closed, what plays stands still, and the next frame tries again.
    pub(super) fn broke(&mut self, ctx: &Context, crash: &Crash) {
        self.rescue.broken = self.rescue.broken.saturating_add(1).min(PATIENCE);
        self.view.dialog = None;
        if let Some((arrangement, tree, camera)) = self.rescue.before.take() {
            *self.layouts.of(arrangement) = tree;
            self.view.camera = camera;
        }
        self.session.playback.playing = false;
        if self.rescue.broken == 1 || self.rescue.is_on() {
            self.session.crashed(crash, "drawing a frame, or what was asked for in it", None);
        }
        self.keep_reports();
        ctx.request_repaint();
    }

    /// Writes reports down that are on no disk yet, and says where.
    pub(super) fn keep_reports(&mut self) {
        for report in std::mem::take(&mut self.session.recent.unkept) {
            let Some(storage) = &self.storage else { continue };
            match keep_report(&storage.beside("crashes"), &report) {
                Ok(path) => {
                    let text = format!("A report of the error stands in {}.", path.display());
                    self.session.notices.push(Notice { error: false, text });
                }
                Err(error) => self.session.fail(error.to_string()),
            }
        }
    }

    /// The window's own field for a path, where the system has no dialog that asks for files, and whether a file is to be
    /// replaced. No other dialog is drawn.
    fn save_by_path(&mut self, ctx: &Context) {
        if !matches!(self.view.dialog, Some(Dialog::Path(PathFor::Save, _) | Dialog::Replace(PathFor::Save, _))) {
            return;
        }
        let mut asked = Vec::new();
        dialogs::show(ctx, &self.session, &mut self.view, &mut asked);
        for command in asked {
            self.perform(ctx, command, false);
        }
    }

    /// What is shown where every frame breaks.
    pub(super) fn show_rescue(&mut self, ui: &mut Ui) {
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
            if let Some(path) = self.session.document.path.clone()
                && ui.button(format!("Save {}", path.display())).clicked()
            {
                self.session.apply(&SessionCommand::SaveAs(path));
            }
            if ui.button("Save as…").clicked() {
                self.ask_save();
            }
            if ui.button("Close without saving").clicked() {
                self.closing = true;
                ctx.send_viewport_cmd(ViewportCommand::Close);
            }
            if let Some(report) = self.session.recent.report.clone()
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
        if let Some(worker) = &mut self.worker {
            worker.save(&mut self.session, &ctx);
        }
        self.recover(&ctx);
        self.close(&ctx);
        self.tell();
    }
}
