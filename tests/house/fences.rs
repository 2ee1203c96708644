//! Rules for the sources that neither crate dependencies nor clippy can enforce.

use gridscope::algorithms::all;
use skrifa::MetadataProvider as _;
use std::path::{Path, PathBuf};

/// Returns every source file below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder of src") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            all.extend(sources(&path));
        } else if path.extension().is_some_and(|e| e == "rs") {
            all.push(path);
        }
    }
    all
}

/// Returns the lines of code of a file without comments, numbered from 1.
fn code(path: &Path) -> Vec<(usize, String)> {
    let text = std::fs::read_to_string(path).expect("a source file");
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    text.lines().enumerate().map(|(i, l)| (i + 1, l)).filter(|(_, l)| is_code(l)).map(|(i, l)| (i, l.into())).collect()
}

/// Returns the source folder of a crate.
fn room(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("crates").join(name).join("src")
}

/// `clamp` panics if its bounds are crossed, as they are on a canvas without room. So in the window its bounds must be
/// constants. Measured bounds go through `canvas::inside`, or through `min` and `max`.
#[test]
fn window_never_clamps_to_measured_bounds() {
    let constant = |bound: &str| {
        let bound = bound.trim();
        let number = bound.strip_prefix('-').unwrap_or(bound).starts_with(|c: char| c.is_ascii_digit());
        let plain = bound.chars().all(|c| c.is_ascii_alphanumeric() || ".-_".contains(c));
        plain && (number || bound.chars().all(|c| c.is_ascii_uppercase() || c == '_'))
    };
    let (mut clamps, mut faults) = (0, Vec::new());
    for file in sources(&room("app")) {
        for (number, line) in code(&file) {
            for after in line.split(".clamp(").skip(1) {
                clamps += 1;
                let bounds: Vec<&str> = after.split(')').next().unwrap_or_default().split(',').collect();
                if bounds.len() != 2 || !bounds.iter().all(|bound| constant(bound)) {
                    faults.push(format!("{}:{number}: {}", file.display(), line.trim()));
                }
            }
        }
    }
    assert!(clamps > 20, "the clamps are not where this test looks");
    assert!(faults.is_empty(), "{faults:#?}");
}

/// Libraries have `test = false`: a test in their sources would never run.
#[test]
fn library_sources_contain_no_tests() {
    let crates = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("crates")).expect("the crates");
    // A macro crate can only be called by the compiler, so its tests are inside.
    let folders = crates.map(|entry| entry.expect("a crate").path().join("src"));
    let folders: Vec<PathBuf> = folders.filter(|folder| folder.is_dir() && !folder.ends_with("derive/src")).collect();
    assert!(folders.len() > 8, "{folders:?}");
    for file in folders.iter().flat_map(|folder| sources(folder)) {
        for (number, line) in code(&file) {
            let tests = ["#[test]", "#[cfg(test)]"].contains(&line.trim());
            assert!(!tests, "{}:{number}: would never run; its place is in tests/", file.display());
        }
    }
}

/// A file that several programs need is built once, in `tests/support`. Exceptions are the examples, and the code that the
/// comparison with other crates measures.
#[test]
fn no_source_is_compiled_into_another_program_by_its_path() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["benches", "crates", "fuzz", "presets/src", "src", "tests"].map(|name| root.join(name));
    let attribute = "#[path = \"";
    for file in folders.iter().flat_map(|folder| sources(folder)).filter(|file| !file.ends_with("peers/tests/agree.rs"))
    {
        for (number, line) in code(&file).into_iter().filter(|(_, line)| line.trim().starts_with(attribute)) {
            let is_example = line.contains("../examples/");
            assert!(is_example, "{}:{number}: {}: its place is in tests/support", file.display(), line.trim());
        }
    }
}

/// A scene must give the same trace everywhere, so all three crates of the kernel forbid the same calls.
#[test]
fn kernel_crates_forbid_the_same_calls() {
    let list = |name: &str| {
        let file = room(name).with_file_name("clippy.toml");
        std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
    };
    assert!(list("grid").contains("HashMap") && list("grid").contains("std::thread::spawn"));
    assert_eq!(list("grid"), list("trace"));
    assert_eq!(list("grid"), list("algorithms"));
}

/// A faster call on a card must be in the prelude under that name, and a test must compare the two.
#[test]
fn faster_calls_are_in_the_prelude_and_tested() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = |path: &Path| std::fs::read_to_string(path).expect("a source file");
    let prelude = text(&root.join("src/prelude.rs"));
    let tests: Vec<String> = sources(&root.join("tests/algorithms")).iter().map(|path| text(path)).collect();
    let cards = all().into_iter().map(gridscope::prelude::Runner::card);
    let named: Vec<&str> = cards.filter_map(|card| card.faster).map(|faster| faster.call).collect();
    assert!(named.len() >= 4, "{named:?}");
    for call in named {
        let words = |line: &str| line.split(|c: char| !c.is_alphanumeric()).any(|word| word == call);
        assert!(prelude.lines().filter(|line| line.starts_with("pub use")).any(words), "{call} is not in the prelude");
        assert!(tests.iter().any(|test| test.contains(&format!("{call}::"))), "no test of {call}");
    }
}

/// The page has no fonts but its own. A character that they lack would be drawn by the browser, which looks different
/// everywhere and stops the page for a moment. On a desktop, another font has it.
#[test]
fn window_fonts_have_every_character_of_its_texts() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let fonts = ["Inter.ttf", "JetBrainsMono-Regular.ttf", "NotoEmoji-signs.ttf"];
    let fonts = fonts.map(|name| std::fs::read(root.join("crates/app/fonts").join(name)).expect("a font"));
    let fonts = fonts.each_ref().map(|bytes| skrifa::FontRef::new(bytes).expect("a font").charmap());
    let mut lines: Vec<(PathBuf, usize, String)> = Vec::new();
    for room in ["app", "debugger", "algorithms", "grid", "trace"] {
        // Pictures made of letters are for a terminal.
        for file in sources(&self::room(room)).into_iter().filter(|file| !file.ends_with("view/board.rs")) {
            lines.extend(code(&file).into_iter().map(|(number, line)| (file.clone(), number, line)));
        }
    }
    for entry in std::fs::read_dir(root.join("presets")).expect("the lessons") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "json") {
            let text = std::fs::read_to_string(&path).expect("a lesson");
            lines.extend(text.lines().enumerate().map(|(i, line)| (path.clone(), i + 1, line.to_owned())));
        }
    }
    let (mut characters, mut faults) = (0, Vec::new());
    for (file, number, line) in lines {
        for character in line.chars().filter(|character| !character.is_ascii()) {
            characters += 1;
            if fonts.iter().all(|font| font.map(character).is_none()) {
                faults.push(format!("{}:{number}: {character}", file.display()));
            }
        }
    }
    assert!(characters > 300, "only {characters} characters are not ASCII");
    assert!(faults.is_empty(), "{faults:#?}");
}
