//! A line of a log: an event as the program logged it.

use super::cell::{Frame, cell};
use super::field_values::{LoggedValue, Others, Texts};
use super::word::Word;
use crate::survey::{ANY, Refusal, look};
use gridscope_trace::geometry::Cell;
use gridscope_trace::movement;
use serde_json::{Map, Value, json};
use std::borrow::Cow;

/// Error text: the form that every line must have.
const EXPECTED: &str = "a JSON object on one line";

/// An optional number in eight bytes.
#[derive(Clone, Copy)]
pub struct OptionalNumber(f64);

impl OptionalNumber {
    /// No number.
    pub(crate) const NONE: Self = Self(f64::NAN);

    /// Creates a value. NaN counts as no number.
    pub fn of(number: Option<f64>) -> Self {
        Self(number.unwrap_or(f64::NAN))
    }

    /// Returns the number, if there is one.
    pub const fn get(self) -> Option<f64> {
        if self.0.is_nan() { None } else { Some(self.0) }
    }
}

impl PartialEq for OptionalNumber {
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}

impl std::fmt::Debug for OptionalNumber {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.get().fmt(f)
    }
}

/// An event as the program logged it. A field that is missing or `null` is `None`. A long log has millions of these.
#[derive(Clone, PartialEq, Debug)]
pub struct LogEvent {
    /// Line number in the file, from 1. In a log that was converted, the number of the event; see [`LogEvent::line`].
    pub line: u32,
    /// Kind of the event.
    pub word: Word,
    /// Cell that the event is about.
    pub at: Option<Cell>,
    /// Cell that the step came from.
    pub from: Option<Cell>,
    /// Cost of the path so far.
    pub g: OptionalNumber,
    /// Heuristic estimate of the remaining cost.
    pub h: OptionalNumber,
    /// Sort key: the sum of both, or whatever the program logs.
    pub f: OptionalNumber,
    /// All other fields, in the order of the line.
    pub others: Others,
}

/// The fault of a line that cannot be read, and the expected content.
pub(super) type LineFault = (String, String);

impl LogEvent {
    /// Reads an event. Refuses cells outside the frame.
    pub(super) fn of(
        line: usize,
        mut all: Map<String, Value>,
        frame: Frame,
        texts: &mut Texts,
    ) -> Result<Self, LineFault> {
        let word = match all.shift_remove("event") {
            Some(Value::String(word)) => Word::of(&word, texts),
            Some(other) => return Err((format!("\"event\" is {other}"), "a word".into())),
            None if all.contains_key("format") => {
                return Err(("this is another header".into(), "it in the first line".into()));
            }
            None => return Err(("there is no \"event\"".into(), "an object such as {\"event\": \"open\", …}".into())),
        };
        let own = matches!(word, Word::Own(_));
        // An object names a node: its cell and the fields of its state.
        let node = all.get("from").and_then(Value::as_object).cloned();
        if let Some(node) = &node {
            all.insert("from".into(), node.get("at").cloned().unwrap_or_default());
        }
        let mut place = |name: &str| match all.get(name).map(|v| cell(name, v, frame)) {
            None => Ok(None),
            // The program's own kinds of events may use the field for something else.
            Some(Err(_)) if own && all.get(name).is_some_and(|v| !v.is_array()) => Ok(None),
            Some(place) => place.inspect(|_| _ = all.shift_remove(name)),
        };
        let (at, from) = (place("at")?, place("from")?);
        if let Some(node) = node {
            all.insert("from".into(), Value::Object(node));
        }
        let mut value = |name: &str| all.shift_remove(name).map_or(Ok(None), |v| number(name, &v));
        let (g, h, f) = (value("g")?, value("h")?, value("f")?);
        let (g, h, f) = (OptionalNumber::of(g), OptionalNumber::of(h), OptionalNumber::of(f));
        let mut event =
            Self { word, at, from, g, h, f, others: Others::read(all.into_iter(), texts), ..Self::bare(line) };
        // A candidate of a decision may have a name in place of a cell.
        let has_name = event.word == Word::Reject && event.others.get("name").is_some_and(|name| !name.is_null());
        if event.word.needs_cell() && event.at.is_none() && !has_name {
            let found = format!("an event {:?} has no \"at\"", event.name());
            return Err((found, "\"at\": [x, y]".into()));
        }
        event.check(frame)?;
        if !frame.is_plain() {
            event.move_cells(frame);
        }
        Ok(event)
    }

    /// Converts the cells in the other fields from the log's own coordinates to positions on the map.
    fn move_cells(&mut self, frame: Frame) {
        for name in ["cells", "start", "goal"] {
            let Some(told) = self.others.get(name).map(|told| told.json().into_owned()) else { continue };
            let one = |value: &Value| cell(name, value, frame).ok().flatten().map(|cell| json!(cell));
            let moved = match (name, &told) {
                ("cells", Value::Array(all)) => all.iter().map(one).collect::<Option<Vec<_>>>().map(Value::from),
                _ => one(&told),
            };
            if let Some(moved) = moved {
                self.others.insert(name, moved.into());
            }
        }
    }

