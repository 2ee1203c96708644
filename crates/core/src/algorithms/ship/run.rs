//! The generation itself: deck after deck, plan after plan, until one is accepted.

use super::draft::{Builder, Draft};
use super::event::ShipEvent as E;
use super::hallways::LENGTHS;
use super::plan;
use super::problem::{Deck, Outcome, Problem, Room, RoomMade};
use super::reason::{Part, PlanRefusal};
use super::things::{self, Ends};
use crate::grid::Grid;
use crate::observe::Observer;
use crate::rng::Rng;
use crate::terrain::Tile;
use std::ops::ControlFlow::{self, Continue};

/// Generates the decks of a ship.
pub fn generate<O: Observer<E>>(problem: &Problem, observer: &mut O) -> ControlFlow<O::Halt, Outcome> {
    let (decks, most) = (problem.context.decks, problem.constant("attempts"));
    let mut builder = Builder { problem, dice: Rng::new(problem.seed), observer, draft: Draft::new(problem) };
    let mut outcome = Outcome { complete: true, decks: Vec::new(), attempts: 0 };
    for deck in 1..=decks {
        builder.observer.on(E::Began { deck })?;
        let (mut attempts, mut accepted) = (0, None);
        while accepted.is_none() && attempts < most {
            attempts += 1;
            outcome.attempts += 1;
            builder.observer.on(E::Started { deck, attempt: attempts })?;
            builder.draft = Draft::new(problem);
            accepted = builder.plan(deck, attempts)?;
        }
        let Some((tiles, ends)) = accepted else {
            outcome.complete = false;
            builder.observer.on(E::GaveUp { deck, attempts })?;
            break;
        };
        builder.observer.on(E::Entered { part: Part::Things, number: builder.draft.rooms.len() as u32 })?;
        builder.dismiss()?;
        let mut made = made(&builder.draft, tiles, ends);
        made.tries = attempts.into();
        builder.put(deck, ends, &mut made)?;
        outcome.decks.push(made);
        builder.observer.on(E::Finished { deck, attempts, done: deck as f32 / decks as f32 })?;
    }
    Continue(outcome)
}

impl<O: Observer<E>> Builder<'_, O> {
    /// One plan, from hallways to windows, which is then accepted or refused.
    fn plan(&mut self, deck: u8, attempt: u16) -> ControlFlow<O::Halt, Option<(Grid<Tile>, Ends)>> {
        for batch in 1..=LENGTHS.len() as u8 {
            self.hallways(batch)?;
        }
        self.rooms()?;
        self.doors()?;
        self.windows()?;
        let (problem, draft) = (self.problem, &mut self.draft);
        let tiles = plan::tiles(&draft.owner, problem.map, &draft.doors, &draft.windows);
        draft.floors = things::floors(draft, &tiles);
        let (reached, cells) = self.flood(&tiles)?;
        let draft = &self.draft;
        let large = draft.rooms.iter().filter(|r| r.extent.is_large()).count() as u32;
        let (have, few, need) = (draft.rooms.len() as u32, problem.span("rooms").0, problem.needs());
        let floor_of = |rooms: Vec<usize>| rooms.into_iter().map(|r| draft.floors[r].len() as u32).sum::<u32>();
        let ends = things::ends(draft, deck);
        let rest = ends.map_or(0, |ends| floor_of(things::rest(draft.rooms.len(), ends)));
        let (why, have, need) = match ends {
            _ if have < few => (PlanRefusal::FewRooms, have, few),
            _ if reached < cells => (PlanRefusal::Apart, reached, cells),
            None => (PlanRefusal::NoEnds, large, 2),
            Some(_) if rest < need => (PlanRefusal::Cramped, rest, need),
            Some(ends) => {
                self.observer.on(E::Accepted { attempt, cells })?;
                return Continue(Some((tiles, ends)));
            }
        };
        self.observer.on(E::Rejected { attempt, why, have, need })?;
        Continue(None)
    }
}

/// The deck as it is handed out; nothing is on it yet.
fn made(draft: &Draft, tiles: Grid<Tile>, (start, goal): Ends) -> Deck {
    let room = |(r, room): (usize, &Room)| {
        let (from, to) = room.extent.on_map();
        let role = if r == start { "start" } else { "room" };
        RoomMade { from, to, cells: room.cells, role: if r == goal { "goal" } else { role } }
    };
    Deck {
        rows: tiles.rows().map(|row| row.iter().map(|t| t.info().glyph).collect()).collect(),
        rooms: draft.rooms.iter().enumerate().map(room).collect(),
        hallways: draft.hallways.clone(),
        doors: draft.doors.clone(),
        windows: draft.windows.clone(),
        tiles,
        ..Deck::default()
    }
}
