//! Packages for learning platforms (SCORM 1.2), written by `render -o x.zip`.

use crate::program::{ok, says, text};

/// Returns the files of a zip that are stored as they are. Checks the sum of each.
fn stored_files(zip: &[u8]) -> Vec<(String, Vec<u8>)> {
    let number =
        |at: usize, bytes: usize| zip[at..at + bytes].iter().rev().fold(0, |all, &b| all << 8 | usize::from(b));
    let (mut at, mut all) = (0, Vec::new());
    while zip[at..].starts_with(b"PK\x03\x04") {
        let (sum, size, length) = (number(at + 14, 4), number(at + 22, 4), number(at + 26, 2));
        let (name, content) = zip[at + 30..].split_at(length);
        let content = content[..size].to_vec();
        let mut crc = flate2::Crc::new();
        crc.update(&content);
        assert_eq!(crc.sum() as usize, sum);
        all.push((text(name).to_owned(), content));
        at += 30 + length + size;
    }
    assert_eq!(zip[at..].windows(4).filter(|four| four == b"PK\x01\x02").count(), all.len(), "the directory");
    all
}

#[test]
fn zip_is_a_scorm_package_of_the_page() {
    let folder = tempfile::tempdir().unwrap();
    let package = |name: &str, more: &[&str]| {
        let to = folder.path().join(name);
        ok(&[&["render", "hello", "-o", to.to_str().unwrap()], more].concat());
        std::fs::read(to).unwrap()
    };
    let zip = package("hello.zip", &[]);
    assert_eq!(zip, package("again", &["--scorm"]), "the same bytes");
    let files = stored_files(&zip);
    let [(manifest_name, manifest), (page_name, page)] = &files[..] else { panic!("two files: {}", files.len()) };
    assert_eq!((&**manifest_name, &**page_name), ("imsmanifest.xml", "index.html"));
    let manifest = text(manifest);
    assert!(manifest.contains("<schemaversion>1.2</schemaversion>"), "{manifest}");
    assert!(manifest.contains("adlcp:scormtype=\"sco\" href=\"index.html\""), "{manifest}");
    assert!(text(page).starts_with("<!doctype html>"));
    says(&["render", "hello", "-o", "hello.zip", "--card"], "", &[".png"]);
}
