//! The entry of the lessons page that keys have chosen. Arrow keys go to the nearest entry, Enter opens it.

use crate::debugger::Command;
use crate::view::focus::{Keyboard, enter, keyboard};
use egui::{Align, Context, Key, Modifiers, Rect, Response, vec2};

/// The entries as they were drawn, and the chosen one.
#[derive(Clone, Default)]
pub(super) struct Selection {
    chosen: usize,
    /// Whether the choice is shown: a key or a search has made it.
    is_shown: bool,
    /// Whether the page scrolls to the chosen entry.
    scrolls: bool,
    enters: bool,
    /// Places of the entries in the last frame.
    places: Vec<Rect>,
    /// Places of the entries drawn in this frame.
    drawn: Vec<Rect>,
    /// The command of the entry that was opened.
    pub(super) opened: Option<Command>,
}

impl Selection {
    /// Chooses the first entry, because other entries are listed. Shows the choice if the entries are results of a search.
    pub(super) fn restart(&mut self, is_shown: bool) {
        (self.chosen, self.is_shown) = (0, is_shown);
    }

    /// Takes the keys of a frame.
    pub(super) fn take_keys(&mut self, ctx: &Context) {
        self.places = std::mem::take(&mut self.drawn);
        self.scrolls = false;
        self.enters = enter(ctx);
        // A button uses the arrows itself.
        if matches!(keyboard(ctx), Keyboard::Widget | Keyboard::List) {
            return;
        }
        for key in [Key::ArrowRight, Key::ArrowLeft, Key::ArrowDown, Key::ArrowUp] {
            for _ in 0..ctx.input_mut(|i| i.count_and_consume_key(Modifiers::NONE, key)) {
                self.step(key);
                (self.is_shown, self.scrolls) = (true, true);
            }
        }
    }

    /// Moves the choice: to the nearest entry in the direction of the arrow, or to the next one in the list at the end of a
    /// row.
    fn step(&mut self, key: Key) {
        let Some(&from) = self.places.get(self.chosen) else { return };
        let gap = |low: (f32, f32), high: (f32, f32)| (high.0 - low.1).max(low.0 - high.1).max(0.0);
        let is_across = matches!(key, Key::ArrowLeft | Key::ArrowRight);
        let distance = |to: &Rect| {
            let by = to.center() - from.center();
            let is_ahead = match key {
                Key::ArrowRight => by.x > 1.0,
                Key::ArrowLeft => by.x < -1.0,
                Key::ArrowDown => to.min.y >= from.max.y - 2.0,
                _ => to.max.y <= from.min.y + 2.0,
            };
            let apart = vec2(
                gap((from.min.x, from.max.x), (to.min.x, to.max.x)),
                gap((from.min.y, from.max.y), (to.min.y, to.max.y)),
            );
            let is_beside = !is_across || apart.y <= 0.0;
            let beside = (by.x.abs() + by.y.abs()) * 1e-3;
            let score = if is_across { apart.x + 2.0 * by.y.abs() } else { apart.y + 2.0 * apart.x };
            (is_ahead && is_beside).then_some(score + beside)
        };
        let scored = self.places.iter().enumerate().filter_map(|(i, to)| Some((i, distance(to)?)));
        let nearest = scored.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(i, _)| i);
        let last = self.places.len() - 1;
        self.chosen = nearest.unwrap_or(match key {
            Key::ArrowRight => (self.chosen + 1).min(last),
            Key::ArrowLeft => self.chosen.saturating_sub(1),
            _ => self.chosen,
        });
    }

    /// Returns whether the entry that is drawn next is the chosen one, and is to be marked.
    pub(super) fn marks_next(&self) -> bool {
        self.is_shown && self.drawn.len() == self.chosen
    }

    /// Takes an entry that was drawn. A click opens it, and Enter if it is the chosen one.
    pub(super) fn offer(&mut self, response: &Response, command: impl Into<Command>) {
        let is_chosen = self.drawn.len() == self.chosen;
        self.drawn.push(response.rect);
        if response.clicked() || (self.enters && is_chosen) {
            self.opened = Some(command.into());
        }
        if is_chosen && self.scrolls {
            response.scroll_to_me(Some(Align::Center));
        }
    }
}