    /// Creates a note without text, as a base for events that the caller fills in.
    pub fn bare(line: usize) -> Self {
        let (none, others) = (OptionalNumber::NONE, Others::default());
        Self { line: line as u32, word: Word::Note, at: None, from: None, g: none, h: none, f: none, others }
    }

    /// Returns the line number in the file, from 1. In a log that was converted, the number of the event in the run.
    pub const fn line(&self) -> usize {
        self.line as usize
    }

    /// Returns the cost of the path so far.
    pub fn g(&self) -> Option<f64> {
        self.g.get()
    }

    /// Returns the heuristic estimate of the remaining cost.
    pub fn h(&self) -> Option<f64> {
        self.h.get()
    }

    /// Returns the sort key: the sum of both, or whatever the program logs.
    pub fn f(&self) -> Option<f64> {
        self.f.get()
    }

    /// Returns the line as JSON, in the log's own coordinates.
    pub(super) fn json(&self, frame: Frame) -> Value {
        let mut all = Map::from_iter([("event".to_owned(), Value::from(self.name()))]);
        let cells = [("at", self.at), ("from", self.from)];
        all.extend(cells.into_iter().filter_map(|(name, cell)| Some((name.to_owned(), frame.outside(cell?)))));
        let finite = |x: f64| match x {
            x if x.is_infinite() => Value::from(if x > 0.0 { "inf" } else { "-inf" }),
            // Write whole numbers without a decimal point.
            x if x.fract() == 0.0 && x.abs() < 9e15 => Value::from(x as i64),
            x => Value::from(x),
        };
        let numbers = [("g", self.g()), ("h", self.h()), ("f", self.f())];
        all.extend(numbers.into_iter().filter_map(|(name, x)| Some((name.to_owned(), finite(x?)))));
        all.extend(self.others.iter().map(|(name, value)| (name.to_owned(), value.json().into_owned())));
        if !frame.is_plain() {
            for name in ["start", "goal"] {
                self.cell(name).map(|at| all.insert(name.into(), frame.outside(at)));
            }
            let cells = self.cells("cells").map(|cells| cells.into_iter().map(|at| frame.outside(at)).collect());
            cells.map(|cells: Vec<Value>| all.insert("cells".into(), cells.into()));
        }
        Value::Object(all)
    }

    /// Replaces the kind of the event by a standard word, optionally followed by a reason.
    pub(super) fn set_standard_word(&mut self, said: &str) {
        let (word, why) = said.split_once(' ').unwrap_or((said, ""));
        if word.is_empty() {
            return;
        }
        self.word = Word::of(word, &mut Texts::default());
        if !why.is_empty() {
            self.others.insert("why", LoggedValue::text(why));
        } else if let (Word::Reject, Some(told)) = (&self.word, self.text("why")) {
            // Translate the reasons that gridscope's own runs give for rejecting a step.
            let why = match told {
                told if told == movement::Refusal::Corner.because() => "corner",
                told if told == movement::Refusal::Blocked.because() || told == movement::Refusal::Edge.because() => {
                    "wall"
                }
                _ => "rule",
            };
            self.others.insert("why", LoggedValue::text(why));
        }
    }

    /// Merges cells of a path that were logged one by one, from the goal, into one path.
    pub(super) fn path(mut told: Vec<Self>) -> Option<Self> {
        told.reverse();
        let line = told.first()?.line();
        let cells: Vec<Value> = told.iter().filter_map(|event| Some(json!(event.at?))).collect();
        let mut path = Self { word: Word::Path, ..Self::bare(line) };
        path.others.insert("cells", Value::from(cells).into());
        Some(path)
    }

