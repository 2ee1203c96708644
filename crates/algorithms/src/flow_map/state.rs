//! State of a flow map at a moment: the actors, the values of the maps, the path down from a cell, and the choice of a
//! prisoner. Also why it did not step on a cell, or why a cell is not reached.

use super::Problem;
use super::event::{Context, FAR, FLEE, FlowEvent as E, GLOBAL, OTHER, REGISTERS, ROOMS, TILES, Verdict, WHOLE};
use super::rules::Walk;
use crate::event::{Event as _, Slot, capital, format_count};
use crate::trace::replay::WhyNot;
use crate::trace::{Candidate, CandidateResult, CellState, Decision, Fold, Moment};
use crate::{ActorKind, Cell, Dir, Grid};
use std::collections::BTreeMap;

#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is one thing that is so of a prisoner")]
pub(super) struct Person {
    /// Cell of the actor; `None` once it is gone.
    pub at: Option<Cell>,
    pub awake: bool,
    chained: bool,
    waits: bool,
    /// The turn in which the ripple reached it. It cheers until its first move.
    pub cheered: Option<u32>,
    cheers: bool,
    /// The map that it follows, once it has walked.
    pub map: Option<u16>,
    pub steps: u32,
    pub left: Option<u32>,
    /// The last event about it.
    pub event: Option<usize>,
}

impl Person {
    pub(super) const fn word(&self) -> &'static str {
        match (self.awake, self.chained, self.waits) {
            (_, true, _) => "chained",
            (true, _, true) => "waits",
            (true, ..) if self.cheers => "cheers",
            (true, ..) => "awake",
            _ => "asleep",
        }
    }
}

/// The actors that events were about, by their index in the scene.
#[derive(Clone, Default)]
pub(super) struct People(BTreeMap<u32, Person>);

impl People {
    /// Returns an actor. If no event was about it, its state is that of the scene.
    pub(super) fn of(&self, actor: u32, context: &Context) -> Person {
        let (_, at, chained) = context.actors[actor as usize];
        let at = Some(at);
        let start = Person {
            at,
            awake: false,
            chained,
            waits: false,
            cheered: None,
            cheers: false,
            map: None,
            steps: 0,
            left: None,
            event: None,
        };
        self.0.get(&actor).copied().unwrap_or(start)
    }

    /// Returns the prisoner that has walked and acted last.
    pub(super) fn last_walker(&self) -> Option<u32> {
        let walked = self.0.iter().filter(|(_, person)| person.steps > 0);
        walked.max_by_key(|(_, person)| person.event).map(|(&actor, _)| actor)
    }
}

impl Fold for People {
    type Event = E;

    fn take(&mut self, index: usize, event: &E, context: &Context) {
        let Some(Slot::Register(register)) = event.slot(context) else { return };
        let Some(actor) = register.checked_sub(REGISTERS) else { return };
        let mut person = self.of(actor, context);
        (person.event, person.waits) = (Some(index), matches!(event, E::Waited { .. }));
        person.cheers = matches!(event, E::Woke { .. });
        person.awake |= !matches!(event, E::Moved { .. } | E::Removed { .. } | E::Freed { .. });
        match *event {
            E::Freed { .. } => person.chained = false,
            // An actor moved by the script follows the best map of its new cell.
            E::Moved { cell, .. } => (person.at, person.map) = (Some(cell), None),
            E::Stepped { cell, map, .. } => {
                person = Person { at: Some(cell), map: Some(map), steps: person.steps + 1, ..person }
            }
            E::Woke { turn, .. } => person.cheered = Some(turn),
            E::Left { turn, .. } => (person.at, person.left) = (None, Some(turn)),
            E::Removed { .. } => person.at = None,
            _ => {}
        }
        self.0.insert(actor, person);
    }
}

impl Context {
    /// Returns whether dice are rolled for a step.
    pub(super) fn rolls(&self) -> bool {
        self.walk == Walk::RandomTurn || self.dice && !self.walk.has_heading()
    }

    pub(super) const fn has_rooms(&self) -> bool {
        self.regions.len() > 1
    }

    /// Returns the layer of the followed map.
    pub(super) fn main(&self) -> u8 {
        if self.has_rooms() && self.followed.contains(&(self.regions.len() - 1)) { GLOBAL } else { ROOMS }
    }

