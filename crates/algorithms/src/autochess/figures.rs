//! Figures drawn over the board of a turn: reach, searches, both offers with the gates between them, and the jump.

use super::board::{GATE, SIDE, gate_in_cells, in_cells};
use super::event::{ChessEvent as E, Gate, Part, Pathfinder, REACH, Rule};
use super::state::{Manner, Searches, Snapshot, rule_shown, stands};
use super::{decision, new_rule_decisions};
use crate::event::{Value, trimmed};
use crate::trace::replay::{Figure, Outline};
use crate::trace::{Decision, Moment};
use crate::{Cell, Role};

/// Maximum number of enemies that get a circle.
const CIRCLES: usize = 64;
/// Distances of the bars of the gates and of their scale below the board, in cells.
const BARS: [f64; 2] = [0.55, 0.95];
const AXIS: f64 = 1.3;
/// Name of the distances that the gates measure.
const MEASURED: &str = "a distance";
/// Radius of the ring around a hop, in cells. It encloses the number there.
const RING: f64 = 0.4;

pub(super) fn figures(now: &Moment<E>) -> Vec<Figure> {
    let Some(turn) = Snapshot::of(now) else { return Vec::new() };
    let (searches, at) = (now.state::<Searches>(), turn.at);
    let mut all = Vec::new();
    if turn.is_in(Part::See) {
        all.extend(reach(now, &turn));
    }
    if let Some(way) = &searches.way {
        let (nodes, legs) = (way.nodes(now), &way.joined);
        if nodes.len() > 1 && legs.is_empty() {
            all.push(Figure::line(nodes.iter().copied(), Role::Queued, "raw nodes"));
        }
        if legs.len() > 1 {
            all.push(Figure::line(nodes.iter().copied(), Role::Queued, ""));
            all.push(Figure::arrow(legs.iter().copied(), Role::Path, "joined"));
        }
    }
    // The weighed cells and both offers stay visible until lengths are compared or the piece has moved.
    if turn.is_in(Part::Plan) || turn.is_in(Part::Choose) {
        all.extend(candidate_figures(decision::stock(&turn)));
        all.extend(offers(&turn));
    }
    if turn.is_in(Part::Choose) {
        all.extend(Gate::ALL.into_iter().flat_map(|gate| tested(&turn, gate)));
        all.extend(scale(&turn));
    }
    for (by, role) in [(Pathfinder::Jumper, Role::Queued), (Pathfinder::Shortest, Role::Path)] {
        let legs = &searches.measured[by as usize];
        if let (Some((length, ..)), true) = (turn.length(by), turn.is_in(Part::Compare) && legs.len() > 1) {
            let label = format!("{} {:.2}", by.word(), length.cells());
            all.push(Figure::line(legs.iter().copied(), role, label));
        }
    }
    match turn.manner {
        Manner::Article => {}
        Manner::Fewest => {
            if turn.is_in(Part::Weigh) {
                all.extend(candidate_figures(new_rule_decisions::fewest(&turn)));
            }
            all.extend(further_jumps(&turn));
        }
        Manner::Leap => all.extend(aimed(&turn)),
    }
    if let Some(hop) = turn.hop {
        let diagonal = turn.alt.is_some_and(|alt| alt.hop == hop) && turn.lead.is_none_or(|lead| lead.hop != hop);
        let what = match (turn.manner, turn.jumps) {
            (Manner::Leap, _) => "leap".to_owned(),
            (Manner::Fewest, Some(2..)) => format!("first of {} jumps", turn.jumps.unwrap_or(0)),
            (Manner::Fewest, _) => "one jump".to_owned(),
            _ if diagonal => "diagonal jump".to_owned(),
            _ => "stock jump".to_owned(),
        };
        let far = turn.alt.filter(|alt| alt.hop == hop).or(turn.lead).filter(|o| o.cell == hop);
        // The distance of a leap is measured from the enemy.
        let far = far.filter(|_| turn.manner != Manner::Leap && turn.gate(Gate::Far).is_none());
        let beads = far.map(|o| [String::new(), in_cells(o.squared)]);
        let jump = Figure::through(Outline::Jump, [at, hop], Role::Chosen, what).named("the jump");
        all.push(jump.with_beads(beads.into_iter().flatten()));
    }
    if !turn.is_in(Part::Plan) && !turn.is_in(Part::Choose) {
        all.extend(other_board(now));
    }
    all
}

