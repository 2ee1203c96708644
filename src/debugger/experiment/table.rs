//! The rows of an experiment as comma-separated values, both ways.

use super::Row;

/// Rows as CSV: run, value, seed, then a column a measure. `what` names the value's column.
///
/// # Errors
/// A sentence when writing fails.
pub fn write_csv(out: &mut dyn std::io::Write, what: &str, measures: &[String], rows: &[Row]) -> Result<(), String> {
    let mut writer = csv::Writer::from_writer(out);
    let head = ["run", what, "seed"].into_iter().chain(measures.iter().map(String::as_str));
    writer.write_record(head).map_err(|e| e.to_string())?;
    for row in rows {
        let shown = row.measures.iter().map(|m| m.map_or_else(String::new, |x| x.to_string()));
        let front = [row.run.to_string(), row.value.clone(), row.seed.to_string()];
        writer.write_record(front.into_iter().chain(shown)).map_err(|e| e.to_string())?;
    }
    writer.flush().map_err(|e| e.to_string())
}

/// What [`write_csv`] wrote: the value's column, the measures and the rows.
///
/// # Errors
/// A sentence that names the source and the line.
pub fn read_csv(name: &str, text: &str) -> Result<(String, Vec<String>, Vec<Row>), String> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let head = reader.headers().map_err(|e| format!("{name}: {e}"))?.clone();
    if head.get(0) != Some("run") || head.get(2) != Some("seed") {
        return Err(format!("{name}, line 1: expected a table that experiment --csv wrote: run, …, seed, …"));
    }
    let what = head.get(1).unwrap_or_default().to_owned();
    let measures: Vec<String> = head.iter().skip(3).map(str::to_owned).collect();
    let mut rows = Vec::new();
    for (i, record) in reader.records().enumerate() {
        let record = record.map_err(|e| format!("{name}: {e}"))?;
        let bad = |column: &str, text: &str| format!("{name}, line {}: {text:?} is no {column}", i + 2);
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
