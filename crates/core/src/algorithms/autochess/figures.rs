//! What is drawn over the board: how far the piece reaches, ways, offers, gates, the jump, the other board's pieces.

use super::board::{GATE, SIDE, shown};
use super::event::{ChessEvent as E, REACH};
use super::reason::{Gate, Part, Pathfinder, Rule};
use super::state::{Searches, Snapshot, rule_shown, stands};
use crate::geometry::Cell;
use crate::trace::Moment;
use crate::trace::replay::{Figure, Outline};
use crate::view::board::Role;

/// How many enemies have a circle.
const CIRCLES: usize = 64;

pub(super) fn figures(now: &Moment<E>) -> Vec<Figure> {
    let Some(turn) = Snapshot::of(now) else { return Vec::new() };
    let (searches, at) = (now.state::<Searches>(), turn.at);
    let mut all = Vec::new();
    if turn.is_in(Part::See) {
        reach_circles(&turn, &mut all);
    }
    if let Some(way) = &searches.way {
        let (nodes, legs) = (way.nodes(now), &way.joined);
        if nodes.len() > 1 && legs.is_empty() {
            all.push(Figure::through(Outline::Line, nodes.iter().copied(), Role::Queued, "raw nodes"));
        }
        if legs.len() > 1 {
            all.push(Figure::through(Outline::Line, nodes.iter().copied(), Role::Queued, ""));
            all.push(Figure::through(Outline::Arrow, legs.iter().copied(), Role::Path, "joined"));
        }
    }
    // Both offers stay in sight until lengths are compared, or the piece has moved.
    if turn.is_in(Part::Plan) || turn.is_in(Part::Choose) {
        for (offer, role, label) in [(turn.lead, Role::Candidate, "stock"), (turn.alt, Role::Raised, "diagonal")] {
            if let Some(offer) = offer.filter(|o| turn.hop != Some(o.hop)) {
                all.push(Figure::through(Outline::Arrow, [at, offer.hop], role, label));
            }
        }
    }
    for gate in Gate::ALL.into_iter().filter(|_| turn.is_in(Part::Choose)) {
        if let Some((_, &E::GateTested { fits, on, alt, other, squared, .. })) = turn.gate(gate) {
            let role = if fits || !on { Role::Done } else { Role::Refused };
            let label = format!("{} {} {} {GATE}", gate.word(), shown(squared), gate.sign(fits));
            all.push(Figure::through(Outline::Line, [other, alt], role, label));
        }
    }
    for (by, role) in [(Pathfinder::Jumper, Role::Queued), (Pathfinder::Shortest, Role::Path)] {
        let legs = &searches.measured[by as usize];
        if let (Some((length, ..)), true) = (turn.length(by), turn.is_in(Part::Compare) && legs.len() > 1) {
            all.push(Figure::through(
                Outline::Line,
                legs.iter().copied(),
                role,
                format!("{} {:.2}", by.word(), length.cells()),
            ));
        }
    }
    all.extend(turn.hop.map(|hop| Figure::through(Outline::Arrow, [at, hop], Role::Chosen, "jump")));
    beside(now, &mut all);
    all
}

/// How far the piece reaches, drawn round every enemy: cells whose middle lies inside are in reach.
fn reach_circles(turn: &Snapshot<'_>, all: &mut Vec<Figure>) {
    let radius = f64::from(turn.reach) / SIDE as f64;
    let mut enemies: Vec<Cell> = Vec::new();
    for (_, event) in turn.now.layer(REACH) {
        if let E::InReach { enemy, .. } = *event
            && !enemies.contains(&enemy)
            && enemies.len() < CIRCLES
        {
            enemies.push(enemy);
        }
    }
    all.extend(enemies.into_iter().map(|enemy| Figure::circle(enemy, radius, Role::Threat, turn.reach.to_string())));
}

/// Where the pieces of the other board stand, where that differs.
fn beside(now: &Moment<E>, all: &mut Vec<Figure>) {
    let (Some(here), [_, _]) = (rule_shown(now), now.context().rules) else { return };
    let there = if here == Rule::Stock { Rule::Diagonal } else { Rule::Stock };
    for unit in 0..now.context().starts.len() {
        let [at, other] = [here, there].map(|rule| stands(now, unit, Some(rule)));
        let label = format!("{} under {}", unit + 1, there.word());
        all.extend(other.filter(|_| at != other).map(|cell| Figure::circle(cell, 0.3, Role::Remembered, label)));
    }
}
