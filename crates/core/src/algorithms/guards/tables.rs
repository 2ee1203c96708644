//! Guards in tables and figures: what each believes wrongly, what its plans cost turn by turn, and the plans themselves.

use super::event::{GuardsEvent as E, TRUTH, belief, plan};
use super::problem::LAMP_RADIUS;
use super::state::{actual, at, believed, burns, rest_of_plan, subject, turn, whereabouts};
use crate::geometry::Cell;
use crate::scene::ActorKind;
use crate::trace::replay::{Figure, Outline, Row, Table};
use crate::trace::{self, Moment, Player};
use crate::view::board::Role;
use std::collections::BTreeSet;

/// Of how many wrong beliefs it is looked up since when they are.
const MOST_SINCE: usize = 100;
/// The most plans that are listed.
const MOST_PLANS: usize = 60;

pub(super) fn tables(player: &Moment<E>) -> Vec<Table> {
    if player.cursor() == 0 {
        return Vec::new();
    }
    let (plans, wrong) = (plans(player, subject(player)), wrong(player));
    // What is wrong is what one looks for.
    if wrong.rows.is_empty() { vec![plans, wrong] } else { vec![wrong, plans] }
}

/// Since which event a guard has taken a cell for what it is not, and the turn of it.
fn since(then: &mut Player, now: usize, cell: Cell, guard: u8) -> Option<(usize, u32)> {
    then.seek(now);
    let event = trace::since(then, cell, |p: &Moment<E>| {
        let here = p.at(cell);
        actual(&here) != believed(&here, guard)
    })?;
    then.seek(event + 1);
    Some((event, Moment::of(then).and_then(|then| turn(&then)).unwrap_or(0)))
}

/// Every guard's beliefs that are not so.
fn wrong(player: &Moment<E>) -> Table {
    let guards = player.trace().context().guards.len() as u8;
    let mut rows = Vec::new();
    let (mut then, now) = (player.player().clone(), player.cursor());
    for guard in 0..guards {
        let layers = [TRUTH, belief(guard)];
        let cells: BTreeSet<Cell> = layers.iter().flat_map(|&l| player.layer(l)).map(|(c, _)| c).collect();
        for cell in cells {
            let here = player.at(cell);
            let (is, thinks) = (actual(&here), believed(&here, guard));
            if is == thinks {
                continue;
            }
            let remembers = here.layer(belief(guard)).is_some();
            let since = if rows.len() < MOST_SINCE { since(&mut then, now, cell, guard) } else { None };
            let why = if remembers { "it has not looked since" } else { "it never saw the change" };
            rows.push(Row {
                values: vec![
                    format!("{}", guard + 1),
                    cell.to_string(),
                    thinks.to_string(),
                    is.to_string(),
                    since.map_or_else(|| "—".to_owned(), |s| format!("turn {}", s.1)),
                    why.to_owned(),
                ],
                cell: Some(cell),
                event: since.map(|s| s.0).or_else(|| here.holder(TRUTH)),
                chosen: false,
            });
        }
    }
    Table {
        candidates: false,
        title: match rows.len() {
            0 => "Nobody believes anything wrongly".into(),
            n => format!("Believed wrongly: {n}"),
        },
        columns: vec!["guard", "cell", "believes", "is", "since", "why"],
        rows,
    }
}

/// A guard's plans, the newest first.
fn plans(player: &Moment<E>, guard: u8) -> Table {
    let trace = player.trace();
    let context = trace.context();
    let all = std::iter::successors(player.holder(plan(guard)), |&i| trace.replaced(i));
    let listed: Vec<usize> = all.take(MOST_PLANS + 1).collect();
    let cost = |i: usize| match trace.events()[i] {
        E::Planned { cost, .. } => Some(cost.get()),
        _ => None,
    };
    let rows = listed.iter().take(MOST_PLANS).enumerate().map(|(k, &i)| {
        let before = listed.get(k + 1).and_then(|&j| cost(j));
        let values = match trace.events()[i] {
            E::Planned { found, turn, cell, end, cost, .. } => {
                let cost = cost.get();
                let change = match before {
                    Some(old) if cost > old => format!("+{}", context.cost(cost - old)),
                    Some(old) if cost < old => format!("−{}", context.cost(old - cost)),
                    Some(_) => "0".into(),
                    None => "—".into(),
                };
                let ends = if found { end.to_string() } else { format!("{end}, the closest") };
                [turn.to_string(), cell.to_string(), ends, context.cost(cost).to_string(), change]
            }
            E::Despaired { turn, cell, .. } => {
                [turn.to_string(), cell.to_string(), "no way".into(), "—".into(), "—".into()]
            }
            _ => Default::default(),
        };
        let cell = match trace.events()[i] {
            E::Planned { cell, .. } | E::Despaired { cell, .. } => Some(cell),
            _ => None,
        };
        Row { values: values.into(), cell, event: Some(i), chosen: k == 0 }
    });
    Table {
        candidates: false,
        title: format!("Plans of guard {}", guard + 1),
        columns: vec!["turn", "from", "to", "cost", "change"],
        rows: rows.collect(),
    }
}

const fn middle(cell: Cell) -> [f64; 2] {
    [cell.x as f64 + 0.5, cell.y as f64 + 0.5]
}

pub(super) fn figures(player: &Moment<E>) -> Vec<Figure> {
    let context = player.trace().context();
    let mut all = Vec::new();
    for (i, actor) in context.actors.iter().enumerate().filter(|(_, a)| a.kind == ActorKind::Lamp) {
        if let (Some(cell), true) = (whereabouts(player, i).0, burns(player, i)) {
            let radius = actor.radius.unwrap_or(LAMP_RADIUS);
            all.push(circle(cell, radius, Role::Dimmed, "lamp"));
        }
    }
    let subject = subject(player);
    for (g, known) in context.guards.iter().enumerate() {
        let guard = g as u8;
        if let (true, Some(cell)) = (guard == subject, at(player, guard)) {
            all.push(circle(cell, known.range, Role::Seen, "range"));
            all.extend(half_plane(player, guard, cell));
        }
        let path = rest_of_plan(player, guard);
        if path.len() > 1 {
            let label = match player.get(plan(guard)) {
                Some(E::Planned { cost, found, .. }) => {
                    let what = if *found { "" } else { " to the closest cell" };
                    format!("guard {}: {}{what}", g + 1, context.cost(cost.get()))
                }
                _ => String::new(),
            };
            let points = path.into_iter().map(middle).collect();
            all.push(Figure { outline: Outline::Arrow, points, role: Role::Path, label });
        }
    }
    all
}

fn circle(cell: Cell, radius: u32, role: Role, label: &str) -> Figure {
    let [x, y] = middle(cell);
    let points = vec![[x, y], [x + radius as f64, y]];
    Figure { outline: Outline::Circle, points, role, label: format!("{label} {radius}") }
}

/// The edge of what lies ahead of a guard that looks somewhere.
fn half_plane(player: &Moment<E>, guard: u8, cell: Cell) -> Option<Figure> {
    let known = &player.trace().context().guards[guard as usize];
    let (dx, dy) = whereabouts(player, known.actor as usize).1?.offset();
    let long = known.range as f64 / f64::from(dx * dx + dy * dy).sqrt();
    let [x, y] = middle(cell);
    let (dx, dy) = (f64::from(-dy) * long, f64::from(dx) * long);
    let points = vec![[x - dx, y - dy], [x + dx, y + dy]];
    Some(Figure { outline: Outline::Line, points, role: Role::Seen, label: String::new() })
}
