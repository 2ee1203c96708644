//! The gallery of lessons: found by any of their words, moving by keys, and going from one lesson to the next.

use egui::{Event, Key, Modifiers, Rect};
use egui_kittest::kittest::Queryable as _;
use gridscope::app::App;
use gridscope::app::view::{Dialog, Settings};
use gridscope::debugger::SessionCommand;
use gridscope::presets::PRESETS;
use gridscope_window_tests::{click, key, lesson, scene, sees, texts, texts_in, window_of};
use support::share;

fn title(h: &egui_kittest::Harness<'_, App>) -> String {
    h.state().session().scene().title.clone()
}

#[test]
fn gallery_finds_lessons_by_algorithm_and_by_text() {
    for (typed, wanted, other) in [
        ("theta", "at-any-angle", "hello"),
        ("problem-far", "problem-far", "hello"),
        ("swamp bushes lakes", "cave-96x64", "problem-far"),
        ("COUNTER-EXAMPLE 1/n", "counter-example", "problem-far"),
    ] {
        let mut h = lesson("hello");
        key(&mut h, Modifiers::COMMAND, Key::L);
        h.event(Event::Text(typed.into()));
        h.run_steps(3);
        assert!(sees(&h, &format!("Lesson: {wanted}")), "{typed}");
        assert!(h.query_by_label(&format!("Lesson: {other}")).is_none(), "{typed}");
    }
}

/// Lessons with the typed words in the title come before those with the words in the text. Enter opens the first.
#[test]
fn titles_that_match_come_before_texts_that_match() {
    for preset in PRESETS.iter().step_by(share()) {
        let title = preset.title();
        let longest = |word: &&str| word.chars().all(char::is_alphabetic).then_some(word.len());
        let Some(word) = title.split_whitespace().max_by_key(longest).filter(|word| word.len() > 3) else { continue };
        let mut h = lesson("hello");
        h.state_mut().view_mut().dialog = Some(Dialog::Lessons(word.into()));
        h.run_steps(2);
        let has = |id: &str| {
            let preset = PRESETS.iter().find(|preset| preset.id == id).expect("a preset");
            format!("{} {id}", preset.title()).to_lowercase().contains(&word.to_lowercase())
        };
        let shown: Vec<bool> = texts(&h, "Lesson: ").iter().map(|name| has(&name["Lesson: ".len()..])).collect();
        assert!(shown.first().is_some_and(|first| *first), "{word}: {shown:?}");
        assert!(shown.is_sorted_by_key(|in_title| !in_title), "{word}: {shown:?}");
        assert_eq!(sees(&h, "In the text"), shown.contains(&false), "{word}");
    }
}

/// A card has the first sentence of the notes, and nothing of the next one.
#[test]
fn a_card_has_one_sentence() {
    let mut h = lesson("hello");
    h.state_mut().view_mut().dialog = Some(Dialog::Lessons("closed secret door".into()));
    h.run_steps(3);
    let all = texts_in(&h, Rect::EVERYTHING);
    assert!(all.iter().any(|text| text == "The goal cannot be reached: which cell is close enough?"), "{all:?}");
}

fn find(id: &str) -> String {
    gridscope::presets::find(id).expect("a lesson").title()
}

/// Counts of the filters, such as 9 of *Lessons about Sight: 9*.
fn counts(h: &egui_kittest::Harness<'_, App>) -> Vec<usize> {
    let count = |name: &String| name.rsplit_once(": ").and_then(|(_, n)| n.parse().ok());
    texts(h, "Lessons about ").iter().filter_map(count).collect()
}

#[test]
fn counts_of_filters_add_up() {
    let mut h = lesson("hello");
    key(&mut h, Modifiers::COMMAND, Key::L);
    h.run_steps(3);
    for query in ["", "wall", "week 9"] {
        h.state_mut().view_mut().dialog = Some(Dialog::Lessons(query.into()));
        h.run_steps(3);
        let all = counts(&h);
        assert_eq!(all[0], all[1..].iter().sum::<usize>(), "{query}: {all:?}");
        assert_eq!(all[0], texts(&h, "Lesson: ").len(), "{query}");
    }
    h.state_mut().view_mut().dialog = Some(Dialog::Lessons(String::new()));
    h.run_steps(3);
    assert_eq!(counts(&h)[0], gridscope::presets::library().count());
    let sight = texts(&h, "Lessons about Sight").remove(0);
    click(&mut h, &sight);
    assert!(sees(&h, "Lesson: five-sights") && !sees(&h, "Lesson: corners"));
}

#[test]
fn gallery_filters_lessons_by_algorithm() {
    let mut h = lesson("hello");
    key(&mut h, Modifiers::COMMAND, Key::L);
    h.run_steps(3);
    assert!(sees(&h, "The route") && sees(&h, "Lesson 10 of the route: rings-on-water"));
    click(&mut h, "Algorithms");
    h.run_steps(3);
    h.get_by_label_contains("Only Field of view").click_accesskit();
    h.run_steps(3);
    assert!(!sees(&h, "The route") && sees(&h, "Lesson: i-see-you") && !sees(&h, "Lesson: hello"));
    h.get_by_label_contains("Only Field of view").click_accesskit();
    h.run_steps(3);
    assert!(sees(&h, "The route"));
}

