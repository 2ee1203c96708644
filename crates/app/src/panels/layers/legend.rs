//! The legend: every sign on the map, in the words of the lesson, readable without colour. In a lesson it lists what the
//! slide shows, in its order.

use super::occurring_signs::{Occurs, occurs};
use super::{SAMPLED, SIGN, corners_of_a_cell, scale};
use crate::canvas::actors::token_of;
use crate::canvas::shapes::SIGNS_FROM;
use crate::canvas::{ask, own_cells, signs};
use crate::debugger::look::drawn_signs::{Sign, sign_of_role};
use crate::debugger::look::is_second_side;
use crate::debugger::look::layer_numbers::short;
use crate::panels::tools;
use crate::style::fonts;
use crate::style::memo::memo;
use crate::style::theme::Theme;
use crate::view::Cx;
use egui::{
    Align, Align2, CornerRadius, Id, Layout, Painter, Rect, RichText, Sense, Shape, Stroke, StrokeKind, Ui, UiBuilder,
    pos2, vec2,
};
use gridscope_trace::view::board::{Board, Mark, Role};
use gridscope_trace::view::palette::keeps_its_colour;
use gridscope_trace::{Actor, ActorKind, Tile};

/// Largest number of entries below the map while a path is drawn or answered.
const MAX_ENTRIES: usize = 5;
/// Side of a sign in the row below the map, space behind it and between two entries, and height of a row, in points.
const ROW_SIGN: f32 = 20.0;
const BEHIND: f32 = 10.0;
const BETWEEN: f32 = 28.0;
pub(crate) const ROW: f32 = 26.0;

/// Draws a sign in a rectangle.
type DrawSign<'a> = Box<dyn Fn(&Painter, Rect) + 'a>;

/// An entry of the legend.
struct Entry<'a> {
    /// The name.
    name: String,
    /// The name with what it means, if the row below the map says more.
    words: Option<String>,
    /// The tooltip.
    help: String,
    /// The place in the legend.
    place: usize,
    /// Draws the sign.
    draw: DrawSign<'a>,
}

/// Draws the signs that the slide at hand shows, in rows below the map.
pub(crate) fn legend_row(ui: &mut Ui, cx: &mut Cx<'_>) {
    let is_small = cx.view.signs.drawn.lists_all();
    let (size, between) = if is_small { (12.0, 20.0) } else { (13.0, BETWEEN) };
    let entries = entries(ui, cx);
    let theme = &cx.view.theme;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(between, 0.0);
        for entry in &entries {
            let words = entry.words.clone().unwrap_or_else(|| entry.name.clone());
            let galley = ui.painter().layout_no_wrap(words.clone(), fonts::text(size), theme.weak);
            let room = vec2(ROW_SIGN + BEHIND + galley.size().x, ROW);
            let (rect, response) = ui.allocate_exact_size(room, Sense::hover());
            let swatch = Align2::LEFT_CENTER.align_size_within_rect(vec2(ROW_SIGN, ROW_SIGN), rect);
            (entry.draw)(&ui.painter().with_clip_rect(swatch.expand(1.0).intersect(ui.clip_rect())), swatch);
            let at = pos2(swatch.max.x + BEHIND, rect.center().y - galley.size().y / 2.0);
            ui.painter().galley(at, galley, theme.weak);
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &words));
            response.on_hover_text(&entry.help);
        }
    });
}

/// Draws the scale and the signs that occur now: those of the run first, then tiles, then actors.
pub(crate) fn legend(ui: &mut Ui, cx: &Cx<'_>) {
    corners_of_a_cell(ui, cx);
    scale(ui, cx);
    let entries = entries(ui, cx);
    let width = ui.available_width();
    let columns = if width > 190.0 { 2 } else { 1 };
    let wide = width / columns as f32;
    // Long names get a row of their own, at the top, because they are the special ones.
    let room = (wide - SIGN - 12.0) / 6.4;
    let (entries, long): (Vec<_>, Vec<_>) = entries.into_iter().partition(|e| (e.name.chars().count() as f32) < room);
    ui.spacing_mut().item_spacing.y = 3.0;
    for one in &long {
        sign(ui, cx, one, width);
    }
    for row in entries.chunks(columns) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing = vec2(0.0, 3.0);
            for one in row {
                sign(ui, cx, one, wide);
            }
        });
    }
}

