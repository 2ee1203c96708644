//! A lesson's own text without markup, and the command that restores the run it was written for.

use gridscope::debugger::document::paint::Spans;
use gridscope::debugger::lesson::suggestion::{lost_settings, without_marks};
use gridscope::debugger::session::command::Brush;
use gridscope::debugger::{Document, Session, SessionCommand};
use gridscope::presets;
use gridscope::trace::params::Default;
use gridscope::trace::scene::{RunSpec, Scene, Slide};
use gridscope::trace::{Cell, Grid, Size, Tile};
use serde_json::Value;

#[test]
fn markdown_marks_are_removed_but_a_star_stays() {
    for (text, plain) in [
        ("The guard G walks to X by A*.", "The guard G walks to X by A*."),
        ("A* and **bold**, *slanted* `code`", "A* and bold, slanted code"),
        ("Click *smash*, then A* again", "Click smash, then A* again"),
        ("2 * 3 = 6", "2 * 3 = 6"),
    ] {
        assert_eq!(without_marks(text), plain);
    }
}

#[test]
fn restore_button_names_the_changed_settings() {
    let kept = RunSpec { seed: 5, ..RunSpec::default() };
    assert!(lost_settings(&gridscope::registry(), &kept, &kept).is_empty());
    let mut now = kept.clone();
    now.seed = 6;
    now.params.set("weight", 2);
    assert_eq!(lost_settings(&gridscope::registry(), &kept, &now), ["seed 5", "weight by default"]);
}

/// Choosing another algorithm removes the slides and the exercise. Restoring the lesson's run brings them back, and so
/// does undo.
#[test]
fn restoring_the_run_brings_back_slides_and_exercise() {
    let lesson = || {
        let mut session = gridscope::session(presets::find("hello").expect("a lesson").scene().expect("a scene"));
        session.settle();
        session
    };
    let kept = lesson().scene().run.clone();
    assert!(!kept.slides.is_empty());
    for back in [SessionCommand::RestoreSavedRun, SessionCommand::Undo] {
        let mut session = lesson();
        session.apply(&SessionCommand::SetAlgorithm("dijkstra".into()));
        session.settle();
        assert!(session.scene().run.slides.is_empty());
        let told: Vec<String> = session.take_notices().into_iter().map(|notice| notice.text).collect();
        assert!(told.iter().any(|text| text.contains("slides")), "{told:?}");
        session.apply(&back);
        session.settle();
        assert_eq!(session.scene().run, kept);
        assert_eq!(session.moment().0, kept.at.expect("a moment"), "{back:?}");
    }
    // Choosing the same algorithm again removes nothing.
    let mut session = lesson();
    session.apply(&SessionCommand::SetAlgorithm(kept.algorithm.clone()));
    assert_eq!(session.scene().run.slides, kept.slides);
    // With the same algorithm, later slides stay.
    let mut session = lesson();
    session.apply(&SessionCommand::SetSeed(6));
    session.settle();
    session.apply(&SessionCommand::Seek(17));
    session.apply(&SessionCommand::AddSlide);
    session.apply(&SessionCommand::RestoreSavedRun);
    session.settle();
    assert_eq!((session.scene().run.seed, session.scene().run.slides.len()), (kept.seed, kept.slides.len() + 1));
}

#[test]
fn undo_of_a_slide_keeps_compared_runs() {
    let mut session = gridscope::session(presets::find("hello").expect("a lesson").scene().expect("a scene"));
    session.settle();
    session.apply(&SessionCommand::SetAlgorithm("dijkstra".into()));
    session.settle();
    session.apply(&SessionCommand::ToggleCompare);
    let titles = |session: &Session| session.shown_runs().map(|run| run.title.clone()).collect::<Vec<_>>();
    let before = titles(&session);
    assert_eq!(before.len(), 2);
    session.apply(&SessionCommand::AddSlide);
    session.apply(&SessionCommand::Describe("Another title".into(), "Other notes".into()));
    for _ in 0..2 {
        session.apply(&SessionCommand::Undo);
        session.settle();
        assert_eq!(titles(&session), before);
    }
    for command in [SessionCommand::Redo, SessionCommand::Redo, SessionCommand::Undo] {
        session.apply(&command);
        session.settle();
        assert_eq!(titles(&session), before);
    }
    // Undoing a change of the run restores another run.
    session.apply(&SessionCommand::SetSeed(99));
    session.settle();
    session.apply(&SessionCommand::Undo);
    session.settle();
    assert_ne!(titles(&session), before);
}

