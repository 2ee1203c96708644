//! Grey pictures in PGM: P5 (bytes) and P2 (text), with values from 0 to 255.

use super::super::{FormatError, limits};
use gridscope_trace::geometry::Size;

/// A grey picture: its size, the values row by row from the top, and whether bytes follow.
pub(super) type Grey = (Size, Vec<u8>, bool);

/// Reads a picture.
///
/// # Errors
/// Returns an error with the byte at which the picture is not valid.
pub(super) fn read(name: &str, bytes: &[u8]) -> Result<Grey, FormatError> {
    let mut words = Words { name, bytes, at: 2 };
    let is_text = match bytes.first_chunk() {
        Some(b"P2") => true,
        Some(b"P5") => false,
        _ => return Err(words.error("it is not a grey picture", "P5 or P2 at its beginning")),
    };
    let (width, height) = (words.number("the width")?, words.number("the height")?);
    let size = Size::checked(width, height).map_err(|error| words.error(&error.to_string(), ""))?;
    let max_value = words.number("the largest value")?;
    if max_value != 255 {
        return Err(words.error(&format!("the largest value is {max_value}"), "255"));
    }
    let too_few = |pixels: usize| format!("the picture ends after {} of its {} pixels", pixels, size.area());
    if !is_text {
        // One byte of white space comes before the pixels.
        let start = words.at.saturating_add(1);
        let rest = bytes.get(start..).unwrap_or_default();
        let pixels = rest.get(..size.area()).ok_or_else(|| words.error(&too_few(rest.len()), "a whole picture"))?;
        return Ok((size, pixels.to_vec(), rest.len() > size.area()));
    }
    let mut pixels = Vec::new();
    while pixels.len() < size.area() {
        if words.is_at_end() {
            return Err(words.error(&too_few(pixels.len()), "a whole picture"));
        }
        let value = words.number("the value of a pixel")?;
        let value = u8::try_from(value).map_err(|_| words.error("the value of a pixel is above 255", "0 to 255"))?;
        pixels.push(value);
    }
    let has_rest = !words.is_at_end();
    Ok((size, pixels, has_rest))
}

/// Returns the bytes of a picture (P5).
pub(super) fn write(size: Size, pixels: &[u8]) -> Vec<u8> {
    let mut bytes = format!("P5\n# Written by gridscope.\n{} {}\n255\n", size.width, size.height).into_bytes();
    bytes.extend_from_slice(pixels);
    bytes
}

/// The numbers of a picture, with comments from `#` to the end of the line between them.
struct Words<'a> {
    name: &'a str,
    bytes: &'a [u8],
    at: usize,
}

impl Words<'_> {
    fn error(&self, found: &str, expected: &str) -> FormatError {
        FormatError::whole(self.name, &format!("byte {}: {found}", self.at), expected)
    }

    fn skip_blanks(&mut self) {
        let mut in_comment = false;
        while let Some(&byte) = self.bytes.get(self.at) {
            in_comment = if in_comment { !matches!(byte, b'\n' | b'\r') } else { byte == b'#' };
            if !in_comment && !byte.is_ascii_whitespace() {
                break;
            }
            self.at = self.at.saturating_add(1);
        }
    }

    fn is_at_end(&mut self) -> bool {
        self.skip_blanks();
        self.at >= self.bytes.len()
    }

    fn number(&mut self, what: &str) -> Result<u64, FormatError> {
        self.skip_blanks();
        let digits = self.bytes.get(self.at..).unwrap_or_default();
        let length = digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let end = digits.get(length);
        let digits = digits.get(..length).unwrap_or_default();
        if digits.is_empty() || end.is_some_and(|byte| !byte.is_ascii_whitespace() && *byte != b'#') {
            return Err(self.error(&format!("{what} is not a number"), "a whole number in digits"));
        }
        let digit = |&byte: &u8| u64::from(byte.saturating_sub(b'0'));
        let value = digits.iter().fold(0_u64, |value, byte| value.saturating_mul(10).saturating_add(digit(byte)));
        if value > u64::from(u32::MAX) {
            let expected = format!("at most {} pixels a side", limits::SIDE);
            return Err(self.error(&format!("{what} has {length} digits"), &expected));
        }
        self.at = self.at.saturating_add(length);
        Ok(value)
    }
}
