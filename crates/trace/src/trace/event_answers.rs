//! The answers of an algorithm's code about a single event, as data. A trace file stores them so that it can be shown
//! without the code.

use super::lens::{AnyLens, Gauge};
use super::log::Trace;
use super::schema::Name;
use crate::event::Value;
use crate::view::board::Role;

/// A number that an event shows.
#[derive(Clone, PartialEq, Debug)]
pub enum Number {
    /// The number in this field of the event.
    Field(Name),
    /// This constant.
    Is(f64),
}

impl Number {
    /// Finds a number in the fields of an event: in the field `name` if it has that value, else in the first field that
    /// has it.
    fn of(number: f64, name: &str, fields: &[(&str, Value)]) -> Self {
        let same = |value: &Value| value.number().is_some_and(|x| x.to_bits() == number.to_bits());
        let named = fields.iter().find(|(field, value)| *field == name && same(value));
        let found = named.or_else(|| fields.iter().find(|(_, value)| same(value)));
        found.map_or(Self::Is(number), |(field, _)| Self::Field((*field).to_owned().into()))
    }

    /// Returns the number for an event as a value, in the type of the field.
    pub(super) fn value(&self, trace: &Trace, event: usize) -> Option<Value> {
        match self {
            Self::Field(name) => trace.field(event, name),
            Self::Is(number) if number.fract() == 0.0 && number.abs() < 1e15 => Some(Value::Int(*number as i64)),
            Self::Is(number) => Some(Value::Real(*number)),
        }
    }

    /// Returns the number for an event.
    pub fn at(&self, trace: &Trace, event: usize) -> Option<f64> {
        match self {
            Self::Field(name) => trace.field(event, name)?.number(),
            Self::Is(number) => Some(*number),
        }
    }
}

/// The change of a series at an event.
#[derive(Clone, PartialEq, Debug)]
pub enum Change {
    /// Adds this number.
    Add(i64),
    /// Sets this number.
    Set(Number),
}

/// The answers of an algorithm's code about a single event. Layers and series are given by their numbers in the schema.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct EventAnswers {
    /// The role of a cell while it holds the event.
    pub role: Role,
    /// Whether the event itself is a tie.
    pub tie: bool,
    /// The prediction question before the event, if it can be predicted.
    pub question: Option<Name>,
    /// Whether the event can change watched values.
    pub rewatches: bool,
    /// Whether the event can change actors or tiles.
    pub restages: bool,
    /// The numbers that the event gives to layers: the layer of the card, the layer of slots that decides, and the
    /// number.
    pub numbers: Vec<(u8, u8, Number)>,
    /// The changes of series.
    pub changes: Vec<(u8, Change)>,
}

impl EventAnswers {
    /// Collects the answers of `lens` about an event.
    pub(super) fn by(lens: &dyn AnyLens, trace: &Trace, event: usize) -> Self {
        let schema = trace.schema();
        let mut fields = Vec::new();
        trace.fields(event, &mut fields);
        let number = |(layer, name): (usize, &Name)| {
            let (slots, number) = lens.number(layer, trace, event)?;
            Some((layer as u8, slots, Number::of(number, name, &fields)))
        };
        let change = |(series, name): (usize, &Name)| match lens.gauge(series, trace, event) {
            Gauge::Same => None,
            Gauge::Add(n) => Some((series as u8, Change::Add(n))),
            Gauge::Set(number) => Some((series as u8, Change::Set(Number::of(number, name, &fields)))),
        };
        Self {
            role: lens.role(trace, event),
            tie: lens.is_tie(trace, event),
            question: lens.question(trace, event),
            rewatches: lens.rewatches(trace, event),
            restages: lens.restages(trace, event),
            numbers: schema.layers.iter().map(|l| &l.name).enumerate().filter_map(number).collect(),
            changes: schema.series.iter().enumerate().filter_map(change).collect(),
        }
    }

    /// Returns whether these are the answers of `lens` about an event, whichever fields the numbers are in. `fields` are
    /// those of the event.
    pub(super) fn fit(&self, lens: &dyn AnyLens, trace: &Trace, event: usize, fields: &[(&str, Value)]) -> bool {
        let is_number = |own: &Number, number: f64| {
            let own = match own {
                Number::Field(name) => {
                    fields.iter().find(|(field, _)| field == name).and_then(|(_, value)| value.number())
                }
                Number::Is(own) => Some(*own),
            };
            own.is_some_and(|own| own.to_bits() == number.to_bits())
        };
        let layers = (0..trace.schema().layers.len()).all(|layer| {
            match (self.number(layer), lens.number(layer, trace, event)) {
                (None, None) => true,
                (Some((slots, own)), Some((other_slots, number))) => slots == other_slots && is_number(own, number),
                _ => false,
            }
        });
        let change =
            |series: usize| self.changes.iter().find(|(own, _)| usize::from(*own) == series).map(|(_, change)| change);
        let series = || {
            (0..trace.schema().series.len()).all(|series| match (change(series), lens.gauge(series, trace, event)) {
                (None, Gauge::Same) => true,
                (Some(Change::Add(own)), Gauge::Add(n)) => *own == n,
                (Some(Change::Set(own)), Gauge::Set(number)) => is_number(own, number),
                _ => false,
            })
        };
        layers
            && self.role == lens.role(trace, event)
            && self.tie == lens.is_tie(trace, event)
            && self.rewatches == lens.rewatches(trace, event)
            && self.restages == lens.restages(trace, event)
            && self.question == lens.question(trace, event)
            && series()
    }

    /// Returns the number of a layer, with the layer of slots that decides it.
    pub(super) fn number(&self, layer: usize) -> Option<(u8, &Number)> {
        self.numbers.iter().find(|n| usize::from(n.0) == layer).map(|(_, slots, number)| (*slots, number))
    }

    /// Returns the change of a series.
    pub(super) fn gauge(&self, series: usize, trace: &Trace, event: usize) -> Gauge {
        match self.changes.iter().find(|c| usize::from(c.0) == series) {
            None => Gauge::Same,
            Some((_, Change::Add(n))) => Gauge::Add(*n),
            Some((_, Change::Set(number))) => number.at(trace, event).map_or(Gauge::Same, Gauge::Set),
        }
    }
}
