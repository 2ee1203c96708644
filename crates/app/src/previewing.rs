//! The small picture in the dialog Export: drawn on a thread of its own whenever something else is chosen.

use super::App;
use super::export::preview::{Preview, preview};
use super::export::stage::Layout;
use super::thread::{Next, Thread};
use super::view::{Settings, View};
use crate::debugger::export::{Export, ExportError, Format};
use egui::{Color32, Context, Rect, RichText, Sense, TextureHandle, TextureOptions, Ui, Vec2, vec2};
use std::time::Duration;

/// The room for it in the dialog, in points.
const ROOM: Vec2 = vec2(600.0, 250.0);
/// In a low window it takes what the rest of the dialog leaves, but no less than this.
const REST: f32 = 430.0;
const LEAST: f32 = 60.0;

/// What a preview is made of.
#[derive(Clone, PartialEq, Debug)]
pub struct Wanted {
    export: Export,
    view: Option<Layout>,
    /// The recording.
    generation: u64,
    /// Width and height in pixels.
    room: [u32; 2],
}

/// The preview that is wanted, the one that is drawn, and the one that is there.
#[derive(Default)]
pub struct Previewing {
    wanted: Option<Wanted>,
    running: Option<(Wanted, Thread<Result<Preview, ExportError>>)>,
    made: Option<(Wanted, Shown)>,
}

/// What is shown.
enum Shown {
    Picture(TextureHandle),
    Text(String),
    Problem(String),
}

impl Previewing {
    /// Forgets everything: the dialog is closed.
    fn forget(&mut self) {
        *self = Self::default();
    }

    fn take(&mut self, ctx: &Context, wanted: Wanted, answer: Result<Preview, ExportError>) {
        let shown = match answer {
            Ok(Preview::Picture(pixels)) => {
                Shown::Picture(ctx.load_texture("export preview", pixels.image(), TextureOptions::LINEAR))
            }
            Ok(Preview::Text(text)) => Shown::Text(text),
            Err(error) => Shown::Problem(error.to_string()),
        };
        self.made = Some((wanted, shown));
    }
}

impl App {
    /// Draws what the dialog wants to show, and takes in what is drawn.
    pub(super) fn preview(&mut self, ctx: &Context) {
        if !matches!(self.view.dialog, Some(super::view::Dialog::Export(_))) {
            self.view.previewing.forget();
            return;
        }
        let previewing = &mut self.view.previewing;
        if let Some((wanted, thread)) = previewing.running.take() {
            match thread.next(Duration::ZERO) {
                Next::Told(answer) => previewing.take(ctx, wanted, answer),
                // What breaks would break again: it is tried anew when something else is wanted.
                Next::Ended(crash) => {
                    let why = crash.map_or_else(|| "its thread ended without an answer".to_owned(), |c| c.to_string());
                    previewing.take(ctx, wanted, Err(ExportError(why)));
                }
                Next::Nothing => {
                    previewing.running = Some((wanted, thread));
                    ctx.request_repaint_after(Duration::from_millis(30));
                    return;
                }
            }
        }
        let Some(wanted) = previewing.wanted.take().filter(|w| previewing.made.as_ref().is_none_or(|m| m.0 != *w))
        else {
            return;
        };
        let (session, settings): (_, Settings) = (self.session.still(None), self.view.settings.clone());
        let Wanted { export, view, room: [x, y], .. } = wanted.clone();
        let draw = move || preview(&export, &session, &settings, view, vec2(x as f32, y as f32));
        if self.worker.is_none() {
            self.view.previewing.take(ctx, wanted, draw());
            return;
        }
        match Thread::start("preview", ctx, move |tell| tell(draw())) {
            Ok(thread) => self.view.previewing.running = Some((wanted, thread)),
            Err(error) => self.view.previewing.take(ctx, wanted, Err(ExportError(error.to_string()))),
        }
    }
}

/// Draws the preview of an export, or what was there before while it comes. Says why nothing can be exported so, where that is known.
pub fn show(ui: &mut Ui, view: &mut View, export: &Export, seen: Option<Layout>, generation: u64) -> Option<String> {
    let room = ROOM.min(vec2(ui.available_width(), (ui.ctx().content_rect().height() - REST).max(LEAST)));
    let pixels = room * ui.pixels_per_point();
    // How it is packed does not change what is seen, unless that is text.
    let format = if export.format == Format::Markdown { export.format } else { Format::Png };
    let export = Export { format, ..export.clone() };
    let what = export.what;
    let wanted = Wanted { export, view: seen, generation, room: [pixels.x as u32, pixels.y as u32] };
    view.previewing.wanted = Some(wanted.clone());
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), room.y), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, "What is exported, small"));
    let theme = &view.theme;
    // What is shown of one thing is not shown of another.
    let made = view.previewing.made.as_ref().filter(|made| made.0.export.what == what);
    match made.map(|made| &made.1) {
        None => None,
        Some(Shown::Picture(texture)) => {
            let size = texture.size_vec2() / ui.pixels_per_point();
            let place = Rect::from_center_size(rect.center(), size);
            let whole = Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
            ui.painter().image(texture.id(), place, whole, Color32::WHITE);
            let rim = egui::Stroke::new(1.0, theme.line);
            ui.painter().rect_stroke(place, 0.0, rim, egui::StrokeKind::Outside);
            None
        }
        Some(Shown::Text(text)) => {
            let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(rect));
            inner.set_clip_rect(rect.intersect(ui.clip_rect()));
            let words = RichText::new(text).font(super::fonts::mono(12.5)).color(theme.text);
            inner.add(egui::Label::new(words).extend());
            None
        }
        Some(Shown::Problem(text)) => {
            let is_of_this = made.is_some_and(|made| made.0 == wanted);
            is_of_this.then(|| format!("Nothing can be exported so: {text}."))
        }
    }
}
