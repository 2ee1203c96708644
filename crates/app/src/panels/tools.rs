//! The tools panel for editing: the tools, all tiles and all actors as pictures in groups, and the current brush.

mod costs;
mod selection;

use crate::canvas::actors::token;
use crate::canvas::furniture::Piece;
use crate::debugger::document::hand::BRUSH_SIZES;
use crate::debugger::look::{Ground, Pose, look_of};
use crate::debugger::session::command::table::info;
use crate::debugger::session::command::{Brush, Mode, SessionCommand, Tool};
use crate::style::fonts::{self, Icon};
use crate::style::theme::Theme;
use crate::view::Cx;
use crate::view::shortcuts::hint;
use egui::{
    Button, CornerRadius, Label, Painter, Rect, RichText, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, Vec2,
    WidgetInfo, vec2,
};
use gridscope_trace::scene::ActorKind;
use gridscope_trace::terrain::{Tile, Walk};

/// Number of pictures in a row, and the gap between them in points.
const IN_A_ROW: usize = 5;
const APART: f32 = 4.0;

/// The tiles, grouped by purpose.
const GROUPS: [(&str, &[Tile]); 3] = [
    (
        "Ground",
        &[Tile::Floor, Tile::Void, Tile::Rubble, Tile::Swamp, Tile::Water, Tile::Lava, Tile::Trap, Tile::Airless],
    ),
    (
        "Walls and doors",
        &[
            Tile::Wall,
            Tile::Door,
            Tile::DoorOpen,
            Tile::DoorLocked,
            Tile::SecretDoor,
            Tile::SecretDoorOpen,
            Tile::Window,
            Tile::Shutter,
            Tile::ShutterOpen,
            Tile::Portcullis,
            Tile::OneWayN,
            Tile::OneWayE,
            Tile::OneWayS,
            Tile::OneWayW,
        ],
    ),
    ("Things", &[Tile::Chair, Tile::Table, Tile::Bush, Tile::Tree, Tile::Crate]),
];

const TOOLS: [(Tool, Icon); 7] = [
    (Tool::Brush, Icon::PAINT_BRUSH),
    (Tool::Erase, Icon::ERASER),
    (Tool::Fill, Icon::PAINT_BUCKET),
    (Tool::Rectangle, Icon::RECTANGLE),
    (Tool::Line, Icon::LINE_SEGMENT),
    (Tool::Eyedropper, Icon::EYEDROPPER),
    (Tool::Select, Icon::SELECTION),
];

/// Draws the panel.
pub(crate) fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing = vec2(APART, APART);
        tools(ui, cx);
        for (k, (title, tiles)) in GROUPS.into_iter().enumerate() {
            label(ui, cx, title);
            // Tiles in no group are added to the last one, so that new tiles need no change here.
            let named = |tile: &Tile| GROUPS.iter().any(|(_, tiles)| tiles.contains(tile));
            let others = Tile::ALL.iter().filter(|tile| k + 1 == GROUPS.len() && !named(tile));
            ui.horizontal_wrapped(|ui| {
                for &tile in tiles.iter().chain(others) {
                    swatch(ui, cx, tile);
                }
            });
        }
        label(ui, cx, "Cost of a cell");
        costs::show(ui, cx);
        label(ui, cx, "Actors");
        actors(ui, cx);
        ui.add_space(6.0);
        in_hand(ui, cx);
    });
}

fn label(ui: &mut Ui, cx: &Cx<'_>, title: &str) {
    ui.add_space(2.0);
    ui.label(RichText::new(title).font(fonts::medium(12.0)).color(cx.view.theme.weak));
}

