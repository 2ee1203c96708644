//! Where a condition holds: its names are looked up once, then every event is asked in one pass.

use super::Replay;
use crate::event::Value;
use crate::geometry::Cell;
use crate::trace::Player;
use crate::trace::breakpoint::{Ask, Condition, Source};
use crate::trace::schema::Name;

/// A condition with its names looked up.
enum Test<'a> {
    Never,
    Cell(Cell),
    Kind(u16),
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
type Around<'a> = (&'a Player, &'a Player);

/// An event and the moments on both of its sides.
struct Moment<'a> {
    index: usize,
    /// The moments just before and just after it, where some test needs them.
    around: Option<Around<'a>>,
    /// The numbers over time before and after it.
    series: (&'a [f64], &'a [f64]),
    /// What is watched before and after it, where some test needs that.
    watched: (&'a Watch, &'a Watch),
}

/// What is watched at a moment, besides the numbers over time.
type Watch = Vec<(Name, Value)>;

impl Replay {
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
                let named = |name: &String| self.schema().series.iter().any(|s| s == name);
                matches!(c, Condition::Number(Source::Register, name, _) if !named(name))
            };
            return self.walk(&test, condition.mentions(&watches));
        }
        let none = Watch::new();
        let holds = |&i: &u32| {
            let moment = Moment { index: i as usize, around: None, series: (&[], &[]), watched: (&none, &none) };
            self.holds(&test, &moment)
        };
        match condition.cell() {
            // The index by cell holds every candidate.
            Some(cell) => trace.by_cell().of(cell).iter().copied().filter(holds).collect(),
            None => (0..trace.len() as u32).filter(holds).collect(),
        }
    }

    /// Asks every event with the moments on both of its sides, and with what is watched there.
    fn walk(&self, test: &Test<'_>, watches: bool) -> Vec<u32> {
        let mut before = self.player.at_moment(0);
        let mut after = before.clone();
        let mut series = vec![0.0; self.schema().series.len()];
        let mut last = series.clone();
        let watch = |player: &Player| if watches { self.lens().watch(player) } else { Watch::new() };
        let mut watched = watch(&before);
        let mut hits = Vec::new();
        for index in 0..self.len() {
            after.forward();
            self.gauge_all(&mut series, index);
            let stirred = (watches && self.rewatches(index)).then(|| watch(&after));
            let moment = Moment {
                index,
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

    fn look_up<'a>(&'a self, condition: &'a Condition) -> Test<'a> {
        let list = |all: &'a [Condition]| all.iter().map(|c| self.look_up(c)).collect();
        match condition {
            Condition::Cell(cell) => Test::Cell(*cell),
            Condition::Kind(kind) => self.schema().kind(kind).map_or(Test::Never, Test::Kind),
            Condition::Number(Source::Field, name, ask) => Test::Field(self.schema().field_name(name), ask),
            Condition::Number(Source::Layer, name, ask) => {
                let layer = self.schema().layer(name);
                layer.map_or(Test::Never, |layer| Test::Layer(layer, ask))
            }
            Condition::Number(Source::Register, name, ask) => match self.schema().series.iter().position(|s| s == name)
            {
                Some(series) => Test::Series(series, ask),
                None => Test::Watched(name, ask),
            },
            Condition::Phase(name) => Test::Within(
                self.within(|start| fits(&self.phase_name(start), name) || fits(&self.trace().phase_kind(start), name)),
            ),
            Condition::Actor(name) => {
                let acts = |start: usize| self.trace().actor(start).is_some_and(|actor| fits(&actor, name));
                Test::Within(self.within(acts))
            }
            Condition::Check(name) => self.schema().check(name).map_or(Test::Never, Test::Check),
            Condition::All(all) | Condition::Any(all) if all.is_empty() => Test::Never,
            Condition::All(all) => Test::All(list(all)),
            Condition::Any(all) => Test::Any(list(all)),
            Condition::Not(inner) => Test::Not(Box::new(self.look_up(inner))),
        }
    }

    /// The events inside phases of a kind, as ranges that do not overlap.
    fn within(&self, wanted: impl Fn(usize) -> bool) -> Vec<(u32, u32)> {
        let mut ranges: Vec<(u32, u32)> = Vec::new();
        for phase in self.trace().phases() {
            let (start, inside) = (phase.start as usize, ranges.last().is_some_and(|last| last.1 > phase.start));
            if !inside && wanted(start) {
                ranges.push((phase.start, phase.end));
            }
        }
        ranges
    }

    fn holds(&self, test: &Test<'_>, moment: &Moment<'_>) -> bool {
        let (trace, index) = (self.trace(), moment.index);
        match test {
            Test::Never => false,
            Test::Cell(cell) => trace.cell(index) == Some(*cell),
            Test::Kind(kind) => trace.case(index).kind == *kind,
            Test::Field(name, ask) => {
                let after = trace.field(index, name);
                let before = || trace.replaced(index).and_then(|p| trace.field(p, name));
                after.is_some() && ask.holds(if ask.of_one() { None } else { before() }, after)
            }
            Test::Layer(layer, ask) => {
                let (Some((before, after)), Some(cell)) = (moment.around, trace.cell(index)) else { return false };
                // What writes nothing leaves all values, unless it begins a phase, which makes some of them stale.
                if !ask.of_one() && trace.slot(index).is_none() && !trace.is_turn(index) {
                    return false;
                }
                let value = |player: &Player| self.lens().value(*layer, player, self.size().index(cell));
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
                let value = |all: &Watch| all.iter().find(|(n, _)| n == name).map(|(_, v)| v.clone());
                ask.holds(value(moment.watched.0), value(moment.watched.1))
            }
            Test::Within(ranges) => {
                let i = index as u32;
                let k = ranges.partition_point(|r| r.0 <= i);
                k.checked_sub(1).is_some_and(|k| i < ranges[k].1)
            }
            Test::Check(check) => {
                let Some((before, _)) = moment.around else { return false };
                let tied = self.ties().binary_search(&(index as u32)).is_ok();
                self.lens().check(*check, before, index, tied)
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
