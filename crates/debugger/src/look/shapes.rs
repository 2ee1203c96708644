//! Shapes of which pictures of tiles and actors consist. Numbers are shares of the square's side from its upper left
//! corner, unless they say points.

use super::colours::Hue;
use std::fmt::Write as _;

/// Thickness in points below which a detail is left out.
pub const DETAIL: f32 = 0.3;
/// Smallest radius of a disc, in points.
pub const SMALLEST_DISC: f32 = 0.8;
/// Width of an edge: share of the side, and least and largest width in points.
pub const EDGE: (f32, f32, f32) = (0.03, 0.75, 1.5);

/// The largest width of a line that grows with its square.
pub(super) const ANY_WIDTH: f32 = f32::INFINITY;

/// A colour of a picture.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Ink {
    /// A colour of the theme.
    Of(Hue),
    /// A colour with so many percent of another one.
    Mix(Hue, u8, Hue),
    /// The colour of the icon on a token.
    Sign,
    /// The colour of a token's disc.
    Disc,
}

impl Ink {
    /// Returns the name of the colour for CSS and in texts.
    pub fn name(self) -> String {
        match self {
            Self::Of(hue) => hue.name().to_owned(),
            Self::Mix(hue, percent, other) => format!("{}-{percent}-{}", hue.name(), other.name()),
            Self::Sign => "sign".to_owned(),
            Self::Disc => "disc".to_owned(),
        }
    }
}

/// A picture in one colour.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Icon {
    /// The character in the icon font Phosphor.
    pub letter: char,
    /// Whether it is filled.
    pub filled: bool,
    /// The shapes, for a renderer that has no icon font.
    pub outline: &'static [Shape],
}

/// A shape.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Shape {
    /// A rectangle from its upper left to its lower right corner.
    Block(Ink, [f32; 4]),
    /// A rectangle with an edge of the second colour inside. See [`EDGE`].
    Edged(Ink, Ink, [f32; 4]),
    /// A disc: centre and radius.
    Disc(Ink, [f32; 3]),
    /// A convex polygon.
    Polygon(Ink, &'static [[f32; 2]]),
    /// A line through points: its width, at least one point, and its largest width in points.
    Line(Ink, f32, f32, &'static [[f32; 2]]),
    /// An icon around a point, and the size of its letter.
    Icon(Ink, Icon, [f32; 2], f32),
}

impl Shape {
    /// Appends the shape to a text: its letter, its colours, and its numbers. `place` and `scale` move it.
    fn write(&self, out: &mut String, place: &dyn Fn([f32; 2]) -> [f32; 2], scale: f32) {
        let rectangle = |[x0, y0, x1, y1]: [f32; 4]| vec![[x0, y0], [x1, y1]];
        let (letter, inks, mut numbers, points) = match *self {
            Self::Block(ink, corners) => ('r', vec![ink], vec![], rectangle(corners)),
            Self::Edged(ink, edge, corners) => ('e', vec![ink, edge], vec![], rectangle(corners)),
            Self::Disc(ink, [x, y, radius]) => ('d', vec![ink], vec![radius * scale], vec![[x, y]]),
            Self::Polygon(ink, points) => ('p', vec![ink], vec![], points.to_vec()),
            Self::Line(ink, width, at_most, points) => ('l', vec![ink], vec![width * scale, at_most], points.to_vec()),
            Self::Icon(_, icon, ..) => {
                for shape in icon.outline {
                    shape.write(out, place, scale);
                }
                return;
            }
        };
        numbers.extend(points.into_iter().flat_map(place));
        out.push_str(if out.is_empty() { "" } else { ";" });
        out.push(letter);
        for ink in inks {
            out.extend([" ", &ink.name()]);
        }
        for number in numbers {
            // Infinity is 0 in a text, and JavaScript reads it as no limit.
            let number = if number.is_finite() { number } else { 0.0 };
            let number = ((number * 1000.0).round() / 1000.0).to_string();
            _ = write!(out, " {}", number.strip_prefix('0').filter(|rest| !rest.is_empty()).unwrap_or(&number));
        }
    }
}

/// Adds the colours of shapes to a list.
pub(crate) fn list_inks(shapes: &[Shape], inks: &mut Vec<Ink>) {
    for shape in shapes {
        match *shape {
            Shape::Edged(ink, edge, _) => inks.extend([ink, edge]),
            Shape::Icon(_, icon, ..) => list_inks(icon.outline, inks),
            Shape::Block(ink, _) | Shape::Disc(ink, _) | Shape::Polygon(ink, _) | Shape::Line(ink, ..) => {
                inks.push(ink);
            }
        }
    }
}

/// Returns shapes as a short text. Between shapes is `;`. A shape is a letter, its colours and its numbers:
/// `r` rectangle, `e` rectangle with an edge, `d` disc (radius, centre), `p` polygon, `l` line (width, largest width in
/// points, points).
pub(crate) fn text(shapes: &[Shape]) -> String {
    placed_text(shapes, [0.0, 0.0], 1.0)
}

/// Like [`text`], for shapes that are drawn smaller and away from the middle of their square.
pub(crate) fn placed_text(shapes: &[Shape], aside: [f32; 2], scale: f32) -> String {
    let mut out = String::new();
    let place = |at: [f32; 2]| [0, 1].map(|k| 0.5 + (at[k] - 0.5) * scale + aside[k]);
    for shape in shapes {
        shape.write(&mut out, &place, scale);
    }
    out
}
