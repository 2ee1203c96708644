//! Which layer the map shows, and what everything on it means: readable without colour.

use super::tools::{actor_colour, actor_glyph};
use crate::app::shortcuts::hint;
use crate::app::theme::Theme;
use crate::app::view::Cx;
use crate::core::algorithms::card::{Layer, LayerKind};
use crate::core::event::Value;
use crate::core::view::board::Role;
use crate::debugger::command::Command;
use egui::{
    Align, Align2, Color32, CornerRadius, FontId, Label, Layout, Mesh, Painter, Rect, RichText, ScrollArea, Sense,
    Shape, Stroke, StrokeKind, Ui, pos2, vec2,
};

/// The side of a legend's sign.
const SIGN: f32 = 19.0;

/// Draws the panel.
pub fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 4.0;
        layers(ui, cx);
        eyes(ui, cx);
        let card = cx.session.card();
        if let Some(layer) = card.layers.get(cx.session.layer) {
            scale(ui, cx, layer);
        }
        switches(ui, cx);
        ui.add_space(2.0);
        legend(ui, cx);
    });
}

fn layers(ui: &mut Ui, cx: &mut Cx<'_>) {
    ui.horizontal_wrapped(|ui| {
        for (i, layer) in cx.session.card().layers.iter().enumerate() {
            let radio = ui.radio(cx.session.layer == i, layer.name);
            if radio.on_hover_text(layer.help).clicked() {
                cx.send(Command::SetLayer(i));
            }
        }
    });
}

/// Whose view is shown, where there are several.
fn eyes(ui: &mut Ui, cx: &mut Cx<'_>) {
    let Some((names, looking)) = cx.session.replay().map(|r| (r.eyes(), r.looking())) else { return };
    if names.is_empty() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.label("Through the eyes of");
        for (i, name) in names.iter().enumerate() {
            if ui.radio(looking == i, name).on_hover_text("What this one sees and knows.").clicked() {
                cx.send(Command::LookThrough(i));
            }
        }
    });
}

/// What the chosen layer says, and for numbers the bar from coldest to hottest.
fn scale(ui: &mut Ui, cx: &Cx<'_>, layer: &Layer) {
    ui.add(Label::new(RichText::new(layer.help).color(cx.view.theme.faint)).wrap());
    let replay = cx.session.replay().filter(|r| r.card().id == cx.session.card().id);
    if layer.kind != LayerKind::Scalar {
        return;
    }
    let Some(replay) = replay else {
        ui.weak("The scale appears once a run is recorded.");
        return;
    };
    let (low, high) = replay.range(cx.session.layer);
    let number = |x: f64| RichText::new(Value::Real(x).to_string()).monospace();
    let bar = ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        ui.add(Label::new(number(low)).extend());
        let middle = ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add(Label::new(number(high)).extend());
            let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width().max(1.0), 15.0), Sense::hover());
            gradient(ui.painter(), rect, &cx.view.theme);
            response
        });
        middle.inner
    });
    bar.inner.on_hover_text(format!(
        "{}: from {} (coldest) to {} (hottest). A fiftieth of the cells may be higher; they are shown as hottest.",
        layer.name,
        Value::Real(low),
        Value::Real(high)
    ));
}

/// The heat from left to right, ticks at the quarters.
fn gradient(painter: &Painter, rect: Rect, theme: &Theme) {
    const STEPS: u32 = 32;
    let mut mesh = Mesh::default();
    for i in 0..=STEPS {
        let share = i as f32 / STEPS as f32;
        let colour = theme.heat(1 + (share * 254.0) as u8);
        let x = egui::lerp(rect.x_range(), share);
        mesh.colored_vertex(pos2(x, rect.top()), colour);
        mesh.colored_vertex(pos2(x, rect.bottom()), colour);
        if i > 0 {
            let at = i * 2;
            mesh.add_triangle(at - 2, at - 1, at);
            mesh.add_triangle(at - 1, at, at + 1);
        }
    }
    painter.add(Shape::mesh(mesh));
    painter.rect_stroke(rect, CornerRadius::ZERO, Stroke::new(1.0, theme.grid), StrokeKind::Outside);
    for (quarter, heat) in [(0.25, 64), (0.5, 128), (0.75, 191)] {
        let x = egui::lerp(rect.x_range(), quarter);
        painter.vline(x, rect.bottom() - 5.0..=rect.bottom(), Stroke::new(1.0, theme.text_on(theme.heat(heat))));
    }
}

