//! The page at the start: the living map of the first lesson, four doors, and the recent files.

use crate::debugger::session::command::table::{self, Group};
use crate::debugger::session::window::HelpPage;
use crate::debugger::{Command, SessionCommand, WindowCommand};
use crate::start::doors::{self, APART, DOOR};
use crate::start::living_map::{BELOW, LivingMap};
use crate::start::recent_files;
use crate::style::fonts;
use crate::style::theme::Theme;
use crate::view::Cx;
use crate::view::structure::heading;
use egui::{Checkbox, Rect, RichText, ScrollArea, Ui, UiBuilder, Vec2, pos2, vec2};

/// Narrowest page that has the doors beside the map, in points.
const BESIDE: f32 = 1000.0;
/// Height of the foot of the page, in points.
const FOOT: f32 = 64.0;
const LOW_FOOT: f32 = 40.0;
/// Width of a cell below which the map is left out, and largest width, in points.
const LEAST_CELL: f32 = 10.0;
const LARGEST_CELL: f32 = 56.0;
/// Height of all doors below each other, in points.
const DOORS: f32 = 4.0 * (DOOR + APART);

/// Whether the page is shown in place of the map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum StartPage {
    /// The map is shown.
    #[default]
    Hidden,
    /// The page is shown.
    Shown,
}

impl StartPage {
    /// Returns whether the page is shown.
    pub(crate) fn is_shown(self) -> bool {
        self == Self::Shown
    }
}

/// Returns whether the page stays open after a command: the command shows a dialog, or changes only how the window looks.
pub(crate) const fn stays(command: &Command) -> bool {
    use WindowCommand as W;
    matches!(
        command,
        Command::Window(
            W::AskNew
                | W::AskGenerate
                | W::AskOpen
                | W::AskFolder
                | W::AskLesson
                | W::OpenLeft
                | W::Quit
                | W::LargerText
                | W::SmallerText
                | W::UsualText
                | W::ToggleFullScreen
                | W::NextTheme
                | W::ToggleLessMotion
                | W::SetTheme(_)
                | W::FollowSystemTheme
                | W::SetRunMemory(_)
                | W::Palette
                | W::KeySheet
                | W::About
                | W::StartPage
                | W::Help(_)
                | W::CopyLogger(_)
                | W::CopyReport
        )
    )
}

/// Returns whether the page takes a command of a key. The map is not shown, so keys of the player, the map and its tools
/// do nothing.
pub(crate) fn takes_key(command: &Command) -> bool {
    use Group as G;
    let of_map = [G::Play, G::Step, G::Find, G::Run, G::Map, G::Tools, G::Selection];
    let is_elsewhere = table::info(command).is_some_and(|info| !of_map.contains(&info.group));
    is_elsewhere || stays(command) || matches!(command, Command::Session(SessionCommand::PasteText(_)))
}

/// Draws the page.
pub(crate) fn show(ui: &mut Ui, cx: &mut Cx<'_>, living: &mut Option<LivingMap>) {
    let area = ui.available_rect_before_wrap();
    ui.painter().rect_filled(area, 0.0, cx.view.theme.canvas);
    if living.is_none() {
        *living = LivingMap::new(cx.session.registry(), cx.view.settings.less_motion);
    }
    if area.width() >= BESIDE && cx.view.narrow.is_none() {
        beside(ui, cx, living.as_mut(), area);
    } else {
        below(ui, cx, living.as_mut(), area);
    }
}

