//! Text from files, made safe for a terminal, a title or a browser.

use gridscope::formats::limits::MESSAGE;
use gridscope::formats::plain::{Plain, is_unseen, is_web, plain, sentence};
use std::borrow::Cow;
use std::io::Write as _;

#[test]
fn unseen_characters_are_escaped_and_others_stay() {
    assert!(matches!(plain("Straße → 'é' 你好\n\tשלום"), Cow::Borrowed(_)), "letters of every direction are letters");
    assert_eq!(plain("a\u{1b}[2J\u{202e}b\u{7f}\u{85}\r"), "a\\u001b[2J\\u202eb\\u007f\\u0085\\u000d");
    for c in (0..0x11_0000).filter_map(char::from_u32) {
        let escaped = plain(&c.to_string()).into_owned();
        assert!(!escaped.contains(is_unseen), "{c:?}");
        if is_unseen(c) {
            // Inside JSON it is the same value.
            assert_eq!(serde_json::from_str::<String>(&format!("\"{escaped}\"")).expect("JSON"), c.to_string());
        } else {
            assert_eq!(escaped, c.to_string());
        }
    }
}

#[test]
fn plain_writer_escapes_wherever_its_input_is_split() {
    let text = "a → \u{202e}b\u{9b}é\u{1b}你\n".to_owned() + "\u{2067}";
    for cut in 1..text.len() {
        let mut out = Vec::new();
        let mut writer = Plain::new(&mut out);
        for piece in text.as_bytes().chunks(cut) {
            writer.write_all(piece).expect("room");
        }
        writer.flush().expect("room");
        assert_eq!(String::from_utf8(out).expect("text"), plain(&text), "cut every {cut} bytes");
    }
    // Invalid UTF-8 is marked.
    let mut out = Vec::new();
    Plain::new(&mut out).write_all(b"a\xffb\xc3(").expect("room");
    assert_eq!(String::from_utf8(out).expect("text"), "a\u{fffd}b\u{fffd}(");
}

#[test]
fn sentence_is_one_line_of_limited_length() {
    assert_eq!(sentence("  one\n two\tthree\r"), "one two three");
    let long = sentence(&format!("begin {} expected this", "x".repeat(60_000)));
    assert!(long.starts_with("begin xxx") && long.ends_with("expected this") && long.contains("characters more"));
    assert!(long.chars().count() < MESSAGE + 40);
    let whole = "y".repeat(MESSAGE);
    assert_eq!(sentence(&whole), whole);
}

#[test]
fn only_http_and_https_addresses_are_links() {
    for address in ["https://www.redblobgames.com/", "http://example.org/a?b=c#d", "https://example.org/é"] {
        assert!(is_web(address), "{address}");
    }
    let long = format!("https://example.org/{}", "a".repeat(2_000));
    for address in [
        "file:///etc/passwd",
        "javascript:alert(1)",
        "presets/hello.scene.json",
        "../x",
        "/etc/passwd",
        "",
        "https://",
        "HTTPS://example.org",
        "data:text/html,x",
        "ftp://example.org",
        "mailto:a@b.c",
        "http:/x",
        "try:seed=2",
        " https://example.org",
        "https://example.org/\u{202e}gnp.exe",
        "https://example.org/a b",
        "https://example.org/\n--flag",
        "\\\\host\\share",
        &long,
    ] {
        assert!(!is_web(address), "{address:?}");
    }
}
