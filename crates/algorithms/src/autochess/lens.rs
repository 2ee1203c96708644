//! The lens of auto chess: roles of cells, layers, watched values, and positions of units.

use super::board::{GATE, Place, SIDE, cells, in_units, squared, units};
use super::decision::real_cells;
use super::event::{
    ChessEvent as E, Context, Gate, Pathfinder, REACH, RangeRule, Refusal, Rule, SEARCH, STOCK, TILES, WAY,
};
use super::legs::Length;
use super::state::{Manner, Searches, Snapshot, link, rule_shown, stands};
use super::{AutoChess, CARD, Problem, decision, figures, new_rule_decisions};
use crate::algorithm::Lens;
use crate::event::{Event as _, Slot, Tone, Value, trimmed};
use crate::trace::lens::{HeldEvent, Paint};
use crate::trace::replay::{Figure, QueueEntry, Table, Tie, Token, WhyNot};
use crate::trace::{CellState, Decision, Moment};
use crate::{Cell, Dir, Role, Tile};

/// The layers that decide the role of a cell.
const LAYERS: [u8; 3] = [SEARCH, STOCK, REACH];
/// Mark of a blocked cell. It shows the obstacle.
const BLOCKED: u8 = u8::MAX;

/// Returns how a cell was judged. As painted, except for the cell being scanned, which has that role for one event only.
pub(super) fn status(cell: &CellState<E>) -> Option<Value> {
    let (now, at) = (cell.player(), cell.cell());
    let turn = Snapshot::of(now)?;
    let held_events = LAYERS.map(|layer| {
        let event = cell.holder(layer)?;
        Some(HeldEvent { mark: AutoChess::mark(now.event(event)?, now.context()), event: event as u32 })
    });
    match (part(&turn)(cell.index(), &held_events), turn.held_event(Slot::Cell(STOCK, at))) {
        (Role::Refused | Role::None, Some((_, E::Refused { why, .. }))) => Some(Value::Word(why.word().into())),
        (Role::None, _) => None,
        (role, _) => Some(Value::Word(CARD.role_name(role).into())),
    }
}

/// Returns the squared distance of a scanned cell from the piece.
fn scanned(cell: &CellState<E>) -> Option<u32> {
    let (turn, at) = (Snapshot::of(cell.player())?, cell.cell());
    turn.held_event(Slot::Cell(STOCK, at)).map(|_| squared(turn.at, at))
}

/// Returns the distance of a cell from the piece, in cells.
pub(super) fn distance(cell: &CellState<E>) -> Option<Value> {
    scanned(cell).map(real_cells)
}

/// Returns the distance of a cell from the piece, in units of the source.
pub(super) fn distance_in_units(cell: &CellState<E>) -> Option<Value> {
    scanned(cell).map(units).map(Value::Real)
}

/// Returns how far the nearest enemy is from a cell in reach, in cells.
pub(super) fn in_reach(cell: &CellState<E>) -> Option<Value> {
    let turn = Snapshot::of(cell.player())?;
    match turn.held_event(Slot::Cell(REACH, cell.cell()))?.1 {
        E::InReach { squared, .. } => Some(real_cells(*squared)),
        _ => None,
    }
}

/// Returns a field of the event that a cell holds in a layer, if it is one of this turn.
pub(super) fn field_of_turn(cell: &CellState<E>, layer: u8, name: &str) -> Option<Value> {
    let now = cell.player();
    now.trace().field(Snapshot::of(now)?.held_event(Slot::Cell(layer, cell.cell()))?.0, name)
}

/// Returns the node of the search in a cell while a piece decides.
fn node<'a>(cell: &CellState<'a, E>) -> Option<&'a E> {
    Snapshot::of(cell.player())?;
    cell.layer(SEARCH)
}

/// Returns the estimate of the rest in the exact search, whose events do not contain it.
fn rest(cell: &CellState<E>) -> Option<f64> {
    let E::Sought { goal, .. } = cell.player().phase(WAY)? else { return None };
    Some(cell.player().context().octile(cell.cell(), *goal).cells())
}

