//! Fields of a cell's actors and tile. Examples are the facing of a guard, the team of a unit, and the key of a lock.

use crate::debugger::SessionCommand;
use crate::style::{choice, menu_of_values};
use crate::view::Cx;
use egui::{CollapsingHeader, DragValue, RichText, TextEdit, Ui};
use gridscope_trace::actor::{FIELDS, Field, FieldType, FieldValue};
use gridscope_trace::scene::{Actor, ActorKind, TileDetail};
use gridscope_trace::{Cell, Dir, Tile};

/// Draws the fields of each actor on the cell, folded, and those of its tile.
pub(super) fn show(ui: &mut Ui, cx: &mut Cx<'_>, cell: Cell) {
    let scene = cx.session.scene();
    let here = scene.actors.iter().enumerate().filter(|(_, a)| a.at == cell && a.kind != ActorKind::Goal);
    for (i, actor) in here.map(|(i, a)| (i, a.clone())).collect::<Vec<_>>() {
        let title = RichText::new(format!("{}: {}", actor.kind.name(), summary(&actor)));
        CollapsingHeader::new(title).id_salt(("fields", i)).show(ui, |ui| {
            ui.spacing_mut().interact_size.y = 24.0;
            let mut new = actor.clone();
            ui.push_id(i, |ui| fields(ui, &mut new));
            if new != actor {
                cx.send(SessionCommand::SetActor(i, Box::new(new)));
            }
        });
    }
    tile(ui, cx, cell);
}

/// Describes an actor's fields in a few words.
fn summary(actor: &Actor) -> String {
    let field_texts = FIELDS.iter().filter_map(|field| {
        Some(match actor.get(field.name)? {
            FieldValue::Dir(dir) => format!("{} {}", field.name, dir.arrow()),
            FieldValue::Flag(true) => field.name.to_owned(),
            FieldValue::Flag(false) => format!("not {}", field.name),
            FieldValue::Cells(cells) => format!("{} of {}", field.name, cells.len()),
            FieldValue::Cell(cell) => format!("{} {cell}", field.name),
            FieldValue::Number(n) => format!("{} {n}", field.name),
            FieldValue::Word(word) => format!("{} {word}", field.name),
            FieldValue::Words(words) => format!("{} {}", field.name, words.join(" ")),
            FieldValue::Other(_) => return None,
        })
    });
    let field_texts: Vec<String> = field_texts.collect();
    if field_texts.is_empty() { "no properties set".into() } else { field_texts.join(", ") }
}

/// Draws the fields of the actor's kind, with a control for each type of value.
fn fields(ui: &mut Ui, actor: &mut Actor) {
    let kind = actor.kind;
    for field in FIELDS.iter().filter(|field| field.kinds.contains(&kind)) {
        let current_value = actor.get(field.name).cloned();
        let new = control(ui, field, current_value.clone());
        if new != current_value {
            actor.set(field.name, new);
        }
    }
}

/// Draws the control of a field. Returns its new value.
fn control(ui: &mut Ui, field: &Field, said: Option<FieldValue>) -> Option<FieldValue> {
    let (name, help) = (field.name, field.help);
    match field.holds {
        FieldType::Dir => {
            let mut dir = if let Some(FieldValue::Dir(dir)) = said { Some(dir) } else { None };
            direction(ui, name, "not set", &mut dir);
            dir.map(FieldValue::Dir)
        }
        FieldType::Flag(unsaid) => {
            let mut on = if let Some(FieldValue::Flag(on)) = said { Some(on) } else { None };
            flag(ui, name, help, &mut on, unsaid);
            on.map(FieldValue::Flag)
        }
        FieldType::Number(least, most, first) => {
            let mut number = if let Some(FieldValue::Number(n)) = said { Some(n) } else { None };
            self::number(ui, name, help, least..=most, first, &mut number);
            number.map(FieldValue::Number)
        }
        FieldType::Cell | FieldType::Cells | FieldType::Word | FieldType::Words => {
            let mut text = match &said {
                Some(FieldValue::Cell(cell)) => pair(*cell),
                Some(FieldValue::Cells(cells)) => cells.iter().map(|&c| pair(c)).collect::<Vec<_>>().join(" "),
                Some(FieldValue::Word(word)) => word.clone(),
                Some(FieldValue::Words(words)) => words.join(" "),
                _ => String::new(),
            };
            if !line(ui, name, &mut text, help) {
                return said;
            }
            if text.trim().is_empty() {
                return None;
            }
            let words = || text.split_whitespace();
            match field.holds {
                FieldType::Cell => cell(text.trim()).map(FieldValue::Cell).or(said),
                FieldType::Cells => words().map(cell).collect::<Option<_>>().map(FieldValue::Cells).or(said),
                FieldType::Words => Some(FieldValue::Words(words().map(str::to_owned).collect())),
                _ => Some(FieldValue::Word(text)),
            }
        }
    }
}

