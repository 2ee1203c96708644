//! The bar at the top: the four arrangements, the lessons, frequently used settings, and a menu with all commands.

use crate::debugger::look::drawn_signs::Sign;
use crate::debugger::session::command::table::{Group, TABLE};
use crate::debugger::session::command::{Command, Mode, SessionCommand, WindowCommand};
use crate::debugger::session::window::{Arrangement, PanelId};
use crate::layout::stage;
use crate::layout::tour::{self, Landmark};
use crate::panels::params::seed_box;
use crate::panels::picker;
use crate::presets;
use crate::style::fonts::{self, Icon};
use crate::style::theme::ThemeName;
use crate::view::shortcuts::{format_keys, hint};
use crate::view::structure::region;
use crate::view::{Cx, Dialog, View};
use egui::accesskit::Role;
use egui::containers::menu::{MenuButton, SubMenuButton};
use egui::{Align, Button, CornerRadius, Frame, Label, Layout, Margin, RichText, Ui, Vec2, vec2};
use std::time::Duration;

/// The entries of the menu: groups of commands, each a submenu with at most 14 entries, and the groups below it.
const MENUS: [(Group, &[Group]); 8] = [
    (Group::File, &[]),
    (Group::Edit, &[Group::Tools, Group::Selection]),
    (Group::Run, &[]),
    (Group::Play, &[Group::Step, Group::Find]),
    (Group::View, &[Group::Map, Group::Text]),
    (Group::Panels, &[Group::Measures]),
    (Group::Settings, &[]),
    (Group::Help, &[]),
];

/// Height of the bar, in points.
const HIGH: f32 = 40.0;

/// Returns the height of the bar at the top of the window, in points. Present and a narrow window have none.
pub(crate) fn height(view: &View) -> f32 {
    let has_none = view.narrow.is_some() || view.settings.bare || view.settings.arrangement == Arrangement::Present;
    if has_none { 0.0 } else { HIGH }
}

/// Draws the bar at the top of the window.
pub(crate) fn bar(ui: &mut Ui, cx: &mut Cx<'_>) {
    let frame = Frame::new().fill(cx.view.theme.window).inner_margin(Margin::symmetric(12, 6));
    let top = egui::Panel::top("menu").frame(frame).exact_size(HIGH);
    top.show_separator_line(false).show(ui, |ui| {
        region(ui, Role::Banner, "Bar at the top");
        show(ui, cx);
    });
}

/// Draws the content of the bar. Controls that do not fit a narrow window are also in the menu.
fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    ui.horizontal(|ui| {
        ui.set_min_height(28.0);
        let quiet = stage::is_quiet(cx.view);
        if quiet {
            quiet_arrangements(ui, cx);
        } else {
            arrangements(ui, cx);
        }
        let has_map = !cx.view.start_page.is_shown() && !shows_gallery(cx);
        let edits = cx.session.hand().mode == Mode::Edit;
        if cx.view.settings.arrangement != Arrangement::Edit && has_map && (!quiet || edits || cx.view.settings.details)
        {
            mode(ui, cx);
        }
        ui.add_space(if quiet { 16.0 } else { 8.0 });
        lessons(ui, cx);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            menu(ui, cx);
            if quiet && !cx.view.settings.details {
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| title(ui, cx));
                return;
            }
            if !quiet {
                icon(ui, cx, theme_icon(cx), "Theme", WindowCommand::NextTheme);
                icon(ui, cx, Icon::LINK, "Copy link to this moment", WindowCommand::CopyLink);
                icon(ui, cx, Icon::MAGNIFYING_GLASS, "Command palette", WindowCommand::Palette);
            }
            ui.add_space(4.0);
            // If there is not enough room, leaves out the seed first, then the algorithm. Both are also in the menu.
            let name =
                ui.painter().layout_no_wrap(cx.session.algorithm_title(), fonts::medium(13.0), cx.view.theme.text);
            let algorithm_wide = name.size().x + 40.0;
            // The start page and the gallery have no run.
            if cx.view.start_page.is_shown() || shows_gallery(cx) {
                return;
            }
            if ui.available_width() > algorithm_wide + 140.0 {
                seed(ui, cx);
            }
            if ui.available_width() > algorithm_wide + 8.0 {
                algorithm(ui, cx);
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| title(ui, cx));
        });
    });
}

