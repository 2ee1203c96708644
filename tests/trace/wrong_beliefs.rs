//! The turn since which a belief is wrong, against a plain scan of all moments, in all algorithms with beliefs.

use gridscope::presets::PRESETS;
use gridscope::trace::trace::Replay;
use gridscope::trace::trace::replay::Table;
use std::collections::BTreeSet;
use support::record;

/// Returns the table of wrong beliefs.
fn wrong(run: &Replay) -> Option<Table> {
    run.tables().into_iter().find(|t| t.columns.iter().any(|c| c == "since"))
}

/// Returns the believer and the cell of each wrong belief, and the turn since which it is wrong.
fn rows(run: &Replay) -> Vec<([String; 2], String)> {
    let table = wrong(run);
    let since = |t: &Table| t.columns.iter().position(|c| *c == "since").expect("a column");
    let all = table.iter().flat_map(|t| t.rows.iter().map(|r| (&r.values, since(t))));
    all.map(|(v, since)| ([v[0].clone(), v[1].clone()], v[since].clone())).collect()
}

#[test]
fn wrong_belief_start_agrees_with_a_scan() {
    let (mut algorithms, mut checked) = (BTreeSet::new(), 0);
    for preset in PRESETS {
        let mut run = record(&preset.scene().expect("a scene"));
        let keeps = ["guards", "knowledge", "npc"].contains(&&*run.schema().algorithm);
        if !keeps || run.len() > 4000 {
            continue;
        }
        // For each wrong belief of the current moment, the turn in which its current stretch began.
        let mut stretches: Vec<([String; 2], String)> = Vec::new();
        for at in 0..=run.len() {
            run.seek(at);
            let now = rows(&run);
            let turn = run.turn().map_or_else(|| "—".to_owned(), |t| format!("turn {t}"));
            stretches.retain(|s| now.iter().any(|n| n.0 == s.0));
            for (who, since) in now {
                if let Some(stretch) = stretches.iter().find(|s| s.0 == who) {
                    assert_eq!(since, stretch.1, "{} at {at}: {who:?}", preset.id);
                } else {
                    assert!(since == turn || (at == 0 && since == "—"), "{} at {at}: {who:?} {since}", preset.id);
                    stretches.push((who, since));
                }
                checked += 1;
                algorithms.insert(run.schema().algorithm.clone());
            }
        }
    }
    assert_eq!(algorithms.into_iter().collect::<Vec<_>>(), ["guards", "knowledge", "npc"]);
    assert!(checked > 1000, "{checked}");
}

/// The event of a row is the one that made the belief wrong: after it the belief is wrong, and before it is not.
#[test]
fn event_of_a_wrong_belief_made_it_wrong() {
    for name in ["unseen-shutter", "back-and-forth", "two-heads", "dirty-lt-misses-a-change"] {
        let preset = PRESETS.iter().find(|p| p.id == name).expect(name);
        let scene = preset.scene().expect("a scene");
        let mut run = record(&scene);
        let mut found = 0;
        for at in (0..=run.len()).step_by(7) {
            run.seek(at);
            for row in wrong(&run).into_iter().flat_map(|t| t.rows) {
                let (Some(event), who) = (row.event, &row.values[..2]) else { continue };
                let mut then = run.fork();
                then.seek(event + 1);
                assert!(rows(&then).iter().any(|r| r.0 == who), "{name} at {at}: not wrong after event {event}");
                then.seek(event);
                assert!(!rows(&then).iter().any(|r| r.0 == who), "{name} at {at}: wrong before event {event}");
                found += 1;
            }
        }
        assert!(found > 0, "{name}");
    }
}
