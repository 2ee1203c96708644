//! Questions of slides: a path, a cell, a number and one of several, with what the run answers. Motion between slides.

use crate::compare::apply;
use gridscope::debugger::session::ask::{Reply, Verdict};
use gridscope::debugger::session::command::Stride;
use gridscope::debugger::session::playback::motion_seconds;
use gridscope::debugger::{Session, SessionCommand};
use gridscope::trace::Cell;
use serde_json::{Value, json};
use support::scene;

/// Two ways around a wall: 6 straight steps over the gap in row 0, and a longer one below.
const WALL: &str = "G.#..\n....X\n..#..";

fn cell(x: u16, y: u16) -> Cell {
    Cell::new(x, y)
}

/// Opens a scene whose first slide asks, and whose second is at the end.
fn session_asking(ask: &Value) -> Session {
    let mut lesson = scene(WALL);
    support::set(&mut lesson, &["neighbours=4"]);
    lesson.run.slides = serde_json::from_value(json!([{ "at": 0, "ask": ask }, { "at": 30 }])).expect("slides");
    let mut session = gridscope::session(lesson);
    session.settle();
    session
}

/// Answers, and returns verdict, title and text.
fn answer(session: &mut Session, reply: Reply) -> (Verdict, String, String) {
    apply(session, &SessionCommand::AskAgain);
    assert!(session.ask_answer().is_none());
    apply(session, &SessionCommand::DraftReply(reply));
    apply(session, &SessionCommand::ShowAnswer);
    let answer = session.ask_answer().expect("an answer");
    (answer.verdict, answer.title.clone(), answer.text.clone())
}

#[test]
fn drawn_path_is_compared_with_its_price() {
    let mut session = session_asking(&json!({ "path": "Draw it" }));
    assert!(session.open_ask().is_some() && session.ask_answer().is_none());
    let path = |cells: &[(u16, u16)]| Reply::Path(cells.iter().map(|&(x, y)| cell(x, y)).collect());
    let run = session.replay().expect("a run").final_path();
    assert_eq!(answer(&mut session, Reply::Path(run)).0, Verdict::Right);
    let equal = [(1, 0), (1, 1), (2, 1), (3, 1), (4, 1)];
    let other = [(0, 1), (1, 1), (2, 1), (3, 1), (4, 1)];
    let titles = [equal, other].map(|cells| answer(&mut session, path(&cells)));
    for (verdict, title, text) in &titles {
        assert_eq!(*verdict, Verdict::Right, "{title}: {text}");
        assert!(title.starts_with("You pay 10") && text.contains("There are 2 such paths."), "{title}: {text}");
    }
    let longer = [(0, 1), (0, 2), (1, 2), (1, 1), (2, 1), (3, 1), (4, 1)];
    let (verdict, title, text) = answer(&mut session, path(&longer));
    assert_eq!((verdict, title.as_str()), (Verdict::Wrong, "You pay 14, the guard 10"), "{text}");
    assert!(text.contains("loses at (0,2), step 2.") && text.contains("costs less than **14**"), "{text}");
    assert_eq!(session.ask_answer().expect("an answer").pins, [cell(0, 2)]);
    let (verdict, _, text) = answer(&mut session, path(&[(0, 1), (1, 1)]));
    assert_eq!(verdict, Verdict::Unfinished);
    assert_eq!(text, "2 steps, cost 4 up to (1,1). It can still cost 10, as the guard pays.");
    let (verdict, title, text) = answer(&mut session, Reply::Nothing);
    assert_eq!((verdict, title.as_str()), (Verdict::Shown, "The guard pays 10"), "{text}");
}

#[test]
fn walls_refuse_and_going_back_takes_back() {
    let mut session = session_asking(&json!({ "path": "Draw it" }));
    let summary = |session: &Session| session.draft().map(|draft| draft.summary.clone());
    apply(&mut session, &SessionCommand::DrawOn(cell(3, 0)));
    assert_eq!(summary(&session).as_deref(), Some("1 step, cost 2"), "the wall ends it");
    apply(&mut session, &SessionCommand::DrawOn(cell(1, 1)));
    apply(&mut session, &SessionCommand::DrawOn(cell(3, 1)));
    assert_eq!(summary(&session).as_deref(), Some("4 steps, cost 8"));
    apply(&mut session, &SessionCommand::DrawOn(cell(1, 1)));
    assert_eq!(summary(&session).as_deref(), Some("2 steps, cost 4"));
    apply(&mut session, &SessionCommand::AskAgain);
    assert_eq!(summary(&session), None);
}

