//! Typed text is saved, wherever the cursor is. The tests type into each text field without leaving it.

use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, ViewportEvent};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use gridscope::app::App;
use gridscope::debugger::SessionCommand;
use gridscope::debugger::session::window::{Arrangement, PanelId};
use gridscope::formats::{Options, read_file};
use gridscope::trace::{Cell, Scene, Tile};
use gridscope_window_tests::{arrange, click, is_selected, key, scene, sees, title, window_of, with_details};
use std::path::Path;

/// A field for a part of the scene.
struct Field {
    label: &'static str,
    /// Arrangement that shows it.
    arrangement: Arrangement,
    /// Steps that make it visible.
    before: fn(&mut Harness<'static, App>),
    text: &'static str,
    /// Returns whether the scene has the text.
    holds: fn(&Scene) -> bool,
}

const fn nothing(_: &mut Harness<'static, App>) {}

/// Shows the editor of the exercise.
fn of_exercise(h: &mut Harness<'static, App>) {
    h.state_mut().show_panel(PanelId::Exercise);
    h.run_steps(3);
}

/// Shows the fields of a cell, of the actor on it or of its tile.
fn of_cell(h: &mut Harness<'static, App>, cell: Cell, folded: Option<&str>) {
    h.state_mut().session_mut().apply(&SessionCommand::Select(Some(cell)));
    h.state_mut().show_panel(PanelId::Cell);
    h.run_steps(3);
    click(h, "Fields of this cell");
    if let Some(folded) = folded {
        h.get_by_label_contains(folded).click();
        h.run_steps(8);
    }
}

const GUARD: Cell = Cell::new(5, 5);
const LOCK: Cell = Cell::new(5, 3);

/// All fields for parts of the scene.
const FIELDS: [Field; 8] = [
    Field {
        label: "Title",
        arrangement: Arrangement::Edit,
        before: nothing,
        text: "typed",
        holds: |s| s.title.contains("typed"),
    },
    Field {
        label: "Notes",
        arrangement: Arrangement::Edit,
        before: nothing,
        text: "typed",
        holds: |s| s.notes.contains("typed"),
    },
    Field {
        label: "Note of this slide",
        arrangement: Arrangement::Edit,
        before: |h| {
            h.state_mut().session_mut().apply(&SessionCommand::AddSlide);
            h.run_steps(3);
        },
        text: "typed",
        holds: |s| s.run.slides.iter().any(|slide| slide.note.contains("typed")),
    },
    Field {
        label: "Task",
        arrangement: Arrangement::Edit,
        before: of_exercise,
        text: "typed",
        holds: |s| s.run.exercise.say.contains("typed"),
    },
    Field {
        label: "It is solved when all of these lines hold",
        arrangement: Arrangement::Edit,
        before: |h| {
            of_exercise(h);
            click(h, "As text");
        },
        text: "map wall <= 7",
        holds: |s| s.run.exercise.done.iter().any(|line| line.contains("map wall <= 7")),
    },
    Field {
        label: "keys",
        arrangement: Arrangement::Debug,
        before: |h| of_cell(h, GUARD, Some("guard: ")),
        text: " typed",
        holds: |s| format!("{:?}", s.actors[0].get("keys")).contains("typed"),
    },
    Field {
        label: "key",
        arrangement: Arrangement::Debug,
        before: |h| of_cell(h, LOCK, None),
        text: "typed",
        holds: |s| {
            s.details.get(&LOCK).and_then(|detail| detail.key.as_deref()).is_some_and(|key| key.contains("typed"))
        },
    },
    // A number box becomes a text field while the user types into it.
    Field {
        label: "seed",
        arrangement: Arrangement::Edit,
        before: nothing,
        text: "4711",
        holds: |s| s.run.seed == 4711,
    },
];

/// Opens a window on a file.
fn opened(file: &Path) -> Harness<'static, App> {
    let mut scene = scene("patrol-and-keys");
    scene.tiles[LOCK] = Tile::DoorLocked;
    scene.details.clear();
    let mut session = gridscope::session(scene.clone());
    session.open(scene, Some(file.to_owned()));
    window_of(App::without_worker(session, with_details()), 1440.0, 1400.0)
}

/// Returns the fields with this label. Other elements may have the same label.
fn fields<'h>(h: &'h Harness<'_, App>, label: &'h str) -> impl Iterator<Item = egui_kittest::Node<'h>> {
    let roles = [Role::TextInput, Role::MultilineTextInput, Role::SpinButton];
    h.query_all_by_label(label).filter(move |node| roles.contains(&node.accesskit_node().role()))
}

