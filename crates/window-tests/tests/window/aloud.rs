//! Texts for screen readers: cells of the map, headings, regions, slides. Also the theme that the system prefers.

use egui::accesskit::{Live, Role};
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use gridscope::app::App;
use gridscope::app::style::theme::ThemeName;
use gridscope::app::view::Settings;
use gridscope::debugger::session::window::Arrangement;
use gridscope::debugger::{SessionCommand, WindowCommand};
use gridscope::trace::Cell;
use gridscope_window_tests::{arrange, key, lesson, scene, sees, window, window_of};

/// Returns the texts that are read aloud when they change.
fn live(h: &Harness<'_, App>) -> Vec<String> {
    let nodes = h.root().children_recursive();
    let nodes = nodes.map(|node| node.accesskit_node()).filter(|node| node.live() != Live::Off);
    nodes.filter_map(|node| node.value().or_else(|| node.label())).collect()
}

/// Returns the names of all elements of a role.
fn names(h: &Harness<'_, App>, role: Role) -> Vec<String> {
    let nodes = h.root().children_recursive().map(|node| node.accesskit_node());
    nodes.filter(|node| node.role() == role).filter_map(|node| node.label()).collect()
}

fn stage(preset: &str, (width, height): (f32, f32)) -> Harness<'static, App> {
    window_of(App::without_worker(gridscope::session(scene(preset)), Settings::default()), width, height)
}

fn to_map(h: &mut Harness<'static, App>, at: usize, cell: Cell) {
    h.state_mut().session_mut().apply(&SessionCommand::Seek(at));
    h.state_mut().session_mut().apply(&SessionCommand::Select(Some(cell)));
    h.get_by_label("Map canvas").focus();
    h.run_steps(3);
}

#[test]
fn arrows_say_what_a_cell_shows() {
    let mut h = lesson("hello");
    to_map(&mut h, 723, Cell::new(13, 12));
    key(&mut h, Modifiers::NONE, Key::ArrowRight);
    let words = h.get_by_label("Map canvas").accesskit_node().value().expect("the words of the cell");
    assert!(words.starts_with("(14,12), floor, "), "{words}");
    for part in ["g 37", "h 14", "parent (13,11)", "on the path", "tie", "pin 2"] {
        assert!(words.split(", ").any(|word| word == part), "{part} is in {words}");
    }
    assert!(live(&h).contains(&words), "{words} is read aloud");
    key(&mut h, Modifiers::NONE, Key::ArrowLeft);
    assert!(live(&h).iter().any(|line| line.starts_with("(13,12), ")) && !live(&h).contains(&words));
}

#[test]
fn actors_and_tiles_are_in_the_words() {
    let mut h = lesson("hello");
    to_map(&mut h, 0, Cell::new(2, 2));
    let words = h.get_by_label("Map canvas").accesskit_node().value().unwrap_or_default();
    assert!(words.starts_with("(2,2), floor, guard"), "{words}");
    to_map(&mut h, 0, Cell::new(0, 0));
    let words = h.get_by_label("Map canvas").accesskit_node().value().unwrap_or_default();
    assert_eq!(words, "(0,0), wall");
}

#[test]
fn one_key_goes_to_the_cell_of_the_sentence() {
    let mut h = window("hello");
    h.state_mut().session_mut().apply(&SessionCommand::Seek(723));
    h.run_steps(2);
    key(&mut h, Modifiers::NONE, Key::K);
    h.run_steps(2);
    assert_eq!(h.state().session().display_state().selected, Some(Cell::new(14, 12)));
    assert!(h.get_by_label("Map canvas").accesskit_node().is_focused(), "the arrows go on from there");
    assert!(live(&h).iter().any(|line| line.starts_with("(14,12), floor")));
}

