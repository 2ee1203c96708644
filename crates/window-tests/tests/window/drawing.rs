//! Drawing by hand: the costs of a student's worksheet, brushes, the selection, resizing, the overview, and warnings.

use egui::{Key, Modifiers, Rect, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use gridscope::app::App;
use gridscope::app::view::Settings;
use gridscope::core::geometry::{Cell, Size};
use gridscope::core::terrain::Tile;
use gridscope::debugger::command::{Area, Brush, Tool};
use gridscope::debugger::window::{Arrangement, PanelId};
use gridscope::debugger::{Session, SessionCommand};
use gridscope_window_tests::{arrange, at, button, click, drag, key, scene, sees, window, window_of};

/// Opens an empty map in the arrangement Edit.
fn empty(width: u16, height: u16) -> Harness<'static, App> {
    let app = App::without_worker(Session::new(scene("hello")), Settings::default());
    let mut h = window_of(app, 1280.0, 720.0);
    h.state_mut().session_mut().apply(&SessionCommand::New(Size::new(width, height).into()));
    h.run_steps(4);
    arrange(&mut h, Arrangement::Edit);
    h
}

fn weight(h: &Harness<'_, App>, x: u16, y: u16) -> Option<u8> {
    h.state().session().scene().weight(Cell::new(x, y))
}

#[test]
fn a_sheet_of_costs_is_filled_in_by_hand() {
    let mut h = empty(5, 5);
    click(&mut h, "guard");
    drag(&mut h, (0, 0), (0, 0));
    click(&mut h, "goal");
    drag(&mut h, (4, 4), (4, 4));
    // With the picture, and with the keys.
    click(&mut h, "cost 3");
    drag(&mut h, (1, 0), (3, 0));
    assert_eq!(
        [weight(&h, 0, 0), weight(&h, 1, 0), weight(&h, 3, 0), weight(&h, 4, 0)],
        [None, Some(3), Some(3), None]
    );
    key(&mut h, Modifiers::NONE, Key::Num8);
    assert_eq!(h.state().session().hand.brush, Brush::Weight(8));
    // A cost can be drawn under the goal. It changes the cell, not the actor on it.
    drag(&mut h, (4, 4), (4, 4));
    assert_eq!(weight(&h, 4, 4), Some(8));
    assert_eq!(h.state().session().scene().actors[1].at, Cell::new(4, 4), "the goal stays");
    assert!(h.state().session().replay().is_some(), "and it runs");
    key(&mut h, Modifiers::NONE, Key::B);
    click(&mut h, "wall");
    key(&mut h, Modifiers::NONE, Key::W);
    assert_eq!(h.state().session().hand.brush, Brush::Weight(8), "the one that was in hand last");
}

#[test]
fn costs_sizes_and_the_selection_are_in_sight() {
    let h = empty(9, 9);
    let screen = Rect::from_min_size(egui::Pos2::ZERO, vec2(1280.0, 720.0 - 96.0));
    let costs = (1..=9).map(|n| format!("cost {n}"));
    let sizes = [1, 3, 5, 7].map(|n| format!("Brush of {n} × {n}"));
    for name in costs.chain(sizes).chain(["Select".to_owned()]) {
        let place = h.get_by_label(&name).rect();
        assert!(screen.contains_rect(place), "{name} at {place:?}");
    }
}

#[test]
fn a_wide_brush_and_its_keys() {
    let mut h = empty(9, 9);
    key(&mut h, Modifiers::SHIFT, Key::CloseBracket);
    // On keyboards where Shift makes it another key.
    key(&mut h, Modifiers::SHIFT, Key::CloseCurlyBracket);
    assert_eq!(h.state().session().hand.brush_size, 5);
    click(&mut h, "Brush of 3 × 3");
    drag(&mut h, (4, 4), (4, 4));
    let scene = h.state().session().scene();
    assert_eq!(scene.tiles.as_slice().iter().filter(|&&t| t == Tile::Wall).count(), 9);
}

#[test]
fn what_is_selected_is_dragged_turned_and_put_back() {
    let mut h = empty(9, 9);
    drag(&mut h, (1, 1), (3, 1));
    key(&mut h, Modifiers::NONE, Key::S);
    assert_eq!(h.state().session().hand.tool, Tool::Select);
    drag(&mut h, (1, 1), (3, 2));
    assert_eq!(h.state().session().opened.selection, Some(Area::between(Cell::new(1, 1), Cell::new(3, 2))));
    drag(&mut h, (2, 1), (6, 5));
    let tile = |h: &Harness<'_, App>, x, y| h.state().session().scene().tiles[Cell::new(x, y)];
    assert_eq!([tile(&h, 1, 1), tile(&h, 5, 5), tile(&h, 7, 5)], [Tile::Floor, Tile::Wall, Tile::Wall]);
    click(&mut h, "Turn right");
    key(&mut h, Modifiers::NONE, Key::H);
    key(&mut h, Modifiers::NONE, Key::Delete);
    assert!(h.state().session().scene().tiles.as_slice().iter().all(|&t| t == Tile::Floor));
    assert_eq!(h.state().session().document.depth().0, 5, "painted, moved, turned, mirrored, cleared");
    key(&mut h, Modifiers::NONE, Key::Escape);
    assert_eq!(h.state().session().opened.selection, None, "Esc forgets the selection first");
    key(&mut h, Modifiers::NONE, Key::Escape);
    assert_ne!(h.state_mut().view_mut().settings.arrangement, Arrangement::Edit, "and then asks again");
}

