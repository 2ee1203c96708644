//! The list of movers: badge, goal, waits, delay and conflicts. A heading sorts, a row selects.

use super::{movers_of, text_at};
use crate::canvas::movers::{badge, relations};
use crate::debugger::SessionCommand;
use crate::debugger::look::BadgeRole;
use crate::debugger::movers::Movers;
use crate::formats::plain::thousands;
use crate::panels::tab_row::is_wide;
use crate::style::fonts;
use crate::style::memo::memo;
use crate::style::theme::Theme;
use crate::view::Cx;
use egui::{
    Align2, Color32, CornerRadius, Id, Label, Rect, RichText, Role, ScrollArea, Sense, Stroke, StrokeKind, TextStyle,
    Ui, WidgetInfo, pos2, vec2,
};
use std::cmp::Reverse;
use std::sync::Arc;

/// Height of a row and of the legend, in points.
const ROW: f32 = 24.0;
const LEGEND: f32 = 54.0;
/// Room at both sides, in points.
const INSET: f32 = 14.0;

/// A column of the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Column {
    Number,
    Goal,
    Waits,
    Delay,
    Conflicts,
}

/// The columns: name, position of its right or left edge as a share of the width, and what it shows.
const COLUMNS: [(Column, &str, f32, &str); 5] = [
    (Column::Number, "mover", 0.0, "The number of the mover."),
    (Column::Goal, "goal", 0.18, "Its goal."),
    (Column::Waits, "waits", 0.52, "Steps so far at which it stayed and moved on later."),
    (Column::Delay, "delay", 0.72, "Steps that it arrives later than alone: arrival minus the way alone."),
    (Column::Conflicts, "conflicts", 0.97, "Conflicts that it has a part in."),
];

/// Order of the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Order {
    column: Column,
    falls: bool,
}

/// Draws the panel.
pub(crate) fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let theme = cx.view.theme.clone();
    let Some(movers) = movers_of(ui, cx, "The movers are listed here") else { return };
    let id = Id::unique("order of movers");
    let mut order = ui.data(|d| d.get_temp(id)).unwrap_or(Order { column: Column::Delay, falls: true });
    ui.spacing_mut().item_spacing.y = 0.0;
    heading(ui, &theme, &mut order);
    ui.data_mut(|d| d.insert_temp(id, order));
    let step = movers.step_at(cx.session.moment().0);
    let rows = sorted(ui, cx, movers, step, order);
    let selected = cx.session.selected_mover().map(|own| own.1);
    let all = relations(ui.ctx(), cx.session);
    let whole = ui.available_rect_before_wrap();
    let has_legend = whole.height() > LEGEND + 4.0 * ROW;
    let (list, legend_place) = whole.split_top_bottom_at_y(whole.max.y - if has_legend { LEGEND } else { 0.0 });
    let mut area = ScrollArea::vertical().auto_shrink(false);
    // A mover that was selected elsewhere comes into view.
    let scrolled_id = Id::unique("mover in view");
    if ui.data(|d| d.get_temp::<Option<usize>>(scrolled_id)).flatten() != selected {
        if let Some(k) = selected.and_then(|selected| rows.iter().position(|&mover| mover == selected)) {
            area = area.vertical_scroll_offset((k as f32 * ROW - list.height() / 2.0).max(0.0));
        }
        ui.data_mut(|d| d.insert_temp(scrolled_id, selected));
    }
    ui.scope_builder(egui::UiBuilder::new().max_rect(list), |ui| {
        area.show_rows(ui, ROW, rows.len(), |ui, range| {
            for k in range {
                row(ui, cx, &theme, movers, (k, rows[k], step), all.roles.get(rows[k]).copied().unwrap_or_default());
            }
        });
    });
    if has_legend {
        legend(ui, &theme, legend_place);
    }
}

/// Draws the headings. A click sorts by a column, another one the other way round.
fn heading(ui: &mut Ui, theme: &Theme, order: &mut Order) {
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), ROW));
    for (column, name, share, help) in COLUMNS {
        let sorts = order.column == column;
        let arrow = if !sorts {
            ""
        } else if order.falls {
            " ↓"
        } else {
            " ↑"
        };
        let (text, colour) = (format!("{name}{arrow}"), if sorts { theme.strong } else { theme.weak });
        let font = if sorts { fonts::semibold(13.0) } else { fonts::text(13.0) };
        let (at, align) = place(rect, column, share);
        let galley = ui.painter().layout_no_wrap(text, font, colour);
        let area = align.anchor_size(at, galley.size());
        ui.painter().galley(area.min, galley, colour);
        let response = ui.interact(area.expand2(vec2(6.0, 3.0)), ui.scope_id().with(name), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Sort by {name}")));
        if response.on_hover_text(format!("{help}\nA click sorts.")).clicked() {
            let falls = if sorts { !order.falls } else { !matches!(column, Column::Number | Column::Goal) };
            *order = Order { column, falls };
        }
    }
}

/// Returns the place of a column in a row.
fn place(rect: Rect, column: Column, share: f32) -> (egui::Pos2, Align2) {
    let wide = rect.width() - 2.0 * INSET;
    let at = pos2(rect.left() + INSET + wide * share, rect.center().y);
    match column {
        Column::Number | Column::Goal => (at, Align2::LEFT_CENTER),
        _ => (at, Align2::RIGHT_CENTER),
    }
}

