//! The parts of the stage that do not depend on its shape: the text of the stop at hand, the row with *Ask about a cell*
//! and *Details*, and the buttons that turn slides.

use super::stops;
use crate::debugger::session::command::{Mode, SessionCommand, Stride, WindowCommand};
use crate::layout::tour::{self, Landmark};
use crate::presets;
use crate::style::fonts::{self, Icon};
use crate::style::theme::Theme;
use crate::view::Cx;
use crate::view::shortcuts::hint;
use crate::view::structure::heading;
use crate::{canvas, panels};
use egui::{
    Align, Button, Color32, CornerRadius, Label, Layout, Pos2, Rect, RichText, Role, Sense, TextStyle, Ui, UiBuilder,
    WidgetInfo, pos2, vec2,
};

/// Height of the buttons that turn slides, in points.
pub(super) const HIGH: f32 = 44.0;
/// Width of *Back*, in points.
const BACK: f32 = 108.0;
/// Height of the row with *Details*, in points.
pub(super) const ROW: f32 = 28.0;

/// Draws the text: the titles, the slide or the exercise, and what belongs to it.
pub(super) fn text(ui: &mut Ui, cx: &mut Cx<'_>, has_title: bool) {
    ui.spacing_mut().item_spacing.y = 12.0;
    ui.style_mut().text_styles.insert(TextStyle::Body, fonts::reading(16.0));
    panels::before::show(ui, cx);
    panels::notes::on_stage(ui, cx, has_title);
}

/// Draws the card of the selected cell, if it has no room beside the map, above `foot`. Returns its upper edge.
pub(super) fn card(ui: &mut Ui, cx: &mut Cx<'_>, place: Rect) -> f32 {
    let id = ui.scope_id().with("height of the card");
    if cx.view.card.is_none() {
        return place.max.y;
    }
    let height = ui.data(|d| d.get_temp::<f32>(id)).unwrap_or(72.0);
    let rect = place.with_min_y(place.max.y - height);
    let mut child = ui.new_child(UiBuilder::new().id_salt("card").max_rect(rect));
    canvas::at_head(&mut child, cx);
    let card_height = child.min_rect().height();
    if (card_height - height).abs() > 0.5 {
        ui.data_mut(|d| d.insert_temp(id, card_height));
        ui.ctx().request_repaint();
    }
    rect.min.y - 8.0
}

/// Draws *Ask about a cell* at the left, and the switch *Details* at the right.
pub(super) fn questions(ui: &mut Ui, cx: &mut Cx<'_>, place: Rect) {
    let (left, right) = place.split_left_right_at_fraction(0.62);
    ask_row(ui, cx, left);
    details_row(ui, cx, right);
}

/// Draws *Ask about a cell* at the left of a place.
pub(super) fn ask_row(ui: &mut Ui, cx: &mut Cx<'_>, place: Rect) {
    let layout = Layout::left_to_right(Align::Center);
    let mut row = ui.new_child(UiBuilder::new().id_salt("ask").max_rect(place).layout(layout));
    let theme = cx.view.theme.clone();
    ask(&mut row, cx, &theme);
}

/// Draws the switch *Details* at the right of a place.
pub(crate) fn details_row(ui: &mut Ui, cx: &mut Cx<'_>, place: Rect) {
    let layout = Layout::right_to_left(Align::Center);
    let mut row = ui.new_child(UiBuilder::new().id_salt("switch").max_rect(place).layout(layout));
    let theme = cx.view.theme.clone();
    details(&mut row, cx, &theme);
}

/// Draws *Ask about a cell*. Pressed, it asks for a click on the map.
fn ask(ui: &mut Ui, cx: &mut Cx<'_>, theme: &Theme) {
    if cx.session.display_state().selected.is_some() {
        cx.view.stage.asks = false;
    }
    // The button rests while the slide asks.
    if panels::ask::is_open(cx) {
        return;
    }
    let asks = cx.view.stage.asks;
    let words = if asks { "Click a cell of the map" } else { "Ask about a cell" };
    let ink = if asks { theme.strong } else { theme.text };
    let face = (Icon::QUESTION.text(18.0).color(theme.weak), RichText::new(words).font(fonts::medium(13.0)).color(ink));
    ui.spacing_mut().button_padding.x = 0.0;
    let button = ui.add(Button::new(face).frame(false).min_size(vec2(0.0, ROW))).accessible_name("Ask about a cell");
    let help = format!("Click a cell: its values, why it has them, and why not.\n{}", hint(SessionCommand::WhyNotHere));
    if button.on_hover_text(help).clicked() {
        cx.view.stage.asks = !asks;
        cx.send(SessionCommand::Select(None));
        if cx.session.hand().mode == Mode::Edit {
            cx.send(SessionCommand::SetMode(Mode::Inspect));
        }
    }
}

/// Draws the switch *Details*.
fn details(ui: &mut Ui, cx: &mut Cx<'_>, theme: &Theme) {
    let on = cx.view.settings.details;
    let words = ui.painter().layout_no_wrap("Details".to_owned(), fonts::medium(13.0), theme.weak);
    let size = vec2(32.0 + 10.0 + words.size().x, ROW.max(ui.spacing().interact_size.y));
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Switch, true, on, "Details"));
    tour::mark(cx.view, Landmark::Details, rect);
    let switch = Rect::from_min_size(pos2(rect.max.x - 32.0, rect.center().y - 9.0), vec2(32.0, 18.0));
    let (track, knob) = if on { (theme.now, theme.now_ink) } else { (theme.hover, theme.strong) };
    ui.painter().rect_filled(switch, 9.0, track);
    let x = if on { switch.max.x - 9.0 } else { switch.min.x + 9.0 };
    ui.painter().circle_filled(pos2(x, switch.center().y), 6.5, knob);
    let ink = if response.hovered() { theme.strong } else { theme.weak };
    let at = Pos2::new(rect.min.x, rect.center().y - words.size().y / 2.0);
    ui.painter().galley_with_override_text_color(at, words, ink);
    if response.on_hover_text(hint(WindowCommand::ToggleDetails)).clicked() {
        cx.send(WindowCommand::ToggleDetails);
    }
}

