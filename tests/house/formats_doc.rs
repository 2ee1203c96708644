//! The table of formats in docs/formats.md has a row for each format, and the README begins with its first rows.

use gridscope::formats::{Format, Kept, listed};

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

#[test]
fn documented_format_table_matches_the_program() {
    let doc = include_str!("../../docs/formats.md");
    let wanted = rows();
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
