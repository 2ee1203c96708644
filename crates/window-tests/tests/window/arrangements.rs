//! The four arrangements: the share of the window that the map has in each, the position of the panels, and switching
//! between them.

use egui::{Key, Modifiers, Rect};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use gridscope::app::App;
use gridscope::app::view::Settings;
use gridscope::debugger::session::command::table::{Group, TABLE};
use gridscope::debugger::session::command::{Mode, SessionCommand};
use gridscope::debugger::session::window::Arrangement;
use gridscope::debugger::{Command, WindowCommand};
use gridscope::trace::ActorKind;
use gridscope::trace::geometry::Cell;
use gridscope_window_tests::{
    arrange, at, click, click_at, key, lesson, moment, scene, sees, texts, window, window_of,
};

/// Returns the share of the window that the canvas has: the map with its rulers.
fn share(h: &mut Harness<'_, App>, width: f32, height: f32) -> f32 {
    let map = h.state_mut().view_mut().map;
    map.area() / (width * height)
}

/// Opens a window on a lesson in an arrangement. The size is in points.
fn arranged(arrangement: Arrangement, width: f32, height: f32) -> Harness<'static, App> {
    let app = App::without_worker(gridscope::session(scene("hello")), Settings::default());
    let mut h = window_of(app, width, height);
    arrange(&mut h, arrangement);
    h
}

#[test]
fn map_takes_most_of_the_window() {
    use Arrangement::{Debug, Edit, Learn, Present};
    let wanted = [(Learn, 0.55, 0.40), (Debug, 0.45, 0.30), (Edit, 0.55, 0.40), (Present, 0.70, 0.50)];
    for (arrangement, usual, small) in wanted {
        for (width, height, least) in [
            (1440.0, 900.0, usual),
            (1280.0, 720.0, usual),
            // 1024 × 768 with text at 150 %.
            (1024.0 / 1.5, 768.0 / 1.5, small),
        ] {
            let mut h = arranged(arrangement, width, height);
            let share = share(&mut h, width, height);
            assert!(share >= least, "{arrangement:?} at {width} × {height}: {share:.3} of {least}");
        }
    }
}

#[test]
fn lessons_open_in_learn_and_maps_in_edit() {
    let mut h = lesson("hello");
    assert!(sees(&h, "A late tie") && sees(&h, "tie"), "the slide and what occurs");
    assert_eq!(h.state_mut().view_mut().settings.arrangement, Arrangement::Learn);
    key(&mut h, Modifiers::COMMAND, Key::N);
    key(&mut h, Modifiers::NONE, Key::Enter);
    h.run_steps(4);
    assert_eq!(h.state_mut().view_mut().settings.arrangement, Arrangement::Edit);
    assert_eq!(h.state().session().hand().mode, Mode::Edit);
    assert!(sees(&h, "Place guard") && sees(&h, "Place goal"));
}

/// In Edit, all tiles and actors for drawing are visible without scrolling.
#[test]
fn edit_shows_all_tiles_and_actors_without_scrolling() {
    let h = arranged(Arrangement::Edit, 1280.0, 720.0);
    let screen = Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(1280.0, 720.0));
    let tiles = gridscope::trace::terrain::Tile::ALL.iter().map(|t| t.info().name);
    let actors = gridscope::trace::scene::ActorKind::ALL.iter().map(|k| k.name());
    for name in tiles.chain(actors) {
        let mut found = h.get_all_by_label(name).filter(|n| n.accesskit_node().role() == egui::accesskit::Role::Button);
        let place = found.next().unwrap_or_else(|| panic!("{name} is there")).rect();
        let below = place.max.y > 720.0 - 96.0;
        assert!(screen.contains_rect(place) && !below, "{name} at {place:?}");
    }
}

#[test]
fn p_edits_in_place_and_escape_inspects_again() {
    let mut h = lesson("hello");
    key(&mut h, Modifiers::NONE, Key::P);
    assert_eq!(h.state().session().hand().mode, Mode::Edit);
    assert_eq!(h.state_mut().view_mut().settings.arrangement, Arrangement::Learn, "the lesson stays");
    key(&mut h, Modifiers::NONE, Key::Escape);
    assert_eq!(h.state().session().hand().mode, Mode::Inspect);
    arrange(&mut h, Arrangement::Edit);
    assert_eq!(h.state().session().hand().mode, Mode::Edit);
    arrange(&mut h, Arrangement::Debug);
    assert_eq!(h.state().session().hand().mode, Mode::Inspect);
}

