//! The doors of the start page: large buttons that lead on.

use crate::debugger::session::command::table;
use crate::debugger::session::window::{Arrangement, HelpPage};
use crate::debugger::{Command, SessionCommand, WindowCommand};
use crate::formats::plain::format_count;
use crate::presets;
use crate::style::fonts::{self, Icon};
use crate::style::theme::Theme;
use crate::view::Cx;
use crate::view::shortcuts::format_keys;
use egui::text::LayoutJob;
use egui::{
    Align2, CornerRadius, EventFilter, FocusDirection, Id, Key, Modifiers, Rect, Response, Sense, Stroke, StrokeKind,
    Ui, WidgetInfo, pos2, vec2,
};
use std::sync::OnceLock;

/// Height of a door and the gap below it, in points.
pub(super) const DOOR: f32 = 76.0;
pub(super) const APART: f32 = 8.0;

/// A door: its icon, title, text and command.
pub(super) struct Door {
    icon: Icon,
    title: String,
    text: String,
    command: Command,
}

/// Returns the doors. The first one leads along the route.
fn all(cx: &Cx<'_>) -> [Door; 4] {
    [
        first(cx),
        Door {
            icon: Icon::PAINT_BRUSH,
            title: "Draw a map".to_owned(),
            text: "Paint walls and costs. The search follows.".to_owned(),
            command: WindowCommand::AskNew.into(),
        },
        Door {
            icon: Icon::FOLDER_OPEN,
            title: "Open a file".to_owned(),
            text: "Scene, text, Tiled, LDtk, PNG, CSV, a log.".to_owned(),
            command: WindowCommand::AskOpen.into(),
        },
        Door {
            icon: Icon::BUG,
            title: "Debug your own program".to_owned(),
            text: "Copy a logger, run, step through your log.".to_owned(),
            command: WindowCommand::Help(HelpPage::OwnProgram).into(),
        },
    ]
}

/// Returns the first door: the first lesson, the next lesson of a route that is begun, or the library after the route.
pub(super) fn first(cx: &Cx<'_>) -> Door {
    let journey = &cx.view.journey;
    let lessons = presets::route().count();
    let icon = Icon::GRADUATION_CAP;
    match journey.next_on_route().and_then(|(id, slide)| Some((presets::find(id)?, slide))) {
        Some((preset, slide)) if journey.is_begun() => {
            let place = presets::place_on_route(preset.id).map_or(1, |place| place + 1);
            let at = if slide > 0 { format!(", at slide {}", slide + 1) } else { String::new() };
            Door {
                icon,
                title: format!("Continue: {}", preset.title()),
                text: format!("Lesson {place} of {lessons}{at}."),
                command: WindowCommand::ContinueRoute.into(),
            }
        }
        Some(_) => Door {
            icon,
            title: "Learn: your first search".to_owned(),
            text: format!("{} on this map.", format_count(first_slides(), "short slide")),
            command: first_lesson(cx),
        },
        None => Door {
            icon,
            title: "Learn: the library".to_owned(),
            text: format!("All {lessons} lessons of the route are done. {} more.", presets::library().count()),
            command: WindowCommand::AskLesson.into(),
        },
    }
}

/// Returns the number of slides of the first lesson.
fn first_slides() -> usize {
    static SLIDES: OnceLock<usize> = OnceLock::new();
    let count = || presets::find(crate::FIRST_PRESET)?.scene().ok().map(|scene| scene.run.slides.len());
    *SLIDES.get_or_init(|| count().unwrap_or(0))
}

/// Returns the command that opens the first lesson.
fn first_lesson(cx: &Cx<'_>) -> Command {
    match presets::of(cx.session.scene()) {
        Some(preset) if preset.id == crate::FIRST_PRESET && cx.session.document().edits() == 0 => {
            WindowCommand::Arrange(Arrangement::Learn).into()
        }
        _ => SessionCommand::OpenPreset(crate::FIRST_PRESET).into(),
    }
}

/// Draws the doors in one or two columns. Enter opens the first one, arrow keys move through all.
pub(super) fn show(ui: &mut Ui, cx: &mut Cx<'_>, columns: usize) {
    let theme = cx.view.theme.clone();
    let enters = cx.view.dialog.is_none()
        && ui.memory(|m| m.focused().is_none())
        && ui.input(|i| i.key_pressed(Key::Enter) && i.modifiers == Modifiers::NONE);
    if enters {
        let command = first(cx).command;
        cx.send(command);
    }
    let wide = (ui.available_width() - APART * (columns - 1) as f32) / columns as f32;
    let mut ids = Vec::new();
    let mut doors = all(cx).into_iter().enumerate();
    loop {
        let row: Vec<(usize, Door)> = doors.by_ref().take(columns).collect();
        if row.is_empty() {
            break;
        }
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = APART;
            for (k, door) in row {
                let response = draw(ui, &theme, &door, k == 0, wide);
                ids.push(response.id);
                if response.clicked() {
                    cx.send(door.command);
                }
            }
        });
        ui.add_space(APART);
    }
    if cx.view.dialog.is_none() {
        move_by_arrows(ui, &ids);
    }
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

/// Draws a door. The first one is the action of Enter.
fn draw(ui: &mut Ui, theme: &Theme, door: &Door, first: bool, wide: f32) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(wide, DOOR), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, &door.title));
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
    let x = rect.min.x + 74.0;
    let line = |text: &str, font, colour, room: f32| {
        let mut job = LayoutJob::simple(text.to_owned(), font, colour, room);
        job.wrap.max_rows = 1;
        painter.layout_job(job)
    };
    let title = line(&door.title, fonts::semibold(16.0), theme.strong, right - x - 8.0);
    painter.galley(pos2(x, rect.min.y + 15.0), title, theme.strong);
    let text = line(&door.text, fonts::text(13.0), theme.weak, rect.max.x - 16.0 - x);
    painter.galley(pos2(x, rect.min.y + 38.0), text, theme.weak);
    response.on_hover_cursor(egui::CursorIcon::PointingHand)
}
