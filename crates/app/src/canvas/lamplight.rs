//! The light of lamps: a tint over the floor, with an outline at its edge.

use super::figures::cell_of;
use super::shapes::Draw;
use super::signs::LIT;
use crate::style::theme::is_solid;
use egui::{Color32, Mesh, Painter, Shape, Stroke};
use gridscope_trace::geometry::Cell;
use gridscope_trace::trace::replay::Figure;
use std::collections::HashSet;

impl Draw<'_> {
    /// Draws the light on cells, and an outline towards dark cells.
    pub(super) fn lamplight(&self, painter: &Painter, figure: &Figure, colour: Color32) {
        // Walls keep their colour.
        let open = |c: &Cell| self.scene.size().contains(*c) && !is_solid(self.texture.ground[*c]);
        let lit: HashSet<Cell> = figure.points.iter().filter_map(|p| cell_of(*p)).filter(open).collect();
        let (mut wash, rim) = (Mesh::default(), Stroke::new((self.zoom * 0.04).clamp(1.0, 2.0), colour));
        let within = |c: Cell, dx: i32, dy: i32| {
            let (x, y) = (i32::from(c.x) + dx, i32::from(c.y) + dy);
            u16::try_from(x).ok().zip(u16::try_from(y).ok()).is_some_and(|(x, y)| lit.contains(&Cell::new(x, y)))
        };
        for &c in &lit {
            let square = self.at(c);
            wash.add_colored_rect(square, colour.gamma_multiply(LIT));
            let sides = [
                ((0, -1), [square.left_top(), square.right_top()]),
                ((0, 1), [square.left_bottom(), square.right_bottom()]),
                ((-1, 0), [square.left_top(), square.left_bottom()]),
                ((1, 0), [square.right_top(), square.right_bottom()]),
            ];
            for (_, side) in sides.into_iter().filter(|&((dx, dy), _)| !within(c, dx, dy)) {
                painter.line_segment(side, rim);
            }
        }
        painter.add(Shape::mesh(wash));
    }
}
