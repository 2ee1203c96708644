//! What a moment of the air tells besides its cells: scoreboards, dice, and what is drawn over the map.

use super::context::Context;
use super::event::{AirEvent as E, WEIGHED};
use super::lens::{air_at, place, shown, tile_at, vents_at};
use super::numbers::{FACES, chance, tenths};
use super::reason::Spare;
use crate::event::Slot;
use crate::geometry::Cell;
use crate::trace::Moment;
use crate::trace::replay::{Figure, Outline, Row, Table, Tie};
use crate::view::board::Role;

/// The events since the last phase at most as deep as `depth` began, with the index of the first.
fn since<'a>(player: &Moment<'a, E>, depth: u8) -> (usize, &'a [E]) {
    let trace = player.trace();
    let phases = trace.phases();
    let before = phases.partition_point(|p| (p.start as usize) < player.cursor());
    let start = phases[..before].iter().rev().find(|p| p.depth <= depth).map_or(0, |p| p.start as usize);
    (start, &trace.events()[start..player.cursor()])
}

/// The events of the line of the script that the moment lies in, with the index of the first.
fn deed<'a>(player: &Moment<'a, E>) -> (usize, &'a [E]) {
    match since(player, 1) {
        (start, events) if matches!(events.first(), Some(E::Scripted { .. })) => (start, events),
        (start, _) => (start, &[]),
    }
}

pub(super) fn tables(player: &Moment<E>) -> Vec<Table> {
    [weighed(player), struck(player), things(player)].into_iter().flatten().collect()
}

/// The neighbours weighed for the thing that moves now, best first.
fn weighed(player: &Moment<E>) -> Option<Table> {
    let context = player.trace().context();
    let mut actor = None;
    let mut all: Vec<_> = player
        .layer(WEIGHED)
        .filter_map(|(cell, e)| match *e {
            E::Weighed { actor: who, air, best, distance, .. } => {
                actor = Some(who);
                Some((!best, air > 0, distance, cell, air))
            }
            _ => None,
        })
        .collect();
    all.sort_unstable();
    let actor = actor?;
    let to = match player.get(Slot::Register(actor)) {
        Some(E::Moved { to, .. }) if matches!(player.last(), Some(E::Moved { .. } | E::Lost { .. })) => Some(*to),
        _ => None,
    };
    let winner = all.first().map(|w| (w.1, w.2))?;
    let equals = all.iter().filter(|w| !w.0).count();
    let row = |&(_, holds, distance, cell, air): &(bool, bool, _, Cell, u8)| {
        let verdict = if Some(cell) == to {
            if equals > 1 { format!("taken, with 1/{equals}") } else { "taken".into() }
        } else if (holds, distance) == winner {
            if equals > 1 { format!("equal, 1/{equals}") } else { "best".into() }
        } else if holds && !winner.0 {
            "lost: it has air".into()
        } else {
            format!("lost: {} farther than {}", shown(distance), shown(winner.1))
        };
        Row {
            values: vec![cell.to_string(), tenths(air).to_string(), shown(distance).to_string(), verdict],
            cell: Some(cell),
            event: player.holder(Slot::Cell(WEIGHED, cell)),
            chosen: Some(cell) == to,
        }
    };
    Some(Table {
        candidates: true,
        title: format!("Where suction takes {}", context.told(actor)),
        columns: vec!["cell", "air", "distance", "verdict"],
        rows: all.iter().map(row).collect(),
    })
}

/// The blows of the line of the script at hand.
fn struck(player: &Moment<E>) -> Option<Table> {
    let (start, events) = deed(player);
    let row = |(i, event): (usize, &E)| {
        let (cell, rolled, result, broke) = match *event {
            E::Struck { cell, roll, under } => {
                let broke = roll < under;
                let rolled = format!("{roll} of {FACES}, under {under}");
                (cell, rolled, if broke { "broke" } else { "held" }, broke)
            }
            E::Spared { cell, why } => {
                let result = match why {
                    Spare::NoPressure => "no pressure wall",
                    Spare::Withstands(_) => "cannot break",
                    Spare::Broken => "broken before",
                };
                (cell, "—".to_owned(), result, false)
            }
            _ => return None,
        };
        let values = vec![cell.to_string(), rolled, result.to_owned()];
        Some(Row { values, cell: Some(cell), event: Some(start + i), chosen: broke })
    };
    let rows: Vec<Row> = events.iter().enumerate().filter_map(row).collect();
    let title = "What was struck".to_owned();
    (!rows.is_empty()).then(|| Table { candidates: false, title, columns: vec!["cell", "rolled", "result"], rows })
}