    /// Checks the fields that only some kinds of events have.
    pub(super) fn check(&self, frame: Frame) -> Result<(), LineFault> {
        if self.others.is_empty() && self.word != Word::Tile {
            return Ok(());
        }
        let field = |name: &str| self.others.get(name).filter(|v| !v.is_null()).map(LoggedValue::json);
        match self.word {
            Word::Path => {
                let expected = || "\"cells\": a list of cells, the start first".to_owned();
                if let Some(cost) = field("cost") {
                    number("cost", &cost)?;
                }
                let Some(cells) = field("cells") else { return Ok(()) };
                let cells = cells.as_array().ok_or_else(|| (format!("\"cells\" is {cells}"), expected()))?;
                for one in cells {
                    if cell("cells", one, frame)?.is_none() {
                        return Err(("\"cells\" holds null".into(), expected()));
                    }
                }
            }
            Word::Tile if self.text("tile").is_none() => {
                return Err((
                    "an event \"tile\" has no \"tile\"".into(),
                    "the name of a tile, such as \"door-open\"".into(),
                ));
            }
            Word::Begin => {
                for name in ["start", "goal"] {
                    cell(name, &field(name).unwrap_or(Cow::Owned(Value::Null)), frame)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Returns the word for the kind, as written in the log.
    pub fn name(&self) -> String {
        match &self.word {
            Word::Own(name) => name.to_string(),
            word => format!("{word:?}").to_lowercase(),
        }
    }

    /// Returns the name of the open list that the event is about, if the program has several.
    pub fn list(&self) -> Option<String> {
        self.text("list").map(str::to_owned)
    }

    /// Returns whether the event begins a search by naming its start or goal.
    pub fn begins_search(&self) -> bool {
        self.word == Word::Begin && ["start", "goal"].iter().any(|end| self.others.contains_key(end))
    }

    /// Returns whether the event begins an iteration, as in iterative deepening. The audit then forgets the nodes seen
    /// so far.
    pub fn begins_iteration(&self) -> bool {
        let is_iteration = |phase: &str| phase == "iteration" || phase.starts_with("iteration ");
        self.word == Word::Begin && self.text("phase").is_some_and(is_iteration)
    }

    /// Returns a text field.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.others.get(name).and_then(LoggedValue::as_str)
    }

    /// Returns a number field, or `None` if it is not a number.
    pub fn number(&self, name: &str) -> Option<f64> {
        match name {
            "g" => self.g(),
            "h" => self.h(),
            "f" => self.f(),
            _ => self.others.get(name).and_then(|v| v.number(name)),
        }
    }

    /// Returns a field with a list of cells, or `None` if an entry is not a cell.
    pub fn cells(&self, name: &str) -> Option<Vec<Cell>> {
        let json_value = self.others.get(name)?.json();
        let all = json_value.as_array()?;
        all.iter().map(|v| cell(name, v, Frame::default()).ok().flatten()).collect()
    }

    /// Returns a field with a cell, or `None` if it is not a cell.
    pub fn cell(&self, name: &str) -> Option<Cell> {
        self.others.get(name).and_then(|v| cell(name, &v.json(), Frame::default()).ok().flatten())
    }
}

/// Reads a number. `"inf"` is infinity, and `null` is no number.
pub(super) fn number(name: &str, value: &Value) -> Result<Option<f64>, LineFault> {
    match value {
        Value::Null => Ok(None),
        Value::Number(n) => Ok(n.as_f64()),
        Value::String(s) if s == "inf" => Ok(Some(f64::INFINITY)),
        Value::String(s) if s == "-inf" => Ok(Some(f64::NEG_INFINITY)),
        other => Err((format!("{name:?} is {other}"), "a number".into())),
    }
}

/// Parses a line as a JSON object without duplicate fields. Also accepts Python's bare `Infinity`, as infinity, and
/// `NaN`, as a missing value.
pub(super) fn object(line: &str) -> Result<Map<String, Value>, LineFault> {
    let found = |column: usize, found: &str, expected: String| (format!("{found}, at column {column}"), expected);
    let mended;
    let text = match look(line, &ANY) {
        Ok(_) => line,
        Err(Refusal::Found(_, column, what, expected)) => return Err(found(column, &what, expected)),
        Err(Refusal::Json(error)) => {
            mended = without_bare_words(line);
            match look(&mended, &ANY) {
                Ok(_) => &mended,
                Err(Refusal::Found(_, column, what, expected)) => return Err(found(column, &what, expected)),
                Err(Refusal::Json(_)) => return Err((plain(&error), EXPECTED.to_owned())),
            }
        }
    };
    match serde_json::from_str::<Value>(text) {
        Ok(Value::Object(all)) => Ok(all),
        Ok(_) => Err(("this is not an object".into(), EXPECTED.into())),
        Err(error) => Err((plain(&error), EXPECTED.to_owned())),
    }
}

/// Returns the message of a JSON error without the line number, which is always 1.
fn plain(error: &serde_json::Error) -> String {
    if error.is_eof() {
        return "the line is cut off".into();
    }
    let text = error.to_string();
    let what = text.split(" at line ").next().unwrap_or(&text);
    format!("this is not JSON: {what} at column {}", error.column())
}

/// Returns the line with bare `Infinity`, `-Infinity` and `NaN` replaced by valid JSON. Texts stay as they are.
fn without_bare_words(line: &str) -> String {
    let mut out = String::with_capacity(line.len().saturating_add(16));
    let (mut quoted, mut rest) = (false, line);
    while let Some(c) = rest.chars().next() {
        let bare = [("-Infinity", "\"-inf\""), ("Infinity", "\"inf\""), ("NaN", "null")];
        let found = bare.iter().filter(|_| !quoted).find_map(|(word, json)| Some((rest.strip_prefix(word)?, json)));
        if let Some((behind, json)) = found {
            out.push_str(json);
            rest = behind;
            continue;
        }
        let mut step = || {
            let mut letters = rest.chars();
            out.extend(letters.next());
            rest = letters.as_str();
        };
        step();
        if quoted && c == '\\' {
            step();
        } else if c == '"' {
            quoted = !quoted;
        }
    }
    out
}