fn tools(ui: &mut Ui, cx: &mut Cx<'_>) {
    let side = side(ui);
    ui.horizontal_wrapped(|ui| {
        for (tool, icon) in TOOLS {
            let command = SessionCommand::SetTool(tool);
            let name = info(&command).map_or("", |i| i.title);
            let selected = cx.session.hand().tool == tool && cx.session.hand().mode == Mode::Edit;
            let theme = &cx.view.theme;
            let (ink, fill) = if selected { (theme.now_ink, theme.now) } else { (theme.text, theme.widget) };
            let (rect, response) = ui.allocate_exact_size(vec2(side, side), Sense::click());
            response.widget_info(|| WidgetInfo::selected(Role::Button, ui.is_enabled(), selected, name));
            let fill = if response.hovered() && !selected { cx.view.theme.hover } else { fill };
            ui.painter().rect_filled(rect, CornerRadius::same(6), fill);
            let font = icon.font(side * 0.56);
            ui.painter().text(rect.center(), egui::Align2::CENTER_CENTER, icon.letter, font, ink);
            if response.on_hover_text(hint(&command)).clicked() {
                cx.send(command);
            }
        }
        sizes(ui, cx, side);
    });
}

/// Draws the brush sizes as squares, in the room of three pictures.
fn sizes(ui: &mut Ui, cx: &mut Cx<'_>, side: f32) {
    let wide = (side * 3.0 - APART) / BRUSH_SIZES.len() as f32;
    for size in BRUSH_SIZES {
        let (rect, response) = ui.allocate_exact_size(vec2(wide, side), Sense::click());
        let selected = cx.session.hand().brush_size == size;
        let name = format!("Brush of {size} × {size}");
        response.widget_info(|| WidgetInfo::selected(Role::Button, ui.is_enabled(), selected, &name));
        let theme = &cx.view.theme;
        if response.hovered() {
            ui.painter().rect_filled(rect, CornerRadius::same(6), theme.hover);
        }
        let mark = Rect::from_center_size(rect.center(), Vec2::splat(4.0 + f32::from(size) * 2.0));
        ui.painter().rect_filled(mark, CornerRadius::same(2), if selected { theme.now } else { theme.weak });
        let keys = "Shift+] larger, Shift+[ smaller; for brush and eraser.";
        if response.on_hover_text(format!("{name} cells\n{keys}")).clicked() {
            cx.send(SessionCommand::SetBrushSize(size));
        }
    }
}

/// Draws a tile as on the map.
pub(crate) fn picture(painter: &Painter, theme: &Theme, tile: Tile, rect: Rect) {
    painter.rect_filled(rect, CornerRadius::ZERO, theme.ground(tile));
    let look = look_of(tile);
    if look.ground == Ground::Wall && look.shapes.is_empty() {
        // A wall alone has the colour of the panel, so it is drawn as a block on the floor.
        let block = rect.shrink(rect.width() * 0.15);
        let face = block.with_min_y(block.max.y - block.height() * 0.24);
        painter.rect_filled(rect, CornerRadius::ZERO, theme.floor);
        painter.rect_filled(block, CornerRadius::ZERO, theme.wall);
        painter.rect_filled(face, CornerRadius::ZERO, theme.wall_face);
        painter.rect_stroke(block, CornerRadius::ZERO, Stroke::new(1.0, theme.wall_edge), StrokeKind::Inside);
    }
    // A door is drawn with the wall around it.
    if look.ground == Ground::Floor && look.pose >= Pose::InWall {
        let high = rect.height() * 0.14;
        for part in [rect.with_max_y(rect.min.y + high), rect.with_min_y(rect.max.y - high)] {
            painter.rect_filled(part, 0.0, theme.wall);
        }
    }
    Piece { painter, theme, square: rect, strength: 1.0, north_south: true }.draw(&look);
}

