//! State of a moment: the current plan, built from its events; the choices made by dice; and why a cell has no owner.

use super::context::Context;
use super::event::{FACES, NEAR, PLAN, ShipEvent as E};
use super::plan::{Extent, Owner, STRAIGHT, beyond, distance, named, on_plan, plan_size};
use super::words::{Part, Refusal, Thing};
use crate::event::{Event as _, Level, format_count};
use crate::trace::replay::WhyNot;
use crate::trace::{Candidate, CandidateResult, Decision, Fold, Moment};
use crate::{Actor, ActorKind, Cell, Grid};

/// The current plan. Events are stored by index.
#[derive(Clone, Debug, Default)]
pub(super) struct Progress {
    /// The event that began the plan or its deck.
    pub(super) start: usize,
    pub(super) deck: u8,
    pub(super) attempt: u16,
    /// Events of the hallways that were built or refused.
    pub(super) tries: Vec<usize>,
    pub(super) hallways: u32,
    pub(super) rooms: Vec<Room>,
    pub(super) pairs: Vec<Pair>,
    /// Cell, kind and room of each thing that was placed.
    pub(super) things: Vec<(Cell, Thing, u8)>,
    pub(super) doors: u32,
    pub(super) windows: u32,
    /// Number of faces toward outside: before the windows and now. Known once a window is cut.
    pub(super) outside: Option<(u32, u32)>,
    /// Number of rooms that dice want. Known once rooms begin.
    pub(super) wanted: Option<u32>,
    /// For the hull-first method: whether the hull is mirrored, and the events of cuts that were made or refused.
    pub(super) mirrored: bool,
    pub(super) cuts: Vec<usize>,
    /// Events of the sections that are not split further, and of the decisions about sections.
    pub(super) kept: Vec<usize>,
    pub(super) judged: Vec<usize>,
    /// Number of sections that did not become a room, and of rooms that are cut off.
    pub(super) refused: u32,
    pub(super) cut_off: u32,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    pub(super) seed: Cell,
    pub(super) reach: u8,
    pub(super) extent: Extent,
    pub(super) cells: u32,
    pub(super) parent: Option<Owner>,
    pub(super) doors: u32,
    pub(super) event: usize,
}

/// Two rooms that touch without a door between them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub(super) rooms: (u8, u8),
    pub(super) candidates: u16,
    pub(super) door: Option<Cell>,
    /// The last event about the pair.
    pub(super) event: usize,
}

impl Fold for Progress {
    type Event = E;

    fn take(&mut self, index: usize, event: &E, cx: &Context) {
        if begins_plan(event, cx) {
            *self = Self { start: index, ..Self::default() };
        }
        match *event {
            E::Began { deck } => self.deck = deck,
            E::Started { deck, attempt } => (self.deck, self.attempt) = (deck, attempt),
            E::Entered { part: Part::Rooms, number } => self.wanted = Some(number),
            E::Refused { .. } => self.tries.push(index),
            E::Built { .. } => {
                self.tries.push(index);
                self.hallways += 1;
            }
            E::Seeded { cell, reach, .. } => {
                let Some(seed) = on_plan(cell, plan_size(cx.size)) else { return };
                let (extent, parent) = (Extent::of(seed), None);
                self.rooms.push(Room { seed: cell, reach, extent, cells: 0, parent, doors: 0, event: index });
            }
            E::Mirrored { mirrored } => self.mirrored = mirrored,
            E::Cut { .. } | E::Spared { .. } => self.cuts.push(index),
            E::Kept { .. } => self.kept.push(index),
            E::Discarded { .. } => {
                self.judged.push(index);
                self.refused += 1;
            }
            E::CutOff { .. } => self.cut_off += 1,
            E::Furnished { cell, .. } => {
                self.judged.push(index);
                let Some(seed) = on_plan(cell, plan_size(cx.size)) else { return };
                let (extent, parent) = (Extent::of(seed), None);
                self.rooms.push(Room { seed: cell, reach: 0, extent, cells: 0, parent, doors: 0, event: index });
            }
            E::Linked { room, to, .. } | E::Hung { room, to, .. } => {
                if let Some(own) = self.room_mut(room) {
                    own.parent = Some(to);
                }
                self.door([Some(room), to.room()]);
            }
            E::Grew { cell, room, .. } => {
                if let (Some(cell), Some(own)) = (on_plan(cell, plan_size(cx.size)), self.room_mut(room)) {
                    own.extent.add(cell);
                    own.cells += 1;
                }
            }
            E::Touched { room, other, candidates, .. } => {
                let rooms = (room, other);
                match self.pairs.iter_mut().rev().find(|p| p.rooms == rooms) {
                    Some(pair) => (pair.candidates, pair.event) = (candidates, index),
                    None => self.pairs.push(Pair { rooms, candidates, door: None, event: index }),
                }
            }
            E::Opened { face, room, other, .. } => {
                self.door([Some(room), Some(other)]);
                if let Some(pair) = self.pairs.iter_mut().find(|p| p.rooms == (room, other)) {
                    (pair.door, pair.event) = (Some(face), index);
                }
            }
            E::Pierced { room, .. } => self.door([Some(room), None]),
            E::Glazed { number, among, .. } => {
                self.windows = number.into();
                self.outside = Some((self.outside.map_or(among, |(all, _)| all), among));
            }
            E::Placed { cell, thing, room, .. } => self.things.push((cell, thing, room)),
            _ => {}
        }
    }
}

