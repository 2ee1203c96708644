//! The question of a scene: asked when the scene is opened, kept in files and links, taken from the current state, and
//! dropped if it is about another run.

use gridscope::debugger::disk::open::check_usable;
use gridscope::debugger::lab::minimise::Symptom;
use gridscope::debugger::session::background::work::{Plan, Task};
use gridscope::debugger::session::window::PanelId;
use gridscope::debugger::{Session, SessionCommand};
use gridscope::formats::{Format as _, Options, link};
use gridscope::trace::question::{Question, Stop};
use gridscope::trace::{Cell, Scene};
use support::HitsOf as _;
use support::files::{read, write};
use support::scene_with;

fn stop(when: &str) -> Stop {
    Stop { when: when.into(), ..Stop::default() }
}

fn asked() -> (Scene, Question) {
    let mut scene = scene_with("G....\n.###.\n....X", &["ties=parents"]);
    let question = Question {
        panel: Some("breakpoints".into()),
        below: Some("over-time".into()),
        begin: true,
        layer: Some("f".into()),
        breakpoints: vec![stop("expanded and f >= 8"), Stop { note: true, nth: 2, ..stop("at 4,1") }],
        cell: None,
        why_not: vec![Cell::new(0, 1), Cell::new(0, 2)],
        vary: Some("weight=1..3".into()),
        samples: Some(7),
        measure: Some("expanded".into()),
        log_log: true,
        keep: Some("outcome cost >= 6".into()),
        predict: false,
        differences: Some(false),
    };
    scene.run.question = question.clone();
    (scene, question)
}

#[test]
fn scene_opens_with_its_question() {
    let (scene, _) = asked();
    let mut session = gridscope::session(scene);
    session.settle();
    assert_eq!(session.display_state().panel, Some(PanelId::Breakpoints));
    assert_eq!(session.display_state().breakpoints.len(), 2);
    let replay = session.replay().expect("a run");
    let [every, second] = &session.display_state().breakpoints[..] else { panic!("two") };
    assert!(every.stops() && every.hits == replay.hits_of(&every.condition) && !every.hits.is_empty());
    assert!(!second.stops() && second.hits == [replay.hits_of(&second.condition)[1]]);
    let (cells, why) = session.display_state().why_not.as_ref().expect("an answer");
    assert_eq!((&cells[..], why), (&[Cell::new(0, 1), Cell::new(0, 2)][..], &replay.why_not_path(cells)));
    assert_eq!(session.display_state().selected, Some(Cell::new(0, 2)));
    // After an edit, the scene is run again. Changes made in the meantime stay.
    session.apply(&SessionCommand::RemoveBreakpoint(0));
    session.apply(&SessionCommand::Rerun);
    session.settle();
    assert_eq!(session.display_state().breakpoints.len(), 1);
}

#[test]
fn question_survives_scene_files_and_links() {
    let (scene, question) = asked();
    let (text, lost) = write(&scene, "scene.json");
    assert_eq!(lost, Vec::<String>::new());
    assert_eq!(read(&text).expect("a scene").scene.run.question, question);
    let line = link::Link.write(&scene, &Options::default()).expect("a link");
    let line = String::from_utf8(line.bytes).expect("text");
    assert_eq!(read(&line).expect("a scene").scene.run.question, question);
    let plain = scene_with("G.X", &[]);
    assert!(!write(&plain, "scene.json").0.contains("question"), "nothing is written where nothing is asked");
}

/// Files store ids of panels. Titles in older files are read, and written as ids.
#[test]
fn panels_are_stored_as_ids() {
    let (mut scene, _) = asked();
    for panel in PanelId::ALL {
        assert_eq!(panel.id().parse(), Ok(panel));
        let older = panel.id().replace('-', " ");
        assert_eq!(older.parse(), Ok(panel), "as older files have it");
        assert_eq!(panel.title().parse(), Ok(panel), "as its tab has it");
        scene.run.question.panel = Some(panel.to_string());
        let (text, _) = write(&scene, "scene.json");
        let field = |name: &str| format!("\"panel\":\"{name}\"");
        assert!(text.contains(&field(panel.id())), "{text}");
        let old = text.replace(&field(panel.id()), &field(&older));
        assert_eq!(read(&old).expect("a scene").scene.run.question.panel.as_deref(), Some(panel.id()));
        let mut session = gridscope::session(read(&old).expect("a scene").scene);
        session.settle();
        assert_eq!(session.display_state().panel, Some(panel));
    }
    scene.run.question.panel = Some("cupboard".into());
    let mut session = gridscope::session(scene);
    session.settle();
    assert_eq!(session.display_state().panel, None);
    let told = session.work().notices.iter().find(|n| n.error).expect("a notice");
    assert!(told.text.contains("there is no panel \"cupboard\"; expected one of map, tools, "), "{}", told.text);
}

