//! A growing log: a file that another program is writing, or standard input.
//!
//! A thread reads it. The session takes the lines that arrived since its last look. It blocks neither the reading
//! thread nor the program that writes.
//!
//! A file may start again from the beginning when its program is run again, even after a line that cannot be read.

#![expect(clippy::disallowed_methods, reason = "a followed file is read on a thread of its own")]

use super::growing_file::{GrowingFile, Source, Stream};
use crate::debugger::disk::FileStamp;
use crate::debugger::log::program::Growing;
use crate::debugger::session::background::drop_in_background::drop_in_background;
use crate::formats::log::{Log, Reader, read_line};
use crate::formats::{self, FormatError};
use gridscope_trace::Progress;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Pause before reading again at the end of the file.
const PATIENCE: Duration = Duration::from_millis(50);
/// Pause before checking again after a bad line.
const AFTERWARDS: Duration = Duration::from_millis(250);
/// Amount of text processed at once, in bytes.
const BATCH: usize = 1 << 16;
/// Pause before the session looks again, as a multiple of the time that a look takes.
const REST: u32 = 4;

/// A log that is read while it grows. A thread of its own reads it, and ends when this value is dropped.
#[derive(Debug)]
pub struct Follow {
    shared: Arc<Shared>,
    /// The log as the session saw it last.
    seen: Mutex<Log>,
    /// Time of the next look.
    due: Mutex<Option<Instant>>,
}

#[derive(Debug)]
struct Shared {
    reader: Mutex<Reader>,
    lines: AtomicUsize,
    ended: AtomicBool,
    progress: Progress,
    /// Whether `seen` is outdated because the file was started again. Set while the reader is locked.
    anew: AtomicBool,
    /// Whether the session must still be notified of that.
    told_anew: AtomicBool,
    problem: Mutex<Option<FormatError>>,
    /// Whether a line was bad. Nothing more is read until the file is started again.
    stuck: AtomicBool,
    /// Whether the session was notified of the problem.
    told_problem: AtomicBool,
    /// The file, if it is read once, from its beginning to its end.
    whole: Option<WholeFile>,
}

/// A file that does not grow.
#[derive(Debug)]
struct WholeFile {
    path: PathBuf,
    /// State of the file when reading began.
    stamp: Option<FileStamp>,
    /// Number of bytes read so far.
    read: AtomicU64,
}

/// Guard of the reading thread. Marks the log as ended when the thread ends, even after a panic.
struct Ends(Arc<Shared>);

