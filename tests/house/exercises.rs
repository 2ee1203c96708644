//! The exercises, one for each algorithm. Initially none is solved. A stored solution solves it, with nothing missing.

use gridscope::algorithms;
use gridscope::debugger::SessionCommand;
use gridscope::debugger::lesson::exercise::ExerciseProgress;
use gridscope::debugger::lesson::task::Task;
use gridscope::formats::{Beside, FORMATS, Options};
use gridscope::presets::{COURSE, PRESETS, find};
use gridscope::trace::{ActorKind, Cell, Progress, Scene, Tile};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A solution of each exercise: tiles and actors to place, on cells or from one cell to another (`exit:2` is the second
/// exit), the seed, and parameters.
const SOLUTIONS: &[(&str, &str)] = &[
    ("the-other-way", "wall 9,1-9,2"),
    ("field-8x4", "wall 1,1-6,1 wall 1,2 wall 6,2"),
    ("a-long-detour", "goal 14,2"),
    ("steps-are-not-cost", "wall 5,3"),
    ("rings-round-the-swamp", "floor 7,5-13,5"),
    ("into-the-pocket", "floor 13,4-13,6 swamp 6,4-12,6"),
    ("two-balls", "wall 9,16-24,16 wall 9,18-24,18 wall 9,17"),
    ("not-the-first-meeting", "wall 10,2"),
    ("over-open-ground", PILLARS),
    ("at-any-angle", "goal 24,12"),
    ("deeper-and-deeper", "wall 8,5-10,5 wall 8,3-8,4"),
    ("a-wall-on-the-way", "wall 18,5-18,11"),
    ("three-mazes", "seed 38"),
    ("rings-on-water", "exit 4,3 exit:2 14,6"),
    ("a-door-for-everybody", "floor 11,5"),
    ("unknown-room", "door 6,5"),
    ("no-frontier", "set threshold=16 wall 2,1-2,4 wall 5,2-5,5 wall 7,1-7,4"),
    ("doorway", "floor 5,1"),
    ("naive-against-dirty", "wall 11,1"),
    ("unseen-shutter", "door 5,3"),
    ("trap-detour", "wall 9,1"),
    ("one-jump-instead-of-two", "wall 5,4"),
    ("hull-first", "seed 25"),
    ("a-breach", "wall 8,2-8,4"),
];

const PILLARS: &str = "wall 5,1 wall 7,1 wall 9,1 wall 11,1 wall 13,1 wall 15,1 wall 17,1 wall 19,1 wall 21,1 \
    wall 5,3 wall 7,3 wall 9,3 wall 11,3 wall 13,3 wall 15,3 wall 17,3 wall 19,3 wall 21,3 \
    wall 5,5 wall 7,5 wall 9,5 wall 11,5 wall 13,5 wall 15,5 wall 17,5 wall 19,5 wall 21,5 \
    wall 5,7 wall 7,7 wall 9,7 wall 11,7 wall 13,7 wall 15,7 wall 17,7 wall 19,7 wall 21,7 \
    wall 5,9 wall 7,9 wall 9,9 wall 11,9 wall 13,9 wall 15,9 wall 17,9 wall 19,9 wall 21,9 \
    wall 5,11 wall 7,11 wall 9,11 wall 11,11 wall 13,11 wall 15,11 wall 17,11 wall 19,11 wall 21,11";

fn cell(text: &str) -> Cell {
    let (x, y) = text.split_once(',').expect("x,y");
    Cell::new(x.parse().expect("a column"), y.parse().expect("a row"))
}

/// Applies a solution.
fn solve(scene: &mut Scene, solution: &str) {
    let words: Vec<&str> = solution.split_whitespace().collect();
    for pair in words.chunks(2) {
        match pair[0] {
            "seed" => scene.run.seed = pair[1].parse().expect("a seed"),
            "set" => scene.run.params.set_text(pair[1]).expect("a parameter"),
            what => put(scene, what, pair[1]),
        }
    }
}

/// Puts a tile on cells, or an actor on another cell.
fn put(scene: &mut Scene, what: &str, place: &str) {
    let (a, b) = place.split_once('-').unwrap_or((place, place));
    let (a, b) = (cell(a), cell(b));
    if let Some(tile) = Tile::from_name(what) {
        let inside = |c: &Cell| (a.x..=b.x).contains(&c.x) && (a.y..=b.y).contains(&c.y);
        for c in scene.size().cells().filter(inside).collect::<Vec<_>>() {
            scene.tiles[c] = tile;
        }
    } else {
        let (name, number) = what.split_once(':').unwrap_or((what, "1"));
        let kind = ActorKind::ALL.into_iter().find(|kind| kind.name() == name).expect("a kind");
        let number: usize = number.parse().expect("a number");
        scene.actors.iter_mut().filter(|actor| actor.kind == kind).nth(number - 1).expect("such an actor").at = a;
    }
}

fn progress(scene: Scene) -> ExerciseProgress {
    ExerciseProgress::of_scene(&gridscope::registry(), &Arc::new(scene), &Progress::default())
}

#[test]
fn each_algorithm_has_an_exercise() {
    let all: Vec<&str> = algorithms::all().into_iter().map(|runner| runner.card().id).collect();
    let solved: Vec<&str> = SOLUTIONS.iter().map(|(id, _)| *id).collect();
    let mut with: Vec<(String, &str)> = Vec::new();
    for preset in PRESETS {
        let scene = preset.scene().expect("a scene");
        if !scene.run.exercise.is_empty() {
            with.push((scene.run.algorithm.clone(), preset.id));
        }
    }
    for id in all {
        assert_eq!(with.iter().filter(|(algorithm, _)| algorithm == id).count(), 1, "an exercise for {id}: {with:?}");
    }
    for (_, lesson) in &with {
        assert!(solved.contains(lesson), "{lesson} has no kept solution");
    }
    assert_eq!(with.len(), solved.len());
}

#[test]
fn exercises_are_solved_only_by_their_solution() {
    for (id, solution) in SOLUTIONS {
        let mut scene = find(id).expect("a lesson").scene().expect("a scene");
        assert!(!scene.run.exercise.say.is_empty(), "{id} says nothing");
        let given = progress(scene.clone());
        assert!(!given.is_done(), "{id} is done as given: {given:#?}");
        let missing = given.missing().expect("something is missing");
        assert!(missing.ends_with('.') && missing.contains(" must "), "{id}: {missing}");
        for claim in &given.claims {
            let unread = ["cannot", "there is no", "there is none", "was not understood", " has no "];
            assert!(unread.iter().all(|word| !claim.is.contains(word)), "{id}: {}", claim.sentence());
        }
        solve(&mut scene, solution);
        scene.validate().expect("a scene that holds together");
        let solved = progress(scene);
        assert!(solved.is_done() && solved.missing().is_none(), "{id}: {solved:#?}");
    }
}

/// A solution that changes the subject of the exercise does not count.
#[test]
fn changing_the_algorithm_solves_no_exercise() {
    for (id, solution) in SOLUTIONS.iter().filter(|(id, _)| *id != "the-other-way") {
        let mut scene = find(id).expect("a lesson").scene().expect("a scene");
        solve(&mut scene, solution);
        scene.run.algorithm = "astar".into();
        scene.run.params = gridscope::trace::params::Params::default();
        assert!(!progress(scene).is_done(), "{id}");
    }
}

/// A claim about something that the run does not have is not fulfilled.
#[test]
fn claim_about_something_missing_is_unfulfilled() {
    let mut scene = find("steps-are-not-cost").expect("a lesson").scene().expect("a scene");
    for (line, word) in [
        ("never expanded and no-such > 2", "has a field \"no-such\""),
        ("never no-such", "no kind of event"),
        ("once layer no-such > 2", "no layer"),
        ("outcome no-such < 2", "no such number"),
        ("outcome no-such < C.steps", "no-such in run A or steps in run C is missing"),
        ("run no-such ≠ 2", "there is none"),
        ("no sense", "was not understood"),
    ] {
        scene.run.exercise.done = vec![line.to_owned()];
        let missing = progress(scene.clone()).missing().unwrap_or_else(|| panic!("{line} is done"));
        assert!(missing.contains(word), "{line}: {missing}");
    }
    // In a scene that cannot be run, only claims about the map can be fulfilled.
    scene.run.exercise.done = vec!["outcome steps < 99".to_owned(), "map guard = 0".to_owned()];
    scene.actors.clear();
    let holds: Vec<bool> = progress(scene).claims.iter().map(|claim| claim.holds).collect();
    assert_eq!(holds, [false, true]);
}

/// Changes are counted against the original map, which a saved solution keeps.
#[test]
fn changed_cells_are_counted_against_the_given_map() {
    let mut scene = find("steps-are-not-cost").expect("a lesson").scene().expect("a scene");
    scene.run.exercise.done = vec!["map changed <= 1".to_owned(), "map changed >= 1".to_owned()];
    let holds = |scene: &Scene| -> Vec<bool> { progress(scene.clone()).claims.iter().map(|c| c.holds).collect() };
    assert_eq!(holds(&scene), [true, false], "nothing is, yet");
    solve(&mut scene, "wall 5,3");
    assert_eq!(holds(&scene), [true, true]);
    let format = FORMATS.iter().find(|format| format.name() == "scene-json").expect("scenes");
    let written = format.write(&scene, &Options::default()).expect("written");
    let text = std::str::from_utf8(&written.bytes).expect("text");
    let mut back =
        format.read("x.scene.json", text.as_bytes(), &Options::default(), &mut Beside::default()).expect("read").scene;
    assert_eq!(holds(&back), [true, true], "from a file, too");
    solve(&mut back, "wall 4,3");
    assert_eq!(holds(&back), [false, true]);
    assert_eq!(progress(back.clone()).missing().as_deref(), Some("At most 1 cell may be changed. Now: 2."));
    back.run.exercise.given.clear();
    assert_eq!(holds(&back), [true, false], "none was given");
}

#[test]
fn exercise_survives_scene_files_and_links() {
    for (id, _) in SOLUTIONS {
        let scene = find(id).expect("a lesson").scene().expect("a scene");
        for format in FORMATS.iter().filter(|format| ["scene-json", "link"].contains(&format.name())) {
            let scene = if format.name() == "link" { scene.without_claims() } else { Cow::Borrowed(&scene) };
            let written = format.write(&scene, &Options::default()).expect("written");
            let text = std::str::from_utf8(&written.bytes).expect("text");
            assert_eq!(
                format.read(id, text.as_bytes(), &Options::default(), &mut Beside::default()).expect("read").scene,
                *scene,
                "{id}"
            );
        }
    }
}

/// The course names existing lessons, none twice, with every exercise, and its page agrees.
#[test]
fn the_course_and_its_page_agree() {
    let page = include_str!("../../docs/course.md");
    let mut seen = BTreeSet::new();
    for (week, number) in COURSE.iter().zip(1..) {
        let row = page.lines().find(|line| line.starts_with(&format!("| {number} | {} |", week.title)));
        let row = row.unwrap_or_else(|| panic!("docs/course.md has no row for week {number}, {}", week.title));
        let mut at = 0;
        for id in week.lessons {
            assert!(find(id).is_some(), "week {number}: there is no lesson {id}");
            assert!(seen.insert(*id), "{id} stands in two weeks");
            let found =
                row[at..].find(&format!("`{id}`")).unwrap_or_else(|| panic!("week {number} of the page: no {id}"));
            at += found + 1;
        }
    }
    for (id, _) in SOLUTIONS {
        assert!(seen.contains(id), "the exercise of {id} stands in no week");
    }
}

/// The button of an exercise says what the reader changes. It follows from the conditions and the text.
#[test]
fn button_of_an_exercise_fits_its_task() {
    let wanted = [
        ("rings-on-water", "Move the exits"),
        ("at-any-angle", "Move the guard or the goal"),
        ("a-long-detour", "Move the goal"),
        ("three-mazes", "Find a seed"),
        ("hull-first", "Find a seed"),
        ("unseen-shutter", "Place a door"),
        ("rings-round-the-swamp", "Clear cells"),
        ("over-open-ground", "Draw walls"),
        ("one-jump-instead-of-two", "Draw walls"),
        ("a-breach", "Draw walls"),
        ("the-other-way", "Draw walls"),
        ("unknown-room", "Change the map"),
        ("trap-detour", "Change the map"),
    ];
    for (id, title) in wanted {
        let scene = find(id).expect("a lesson").scene().expect("a scene");
        assert_eq!(Task::of(&scene).title(), title, "{id}");
    }
}

/// Slides count steps, so an exercise counts them too, and not the cells of the path.
#[test]
fn exercise_counts_the_steps_that_slides_count() {
    let scene = Arc::new(find("steps-are-not-cost").expect("a lesson").scene().expect("a scene"));
    let progress = ExerciseProgress::of_scene(&gridscope::registry(), &scene, &Progress::default());
    let claim = &progress.claims[0];
    assert!(claim.wanted.contains("12") && claim.is == "8 steps", "{}", claim.sentence());
}

/// The next lesson replaces a solution without a question, and nothing else that was changed.
#[test]
fn solution_alone_is_no_lost_work() {
    for (id, solution) in SOLUTIONS {
        let mut session = gridscope::session(find(id).expect("a lesson").scene().expect("a scene"));
        session.settle();
        assert!(!session.is_only_solved(), "{id}");
        let mut solved = session.scene().clone();
        solve(&mut solved, solution);
        session.apply(&SessionCommand::Replace(Box::new(solved)));
        session.settle();
        assert!(session.is_only_solved(), "{id}");
        session.apply(&SessionCommand::AddSlide);
        assert!(!session.is_only_solved(), "{id}: a slide is work of its own");
    }
}
