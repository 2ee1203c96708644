//! Settings and layouts that are stored for the next start, and links that lead out of the window.

use egui::Modifiers;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use gridscope::app::files::storage::{Size, Storage, StoredState};
use gridscope::app::layout::Layouts;
use gridscope::app::style::theme::ThemeName;
use gridscope::app::view::Settings;
use gridscope::app::{App, host::links};
use gridscope::debugger::WindowCommand;
use gridscope::debugger::session::run_memory::RunMemory;
use gridscope::debugger::session::window::{Arrangement, PanelId};
use gridscope::trace::Budget;
use gridscope_window_tests::{arrange, key, scene, sees, texts, window_of};
use serde_json::{Value, json};
use std::path::Path;

fn started(file: &Path) -> App {
    App::without_worker(gridscope::session(scene("hello")), Settings::default()).keeping(Storage::at(file))
}

fn in_front(kept: &StoredState, pane: PanelId) -> bool {
    let mut layouts = kept.layouts.clone().expect("layouts");
    let tree = layouts.of(Arrangement::Debug);
    let tile = tree.tiles.find_pane(&pane).expect("every panel has its place");
    tree.active_tiles().contains(&tile)
}

#[test]
fn settings_and_layout_survive_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("not/there/yet/window.json");
    let mut h = window_of(started(&file), 1400.0, 900.0);
    assert_eq!(h.state_mut().view_mut().settings, Settings::default());
    arrange(&mut h, Arrangement::Debug);
    key(&mut h, Modifiers::NONE, egui::Key::G);
    h.state_mut().show_panel(PanelId::Charts);
    h.state_mut().keep();

    let kept = Storage::at(&file).read();
    assert!(kept.settings.grid, "G showed the lines");
    assert_eq!(kept.settings.arrangement, Arrangement::Debug);
    assert!(in_front(&kept, PanelId::Charts));
    let mut again = started(&file);
    assert!(again.view_mut().settings.grid);
    again.show_panel(PanelId::Curves);
    again.keep();
    let kept = Storage::at(&file).read();
    assert!(in_front(&kept, PanelId::Curves) && kept.settings.grid);
    assert_eq!(kept.window, Size::default(), "a window without a screen has no size of its own");
}

/// Starts a window with a screen around it, of a size in pixels, and closes it again. Returns the size that it had.
fn start_and_close(file: &Path) -> [f32; 2] {
    let pixels = Storage::at(file).read().window.inner;
    let frame = |ui: &mut egui::Ui, app: &mut App| {
        app.frame(ui);
        app.keep_sometimes(ui.ctx());
    };
    let mut h = Harness::builder().with_size(pixels).build_ui_state(frame, started(file));
    for _ in 0..4 {
        let points = egui::Vec2::from(pixels) / h.ctx.zoom_factor();
        h.set_size(points);
        let viewport = h.input_mut().viewports.entry(egui::ViewportId::ROOT).or_default();
        viewport.inner_rect = Some(egui::Rect::from_min_size(egui::Pos2::ZERO, points));
        h.run_steps(1);
    }
    h.state_mut().keep();
    pixels
}

/// The size of the window is stored without the size of its text.
#[test]
fn window_size_survives_restarts_at_any_text_size() {
    for text_size in [80, 100, 120, 150] {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("window.json");
        let settings = Settings { text_size, ..Settings::default() };
        let window = Size { inner: [1278.0, 775.0], maximized: false };
        Storage::at(&file).write(&StoredState { settings, window, ..StoredState::default() }).expect("written");
        let sizes: Vec<[f32; 2]> = (0..5).map(|_| start_and_close(&file)).collect();
        for size in sizes.into_iter().chain([Storage::at(&file).read().window.inner]) {
            let differs = (egui::Vec2::from(size) - egui::Vec2::from(window.inner)).length();
            assert!(differs < 1.0, "{text_size} %: {size:?}");
        }
    }
}

#[test]
fn stored_theme_applies_to_the_next_window() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("window.json");
    let settings = Settings { theme: ThemeName::Light, ..Settings::default() };
    let kept = StoredState {
        settings: settings.clone(),
        window: Size { inner: [900.0, 700.0], maximized: true },
        ..StoredState::default()
    };
    Storage::at(&file).write(&kept).expect("written");
    assert_eq!(Storage::at(&file).read().window, kept.window);
    let mut app = started(&file);
    assert_eq!(app.view_mut().settings, settings);
    assert!(!app.view_mut().theme.dark);
}

