//! Whether a trace is the run of its scene, line by line, whatever version of gridscope wrote it.

use super::lines::{BESIDE, line};
use super::{FormatError, TraceFile, end};
use crate::core::trace::Replay;
use crate::core::trace::schema::Schema;
use crate::count::{Count as _, nth};
use crate::survey::object;
use serde_json::{Map, Value};

/// How many events are compared between two questions whether to go on.
const BETWEEN: usize = 1024;

impl TraceFile {
    /// Whether the run of its scene is the run that it tells of.
    ///
    /// # Errors
    /// At the first event that differs, or where one of the two ends before the other.
    pub fn agrees(&self, replay: &Replay) -> Result<(), FormatError> {
        self.agrees_within(replay, &mut || true).map(|_| ())
    }

    /// The same, as long as it is not told to stop: whether all of it was compared.
    ///
    /// # Errors
    /// As [`TraceFile::agrees`].
    pub fn agrees_within(&self, replay: &Replay, goes_on: &mut dyn FnMut() -> bool) -> Result<bool, FormatError> {
        let mut lines = self.body.lines().enumerate().filter(|(_, l)| !l.trim().is_empty());
        for index in 0..replay.len() {
            if index.is_multiple_of(BETWEEN) && !goes_on() {
                return Ok(false);
            }
            let expected = line(replay, index, self.version).to_string();
            let Some((n, line)) = lines.next() else {
                if self.is_halted() {
                    // A budget ended that recording; as far as it went it is the same run.
                    return Ok(true);
                }
                return Err(self.differs(index.and(2), index, "is missing", &expected));
            };
            if line != expected && !same(self.version, line, &expected, replay.schema()) {
                return Err(self.differs(n.and(2), index, &format!("is {}", line.trim()), &expected));
            }
        }
        let end = (self.version > 1 && !replay.outcome().is_null()).then(|| end(replay.outcome()));
        match (lines.next(), end) {
            (Some((n, line)), Some(end)) if line != end && !same(self.version, line, &end, replay.schema()) => {
                Err(self.differs(n.and(2), replay.len(), &format!("is {}", line.trim()), &end))
            }
            (Some(_), Some(_)) | (None, None) => Ok(true),
            (None, Some(_)) if self.is_halted() => Ok(true),
            (None, Some(end)) => Err(self.differs(replay.len().and(2), replay.len(), "is missing", &end)),
            (Some((n, line)), None) => {
                Err(self.differs(n.and(2), replay.len(), &format!("is {}", line.trim()), "the end"))
            }
        }
    }

    /// Whether a budget ended the run that was recorded.
    fn is_halted(&self) -> bool {
        object("", 1, &self.header, "").is_ok_and(|header| header.contains_key("halted"))
    }

    fn differs(&self, line: usize, index: usize, found: &str, expected: &str) -> FormatError {
        let algorithm = &self.scene.run.algorithm;
        let why = format!("the trace was changed, or made by another program's {algorithm} or another version of it");
        let expected = format!("{expected}, which is what its scene does when it is run here: {why}");
        FormatError::at(&self.name, line, None, &format!("event {} {found}", nth(index)), &expected)
    }
}

/// Another spelling of the same is the same, and so is what an earlier version called or worded otherwise: a kind by a name
/// that it once had, and texts of several words. A field that had another name is not compared: it may have had other
/// values, too. Nor is a field that version 1 did not have yet. Both go through one reader, so that numbers stay
/// comparable.
fn same(version: u64, a: &str, b: &str, schema: &Schema) -> bool {
    let read = |line: Option<Map<String, Value>>| {
        let mut line = line?;
        for (name, value) in &mut line {
            match value {
                Value::String(kind) if name == "event" => *value = schema.kind(kind).map_or(Value::Null, Into::into),
                Value::String(words) if words.contains(' ') => *value = Value::Bool(true),
                _ => {}
            }
        }
        line.retain(|name, _| name != BESIDE && !schema.renamed(name));
        Some(line)
    };
    let (a, b) = (object("", 1, a, "").ok(), serde_json::from_str(b).ok());
    let (Some(a), Some(mut b)) = (read(a), read(b)) else { return false };
    if version == 1 {
        b.retain(|name, _| a.contains_key(name));
    }
    a == b
}
