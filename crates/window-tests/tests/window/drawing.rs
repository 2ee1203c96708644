//! Drawing by hand: the costs of a student's worksheet, brushes, the selection, resizing, the overview, and warnings.

use egui::{Key, Modifiers, Rect, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use gridscope::app::App;
use gridscope::app::view::Settings;
use gridscope::debugger::SessionCommand;
use gridscope::debugger::session::command::Brush;
use gridscope::debugger::session::window::{Arrangement, PanelId};
use gridscope::trace::{Cell, Size, Tile};
use gridscope_window_tests::{
    arrange, at, button, click, drag, ground, is_selected, is_wall, key, moment, scene, sees, texts_in, texts_on,
    title, window, window_of,
};

/// Opens an empty map in the arrangement Edit.
fn empty(width: u16, height: u16) -> Harness<'static, App> {
    let app = App::without_worker(gridscope::session(scene("hello")), Settings::default());
    let mut h = window_of(app, 1280.0, 720.0);
    h.state_mut().session_mut().apply(&SessionCommand::New(Size::new(width, height).into()));
    h.run_steps(4);
    arrange(&mut h, Arrangement::Edit);
    h
}

/// Returns the number painted on a cell, which is its cost.
fn cost(h: &mut Harness<'_, App>, x: u16, y: u16) -> Option<String> {
    texts_on(h, x, y).into_iter().find(|text| text.starts_with(|c: char| c.is_ascii_digit()))
}

/// Returns the icon of an actor, as the tools panel shows it.
fn icon(h: &Harness<'_, App>, actor: &str) -> String {
    texts_in(h, h.get_by_label(actor).rect())[0].clone()
}

/// Returns the walls that are painted on a map of this size.
fn walls(h: &mut Harness<'_, App>, width: u16, height: u16) -> Vec<(u16, u16)> {
    let cells = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    cells.filter(|&(x, y)| is_wall(h, x, y)).collect()
}

/// Takes back this many edits.
fn undo(h: &mut Harness<'_, App>, edits: usize) {
    for _ in 0..edits {
        key(h, Modifiers::COMMAND, Key::Z);
    }
}

#[test]
fn cost_sheet_is_filled_by_mouse_and_keys() {
    let mut h = empty(5, 5);
    click(&mut h, "guard");
    drag(&mut h, (0, 0), (0, 0));
    click(&mut h, "goal");
    drag(&mut h, (4, 4), (4, 4));
    // With the picture, and with the keys.
    click(&mut h, "cost 3");
    drag(&mut h, (1, 0), (3, 0));
    let row: Vec<Option<String>> = (0..5).map(|x| cost(&mut h, x, 0)).collect();
    assert_eq!(row.iter().map(Option::as_deref).collect::<Vec<_>>(), [None, Some("3"), Some("3"), Some("3"), None]);
    key(&mut h, Modifiers::NONE, Key::Num8);
    assert!(is_selected(&h, "cost 8"));
    // A cost can be drawn under the goal. It changes the cell, not the actor on it.
    drag(&mut h, (4, 4), (4, 4));
    assert_eq!(cost(&mut h, 4, 4).as_deref(), Some("8"));
    let goal = icon(&h, "goal");
    assert!(texts_on(&mut h, 4, 4).contains(&goal), "the goal stays");
    assert!(moment(&h).1 > 0, "and it runs");
    key(&mut h, Modifiers::NONE, Key::B);
    click(&mut h, "wall");
    assert!(!is_selected(&h, "cost 8"));
    key(&mut h, Modifiers::NONE, Key::W);
    assert!(is_selected(&h, "cost 8"), "the one that was in hand last");
}

