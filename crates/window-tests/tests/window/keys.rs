//! The table of commands: every key has one meaning, and every command can be found.

#[path = "../../../../examples/bfs.rs"]
#[expect(dead_code, reason = "the program's own entry is not called here")]
mod bfs;

use egui::{Event, Key, Modifiers};
use gridscope::app::dialogs::palette::{entries, found};
use gridscope::app::style::theme::ThemeName;
use gridscope::app::view::shortcuts::{commands, format_keys, parse};
use gridscope::debugger::session::command::table::{Group, Info, KeyMode, TABLE};
use gridscope::debugger::session::command::{Mode, Stride};
use gridscope::debugger::{Command, Session, SessionCommand, WindowCommand};
use gridscope::trace::Registry;
use gridscope::trace::algorithm::Entry;
use std::collections::HashSet;

fn session() -> Session {
    gridscope::session(gridscope::presets::find("hello").expect("a preset").scene().expect("a scene"))
}

#[test]
fn every_shortcut_of_the_command_table_parses() {
    for row in TABLE {
        for key in row.keys {
            let (_, parsed) = parse(key).unwrap_or_else(|| panic!("{:?} of {:?} is no key", key, row.title));
            assert!(!format_keys(key).is_empty() && !format_keys(key).contains("Arrow"), "{key}: {parsed:?}");
        }
    }
    assert_eq!(parse("Ctrl+Shift+S"), Some((Modifiers::COMMAND | Modifiers::SHIFT, Key::S)));
    assert_eq!(parse("?"), Some((Modifiers::NONE, Key::Questionmark)));
    assert_eq!(parse("Hyper+S"), None);
    assert_eq!(parse(""), None);
}

#[test]
fn no_key_has_two_commands_in_one_mode() {
    let together = |a: KeyMode, b: KeyMode| {
        use KeyMode::{Edit, Inspect, WithMovers, WithoutMovers};
        !matches!((a, b), (Edit, Inspect) | (Inspect, Edit) | (WithMovers, WithoutMovers) | (WithoutMovers, WithMovers))
    };
    let bound: Vec<(&Info, (Modifiers, Key))> =
        TABLE.iter().flat_map(|row| row.keys.iter().filter_map(move |k| Some((row, parse(k)?)))).collect();
    for (i, (a, key)) in bound.iter().enumerate() {
        for (b, other) in &bound[i + 1..] {
            let clash = key == other && together(a.when, b.when);
            assert!(!clash, "{:?} and {:?} share {key:?}", a.title, b.title);
        }
    }
    let tiles = [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];
    let free = bound.iter().all(|(_, (m, k))| !(m.is_none() && tiles.contains(k)));
    assert!(free, "the plain digits 1 to 9 take tiles");
}

#[test]
fn menu_has_eight_entries_and_every_theme() {
    let mut h = gridscope_window_tests::lesson("hello");
    gridscope_window_tests::click(&mut h, "Menu");
    h.run_steps(2);
    let entries = gridscope_window_tests::texts(&h, " menu");
    assert!(entries.len() <= 8, "{entries:?}");
    for label in ["View menu", "Text and colours menu", "Theme: Light"] {
        gridscope_window_tests::click(&mut h, label);
        h.run_steps(2);
    }
    assert_eq!(h.state_mut().view_mut().settings.theme, ThemeName::Light);
}

#[test]
fn palette_finds_words_of_the_sources() {
    let session = session();
    let titles = |query: &str| -> Vec<String> {
        found(query, entries(&session, ThemeName::Dark)).into_iter().take(30).map(|e| e.title).collect()
    };
    for word in gridscope::presets::SOURCE_WORDS {
        let found = titles(word.word);
        for id in word.lessons {
            let title = format!("Lesson: {}", gridscope::presets::find(id).expect(id).title());
            assert!(found.contains(&title), "{}: {found:?}", word.word);
        }
    }
    assert!(titles("FindNextSkipPosition").iter().any(|title| title.starts_with("Algorithm: ")));
}

#[test]
fn every_command_has_help_and_a_unique_title() {
    let mut seen = HashSet::new();
    for row in TABLE {
        assert!(!row.title.is_empty() && row.help.ends_with('.'), "{row:?}");
        assert!(seen.insert((row.group.title(), row.title)), "two are called {:?} under {:?}", row.title, row.group);
    }
    for group in Group::ALL {
        assert!(TABLE.iter().any(|row| row.group == group), "{group:?} is not empty");
    }
}

