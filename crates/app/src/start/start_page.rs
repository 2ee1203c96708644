//! The page at the start: four doors, the recent files, and the first lesson.

use crate::canvas::sentence::{Part, parts};
use crate::debugger::session::command::table::{self, Group};
use crate::debugger::session::window::{Arrangement, HelpPage};
use crate::debugger::{Command, SessionCommand, WindowCommand};
use crate::dialogs::lesson_pictures::FirstLesson;
use crate::style::fonts::{self, Icon};
use crate::style::theme::Theme;
use crate::view::Cx;
use crate::view::shortcuts::format_keys;
use egui::text::{LayoutJob, TextFormat};
use egui::{
    Align2, Button, Checkbox, Color32, CornerRadius, EventFilter, FocusDirection, Id, Key, Modifiers, Rect, Response,
    RichText, ScrollArea, Sense, Stroke, StrokeKind, Ui, UiBuilder, WidgetInfo, pos2, vec2,
};
use std::path::Path;

/// Left edge and width of the column with the doors, in points.
const LEFT: f32 = 72.0;
const COLUMN: f32 = 520.0;
/// Width of the column beside a map that needs the room, in points.
const NARROW_COLUMN: f32 = 424.0;
/// Gap between the column and the map, and the widths of the map that it should have and that it must have, in points.
const BETWEEN: f32 = 44.0;
const WIDE_MAP: f32 = 760.0;
const LEAST_MAP: f32 = 400.0;
/// Distance of the map from the right edge, in points.
const RIGHT: f32 = 36.0;
/// Height of a door, in points.
const DOOR: f32 = 76.0;
/// Maximum number of recent files that are listed.
const RECENT: usize = 6;
/// Number of recent files that a low window has room for, and its height in points.
const RECENT_WHEN_LOW: usize = 3;
const LOW: f32 = 760.0;

/// A door: its icon, title, text and command.
struct Door {
    icon: Icon,
    title: &'static str,
    text: String,
    command: Command,
}

/// Returns the doors. The first leads to the first lesson.
fn doors(slides: usize, first: Command) -> [Door; 4] {
    [
        Door {
            icon: Icon::GRADUATION_CAP,
            title: "Learn: your first search",
            text: format!("{slides} short slides. About ten minutes."),
            command: first,
        },
        Door {
            icon: Icon::PAINT_BRUSH,
            title: "Draw a map",
            text: "Paint walls and costs. The search follows each stroke.".to_owned(),
            command: WindowCommand::AskNew.into(),
        },
        Door {
            icon: Icon::FOLDER_OPEN,
            title: "Open a file",
            text: "Scene, text, Tiled, LDtk, PNG, CSV, a log. Or drop it here.".to_owned(),
            command: WindowCommand::AskOpen.into(),
        },
        Door {
            icon: Icon::BUG,
            title: "Debug your own program",
            text: "Copy a small logger, run your program, step through its log.".to_owned(),
            command: WindowCommand::Help(HelpPage::OwnProgram).into(),
        },
    ]
}

/// Whether the page is shown in place of the map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum StartPage {
    /// The map is shown.
    #[default]
    Hidden,
    /// The page is shown.
    Shown,
}

impl StartPage {
    /// Returns whether the page is shown.
    pub(crate) fn is_shown(self) -> bool {
        self == Self::Shown
    }
}

/// Returns whether the page stays open after a command: the command shows a dialog, or changes only how the window looks.
pub(crate) const fn stays(command: &Command) -> bool {
    use WindowCommand as W;
    matches!(
        command,
        Command::Window(
            W::AskNew
                | W::AskGenerate
                | W::AskOpen
                | W::AskFolder
                | W::AskLesson
                | W::OpenLeft
                | W::Quit
                | W::LargerText
                | W::SmallerText
                | W::UsualText
                | W::ToggleFullScreen
                | W::NextTheme
                | W::ToggleLessMotion
                | W::SetTheme(_)
                | W::Palette
                | W::KeySheet
                | W::About
                | W::StartPage
                | W::Help(_)
                | W::CopyLogger(_)
                | W::CopyReport
        )
    )
}

/// Returns whether the page takes a command of a key. The map is not shown, so keys of the player, the map and its tools
/// do nothing.
pub(crate) fn takes_key(command: &Command) -> bool {
    use Group as G;
    let of_map = [G::Play, G::Step, G::Find, G::Run, G::Map, G::Tools, G::Selection];
    let is_elsewhere = table::info(command).is_some_and(|info| !of_map.contains(&info.group));
    is_elsewhere || stays(command) || matches!(command, Command::Session(SessionCommand::PasteText(_)))
}

