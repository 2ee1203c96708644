//! Default names for exported files.

use super::ExportKind;
use crate::Session;
use crate::formats::file_name::is_device_name;
use std::path::{Path, PathBuf};

/// Returns a file name without extension: the scene's title in characters that every system allows.
pub(super) fn stem(session: &Session) -> String {
    let title = match session.scene().title.as_str() {
        // A title such as `A*` has too few letters for a name.
        "" if session.card().id.is_empty() => session.algorithm_title(),
        "" => session.card().id.to_owned(),
        title => title.to_owned(),
    };
    let mut name = String::new();
    for c in title.to_lowercase().chars() {
        if c.is_alphanumeric() {
            name.push(c);
        } else if !name.ends_with('-') && !name.is_empty() {
            name.push('-');
        }
    }
    let name: String = name.chars().take(40).collect();
    let name = name.trim_end_matches('-');
    match name {
        "" => "map".to_owned(),
        name if is_device_name(name) => format!("{name}-map"),
        name => name.to_owned(),
    }
}

/// Returns the default name for saving the scene.
pub fn scene_name(session: &Session) -> String {
    format!("{}.scene.json", stem(session))
}

/// Returns the default name for an export.
pub fn name_for(session: &Session, what: ExportKind) -> String {
    let part = match what {
        ExportKind::Handout { answers: false } => "-handout",
        ExportKind::Handout { answers: true } => "-answers",
        ExportKind::Card => "-card",
        ExportKind::Table => "-expansions",
        ExportKind::Picture | ExportKind::Animation | ExportKind::Page => "",
    };
    format!("{}{part}.{}", stem(session), what.suggested_extension())
}

/// Returns the names of the files of an export: `path`, or `name-1.svg`, `name-2.svg` and so on for several.
pub fn file_names(path: &Path, count: usize) -> Vec<PathBuf> {
    if count < 2 {
        return vec![path.to_owned()];
    }
    let part = |part: Option<&std::ffi::OsStr>| part.map(|p| p.to_string_lossy().into_owned()).unwrap_or_default();
    let (stem, ending) = (part(path.file_stem()), part(path.extension()));
    (1..=count).map(|page| path.with_file_name(format!("{stem}-{page}.{ending}"))).collect()
}
