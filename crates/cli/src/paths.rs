//! `paths`: keeps a map, reads pairs of cells from standard input, and answers each with a cheapest path.
//!
//! ```text
//! 0,1 4,1             a query; the answer is the cost and the cells, or none
//! open 2,1            makes a cell free, without an answer
//! close 2,1           blocks a cell, without an answer
//! ```
//!
//! With `--binary`, a query is five 32-bit whole numbers, little endian: what to do (0 path, 1 open, 2 close) and the
//! two cells. The answer is the cost as a 64-bit float, NaN if there is no path, the number of cells as a 32-bit number,
//! and x and y of each cell as 16-bit numbers.

use super::input::Source;
use super::map_flags::ReadArgs;
use super::place::FileOrStream;
use super::{CliError, Start, Stdout, output};
use crate::formats::Options;
use crate::outside::stdin::AwakeInput;
use gridscope_trace::map::{GridMap, Path};
use gridscope_trace::movement::Corners;
use gridscope_trace::terrain::Walk;
use gridscope_trace::{Cell, Finder, Registry, Scene};
use std::io::{self, BufRead, BufReader, Read as _, Write};

/// Longest line of a query, in bytes.
const LINE: u64 = 256;
/// Length of a query of `--binary`, in bytes.
const QUERY: usize = 20;

#[derive(clap::Args)]
pub(super) struct Args {
    /// A file or a preset's name. Standard input has the queries
    map: FileOrStream,
    /// Neighbours of a cell: 4 or 8
    #[arg(long, value_name = "4|8", default_value = "8", value_parser = ["4", "8"], hide_possible_values = true)]
    neighbours: String,
    /// When a diagonal step may pass a blocked cell: never, one (if only one of the two is blocked), always
    #[arg(long, value_name = "never|one|always", default_value = "never", value_parser = ["never", "one", "always"])]
    #[arg(hide_possible_values = true)]
    corners: String,
    /// Read and write numbers instead of text: a query is five 32-bit whole numbers, little endian (0 for a path, 1 to
    /// open a cell, 2 to close it, and x and y of two cells); the answer is the cost as a 64-bit float, NaN for no path,
    /// the number of cells as a 32-bit number, and x and y of each cell as 16-bit numbers
    #[arg(long)]
    binary: bool,
    #[command(flatten)]
    read: ReadArgs,
}

/// A query: a path, or a change of the map.
enum Query {
    Path(Cell, Cell),
    Open(Cell),
    Close(Cell),
}

/// A cell that is on no map, for coordinates that are out of range.
const NOWHERE: Cell = Cell::new(u16::MAX, u16::MAX);

impl Args {
    pub(super) fn execute(self, registry: &Registry, out: &mut Stdout<'_>) -> Result<Start, CliError> {
        if self.map.is_stream() {
            let found = "standard input has the queries";
            return Err(CliError::Input(format!("-: {found}; expected a file or a preset's name as the map")));
        }
        let source = Source::load(&self.map, &self.read.within(Options::with_registry(registry)))?.verified()?;
        let mut finder = Finder::new(self.ground(&source.scene));
        for note in &source.notes {
            output::note("note", note);
        }
        let mut queries = BufReader::with_capacity(1 << 16, AwakeInput::lock());
        if self.binary {
            numbers(&mut finder, &mut queries, out)?;
        } else {
            lines(&mut finder, &mut queries, out)?;
        }
        out.flush()?;
        Ok(Start::Exit(0))
    }

    /// Returns the map of a scene. Weights count; doors that open and costs of tiles do not.
    fn ground(&self, scene: &Scene) -> GridMap {
        let free = |cell| scene.tiles.get(cell).is_some_and(|tile| tile.info().walk == Walk::Yes);
        let mut map = GridMap::new(scene.size(), free).with_weights(scene.weights.clone());
        if self.neighbours == "4" {
            map = map.straight();
        }
        map.corners(match self.corners.as_str() {
            "one" => Corners::One,
            "always" => Corners::Always,
            _ => Corners::Never,
        })
    }
}

