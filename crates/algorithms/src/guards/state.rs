//! State of a moment: the positions, each guard's beliefs and plans, wrong beliefs, and why a cell is not on a plan.

use super::event::{ACTING, GuardsEvent as E, TRUTH, TURN, aim, belief, lamp, overlay, place, plan};
use super::problem::{Knowledge, Problem};
use crate::algorithm::Lens as _;
use crate::astar::{self, AStar, AStarEvent};
use crate::trace::beliefs::{self, Belief};
use crate::trace::replay::{Row, Table, WhyNot};
use crate::trace::{CellState, Fold, Moment};
use crate::{Cell, Dir, Tile};
use std::collections::{BTreeMap, BTreeSet};

/// Returns the guard whose view is selected, or else the acting guard.
pub(crate) fn subject(now: &Moment<E>) -> u8 {
    let selected_guard = now.eyes().checked_sub(1).filter(|&g| g < now.context().guards.len());
    match (selected_guard, now.get(ACTING)) {
        (Some(g), _) => g as u8,
        (None, Some(E::GuardBegan { guard, .. })) => *guard,
        _ => 0,
    }
}

pub(super) fn actual(cell: &CellState<E>) -> Tile {
    match cell.layer(TRUTH) {
        Some(E::Changed { to, .. }) => *to,
        _ => cell.player().context().map[cell.cell()],
    }
}

pub(super) fn believed(cell: &CellState<E>, guard: u8) -> Tile {
    match cell.layer(belief(guard)) {
        Some(E::Believed { tile, .. }) => *tile,
        _ => cell.player().context().map[cell.cell()],
    }
}

pub(super) fn whereabouts(now: &Moment<E>, actor: usize) -> (Option<Cell>, Option<Dir>, &'static str) {
    match now.get(place(actor as u16)) {
        Some(E::Moved { cell, facing, .. } | E::Shifted { cell, facing, .. }) => (Some(*cell), *facing, ""),
        Some(E::Waited { cell, facing, why, .. }) => (Some(*cell), *facing, why.words().1),
        Some(E::Arrived { cell, facing, .. }) => (Some(*cell), *facing, "arrived"),
        Some(E::Removed { .. }) => (None, None, "gone"),
        Some(E::Caught { .. }) => (None, None, "caught"),
        _ => now.context().actors.get(actor).map_or((None, None, ""), |a| (Some(a.at), a.facing(), "")),
    }
}

pub(super) fn burns(now: &Moment<E>, actor: usize) -> bool {
    match now.get(lamp(actor as u16)) {
        Some(E::Switched { lit, .. }) => *lit,
        _ => now.context().actors.get(actor).is_some_and(|a| a.lit().unwrap_or(true)),
    }
}

pub(super) fn at(now: &Moment<E>, guard: u8) -> Option<Cell> {
    whereabouts(now, now.context().guards.get(guard as usize)?.actor.into()).0
}

pub(super) const fn inner(event: &E) -> Option<&AStarEvent> {
    if let E::Search(e) = event { Some(e) } else { None }
}

/// Applies `ask` to the last search up to now, as a moment of A*. Returns the default if there was none.
pub(super) fn search<T: Default>(now: &Moment<E>, ask: impl FnOnce(&Moment<AStarEvent>) -> T) -> T {
    let began = now.trace().of_kind("began");
    let before = began.partition_point(|&i| (i as usize) < now.cursor());
    let starts = |&i: &u32| match now.event(i as usize)? {
        E::Search(AStarEvent::Began { part: astar::Part::Search, start, goal }) => Some((i as usize, *start, *goal)),
        _ => None,
    };
    let Some((first, start, goal)) = began[..before].iter().rev().find_map(starts) else { return T::default() };
    let context = astar::Context { start, goal, ..now.context().search.clone() };
    ask(&now.inside(&now.wrapped(inner), &context, first, 0))
}

/// A path with the cost of each cell from its start, which comes first.
pub(super) type Way = Vec<(Cell, u64)>;

/// Paths of each guard's last plan and of the plan before.
#[derive(Clone, Default)]
pub(super) struct Plans {
    /// The path that the current search has traced so far, from its end.
    traced: Way,
    ways: BTreeMap<u8, Way>,
    /// The path that each guard's last plan replaced.
    before: BTreeMap<u8, Way>,
}

impl Fold for Plans {
    type Event = E;

    fn take(&mut self, _: usize, event: &E, _: &super::Context) {
        match *event {
            E::Search(AStarEvent::Traced { cell, g, .. }) => self.traced.push((cell, g)),
            E::Planned { guard, .. } => {
                self.traced.reverse();
                let old = self.ways.insert(guard, std::mem::take(&mut self.traced));
                self.before.insert(guard, old.unwrap_or_default());
            }
            E::Despaired { guard, .. } => {
                self.before.insert(guard, self.ways.remove(&guard).unwrap_or_default());
            }
            _ => {}
        }
    }
}

impl Plans {
    /// Returns the path of the previous plan, from start to end.
    pub(super) fn before(&self, guard: u8) -> &[(Cell, u64)] {
        self.before.get(&guard).map_or(&[][..], Vec::as_slice)
    }

    /// Returns the rest of the last plan's path, from the guard's cell on.
    pub(super) fn rest(&self, now: &Moment<E>, guard: u8) -> &[(Cell, u64)] {
        let way = self.ways.get(&guard).map_or(&[][..], Vec::as_slice);
        let at = at(now, guard).and_then(|at| way.iter().position(|&(c, _)| c == at));
        at.map_or(&[], |k| &way[k..])
    }
}

