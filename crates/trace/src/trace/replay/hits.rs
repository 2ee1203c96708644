//! The hits of a condition. Names are looked up once. Then every event is tested in one pass, which reports hits as
//! they are found and can be cancelled.

use super::Replay;
use crate::event::Value;
use crate::geometry::Cell;
use crate::progress::{Halt, Progress};
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
    /// The event is in one of these ranges, which are ascending.
    Within(Vec<(u32, u32)>),
    Check(usize),
    All(Vec<Self>),
    Any(Vec<Self>),
    Not(Box<Self>),
}

/// Number of events between two reports. Small enough that a pass over layers that are slow to compute can be cancelled
/// at once.
const PIECE: usize = 256;

/// A callback that receives the number of tested events and the hits since its last call.
pub type HitReceiver<'a> = &'a mut (dyn FnMut(usize, &[u32]) + Send);

/// The hits since the last report.
struct Pieces<'a> {
    tell: HitReceiver<'a>,
    progress: &'a Progress,
    hits: Vec<u32>,
    asked: usize,
}

impl Pieces<'_> {
    /// Records the result for an event. Returns whether a report is due.
    fn add(&mut self, index: usize, holds: bool) -> bool {
        if holds {
            self.hits.push(index as u32);
        }
        self.asked += 1;
        self.asked.is_multiple_of(PIECE)
    }

    /// Reports the hits and the number of tested events, and pauses.
    async fn flush(&mut self, done: usize) -> Result<(), Halt> {
        self.progress.check()?;
        (self.tell)(done, &self.hits);
        self.hits.clear();
        self.progress.pause().await
    }
}

/// The moments just before and just after an event.
type Around<'a> = (&'a Player, &'a Player);

/// An event with the moments before and after it.
struct Moment<'a> {
    index: usize,
    /// The moments just before and just after the event, if a test needs them.
    around: Option<Around<'a>>,
    /// The values of the series before and after the event.
    series: (&'a [f64], &'a [f64]),
    /// The watched values before and after the event, if a test needs them.
    watched: (&'a Watch, &'a Watch),
}

/// The watched values at a moment, besides the series.
type Watch = Vec<(Name, Value)>;

impl Replay {
    /// Returns the indices of the events at which a condition holds, ascending.
    ///
    /// # Errors
    /// Returns an error if `progress` is stopped.
    pub async fn hits(&self, condition: &Condition, progress: &Progress) -> Result<Vec<u32>, Halt> {
        let mut all = Vec::new();
        self.report_hits(condition, progress, &mut |_, hits| all.extend_from_slice(hits)).await?;
        Ok(all)
    }

    /// Reports the events at which a condition holds, as they are found. `tell` receives the number of tested events
    /// and the hits since its last call. It is called at least every few hundred events, and a last time when all
    /// events are tested.
    ///
    /// # Errors
    /// Returns an error if `progress` is stopped.
    pub async fn report_hits(
        &self,
        condition: &Condition,
        progress: &Progress,
        tell: HitReceiver<'_>,
    ) -> Result<(), Halt> {
        let trace = self.player.trace();
        if let Condition::Kind(kind) = condition {
            trace.prepare_by_kind(progress).await?;
            for hits in trace.of_kind(kind).chunks(PIECE) {
                progress.pause().await?;
                tell(hits.last().map_or(0, |&i| i as usize), hits);
            }
            progress.check()?;
            tell(trace.len(), &[]);
            return progress.check();
        }
        let test = self.look_up(condition, progress)?;
        if condition.mentions(&|c| matches!(c, Condition::Check(_))) {
            self.prepare_ties(progress).await?;
        }
        let moments = condition
            .mentions(&|c| matches!(c, Condition::Check(_) | Condition::Number(Source::Layer | Source::Register, ..)));
        let mut pieces = Pieces { tell, progress, hits: Vec::new(), asked: 0 };
        if moments {
            let watches = |c: &Condition| {
                let named = |name: &String| self.schema().series.iter().any(|s| s == name);
                matches!(c, Condition::Number(Source::Register, name, _) if !named(name))
            };
            self.walk(&test, condition.mentions(&watches), &mut pieces).await?;
        } else {
            let none = Watch::new();
            let holds = |index: usize| {
                self.holds(&test, &Moment { index, around: None, series: (&[], &[]), watched: (&none, &none) })
            };
            if let Some(cell) = condition.cell() {
                // The index by cell contains every candidate.
                trace.prepare_by_cell(progress).await?;
                for index in trace.by_cell().of(cell).iter().map(|&i| i as usize).filter(|&i| i >= trace.first()) {
                    if pieces.add(index, holds(index)) {
                        pieces.flush(index + 1).await?;
                    }
                }
            } else {
                for index in trace.first()..trace.len() {
                    if pieces.add(index, holds(index)) {
                        pieces.flush(index + 1).await?;
                    }
                }
            }
        }
        pieces.flush(trace.len()).await
    }

