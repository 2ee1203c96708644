//! What auto chess draws over the board, and its scoreboards.

use super::board::{GATE, SIDE, shown};
use super::event::{ChessEvent as E, STOCK, place};
use super::legs::Length;
use super::lens::{in_part, missed, own_count, scan_key};
use super::now::{Now, chain, ended, joined, rule_shown, stands, way};
use super::terms::{Gate, Part, Pathfinder, Rule, Why};
use crate::geometry::Cell;
use crate::trace::Moment;
use crate::trace::replay::{Figure, Outline, Row, Table};
use crate::view::board::Role;

/// The most rows of a scoreboard.
const MOST: usize = 2_000;

fn middle(cell: Cell) -> [f64; 2] {
    [f64::from(cell.x) + 0.5, f64::from(cell.y) + 0.5]
}

fn line(outline: Outline, cells: &[Cell], role: Role, label: String) -> Figure {
    Figure { outline, points: cells.iter().copied().map(middle).collect(), role, label }
}

pub(super) fn figures(player: &Moment<E>) -> Vec<Figure> {
    let Some(now) = Now::of(player) else { return Vec::new() };
    let Some((_, at)) = now.piece() else { return Vec::new() };
    let mut all = Vec::new();
    if in_part(player, Part::See) {
        reach_circles(player, &now, &mut all);
    }
    if way(player).is_some() {
        let (raw, legs) = (chain(player), joined(player));
        if raw.len() > 1 && legs.is_empty() {
            all.push(line(Outline::Line, &raw, Role::Queued, "raw nodes".into()));
        }
        if legs.len() > 1 {
            all.push(line(Outline::Line, &raw, Role::Queued, String::new()));
            all.push(line(Outline::Arrow, &legs, Role::Path, "joined".into()));
        }
    }
    // Both offers stay in sight until lengths are compared, or the piece has moved.
    if in_part(player, Part::Plan) || in_part(player, Part::Choose) {
        let offers = [(now.lead(), Role::Candidate, "stock"), (now.alt(), Role::Raised, "diagonal")];
        for (offer, role, label) in offers {
            if let Some(offer) = offer.filter(|o| now.hop() != Some(o.hop)) {
                all.push(line(Outline::Arrow, &[at, offer.hop], role, label.into()));
            }
        }
    }
    for gate in Gate::ALL {
        if let Some((_, &E::GateTested { fits, on, alt, other, squared, .. })) = now.gate(gate)
            && in_part(player, Part::Choose)
        {
            let role = if fits || !on { Role::Done } else { Role::Refused };
            let label = format!("{} {} {} {GATE}", gate.name(), shown(squared), gate.sign(fits));
            all.push(line(Outline::Line, &[other, alt], role, label));
        }
    }
    if in_part(player, Part::Compare) {
        for (by, role) in [(Pathfinder::Jumper, Role::Queued), (Pathfinder::Shortest, Role::Path)] {
            let legs = now.measured(by);
            if let (Some((length, ..)), true) = (now.length(by), legs.len() > 1) {
                all.push(line(Outline::Line, &legs, role, format!("{} {:.2}", by.name(), length.cells())));
            }
        }
    }
    if let Some(hop) = now.hop() {
        all.push(line(Outline::Arrow, &[at, hop], Role::Chosen, "jump".into()));
    }
    beside(player, &mut all);
    all
}

/// How far the piece reaches, drawn round every enemy: cells whose middle lies inside are in reach.
fn reach_circles(player: &Moment<E>, now: &Now<'_>, all: &mut Vec<Figure>) {
    let radius = f64::from(now.reach()) / SIDE as f64;
    let mut enemies: Vec<Cell> = Vec::new();
    for (_, event) in player.layer(super::event::REACH) {
        if let E::InReach { enemy, .. } = *event
            && !enemies.contains(&enemy)
            && enemies.len() < 64
        {
            enemies.push(enemy);
        }
    }
    for enemy in enemies {
        let [x, y] = middle(enemy);
        let points = vec![[x, y], [x + radius, y]];
        all.push(Figure { outline: Outline::Circle, points, role: Role::Threat, label: now.reach().to_string() });
    }
}

