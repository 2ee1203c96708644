//! Markdown of lessons, in which every cell of the map is a link, and the fields in which it is written.

use super::pins_in_text;
use crate::canvas::sentence::{Part, parts};
use crate::debugger::{SessionCommand, lesson::suggestion};
use crate::view::Cx;
use egui::mutex::Mutex;
use egui::{Button, Id, Response, TextEdit, Ui};
use egui_commonmark::{CommonMarkCache, CommonMarkViewer};
use gridscope_trace::geometry::{Cell, Size};
use std::sync::Arc;

/// Number of bytes of a long text shown at once, because egui lays out all of it in each frame.
const PART: usize = 8 << 10;

/// Draws Markdown without its suggestions. Cells are links: a click selects the cell on the map. A long text is shown
/// in parts.
pub(super) fn markdown(ui: &mut Ui, cx: &mut Cx<'_>, text: &str) {
    let text = suggestion::offers(text).0;
    if text.len() <= 2 * PART {
        return one_part(ui, cx, &text);
    }
    let all = in_parts(&text);
    let id = Id::unique(("part of the notes", &text));
    let part_index = ui.data(|d| d.get_temp::<usize>(id)).unwrap_or(0).min(all.len() - 1);
    one_part(ui, cx, all[part_index]);
    turn(ui, id, (part_index, all.len()));
}

/// Like [`markdown`], with as much space between two paragraphs as between two widgets.
pub(super) fn paragraphs(ui: &mut Ui, cx: &mut Cx<'_>, text: &str) {
    let text = suggestion::offers(text).0;
    // Lists, tables and code are not split.
    let is_plain = text.split("\n\n").all(|part| part.starts_with(|c: char| c.is_alphanumeric() || "*✓✕(".contains(c)));
    if !is_plain || text.len() > PART {
        return markdown(ui, cx, &text);
    }
    text.split("\n\n").for_each(|part| one_part(ui, cx, part));
}

/// Draws a text field of at least this number of lines. A long text is edited in parts.
pub(super) fn field(ui: &mut Ui, id: Id, text: &mut String, (lines, hint): (usize, &'static str)) -> Response {
    let add = |ui: &mut Ui, field: TextEdit<'_>, id: Id| {
        ui.add(field.id(id).desired_width(f32::INFINITY).desired_rows(lines).hint_text(hint))
    };
    if text.len() <= 2 * PART {
        return add(ui, TextEdit::multiline(text), id);
    }
    let all = in_parts(text);
    let of = id.with("part");
    let part_index = ui.data(|d| d.get_temp::<usize>(of)).unwrap_or(0).min(all.len() - 1);
    let start = all[..part_index].iter().map(|part| part.len()).sum::<usize>();
    let (mut part, count) = (all[part_index].to_owned(), all.len());
    let end = start + part.len();
    // Each part has an undo of its own.
    let response = add(ui, TextEdit::multiline(&mut part), id.with(part_index));
    if response.changed() {
        text.replace_range(start..end, &part);
    }
    turn(ui, of, (part_index, count));
    response
}

/// Draws buttons that turn to the parts of a long text before and after the one that is shown.
fn turn(ui: &mut Ui, id: Id, (shown, count): (usize, usize)) {
    ui.horizontal(|ui| {
        let to = [("← Before", shown.checked_sub(1)), ("More →", Some(shown + 1).filter(|&k| k < count))];
        for (title, part) in to {
            if ui.add_enabled(part.is_some(), Button::new(title)).clicked() {
                ui.data_mut(|d| d.insert_temp(id, part.unwrap_or(shown)));
            }
        }
        ui.weak(format!("part {} of {count}", shown + 1));
    });
}

/// Splits a text into parts of at most [`PART`] bytes, at the end of a paragraph, else of a line or a word.
fn in_parts(text: &str) -> Vec<&str> {
    let (mut all, mut rest) = (Vec::new(), text);
    while rest.len() > PART {
        let max_part_end = rest.floor_char_boundary(PART);
        let head = &rest[..max_part_end];
        let end = head.rfind("\n\n").or_else(|| head.rfind('\n')).or_else(|| head.rfind(' ')).filter(|&end| end > 0);
        let (part, after) = rest.split_at(end.map_or(max_part_end, |end| end + 1));
        all.push(part);
        rest = after;
    }
    all.push(rest);
    all
}

