//! Slow work runs on threads of the caller. The session hands it out, continues, and collects the results.

use gridscope::debugger::disk::files::ClipboardContent;
use gridscope::debugger::disk::prepare::Preparation;
use gridscope::debugger::lab::find::{EventQuery, Search};
use gridscope::debugger::session::background::{Done, Kind, Task};
use gridscope::debugger::{Session, SessionCommand};
use gridscope::trace::progress::at_once;
use gridscope::trace::{Cell, Scene, Tile};
use std::fs;
use std::path::Path;
use support::lesson;

/// Returns two sessions on the same scene. The test runs the tasks of the first; the second runs its tasks at once.
fn both() -> [Session; 2] {
    [(); 2].map(|()| {
        let mut session = gridscope::session(lesson("hello"));
        session.settle();
        session
    })
}

/// Carries out a command in both sessions. The first leaves its tasks to the test.
fn in_both(aside: &mut Session, at_once: &mut Session, command: &SessionCommand) {
    aside.perform(command);
    at_once.apply(command);
}

fn paint(session: &mut Session, tile: Tile) {
    let mut drawn = session.scene().clone();
    drawn.tiles[Cell::new(3, 1)] = tile;
    session.perform(&SessionCommand::Replace(Box::new(drawn)));
}

fn condition(text: &str) -> SessionCommand {
    SessionCommand::AddBreakpoint(text.parse().expect("a condition"))
}

/// Answers the next question of a session.
fn answer(session: &mut Session) {
    let asked = session.next_question_task().expect("a question");
    session.handle_answer(at_once(asked.answer()));
}

#[test]
fn background_breakpoint_hits_equal_direct_hits() {
    let [mut aside, mut at_once] = both();
    in_both(&mut aside, &mut at_once, &condition("expanded"));
    in_both(&mut aside, &mut at_once, &condition("f >= 8"));
    in_both(&mut aside, &mut at_once, &SessionCommand::BreakOnNth(0, 2));
    assert!(aside.display_state().breakpoints.iter().all(|b| !b.found && b.hits.is_empty()), "no search has run yet");
    answer(&mut aside);
    assert!(aside.next_question_task().is_none(), "both are answered together");
    assert_eq!(aside.display_state().breakpoints, at_once.display_state().breakpoints);
    assert!(at_once.display_state().breakpoints.iter().all(|b| b.found && !b.hits.is_empty()));
    // A breakpoint keeps its hits while it is switched off and on.
    aside.perform(&SessionCommand::ToggleBreakpoint(0));
    assert!(aside.next_question_task().is_none());
}

#[test]
fn unknown_hits_are_reported_as_still_being_searched() {
    let [mut aside, _] = both();
    aside.perform(&SessionCommand::Home);
    aside.perform(&condition("expanded"));
    let hit = SessionCommand::Forward(gridscope::debugger::session::command::Stride::Hit);
    aside.perform(&hit);
    let said = aside.take_notices().pop().expect("a notice").text;
    assert!(said.contains("still being searched"), "{said}");
    answer(&mut aside);
    aside.perform(&hit);
    assert_eq!(aside.moment().0, aside.display_state().breakpoints[0].hits[0] as usize + 1);
}

#[test]
fn why_not_is_answered_for_the_moment_asked() {
    let [mut aside, mut at_once] = both();
    in_both(&mut aside, &mut at_once, &SessionCommand::Seek(5));
    in_both(&mut aside, &mut at_once, &SessionCommand::WhyNot(Cell::new(3, 3)));
    assert!(aside.display_state().why_not.is_none());
    assert_eq!(aside.asked_why_not(), Some(&[Cell::new(3, 3)][..]));
    assert_eq!(aside.question_now(), at_once.question_now(), "it is asked, answered or not");
    answer(&mut aside);
    assert_eq!(aside.display_state().why_not, at_once.display_state().why_not);
    assert!(aside.display_state().why_not.is_some());
}

/// After the run has changed, the question is asked again. An answer about the old run comes too late and is dropped.
#[test]
fn late_answer_about_another_run_is_dropped() {
    let [mut aside, _] = both();
    aside.perform(&condition("expanded"));
    let breakpoint = aside.next_question_task().expect("a question");
    aside.perform(&SessionCommand::SetParam("weight".into(), "2".parse().expect("a number")));
    aside.settle();
    assert!(!aside.still_needs_answer(&breakpoint.question), "it is of the run before");
    aside.perform(&SessionCommand::WhyNot(Cell::new(3, 3)));
    let why_not = aside.next_question_task().expect("a question");
    aside.perform(&SessionCommand::WhyNot(Cell::new(4, 3)));
    assert!(!aside.still_needs_answer(&why_not.question), "another cell is asked about");
    aside.handle_answer(at_once(why_not.answer()));
    aside.handle_answer(at_once(breakpoint.answer()));
    assert!(aside.display_state().why_not.is_none());
    while aside.next_question_task().is_some() {
        answer(&mut aside);
    }
    let (cells, why) = aside.display_state().why_not.clone().expect("an answer");
    assert_eq!(cells, [Cell::new(4, 3)]);
    assert!(why.sentence.contains("(4,3)"), "{}", why.sentence);
    // A cancelled question has no answer.
    aside.perform(&condition("f >= 8"));
    let stopped = aside.next_question_task().expect("a question");
    stopped.progress.stop();
    aside.perform(&SessionCommand::RemoveBreakpoint(aside.display_state().breakpoints.len() - 1));
    assert!(!aside.still_needs_answer(&stopped.question));
    aside.handle_answer(at_once(stopped.answer()));
    assert!(aside.display_state().breakpoints.iter().all(|b| b.found));
}

