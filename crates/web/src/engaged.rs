//! Input of a window in another page. The wheel and most keys belong to that page. After a click on the map the wheel zooms
//! it, until Escape or a click elsewhere.

use egui::{Event, Key, RawInput};
use std::cell::Cell;
use std::rc::Rc;

/// Keys that work while the map has the focus.
const KEYS: [Key; 6] = [Key::ArrowLeft, Key::ArrowRight, Key::T, Key::Space, Key::Home, Key::End];

/// Whether the reader has clicked on the map, shared with the handlers of the canvas.
#[derive(Clone, Default)]
pub(crate) struct Engaged(Rc<Cell<bool>>);

impl Engaged {
    /// Returns whether the window handles an event, so that the page around it does not get it.
    pub(crate) fn takes(&self, event: &Event) -> bool {
        match event {
            Event::MouseWheel { .. } | Event::Zoom(_) => self.0.get(),
            Event::Key { key: Key::Escape, .. } => self.0.get(),
            Event::Key { key, modifiers, .. } => {
                KEYS.contains(key) && !(modifiers.alt || modifiers.ctrl || modifiers.command)
            }
            Event::Text(_) | Event::Copy | Event::Cut | Event::Paste(_) => false,
            _ => true,
        }
    }

    /// Removes the events that belong to the page around the window.
    pub(crate) fn filter(&self, input: &mut RawInput) {
        for event in &input.events {
            match event {
                Event::PointerButton { pressed: true, .. } => self.0.set(true),
                Event::Key { key: Key::Escape, pressed: true, .. } | Event::WindowFocused(false) => self.0.set(false),
                _ => {}
            }
        }
        input.events.retain(|event| self.takes(event));
    }
}
