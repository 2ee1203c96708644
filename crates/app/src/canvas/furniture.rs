//! Objects in cells and walls: doors, windows, shutters, bars, plants, things. Each is drawn from a few shapes with
//! positions relative to the cell. So the same code draws the map and the palette of tiles.

use super::relief::CellVisibility;
use super::shapes::Draw;
use crate::fonts::Icon;
use crate::theme::{Theme, is_solid, mix};
use egui::{Align2, Color32, CornerRadius, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, pos2, vec2};
use gridscope_trace::geometry::Dir;
use gridscope_trace::terrain::{Tile, Verb};

/// Below this width of a cell, in points, only its background colour shows the tile.
const FROM: f32 = 8.0;

impl Draw<'_> {
    /// Draws the objects in the cells in view.
    pub(super) fn furniture(&self) {
        if self.zoom < FROM {
            return;
        }
        for c in self.in_view() {
            let tile = self.texture.ground[c];
            let broke = self.scene.tiles[c] == Tile::Window && Tile::Window.after(Verb::Smash) == Some(tile);
            if (!broke && matches!(tile, Tile::Floor | Tile::Wall | Tile::Void))
                || self.known(c) == CellVisibility::Unknown
            {
                continue;
            }
            let strength = match self.known(c) {
                CellVisibility::Remembered => 0.45,
                _ if self.numbered(c) && !is_solid(tile) && !is_leaf(tile) => 0.5,
                _ => 1.0,
            };
            let piece = Piece {
                painter: &self.painter,
                theme: self.theme,
                square: self.at(c),
                strength,
                north_south: self.runs_north_south(c),
            };
            piece.draw(tile);
            if broke {
                piece.shards();
            }
        }
    }
}

/// Returns whether a tile is a door at the side of its cell or in a wall, so that the centre is free.
const fn is_leaf(tile: Tile) -> bool {
    matches!(tile, Tile::Door | Tile::DoorOpen | Tile::DoorLocked | Tile::SecretDoorOpen)
}

/// A tile, drawn in a square.
pub(crate) struct Piece<'a> {
    /// The painter.
    pub(crate) painter: &'a Painter,
    /// The colours.
    pub(crate) theme: &'a Theme,
    /// The square to draw in.
    pub(crate) square: Rect,
    /// Opacity from 0 to 1.
    pub(crate) strength: f32,
    /// Whether the wall around it runs from north to south.
    pub(crate) north_south: bool,
}

