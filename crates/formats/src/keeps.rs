//! Which parts of a scene a format keeps, as the export dialog and the table in the documentation show it.

/// How much of a part of a scene a format keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kept {
    /// All of it.
    All,
    /// Some of it. [`Written::lost`](crate::Written::lost) names the rest.
    Part,
    /// Nothing.
    Nothing,
}

/// Which parts of a scene a format keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Keeps {
    /// The tile of each cell.
    pub tiles: Kept,
    /// The weights of cells.
    pub costs: Kept,
    /// The actors, with their fields.
    pub actors: Kept,
    /// The known cells.
    pub known: Kept,
    /// Title, notes, rooms, script and run.
    pub rest: Kept,
}

impl Keeps {
    /// Everything.
    pub(crate) const EVERYTHING: Self = Self::of([Kept::All; 5]);
    /// The tiles, and nothing else.
    pub(crate) const TILES: Self = Self::of([Kept::All, Kept::Nothing, Kept::Nothing, Kept::Nothing, Kept::Nothing]);

    /// Returns what is kept of tiles, costs, actors, known cells and the rest.
    pub(crate) const fn of([tiles, costs, actors, known, rest]: [Kept; 5]) -> Self {
        Self { tiles, costs, actors, known, rest }
    }

    /// Returns what is kept of tiles, costs, actors, known cells and the rest, with their names.
    pub const fn columns(self) -> [(&'static str, Kept); 5] {
        [
            ("tiles", self.tiles),
            ("costs", self.costs),
            ("actors", self.actors),
            ("known", self.known),
            ("rest", self.rest),
        ]
    }
}