/// Draws the four buttons of the arrangements in one frame.
fn arrangements(ui: &mut Ui, cx: &mut Cx<'_>) {
    let theme = cx.view.theme.clone();
    Frame::new().fill(theme.panel).corner_radius(CornerRadius::same(6)).inner_margin(Margin::same(1)).show(ui, |ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        for arrangement in Arrangement::ALL {
            let here = cx.view.settings.arrangement == arrangement;
            let ink = if here { theme.now_ink } else { theme.weak };
            let text = RichText::new(arrangement.title()).font(fonts::medium(13.0)).color(ink);
            let text = if here { text.font(fonts::semibold(13.0)) } else { text };
            let face = Button::selectable(here, text).min_size(vec2(58.0, 26.0)).corner_radius(5);
            let face = if here { face.fill(theme.now) } else { face };
            let command = WindowCommand::Arrange(arrangement);
            if ui
                .add(face)
                .accessible_name(format!("Arrangement: {}", arrangement.title()))
                .on_hover_text(hint(command))
                .clicked()
            {
                cx.send(command);
            }
        }
    });
}

/// Draws the four arrangements as words without a frame. The one at hand is strong.
fn quiet_arrangements(ui: &mut Ui, cx: &mut Cx<'_>) {
    let theme = cx.view.theme.clone();
    let gap = std::mem::replace(&mut ui.spacing_mut().item_spacing.x, 16.0);
    for arrangement in Arrangement::ALL {
        let here = cx.view.settings.arrangement == arrangement;
        let text = RichText::new(arrangement.title());
        let text = if here {
            text.font(fonts::semibold(13.0)).color(theme.strong)
        } else {
            text.font(fonts::medium(13.0)).color(theme.weak)
        };
        let command = WindowCommand::Arrange(arrangement);
        let button = ui.add(Button::new(text).frame(false).min_size(vec2(0.0, 28.0)));
        button.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, here, arrangement.title()));
        let button = button.accessible_name(format!("Arrangement: {}", arrangement.title()));
        if button.on_hover_text(hint(command)).clicked() {
            cx.send(command);
        }
    }
    ui.spacing_mut().item_spacing.x = gap;
}

/// Draws the mode as a toggle, for arrangements other than Edit. While the user edits in place, the tools are beside
/// the map.
fn mode(ui: &mut Ui, cx: &mut Cx<'_>) {
    let editing = cx.session.hand().mode == Mode::Edit;
    let icon = if editing { Icon::PENCIL_SIMPLE } else { Icon::CURSOR_CLICK };
    let theme = &cx.view.theme;
    let face = Button::selectable(editing, icon.text(16.0).color(if editing { theme.now } else { theme.weak }));
    let help = if editing {
        "Clicks paint: Esc goes back to inspecting."
    } else {
        "Clicks inspect cells: P switches to painting."
    };
    if ui.add(face.min_size(vec2(28.0, 28.0))).accessible_name("Edit in place").on_hover_text(help).clicked() {
        cx.send(SessionCommand::ToggleMode);
    }
}

/// Returns whether the gallery of lessons is open.
const fn shows_gallery(cx: &Cx<'_>) -> bool {
    matches!(cx.view.dialog, Some(Dialog::Lessons(_)))
}

/// Returns the place of the opened lesson on the route: `1 of 20`.
pub(crate) fn place_on_route(cx: &Cx<'_>) -> Option<String> {
    let place = presets::place_on_route(presets::of(cx.session.scene())?.id)?;
    (!cx.view.start_page.is_shown()).then(|| format!("{} of {}", place + 1, presets::route().count()))
}

fn lessons(ui: &mut Ui, cx: &mut Cx<'_>) {
    let theme = &cx.view.theme;
    let face = (
        Icon::BOOKS.text(16.0).color(theme.text),
        RichText::new("Lessons").font(fonts::medium(13.0)),
        Icon::CARET_DOWN.text(12.0).color(theme.weak),
    );
    let open = shows_gallery(cx);
    let button = if ui.available_width() < 245.0 {
        // A narrow window has no room for the word beside the icons.
        Button::new(Icon::BOOKS.text(16.0).color(theme.text)).frame(false).min_size(vec2(28.0, 28.0))
    } else {
        Button::selectable(open, face).frame_when_inactive(false).min_size(vec2(96.0, 28.0))
    };
    let button = if stage::is_quiet(cx.view) && !open {
        let ink = theme.text;
        let words = RichText::new("Lessons").font(fonts::medium(13.0)).color(ink);
        let place = RichText::new(place_on_route(cx).unwrap_or_default()).font(fonts::text(13.0)).color(theme.weak);
        Button::new((Icon::BOOKS.text(16.0).color(theme.weak), words, place)).frame(false).min_size(vec2(0.0, 28.0))
    } else {
        button
    };
    if ui.add(button).accessible_name("Lessons").on_hover_text(hint(WindowCommand::AskLesson)).clicked() {
        cx.send(WindowCommand::AskLesson);
    }
}

/// Returns the least size of an icon's button: 28 points, or more for fingers.
fn icon_size(ui: &Ui) -> Vec2 {
    Vec2::splat(ui.spacing().interact_size.y.max(28.0))
}