#[test]
fn z_hides_everything_but_map_and_sentence() {
    let mut h = lesson("hello");
    assert!(sees(&h, "A late tie"));
    key(&mut h, Modifiers::NONE, Key::Z);
    h.run_steps(2);
    assert!(!sees(&h, "A late tie") && sees(&h, "Tie at (14,12)"));
    key(&mut h, Modifiers::NONE, Key::Z);
    h.run_steps(2);
    assert!(sees(&h, "A late tie"));
}

#[test]
fn presentation_shows_the_sentence_and_the_slide() {
    let mut h = lesson("hello");
    arrange(&mut h, Arrangement::Present);
    assert!(sees(&h, "Tie at (14,12)") && sees(&h, "Two paths part at"));
    assert!(!sees(&h, "event 723"));
    click(&mut h, "Next slide");
    assert!(!sees(&h, "Two paths part at"));
    click(&mut h, "Leave");
    assert!(!texts(&h, " · step ").is_empty(), "back in the lesson");
}

#[test]
fn presentation_continues_with_the_next_lesson() {
    let mut h = lesson("hello");
    arrange(&mut h, Arrangement::Present);
    assert!(!sees(&h, "On to the next lesson"));
    click(&mut h, "Next slide");
    key(&mut h, Modifiers::NONE, Key::PageDown);
    h.run_steps(2);
    assert!(!sees(&h, "Next slide"));
    click(&mut h, "On to the next lesson");
    h.run_steps(4);
    let next = gridscope::presets::after(&scene("hello")).expect("a lesson");
    assert_eq!(h.state().session().scene().title, next.title());
    assert_eq!(h.state_mut().view_mut().settings.arrangement, Arrangement::Present, "still presented");
}

#[test]
fn panel_of_a_lesson_is_below_its_map() {
    let mut h = lesson("stop-when");
    let (map, hit) = (h.get_by_label("Map canvas").rect(), h.get_by_label("Next hit").rect());
    assert!(hit.min.y >= map.max.y && hit.min.x < map.max.x, "{hit:?} below {map:?}");
    click(&mut h, "Close the panel below the map");
    assert!(h.query_by_label("Next hit").is_none() && h.get_by_label("Map canvas").rect().max.y > map.max.y);
    let mut h = lesson("how-does-it-grow");
    h.run_steps(4);
    assert!(sees(&h, "Plot of expanded over size"), "its experiment is begun");
    arrange(&mut h, Arrangement::Debug);
    assert!(!sees(&h, "Close the panel below the map"));
}

/// A click shows a card for the selected cell beside the map, in one line, with its causes.
#[test]
fn a_click_shows_the_card_of_a_cell() {
    let app = App::without_worker(gridscope::session(scene("hello")), Settings::default());
    let mut h = window_of(app, 1440.0, 900.0);
    let p = at(&mut h, 14, 12);
    click_at(&mut h, p);
    assert_eq!(h.state().session().display_state().selected, Some(Cell::new(14, 12)));
    for word in ["Why", "Why not", "History"] {
        h.get_by_label(word);
    }
    let map = h.state_mut().view_mut().map;
    let board = h.get_by_label("Map canvas").rect();
    let card = h.get_by_label("History").rect();
    assert!(map.contains_rect(card) && board.intersects(card), "in the margin of the map: {card:?}");
    click(&mut h, "History");
    assert_eq!(h.state_mut().view_mut().settings.arrangement, Arrangement::Debug);
    assert!(h.query_by_label("Filter the history").is_some() && sees(&h, "g 37"));
}

