//! How a moment of knowledge is looked at, through the eyes of one character. Nothing here runs anything.

use super::event::{Context, KnowledgeEvent as E, MEMORY, STAMPS, TILES, place};
use super::stage::{NOBODY, word};
use crate::event::{Event, Slot, Value};
use crate::geometry::Cell;
use crate::terrain::Tile;
use crate::trace::lens::Gauge;
use crate::trace::replay::{Figure, Outline, Token};
use crate::trace::{CellState, Moment};
use crate::view::board::Role;
use std::collections::BTreeMap;

/// What a character remembers of a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Remembered {
    pub(super) turn: u32,
    pub(super) before: i32,
    pub(super) changed: u32,
    pub(super) dirty: bool,
    pub(super) what: What,
}

/// What is in a cell, as far as it is shown: ground, how many, who is on top.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct What {
    pub(super) tile: Tile,
    pub(super) crowd: u8,
    pub(super) top: u16,
}

pub(super) fn remembered(event: &E) -> Option<Remembered> {
    let E::Looked { dirty, turn, before, changed, tile, crowd, top, .. } = *event else { return None };
    Some(Remembered { turn, before, changed, dirty, what: What { tile, crowd, top } })
}

/// The layer of those whose eyes are looked through.
pub(super) fn layer_of_eyes(player: &Moment<E>) -> u8 {
    MEMORY + player.eyes().min(player.trace().context().minds.len().saturating_sub(1)) as u8
}

/// The turn that the moment lies in.
pub(super) fn turn(player: &Moment<E>) -> Option<u32> {
    match player.phase(0) {
        Some(E::TurnBegan { turn }) => Some(*turn),
        _ => None,
    }
}

/// Where an actor is at a moment; `None` when it is gone.
pub(super) fn whereabouts(player: &Moment<E>, actor: usize) -> Option<Cell> {
    match player.get(place(actor as u16)) {
        Some(&E::Moved { to, .. }) => Some(to),
        Some(E::Removed { .. }) => None,
        _ => player.trace().context().starts.get(actor).copied(),
    }
}

/// What really is in a cell at a moment.
pub(super) fn truth(player: &Moment<E>, cell: Cell) -> What {
    let context = player.trace().context();
    let (mut crowd, mut top) = (0u8, NOBODY);
    for actor in 0..context.starts.len() {
        if whereabouts(player, actor) == Some(cell) {
            (crowd, top) = (crowd.saturating_add(1), actor as u16);
        }
    }
    What { tile: ground(player, cell), crowd, top }
}

pub(super) fn value(layer: usize, cell: &CellState<E>) -> Option<Value> {
    let player = cell.player();
    if layer == 2 {
        return match cell.layer(STAMPS) {
            Some(E::Stamped { turn, .. }) => Some(Value::Int(i64::from(*turn))),
            _ => Some(Value::Int(0)),
        };
    }
    let known = cell.layer(layer_of_eyes(player)).and_then(remembered);
    match layer {
        0 => Some(Value::Word(super::CARD.role_name(role(cell)).into())),
        1 => Some(Value::Int(i64::from(known?.turn))),
        3 => Some(word(known?.what.tile)),
        _ => None,
    }
}

pub(super) fn role(cell: &CellState<E>) -> Role {
    let player = cell.player();
    let Some(known) = cell.layer(layer_of_eyes(player)).and_then(remembered) else { return Role::Unknown };
    if truth(player, cell.cell()) != known.what {
        Role::Wrong
    } else if turn(player) != Some(known.turn) {
        Role::Remembered
    } else if known.dirty {
        Role::Raised
    } else {
        Role::Seen
    }
}

pub(super) fn tiles(player: &Moment<E>) -> Vec<(Cell, Tile)> {
    let changed = player.layer(TILES).filter_map(|(cell, event)| match *event {
        E::Changed { tile, .. } => Some((cell, tile)),
        _ => None,
    });
    changed.filter(|&(cell, tile)| player.trace().context().tiles[cell] != tile).collect()
}

pub(super) fn tokens(player: &Moment<E>) -> Vec<Token> {
    let context = player.trace().context();
    let acts = match player.phase(1) {
        Some(&E::CharacterBegan { mind, .. }) => context.minds.get(mind as usize).copied(),
        _ => None,
    };
    let token = |actor: usize| {
        let at = whereabouts(player, actor);
        let acting = acts == Some(actor);
        (acting || at != Some(context.starts[actor])).then_some(Token {
            actor,
            at,
            facing: None,
            state: "",
            acts: acting,
        })
    };
    (0..context.starts.len()).filter_map(token).collect()
}

/// Those who are remembered where they are not: a ring, with the turn in which they were seen there.
pub(super) fn figures(player: &Moment<E>) -> Vec<Figure> {
    let context = player.trace().context();
    let ghost = |(cell, event): (Cell, &E)| {
        let known = remembered(event).filter(|k| k.what.top != NOBODY)?;
        let there = whereabouts(player, known.what.top as usize) == Some(cell);
        let middle = [f64::from(cell.x) + 0.5, f64::from(cell.y) + 0.5];
        (!there).then(|| Figure {
            outline: Outline::Circle,
            points: vec![middle, [middle[0] + 0.4, middle[1]]],
            role: Role::Wrong,
            label: format!("{}, turn {}", context.name(known.what.top), known.turn),
        })
    };
    player.layer(layer_of_eyes(player)).filter_map(ghost).collect()
}