#[test]
fn memory_for_runs_survives_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("window.json");
    let memory = |app: &App| app.session().run_memory().budget().memory;
    let mut h = window_of(started(&file), 1400.0, 900.0);
    let usual = memory(h.state());
    h.state_mut().request(WindowCommand::SetRunMemory(Some(2)));
    h.run_steps(2);
    assert_eq!(memory(h.state()), 2 << 30);
    h.state_mut().keep();
    assert_eq!(Storage::at(&file).read().settings.run_memory, Some(2));
    let mut h = window_of(started(&file), 1400.0, 900.0);
    assert_eq!(memory(h.state()), 2 << 30, "after a restart");
    h.state_mut().request(WindowCommand::SetRunMemory(None));
    h.run_steps(2);
    assert_eq!(memory(h.state()), usual);
    // A budget of the command line is stronger, and does not change the setting.
    let given = Some(Budget::of_memory(3 << 30));
    let memory_before = h.state().session().run_memory();
    h.state_mut().session_mut().set_run_memory(RunMemory { given, ..memory_before });
    h.state_mut().request(WindowCommand::SetRunMemory(Some(4)));
    h.run_steps(2);
    assert_eq!(memory(h.state()), 3 << 30);
    assert_eq!(h.state_mut().view_mut().settings.run_memory, Some(4));
}

#[test]
fn unreadable_settings_are_backed_up_and_reset() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("window.json");
    // The last text was already put aside. Files that were put aside before are not overwritten.
    let strange = "{\"settings\": 7, \"layouts-1\": {\"root\": \"x\"}, \"window\": []}";
    for (text, ending) in [("", ""), ("no JSON", ""), ("[1, 2]", "-2"), (strange, "-3"), ("no JSON", "")] {
        std::fs::write(&file, text).expect("written");
        let kept = Storage::at(&file).read();
        assert_eq!((&kept.settings, kept.window), (&Settings::default(), Size::default()), "{text}");
        assert!(kept.layouts.is_none(), "{text}");
        assert_eq!(kept.broken, !text.is_empty(), "{text}");
        let h = window_of(started(&file), 1400.0, 900.0);
        h.get_by_label("Slides");
        if !text.is_empty() {
            let aside = std::fs::read_to_string(folder.path().join(format!("window.json.broken{ending}")));
            assert_eq!(aside.expect("it was put aside"), text);
            assert!(h.query_all_by_label_contains("was put aside").next().is_some(), "{text}");
        }
    }
    for size in ["0", "65535", "-1", "1e30", "\"NaN\"", "null"] {
        std::fs::write(&file, format!("{{\"settings\": {{\"text_size\": {size}}}}}")).expect("written");
        let kept = Storage::at(&file).read();
        assert!(kept.broken && (80..=200).contains(&kept.settings.text_size), "{size}");
    }
    std::fs::write(&file, r#"{"settings": {"numbers": false}, "layout-2": 1, "window": {"inner": [-5, 1e9]}}"#)
        .expect("written");
    let kept = Storage::at(&file).read();
    // Settings of before there was a theme of the system keep the theme.
    assert_eq!(kept.settings, Settings { numbers: false, follows_system_theme: false, ..Settings::default() });
    assert_eq!(kept.window.inner, [480.0, 16_000.0], "within what a screen can show");
}

/// Settings that cannot be read at all, such as those that are too large, are not overwritten.
#[test]
fn oversized_settings_file_is_reported_and_not_overwritten() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("window.json");
    std::fs::File::create(&file).and_then(|file| file.set_len(65 << 20)).expect("written");
    let mut h = window_of(started(&file), 1400.0, 900.0);
    let said = texts(&h, "window.json");
    assert!(said.len() == 1 && said[0].contains("window.json: 68157440 bytes are too many"), "{said:?}");
    h.state_mut().keep();
    assert_eq!(std::fs::metadata(&file).expect("there").len(), 65 << 20);
}

#[cfg(unix)]
#[test]
fn settings_are_never_written_through_a_link() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("startup"), "{}").expect("written");
    symlink(path("startup"), path("window.json")).expect("a link");
    let mut h = window_of(started(&path("window.json")), 1400.0, 900.0);
    h.state_mut().keep();
    h.run_steps(2);
    let errors = texts(&h, "a link is there");
    assert!(errors.len() == 1 && errors[0].contains("window.json"), "{errors:?}");
    assert_eq!(std::fs::read_to_string(path("startup")).expect("there"), "{}");
    // The copy of broken settings takes the next name.
    std::fs::remove_file(path("window.json")).expect("removed");
    std::fs::write(path("window.json"), "{broken").expect("written");
    symlink(path("nothing"), path("window.json.broken")).expect("a link");
    let mut h = window_of(started(&path("window.json")), 1400.0, 900.0);
    h.state_mut().keep();
    assert_eq!(std::fs::read_to_string(path("window.json.broken-2")).expect("put aside"), "{broken");
    assert!(!path("nothing").exists());
}

