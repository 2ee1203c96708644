//! Panels, the palette and the dialogs: each can be found, shows its content, and can be closed.

use super::user_input::{Hand, Window};
use egui::{Key, Modifiers, vec2};
use egui_kittest::kittest::Queryable as _;
use gridscope::algorithms::all;
use gridscope::app::App;
use gridscope::app::style::theme::ThemeName;
use gridscope::debugger::session::background::work::{Plan, Task};
use gridscope::debugger::session::command::table::TABLE;
use gridscope::debugger::session::window::{Arrangement, PanelId};
use gridscope::debugger::{Command, SessionCommand, WindowCommand};
use gridscope::presets::PRESETS;
use gridscope_window_tests::{
    arrange, click, key, map_size, moment, scene, sees, texts, texts_in, window, window_of, with_details,
};

/// Texts that identify each panel, whatever the run. One of them is in the panel, and in no other.
const SAID: [(PanelId, &[&str]); 23] = [
    (PanelId::Map, &["Map canvas"]),
    (PanelId::Tools, &["Eyedropper"]),
    (PanelId::Layers, &["Numbers"]),
    (PanelId::Listing, &["Line 1"]),
    (PanelId::Cell, &["Select a cell on the map", "Filter the history"]),
    (PanelId::OpenList, &[" open, ", "none open"]),
    (PanelId::Scores, &["Columns of ", "Nothing is weighed at this moment"]),
    (PanelId::Events, &["Filter events"]),
    (PanelId::Phases, &["Phase ", "This run has no phases"]),
    (PanelId::Mover, &["The selected mover is shown here"]),
    (PanelId::Movers, &["The movers are listed here"]),
    (PanelId::Conflicts, &["The conflicts of movers are listed here"]),
    (
        PanelId::Ties,
        &[
            "= Tie ",
            "Before the first of ",
            "After the last of ",
            "Between ",
            "Nothing was ever equal",
            "This run counts the results of its ties",
        ],
    ),
    (PanelId::Breakpoints, &["Ready-made checks", "Value of"]),
    (PanelId::Run, &["Run again"]),
    (PanelId::Lesson, &["Edit notes"]),
    (PanelId::Exercise, &["Add a condition"]),
    (PanelId::Curves, &["Plot of "]),
    (PanelId::Charts, &["Chart of ", "keeps no chart", "There is no sample yet"]),
    (PanelId::Compare, &["Add a run"]),
    (PanelId::Experiment, &["Run the experiment"]),
    (PanelId::Shrink, &["Symptom"]),
    (PanelId::Findings, &["offers no tools", "Find all pairs", "Sample 10,000 runs"]),
];

#[test]
fn the_palette_finds_a_command() {
    let mut h = window("hello");
    key(&mut h, Modifiers::COMMAND, Key::P);
    assert!(sees(&h, "↑ ↓ choose · Enter does it"));
    h.event(egui::Event::Text("to the start".into()));
    h.run_steps(2);
    key(&mut h, Modifiers::NONE, Key::Enter);
    assert_eq!(moment(&h).0, 0);
    assert!(!sees(&h, "↑ ↓ choose · Enter does it"));
    // A theme is one command with its name.
    key(&mut h, Modifiers::COMMAND, Key::P);
    h.event(egui::Event::Text("theme: colour".into()));
    h.run_steps(2);
    key(&mut h, Modifiers::NONE, Key::Enter);
    assert_eq!(h.state_mut().view_mut().theme.name, ThemeName::ColourBlind);
}

#[test]
fn every_panel_has_content_for_every_algorithm() {
    for runner in all() {
        let id = runner.card().id;
        let lesson = PRESETS.iter().find(|p| p.scene().is_ok_and(|s| s.run.algorithm == id)).expect(id);
        let mut h = window(lesson.id);
        for (panel, said) in SAID {
            h.state_mut().show_panel(panel);
            h.run_steps(3);
            assert!(said.iter().any(|text| sees(&h, text)), "{} of {}: none of {said:?}", panel.title(), lesson.id);
        }
    }
}

#[test]
fn panels_survive_windows_of_size_zero() {
    for size in [(0.0, 0.0), (1.0, 1.0), (200.0, 120.0), (60.0, 900.0)] {
        let app = App::without_worker(gridscope::session(scene("hello")), with_details());
        let mut h = window_of(app, size.0, size.1);
        for panel in PanelId::ALL {
            h.state_mut().show_panel(panel);
            h.run_steps(2);
        }
    }
}