/// Returns the movers in the order of the list. Cached while the step and the order stay.
fn sorted(ui: &Ui, cx: &Cx<'_>, movers: &Movers, step: u32, order: Order) -> Arc<Vec<usize>> {
    // Only waits and goals change with the step.
    let step_of_key = if matches!(order.column, Column::Waits | Column::Goal) { step } else { 0 };
    let key = (cx.session.generation(), step_of_key, order.column as u8, order.falls);
    memo(ui, Id::unique("sorted movers"), key, || {
        let number = |mover: usize| movers.label(mover).parse::<i64>().unwrap_or(i64::MAX);
        let value = |mover: usize| match order.column {
            Column::Number => number(mover),
            Column::Goal => movers.goal(mover, step).map_or(-1, |goal| i64::from(goal.y) << 16 | i64::from(goal.x)),
            Column::Waits => movers.waits(mover, step).into(),
            Column::Delay => movers.delay(mover).map_or(-1, i64::from),
            Column::Conflicts => movers.all()[mover].conflicts.into(),
        };
        let mut all: Vec<usize> = (0..movers.all().len()).collect();
        if order.falls {
            all.sort_by_cached_key(|&mover| (Reverse(value(mover)), number(mover)));
        } else {
            all.sort_by_cached_key(|&mover| (value(mover), number(mover)));
        }
        Arc::new(all)
    })
}

fn row(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    theme: &Theme,
    movers: &Movers,
    (k, mover, step): (usize, usize, u32),
    role: BadgeRole,
) {
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), ROW));
    let response = ui.interact(rect, ui.scope_id().with(("mover", k)), Sense::click());
    let fill = match () {
        () if role == BadgeRole::Selected => Some(theme.selected),
        () if response.hovered() => Some(theme.hover),
        () if k % 2 == 1 => Some(ui.visuals().faint_bg_color),
        () => None,
    };
    if let Some(fill) = fill {
        ui.painter().rect_filled(rect, 0.0, fill);
    }
    let (label, goal) = (movers.label(mover), movers.goal(mover, step));
    let goal = goal.map_or_else(|| "–".to_owned(), |goal| goal.to_string());
    let count = |value: u32| if value == 0 { "·".to_owned() } else { value.to_string() };
    let delay = movers.delay(mover).map_or_else(|| "–".to_owned(), count);
    let (waits, conflicts) = (count(movers.waits(mover, step)), count(movers.all()[mover].conflicts));
    for (column, _, share, _) in COLUMNS {
        let (at, align) = place(rect, column, share);
        let draw = |text: &str, colour: Color32| _ = text_at(ui, at, align, text, fonts::mono(13.0), colour);
        match column {
            Column::Number => badge(ui.painter(), theme, at + vec2(10.0, 0.0), (9.5, 11.0), label, role),
            Column::Goal => draw(&goal, theme.link),
            Column::Waits => draw(&waits, theme.text),
            Column::Delay => {
                _ = text_at(ui, at, align, &delay, fonts::mono_semibold(13.0), theme.strong);
            }
            Column::Conflicts => draw(&conflicts, if conflicts == "·" { theme.weak } else { theme.wrong }),
        }
    }
    response.widget_info(|| {
        let name = format!("Mover {label}, goal {goal}, waits {waits}, delay {delay}, conflicts {conflicts}");
        WidgetInfo::labeled(Role::Button, true, name)
    });
    if response.hovered() {
        cx.view.point_at = movers.cell_after(mover, cx.session.moment().0);
    }
    if response.clicked() {
        cx.send(SessionCommand::SelectMover(Some(mover)));
    }
}

/// Draws what the badges and frames mean.
fn legend(ui: &Ui, theme: &Theme, place: Rect) {
    let rows = [
        (BadgeRole::WaitedFor, "it waits for them", 0.0, 0.25),
        (BadgeRole::Waits, "waits for it", 0.5, 0.25),
        (BadgeRole::Arrived, "has arrived", 0.0, 0.75),
    ];
    let at = |x: f32, y: f32| {
        pos2(place.left() + INSET + (place.width() - 2.0 * INSET) * x + 10.0, place.top() + place.height() * y)
    };
    let text = |centre: egui::Pos2, words: &str| {
        let at = centre + vec2(18.0, 0.0);
        text_at(ui, at, Align2::LEFT_CENTER, words, fonts::text(12.0), theme.weak);
    };
    for (role, words, x, y) in rows {
        badge(ui.painter(), theme, at(x, y), (8.0, 0.0), "", role);
        text(at(x, y), words);
    }
    let centre = at(0.5, 0.75);
    let frame = Rect::from_center_size(centre, vec2(14.0, 14.0));
    ui.painter().rect_stroke(frame, CornerRadius::same(3), Stroke::new(2.5, theme.wrong), StrokeKind::Inside);
    text(centre, "conflict to come");
}

/// Returns how many movers there are, wait, and have arrived.
fn summary(ui: &Ui, cx: &Cx<'_>) -> Option<String> {
    let movers = cx.session.movers()?;
    let (waiting, arrived) = relations(ui.ctx(), cx.session).counts;
    let [all, waiting, arrived] = [movers.all().len(), waiting, arrived].map(thousands);
    Some(format!("{all} · {waiting} wait, {arrived} arrived"))
}

/// Returns the width of the text in the tab row, in points.
pub(crate) fn controls_width(ui: &Ui, cx: &Cx<'_>, width: f32) -> f32 {
    if !is_wide(width) || cx.session.movers().is_none() {
        return 0.0;
    }
    let font = TextStyle::Body.resolve(ui.style());
    ui.painter().layout_no_wrap("999 · 999 wait, 999 arrived".to_owned(), font, Color32::PLACEHOLDER).size().x
}

/// Draws the counts at the right end of the tab row.
pub(crate) fn controls(ui: &mut Ui, cx: &mut Cx<'_>, width: f32) {
    let Some(text) = summary(ui, cx).filter(|_| is_wide(width)) else { return };
    ui.add(Label::new(RichText::new(text).color(cx.view.theme.faint)).truncate().selectable(false));
}
