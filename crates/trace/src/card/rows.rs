//! Rows of a card, each with the function that answers for it.

use super::{Card, Check, Layer, LayerKind, LayerSource};
use crate::algorithm::Algorithm;
use crate::event::{Event, Slot, Value};
use crate::trace::lens::{Gauge, Paint};
use crate::trace::{CellState, Moment};
use std::marker::PhantomData;

/// The card of an algorithm with events `E`.
pub type CardOf<E> = Card<LayerRow<E>, Series<E>, CheckRow<E>>;

type OfCell<E> = fn(&CellState<'_, E>) -> Option<Value>;
type OfEvent<E> = fn(&E, &<E as Event>::Context) -> Option<Value>;
type OfHolder<E> = fn(&E, &<E as Event>::Context) -> Option<(u8, f64)>;
type PaintNow<E> = for<'a> fn(&Moment<'a, E>) -> Paint<'a>;

/// A layer with its functions.
#[derive(Clone, Copy, Debug)]
pub struct LayerRow<E: Event> {
    pub(crate) layer: Layer,
    pub(crate) answer: Answer<E>,
    pub(crate) paint: Option<PaintNow<E>>,
}

/// The source of the value in a cell.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Answer<E: Event> {
    /// The declarations of the events.
    Declared,
    /// The result for the cell, and for the event that alone decides it, if there is one.
    Cell(OfCell<E>, Option<OfHolder<E>>),
    /// The result for the event that the cell holds in a layer of slots.
    Event(u8, OfEvent<E>),
}

impl Layer {
    const fn shows(name: &'static str, help: &'static str, kind: LayerKind, shows: LayerSource) -> Self {
        Self { name, help, kind, shows }
    }

    const fn scalar(name: &'static str, help: &'static str) -> Self {
        Self::shows(name, help, LayerKind::Scalar, LayerSource::Field)
    }

    /// Creates a layer with the order in which cells were taken from the open list.
    pub const fn order<E: Event>(name: &'static str, help: &'static str) -> LayerRow<E> {
        Self::shows(name, help, LayerKind::Scalar, LayerSource::Order).row(Answer::Declared)
    }

    /// Creates a layer with how often the current rule walked over a cell, in a run that samples paths.
    pub const fn walked<E: Event>(name: &'static str, help: &'static str) -> LayerRow<E> {
        Self::shows(name, help, LayerKind::Scalar, LayerSource::Walked).row(Answer::Declared)
    }

    /// Creates a layer with the roles of cells, as words.
    pub const fn status<E: Event>(name: &'static str, help: &'static str) -> LayerRow<E> {
        Self::shows(name, help, LayerKind::Status, LayerSource::Field).row(Answer::Declared)
    }

    /// Creates a layer with the field of that name, from the event that a cell holds.
    pub const fn field<E: Event>(name: &'static str, help: &'static str) -> LayerRow<E> {
        Self::scalar(name, help).row(Answer::Declared)
    }

    /// Creates a layer with a number for each cell that may depend on several events.
    pub const fn by<E: Event>(name: &'static str, help: &'static str, value: OfCell<E>) -> LayerRow<E> {
        Self::scalar(name, help).row(Answer::Cell(value, None))
    }

    /// Like [`Layer::by`], but with words.
    pub const fn words<E: Event>(name: &'static str, help: &'static str, value: OfCell<E>) -> LayerRow<E> {
        Self::shows(name, help, LayerKind::Status, LayerSource::Field).row(Answer::Cell(value, None))
    }

    /// Creates a layer with a value of the event that a cell holds in the layer `slots`.
    pub const fn of_event<E: Event>(
        name: &'static str,
        help: &'static str,
        slots: u8,
        value: OfEvent<E>,
    ) -> LayerRow<E> {
        Self::scalar(name, help).row(Answer::Event(slots, value))
    }

    /// Like [`Layer::by`], but with the layer of slots whose event alone decides about a number, and that number.
    /// Boards are then drawn from a table. `number` returns `None` for events that do not decide alone.
    pub const fn with_number<E: Event>(
        name: &'static str,
        help: &'static str,
        value: OfCell<E>,
        number: OfHolder<E>,
    ) -> LayerRow<E> {
        Self::scalar(name, help).row(Answer::Cell(value, Some(number)))
    }

    const fn row<E: Event>(self, answer: Answer<E>) -> LayerRow<E> {
        LayerRow { layer: self, answer, paint: None }
    }
}

impl<E: Event> LayerRow<E> {
    /// Sets the value to show if the events of a cell have no such field.
    #[must_use]
    pub const fn or(self, value: i64) -> Self {
        Self { layer: Layer { shows: LayerSource::FieldOr(value), ..self.layer }, ..self }
    }

    /// Sets how the roles of cells are found while the layer is shown, instead of
    /// [`Lens::paint`](crate::algorithm::Lens::paint).
    #[must_use]
    pub const fn with_paint(self, paint: PaintNow<E>) -> Self {
        Self { paint: Some(paint), ..self }
    }

    /// Sets a function for the value in a cell, which is faster than its declaration or knows more.
    #[must_use]
    pub const fn with_value(self, value: OfCell<E>) -> Self {
        Self { answer: Answer::Cell(value, None), ..self }
    }

