//! Which layer the map shows, and what everything on it means: readable without colour.

use super::tools::{actor_colour, actor_glyph};
use crate::app::shortcuts::hint;
use crate::app::theme::Theme;
use crate::app::view::Cx;
use crate::core::card::{Layer, LayerKind};
use crate::core::event::Value;
use crate::core::view::board::Role;
use crate::debugger::command::{SessionCommand, WindowCommand};
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
                cx.send(SessionCommand::SetLayer(i));
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
                cx.send(SessionCommand::LookThrough(i));
            }
        }
    });
}

/// What the chosen layer says, and for numbers the bar from coldest to hottest.
fn scale(ui: &mut Ui, cx: &Cx<'_>, layer: &Layer) {
    ui.add(Label::new(RichText::new(layer.help).color(cx.view.theme.faint)).wrap());
    let replay = cx.session.replay().filter(|r| r.schema().algorithm == cx.session.card().id);
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
        ("Grid", settings.grid, WindowCommand::ToggleGrid),
        ("Numbers", settings.numbers, WindowCommand::ToggleNumbers),
        ("Arrows", settings.arrows, WindowCommand::ToggleArrows),
    ];
    ui.horizontal_wrapped(|ui| {
        for (name, mut on, command) in all {
            if ui.checkbox(&mut on, name).on_hover_text(hint(command)).clicked() {
                cx.send(command);
            }
        }
    });
}

/// What a sign of the legend stands for: a short word, what the tooltip adds, and how it is drawn.
type Sign<'a> = (&'a str, String, Box<dyn Fn(&Painter, Rect) + 'a>);

fn legend(ui: &mut Ui, cx: &Cx<'_>) {
    let theme = &cx.view.theme;
    let numbers = cx.session.card().layers.get(cx.session.layer).is_some_and(|l| l.kind == LayerKind::Scalar);
    let mut signs: Vec<Sign<'_>> = Vec::new();
    let roles = cx.session.replay().map_or(&[][..], |replay| &replay.schema().roles);
    for (role, name) in roles {
        let (role, help) = (*role, format!("A cell of the map: {name}."));
        signs.push((&**name, help, Box::new(move |p, rect| role_sign(p, rect, theme, role, numbers))));
    }
    let way = |p: &Painter, rect: Rect| {
        p.line_segment([rect.left_center(), rect.right_center()], Stroke::new(6.0, theme.path));
    };
    signs.push(("way", "The final path, else the one to the cell at hand.".into(), Box::new(way)));
    let arrow = |p: &Painter, rect: Rect| {
        p.arrow(rect.right_center() - vec2(3.0, 0.0), vec2(6.0 - rect.width(), 0.0), Stroke::new(2.0, theme.arrow));
    };
    signs.push(("came from", "The arrow points to the cell that this one follows from.".into(), Box::new(arrow)));
    let tie = |p: &Painter, rect: Rect| {
        p.circle_filled(rect.center(), 8.0, theme.tie);
        p.text(rect.center(), Align2::CENTER_CENTER, "2", FontId::proportional(12.0), theme.text_on(theme.tie));
    };
    signs.push(("tie", "So many were equal at this cell.".into(), Box::new(tie)));
    let stop = |p: &Painter, rect: Rect| {
        p.circle(rect.center(), 5.0, theme.breakpoint, Stroke::new(1.0, theme.paper));
    };
    signs.push(("breakpoint", "Next hit stops at every event about this cell.".into(), Box::new(stop)));
    let selected = |p: &Painter, rect: Rect| {
        p.rect_stroke(rect.shrink(3.0), CornerRadius::same(2), Stroke::new(3.0, theme.accent), StrokeKind::Inside);
    };
    signs.push(("selected", "The cell that the inspector tells of.".into(), Box::new(selected)));
    for need in cx.session.card().actors {
        let first = need.kinds.first().copied();
        let shown = cx.session.scene().actors.iter().map(|a| a.kind).find(|k| need.kinds.contains(k)).or(first);
        let Some(shown) = shown else { continue };
        let kinds: Vec<&str> = need.kinds.iter().map(|k| k.name()).collect();
        let help = format!("{}: {}.", kinds.join(", "), need.role);
        let token = move |p: &Painter, rect: Rect| {
            let ground = actor_colour(theme, shown);
            p.circle(rect.center(), 10.0, ground, Stroke::new(1.0, theme.paper));
            let (font, ink) = (FontId::proportional(13.0), theme.text_on(ground));
            p.text(rect.center(), Align2::CENTER_CENTER, actor_glyph(shown), font, ink);
        };
        signs.push((need.role, help, Box::new(token)));
    }
    // Two columns where there is room for the words.
    let width = ui.available_width();
    let (short, long): (Vec<_>, Vec<_>) = signs.iter().partition(|s| {
        width > 190.0 && s.0.chars().count() <= 14 && s.0.split(' ').all(|word| word.chars().count() <= 9)
    });
    for row in short.chunks(2) {
        ui.horizontal(|ui| {
            for one in row {
                let left = ui.cursor().left();
                sign(ui, one, width / 2.0 - 4.0);
                ui.add_space((left + width / 2.0 - ui.cursor().left()).max(0.0));
            }
        });
    }
    for one in long {
        sign(ui, one, width);
    }
}

/// One sign with its word, no wider than `width`.
fn sign(ui: &mut Ui, (text, help, paint): &Sign<'_>, width: f32) {
    let response = ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let (rect, _) = ui.allocate_exact_size(vec2(SIGN, SIGN), Sense::hover());
        paint(&ui.painter().with_clip_rect(rect.expand(1.0).intersect(ui.clip_rect())), rect);
        let room = (width - SIGN - 6.0).max(20.0);
        ui.allocate_ui(vec2(room, SIGN), |ui| {
            ui.set_max_width(room);
            ui.add(Label::new(*text).wrap());
        });
    });
    response.response.on_hover_text(help);
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
