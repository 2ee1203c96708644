//! The layer shown on the map, its scale, and the switches of the map.

mod legend;
mod occurring_signs;

pub(crate) use self::legend::{ROW, legend_row, show as legend};
use crate::canvas::corner_numbers::{self, Corner};
use crate::debugger::look::drawn_signs::Sign;
use crate::debugger::look::layer_numbers::{isoline_step, short};
use crate::debugger::session::command::{SessionCommand, WindowCommand};
use crate::style::fonts;
use crate::style::memo::memo;
use crate::style::segments;
use crate::style::theme::Theme;
use crate::view::Cx;
use crate::view::shortcuts::hint;
use egui::{Align2, Id, Label, Mesh, Painter, Rect, RichText, ScrollArea, Sense, Shape, Stroke, Ui, pos2, vec2};
use gridscope_trace::card::LayerKind;
use gridscope_trace::event::Value;
use gridscope_trace::trace::schema::Layer;
use gridscope_trace::{Cell, Replay};

/// Side of a legend's sign, in points.
const SIGN: f32 = 18.0;
/// Number of cells at most among which the sample of the numbers in a cell is chosen.
const SAMPLED: usize = 1 << 14;

/// Draws the panel.
pub(crate) fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 4.0;
        layers(ui, cx);
        eyes(ui, cx);
        if let Some(layer) = cx.session.layers().get(cx.session.display_state().layer) {
            about(ui, cx, layer);
        }
        switches(ui, cx);
        ui.add_space(6.0);
        legend(ui, cx);
    });
}

fn layers(ui: &mut Ui, cx: &mut Cx<'_>) {
    let mut selected_layer = cx.session.awaited_layer().unwrap_or(cx.session.display_state().layer);
    let layers = cx.session.layers();
    let all = layers.iter().enumerate();
    // The help of the chosen layer is below.
    if segments(ui, &mut selected_layer, all.map(|(i, layer)| (i, layer.name.to_string(), ""))) {
        cx.send(SessionCommand::SetLayer(selected_layer));
    }
}

/// Draws the choice of the view shown, if there are several.
fn eyes(ui: &mut Ui, cx: &mut Cx<'_>) {
    let Some((names, looking)) = cx.session.replay().map(|r| (r.eyes(), r.looking())) else { return };
    if names.is_empty() {
        return;
    }
    ui.label("Through the eyes of");
    let mut selected_viewer = looking;
    let all = names.iter().enumerate();
    if segments(ui, &mut selected_viewer, all.map(|(i, name)| (i, name.clone(), "What this one sees and knows."))) {
        cx.send(SessionCommand::LookThrough(selected_viewer));
    }
}

/// Draws a description of the chosen layer.
fn about(ui: &mut Ui, cx: &Cx<'_>, layer: &Layer) {
    ui.add(Label::new(RichText::new(&*layer.help).color(cx.view.theme.weak)).wrap());
}

/// Draws the colour bar of a numeric layer, from the lowest to the highest number. The end is labelled *and more*,
/// because higher numbers share its colour.
fn scale(ui: &mut Ui, cx: &Cx<'_>) {
    let theme = &cx.view.theme;
    let Some(replay) = cx.session.replay().filter(|r| cx.session.shows(r)) else { return };
    let Some(layer) =
        replay.schema().layers.get(cx.session.display_state().layer).filter(|l| l.kind == LayerKind::Scalar)
    else {
        return;
    };
    let (low, high) = replay.range(cx.session.display_state().layer);
    if high <= low {
        return;
    }
    let help = replay.schema().layers[cx.session.display_state().layer].help.to_string();
    let about = help.split(['.', ';', ':']).next().unwrap_or_default();
    let name = if about.is_empty() { layer.name.to_string() } else { format!("{}: {about}", layer.name) };
    let label = Label::new(RichText::new(name).font(fonts::medium(12.0)).color(theme.weak)).wrap();
    ui.add(label).on_hover_text(help);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width().max(1.0), 10.0), Sense::hover());
    let bar = rect.with_max_x(rect.max.x - 8.0);
    gradient(ui.painter(), bar, theme);
    // The arrow at the end shows that there is more.
    let tip = vec![bar.right_top(), pos2(rect.max.x, bar.center().y), bar.right_bottom()];
    ui.painter().add(Shape::convex_polygon(tip, theme.heat(255), Stroke::NONE));
    let text = |x: f64| short(&Value::Real(x)).unwrap_or_default();
    let (line, _) = ui.allocate_exact_size(vec2(rect.width(), 14.0), Sense::hover());
    let font = fonts::mono(11.0);
    let draw_text =
        |at: f32, align, words: String| ui.painter().text(pos2(at, line.min.y), align, words, font.clone(), theme.weak);
    let end = draw_text(line.max.x, Align2::RIGHT_TOP, format!("{} and more", text(high)));
    // Round numbers in between, at the dashed lines of the map.
    let step = isoline_step((low, high));
    let first = draw_text(line.min.x, Align2::LEFT_TOP, text(low));
    let mut after = first.max.x;
    let mut tick = if step > 0.0 { (low / step).floor() * step + step } else { f64::INFINITY };
    while tick < high {
        let x = egui::lerp(bar.x_range(), ((tick - low) / (high - low)) as f32);
        let stroke = Stroke::new(1.0, theme.text_on(theme.heat(128)).gamma_multiply(0.6));
        ui.painter().extend(Shape::dashed_line(&[pos2(x, bar.min.y), pos2(x, bar.max.y)], stroke, 2.0, 1.5));
        if x - 14.0 > after && x + 14.0 < end.min.x {
            after = draw_text(x, Align2::CENTER_TOP, text(tick)).max.x;
        }
        tick += step;
    }
    response.on_hover_text(format!(
        "From {} to {}. A fiftieth of the cells may be higher; they share the colour of the end.",
        Value::Real(low),
        Value::Real(high)
    ));
}

