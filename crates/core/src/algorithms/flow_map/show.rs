//! What a moment of a flow map shows besides cells: prisoners, their plans, tables, registers.

use super::event::{Context, FAR, FlowEvent as E, REGISTERS, TILES, WAVES, WHOLE};
use super::lens;
use super::words::Cause;
use crate::event::{Slot, Value};
use crate::geometry::Cell;
use crate::scene::ActorKind;
use crate::terrain::Tile;
use crate::trace::Moment;
use crate::trace::replay::{Figure, Outline, Row, Table, Token};
use crate::view::board::Role;

/// The most prisoners whose plans are drawn.
const DRAWN: usize = 24;
/// The longest way that is drawn, in cells.
const FARTHEST: usize = 1024;

/// How an actor is at a moment.
struct Now {
    at: Option<Cell>,
    awake: bool,
    chained: bool,
    waits: bool,
    /// The map that it follows, once it has walked.
    map: Option<u16>,
    /// The turn in which it left.
    left: Option<u32>,
}

/// The events of a register, latest first.
fn chain<'a>(player: &'a Moment<E>, register: u32) -> impl Iterator<Item = (usize, E)> + 'a {
    let trace = player.trace();
    let first = player.holder(Slot::Register(register));
    std::iter::successors(first, |&i| trace.replaced(i)).map(|i| (i, trace.events()[i]))
}

fn now(player: &Moment<E>, actor: usize) -> Now {
    let (_, start, chained) = player.trace().context().actors[actor];
    let mut now = Now { at: None, awake: false, chained, waits: false, map: None, left: None };
    let mut gone = false;
    for (_, event) in chain(player, REGISTERS + actor as u32) {
        match event {
            E::Removed { .. } => gone = true,
            E::Left { turn, cell, .. } => {
                (now.at, now.left, now.awake, gone) = (Some(cell), Some(turn), true, true);
                break;
            }
            E::Stepped { cell, map, .. } => {
                (now.at, now.awake) = (now.at.or(Some(cell)), true);
                now.map = now.map.or(Some(map));
                break;
            }
            E::Waited { cell, .. } => {
                (now.at, now.awake, now.waits) = (now.at.or(Some(cell)), true, now.waits || now.at.is_none());
            }
            E::Woke { cell, .. } => (now.at, now.awake) = (now.at.or(Some(cell)), true),
            E::Moved { cell, .. } => now.at = now.at.or(Some(cell)),
            E::Freed { .. } => now.chained = false,
            _ => {}
        }
    }
    now.at = if gone { None } else { now.at.or(Some(start)) };
    now
}

impl Now {
    const fn state(&self) -> &'static str {
        match (self.awake, self.chained, self.waits) {
            (_, true, _) => "chained",
            (true, _, true) => "waits",
            (true, ..) => "awake",
            _ => "asleep",
        }
    }
}

fn prisoners(context: &Context) -> impl Iterator<Item = usize> + '_ {
    (0..context.actors.len()).filter(|&i| context.actors[i].0 == ActorKind::Prisoner)
}

/// The prisoner whose move it is.
fn acting(player: &Moment<E>) -> Option<u32> {
    match player.phase(1) {
        Some(&E::ActorBegan { actor, .. }) => Some(actor),
        _ => None,
    }
}

pub(super) fn tokens(player: &Moment<E>) -> Vec<Token> {
    let context = player.trace().context();
    let acts = acting(player);
    let mut all = Vec::new();
    for actor in 0..context.actors.len() {
        let prisoner = context.actors[actor].0 == ActorKind::Prisoner;
        if !prisoner && player.holder(Slot::Register(REGISTERS + actor as u32)).is_none() {
            continue;
        }
        let now = now(player, actor);
        let state = if prisoner && player.cursor() > 0 { now.state() } else { "" };
        all.push(Token { actor, at: now.at, facing: None, state, acts: acts == Some(actor as u32) });
    }
    all
}

pub(super) fn tiles(player: &Moment<E>) -> Vec<(Cell, Tile)> {
    let changed = player.layer(TILES);
    changed.filter_map(|(cell, e)| if let E::Changed { to, .. } = e { Some((cell, *to)) } else { None }).collect()
}

