//! Modes, tools, brushes and areas of the map.

use gridscope_trace::{ActorKind, Cell, Size, Tile, Weight};

/// Possible widths of a brush, in cells.
pub const BRUSH_SIZES: [u16; 4] = [1, 3, 5, 7];

/// Meaning of a click on the map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    /// Clicks paint. Tool and tile keys work.
    Edit,
    /// Clicks inspect. Breakpoint and stepping keys work.
    #[default]
    Inspect,
}

/// Shape of a stroke.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tool {
    /// Every cell that the pointer passes.
    #[default]
    Brush,
    /// The straight line from the first cell.
    Line,
    /// The filled rectangle from the first cell.
    Rectangle,
    /// All connected cells of the same tile.
    Fill,
    /// Picks up the tile or actor of a cell.
    Eyedropper,
    /// Floor without weights and actors.
    Erase,
    /// Selects a rectangle, and moves the selection.
    Select,
}

/// Content that is painted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Brush {
    /// A tile.
    Tile(Tile),
    /// An actor.
    Actor(ActorKind),
    /// Weight of a cell: entering it costs so many times the step.
    Weight(Weight),
}

/// A rectangle of the map. Both corners belong to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Area {
    /// Top left corner.
    pub from: Cell,
    /// Bottom right corner.
    pub to: Cell,
}

impl Area {
    /// Returns the area between any two corners.
    pub fn between(a: Cell, b: Cell) -> Self {
        Self { from: Cell::new(a.x.min(b.x), a.y.min(b.y)), to: Cell::new(a.x.max(b.x), a.y.max(b.y)) }
    }

    /// Returns the area of this size with its top left corner at `from`.
    pub const fn at(from: Cell, size: Size) -> Self {
        let (width, height) = (size.width.saturating_sub(1), size.height.saturating_sub(1));
        Self { from, to: Cell::new(from.x.saturating_add(width), from.y.saturating_add(height)) }
    }

    /// Returns whether a cell is in the area.
    pub(crate) const fn contains(self, c: Cell) -> bool {
        c.x >= self.from.x && c.x <= self.to.x && c.y >= self.from.y && c.y <= self.to.y
    }

    /// Returns the width and height.
    pub const fn size(self) -> Size {
        Size::new(self.to.x - self.from.x + 1, self.to.y - self.from.y + 1)
    }

    /// Returns the part of the area that is on a map, if there is any.
    pub fn within(self, map: Size) -> Option<Self> {
        let to = Cell::new(self.to.x.min(map.width.checked_sub(1)?), self.to.y.min(map.height.checked_sub(1)?));
        map.contains(self.from).then_some(Self { from: self.from, to })
    }
}

/// Direction in which something is mirrored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MirrorAxis {
    /// Left becomes right.
    LeftRight,
    /// Top becomes bottom.
    UpDown,
}

/// Position of the old map on a map of another size. In each direction it is at the start, in the middle or at the end;
/// the other sides grow or shrink.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sides {
    /// 0 at the left, 1 in the middle, 2 at the right.
    pub x: u8,
    /// 0 at the top, 1 in the middle, 2 at the bottom.
    pub y: u8,
}

impl Sides {
    /// Returns by how many columns and rows the old map moves.
    pub fn shift(self, old: Size, new: Size) -> (i32, i32) {
        let one = |side: u8, old: u16, new: u16| {
            let more = i32::from(new) - i32::from(old);
            match side {
                0 => 0,
                1 => more.div_euclid(2),
                _ => more,
            }
        };
        (one(self.x, old.width, new.width), one(self.y, old.height, new.height))
    }
}
