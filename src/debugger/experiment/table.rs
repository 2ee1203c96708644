//! The rows of an experiment as comma-separated values, both ways.

use super::Row;

/// Why a table cannot be written or read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The system refuses to write.
    #[error("the table cannot be written: {0}")]
    Write(#[from] csv::Error),
    /// It is no table of an experiment.
    #[error("{name}, line 1: expected a table that experiment --csv wrote: run, …, seed, …")]
    NotOurs {
        /// The source.
        name: String,
    },
    /// It is no table at all.
    #[error("{name}: {error}")]
    Malformed {
        /// The source.
        name: String,
        /// What is wrong with it.
        #[source]
        error: csv::Error,
    },
    /// Something in it should be a number.
    #[error("{name}, line {line}: {text:?} is no {column}")]
    Value {
        /// The source.
        name: String,
        /// The line, from 1.
        line: usize,
        /// The column.
        column: String,
        /// What stands there.
        text: String,
    },
}

/// Rows as CSV: run, value, seed, then a column a measure. `what` names the value's column.
///
/// # Errors
/// When writing fails.
pub fn write_csv(
    out: &mut dyn std::io::Write,
    what: &str,
    measures: &[String],
    rows: &[Row],
) -> Result<(), TableError> {
    let mut writer = csv::Writer::from_writer(out);
    let head = ["run", what, "seed"].into_iter().chain(measures.iter().map(String::as_str));
    writer.write_record(head)?;
    for row in rows {
        let shown = row.measures.iter().map(|m| m.map_or_else(String::new, |x| x.to_string()));
        let front = [row.run.to_string(), row.value.clone(), row.seed.to_string()];
        writer.write_record(front.into_iter().chain(shown))?;
    }
    Ok(writer.flush().map_err(csv::Error::from)?)
}

/// A table that was read: the value's column, the measures, and the rows.
pub type Table = (String, Vec<String>, Vec<Row>);

/// What [`write_csv`] wrote.
///
/// # Errors
/// Where it is something else; the error names the source and the line.
pub fn read_csv(name: &str, text: &str) -> Result<Table, TableError> {
    let malformed = |error| TableError::Malformed { name: name.to_owned(), error };
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let head = reader.headers().map_err(malformed)?.clone();
    if head.get(0) != Some("run") || head.get(2) != Some("seed") {
        return Err(TableError::NotOurs { name: name.to_owned() });
    }
    let what = head.get(1).unwrap_or_default().to_owned();
    let measures: Vec<String> = head.iter().skip(3).map(str::to_owned).collect();
    let mut rows = Vec::new();
    for (i, record) in reader.records().enumerate() {
        let record = record.map_err(malformed)?;
        let bad = |column: &str, text: &str| {
            let (column, text) = (column.to_owned(), text.to_owned());
            TableError::Value { name: name.to_owned(), line: i + 2, column, text }
        };
        let whole = |at: usize, column: &str| {
            let text = record.get(at).unwrap_or_default();
            text.parse::<u64>().map_err(|_| bad(column, text))
        };
        let mut values = Vec::with_capacity(measures.len());
        for (text, column) in record.iter().skip(3).zip(&measures) {
            values.push(match text {
                "" => None,
                text => Some(text.parse::<f64>().map_err(|_| bad(column, text))?),
            });
        }
        rows.push(Row {
            run: whole(0, "run")?,
            value: record.get(1).unwrap_or_default().to_owned(),
            seed: whole(2, "seed")?,
            measures: values,
        });
    }
    Ok((what, measures, rows))
}
