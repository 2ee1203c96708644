//! The numbers in the corners of large cells: as on a sheet worked by hand.
//! The estimate h is at the upper right, the key f at the lower right, and the order of expansion at the lower left.

use super::shapes::Draw;
use crate::debugger::look::drawn_signs::Sign;
use crate::debugger::look::layer_numbers::short;
use crate::style::fonts;
use crate::style::theme::is_solid;
use crate::view::Cx;
use egui::text::{LayoutJob, TextFormat};
use egui::{Align, Align2, Color32, CornerRadius, Pos2, Rect, Vec2, vec2};
use gridscope_trace::card::LayerKind;
use gridscope_trace::geometry::Cell;
use gridscope_trace::trace::schema::Layer;

/// Cells narrower than this, in points, have no numbers in their corners.
pub(crate) const CORNERS_FROM: f32 = 64.0;
/// Largest side of the notch of a tie in a cell with numbers in its corners, in points.
pub(super) const NOTCH: f32 = 14.0;

/// Name of a layer, its letter in the corner, and the corner.
const CORNERS: [(&str, &str, Align2); 4] = [
    ("h", "h", Align2::RIGHT_TOP),
    ("f", "f", Align2::RIGHT_BOTTOM),
    ("order", "#", Align2::LEFT_BOTTOM),
    ("g", "g", Align2::LEFT_BOTTOM),
];

/// A layer with a corner of its own.
#[derive(Clone, Copy)]
pub(crate) struct Corner {
    pub(crate) layer: usize,
    pub(crate) letter: &'static str,
    pub(crate) place: Align2,
}

/// Returns the layers in the corners while the layer `shown` is in the middle. The g of a search is always in the cell:
/// if another layer is in the middle, g has the corner of that layer. A run that is no search, or a layer without numbers,
/// has none.
pub(crate) fn corners(layers: &[Layer], shown: usize) -> Vec<Corner> {
    let find = |name: &str| layers.iter().position(|layer| layer.name == name);
    let is_scalar = layers.get(shown).is_some_and(|layer| layer.kind == LayerKind::Scalar);
    if !is_scalar || find("g").is_none() {
        return Vec::new();
    }
    let middle = layers.get(shown).map_or("", |layer| &*layer.name);
    let own = CORNERS.iter().find(|(name, _, _)| *name == middle);
    let place_of_g = own.map(|own| own.2).filter(|_| middle != "g");
    let corner = |&(name, letter, place): &(&str, &'static str, Align2)| {
        let place = match name {
            "g" => place_of_g?,
            _ if Some(place) == place_of_g => return None,
            _ => place,
        };
        find(name).filter(|&layer| layer != shown).map(|layer| Corner { layer, letter, place })
    };
    CORNERS.iter().filter_map(corner).collect()
}

/// Returns whether cells of the map have numbers in their corners now.
pub(crate) fn is_shown(cx: &Cx<'_>) -> bool {
    cx.view.settings.numbers && cx.view.draws(Sign::Numbers) && cx.view.camera.zoom >= CORNERS_FROM && !super::plain(cx)
}

/// Returns the text of a corner: its letter, smaller and fainter, and the number.
pub(crate) fn text(letter: &str, number: &str, size: f32, ink: Color32) -> LayoutJob {
    let mut job = LayoutJob::default();
    let format = |font, colour| TextFormat { valign: Align::BOTTOM, ..TextFormat::simple(font, colour) };
    job.append(letter, 0.0, format(fonts::text(size * 0.8), ink.gamma_multiply(0.78)));
    let font = if letter == "f" { fonts::semibold(size) } else { fonts::medium(size) };
    job.append(number, size * 0.16, format(font, ink));
    job
}

/// Returns where a text of this size is in a corner of a cell.
pub(crate) fn place_in(cell: Rect, corner: Align2, size: Vec2, inset: f32) -> Pos2 {
    corner.align_size_within_rect(size, cell.shrink(inset)).min
}

impl Draw<'_> {
    /// Draws the numbers in the corners of all cells in view.
    pub(super) fn corner_numbers(&self) {
        let Some(replay) = self.replay.filter(|_| is_shown(self.cx)) else { return };
        let all = corners(&replay.schema().layers, self.cx.session.layer_of(replay));
        if all.is_empty() {
            return;
        }
        let size = (self.zoom * 0.117).clamp(11.0, 14.0);
        let inset = (self.zoom * 0.09).max(6.0);
        for c in self.in_view().filter(|&c| !is_solid(self.texture.ground[c]) && self.texture.has_number(c)) {
            let square = self.at(c);
            let ground = self.theme.cell(self.texture.ground[c], self.texture.mark(c));
            let ink = self.theme.text_on(ground);
            let tied = self.cx.view.draws(Sign::Ties) && replay.equals(c).is_some();
            let crossed = self.crossed_diagonally(c);
            for corner in &all {
                let Some(number) = replay.value(corner.layer, c).as_ref().and_then(short) else { continue };
                let galley = self.painter.layout_job(text(corner.letter, &number, size, ink));
                let mut at = place_in(square, corner.place, galley.size(), inset);
                if tied && corner.place == Align2::RIGHT_TOP {
                    at.x -= NOTCH + 1.0;
                }
                let rect = Rect::from_min_size(at, galley.size());
                if crossed {
                    self.painter.rect_filled(rect.expand2(vec2(2.0, 0.0)), CornerRadius::same(3), ground);
                }
                self.tags.borrow_mut().keep_clear(rect);
                self.painter.galley(at, galley, Color32::PLACEHOLDER);
            }
        }
    }

    /// Returns whether the path enters or leaves a cell across a corner.
    fn crossed_diagonally(&self, c: Cell) -> bool {
        let across = |a: Cell, b: Cell| a.x != b.x && a.y != b.y;
        self.way.windows(2).any(|pair| (pair[0] == c || pair[1] == c) && across(pair[0], pair[1]))
    }
}
