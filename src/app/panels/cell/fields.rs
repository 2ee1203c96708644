//! What can be said of whoever stands on a cell, and of its tile, beyond their kinds: where a guard looks, which team a
//! piece is of, which key a lock needs.

use crate::app::view::Cx;
use crate::core::geometry::{Cell, Dir};
use crate::core::scene::{Actor, ActorKind, TileDetail};
use crate::core::terrain::Tile;
use crate::debugger::SessionCommand;
use egui::{CollapsingHeader, ComboBox, DragValue, RichText, TextEdit, Ui};

/// Draws the fields, folded, for each actor on the cell that has some, and for its tile.
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

/// What is said of an actor, in a few words.
fn summary(actor: &Actor) -> String {
    let mut words = Vec::new();
    words.extend(actor.team.map(|t| format!("team {t}")));
    words.extend((actor.active == Some(true)).then(|| "active".to_owned()));
    words.extend(actor.facing.map(|d| format!("looks {}", d.arrow())));
    words.extend(actor.range.map(|r| format!("range {r}")));
    words.extend(actor.radius.map(|r| format!("radius {r}")));
    words.extend((actor.lit == Some(false)).then(|| "dark".to_owned()));
    words.extend((actor.chained == Some(true)).then(|| "chained".to_owned()));
    words.extend((!actor.keys.is_empty()).then(|| format!("keys {}", actor.keys.join(" "))));
    words.extend((!actor.route.is_empty()).then(|| format!("a route of {}", actor.route.len())));
    words.extend((actor.seen == Some(true)).then(|| "visited".to_owned()));
    words.extend(actor.down.map(|down| if down { "down" } else { "up" }.to_owned()));
    words.extend(actor.room.as_ref().map(|r| format!("of room {r}")));
    if words.is_empty() { "nothing said of it".into() } else { words.join(", ") }
}

/// The fields that its kind has.
fn fields(ui: &mut Ui, actor: &mut Actor) {
    use ActorKind as K;
    if matches!(actor.kind, K::Guard | K::Viewer | K::Thief) {
        direction(ui, "looks", "all round", &mut actor.facing);
    }
    if matches!(actor.kind, K::Guard | K::Thief) {
        let mut keys = actor.keys.join(" ");
        if line(ui, "keys", &mut keys, "Names of keys, with spaces between them.") {
            actor.keys = keys.split_whitespace().map(str::to_owned).collect();
        }
    }
    if actor.kind == K::Guard {
        number(ui, "range", "as the run says", 0..=1000, 20, &mut actor.range);
        let mut route = actor.route.iter().map(|c| format!("{},{}", c.x, c.y)).collect::<Vec<_>>().join(" ");
        let help = "The cells of its patrol as x,y with spaces between them. Empty: it goes to its goal.";
        if line(ui, "route", &mut route, help)
            && let Some(cells) = route.split_whitespace().map(cell).collect()
        {
            actor.route = cells;
        }
        let mut goal = actor.goal.map_or_else(String::new, |c| format!("{},{}", c.x, c.y));
        if line(ui, "goal", &mut goal, "A cell as x,y; empty: the goal of the scene.") {
            actor.goal = if goal.is_empty() { None } else { cell(&goal).or(actor.goal) };
        }
    }
    match actor.kind {
        K::Unit => {
            let mut team = actor.team.unwrap_or(1);
            row(ui, "team", |ui| ui.add(DragValue::new(&mut team).range(1..=9).speed(0.05)));
            if Some(team) != actor.team {
                actor.team = Some(team);
            }
            flag(ui, "active", "It is the one that decides.", &mut actor.active, false);
            number(ui, "range", "as the run says", 0..=2000, 210, &mut actor.range);
        }
        K::Lamp => {
            number(ui, "radius", "as the run says", 0..=100, 5, &mut actor.radius);
            flag(ui, "lit", "It burns.", &mut actor.lit, true);
        }
        K::Prisoner => flag(ui, "chained", "It cannot walk until a smash frees it.", &mut actor.chained, false),
        K::Item => flag(ui, "visited", "It was seen to already.", &mut actor.seen, false),
        K::Exit => {
            flag(ui, "down", "It leads down; else up.", &mut actor.down, true);
            let mut room = actor.room.clone().unwrap_or_default();
            if line(ui, "room", &mut room, "The room that it leads out of; empty: each that it lies in.") {
                actor.room = (!room.is_empty()).then_some(room);
            }
        }
        K::Enemy => flag(ui, "hostile", "In sight it interrupts.", &mut actor.hostile, true),
        _ => {}
    }
}

/// The inner side of a shutter, the key of a lock.
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

/// A cell from `x,y`.
fn cell(text: &str) -> Option<Cell> {
    let (x, y) = text.split_once(',')?;
    Some(Cell::new(x.trim().parse().ok()?, y.trim().parse().ok()?))
}

/// A name, and its control beside it.
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

/// A number that may be left unsaid.
fn number(
    ui: &mut Ui,
    name: &str,
    unsaid: &str,
    range: std::ops::RangeInclusive<u32>,
    first: u32,
    value: &mut Option<u32>,
) {
    row(ui, name, |ui| {
        let mut said = value.is_some();
        let text = if said { "" } else { unsaid };
        let response = ui.checkbox(&mut said, text);
        *value = said.then(|| value.unwrap_or(first));
        if let Some(n) = value {
            ui.add(DragValue::new(n).range(range).speed(0.3));
        }
        response
    });
}

fn direction(ui: &mut Ui, name: &str, unsaid: &str, value: &mut Option<Dir>) {
    row(ui, name, |ui| {
        let shown = |dir: Option<Dir>| dir.map_or_else(|| unsaid.to_owned(), |d| format!("{} {}", d.arrow(), d.name()));
        let list = ComboBox::from_id_salt(name).selected_text(shown(*value)).show_ui(ui, |ui| {
            for dir in std::iter::once(None).chain(Dir::ALL.map(Some)) {
                ui.selectable_value(value, dir, shown(dir));
            }
        });
        list.response
    });
}

/// A line of text; says whether the person has left it changed.
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
