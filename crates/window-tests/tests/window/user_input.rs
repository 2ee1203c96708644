//! The window, driven as a person would: by label, by key, by pointer. It needs no display and no driver.

use egui::{Event, Key, Modifiers, PointerButton, vec2};
use egui_kittest::kittest::Queryable as _;
use gridscope::app::App;
use gridscope::app::view::{Dialog, PathFor};
use gridscope::debugger::session::command::{Brush, Mode};
use gridscope::debugger::session::window::{Arrangement, PanelId};
use gridscope::debugger::{SessionCommand, WindowCommand};
use gridscope::presets::PRESETS;
use gridscope::trace::{Cell, Tile};
use gridscope_window_tests::{
    arrange, at, click, click_at, drag, is_bracketed, is_selected, is_wall, key, lesson, moment, scene, sees, texts,
    texts_on, value, window, window_of, with_details,
};
use support::share;

/// A window without a display.
pub(super) type Window = egui_kittest::Harness<'static, App>;
/// A user action in the window.
pub(super) type Hand<'a> = &'a dyn Fn(&mut Window);

#[test]
fn first_screen_shows_a_run_and_its_timeline() {
    let h = window("hello");
    let (cursor, len) = moment(&h);
    assert!(cursor > 0 && cursor <= len, "the cursor stands at a moment worth seeing: {cursor} of {len}");
    h.get_by_label("Step backward");
    h.get_by_label("Timeline");
}

#[test]
fn buttons_and_keys_step_forward_and_back() {
    let mut h = window("secret-door");
    h.state_mut().session_mut().apply(&SessionCommand::Seek(40));
    h.run_steps(2);
    h.get_by_label("Step backward").click();
    h.run_steps(2);
    assert_eq!(moment(&h).0, 39);
    h.get_by_label("Step forward").click();
    h.run_steps(2);
    assert_eq!(moment(&h).0, 40);
    key(&mut h, Modifiers::NONE, Key::ArrowLeft);
    assert_eq!(moment(&h).0, 39);
    key(&mut h, Modifiers::NONE, Key::Period);
    assert_eq!(moment(&h).0, 40);
    key(&mut h, Modifiers::NONE, Key::Home);
    assert_eq!(moment(&h).0, 0);
    key(&mut h, Modifiers::NONE, Key::ArrowLeft);
    assert_eq!(moment(&h).0, 0, "clamped at the start");
    key(&mut h, Modifiers::NONE, Key::End);
    let (cursor, len) = moment(&h);
    assert_eq!(cursor, len);
    key(&mut h, Modifiers::SHIFT, Key::ArrowLeft);
    assert!(moment(&h).0 < len);
}

#[test]
fn painted_wall_changes_the_run_until_undo() {
    let mut h = window("secret-door");
    let result = |h: &mut Window| {
        key(h, Modifiers::NONE, Key::End);
        texts(h, "the closest cell is ")
    };
    let before = result(&mut h);
    h.state_mut().session_mut().apply(&SessionCommand::SetBrush(Brush::Tile(Tile::Wall)));
    h.run_steps(2);
    drag(&mut h, (4, 1), (4, 1));
    assert!(is_wall(&mut h, 4, 1));
    let after = result(&mut h);
    assert!(
        after.iter().any(|text| text.contains("the closest cell is (5,3). Cost 12")),
        "the wall sends the guard round: {after:?}"
    );
    assert_ne!(after, before);
    assert!(h.state().session().opened().previous.is_some(), "the old run stays as run B");
    key(&mut h, Modifiers::COMMAND, Key::Z);
    assert!(!is_wall(&mut h, 4, 1));
    assert_eq!(result(&mut h), before);
    key(&mut h, Modifiers::COMMAND, Key::Y);
    assert!(is_wall(&mut h, 4, 1));
}