fn swatch(ui: &mut Ui, cx: &mut Cx<'_>, tile: Tile) {
    let side = side(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(side, side), Sense::click());
    let selected = cx.session.hand().brush == Brush::Tile(tile);
    response.widget_info(|| WidgetInfo::selected(Role::Button, ui.is_enabled(), selected, tile.info().name));
    if ui.is_rect_visible(rect) {
        let theme = &cx.view.theme;
        picture(&ui.painter().with_clip_rect(rect), theme, tile, rect);
        rim(ui, theme, rect, selected, response.hovered());
    }
    let key = Tile::ALL.iter().position(|&t| t == tile).filter(|&k| k < 9).map(|k| k + 1);
    if response.on_hover_text(facts(tile, key)).clicked() {
        cx.send(SessionCommand::SetBrush(Brush::Tile(tile)));
    }
}

/// Returns the side of a picture in points, so that five fit in a row. In a wrapped row, the available width is only
/// the rest of the row.
fn side(ui: &Ui) -> f32 {
    ((ui.max_rect().width() - APART * (IN_A_ROW - 1) as f32 - 1.0) / IN_A_ROW as f32).clamp(20.0, 32.0)
}

fn rim(ui: &Ui, theme: &Theme, rect: Rect, selected: bool, pointed: bool) {
    let stroke = match (selected, pointed) {
        (true, _) => Stroke::new(2.5, theme.now),
        (false, true) => Stroke::new(1.5, theme.strong),
        (false, false) => Stroke::new(1.0, theme.line),
    };
    ui.painter().rect_stroke(rect, CornerRadius::same(4), stroke, StrokeKind::Outside);
}

/// Describes the properties of a tile.
fn facts(tile: Tile, key: Option<usize>) -> String {
    let row = tile.info();
    let key = key.map_or_else(String::new, |k| format!("  [{k}]"));
    let walk = match row.walk {
        Walk::Yes => "everyone walks here".to_owned(),
        Walk::No => "nobody walks here".to_owned(),
        Walk::Opens => "opens when walked into".to_owned(),
        Walk::WithKey => "opens to those who carry its key".to_owned(),
        Walk::Thief(dir) => format!("only a thief passes, and only toward {}", dir.name()),
        Walk::NotThief => "everyone but a thief walks here".to_owned(),
    };
    let sight = match (row.opacity, row.sight) {
        (_, Some(dir)) => format!("can be looked through only toward {}", dir.name()),
        (0, None) => "clear".to_owned(),
        (255, None) => "opaque".to_owned(),
        (n, None) => format!("absorbs {n} of 255 of the light"),
    };
    let mut lines =
        vec![format!("{}  {}{key}", row.name, row.glyph), format!("Walking: {walk}."), format!("Sight: {sight}.")];
    if row.cost > 0 {
        lines.push(format!("Cost: entering adds {} straight steps.", row.cost));
    }
    lines.extend(row.becomes.iter().map(|(verb, to)| format!("{verb:?}: becomes {to}.")));
    lines.join("\n")
}

/// Draws the start and the goal of the algorithm with their names, then all other actors.
fn actors(ui: &mut Ui, cx: &mut Cx<'_>) {
    let first = crate::canvas::start_kind(cx);
    ui.horizontal(|ui| {
        let wide = ((ui.available_width() - APART) / 2.0).max(40.0);
        for kind in [first, ActorKind::Goal] {
            actor(ui, cx, kind, Some(wide));
        }
    });
    ui.horizontal_wrapped(|ui| {
        for kind in ActorKind::ALL.into_iter().filter(|&k| k != first && k != ActorKind::Goal) {
            actor(ui, cx, kind, None);
        }
    });
}

