//! Maps as tables (`.csv`): one field for each cell, for reading and writing.
//!
//! A field is a tile's name, a glyph of a text map, or a number. Fields are separated by commas, semicolons or tabs, and
//! numbers also by blanks. The format is read only if the file's name or the user says so, because such a table can also
//! be a text map. A grid of digits that nothing separates cannot be one, and is read as costs.

use super::cell_texts::CellTexts;
use super::numbers::{Numbers, number_text};
use super::{
    ArrayMeaning, Beside, Format, FormatError, FormatInfo, Keeps, Loaded, Options, Written, head, limits, losses, utf8,
};
use csv_core::ReadFieldResult;
use gridscope_trace::{Scene, Size};
use std::borrow::Cow;

/// Characters that separate fields.
const DELIMITERS: [char; 3] = [',', ';', '\t'];

/// The format of maps as tables.
#[derive(Debug)]
pub(crate) struct Csv;

impl Format for Csv {
    fn info(&self) -> &FormatInfo {
        static INFO: FormatInfo = FormatInfo {
            by_name: true,
            is_array: true,
            ..FormatInfo::new("csv", "table of tiles (CSV)", &["csv", "tsv"], Keeps::TILES).keyed(false)
        };
        &INFO
    }

    fn recognises(&self, bytes: &[u8]) -> bool {
        is_digit_grid(bytes)
    }

    fn read(&self, name: &str, bytes: &[u8], options: &Options, _: &mut Beside) -> Result<Loaded, FormatError> {
        let table = Table::read(name, utf8(name, bytes)?)?;
        let Table { size, cells, delimiter, mut notes } = table;
        let number = |text: &str| read_number(text, delimiter);
        let mut array = options.array;
        // Zeros and ones alone may also be walls and floor.
        let has_costs = delimiter.is_none() && head(bytes).iter().any(|digit| (b'2'..=b'9').contains(digit));
        if array.is_none() && has_costs && options.tiles.is_empty() {
            array = Some(ArrayMeaning::Cost);
            notes.push("The digits are read as costs, and 0 as a wall; --array sets another meaning.".into());
        }
        let (scene, more) = match cells.numbers(number) {
            Some(at) => {
                // The zero of a grid of digits is a wall by its own rule.
                let strict_costs = options.strict_costs && delimiter.is_some();
                Numbers { name, size, at, strict_costs }.scene(array, &options.tiles)?
            }
            None => cells.scene(name, size, options).map_err(|error| undivided(size, error))?,
        };
        notes.extend(more);
        Ok(Loaded::new(scene, self.name(), notes))
    }

    fn write(&self, scene: &Scene, options: &Options) -> Result<Written, FormatError> {
        let mut text = String::new();
        let mut lost = losses::but_tiles(scene);
        if let Some(layer) = &options.write.layer {
            lost.insert(0, "the tiles".into());
            for row in layer.rows() {
                let fields: Vec<_> = row.iter().map(|value| value.map_or(String::new(), number_text)).collect();
                text.extend([&fields.join(","), "\n"]);
            }
        } else {
            for row in scene.tiles.rows() {
                let fields: Vec<_> = row.iter().map(|tile| tile.info().name).collect();
                text.extend([&fields.join(","), "\n"]);
            }
        }
        Ok(Written::new(text.into_bytes(), lost))
    }
}

/// Returns the error about texts without a meaning. If nothing divides the rows, the error says so.
fn undivided(size: Size, mut error: FormatError) -> FormatError {
    if size.width == 1 && !error.tiles().is_empty() {
        error.found = format!("no comma, semicolon or tab divides the rows into cells, and {}", error.found);
    }
    error
}

/// Returns whether a text is rows of at least two digits, all of the same length, and at least two rows.
fn is_digit_grid(bytes: &[u8]) -> bool {
    let mut rows = head(bytes).trim_ascii_end().split(|&b| b == b'\n').map(<[u8]>::trim_ascii_end);
    let width = rows.next().filter(|row| row.len() > 1 && row.iter().all(u8::is_ascii_digit)).map(<[u8]>::len);
    let mut others = rows.peekable();
    let same = |row: &[u8]| Some(row.len()) == width && row.iter().all(u8::is_ascii_digit);
    others.peek().is_some() && others.all(same)
}

