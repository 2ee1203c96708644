//! What is at hand: the mode, the tools, and the palettes of tiles and actors.

use crate::app::shortcuts::hint;
use crate::app::theme::Theme;
use crate::app::view::Cx;
use crate::core::geometry::Cell;
use crate::core::scene::{Actor, ActorKind};
use crate::core::terrain::{Tile, Walk};
use crate::debugger::command::{Brush, Mode, SessionCommand, Tool};
use crate::debugger::table::info;
use egui::{
    Align2, Atom, Atoms, Button, Color32, CornerRadius, FontId, Response, RichText, Role, ScrollArea, Sense, Stroke,
    StrokeKind, Ui, WidgetInfo, vec2,
};

/// The side of a tile's swatch.
const SWATCH: f32 = 26.0;

/// Draws the panel.
pub fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 4.0;
        modes(ui, cx);
        ui.add_space(2.0);
        tools(ui, cx);
        let (tile, actor) = match cx.session.brush {
            Brush::Tile(tile) => (tile.info().name, ""),
            Brush::Actor(kind) => ("", kind.name()),
        };
        heading(ui, cx, "Tiles", tile);
        tiles(ui, cx);
        heading(ui, cx, "Actors", actor);
        actors(ui, cx);
    });
}

/// A heading, and beside it what is chosen there.
fn heading(ui: &mut Ui, cx: &Cx<'_>, title: &str, chosen: &str) {
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        ui.strong(title);
        if !chosen.is_empty() {
            ui.add(egui::Label::new(RichText::new(format!("· {chosen}")).color(cx.view.theme.faint)).truncate());
        }
    });
}

/// The width of each of `n` buttons in a row.
fn share(ui: &Ui, n: usize) -> f32 {
    let gaps = ui.spacing().item_spacing.x * (n - 1) as f32;
    ((ui.available_width() - gaps) / n as f32 - 0.5).max(1.0)
}

fn modes(ui: &mut Ui, cx: &mut Cx<'_>) {
    let width = if ui.available_width() < 170.0 { ui.available_width().max(1.0) } else { share(ui, 2) };
    let (accent, on) = (cx.view.theme.accent, cx.view.theme.text_on(cx.view.theme.accent));
    ui.horizontal_wrapped(|ui| {
        for (mode, glyph, name) in [(Mode::Edit, "✏", "Edit"), (Mode::Inspect, "⌖", "Inspect")] {
            let selected = cx.session.mode == mode;
            let text = RichText::new(format!("{glyph} {name}")).size(17.0);
            let text = if selected { text.color(on).strong() } else { text };
            let mut button = Button::selectable(selected, text).frame_when_inactive(true).min_size(vec2(width, 34.0));
            if selected {
                button = button.fill(accent);
            }
            let command = SessionCommand::SetMode(mode);
            if ui.add(button).accessible_name(name).on_hover_text(hint(&command)).clicked() {
                cx.send(command);
            }
        }
    });
}

const TOOLS: [(Tool, &str); 6] = [
    (Tool::Brush, "✏"),
    (Tool::Line, "╱"),
    (Tool::Rectangle, "▭"),
    (Tool::Fill, "▨"),
    (Tool::Eyedropper, "⌖"),
    (Tool::Erase, "✖"),
];

fn tools(ui: &mut Ui, cx: &mut Cx<'_>) {
    let columns = if ui.available_width() < 190.0 { 1 } else { 2 };
    let width = share(ui, columns);
    for row in TOOLS.chunks(columns) {
        ui.horizontal(|ui| {
            ui.spacing_mut().button_padding.x = 5.0;
            // The first column holds the longest word.
            let widths = if columns == 1 { [width, width] } else { [width + 6.0, width - 6.0] };
            for (&(tool, glyph), width) in row.iter().zip(widths) {
                let command = SessionCommand::SetTool(tool);
                let name = info(&command).map_or("", |i| i.title);
                let selected = cx.session.tool == tool && cx.session.mode == Mode::Edit;
                let face = Atoms::new((RichText::new(glyph).monospace(), name, Atom::grow()));
                let button = Button::selectable(selected, face)
                    .frame_when_inactive(true)
                    .gap(4.0)
                    .min_size(vec2(width.max(1.0), 25.0));
                if ui.add(button).accessible_name(name).on_hover_text(hint(&command)).clicked() {
                    cx.send(command);
                }
            }
        });
    }
}

