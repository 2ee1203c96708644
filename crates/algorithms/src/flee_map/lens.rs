//! Views of a moment of a flee map: layers, roles, arrows, the queue, ties, checks. Nothing here runs anything.

use super::decision::{decision, tables, walk};
use super::event::{
    BROGUE, BROGUE_STEPS, CANDIDATES, Context, DANGER, ESCAPE, FleeEvent as E, Part, Rule, STEPS, Stop, VALUES,
    hundredths,
};
use super::{FleeMap, Problem};
use crate::algorithm::Lens;
use crate::event::{Event as _, Value};
use crate::root2::Root2;
use crate::trace::lens::Paint;
use crate::trace::replay::{Figure, Table, Token, WhyNot};
use crate::trace::{CellState, Decision, Moment};
use crate::{Cell, Dir, Role, descent};

/// Returns the layer in which a rule writes the values of cells.
pub(super) const fn layer(rule: Rule) -> u8 {
    match rule {
        Rule::Sherratt => VALUES,
        Rule::Brogue => BROGUE,
    }
}

pub(super) fn worth(now: &Moment<E>, cell: Cell, rule: Rule) -> Option<Root2> {
    match *now.at(cell).layer(layer(rule))? {
        E::Valued { d, d2, .. } => Some(now.context().value(d, d2)),
        E::Scaled { v, .. } | E::Lowered { v, .. } => Some(Root2::new(v, 0)),
        _ => None,
    }
}

pub(super) fn danger(now: &Moment<E>, cell: Cell) -> Option<Root2> {
    match *now.at(cell).layer(DANGER)? {
        E::Reached { d, .. } | E::Settled { d, .. } | E::Bounded { d, .. } => Some(d),
        _ => None,
    }
}

/// Returns Brogue's number in an event.
pub(super) fn brogue(event: &E) -> Option<Value> {
    match *event {
        E::Spread { steps, .. } => Some(Value::Int(steps.into())),
        E::Scaled { v, .. } | E::Lowered { v, .. } => Some(hundredths(v)),
        _ => None,
    }
}

/// Returns the value in an event by the main rule.
fn main_value(event: &E, context: &Context) -> Option<Value> {
    match (context.rules[0], *event) {
        (Rule::Sherratt, E::Valued { d, d2, .. }) => Some(context.value(d, d2).into()),
        (Rule::Sherratt, _) => None,
        (Rule::Brogue, _) => brogue(event),
    }
}

pub(super) fn value(cell: &CellState<E>) -> Option<Value> {
    let context = cell.player().context();
    main_value(cell.layer(layer(context.rules[0]))?, context)
}

pub(super) fn value_number(event: &E, context: &Context) -> Option<(u8, f64)> {
    Some((layer(context.rules[0]), main_value(event, context)?.number()?))
}

pub(super) fn brogue_paint() -> Paint<'static> {
    Paint::Last(vec![BROGUE, BROGUE_STEPS, CANDIDATES])
}

/// Returns whether a step led nearer to the threat.
pub(super) fn comes_nearer(before: &Moment<E>, event: &E, _: bool) -> bool {
    let E::Stepped { cell, .. } = event else { return false };
    let from = event.from().unwrap_or(*cell);
    match (danger(before, *cell), danger(before, from)) {
        (Some(d), Some(was)) => d < was,
        _ => before.context().far(*cell) < before.context().far(from),
    }
}

fn part(now: &Moment<E>) -> Option<Part> {
    if let Some(&E::Began { part }) = now.phase(0) { Some(part) } else { None }
}

impl Context {
    pub(super) fn far(&self, cell: Cell) -> f64 {
        let far = |threat: &Cell| {
            let (dx, dy) = cell.delta(*threat);
            f64::from(dx).hypot(f64::from(dy))
        };
        self.threats.iter().map(far).fold(f64::MAX, f64::min)
    }

    pub(super) fn is_danger(&self, d: Root2) -> bool {
        d < Root2::new(self.threshold, 0)
    }
}

impl Lens for FleeMap {
    const LISTS: &'static [u8] = &[DANGER, ESCAPE];

