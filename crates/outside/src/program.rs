//! Runs a program behind the map: it reads a scene and writes a log, and is run again whenever the scene changes.
//!
//! Only the command line can name such a program, never a file or a link. The shell runs it in the current folder.

#![expect(clippy::disallowed_methods, reason = "each pipe of a program is read on a thread of its own")]

use crate::debugger::log::program::{Program, ProgramError, ProgramOutput};
use crate::formats::limits::{self, mebibytes};
use crate::formats::log::{Log, Reader, read_line};
use crate::formats::scene_json::SceneJson;
use crate::formats::{Format as _, FormatError, Options, text_map};
use crate::process_group::ProcessGroup;
use gridscope_trace::{Progress, Scene};
use std::collections::VecDeque;
use std::io::{BufReader, ErrorKind, Read, Write as _};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Default time limit of a program.
pub const TIMEOUT: Duration = Duration::from_mins(1);

/// Pause between two checks whether the program has ended or must be stopped.
const PATIENCE: Duration = Duration::from_millis(10);
/// Number of checks after the program has ended before its remaining child processes are killed (one second).
const GRACE: usize = 100;
/// Number of checks before gridscope gives up on a process that still holds the pipes (ten seconds).
const MAX_PIPE_CHECKS: usize = 1000;

/// Format of the program's standard input.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum StdinFormat {
    /// The scene as JSON, including its rows.
    #[default]
    Json,
    /// Only the rows of the map, for languages without JSON.
    Rows,
}

/// A shell command that logs its work on a map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shell {
    /// Command line for the shell.
    pub command: String,
    /// Format of its standard input.
    pub sends: StdinFormat,
    /// Time limit, after which the program is killed.
    pub timeout: Duration,
    /// File that the command names as `{file}`. The shell gets it in a variable, so no name can be a command.
    pub file: Option<PathBuf>,
}

/// Variable of the shell that holds the file of a command.
const FILE: &str = "GRIDSCOPE_FILE";

impl Program for Shell {
    /// Returns the first word of the command that looks like a file name, or else the first word.
    fn name(&self) -> &str {
        let mut words = self.command.split_whitespace();
        let file = self.command.split_whitespace().find(|word| word.contains('.'));
        let name = file.or_else(|| words.next()).unwrap_or_default();
        let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
        name.trim_matches(|c| "\"';&|()".contains(c))
    }

    fn mark(&self) -> String {
        let sends = match self.sends {
            StdinFormat::Json => "json",
            StdinFormat::Rows => "rows",
        };
        let file = self.file.as_ref().map(|file| format!(" {}", file.display())).unwrap_or_default();
        format!("{sends} {}{file}", self.command)
    }

    fn timeout(&self) -> Option<f64> {
        Some(self.timeout.as_secs_f64())
    }