/// Alt+Left undoes a jump in time, and Alt+Right repeats it.
#[test]
fn alt_left_returns_to_the_previous_moment() {
    let mut h = window("hello");
    let (before, len) = moment(&h);
    key(&mut h, Modifiers::NONE, Key::End);
    assert_eq!(moment(&h).0, len);
    key(&mut h, Modifiers::NONE, Key::Home);
    key(&mut h, Modifiers::ALT, Key::ArrowLeft);
    assert_eq!(moment(&h).0, len);
    key(&mut h, Modifiers::ALT, Key::ArrowLeft);
    assert_eq!(moment(&h).0, before);
    key(&mut h, Modifiers::ALT, Key::ArrowRight);
    assert_eq!(moment(&h).0, len);
    // A single step does not count as a jump.
    key(&mut h, Modifiers::NONE, Key::ArrowLeft);
    key(&mut h, Modifiers::ALT, Key::ArrowLeft);
    assert_eq!(moment(&h).0, before);
}

#[test]
fn end_of_the_run_shows_its_result() {
    let mut h = lesson("hello");
    key(&mut h, Modifiers::NONE, Key::End);
    let said = texts(&h, "Goal (21,12) reached. ");
    assert!(said.iter().any(|s| s.contains("Cost 51") && s.contains("expanded")), "{said:?}");
}

/// No menu is higher than a small window.
#[test]
fn menus_have_at_most_fourteen_entries() {
    for group in Group::ALL {
        let n = TABLE.iter().filter(|row| row.group == group).count();
        assert!(n <= 14, "{}: {n} entries", group.title());
    }
}

#[test]
fn shortcut_signs_are_shown_as_printed_on_keys() {
    for row in TABLE {
        for k in row.keys {
            let shown = gridscope::app::view::shortcuts::format_keys(k);
            assert!(!shown.contains("Bracket") && !shown.contains("Arrow"), "{shown}");
        }
    }
}

#[test]
fn full_screen_is_f11_in_every_mode() {
    let full: Command = WindowCommand::ToggleFullScreen.into();
    let rows: Vec<_> =
        TABLE.iter().filter(|row| row.keys.iter().any(|k| k.ends_with("F11") && !k.contains('+'))).collect();
    assert!(rows.len() == 1 && rows[0].command == full);
    let mut h = lesson("hello");
    key(&mut h, Modifiers::NONE, Key::F11);
    assert_eq!(h.state().session().hand().mode, Mode::Inspect);
}

/// A lesson is found by its words, and opens with a click.
#[test]
fn the_gallery_finds_a_lesson() {
    let mut h = lesson("hello");
    click(&mut h, "Lessons");
    h.event(egui::Event::Text("corner".into()));
    h.run_steps(4);
    assert!(h.query_by_label("Lesson: corners").is_some() && h.query_by_label("Lesson: a-ship").is_none());
    click(&mut h, "Lesson: corners");
    assert_eq!(h.state().session().scene().title, gridscope::presets::find("corners").expect("a lesson").title());
}

/// If the system has no file dialog, the window asks for the path.
#[test]
fn window_asks_for_a_path_without_file_dialogs() {
    use gridscope::app::view::{Dialog, PathFor};
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("saved.scene.json");
    let mut h = lesson("hello");
    h.state_mut().view_mut().dialog = Some(Dialog::Path(PathFor::Save, file.display().to_string()));
    h.run_steps(2);
    key(&mut h, Modifiers::NONE, Key::Enter);
    h.run_steps(2);
    assert!(file.is_file());
    h.state_mut().view_mut().dialog =
        Some(Dialog::Path(PathFor::Open, folder.path().join("sav").display().to_string()));
    h.run_steps(2);
    key(&mut h, Modifiers::NONE, Key::Tab);
    key(&mut h, Modifiers::NONE, Key::Enter);
    h.run_steps(2);
    assert_eq!(h.state().session().document().path.as_deref(), Some(file.as_path()));
    h.state_mut().view_mut().dialog = Some(Dialog::Path(PathFor::Open, "not/there.map".into()));
    h.run_steps(2);
    assert!(sees(&h, "There is no file not/there.map."));
}

