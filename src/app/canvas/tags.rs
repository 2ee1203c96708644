//! Words on the map: each on a ground of its own, beside what it names, and never on a number, a token or another word.

use super::shapes::Draw;
use crate::app::fonts;
use egui::{Align2, Color32, CornerRadius, Pos2, Rect, Shape, Stroke, vec2};

/// The height of a tag, in points.
const HEIGHT: f32 = 20.0;
/// How far it stands from what it names, and two of them from each other.
const APART: f32 = 10.0;
const BETWEEN: f32 = 6.0;

/// A word that waits for its place.
pub(super) struct Tag {
    /// What it stands beside.
    pub(super) at: Pos2,
    /// How far from there the line to it begins, in points.
    pub(super) clear: f32,
    pub(super) text: String,
    pub(super) ground: Color32,
    /// A frame of dashes in its colour instead of a ground: what it names is not, or no longer.
    pub(super) hollow: bool,
}

/// Words that wait until everything else is drawn, and what they keep clear of.
#[derive(Default)]
pub(super) struct Tags {
    pub(super) waiting: Vec<Tag>,
    taken: Vec<Rect>,
}

impl Tags {
    /// A word that stands beside a point.
    pub(super) fn add(&mut self, at: Pos2, text: &str, ground: Color32) {
        self.waiting.push(Tag { at, clear: 0.0, text: text.to_owned(), ground, hollow: false });
    }

    /// A place where no word may stand.
    pub(super) fn keep_clear(&mut self, rect: Rect) {
        self.taken.push(rect);
    }
}

impl Draw<'_> {
    /// Gives every waiting word the nearest free place, and a thin line where that is far; one for which there is no place
    /// is left to the legend.
    pub(super) fn place_tags(&self) {
        let Tags { waiting, mut taken } = self.tags.take();
        let canvas = self.rect.shrink(2.0);
        for tag in waiting {
            let ink = if tag.hollow { self.theme.strong } else { self.theme.text_on(tag.ground) };
            let galley = self.galley(&tag.text, fonts::semibold(12.0), ink);
            let size = vec2(galley.size().x + 12.0, HEIGHT);
            let free =
                |place: &Rect| canvas.contains_rect(*place) && !taken.iter().any(|t| t.expand(1.0).intersects(*place));
            let Some(place) = places(tag.at, size, self.zoom).find(free) else { continue };
            let end = place.clamp(tag.at);
            let along = (end - tag.at).normalized();
            // Cells are square: the line leaves one at its side or corner.
            let begin = tag.at + along * (tag.clear / along.x.abs().max(along.y.abs()).max(0.5));
            if end.distance(tag.at) > APART.max(tag.clear) {
                self.painter.line_segment([begin, end], Stroke::new(1.0, tag.ground));
            }
            if tag.hollow {
                let rim =
                    [place.left_top(), place.right_top(), place.right_bottom(), place.left_bottom(), place.left_top()];
                self.painter.rect_filled(place, CornerRadius::same(4), self.theme.panel);
                self.painter.extend(Shape::dashed_line(&rim, Stroke::new(1.0, tag.ground), 3.0, 3.0));
            } else {
                self.painter.rect_filled(place, CornerRadius::same(4), tag.ground);
            }
            let text = Align2::CENTER_CENTER.anchor_size(place.center(), galley.size());
            self.painter.galley(text.min, galley, Color32::PLACEHOLDER);
            taken.push(place.expand(BETWEEN - 1.0));
        }
    }
}

/// Places for a tag round a point, the nearest first: right, left, below, above, then farther out all round.
fn places(at: Pos2, size: egui::Vec2, zoom: f32) -> impl Iterator<Item = Rect> {
    let near = (0.5 * zoom).clamp(6.0, 40.0);
    let sides = [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)];
    (0..14).flat_map(move |ring| {
        let reach = near + APART * 0.6 + ring as f32 * HEIGHT * 0.8;
        sides.into_iter().map(move |(x, y)| {
            let middle = at + vec2(x * (reach + size.x / 2.0), y * (reach + size.y / 2.0));
            Rect::from_center_size(middle, size)
        })
    })
}
