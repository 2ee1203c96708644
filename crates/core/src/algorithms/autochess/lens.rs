//! How a moment of auto chess is looked at: parts of cells, layers, sentences that need more than one event.

use super::board::{Place, cells, shown, units};
use super::event::{ChessEvent as E, Context, PART, SEARCH};
use super::now::{Now, cells_along, chain, heap, joined, octile, rule_shown, stands, tile_layer, way, way_events};
use super::terms::{Choice, Gate, Part, Pathfinder, Rule, Why};
use crate::event::{Slot, Value};
use crate::geometry::{Cell, Dir};
use crate::terrain::Tile;
use crate::trace::lens::Gauge;
use crate::trace::replay::{QueueEntry, Tie, Token};
use crate::trace::{CellState, Moment};
use crate::view::board::Role;
use std::cmp::Reverse;

/// The part that a cell plays.
pub(super) fn role(cell: &CellState<E>) -> Role {
    let Some(now) = Now::of(cell.player()) else { return Role::None };
    let at = cell.cell();
    if now.hop() == Some(at) {
        return Role::Chosen;
    }
    if now.current() == Some(at) {
        return Role::Current;
    }
    match cell.layer(SEARCH) {
        Some(E::Expanded { .. } | E::Settled { .. }) => return Role::Done,
        Some(_) => return Role::Queued,
        None => {}
    }
    if now.lead().is_some_and(|l| l.cell == at) {
        return Role::Candidate;
    }
    if now.alt().is_some_and(|l| l.cell == at) {
        return Role::Raised;
    }
    let made = now.made(cell);
    match (made.stock, made.reach) {
        // What is blocked shows what blocks it.
        (Some((_, E::Refused { why: Why::Blocked, .. })), _) => Role::None,
        (Some((_, E::Refused { why, .. })), _) if *why != Why::NotInReach => Role::Refused,
        (_, Some(_)) => Role::Seen,
        _ => Role::None,
    }
}

/// What a layer of the card shows in a cell.
pub(super) fn value(layer: usize, cell: &CellState<E>) -> Option<Value> {
    let now = Now::of(cell.player())?;
    let made = now.made(cell);
    match layer {
        0 => status(&now, cell).map(|word| Value::Word(word.into())),
        1 => match made.stock?.1 {
            E::Looked { squared, .. } | E::Refused { squared, .. } | E::Found { squared, .. } => {
                Some(Value::Real(units(*squared)))
            }
            _ => None,
        },
        2 => match made.reach?.1 {
            E::InReach { squared, .. } => Some(Value::Real(units(*squared))),
            _ => None,
        },
        3.. => searched(layer, cell).map(Value::Real),
    }
}

/// f, g or h of a node of the search at hand.
fn searched(layer: usize, cell: &CellState<E>) -> Option<f64> {
    let event = cell.layer(SEARCH)?;
    if let Some((_, x)) = number(layer, event) {
        return Some(x);
    }
    let (E::Reached { .. } | E::Settled { .. }, Some((_, E::Sought { goal, .. }))) = (event, way(cell.player())) else {
        return None;
    };
    let h = octile(cell.player(), cell.cell(), *goal).cells();
    let g = number(4, event).map_or(0.0, |n| n.1);
    Some(if layer == 5 { h } else { g + h })
}

/// The numbers that an event of a search says by itself.
pub(super) fn number(layer: usize, event: &E) -> Option<(u8, f64)> {
    let x = match (layer, event) {
        (4, E::Reached { straight, diagonal, .. } | E::Settled { straight, diagonal, .. }) => {
            super::legs::Length { straight: *straight, diagonal: *diagonal }.cells()
        }
        (3..=5, E::Opened { g, h, .. } | E::Lowered { g, h, .. } | E::Expanded { g, h, .. }) => match layer {
            3 => g + f64::from(*h),
            4 => *g,
            _ => f64::from(*h),
        },
        _ => return None,
    };
    Some((SEARCH, x))
}