#[test]
fn mock_path_costs_52_against_51() {
    let mut lesson = gridscope::presets::find("hello").expect("a lesson").scene().expect("a scene");
    lesson.run.slides = serde_json::from_value(json!([{ "at": 0, "ask": { "path": "Draw it" } }])).expect("slides");
    lesson.run.at = None;
    let mut session = gridscope::session(lesson);
    session.settle();
    let cells = [
        (2, 3),
        (3, 4),
        (4, 5),
        (4, 6),
        (4, 7),
        (5, 8),
        (6, 9),
        (6, 10),
        (7, 10),
        (8, 10),
        (9, 11),
        (10, 12),
        (11, 12),
        (12, 12),
        (13, 12),
        (14, 12),
        (15, 12),
        (16, 12),
        (17, 12),
        (18, 12),
        (19, 12),
        (20, 12),
        (21, 12),
    ];
    let (verdict, title, text) = answer(&mut session, Reply::Path(cells.map(|(x, y)| cell(x, y)).to_vec()));
    assert_eq!((verdict, title.as_str()), (Verdict::Nearly, "You pay 52, the guard 51"));
    assert_eq!(
        text,
        "So close. Your path loses at (2,3), its first step. From there no way to the goal costs less than **52**."
    );
    let answer = session.ask_answer().expect("an answer");
    assert_eq!(answer.tags, ("the guard 51".to_owned(), "you 52".to_owned()));
    assert_eq!(answer.costs.last().map(String::as_str), Some("51"));
}

#[test]
fn cell_is_the_next_choice_or_that_of_a_condition() {
    let mut session = session_asking(&json!({ "cell": "Which?" }));
    let run = session.replay().expect("a run").fork();
    let (event, _) = run.question(0).expect("a choice");
    let right = run.answers(event)[0];
    let (verdict, _, text) = answer(&mut session, Reply::Cell(right));
    assert_eq!((verdict, text), (Verdict::Right, run.event(event).sentence));
    let (verdict, title, text) = answer(&mut session, Reply::Cell(cell(4, 2)));
    assert_eq!(verdict, Verdict::Wrong);
    assert!(title.contains(&right.to_string()) && text.starts_with("(4,2) "), "{title}: {text}");
    let mut session = session_asking(&json!({ "cell": "Which?", "hits": "expanded and at 4,1" }));
    assert_eq!(answer(&mut session, Reply::Cell(cell(4, 1))).0, Verdict::Right);
    let (verdict, title, _) = answer(&mut session, Reply::Cell(cell(0, 1)));
    assert_eq!((verdict, title.as_str()), (Verdict::Wrong, "No, it is (4,1)"));
}

#[test]
fn number_says_how_far_off_it_is() {
    let mut session = session_asking(&json!({ "number": "How much?" }));
    assert_eq!(answer(&mut session, Reply::Number(10.0)).0, Verdict::Right);
    assert_eq!(answer(&mut session, Reply::Number(9.0)).0, Verdict::Nearly);
    let (verdict, title, text) = answer(&mut session, Reply::Number(4.0));
    assert_eq!((verdict, title.as_str()), (Verdict::Wrong, "No, it is 10"));
    assert!(text.starts_with("You said 4, which is **6** too low."), "{text}");
}

#[test]
fn choice_says_which_line_holds() {
    let options = json!([
        { "words": "Less than ten", "holds": "outcome cost < 10" },
        { "words": "Ten or more", "holds": "outcome cost >= 10" }
    ]);
    let mut session = session_asking(&json!({ "choice": "How much?", "options": options }));
    let (verdict, _, text) = answer(&mut session, Reply::Choice(1));
    assert_eq!(verdict, Verdict::Right);
    assert_eq!(text, "✕ Less than ten: cost less than 10: 10.\n\n✓ Ten or more: cost at least 10: 10.");
    assert_eq!(answer(&mut session, Reply::Choice(0)).0, Verdict::Wrong);
}

#[test]
fn replies_are_restored_and_kept_per_slide() {
    let mut session = session_asking(&json!({ "number": "How much?" }));
    answer(&mut session, Reply::Number(4.0));
    let replies = session.replies().clone();
    let mut again = session_asking(&json!({ "number": "How much?" }));
    apply(&mut again, &SessionCommand::RestoreReplies(replies));
    assert_eq!(again.ask_answer().map(|answer| answer.title.as_str()), Some("No, it is 10"));
    // Another run has another answer.
    apply(&mut again, &SessionCommand::SetParam("neighbours".into(), json!(8)));
    again.settle();
    assert_eq!(again.ask_answer().map(|answer| answer.title.as_str()), Some("No, it is 9"));
    apply(&mut again, &SessionCommand::ToSlide(1));
    assert!(again.ask_answer().is_none() && again.ask().is_none());
}

