//! How a moment of a flee map is looked at: layers, roles, arrows, the queue, ties, checks. Nothing here runs anything.

use super::event::{
    BROGUE, BROGUE_STEPS, Context, DANGER, ESCAPE, FleeEvent as E, Part, Rule, STEPS, Stop, VALUES, WEIGHED, hundredths,
};
use crate::event::{Event, Queue, Value};
use crate::geometry::{Cell, Dir};
use crate::root2::Root2;
use crate::trace::lens::Gauge;
use crate::trace::replay::{Figure, Outline, QueueEntry, Tie, Token};
use crate::trace::{CellState, Moment};
use crate::view::board::Role;

/// What a cell is worth under a rule at a moment.
pub(super) fn worth(player: &Moment<E>, cell: Cell, rule: Rule) -> Option<Root2> {
    let state = player.at(cell);
    match (rule, state.layer(if rule == Rule::Sherratt { VALUES } else { BROGUE })?) {
        (Rule::Sherratt, &E::Valued { d, d2, .. }) => Some(player.trace().context().value(d, d2)),
        (Rule::Brogue, &(E::Scaled { v, .. } | E::Lowered { v, .. })) => Some(Root2::new(v, 0)),
        _ => None,
    }
}

/// How far a cell lies from the threat, once it is reached.
pub(super) fn danger(player: &Moment<E>, cell: Cell) -> Option<Root2> {
    match *player.at(cell).layer(DANGER)? {
        E::Reached { d, .. } | E::Settled { d, .. } | E::Bounded { d, .. } => Some(d),
        _ => None,
    }
}

pub(super) fn value(layer: usize, cell: &CellState<E>) -> Option<Value> {
    let player = cell.player();
    let main = player.trace().context().rules[0];
    match layer {
        0 if main == Rule::Sherratt => worth(player, cell.cell(), main).map(Root2::value),
        1 => danger(player, cell.cell()).map(Root2::value),
        2 => match cell.layer(ESCAPE)? {
            E::Found { d2, .. } | E::Measured { d2, .. } => Some(d2.value()),
            _ => None,
        },
        0 | 3 => match *cell.layer(BROGUE)? {
            E::Spread { steps, .. } => Some(Value::Int(i64::from(steps))),
            E::Scaled { v, .. } | E::Lowered { v, .. } => Some(hundredths(v)),
            _ => None,
        },
        4 => {
            let role = role(layer, cell);
            let names = super::CARD.role_name(role);
            (role != Role::None).then_some(Value::Word(names.into()))
        }
        _ => None,
    }
}

pub(super) fn role(layer: usize, cell: &CellState<E>) -> Role {
    let context = cell.player().trace().context();
    let layers: &[u8] = if layer == 3 || !context.rules.contains(&Rule::Sherratt) {
        &[WEIGHED, BROGUE_STEPS, BROGUE]
    } else if cell.layer(VALUES).is_some() {
        // The way out is a part of the value by now.
        &[WEIGHED, STEPS, DANGER]
    } else {
        &[WEIGHED, STEPS, ESCAPE, DANGER]
    };
    let roles = layers.iter().filter_map(|&layer| Some(cell.layer(layer)?.is(context).role));
    roles.into_iter().find(|&role| role != Role::None).unwrap_or(Role::None)
}

/// Once a cell has its value: to the lowest neighbour, where that is lower. Before: toward where it was reached from.
pub(super) fn arrow(cell: &CellState<E>) -> Option<Dir> {
    let player = cell.player();
    let context = player.trace().context();
    let rule = context.rules[0];
    if let Some(here) = worth(player, cell.cell(), rule) {
        let lower = Dir::WINDS.into_iter().filter_map(|dir| {
            let value = worth(player, context.step(cell.cell(), dir)?, rule)?;
            (value < here).then_some((value, dir))
        });
        return lower.min_by_key(|&(value, _)| value).map(|(_, dir)| dir);
    }
    let of = |layer: u8| match *cell.layer(layer)? {
        E::Found { from, .. }
        | E::Measured { from, .. }
        | E::Reached { from, .. }
        | E::Settled { from, .. }
        | E::Bounded { from, .. }
        | E::Spread { from, .. } => from,
        _ => None,
    };
    of(ESCAPE).or_else(|| of(DANGER)).or_else(|| of(BROGUE))
}