/// A layout of an older version without an event list gets one, at its place of the first start.
#[test]
fn panel_missing_in_an_older_layout_is_added() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("window.json");
    let mut layouts = Layouts::default();
    let tree = layouts.of(Arrangement::Debug);
    let events = tree.tiles.find_pane(&PanelId::Events).expect("a panel");
    tree.remove_recursively(events);
    assert!(!gridscope::app::layout::has(tree, PanelId::Events));
    let kept = StoredState { layouts: Some(layouts), ..StoredState::default() };
    Storage::at(&file).write(&kept).expect("written");
    let mut h = window_of(started(&file), 1400.0, 900.0);
    arrange(&mut h, Arrangement::Debug);
    assert!(h.state_mut().shows_panel(PanelId::Events));
    h.state_mut().keep();
    let mut kept = Storage::at(&file).read().layouts.expect("layouts");
    let tree = kept.of(Arrangement::Debug);
    let home = |pane: PanelId| tree.tiles.parent_of(tree.tiles.find_pane(&pane).expect("a panel"));
    assert_eq!(home(PanelId::Events), home(PanelId::Findings));
}

/// Writes the default layouts as JSON, with one tree changed by `change`.
fn stored(file: &Path, arrangement: Arrangement, change: impl FnOnce(&mut Value)) {
    let kept = StoredState { layouts: Some(Layouts::default()), ..StoredState::default() };
    Storage::at(file).write(&kept).expect("written");
    let mut all: Value = serde_json::from_slice(&std::fs::read(file).expect("there")).expect("JSON");
    change(&mut all["layouts-1"]["trees"][arrangement as usize]);
    std::fs::write(file, all.to_string()).expect("written");
}

/// Returns the id of the tile that holds a panel.
fn tile_of(tree: &Value, panel: &str) -> u64 {
    let tiles = tree["tiles"]["tiles"].as_object().expect("tiles");
    let own = tiles.iter().find(|(_, tile)| tile["Pane"] == panel);
    own.expect("a panel").0.parse().expect("a number")
}

/// Returns the children and shares of the root container.
fn root(tree: &mut Value) -> &mut Value {
    let root = tree["root"].as_u64().expect("a root").to_string();
    &mut tree["tiles"]["tiles"][root]["Container"]["Linear"]
}