    pub(super) fn is_prisoner(&self, actor: u32) -> bool {
        self.actors[actor as usize].0 == ActorKind::Prisoner
    }

    pub(super) fn prisoners(&self) -> impl Iterator<Item = u32> {
        (0..self.actors.len() as u32).filter(|&actor| self.is_prisoner(actor))
    }
}

pub(super) fn solid(now: &Moment<E>, cell: Cell) -> bool {
    match now.at(cell).layer(TILES) {
        Some(E::Changed { solid, .. }) => *solid,
        _ => now.context().ground.solid[cell],
    }
}

/// Returns whether a walker cannot stand on a cell.
pub(super) fn shut(now: &Moment<E>, cell: Cell) -> bool {
    now.context().ground.shuts(|c| solid(now, c), cell)
}

/// Returns the value that a map layer shows for a cell, in units.
pub(super) fn displayed_value(cell: &CellState<E>, layer: u8) -> i64 {
    match cell.layer(layer) {
        Some(&(E::Wrote { value, .. } | E::FleeWritten { value, .. })) => value,
        _ => FAR,
    }
}

pub(super) fn value_in(now: &Moment<E>, map: u16, cell: Cell) -> i64 {
    let state = now.at(cell);
    // For a cell shared by rooms, a separate layer holds the values of the other rooms.
    let own = |&layer: &u8| matches!(state.layer(layer), Some(&E::Wrote { map: held, .. }) if held == map);
    let layers: &[u8] = if map == WHOLE { &[GLOBAL] } else { &[ROOMS, OTHER] };
    layers.iter().find(|layer| own(layer)).map_or(FAR, |&layer| displayed_value(&state, layer))
}

/// Returns the value that a walker in a map follows downhill.
pub(super) fn height(now: &Moment<E>, map: u16, cell: Cell) -> i64 {
    if now.context().flee.is_some() { displayed_value(&now.at(cell), FLEE) } else { value_in(now, map, cell) }
}

/// Returns the map whose value a cell shows.
pub(super) fn map_of(now: &Moment<E>, cell: Cell) -> Option<u16> {
    match now.at(cell).layer(now.context().main()) {
        Some(&E::Wrote { map, value, .. }) if value != FAR => Some(map),
        _ => None,
    }
}

/// Returns the first of the lowest neighbours below a cell in a map, and how many are equal to it.
fn down(now: &Moment<E>, map: u16, cell: Cell) -> Option<(Dir, u32)> {
    let context = now.context();
    let area = context.regions[(map as usize).min(context.regions.len() - 1)].area;
    let own = height(now, map, cell);
    let step = |&dir: &Dir| {
        let to = context.ground.step_where(|c| shut(now, c), cell, dir, area).ok()?;
        Some((height(now, map, to), dir)).filter(|&(value, _)| value != FAR && value < own)
    };
    let lower: Vec<_> = context.ground.dirs().iter().filter_map(step).collect();
    // Among equals, the first.
    let lowest = lower.iter().min_by_key(|n| n.0)?;
    Some((lowest.1, lower.iter().filter(|n| n.0 == lowest.0).count() as u32))
}

/// Returns the path down from a cell in a map, including the cell; at most `most` cells.
pub(super) fn way_down(now: &Moment<E>, map: u16, from: Cell, most: usize) -> Vec<Cell> {
    let next = |&cell: &Cell| cell.step(down(now, map, cell)?.0, now.context().size);
    std::iter::successors(Some(from), next).take(most).collect()
}

pub(super) fn arrow(cell: &CellState<E>) -> Option<(Dir, u32)> {
    down(cell.player(), map_of(cell.player(), cell.cell())?, cell.cell())
}

/// The neighbours that the acting prisoner has weighed so far, each with its event, and its choice.
#[derive(Clone, Default)]
struct Choice {
    actor: u32,
    around: Vec<(usize, E)>,
    taken: Option<Cell>,
    roll: Option<f64>,
}

impl Fold for Choice {
    type Event = E;

    fn take(&mut self, index: usize, event: &E, _: &Context) {
        match *event {
            E::TurnBegan { .. } => *self = Self::default(),
            E::ActorBegan { actor, .. } => *self = Self { actor, ..Self::default() },
            E::Weighed { .. } => self.around.push((index, *event)),
            E::Tied { cell, dice, roll, .. } => (self.taken, self.roll) = (Some(cell), dice.then_some(roll)),
            E::Stepped { cell, .. } => self.taken = Some(cell),
            _ => {}
        }
    }
}