fn switches(ui: &mut Ui, cx: &mut Cx<'_>) {
    let settings = &cx.view.settings;
    let all = [
        ("Grid", settings.grid, Command::ToggleGrid),
        ("Numbers", settings.numbers, Command::ToggleNumbers),
        ("Arrows", settings.arrows, Command::ToggleArrows),
    ];
    ui.horizontal_wrapped(|ui| {
        for (name, mut on, command) in all {
            if ui.checkbox(&mut on, name).on_hover_text(hint(&command)).clicked() {
                cx.send(command);
            }
        }
    });
}

fn legend(ui: &mut Ui, cx: &Cx<'_>) {
    let theme = &cx.view.theme;
    let card = cx.session.card();
    let numbers = card.layers.get(cx.session.layer).is_some_and(|l| l.kind == LayerKind::Scalar);
    // Two columns where there is room: short words first.
    let columns = if ui.available_width() > 190.0 { 2 } else { 1 };
    for row in card.roles.chunks(columns) {
        let width = ui.available_width() / columns as f32;
        ui.horizontal(|ui| {
            for &(role, name) in row {
                let left = ui.cursor().left();
                sign(ui, name, |p, rect| role_sign(p, rect, theme, role, numbers));
                ui.add_space((width - (ui.cursor().left() - left)).max(0.0));
            }
        });
    }
    sign(ui, "way: the final one, else the one to the cell at hand", |p, rect| {
        p.line_segment([rect.left_center(), rect.right_center()], Stroke::new(6.0, theme.path));
    });
    sign(ui, "arrow: to the cell that it was reached from", |p, rect| {
        p.arrow(rect.right_center() - vec2(3.0, 0.0), vec2(6.0 - rect.width(), 0.0), Stroke::new(2.0, theme.arrow));
    });
    sign(ui, "tie: so many were equal at this cell", |p, rect| {
        p.circle_filled(rect.center(), 8.0, theme.tie);
        p.text(rect.center(), Align2::CENTER_CENTER, "2", FontId::proportional(12.0), theme.text_on(theme.tie));
    });
    sign(ui, "breakpoint on the cell", |p, rect| {
        p.circle(rect.center(), 5.0, theme.breakpoint, Stroke::new(1.0, theme.paper));
    });
    sign(ui, "the selected cell", |p, rect| {
        p.rect_stroke(rect.shrink(3.0), CornerRadius::same(2), Stroke::new(3.0, theme.accent), StrokeKind::Inside);
    });
    for need in card.actors {
        let glyphs: Vec<String> = need.kinds.iter().map(|&k| actor_glyph(k).to_string()).collect();
        let kinds: Vec<&str> = need.kinds.iter().map(|k| k.name()).collect();
        let first = need.kinds.first().copied();
        let shown = cx.session.scene().actors.iter().map(|a| a.kind).find(|k| need.kinds.contains(k)).or(first);
        let Some(shown) = shown else { continue };
        let mut glyphs = glyphs;
        glyphs.dedup();
        let text = format!("{} {}: {}", glyphs.join(" "), kinds.join(", "), need.role);
        sign(ui, &text, |p, rect| {
            let ground = actor_colour(theme, shown);
            p.circle(rect.center(), 10.0, ground, Stroke::new(1.0, theme.paper));
            p.text(
                rect.center(),
                Align2::CENTER_CENTER,
                actor_glyph(shown),
                FontId::proportional(13.0),
                theme.text_on(ground),
            );
        });
    }
}

/// One line of the legend.
fn sign(ui: &mut Ui, text: &str, paint: impl FnOnce(&Painter, Rect)) {
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(SIGN, SIGN), Sense::hover());
        paint(&ui.painter().with_clip_rect(rect.expand(1.0).intersect(ui.clip_rect())), rect);
        ui.add(Label::new(text).wrap());
    });
}

/// A role as the map shows it: its glyph always, its colour where no heat stands in its place.
fn role_sign(painter: &Painter, rect: Rect, theme: &Theme, role: Role, numbers: bool) {
    let coloured = !numbers || role == Role::Current;
    let fill = if coloured { theme.role(role) } else { Color32::TRANSPARENT };
    let ink = if coloured { theme.text_on(fill) } else { theme.ink };
    painter.rect_filled(rect, CornerRadius::same(3), fill);
    let rim = if role == Role::Queued { Stroke::new(2.0, theme.open) } else { Stroke::new(1.0, theme.grid) };
    painter.rect_stroke(rect, CornerRadius::same(3), rim, StrokeKind::Inside);
    if let Some(glyph) = role.glyph() {
        painter.text(rect.center(), Align2::CENTER_CENTER, glyph, FontId::monospace(15.0), ink);
    }
}
