//! Causes of events. Each event of a fight stores the number of its cause, so the answer to *why* is a chain.
//!
//! ```text
//! #9 died ◀ hurt ◀ exploded ◀ burst ◀ swelled ◀ exploded ◀ launched ◀ line 1 of the script
//! ```

use super::event::{AirEvent as E, Context};
use crate::event::{Encode, Event as _, Show, Value};
use crate::trace::CAUSED_BY;
use crate::{Cell, Observer};
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Number of the event that caused another, from 1; 0 if no event of the run did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Encode)]
pub struct Link(u32);

impl Link {
    /// No link: the run does not record causes.
    pub(super) const UNTOLD: Self = Self(u32::MAX);
    /// Start of a chain: no event of the run is the cause.
    pub(super) const ROOT: Self = Self(0);

    /// Returns the number of the event.
    pub(super) const fn number(self) -> u32 {
        self.0
    }

    /// Returns the index of the causing event, if there is one.
    pub(super) fn index(self) -> Option<usize> {
        if self.is_told() { (self.0 as usize).checked_sub(1) } else { None }
    }

    pub(super) const fn is_told(self) -> bool {
        self.0 != Self::UNTOLD.0
    }
}

impl Show for Link {
    fn show(self) -> Option<Value> {
        self.is_told().then(|| Value::Int(self.0.into()))
    }
}

/// An event in a chain of causes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "the names say the rest")]
pub struct Step {
    /// The number of the event, from 1.
    pub event: u32,
    pub kind: &'static str,
    /// The cell of the event.
    pub at: Option<Cell>,
}

/// An observer that counts the events it forwards, and stores those that can cause others.
#[derive(Debug)]
pub(super) struct CauseRecorder<'a, O> {
    observer: &'a mut O,
    count: u32,
    tells: bool,
    /// For each event number: its kind, its cell, and the number of its cause.
    steps: BTreeMap<u32, (&'static str, Option<Cell>, u32)>,
}

impl<O: Observer<E>> Observer<E> for CauseRecorder<'_, O> {
    type Halt = O::Halt;
    const LISTENS: bool = O::LISTENS;

    #[inline]
    fn on(&mut self, event: E) -> ControlFlow<O::Halt> {
        self.count = self.count.saturating_add(1);
        self.observer.on(event)
    }

    #[inline]
    fn goes_on(&mut self) -> ControlFlow<O::Halt> {
        self.observer.goes_on()
    }
}

impl<'a, O: Observer<E>> CauseRecorder<'a, O> {
    pub(super) const fn new(observer: &'a mut O, tells: bool) -> Self {
        Self { observer, count: 0, tells, steps: BTreeMap::new() }
    }

    /// Returns the link of an event without a cause, if causes are recorded.
    pub(super) const fn root(&self) -> Link {
        if self.tells { Link::ROOT } else { Link::UNTOLD }
    }

    /// Reports an event that can cause others, and returns the link to it.
    pub(super) fn report_cause(&mut self, event: E, context: &Context) -> ControlFlow<O::Halt, Link> {
        self.on(event)?;
        if !self.tells {
            return ControlFlow::Continue(Link::UNTOLD);
        }
        let mut cause = 0;
        event.fields(context, &mut |name, value| {
            if name == CAUSED_BY
                && let Value::Int(number) = value
            {
                cause = number as u32;
            }
        });
        self.steps.insert(self.count, (event.kind(context), event.cell(), cause));
        ControlFlow::Continue(Link(self.count))
    }

    /// Returns the chain of causes of an event, nearest first, without the event.
    pub(super) fn chain(&self, of: Link) -> Vec<Step> {
        let next = |event: u32| self.steps.get(&event).map(|step| step.2);
        let behind = std::iter::successors(next(of.0), |&event| next(event));
        let step = |event| self.steps.get(&event).map(|&(kind, at, _)| Step { event, kind, at });
        behind.map_while(step).collect()
    }
}