/// Moves the keyboard focus through the doors by the arrow keys.
fn move_by_arrows(ui: &Ui, doors: &[Id]) {
    let by = ui.input_mut(|i| {
        let mut times = |key| i.count_and_consume_key(Modifiers::NONE, key) as isize;
        times(Key::ArrowDown) - times(Key::ArrowUp)
    });
    let now = ui.memory(egui::Memory::focused);
    // Without a focus, the first door is the one that Enter opens.
    let now = now.map_or(Some(0), |id| doors.iter().position(|&door| door == id));
    let Some(now) = now else { return };
    let next = doors[now.saturating_add_signed(by).min(doors.len() - 1)];
    ui.memory_mut(|m| {
        if by != 0 {
            m.request_focus(next);
            // egui would move on from there.
            m.move_focus(FocusDirection::None);
        }
        let arrows = EventFilter { vertical_arrows: true, ..EventFilter::default() };
        m.set_focus_lock_filter(next, arrows);
    });
}

/// Draws the page.
pub(crate) fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let theme = cx.view.theme.clone();
    let area = ui.available_rect_before_wrap();
    ui.painter().rect_filled(area, 0.0, theme.canvas);
    let left = if area.width() < COLUMN + 2.0 * LEFT { 20.0 } else { LEFT };
    let beside_map = area.width() - left - BETWEEN - WIDE_MAP - RIGHT;
    let wide = (area.width() - 2.0 * left).min(beside_map.clamp(NARROW_COLUMN, COLUMN));
    let map = Rect::from_min_max(pos2(area.min.x + left + wide + BETWEEN, area.min.y), area.max - vec2(RIGHT, 0.0));
    let foot = 40.0;
    let top = ((area.height() - 620.0) * 0.28).clamp(16.0, 160.0);
    if ui.input_mut(|i| cx.view.dialog.is_none() && i.key_pressed(Key::Enter) && i.modifiers == Modifiers::NONE)
        && ui.ctx().memory(|m| m.focused().is_none())
    {
        let command = first_lesson(cx);
        cx.send(command);
    }
    let column = Rect::from_min_max(area.min + vec2(left, 0.0), pos2(area.min.x + left + wide, area.max.y - foot));
    let mut inner = ui.new_child(UiBuilder::new().max_rect(column));
    ScrollArea::vertical().id_salt("start page").auto_shrink(false).show(&mut inner, |ui| {
        ui.set_width(wide);
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.add_space(top);
        ui.label(RichText::new("gridscope").font(fonts::semibold(28.0)).color(theme.strong));
        ui.add_space(6.0);
        let line = "Watch a grid algorithm think, one event at a time.";
        ui.label(RichText::new(line).font(fonts::text(15.0)).color(theme.weak));
        ui.add_space(28.0);
        let slides = cx.session.scene().run.slides.len();
        let mut ids = Vec::new();
        for (k, one) in doors(slides, first_lesson(cx)).into_iter().enumerate() {
            let response = door(ui, &theme, &one, k == 0);
            ids.push(response.id);
            if response.clicked() {
                cx.send(one.command);
            }
            ui.add_space(8.0);
        }
        if cx.view.dialog.is_none() {
            move_by_arrows(ui, &ids);
        }
        recent(ui, cx, area.height());
        ui.add_space(16.0);
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 22.0;
            let lessons = format!("All {} lessons", crate::presets::PRESETS.len());
            let links = [
                (&*lessons, WindowCommand::AskLesson),
                ("First steps", WindowCommand::FirstSteps),
                ("Help", WindowCommand::Help(HelpPage::OwnProgram)),
            ];
            for (title, command) in links {
                if ui.link(RichText::new(title).color(theme.link)).clicked() {
                    cx.send(command);
                }
            }
        });
    });
    let below = Rect::from_min_max(pos2(column.min.x, column.max.y), pos2(column.max.x, area.max.y));
    let mut below = ui.new_child(UiBuilder::new().max_rect(below));
    below.add(Checkbox::new(&mut cx.view.settings.start_page, "Show this page at start"));
    if map.width() >= LEAST_MAP && cx.view.narrow.is_none() {
        picture(ui, cx, map, area.min.y + top + 28.0 + 6.0 + 20.0 + 28.0);
    }
}

