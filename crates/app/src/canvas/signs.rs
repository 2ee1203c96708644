//! The colours of figures, and how the legend shows each kind.

use crate::debugger::look;
use crate::style::fonts;
use crate::style::theme::Theme;
use egui::{Align2, Color32, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, vec2};
use gridscope_trace::trace::replay::Outline;
use gridscope_trace::view::board::Role;

/// Opacity of the light of lamps, 0 to 1.
pub(super) const LIT: f32 = 0.34;

/// Returns the colour of a figure.
pub(crate) fn colour(theme: &Theme, outline: Outline, role: Role) -> Color32 {
    theme.get(look::figure(outline, role))
}

/// Draws the legend's sign for a figure in a square. Dashes with beads are wider.
pub(crate) fn sign(painter: &Painter, theme: &Theme, (outline, role, beads): (Outline, Role, bool), rect: Rect) {
    let (colour, middle) = (colour(theme, outline, role), rect.center());
    painter.rect_filled(rect, 3.0, theme.floor);
    let (left, right) = (rect.left_center(), rect.right_center());
    let (low, high) = (rect.left_bottom() + vec2(3.0, -3.0), rect.right_top() + vec2(-3.0, 3.0));
    let head = |tip: Pos2, along: Vec2| {
        let (back, side) = (along.normalized() * 6.0, along.normalized().rot90() * 3.5);
        painter.add(Shape::convex_polygon(vec![tip, tip - back + side, tip - back - side], colour, Stroke::NONE));
    };
    let dashed = |points: &[Pos2], width: f32| {
        painter.extend(Shape::dashed_line(points, Stroke::new(width, colour), 4.0, 3.0));
    };
    let inner = rect.shrink(2.5);
    let rim = rim(inner);
    match outline {
        Outline::Way | Outline::Line => {
            painter.line_segment([left, right], Stroke::new(7.0, theme.halo));
            painter.line_segment([left, right], Stroke::new(4.0, colour));
        }
        Outline::Arrow | Outline::Jump => {
            painter.line_segment([low, high], Stroke::new(if outline == Outline::Jump { 3.5 } else { 2.0 }, colour));
            head(high, high - low);
        }
        Outline::Heads => head(middle + vec2(3.0, 0.0), vec2(1.0, 0.0)),
        Outline::Dashes => dashed(&[left, right], if beads { 4.0 } else { 2.0 }),
        Outline::Dots => {
            for k in [-6.0, 0.0, 6.0] {
                painter.circle_filled(middle + vec2(k, 0.0), 2.0, colour);
            }
        }
        Outline::Circle => _ = painter.circle_stroke(middle, 6.0, Stroke::new(2.5, colour)),
        Outline::Limit => dotted_circle(painter, middle, rect.width() * 0.42, colour),
        Outline::Bar | Outline::Scale => _ = painter.rect_filled(rect.shrink2(vec2(0.0, 6.0)), 2.0, colour),
        Outline::Gap => {
            painter.line_segment([low, high], Stroke::new(1.5, colour));
            head(high, high - low);
            head(low, low - high);
        }
        Outline::Frame => dashed(&rim, 2.0),
        Outline::Earlier => painter.extend(Shape::dotted_line(&rim, colour, 4.0, 1.0)),
        Outline::Plate | Outline::Ring(_) => {
            painter.rect_stroke(inner, 3.0, Stroke::new(2.0, colour), StrokeKind::Inside);
        }
        Outline::Overtaken => {
            let tip = vec![middle + vec2(0.0, 5.0), middle + vec2(5.0, -4.0), middle - vec2(5.0, 4.0)];
            painter.add(Shape::convex_polygon(tip, Color32::TRANSPARENT, Stroke::new(1.8, colour)));
        }
        Outline::Belt => {
            painter.rect_filled(rect, 3.0, theme.wall);
            for y in [-2.5, 2.5] {
                painter.hline(rect.x_range(), middle.y + y, Stroke::new(2.0, colour));
            }
        }
        Outline::Light => {
            painter.rect_filled(rect, 3.0, colour.gamma_multiply(LIT));
            painter.rect_stroke(rect, 3.0, Stroke::new(1.5, colour), StrokeKind::Inside);
        }
        Outline::Area => _ = painter.rect_filled(rect, 3.0, colour.gamma_multiply(0.5)),
        Outline::Before => {
            painter.text(inner.left_top(), Align2::LEFT_TOP, "9", fonts::medium(8.0), theme.text);
            painter.text(middle + vec2(2.0, 1.0), Align2::CENTER_CENTER, "7", fonts::semibold(12.0), theme.strong);
        }
        Outline::Note => {}
    }
}

/// Returns the closed outline of a rectangle.
pub(crate) fn rim(r: Rect) -> [Pos2; 5] {
    [r.left_top(), r.right_top(), r.right_bottom(), r.left_bottom(), r.left_top()]
}

/// Draws a dotted circle with a limited number of dots, so that it is fast at any zoom.
pub(super) fn dotted_circle(painter: &Painter, middle: Pos2, radius: f32, colour: Color32) {
    let n = (radius * std::f32::consts::TAU / 7.0).clamp(8.0, 400.0) as usize;
    for k in 0..n {
        let at = middle + Vec2::angled(k as f32 / n as f32 * std::f32::consts::TAU) * radius;
        painter.circle_filled(at, 1.1, colour);
    }
}
