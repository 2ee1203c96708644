//! Compares a trace with a run of its scene, line by line, whatever version of gridscope wrote it.

use super::line_shape::LineShapes;
use super::lines::BESIDE;
use super::writer::end;
use super::{FormatError, TraceFile};
use crate::format::here;
use crate::reading::unreadable;
use crate::survey::object;
use gridscope_trace::later::later;
use gridscope_trace::progress::boxed;
use gridscope_trace::trace::schema::Schema;
use gridscope_trace::trace::{Progress, Replay};
use serde::de::IgnoredAny;
use serde_json::{Map, Value};

/// Number of events between two checks for cancellation.
const BETWEEN: usize = 1024;

impl TraceFile {
    /// Checks that running the scene again gives the recorded run. Returns whether everything was compared: not if
    /// `progress` is stopped.
    ///
    /// # Errors
    /// Returns an error at the first event that differs, or if one of the two runs ends before the other.
    pub async fn agrees(&self, replay: &Replay, progress: &Progress) -> Result<bool, FormatError> {
        // A trace that was read needed the whole program.
        later(here(&self.name)?, || boxed(self.compare(replay, progress))).await
    }

    async fn compare(&self, replay: &Replay, progress: &Progress) -> Result<bool, FormatError> {
        let broken = |error| unreadable(&self.name, &error);
        let (mut lines, mut shapes) = (self.body.lines(), LineShapes::new(replay, self.version));
        let mut expected = Vec::new();
        for index in 0..replay.len() {
            if progress.pause_every(BETWEEN, index).await.is_err() {
                return Ok(false);
            }
            expected.clear();
            if let Some((fields, shape)) = shapes.of_event(index) {
                shape.write(fields, &mut expected);
            }
            let found = lines.next().map_err(broken)?;
            if found.is_some_and(|(_, line)| has_fields(line, &expected)) {
                continue;
            }
            expected.push(b'}');
            let expected = String::from_utf8_lossy(&expected);
            let Some((number, line)) = found else {
                if self.is_halted() {
                    // A budget ended that recording. Up to there, the two runs are equal.
                    return Ok(true);
                }
                return Err(self.differs(index.saturating_add(2), index, "is missing", &expected));
            };
            let line = String::from_utf8_lossy(line);
            if !same(self.version, &line, &expected, replay.schema()) {
                return Err(self.differs(number, index, &format!("is {}", line.trim()), &expected));
            }
        }
        let end = (self.version > 1 && !replay.outcome().is_null()).then(|| end(replay.outcome()));
        let last = lines.next().map_err(broken)?.map(|(number, line)| (number, String::from_utf8_lossy(line)));
        match (last, end) {
            (Some((number, line)), Some(end)) if line != end && !same(self.version, &line, &end, replay.schema()) => {
                Err(self.differs(number, replay.len(), &format!("is {}", line.trim()), &end))
            }
            (Some(_), Some(_)) => match lines.next().map_err(broken)? {
                Some((number, line)) => {
                    let found = format!("is followed by {}", String::from_utf8_lossy(line).trim());
                    Err(self.differs(number, replay.len(), &found, "the end"))
                }
                None => Ok(true),
            },
            (None, None) => Ok(true),
            // A budget ended one of the runs. Up to there, they are equal.
            (None, Some(_)) if self.is_halted() => Ok(true),
            (Some(_), None) if replay.halted().is_some() => Ok(true),
            (None, Some(end)) => Err(self.differs(replay.len().saturating_add(2), replay.len(), "is missing", &end)),
            (Some((number, line)), None) => {
                Err(self.differs(number, replay.len(), &format!("is {}", line.trim()), "the end"))
            }
        }
    }

    /// Returns whether a budget ended the recorded run.
    fn is_halted(&self) -> bool {
        object("", 1, &self.header, "").is_ok_and(|header| header.contains_key("halted"))
    }

    fn differs(&self, line: usize, index: usize, found: &str, expected: &str) -> FormatError {
        let algorithm = &self.scene.run.algorithm;
        let why = format!("the trace was changed, or made by another program's {algorithm} or another version of it");
        let expected = format!("{expected}, which is what its scene does when it is run here: {why}");
        FormatError::at(&self.name, line, None, &format!("event {} {found}", index.saturating_add(1)), &expected)
    }
}

/// Returns whether a line has exactly these fields, in the same text, and perhaps more data under `_`. `fields` is the
/// line without the closing brace.
fn has_fields(line: &[u8], fields: &[u8]) -> bool {
    match line.strip_prefix(fields) {
        Some(b"}") => true,
        Some(rest) => {
            let beside = rest.strip_prefix(br#","_":"#).and_then(|rest| rest.strip_suffix(b"}"));
            // Only one value can be there: no field may come after it.
            beside.is_some_and(|json| serde_json::from_slice::<IgnoredAny>(json).is_ok())
        }
        None => false,
    }
}

/// Returns whether two lines are equal apart from spelling and from names of earlier versions.
///
/// Former names of a kind count as equal, and texts of several words are not compared. Fields that had another name are
/// ignored, because they may also have had other values. If `version` is 1, fields that it did not have yet are
/// ignored. Both lines are parsed by the same reader, so that numbers stay comparable.
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
