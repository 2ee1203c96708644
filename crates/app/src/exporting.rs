//! An export under way: drawn on a thread of its own, with how far it is and a way to stop it.

use super::App;
use super::export::export;
use super::export::stage::Layout;
use super::thread::{Next, Thread};
use super::view::{Dialog, Settings, View};
use super::worker::CALLED_OFF;
use crate::debugger::Session;
use crate::debugger::crash::Crash;
use crate::debugger::export::{Export, ExportError};
use crate::debugger::files::write_atomic;
use crate::debugger::session::Notice;
use egui::{Align2, Area, Context, Frame, Id, Order, ProgressBar, RichText, vec2};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use web_time::Instant;

/// What the dialog asks for.
#[derive(Clone, PartialEq, Debug)]
pub struct Asked {
    /// What, and how.
    pub export: Export,
    /// What is seen of the map, where that is not the whole.
    pub view: Option<Layout>,
    /// Where to.
    pub path: PathBuf,
}

/// What is exported once what is under way is done: what was asked, and the runs as they were then.
pub struct Waiting {
    asked: Asked,
    session: Session,
    settings: Settings,
}

/// What comes from the thread: how many frames are done and of how many, or the end.
enum Told {
    Frames(usize, usize),
    Done(Result<Option<Vec<u8>>, ExportError>),
}

/// An export under way.
pub struct Exporting {
    thread: Thread<Told>,
    stop: Arc<AtomicBool>,
    stopped: Option<Instant>,
    path: PathBuf,
    frames: (usize, usize),
}

impl App {
    /// Starts what was asked for, and takes in what is done.
    pub(super) fn export(&mut self, ctx: &Context) {
        if matches!(&self.view.dialog, Some(Dialog::Export(form)) if form.browse) {
            self.browse_export();
        }
        if let Some(asked) = self.view.export_asked.take() {
            let (session, settings) = (self.session.still(None), self.view.settings.clone());
            self.view.export_waits.push_back(Waiting { asked, session, settings });
        }
        if self.view.exporting.is_none()
            && let Some(next) = self.view.export_waits.pop_front()
        {
            self.start_export(ctx, next);
        }
        let Some(under_way) = &mut self.view.exporting else { return };
        if under_way.stop.load(Ordering::Relaxed) {
            under_way.stopped.get_or_insert_with(Instant::now);
        }
        let ended = loop {
            match under_way.thread.next(Duration::ZERO) {
                // Nobody waits for a frame that takes long, and what comes of it is not written.
                Next::Nothing if under_way.stopped.is_some_and(|since| since.elapsed() > CALLED_OFF) => {
                    break Some(Ok(None));
                }
                Next::Nothing => break None,
                Next::Told(Told::Frames(done, all)) => under_way.frames = (done, all),
                Next::Told(Told::Done(answer)) => break Some(answer),
                Next::Ended(crash) => {
                    let crash = crash.unwrap_or_else(|| Crash::new("its thread ended without an answer"));
                    self.session.crashed(&crash, "exporting", None);
                    break Some(Ok(None));
                }
            }
        };
        match ended {
            None => ctx.request_repaint_after(Duration::from_millis(60)),
            Some(answer) => {
                let path = under_way.path.clone();
                self.view.exporting = None;
                self.exported(&path, answer);
                ctx.request_repaint();
            }
        }
    }

    fn start_export(&mut self, ctx: &Context, waiting: Waiting) {
        let Waiting { asked: Asked { export: wanted, view, path }, session, settings } = waiting;
        if self.worker.is_none() {
            let answer = export(&wanted, &session, &settings, view, &mut |_, _| true);
            self.exported(&path, answer);
            return;
        }
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let thread = Thread::start("export", ctx, move |tell| {
            let answer = export(&wanted, &session, &settings, view, &mut |done, all| {
                tell(Told::Frames(done, all));
                !stopped.load(Ordering::Relaxed)
            });
            tell(Told::Done(answer));
        });
        match thread {
            Ok(thread) => self.view.exporting = Some(Exporting { thread, stop, stopped: None, path, frames: (0, 1) }),
            Err(error) => self.session.fail(format!("nothing was exported: {error}")),
        }
    }

    /// Writes what was drawn, and says so.
    fn exported(&mut self, path: &Path, answer: Result<Option<Vec<u8>>, ExportError>) {
        match answer {
            Ok(Some(bytes)) => match write_atomic(path, &bytes) {
                Ok(()) => {
                    let size = bytes.len() as f64 / 1024.0;
                    let size = if size < 1024.0 { format!("{size:.0} KB") } else { format!("{:.1} MB", size / 1024.0) };
                    self.say(format!("Exported {}, {size}.", path.display()));
                }
                Err(error) => self.session.fail(error.to_string()),
            },
            Ok(None) => self.say("The export was stopped; nothing was written.".to_owned()),
            Err(error) => self.session.fail(format!("Nothing was exported: {error}.")),
        }
    }

    fn say(&mut self, text: String) {
        self.session.notices.push(Notice { error: false, text });
    }

    /// The system's dialog for the place; where there is none, the field is there to type in.
    fn browse_export(&mut self) {
        let Some(Dialog::Export(form)) = &mut self.view.dialog else { return };
        form.browse = false;
        let path = PathBuf::from(form.path.trim());
        let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let began = web_time::Instant::now();
        let mut dialog = rfd::FileDialog::new().set_title("Export to").set_file_name(name);
        for ending in form.what().endings() {
            dialog = dialog.add_filter(format!(".{ending}"), &[*ending]);
        }
        match dialog.save_file() {
            Some(path) => form.path = path.display().to_string(),
            None if began.elapsed() < super::files::AT_ONCE => form.no_browser = true,
            None => {}
        }
    }
}

/// Draws how far the export is, in a corner, with a way to stop it.
pub fn show(ctx: &Context, view: &View) {
    let Some(under_way) = &view.exporting else { return };
    let theme = &view.theme;
    let frame = Frame::popup(&ctx.global_style()).inner_margin(12.0);
    let area = Area::new(Id::unique("exporting")).order(Order::Foreground);
    area.anchor(Align2::RIGHT_BOTTOM, vec2(-16.0, -120.0)).show(ctx, |ui| {
        frame.show(ui, |ui| {
            ui.set_width(300.0);
            let name = under_way.path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
            ui.label(RichText::new(format!("Exporting {name}")).strong());
            let (done, all) = under_way.frames;
            ui.horizontal(|ui| {
                let share = done as f32 / all.max(1) as f32;
                ui.add(ProgressBar::new(share).desired_width(210.0).fill(theme.bar()).text(format!("{done} of {all}")));
                if ui.button("Stop").on_hover_text("Stops the export; nothing is written.").clicked() {
                    under_way.stop.store(true, Ordering::Relaxed);
                }
            });
            for next in &view.export_waits {
                let name = next.asked.path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
                ui.label(RichText::new(format!("Then {name}")).color(theme.weak));
            }
        });
    });
}
