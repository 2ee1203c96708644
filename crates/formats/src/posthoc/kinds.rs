//! The types of events that search traces share, and what they are in a log.

/// The event of a log for an event of a search trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Where a search begins.
    Source,
    /// Where it wants to go.
    Destination,
    /// A node joins the open list, or gets a new cost or parent.
    Open,
    /// A node is expanded.
    Expand,
    /// A node is done.
    Close,
    /// A node of the path that was found.
    Path,
    /// The ground, as gridscope writes it.
    Map,
    /// A tile changes, as gridscope writes it.
    Tile,
    /// A type of the program's own.
    Own,
}

/// The types with their meanings. The first of a meaning is the one that is written.
const TYPES: [(&str, Kind); 18] = [
    ("source", Kind::Source),
    ("start", Kind::Source),
    ("destination", Kind::Destination),
    ("goal", Kind::Destination),
    ("generating", Kind::Open),
    ("generate", Kind::Open),
    ("open", Kind::Open),
    ("opening", Kind::Open),
    ("updating", Kind::Open),
    ("update", Kind::Open),
    ("expanding", Kind::Expand),
    ("expand", Kind::Expand),
    ("closing", Kind::Close),
    ("close", Kind::Close),
    ("end", Kind::Path),
    ("finish", Kind::Path),
    ("solution", Kind::Path),
    ("map", Kind::Map),
];

/// Words of the log format. A type of the program's own with such a name gets another one.
const WORDS: [&str; 20] = [
    "open", "expand", "close", "reject", "dice", "path", "done", "weigh", "choose", "set", "clear", "see", "hide",
    "tile", "place", "move", "remove", "begin", "end", "note",
];

/// Beginning of such another name.
pub(super) const OWN: &str = "x-";

impl Kind {
    /// Returns the meaning of a type.
    pub(super) fn of(name: &str) -> Self {
        if name.eq_ignore_ascii_case("tile") {
            return Self::Tile;
        }
        TYPES.iter().find(|(known, _)| name.eq_ignore_ascii_case(known)).map_or(Self::Own, |known| known.1)
    }
}

/// Returns the word for events of a type that is not a word of the log format by itself.
pub(super) fn own_word(name: &str) -> String {
    if name.is_empty() {
        return "event".to_owned();
    }
    if WORDS.contains(&name) { format!("{OWN}{name}") } else { name.to_owned() }
}
