//! Combined breakpoint conditions: as text, against plain scans of the trace, the n-th hit, and logpoints.

use gridscope::debugger::session::command::Stride;
use gridscope::debugger::{Session, SessionCommand};
use gridscope::trace::progress::at_once;
use gridscope::trace::trace::breakpoint::{Ask, Condition, Op, Source};
use gridscope::trace::{Cell, Progress, Replay, Rng, Tile};
use support::HitsOf as _;
use support::{random, record, scene_with, set};

fn read(text: &str) -> Condition {
    text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
}

#[test]
fn condition_texts_parse_as_meant() {
    assert_eq!(read("expanded"), Condition::of_kind("expanded"));
    assert_eq!(read("at (3,2)"), Condition::at_cell(Cell::new(3, 2)));
    assert_eq!(read("at 3,2"), read("at (3 2)"));
    assert_eq!(read("f >= 12"), Condition::compare("f", Op::AtLeast, 12.0));
    assert_eq!(read("f ≥ 12.5"), read("f >= 12.5"));
    assert_eq!(read("layer \"walked far\" falls"), Condition::Number(Source::Layer, "walked far".into(), Ask::Falls));
    assert_eq!(
        read("expanded and f > 3 or not phase \"guard 2\""),
        Condition::Any(vec![
            Condition::All(vec![Condition::of_kind("expanded"), Condition::compare("f", Op::Greater, 3.0)]),
            Condition::Not(Box::new(Condition::Phase("guard 2".into()))),
        ]),
        "and binds closer than or"
    );
    assert_eq!(read("nothing"), Condition::default());
}

#[test]
fn condition_errors_state_their_character() {
    let error = |text: &str| text.parse::<Condition>().expect_err(text).to_string();
    assert_eq!(error("f >="), "at character 5: expected a number");
    assert_eq!(error("expanded f"), "at character 10: expected and, or, or the end, not f");
    assert_eq!(error("(expanded"), "at character 10: expected a closing bracket");
    assert_eq!(error("at 3"), "at character 5: expected a cell such as 3,2");
    assert_eq!(error("check \"open"), "at character 7: the quotes are not closed");
    assert_eq!(error("f ! 3"), "at character 3: expected != for not equal");
    assert_eq!(error("layer f"), "at character 8: expected a comparison, changed, rises or falls");
    assert!(error("").contains("expected a name"));
    assert!(error(&"(".repeat(100_000)).contains("fewer brackets"));
    // Deep nesting is refused, but not many conditions side by side.
    read(&vec!["(expanded)"; 1000].join(" or "));
    assert!(error("f > 1e999").contains("not a number"));
}

/// Returns a random condition with A*'s names.
fn any(dice: &mut Rng, depth: u32) -> Condition {
    let below = |dice: &mut Rng, n: u64| dice.below(n) as usize;
    if depth > 0 && dice.below(2) == 0 {
        let parts = (0..2 + dice.below(2)).map(|_| any(dice, depth - 1)).collect();
        return match dice.below(3) {
            0 => Condition::All(parts),
            1 => Condition::Any(parts),
            _ => Condition::Not(Box::new(any(dice, depth - 1))),
        };
    }
    let ask = match dice.below(4) {
        0 => Ask::Is(Op::ALL[below(dice, 6)], dice.below(20) as f64),
        1 => Ask::Changed,
        2 => Ask::Rises,
        _ => Ask::Falls,
    };
    match dice.below(6) {
        0 => Condition::Cell(Cell::new(dice.below(9) as u16, dice.below(9) as u16)),
        1 => Condition::of_kind(["expanded", "opened", "tied", "rejected"][below(dice, 4)]),
        2 => Condition::Number(Source::Field, ["f", "g", "h"][below(dice, 3)].into(), ask),
        3 => Condition::Number(Source::Layer, ["f", "g", "n"][below(dice, 3)].into(), ask),
        4 => Condition::Number(Source::Register, ["open", "closed", "f of current"][below(dice, 3)].into(), ask),
        _ => Condition::Phase(["search", "path"][below(dice, 2)].into()),
    }
}

/// Evaluates a condition the slow way, by moving to both sides of the event.
fn holds(run: &mut Replay, condition: &Condition, i: usize) -> bool {
    let told = run.fork();
    let event = told.event(i);
    match condition {
        Condition::Cell(cell) => event.cell == Some(*cell),
        Condition::Kind(kind) => event.kind == kind,
        Condition::Phase(name) => run
            .phases()
            .iter()
            .any(|p| (p.start as usize) <= i && i < p.end as usize && run.phase_name(p.start as usize) == *name),
        Condition::Number(source, name, ask) => {
            let of = |e: usize| run.event(e).fields.iter().find(|(n, _)| n == name).map(|(_, v)| v.clone());
            if *source == Source::Field {
                return of(i).is_some() && ask.holds(event.replaced.and_then(of), of(i));
            }
            let mut side = |at: usize| {
                run.seek(at);
                if *source == Source::Layer {
                    let layer = run.schema().layer(name).expect("a layer");
                    event.cell.and_then(|c| run.value(layer, c))
                } else {
                    run.watch().iter().find(|(n, _)| n == name).map(|(_, v)| v.clone())
                }
            };
            let (before, after) = (side(i), side(i + 1));
            ask.holds(before, after)
        }
        Condition::All(all) => all.iter().all(|c| holds(run, c, i)),
        Condition::Any(all) => all.iter().any(|c| holds(run, c, i)),
        Condition::Not(inner) => !holds(run, inner, i),
        Condition::Actor(_) | Condition::Check(_) => unreachable!("not made here"),
    }
}

