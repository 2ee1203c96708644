//! Layout of a sheet: how the map is split into pages, how large its cells are, and where the blocks below it go. All
//! lengths are in millimetres.

use crate::debugger::export::ExportError;
use crate::export::ink::A4;
use gridscope_trace::geometry::Size;

/// Margin at the sides, and the left and right edge of everything on the page.
pub(super) const MARGIN: f32 = 20.0;
pub(super) const RIGHT: f32 = A4.0 - MARGIN;
/// Top of the map on its pages, below the head and the column numbers, and of the blocks on a page without a map.
pub(super) const TOP: f32 = 40.0;
/// Lower end of the content. The foot is below it.
pub(super) const BOTTOM: f32 = 283.0;
/// Width of the row numbers beside the map.
pub(super) const RULER: f32 = 6.8;
/// Smallest and largest side of a cell, so that it can be written into.
const LEAST: f32 = 11.0;
const MAX_CELL_SIDE: f32 = 16.0;
/// Largest number of columns and of rows on a page.
pub(super) const CELLS: u16 = 12;
/// Largest number of pages with a part of the map.
const PAGES: usize = 64;
/// Space between two blocks.
const GAP: f32 = 7.0;

/// The part of the map on a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Part {
    pub(super) columns: (u16, u16),
    pub(super) rows: (u16, u16),
}

/// Where everything goes.
pub(super) struct Plan {
    /// Side of a cell.
    pub(super) side: f32,
    /// The parts of the map, one a page, row by row.
    pub(super) parts: Vec<Part>,
    /// Page and upper end of each block.
    pub(super) blocks: Vec<(usize, f32)>,
    /// Number of pages.
    pub(super) pages: usize,
    /// Number of pages in a row of the map.
    pub(super) across: usize,
}

impl Part {
    pub(super) const fn width(self) -> u16 {
        self.columns.1 - self.columns.0 + 1
    }

    pub(super) const fn height(self) -> u16 {
        self.rows.1 - self.rows.0 + 1
    }
}

impl Plan {
    /// Returns a sentence that says on which pages the map goes on.
    pub(super) fn neighbours(&self, number: usize) -> String {
        let (across, column) = (self.across, number % self.across);
        let pages = [
            (column > 0, number.wrapping_sub(1), "left"),
            (column + 1 < across, number + 1, "right"),
            (number >= across, number.wrapping_sub(across), "above"),
            (number + across < self.parts.len(), number + across, "below"),
        ];
        let all = pages.iter().filter(|(there, ..)| *there);
        let all: Vec<String> = all.map(|(_, page, side)| format!("{side} on page {}", page + 1)).collect();
        format!("The map goes on: {}.", all.join(", "))
    }
}

/// Splits `count` columns or rows into as few pages as possible, of about the same size. Returns the first and the last
/// of each.
fn split(count: u16) -> Vec<(u16, u16)> {
    let pages = count.div_ceil(CELLS).max(1);
    let edge = |page: u16| (u32::from(count) * u32::from(page) / u32::from(pages)) as u16;
    (0..pages).map(|page| (edge(page), edge(page + 1).saturating_sub(1))).collect()
}

/// Plans the pages for a map, if there is one, and the blocks of these heights below it.
pub(super) fn plan(size: Option<Size>, heights: &[f32]) -> Result<Plan, ExportError> {
    let (columns, rows) = size.map_or_else(Default::default, |size| (split(size.width), split(size.height)));
    if columns.len() * rows.len() > PAGES {
        return Err(ExportError(format!(
            "a map of {} cells would need {} pages of {CELLS} × {CELLS} cells, and the most is {PAGES}: cut out a \
             part of it",
            size.unwrap_or_default(),
            columns.len() * rows.len()
        )));
    }
    let parts: Vec<Part> =
        rows.iter().flat_map(|&rows| columns.iter().map(move |&columns| Part { columns, rows })).collect();
    let widest = parts.iter().map(|part| part.width()).max().unwrap_or(1);
    let highest = parts.iter().map(|part| part.height()).max().unwrap_or(1);
    let across = (RIGHT - MARGIN - RULER) / f32::from(widest.max(1));
    let high = |room: f32| across.min(room / f32::from(highest.max(1))).min(MAX_CELL_SIDE);
    // The blocks share the page of a small map, as many as fit while its cells are large enough.
    let whole = BOTTOM - TOP;
    let shared = (0..=heights.len()).rev().filter(|_| parts.len() == 1);
    let sides = shared.map(|blocks| high(whole - heights[..blocks].iter().map(|height| height + GAP).sum::<f32>()));
    let side = sides.into_iter().find(|&side| side >= LEAST).unwrap_or_else(|| high(whole));
    // Tenths, because the foot states it.
    let side = (side * 10.0).floor() / 10.0;
    let end = |page: usize| parts.get(page).map_or(TOP - GAP - 6.0, |part| TOP + f32::from(part.height()) * side);
    let mut page = 0;
    let mut y = end(0);
    let mut blocks = Vec::new();
    for height in heights {
        while y + GAP + height > BOTTOM + 0.1 && (page < parts.len() || y > end(page)) {
            page += 1;
            y = end(page);
        }
        blocks.push((page, y + GAP));
        y += GAP + height;
    }
    let pages = parts.len().max(page + 1);
    Ok(Plan { side, across: columns.len(), parts, blocks, pages })
}