impl Progress {
    fn room_mut(&mut self, room: u8) -> Option<&mut Room> {
        self.rooms.get_mut((room as usize).checked_sub(1)?)
    }

    /// Counts a door that leads into these rooms.
    fn door(&mut self, rooms: [Option<u8>; 2]) {
        self.doors += 1;
        for room in rooms.into_iter().flatten() {
            if let Some(own) = self.room_mut(room) {
                own.doors += 1;
            }
        }
    }

    pub(super) fn role(&self, room: u8) -> Option<&'static str> {
        self.things.iter().filter(|t| t.2 == room).find_map(|t| match t.1 {
            thing if thing.is_entry() => Some("start"),
            thing if thing.is_exit() => Some("goal"),
            _ => None,
        })
    }

    pub(super) fn count(&self, room: u8, thing: Thing) -> usize {
        self.things.iter().filter(|t| t.2 == room && t.1 == thing).count()
    }
}

pub(super) fn begins_plan(event: &E, cx: &Context) -> bool {
    matches!(event.level(cx), Level::Phase(0 | 1))
}

/// Returns the owner of a plan cell, from the event that it holds.
pub(super) const fn owner_of(event: &E) -> Option<Owner> {
    match *event {
        E::Laid { hallway, .. } => Some(Owner::Hallway(hallway)),
        E::Grew { room, .. } => Some(Owner::Room(room)),
        E::Stood { .. } => Some(Owner::Hull),
        E::Parted { section, .. } => Some(Owner::Section(section)),
        E::Sealed { section, .. } => Some(Owner::Refused(section)),
        _ => None,
    }
}

/// Returns the current owner of each cell of the plan.
pub(super) fn owners(now: &Moment<E>) -> Grid<Option<Owner>> {
    let plan = plan_size(now.context().size);
    let mut owner = Grid::new(plan, None);
    for (cell, event) in now.layer(PLAN) {
        if let Some(cell) = on_plan(cell, plan) {
            owner[cell] = owner_of(event);
        }
    }
    owner
}