/// Everything loose, and what pulls at it.
fn things(player: &Moment<E>) -> Option<Table> {
    let context = player.trace().context();
    let row = |actor: u32| {
        let thing = &context.things[actor as usize];
        if thing.under == 0 {
            return None;
        }
        let (at, state) = place(player, context, actor);
        let cell = at.map(|c| player.at(c));
        let vents = cell.and_then(|c| vents_at(&c));
        let values = vec![
            thing.name.clone(),
            at.map_or_else(|| "—".into(), |c| c.to_string()),
            cell.map_or_else(|| "—".into(), |c| tenths(air_at(&c)).to_string()),
            vents.map_or_else(|| "—".into(), |d| shown(d).to_string()),
            if vents.is_some() { chance(thing.under) } else { "—".into() },
            state.to_owned(),
        ];
        Some(Row { values, cell: at, event: player.holder(Slot::Register(actor)), chosen: false })
    };
    let rows: Vec<Row> = (0..context.things.len() as u32).filter_map(row).collect();
    let columns = vec!["thing", "at", "air", "vents at", "moves with", "state"];
    (!rows.is_empty()).then(|| Table { candidates: false, title: "Loose things".into(), columns, rows })
}

pub(super) fn explain(player: &Moment<E>) -> String {
    match player.last() {
        Some(E::Moved { .. }) => {
            let n = player.layer(WEIGHED).count();
            let lost = player.layer(WEIGHED).filter(|(_, e)| matches!(e, E::Weighed { best: false, .. })).count();
            format!("{n} neighbours were weighed; {lost} lost.")
        }
        Some(E::Pressed { cell }) => format!("The {} there holds air back now.", tile_at(player, *cell).english()),
        Some(E::Changed { cell, .. }) => format!("It holds {} of air.", tenths(air_at(&player.at(*cell)))),
        _ => String::new(),
    }
}

pub(super) fn tie(before: &Moment<E>, event: &E) -> Option<Tie> {
    let context = before.trace().context();
    let rolled = |n: u8, faces: u8| n as f64 / faces.max(1) as f64;
    match *event {
        E::Pulled { actor, cell, roll, under } => {
            let (moves, holds) = (chance(under), chance(FACES - under));
            Some(Tie {
                what: format!("{} on a venting cell", context.told(actor)),
                among: vec![(cell, format!("moves {moves}")), (cell, format!("holds on {holds}"))],
                chosen: cell,
                rule: format!("a die of {FACES}: under {under} it moves; {roll} was rolled"),
                roll: Some(rolled(roll, FACES)),
                probability: Some(rolled(if roll < under { under } else { FACES - under }, FACES)),
            })
        }
        E::Struck { cell, roll, under } => Some(Tie {
            what: format!("a blow against {cell}"),
            among: vec![
                (cell, format!("breaks {}", chance(under))),
                (cell, format!("holds {}", chance(FACES - under))),
            ],
            chosen: cell,
            rule: format!("a die of {FACES}: under {under} it breaks; {roll} was rolled"),
            roll: Some(rolled(roll, FACES)),
            probability: Some(rolled(if roll < under { under } else { FACES - under }, FACES)),
        }),
        E::Moved { to, equals, pick, .. } => {
            let best = before.layer(WEIGHED).filter_map(|(cell, e)| match e {
                E::Weighed { best: true, air: n, distance, .. } => {
                    Some((cell, format!("air {}, distance {distance}", tenths(*n))))
                }
                _ => None,
            });
            Some(Tie {
                what: "equal among the neighbours: air 0 first, then distance".into(),
                among: best.collect(),
                chosen: to,
                rule: format!("dice, 1/{equals} each"),
                roll: Some(rolled(pick, equals)),
                probability: Some(1.0 / equals.max(1) as f64),
            })
        }
        _ => None,
    }
}

const fn middle(cell: Cell) -> [f64; 2] {
    [cell.x as f64 + 0.5, cell.y as f64 + 0.5]
}

/// What moved in this unit, and the bullets and shockwaves of the line of the script at hand.
pub(super) fn figures(player: &Moment<E>) -> Vec<Figure> {
    let context: &Context = player.trace().context();
    let mut all = Vec::new();
    let (unit, _) = since(player, 0);
    for actor in 0..context.things.len() as u32 {
        let slot = Slot::Register(actor);
        // A thing that was lost was moved just before.
        let held = player.holder(slot).filter(|&i| i >= unit);
        let moved = held.and_then(|i| match player.trace().events()[i] {
            E::Lost { .. } => i.checked_sub(1).map(|i| player.trace().events()[i]),
            event => Some(event),
        });
        if let Some(E::Moved { from, to, .. } | E::Carried { from, to, .. }) = moved {
            all.push(arrow(from, to, Role::Current, context.name(actor)));
        }
    }
    for event in deed(player).1 {
        match *event {
            E::Shot { from, to } => all.push(arrow(from, to, Role::Threat, "bullet")),
            E::Exploded { cell, .. } => {
                let centre = middle(cell);
                let circle = |r: f64, label: &str| Figure {
                    outline: Outline::Circle,
                    points: vec![centre, [centre[0] + r, centre[1]]],
                    role: Role::Threat,
                    label: label.to_owned(),
                };
                all.extend([circle(4.0, "4"), circle(5.0, "5")]);
            }
            E::Sent { from, to } => {
                let points = vec![middle(from), middle(to)];
                all.push(Figure { outline: Outline::Line, points, role: Role::Threat, label: String::new() });
            }
            _ => {}
        }
    }
    all
}

fn arrow(from: Cell, to: Cell, role: Role, label: &str) -> Figure {
    Figure { outline: Outline::Arrow, points: vec![middle(from), middle(to)], role, label: label.to_owned() }
}
