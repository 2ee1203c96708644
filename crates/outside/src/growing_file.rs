//! A file that another program is writing. When that program is run again, it may empty the file and write new
//! contents, which can be as long as the old ones. It may also replace, move or delete the file. In all of these cases
//! the file is read again from the beginning.

use crate::debugger::disk::is_same_file;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hasher as _};
use std::io::{self, Read, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

/// A source of a growing log.
pub(super) trait Source: Read {
    /// Returns whether the source can start again after its end or after a bad line.
    fn may_restart(&self) -> bool;

    /// Returns whether the source was started again since the last read. If so, the next read begins at its start.
    /// `thorough` asks for a complete comparison, because the bytes already read may have changed.
    fn was_restarted(&mut self, thorough: bool) -> io::Result<bool>;
}

/// A stream, which cannot start again.
pub(super) struct Stream<R>(pub(super) R);

impl<R: Read> Read for Stream<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.0.read(bytes)
    }
}

impl<R: Read> Source for Stream<R> {
    fn may_restart(&self) -> bool {
        false
    }

    fn was_restarted(&mut self, _: bool) -> io::Result<bool> {
        Ok(false)
    }
}

/// Number of bytes compared at the start and at the end of the part read, each time the file has changed.
const PIECE: usize = 4096;
/// Longest time in which two changes may get the same time stamp.
const TICK: Duration = Duration::from_secs(2);
/// Pause after comparing the whole file, as a multiple of the time that the comparison took.
const REST: u32 = 4;

/// A file found by its name and read to its current end.
pub(super) struct GrowingFile {
    path: PathBuf,
    file: File,
    read: WasRead,
    /// Length and modification time at the last check.
    noted: Option<(u64, Option<SystemTime>)>,
    /// Whether the part already read may have been overwritten since the last complete comparison.
    doubted: bool,
    /// Earliest time of the next complete comparison.
    due: Instant,
}

/// Fingerprint of the part already read.
#[derive(Default)]
struct WasRead {
    bytes: u64,
    hash: DefaultHasher,
    head: Vec<u8>,
    tail: Vec<u8>,
}

impl WasRead {
    fn add(&mut self, bytes: &[u8]) {
        self.bytes += bytes.len() as u64;
        self.hash.write(bytes);
        let room = PIECE.saturating_sub(self.head.len()).min(bytes.len());
        self.head.extend_from_slice(&bytes[..room]);
        self.tail.extend_from_slice(&bytes[bytes.len().saturating_sub(PIECE)..]);
        self.tail.drain(..self.tail.len().saturating_sub(PIECE));
    }
}

impl GrowingFile {
    /// Opens a file.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let (file, read) = (File::open(path)?, WasRead::default());
        Ok(Self { path: path.to_owned(), file, read, noted: None, doubted: false, due: Instant::now() })
    }

    /// Starts again at the beginning, of the same file or of the file that replaced it.
    fn begin(&mut self, other: Option<File>) -> io::Result<bool> {
        if let Some(file) = other {
            self.file = file;
        }
        self.file.rewind()?;
        (self.read, self.noted, self.doubted, self.due) = (WasRead::default(), None, false, Instant::now());
        Ok(true)
    }

    /// Returns the file that replaced this one under the same name, if there is one. If the name is missing, the
    /// program may be about to create it.
    fn other_file(&self) -> io::Result<Option<File>> {
        let Ok(there) = fs::metadata(&self.path) else { return Ok(None) };
        if !there.is_file() {
            return Ok(None);
        }
        let Ok(other) = File::open(&self.path) else { return Ok(None) };
        Ok((!is_same_file(&other, &self.file)?).then_some(other))
    }

    /// Returns whether the start and the end of the part already read are unchanged.
    fn ends_are_there(&mut self) -> io::Result<bool> {
        let from = self.read.bytes - self.read.tail.len() as u64;
        let mut there = Vec::new();
        for (at, piece) in [(0, &self.read.head), (from, &self.read.tail)] {
            there.clear();
            self.file.seek(SeekFrom::Start(at))?;
            (&self.file).take(piece.len() as u64).read_to_end(&mut there)?;
            if there != *piece {
                return Ok(false);
            }
        }
        self.file.seek(SeekFrom::Start(self.read.bytes))?;
        Ok(true)
    }

    /// Returns whether the whole part already read is unchanged.
    fn all_is_there(&mut self) -> io::Result<bool> {
        let start_time = Instant::now();
        self.file.rewind()?;
        let mut hash = DefaultHasher::new();
        let mut left = self.read.bytes;
        let mut chunk = vec![0; 1 << 16];
        while left > 0 {
            let chunk_size = chunk.len().min(usize::try_from(left).unwrap_or(usize::MAX));
            match self.file.read(&mut chunk[..chunk_size])? {
                0 => return Ok(false),
                read => {
                    hash.write(&chunk[..read]);
                    left -= read as u64;
                }
            }
        }
        self.due = Instant::now() + start_time.elapsed() * REST;
        Ok(hash.finish() == self.read.hash.finish())
    }
}

impl Read for GrowingFile {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(bytes)?;
        self.read.add(&bytes[..read]);
        Ok(read)
    }
}

impl Source for GrowingFile {
    fn may_restart(&self) -> bool {
        self.file.metadata().is_ok_and(|about| about.is_file())
    }

    fn was_restarted(&mut self, thorough: bool) -> io::Result<bool> {
        let about = self.file.metadata()?;
        if !about.is_file() {
            return Ok(false);
        }
        if let Some(other) = self.other_file()? {
            return self.begin(Some(other));
        }
        if about.len() < self.read.bytes {
            return self.begin(None);
        }
        let now = (about.len(), about.modified().ok());
        if self.noted != Some(now) {
            (self.noted, self.doubted) = (Some(now), true);
            if !self.ends_are_there()? {
                return self.begin(None);
            }
        }
        if thorough || self.doubted && Instant::now() >= self.due {
            if !self.all_is_there()? {
                return self.begin(None);
            }
            // A change with the same time stamp as the last one cannot be detected by time.
            self.doubted = now.1.and_then(|changed| changed.elapsed().ok()).is_some_and(|ago| ago < TICK);
        }
        Ok(false)
    }
}
