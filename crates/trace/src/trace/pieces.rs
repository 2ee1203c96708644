//! A recording in pieces of bytes, for a run that another instance of this program records. Links and keyframes are not
//! sent: the receiver builds them from the events.
//!
//! ```text
//! magic      4 bytes   GSRP
//! version    u16       1
//! kind       u16       0: events, 1: end of the run
//! first      u64       number of events in the pieces before
//! count      u64       number of events in this piece
//! checksum   u64       of everything else in the piece
//! body                 the events; or how the run was halted (u8), then its outcome as JSON
//! ```
//!
//! All numbers are little-endian.

use crate::event::{Codec, Encode};
use crate::progress::Halt;

/// Number of events in a full piece. Reading so many takes less than a millisecond.
pub(super) const PIECE: usize = 1 << 14;

const MAGIC: [u8; 4] = *b"GSRP";
const VERSION: u16 = 1;
/// Number of bytes before the checksum.
const HEADER: usize = 24;

/// Why some bytes are not the next piece of a recording.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PieceError {
    /// The bytes do not begin as a piece.
    #[error("these bytes are no piece of a recording")]
    Foreign,
    /// The piece has another version.
    #[error("a piece of a recording has version {0}; expected version 1")]
    Version(u16),
    /// The piece is incomplete, or its bytes were changed.
    #[error("a piece of a recording is cut off or changed")]
    Damaged,
    /// A piece is missing or was sent twice.
    #[error("a piece of a recording begins at event {found}; expected event {expected}")]
    Order {
        /// Event at which it begins.
        found: u64,
        /// Event at which it should begin.
        expected: usize,
    },
    /// The events of the algorithm have no bytes.
    #[error("the events of this algorithm cannot be sent")]
    Unsendable,
}

/// The content of a piece.
pub(super) enum Piece<'a> {
    /// This many events.
    Events(usize, &'a [u8]),
    /// The end: how the run was halted, and its outcome as JSON.
    End(Option<Halt>, &'a str),
}

/// Writes a piece with these events, which `first` others precede.
pub(super) fn write_events<E>(codec: &Codec<E>, first: usize, events: &[E]) -> Vec<u8> {
    let mut piece = begin(0, first, events.len(), size_of_val(events));
    for event in events {
        (codec.encode)(event, &mut piece);
    }
    finish(piece)
}

/// Writes the last piece of a run with this many events.
pub(super) fn write_end(events: usize, halted: Option<Halt>, outcome: &str) -> Vec<u8> {
    let mut piece = begin(1, events, 0, 1 + outcome.len());
    piece.push(halted.map_or(0, |halt| HALTS.iter().position(|&h| h == halt).map_or(0, |at| at as u8 + 1)));
    piece.extend_from_slice(outcome.as_bytes());
    finish(piece)
}

/// Every reason for a halt. Its number in a piece is its place here, from 1.
const HALTS: [Halt; 4] = [Halt::Budget, Halt::Memory, Halt::Cancelled, Halt::Stray];

/// Reads a piece that this many events precede.
pub(super) fn read(piece: &[u8], expected: usize) -> Result<Piece<'_>, PieceError> {
    let mut rest = piece.strip_prefix(&MAGIC).ok_or(PieceError::Foreign)?;
    match u16::decode(&mut rest) {
        Some(VERSION) => {}
        Some(other) => return Err(PieceError::Version(other)),
        None => return Err(PieceError::Damaged),
    }
    let header = Header::read(&mut rest).filter(|header| header.checksum == checksum_of(piece));
    let Header { kind, first, count, .. } = header.ok_or(PieceError::Damaged)?;
    if usize::try_from(first) != Ok(expected) {
        return Err(PieceError::Order { found: first, expected });
    }
    let content = match kind {
        // An event has at least one byte.
        0 => usize::try_from(count).ok().filter(|&count| count <= rest.len()).map(|count| Piece::Events(count, rest)),
        1 => read_end(rest),
        _ => None,
    };
    content.ok_or(PieceError::Damaged)
}

fn read_end(mut body: &[u8]) -> Option<Piece<'_>> {
    let halted = match u8::decode(&mut body)? {
        0 => None,
        number => Some(*HALTS.get(usize::from(number) - 1)?),
    };
    Some(Piece::End(halted, std::str::from_utf8(body).ok()?))
}

/// Reads the events of a piece.
pub(super) fn read_events<E>(
    codec: &Codec<E>,
    count: usize,
    mut body: &[u8],
    events: &mut Vec<E>,
) -> Result<(), PieceError> {
    let before = events.len();
    for _ in 0..count {
        let Some(event) = (codec.decode)(&mut body) else { break };
        events.push(event);
    }
    if events.len() == before + count && body.is_empty() { Ok(()) } else { Err(PieceError::Damaged) }
}

/// The part of a piece after its version and before its body.
struct Header {
    kind: u16,
    first: u64,
    count: u64,
    checksum: u64,
}

impl Header {
    fn read(from: &mut &[u8]) -> Option<Self> {
        Some(Self {
            kind: u16::decode(from)?,
            first: u64::decode(from)?,
            count: u64::decode(from)?,
            checksum: u64::decode(from)?,
        })
    }
}

/// Writes the header of a piece, with room for its body.
fn begin(kind: u16, first: usize, count: usize, body: usize) -> Vec<u8> {
    let mut piece = Vec::with_capacity(HEADER + size_of::<u64>() + body);
    piece.extend_from_slice(&MAGIC);
    VERSION.encode(&mut piece);
    kind.encode(&mut piece);
    (first as u64).encode(&mut piece);
    (count as u64).encode(&mut piece);
    0_u64.encode(&mut piece);
    piece
}

/// Sets the checksum of a complete piece.
fn finish(mut piece: Vec<u8>) -> Vec<u8> {
    let checksum = checksum_of(&piece);
    if let Some(place) = piece.get_mut(HEADER..HEADER + size_of::<u64>()) {
        place.copy_from_slice(&checksum.to_le_bytes());
    }
    piece
}

/// Returns the checksum of everything in a piece except the checksum itself. A change within eight bytes always changes
/// it, because each step is reversible.
fn checksum_of(piece: &[u8]) -> u64 {
    let (header, rest) = piece.split_at(HEADER.min(piece.len()));
    let body = rest.get(size_of::<u64>()..).unwrap_or_default();
    let mix = |sum: u64, word: u64| (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    [header, body].into_iter().fold(0, |sum, part| {
        let (words, tail) = part.as_chunks::<8>();
        let sum = words.iter().fold(mix(sum, part.len() as u64), |sum, &word| mix(sum, u64::from_le_bytes(word)));
        tail.iter().fold(sum, |sum, &byte| mix(sum, u64::from(byte)))
    })
}
