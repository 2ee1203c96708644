//! Sentences about a log's events, candidates and actors: correct whatever a line leaves out, with true reasons, and
//! without duplicate actors.

use crate::log::{cell, shown};
use gridscope::debugger::lab::find::ActorTurns;
use gridscope::debugger::log::ConvertedLog;
use gridscope::trace::{ActorKind, Cell};

/// Lines may leave out optional fields, or write values as their language does. Each still has a correct sentence.
#[test]
fn sentences_are_complete_when_fields_are_missing() {
    for (line, sentence) in [
        (
            r#"{"event":"dice","p":0.5,"roll":0.1,"won":true,"at":[2,1]}"#,
            "The dice at (2,1) gave 0.1 against 0.5: won.",
        ),
        (r#"{"event":"dice","p":0.5,"roll":0.1,"won":1}"#, "The dice gave 0.1 against 0.5: won."),
        (r#"{"event":"dice","p":0.5,"roll":0.7,"won":0}"#, "The dice gave 0.7 against 0.5: lost."),
        (r#"{"event":"dice","won":"yes"}"#, "The dice: won."),
        (r#"{"event":"dice","won":"No"}"#, "The dice: lost."),
        (r#"{"event":"weigh","at":[2,1],"name":"item","score":-2.25}"#, "Candidate (2,1) item: score −2.25."),
        (r#"{"event":"weigh","name":"item","score":1}"#, "Candidate item: score 1."),
        (r#"{"event":"choose","name":"item"}"#, "Chose item."),
        (r#"{"event":"choose"}"#, "Chose something that the log does not name."),
        (r#"{"event":"hide","actor":"orc"}"#, "Nothing is visible any more to orc."),
        (r#"{"event":"move","at":[2,1]}"#, "An actor moves to (2,1)."),
        (r#"{"event":"place","actor":"orc"}"#, "orc is placed."),
        (r#"{"event":"remove"}"#, "An actor is removed."),
    ] {
        let shown = shown(&format!("{line}\n"));
        assert!(shown.broken.is_none(), "{line}: {:?}", shown.broken);
        assert_eq!(shown.replay.event(0).sentence, sentence, "{line}");
    }
    let worse = shown(
        "{\"event\":\"open\",\"at\":[1,1],\"g\":0.5}\n{\"event\":\"open\",\"at\":[1,1],\"from\":[2,1],\"g\":7}\n",
    );
    assert_eq!(
        worse.replay.event(1).sentence,
        "No change at (1,1): it was opened again from (2,1) with g = 7, which is no cheaper."
    );
}

/// If a program takes the worse candidate, why-not says so. This is what users look for.
#[test]
fn why_not_says_if_a_candidate_was_better() {
    let asked = |best: &str, scores: [f64; 2]| {
        let [a, b] = scores;
        let text = format!(
            "{{\"event\":\"weigh\",\"at\":[2,1],\"score\":{a}}}\n{{\"event\":\"weigh\",\"at\":[3,1],\"score\":{b}}}\n\
             {{\"event\":\"choose\",\"at\":[2,1]{best}}}\n"
        );
        let mut run = shown(&text).replay;
        run.seek(run.len());
        let why = run.why_not(cell(3, 1));
        (why.reason.to_string(), why.sentence)
    };
    let highest = ",\"best\":\"highest\"";
    for (best, scores, reason, words) in [
        (highest, [5.0, 9.0], "passed-over", "its score 9 is better than 5, since the highest wins"),
        ("", [9.0, 5.0], "passed-over", "its score 5 is better than 9, since the lowest wins"),
        (highest, [9.0, 5.0], "lower", "its score 5 is less than 9"),
        ("", [5.0, 9.0], "higher", "its score 9 is more than 5"),
        ("", [5.0, 5.0], "tied", "the same score"),
    ] {
        let (is, sentence) = asked(best, scores);
        assert!(is == reason && sentence.contains(words), "{best} {scores:?}: {is}: {sentence}");
    }
}

/// An actor that is placed at the start is the actor drawn there, not a second one.
#[test]
fn actor_placed_at_the_start_is_the_start() {
    let header = r######"{"format":"gridscope-trace","version":2,"map":["#####","#...#","#####"],"start":[1,1],"goal":[3,1]}"######;
    let events = "{\"event\":\"place\",\"actor\":\"hero\",\"kind\":\"thief\",\"at\":[1,1]}\n\
                  {\"event\":\"place\",\"actor\":\"orc\",\"at\":[1,1]}\n{\"event\":\"move\",\"actor\":\"hero\",\"at\":[2,1]}\n";
    let ConvertedLog { scene, mut replay, .. } = shown(&format!("{header}\n{events}"));
    let kinds: Vec<(ActorKind, Cell)> = scene.actors.iter().map(|a| (a.kind, a.at)).collect();
    let wanted = [(ActorKind::Thief, cell(1, 1)), (ActorKind::Goal, cell(3, 1)), (ActorKind::Guard, cell(1, 1))];
    assert_eq!(kinds, wanted);
    replay.seek(3);
    let there: Vec<Option<Cell>> = replay.tokens().iter().map(|token| token.at).collect();
    assert_eq!(there, [Some(cell(2, 1)), Some(cell(1, 1))]);
}

/// An actor that is first named elsewhere, or by a move, is another one. An enemy at the start does not replace the
/// start.
#[test]
fn other_actors_do_not_replace_drawn_actors() {
    let header = r######"{"format":"gridscope-trace","version":2,"map":["#####","#G$X#","#####"]}"######;
    let kinds = |events: &str| {
        let ConvertedLog { scene, .. } = shown(&format!("{header}\n{events}\n"));
        scene.actors.iter().map(|a| (a.kind, a.at)).collect::<Vec<_>>()
    };
    let map = [(ActorKind::Guard, cell(1, 1)), (ActorKind::Item, cell(2, 1)), (ActorKind::Goal, cell(3, 1))];
    let with = |kind, at| [&map[..], &[(kind, at)]].concat();
    let moved = kinds(r#"{"event":"move","actor":"hero","at":[1,1]}"#);
    assert_eq!(moved, with(ActorKind::Guard, cell(1, 1)));
    let on_the_item = kinds(r#"{"event":"place","actor":"hero","at":[2,1]}"#);
    assert_eq!(on_the_item, with(ActorKind::Guard, cell(2, 1)));
    assert_eq!(kinds(r#"{"event":"place","actor":"orc","kind":"enemy","at":[1,1]}"#), map);
}

/// A first phase without an actor does not affect the actors of later phases.
#[test]
fn acting_actor_is_independent_of_the_first_phase() {
    let setup = "{\"event\":\"begin\",\"phase\":\"setup\"}\n{\"event\":\"end\"}\n";
    let turns = "{\"event\":\"begin\",\"phase\":\"turn 1\",\"actor\":\"orc\"}\n{\"event\":\"end\"}\n";
    for (text, acts) in [(format!("{setup}{turns}{setup}"), 2), (format!("{turns}{setup}"), 0)] {
        let run = shown(&text).replay;
        assert_eq!((run.actors(), run.acting()), (vec!["orc".to_owned()], vec![acts]), "{text}");
    }
}

/// Events after an `end` have no actor, or belong to the phase around the one that ended.
#[test]
fn end_event_ends_the_innermost_phase() {
    let begin = |phase: &str, actor: &str| format!(r#"{{"event":"begin","phase":"{phase}","actor":"{actor}"}}"#);
    let (note, end) = (r#"{"event":"note","text":"so"}"#, r#"{"event":"end"}"#);
    let (orc, wolf, elf) = (begin("turn 1", "orc"), begin("thinks", "wolf"), begin("turn 2", "elf"));
    let text = [&*orc, note, &*wolf, note, end, note, end, note, end, &*elf, note].join("\n");
    let mut run = shown(&text).replay;
    let whose = ActorTurns::of(&run);
    let actors: Vec<String> = (0..run.len()).map(|i| whose.actor(&run, i).unwrap_or_default()).collect();
    assert_eq!(actors, ["orc", "orc", "wolf", "wolf", "wolf", "orc", "orc", "", "", "elf", "elf"]);
    assert_eq!((whose.say(&run, 5), whose.say(&run, 7)), ("turn 1 › orc".to_owned(), String::new()));
    let phases: Vec<_> = run.phases().iter().map(|phase| (phase.start, phase.end, phase.depth)).collect();
    assert_eq!(phases, [(0, 7, 0), (2, 5, 1), (9, 11, 0)]);
    let mut inside = |cursor: usize| {
        run.seek(cursor);
        [0, 1].map(|depth| run.player().phase_start(depth))
    };
    assert_eq!(inside(4), [Some(0), Some(2)]);
    assert_eq!(inside(6), [Some(0), None]);
    assert_eq!(inside(8), [None, None]);
}

/// Phases that are nested deeper than the limit still end correctly, and so do the phases around them.
#[test]
fn phases_nested_too_deep_end_correctly() {
    let begins = (0..300).map(|i| format!("{{\"event\":\"begin\",\"phase\":\"call {i}\"}}\n"));
    let text: String = begins.chain((0..300).map(|_| "{\"event\":\"end\"}\n".to_owned())).collect();
    let run = shown(&(text + "{\"event\":\"note\",\"text\":\"after\"}\n")).replay;
    for depth in [0, 1, 100, 249] {
        let phase = run.phases().iter().find(|phase| phase.depth == depth).expect("a phase");
        assert_eq!((phase.start, phase.end), (u32::from(depth), 600 - u32::from(depth)), "at depth {depth}");
    }
}

/// A program may have more own events than can be distinguished. The events of the format keep their meaning, and the
/// others are named.
#[test]
fn too_many_own_events_keep_their_names() {
    let own = |n: usize| format!("{{\"event\":\"word {n}\",\"at\":[2,1],\"n\":{n}}}\n");
    let search = "{\"event\":\"open\",\"at\":[1,1],\"g\":0}\n{\"event\":\"expand\",\"at\":[1,1],\"line\":7}\n\
                  {\"event\":\"word 9999\",\"say\":\"It said so.\"}\n";
    let text = |words: usize| {
        format!("{{\"event\":\"note\",\"text\":\"first\"}}\n{}{search}", (0..words).map(own).collect::<String>())
    };
    let few = shown(&text(100));
    assert_eq!((few.note, few.replay.event(100).kind.to_owned()), (None, "word 99".to_owned()));
    let many = shown(&text(300));
    let said = |i: usize| {
        let event = many.replay.event(i);
        (event.kind.to_owned(), event.sentence)
    };
    let both = |kind: &str, sentence: &str| (kind.to_owned(), sentence.to_owned());
    assert_eq!(said(0), both("note", "first"));
    assert_eq!(said(1), both("word 0", "word 0 (2,1): n 0"));
    assert_eq!(said(300), both("other", "word 299 (2,1): n 299"));
    let (open, expand) = (said(301), said(302));
    assert!(open.0 == "open" && open.1.starts_with("Opened the start (1,1)"), "{open:?}");
    assert!(expand.0 == "expand" && expand.1.starts_with("Expanded (1,1)"), "{expand:?}");
    assert_eq!(said(303), both("other", "It said so."));
    assert!(many.note.is_some_and(|note| note.contains("256") && note.contains("\"other\"")));
}