/// Draws *Back* and *Next*. After the last stop, *Next* leads to the next lesson.
pub(super) fn turning(ui: &mut Ui, cx: &mut Cx<'_>, place: Rect, short: bool) {
    let theme = cx.view.theme.clone();
    let here = stops::at_hand(cx.session, cx.view);
    let count = stops::count(cx.session);
    let next_lesson = presets::after(cx.session.scene()).is_some();
    let is_last = stops::is_last(cx.session, cx.view) && !panels::ask::is_open(cx);
    if count == 0 && !next_lesson {
        return;
    }
    let wide = if short { HIGH + 12.0 } else { BACK.min(place.width() * 0.4) };
    let back = Rect::from_min_size(place.min, vec2(wide, place.height()));
    let next = place.with_min_x(back.max.x + 8.0);
    let is_first = cx.session.moment().0 == 0 && here.is_none_or(|here| here == 0) || count == 0;
    let before = here.and_then(|here| here.checked_sub(1)).map(|stop| stops::title(cx.session, stop));
    let words = if short { "" } else { "Back" };
    let help = (before, SessionCommand::Back(Stride::Slide));
    if large(
        ui,
        back,
        ("Previous slide", [None, Some(words)], Some(Icon::ARROW_LEFT)),
        &theme,
        (false, !is_first),
        help,
    ) {
        cx.send(SessionCommand::Back(Stride::Slide));
    }
    if is_last {
        let words = if next_lesson { "Next lesson" } else { "All lessons" };
        let command = if next_lesson { WindowCommand::NextLesson } else { WindowCommand::AskLesson };
        let help = (presets::after(cx.session.scene()).map(presets::Preset::title), command);
        if large(ui, next, (words, [Some(words), None], Some(Icon::ARROW_RIGHT)), &theme, (true, true), help) {
            cx.send(command);
        }
        return;
    }
    if panels::ask::is_open(cx) {
        let help = (None, SessionCommand::ShowAnswer);
        if large(ui, next, ("Show me", [Some("Show me"), None], None), &theme, (true, true), help) {
            cx.send(SessionCommand::ShowAnswer);
        }
        return;
    }
    let after = here.map_or(0, |here| here + 1);
    let help = (Some(stops::title(cx.session, after)), SessionCommand::Forward(Stride::Slide));
    if large(ui, next, ("Next slide", [Some("Next"), None], Some(Icon::ARROW_RIGHT)), &theme, (true, true), help) {
        cx.send(SessionCommand::Forward(Stride::Slide));
    }
}

/// Draws a large button with words before or after an icon. Returns whether it was clicked.
fn large(
    ui: &mut Ui,
    place: Rect,
    (name, [before, after], icon): (&str, [Option<&str>; 2], Option<Icon>),
    theme: &Theme,
    (is_first_choice, able): (bool, bool),
    (to, command): (Option<String>, impl Into<crate::debugger::Command>),
) -> bool {
    let (fill, ink) = if is_first_choice { (theme.now, theme.now_ink) } else { (theme.widget, theme.strong) };
    let mut child = ui.new_child(UiBuilder::new().id_salt(name).max_rect(place));
    child.spacing_mut().interact_size.y = place.height();
    let font = if is_first_choice { fonts::semibold(15.0) } else { fonts::medium(15.0) };
    let words = |text: Option<&str>| RichText::new(text.unwrap_or_default()).font(font.clone()).color(ink);
    let icon = icon.map(|icon| icon.text(17.0).color(ink));
    let face = match (before, after, icon) {
        (_, _, None) => Button::new((egui::Atom::grow(), words(before), egui::Atom::grow())),
        (Some(_), _, Some(icon)) => Button::new((egui::Atom::grow(), words(before), icon, egui::Atom::grow())),
        (None, Some("") | None, Some(icon)) => Button::new((egui::Atom::grow(), icon, egui::Atom::grow())),
        (None, after, Some(icon)) => Button::new((egui::Atom::grow(), icon, words(after), egui::Atom::grow())),
    };
    let face = face.min_size(place.size()).corner_radius(CornerRadius::same(8)).fill(fill).truncate();
    let button = child.add_enabled(able, face).accessible_name(name);
    let help = to.map_or_else(String::new, |to| format!("{to}\n")) + &hint(command);
    button.on_hover_text(help).clicked()
}

/// Draws the titles: that of the lesson, small, and that of the stop at hand with the level of its heading.
pub(crate) fn titles(ui: &mut Ui, theme: &Theme, lesson: Option<&str>, (stop, level): (&str, usize)) {
    ui.spacing_mut().item_spacing.y = 6.0;
    let line = |ui: &mut Ui, (text, level): (&str, usize), font: egui::FontId, (ink, high): (Color32, f32)| {
        let text = RichText::new(text).font(font).color(ink).line_height(Some(high));
        heading(&ui.add(Label::new(text).wrap()), level);
    };
    if let Some(lesson) = lesson.filter(|lesson| !lesson.is_empty()) {
        line(ui, (lesson, 1), fonts::text(13.0), (theme.weak, 18.0));
    }
    if !stop.is_empty() {
        line(ui, (stop, level), fonts::semibold(24.0), (theme.strong, 30.0));
    }
    ui.add_space(8.0);
}