fn tiles(ui: &mut Ui, cx: &mut Cx<'_>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.5, 4.5);
        for (i, &tile) in Tile::ALL.iter().enumerate() {
            let key = (i < 9).then_some(i + 1);
            let response = swatch(ui, cx, tile, key);
            if response.on_hover_text(facts(tile, key)).clicked() {
                cx.send(SessionCommand::SetBrush(Brush::Tile(tile)));
            }
        }
    });
}

/// A square in the tile's colour with its glyph, and its key in the corner.
fn swatch(ui: &mut Ui, cx: &Cx<'_>, tile: Tile, key: Option<usize>) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(SWATCH, SWATCH), Sense::click());
    let selected = cx.session.brush == Brush::Tile(tile);
    response.widget_info(|| WidgetInfo::selected(Role::Button, ui.is_enabled(), selected, tile.info().name));
    if ui.is_rect_visible(rect) {
        let theme = &cx.view.theme;
        let fill = theme.tile(tile);
        let (ink, painter) = (theme.text_on(fill), ui.painter());
        let corner = CornerRadius::same(4);
        painter.rect_filled(rect, corner, fill);
        let at = rect.center() + vec2(if key.is_some() { 3.0 } else { 0.0 }, 0.0);
        painter.text(at, Align2::CENTER_CENTER, tile.info().glyph, FontId::monospace(16.0), ink);
        if let Some(key) = key {
            painter.text(
                rect.left_top() + vec2(2.0, 0.0),
                Align2::LEFT_TOP,
                key,
                FontId::proportional(10.0),
                ink.gamma_multiply(0.85),
            );
        }
        let rim = if selected {
            Stroke::new(3.0, outline(cx))
        } else if response.hovered() || response.has_focus() {
            Stroke::new(2.0, theme.ink)
        } else {
            Stroke::new(1.0, theme.grid)
        };
        painter.rect_stroke(rect, corner, rim, StrokeKind::Outside);
    }
    response
}

/// The brush is outlined brightly while it paints, faintly while clicks ask.
fn outline(cx: &Cx<'_>) -> Color32 {
    if cx.session.mode == Mode::Edit { cx.view.theme.accent } else { cx.view.theme.faint }
}

/// What the table says of a tile.
fn facts(tile: Tile, key: Option<usize>) -> String {
    let row = tile.info();
    let key = key.map_or_else(String::new, |k| format!("  [{k}]"));
    let walk = match row.walk {
        Walk::Yes => "everyone walks here".to_owned(),
        Walk::No => "nobody walks here".to_owned(),
        Walk::Opens => "opens when walked into".to_owned(),
        Walk::WithKey => "opens to whoever carries its key".to_owned(),
        Walk::Thief(dir) => format!("only a thief passes, and only toward {}", dir.name()),
        Walk::NotThief => "everyone but a thief walks here".to_owned(),
    };
    let sight = match (row.opacity, row.sight) {
        (_, Some(dir)) => format!("a look passes toward {} only", dir.name()),
        (0, None) => "clear".to_owned(),
        (255, None) => "opaque".to_owned(),
        (n, None) => format!("takes {n} of 255 of the light"),
    };
    let mut lines =
        vec![format!("{}  {}{key}", row.name, row.glyph), format!("Walking: {walk}."), format!("Sight: {sight}.")];
    if row.cost > 0 {
        lines.push(format!("Cost: entering adds {} straight steps.", row.cost));
    }
    lines.extend(row.becomes.iter().map(|(verb, to)| format!("{verb:?}: becomes {to}.")));
    lines.join("\n")
}

