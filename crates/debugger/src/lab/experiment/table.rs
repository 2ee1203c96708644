//! Reads and writes the rows of an experiment as comma-separated values.

use super::{Measure, Row, Spread, add_measures, at_places};
use crate::formats::limits;
use crate::formats::plain::sentence;
use std::cell::Cell;
use std::io::{self, Read};

/// Name of the last column in a part of an experiment. It identifies the experiment.
pub(super) const PART_OF: &str = "part-of";

/// Reason why a table cannot be written or read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The operating system refuses to write.
    #[error("the table cannot be written: {0}")]
    Write(#[from] csv::Error),
    /// The file is not a table of an experiment.
    #[error("{name}, line 1: expected a table that experiment --csv wrote: run, …, seed, …")]
    NotATable {
        /// Name of the source.
        name: String,
    },
    /// The file holds something that this experiment did not write.
    #[error(
        "{name}: this file holds other things than rows of this experiment; expected a new name, or the file that it began"
    )]
    OtherExperiment {
        /// Path of the file.
        name: String,
    },
    /// The file is not a table.
    #[error("{name}: {error}")]
    Malformed {
        /// Name of the source.
        name: String,
        /// Description of the problem.
        #[source]
        error: csv::Error,
    },
    /// The file holds too many rows.
    #[error(
        "{name}, line {line}: the rows up to here take more than {most} of memory; expected at most that",
        most = limits::mebibytes(limits::TABLE as u64)
    )]
    TooMuch {
        /// Name of the source.
        name: String,
        /// Line number, from 1.
        line: usize,
    },
    /// A text should be a number.
    #[error("{name}, line {line}: {text:?} is not a {column}")]
    Value {
        /// Name of the source.
        name: String,
        /// Line number, from 1.
        line: usize,
        /// Name of the column.
        column: String,
        /// Text found instead.
        text: String,
    },
}

/// Maximum length of a text quoted from a table, in characters.
const BRIEF: usize = 60;

/// Prepares a text from a table for an error message: cleaned, on one line, and short.
fn brief(text: &str) -> String {
    let mut short_text = sentence(text);
    if let Some((end, _)) = short_text.char_indices().nth(BRIEF) {
        short_text.truncate(end);
        short_text.push('…');
    }
    short_text
}

/// Rows of an experiment, or of a part of one.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Table {
    /// Name of the column of values; empty without a sweep.
    pub what: String,
    /// Measures.
    pub measures: Vec<Measure>,
    /// Rows.
    pub rows: Vec<Row>,
    /// Mark of the experiment that this is a part of (see [`Experiment::mark`](super::Experiment::mark)). `None` for a
    /// whole experiment.
    pub part_of: Option<String>,
}

impl Table {
    /// Returns the first record: the column names.
    pub(super) fn head(&self) -> Vec<String> {
        let front = ["run", &self.what, "seed"].map(str::to_owned).into_iter();
        let measures = self.measures.iter().map(|measure| measure.name.clone());
        front.chain(measures).chain(self.part_of.iter().map(|_| PART_OF.to_owned())).collect()
    }

    /// Returns the number of runs in the whole experiment, if this is a part that states it.
    pub fn runs_of_all(&self) -> Option<u64> {
        self.part_of.as_deref()?.rsplit_once('-')?.1.parse().ok()
    }

    /// Adds the rows of another part of the same experiment. Rows without a measure have no value for it.
    pub fn join(&mut self, other: Self) {
        let pairs = self.measures.iter().zip(&other.measures);
        let shared = pairs.take_while(|(a, b)| a.name == b.name).count();
        let places = add_measures(&mut self.measures, &other.measures);
        let count = self.measures.len();
        let rows = other.rows.into_iter();
        self.rows.extend(rows.map(|row| Row { measures: at_places(&places, row.measures, count), ..row }));
        self.in_order(shared);
    }

    /// Orders the measures after the first `few` by the first run that has each, which is the order on a single
    /// machine.
    fn in_order(&mut self, few: usize) {
        let first = |at: usize| {
            let has = |row: &&Row| row.measures.get(at).is_some_and(Option::is_some);
            self.rows.iter().filter(has).map(|row| row.run).min()
        };
        let mut order: Vec<(Option<u64>, usize)> = (few..self.measures.len()).map(|at| (first(at), at)).collect();
        order.sort_unstable();
        let order: Vec<usize> = (0..few).chain(order.into_iter().map(|(_, at)| at)).collect();
        self.measures = order.iter().filter_map(|&at| self.measures.get(at).cloned()).collect();
        for row in &mut self.rows {
            row.measures = order.iter().map(|&at| row.measures.get(at).copied().flatten()).collect();
        }
    }
}

/// Formats a row as a record: flags as true and false, and missing numbers as empty text.
pub(super) fn record_of(row: &Row, measures: &[Measure], part_of: Option<&str>) -> Vec<String> {
    let numbers = row.measures.iter().copied().chain(std::iter::repeat(None));
    let measure_texts = measures.iter().zip(numbers).map(|(measure, number)| match number {
        None => String::new(),
        Some(x) if measure.is_flag && (x == 0.0 || x == 1.0) => (x == 1.0).to_string(),
        Some(x) => x.to_string(),
    });
    let front = [row.run.to_string(), row.value.clone(), row.seed.to_string()].into_iter();
    front.chain(measure_texts).chain(part_of.map(str::to_owned)).collect()
}

