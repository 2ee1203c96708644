//! Measures the cost of the window, as rows 15 to 18 of benches/RESULTS.md.
//!
//! `cargo run --release -p gridscope-window-tests --features measure --example measure` prints the table, `… -- --keep`
//! also writes it into that page, and `… -- 15 18` measures only these rows. Rows 16 and 17 open the real window in a
//! process of its own, so they need a display. `xvfb-run -s "-screen 0 1440x900x24"` provides one that the processor
//! draws.

mod maps;
mod pictures;
mod report;
mod window;

use report::Report;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [kind, of] = &words[..]
        && kind == window::CHILD
    {
        return Ok(window::child(of)?);
    }
    let wants = |row: &str| words.iter().all(|word| word.starts_with("--")) || words.iter().any(|word| word == row);
    let mut report = Report::default();
    if wants("15") {
        pictures::whole_map(&mut report);
        pictures::one_square(&mut report);
    }
    if wants("16") {
        window::start(&mut report)?;
    }
    if wants("17") {
        window::playing(&mut report)?;
    }
    if wants("18") {
        pictures::stroke(&mut report);
    }
    report.end(words.iter().any(|word| word == "--keep"))?;
    Ok(())
}
