//! The table, and the page it is written to.

use std::fmt::Write as _;
use std::io;

/// Heading of the section in benches/RESULTS.md. The section ends with the page.
const HEAD: &str = "## The window";
const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../benches/RESULTS.md");

/// The rows so far.
#[derive(Default)]
pub struct Report(String);

impl Report {
    /// Adds a row, and prints it at once.
    pub fn row(&mut self, number: &str, work: &str, measured: &str, most: &str, aim: &str) {
        println!("{number:>3}  {work:<92} {measured:>32}   at most {most}, aim {aim}");
        _ = writeln!(self.0, "| {number} | {work} | {measured} | {most} | {aim} |");
    }

    /// Replaces the table on the page if `keep` is set.
    pub fn end(self, keep: bool) -> io::Result<()> {
        if !keep {
            return Ok(());
        }
        let page = std::fs::read_to_string(PAGE)?;
        let before = page.split(HEAD).next().unwrap_or_default().trim_end();
        let section = format!(
            "{before}\n\n{HEAD}\n\n`cargo run --release -p gridscope-window-tests --features measure --example measure -- --keep` \
             writes this section. {}. The processor draws (Mesa's llvmpipe, 1440 × 900 points); a frame is everything from the \
             input to triangles.\n\n| # | work | measured | at most | aim |\n| --- | --- | --- | --- | --- |\n{}",
            machine(),
            self.0
        );
        std::fs::write(PAGE, section)?;
        println!("written to benches/RESULTS.md");
        Ok(())
    }
}

/// Returns the name of the processor and the number of its cores.
fn machine() -> String {
    let told = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = told.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{}, {cores} cores, {}", name.map_or("a processor", |name| name.1), std::env::consts::OS)
}
