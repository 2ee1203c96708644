//! A choice has one report. Its second line, scoreboard, tie and right answers to a prediction agree, for each choice
//! in each lesson. So does why-not, if it is answered by the choice of the moment.

use gridscope::algorithms::record;
use gridscope::debugger::session::variants;
use gridscope::presets::PRESETS;
use gridscope::trace::trace::{Candidate, CandidateResult, Decision, Replay};
use gridscope::trace::{Cell, Progress};
use std::collections::BTreeMap;
use std::sync::Arc;
use support::{cases, share};

/// Returns the runs of each lesson, including the side-by-side ones.
fn lessons_and_variants() -> impl Iterator<Item = (String, Replay)> {
    PRESETS.iter().flat_map(|preset| {
        let scene = Arc::new(preset.scene().expect("a scene"));
        let all = variants(&gridscope::registry(), &scene).into_iter().enumerate();
        all.map(|(k, (_, scene))| {
            let run = record(&scene, &Progress::default()).unwrap_or_else(|e| panic!("{}: {e}", preset.id));
            (format!("{}+{k}", preset.id), run)
        })
        .collect::<Vec<_>>()
    })
}

/// Maximum number of choices checked in a run.
const CHOICES: usize = 400;

/// Returns moments just after a choice, at most [`CHOICES`], spread over the run. Nearly all lessons are scanned
/// completely, long runs in parts.
fn fallen(run: &mut Replay) -> Vec<(usize, Decision)> {
    let mut all: Vec<(usize, Decision)> = Vec::new();
    let moments: Vec<usize> =
        run.steps().iter().map(|&i| i as usize + 1).chain(run.ties().iter().map(|&i| i as usize + 1)).collect();
    let stretches = (moments.len() / 4000).max(1);
    let length = if stretches == 1 { moments.len() } else { 200 };
    for stretch in moments.chunks(length.max(1)).step_by(stretches) {
        let mut before = None;
        for &at in stretch {
            run.seek(at);
            let decision = run.decision().filter(|decision| decision.chosen_candidate().is_some());
            // The first choice of a part may be much older.
            let fell = (before.is_some() || stretches == 1) && decision.is_some() && decision != before;
            before = decision.or(before);
            if let Some(decision) = before.clone().filter(|_| fell) {
                all.push((at, decision));
            }
        }
    }
    let every = all.len().div_ceil(CHOICES).max(1);
    all.into_iter().step_by(every).collect()
}

/// As long as the ties have not been indexed, whether an event is a tie is computed for it alone.
#[test]
fn tie_of_one_event_agrees_with_the_index() {
    let (mut asked, mut tied) = (0, 0);
    for (name, run) in lessons_and_variants() {
        let anew = run.fork();
        assert!(anew.known_ties().is_none(), "{name}: nobody has asked yet");
        let every = (run.len() / 150).max(1);
        let events: Vec<usize> = (0..run.len()).step_by(every).collect();
        let alone: Vec<_> = events.iter().map(|&i| anew.tie(i)).collect();
        let all = run.ties().to_vec();
        for (&i, alone) in events.iter().zip(alone) {
            let known = anew.tie(i);
            assert_eq!(alone, known, "{name}: event {i}");
            assert!(known.is_none() || all.contains(&(i as u32)), "{name}: event {i}");
            (asked, tied) = (asked + 1, tied + usize::from(known.is_some()));
        }
    }
    assert!(asked > 5000 && tied > 300, "{tied} ties among {asked} events");
}

/// Returns the cells that a text names.
fn named(text: &str) -> Vec<Cell> {
    let inside = text.split('(').skip(1).filter_map(|part| part.split(')').next());
    inside.filter_map(|cell| Cell::from_text(&format!("({cell})"))).collect()
}

fn fate_of(decision: &Decision, cell: Cell) -> Option<&CandidateResult> {
    decision.candidates.iter().find(|c| c.cell == Some(cell)).map(|c| &c.fate)
}

