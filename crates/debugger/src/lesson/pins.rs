//! Pins of a slide: numbered discs on the cells that its text is about.

use super::cell_texts::{Part, parts};
use crate::look::is_solid;
use gridscope_trace::scene::Slide;
use gridscope_trace::{ActorKind, Cell, Scene, Size};

/// Distance of a pin in a wall beside its cell, in cells.
const BESIDE: f32 = 0.83;
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

/// Returns the places for the disc of a pin, in cells from the middle of its cell: in a wall beside it, then on its corners.
/// The best ones come first.
pub fn places(is_wall: impl Fn(i32, i32) -> bool) -> impl Iterator<Item = (f32, f32)> {
    let beside = [(0, 1), (1, 0), (0, -1), (-1, 0)].into_iter().filter(move |&(dx, dy)| is_wall(dx, dy));
    let beside = beside.map(|(dx, dy)| (dx as f32 * BESIDE, dy as f32 * BESIDE));
    beside.chain([(-0.5, 0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, -0.5)])
}

/// Returns the middles of the discs of pins, in cells. No two of them cover each other.
pub fn discs(pins: &[Cell], scene: &Scene) -> Vec<[f32; 2]> {
    let size = scene.size();
    let solid = |x: i32, y: i32| {
        let cell = u16::try_from(x).ok().zip(u16::try_from(y).ok()).map(|(x, y)| Cell::new(x, y));
        cell.is_some_and(|cell| size.contains(cell) && is_solid(scene.tiles[cell]))
    };
    let mut discs: Vec<[f32; 2]> = Vec::new();
    for pin in pins {
        let (x, y) = (i32::from(pin.x), i32::from(pin.y));
        let apart = |[x, y]: &[f32; 2]| discs.iter().all(|disc| (disc[0] - x).hypot(disc[1] - y) > 0.6);
        let middle = [f32::from(pin.x) + 0.5, f32::from(pin.y) + 0.5];
        let mut places = places(|dx, dy| solid(x + dx, y + dy)).map(|(dx, dy)| [middle[0] + dx, middle[1] + dy]);
        let place = if solid(x, y) { None } else { places.find(apart) };
        discs.push(place.unwrap_or(middle));
    }
    discs
}
