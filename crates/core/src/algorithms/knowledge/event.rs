//! What a run of knowledge reports.

use super::stage::{MOST_MINDS, NOBODY};
use crate::event::{Event, Slot};
use crate::geometry::{Cell, Size};
use crate::grid::Grid;
use crate::memory::Dirty;
use crate::terrain::{Tile, Verb};
use crate::world::{Unchanged, verb_name};
use std::sync::Arc;

/// The turn of each real cell's last knowable change.
pub const STAMPS: u8 = 0;
/// Tiles that are not as the scene has them.
pub const TILES: u8 = 1;
/// What the first character remembers; the layer of each next one follows.
pub const MEMORY: u8 = 2;

/// The register of an actor's place; those before it hold what the last look of each character came to.
pub const fn place(actor: u16) -> Slot {
    Slot::Register(MOST_MINDS as u32 + actor as u32)
}

/// What a run's events do not repeat.
#[derive(Clone, Debug, PartialEq)]
pub struct Context {
    /// The size of the map.
    pub size: Size,
    /// The ground as the scene has it.
    pub tiles: Arc<Grid<Tile>>,
    /// Where each actor of the scene starts.
    pub starts: Vec<Cell>,
    /// What each of them is called.
    pub names: Vec<String>,
    /// The numbers of those who remember.
    pub minds: Vec<usize>,
    /// The rule of dirty cells.
    pub dirty: Dirty,
    /// How many turns there are.
    pub turns: u32,
}

/// One event of knowledge. `mind` counts those who remember, `actor` all actors of the scene.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Event)]
#[event(context = Context)]
#[expect(missing_docs, reason = "the sentences say what the fields are")]
#[rustfmt::skip]
pub enum KnowledgeEvent {
    /// A turn began.
    #[event(phase(0), line = 1, was = "turned", called = "turn {turn}",
        say = "Turn {turn} began; the last one is turn {last}.", text(last = cx.turns.saturating_sub(1)))]
    TurnBegan { #[show("the number of the turn, from 0")] turn: u32 },
    /// The script's part of a turn began.
    #[event(phase(1), line = 2, was = "prompted", called = "script", say = "The script's part of turn {turn} began.")]
    ScriptBegan { turn: u32 },
    /// A character's turn began.
    #[event(phase(1), line = 3, was = "acted", actor = "{name}", say = "{who:cap} began its part of turn {turn}.",
        text(name = cx.mind(mind), who = cx.the_mind(mind)))]
    CharacterBegan {
        #[show("its number among the scene's actors", name = "character", cx.character(mind), number)] mind: u8,
        turn: u32,
    },
    /// A character began to look, or to move.
    #[event(phase(2), line = 4, called = "see", say = "{who:cap} began to look round.",
        case(moves, line = 9, called = "move", say = "{who:cap} began the next step of its round."),
        text(who = cx.the_mind(mind)))]
    Began {
        #[show(name = "character", cx.character(mind), number)] mind: u8,
        /// Whether it moves; else it looks.
        #[show(skip)] moves: bool,
        turn: u32,
    },
    /// A visible cell was looked at: rebuilt where it was dirty, else refreshed.
    #[event(slot = MEMORY + mind, kind = "refreshed", tone = Looked, line = 7,
        say = "{who:cap} refreshed {cell}: {because}; only its turn was set, to {turn}.",
        case(dirty, kind = "rebuilt", tone = Wrote, line = 6,
            say = "{who:cap} rebuilt {cell}: {because}. It saw {contents}."),
        text(who = cx.the_mind(mind), because = cx.dirty.because(before, changed),
            contents = cx.contents(tile, top, crowd)))]
    Looked {
        cell: Cell,
        #[show(name = "character", cx.character(mind), number)] mind: u8,
        #[show(skip)] dirty: bool,
        turn: u32,
        #[show("the turn of the observation before; −1 where there was none")] before: i32,
        #[show("the turn of the cell's last knowable change")] changed: u32,
        /// The ground that is remembered now.
        tile: Tile,
        #[show("how many are remembered in it")] crowd: u8,
        /// Who of them is on top.
        #[show(name = "actor", (top != NOBODY).then_some(top), number)] top: u16,
    },
    /// A look was over.
    #[event(step, slot = Slot::Register(mind.into()), line = 8,
        say = "In turn {turn} {who} saw {visible:count cell}: {rebuilt} rebuilt, {refreshed} refreshed.",
        text(who = cx.the_mind(mind)))]
    Summed {
        #[show(name = "character", cx.character(mind), number)] mind: u8,
        turn: u32,
        #[show("how many cells were visible")] visible: u32,
        #[show("how many of them were dirty: cleared and seen again")] rebuilt: u32,
        #[show("how many of them were clean: only their turn was set")] refreshed: u32,
    },
    /// A real cell was stamped: something knowable changed in it.
    #[event(slot = STAMPS, line = 10, say = "{cell} was stamped: its last knowable change is in turn {turn}.")]
    Stamped { cell: Cell, turn: u32 },
    /// A tile became another.
    #[event(step, slot = TILES, line = 9, say = "{who:cap} walked into the {was} at {cell}: it is {tile:a} now.",
        case(by == NOBODY, line = 2, say = "The script made the {was} at {cell} {tile:a}."), text(who = cx.the(by)))]
    Changed { cell: Cell, was: Tile, tile: Tile, #[show(skip)] by: u16, turn: u32 },
    /// An actor went from one cell to another.
    #[event(step, slot = place(actor), about = to, line = 9, say = "{who:cap} went from {from} to {cell}.",
        case(scripted, line = 2, say = "The script moved {who} from {from} to {cell}."), text(who = cx.the(actor)))]
    Moved { actor: u16, from: Cell, to: Cell, turn: u32, #[show(skip)] scripted: bool },
    /// An actor was taken off the map.
    #[event(step, slot = place(actor), line = 2, say = "The script took {who} away from {cell}.",
        text(who = cx.the(actor)))]
    Removed { actor: u16, cell: Cell, turn: u32 },
    /// A lamp was lit or put out.
    #[event(step, line = 2, was = "lamp", say = "The script {lit?lit|put out} {who} at {cell}.",
        text(who = cx.the(actor)))]
    Switched { actor: u16, cell: Cell, lit: bool },
    /// A line of the script did nothing.
    #[event(step, tone = Refused, line = 2, was = "failed", say = "The script's {verb} at {cell} did nothing: {because}.",
        text(because = why.because()))]
    Denied { #[show(verb_name(verb), word)] verb: Verb, cell: Cell, tile: Tile, turn: u32, #[show(skip)] why: Unchanged },
}

