//! Ctrl+C and other requests to end, for work whose result so far is worth keeping.

use gridscope_trace::Progress;

/// Cancels the work under `progress` at the first Ctrl+C, `TERM` or `HUP`. The second one ends the program. A signal that
/// the program was started to ignore, as by `nohup`, stays ignored.
#[cfg(unix)]
#[expect(clippy::disallowed_methods, reason = "signals are waited for on a thread of its own")]
pub fn cancel_on_signals(progress: &Progress) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let heeded = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|&signal| !is_ignored(signal));
    // If registering fails, a signal ends the program.
    let Ok(mut signals) = signal_hook::iterator::Signals::new(heeded) else { return };
    let progress = progress.clone();
    std::thread::spawn(move || {
        for signal in signals.forever() {
            if progress.is_stopped() {
                _ = signal_hook::low_level::emulate_default_handler(signal);
            }
            progress.stop();
        }
    });
}

/// Cancels the work under `progress` at the first Ctrl+C, or when the console is closed. The second one ends the program.
#[cfg(windows)]
pub fn cancel_on_signals(progress: &Progress) {
    /// Exit code of a program that Ctrl+C ended.
    const ENDED: i32 = 0xC000_013A_u32.cast_signed();
    let progress = progress.clone();
    // If registering fails, Ctrl+C ends the program.
    _ = ctrlc::set_handler(move || {
        if progress.is_stopped() {
            std::process::exit(ENDED);
        }
        progress.stop();
    });
}

/// Does nothing: the system ends the program.
#[cfg(not(any(unix, windows)))]
pub const fn cancel_on_signals(_: &Progress) {}

/// Returns whether the program was started to ignore a signal. Only Linux tells.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    (mask >> (signal - 1)) & 1 == 1
}
