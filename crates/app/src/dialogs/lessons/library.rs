//! The lower part of the lessons page: the library, its filters and its cards, and what a search finds.

use super::entry::{Entry, LessonSource};
use super::{Page, card, heading};
use crate::presets::{COURSE, Week, library, of, week};
use crate::style::fonts::{self, Icon};
use crate::style::steady;
use crate::view::{View, structure};
use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{Align, Button, Id, Layout, PopupCloseBehavior, RichText, Stroke, TextEdit, Ui, vec2};
use gridscope_trace::event::capital;

/// Heading of the lessons that match only in their text. They come after those that match in their title.
const IN_TEXTS: &str = "In the text";
/// Gap between the cards, and least width of one in a wide and in a narrow page, in points.
const APART: f32 = 20.0;
const CARD: f32 = 194.0;
const NARROW_CARD: f32 = 150.0;
/// Width of the search field, in points.
const FIELD: f32 = 240.0;

/// The filters of the library beside the search text, until the page is closed.
#[derive(Clone, Default, PartialEq)]
pub(super) struct Filters {
    /// The group whose lessons are listed.
    pub(super) group: Option<String>,
    /// Titles of the algorithms whose lessons are listed.
    pub(super) algorithms: Vec<&'static str>,
}

/// Id of the search field.
pub(super) fn field() -> Id {
    Id::unique("search for lessons")
}

/// The kind of the list.
enum Listing {
    /// The lessons beside the route.
    Library,
    /// A week of the course.
    Week(&'static Week),
    /// All lessons that match a search or algorithms.
    Found,
}

/// A listed lesson, and whether only its text matches.
#[derive(Clone, Copy)]
struct Listed<'a> {
    entry: &'a Entry,
    in_text: bool,
}

/// Returns what is listed: the library, the lessons of a week in order, or all lessons of these algorithms with all words,
/// those with the words in their title first and the user's own last.
fn listing<'a>(view: &'a View, query: &str, filters: &Filters) -> (Listing, Vec<Listed<'a>>) {
    let built_in = view.lessons.get().map_or(&[][..], Vec::as_slice);
    let of_id = |id: &str| built_in.iter().find(|entry| entry.which.is_preset(id));
    let listed = |entry| Listed { entry, in_text: false };
    if let Some(week) = week(query) {
        return (Listing::Week(week), week.lessons.iter().filter_map(|id| of_id(id)).map(listed).collect());
    }
    let typed = query.to_lowercase();
    if typed.trim().is_empty() && filters.algorithms.is_empty() {
        return (Listing::Library, library().filter_map(|preset| of_id(preset.id)).map(listed).collect());
    }
    let wanted = |entry: &&'a Entry| filters.algorithms.is_empty() || filters.algorithms.contains(&entry.algorithm);
    let has_all = |words: &str| typed.split_whitespace().all(|word| words.contains(word));
    let fits = built_in.iter().chain(&view.own_scenes.entries).filter(wanted).filter(|entry| has_all(&entry.words));
    let mut found: Vec<Listed<'a>> = fits.map(|entry| Listed { entry, in_text: !has_all(&entry.titles) }).collect();
    found.sort_by_key(|one| one.in_text);
    (Listing::Found, found)
}

/// Returns whether a search or a filter replaces the route.
pub(super) fn replaces_route(query: &str, filters: &Filters) -> bool {
    !query.trim().is_empty() || !filters.algorithms.is_empty()
}