#[test]
fn tap_within_one_frame_paints_a_cell() {
    let mut h = window("secret-door");
    h.state_mut().session_mut().apply(&SessionCommand::SetBrush(Brush::Tile(Tile::Wall)));
    h.run_steps(2);
    let pos = at(&mut h, 4, 1);
    h.hover_at(pos);
    h.run_steps(1);
    for pressed in [true, false] {
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        // The event goes directly into the frame's input, because the harness would give each event its own frame.
        h.input_mut().events.push(egui::Event::PointerButton { pos, button, pressed, modifiers });
    }
    h.run_steps(2);
    assert!(is_wall(&mut h, 4, 1));
    assert_eq!(h.state().session().document().depth(), (1, 0), "one stroke, and it is over");
}

#[test]
fn untitled_map_is_named_after_its_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("two rooms.txt");
    std::fs::write(&path, "#####\n#G+X#\n#####\n").expect("written");
    let mut h = window("hello");
    h.state_mut().session_mut().apply(&SessionCommand::Open(path));
    h.run_steps(2);
    h.get_by_label("two rooms");
}

#[test]
fn stroke_is_one_undo_entry() {
    let mut h = window("secret-door");
    h.state_mut().session_mut().apply(&SessionCommand::SetBrush(Brush::Tile(Tile::Water)));
    h.run_steps(2);
    drag(&mut h, (2, 3), (7, 3));
    let session = h.state().session();
    assert!((2..=7).all(|x| session.scene().tiles[Cell::new(x, 3)] == Tile::Water));
    assert_eq!(session.document().depth(), (1, 0));
    key(&mut h, Modifiers::COMMAND, Key::Z);
    assert!((2..=7).all(|x| h.state().session().scene().tiles[Cell::new(x, 3)] == Tile::Floor));
}

#[test]
fn an_actor_is_dragged_while_inspecting() {
    let mut h = window("secret-door");
    assert_eq!(h.state().session().hand().mode, Mode::Inspect);
    key(&mut h, Modifiers::NONE, Key::Home);
    let guard = texts_on(&mut h, 1, 1);
    drag(&mut h, (1, 1), (1, 3));
    key(&mut h, Modifiers::NONE, Key::Home);
    assert_eq!(texts_on(&mut h, 1, 3), guard, "its icon");
    key(&mut h, Modifiers::NONE, Key::End);
    assert!(sees(&h, "the closest cell is (5,3). Cost 8"), "{:?}", texts(&h, "the closest cell is "));
}

#[test]
fn cell_history_row_travels_to_its_event() {
    let mut h = window("northwest-cure");
    let p = at(&mut h, 5, 1);
    click_at(&mut h, p);
    assert!(is_bracketed(&mut h, 5, 1));
    let replay = h.state().session().replay().expect("a run");
    // The list scrolls to the moment, so the last row before it is visible, whatever is above the list.
    let before = |&&i: &&u32| (i as usize) + 1 < replay.cursor();
    let row = *replay.history(Cell::new(5, 1)).iter().rfind(before).expect("something happened here") as usize;
    let label = format!("#{}", row + 1);
    h.get_all_by_label_contains(&label).next().expect("a row for the last event before now").click();
    h.run_steps(3);
    assert_eq!(moment(&h).0, row + 1, "the row {label} travels to the moment just after its event");
}

#[test]
fn click_on_the_timeline_seeks_to_its_share() {
    let mut h = window("secret-door");
    let rect = h.get_by_label("Timeline").rect();
    let p = rect.left_center() + vec2(rect.width() * 0.25, 0.0);
    click_at(&mut h, p);
    let (cursor, len) = moment(&h);
    let share = cursor as f32 / len as f32;
    assert!((0.15..0.35).contains(&share), "a quarter of the way: {cursor} of {len}");
}