/// Draws the menu with all commands.
pub(crate) fn menu(ui: &mut Ui, cx: &mut Cx<'_>) {
    let face = Button::new(Icon::LIST.text(18.0)).frame(false).min_size(icon_size(ui));
    let (response, _) = MenuButton::from_button(face).ui(ui, |ui| {
        ui.set_min_width(150.0);
        if cx.view.narrow.is_some() {
            // All rows have to fit below each other, and the bar has no room for the lessons.
            ui.spacing_mut().item_spacing.y = 0.0;
            if ui.button("Lessons").clicked() {
                cx.send(WindowCommand::AskLesson);
                ui.close();
            }
        }
        for (group, below) in MENUS {
            submenu(ui, cx, group, below);
        }
    });
    tour::mark(cx.view, Landmark::Menu, response.rect);
    response.accessible_name("Menu").on_hover_text("All commands: file, edit, run, view, help");
}

/// Draws the entry of a group, with the groups below it.
fn submenu(ui: &mut Ui, cx: &mut Cx<'_>, group: Group, below: &[Group]) {
    let (own, _) = SubMenuButton::new(group.title()).ui(ui, |ui| {
        ui.set_min_width(230.0);
        rows(ui, cx, group);
        for group in below {
            submenu(ui, cx, *group, &[]);
        }
    });
    own.accessible_name(format!("{} menu", group.title()));
}

/// Draws the themes.
fn themes(ui: &mut Ui, cx: &mut Cx<'_>) {
    for theme in ThemeName::ALL {
        let is_on = cx.view.settings.theme == theme;
        let sign = if is_on { Icon::CHECK.text(14.0) } else { RichText::new(" ").font(fonts::mono(14.0)) };
        let button = Button::new((sign, theme.title())).shortcut_text("");
        if ui.add(button).accessible_name(format!("Theme: {}", theme.title())).clicked() {
            cx.send(WindowCommand::SetTheme(theme));
            ui.close();
        }
    }
}

/// Draws the commands of a group.
fn rows(ui: &mut Ui, cx: &mut Cx<'_>, group: Group) {
    for info in TABLE.iter().filter(|row| row.group == group) {
        let keys = info.keys.first().map_or_else(String::new, |k| format_keys(k));
        let on = is_on(cx, &info.command);
        // A switch that is on has a check mark.
        let sign = match on {
            Some(true) => Icon::CHECK.text(14.0),
            _ => RichText::new(" ").font(fonts::mono(14.0)),
        };
        let shortcut = RichText::new(keys).font(fonts::mono(12.0)).color(cx.view.theme.faint);
        let title = info.title.strip_prefix("Panel: ").unwrap_or(info.title);
        let button = Button::new((sign, title)).shortcut_text(shortcut);
        let response = ui.add(button).accessible_name(info.title).on_hover_text(hint(&info.command));
        if response.clicked() {
            cx.send(info.command.clone());
            ui.close();
        }
        if info.command == WindowCommand::AskNew {
            let all = Group::Generators;
            SubMenuButton::new(all.title()).ui(ui, |ui| rows(ui, cx, all));
        }
    }
    if group == Group::Text {
        ui.separator();
        themes(ui, cx);
    }
    if group == Group::Run {
        SubMenuButton::new("Algorithm").config(picker::config()).ui(ui, |ui| {
            if let Some(id) = picker::algorithms(ui, cx.session.registry(), cx.session.card().id) {
                cx.send(SessionCommand::SetAlgorithm(id.to_owned()));
                ui.close();
            }
        });
    }
}

/// Returns whether the setting that a command switches is on, or `None` if the command is no switch.
fn is_on(cx: &Cx<'_>, command: &Command) -> Option<bool> {
    let settings = &cx.view.settings;
    match command {
        Command::Window(WindowCommand::ToggleGrid) => Some(settings.grid),
        Command::Window(WindowCommand::ToggleOverview) => Some(settings.overview),
        Command::Window(WindowCommand::ToggleNumbers) => Some(settings.numbers),
        Command::Window(WindowCommand::ToggleCornerNumbers) => Some(cx.view.draws(Sign::Numbers)),
        Command::Window(WindowCommand::ToggleArrows) => Some(cx.view.draws(Sign::Parents)),
        Command::Window(WindowCommand::FollowSystemTheme) => Some(settings.follows_system_theme),
        Command::Window(WindowCommand::ToggleLessMotion) => Some(settings.less_motion),
        Command::Window(WindowCommand::SetRunMemory(gib)) => Some(settings.run_memory == *gib),
        Command::Window(WindowCommand::ToggleFollow) => Some(cx.view.camera.follow),
        Command::Window(WindowCommand::ToggleDifferences) => Some(cx.view.draws(Sign::Differences)),
        Command::Window(WindowCommand::ToggleDetails) => Some(settings.details),
        Command::Window(WindowCommand::ToggleBareMap) => Some(settings.bare),
        Command::Window(WindowCommand::Arrange(one)) => Some(settings.arrangement == *one),
        Command::Session(SessionCommand::SetMode(one)) => Some(cx.session.hand().mode == *one),
        Command::Session(SessionCommand::SetTool(one)) => {
            Some(cx.session.hand().mode == Mode::Edit && cx.session.hand().tool == *one)
        }
        Command::Session(SessionCommand::TogglePredict) => Some(cx.session.display_state().predict.is_some()),
        Command::Session(SessionCommand::ToggleLoop) => Some(cx.session.display_state().playback.looping),
        _ => None,
    }
}

