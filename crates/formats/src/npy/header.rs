//! The header of a `.npy` file: a short text in a fixed grammar, which is never evaluated.

use super::super::FormatError;
use gridscope_trace::grid::Grid;

/// First bytes of a file.
pub(super) const MAGIC: &[u8] = b"\x93NUMPY";
/// Longest header that is read and written, in bytes. `NumPy` refuses longer ones too.
pub(super) const LONGEST: usize = 10_000;
/// Maximum number of dimensions that are read.
const DIMENSIONS: usize = 32;

/// The header of an array.
#[derive(Debug)]
pub(super) struct Header {
    /// Type of the elements, such as `<f8`.
    pub(super) kind: String,
    /// Whether the first index changes fastest.
    pub(super) fortran: bool,
    /// Number of elements in each dimension.
    pub(super) shape: Vec<u64>,
    /// Byte at which the elements begin.
    pub(super) data: usize,
}

impl Header {
    /// Reads the header of a file that begins with [`MAGIC`].
    ///
    /// # Errors
    /// Returns an error that names the byte and what was expected.
    pub(super) fn read(name: &str, bytes: &[u8]) -> Result<Self, FormatError> {
        let refuse =
            |at: usize, found: &str, expected: &str| FormatError::whole(name, &format!("byte {at}: {found}"), expected);
        let cut = || refuse(bytes.len(), "the header is cut short", "a whole file of NumPy");
        let major = *bytes.get(6).ok_or_else(cut)?;
        let number = |range: std::ops::Range<usize>| -> Result<usize, FormatError> {
            let bytes = bytes.get(range).ok_or_else(cut)?;
            Ok(bytes.iter().rev().fold(0, |sum: usize, &byte| sum.saturating_mul(256).saturating_add(byte.into())))
        };
        let (length, begin) = match major {
            1 => (number(8..10)?, 10_usize),
            2 | 3 => (number(8..12)?, 12),
            _ => return Err(refuse(6, &format!("the version is {major}"), "version 1, 2 or 3 of the format")),
        };
        if length > LONGEST {
            return Err(refuse(8, &format!("the header has {length} bytes"), &format!("at most {LONGEST}")));
        }
        let data = begin.saturating_add(length);
        let text = bytes.get(begin..data).ok_or_else(cut)?;
        // Versions before 3 have Latin-1 text, of which only ASCII is read.
        let text = std::str::from_utf8(text)
            .map_err(|e| refuse(begin.saturating_add(e.valid_up_to()), "it is no text", "ASCII"))?;
        let mut parser = Parser { text, rest: text };
        let (kind, fortran, shape) = parser.dictionary().map_err(|expected| {
            let at = begin.saturating_add(text.len().saturating_sub(parser.rest.len()));
            let next = parser.rest.chars().next().map_or("the end of the header".into(), |c| format!("{c:?}"));
            refuse(at, &format!("the header has {next}"), &expected)
        })?;
        Ok(Self { kind, fortran, shape, data })
    }

    /// Returns the shape in Python's notation: `(6, 8)`, `(48,)`.
    pub(super) fn shape_text(&self) -> String {
        shape_text(&self.shape)
    }
}

/// Returns a shape in Python's notation.
fn shape_text(shape: &[u64]) -> String {
    let sides: Vec<String> = shape.iter().map(u64::to_string).collect();
    format!("({}{})", sides.join(", "), if sides.len() == 1 { "," } else { "" })
}

/// Returns the bytes before the elements of an array in version 1.0, row by row. `kind` is the type in Python's notation,
/// such as `'<f8'`. `None` means that the header is too long.
pub(super) fn header_bytes(kind: &str, shape: &[u64]) -> Option<Vec<u8>> {
    let mut text = format!("{{'descr': {kind}, 'fortran_order': False, 'shape': {}, }}", shape_text(shape));
    // The elements begin at a multiple of 64 bytes.
    while text.len().saturating_add(11) % 64 != 0 {
        text.push(' ');
    }
    text.push('\n');
    if text.len() > LONGEST || !text.is_ascii() {
        return None;
    }
    let length = u16::try_from(text.len()).ok()?;
    let mut bytes = MAGIC.to_vec();
    bytes.extend([1, 0]);
    bytes.extend(length.to_le_bytes());
    bytes.extend(text.into_bytes());
    Some(bytes)
}

/// Returns the shape of a grid: height, then width.
pub(super) fn shape_of<T>(grid: &Grid<T>) -> [u64; 2] {
    [grid.size().height.into(), grid.size().width.into()]
}

