//! The number of packages that the library adds to a game, and the metadata of each published crate.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Maximum number of packages that a game gets with `gridscope-grid`, including itself.
const PACKAGES: usize = 12;

/// Runs cargo in the workspace without the network, and returns what it prints.
fn cargo(args: &[&str]) -> String {
    let root = env!("CARGO_MANIFEST_DIR");
    let done = Command::new(env!("CARGO")).args(args).arg("--offline").current_dir(root).output().expect("cargo");
    assert!(done.status.success(), "cargo {args:?}: {}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8_lossy(&done.stdout).into_owned()
}

#[test]
fn the_smallest_game_depends_on_little_and_runs() {
    let tree = cargo(&["tree", "-p", "gridscope-grid", "-e", "normal,build", "--prefix", "none"]);
    let packages = tree.lines().filter(|line| !line.is_empty()).count();
    assert!((1..=PACKAGES).contains(&packages), "{tree}");
    let target = tempfile::tempdir().expect("a folder");
    let folder = target.path().to_str().expect("a name");
    cargo(&["build", "-p", "gridscope-grid", "--example", "smallest_game", "--target-dir", folder]);
    let game = Command::new(target.path().join("debug/examples/smallest_game")).output().expect("the game");
    let text = String::from_utf8_lossy(&game.stdout);
    assert!(text.starts_with("turn 1: guard (1,0)"), "{text}");
    assert_eq!(text.lines().count(), 12, "{text}");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/grid/examples/smallest_game.rs");
    let lines = std::fs::read_to_string(source).expect("its source").lines().count();
    assert!(lines <= 26, "it has {lines} lines");
}

#[test]
fn python_package_knows_all_tiles_that_nothing_walks_through() {
    use gridscope::trace::{Tile, terrain::Walk};
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("python/gridscope/_watch.py");
    let source = std::fs::read_to_string(source).expect("a source of the package");
    let line = source.lines().find(|line| line.starts_with("IMPASSABLE = ")).expect("the list");
    let blocking = Tile::ALL.iter().filter(|tile| tile.info().walk == Walk::No);
    let names: Vec<_> = blocking.map(|tile| format!("{:?}", tile.info().name)).collect();
    assert_eq!(line, format!("IMPASSABLE = ({})", names.join(", ")), "a tile is a row of terrain.rs and of this list");
}

/// Returns every published crate with its manifest.
fn published() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let crates =
        std::fs::read_dir(root.join("crates")).expect("the crates").map(|entry| entry.expect("a crate").path());
    let all = crates.chain([root.to_owned(), root.join("presets")]).filter(|folder| folder.join("Cargo.toml").exists());
    let manifest = |folder: PathBuf| {
        let text = std::fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
        (folder, text)
    };
    all.map(manifest).filter(|(_, text)| !text.contains("publish = false")).collect()
}

#[test]
fn python_package_and_crates_have_one_version() {
    let version = env!("CARGO_PKG_VERSION");
    let python = include_str!("../../python/gridscope/__init__.py");
    assert!(python.contains(&format!("\n__version__ = \"{version}\"\n")), "python/gridscope/__init__.py");
    for (folder, manifest) in published() {
        for line in manifest.lines().filter(|line| line.starts_with("gridscope-") && line.contains("version = ")) {
            assert!(line.contains(&format!("version = \"={version}\"")), "{}: {line}", folder.display());
        }
    }
}

#[test]
fn every_published_crate_has_complete_metadata() {
    let all = published();
    assert!(all.len() > 10, "{} crates", all.len());
    for (folder, manifest) in all {
        for field in ["description = ", "license.workspace", "readme = ", "keywords = ", "categories = ", "include = "]
        {
            assert!(manifest.contains(field), "{} has no {field}", folder.display());
        }
        for file in ["README.md", "LICENSE-MIT", "LICENSE-APACHE"] {
            assert!(folder.join(file).exists(), "{} has no {file}", folder.display());
        }
        let words = manifest.lines().find_map(|line| line.strip_prefix("keywords = ")).expect("keywords");
        assert!(words.matches('"').count() <= 10, "{}: at most five keywords: {words}", folder.display());
    }
}
