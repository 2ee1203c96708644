//! The window as the system shows it: its size on a small screen, and the question before it closes.

use crate::App;
use crate::debugger::session::command::WindowCommand;
use crate::view::Dialog;
use egui::ViewportCommand;

/// Number of frames after the start in which [`App::fit_screen`] checks the size of the window.
const FIRST_FRAMES: u8 = 40;
/// The frame in which the system is asked again to maximize the window, and the frame in which the window takes the
/// screen's size because the system has not done so.
const ASK_AGAIN: u8 = 4;
const TAKE_SIZE: u8 = 16;

impl App {
    /// Shrinks a window that is larger than the screen, including its title bar. Makes a window as large as the screen if
    /// it was to be maximized and the system did not do so. Only runs in the first frames.
    pub(crate) fn fit_screen(&mut self, ctx: &egui::Context) {
        if self.frames >= FIRST_FRAMES {
            return;
        }
        self.frames += 1;
        let viewport = ctx.input(|i| i.viewport().clone());
        let (Some(screen), Some(inner)) = (viewport.monitor_size, viewport.inner_rect) else { return };
        if viewport.maximized == Some(true) || viewport.fullscreen == Some(true) || screen.min_elem() < 1.0 {
            self.fills_screen = false;
            return;
        }
        let frame =
            viewport.outer_rect.map_or(egui::Vec2::ZERO, |outer| (outer.size() - inner.size()).max(egui::Vec2::ZERO));
        let room = screen - frame;
        let fills = self.fills_screen && self.frames >= TAKE_SIZE;
        if self.fills_screen {
            if self.frames == ASK_AGAIN {
                ctx.send_viewport_cmd(ViewportCommand::Maximized(true));
            }
            self.fills_screen = !fills;
            ctx.request_repaint();
        }
        if fills || inner.width() > room.x + 1.0 || inner.height() > room.y + 1.0 {
            let size = if fills { room } else { inner.size().min(room) };
            ctx.send_viewport_cmd(ViewportCommand::InnerSize(size));
            ctx.send_viewport_cmd(ViewportCommand::OuterPosition(egui::Pos2::ZERO));
        }
    }

    /// Asks before the window closes with unsaved changes.
    pub(crate) fn close(&mut self, ctx: &egui::Context) {
        if !ctx.input(|i| i.viewport().close_requested()) || self.closing {
            return;
        }
        if self.closes_after_typing(ctx) || self.waits_for_save(&WindowCommand::Quit.into()) {
            ctx.send_viewport_cmd(ViewportCommand::CancelClose);
        } else if self.session.document().loses_work() {
            ctx.send_viewport_cmd(ViewportCommand::CancelClose);
            if self.rescue.is_on() {
                // The rescue screen draws no dialog. It has buttons for both choices.
                self.session.fail("Not everything is saved: save it, or choose Close without saving.");
                ctx.request_repaint();
                return;
            }
            self.view.dialog = Some(Dialog::Unsaved(Box::new(WindowCommand::Quit.into())));
        }
    }
}
