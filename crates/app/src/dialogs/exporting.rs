//! Exports, drawn on a worker thread, with their progress and a button that stops them.

use crate::App;
use crate::background::{Report, Task};
use crate::debugger::Session;
use crate::debugger::disk::files::{write_atomic, write_derived, write_own};
use crate::debugger::export::map::MapExport;
use crate::debugger::export::{Export, ExportError, ExportKind, file_names};
use crate::debugger::session::background::Slices;
use crate::export::stage::Layout;
use crate::export::{begin_animation, export};
use crate::host::{Answer, Purpose, Request};
use crate::view::{Dialog, Settings, View};
use egui::{Align2, Area, Context, Frame, Id, Order, ProgressBar, RichText, vec2};
use gridscope_trace::Progress;
use std::path::PathBuf;

/// An export that the dialog requests.
#[derive(Clone, PartialEq, Debug)]
pub struct ExportRequest {
    /// Kind and options of the export.
    pub export: Export,
    /// The map in the format of another program, to export instead.
    pub map: Option<MapExport>,
    /// The visible part of the map. `None` exports the whole map.
    pub view: Option<Layout>,
    /// The file to write.
    pub path: PathBuf,
    /// Whether the name of the file is a suggestion that the user left as it was.
    pub suggested: bool,
}

/// An export that waits for the current one, with the runs as they were when it was requested.
pub struct Waiting {
    asked: ExportRequest,
    session: Session,
    settings: Settings,
}

/// The export being drawn.
pub struct Exporting {
    progress: Progress,
    path: PathBuf,
    suggested: bool,
    /// Number of frames or events to draw.
    steps: usize,
}

impl App {
    /// Queues the export that the dialog requests, with the runs as they are now.
    pub(crate) fn queue_exports(&mut self, ctx: &Context) {
        if matches!(&self.view.dialog, Some(Dialog::Export(form)) if form.browse) {
            self.browse_export(ctx);
        }
        if let Some(asked) = self.view.export_asked.take() {
            let (session, settings) = (self.session.snapshot(None), self.view.settings.clone());
            self.view.export_waits.push_back(Waiting { asked, session, settings });
        }
    }

    /// Returns the next export that waits.
    pub(crate) fn next_export(&mut self) -> Option<Task> {
        let Waiting { asked, session, settings } = self.view.export_waits.pop_front()?;
        let ExportRequest { export: wanted, map, view, path, suggested } = asked;
        let progress = Progress::default();
        let steps = match wanted.what {
            ExportKind::Animation => wanted.frames(),
            ExportKind::Page => wanted.to - wanted.from,
            _ => 1,
        };
        self.view.exporting = Some(Exporting { progress: progress.clone(), path: path.clone(), suggested, steps });
        if let Some(map) = map {
            let work = move |tell: &mut dyn FnMut(Report)| {
                let bytes = map.write_beside(session.registry(), session.scene(), &path);
                tell(Report::Exported(
                    bytes.map(|bytes| Some(vec![bytes])).map_err(|error| ExportError(error.to_string())),
                ));
            };
            return Some(Task::Window(Slices::later(|| Slices::whole(work)), progress));
        }
        let stopper = progress.clone();
        if wanted.what == ExportKind::Animation {
            let mut animation = None;
            let draw = move |tell: &mut dyn FnMut(Report)| {
                if stopper.is_stopped() {
                    tell(Report::Exported(Ok(None)));
                    return false;
                }
                let draw_result = match &mut animation {
                    None => begin_animation(&wanted, &session, &settings, view).map(|begun| {
                        animation = Some(begun);
                        None
                    }),
                    Some(animation) => animation.draw_next(&stopper),
                };
                if draw_result == Ok(None) {
                    return true;
                }
                tell(Report::Exported(draw_result.map(|file| file.map(|file| vec![file]))));
                false
            };
            return Some(Task::Window(Slices::later(|| Slices::new(draw)), progress));
        }
        let work = move |tell: &mut dyn FnMut(Report)| {
            tell(Report::Exported(export(&wanted, &session, &settings, view, &stopper)));
        };
        Some(Task::Window(Slices::later(|| Slices::whole(work)), progress))
    }