/// Returns the entries of the signs that are drawn now, in the order of the legend.
fn entries<'a>(ui: &Ui, cx: &'a Cx<'_>) -> Vec<Entry<'a>> {
    let occurs = occurs(ui, cx);
    let mut entries = run_entries(ui, cx, &occurs);
    entries.extend(thing_entries(cx, &occurs));
    if let Some(name) = own_cells::name(ui, cx) {
        let ink = cx.view.theme.brackets;
        let help = "Cells that you have changed.".to_owned();
        let draw = move |p: &Painter, rect: Rect| own_cells::outline(p, rect.shrink(2.0), ink);
        entries.push(Entry { name: name.to_owned(), words: None, help, place: 0, draw: Box::new(draw) });
    }
    entries.sort_by_key(|entry| entry.place);
    let paths = ask::legend(cx);
    if !paths.is_empty() {
        let path = |(name, colour): (String, egui::Color32)| {
            let draw = move |p: &Painter, rect: Rect| ask::swatch(p, rect, colour);
            Entry { help: String::new(), words: None, place: 0, draw: Box::new(draw), name }
        };
        // The answer comes first.
        let at = if cx.session.ask_answer().is_some() { 0 } else { entries.len() };
        entries.splice(at..at, paths.into_iter().map(path));
        if !cx.view.signs.drawn.lists_all() {
            entries.truncate(MAX_ENTRIES);
        }
    }
    entries
}

