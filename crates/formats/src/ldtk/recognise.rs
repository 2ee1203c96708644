//! Recognises LDtk files by the keys of the outermost object, without parsing the JSON.

use crate::head;
use crate::outer_keys::OuterKeys;

/// Number of bytes in which the first key that decides must be.
const HEAD: usize = 4096;

/// Returns whether a file is an LDtk project or level: `__header__` names LDtk as its program, or there are `jsonVersion`
/// and `defs`.
pub(super) fn is_ldtk(bytes: &[u8]) -> bool {
    let bytes = head(bytes);
    let start = bytes.get(..HEAD).unwrap_or(bytes);
    let mut has_version = false;
    for (key, value) in OuterKeys::of(start) {
        match key {
            b"__header__" => return names_ldtk(value),
            b"jsonVersion" => has_version = true,
            b"format" | b"tilewidth" | b"events" => return false,
            _ => {}
        }
    }
    has_version && OuterKeys::of(bytes).any(|(key, _)| key == b"defs")
}

/// Returns whether the text of an object has `"app": "LDtk"` among its first fields.
fn names_ldtk(value: &[u8]) -> bool {
    OuterKeys::of(value).any(|(key, value)| key == b"app" && value.starts_with(b"\"LDtk\""))
}
