//! A text field for a path, for systems without a file dialog. It has completion and lists recent files.

use super::{answer, enter, heading, modal};
use crate::debugger::disk::address::Address;
use crate::debugger::disk::exact_path::ExactPath;
use crate::debugger::{Command, Session, SessionCommand, WindowCommand};
use crate::formats::file_endings;
use crate::host::TYPED_PATH;
use crate::style::fonts;
use crate::view::{Dialog, PathFor, View};
use egui::{Button, Context, Key, Modifiers, RichText, TextEdit};
use std::path::{Path, PathBuf};

/// Maximum number of names listed.
const OFFERED: usize = 9;

/// Draws the dialog. Returns its state if it stays open.
pub(super) fn show(
    ctx: &Context,
    session: &Session,
    view: &mut View,
    purpose: PathFor,
    mut text: String,
    out: &mut Vec<Command>,
) -> Option<Dialog> {
    let theme = view.theme.clone();
    let (enter, tab) = (enter(ctx), ctx.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Tab)));
    modal(ctx, "path", 620.0, |ui| {
        let (title, go) = match purpose {
            PathFor::Open => ("Open a scene, map or trace", "Open"),
            PathFor::Save => ("Save the scene", "Save"),
            PathFor::Compare => ("Compare with a scene, map or trace", "Compare"),
            PathFor::Table => ("Save the table", "Save"),
            PathFor::Folder => ("A folder of your scenes", "Show"),
        };
        heading(ui, title);
        let field = TextEdit::singleline(&mut text).font(fonts::mono(14.0)).desired_width(f32::INFINITY);
        let folder = purpose == PathFor::Folder;
        let hint = if folder { "a folder, such as maps" } else { "a path, such as maps/cave.map" };
        let field = ui.add(field.hint_text(hint)).accessible_name("Path");
        if !field.has_focus() {
            field.request_focus();
        }
        let writes = matches!(purpose, PathFor::Save | PathFor::Table);
        let all = offered(&text, &view.settings.recent, writes, folder);
        if let (true, Some(first)) = (tab, all.first()) {
            text.clone_from(first);
            place_cursor_at_end(ui, &field, &text);
        }
        ui.add_space(4.0);
        for path in &all {
            let face = Button::new(RichText::new(path).font(fonts::mono(13.0)).color(theme.link)).frame(false);
            if ui.add(face).clicked() {
                text.clone_from(path);
                place_cursor_at_end(ui, &field, &text);
            }
        }
        let path = Path::new(text.trim());
        let opens_link = purpose == PathFor::Open && is_address(path);
        let problem = problem(path, writes, folder).filter(|_| !opens_link);
        ui.add_space(4.0);
        match &problem {
            Some(problem) if !text.trim().is_empty() => ui.colored_label(theme.weak, problem),
            _ => ui.weak(TYPED_PATH),
        };
        ui.add_space(8.0);
        let (mut went, mut cancelled) = (false, false);
        ui.horizontal(|ui| {
            went = answer(ui, view, go, true, problem.is_none()) || (enter && problem.is_none());
            cancelled = answer(ui, view, "Cancel", false, true);
        });
        let own = purpose == PathFor::Save && session.document().path.as_deref() == Some(path);
        // A link to nothing counts: it may lead anywhere.
        if went && writes && !own && path.symlink_metadata().is_ok() {
            return Some(Dialog::Replace(purpose, text));
        }
        if went {
            go_to(view, purpose, path.to_owned(), out);
        }
        (!went && !cancelled).then_some(Dialog::Path(purpose, text))
    })
}