/// Returns a circle around each enemy with the reach of the piece. Cells whose centre is inside are in reach.
fn reach(now: &Moment<E>, turn: &Snapshot<'_>) -> Vec<Figure> {
    let radius = f64::from(turn.reach) / SIDE as f64;
    let mut enemies: Vec<Cell> = Vec::new();
    for (_, event) in now.layer(REACH) {
        if let E::InReach { enemy, .. } = *event
            && !enemies.contains(&enemy)
            && enemies.len() < CIRCLES
        {
            enemies.push(enemy);
        }
    }
    let label = |k: usize| if k == 0 { format!("reach {}", trimmed(radius, 1)) } else { String::new() };
    let circle = |(k, enemy)| Figure::circle(enemy, radius, Role::Threat, label(k)).named("reach of the piece");
    enemies.into_iter().enumerate().map(circle).collect()
}

/// Returns the weighed cells, each with its distance in cells. Cells that led for a while are marked.
fn candidate_figures(choice: Option<Decision>) -> Vec<Figure> {
    let Some(choice) = choice else { return Vec::new() };
    let (mut cells, mut beads, mut led) = (Vec::new(), Vec::new(), Vec::new());
    for candidate in choice.candidates {
        let (Some(cell), Some((_, Value::Real(distance)))) = (candidate.cell, candidate.against) else { continue };
        let reason = candidate.fate.reason();
        if matches!(reason, "not in reach" | "no path") {
            continue;
        }
        cells.push(cell);
        beads.push(trimmed(distance, 1));
        if reason == "overtaken" {
            led.push(cell);
        }
    }
    let plates = Figure::through(Outline::Plate, cells, Role::Candidate, "").with_beads(beads);
    let overtaken = Figure::through(Outline::Overtaken, led, Role::Remembered, "");
    vec![plates.named("could attack from there"), overtaken.named("was nearest")]
}

/// Returns a dashed line from a cell to the ring around the hop, so that it does not cross the number there.
fn to_ring(from: Cell, hop: Cell) -> Figure {
    let mut line = Figure::through(Outline::Dashes, [from, hop], Role::None, "");
    if let [a, b] = line.points[..] {
        let (dx, dy) = (a[0] - b[0], a[1] - b[1]);
        let share = RING / dx.hypot(dy);
        line.points[1] = [b[0] + dx * share, b[1] + dy * share];
    }
    line
}

/// Returns the move of the stock rule, and the diagonal jump while it is only an offer.
fn offers(turn: &Snapshot<'_>) -> Vec<Figure> {
    let mut all = Vec::new();
    if let Some(stock) = turn.lead.filter(|o| turn.hop != Some(o.hop)) {
        let hop = Figure::circle(stock.hop, RING, Role::None, "").named("first jump by the stock rule");
        all.extend([to_ring(turn.at, stock.hop).named("stock path"), hop]);
        if stock.cell != stock.hop {
            all.push(to_ring(stock.cell, stock.hop));
            all.push(Figure::through(Outline::Frame, [stock.cell], Role::None, "").named("stock target"));
        }
    }
    if let Some(alt) = turn.alt.filter(|o| turn.hop != Some(o.hop)) {
        let way = Figure::through(Outline::Dashes, [turn.at, alt.hop], Role::Raised, "");
        all.push(way.named("diagonal offer"));
    }
    all
}

