//! Keys become commands: the strings of the table of commands are read once, and each press is looked up.
//!
//! Plain keys are left alone while a text field has the focus; with Ctrl only those stay with it that text fields use
//! themselves. A button or a list keeps the arrows, Enter and Space.

use super::focus::{self, Keyboard, keyboard};
use crate::debugger::command::{Mode, Stride};
use crate::debugger::table::{Info, TABLE, When, info};
use crate::debugger::window::Arrangement;
use crate::debugger::{Command, SessionCommand, WindowCommand};
use egui::text_selection::LabelSelectionState;
use egui::{Context, Event, Id, Key, Modifiers, Popup};
use std::sync::OnceLock;

/// A key of the table: modifiers, key, and its row.
type Binding = (Modifiers, Key, &'static Info);

/// The keys that take a tile of the palette.
const DIGITS: [Key; 9] =
    [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];

/// Reads a key string such as `Ctrl+Shift+S`, `ArrowRight` or `?`. Ctrl is Cmd on a Mac.
pub fn parse(text: &str) -> Option<(Modifiers, Key)> {
    let mut modifiers = Modifiers::NONE;
    let mut name = text;
    while let Some((first, rest)) = name.split_once('+').filter(|(_, rest)| !rest.is_empty()) {
        match first {
            "Ctrl" => modifiers |= Modifiers::COMMAND,
            "Shift" => modifiers |= Modifiers::SHIFT,
            "Alt" => modifiers |= Modifiers::ALT,
            _ => return None,
        }
        name = rest;
    }
    Some((modifiers, Key::from_name(name)?))
}

/// A key string as people read it: `→` for `ArrowRight`.
pub fn shown(text: &str) -> String {
    let part = |part| match part {
        "Ctrl" if cfg!(target_os = "macos") => "Cmd",
        "ArrowRight" => "→",
        "ArrowLeft" => "←",
        "ArrowUp" => "↑",
        "ArrowDown" => "↓",
        "Period" => ".",
        "Comma" => ",",
        "CloseBracket" => "]",
        "OpenBracket" => "[",
        "Plus" => "+",
        "Minus" => "−",
        "Equals" => "=",
        "Escape" => "Esc",
        "PageDown" => "Page down",
        "PageUp" => "Page up",
        other => other,
    };
    text.split('+').map(part).collect::<Vec<_>>().join("+")
}

/// All keys of a row, as people read them.
pub fn all_shown(keys: &[&str]) -> String {
    keys.iter().map(|k| shown(k)).collect::<Vec<_>>().join("  or  ")
}

/// A tooltip for a command: its title, its keys, and what it does.
pub fn hint(command: impl Into<Command>) -> String {
    match info(&command.into()) {
        None => String::new(),
        Some(info) if info.keys.is_empty() => format!("{}\n{}", info.title, info.help),
        Some(info) => format!("{}  [{}]\n{}", info.title, all_shown(info.keys), info.help),
    }
}

/// What is remembered from frame to frame.
#[derive(Clone, Copy, Default)]
struct Held {
    /// Space is down.
    space: bool,
    /// Something was dragged since it went down: it pans, and does not play.
    dragged: bool,
    /// A widget had the keyboard one frame ago: Escape only gives it back.
    focused: bool,
}

/// The commands that keys and the clipboard ask for in this frame; what is understood is taken out of egui's events. While
/// somebody presents, Page Up and Page Down turn slides: a clicker has no other keys.
pub fn commands(ctx: &Context, mode: Mode, arrangement: Arrangement, out: &mut Vec<Command>) {
    let id = Id::unique("shortcuts held");
    let mut held: Held = ctx.data(|d| d.get_temp(id)).unwrap_or_default();
    let (keyboard, menu) = (keyboard(ctx), Popup::is_any_open(ctx));
    let listen = Listen {
        mode,
        // In an open menu plain keys choose its entries.
        typing: keyboard == Keyboard::Text || menu,
        leaving: held.focused || menu,
        keyboard,
        pages: focus::pages(ctx),
        marked: ctx.plugin_opt::<LabelSelectionState>().is_some_and(|p| p.lock().has_selection()),
    };
    held.focused = menu || ctx.memory(|m| m.focused().is_some());
    let mut new = Vec::new();
    ctx.input_mut(|input| {
        held.dragged |= held.space && input.pointer.is_decidedly_dragging();
        input.events.retain(|event| !listen.take(event, &mut held, &mut new));
    });
    ctx.data_mut(|d| d.insert_temp(id, held));
    // Where copying and pasting come both as keys and as events, they count once.
    new.dedup_by(|a, b| a == b && (*a == WindowCommand::CopyText || *a == WindowCommand::CutArea));
    if new.iter().any(|c| matches!(c, Command::Session(SessionCommand::PasteText(_)))) {
        new.retain(|c| *c != WindowCommand::AskPaste);
    }
    for command in new.iter_mut().filter(|_| arrangement == Arrangement::Present) {
        if *command == SessionCommand::Forward(Stride::Phase) {
            *command = SessionCommand::Forward(Stride::Bookmark).into();
        } else if *command == SessionCommand::Back(Stride::Phase) {
            *command = SessionCommand::Back(Stride::Bookmark).into();
        }
    }
    out.append(&mut new);
}

/// Who listens to the keyboard in this frame.
#[expect(clippy::struct_excessive_bools, reason = "each is asked of egui on its own")]
struct Listen {
    mode: Mode,
    typing: bool,
    /// Escape closes a menu or leaves a text field before it means anything else.
    leaving: bool,
    /// Who has the keyboard.
    keyboard: Keyboard,
    /// Page Up and Page Down scroll a panel.
    pages: bool,
    /// Text of a label is marked: copying means that text.
    marked: bool,
}

impl Listen {
    /// Whether the event was meant for us; its command goes out.
    fn take(&self, event: &Event, held: &mut Held, out: &mut Vec<Command>) -> bool {
        match event {
            Event::Copy if !self.typing && !self.marked => out.push(WindowCommand::CopyText.into()),
            Event::Cut if !self.typing && !self.marked && self.mode == Mode::Edit => {
                out.push(WindowCommand::CutArea.into());
            }
            Event::Paste(text) if !self.typing => out.push(SessionCommand::PasteText(text.clone()).into()),
            Event::Key { key: Key::Space, pressed: true, repeat, modifiers, .. }
                if !self.typing && !self.widget() && modifiers.is_none() =>
            {
                if !repeat {
                    (held.space, held.dragged) = (true, false);
                }
            }
            Event::Key { key: Key::Space, pressed: false, .. } if held.space => {
                held.space = false;
                if !held.dragged {
                    out.push(SessionCommand::PlayPause.into());
                }
            }
            &Event::Key { key, pressed: true, repeat, modifiers, .. } => {
                let Some(command) = self.command(key, modifiers) else { return false };
                if !repeat || repeats(&command) {
                    out.push(command);
                }
            }
            _ => return false,
        }
        true
    }

    fn command(&self, key: Key, modifiers: Modifiers) -> Option<Command> {
        // Where a bracket stands on a key with a brace, Shift makes it another key.
        let (key, modifiers) = match key {
            Key::OpenCurlyBracket => (Key::OpenBracket, modifiers | Modifiers::SHIFT),
            Key::CloseCurlyBracket => (Key::CloseBracket, modifiers | Modifiers::SHIFT),
            key => (key, modifiers),
        };
        let kept = self.typing && (!modifiers.command || of_text(key));
        if kept || (modifiers.is_none() && self.own(key)) || (key == Key::Escape && self.leaving) {
            return None;
        }
        if self.mode == Mode::Edit
            && modifiers.is_none()
            && let Some(digit) = DIGITS.iter().position(|&d| d == key)
        {
            return Some(SessionCommand::TileKey(digit + 1).into());
        }
        let fits = |b: &&Binding| b.1 == key && exact(key, modifiers, b.0) && holds(b.2.when, self.mode);
        bindings().iter().find(fits).map(|b| b.2.command.clone())
    }
}

impl Listen {
    /// Whether a widget other than a text field has the keyboard.
    const fn widget(&self) -> bool {
        matches!(self.keyboard, Keyboard::Widget | Keyboard::List)
    }

    /// Whether a plain key belongs to who has the keyboard. On the map arrows go from cell to cell, and Enter is the button of
    /// the mouse.
    const fn own(&self, key: Key) -> bool {
        match key {
            Key::ArrowLeft | Key::ArrowRight | Key::ArrowUp | Key::ArrowDown | Key::Enter => {
                self.widget() || matches!(self.keyboard, Keyboard::Map)
            }
            Key::PageDown | Key::PageUp => self.pages,
            Key::Home | Key::End => matches!(self.keyboard, Keyboard::List),
            _ => false,
        }
    }
}

/// The table's keys. Space is apart: it acts when it is let go.
fn bindings() -> &'static [Binding] {
    static ALL: OnceLock<Vec<Binding>> = OnceLock::new();
    ALL.get_or_init(|| {
        let keys = TABLE.iter().flat_map(|row| row.keys.iter().filter_map(move |k| Some((parse(k)?, row))));
        keys.map(|((m, k), row)| (m, k, row)).filter(|b| b.1 != Key::Space).collect()
    })
}

