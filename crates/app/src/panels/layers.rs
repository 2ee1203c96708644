//! The layer shown on the map, and the legend: every sign on the map, in the words of the lesson, readable without
//! colour.

mod occurring_signs;

use self::occurring_signs::occurs;
use crate::canvas::actors::token_of;
use crate::canvas::corner_numbers::{self, Corner};
use crate::canvas::shapes::SIGNS_FROM;
use crate::canvas::signs;
use crate::debugger::look::is_second_side;
use crate::debugger::look::layer_numbers::{isoline_step, short};
use crate::debugger::session::command::{SessionCommand, WindowCommand};
use crate::style::fonts;
use crate::style::memo::memo;
use crate::style::segments;
use crate::style::theme::Theme;
use crate::view::Cx;
use crate::view::shortcuts::hint;
use egui::{
    Align, Align2, CornerRadius, Id, Label, Layout, Mesh, Painter, Rect, RichText, ScrollArea, Sense, Shape, Stroke,
    StrokeKind, Ui, UiBuilder, pos2, vec2,
};
use gridscope_trace::card::LayerKind;
use gridscope_trace::event::Value;
use gridscope_trace::trace::schema::Layer;
use gridscope_trace::view::board::{Mark, Role};
use gridscope_trace::{Actor, ActorKind, Cell, Replay, Tile};

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
        ("Numbers in corners", settings.corner_numbers, WindowCommand::ToggleCornerNumbers),
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

/// A sign of the legend: a short name, a tooltip, and a function that draws it.
type Sign<'a> = (String, String, Box<dyn Fn(&Painter, Rect) + 'a>);

