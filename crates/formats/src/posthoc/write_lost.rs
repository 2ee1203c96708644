//! Counts what a log has and a search trace has not.

/// Something that a search trace cannot hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    Refused,
    Ties,
    Dice,
    Questions,
    Layers,
    LayerValues,
    Seen,
    Decisions,
    Actors,
    Phases,
    Notes,
    Looks,
    Placeless,
    Fields,
    Lists,
    Walls,
}

/// Names of each part, in the singular and in the plural.
const NAMES: [(Part, &str, &str); 16] = [
    (Part::Refused, "refused neighbour", "refused neighbours"),
    (Part::Ties, "tie", "ties"),
    (Part::Dice, "random draw", "random draws"),
    (Part::Questions, "question", "questions"),
    (Part::Layers, "layer", "layers"),
    (Part::LayerValues, "change of a layer", "changes of layers"),
    (Part::Seen, "cell seen or no longer seen", "cells seen or no longer seen"),
    (Part::Decisions, "candidate or choice of a decision", "candidates and choices of decisions"),
    (Part::Actors, "place or move of an actor", "places and moves of actors"),
    (Part::Phases, "beginning or end of a phase", "beginnings and ends of phases"),
    (Part::Notes, "note or outcome", "notes and outcomes"),
    (Part::Looks, "event that only looks at a cell", "events that only look at a cell"),
    (Part::Placeless, "event without a cell", "events without a cell"),
    (Part::Fields, "text or list in an event", "texts and lists in events"),
    (Part::Lists, "name of an open list", "names of open lists"),
    (
        Part::Walls,
        "wall in the search trace (the map beside it has it)",
        "walls in the search trace (the map beside it has them)",
    ),
];

/// Counts of all parts.
#[derive(Default, Debug)]
pub(super) struct Lost([usize; NAMES.len()]);

impl Lost {
    /// Counts parts that are lost.
    pub(super) fn add(&mut self, part: Part, more: usize) {
        if let Some(count) = self.0.get_mut(part as usize) {
            *count = count.saturating_add(more);
        }
    }

    /// Returns a phrase for each part that is lost.
    pub(super) fn phrases(&self) -> Vec<String> {
        let counts =
            NAMES.iter().map(|&(part, one, many)| (self.0.get(part as usize).copied().unwrap_or(0), one, many));
        counts
            .filter(|all| all.0 > 0)
            .map(|(n, one, many)| format!("{n} {}", if n == 1 { one } else { many }))
            .collect()
    }
}
