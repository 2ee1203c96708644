//! The marks of a class for course systems: comma-separated values, `JUnit` XML, and the results of Gradescope.

use super::{Class, Submission};
use crate::formats::plain::{escaped, plain};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// Columns of the table. Course systems look for the names in the first one.
const COLUMNS: [&str; 9] =
    ["student", "file", "verdict", "points", "of", "first finding", "line", "smallest map", "seconds"];

/// Returns a text as a cell that no spreadsheet takes for a formula.
fn cell(text: &str) -> String {
    let text = plain(text);
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{text}") } else { text.into_owned() }
}

/// Returns a sentence and the smallest map as lines of text.
fn lines_of(one: &Submission) -> Vec<String> {
    let mut lines: Vec<String> = one.verdict.text.lines().map(str::to_owned).collect();
    if let Some(small) = one.verdict.small.as_ref().filter(|small| small.is_small()) {
        lines.push("The smallest map that shows it, from S to G:".to_owned());
        lines.extend(small.text());
    }
    lines
}

/// Returns a row for each submission as comma-separated values.
///
/// # Errors
/// Returns an error if a row cannot be written, which memory does not refuse.
pub fn csv(class: &Class) -> Result<Vec<u8>, csv::Error> {
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record(COLUMNS)?;
    for one in &class.submissions {
        let verdict = &one.verdict;
        out.write_record([
            cell(&one.student),
            cell(&one.file),
            cell(&verdict.headline()),
            class.points.score(verdict).to_string(),
            class.points.of().to_string(),
            cell(&verdict.text),
            verdict.line.map(|line| line.to_string()).unwrap_or_default(),
            cell(&verdict.small.as_ref().map(|small| small.text().join(" / ")).unwrap_or_default()),
            format!("{:.1}", one.seconds),
        ])?;
    }
    out.into_inner().map_err(|error| error.into_error().into())
}

/// Escapes text for XML, and keeps its lines.
fn xml(text: &str) -> String {
    let is_refused = |c: char| matches!(c, '\u{fffe}' | '\u{ffff}');
    text.lines().map(|line| escaped(&line.replace(is_refused, "\u{fffd}"))).collect::<Vec<_>>().join("\n")
}

/// Returns a test suite for each submission, with a test for each mark.
pub fn junit(class: &Class) -> String {
    let mut suites = String::new();
    let mut all_tests = 0;
    let mut all_failures = 0;
    let mut seconds = 0.0;
    for one in &class.submissions {
        let mut cases = String::new();
        let mut failures = 0;
        let mut skipped = 0;
        let mut tests = 0;
        let file = xml(&one.file);
        let mut is_first = true;
        for (kind, mark) in class.points.kinds().iter().zip(&one.verdict.marks) {
            tests += 1;
            let head = format!(r#"    <testcase classname="{file}" name="{}" time="0""#, kind.name);
            if mark.held == Some(false) {
                failures += 1;
                // The first mark that fails has the finding.
                let line = one.verdict.line.map(|line| format!(", line {line}")).unwrap_or_default();
                let (message, text) = if std::mem::take(&mut is_first) {
                    (format!("{}{line}", one.verdict.headline()), lines_of(one).join("\n"))
                } else {
                    (mark.why.clone().unwrap_or_else(|| "fails, too".to_owned()), String::new())
                };
                let (message, text) = (xml(&message), xml(&text));
                _ = writeln!(
                    cases,
                    r#"{head}><failure message="{message}" type="{}">{text}</failure></testcase>"#,
                    kind.name
                );
            } else if mark.held.is_none() {
                skipped += 1;
                let why = xml(mark.why.as_deref().unwrap_or("not checked"));
                _ = writeln!(cases, r#"{head}><skipped message="{why}"/></testcase>"#);
            } else {
                _ = writeln!(cases, "{head}/>");
            }
        }
        _ = writeln!(
            suites,
            r#"  <testsuite name="{file}" tests="{tests}" failures="{failures}" errors="0" skipped="{skipped}" time="{:.3}">"#,
            one.seconds
        );
        suites.push_str(&cases);
        suites.push_str("  </testsuite>\n");
        (all_tests, all_failures, seconds) = (all_tests + tests, all_failures + failures, seconds + one.seconds);
    }
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"gridscope grade\" tests=\"{all_tests}\" \
         failures=\"{all_failures}\" errors=\"0\" time=\"{seconds:.3}\">\n{suites}</testsuites>\n"
    )
}

/// Returns the results as Gradescope reads them: a test for each mark. Several submissions have their names before it.
pub fn gradescope(class: &Class) -> Value {
    let is_one = class.submissions.len() == 1;
    let mut tests = Vec::new();
    for (number, one) in (1..).zip(&class.submissions) {
        let mut is_first = true;
        let each = class.points.each(&one.verdict);
        for (place, (kind, mark)) in (1..).zip(class.points.kinds().iter().zip(&one.verdict.marks)) {
            let (score, max_score) = each.get(place - 1).copied().unwrap_or_default();
            let output = match mark.held {
                Some(false) if std::mem::take(&mut is_first) => {
                    let line = one.verdict.line.map(|line| format!(" (line {line})")).unwrap_or_default();
                    let mut lines = vec![format!("{}{line}", one.verdict.headline())];
                    lines.extend(lines_of(one));
                    lines.join("\n")
                }
                _ => mark.why.clone().unwrap_or_default(),
            };
            tests.push(json!({
                "name": if is_one { kind.name.to_owned() } else { format!("{}: {}", one.file, kind.name) },
                "number": if is_one { place.to_string() } else { format!("{number}.{place}") },
                "score": score,
                "max_score": max_score,
                "status": if mark.held == Some(false) || score < max_score { "failed" } else { "passed" },
                "output": plain(&output),
                "output_format": "text",
                "visibility": "visible",
            }));
        }
    }
    let score: f64 = class.submissions.iter().map(|one| class.points.score(&one.verdict)).sum();
    let output = match &class.submissions[..] {
        [one] => one.verdict.headline(),
        _ => class.title(),
    };
    json!({ "score": score, "output": plain(&output), "visibility": "visible", "tests": tests })
}