/// On a slow screen, the press, the movement and the release may happen between two frames. The toolkit then reports no
/// drag.
#[test]
fn quick_timeline_drag_ends_where_it_was_released() {
    let mut h = window("secret-door");
    let strip = h.get_by_label("Timeline").rect();
    let (_, len) = moment(&h);
    let at = |share: f32| strip.left_center() + vec2(strip.width() * share, 0.0);
    let of_button =
        |pos, pressed, modifiers| Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers };
    let share = |h: &Window| moment(h).0 as f32 / len as f32;
    for (frames, modifiers) in
        [(1, Modifiers::NONE), (2, Modifiers::NONE), (1, Modifiers::SHIFT), (2, Modifiers::SHIFT)]
    {
        h.state_mut().session_mut().apply(&SessionCommand::Seek(0));
        h.hover_at(at(0.3));
        h.run_steps(1);
        h.input_mut().events.push(Event::ModifiersChanged(modifiers));
        h.input_mut().events.push(of_button(at(0.3), true, modifiers));
        if frames == 2 {
            h.run_steps(1);
        }
        let away = [Event::PointerMoved(at(0.7)), of_button(at(0.7), false, modifiers), Event::PointerMoved(at(0.9))];
        h.input_mut().events.extend(away);
        h.run_steps(3);
        h.input_mut().events.push(Event::ModifiersChanged(Modifiers::NONE));
        let range = h.state().session().display_state().playback.range;
        if modifiers.shift {
            let (from, to) = range.expect("a range is looped");
            let shares = [from, to].map(|moment| moment as f32 / len as f32);
            assert!(
                (0.2..0.4).contains(&shares[0]) && (0.6..0.8).contains(&shares[1]),
                "{shares:?} in {frames} frames"
            );
        } else {
            assert_eq!(range, None);
            assert!((0.6..0.8).contains(&share(&h)), "{} in {frames} frames", share(&h));
        }
    }
    // Later moves of the pointer over the timeline change nothing.
    let before = moment(&h);
    h.hover_at(at(0.1));
    h.run_steps(2);
    assert_eq!(moment(&h), before);
}

#[test]
fn breakpoint_stops_playing_and_ctrl_arrow_finds_it() {
    let mut h = window("secret-door");
    let session = h.state_mut().session_mut();
    session.apply(&SessionCommand::Seek(0));
    session.apply(&SessionCommand::BreakAt(Cell::new(3, 3)));
    let hit = session.display_state().breakpoints[0].hits[0] as usize + 1;
    session.apply(&SessionCommand::SetSpeed(1000.0));
    session.apply(&SessionCommand::PlayPause);
    for _ in 0..2000 {
        h.run_steps(1);
        if !h.state().session().display_state().playback.playing {
            break;
        }
    }
    assert_eq!(moment(&h).0, hit, "playing stops at the breakpoint");
    key(&mut h, Modifiers::NONE, Key::Home);
    key(&mut h, Modifiers::COMMAND, Key::ArrowRight);
    assert_eq!(moment(&h).0, hit);
}

#[test]
fn changed_tie_rule_reruns_at_once() {
    // High enough to show every parameter.
    let mut h = window_of(App::without_worker(gridscope::session(scene("hello")), with_details()), 1440.0, 1600.0);
    arrange(&mut h, Arrangement::Edit);
    let (before, events) = (value(&h, "ties"), moment(&h).1);
    assert_ne!(before.as_deref(), Some("take last"));
    click(&mut h, "ties");
    h.get_all_by_label("take last").last().expect("a row of the list").click();
    h.run_steps(3);
    assert_eq!(value(&h, "ties").as_deref(), Some("take last"));
    assert_ne!(moment(&h).1, events, "another rule, another run");
    // The previous run is run B, on its own canvas.
    key(&mut h, Modifiers::NONE, Key::C);
    h.get_by_label("Map canvas 2");
    click(&mut h, "Reset ties");
    assert_eq!(value(&h, "ties").as_deref(), Some("keep first"), "the default");
    for _ in 0..2 {
        key(&mut h, Modifiers::COMMAND, Key::Z);
    }
    assert_eq!((value(&h, "ties"), moment(&h).1), (before, events));
}

