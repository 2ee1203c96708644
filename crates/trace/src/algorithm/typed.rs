//! The lens of an algorithm without its types. Each call passes the moment on with its events typed.

use super::{Lens, paint, value};
use crate::card::rows::Untyped;
use crate::event::{Event, Value};
use crate::trace::lens::{AnyLens, Gauge, Paint, each_gauge, questions, schema};
use crate::trace::replay::{Chart, Figure, QueueEntry, Rose, Table, Tie, Token, WhyNot};
use crate::trace::schema::Name;
use crate::trace::{Decision, Log, Moment, Player, Trace};
use crate::{Card, Cell, Dir, Role, Tile};
use std::ops::Range;

/// The lens of an algorithm, implementing the untyped interface of a trace.
pub(super) struct Typed<A: Lens> {
    problem: A::Problem,
}

impl<A: Lens> Typed<A> {
    /// Creates the lens for a run of a problem.
    pub(super) const fn new(problem: A::Problem) -> Self {
        Self { problem }
    }

    /// Calls `ask` with a moment, whose trace has events of this algorithm.
    fn at<T: Default>(player: &Player, ask: impl FnOnce(&Moment<A::Event>) -> T) -> T {
        Moment::of(player).map_or_else(T::default, |now| ask(&now))
    }

    /// Calls `ask` with an event and the constants of the run.
    fn of<T: Default>(
        trace: &Trace,
        event: usize,
        ask: impl FnOnce(&A::Event, &<A::Event as Event>::Context) -> T,
    ) -> T {
        let found = Log::<A::Event>::of(trace).and_then(|log| Some((log.events().get(event)?, log.context())));
        found.map_or_else(T::default, |(event, context)| ask(event, context))
    }
}

