//! Cells in a text, such as `(14,12)`.

use gridscope_trace::Cell;

/// A part of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part<'a> {
    /// Words between cells.
    Words(&'a str),
    /// A cell, and its text.
    Cell(Cell, &'a str),
}

/// Splits a text into words and cells, in order.
pub fn parts(text: &str) -> Vec<Part<'_>> {
    let mut all = Vec::new();
    let (mut from, mut at) = (0, 0);
    while let Some(open) = text[at..].find('(').map(|k| at + k) {
        let Some(close) = text[open..].find(')').map(|k| open + k + 1) else { break };
        if let Some(cell) = Cell::from_text(&text[open..close]) {
            if open > from {
                all.push(Part::Words(&text[from..open]));
            }
            all.push(Part::Cell(cell, &text[open..close]));
            from = close;
        }
        at = if from == close { close } else { open + 1 };
    }
    if from < text.len() {
        all.push(Part::Words(&text[from..]));
    }
    all
}
