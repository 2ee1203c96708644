//! The fences between the rooms: each may use those before it, none behind it.

use gridscope::core::algorithms::all;
use std::path::{Path, PathBuf};

/// Every source file below a folder.
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

/// The lines of code of a file, numbered from 1, without comments.
fn code(path: &Path) -> Vec<(usize, String)> {
    let text = std::fs::read_to_string(path).expect("a source file");
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    text.lines().enumerate().map(|(i, l)| (i + 1, l)).filter(|(_, l)| is_code(l)).map(|(i, l)| (i, l.into())).collect()
}

/// The folder of a room: `core` is a crate of its own, the others are modules of the root.
fn room(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    if name == "core" { root.join("crates/core/src") } else { root.join("src").join(name) }
}

/// Every source file of every crate.
fn all_sources() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let crates = std::fs::read_dir(root.join("crates")).expect("the crates");
    let folders = crates.map(|entry| entry.expect("a crate").path().join("src"));
    // The bench crate has benches alone.
    let folders = folders.filter(|folder| folder.is_dir());
    folders.chain([root.join("src")]).flat_map(|folder| sources(&folder)).collect()
}

fn none_of(name: &str, words: &[&str]) {
    let files = sources(&room(name));
    assert!(files.len() > 2, "the room {name} is not where this test looks");
    for file in files {
        for (number, line) in code(&file) {
            for word in words {
                assert!(!line.contains(word), "{}:{number}: the room {name} may not use {word}", file.display());
            }
        }
    }
}

#[test]
fn each_room_uses_only_those_before_it() {
    let screen = ["egui", "eframe", "rfd::"];
    // The compiler sees to it that `core`, which is a crate, uses none of the others.
    none_of("core", &["std::fs", "std::time", "std::thread", "std::net", "std::process", "web_time", "HashMap"]);
    none_of("formats", &["crate::debugger", "crate::outside", "crate::cli", "crate::app"]);
    none_of("debugger", &["crate::outside", "crate::cli", "crate::app", "std::time", "std::process"]);
    none_of("outside", &["crate::cli", "crate::app"]);
    none_of("cli", &["crate::app"]);
    none_of("app", &["crate::cli"]);
    for room in ["core", "formats", "debugger", "outside", "cli"] {
        none_of(room, &screen);
    }
}

/// The debugger works on its caller's thread. It starts threads only to give memory back.
#[test]
fn the_debugger_starts_threads_in_one_place() {
    let mut there = 0;
    for file in sources(&room("debugger")) {
        for (number, line) in code(&file).iter().filter(|(_, line)| line.contains("thread::")) {
            assert!(file.ends_with("aside.rs"), "{}:{number}: expected debugger::aside: {line}", file.display());
            there += 1;
        }
    }
    assert_eq!(there, 1, "aside is not where this test looks");
}

/// Whatever is written goes through one file, so that a test can make each of its steps fail; what else opens files reads them.
#[test]
fn everything_that_is_written_goes_through_the_disk() {
    let words =
        ["File::create", "fs::write", "fs::rename", "fs::copy", "fs::remove", "fs::create_dir", "File::options"];
    let rooms = ["formats", "debugger", "outside", "cli", "app"].map(room).into_iter().flat_map(|room| sources(&room));
    let mut disk = 0;
    for file in rooms {
        for (number, line) in code(&file) {
            let writes = words.iter().any(|word| line.contains(word));
            if file.ends_with("debugger/disk.rs") {
                disk += usize::from(writes);
            } else {
                assert!(!writes, "{}:{number}: expected debugger::disk", file.display());
            }
        }
    }
    assert!(disk >= 5, "the disk is not where this test looks");
}