macro_rules! by_type {
    ($($(#[$doc:meta])* fn $name:ident($this:ident, $player:ident) -> $answer:ty $by_schema:block)*) => {
        $(fn $name(&self, player: &Player) -> $answer {
            Self::at(player, A::$name)
        })*
    };
}

impl<A: Lens> AnyLens for Typed<A> {
    questions!(by_type);

    fn card(&self) -> Option<&'static Card> {
        Some(Untyped::<A>::CARD)
    }

    fn paint<'a>(&self, layer: usize, player: &'a Player) -> Paint<'a> {
        Moment::of(player).map_or_else(|| Paint::Last(Vec::new()), |now| paint::<A>(layer, &now))
    }

    fn mark(&self, trace: &Trace, event: usize) -> u8 {
        Self::of(trace, event, A::mark)
    }

    fn value(&self, layer: usize, player: &Player, index: usize) -> Option<Value> {
        Self::at(player, |now| value::<A>(layer, &now.at_index(index)))
    }

    fn number(&self, layer: usize, trace: &Trace, event: usize) -> Option<(u8, f64)> {
        Self::of(trace, event, |e, context| A::CARD.layers.get(layer)?.number(e, context))
    }

    fn numbers(&self, layer: usize, trace: &Trace, events: &[u32]) -> Vec<Option<f64>> {
        let (Some(log), Some(row)) = (Log::<A::Event>::of(trace), A::CARD.layers.get(layer)) else {
            return vec![None; events.len()];
        };
        let number = |&event: &u32| Some(row.number(log.events().get(event as usize)?, log.context())?.1);
        events.iter().map(number).collect()
    }

    fn role(&self, trace: &Trace, event: usize) -> Role {
        Self::of(trace, event, A::role)
    }

    fn roles(&self, trace: &Trace, events: Range<usize>) -> Vec<Role> {
        let Some(log) = Log::<A::Event>::of(trace) else { return Vec::new() };
        let events = log.events().get(events).unwrap_or_default();
        events.iter().map(|event| A::role(event, log.context())).collect()
    }

    fn arrow(&self, player: &Player, index: usize) -> Option<Dir> {
        Self::at(player, |now| A::arrow(&now.at_index(index)))
    }

    fn equals(&self, player: &Player, index: usize) -> Option<u32> {
        Self::at(player, |now| A::equals(&now.at_index(index)))
    }

    fn path(&self, player: &Player) -> Vec<Cell> {
        Self::at(player, A::path)
    }

    fn way(&self, end: &Player) -> Vec<Cell> {
        Self::at(end, A::way)
    }

    fn lists(&self) -> &[u8] {
        A::LISTS
    }

    fn taking_ties(&self) -> bool {
        A::TAKING_TIES
    }

    fn queue_newest_first(&self, trace: &Trace) -> bool {
        Log::<A::Event>::of(trace).is_some_and(|log| A::queue_newest_first(log.context()))
    }

    fn is_tie(&self, trace: &Trace, event: usize) -> bool {
        Self::of(trace, event, A::is_tie)
    }

    fn tie(&self, before: &Player, event: usize) -> Option<Tie> {
        Self::at(before, |now| A::tie(now, now.trace().events().get(event)?))
    }

    fn check(&self, check: usize, before: &Player, event: usize, tied: bool) -> bool {
        let Some(row) = A::CARD.checks.get(check) else { return false };
        Self::at(before, |now| now.event(event).is_some_and(|e| row.holds(now, e, tied)))
    }

    fn question(&self, trace: &Trace, event: usize) -> Option<Name> {
        Self::of(trace, event, A::question).map(Name::from)
    }

    fn answers(&self, before: &Player, event: usize) -> Option<Vec<Cell>> {
        Self::at(before, |now| A::answers(now, now.event(event)?))
    }

    fn rewatches(&self, trace: &Trace, event: usize) -> bool {
        schema::rewatches(trace, event) || Self::of(trace, event, |e, _| A::rewatches(e))
    }

    fn restages(&self, trace: &Trace, event: usize) -> bool {
        Self::of(trace, event, |e, _| A::restages(e))
    }

    fn watch(&self, player: &Player) -> Vec<(Name, Value)> {
        Self::at(player, A::watch).into_iter().map(|(name, value)| (name.into(), value)).collect()
    }

    fn eyes(&self, trace: &Trace) -> Vec<String> {
        Log::<A::Event>::of(trace).map_or_else(Vec::new, |log| A::eyes(log.context()))
    }

    fn waiting(&self, player: &Player) -> Option<Vec<QueueEntry>> {
        Self::at(player, A::waiting)
    }

    fn why_not_now(&self, now: &Player, cell: Cell) -> Option<WhyNot> {
        Self::at(now, |now| A::why_not_now(&self.problem, now, cell))
    }

    fn why_not(&self, end: &Player, cell: Cell) -> Option<WhyNot> {
        Self::at(end, |end| A::why_not(&self.problem, end, cell))
    }

    fn why_not_path(&self, end: &Player, path: &[Cell]) -> Option<WhyNot> {
        Self::at(end, |end| A::why_not_path(&self.problem, end, path))
    }

    fn gauge(&self, series: usize, trace: &Trace, event: usize) -> Gauge {
        if A::CARD.series.is_empty() {
            return schema::gauge(series, trace, event);
        }
        let found = Log::<A::Event>::of(trace).and_then(|log| Some((log.events().get(event)?, log.context())));
        found.zip(A::CARD.series.get(series)).map_or(Gauge::Same, |((event, context), row)| (row.gauge)(event, context))
    }

    fn gauges(&self, trace: &Trace, events: Range<usize>, values: &mut [f64]) {
        if A::CARD.series.is_empty() {
            return each_gauge(events, values, |series, event| schema::gauge(series, trace, event));
        }
        // Checks the type of the events once for all of them.
        let Some(log) = Log::<A::Event>::of(trace) else { return };
        for (row, value) in A::CARD.series.iter().zip(values) {
            for event in log.events().get(events.clone()).unwrap_or_default() {
                (row.gauge)(event, log.context()).apply(value);
            }
        }
    }
}