#[test]
fn gallery_knows_words_of_the_sources() {
    let mut h = lesson("hello");
    for word in ["FindNextSkipPosition", "IsGridCanReach", "obj_seen", "dirty", "last observed", "shadow"] {
        h.state_mut().view_mut().dialog = Some(Dialog::Lessons(word.into()));
        h.run_steps(2);
        let found = texts(&h, "Lesson: ");
        let has = |id: &&str| found.contains(&format!("Lesson: {id}"));
        let words = gridscope::presets::SOURCE_WORDS.iter().filter(|own| own.word.contains(word));
        let wanted: Vec<&str> = words.flat_map(|own| own.lessons).copied().collect();
        assert!(!wanted.is_empty() && wanted.iter().all(has), "{word}: {found:?}");
    }
}

#[test]
fn lessons_page_fits_small_windows() {
    for (width, height) in [(1280.0, 800.0), (1024.0, 640.0), (390.0, 844.0)] {
        let mut h =
            window_of(App::without_worker(gridscope::session(scene("hello")), Settings::default()), width, height);
        h.state_mut().view_mut().dialog = Some(Dialog::Lessons(String::new()));
        h.run_steps(4);
        for name in texts(&h, "of the route: ").into_iter().chain(texts(&h, "Lessons about ")) {
            let rect = h.get_by_label(&name).rect();
            assert!(rect.min.x >= 0.0 && rect.max.x <= width + 16.0, "{name} at {rect:?} in {width}");
        }
        assert_eq!(texts(&h, "of the route: ").len(), 20);
    }
}

/// A lesson that is done has a tick, and the first lesson that is not done is the one to continue with.
#[test]
fn route_shows_what_is_done_and_continues() {
    let mut h = lesson("hello");
    h.state_mut().view_mut().journey.visit("hello", 4, 5);
    h.state_mut().view_mut().journey.visit("what-comes-next", 1, 4);
    key(&mut h, Modifiers::COMMAND, Key::L);
    h.run_steps(3);
    assert!(sees(&h, "1 of 20 done") && sees(&h, "Lesson 1 of the route: hello, done"));
    assert!(sees(&h, "Lesson 2 of 20 · slide 2"));
    click(&mut h, "Continue");
    h.run_steps(3);
    assert_eq!(title(&h), find("what-comes-next"));
}

#[test]
fn arrow_keys_and_enter_open_a_gallery_lesson() {
    let open = |keys: &[Key]| {
        let mut h = lesson("hello");
        key(&mut h, Modifiers::COMMAND, Key::L);
        h.run_steps(2);
        for &one in keys {
            key(&mut h, Modifiers::NONE, one);
        }
        key(&mut h, Modifiers::NONE, Key::Enter);
        title(&h)
    };
    // Enter continues with the route. Down from there is its first row, which goes on to the right.
    assert_eq!(open(&[]), find("hello"));
    assert_eq!(open(&[Key::ArrowDown, Key::ArrowLeft, Key::ArrowLeft, Key::ArrowLeft, Key::ArrowLeft]), find("hello"));
    let second_part = gridscope::presets::ROUTE[1].lessons;
    let to_first = [Key::ArrowDown, Key::ArrowLeft, Key::ArrowLeft, Key::ArrowLeft, Key::ArrowLeft];
    assert_eq!(open(&[&to_first[..], &[Key::ArrowRight]].concat()), find(second_part[0]));
    assert_eq!(open(&[&to_first[..], &[Key::ArrowRight, Key::ArrowDown]].concat()), find(second_part[1]));
    let mut h = lesson("hello");
    key(&mut h, Modifiers::COMMAND, Key::L);
    key(&mut h, Modifiers::NONE, Key::Escape);
    assert!(h.state_mut().view_mut().dialog.is_none());
}

#[test]
fn next_lesson_opens_by_command_button_and_slide() {
    let mut h = lesson("hello");
    key(&mut h, Modifiers::COMMAND | Modifiers::SHIFT, Key::N);
    assert_eq!(title(&h), find("what-comes-next"));
    // Only parameters, the seed and the moment were changed, so the window does not ask.
    h.state_mut().session_mut().apply(&SessionCommand::SetSeed(99));
    h.state_mut().session_mut().apply(&SessionCommand::Seek(3));
    h.run_steps(2);
    key(&mut h, Modifiers::NONE, Key::End);
    for _ in 0..9 {
        key(&mut h, Modifiers::NONE, Key::PageDown);
    }
    click(&mut h, "Next lesson");
    assert_eq!(title(&h), find("a-long-detour"));
    assert!(h.state_mut().view_mut().dialog.is_none());
    let mut h = lesson("hello");
    assert!(h.query_by_label("Next lesson").is_none());
    key(&mut h, Modifiers::NONE, Key::End);
    click(&mut h, "Next lesson");
    assert_eq!(title(&h), find("what-comes-next"));
    // After the last lesson of the route, the gallery opens.
    let mut h = lesson(gridscope::presets::route().last().expect("a lesson"));
    key(&mut h, Modifiers::COMMAND | Modifiers::SHIFT, Key::N);
    assert!(matches!(h.state_mut().view_mut().dialog, Some(Dialog::Lessons(_))));
}