/// A layout that the window cannot have stored is put aside with a notice. The other layouts are kept.
#[test]
fn invalid_layout_is_backed_up_with_a_notice() {
    type Change = fn(&mut Value);
    let cases: [(&str, Change); 14] = [
        ("it has no root", |tree| tree["root"] = Value::Null),
        ("it has no root", |tree| {
            tree["root"] = Value::Null;
            tree["tiles"]["tiles"] = json!({});
        }),
        ("it names a part that is not there", |tree| {
            let map = tile_of(tree, "map").to_string();
            tree["tiles"]["tiles"].as_object_mut().expect("tiles").remove(&map);
        }),
        ("it names a part that is not there", |tree| tree["root"] = json!(4711)),
        ("it does not show the map", |tree| tree["root"] = json!(tile_of(tree, "cell"))),
        ("it does not show the map", |tree| {
            let map = tile_of(tree, "map");
            tree["tiles"]["invisible"] = json!([map]);
        }),
        ("a part is in two places, or inside itself", |tree| {
            let id = tree["root"].clone();
            root(tree)["children"].as_array_mut().expect("children").push(id);
        }),
        ("a part is in two places, or inside itself", |tree| {
            let first = root(tree)["children"][0].clone();
            root(tree)["children"].as_array_mut().expect("children").push(first);
        }),
        ("is in two places", |tree| {
            let cell = tile_of(tree, "cell").to_string();
            tree["tiles"]["tiles"][cell] = json!({"Pane": "map"});
        }),
        ("a part has next to no room", |tree| {
            root(tree)["shares"]["shares"].as_object_mut().expect("shares").values_mut().for_each(|s| *s = json!(0.0));
        }),
        ("a part has next to no room", |tree| {
            let id = root(tree)["children"][0].to_string();
            root(tree)["shares"]["shares"][id] = json!(-1.0);
        }),
        ("a part has next to no room", |tree| {
            let id = root(tree)["children"][0].to_string();
            root(tree)["shares"]["shares"][id] = json!(1e30);
        }),
        ("a part has a number above", |tree| {
            let tiles = &mut tree["tiles"]["tiles"];
            tiles[u64::MAX.to_string()] = json!({"Pane": "cell"});
        }),
        ("it has 300", |tree| {
            for id in 1000..1300 {
                tree["tiles"]["tiles"][id.to_string()] = json!({"Pane": "cell"});
            }
        }),
    ];
    for (why, change) in cases {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("window.json");
        stored(&file, Arrangement::Debug, change);
        let text = std::fs::read_to_string(&file).expect("there");
        let mut h = window_of(started(&file), 1400.0, 900.0);
        let why = if why.starts_with("it has 3") { "parts, more than 256" } else { why };
        for said in [why, "the panels of Debug", "was put aside"] {
            assert!(sees(&h, said), "{why}: {said}");
        }
        let aside = std::fs::read_to_string(folder.path().join("window.json.broken"));
        assert_eq!(aside.expect("put aside"), text, "{why}");
        for arrangement in Arrangement::ALL {
            arrange(&mut h, arrangement);
            h.get_by_label("Map canvas");
            assert!(!sees(&h, "gridscope itself made an error"), "{why}: no frame breaks");
        }
        // The layout stored next is valid.
        h.state_mut().keep();
        let kept = Storage::at(&file).read();
        assert!(!kept.broken && kept.unsound.is_empty(), "{why}: {:?}", kept.unsound);
    }
}

/// A valid layout is kept completely, except for unused parts and the id of the next part.
#[test]
fn valid_layout_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("window.json");
    stored(&file, Arrangement::Debug, |tree| {
        let (events, first) = (tile_of(tree, "events"), root(tree)["children"][0].to_string());
        tree["tiles"]["invisible"] = json!([events]);
        tree["tiles"]["next_tile_id"] = json!(u64::MAX);
        tree["tiles"]["tiles"]["900"] = json!({"Pane": "cell"});
        (tree["width"], tree["height"]) = (json!(3.0), json!(1e30));
        root(tree)["shares"]["shares"][first] = json!(0.5);
    });
    let kept = Storage::at(&file).read();
    assert!(!kept.broken && kept.unsound.is_empty(), "{:?}", kept.unsound);
    let mut h = window_of(started(&file), 1400.0, 900.0);
    arrange(&mut h, Arrangement::Debug);
    let map = h.state_mut().view_mut().map;
    assert!((700.0..1000.0).contains(&map.width()), "half of the sum of 0.765: {map:?}");
    h.state_mut().show_panel(PanelId::Tools);
    h.run_steps(2);
    assert!(!sees(&h, "gridscope itself made an error"));
    assert!(h.state_mut().shows_panel(PanelId::Tools) && h.state_mut().shows_panel(PanelId::Events));
}

#[test]
fn unwritable_settings_file_is_reported_once_and_retried() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("window.json");
    let mut app = started(&file);
    std::fs::create_dir(&file).expect("a folder in the way");
    app.keep();
    app.keep();
    let told: Vec<_> = app.session().work().notices.iter().filter(|n| n.error).cloned().collect();
    assert_eq!(told.len(), 1);
    // Once nothing is in the way, the next attempt writes it.
    std::fs::remove_dir(&file).expect("removed");
    assert!(told[0].text.contains("window.json") && told[0].text.contains("cannot be written"), "{}", told[0].text);
    app.keep();
    assert!(file.is_file(), "it is written as soon as it can be");
}

#[test]
fn a_clicked_link_is_taken_from_egui() {
    let page = |ui: &mut egui::Ui, taken: &mut Vec<String>| {
        ui.hyperlink_to("the page", "https://example.org/a");
        taken.extend(links::clicked(ui.ctx()));
        assert!(links::clicked(ui.ctx()).is_empty(), "a click is followed once");
    };
    let mut h = Harness::builder().build_ui_state(page, Vec::new());
    h.run_steps(2);
    assert!(h.state().is_empty());
    h.get_by_label("the page").click();
    h.run_steps(2);
    assert_eq!(h.state(), &["https://example.org/a"]);
}

