//! Built-in scenes: the files of presets/, embedded in the program. To add one, add a file and a name to the list.

#![warn(unreachable_pub)]
#![deny(clippy::unwrap_used, clippy::panic, clippy::todo, clippy::unimplemented, clippy::dbg_macro)]

mod index;
mod route;
mod source_words;

use gridscope_formats::{FormatError, Options, read_bytes};
use gridscope_trace::scene::Scene;
pub use index::{Indexed, index};
pub use route::{Part, ROUTE, after, library, place_on_route, route};
pub use source_words::{SOURCE_WORDS, SourceWord, source_words};

/// A built-in scene.
#[derive(Debug)]
pub struct Preset {
    /// Name on the command line and in the window. The file is `presets/ID.scene.json`.
    pub id: &'static str,
    /// Topic, used as the heading above lessons of the same kind.
    pub group: &'static str,
    /// Contents of the scene file.
    pub json: &'static str,
}

macro_rules! embedded {
    ($($group:literal: $($id:literal),+;)+) => {
        &[$($(Preset {
            id: $id,
            group: $group,
            json: include_str!(concat!("../", $id, ".scene.json")),
        }),+),+]
    };
}

/// All presets, in display order.
pub static PRESETS: &[Preset] = embedded! {
    "A* and its ties": "hello", "counter-example", "field-8x4", "secret-door", "the-long-way-round", "northwest-drift", "northwest-cure", "one-path-only", "never-the-same-way", "cave-96x64", "corners", "steps-are-not-cost";
    "Searches": "a-long-detour", "rings-round-the-swamp", "into-the-pocket", "two-balls", "not-the-first-meeting", "over-open-ground", "six-side-by-side", "at-any-angle", "deeper-and-deeper", "a-wall-on-the-way", "three-mazes";
    "Questions": "the-other-way", "stop-when", "how-does-it-grow", "before-the-optimisation", "what-comes-next", "smaller-and-smaller";
    "Auto chess": "one-jump-instead-of-two", "problem-reach", "round-and-round", "problem-far", "problem-near", "to-the-back-row", "near-prose-and-code", "manhattan-longer-way", "squeezed", "a-whole-fight", "fewest-jumps", "an-assassin-leaps", "tournament-of-rules";
    "Guards": "unseen-shutter", "back-and-forth", "he-still-goes-there", "lamps-and-dark", "one-way-window-guards", "patrol-and-keys", "two-guards-one-corridor", "curious-guards", "mcneills-picture", "too-wide-for-the-gap";
    "Auto-explore": "item-against-unknown", "probable-corner", "probable-wall", "square-approach", "ambush-step", "trap-detour", "what-takes-a-turn", "down-before-up", "directional-adjacency", "explore-cave", "the-cheat", "the-borg", "to-the-teleporter";
    "Sight": "i-see-you", "five-sights", "doorway", "jam-edge-bug", "bush", "one-way-window";
    "Flow maps": "dungeon-dregs-before", "dungeon-dregs-after", "rings-on-water", "door-closes", "rooms-and-globe", "one-map-or-many", "from-the-walls", "flee-with-goals", "a-door-for-everybody", "hunt-look-go-on", "a-whole-dungeon", "without-a-map";
    "Knowledge and fleeing": "dead-end-and-flee", "brogue-beside-sherratt", "no-frontier", "naive-against-dirty", "dirty-lt-misses-a-change", "a-forgotten-stamp", "vision-dominates", "two-heads", "last-known-place", "opens-a-door", "unknown-room";
    "Ships and air": "a-breach", "open-the-door-and-close-it", "suction", "explosion", "a-chain-of-bloats", "point-blank", "one-shot-three-dead", "into-the-void", "a-last-stand", "a-ship", "three-decks", "a-refused-hallway", "one-door-a-pair", "two-halves-of-a-ship", "hull-first";
};

/// Returns the preset with this id.
pub fn find(id: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|p| p.id == id)
}

/// Returns the preset that a scene was opened from, found by its title.
pub fn of(scene: &Scene) -> Option<&'static Preset> {
    PRESETS.iter().zip(index()).find(|(_, lesson)| lesson.title == scene.title).map(|(preset, _)| preset)
}

impl Preset {
    /// Reads the scene.
    ///
    /// # Errors
    /// Returns an error if the file is not a scene. A test makes sure that this does not happen.
    pub fn scene(&self) -> Result<Scene, FormatError> {
        let name = format!("presets/{}.scene.json", self.id);
        read_bytes(&name, self.json.as_bytes(), &Options::default()).map(|loaded| loaded.scene)
    }

    /// Returns the title, or the id if the scene has no title.
    pub fn title(&self) -> String {
        self.indexed().map_or_else(|| self.id.to_owned(), |lesson| lesson.title.clone())
    }

    /// Returns the lesson as a search reads it. Returns `None` for a preset that is not in [`PRESETS`].
    pub fn indexed(&self) -> Option<&'static Indexed> {
        PRESETS.iter().zip(index()).find(|(preset, _)| preset.id == self.id).map(|(_, lesson)| lesson)
    }
}

/// A week of the course.
#[derive(Debug)]
pub struct Week {
    /// Topic of the week.
    pub title: &'static str,
    /// Ids of its lessons, in reading order.
    pub lessons: &'static [&'static str],
}

macro_rules! weeks {
    ($($title:literal: $($id:literal),+;)+) => {
        &[$(Week { title: $title, lessons: &[$($id),+] }),+]
    };
}

/// Plan of a term. docs/course.md describes the purpose of each week.
pub static COURSE: &[Week] = weeks! {
    "What a search does": "hello", "what-comes-next", "a-long-detour";
    "Steps and cost": "steps-are-not-cost", "rings-round-the-swamp", "secret-door";
    "The estimate": "into-the-pocket", "the-other-way", "six-side-by-side";
    "Ties": "counter-example", "field-8x4", "one-path-only", "northwest-drift", "northwest-cure";
    "From both ends": "two-balls", "not-the-first-meeting";
    "Fewer cells": "over-open-ground", "at-any-angle", "corners";
    "Memory and change": "deeper-and-deeper", "a-wall-on-the-way";
    "Asking a run": "stop-when", "how-does-it-grow", "smaller-and-smaller";
    "Flow maps": "rings-on-water", "dungeon-dregs-before", "dungeon-dregs-after", "door-closes", "rooms-and-globe", "a-door-for-everybody";
    "Sight": "i-see-you", "five-sights", "doorway", "bush";
    "Who knows what": "naive-against-dirty", "two-heads", "last-known-place", "unknown-room", "dead-end-and-flee", "no-frontier";
    "Guards": "unseen-shutter", "back-and-forth", "lamps-and-dark", "two-guards-one-corridor", "curious-guards";
    "Explorers and fighters": "item-against-unknown", "probable-corner", "trap-detour", "explore-cave", "one-jump-instead-of-two", "a-whole-fight";
    "Worlds": "three-mazes", "a-ship", "a-refused-hallway", "hull-first", "a-breach", "explosion";
};

/// Returns the week that a text such as `week 3` names.
pub fn week(text: &str) -> Option<&'static Week> {
    let number = text.trim().to_lowercase().strip_prefix("week ")?.trim().parse::<usize>().ok()?;
    COURSE.get(number.checked_sub(1)?)
}
