//! Progress bars on standard error: how much is done, the rate, and the time left. There are none if that is not a terminal.

#![expect(clippy::disallowed_methods, reason = "a thread shows how far long work is")]

use gridscope_trace::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal as _};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Time until work is shown, and between two looks at it.
const FIRST: Duration = Duration::from_secs(1);
const NEXT: Duration = Duration::from_millis(200);

/// Returns a bar for a number of `things`.
pub(super) fn counted(length: u64, things: &str) -> ProgressBar {
    bar_of(Some(length), &format!("{{wide_bar}} {{human_pos}} of {{human_len}} {things}, {{per_sec}}, {{eta}} left"))
}

/// Returns a bar for a share, whose parts have no name.
pub(super) fn share() -> ProgressBar {
    bar_of(Some(1000), "{wide_bar} {percent} %, {eta} left")
}

/// Returns a line for a number of `things` without a known end: a message, the number, and the rate.
pub(super) fn endless(things: &str) -> ProgressBar {
    bar_of(None, &format!("{{msg}} {{human_pos}} {things}, {{per_sec}}, {{elapsed}}"))
}

fn bar_of(length: Option<u64>, template: &str) -> ProgressBar {
    let is_terminal = io::stderr().is_terminal();
    let target = if is_terminal { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    // No template comes from outside, so each is right.
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::with_draw_target(length, target).with_style(style)
}

/// Long work that is shown until this is dropped.
pub(super) struct Shown(Option<(Sender<()>, JoinHandle<()>)>);

impl Drop for Shown {
    fn drop(&mut self) {
        if let Some((end, thread)) = self.0.take() {
            drop(end);
            // The thread only draws, so it does not matter how it ended.
            _ = thread.join();
        }
    }
}

/// Shows how far long work is, if it takes more than a second: its share, or the events that it has recorded.
pub(super) fn watching(progress: &Progress) -> Shown {
    if !io::stderr().is_terminal() {
        return Shown(None);
    }
    let (end, ended) = mpsc::channel::<()>();
    let progress = progress.clone();
    let thread = thread::Builder::new().name("progress".into()).spawn(move || {
        let mut wait = FIRST;
        let bars = [share(), endless("events")];
        while ended.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
            wait = NEXT;
            if progress.share() > 0.0 {
                bars[1].finish_and_clear();
                bars[0].set_position((progress.share() * 1000.0) as u64);
            } else {
                bars[1].set_position(progress.events() as u64);
            }
        }
        bars.iter().for_each(ProgressBar::finish_and_clear);
    });
    Shown(thread.ok().map(|thread| (end, thread)))
}