/// `clamp` panics where its bounds have crossed, as they do on a canvas without room: in the window it takes constants alone. What
/// is measured goes through `canvas::inside`, or through `min` and `max`.
#[test]
fn nothing_that_is_measured_is_clamped() {
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

#[test]
fn colours_live_in_the_theme_alone() {
    for file in sources(&room("app")) {
        if file.ends_with("theme.rs") {
            continue;
        }
        for (number, line) in code(&file) {
            for word in ["from_rgb", "from_gray", "Color32::RED", "Color32::YELLOW", "Color32::GREEN", "Color32::BLUE"]
            {
                assert!(!line.contains(word), "{}:{number}: {word} belongs in theme.rs", file.display());
            }
        }
    }
}

/// What an algorithm can do beyond the common it offers through its card; nobody else names it, its id or its events.
#[test]
fn nobody_knows_one_algorithm() {
    let core = room("core");
    let algorithms = core.join("algorithms");
    let every = all();
    // Those that share parts lie in one folder, `search`, beside these parts.
    let places = ["", "search"].map(|family| algorithms.join(family));
    let stem = |path: PathBuf| Some(path.file_stem()?.to_str()?.to_owned());
    let files = places.iter().flat_map(|folder| std::fs::read_dir(folder).expect("the algorithms"));
    let names = files.filter_map(|entry| stem(entry.expect("an entry").path()));
    let is_one = |name: &str| every.iter().any(|runner| runner.card().id.replace('-', "_") == name);
    let (folders, others): (Vec<String>, Vec<String>) = names.partition(|name| is_one(name));
    assert_eq!(folders.len(), every.len(), "{folders:?}");
    assert!(
        others.iter().all(|other| ["mod", "search", "descent", "ground", "open", "finder"].contains(&other.as_str())),
        "{others:?}"
    );
    let families = ["algorithms", "algorithms::search"];
    let paths = folders.iter().flat_map(|f| families.map(|family| format!("{family}::{f}")));
    let paths = paths.chain(folders.iter().map(|f| format!("super::{f}::")));
    let ids = every.iter().map(|runner| format!("\"{}\"", runner.card().id));
    let events = every.iter().flat_map(|runner| {
        let name = runner.card().id.replace('-', "_");
        let mut found =
            places.iter().flat_map(|folder| [folder.join(&name).join("event.rs"), folder.join(format!("{name}.rs"))]);
        let text = found.find_map(|place| std::fs::read_to_string(place).ok());
        let text = text.unwrap_or_else(|| panic!("{name} has no file with its events"));
        let named = text.lines().filter_map(|l| l.strip_prefix("pub enum ")?.strip_suffix("Event {"));
        named.map(|name| format!("{name}Event")).collect::<Vec<_>>()
    });
    let words: Vec<String> = paths.chain(ids).chain(events).collect();
    assert!(words.len() >= 4 * folders.len(), "each has a folder, an id and events: {words:?}");
    // The dice of a new ship are those of the algorithm that plans one, and a dungeon is made for one; a scene that names no algorithm means the first.
    let generator = |file: &Path, line: &str| {
        file.ends_with("generate/ship.rs")
            || file.ends_with("generate/dungeon.rs")
            || line.contains("Generate(\"ship\")")
            || (file.ends_with("core/src/scene.rs") && line.trim() == "\"astar\".into()")
    };
    let rooms = ["formats", "debugger", "cli", "app"].map(room).into_iter().flat_map(|room| sources(&room));
    let kernel = sources(&core).into_iter().filter(|file| !file.starts_with(&algorithms));
    for file in rooms.chain(kernel) {
        for (number, line) in code(&file).iter().filter(|(_, line)| !generator(&file, line)) {
            for word in &words {
                assert!(!line.contains(word.as_str()), "{}:{number}: names {word}", file.display());
            }
        }
    }
}

#[test]
fn nothing_is_left_open() {
    // What only tests use may panic.
    let shipped = |file: &PathBuf| !file.ends_with("window-tests/src/lib.rs") && !file.ends_with("derive/src/tests.rs");
    for file in all_sources().into_iter().filter(shipped) {
        for (number, line) in code(&file) {
            for word in ["todo!", "unimplemented!", "dbg!", "unsafe ", ".unwrap()", "panic!("] {
                let doc = line.trim_start().starts_with("//!");
                assert!(doc || !line.contains(word), "{}:{number}: {word}", file.display());
            }
        }
    }
}

/// The manifests do not look for tests in the sources: the rooms would be compiled a second time for them.
#[test]
fn tests_stand_beside_the_sources_not_in_them() {
    // A macro cannot be called from outside but by the compiler, so its tests stand inside.
    let macros = |file: &PathBuf| file.components().any(|c| c.as_os_str() == "derive");
    for file in all_sources().into_iter().filter(|file| !macros(file)) {
        for (number, line) in code(&file) {
            let tests = ["#[test]", "#[cfg(test)]"].contains(&line.trim());
            assert!(!tests, "{}:{number}: would never run; its place is in tests/", file.display());
        }
    }
}

/// A card names a faster call only where a program finds it by that name, and a test measures the two against each other.
#[test]
fn what_is_called_faster_is_in_the_prelude_and_in_a_test() {
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
