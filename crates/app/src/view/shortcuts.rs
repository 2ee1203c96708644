//! Turns keys into commands. The key strings of the command table are parsed once, and each key press is looked up.
//!
//! While a text field has the focus, plain keys are ignored. With Ctrl, only the keys that text fields use themselves
//! are ignored. A button or a list keeps the arrows, Enter and Space.

use crate::debugger::session::command::table::{Info, KeyMode, TABLE, info};
use crate::debugger::session::command::{Mode, Stride};
use crate::debugger::{Command, SessionCommand, WindowCommand};
use crate::view::focus::{self, Keyboard, keyboard};
use egui::text_selection::LabelSelectionState;
use egui::{Context, Event, Id, Key, Modifiers, Popup};
use std::sync::OnceLock;

/// A key of the table: modifiers, key, and its row.
type Binding = (Modifiers, Key, &'static Info);

/// The keys that choose a tile of the palette.
const DIGITS: [Key; 9] =
    [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];

/// Parses a key string such as `Ctrl+Shift+S`, `ArrowRight` or `?`. Ctrl is Cmd on a Mac.
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

/// Formats a key string for the user: `→` for `ArrowRight`.
pub fn format_keys(text: &str) -> String {
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

/// Formats all keys of a row for the user.
pub(crate) fn all_shown(keys: &[&str]) -> String {
    keys.iter().map(|k| format_keys(k)).collect::<Vec<_>>().join("  or  ")
}

/// Returns a command's tooltip: its title, its keys, and what it does.
pub(crate) fn hint(command: impl Into<Command>) -> String {
    match info(&command.into()) {
        None => String::new(),
        Some(info) if info.keys.is_empty() => format!("{}\n{}", info.title, info.help),
        Some(info) => format!("{}  [{}]\n{}", info.title, all_shown(info.keys), info.help),
    }
}

/// Key state that is kept between frames.
#[derive(Clone, Copy, Default)]
struct KeyState {
    /// Whether Space is down.
    space: bool,
    /// Whether the pointer was dragged since Space went down. Then Space pans instead of starting playback.
    dragged: bool,
    /// Whether a widget had the focus in the last frame. Then Escape only releases the focus.
    focused: bool,
}

/// Collects the commands that keys and the clipboard request in this frame, and removes these events from egui. If
/// `turns_slides` is set, Page Up and Page Down turn slides, because a clicker has no other keys, and phases take their
/// place with Shift. Keys of a command that `takes` refuses are left to others.
pub fn commands(
    ctx: &Context,
    (mode, movers): (Mode, bool),
    turns_slides: bool,
    takes: impl Fn(&Command) -> bool,
    out: &mut Vec<Command>,
) {
    let id = Id::unique("shortcuts held");
    let mut key_state: KeyState = ctx.data(|d| d.get_temp(id)).unwrap_or_default();
    let (keyboard, menu) = (keyboard(ctx), Popup::is_any_open(ctx));
    let listen = Listen {
        mode,
        movers,
        // In an open menu, plain keys choose its entries.
        typing: keyboard == Keyboard::Text || menu,
        leaving: key_state.focused || menu,
        keyboard,
        pages: focus::pages(ctx),
        marked: ctx.plugin_opt::<LabelSelectionState>().is_some_and(|p| p.lock().has_selection()),
    };
    key_state.focused = menu || ctx.memory(|m| m.focused().is_some());
    let mut new = Vec::new();
    ctx.input_mut(|input| {
        key_state.dragged |= key_state.space && input.pointer.is_decidedly_dragging();
        input.events.retain(|event| {
            let known = new.len();
            let is_consumed = listen.take(event, &mut key_state, &mut new);
            let refused = new.get(known).is_some_and(|command| !takes(command));
            new.truncate(if refused { known } else { new.len() });
            !is_consumed || refused
        });
    });
    ctx.data_mut(|d| d.insert_temp(id, key_state));
    // Copying and pasting may arrive both as keys and as events. They count once.
    new.dedup_by(|a, b| a == b && (*a == WindowCommand::CopyText || *a == WindowCommand::CutArea));
    if new.iter().any(|c| matches!(c, Command::Session(SessionCommand::PasteText(_)))) {
        new.retain(|c| *c != WindowCommand::AskPaste);
    }
    let turned = |stride| match stride {
        Stride::Phase => Stride::Slide,
        Stride::Actor => Stride::Phase,
        other => other,
    };
    for command in new.iter_mut().filter(|_| turns_slides) {
        if let Command::Session(SessionCommand::Forward(stride) | SessionCommand::Back(stride)) = command {
            *stride = turned(*stride);
        }
    }
    out.append(&mut new);
}

/// State that decides whether a key is a command in this frame.
#[expect(clippy::struct_excessive_bools, reason = "each is asked of egui on its own")]
struct Listen {
    mode: Mode,
    movers: bool,
    typing: bool,
    /// Whether Escape first closes a menu or leaves a text field.
    leaving: bool,
    /// Receiver of plain keys.
    keyboard: Keyboard,
    /// Whether Page Up and Page Down scroll a panel.
    pages: bool,
    /// Whether text of a label is selected, so that Copy means that text.
    marked: bool,
}

impl Listen {
    /// Returns whether the event is a shortcut, and adds its command to `out`.
    fn take(&self, event: &Event, held: &mut KeyState, out: &mut Vec<Command>) -> bool {
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
        // On keyboards that have a bracket and a brace on one key, Shift changes the key that egui reports.
        let (key, modifiers) = match key {
            Key::OpenCurlyBracket => (Key::OpenBracket, modifiers | Modifiers::SHIFT),
            Key::CloseCurlyBracket => (Key::CloseBracket, modifiers | Modifiers::SHIFT),
            key => (key, modifiers),
        };
        let belongs_to_text = self.typing && (!modifiers.command || of_text(key));
        if belongs_to_text || (modifiers.is_none() && self.own(key)) || (key == Key::Escape && self.leaving) {
            return None;
        }
        if self.mode == Mode::Edit
            && modifiers.is_none()
            && let Some(digit) = DIGITS.iter().position(|&d| d == key)
        {
            return Some(SessionCommand::TileKey(digit + 1).into());
        }
        let fits = |b: &&Binding| b.1 == key && exact(key, modifiers, b.0) && holds(b.2.when, self.mode, self.movers);
        bindings().iter().find(fits).map(|b| b.2.command.clone())
    }
}

impl Listen {
    /// Returns whether a widget other than a text field has the focus.
    const fn widget(&self) -> bool {
        matches!(self.keyboard, Keyboard::Widget | Keyboard::List)
    }

    /// Returns whether a plain key belongs to the widget with the focus. On the map, arrows move from cell to cell, and
    /// Enter acts like the mouse button.
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

/// Returns the table's keys. Space is handled separately, because it acts on release.
fn bindings() -> &'static [Binding] {
    static ALL: OnceLock<Vec<Binding>> = OnceLock::new();
    ALL.get_or_init(|| {
        let keys = TABLE.iter().flat_map(|row| row.keys.iter().filter_map(move |k| Some((parse(k)?, row))));
        keys.map(|((m, k), row)| (m, k, row)).filter(|b| b.1 != Key::Space).collect()
    })
}

/// Returns whether a key works in a mode.
fn holds(when: KeyMode, mode: Mode, movers: bool) -> bool {
    match when {
        KeyMode::Always => true,
        KeyMode::Edit => mode == Mode::Edit,
        KeyMode::Inspect => mode == Mode::Inspect,
        KeyMode::WithMovers => movers,
        KeyMode::WithoutMovers => !movers,
    }
}

/// Returns whether exactly the wanted modifiers are down. Whether a sign needs Shift depends on the keyboard, so Shift
/// is ignored for signs.
fn exact(key: Key, mut got: Modifiers, wanted: Modifiers) -> bool {
    if matches!(key, Key::Questionmark | Key::Exclamationmark | Key::Colon | Key::Plus | Key::Slash) {
        got.shift = wanted.shift;
    }
    got.matches_exact(wanted)
}

/// Returns whether a text field uses this key with Ctrl.
fn of_text(key: Key) -> bool {
    use Key as K;
    let arrows = matches!(key, K::ArrowLeft | K::ArrowRight | K::ArrowUp | K::ArrowDown | K::Home | K::End);
    arrows || matches!(key, K::A | K::C | K::V | K::X | K::Y | K::Z)
}

/// Returns whether a command repeats while its key is held.
fn repeats(command: &Command) -> bool {
    use SessionCommand as S;
    let Command::Session(command) = command else { return false };
    matches!(command, S::Forward(_) | S::Back(_) | S::Faster | S::Slower | S::Undo | S::Redo | S::MoveArea(..))
}
