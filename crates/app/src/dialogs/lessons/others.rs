//! The foot of the lessons page: the folder of the user's own scenes, recent files, and ways to other maps.

use super::Page;
use crate::debugger::{Command, SessionCommand, WindowCommand};
use crate::style::fonts::{self, Icon};
use egui::{Button, Label, RichText, Ui, vec2};

/// Maximum number of unreadable files that are listed.
const UNREAD: usize = 8;
/// Maximum number of recent files that are listed.
const RECENT: usize = 5;

/// Draws the foot.
pub(super) fn show(ui: &mut Ui, page: &mut Page<'_>) {
    let theme = page.view.theme.clone();
    ui.label(RichText::new("Other maps").font(fonts::medium(13.0)).color(theme.weak));
    ui.add_space(6.0);
    let folder = page.view.settings.own_scenes.as_ref().map(|folder| folder.0.display().to_string());
    let help = "A folder whose scenes are listed here after the lessons, from now on.";
    let (name, help) = match &folder {
        Some(folder) => ("Another folder…", format!("{folder}\n{help}")),
        None => ("A folder of yours…", help.to_owned()),
    };
    let mut rows: Vec<(Icon, String, String, Command)> = vec![
        (Icon::FOLDER_OPEN, name.to_owned(), help, WindowCommand::AskFolder.into()),
        (
            Icon::FOLDER_OPEN,
            "Open a file…".to_owned(),
            "A scene, a text map, a MovingAI map or a log.".to_owned(),
            WindowCommand::AskOpen.into(),
        ),
        (
            Icon::PLUS,
            "Draw a new map".to_owned(),
            "An empty map of a size that you choose.".to_owned(),
            WindowCommand::AskNew.into(),
        ),
    ];
    for path in page.view.settings.recent.iter().take(RECENT) {
        let name = path.file_name().map_or_else(|| path.display().to_string(), |n| n.to_string_lossy().into_owned());
        rows.push((Icon::FILE_PLUS, name, path.display().to_string(), SessionCommand::Open(path.clone()).into()));
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(18.0, 4.0);
        for (icon, title, help, command) in rows {
            let face = (icon.text(16.0).color(theme.weak), RichText::new(&title).color(theme.text));
            let button = ui.add(Button::new(face).frame(false).min_size(vec2(0.0, 28.0)));
            if button.accessible_name(&title).on_hover_text(help).clicked() {
                page.selection.opened = Some(command);
            }
        }
        if let Some(folder) = &folder {
            let face = (Icon::X.text(16.0).color(theme.weak), RichText::new("Without it").color(theme.text));
            let button = ui.add(Button::new(face).frame(false).min_size(vec2(0.0, 28.0)));
            let help = format!("{folder}\nIts scenes are no longer listed here. Nothing is deleted.");
            if button.accessible_name("Without this folder").on_hover_text(help).clicked() {
                page.view.settings.own_scenes = None;
            }
        }
    });
    unread(ui, page);
}

/// Shows which files of the user's folder cannot be read, or that reading is not finished.
fn unread(ui: &mut Ui, page: &Page<'_>) {
    let (own, view) = (&page.view.own_scenes, &page.view);
    if own.is_reading() {
        ui.weak("Your folder is being read …");
    } else if view.settings.own_scenes.is_some() && own.entries.is_empty() && own.unread.is_empty() {
        ui.weak("There is no scene in your folder yet: save one there.");
    }
    for sentence in own.unread.iter().take(UNREAD) {
        ui.add(Label::new(RichText::new(format!("✕ {sentence}")).color(view.theme.weak)).wrap());
    }
    if let Some(more) = own.unread.len().checked_sub(UNREAD).filter(|&n| n > 0) {
        ui.weak(format!("… and {more} more that cannot be read."));
    }
}
