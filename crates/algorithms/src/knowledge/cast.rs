//! Shared parts of all turn-based algorithms on a stage: the actors, the events of the stage, and where everything
//! is at a moment.

use super::stage::{MAX_MINDS, NOBODY};
use crate::event::{Event, Slot};
use crate::trace::replay::Token;
use crate::trace::{Layout, Moment};
use crate::world::Unchanged;
use crate::{Actor, ActorKind, Cell, Grid, Scene, Size, Tile, Verb};
use std::ops::Deref;
use std::sync::Arc;

/// The actors and tiles of the scene at its start, and where a trace stores their changes. Actors are numbered as in
/// the scene. Minds are numbered among the characters that look and remember.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Cast {
    pub size: Size,
    pub tiles: Arc<Grid<Tile>>,
    pub starts: Vec<Cell>,
    /// Name of each actor: its kind, with a number if there are several of that kind.
    pub names: Vec<String>,
    pub minds: Vec<usize>,
    /// The layer of tiles that differ from the scene. The layers of what each mind knows follow.
    pub ground: u8,
}

impl Cast {
    pub(crate) fn new(scene: &Scene, minds: Vec<usize>, ground: u8) -> Self {
        let mut counts = [0usize; ActorKind::ALL.len()];
        scene.actors.iter().for_each(|actor| counts[actor.kind as usize] += 1);
        let mut numbers = [0usize; ActorKind::ALL.len()];
        let name = |actor: &Actor| {
            let (kind, number) = (actor.kind, &mut numbers[actor.kind as usize]);
            *number += 1;
            if counts[kind as usize] == 1 { kind.name().to_owned() } else { format!("{} {number}", kind.name()) }
        };
        Self {
            size: scene.size(),
            tiles: Arc::new(scene.tiles.clone()),
            starts: scene.actors.iter().map(|a| a.at).collect(),
            names: scene.actors.iter().map(name).collect(),
            minds,
            ground,
        }
    }

    pub(crate) fn layout(&self) -> Layout {
        let layers = self.memory(self.minds.len() as u8);
        Layout::new(self.size, layers).with_registers((MAX_MINDS + self.starts.len()) as u32)
    }

    pub(crate) const fn memory(&self, mind: u8) -> u8 {
        self.ground + 1 + mind
    }

    pub(crate) fn mind(&self, mind: u8) -> &str {
        self.minds.get(mind as usize).map_or("somebody", |&i| &self.names[i])
    }

    pub(crate) fn character(&self, mind: u8) -> i64 {
        self.minds.get(mind as usize).map_or(-1, |&i| i as i64)
    }

    pub(crate) fn who(&self, mind: u8) -> String {
        self.minds.get(mind as usize).map_or_else(|| "somebody".into(), |&i| self.the(i))
    }

    /// Returns an actor's name for use in a sentence: `guard 2`, or `the guard` if it is the only one of its kind.
    pub fn the(&self, actor: usize) -> String {
        match self.names.get(actor) {
            Some(name) if name.ends_with(|c: char| c.is_ascii_digit()) => name.clone(),
            Some(name) => format!("the {name}"),
            None => "somebody".into(),
        }
    }
}

const fn place(actor: u16) -> Slot {
    Slot::Register(MAX_MINDS as u32 + actor as u32)
}

