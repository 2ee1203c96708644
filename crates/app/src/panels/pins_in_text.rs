//! Pins in texts: a disc in the place of a cell that has a pin on the map.

use crate::canvas::pins::pin;
use crate::debugger::lesson::cell_texts::{Part, parts};
use crate::debugger::lesson::pins::pin_label;
use crate::view::Cx;
use egui::{Galley, Painter, Pos2, Shape, Ui};
use gridscope_trace::Cell;

/// Radius of a pin in a text, in points.
const RADIUS: f32 = 9.5;
/// Room for the disc beside its label: twice before it, and once behind it, so that a comma is at the disc. A line never
/// breaks there.
const ROOM: char = '\u{a0}';

/// Returns the text that a disc covers, if a cell has a pin.
pub(super) fn placeholder(cx: &Cx<'_>, cell: Cell) -> Option<String> {
    let index = cx.view.signs.pins.iter().position(|pinned| *pinned == cell)?;
    Some(format!("{ROOM}{ROOM}{}{ROOM}", pin_label(cx.session.scene(), index)))
}

/// Returns a plain text with placeholders for the cells that have pins.
pub(super) fn with_placeholders(cx: &Cx<'_>, text: &str) -> String {
    let word = |part: &Part<'_>| match part {
        Part::Words(words) => (*words).to_owned(),
        Part::Cell(cell, words) => placeholder(cx, *cell).unwrap_or_else(|| (*words).to_owned()),
    };
    parts(text).iter().map(word).collect()
}

/// Returns a text with words for its placeholders, such as `pin 1`. Returns `None` if it has none.
pub(crate) fn spoken(text: &str) -> Option<String> {
    let (mut words, mut rest, opening) = (String::new(), text, format!("{ROOM}{ROOM}"));
    while let Some((before, after)) = rest.split_once(&opening) {
        let (label, after) = after.split_once(ROOM)?;
        words.extend([before, "pin ", label]);
        rest = after;
    }
    (rest.len() < text.len()).then(|| words + rest)
}

/// Returns the number of shapes that a layer has.
pub(super) fn count_of_shapes(ui: &Ui) -> usize {
    ui.ctx().graphics(|all| all.get(ui.layer_id()).map_or(0, |list| list.all_entries().len()))
}

/// Draws a disc over each placeholder in the texts that were painted after `first` shapes. A disc under the pointer points
/// at its cell.
pub(super) fn cover(ui: &Ui, cx: &mut Cx<'_>, first: usize) {
    let mut all = Vec::new();
    ui.ctx().graphics(|layers| {
        for entry in layers.get(ui.layer_id()).into_iter().flat_map(|list| list.all_entries().skip(first)) {
            if let Shape::Text(text) = &entry.shape {
                all.extend(find(&text.galley, text.pos));
            }
        }
    });
    draw(ui.painter(), cx, all);
}

/// Draws a disc over each placeholder of a text with its upper left corner at `at`.
pub(super) fn cover_in(painter: &Painter, cx: &Cx<'_>, galley: &Galley, at: Pos2) {
    for (at, label) in find(galley, at) {
        pin(painter, &cx.view.theme, at, RADIUS, &label);
    }
}

fn draw(painter: &Painter, cx: &mut Cx<'_>, all: Vec<(Pos2, String)>) {
    let pointer = painter.ctx().pointer_hover_pos().filter(|at| painter.clip_rect().contains(*at));
    for (at, label) in all {
        let scene = cx.session.scene();
        let cell =
            (0..).zip(&cx.view.signs.pins).find(|(index, _)| pin_label(scene, *index) == label).map(|pin| *pin.1);
        if pointer.is_some_and(|pointer| pointer.distance(at) <= RADIUS) {
            cx.view.point_at = cell;
        }
        if cell.is_some() && cx.view.point_at == cell {
            painter.circle_filled(at, RADIUS + 2.0, cx.view.theme.link);
        }
        pin(painter, &cx.view.theme, at, RADIUS, &label);
    }
}

/// Returns the middle and the label of each placeholder in a text.
fn find(galley: &Galley, at: Pos2) -> Vec<(Pos2, String)> {
    let mut found = Vec::new();
    for row in &galley.rows {
        let glyphs = &row.glyphs;
        let is_room = |index: usize| glyphs.get(index).is_some_and(|glyph| glyph.chr == ROOM);
        for start in 0..glyphs.len() {
            let end = (start + 3..start + 5).find(|&end| is_room(end));
            let Some(end) = end.filter(|_| is_room(start) && is_room(start + 1)) else { continue };
            let label: String = glyphs[start + 2..end].iter().map(|glyph| glyph.chr).collect();
            if label.chars().all(|letter| letter.is_ascii_alphanumeric()) {
                let x = glyphs[end].max_x() - RADIUS;
                let middle = row.pos.y + row.size.y / 2.0;
                found.push((at + egui::vec2(row.pos.x + x, middle), label));
            }
        }
    }
    found
}
