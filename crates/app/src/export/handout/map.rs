//! The map of a sheet: walls, cells with their cost and boxes, and the numbers of columns and rows.

use super::layout::{MARGIN, Part, RULER, TOP};
use super::{Sheet, mono};
use crate::export::ink::{A4, Anchor, Page, Set};
use crate::style::theme::mix;
use egui::Color32;
use gridscope_trace::{Cell, Dir, Tile};

/// Height of the strip with symbol and cost, as a share of the cell.
const STRIP: f32 = 0.29;
/// Space around the boxes, as a share of the cell.
const INSET: f32 = 0.04;
/// Size of the letters in the boxes, in millimetres.
const LETTER: f32 = 1.86;
/// Width of the edge of walls, in millimetres.
const EDGE: f32 = 0.42;

impl Sheet<'_> {
    /// Draws a part of the map with its rulers.
    pub(super) fn map(&self, page: &mut Page, part: Part, side: f32) {
        let wide = f32::from(part.width()) * side;
        let left = ((A4.0 - wide) / 2.0).max(MARGIN + RULER);
        let at = |cell: Cell| {
            (left + f32::from(cell.x - part.columns.0) * side, TOP + f32::from(cell.y - part.rows.0) * side)
        };
        let ruler = |anchor: Anchor| Set { anchor, ..mono(2.6, self.theme.weak) };
        for x in part.columns.0..=part.columns.1 {
            let middle = left + (f32::from(x - part.columns.0) + 0.5) * side;
            page.text((middle, TOP - 2.1), ruler(Anchor::Middle), side, &x.to_string());
        }
        for y in part.rows.0..=part.rows.1 {
            let middle = TOP + (f32::from(y - part.rows.0) + 0.5) * side;
            page.text((left - 2.4, middle + 0.9), ruler(Anchor::End), RULER - 2.4, &y.to_string());
        }
        // All walls are one area, without lines between its cells.
        page.rect([left, TOP, wide, f32::from(part.height()) * side], Some(self.theme.wall), (self.theme.wall, 0.0));
        let cells = (part.rows.0..=part.rows.1).flat_map(|y| (part.columns.0..=part.columns.1).map(move |x| (x, y)));
        let cells: Vec<Cell> = cells.map(|(x, y)| Cell::new(x, y)).collect();
        for &cell in &cells {
            if self.by_hand.is_free(cell) || self.boxes.values.contains_key(&cell) {
                self.cell(page, cell, at(cell), side);
            } else {
                self.barrier(page, cell, at(cell), side);
            }
        }
        for &cell in cells.iter().filter(|&&cell| self.by_hand.is_free(cell)) {
            let (x, y) = at(cell);
            if self.answers && self.path.contains(&cell) {
                page.rect([x + 0.45, y + 0.45, side - 0.9, side - 0.9], None, (self.theme.path, 0.5));
            }
            for dir in Dir::STRAIGHT {
                if cell.step(dir, self.size()).is_some_and(|next| self.by_hand.is_free(next)) {
                    continue;
                }
                let (dx, dy) = dir.offset();
                let edge = |d: i32| if d > 0 { side } else { 0.0 };
                let ends = if dx == 0 {
                    [x, y + edge(dy), x + side, y + edge(dy)]
                } else {
                    [x + edge(dx), y, x + edge(dx), y + side]
                };
                page.line(ends, self.theme.strong, EDGE);
            }
        }
    }

    /// Draws what bars the way, if it is not plain wall, and a start or goal in it.
    fn barrier(&self, page: &mut Page, cell: Cell, (x, y): (f32, f32), side: f32) {
        let tile = self.session.scene().tiles[cell];
        if !matches!(tile, Tile::Wall | Tile::Void) {
            page.tile((x, y), side, tile, self.runs_north_south(cell));
        }
        if !self.symbol(page, cell, (x + side / 2.0, y + side / 2.0), side * 0.24) {
            self.end_letter(page, cell, (x + side / 2.0, y + side * 0.6), side * 0.3, Anchor::Middle);
        }
    }

    /// Returns whether the wall around a door or a window runs from north to south.
    fn runs_north_south(&self, cell: Cell) -> bool {
        let bars = |dir: Dir| cell.step(dir, self.size()).is_none_or(|next| !self.by_hand.is_free(next));
        bars(Dir::N) && bars(Dir::S)
    }

    /// Draws a cell: its ground and cost, and the boxes to fill in.
    fn cell(&self, page: &mut Page, cell: Cell, (x, y): (f32, f32), side: f32) {
        let (theme, tile) = (&self.theme, self.session.scene().tiles[cell]);
        page.rect([x, y, side, side], Some(theme.floor), (theme.weak, 0.15));
        let strip = STRIP * side;
        let tint = self.tint(tile);
        if tint != theme.floor {
            page.rect([x + 0.1, y + 0.1, side - 0.2, strip - 0.1], Some(tint), (tint, 0.0));
        }
        let middle = (x + strip * 0.56, y + strip * 0.52);
        let has_symbol = self.symbol(page, cell, middle, strip * 0.4)
            || self.end_letter(page, cell, (x + strip * 0.2, y + strip * 0.8), strip * 0.8, Anchor::Start);
        if !has_symbol && tile != Tile::Floor {
            page.tile((x + strip * 0.1, y + strip * 0.05), strip * 0.9, tile, self.runs_north_south(cell));
        }
        if let Some(cost) = self.by_hand.cost_onto(cell) {
            let set = Set { size: side * 0.19, weight: 600, anchor: Anchor::End, ..self.words(0.0) };
            let room = side * 0.94 - strip * if has_symbol || tile != Tile::Floor { 1.25 } else { 0.4 };
            page.text((x + side * 0.94, y + strip * 0.77), set, room, &cost);
        }
        self.cell_boxes(page, cell, (x, y), side);
    }

    /// Draws the boxes of a cell: one or two above, and below the rest with the number of the expansion.
    fn cell_boxes(&self, page: &mut Page, cell: Cell, (x, y): (f32, f32), side: f32) {
        let answer = |i: usize| {
            let values = self.boxes.values.get(&cell).filter(|_| self.answers)?;
            values.get(i).filter(|value| !value.is_empty()).cloned()
        };
        let number = || {
            let order = self.boxes.order.get(&cell).filter(|_| self.answers)?;
            Some(order.iter().map(usize::to_string).collect::<Vec<_>>().join(", "))
        };
        let mut all: Vec<(&str, Option<String>, Color32)> =
            (0..).zip(&self.boxes.names).map(|(i, name)| (name.as_str(), answer(i), self.theme.strong)).collect();
        all.push(("#", number(), self.theme.link));
        let above = if all.len() > 2 { 2 } else { 1 };
        let (top, inset) = (STRIP * side, INSET * side);
        let high = (side - top - inset) / 2.0;
        for (row, boxes) in [&all[..above], &all[above..]].into_iter().enumerate() {
            let wide = (side - 2.0 * inset) / boxes.len().max(1) as f32;
            for (column, (name, value, colour)) in boxes.iter().enumerate() {
                let (left, upper) = (x + inset + column as f32 * wide, y + top + row as f32 * high);
                page.rect([left, upper, wide, high], Some(self.theme.floor), (self.hairline(), 0.1));
                let small = Set { size: LETTER.min(high * 0.45), ..self.faint(LETTER) };
                page.text((left + 0.5, upper + small.size * 0.95), small, wide - 1.0, name);
                if let Some(value) = value {
                    let size = (high * 0.52).min(2.9);
                    let set = Set { size, weight: 600, anchor: Anchor::End, colour: *colour, ..self.words(0.0) };
                    page.text((left + wide - 0.5, upper + high - size * 0.3), set, wide - 0.8, value);
                }
            }
        }
    }

    /// Draws the first actor on a cell. Returns whether there is one.
    fn symbol(&self, page: &mut Page, cell: Cell, centre: (f32, f32), radius: f32) -> bool {
        let actor = self.session.scene().actors.iter().find(|actor| actor.at == cell);
        if let Some(actor) = actor {
            page.token(centre, radius, actor);
        }
        actor.is_some()
    }

    /// Draws S or G at an end that no actor marks, as in the map of a log. Returns whether the cell is one.
    fn end_letter(&self, page: &mut Page, cell: Cell, at: (f32, f32), size: f32, anchor: Anchor) -> bool {
        let letter = self.ends.iter().zip(["S", "G"]).find(|(end, _)| **end == Some(cell));
        if let Some((_, letter)) = letter {
            page.text(at, Set { size, weight: 600, anchor, ..self.words(0.0) }, size * 1.5, letter);
        }
        letter.is_some()
    }

    /// Returns the colour of the lines round boxes.
    pub(super) fn hairline(&self) -> Color32 {
        mix(self.theme.floor, self.theme.faint, 0.6)
    }

    /// Returns the background of a kind of ground, light enough to write on.
    pub(super) fn tint(&self, tile: Tile) -> Color32 {
        let ground = self.theme.ground(tile);
        if ground == self.theme.wall || ground == self.theme.floor {
            ground
        } else {
            mix(self.theme.floor, ground, 0.4)
        }
    }
}
