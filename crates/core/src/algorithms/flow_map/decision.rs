//! The choice of a prisoner among the neighbours that it weighs; why it did not step on a cell, and why one is not reached.

use super::Problem;
use super::event::{Context, FAR, FlowEvent as E, TILES, Verdict};
use super::state::{arrow, shown, solid};
use crate::event::counted;
use crate::geometry::{Cell, Dir};
use crate::grid::Grid;
use crate::trace::replay::WhyNot;
use crate::trace::{Candidate, Decision, Fate, Fold, Moment};

/// What the prisoner whose move it is has weighed so far, each with its event, and where it goes.
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
    fn fate(&self, cell: Cell, verdict: Verdict, context: &Context) -> Fate {
        match verdict {
            Verdict::Lower if self.taken == Some(cell) => Fate::Chosen,
            Verdict::Lower if self.taken.is_none() => Fate::Open,
            Verdict::Lower if context.dice => Fate::Tied("equal, and the dice chose another".into()),
            Verdict::Lower => Fate::Tied("equal, but later in the order".into()),
            Verdict::NotLower | Verdict::NotLowest => Fate::lost("higher", verdict.word()),
            Verdict::NotReached => Fate::lost("not-reached", verdict.word()),
            Verdict::Occupied => Fate::lost("occupied", verdict.word()),
            Verdict::Solid | Verdict::Corner => Fate::lost("blocked", verdict.word()),
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
        candidates.sort_by_key(|(value, c)| (c.fate != Fate::Chosen, *value));
        for (value, c) in &mut candidates {
            c.against = lowest.filter(|_| *value != FAR).map(|best| (context.height(best), context.height(*value)));
        }
        let equal = candidates.iter().filter(|(_, c)| matches!(c.fate, Fate::Chosen | Fate::Tied(_))).count();
        let order = "up, right, down, left, then the diagonals";
        let rule = if context.dice { format!("dice: 1/{equal} each") } else { order.to_owned() };
        (!candidates.is_empty()).then(|| Decision {
            title: format!("Where {} steps", context.name(self.actor)),
            columns: vec!["neighbour", "value"],
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

pub(super) fn why_not(problem: &Problem, end: &Moment<E>, cell: Cell) -> WhyNot {
    weighed(end, cell).unwrap_or_else(|| unreached(problem, end, cell))
}

/// Of the choice at which a prisoner looked at the cell last.
fn weighed(end: &Moment<E>, cell: Cell) -> Option<WhyNot> {
    let (trace, context) = (end.trace(), end.context());
    let mut of = trace.by_cell().of(cell).iter().rev().map(|&i| (i as usize, trace.events()[i as usize]));
    let walked = of.clone().find(|(_, e)| matches!(e, E::Stepped { .. }));
    if let Some((i, E::Stepped { actor, value, .. })) = walked {
        let value = context.height(value);
        let sentence = format!("{cell} was walked over by {} (event {}): it held {value}.", context.name(actor), i + 1);
        return Some(WhyNot::new("on-path", sentence).shown_by(i).against(value.clone(), value));
    }
    let (i, E::Weighed { value, .. }) = of.find(|(_, e)| matches!(e, E::Weighed { .. }))? else { return None };
    // Its move is over with the next step or wait.
    let ends = |e: &&E| matches!(e, E::Stepped { .. } | E::Waited { .. });
    let over = i + trace.events()[i..].iter().take_while(|e| !ends(e)).count();
    let best = match trace.events().get(over) {
        Some(&E::Stepped { value, .. }) => Some(context.height(value)),
        _ => None,
    };
    let then = end.player().at_moment(over + 1);
    let answer = decision(&Moment::of(&then)?)?.why_not(cell)?;
    let this = (value != FAR).then(|| context.height(value));
    let numbers = match (&best, &this) {
        (Some(best), Some(this)) => format!(": it held {this} against {best}"),
        _ => String::new(),
    };
    let sentence = format!("{} (event {}{numbers}).", answer.sentence.trim_end_matches('.'), i + 1);
    Some(WhyNot { sentence, ..answer.against(best, this) })
}

/// Why a cell has no value; where it has one, how it came to it.
fn unreached(problem: &Problem, end: &Moment<E>, cell: Cell) -> WhyNot {
    let (context, state) = (end.context(), end.at(cell));
    let holder = state.holder(context.main());
    if solid(end, cell) {
        let sentence = format!("{cell} is solid, so it has no distance.");
        return WhyNot::new("blocked", sentence).shown_by(state.holder(TILES));
    }
    let value = shown(&state, context.main());
    if value != FAR {
        let value = context.value(value);
        let sentence = match arrow(&state).and_then(|(dir, _)| cell.step(dir, problem.cx.size)) {
            Some(next) => format!("{cell} is reached: it holds {value}, and the way down goes on at {next}."),
            None => format!("{cell} is reached: it holds {value}, and nothing around it holds less."),
        };
        return WhyNot::new("reached", sentence).shown_by(holder).against(value.clone(), value);
    }
    if !problem.cx.followed.clone().any(|m| problem.cx.regions[m].area.contains(cell)) {
        return WhyNot::new("no-room", format!("{cell} is not reached: it lies in no room.")).shown_by(holder);
    }
    let (cells, gate) = behind(problem, end, cell);
    let cells = counted(cells, "cell");
    let sentence = match gate {
        Some((would, gate)) => format!(
            "{cell} is not reached: no free way joins it, and the {cells} that hang together with it, to an exit. \
             Were {gate} not solid, that cell would hold {}.",
            context.value(would),
        ),
        None => format!(
            "{cell} is not reached: no exit lies among the {cells} that hang together with it, and none just beyond.",
        ),
    };
    WhyNot::new("not-reached", sentence).shown_by(holder)
}

/// How many free cells hang together with one that is not reached, and of the solid cells around them the one beyond
/// which the lowest value lies, with the value that it would take.
fn behind(problem: &Problem, end: &Moment<E>, cell: Cell) -> (u64, Option<(i64, Cell)>) {
    let value = |c: Cell| shown(&end.at(c), end.context().main());
    let around = |c: Cell| Dir::STRAIGHT.into_iter().filter_map(move |d| c.step(d, problem.cx.size));
    let mut seen = Grid::new(problem.cx.size, false);
    seen[cell] = true;
    let (mut open, mut cells, mut best) = (vec![cell], 0, None::<(i64, Cell)>);
    while let Some(c) = open.pop() {
        cells += 1;
        for n in around(c) {
            if std::mem::replace(&mut seen[n], true) {
                continue;
            }
            if solid(end, n) {
                let beyond = around(n).map(value).filter(|&v| v != FAR).min();
                best = best.into_iter().chain(beyond.map(|v| (v + problem.cx.unit, n))).min();
            } else if value(n) == FAR {
                open.push(n);
            }
        }
    }
    (cells, best)
}
