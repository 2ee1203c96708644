//! The controls of the event list in its tab row: the search field, the filters by kind, cell and actor, the position
//! in the list, and buttons for the previous and next hit.

use super::{look_for, small};
use crate::debugger::SessionCommand;
use crate::debugger::lab::find::ParsedFilterText;
use crate::debugger::session::command::Stride;
use crate::debugger::session::window::PanelId;
use crate::formats::plain::thousands;
use crate::layout::layout_fit::MORE;
use crate::panels::picker;
use crate::panels::tab_row::{self, is_wide};
use crate::style::fonts::Icon;
use crate::style::memo::memo;
use crate::view::Cx;
use crate::view::shortcuts::hint;
use egui::containers::menu::MenuButton;
use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditState;
use egui::{Id, Key, Modifiers, RichText, ScrollArea, TextEdit, Ui};
use gridscope_trace::{Cell, Replay};

/// Width of the search field in a wide tab row, in points.
const FIELD: f32 = 168.0;
/// Least width of the search field, in points.
const LEAST: f32 = 48.0;
/// Width of the position in the list, in points.
const PLACE: f32 = 92.0;
/// Width of a small button with the space before it, in points.
const SMALL: f32 = 30.0;

/// Returns the id that stores whether the search field is open in a narrow tab row.
fn opened() -> Id {
    Id::unique("event search is open")
}

/// Returns whether the search field of a narrow tab row is open: the user opened it, or something is searched.
fn is_open(ui: &Ui, cx: &Cx<'_>) -> bool {
    let opened = ui.data(|d| d.get_temp::<bool>(opened())).unwrap_or(false);
    opened || cx.view.find || !cx.session.work().events.wanted().is_everything()
}

/// Returns the width of the controls in a tab row of this width, in points.
pub(crate) fn controls_width(ui: &Ui, cx: &Cx<'_>, width: f32) -> f32 {
    let searches = cx.session.work().events.hits().is_some();
    match (is_wide(width), is_open(ui, cx)) {
        (true, _) => FIELD + 6.0 + SMALL + PLACE + if searches { 3.0 * SMALL } else { 0.0 },
        (false, false) => 2.0 * SMALL,
        // The field takes the room of all tabs but the first.
        (false, true) => width,
    }
}

/// Draws the controls at the right end of the tab row, from right to left: the position in the list, the buttons for
/// the previous and next hit, the filters, and the search field.
pub(crate) fn controls(ui: &mut Ui, cx: &mut Cx<'_>, width: f32) {
    let Some(replay) = cx.session.replay() else { return };
    let (wide, open) = (is_wide(width), is_open(ui, cx));
    // The tab of the list and the menu of the others stay free.
    let tabs = tab_row::LEFT + tab_row::width(ui, PanelId::Events) + MORE;
    if wide || open && ui.available_width() > tabs + PLACE + SMALL + LEAST {
        place(ui, cx, replay);
    }
    parts(ui, cx, replay);
    let list = super::list();
    if wide {
        text(ui, cx, list, FIELD);
    } else if open {
        let room = (ui.available_width() - tabs).clamp(LEAST, FIELD);
        let focused = text(ui, cx, list, room);
        ui.data_mut(|d| d.insert_temp(opened(), focused));
    } else {
        let button = ui.add(small(Icon::MAGNIFYING_GLASS.text(15.0)).frame(false)).accessible_name("Search events");
        if button.on_hover_text("Opens the search field.  [Ctrl+F]").clicked() {
            cx.view.find = true;
        }
    }
}

/// Draws the button with the filters for kind, cell and actor.
fn parts(ui: &mut Ui, cx: &mut Cx<'_>, replay: &Replay) {
    let wanted = cx.session.work().events.wanted();
    let on = !wanted.kinds.is_empty() || wanted.cell.is_some() || wanted.actor.is_some();
    let ink = if on { cx.view.theme.link } else { cx.view.theme.weak };
    let face = small(Icon::FUNNEL.text(15.0).color(ink)).frame(false);
    let (response, _) = MenuButton::from_button(face).config(picker::config()).ui(ui, |ui| {
        ui.set_min_width(220.0);
        ui.horizontal(|ui| {
            ui.label(RichText::new("Cell").color(cx.view.theme.weak));
            cell(ui, cx);
        });
        actor(ui, cx, replay);
        ui.separator();
        kinds(ui, cx, replay);
    });
    response
        .accessible_name("Filter by kind, cell or actor")
        .on_hover_text("Only events of some kinds, of a cell, or of an actor.");
}