/// Returns the entries of the run's own signs.
fn run_entries<'a>(ui: &Ui, cx: &'a Cx<'_>, occurs: &Occurs) -> Vec<Entry<'a>> {
    let (theme, drawn) = (&cx.view.theme, &cx.view.signs.drawn);
    let mut entries: Vec<Entry<'a>> = Vec::new();
    let mut add = |word: Sign, name: &str, words: Option<String>, help: String, draw: DrawSign<'a>| {
        if let Some(place) = drawn.place(word, name) {
            entries.push(Entry { name: name.to_owned(), words, help, place, draw });
        }
    };
    let replay = cx.session.replay();
    let roles = replay.map_or(&[][..], |replay| &replay.schema().roles);
    // A figure, or the line of the path, explains more than a role with the same name.
    let has_figure = |name: &str| occurs.figures.iter().any(|f| f.0 == name) || (occurs.way && name == "path");
    for &(role, ref name) in roles.iter().filter(|(role, name)| occurs.roles.contains(role) && !has_figure(name)) {
        let words = match (role, &**name) {
            (Role::Done, "closed") => Some("closed: its cost is known".to_owned()),
            (Role::Queued, "open") => Some("open: waits its turn".to_owned()),
            _ => None,
        };
        let number = number_of_sample(ui, cx, role);
        let draw = move |p: &Painter, rect: Rect| match &number {
            Some((text, heat)) => {
                let ground = theme.heat((*heat).max(1));
                p.rect_filled(rect, 3.0, ground);
                p.text(rect.center(), Align2::CENTER_CENTER, text, fonts::semibold(11.0), theme.text_on(ground));
            }
            None => role_sign(p, rect, theme, role),
        };
        add(sign_of_role(role, roles), name, words, format!("A cell of the map: {name}."), Box::new(draw));
    }
    for (name, word, outline, role, beads) in &occurs.figures {
        let (outline, role, beads) = (*outline, *role, *beads);
        let draw = move |p: &Painter, rect: Rect| signs::sign(p, theme, (outline, role, beads), rect);
        add(*word, name, None, format!("Drawn over the map: {name}."), Box::new(draw));
    }
    // Cells that are too small for signs have none.
    let has_signs = cx.view.camera.zoom >= SIGNS_FROM;
    if occurs.ties && has_signs && drawn.has(Sign::Ties) {
        let tie = |p: &Painter, rect: Rect| {
            p.rect_filled(rect, 3.0, theme.heat(120));
            let corner = rect.right_top();
            let notch = vec![corner, corner - vec2(8.0, 0.0), corner + vec2(0.0, 8.0)];
            p.add(Shape::convex_polygon(notch, theme.tie, Stroke::NONE));
        };
        add(Sign::Ties, "tie", None, "Two or more paths to this cell cost the same.".into(), Box::new(tie));
    }
    if cx.view.occurring.iter().any(|occurring| occurring.differs) {
        let notch = |p: &Painter, rect: Rect| {
            p.rect_filled(rect, 3.0, theme.heat(120));
            let corner = rect.left_bottom();
            let notch = vec![corner, corner + vec2(8.0, 0.0), corner - vec2(0.0, 8.0)];
            p.add(Shape::convex_polygon(notch, theme.difference, Stroke::NONE));
        };
        let help = "Its value differs between the runs that are shown.".into();
        add(Sign::Differences, "differs", None, help, Box::new(notch));
    }
    if cx.view.occurring.iter().any(|occurring| occurring.elsewhere) {
        let outline = |p: &Painter, rect: Rect| {
            p.rect_filled(rect, 3.0, theme.floor);
            p.extend(Shape::dashed_line(&signs::rim(rect.shrink(2.0)), Stroke::new(1.5, theme.difference), 3.0, 3.0));
        };
        let help = "Another run that is shown has reached this cell; this one has not.".into();
        add(Sign::Differences, "reached in the other run only", None, help, Box::new(outline));
    }
    if occurs.way {
        let way = |p: &Painter, rect: Rect| {
            p.rect_filled(rect, 3.0, theme.heat(60));
            p.hline(rect.x_range(), rect.center().y, Stroke::new(7.0, theme.halo));
            p.hline(rect.x_range(), rect.center().y, Stroke::new(4.0, theme.path));
        };
        let is_over = replay.is_some_and(|replay| replay.cursor() == replay.len());
        let words = (!is_over).then(|| "path so far".to_owned());
        let help = "The final path. Before the end, the path so far to the current cell.".into();
        add(Sign::Path, "path", words, help, Box::new(way));
    }
    if occurs.arrows && has_signs && drawn.has(Sign::Parents) {
        let arrow = |p: &Painter, rect: Rect| {
            p.rect_filled(rect, 3.0, theme.heat(120));
            let at = rect.left_center() + vec2(2.0, 0.0);
            let points = vec![at, at + vec2(6.0, -4.0), at + vec2(6.0, 4.0)];
            p.add(Shape::convex_polygon(points, theme.text_on(theme.heat(120)).gamma_multiply(0.6), Stroke::NONE));
        };
        add(Sign::Parents, "parent", None, "Points to the cell that this one follows from.".into(), Box::new(arrow));
    }
    entries
}

/// Returns the number and the heat of a cell of the map that has this role and the colour of its number.
fn number_of_sample(ui: &Ui, cx: &Cx<'_>, role: Role) -> Option<(String, u8)> {
    if keeps_its_colour(role) {
        return None;
    }
    let replay = cx.session.replay().filter(|replay| cx.session.shows(replay))?;
    let layer = cx.session.display_state().layer;
    memo(ui, Id::unique("cell of the legend").with(role), (cx.session.generation(), replay.cursor(), layer), || {
        let mut board = Board { size: replay.size(), marks: vec![Mark::default(); replay.size().area()] };
        replay.board(Some(layer), &mut board);
        let alike = board.size.cells().take(SAMPLED).filter(|&cell| board.at(cell).role == role);
        let number = |cell| short(&replay.value(layer, cell)?).filter(|text| text.chars().count() <= 2);
        let numbers: Vec<(String, u8)> = alike.filter_map(|cell| Some((number(cell)?, board.at(cell).heat))).collect();
        numbers.get(numbers.len() / 2).cloned()
    })
}