#[test]
fn a_map_is_resized_and_what_is_lost_is_said_before() {
    let mut h = empty(9, 9);
    drag(&mut h, (8, 0), (8, 3));
    click(&mut h, "Command palette");
    h.run_steps(2);
    h.event(egui::Event::Text("resize the map".into()));
    h.run_steps(2);
    key(&mut h, Modifiers::NONE, Key::Enter);
    h.run_steps(2);
    assert!(sees(&h, "Nothing is lost."));
    h.event(egui::Event::Text("5".into()));
    h.run_steps(3);
    key(&mut h, Modifiers::NONE, Key::Tab);
    h.run_steps(3);
    assert!(sees(&h, "Would be cut off: 4 tiles."));
    h.get_by_label("top right").click();
    h.run_steps(3);
    assert!(sees(&h, "Nothing is lost."));
    click(&mut h, "Resize");
    h.run_steps(3);
    let scene = h.state().session().scene();
    assert_eq!((scene.size(), scene.tiles[Cell::new(4, 0)]), (Size::new(5, 9), Tile::Wall));
}

#[test]
fn a_large_map_has_an_overview_that_leads_elsewhere() {
    let mut h = empty(200, 120);
    assert!(h.query_by_label("Overview of the map").is_none(), "the whole map is in view");
    key(&mut h, Modifiers::COMMAND, Key::Num0);
    h.run_steps(2);
    let place = h.get_by_label("Overview of the map").rect();
    let map = h.state_mut().view_mut().map;
    assert!(map.contains_rect(place) && place.area() < map.area() * 0.1, "{place:?} in {map:?}");
    let spot = place.min + place.size() * vec2(0.9, 0.1);
    h.hover_at(spot);
    h.run_steps(1);
    button(&mut h, spot, true);
    button(&mut h, spot, false);
    let centre = h.state_mut().view_mut().camera.centre;
    assert!((centre - vec2(180.0, 12.0)).length() < 2.0, "{centre:?}");
    assert_eq!(h.state().session().document.depth().0, 0, "nothing was painted below");
    click(&mut h, "Command palette");
    h.run_steps(2);
    h.event(egui::Event::Text("overview".into()));
    h.run_steps(2);
    key(&mut h, Modifiers::NONE, Key::Enter);
    h.run_steps(2);
    assert!(h.query_by_label("Overview of the map").is_none(), "it is switched off");
}

#[test]
fn a_guard_in_a_wall_is_said_at_once() {
    let mut h = empty(5, 5);
    click(&mut h, "guard");
    drag(&mut h, (0, 0), (0, 0));
    click(&mut h, "goal");
    drag(&mut h, (4, 4), (4, 4));
    assert!(!sees(&h, "stands in"));
    h.state_mut().session_mut().apply(&SessionCommand::SetBrush(Brush::Tile(Tile::Wall)));
    h.state_mut().session_mut().apply(&SessionCommand::LineFromLast(Cell::new(0, 0)));
    h.run_steps(3);
    assert!(sees(&h, "The guard at (0,0) stands in a wall: nobody can stand there."));
    let link = h.get_all_by_label("(0,0)").next().expect("its cell is a link").rect();
    assert!(link.width() > 10.0);
    let _ = at(&mut h, 0, 0);
}

