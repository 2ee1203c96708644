//! Judges a file in Python by a process of its own: the package `gridscope` loads the file, calls its search on maps, and
//! writes lines of JSON. Nothing that the file does can stop the others: endless loops, exits and child processes end with
//! their process group.
//!
//! Only the command line can ask for it, never a file or a link.

#![expect(clippy::disallowed_methods, reason = "the pipe of a process is read on a thread of its own")]

use crate::formats::log::read_line;
use crate::process_group::ProcessGroup;
use serde_json::Value;
use std::ffi::OsString;
use std::io::{BufReader, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// Starts the package's part. A file in the current folder cannot take the place of one of its modules.
const START: &str =
    "import sys; sys.path[:] = [p for p in sys.path if p]; import gridscope._grade_one as one; one.main()";
/// Tests whether that part can be loaded.
const PROBE: &str = "import sys; sys.path[:] = [p for p in sys.path if p]; import gridscope._grade_one";

/// Pause between two looks at a process.
const PATIENCE: Duration = Duration::from_millis(20);
/// Time for the last lines of a process that has ended.
const GRACE: Duration = Duration::from_millis(500);
/// Time beyond that of two calls in which a process must write a line. A call that is late is made once more, unwatched.
const SLACK: Duration = Duration::from_secs(5);
/// Most bytes and lines that a process may write.
const MAX_BYTES: usize = 64 << 20;
const MAX_LINES: usize = 20_000;

/// The Python that has the package.
#[derive(Clone, Debug)]
pub struct Judge {
    python: OsString,
    /// Time limit of a call.
    timeout: Duration,
}

/// How the process of a file ended.
#[derive(Debug)]
pub enum Judged {
    /// With a verdict.
    Verdict(Value),
    /// The rules or the map are at fault.
    Refused(String),
    /// Without a verdict: what it did last, and how it ended.
    Ended {
        /// The last line about what it did, if there is one.
        doing: Option<Value>,
        /// A sentence about the end.
        how: String,
        /// Whether it was stopped because it took too long.
        is_late: bool,
    },
}

impl Judge {
    /// Finds a Python with the package: the one that `GRIDSCOPE_PYTHON` names, the one beside this program, or one on the
    /// path.
    ///
    /// # Errors
    /// Returns a sentence if no Python has the package.
    pub fn find(timeout: Duration) -> Result<Self, String> {
        let mut candidates: Vec<OsString> = Vec::new();
        if let Some(named) = std::env::var_os("GRIDSCOPE_PYTHON") {
            candidates.push(named);
        } else {
            let program = std::env::current_exe().ok();
            let beside = program.as_ref().and_then(|program| program.parent());
            // On Windows, an installed Python is in the folder above that of its programs.
            let above = beside.and_then(|folder| folder.parent()).filter(|_| cfg!(windows));
            let names = if cfg!(windows) { ["python.exe", "python3.exe"] } else { ["python3", "python"] };
            for folder in [beside, above].into_iter().flatten() {
                candidates.extend(
                    names.map(|name| folder.join(name)).into_iter().filter(|path| path.is_file()).map(Into::into),
                );
            }
            candidates.extend(["python3".into(), "python".into()]);
        }
        let mut why = String::new();
        for python in &candidates {
            match Command::new(python).args(["-c", PROBE]).stdin(Stdio::null()).output() {
                Ok(output) if output.status.success() => return Ok(Self { python: python.clone(), timeout }),
                Ok(output) => {
                    let text = String::from_utf8_lossy(&output.stderr);
                    let last = text.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("it failed");
                    why = format!("{}: {last}", python.display());
                }
                Err(error) if why.is_empty() => why = format!("{}: {error}", python.display()),
                Err(_) => {}
            }
        }
        Err(format!(
            "files in Python are graded by the Python package gridscope, which was not found ({why}); install the wheel, or set \
             GRIDSCOPE_PYTHON to the Python that has it"
        ))
    }

    /// Judges one file. `request` names the file, the search, the maps and the rules.
    pub fn judge(&self, request: &Value) -> Judged {
        let failed = |error: std::io::Error| Judged::Ended { doing: None, how: error.to_string(), is_late: false };
        let mut command = Command::new(&self.python);
        command.args(["-c", START]).env("PYTHONHASHSEED", "0").env("PYTHONDONTWRITEBYTECODE", "1");
        if let (None, Ok(program)) = (std::env::var_os("GRIDSCOPE_PROGRAM"), std::env::current_exe()) {
            command.env("GRIDSCOPE_PROGRAM", program);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut group = match ProcessGroup::start(&mut command) {
            Ok(group) => group,
            Err(error) => return failed(error),
        };
        let (input, output) = (group.child.stdin.take(), group.child.stdout.take());
        let (Some(mut input), Some(output)) = (input, output) else {
            group.end();
            return failed(std::io::Error::other("its pipes are missing"));
        };
        let text = request.to_string();
        thread::spawn(move || _ = input.write_all(text.as_bytes()));
        let (send, lines) = mpsc::channel();
        // A child process may hold the pipe for ever. Then this thread waits alone.
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            let mut line = Vec::new();
            let mut bytes = 0;
            while let Ok(read @ 1..) = read_line(&mut output, &mut line) {
                bytes += read;
                if bytes > MAX_BYTES || send.send(serde_json::from_slice::<Value>(&line).ok()).is_err() {
                    break;
                }
                line.clear();
            }
        });
        let judged = self.watch(&mut group.child, &lines);
        // Whatever the file started ends with it.
        group.end();
        judged
    }

    /// Reads the lines of a process until it ends, or writes nothing for too long.
    fn watch(&self, child: &mut Child, lines: &mpsc::Receiver<Option<Value>>) -> Judged {
        let silence = self.timeout.saturating_mul(2).saturating_add(SLACK);
        let mut last = Instant::now();
        let mut verdict = None;
        let mut doing = None;
        let mut count = 0;
        let mut ended: Option<(Instant, String)> = None;
        loop {
            let is_closed = match lines.recv_timeout(PATIENCE) {
                Ok(Some(Value::Object(mut line))) => {
                    (last, count) = (Instant::now(), count + 1);
                    if let Some(Value::String(why)) = line.get("refused") {
                        return Judged::Refused(why.clone());
                    }
                    if let Some(Value::String(how)) = line.get("failed") {
                        let how = how.clone();
                        return verdict.map_or(Judged::Ended { doing, how, is_late: false }, Judged::Verdict);
                    }
                    match line.shift_remove("verdict") {
                        Some(found) => verdict = Some(found),
                        None => doing = Some(Value::Object(line)),
                    }
                    if count <= MAX_LINES {
                        continue;
                    }
                    false
                }
                Ok(_) => continue,
                Err(RecvTimeoutError::Timeout) => false,
                Err(RecvTimeoutError::Disconnected) => {
                    thread::sleep(PATIENCE);
                    true
                }
            };
            if ended.is_none() {
                match child.try_wait() {
                    Ok(Some(status)) => ended = Some((Instant::now(), format!("The process ended: {status}."))),
                    Ok(None) if last.elapsed() < silence && count <= MAX_LINES => continue,
                    Ok(None) => {
                        let seconds = silence.as_secs_f64();
                        let how = format!("It did not return, and was stopped after {seconds} s.");
                        return verdict.map_or(Judged::Ended { doing, how, is_late: true }, Judged::Verdict);
                    }
                    Err(error) => ended = Some((Instant::now(), error.to_string())),
                }
            }
            if let Some((_, how)) = ended.take_if(|(since, _)| is_closed || since.elapsed() > GRACE) {
                return verdict.map_or(Judged::Ended { doing, how, is_late: false }, Judged::Verdict);
            }
        }
    }
}
