//! The window, driven as a person would: by label, by key, by pointer. No display, no driver.

use gridscope_window_tests::{at, button, drag, key, moment, scene, window, window_of};
use egui::{Key, Modifiers, PointerButton, vec2};
use egui_kittest::kittest::Queryable as _;
use gridscope::app::App;
use gridscope::app::layout::Pane;
use gridscope::app::view::{Dialog, Settings};
use gridscope::core::geometry::Cell;
use gridscope::core::terrain::Tile;
use gridscope::debugger::command::{Brush, Mode, Stride};
use gridscope::debugger::{Command, Session};

#[test]
fn the_first_screen_has_a_run_in_it() {
    let h = window("hello");
    let (cursor, len) = moment(&h);
    assert!(cursor > 0 && cursor <= len, "the cursor stands at a moment worth seeing: {cursor} of {len}");
    h.get_by_label("Step backward");
    h.get_by_label("Timeline");
}

#[test]
fn stepping_forward_and_back_by_button_and_key() {
    let mut h = window("secret-door");
    h.state_mut().session_mut().apply(&Command::Seek(40));
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
fn painting_a_wall_changes_the_run_and_undo_brings_it_back() {
    let mut h = window("secret-door");
    let before = h.state().session().replay().expect("a run").outcome().clone();
    h.state_mut().session_mut().apply(&Command::SetBrush(Brush::Tile(Tile::Wall)));
    h.run_steps(2);
    drag(&mut h, (4, 1), (4, 1));
    let session = h.state().session();
    assert_eq!(session.scene().tiles[Cell::new(4, 1)], Tile::Wall);
    let after = session.replay().expect("a run").outcome().clone();
    assert_eq!(after["reached"], serde_json::json!([5, 3]), "the wall sends the guard round: {after}");
    assert!(session.previous.is_some(), "the old run stays as run B");
    key(&mut h, Modifiers::COMMAND, Key::Z);
    let session = h.state().session();
    assert_eq!(session.scene().tiles[Cell::new(4, 1)], Tile::Floor);
    assert_eq!(session.replay().expect("a run").outcome(), &before);
    key(&mut h, Modifiers::COMMAND, Key::Y);
    assert_eq!(h.state().session().scene().tiles[Cell::new(4, 1)], Tile::Wall);
}

#[test]
fn a_tap_within_one_frame_paints() {
    let mut h = window("secret-door");
    h.state_mut().session_mut().apply(&Command::SetBrush(Brush::Tile(Tile::Wall)));
    h.run_steps(2);
    let pos = at(&mut h, 4, 1);
    h.hover_at(pos);
    h.run_steps(1);
    for pressed in [true, false] {
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        // Straight into the frame's input: the harness would give each a frame of its own.
        h.input_mut().events.push(egui::Event::PointerButton { pos, button, pressed, modifiers });
    }
    h.run_steps(2);
    let session = h.state().session();
    assert_eq!(session.scene().tiles[Cell::new(4, 1)], Tile::Wall);
    assert_eq!(session.document.depth(), (1, 0), "one stroke, and it is over");
}

#[test]
fn a_map_without_a_title_is_called_by_its_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("two rooms.txt");
    std::fs::write(&path, "#####\n#G+X#\n#####\n").expect("written");
    let mut h = window("hello");
    h.state_mut().session_mut().apply(&Command::Open(path));
    h.run_steps(2);
    h.get_by_label("two rooms");
}

#[test]
fn a_stroke_is_one_entry_of_undo() {
    let mut h = window("secret-door");
    h.state_mut().session_mut().apply(&Command::SetBrush(Brush::Tile(Tile::Water)));
    h.run_steps(2);
    drag(&mut h, (2, 3), (7, 3));
    let session = h.state().session();
    assert!((2..=7).all(|x| session.scene().tiles[Cell::new(x, 3)] == Tile::Water));
    assert_eq!(session.document.depth(), (1, 0));
    key(&mut h, Modifiers::COMMAND, Key::Z);
    assert!((2..=7).all(|x| h.state().session().scene().tiles[Cell::new(x, 3)] == Tile::Floor));
}

