//! Tags: words on the map, each with its own background and beside the thing it names. They never cover a number, a
//! token or another tag.

use super::clamped::nearest;
use super::relief::CellVisibility;
use super::shapes::Draw;
use super::signs::rim;
use crate::style::fonts::{self, Icon};
use crate::style::theme::is_solid;
use egui::{Align2, Color32, CornerRadius, Pos2, Rect, Shape, Stroke, vec2};
use gridscope_trace::terrain::Tile;

/// Height of a tag, in points.
const HEIGHT: f32 = 20.0;
/// Distance of a tag from the thing it names, and from other tags, in points.
const APART: f32 = 10.0;
const BETWEEN: f32 = 6.0;

/// Number of free places that are ranked.
const NEAREST: usize = 12;
/// Side of a tag's icon, in points.
const ICON: f32 = 14.0;

/// A tag that waits for its place.
pub(super) struct Tag {
    /// The point that it names.
    pub(super) at: Pos2,
    /// Distance from that point to the start of its line, in points.
    pub(super) clear: f32,
    pub(super) text: String,
    /// An icon before the text.
    pub(super) icon: Option<Icon>,
    pub(super) ground: Color32,
    /// Whether it has a dashed frame instead of a background: the thing it names is not real, or no longer there.
    pub(super) hollow: bool,
    /// Whether its best place is on the point, such as on the line that it names.
    pub(super) on_line: bool,
}

/// Tags that wait until everything else is drawn, and the areas they must not cover.
#[derive(Default)]
pub(super) struct Tags {
    pub(super) waiting: Vec<Tag>,
    taken: Vec<Rect>,
}

impl Tags {
    /// Adds a tag beside a point.
    pub(super) fn add(&mut self, at: Pos2, text: &str, ground: Color32) {
        self.waiting.push(Tag {
            at,
            clear: 0.0,
            text: text.to_owned(),
            icon: None,
            ground,
            hollow: false,
            on_line: false,
        });
    }

    /// Returns how many reserved areas a rectangle covers.
    pub(super) fn covers(&self, rect: Rect) -> usize {
        self.taken.iter().filter(|taken| taken.intersects(rect)).count()
    }

    /// Reserves an area that no tag may cover.
    pub(super) fn keep_clear(&mut self, rect: Rect) {
        self.taken.push(rect);
    }
}

impl Draw<'_> {
    /// Moves every waiting tag to the nearest free place, with a thin line if that is far. Neither covers a number, a
    /// token or another tag. A tag without a place is left to the legend.
    pub(super) fn place_tags(&self) {
        let Tags { waiting, mut taken } = self.tags.take();
        let canvas = self.rect.shrink(2.0);
        if self.cx.view.settings.rulers {
            taken.extend(super::rulers::strips(self.rect, self.board_rect()));
        }
        if super::places::is_stage(self.cx) {
            // The legend is below the map.
            taken.push(Rect::everything_below(self.board_rect().max.y + APART));
        }
        let (mut placed, mut lines) = (Vec::new(), Vec::new());
        for tag in waiting {
            let ink = if tag.hollow { self.theme.strong } else { self.theme.text_on(tag.ground) };
            let galley = self.galley(&tag.text, fonts::semibold(12.0), ink);
            let before = tag.icon.map_or(0.0, |_| ICON + 4.0);
            let size = vec2(galley.size().x + 12.0 + before, HEIGHT);
            let free = |place: &Rect| {
                let clear = |r: &Rect| !taken.iter().any(|t: &Rect| t.expand(1.0).intersects(*r));
                let line = tag.line_to(*place);
                canvas.contains_rect(*place)
                    && clear(place)
                    && !line.is_some_and(|line| taken.iter().any(|t| crosses(*t, line)))
                    && !lines.iter().any(|&line| crosses(*place, line))
            };
            // The margin is the best place, then a wall, then unknown cells. A near floor is better than any of them
            // far away.
            let rank = |(ring, place): &(usize, Rect)| 2 * ring + self.rank(*place);
            let Some((_, place)) = tag
                .on_point(size)
                .into_iter()
                .chain(places(tag.at, size, self.zoom))
                .filter(|p| free(&p.1))
                .take(NEAREST)
                .min_by_key(rank)
            else {
                continue;
            };
            if let Some(line) = tag.line_to(place) {
                self.painter.line_segment(line, Stroke::new(1.0, tag.ground));
                lines.push(line);
            }
            taken.push(place.expand(BETWEEN - 1.0));
            placed.push((tag, place, galley));
        }
        for (tag, place, galley) in placed {
            if tag.hollow {
                self.painter.rect_filled(place, CornerRadius::same(4), self.theme.panel);
                self.painter.extend(Shape::dashed_line(&rim(place), Stroke::new(1.0, tag.ground), 3.0, 3.0));
            } else {
                self.painter.rect_filled(place, CornerRadius::same(4), tag.ground);
            }
            let ink = if tag.hollow { self.theme.strong } else { self.theme.text_on(tag.ground) };
            let text = Align2::RIGHT_CENTER.anchor_size(place.right_center() - vec2(6.0, 0.0), galley.size());
            if let Some(icon) = tag.icon {
                let at = place.left_center() + vec2(6.0, 0.0);
                self.painter.text(at, Align2::LEFT_CENTER, icon.letter, icon.font(ICON), ink);
            }
            self.painter.galley(text.min, galley, Color32::PLACEHOLDER);
        }
    }
}