#[test]
fn any_number_can_be_typed_as_a_cost() {
    let mut h = empty(5, 5);
    let mut type_cost = |text: &str, x: u16| {
        click(&mut h, "any other cost");
        key(&mut h, Modifiers::COMMAND, Key::A);
        h.get_by_label("any other cost").type_text(text);
        h.run_steps(2);
        drag(&mut h, (x, 1), (x, 1));
        cost(&mut h, x, 1)
    };
    assert_eq!(type_cost("2.5", 0).as_deref(), Some("2.5"));
    assert_eq!(type_cost("300", 1).as_deref(), Some("300"));
    // A text that is no number keeps the brush.
    assert_eq!(type_cost("0", 2).as_deref(), Some("300"));
    assert_eq!(type_cost("1/3", 3).as_deref(), Some("1/3"));
    assert_eq!([0, 1].map(|x| cost(&mut h, x, 1)), [Some("2.5".to_owned()), Some("300".to_owned())]);
    undo(&mut h, 1);
    assert_eq!([0, 3].map(|x| cost(&mut h, x, 1)), [Some("2.5".to_owned()), None]);
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
fn brush_size_is_changed_by_button_and_keys() {
    let mut h = empty(9, 9);
    key(&mut h, Modifiers::SHIFT, Key::CloseBracket);
    // On keyboards where Shift makes it another key.
    key(&mut h, Modifiers::SHIFT, Key::CloseCurlyBracket);
    assert!(is_selected(&h, "Brush of 5 × 5"));
    click(&mut h, "Brush of 3 × 3");
    drag(&mut h, (4, 4), (4, 4));
    let square: Vec<_> = (3..6).flat_map(|y| (3..6).map(move |x| (x, y))).collect();
    assert_eq!(walls(&mut h, 9, 9), square);
}

#[test]
fn selection_is_moved_turned_mirrored_and_cleared() {
    let mut h = empty(9, 9);
    drag(&mut h, (1, 1), (3, 1));
    key(&mut h, Modifiers::NONE, Key::S);
    assert!(is_selected(&h, "Select"));
    drag(&mut h, (1, 1), (3, 2));
    assert!(sees(&h, "3 × 2 selected"));
    drag(&mut h, (2, 1), (6, 5));
    assert_eq!(walls(&mut h, 9, 9), [(5, 5), (6, 5), (7, 5)], "moved");
    click(&mut h, "Turn right");
    assert!(sees(&h, "2 × 3 selected"));
    assert_eq!(walls(&mut h, 9, 9), [(6, 4), (6, 5), (6, 6)], "turned");
    key(&mut h, Modifiers::NONE, Key::H);
    assert_eq!(walls(&mut h, 9, 9), [(5, 4), (5, 5), (5, 6)], "mirrored");
    key(&mut h, Modifiers::NONE, Key::Delete);
    assert!(walls(&mut h, 9, 9).is_empty(), "cleared");
    key(&mut h, Modifiers::NONE, Key::Escape);
    assert!(!sees(&h, "selected"), "Esc forgets the selection first");
    assert!(is_selected(&h, "Arrangement: Edit"));
    key(&mut h, Modifiers::NONE, Key::Escape);
    assert!(!is_selected(&h, "Arrangement: Edit"), "and then asks again");
    arrange(&mut h, Arrangement::Edit);
    undo(&mut h, 4);
    assert_eq!(walls(&mut h, 9, 9), [(1, 1), (2, 1), (3, 1)], "each change is one entry of undo");
}

#[test]
fn resizing_reports_cut_tiles_before_it_happens() {
    let mut h = empty(9, 9);
    drag(&mut h, (8, 0), (8, 3));
    key(&mut h, Modifiers::COMMAND, Key::P);
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
    assert_eq!(walls(&mut h, 5, 9), [(4, 0), (4, 1), (4, 2), (4, 3)]);
    let outside = at(&mut h, 5, 0);
    assert_eq!(ground(&h, outside), None, "the map ends there");
}

#[test]
fn click_on_the_overview_moves_the_view() {
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
    let centre = at(&mut h, 180, 12);
    assert!(map.contains(centre) && centre.distance(map.center()) < 100.0, "{centre:?} in {map:?}");
    assert!(!title(&h).contains('*'), "nothing was painted below");
    key(&mut h, Modifiers::COMMAND, Key::P);
    h.run_steps(2);
    h.event(egui::Event::Text("overview".into()));
    h.run_steps(2);
    key(&mut h, Modifiers::NONE, Key::Enter);
    h.run_steps(2);
    assert!(h.query_by_label("Overview of the map").is_none(), "it is switched off");
}

#[test]
fn guard_in_a_wall_is_reported_while_drawing() {
    let mut h = empty(5, 5);
    click(&mut h, "guard");
    drag(&mut h, (0, 0), (0, 0));
    click(&mut h, "goal");
    drag(&mut h, (4, 4), (4, 4));
    assert!(!sees(&h, "is in a wall"));
    h.state_mut().session_mut().apply(&SessionCommand::SetBrush(Brush::Tile(Tile::Wall)));
    h.state_mut().session_mut().apply(&SessionCommand::LineFromLast(Cell::new(0, 0)));
    h.run_steps(3);
    assert!(sees(&h, "The guard at (0,0) is in a wall, which cannot be entered."));
    let link = h.get_all_by_label("(0,0)").next().expect("its cell is a link").rect();
    assert!(link.width() > 10.0);
    let _ = at(&mut h, 0, 0);
}

/// Side-by-side runs of the scene show the same map, so the user can draw on any of them. The map of another file
/// cannot be drawn on.
#[test]
fn every_shown_map_can_be_drawn_on() {
    let mut h = window("five-sights");
    key(&mut h, Modifiers::NONE, Key::P);
    h.state_mut().session_mut().apply(&SessionCommand::SetBrush(Brush::Tile(Tile::Wall)));
    h.run_steps(2);
    let on = |h: &mut Harness<'_, App>, name: &str, x: u16, y: u16| {
        let rect = h.get_by_label(name).rect();
        h.state_mut().view_mut().camera.cell_centre(rect, Cell::new(x, y))
    };
    let width = scene("five-sights").size().width;
    let floor = |h: &mut Harness<'_, App>, y: u16| {
        (0..width - 1).find(|&x| !is_wall(h, x, y) && !is_wall(h, x + 1, y)).expect("floor")
    };
    let x = floor(&mut h, 1);
    let (a, b) = (on(&mut h, "Map canvas 2", x, 1), on(&mut h, "Map canvas 2", x + 1, 1));
    h.hover_at(a);
    h.run_steps(1);
    button(&mut h, a, true);
    h.hover_at(b);
    h.run_steps(1);
    button(&mut h, b, false);
    h.run_steps(3);
    assert!(is_wall(&mut h, x, 1) && is_wall(&mut h, x + 1, 1));
    for x in [x, x + 1] {
        let (first, second) = (at(&mut h, x, 1), on(&mut h, "Map canvas 2", x, 1));
        assert_eq!(ground(&h, first), ground(&h, second), "every map shows it");
    }
    // A map of another file with the same size.
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("other.scene.json");
    let other = gridscope::presets::find("five-sights").expect("a preset");
    std::fs::write(&file, other.json).expect("written");
    while h.query_by_label("Map canvas 2").is_some() {
        h.state_mut().session_mut().apply(&SessionCommand::RemoveRun(0));
        h.run_steps(2);
    }
    // The keys draw on the first map, whichever map was drawn on with the pointer.
    let x = floor(&mut h, 2);
    h.state_mut().session_mut().apply(&SessionCommand::Select(Some(Cell::new(x, 2))));
    h.state_mut().view_mut().focus_panel = Some(PanelId::Map);
    h.run_steps(3);
    for pressed in [Key::Enter, Key::ArrowRight, Key::Enter] {
        key(&mut h, Modifiers::NONE, pressed);
    }
    assert!(is_wall(&mut h, x, 2) && is_wall(&mut h, x + 1, 2));
    h.state_mut().session_mut().apply(&SessionCommand::CompareWith(file));
    h.run_steps(4);
    let x = floor(&mut h, 1);
    let there = on(&mut h, "Map canvas 2", x, 1);
    h.hover_at(there);
    h.run_steps(3);
    button(&mut h, there, true);
    button(&mut h, there, false);
    h.run_steps(3);
    assert!(!is_wall(&mut h, x, 1));
}

