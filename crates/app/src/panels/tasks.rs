//! The buttons of an exercise: what the reader changes, and *Start again*.

use crate::debugger::lesson::task::Task;
use crate::debugger::session::command::{Brush, Mode, SessionCommand};
use crate::layout::stage::stops;
use crate::style::fonts::{self, Icon};
use crate::style::memo::memo;
use crate::view::Cx;
use egui::{Button, Id, RichText, Ui};
use gridscope_trace::Tile;

/// Returns what the reader changes to solve the exercise.
pub(crate) fn task(ui: &Ui, cx: &Cx<'_>) -> Task {
    memo(ui, Id::unique("task of the exercise"), cx.session.scene_number(), || cx.session.exercise_task())
}

/// Returns whether the map is edited with all tools, and not only with the brush that an exercise gives.
pub(crate) fn needs_tools(cx: &Cx<'_>) -> bool {
    !stops::is_exercise(cx.session, cx.view) || !cx.view.stage.brush_only
}

/// Records the numbers that the exercise must raise, as they are on the first map.
pub(crate) fn note_first_numbers(cx: &mut Cx<'_>) {
    let scene = cx.session.scene_number();
    let claims = &cx.session.display_state().exercise.claims;
    if claims.is_empty() || cx.session.document().is_changed() {
        return;
    }
    if cx.view.stage.first_numbers.as_ref().is_none_or(|(of, numbers)| *of != scene || numbers.len() != claims.len()) {
        let numbers = claims.iter().map(|claim| claim.grows.map(|(now, _)| now)).collect();
        cx.view.stage.first_numbers = Some((scene, numbers));
    }
}

/// Draws the button that begins the task, and *Start again*.
pub(crate) fn buttons(ui: &mut Ui, cx: &mut Cx<'_>) {
    let task = task(ui, cx);
    let edits = cx.session.hand().mode == Mode::Edit;
    let moving = Id::unique(("moving of an exercise", cx.session.scene_number()));
    let moves = matches!(task, Task::Move(_)) && ui.data(|d| d.get_temp::<bool>(moving)).unwrap_or(false);
    let (icon, help) = match &task {
        Task::Move(_) => (Icon::CURSOR, "Drag it on the map. The run follows at once.".to_owned()),
        Task::Seed => (Icon::DICE_FIVE, "Tries the next seed.".to_owned()),
        Task::Paint(Tile::Floor, _) => {
            (Icon::ERASER, "Takes floor into the brush. Click again, or Esc, to stop.".to_owned())
        }
        Task::Paint(tile, _) => {
            (Icon::PAINT_BRUSH, format!("Takes {} into the brush. Click again, or Esc, to stop.", tile.english()))
        }
        Task::Change => (Icon::PAINT_BRUSH, "Shows the tools. Click again, or Esc, to stop.".to_owned()),
    };
    let title = task.title();
    let on = moves || (edits && !matches!(task, Task::Move(_) | Task::Seed));
    let face = (icon.text(16.0), RichText::new(&title).font(fonts::medium(13.0)));
    let button = ui.add(Button::selectable(on, face).frame_when_inactive(true)).accessible_name(&title);
    if button.on_hover_text(help).clicked() {
        match &task {
            Task::Move(_) => {
                ui.data_mut(|d| d.insert_temp(moving, !moves));
            }
            Task::Seed => cx.send(SessionCommand::NextSeed),
            _ if edits => cx.send(SessionCommand::SetMode(Mode::Inspect)),
            Task::Paint(tile, _) => {
                cx.view.stage.brush_only = true;
                cx.send(SessionCommand::SetBrush(Brush::Tile(*tile)));
                cx.send(SessionCommand::SetMode(Mode::Edit));
            }
            Task::Change => {
                cx.view.stage.brush_only = false;
                cx.send(SessionCommand::SetMode(Mode::Edit));
            }
        }
    }
    if let Task::Move(kinds) = &task
        && moves
    {
        let actors = cx.session.scene().actors.iter().filter(|actor| kinds.iter().any(|(kind, _)| *kind == actor.kind));
        let cells: Vec<_> = actors.map(|actor| actor.at).collect();
        cx.view.stage.ringed = cells;
    }
    if task == Task::Seed {
        ui.label(RichText::new(format!("seed {}", cx.session.scene().run.seed)).color(cx.view.theme.weak));
    }
    let changed = cx.session.document().is_changed();
    let face = Button::new((Icon::ARROW_CLOCKWISE.text(16.0), RichText::new("Start again").font(fonts::medium(13.0))));
    let again = ui
        .add_enabled(changed, face)
        .accessible_name("Start again")
        .on_hover_text("Restores the map and the settings. Undo takes it back.");
    if again.on_disabled_hover_text("Nothing is changed yet.").clicked() {
        cx.send(SessionCommand::RestoreSavedRun);
    }
}
