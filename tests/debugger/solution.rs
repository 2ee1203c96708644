//! The author's solution of an exercise: recorded on the map, stored in the file, left out of links, and tested.

use gridscope::debugger::session::command::{Brush, Sides, SolutionStep};
use gridscope::debugger::{Session, SessionCommand};
use gridscope::formats::solution::{difference, solved};
use gridscope::formats::{Beside, FORMATS, Options};
use gridscope::trace::exercise::Exercise;
use gridscope::trace::scene::{Actor, ActorKind, AdditionalRun, Room, Scene, TileDetail};
use gridscope::trace::{Cell, Grid, Size, Tile, Weight};
use serde_json::json;

/// An exercise that one cell of wall at (5,3) solves.
fn session() -> Session {
    let scene = gridscope::presets::find("steps-are-not-cost").expect("a preset").scene().expect("a scene");
    let mut session = gridscope::session(scene);
    session.settle();
    session
}

fn step(session: &mut Session, step: SolutionStep) {
    session.apply(&SessionCommand::Solution(step));
    session.settle();
}

fn paint(session: &mut Session, x: u16, y: u16) {
    session.apply(&SessionCommand::SetBrush(Brush::Tile(Tile::Wall)));
    session.apply(&SessionCommand::StrokeBegin(Cell::new(x, y)));
    session.apply(&SessionCommand::StrokeEnd);
    session.settle();
}

/// Returns whether the exercise is solved on the map and on the author's solution. `None` if that is not tested.
fn tested(session: &Session) -> (bool, Option<bool>) {
    let progress = &session.display_state().exercise;
    (progress.is_done(), progress.solution.as_ref().map(|claims| claims.iter().all(|claim| claim.holds)))
}

#[test]
fn change_of_size_is_refused_by_name() {
    let mut session = session();
    let size = session.scene().size();
    step(&mut session, SolutionStep::Begin);
    session.apply(&SessionCommand::Resize(Size::new(size.width + 1, size.height), Sides { x: 0, y: 0 }));
    step(&mut session, SolutionStep::Keep);
    assert!(session.is_solving(), "what was recorded is still there");
    let notice = session.work().notices.last().expect("a notice");
    assert_eq!(notice.text, "A solution cannot change the size of the map. Undo that, or cancel the recording.");
}

/// Each change alone, then all of them together.
#[test]
fn solution_holds_every_change_and_the_given_scene_is_restored() {
    let at = Cell::new(2, 2);
    let changes: [fn(&mut Scene, Cell); 10] = [
        |scene, at| scene.tiles.set(at, Tile::Swamp),
        |scene, _| scene.known = Some(Grid::new(scene.size(), false)),
        |scene, at| scene.set_weights([(at, Weight::new(5, 2).expect("a weight"))]),
        |scene, at| drop(scene.details.insert(at, TileDetail { key: Some("red".into()), ..TileDetail::default() })),
        |scene, at| scene.actors.push(Actor::new(ActorKind::Item, at)),
        |scene, at| {
            scene.script.push(serde_json::from_value(json!({ "turn": 4, "do": "open", "at": at })).expect("a line"));
        },
        |scene, at| scene.rooms.push(Room { name: "hall".into(), from: at, to: at }),
        |scene, _| scene.run.params.set("neighbours", 8),
        |scene, _| scene.run.seed = 9,
        |scene, _| scene.run.beside.push(AdditionalRun { seed: Some(3), ..AdditionalRun::default() }),
    ];
    let alone = changes.iter().map(std::slice::from_ref);
    for (i, changes) in alone.chain([&changes[..]]).enumerate() {
        let mut session = session();
        let given = session.scene().clone();
        step(&mut session, SolutionStep::Begin);
        let mut scene = session.scene().clone();
        for change in changes {
            change(&mut scene, at);
        }
        session.apply(&SessionCommand::Replace(Box::new(scene.clone())));
        step(&mut session, SolutionStep::Keep);
        assert!(!session.is_solving(), "change {i}: {:?}", session.work().notices);
        let now = session.scene();
        let solution = now.run.exercise.solution.clone().expect("a solution");
        assert_eq!(solution.0.len(), changes.len(), "change {i}: {solution:?}");
        let mut again = solved(&solution, now).expect("it fits");
        again.run.exercise.solution = None;
        assert_eq!(again, scene, "change {i}");
        let mut restored = now.clone();
        restored.run.exercise.solution = None;
        assert_eq!(restored, given, "change {i}");
        // The difference in the other direction removes fields again.
        let back = difference(&scene, &given).expect("a difference");
        assert_eq!(solved(&back, &scene).expect("it fits"), given, "change {i}");
    }
}

