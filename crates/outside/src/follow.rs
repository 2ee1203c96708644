//! A log that still grows: a file that another program writes to, or standard input.
//!
//! A thread reads it. One who looks at it takes what has come since the last time, and keeps nobody waiting meanwhile:
//! neither the thread that reads nor the program that writes.
//!
//! A file may be begun anew, even after a line that cannot be read: its program was run again.

#![expect(clippy::disallowed_methods, reason = "a followed file is read on a thread of its own")]

use super::growing_file::{GrowingFile, Source, Stream};
use crate::debugger::aside::drop_aside;
use crate::debugger::program::Growing;
use crate::formats::FormatError;
use crate::formats::log::{Log, Reader, read_line};
use std::io::{self, BufReader, Read};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How long a file that has ended is left alone before it is asked again.
const PATIENCE: Duration = Duration::from_millis(50);
/// How long one whose line was bad is left alone before it is asked again.
const AFTERWARDS: Duration = Duration::from_millis(250);
/// How much text is taken in at once, in bytes.
const BATCH: usize = 1 << 16;
/// How many times as long as looking takes nobody looks again.
const REST: u32 = 4;

/// A log that is read while it grows, on a thread of its own, which ends with it.
#[derive(Debug)]
pub struct Follow {
    shared: Arc<Shared>,
    /// What was looked at last.
    seen: Mutex<Log>,
    /// When it is to be looked at again.
    due: Mutex<Option<Instant>>,
}

#[derive(Debug)]
struct Shared {
    reader: Mutex<Reader>,
    lines: AtomicUsize,
    ended: AtomicBool,
    stop: AtomicBool,
    /// Whether what was looked at last is of no use any more, which is said under the lock of the reader.
    anew: AtomicBool,
    /// Whether that is still to be told.
    told_anew: AtomicBool,
    problem: Mutex<Option<FormatError>>,
    /// Whether a line was bad, after which nothing is read until the file is begun anew.
    stuck: AtomicBool,
    /// Whether that was told.
    told_problem: AtomicBool,
}

/// The thread that reads. However it ends, the one who looks is told that nothing more comes.
struct Ends(Arc<Shared>);

impl Drop for Ends {
    fn drop(&mut self) {
        if thread::panicking() {
            let name = open(&self.0.reader).log().name.clone();
            let broke = FormatError::whole(&name, "reading it broke", "lines of JSON");
            open(&self.0.problem).get_or_insert(broke);
        }
        self.0.ended.store(true, Ordering::Release);
    }
}

fn open<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Follow {
    /// Follows a file.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn file(path: &Path) -> Result<Self, FormatError> {
        let name = path.display().to_string();
        let fail = |e: io::Error| FormatError::whole(&name, &e.to_string(), "a log that can be read");
        let file = GrowingFile::open(path).map_err(fail)?;
        Ok(Self::begin(&name, file, true))
    }

    /// Follows a stream until it ends; a file that ends may still grow.
    pub fn on(name: &str, from: impl Read + Send + 'static, grows: bool) -> Self {
        Self::begin(name, Stream(from), grows)
    }

    fn begin(name: &str, from: impl Source + Send + 'static, grows: bool) -> Self {
        let shared = Arc::new(Shared {
            reader: Mutex::new(Reader::new(name, None)),
            lines: AtomicUsize::new(0),
            ended: AtomicBool::new(false),
            stop: AtomicBool::new(false),
            anew: AtomicBool::new(false),
            told_anew: AtomicBool::new(false),
            problem: Mutex::new(None),
            stuck: AtomicBool::new(false),
            told_problem: AtomicBool::new(false),
        });
        let theirs = Ends(Arc::clone(&shared));
        thread::spawn(move || {
            theirs.0.read(from, grows);
            open(&theirs.0.reader).close();
        });
        Self { shared, seen: Mutex::new(Reader::blank(name)), due: Mutex::new(None) }
    }
}

impl Growing for Follow {
    fn lines(&self) -> usize {
        self.shared.lines.load(Ordering::Acquire)
    }

    fn has_ended(&self) -> bool {
        self.shared.ended.load(Ordering::Acquire)
    }

    fn is_due(&self) -> bool {
        open(&self.due).is_none_or(|due| Instant::now() >= due)
    }

