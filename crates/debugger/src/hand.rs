//! What is at hand: modes, tools, brushes, how far a step goes, areas of the map.

use crate::core::geometry::{Cell, Size};
use crate::core::scene::ActorKind;
use crate::core::terrain::Tile;

/// How many cells wide a brush may be.
pub const BRUSH_SIZES: [u16; 4] = [1, 3, 5, 7];

/// What a click on the map means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    /// Clicks paint; tool and tile keys work.
    Edit,
    /// Clicks ask; breakpoint and stepping keys work.
    #[default]
    Inspect,
}

/// How a stroke paints.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tool {
    /// Every cell that the pointer passes.
    #[default]
    Brush,
    /// The straight line from the first cell.
    Line,
    /// The rectangle from the first cell, filled.
    Rectangle,
    /// All cells of the same tile that touch the first one.
    Fill,
    /// Picks up what lies there.
    Eyedropper,
    /// Floor without a weight, and nobody on it.
    Erase,
    /// Selects a rectangle, and moves what is selected.
    Select,
}

/// What is painted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Brush {
    /// A tile.
    Tile(Tile),
    /// An actor.
    Actor(ActorKind),
    /// What entering a cell costs: 1 to 9 times the step.
    Weight(u8),
}

/// A rectangle of the map; both corners belong to it, the first is the top left one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Area {
    /// The top left corner.
    pub from: Cell,
    /// The bottom right corner.
    pub to: Cell,
}

impl Area {
    /// The area between any two corners.
    pub fn between(a: Cell, b: Cell) -> Self {
        Self { from: Cell::new(a.x.min(b.x), a.y.min(b.y)), to: Cell::new(a.x.max(b.x), a.y.max(b.y)) }
    }

    /// The area of that size whose top left corner is there.
    pub const fn at(from: Cell, size: Size) -> Self {
        let (width, height) = (size.width.saturating_sub(1), size.height.saturating_sub(1));
        Self { from, to: Cell::new(from.x.saturating_add(width), from.y.saturating_add(height)) }
    }

    /// Whether a cell lies in it.
    pub const fn contains(self, c: Cell) -> bool {
        c.x >= self.from.x && c.x <= self.to.x && c.y >= self.from.y && c.y <= self.to.y
    }

    /// Its width and height.
    pub const fn size(self) -> Size {
        Size::new(self.to.x - self.from.x + 1, self.to.y - self.from.y + 1)
    }

    /// What of it lies on a map, if anything does.
    pub fn within(self, map: Size) -> Option<Self> {
        let to = Cell::new(self.to.x.min(map.width.checked_sub(1)?), self.to.y.min(map.height.checked_sub(1)?));
        map.contains(self.from).then_some(Self { from: self.from, to })
    }
}

/// Along which line something is mirrored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Half {
    /// Left becomes right.
    LeftRight,
    /// Top becomes bottom.
    UpDown,
}

/// Where the old map lies on one of another size, each way at the beginning, in the middle or at the end: the other sides grow
/// or shrink.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sides {
    /// 0 at the left, 1 in the middle, 2 at the right.
    pub x: u8,
    /// 0 at the top, 1 in the middle, 2 at the bottom.
    pub y: u8,
}

impl Sides {
    /// By how many columns and rows the old map moves.
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
