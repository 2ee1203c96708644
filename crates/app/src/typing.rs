//! What is being typed counts before anything is done with the scene. Fields change the scene when the keyboard leaves them; so a
//! command that saves, closes, opens something else or takes another arrangement takes the keyboard from the field first, and is
//! done after the frame in which the field has noticed.

use super::App;
use super::perform::throws_away;
use crate::debugger::command::{Command, SessionCommand, WindowCommand};
use egui::text_edit::TextEditState;
use egui::{Context, Id};

/// The text field that has the keyboard, and the commands that wait until it has been left.
#[derive(Default)]
pub(super) struct Typing {
    /// The field that had the keyboard when the frame began.
    field: Option<Id>,
    /// What is done once the field has been left, and whether it was confirmed.
    waiting: Vec<(Command, bool)>,
    /// The field that gets the keyboard back afterwards.
    back_to: Option<Id>,
}

impl App {
    /// Notes which field of a panel has the keyboard. A dialog has its own fields, which are read when it is answered.
    pub(super) fn note_typing(&mut self, ctx: &Context) {
        let focused = ctx.memory(egui::Memory::focused).filter(|_| self.view.dialog.is_none());
        self.typing.field = focused.filter(|&id| TextEditState::load(ctx, id).is_some());
    }

    /// Returns the commands that can be done now. While a text field has the keyboard, commands from keys wait for the end of the frame.
    pub(super) fn after_typing(&mut self, ctx: &Context, asked: Vec<Command>) -> Vec<Command> {
        if self.typing.field.is_none() || asked.is_empty() {
            return asked;
        }
        self.leave_field(ctx);
        self.typing.waiting.extend(asked.into_iter().map(|command| (command, false)));
        Vec::new()
    }

    /// Does what was clicked, and then what waited for a field. If somebody typed, what is done with the whole scene waits for the
    /// next frame: a click of a screen reader leaves the keyboard where it is.
    pub(super) fn perform_clicked(&mut self, ctx: &Context, clicked: Vec<Command>, confirmed: bool) {
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

    /// Returns whether the window can close now. While a text field has the keyboard, it closes after the next frame.
    pub(super) fn closes_after_typing(&mut self, ctx: &Context) -> bool {
        let typing = &self.typing;
        if (typing.field.is_none() && typing.waiting.is_empty()) || self.rescue.is_on() {
            return false;
        }
        self.leave_field(ctx);
        self.typing.waiting.push((WindowCommand::Quit.into(), false));
        true
    }

    /// Takes the keyboard from the field.
    fn leave_field(&mut self, ctx: &Context) {
        if let Some(field) = self.typing.field.take() {
            ctx.memory_mut(|memory| memory.surrender_focus(field));
            self.typing.back_to = Some(field);
        }
        ctx.request_repaint();
    }

    /// Gives the keyboard back to the field, unless something else has it or asks for it. A field that is gone does not get it.
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

/// Whether a command does something with the whole scene, or shows other panels.
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
                    | S::LetGo
                    | S::SetAlgorithm(_)
                    | S::BackToKept
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
                    | W::CopyText
                    | W::CopyLink
                    | W::AskLesson
                    | W::NextLesson
                    | W::AskResize
                    | W::AskCompareWith
                    | W::Arrange(_)
                    | W::ShowPanel(_)
                    | W::ToggleBareMap
                    | W::Palette
            ),
        }
}
