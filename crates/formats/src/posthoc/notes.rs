//! Sentences about the parts of a search trace that the log made from it lacks.

use crate::plain::format_count;

/// Counts of what is left out.
#[derive(Default, Debug)]
pub(super) struct Notes {
    /// Events without a place that a log cannot have without one.
    pub(super) without_place: usize,
    /// Expressions for a place that are not understood.
    pub(super) expressions: usize,
    /// Paths that are left out because they go in a circle, have a node without a place, or are too long in all.
    pub(super) paths: usize,
    /// Walls that are left out because events enter them.
    pub(super) walls: usize,
    /// Whether the drawing program is too long to be searched for places.
    pub(super) is_drawn_at_length: bool,
    /// Whether the ground is left out because events lie outside it.
    pub(super) is_off_the_ground: bool,
}

impl Notes {
    /// Returns a sentence for each kind of what is left out.
    pub(super) fn sentences(&self) -> Vec<String> {
        let mut all = Vec::new();
        let is = |n: usize, one: &str, many: &str| if n == 1 { one.to_owned() } else { many.to_owned() };
        if self.without_place > 0 {
            let has =
                is(self.without_place, "has no place in whole cells and is", "have no place in whole cells and are");
            all.push(format!("{} {has} left out.", format_count(self.without_place, "event")));
        }
        if self.expressions > 0 {
            let is = is(self.expressions, "is", "are");
            all.push(format!("{} for a place {is} not run.", format_count(self.expressions, "expression")));
        }
        if self.paths > 0 {
            all.push(format!("{} without a connection to its start left out.", format_count(self.paths, "path")));
        }
        if self.walls > 0 {
            let is = is(self.walls, "is", "are");
            let walls = format_count(self.walls, "wall");
            all.push(format!("{walls} {is} left out of the map, because events open or expand them."));
        }
        if self.is_drawn_at_length {
            all.push("The views are too long to be searched for the places of events.".to_owned());
        }
        if self.is_off_the_ground {
            all.push("The map is left out, because events are outside it.".to_owned());
        }
        all
    }
}