/// The part of the run that the moment lies in.
pub(super) fn part(player: &Moment<E>) -> Option<Part> {
    match player.trace().events()[outer_phase(player, player.cursor())?] {
        E::Began { part } => Some(part),
        _ => None,
    }
}

/// The event that began the last part before a moment.
fn outer_phase(player: &Moment<E>, before: usize) -> Option<usize> {
    let phases = player.trace().phases();
    let begun = phases.partition_point(|p| (p.start as usize) < before);
    phases[..begun].iter().rev().find(|p| p.depth == 0).map(|p| p.start as usize)
}

/// The cells that the walker went over by a rule until now, its start included.
pub(super) fn walked(player: &Moment<E>, rule: Rule) -> Vec<Cell> {
    let trace = player.trace();
    let starts = trace.phases().iter().filter(|p| p.depth == 0 && (p.start as usize) < player.cursor());
    let walk = E::Began { part: Part::Walk(rule) };
    let Some(phase) = starts.into_iter().find(|p| trace.events()[p.start as usize] == walk) else { return Vec::new() };
    let until = player.cursor().min(phase.end as usize);
    let mut path = Vec::new();
    for event in &trace.events()[phase.start as usize..until] {
        match *event {
            E::TurnBegan { turn: 0, cell, .. } | E::Stepped { cell, .. } | E::Stopped { why: Stop::Safe, cell, .. } => {
                path.push(cell);
            }
            _ => {}
        }
    }
    path
}

pub(super) fn path(player: &Moment<E>) -> Vec<Cell> {
    match part(player) {
        Some(Part::Walk(rule)) => walked(player, rule),
        _ => Vec::new(),
    }
}

pub(super) fn tokens(player: &Moment<E>) -> Vec<Token> {
    let Some((actor, _)) = player.trace().context().walker else { return Vec::new() };
    let at = path(player).last().copied();
    at.map(|at| Token { actor, at: Some(at), facing: None, state: "flees", acts: true }).into_iter().collect()
}

pub(super) fn figures(player: &Moment<E>) -> Vec<Figure> {
    let context = player.trace().context();
    let middle = |c: Cell| [f64::from(c.x) + 0.5, f64::from(c.y) + 0.5];
    let mut all = Vec::new();
    for &rule in &context.rules {
        let points: Vec<_> = walked(player, rule).into_iter().map(middle).collect();
        if points.len() > 1 {
            let role = if rule == Rule::Sherratt { Role::Path } else { Role::Raised };
            all.push(Figure { outline: Outline::Arrow, points, role, label: rule.name().to_owned() });
        }
    }
    all
}

/// What a flood has reached and not taken yet, nearest first; no two floods run at once.
pub(super) fn waiting(player: &Moment<E>) -> Vec<QueueEntry> {
    let context = player.trace().context();
    let waits = |layer: u8| {
        player
            .layer(layer)
            .filter_map(move |(cell, event)| Some((event.keys(context)?, player.at(cell).holder(layer)?, cell, event)))
    };
    let mut all: Vec<_> = waits(DANGER).chain(waits(ESCAPE)).collect();
    all.sort_unstable_by_key(|&(keys, event, cell, _)| (keys, event, cell));
    let first = all.first().map(|e| e.0);
    let entry = |(keys, event, cell, is): ((u64, u64), usize, Cell, &E)| {
        let key = match is.is(context).queue {
            Queue::Enqueues(shown) => is.render(shown, context),
            _ => String::new(),
        };
        QueueEntry { cell, event, key, tied: Some(keys) == first }
    };
    all.into_iter().map(entry).collect()
}

pub(super) fn gauge(series: usize, event: &E, context: &Context) -> Gauge {
    match (series, event) {
        (0, E::Settled { .. }) | (1, E::Bounded { .. }) => Gauge::Add(1),
        (2, E::TurnBegan { rule, worth, .. } | E::Stepped { rule, worth, .. }) => {
            Gauge::Set(if *rule == Rule::Sherratt { worth.approx() } else { worth.approx() / 100.0 })
        }
        (3, E::TurnBegan { cell, .. } | E::Stepped { cell, .. }) => Gauge::Set(context.far(*cell)),
        _ => Gauge::Same,
    }
}