/// Reads a number. A comma is a decimal point if it does not separate fields.
fn read_number(text: &str, delimiter: Option<char>) -> Option<f64> {
    if delimiter != Some(',') && text.contains(',') {
        return text.replacen(',', ".", 1).parse().ok();
    }
    text.parse().ok()
}

/// A table whose rows have the same number of fields.
struct Table<'a> {
    size: Size,
    cells: CellTexts<'a>,
    /// Character that separates the fields. In a grid of digits there is none.
    delimiter: Option<char>,
    notes: Vec<String>,
}

impl<'a> Table<'a> {
    fn read(name: &str, text: &'a str) -> Result<Self, FormatError> {
        let mut rows = Rows::new(text, 0, None);
        rows.skip_blank_lines(0, Some('\t'));
        // Excel writes and reads this line, which names the separator.
        let mut named = None;
        if let Some(line) = rows.line().filter(|line| line.starts_with("sep=")) {
            named = line.chars().nth(4).filter(|sign| sign.is_ascii() && !sign.is_alphanumeric() && *sign != '"');
            rows.at = rows.at.saturating_add(line.len());
        }
        if rows.rest().is_empty() {
            return Err(FormatError::whole(name, "there is no map in it", "a row of tiles for each line"));
        }
        let delimiter = if is_digit_grid(text.as_bytes()) { None } else { named.or_else(|| delimiter_of(&rows)) };
        let mut rows = Rows::new(text, rows.at, delimiter);
        let refuse =
            |at: usize, (found, expected): Refusal| FormatError::at_byte(name, text.as_bytes(), at, &found, &expected);
        let refuse_row = |start: usize, why: Refusal| FormatError { column: None, ..refuse(start, why) };
        let ragged = |start: usize, fields: usize, width: usize| {
            let found = format!("the row has {}", super::plain::format_count(fields, "cell"));
            refuse_row(start, (found, format!("{width}, as in the first row")))
        };
        let mut cells = CellTexts::default();
        let (mut width, mut height, mut ending) = (0_usize, 0_usize, 0_usize);
        let mut short = None;
        loop {
            // Blank lines end a table.
            let has_gap = rows.skip_blank_lines(width, delimiter.filter(|&sign| sign != ' ')) && height > 0;
            let start = rows.at;
            if rows.rest().is_empty() {
                break;
            }
            if has_gap {
                let why = ("there is a row after a blank line".into(), "rows without gaps".into());
                return Err(refuse_row(start, why));
            }
            if let Some((start, fields)) = short {
                return Err(ragged(start, fields, width));
            }
            let before = cells.len();
            let ends_empty = rows
                .row(&mut |field| {
                    if cells.len().saturating_sub(before) >= limits::SIDE as usize {
                        let found = format!("the row has more than {} cells", limits::SIDE);
                        return Err((found, format!("at most {}", limits::SIDE)));
                    }
                    cells.push(field).map(drop)
                })
                .map_err(|(at, why)| refuse(at, why))?;
            let fields = cells.len().saturating_sub(before);
            if height == 0 {
                width = fields;
                if width > 2 && cells.at(0) == "x" && cells.at(1) == "y" {
                    let found = "this is a table of values with one cell for each line (x, y, …), not a map";
                    return Err(refuse_row(start, (found.into(), "a row of tiles for each line".into())));
                }
            } else if fields.saturating_add(1) == width && ending == height {
                // Every row but the last may end in a separator.
                short = Some((start, fields));
            } else if fields != width {
                return Err(ragged(start, fields, width));
            }
            height = height.saturating_add(1);
            ending = ending.saturating_add(usize::from(ends_empty && width > 1));
            Size::checked(width as u64, height as u64)
                .map_err(|error| refuse_row(start, (error.to_string(), String::new())))?;
        }
        let mut table = Self { size: Size::new(1, 1), cells, delimiter, notes: Vec::new() };
        let full = ending.saturating_add(usize::from(short.is_some()));
        if height > 0 && full == height {
            table.cells.retain(|index| index.saturating_add(1).checked_rem(width) != Some(0));
            width = width.saturating_sub(1);
            table.notes.push("The last column is empty and was left out.".into());
        }
        if table.is_indexed(width, height) {
            table.cells.retain(|index| index >= width && index.checked_rem(width) != Some(0));
            (width, height) = (width.saturating_sub(1), height.saturating_sub(1));
            table.notes.push("The first row and the first column number the cells and were left out.".into());
        }
        let refuse = |found: &str| FormatError::whole(name, found, "");
        table.size = Size::checked(width as u64, height as u64).map_err(|e| refuse(&e.to_string()))?;
        if table.cells.len() != table.size.area() {
            return Err(refuse("the rows differ in length"));
        }
        Ok(table)
    }

