//! The share card: title, question and map on 1200×630 pixels, the size of previews of links.

use crate::canvas::Canvas;
use crate::debugger::Session;
use crate::debugger::disk::site::printed_address;
use crate::debugger::lesson::suggestion::first_sentence;
use crate::debugger::session::window::Arrangement;
use crate::style::fonts;
use crate::view::{Cx, View};
use egui::text::{LayoutJob, TextWrapping};
use egui::{Color32, CornerRadius, FontId, Painter, Pos2, Rect, Shape, Ui, UiBuilder, Vec2, pos2, vec2};
use gridscope_trace::geometry::{Cell, Size};
use gridscope_trace::scene::Scene;
use gridscope_trace::terrain::Tile;

/// Size of a card, in points.
pub(crate) const CARD: Vec2 = vec2(1200.0, 630.0);
/// Width of the column with the words, and the margin around them.
const COLUMN: f32 = 424.0;
const MARGIN: f32 = 56.0;
/// Width of the words in the column.
const WORDS: f32 = 328.0;
/// Height of the words above a map that takes the whole width.
const HEAD: f32 = 170.0;
/// Cells narrower than this, in points, have no numbers.
const NUMBERS_FROM: f32 = 26.0;
/// Largest width of a cell, in points.
const LARGEST: f32 = 128.0;
/// Side of the program's mark.
const MARK: f32 = 22.0;

/// Draws the card of the session's main run at its moment.
pub(super) fn show(ui: &mut Ui, session: &Session, canvas: &mut Canvas, view: &mut View) {
    let whole = ui.ctx().content_rect();
    let scene = session.scene();
    let (first, cells) = cropped(scene);
    let room = CARD - vec2(0.0, HEAD);
    let is_wide = cells.x * room.y >= cells.y * room.x;
    let map = if is_wide { whole.with_min_y(HEAD) } else { whole.with_min_x(COLUMN) };
    let is_walled = first.x > 0.0;
    // Below the column there is no map, so its cells may reach the edges.
    let zoom = (map.size() / cells).min_elem().min(LARGEST);
    view.camera.fit = false;
    view.camera.centre = first + cells / 2.0;
    view.camera.zoom = if zoom >= 4.0 { zoom.floor() } else { zoom };
    view.map = map;
    view.settings.numbers = view.camera.zoom >= NUMBERS_FROM;
    // As on the stage: what the slide of the moment speaks of, and no pins, which belong to its text.
    view.settings.arrangement = Arrangement::Learn;
    view.settings.details = false;
    let painter = &ui.painter().clone();
    painter.rect_filled(whole, 0.0, view.theme.canvas);
    painter.rect_filled(map, 0.0, if is_walled { view.theme.wall } else { view.theme.canvas });
    let board = Rect::from_center_size(map.center(), cells * view.camera.zoom).intersect(map);
    let mut out = Vec::new();
    let cx = &mut Cx { session, view: &mut *view, out: &mut out };
    canvas.update(ui.ctx(), cx);
    cx.view.signs.pins.clear();
    canvas.show_board(&ui.new_child(UiBuilder::new().max_rect(map)), cx, map);
    if is_walled {
        // The other half of the outer walls continues to the edges of the picture, without the signs on it.
        for beside in [
            map.with_max_x(board.min.x),
            map.with_min_x(board.max.x),
            map.with_max_y(board.min.y),
            map.with_min_y(board.max.y),
        ] {
            painter.rect_filled(beside, 0.0, view.theme.wall);
        }
    }
    words(painter, session, view, is_wide);
}

/// Returns the first point and the size of the map, in cells. Half of an outermost ring of walls is left out.
fn cropped(scene: &Scene) -> (Vec2, Vec2) {
    let Size { width, height } = scene.size();
    let is_border = |cell: Cell| cell.x == 0 || cell.y == 0 || cell.x + 1 == width || cell.y + 1 == height;
    let mut border = scene.size().cells().filter(|&cell| is_border(cell));
    let is_walled = width > 2 && height > 2 && border.all(|cell| scene.tiles[cell] == Tile::Wall);
    let half = if is_walled { 0.5 } else { 0.0 };
    let cells = vec2(f32::from(width.max(1)), f32::from(height.max(1)));
    (Vec2::splat(half), cells - Vec2::splat(2.0 * half))
}

/// Draws title, question, mark and name.
fn words(painter: &Painter, session: &Session, view: &View, is_wide: bool) {
    let theme = &view.theme;
    let width = if is_wide { CARD.x - 2.0 * MARGIN - 140.0 } else { WORDS };
    let top = if is_wide { 36.0 } else { 54.0 };
    let mut place = pos2(MARGIN, top);
    let mut below = |text: String, font: FontId, line: f32, ink: Color32, rows: usize| {
        let mut job = LayoutJob::simple(text, font, ink, width);
        job.wrap = TextWrapping { max_width: width, max_rows: rows, ..TextWrapping::default() };
        for section in &mut job.sections {
            section.format.line_height = Some(line);
        }
        let galley = painter.layout_job(job);
        let height = galley.size().y;
        painter.galley(place, galley, ink);
        place.y += height + 18.0;
    };
    below(super::title(session), fonts::semibold(40.0), 48.0, theme.strong, if is_wide { 1 } else { 5 });
    let question = first_sentence(&session.scene().notes);
    let question = if question.is_empty() { crate::canvas::sentence::words(session) } else { question };
    below(question, fonts::text(23.0), 33.0, theme.weak, if is_wide { 1 } else { 5 });
    let foot = if is_wide { pos2(CARD.x - MARGIN - 128.0, 50.0) } else { pos2(MARGIN, CARD.y - MARGIN - 18.0) };
    mark(painter, Rect::from_min_size(foot, Vec2::splat(MARK)), theme.team_a, theme.path);
    let name = printed_address(session.scene()).filter(|_| !is_wide).unwrap_or_else(|| "gridscope".to_owned());
    let mut job = LayoutJob::simple_singleline(name, fonts::semibold(20.0), theme.strong);
    job.wrap = TextWrapping::truncate_at_width(WORDS - MARK - 10.0);
    let name = painter.layout_job(job);
    let middle = foot.y + MARK / 2.0 - name.size().y / 2.0;
    painter.galley(pos2(foot.x + MARK + 10.0, middle), name, theme.strong);
}

/// Draws the program's mark: a square of two triangles.
fn mark(painter: &Painter, square: Rect, upper: Color32, lower: Color32) {
    painter.rect_filled(square, CornerRadius::same(4), upper);
    let round = 4.0;
    let arc = |centre: Pos2, from: f32| {
        (0..=6_u8)
            .map(move |step| centre + Vec2::angled(from + f32::from(step) * std::f32::consts::FRAC_PI_2 / 6.0) * round)
    };
    let corner = square.max - Vec2::splat(round);
    let points = [square.right_top() + vec2(0.0, round)].into_iter().chain(arc(corner, 0.0)).chain([
        square.left_bottom() + vec2(round, 0.0),
        square.left_bottom() + vec2(1.2, -1.2),
        square.right_top() + vec2(-1.2, 1.2),
    ]);
    painter.add(Shape::convex_polygon(points.collect(), lower, egui::Stroke::NONE));
}
