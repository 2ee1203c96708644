//! The settings of a map: a mapping of YAML.

use super::{FREE_THRESHOLD, OCCUPIED_THRESHOLD};
use crate::survey::{ANY, survey, typed};
use crate::{FormatError, lines, yaml};
use serde_json::{Map, Value};

/// Maximum number of other keys that a note lists.
const LISTED: usize = 8;

/// The meaning of shades between the thresholds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    /// Unknown.
    Trinary,
    /// A probability; transparent pixels are unknown.
    Scale,
    /// The shade itself is the occupancy in percent; above 100 it is unknown.
    Raw,
}

/// The settings of a map.
pub(super) struct Settings {
    /// Path of the picture, relative to the settings.
    pub(super) image: String,
    pub(super) mode: Mode,
    pub(super) negate: bool,
    pub(super) occupied: f64,
    pub(super) free: f64,
    /// Edge length of a cell in metres.
    resolution: f64,
    /// Place of the bottom left corner in metres, and the turn of the map in radians.
    origin: [f64; 3],
    /// Keys that are missing, with their default.
    missing: Vec<String>,
    other_keys: Vec<String>,
}

/// The keys and values of a file.
struct Entries<'a> {
    name: &'a str,
    text: &'a str,
    of: Map<String, Value>,
    /// Keys that are missing, with their default.
    missing: Vec<String>,
}

impl Settings {
    /// Reads the settings.
    ///
    /// # Errors
    /// Returns an error with the line that is not valid.
    pub(super) fn read(name: &str, text: &str) -> Result<Self, FormatError> {
        let placed = |error| FormatError { source: name.into(), column: None, ..error };
        let json = yaml::json(text).map_err(placed)?;
        survey(name, &json, &ANY).map_err(placed)?;
        let of: Map<String, Value> = typed(name, &json).map_err(placed)?;
        let mut entries = Entries { name, text, of, missing: Vec::new() };
        // The mode is a later addition, so no note says that it is missing.
        entries.of.entry("mode").or_insert_with(|| "trinary".into());
        let path = |value: &Value| value.as_str().filter(|path| !path.is_empty()).map(str::to_owned);
        let image = entries.take("image", None, "the path of a picture", path)?;
        let above_zero = |value: &Value| finite(value).filter(|&number| number > 0.0);
        let resolution = entries.take("resolution", None, "a number of metres above 0", above_zero)?;
        let (occupied, free) = (OCCUPIED_THRESHOLD.to_string(), FREE_THRESHOLD.to_string());
        let occupied = entries.take("occupied_thresh", Some(&occupied), "a number", finite)?;
        let free = entries.take("free_thresh", Some(&free), "a number", finite)?;
        let negate = entries.take("negate", Some("0"), "0 or 1", |value| match finite(value) {
            Some(0.0) => Some(false),
            Some(1.0) => Some(true),
            _ => value.as_bool(),
        })?;
        let mode = entries.take("mode", None, "trinary, scale or raw", |value| {
            match value.as_str()?.to_ascii_lowercase().as_str() {
                "trinary" => Some(Mode::Trinary),
                "scale" => Some(Mode::Scale),
                "raw" => Some(Mode::Raw),
                _ => None,
            }
        })?;
        let origin = entries.take("origin", Some("[0, 0, 0]"), "a list [x, y, turn] of numbers", |value| {
            let numbers: Vec<f64> = value.as_array()?.iter().map(finite).collect::<Option<_>>()?;
            match *numbers {
                [x, y] => Some([x, y, 0.0]),
                [x, y, turn] => Some([x, y, turn]),
                _ => None,
            }
        })?;
        let (missing, other_keys) = (entries.missing, entries.of.into_iter().map(|(key, _)| key).collect());
        Ok(Self { image, mode, negate, occupied, free, resolution, origin, missing, other_keys })
    }

    /// Returns the occupancy of a shade, from 0 to 1. `None` is unknown.
    pub(super) fn occupancy(&self, shade: f64, is_opaque: bool) -> Option<f64> {
        let shade = if self.negate { 255.0 - shade } else { shade };
        match self.mode {
            Mode::Raw => Some(shade / 100.0).filter(|&p| p <= 1.0),
            Mode::Scale if !is_opaque => None,
            Mode::Trinary | Mode::Scale => Some((255.0 - shade) / 255.0),
        }
    }

    /// Returns notes about settings that are not in the scene.
    pub(super) fn notes(&self) -> Vec<String> {
        let [x, y, turn] = self.origin;
        let mut notes = vec![format!(
            "A cell is {} m wide there, and the bottom left corner of the map is at ({x}, {y}) m.",
            self.resolution
        )];
        if turn != 0.0 {
            notes.push(format!("The map is turned by {turn} radians there; it was read without the turn."));
        }
        if self.mode == Mode::Raw && self.negate {
            notes.push("`negate` was applied in the mode raw, as in ROS 1; ROS 2 ignores it there.".into());
        }
        if !self.missing.is_empty() {
            notes.push(format!("Missing settings have their default: {}.", self.missing.join(", ")));
        }
        if !self.other_keys.is_empty() {
            let keys: Vec<String> =
                self.other_keys.iter().take(LISTED).map(|key| key.chars().take(40).collect()).collect();
            notes.push(format!("Other keys were not read: {}.", keys.join(", ")));
        }
        notes
    }
}

impl Entries<'_> {
    /// Takes the value of a key, or its default. `read` returns `None` for a value that is not valid.
    fn take<T>(
        &mut self,
        key: &str,
        default: Option<&str>,
        expected: &str,
        read: impl Fn(&Value) -> Option<T>,
    ) -> Result<T, FormatError> {
        let mut value = self.of.shift_remove(key);
        let line = value.as_ref().and_then(|_| self.line(key));
        if let Some(default) = default.filter(|_| value.is_none()) {
            self.missing.push(format!("{key} ({default})"));
            value = default.parse().ok();
        }
        let found = match &value {
            Some(value) if value.is_null() => format!("`{key}` has no value"),
            Some(value) => format!("`{key}` is {value}"),
            None => format!("`{key}` is missing"),
        };
        let error = FormatError { line, ..FormatError::whole(self.name, &found, expected) };
        value.as_ref().and_then(read).ok_or(error)
    }

    /// Returns the number of the line with a key.
    fn line(&self, key: &str) -> Option<usize> {
        let is_end = |rest: &str| rest.starts_with([':', ' ', '"', '\'']);
        let has_key = |line: &str| line.trim_start_matches(['"', '\'']).strip_prefix(key).is_some_and(is_end);
        lines(self.text).position(has_key).map(|index| index.saturating_add(1))
    }
}

/// Returns a number, which may be in quotes.
fn finite(value: &Value) -> Option<f64> {
    let quoted = || value.as_str()?.parse::<f64>().ok().filter(|number| number.is_finite());
    value.as_f64().or_else(quoted)
}
