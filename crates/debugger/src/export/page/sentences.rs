//! Sentences as templates with arguments, so that a long run stores each wording once.

use gridscope_trace::geometry::{Cell, Size};
use std::collections::BTreeMap;

/// Stands for a cell of the map in a template.
const CELL: char = '\u{1}';
/// Stands for a number in a template.
const NUMBER: char = '\u{2}';
/// Stands for the value of a layer in the event's cell. The next character is the layer's number plus [`FIRST_LAYER`].
const LAYER: char = '\u{3}';
/// Character of layer 0.
const FIRST_LAYER: u32 = 0x30;

/// All sentences of a run: the templates, and a column of arguments for each place in each template.
///
/// A cell is stored as its row-major index minus that of the event's cell. A number without decimals is stored doubled;
/// any other number is twice its index in `texts`, plus 1.
#[derive(Debug, Default)]
pub(super) struct Sentences {
    /// The templates.
    pub(super) templates: Vec<String>,
    /// The template of each event.
    pub(super) of: Vec<i32>,
    /// For each template, a column for each argument.
    pub(super) arguments: Vec<Vec<Vec<i32>>>,
    /// Numbers that are no whole numbers below 2³⁰.
    pub(super) texts: Vec<String>,
    template_ids: BTreeMap<String, usize>,
    text_ids: BTreeMap<String, usize>,
}

impl Sentences {
    /// Adds the sentence of the next event. `own` is the index of the event's cell. `layers` are the name and the text
    /// of each layer that has a value there after the event.
    pub(super) fn add(&mut self, sentence: &str, own: Option<usize>, size: Size, layers: &[(usize, &str, String)]) {
        let own = own.unwrap_or(0) as i64;
        let (mut template, mut arguments) = (String::with_capacity(sentence.len()), Vec::new());
        let mut rest = sentence;
        while let Some(first) = rest.chars().next() {
            if let Some((cell, length)) = cell_at(rest, size) {
                template.push(CELL);
                arguments.push((size.index(cell) as i64 - own) as i32);
                rest = &rest[length..];
            } else if first.is_ascii_digit() {
                let length = number_at(rest);
                let number = &rest[..length];
                let named = layers
                    .iter()
                    .find(|(layer, name, text)| *layer < 64 && text == number && is_named(&template, name));
                if let Some(layer) = named.and_then(|(layer, ..)| char::from_u32(FIRST_LAYER + *layer as u32)) {
                    template.extend([LAYER, layer]);
                } else {
                    template.push(NUMBER);
                    arguments.push(self.number(number));
                }
                rest = &rest[length..];
            } else {
                // Control characters are the marks of arguments.
                template.push(if first.is_control() { ' ' } else { first });
                rest = &rest[first.len_utf8()..];
            }
        }
        let id = *self.template_ids.entry(template).or_insert_with_key(|template| {
            self.templates.push(template.clone());
            self.arguments.push(vec![Vec::new(); arguments.len()]);
            self.templates.len() - 1
        });
        for (column, argument) in self.arguments[id].iter_mut().zip(arguments) {
            column.push(argument);
        }
        self.of.push(id as i32);
    }

    /// Returns the argument for a number.
    fn number(&mut self, text: &str) -> i32 {
        let whole = text.parse::<i32>().ok().filter(|n| *n < 1 << 30 && n.to_string() == text);
        whole.map_or_else(
            || {
                let id = *self.text_ids.entry(text.to_owned()).or_insert_with_key(|text| {
                    self.texts.push(text.clone());
                    self.texts.len() - 1
                });
                id as i32 * 2 + 1
            },
            |n| n * 2,
        )
    }
}

/// Returns the cell of the map that a text begins with, and the length of its text.
fn cell_at(text: &str, size: Size) -> Option<(Cell, usize)> {
    let length = text.strip_prefix('(')?.find(')')? + 2;
    let cell_text = text.get(..length).filter(|written| written.len() < 14)?;
    let cell = Cell::from_text(cell_text).filter(|&cell| size.contains(cell))?;
    (cell.to_string() == cell_text).then_some((cell, length))
}

/// Returns the length of the number that a text begins with: digits, and decimals if there are any.
fn number_at(text: &str) -> usize {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let whole = digits(text);
    let decimals = text[whole..].strip_prefix('.').map_or(0, digits);
    if decimals > 0 { whole + 1 + decimals } else { whole }
}

/// Returns whether the text ends with a layer's name, as in `g = ` or `g `.
fn is_named(text: &str, name: &str) -> bool {
    let stem = text.strip_suffix(" = ").or_else(|| text.strip_suffix(' '));
    let before = stem.and_then(|stem| stem.strip_suffix(name));
    before.is_some_and(|before| !before.ends_with(char::is_alphanumeric))
}
