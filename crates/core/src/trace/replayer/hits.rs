//! Where a condition holds: its names are looked up once, then every event is asked in one pass.

use super::Replayer;
use crate::algorithms::Algorithm;
use crate::event::{Event, Value};
use crate::geometry::Cell;
use crate::trace::breakpoint::{Ask, Condition, Source};
use crate::trace::{Player, Replay, Trace};
use std::sync::Arc;

/// A condition with its names looked up.
enum Test<'a> {
    Never,
    Cell(Cell),
    Kind(&'a str),
    Field(&'a str, &'a Ask),
    Layer(usize, &'a Ask),
    Series(usize, &'a Ask),
    Watched(&'a str, &'a Ask),
    /// In one of these ranges of events, ascending.
    Within(Vec<(u32, u32)>),
    Check(usize),
    All(Vec<Self>),
    Any(Vec<Self>),
    Not(Box<Self>),
}

/// The moments just before and just after an event.
type Around<'a, E> = (&'a Player<E>, &'a Player<E>);

/// An event and the moments on both of its sides.
struct Moment<'a, A: Algorithm> {
    index: usize,
    event: &'a A::Event,
    /// The moments just before and just after it, where some test needs them.
    around: Option<Around<'a, A::Event>>,
    /// The numbers over time before and after it.
    series: (&'a [f64], &'a [f64]),
    /// What is watched before and after it, where some test needs that.
    watched: (&'a Watch, &'a Watch),
}

/// What is watched at a moment, besides the numbers over time.
type Watch = Vec<(&'static str, Value)>;

impl<A: Algorithm> Replayer<A> {
    pub(super) fn find_hits(&self, condition: &Condition) -> Vec<u32> {
        let trace = self.player.trace();
        if let Condition::Kind(kind) = condition {
            return trace.of_kind(kind).to_vec();
        }
        let test = self.look_up(condition);
        let moments = condition
            .mentions(&|c| matches!(c, Condition::Check(_) | Condition::Number(Source::Layer | Source::Register, ..)));
        if moments {
            let watches = |c: &Condition| {
                let named = |name: &String| A::CARD.series.contains(&name.as_str());
                matches!(c, Condition::Number(Source::Register, name, _) if !named(name))
            };
            return self.walk(&test, condition.mentions(&watches));
        }
        let none = Watch::new();
        let holds = |&i: &u32| {
            let event = &trace.events()[i as usize];
            self.holds(
                &test,
                &Moment { index: i as usize, event, around: None, series: (&[], &[]), watched: (&none, &none) },
            )
        };
        match condition.cell() {
            // The index by cell holds every candidate.
            Some(cell) => trace.by_cell().of(cell).iter().copied().filter(holds).collect(),
            None => (0..trace.events().len() as u32).filter(holds).collect(),
        }
    }

    /// Asks every event with the moments on both of its sides, and with what is watched there.
    fn walk(&self, test: &Test<'_>, watches: bool) -> Vec<u32> {
        let trace = self.player.trace();
        let mut before = Player::new(Arc::clone(trace));
        before.set_eyes(self.player.eyes());
        let mut after = before.clone();
        let mut series = vec![0.0; A::CARD.series.len()];
        let mut last = series.clone();
        let watch = |player: &Player<A::Event>| if watches { A::watch(player) } else { Watch::new() };
        let mut watched = watch(&before);
        let mut hits = Vec::new();
        for (index, event) in trace.events().iter().enumerate() {
            after.forward();
            Self::gauge_all(&mut series, event, trace.context());
            let stirred = (watches && (self.is_turn(event) || A::rewatches(event))).then(|| watch(&after));
            let moment = Moment {
                index,
                event,
                around: Some((&before, &after)),
                series: (&last, &series),
                watched: (&watched, stirred.as_ref().unwrap_or(&watched)),
            };
            if self.holds(test, &moment) {
                hits.push(index as u32);
            }
            watched = stirred.unwrap_or(watched);
            before.forward();
            last.copy_from_slice(&series);
        }
        hits
    }

    fn look_up<'a>(&self, condition: &'a Condition) -> Test<'a> {
        let list = |all: &'a [Condition]| all.iter().map(|c| self.look_up(c)).collect();
        match condition {
            Condition::Cell(cell) => Test::Cell(*cell),
            Condition::Kind(kind) => Test::Kind(kind),
            Condition::Number(Source::Field, name, ask) => Test::Field(name, ask),
            Condition::Number(Source::Layer, name, ask) => {
                let layer = A::CARD.layers.iter().position(|l| l.name == name);
                layer.map_or(Test::Never, |layer| Test::Layer(layer, ask))
            }
            Condition::Number(Source::Register, name, ask) => match A::CARD.series.iter().position(|s| s == name) {
                Some(series) => Test::Series(series, ask),
                None => Test::Watched(name, ask),
            },
            Condition::Phase(name) => Test::Within(self.within(|_, called| fits(called, name))),
            Condition::Actor(name) => {
                // Where a rule plays too, the phase is called after both: `stock, unit 3`.
                let called_so = |called: &str| called.rsplit(", ").next().is_some_and(|actor| fits(actor, name));
                Test::Within(self.within(|event, called| event.acts(self.trace().context()) && called_so(called)))
            }
            Condition::Check(name) => {
                A::CARD.checks.iter().position(|c| c.name == name).map_or(Test::Never, Test::Check)
            }
            Condition::All(all) | Condition::Any(all) if all.is_empty() => Test::Never,
            Condition::All(all) => Test::All(list(all)),
            Condition::Any(all) => Test::Any(list(all)),
            Condition::Not(inner) => Test::Not(Box::new(self.look_up(inner))),
        }
    }

    /// The events inside phases of a kind, as ranges that do not overlap.
    fn within(&self, kind: impl Fn(&A::Event, &str) -> bool) -> Vec<(u32, u32)> {
        let mut ranges: Vec<(u32, u32)> = Vec::new();
        for phase in self.trace().phases() {
            let (start, inside) = (phase.start as usize, ranges.last().is_some_and(|last| last.1 > phase.start));
            if !inside && kind(&self.trace().events()[start], &self.phase_name(start)) {
                ranges.push((phase.start, phase.end));
            }
        }
        ranges
    }

    fn holds(&self, test: &Test<'_>, moment: &Moment<'_, A>) -> bool {
        let event = moment.event;
        match test {
            Test::Never => false,
            Test::Cell(cell) => event.cell() == Some(*cell),
            Test::Kind(kind) => event.kind(self.trace().context()) == *kind,
            Test::Field(name, ask) => {
                let trace = self.trace();
                let after = field(trace, moment.index, name);
                let before = || trace.replaced(moment.index).and_then(|p| field(trace, p, name));
                after.is_some() && ask.holds(if ask.of_one() { None } else { before() }, after)
            }
            Test::Layer(layer, ask) => {
                let (Some((before, after)), Some(cell)) = (moment.around, event.cell()) else { return false };
                // What writes nothing leaves all values, unless it begins a phase, which makes some of them stale.
                if !ask.of_one() && event.slot(self.trace().context()).is_none() && !self.is_turn(event) {
                    return false;
                }
                let value = |player: &Player<A::Event>| A::value(*layer, &player.at(cell));
                // Whatever is asked, there has to be a value after it.
                let Some(shown) = value(after) else { return false };
                ask.holds(if ask.of_one() { None } else { value(before) }, Some(shown))
            }
            Test::Series(series, ask) => {
                let (before, after) = moment.series;
                let value = |all: &[f64]| all.get(*series).map(|x| Value::Real(*x));
                ask.holds(value(before), value(after))
            }
            Test::Watched(name, ask) => {
                let value = |all: &Watch| all.iter().find(|(n, _)| n == name).map(|(_, v)| *v);
                ask.holds(value(moment.watched.0), value(moment.watched.1))
            }
            Test::Within(ranges) => {
                let i = moment.index as u32;
                let k = ranges.partition_point(|r| r.0 <= i);
                k.checked_sub(1).is_some_and(|k| i < ranges[k].1)
            }
            Test::Check(check) => {
                let Some((before, _)) = moment.around else { return false };
                let tied = self.ties().binary_search(&(moment.index as u32)).is_ok();
                A::check(*check, before, event, tied)
            }
            Test::All(all) => all.iter().all(|t| self.holds(t, moment)),
            Test::Any(all) => all.iter().any(|t| self.holds(t, moment)),
            Test::Not(inner) => !self.holds(inner, moment),
        }
    }
}

/// Whether a phase is called so: `guard 2`, or `guard` for each of them.
fn fits(called: &str, name: &str) -> bool {
    called.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

/// A field of an event.
fn field<E: Event>(trace: &Trace<E>, index: usize, name: &str) -> Option<Value> {
    let mut found = None;
    trace.events()[index].fields(trace.context(), &mut |field, value| {
        if field == name && found.is_none() {
            found = Some(value);
        }
    });
    found
}
