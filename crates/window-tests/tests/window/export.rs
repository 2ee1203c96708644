//! The Export dialog: found by its words, filled in by hand, and the written file opened again.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use gridscope::app::view::Settings;
use gridscope::debugger::export::{Export, ExportKind, Format};
use gridscope::debugger::{SessionCommand, WindowCommand};
use gridscope::trace::Progress;
use gridscope_window_tests::{click, is_selected, key, scene, sees, window};

/// Enters a path into the dialog's field.
fn path_is(h: &mut super::user_input::Window, path: &std::path::Path) {
    h.get_by_label("Export to").focus();
    h.run_steps(2);
    h.key_press_modifiers(Modifiers::COMMAND, Key::A);
    h.run_steps(1);
    h.get_by_label("Export to").type_text(path.to_str().expect("a path in letters"));
    h.run_steps(2);
}

#[test]
fn export_dialog_writes_every_kind_of_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut h = window("secret-door");
    h.state_mut().session_mut().apply(&SessionCommand::Seek(6));
    h.run_steps(2);
    for (what, name, begins) in [
        ("Picture", "p.png", &b"\x89PNG"[..]),
        ("Picture", "p.svg", b"<svg"),
        ("Table", "t.csv", b"order,cell,g,h,f"),
        ("Picture", "p.pdf", b"%PDF-1.7"),
        ("Picture", "p.tex", b"% "),
        ("Handout", "h.svg", b"<svg"),
        ("Handout", "h.pdf", b"%PDF-1.7"),
        ("Handout", "h.html", b"<!doctype html>"),
        ("Share card", "c.pdf", b"%PDF-1.7"),
        ("Share card", "c.png", b"\x89PNG"),
        ("Page that plays", "p.html", b"<!doctype html>"),
    ] {
        key(&mut h, Modifiers::COMMAND, Key::E);
        click(&mut h, what);
        assert!(h.query_by_label("What is exported, small").is_some(), "{what}");
        let path = folder.path().join(name);
        path_is(&mut h, &path);
        key(&mut h, Modifiers::NONE, Key::Enter);
        h.run_steps(3);
        // A lesson with slides has several pages, each a file.
        let path = if name == "h.svg" { folder.path().join("h-1.svg") } else { path };
        let bytes = std::fs::read(&path).unwrap_or_else(|e| panic!("{what} is not at {}: {e}", path.display()));
        assert!(bytes.starts_with(begins), "{what}: {:?}", &bytes[..12]);
        assert!(sees(&h, "Exported"), "{what}");
    }
    key(&mut h, Modifiers::COMMAND, Key::E);
    assert!(is_selected(&h, "Page that plays"), "the dialog opens with the kind of the last export");
}

#[test]
fn export_dialog_names_valid_extensions_before_writing() {
    let mut h = window("secret-door");
    key(&mut h, Modifiers::COMMAND, Key::E);
    path_is(&mut h, std::path::Path::new("map.jpg"));
    assert!(sees(&h, ".png, .svg, .pdf or .tex"), "the endings that can be");
    click(&mut h, "Animation");
    assert!(sees(&h, "frames of"), "how many frames, and how large");
    key(&mut h, Modifiers::NONE, Key::Escape);
    assert!(h.query_by_label("Export to").is_none());
}

/// The suggested name comes from the title of the scene, and the folder may come from someone else.
#[cfg(unix)]
#[test]
fn export_never_writes_through_a_link() {
    use gridscope::debugger::export::{ExportKind, name_for};
    let folder = tempfile::tempdir().expect("a folder");
    let mut h = window("secret-door");
    let session = h.state_mut().session_mut();
    session.apply(&SessionCommand::SaveAs(folder.path().join("mine.scene.json")));
    let suggested = folder.path().join(name_for(session, ExportKind::Picture));
    let startup = folder.path().join("startup");
    std::fs::write(&startup, "export PRECIOUS=1").expect("written");
    std::os::unix::fs::symlink(&startup, &suggested).expect("a link");
    key(&mut h, Modifiers::COMMAND, Key::E);
    assert!(sees(&h, "A link of this name is there"));
    key(&mut h, Modifiers::NONE, Key::Enter);
    h.run_steps(3);
    assert_eq!(std::fs::read_to_string(&startup).expect("there"), "export PRECIOUS=1");
    // A name that the user types is the user's own decision.
    path_is(&mut h, &folder.path().join("mine.png"));
    assert!(!sees(&h, "A link of this name is there"));
    key(&mut h, Modifiers::NONE, Key::Enter);
    h.run_steps(3);
    assert!(folder.path().join("mine.png").is_file());
}

#[test]
fn palette_finds_export_by_common_words() {
    let h = window("secret-door");
    let theme = gridscope::app::style::theme::ThemeName::Dark;
    let all = gridscope::app::dialogs::palette::entries(h.state().session(), theme);
    let export = all.iter().find(|e| e.command == WindowCommand::AskExport).expect("it is in the palette");
    let words = format!("{} {}", export.title, export.help).to_lowercase();
    for word in ["export", "picture", "png", "svg", "gif", "csv", "table", "handout", "print"] {
        assert!(words.contains(word), "{word}: {words}");
    }
}

#[test]
fn gif_reports_the_share_of_frames_in_the_file_and_can_be_stopped() {
    let mut session = gridscope::session(scene("secret-door"));
    session.settle();
    let mut export = Export::new(ExportKind::Animation, Format::Gif, &session);
    (export.from, export.to, export.every) = (0, 30, 1);
    let draw = |progress: &Progress| {
        gridscope::app::export::export(&export, &session, &Settings::default(), None, progress).expect("a GIF")
    };
    let progress = Progress::default();
    assert!(draw(&progress).is_some());
    assert_eq!(progress.share(), 1.0);
    let stopped = Progress::default();
    stopped.stop();
    assert!(draw(&stopped).is_none());
    assert_eq!(stopped.share(), 0.0, "frames that only the colours are chosen from are not counted");
}
