//! The command palette: finds every named command by a few letters.

use super::{enter, modal, row_hint};
use crate::debugger::Session;
use crate::debugger::export::map::MapExport;
use crate::debugger::session::command::table::TABLE;
use crate::debugger::session::command::{Brush, Command, SessionCommand, WindowCommand};
use crate::presets::{PRESETS, index, source_words};
use crate::style::theme::ThemeName;
use crate::view::shortcuts::all_shown;
use crate::view::{Dialog, View};
use egui::{Atom, Button, Context, Key, Label, Modifiers, RichText, ScrollArea, TextEdit, TextWrapMode, Ui, vec2};
use gridscope_trace::params::Kind;
use gridscope_trace::{ActorKind, Tile};
use std::collections::BTreeSet;

/// Least number of letters of a search that looks into the texts of lessons.
const LEAST_WORD: usize = 4;

/// A row of the palette.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The title.
    pub title: String,
    /// A sentence about the command.
    pub help: String,
    /// Other words by which it is found, in lower case.
    pub words: &'static str,
    /// The keys, formatted for the user.
    pub keys: String,
    /// The command.
    pub command: Command,
}

/// Returns all entries of the palette for a session, in the order shown for an empty search.
pub fn entries(session: &Session, theme: ThemeName) -> Vec<Entry> {
    fn entry(title: String, help: &str, command: impl Into<Command>) -> Entry {
        Entry { title, help: help.to_owned(), words: "", keys: String::new(), command: command.into() }
    }
    let mut all: Vec<Entry> = TABLE
        .iter()
        .map(|row| Entry { keys: all_shown(row.keys), ..entry(row.title.to_owned(), row.help, row.command.clone()) })
        .collect();
    let card = session.card();
    all.extend(PRESETS.iter().zip(index()).map(|(preset, lesson)| {
        let help = in_the_source(preset.id, source_words(preset.id));
        let title = format!("Lesson: {}", lesson.title);
        Entry { words: &lesson.words, ..entry(title, &help, SessionCommand::OpenPreset(preset.id)) }
    }));
    all.extend(
        session
            .layers()
            .iter()
            .enumerate()
            .map(|(i, l)| entry(format!("Layer: {}", l.name), &l.help, SessionCommand::SetLayer(i))),
    );
    all.extend(session.registry().all().iter().map(|runner| runner.card()).map(|c| {
        let lessons = PRESETS.iter().zip(index()).filter(|(_, lesson)| lesson.algorithm == c.id);
        let words: BTreeSet<&str> = lessons.flat_map(|(preset, _)| source_words(preset.id)).collect();
        let help = in_the_source(c.summary, words);
        entry(format!("Algorithm: {}", c.title), &help, SessionCommand::SetAlgorithm(c.id.to_owned()))
    }));
    for param in card.params {
        let words = match param.kind {
            Kind::Choice(words) => {
                words.iter().map(|&w| (w, w.parse::<i64>().map_or_else(|_| w.into(), Into::into))).collect()
            }
            Kind::Flag => vec![("on", true.into()), ("off", false.into())],
            _ => Vec::new(),
        };
        for (text, value) in words {
            all.push(entry(
                format!("Set {} to {text}", param.name),
                param.help,
                SessionCommand::SetParam(param.name.to_owned(), value),
            ));
        }
    }
    let take = |of: &str, name: &str, brush| {
        entry(format!("{of}: {name}"), "Takes it in hand, to draw with: P draws.", SessionCommand::SetBrush(brush))
    };
    all.extend(Tile::ALL.iter().map(|&tile| take("Tile", tile.info().name, Brush::Tile(tile))));
    all.extend(ActorKind::ALL.iter().map(|&kind| take("Actor", kind.name(), Brush::Actor(kind))));
    for format in MapExport::formats() {
        let endings: Vec<String> = format.extensions().iter().map(|ending| format!(".{ending}")).collect();
        let title = format!("Export map: {} ({})", format.title(), endings.join(", "));
        all.push(entry(
            title,
            "The map as a file for another program.",
            WindowCommand::AskExportMap(Some(format.name())),
        ));
    }
    for other in ThemeName::ALL.into_iter().filter(|&t| t != theme) {
        all.push(entry(format!("Theme: {}", other.title()), "Changes all colours.", WindowCommand::SetTheme(other)));
    }
    all
}

/// Appends the words of the document that a lesson or algorithm stands for.
fn in_the_source(text: &str, words: impl IntoIterator<Item = &'static str>) -> String {
    let words: Vec<&str> = words.into_iter().collect();
    if words.is_empty() { text.to_owned() } else { format!("{text} · in the source: {}", words.join(", ")) }
}