#[test]
fn current_question_is_stored_and_opened_again() {
    let mut session = gridscope::session(scene_with("G....\n.###.\n....X", &[]));
    session.settle();
    assert!(session.question_now().is_empty());
    session.apply(&SessionCommand::BreakAt(Cell::new(1, 0)));
    assert_eq!(session.question_now().panel.as_deref(), Some("breakpoints"));
    session.apply(&SessionCommand::Begin(Task::Experiment(Plan { sweep: "weight=1..2".into(), samples: 2 })));
    session.settle();
    session.apply(&SessionCommand::WhyNot(Cell::new(0, 2)));
    let now = session.question_now();
    assert_eq!(
        (now.panel.as_deref(), now.vary.as_deref(), now.samples),
        (Some("experiment"), Some("weight=1..2"), Some(2))
    );
    assert_eq!((&now.breakpoints[..], &now.why_not[..]), (&[stop("at 1,0")][..], &[Cell::new(0, 2)][..]));
    session.apply(&SessionCommand::SetQuestion(Box::new(now.clone())));
    assert_eq!(session.scene().run.question, now);
    session.apply(&SessionCommand::Undo);
    assert!(session.scene().run.question.is_empty(), "one entry of undo");
    session.apply(&SessionCommand::Redo);
    let mut other = gridscope::session(session.scene().clone());
    other.settle();
    assert_eq!(other.display_state().breakpoints[0].hits, session.display_state().breakpoints[0].hits);
    assert_eq!(other.display_state().why_not, session.display_state().why_not);
    session.apply(&SessionCommand::Begin(Task::Shrink("outcome cost >= 4".parse::<Symptom>().expect("a symptom"))));
    session.settle();
    assert_eq!(session.question_now().keep.as_deref(), Some("outcome cost ≥ 4"));
}

#[test]
fn other_scene_or_algorithm_clears_results_and_breakpoints() {
    let (scene, _) = asked();
    let mut session = gridscope::session(scene);
    session.settle();
    session.apply(&SessionCommand::Begin(Task::Experiment(Plan { sweep: String::new(), samples: 2 })));
    session.settle();
    assert!(session.work().tasks.measured.is_some());
    session.apply(&SessionCommand::SetAlgorithm("path-sampling".into()));
    assert!(session.scene().run.question.is_empty());
    session.open(scene_with("G.X", &[]), None);
    session.settle();
    assert!(session.work().tasks.measured.is_none() && session.work().tasks.plan.is_none());
    assert!(
        session.display_state().breakpoints.is_empty()
            && session.display_state().why_not.is_none()
            && session.display_state().panel.is_none()
    );
}

#[test]
fn unreadable_breakpoint_is_reported_and_others_are_set() {
    let (mut scene, _) = asked();
    scene.run.question.breakpoints = vec![stop("expanded and"), stop("expanded")];
    let mut session = gridscope::session(scene);
    session.settle();
    assert_eq!(session.display_state().breakpoints.len(), 1);
    let told = session.work().notices.iter().find(|n| n.error).expect("a notice");
    assert_eq!(
        told.text,
        "the breakpoint \"expanded and\" of this scene cannot be read: at character 13: expected a name (in quotes \
         if it has spaces)"
    );
}

/// A late recording of the previous scene is dropped, and the new scene opens at its own moment.
#[test]
fn a_late_recording_of_another_scene_is_dropped() {
    let mut session = gridscope::session(scene_with("G....X", &[]));
    let late = session.take_job().expect("a job");
    let (mut scene, _) = asked();
    scene.run.at = Some(5);
    session.open(scene, None);
    session.finish(late.run());
    assert!(session.replay().is_none(), "that run is of another scene");
    session.settle();
    assert_eq!((session.moment().0, session.display_state().breakpoints.len()), (5, 2));
    assert!(session.work().notices.is_empty(), "{:?}", session.work().notices);
}

#[test]
fn link_pasted_twice_asks_its_question_once() {
    for lesson in ["stop-when", "what-comes-next"] {
        let scene = gridscope::presets::find(lesson).expect(lesson).scene().expect(lesson);
        let line = link::Link.write(&scene, &Options::default()).expect("a link");
        let line = String::from_utf8(line.bytes).expect("text");
        let mut session = gridscope::session(scene_with("G.X", &[]));
        session.settle();
        let opened = session.scene_number();
        for _ in 0..2 {
            session.paste(&line);
            session.settle();
            let question = session.scene().run.question.clone();
            assert_eq!(session.display_state().breakpoints.len(), question.breakpoints.len(), "{lesson}");
            assert_eq!(session.display_state().predict.is_some(), question.predict, "{lesson}");
        }
        assert_eq!(session.scene_number(), opened + 2, "forms begin anew");
    }
}