/// Asks before another file is overwritten. If the user declines, asks for another name.
pub(super) fn replace(
    ctx: &Context,
    view: &mut View,
    purpose: PathFor,
    text: String,
    out: &mut Vec<Command>,
) -> Option<Dialog> {
    let enter = enter(ctx);
    let mut replaced = false;
    let asks = modal(ctx, "replace", 460.0, |ui| {
        heading(ui, "Replace the file?");
        ui.label(format!("{} exists already. Its contents will be replaced.", text.trim()));
        ui.add_space(10.0);
        let mut other = enter;
        ui.horizontal_wrapped(|ui| {
            other |= answer(ui, view, "Choose another name", true, true);
            replaced = answer(ui, view, "Replace", false, true);
        });
        (!other && !replaced).then_some(())
    });
    if replaced {
        go_to(view, purpose, PathBuf::from(text.trim()), out);
        return None;
    }
    Some(if asks.is_some() { Dialog::Replace(purpose, text) } else { Dialog::Path(purpose, text) })
}

/// Uses a path for its purpose.
fn go_to(view: &mut View, purpose: PathFor, path: PathBuf, out: &mut Vec<Command>) {
    match purpose {
        PathFor::Open if is_address(&path) => {
            out.push(SessionCommand::OpenLink(path.to_string_lossy().into_owned()).into());
        }
        PathFor::Open => out.push(SessionCommand::Open(path).into()),
        PathFor::Save => out.push(SessionCommand::SaveAs(path).into()),
        PathFor::Compare => out.push(SessionCommand::CompareWith(path).into()),
        PathFor::Table => out.push(SessionCommand::SaveTable(path).into()),
        PathFor::Folder => {
            // The folder must be found from any current directory.
            let path = std::path::absolute(&path).unwrap_or(path);
            view.settings.own_scenes = Some(ExactPath(path));
            out.push(WindowCommand::AskLesson.into());
        }
    }
}

fn place_cursor_at_end(ui: &egui::Ui, field: &egui::Response, text: &str) {
    let mut state = egui::text_edit::TextEditState::load(ui.ctx(), field.id).unwrap_or_default();
    let end = egui::text::CCursor::new(text.chars().count());
    state.cursor.set_char_range(Some(egui::text::CCursorRange::one(end)));
    state.store(ui.ctx(), field.id);
}

/// Returns whether a text is no file but a link, or the address of a page.
fn is_address(path: &Path) -> bool {
    !path.exists() && matches!(Address::read(&path.to_string_lossy()), Ok(Some(_)))
}

/// Returns why a path cannot be used.
fn problem(path: &Path, writes: bool, folder: bool) -> Option<String> {
    let display_path = path.display();
    if path.as_os_str().is_empty() {
        return Some("No path yet.".to_owned());
    }
    if folder {
        return (!path.is_dir()).then(|| format!("There is no folder {display_path}."));
    }
    if path.is_dir() {
        return Some(format!("{display_path} is a folder."));
    }
    if !writes {
        return (!path.is_file()).then(|| format!("There is no file {display_path}."));
    }
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty());
    folder.filter(|f| !f.is_dir()).map(|f| format!("There is no folder {}.", f.display()))
}

/// Returns paths that start with the text. If it is empty, returns recent files and those in the current directory.
fn offered(text: &str, recent: &[PathBuf], writes: bool, folders: bool) -> Vec<String> {
    let text = text.trim();
    let late = recent.iter().filter(|_| text.is_empty() && !writes && !folders).map(|p| p.display().to_string());
    let (folder, start) = match text.rfind(['/', std::path::MAIN_SEPARATOR]) {
        Some(k) => (&text[..=k], &text[k + 1..]),
        None => ("", text),
    };
    let endings = file_endings();
    let here = std::fs::read_dir(if folder.is_empty() { "." } else { folder });
    let mut names: Vec<String> = here
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            let is_folder = entry.path().is_dir();
            let opened = || name.rsplit_once('.').is_some_and(|(_, own)| endings.contains(&own));
            let known = is_folder || (!folders && opened());
            let fits = known && name.starts_with(start) && (!name.starts_with('.') || start.starts_with('.'));
            fits.then(|| format!("{folder}{name}{}", if is_folder { "/" } else { "" }))
        })
        .collect();
    names.sort();
    late.chain(names).filter(|name| name != text).take(OFFERED).collect()
}
