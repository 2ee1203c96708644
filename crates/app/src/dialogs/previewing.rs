//! The preview in the export dialog. A worker thread draws it whenever the form changes.

use crate::App;
use crate::background::{Report, Task};
use crate::debugger::export::{Export, ExportError, Format};
use crate::debugger::session::background::Slices;
use crate::export::preview::{Preview, preview};
use crate::export::stage::Layout;
use crate::view::{Dialog, Settings, View};
use egui::{Color32, Context, Rect, RichText, Sense, TextureHandle, TextureOptions, Ui, Vec2, vec2};
use gridscope_trace::Progress;

/// Room for the preview in the dialog, in points.
const ROOM: Vec2 = vec2(600.0, 250.0);
/// Height of the rest of the dialog, in points. In a low window the preview shrinks, down to `LEAST`.
const REST: f32 = 430.0;
const LEAST: f32 = 60.0;

/// Input of a preview.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct PreviewRequest {
    export: Export,
    view: Option<Layout>,
    /// Generation of the recording.
    generation: u64,
    /// Width and height in pixels.
    room: [u32; 2],
}

/// The preview that is wanted, the one being drawn, and the finished one.
#[derive(Default)]
pub struct Previewing {
    wanted: Option<PreviewRequest>,
    running: Option<PreviewRequest>,
    made: Option<(PreviewRequest, PreviewContent)>,
}

/// Content of a finished preview.
enum PreviewContent {
    Picture(TextureHandle),
    Text(String),
    Problem(String),
}

impl Previewing {
    /// Stores a preview that was drawn, or why it could not be.
    pub(crate) fn take(&mut self, ctx: &Context, answer: Result<Preview, ExportError>) {
        let Some(wanted) = self.running.take() else { return };
        let content = match answer {
            Ok(Preview::Picture(pixels)) => {
                PreviewContent::Picture(ctx.load_texture("export preview", pixels.image(), TextureOptions::LINEAR))
            }
            Ok(Preview::Text(text)) => PreviewContent::Text(text),
            Err(error) => PreviewContent::Problem(error.to_string()),
        };
        self.made = Some((wanted, content));
    }
}

impl App {
    /// Returns the task that draws the wanted preview, unless it is already there. Drops all previews once the dialog
    /// is closed.
    pub(crate) fn next_preview(&mut self) -> Option<Task> {
        let previewing = &mut self.view.previewing;
        if !matches!(self.view.dialog, Some(Dialog::Export(_))) {
            *previewing = Previewing::default();
            return None;
        }
        let wanted = previewing.wanted.take().filter(|w| previewing.made.as_ref().is_none_or(|made| made.0 != *w))?;
        let (session, settings): (_, Settings) = (self.session.snapshot(None), self.view.settings.clone());
        let PreviewRequest { export, view, room: [x, y], .. } = wanted.clone();
        previewing.running = Some(wanted);
        let draw = move || preview(&export, &session, &settings, view, vec2(x as f32, y as f32));
        let work = move |tell: &mut dyn FnMut(Report)| tell(Report::Preview(draw()));
        Some(Task::Window(Slices::later(|| Slices::whole(work)), Progress::default()))
    }
}

/// Draws the preview of an export, or the previous one while it is being drawn. Returns why this cannot be exported, if
/// that is known.
pub(crate) fn show(
    ui: &mut Ui,
    view: &mut View,
    export: &Export,
    seen: Option<Layout>,
    generation: u64,
) -> Option<String> {
    let room = ROOM.min(vec2(ui.available_width(), (ui.ctx().content_rect().height() - REST).max(LEAST)));
    let pixels = room * ui.pixels_per_point();
    // The file format does not change the preview, unless the export is text.
    let format = if export.format == Format::Markdown { export.format } else { Format::Png };
    let export = Export { format, ..export.clone() };
    let what = export.what;
    let wanted = PreviewRequest { export, view: seen, generation, room: [pixels.x as u32, pixels.y as u32] };
    view.previewing.wanted = Some(wanted.clone());
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), room.y), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, "What is exported, small"));
    let theme = &view.theme;
    // An old preview is only shown if it is of the same kind of export.
    let current_preview = view.previewing.made.as_ref().filter(|made| made.0.export.what == what);
    match current_preview.map(|made| &made.1) {
        None => None,
        Some(PreviewContent::Picture(texture)) => {
            let size = texture.size_vec2() / ui.pixels_per_point();
            let place = Rect::from_center_size(rect.center(), size);
            let whole = Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
            ui.painter().image(texture.id(), place, whole, Color32::WHITE);
            let rim = egui::Stroke::new(1.0, theme.line);
            ui.painter().rect_stroke(place, 0.0, rim, egui::StrokeKind::Outside);
            None
        }
        Some(PreviewContent::Text(text)) => {
            let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(rect));
            inner.set_clip_rect(rect.intersect(ui.clip_rect()));
            let words = RichText::new(text).font(crate::style::fonts::mono(12.5)).color(theme.text);
            inner.add(egui::Label::new(words).extend());
            None
        }
        Some(PreviewContent::Problem(text)) => {
            let is_of_this = current_preview.is_some_and(|made| made.0 == wanted);
            is_of_this.then(|| format!("This cannot be exported: {text}."))
        }
    }
}
