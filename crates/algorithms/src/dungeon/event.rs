//! What a dungeon reports: what its flow maps and its guards do, and how it ends.

use crate::event::{Event, Offset, Word};
use crate::flow_map::FlowEvent;
use crate::guards::{self, GuardsEvent};

/// What a run's events do not repeat.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Context {
    pub flow: <FlowEvent as Event>::Context,
    pub guards: guards::Context,
    /// The first slots of the guards; those of the flow maps come before.
    pub slots: Offset,
}

/// For each line of the listing of flow maps the line of this one.
const FLOW_LINES: [u8; 23] = [1, 1, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 3, 5, 6, 5, 5, 4, 1, 4, 4, 5];
/// The same for the listing of guards.
const GUARD_LINES: [u8; 25] =
    [2, 3, 8, 7, 8, 8, 8, 8, 12, 13, 13, 14, 14, 14, 12, 16, 11, 11, 11, 11, 11, 13, 9, 10, 15];

#[derive(Clone, Copy, PartialEq, Eq, Debug, Word)]
pub enum End {
    #[word("no prisoner is left in the dungeon")]
    Empty,
    #[word("nothing moves any more")]
    Still,
    #[word("that was the last turn")]
    Turns,
}

/// One event of a dungeon.
#[derive(Clone, Copy, PartialEq, Debug, Event)]
#[event(context = Context, size = 32)]
#[expect(missing_docs, reason = "the sentences say what the fields are")]
#[rustfmt::skip]
pub enum DungeonEvent {
    /// What the flow maps and those who walk by them report.
    #[event(nested(0, &cx.flow, &FLOW_LINES))]
    Flow(FlowEvent),
    /// What the guards report.
    #[event(nested(0, &cx.guards, &GUARD_LINES, cx.slots))]
    Guard(GuardsEvent),
    /// The run ended.
    #[event(step, line = 16, say = "The run ended after turn {turn}: {because}. Prisoners out: {out}; caught: {caught}; \
        still inside: {inside}.", text(because = why.word()))]
    Finished { #[show(skip)] why: End, turn: u32, out: u32, caught: u32, inside: u32 },
}