impl Context {
    /// How far a cell lies from the nearest threat as the crow flies.
    fn far(&self, cell: Cell) -> f64 {
        let far = |threat: &Cell| {
            let (dx, dy) = cell.delta(*threat);
            f64::from(dx).hypot(f64::from(dy))
        };
        self.threats.iter().map(far).fold(f64::MAX, f64::min)
    }
}

pub(super) fn check(check: usize, before: &Moment<E>, event: &E) -> bool {
    let context = before.trace().context();
    match (check, event) {
        (0, E::Bounded { .. }) | (1, E::Enclosed { .. }) | (2, E::Rolled { .. }) | (5, E::Lowered { .. }) => true,
        (3, E::Stepped { cell, .. }) => {
            let from = event.from().unwrap_or(*cell);
            match (danger(before, *cell), danger(before, from)) {
                (Some(d), Some(was)) => d < was,
                _ => context.far(*cell) < context.far(from),
            }
        }
        (4, E::Stopped { cell, why: Stop::Lowest, .. }) => {
            danger(before, *cell).is_some_and(|d| d < Root2::new(context.threshold, 0))
        }
        _ => false,
    }
}

pub(super) fn explain(player: &Moment<E>) -> String {
    let context = player.trace().context();
    match player.last() {
        Some(&E::Stepped { cell, .. }) => {
            let from = player.last().and_then(Event::from).unwrap_or(cell);
            match (danger(player, from), danger(player, cell)) {
                (Some(was), Some(d)) if d < was => {
                    format!(
                        "That is nearer to the threat, d = {} after {}: the way out leads there.",
                        d.long(),
                        was.long()
                    )
                }
                (Some(was), Some(d)) => format!("The distance from the threat is {} after {}.", d.long(), was.long()),
                _ => String::new(),
            }
        }
        Some(&E::Stopped { cell, why: Stop::Lowest, .. }) => match danger(player, cell) {
            Some(d) if d < Root2::new(context.threshold, 0) => {
                format!("It is cornered: d = {}, below the threshold {}.", d.long(), context.threshold)
            }
            Some(d) => format!("It is out of the danger: d = {}.", d.long()),
            None => String::new(),
        },
        _ => String::new(),
    }
}

pub(super) fn watch(player: &Moment<E>) -> Vec<(&'static str, Value)> {
    let context = player.trace().context();
    let mut all = vec![("threshold", Value::Int(i64::from(context.threshold)))];
    if let Some(part) = part(player) {
        all.push(("part", Value::Word(part.name().into())));
    }
    if let Some(cell) = path(player).last() {
        all.push(("walker", Value::Cell(*cell)));
        if let Some(d) = danger(player, *cell) {
            all.push(("d of the walker", d.value()));
        }
    }
    all
}

/// The neighbours that were weighed in the turn that a moment lies in, lowest first, with their events.
pub(super) fn weighed(player: &Moment<E>) -> Vec<(Root2, usize, Cell)> {
    let turn = player.trace().phases();
    let begun = turn.partition_point(|p| (p.start as usize) < player.cursor());
    let Some(turn) = turn[..begun].last().filter(|p| p.depth == 1) else { return Vec::new() };
    let events = &player.trace().events()[..player.cursor()];
    let mut all: Vec<_> = events
        .iter()
        .enumerate()
        .skip(turn.start as usize)
        .filter_map(|(i, event)| match *event {
            E::Weighed { cell, worth, .. } => Some((worth, i, cell)),
            _ => None,
        })
        .collect();
    all.sort_unstable();
    all
}

pub(super) fn tie(before: &Moment<E>, event: &E) -> Option<Tie> {
    let E::Rolled { rule, cell, n, roll, .. } = *event else { return None };
    let all = weighed(before);
    let best = all.first()?.0;
    let among = all.iter().filter(|w| w.0 == best).map(|w| (w.2, format!("value {}", rule.shown(w.0)))).collect();
    Some(Tie {
        what: format!("equal value {}", rule.shown(best)),
        among,
        chosen: cell,
        rule: format!("⌊{roll:.3} · {n}⌋ of N, E, S, W, NE, SE, SW, NW, counted from 0"),
        roll: Some(roll),
        probability: Some(1.0 / f64::from(n)),
    })
}
