//! The dialog for unsaved work of a window that was killed: open it, throw it away, or decide later.

use super::{answer, enter, heading, modal};
use crate::view::{Dialog, Found, Recover, View};
use egui::Context;

pub(super) fn show(ctx: &Context, view: &mut View, found: Found) -> Option<Dialog> {
    let name = match found.title.as_str() {
        "" => "a scene".to_owned(),
        // Shortens the title to about two lines.
        title => match title.char_indices().nth(120) {
            Some((end, _)) => format!("“{}…”", &title[..end]),
            None => format!("“{title}”"),
        },
    };
    let enter = enter(ctx);
    let mut answered = None;
    let stays = modal(ctx, "recovered", 520.0, |ui| {
        heading(ui, "Restore unsaved work?");
        ui.label(format!("gridscope closed before {name} was saved. Your work is still here."));
        ui.add_space(6.0);
        match (&found.file, &found.differs) {
            (Some(file), Some(differs)) => {
                ui.label(format!("It belongs to {file}, which stays as it is until you save. Changes: {differs}."));
            }
            (Some(file), None) => {
                ui.label(format!("It belongs to {file}, which cannot be read now."));
            }
            (None, _) => {
                ui.label("It was not saved in any file yet.");
            }
        }
        if found.others > 0 {
            let others = if found.others == 1 {
                "One more scene is".into()
            } else {
                format!("{} more scenes are", found.others)
            };
            ui.label(format!("{others} here as well, and will be offered later."));
        }
        ui.add_space(10.0);
        ui.horizontal_wrapped(|ui| {
            for (recover, words, first) in
                [(Recover::Open, "Open it", true), (Recover::Later, "Later", false), (Recover::Drop, "Discard", false)]
            {
                if answer(ui, view, words, first, true) || first && enter {
                    answered = Some(recover);
                }
            }
        });
        answered.is_none().then_some(())
    });
    if stays.is_none() {
        // If the dialog is closed without an answer, nothing is lost either.
        view.recover = answered.or(Some(Recover::Later));
    }
    stays.map(|()| Dialog::Recovered(found))
}