/// Saving over a file of another scene asks first. Saving over the scene's own file does not ask.
#[test]
fn saving_over_another_scenes_file_asks_first() {
    use gridscope::app::view::{Dialog, PathFor};
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("theirs.scene.json");
    std::fs::write(&file, "theirs").expect("written");
    let is_theirs = || std::fs::read_to_string(&file).is_ok_and(|text| text == "theirs");
    let mut h = lesson("hello");
    let save = |h: &mut egui_kittest::Harness<'_, App>| {
        h.state_mut().view_mut().dialog = Some(Dialog::Path(PathFor::Save, file.display().to_string()));
        h.run_steps(2);
        key(h, Modifiers::NONE, Key::Enter);
        h.run_steps(2);
    };
    save(&mut h);
    assert!(sees(&h, "Replace the file?") && is_theirs());
    key(&mut h, Modifiers::NONE, Key::Enter);
    h.run_steps(2);
    assert!(sees(&h, "Save the scene") && is_theirs(), "another name is asked for");
    key(&mut h, Modifiers::NONE, Key::Enter);
    h.run_steps(2);
    click(&mut h, "Replace");
    assert!(!sees(&h, "Replace the file?") && !is_theirs());
    assert_eq!(h.state().session().document().path.as_ref(), Some(&file));
    save(&mut h);
    assert!(h.state_mut().view_mut().dialog.is_none(), "its own file is saved to");
}

/// The searches of a scenario file beside a map are offered, and one is chosen by its row.
#[test]
fn chosen_scenario_row_sets_start_and_goal() {
    let folder = tempfile::tempdir().expect("a folder");
    let map = folder.path().join("yard.map");
    std::fs::write(&map, "type octile\nheight 3\nwidth 5\nmap\n.....\n..@..\n.....\n").expect("written");
    let rows = "version 1\n0\tyard.map\t5\t3\t0\t0\t4\t2\t4.82842712\n0\tyard.map\t5\t3\t0\t1\t4\t1\t4.82842712\n";
    std::fs::write(folder.path().join("yard.map.scen"), rows).expect("written");
    let mut h = lesson("hello");
    h.state_mut().session_mut().apply(&SessionCommand::Open(map));
    h.run_steps(4);
    assert_eq!(h.state_mut().view_mut().settings.arrangement, Arrangement::Edit, "a map without anybody is drawn");
    click(&mut h, "Choose from 2 searches…");
    h.event(egui::Event::Text("2".into()));
    h.run_steps(2);
    click(&mut h, "Search 2");
    h.run_steps(4);
    let scene = h.state().session().scene().clone();
    let places: Vec<Cell> = scene.actors.iter().map(|a| a.at).collect();
    assert_eq!(places, [Cell::new(0, 1), Cell::new(4, 1)]);
    assert!(moment(&h).1 > 0, "it is run at once");
}

/// A scenario opens with the list of its searches, and with the lengths that our algorithm finds.
#[test]
fn opened_scenario_lists_its_searches() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("yard.scen");
    std::fs::write(folder.path().join("yard.map"), "type octile\nheight 1\nwidth 5\nmap\n.....\n").expect("written");
    let rows = "version 1\n0\tyard.map\t5\t1\t0\t0\t4\t0\t4\n0\tyard.map\t5\t1\t1\t0\t4\t0\t9\n";
    std::fs::write(&file, rows).expect("written");
    let mut h = lesson("hello");
    h.state_mut().session_mut().apply(&SessionCommand::Open(file));
    h.run_steps(8);
    assert!(sees(&h, "Searches of this scenario"));
    assert_eq!(h.state().session().scene().actors.len(), 2, "the first search is open behind the list");
    click(&mut h, "Search 2");
    h.run_steps(4);
    let starts: Vec<Cell> = h.state().session().scene().of_kind(ActorKind::Guard).map(|a| a.at).collect();
    assert_eq!((starts, sees(&h, "Searches of this scenario")), (vec![Cell::new(1, 0)], false));
}

/// The command palette finds commands by words that users expect.
#[test]
fn palette_finds_commands_by_words_of_users() {
    use gridscope::app::dialogs::palette::{entries, found};
    let session = gridscope::session(scene("hello"));
    for (word, title) in [
        ("export", "Export…"),
        ("handout", "Export…"),
        ("format", "Save as…"),
        ("picture", "Copy map as picture"),
        ("table", "Copy table of the experiment"),
        ("zoom", "Fit the map"),
        ("full screen", "Full screen"),
        ("dijkstra", "Set heuristic to zero"),
        ("lesson", "Lessons…"),
    ] {
        let all = found(word, entries(&session, gridscope::app::style::theme::ThemeName::Dark));
        assert!(
            all.iter().take(6).any(|e| e.title == title),
            "{word}: {:?}",
            all.iter().take(8).map(|e| &e.title).collect::<Vec<_>>()
        );
    }
}

