//! Actors on the map at the current moment: position, facing and state.

use super::corner_numbers;
use super::shapes::Draw;
use crate::debugger::look::{has_notch, is_second_side, signs};
use crate::debugger::movers::Movers;
use crate::style::fonts::{self, Icon};
use crate::style::theme::Theme;
use egui::{Align2, Color32, Painter, Pos2, Rect, Shape, Stroke, Vec2, vec2};
use gridscope_trace::geometry::{Cell, Dir};
use gridscope_trace::scene::{Actor, ActorKind};
use gridscope_trace::trace::Replay;
use gridscope_trace::trace::replay::Token;
use std::collections::HashMap;

/// Below this width of a cell, in points, a token is a disc without an icon.
const PICTURE_FROM: f32 = 12.0;
/// Maximum number of actors whose tokens stay large on a map with small cells.
const MAX_LARGE_TOKENS: usize = 12;

impl Draw<'_> {
    /// Returns the index and the current cell of each actor of the scene. Actors that have left the map are omitted.
    pub(super) fn standing_now(&self) -> Vec<(usize, Cell)> {
        let mut places: Vec<Option<Cell>> = self.scene.actors.iter().map(|actor| Some(actor.at)).collect();
        for token in self.tokens() {
            if let Some(place) = places.get_mut(token.actor) {
                *place = token.at;
            }
        }
        let size = self.scene.size();
        let there = |(i, at): (usize, Option<Cell>)| Some((i, at.filter(|&at| size.contains(at))?));
        places.into_iter().enumerate().filter_map(there).collect()
    }

    /// Returns how actors differ from the scene at this moment. Empty while the map shows the actors where they were
    /// placed.
    fn tokens(&self) -> Vec<Token> {
        let moment = self.replay.filter(|_| !self.placed);
        moment.map(Replay::tokens).unwrap_or_default()
    }

    /// Draws all actors where they are at this moment, except those that have badges.
    pub(super) fn actors(&self) {
        let tokens = self.tokens();
        let of_actor: HashMap<usize, &Token> = tokens.iter().map(|token| (token.actor, token)).collect();
        // The goal of a mover is drawn while the mover is selected.
        let goals = self.movers_here().map(Movers::goals);
        let is_left_out = |&(i, at): &(usize, Cell)| {
            let is_goal = self.scene.actors[i].kind == ActorKind::Goal;
            goals.as_ref().is_some_and(|goals| of_actor.contains_key(&i) || (is_goal && goals.contains(&at)))
        };
        let mut here: HashMap<Cell, Vec<usize>> = HashMap::new();
        let standing: Vec<(usize, Cell)> =
            self.standing_now().into_iter().filter(|place| !is_left_out(place)).collect();
        for &(i, at) in &standing {
            here.entry(at).or_default().push(i);
        }
        for (i, at) in standing {
            let among = here.get(&at).map_or(&[][..], Vec::as_slice);
            let place = (among.iter().position(|&k| k == i).unwrap_or(0), among.len());
            match of_actor.get(&i) {
                Some(t) => self.actor(i, at, t.facing, &t.state, t.acts, place),
                None => self.actor(i, at, self.scene.actors[i].facing(), "", false, place),
            }
        }
    }

    fn actor(
        &self,
        index: usize,
        cell: Cell,
        facing: Option<Dir>,
        state: &str,
        acts: bool,
        (place, among): (usize, usize),
    ) {
        let (actor, square) = (&self.scene.actors[index], self.at(cell));
        if !self.rect.expand(self.zoom).intersects(square) || place > 1 {
            // At most two tokens are drawn in a cell. The second shows how many more there are.
            return;
        }
        let numbered = self.numbered(cell);
        // The numbers in the corners of a large cell stay free.
        let corners = numbered && corner_numbers::is_shown(self.cx);
        let (mut at, mut side) = (square.center(), if numbered { 0.62 } else { 0.76 });
        if corners {
            side = 0.4;
            at.y -= self.zoom * 0.04;
        } else if numbered {
            at.y -= self.zoom * 0.16;
        }
        if among > 1 {
            side = if corners { 0.34 } else { 0.45 };
            at.x += self.zoom * if place == 0 { -0.24 } else { 0.24 };
        }
        // On a large map, a few actors are still easy to find.
        let least = if self.scene.actors.len() <= MAX_LARGE_TOKENS { 5.0 } else { 3.0 };
        let radius = (self.zoom * side / 2.0).max(least);
        self.tags.borrow_mut().keep_clear(Rect::from_center_size(at, vec2(radius, radius) * 2.0));
        let colours = self.theme.actor(actor.kind, is_second_side(actor));
        if let Some(dir) = facing.filter(|_| self.zoom >= PICTURE_FROM) {
            let (dx, dy) = dir.offset();
            let along = vec2(dx as f32, dy as f32).normalized();
            let side = along.rot90() * radius * 0.55;
            let points =
                vec![at + along * radius * 1.45, at + along * radius * 0.75 + side, at + along * radius * 0.75 - side];
            let rim = Stroke::new(1.0, self.theme.halo);
            self.painter.add(Shape::convex_polygon(points, colours.0, rim));
        }
        if acts {
            self.painter.circle_stroke(at, radius + 4.0, Stroke::new(3.0, self.theme.path));
        }
        let more = among.saturating_sub(1);
        // A unit is labelled with its number, as in the sentences.
        let number = || self.scene.actors[..=index].iter().filter(|a| a.kind == ActorKind::Unit).count().to_string();
        let word = match actor.kind {
            _ if place == 1 && among > 2 => format!("+{more}"),
            ActorKind::Unit => number(),
            _ => String::new(),
        };
        let look = Look { colours, halo: self.theme.halo, hollow: state == "asleep", word };
        look.draw(&self.painter, at, radius, actor);
    }
}

