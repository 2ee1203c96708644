//! The settings of a map: flat keys of YAML, one a line. Nothing else of YAML is read.

use super::super::{FormatError, lines};
use super::{FREE_THRESHOLD, OCCUPIED_THRESHOLD};
use std::collections::{BTreeMap, BTreeSet};

/// Keys that are read.
const KEYS: [&str; 7] = ["image", "mode", "resolution", "origin", "negate", "occupied_thresh", "free_thresh"];
/// Maximum number of other keys that a note lists.
const LISTED: usize = 8;
/// Maximum number of numbers in a list.
const NUMBERS: usize = 3;

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
    origin: [f64; NUMBERS],
    /// Keys that are missing, with their default.
    missing: Vec<String>,
    other_keys: BTreeSet<String>,
}

/// A value and the number of its line.
struct Entry {
    line: usize,
    value: String,
}

/// The keys and values of a file.
struct Entries<'a> {
    name: &'a str,
    of: BTreeMap<&'static str, Entry>,
    other_keys: BTreeSet<String>,
}

impl Settings {
    /// Reads the settings.
    ///
    /// # Errors
    /// Returns an error with the line that is not valid.
    pub(super) fn read(name: &str, text: &str) -> Result<Self, FormatError> {
        let mut entries = Entries::read(name, text)?;
        let image = entries.of.remove("image").filter(|entry| !entry.value.is_empty());
        let image = image.ok_or_else(|| FormatError::whole(name, "`image` is missing", "the path of a picture"))?;
        let mut missing = Vec::new();
        let resolution = entries.number("resolution", None, &mut missing)?;
        if resolution <= 0.0 {
            let found = format!("`resolution` is {resolution}");
            return Err(entries.error("resolution", &found, "a number of metres above 0"));
        }
        let occupied = entries.number("occupied_thresh", Some(OCCUPIED_THRESHOLD), &mut missing)?;
        let free = entries.number("free_thresh", Some(FREE_THRESHOLD), &mut missing)?;
        let value = |key| entries.of.get(key).map(|entry| entry.value.as_str());
        let negate = match value("negate") {
            Some("0" | "false" | "False") => false,
            Some("1" | "true" | "True") => true,
            Some(_) => return Err(entries.wrong("negate", "0 or 1")),
            None => {
                missing.push("negate (0)".into());
                false
            }
        };
        let mode = match value("mode") {
            None | Some("trinary") => Mode::Trinary,
            Some("scale") => Mode::Scale,
            Some("raw") => Mode::Raw,
            Some(_) => return Err(entries.wrong("mode", "trinary, scale or raw")),
        };
        let origin = if let Some(list) = value("origin") {
            numbers(list).ok_or_else(|| entries.wrong("origin", "a list [x, y, turn] of numbers"))?
        } else {
            missing.push("origin ([0, 0, 0])".into());
            [0.0; NUMBERS]
        };
        let (image, other_keys) = (image.value, entries.other_keys);
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
            let keys: Vec<&str> = self.other_keys.iter().map(String::as_str).collect();
            notes.push(format!("Other keys were not read: {}.", keys.join(", ")));
        }
        notes
    }
}

impl<'a> Entries<'a> {
    fn read(name: &'a str, text: &str) -> Result<Self, FormatError> {
        let mut entries = Self { name, of: BTreeMap::new(), other_keys: BTreeSet::new() };
        // The key of the last line, if it is one that is read.
        let mut last: Option<&'static str> = None;
        for (number, line) in lines(text).enumerate().map(|(i, line)| (i.saturating_add(1), line)) {
            let trimmed = line.trim();
            if trimmed.is_empty() || trimmed.starts_with('#') || trimmed == "---" {
                continue;
            }
            if trimmed == "..." {
                break;
            }
            let refuse = |found: &str, expected: &str| Err(FormatError::at(name, number, None, found, expected));
            if let Some(item) = item_of_list(line, trimmed) {
                // A list may have one number a line.
                match last.and_then(|key| entries.of.get_mut(key)) {
                    Some(entry) if entry.value.len() < 200 => {
                        let comma = if entry.value.is_empty() { "" } else { "," };
                        entry.value.push_str(comma);
                        entry.value.push_str(uncommented(item));
                    }
                    Some(_) => return refuse("the list is too long", "at most three numbers"),
                    None => {}
                }
                continue;
            }
            if line.starts_with([' ', '\t']) {
                if last.is_some() {
                    return refuse("the line is indented", "one line for each setting");
                }
                continue;
            }
            let Some((key, value)) = line.split_once(':') else {
                return refuse("the line is not a setting", "`key: value`");
            };
            let key = key.trim().trim_matches(['"', '\'']);
            last = KEYS.into_iter().find(|&known| known == key);
            let Some(known) = last else {
                if entries.other_keys.len() < LISTED {
                    entries.other_keys.insert(key.chars().take(40).collect());
                }
                continue;
            };
            let Some(value) = scalar(value) else {
                return refuse(
                    &format!("the value of `{known}` is not plain text or a number"),
                    "a value without tags, anchors or lines of text",
                );
            };
            if entries.of.insert(known, Entry { line: number, value }).is_some() {
                return refuse(&format!("`{known}` is there twice"), "each setting once");
            }
        }
        Ok(entries)
    }

