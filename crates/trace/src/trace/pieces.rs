//! A recording in pieces of bytes, for a run that another instance of this program records. Links and keyframes are not
//! sent: the receiver builds them from the events.
//!
//! ```text
//! kind      u8     0: events, 1: end of the run
//! events    u64    number of events of the run so far
//! share     f32    share of the run that is done, 0 to 1
//! body             the events; or how the run was halted, then its outcome as JSON
//! ```
//!
//! All numbers are little-endian. Both instances are the same build, and the bytes are never stored. So a piece has no
//! version and no checksum.

use super::linking::Linking;
use super::log::Layout;
use super::schema::Schema;
use super::window::Window;
use crate::event::{Codec, Encode, Event};
use crate::progress::{Halt, Progress, pause};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Number of events in a full piece.
pub(super) const PIECE: usize = 1 << 14;
/// Number of events that are read even if the caller has cancelled, because reading so few takes a few milliseconds.
const CALLED_OFF: usize = 4 * PIECE;

/// Number of bytes before the body.
const HEADER: usize = size_of::<u8>() + size_of::<u64>() + size_of::<f32>();

/// Writes a piece that ends with event number `so_far` of its run.
pub(super) fn write_events<E>(codec: &Codec<E>, events: &[E], so_far: usize, share: f64) -> Vec<u8> {
    let mut piece = begin(0, so_far, share, size_of_val(events));
    for event in events {
        (codec.encode)(event, &mut piece);
    }
    piece
}

/// Writes the last piece of a run with this many events.
pub(super) fn write_end(events: usize, halted: Option<Halt>, outcome: &str) -> Vec<u8> {
    let mut piece = begin(1, events, 1.0, 1 + outcome.len());
    halted.encode(&mut piece);
    piece.extend_from_slice(outcome.as_bytes());
    piece
}

/// Writes the header of a piece, with room for its body.
fn begin(kind: u8, events: usize, share: f64, body: usize) -> Vec<u8> {
    let mut piece = Vec::with_capacity(HEADER + body);
    kind.encode(&mut piece);
    (events as u64).encode(&mut piece);
    (share as f32).encode(&mut piece);
    piece
}

/// A run that arrived in pieces.
#[derive(Debug, Default)]
pub(crate) struct Received {
    /// The pieces with its events. They take less memory than the events, whose number is known only at the end: a list
    /// that grows is copied, and the memory of a page has the gaps of all copies.
    pieces: Vec<Vec<u8>>,
    /// Number of its events.
    count: usize,
    halted: Option<Halt>,
    /// JSON, empty if the run was halted.
    outcome: String,
}

impl Received {
    /// Reads the events, in parts. They are to be linked, as many at a time as the caller wants. Returns the outcome, too.
    pub(crate) async fn into_linking<E: Event>(
        self,
        layout: Layout,
        schema: Schema,
        context: E::Context,
        progress: &Progress,
    ) -> (Linking<E>, String) {
        let (mut events, mut halted) = (Vec::with_capacity(self.count), self.halted);
        for piece in self.pieces {
            pause().await;
            let is_enough = events.len() >= CALLED_OFF && progress.is_stopped();
            if is_enough || read_events(&piece, &mut events).is_none() {
                halted = Some(Halt::Cancelled);
                break;
            }
        }
        (Linking::new(layout, events, schema, context, halted, Window::default()), self.outcome)
    }
}

/// Reads the events of a piece. Returns `None` if the bytes are no events of this type.
fn read_events<E: Event>(piece: &[u8], events: &mut Vec<E>) -> Option<()> {
    let (mut body, decode) = (piece.get(HEADER..)?, E::CODEC?.decode);
    while !body.is_empty() {
        events.push(decode(&mut body)?);
    }
    Some(())
}

/// Runs that arrive from another instance of this program, which gets them from [`Runner::send`]. Clones share them.
///
/// [`Runner::send`]: crate::algorithm::Runner::send
#[derive(Clone, Debug, Default)]
pub struct Pieces {
    arrived: Arc<Mutex<Arrived>>,
    progress: Progress,
}

#[derive(Debug, Default)]
struct Arrived {
    /// Runs that are complete, or cut short by [`Pieces::close`].
    runs: VecDeque<Received>,
    /// The run that is arriving.
    current: Option<Received>,
    /// Number of runs that are not complete yet.
    missing: usize,
    /// Whether the receiver waits for the next run.
    is_awaited: bool,
}

impl Pieces {
    /// Creates a place for the pieces of this many runs. `progress` gets the number of events and the share that is done.
    pub fn new(runs: usize, progress: &Progress) -> Self {
        let arrived = Arrived { missing: runs, ..Arrived::default() };
        Self { arrived: Arc::new(Mutex::new(arrived)), progress: progress.clone() }
    }

    /// Adds the next piece. Returns whether another one follows.
    pub fn push(&self, piece: Vec<u8>) -> bool {
        let arrived = &mut *self.arrived();
        let mut rest = &piece[..];
        let (Some(kind), Some(events), Some(share)) =
            (u8::decode(&mut rest), u64::decode(&mut rest), f32::decode(&mut rest))
        else {
            return false;
        };
        let run = arrived.current.get_or_insert_default();
        run.count = events as usize;
        self.progress.set_events(run.count);
        self.progress.set_share(f64::from(share));
        if kind == 0 {
            run.pieces.push(piece);
            return true;
        }
        if let Some(halted) = Option::decode(&mut rest) {
            run.halted = halted;
            run.outcome = String::from_utf8_lossy(rest).into_owned();
        }
        arrived.runs.extend(arrived.current.take());
        arrived.missing = arrived.missing.saturating_sub(1);
        arrived.missing > 0
    }

    /// Takes no more pieces. The run that is arriving counts as cancelled. Those after it do not arrive.
    pub fn close(&self) {
        let arrived = &mut *self.arrived();
        let cut = arrived.current.take().map(|run| Received { halted: Some(Halt::Cancelled), ..run });
        arrived.runs.extend(cut);
        arrived.missing = 0;
    }

    /// Returns whether a part of a run has arrived, but not its end.
    pub fn is_within_run(&self) -> bool {
        self.arrived().current.is_some()
    }

    /// Returns whether the receiver waits for a run that has not arrived.
    pub fn is_awaited(&self) -> bool {
        let arrived = self.arrived();
        arrived.is_awaited && arrived.runs.is_empty() && arrived.missing > 0
    }

    /// Returns whether the receiver was asked to stop.
    pub fn is_stopped(&self) -> bool {
        self.progress.is_stopped()
    }

    /// Waits for the next run. Returns `None` if it does not arrive.
    pub(crate) async fn next_run(&self) -> Option<Received> {
        self.arrived().is_awaited = true;
        while self.is_awaited() {
            pause().await;
        }
        let arrived = &mut *self.arrived();
        arrived.is_awaited = false;
        arrived.runs.pop_front()
    }

    fn arrived(&self) -> MutexGuard<'_, Arrived> {
        self.arrived.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
