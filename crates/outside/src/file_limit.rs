//! A file that grows past the limit of its user (`ulimit -f`): the system sends a signal, which ends a program that does not
//! take it. Here it is taken, and the write that was too much fails with an error that says so.

/// From now on a write past the limit is an error like any other.
pub fn report_instead_of_ending() {
    #[cfg(unix)]
    {
        use signal_hook::consts::SIGXFSZ;
        // Nobody reads the flag: that the signal is taken is all. Where it cannot be, it ends the program as before.
        let _ = signal_hook::flag::register(SIGXFSZ, std::sync::Arc::default());
    }
}
