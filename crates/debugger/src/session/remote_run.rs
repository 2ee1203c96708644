//! Recording a long run in a worker of the page. The worker sends its events in pieces, and one is taken at a time.

use super::Problem;
use crate::disk::crash::Crash;
use crate::session::background::remote;
use crate::session::background::{Done, Reports, WorkerRequest};
use gridscope_trace::Registry;
use gridscope_trace::algorithm::Unlinked;
use gridscope_trace::progress::pause;
use gridscope_trace::scene::Scene;
use gridscope_trace::trace::{Halt, Progress};
use std::sync::Arc;
use std::sync::mpsc::{TryRecvError, channel};

/// Number of events that the page records itself on a small map, to find out whether a run is long. That takes some ten
/// milliseconds.
const SHORT_RUN: usize = 1 << 17;
/// Smallest such number, on a very large map.
const SHORTEST: usize = 1 << 15;
/// Number of cells whose preparation takes about as long as an event.
const CELLS_PER_EVENT: usize = 8;

/// Begins to record a run. If it is not short, all of it is recorded in a worker, or here if there is none.
pub(super) async fn begin(
    registry: Registry,
    scene: Arc<Scene>,
    progress: Progress,
    reports: Reports<Done>,
) -> Result<Box<dyn Unlinked>, Problem> {
    if progress.first_event() > 0 {
        // Pieces of a worker are of the whole run.
        return Ok(registry.begin(&scene, &progress).await?);
    }
    let short_budget = SHORT_RUN.saturating_sub(scene.size().area() / CELLS_PER_EVENT).max(SHORTEST);
    let short = Progress::default().with_budget(short_budget.min(progress.budget())).with_memory(progress.memory());
    let mut run = registry.begin(&scene, &short).await?;
    if run.halted() != Some(Halt::Budget) || short.budget() >= progress.budget() {
        progress.set_events(short.events());
        return Ok(run);
    }
    run.restart();
    pause().await;
    // Some scenes cannot be sent.
    let Some(request) = remote::recording(&scene, &progress) else {
        return Ok(registry.begin(&scene, &progress).await?);
    };
    let (pieces, received) = channel();
    let recording = Arc::new(());
    let request = WorkerRequest { request, pieces, waiting: Arc::downgrade(&recording), progress: progress.clone() };
    reports.push(Done::NeedsWorker(Box::new(request)));
    loop {
        pause().await;
        if progress.is_stopped() {
            return Ok(run);
        }
        match received.try_recv() {
            Ok(piece) => match run.take(&piece, &progress) {
                Ok(true) => {}
                Ok(false) => return Ok(run),
                Err(error) => return Err(Problem::Crash(Crash::new(error.to_string()))),
            },
            Err(TryRecvError::Empty) => {}
            Err(TryRecvError::Disconnected) => return Ok(registry.begin(&scene, &progress).await?),
        }
    }
}
