//! Objects in cells and walls: doors, windows, shutters, bars, plants, things. Draws the shapes of their look, on the map
//! and in the palette of tiles.

use super::relief::CellVisibility;
use super::shapes::Draw;
use crate::debugger::look::{self, Ink, Pose, SHARDS, Shape, TileLook, look_of};
use crate::style::fonts::Icon;
use crate::style::theme::{Theme, is_solid};
use egui::{Align2, Color32, CornerRadius, Painter, Pos2, Rect, Stroke, StrokeKind, vec2};
use gridscope_trace::terrain::{Tile, Verb};

/// Below this width of a cell, in points, only its background colour shows the tile.
const FROM: f32 = 8.0;

impl Draw<'_> {
    /// Draws the objects in the cells in view.
    pub(super) fn furniture(&self) {
        if self.zoom < FROM {
            return;
        }
        let corners = super::corner_numbers::is_shown(self.cx);
        for c in self.in_view() {
            let tile = self.texture.ground[c];
            let broke = self.scene.tiles[c] == Tile::Window && Tile::Window.after(Verb::Smash) == Some(tile);
            if (!broke && look_of(tile).shapes.is_empty()) || self.known(c) == CellVisibility::Unknown {
                continue;
            }
            let strength = match self.known(c) {
                CellVisibility::Remembered => 0.45,
                // A leaf is beside the number in the middle, and over those in the corners.
                _ if self.numbered(c) && !is_solid(tile) && (look_of(tile).pose != Pose::Leaf || corners) => 0.5,
                _ => 1.0,
            };
            let piece = Piece {
                painter: &self.painter,
                theme: self.theme,
                square: self.at(c),
                strength,
                north_south: self.runs_north_south(c),
            };
            piece.draw(&look_of(tile));
            if broke {
                piece.draw(&SHARDS);
            }
        }
    }
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
    /// Whether the wall around it runs from north to south. Pictures that do not turn are the same either way.
    pub(crate) north_south: bool,
}

impl Piece<'_> {
    /// Draws the picture of a tile. Its background is already drawn.
    pub(crate) fn draw(&self, tile: &TileLook) {
        let turned = tile.pose != Pose::Free && !self.north_south;
        tile.shapes.iter().for_each(|shape| self.shape(shape, turned));
    }

    fn shape(&self, shape: &Shape, turned: bool) {
        let side = self.square.width();
        let at = |x: f32, y: f32| self.square.min + if turned { vec2(y, x) } else { vec2(x, y) } * side;
        let corners = |[x0, y0, x1, y1]: [f32; 4]| Rect::from_min_max(at(x0, y0), at(x1, y1));
        let points = |points: &[[f32; 2]]| points.iter().map(|&[x, y]| at(x, y)).collect::<Vec<Pos2>>();
        let painter = self.painter;
        match *shape {
            Shape::Block(ink, area) => {
                let area = corners(area);
                if area.size().min_elem() >= look::DETAIL {
                    painter.rect_filled(area, 0.0, self.colour(ink));
                }
            }
            Shape::Edged(ink, edge, area) => {
                let (share, least, largest) = look::EDGE;
                let stroke = Stroke::new((side * share).max(least).min(largest), self.colour(edge));
                painter.rect(corners(area), CornerRadius::ZERO, self.colour(ink), stroke, StrokeKind::Inside);
            }
            Shape::Disc(ink, [x, y, radius]) if radius * side >= look::DETAIL => {
                painter.circle_filled(at(x, y), (radius * side).max(look::SMALLEST_DISC), self.colour(ink));
            }
            Shape::Disc(..) => {}
            Shape::Polygon(ink, all) => {
                painter.add(egui::Shape::convex_polygon(points(all), self.colour(ink), Stroke::NONE));
            }
            Shape::Line(ink, width, largest, all) => {
                let stroke = Stroke::new((side * width).max(1.0).min(largest), self.colour(ink));
                match points(all)[..] {
                    [from, to] => painter.line_segment([from, to], stroke),
                    _ => painter.line(points(all), stroke),
                };
            }
            Shape::Icon(ink, icon, [x, y], size) => {
                let icon = Icon::from(icon);
                let font = icon.font((size * side).max(7.0));
                painter.text(at(x, y), Align2::CENTER_CENTER, icon.letter, font, self.colour(ink));
            }
        }
    }

    fn colour(&self, ink: Ink) -> Color32 {
        self.theme.ink(ink).gamma_multiply(self.strength)
    }
}
