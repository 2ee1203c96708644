//! A file that another program writes to. That program may be run again: it empties the file and writes a longer or an equally
//! long one, puts another file in its place, moves it aside, or deletes it. Then the file is read from its beginning.

use std::fs::{self, File, Metadata};
use std::hash::{DefaultHasher, Hasher as _};
use std::io::{self, Read, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

/// What a log is read from while it grows.
pub(super) trait Source: Read {
    /// Whether it may be begun anew after its end was reached, or a line of it was bad.
    fn may_begin_anew(&self) -> bool;

    /// Whether it was begun anew since it was read last. Then what is read next is its beginning. `thorough` is set if there is
    /// a reason to doubt that what was read is still there.
    fn begun_anew(&mut self, thorough: bool) -> io::Result<bool>;
}

/// A stream, which has one beginning.
pub(super) struct Stream<R>(pub(super) R);

impl<R: Read> Read for Stream<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.0.read(bytes)
    }
}

impl<R: Read> Source for Stream<R> {
    fn may_begin_anew(&self) -> bool {
        false
    }

    fn begun_anew(&mut self, _: bool) -> io::Result<bool> {
        Ok(false)
    }
}

/// How many bytes at the beginning, and at the end of what was read, are compared each time that the file has changed.
const PIECE: usize = 4096;
/// A system may give two changes the same time if they are no farther apart.
const TICK: Duration = Duration::from_secs(2);
/// After all of a file was compared, so many times as long as that took nothing is.
const REST: u32 = 4;

/// A file by its name, read as far as it goes.
pub(super) struct GrowingFile {
    path: PathBuf,
    file: File,
    read: WasRead,
    /// Length and time of change when that was asked last.
    noted: Option<(u64, Option<SystemTime>)>,
    /// Whether what was read may have been written over since all of it was compared.
    doubted: bool,
    /// When all of it may be compared next.
    due: Instant,
}

/// What was read of a file, as far as it takes to know it again.
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

    /// Reads from the beginning from now on: of the same file, or of another one that stands in its place.
    fn begin(&mut self, other: Option<File>) -> io::Result<bool> {
        if let Some(file) = other {
            self.file = file;
        }
        self.file.rewind()?;
        (self.read, self.noted, self.doubted, self.due) = (WasRead::default(), None, false, Instant::now());
        Ok(true)
    }

    /// Another file that stands where this one did. A program that is just about to make it is waited for.
    fn other_file(&self) -> io::Result<Option<File>> {
        let Ok(there) = fs::metadata(&self.path) else { return Ok(None) };
        if !there.is_file() || is_same(&there, &self.file.metadata()?) {
            return Ok(None);
        }
        Ok(File::open(&self.path).ok())
    }

    /// Whether beginning and end of what was read still stand there.
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

    /// Whether all of what was read still stands there.
    fn all_is_there(&mut self) -> io::Result<bool> {
        let begun = Instant::now();
        self.file.rewind()?;
        let (mut hash, mut left, mut chunk) = (DefaultHasher::new(), self.read.bytes, vec![0; 1 << 16]);
        while left > 0 {
            let most = chunk.len().min(usize::try_from(left).unwrap_or(usize::MAX));
            match self.file.read(&mut chunk[..most])? {
                0 => return Ok(false),
                read => {
                    hash.write(&chunk[..read]);
                    left -= read as u64;
                }
            }
        }
        self.due = Instant::now() + begun.elapsed() * REST;
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
    fn may_begin_anew(&self) -> bool {
        self.file.metadata().is_ok_and(|about| about.is_file())
    }

    fn begun_anew(&mut self, thorough: bool) -> io::Result<bool> {
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
            // What comes at the same time as the last change cannot be told from it.
            self.doubted = now.1.and_then(|changed| changed.elapsed().ok()).is_some_and(|ago| ago < TICK);
        }
        Ok(false)
    }
}

/// Whether two are one file.
#[cfg(unix)]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Where a system does not say which file it is, the time when it was made tells.
#[cfg(not(unix))]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    one.created().ok() == other.created().ok()
}
