//! The list to choose an algorithm from, by groups, or filtered by a few letters.

use crate::style::fonts;
use egui::containers::menu::MenuConfig;
use egui::{
    Align, Align2, Atom, Button, Id, Key, Layout, Margin, Modifiers, PopupCloseBehavior, RichText, ScrollArea,
    TextEdit, Ui,
};
use gridscope_trace::{Card, Registry};

/// Width of the list, in points.
const WIDTH: f32 = 264.0;

/// The filter text, and the last frame in which it was shown.
#[derive(Clone, Default)]
struct Typed {
    text: String,
    frame: u64,
}

/// Keeps a menu with a text field open while the user clicks in it.
pub(crate) fn config() -> MenuConfig {
    MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside)
}

/// Returns the maximum height of the list, so that it fits the window with everything above and below it.
pub(crate) fn height(ui: &Ui) -> f32 {
    (ui.ctx().content_rect().height() - 150.0).clamp(80.0, 560.0)
}

/// Draws all algorithms, with `chosen` marked. Returns the id of the one that was clicked.
pub(crate) fn algorithms(ui: &mut Ui, registry: &Registry, chosen: &str) -> Option<&'static str> {
    pick(ui, registry, chosen, |_| true)
}

/// Like [`algorithms`], but leaves one out.
pub(crate) fn others(ui: &mut Ui, registry: &Registry, own: &str) -> Option<&'static str> {
    pick(ui, registry, own, |card| card.id != own)
}

fn pick(ui: &mut Ui, registry: &Registry, chosen: &str, offered: impl Fn(&Card) -> bool) -> Option<&'static str> {
    ui.set_width(WIDTH);
    let id = Id::unique("algorithm typed");
    let frame = ui.ctx().cumulative_frame_nr();
    let Typed { mut text, frame: last } = ui.data(|d| d.get_temp(id)).unwrap_or_default();
    let opened = last + 1 < frame;
    if opened {
        text.clear();
    }
    // The field would consume the key and lose the focus.
    let enter = ui.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Enter));
    let field = TextEdit::singleline(&mut text).hint_text("Type to filter").desired_width(f32::INFINITY);
    let field = field.margin(Margin::symmetric(8, 5)).align(Align2::LEFT_CENTER);
    let field = ui.add(field).accessible_name("Filter algorithms");
    // A click on the menu entry that opens the list takes the focus away again.
    if opened || ui.memory(|m| m.focused().is_none()) {
        field.request_focus();
    }
    let all = registry.by_group();
    let mut selected_algorithm = None;
    ScrollArea::vertical().max_height(height(ui)).show(ui, |ui| {
        ui.with_layout(Layout::top_down_justified(Align::LEFT), |ui| {
            (ui.spacing_mut().item_spacing.y, ui.spacing_mut().interact_size.y) = (0.0, 24.0);
            let mut row = |ui: &mut Ui, card: &'static Card, marked: bool, beside: &'static str| {
                let face = (card.title, Atom::grow(), RichText::new(beside).small().weak());
                let row = ui.add(Button::selectable(marked, face)).accessible_name(card.title);
                if opened && marked {
                    row.scroll_to_me(Some(Align::Center));
                }
                if row.on_hover_text(card.summary).clicked() {
                    selected_algorithm = Some(card.id);
                }
            };
            if text.trim().is_empty() {
                for (group, cards) in all {
                    let cards: Vec<_> = cards.into_iter().filter(|card| offered(card)).collect();
                    if !cards.is_empty() {
                        ui.add_space(6.0);
                        ui.label(RichText::new(group.title()).font(fonts::semibold(12.0)).weak());
                    }
                    for card in cards {
                        row(ui, card, card.id == chosen, "");
                    }
                }
                return;
            }
            let mut found: Vec<_> = all.into_iter().flat_map(|(_, cards)| cards).filter(|card| offered(card)).collect();
            found.retain(|card| fit(card, &text).is_some());
            found.sort_by_key(|card| fit(card, &text));
            for (k, &card) in found.iter().enumerate() {
                // Enter chooses the first entry.
                row(ui, card, k == 0, card.group.title());
            }
            match found.first() {
                Some(first) if enter => selected_algorithm = Some(first.id),
                Some(_) => {}
                None => _ = ui.weak("No algorithm has all these words."),
            }
        });
    });
    ui.data_mut(|d| d.insert_temp(id, Typed { text, frame }));
    selected_algorithm
}

/// Rates how well an algorithm matches the filter. 0: its title or id starts with it. 1: they contain all words. 2: the
/// words are in its summary or group as well. `None`: a word is missing.
fn fit(card: &Card, typed: &str) -> Option<u8> {
    let typed = typed.trim().to_lowercase();
    let names = format!("{} {}", card.title, card.id).to_lowercase();
    let all = format!("{names} {} {}", card.summary, card.group.title()).to_lowercase();
    let has = |text: &str| typed.split_whitespace().all(|word| text.contains(word));
    if names.starts_with(&typed) || card.id.starts_with(&typed) {
        Some(0)
    } else if has(&names) {
        Some(1)
    } else {
        has(&all).then_some(2)
    }
}