#[test]
fn gallery_offers_new_and_recent_maps() {
    let mut h = lesson("hello");
    key(&mut h, Modifiers::COMMAND, Key::L);
    h.run_steps(3);
    assert!(sees(&h, "Lesson 1 of the route: hello"));
    h.query_all_by_label("Draw a new map").last().expect("a way there").click_accesskit();
    h.run_steps(3);
    assert!(matches!(h.state_mut().view_mut().dialog, Some(Dialog::New(_))));
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("two rooms.txt");
    std::fs::write(&path, "#####\n#G+X#\n#####\n").expect("written");
    let settings = Settings { recent: vec![path.clone()], ..Settings::default() };
    let mut h = window_of(App::without_worker(gridscope::session(scene("hello")), settings), 1440.0, 900.0);
    key(&mut h, Modifiers::COMMAND, Key::L);
    h.get_by_label("two rooms.txt").click_accesskit();
    h.run_steps(6);
    assert_eq!(h.state().session().scene().size().width, 5, "{:?}", h.state().session().work().notices);
}

#[test]
fn gallery_lists_scenes_of_a_chosen_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("written");
    write("two rooms.txt", "title: Two rooms of mine\n\n#####\n#G+X#\n#####\n");
    write("broken.scene.json", "{ \"format\": \"gridscope-scene\", \"version\": 99, \"rows\": [] }");
    let mut h = lesson("hello");
    key(&mut h, Modifiers::COMMAND, Key::L);
    assert!(h.query_by_label("Lesson: two rooms.txt").is_none());
    // Like an answer from the path dialog.
    h.state_mut().view_mut().dialog =
        Some(Dialog::Path(gridscope::app::view::PathFor::Folder, folder.path().display().to_string()));
    h.run_steps(2);
    click(&mut h, "Show");
    h.run_steps(2);
    assert!(h.query_by_label_contains("version 99 is newer than this program").is_some(), "told in a sentence");
    h.event(Event::Text("rooms of mine".into()));
    h.run_steps(4);
    assert!(sees(&h, "Lesson: two rooms.txt"));
    key(&mut h, Modifiers::NONE, Key::Enter);
    assert_eq!(title(&h), "Two rooms of mine");
    // The folder is stored for the next start, and a button removes it.
    let settings = h.state_mut().view_mut().settings.clone();
    let kept = serde_json::from_value::<Settings>(serde_json::to_value(&settings).expect("written")).expect("read");
    assert_eq!(kept.own_scenes, settings.own_scenes);
    let mut h = window_of(App::without_worker(gridscope::session(scene("hello")), kept), 1440.0, 900.0);
    key(&mut h, Modifiers::COMMAND, Key::L);
    h.run_steps(3);
    assert!(h.query_by_label("Lesson: two rooms.txt").is_some());
    h.get_by_label("Without this folder").click_accesskit();
    h.run_steps(3);
    assert!(h.query_by_label("Lesson: two rooms.txt").is_none());
    assert_eq!(h.state_mut().view_mut().settings.own_scenes, None);
}

#[test]
fn course_week_shows_its_lessons_in_order() {
    let mut h = lesson("hello");
    key(&mut h, Modifiers::COMMAND, Key::L);
    h.run_steps(2);
    click(&mut h, "A course");
    click(&mut h, "Week 4: Ties");
    let week = gridscope::presets::week("week 4").expect("a week");
    let across: Vec<f32> = week
        .lessons
        .iter()
        .map(|id| {
            let card = h.get_by_label(&format!("Lesson: {id}")).rect();
            card.min.y * 10.0 + card.min.x
        })
        .collect();
    assert!(across.is_sorted(), "{across:?}");
    assert!(h.query_by_label("Lesson: secret-door").is_none());
    click(&mut h, "Show all");
    assert!(h.query_by_label("Lesson: secret-door").is_some());
}

/// Clicks *Lessons* in the bar at the top. The gallery has a label with the same word.
fn toggle(h: &mut egui_kittest::Harness<'static, App>) {
    h.query_all_by_label("Lessons").min_by_key(|node| node.rect().min.y as i32).expect("a button").click();
    h.run_steps(3);
}

/// The bar at the top stays beside the gallery: its buttons close the gallery or go elsewhere.
#[test]
fn the_bar_stays_above_the_gallery() {
    let mut h = lesson("hello");
    toggle(&mut h);
    assert!(sees(&h, "The route"));
    let bar = h.get_by_label("Arrangement: Edit").rect();
    let first = h.get_by_label("Lesson 1 of the route: hello").rect();
    assert!(bar.max.y <= first.min.y, "{bar:?} above {first:?}");
    toggle(&mut h);
    assert!(!sees(&h, "The route"), "a second click closes it");
    toggle(&mut h);
    click(&mut h, "Arrangement: Edit");
    h.run_steps(3);
    assert!(!sees(&h, "The route") && sees(&h, "Walls and doors"));
}
