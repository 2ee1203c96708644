//! The event list: a search finds exactly the wanted events, in runs, logs and traces. A cancelled search ends.

use gridscope::debugger::lab::find::{ActorTurns, EventQuery, Found, ParsedFilterText, Search};
use gridscope::debugger::log::ConvertedLog;
use gridscope::debugger::session::background::Done;
use gridscope::debugger::session::command::Stride;
use gridscope::debugger::{Session, SessionCommand};
use gridscope::formats::log::Log;
use gridscope::formats::trace_file;
use gridscope::presets;
use gridscope::trace::progress::at_once;
use gridscope::trace::trace::breakpoint::Condition;
use gridscope::trace::{Cell, Progress, Replay};
use support::HitsOf as _;
use support::scene;

fn preset(id: &str) -> Session {
    let mut session = gridscope::session(presets::find(id).expect("a preset").scene().expect("a scene"));
    session.settle();
    session
}

fn look_for(session: &mut Session, wanted: EventQuery) -> Vec<u32> {
    session.apply(&SessionCommand::LookFor(Box::new(wanted)));
    session.settle();
    session.work().events.hits().map(<[u32]>::to_vec).unwrap_or_default()
}

fn of_text(text: &str) -> EventQuery {
    EventQuery { text: text.to_owned(), ..EventQuery::default() }
}

fn found(wanted: &EventQuery, replay: &Replay) -> Vec<u32> {
    let mut all = Vec::new();
    Search::new(wanted, replay).run(&mut |found| {
        if let Found::Events(mut more) = found {
            all.append(&mut more);
        }
    });
    all
}

/// Returns the expected result of a search, by checking each event.
fn by_hand(wanted: &EventQuery, replay: &Replay) -> Vec<u32> {
    let whose = ActorTurns::of(replay);
    let fits = |i: usize| {
        let event = replay.event(i);
        let said = format!("{} {}", event.kind, event.sentence).to_lowercase();
        let acts = whose.actor(replay, i).unwrap_or_default();
        (wanted.kinds.is_empty() || wanted.kinds.iter().any(|kind| kind == event.kind))
            && (wanted.cell.is_none() || event.cell == wanted.cell)
            && wanted.actor.as_ref().is_none_or(|actor| acts == *actor)
            && wanted.text.to_lowercase().split_whitespace().all(|word| said.contains(word))
    };
    (0..replay.len()).filter(|&i| fits(i)).map(|i| i as u32).collect()
}

#[test]
fn every_part_of_a_query_narrows_the_result() {
    let mut guards = preset("two-guards-one-corridor");
    let replay = guards.replay().expect("a run").fork();
    let actor = replay.actors().first().expect("somebody acts").clone();
    let cell = replay.cell(replay.len() / 2);
    let kind = replay.kind(replay.len() / 3).to_owned();
    let other = replay.kind(replay.len() / 2).to_owned();
    let mut some = 0;
    for kinds in [vec![], vec![kind.clone()], vec![kind, other]] {
        for cell in [None, cell] {
            for actor in [None, Some(actor.clone())] {
                for text in ["", "GUARD", "guard plan", "came into", "no such word"] {
                    let wanted = EventQuery { kinds: kinds.clone(), cell, actor: actor.clone(), text: text.to_owned() };
                    let all = found(&wanted, &replay);
                    assert_eq!(all, by_hand(&wanted, &replay), "{wanted:?}");
                    some += usize::from(!all.is_empty());
                    let kept = look_for(&mut guards, wanted.clone());
                    assert_eq!(kept, if wanted.is_everything() { Vec::new() } else { all }, "{wanted:?}");
                }
            }
        }
    }
    assert!(some > 20, "the questions of this test find something: {some}");
}

#[test]
fn search_text_with_known_names_is_condition() {
    let session = preset("hello");
    let replay = session.replay().expect("a run");
    let reading = |text: &str| of_text(text).reading(replay);
    for text in ["expanded and f >= 51", "at 12,5", "layer g falls", "g > 20", "not expanded", "expanded or opened"] {
        let condition: Condition = text.parse().expect("a condition");
        assert_eq!(reading(text), ParsedFilterText::Condition(condition.clone()), "{text}");
        assert_eq!(found(&of_text(text), replay), replay.hits_of(&condition), "{text}");
        assert!(!replay.hits_of(&condition).is_empty(), "{text}");
    }
    // A single word is a word, and so is a text with names that this run does not have.
    for text in ["expanded", "Expanded", "not nearer", "layer belief = wall", "and", "g >", "nothing", "weather > 3"] {
        assert!(matches!(reading(text), ParsedFilterText::Words(_)), "{text}: {:?}", reading(text));
        assert_eq!(found(&of_text(text), replay), by_hand(&of_text(text), replay), "{text}");
    }
    // The name of a kind finds its events, whatever their sentences contain.
    assert!(!found(&of_text("tied"), replay).is_empty());
}