/// Draws the scale and the signs that occur now: those of the run first, then tiles, then actors.
pub(super) fn legend(ui: &mut Ui, cx: &Cx<'_>) {
    corners_of_a_cell(ui, cx);
    scale(ui, cx);
    let theme = &cx.view.theme;
    let occurs = occurs(ui, cx);
    let mut signs: Vec<Sign<'_>> = Vec::new();
    let roles = cx.session.replay().map_or(&[][..], |replay| &replay.schema().roles);
    // A figure, or the line of the path, explains more than a role with the same name.
    let is_drawn = |name: &str| occurs.figures.iter().any(|f| f.0 == name) || (occurs.way && name == "path");
    for (role, name) in roles.iter().filter(|(role, name)| occurs.roles.contains(role) && !is_drawn(name)) {
        let (role, help) = (*role, format!("A cell of the map: {name}."));
        signs.push((name.to_string(), help, Box::new(move |p, rect| role_sign(p, rect, theme, role))));
    }
    for (name, outline, role, beads) in &occurs.figures {
        let outline = *outline;
        let role = *role;
        let beads = *beads;
        let draw = move |p: &Painter, rect: Rect| signs::sign(p, theme, (outline, role, beads), rect);
        signs.push((name.to_string(), format!("Drawn over the map: {name}."), Box::new(draw)));
    }
    // Cells that are too small for signs have none.
    let has_signs = cx.view.camera.zoom >= SIGNS_FROM;
    if occurs.ties && has_signs {
        let tie = |p: &Painter, rect: Rect| {
            p.rect_filled(rect, 3.0, theme.heat(120));
            let corner = rect.right_top();
            let notch = vec![corner, corner - vec2(8.0, 0.0), corner + vec2(0.0, 8.0)];
            p.add(Shape::convex_polygon(notch, theme.tie, Stroke::NONE));
        };
        signs.push(("tie".into(), "Two or more paths to this cell cost the same.".into(), Box::new(tie)));
    }
    if cx.view.occurring.iter().any(|occurring| occurring.differs) {
        let notch = |p: &Painter, rect: Rect| {
            p.rect_filled(rect, 3.0, theme.heat(120));
            let corner = rect.left_bottom();
            let notch = vec![corner, corner + vec2(8.0, 0.0), corner - vec2(0.0, 8.0)];
            p.add(Shape::convex_polygon(notch, theme.difference, Stroke::NONE));
        };
        signs.push(("differs".into(), "Its value differs between the runs that are shown.".into(), Box::new(notch)));
    }
    if cx.view.occurring.iter().any(|occurring| occurring.elsewhere) {
        let outline = |p: &Painter, rect: Rect| {
            p.rect_filled(rect, 3.0, theme.floor);
            p.extend(Shape::dashed_line(&signs::rim(rect.shrink(2.0)), Stroke::new(1.5, theme.difference), 3.0, 3.0));
        };
        let help = "Another run that is shown has reached this cell; this one has not.".into();
        signs.push(("reached in the other run only".into(), help, Box::new(outline)));
    }
    if occurs.way {
        let way = |p: &Painter, rect: Rect| {
            p.rect_filled(rect, 3.0, theme.heat(60));
            p.hline(rect.x_range(), rect.center().y, Stroke::new(7.0, theme.halo));
            p.hline(rect.x_range(), rect.center().y, Stroke::new(4.0, theme.path));
        };
        signs.push((
            "path".into(),
            "The final path. Before the end, the path so far to the current cell.".into(),
            Box::new(way),
        ));
    }
    if occurs.arrows && has_signs && cx.view.settings.arrows {
        let arrow = |p: &Painter, rect: Rect| {
            p.rect_filled(rect, 3.0, theme.heat(120));
            let at = rect.left_center() + vec2(2.0, 0.0);
            let points = vec![at, at + vec2(6.0, -4.0), at + vec2(6.0, 4.0)];
            p.add(Shape::convex_polygon(points, theme.text_on(theme.heat(120)).gamma_multiply(0.6), Stroke::NONE));
        };
        signs.push(("parent".into(), "Points to the cell that this one follows from.".into(), Box::new(arrow)));
    }
    if cx.session.display_state().breakpoints.iter().any(|b| b.condition.cell().is_some()) {
        let stop = |p: &Painter, rect: Rect| _ = p.circle_filled(rect.center(), 5.0, theme.wrong);
        signs.push(("breakpoint".into(), "Stops at every event about this cell.".into(), Box::new(stop)));
    }
    for &tile in occurs.tiles.iter().filter(|t| !matches!(t, Tile::Floor | Tile::Wall)) {
        let help = format!("{}.", tile.english());
        let draw = move |p: &Painter, rect: Rect| super::tools::picture(&p.with_clip_rect(rect), theme, tile, rect);
        signs.push((tile.english().to_owned(), help, Box::new(draw)));
    }
    if occurs.costs {
        let cost = |p: &Painter, rect: Rect| {
            p.rect_filled(rect, 3.0, theme.floor);
            p.text(rect.center(), egui::Align2::CENTER_CENTER, "5", fonts::medium(12.0), theme.text_on(theme.floor));
        };
        signs.push(("cost".into(), "Entering this cell costs this many times the step.".into(), Box::new(cost)));
    }
    let mut sides: Vec<(ActorKind, bool)> = Vec::new();
    let mut side_actors: Vec<&Actor> = Vec::new();
    for actor in occurs.actors.iter().filter_map(|&i| cx.session.scene().actors.get(i)) {
        let side = (actor.kind, is_second_side(actor));
        if !sides.contains(&side) {
            sides.push(side);
            side_actors.push(actor);
        }
    }
    for actor in side_actors {
        let kind = actor.kind;
        let need = cx.session.card().actors.iter().find(|n| n.kinds.contains(&kind));
        let help = need.map_or_else(|| kind.name().to_owned(), |n| format!("{}: {}.", kind.name(), n.role));
        let draw = move |p: &Painter, rect: Rect| token_of(p, theme, actor, rect.center(), 8.5);
        // If two sides fight, each has its own sign.
        let word = match sides.iter().filter(|s| s.0 == kind).count() {
            2.. if is_second_side(actor) => format!("{}, side 2", kind.name()),
            2.. => format!("{}, side 1", kind.name()),
            _ => kind.name().to_owned(),
        };
        signs.push((word, help, Box::new(draw)));
    }
    let width = ui.available_width();
    let columns = if width > 190.0 { 2 } else { 1 };
    let wide = width / columns as f32;
    // Long names get a row of their own, at the top, because they are the special ones.
    let room = (wide - SIGN - 12.0) / 6.4;
    let (signs, long): (Vec<_>, Vec<_>) = signs.into_iter().partition(|s| (s.0.chars().count() as f32) < room);
    ui.spacing_mut().item_spacing.y = 3.0;
    for one in &long {
        sign(ui, cx, one, width);
    }
    for row in signs.chunks(columns) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing = vec2(0.0, 3.0);
            for one in row {
                sign(ui, cx, one, wide);
            }
        });
    }
}

