//! The events of a dungeon: those of its flow maps and guards, and the end of the run.

use crate::event::{Encode, Event, Offset, Word};
use crate::flow_map::FlowEvent;
use crate::guards::{self, GuardsEvent};

/// Constants of a run, which the events do not repeat.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Context {
    pub flow: <FlowEvent as Event>::Context,
    pub guards: guards::Context,
    /// The first slots of the guards. The slots of the flow maps come before them.
    pub slots: Offset,
}

/// For each line of the flow map listing, the line of this listing.
const FLOW_LINES: [u8; 23] = [1, 1, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 3, 5, 6, 5, 5, 4, 1, 4, 4, 5];
/// For each line of the guards' listing, the line of this listing.
const GUARD_LINES: [u8; 25] =
    [2, 3, 8, 7, 8, 8, 8, 8, 12, 13, 13, 14, 14, 14, 12, 16, 11, 11, 11, 11, 11, 13, 9, 10, 15];

#[derive(Clone, Copy, PartialEq, Eq, Debug, Word, Encode)]
pub enum End {
    #[word("no prisoner is left in the dungeon")]
    Empty,
    #[word("nothing moves any more")]
    Still,
    #[word("that was the last turn")]
    Turns,
}

/// An event of a dungeon.
#[derive(Clone, Copy, PartialEq, Debug, Event)]
#[event(context = Context, size = 32, encoded)]
#[expect(missing_docs, reason = "the sentences say what the fields are")]
#[rustfmt::skip]
pub enum DungeonEvent {
    /// An event of the flow maps or of the prisoners who follow them.
    #[event(nested(0, &cx.flow, &FLOW_LINES))]
    Flow(FlowEvent),
    /// An event of the guards.
    #[event(nested(0, &cx.guards, &GUARD_LINES, cx.slots))]
    Guard(GuardsEvent),
    /// The run ended.
    #[event(step, line = 16, say = "The run ended after turn {turn}: {because}. Prisoners out: {out}; caught: {caught}; still inside: {inside}.", text(because = why.word()))]
    Finished { #[show(skip)] why: End, turn: u32, out: u32, caught: u32, inside: u32 },
}
