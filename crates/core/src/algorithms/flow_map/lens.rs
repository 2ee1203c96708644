//! How a moment of a flow map is looked at: layers, roles, arrows, the queue, ties, checks. Nothing here runs anything.

use super::event::{Context, FAR, FLEE, FlowEvent as E, GLOBAL, MARK, OTHER, ROOMS, TILES, WHOLE};
use super::ground::{Area, ORDER};
use super::words::{Cause, How, Verdict};
use crate::event::{Event, Queue, Slot, Value};
use crate::geometry::{Cell, Dir};
use crate::trace::lens::Gauge;
use crate::trace::replay::{QueueEntry, Tie};
use crate::trace::{CellState, Moment};
use crate::view::board::Role;

impl Context {
    /// The layer of the map that is followed.
    pub fn main(&self) -> u8 {
        if self.regions.len() > 1 && self.followed.contains(&(self.regions.len() - 1)) { GLOBAL } else { ROOMS }
    }

    fn area(&self, map: u16) -> Area {
        let last = self.regions.len() - 1;
        self.regions[(map as usize).min(last)].area
    }
}

/// Whether a cell is solid now.
pub(super) fn solid(player: &Moment<E>, cell: Cell) -> bool {
    match player.at(cell).layer(TILES) {
        Some(E::Changed { solid, .. }) => *solid,
        _ => player.trace().context().ground.solid[cell],
    }
}

/// The value that a layer of maps shows in a cell, in units.
pub(super) fn shown(cell: &CellState<E>, layer: u8) -> i64 {
    match cell.layer(layer) {
        Some(&E::Wrote { value, .. }) => value,
        _ => FAR,
    }
}

/// The value of a cell in one map.
pub(super) fn value_in(player: &Moment<E>, map: u16, cell: Cell) -> i64 {
    let state = player.at(cell);
    if map == WHOLE {
        return shown(&state, GLOBAL);
    }
    // A cell that rooms share has what the others hold in a layer of its own.
    let own = |layer| match state.layer(layer) {
        Some(&E::Wrote { map: m, value, .. }) if m == map => Some(value),
        _ => None,
    };
    own(ROOMS).or_else(|| own(OTHER)).unwrap_or(FAR)
}

/// What a walker in a map walks down.
pub(super) fn height(player: &Moment<E>, map: u16, cell: Cell) -> i64 {
    if player.trace().context().flee.is_none() {
        return value_in(player, map, cell);
    }
    match player.at(cell).layer(FLEE) {
        Some(&E::FleeWritten { value, .. }) => value,
        _ => FAR,
    }
}

/// The map whose value a cell shows.
pub(super) fn map_of(player: &Moment<E>, cell: Cell) -> Option<u16> {
    match player.at(cell).layer(player.trace().context().main()) {
        Some(&E::Wrote { map, value, .. }) if value != FAR => Some(map),
        _ => None,
    }
}

/// The first of the lowest neighbours below a cell in a map, and how many are equal to it.
pub(super) fn down(player: &Moment<E>, map: u16, cell: Cell) -> Option<(Dir, u32)> {
    let context = player.trace().context();
    let area = context.area(map);
    let own = height(player, map, cell);
    let mut best: Option<(i64, Dir, u32)> = None;
    for &dir in context.ground.dirs() {
        let Ok(n) = context.ground.step_where(|c| solid(player, c), cell, dir, &area) else { continue };
        let value = height(player, map, n);
        match best {
            _ if value == FAR || value >= own => {}
            Some((lowest, first, equal)) if value == lowest => best = Some((lowest, first, equal + 1)),
            Some((lowest, ..)) if value > lowest => {}
            _ => best = Some((value, dir, 1)),
        }
    }
    best.map(|(_, dir, equal)| (dir, equal))
}

/// The way down from a cell in a map, the cell included; at most so many cells.
pub(super) fn way_down(player: &Moment<E>, map: u16, from: Cell, most: usize) -> Vec<Cell> {
    let mut way = vec![from];
    let mut cell = from;
    while let Some((dir, _)) = down(player, map, cell).filter(|_| way.len() < most) {
        let Some(next) = cell.step(dir, player.trace().context().size) else { break };
        way.push(next);
        cell = next;
    }
    way
}

pub(super) fn arrow(cell: &CellState<E>) -> Option<(Dir, u32)> {
    let player = cell.player();
    down(player, map_of(player, cell.cell())?, cell.cell())
}

fn table(cell: &CellState<E>, layer: u8) -> Value {
    let player = cell.player();
    // The two marks are words, so that they are no numbers for heat and breakpoints.
    if solid(player, cell.cell()) {
        return Value::Word("-1".into());
    }
    match (shown(cell, layer), player.get(mark_slot())) {
        (FAR, Some(E::Marked { mark })) if *mark != 500 => Value::Int(*mark),
        (FAR, _) => Value::Word("500".into()),
        (value, _) => player.trace().context().value(value),
    }
}

const fn mark_slot() -> Slot {
    Slot::Register(MARK)
}

pub(super) fn value(layer: usize, cell: &CellState<E>) -> Option<Value> {
    let context = cell.player().trace().context();
    let main = context.main();
    match layer {
        0 => Some(table(cell, main)),
        1 => Some(Value::Flag(cell.layer(main).is_some_and(|e| e.keys(context).is_some()))),
        2 => match cell.layer(main) {
            Some(&E::Wrote { level, value, .. }) if value != FAR => Some(Value::Int(level as i64)),
            _ => None,
        },
        3 => arrow(cell).map(|(dir, _)| Value::Word(dir.name().into())),
        4 if context.regions.len() > 1 => Some(table(cell, GLOBAL)),
        5 => match cell.layer(FLEE) {
            Some(&E::FleeWritten { value, .. }) => Some(context.fled(value)),
            _ => None,
        },
        _ => None,
    }
}

