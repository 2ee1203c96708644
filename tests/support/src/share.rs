//! How many cases a test tries: all of them, or a share that fits into a test run of every change.

/// Divisor of the number of random or exhaustive cases, unless `GRIDSCOPE_THOROUGH` is set, as `.ci/nightly` does.
pub fn share() -> usize {
    if std::env::var_os("GRIDSCOPE_THOROUGH").is_some() { 1 } else { 5 }
}

/// Returns the number of cases to try: all of them, or a share of them.
pub fn cases(all: usize) -> usize {
    all / share()
}
