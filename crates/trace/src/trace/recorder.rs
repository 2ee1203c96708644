//! The recorder: an observer that stores every event, until a budget is used up or the caller cancels.

use super::linking::Linking;
use super::log::{Layout, Trace};
use super::pieces::{self, PIECE};
use super::schema::Schema;
use super::window::{Before, Window};
use crate::card::rows::Series;
use crate::event::{Codec, Event};
use crate::observe::Observer;
use crate::progress::{Budget, Flags, Halt, Progress};
use std::fmt;
use std::ops::ControlFlow;

/// Stores events. [`Recorder::finish`] links each event to the one that it replaced.
#[derive(Debug)]
pub struct Recorder<'a, E: Event> {
    layout: Layout,
    events: Vec<E>,
    progress: &'a Progress,
    /// Number of events that fit into the budgets, as far as it can be estimated before linking.
    most: usize,
    /// The number of events at which the budgets and the cancel flag are checked next.
    check: usize,
    halted: Option<Halt>,
    /// Number of events that were dropped or sent.
    gone: usize,
    target: Target<'a, E>,
    /// The events before the window, until the run has reached it.
    before: Option<Before<E>>,
    window: Window,
}

/// Receiver of pieces of a recording.
pub type SendPiece<'a> = &'a mut dyn FnMut(Vec<u8>);

/// Destination of the events of a recorder.
enum Target<'a, E> {
    Keep,
    Drop,
    Send(Codec<E>, SendPiece<'a>),
}

impl<E> fmt::Debug for Target<'_, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Keep => "Keep",
            Self::Drop => "Drop",
            Self::Send(..) => "Send",
        })
    }
}

/// Number of events between two checks of the cancel flag.
pub(super) const CHECK_EVERY: usize = 1024;

/// Average bytes per event that the replay index needs besides the event: its case, its link, its share of keyframes.
const LINKED: usize = 16;

impl<'a, E: Event> Recorder<'a, E> {
    /// Creates an empty recording with the given slots.
    pub fn new(layout: Layout, progress: &'a Progress) -> Self {
        let max_events = progress.memory().saturating_sub(layout.bytes()) / (size_of::<E>() + LINKED);
        let max_events = max_events.min(progress.budget()).min(Budget::MOST_EVENTS);
        let check = CHECK_EVERY.min(max_events);
        let events = Vec::with_capacity(check);
        let (target, window) = (Target::Keep, Window::default());
        Self { layout, events, progress, most: max_events, check, halted: None, gone: 0, target, before: None, window }
    }

    /// Makes the recording begin after as many events as `progress` says. The context must be that of
    /// [`Recorder::finish`].
    #[must_use]
    pub(crate) fn in_window(mut self, context: E::Context, series: &'static [Series<E>]) -> Self {
        let from = self.progress.first_event();
        if from > 0 {
            let before = Before::new(from, context, series);
            self.check = before.limit(self.layout, &self.events).min(self.max_events_before());
            self.before = Some(before);
        }
        self
    }

    /// Returns the number of events that may be stored before the window begins.
    fn max_events_before(&self) -> usize {
        self.progress.memory().saturating_sub(self.layout.bytes()) / (size_of::<E>() + LINKED)
    }

    /// Makes the recorder send its events in pieces instead of keeping them. The run is halted as without this.
    #[must_use]
    pub(crate) fn sending(self, codec: Codec<E>, send: SendPiece<'a>) -> Self {
        let events = Vec::with_capacity(PIECE);
        Self { events, check: PIECE.min(self.most), target: Target::Send(codec, send), ..self }
    }

    /// Creates a recorder that keeps no events and stops a run as a [`Watch`] does. It is for programs that must be
    /// small: with a [`Watch`], each algorithm is compiled twice.
    pub fn keeping_none(layout: Layout, progress: &'a Progress) -> Self {
        let check = CHECK_EVERY.min(most_unstored(progress) - 1);
        Self { events: Vec::new(), most: CHECK_EVERY, check, target: Target::Drop, ..Self::new(layout, progress) }
    }

    /// Ends the recording. The schema is made only from the declarations of the events.
    pub fn finish(self, context: E::Context) -> Trace {
        self.finish_as(Schema::of::<E>(), context)
    }

    /// Ends the recording with this schema. The trace ends early if linking uses more memory than the budget allows, or
    /// if the caller cancels meanwhile. It also ends before an event that names a missing cell or slot.
    pub fn finish_as(self, schema: Schema, context: E::Context) -> Trace {
        let progress = self.progress;
        let mut linking = self.into_linking(schema, context);
        linking.go_on(progress, usize::MAX);
        linking.finish(progress)
    }

    /// Ends the recording. Its events are to be linked, as many at a time as the caller wants.
    pub fn into_linking(self, schema: Schema, context: E::Context) -> Linking<E> {
        let mut window = self.window;
        let mut events = self.events;
        if let Some(mut before) = self.before {
            // The run ended before the window began. Its last moment is all that the window can show.
            before.compact(self.layout, &mut events);
            window = before.into_window();
        }
        self.progress.set_events(events.len());
        Linking::new(self.layout, events, schema, context, self.halted, window)
    }

    /// Sends the events that were not sent yet, and the end of the run with its outcome as JSON.
    pub(crate) fn send_rest(mut self, outcome: &str) {
        self.send_events();
        if let Target::Send(_, send) = self.target {
            send(pieces::write_end(self.gone, self.halted, outcome));
        }
    }

