//! Pages written by `render --html`: what the command accepts, writes and refuses. It needs no window.

use crate::program::{gridscope, ok, says, text};
use std::path::Path;

/// Runs `render` into a file of a new folder. Returns the page and what was printed on standard error.
fn rendered(name: &str, args: &[&str]) -> (String, String) {
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().join(name);
    let out = gridscope(&[args, &["-o", to.to_str().unwrap()]].concat());
    assert_eq!(out.status.code(), Some(0), "{args:?}: {}", text(&out.stderr));
    (std::fs::read_to_string(to).unwrap(), text(&out.stderr).to_owned())
}

#[test]
fn the_ending_or_the_flag_asks_for_a_page() {
    let (by_ending, notes) = rendered("run.html", &["render", "corners"]);
    assert_eq!(notes, "");
    assert!(by_ending.starts_with("<!doctype html>"));
    let (by_flag, _) = rendered("run.html", &["render", "corners", "--html"]);
    assert_eq!(by_ending, by_flag, "the same bytes");
    assert!(by_ending.contains("prefers-color-scheme:dark"));
    let (dark, _) = rendered("run.html", &["render", "corners", "--theme", "dark"]);
    assert!(!dark.contains("prefers-color-scheme:dark") && dark.contains("color-scheme:dark"));
}

#[test]
fn the_policy_admits_only_its_own_scripts_and_style() {
    let (html, _) = rendered("run.html", &["render", "hello", "--html", "--app", "https://example.org/app"]);
    let policy = html.split("Content-Security-Policy\" content=\"").nth(1).unwrap().split('"').next().unwrap();
    assert!(policy.starts_with("default-src 'none'; script-src 'sha256-"), "{policy}");
    assert!(!policy.contains("unsafe") && !policy.contains("http"), "{policy}");
    assert_eq!(policy.matches("'sha256-").count(), 3, "loader, player, style");
    // Attributes with styles or handlers would be refused by the policy.
    assert!(!html.contains(" style=") && !html.contains(" onclick="));
    assert!(!html.contains("example.org"), "the address is packed");
}

#[test]
fn a_part_is_smaller() {
    let whole = rendered("run.html", &["render", "hello", "--html"]).0.len();
    let part = rendered("run.html", &["render", "hello", "--html", "--from", "100", "--to", "200"]).0.len();
    assert!(part < whole, "{part} of {whole}");
    let (_, notes) = rendered("run.html", &["render", "hello", "--html", "--to", "9999"]);
    assert!(notes.contains("824"), "{notes}");
}

#[test]
fn what_cannot_be_written_is_refused_in_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().join("run.html");
    let to = to.to_str().unwrap();
    let refused = |args: &[&str], words: &[&str]| {
        says(&[&["render", "hello", "-o", to], args].concat(), "", words);
        assert!(!Path::new(to).exists());
    };
    refused(&["--from", "300", "--to", "200"], &["300", "200"]);
    refused(&["--app", "javascript:alert(1)"], &["--app", "http://"]);
    refused(&["--app", "http://localhost/#there"], &["--app", "#"]);
    refused(&["--theme", "sepia"], &["--theme", "sepia"]);
    says(&["render", "hello", "--html", "-o", "/nowhere/run.html"], "", &["/nowhere/run.html"]);
    says(&["render", "hello", "--html", "-o", "run.png"], "", &["run.png", ".html"]);
    says(&["render", "hello", "--app", "http://localhost", "-o", "run.png"], "", &["--app", "--html"]);
}

#[test]
fn logs_of_other_programs_play() {
    let log = r#"{"format":"gridscope-trace","version":2,"map":[".....",".....","....."],"title":"Mine"}
{"event":"open","at":[1,1],"g":0}
{"event":"expand","at":[1,1],"g":0}
{"event":"open","at":[2,1],"from":[1,1],"g":1}
"#;
    let folder = tempfile::tempdir().unwrap();
    let (file, to) = (folder.path().join("mine.trace.jsonl"), folder.path().join("run.html"));
    std::fs::write(&file, log).unwrap();
    let (file, to) = (file.to_str().unwrap(), to.to_str().unwrap());
    let out = gridscope(&["render", file, "--html", "-o", to]);
    assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
    assert!(std::fs::read_to_string(to).unwrap().contains("<h1>"));
    // Without the link, the page is as it was.
    let without = std::fs::read(to).unwrap();
    ok(&["render", file, "--html", "-o", to, "--app", "http://localhost"]);
    assert_ne!(std::fs::read(to).unwrap(), without);
    // A log that fits into no link refuses it.
    let noise = |i: u32| i.wrapping_mul(2_654_435_761);
    let line = |i: u32| format!("{{\"event\":\"note\",\"at\":[{},1],\"text\":\"{:x}\"}}\n", i % 5, noise(i));
    std::fs::write(file, (0..12_000).map(line).collect::<String>()).unwrap();
    says(&["render", file, "--html", "-o", to, "--app", "http://localhost"], "", &["too long for a link", "--app"]);
}