/// Slides belong to the lesson, like its text.
#[test]
fn slide_added_during_the_recording_stays_with_the_lesson() {
    for end in [SolutionStep::Keep, SolutionStep::Cancel] {
        let mut session = session();
        let slides = session.scene().run.slides.len();
        step(&mut session, SolutionStep::Begin);
        paint(&mut session, 5, 3);
        session.apply(&SessionCommand::Seek(2));
        session.apply(&SessionCommand::AddSlide);
        step(&mut session, end);
        assert_eq!(session.scene().run.slides.len(), slides + 1, "{end:?}");
    }
}

#[test]
fn condition_about_changes_counts_against_the_given_map() {
    let mut session = session();
    let given = session.scene().tiles.clone();
    step(&mut session, SolutionStep::Begin);
    paint(&mut session, 5, 3);
    let exercise = Exercise { done: vec!["map changed <= 1".into()], ..Exercise::default() };
    session.apply(&SessionCommand::SetExercise(Box::new(exercise)));
    assert_eq!(session.scene().run.exercise.changed(&given), 0);
}

#[test]
fn recording_a_solution_restores_the_given_map() {
    let mut session = session();
    let given = session.scene().clone();
    step(&mut session, SolutionStep::Begin);
    assert!(session.is_solving());
    step(&mut session, SolutionStep::Keep);
    assert!(session.is_solving(), "nothing is solved yet");
    paint(&mut session, 5, 3);
    session.apply(&SessionCommand::SetSeed(9));
    step(&mut session, SolutionStep::Keep);
    assert!(!session.is_solving());
    assert_eq!(session.scene().tiles, given.tiles);
    assert_eq!(session.scene().run.seed, given.run.seed);
    assert_eq!(tested(&session), (false, Some(true)), "it is tested at once");
    let solution = session.scene().run.exercise.solution.clone().expect("a solution");
    assert_eq!(solution.0.keys().collect::<Vec<_>>(), ["rows", "seed"]);
    assert_eq!(solution.0["seed"], 9);
    // Another change of the map makes the test outdated, and a test finds that the solution fits no longer.
    paint(&mut session, 1, 2);
    assert_eq!(tested(&session).1, None);
    // A wrong solution is found out.
    step(&mut session, SolutionStep::Begin);
    assert_eq!(session.scene().tiles[Cell::new(5, 3)], Tile::Wall, "the old solution is shown");
    session.apply(&SessionCommand::SetBrush(Brush::Tile(Tile::Floor)));
    session.apply(&SessionCommand::StrokeBegin(Cell::new(5, 3)));
    session.apply(&SessionCommand::StrokeEnd);
    step(&mut session, SolutionStep::Keep);
    assert_eq!(tested(&session), (false, Some(false)));
    step(&mut session, SolutionStep::Remove);
    assert_eq!(session.scene().run.exercise.solution, None);
}

#[test]
fn cancelled_solution_restores_the_map() {
    let mut session = session();
    let given = session.scene().clone();
    step(&mut session, SolutionStep::Begin);
    paint(&mut session, 5, 3);
    step(&mut session, SolutionStep::Cancel);
    assert_eq!(*session.scene(), given);
    assert!(!session.is_solving());
}