#[test]
fn an_actor_is_dragged_while_inspecting() {
    let mut h = window("secret-door");
    assert_eq!(h.state().session().mode, Mode::Inspect);
    drag(&mut h, (1, 1), (1, 3));
    let session = h.state().session();
    assert!(session.scene().actors.iter().any(|a| a.at == Cell::new(1, 3)));
    let outcome = session.replay().expect("a run").outcome();
    assert_eq!((&outcome["reached"], &outcome["cost"]), (&serde_json::json!([5, 3]), &serde_json::json!(8)));
}

#[test]
fn a_click_selects_a_cell_and_its_history_travels() {
    let mut h = window("northwest-cure");
    let p = at(&mut h, 5, 1);
    h.hover_at(p);
    h.run_steps(1);
    button(&mut h, p, true);
    button(&mut h, p, false);
    h.run_steps(2);
    assert_eq!(h.state().session().selected, Some(Cell::new(5, 1)));
    let replay = h.state().session().replay().expect("a run");
    // The list stands at the moment: the last row before it can be seen, whatever stands above the list.
    let before = |&&i: &&u32| (i as usize) + 1 < replay.cursor();
    let row = *replay.history(Cell::new(5, 1)).iter().rfind(before).expect("something happened here") as usize;
    let label = format!("#{}", row + 1);
    h.get_all_by_label_contains(&label).next().expect("a row for the last event before now").click();
    h.run_steps(3);
    assert_eq!(moment(&h).0, row + 1, "the row {label} travels to the moment just after its event");
}

#[test]
fn scrubbing_the_timeline() {
    let mut h = window("secret-door");
    let rect = h.get_by_label("Timeline").rect();
    let p = rect.left_center() + vec2(rect.width() * 0.25, 0.0);
    h.hover_at(p);
    h.run_steps(1);
    button(&mut h, p, true);
    button(&mut h, p, false);
    h.run_steps(2);
    let (cursor, len) = moment(&h);
    let share = cursor as f32 / len as f32;
    assert!((0.15..0.35).contains(&share), "a quarter of the way: {cursor} of {len}");
}

#[test]
fn breakpoints_stop_playing_and_ctrl_arrow_finds_them() {
    let mut h = window("secret-door");
    let session = h.state_mut().session_mut();
    session.apply(&Command::Seek(0));
    session.apply(&Command::BreakAt(Cell::new(3, 3)));
    let hit = session.breakpoints[0].hits[0] as usize + 1;
    session.apply(&Command::SetSpeed(1000.0));
    session.apply(&Command::PlayPause);
    for _ in 0..2000 {
        h.run_steps(1);
        if !h.state().session().playback.playing {
            break;
        }
    }
    assert_eq!(moment(&h).0, hit, "playing stops at the breakpoint");
    key(&mut h, Modifiers::NONE, Key::Home);
    key(&mut h, Modifiers::COMMAND, Key::ArrowRight);
    assert_eq!(moment(&h).0, hit);
}

#[test]
fn the_palette_finds_a_command() {
    let mut h = window("hello");
    key(&mut h, Modifiers::COMMAND, Key::P);
    assert!(matches!(h.state_mut().view_mut().dialog, Some(Dialog::Palette { .. })));
    h.event(egui::Event::Text("to the start".into()));
    h.run_steps(2);
    key(&mut h, Modifiers::NONE, Key::Enter);
    assert_eq!(moment(&h).0, 0);
    assert!(h.state_mut().view_mut().dialog.is_none());
}

#[test]
fn changing_the_tie_rule_runs_again_at_once() {
    let mut h = window("hello");
    let generation = h.state().session().generation;
    h.state_mut().session_mut().apply(&Command::SetParam("ties".into(), "last".into()));
    h.run_steps(2);
    let session = h.state().session();
    assert!(session.generation > generation && session.problem.is_none());
    assert_eq!(session.scene().run.params.0["ties"], serde_json::json!("last"));
}

