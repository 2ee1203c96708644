//! A small picture of a run: cells of whole pixels, the path, and the actors.

use crate::debugger::look::is_second_side;
use crate::style::theme::Theme;
use egui::{Color32, ColorImage, Vec2};
use gridscope_trace::Registry;
use gridscope_trace::geometry::Cell;
use gridscope_trace::scene::{Actor, ActorKind, Scene};
use gridscope_trace::terrain::Tile;
use gridscope_trace::trace::Progress;
use gridscope_trace::view::board::{Board, Mark};
use gridscope_trace::view::palette::Palette;

/// Maximum number of events of a run for a picture.
const BUDGET: usize = 2_000_000;
/// Maximum number of cells of a map whose picture shows a run.
const LARGE: usize = 512 * 512;

/// Smallest cell whose goal shows its flag, in pixels.
const LEAST_FLAG: usize = 10;

/// Draws a scene at its opening moment. If the picture is larger than the room, its edges are cropped.
pub fn thumbnail(
    registry: &Registry,
    scene: &Scene,
    palette: &Palette<Color32>,
    theme: &Theme,
    room: Vec2,
) -> ColorImage {
    let size = scene.size();
    let (wide, high) = (size.width as usize, size.height as usize);
    let progress = Progress::default().with_budget(BUDGET);
    // On a very large map too little is visible to be worth a run.
    let mut replay = if size.area() <= LARGE { registry.record(scene, &progress).ok() } else { None };
    let mut ground = scene.tiles.clone();
    let mut board = Board { size, marks: vec![Mark::default(); size.area()] };
    let (mut way, mut standing): (Vec<Cell>, Vec<(usize, Cell)>) = (Vec::new(), Vec::new());
    if let Some(replay) = replay.as_mut().filter(|r| r.size() == size) {
        replay.seek(scene.run.picture_moment().unwrap_or(usize::MAX));
        let first = replay.card().map_or("", |card| card.first_layer);
        let layer = replay.schema().layers.iter().position(|l| l.name == first).unwrap_or(0);
        replay.board(Some(layer), &mut board);
        for (cell, tile) in replay.tiles() {
            ground[cell] = tile;
        }
        way = replay.path();
        standing = replay.tokens().iter().filter_map(|t| Some((t.actor, t.at?))).collect();
    }
    let fight = fight(scene, &standing, &way);
    let way = if fight.is_some() { path_polyline(way) } else { way };
    let part = fight.unwrap_or(([0, 0], [wide, high]));
    // A large map is cropped rather than drawn with cells too small to see.
    let least = if wide.max(high) <= 128 { 2 } else { 1 };
    let side = ((room.x as usize / part.1[0]).min(room.y as usize / part.1[1])).min(28).max(least);
    let mut image = ColorImage::filled([wide * side, high * side], Color32::TRANSPARENT);
    let mut fill = |x0: usize, y0: usize, w: usize, h: usize, colour: Color32| {
        for y in y0..(y0 + h).min(high * side) {
            let row = y * wide * side;
            image.pixels[row + x0..row + (x0 + w).min(wide * side)].fill(colour);
        }
    };
    for c in size.cells() {
        let (x, y) = (c.x as usize * side, c.y as usize * side);
        fill(x, y, side, side, palette.at(ground[c], board.at(c)));
        if side >= 4 && matches!(ground[c], Tile::Door | Tile::DoorLocked) {
            fill(x, y, (side / 4).max(1), side, theme.door);
        }
    }
    let thick = (side / 4).max(1);
    for pair in way.windows(2) {
        let middle = |c: Cell| {
            let at = |v: u16| (v as usize * side + side / 2) as i32;
            (at(c.x), at(c.y))
        };
        let ((x0, y0), (x1, y1)) = (middle(pair[0]), middle(pair[1]));
        let n = (x1 - x0).abs().max((y1 - y0).abs()).max(1);
        for k in 0..=n {
            let (x, y) = (x0 + (x1 - x0) * k / n, y0 + (y1 - y0) * k / n);
            let half = thick as i32 / 2;
            fill((x - half).max(0) as usize, (y - half).max(0) as usize, thick, thick, theme.path);
        }
    }
    for (i, actor) in scene.actors.iter().enumerate() {
        let at = standing.iter().find(|(k, _)| *k == i).map_or(actor.at, |(_, at)| *at);
        if !size.contains(at) {
            continue;
        }
        let (colour, ink) = theme.actor(actor.kind, is_second_side(actor));
        disc(&mut image, at, side, colour, theme.halo);
        if actor.kind == ActorKind::Goal && side >= LEAST_FLAG {
            flag(&mut image, at, side, ink);
        }
    }
    if part.1 != [wide, high] {
        image = image.region_by_pixels(part.0.map(|at| at * side), part.1.map(|cells| cells * side));
    }
    let [across, down] = image.size;
    let (kept_across, kept_down) = (across.min(room.x as usize), down.min(room.y as usize));
    if (kept_across, kept_down) == (across, down) {
        return image;
    }
    image.region_by_pixels([(across - kept_across) / 2, (down - kept_down) / 2], [kept_across, kept_down])
}