/// The prisoner who did something last, and that event.
fn latest(player: &Moment<E>) -> Option<usize> {
    let context = player.trace().context();
    let held = |&i: &usize| player.holder(Slot::Register(REGISTERS + i as u32));
    let walked = |&i: &usize| chain(player, REGISTERS + i as u32).any(|(_, e)| matches!(e, E::Stepped { .. }));
    prisoners(context).filter(walked).max_by_key(held)
}

/// Where the prisoner who did something last has walked; before anybody has, the way out from the cell at hand.
pub(super) fn path(player: &Moment<E>) -> Vec<Cell> {
    if let Some(actor) = latest(player) {
        let mut path = Vec::new();
        let mut start = None;
        for (_, event) in chain(player, REGISTERS + actor as u32) {
            if let E::Stepped { cell, from, .. } = event {
                path.push(cell);
                start = Some(from);
            }
        }
        path.extend(start);
        path.reverse();
        return path;
    }
    match player.last() {
        Some(&E::Wrote { map, cell, value, .. }) if value != FAR => {
            let most = player.trace().context().size.area();
            lens::way_down(player, map, cell, most)
        }
        _ => Vec::new(),
    }
}

fn middle(c: Cell) -> [f64; 2] {
    [c.x as f64 + 0.5, c.y as f64 + 0.5]
}

/// The way that each prisoner who is awake has before it, and with rooms the shortest way by the global map.
pub(super) fn figures(player: &Moment<E>) -> Vec<Figure> {
    let context = player.trace().context();
    let mut all = Vec::new();
    for actor in prisoners(context).take(DRAWN) {
        let now = now(player, actor);
        let (Some(at), true) = (now.at, now.awake) else { continue };
        let mut draw = |map: u16, outline, role, word: &str| {
            let way = lens::way_down(player, map, at, FARTHEST);
            if way.len() > 1 {
                let steps = way.len() - 1;
                let label = format!("{word}{steps} step{}", if steps == 1 { "" } else { "s" });
                all.push(Figure { outline, points: way.into_iter().map(middle).collect(), role, label });
            }
        };
        if context.regions.len() > 1 && context.flee.is_none() {
            draw(WHOLE, Outline::Line, Role::Candidate, "global: ");
        }
        if let Some(map) = now.map.or_else(|| lens::map_of(player, at)) {
            draw(map, Outline::Arrow, Role::Path, "");
        }
    }
    all
}

pub(super) fn tables(player: &Moment<E>) -> Vec<Table> {
    let mut all = Vec::new();
    all.extend(choice(player));
    all.extend(waves(player));
    all.extend(everybody(player));
    all
}

/// The neighbours that the prisoner whose move it is weighs.
fn choice(player: &Moment<E>) -> Option<Table> {
    let context = player.trace().context();
    let actor = acting(player)?;
    let weighed = lens::weighed(player);
    let events = &player.trace().events()[weighed.first()?.0..player.cursor()];
    let taken = events.iter().find_map(|e| match e {
        E::Stepped { cell, .. } => Some(*cell),
        _ => None,
    });
    let mut rows: Vec<(i64, Row)> = Vec::new();
    for (event, e) in weighed {
        let E::Weighed { verdict, cell, value, from, .. } = e else { continue };
        let chosen = taken == Some(cell);
        let why = if verdict != super::words::Verdict::Lower {
            verdict.because()
        } else if chosen {
            "taken"
        } else if taken.is_some() {
            if context.dice { "equal; the dice chose another" } else { "equal, but later in the order" }
        } else {
            "lowest"
        };
        let height = if value == FAR { "—".to_owned() } else { context.height(value).to_string() };
        let values = vec![format!("{} {cell}", from.opposite().arrow()), height, why.to_owned()];
        rows.push((value, Row { values, cell: Some(cell), event: Some(event), chosen }));
    }
    rows.sort_by_key(|(value, row)| (!row.chosen, *value));
    Some(Table {
        candidates: true,
        title: format!("Where {} steps", context.name(actor)),
        columns: vec!["neighbour", "value", "why"],
        rows: rows.into_iter().map(|r| r.1).collect(),
    })
}

