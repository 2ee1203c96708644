//! The rows of an experiment in a file, each written as soon as its run is done. An interrupted experiment continues
//! after the last complete row, with the same result as without the interruption.

use super::table::{PART_OF, TableError, read_csv, record_of, write_csv};
use super::{Experiment, Measure, Row, Table};
use crate::disk::files::FileError;
use crate::disk::{self, LockedFile};
use crate::formats::limits;
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

/// Reason why a file cannot be locked.
const BUSY: &str = "another experiment is writing it";

/// A file to which rows are added. It is locked, so that no other process writes to it.
#[derive(Debug)]
pub struct RowFile {
    file: LockedFile,
    path: PathBuf,
    /// Mark of the experiment, in the last column of each row.
    mark: String,
    /// Name of the column of values.
    what: String,
    /// Columns of the file.
    measures: Vec<Measure>,
    /// Whether rows can be read again later. A pipe only passes them on.
    stay: bool,
}

impl RowFile {
    /// Opens a pipe, a new file, or a file that the same experiment has begun. Returns the rows already in the file,
    /// which are the first of its runs, and adds their measures to the experiment. Removes an incomplete row at the end.
    ///
    /// # Errors
    /// Returns an error if the file holds anything else, if another experiment is writing it, or if the operating
    /// system refuses.
    pub fn open(path: &Path, experiment: &mut Experiment) -> Result<(Self, Vec<Row>), FileError> {
        let fail = |error| FileError::Unwritable { path: path.display().to_string(), error };
        // A pipe or a device has no old rows to continue from, and may never end.
        if let Some(file) = disk::straight(path).map_err(fail)? {
            let mark = experiment.mark()?;
            let path = path.to_owned();
            let measures = experiment.measures.clone();
            let what = experiment.what().to_owned();
            let all = Self { file: disk::wrap_unlocked(file), path, mark, what, measures, stay: false };
            disk::write(&all.file, &all.path, &all.head()?).map_err(|error| all.fails(error))?;
            return Ok((all, Vec::new()));
        }
        Self::resume(disk::open(path).map_err(fail)?, path, experiment)
    }

    /// Like [`RowFile::open`], for a name that the user did not give.
    ///
    /// # Errors
    /// Returns the errors of [`RowFile::open`], and an error if something else than a file is there.
    pub(super) fn open_own(path: &Path, experiment: &mut Experiment) -> Result<(Self, Vec<Row>), FileError> {
        let fail = |error| FileError::Unwritable { path: path.display().to_string(), error };
        Self::resume(disk::open_own(path).map_err(fail)?, path, experiment)
    }

    fn resume(file: File, path: &Path, experiment: &mut Experiment) -> Result<(Self, Vec<Row>), FileError> {
        let mark = experiment.mark()?;
        let fail = |error| FileError::Unwritable { path: path.display().to_string(), error };
        let Some(file) = disk::hold(file, path).map_err(fail)? else {
            return Err(fail(io::Error::new(io::ErrorKind::ResourceBusy, BUSY)));
        };
        let path_of = path.to_owned();
        let measures = experiment.measures.clone();
        let what = experiment.what().to_owned();
        let mut all = Self { file, path: path_of, mark, what, measures, stay: true };
        let head = all.head()?;
        let not_this = || TableError::OtherExperiment { name: path.display().to_string() };
        let (length, whole) = all.whole_lines(&head).map_err(fail)?.ok_or_else(not_this)?;
        let table = if whole == 0 { Ok(Table::default()) } else { all.read(whole) };
        let Table { rows, measures, .. } = table.map_err(|error| match error {
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
        } else {
            experiment.add_measures(&measures);
            all.measures.clone_from(&experiment.measures);
        }
        Ok((all, rows))
    }

    /// Adds a row. `measures` are those of the experiment so far. If one of them is new, the file is written again with
    /// a column for it. A pipe cannot be written again; it gets no such column.
    ///
    /// # Errors
    /// Returns an error if the operating system refuses. The next [`RowFile::open`] reads what was written so far.
    pub fn add(&mut self, row: &Row, measures: &[Measure]) -> Result<(), FileError> {
        if self.stay && measures.len() > self.measures.len() {
            self.widen(measures)?;
        }
        let line = line(record_of(row, &self.measures, Some(&self.mark)))?;
        disk::write(&self.file, &self.path, &line).map_err(|error| self.fails(error))
    }

    /// Writes the file again with more columns, completely or not at all.
    fn widen(&mut self, measures: &[Measure]) -> Result<(), FileError> {
        let length = self.file.metadata().map_err(|error| self.fails(error))?.len();
        let Table { rows, .. } = self.read(length)?;
        self.measures = measures.to_vec();
        let table = Table { rows, ..self.empty() };
        let mut bytes = Vec::new();
        write_csv(&mut bytes, &table)?;
        let done = disk::replace_locked(&mut self.file, &self.path, |out| out.write_all(&bytes));
        done.map_err(|error| self.fails(error))?;
        Ok(())
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
    fn head(&self) -> Result<Vec<u8>, FileError> {
        Ok(line(self.empty().head())?)
    }

    /// Returns a table with the file's columns and no rows.
    fn empty(&self) -> Table {
        let what = self.what.clone();
        let measures = self.measures.clone();
        let part_of = Some(self.mark.clone());
        Table { what, measures, rows: Vec::new(), part_of }
    }

    /// Returns the length of the file, and the length of its complete lines. Returns `None` if the first line is wrong,
    /// or if a line is longer than any row.
    fn whole_lines(&self, head: &[u8]) -> io::Result<Option<(u64, u64)>> {
        disk::step(disk::Step::Read, &self.path)?;
        let (mut from, mut line) = (BufReader::new(&*self.file), Vec::new());
        let (mut length, mut whole) = (0, 0);
        // Later runs may have added columns before the last one.
        let begin = head.len() - (PART_OF.len() + 1);
        let (begin, end) = head.split_at(begin);
        // Reading one byte more than allowed shows whether a line is too long.
        let max_bytes = limits::ROW + 1;
        while from.by_ref().take(max_bytes).read_until(b'\n', &mut line)? > 0 {
            let is_head = || {
                if line.ends_with(b"\n") {
                    line.starts_with(begin) && line.ends_with(end)
                } else {
                    // An interrupted writer may leave only the beginning of the first line.
                    head.starts_with(&line)
                }
            };
            if line.len() as u64 == max_bytes || length == 0 && !is_head() {
                return Ok(None);
            }
            length += line.len() as u64;
            if line.ends_with(b"\n") {
                whole = length;
            }
            line.clear();
        }
        Ok(Some((length, whole)))
    }

    /// Reads the complete lines.
    fn read(&self, whole: u64) -> Result<Table, FileError> {
        (&*self.file).rewind().map_err(|error| self.fails(error))?;
        let table = read_csv(&self.path.display().to_string(), (&*self.file).take(whole))?;
        let ours = table.rows.is_empty() || table.part_of.as_deref() == Some(&self.mark);
        if ours { Ok(table) } else { Err(TableError::OtherExperiment { name: self.path.display().to_string() }.into()) }
    }
}

/// Formats a record as a line.
fn line(record: impl IntoIterator<Item = String>) -> Result<Vec<u8>, TableError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(record)?;
    writer.into_inner().map_err(|error| csv::Error::from(error.into_error()).into())
}