fn one_part(ui: &mut Ui, cx: &mut Cx<'_>, text: &str) {
    // egui makes a line of text at least as high as a button.
    let usual = std::mem::replace(&mut ui.spacing_mut().interact_size.y, 18.0);
    // The cache belongs to the window, not to the scene. It holds layout, no text.
    let id = Id::unique("notes markdown");
    let cache = ui.data_mut(|d| {
        Arc::clone(d.get_temp_mut_or_insert_with(id, || Arc::new(Mutex::new(CommonMarkCache::default()))))
    });
    let pin = |cell: Cell| pins_in_text::placeholder(cx, cell);
    let (linked, cells) = with_links(text, cx.session.scene().size(), &pin);
    let first = pins_in_text::count_of_shapes(ui);
    let mut cache = cache.lock();
    for cell in &cells {
        if cache.get_link_hook(&address(*cell)).is_none() {
            cache.add_link_hook(address(*cell));
        }
    }
    CommonMarkViewer::new().show(ui, &mut cache, &linked);
    ui.spacing_mut().interact_size.y = usual;
    if !cx.view.signs.pins.is_empty() {
        pins_in_text::cover(ui, cx, first);
    }
    for cell in cells {
        if cache.get_link_hook(&address(cell)) == Some(true) {
            cx.send(SessionCommand::Select(Some(cell)));
        }
    }
}

/// Returns the target of a link to a cell. No web page has such an address.
fn address(cell: Cell) -> String {
    format!("cell:{},{}", cell.x, cell.y)
}

/// Returns the marks at the beginning of a text that belong to the word before it.
fn punctuation(text: &str) -> &str {
    let rest = text.trim_start_matches(['.', ',', ';', ':', '?', '!']);
    &text[..text.len() - rest.len()]
}

/// Moves the marks behind emphasised words into the emphasis, which is laid out on its own: `*word*.` becomes `*word.*`.
fn with_marks_inside(text: &str) -> String {
    let (mut moved, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(star) = rest.find('*') {
        let (before, stars) = rest.split_at(star);
        let after = stars.trim_start_matches('*');
        let stars = &stars[..stars.len() - after.len()];
        moved.push_str(before);
        let closes = !before.is_empty() && !before.ends_with(|c: char| c == '\\' || c.is_whitespace());
        let marks = if closes { punctuation(after) } else { "" };
        moved.push_str(marks);
        moved.push_str(stars);
        rest = &after[marks.len()..];
    }
    moved.push_str(rest);
    moved
}

/// Turns cells of the map into links, except in code. A cell with a pin has the text of `pin`. Returns the new text and the
/// cells.
fn with_links(text: &str, size: Size, pin: &dyn Fn(Cell) -> Option<String>) -> (String, Vec<Cell>) {
    let (mut linked, mut cells) = (String::with_capacity(text.len() * 2), Vec::new());
    for (k, outside) in text.split('`').enumerate() {
        if k > 0 {
            linked.push('`');
        }
        if k % 2 == 1 {
            linked.push_str(outside);
            continue;
        }
        // A link is laid out on its own, so the comma or full stop behind it is part of it. Otherwise a line could begin
        // with one.
        let outside = with_marks_inside(outside);
        let all = parts(&outside);
        let mut linked_bytes = 0;
        for (part, next) in all.iter().zip(all.iter().skip(1).map(Some).chain([None])) {
            let own = std::mem::take(&mut linked_bytes);
            match part {
                Part::Cell(cell, words) if size.contains(*cell) => {
                    let after = if let Some(Part::Words(after)) = next { punctuation(after) } else { "" };
                    linked_bytes = after.len();
                    let pin = pin(*cell);
                    let words = pin.as_deref().unwrap_or(words);
                    linked.extend(["[", words, after, "](", &address(*cell), ")"]);
                    cells.push(*cell);
                }
                Part::Cell(_, words) | Part::Words(words) => linked.push_str(&words[own..]),
            }
        }
    }
    (linked, cells)
}