/// An event on the stage, shared by all turn-based algorithms. The lines of the listing are those of turns, script,
/// characters, doors and steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Event)]
#[event(context = Cast, encoded)]
#[expect(missing_docs, reason = "the sentences say what the fields are")]
#[rustfmt::skip]
pub enum StageEvent {
    /// A turn began.
    #[event(phase(0), line = 1, was = "turned", called = "turn {turn}", say = "Turn {turn} begins.")]
    TurnBegan { #[show("the number of the turn, from 0")] turn: u32 },
    /// The script's lines of a turn began.
    #[event(phase(1), line = 2, was = "prompted", called = "script", say = "Now the script's lines for turn {turn}.")]
    ScriptBegan { turn: u32 },
    /// A character's turn began.
    #[event(phase(1), line = 3, was = "acted", was = "walker-began", actor = "{name}",
        say = "{who:cap} acts next in turn {turn}.", text(name = cx.mind(mind), who = cx.who(mind)))]
    CharacterBegan {
        #[show("its number among the scene's actors", name = "character", cx.character(mind), number)] mind: u8,
        turn: u32,
    },
    /// A tile became another, because an actor walked into a door or because of the script.
    #[event(step, slot = cx.ground, line = 4,
        say = "{who:cap} walked into the {was} at {cell} and opened it.",
        case(by == NOBODY, line = 2, say = "The script made the {was} at {cell} {tile:a}."),
        text(who = cx.the(by.into())))]
    Changed { cell: Cell, was: Tile, tile: Tile, #[show(skip)] by: u16, turn: u32 },
    /// An actor moved to another cell, by itself or by the script.
    #[event(step, slot = place(actor), about = to, line = 5, say = "{who:cap} moved from {from} to {cell}.",
        case(scripted, line = 2, say = "The script moved {who} from {from} to {cell}."),
        text(who = cx.the(actor.into())))]
    Moved { actor: u16, from: Cell, to: Cell, turn: u32, #[show(skip)] scripted: bool },
    /// The script removed an actor from the map.
    #[event(step, slot = place(actor), line = 2, say = "The script removed {who} from {cell}.",
        text(who = cx.the(actor.into())))]
    Removed { actor: u16, cell: Cell, turn: u32 },
    /// A lamp was lit or put out.
    #[event(step, line = 2, was = "lamp", say = "The script {lit?lit|put out} {who} at {cell}.",
        text(who = cx.the(actor.into())))]
    Switched { actor: u16, cell: Cell, lit: bool },
    /// A script line had no effect.
    #[event(step, tone = Refused, line = 2, was = "failed",
        say = "The script's {verb} at {cell} did nothing: {because}.", text(because = why.because()))]
    Denied {
        #[show(verb.name(), word)] verb: Verb, cell: Cell, tile: Tile, turn: u32, #[show(skip)] why: Unchanged,
    },
}

/// The events of an algorithm that uses a stage.
pub(crate) trait Play: Event<Context: Deref<Target = Cast>> {
    fn stage(&self) -> Option<&StageEvent>;
}

/// Returns the turn of a moment, or `None` after the end of the run.
pub(crate) fn turn<E: Play>(now: &Moment<E>) -> Option<u32> {
    if let Some(&StageEvent::TurnBegan { turn }) = now.phase(0)?.stage() { Some(turn) } else { None }
}

pub(crate) fn acting<E: Play>(now: &Moment<E>) -> Option<u8> {
    if let Some(&StageEvent::CharacterBegan { mind, .. }) = now.phase(1)?.stage() { Some(mind) } else { None }
}

/// Returns the mind through whose eyes the map is shown.
pub(crate) fn eyes<E: Play>(now: &Moment<E>) -> u8 {
    now.eyes().min(now.context().minds.len().saturating_sub(1)) as u8
}

pub(crate) fn whereabouts<E: Play>(now: &Moment<E>, actor: usize) -> Option<Cell> {
    match now.get(place(actor as u16)).and_then(Play::stage) {
        Some(&StageEvent::Moved { to, .. }) => Some(to),
        Some(StageEvent::Removed { .. }) => None,
        _ => now.context().starts.get(actor).copied(),
    }
}

pub(crate) fn trail<E: Play>(now: &Moment<E>, actor: usize) -> Vec<Cell> {
    now.trail(now.context().starts.get(actor).copied(), place(actor as u16))
}

pub(crate) fn ground<E: Play>(now: &Moment<E>, cell: Cell) -> Tile {
    let cast: &Cast = now.context();
    match now.get(Slot::Cell(cast.ground, cell)).and_then(Play::stage) {
        Some(&StageEvent::Changed { tile, .. }) => tile,
        _ => cast.tiles[cell],
    }
}

pub(crate) fn tiles<E: Play>(now: &Moment<E>) -> Vec<(Cell, Tile)> {
    let cast: &Cast = now.context();
    let all = now.layer(cast.ground).map(|(cell, _)| (cell, ground(now, cell)));
    all.filter(|&(cell, tile)| cast.tiles[cell] != tile).collect()
}

pub(crate) fn tokens<E: Play>(now: &Moment<E>) -> Vec<Token> {
    let cast: &Cast = now.context();
    let acting = acting(now).and_then(|mind| cast.minds.get(mind as usize));
    let token = |actor| {
        let (at, acts) = (whereabouts(now, actor), acting == Some(&actor));
        let news = acts || at != Some(cast.starts[actor]);
        news.then_some(Token { actor, at, facing: None, state: "".into(), acts })
    };
    (0..cast.starts.len()).filter_map(token).collect()
}
