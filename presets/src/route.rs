//! The route: lessons in an order for newcomers, from a first search to minds at work. All other lessons are the library.

use crate::{PRESETS, Preset, find, of};
use gridscope_trace::scene::Scene;

/// A part of the route.
#[derive(Debug)]
pub struct Part {
    /// Topic of the part.
    pub title: &'static str,
    /// Ids of its lessons, in reading order.
    pub lessons: &'static [&'static str],
}

macro_rules! parts {
    ($($title:literal: $($id:literal),+;)+) => {
        &[$(Part { title: $title, lessons: &[$($id),+] }),+]
    };
}

/// The parts of the route, in order.
pub static ROUTE: &[Part] = parts! {
    "Searching": "hello", "what-comes-next", "a-long-detour", "steps-are-not-cost";
    "Cost and luck": "rings-round-the-swamp", "into-the-pocket", "the-other-way", "counter-example";
    "Maps that change": "a-wall-on-the-way", "rings-on-water", "door-closes", "dead-end-and-flee";
    "Seeing and knowing": "i-see-you", "doorway", "two-heads", "last-known-place";
    "Minds at work": "unseen-shutter", "explore-cave", "one-jump-instead-of-two", "a-breach";
};

/// Returns the ids of the lessons of the route, in order.
pub fn route() -> impl Iterator<Item = &'static str> {
    ROUTE.iter().flat_map(|part| part.lessons.iter().copied())
}

/// Returns the place of a lesson on the route, from 0. Returns `None` for a lesson of the library.
pub fn place_on_route(id: &str) -> Option<usize> {
    route().position(|lesson| lesson == id)
}

/// Returns the lessons of the library, in display order.
pub fn library() -> impl Iterator<Item = &'static Preset> {
    PRESETS.iter().filter(|preset| place_on_route(preset.id).is_none())
}

/// Returns the lesson after the one that a scene was opened from: the next of the route, or the next lesson of the library
/// in the same group. Returns `None` after the last one, or if the scene is not a lesson.
pub fn after(scene: &Scene) -> Option<&'static Preset> {
    let own = of(scene)?;
    if let Some(place) = place_on_route(own.id) {
        return route().nth(place + 1).and_then(find);
    }
    library().filter(|preset| preset.group == own.group).skip_while(|preset| preset.id != own.id).nth(1)
}