fn status(now: &Now<'_>, cell: &CellState<E>) -> Option<&'static str> {
    let at = cell.cell();
    if now.hop() == Some(at) {
        return Some("hop");
    }
    match cell.layer(SEARCH) {
        Some(E::Expanded { .. } | E::Settled { .. }) => return Some("closed"),
        Some(_) => return Some("open"),
        None => {}
    }
    if now.lead().is_some_and(|l| l.cell == at) {
        return Some("nearest");
    }
    if now.alt().is_some_and(|l| l.cell == at) {
        return Some("nearest diagonal");
    }
    let made = now.made(cell);
    match (made.stock, made.reach) {
        (Some((_, E::Refused { why, .. })), _) => Some(why.name()),
        (Some((_, E::Found { .. })), _) => Some("overtaken"),
        (_, Some(_)) => Some("in reach"),
        _ => None,
    }
}

/// Where a node of the search at hand was reached from.
pub(super) fn arrow(cell: &CellState<E>) -> Option<Dir> {
    match cell.layer(SEARCH)? {
        E::Opened { dir, .. }
        | E::Lowered { dir, .. }
        | E::Expanded { dir, .. }
        | E::Reached { dir, .. }
        | E::Settled { dir, .. } => *dir,
        _ => None,
    }
}

/// The way that matters: the jump once it is chosen, else the way being searched.
pub(super) fn path(player: &Moment<E>) -> Vec<Cell> {
    let Some(now) = Now::of(player) else { return Vec::new() };
    if way(player).is_some() {
        let legs = joined(player);
        return cells_along(if legs.is_empty() { chain(player) } else { legs }.as_slice());
    }
    match (now.piece(), now.hop()) {
        (Some((_, at)), Some(hop)) => cells_along(&[at, hop]),
        _ => Vec::new(),
    }
}

/// A cell as the game counts it: from 1, y upward.
pub(super) fn own_count(cell: Cell, cx: &Context) -> String {
    let place = Place::of(cell, cx.size);
    format!("({},{})", place.x + 1, place.y + 1)
}

pub(super) fn explain(player: &Moment<E>) -> String {
    let (Some(last), Some(now)) = (player.last(), Now::of(player)) else { return String::new() };
    let cx = now.context();
    match *last {
        E::TurnBegan { .. } => match now.reach() {
            0 => String::new(),
            reach => format!("A cell is in reach where an enemy is less than {reach} away; a cell is 128 wide."),
        },
        E::Found { .. } => now
            .lead()
            .map_or_else(String::new, |l| format!("The nearest so far is {}, {} away.", l.cell, shown(l.squared))),
        E::Chose { chose, hop: Some(_), target: Some(target), .. } => {
            let stock = now.lead().map_or(target, |l| l.hop);
            let offered = match (now.alt(), chose) {
                (Some(alt), Choice::Diagonal) => format!(", diagonal jump {}.", own_count(alt.hop, cx)),
                (Some(alt), _) => format!("; {} was offered and refused.", own_count(alt.hop, cx)),
                _ => "; no diagonal cell was offered.".into(),
            };
            let (target, stock) = (own_count(target, cx), own_count(stock, cx));
            format!("In the game's own count, from 1 and y upward: stock target {target}, stock hop {stock}{offered}")
        }
        E::Measured { by: Pathfinder::Shortest, .. } => {
            let (jumper, exact) = (now.length(Pathfinder::Jumper), now.length(Pathfinder::Shortest));
            match (jumper, exact) {
                (Some((a, ..)), Some((b, ..))) if a > b => format!(
                    "Jumper's way is {:.2} longer: its Manhattan estimate is too high for diagonals.",
                    a.cells() - b.cells()
                ),
                (Some(_), Some(_)) => "Jumper's way is as short.".into(),
                _ => String::new(),
            }
        }
        _ => String::new(),
    }
}

/// What waits, in the order in which the heap would give it out.
pub(super) fn waiting(player: &Moment<E>) -> Option<Vec<QueueEntry>> {
    let (_, E::Sought { goal, by, .. }) = way(player)? else { return None };
    let holder = |cell: Cell| player.at(cell).holder(SEARCH).unwrap_or(0);
    let entry = |cell: Cell, key: String, tied: bool| QueueEntry { cell, event: holder(cell), key, tied };
    let mut all = Vec::new();
    match by {
        Pathfinder::Jumper => {
            let mut heap = heap(player);
            let mut first = None;
            while let Some((f, cell)) = heap.pop() {
                let first = *first.get_or_insert(f);
                all.push(entry(cell, format!("f {}", cells(f)), f == first));
            }
        }
        Pathfinder::Shortest => {
            let size = player.trace().layout().size;
            let mut open: Vec<_> = player
                .layer(SEARCH)
                .filter_map(|(cell, e)| match *e {
                    E::Reached { straight, diagonal, .. } => {
                        let g = super::legs::Length { straight, diagonal };
                        Some((g.plus(octile(player, cell, *goal)), Place::of(cell, size)))
                    }
                    _ => None,
                })
                .collect();
            open.sort_unstable();
            let first = open.first().map(|o| o.0);
            all.extend(open.iter().map(|&(f, p)| entry(p.cell(size), format!("f {f}"), Some(f) == first)));
        }
    }
    Some(all)
}

pub(super) fn gauge(series: usize, event: &E) -> Gauge {
    match (series, event) {
        (0, E::Moved { rule: Rule::Stock, jumps, .. }) | (1, E::Moved { rule: Rule::Diagonal, jumps, .. }) => {
            Gauge::Set(f64::from(*jumps))
        }
        (2, E::TookLead { squared, .. }) => Gauge::Set(units(*squared)),
        (3, E::Sought { .. }) => Gauge::Set(0.0),
        (3, E::Opened { .. } | E::Reached { lowered: false, .. }) => Gauge::Add(1),
        (3, E::Expanded { .. } | E::Settled { .. }) => Gauge::Add(-1),
        _ => Gauge::Same,
    }
}

pub(super) fn watch(player: &Moment<E>) -> Vec<(&'static str, Value)> {
    let mut all = Vec::new();
    let Some(now) = Now::of(player) else { return all };
    if let Some((unit, at)) = now.piece() {
        all.push(("unit", Value::Int(unit as i64 + 1)));
        all.push(("stands at", Value::Cell(at)));
        all.push(("reach", Value::Int(now.reach() as i64)));
    }
    if let Some(lead) = now.lead() {
        all.push(("stock target", Value::Cell(lead.cell)));
        all.push(("stock hop", Value::Cell(lead.hop)));
        all.push(("its distance", Value::Real(units(lead.squared))));
    }
    if let Some(alt) = now.alt() {
        all.push(("diagonal cell", Value::Cell(alt.cell)));
        all.push(("alt", Value::Cell(alt.hop)));
    }
    for (gate, name) in [(Gate::Near, "alt to stock hop"), (Gate::Far, "alt to piece")] {
        if let Some((_, E::GateTested { squared, .. })) = now.gate(gate) {
            all.push((name, Value::Real(units(*squared))));
        }
    }
    if let Some(hop) = now.hop() {
        all.push(("jumps to", Value::Cell(hop)));
    }
    all
}

/// The round that this moment lies in; none in a single decision.
pub(super) fn turn(player: &Moment<E>) -> Option<u32> {
    match player.phase(0) {
        Some(E::Began { round, .. }) if player.trace().context().fight => Some(u32::from(*round).max(1)),
        _ => None,
    }
}

/// Whose board can be shown.
pub(super) fn eyes(cx: &Context) -> Vec<String> {
    if !cx.fight || cx.rules.len() < 2 {
        return Vec::new();
    }
    std::iter::once("the rule at work").chain(cx.rules.iter().map(|r| r.name())).map(str::to_owned).collect()
}

pub(super) fn tiles(player: &Moment<E>) -> Vec<(Cell, Tile)> {
    let Some(rule) = rule_shown(player) else { return Vec::new() };
    let changed = player.layer(tile_layer(rule)).filter_map(|(cell, e)| match e {
        E::Changed { tile, .. } => Some((cell, *tile)),
        _ => None,
    });
    changed.collect()
}

pub(super) fn tokens(player: &Moment<E>) -> Vec<Token> {
    let cx = player.trace().context();
    let rule = rule_shown(player);
    let acting = Now::of(player).and_then(|now| now.piece()).map(|p| p.0 as usize);
    let mut all = Vec::new();
    for (unit, (&actor, &start)) in cx.actors.iter().zip(cx.starts.iter()).enumerate() {
        let at = stands(player, unit, rule);
        let acts = acting == Some(unit) && player.eyes() == 0;
        if acts || at != Some(start) {
            let state = match player.last() {
                Some(E::Stayed { unit: who, attacks, .. }) if *who as usize == unit && acts => {
                    if *attacks {
                        "attacks"
                    } else {
                        "stuck"
                    }
                }
                _ => "",
            };
            all.push(Token { actor, at, facing: None, state, acts });
        }
    }
    all
}

pub(super) fn check(check: usize, before: &Moment<E>, event: &E) -> bool {
    let now = Now::of(before);
    match (check, event) {
        (0, E::TookLead { .. }) => now.is_some_and(|n| n.lead().is_some()),
        (1, E::Refused { why: Why::NotNearer, squared, best, .. }) => squared == best,
        (2, E::Expanded { tied, .. }) => *tied,
        (3, E::Lowered { .. })
        | (5, E::Chose { chose: Choice::Diagonal, .. })
        | (7, E::Chose { chose: Choice::None, .. }) => true,
        (4, E::GateTested { on, fits, .. }) => *on && !*fits,
        (6, E::Measured { by: Pathfinder::Shortest, straight, diagonal, .. }) => {
            let exact = super::legs::Length { straight: *straight, diagonal: *diagonal };
            now.and_then(|n| n.length(Pathfinder::Jumper)).is_some_and(|(jumper, ..)| jumper > exact)
        }
        _ => false,
    }
}

pub(super) fn is_tie(event: &E) -> bool {
    match event {
        E::Refused { why: Why::NotNearer, squared, best, .. }
        | E::PassedOver { why: Why::NotNearer, squared, best, .. } => squared == best,
        E::Expanded { tied, .. } => *tied,
        _ => false,
    }
}

pub(super) fn tie(before: &Moment<E>, event: &E) -> Option<Tie> {
    let now = Now::of(before)?;
    let of_distance = |lead: super::now::Lead, cell: Cell, squared: u32| Tie {
        what: format!("equal distance {}", shown(squared)),
        among: vec![(lead.cell, "earlier in scan order".into()), (cell, "later".into())],
        chosen: lead.cell,
        rule: "only a strictly nearer cell takes the lead, so the first in scan order stays".into(),
        roll: None,
        probability: None,
    };
    match *event {
        E::Refused { cell, squared, .. } => Some(of_distance(now.lead()?, cell, squared)),
        E::PassedOver { cell, squared, .. } => Some(of_distance(now.alt()?, cell, squared)),
        E::Expanded { cell, g, h, .. } => {
            let f = g + f64::from(h);
            let mut heap = heap(before);
            let mut among = Vec::new();
            while let Some((_, cell)) = heap.pop().filter(|e| e.0 == f) {
                among.push((cell, format!("{} in the heap's order", among.len() + 1)));
            }
            Some(Tie {
                what: format!("equal f = {}", cells(f)),
                among,
                chosen: cell,
                rule: "the root of the binary heap, which is not stable".into(),
                roll: None,
                probability: None,
            })
        }
        _ => None,
    }
}

/// Whether the moment lies in a part of the turn.
pub(super) fn in_part(player: &Moment<E>, part: Part) -> bool {
    matches!(player.get(Slot::Register(PART)), Some(E::PartBegan { part: now, .. }) if *now == part)
}

/// How many events of the way at hand are jumps that found nothing.
pub(super) fn missed(player: &Moment<E>) -> usize {
    way_events(player).iter().filter(|e| matches!(e, E::Missed { .. })).count()
}

/// Rows of a scoreboard go by distance, then by scan order.
pub(super) fn scan_key(cell: Cell) -> (u16, Reverse<u16>) {
    (cell.x, Reverse(cell.y))
}
