//! A logger for the algorithm of another program. It writes a line of JSON for each event, for `gridscope open` and
//! `gridscope check`.
//!
//! ```
//! use gridscope_log::Logger;
//!
//! let rows = ["#####", "#...#", "#####"];
//! let mut log = Logger::start(&rows, (1, 1), (3, 1)).neighbours(4).order(&["f"]).costs(1.0, None).to(Vec::new());
//! log.open((1, 1), None, 0, 2);                  // the cell joins the open list; None: no parent
//! log.expand((1, 1), 0);                         // the cell is taken from the open list
//! log.open((2, 1), Some((1, 1).into()), 1, 1);   // the cell that it was reached from, g, h
//! log.reject((1, 0), (1, 1), "wall");
//! log.event("wave", &[("ring", 1.into()), ("at", (2, 1).into())]);
//! let text = String::from_utf8(log.into_inner()).unwrap();
//! assert_eq!(text.lines().nth(3), Some(r#"{"event":"open","at":[2,1],"from":[1,1],"g":1,"h":1}"#));
//! ```
//!
//! `Vec<u8>` may be any [`std::io::Write`]. With [`Start::by_environment`] an environment variable decides where the
//! lines go, or that nothing is logged. To view a log in memory at once, use `gridscope::app().show(log)`. Loggers for
//! other languages and the meaning of the words are described in `loggers/README.md`.

#![warn(unreachable_pub)]
#![deny(clippy::unwrap_used, clippy::panic, clippy::todo, clippy::unimplemented, clippy::dbg_macro)]

mod field;
mod output;

pub use field::Field;
pub use output::Output;

use gridscope_grid::geometry::Cell;
use gridscope_grid::movement::Corners;
use serde_json::{Map, Value};
use std::io::{self, Write};

/// The name of the format in traces and logs.
pub const FORMAT: &str = "gridscope-trace";
/// The version that is written, which is also the newest that can be read.
pub const VERSION: u64 = 2;

/// The header of a log that has not been started. State only facts: `gridscope check` checks the log against them, and
/// skips every rule that lacks its facts.
#[derive(Clone, Debug)]
#[must_use = "it logs nothing before it is told where to"]
pub struct Start(Map<String, Value>);

/// Writes the events of an algorithm, one call and one line per event. Each line is flushed. So a log can be followed
/// while it grows, and a crash leaves only complete lines.
///
/// If a line cannot be written, the logger reports it once on standard error. The program continues without a log.
#[derive(Debug)]
pub struct Logger<W: Write> {
    out: W,
    /// The keys of the open list, for every search of the log.
    order: Option<Field>,
    searches: usize,
    failed: bool,
}

impl Logger<Vec<u8>> {
    /// Creates the header of a log on a map. The map is given as rows of text, from the top (`#` wall, `.` floor, `+`
    /// door …). `start` is the cell where the search starts, and `goal` the cell that it should reach.
    pub fn start(rows: &[impl AsRef<str>], start: impl Into<Cell>, goal: impl Into<Cell>) -> Start {
        Self::on(rows).more("start", start.into()).more("goal", goal.into())
    }

    /// Creates the header of a log on a map for a program that is not a single search, such as a game whose events
    /// place the actors.
    pub fn on(rows: &[impl AsRef<str>]) -> Start {
        let rows: Vec<Value> = rows.iter().map(|row| row.as_ref().into()).collect();
        let header = [("format", FORMAT.into()), ("version", VERSION.into()), ("map", rows.into())];
        let header = header.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        Start(header)
    }
}

impl Start {
    /// Sets the number of neighbours of a cell: 4 or 8.
    pub fn neighbours(self, neighbours: u8) -> Self {
        self.more("neighbours", neighbours)
    }

    /// Sets the rule for corner cutting.
    pub fn corners(self, corners: Corners) -> Self {
        self.more("corners", corners.name())
    }

    /// Sets the fields that the open list is ordered by, the most important first. `-` before a field means that the
    /// larger value comes first, and `#` is the number of the entry.
    pub fn order(mut self, keys: &[&str]) -> Self {
        self.0.insert("order".into(), keys.to_vec().into());
        self
    }

    /// Sets the cost of a straight step, and of a diagonal step if there are any.
    pub fn costs(mut self, straight: f64, diagonal: Option<f64>) -> Self {
        let mut costs = Map::from_iter([("straight".to_owned(), straight.into())]);
        costs.extend(diagonal.map(|price| ("diagonal".to_owned(), price.into())));
        self.0.insert("costs".into(), costs.into());
        self
    }

