//! The start page with its four doors, the tour of first steps, and the guide under Help.

use egui::{Key, Modifiers, Rect};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use gridscope::app::App;
use gridscope::app::dialogs::guide::{Guide, LoggerFile};
use gridscope::app::start::start_page::StartPage;
use gridscope::app::style::theme::{Theme, ThemeName, contrast};
use gridscope::app::view::{Dialog, Settings};
use gridscope::debugger::WindowCommand;
use gridscope::debugger::session::window::{Arrangement, HelpPage};
use gridscope_window_tests::{click, key, scene, sees, texts, window_of};

const LOGGERS: &[LoggerFile] = &[LoggerFile { language: "Python", name: "gridscope.py", text: "the logger" }];

const SIZES: [(f32, f32); 5] = [(1440.0, 900.0), (1280.0, 720.0), (1024.0, 640.0), (640.0, 400.0), (390.0, 844.0)];

fn read(page: HelpPage) -> String {
    let path = format!("{}/../../{}.md", env!("CARGO_MANIFEST_DIR"), page.path());
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn start((width, height): (f32, f32), settings: Settings) -> Harness<'static, App> {
    let pages = HelpPage::ALL.map(|page| (page, Ok(read(page)))).to_vec();
    let app = App::without_worker(gridscope::session(scene("hello")), settings).with_guide(Guide::new(pages, LOGGERS));
    let mut h = window_of(app, width, height);
    h.state_mut().view_mut().start_page = StartPage::Shown;
    // The frames before have opened the first lesson.
    h.state_mut().view_mut().journey = gridscope::debugger::lesson::journey::Journey::default();
    h.run_steps(3);
    h
}

/// Whether an element is whole on the screen.
fn is_inside(h: &Harness<'_, App>, label: &str) -> bool {
    let rect = h.get_by_label(label).rect();
    let screen: Rect = h.ctx.content_rect();
    screen.expand(1.0).contains_rect(rect)
}

const DOORS: [&str; 4] = ["Learn: your first search", "Draw a map", "Open a file", "Debug your own program"];

#[test]
fn start_page_has_four_doors_in_every_size() {
    for size in SIZES {
        let h = start(size, Settings::default());
        for door in DOORS {
            assert!(h.query_by_label(door).is_some(), "{door} in {size:?}");
        }
        assert!(is_inside(&h, DOORS[0]), "{size:?}");
        assert!(sees(&h, "Show this page at start"), "{size:?}");
        assert_eq!(h.query_by_label("The first lesson's map").is_some(), size.1 >= 640.0, "{size:?}");
        assert!(h.query_by_label("Map canvas").is_none(), "the page replaces the map");
    }
}

#[test]
fn each_start_page_door_opens_its_destination() {
    let mut h = start(SIZES[0], Settings::default());
    key(&mut h, Modifiers::NONE, Key::Enter);
    assert!(sees(&h, "Slides"), "the first lesson and its slides");
    assert!(h.query_by_label("Map canvas").is_some());

    let mut h = start(SIZES[0], Settings::default());
    click(&mut h, "Draw a map");
    assert!(matches!(h.state_mut().view_mut().dialog, Some(Dialog::New(_))));
    key(&mut h, Modifiers::NONE, Key::Escape);
    assert!(h.query_by_label("Draw a map").is_some(), "the page is still there after Escape");
    click(&mut h, "Draw a map");
    key(&mut h, Modifiers::NONE, Key::Enter);
    h.run_steps(3);
    assert!(h.query_by_label("Map canvas").is_some() && h.query_by_label("Open a file").is_none());

    let mut h = start(SIZES[0], Settings::default());
    click(&mut h, "Debug your own program");
    assert!(sees(&h, "Loggers") && sees(&h, "Copy a logger"));
    h.get_by_label("Copy the logger for Python").click();
    let copied = (0..4).any(|_| {
        h.step();
        let commands = &h.output().platform_output.commands;
        commands.iter().any(|command| matches!(command, egui::OutputCommand::CopyText(text) if text == "the logger"))
    });
    assert!(copied);
}

/// An arrangement, a step or a lesson closes the page; a theme and a dialog do not.
#[test]
fn start_page_closes_on_map_commands() {
    let mut h = start(SIZES[0], Settings::default());
    h.state_mut().request(WindowCommand::NextTheme);
    h.run_steps(2);
    assert!(h.query_by_label("Open a file").is_some());
    h.state_mut().request(WindowCommand::Arrange(Arrangement::Debug));
    h.run_steps(2);
    assert!(h.query_by_label("Open a file").is_none());
    h.state_mut().request(WindowCommand::StartPage);
    h.run_steps(2);
    assert!(h.query_by_label("Open a file").is_some(), "the menu Help brings it back");
}

