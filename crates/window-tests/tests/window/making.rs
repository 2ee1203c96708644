//! A lesson made in the window from an empty map to a link, and that link opened as the same lesson. Also an exercise
//! that is checked live.

use egui::{Event, Key, Modifiers, OutputCommand};
use egui_kittest::kittest::Queryable as _;
use gridscope::app::App;
use gridscope::debugger::SessionCommand;
use gridscope::debugger::session::command::Brush;
use gridscope::debugger::session::command::new_map::NewMap;
use gridscope::debugger::session::window::Arrangement;
use gridscope::trace::{ActorKind, Cell, Tile};
use gridscope_window_tests::{arrange, click, drag, is_wall, key, lesson, scene, sees, window_of, with_details};

type Window = egui_kittest::Harness<'static, App>;

/// Types into a field and leaves it.
fn write(h: &mut Window, field: &str, text: &str) {
    h.get_by_label(field).focus();
    h.run_steps(3);
    h.event(Event::Text(text.into()));
    h.run_steps(2);
    key(h, Modifiers::NONE, Key::Tab);
    h.run_steps(3);
}

/// Clicks a button, after scrolling to it.
fn press(h: &mut Window, label: &str) {
    h.get_by_label(label).scroll_to_me();
    h.run_steps(3);
    click(h, label);
}

fn copied(h: &Window) -> Option<String> {
    h.output().platform_output.commands.iter().find_map(|command| match command {
        OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    })
}

#[test]
fn handmade_lesson_opens_unchanged_from_its_link() {
    let mut h = lesson("hello");
    h.state_mut().session_mut().apply(&SessionCommand::New(NewMap::default()));
    h.run_steps(3);
    arrange(&mut h, Arrangement::Edit);
    // The map, drawn by hand.
    let session = h.state_mut().session_mut();
    session.apply(&SessionCommand::PutActor(ActorKind::Guard, Cell::new(1, 1)));
    session.apply(&SessionCommand::PutActor(ActorKind::Goal, Cell::new(6, 1)));
    session.apply(&SessionCommand::SetBrush(Brush::Tile(Tile::Wall)));
    h.run_steps(3);
    drag(&mut h, (3, 0), (3, 2));
    assert!(is_wall(&mut h, 3, 1));
    // The text.
    write(&mut h, "Title", "Round a wall");
    write(&mut h, "Notes", "The guard goes **round** the wall.");
    // Two slides, and the moment at which the lesson opens.
    h.state_mut().session_mut().apply(&SessionCommand::Seek(9));
    h.run_steps(2);
    press(&mut h, "Add a slide at this moment");
    write(&mut h, "Note of this slide", "Here it begins.");
    press(&mut h, "Open here");
    h.state_mut().session_mut().apply(&SessionCommand::End);
    h.run_steps(2);
    press(&mut h, "Add a slide at this moment");
    write(&mut h, "Note of this slide", "Here it ends.");
    // A question: the breakpoint that is set.
    h.state_mut().session_mut().apply(&SessionCommand::BreakAt(Cell::new(3, 3)));
    h.run_steps(2);
    press(&mut h, "Use the current question");
    // An exercise.
    click(&mut h, "Exercise");
    write(&mut h, "Task", "Make it longer.");
    click(&mut h, "As text");
    h.run_steps(8);
    write(&mut h, "It is solved when all of these lines hold", "outcome cost >= 200");
    h.state_mut().session_mut().apply(&SessionCommand::Seek(9));
    h.run_steps(3);
    let made = h.state().session().scene().clone();
    assert_eq!((&*made.title, &*made.notes), ("Round a wall", "The guard goes **round** the wall."));
    let slides: Vec<&str> = made.run.slides.iter().map(|slide| &*slide.note).collect();
    assert_eq!(slides, ["Here it begins.", "Here it ends."]);
    assert_eq!(made.run.at, Some(9));
    assert_eq!(made.run.question.breakpoints.len(), 1);
    assert_eq!(made.run.exercise.say, "Make it longer.");
    assert_eq!(made.run.exercise.done, ["outcome cost >= 200"]);
    assert!(sees(&h, "Cost must be at least 200. Now: "), "what is missing is told");
    // The link.
    key(&mut h, Modifiers::COMMAND | Modifiers::SHIFT, Key::L);
    let link = copied(&h).or_else(|| h.state().session().as_link().ok()).expect("a link");
    assert!(link.starts_with("gridscope:1:"));
    let mut other = window_of(App::without_worker(gridscope::session(scene("hello")), with_details()), 1440.0, 900.0);
    other.event(Event::Paste(link));
    other.run_steps(5);
    let session = other.state().session();
    assert_eq!(session.scene(), &made);
    assert_eq!(session.moment().0, 9, "at its moment");
    assert_eq!(session.display_state().breakpoints.len(), 1, "with its question");
    assert!(sees(&other, "Here it begins."), "on its slide");
    for _ in 0..2 {
        key(&mut other, Modifiers::NONE, Key::PageDown);
    }
    assert!(sees(&other, "Make it longer."), "with its exercise");
}

