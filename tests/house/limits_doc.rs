//! The limits in SECURITY.md and in the docs are those of the program.

use gridscope::formats::limits;

/// Pages that state limits in bytes.
const PAGES: [&str; 3] = ["docs/log-format.md", "docs/formats.md", "docs/browser.md"];

#[test]
fn security_page_lists_the_limits_of_the_program() {
    let page = std::fs::read_to_string("SECURITY.md").expect("a page");
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("  | ")).skip(2).collect();
    let listed: Vec<String> = limits::listed().iter().map(|(what, most)| format!("  | {what} | {most} |")).collect();
    assert_eq!(rows, listed);
}

#[test]
fn sizes_in_the_docs_are_listed_limits() {
    let listed: Vec<String> = limits::listed().into_iter().map(|(_, most)| most).collect();
    for file in PAGES {
        let page = std::fs::read_to_string(file).expect("a page");
        let words: Vec<&str> = page.split_whitespace().collect();
        let sizes = words.iter().zip(words.iter().skip(1)).filter(|(number, unit)| {
            number.bytes().all(|byte| byte.is_ascii_digit()) && (unit.starts_with("MiB") || unit.starts_with("GiB"))
        });
        let mut found = 0;
        for (number, unit) in sizes {
            let size = format!("{number} {}", &unit[..3]);
            assert!(listed.contains(&size), "{file}: {size} is no limit of limits::listed");
            found += 1;
        }
        assert!(found > 0, "{file} states no size");
    }
}