    fn error(&self, key: &str, found: &str, expected: &str) -> FormatError {
        match self.of.get(key) {
            Some(entry) => FormatError::at(self.name, entry.line, None, found, expected),
            None => FormatError::whole(self.name, found, expected),
        }
    }

    fn wrong(&self, key: &str, expected: &str) -> FormatError {
        let value = self.of.get(key).map_or("", |entry| entry.value.as_str());
        self.error(key, &format!("`{key}` is {value:?}"), expected)
    }

    /// Returns the number of a key, or its default.
    fn number(&self, key: &str, default: Option<f64>, missing: &mut Vec<String>) -> Result<f64, FormatError> {
        match (self.of.get(key), default) {
            (Some(entry), _) => finite(&entry.value).ok_or_else(|| self.wrong(key, "a number")),
            (None, Some(default)) => {
                missing.push(format!("{key} ({default})"));
                Ok(default)
            }
            (None, None) => Err(self.error(key, &format!("`{key}` is missing"), "a number")),
        }
    }
}

/// Returns the text behind `- ` in a line of a list.
fn item_of_list<'a>(line: &str, trimmed: &'a str) -> Option<&'a str> {
    let item = trimmed.strip_prefix('-')?;
    (line.starts_with([' ', '\t', '-']) && item.starts_with([' ', '\t'])).then(|| item.trim())
}

/// Returns a text up to its comment.
fn uncommented(text: &str) -> &str {
    let end = text.find(" #").or_else(|| text.find("\t#"));
    end.and_then(|end| text.get(..end)).unwrap_or(text).trim()
}

/// Returns the value of a line: plain, or in quotes. `None` if YAML would read it in another way.
fn scalar(text: &str) -> Option<String> {
    let text = text.trim();
    // A comment may follow the value at once if the value is empty.
    if text.is_empty() || text.starts_with('#') {
        return Some(String::new());
    }
    if text.starts_with('"') {
        // Find the closing quote: the first that no backslash escapes.
        let mut escaped = false;
        let end = text.char_indices().skip(1).find(|&(_, c)| {
            let closes = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            closes
        });
        let end = end?.0.saturating_add(1);
        let rest = text.get(end..)?.trim();
        let quoted = text.get(..end)?;
        return (rest.is_empty() || rest.starts_with('#')).then(|| serde_json::from_str(quoted).ok()).flatten();
    }
    if let Some(inside) = text.strip_prefix('\'') {
        let (mut value, mut chars) = (String::new(), inside.chars().peekable());
        loop {
            match chars.next()? {
                // Two quotes stand for one.
                '\'' if chars.next_if_eq(&'\'').is_some() => value.push('\''),
                '\'' => break,
                c => value.push(c),
            }
        }
        let rest: String = chars.collect();
        return (rest.trim().is_empty() || rest.trim().starts_with('#')).then_some(value);
    }
    if text.starts_with(['&', '*', '!', '|', '>', '{', '%', '@', '`']) {
        return None;
    }
    Some(uncommented(text).to_owned())
}

fn finite(text: &str) -> Option<f64> {
    text.parse::<f64>().ok().filter(|number| number.is_finite())
}

/// Reads a list of two or three numbers. The third is 0 if it is missing.
fn numbers(list: &str) -> Option<[f64; NUMBERS]> {
    let inside = match list.strip_prefix('[') {
        Some(inside) => inside.strip_suffix(']')?,
        None => list,
    };
    let numbers: Vec<f64> =
        inside.split(',').take(NUMBERS.saturating_add(1)).map(|n| finite(n.trim())).collect::<Option<_>>()?;
    match *numbers {
        [x, y] => Some([x, y, 0.0]),
        [x, y, turn] => Some([x, y, turn]),
        _ => None,
    }
}
