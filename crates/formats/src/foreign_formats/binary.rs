//! Files that are no text, by their first bytes.

use super::Stranger;

const PICTURE: &str = "a PNG of the map with one pixel a cell";
const UNPACKED: &str = "the file that is packed in it";
const PROGRAM: &str = "a map; files are never run";
const TABLE: &str = "the table saved as CSV (.csv)";
const ARRAY: &str = "one array of NumPy: numpy.save(\"map.npy\", array)";
const NO_MAP: &str = "a map, a scene, a trace or a log";

/// First bytes of files, what they are, and what to open instead.
const BEGINNINGS: &[(&[u8], &str, &str)] = &[
    (b"\x89PNG", "a damaged picture (PNG)", "an undamaged PNG with one pixel a cell"),
    (b"\xff\xd8\xff", "a picture (JPEG)", PICTURE),
    (b"GIF8", "a picture (GIF)", PICTURE),
    (b"II*\0", "a picture (TIFF)", PICTURE),
    (b"MM\0*", "a picture (TIFF)", PICTURE),
    (b"8BPS", "a picture of Photoshop", PICTURE),
    (b"gimp xcf", "a picture of GIMP", PICTURE),
    (b"qoif", "a picture (QOI)", PICTURE),
    (b"\0\0\x01\0", "an icon (ICO)", PICTURE),
    (b"\x93NUMPY", "a damaged array of NumPy", ARRAY),
    (b"\x89HDF\r\n\x1a\n", "a file of HDF5", ARRAY),
    (b"MATLAB 5.0 MAT-file", "a file of MATLAB", "the matrix saved as CSV: writematrix(map, \"map.csv\")"),
    (b"PAR1", "a table (Parquet)", TABLE),
    (b"ARROW1", "a table (Arrow)", TABLE),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a document of an older Microsoft Office", TABLE),
    (b"SQLite format 3\0", "a database (SQLite)", "the map exported as text, CSV or JSON"),
    (b"RSRC", "a binary scene or resource of Godot", NO_MAP),
    (b"UnityFS", "an asset bundle of Unity", NO_MAP),
    (b"%PDF", "a document (PDF)", NO_MAP),
    (b"\x7fELF", "a program (ELF)", PROGRAM),
    (b"\xfe\xed\xfa\xce", "a program (Mach-O)", PROGRAM),
    (b"\xfe\xed\xfa\xcf", "a program (Mach-O)", PROGRAM),
    (b"\xcf\xfa\xed\xfe", "a program (Mach-O)", PROGRAM),
    (b"\xce\xfa\xed\xfe", "a program (Mach-O)", PROGRAM),
    (b"\xca\xfe\xba\xbe", "a program (Java or Mach-O)", PROGRAM),
    (b"\0asm", "a program (WebAssembly)", PROGRAM),
    (b"#!", "a script", PROGRAM),
    (b"7z\xbc\xaf\x27\x1c", "a packed file (7z)", UNPACKED),
    (b"Rar!\x1a\x07", "a packed file (RAR)", UNPACKED),
    (b"\xfd7zXZ\0", "a packed file (xz)", UNPACKED),
    (b"BZh", "a packed file (bzip2)", UNPACKED),
    (b"OggS", "a sound", NO_MAP),
    (b"ID3", "a sound", NO_MAP),
    (b"fLaC", "a sound", NO_MAP),
    (b"\xff\xfe", "a text in UTF-16", "the text saved as UTF-8"),
    (b"\xfe\xff", "a text in UTF-16", "the text saved as UTF-8"),
];

