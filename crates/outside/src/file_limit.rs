//! Handling of the user's file size limit (`ulimit -f`). The system sends a signal when a file grows past it, which by
//! default ends the program. Here the signal is caught, and the write fails with an error message instead.

/// Makes a write past the limit fail like any other write, instead of ending the program. Windows has no such
/// limit.
pub fn report_instead_of_ending() {
    #[cfg(unix)]
    {
        use signal_hook::consts::SIGXFSZ;
        // Only catching the signal matters; no code reads the flag. If registering fails, the signal ends the program
        // as before.
        let _ = signal_hook::flag::register(SIGXFSZ, std::sync::Arc::default());
    }
}