#[test]
fn links_in_notes_open_web_pages_only() {
    for address in ["file:///etc/passwd", "/bin/true", "javascript:alert(1)", "mailto:x@example.org", ""] {
        let refused = links::follow(address).expect_err(address);
        assert!(refused.contains("expected a link that begins with http"), "{refused}");
    }
}

/// If the disk fails at any step, the file holds either all of the old settings or all of the new ones.
#[test]
fn settings_are_never_torn_by_disk_failures() {
    use support::faults::{REASON, at_each_step, names};
    let at_size = |text_size: u16| StoredState {
        settings: Settings { text_size, ..Settings::default() },
        ..StoredState::default()
    };
    at_each_step(|nth, broken| {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("window.json");
        Storage::at(&file).write(&at_size(100)).expect("written");
        let (written, failed) = broken(&mut || Storage::at(&file).write(&at_size(150)));
        let now = Storage::at(&file).read();
        assert!(!now.broken && [100, 150].contains(&now.settings.text_size), "step {nth}");
        match written {
            Ok(()) => assert!(!failed && now.settings.text_size == 150, "step {nth}"),
            Err(error) => assert!(
                error.contains("window.json")
                    || error.contains(&folder.path().display().to_string()) && error.contains(REASON),
                "{error}"
            ),
        }
        assert_eq!(names(folder.path()), ["window.json"], "step {nth}");
    });
    // Settings that cannot be read are put aside completely, or stay where they are.
    at_each_step(|nth, broken| {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("window.json");
        std::fs::write(&file, "no JSON").expect("written");
        let (app, failed) = broken(&mut || started(&file));
        let said = app.session().work().notices.iter().filter(|n| n.error).map(|n| n.text.clone()).collect::<Vec<_>>();
        assert!(said.len() == 1 && said[0].contains("window.json") && said[0].contains(REASON) == failed, "{said:?}");
        let aside = folder.path().join("window.json.broken");
        assert_eq!(std::fs::read_to_string(&file).expect("there"), "no JSON", "step {nth}");
        assert!(!aside.exists() || std::fs::read_to_string(&aside).expect("there") == "no JSON", "step {nth}");
        assert!(failed || aside.exists());
        assert!(names(folder.path()).len() <= 2);
    });
}

/// A recent file whose name is not valid text is found again.
#[cfg(unix)]
#[test]
fn recent_file_with_non_utf8_name_is_kept() {
    use std::os::unix::ffi::OsStrExt as _;
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("window.json");
    let recent = [b"m\xffne.scene.json".as_slice(), b"other.txt"];
    let recent = recent.map(|name| Path::new(std::ffi::OsStr::from_bytes(name)).to_owned()).to_vec();
    let settings = Settings { recent: recent.clone(), ..Settings::default() };
    Storage::at(&file).write(&StoredState { settings, ..StoredState::default() }).expect("written");
    assert_eq!(Storage::at(&file).read().settings.recent, recent);
}

/// A reader who left the second lesson of the route at its second slide goes on there.
#[test]
fn journey_survives_a_restart_and_continues() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("window.json");
    let mut h = window_of(started(&file), 1400.0, 900.0);
    key(&mut h, Modifiers::NONE, egui::Key::End);
    h.state_mut().request(WindowCommand::NextLesson);
    h.run_steps(3);
    key(&mut h, Modifiers::NONE, egui::Key::Home);
    key(&mut h, Modifiers::NONE, egui::Key::CloseBracket);
    let slide = h.state().session().moment().0;
    h.state_mut().keep();

    let kept = Storage::at(&file).read().journey;
    assert!(kept.is_done("hello") && kept.done_on_route() == 1);
    let next = kept.next_on_route().expect("a lesson");
    assert_eq!(next.0, "what-comes-next");
    let mut h = window_of(started(&file), 1400.0, 900.0);
    h.state_mut().request(WindowCommand::ContinueRoute);
    h.run_steps(4);
    assert_eq!(h.state().session().moment().0, slide);
}

#[test]
fn unknown_lessons_of_a_journey_are_dropped() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("window.json");
    let all: serde_json::Map<String, Value> =
        (0..200).map(|i| (format!("no-lesson-{i}"), json!({ "done": true }))).collect();
    std::fs::write(&file, json!({ "journey": { "lessons": all } }).to_string()).expect("written");
    let kept = Storage::at(&file).read();
    assert!(!kept.broken && kept.journey == gridscope::debugger::lesson::journey::Journey::default());
}