/// Answers a query. Returns a path only if the query asks for one and there is one.
fn answer(finder: &mut Finder, query: &Query) -> Option<Path> {
    match *query {
        Query::Path(from, to) => return finder.path(from, to),
        Query::Open(cell) => finder.open(cell),
        Query::Close(cell) => finder.close(cell),
    }
    None
}

fn lines(finder: &mut Finder, queries: &mut BufReader<impl io::Read>, out: &mut Stdout<'_>) -> Result<(), CliError> {
    let fail = |error| CliError::io("standard input", error);
    let mut line = String::new();
    for number in 1_u64.. {
        line.clear();
        if queries.by_ref().take(LINE).read_line(&mut line).map_err(fail)? == 0 {
            break;
        }
        if line.trim().is_empty() {
            continue;
        }
        let query = parse(line.trim()).ok_or_else(|| {
            let expected = "expected two cells such as 0,1 4,1, or open 2,1, or close 2,1";
            CliError::Input(format!("standard input, line {number}: {:?} is not a query; {expected}", line.trim()))
        })?;
        let path = answer(finder, &query);
        match (query, path) {
            (Query::Path(..), None) => writeln!(out, "none")?,
            (_, None) => {}
            (_, Some(path)) => {
                write!(out, "{}", path.cost.approx())?;
                for cell in &path.cells {
                    write!(out, " {},{}", cell.x, cell.y)?;
                }
                writeln!(out)?;
            }
        }
        // A caller that waits for this answer has sent nothing more.
        if queries.buffer().is_empty() {
            out.flush()?;
        }
    }
    Ok(())
}

fn parse(line: &str) -> Option<Query> {
    let (first, second) = line.split_once(' ')?;
    let second = cell(second.trim())?;
    Some(match first {
        "open" => Query::Open(second),
        "close" => Query::Close(second),
        first => Query::Path(cell(first)?, second),
    })
}

fn cell(text: &str) -> Option<Cell> {
    let (x, y) = text.split_once(',')?;
    Some(place(x.trim().parse().ok()?, y.trim().parse().ok()?))
}

fn place(x: i32, y: i32) -> Cell {
    match (u16::try_from(x), u16::try_from(y)) {
        (Ok(x), Ok(y)) => Cell::new(x, y),
        _ => NOWHERE,
    }
}

fn numbers(finder: &mut Finder, queries: &mut BufReader<impl io::Read>, out: &mut Stdout<'_>) -> Result<(), CliError> {
    let fail = |error| CliError::io("standard input", error);
    let out = out.raw();
    let mut bytes = [0; QUERY];
    let mut cells = Vec::new();
    while !queries.fill_buf().map_err(fail)?.is_empty() {
        queries.read_exact(&mut bytes).map_err(fail)?;
        let word = |at: usize| {
            let mut four = [0; 4];
            four.copy_from_slice(&bytes[at * 4..at * 4 + 4]);
            i32::from_le_bytes(four)
        };
        let (a, b) = (place(word(1), word(2)), place(word(3), word(4)));
        let query = match word(0) {
            0 => Query::Path(a, b),
            1 => Query::Open(a),
            2 => Query::Close(a),
            other => {
                let expected = "expected 0 for a path, 1 to open a cell or 2 to close it";
                return Err(CliError::Input(format!("standard input: {other} is not a query; {expected}")));
            }
        };
        let path = answer(finder, &query);
        if matches!(query, Query::Path(..)) {
            cells.clear();
            let found = path.as_ref().map_or(&[][..], |path| &path.cells);
            cells.extend_from_slice(&path.as_ref().map_or(f64::NAN, |path| path.cost.approx()).to_le_bytes());
            cells.extend_from_slice(&(found.len() as u32).to_le_bytes());
            for cell in found {
                cells.extend_from_slice(&cell.x.to_le_bytes());
                cells.extend_from_slice(&cell.y.to_le_bytes());
            }
            out.write_all(&cells)?;
        }
        // A caller that waits for this answer has sent nothing more.
        if queries.buffer().len() < QUERY {
            out.flush()?;
        }
    }
    Ok(())
}