impl Context {
    /// The name of a character.
    pub fn mind(&self, mind: u8) -> &str {
        self.minds.get(mind as usize).map_or("somebody", |&i| &self.names[i])
    }

    /// The name of an actor.
    pub fn name(&self, actor: u16) -> &str {
        self.names.get(actor as usize).map_or("nobody", |n| n)
    }

    /// A character's number among the scene's actors.
    fn character(&self, mind: u8) -> i64 {
        self.minds.get(mind as usize).map_or(-1, |&i| i as i64)
    }

    /// A character in a sentence: `guard 2`, or `the viewer` where there is one of its kind.
    pub(super) fn the_mind(&self, mind: u8) -> String {
        with_article(self.mind(mind))
    }

    /// An actor in a sentence.
    fn the(&self, actor: u16) -> String {
        with_article(self.name(actor))
    }

    /// What is in a cell, in words: `an open door, guard 2 and 1 more`.
    pub fn contents(&self, tile: Tile, top: u16, crowd: u8) -> String {
        match (top, crowd) {
            (NOBODY, _) => format!("{} and nobody", tile.a()),
            (top, 0 | 1) => format!("{} and {}", tile.a(), self.the(top)),
            (top, n) => format!("{}, {} and {} more", tile.a(), self.the(top), n - 1),
        }
    }
}

/// A name in a sentence: those without a number take the article.
fn with_article(name: &str) -> String {
    let bare = name.ends_with(|c: char| c.is_ascii_digit()) || name.ends_with("body");
    if bare { name.to_owned() } else { format!("the {name}") }
}
