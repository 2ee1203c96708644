//! The generation itself: deck after deck, plan after plan, until one is accepted.

use super::draft::{Builder, Draft};
use super::event::ShipEvent as E;
use super::problem::{Deck, Outcome, Problem, RoomMade};
use super::reason::{Part, PlanRefusal};
use super::things::{self, Ends, Hand, Things};
use super::{fittings, plan};
use crate::geometry::Cell;
use crate::grid::Grid;
use crate::observe::Observer;
use crate::rng::Rng;
use crate::terrain::Tile;
use std::ops::ControlFlow::{self, Continue};

/// Generates the decks of a ship.
///
/// # Errors
/// Breaks when the observer asks for it.
pub fn generate<O: Observer<E>>(problem: &Problem, observer: &mut O) -> ControlFlow<O::Halt, Outcome> {
    let (decks, most) = (problem.constants.decks, problem.constants.attempts);
    let dice = &mut Rng::new(problem.seed);
    let mut outcome = Outcome { complete: true, decks: Vec::new(), attempts: 0 };
    for deck in 1..=decks {
        observer.on(E::Began { deck })?;
        let mut accepted = None;
        for attempt in 1..=most {
            outcome.attempts += 1;
            observer.on(E::Started { deck, attempt })?;
            let draft = drawn_up(Builder { problem, dice, observer, draft: Draft::new(problem) })?;
            accepted = tested(problem, deck, attempt, draft, observer)?;
            if accepted.is_some() {
                break;
            }
        }
        let Some(plan) = accepted else {
            outcome.complete = false;
            observer.on(E::GaveUp { deck, attempts: most })?;
            break;
        };
        observer.on(E::Entered { part: Part::Things, number: plan.draft.rooms.len() as u32 })?;
        things::dismiss(&plan.draft, &plan.floors, observer)?;
        let taken = Grid::new(problem.map, false);
        let things = Hand { problem, floors: &plan.floors, taken, dice, observer }.put(deck, plan.ends)?;
        let attempts = plan.attempt;
        outcome.decks.push(made(plan, things));
        observer.on(E::Finished { deck, attempts, done: deck as f32 / decks as f32 })?;
    }
    Continue(outcome)
}

/// A plan that passed the test.
struct Accepted {
    draft: Draft,
    tiles: Grid<Tile>,
    floors: Vec<Vec<Cell>>,
    ends: Ends,
    attempt: u16,
}

/// One plan, from hallways to windows.
fn drawn_up<O: Observer<E>>(mut builder: Builder<'_, O>) -> ControlFlow<O::Halt, Draft> {
    for batch in 1..=builder.problem.constants.lengths.len() as u8 {
        builder.hallways(batch)?;
    }
    builder.rooms()?;
    builder.doors()?;
    builder.windows()?;
    Continue(builder.draft)
}

/// Accepts the plan or refuses it.
fn tested<O: Observer<E>>(
    problem: &Problem,
    deck: u8,
    attempt: u16,
    draft: Draft,
    observer: &mut O,
) -> ControlFlow<O::Halt, Option<Accepted>> {
    let tiles = plan::tiles(&draft.owner, problem.map, &draft.doors, &draft.windows);
    let (reached, cells) = fittings::flood(&tiles, observer)?;
    let ends = things::ends(&draft, deck);
    let large = draft.rooms.iter().filter(|r| r.extent.is_large()).count() as u32;
    let (have, few) = (draft.rooms.len() as u32, problem.constants.rooms.0);
    let need = problem.constants.needs();
    let floors = things::floors(&draft, &tiles);
    let cells_of = |ends| things::rest(floors.len(), ends).into_iter().map(|r| floors[r].len() as u32).sum();
    let rest = ends.map_or(0, cells_of);
    let (why, have, need) = match ends {
        _ if have < few => (PlanRefusal::FewRooms, have, few),
        _ if reached < cells => (PlanRefusal::Apart, reached, cells),
        None => (PlanRefusal::NoEnds, large, 2),
        Some(_) if rest < need => (PlanRefusal::Cramped, rest, need),
        Some(ends) => {
            observer.on(E::Accepted { attempt, cells })?;
            return Continue(Some(Accepted { draft, tiles, floors, ends, attempt }));
        }
    };
    observer.on(E::Rejected { attempt, why, have, need })?;
    Continue(None)
}

/// The deck as it is handed out.
fn made(plan: Accepted, things: Things) -> Deck {
    let Accepted { draft, tiles, ends, attempt, .. } = plan;
    let role = |r: usize| match r {
        r if r == ends.start => "start",
        r if r == ends.goal => "goal",
        _ => "room",
    };
    let room = |(r, room): (usize, &super::problem::Room)| {
        let (from, to) = room.extent.on_map();
        RoomMade { from, to, cells: room.cells, role: role(r) }
    };
    Deck {
        rows: tiles.rows().map(|row| row.iter().map(|t| t.info().glyph).collect()).collect(),
        start: things.start,
        goal: things.goal,
        exit: things.exit.word(),
        rooms: draft.rooms.iter().enumerate().map(room).collect(),
        hallways: draft.hallways,
        doors: draft.doors,
        windows: draft.windows,
        enemies: things.enemies,
        items: things.items,
        tries: attempt as u32,
        tiles,
    }
}