impl Piece<'_> {
    /// Draws the object of a tile. Its background is already drawn.
    pub(crate) fn draw(&self, tile: Tile) {
        match tile {
            Tile::Floor | Tile::Wall | Tile::Void | Tile::Airless => {}
            Tile::Door => self.leaf(false),
            Tile::DoorOpen | Tile::SecretDoorOpen => self.leaf(true),
            Tile::DoorLocked => {
                self.leaf(false);
                self.sign(Icon::LOCK_FILLED, self.theme.door_edge, pos2(0.185, 0.5), 0.24);
            }
            Tile::SecretDoor => self.sign(Icon::QUESTION, self.theme.faint, pos2(0.5, 0.5), 0.5),
            Tile::Window => self.pane(),
            Tile::OneWayN | Tile::OneWayE | Tile::OneWayS | Tile::OneWayW => {
                self.pane();
                if let Some(dir) = super::shapes::Draw::passes(tile) {
                    self.way_through(dir);
                }
            }
            Tile::Shutter => self.slab(false),
            Tile::ShutterOpen => self.slab(true),
            Tile::Portcullis => self.bars(),
            Tile::Rubble => {
                for (x, y) in [(0.2, 0.36), (0.56, 0.28), (0.4, 0.66)] {
                    self.stone(x, y);
                }
            }
            Tile::Chair => {
                self.block(self.turned(0.28, 0.28, 0.72, 0.72), self.theme.wood);
                self.block(self.turned(0.22, 0.26, 0.32, 0.74), mix(self.theme.wood, self.theme.door_edge, 0.4));
            }
            Tile::Table => {
                self.block(self.part(0.0, 0.0, 1.0, 1.0), self.theme.wood);
                self.block(self.part(0.0, 0.93, 1.0, 1.0), mix(self.theme.wood, self.theme.door_edge, 0.45));
            }
            Tile::Crate => self.crate_of_wood(),
            Tile::Bush => {
                for (x, y) in [(0.36, 0.6), (0.64, 0.6), (0.5, 0.36)] {
                    self.disc(x, y, 0.2, self.theme.bush);
                }
            }
            Tile::Tree => {
                self.disc(0.5, 0.5, 0.4, self.theme.bush);
                self.disc(0.42, 0.42, 0.14, mix(self.theme.bush, self.theme.ink_light, 0.25));
            }
            Tile::Swamp => {
                for (x, y) in [(0.26, 0.4), (0.66, 0.34), (0.46, 0.74)] {
                    for lean in [-0.08, 0.0, 0.08] {
                        let foot = pos2(x, y + 0.12);
                        self.line(foot, pos2(x + lean, y - 0.1), 0.035, self.theme.bush);
                    }
                }
            }
            Tile::Water => {
                for y in [0.36, 0.66] {
                    self.wave(y, mix(self.theme.water, self.theme.ink_light, 0.45));
                }
            }
            Tile::Lava => {
                for y in [0.36, 0.66] {
                    self.wave(y, self.theme.wedge);
                }
            }
            Tile::Trap => {
                for x in [0.26, 0.5, 0.74] {
                    self.fill(&[pos2(x, 0.3), pos2(x + 0.11, 0.7), pos2(x - 0.11, 0.7)], self.theme.wrong);
                }
            }
        }
    }

    fn side(&self) -> f32 {
        self.square.width()
    }

    fn at(&self, p: Pos2) -> Pos2 {
        self.square.min + p.to_vec2() * self.side()
    }

    fn colour(&self, colour: Color32) -> Color32 {
        colour.gamma_multiply(self.strength)
    }

    fn part(&self, x0: f32, y0: f32, x1: f32, y1: f32) -> Rect {
        Rect::from_min_max(self.at(pos2(x0, y0)), self.at(pos2(x1, y1)))
    }

    /// Returns a part of the square for a wall that runs north to south. For a wall that runs west to east, swaps x and
    /// y.
    fn turned(&self, x0: f32, y0: f32, x1: f32, y1: f32) -> Rect {
        if self.north_south { self.part(x0, y0, x1, y1) } else { self.part(y0, x0, y1, x1) }
    }

    fn block(&self, rect: Rect, colour: Color32) {
        self.painter.rect_filled(rect, 0.0, self.colour(colour));
    }

    fn edged(&self, rect: Rect, colour: Color32, edge: Color32) {
        let stroke = Stroke::new((self.side() * 0.03).clamp(0.75, 1.5), self.colour(edge));
        self.painter.rect(rect, CornerRadius::ZERO, self.colour(colour), stroke, StrokeKind::Inside);
    }

    fn disc(&self, x: f32, y: f32, radius: f32, colour: Color32) {
        self.painter.circle_filled(self.at(pos2(x, y)), radius * self.side(), self.colour(colour));
    }

    fn line(&self, a: Pos2, b: Pos2, width: f32, colour: Color32) {
        let stroke = Stroke::new((self.side() * width).max(1.0), self.colour(colour));
        self.painter.line_segment([self.at(a), self.at(b)], stroke);
    }

    fn fill(&self, points: &[Pos2], colour: Color32) {
        let points = points.iter().map(|&p| self.at(p)).collect();
        self.painter.add(Shape::convex_polygon(points, self.colour(colour), Stroke::NONE));
    }

    fn sign(&self, icon: Icon, colour: Color32, at: Pos2, size: f32) {
        let at = if self.north_south { at } else { pos2(at.y, at.x) };
        let font = icon.font((size * self.side()).max(7.0));
        self.painter.text(self.at(at), Align2::CENTER_CENTER, icon.letter, font, self.colour(colour));
    }

    /// Draws a door leaf with a knob, off the centre. An open leaf is turned on its hinge.
    fn leaf(&self, open: bool) {
        let leaf = if open { self.turned(0.10, 0.0, 0.94, 0.17) } else { self.turned(0.10, 0.0, 0.27, 1.0) };
        self.edged(leaf, self.theme.door, self.theme.door_edge);
        if self.side() >= 14.0 {
            let knob = if open { pos2(0.82, 0.085) } else { pos2(0.185, 0.8) };
            let knob = if self.north_south { knob } else { pos2(knob.y, knob.x) };
            self.disc(knob.x, knob.y, 0.03, self.theme.door_edge);
        }
    }

    /// Draws glass along the middle of the wall.
    fn pane(&self) {
        self.block(self.turned(0.34, 0.0, 0.66, 1.0), self.theme.pane);
        let width = 0.05_f32.max(1.0 / self.side());
        self.block(self.turned(0.34, 0.0, 0.34 + width, 1.0), self.theme.pane_line);
        self.block(self.turned(0.66 - width, 0.0, 0.66, 1.0), self.theme.pane_line);
    }

    /// Draws the remains of a broken window: shards at both ends of its pane.
    fn shards(&self) {
        for (end, inward) in [(0.0, 1.0), (1.0, -1.0)] {
            for (left, tip, right, long) in
                [(0.34, 0.36, 0.46, 0.3), (0.44, 0.52, 0.58, 0.17), (0.56, 0.63, 0.66, 0.25)]
            {
                let corners = [(left, 0.0), (tip, long), (right, 0.0)];
                let corners = corners.map(|(x, y)| self.turned(x, end + inward * y, x, end + inward * y).center());
                self.painter.add(Shape::convex_polygon(
                    corners.into(),
                    self.theme.pane,
                    Stroke::new(1.0, self.theme.pane_line),
                ));
            }
        }
    }

    /// Draws an arrow through the pane.
    fn way_through(&self, dir: Dir) {
        let (dx, dy) = dir.offset();
        let along = vec2(dx as f32, dy as f32);
        let (middle, across) = (pos2(0.5, 0.5), along.rot90());
        self.line(middle - along * 0.36, middle + along * 0.2, 0.09, self.theme.ink_light);
        let tip = middle + along * 0.42;
        let back = middle + along * 0.14;
        self.fill(&[tip, back + across * 0.18, back - across * 0.18], self.theme.ink_light);
    }

    /// Draws a wooden shutter across the middle with six slats. If it is open, only its ends are left.
    fn slab(&self, open: bool) {
        let parts: &[(f32, f32)] = if open { &[(0.0, 0.2), (0.8, 1.0)] } else { &[(0.0, 1.0)] };
        for &(from, to) in parts {
            self.edged(self.turned(0.38, from, 0.62, to), self.theme.wood, self.theme.door_edge);
        }
        if !open && self.side() >= 12.0 {
            for k in 1..6 {
                let y = k as f32 / 6.0;
                self.block(self.turned(0.38, y - 0.012, 0.62, y + 0.012), self.theme.door_edge);
            }
        }
    }

    fn bars(&self) {
        for k in 0..4 {
            let y = 0.14 + 0.24 * k as f32;
            self.block(self.turned(0.36, y - 0.035, 0.64, y + 0.035), self.theme.rubble);
        }
        self.block(self.turned(0.47, 0.0, 0.53, 1.0), self.theme.rubble);
    }

    fn stone(&self, x: f32, y: f32) {
        let points = [pos2(x, y + 0.12), pos2(x + 0.05, y), pos2(x + 0.15, y), pos2(x + 0.22, y + 0.12)];
        self.fill(&points, self.theme.rubble);
    }

    fn crate_of_wood(&self) {
        self.edged(self.part(0.12, 0.12, 0.88, 0.88), self.theme.wood, self.theme.door_edge);
        self.line(pos2(0.14, 0.14), pos2(0.86, 0.86), 0.05, self.theme.door_edge);
        self.line(pos2(0.86, 0.14), pos2(0.14, 0.86), 0.05, self.theme.door_edge);
    }

    fn wave(&self, y: f32, colour: Color32) {
        let points = (0..=12).map(|k| {
            let x = 0.1 + 0.8 * k as f32 / 12.0;
            self.at(pos2(x, y + 0.05 * (k as f32 * std::f32::consts::TAU / 6.0).sin()))
        });
        let stroke = Stroke::new((self.side() * 0.05).clamp(1.0, 2.0), self.colour(colour));
        self.painter.add(Shape::line(points.collect(), stroke));
    }
}
