//! The icons on the buttons that travel: drawn, because the fonts have no even set of such signs.

use egui::{Atom, Color32, Rect, pos2, vec2};

/// A part of an icon between two places from left (0) to right (1).
pub(super) enum Part {
    Bar(f32, f32),
    Left(f32, f32),
    Right(f32, f32),
}

pub(super) const START: &[Part] = &[Part::Bar(0.0, 0.14), Part::Left(0.14, 0.57), Part::Left(0.57, 1.0)];
pub(super) const BACK_BY_STEP: &[Part] = &[Part::Left(0.0, 0.5), Part::Left(0.5, 1.0)];
pub(super) const BACK: &[Part] = &[Part::Left(0.05, 0.72), Part::Bar(0.8, 0.97)];
pub(super) const PLAY: &[Part] = &[Part::Right(0.08, 1.0)];
pub(super) const PAUSE: &[Part] = &[Part::Bar(0.1, 0.4), Part::Bar(0.6, 0.9)];
pub(super) const STEP: &[Part] = &[Part::Bar(0.03, 0.2), Part::Right(0.28, 0.95)];
pub(super) const STEP_BY_STEP: &[Part] = &[Part::Right(0.0, 0.5), Part::Right(0.5, 1.0)];
pub(super) const END: &[Part] = &[Part::Right(0.0, 0.43), Part::Right(0.43, 0.86), Part::Bar(0.86, 1.0)];
pub(super) const LEFT: &[Part] = &[Part::Left(0.2, 0.8)];
pub(super) const RIGHT: &[Part] = &[Part::Right(0.2, 0.8)];

/// The icon of these parts, to be put on a button.
pub(super) fn icon(parts: &'static [Part], colour: Color32) -> Atom<'static> {
    Atom::paint(vec2(15.0, 13.0), move |ui, args| {
        let at = |x: f32, y: f32| pos2(egui::lerp(args.rect.x_range(), x), egui::lerp(args.rect.y_range(), y));
        for part in parts {
            match *part {
                Part::Bar(a, b) => {
                    ui.painter().rect_filled(Rect::from_min_max(at(a, 0.03), at(b, 0.97)), 1.0, colour);
                }
                Part::Left(a, b) | Part::Right(a, b) => {
                    let (tip, base) = if matches!(part, Part::Left(..)) { (a, b) } else { (b, a) };
                    let corners = vec![at(tip, 0.5), at(base, 0.0), at(base, 1.0)];
                    ui.painter().add(egui::Shape::convex_polygon(corners, colour, egui::Stroke::NONE));
                }
            }
        }
    })
}