    /// Paints the layers of the displayed rule, the later ones on top. A valued cell still shows whether it is in
    /// danger.
    fn paint<'a>(now: &Moment<'a, E>) -> Paint<'a> {
        if now.context().rules.contains(&Rule::Sherratt) {
            Paint::Last(vec![DANGER, ESCAPE, VALUES, STEPS, CANDIDATES])
        } else {
            brogue_paint()
        }
    }

    /// Returns the direction to the lowest neighbour, if that is lower than the cell. A cell without a value points
    /// to the cell it was reached from.
    fn arrow(cell: &CellState<E>) -> Option<Dir> {
        let now = cell.player();
        let rule = now.context().rules[0];
        if let Some(here) = worth(now, cell.cell(), rule) {
            let lower = Dir::WINDS.into_iter().filter_map(|dir| {
                let value = worth(now, now.context().step(cell.cell(), dir)?, rule)?;
                (value < here).then_some((value, dir))
            });
            return lower.min_by_key(|&(value, _)| value).map(|(_, dir)| dir);
        }
        let from = [ESCAPE, DANGER, BROGUE].into_iter().find_map(|layer| cell.layer(layer)?.from())?;
        cell.cell().direction_to(from)
    }

    fn path(now: &Moment<E>) -> Vec<Cell> {
        match part(now) {
            Some(Part::Walk) => walk(now, Rule::Sherratt),
            Some(Part::BrogueWalk) => walk(now, Rule::Brogue),
            _ => Vec::new(),
        }
    }

    fn explain(now: &Moment<E>) -> String {
        let context = now.context();
        match now.last() {
            Some(E::Rolled { .. }) => decision(now).map_or_else(String::new, |choice| choice.second_line()),
            Some(event @ &E::Stepped { cell, .. }) => {
                let was = event.from().and_then(|from| danger(now, from));
                let Some((was, d)) = was.zip(danger(now, cell)) else { return String::new() };
                let closer = d < was;
                let was = was.long();
                let d = d.long();
                if closer {
                    return format!("That is nearer to the threat, d = {d} after {was}, because the way out is there.");
                }
                format!("The distance from the threat is {d} after {was}.")
            }
            Some(&E::Stopped { cell, why: Stop::Lowest, .. }) => match danger(now, cell) {
                Some(d) if context.is_danger(d) => {
                    format!("It is cornered: d = {}, below the threshold {}.", d.long(), context.threshold)
                }
                Some(d) => format!("It is out of the danger: d = {}.", d.long()),
                None => String::new(),
            },
            _ => String::new(),
        }
    }

    fn is_tie(event: &E, _: &Context) -> bool {
        matches!(event, E::Rolled { .. })
    }

    fn decision(now: &Moment<E>) -> Option<Decision> {
        decision(now)
    }

    fn rewatches(event: &E) -> bool {
        matches!(event, E::Stepped { .. } | E::Stopped { .. })
    }

    fn restages(event: &E) -> bool {
        Self::rewatches(event)
    }

    fn watch(now: &Moment<E>) -> Vec<(&'static str, Value)> {
        let mut all = vec![("threshold", Value::Int(now.context().threshold.into()))];
        all.extend(part(now).map(|part| ("part", Value::Word(part.word().into()))));
        if let Some(&cell) = Self::path(now).last() {
            all.push(("walker", Value::Cell(cell)));
            all.extend(danger(now, cell).map(|d| ("d of the walker", Value::from(d))));
        }
        all
    }

    fn tokens(now: &Moment<E>) -> Vec<Token> {
        let who = now.context().walker.zip(Self::path(now).last().copied());
        let token = |((actor, _), at)| Token { actor, at: Some(at), facing: None, state: "flees".into(), acts: true };
        who.map(token).into_iter().collect()
    }

    fn figures(now: &Moment<E>) -> Vec<Figure> {
        let walks = now.context().rules.iter().map(|&rule| (rule, walk(now, rule)));
        let figure = |(rule, walk): (Rule, Vec<Cell>)| {
            let role = if rule == Rule::Sherratt { Role::Path } else { Role::Raised };
            Figure::arrow(walk, role, if now.context().rules.len() > 1 { rule.goal() } else { "" })
        };
        walks.filter(|(_, walk)| walk.len() > 1).map(figure).collect()
    }

    fn tables(now: &Moment<E>) -> Vec<Table> {
        tables(now)
    }

    fn why_not(problem: &Problem, end: &Moment<E>, cell: Cell) -> Option<WhyNot> {
        let (context, rule) = (&problem.context, problem.context.rules[0]);
        let about = || end.trace().by_cell().of(cell).iter().rev().map(|&i| i as usize);
        let Some(here) = worth(end, cell, rule) else {
            return Some(WhyNot::new("not-reached", empty(context, end, cell, rule)).shown_by(about().next()));
        };
        let value = rule.value(here);
        let path = walk(end, rule);
        if let Some(k) = path.iter().position(|&c| c == cell) {
            let sentence = format!("{cell} is on the escape path: cell {} of {}.", k + 1, path.len());
            return Some(WhyNot::new("on-path", sentence).shown_by(about().next()).against(value.clone(), value));
        }
        // The turn that last weighed the cell, at its end.
        let weighing_event =
            about().find(|&i| matches!(end.event(i), Some(E::Weighed { rule: by, .. }) if *by == rule));
        let turn = weighing_event.and_then(|i| end.trace().phases().iter().rev().find(|turn| turn.start as usize <= i));
        let then = turn.map(|turn| end.at_moment(turn.end as usize));
        let choice = then.and_then(|then| decision(&Moment::of(&then)?));
        choice.and_then(|choice| descent::why_not(&choice, cell)).or_else(|| {
            let sentence = format!("{cell} has value {}, and was never next to the walker.", rule.long(here));
            let best = path.last().and_then(|&last| worth(end, last, rule)).map(|best| rule.value(best));
            Some(WhyNot::new("not-beside", sentence).shown_by(about().next()).against(best, value))
        })
    }
}

fn empty(context: &Context, end: &Moment<E>, cell: Cell, rule: Rule) -> String {
    let near = Dir::WINDS.into_iter().filter_map(|dir| danger(end, context.step(cell, dir)?)).min();
    let because = match near.filter(|_| rule == Rule::Sherratt).map(Root2::long) {
        _ if !context.open[cell] => "it cannot be entered",
        Some(d) => {
            let threshold = context.threshold;
            &format!("its nearest neighbour is frontier, d = {d}, at or above the threshold {threshold}")
        }
        None => "the danger does not reach it",
    };
    format!("{cell} has no value: {because}.")
}