/// Side-by-side runs of the scene show the same map, so the user can draw on any of them. The map of another file
/// cannot be drawn on.
#[test]
fn any_map_of_the_scene_is_drawn_on() {
    let mut h = window("five-sights");
    key(&mut h, Modifiers::NONE, Key::P);
    h.state_mut().session_mut().apply(&SessionCommand::SetBrush(Brush::Tile(Tile::Wall)));
    h.run_steps(2);
    let on = |h: &mut Harness<'_, App>, name: &str, x: u16, y: u16| {
        let rect = h.get_by_label(name).rect();
        h.state_mut().view_mut().camera.cell_centre(rect, Cell::new(x, y))
    };
    let is_wall =
        |h: &Harness<'_, App>, x: u16, y: u16| h.state().session().scene().tiles[Cell::new(x, y)] == Tile::Wall;
    let floor = |h: &Harness<'_, App>, y: u16| {
        let size = h.state().session().scene().size();
        (0..size.width - 1).find(|&x| !is_wall(h, x, y) && !is_wall(h, x + 1, y)).expect("floor")
    };
    let x = floor(&h, 1);
    let (a, b) = (on(&mut h, "Map canvas 2", x, 1), on(&mut h, "Map canvas 2", x + 1, 1));
    h.hover_at(a);
    h.run_steps(1);
    button(&mut h, a, true);
    h.hover_at(b);
    h.run_steps(1);
    button(&mut h, b, false);
    h.run_steps(3);
    assert!(is_wall(&h, x, 1) && is_wall(&h, x + 1, 1));
    // A map of another file with the same size.
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("other.scene.json");
    let other = gridscope::presets::find("five-sights").expect("a preset");
    std::fs::write(&file, other.json).expect("written");
    while !h.state().session().scene().run.beside.is_empty() {
        h.state_mut().session_mut().apply(&SessionCommand::RemoveRun(0));
    }
    // The keys draw on the first map, whichever map was drawn on with the pointer.
    let x = floor(&h, 2);
    h.state_mut().session_mut().apply(&SessionCommand::Select(Some(Cell::new(x, 2))));
    h.state_mut().view_mut().focus_panel = Some(PanelId::Map);
    h.run_steps(3);
    for pressed in [Key::Enter, Key::ArrowRight, Key::Enter] {
        key(&mut h, Modifiers::NONE, pressed);
    }
    assert!(is_wall(&h, x, 2) && is_wall(&h, x + 1, 2));
    h.state_mut().session_mut().apply(&SessionCommand::CompareWith(file));
    h.run_steps(4);
    assert_eq!(h.state().session().opened.other_runs.len(), 1);
    let x = floor(&h, 1);
    let there = on(&mut h, "Map canvas 2", x, 1);
    h.hover_at(there);
    h.run_steps(3);
    button(&mut h, there, true);
    button(&mut h, there, false);
    h.run_steps(3);
    assert!(!is_wall(&h, x, 1));
}

/// A stroke faster than the frames keeps all its points, including the one where the button was released.
#[test]
fn a_quick_stroke_keeps_all_of_its_points() {
    let wall = |h: &Harness<'_, App>, x, y| h.state().session().scene().tiles[Cell::new(x, y)] == Tile::Wall;
    let event = |pos, pressed| egui::Event::PointerButton {
        pos,
        button: egui::PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    // Number of events in frames of their own: all, none, or only the first ones.
    for frames in 0..5 {
        let mut h = empty(9, 9);
        h.state_mut().session_mut().apply(&SessionCommand::SetBrush(Brush::Tile(Tile::Wall)));
        let points = [(1, 1), (6, 1), (6, 6)].map(|(x, y)| at(&mut h, x, y));
        h.hover_at(points[0]);
        h.run_steps(1);
        let moved = egui::Event::PointerMoved;
        let events = [event(points[0], true), moved(points[1]), moved(points[2]), event(points[2], false)];
        for (k, event) in events.into_iter().enumerate() {
            h.event(event);
            if k < frames {
                h.step();
            }
        }
        h.run_steps(3);
        for (x, y) in [(1, 1), (3, 1), (6, 1), (6, 4), (6, 6)] {
            assert!(wall(&h, x, y), "{frames} frames: ({x},{y})");
        }
        assert_eq!(h.state().session().document.depth().0, 1, "{frames} frames: one stroke");
        // Later moves of the pointer are not part of the stroke.
        let after = at(&mut h, 1, 7);
        h.hover_at(after);
        h.run_steps(2);
        assert!(!wall(&h, 1, 7), "{frames} frames");
    }
}

/// In Edit, every actor is shown at its start and dragged from there, wherever the run has moved it.
#[test]
fn what_was_placed_is_shown_where_it_was_placed() {
    let mut h = window("patrol-and-keys");
    key(&mut h, Modifiers::NONE, Key::End);
    let session = h.state().session();
    let placed: Vec<Cell> = session.scene().actors.iter().map(|actor| actor.at).collect();
    let stands = |h: &Harness<'_, App>, i: usize| {
        let session = h.state().session();
        session.scene().size().cells().find(|&cell| session.actor_now(cell) == Some(i))
    };
    assert!((0..placed.len()).any(|i| stands(&h, i) != Some(placed[i])), "the run moves somebody");
    arrange(&mut h, Arrangement::Edit);
    for (i, &cell) in placed.iter().enumerate() {
        assert_eq!(stands(&h, i), Some(cell));
    }
    let session = h.state().session();
    assert!(session.scene().size().cells().all(|cell| session.tile_now(cell) == session.scene().tiles[cell]));
    arrange(&mut h, Arrangement::Debug);
    assert!((0..placed.len()).any(|i| stands(&h, i) != Some(placed[i])), "elsewhere the moment counts");
    arrange(&mut h, Arrangement::Edit);
    // A placed actor stays where the user put it.
    h.state_mut()
        .session_mut()
        .apply(&SessionCommand::SetBrush(Brush::Actor(gridscope::core::scene::ActorKind::Guard)));
    drag(&mut h, (3, 2), (3, 2));
    let last = h.state().session().scene().actors.len() - 1;
    assert_eq!(stands(&h, last), Some(Cell::new(3, 2)));
}