/// Where the pieces of the other board stand, where that differs.
fn beside(player: &Moment<E>, all: &mut Vec<Figure>) {
    let (Some(shown), [_, _]) = (rule_shown(player), player.trace().context().rules) else { return };
    let other = if shown == Rule::Stock { Rule::Diagonal } else { Rule::Stock };
    for unit in 0..player.trace().context().starts.len() {
        let (here, there) = (stands(player, unit, Some(shown)), stands(player, unit, Some(other)));
        if let (true, Some(there)) = (here != there, there) {
            let [x, y] = middle(there);
            let points = vec![[x, y], [x + 0.3, y]];
            let label = format!("{} under {}", unit + 1, other.name());
            all.push(Figure { outline: Outline::Circle, points, role: Role::Remembered, label });
        }
    }
}

pub(super) fn tables(player: &Moment<E>) -> Vec<Table> {
    let Some(now) = Now::of(player) else { return Vec::new() };
    let mut all = Vec::new();
    all.extend(fights(player));
    all.extend(gates(&now));
    all.extend(lengths(&now));
    all.extend(stock(&now));
    all.extend(diagonal(&now));
    if let Some((start, E::Sought { goal, by, .. })) = way(player) {
        let values = vec![
            by.name().into(),
            chain(player).len().saturating_sub(1).to_string(),
            joined(player).len().saturating_sub(1).to_string(),
            missed(player).to_string(),
        ];
        let rows = vec![Row { values, cell: Some(*goal), event: Some(start), chosen: false }];
        let title = format!("The way to {goal}");
        all.push(Table {
            candidates: false,
            title,
            columns: vec!["by", "nodes", "legs", "jumps that found nothing"],
            rows,
        });
    }
    all
}

/// A scoreboard's row before it is sorted: the worse class later, then the nearer cell, then scan order.
struct Scored {
    class: u8,
    squared: u32,
    row: Row,
}

fn sorted(mut all: Vec<Scored>) -> Vec<Row> {
    let key = |s: &Scored| (s.class, s.squared, s.row.cell.map(scan_key));
    all.sort_by_key(key);
    all.truncate(MOST);
    all.into_iter().map(|s| s.row).collect()
}

fn stock(now: &Now<'_>) -> Option<Table> {
    let (cx, size) = (now.context(), now.context().size);
    let lead = now.lead();
    let mut all = Vec::new();
    for index in 0..size.area() {
        let state = now.player.at_index(index);
        let Some((event, held)) = now.layer(&state, STOCK) else { continue };
        let cell = state.cell();
        let chosen = lead.is_some_and(|l| l.cell == cell);
        let (class, squared, hop, verdict) = match *held {
            E::Refused { why, squared, hop, best, .. } => {
                let class = match why {
                    Why::NotNearer => 1,
                    Why::NotInReach => 3,
                    _ => 2,
                };
                let text = match why {
                    Why::NotNearer if squared == best => "not nearer: equal, the first stays".to_owned(),
                    Why::NotNearer => format!("not nearer than {}", shown(best)),
                    _ => why.name().to_owned(),
                };
                (class, squared, hop, text)
            }
            E::Found { squared, hop, .. } if chosen => (0, squared, Some(hop), "nearest".to_owned()),
            E::Found { squared, hop, .. } => (1, squared, Some(hop), "overtaken".to_owned()),
            _ => continue,
        };
        let values = vec![
            cell.to_string(),
            own_count(cell, cx),
            shown(squared),
            hop.map_or_else(|| "—".into(), |h| h.to_string()),
            verdict,
        ];
        all.push(Scored { class, squared, row: Row { values, cell: Some(cell), event: Some(event), chosen } });
    }
    let columns = vec!["cell", "as the game counts", "distance", "hop", "verdict"];
    (!all.is_empty()).then(|| Table {
        candidates: true,
        title: "Stock: the nearest cell in reach".into(),
        columns,
        rows: sorted(all),
    })
}

