//! The dialog for a new map: its size, and how actors move on it. It opens with the last choices.

use super::{answer, enter, heading, modal, sides};
use crate::debugger::session::command::new_map::{Moves, NewMap};
use crate::debugger::{Command, SessionCommand};
use crate::formats::plain::thousands;
use crate::style::segments;
use crate::view::{Dialog, View};
use egui::Context;
use gridscope_trace::geometry::Size;

/// Sizes to choose with one click.
const QUICK: [(u16, u16); 5] = [(5, 5), (8, 8), (10, 10), (16, 12), (24, 16)];

/// Draws the dialog. Returns its state if it stays open.
pub(super) fn show(ctx: &Context, view: &mut View, mut map: NewMap, out: &mut Vec<Command>) -> Option<Dialog> {
    let enter = enter(ctx);
    modal(ctx, "new", 430.0, |ui| {
        heading(ui, "New map");
        let mut size = (map.width, map.height);
        segments(ui, &mut size, QUICK.map(|(width, height)| ((width, height), format!("{width} × {height}"), "")));
        (map.width, map.height) = size;
        ui.add_space(4.0);
        sides(ctx, ui, 60.0, &mut map.width, &mut map.height);
        ui.add_space(8.0);
        ui.label("Moves");
        segments(ui, &mut map.moves, Moves::ALL.map(|moves| (moves, moves.title().to_owned(), "")));
        ui.add_space(6.0);
        let size = Size::checked(map.width.into(), map.height.into());
        match &size {
            Ok(size) => ui.weak(format!("{size}: {} cells of floor.", thousands(size.area()))),
            Err(error) => ui.colored_label(view.theme.wrong, error.to_string()),
        };
        ui.add_space(10.0);
        let mut done = false;
        ui.horizontal_wrapped(|ui| {
            if (answer(ui, view, "Create", true, size.is_ok()) || enter) && size.is_ok() {
                view.settings.new_map = map;
                out.push(SessionCommand::New(map).into());
                done = true;
            }
            done |= answer(ui, view, "Cancel", false, true);
        });
        (!done).then_some(Dialog::New(map))
    })
}
