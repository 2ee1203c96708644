//! Details of the ground: light, hatch, isolines, and walls with their edges. Only cells in view are drawn. Rectangles
//! share one mesh.

use super::shapes::Draw;
use crate::debugger::look::drawn_signs::Sign;
use crate::debugger::look::layer_numbers::isoline_step;
use crate::style::theme::{is_solid, mix};
use egui::{Color32, Mesh, Pos2, Rect, Shape, Stroke, pos2, vec2};
use gridscope_trace::event::Value;
use gridscope_trace::geometry::Cell;
use gridscope_trace::scene::ActorKind;
use gridscope_trace::terrain::Tile;
use gridscope_trace::trace::Replay;
use gridscope_trace::view::board::Role;

/// Below this width of a cell, in points, walls have no edges.
const EDGES_FROM: f32 = 4.0;
/// Below this width of a cell, in points, unknown cells have no hatch, and there are no isolines.
const FINE_FROM: f32 = 5.0;
/// Distance between the lines of a hatch, in points.
const HATCH: f32 = 7.0;
/// Number of recent expansions that are highlighted.
const LATELY: usize = 8;

/// Visibility of a cell, which decides the tone of walls and floors.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CellVisibility {
    Plain,
    Seen,
    Remembered,
    Unknown,
}

impl Draw<'_> {
    pub(super) fn known(&self, c: Cell) -> CellVisibility {
        match self.texture.mark(c).role {
            Role::Seen | Role::Dimmed => CellVisibility::Seen,
            Role::Hidden | Role::Remembered => CellVisibility::Remembered,
            Role::Unknown => CellVisibility::Unknown,
            _ => CellVisibility::Plain,
        }
    }

    /// Returns whether a cell is part of a wall. Everything outside the map is.
    pub(super) fn solid(&self, x: i32, y: i32) -> bool {
        self.tile_at(x, y).is_none_or(is_solid)
    }

    fn tile_at(&self, x: i32, y: i32) -> Option<Tile> {
        let (x, y) = (u16::try_from(x).ok()?, u16::try_from(y).ok()?);
        self.texture.ground.get(Cell::new(x, y)).copied()
    }

    /// Returns all cells in view, row by row.
    pub(super) fn in_view(&self) -> impl Iterator<Item = Cell> + use<> {
        let (xs, ys) = self.cx.view.camera.in_view(self.rect, self.scene.size());
        ys.flat_map(move |y| xs.clone().map(move |x| Cell::new(x, y)))
    }

    /// Draws everything between the colours of the ground and the furniture.
    pub(super) fn ground_in_detail(&self) {
        if self.zoom < EDGES_FROM || super::plain(self.cx) {
            return;
        }
        let mut mesh = Mesh::default();
        self.light(&mut mesh);
        self.lately(&mut mesh);
        self.painter.add(Shape::mesh(mesh));
        if self.zoom >= FINE_FROM {
            self.hatch();
            self.isolines();
        }
    }

    /// Draws light that fades with the distance from the viewer: the eye that the run names, or else every actor that
    /// can see.
    fn light(&self, mesh: &mut Mesh) {
        // Reading the watched values costs more than checking the marks.
        if !self.in_view().any(|c| self.texture.mark(c).role == Role::Seen) {
            return;
        }
        let watched = self.replay.map(Replay::watch).unwrap_or_default();
        let eye = watched.into_iter().find_map(|(name, value)| match value {
            Value::Cell(cell) if &*name == "eye" => Some(self.centre(cell)),
            _ => None,
        });
        let looks =
            |kind| matches!(kind, ActorKind::Viewer | ActorKind::Guard | ActorKind::Thief | ActorKind::Explorer);
        let standing = self.standing_now();
        let looking = standing.iter().filter(|(actor, _)| looks(self.scene.actors[*actor].kind));
        let eyes: Vec<Pos2> = eye.map_or_else(|| looking.map(|(_, at)| self.centre(*at)).collect(), |eye| vec![eye]);
        if eyes.is_empty() {
            return;
        }
        let reach = 9.0 * self.zoom;
        let layered = self.layer_is_scalar();
        for c in self.in_view() {
            let mark = self.texture.mark(c);
            if mark.role != Role::Seen || (layered && mark.heat > 0) {
                continue;
            }
            let tile = self.texture.ground[c];
            if is_solid(tile) || self.theme.ground(tile) != self.theme.floor {
                continue;
            }
            let square = self.at(c);
            let colour = |p: Pos2| {
                let near = eyes.iter().map(|eye| eye.distance(p)).fold(f32::INFINITY, f32::min);
                mix(self.theme.seen, self.theme.seen_far, (near / reach).min(1.0))
            };
            let first = mesh.vertices.len() as u32;
            for p in [square.left_top(), square.right_top(), square.left_bottom(), square.right_bottom()] {
                mesh.colored_vertex(p, colour(p));
            }
            mesh.add_triangle(first, first + 1, first + 2);
            mesh.add_triangle(first + 1, first + 2, first + 3);
        }
    }

    /// Draws an inner edge in the last expanded cells. The latest is the brightest.
    fn lately(&self, mesh: &mut Mesh) {
        let Some(replay) = self.replay.filter(|_| self.zoom >= 10.0 && self.cx.view.draws(Sign::Latest)) else {
            return;
        };
        let steps = replay.steps();
        let now = steps.partition_point(|&i| (i as usize) < replay.cursor());
        let width = (self.zoom * 0.05).clamp(1.0, 2.0);
        for (age, &event) in steps[..now].iter().rev().take(LATELY).enumerate() {
            let Some(cell) = replay.cell(event as usize).filter(|&c| self.scene.size().contains(c)) else { continue };
            if !matches!(self.texture.mark(cell).role, Role::Done | Role::Current | Role::Path) {
                continue;
            }
            let strength = 0.75 - 0.65 * age as f32 / (LATELY - 1) as f32;
            let ink = if self.theme.dark { self.theme.ink_light } else { self.theme.link };
            frame(mesh, self.at(cell), width, ink.gamma_multiply(strength));
        }
    }

    /// Draws lines at 45° over unknown cells, and sparse dots over the void.
    fn hatch(&self) {
        let stroke = Stroke::new(1.4, self.theme.unknown_hatch);
        let (xs, ys) = self.cx.view.camera.in_view(self.rect, self.scene.size());
        for y in ys {
            let mut run: Option<u16> = None;
            for x in xs.start..=xs.end {
                let unknown = x < xs.end && self.known(Cell::new(x, y)) == CellVisibility::Unknown;
                match (unknown, run) {
                    (true, None) => run = Some(x),
                    (false, Some(first)) => {
                        let area = self.at(Cell::new(first, y)).union(self.at(Cell::new(x - 1, y)));
                        self.hatched(area, HATCH, stroke);
                        run = None;
                    }
                    _ => {}
                }
            }
        }
    }

    /// Draws lines at 45° inside a rectangle, aligned with those of adjacent rectangles.
    pub(super) fn hatched(&self, area: Rect, apart: f32, stroke: Stroke) {
        let area = area.intersect(self.rect);
        if !area.is_positive() {
            return;
        }
        let apart = apart * std::f32::consts::SQRT_2;
        // On each line x + y is constant. It is counted from the corner of the map, so that the hatch moves with the
        // map.
        let origin = self.cx.view.camera.to_screen(self.rect, vec2(0.0, 0.0));
        let base = origin.x + origin.y;
        let first = ((area.min.x + area.min.y - base) / apart).ceil() as i32;
        let last = ((area.max.x + area.max.y - base) / apart).floor() as i32;
        for k in first..=last {
            let sum = base + k as f32 * apart;
            let (x0, x1) = ((sum - area.max.y).max(area.min.x), (sum - area.min.y).min(area.max.x));
            if x1 > x0 {
                self.painter.line_segment([pos2(x0, sum - x0), pos2(x1, sum - x1)], stroke);
            }
        }
    }

    /// Draws dashes between cells if the layer's value passes a round number.
    fn isolines(&self) {
        let Some(replay) = self.replay.filter(|_| self.layer_is_scalar() && self.cx.view.draws(Sign::Isolines)) else {
            return;
        };
        let layer = self.cx.session.layer_of(replay);
        let step = isoline_step(replay.range(layer));
        if step <= 0.0 {
            return;
        }
        let band = |c: Cell| {
            let mark = self.texture.mark(c);
            if mark.heat == 0 || mark.role == Role::Queued || is_solid(self.texture.ground[c]) {
                return None;
            }
            Some((replay.value(layer, c)?.number()? / step).floor() as i64)
        };
        let (xs, ys) = self.cx.view.camera.in_view(self.rect, self.scene.size());
        let ink = if self.theme.dark { self.theme.ink_light } else { self.theme.ink_dark };
        let stroke = Stroke::new(1.25, ink.gamma_multiply(0.62));
        let mut above: Vec<Option<i64>> = vec![None; xs.len()];
        for y in ys {
            let mut left = None;
            for (k, x) in xs.clone().enumerate() {
                let here = band(Cell::new(x, y));
                let square = self.at(Cell::new(x, y));
                if here.is_some() && left.is_some() && left != here {
                    self.dashes(square.left_top(), square.left_bottom(), stroke);
                }
                if here.is_some() && above[k].is_some() && above[k] != here {
                    self.dashes(square.left_top(), square.right_top(), stroke);
                }
                (left, above[k]) = (here, here);
            }
        }
    }

    fn dashes(&self, a: Pos2, b: Pos2, stroke: Stroke) {
        self.painter.extend(Shape::dashed_line(&[a, b], stroke, 3.0, 2.4));
    }

    /// Draws the south faces of walls, and their edges towards other cells.
    pub(super) fn walls(&self) {
        if self.zoom < EDGES_FROM {
            return;
        }
        let width = (self.zoom * 0.04).clamp(1.0, 2.0);
        let face = self.zoom * 0.16;
        let (mut faces, mut edges) = (Mesh::default(), Mesh::default());
        for c in self.in_view() {
            let (x, y) = (i32::from(c.x), i32::from(c.y));
            let known = self.known(c);
            if !self.solid(x, y) || known == CellVisibility::Unknown {
                continue;
            }
            let square = self.at(c);
            let open = |dx: i32, dy: i32| !self.solid(x + dx, y + dy);
            if open(0, 1) {
                let rect = Rect::from_min_max(pos2(square.min.x, square.max.y - face), square.max);
                faces.add_colored_rect(rect, self.face(known));
            }
            for (dx, dy) in [(0, -1), (1, 0), (0, 1), (-1, 0)] {
                if !open(dx, dy) {
                    continue;
                }
                let beyond = Cell::new((x + dx) as u16, (y + dy) as u16);
                let colour = match (known, self.known(beyond)) {
                    (_, CellVisibility::Unknown) => continue,
                    (CellVisibility::Seen, _) | (_, CellVisibility::Seen) => self.theme.seen_edge,
                    (CellVisibility::Remembered, _) | (_, CellVisibility::Remembered) => self.theme.remembered_edge,
                    _ => self.theme.wall_edge,
                };
                // Each edge reaches the start of the next, so that corners are closed.
                let rect = match (dx, dy) {
                    (0, -1) => Rect::from_min_max(square.min, pos2(square.max.x, square.min.y + width)),
                    (0, 1) => Rect::from_min_max(pos2(square.min.x, square.max.y - width), square.max),
                    (1, 0) => Rect::from_min_max(pos2(square.max.x - width, square.min.y), square.max),
                    _ => Rect::from_min_max(square.min, pos2(square.min.x + width, square.max.y)),
                };
                edges.add_colored_rect(rect, colour);
            }
        }
        self.painter.add(Shape::mesh(faces));
        self.painter.add(Shape::mesh(edges));
    }

    fn face(&self, known: CellVisibility) -> Color32 {
        match known {
            CellVisibility::Seen => mix(self.theme.seen_wall, self.theme.seen_edge, 0.3),
            CellVisibility::Remembered => mix(self.theme.remembered_wall, self.theme.remembered_edge, 0.2),
            _ => self.theme.wall_face,
        }
    }

    /// Returns whether the wall around a door, window or shutter runs from north to south.
    pub(super) fn runs_north_south(&self, c: Cell) -> bool {
        let (x, y) = (i32::from(c.x), i32::from(c.y));
        let count = |cells: [(i32, i32); 2]| cells.into_iter().filter(|&(x, y)| self.solid(x, y)).count();
        count([(x, y - 1), (x, y + 1)]) > count([(x - 1, y), (x + 1, y)])
    }
}

/// Adds a frame inside a rectangle to a mesh.
fn frame(mesh: &mut Mesh, r: Rect, width: f32, colour: Color32) {
    let bars = [
        Rect::from_min_max(r.min, pos2(r.max.x, r.min.y + width)),
        Rect::from_min_max(pos2(r.min.x, r.max.y - width), r.max),
        Rect::from_min_max(pos2(r.min.x, r.min.y + width), pos2(r.min.x + width, r.max.y - width)),
        Rect::from_min_max(pos2(r.max.x - width, r.min.y + width), pos2(r.max.x, r.max.y - width)),
    ];
    for bar in bars {
        mesh.add_colored_rect(bar, colour);
    }
}
