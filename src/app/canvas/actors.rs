//! Who and what stands on the map at the moment shown: where, looking where, and how.

use super::shapes::Draw;
use crate::app::panels::tools::actor_colour;
use crate::core::geometry::{Cell, Dir};
use crate::core::scene::Actor;
use crate::core::trace::Replay;
use crate::core::trace::replay::Token;
use egui::{Align2, Color32, Rect, Shape, Stroke, vec2};

impl Draw<'_> {
    /// All actors, those of the scene as the moment has them.
    pub(super) fn actors(&self) {
        let tokens = self.replay.map(Replay::tokens).unwrap_or_default();
        for (i, actor) in self.scene.actors.iter().enumerate() {
            match tokens.iter().find(|t| t.actor == i) {
                Some(Token { at: None, .. }) => self.ghost(actor),
                Some(token) => {
                    let at = token.at.unwrap_or(actor.at);
                    if at != actor.at {
                        self.ghost(actor);
                    }
                    self.actor(actor, at, token.facing, token.state, token.acts);
                }
                None => self.actor(actor, actor.at, actor.facing(), "", false),
            }
        }
    }

    fn shows(&self, cell: Cell) -> Option<Rect> {
        Some(self.at(cell)).filter(|square| self.rect.expand(self.zoom).intersects(*square))
    }

    /// Where an actor began: a ring that does not hide what is there now.
    fn ghost(&self, actor: &Actor) {
        let Some(square) = self.shows(actor.at) else { return };
        let colour = actor_colour(self.theme, actor.kind);
        self.painter.circle_stroke(
            square.center(),
            self.zoom * 0.36,
            Stroke::new((self.zoom * 0.05).clamp(1.0, 3.0), colour),
        );
    }

    fn actor(&self, actor: &Actor, cell: Cell, facing: Option<Dir>, state: &str, acts: bool) {
        let Some(square) = self.shows(cell) else { return };
        let colour = actor_colour(self.theme, actor.kind);
        let (at, radius) = (square.center(), (self.zoom * 0.36).max(3.0));
        self.standing.borrow_mut().push(Rect::from_center_size(at, vec2(radius, radius) * 1.6));
        let rim =
            Stroke::new((self.zoom * 0.05).clamp(1.0, 3.0), if acts { self.theme.accent } else { self.theme.paper });
        if let Some(dir) = facing {
            let (dx, dy) = dir.offset();
            let along = vec2(dx as f32, dy as f32).normalized();
            let side = along.rot90() * radius * 0.55;
            let points =
                vec![at + along * radius * 1.45, at + along * radius * 0.7 + side, at + along * radius * 0.7 - side];
            self.painter.add(Shape::convex_polygon(points, colour, rim));
        }
        self.painter.circle(at, radius, colour, rim);
        if acts {
            self.painter.circle_stroke(at, radius + rim.width * 1.5, Stroke::new(rim.width, self.theme.accent));
        }
        if self.zoom >= 9.0 {
            self.text(at, Align2::CENTER_CENTER, actor.glyph(), radius * 1.25, self.theme.text_on(colour));
        }
        if !state.is_empty() && self.zoom >= 26.0 {
            self.label(square.center_bottom(), Align2::CENTER_BOTTOM, state, colour);
        }
    }

    /// How large a word comes out with its ground.
    pub(super) fn label_size(&self, text: &str) -> egui::Vec2 {
        let galley = self.painter.layout_no_wrap(text.to_owned(), self.label_font(), Color32::PLACEHOLDER);
        galley.size() + vec2(6.0, 2.0)
    }

    fn label_font(&self) -> egui::FontId {
        egui::FontId::proportional((self.zoom * 0.22).clamp(10.0, 15.0))
    }

    /// A word on a ground of its own, so that it can be read on any map.
    pub(super) fn label(&self, at: egui::Pos2, align: Align2, text: &str, ground: Color32) {
        let font = self.label_font();
        let ink = self.theme.text_on(ground);
        let galley = self.painter.layout_no_wrap(text.to_owned(), font, ink);
        let rect = align.anchor_size(at, galley.size());
        self.painter.rect_filled(rect.expand2(vec2(3.0, 1.0)), 3.0, ground);
        self.painter.galley(rect.min, galley, ink);
    }
}