/// Returns the field with this label.
fn node<'h>(h: &'h Harness<'_, App>, label: &'h str) -> egui_kittest::Node<'h> {
    fields(h, label).next().unwrap_or_else(|| panic!("there is no field {label}"))
}

/// Returns the text of a field.
fn value(h: &Harness<'_, App>, label: &str) -> Option<String> {
    node(h, label).accesskit_node().value()
}

/// Opens a window and types into a field.
fn typed(file: &Path, field: &Field) -> Harness<'static, App> {
    let mut h = opened(file);
    arrange(&mut h, field.arrangement);
    (field.before)(&mut h);
    node(&h, field.label).focus();
    h.run_steps(3);
    h.event(Event::Text(field.text.into()));
    h.run_steps(2);
    h
}

fn close(h: &mut Harness<'_, App>) {
    let root = h.input().viewport_id;
    h.input_mut().viewports.entry(root).or_default().events = vec![ViewportEvent::Close];
    h.step();
    h.input_mut().viewports.entry(root).or_default().events.clear();
    h.run_steps(3);
}

/// Typed text is kept by the save key, by the keys and the click that switch the arrangement, by a new map, and by
/// closing the window. This test covers all fields.
#[test]
fn typed_text_survives_save_and_switch() {
    type Way = (&'static str, fn(&mut Harness<'static, App>));
    let ways: [Way; 3] = [
        ("Ctrl+4", |h| arrange(h, Arrangement::Present)),
        ("a click of a screen reader", |h| h.get_by_label("Arrangement: Learn").click_accesskit()),
        ("a click", |h| h.get_by_label("Arrangement: Learn").click()),
    ];
    for field in &FIELDS {
        // Each way saves a file of its own.
        let folder = tempfile::tempdir().expect("a folder");
        let file = |way: &str| folder.path().join(format!("{way}.scene.json"));
        let is_saved =
            |way: &str| read_file(&file(way), &Options::default()).is_ok_and(|read| (field.holds)(&read.scene));
        let name = format!("{:?} in {} in {:?}", field.text, field.label, field.arrangement);
        let mut h = typed(&file("Ctrl+S"), field);
        key(&mut h, Modifiers::COMMAND, Key::S);
        assert!(is_saved("Ctrl+S"), "{name}: Ctrl+S");
        assert!(!title(&h).contains('*'), "{name}: all of it is saved");
        // The cursor stays in the field for the next character.
        h.event(Event::Text("7".into()));
        h.run_steps(2);
        assert!(value(&h, field.label).is_some_and(|text| text.contains('7')), "{name}: the cursor stays");

        let own = format!("Arrangement: {}", field.arrangement.title());
        for (way, go) in ways {
            let mut h = typed(&file(way), field);
            go(&mut h);
            h.run_steps(3);
            assert!(h.query_by_label(&own).is_none() || !is_selected(&h, &own), "{name}: {way}: it is left");
            key(&mut h, Modifiers::COMMAND, Key::S);
            assert!(is_saved(way), "{name}: {way}");
        }

        let mut h = typed(&file("a new map"), field);
        key(&mut h, Modifiers::COMMAND, Key::N);
        assert!(sees(&h, "Save the changes?"), "{name}: a new map");
        click(&mut h, "Save");
        assert!(is_saved("a new map"), "{name}: a new map");

        let mut h = typed(&file("closing"), field);
        close(&mut h);
        assert!(sees(&h, "Save the changes?"), "{name}: closing");
        click(&mut h, "Save");
        assert!(is_saved("closing"), "{name}: closing and saving");
    }
}

