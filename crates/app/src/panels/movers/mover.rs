//! Shows the selected mover: its state, the movers that it waits for, those that wait for it, and four figures.

use super::{movers_of, sentence_at, text_at};
use crate::canvas::movers::{Relations, badge, relations};
use crate::debugger::SessionCommand;
use crate::debugger::look::BadgeRole;
use crate::debugger::movers::{Movers, State};
use crate::formats::plain::format_count;
use crate::panels::open_list::empty;
use crate::style::fonts;
use crate::style::theme::Theme;
use crate::view::Cx;
use egui::{Align2, Rect, Role, ScrollArea, Sense, Ui, WidgetInfo, pos2, vec2};

/// Maximum number of links, and of movers behind the selected one, that have rows.
const ROWS: usize = 6;
/// Height of the heading and of a row, in points.
const HEADING: f32 = 34.0;
const ROW: f32 = 28.0;
/// Room at both sides, in points.
const INSET: f32 = 14.0;
/// Distance of the badges and of the words behind them from the left side, in points.
const BADGES: f32 = 92.0;
const WORDS: f32 = 112.0;

/// Draws the panel.
pub(crate) fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let theme = cx.view.theme.clone();
    let Some(movers) = movers_of(ui, cx, "The selected mover is shown here") else { return };
    let Some((_, mover, step)) = cx.session.selected_mover() else {
        return empty(
            ui,
            &theme,
            "Click a badge on the map, or a row of the list: whom that mover waits for is shown here.",
        );
    };
    let relations = relations(ui.ctx(), cx.session);
    ui.spacing_mut().item_spacing.y = 0.0;
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        heading(ui, cx, &theme, (movers, mover, step));
        chain(ui, cx, &theme, (movers, mover, step), &relations);
        figures(ui, &theme, movers, mover);
    });
}

/// Draws the badge, what the mover does, and its goal.
fn heading(ui: &mut Ui, cx: &Cx<'_>, theme: &Theme, (movers, mover, step): (&Movers, usize, u32)) {
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), HEADING));
    let label = movers.label(mover);
    badge(
        ui.painter(),
        theme,
        pos2(rect.left() + INSET + 12.0, rect.center().y),
        (12.0, 12.0),
        label,
        BadgeRole::Selected,
    );
    let cell = movers.cell_after(mover, cx.session.moment().0);
    let at = cell.map_or_else(String::new, |cell| format!(" {cell}"));
    let words = match movers.state(mover, step) {
        State::Waits => format!("waits in{at}"),
        State::Stays => format!("stays in{at}"),
        State::Moves => format!("moves on from{at}"),
        State::Arrived => format!("has arrived at{at}"),
        State::Stopped => format!("stops in{at}"),
        State::Gone => "is not on the map".to_owned(),
    };
    let mut left = pos2(rect.left() + INSET + 34.0, rect.center().y);
    for part in crate::canvas::sentence::parts(&words) {
        let (text, font, colour) = match part {
            crate::canvas::sentence::Part::Words(words) => (words, fonts::semibold(14.0), theme.strong),
            crate::canvas::sentence::Part::Cell(_, words) => (words, fonts::mono(14.0), theme.link),
        };
        left.x += text_at(ui, left, Align2::LEFT_CENTER, text, font, colour);
    }
    if let Some(goal) = movers.goal(mover, step) {
        let right = pos2(rect.right() - INSET, rect.center().y);
        let wide = text_at(ui, right, Align2::RIGHT_CENTER, &goal.to_string(), fonts::mono(13.0), theme.link);
        text_at(ui, right - vec2(wide + 5.0, 0.0), Align2::RIGHT_CENTER, "goal", fonts::text(13.0), theme.weak);
    }
    let response = ui.interact(rect, ui.scope_id().with("mover heading"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, movers.sentence(mover, step)));
}

/// Draws a row for each link of the chain, and for each mover behind the selected one.
fn chain(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    theme: &Theme,
    (movers, mover, step): (&Movers, usize, u32),
    relations: &Relations,
) {
    let links = &relations.chain.links;
    for (k, &link) in links.iter().take(ROWS).enumerate() {
        let before = if k == 0 { mover } else { links[k - 1] };
        let verb = if k == 0 { "waits for" } else { "yields to" };
        row(ui, cx, theme, movers, (verb, link, BadgeRole::WaitedFor), &movers.since_text(before, step));
    }
    if links.len() > ROWS {
        note(ui, theme, &format!("and {} more", links.len() - ROWS));
    }
    if let Some((others, at)) = relations.chain.ring() {
        let who = at.checked_sub(1).map_or(mover, |k| links[k]);
        let others = format_count(others, "other");
        note(ui, theme, &format!("A ring: {} waits for itself, through {others}.", movers.label(who)));
    }
    for &other in relations.waiting.iter().take(ROWS).filter(|other| !links.contains(other)) {
        row(ui, cx, theme, movers, ("behind it", other, BadgeRole::Waits), &movers.since_text(other, step));
    }
    if relations.waiting.len() > ROWS {
        note(ui, theme, &format!("and {} more behind it", relations.waiting.len() - ROWS));
    }
}