/// Draws a kind of actor: its token, and its name if there is room.
fn actor(ui: &mut Ui, cx: &mut Cx<'_>, kind: ActorKind, wide: Option<f32>) {
    let side = side(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(wide.unwrap_or(side), side), Sense::click());
    let selected = cx.session.hand().brush == Brush::Actor(kind);
    response.widget_info(|| WidgetInfo::selected(Role::Button, ui.is_enabled(), selected, kind.name()));
    let theme = &cx.view.theme;
    let fill = if response.hovered() { theme.hover } else { theme.widget };
    ui.painter().rect_filled(rect, CornerRadius::same(6), fill);
    let at = rect.left_center() + vec2(side / 2.0, 0.0);
    token(ui.painter(), theme, kind, at, side * 0.34);
    if wide.is_some() {
        let at = rect.left_center() + vec2(side + 1.0, 0.0);
        let name = ui.painter().layout_no_wrap(kind.name().to_owned(), fonts::medium(13.0), theme.text);
        if at.x + name.size().x <= rect.max.x {
            ui.painter().galley(at - vec2(0.0, name.size().y / 2.0), name, theme.text);
        }
    }
    if selected {
        rim(ui, theme, rect, true, false);
    }
    let role = cx.session.card().actors.iter().find(|n| n.kinds.contains(&kind));
    let names = |kinds: &[ActorKind]| kinds.iter().map(|k| k.name()).collect::<Vec<_>>().join(", ");
    let role = role.map_or_else(String::new, |n| format!("\nHere: {}; one of {}.", n.role, names(n.kinds)));
    if response.on_hover_text(format!("{}: {}{role}", kind.name(), about(kind))).clicked() {
        cx.send(SessionCommand::SetBrush(Brush::Actor(kind)));
    }
}

/// Draws what the brush paints, with a description.
pub(crate) fn in_hand(ui: &mut Ui, cx: &mut Cx<'_>) {
    let theme = cx.view.theme.clone();
    let (name, help) = match cx.session.hand().brush {
        Brush::Tile(tile) => {
            let mut lines = facts(tile, None);
            lines = lines.lines().skip(1).take(2).collect::<Vec<_>>().join(" ");
            (tile.info().name, lines)
        }
        Brush::Actor(kind) => (kind.name(), about(kind).to_owned()),
        Brush::Weight(weight) => ("cost", costs::about(weight)),
    };
    ui.separator();
    if cx.session.hand().tool == Tool::Select && cx.session.hand().mode == Mode::Edit {
        return selection::show(ui, cx);
    }
    ui.horizontal_top(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(36.0, 36.0), Sense::hover());
        match cx.session.hand().brush {
            Brush::Tile(tile) => {
                picture(&ui.painter().with_clip_rect(rect), &theme, tile, rect);
                // A wall has the colour of the panel.
                rim(ui, &theme, rect, false, false);
            }
            Brush::Actor(kind) => token(ui.painter(), &theme, kind, rect.center(), 14.0),
            Brush::Weight(weight) => costs::picture(ui, &theme, weight, rect),
        }
        ui.vertical(|ui| {
            ui.label(RichText::new(name).font(fonts::semibold(13.0)).color(theme.strong));
            ui.add(Label::new(RichText::new(help).size(12.0).color(theme.weak)).wrap());
        });
    });
    if cx.session.hand().mode == Mode::Inspect {
        let paint = Button::new(RichText::new("Paint").color(theme.now_ink)).fill(theme.now);
        if ui.add(paint).on_hover_text(hint(SessionCommand::SetMode(Mode::Edit))).clicked() {
            cx.send(SessionCommand::SetMode(Mode::Edit));
        }
    }
}

const fn about(kind: ActorKind) -> &'static str {
    match kind {
        ActorKind::Guard => "walks to a goal or along a route; the start of a search.",
        ActorKind::Thief => "passes one-way windows, not bars.",
        ActorKind::Explorer => "explores what it does not know.",
        ActorKind::Viewer => "stays in place and looks.",
        ActorKind::Goal => "where a search ends.",
        ActorKind::Item => "something to pick up.",
        ActorKind::Exit => "a way out, up or down.",
        ActorKind::Lamp => "throws light.",
        ActorKind::Prisoner => "sleeps until a flow map reaches it.",
        ActorKind::Unit => "a piece of auto chess.",
        ActorKind::Enemy => "interrupts an explorer who sees it; on a ship it hunts people.",
        ActorKind::Bloat => "bursts when it is hit or burnt.",
    }
}
