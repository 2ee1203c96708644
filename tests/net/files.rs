//! The files of the nets: compared, or written on request.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

/// Maximum number of differing lines printed for each text.
const MAX_LINES: usize = 12;
/// Maximum distance in lines to look for a common line.
const FAR: usize = 60;

/// Returns whether the files are written instead of compared.
pub fn writes() -> bool {
    std::env::var("GRIDSCOPE_NET").is_ok_and(|word| word == "write")
}

fn place(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/net").join(name)
}

/// Compares texts with the files of a folder, which must hold no other files.
pub fn compare_texts(folder: &str, now: &BTreeMap<String, String>) {
    let folder = place(folder);
    fs::create_dir_all(&folder).expect("a folder");
    let files = fs::read_dir(&folder).expect("a folder").filter_map(Result::ok);
    let mut names: Vec<String> = files.filter_map(|f| f.file_name().into_string().ok()).collect();
    names.extend(now.keys().cloned());
    names.sort_unstable();
    names.dedup();
    let mut wrong = String::new();
    for name in names {
        let path = folder.join(&name);
        let new = now.get(&name);
        if writes() {
            match new {
                Some(text) => fs::write(path, text).expect("a file that can be written"),
                None => fs::remove_file(path).expect("a file that can be taken away"),
            }
        } else {
            let old = fs::read_to_string(path).unwrap_or_default();
            let new = new.map_or("", |text| text);
            if old != new {
                let _ = write!(wrong, "{name}:\n{}", difference(&old, new));
            }
        }
    }
    assert!(wrong.is_empty(), "words differ; if they should, write them and read git diff:\n{wrong}");
}

/// Returns the first lines in which two texts differ.
pub fn difference(old: &str, new: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let mut i = 0;
    let mut j = 0;
    let mut lines = Vec::new();
    while i < old.len() || j < new.len() {
        if old.get(i) == new.get(j) {
            (i, j) = (i + 1, j + 1);
            continue;
        }
        // The nearest place where both continue with the same line; otherwise both to their ends.
        let apart = (1..=FAR).flat_map(|sum| (0..=sum).map(move |a| (a, sum - a)));
        let same = |&(a, b): &(usize, usize)| old.get(i + a).is_some_and(|line| new.get(j + b) == Some(line));
        let (a, b) = apart.into_iter().find(same).unwrap_or((old.len() - i, new.len() - j));
        lines.extend(old[i..i + a].iter().map(|line| format!("  -{line}\n")));
        lines.extend(new[j..j + b].iter().map(|line| format!("  +{line}\n")));
        (i, j) = (i + a, j + b);
    }
    let more = lines.len().saturating_sub(MAX_LINES);
    let mut text: String = lines.into_iter().take(MAX_LINES).collect();
    if more > 0 {
        let _ = writeln!(text, "  … and {more} more lines");
    }
    text
}

#[test]
fn difference_shows_only_the_changed_lines() {
    assert_eq!(difference("a\nb\nc\n", "a\nb\nc\n"), "");
    assert_eq!(difference("a\nb\nc\n", "a\nx\nc\n"), "  -b\n  +x\n");
    assert_eq!(difference("a\nb\nc\n", "a\nc\nd\n"), "  -b\n  +d\n");
    let long = "x\n".repeat(20);
    assert!(difference("", &long).ends_with("… and 8 more lines\n"));
}