fn note(ui: &mut Ui, theme: &Theme, text: &str) {
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), ROW));
    text_at(ui, pos2(rect.left() + INSET, rect.center().y), Align2::LEFT_CENTER, text, fonts::text(13.0), theme.tie);
    let response = ui.interact(rect, ui.scope_id().with(text), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
}

/// Draws a link: a verb, the badge, since when, and where. A click selects the mover.
fn row(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    theme: &Theme,
    movers: &Movers,
    (verb, other, role): (&str, usize, BadgeRole),
    since: &str,
) {
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), ROW));
    let response = ui.interact(rect, ui.scope_id().with((verb, other)), Sense::click());
    if response.hovered() {
        ui.painter().rect_filled(rect, 0.0, theme.hover.gamma_multiply(0.5));
    }
    let (middle, label) = (rect.center().y, movers.label(other));
    let cell = movers.cell_after(other, cx.session.moment().0);
    text_at(ui, pos2(rect.left() + INSET, middle), Align2::LEFT_CENTER, verb, fonts::text(13.0), theme.weak);
    badge(ui.painter(), theme, pos2(rect.left() + BADGES, middle), (10.0, 11.0), label, role);
    sentence_at(ui, theme, pos2(rect.left() + WORDS, middle), since, (13.0, theme.text));
    if let Some(cell) = cell {
        let right = pos2(rect.right() - INSET, middle);
        let wide = text_at(ui, right, Align2::RIGHT_CENTER, &cell.to_string(), fonts::mono(13.0), theme.link);
        text_at(ui, right - vec2(wide + 5.0, 0.0), Align2::RIGHT_CENTER, "at", fonts::text(13.0), theme.weak);
    }
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("{verb} {label} {since}")));
    if response.hovered() {
        cx.view.point_at = cell;
    }
    if response.clicked() {
        cx.send(SessionCommand::SelectMover(Some(other)));
    }
}

/// Draws the four figures of the mover.
fn figures(ui: &mut Ui, theme: &Theme, movers: &Movers, mover: usize) {
    let figures = movers.figures(mover);
    let text = |value: Option<i64>| value.map_or_else(|| "–".to_owned(), |value| value.to_string());
    let all = [
        (text(figures.alone.map(i64::from)), "needs alone"),
        (figures.arrives.map_or_else(|| "never".to_owned(), |t| t.to_string()), "arrives at t"),
        (text(figures.delay.map(i64::from)), "delay"),
        (figures.conflicts.to_string(), "conflicts"),
    ];
    ui.add_space(6.0);
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), 44.0));
    let wide = (rect.width() - 2.0 * INSET) / 4.0;
    for (k, (value, name)) in all.iter().enumerate() {
        let left = rect.left() + INSET + wide * k as f32;
        let cell = Rect::from_min_size(pos2(left, rect.top()), vec2(wide, rect.height()));
        let alarm = *name == "conflicts" && figures.conflicts > 0;
        let colour = if alarm { theme.wrong } else { theme.strong };
        text_at(ui, pos2(left, rect.top() + 11.0), Align2::LEFT_CENTER, value, fonts::semibold(15.0), colour);
        text_at(ui, pos2(left, rect.top() + 30.0), Align2::LEFT_CENTER, name, fonts::text(12.0), theme.weak);
        let response = ui.interact(cell, ui.scope_id().with(("figure", k)), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{name} {value}")));
        let help = match k {
            0 => "Steps to its goal if no other mover were there.",
            1 => "Time at which it reaches its goal and stays there.",
            2 => "Steps that it arrives later than alone.",
            _ => "Conflicts that it has a part in.",
        };
        response.on_hover_text(help);
    }
}

/// Returns the width of the buttons in the tab row, in points.
pub(crate) fn controls_width(ui: &Ui, cx: &Cx<'_>) -> f32 {
    if cx.session.selected_mover().is_some() { crate::panels::cell::controls_width(ui, cx) } else { 0.0 }
}

/// Draws the buttons in the tab row: those of the mover's cell.
pub(crate) fn controls(ui: &mut Ui, cx: &mut Cx<'_>) {
    if cx.session.selected_mover().is_some() {
        crate::panels::cell::controls(ui, cx);
    }
}