#[test]
fn random_conditions_reparse_and_agree_with_a_scan() {
    let mut dice = Rng::new(8);
    for round in 0..60 {
        let mut scene = random(&mut dice, 8, &[Tile::Floor, Tile::Floor, Tile::Floor, Tile::Wall, Tile::Rubble]);
        set(&mut scene, [&["ties=parents"][..], &["weight=3", "costs=1"], &["neighbours=4"]][round % 3]);
        let mut run = record(&scene);
        for _ in 0..6 {
            let condition = any(&mut dice, 2);
            let text = condition.to_string();
            assert_eq!(read(&text), condition, "{text}");
            let slow: Vec<u32> = (0..run.len()).filter(|&i| holds(&mut run, &condition, i)).map(|i| i as u32).collect();
            assert_eq!(run.hits_of(&condition), slow, "{text}");
        }
    }
}

#[test]
fn condition_search_reports_progress_and_can_be_stopped() {
    let field = format!("G{row}\n{rest}{row}X", row = ".".repeat(22), rest = ".......................\n".repeat(21));
    let run = record(&scene_with(&field, &["ties=parents"]));
    for text in [
        "layer g falls",
        "register open rises",
        "register \"f of current\" changed",
        "check \"a pop was a tie\"",
        "phase search and f >= 12",
        "at 4,4",
        "expanded",
        "not expanded",
    ] {
        let condition = read(text);
        let (mut last, mut told) = (0, Vec::new());
        let passed = at_once(run.report_hits(&condition, &Progress::default(), &mut |done, hits| {
            assert!(done >= last && hits.iter().all(|&i| i as usize >= told.len()), "{text}: in their order");
            assert!(done - last <= 256 || condition.cell().is_some() || text == "expanded", "{text}: {last} to {done}");
            last = done;
            told.extend_from_slice(hits);
        }));
        assert_eq!(passed, Ok(()), "{text}");
        assert_eq!((last, &told), (run.len(), &run.hits_of(&condition)), "{text}");
        // After the search is stopped, it does not report again.
        for most in 0..4 {
            let (mut times, progress) = (0, Progress::default());
            let passed = at_once(run.fork().report_hits(&condition, &progress, &mut |_, _| {
                times += 1;
                if times > most {
                    progress.stop();
                }
            }));
            assert_eq!(passed.is_err(), progress.is_stopped(), "{text}");
            assert!(times <= most + 1, "{text}: told {times} times, stopped at {}", most + 1);
        }
    }
}

fn session() -> Session {
    let mut session = gridscope::session(scene_with("G....\n.....\n....X", &["ties=parents"]));
    session.settle();
    session.apply(&SessionCommand::Home);
    session
}

#[test]
fn breakpoint_on_third_hit_stops_there_only() {
    let mut session = session();
    session.apply(&SessionCommand::AddBreakpoint(read("expanded")));
    let all = session.display_state().breakpoints[0].hits.clone();
    session.apply(&SessionCommand::BreakOnNth(0, 3));
    assert_eq!(session.display_state().breakpoints[0].hits, [all[2]]);
    session.apply(&SessionCommand::Forward(Stride::Hit));
    assert_eq!(session.moment().0, all[2] as usize + 1);
    session.apply(&SessionCommand::BreakOnNth(0, 10_000));
    assert!(session.display_state().breakpoints[0].hits.is_empty());
    session.apply(&SessionCommand::BreakOnNth(0, 0));
    assert_eq!(session.display_state().breakpoints[0].hits, all);
}

#[test]
fn logpoint_notes_and_never_stops() {
    let mut session = session();
    session.apply(&SessionCommand::AddBreakpoint(read("expanded")));
    session.apply(&SessionCommand::NoteOnly(0, true));
    assert!(!session.display_state().breakpoints[0].hits.is_empty());
    session.apply(&SessionCommand::SetSpeed(1000.0));
    session.apply(&SessionCommand::PlayPause);
    while session.tick(0.1) {}
    let (at, len) = session.moment();
    assert_eq!(at, len, "it played to the end");
}