    /// Returns whether the first row and the first column number the cells from 0 or from 1, with an empty corner. Programs
    /// for tables of data write this.
    fn is_indexed(&self, width: usize, height: usize) -> bool {
        let counts_from = |first: usize, count: usize, step: usize| {
            (1..count)
                .all(|i| self.cells.at(i.saturating_mul(step)) == i.saturating_add(first).saturating_sub(1).to_string())
        };
        let counts = |count: usize, step: usize| counts_from(0, count, step) || counts_from(1, count, step);
        width > 1 && height > 1 && self.cells.at(0).is_empty() && counts(width, 1) && counts(height, width)
    }
}

/// Returns the character that separates the fields of the next row: the one that gives only numbers, or else the one whose
/// fields differ least in length. If several do, it is the one that gives the most fields. Blanks separate only numbers.
fn delimiter_of(rows: &Rows<'_>) -> Option<char> {
    let rank = |delimiter: &char| {
        let mut least = usize::MAX;
        let mut longest = 0_usize;
        let mut fields = 0_usize;
        let mut numbers = true;
        let _ = Rows::new(rows.text, rows.at, Some(*delimiter)).row(&mut |field| {
            let length = field.chars().count();
            (least, longest) = (least.min(length), longest.max(length));
            numbers &= read_number(&field, Some(*delimiter)).is_some();
            fields = fields.saturating_add(1);
            // The first fields of a row decide.
            if fields > limits::SIDE as usize { Err(Refusal::default()) } else { Ok(()) }
        });
        (fields < 2, !numbers, longest.saturating_sub(least), usize::MAX.saturating_sub(fields))
    };
    let line = rows.line().unwrap_or_default();
    let blanks = || line.split_ascii_whitespace().all(|field| field.parse::<f64>().is_ok()).then_some(' ');
    DELIMITERS
        .into_iter()
        .map(|delimiter| (rank(&delimiter), delimiter))
        .min()
        .filter(|((is_one, ..), _)| !is_one)
        .map(|(_, delimiter)| delimiter)
        .or_else(blanks)
        .or(Some(','))
}

/// Descriptions of what was found and what was expected.
type Refusal = (String, String);

/// Reads the rows of a table.
struct Rows<'a> {
    text: &'a str,
    /// Byte at which the next row or field begins.
    at: usize,
    /// Character that separates the fields. Without one, each character is a field.
    delimiter: Option<char>,
    reader: csv_core::Reader,
}

impl<'a> Rows<'a> {
    fn new(text: &'a str, at: usize, delimiter: Option<char>) -> Self {
        let byte = delimiter.and_then(|sign| u8::try_from(sign).ok()).unwrap_or(b',');
        Self { text, at, delimiter, reader: csv_core::ReaderBuilder::new().delimiter(byte).build() }
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Returns the next line with its end.
    fn line(&self) -> Option<&'a str> {
        self.rest().split_inclusive('\n').next()
    }

