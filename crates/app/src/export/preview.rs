//! Preview of an export: its first picture, the sheet, or the first lines of a table.

use super::raster::Pixels;
use super::stage::{Layout, Look, Stage, pixels};
use super::{handout, layout_of, text};
use crate::debugger::export::{Export, ExportError, ExportKind};
use crate::debugger::{Session, SessionCommand};
use crate::view::Settings;
use egui::Vec2;

/// Maximum number of lines shown of a table, and of characters in each.
const LINES: usize = 9;
const LETTERS: usize = 78;

/// Preview of an export.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Preview {
    /// A picture.
    Picture(Pixels),
    /// Lines of text.
    Text(String),
}

/// Draws what [`super::export`] would write, scaled to fit into `room` pixels.
///
/// # Errors
/// Returns an error with the reason if nothing can be exported with these settings.
pub(crate) fn preview(
    export: &Export,
    session: &Session,
    look: &Settings,
    view: Option<Layout>,
    room: Vec2,
) -> Result<Preview, ExportError> {
    export.check(session)?;
    let session = &mut session.snapshot(export.run);
    if export.what != ExportKind::Page {
        session.apply(&SessionCommand::Seek(export.from));
    }
    match export.what {
        ExportKind::Handout { answers } => handout::preview(session, answers, room).map(Preview::Picture),
        ExportKind::Table => {
            let all = String::from_utf8_lossy(&text(export, session)?).into_owned();
            let line = |line: &str| match line.char_indices().nth(LETTERS) {
                Some((end, _)) => format!("{}…", &line[..end]),
                None => line.to_owned(),
            };
            let preview_lines: Vec<String> = all.lines().take(LINES).map(line).collect();
            let more = if all.lines().count() > LINES { "\n…" } else { "" };
            Ok(Preview::Text(preview_lines.join("\n") + more))
        }
        ExportKind::Picture | ExportKind::Animation | ExportKind::Card | ExportKind::Page => {
            let layout = view.filter(|_| export.what != ExportKind::Card).unwrap_or_else(|| layout_of(export));
            let (width, height) = pixels(session, layout, 1.0, export.rulers);
            let scale = (room.x / width as f32).min(room.y / height as f32).min(1.0);
            let settings = Settings { theme: export.theme, rulers: export.rulers, ..look.clone() };
            let picture =
                Stage::new(session, Look { layout, settings, scale, paper: export.is_on_paper() }).picture(session);
            Ok(Preview::Picture(picture))
        }
    }
}