    /// Handles an export that is drawn or was stopped.
    pub(crate) fn take_export(&mut self, ctx: &Context, answer: Result<Option<Vec<Vec<u8>>>, ExportError>) {
        if let Some(exporting) = self.view.exporting.take() {
            self.exported(&exporting, answer);
            ctx.request_repaint();
        }
    }

    /// Writes the exported files and reports them.
    fn exported(&mut self, exporting: &Exporting, answer: Result<Option<Vec<Vec<u8>>>, ExportError>) {
        let files = match answer {
            Ok(Some(files)) => files,
            Ok(None) => return self.session.notify("The export was stopped; nothing was written."),
            Err(error) => return self.session.fail(format!("Nothing was exported: {error}.")),
        };
        let path = &exporting.path;
        let names = file_names(path, files.len());
        let write_result = match &files[..] {
            // The dialog says that a file there is replaced.
            [bytes] if exporting.suggested => write_own(path, bytes, |_| true),
            [bytes] => write_atomic(path, bytes),
            pages => write_derived(names.iter().cloned().zip(pages.iter().map(Vec::as_slice))),
        };
        if let Err(error) = write_result {
            return self.session.fail(error.to_string());
        }
        let size = files.iter().map(Vec::len).sum::<usize>() as f64 / 1024.0;
        let size = if size < 1024.0 { format!("{size:.0} KB") } else { format!("{:.1} MB", size / 1024.0) };
        match names.as_slice() {
            [first, .., last] => {
                self.session.notify(&format!("Exported {} to {}, {size}.", first.display(), last.display()));
            }
            _ => self.session.notify(&format!("Exported {}, {size}.", path.display())),
        }
    }

    /// Asks for the file of the export.
    fn browse_export(&mut self, ctx: &Context) {
        let Some(Dialog::Export(form)) = &mut self.view.dialog else { return };
        form.browse = false;
        let path = PathBuf::from(form.path.trim());
        let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let filter = |ending: &&str| (format!(".{ending}"), vec![(*ending).to_owned()]);
        let filters = form.endings().iter().map(filter).collect();
        self.ask(ctx, Request { purpose: Purpose::Export, title: "Export to", name, field: String::new(), filters });
    }

    /// Puts the chosen path into the form. If there is no file dialog, the user types the path there.
    pub(crate) fn take_export_path(&mut self, answer: Answer) {
        let Some(Dialog::Export(form)) = &mut self.view.dialog else { return };
        match answer {
            Answer::Path(path) => form.path = path.display().to_string(),
            Answer::NoDialog => form.no_browser = true,
            Answer::Cancelled | Answer::Absent(_) => {}
        }
    }
}

/// Draws the progress of the export in a corner, with a button that stops it.
pub(crate) fn show(ctx: &Context, view: &View) {
    let Some(under_way) = &view.exporting else { return };
    let theme = &view.theme;
    let frame = Frame::popup(&ctx.global_style()).inner_margin(12.0);
    let area = Area::new(Id::unique("exporting")).order(Order::Foreground);
    area.anchor(Align2::RIGHT_BOTTOM, vec2(-16.0, -120.0)).show(ctx, |ui| {
        frame.show(ui, |ui| {
            ui.set_width(300.0);
            let name = under_way.path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
            ui.label(RichText::new(format!("Exporting {name}")).strong());
            let (share, steps) = (under_way.progress.share(), under_way.steps);
            let done = (share * steps as f64).round();
            ui.horizontal(|ui| {
                let bar = ProgressBar::new(share as f32).desired_width(210.0).fill(theme.bar());
                ui.add(bar.text(format!("{done} of {steps}")));
                if ui.button("Stop").on_hover_text("Stops the export; nothing is written.").clicked() {
                    under_way.progress.stop();
                }
            });
            for next in &view.export_waits {
                let name = next.asked.path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
                ui.label(RichText::new(format!("Then {name}")).color(theme.weak));
            }
        });
    });
}