#[test]
fn slide_is_read_aloud_once_turned() {
    let mut h = stage("hello", (1440.0, 900.0));
    h.state_mut().session_mut().apply(&SessionCommand::ToSlide(2));
    h.run_steps(3);
    assert!(live(&h).iter().any(|line| line.starts_with("A late tie. Two paths part at (13,10)")), "{:?}", live(&h));
    assert!(names(&h, Role::Link).contains(&"pin 1".to_owned()), "{:?}", names(&h, Role::Link));
}

#[test]
fn headings_have_levels_and_regions_have_names() {
    let mut h = stage("hello", (1440.0, 900.0));
    h.state_mut().session_mut().apply(&SessionCommand::ToSlide(2));
    h.run_steps(3);
    let levels = |h: &Harness<'_, App>| {
        let nodes = h.root().children_recursive().map(|node| node.accesskit_node());
        let headings = nodes.filter(|node| node.role() == Role::Heading);
        headings.map(|node| (node.label().unwrap_or_default(), node.level())).collect::<Vec<_>>()
    };
    let wanted = [("Which way will the guard go?".to_owned(), Some(0)), ("A late tie".to_owned(), Some(1))];
    assert_eq!(levels(&h), wanted);
    assert_eq!(names(&h, Role::Main), ["The map"]);
    assert_eq!(names(&h, Role::Banner), ["Bar at the top"]);
    assert_eq!(names(&h, Role::Complementary), ["Lesson"]);
    assert!(["Time", "Legend"].into_iter().all(|name| names(&h, Role::Region).contains(&name.to_owned())));
    arrange(&mut h, Arrangement::Debug);
    let regions = names(&h, Role::Region);
    assert!(["Events panel", "Time"].into_iter().all(|name| regions.contains(&name.to_owned())), "{regions:?}");
}

#[test]
fn no_name_is_read_letter_by_letter() {
    for arrangement in Arrangement::ALL {
        let mut h = window("hello");
        arrange(&mut h, arrangement);
        for node in h.root().children_recursive() {
            let name = node.accesskit_node().label().unwrap_or_default();
            let shouts = |word: &str| word.len() > 3 && word.chars().all(|letter| letter.is_ascii_uppercase());
            assert!(!name.split(|c: char| !c.is_alphanumeric()).any(shouts), "{arrangement:?}: {name}");
        }
    }
}

#[test]
fn tablet_held_upright_has_one_column() {
    for size in [(768.0, 1024.0), (820.0, 1180.0)] {
        let mut h = stage("hello", size);
        assert!(h.query_by_label("Arrangement: Learn").is_none(), "{size:?}");
        for name in ["Menu", "Whole map", "Play", "Previous slide", "Next slide", "Details"] {
            let button = h.get_by_label(name);
            assert!(button.rect().height() >= 44.0, "{size:?}, {name}: {:?}", button.rect());
        }
        arrange(&mut h, Arrangement::Debug);
        assert!(sees(&h, "Raise the sheet"), "{size:?}");
    }
    let h = stage("hello", (1024.0, 768.0));
    assert!(h.query_by_label("Arrangement: Learn").is_some(), "on its side it has the usual layout");
}

#[test]
fn theme_follows_the_system_until_one_is_chosen() {
    let mut h = stage("hello", (1440.0, 900.0));
    let wish = |h: &mut Harness<'static, App>, theme| {
        h.input_mut().system_theme = Some(theme);
        h.run_steps(2);
        h.state_mut().view_mut().settings.theme
    };
    assert_eq!(wish(&mut h, egui::Theme::Light), ThemeName::Light);
    assert_eq!(wish(&mut h, egui::Theme::Dark), ThemeName::Dark);
    h.state_mut().request(WindowCommand::SetTheme(ThemeName::ColourBlind));
    h.run_steps(2);
    assert_eq!(wish(&mut h, egui::Theme::Light), ThemeName::ColourBlind);
    h.state_mut().request(WindowCommand::FollowSystemTheme);
    h.run_steps(2);
    assert_eq!(wish(&mut h, egui::Theme::Light), ThemeName::Light);
}
