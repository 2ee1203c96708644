//! Counts of a map while it is read: different tiles, parts in memory, and parts that a scene does not have.

use crate::limits;
use gridscope_trace::geometry::MAX_CELLS;
use std::collections::{BTreeMap, HashMap};

/// Maximum number of tiles, objects, points and properties in a map and the files beside it.
const ITEMS: usize = limits::VALUES / 16;
/// Maximum number of cells in all layers of a map.
const CELLS: usize = MAX_CELLS as usize * 2;
/// Numbers of tiles below this are looked up in a table.
const LOW: usize = 1 << 16;
/// Bits of a cell's number that say how the tile is turned. They are no part of its identity.
const FLAGS: u32 = 0xf000_0000;

/// The numbers of all tiles in the layers. Cells keep an index in this list, which takes half the memory.
#[derive(Debug)]
pub(super) struct Palette {
    gids: Vec<u32>,
    /// Index of each low number, or 0.
    low: Vec<u16>,
    /// Index of each other number.
    high: HashMap<u32, u16>,
    /// Number of cells whose tile is turned.
    pub(super) flipped: usize,
}

impl Default for Palette {
    fn default() -> Self {
        Self { gids: vec![0], low: vec![0; LOW], high: HashMap::new(), flipped: 0 }
    }
}

impl Palette {
    /// Returns the index of a cell's number, or `None` if there are too many different tiles.
    #[inline]
    pub(super) fn index(&mut self, cell: u32) -> Option<u16> {
        let gid = without_flags(cell);
        self.flipped = self.flipped.saturating_add(usize::from(cell != gid && gid != 0));
        match self.low.get(gid as usize) {
            Some(&index) if index != 0 || gid == 0 => Some(index),
            _ => self.new_index(gid),
        }
    }

    fn new_index(&mut self, gid: u32) -> Option<u16> {
        if let Some(&index) = self.high.get(&gid) {
            return Some(index);
        }
        let index = u16::try_from(self.gids.len()).ok()?;
        self.gids.push(gid);
        match self.low.get_mut(gid as usize) {
            Some(slot) => *slot = index,
            None => _ = self.high.insert(gid, index),
        }
        Some(index)
    }

    /// Returns the numbers of the tiles, by index. The first is 0, no tile.
    pub(super) fn gids(&self) -> &[u32] {
        &self.gids
    }
}

/// Returns the number of a tile without the bits that say how it is turned.
pub(super) const fn without_flags(gid: u32) -> u32 {
    gid & !FLAGS
}

/// How much more of a map may be kept in memory.
#[derive(Debug)]
pub(super) struct Kept {
    items: usize,
    cells: usize,
}

impl Default for Kept {
    fn default() -> Self {
        Self { items: ITEMS, cells: CELLS }
    }
}

impl Kept {
    /// Counts a tile, an object, a point or a property.
    ///
    /// # Errors
    /// Returns what was found and what was expected, if there are too many.
    pub(super) fn item(&mut self) -> Result<(), (String, String)> {
        self.items = self.items.checked_sub(1).ok_or_else(|| {
            let found = format!("there are more than {ITEMS} tiles, objects, points and properties");
            (found, format!("at most {ITEMS}"))
        })?;
        Ok(())
    }

    /// Counts the cells of a layer or a chunk, and returns their number.
    ///
    /// # Errors
    /// Returns what was found and what was expected, if there are too many.
    pub(super) fn cells(&mut self, width: u64, height: u64) -> Result<usize, (String, String)> {
        let side = u64::from(limits::SIDE);
        let count = width.saturating_mul(height);
        if width > side || height > side || count > MAX_CELLS {
            let found = format!("it has {width} × {height} cells");
            return Err((found, format!("at most {side} a side and {MAX_CELLS} in all")));
        }
        let left = self.cells.checked_sub(count as usize);
        self.cells = left.ok_or_else(|| {
            (format!("all layers have more than {CELLS} cells"), format!("at most {CELLS} cells in all layers"))
        })?;
        Ok(count as usize)
    }
}

/// Parts of a map that a scene does not have, with the number of each.
#[derive(Debug, Default)]
pub(super) struct Dropped(BTreeMap<&'static str, usize>);

impl Dropped {
    /// Counts `count` parts. `what` is the name of one, with `|` where the plural has its `s`: `free shape|`. If only a
    /// trait of them was not read, the number is in place of `#`: `the turn of # tile|`.
    pub(super) fn count(&mut self, what: &'static str, count: usize) {
        if count > 0 {
            self.0.entry(what).and_modify(|all: &mut usize| *all = all.saturating_add(count)).or_insert(count);
        }
    }

    /// Adds the counts of `other`.
    pub(super) fn extend(&mut self, other: Self) {
        for (what, count) in other.0 {
            self.count(what, count);
        }
    }

    /// Returns the sentence that lists all parts, if there are any.
    pub(super) fn note(&self) -> Option<String> {
        let format_part = |(what, &n): (&&str, &usize)| {
            let what = what.replace('|', if n == 1 { "" } else { "s" });
            if what.contains('#') { what.replace('#', &n.to_string()) } else { format!("{n} {what}") }
        };
        let all: Vec<String> = self.0.iter().map(format_part).collect();
        (!all.is_empty()).then(|| format!("These parts of the map were not read: {}.", all.join(", ")))
    }
}