fn save(session: &mut Session) {
    let writing = session.take_writing().expect("something to write");
    session.handle_save_result(writing.run());
}

fn is_kept(file: &Path, session: &Session) -> bool {
    let kept = Session::on_file(gridscope::registry(), file).expect("a scene");
    kept.scene().tiles == session.scene().tiles
}

#[test]
fn change_during_a_save_stays_unsaved() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("mine.scene.json");
    let [mut session, _] = both();
    paint(&mut session, Tile::Water);
    session.perform(&SessionCommand::SaveAs(file.clone()));
    assert!(session.is_saving() && !file.exists(), "nobody has written it yet");
    let writing = session.take_writing().expect("something to write");
    paint(&mut session, Tile::Wall);
    session.handle_save_result(writing.run());
    assert!(!session.is_saving());
    assert_eq!(session.document().path.as_ref(), Some(&file));
    assert!(session.document().loses_work() && !is_kept(&file, &session));
    // Undo leads back to the saved state. The scene still counts as unsaved until it is saved again.
    session.perform(&SessionCommand::Undo);
    assert!(is_kept(&file, &session));
    session.perform(&SessionCommand::Undo);
    assert!(session.document().loses_work() && !is_kept(&file, &session));
    session.perform(&SessionCommand::SaveAs(file.clone()));
    save(&mut session);
    assert!(!session.document().loses_work() && is_kept(&file, &session));
}

#[test]
fn saves_are_written_one_after_another() {
    let folder = tempfile::tempdir().expect("a folder");
    let [file, other] = ["mine.scene.json", "other.scene.json"].map(|name| folder.path().join(name));
    let [mut session, _] = both();
    for tile in [Tile::Water, Tile::Wall] {
        paint(&mut session, tile);
        session.perform(&SessionCommand::SaveAs(file.clone()));
    }
    session.perform(&SessionCommand::SaveAs(other.clone()));
    let first = session.take_writing().expect("something to write");
    assert!(session.take_writing().is_none(), "two at once could write the older one last");
    session.handle_save_result(first.run());
    save(&mut session);
    save(&mut session);
    assert!(session.take_writing().is_none() && !session.is_saving());
    assert!(session.work().notices.iter().all(|notice| !notice.error), "{:?}", session.work().notices);
    assert!(is_kept(&file, &session) && is_kept(&other, &session) && !session.document().loses_work());
    // A change by another program is still detected.
    fs::write(&other, "theirs").expect("written");
    session.perform(&SessionCommand::SaveAs(other.clone()));
    save(&mut session);
    assert!(session.work().notices.last().is_some_and(|notice| notice.error));
    assert_eq!(fs::read_to_string(&other).expect("there"), "theirs");
}

/// If another scene is opened during a save, the result of the save does not mark that scene as saved.
#[test]
fn scene_opened_during_a_save_stays_unsaved() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("mine.scene.json");
    let [mut session, _] = both();
    session.perform(&SessionCommand::SaveAs(file.clone()));
    let writing = session.take_writing().expect("something to write");
    session.perform(&SessionCommand::OpenPreset("secret-door"));
    paint(&mut session, Tile::Water);
    session.handle_save_result(writing.run());
    assert!(file.exists());
    assert!(session.document().path.is_none() && session.document().loses_work());
    assert!(session.work().notices.iter().any(|notice| notice.text.starts_with("Saved ")));
}

#[test]
fn copy_in_background_equals_direct_copy() {
    let [mut aside, mut at_once] = both();
    let copied = aside.copying_text().run().expect("text");
    assert_eq!(copied, at_once.as_text().expect("text"));
    assert!(copied.0.contains('G'));
    let (link, lost) = aside.copying_link().run().expect("a link");
    assert_eq!((link, lost.len()), (at_once.as_link().expect("a link"), 0));
    in_both(&mut aside, &mut at_once, &SessionCommand::SelectAll);
    in_both(&mut aside, &mut at_once, &SessionCommand::CutArea);
    let clip = aside.clip().expect("what was cut");
    let (cut, _) = ClipboardContent::Area(clip).run().expect("text");
    assert_eq!(Some(cut.as_str()), at_once.copied());
    assert!(cut.contains('G') && aside.scene() == at_once.scene());
    aside.perform(&SessionCommand::PasteText(cut));
    assert!(aside.floats(), "it is what was cut here");
}

