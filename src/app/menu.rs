//! The bar at the top: menus made from the table of commands, and what is changed most.

use super::panels::notes::lessons;
use super::panels::params::{algorithms, seed_box};
use super::shortcuts::{hint, shown};
use super::view::Cx;
use crate::debugger::command::{Mode, SessionCommand, WindowCommand};
use crate::debugger::table::{Group, TABLE};
use egui::containers::menu::{MenuButton, SubMenuButton};
use egui::{Align, Button, ComboBox, CornerRadius, Frame, Label, Layout, Margin, MenuBar, RichText, Ui};

/// The menus, and the groups of commands that stand in each.
const MENUS: [(&str, &[Group]); 5] = [
    ("File", &[Group::File]),
    ("Edit", &[Group::Edit, Group::Tools]),
    ("Run", &[Group::Run, Group::Time]),
    ("View", &[Group::View]),
    ("Help", &[Group::Help]),
];

/// Draws the bar. What does not fit a narrow window stands in the menus too.
pub fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let width = ui.available_width();
    ui.horizontal(|ui| {
        ui.scope(|ui| {
            // The bar of menus would take the whole width.
            ui.set_max_width(1.0);
            MenuBar::new().ui(ui, |ui| {
                ui.spacing_mut().button_padding = egui::vec2(7.0, 3.0);
                for (title, groups) in MENUS {
                    menu(ui, cx, title, groups);
                }
            });
        });
        badge(ui, cx);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            theme(ui, cx);
            if width > 620.0 {
                seed(ui, cx);
            }
            if width > 760.0 {
                algorithm(ui, cx);
            }
            if width > 900.0 {
                preset(ui, cx);
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| title(ui, cx));
        });
    });
}

fn menu(ui: &mut Ui, cx: &mut Cx<'_>, title: &str, groups: &[Group]) {
    let (response, _) = MenuButton::new(title).ui(ui, |ui| {
        ui.set_min_width(230.0);
        for (i, &group) in groups.iter().enumerate() {
            if i > 0 {
                ui.separator();
            }
            rows(ui, cx, group);
            if group == Group::View {
                SubMenuButton::new("Panels").ui(ui, |ui| rows(ui, cx, Group::Panels));
            }
            if group == Group::Run {
                SubMenuButton::new("Algorithm").ui(ui, |ui| {
                    if let Some(id) = algorithms(ui, cx.session.card().id) {
                        cx.send(SessionCommand::SetAlgorithm(id.to_owned()));
                        ui.close();
                    }
                });
            }
        }
    });
    response.accessible_name(format!("{title} menu"));
}

/// The commands of a group.
fn rows(ui: &mut Ui, cx: &mut Cx<'_>, group: Group) {
    for info in TABLE.iter().filter(|row| row.group == group) {
        let keys = info.keys.first().map_or_else(String::new, |k| shown(k));
        let button = Button::new(info.title).shortcut_text(RichText::new(keys).monospace());
        if ui.add(button).accessible_name(info.title).on_hover_text(hint(&info.command)).clicked() {
            cx.send(info.command.clone());
            ui.close();
        }
        if info.command == WindowCommand::AskNew {
            let all = Group::Generators;
            SubMenuButton::new(all.title()).ui(ui, |ui| rows(ui, cx, all));
        }
        if info.command == WindowCommand::AskOpen {
            SubMenuButton::new("Open preset").ui(ui, |ui| presets(ui, cx));
        }
    }
}

fn presets(ui: &mut Ui, cx: &mut Cx<'_>) {
    for (id, title) in lessons() {
        let current = *title == cx.session.scene().title;
        if ui.selectable_label(current, title).on_hover_text(*id).clicked() {
            cx.send(SessionCommand::OpenPreset(id));
            ui.close();
        }
    }
}

/// Which mode it is, for all to see.
fn badge(ui: &mut Ui, cx: &mut Cx<'_>) {
    let theme = &cx.view.theme;
    let (text, fill) = match cx.session.mode {
        Mode::Edit => ("✏ EDIT", theme.accent),
        Mode::Inspect => ("⌖ INSPECT", theme.density),
    };
    let name = if cx.session.mode == Mode::Edit { "EDIT" } else { "INSPECT" };
    let button = Button::new(RichText::new(text).strong().size(13.0).color(theme.text_on(fill))).fill(fill);
    let button = button.corner_radius(CornerRadius::same(9));
    if ui.add(button).accessible_name(name).on_hover_text(hint(SessionCommand::ToggleMode)).clicked() {
        cx.send(SessionCommand::ToggleMode);
    }
}

/// The scene's title, with a dot when there is something to save.
fn title(ui: &mut Ui, cx: &Cx<'_>) {
    let title = &cx.session.scene().title;
    let shown = if title.is_empty() { "Untitled" } else { title };
    let changed = cx.session.document.is_changed();
    let text = if changed { format!("{shown} •") } else { shown.to_owned() };
    let place = cx.session.document.path.as_ref().map_or_else(String::new, |p| format!("\n{}", p.display()));
    let state = if changed { "\nChanged since it was saved." } else { "" };
    Frame::new().inner_margin(Margin::symmetric(6, 0)).show(ui, |ui| {
        ui.add(Label::new(RichText::new(text).strong()).truncate()).on_hover_text(format!("{shown}{place}{state}"));
    });
}

fn theme(ui: &mut Ui, cx: &mut Cx<'_>) {
    let (now, next) = (cx.view.theme.name.title(), cx.view.theme.name.next().title());
    let button = ui.button("◐").accessible_name("Theme");
    if button.on_hover_text(format!("Theme: {now}. The next is {next}.")).clicked() {
        cx.send(WindowCommand::NextTheme);
    }
}

fn seed(ui: &mut Ui, cx: &mut Cx<'_>) {
    if ui.button("⟳").accessible_name("Seed + 1").on_hover_text(hint(SessionCommand::NextSeed)).clicked() {
        cx.send(SessionCommand::NextSeed);
    }
    let (response, changed) = seed_box(ui, cx.session.scene().run.seed);
    response.accessible_name("Seed");
    if let Some(seed) = changed {
        cx.send(SessionCommand::SetSeed(seed));
    }
    ui.label("seed");
}

fn algorithm(ui: &mut Ui, cx: &mut Cx<'_>) {
    let card = cx.session.card();
    let list = ComboBox::from_id_salt("menu algorithm").selected_text(card.title).width(124.0).truncate();
    let mut chosen = None;
    let shown = list.show_ui(ui, |ui| chosen = algorithms(ui, card.id));
    shown.response.accessible_name("Algorithm").on_hover_text(format!("The algorithm. {}", card.summary));
    if let Some(id) = chosen {
        cx.send(SessionCommand::SetAlgorithm(id.to_owned()));
    }
}

fn preset(ui: &mut Ui, cx: &mut Cx<'_>) {
    let now = lessons().iter().find(|(_, title)| *title == cx.session.scene().title);
    let text = now.map_or("Presets", |(id, _)| id);
    let list = ComboBox::from_id_salt("menu preset").selected_text(text).width(140.0).height(420.0).truncate();
    let shown = list.show_ui(ui, |ui| presets(ui, cx));
    shown.response.accessible_name("Preset").on_hover_text("Opens a lesson that comes with the program.");
}