impl Choice {
    fn fate(&self, cell: Cell, verdict: Verdict, context: &Context) -> CandidateResult {
        match verdict {
            Verdict::Lower | Verdict::Ruled if self.taken == Some(cell) => CandidateResult::Chosen,
            Verdict::Lower | Verdict::Ruled if self.taken.is_none() => CandidateResult::Open,
            Verdict::Lower | Verdict::Ruled if context.rolls() => {
                CandidateResult::Tied("equal, and the dice chose another".into())
            }
            Verdict::Lower | Verdict::Ruled => CandidateResult::Tied("equal, but later in the order".into()),
            Verdict::NotLower | Verdict::NotLowest => CandidateResult::lost("higher", verdict.word()),
            Verdict::Later => CandidateResult::lost("later", verdict.word()),
            Verdict::NotReached => CandidateResult::lost("not-reached", verdict.word()),
            Verdict::Occupied => CandidateResult::lost("occupied", verdict.word()),
            Verdict::Solid | Verdict::Narrow | Verdict::Corner => CandidateResult::lost("blocked", verdict.word()),
        }
    }

    fn decision(&self, context: &Context) -> Option<Decision> {
        let mut lowest = None;
        let mut candidates = Vec::new();
        for &(event, e) in &self.around {
            let E::Weighed { verdict, cell, value, from, .. } = e else { continue };
            if verdict == Verdict::Lower {
                lowest = Some(value);
            }
            let height = if value == FAR { "—".to_owned() } else { context.height(value).to_string() };
            let fate = self.fate(cell, verdict, context);
            let values = vec![format!("{} {cell}", from.opposite().arrow()), height];
            candidates.push((value, Candidate { cell: Some(cell), values, event: Some(event), against: None, fate }));
        }
        let by_rule = context.walk.has_heading();
        // A rule has its own order, in which the neighbours were tried.
        candidates.sort_by_key(|(value, c)| (c.fate != CandidateResult::Chosen, if by_rule { 0 } else { *value }));
        for (value, c) in &mut candidates {
            c.against = lowest.filter(|_| *value != FAR).map(|best| (context.height(best), context.height(*value)));
        }
        let equal = candidates
            .iter()
            .filter(|(_, c)| matches!(c.fate, CandidateResult::Chosen | CandidateResult::Tied(_)))
            .count();
        let order = "up, right, down, left, then the diagonals";
        let rule = if context.rolls() { format!("dice: 1/{equal} each") } else { order.to_owned() };
        (!candidates.is_empty()).then(|| Decision {
            title: format!("Where {} steps", context.name(self.actor)),
            columns: ["neighbour", "value"].map(Into::into).into(),
            candidates: candidates.into_iter().map(|c| c.1).collect(),
            tied: lowest.map_or_else(String::new, |value| format!("equal value {}", context.height(value))),
            rule,
            roll: self.roll.map(|roll| (roll, 1.0 / equal as f64)),
        })
    }
}

pub(super) fn decision(now: &Moment<E>) -> Option<Decision> {
    now.state::<Choice>().decision(now.context())
}

/// Explains a cell by the last choice in which a prisoner looked at it.
pub(super) fn explain_choice(end: &Moment<E>, cell: Cell) -> Option<WhyNot> {
    let (trace, context) = (end.trace(), end.context());
    let about = trace.by_cell().of(cell).iter().rev();
    let mut of = about.filter_map(|&i| Some((i as usize, *end.event(i as usize)?)));
    let walked = of.clone().find(|(_, e)| matches!(e, E::Stepped { .. }));
    if let Some((i, E::Stepped { actor, value, .. })) = walked {
        let value = context.height(value);
        let who = capital(&context.name(actor));
        let sentence = format!("{who} walked over {cell} (event {}), where the map said {value}.", trace.number(i));
        return Some(WhyNot::new("on-path", sentence).shown_by(i).against(value.clone(), value));
    }
    let (i, E::Weighed { value, .. }) = of.find(|(_, e)| matches!(e, E::Weighed { .. }))? else { return None };
    // The move ends with the next step or wait.
    let ends = |&k: &usize| matches!(end.event(k), Some(E::Stepped { .. } | E::Waited { .. }));
    let over = (i..trace.len()).find(ends).unwrap_or(trace.len());
    let best = match end.event(over) {
        Some(&E::Stepped { value, .. }) => Some(context.height(value)),
        _ => None,
    };
    let then = end.player().at_moment(over + 1);
    let answer = decision(&end.then(&then))?.why_not(cell)?;
    let this = (value != FAR).then(|| context.height(value));
    let numbers = match (&best, &this) {
        (Some(best), Some(this)) => format!(": its value was {this} against {best}"),
        _ => String::new(),
    };
    let sentence = format!("{} (event {}{numbers}).", answer.sentence.trim_end_matches('.'), trace.number(i));
    Some(WhyNot { sentence, ..answer.against(best, this) })
}