/// A short text is parsed at once. A long one is parsed beforehand, with the same result.
#[test]
fn long_pasted_map_is_parsed_in_background() {
    let session = gridscope::session(lesson("hello"));
    let short = SessionCommand::PasteText("G..X\n".into());
    assert!(Preparation::of(&session, &short).is_none());
    let row = format!("G{}X\n", ".".repeat(1098));
    let paste = SessionCommand::PasteText(row.repeat(1000));
    let [mut prepared, mut at_once] = both();
    let preparation = Preparation::of(&session, &paste).expect("it takes a while");
    assert!(preparation.says.contains("pasted"), "{}", preparation.says);
    prepared.apply_prepared(preparation.run());
    at_once.apply(&paste);
    assert_eq!(prepared.scene().size().to_string(), "1100 × 1000");
    assert_eq!(prepared.scene(), at_once.scene());
    assert_eq!(prepared.scene().run.algorithm, lesson("hello").run.algorithm, "the run at hand goes on with it");
    let broken = SessionCommand::PasteText(row.repeat(1000).replacen('.', "\u{1f5fa}", 1));
    let before = prepared.scene().clone();
    prepared.apply_prepared(Preparation::of(&session, &broken).expect("it takes a while").run());
    assert!(prepared.work().notices.last().is_some_and(|notice| notice.error), "{:?}", prepared.work().notices);
    assert_eq!(prepared.scene(), &before);
}

/// A command is long exactly if it has something to prepare.
#[test]
fn commands_with_a_preparation_count_as_long() {
    let session = gridscope::session(lesson("hello"));
    let row = format!("G{}X\n", ".".repeat(1098));
    let log = "{\"event\":\"open\",\"at\":[1,1]}\n";
    let map = std::path::PathBuf::from("cave.map");
    let long = [
        SessionCommand::Open(map.clone()),
        SessionCommand::CompareWith(map.clone()),
        SessionCommand::Make(Box::default()),
        SessionCommand::PasteText(log.to_owned()),
        SessionCommand::PasteText(row.repeat(1000)),
    ];
    let short = [
        SessionCommand::PasteText("G..X\n".into()),
        SessionCommand::OpenPreset("hello"),
        SessionCommand::SaveAs(map),
        SessionCommand::Undo,
        SessionCommand::Home,
    ];
    for command in long.iter().chain(&short) {
        let is_long = long.contains(command);
        assert_eq!(
            (command.effect().long, Preparation::of(&session, command).is_some()),
            (is_long, is_long),
            "{command:?}"
        );
    }
    assert!(long[3].effect().opens && !long[4].effect().opens, "a log is opened, a map becomes an edit");
}

/// Runs a task slice by slice. Returns the reports of each slice.
fn reports(task: Task) -> Vec<Vec<Done>> {
    let (mut slices, mut all) = (task.slices(), Vec::new());
    loop {
        let mut reports = Vec::new();
        let goes_on = slices.run_next(&mut |done| reports.push(done));
        all.push(reports);
        if !goes_on {
            return all;
        }
    }
}

#[test]
fn long_search_and_recording_run_in_several_slices() {
    let mut rows = vec![".".repeat(200); 200];
    rows[0].replace_range(0..1, "G");
    rows[199].replace_range(199..200, "X");
    let mut scene = Scene::from_rows(&rows.iter().map(String::as_str).collect::<Vec<_>>()).expect("a scene");
    "breadth-first".clone_into(&mut scene.run.algorithm);
    let mut session = gridscope::session(scene);
    let Some(task) = session.next_task(Kind::Record) else { panic!("nothing to record") };
    let recorded = reports(task);
    let report = recorded.iter().position(|reports| !reports.is_empty()).expect("a report");
    assert!(report > 3, "recording, linking and what the window needs first are slices of their own");
    // Ties, the index by cell twice, and series: passes over all events, in parts of at most 16,384.
    assert!(recorded.len() - report > 4 * 5, "the rest is computed after the report, in parts");
    assert!(recorded[report + 1..].iter().all(Vec::is_empty));
    recorded.into_iter().flatten().for_each(|done| session.take_done(done));

    let replay = session.replay().expect("a run");
    for text in ["expanded", "depth > 20"] {
        let wanted = EventQuery { text: text.to_owned(), ..EventQuery::default() };
        let mut whole = Vec::new();
        Search::new(&wanted, replay).run(&mut |found| whole.push(found));
        let sliced = reports(Task::Search(Box::new(Search::new(&wanted, replay))));
        assert!(sliced.len() > 20, "{} slices of {} events", sliced.len(), replay.len());
        let found = sliced.into_iter().flatten().map(|done| match done {
            Done::Found(found) => found,
            _ => panic!("no other report"),
        });
        assert_eq!(found.collect::<Vec<_>>(), whole, "{text}");
    }
}
