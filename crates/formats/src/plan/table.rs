//! Splits CSV into fields. A quoted field may have line ends.

/// Returns the rows of a table, each with its fields.
pub(super) fn rows(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut field, mut is_quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut letters = text.trim_start_matches('\u{feff}').chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if is_quoted && letters.next_if_eq(&'"').is_some() => field.push('"'),
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => row.push(std::mem::take(&mut field)),
            '\n' if !is_quoted => {
                row.push(std::mem::take(&mut field));
                rows.push(std::mem::take(&mut row));
            }
            '\r' => {}
            letter => field.push(letter),
        }
    }
    if !field.is_empty() || !row.is_empty() {
        row.push(field);
        rows.push(row);
    }
    rows.retain(|row| row.iter().any(|field| !field.trim().is_empty()));
    rows
}
