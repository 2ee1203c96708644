//! The audit reports nothing in sound programs of any kind, whatever their logs state or leave out.

use super::report;
use gridscope::trace::rng::Rng;
use support::cases;
use support::logs::GENERATORS;

/// Number of logs of each program, of which a share is tried.
const LOGS: usize = 400;

#[test]
fn sound_programs_are_never_accused() {
    let mut accused = Vec::new();
    for generator in GENERATORS {
        let first = (0..cases(LOGS) as u64).find_map(|seed| {
            let text = (generator.log)(&mut Rng::new(seed));
            let found = report(&text).findings;
            let first = found.first()?;
            let name = generator.name;
            Some(format!("{name}, seed {seed}: line {}: {}: {}", first.line, first.rule.name(), first.sentence))
        });
        accused.extend(first);
    }
    assert!(accused.is_empty(), "sound programs are accused:\n{}", accused.join("\n"));
}

#[test]
fn more_than_twenty_sound_programs_have_unique_names() {
    let names: std::collections::BTreeSet<&str> = GENERATORS.iter().map(|generator| generator.name).collect();
    assert!(names.len() == GENERATORS.len() && names.len() > 20);
}

/// A line through the middle of a wall is not a step by any rule of sight. A line beside a wall may be one.
#[test]
fn no_step_leads_through_a_wall() {
    let said = |y: u16, to: u16| {
        let header = format!(
            r#"{{"format":"gridscope-trace","version":2,"map":[".....","..#..","....."],"start":[0,{y}],"goal":[4,{to}],"neighbours":8,"corners":"always","costs":{{"straight":1,"diagonal":1.5}},"steps":"any"}}"#
        );
        let events = format!(
            r#"{{"event":"open","at":[0,{y}],"g":0}}
{{"event":"expand","at":[0,{y}],"g":0}}
{{"event":"open","at":[4,{to}],"from":[0,{y}]}}
{{"event":"expand","at":[4,{to}]}}"#
        );
        let report = report(&format!("{header}\n{events}"));
        report.findings.iter().any(|finding| finding.sentence.contains("crosses (2,1)"))
    };
    assert!(said(1, 1) && said(0, 2) && said(2, 0));
    assert!(!said(0, 0) && !said(2, 2));
}
