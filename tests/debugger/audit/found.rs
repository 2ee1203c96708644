//! Planted faults of every rule are found, in programs of different shapes.

use super::report;
use gridscope::debugger::audit::Rule;
use std::collections::BTreeMap;
use support::cases;
use support::logs::faults::FAULTS;

/// Number of logs of each fault, of which a share is tried.
const LOGS: usize = 25;

#[test]
fn planted_faults_are_found() {
    let mut rules: BTreeMap<&str, (u64, u64, Vec<String>)> = BTreeMap::new();
    for fault in FAULTS {
        let (planted, found, missed) = rules.entry(fault.rule).or_default();
        for seed in 0..cases(LOGS) as u64 {
            let log = fault.planted(seed);
            let findings = report(&log.text).findings;
            *planted += 1;
            if log.is_found(findings.iter().map(|finding| (finding.rule.name(), finding.line))) {
                *found += 1;
            } else {
                missed.push(format!("{}, seed {seed}, line {:?}", fault.name, log.lines.first()));
            }
        }
    }
    let too_few = rules.iter().filter(|(_, (planted, found, _))| found * 100 < planted * 95);
    let told: Vec<String> =
        too_few.map(|(rule, all)| format!("{rule}: {} of {}: {:#?}", all.1, all.0, all.2)).collect();
    assert!(told.is_empty(), "too few planted faults are found:\n{}", told.join("\n"));
}

#[test]
fn every_rule_has_faults_in_three_programs() {
    for rule in Rule::ALL {
        let names: Vec<&str> =
            FAULTS.iter().filter(|fault| fault.rule == rule.name()).map(|fault| fault.name).collect();
        assert!(names.len() >= 3, "{}: {names:?}", rule.name());
    }
}