/// Returns the entries of breakpoints, tiles, costs and actors.
fn thing_entries<'a>(cx: &'a Cx<'_>, occurs: &Occurs) -> Vec<Entry<'a>> {
    let (theme, drawn) = (&cx.view.theme, &cx.view.signs.drawn);
    let mut entries: Vec<Entry<'a>> = Vec::new();
    let mut add = |place: Option<usize>, name: String, help: String, draw: DrawSign<'a>| {
        entries.extend(place.map(|place| Entry { name, words: None, help, place, draw }));
    };
    if cx.session.display_state().breakpoints.iter().any(|b| b.condition.cell().is_some()) {
        let stop = |p: &Painter, rect: Rect| _ = p.circle_filled(rect.center(), 5.0, theme.wrong);
        let help = "Stops at every event about this cell.".into();
        add(drawn.place_of_thing(&["breakpoint"], true), "breakpoint".into(), help, Box::new(stop));
    }
    for &tile in &occurs.tiles {
        let (name, english) = (tile.info().name, tile.english());
        let is_ground = matches!(tile, Tile::Floor | Tile::Wall) && !drawn.names(name);
        let is_door = matches!(tile, Tile::Door | Tile::DoorOpen | Tile::DoorLocked);
        let help = format!("{english}.");
        let draw = move |p: &Painter, rect: Rect| {
            tools::picture(&p.with_clip_rect(rect), theme, tile, rect);
            if tile == Tile::Wall {
                // Without an edge, a wall cannot be seen on the canvas.
                p.rect_stroke(rect, 0.0, Stroke::new(1.0, theme.wall_edge), StrokeKind::Inside);
            }
        };
        let place = drawn.place_of_thing(&[name, english], is_door).filter(|_| !is_ground);
        add(place, english.to_owned(), help, Box::new(draw));
    }
    if occurs.costs {
        let cost = |p: &Painter, rect: Rect| {
            p.rect_filled(rect, 3.0, theme.floor);
            p.text(rect.center(), egui::Align2::CENTER_CENTER, "5", fonts::medium(12.0), theme.text_on(theme.floor));
        };
        let help = "Entering this cell costs this many times the step.".into();
        add(drawn.place_of_thing(&["cost"], true), "cost".into(), help, Box::new(cost));
    }
    let mut sides: Vec<(ActorKind, bool)> = Vec::new();
    let mut side_actors: Vec<&'a Actor> = Vec::new();
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
        add(drawn.place_of_thing(&[kind.name()], true), word, help, Box::new(draw));
    }
    entries
}

/// Draws a sign with its name, in a column of this width.
fn sign(ui: &mut Ui, cx: &Cx<'_>, entry: &Entry<'_>, width: f32) {
    let (rect, response) = ui.allocate_exact_size(vec2(width, SIGN + 4.0), Sense::hover());
    let swatch = Rect::from_min_size(rect.min + vec2(0.0, 2.0), vec2(SIGN, SIGN));
    (entry.draw)(&ui.painter().with_clip_rect(swatch.expand(1.0).intersect(ui.clip_rect())), swatch);
    let words = rect.with_min_x(swatch.max.x + 9.0).shrink2(vec2(2.0, 0.0));
    let mut inner = ui.new_child(UiBuilder::new().max_rect(words).layout(Layout::left_to_right(Align::Center)));
    let words = fonts::one_line(&inner, RichText::new(&entry.name).size(12.0).color(cx.view.theme.text));
    inner.add(words.selectable(false));
    response.on_hover_text(&entry.help);
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