/// Reads a Python dictionary that has the keys `descr`, `fortran_order` and `shape`.
struct Parser<'a> {
    text: &'a str,
    rest: &'a str,
}

impl Parser<'_> {
    /// Returns the values of the three keys, or what was expected at [`Parser::rest`].
    fn dictionary(&mut self) -> Result<(String, bool, Vec<u64>), String> {
        let (mut kind, mut fortran, mut shape) = (None, None, None);
        self.sign('{')?;
        loop {
            if self.takes('}') {
                break;
            }
            let key = self.string()?;
            self.sign(':')?;
            match &*key {
                "descr" if kind.is_none() => kind = Some(self.kind()?),
                "fortran_order" if fortran.is_none() => fortran = Some(self.flag()?),
                "shape" if shape.is_none() => shape = Some(self.tuple()?),
                _ => return Err("the keys descr, fortran_order and shape, once each".into()),
            }
            if !self.takes(',') {
                self.sign('}')?;
                break;
            }
        }
        self.rest = self.rest.trim_start();
        if !self.rest.is_empty() {
            return Err("the end of the header".into());
        }
        match (kind, fortran, shape) {
            (Some(kind), Some(fortran), Some(shape)) => Ok((kind, fortran, shape)),
            _ => Err("the keys descr, fortran_order and shape".into()),
        }
    }

    fn takes(&mut self, sign: char) -> bool {
        self.rest = self.rest.trim_start();
        let after = self.rest.strip_prefix(sign);
        self.rest = after.unwrap_or(self.rest);
        after.is_some()
    }

    fn sign(&mut self, sign: char) -> Result<(), String> {
        if self.takes(sign) { Ok(()) } else { Err(format!("{sign:?}")) }
    }

    /// Reads a text in single or double quotes without escapes.
    fn string(&mut self) -> Result<String, String> {
        let quote = if self.takes('\'') { '\'' } else { '"' };
        if quote == '"' {
            self.sign('"').map_err(|_| "a text in quotes".to_owned())?;
        }
        let (text, after) = self.rest.split_once(quote).ok_or("the end of the quote")?;
        if text.contains('\\') {
            return Err("a text without escapes".into());
        }
        self.rest = after;
        Ok(text.to_owned())
    }

    /// Reads the type of the elements. A list of fields becomes its text.
    fn kind(&mut self) -> Result<String, String> {
        self.rest = self.rest.trim_start();
        if !self.rest.starts_with('[') {
            return self.string();
        }
        let begin = self.text.len().saturating_sub(self.rest.len());
        let mut depth = 0_usize;
        let mut quote = None;
        let mut escaped = false;
        for (at, sign) in self.rest.char_indices() {
            match (quote, sign) {
                _ if escaped => escaped = false,
                (Some(_), '\\') => escaped = true,
                (None, '[' | '(') => depth = depth.saturating_add(1),
                (None, ']' | ')') => depth = depth.saturating_sub(1),
                (None, '\'' | '"') => quote = Some(sign),
                (Some(open), _) if open == sign => quote = None,
                _ => {}
            }
            if depth == 0 {
                let end = begin.saturating_add(at).saturating_add(1);
                self.rest = self.text.get(end..).unwrap_or("");
                return Ok(self.text.get(begin..end).unwrap_or("").to_owned());
            }
        }
        Err("the end of the list of fields".into())
    }

    fn flag(&mut self) -> Result<bool, String> {
        self.rest = self.rest.trim_start();
        for (word, flag) in [("True", true), ("False", false)] {
            if let Some(after) = self.rest.strip_prefix(word) {
                self.rest = after;
                return Ok(flag);
            }
        }
        Err("True or False".into())
    }

    fn tuple(&mut self) -> Result<Vec<u64>, String> {
        let mut shape = Vec::new();
        self.sign('(')?;
        while !self.takes(')') {
            let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
            let digits = self.rest.get(..end).unwrap_or("");
            // A number of 20 digits or more is too large for any map, so the exact value does not matter.
            let side = if digits.len() > 19 { u64::MAX } else { digits.parse().map_err(|_| "a whole number")? };
            shape.push(side);
            if shape.len() > DIMENSIONS {
                return Err(format!("at most {DIMENSIONS} dimensions"));
            }
            self.rest = self.rest.get(end..).unwrap_or("");
            // Python 2 marks long numbers.
            self.rest = self.rest.strip_prefix('L').unwrap_or(self.rest);
            if !self.takes(',') {
                self.sign(')')?;
                break;
            }
        }
        Ok(shape)
    }
}
