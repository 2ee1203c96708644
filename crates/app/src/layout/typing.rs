//! Text fields that are being edited. A field changes the scene when it loses the focus. So a command that saves,
//! closes, opens something else or switches the arrangement first takes the focus from the field. It is performed after
//! the frame in which the field has applied its text.

use crate::App;
use crate::debugger::session::command::{Command, SessionCommand, WindowCommand};
use crate::layout::perform::throws_away;
use egui::text_edit::TextEditState;
use egui::{Context, Id};

/// The text field with the focus, and the commands that wait until it loses it.
#[derive(Default)]
pub(crate) struct Typing {
    /// The field that had the focus at the start of the frame.
    field: Option<Id>,
    /// Commands to perform once the field has lost the focus, each with whether the user confirmed it.
    waiting: Vec<(Command, bool)>,
    /// The field that gets the focus back afterwards.
    back_to: Option<Id>,
}

impl App {
    /// Notes which field of a panel has the focus. Fields of a dialog do not count: they are read when it is answered.
    pub(crate) fn note_typing(&mut self, ctx: &Context) {
        let focused = ctx.memory(egui::Memory::focused).filter(|_| self.view.dialog.is_none());
        self.typing.field = focused.filter(|&id| TextEditState::load(ctx, id).is_some());
    }

    /// Returns the commands that can be performed now. While a text field has the focus, commands from keys wait for
    /// the end of the frame.
    pub(crate) fn after_typing(&mut self, ctx: &Context, asked: Vec<Command>) -> Vec<Command> {
        if self.typing.field.is_none() || asked.is_empty() {
            return asked;
        }
        self.leave_field(ctx);
        self.typing.waiting.extend(asked.into_iter().map(|command| (command, false)));
        Vec::new()
    }

    /// Performs the commands that were clicked, and then those that waited for a field. If a text field has the focus,
    /// commands for the whole scene wait for the next frame. A click by a screen reader does not move the focus by
    /// itself.
    pub(crate) fn perform_clicked(&mut self, ctx: &Context, clicked: Vec<Command>, confirmed: bool) {
        let waited = std::mem::take(&mut self.typing.waiting);
        let (with_scene, rest): (Vec<_>, Vec<_>) =
            clicked.into_iter().partition(|command| self.typing.field.is_some() && needs_what_is_typed(command));
        self.perform_all(ctx, rest, confirmed);
        for (command, confirmed) in waited {
            self.perform_all(ctx, vec![command], confirmed);
        }
        if !with_scene.is_empty() {
            self.leave_field(ctx);
            self.typing.waiting.extend(with_scene.into_iter().map(|command| (command, confirmed)));
        }
        if self.typing.waiting.is_empty() {
            self.back_to_field(ctx);
        }
    }

    /// Returns whether the window has to wait before it closes. While a text field has the focus, it closes after the
    /// next frame.
    pub(crate) fn closes_after_typing(&mut self, ctx: &Context) -> bool {
        let typing = &self.typing;
        if (typing.field.is_none() && typing.waiting.is_empty()) || self.rescue.is_on() {
            return false;
        }
        self.leave_field(ctx);
        self.typing.waiting.push((WindowCommand::Quit.into(), false));
        true
    }

    /// Takes the focus from the field.
    fn leave_field(&mut self, ctx: &Context) {
        if let Some(field) = self.typing.field.take() {
            ctx.memory_mut(|memory| memory.surrender_focus(field));
            self.typing.back_to = Some(field);
        }
        ctx.request_repaint();
    }

    /// Gives the focus back to the field, unless something else has it or requests it. A field that no longer exists
    /// does not get it.
    fn back_to_field(&mut self, ctx: &Context) {
        let Some(field) = self.typing.back_to.take() else { return };
        if self.view.dialog.is_none() && self.view.focus_panel.is_none() {
            ctx.memory_mut(|memory| {
                if memory.focused().is_none() {
                    memory.request_focus(field);
                }
            });
        }
    }
}

/// Returns whether a command needs the whole scene or shows other panels.
fn needs_what_is_typed(command: &Command) -> bool {
    use SessionCommand as S;
    use WindowCommand as W;
    throws_away(command)
        || match command {
            Command::Session(command) => matches!(
                command,
                S::SaveAs(_)
                    | S::CompareWith(_)
                    | S::SetMode(_)
                    | S::ToggleMode
                    | S::DiscardOrStop
                    | S::SetAlgorithm(_)
                    | S::RestoreSavedRun
                    | S::Replace(_)
                    | S::TakeSmall
                    | S::Resize(..)
                    | S::Crop
                    | S::Begin(_)
                    | S::SetQuestion(_)
            ),
            Command::Window(command) => matches!(
                command,
                W::Save
                    | W::AskSaveAs
                    | W::AskExport
                    | W::AskExportMap(_)
                    | W::CopyText
                    | W::CopyLink
                    | W::AskLesson
                    | W::AskTiles
                    | W::NextLesson
                    | W::ContinueRoute
                    | W::AskResize
                    | W::AskCompareWith
                    | W::Arrange(_)
                    | W::ShowPanel(_)
                    | W::ToggleBareMap
                    | W::Palette
            ),
        }
}
