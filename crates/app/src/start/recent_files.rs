//! The recent files on the start page.

use crate::debugger::SessionCommand;
use crate::style::fonts::{self, Icon};
use crate::view::Cx;
use egui::text::LayoutJob;
use egui::{Align2, Button, Color32, CornerRadius, Id, RichText, Sense, Ui, WidgetInfo, pos2, vec2};
use std::path::Path;

/// Maximum number of recent files that are listed.
const RECENT: f32 = 6.0;
/// Height of a row, and of the heading with the space around it, in points.
const ROW: f32 = 28.0;
const HEAD: f32 = 40.0;

/// A recent file that is still there.
#[derive(Clone)]
struct RecentFile {
    path: std::path::PathBuf,
    kind: &'static str,
    when: String,
}

/// Draws the recent files for which there is room in this height, in points.
pub(super) fn show(ui: &mut Ui, cx: &mut Cx<'_>, high: f32) {
    let theme = cx.view.theme.clone();
    let max_files = ((high - HEAD) / ROW).clamp(0.0, RECENT) as usize;
    let files = recent_files(ui, &cx.view.settings.recent);
    if files.is_empty() || max_files == 0 {
        return;
    }
    ui.add_space(12.0);
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
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
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