    /// Returns the layer of slots whose event alone decides what a cell shows, and the number that this event shows.
    /// Returns `None` if more than one event decides.
    pub fn number(&self, event: &E, context: &E::Context) -> Option<(u8, f64)> {
        match self.answer {
            Answer::Cell(_, number) => number?(event, context),
            Answer::Event(slots, value) => Some((slots, value(event, context)?.number()?)),
            Answer::Declared if self.layer.kind == LayerKind::Scalar && self.layer.shows == LayerSource::Field => {
                let Some(Slot::Cell(at, _)) = event.slot(context) else { return None };
                let mut found = None;
                event.fields(context, &mut |name, value| {
                    if name == self.layer.name {
                        found = value.number();
                    }
                });
                Some((at, found?))
            }
            Answer::Declared => None,
        }
    }
}

/// A series with the function that returns how an event changes it.
#[derive(Clone, Copy, Debug)]
pub struct Series<E: Event> {
    pub(crate) name: &'static str,
    pub(crate) gauge: fn(&E, &E::Context) -> Gauge,
}

impl<E: Event> Series<E> {
    /// Creates a series with its name and how an event changes it.
    pub const fn by(name: &'static str, gauge: fn(&E, &E::Context) -> Gauge) -> Self {
        Self { name, gauge }
    }
}

/// A ready-made breakpoint with the function that returns whether it holds at an event.
#[derive(Clone, Copy, Debug)]
pub struct CheckRow<E: Event> {
    check: Check,
    /// Receives the moment just before the event, the event, and whether there was a tie at it.
    pub(crate) holds: fn(&Moment<'_, E>, &E, bool) -> bool,
}

impl Check {
    /// Creates a breakpoint with its name, a description of what a hit means, and a function of the moment just before
    /// an event, the event, and whether there was a tie at it.
    pub const fn by<E: Event>(
        name: &'static str,
        help: &'static str,
        holds: fn(&Moment<'_, E>, &E, bool) -> bool,
    ) -> CheckRow<E> {
        CheckRow { check: Self { name, help, former: &[] }, holds }
    }
}

impl<E: Event> CheckRow<E> {
    /// Sets the earlier names.
    #[must_use]
    pub const fn former_names(self, former: &'static [&'static str]) -> Self {
        Self { check: Check { former, ..self.check }, ..self }
    }

    /// Returns whether the breakpoint holds at an event. `before` is the moment just before it, and `tied` is set if
    /// there was a tie.
    pub fn holds(&self, before: &Moment<'_, E>, event: &E, tied: bool) -> bool {
        (self.holds)(before, event, tied)
    }
}

impl<E: Event> CardOf<E> {
    /// Sets the layers that can be shown for each cell. The first layer is shown first.
    #[must_use]
    pub const fn layers(self, layers: &'static [LayerRow<E>]) -> Self {
        let first_layer = if let [first, ..] = layers { first.layer.name } else { "" };
        Self { layers, first_layer, ..self }
    }

    /// Sets the series.
    #[must_use]
    pub const fn series(self, series: &'static [Series<E>]) -> Self {
        Self { series, ..self }
    }

    /// Sets the ready-made breakpoints.
    #[must_use]
    pub const fn checks(self, checks: &'static [CheckRow<E>]) -> Self {
        Self { checks, ..self }
    }
}

/// Largest number of layers, of series and of checks on a card. A card with more does not compile.
const MAX_ROWS: usize = 32;

/// The card of an algorithm without the functions of its rows.
pub(crate) struct Untyped<A>(PhantomData<A>);

/// Returns an array that begins with a part of each row.
macro_rules! parts {
    ($rows:ident, $part:ident, $none:expr) => {{
        let mut all = [$none; MAX_ROWS];
        let mut i = 0;
        while i < A::CARD.$rows.len() {
            all[i] = A::CARD.$rows[i].$part;
            i += 1;
        }
        all
    }};
}

impl<A: Algorithm> Untyped<A> {
    const LAYERS: &'static [Layer; MAX_ROWS] = &parts!(layers, layer, Layer::scalar("", ""));
    const SERIES: &'static [&'static str; MAX_ROWS] = &parts!(series, name, "");
    const CHECKS: &'static [Check; MAX_ROWS] = &parts!(checks, check, Check { name: "", help: "", former: &[] });
    pub(crate) const CARD: &'static Card = &Card {
        id: A::CARD.id,
        title: A::CARD.title,
        summary: A::CARD.summary,
        group: A::CARD.group,
        code_only_answers: A::CARD.code_only_answers,
        faster: A::CARD.faster,
        source: A::CARD.source,
        listing: A::CARD.listing,
        terms: A::CARD.terms,
        by_hand: A::CARD.by_hand,
        params: A::CARD.params,
        layers: Self::LAYERS.split_at(A::CARD.layers.len()).0,
        roles: A::CARD.roles,
        series: Self::SERIES.split_at(A::CARD.series.len()).0,
        actors: A::CARD.actors,
        checks: Self::CHECKS.split_at(A::CARD.checks.len()).0,
        tie_params: A::CARD.tie_params,
        score_params: A::CARD.score_params,
        numbers: A::CARD.numbers,
        outcome: A::CARD.outcome,
        ending: A::CARD.ending,
        first_layer: A::CARD.first_layer,
        tools: A::CARD.tools,
        best: A::CARD.best,
        suite: A::CARD.suite,
        even_ground: A::CARD.even_ground,
        seeds: A::CARD.seeds,
    };
}
