//! Pins of a slide: numbered discs on the cells that its text is about.

use super::cell_texts::{Part, parts};
use gridscope_trace::scene::Slide;
use gridscope_trace::{ActorKind, Cell, Scene, Size};

/// Largest number of pins of a slide.
pub const MAX_PINS: usize = 20;

/// Returns the cells with pins, in the order of their numbers: those of the slide, or else those that its note names, except
/// in code.
pub fn pins(slide: &Slide, size: Size) -> Vec<Cell> {
    let named = || {
        slide.note.split('`').step_by(2).flat_map(parts).filter_map(|part| match part {
            Part::Cell(cell, _) => Some(cell),
            Part::Words(_) => None,
        })
    };
    let all = slide.pins.clone().unwrap_or_else(|| named().collect());
    let mut pins: Vec<Cell> = Vec::new();
    for cell in all.into_iter().filter(|cell| size.contains(*cell)) {
        if pins.len() < MAX_PINS && !pins.contains(&cell) {
            pins.push(cell);
        }
    }
    pins
}

/// Returns what is on the pin of an index: its number, or a letter if the pieces of the scene have numbers.
pub fn pin_label(scene: &Scene, index: usize) -> String {
    let letter = u8::try_from(index).ok().map(|index| b'a'.saturating_add(index)).filter(u8::is_ascii_lowercase);
    match letter.filter(|_| scene.of_kind(ActorKind::Unit).next().is_some()) {
        Some(letter) => char::from(letter).to_string(),
        None => (index + 1).to_string(),
    }
}
