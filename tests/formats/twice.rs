//! A field that occurs twice in one object means different things to different readers. It is refused, wherever it is.
//! An unknown field is reported.

use gridscope::formats::log::Log;
use gridscope::formats::{Content, Options};
use gridscope::trace::{Cell, Tile};
use support::files::read;
use support::read_content_of;

const HEADER: &str =
    r#"{"format":"gridscope-trace","version":2,"map":["....","....","...."],"start":[1,1],"goal":[2,1]}"#;

fn log(text: &str) -> Result<Log, String> {
    match read_content_of("a log", &mut text.as_bytes(), &Options::default()) {
        Ok(Content::Log(log)) => Ok(*log),
        Ok(other) => panic!("{other:?}"),
        Err(error) => Err(error.to_string()),
    }
}

#[test]
fn repeated_field_in_a_log_line_is_refused() {
    for line in [
        r#"{"event":"open","event":"expand","at":[1,1]}"#,
        r#"{"event":"open","at":[1,1],"at":[2,1]}"#,
        r#"{"event":"open","at":[1,1],"g":0,"h":1,"g":5}"#,
        r#"{"event":"open","at":[1,1],"h":1,"h":1}"#,
        r#"{"event":"open","at":[1,1],"f":1,"g":0,"f":2}"#,
        r#"{"event":"open","at":[1,1],"from":null,"from":[2,1]}"#,
        r#"{"event":"note","mood":"good","mood":"bad"}"#,
        r#"{"event":"note","inside":{"a":1,"a":2}}"#,
        r#"{"event":"note","inside":[1,{"b":{"c":1,"c":1}}]}"#,
        r#"{"event":"note","a\u0062":1,"ab":2}"#,
        r#"{"event":"note","x":Infinity,"x":2}"#,
    ] {
        let read =
            log(&format!("{HEADER}\n{{\"event\":\"note\"}}\n{line}\n{{\"event\":\"note\"}}\n")).expect("a header");
        let broken = read.broken.unwrap_or_else(|| panic!("{line}")).to_string();
        assert!(broken.starts_with("a log, line 3: ") && broken.contains("is twice in one object"), "{broken}");
        assert_eq!(read.events.len(), 1, "what came before is kept");
    }
    for header in [
        HEADER.replace("\"version\":2", "\"version\":2,\"version\":2"),
        HEADER.replace("\"goal\":[2,1]", "\"goal\":[2,1],\"goal\":[1,1]"),
        HEADER.replace("\"goal\":[2,1]", "\"goal\":[2,1],\"costs\":{\"straight\":1,\"straight\":2}"),
    ] {
        let said =
            log(&format!("{header}\n{{\"event\":\"note\"}}\n")).map_or_else(|e| e, |log| format!("{:?}", log.broken));
        assert!(said.contains("is twice in one object"), "{header}: {said}");
    }
    // Two objects in one line may have the same field.
    let fine = r#"{"event":"note","inside":[{"a":1},{"a":2}],"beside":{"a":3}}"#;
    assert_eq!(log(&format!("{HEADER}\n{fine}\n")).expect("a log").broken, None);
}

#[test]
fn unknown_header_field_is_reported_with_the_nearest() {
    let with = |more: &str| {
        let header = HEADER.replace("\"goal\"", &format!("{more},\"goal\""));
        log(&format!("{header}\n{{\"event\":\"note\"}}\n")).expect("a log").header.unknown()
    };
    assert_eq!(with("\"neighbours\":4"), None);
    assert_eq!(with("\"x-mood\":4"), None, "a program's own");
    let said = with("\"neighbors\":4").expect("a sentence");
    assert_eq!(said, "The header has unknown fields: \"neighbors\" (the nearest is neighbours).");
    let many: Vec<String> = (0..8).map(|i| format!("\"own{i}\":{i}")).collect();
    assert!(with(&many.join(",")).is_some_and(|said| said.ends_with("\"own4\" and 3 more.")));
}

/// This applies to a text map, too.
#[test]
fn last_of_repeated_map_lines_counts() {
    let loaded = read("title: one\ntitle: two\nGD.X\n\nlegend:\nD = door\nD = wall\n").expect("a map");
    assert_eq!((&*loaded.scene.title, loaded.scene.tiles[Cell::new(1, 0)]), ("two", Tile::Wall));
    let said = [
        "There are several titles; the last one counts.",
        "The legend has several lines for one glyph, and the last one counts: 'D'.",
    ];
    assert_eq!(loaded.notes, said);
}
