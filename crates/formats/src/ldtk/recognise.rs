//! Recognises LDtk files by the keys of the outermost object, without parsing the JSON.

use super::super::head;

/// Number of bytes in which the first key that decides must be.
const HEAD: usize = 4096;

/// Returns whether a file is an LDtk project or level: `__header__` names LDtk as its program, or there are `jsonVersion`
/// and `defs`.
pub(super) fn is_ldtk(bytes: &[u8]) -> bool {
    let bytes = head(bytes);
    let start = bytes.get(..HEAD).unwrap_or(bytes);
    let mut has_version = false;
    for (key, value) in Keys::of(start) {
        match key {
            b"__header__" => return names_ldtk(value),
            b"jsonVersion" => has_version = true,
            b"format" | b"tilewidth" | b"events" => return false,
            _ => {}
        }
    }
    has_version && Keys::of(bytes).any(|(key, _)| key == b"defs")
}

/// Returns whether the text of an object has `"app": "LDtk"` among its first fields.
fn names_ldtk(value: &[u8]) -> bool {
    let object = value.trim_ascii_start();
    Keys::of(object).any(|(key, value)| key == b"app" && value.trim_ascii_start().starts_with(b"\"LDtk\""))
}

/// The keys of the outermost object of a JSON text, each with the text after its colon. The text may be cut.
struct Keys<'a> {
    text: &'a [u8],
    at: usize,
    depth: usize,
}

impl<'a> Keys<'a> {
    fn of(text: &'a [u8]) -> Self {
        Self { text, at: 0, depth: 0 }
    }

    /// Returns the string that begins after the quote at `at`, and goes behind it.
    fn string(&mut self) -> Option<&'a [u8]> {
        let from = self.at.saturating_add(1);
        let mut end = from;
        loop {
            match self.text.get(end)? {
                b'"' => break,
                b'\\' => end = end.saturating_add(2),
                _ => end = end.saturating_add(1),
            }
        }
        self.at = end.saturating_add(1);
        self.text.get(from..end)
    }
}

impl<'a> Iterator for Keys<'a> {
    type Item = (&'a [u8], &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.text.get(self.at)? {
                b'"' => {
                    let key = self.string()?;
                    let after = self.text.get(self.at..)?.trim_ascii_start();
                    if self.depth == 1
                        && let Some(value) = after.strip_prefix(b":")
                    {
                        return Some((key, value));
                    }
                    continue;
                }
                b'{' | b'[' => self.depth = self.depth.saturating_add(1),
                b'}' | b']' => {
                    self.depth = self.depth.saturating_sub(1);
                    if self.depth == 0 {
                        return None;
                    }
                }
                _ => {}
            }
            self.at = self.at.saturating_add(1);
        }
    }
}
