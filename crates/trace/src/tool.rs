//! What an algorithm offers besides being run and stepped, such as the list of all asymmetric pairs of a rule of sight.
//!
//! A tool stands on the card. The command line has a subcommand for each, and the window a button, without knowing any.

use crate::geometry::Cell;
use crate::params::{Param, Resolved};
use crate::run_error::RunError;
use crate::scene::Scene;

/// A tool of an algorithm.
#[derive(Clone, Copy, Debug)]
pub struct Tool {
    /// The subcommand of the command line, and the name in files.
    pub id: &'static str,
    /// The title.
    pub title: &'static str,
    /// What it does, in one sentence.
    pub help: &'static str,
    /// What the button says that starts it, such as `Find all pairs`.
    pub start: &'static str,
    /// What can be said to it, besides the parameters of the algorithm.
    pub inputs: &'static [Param],
    /// What it does.
    pub does: Does,
}

/// What a tool does.
#[derive(Clone, Copy, Debug)]
pub enum Does {
    /// It works something out of a scene.
    Find(Find),
    /// It runs the scene with another algorithm, of this id.
    Run(&'static str),
}

/// Works something out of a scene with the parameters of its algorithm and the inputs of the tool. `watch` is told how
/// much is done, 0 to 1, and stops it all by answering `false`.
pub type Find = fn(&Scene, &Resolved, &Resolved, &mut dyn FnMut(f32) -> bool) -> Result<Findings, RunError>;

/// What a tool found: a list of groups of cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Findings {
    /// What is counted: `pairs`.
    pub what: &'static str,
    /// How many there are; the list may be shorter.
    pub total: u64,
    /// What was found, in a sentence without its full stop.
    pub summary: String,
    /// How many cells each row of the list has.
    pub width: usize,
    /// The cells of all rows, one row after the other.
    pub cells: Vec<Cell>,
    /// What stands between two cells of a row when it is read: ` sees `.
    pub between: &'static str,
    /// Whether each cell of a row is a place to start from, and the runs from there are worth looking at side by side.
    pub starts: bool,
}

impl Findings {
    /// How many rows are listed.
    pub const fn len(&self) -> usize {
        match self.cells.len().checked_div(self.width) {
            Some(rows) => rows,
            None => 0,
        }
    }

    /// Whether nothing was found.
    pub const fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// The cells of a row below [`Findings::len`].
    pub fn row(&self, row: usize) -> &[Cell] {
        &self.cells[row * self.width..][..self.width]
    }

    /// A row below [`Findings::len`] as it is read: `(1,2) sees (3,4)`.
    pub fn say(&self, row: usize) -> String {
        self.row(row).iter().map(Cell::to_string).collect::<Vec<_>>().join(self.between)
    }

    /// The cells of each row.
    pub fn rows(&self) -> impl Iterator<Item = &[Cell]> {
        self.cells.chunks_exact(self.width.max(1))
    }
}