impl Drop for Ends {
    fn drop(&mut self) {
        if thread::panicking() {
            let name = open(&self.0.reader).log().name.clone();
            let broke = FormatError::whole(&name, "reading it failed", "lines of JSON");
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
    /// Returns an error if the file cannot be opened.
    pub fn file(path: &Path) -> Result<Self, FormatError> {
        let name = path.display().to_string();
        let fail = |e: io::Error| FormatError::whole(&name, &e.to_string(), "a log that can be read");
        let file = GrowingFile::open(path).map_err(fail)?;
        Ok(Self::begin(&name, file, true, None))
    }

    /// Reads a file that does not grow, so that its beginning is shown before its end is read.
    ///
    /// # Errors
    /// Returns an error if the file cannot be opened.
    pub fn whole(path: &Path) -> Result<Self, FormatError> {
        let whole = WholeFile { path: path.to_owned(), stamp: FileStamp::of(path), read: AtomicU64::new(0) };
        let file = formats::open(path)?;
        Ok(Self::begin(&path.display().to_string(), Stream(file), false, Some(whole)))
    }

    /// Follows a stream. If `grows` is set, the stream is read again after its end.
    pub fn on(name: &str, from: impl Read + Send + 'static, grows: bool) -> Self {
        Self::begin(name, Stream(from), grows, None)
    }

    fn begin(name: &str, from: impl Source + Send + 'static, grows: bool, whole: Option<WholeFile>) -> Self {
        let shared = Arc::new(Shared {
            reader: Mutex::new(Reader::new(name, None)),
            lines: AtomicUsize::new(0),
            ended: AtomicBool::new(false),
            progress: Progress::default(),
            anew: AtomicBool::new(false),
            told_anew: AtomicBool::new(false),
            problem: Mutex::new(None),
            stuck: AtomicBool::new(false),
            told_problem: AtomicBool::new(false),
            whole,
        });
        let theirs = Ends(Arc::clone(&shared));
        thread::spawn(move || {
            theirs.0.read(from, grows);
            theirs.0.close();
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
        let mut viewed_log = open(&self.seen);
        {
            let mut reader = open(&self.shared.reader);
            if self.shared.anew.swap(false, Ordering::Relaxed) {
                drop_in_background(std::mem::replace(&mut *viewed_log, Reader::blank("")));
            }
            reader.hand_over(&mut viewed_log);
            viewed_log.goes_on = self.shared.whole.is_some() && !reader.has_ended();
        }
        at(&viewed_log);
        *open(&self.due) = Some(Instant::now() + start.elapsed() * REST);
    }

    fn was_restarted(&self) -> bool {
        self.shared.told_anew.swap(false, Ordering::Relaxed)
    }

    fn is_stuck(&self) -> bool {
        self.shared.stuck.load(Ordering::Acquire)
    }

    fn share(&self) -> Option<f64> {
        let whole = self.shared.whole.as_ref().filter(|_| !self.has_ended())?;
        let length = whole.stamp.as_ref()?.length.max(1);
        Some((whole.read.load(Ordering::Relaxed) as f64 / length as f64).min(1.0))
    }

    fn stop(&self) {
        if self.share().is_some() {
            self.shared.progress.stop();
            open(&self.shared.reader).stop();
        }
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
        self.shared.progress.stop();
        let viewed_log = std::mem::replace(&mut *open(&self.seen), Reader::blank(""));
        drop_in_background(viewed_log);
    }
}

impl Shared {
    /// Ends the log.
    fn close(&self) {
        let mut reader = open(&self.reader);
        if let Some(whole) = &self.whole {
            if FileStamp::of(&whole.path) != whole.stamp {
                reader.was_changed();
            }
            // The end of the log is shown, too.
            self.lines.fetch_add(1, Ordering::Release);
        }
        reader.close();
    }

    /// Reads until the source ends, or until told to stop if the source grows.
    fn read(&self, mut source: impl Source, grows: bool) {
        while self.read_once(&mut source, grows) && grows && source.may_restart() {
            if self.progress.is_stopped() {
                return;
            }
            // The bad line may be the middle of a line that a new run of the program wrote.
            self.stuck.store(true, Ordering::Release);
            let mut thorough = true;
            loop {
                match source.was_restarted(std::mem::take(&mut thorough)) {
                    Ok(true) => break,
                    Ok(false) if self.progress.is_stopped() => return,
                    Ok(false) => thread::sleep(AFTERWARDS),
                    Err(error) => return open(&self.reader).cannot_read(&error),
                }
            }
            self.restart();
        }
    }

    /// Reads until the source ends or a line is bad. Returns whether a line was bad.
    fn read_once(&self, source: &mut impl Source, grows: bool) -> bool {
        let mut from = BufReader::with_capacity(BATCH, source);
        // Complete lines, and the beginning of a line that is not complete yet.
        let (mut batch, mut rest) = (Vec::with_capacity(2 * BATCH), Vec::new());
        while !self.progress.is_stopped() {
            let read = read_line(&mut from, &mut rest);
            if rest.ends_with(b"\n") {
                batch.append(&mut rest);
            }
            // Process the complete lines now, because the end of the next line may take long to arrive.
            if (batch.len() >= BATCH || !from.buffer().contains(&b'\n')) && !self.take(&mut batch) {
                return true;
            }
            match read {
                Ok(0) if grows => match from.get_mut().was_restarted(false) {
                    Ok(false) => thread::sleep(PATIENCE),
                    Ok(true) => {
                        (batch, rest) = (Vec::with_capacity(2 * BATCH), Vec::new());
                        self.restart();
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

    /// Discards everything read so far and starts again.
    fn restart(&self) {
        let mut reader = open(&self.reader);
        let new = Reader::new(&reader.log().name, None);
        drop_in_background(std::mem::replace(&mut *reader, new));
        *open(&self.problem) = None;
        self.stuck.store(false, Ordering::Release);
        self.told_problem.store(false, Ordering::Relaxed);
        self.anew.store(true, Ordering::Relaxed);
        self.told_anew.store(true, Ordering::Relaxed);
    }

    /// Processes lines. Returns whether more lines can follow.
    fn take(&self, batch: &mut Vec<u8>) -> bool {
        if batch.is_empty() {
            return true;
        }
        let mut reader = open(&self.reader);
        if self.whole.is_some() && self.progress.is_stopped() {
            return false;
        }
        if let Some(whole) = &self.whole {
            whole.read.fetch_add(batch.len() as u64, Ordering::Relaxed);
        }
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
