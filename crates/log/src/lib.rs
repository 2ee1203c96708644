//! A logger: what a program's own algorithm does, a line of JSON for each event, for `gridscope open` and `gridscope check`.
//!
//! ```
//! use gridscope::log::Logger;
//!
//! let rows = ["#####", "#...#", "#####"];
//! let mut log = Logger::start(&rows, (1, 1), (3, 1)).neighbours(4).order(&["f"]).costs(1.0, None).to(Vec::new());
//! log.open((1, 1), None, 0, 2);                  // it joins the open list; None: nothing led there
//! log.expand((1, 1), 0);                         // it is taken from the open list
//! log.open((2, 1), Some((1, 1).into()), 1, 1);   // the cell that it was reached from, g, h
//! log.reject((1, 0), (1, 1), "wall");
//! log.event("wave", &[("ring", 1.into()), ("at", (2, 1).into())]);
//! let text = String::from_utf8(log.into_inner()).unwrap();
//! assert_eq!(text.lines().nth(3), Some(r#"{"event":"open","at":[2,1],"from":[1,1],"g":1,"h":1}"#));
//! ```
//!
//! `Vec<u8>` may be any [`std::io::Write`]; [`Start::by_environment`] lets the environment say where the lines go, and
//! whether. What a logger keeps is looked at at once: `gridscope::app().show(log)`. The other languages' loggers, and what
//! the words mean, are in `loggers/README.md`.

#![deny(clippy::unwrap_used, clippy::panic, clippy::todo, clippy::unimplemented, clippy::dbg_macro)]

mod field;
mod output;

pub use field::Field;
pub use output::Output;

use gridscope_grid::geometry::Cell;
use gridscope_grid::movement::Corners;
use serde_json::{Map, Value};
use std::io::{self, Write};

/// What traces and logs call their format.
pub const FORMAT: &str = "gridscope-trace";
/// The version that is written, and the newest that is read.
pub const VERSION: u64 = 2;

/// A logger about to be started: what the header states. State only what is so; `gridscope check` holds the log to it, and
/// asks no rule that lacks its facts.
#[derive(Clone, Debug)]
#[must_use = "it logs nothing before it is told where to"]
pub struct Start(Map<String, Value>);

/// Writes what an algorithm does, an event a call, a line each. Each line is flushed: a log can be followed while it grows,
/// and what a crash leaves are whole lines.
///
/// Where a line cannot be written, that is said once on standard error; the program goes on without a log.
#[derive(Debug)]
pub struct Logger<W: Write> {
    out: W,
    /// The keys of the open list, for every search of the log.
    order: Option<Field>,
    searches: usize,
    failed: bool,
}

impl Logger<Vec<u8>> {
    /// A log on a map: rows of text, from the top (`#` wall, `.` floor, `+` door …), the cell where the search starts, and
    /// the one that it should reach.
    pub fn start(rows: &[impl AsRef<str>], start: impl Into<Cell>, goal: impl Into<Cell>) -> Start {
        Self::on(rows).more("start", start.into()).more("goal", goal.into())
    }

    /// A log on a map that is not one search: a game, whose actors are placed by events.
    pub fn on(rows: &[impl AsRef<str>]) -> Start {
        let rows: Vec<Value> = rows.iter().map(|row| row.as_ref().into()).collect();
        let header = [("format", FORMAT.into()), ("version", VERSION.into()), ("map", rows.into())];
        let header = header.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        Start(header)
    }
}

impl Start {
    /// How many neighbours a cell has: 4 or 8.
    pub fn neighbours(self, neighbours: u8) -> Self {
        self.more("neighbours", neighbours)
    }

    /// When a diagonal step may pass a blocked corner.
    pub fn corners(self, corners: Corners) -> Self {
        self.more("corners", corners.name())
    }

    /// The fields that the open list is ordered by, the first decides; `-` before one for the larger first, `#` for the
    /// number of the entry.
    pub fn order(mut self, keys: &[&str]) -> Self {
        self.0.insert("order".into(), keys.to_vec().into());
        self
    }