#[test]
fn strides_stop_at_visible_changes_turns_and_writes() {
    let mut session = session();
    let layer = session.display_state().layer;
    // Every stop is an event that changes the layer or the arrow of its cell. None is missed.
    let (mut last, mut stops) = (0, Vec::new());
    loop {
        session.apply(&SessionCommand::Forward(Stride::Visible));
        let at = session.moment().0;
        if at == last {
            break;
        }
        let mut run = session.replay().expect("a run").fork();
        for i in last..at {
            let cell = run.event(i).cell;
            let mut look = |m: usize| {
                run.seek(m);
                cell.map(|c| (run.value(layer, c), run.arrow(c)))
            };
            let changed = look(i) != look(i + 1);
            assert_eq!(changed, i + 1 == at, "event {}", i + 1);
        }
        stops.push(last);
        last = at;
    }
    // Backward, the same stops come in reverse, down to the start.
    assert!(stops.len() > 3);
    while let Some(stop) = stops.pop() {
        session.apply(&SessionCommand::Back(Stride::Visible));
        assert_eq!(session.moment().0, stop);
    }
    session.apply(&SessionCommand::End);
    session.apply(&SessionCommand::Select(Some(Cell::new(4, 2))));
    session.apply(&SessionCommand::Back(Stride::Write));
    let at = session.moment().0;
    let event = session.replay().expect("a run").event(at - 1);
    assert_eq!(event.cell, Some(Cell::new(4, 2)));
    session.apply(&SessionCommand::Home);
    session.apply(&SessionCommand::Forward(Stride::Turn));
    session.apply(&SessionCommand::Forward(Stride::Turn));
    let (at, _) = session.moment();
    let run = session.replay().expect("a run");
    assert_eq!(run.phase_name(at - 1), "path");
}

#[test]
fn condition_has_a_cell_if_every_hit_has() {
    assert_eq!(read("at 3,1").cell(), Some(Cell::new(3, 1)));
    assert_eq!(read("expanded and at 3,1").cell(), Some(Cell::new(3, 1)));
    assert_eq!(read("expanded or at 3,1").cell(), None);
    assert_eq!(read("expanded").cell(), None);
}

#[test]
fn out_stops_at_the_innermost_phase_end() {
    let mut session = session();
    let phases = session.replay().expect("a run").phases().to_vec();
    let len = session.moment().1;
    let mut within = 0;
    for at in 0..=len {
        session.apply(&SessionCommand::Seek(at));
        let around = phases.iter().filter(|phase| (phase.start as usize) < at && at < phase.end as usize);
        let end = around.map(|phase| phase.end as usize).min();
        within += usize::from(end.is_some_and(|end| end < len));
        session.apply(&SessionCommand::Out);
        assert_eq!(session.moment().0, end.unwrap_or(len), "from {at}");
    }
    assert!(within > 3, "{within} moments lie within a phase that ends before the run");
}

#[test]
fn check_is_found_by_a_former_name() {
    let run = record(&scene_with("G....\n.....\n....X", &[]));
    let hits = |name: &str| run.hits_of(&Condition::check(name));
    assert!(!hits("a tie was broken").is_empty());
    assert_eq!(hits("a pop was a tie"), hits("a tie was broken"));
    assert!(hits("a tie that never was").is_empty());
    let checks = run.card().expect("a card").checks;
    for name in ["a tie was broken", "a pop was a tie"] {
        assert_eq!(checks.iter().filter(|check| check.is_called(name)).count(), 1, "{name}");
    }
    let mut bytes = Vec::new();
    let scene = scene_with("G....\n.....\n....X", &[]);
    let writer = gridscope::formats::trace_file::Writer::new(&scene, &run).expect("a header");
    writer.write(&mut bytes).expect("written");
    let file = gridscope::formats::trace_file::read(&gridscope::registry(), "a file", &bytes).expect("a trace");
    let (told, _) = file.recorded_run().expect("told");
    assert_eq!(told.hits_of(&Condition::check("a pop was a tie")), hits("a tie was broken"), "in a file too");
}

/// Conditions in words, for students.
#[test]
fn condition_is_put_into_words() {
    for (text, words) in [
        ("traced and (at 9,8 or at 9,9)", "a traced event at (9,8) or (9,9)"),
        ("expanded and f >= 12", "an expanded event with f at least 12"),
        ("at 3,2 or layer g falls", "an event at (3,2) or an event that lowers the layer g"),
        ("opened or joined", "an opened or joined event"),
        ("came-again and not at 3,2", "a came again event not at (3,2)"),
        ("actor \"guard 2\" and phase plan", "an event by guard 2 in the phase plan"),
        ("moved and (at 1,1 or f > 2)", "a moved event either at (1,1) or with f more than 2"),
        ("parent = (3,2)", "an event with parent equal to (3,2)"),
        ("check \"a corner was refused\"", "an event of the check “a corner was refused”"),
    ] {
        let condition: Condition = text.parse().expect(text);
        assert_eq!(condition.events_in_words("a"), words);
    }
    let joined: Condition = "joined and at 1,1".parse().expect("a condition");
    assert_eq!(joined.events_in_words("no"), "no joined event at (1,1)");
    assert_eq!(joined.events_in_words("exactly one"), "exactly one joined event at (1,1)");
}