#[test]
fn every_view_of_a_decision_agrees() {
    let mut choices: BTreeMap<String, usize> = BTreeMap::new();
    let (mut answered, mut otherwise): (BTreeMap<String, usize>, BTreeMap<String, usize>) = Default::default();
    let (mut boards, mut ties, mut questions, mut lines, mut sentences) = (0, 0, 0, 0, 0);
    for (name, mut run) in lessons_and_variants() {
        for (at, decision) in fallen(&mut run).into_iter().step_by(share()) {
            run.seek(at);
            let place = format!("{name}, moment {at}: {decision:#?}");
            *choices.entry(run.schema().algorithm.to_string()).or_default() += 1;
            let chosen: Vec<&Candidate> =
                decision.candidates.iter().filter(|c| c.fate == CandidateResult::Chosen).collect();
            assert_eq!(chosen.len(), 1, "one is taken: {place}");
            // If there is a scoreboard, it equals the report.
            let board = decision.table();
            if let Some(shown) = run.tables().into_iter().find(|t| t.candidates && t.title == board.title) {
                assert_eq!(shown, board, "{place}");
                boards += 1;
            }
            let Some(winner) = chosen[0].cell else { continue };
            assert_eq!(run.decided(), Some(winner), "{place}");
            // The sentence of the choice names its winner. In auto chess the choice develops over many events, so it is
            // left out.
            let said = run.event(at - 1).sentence;
            if run.schema().algorithm != "autochess" {
                assert!(named(&said).contains(&winner), "{said}: {place}");
                sentences += 1;
            }
            // The tie names the equal candidates, and the same winner. A tie of another choice inside this one has
            // other words.
            let tie = run.tie(at - 1);
            if let Some(tie) = tie.iter().find(|tie| tie.what == decision.tied) {
                assert_eq!(tie.chosen, winner, "{place}");
                assert_eq!(tie.rule, decision.rule, "{place}");
                ties += 1;
                for (cell, _) in &tie.candidates {
                    let fate = fate_of(&decision, *cell);
                    assert!(
                        matches!(fate, Some(CandidateResult::Chosen | CandidateResult::Tied(_))),
                        "tied {cell} is {fate:?}: {place}"
                    );
                }
            }
            // Predicting the winner or an equal candidate is right, and anything else is wrong.
            let other = tie.is_some_and(|tie| tie.what != decision.tied);
            if !other && run.question(at - 1).is_some_and(|(i, _)| i == at - 1) {
                questions += 1;
                let answers = run.answers(at - 1);
                assert!(answers.contains(&winner), "{answers:?}: {place}");
                for cell in answers {
                    let fate = fate_of(&decision, cell);
                    assert!(
                        matches!(fate, None | Some(CandidateResult::Chosen | CandidateResult::Tied(_))),
                        "answer {cell} is {fate:?}: {place}"
                    );
                }
            }
            // If the second line is about a tie, it names the equal candidates and the rule.
            let second = run.explain();
            if let Some(told) = second.strip_prefix("Tied with ").filter(|_| !other) {
                lines += 1;
                assert!(told.ends_with(&format!(": {}.", decision.rule)), "{second}: {place}");
                let equals = told.strip_suffix(&format!(": {}.", decision.rule)).unwrap_or(told);
                for cell in named(equals) {
                    assert!(matches!(fate_of(&decision, cell), Some(CandidateResult::Tied(_))), "{second}: {place}");
                }
            }
            // Why-not at this moment: if this choice answers it, the answer is the candidate's fate.
            for candidate in &decision.candidates {
                let Some(cell) = candidate.cell else { continue };
                if fate_of(&decision, cell) != Some(&candidate.fate) {
                    continue;
                }
                let (told, own) = (run.why_not(cell), decision.why_not(cell));
                if own.as_ref() == Some(&told) {
                    *answered.entry(run.schema().algorithm.to_string()).or_default() += 1;
                } else {
                    *otherwise.entry(run.schema().algorithm.to_string()).or_default() += 1;
                }
            }
        }
    }
    eprintln!(
        "choices {choices:?}; why-not by the choice {answered:?}, by more than it {otherwise:?}; {boards} boards, {ties} ties, {questions} questions, {lines} lines, {sentences} sentences"
    );
    let all: usize = choices.values().sum();
    assert!(choices.len() >= 7 && boards * 3 > all, "{boards} scoreboards; {choices:?}");
    assert!(
        ties > cases(4000) && questions > cases(1000) && lines > cases(3000) && sentences > cases(5000),
        "{ties} ties, {questions} questions, {lines} second lines"
    );
    // The other algorithms answer why-not about the whole run. Their own tests cover that.
    let by_choice: usize = answered.values().sum();
    assert!(answered.len() >= 4 && by_choice > cases(15_000), "{answered:?}");
}