    /// Sets the title.
    pub fn title(self, title: &str) -> Self {
        self.more("title", title)
    }

    /// Sets any other field of the header, such as `optimal` or `steps`.
    pub fn more(mut self, name: &str, field: impl Into<Field>) -> Self {
        self.0.insert(name.to_owned(), field.into().json());
        self
    }

    /// Logs to a writer.
    pub fn to<W: Write>(self, out: W) -> Logger<W> {
        let order = self.0.get("order").cloned().map(Field::from_value);
        let mut logger = Logger { out, order, searches: 1, failed: false };
        logger.write(&Value::Object(self.0));
        logger
    }

    /// Logs to the destination in the environment variable `GRIDSCOPE`, like the loggers of all languages. `off` writes
    /// nothing, `1` writes to standard output, and any other value is the name of a file. If it is not set, the file is
    /// `gridscope.trace.jsonl` in the current folder.
    pub fn by_environment(self) -> Logger<Output> {
        self.to(Output::of(std::env::var("GRIDSCOPE").ok().as_deref()))
    }
}

impl Logger<Vec<u8>> {
    /// Returns the lines logged so far.
    pub fn lines(&self) -> &[u8] {
        &self.out
    }
}

impl<W: Write> Logger<W> {
    /// Logs that a cell joins the open list, or is added again with another cost. `from` is the cell that it was
    /// reached from, `g` the cost of the path to the cell, and `h` the estimate of the remaining cost. Use
    /// [`Field::NONE`] for a missing value.
    pub fn open(&mut self, cell: impl Into<Cell>, from: Option<Cell>, g: impl Into<Field>, h: impl Into<Field>) {
        self.event("open", &[("at", cell.into().into()), ("from", from.into()), ("g", g.into()), ("h", h.into())]);
    }

    /// Logs that a cell is taken from the open list. Call it before the calls of [`Logger::open`] for its neighbours.
    pub fn expand(&mut self, cell: impl Into<Cell>, g: impl Into<Field>) {
        self.event("expand", &[("at", cell.into().into()), ("g", g.into())]);
    }

    /// Logs that a step from another cell to this one was refused. The reason is `wall`, `corner`, `closed`, `dearer`,
    /// `equal`, or a word of your own.
    pub fn reject(&mut self, cell: impl Into<Cell>, from: impl Into<Cell>, why: &str) {
        self.event("reject", &[("at", cell.into().into()), ("from", from.into().into()), ("why", why.into())]);
    }

    /// Logs the path that was found, the start first, and its cost.
    pub fn path(&mut self, cells: &[Cell], cost: impl Into<Field>) {
        self.event("path", &[("cells", cells.into()), ("cost", cost.into())]);
    }

    /// Logs the end of the run: `found`, `none`, or a word of your own.
    pub fn done(&mut self, result: &str) {
        self.event("done", &[("result", result.into())]);
    }

    /// Logs that another search on the same map begins. The previous search ends.
    pub fn search(&mut self, start: impl Into<Cell>, goal: impl Into<Cell>) {
        self.searches += 1;
        if self.searches > 2 {
            self.event("end", &[]);
        }
        let order = self.order.clone().map(|keys| ("order", keys));
        let ends = [("start", start.into().into()), ("goal", goal.into().into())];
        let all: Vec<_> = [("phase", "search".into())].into_iter().chain(ends).chain(order).collect();
        self.event("begin", &all);
    }

    /// Logs any other event by its word: `note`, `place`, `move`, `weigh`, `choose`, `set`, or a word of your own.
    pub fn event(&mut self, word: &str, fields: &[(&str, Field)]) {
        let event = ("event".to_owned(), Value::from(word));
        let fields = fields.iter().map(|(name, field)| ((*name).to_owned(), field.clone().json()));
        self.write(&Value::Object(std::iter::once(event).chain(fields).collect()));
    }

    /// Returns the writer.
    pub fn into_inner(self) -> W {
        self.out
    }

    fn write(&mut self, line: &Value) {
        if self.failed {
            return;
        }
        // Written and flushed at once, so that a crash leaves only complete lines.
        let line = format!("{line}\n");
        if let Err(error) = self.out.write_all(line.as_bytes()).and_then(|()| self.out.flush()) {
            self.failed = true;
            // If standard error is closed too, the message is lost.
            let _ = writeln!(io::stderr(), "gridscope writes no log: {error}");
        }
    }
}

/// The examples of the README compile.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