fn actors(ui: &mut Ui, cx: &mut Cx<'_>) {
    let needs = cx.session.card().actors;
    let needed = |kind: &ActorKind| needs.iter().any(|n| n.kinds.contains(kind));
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(5.0, 5.0);
        for kind in ActorKind::ALL.into_iter().filter(needed) {
            actor(ui, cx, kind, 24.0);
        }
    });
    let more = egui::CollapsingHeader::new("More actors").default_open(needs.is_empty());
    more.show_unindented(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(5.0, 5.0);
            for kind in ActorKind::ALL.into_iter().filter(|k| !needed(k)) {
                actor(ui, cx, kind, 20.0);
            }
        });
    });
}

fn actor(ui: &mut Ui, cx: &mut Cx<'_>, kind: ActorKind, size: f32) {
    let selected = cx.session.brush == Brush::Actor(kind);
    let name = RichText::new(kind.name()).size(if size > 20.0 { 15.0 } else { 14.0 });
    let mut button =
        Button::selectable(selected, Atoms::new((token(&cx.view.theme, kind, size), name))).frame_when_inactive(true);
    if selected {
        button = button.stroke(Stroke::new(2.0, outline(cx)));
    }
    let role = cx.session.card().actors.iter().find(|n| n.kinds.contains(&kind));
    let role = role.map_or_else(String::new, |n| format!("\nHere: {}; one of {}.", n.role, names(n.kinds)));
    let response = ui.add(button).accessible_name(kind.name());
    if response.on_hover_text(format!("{}: {}{role}", kind.name(), about(kind))).clicked() {
        cx.send(SessionCommand::SetBrush(Brush::Actor(kind)));
    }
}

fn names(kinds: &[ActorKind]) -> String {
    kinds.iter().map(|k| k.name()).collect::<Vec<_>>().join(", ")
}

/// The actor's glyph on its round ground, as the map shows it.
fn token(theme: &Theme, kind: ActorKind, size: f32) -> Atom<'static> {
    let ground = actor_colour(theme, kind);
    let (ink, glyph) = (theme.text_on(ground), actor_glyph(kind));
    Atom::paint(vec2(size, size), move |ui, args| {
        let at = args.rect.center();
        ui.painter().circle_filled(at, size / 2.0 - 1.0, ground);
        ui.painter().text(at, Align2::CENTER_CENTER, glyph, FontId::proportional(size * 0.62), ink);
    })
}

/// The glyph of a kind of actor.
pub(super) fn actor_glyph(kind: ActorKind) -> char {
    Actor::new(kind, Cell::new(0, 0)).glyph()
}

/// The ground under a kind of actor: those who go, where they go, and the rest.
pub fn actor_colour(theme: &Theme, kind: ActorKind) -> Color32 {
    theme.actors[match kind {
        ActorKind::Guard | ActorKind::Thief | ActorKind::Explorer | ActorKind::Viewer => 0,
        ActorKind::Goal | ActorKind::Enemy => 1,
        _ => 2,
    }]
}

const fn about(kind: ActorKind) -> &'static str {
    match kind {
        ActorKind::Guard => "walks to a goal or along a route; the start of a search.",
        ActorKind::Thief => "passes one-way windows, not bars.",
        ActorKind::Explorer => "explores what it does not know.",
        ActorKind::Viewer => "stands and looks.",
        ActorKind::Goal => "where a search ends.",
        ActorKind::Item => "something to pick up.",
        ActorKind::Exit => "a way out, up or down.",
        ActorKind::Lamp => "throws light.",
        ActorKind::Prisoner => "sleeps until a flow map reaches it.",
        ActorKind::Unit => "a piece of auto chess.",
        ActorKind::Enemy => "interrupts an explorer who sees it.",
    }
}