    /// Tests every event with the moments and watched values before and after it.
    async fn walk(&self, test: &Test<'_>, watches: bool, pieces: &mut Pieces<'_>) -> Result<(), Halt> {
        let mut before = self.player.at_moment(0);
        let mut after = before.clone();
        let mut series = self.trace().first_values(self.schema().series.len());
        let mut last = series.clone();
        let watch = |player: &Player| if watches { self.lens().watch(player) } else { Watch::new() };
        let mut watched = watch(&before);
        for index in self.trace().first()..self.len() {
            after.forward();
            self.lens().gauges(self.trace(), index..index + 1, &mut series);
            let stirred = (watches && self.rewatches(index)).then(|| watch(&after));
            let moment = Moment {
                index,
                around: Some((&before, &after)),
                series: (&last, &series),
                watched: (&watched, stirred.as_ref().unwrap_or(&watched)),
            };
            let holds = self.holds(test, &moment);
            if pieces.add(index, holds) {
                pieces.flush(index + 1).await?;
            }
            watched = stirred.unwrap_or(watched);
            before.forward();
            last.copy_from_slice(&series);
        }
        Ok(())
    }

    /// Looks up the names of a condition.
    fn look_up<'a>(&'a self, condition: &'a Condition, progress: &Progress) -> Result<Test<'a>, Halt> {
        let list = |all: &'a [Condition]| all.iter().map(|c| self.look_up(c, progress)).collect::<Result<_, _>>();
        Ok(match condition {
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
            Condition::Phase(name) => Test::Within(self.within(progress, |start| {
                fits(&self.phase_name(start), name) || fits(&self.trace().phase_kind(start), name)
            })?),
            Condition::Actor(name) => {
                let acts = |start: usize| self.trace().actor(start).is_some_and(|actor| fits(&actor, name));
                Test::Within(self.within(progress, acts)?)
            }
            Condition::Check(name) => self.schema().check(name).map_or(Test::Never, Test::Check),
            Condition::All(all) | Condition::Any(all) if all.is_empty() => Test::Never,
            Condition::All(all) => Test::All(list(all)?),
            Condition::Any(all) => Test::Any(list(all)?),
            Condition::Not(inner) => Test::Not(Box::new(self.look_up(inner, progress)?)),
        })
    }

    /// Returns the events inside matching phases, as ranges that do not overlap.
    fn within(&self, progress: &Progress, wanted: impl Fn(usize) -> bool) -> Result<Vec<(u32, u32)>, Halt> {
        let mut ranges: Vec<(u32, u32)> = Vec::new();
        for (i, phase) in self.trace().phases().iter().enumerate() {
            if i % PIECE == PIECE - 1 {
                progress.check()?;
            }
            let (start, inside) = (phase.start as usize, ranges.last().is_some_and(|last| last.1 > phase.start));
            if !inside && wanted(start) {
                ranges.push((phase.start, phase.end));
            }
        }
        Ok(ranges)
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
                // An event that writes nothing changes no value, unless it begins a phase, which makes some values
                // stale.
                if !ask.of_one() && trace.slot(index).is_none() && !trace.is_turn(index) {
                    return false;
                }
                let value = |player: &Player| self.lens().value(*layer, player, self.size().index(cell));
                // Every test needs a value after the event.
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

/// Returns whether a phase has this name. `guard 2` matches, and so does `guard`.
fn fits(called: &str, name: &str) -> bool {
    called.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}
