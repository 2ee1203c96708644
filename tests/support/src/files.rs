//! Shared code of the tests of formats: reading and writing text, and folders next to the project.

use gridscope::formats::{Options, format_for, read_bytes};
use gridscope::trace::scene::Scene;
use std::path::PathBuf;

pub fn read(text: &str) -> Result<gridscope::formats::Loaded, String> {
    read_bytes("here.txt", text.as_bytes(), &Options::default()).map_err(|e| e.to_string())
}

pub fn write(scene: &Scene, extension: &str) -> (String, Vec<String>) {
    let format = format_for(extension).expect("a format");
    let written = format.write(scene, &Options::default()).expect("a scene that can be written");
    (String::from_utf8(written.bytes).expect("text"), written.lost)
}

/// Returns a folder next to the project, for files that are not committed.
pub fn shared(folder: &str) -> PathBuf {
    let root = std::env::var_os("GRIDSCOPE_SHARED").map(PathBuf::from);
    root.unwrap_or_else(|| std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared")).join(folder)
}