/// Choosing another algorithm removes the exercise. The recording brings it back.
#[test]
fn another_algorithm_in_a_solution_keeps_exercise() {
    let mut session = session();
    step(&mut session, SolutionStep::Begin);
    session.apply(&SessionCommand::SetAlgorithm("dijkstra".into()));
    step(&mut session, SolutionStep::Keep);
    let run = &session.scene().run;
    assert_eq!((&*run.algorithm, run.exercise.done.len()), ("breadth-first", 5));
    let solution = run.exercise.solution.as_ref().expect("a solution");
    assert_eq!(solution.0["algorithm"], "dijkstra");
}

#[test]
fn file_keeps_the_solution_unlike_a_link() {
    let mut session = session();
    let given = session.scene().tiles.clone();
    step(&mut session, SolutionStep::Begin);
    paint(&mut session, 5, 3);
    let folder = std::env::temp_dir().join(format!("gridscope-solution-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("task.scene.json");
    session.apply(&SessionCommand::SaveAs(path.clone()));
    let format = FORMATS.iter().find(|format| format.name() == "scene-json").expect("scenes");
    let bytes = std::fs::read(&path).expect("a file");
    std::fs::remove_dir_all(&folder).expect("removed");
    let back = format.read("task", &bytes, &Options::default(), &mut Beside::default()).expect("a scene").scene;
    assert_eq!(back.tiles, given, "saving ends the recording");
    assert_eq!(back, *session.scene());
    let solution = back.run.exercise.solution.as_ref().and_then(|solution| solved(solution, &back)).expect("it fits");
    assert_eq!(solution.tiles[Cell::new(5, 3)], Tile::Wall);
    let kept = session.as_scene_file().expect("a scene file");
    let kept = format.read("k", kept.as_bytes(), &Options::default(), &mut Beside::default()).expect("a scene").scene;
    assert_eq!(kept.run.exercise, back.run.exercise, "unsaved work of a page keeps the solution");
    let link = session.as_link().expect("a link");
    let format = FORMATS.iter().find(|format| format.name() == "link").expect("links");
    let shared = format.read("l", link.as_bytes(), &Options::default(), &mut Beside::default()).expect("a scene").scene;
    assert_eq!(shared.run.exercise.solution, None);
    assert_eq!(shared.run.exercise.done, back.run.exercise.done);
}

#[test]
fn a_solution_moves_with_the_map() {
    let mut session = session();
    step(&mut session, SolutionStep::Begin);
    paint(&mut session, 5, 3);
    session.apply(&SessionCommand::PutActor(ActorKind::Item, Cell::new(2, 2)));
    step(&mut session, SolutionStep::Keep);
    let size = session.scene().size();
    session.apply(&SessionCommand::Resize(Size::new(size.width + 2, size.height + 1), Sides { x: 2, y: 2 }));
    step(&mut session, SolutionStep::Test);
    let scene = session.scene();
    let solution = scene.run.exercise.solution.as_ref().and_then(|solution| solved(solution, scene)).expect("it fits");
    assert_eq!(solution.tiles[Cell::new(7, 4)], Tile::Wall);
    assert!(solution.actors.iter().any(|actor| actor.at == Cell::new(4, 3)));
    // A solution for another map is not applied.
    let mut cut = scene.clone();
    let rows = cut.run.exercise.solution.as_mut().expect("a solution").0.get_mut("rows");
    rows.and_then(|rows| rows.as_array_mut()).expect("rows").pop();
    assert_eq!(cut.run.exercise.solution.as_ref().and_then(|solution| solved(solution, &cut)), None);
    session.apply(&SessionCommand::Replace(Box::new(cut)));
    step(&mut session, SolutionStep::Test);
    assert_eq!(tested(&session).1, Some(false), "and the test says so");
}