/// Draws the scene's title, with a dot if there are unsaved changes.
fn title(ui: &mut Ui, cx: &Cx<'_>) {
    let title = &cx.session.scene().title;
    let display_title = if title.is_empty() { "Untitled" } else { title };
    let changed = cx.session.document().loses_work();
    // In Learn, the lesson's heading shows the title.
    if cx.view.settings.arrangement == Arrangement::Learn && !changed {
        return;
    }
    let text = if changed { format!("{display_title} •") } else { display_title.to_owned() };
    let place = cx.session.document().path.as_ref().map_or_else(String::new, |p| format!("\n{}", p.display()));
    let state = if changed { "\nChanged since it was saved." } else { "" };
    Frame::new().inner_margin(Margin::symmetric(6, 0)).show(ui, |ui| {
        let text = RichText::new(text).font(fonts::semibold(13.0)).color(cx.view.theme.strong);
        ui.add(Label::new(text).truncate()).on_hover_text(format!("{display_title}{place}{state}"));
    });
}

/// Time for which the link's icon is a check mark after the link was copied.
const COPIED: Duration = Duration::from_millis(1500);

/// Draws a button with an icon for a command.
pub(crate) fn icon(ui: &mut Ui, cx: &mut Cx<'_>, icon: Icon, name: &str, command: WindowCommand) {
    let (mut icon, mut ink) = (icon, cx.view.theme.weak);
    let copied = cx.view.link_copied.filter(|_| command == WindowCommand::CopyLink);
    if let Some(left) = copied.and_then(|since| COPIED.checked_sub(since.elapsed())) {
        (icon, ink) = (Icon::CHECK, cx.view.theme.frontier);
        ui.ctx().request_repaint_after(left);
    }
    let face = Button::new(icon.text(18.0).color(ink)).frame(false).min_size(icon_size(ui));
    let help = match command {
        WindowCommand::NextTheme => {
            let (now, next) = (cx.view.theme.name.title(), cx.view.theme.name.next().title());
            format!("Theme: {now}. The next is {next}.")
        }
        _ => hint(command),
    };
    if ui.add(face).accessible_name(name).on_hover_text(help).clicked() {
        cx.send(command);
    }
}

fn theme_icon(cx: &Cx<'_>) -> Icon {
    if cx.view.theme.dark { Icon::SUN } else { Icon::MOON }
}

fn seed(ui: &mut Ui, cx: &mut Cx<'_>) {
    let (response, changed) = seed_box(ui, cx.session.scene().run.seed);
    response.accessible_name("Seed");
    if let Some(seed) = changed {
        cx.send(SessionCommand::SetSeed(seed));
    }
    ui.label(RichText::new("seed").color(cx.view.theme.weak));
    let face = Button::new(Icon::DICE_FIVE.text(16.0));
    if ui.add(face).accessible_name("Seed + 1").on_hover_text(hint(SessionCommand::NextSeed)).clicked() {
        cx.send(SessionCommand::NextSeed);
    }
}

fn algorithm(ui: &mut Ui, cx: &mut Cx<'_>) {
    let card = cx.session.card();
    let face = (RichText::new(cx.session.algorithm_title()).font(fonts::medium(13.0)), Icon::CARET_DOWN.text(12.0));
    let button = MenuButton::from_button(Button::new(face).min_size(vec2(52.0, 28.0))).config(picker::config());
    let (response, _) = button.ui(ui, |ui| {
        if let Some(id) = picker::algorithms(ui, cx.session.registry(), card.id) {
            cx.send(SessionCommand::SetAlgorithm(id.to_owned()));
            ui.close();
        }
        ui.separator();
        let help = "What can be set of this algorithm, such as how ties are broken: the panel Run.";
        if ui.button("Parameters…").on_hover_text(help).clicked() {
            cx.send(WindowCommand::ShowPanel(PanelId::Run));
            ui.close();
        }
    });
    let faster = card.faster.map_or_else(String::new, |faster| format!("\n{}", faster.sentence()));
    let help = format!("The algorithm. {}{faster}", card.summary);
    response.accessible_name("Algorithm").on_hover_text(help);
}
