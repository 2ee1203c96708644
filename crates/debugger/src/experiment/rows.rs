//! The rows of an experiment in a file, each written as soon as its run is done. An interrupted experiment continues
//! after the last complete row, with the same result as without the interruption.

use super::table::{TableError, read_csv, record_of};
use super::{Experiment, Measure, Row, Table};
use crate::disk::{self, LockedFile};
use crate::files::FileError;
use crate::formats::limits;
use std::io::{self, BufRead as _, BufReader, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

/// A file to which rows are added. It is locked, so that no other process writes to it.
#[derive(Debug)]
pub struct RowFile {
    file: LockedFile,
    path: PathBuf,
    /// Mark of the experiment, in the last column of each row.
    mark: String,
    /// Columns of the file, fixed when it was created.
    measures: Vec<Measure>,
    /// Measures that have no column.
    left_out: Option<OmittedMeasures>,
    /// Whether rows can be read again later. A pipe only passes them on.
    stay: bool,
}

/// Measures for which a file of rows has no column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OmittedMeasures {
    /// First run that has such a measure.
    pub run: u64,
    /// Number of columns in the file. These are the first measures of the experiment.
    pub columns: usize,
}

impl RowFile {
    /// Opens a pipe, a new file, or a file that the same experiment has begun. Returns the rows already in the file,
    /// which are the first of its runs. Removes an incomplete row at the end.
    ///
    /// # Errors
    /// Returns an error if the file holds anything else, if another experiment is writing it, or if the operating
    /// system refuses.
    pub fn open(path: &Path, experiment: &Experiment) -> Result<(Self, Vec<Row>), FileError> {
        let mark = experiment.mark()?;
        let fail = |error| FileError::Unwritable { path: path.display().to_string(), error };
        // A pipe or a device has no old rows to continue from, and may never end.
        if let Some(file) = disk::straight(path).map_err(fail)? {
            let (path, measures) = (path.to_owned(), experiment.measures.clone());
            let all = Self { file: disk::held(file), path, mark, measures, left_out: None, stay: false };
            disk::write(&all.file, &all.path, &all.head(experiment)?).map_err(|error| all.fails(error))?;
            return Ok((all, Vec::new()));
        }
        let file = disk::open(path).map_err(fail)?;
        let Some(file) = disk::hold(file, path).map_err(fail)? else {
            return Err(fail(io::Error::new(io::ErrorKind::ResourceBusy, "another experiment is writing it")));
        };
        let (path_of, measures) = (path.to_owned(), experiment.measures.clone());
        let mut all = Self { file, path: path_of, mark, measures, left_out: None, stay: true };
        let head = all.head(experiment)?;
        let not_this = || TableError::OtherExperiment { name: path.display().to_string() };
        let (length, whole) = all.whole_lines(&head).map_err(fail)?.ok_or_else(not_this)?;
        let rows = if whole == 0 { Ok(Vec::new()) } else { all.read(whole) };
        let rows = rows.map_err(|error| match error {
            // The file seems to belong to this experiment.
            FileError::Table(TableError::TooMuch { .. }) | FileError::Unwritable { .. } => error,
            _ => not_this().into(),
        })?;
        // The file belongs to this experiment only if each of its rows does.
        let mut runs = experiment.runs();
        let same = |row: &Row, run: u64| row.run == run && experiment.names(run) == (row.value.as_str(), row.seed);
        if !rows.iter().all(|row| runs.next().is_some_and(|run| same(row, run))) {
            return Err(not_this().into());
        }
        if length != whole {
            disk::step(disk::Step::Cut, path).and_then(|()| all.file.set_len(whole)).map_err(fail)?;
        }
        (&*all.file).seek(SeekFrom::End(0)).map_err(fail)?;
        if whole == 0 {
            disk::write(&all.file, path, &head).map_err(fail)?;
        }
        Ok((all, rows))
    }

    /// Adds a row, without the measures that have no column.
    ///
    /// # Errors
    /// Returns an error if the operating system refuses. The next [`RowFile::open`] reads what was written so far.
    pub fn add(&mut self, row: &Row) -> Result<(), FileError> {
        let columns = self.measures.len();
        if self.left_out.is_none() && row.measures.iter().skip(columns).any(Option::is_some) {
            self.left_out = Some(OmittedMeasures { run: row.run, columns });
        }
        let line = line(record_of(row, &self.measures, Some(&self.mark)))?;
        disk::write(&self.file, &self.path, &line).map_err(|error| self.fails(error))
    }

    /// Returns the measures without a column in the rows added so far. The columns are those of the first run of each
    /// value.
    pub fn left_out(&self) -> Option<&OmittedMeasures> {
        self.left_out.as_ref()
    }

    /// Finishes the file, and makes sure that all rows are on the disk.
    ///
    /// # Errors
    /// Returns an error if the operating system refuses.
    pub fn finish(self) -> Result<(), FileError> {
        if self.stay { disk::sync(&self.file, &self.path).map_err(|error| self.fails(error)) } else { Ok(()) }
    }

    fn fails(&self, error: io::Error) -> FileError {
        FileError::Unwritable { path: self.path.display().to_string(), error }
    }

    /// Returns the first line.
    fn head(&self, experiment: &Experiment) -> Result<Vec<u8>, FileError> {
        let (measures, part_of) = (experiment.measures.clone(), Some(self.mark.clone()));
        let table = Table { what: experiment.what().to_owned(), measures, rows: Vec::new(), part_of };
        Ok(line(table.head())?)
    }

    /// Returns the length of the file, and the length of its complete lines. Returns `None` if the first line is wrong,
    /// or if a line is longer than any row.
    fn whole_lines(&self, head: &[u8]) -> io::Result<Option<(u64, u64)>> {
        disk::step(disk::Step::Read, &self.path)?;
        let (mut from, mut line) = (BufReader::new(&*self.file), Vec::new());
        let (mut length, mut whole) = (0, 0);
        // Reading one byte more than the first line shows whether another line follows.
        let mut most = head.len() as u64 + 1;
        while from.by_ref().take(most).read_until(b'\n', &mut line)? > 0 {
            // An interrupted writer may leave only the beginning of the first line.
            let begins = || if line.ends_with(b"\n") { line == head } else { head.starts_with(&line) };
            if line.len() as u64 == most || length == 0 && !begins() {
                return Ok(None);
            }
            most = limits::ROW + 1;
            length += line.len() as u64;
            if line.ends_with(b"\n") {
                whole = length;
            }
            line.clear();
        }
        Ok(Some((length, whole)))
    }

    /// Reads the rows of the complete lines.
    fn read(&mut self, whole: u64) -> Result<Vec<Row>, FileError> {
        (&*self.file).rewind().map_err(|error| self.fails(error))?;
        let table = read_csv(&self.path.display().to_string(), (&*self.file).take(whole))?;
        let ours = table.rows.is_empty() || table.part_of.as_deref() == Some(&self.mark);
        if ours {
            Ok(table.rows)
        } else {
            Err(TableError::OtherExperiment { name: self.path.display().to_string() }.into())
        }
    }
}

/// Formats a record as a line.
fn line(record: impl IntoIterator<Item = String>) -> Result<Vec<u8>, TableError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(record)?;
    writer.into_inner().map_err(|error| csv::Error::from(error.into_error()).into())
}
