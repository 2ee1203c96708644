//! A page that plays as a package for a learning platform: SCORM 1.2, one file to upload.
//!
//! The package is a zip of two files, which are not compressed: the page is packed already.

use crate::formats::plain::escaped;
use flate2::Crc;
use sha2::{Digest as _, Sha256};

/// The first day that a zip can name, so that the same page gives the same bytes.
const DATE: u16 = 0x21;
/// Version of the format that is needed to unpack.
const VERSION: u16 = 10;
/// Mark of names in UTF-8.
const UTF_8: u16 = 1 << 11;

/// Returns the package of a page.
pub(super) fn package(title: &str, page: &[u8]) -> Vec<u8> {
    zip(&[("imsmanifest.xml", manifest(title, page).as_bytes()), ("index.html", page)])
}

/// Returns the manifest. Its identifier is another one for each page.
fn manifest(title: &str, page: &[u8]) -> String {
    let title = escaped(title);
    let digest = Sha256::digest(page);
    let digest = digest.iter().take(8).fold(0_u64, |number, &byte| number << 8 | u64::from(byte));
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="gridscope-{digest:016x}" version="1.0" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
<metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
<organizations default="course"><organization identifier="course"><title>{title}</title>
<item identifier="lesson" identifierref="page"><title>{title}</title></item>
</organization></organizations>
<resources><resource identifier="page" type="webcontent" adlcp:scormtype="sco" href="index.html"><file href="index.html"/></resource></resources>
</manifest>
"#
    )
}

/// Returns a zip of files that are stored as they are.
fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    for (name, content) in files {
        let mut sum = Crc::new();
        sum.update(content);
        let (size, start) = (content.len() as u32, out.len() as u32);
        // Fields that both entries of a file have alike.
        let mut entry = Vec::new();
        for number in [VERSION, UTF_8, 0, 0, DATE] {
            entry.extend(number.to_le_bytes());
        }
        for number in [sum.sum(), size, size] {
            entry.extend(number.to_le_bytes());
        }
        entry.extend((name.len() as u16).to_le_bytes());
        entry.extend([0; 2]);
        out.extend(b"PK\x03\x04");
        out.extend(&entry);
        out.extend(name.as_bytes());
        out.extend(*content);
        directory.extend(b"PK\x01\x02");
        directory.extend(VERSION.to_le_bytes());
        directory.extend(&entry);
        directory.extend([0; 10]);
        directory.extend(start.to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let (size, start, count) = (directory.len() as u32, out.len() as u32, files.len() as u16);
    out.append(&mut directory);
    out.extend(b"PK\x05\x06");
    out.extend([0; 4]);
    out.extend([count.to_le_bytes(), count.to_le_bytes()].concat());
    out.extend([size.to_le_bytes(), start.to_le_bytes()].concat());
    out.extend([0; 2]);
    out
}