/// The waves so far.
fn waves(player: &Moment<E>) -> Option<Table> {
    let context = player.trace().context();
    let mut rows: Vec<Row> = chain(player, WAVES)
        .filter_map(|(event, e)| {
            let E::WaveEnded { cause, map, cell, levels, cells, full } = e else { return None };
            let name = context.place(map);
            let from = if cause == Cause::First { "exits".to_owned() } else { cell.to_string() };
            let map = name.trim_start_matches(" in ").to_owned();
            let values = vec![
                from,
                cause.name().to_owned(),
                if map.is_empty() { "—".into() } else { map },
                levels.to_string(),
                cells.to_string(),
                full.to_string(),
            ];
            let cell = (cause != Cause::First).then_some(cell);
            Some(Row { values, cell, event: Some(event), chosen: false })
        })
        .collect();
    rows.reverse();
    let columns = vec!["from", "cause", "map", "levels", "cells", "full recomputation"];
    (!rows.is_empty()).then(|| Table { candidates: false, title: "Waves".into(), columns, rows })
}

/// The prisoners.
fn everybody(player: &Moment<E>) -> Option<Table> {
    let context = player.trace().context();
    let mut rows = Vec::new();
    for actor in prisoners(context).take(200) {
        let now = now(player, actor);
        let events = chain(player, REGISTERS + actor as u32);
        let steps = events.filter(|(_, e)| matches!(e, E::Stepped { .. })).count();
        let height = |at: Cell| {
            let map = now.map.or_else(|| lens::map_of(player, at))?;
            Some(lens::height(player, map, at)).filter(|&v| v != FAR)
        };
        let value = now.at.and_then(height).map_or("—".into(), |v| context.height(v).to_string());
        let values = vec![
            context.name(actor as u32),
            now.at.map_or("—".into(), |c| c.to_string()),
            value,
            if now.at.is_none() { "gone".into() } else { now.state().to_owned() },
            steps.to_string(),
            now.left.map_or("—".into(), |t| t.to_string()),
        ];
        let event = player.holder(Slot::Register(REGISTERS + actor as u32));
        rows.push(Row { values, cell: now.at, event, chosen: false });
    }
    let columns = vec!["prisoner", "at", "value", "state", "steps", "left in turn"];
    (!rows.is_empty()).then(|| Table { candidates: false, title: "Prisoners".into(), columns, rows })
}

pub(super) fn turn(player: &Moment<E>) -> Option<u32> {
    match player.phase(0) {
        Some(&E::TurnBegan { turn }) => Some(turn),
        _ => None,
    }
}

pub(super) fn watch(player: &Moment<E>) -> Vec<(&'static str, Value)> {
    let context = player.trace().context();
    let mut all = Vec::new();
    all.extend(turn(player).map(|t| ("turn", Value::Int(t as i64))));
    if let Some(&E::LevelBegan { level, value, .. }) = player.phase(2) {
        all.push(("level", Value::Int(level as i64)));
        all.push(("value of the level", context.value(value)));
    }
    if let Some(actor) = acting(player) {
        all.extend(now(player, actor as usize).at.map(|c| ("who acts stands at", Value::Cell(c))));
    }
    all
}

/// How far there is to go by the map that is followed, and by the global one.
pub(super) fn explain(player: &Moment<E>) -> String {
    let context = player.trace().context();
    let Some(&(E::Stepped { cell, map, .. } | E::Woke { cell, map, .. })) = player.last() else {
        return String::new();
    };
    if context.flee.is_some() || context.regions.len() < 2 {
        return String::new();
    }
    let say = |map| lens::value_in(player, map, cell);
    match (say(map), say(WHOLE)) {
        (FAR, _) => String::new(),
        (here, FAR) => format!("{} to the exit of this room.", context.value(here)),
        (here, all) => {
            format!(
                "{} to the exit of this room, {} out of the dungeon by the global map.",
                context.value(here),
                context.value(all)
            )
        }
    }
}
