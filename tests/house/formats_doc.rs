//! The table of formats in docs/formats.md has a row for each format, and the README begins with its first rows.

use gridscope::formats::{Format, Kept, listed};

/// Programs and purposes that formats are for. docs/formats.md has two lines for each that read the file there.
const USED_IN: [(&str, &str); 17] = [
    ("tmx", "Excalibur, Unity"),
    ("tmj", "Phaser"),
    ("ldtk", "Bevy"),
    ("godot", "Godot"),
    ("csv", "notebook"),
    ("npy", "notebook"),
    ("movingai", "contest"),
    ("scen", "contest"),
    ("unreal", "Unreal"),
    ("flat-json", "Unity"),
    ("c-array", "contest"),
    ("csharp-array", "Unity"),
    ("gdscript-array", "Godot"),
    ("js-array", "Excalibur"),
    ("python-array", "notebook"),
    ("rust-array", "Bevy"),
    ("dot", "paper"),
];

/// Numbers of files of other people that each format was tried with before a release. Other formats that are read were
/// proved on files of our own making only.
const FOREIGN_FILES: [(&str, &str); 7] = [
    ("tmx", "160"),
    ("tmj", "4"),
    ("ldtk", "38"),
    ("xp", "4"),
    ("movingai", "8, and 50 of leagues"),
    ("ros", "11"),
    ("watabou", "75"),
];

/// Number of rows of the table that the README shows.
const IN_README: usize = 12;

fn row(format: &dyn Format) -> String {
    let yes = |flag: bool| if flag { "yes" } else { "" };
    let endings: Vec<String> = format.extensions().iter().map(|ending| format!("`.{ending}`")).collect();
    let kept = format.keeps().columns().map(|(_, kept)| match kept {
        _ if !format.writes() => "",
        Kept::All => "yes",
        Kept::Part => "part",
        Kept::Nothing => "",
    });
    let cells = [
        format.title(),
        &format!("`{}`", format.name()),
        &endings.join(" "),
        yes(format.reads()),
        yes(format.writes()),
    ];
    let cells: Vec<&str> = cells.into_iter().chain(kept).collect();
    format!("| {} |", cells.join(" | ")).replace("  |", " |")
}

fn rows() -> Vec<String> {
    listed().into_iter().map(row).collect()
}

/// Returns a row with what the format is for, and the files that it was tried with.
fn whole_row(format: &dyn Format) -> String {
    let found =
        |all: &[(&str, &'static str)]| all.iter().find(|(name, _)| *name == format.name()).map(|(_, text)| *text);
    let foreign = if format.reads() { found(&FOREIGN_FILES).unwrap_or("none") } else { "" };
    format!("{} {} | {foreign} |", row(format), found(&USED_IN).unwrap_or("")).replace("  |", " |")
}

#[test]
fn documented_format_table_matches_the_program() {
    let doc = include_str!("../../docs/formats.md");
    let wanted: Vec<String> = listed().into_iter().map(whole_row).collect();
    let found: Vec<&str> = doc.lines().filter(|line| line.starts_with("| ") && line.contains("| `")).collect();
    assert_eq!(found, wanted, "docs/formats.md; its rows should be:\n{}", wanted.join("\n"));
}

#[test]
fn readme_formats_exist() {
    let readme = include_str!("../../README.md");
    for row in rows().iter().take(IN_README) {
        assert!(readme.contains(row), "README.md lacks the row {row}");
    }
}

#[test]
fn programs_that_formats_are_for_have_two_lines() {
    let doc = include_str!("../../docs/formats.md");
    let (_, section) = doc.split_once("## How to read it there").expect("the section");
    let (section, _) = section.split_once("\n## ").expect("another section after it");
    let uses = USED_IN.iter().flat_map(|(_, uses)| uses.split(", "));
    for name in uses.chain(["paper"]) {
        let (_, part) = section.split_once(&format!("**{name}**")).unwrap_or_else(|| panic!("{name} has no lines"));
        let (_, block) = part.split_once("```").unwrap_or_else(|| panic!("{name} has no block"));
        let lines = block.split_once("```").map_or(0, |(block, _)| block.trim().lines().count());
        assert!((3..=4).contains(&lines), "{name}: {lines} lines with the command");
    }
}