pub(super) fn gauge(series: usize, event: &E) -> Gauge {
    let &E::Summed { visible, rebuilt, refreshed, .. } = event else { return Gauge::Same };
    match series {
        0 => Gauge::Set(f64::from(visible)),
        1 => Gauge::Set(f64::from(rebuilt)),
        2 => Gauge::Set(f64::from(refreshed)),
        3 => Gauge::Add(i64::from(visible)),
        4 => Gauge::Add(i64::from(rebuilt)),
        _ => Gauge::Same,
    }
}

/// What the knowledge cell of a look held before it.
fn known_before(before: &Moment<E>, event: &E) -> Option<Remembered> {
    before.get(event.slot(before.trace().context())?).and_then(remembered)
}

pub(super) fn check(check: usize, before: &Moment<E>, event: &E) -> bool {
    match (check, event) {
        (0, E::Looked { cell, .. }) => {
            // A look changes nothing real: what is true before it is true at it.
            remembered(event).is_some_and(|k| k.what != truth(before, *cell))
        }
        (1, E::Looked { dirty: true, .. }) => {
            known_before(before, event).is_some_and(|was| remembered(event).is_some_and(|k| k.what == was.what))
        }
        (2, E::Looked { before: was, .. }) => *was < 0,
        (3, E::Stamped { .. }) => true,
        (4, E::Looked { dirty: true, .. }) => {
            known_before(before, event).is_some_and(|was| remembered(event).is_some_and(|k| k.what != was.what))
        }
        (5, E::Summed { rebuilt, visible, .. }) => rebuilt * 2 > *visible,
        _ => false,
    }
}

pub(super) fn explain(player: &Moment<E>) -> String {
    let context = player.trace().context();
    match player.last() {
        Some(event @ &E::Looked { cell, dirty, before, .. }) => {
            let Some(now) = remembered(event) else { return String::new() };
            let real = truth(player, cell);
            if real != now.what {
                let is = context.contents(real.tile, real.top, real.crowd);
                let was = context.contents(now.what.tile, now.what.top, now.what.crowd);
                return format!("But that is not so: there is {is}, and it remembers {was}. The change was missed.");
            }
            let replaced = player.trace().replaced(player.cursor() - 1);
            let was = replaced.and_then(|i| remembered(&player.trace().events()[i]));
            match was {
                Some(was) if dirty && was.what == now.what => {
                    "Everything in it was known already: this rebuild was for nothing.".into()
                }
                Some(was) if dirty => {
                    let was = was.what;
                    format!("It remembered {} of turn {before}.", context.contents(was.tile, was.top, was.crowd))
                }
                _ => String::new(),
            }
        }
        Some(&E::Summed { visible, rebuilt, .. }) if visible > 0 => {
            format!("{:.0} % of the visible cells were copied.", f64::from(rebuilt) * 100.0 / f64::from(visible))
        }
        _ => String::new(),
    }
}

pub(super) fn watch(player: &Moment<E>) -> Vec<(&'static str, Value)> {
    let context = player.trace().context();
    let mut all = Vec::new();
    if let Some(turn) = turn(player) {
        all.push(("turn", Value::Int(i64::from(turn))));
    }
    if let Some(&E::CharacterBegan { mind, .. }) = player.phase(1)
        && let Some(&actor) = context.minds.get(mind as usize)
    {
        all.push(("acting", Value::Int(actor as i64)));
        all.extend(whereabouts(player, actor).map(|at| ("at", Value::Cell(at))));
    }
    all
}

/// What really is in every cell at a moment: who stands where is looked up once for all of them.
pub(super) struct Truth<'a> {
    player: &'a Moment<'a, E>,
    /// How many stand in a cell, and who is on top.
    crowds: BTreeMap<Cell, (u8, u16)>,
}

impl<'a> Truth<'a> {
    pub(super) fn of(player: &'a Moment<'a, E>) -> Self {
        let mut crowds: BTreeMap<Cell, (u8, u16)> = BTreeMap::new();
        for actor in 0..player.trace().context().starts.len() {
            if let Some(cell) = whereabouts(player, actor) {
                let crowd = crowds.entry(cell).or_insert((0, NOBODY));
                *crowd = (crowd.0.saturating_add(1), actor as u16);
            }
        }
        Self { player, crowds }
    }

    pub(super) fn at(&self, cell: Cell) -> What {
        let (crowd, top) = self.crowds.get(&cell).copied().unwrap_or((0, NOBODY));
        What { tile: ground(self.player, cell), crowd, top }
    }
}

fn ground(player: &Moment<E>, cell: Cell) -> Tile {
    match player.at(cell).layer(TILES) {
        Some(&E::Changed { tile, .. }) => tile,
        _ => player.trace().context().tiles[cell],
    }
}

/// The sums of each character at a moment, and its number.
pub(super) fn sums(player: &Moment<E>, context: &Context) -> Vec<(u8, Option<E>)> {
    let minds = 0..context.minds.len() as u8;
    minds.map(|m| (m, player.get(Slot::Register(u32::from(m))).copied())).collect()
}