/// A condition that cannot be parsed stays in the window. A file cannot hold it, so saving reports it.
#[test]
fn unparsable_condition_stays_and_saving_reports_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("own.scene.json");
    let field = Field { text: "outcome cost >", ..FIELDS[4] };
    let mut h = typed(&file, &field);
    let stays = |h: &mut Harness<'static, App>| {
        arrange(h, Arrangement::Edit);
        assert_eq!(value(h, field.label).as_deref(), Some("outcome cost >"));
        arrange(h, Arrangement::Present);
    };
    arrange(&mut h, Arrangement::Present);
    stays(&mut h);
    key(&mut h, Modifiers::COMMAND, Key::S);
    assert!(sees(&h, "of its exercise"), "what was left out is told");
    stays(&mut h);
}

/// Fields that are not part of the scene keep their text after saving and in another arrangement.
#[test]
fn text_in_fields_outside_the_scene_survives_saving() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("own.scene.json");
    let panels = [
        (PanelId::Events, "Filter events", "typed"),
        (PanelId::Shrink, "Symptom", "outcome cost > 1"),
        (PanelId::Breakpoints, "Condition as text", "typed"),
    ];
    for (panel, label, text) in panels {
        let mut h = opened(&file);
        arrange(&mut h, Arrangement::Debug);
        h.state_mut().show_panel(panel);
        h.run_steps(3);
        node(&h, label).focus();
        h.run_steps(3);
        h.event(Event::Text(text.into()));
        h.run_steps(2);
        key(&mut h, Modifiers::COMMAND, Key::S);
        assert_eq!(value(&h, label).as_deref(), Some(text), "{label}: saved");
        arrange(&mut h, Arrangement::Learn);
        arrange(&mut h, Arrangement::Debug);
        h.state_mut().show_panel(panel);
        h.run_steps(3);
        assert_eq!(value(&h, label).as_deref(), Some(text), "{label}: in another arrangement and back");
    }
}

/// Typed text belongs to the open scene, and is not carried over to another one.
#[test]
fn typed_text_is_not_carried_into_another_scene() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("own.scene.json");
    for field in FIELDS.iter().filter(|field| field.arrangement == Arrangement::Edit) {
        let mut h = typed(&file, field);
        key(&mut h, Modifiers::COMMAND, Key::N);
        click(&mut h, "Don't save");
        click(&mut h, "Create");
        if sees(&h, "Save the changes?") {
            click(&mut h, "Don't save");
        }
        h.run_steps(3);
        arrange(&mut h, Arrangement::Edit);
        let text = fields(&h, field.label).next().and_then(|node| node.accesskit_node().value());
        assert!(!text.is_some_and(|text| text.contains(field.text)), "{}", field.label);
        assert!(!title(&h).contains(&scene("patrol-and-keys").title), "{}", title(&h));
    }
}

/// Every text field is listed here. A new one belongs in the tests above, or in the list of fields that only hold a
/// question.
#[test]
fn every_text_field_is_listed_here() {
    let known = [
        ("dialogs/export.rs", 1),
        ("dialogs/lessons/library.rs", 1),
        ("dialogs/mod.rs", 1),
        ("dialogs/palette.rs", 1),
        ("dialogs/path.rs", 1),
        ("dialogs/searches.rs", 1),
        ("dialogs/tiles/rows.rs", 1),
        ("panels/ask.rs", 1),
        ("panels/breakpoints/draft.rs", 2),
        ("panels/cell/fields.rs", 1),
        ("panels/compare.rs", 1),
        ("panels/events/filter.rs", 2),
        ("panels/exercise.rs", 1),
        ("panels/experiment.rs", 1),
        ("panels/markdown.rs", 2),
        ("panels/notes.rs", 1),
        ("panels/picker.rs", 1),
        ("panels/shrink.rs", 1),
        ("panels/slide_fields.rs", 1),
        ("panels/tools/costs.rs", 1),
    ];
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../app/src");
    let mut found = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            let fields = text.matches("TextEdit::singleline(").count() + text.matches("TextEdit::multiline(").count();
            if fields > 0 {
                found.push((path.strip_prefix(&root).expect("inside").display().to_string(), fields));
            }
        }
    }
    found.sort();
    assert_eq!(found, known.map(|(file, fields)| (file.to_owned(), fields)));
}