#[test]
fn f3_visits_each_match_and_back() {
    let mut session = preset("hello");
    let hits = look_for(&mut session, EventQuery { kinds: vec!["expanded".into()], ..EventQuery::default() });
    assert!(hits.len() > 10);
    session.apply(&SessionCommand::Home);
    for &hit in &hits[..5] {
        session.apply(&SessionCommand::Forward(Stride::Found));
        assert_eq!(session.moment().0, hit as usize + 1);
    }
    session.apply(&SessionCommand::Back(Stride::Found));
    assert_eq!(session.moment().0, hits[3] as usize + 1);
    session.apply(&SessionCommand::JumpBack);
    assert_eq!(session.moment().0, hits[4] as usize + 1, "a jump among them is taken back like any other");
    session.apply(&SessionCommand::End);
    session.apply(&SessionCommand::Forward(Stride::Found));
    assert!(session.work().notices.iter().any(|n| n.text.contains("No further match")), "{:?}", session.work().notices);
    // As the panel shows it: the row, and the number of rows.
    let len = session.moment().1;
    assert_eq!(session.work().events.row_of(hits[7] as usize, len), Ok(7));
    assert_eq!(session.work().events.row_of(hits[7] as usize + 1, len).unwrap_or_else(|k| k), 8);
    assert_eq!((session.work().events.rows(len), session.work().events.event(3)), (hits.len(), Some(hits[3] as usize)));
    look_for(&mut session, EventQuery::default());
    assert_eq!((session.work().events.rows(len), session.work().events.event(3)), (len, Some(3)));
    session.apply(&SessionCommand::Forward(Stride::Found));
    assert!(session.work().notices.iter().any(|n| n.text.contains("Ctrl+F")));
}

#[test]
fn search_is_repeated_on_a_new_run() {
    let mut session = preset("hello");
    let before = look_for(&mut session, of_text("smallest f"));
    session.apply(&SessionCommand::SetParam("weight".into(), 2.into()));
    session.settle();
    let replay = session.replay().expect("a run").fork();
    let after = session.work().events.hits().expect("some").to_vec();
    assert_eq!(after, by_hand(&of_text("smallest f"), &replay));
    assert_ne!(before, after);
    session.apply(&SessionCommand::OpenPreset("counter-example"));
    session.settle();
    assert!(session.work().events.wanted().is_everything());
}

#[test]
fn logs_and_traces_are_searched_like_runs() {
    let log = Log::read("a log", include_str!("../data/corridor.trace.jsonl").as_bytes()).expect("a log");
    let log = at_once(ConvertedLog::of(&log)).replay;
    for wanted in
        [of_text("expand"), of_text("(1,"), EventQuery { cell: Some(Cell::new(1, 1)), ..EventQuery::default() }]
    {
        let all = found(&wanted, &log);
        assert_eq!(all, by_hand(&wanted, &log), "{wanted:?}");
        assert!(!all.is_empty(), "{wanted:?}");
    }
    // A search in a run, and in the same run read from its file.
    let guards = preset("two-guards-one-corridor");
    let replay = guards.replay().expect("a run");
    let mut bytes = Vec::new();
    trace_file::Writer::new(guards.scene(), replay).expect("a header").write(&mut bytes).expect("written");
    let (told, _) =
        trace_file::read(&gridscope::registry(), "told", &bytes).expect("a trace").recorded_run().expect("told");
    let actor = replay.actors().first().cloned();
    for wanted in [EventQuery { actor, ..EventQuery::default() }, of_text("plan cost"), of_text("moved and not at 1,1")]
    {
        assert_eq!(found(&wanted, &told), found(&wanted, replay), "{wanted:?}");
    }
}

#[test]
fn cancelled_search_reports_no_more() {
    let mut session = gridscope::session(scene("G....\n.....\n....X"));
    session.settle();
    session.apply(&SessionCommand::LookFor(Box::new(of_text("opened"))));
    let search = session.take_search().expect("a search");
    assert!(session.work().events.is_searching() && session.take_search().is_none(), "one at a time");
    session.apply(&SessionCommand::LookFor(Box::new(of_text("expanded"))));
    search.run(&mut |found| session.take_done(Done::Found(found)));
    session.settle();
    let replay = session.replay().expect("a run");
    assert_eq!(session.work().events.hits().expect("some"), by_hand(&of_text("expanded"), replay));
    assert_eq!(session.work().events.progress(), None);
}

#[test]
fn cancelled_condition_search_reports_only_done() {
    for text in
        ["layer g falls", "register open rises", "check \"a pop was a tie\" and f > 1", "phase search and g > 1"]
    {
        let mut session = preset("hello");
        session.apply(&SessionCommand::LookFor(Box::new(of_text(text))));
        let search = session.take_search().expect("a search");
        assert!(matches!(session.work().events.reading(), ParsedFilterText::Condition(_)), "{text}");
        session.apply(&SessionCommand::LookFor(Box::new(of_text("expanded"))));
        let mut told = Vec::new();
        search.run(&mut |found| {
            told.push(found.clone());
            session.take_done(Done::Found(found));
        });
        assert_eq!(told, [Found::Done], "{text}");
    }
}

/// A text that looks like a condition but is not one is searched for as words, and the search says so.
#[test]
fn broken_condition_is_searched_as_words() {
    let scene = gridscope::presets::find("hello").expect("a lesson").scene().expect("a scene");
    let run = gridscope::algorithms::record(&scene, &Progress::default()).expect("a run");
    let asked = |text: &str| {
        let wanted = EventQuery { text: text.to_owned(), ..EventQuery::default() };
        wanted.no_condition(&wanted.reading(&run), &run)
    };
    for (text, why) in [
        ("f => 52", "f => 52 is searched for as words: "),
        ("expanded and ff >= 12", "no event of this run has a field \"ff\"; there are "),
        ("layer gg > 2", "has no layer \"gg\""),
    ] {
        assert!(asked(text).is_some_and(|said| said.contains(why)), "{text}: {:?}", asked(text));
    }
    for text in ["f >= 52", "expanded and f >= 12", "the dice chose", ""] {
        assert_eq!(asked(text), None, "{text}");
    }
}