#[test]
fn palette_offers_every_command_preset_layer_and_algorithm() {
    let session = session();
    let all = entries(&session, ThemeName::Dark);
    for row in TABLE {
        assert!(all.iter().any(|e| e.title == row.title && e.command == row.command), "{:?} is missing", row.title);
    }
    for (prefix, count) in [
        ("Lesson: ", gridscope::presets::PRESETS.len()),
        ("Layer: ", session.card().layers.len()),
        ("Algorithm: ", gridscope::algorithms::all().len()),
        ("Theme: ", ThemeName::ALL.len() - 1),
    ] {
        assert_eq!(all.iter().filter(|e| e.title.starts_with(prefix)).count(), count, "{prefix}");
    }
    let titles: HashSet<_> = all.iter().map(|e| &e.title).collect();
    assert_eq!(titles.len(), all.len(), "no title twice in the palette");
}

#[test]
fn palette_offers_algorithms_of_the_sessions_own_registry() {
    let offers = |registry: Registry| {
        let scene = session().scene().clone();
        let all = entries(&Session::new(registry, scene), ThemeName::Dark);
        all.into_iter().any(|entry| entry.command == SessionCommand::SetAlgorithm("bfs".to_owned()))
    };
    assert!(offers(gridscope::registry().with(&Entry::<bfs::Bfs>::NEW)));
    assert!(!offers(gridscope::registry()));
}

#[test]
fn palette_finds_commands_by_title_help_and_letters() {
    let session = session();
    let best = |query: &str| found(query, entries(&session, ThemeName::Dark)).first().map(|e| e.title.clone());
    assert_eq!(best("to the start").as_deref(), Some("To the start"));
    assert_eq!(best("UNDO").as_deref(), Some("Undo"));
    assert_eq!(best("gt evt").as_deref(), Some("Go to event…"));
    assert_eq!(best("lesson: four rules").as_deref(), Some("Lesson: Four rules for corners"));
    assert_eq!(best("qqqq"), None);
    for row in TABLE {
        assert_eq!(best(row.title).as_deref(), Some(row.title), "its own title finds a command first");
    }
}

/// No commands.
const NOTHING: [Command; 0] = [];

/// Returns the commands for these events in a mode. Each inner list is a frame.
fn meant(mode: Mode, frames: &[&[Event]]) -> Vec<Command> {
    meant_in(mode, false, frames)
}

/// Like [`meant`], for a log with movers or anything else.
fn meant_in(mode: Mode, movers: bool, frames: &[&[Event]]) -> Vec<Command> {
    let ctx = egui::Context::default();
    let mut out = Vec::new();
    for events in frames {
        let input = egui::RawInput { events: events.to_vec(), ..egui::RawInput::default() };
        ctx.run_ui(input, |ui| commands(ui.ctx(), (mode, movers), false, |_| true, &mut out))
            .drop_without_applying_deltas();
    }
    out
}

fn press(key: Key, modifiers: Modifiers) -> Event {
    Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers }
}

fn release(key: Key) -> Event {
    Event::Key { key, physical_key: None, pressed: false, repeat: false, modifiers: Modifiers::NONE }
}

#[test]
fn keys_give_commands_in_their_mode_only() {
    for row in TABLE {
        for key in row.keys {
            let (modifiers, key) = parse(key).expect("a key");
            for (mode, works) in
                [(Mode::Edit, row.when != KeyMode::Inspect), (Mode::Inspect, row.when != KeyMode::Edit)]
            {
                let movers = row.when == KeyMode::WithMovers;
                let out = meant_in(mode, movers, &[&[press(key, modifiers), release(key)]]);
                assert_eq!(out.contains(&row.command), works, "{:?} by {key:?} in {mode:?}: {out:?}", row.title);
                assert!(out.len() <= 1, "one key, one command: {out:?}");
            }
        }
    }
}