/// Draws the head, the filters and the cards.
pub(super) fn show(ui: &mut Ui, page: &mut Page<'_>, query: &mut String, filters: &mut Filters) {
    let (which, _) = listing(page.view, query, filters);
    let is_narrow = ui.available_width() < 560.0;
    let all = page.entries().count();
    let (title, about) = match which {
        Listing::Library => ("Library".to_owned(), format!("{} more lessons, in any order", library().count())),
        Listing::Week(week) => (format!("{}: {}", query.trim(), week.title), "in reading order".to_owned()),
        Listing::Found => ("Found".to_owned(), format!("among all {all} lessons")),
    };
    if is_narrow {
        heading(ui, page.view, &capital(&title), &about);
        ui.add_space(8.0);
        let wide = ui.available_width();
        search(ui, page, query, wide, all);
    } else {
        ui.horizontal(|ui| {
            heading(ui, page.view, &capital(&title), &about);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                search(ui, page, query, FIELD - 40.0, all);
                ui.spacing_mut().item_spacing.x = 6.0;
                steady(ui, "menus of lessons", |ui| menus(ui, page.view, query, filters));
            });
        });
    }
    ui.add_space(12.0);
    let (_, listed) = listing(page.view, query, filters);
    chips(ui, page.view, &listed, filters);
    if is_narrow {
        ui.add_space(6.0);
        ui.horizontal_wrapped(|ui| steady(ui, "menus of lessons", |ui| menus(ui, page.view, query, filters)));
    }
    ui.add_space(16.0);
    let (which, mut listed) = listing(page.view, query, filters);
    if let Some(group) = filters.group.as_ref().filter(|group| listed.iter().any(|one| one.entry.group == **group)) {
        listed.retain(|one| one.entry.group == *group);
    }
    if listed.is_empty() {
        ui.weak("No lesson has all these words.");
    }
    let is_found = matches!(which, Listing::Found);
    let titles = listed.iter().filter(|one| !one.in_text).count();
    let (by_title, by_text) = listed.split_at(titles);
    let view = &*page.view;
    grid(ui, page.session, view, &mut page.selection, by_title, is_found);
    if !by_text.is_empty() && !by_title.is_empty() {
        ui.add_space(8.0);
        let label = ui.label(RichText::new(IN_TEXTS).font(fonts::semibold(16.0)).color(view.theme.strong));
        structure::heading(&label, 3);
        ui.add_space(8.0);
    }
    grid(ui, page.session, view, &mut page.selection, by_text, is_found);
}

fn search(ui: &mut Ui, page: &Page<'_>, query: &mut String, width: f32, all: usize) {
    let hint = format!("Search all {all}");
    let glass = Icon::MAGNIFYING_GLASS;
    let field =
        TextEdit::singleline(query).id(field()).align(egui::Align2::LEFT_CENTER).hint_text(hint).desired_width(width);
    let field = ui.add(field.margin(egui::Margin { left: 32, right: 8, top: 7, bottom: 7 }));
    let at = field.rect.left_center() + vec2(18.0, 0.0);
    ui.painter().text(at, egui::Align2::CENTER_CENTER, glass.letter, glass.font(16.0), page.view.theme.weak);
    let help = "Finds titles, algorithms, words of the text and of the documents behind the lessons.\nArrows choose a lesson, \
                Enter opens it, Esc closes.";
    field.accessible_name("Filter lessons").on_hover_text(help);
}

/// Draws a chip for each group with its count.
fn chips(ui: &mut Ui, view: &View, listed: &[Listed<'_>], filters: &mut Filters) {
    let mut groups: Vec<(&str, usize)> = Vec::new();
    for one in listed {
        match groups.iter_mut().find(|(group, _)| *group == one.entry.group) {
            Some((_, n)) => *n += 1,
            None => groups.push((&one.entry.group, 1)),
        }
    }
    let is_listed = |group: &String| groups.iter().any(|(own, _)| own == group);
    if filters.group.as_ref().is_some_and(|group| !is_listed(group)) {
        filters.group = None;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
        if chip(ui, view, "All", listed.len(), filters.group.is_none()) {
            filters.group = None;
        }
        for (group, n) in &groups {
            let is_on = filters.group.as_deref() == Some(*group);
            if chip(ui, view, group, *n, is_on) {
                filters.group = (!is_on).then(|| (*group).to_owned());
            }
        }
    });
}

/// Draws a filter with its count. Returns whether it was clicked.
fn chip(ui: &mut Ui, view: &View, name: &str, n: usize, is_on: bool) -> bool {
    let theme = &view.theme;
    let (ink, faint) = if is_on { (theme.canvas, theme.canvas) } else { (theme.text, theme.weak) };
    let face = (
        RichText::new(name).font(fonts::medium(13.0)).color(ink),
        RichText::new(n.to_string()).font(fonts::text(13.0)).color(faint),
    );
    let fill = if is_on { theme.strong } else { theme.canvas };
    let button = Button::new(face).fill(fill).stroke(Stroke::new(1.0, if is_on { fill } else { theme.line }));
    let button = ui.add(button.corner_radius(5).min_size(vec2(0.0, 28.0)));
    button.accessible_name(format!("Lessons about {name}: {n}")).clicked()
}

