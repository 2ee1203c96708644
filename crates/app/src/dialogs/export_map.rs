//! The part of the export dialog for maps of other programs: the formats with what each keeps, a preview, the files that
//! are written, and what is lost.

use super::tiles::{MAX_PREVIEW_CELLS, picture};
use crate::debugger::Session;
use crate::debugger::export::map::MapExport;
use crate::formats::Kept;
use crate::style::fonts;
use crate::style::memo::memo;
use crate::view::View;
use egui::{Align2, Checkbox, Color32, FontId, Id, Label, RichText, ScrollArea, Sense, Ui, vec2};
use gridscope_trace::event::capital;
use std::path::Path;
use std::sync::Arc;

/// Tooltip of this part of the dialog.
pub(super) const HELP: &str = "The map for another program: Tiled, Godot, NumPy and more.";

/// Height of a row, in points.
const ROW: f32 = 28.0;
/// Width of the table, and the least width with columns of marks. In points.
const TABLE: f32 = 600.0;
const MARKED: f32 = 570.0;

/// The files that the export would write, and what is lost; or why it cannot be written.
type Described = Arc<Result<(Vec<(String, usize)>, Vec<String>), String>>;

/// Draws the formats and the preview. Returns why the map cannot be exported so, if that is known.
pub(super) fn show(ui: &mut Ui, session: &Session, view: &View, map: &mut MapExport, path: &Path) -> Option<String> {
    let high = (ui.ctx().content_rect().height() - 390.0).clamp(140.0, 480.0);
    let wide = ui.available_width() > TABLE + 310.0;
    let mut problem = None;
    super::beside(ui, high, |ui| {
        ui.allocate_ui(vec2(if wide { TABLE } else { ui.available_width() }, high), |ui| {
            ui.vertical(|ui| formats(ui, view, map, high));
        });
        if wide {
            ui.separator();
            ui.vertical(|ui| problem = about(ui, session, view, map, path));
        }
    });
    if !wide {
        problem = about(ui, session, view, map, path);
    }
    problem
}

/// Horizontal places of the columns in a row: name, ending, then five marks. In points from its left edge.
const COLUMNS: [f32; 7] = [8.0, 216.0, 326.0, 378.0, 430.0, 484.0, 540.0];

/// Draws the table of formats.
fn formats(ui: &mut Ui, view: &View, map: &mut MapExport, high: f32) {
    let theme = &view.theme;
    let width = (TABLE - 20.0).min(ui.available_width() - 12.0);
    // A narrow window has no room for the columns of marks. The lines below name what is not kept.
    let marks = width >= MARKED;
    let (head, _) = ui.allocate_exact_size(vec2(width, ROW - 6.0), Sense::hover());
    let text = |ui: &Ui, rect: egui::Rect, column: usize, text: &str, font: FontId, colour: Color32| {
        let at = rect.left_center() + vec2(COLUMNS.get(column).copied().unwrap_or_default(), 0.0);
        ui.painter().text(at, Align2::LEFT_CENTER, text, font, colour);
    };
    let small = || FontId::proportional(13.0);
    text(ui, head, 0, "format", small(), theme.weak);
    for (column, part) in (2..).zip(["tiles", "costs", "actors", "known", "rest"]).filter(|_| marks) {
        text(ui, head, column, part, small(), theme.weak);
    }
    ScrollArea::vertical().id_salt("map formats").max_height(high - ROW).auto_shrink([false, true]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for format in MapExport::formats() {
            let here = map.format == format.name();
            let (rect, response) = ui.allocate_exact_size(vec2(width, ROW), Sense::click());
            let keeps = format.keeps().columns();
            response.widget_info(|| {
                let part_labels = keeps.map(|(part, kept)| match kept {
                    Kept::All => format!("keeps {part}"),
                    Kept::Part => format!("keeps part of {part}"),
                    Kept::Nothing => format!("loses {part}"),
                });
                let name = format!("{}: {}", format.title(), part_labels.join(", "));
                egui::WidgetInfo::selected(egui::Role::RadioButton, true, here, name)
            });
            if here {
                ui.painter().rect_filled(rect, 4.0, theme.selected);
            } else if response.hovered() {
                ui.painter().rect_filled(rect, 4.0, ui.visuals().widgets.hovered.weak_bg_fill);
            }
            if response.has_focus() {
                let ring = ui.visuals().selection.stroke;
                ui.painter().rect_stroke(rect, 4.0, ring, egui::StrokeKind::Inside);
            }
            text(ui, rect, 0, &capital(format.title()), FontId::proportional(14.0), theme.text);
            let ending = format.extensions().first().map_or(String::new(), |ending| format!(".{ending}"));
            text(ui, rect, 1, &ending, fonts::mono(12.5), theme.weak);
            for (column, (_, kept)) in (2..).zip(keeps).filter(|_| marks) {
                match kept {
                    Kept::All => text(ui, rect, column, "✓", small(), theme.text),
                    Kept::Part => text(ui, rect, column, "part", small(), theme.weak),
                    Kept::Nothing => text(ui, rect, column, "–", small(), theme.weak),
                }
            }
            if response.clicked() {
                map.format = format.name();
            }
        }
    });
}

/// Draws the preview, the files, what is lost, and the options of the format.
fn about(ui: &mut Ui, session: &Session, view: &View, map: &mut MapExport, path: &Path) -> Option<String> {
    let theme = &view.theme;
    let scene = session.scene();
    ui.label(RichText::new("Preview").color(theme.weak));
    let now = (session.document().edits(), session.scene_number());
    picture(ui, "export preview", now, scene, vec2(ui.available_width().min(368.0), 200.0), theme.wrong);
    ui.add_space(6.0);
    if let Some(label) = map.format().and_then(|format| format.info().script) {
        ui.add(Checkbox::new(&mut map.script, label));
    }
    if scene.size().area() > MAX_PREVIEW_CELLS {
        ui.add(Label::new("On a map this large, losses are listed after the export.").wrap());
        return None;
    }
    let key = (now, map.clone(), path.to_owned());
    let described: Described = memo(ui.ctx(), Id::unique("map export"), key, || {
        let export_result = map.write(session.registry(), scene, path).map_err(|error| error.to_string());
        Arc::new(export_result.map(|written| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let beside = written.beside.iter().map(|(name, bytes)| (name.clone(), bytes.len()));
            (std::iter::once((name, written.bytes.len())).chain(beside).collect(), written.lost)
        }))
    });
    match &*described {
        Err(error) => Some(error.clone()),
        Ok((files, lost)) => {
            ui.label(RichText::new("Writes").color(theme.weak));
            for (index, (name, bytes)) in files.iter().enumerate() {
                ui.horizontal(|ui| {
                    ui.label(RichText::new(name).font(fonts::mono(12.5)));
                    ui.label(RichText::new(size(*bytes)).color(theme.weak));
                    if path.with_file_name(name).is_file() {
                        let text =
                            if index == 0 { "replaces the file there" } else { "replaces it if gridscope wrote it" };
                        ui.label(RichText::new(text).color(theme.weak));
                    }
                });
            }
            ui.add_space(4.0);
            ui.label(RichText::new(if lost.is_empty() { "Kept" } else { "Not kept" }).color(theme.weak));
            let text = if lost.is_empty() { "Everything.".to_owned() } else { format!("{}.", lost.join(", ")) };
            ui.add(Label::new(text).wrap());
            None
        }
    }
}

fn size(bytes: usize) -> String {
    match bytes {
        0..1024 => format!("{bytes} bytes"),
        _ => format!("{:.1} KB", bytes as f64 / 1024.0),
    }
}