/// Returns the command that opens the first lesson.
fn first_lesson(cx: &Cx<'_>) -> Command {
    match crate::presets::of(cx.session.scene()) {
        Some(preset) if preset.id == crate::FIRST_PRESET && cx.session.document().edits() == 0 => {
            WindowCommand::Arrange(Arrangement::Learn).into()
        }
        _ => SessionCommand::OpenPreset(crate::FIRST_PRESET).into(),
    }
}

/// Draws a door. The first one is the action of Enter.
fn door(ui: &mut Ui, theme: &Theme, door: &Door, first: bool) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), DOOR), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, door.title));
    let ground = if response.hovered() || response.has_focus() || first { theme.widget } else { theme.panel };
    let painter = ui.painter();
    painter.rect_filled(rect, CornerRadius::same(8), ground);
    if first {
        let rim = Stroke::new(1.5, theme.now);
        painter.rect_stroke(rect, CornerRadius::same(8), rim, StrokeKind::Inside);
    }
    let square = Rect::from_center_size(pos2(rect.min.x + 38.0, rect.center().y), vec2(40.0, 40.0));
    let (fill, ink) = if first { (theme.now, theme.now_ink) } else { (theme.widget, theme.text) };
    painter.rect_filled(square, CornerRadius::same(8), fill);
    painter.text(square.center(), Align2::CENTER_CENTER, door.icon.letter, door.icon.font(22.0), ink);
    let of_command = || table::info(&door.command).and_then(|info| info.keys.first()).map(|key| format_keys(key));
    let key = if first { Some("Enter".to_owned()) } else { of_command() };
    let mut right = rect.max.x - 16.0;
    if let Some(key) = key {
        let text = painter.layout_no_wrap(key, fonts::mono(11.0), theme.weak);
        let place =
            Rect::from_min_size(pos2(right - text.size().x - 12.0, rect.min.y + 16.0), text.size() + vec2(12.0, 4.0));
        painter.rect_filled(place, CornerRadius::same(4), if first { theme.hover } else { theme.widget });
        painter.galley(place.min + vec2(6.0, 2.0), text, theme.weak);
        right = place.min.x;
    }
    let x = rect.min.x + 76.0;
    let line = |text: &str, font, colour, room: f32| {
        let mut job = LayoutJob::simple(text.to_owned(), font, colour, room);
        job.wrap.max_rows = 1;
        painter.layout_job(job)
    };
    let title = line(door.title, fonts::semibold(16.0), theme.strong, right - x - 8.0);
    painter.galley(pos2(x, rect.min.y + 15.0), title, theme.strong);
    let text = line(&door.text, fonts::text(13.0), theme.weak, rect.max.x - 16.0 - x);
    painter.galley(pos2(x, rect.min.y + 41.0), text, theme.weak);
    response.on_hover_cursor(egui::CursorIcon::PointingHand)
}

/// A recent file that is still there.
#[derive(Clone)]
struct RecentFile {
    path: std::path::PathBuf,
    kind: &'static str,
    when: String,
}

/// Draws the recent files.
fn recent(ui: &mut Ui, cx: &mut Cx<'_>, high: f32) {
    let theme = cx.view.theme.clone();
    let max_files = if high < LOW { RECENT_WHEN_LOW } else { RECENT };
    let files = recent_files(ui, &cx.view.settings.recent);
    if files.is_empty() {
        return;
    }
    ui.add_space(16.0);
    ui.horizontal(|ui| {
        ui.label(RichText::new("Recent").font(fonts::medium(12.0)).color(theme.weak));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let clear = Button::new(RichText::new("Clear").font(fonts::text(12.0)).color(theme.weak)).frame(false);
            if ui.add(clear).accessible_name("Clear the recent files").clicked() {
                cx.view.settings.recent.clear();
            }
        });
    });
    ui.add_space(6.0);
    for file in files.iter().take(max_files) {
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 28.0), Sense::click());
        let name = file.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, format!("Open {name}")));
        if response.hovered() || response.has_focus() {
            ui.painter().rect_filled(rect.expand2(vec2(6.0, 0.0)), CornerRadius::same(6), theme.widget);
        }
        let icon = if file.kind == LOG { Icon::BUG } else { Icon::MAP_TRIFOLD };
        let (y, painter) = (rect.center().y, ui.painter());
        painter.text(pos2(rect.min.x, y), Align2::LEFT_CENTER, icon.letter, icon.font(16.0), theme.weak);
        let draw_text = |x: f32, room: f32, text: &str, ink: Color32| {
            let mut job = LayoutJob::simple(text.to_owned(), fonts::text(13.0), ink, room);
            (job.wrap.max_rows, job.wrap.break_anywhere) = (1, true);
            let galley = painter.layout_job(job);
            painter.galley(pos2(x, y - galley.size().y / 2.0), galley, ink);
        };
        let x = rect.min.x + 26.0;
        let (middle, right) = (rect.min.x + rect.width() * 0.52, rect.max.x);
        draw_text(x, middle - x - 8.0, &name, theme.text);
        draw_text(middle, rect.width() * 0.24, file.kind, theme.weak);
        painter.text(pos2(right, y), Align2::RIGHT_CENTER, &file.when, fonts::text(13.0), theme.faint);
        if response.on_hover_text(file.path.display().to_string()).clicked() {
            cx.send(SessionCommand::Open(file.path.clone()));
        }
    }
}