/// Cells in the text of a lesson are links. A click selects the cell.
#[test]
fn the_cells_of_a_lesson_are_links() {
    let mut h = lesson("hello");
    assert_eq!(h.state().session().display_state().selected, None);
    let is_link = |n: &egui_kittest::Node<'_>| n.accesskit_node().role() == egui::accesskit::Role::Link;
    let column = h.get_by_label("Details").rect().min.x - 300.0;
    let in_text = |n: &egui_kittest::Node<'_>| is_link(n) && n.rect().min.x > column;
    let links: Vec<_> = h.get_all_by_role(egui::accesskit::Role::Link).filter(in_text).collect();
    // Both cells of the text have pins: the second is (14,12).
    links[1].click();
    h.run_steps(3);
    assert_eq!(h.state().session().display_state().selected, Some(Cell::new(14, 12)));
    assert!(h.query_by_label("History").is_some(), "the card of the cell");
}

#[test]
fn zoom_centres_a_cell_and_view_follows_actors() {
    let in_view = |h: &mut Harness<'_, App>, cell: Cell| {
        let p = at(h, cell.x, cell.y);
        h.get_by_label("Map canvas").rect().contains(p)
    };
    let told = |h: &Harness<'_, App>| {
        let replay = h.state().session().replay().expect("a run");
        replay.cell(replay.cursor() - 1)
    };
    let mut h = lesson("cave-96x64");
    let pos = at(&mut h, 37, 40);
    h.hover_at(pos);
    h.run_steps(2);
    key(&mut h, Modifiers::SHIFT, Key::Num0);
    let (near, next) = (at(&mut h, 37, 40), at(&mut h, 38, 40));
    let map = h.get_by_label("Map canvas").rect();
    assert!(near.distance(map.center()) < 2.0 && next.x - near.x >= 60.0, "in the middle and large: {near:?}");
    // The end is far away, so the map follows the jump.
    key(&mut h, Modifiers::NONE, Key::Home);
    key(&mut h, Modifiers::SHIFT, Key::Num0);
    key(&mut h, Modifiers::NONE, Key::End);
    h.run_steps(30);
    let mut before = told(&h).expect("the path ends in a cell");
    assert!(in_view(&mut h, before), "{before}");
    // Single steps do not move the map, unless it follows an actor.
    key(&mut h, Modifiers::SHIFT, Key::F);
    let mut moved = 0;
    for _ in 0..40 {
        key(&mut h, Modifiers::SHIFT, Key::ArrowLeft);
        h.run_steps(20);
        let Some(cell) = told(&h) else { continue };
        assert!(in_view(&mut h, cell), "{cell}");
        moved += usize::from(cell != before);
        before = cell;
    }
    assert!(moved > 20);
}

/// If the window was closed in Edit, it starts in Edit.
#[test]
fn window_closed_in_edit_starts_in_edit() {
    let settings = Settings { arrangement: Arrangement::Edit, ..Settings::default() };
    let mut drawn = scene("hello");
    drawn.notes.clear();
    let mut h = window_of(App::without_worker(gridscope::session(drawn), settings), 1440.0, 900.0);
    h.run_steps(2);
    assert_eq!(h.state_mut().view_mut().settings.arrangement, Arrangement::Edit);
    assert_eq!(h.state().session().hand().mode, Mode::Edit);
}

/// Present fills the screen, and the window is as before when it is left.
#[test]
fn present_fills_the_screen_and_learn_restores_it() {
    let mut h = lesson("hello");
    for (arrangement, full) in [(Arrangement::Present, true), (Arrangement::Learn, false)] {
        h.state_mut().request(WindowCommand::Arrange(arrangement));
        h.step();
        let commands = h.output().viewport_output.values().flat_map(|viewport| &viewport.commands);
        let wanted: Vec<bool> = commands
            .filter_map(|command| match command {
                egui::ViewportCommand::Fullscreen(on) => Some(*on),
                _ => None,
            })
            .collect();
        assert_eq!(wanted, [full], "{arrangement:?}");
    }
}