/// Draws the menus of the algorithms and of the weeks of the course.
fn menus(ui: &mut Ui, view: &View, query: &mut String, filters: &mut Filters) {
    let theme = &view.theme;
    let face = |text: String, is_on: bool| {
        let ink = if is_on { theme.strong } else { theme.text };
        let face = (RichText::new(text).font(fonts::medium(13.0)).color(ink), Icon::CARET_DOWN.text(12.0));
        Button::new(face).stroke(Stroke::new(1.0, theme.line)).corner_radius(5).min_size(vec2(0.0, 28.0))
    };
    let stays = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let n = filters.algorithms.len();
    let text = if n == 0 { "Algorithms".to_owned() } else { format!("Algorithms: {n}") };
    let (button, _) = MenuButton::from_button(face(text, n > 0)).config(stays).ui(ui, |ui| {
        let high = (ui.ctx().content_rect().height() - 160.0).clamp(120.0, 480.0);
        egui::ScrollArea::vertical().max_height(high).show(ui, |ui| {
            for name in algorithms_of(view) {
                let mut is_on = filters.algorithms.contains(&name);
                let tick = ui.checkbox(&mut is_on, name).accessible_name(format!("Only {name}"));
                if tick.on_hover_text("Lists only the lessons of the ticked algorithms.").clicked() {
                    filters.algorithms.retain(|own| *own != name);
                    filters.algorithms.extend(is_on.then_some(name));
                }
            }
        });
    });
    button.accessible_name("Algorithms");
    let now = week(query).map(|week| week.title);
    let (button, _) = MenuButton::from_button(face("A course".to_owned(), now.is_some())).ui(ui, |ui| {
        for (week, number) in COURSE.iter().zip(1..) {
            let is_on = now == Some(week.title);
            let row = Button::selectable(is_on, (format!("{number}  {}", week.title), egui::Atom::grow()));
            let row = ui.add(row.min_size(vec2(220.0, 26.0))).accessible_name(format!("Week {number}: {}", week.title));
            if row.on_hover_text("The lessons of this week, in their order.").clicked() {
                *query = if is_on { String::new() } else { format!("week {number}") };
                ui.close();
            }
        }
    });
    button.accessible_name("A course").on_hover_text("A term of fourteen weeks, two hours each.");
    let is_filtered = replaces_route(query, filters) || filters.group.is_some();
    if is_filtered && ui.add(Button::new("Show all").corner_radius(5).min_size(vec2(0.0, 28.0))).clicked() {
        query.clear();
        *filters = Filters::default();
    }
}

/// Returns the algorithms of the built-in lessons, each once, in the order of the lessons.
fn algorithms_of(view: &View) -> Vec<&'static str> {
    let mut all = Vec::new();
    for entry in view.lessons.get().into_iter().flatten() {
        if !entry.algorithm.is_empty() && !all.contains(&entry.algorithm) {
            all.push(entry.algorithm);
        }
    }
    all
}

/// Draws cards in rows. Those that a search has found say more.
fn grid(
    ui: &mut Ui,
    session: &crate::debugger::Session,
    view: &View,
    selection: &mut super::selection::Selection,
    listed: &[Listed<'_>],
    is_found: bool,
) {
    let wide = ui.available_width();
    let least = if wide < 560.0 { NARROW_CARD } else { CARD };
    let in_a_row = ((wide + APART) / (least + APART)).floor().max(1.0);
    let width = (wide - APART * (in_a_row - 1.0)) / in_a_row;
    let open = match (of(session.scene()), session.document().path.as_ref()) {
        (_, Some(path)) => Some(LessonSource::Own(path.clone())),
        (preset, None) => preset.map(|preset| LessonSource::Preset(preset.id)),
    };
    for line in listed.chunks(in_a_row as usize) {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = APART;
            for one in line {
                let marks = (open.as_ref() == Some(&one.entry.which), selection.marks_next());
                let response = card::show(ui, view, one.entry, (width, is_found), marks);
                selection.offer(&response, one.entry.open());
            }
        });
        ui.add_space(8.0);
    }
}

/// Draws the user's own scenes, and the ways to other maps.
pub(super) fn own(ui: &mut Ui, page: &mut Page<'_>, query: &str, filters: &Filters) {
    ui.add_space(20.0);
    let view = &*page.view;
    if !replaces_route(query, filters) && !view.own_scenes.entries.is_empty() {
        heading(ui, view, "Your scenes", "");
        ui.add_space(12.0);
        let listed: Vec<Listed<'_>> =
            view.own_scenes.entries.iter().map(|entry| Listed { entry, in_text: false }).collect();
        grid(ui, page.session, view, &mut page.selection, &listed, false);
    }
    super::others::show(ui, page);
}