    /// Skips blank lines, and returns whether there are any. In a table of one column, blanks are an empty cell.
    fn skip_blank_lines(&mut self, width: usize, separator: Option<char>) -> bool {
        let is_blank = |line: &str| line.trim().is_empty() && !separator.is_some_and(|sign| line.contains(sign));
        let start = self.at;
        while let Some(line) = self.line().filter(|line| matches!(*line, "\n" | "\r\n") || width != 1 && is_blank(line))
        {
            self.at = self.at.saturating_add(line.len());
        }
        self.at > start
    }

    /// Calls `visit` for each field of the next row. Returns whether the last field is empty.
    ///
    /// # Errors
    /// Returns the byte of the field that is not valid, or that `visit` refuses.
    fn row(&mut self, visit: &mut dyn FnMut(Cow<'a, str>) -> Result<(), Refusal>) -> Result<bool, (usize, Refusal)> {
        let Some(delimiter) = self.delimiter.filter(|&delimiter| delimiter != ' ') else {
            let separator = self.delimiter;
            let line = self.line().unwrap_or_default();
            for part in line.split_inclusive(|sign| separator.is_none_or(|separator| sign == separator)) {
                if !part.trim().is_empty() {
                    visit(Cow::Borrowed(part.trim())).map_err(|why| (self.at, why))?;
                }
                self.at = self.at.saturating_add(part.len());
            }
            return Ok(false);
        };
        loop {
            let (begin, field, is_last) = self.field(delimiter)?;
            let is_empty = field.is_empty();
            visit(field).map_err(|why| (begin, why))?;
            if is_last {
                return Ok(is_empty);
            }
        }
    }

    /// Returns the byte at which the next field begins, the field, and whether it is the last of its row.
    fn field(&mut self, delimiter: char) -> Result<(usize, Cow<'a, str>, bool), (usize, Refusal)> {
        let unspaced = self.rest().trim_start_matches([' ', '\u{a0}']);
        let rest = if unspaced.starts_with('"') { unspaced } else { self.rest() };
        let begin = self.text.len().saturating_sub(rest.len());
        let mut length = 0_usize;
        let is_last = loop {
            let input = rest.as_bytes().get(length..).unwrap_or_default();
            let (result, read, _) = self.reader.read_field(input, &mut [0; 64]);
            length = length.saturating_add(read);
            match result {
                ReadFieldResult::Field { record_end } => break record_end,
                ReadFieldResult::End => break true,
                ReadFieldResult::InputEmpty | ReadFieldResult::OutputFull => {}
            }
        };
        // The reader stops between the two characters of a line end.
        let (field, rest) = rest.split_at_checked(length).unwrap_or((rest, ""));
        let line_end = usize::from(field.ends_with('\r') && rest.starts_with('\n'));
        self.at = begin.saturating_add(length).saturating_add(line_end);
        let field = field.strip_suffix(delimiter).filter(|_| !is_last).unwrap_or(field);
        let Some(quoted) = field.strip_prefix('"') else { return Ok((begin, Cow::Borrowed(field.trim()), is_last)) };
        let has_quotes = quoted.contains("\"\"");
        let end = if has_quotes { quoted.replace("\"\"", "  ").find('"') } else { quoted.find('"') };
        let Some((quoted, after)) = end.and_then(|end| quoted.split_at_checked(end)) else {
            let expected = "a quote that ends before the next one begins; a quote inside quotes is written twice";
            return Err((begin, ("the quote has no end".to_owned(), expected.to_owned())));
        };
        let after = after.get(1..).unwrap_or_default().trim_start();
        if let Some(sign) = after.chars().next() {
            let at = begin.saturating_add(field.len()).saturating_sub(after.len());
            return Err((
                at,
                (format!("{sign:?} follows the quote"), format!("{delimiter:?}, or the end of the line")),
            ));
        }
        let mut text = Cow::Borrowed(quoted);
        if has_quotes {
            text = Cow::Owned(quoted.replace("\"\"", "\""));
        }
        if quoted.contains('\n') {
            // Programs for tables break long texts into lines.
            text = Cow::Owned(text.split_whitespace().collect::<Vec<_>>().join(" "));
        }
        Ok((begin, text, is_last))
    }
}
