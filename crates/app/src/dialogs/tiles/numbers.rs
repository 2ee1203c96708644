//! The choice what all numbers of an array mean.

use super::TilesForm;
use crate::formats::{ArrayMeaning, format_for};
use crate::view::View;
use egui::{RichText, Ui};

/// Draws a button for each meaning that the numbers of an array can have, if the file is an array. Returns the one that was
/// clicked.
pub(super) fn all_numbers(ui: &mut Ui, view: &View, form: &TilesForm) -> Option<ArrayMeaning> {
    let name = form.map.source.path.to_string_lossy();
    let is_array = format_for(&name).is_some_and(|format| format.info().is_array);
    if !is_array || form.question.tiles.iter().any(|tile| tile.key.parse::<f64>().is_err()) {
        return None;
    }
    ui.add_space(4.0);
    let meaning = |ui: &mut Ui| {
        ui.label(RichText::new("All numbers at once:").color(view.theme.weak));
        ArrayMeaning::ALL.into_iter().find_map(|(_, meaning)| {
            let (name, help) = match meaning {
                ArrayMeaning::Free => ("0 is wall", "0 is a wall, any other number is floor."),
                ArrayMeaning::Wall => ("0 is floor", "0 is floor, any other number is a wall."),
                ArrayMeaning::Cost => {
                    ("costs", "The cost of entering a cell. 0, negative and infinite costs are walls.")
                }
                ArrayMeaning::Tiles => ("tile numbers", "The numbers of tiles that gridscope writes."),
                ArrayMeaning::Occupancy => ("occupancy", "-1 is unknown, from 65 on is a wall, as in ROS."),
            };
            ui.button(name).on_hover_text(help).clicked().then_some(meaning)
        })
    };
    ui.horizontal_wrapped(meaning).inner
}
