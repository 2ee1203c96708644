//! A lesson's card in the library: a picture drawn from its run, and its title. A card that a search has found also says
//! what the lesson is about.

use super::entry::{Entry, LessonSource};
use crate::style::fonts::{self, Icon};
use crate::view::View;
use egui::{
    Align2, Color32, CornerRadius, Label, Rect, Response, Sense, Stroke, StrokeKind, TextureId, Ui, Vec2, WidgetInfo,
    vec2,
};

/// Size of a picture, in points.
pub(crate) const PICTURE: Vec2 = vec2(202.0, 98.0);
/// Height of a card below its picture, in points: two lines of title, and four more lines for one that was found.
const TITLE: f32 = 46.0;
const FOUND: f32 = 104.0;

/// Draws a picture in the middle of a frame, made smaller if it does not fit.
pub(super) fn paint_picture(ui: &Ui, texture: TextureId, size: Vec2, frame: Rect, tint: Color32) {
    let scale = (frame.size() / size).min_elem().min(1.0);
    let place = Rect::from_center_size(frame.center(), size * scale);
    // Whole pixels if it is drawn as large as it is.
    let place = if scale < 1.0 { place } else { Rect::from_min_size(place.min.round(), size) };
    let uv = Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
    ui.painter().with_clip_rect(frame.intersect(ui.clip_rect())).image(texture, place, uv, tint);
}

/// Draws a lesson's card. The chosen card is the one that Enter opens.
pub(super) fn show(
    ui: &mut Ui,
    view: &View,
    one: &Entry,
    (width, is_found): (f32, bool),
    (open, chosen): (bool, bool),
) -> Response {
    let theme = &view.theme;
    let below = if is_found { FOUND } else { TITLE };
    let (rect, response) = ui.allocate_exact_size(vec2(width, PICTURE.y + below), Sense::CLICK);
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, format!("Lesson: {}", one.name)));
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let frame = Rect::from_min_size(rect.min, vec2(width, PICTURE.y));
    ui.painter().rect_filled(frame, CornerRadius::same(8), theme.panel);
    let picture = match &one.which {
        LessonSource::Preset(id) => view.pictures.small(id),
        LessonSource::Own(_) => view.own_scenes.picture(&one.which),
    };
    if let Some(texture) = picture {
        paint_picture(ui, texture.id(), texture.size_vec2(), frame, Color32::WHITE);
    }
    if view.journey.is_done(&one.name) {
        let at = frame.right_top() + vec2(-14.0, 14.0);
        ui.painter().circle_filled(at, 8.0, theme.weak);
        ui.painter().text(at, Align2::CENTER_CENTER, Icon::CHECK.letter, Icon::CHECK.font(11.0), theme.canvas);
    }
    let rim = match (open, response.hovered()) {
        (true, _) => Stroke::new(2.0, theme.now),
        (false, true) => Stroke::new(1.5, theme.strong),
        (false, false) => Stroke::NONE,
    };
    if chosen {
        let ring = Stroke::new(2.0, theme.link);
        ui.painter().rect_stroke(frame.expand(3.0), CornerRadius::same(11), ring, StrokeKind::Outside);
    }
    ui.painter().rect_stroke(frame, CornerRadius::same(8), rim, StrokeKind::Outside);
    let words = Rect::from_min_max(frame.left_bottom() + vec2(0.0, 8.0), rect.max);
    let layout = egui::Layout::top_down(egui::Align::LEFT);
    let mut below = ui.new_child(egui::UiBuilder::new().max_rect(words).layout(layout));
    below.spacing_mut().item_spacing.y = 1.0;
    let mut line = |text: String, font, ink, rows| {
        let mut job = egui::text::LayoutJob::simple(text, font, ink, width);
        job.wrap.max_rows = rows;
        below.add(Label::new(job).selectable(false));
    };
    line(one.title.clone(), fonts::medium(13.0), theme.strong, 2);
    if is_found {
        line(one.about.clone(), fonts::text(12.0), theme.weak, 2);
        let sources = one.source_words();
        if !sources.is_empty() {
            line(format!("in the source: {}", sources.join(", ")), fonts::text(12.0), theme.faint, 1);
        }
    }
    response.on_hover_cursor(egui::CursorIcon::PointingHand).on_hover_text(one.help())
}