/// Rates how well an entry fits the search: lower is better, `None` means no match.
fn fit(query: &str, entry: &Entry) -> Option<u32> {
    let query = query.trim().to_lowercase();
    let title = entry.title.to_lowercase();
    if query.is_empty() {
        return Some(0);
    }
    if title == query {
        return Some(0);
    }
    if let Some(at) = title.find(&query) {
        let word = at == 0 || !title[..at].ends_with(char::is_alphanumeric);
        return Some(if at == 0 {
            1
        } else if word {
            2
        } else {
            3
        });
    }
    if query.split_whitespace().all(|word| title.contains(word)) {
        return Some(4);
    }
    if entry.help.to_lowercase().contains(&query) {
        return Some(6);
    }
    if query.chars().count() >= LEAST_WORD && query.split_whitespace().all(|word| entry.words.contains(word)) {
        return Some(8);
    }
    // The letters of the search in order; the closer together, the better.
    let (mut span, mut begun, mut wanted) = (0, false, query.chars().filter(|c| !c.is_whitespace()).peekable());
    for c in title.chars() {
        let Some(&next) = wanted.peek() else { break };
        span += u32::from(begun);
        if c == next {
            begun = true;
            wanted.next();
        }
    }
    wanted.peek().is_none().then_some(10 + span)
}

/// Returns the entries that match, the best first.
pub fn found(query: &str, all: Vec<Entry>) -> Vec<Entry> {
    let mut scored: Vec<(u32, Entry)> = all.into_iter().filter_map(|e| Some((fit(query, &e)?, e))).collect();
    scored.sort_by_key(|(score, _)| *score);
    scored.into_iter().map(|(_, entry)| entry).collect()
}

/// Draws the palette. Returns its state if it stays open.
pub(super) fn show(
    ctx: &Context,
    session: &Session,
    view: &View,
    mut query: String,
    mut row: usize,
    out: &mut Vec<Command>,
) -> Option<Dialog> {
    let press = |key| ctx.input_mut(|i| i.count_and_consume_key(Modifiers::NONE, key));
    let (up, down, page_up, page_down) =
        (press(Key::ArrowUp), press(Key::ArrowDown), press(Key::PageUp), press(Key::PageDown));
    let enter = enter(ctx);
    modal(ctx, "palette", 620.0, |ui| {
        let field =
            ui.add(TextEdit::singleline(&mut query).hint_text("What do you want to do?").desired_width(f32::INFINITY));
        let field = field.accessible_name("Command");
        if !field.has_focus() {
            field.request_focus();
        }
        if field.changed() {
            row = 0;
        }
        let all = found(&query, entries(session, view.theme.name));
        if all.is_empty() {
            ui.add_space(8.0);
            ui.add(Label::new(format!("No command matches “{}”.", query.trim())).wrap());
            ui.set_min_height(60.0);
            return Some(Dialog::Palette { query, row: 0 });
        }
        let moved = up + down + page_up + page_down > 0;
        row = (row + down + page_down * 10).min(all.len() - 1).saturating_sub(up + page_up * 10);
        let clicked_row = list(ui, view, &all, row, moved || field.changed());
        ui.add_space(4.0);
        ui.weak(format!("↑ ↓ choose · Enter does it · Esc closes · {} found", all.len()));
        match clicked_row.or(enter.then_some(row)).and_then(|i| all.get(i)) {
            Some(entry) => {
                out.push(entry.command.clone());
                None
            }
            None => Some(Dialog::Palette { query, row }),
        }
    })
}

/// Draws the rows. Returns the one that was clicked.
fn list(ui: &mut Ui, view: &View, all: &[Entry], row: usize, follow: bool) -> Option<usize> {
    const HEIGHT: f32 = 30.0;
    let room = (ui.ctx().content_rect().height() - 220.0).clamp(60.0, 420.0);
    let mut clicked = None;
    ui.add_space(4.0);
    let mut area = ScrollArea::vertical().max_height(room).auto_shrink([false, true]);
    if follow {
        // Keeps the selected row in the middle of the visible part.
        let gap = ui.spacing().item_spacing.y;
        area = area.vertical_scroll_offset((row as f32 * (HEIGHT + gap) - room / 2.0).max(0.0));
    }
    area.show_rows(ui, HEIGHT, all.len(), |ui, rows| {
        for i in rows {
            let Some(entry) = all.get(i) else { break };
            let help = RichText::new(&entry.help).small().color(view.theme.weak);
            let keys = RichText::new(&entry.keys).monospace();
            let face = (RichText::new(&entry.title), egui::AtomExt::atom_shrink(help, true), Atom::grow(), keys);
            let button = Button::selectable(i == row, face)
                .gap(10.0)
                .wrap_mode(TextWrapMode::Truncate)
                .min_size(vec2(ui.available_width(), HEIGHT));
            let response = ui.add(button).accessible_name(&entry.title);
            if response.on_hover_text(row_hint(&entry.command, &entry.help)).clicked() {
                clicked = Some(i);
            }
        }
    });
    clicked
}