const LOG: &str = "log";

/// Returns the recent files that are still there. Looks at the disk once, until the list changes.
fn recent_files(ui: &Ui, recent: &[std::path::PathBuf]) -> Vec<RecentFile> {
    /// The list, and what was found.
    type Kept = (Vec<std::path::PathBuf>, Vec<RecentFile>);
    let id = Id::unique("recent files");
    if let Some((of, files)) = ui.data(|d| d.get_temp::<Kept>(id))
        && of == recent
    {
        return files;
    }
    let files: Vec<RecentFile> = recent.iter().filter_map(|path| recent_file(path)).collect();
    ui.data_mut(|d| d.insert_temp::<Kept>(id, (recent.to_vec(), files.clone())));
    files
}

fn recent_file(path: &Path) -> Option<RecentFile> {
    let age = path.metadata().ok()?.modified().ok().and_then(|at| at.elapsed().ok());
    let when = age.map_or_else(String::new, |age| ago(age.as_secs()));
    Some(RecentFile { path: path.to_owned(), kind: kind(path), when })
}

/// Returns what a file is, by its name.
fn kind(path: &Path) -> &'static str {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    if name.contains(".trace.jsonl") {
        return LOG;
    }
    crate::formats::format_for(&name).map_or("", |format| format.title())
}

/// Returns how long ago something was, in words.
fn ago(seconds: u64) -> String {
    let times = |n: u64, unit: &str| if n == 1 { format!("1 {unit} ago") } else { format!("{n} {unit}s ago") };
    match seconds {
        0..=59 => "just now".to_owned(),
        60..=3_599 => times(seconds / 60, "minute"),
        3_600..=86_399 => times(seconds / 3_600, "hour"),
        86_400..=2_591_999 => times(seconds / 86_400, "day"),
        2_592_000..=31_535_999 => times(seconds / 2_592_000, "month"),
        _ => times(seconds / 31_536_000, "year"),
    }
}

/// Draws the first lesson at its telling moment. A click opens it.
fn picture(ui: &mut Ui, cx: &mut Cx<'_>, room: Rect, top: f32) {
    let theme = cx.view.theme.clone();
    cx.view.pictures.wants_first(room.width(), ui.pixels_per_point());
    let Some(FirstLesson { texture, sentence, about, .. }) = cx.view.pictures.first() else { return };
    let natural = texture.size_vec2() / ui.pixels_per_point();
    let high = (room.max.y - top - 90.0).max(1.0);
    let size = natural * (room.width() / natural.x).min(high / natural.y).min(1.0);
    let place = Rect::from_min_size(pos2(room.min.x, top), size);
    let response = ui.interact(place, Id::unique("first lesson picture"), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, "Open the first lesson"));
    let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
    ui.painter().image(texture.id(), place, uv, Color32::WHITE);
    let mut job = LayoutJob::default();
    for part in parts(sentence) {
        match part {
            Part::Words(text) => job.append(text, 0.0, TextFormat::simple(fonts::medium(16.0), theme.strong)),
            Part::Cell(_, text) => job.append(text, 0.0, TextFormat::simple(fonts::mono(15.0), theme.link)),
        }
    }
    (job.wrap.max_width, job.wrap.max_rows) = (room.width(), 2);
    let galley = ui.painter().layout_job(job);
    let y = place.max.y + 18.0;
    let below = y + galley.size().y + 6.0;
    ui.painter().galley(pos2(room.min.x, y), galley, theme.strong);
    ui.painter().text(pos2(room.min.x, below), Align2::LEFT_TOP, about, fonts::text(13.0), theme.weak);
    if response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
        let command = first_lesson(cx);
        cx.send(command);
    }
}