    fn look(&self, at: &mut dyn FnMut(&Log)) {
        let start = Instant::now();
        let mut seen = open(&self.seen);
        {
            let mut reader = open(&self.shared.reader);
            if self.shared.anew.swap(false, Ordering::Relaxed) {
                drop_aside(std::mem::replace(&mut *seen, Reader::blank("")));
            }
            reader.hand_over(&mut seen);
        }
        at(&seen);
        *open(&self.due) = Some(Instant::now() + start.elapsed() * REST);
    }

    fn was_begun_anew(&self) -> bool {
        self.shared.told_anew.swap(false, Ordering::Relaxed)
    }

    fn is_stuck(&self) -> bool {
        self.shared.stuck.load(Ordering::Acquire)
    }

    fn problem(&self) -> Option<FormatError> {
        if self.shared.told_problem.swap(true, Ordering::Relaxed) {
            return None;
        }
        let header = open(&self.shared.problem).clone();
        header.or_else(|| open(&self.shared.reader).log().broken.clone())
    }
}

impl Drop for Follow {
    fn drop(&mut self) {
        self.shared.stop.store(true, Ordering::Relaxed);
        let seen = std::mem::replace(&mut *open(&self.seen), Reader::blank(""));
        drop_aside(seen);
    }
}

impl Shared {
    /// Reads until the source ends, or for ever if it grows.
    fn read(&self, mut source: impl Source, grows: bool) {
        while self.read_once(&mut source, grows) && grows && source.may_begin_anew() {
            if self.stop.load(Ordering::Relaxed) {
                return;
            }
            // A line was bad. It may be the middle of a line of another run.
            self.stuck.store(true, Ordering::Release);
            let mut thorough = true;
            loop {
                match source.begun_anew(std::mem::take(&mut thorough)) {
                    Ok(true) => break,
                    Ok(false) if self.stop.load(Ordering::Relaxed) => return,
                    Ok(false) => thread::sleep(AFTERWARDS),
                    Err(error) => return open(&self.reader).cannot_read(&error),
                }
            }
            self.begin_anew();
        }
    }

    /// Reads until the source ends, or a line is bad. Says whether it was that.
    fn read_once(&self, source: &mut impl Source, grows: bool) -> bool {
        let mut from = BufReader::with_capacity(BATCH, source);
        // Whole lines, and after them one that is not finished yet.
        let (mut batch, mut rest) = (Vec::with_capacity(2 * BATCH), Vec::new());
        while !self.stop.load(Ordering::Relaxed) {
            let read = read_line(&mut from, &mut rest);
            if rest.ends_with(b"\n") {
                batch.append(&mut rest);
            }
            // What is at hand is taken in before the end of the next line may have to be waited for.
            if (batch.len() >= BATCH || !from.buffer().contains(&b'\n')) && !self.take(&mut batch) {
                return true;
            }
            match read {
                Ok(0) if grows => match from.get_mut().begun_anew(false) {
                    Ok(false) => thread::sleep(PATIENCE),
                    Ok(true) => {
                        (batch, rest) = (Vec::with_capacity(2 * BATCH), Vec::new());
                        self.begin_anew();
                    }
                    Err(error) => {
                        open(&self.reader).cannot_read(&error);
                        return false;
                    }
                },
                Ok(0) => {
                    self.take(&mut rest);
                    return false;
                }
                Ok(_) => {}
                Err(error) => {
                    let bad = !self.take(&mut batch);
                    open(&self.reader).cannot_read(&error);
                    return bad || error.kind() == io::ErrorKind::FileTooLarge;
                }
            }
        }
        false
    }

    /// Forgets all that was read.
    fn begin_anew(&self) {
        let mut reader = open(&self.reader);
        let new = Reader::new(&reader.log().name, None);
        drop_aside(std::mem::replace(&mut *reader, new));
        *open(&self.problem) = None;
        self.stuck.store(false, Ordering::Release);
        self.told_problem.store(false, Ordering::Relaxed);
        self.anew.store(true, Ordering::Relaxed);
        self.told_anew.store(true, Ordering::Relaxed);
    }

    /// Takes lines in. Says whether there may be more.
    fn take(&self, batch: &mut Vec<u8>) -> bool {
        if batch.is_empty() {
            return true;
        }
        let mut reader = open(&self.reader);
        let (mut count, mut goes_on) = (0, true);
        for line in batch.split_inclusive(|&b| b == b'\n') {
            count += 1;
            goes_on = reader.bytes(line).unwrap_or_else(|error| {
                *open(&self.problem) = Some(error);
                false
            });
            if !goes_on {
                break;
            }
        }
        batch.clear();
        self.lines.fetch_add(count, Ordering::Release);
        goes_on
    }
}
