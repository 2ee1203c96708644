//! The key sheet: every command with its keys, and the mouse actions.

use super::{heading, modal, span};
use crate::debugger::session::command::table::{Group, Info, KeyMode, TABLE};
use crate::style::theme::Theme;
use crate::view::shortcuts::format_keys;
use crate::view::{Dialog, View};
use egui::{Context, CornerRadius, Frame, Label, Margin, RichText, ScrollArea, Stroke, Ui, vec2};

/// Mouse actions, with or without keys held.
const MOUSE: [(&str, &str); 19] = [
    ("1–9", "Selects tile 1 to 9, or the cost while the cost tool is active (while editing)"),
    ("Drag", "Paints (while editing); moves the map (while inspecting)"),
    ("Drag", "With Select: a rectangle; inside it: moves what is there"),
    ("Drag an actor", "Moves it; the run follows"),
    ("Shift+click", "A straight line from the last cell (while editing)"),
    ("Alt+click", "Picks up a tile or actor"),
    ("Right click", "Picks up (while editing); the cell's menu (while inspecting)"),
    ("Click", "Selects a cell (while inspecting)"),
    ("Hover", "Says what a cell holds"),
    ("Wheel", "Zooms at the pointer"),
    ("Tab", "To the next control; the map is one of them"),
    ("Arrows, Enter", "On the map, when Tab has come to it: from cell to cell, and the mouse button down and up"),
    ("Middle drag", "Moves the map"),
    ("Space+drag", "Moves the map; Space alone plays when let go"),
    ("Click, drag", "On the timeline or a plot: goes to that moment"),
    ("Shift+drag", "On the map, while inspecting: draws a path and asks why it was not taken"),
    ("Shift+drag", "On the timeline: chooses the range to loop"),
    ("Drop a file", "Opens it"),
    ("Ctrl+C, Ctrl+V", "Copy and paste the map, or what is selected, as text"),
];

/// A block of the sheet.
struct Block {
    title: &'static str,
    rows: Vec<(Vec<String>, String, &'static str)>,
}

fn blocks() -> Vec<Block> {
    let when = |row: &Info| match row.when {
        KeyMode::Always | KeyMode::WithoutMovers => "",
        KeyMode::Edit => "while editing",
        KeyMode::Inspect => "while inspecting",
        KeyMode::WithMovers => "in a log of numbered movers",
    };
    let of = |group: Group| {
        let rows = TABLE.iter().filter(|row| row.group == group && !row.keys.is_empty());
        rows.map(|row| (row.keys.iter().map(|k| format_keys(k)).collect(), row.title.to_owned(), when(row))).collect()
    };
    let mut all: Vec<Block> = Group::ALL.iter().map(|&g| Block { title: g.title(), rows: of(g) }).collect();
    all.retain(|block| !block.rows.is_empty());
    let mouse = MOUSE.iter().map(|&(keys, what)| (vec![keys.to_owned()], what.to_owned(), "")).collect();
    all.push(Block { title: "Mouse and map", rows: mouse });
    all
}

/// Distributes the blocks over `n` columns of about the same length, keeping their order.
fn columns(all: Vec<Block>, n: usize) -> Vec<Vec<Block>> {
    let height = |b: &Block| b.rows.len() + 2;
    let fair = all.iter().map(height).sum::<usize>().div_ceil(n.max(1));
    let mut columns: Vec<Vec<Block>> = vec![Vec::new()];
    let mut filled = 0;
    for block in all {
        let more = height(&block);
        if filled > 0 && filled + more / 2 > fair && columns.len() < n {
            columns.push(Vec::new());
            filled = 0;
        }
        filled += more;
        if let Some(last) = columns.last_mut() {
            last.push(block);
        }
    }
    columns
}

/// Draws the sheet. Returns its state if it stays open.
pub(super) fn show(ctx: &Context, view: &View) -> Option<Dialog> {
    let n = (((ctx.content_rect().width() - 120.0) / 340.0) as usize).clamp(1, 3);
    modal(ctx, "keys", n as f32 * 370.0, |ui| {
        heading(ui, "Keys");
        // The heading and the last row do not scroll.
        let line = ui.text_style_height(&egui::TextStyle::Heading);
        let room = (span(ctx).1 - 3.0 * line - 30.0).max(60.0);
        ScrollArea::vertical().max_height(room).auto_shrink([false, true]).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            ui.columns(n, |uis| {
                for (ui, blocks) in uis.iter_mut().zip(columns(blocks(), n)) {
                    for block in blocks {
                        show_block(ui, &view.theme, &block);
                    }
                }
            });
        });
        ui.add_space(6.0);
        let mut close = false;
        ui.horizontal(|ui| {
            close = ui.button("Close").clicked();
            ui.weak("Esc closes. Commands without a key are in the command palette (Ctrl+P).");
        });
        (!close).then_some(Dialog::Keys)
    })
}

fn show_block(ui: &mut Ui, theme: &Theme, block: &Block) {
    ui.label(RichText::new(block.title).font(crate::style::fonts::semibold(14.0)).color(theme.strong));
    for (keys, what, when) in &block.rows {
        ui.horizontal_top(|ui| {
            let width = (ui.available_width() * 0.38).max(1.0);
            ui.allocate_ui(vec2(width, 20.0), |ui| {
                ui.horizontal_wrapped(|ui| {
                    ui.set_min_width(width);
                    ui.spacing_mut().item_spacing = vec2(4.0, 3.0);
                    for key in keys {
                        cap(ui, theme, key);
                    }
                });
            });
            let mut text = egui::text::LayoutJob::default();
            RichText::new(what).append_to(&mut text, ui.style(), egui::FontSelection::Default, egui::Align::Center);
            if !when.is_empty() {
                let note = RichText::new(format!("  {when}")).small().color(theme.weak);
                note.append_to(&mut text, ui.style(), egui::FontSelection::Default, egui::Align::Center);
            }
            ui.vertical(|ui| {
                // Aligns the first line with the middle of the keys.
                ui.add_space(3.0);
                ui.add(Label::new(text).wrap());
            });
        });
    }
    ui.add_space(8.0);
}

/// Draws a key as it looks on a keyboard.
fn cap(ui: &mut Ui, theme: &Theme, key: &str) {
    let frame = Frame::new().inner_margin(Margin::symmetric(5, 1)).corner_radius(CornerRadius::same(4));
    frame.stroke(Stroke::new(1.0, theme.weak)).fill(theme.halo).show(ui, |ui| {
        ui.add(Label::new(RichText::new(key).monospace().size(13.0)).extend());
    });
}
