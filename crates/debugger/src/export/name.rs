//! Default names for exported files.

use super::ExportKind;
use crate::Session;

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
    if name.is_empty() { "map".to_owned() } else { name.to_owned() }
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
    format!("{}{part}.{}", stem(session), what.extensions().first().copied().unwrap_or("png"))
}