/// ↓ goes to the next door, ↑ to the one before, and Enter opens it. Keys of the player and the map do nothing.
#[test]
fn arrows_go_from_door_to_door() {
    let mut h = start(SIZES[0], Settings::default());
    let is_focused = |h: &Harness<'_, App>, door: &str| h.get_by_label(door).accesskit_node().is_focused();
    for door in [1, 2, 3, 3] {
        key(&mut h, Modifiers::NONE, Key::ArrowDown);
        assert!(is_focused(&h, DOORS[door]), "{}", DOORS[door]);
    }
    for door in [2, 1] {
        key(&mut h, Modifiers::NONE, Key::ArrowUp);
        assert!(is_focused(&h, DOORS[door]), "{}", DOORS[door]);
    }
    key(&mut h, Modifiers::NONE, Key::Enter);
    assert!(matches!(h.state_mut().view_mut().dialog, Some(Dialog::New(_))));

    let mut h = start(SIZES[0], Settings::default());
    let state = |h: &Harness<'_, App>| {
        let session = h.state().session();
        (
            session.moment(),
            session.display_state().playback.speed,
            session.display_state().playback.playing,
            session.document().edits(),
        )
    };
    let before = state(&h);
    for key_of_player in [Key::ArrowRight, Key::Space, Key::End, Key::ArrowLeft, Key::T, Key::M, Key::Q, Key::G, Key::P]
    {
        key(&mut h, Modifiers::NONE, key_of_player);
        assert!(h.query_by_label("Open a file").is_some(), "{key_of_player:?} closes the page");
        assert_eq!(state(&h), before, "{key_of_player:?}");
    }
}

#[test]
fn recent_files_are_listed_while_they_are_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let (map, gone) = (folder.path().join("keep.map"), folder.path().join("gone.tmx"));
    std::fs::write(&map, "type octile\nheight 1\nwidth 3\nmap\n...\n").expect("a file");
    let recent = vec![map, gone];
    let mut h = start(SIZES[0], Settings { recent, ..Settings::default() });
    assert!(h.query_by_label("Open keep.map").is_some() && h.query_by_label("Open gone.tmx").is_none());
    click(&mut h, "Open keep.map");
    h.run_steps(3);
    assert!(h.query_by_label("Map canvas").is_some());
}

/// The stops name parts that are on the screen, and their cards stay on it.
#[test]
fn tour_shows_eight_stops_in_every_window_size() {
    for size in SIZES {
        let mut h = start(size, Settings::default());
        h.state_mut().request(WindowCommand::FirstSteps);
        h.run_steps(2);
        for stop in 1..=8 {
            h.run_steps(2);
            assert!(sees(&h, &format!("{stop} of 8")), "stop {stop} in {size:?}: {:?}", texts(&h, " of 8"));
            assert!(is_inside(&h, "Next step"), "stop {stop} in {size:?}");
            click(&mut h, "Next step");
        }
        assert!(h.query_by_label("Next step").is_none(), "{size:?}");
    }
    let mut h = start(SIZES[0], Settings::default());
    click(&mut h, "First steps");
    // The window works meanwhile.
    let before = h.state().session().moment();
    key(&mut h, Modifiers::NONE, Key::ArrowRight);
    key(&mut h, Modifiers::NONE, Key::Enter);
    assert!(sees(&h, "3 of 8"), "Enter and → go on");
    assert_eq!(h.state().session().moment(), before);
    key(&mut h, Modifiers::NONE, Key::ArrowLeft);
    assert_ne!(h.state().session().moment(), before, "here the arrows step the run");
    key(&mut h, Modifiers::NONE, Key::Escape);
    assert!(h.query_by_label("Next step").is_none());
}

#[test]
fn guide_pages_are_readable_and_links_work() {
    for (page, size) in HelpPage::ALL.into_iter().zip(SIZES.iter().cycle()) {
        let mut h = start(*size, Settings::default());
        h.state_mut().view_mut().dialog = Some(Dialog::Help(page));
        h.run_steps(3);
        let text = read(page);
        let heading = text.lines().find_map(|line| line.strip_prefix("# ")).expect("a heading");
        assert!(sees(&h, heading), "{page:?}: {heading}");
        assert!(!texts(&h, "").iter().any(|text| text.contains("](")), "{page:?}: no link is shown as Markdown");
    }
    let mut h = start(SIZES[0], Settings::default());
    h.state_mut().view_mut().dialog = Some(Dialog::Help(HelpPage::OwnProgram));
    h.run_steps(3);
    let link = h.query_all_by_label_contains("docs/log-format.md").last().expect("a link to the format");
    link.scroll_to_me();
    h.run_steps(3);
    h.query_all_by_label_contains("docs/log-format.md").last().expect("the link").click();
    h.run_steps(4);
    assert!(
        matches!(h.state_mut().view_mut().dialog, Some(Dialog::Help(HelpPage::LogFormat))),
        "{:?}",
        h.state_mut().view_mut().dialog
    );
}