    fn run(&self, scene: &Scene, progress: &Progress) -> Result<ProgramOutput, ProgramError> {
        let sent = match self.sends {
            StdinFormat::Json => SceneJson.write(&scene.without_claims(), &Options::default())?.bytes,
            StdinFormat::Rows => {
                // Send only the rows: the program would read a title or weights as rows.
                let mut bare = scene.clone();
                bare.title.clear();
                bare.weights = None;
                text_map::TextMap.write(&bare, &Options::default())?.bytes
            }
        };
        let start = |error| ProgramError::Start { command: self.command.clone(), error };
        let mut command = match &self.file {
            Some(_) => shell(&self.command.replace("{file}", &variable(FILE))),
            None => shell(&self.command),
        };
        command
            .env("GRIDSCOPE", "1")
            .envs(self.file.as_ref().map(|file| (FILE, file)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut group = ProcessGroup::start(&mut command).map_err(start)?;
        let pipes = (group.child.stdin.take(), group.child.stdout.take(), group.child.stderr.take());
        let (Some(mut input), Some(output), Some(errors)) = pipes else {
            return Err(start(std::io::Error::other("its pipes are missing")));
        };
        // A program may ignore its input; this is not an error.
        thread::spawn(move || _ = input.write_all(&sent));
        let reader = Reader::new(&self.command, Some(scene));
        let (command, full) = (self.command.clone(), Arc::new(AtomicBool::new(false)));
        let (over, complains_on) = (Arc::clone(&full), Arc::clone(&full));
        let output_thread = thread::spawn(move || lines(output, &command, reader, &over));
        let complaints = thread::spawn(move || text(errors, &complains_on));
        let (begun, mut in_time) = (Instant::now(), true);
        let status = loop {
            match group.child.try_wait().map_err(start)? {
                Some(status) => break status,
                None if progress.is_stopped() => {
                    group.end();
                    return Err(ProgramError::Stopped(self.command.clone()));
                }
                // The program has written more than is read and might never stop.
                None if full.load(Ordering::Relaxed) => group.end(),
                None if begun.elapsed() >= self.timeout => {
                    in_time = false;
                    group.end();
                }
                None => thread::sleep(PATIENCE),
            }
        };
        // Child processes that the program left behind may keep its pipes open forever. They are killed, unless they
        // have left the process group. Waiting for those ends with the time limit, or after `HELD` checks.
        for asked in 0usize.. {
            if output_thread.is_finished() && complaints.is_finished() {
                break;
            }
            let stopped = progress.is_stopped();
            if stopped || asked == GRACE {
                group.end();
            }
            if stopped {
                return Err(ProgramError::Stopped(self.command.clone()));
            }
            if asked == MAX_PIPE_CHECKS || asked > GRACE && begun.elapsed() >= self.timeout {
                return Err(ProgramError::Held(self.command.clone()));
            }
            thread::sleep(PATIENCE);
        }
        let (log, mut besides) =
            output_thread.join().map_err(|_| start(std::io::Error::other("reading its log failed")))?;
        let (complaints, endless) = complaints.join().unwrap_or_default();
        besides.push_str(&complaints);
        if endless {
            let found = format!("the program wrote more than {} on standard error", mebibytes(limits::LOG));
            return Err(FormatError::whole(&self.command, &found, "no more than that").into());
        }
        let late = || format!("it had not ended after {} and was stopped; --timeout sets that", seconds(self.timeout));
        let failed = (!status.success()).then(|| status.to_string());
        let failed = if in_time { failed } else { Some(late()) };
        Ok(ProgramOutput { log: log?, other_output: besides, failed, is_late: !in_time })
    }
}

/// Returns the shell command.
#[cfg(not(windows))]
fn shell(command: &str) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", command]);
    shell
}

/// Returns the shell command. The shell gets the command as it is, in one more pair of quotation marks, which it removes.
/// Python reads and writes the code page of the system, unless a variable says otherwise; the scene is UTF-8.
#[cfg(windows)]
fn shell(command: &str) -> Command {
    use std::os::windows::process::CommandExt as _;
    let mut shell = Command::new("cmd");
    shell.raw_arg("/D /S /C").raw_arg(format!("\"{command}\""));
    if std::env::var_os("PYTHONUTF8").is_none() {
        shell.env("PYTHONUTF8", "1");
    }
    shell
}

/// Returns the value of a variable in a command, as one word.
fn variable(name: &str) -> String {
    if cfg!(windows) { format!("\"%{name}%\"") } else { format!("\"${name}\"") }
}

/// Reads the standard output of a program. Returns its log, with the same limits as for a file, and all other lines.
fn lines(output: impl Read, name: &str, mut log: Reader, full: &AtomicBool) -> (Result<Log, FormatError>, String) {
    let (mut besides, mut line) = (String::new(), Vec::new());
    let mut output = BufReader::new(output);
    let mut goes_on = true;
    let mut bad = None;
    let mut left = limits::LOG;
    loop {
        match read_line(&mut output, &mut line) {
            Ok(0) => break,
            Ok(n) if n as u64 <= left => left -= n as u64,
            Ok(_) => {
                full.store(true, Ordering::Relaxed);
                let found = format!("the program wrote more than {}", mebibytes(limits::LOG));
                bad = Some(FormatError::whole(name, &found, "no more than that"));
                break;
            }
            Err(error) => {
                full.store(true, Ordering::Relaxed);
                let found = match error.kind() {
                    ErrorKind::FileTooLarge => {
                        format!("the program wrote a line longer than {}", mebibytes(limits::LINE))
                    }
                    _ => format!("the program's output cannot be read: {error}"),
                };
                bad = Some(FormatError::whole(name, &found, "lines of JSON"));
                break;
            }
        }
        if line.trim_ascii_start().starts_with(b"{") {
            // Lines after a bad one are read and dropped, so that the program is not blocked.
            if goes_on {
                goes_on = log.bytes(&line).unwrap_or_else(|error| {
                    bad = Some(error);
                    false
                });
            }
        } else if besides.len() + line.len() < limits::BESIDES {
            besides.push_str(String::from_utf8_lossy(&line).trim_end_matches(['\r', '\n']));
            besides.push('\n');
        }
        line.clear();
    }
    (bad.map_or_else(|| Ok(log.end()), Err), besides)
}

/// Reads a stream as text and keeps its beginning and its end, where a program reports why it failed. The middle is
/// dropped, so that the program is not blocked. Also returns whether the stream exceeded the limit for logs, in which
/// case `full` is set.
fn text(mut from: impl Read, full: &AtomicBool) -> (String, bool) {
    let (mut head, mut tail) = (Vec::new(), VecDeque::new());
    let (mut chunk, mut left) = (vec![0; 1 << 16], limits::LOG);
    // Text that cannot be read is left out.
    while let Ok(read @ 1..) = from.read(&mut chunk) {
        if read as u64 > left {
            full.store(true, Ordering::Relaxed);
            return (String::new(), true);
        }
        left -= read as u64;
        let some = &chunk[..read];
        let (first, rest) = some.split_at(read.min(limits::BESIDES / 2 - head.len()));
        head.extend_from_slice(first);
        tail.extend(rest);
        tail.drain(..tail.len().saturating_sub(limits::BESIDES / 2));
    }
    // Drop a line that lost its beginning.
    let cut = limits::LOG - left > (head.len() + tail.len()) as u64;
    let lost = if cut { tail.iter().position(|&b| b == b'\n').map_or(tail.len(), |at| at + 1) } else { 0 };
    head.extend(tail.iter().skip(lost));
    (String::from_utf8_lossy(&head).into_owned(), false)
}

/// Formats a duration: `60 seconds`.
fn seconds(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds == 1.0 { "1 second".to_owned() } else { format!("{seconds} seconds") }
}