#[test]
fn resumed_experiment_shows_how_many_rows_were_done() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = || {
        let app = App::without_worker(gridscope::session(scene("how-does-it-grow")), with_details());
        let mut h = window_of(app, 1400.0, 900.0);
        h.state_mut().session_mut().keep_rows_in(Some(folder.path().to_owned()));
        h
    };
    let mut h = open();
    let plan = Plan { sweep: String::new(), samples: 3 };
    h.state_mut().session_mut().apply(&SessionCommand::Begin(Task::Experiment(plan.clone())));
    h.run_steps(3);
    assert!(!sees(&h, "done before"));
    let mut h = open();
    h.state_mut().session_mut().apply(&SessionCommand::Begin(Task::Experiment(plan)));
    h.run_steps(3);
    let said = texts(&h, " were done before");
    assert!(said.len() == 1 && said[0].starts_with(|c: char| c.is_ascii_digit() && c >= '3'), "{said:?}");
}

#[test]
fn tab_and_command_bring_a_panel_forward() {
    let mut h = window("hello");
    assert!(!sees(&h, "Run the experiment"));
    click(&mut h, "Experiment");
    assert!(sees(&h, "Run the experiment"));
    // The minimiser has no tab at the first start. Its command opens it.
    assert!(!sees(&h, "Symptom"));
    click(&mut h, "Menu");
    click(&mut h, "Panels menu");
    h.run_steps(3);
    click(&mut h, "More panels menu");
    h.run_steps(3);
    click(&mut h, "Panel: Shrink");
    assert!(sees(&h, "Symptom"));
    for row in TABLE {
        if let Command::Window(WindowCommand::ShowPanel(panel)) = row.command {
            assert_eq!(row.title, format!("Panel: {}", panel.title()));
        }
    }
    let missing = |panel: &PanelId| !TABLE.iter().any(|row| row.command == WindowCommand::ShowPanel(*panel));
    let missing: Vec<PanelId> = PanelId::ALL.into_iter().filter(missing).collect();
    assert_eq!(missing, [PanelId::Map], "the map is always there");
}

/// A closed panel is opened again by its command.
#[test]
fn a_closed_panel_comes_back_by_its_command() {
    let mut layouts = gridscope::app::layout::Layouts::default();
    let tree = layouts.of(Arrangement::Debug);
    let ties = tree.tiles.find_pane(&PanelId::Ties).expect("a panel");
    tree.remove_recursively(ties);
    gridscope::app::layout::bring(tree, PanelId::Ties);
    assert!(tree.tiles.find_pane(&PanelId::Ties).is_some_and(|id| tree.active_tiles().contains(&id)));
}

#[test]
fn every_dialog_opens_and_closes_with_escape() {
    let ctrl = Modifiers::COMMAND;
    let opened: [(&str, Hand<'_>); 5] = [
        ("New map", &|h| key(h, ctrl, Key::N)),
        ("To which?", &|h| key(h, ctrl, Key::G)),
        ("↑ ↓ choose · Enter does it", &|h| key(h, ctrl, Key::P)),
        ("Esc closes. Commands without a key are in the command palette (Ctrl+P).", &|h| {
            key(h, Modifiers::NONE, Key::Questionmark);
        }),
        ("Licence: ", &|h| {
            click(h, "Menu");
            click(h, "Help menu");
            click(h, "About gridscope");
        }),
    ];
    for (heading, open) in opened {
        let mut h = window("hello");
        assert!(!sees(&h, heading), "{heading} is not open yet");
        open(&mut h);
        h.run_steps(3);
        assert!(sees(&h, heading), "{heading} is open");
        key(&mut h, Modifiers::NONE, Key::Escape);
        assert!(!sees(&h, heading), "{heading} closes with Escape");
    }
}

#[test]
fn typed_width_and_enter_create_a_map() {
    let mut h = window("hello");
    key(&mut h, Modifiers::COMMAND, Key::N);
    h.run_steps(2);
    h.event(egui::Event::Text("5".into()));
    h.run_steps(2);
    assert!(sees(&h, "5 × 16: 80 cells of floor."));
    key(&mut h, Modifiers::NONE, Key::Enter);
    h.run_steps(2);
    assert_eq!(map_size(&mut h), (5, 16));
}

/// Opens the window with the list of algorithms, which is attached to a button in the bar.
fn picker(height: f32) -> egui_kittest::Harness<'static, App> {
    let mut h = window_of(App::without_worker(gridscope::session(scene("hello")), with_details()), 1280.0, height);
    arrange(&mut h, Arrangement::Debug);
    click(&mut h, "Algorithm");
    assert!(sees(&h, "Type to filter") || h.query_by_label("Filter algorithms").is_some());
    h
}

#[test]
fn grouped_algorithm_list_fits_a_low_window() {
    let h = picker(720.0);
    for (group, cards) in gridscope::registry().by_group() {
        assert!(sees(&h, group.title()), "{}", group.title());
        for card in cards {
            // Rows that are scrolled out of view exist, too. No row extends beyond the window.
            let row = h.query_all_by_label(card.title).last().expect(card.id).rect();
            assert!(row.min.x >= 0.0 && row.max.x <= 1280.0 + 16.0, "{}: {row:?}", card.id);
        }
    }
    let last = h.get_by_label("Parameters…").rect();
    assert!(last.max.y <= 720.0 + 8.0, "what stands below the list is cut: {last:?}");
}