/// Draws the colour scale from left to right.
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
}

fn switches(ui: &mut Ui, cx: &mut Cx<'_>) {
    let settings = &cx.view.settings;
    let all = [
        ("Grid", settings.grid, WindowCommand::ToggleGrid),
        ("Numbers", settings.numbers, WindowCommand::ToggleNumbers),
        ("Numbers in corners", cx.view.draws(Sign::Numbers), WindowCommand::ToggleCornerNumbers),
        ("Arrows", cx.view.draws(Sign::Parents), WindowCommand::ToggleArrows),
    ];
    ui.horizontal_wrapped(|ui| {
        for (name, mut on, command) in all {
            if ui.checkbox(&mut on, name).on_hover_text(hint(command)).clicked() {
                cx.send(command);
            }
        }
    });
}

/// Returns the cell of the map that has the most numbers in the middle and the corners, if one has a number in the middle.
fn sample(ui: &Ui, cx: &Cx<'_>, replay: &Replay, corners: &[Corner]) -> Option<Cell> {
    let current_layer = cx.session.display_state().layer;
    let at = (cx.session.generation(), replay.cursor(), current_layer);
    memo(ui, Id::unique("sample of the numbers"), at, || {
        let has = |cell: Cell, layer: usize| replay.value(layer, cell).as_ref().and_then(short).is_some();
        let count = |cell: &Cell| corners.iter().filter(|corner| has(*cell, corner.layer)).count();
        let last = replay.cursor().checked_sub(1).and_then(|last| replay.cell(last));
        let all = replay.size().cells().take(SAMPLED).chain(last);
        all.filter(|&cell| has(cell, current_layer)).max_by_key(count)
    })
}

/// Draws a cell of the map with the numbers in its corners, and says what each is.
fn corners_of_a_cell(ui: &mut Ui, cx: &Cx<'_>) {
    const CELL: f32 = 74.0;
    let theme = &cx.view.theme;
    let Some(replay) = cx.session.replay().filter(|r| cx.session.shows(r) && corner_numbers::is_shown(cx)) else {
        return;
    };
    let (layers, shown) = (&replay.schema().layers, cx.session.display_state().layer);
    let corners = corner_numbers::corners(layers, shown);
    let Some(sampled) = sample(ui, cx, replay, &corners).filter(|_| !corners.is_empty()) else { return };
    let number = |layer: usize| replay.value(layer, sampled).as_ref().and_then(short);
    let title = RichText::new("Numbers in a cell").font(fonts::medium(12.0)).color(theme.weak);
    ui.label(title).on_hover_text(format!("{sampled}\n{}", hint(WindowCommand::ToggleCornerNumbers)));
    ui.horizontal_top(|ui| {
        let (cell, _) = ui.allocate_exact_size(vec2(CELL, CELL), Sense::hover());
        let (ground, painter) = (theme.heat(140), ui.painter().clone());
        painter.rect_filled(cell, 3.0, ground);
        let ink = theme.text_on(ground);
        let middle = number(shown).unwrap_or_default();
        painter.text(cell.center(), Align2::CENTER_CENTER, middle, fonts::medium(16.0), ink);
        let mut named = vec![("middle", &layers[shown])];
        for corner in &corners {
            let Some(number) = number(corner.layer) else { continue };
            let galley = painter.layout_job(corner_numbers::text(corner.letter, &number, 11.0, ink));
            painter.galley(corner_numbers::place_in(cell, corner.place, galley.size(), 6.0), galley, ink);
            named.push((corner.letter, &layers[corner.layer]));
        }
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            for (letter, layer) in named {
                ui.horizontal(|ui| {
                    ui.spacing_mut().interact_size.y = 16.0;
                    ui.label(RichText::new(letter).size(12.0).color(theme.text));
                    let words = match (letter, &*layer.name) {
                        ("middle", "g") => "g, cost so far",
                        ("middle", name) => name,
                        (_, "g") => "cost so far",
                        (_, "h") => "estimate of the rest",
                        (_, "f") => layer.help.split('.').next().unwrap_or_default(),
                        _ => "order of expansion",
                    };
                    let words = fonts::one_line(ui, RichText::new(words).size(12.0).color(theme.weak));
                    ui.add(words).on_hover_text(&*layer.help);
                });
            }
        });
    });
    ui.add_space(6.0);
}
