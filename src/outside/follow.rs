//! A log that still grows: a file that another program writes to, or standard input.

use crate::debugger::program::Growing;
use crate::formats::FormatError;
use crate::formats::log::{Log, Reader};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// How long a file that has ended is left alone before it is asked again.
const PATIENCE: Duration = Duration::from_millis(50);
/// How many lines are taken in at once.
const BATCH: usize = 4096;

/// A log that is read while it grows, on a thread of its own, which ends with it.
#[derive(Debug)]
pub struct Follow {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    reader: Mutex<Reader>,
    lines: AtomicUsize,
    ended: AtomicBool,
    stop: AtomicBool,
    problem: Mutex<Option<FormatError>>,
}

impl Follow {
    /// Follows a file.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn file(path: &Path) -> Result<Self, FormatError> {
        let name = path.display().to_string();
        let fail = |e: io::Error| FormatError::whole(&name, &e.to_string(), "a log that can be read");
        let file = File::open(path).map_err(fail)?;
        Ok(Self::on(&name, file, true))
    }

    /// Follows a stream until it ends; a file that ends may still grow.
    pub fn on(name: &str, from: impl Read + Send + 'static, grows: bool) -> Self {
        let shared = Arc::new(Shared {
            reader: Mutex::new(Reader::new(name, None)),
            lines: AtomicUsize::new(0),
            ended: AtomicBool::new(false),
            stop: AtomicBool::new(false),
            problem: Mutex::new(None),
        });
        let theirs = Arc::clone(&shared);
        thread::spawn(move || {
            theirs.read(BufReader::new(from), grows);
            theirs.ended.store(true, Ordering::Release);
        });
        Self { shared }
    }
}

impl Growing for Follow {
    fn lines(&self) -> usize {
        self.shared.lines.load(Ordering::Acquire)
    }

    fn has_ended(&self) -> bool {
        self.shared.ended.load(Ordering::Acquire)
    }

    fn look(&self, at: &mut dyn FnMut(&Log)) {
        at(self.shared.reader.lock().unwrap_or_else(PoisonError::into_inner).log());
    }

    fn problem(&self) -> Option<FormatError> {
        let header = self.shared.problem.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let line = || self.shared.reader.lock().unwrap_or_else(PoisonError::into_inner).log().broken.clone();
        header.or_else(line)
    }
}

impl Drop for Follow {
    fn drop(&mut self) {
        self.shared.stop.store(true, Ordering::Relaxed);
    }
}

impl Shared {
    fn read(&self, mut from: impl BufRead, grows: bool) {
        let (mut batch, mut rest) = (Vec::with_capacity(BATCH), String::new());
        while !self.stop.load(Ordering::Relaxed) {
            // A line that is not finished yet is kept until it is.
            let read = from.read_line(&mut rest);
            let more = matches!(read, Ok(n) if n > 0);
            if more && rest.ends_with('\n') {
                batch.push(std::mem::take(&mut rest));
            }
            let waits = !more || from.fill_buf().is_ok_and(<[u8]>::is_empty);
            if (batch.len() >= BATCH || waits) && !self.take(&mut batch) {
                return;
            }
            if !more {
                if read.is_err() || !grows {
                    batch.extend((!rest.is_empty()).then(|| std::mem::take(&mut rest)));
                    self.take(&mut batch);
                    return;
                }
                thread::sleep(PATIENCE);
            }
        }
    }

    /// Takes lines in. Says whether there may be more.
    fn take(&self, batch: &mut Vec<String>) -> bool {
        let mut reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
        let count = batch.len();
        let mut goes_on = true;
        for line in batch.drain(..) {
            match reader.line(&line) {
                Ok(true) => {}
                Ok(false) => goes_on = false,
                Err(error) => {
                    *self.problem.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                    goes_on = false;
                }
            }
            if !goes_on {
                break;
            }
        }
        self.lines.fetch_add(count, Ordering::Release);
        goes_on
    }
}