fn diagonal(now: &Now<'_>) -> Option<Table> {
    let size = now.context().size;
    let alt = now.alt();
    let mut all = Vec::new();
    for index in 0..size.area() {
        let state = now.player.at_index(index);
        let cell = state.cell();
        let Some((_, E::Found { .. } | E::Refused { hop: Some(_), .. })) = now.layer(&state, STOCK) else { continue };
        let passed = now.layer(&state, super::event::DIAGONAL);
        let chosen = alt.is_some_and(|a| a.cell == cell);
        let (event, squared, hop, verdict) = match (passed, now.layer(&state, STOCK), alt) {
            (_, _, Some(a)) if chosen => (a.event, a.squared, a.hop, "nearest".to_owned()),
            (Some((i, &E::PassedOver { why, squared, hop, .. })), ..) => (i, squared, hop, why.name().to_owned()),
            (_, Some((i, &E::Found { squared, hop, .. })), Some(_)) => (i, squared, hop, "overtaken".to_owned()),
            (_, Some((i, &E::Refused { squared, hop: Some(hop), .. })), Some(_)) => {
                (i, squared, hop, "overtaken".to_owned())
            }
            _ => continue,
        };
        let class = u8::from(!chosen) + u8::from(verdict == Why::NotDiagonal.name());
        let clean = if hop == cell { "yes" } else { "no" };
        let values = vec![cell.to_string(), shown(squared), hop.to_string(), clean.into(), verdict];
        all.push(Scored { class, squared, row: Row { values, cell: Some(cell), event: Some(event), chosen } });
    }
    let columns = vec!["cell", "distance", "hop", "one clean jump", "verdict"];
    (!all.is_empty()).then(|| Table {
        candidates: true,
        title: "Diagonal: the nearest on a diagonal".into(),
        columns,
        rows: sorted(all),
    })
}

fn gates(now: &Now<'_>) -> Option<Table> {
    let mut rows = Vec::new();
    for gate in Gate::ALL {
        let Some((event, &E::GateTested { on, fits, alt, other, squared, .. })) = now.gate(gate) else { continue };
        let wanted = match gate {
            Gate::Near => "alt to stock hop < 200",
            Gate::Far => "alt to piece > 200",
        };
        let verdict = match (fits, on) {
            (true, _) => "passes",
            (false, true) => "refused",
            (false, false) => "switched off",
        };
        let distance = format!("{} ({alt} to {other})", shown(squared));
        let values = vec![gate.name().into(), wanted.into(), distance, verdict.into()];
        rows.push(Row { values, cell: None, event: Some(event), chosen: fits || !on });
    }
    let columns = vec!["gate", "condition", "distance", "verdict"];
    (!rows.is_empty()).then(|| Table { candidates: true, title: "The two gates of 200".into(), columns, rows })
}

fn lengths(now: &Now<'_>) -> Option<Table> {
    let all: Vec<_> = Pathfinder::ALL.iter().filter_map(|&by| Some((by, now.length(by)?))).collect();
    let least = all.iter().map(|a| a.1.0).min()?;
    let row = |&(by, (length, hop, event)): &(Pathfinder, (Length, Cell, usize))| Row {
        values: vec![by.name().into(), length.to_string(), hop.to_string()],
        cell: None,
        event: Some(event),
        chosen: length == least,
    };
    let rows = all.iter().map(row).collect();
    Some(Table {
        candidates: false,
        title: "Manhattan against exact".into(),
        columns: vec!["by", "length in cells", "first hop"],
        rows,
    })
}

fn fights(player: &Moment<E>) -> Option<Table> {
    let cx = player.trace().context();
    if !cx.fight {
        return None;
    }
    let row = |&rule: &Rule| {
        let end = ended(player, rule);
        let (rounds, jumps, why) = match end {
            Some((_, E::Ended { rounds, jumps, why, .. })) => (rounds.to_string(), *jumps, why.because().to_owned()),
            _ => ("—".into(), jumps_of(player, rule), "goes on".to_owned()),
        };
        Row {
            values: vec![rule.name().into(), rounds, jumps.to_string(), why],
            cell: None,
            event: end.map(|e| e.0),
            chosen: false,
        }
    };
    let rows = cx.rules.iter().map(row).collect();
    Some(Table {
        candidates: false,
        title: "The fight".into(),
        columns: vec!["rule", "rounds", "jumps", "state"],
        rows,
    })
}

/// How many jumps a rule had so far: the highest count among the last moves of its units.
fn jumps_of(player: &Moment<E>, rule: Rule) -> u32 {
    let units = player.trace().context().starts.len() as u16;
    let moves = (0..units).filter_map(|unit| match player.get(place(unit, rule)) {
        Some(E::Moved { jumps, .. }) => Some(*jumps),
        _ => None,
    });
    moves.max().unwrap_or(0)
}