/// Returns the choice made by an event. `now` is the moment before it or right after it. All candidates are equally
/// likely.
pub(super) fn decision(now: &Moment<E>, event: &E) -> Option<Decision> {
    let (layer, chosen) = match *event {
        E::Seeded { cell, .. } => (PLAN, cell),
        E::Opened { face, .. } | E::Hung { face, .. } => (FACES, face),
        _ => return None,
    };
    let competes = |held: &E| match (*event, *held) {
        (E::Seeded { .. }, E::Bordered { .. }) => true,
        (E::Opened { room, other, .. }, E::Touched { room: r, other: o, .. }) => (r, o) == (room, other),
        (E::Hung { room, to: Owner::Room(_), .. }, E::Faced { room: r, to: Owner::Room(_), .. }) => r == room,
        (E::Hung { room, side, to, .. }, E::Faced { room: r, side: s, to: t, .. }) => (r, s, t) == (room, side, to),
        _ => false,
    };
    let beside = |cell| if layer == PLAN { beside(now, cell) } else { "candidate".to_owned() };
    let candidate = |cell: Cell| Candidate {
        cell: Some(cell),
        values: vec![cell.to_string(), beside(cell)],
        event: now.at(cell).holder(layer),
        against: None,
        fate: if cell == chosen { CandidateResult::Chosen } else { CandidateResult::Tied(beside(cell)) },
    };
    let all = now.layer(layer).filter(|&(cell, held)| cell == chosen || competes(held));
    let candidates: Vec<_> = all.map(|(cell, _)| candidate(cell)).collect();
    let n = candidates.len() as u64;
    let (title, tied, rule) = match *event {
        E::Opened { room, other, .. } => {
            let (between, all) = (format!("between rooms {room} and {other}"), format_count(n, "candidate"));
            (
                format!("The door {between}"),
                format!("{all} {between}"),
                "one door a pair, every candidate equally likely",
            )
        }
        E::Hung { room, side, to: Owner::Hallway(hallway), .. } => {
            let of = format!("of room {room} {} to hallway {hallway}", side.word());
            let all = format_count(n, "place");
            (
                format!("The door {of}"),
                format!("{all} {of}"),
                "one door a side with a hallway, every place equally likely",
            )
        }
        E::Hung { room, .. } => {
            let of = format!("of room {room}, beside which there is no hallway");
            let all = format_count(n, "place");
            (
                format!("The door {of}"),
                format!("{all} {of}"),
                "one door to a room that has one, every place equally likely",
            )
        }
        _ => {
            let tied = format!("{} of the frontier", format_count(n, "cell"));
            ("The seed of a room".into(), tied, "every cell of the frontier is equally likely")
        }
    };
    Some(Decision {
        title,
        columns: ["cell", "beside"].map(Into::into).into(),
        candidates,
        tied,
        rule: rule.into(),
        roll: None,
    })
}

/// Describes the owners beside a cell of the frontier.
fn beside(now: &Moment<E>, cell: Cell) -> String {
    let next = STRAIGHT.into_iter().filter_map(|dir| beyond(cell, dir));
    let owner = |c: Cell| now.context().size.contains(c).then(|| owner_of(now.at(c).layer(PLAN)?)).flatten();
    format!("beside {}", named(next.filter_map(owner), ", "))
}

/// Returns whether actors like this one take the position of such a thing, in order.
pub(super) fn takes(actor: &Actor, thing: Thing) -> bool {
    match actor.kind {
        ActorKind::Guard | ActorKind::Thief | ActorKind::Explorer => thing.is_entry(),
        ActorKind::Goal => thing.is_exit(),
        ActorKind::Exit => thing == if actor.down() == Some(false) { Thing::StairsUp } else { Thing::StairsDown },
        ActorKind::Enemy => thing == Thing::Enemy,
        ActorKind::Item => thing.is_item(),
        _ => false,
    }
}

/// Explains why a cell of the plan has no owner.
pub(super) fn unowned(now: &Moment<E>, so_far: &Progress, cell: Cell, at: &str) -> WhyNot {
    if now.context().first() {
        let off = now.at(cell).holder(PLAN);
        let why = if off.is_some() { "cut" } else { "void" };
        let explanation = off.map_or("the hull does not reach this cell.".to_owned(), |i| now.trace().sentence(i));
        return WhyNot::new(why, format!("{at} is outside: {explanation}")).shown_by(off);
    }
    let about = now.trace().by_cell().of(cell).iter().map(|&i| i as usize).rev();
    let mut of_plan = about.skip_while(|&i| i >= now.cursor()).take_while(|&i| i >= so_far.start);
    let stopped = of_plan.find(|&i| matches!(now.event(i), Some(E::Stopped { why: Refusal::Reach, .. })));
    let [waits, near] = [PLAN, NEAR].map(|layer| now.at(cell).holder(layer));
    let shown_by = stopped.or(waits);
    let event_sentences = shown_by.into_iter().chain(near).map(|i| now.trace().sentence(i));
    let reason = match (stopped, waits) {
        (Some(_), _) => "reach",
        (None, Some(_)) => "frontier",
        (None, None) => "void",
    };
    let nearest = so_far.rooms.iter().map(|r| (distance(r.seed, cell) / 2, r.seed)).min();
    let why = match nearest {
        _ if shown_by.is_some() => format!("it was not drawn as the seed of one of {} rooms", so_far.rooms.len()),
        Some((far, seed)) => {
            format!("no hallway or room came beside it, and the nearest seed, {seed}, is {far} cells of the plan away")
        }
        None => "no hallway or room came beside it".to_owned(),
    };
    let sentences: Vec<String> =
        std::iter::once(format!("{at} belongs to no room or hallway: {why}.")).chain(event_sentences).collect();
    WhyNot::new(reason, sentences.join(" ")).shown_by(shown_by)
}
