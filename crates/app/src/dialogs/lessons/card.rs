//! A lesson's card in the gallery: a picture drawn from its run, its title, first sentence, algorithm and size.

use super::{Entry, LessonSource};
use crate::style::fonts;
use crate::view::View;
use egui::{Align2, Color32, CornerRadius, Label, Rect, Response, Sense, Stroke, StrokeKind, Ui, WidgetInfo, vec2};

/// Size of a picture, in points.
pub(crate) const PICTURE: egui::Vec2 = vec2(216.0, 122.0);
/// Height of a whole card, in points: picture, two lines of title, two lines of text, and the line below.
const ENTRY: f32 = 122.0 + 99.0;

/// Draws a lesson's card. The chosen card is the one that Enter opens.
pub(super) fn show(ui: &mut Ui, view: &View, (one, label): (&Entry, &str), (open, chosen): (bool, bool)) -> Response {
    let theme = &view.theme;
    let (rect, response) = ui.allocate_exact_size(vec2(PICTURE.x, ENTRY), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, format!("{label}: {}", one.name)));
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let frame = Rect::from_min_size(rect.min, PICTURE);
    ui.painter().rect_filled(frame, CornerRadius::same(8), theme.canvas);
    let picture = match &one.which {
        LessonSource::Preset(id) => view.pictures.small(id),
        LessonSource::Own(_) => view.own_scenes.picture(&one.which),
    };
    if let Some(texture) = picture {
        let size = texture.size_vec2();
        let place = Rect::from_center_size(frame.center().round(), size);
        let uv = Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
        ui.painter().with_clip_rect(frame.shrink(2.0).intersect(ui.clip_rect())).image(
            texture.id(),
            place,
            uv,
            Color32::WHITE,
        );
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
    let words = Rect::from_min_max(frame.left_bottom() + vec2(0.0, 4.0), rect.max);
    let layout = egui::Layout::top_down(egui::Align::LEFT);
    let mut below = ui.new_child(egui::UiBuilder::new().max_rect(words).layout(layout));
    below.spacing_mut().item_spacing.y = 1.0;
    let mut title = egui::text::LayoutJob::simple(one.title.clone(), fonts::semibold(13.0), theme.strong, PICTURE.x);
    title.wrap.max_rows = 2;
    below.add(Label::new(title).selectable(false));
    let mut job = egui::text::LayoutJob::simple(one.about.clone(), fonts::text(12.0), theme.weak, PICTURE.x);
    job.wrap.max_rows = 2;
    below.add(Label::new(job).selectable(false));
    let foot = egui::pos2(frame.min.x, words.max.y - 8.0);
    let task = if one.exercise { "exercise · " } else { "" };
    let size = format!("{task}{} × {}", one.size.width, one.size.height);
    let right = egui::pos2(frame.max.x, foot.y);
    let size_rect = ui.painter().text(right, Align2::RIGHT_BOTTOM, size, fonts::mono(11.0), theme.faint);
    let mut name = egui::text::LayoutJob::simple(
        one.algorithm.to_owned(),
        fonts::text(12.0),
        theme.faint,
        size_rect.min.x - foot.x - 8.0,
    );
    (name.wrap.max_rows, name.wrap.break_anywhere) = (1, true);
    let name = ui.painter().layout_job(name);
    ui.painter().galley(foot - vec2(0.0, name.size().y), name, theme.faint);
    response
}
