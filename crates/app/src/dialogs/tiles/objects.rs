//! The rows of objects: each type, and the kind of actor that its objects are.

use super::TilesForm;
use super::rows::{COLUMNS, menu_rect, name, number, within};
use crate::canvas::actors::token;
use crate::formats::{ObjectKnownBy, ObjectQuestion};
use crate::style::fonts;
use crate::style::menu_of_values;
use crate::view::View;
use egui::{Align2, Label, Rect, RichText, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2};
use gridscope_trace::ActorKind;

/// Height of a row, in points.
const ROW: f32 = 34.0;
/// The words of the answer that objects are nothing here.
const LEFT_OUT: &str = "leave out";

/// Draws the rows.
pub(super) fn show(ui: &mut Ui, view: &View, form: &mut TilesForm) {
    if form.question.objects.is_empty() {
        return;
    }
    ui.add_space(8.0);
    let (line, _) = ui.allocate_exact_size(vec2(ui.available_width(), 22.0), Sense::hover());
    let at = pos2(line.min.x + COLUMNS[0], line.center().y);
    ui.painter().text(at, Align2::LEFT_CENTER, "objects", fonts::text(13.0), view.theme.weak);
    let question = form.question.clone();
    for (object, answer) in question.objects.iter().zip(&mut form.actors) {
        row(ui, view, object, answer);
    }
}

fn row(ui: &mut Ui, view: &View, object: &ObjectQuestion, answer: &mut Option<super::ActorChoice>) {
    let theme = &view.theme;
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    if !ui.is_rect_visible(rect) {
        return;
    }
    let plate = Rect::from_center_size(pos2(rect.min.x + COLUMNS[0] + 12.0, rect.center().y), vec2(24.0, 24.0));
    ui.painter().rect_filled(plate, 4.0, theme.widget);
    let is_area = object.known_by == ObjectKnownBy::Area;
    if is_area {
        let outline = plate.shrink2(vec2(6.0, 8.0));
        let corners = [
            outline.left_top(),
            outline.right_top(),
            outline.right_bottom(),
            outline.left_bottom(),
            outline.left_top(),
        ];
        ui.painter().extend(Shape::dashed_line(&corners, Stroke::new(1.5, theme.text), 3.0, 2.0));
    } else {
        ui.painter().circle_filled(plate.center(), 3.0, theme.text);
    }
    let what = match (is_area, object.count) {
        (true, 1) => "area",
        (true, _) => "areas",
        (false, 1) => "point",
        (false, _) => "points",
    };
    name(ui, view, rect, &object.name, Some(what.to_owned()));
    number(ui, view, rect, object.count);
    let kind = answer.or((!object.asks).then_some(object.kind));
    within(ui, menu_rect(rect), |ui| menu(ui, view, object, kind, answer));
    let column = rect.with_min_x(rect.min.x + COLUMNS[4]);
    within(ui, column, |ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let weak = |ui: &mut Ui, text: &str| {
            ui.add(Label::new(RichText::new(text).color(theme.weak)).truncate().selectable(false));
        };
        match (*answer, object.known_by) {
            (Some(_), _) | (None, ObjectKnownBy::Answer) => weak(ui, "your answer"),
            (None, _) if object.asks => weak(ui, "one of several starts"),
            (None, ObjectKnownBy::Type) => weak(ui, "its type"),
            (None, ObjectKnownBy::Area) => weak(ui, "areas are no actors"),
            (None, ObjectKnownBy::Nothing) => {
                if let Some(kind) = object.perhaps {
                    weak(ui, "perhaps");
                    if ui.link(kind.name()).clicked() {
                        *answer = Some(Some(kind));
                    }
                }
            }
        }
    });
}

/// Draws the menu of the kinds of actors.
fn menu(
    ui: &mut Ui,
    view: &View,
    object: &ObjectQuestion,
    kind: Option<super::ActorChoice>,
    answer: &mut Option<super::ActorChoice>,
) {
    let words = |kind: Option<ActorKind>| kind.map_or(LEFT_OUT, ActorKind::name);
    let title = format!("Actor of {}", object.name);
    let text = format!("       {}", kind.map_or("choose", words));
    let list = menu_of_values(("actor", &object.name)).width(148.0).selected_text(text).height(360.0);
    let list = list.show_ui(ui, |ui| {
        for this in [None].into_iter().chain(ActorKind::ALL.iter().copied().map(Some)) {
            let face = ui.selectable_label(kind == Some(this), format!("       {}", words(this)));
            face.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, words(this)));
            sign(ui, view, this, face.rect, 7.0);
            if face.clicked() {
                *answer = Some(this);
                ui.close();
            }
        }
    });
    if let Some(kind) = kind {
        sign(ui, view, kind, list.response.rect, 8.5);
    }
    list.response.widget_info(|| WidgetInfo::labeled(egui::Role::ComboBox, true, &title));
}

/// Draws the sign of a kind of actor at the left of a menu, or an empty ring.
fn sign(ui: &Ui, view: &View, kind: Option<ActorKind>, rect: Rect, radius: f32) {
    let at = rect.left_center() + vec2(17.0, 0.0);
    match kind {
        Some(kind) => token(ui.painter(), &view.theme, kind, at, radius),
        None => _ = ui.painter().circle_stroke(at, radius, Stroke::new(1.2, view.theme.faint)),
    }
}