    /// What a straight step costs, and a diagonal one where there are such.
    pub fn costs(mut self, straight: f64, diagonal: Option<f64>) -> Self {
        let mut costs = Map::from_iter([("straight".to_owned(), straight.into())]);
        costs.extend(diagonal.map(|price| ("diagonal".to_owned(), price.into())));
        self.0.insert("costs".into(), costs.into());
        self
    }

    /// The title.
    pub fn title(self, title: &str) -> Self {
        self.more("title", title)
    }

    /// Anything else that a header may state, such as `optimal` or `steps`.
    pub fn more(mut self, name: &str, field: impl Into<Field>) -> Self {
        self.0.insert(name.to_owned(), field.into().json());
        self
    }

    /// Logs to a writer.
    pub fn to<W: Write>(self, out: W) -> Logger<W> {
        let order = self.0.get("order").cloned().map(Field::given);
        let mut logger = Logger { out, order, searches: 1, failed: false };
        logger.write(&Value::Object(self.0));
        logger
    }

    /// Logs to where the variable `GRIDSCOPE` says, as the loggers of all languages do: `off` writes nothing, `1` to
    /// standard output, anything else to the file of that name. Unset, it is `gridscope.trace.jsonl` in the current folder.
    pub fn by_environment(self) -> Logger<Output> {
        self.to(Output::of(std::env::var("GRIDSCOPE").ok().as_deref()))
    }
}

impl Logger<Vec<u8>> {
    /// The lines that were logged so far.
    pub fn lines(&self) -> &[u8] {
        &self.out
    }
}

impl<W: Write> Logger<W> {
    /// The cell joins the open list, or is there again at another cost. `from` is the cell that it was reached from, `g` the
    /// cost of the way there, `h` the estimate of the rest; [`Field::NONE`] where there is none.
    pub fn open(&mut self, cell: impl Into<Cell>, from: Option<Cell>, g: impl Into<Field>, h: impl Into<Field>) {
        self.event("open", &[("at", cell.into().into()), ("from", from.into()), ("g", g.into()), ("h", h.into())]);
    }

    /// The cell is taken from the open list: before the opens that it causes.
    pub fn expand(&mut self, cell: impl Into<Cell>, g: impl Into<Field>) {
        self.event("expand", &[("at", cell.into().into()), ("g", g.into())]);
    }

    /// The cell was looked at from another and refused: `wall`, `corner`, `closed`, `dearer`, `equal`, or a word of your
    /// own.
    pub fn reject(&mut self, cell: impl Into<Cell>, from: impl Into<Cell>, why: &str) {
        self.event("reject", &[("at", cell.into().into()), ("from", from.into().into()), ("why", why.into())]);
    }

    /// The way that was found, the start first, and what it costs.
    pub fn path(&mut self, cells: &[Cell], cost: impl Into<Field>) {
        self.event("path", &[("cells", cells.into()), ("cost", cost.into())]);
    }

    /// The end: `found`, `none`, or a word of your own.
    pub fn done(&mut self, result: &str) {
        self.event("done", &[("result", result.into())]);
    }

    /// Another search on the same map begins; the one before it ends.
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

    /// Anything else, by its word: `note`, `place`, `move`, `weigh`, `choose`, `set`, or a word of your own.
    pub fn event(&mut self, word: &str, fields: &[(&str, Field)]) {
        let event = ("event".to_owned(), Value::from(word));
        let fields = fields.iter().map(|(name, field)| ((*name).to_owned(), field.clone().json()));
        self.write(&Value::Object(std::iter::once(event).chain(fields).collect()));
    }

    /// Where it wrote to.
    pub fn into_inner(self) -> W {
        self.out
    }

    fn write(&mut self, line: &Value) {
        if self.failed {
            return;
        }
        // At once, so that a crash leaves whole lines.
        let line = format!("{line}\n");
        if let Err(error) = self.out.write_all(line.as_bytes()).and_then(|()| self.out.flush()) {
            self.failed = true;
            // There is nobody left to tell when standard error is gone.
            let _ = writeln!(io::stderr(), "gridscope writes no log: {error}");
        }
    }
}
