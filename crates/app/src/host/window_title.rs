//! The window's title, for its title bar and for screen readers: the open scene, and whether it is saved.

use crate::debugger::Session;
use crate::formats::plain;
use crate::host::Host;
use egui::{Context, Id};

/// Maximum length of a scene's title in the title bar, in characters.
const LONGEST: usize = 80;

/// Returns the window's title: the scene's title, or else its file name, with a star if it is not saved.
pub(crate) fn name(session: &Session) -> String {
    let document = &session.document();
    let file = document.path.as_deref().and_then(|path| path.file_name()).map(|name| name.to_string_lossy());
    let title = match session.scene().title.trim() {
        "" => file.unwrap_or("Untitled".into()).into_owned(),
        title => title.to_owned(),
    };
    let plain = plain::sentence(&title);
    let short = match plain.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &plain[..end]),
        None => plain,
    };
    format!("{short}{} · gridscope", if document.loses_work() { "*" } else { "" })
}

/// Sets the window's title. The start page belongs to no scene.
pub(crate) fn show(ctx: &Context, host: &Host, session: Option<&Session>) {
    let (name, kept) = (session.map_or_else(|| "gridscope".to_owned(), name), Id::unique("name of the window"));
    ctx.accesskit_node_builder(egui::accesskit_root_id(), |node| node.set_label(name.as_str()));
    if ctx.data(|data| data.get_temp::<String>(kept)).as_ref() != Some(&name) {
        host.set_title(ctx, &name);
        ctx.data_mut(|data| data.insert_temp(kept, name));
    }
}