#[test]
fn slides_need_saving_and_seeds_do_not() {
    let turned = |document: &mut Document, seed| {
        let run = RunSpec { seed, ..document.scene().run.clone() };
        document.set_run(run, None);
    };
    let mut lesson = Document::new(Scene::new(Grid::new(Size::new(3, 3), Tile::Floor)), None);
    turned(&mut lesson, 7);
    assert!(lesson.is_changed() && !lesson.loses_work(), "a seed is turned to try it out");
    let mut taught = lesson.clone();
    let slide = Slide { at: 3, note: "Look".into(), ..Slide::default() };
    taught.set_run(RunSpec { slides: vec![slide], ..lesson.scene().run.clone() }, None);
    assert!(taught.loses_work(), "a slide that was written");
    taught.undo();
    assert!(!taught.loses_work(), "and taken back");
    lesson.paint(Spans::of([Cell::new(1, 1)], lesson.scene().size()), Tile::Wall);
    assert!(lesson.loses_work(), "a cell that was painted");

    let mut file = Document::new(Scene::new(Grid::new(Size::new(3, 3), Tile::Floor)), Some("a.scene.json".into()));
    assert!(!file.loses_work());
    turned(&mut file, 7);
    assert!(file.loses_work(), "a file keeps its seed");
}

/// A newly chosen field of view uses the rule of the game of 2016, and the scene states it. A scene that states no rule
/// keeps its old one.
#[test]
fn new_field_of_view_states_the_rule_strips() {
    let mut session = gridscope::session(Scene::new(Grid::new(Size::new(5, 4), Tile::Floor)));
    for (algorithm, says) in [("shadowcast", true), ("npc", true), ("knowledge", true), ("astar", false)] {
        session.apply(&SessionCommand::SetAlgorithm(algorithm.into()));
        let params = &session.scene().run.params;
        assert_eq!(params.0.get("variant").map(|v| v == "strips"), says.then_some(true), "{algorithm}");
    }
    session.apply(&SessionCommand::SetAlgorithm("shadowcast".into()));
    session.apply(&SessionCommand::SetParam("variant".into(), "portal".into()));
    session.apply(&SessionCommand::SetAlgorithm("knowledge".into()));
    assert_eq!(session.scene().run.params.0["variant"], "portal", "what somebody chose stays");
    for (algorithm, name, word) in
        [("auto-explore", "traps", Value::from("last")), ("ship", "hallway-doors", Value::from(true))]
    {
        session.apply(&SessionCommand::SetAlgorithm(algorithm.into()));
        assert_eq!(session.scene().run.params.0.get(name), Some(&word), "a new scene says so");
        let mut old = Scene::new(Grid::new(Size::new(5, 4), Tile::Floor));
        old.run.algorithm = algorithm.into();
        let mut session = gridscope::session(old);
        session.apply(&SessionCommand::SetAlgorithm(algorithm.into()));
        assert!(session.scene().run.params.0.is_empty(), "an old scene says nothing, and goes on so");
        let param = session.card().params.iter().find(|p| p.name == name).expect("a parameter");
        assert!(matches!(param.default, Default::Word("weighed") | Default::Flag(false)), "{param:?}");
    }
    let mut old = Scene::new(Grid::new(Size::new(5, 4), Tile::Floor));
    old.run.algorithm = "shadowcast".into();
    let session = gridscope::session(old);
    let variant = session.card().params.iter().find(|p| p.name == "variant").expect("a parameter");
    assert!(session.scene().run.params.0.is_empty() && variant.default == Default::Word("recursive"));
}

/// The first exercise: a wall of two cells makes the other path cheaper.
#[test]
fn solved_exercise_is_announced() {
    let scene = gridscope::presets::find("the-other-way").expect("a preset").scene().expect("a scene");
    let mut session = gridscope::session(scene);
    session.settle();
    assert!(!session.display_state().exercise.is_done());
    session.apply(&SessionCommand::SetBrush(Brush::Tile(Tile::Wall)));
    session.apply(&SessionCommand::StrokeBegin(Cell::new(9, 1)));
    session.apply(&SessionCommand::StrokeTo(Cell::new(9, 2)));
    session.apply(&SessionCommand::StrokeEnd);
    session.settle();
    assert!(session.display_state().exercise.is_done());
    assert!(session.work().notices.iter().any(|notice| notice.text == "The exercise is done."));
}