/// Whether a key works in a mode.
fn holds(when: When, mode: Mode) -> bool {
    match when {
        When::Always => true,
        When::Edit => mode == Mode::Edit,
        When::Inspect => mode == Mode::Inspect,
    }
}

/// Whether exactly the wanted modifiers are down. On which key a sign stands depends on the keyboard, so Shift does not
/// count for signs.
fn exact(key: Key, mut got: Modifiers, wanted: Modifiers) -> bool {
    if matches!(key, Key::Questionmark | Key::Exclamationmark | Key::Colon | Key::Plus | Key::Slash) {
        got.shift = wanted.shift;
    }
    got.matches_exact(wanted)
}

/// Keys that a text field uses with Ctrl.
fn of_text(key: Key) -> bool {
    use Key as K;
    let arrows = matches!(key, K::ArrowLeft | K::ArrowRight | K::ArrowUp | K::ArrowDown | K::Home | K::End);
    arrows || matches!(key, K::A | K::C | K::V | K::X | K::Y | K::Z)
}

/// What goes on as long as the key is held.
fn repeats(command: &Command) -> bool {
    use SessionCommand as S;
    let Command::Session(command) = command else { return false };
    matches!(command, S::Forward(_) | S::Back(_) | S::Faster | S::Slower | S::Undo | S::Redo | S::MoveArea(..))
}