/// Returns what the bytes are, if they are a known kind of file that is no text.
pub(super) fn named(bytes: &[u8]) -> Option<Stranger> {
    if bytes.starts_with(b"PK") && matches!(bytes.get(2..4), Some(b"\x03\x04" | b"\x05\x06" | b"\x07\x08")) {
        return Some(packed(bytes));
    }
    let start = bytes.get(..bytes.len().min(4096)).unwrap_or_default();
    let binary = start.contains(&0);
    // A character may be cut at the end of the first bytes.
    let text = !binary && std::str::from_utf8(start).map_or_else(|error| error.error_len().is_none(), |_| true);
    // A few letters may also begin a text map.
    if let Some((_, what, instead)) = BEGINNINGS.iter().find(|(mark, _, _)| bytes.starts_with(mark)) {
        let sure = !text || matches!(*what, "a script" | "a document (PDF)") && is_certain(bytes);
        return sure.then(|| Stranger::new(what, instead));
    }
    let at = |from: usize, mark: &[u8]| bytes.get(from..from.saturating_add(mark.len())) == Some(mark);
    if bytes.starts_with(b"RIFF") && !text {
        let picture = at(8, b"WEBP");
        let (what, instead) = if picture { ("a picture (WebP)", PICTURE) } else { ("a sound or a video", NO_MAP) };
        return Some(Stranger::new(what, instead));
    }
    if binary && at(4, b"ftyp") {
        let still = at(8, b"avif") || at(8, b"heic") || at(8, b"mif1");
        let (what, instead) = if still { ("a picture (AVIF or HEIC)", PICTURE) } else { ("a video", NO_MAP) };
        return Some(Stranger::new(what, instead));
    }
    if binary && at(4, b"\xe0\xa5") {
        let instead = "the sprite exported as PNG, one pixel a cell: aseprite -b map.aseprite --save-as map.png";
        return Some(Stranger::new("a sprite of Aseprite", instead));
    }
    if binary && at(257, b"ustar") {
        return Some(Stranger::new("a packed file (tar)", UNPACKED));
    }
    if binary && bytes.starts_with(b"BM") {
        return Some(Stranger::new("a picture (BMP)", PICTURE));
    }
    if binary && bytes.starts_with(b"MZ") {
        return Some(Stranger::new("a program (EXE)", PROGRAM));
    }
    if let [0x80, 2..=5, ..] = bytes {
        let what = "a pickle of Python, which could run a program";
        return Some(Stranger::new(what, ARRAY));
    }
    None
}

/// Returns whether a text that begins as a script or a PDF is one. A text map may begin with `#!` or `%P` too.
fn is_certain(bytes: &[u8]) -> bool {
    [&b"%PDF-"[..], b"#!/bin/", b"#!/usr/", b"#! /"].iter().any(|mark| bytes.starts_with(mark))
}

/// Returns what a ZIP file holds, by the name of its first file.
fn packed(bytes: &[u8]) -> Stranger {
    let length = bytes
        .get(26..28)
        .map_or(0, |two| two.iter().rev().fold(0, |n: usize, &b| n.saturating_mul(256).saturating_add(b.into())));
    let first = bytes.get(30..30_usize.saturating_add(length)).unwrap_or_default();
    let first = String::from_utf8_lossy(first);
    if let Some(array) = first.strip_suffix(".npy") {
        let array_name: String = array.chars().take(60).collect();
        let what = "several arrays of NumPy in one file (.npz)";
        let instead = format!("one of them: numpy.save(\"map.npy\", numpy.load(\"FILE.npz\")[{array_name:?}])");
        return Stranger::new(what, &instead);
    }
    // OpenDocument and the drawing programs begin with a file that names the kind.
    let begins = 30_usize.saturating_add(length);
    let inside = bytes.get(begins..bytes.len().min(begins.saturating_add(80))).unwrap_or_default();
    let holds = |mark: &[u8]| inside.windows(mark.len()).any(|part| part == mark);
    let office = ["[Content_Types].xml", "_rels/", "docProps/", "xl/", "word/", "ppt/"];
    if office.iter().any(|name| first.starts_with(name)) || holds(b"opendocument") {
        return Stranger::new("a document or a spreadsheet (ZIP)", TABLE);
    }
    if holds(b"image/openraster") || holds(b"application/x-krita") {
        return Stranger::new("a picture of Krita or another painting program", PICTURE);
    }
    Stranger::new("a packed file (ZIP)", "one of the files that are packed in it")
}