#[test]
fn questions_without_an_answer_are_faults() {
    for (ask, fault) in [
        (json!({ "number": "?", "of": "no" }), "the outcome has no number \"no\""),
        (json!({ "number": "?", "of": "B.cost" }), "there is no run B"),
        (json!({ "cell": "?", "hits": "expanded and at 2,0" }), "no event with a cell fulfils"),
        (
            json!({ "choice": "?", "options": [
            { "words": "a", "holds": "outcome cost < 1" }, { "words": "b", "holds": "outcome cost < 2" }
        ] }),
            "no option holds",
        ),
    ] {
        let mut session = session_asking(&ask);
        let notices: Vec<String> = session.take_notices().into_iter().map(|notice| notice.text).collect();
        let expected = format!("run.bookmarks, entry 1, ask: {fault}");
        assert!(
            notices.iter().any(|text| text.to_lowercase().contains(&expected.to_lowercase())),
            "{fault}: {notices:?}"
        );
    }
}

#[test]
fn motion_position_follows_from_the_time_passed() {
    assert_eq!([1, 700, 1 << 20].map(motion_seconds), [1.2, 0.4 + 0.27 * 700_f64.log2(), 3.0]);
    let positions = |frame: f64| {
        let mut session = session_asking(&json!({ "number": "?" }));
        apply(&mut session, &SessionCommand::PlaySlide);
        assert_eq!(session.slide_at_hand(), Some(1), "the text is there at once");
        let mut all = Vec::new();
        let mut passed = 0.0;
        while session.tick(frame) {
            passed += frame;
            all.push(((passed * 1000.0).round() as u32, session.moment().0));
            assert_eq!(session.slide_at_hand(), Some(1));
        }
        assert_eq!(session.moment().0, 30.min(session.moment().1));
        all
    };
    let (slow, quick) = (positions(0.1), positions(0.05));
    assert!(slow.len() > 10 && slow.windows(2).all(|pair| pair[0].1 <= pair[1].1));
    for at in &slow {
        assert!(quick.contains(at), "{at:?} of {quick:?}");
    }
    // Slow, fast, slow.
    let middle = slow[slow.len() / 2].1 - slow[slow.len() / 2 - 1].1;
    assert!(middle > slow[0].1, "{slow:?}");
}

#[test]
fn second_press_ends_the_motion() {
    let begun = || {
        let mut session = session_asking(&json!({ "number": "?" }));
        apply(&mut session, &SessionCommand::PlaySlide);
        assert!(session.tick(0.3));
        session
    };
    for command in [SessionCommand::PlaySlide, SessionCommand::DiscardOrStop, SessionCommand::Select(Some(cell(1, 1)))]
    {
        let mut session = begun();
        apply(&mut session, &command);
        assert_eq!((session.slide_at_hand(), session.moment().0), (Some(1), 30.min(session.moment().1)), "{command:?}");
        assert_eq!(session.display_state().selected, None);
        assert!(!session.tick(0.1));
    }
    let mut session = begun();
    apply(&mut session, &SessionCommand::Back(Stride::Slide));
    assert_eq!((session.slide_at_hand(), session.moment().0), (Some(0), 0), "back cuts");
    // A slide at an earlier moment, and one with a cut, is shown at once.
    let mut lesson = scene(WALL);
    let slides = json!([{ "at": 20 }, { "at": 4 }, { "at": 18, "play": "cut" }, { "at": 20, "play": 9.0 }]);
    lesson.run.slides = serde_json::from_value(slides).expect("slides");
    let mut session = gridscope::session(lesson);
    session.settle();
    for at in [4, 18] {
        apply(&mut session, &SessionCommand::PlaySlide);
        assert_eq!(session.moment().0, at);
    }
    apply(&mut session, &SessionCommand::PlaySlide);
    let frames = (0..200).take_while(|_| session.tick(0.1)).count();
    assert!((88..92).contains(&frames), "{frames} tenths of 9 seconds");
}

/// A page without a link opens like this.
#[test]
fn opening_plays_to_the_picture_and_stops_anywhere() {
    let opened = |cut: bool| {
        let mut lesson = scene(WALL);
        lesson.run.slides = serde_json::from_value(json!([{ "at": 0 }, { "at": 20 }])).expect("slides");
        (lesson.run.at, lesson.run.picture) = (Some(0), Some(20));
        let mut session = gridscope::session(lesson);
        session.settle();
        assert_eq!(session.moment().0, 0);
        session.play_opening(cut);
        session
    };
    assert_eq!(opened(true).moment().0, 20);
    let mut session = opened(false);
    while session.tick(0.1) {}
    assert_eq!((session.moment().0, session.slide_at_hand()), (20, Some(1)));
    for command in [SessionCommand::PlayPause, SessionCommand::DiscardOrStop, SessionCommand::ToggleMode] {
        let mut session = opened(false);
        assert!(session.tick(0.6) && session.display_state().playback.is_opening());
        let there = session.moment().0;
        apply(&mut session, &command);
        session.stop_opening();
        assert!(there > 0 && there < 20, "{there}");
        assert!(!session.tick(0.5), "{command:?} does not play on");
        assert_eq!(session.moment().0, there, "{command:?}");
    }
}