/// A key takes effect and is drawn in the frame in which it is pressed.
#[test]
fn pressed_key_acts_in_its_own_frame() {
    let mut h = window("secret-door");
    let (_, events) = moment(&h);
    let press = |h: &mut Window, key: Key| {
        let modifiers = Modifiers::NONE;
        // The event goes directly into the frame's input, because the harness would give each event its own frame.
        h.input_mut().events.push(egui::Event::Key {
            key,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers,
        });
        h.step();
    };
    press(&mut h, Key::Home);
    assert_eq!(moment(&h), (0, events));
    press(&mut h, Key::ArrowRight);
    assert_eq!(moment(&h), (1, events));
    press(&mut h, Key::End);
    assert_eq!(moment(&h), (events, events));
    assert!(!is_selected(&h, "Edit in place"));
    press(&mut h, Key::P);
    assert!(is_selected(&h, "Edit in place"));
}

#[test]
fn unsaved_changes_are_asked_about() {
    let mut h = window("secret-door");
    h.state_mut().session_mut().apply(&SessionCommand::SetBrush(Brush::Tile(Tile::Wall)));
    h.run_steps(1);
    drag(&mut h, (4, 1), (4, 1));
    key(&mut h, Modifiers::COMMAND, Key::N);
    assert!(sees(&h, "has changes that were not saved"));
    click(&mut h, "Cancel");
    assert!(!sees(&h, "has changes that were not saved") && !sees(&h, "New map"));
    assert!(is_wall(&mut h, 4, 1), "nothing is lost");
}

/// Changing a parameter of a lesson only tries it out. The window does not ask to save it.
#[test]
fn changed_parameter_of_a_lesson_needs_no_saving() {
    let mut h = window("hello");
    h.state_mut().session_mut().apply(&SessionCommand::SetSeed(9));
    h.state_mut().session_mut().apply(&SessionCommand::SetParam("ties".into(), "first".into()));
    h.run_steps(3);
    key(&mut h, Modifiers::COMMAND, Key::N);
    assert!(sees(&h, "New map") && !sees(&h, "has changes that were not saved"));
}

/// If the text was written for another run, the lesson says so and offers to restore that run.
#[test]
fn lesson_warns_if_its_text_describes_another_run() {
    let mut h = lesson("hello");
    assert!(!sees(&h, "written for"));
    h.state_mut().session_mut().apply(&SessionCommand::SetSeed(6));
    h.state_mut().session_mut().apply(&SessionCommand::SetParam("weight".into(), 2.into()));
    h.run_steps(3);
    assert!(sees(&h, "The slides were written for seed 5, weight by default."));
    click(&mut h, "Back to it");
    h.run_steps(2);
    assert!(!sees(&h, "written for") && h.state().session().scene().run.seed == 5);
    // A wall that is painted changes what the slides speak of, too.
    let before = h.state().session().scene().clone();
    h.state_mut().session_mut().apply(&SessionCommand::SetBrush(Brush::Tile(Tile::Wall)));
    h.state_mut().session_mut().apply(&SessionCommand::StrokeBegin(Cell::new(10, 6)));
    h.state_mut().session_mut().apply(&SessionCommand::StrokeEnd);
    h.run_steps(3);
    assert!(sees(&h, "The slides were written for another map."));
    click(&mut h, "Back to it");
    h.run_steps(2);
    assert!(!sees(&h, "written for") && *h.state().session().scene() == before);
}

/// After saving to a typed path, the command that waited for it continues. If saving is cancelled, it does not.
#[test]
fn waiting_command_runs_after_save_not_cancel() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("mine.scene.json");
    for saves in [false, true] {
        let mut h = window("secret-door");
        h.state_mut().session_mut().apply(&SessionCommand::SetBrush(Brush::Tile(Tile::Wall)));
        h.run_steps(1);
        drag(&mut h, (4, 1), (4, 1));
        let view = h.state_mut().view_mut();
        view.after_save = Some(WindowCommand::AskNew.into());
        view.dialog = Some(Dialog::Path(PathFor::Save, file.display().to_string()));
        h.run_steps(2);
        assert!(sees(&h, "Save the scene") && !sees(&h, "New map"));
        key(&mut h, Modifiers::NONE, if saves { Key::Enter } else { Key::Escape });
        h.run_steps(3);
        assert_eq!((file.is_file(), sees(&h, "New map")), (saves, saves));
        assert!(h.state_mut().view_mut().after_save.is_none(), "it waits no longer");
    }
}