pub(super) fn f(cell: &CellState<E>) -> Option<Value> {
    let (node, context) = (node(cell)?, cell.player().context());
    let f = f_number(node, context).map(|f| f.1);
    f.or_else(|| Some(g_number(node, context)?.1 + rest(cell)?)).map(Value::Real)
}

pub(super) fn f_number(event: &E, _: &Context) -> Option<(u8, f64)> {
    match event {
        E::Opened { g, h, .. } | E::Lowered { g, h, .. } | E::Expanded { g, h, .. } => {
            Some((SEARCH, g + f64::from(*h)))
        }
        _ => None,
    }
}

pub(super) fn g(cell: &CellState<E>) -> Option<Value> {
    g_number(node(cell)?, cell.player().context()).map(|g| Value::Real(g.1))
}

pub(super) fn g_number(event: &E, _: &Context) -> Option<(u8, f64)> {
    match *event {
        E::Opened { g, .. } | E::Lowered { g, .. } | E::Expanded { g, .. } => Some((SEARCH, g)),
        E::Reached { straight, diagonal, .. } | E::Settled { straight, diagonal, .. } => {
            Some((SEARCH, Length { straight, diagonal }.cells()))
        }
        _ => None,
    }
}

pub(super) fn h(cell: &CellState<E>) -> Option<Value> {
    let h = h_number(node(cell)?, cell.player().context()).map(|h| h.1);
    h.or_else(|| rest(cell)).map(Value::Real)
}

pub(super) fn h_number(event: &E, _: &Context) -> Option<(u8, f64)> {
    match event {
        E::Opened { h, .. } | E::Lowered { h, .. } | E::Expanded { h, .. } => Some((SEARCH, f64::from(*h))),
        _ => None,
    }
}

/// Returns whether Jumper's path turned out longer than the shortest.
pub(super) fn is_longer(before: &Moment<E>, event: &E, _: bool) -> bool {
    let &E::Measured { by: Pathfinder::Shortest, straight, diagonal, .. } = event else { return false };
    let jumper = Snapshot::of(before).and_then(|turn| turn.length(Pathfinder::Jumper));
    jumper.is_some_and(|(jumper, ..)| jumper > Length { straight, diagonal })
}

impl Lens for AutoChess {
    fn mark(event: &E, cx: &Context) -> u8 {
        match event {
            E::Refused { why: Refusal::Blocked, .. } => BLOCKED,
            _ => event.is(cx).role as u8,
        }
    }

