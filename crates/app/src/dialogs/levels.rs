//! The question which level of a file is opened: a list of their names with a filter.

use super::{answer, heading, modal};
use crate::debugger::Command;
use crate::debugger::disk::map_source::{MapReading, PendingMap};
use crate::formats::plain::format_count;
use crate::style::fonts;
use crate::view::{Dialog, View};
use egui::{Button, Context, Key, Modifiers, RichText, ScrollArea, TextEdit, vec2};

/// Number of levels from which the list has a filter.
const MANY: usize = 12;
/// Height of a row, in points.
const ROW: f32 = 28.0;

/// The question, and the text that filters the list.
#[derive(Clone, PartialEq, Debug)]
pub struct LevelsForm {
    map: PendingMap,
    levels: Box<[String]>,
    filter: String,
}

impl LevelsForm {
    /// Creates the form for a map and the names of its levels.
    pub(crate) const fn new(map: PendingMap, levels: Box<[String]>) -> Self {
        Self { map, levels, filter: String::new() }
    }

    /// Returns the command that opens a level, or `None` if there is no such level. Levels count from 0.
    fn open(&self, level: usize) -> Option<Command> {
        let name = self.levels.get(level)?;
        let is_unique = self.levels.iter().filter(|other| *other == name).count() == 1;
        let level = if is_unique { name.clone() } else { (level + 1).to_string() };
        let reading = MapReading { level: Some(level), ..self.map.source.reading.clone() };
        Some(self.map.read_with(reading).into())
    }
}

/// Draws the dialog. Returns its state if it stays open.
pub(super) fn show(ctx: &Context, view: &View, mut form: Box<LevelsForm>, out: &mut Vec<Command>) -> Option<Dialog> {
    modal(ctx, "levels", 460.0, |ui| {
        heading(ui, "Which level?");
        let name = form.map.source.path.file_name().unwrap_or_default().to_string_lossy();
        let about = format!("{name} · {}", format_count(form.levels.len(), "level"));
        ui.label(RichText::new(about).color(view.theme.weak));
        ui.add_space(8.0);
        if form.levels.len() >= MANY {
            let field = TextEdit::singleline(&mut form.filter).hint_text("name").desired_width(f32::INFINITY);
            let field = ui.add(field).accessible_name("Filter levels");
            crate::view::focus::first(&field);
            ui.add_space(4.0);
        }
        let wanted = form.filter.trim().to_lowercase();
        let found: Vec<usize> =
            (0..form.levels.len()).filter(|&i| form.levels[i].to_lowercase().contains(&wanted)).collect();
        let mut selected_level = None;
        let area = ScrollArea::vertical().id_salt("levels").max_height(360.0).auto_shrink([false, true]);
        area.show_rows(ui, ROW, found.len(), |ui, rows| {
            for &i in &found[rows] {
                let face = RichText::new(&form.levels[i]).font(fonts::text(14.0)).color(view.theme.text);
                let row = Button::selectable(false, face).min_size(vec2(ui.available_width(), ROW));
                if ui.add(row).clicked() {
                    selected_level = Some(i);
                }
            }
        });
        if let [only] = found[..]
            && ctx.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Enter))
        {
            selected_level = Some(only);
        }
        ui.add_space(8.0);
        let close = ui.horizontal(|ui| answer(ui, view, "Cancel", false, true)).inner;
        if let Some(command) = selected_level.and_then(|level| form.open(level)) {
            out.push(command);
            return None;
        }
        (!close).then_some(Dialog::Levels(form))
    })
}