    fn send_events(&mut self) {
        if let Target::Send(codec, send) = &mut self.target {
            self.gone += self.events.len();
            send(pieces::write_events(codec, &self.events, self.gone, self.progress.share()));
            self.events.clear();
        }
    }

    /// Drops the events before the window that no moment of it can show.
    fn reach_window(&mut self, event: &E) -> ControlFlow<Halt> {
        let max_before = self.max_events_before();
        let Some(before) = &mut self.before else { return ControlFlow::Continue(()) };
        let begins = before.compact(self.layout, &mut self.events);
        let stored = self.events.len();
        // Without room for as many events again, the events would be dropped in ever smaller parts.
        let halt = if stored > max_before / 2 { Some(Halt::Memory) } else { self.progress.check().err() };
        if let Some(halt) = halt {
            self.halted = Some(halt);
            return ControlFlow::Break(halt);
        }
        if let Some(done) = event.progress() {
            self.progress.set_share(f64::from(done));
        }
        self.check = before.limit(self.layout, &self.events).min(max_before);
        if begins {
            self.window = self.before.take().map(Before::into_window).unwrap_or_default();
            self.most = max_before.min(stored.saturating_add(self.progress.budget())).min(Budget::MOST_EVENTS);
            self.check = stored;
        }
        ControlFlow::Continue(())
    }

    #[cold]
    fn checkpoint(&mut self, event: &E) -> ControlFlow<Halt> {
        if self.before.is_some() {
            self.reach_window(event)?;
            if self.before.is_some() {
                return ControlFlow::Continue(());
            }
        }
        let len = self.gone + self.events.len();
        if let Target::Drop = self.target {
            self.gone = len;
            let left = most_unstored(self.progress) - 1 - len;
            self.events.clear();
            self.check = CHECK_EVERY.min(left);
            self.progress.goes_on()?;
            return if left == 0 { ControlFlow::Break(Halt::Budget) } else { ControlFlow::Continue(()) };
        }
        let halt = if len - self.window.len() >= self.progress.budget() {
            Some(Halt::Budget)
        } else if len >= self.most {
            Some(Halt::Memory)
        } else {
            self.progress.check().err()
        };
        if let Some(halt) = halt {
            self.halted = Some(halt);
            return ControlFlow::Break(halt);
        }
        if let Some(done) = event.progress() {
            self.progress.set_share(f64::from(done));
        }
        self.progress.set_events(len);
        if let Target::Send(..) = self.target {
            self.send_events();
            self.check = PIECE.min(self.most - len);
            return ControlFlow::Continue(());
        }
        self.check = (len + CHECK_EVERY).min(self.most);
        if self.check > self.events.capacity() {
            // Growing moves all events. Reserved memory costs only address space until it is written, so there is room
            // for a usual run. Then it grows by half, and never beyond the number of events that may be stored.
            let more = usual_events(self.layout).saturating_sub(len).max(len / 2).max(CHECK_EVERY);
            self.events.reserve_exact(more.min(self.most - len));
        }
        ControlFlow::Continue(())
    }
}

impl<E: Event> Observer<E> for Recorder<'_, E> {
    type Halt = Halt;

    #[inline]
    fn on(&mut self, event: E) -> ControlFlow<Halt> {
        let i = self.events.len();
        if i >= self.check {
            self.checkpoint(&event)?;
        }
        self.events.push(event);
        ControlFlow::Continue(())
    }

    fn goes_on(&mut self) -> ControlFlow<Halt> {
        self.progress.goes_on().map_break(|halt| *self.halted.insert(halt))
    }
}

/// Returns the number of events that a recording makes room for at first.
fn usual_events(layout: Layout) -> usize {
    (4 * layout.size.area()).min(1 << 22)
}

/// The number of the event at which a run without stored events is stopped: a hundred times the budget, because events
/// that are not stored cost only time. A large memory does not raise it, because a run without an end would take minutes.
fn most_unstored(progress: &Progress) -> usize {
    let max_events = progress.budget().max(Progress::DEFAULT_BUDGET.saturating_mul(100));
    progress.budget().saturating_mul(100).min(max_events).max(1)
}

/// An observer that stores nothing and stops a run like a recorder: when the caller cancels, or at a hundred times the
/// budget.
#[derive(Debug)]
pub struct Watch<'a> {
    flags: &'a Flags,
    events: usize,
    most: usize,
}

impl<'a> Watch<'a> {
    /// Creates a watch on a run under `progress`.
    pub fn new(progress: &'a Progress) -> Self {
        Self { flags: progress.flags(), events: 0, most: most_unstored(progress) }
    }
}

impl<E> Observer<E> for Watch<'_> {
    type Halt = Halt;
    const LISTENS: bool = false;

    #[inline]
    fn on(&mut self, _: E) -> ControlFlow<Halt> {
        self.events += 1;
        // Each event is checked: without a listening observer there may be much work between two events.
        self.flags.goes_on()?;
        if self.events >= self.most { ControlFlow::Break(Halt::Budget) } else { ControlFlow::Continue(()) }
    }

    fn goes_on(&mut self) -> ControlFlow<Halt> {
        self.flags.goes_on()
    }
}