/// Returns the corner and the size of the part of a board where pieces fight: the pieces and the path of the one that
/// moves, with a border of one cell. Returns `None` for a map without pieces.
fn fight(scene: &Scene, standing: &[(usize, Cell)], way: &[Cell]) -> Option<([usize; 2], [usize; 2])> {
    let pieces = scene.actors.iter().enumerate().filter(|(_, actor)| actor.kind == ActorKind::Unit);
    let place = |(i, actor): (usize, &Actor)| standing.iter().find(|(k, _)| *k == i).map_or(actor.at, |(_, at)| *at);
    let cells: Vec<Cell> = pieces.map(place).collect();
    let size = scene.size();
    let span = |of: fn(&Cell) -> u16, most: u16| {
        let all = || cells.iter().chain(way).map(of).map(usize::from);
        let low = all().min()?.saturating_sub(1);
        Some((low, (all().max()? + 2).min(most.into()) - low))
    };
    cells.first()?;
    let (across, down) = (span(|c| c.x, size.width)?, span(|c| c.y, size.height)?);
    Some(([across.0, down.0], [across.1, down.1]))
}

/// Returns a path as the line that is drawn of it: a leap is straight, whatever cells it passes over.
fn path_polyline(way: Vec<Cell>) -> Vec<Cell> {
    let (Some(&first), Some(&last)) = (way.first(), way.last()) else { return way };
    let from_first =
        |cell: Cell| [(cell.x, first.x), (cell.y, first.y)].map(|(to, from)| f64::from(to) - f64::from(from));
    let [dx, dy] = from_first(last);
    let length = dx.hypot(dy);
    let beside = |cell: &Cell| {
        let [x, y] = from_first(*cell);
        (x * dy - y * dx).abs() / length
    };
    if length > 0.0 && way.iter().all(|cell| beside(cell) < 1.0) { vec![first, last] } else { way }
}

/// Draws the flag of a goal on its token.
fn flag(image: &mut ColorImage, at: Cell, side: usize, ink: Color32) {
    let part = |share: f32| (side as f32 * share).round() as usize;
    let left = part(0.34);
    let top = part(0.26);
    let thick = (side / 12).max(1);
    let mut fill = |w: usize, h: usize| {
        for y in top..top + h {
            let row = (at.y as usize * side + y) * image.size[0] + at.x as usize * side + left;
            image.pixels[row..row + w].fill(ink);
        }
    };
    fill(thick, part(0.5));
    fill(part(0.38).max(2), part(0.27).max(2));
}

/// Draws a round token in a cell.
fn disc(image: &mut ColorImage, at: Cell, side: usize, colour: Color32, rim: Color32) {
    let (x0, y0) = (at.x as usize * side, at.y as usize * side);
    let (radius, middle) = ((side as f32 * 0.42).max(1.0), (side as f32 - 1.0) / 2.0);
    let width = image.size[0];
    for y in 0..side {
        for x in 0..side {
            let d = ((x as f32 - middle).powi(2) + (y as f32 - middle).powi(2)).sqrt();
            if d <= radius {
                let colour = if side >= 7 && d > radius - 1.0 { rim } else { colour };
                image.pixels[(y0 + y) * width + x0 + x] = colour;
            }
        }
    }
}