/// Writes a table as CSV: run, value, seed, then one column per measure.
///
/// # Errors
/// Returns an error if writing fails.
pub fn write_csv(out: &mut dyn std::io::Write, table: &Table) -> Result<(), TableError> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(table.head())?;
    for row in &table.rows {
        writer.write_record(record_of(row, &table.measures, table.part_of.as_deref()))?;
    }
    Ok(writer.flush().map_err(csv::Error::from)?)
}

/// Returns how much memory a row takes, in bytes: by itself, when merged, and when summarised. `begins` is whether it
/// is the first row with its value.
pub fn bytes_of(value: usize, measures: usize, begins: bool) -> usize {
    // Overhead of a value on the heap, and of finding a row by its number.
    const HEAP: usize = 32;
    const FOUND: usize = 40;
    let numbers = measures * (size_of::<Option<f64>>() + 2 * size_of::<f64>());
    // A list of numbers and a spread for each measure.
    let sums = measures * (size_of::<Vec<f64>>() + HEAP + size_of::<Spread>()) + value + size_of::<Row>();
    size_of::<Row>() + FOUND + HEAP + value + numbers + if begins { sums } else { 0 }
}

/// A reader that limits the length of each row.
struct ByRow<'a, R> {
    from: R,
    /// Number of bytes read since the last row.
    read: &'a Cell<u64>,
}

impl<R: Read> Read for ByRow<'_, R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.read.get() > limits::ROW {
            return Err(io::Error::new(
                io::ErrorKind::FileTooLarge,
                format!("a row is longer than {}; expected at most that", limits::mebibytes(limits::ROW)),
            ));
        }
        let read = self.from.read(bytes)?;
        self.read.set(self.read.get() + read as u64);
        Ok(read)
    }
}

/// Reads a table that [`write_csv`] wrote.
///
/// # Errors
/// Returns an error that names the source and the line, if the table is not valid or too large.
pub fn read_csv(name: &str, from: impl Read) -> Result<Table, TableError> {
    read_csv_within(name, from, &mut 0)
}

/// Like [`read_csv`], but counts the memory of other tables, `taken` bytes, towards the limit. Adds this table's memory
/// to it.
///
/// # Errors
/// Returns an error in the same cases as [`read_csv`].
pub fn read_csv_within(name: &str, from: impl Read, taken: &mut usize) -> Result<Table, TableError> {
    let malformed = |error| TableError::Malformed { name: name.to_owned(), error };
    let read = Cell::new(0);
    let mut reader = csv::Reader::from_reader(ByRow { from, read: &read });
    let head = reader.headers().map_err(malformed)?.clone();
    if head.get(0) != Some("run") || head.get(2) != Some("seed") {
        return Err(TableError::NotATable { name: name.to_owned() });
    }
    let last = head.len().saturating_sub(1);
    let is_part = last > 2 && head.get(last) == Some(PART_OF);
    let names = head.iter().skip(3).take(last.saturating_sub(2) - usize::from(is_part)).map(str::to_owned);
    let measures = names.map(|name| Measure { name, is_flag: false }).collect();
    // Number of values in each column, and number of flags among them.
    let mut column_counts = vec![(0_usize, 0_usize); head.len()];
    let what = head.get(1).unwrap_or_default().to_owned();
    let mut table = Table { what, measures, ..Table::default() };
    for (i, record) in reader.records().enumerate() {
        let record = record.map_err(malformed)?;
        read.set(0);
        let value = record.get(1).unwrap_or_default();
        let begins = table.rows.last().is_none_or(|before| before.value != value);
        *taken = taken.saturating_add(bytes_of(value.len(), table.measures.len(), begins));
        if *taken > limits::TABLE {
            return Err(TableError::TooMuch { name: name.to_owned(), line: i + 2 });
        }
        let bad = |column: &str, text: &str| {
            let [column, text] = [column, text].map(brief);
            TableError::Value { name: name.to_owned(), line: i + 2, column, text }
        };
        let whole = |at: usize, column: &str| {
            let text = record.get(at).unwrap_or_default();
            text.parse::<u64>().map_err(|_| bad(column, text))
        };
        let part_of = record.get(last).filter(|_| is_part);
        if i > 0 && part_of != table.part_of.as_deref() {
            return Err(bad("part of the same experiment as the rows before", part_of.unwrap_or_default()));
        }
        table.part_of = part_of.map(str::to_owned);
        let mut values = Vec::with_capacity(table.measures.len());
        for ((text, column), (numbers, flags)) in record.iter().skip(3).zip(&table.measures).zip(&mut column_counts) {
            let flag = text.parse::<bool>().ok();
            let number = flag.map(|flag| f64::from(u8::from(flag))).or_else(|| text.parse().ok());
            let number = number.filter(|x: &f64| x.is_finite());
            if number.is_none() && !text.is_empty() {
                return Err(bad(&column.name, text));
            }
            *numbers += usize::from(number.is_some());
            *flags += usize::from(flag.is_some());
            values.push(number);
        }
        table.rows.push(Row {
            run: whole(0, "run")?,
            value: value.to_owned(),
            seed: whole(2, "seed")?,
            measures: values,
        });
    }
    for (measure, (numbers, flags)) in table.measures.iter_mut().zip(column_counts) {
        measure.is_flag = flags > 0 && flags == numbers;
    }
    Ok(table)
}