/// Returns a gate: the distance it measures, the circle that is its limit, and the same distance below the board.
fn tested(turn: &Snapshot<'_>, gate: Gate) -> Vec<Figure> {
    let Some((_, &E::GateTested { fits, on, alt, other, squared, .. })) = turn.gate(gate) else { return Vec::new() };
    let role = if fits || !on { Role::Done } else { Role::Refused };
    let sign = match (fits, on) {
        (true, _) => " ✓",
        (false, true) => " ✕",
        (false, false) => ", but this gate is off",
    };
    // Both distances end at the same cell, so they are drawn on different sides.
    let ends = if gate == Gate::Near { [other, alt] } else { [alt, other] };
    let limit = Figure { outline: Outline::Limit, ..Figure::circle(other, GATE as f64 / SIDE as f64, Role::Done, "") };
    let board = turn.now.context().size;
    let y = f64::from(board.height) + BARS[gate as usize];
    let bar = Figure::new(Outline::Bar, vec![[0.0, y], [f64::from(squared).sqrt(), y]], role, gate.word());
    let verdict = format!("{}, {} the limit{sign}", in_cells(squared), gate.compared(fits));
    vec![
        limit.named("limit of a gate"),
        Figure::through(Outline::Gap, ends, role, gate.word()).named(MEASURED),
        bar.named(MEASURED).with_beads([verdict]),
    ]
}

/// Returns the scale of the bars below the board, with the limit of both gates.
fn scale(turn: &Snapshot<'_>) -> Option<Figure> {
    turn.gate(Gate::Near)?;
    let board = turn.now.context().size;
    let (y, width) = (f64::from(board.height) + AXIS, f64::from(board.width));
    let points = vec![[0.0, y], [width, y], [GATE as f64 / SIDE as f64, f64::from(board.height) + BARS[0] - 0.3]];
    let limit = format!("limit {}", gate_in_cells());
    Some(Figure::new(Outline::Scale, points, Role::None, "cells").named(MEASURED).with_beads([limit]))
}

/// Returns the jumps after the first one, and the cell that they lead to.
fn further_jumps(turn: &Snapshot<'_>) -> Vec<Figure> {
    let Some(lead) = turn.lead.filter(|lead| turn.hop.is_none() || lead.cell != lead.hop) else { return Vec::new() };
    let first = usize::from(turn.hop.is_some());
    let way = Figure::through(Outline::Dashes, turn.jumps_to(lead.cell).into_iter().skip(first), Role::Path, "");
    let target = Figure::through(Outline::Frame, [lead.cell], Role::None, "target");
    vec![way.named("the jumps after it"), target.named("target")]
}

/// Returns the enemy that an assassin leaps behind, and the circle around the piece through it. Cells outside are
/// behind the enemy.
fn aimed(turn: &Snapshot<'_>) -> Vec<Figure> {
    let Some((enemy, squared, _)) = turn.aim() else { return Vec::new() };
    let radius = f64::from(squared).sqrt();
    let limit = Figure { outline: Outline::Limit, ..Figure::circle(turn.at, radius, Role::Threat, "") };
    let frame = Figure::through(Outline::Frame, [enemy], Role::None, "farthest enemy");
    vec![limit.named("as far as that enemy"), frame.named("farthest enemy")]
}

/// Returns the pieces of other boards that are on different cells.
fn other_board(now: &Moment<E>) -> Vec<Figure> {
    let Some(here) = rule_shown(now) else { return Vec::new() };
    let rules = now.context().rules;
    let circle = |unit: usize, there: Rule| {
        let [at, other] = [here, there].map(|rule| stands(now, unit, Some(rule)));
        let cell = other.filter(|_| at != other)?;
        let number = unit + 1;
        let label = if rules.len() > 2 { format!("{number}, {}", there.word()) } else { number.to_string() };
        Some(Figure::circle(cell, 0.3, Role::None, label).named("on the other board"))
    };
    let others = rules.iter().copied().filter(|&there| there != here);
    let units = 0..now.context().starts.len();
    others.flat_map(|there| units.clone().filter_map(move |unit| circle(unit, there))).collect()
}