/// Draws the text field for words of the sentence, or a condition. Returns whether it has the focus.
fn text(ui: &mut Ui, cx: &mut Cx<'_>, list: Id, room: f32) -> bool {
    let id = super::field();
    let focused = ui.memory(|m| m.has_focus(id));
    // The field would consume these keys and lose the focus.
    let pressed = |modifiers, key| focused && ui.input_mut(|i| i.consume_key(modifiers, key));
    // With Shift first, because the check without modifiers ignores Shift.
    let (last, next) = (pressed(Modifiers::SHIFT, Key::Enter), pressed(Modifiers::NONE, Key::Enter));
    let down = pressed(Modifiers::NONE, Key::ArrowDown);
    let mut typed = cx.session.work().events.wanted().text.clone();
    let is_condition =
        matches!(cx.session.work().events.reading(), ParsedFilterText::Condition(_)) && !typed.is_empty();
    let field = TextEdit::singleline(&mut typed).id(id).hint_text("kind, cell or f >= 12");
    let field = field.desired_width(room).margin(egui::Margin::symmetric(8, 3));
    let field = field.text_color(if is_condition { cx.view.theme.link } else { cx.view.theme.strong });
    let response = ui.add(field).accessible_name("Filter events");
    let read = if is_condition {
        "Read as a condition: the events at which it holds."
    } else {
        "All these words are in the sentence, or in the name of the kind."
    };
    let help = format!(
        "{read}\nA condition such as expanded and f >= 12, layer g falls or at 3,2 may stand here, too.\nEnter: next, \
         Shift+Enter: previous, ↓: into the list."
    );
    let response = response.on_hover_text(help);
    let wants_focus = std::mem::take(&mut cx.view.find);
    if wants_focus {
        response.request_focus();
        let all = CCursorRange::two(CCursor::new(0), CCursor::new(typed.chars().count()));
        let mut state = TextEditState::load(ui.ctx(), id).unwrap_or_default();
        state.cursor.set_char_range(Some(all));
        state.store(ui.ctx(), id);
    }
    if response.changed() {
        look_for(cx, |wanted| wanted.text = typed);
    }
    if next || last {
        let stride = Stride::Found;
        cx.send(if next { SessionCommand::Forward(stride) } else { SessionCommand::Back(stride) });
    }
    if down {
        ui.memory_mut(|m| m.request_focus(list));
    }
    focused || wants_focus
}

/// Draws the filter by kinds: each with its number of events.
fn kinds(ui: &mut Ui, cx: &mut Cx<'_>, replay: &Replay) {
    let wanted = cx.session.work().events.wanted().kinds.clone();
    if ui.add_enabled(!wanted.is_empty(), egui::Button::new("All kinds")).clicked() {
        look_for(cx, |wanted| wanted.kinds.clear());
    }
    ScrollArea::vertical().max_height(picker::height(ui)).show(ui, |ui| {
        for kind in replay.kinds() {
            let n = replay.of_kind(kind).len();
            let mut on = wanted.iter().any(|k| k == kind);
            if n == 0 && !on {
                continue;
            }
            let count = RichText::new(thousands(n)).color(cx.view.theme.faint);
            let label = (RichText::new(kind), egui::Atom::grow(), count);
            let row = ui.add(egui::Checkbox::new(&mut on, label));
            if row.accessible_name(format!("Kind {kind}")).clicked() {
                look_for(cx, |wanted| {
                    wanted.kinds.retain(|k| k != kind);
                    wanted.kinds.extend(on.then(|| kind.to_owned()));
                });
            }
        }
    });
}