pub(super) fn why_not(problem: &Problem, now: &Moment<E>, cell: Cell) -> Option<WhyNot> {
    let guard = subject(now);
    let planned = now.holder(plan(guard))?;
    let Some(E::Planned { turn, .. }) = now.event(planned) else { return None };
    let then = now.at_moment(planned);
    let then = now.then(&then);
    let search_problem = search_of(problem, &then, guard)?;
    let why = search(&then, |search| AStar::why_not(&search_problem, search, cell))?;
    Some(WhyNot { sentence: format!("Guard {}, plan of turn {turn}: {}", guard + 1, why.sentence), ..why })
}

fn search_of(problem: &Problem, then: &Moment<E>, guard: u8) -> Option<astar::Problem> {
    let spec = problem.guards.get(guard as usize)?;
    let Some(E::Aimed { cell: goal, .. }) = then.get(aim(guard)) else { return None };
    let mut search = astar::Problem { start: at(then, guard)?, goal: *goal, ..spec.search.clone() };
    for (cell, event) in then.layer(belief(guard)) {
        if let E::Believed { tile, .. } = event {
            problem.set(&mut search.passage, spec, cell, *tile);
        }
    }
    if problem.around {
        let others = (0..problem.guards.len() as u8).filter(|&o| o != guard).filter_map(|o| at(then, o));
        let sees = |c: &Cell| matches!(then.at(*c).layer(overlay(guard)), Some(E::Saw { .. }));
        let known = others.filter(|c| problem.knowledge == Knowledge::Omniscient || sees(c));
        known.flat_map(|c| spec.body.cells(c, search.size)).for_each(|c| search.passage.block(c));
    }
    Some(search)
}

const MAX_PLANS: usize = 60;

pub(super) fn tables(now: &Moment<E>) -> Vec<Table> {
    if now.cursor() == 0 {
        return Vec::new();
    }
    let (plans, wrong) = (plans(now, subject(now)), wrong(now));
    // Wrong beliefs come first, because users look for them.
    if wrong.rows.is_empty() { vec![plans, wrong] } else { vec![wrong, plans] }
}

pub(super) fn turn(now: &Moment<E>) -> Option<u32> {
    if let Some(E::TurnBegan { turn, .. }) = now.get(TURN) { Some(*turn) } else { None }
}

fn wrong(now: &Moment<E>) -> Table {
    let of = |guard: u8| {
        let cells: BTreeSet<Cell> = [TRUTH, belief(guard)].iter().flat_map(|&l| now.layer(l)).map(|e| e.0).collect();
        cells.into_iter().filter_map(move |cell| {
            let (is, held) = (actual(&now.at(cell)), believed(&now.at(cell), guard));
            let whose = (guard, (guard + 1).to_string());
            (is != held).then(|| Belief { whose, cell, held: held.english().into(), is: is.english().into() })
        })
    };
    let all: Vec<Belief> = (0..now.context().guards.len() as u8).flat_map(of).collect();
    let columns = &["guard", "cell", "believes", "is", "since"];
    let is_wrong = |then: &Moment<E>, cell, guard| actual(&then.at(cell)) != believed(&then.at(cell), guard);
    let mut table = beliefs::table(now, &all, "Believed wrongly", columns, is_wrong, turn);
    table.columns.push("why".into());
    for (row, Belief { whose, cell, .. }) in table.rows.iter_mut().zip(&all) {
        let remembers = now.at(*cell).layer(belief(whose.0)).is_some();
        let why = if remembers { "it has not looked since" } else { "it never saw the change" };
        row.values.push(why.to_owned());
    }
    table
}

fn plans(now: &Moment<E>, guard: u8) -> Table {
    let (trace, context) = (now.trace(), now.context());
    let all = std::iter::successors(now.holder(plan(guard)), |&i| trace.replaced(i));
    let all: Vec<(usize, E)> = all.take(MAX_PLANS + 1).filter_map(|i| Some((i, *now.event(i)?))).collect();
    let row = |(k, &(event, planned)): (usize, &(usize, E))| {
        let before = all.get(k + 1).map(|before| before.1);
        let (turn, cell, [to, cost, change]) = match planned {
            E::Planned { found, turn, cell, end, cost, .. } => {
                let cost = cost.get();
                let change = match before {
                    Some(E::Planned { cost: old, .. }) if cost > old.get() => {
                        format!("+{}", context.cost(cost - old.get()))
                    }
                    Some(E::Planned { cost: old, .. }) if cost < old.get() => {
                        format!("−{}", context.cost(old.get() - cost))
                    }
                    Some(E::Planned { .. }) => "0".into(),
                    _ => "—".into(),
                };
                let to = if found { end.to_string() } else { format!("{end}, the closest") };
                (turn, cell, [to, context.cost(cost).to_string(), change])
            }
            E::Despaired { turn, cell, .. } => (turn, cell, ["no path", "—", "—"].map(str::to_owned)),
            _ => return None,
        };
        let row = Row::new([turn.to_string(), cell.to_string(), to, cost, change]).at(cell).shown_by(event);
        Some(Row { chosen: k == 0, ..row })
    };
    let rows = all.iter().take(MAX_PLANS).enumerate().filter_map(row).collect();
    Table::new(format!("Plans of guard {}", guard + 1), &["turn", "from", "to", "cost", "change"], rows)
}
