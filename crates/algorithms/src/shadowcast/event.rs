//! The events of a field of view.

use super::context::{Context, Hidden, How};
use super::scan::{Slope, Wedge};
use super::sight::{Found, Variant};
use crate::event::{Event, Slot};
use crate::geometry::{Cell, Dir};

/// The layer of seen cells, each with its light and the test that decided.
pub(super) const SEEN: u8 = 0;
/// The layer of cells that were scanned but are hidden.
pub(super) const HIDDEN: u8 = 1;
/// The layer of cells before which a wedge was cut.
pub(super) const CUTS: u8 = 2;
pub(super) const LAYERS: u8 = 3;
/// Number of stack entries that have their own register, from the bottom.
pub(super) const STACK: u32 = 1024;

fn register(height: u16) -> Option<Slot> {
    Some(height.into()).filter(|&height| height < STACK).map(Slot::Register)
}

/// An event of a field of view. `low` and `high` are the wedge used in the test. `height` is the position on the
/// stack, from 0. Positions of 1024 and above have no register.
#[derive(Clone, Copy, PartialEq, Debug, Event)]
#[event(context = Context)]
#[expect(missing_docs, reason = "the sentences say what the fields are")]
#[rustfmt::skip]
pub enum ShadowEvent {
    /// A look began. The eye's own cell is seen.
    #[event(step, slot = SEEN, role = Seen, line = 1, was = "stood",
        say = "The look began at {cell}; the eye's own cell is always seen.",
        case(cx.in_wall,
            say = "The look began at {cell}, in something opaque; the eye's own cell is seen all the same."))]
    Started { cell: Cell },
    /// A sector began.
    #[event(phase(0), line = 2, called = "{name}", say = "The scan of {name} began.",
        case(cx.look.variant == Variant::Portal, say = "The look through {name} began."),
        text(name = cx.sector(sector)))]
    Entered { #[show(cx.sector_name(sector), word)] sector: u8 },
    /// A wedge was put on the stack.
    #[event(slot = register(height), tone = Looked, line = 9,
        say = "The wedge {sides}{excluded} waits for row {row}, at place {place} of the stack.",
        case(cx.look.variant.grades_light(),
            say = "The wedge {sides}{excluded} waits for row {row}, at place {place} of the stack, \
                   with light {light} of 255 left."),
        with(min = wedge.low, max = wedge.high, row = wedge.depth, light = wedge.light),
        text(sides = cx.sides(wedge.low, wedge.high), place = u32::from(height) + 1,
            excluded = if wedge.inclusive { "" } else { " (minimum excluded)" }))]
    Pushed { #[show(cx.sector_name(sector), word)] sector: u8, #[show(skip)] height: u16, #[show(skip)] wedge: Wedge },
    /// A wedge was dropped before it was put on the stack.
    #[event(tone = Refused, line = 11, say = "The wedge {sides} was dropped: both ends are the same slope.",
        case(why = Inverted, say = "The call ended at once: its start {max} lies below its end {min}."),
        with(min = wedge.low, max = wedge.high, row = wedge.depth),
        text(sides = cx.sides(wedge.low, wedge.high)))]
    Dropped { #[show(skip)] sector: u8, why: Hidden, #[show(skip)] wedge: Wedge },
    /// A wedge was taken off the stack, but its row is not scanned.
    #[event(slot = register(height), tone = Refused, line = 4,
        say = "The wedge {sides} ended: row {row} lies outside the map.",
        case(why = Range, say = "The wedge {sides} ended: row {row} lies beyond {radius}."),
        with(min = wedge.low, max = wedge.high, row = wedge.depth),
        text(sides = cx.sides(wedge.low, wedge.high), radius = cx.radius()))]
    Ended {
        #[show(skip)] sector: u8, #[show(skip)] height: u16, why: Hidden,
        #[show(skip)] wedge: Wedge,
    },
    /// A wedge was taken off the stack and its row is scanned. In `bergstrom`, a call reached this row.
    // Each row is nested in the row before it, so the phases form the tree of the recursion.
    #[event(phase(wedge.depth.min(250) as u8), slot = register(height), tone = Looked, line = 3,
        called = "row {row}: {sides}", say = "Row {row} of {name}, wedge {sides}: {covered}.",
        with(min = wedge.low, max = wedge.high, row = wedge.depth, light = wedge.light),
        text(name = cx.sector(sector), sides = cx.sides(wedge.low, wedge.high), covered = cx.covered(sector, &wedge)))]
    Scanned { #[show(cx.sector_name(sector), word)] sector: u8, #[show(skip)] height: u16, #[show(skip)] wedge: Wedge },
    /// The wedge covers no cell of the row.
    #[event(line = 11, say = "No cell of row {row} on the map is covered by the wedge {sides}: nothing is pushed.",
        with(min = wedge.low, max = wedge.high, row = wedge.depth, light = wedge.light),
        text(sides = cx.sides(wedge.low, wedge.high)))]
    Emptied { #[show(skip)] sector: u8, #[show(skip)] wedge: Wedge },
    /// Light changed between a cell and the one before it in the row, so the wedge was cut at the corner. The slopes
    /// are those of the cut. In `strips` they are the outer and the inner one.
    #[event(slot = CUTS, tone = Looked, line = 8,
        say = "Before {cell} the light left rises from {was} to {now}: the wedge is cut at {min}, \
               the corner on the near side of row {row}.",
        case(cx.look.variant == Variant::Bergstrom && now == 0,
            say = "A run of blockers begins at {cell}: what lies before it ends at its left slope {min}."),
        case(cx.look.variant == Variant::Bergstrom,
            say = "{cell} is clear again: the start becomes {min}, the right slope of the last blocker."),
        case(cx.look.variant == Variant::Symmetric && now == 0,
            say = "Before {cell} floor meets wall: {min}, half a column back, becomes the end of what is pushed."),
        case(cx.look.variant == Variant::Symmetric,
            say = "Before {cell} wall meets floor: {min}, half a column back, becomes the start."),
        case(cx.look.variant == Variant::Strips,
            say = "Before {cell} the light left goes from {was} to {now}: the corner's outer slope is {min}, \
                   its inner slope {max}."),
        case(now < was,
            say = "Before {cell} the light left falls from {was} to {now}: the wedge is cut at {min}, \
                   the corner on the far side of row {row}."),
        text(row = cx.place(sector, cell).1))]
    Cut {
        cell: Cell, #[show(skip)] sector: u8, #[show("the light that is left after the cell before")] was: u8,
        #[show("the light that is left after this cell")] now: u8,
        #[show("the smaller slope of the wedge", name = "min", number)] low: Slope,
        #[show("the larger slope of the wedge", name = "max", number)] high: Slope,
    },
    /// A cell was seen: for the first time, with more light than before, or again.
    #[event(step, slot = (found != Found::Again).then_some(Slot::Cell(SEEN, cell)), role = Seen, line = 6,
        say = "{cell} is lit: {test}.",
        case(found = Again, detail, kind = "repeated", tone = Looked, role = None,
            say = "{cell} came again, and is seen already: {test}."),
        case(found == Found::Brighter && light < u8::MAX, kind = "brightened", role = Dimmed,
            say = "{cell} came again, with more light ({light}): {test}."),
        case(found = Brighter, kind = "brightened", say = "{cell} came again, with more light ({light}): {test}."),
        case(light < u8::MAX, role = Dimmed, say = "{cell} is dimmed, with light {light} of 255: {test}."),
        with("left-x" = cx.part(low.lateral), "left-y" = cx.part(low.depth),
            "right-x" = cx.part(high.lateral), "right-y" = cx.part(high.depth)),
        text(test = how.because(cx, cell, sector, low, high)))]
    Lit {
        cell: Cell, #[show((found == Found::First).then(|| cx.sector_name(sector)), word)] sector: u8,
        #[show("the light that reaches it, of 255")] light: u8, #[show(skip)] how: How, #[show(skip)] found: Found,
        #[show(name = "min", cx.slope(low), number)] low: Slope,
        #[show(name = "max", cx.slope(high), number)] high: Slope,
    },
    /// A cell was tested but is not seen.
    #[event(step, slot = HIDDEN, role = Hidden, tone = Refused, line = 7, say = "{cell} is hidden: {because}.",
        with("left-x" = cx.part(low.lateral), "left-y" = cx.part(low.depth),
            "right-x" = cx.part(high.lateral), "right-y" = cx.part(high.depth)),
        text(because = why.because(cx, cell, sector, low, high)))]
    Hid {
        cell: Cell, #[show(cx.sector_name(sector), word)] sector: u8, why: Hidden,
        #[show(name = "min", cx.slope(low), number)] low: Slope,
        #[show(name = "max", cx.slope(high), number)] high: Slope,
    },
    /// `bergstrom`: a call waits at a blocker while the wedge before the blocker is scanned, from the next row on.
    #[event(step, slot = register(height), tone = Looked, line = 9,
        say = "The row waits at the blocker while what lies before it, the wedge {sides}, is scanned \
            from row {row} on.",
        with(min = wedge.low, max = wedge.high, row = wedge.depth, light = wedge.light),
        text(sides = cx.sides(wedge.low, wedge.high)))]
    Called { #[show(skip)] sector: u8, #[show(skip)] height: u16, #[show(skip)] wedge: Wedge },
    /// `bergstrom`: a waiting call continues.
    #[event(phase(wedge.depth.min(250) as u8), slot = register(height), tone = Looked, line = 10,
        called = "row {row} goes on", say = "Row {row} goes on behind its blocker; the wedge ends at {min}.",
        with(min = wedge.low, max = wedge.high, row = wedge.depth))]
    Resumed { #[show(skip)] sector: u8, #[show(skip)] height: u16, #[show(skip)] wedge: Wedge },
    /// `portal`: a part of an edge is inside the wedge, so the cell behind it waits.
    #[event(slot = register(height), tone = Looked, line = 9,
        say = "Through the {dir} edge, clipped to {sides}, the look goes on to {cell}: {product} > 0.",
        with("left-x" = left.lateral, "left-y" = left.depth, "right-x" = right.lateral, "right-y" = right.depth),
        text(sides = cx.sides(left, right), product = left.product(right)))]
    Opened {
        cell: Cell, dir: Dir, #[show(skip)] height: u16, #[show(skip)] left: Slope, #[show(skip)] right: Slope,
    },
    /// `portal`: no part of an edge is inside the wedge.
    #[event(tone = Refused, line = 11,
        say = "Nothing of the {dir} edge of {cell} lies in the wedge: clipped to {sides}, \
               its left side is not left of its right.",
        with("left-x" = left.lateral, "left-y" = left.depth, "right-x" = right.lateral, "right-y" = right.depth),
        text(sides = cx.sides(left, right)))]
    Closed { cell: Cell, dir: Dir, #[show(skip)] left: Slope, #[show(skip)] right: Slope },
    /// `portal`: the flood entered a cell.
    #[event(phase(steps), slot = register(height), tone = Looked, line = 3, called = "{cell}: {sides}",
        say = "The look came into {cell} going {dir}, with the wedge {sides}.",
        with("left-x" = left.lateral, "left-y" = left.depth, "right-x" = right.lateral, "right-y" = right.depth),
        text(sides = cx.sides(left, right)))]
    Flooded {
        cell: Cell, #[show("the way it moved")] dir: Dir, #[show(skip)] height: u16,
        #[show("how many edges it has passed")] steps: u8, #[show(skip)] left: Slope, #[show(skip)] right: Slope,
    },
}

impl ShadowEvent {
    /// Returns whether this event puts something on the stack.
    pub(super) const fn waits(&self) -> bool {
        matches!(self, Self::Pushed { .. } | Self::Called { .. } | Self::Opened { .. })
    }
}