/// Draws the filter by cell: typed, or the selected one.
fn cell(ui: &mut Ui, cx: &mut Cx<'_>) {
    let id = Id::unique("event cell typed");
    let wanted = cx.session.work().events.wanted().cell;
    let mut typed = ui.data(|d| d.get_temp::<String>(id)).unwrap_or_default();
    let focused = ui.memory(|m| m.has_focus(id));
    if read(&typed) != wanted && !focused {
        typed = wanted.map_or_else(String::new, |cell| format!("{},{}", cell.x, cell.y));
    }
    let theme = &cx.view.theme;
    let wrong = !typed.trim().is_empty() && read(&typed).is_none();
    let field = TextEdit::singleline(&mut typed).id(id).hint_text("cell x,y").desired_width(58.0);
    let field = field.text_color(if wrong { theme.wrong } else { theme.strong });
    let field = field.margin(egui::Margin::symmetric(8, 3));
    let response = ui.add(field).accessible_name("Cell of events").on_hover_text("Only events about this cell.");
    if response.changed() {
        let cell = read(&typed);
        look_for(cx, |wanted| wanted.cell = cell);
    }
    ui.data_mut(|d| d.insert_temp(id, typed));
    let selected = cx.session.display_state().selected;
    let on = selected.is_some() && selected == wanted;
    let face = small(Icon::CROSSHAIR.text(15.0)).selected(on);
    let button = ui.add_enabled(selected.is_some(), face).accessible_name("The selected cell");
    let button = button.on_hover_text("Only events about the selected cell.");
    if button.on_disabled_hover_text("Select a cell first: only its events are listed then.").clicked() {
        look_for(cx, |wanted| wanted.cell = if on { None } else { selected });
    }
}

/// Parses a cell such as `12,5` or `(12, 5)`.
fn read(text: &str) -> Option<Cell> {
    let bare = text.trim().trim_start_matches('(').trim_end_matches(')');
    let (x, y) = bare.split_once([',', ' '])?;
    Some(Cell::new(x.trim().parse().ok()?, y.trim().parse().ok()?))
}

/// Returns the actors of the run. Cached for each run.
fn actors(ui: &Ui, cx: &Cx<'_>, replay: &Replay) -> Vec<String> {
    memo(ui, Id::unique("event actors"), cx.session.generation(), || replay.actors())
}

/// Draws the actor filter. Hidden if the run has no actors.
fn actor(ui: &mut Ui, cx: &mut Cx<'_>, replay: &Replay) {
    let all = actors(ui, cx, replay);
    if all.is_empty() {
        return;
    }
    let wanted = cx.session.work().events.wanted().actor.clone();
    ui.separator();
    for actor in std::iter::once(None).chain(all.iter().map(Some)) {
        let title = actor.map_or("All actors", String::as_str);
        let row = ui.selectable_label(wanted.as_ref() == actor, title);
        if row.on_hover_text("Only events during the turns of this actor.").clicked() {
            look_for(cx, |wanted| wanted.actor = actor.cloned());
        }
    }
}

/// Draws the position in the list, and while something is searched the buttons that clear the search and go to the
/// next and previous hit.
fn place(ui: &mut Ui, cx: &mut Cx<'_>, replay: &Replay) {
    let theme = cx.view.theme.clone();
    let events = &cx.session.work().events;
    let rows = events.rows(replay.len());
    let here = replay.cursor().checked_sub(1).and_then(|event| events.row_of(event, replay.len()).ok());
    let mut position_text = match here {
        Some(row) => format!("{} of {}", thousands(row + 1), thousands(rows)),
        None if events.hits().is_none() => format!("0 of {}", thousands(rows)),
        None => format!("{} found", thousands(rows)),
    };
    if let Some(share) = events.progress() {
        position_text = format!("{:.0} %  {}", share * 100.0, thousands(rows));
    }
    let label = egui::Label::new(RichText::new(position_text).color(theme.weak)).truncate().selectable(false);
    ui.add(label).on_hover_text("Position of the current event in this list, and the number of events in it.");
    let searches = events.hits().is_some();
    if !searches {
        return;
    }
    let clear = ui.add(small(Icon::X.text(13.0)).frame(false)).accessible_name("List all events");
    if clear.on_hover_text("Lists all events again.").clicked() {
        cx.send(SessionCommand::LookFor(Box::default()));
        ui.data_mut(|d| d.remove::<bool>(opened()));
    }
    for (icon, name, command) in [
        (Icon::CARET_DOWN, "Next found", SessionCommand::Forward(Stride::Found)),
        (Icon::CARET_UP, "Previous found", SessionCommand::Back(Stride::Found)),
    ] {
        let button = ui.add_enabled(rows > 0, small(icon.text(14.0))).accessible_name(name);
        if button.on_hover_text(hint(&command)).clicked() {
            cx.send(command);
        }
    }
}