pub(super) fn number(layer: usize, event: &E, context: &Context) -> Option<(u8, f64)> {
    let main = context.main();
    let at = match event.slot(context)? {
        Slot::Cell(at, _) => at,
        Slot::Register(_) => return None,
    };
    let wrote = |wanted: u8| match *event {
        E::Wrote { value, .. } if at == wanted && value != FAR => Some((wanted, context.value(value).number()?)),
        _ => None,
    };
    match (layer, event) {
        (0, _) => wrote(main),
        (2, E::Wrote { level, value, .. }) if at == main && *value != FAR => Some((main, *level as f64)),
        (4, _) if context.regions.len() > 1 => wrote(GLOBAL),
        (5, E::FleeWritten { value, .. }) => Some((FLEE, context.fled(*value).number()?)),
        _ => None,
    }
}

pub(super) const fn role(event: &E) -> Role {
    match event {
        E::Wrote { value: FAR, .. } => Role::None,
        E::Wrote { how: How::Expanded | How::Uncovered, .. } => Role::Done,
        E::Wrote { .. } => Role::Queued,
        E::Raised { .. } => Role::Raised,
        _ => Role::None,
    }
}

/// The queues of all maps as one, lowest value first, of equals what was written earlier.
pub(super) fn waiting(player: &Moment<E>) -> Vec<QueueEntry> {
    let context = player.trace().context();
    let mut all = Vec::new();
    for layer in [ROOMS, GLOBAL, OTHER] {
        for (cell, is) in player.layer(layer) {
            if let (Some(keys), Queue::Enqueues(shown)) = (is.keys(context), is.is(context).queue) {
                all.push((keys, player.at(cell).holder(layer).unwrap_or(0), cell, is.render(shown, context)));
            }
        }
    }
    all.sort_unstable_by_key(|&(keys, event, ..)| (keys, event));
    let lowest = all.first().map(|e| e.0);
    let entry = |(keys, event, cell, key)| QueueEntry { cell, event, key, tied: Some(keys) == lowest };
    all.into_iter().map(entry).collect()
}

pub(super) fn gauge(series: usize, event: &E, context: &Context) -> Gauge {
    match (series, event) {
        (0, E::LevelBegan { cells, .. }) => Gauge::Set(*cells as f64),
        (1, E::Wrote { how: How::Expanded, .. } | E::Skipped { .. }) => Gauge::Add(-1),
        (1, e) if e.keys(context).is_some() => Gauge::Add(1),
        (2, E::WaveBegan { .. }) => Gauge::Set(0.0),
        (2, E::Wrote { how: How::Expanded | How::Requeued | How::Uncovered, .. } | E::Wrote { value: FAR, .. }) => {
            Gauge::Same
        }
        (2, E::Wrote { .. } | E::Raised { .. }) | (4, E::Left { .. }) => Gauge::Add(1),
        (3, E::WaveEnded { full, .. }) => Gauge::Set(*full as f64),
        _ => Gauge::Same,
    }
}

pub(super) const fn check(check: usize, event: &E) -> bool {
    match event {
        E::Wrote { how: How::Lowered, .. } => check == 0,
        E::Raised { .. } => check == 1,
        E::Supported { .. } => check == 2,
        E::Woke { .. } => check == 3,
        E::Tied { .. } => check == 4,
        E::Waited { .. } => check == 5,
        E::Stepped { crossed, .. } => check == 6 && *crossed,
        E::WaveEnded { cause, cells, .. } => {
            !matches!(cause, Cause::First) && (check == 7 || (check == 8 && *cells == 0))
        }
        _ => false,
    }
}

/// The neighbours that the prisoner whose move it is has weighed before a moment, with their events.
pub(super) fn weighed(player: &Moment<E>) -> Vec<(usize, E)> {
    let events = &player.trace().events()[..player.cursor()];
    let since = events.iter().rposition(|e| matches!(e, E::ActorBegan { .. } | E::TurnBegan { .. })).unwrap_or(0);
    let from = (since..).zip(&events[since..]);
    from.filter(|(_, e)| matches!(e, E::Weighed { .. })).map(|(i, e)| (i, *e)).collect()
}

pub(super) fn tie(before: &Moment<E>, event: &E) -> Option<Tie> {
    let E::Tied { n, dice, cell: chosen, roll, .. } = *event else { return None };
    let context = before.trace().context();
    let mut what = String::new();
    let mut among = Vec::new();
    for (_, e) in weighed(before) {
        if let E::Weighed { verdict: Verdict::Lower, cell, from, value, .. } = e {
            what = format!("equal value {}", context.height(value));
            let place = ORDER.iter().position(|d| *d == from.opposite()).unwrap_or(0);
            among.push((cell, format!("number {} in the order", place + 1)));
        }
    }
    Some(Tie {
        what,
        among,
        chosen,
        rule: if dice { format!("dice: 1/{n} each") } else { "up, right, down, left, then the diagonals".into() },
        roll: dice.then_some(roll),
        probability: Some(if dice { 1.0 / n as f64 } else { 1.0 }),
    })
}