#[test]
fn unsaved_changes_are_asked_about() {
    let mut h = window("secret-door");
    h.state_mut().session_mut().apply(&Command::SetBrush(Brush::Tile(Tile::Wall)));
    h.run_steps(1);
    drag(&mut h, (4, 1), (4, 1));
    key(&mut h, Modifiers::COMMAND, Key::N);
    assert!(matches!(h.state_mut().view_mut().dialog, Some(Dialog::Unsaved(_))));
    h.get_by_label("Cancel").click();
    h.run_steps(2);
    assert_eq!(h.state().session().scene().tiles[Cell::new(4, 1)], Tile::Wall, "nothing is lost");
}

#[test]
fn every_panel_stands_five_frames_on_every_preset_and_at_no_size() {
    for preset in ["hello", "counter-example", "corners"] {
        let mut h = window(preset);
        for pane in Pane::ALL {
            h.state_mut().show_panel(pane);
            h.run_steps(5);
        }
    }
    for size in [(0.0, 0.0), (1.0, 1.0), (200.0, 120.0), (60.0, 900.0)] {
        let app = App::without_worker(Session::new(scene("hello")), Settings::default());
        let mut h = window_of(app, size.0, size.1);
        for pane in Pane::ALL {
            h.state_mut().show_panel(pane);
            h.run_steps(2);
        }
    }
}

#[test]
fn a_closed_panel_comes_back_by_its_command() {
    for row in gridscope::debugger::table::TABLE {
        if let Command::ShowPanel(title) = row.command {
            assert!(Pane::titled(title).is_some(), "{title}");
        }
    }
    let mut h = window("hello");
    h.get_by_label("Open list").click();
    h.run_steps(2);
    assert!(h.query_by_label_contains("Open list:").is_some());
    let mut tree = gridscope::app::layout::first();
    let ties = tree.tiles.find_pane(&Pane::Ties).expect("a panel");
    tree.remove_recursively(ties);
    gridscope::app::layout::bring(&mut tree, Pane::Ties);
    assert!(tree.tiles.find_pane(&Pane::Ties).is_some_and(|id| tree.active_tiles().contains(&id)));
}

#[test]
fn every_dialog_opens_and_closes_with_escape() {
    for command in [Command::AskNew, Command::AskSeek, Command::Palette, Command::KeySheet, Command::About] {
        let mut h = window("hello");
        let open = match &command {
            Command::AskNew => Dialog::New { width: 8, height: 8 },
            Command::AskSeek => Dialog::Seek(String::new()),
            Command::Palette => Dialog::Palette { query: String::new(), row: 0 },
            Command::KeySheet => Dialog::Keys,
            _ => Dialog::About,
        };
        h.state_mut().view_mut().dialog = Some(open);
        h.run_steps(3);
        key(&mut h, Modifiers::NONE, Key::Escape);
        assert!(h.state_mut().view_mut().dialog.is_none(), "{command:?} closes with Escape");
    }
}

#[test]
fn a_scene_without_a_goal_says_what_to_do() {
    let mut bare = scene("hello");
    bare.actors.clear();
    let app = App::without_worker(Session::new(bare), Settings::default());
    let h = window_of(app, 1000.0, 700.0);
    assert!(h.state().session().problem.as_deref().is_some_and(|p| p.contains("place")));
}

#[test]
fn next_tie_goes_to_a_tie() {
    let mut h = window("hello");
    let session = h.state_mut().session_mut();
    session.apply(&Command::Seek(0));
    session.apply(&Command::Forward(Stride::Tie));
    let at = session.moment().0;
    assert!(session.replay().is_some_and(|r| r.tie(at - 1).is_some()));
    h.run_steps(3);
}

#[test]
fn the_first_right_click_opens_the_menu_of_the_cell() {
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
    assert_eq!(h.state().session().selected, Some(Cell::new(3, 3)));
}