/// The panel that a lesson is about is in front after switching to Debug.
#[test]
fn lesson_panel_is_in_front_in_debug() {
    let h = window("how-does-it-grow");
    assert!(sees(&h, "Run the experiment"));
}

#[test]
fn every_lesson_opens_by_its_name_and_runs() {
    let mut h = window("hello");
    for lesson in PRESETS.iter().step_by(share()) {
        key(&mut h, Modifiers::COMMAND, Key::P);
        h.event(egui::Event::Text(format!("Lesson: {}", lesson.title())));
        h.run_steps(2);
        key(&mut h, Modifiers::NONE, Key::Enter);
        h.run_steps(2);
        assert_eq!(h.state().session().scene().title, lesson.title());
        assert!(!sees(&h, "No run yet") && moment(&h).1 > 0, "{}", lesson.id);
    }
}

#[test]
fn scene_without_actors_offers_to_place_them() {
    let mut bare = scene("hello");
    bare.actors.clear();
    bare.notes.clear();
    let app = App::without_worker(gridscope::session(bare), with_details());
    let mut h = window_of(app, 1400.0, 1400.0);
    let said = texts(&h, "No run yet: ").remove(0);
    assert!(said.contains("place"), "{said}");
    assert!(sees(&h, "Place guard") && sees(&h, "Place goal"), "it is offered, beside the map");
    // Placing the actors solves the problem.
    for (actor, x, y) in [("guard", 1, 1), ("goal", 3, 1)] {
        click(&mut h, actor);
        let there = at(&mut h, x, y);
        click_at(&mut h, there);
    }
    assert!(!sees(&h, "No run yet") && moment(&h).1 > 0);
}

#[test]
fn next_tie_travels_to_ties_forward_and_back() {
    let mut h = window("hello");
    click(&mut h, "To the start");
    assert_eq!(moment(&h).0, 0);
    h.get_all_by_label("Next tie").last().expect("in the player").click();
    h.run_steps(3);
    let (first, _) = moment(&h);
    assert!(first > 0);
    key(&mut h, Modifiers::NONE, Key::T);
    let (second, _) = moment(&h);
    assert!(second > first);
    key(&mut h, Modifiers::SHIFT, Key::T);
    assert_eq!(moment(&h).0, first);
}

#[test]
fn first_right_click_opens_the_cell_menu() {
    let mut h = window("secret-door");
    let pos = at(&mut h, 3, 3);
    h.hover_at(pos);
    h.run_steps(1);
    for pressed in [true, false] {
        let (button, modifiers) = (PointerButton::Secondary, Modifiers::NONE);
        h.event(egui::Event::PointerButton { pos, button, pressed, modifiers });
        h.run_steps(1);
    }
    h.run_steps(2);
    h.get_by_label("Show history");
    assert!(is_bracketed(&mut h, 3, 3));
}

/// The save key acts before the panels are drawn. Text that is still being typed is saved, too.
#[test]
fn save_key_saves_text_still_being_typed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mine.scene.json");
    let mut h = window("secret-door");
    h.state_mut().session_mut().perform(&SessionCommand::SaveAs(path.clone()));
    h.state_mut().show_panel(PanelId::Lesson);
    h.run_steps(2);
    click(&mut h, "Edit notes");
    h.get_by_label("Title").focus();
    h.run_steps(3);
    h.event(egui::Event::Text("Seen at night: ".into()));
    h.run_steps(2);
    key(&mut h, Modifiers::COMMAND, Key::S);
    let kept = std::fs::read_to_string(&path).expect("saved");
    assert!(kept.contains("Seen at night: "), "{kept}");
    assert!(sees(&h, "Saved "), "and it is told");
}
