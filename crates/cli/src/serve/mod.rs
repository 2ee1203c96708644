//! `serve`: answers questions of another program, such as an editor, on standard input and output. There is no socket, and
//! no program is started.

mod lines;
mod mcp;

use super::budget_flags::BudgetArgs;
use super::{CliError, Start, complain};
use crate::debugger::ask::{Answer, Ask, AskError, Draw, ErrorKind, Sessions};
use crate::debugger::disk::site::program_page;
use crate::debugger::export::page::is_page_address;
use crate::outside::messages::{self, Message};
use gridscope_trace::{Progress, Registry};
use serde_json::Value;
use std::collections::VecDeque;
use std::io::{self, BufReader, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use web_time::Instant;

/// Time between two reports of progress.
const INTERVAL: Duration = Duration::from_millis(250);

#[derive(clap::Args)]
pub(super) struct Args {
    /// Speak the Model Context Protocol, for agents
    #[arg(long)]
    mcp: bool,
    /// With --mcp: write links for the gridscope at this address
    #[arg(long, value_name = "PAGE", requires = "mcp")]
    app: Option<String>,
    #[command(flatten)]
    budget: BudgetArgs,
}

impl Args {
    pub(super) fn execute(self, registry: &Registry) -> Result<Start, CliError> {
        if let Some(app) = self.app.as_ref().filter(|app| !is_page_address(app)) {
            let expected = "expected http:// or https://, without a part after #";
            return Err(CliError::Input(format!("--app: {app:?} is not the address of a page; {expected}")));
        }
        Ok(Start::Serve(Box::new(Serve { registry: registry.clone(), args: self })))
    }
}

/// A request to answer another program.
pub struct Serve {
    registry: Registry,
    args: Args,
}

impl Serve {
    /// Answers until standard input ends. `draw` draws pictures. Returns the exit code.
    pub fn finish(self, draw: Option<Draw>) -> u8 {
        if let Err(error) = crate::outside::stdout::check_open() {
            return complain(&CliError::from(error).to_string());
        }
        let desk = Desk::default();
        let mut sessions = Sessions::new(self.registry, draw).within(self.args.budget.budget());
        let is_mcp = self.args.mcp;
        let protocol: &(dyn Protocol + Sync) =
            if is_mcp { &mcp::Mcp { app: self.args.app.or_else(program_page) } } else { &lines::Lines };
        messages::each(
            BufReader::with_capacity(1 << 16, io::stdin()),
            INTERVAL,
            !is_mcp,
            |message| protocol.heed(message, &desk),
            || desk.tick(protocol),
            |job| {
                if let Some(progress) = desk.begin() {
                    protocol.answer(job, &mut sessions, &progress, &desk);
                    desk.end();
                }
            },
        );
        match desk.failure.into_inner().unwrap_or_else(PoisonError::into_inner).map(CliError::from) {
            None | Some(CliError::Closed) => 0,
            Some(error) => complain(&error.to_string()),
        }
    }
}

/// How messages are read and written.
trait Protocol {
    /// Reads a message as it arrives. Returns the jobs that it asks for, after [`Desk::expect`].
    fn heed(&self, message: Message, desk: &Desk) -> Vec<Job>;
    /// Does a job and writes the answer.
    fn answer(&self, job: Job, sessions: &mut Sessions, progress: &Progress, desk: &Desk);
    /// Returns the message about the progress of a job.
    fn progress(&self, id: &Value, token: &Value, progress: &Value) -> Option<Value>;
}

/// A message to be answered.
struct Job {
    id: Value,
    message: Value,
    block: Option<Vec<u8>>,
}

/// A job that waits or is done now.
struct Pending {
    id: Value,
    /// Mark for reports of progress, if the protocol has one.
    token: Value,
    progress: Progress,
    begun: Option<Instant>,
}

/// State that the threads share: the jobs in the order of their answers, and the output.
#[derive(Default)]
struct Desk {
    pending: Mutex<VecDeque<Pending>>,
    /// First error of the output. Its lock keeps messages apart.
    failure: Mutex<Option<io::Error>>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Desk {
    /// Notes a job that will be answered.
    fn expect(&self, id: &Value, token: Value, progress: Progress) {
        locked(&self.pending).push_back(Pending { id: id.clone(), token, progress, begun: None });
    }

    /// Cancels a job. Returns whether it is waiting or is being done.
    fn cancel(&self, id: &Value) -> bool {
        let pending = locked(&self.pending);
        let found = pending.iter().find(|job| job.id == *id);
        found.inspect(|job| job.progress.stop()).is_some()
    }

    fn begin(&self) -> Option<Progress> {
        let mut pending = locked(&self.pending);
        let first = pending.front_mut()?;
        first.begun = Some(Instant::now());
        Some(first.progress.clone())
    }

    fn end(&self) {
        locked(&self.pending).pop_front();
    }

    /// Reports the progress of the job that is being done, unless it has just begun.
    fn tick(&self, protocol: &dyn Protocol) {
        let message = {
            let pending = locked(&self.pending);
            let Some(job) = pending.front() else { return };
            let Some(seconds) = job.begun.map(|begun| begun.elapsed()).filter(|time| *time >= INTERVAL) else { return };
            let share = job.progress.share();
            let events = job.progress.events();
            let progress = serde_json::json!({ "seconds": seconds.as_secs_f64(), "share": share, "events": events });
            protocol.progress(&job.id, &job.token, &progress)
        };
        if let Some(message) = message {
            self.write(&message, None);
        }
    }

    /// Writes a message. If the other program reads no more, cancels all jobs.
    fn write(&self, message: &Value, block: Option<&[u8]>) {
        let mut bytes = message.to_string().into_bytes();
        bytes.push(b'\n');
        let mut failure = locked(&self.failure);
        let mut out = io::stdout().lock();
        let result = out.write_all(&bytes).and_then(|()| out.write_all(block.unwrap_or_default()));
        if let Err(error) = result.and_then(|()| out.flush()) {
            failure.get_or_insert(error);
            let pending = locked(&self.pending);
            pending.iter().for_each(|job| job.progress.stop());
        }
    }
}

/// Answers a question. An error in gridscope itself becomes an error answer.
fn ask(
    sessions: &mut Sessions,
    session: &str,
    ask: &Ask,
    block: Option<&[u8]>,
    progress: &Progress,
) -> Result<Answer, AskError> {
    if progress.is_stopped() {
        return Err(AskError::new(ErrorKind::Cancelled, "cancelled"));
    }
    let answer = catch_unwind(AssertUnwindSafe(|| sessions.answer(session, ask, block, progress)));
    answer.unwrap_or_else(|_| {
        _ = sessions.answer(session, &Ask::Close {}, None, &Progress::default());
        Err(AskError::new(ErrorKind::Crash, "this is an error in gridscope itself; standard error has more"))
    })
}
