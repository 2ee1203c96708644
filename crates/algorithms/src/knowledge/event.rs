//! The events of a knowledge run.

use super::cast::{Cast, Play, StageEvent};
use super::stage::NOBODY;
use crate::event::{Event, Slot};
use crate::memory::Dirty;
use crate::{Cell, Tile};
use std::ops::Deref;

/// The layer of stamps: the turn of each real cell's last knowable change.
pub(super) const STAMPS: u8 = 0;
/// The layer of tiles that differ from the scene. The layers of what each character remembers follow.
pub(super) const GROUND: u8 = 1;

const STAGE_LINES: [u8; 5] = [1, 2, 3, 9, 9];

/// Constants of a run, which the events do not repeat.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Context {
    pub cast: Cast,
    pub dirty: Dirty,
    pub turns: u32,
}

impl Deref for Context {
    type Target = Cast;

    fn deref(&self) -> &Cast {
        &self.cast
    }
}

/// An event of knowledge. `mind` counts only the characters that remember, `actor` counts all actors of the scene.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Event)]
#[event(context = Context, encoded)]
#[expect(missing_docs, reason = "the sentences say what the fields are")]
#[rustfmt::skip]
pub enum KnowledgeEvent {
    /// An event on the stage.
    #[event(nested(0, &cx.cast, &STAGE_LINES))]
    Stage(StageEvent),
    /// A character began to look, or to move.
    #[event(phase(2), line = 4, called = "see", say = "{who:cap} looks around.",
        case(moves, line = 9, called = "move", say = "{who:cap} takes the next step of its round."),
        text(who = cx.who(mind)))]
    Began {
        #[show(name = "character", cx.character(mind), number)] mind: u8,
        #[show(skip)] moves: bool,
        turn: u32,
    },
    /// A visible cell was looked at. It was rebuilt if it was dirty, else refreshed.
    #[event(slot = cx.memory(mind), kind = "refreshed", tone = Looked, line = 7,
        say = "{who:cap} only marked {cell} as seen in turn {turn}: {because}.",
        case(dirty, kind = "rebuilt", tone = Wrote, line = 6,
            say = "{who:cap} copied {cell}: {because}. It saw {contents}."),
        text(who = cx.who(mind), because = cx.dirty.because(before, changed),
            contents = View { tile, crowd, top }.contents(cx)))]
    Looked {
        cell: Cell,
        #[show(name = "character", cx.character(mind), number)] mind: u8,
        #[show(skip)] dirty: bool,
        turn: u32,
        #[show("the turn of the observation before; −1 where there was none")] before: i32,
        #[show("the turn of the cell's last knowable change")] changed: u32,
        #[show("the ground that is remembered now")] tile: Tile,
        #[show("how many are remembered in it")] crowd: u8,
        #[show("who of them is on top", name = "actor", (top != NOBODY).then_some(top), number)] top: u16,
    },
    /// A look ended.
    #[event(step, slot = Slot::Register(mind.into()), line = 8,
        say = "In turn {turn} {who} saw {visible:count cell}: {rebuilt} copied (new or out of date), {refreshed} only marked as seen.",
        text(who = cx.who(mind)))]
    Summed {
        #[show(name = "character", cx.character(mind), number)] mind: u8,
        turn: u32,
        #[show("how many cells were visible")] visible: u32,
        #[show("how many of them were dirty: cleared and seen again")] rebuilt: u32,
        #[show("how many of them were clean: only their turn was set")] refreshed: u32,
    },
    /// A real cell was stamped: something knowable changed in it.
    #[event(slot = STAMPS, line = 10, say = "Something visible changed at {cell}: its time stamp is turn {turn} now.")]
    Stamped { cell: Cell, turn: u32 },
}

impl Play for KnowledgeEvent {
    fn stage(&self) -> Option<&StageEvent> {
        if let Self::Stage(event) = self { Some(event) } else { None }
    }
}

/// The displayed contents of a cell: its tile, the number of actors on it, and the topmost actor.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct View {
    pub(super) tile: Tile,
    pub(super) crowd: u8,
    pub(super) top: u16,
}

impl View {
    pub(super) fn contents(self, cast: &Cast) -> String {
        let tile = self.tile.a();
        match (self.top, self.crowd) {
            (NOBODY, _) => format!("{tile} and nobody"),
            (top, 0 | 1) => format!("{tile} and {}", cast.the(top.into())),
            (top, n) => format!("{tile}, {} and {} more", cast.the(top.into()), n - 1),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Remembered {
    pub(super) turn: u32,
    pub(super) before: i32,
    pub(super) changed: u32,
    pub(super) dirty: bool,
    pub(super) what: View,
}

impl Remembered {
    pub(super) fn of(event: &KnowledgeEvent) -> Option<Self> {
        let KnowledgeEvent::Looked { dirty, turn, before, changed, tile, crowd, top, .. } = *event else { return None };
        Some(Self { turn, before, changed, dirty, what: View { tile, crowd, top } })
    }
}
