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

/// Returns the rows with their line numbers, from 1. A row goes on in the next line if a quoted field does.
fn records(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let (mut rest, mut number) = (Some(text), 1_usize);
    std::iter::from_fn(move || {
        let all = rest?;
        let line_end = all.find('\n').unwrap_or(all.len());
        let (mut is_open, mut end) = (false, None);
        for (at, byte) in all.bytes().enumerate() {
            match byte {
                b'"' => is_open = !is_open,
                b'\n' if !is_open => {
                    end = Some(at);
                    break;
                }
                _ => {}
            }
        }
        // If a quote has no end, that is an error of its line.
        let end = end.unwrap_or(if is_open { line_end } else { all.len() });
        let record = all.get(..end).unwrap_or(all);
        let line = number;
        number = number.saturating_add(1).saturating_add(record.matches('\n').count());
        rest = all.get(end.saturating_add(1)..);
        Some((line, record.strip_suffix('\r').unwrap_or(record)))
    })
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
        let mut all = records(text).peekable();
        let blank = |line: &str| line.is_empty() || line.trim().is_empty();
        while all.next_if(|(_, line)| line.is_empty() || blank(line) && !line.contains(DELIMITERS)).is_some() {}
        // Excel writes and reads this line, which names the separator.
        let named = all.next_if(|(_, line)| line.starts_with("sep=")).and_then(|(_, line)| line.chars().nth(4));
        let named = named.filter(|sign| !sign.is_alphanumeric() && *sign != '"');
        let Some(&(first_line, first)) = all.peek() else {
            return Err(FormatError::whole(name, "there is no map in it", "a row of tiles for each line"));
        };
        let delimiter = if is_digit_grid(text.as_bytes()) { None } else { named.or_else(|| delimiter_of(first)) };
        let mut cells = CellTexts::default();
        let (mut width, mut height, mut ending) = (0_usize, 0_usize, 0_usize);
        let mut short = None;
        let mut last_line = first_line;
        for (number, line) in all {
            // Blank lines end a table. Another row after them has its own error below.
            let separates = |sign: char| delimiter == Some(sign) && sign != ' ';
            if blank(line) && !line.contains(separates) && (width > 1 || line.is_empty()) {
                continue;
            }
            let refuse = |column: Option<usize>, (found, expected): (String, String)| {
                FormatError::at(name, number, column, &found, &expected)
            };
            if height > 0 && number > last_line.saturating_add(1) {
                return Err(refuse(None, ("there is a row after a blank line".into(), "rows without gaps".into())));
            }
            last_line = number.saturating_add(line.matches('\n').count());
            if let Some((line, fields)) = short {
                return Err(ragged(name, line, fields, width));
            }
            let before = cells.len();
            let ends_empty = each_field(line, delimiter, &mut |_, field| {
                if cells.len().saturating_sub(before) >= limits::SIDE as usize {
                    let found = format!("the row has more than {} cells", limits::SIDE);
                    return Err((found, format!("at most {}", limits::SIDE)));
                }
                cells.push(field).map(drop)
            })
            .map_err(|(at, why)| refuse(Some(column(line, at)), why))?;
            let fields = cells.len().saturating_sub(before);
            if height == 0 {
                width = fields;
                if width > 2 && cells.at(0) == "x" && cells.at(1) == "y" {
                    let found = "this is a table of values with one cell for each line (x, y, …), not a map";
                    return Err(refuse(None, (found.into(), "a row of tiles for each line".into())));
                }
            } else if fields.saturating_add(1) == width && ending == height {
                // Every row but the last may end in a separator.
                short = Some((number, fields));
            } else if fields != width {
                return Err(ragged(name, number, fields, width));
            }
            height = height.saturating_add(1);
            ending = ending.saturating_add(usize::from(ends_empty && width > 1));
            Size::checked(width as u64, height as u64).map_err(|e| refuse(None, (e.to_string(), String::new())))?;
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

    /// Returns whether the first row and the first column number the cells from 0, with an empty corner. Programs for
    /// tables of data write this.
    fn is_indexed(&self, width: usize, height: usize) -> bool {
        let counts = |index: usize, number: usize| self.cells.at(index) == number.to_string();
        width > 1
            && height > 1
            && self.cells.at(0).is_empty()
            && (1..width).all(|x| counts(x, x.saturating_sub(1)))
            && (1..height).all(|y| counts(y.saturating_mul(width), y.saturating_sub(1)))
    }
}

fn ragged(name: &str, line: usize, fields: usize, width: usize) -> FormatError {
    let found = format!("the row has {}", super::plain::format_count(fields, "cell"));
    FormatError::at(name, line, None, &found, &format!("{width}, as in the first row"))
}

/// Returns the character that separates the fields of a line: the one that gives only numbers, or else the one whose
/// fields differ least in length. If several do, it is the one that gives the most fields. Blanks separate only numbers.
fn delimiter_of(line: &str) -> Option<char> {
    let rank = |delimiter: &char| {
        let mut least = usize::MAX;
        let mut longest = 0_usize;
        let mut fields = 0_usize;
        let mut numbers = true;
        let _ = each_field(line, Some(*delimiter), &mut |_, field| {
            let length = field.chars().count();
            (least, longest) = (least.min(length), longest.max(length));
            numbers &= read_number(&field, Some(*delimiter)).is_some();
            fields = fields.saturating_add(1);
            // The first fields of a row decide.
            if fields > limits::SIDE as usize { Err(Refusal::default()) } else { Ok(()) }
        });
        (!numbers, longest.saturating_sub(least), usize::MAX.saturating_sub(fields))
    };
    let used = DELIMITERS.into_iter().filter(|&delimiter| line.contains(delimiter));
    let blanks = || line.split_ascii_whitespace().all(|field| field.parse::<f64>().is_ok()).then_some(' ');
    used.min_by_key(rank).or_else(blanks).or(Some(','))
}

/// Descriptions of what was found and what was expected.
type Refusal = (String, String);

/// Returns the column of a byte of a line, from 1.
fn column(line: &str, at: usize) -> usize {
    line.get(..at).map_or(0, |before| before.chars().count()).saturating_add(1)
}

/// Calls `visit` for each field of a line with the byte at which it begins. Without a delimiter, each character is a
/// field. Returns whether the last field is empty.
///
/// # Errors
/// Returns the byte of the field that is not valid, or that `visit` refuses.
fn each_field<'a>(
    line: &'a str,
    delimiter: Option<char>,
    visit: &mut dyn FnMut(usize, Cow<'a, str>) -> Result<(), Refusal>,
) -> Result<bool, (usize, Refusal)> {
    let mut rest = line;
    let place = |rest: &str| line.len().saturating_sub(rest.len());
    let Some(delimiter) = delimiter.filter(|&delimiter| delimiter != ' ') else {
        let mut at = 0_usize;
        for part in line.split_inclusive(|c| delimiter.is_none_or(|delimiter| c == delimiter)) {
            let (begin, field) = (at, part.trim());
            at = at.saturating_add(part.len());
            if !field.is_empty() {
                visit(begin, Cow::Borrowed(field)).map_err(|why| (begin, why))?;
            }
        }
        return Ok(false);
    };
    loop {
        let begin = rest.trim_start_matches([' ', '\u{a0}']);
        let (field, next) = if let Some(quoted) = begin.strip_prefix('"') {
            let (mut field, after) = unquoted(quoted).ok_or_else(|| {
                let expected = "a quote that ends before the next one begins; a quote inside quotes is written twice";
                (place(begin), ("the quote has no end".to_owned(), expected.to_owned()))
            })?;
            let after = after.trim_start_matches(' ');
            if !after.is_empty() && !after.starts_with(delimiter) {
                let found = format!("{:?} follows the quote", after.chars().next().unwrap_or(' '));
                return Err((place(after), (found, format!("{delimiter:?}, or the end of the line"))));
            }
            if field.contains('\n') {
                // Programs for tables break long texts into lines.
                field = Cow::Owned(field.split_whitespace().collect::<Vec<_>>().join(" "));
            }
            (field, after.strip_prefix(delimiter))
        } else {
            match rest.split_once(delimiter) {
                Some((field, next)) => (Cow::Borrowed(field.trim()), Some(next)),
                None => (Cow::Borrowed(rest.trim()), None),
            }
        };
        let empty = field.is_empty();
        visit(place(begin), field).map_err(|why| (place(begin), why))?;
        match next {
            Some(next) => rest = next,
            None => return Ok(empty),
        }
    }
}

/// Returns the text up to the closing quote, and what follows it.
fn unquoted(text: &str) -> Option<(Cow<'_, str>, &str)> {
    let mut field = Cow::Borrowed("");
    let mut rest = text;
    loop {
        let end = rest.find('"')?;
        let (part, after) = (rest.get(..end)?, rest.get(end.saturating_add(1)..)?);
        let Some(more) = after.strip_prefix('"') else {
            if field.is_empty() {
                return Some((Cow::Borrowed(part), after));
            }
            field.to_mut().push_str(part);
            return Some((field, after));
        };
        field.to_mut().push_str(part);
        field.to_mut().push('"');
        rest = more;
    }
}
