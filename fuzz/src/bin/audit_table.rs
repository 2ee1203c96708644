//! Measures the audit on logs of other programs: how often it accuses a sound log, and how many planted faults it
//! finds.
//!
//! `cargo run --release -p gridscope-fuzz --bin audit_table -- LOGS FAULTS [SEED [NAME]]` reads LOGS logs of each sound
//! program and FAULTS logs with one fault of each kind, and prints two tables. NAME keeps only the rows whose names
//! contain it. Each wrongly judged log is written to a file in `fuzz/found/`, at most three for each row. With a FILE
//! instead, prints the audit's findings for it.

use gridscope::debugger::audit::{Finding, audit};
use gridscope::formats::log::Log;
use gridscope::trace::progress::{Progress, at_once};
use gridscope::trace::rng::Rng;
use std::collections::BTreeMap;
use std::error::Error;
use std::path::PathBuf;
use support::logs::GENERATORS;
use support::logs::faults::FAULTS;

/// Maximum number of files written for one row.
const MAX_FILES: usize = 3;

/// Returns the audit's findings in a log.
///
/// # Errors
/// Returns the reason if the log cannot be read.
fn judge(text: &str) -> Result<Vec<Finding>, String> {
    let log = Log::read("a log", text.as_bytes()).map_err(|error| error.to_string())?;
    if let Some(broken) = &log.broken {
        return Err(format!("{broken:?}"));
    }
    Ok(at_once(audit(&log, &Progress::default())).unwrap_or_default().findings)
}

fn folder() -> PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("found")
}

fn keep(name: &str, number: u64, text: &str) -> std::io::Result<PathBuf> {
    std::fs::create_dir_all(folder())?;
    let plain: String = name.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
    let file = folder().join(format!("{plain}-{number}.trace.jsonl"));
    std::fs::write(&file, text)?;
    Ok(file)
}

fn sound(logs: u64, seed: u64, wanted: &str) -> Result<u64, Box<dyn Error>> {
    println!("| sound program | logs | accused |\n| --- | ---: | ---: |");
    let (mut all, mut wrong) = (0, 0);
    for generator in GENERATORS.iter().filter(|generator| generator.name.contains(wanted)) {
        let (mut accused, mut told) = (0, Vec::new());
        for n in 0..logs {
            // A program whose own search goes wrong is not sound. Its seed is named, and its log is not judged.
            let Ok(text) = std::panic::catch_unwind(|| (generator.log)(&mut Rng::new(seed + n))) else {
                println!("  {}: not a sound program with seed {}", generator.name, seed + n);
                continue;
            };
            let finding_text = match judge(&text) {
                Ok(found) if found.is_empty() => continue,
                Ok(found) => format!("line {}: {}: {}", found[0].line, found[0].rule.name(), found[0].sentence),
                Err(why) => format!("cannot be read: {why}"),
            };
            accused += 1;
            if told.len() < MAX_FILES {
                told.push(format!("  {}: {finding_text}", keep(generator.name, seed + n, &text)?.display()));
            }
        }
        println!("| {} | {logs} | {accused} |", generator.name);
        for line in &told {
            println!("{line}");
        }
        (all, wrong) = (all + logs, wrong + accused);
    }
    println!("{all} logs, {wrong} accused\n");
    Ok(wrong)
}

/// Prints, for each planted fault, how often the audit finds it.
fn faulty(faults: u64, seed: u64, wanted: &str) -> Result<(), Box<dyn Error>> {
    println!("| rule | planted fault | planted | found |\n| --- | --- | ---: | ---: |");
    let mut rules: BTreeMap<&str, [u64; 2]> = BTreeMap::new();
    for fault in FAULTS.iter().filter(|fault| fault.name.contains(wanted) || fault.rule == wanted) {
        let (mut found, mut told) = (0, Vec::new());
        for n in 0..faults {
            let planted = fault.planted(seed + n);
            let findings = judge(&planted.text);
            let finding_text = match &findings {
                Ok(all) if planted.is_found(all.iter().map(|f| (f.rule.name(), f.line))) => {
                    found += 1;
                    continue;
                }
                Ok(all) => all.first().map_or_else(|| "nothing".into(), |f| format!("line {}: {}", f.line, f.sentence)),
                Err(why) => format!("cannot be read: {why}"),
            };
            if told.len() < MAX_FILES {
                let (file, line) = (keep(fault.name, seed + n, &planted.text)?, planted.lines.first());
                told.push(format!("  {}, planted in line {line:?}: found {finding_text}", file.display()));
            }
        }
        println!("| {} | {} | {faults} | {found} |", fault.rule, fault.name);
        for line in &told {
            println!("{line}");
        }
        let all = rules.entry(fault.rule).or_default();
        *all = [all[0] + faults, all[1] + found];
    }
    println!("\n| rule | planted | found | |\n| --- | ---: | ---: | ---: |");
    for (rule, [planted, found]) in rules {
        println!("| {rule} | {planted} | {found} | {:.1} % |", 100.0 * found as f64 / planted.max(1) as f64);
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let Some(text) = words.first().and_then(|file| std::fs::read(file).ok()) {
        let log = Log::read("a log", &text[..])?;
        println!("{:#}", at_once(audit(&log, &Progress::default())).unwrap_or_default().json());
        return Ok(());
    }
    let number = |n: usize, other: u64| words.get(n).map_or(Ok(other), |word| word.parse::<u64>());
    let (logs, faults, seed) = (number(0, 100)?, number(1, 100)?, number(2, 1)?);
    let wanted = words.get(3).map_or("", String::as_str);
    if logs > 0 {
        sound(logs, seed, wanted)?;
    }
    if faults > 0 {
        faulty(faults, seed, wanted)?;
    }
    Ok(())
}
