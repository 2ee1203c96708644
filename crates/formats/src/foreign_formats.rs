//! Recognises formats of other programs that gridscope cannot read, and refuses them with a list of those it can.

use super::{FORMATS, FormatError};

/// Lists the formats that gridscope can read, for error messages.
pub(super) fn readable() -> String {
    let all = FORMATS.iter().filter(|format| format.reads());
    let all: Vec<String> =
        all.map(|format| format!("{} (.{})", format.title(), format.extensions().join(", ."))).collect();
    format!("a file that is read: {}, or a trace or log (.trace.jsonl, .gz, .zst, .columns.gz)", all.join(", "))
}

/// First bytes of images and other binary files.
const BEGINNINGS: [(&[u8], &str); 7] = [
    (b"\x89PNG", "a picture (PNG)"),
    (b"\xff\xd8\xff", "a picture (JPEG)"),
    (b"GIF8", "a picture (GIF)"),
    (b"RIFF", "a picture (WebP)"),
    (b"BM", "a picture (BMP)"),
    (b"%PDF", "a document (PDF)"),
    (b"PK\x03\x04", "a packed file (ZIP)"),
];

/// Returns what the bytes are, if they belong to a known foreign format.
pub(super) fn named(bytes: &[u8]) -> Option<&'static str> {
    let (head, binary) = (bytes.trim_ascii_start(), bytes.iter().take(4096).any(|&b| b == 0));
    let begins = BEGINNINGS.iter().find(|(mark, _)| bytes.starts_with(mark));
    // Two letters may also begin a text.
    if let Some((_, what)) = begins.filter(|(mark, _)| mark.len() > 2 || binary) {
        return Some(what);
    }
    if let [b'P', b'1'..=b'7', b' ' | b'\t' | b'\r' | b'\n' | b'#', ..] = head {
        return Some("a picture (PGM, PBM or PPM), such as the occupancy map of a robot");
    }
    if head.starts_with(b"<?xml") || head.starts_with(b"<map") || head.starts_with(b"<svg") || head.starts_with(b"<!") {
        return Some("XML that is no map of Tiled");
    }
    let text = std::str::from_utf8(bytes).ok()?.trim_start_matches('\u{feff}');
    if text.trim_start().starts_with('[') && is_list(text) {
        return Some("a list in JSON, such as a matrix of numbers");
    }
    is_table(text).then_some("a table of numbers, such as a matrix (.csv)")
}

/// Returns whether a text is a JSON list. A glyph map may also begin with a bracket.
fn is_list(text: &str) -> bool {
    serde_json::from_str::<Vec<serde::de::IgnoredAny>>(text).is_ok()
}

/// Returns whether the text consists only of numbers with separators, and of at least two.
fn is_table(text: &str) -> bool {
    let mut fields = 0_usize;
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let line = line.trim_end_matches([',', ';']);
        for field in line.split([',', ';', '\t', ' ']).map(str::trim).filter(|field| !field.is_empty()) {
            if field.trim_matches('"').parse::<f64>().is_err() {
                return false;
            }
            fields = fields.saturating_add(1);
        }
    }
    fields > 1
}

/// Returns the error that refuses the file.
pub(super) fn refused(name: &str, stranger: &str) -> FormatError {
    FormatError::whole(name, &format!("this is {stranger}, which is not read"), &readable())
}
