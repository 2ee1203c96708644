//! Tools: what an algorithm offers besides runs, such as a list of all asymmetric pairs of a visibility rule.
//!
//! A tool is declared on the card. The command line has a subcommand for each tool, and the window a button. Neither
//! needs code for a particular tool.

use crate::event::Name;
use crate::params::{Param, Resolved};
use crate::{Cell, Progress, RunError, Scene};
use serde::{Deserialize, Serialize};

/// A tool of an algorithm.
#[derive(Clone, Copy, Debug)]
pub struct Tool {
    /// The subcommand on the command line, and the name in files.
    pub id: &'static str,
    /// The title.
    pub title: &'static str,
    /// A one-sentence description.
    pub help: &'static str,
    /// The label of the button that starts it, such as `Find all pairs`.
    pub start: &'static str,
    /// Inputs of the tool, besides the parameters of the algorithm.
    pub inputs: &'static [Param],
    /// The action.
    pub does: ToolAction,
}

/// The action of a tool.
#[derive(Clone, Copy, Debug)]
pub enum ToolAction {
    /// Computes findings from a scene.
    Find(Find),
    /// Runs the scene with the algorithm of this id.
    Run(&'static str),
}

/// Computes findings from a scene, with the parameters of its algorithm and the inputs of the tool, on the threads of the
/// progress, which can stop it. The function receives the share that is done, 0 to 1.
pub type Find = fn(&Scene, &Resolved, &Resolved, &Progress, &mut dyn FnMut(f32)) -> Result<Findings, RunError>;

/// The result of a tool: a list of groups of cells.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Findings {
    /// The name of the counted things: `pairs`.
    pub what: Name,
    /// The total number. The list may be shorter.
    pub total: u64,
    /// A summary sentence without its full stop.
    pub summary: String,
    /// Number of cells in each row of the list.
    pub width: usize,
    /// The cells of all rows, one row after the other.
    pub cells: Vec<Cell>,
    /// The text between two cells of a row: ` sees `.
    pub between: Name,
    /// Whether each cell of a row is a starting point whose runs are worth comparing side by side.
    pub starts: bool,
}

impl Findings {
    /// Returns the number of listed rows.
    pub const fn len(&self) -> usize {
        match self.cells.len().checked_div(self.width) {
            Some(rows) => rows,
            None => 0,
        }
    }

    /// Returns whether nothing was found.
    pub const fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// Returns the cells of a row, which must be below [`Findings::len`].
    pub fn row(&self, row: usize) -> &[Cell] {
        &self.cells[row * self.width..][..self.width]
    }

    /// Returns a row below [`Findings::len`] as text: `(1,2) sees (3,4)`.
    pub fn say(&self, row: usize) -> String {
        self.row(row).iter().map(Cell::to_string).collect::<Vec<_>>().join(&self.between)
    }

    /// Returns the cells of each row.
    pub fn rows(&self) -> impl Iterator<Item = &[Cell]> {
        self.cells.chunks_exact(self.width.max(1))
    }
}
