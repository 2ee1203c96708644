//! The legend: every sign on the map, in the words of the lesson, readable without colour. In a lesson it lists what the
//! slide shows, in its order.

use super::occurring_signs::occurs;
use super::{SIGN, corners_of_a_cell, scale};
use crate::canvas::actors::token_of;
use crate::canvas::shapes::SIGNS_FROM;
use crate::canvas::{ask, own_cells, signs};
use crate::debugger::look::legend::{self, LegendEntry, Swatch};
use crate::panels::tools;
use crate::style::fonts;
use crate::style::memo::memo;
use crate::style::theme::Theme;
use crate::view::Cx;
use egui::{
    Align, Align2, CornerRadius, Id, Layout, Painter, Rect, RichText, Sense, Shape, Stroke, StrokeKind, Ui, UiBuilder,
    pos2, vec2,
};
use gridscope_trace::Tile;
use gridscope_trace::view::board::{Mark, Role};

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
pub(crate) fn show(ui: &mut Ui, cx: &Cx<'_>) {
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
    let mut occurs = (*occurs(ui, cx)).clone();
    // Cells that are too small for signs have none.
    let has_signs = cx.view.camera.zoom >= SIGNS_FROM;
    (occurs.ties, occurs.arrows) = (occurs.ties && has_signs, occurs.arrows && has_signs);
    let drawn_signs = &cx.view.signs.drawn;
    let all = legend::legend(cx.session, cx.session.replay(), drawn_signs, &occurs);
    let entry = |LegendEntry { name, words, help, place, swatch }| Entry {
        name,
        words,
        help,
        place,
        draw: drawing(ui, cx, swatch),
    };
    let mut entries: Vec<Entry<'a>> = all.into_iter().map(entry).collect();
    if let Some(name) = own_cells::name(ui, cx) {
        let ink = cx.view.theme.brackets;
        let help = "Cells that you have changed.".to_owned();
        let draw = move |p: &Painter, rect: Rect| own_cells::outline(p, rect.shrink(2.0), ink);
        entries.push(Entry { name: name.to_owned(), words: None, help, place: 0, draw: Box::new(draw) });
        entries.sort_by_key(|entry| entry.place);
    }
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

/// Returns the drawing of a sign.
fn drawing<'a>(ui: &Ui, cx: &'a Cx<'_>, swatch: Swatch) -> DrawSign<'a> {
    let theme = &cx.view.theme;
    let hot = move |p: &Painter, rect: Rect, heat: u8| p.rect_filled(rect, 3.0, theme.heat(heat));
    match swatch {
        Swatch::Role(role) => {
            let number = number_of_sample(ui, cx, role);
            Box::new(move |p: &Painter, rect: Rect| match &number {
                Some((text, heat)) => {
                    let ground = theme.heat((*heat).max(1));
                    p.rect_filled(rect, 3.0, ground);
                    p.text(rect.center(), Align2::CENTER_CENTER, text, fonts::semibold(11.0), theme.text_on(ground));
                }
                None => role_sign(p, rect, theme, role),
            })
        }
        Swatch::Figure(figure) => Box::new(move |p: &Painter, rect: Rect| {
            signs::sign(p, theme, (figure.outline, figure.role, figure.has_beads), rect);
        }),
        Swatch::Tie | Swatch::Differs => {
            let is_tie = swatch == Swatch::Tie;
            Box::new(move |p: &Painter, rect: Rect| {
                hot(p, rect, 120);
                let (corner, down, colour) = if is_tie {
                    (rect.right_top(), vec2(-8.0, 8.0), theme.tie)
                } else {
                    (rect.left_bottom(), vec2(8.0, -8.0), theme.difference)
                };
                let notch = vec![corner, corner + vec2(down.x, 0.0), corner + vec2(0.0, down.y)];
                p.add(Shape::convex_polygon(notch, colour, Stroke::NONE));
            })
        }
        Swatch::Elsewhere => Box::new(move |p: &Painter, rect: Rect| {
            p.rect_filled(rect, 3.0, theme.floor);
            let stroke = Stroke::new(1.5, theme.difference);
            p.extend(Shape::dashed_line(&signs::rim(rect.shrink(2.0)), stroke, 3.0, 3.0));
        }),
        Swatch::Path => Box::new(move |p: &Painter, rect: Rect| {
            hot(p, rect, 60);
            p.hline(rect.x_range(), rect.center().y, Stroke::new(7.0, theme.halo));
            p.hline(rect.x_range(), rect.center().y, Stroke::new(4.0, theme.path));
        }),
        Swatch::Parent => Box::new(move |p: &Painter, rect: Rect| {
            hot(p, rect, 120);
            let at = rect.left_center() + vec2(2.0, 0.0);
            let points = vec![at, at + vec2(6.0, -4.0), at + vec2(6.0, 4.0)];
            let ink = theme.text_on(theme.heat(120)).gamma_multiply(0.6);
            p.add(Shape::convex_polygon(points, ink, Stroke::NONE));
        }),
        Swatch::Breakpoint => {
            Box::new(move |p: &Painter, rect: Rect| _ = p.circle_filled(rect.center(), 5.0, theme.wrong))
        }
        Swatch::Tile(tile) => Box::new(move |p: &Painter, rect: Rect| {
            tools::picture(&p.with_clip_rect(rect), theme, tile, rect);
            if tile == Tile::Wall {
                // Without an edge, a wall cannot be seen on the canvas.
                p.rect_stroke(rect, 0.0, Stroke::new(1.0, theme.wall_edge), StrokeKind::Inside);
            }
        }),
        Swatch::Cost => Box::new(move |p: &Painter, rect: Rect| {
            p.rect_filled(rect, 3.0, theme.floor);
            p.text(rect.center(), Align2::CENTER_CENTER, "5", fonts::medium(12.0), theme.text_on(theme.floor));
        }),
        Swatch::Actor(index) => Box::new(move |p: &Painter, rect: Rect| {
            if let Some(actor) = cx.session.scene().actors.get(index) {
                token_of(p, theme, actor, rect.center(), 8.5);
            }
        }),
    }
}

/// Returns the number and the heat of a cell of the map with this role.
fn number_of_sample(ui: &Ui, cx: &Cx<'_>, role: Role) -> Option<(String, u8)> {
    let replay = cx.session.replay().filter(|replay| cx.session.shows(replay))?;
    let layer = cx.session.display_state().layer;
    let at = (cx.session.generation(), replay.cursor(), layer);
    memo(ui, Id::unique("cell of the legend").with(role), at, || legend::sample_of(role, replay, layer))
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