#[test]
fn exercise_status_updates_while_painting_the_map() {
    let mut h = lesson("steps-are-not-cost");
    h.state_mut().session_mut().apply(&SessionCommand::ToSlide(3));
    h.run_steps(3);
    click(&mut h, "Next slide");
    assert!(sees(&h, "Exercise"));
    assert!(sees(&h, "must be exactly 12") && sees(&h, "Now: 8"));
    assert!(sees(&h, "4 conditions hold"));
    arrange(&mut h, Arrangement::Edit);
    click(&mut h, "Exercise");
    assert!(sees(&h, "Not solved yet: 4 of 5 hold"), "beside the map that is painted, too");
    h.state_mut().session_mut().apply(&SessionCommand::SetBrush(Brush::Tile(Tile::Wall)));
    h.run_steps(2);
    drag(&mut h, (5, 3), (5, 3));
    assert!(sees(&h, "Solved: all conditions hold on this map."));
    assert!(sees(&h, "The exercise is done."), "and it is told");
    key(&mut h, Modifiers::COMMAND, Key::Z);
    assert!(sees(&h, "4 of 5"));
}

/// A teacher records a solution on the map. *Test now* checks the exercise on the map and on the solution.
#[test]
fn recorded_solution_is_tested_against_a_changed_exercise() {
    let mut h = lesson("steps-are-not-cost");
    arrange(&mut h, Arrangement::Edit);
    click(&mut h, "Exercise");
    press(&mut h, "A solution of your own");
    h.run_steps(8);
    assert!(sees(&h, "None kept."));
    press(&mut h, "Record a solution");
    assert!(sees(&h, "Then keep it.") && sees(&h, "not solved yet"));
    h.state_mut().session_mut().apply(&SessionCommand::SetBrush(Brush::Tile(Tile::Wall)));
    h.run_steps(2);
    drag(&mut h, (5, 3), (5, 3));
    assert!(sees(&h, "✓ solved"));
    press(&mut h, "Keep this solution");
    h.run_steps(8);
    assert!(!is_wall(&mut h, 5, 3), "the map is as before");
    assert!(sees(&h, "Your solution solves it.") && sees(&h, "Not solved yet: 4 of 5 hold"));
    assert!(sees(&h, "Kept: changes 1 cell."));
    // The task is made harder than the solution.
    let mut exercise = h.state().session().scene().run.exercise.clone();
    exercise.done.push("map changed <= 0".into());
    h.state_mut().session_mut().apply(&SessionCommand::SetExercise(Box::new(exercise)));
    h.run_steps(8);
    assert!(sees(&h, "Your solution is not tested since the last change."));
    press(&mut h, "Test now");
    h.run_steps(8);
    assert!(sees(&h, "Your solution does not solve it. No cell may be changed. Now: 1."));
    press(&mut h, "Remove it");
    h.run_steps(8);
    assert!(sees(&h, "None kept."));
}