/// Where slides are turned, Page Down goes to the next slide, and with Shift to the next phase.
#[test]
fn page_down_turns_slides_in_learn_and_present() {
    let turned = |key, modifiers| {
        let ctx = egui::Context::default();
        let mut out = Vec::new();
        let input = egui::RawInput { events: vec![press(key, modifiers)], ..egui::RawInput::default() };
        let _ = ctx.run_ui(input, |ui| commands(ui.ctx(), (Mode::Inspect, false), true, |_| true, &mut out));
        out
    };
    let forward = |stride| vec![Command::from(SessionCommand::Forward(stride))];
    assert_eq!(turned(Key::PageDown, Modifiers::NONE), forward(Stride::Slide));
    assert_eq!(turned(Key::PageDown, Modifiers::SHIFT), forward(Stride::Phase));
    assert_eq!(turned(Key::PageUp, Modifiers::NONE), vec![Command::from(SessionCommand::Back(Stride::Slide))]);
}

#[test]
fn shortcut_modifiers_match_exactly_except_shift_for_signs() {
    assert_eq!(
        meant(Mode::Inspect, &[&[press(Key::ArrowRight, Modifiers::SHIFT)]]),
        [SessionCommand::Forward(Stride::Step)]
    );
    assert_eq!(
        meant(Mode::Inspect, &[&[press(Key::S, Modifiers::COMMAND | Modifiers::SHIFT)]]),
        [WindowCommand::AskSaveAs]
    );
    assert_eq!(meant(Mode::Inspect, &[&[press(Key::G, Modifiers::ALT)]]), NOTHING);
    assert_eq!(meant(Mode::Inspect, &[&[press(Key::Questionmark, Modifiers::SHIFT)]]), [WindowCommand::KeySheet]);
}

#[test]
fn digits_choose_tiles_in_edit_and_0_fits() {
    assert_eq!(meant(Mode::Edit, &[&[press(Key::Num3, Modifiers::NONE)]]), [SessionCommand::TileKey(3)]);
    assert_eq!(meant(Mode::Inspect, &[&[press(Key::Num3, Modifiers::NONE)]]), NOTHING);
    assert_eq!(meant(Mode::Edit, &[&[press(Key::Num0, Modifiers::NONE)]]), [WindowCommand::Fit]);
}

#[test]
fn space_plays_on_release_unless_dragged() {
    let (down, up) = (press(Key::Space, Modifiers::NONE), release(Key::Space));
    assert_eq!(meant(Mode::Inspect, &[std::slice::from_ref(&down)]), NOTHING);
    assert_eq!(
        meant(Mode::Inspect, &[std::slice::from_ref(&down), std::slice::from_ref(&up)]),
        [SessionCommand::PlayPause]
    );
    let at = |x: f32| egui::pos2(x, 50.0);
    let button = |x: f32, pressed| Event::PointerButton {
        pos: at(x),
        button: egui::PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    let drag: [&[Event]; 5] = [
        &[down, Event::PointerMoved(at(10.0))],
        &[button(10.0, true)],
        &[Event::PointerMoved(at(60.0))],
        &[button(60.0, false)],
        &[up],
    ];
    assert_eq!(meant(Mode::Inspect, &drag), NOTHING);
}

#[test]
fn copy_and_paste_keys_and_events_count_once() {
    assert_eq!(meant(Mode::Edit, &[&[Event::Copy]]), [WindowCommand::CopyText]);
    assert_eq!(meant(Mode::Edit, &[&[press(Key::C, Modifiers::COMMAND), Event::Copy]]), [WindowCommand::CopyText]);
    let text = "#G.X#".to_owned();
    let both = [press(Key::V, Modifiers::COMMAND), Event::Paste(text.clone())];
    assert_eq!(meant(Mode::Edit, &[&both]), [SessionCommand::PasteText(text)]);
}

#[test]
fn plain_keys_are_left_to_a_text_field() {
    let ctx = egui::Context::default();
    let mut out = Vec::new();
    let mut text = String::new();
    let events = [
        vec![],
        vec![press(Key::G, Modifiers::NONE), press(Key::Z, Modifiers::COMMAND), press(Key::S, Modifiers::COMMAND)],
        vec![press(Key::Escape, Modifiers::NONE)],
    ];
    for events in events {
        let input = egui::RawInput { events, ..egui::RawInput::default() };
        let output = ctx.run_ui(input, |ui| {
            commands(ui.ctx(), (Mode::Edit, false), false, |_| true, &mut out);
            let field = ui.text_edit_singleline(&mut text).accessible_name("text");
            if out.is_empty() {
                field.request_focus();
            }
        });
        output.drop_without_applying_deltas();
    }
    assert_eq!(out, [WindowCommand::Save], "letters, undo and the Escape that leaves the field are the field's own");
}