    fn paint<'a>(now: &Moment<'a, E>) -> Paint<'a> {
        let Some(turn) = Snapshot::of(now) else { return Paint::Last(Vec::new()) };
        let looks = |e: &&E| {
            matches!(
                e,
                E::Looked { .. }
                    | E::Found { .. }
                    | E::TookLead { .. }
                    | E::Expanded { .. }
                    | E::Settled { .. }
                    | E::Took { .. }
                    | E::Preferred { .. }
                    | E::LedBehind { .. }
            )
        };
        let current = now.last().filter(looks).and_then(E::cell).map(|cell| now.context().size.index(cell));
        let part = part(&turn);
        let role = move |index: usize, held: &[Option<HeldEvent>]| match part(index, held) {
            role if role != Role::Chosen && current == Some(index) => Role::Current,
            role => role,
        };
        Paint::Of(LAYERS.to_vec(), Box::new(role))
    }

    fn arrow(cell: &CellState<E>) -> Option<Dir> {
        let jump = || Some(Snapshot::of(cell.player())?.held_event(Slot::Cell(STOCK, cell.cell()))?.1);
        link(cell.layer(SEARCH).or_else(jump)?).map(|l| l.0)
    }

    /// Returns the path being searched, or else the chosen jump.
    fn path(now: &Moment<E>) -> Vec<Cell> {
        let Some(turn) = Snapshot::of(now) else { return Vec::new() };
        match (now.state::<Searches>().way, turn.hop) {
            (Some(way), _) if way.joined.is_empty() => cells_along(&way.nodes(now)),
            (Some(way), _) => cells_along(&way.joined),
            (None, Some(hop)) => cells_along(&[turn.at, hop]),
            _ => Vec::new(),
        }
    }

    fn explain(now: &Moment<E>) -> String {
        let (Some(last), Some(turn)) = (now.last(), Snapshot::of(now)) else { return String::new() };
        match (*last, turn.lead) {
            (E::TurnBegan { range, hull, .. }, _) if turn.reach > 0 => {
                let sum = match now.context().range_rule {
                    RangeRule::Minus => format!("range {range} − hull {hull}"),
                    RangeRule::Plus => format!("range {range} + both hulls of {hull}"),
                };
                format!("In units of the source: {sum} = {}, and a cell is {SIDE} wide.", turn.reach)
            }
            (E::GateTested { squared, gate, fits, .. }, _) => format!(
                "In units of the source: {} {} {GATE}, and a cell is {SIDE} wide.",
                in_units(squared),
                gate.sign(fits)
            ),
            (E::Found { .. }, Some(lead)) => {
                format!("The nearest so far is {}, {} away.", lead.cell, cells(lead.squared))
            }
            (E::Measured { by: Pathfinder::Shortest, .. }, _) => {
                let [jumper, exact] = Pathfinder::ALL.map(|by| turn.length(by).map(|l| l.0));
                match jumper.zip(exact) {
                    Some((a, b)) if a > b => format!(
                        "Jumper's path is {:.2} longer: its Manhattan estimate is too high for diagonals.",
                        a.cells() - b.cells()
                    ),
                    Some(_) => "Jumper's path is as short.".into(),
                    None => String::new(),
                }
            }
            _ => String::new(),
        }
    }

    fn question(event: &E, _: &Context) -> Option<&'static str> {
        matches!(event, E::Chose { hop: Some(_), .. }).then_some("Where does the piece jump?")
    }

    fn is_tie(event: &E, cx: &Context) -> bool {
        event.tone(cx) == Tone::Tied
    }

    fn tie(before: &Moment<E>, event: &E) -> Option<Tie> {
        let turn = Snapshot::of(before)?;
        match *event {
            E::Refused { cell, .. } | E::Farther { cell, .. } => decision::level(turn.lead?, cell),
            E::PassedOver { cell, .. } => decision::level(turn.alt?, cell),
            E::Expanded { .. } => decision::pop(&Self::waiting(before)?)?.tie(),
            _ => None,
        }
    }

    /// Returns the choice of the jump once it is made, or else of the target.
    fn decision(now: &Moment<E>) -> Option<Decision> {
        let turn = Snapshot::of(now)?;
        match turn.manner {
            Manner::Article => decision::jump(&turn).or_else(|| decision::stock(&turn)),
            Manner::Fewest => new_rule_decisions::first_jump(&turn).or_else(|| new_rule_decisions::fewest(&turn)),
            Manner::Leap => new_rule_decisions::behind(&turn),
        }
    }

    fn restages(event: &E) -> bool {
        matches!(event, E::Stayed { .. } | E::Changed { .. } | E::HadNoEffect { .. })
    }

    fn watch(now: &Moment<E>) -> Vec<(&'static str, Value)> {
        let Some(turn) = Snapshot::of(now) else { return Vec::new() };
        let (lead, alt) = (turn.lead, turn.alt);
        let distance = |gate| match *turn.gate(gate)?.1 {
            E::GateTested { squared, .. } => Some(real_cells(squared)),
            _ => None,
        };
        let (target, hop) = (lead.map(|l| Value::Cell(l.cell)), lead.map(|l| Value::Cell(l.hop)));
        let far = ("its distance", lead.map(|l| real_cells(l.squared)));
        let head = [
            ("unit", Some(Value::Int(turn.unit as i64 + 1))),
            ("is at", Some(Value::Cell(turn.at))),
            ("reach", Some(Value::Real(f64::from(turn.reach) / SIDE as f64))),
        ];
        let rest = match turn.manner {
            Manner::Article => vec![
                ("stock target", target),
                ("stock hop", hop),
                far,
                ("diagonal cell", alt.map(|l| Value::Cell(l.cell))),
                ("alt", alt.map(|l| Value::Cell(l.hop))),
                ("alt to stock hop", distance(Gate::Near)),
                ("alt to piece", distance(Gate::Far)),
            ],
            Manner::Fewest => {
                let jumps = turn.jumps.map(|n| Value::Int(n.into()));
                vec![("target", target), ("first jump", hop), far, ("jumps in all", jumps)]
            }
            Manner::Leap => vec![("enemy", turn.aim().map(|a| Value::Cell(a.0))), ("behind it", target)],
        };
        let all = head.into_iter().chain(rest).chain([("jumps to", turn.hop.map(Value::Cell))]);
        all.filter_map(|(name, value)| Some((name, value?))).collect()
    }

    fn turn(now: &Moment<E>) -> Option<u32> {
        match now.phase(0) {
            Some(E::Began { round, .. }) if now.context().fight => Some(u32::from(*round).max(1)),
            _ => None,
        }
    }

    fn eyes(cx: &Context) -> Vec<String> {
        if !cx.fight || cx.rules.len() < 2 {
            return Vec::new();
        }
        std::iter::once("the rule at work").chain(cx.rules.iter().map(|r| r.word())).map(str::to_owned).collect()
    }

    fn tiles(now: &Moment<E>) -> Vec<(Cell, Tile)> {
        let changed = |(cell, e): (Cell, &E)| if let E::Changed { tile, .. } = e { Some((cell, *tile)) } else { None };
        let on_board = |rule: Rule| now.layer(TILES + rule as u8).filter_map(changed).collect();
        rule_shown(now).map(on_board).unwrap_or_default()
    }

    fn tokens(now: &Moment<E>) -> Vec<Token> {
        let (cx, rule) = (now.context(), rule_shown(now));
        let acting = Snapshot::of(now).map(|turn| turn.unit).filter(|_| now.eyes() == 0);
        let token = |(unit, (&actor, &start)): (usize, (&usize, &Cell))| {
            let (at, acts) = (stands(now, unit, rule), acting == Some(unit));
            let state = match now.last() {
                Some(E::Stayed { attacks: true, .. }) if acts => "attacks",
                Some(E::Stayed { .. }) if acts => "stuck",
                _ => "",
            };
            (acts || cx.scattered || at != Some(start)).then_some(Token {
                actor,
                at,
                facing: None,
                state: state.into(),
                acts,
            })
        };
        cx.actors.iter().zip(cx.starts.iter()).enumerate().filter_map(token).collect()
    }

    fn figures(now: &Moment<E>) -> Vec<Figure> {
        figures::figures(now)
    }

    fn tables(now: &Moment<E>) -> Vec<Table> {
        let Some(turn) = Snapshot::of(now) else { return Vec::new() };
        let scoreboards = [decision::stock(&turn), decision::diagonal(&turn)].map(|d| d.as_ref().map(Decision::table));
        let known = [decision::fight(now), decision::gates(&turn), decision::lengths(&turn)];
        let own = match turn.manner {
            Manner::Article => None,
            Manner::Fewest => new_rule_decisions::fewest(&turn),
            Manner::Leap => new_rule_decisions::behind(&turn),
        };
        let scoreboards = scoreboards.into_iter().chain([own.as_ref().map(Decision::table)]);
        known.into_iter().chain(scoreboards).chain([decision::way(now)]).flatten().collect()
    }

    /// Returns the open list, in the order in which the heap would return it.
    fn waiting(now: &Moment<E>) -> Option<Vec<QueueEntry>> {
        let searches = now.state::<Searches>();
        let holder = |cell: Cell| now.at(cell).holder(SEARCH).unwrap_or(0);
        let entry = |cell: Cell, key: String, tied: bool| QueueEntry { cell, event: holder(cell), key, tied };
        let cx = now.context();
        let Some(way) = searches.way else {
            let jumps = |&(cell, jumps): &(Cell, u16)| {
                let event = now.at(cell).holder(STOCK).unwrap_or(0);
                QueueEntry { cell, event, key: format!("jumps {jumps}"), tied: false }
            };
            return (!searches.queue.is_empty()).then(|| searches.queue.iter().map(jumps).collect());
        };
        if way.by == Pathfinder::Jumper {
            let all = way.heap.in_order();
            let first = all.first().map(|e| e.0);
            return Some(
                all.iter().map(|&(f, c)| entry(c, format!("f {}", trimmed(f, 2)), Some(f) == first)).collect(),
            );
        }
        let key = |(cell, e): (Cell, &E)| {
            let E::Reached { straight, diagonal, .. } = *e else { return None };
            let f = Length { straight, diagonal }.plus(cx.octile(cell, way.goal));
            Some((f, Place::of(cell, cx.size)))
        };
        let mut open: Vec<_> = now.layer(SEARCH).filter_map(key).collect();
        open.sort_unstable();
        let first = open.first().map(|o| o.0);
        Some(open.iter().map(|&(f, p)| entry(p.cell(cx.size), format!("f {f}"), Some(f) == first)).collect())
    }

    fn why_not(_: &Problem, end: &Moment<E>, cell: Cell) -> Option<WhyNot> {
        let turn = Snapshot::of(end).filter(|_| !end.context().fight)?;
        match turn.manner {
            Manner::Article => decision::why_not(&turn, cell),
            Manner::Fewest => Some(new_rule_decisions::why_not_fewest(&turn, cell)),
            Manner::Leap => Some(new_rule_decisions::why_not_behind(&turn, cell)),
        }
    }
}

