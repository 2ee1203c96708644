//! The search bar above the events: words, kinds, a cell, an actor, the number of hits, and buttons for the previous
//! and next one.

use super::{look_for, small};
use crate::core::geometry::Cell;
use crate::core::trace::Replay;
use crate::debugger::SessionCommand;
use crate::debugger::command::Stride;
use crate::debugger::find::ParsedFilterText;
use crate::fonts::Icon;
use crate::memo::memo;
use crate::panels::picker;
use crate::panels::plots::thousands;
use crate::shortcuts::hint;
use crate::view::Cx;
use egui::containers::menu::MenuButton;
use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditState;
use egui::{Id, Key, Modifiers, RichText, ScrollArea, TextEdit, Ui, vec2};

/// Below this width, in points, the bar has two lines.
const ONE_LINE: f32 = 505.0;

/// Below this height, in points, the second line is only shown on request.
const LOW: f32 = 130.0;

/// Draws the bar.
pub(super) fn show(ui: &mut Ui, cx: &mut Cx<'_>, replay: &Replay, list: Id) {
    let wide = ui.available_width();
    ui.spacing_mut().interact_size.y = 24.0;
    let acts = !cx.session.replay().is_none_or(|replay| actors(ui, cx, replay).is_empty());
    let rest = if acts { 476.0 } else { 395.0 };
    let one_line = wide >= ONE_LINE + if acts { 81.0 } else { 0.0 };
    // In a low panel the second line would leave no rows, so it is only shown on request.
    let id = Id::unique("event parts");
    let low = ui.available_height() < LOW;
    let asked = ui.data(|d| d.get_temp::<bool>(id)).unwrap_or(false);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let room = if one_line { wide - rest } else { wide - if low { 190.0 } else { 160.0 } };
        text(ui, cx, list, room.max(60.0));
        if one_line {
            parts(ui, cx, replay);
        } else if low {
            let on = small(Icon::FUNNEL.text(14.0)).selected(asked);
            let button = ui.add(on).accessible_name("Kind, cell, actor");
            if button.on_hover_text("Shows the fields for kind, cell and actor, or hides them.").clicked() {
                ui.data_mut(|d| d.insert_temp(id, !asked));
            }
        }
        place(ui, cx, replay);
    });
    if !one_line && (asked || !low) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            parts(ui, cx, replay);
        });
    }
}

/// Draws the filters for kind, cell and actor.
fn parts(ui: &mut Ui, cx: &mut Cx<'_>, replay: &Replay) {
    kinds(ui, cx, replay);
    cell(ui, cx);
    actor(ui, cx, replay);
}

/// Draws the text field for words of the sentence, or a condition.
fn text(ui: &mut Ui, cx: &mut Cx<'_>, list: Id, room: f32) {
    let id = super::field();
    let focused = ui.memory(|m| m.has_focus(id));
    // The field would consume these keys and lose the focus.
    let pressed = |modifiers, key| focused && ui.input_mut(|i| i.consume_key(modifiers, key));
    // With Shift first, because the check without modifiers ignores Shift.
    let (last, next) = (pressed(Modifiers::SHIFT, Key::Enter), pressed(Modifiers::NONE, Key::Enter));
    let down = pressed(Modifiers::NONE, Key::ArrowDown);
    let mut typed = cx.session.work.events.wanted().text.clone();
    let is_condition = matches!(cx.session.work.events.reading(), ParsedFilterText::Condition(_)) && !typed.is_empty();
    let field = TextEdit::singleline(&mut typed).id(id).hint_text("Words, or a condition: f >= 12");
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
    if std::mem::take(&mut cx.view.find) {
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
}

/// Draws the filter by kinds.
fn kinds(ui: &mut Ui, cx: &mut Cx<'_>, replay: &Replay) {
    let wanted = cx.session.work.events.wanted().kinds.clone();
    let face = match &wanted[..] {
        [] => "Kind".to_owned(),
        [one] => one.clone(),
        several => format!("{} kinds", several.len()),
    };
    let face = (RichText::new(face), Icon::CARET_DOWN.text(11.0));
    let button = MenuButton::from_button(small(face).truncate().min_size(vec2(64.0, 24.0))).config(picker::config());
    let (response, _) = button.ui(ui, |ui| {
        ui.set_min_width(190.0);
        if ui.add_enabled(!wanted.is_empty(), egui::Button::new("Every kind")).clicked() {
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
    });
    response.accessible_name("Kinds of events").on_hover_text("Only events of these kinds.");
}

/// Draws the filter by cell: typed, or the selected one.
fn cell(ui: &mut Ui, cx: &mut Cx<'_>) {
    let id = Id::unique("event cell typed");
    let wanted = cx.session.work.events.wanted().cell;
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
    let selected = cx.session.shown.selected;
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
    memo(ui, Id::unique("event actors"), cx.session.generation, || replay.actors())
}

/// Draws the actor filter. Hidden if the run has no actors.
fn actor(ui: &mut Ui, cx: &mut Cx<'_>, replay: &Replay) {
    let all = actors(ui, cx, replay);
    if all.is_empty() {
        return;
    }
    let wanted = cx.session.work.events.wanted().actor.clone();
    let face = (RichText::new(wanted.as_deref().unwrap_or("Actor")), Icon::CARET_DOWN.text(11.0));
    let (response, _) = MenuButton::from_button(small(face).truncate().min_size(vec2(64.0, 24.0))).ui(ui, |ui| {
        let everybody = std::iter::once(None).chain(all.iter().map(Some));
        for actor in everybody {
            let title = actor.map_or("Everybody", String::as_str);
            let on = wanted.as_ref() == actor;
            if ui.selectable_label(on, title).clicked() {
                look_for(cx, |wanted| wanted.actor = actor.cloned());
                ui.close();
            }
        }
    });
    response.accessible_name("Actor of events").on_hover_text("Only events while this one acts.");
}

/// Draws the position in the list, the buttons for the previous and next hit, and the progress of a search.
fn place(ui: &mut Ui, cx: &mut Cx<'_>, replay: &Replay) {
    let theme = cx.view.theme.clone();
    let events = &cx.session.work.events;
    let rows = events.rows(replay.len());
    let here = replay.cursor().checked_sub(1).and_then(|event| events.row_of(event, replay.len()).ok());
    let mut said = match here {
        Some(row) => format!("{} of {}", thousands(row + 1), thousands(rows)),
        None if events.hits().is_none() => format!("0 of {}", thousands(rows)),
        None => format!("{} found", thousands(rows)),
    };
    if let Some(share) = events.progress() {
        said = format!("{:.0} %  {}", share * 100.0, thousands(rows));
    }
    let searches = events.hits().is_some();
    let able = searches && rows > 0;
    for (icon, name, command) in [
        (Icon::CARET_UP, "Previous found", SessionCommand::Back(Stride::Found)),
        (Icon::CARET_DOWN, "Next found", SessionCommand::Forward(Stride::Found)),
    ] {
        let button = ui.add_enabled(able, small(icon.text(14.0))).accessible_name(name);
        if button.on_hover_text(hint(&command)).clicked() {
            cx.send(command);
        }
    }
    if searches {
        let clear = ui.add(small(Icon::X.text(13.0)).frame(false)).accessible_name("List all events");
        if clear.on_hover_text("Lists all events again.").clicked() {
            cx.send(SessionCommand::LookFor(Box::default()));
        }
    }
    let label = egui::Label::new(RichText::new(said).color(theme.weak)).truncate().selectable(false);
    ui.add(label).on_hover_text("Where the cursor stands among the events that are listed, and how many these are.");
}
