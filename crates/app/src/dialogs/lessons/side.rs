//! The left side of the gallery: a search field, the groups with their counts, and at its foot the next lesson and
//! buttons for other maps.

use crate::debugger::{Command, Session, SessionCommand, WindowCommand};
use crate::presets;
use crate::style::fonts::{self, Icon};
use crate::style::theme::Theme;
use crate::view::View;
use egui::{Button, RichText, ScrollArea, TextEdit, Ui, vec2};

/// Height of a row of the foot with its space, in points.
const ROW: f32 = 30.0;
/// Maximum number of recent files that are listed.
const RECENT: usize = 5;

/// Draws the left side. Returns the group that was clicked.
pub(super) fn show(
    ui: &mut Ui,
    session: &Session,
    view: &mut View,
    (query, groups, algorithms): (&mut String, &[(String, usize)], &mut Vec<&'static str>),
    stays: &mut bool,
    out: &mut Vec<Command>,
) -> Option<String> {
    let theme = &view.theme.clone();
    let field = TextEdit::singleline(query).hint_text("Title, algorithm or words").desired_width(f32::INFINITY);
    let field = ui.add(field.margin(egui::Margin::symmetric(8, 5))).accessible_name("Filter lessons");
    let help =
        "Finds titles, names, algorithms and words of the text.\nArrows choose a lesson, Enter opens it, Esc closes.";
    let field = field.on_hover_text(help);
    crate::view::focus::first(&field);
    ui.add_space(6.0);
    let mut clicked = None;
    // In a narrow window the side is too low for a foot, so other maps are at the end of the list.
    let next = presets::after(session.scene()).map(|next| (next.title(), SessionCommand::OpenPreset(next.id)));
    let foot = if view.narrow.is_some() { 0.0 } else { (2.0 + f32::from(u8::from(next.is_some()))) * ROW + 12.0 };
    let list = ScrollArea::vertical().id_salt("lesson groups").auto_shrink(false);
    let height = (ui.available_height() - foot).max(0.0);
    list.max_height(height).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        let mut offer = |ui: &mut Ui, (icon, title, help): Face<'_>, command: Command| {
            if row(ui, theme, (icon, title, help)) {
                *stays = false;
                out.push(command);
            }
        };
        if view.narrow.is_some() {
            others(ui, next.as_ref(), &mut offer);
        }
        label(ui, view, "Lessons");
        for (group, n) in groups {
            let count = RichText::new(n.to_string()).font(fonts::mono(12.0)).color(theme.faint);
            let face = (RichText::new(group), egui::Atom::grow(), count);
            let row = Button::selectable(false, face).min_size(vec2(ui.available_width(), 26.0));
            if ui.add(row).accessible_name(format!("Lessons about {group}")).clicked() {
                clicked = Some(group.clone());
            }
        }
        label(ui, view, "Your scenes");
        let folder = view.settings.own_scenes.as_ref().map(|folder| folder.0.display().to_string());
        let help = "A folder whose scenes are listed here after the lessons, from now on.";
        let (name, help) = match &folder {
            Some(folder) => ("Another folder…", format!("{folder}\n{help}")),
            None => ("A folder of yours…", help.to_owned()),
        };
        offer(ui, (Icon::FOLDER_OPEN, name, &help), WindowCommand::AskFolder.into());
        if let Some(folder) = &folder {
            let row =
                Button::new((Icon::X.text(16.0).color(theme.weak), RichText::new("Without it").color(theme.text)));
            let row = ui.add(row.frame(false).min_size(vec2(0.0, 28.0))).accessible_name("Without this folder");
            if row
                .on_hover_text(format!("{folder}\nIts scenes are no longer listed here. Nothing is deleted."))
                .clicked()
            {
                view.settings.own_scenes = None;
            }
        }
        if !view.settings.recent.is_empty() {
            label(ui, view, "Recent files");
        }
        for path in view.settings.recent.iter().take(RECENT) {
            let name =
                path.file_name().map_or_else(|| path.display().to_string(), |n| n.to_string_lossy().into_owned());
            let open = SessionCommand::Open(path.clone());
            offer(ui, (Icon::FILE_PLUS, &name, &path.display().to_string()), open.into());
        }
        label(ui, view, "Algorithm");
        for name in algorithms_of(view) {
            let mut on = algorithms.contains(&name);
            let tick = ui.checkbox(&mut on, name).accessible_name(format!("Only {name}"));
            if tick.on_hover_text("Lists only the lessons of the ticked algorithms.").clicked() {
                algorithms.retain(|own| *own != name);
                algorithms.extend(on.then_some(name));
            }
        }
        label(ui, view, "A course");
        let now = presets::week(query).map(|week| week.title);
        for (week, number) in presets::COURSE.iter().zip(1..) {
            let face = RichText::new(format!("{number}  {}", week.title));
            let row = Button::selectable(now == Some(week.title), (face, egui::Atom::grow()));
            let row = ui.add(row.truncate().min_size(vec2(ui.available_width(), 26.0)));
            let row = row.accessible_name(format!("Week {number}: {}", week.title));
            if row.on_hover_text("The lessons of this week, in their order.").clicked() {
                *query = if now == Some(week.title) { String::new() } else { format!("week {number}") };
            }
        }
    });
    if foot > 0.0 {
        ui.spacing_mut().item_spacing.y = 2.0;
        ui.separator();
        others(ui, next.as_ref(), &mut |ui, face, command| {
            if row(ui, theme, face) {
                *stays = false;
                out.push(command);
            }
        });
    }
    clicked
}

/// Icon, title and tooltip of a row.
type Face<'a> = (Icon, &'a str, &'a str);

/// Draws the ways to other maps: the next lesson, a file, and a new map.
fn others(ui: &mut Ui, next: Option<&(String, SessionCommand)>, offer: &mut dyn FnMut(&mut Ui, Face<'_>, Command)) {
    if let Some((title, command)) = next {
        let help = format!("{title}\nThe lesson after the one that is open.");
        offer(ui, (Icon::ARROW_RIGHT, "Next lesson", &help), command.into());
    }
    let help = "A scene, a text map, a MovingAI map or a log.";
    offer(ui, (Icon::FOLDER_OPEN, "Open a file…", help), WindowCommand::AskOpen.into());
    let help = "An empty map of a size that you choose.";
    offer(ui, (Icon::PLUS, "Draw a new map", help), WindowCommand::AskNew.into());
}

/// Draws a row with an icon. Returns whether it was clicked.
fn row(ui: &mut Ui, theme: &Theme, (icon, title, help): Face<'_>) -> bool {
    let face = (icon.text(16.0).color(theme.weak), RichText::new(title).color(theme.text), egui::Atom::grow());
    let button = Button::new(face).frame(false).truncate().min_size(vec2(ui.available_width(), 28.0));
    ui.add(button).accessible_name(title).on_hover_text(help).clicked()
}

/// Returns the algorithms of the built-in lessons, each once, in the order of the lessons.
fn algorithms_of(view: &View) -> Vec<&'static str> {
    let mut all = Vec::new();
    for entry in view.lessons.get().into_iter().flatten() {
        if !entry.algorithm.is_empty() && !all.contains(&entry.algorithm) {
            all.push(entry.algorithm);
        }
    }
    all
}

/// Draws the heading of a section.
fn label(ui: &mut Ui, view: &View, text: &str) {
    ui.add_space(12.0);
    ui.label(RichText::new(text).font(fonts::medium(12.0)).color(view.theme.weak));
    ui.add_space(2.0);
}