impl Draw<'_> {
    /// Returns how much of the map a place covers: 0 in the margin, more on floor, most on an object.
    fn rank(&self, place: Rect) -> usize {
        let corners = [place.left_center(), place.center(), place.right_center()];
        let hides = |at: Pos2| match self.cx.view.camera.cell_at(self.rect, at, self.scene.size()) {
            None => 0,
            Some(c) if !matches!(self.texture.ground[c], Tile::Wall | Tile::Floor | Tile::Void) => 4,
            Some(c) if is_solid(self.texture.ground[c]) => 1,
            Some(c) if self.known(c) == CellVisibility::Unknown => 2,
            Some(_) => 3,
        };
        corners.into_iter().map(hides).max().unwrap_or(0)
    }
}

impl Tag {
    /// Returns the place on the named point, if it is the best one.
    fn on_point(&self, size: egui::Vec2) -> Option<(usize, Rect)> {
        self.on_line.then(|| (0, Rect::from_center_size(self.at, size)))
    }

    /// Returns the line from the named point to the tag's place, if that is far.
    fn line_to(&self, place: Rect) -> Option<[Pos2; 2]> {
        let end = nearest(place, self.at)?;
        let along = (end - self.at).normalized();
        // Cells are square: the line starts at the side or corner of the cell.
        let begin = self.at + along * (self.clear / along.x.abs().max(along.y.abs()).max(0.5));
        (end.distance(self.at) > APART.max(self.clear)).then_some([begin, end])
    }
}

/// Returns whether a line between two points crosses a rectangle.
fn crosses(rect: Rect, [a, b]: [Pos2; 2]) -> bool {
    let steps = (a.distance(b) / 3.0).ceil().clamp(1.0, 400.0) as u16;
    (0..=steps).any(|k| rect.contains(a.lerp(b, f32::from(k) / f32::from(steps))))
}

/// Returns places for a tag around a point, the nearest first: right, left, below, above, the diagonals, then farther
/// out.
fn places(at: Pos2, size: egui::Vec2, zoom: f32) -> impl Iterator<Item = (usize, Rect)> {
    let near = (0.5 * zoom).clamp(6.0, 40.0);
    let sides = [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)];
    (0..14usize).flat_map(move |ring| {
        let reach = near + APART * 0.6 + ring as f32 * HEIGHT * 0.8;
        sides.into_iter().map(move |(x, y)| {
            let middle = at + vec2(x * (reach + size.x / 2.0), y * (reach + size.y / 2.0));
            (ring, Rect::from_center_size(middle, size))
        })
    })
}