/// Formats a cell as `x,y`, as the user types it.
fn pair(cell: Cell) -> String {
    format!("{},{}", cell.x, cell.y)
}

/// Draws the inner side of a shutter, or the key of a lock.
fn tile(ui: &mut Ui, cx: &mut Cx<'_>, cell: Cell) {
    let scene = cx.session.scene();
    let Some(&tile) = scene.tiles.get(cell) else { return };
    let old = scene.details.get(&cell).cloned().unwrap_or_default();
    let mut new = old.clone();
    match tile {
        Tile::Shutter | Tile::ShutterOpen => direction(ui, "inner side", "none", &mut new.inside),
        Tile::DoorLocked => {
            let mut key = old.key.clone().unwrap_or_default();
            if line(ui, "key", &mut key, "The name of the key that opens it.") {
                new = TileDetail { key: (!key.is_empty()).then_some(key), ..old.clone() };
            }
        }
        _ => return,
    }
    if new != old {
        cx.send(SessionCommand::SetDetail(cell, new));
    }
}

/// Parses a cell from `x,y`.
fn cell(text: &str) -> Option<Cell> {
    let (x, y) = text.split_once(',')?;
    Some(Cell::new(x.trim().parse().ok()?, y.trim().parse().ok()?))
}

/// Draws a name with its control beside it.
fn row(ui: &mut Ui, name: &str, control: impl FnOnce(&mut Ui) -> egui::Response) {
    ui.horizontal(|ui| {
        let label = ui.label(name);
        ui.add_space((72.0 - label.rect.width()).max(0.0));
        control(ui).labelled_by(label.id);
    });
}

fn flag(ui: &mut Ui, name: &str, help: &str, value: &mut Option<bool>, unsaid: bool) {
    let mut on = value.unwrap_or(unsaid);
    row(ui, name, |ui| ui.checkbox(&mut on, "").on_hover_text(help));
    if on != value.unwrap_or(unsaid) {
        *value = Some(on);
    }
}

/// Draws a number that may be unset.
fn number(
    ui: &mut Ui,
    name: &str,
    help: &str,
    range: std::ops::RangeInclusive<u32>,
    first: u32,
    value: &mut Option<u32>,
) {
    row(ui, name, |ui| {
        let mut is_set = value.is_some();
        let text = if is_set { "" } else { "not set" };
        let response = ui.checkbox(&mut is_set, text).on_hover_text(help);
        *value = is_set.then(|| value.unwrap_or(first));
        if let Some(n) = value {
            ui.add(DragValue::new(n).range(range).speed(0.3));
        }
        response
    });
}

fn direction(ui: &mut Ui, name: &str, unsaid: &str, value: &mut Option<Dir>) {
    row(ui, name, |ui| {
        let direction_label =
            |dir: Option<Dir>| dir.map_or_else(|| unsaid.to_owned(), |d| format!("{} {}", d.arrow(), d.name()));
        let list = menu_of_values(name).selected_text(direction_label(*value)).show_ui(ui, |ui| {
            for dir in std::iter::once(None).chain(Dir::ALL.map(Some)) {
                choice(ui, value, dir, direction_label(dir));
            }
        });
        list.response
    });
}

/// Draws a line of text. Returns whether the user changed it and left the field.
fn line(ui: &mut Ui, name: &str, text: &mut String, help: &str) -> bool {
    let id = ui.scope_id().with(("line", name));
    let before = text.clone();
    let mut typed = ui.data(|d| d.get_temp::<String>(id)).unwrap_or_else(|| before.clone());
    let mut left = false;
    row(ui, name, |ui| {
        let response = ui.add(TextEdit::singleline(&mut typed).desired_width(150.0)).on_hover_text(help);
        left = response.lost_focus();
        let focus = response.has_focus();
        ui.data_mut(|d| {
            if focus {
                d.insert_temp(id, typed.clone());
            } else {
                d.remove::<String>(id);
            }
        });
        response
    });
    text.clone_from(&typed);
    left && typed != before
}