#[test]
fn a_few_letters_and_enter_choose_an_algorithm() {
    let title_of = |id: &str| gridscope::algorithms::find(id).expect(id).card().title.to_owned();
    let mut h = picker(900.0);
    h.event(egui::Event::Text("flee".into()));
    h.run_steps(3);
    assert!(!sees(&h, "Sight and knowledge") && h.query_by_label("Field of view").is_none(), "only what was found");
    key(&mut h, Modifiers::NONE, Key::Enter);
    h.run_steps(3);
    assert!(texts_in(&h, h.get_by_label("Algorithm").rect()).contains(&title_of("flee-map")));
    assert!(h.query_by_label("Filter algorithms").is_none(), "it closes");
    // An algorithm is found by its summary, too. The text typed before is forgotten.
    click(&mut h, "Algorithm");
    h.event(egui::Event::Text("ring by ring".into()));
    h.run_steps(3);
    key(&mut h, Modifiers::NONE, Key::Enter);
    h.run_steps(3);
    assert!(texts_in(&h, h.get_by_label("Algorithm").rect()).contains(&title_of("breadth-first")));
    click(&mut h, "Algorithm");
    h.event(egui::Event::Text("no such thing".into()));
    h.run_steps(3);
    assert!(sees(&h, "No algorithm has all these words."));
    key(&mut h, Modifiers::NONE, Key::Escape);
    h.run_steps(3);
    assert!(h.query_by_label("Filter algorithms").is_none(), "Escape closes it");
}

/// If a window was too small for its panels, or had large letters for a while, the panels get their old sizes back once
/// there is room again.
#[test]
fn panels_regain_their_size_with_the_window() {
    use gridscope::app::layout::Layouts;
    use gridscope::app::layout::layout_fit::Fitting;
    let mut layouts = Layouts::default();
    for arrangement in [Arrangement::Learn, Arrangement::Debug, Arrangement::Edit] {
        let tree = layouts.of(arrangement);
        let before = tree.clone();
        let fit = |tree: &mut _, room| {
            let (tab, controls) = (|_| 60.0, |_, _| 0.0);
            Fitting { arrangement, room, card: 0.0, enlarged: None, tab: &tab, controls: &controls }.fit(tree)
        };
        let fitted = fit(tree, vec2(720.0, 450.0));
        assert!(fitted.is_changed() && *tree != before, "{arrangement:?}: there is too little room");
        fitted.undo(tree);
        assert!(*tree == before, "{arrangement:?}: there is room again");
        assert!(!fit(tree, vec2(2400.0, 1200.0)).is_changed(), "{arrangement:?}: there is room");
        // A border that the user has moved since then stays where it was put.
        let fitted = fit(tree, vec2(720.0, 450.0));
        let moved = fit(tree, vec2(500.0, 300.0));
        assert!(moved.is_changed(), "{arrangement:?}: there is less room still");
        let after = tree.clone();
        let root = tree.root.expect("a root");
        fitted.undo(tree);
        assert_eq!(
            tree.tiles.get_container(root),
            after.tiles.get_container(root),
            "{arrangement:?}: what was moved stays"
        );
        *tree = before;
    }
}

/// Notes of the maximum length are shown in parts. Otherwise they would be laid out completely in every frame.
#[test]
fn a_long_text_is_shown_in_parts() {
    for text in ["(1,1) ".repeat(9000), "|1|2|\n".repeat(9000), "é".repeat(20_000), "a\n\nb ".repeat(9000)] {
        let mut long = scene("hello");
        (long.notes, long.run.slides) = (text, Vec::new());
        let mut h = window_of(App::without_worker(gridscope::session(long), with_details()), 1440.0, 900.0);
        arrange(&mut h, Arrangement::Learn);
        let press = |h: &mut Window, button: &str| {
            h.get_by_label(button).focus();
            h.run_steps(3);
            key(h, Modifiers::NONE, Key::Enter);
            h.run_steps(3);
        };
        let part = |h: &Window| texts(h, "part ").into_iter().next().expect("which part");
        let first = part(&h);
        assert!(first.starts_with("part 1 of "), "{first}");
        let all: usize = first["part 1 of ".len()..].parse().expect("a number");
        assert!((5..20).contains(&all), "{first}");
        for k in 2..=all {
            press(&mut h, "More →");
            assert_eq!(part(&h), format!("part {k} of {all}"));
        }
        press(&mut h, "← Before");
        assert_eq!(part(&h), format!("part {} of {all}", all - 1));
    }
}