/// Draws the doors beside the map.
fn beside(ui: &mut Ui, cx: &mut Cx<'_>, living: Option<&mut LivingMap>, area: Rect) {
    let theme = cx.view.theme.clone();
    let (margin, gap, doors) = match area.width() {
        wide if wide >= 1400.0 => (64.0, 56.0, 440.0),
        wide if wide >= 1200.0 => (48.0, 40.0, 424.0),
        _ => (32.0, 32.0, 360.0),
    };
    let foot = if area.height() >= 700.0 { FOOT } else { LOW_FOOT };
    let top = (area.height() - 560.0).mul_add(0.18, 8.0).clamp(12.0, 120.0);
    let cells = living.as_ref().map_or(Vec2::ZERO, |map| map.cells());
    let heading = if area.height() >= 700.0 { 94.0 } else { 76.0 };
    let room = area.size() - vec2(2.0 * margin + gap + doors, top + heading + BELOW + foot + 8.0);
    let cell = if cells == Vec2::ZERO { 0.0 } else { (room / cells).min_elem().floor().min(LARGEST_CELL) };
    let board = cells * cell;
    let left = area.min.x + ((area.width() - board.x - gap - doors) / 2.0).max(margin);
    let mut head = ui.new_child(UiBuilder::new().max_rect(area.with_min_x(left).with_min_y(area.min.y + top)));
    heading_lines(&mut head, &theme);
    let y = area.min.y + top + heading;
    if let Some(map) = living.filter(|_| cell >= LEAST_CELL) {
        map.show(ui, cx, Rect::from_min_size(pos2(left, y), board), cell);
    }
    let x = left + board.x + gap;
    let column = Rect::from_min_max(pos2(x, y), pos2(x + doors, area.max.y - foot));
    let mut inner = ui.new_child(UiBuilder::new().max_rect(column));
    ScrollArea::vertical().id_salt("start page").auto_shrink(false).show(&mut inner, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        doors::show(ui, cx, 1);
        recent_files::show(ui, cx, column.height() - DOORS);
    });
    let foot = Rect::from_min_max(pos2(left, area.max.y - foot), pos2(x + doors, area.max.y));
    at_foot(ui, cx, foot);
    let mut row = ui.new_child(UiBuilder::new().max_rect(foot.with_min_x(x)));
    links(&mut row, cx, &theme);
}

/// Draws the doors below the map.
fn below(ui: &mut Ui, cx: &mut Cx<'_>, living: Option<&mut LivingMap>, area: Rect) {
    let theme = cx.view.theme.clone();
    let margin = if area.width() < 640.0 { 20.0 } else { 40.0 };
    let wide = area.width() - 2.0 * margin;
    // The scroll bar is in the margin.
    let page = Rect::from_min_max(area.min + vec2(margin, 0.0), area.max - vec2(4.0, LOW_FOOT));
    let cells = living.as_ref().map_or(Vec2::ZERO, |map| map.cells());
    // The first door must be in view.
    let room = vec2(wide, page.height() - 16.0 - 76.0 - BELOW - 20.0 - DOOR - 8.0);
    let cell = if cells == Vec2::ZERO { 0.0 } else { (room / cells).min_elem().floor().min(LARGEST_CELL) };
    let mut inner = ui.new_child(UiBuilder::new().max_rect(page));
    ScrollArea::vertical().id_salt("start page").auto_shrink(false).show(&mut inner, |ui| {
        ui.set_width(wide);
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.add_space(16.0);
        heading_lines(ui, &theme);
        ui.add_space(18.0);
        if let Some(map) = living.filter(|_| cell >= LEAST_CELL) {
            let (rect, _) = ui.allocate_exact_size(cells * cell + vec2(0.0, BELOW), egui::Sense::hover());
            map.show(ui, cx, Rect::from_min_size(rect.min, cells * cell), cell);
            ui.add_space(20.0);
        }
        doors::show(ui, cx, if wide >= 600.0 { 2 } else { 1 });
        recent_files::show(ui, cx, f32::INFINITY);
        ui.add_space(16.0);
        links(ui, cx, &theme);
        ui.add_space(12.0);
    });
    at_foot(ui, cx, page.with_min_y(page.max.y).with_max_y(area.max.y));
}

/// Draws the name of the program and what it is.
fn heading_lines(ui: &mut Ui, theme: &Theme) {
    ui.spacing_mut().item_spacing.y = 0.0;
    heading(&ui.label(RichText::new("gridscope").font(fonts::semibold(28.0)).color(theme.strong)), 1);
    ui.add_space(4.0);
    let line = "Watch a grid algorithm think, one event at a time.";
    ui.label(RichText::new(line).font(fonts::text(15.0)).color(theme.weak));
}

/// Draws the foot of the page: whether a start shows it.
fn at_foot(ui: &mut Ui, cx: &mut Cx<'_>, foot: Rect) {
    let mut row = ui.new_child(UiBuilder::new().max_rect(foot));
    row.add(Checkbox::new(&mut cx.view.settings.start_page, "Show this page at start"));
}

/// Draws the links to other pages.
fn links(ui: &mut Ui, cx: &mut Cx<'_>, theme: &Theme) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 22.0;
        let lessons = format!("All {} lessons", crate::presets::PRESETS.len());
        let links = [
            (&*lessons, WindowCommand::AskLesson),
            ("First steps", WindowCommand::FirstSteps),
            ("Help", WindowCommand::Help(HelpPage::OwnProgram)),
        ];
        for (title, command) in links {
            if ui.link(RichText::new(title).font(fonts::medium(13.0)).color(theme.link)).clicked() {
                cx.send(command);
            }
        }
    });
}
