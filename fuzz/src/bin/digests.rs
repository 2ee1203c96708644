//! Prints a digest of every run of every lesson: `cargo run --example digests | diff - tests/net/digests.txt` says whether
//! this machine, this compiler and these settings give the same traces to the last bit.

#[path = "../tests/net/digest.rs"]
mod digest;

use gridscope::presets::PRESETS;

fn main() -> Result<(), String> {
    for lesson in PRESETS {
        for line in digest::of(lesson)? {
            println!("{line}");
        }
    }
    Ok(())
}
