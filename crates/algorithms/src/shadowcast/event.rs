//! The events of a field of view.

use super::context::{Context, Hidden, How};
use super::scan::{Slope, Wedge};
use super::sight::{Found, Variant};
use crate::event::{Event, Slot};
use crate::geometry::{Cell, Dir};

/// The layer of seen cells, each with its light and the test that decided.
pub(super) const VISIBLE_CELLS: u8 = 0;
/// The layer of cells that were scanned but are hidden.
pub(super) const HIDDEN_CELLS: u8 = 1;
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
#[event(context = Context, encoded)]
#[expect(missing_docs, reason = "the sentences say what the fields are")]
#[rustfmt::skip]
pub enum ShadowEvent {
    /// A look began. The eye's own cell is seen.
    #[event(step, slot = VISIBLE_CELLS, role = Seen, line = 1, was = "stood",
        say = "The look starts at {cell}; the eye's own cell is always visible.",
        case(cx.in_wall,
            say = "The look starts at {cell}, inside something opaque; the eye's own cell is visible all the same."))]
    Started { cell: Cell },
    /// A sector began.
    #[event(phase(0), line = 2, called = "{name}", say = "Now scanning {name}.",
        case(cx.look.variant == Variant::Portal, say = "Now looking through {name}."),
        text(name = cx.sector(sector)))]
    Entered { #[show(cx.sector_name(sector), word)] sector: u8 },
    /// A wedge was put on the stack.
    #[event(slot = register(height), tone = Looked, line = 9,
        say = "To do later: row {row} of the wedge {slopes}{excluded}. It goes on top of the stack, at place {place}.",
        case(cx.look.variant.grades_light(),
            say = "To do later: row {row} of the wedge {slopes}{excluded}, with {left}. It goes on top of the stack, at place {place}."),
        with(min = wedge.low, max = wedge.high, row = wedge.depth, light = wedge.light),
        text(slopes = cx.slopes(wedge.low, wedge.high), place = u32::from(height) + 1, left = Context::light_left(wedge.light),
            excluded = if wedge.inclusive { "" } else { " (minimum excluded)" }))]
    Pushed { #[show(cx.sector_name(sector), word)] sector: u8, #[show(skip)] height: u16, #[show(skip)] wedge: Wedge },
    /// A wedge was dropped before it was put on the stack.
    #[event(tone = Refused, line = 11, say = "Dropped the wedge {slopes}: it is empty, because both ends are the same slope.",
        case(why = Inverted, say = "The call ended at once: its start {max} is below its end {min}."),
        with(min = wedge.low, max = wedge.high, row = wedge.depth),
        text(slopes = cx.slopes(wedge.low, wedge.high)))]
    Dropped { #[show(skip)] sector: u8, why: Hidden, #[show(skip)] wedge: Wedge },
    /// A wedge was taken off the stack, but its row is not scanned.
    #[event(slot = register(height), tone = Refused, line = 4,
        say = "The wedge {slopes} ends here: row {row} is outside the map.",
        case(why = Range, say = "The wedge {slopes} ends here: row {row} is beyond {radius}."),
        with(min = wedge.low, max = wedge.high, row = wedge.depth),
        text(slopes = cx.slopes(wedge.low, wedge.high), radius = cx.radius()))]
    Ended {
        #[show(skip)] sector: u8, #[show(skip)] height: u16, why: Hidden,
        #[show(skip)] wedge: Wedge,
    },
    /// A wedge was taken off the stack and its row is scanned. In `bergstrom`, a call reached this row.
    // Each row is nested in the row before it, so the phases form the tree of the recursion.
    #[event(phase(wedge.depth.min(250) as u8), slot = register(height), tone = Looked, line = 3,
        called = "row {row}: {sides}", say = "Scanning row {row} of {name}, in the wedge {slopes}.",
        with(min = wedge.low, max = wedge.high, row = wedge.depth, light = wedge.light),
        text(name = cx.sector(sector), sides = cx.sides(wedge.low, wedge.high), slopes = cx.slopes(wedge.low, wedge.high)))]
    Scanned { #[show(cx.sector_name(sector), word)] sector: u8, #[show(skip)] height: u16, #[show(skip)] wedge: Wedge },
    /// The wedge covers no cell of the row.
    #[event(line = 11, say = "The wedge {slopes} covers no cell of row {row} on the map, so it ends here.",
        with(min = wedge.low, max = wedge.high, row = wedge.depth, light = wedge.light),
        text(slopes = cx.slopes(wedge.low, wedge.high)))]
    Emptied { #[show(skip)] sector: u8, #[show(skip)] wedge: Wedge },
    /// Light changed between a cell and the one before it in the row, so the wedge was cut at the corner. The slopes
    /// are those of the cut. In `strips` they are the outer and the inner one.
    #[event(slot = CUTS, tone = Looked, line = 8,
        say = "Before {cell} the remaining light rises from {was} to {now}, so the wedge is split at slope {min}, at the corner on the near side of row {row}.",
        case(cx.look.variant == Variant::Bergstrom && now == 0,
            say = "Opaque cells begin at {cell}: the part of the wedge before them ends at slope {min}, the left side of {cell}."),
        case(cx.look.variant == Variant::Bergstrom,
            say = "{cell} is clear again: the wedge now starts at slope {min}, the right side of the last opaque cell."),
        case(cx.look.variant == Variant::Symmetric && now == 0,
            say = "Floor meets wall before {cell}: the part of the wedge before it ends at slope {min}, half a column back."),
        case(cx.look.variant == Variant::Symmetric,
            say = "Wall meets floor before {cell}: the wedge now starts at slope {min}, half a column back."),
        case(cx.look.variant == Variant::Strips,
            say = "Before {cell} the remaining light changes from {was} to {now}: the corner has the outer slope {min} and the inner slope {max}."),
        case(now < was,
            say = "Before {cell} the remaining light falls from {was} to {now}, so the wedge is split at slope {min}, at the corner on the far side of row {row}."),
        text(row = cx.place(sector, cell).1))]
    Cut {
        cell: Cell, #[show(skip)] sector: u8, #[show("the remaining light after the cell before")] was: u8,
        #[show("the remaining light after this cell")] now: u8,
        #[show("the smaller slope of the wedge", name = "min", number)] low: Slope,
        #[show("the larger slope of the wedge", name = "max", number)] high: Slope,
    },
    /// A cell was seen: for the first time, with more light than before, or again.
    #[event(step, slot = (found != Found::Again).then_some(Slot::Cell(VISIBLE_CELLS, cell)), role = Seen, line = 6,
        say = "{cell} is visible: {test}.",
        case(found = Again, detail, kind = "repeated", tone = Looked, role = None,
            say = "{cell} was already visible; this wedge reaches it too."),
        case(found == Found::Brighter && light < u8::MAX, kind = "brightened", role = Dimmed,
            say = "{cell} gets more light, {light} of 255: {test}."),
        case(found = Brighter, kind = "brightened", say = "{cell} gets more light, {light} of 255: {test}."),
        case(light < u8::MAX, role = Dimmed, say = "{cell} is visible but dim, with light {light} of 255: {test}."),
        with("left-x" = cx.part(low.lateral), "left-y" = cx.part(low.depth),
            "right-x" = cx.part(high.lateral), "right-y" = cx.part(high.depth)),
        text(test = how.reason(cx, cell, sector, low, high)))]
    Lit {
        cell: Cell, #[show((found == Found::First).then(|| cx.sector_name(sector)), word)] sector: u8,
        #[show("the light that reaches it, of 255")] light: u8, #[show(skip)] how: How, #[show(skip)] found: Found,
        #[show(name = "min", cx.slope(low), number)] low: Slope,
        #[show(name = "max", cx.slope(high), number)] high: Slope,
    },
    /// A cell was tested but is not seen.
    #[event(step, slot = HIDDEN_CELLS, role = Hidden, tone = Refused, line = 7, say = "{cell} is hidden: {because}.",
        with("left-x" = cx.part(low.lateral), "left-y" = cx.part(low.depth),
            "right-x" = cx.part(high.lateral), "right-y" = cx.part(high.depth)),
        text(because = why.reason(cx, cell, sector, low)))]
    Hid {
        cell: Cell, #[show(cx.sector_name(sector), word)] sector: u8, why: Hidden,
        #[show(name = "min", cx.slope(low), number)] low: Slope,
        #[show(name = "max", cx.slope(high), number)] high: Slope,
    },
    /// `bergstrom`: a call waits at a blocker while the wedge before the blocker is scanned, from the next row on.
    #[event(step, slot = register(height), tone = Looked, line = 9,
        say = "This row pauses at an opaque cell. First, the part of the wedge before it, {slopes}, is scanned from row {row} on.",
        with(min = wedge.low, max = wedge.high, row = wedge.depth, light = wedge.light),
        text(slopes = cx.slopes(wedge.low, wedge.high)))]
    Called { #[show(skip)] sector: u8, #[show(skip)] height: u16, #[show(skip)] wedge: Wedge },
    /// `bergstrom`: a waiting call continues.
    #[event(phase(wedge.depth.min(250) as u8), slot = register(height), tone = Looked, line = 10,
        called = "row {row} goes on", say = "Row {row} continues behind its opaque cell; the wedge ends at slope {min}.",
        with(min = wedge.low, max = wedge.high, row = wedge.depth))]
    Resumed { #[show(skip)] sector: u8, #[show(skip)] height: u16, #[show(skip)] wedge: Wedge },
    /// `portal`: a part of an edge is inside the wedge, so the cell behind it waits.
    #[event(slot = register(height), tone = Looked, line = 9,
        say = "The {dir} edge is partly inside the wedge, so the look continues to {cell}, in the part {slopes}.",
        with("left-x" = left.lateral, "left-y" = left.depth, "right-x" = right.lateral, "right-y" = right.depth),
        text(slopes = cx.slopes(left, right)))]
    Opened {
        cell: Cell, dir: Dir, #[show(skip)] height: u16, #[show(skip)] left: Slope, #[show(skip)] right: Slope,
    },
    /// `portal`: no part of an edge is inside the wedge.
    #[event(tone = Refused, line = 11,
        say = "No part of the {dir} edge of {cell} is inside the wedge.",
        with("left-x" = left.lateral, "left-y" = left.depth, "right-x" = right.lateral, "right-y" = right.depth))]
    Closed { cell: Cell, dir: Dir, #[show(skip)] left: Slope, #[show(skip)] right: Slope },
    /// `portal`: the flood entered a cell.
    #[event(phase(steps), slot = register(height), tone = Looked, line = 3, called = "{cell}: {sides}",
        say = "The look enters {cell} going {dir}, in the wedge {slopes}.",
        with("left-x" = left.lateral, "left-y" = left.depth, "right-x" = right.lateral, "right-y" = right.depth),
        text(sides = cx.sides(left, right), slopes = cx.slopes(left, right)))]
    Flooded {
        cell: Cell, #[show("the direction it moved")] dir: Dir, #[show(skip)] height: u16,
        #[show("how many edges it has passed")] steps: u8, #[show(skip)] left: Slope, #[show(skip)] right: Slope,
    },
}

impl ShadowEvent {
    /// Returns whether this event puts something on the stack.
    pub(super) const fn waits(&self) -> bool {
        matches!(self, Self::Pushed { .. } | Self::Called { .. } | Self::Opened { .. })
    }
}