/// Returns the role of a cell: the jump, the search, the leader, then the result for the cell in this turn.
fn part(turn: &Snapshot<'_>) -> impl Fn(usize, &[Option<HeldEvent>]) -> Role + use<> {
    let size = turn.now.context().size;
    let (hop, since) = (turn.hop.map(|cell| size.index(cell)), turn.since);
    let [lead, alt] = [turn.lead, turn.alt].map(|led| led.map(|l| size.index(l.cell)));
    move |index, held| {
        let of_turn = |h: &HeldEvent| h.event as usize >= since;
        let [search, stock, reach] = [0, 1, 2].map(|layer| held[layer].filter(|h| layer == 0 || of_turn(h)));
        match (search, stock.map(|s| s.mark)) {
            _ if hop == Some(index) => Role::Chosen,
            (Some(node), _) if node.mark == Role::Done as u8 => Role::Done,
            (Some(_), _) => Role::Queued,
            _ if alt == Some(index) => Role::Raised,
            (_, Some(mark)) if mark == Role::Done as u8 => Role::Done,
            (_, Some(mark)) if mark == Role::Queued as u8 => Role::Queued,
            (_, Some(mark)) if mark == Role::Candidate as u8 => Role::Candidate,
            (_, Some(mark)) if mark == Role::Seen as u8 => Role::Seen,
            (_, Some(BLOCKED)) => Role::None,
            (_, Some(mark)) if mark == Role::Refused as u8 => Role::Refused,
            _ if lead == Some(index) || reach.is_some() => Role::Candidate,
            _ => Role::None,
        }
    }
}

/// Returns every cell of a path of straight legs.
fn cells_along(nodes: &[Cell]) -> Vec<Cell> {
    let mut all: Vec<Cell> = nodes.first().copied().into_iter().collect();
    for leg in nodes.windows(2) {
        let (dx, dy) = leg[0].delta(leg[1]);
        let n = dx.max(dy) as i32;
        let at = |from: u16, to: u16, k: i32| (from as i32 + (to as i32 - from as i32) * k / n.max(1)) as u16;
        all.extend((1..=n).map(|k| Cell::new(at(leg[0].x, leg[1].x, k), at(leg[0].y, leg[1].y, k))));
    }
    all
}