/// A stroke faster than the frames keeps all its points, including the one where the button was released.
#[test]
fn quick_stroke_keeps_all_its_points() {
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
            assert!(is_wall(&mut h, x, y), "{frames} frames: ({x},{y})");
        }
        // Later moves of the pointer are not part of the stroke.
        let after = at(&mut h, 1, 7);
        h.hover_at(after);
        h.run_steps(2);
        assert!(!is_wall(&mut h, 1, 7), "{frames} frames");
        undo(&mut h, 1);
        assert!(walls(&mut h, 9, 9).is_empty(), "{frames} frames: one stroke");
    }
}

/// Returns the icons painted on the cells, row by row: those of actors, and the lock of a locked door.
fn icons(h: &mut Harness<'_, App>, size: Size) -> Vec<(Cell, String)> {
    let is_icon = |text: &String| text.starts_with(|c| ('\u{e000}'..='\u{f8ff}').contains(&c));
    let mut on = |cell: Cell| texts_on(h, cell.x, cell.y).into_iter().filter(is_icon).map(move |icon| (cell, icon));
    size.cells().flat_map(|cell| on(cell).collect::<Vec<_>>()).collect()
}

/// In Edit, every actor is shown at its start and dragged from there, wherever the run has moved it.
#[test]
fn edit_shows_actors_at_their_start_positions() {
    let mut h = window("patrol-and-keys");
    let size = scene("patrol-and-keys").size();
    key(&mut h, Modifiers::NONE, Key::End);
    let moved = icons(&mut h, size);
    arrange(&mut h, Arrangement::Edit);
    let guard = icon(&h, "guard");
    let placed = icons(&mut h, size);
    let guards = |icons: &[(Cell, String)]| -> Vec<Cell> {
        icons.iter().filter(|(_, icon)| *icon == guard).map(|(cell, _)| *cell).collect()
    };
    assert_eq!(guards(&placed), [Cell::new(5, 5), Cell::new(1, 6)]);
    let lock: Vec<Cell> = placed.iter().filter(|(_, icon)| *icon != guard).map(|(cell, _)| *cell).collect();
    assert_eq!(lock, [Cell::new(5, 3)], "the door that the run has opened");
    assert_eq!(guards(&moved).len(), moved.len(), "it was open: {moved:?}");
    assert!(guards(&moved).len() == 2 && guards(&moved) != guards(&placed), "the run moves somebody");
    arrange(&mut h, Arrangement::Debug);
    assert_eq!(icons(&mut h, size), moved, "elsewhere the moment counts");
    arrange(&mut h, Arrangement::Edit);
    // A placed actor stays where the user put it.
    click(&mut h, "guard");
    drag(&mut h, (3, 2), (3, 2));
    assert_eq!(guards(&icons(&mut h, size)), [Cell::new(3, 2), Cell::new(5, 5), Cell::new(1, 6)]);
}

/// The picture beside the name of the tile in hand has an edge, because a wall has the colour of the panel.
#[test]
fn picture_of_the_selected_tile_has_an_edge() {
    let mut h = empty(5, 5);
    h.state_mut().session_mut().apply(&SessionCommand::SetBrush(Brush::Tile(Tile::Wall)));
    h.run_steps(3);
    let edge = |shape: &egui::Shape| {
        let egui::Shape::Rect(rect) = shape else { return false };
        rect.rect.size() == egui::vec2(36.0, 36.0) && rect.stroke.width > 0.5
    };
    assert!(h.output().shapes.iter().any(|clipped| edge(&clipped.shape)));
}