/// Appearance of a token.
struct Look {
    colours: (Color32, Color32),
    halo: Color32,
    hollow: bool,
    /// Text that replaces the icon. Empty to draw the icon.
    word: String,
}

impl Look {
    fn draw(&self, painter: &Painter, at: Pos2, radius: f32, actor: &Actor) {
        let (ground, ink) = self.colours;
        painter.circle_filled(at, radius + (radius * 0.12).clamp(1.0, 2.0), self.halo.gamma_multiply(0.85));
        if self.hollow {
            painter.circle(at, radius - 1.0, self.halo, Stroke::new(2.0, ground));
        } else {
            painter.circle_filled(at, radius, ground);
        }
        if has_notch(actor) {
            // A square notch at the bottom marks the second side without colour.
            let notch = Rect::from_center_size(at + vec2(0.0, radius * 0.9), vec2(radius * 0.66, radius * 0.44));
            painter.rect_filled(notch, 0.0, self.halo);
        }
        if radius < PICTURE_FROM * 0.3 {
            return;
        }
        let ink = if self.hollow { ground } else { ink };
        if !self.word.is_empty() {
            painter.text(at, Align2::CENTER_CENTER, &self.word, fonts::semibold(radius * 0.85), ink);
            return;
        }
        for sign in signs(actor) {
            let icon = Icon::from(sign.icon);
            let font = icon.font(radius * sign.size);
            painter.text(at + Vec2::from(sign.aside) * radius, Align2::CENTER_CENTER, icon.letter, font, ink);
        }
    }
}

/// Draws a token for the legend and the palette of actors.
pub(crate) fn token(painter: &Painter, theme: &Theme, kind: ActorKind, at: Pos2, radius: f32) {
    token_of(painter, theme, &Actor::new(kind, Cell::new(0, 0)), at, radius);
}

/// Draws an actor's token in the colours of its side.
pub(crate) fn token_of(painter: &Painter, theme: &Theme, actor: &Actor, at: Pos2, radius: f32) {
    let colours = theme.actor(actor.kind, is_second_side(actor));
    let look = Look { colours, halo: theme.halo, hollow: false, word: String::new() };
    look.draw(painter, at, radius, actor);
}