/// Draws the signs that the slide at hand shows, in rows below the map.
pub(crate) fn legend_row(_ui: &mut Ui, _cx: &mut Cx<'_>) {}

/// Draws a sign with its name, in a column of this width.
fn sign(ui: &mut Ui, cx: &Cx<'_>, (text, help, paint): &Sign<'_>, width: f32) {
    let (rect, response) = ui.allocate_exact_size(vec2(width, SIGN + 4.0), Sense::hover());
    let swatch = Rect::from_min_size(rect.min + vec2(0.0, 2.0), vec2(SIGN, SIGN));
    paint(&ui.painter().with_clip_rect(swatch.expand(1.0).intersect(ui.clip_rect())), swatch);
    let words = rect.with_min_x(swatch.max.x + 9.0).shrink2(vec2(2.0, 0.0));
    let mut inner = ui.new_child(UiBuilder::new().max_rect(words).layout(Layout::left_to_right(Align::Center)));
    let words = fonts::one_line(&inner, RichText::new(text).size(12.0).color(cx.view.theme.text));
    inner.add(words.selectable(false));
    response.on_hover_text(help);
}

/// Draws a role as on the map.
fn role_sign(painter: &Painter, rect: Rect, theme: &Theme, role: Role) {
    let mark = Mark { role, heat: 0 };
    painter.rect_filled(rect, CornerRadius::same(3), theme.cell(Tile::Floor, mark));
    let ring = |width: f32, colour| {
        painter.rect_stroke(rect.shrink(1.5), CornerRadius::same(3), Stroke::new(width, colour), StrokeKind::Inside);
    };
    match role {
        Role::Queued => ring(2.0, theme.frontier),
        Role::Candidate => ring(1.5, theme.frontier.gamma_multiply(0.55)),
        Role::Chosen => ring(2.5, theme.tie),
        Role::Current => ring(2.5, theme.path),
        Role::Wrong => ring(2.5, theme.wrong),
        Role::Pressure => ring(3.0, theme.pane_line),
        Role::Refused => {
            let stroke = Stroke::new(1.75, theme.weak);
            let (at, half) = (rect.center(), vec2(4.0, 4.0));
            painter.line_segment([at - half, at + half], stroke);
            painter.line_segment([at - vec2(4.0, -4.0), at + vec2(4.0, -4.0)], stroke);
        }
        Role::Threat => {
            let half = 5.0;
            let corners = [vec2(0.0, -half), vec2(half, 0.0), vec2(0.0, half), vec2(-half, 0.0)];
            let corners = corners.map(|corner| rect.center() + corner).to_vec();
            painter.add(Shape::convex_polygon(corners, theme.wrong, Stroke::NONE));
        }
        Role::Dimmed => _ = painter.circle_stroke(rect.center(), 4.0, Stroke::new(1.5, theme.wedge)),
        Role::Unknown => {
            for k in 1..4 {
                let x = rect.min.x + k as f32 * rect.width() / 2.0;
                let stroke = Stroke::new(1.4, theme.unknown_hatch);
                painter.line_segment([pos2(x, rect.min.y), pos2(x - rect.height(), rect.max.y)], stroke);
            }
        }
        _ => {}
    }
}