/// Explains why a cell has no value or, if it has one, which cell it was computed from.
pub(super) fn unreached(problem: &Problem, end: &Moment<E>, cell: Cell) -> WhyNot {
    let (context, state) = (end.context(), end.at(cell));
    let holder = state.holder(context.main());
    if solid(end, cell) {
        let sentence = format!("{cell} is solid, so it has no distance.");
        return WhyNot::new("blocked", sentence).shown_by(state.holder(TILES));
    }
    let size = problem.cx.size;
    if shut(end, cell) {
        let width = context.ground.body.width();
        let wall = context.ground.body.cells(cell, size).find(|&c| solid(end, c));
        let why = wall.map_or_else(|| "part of it would lie off the map".into(), |wall| format!("{wall} is solid"));
        let sentence = format!("{cell} is too narrow for a body {width} cells wide: {why}.");
        return WhyNot::new("blocked", sentence);
    }
    let value = displayed_value(&state, context.main());
    if value != FAR {
        let value = context.value(value);
        let sentence = match arrow(&state).and_then(|(dir, _)| cell.step(dir, size)) {
            Some(next) => format!("{cell} is reached: its value is {value}, and the path down continues at {next}."),
            None => format!("{cell} is reached: its value is {value}, and no neighbour has a lower one."),
        };
        return WhyNot::new("reached", sentence).shown_by(holder).against(value.clone(), value);
    }
    if !problem.cx.followed.clone().any(|m| problem.cx.regions[m].area.contains(cell)) {
        return WhyNot::new("no-room", format!("{cell} is not reached: it is in no room.")).shown_by(holder);
    }
    let (cells, gate) = behind(problem, end, cell);
    let cells = format_count(cells, "cell");
    let sentence = match gate {
        Some((would, gate)) => format!(
            "{cell} is not reached: no free path leads from it and the {cells} connected to it to an exit. \
             If {gate} were not solid, its value would be {}.",
            context.value(would),
        ),
        None if context.ground.body.is_wide() => format!(
            "{cell} is not reached: no path that is wide enough leads from it and the {cells} connected to it to \
             an exit."
        ),
        None => format!(
            "{cell} is not reached: there is no exit among the {cells} connected to it, and none just beyond them.",
        ),
    };
    WhyNot::new("not-reached", sentence).shown_by(holder)
}

/// Returns the number of free cells connected to one that is not reached. Also returns the solid cell around them with
/// the lowest value beyond it, and the value it would take if it were free.
fn behind(problem: &Problem, end: &Moment<E>, cell: Cell) -> (u64, Option<(i64, Cell)>) {
    let value = |c: Cell| displayed_value(&end.at(c), end.context().main());
    let around = |c: Cell| Dir::STRAIGHT.into_iter().filter_map(move |d| c.step(d, problem.cx.size));
    let mut visited_cells = Grid::new(problem.cx.size, false);
    visited_cells[cell] = true;
    let mut open = vec![cell];
    let mut cells = 0;
    let mut best = None::<(i64, Cell)>;
    while let Some(c) = open.pop() {
        cells += 1;
        for n in around(c) {
            if std::mem::replace(&mut visited_cells[n], true) {
                continue;
            }
            if shut(end, n) {
                // A wide body may be blocked by more than one cell.
                let one = !end.context().ground.body.is_wide();
                let beyond = around(n).map(value).filter(|&v| one && v != FAR).min();
                best = best.into_iter().chain(beyond.map(|v| (v + problem.cx.unit, n))).min();
            } else if value(n) == FAR {
                open.push(n);
            }
        }
    }
    (cells, best)
}