#[test]
fn question_about_cells_off_the_map_is_reported() {
    let (mut scene, _) = asked();
    scene.run.question.why_not = vec![Cell::new(0, 0), Cell::new(60, 60)];
    let mut session = gridscope::session(scene);
    session.settle();
    let told: Vec<&str> = session.work().notices.iter().map(|n| n.text.as_str()).collect();
    assert_eq!(told, ["the question of this scene is about (60,60), outside its map of 5 × 3 cells"]);
    assert_eq!(session.display_state().breakpoints.len(), 2, "the rest is asked");
}

#[test]
fn task_of_a_question_starts_only_if_stated() {
    let (mut scene, _) = asked();
    scene.run.question.begin = false;
    let mut session = gridscope::session(scene.clone());
    session.begin_what_is_asked();
    assert_eq!(session.work().tasks.task(), None);
    scene.run.question.begin = true;
    let mut session = gridscope::session(scene.clone());
    session.begin_what_is_asked();
    let keep: Symptom = "outcome cost >= 6".parse().expect("a symptom");
    assert_eq!(session.work().tasks.task(), Some(&Task::Shrink(keep)));
    session.settle();
    let titles = |session: &Session| session.shown_runs().map(|run| run.title.clone()).collect::<Vec<_>>();
    assert_eq!(titles(&session)[1..], ["made small"], "the small map stands beside");
    let small = session.work().tasks.smaller.as_ref().expect("a small map").scene.tiles.clone();
    assert_eq!(session.shown_runs().nth(1).map(|run| run.scene.tiles.clone()), Some(small));
    let drawn = session.generation();
    session.apply(&SessionCommand::TakeSmall);
    assert_ne!(session.generation(), drawn, "what is shown is drawn again");
    session.settle();
    assert_eq!(session.shown_runs().count(), 1, "it is the map now");
    scene.run.question.keep = None;
    let mut session = gridscope::session(scene);
    session.begin_what_is_asked();
    let plan = Plan { sweep: "weight=1..3".into(), samples: 7 };
    assert_eq!(session.work().tasks.task(), Some(&Task::Experiment(plan)));
}

/// Some references can only be checked with a run: moments after its end, viewers that it does not have, missing
/// numbers. The first run reports them.
#[test]
fn references_missing_in_the_run_are_reported() {
    let mut scene = gridscope::presets::find("two-heads").expect("a preset").scene().expect("a scene");
    let told = |scene: &Scene| {
        let mut session = gridscope::session(scene.clone());
        session.settle();
        session.take_notices().into_iter().filter(|n| n.error).map(|n| n.text).collect::<Vec<_>>()
    };
    assert_eq!(told(&scene), Vec::<String>::new());
    scene.run.at = Some(2_000_000);
    scene.run.slides[1].at = 3_000_000;
    let eyes = scene.actors.len();
    scene.run.beside[0].eyes = Some(eyes);
    let said = told(&scene);
    assert!(said.iter().any(|text| text.starts_with("It opens at event 2000000, and the run ends at ")), "{said:?}");
    assert!(said.iter().any(|text| text.starts_with("Slide 2 is at event 3000000, and the run ")), "{said:?}");
    assert!(said.iter().any(|text| text.contains(&format!("through eyes {eyes}, but the last are"))), "{said:?}");
    assert_eq!(said.len(), 3, "{said:?}");
    let mut asked = scene_with("G....\n.###.\n....X", &[]);
    asked.run.question = Question {
        vary: Some("weight=1..2".into()),
        samples: Some(1),
        measure: Some("beauty".into()),
        panel: Some("experiment".into()),
        begin: true,
        ..Question::default()
    };
    let mut session = gridscope::session(asked.clone());
    session.begin_what_is_asked();
    session.settle();
    let said: Vec<&str> = session.work().notices.iter().map(|n| n.text.as_str()).collect();
    assert!(
        said.iter()
            .any(|text| text.contains("asks for the number \"beauty\", which the outcome does not have; it has "))
    );
    asked.run.question.measure = Some("expanded".into());
    let mut session = gridscope::session(asked);
    session.begin_what_is_asked();
    session.settle();
    assert!(session.work().notices.iter().all(|n| !n.error), "{:?}", session.work().notices);
}

#[test]
fn question_of_every_lesson_is_valid() {
    for preset in gridscope::presets::PRESETS {
        let scene = preset.scene().unwrap_or_else(|error| panic!("{error}"));
        assert!(
            check_usable(&gridscope::registry(), preset.id, &scene).is_ok(),
            "{:?}",
            check_usable(&gridscope::registry(), preset.id, &scene)
        );
    }
}