/// A page without a text says why it cannot be shown, and the guide can be closed.
#[test]
fn missing_guide_page_says_so_and_closes() {
    let mut h = start(SIZES[0], Settings::default());
    h.state_mut().view_mut().guide.pages.clear();
    h.state_mut().view_mut().dialog = Some(Dialog::Help(HelpPage::Formats));
    h.run_steps(4);
    assert!(sees(&h, "File formats cannot be shown"));
    click(&mut h, "Close");
    assert!(h.query_by_label("Close").is_none());
}

/// A check box is seen on the background of the page, in every theme.
#[test]
fn check_box_contrasts_with_the_start_page() {
    for name in [ThemeName::Dark, ThemeName::Light, ThemeName::ColourBlind] {
        let h = start(SIZES[0], Settings { theme: name, ..Settings::default() });
        let theme = Theme::new(name);
        let label = h.get_by_label("Show this page at start").rect();
        let is_box = |shape: &egui::Shape| match shape {
            egui::Shape::Rect(r) if label.expand(2.0).contains_rect(r.rect) && r.rect.width() < 24.0 => Some(r.fill),
            _ => None,
        };
        let fills: Vec<_> = h.output().shapes.iter().filter_map(|clipped| is_box(&clipped.shape)).collect();
        assert!(fills.iter().any(|fill| contrast(*fill, theme.canvas) > 1.3), "{name:?}: {fills:?}");
    }
}

/// Returns how much of the line of progress below the map is done, from 0 to 1.
fn progress(h: &Harness<'_, App>) -> f32 {
    let (map, now) = (h.get_by_label("The first lesson's map").rect(), Theme::new(ThemeName::Dark).now);
    let is_line = |shape: &egui::Shape| match shape {
        egui::Shape::Rect(r) if r.fill == now && (r.rect.min.y - map.max.y).abs() < 1.0 => Some(r.rect.width()),
        _ => None,
    };
    h.output().shapes.iter().find_map(|clipped| is_line(&clipped.shape)).unwrap_or(0.0) / map.width()
}

#[test]
fn start_map_runs_until_paused_or_pointed_at() {
    let mut h = start(SIZES[0], Settings::default());
    h.run_steps(10);
    let before = progress(&h);
    h.run_steps(10);
    assert!(progress(&h) > before);
    h.hover_at(h.get_by_label("The first lesson's map").rect().center());
    h.run_steps(2);
    let before = progress(&h);
    h.run_steps(10);
    assert!((progress(&h) - before).abs() < 1e-3, "the pointer is over it");
    click(&mut h, "Pause");
    let before = progress(&h);
    h.run_steps(10);
    assert!((progress(&h) - before).abs() < 1e-3 && sees(&h, "Play"));
    assert_eq!(gridscope_window_tests::title(&h), "gridscope");

    let mut h = start(SIZES[0], Settings { less_motion: true, ..Settings::default() });
    let before = progress(&h);
    h.run_steps(10);
    assert!((progress(&h) - before).abs() < 1e-3 && before > 0.8 && sees(&h, "Play"), "less motion");
}

#[test]
fn flag_of_the_start_map_can_be_dragged() {
    let mut h = start(SIZES[2], Settings::default());
    let flag = h.get_by_label("Flag: drag it").rect();
    let to = flag.center() - egui::vec2(0.0, 7.0 * (flag.width() - 8.0));
    h.hover_at(flag.center());
    h.run_steps(2);
    h.drag_at(flag.center());
    h.run_steps(2);
    h.hover_at(to);
    h.run_steps(3);
    h.drop_at(to);
    h.run_steps(3);
    let moved = h.get_by_label("Flag: drag it").rect();
    assert!(moved.contains(to), "{moved:?} is not at {to:?}");
    assert!(progress(&h) > 0.99 && sees(&h, "Play"), "the new search is shown to its end");
    assert!(h.state_mut().view_mut().journey.has_dragged);
    assert!(h.query_by_label("Open a file").is_some() && h.state().session().document().edits() == 0);
}

#[test]
fn a_begun_route_makes_the_first_door_continue() {
    let mut h = start(SIZES[0], Settings::default());
    h.state_mut().view_mut().journey.visit("hello", 4, 5);
    h.run_steps(2);
    assert!(sees(&h, "Continue: What comes next?"));
    key(&mut h, Modifiers::NONE, Key::Enter);
    h.run_steps(3);
    assert_eq!(
        h.state().session().scene().title,
        gridscope::presets::find("what-comes-next").expect("a lesson").title()
    );
}
