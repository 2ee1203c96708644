//! The gallery: the lessons in groups, each with a picture drawn from its run, and buttons for other maps.

mod card;
mod side;

use crate::debugger::lesson::suggestion::without_marks;
use crate::debugger::{Command, Session, SessionCommand};
use crate::presets::{PRESETS, Preset, of, week};
use crate::view::focus::{Keyboard, enter, keyboard};
use crate::view::{Dialog, View};
use crate::{panels::menu, style::fonts};
pub(crate) use card::PICTURE;
use egui::{Context, Id, Key, Label, Modifiers, Rect, RichText, ScrollArea, Sense, Ui, vec2};
use gridscope_trace::{Registry, Scene, Size};
use std::path::PathBuf;

/// Maximum number of unreadable files that are listed.
const UNREAD: usize = 8;
/// Heading of the lessons that match only in their text. They come after those that match in their title.
const IN_TEXTS: &str = "In the text";
/// Heading of the lessons to begin with, and these lessons.
const START_HERE: &str = "Start here";
const FIRST: [&str; 5] = ["hello", "i-see-you", "explore-cave", "unseen-shutter", "rings-on-water"];
/// Gap between the pictures, in points.
const APART: f32 = 18.0;

/// Source of a lesson.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum LessonSource {
    /// A built-in lesson, by its id.
    Preset(&'static str),
    /// A file of the user's own.
    Own(PathBuf),
}

/// A lesson in the gallery.
pub struct Entry {
    pub(crate) which: LessonSource,
    /// The lesson's id, or its file name.
    name: String,
    group: String,
    title: String,
    about: String,
    /// Title and name in lower case.
    titles: String,
    /// All words for searching, in lower case.
    words: String,
    algorithm: &'static str,
    size: Size,
    exercise: bool,
}

impl Entry {
    /// Describes a scene.
    pub(crate) fn of(registry: &Registry, which: LessonSource, group: &str, scene: &Scene) -> Self {
        let name = match &which {
            LessonSource::Preset(id) => (*id).to_owned(),
            LessonSource::Own(path) => path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        };
        let algorithm = registry.title_of(&scene.run.algorithm).unwrap_or_default();
        let title = if scene.title.is_empty() { name.clone() } else { scene.title.clone() };
        let about = first_sentence(&scene.notes);
        let slides: Vec<&str> = scene.run.slides.iter().map(|slide| &*slide.note).collect();
        let parts = [&name, group, &title, algorithm, &scene.run.algorithm, &without_marks(&scene.notes)];
        let exercise = !scene.run.exercise.is_empty();
        let task = if exercise { format!("exercise {}", scene.run.exercise.say) } else { String::new() };
        let words = format!("{} {} {task}", parts.join(" "), slides.join(" ")).to_lowercase();
        let titles = format!("{title} {name}").to_lowercase();
        let size = scene.size();
        let group = group.to_owned();
        Self { which, name, group, title, about, titles, words, algorithm, size, exercise }
    }

    /// Returns the command that opens the lesson.
    fn open(&self) -> SessionCommand {
        match &self.which {
            LessonSource::Preset(id) => SessionCommand::OpenPreset(id),
            LessonSource::Own(path) => SessionCommand::Open(path.clone()),
        }
    }
}

/// Reads the built-in lessons.
fn built_in(registry: &Registry) -> Vec<Entry> {
    let entry = |preset: &Preset| {
        let scene = preset.scene().ok()?;
        Some(Entry::of(registry, LessonSource::Preset(preset.id), preset.group, &scene))
    };
    PRESETS.iter().filter_map(entry).collect()
}

/// Returns the first sentence of notes, without Markdown.
fn first_sentence(notes: &str) -> String {
    let text = notes.lines().filter(|l| !l.starts_with('#')).collect::<Vec<_>>().join(" ");
    let plain = without_marks(&text);
    let end = [". ", "? ", "! "].iter().filter_map(|end| plain.find(end)).min().map_or(plain.len(), |k| k + 1);
    plain[..end].trim().to_owned()
}

/// The card chosen by keys, the search it belongs to, and whether to scroll to it.
#[derive(Clone, Default)]
struct Chosen {
    row: usize,
    query: String,
    moved: bool,
}

/// Draws the gallery. Returns its state if it stays open.
pub(super) fn show(
    ctx: &Context,
    session: &Session,
    view: &mut View,
    mut query: String,
    out: &mut Vec<Command>,
) -> Option<Dialog> {
    let theme = view.theme.clone();
    let mut screen = ctx.content_rect();
    // The bar at the top stays.
    screen.min.y += menu::height(view);
    let mut stays = !ctx.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Escape));
    let opens = enter(ctx);
    let area = egui::Area::new(Id::unique("lessons")).order(egui::Order::Foreground).fixed_pos(screen.min);
    area.show(ctx, |ui| {
        ui.set_min_size(screen.size());
        ui.painter().rect_filled(screen, 0.0, theme.window);
        // Keeps the pointer from the widgets below.
        ui.interact(screen, ui.scope_id().with("ground"), Sense::click_and_drag());
        // In a narrow window, the search and the groups are above the lessons.
        let (side, main) = if view.narrow.is_some() {
            let (above, below) = screen.split_top_bottom_at_y(screen.min.y + screen.height() * 0.32);
            (above, below.shrink2(vec2(16.0, 12.0)))
        } else {
            let (side, rest) = screen.split_left_right_at_x(screen.min.x + 208.0);
            (side, Rect::from_min_max(rest.min + vec2(20.0, 12.0), rest.max - vec2(8.0, 0.0)))
        };
        ui.painter().rect_filled(side, 0.0, theme.panel);
        let in_a_row = ((main.width() - 14.0 + APART) / (PICTURE.x + APART)).floor().max(1.0) as usize;
        let id = Id::unique("lesson chosen");
        let mut selection =
            ctx.data(|d| d.get_temp::<Chosen>(id)).unwrap_or(Chosen { moved: true, ..Chosen::default() });
        let mut algorithms = ctx.data(|d| d.get_temp::<Vec<&'static str>>(chosen_algorithms())).unwrap_or_default();
        let before = all(session.registry(), view, (&query, &algorithms));
        arrows(ctx, &before, in_a_row, &mut selection);
        let down = egui::Layout::top_down(egui::Align::LEFT);
        let mut left = ui.new_child(egui::UiBuilder::new().max_rect(side.shrink(12.0)).layout(down));
        let group_counts = groups(&before);
        let algorithms_before = algorithms.clone();
        let group = side::show(&mut left, session, view, (&mut query, &group_counts, &mut algorithms), &mut stays, out);
        ctx.data_mut(|d| d.insert_temp(chosen_algorithms(), algorithms.clone()));
        if selection.query != query || algorithms_before != algorithms {
            // A new search starts with its first result.
            selection = Chosen { query: query.clone(), ..Chosen::default() };
        }
        let results = all(session.registry(), view, (&query, &algorithms));
        let mut right = ui.new_child(egui::UiBuilder::new().max_rect(main).layout(down));
        let clicked = grid(&mut right, session, view, &results, (group.as_deref(), &selection, in_a_row));
        let clicked =
            clicked.or(results.get(selection.row).map(|found| found.entry).filter(|_| opens)).map(Entry::open);
        selection.moved = false;
        ctx.data_mut(|d| d.insert_temp(id, selection));
        if let Some(open) = clicked {
            out.push(open.into());
            stays = false;
        }
    });
    if !stays {
        // The gallery opens with the first lesson next time.
        ctx.data_mut(|d| {
            d.remove::<Chosen>(Id::unique("lesson chosen"));
            d.remove::<Vec<&'static str>>(chosen_algorithms());
        });
    }
    stays.then_some(Dialog::Lessons(query))
}

/// A lesson shown, and the heading it is listed under.
#[derive(Clone, Copy)]
struct Found<'a> {
    entry: &'a Entry,
    group: &'a str,
}

/// Returns the lessons that match a search. If it names a week of the course, returns the week's lessons in order.
/// Otherwise returns the lessons of these algorithms, or of all, with all words in their title, then those with all words in their text. Each part keeps the
/// order of the list, with the user's own scenes last.
fn all<'a>(registry: &Registry, view: &'a View, (query, algorithms): (&str, &[&'static str])) -> Vec<Found<'a>> {
    let built_in = view.lessons.get_or_init(|| built_in(registry));
    let in_its_group = |entry: &'a Entry| Found { entry, group: &entry.group };
    let of = |id: &&'static str| built_in.iter().find(|entry| entry.which == LessonSource::Preset(id));
    if let Some(week) = week(query) {
        return week.lessons.iter().filter_map(of).map(|entry| Found { entry, group: week.title }).collect();
    }
    let typed = query.to_lowercase();
    let wanted = |entry: &&'a Entry| algorithms.is_empty() || algorithms.contains(&entry.algorithm);
    let start_here = FIRST.iter().filter(|_| typed.is_empty() && algorithms.is_empty()).filter_map(of);
    let start_here = start_here.map(|entry| Found { entry, group: START_HERE });
    let has_all = |words: &str| typed.split_whitespace().all(|word| words.contains(word));
    let fits = built_in.iter().chain(&view.own_scenes.entries).filter(wanted).filter(|entry| has_all(&entry.words));
    let (titles, texts): (Vec<_>, Vec<_>) = fits.map(in_its_group).partition(|found| has_all(&found.entry.titles));
    let heading = if titles.is_empty() { None } else { Some(IN_TEXTS) };
    let texts = texts.into_iter().map(|found| Found { group: heading.unwrap_or(found.group), ..found });
    start_here.chain(titles).chain(texts).collect()
}

/// Returns the id that stores the algorithms whose lessons are listed.
fn chosen_algorithms() -> Id {
    Id::unique("algorithms of the gallery")
}

/// Returns the groups in order, with the number of lessons in each.
fn groups(shown: &[Found<'_>]) -> Vec<(String, usize)> {
    let mut all: Vec<(String, usize)> = Vec::new();
    for found in shown {
        match all.last_mut().filter(|(group, _)| *group == found.group) {
            Some((_, n)) => *n += 1,
            None => all.push((found.group.to_owned(), 1)),
        }
    }
    all
}

/// Moves the choice with the arrow keys: by one card, or by a row.
fn arrows(ctx: &Context, shown: &[Found<'_>], in_a_row: usize, chosen: &mut Chosen) {
    // In the column at the side, the arrows move between its buttons.
    if matches!(keyboard(ctx), Keyboard::Widget | Keyboard::List) {
        return;
    }
    let pressed = |key| ctx.input_mut(|i| i.consume_key(Modifiers::NONE, key));
    let across = isize::from(pressed(Key::ArrowRight)) - isize::from(pressed(Key::ArrowLeft));
    let along = isize::from(pressed(Key::ArrowDown)) - isize::from(pressed(Key::ArrowUp));
    if (across, along) == (0, 0) || shown.is_empty() {
        return;
    }
    chosen.moved = true;
    chosen.row = chosen.row.saturating_add_signed(across).min(shown.len() - 1);
    if along == 0 {
        return;
    }
    // The rows as drawn: the first card of each, and its number of cards.
    let mut rows: Vec<(usize, usize)> = Vec::new();
    let mut first = 0;
    for (_, n) in groups(shown) {
        rows.extend((0..n).step_by(in_a_row).map(|k| (first + k, in_a_row.min(n - k))));
        first += n;
    }
    let own = rows.iter().position(|&(first, n)| (first..first + n).contains(&chosen.row)).unwrap_or(0);
    let column = chosen.row - rows[own].0;
    let (first, n) = rows[own.saturating_add_signed(along).min(rows.len() - 1)];
    chosen.row = first + column.min(n - 1);
}

/// Draws all lessons in rows. Returns the one that was clicked.
fn grid<'a>(
    ui: &mut Ui,
    session: &Session,
    view: &View,
    shown: &[Found<'a>],
    (to, chosen, in_a_row): (Option<&str>, &Chosen, usize),
) -> Option<&'a Entry> {
    let mut clicked = None;
    let path = session.document().path.as_ref();
    let open = match (of(session.scene()), path) {
        (_, Some(path)) => Some(LessonSource::Own(path.clone())),
        (preset, None) => preset.map(|preset| LessonSource::Preset(preset.id)),
    };
    let mut row = 0;
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        if shown.is_empty() {
            ui.weak("No lesson has all these words.");
        }
        let mut rest = shown;
        for (group, n) in groups(shown) {
            let of_group;
            (of_group, rest) = rest.split_at(n.min(rest.len()));
            let heading = ui.horizontal(|ui| {
                ui.add_space(4.0);
                ui.label(RichText::new(&group).font(fonts::semibold(16.0)).color(view.theme.strong));
                ui.label(RichText::new(n.to_string()).font(fonts::mono(12.0)).color(view.theme.faint));
            });
            if to == Some(&*group) {
                heading.response.scroll_to_me(Some(egui::Align::TOP));
            }
            ui.add_space(4.0);
            for line in of_group.chunks(in_a_row) {
                ui.horizontal_top(|ui| {
                    ui.add_space(4.0);
                    ui.spacing_mut().item_spacing.x = APART;
                    for one in line.iter().map(|found| found.entry) {
                        let is_chosen = row == chosen.row;
                        let label = if group == START_HERE { "First lesson" } else { "Lesson" };
                        let marks = (open.as_ref() == Some(&one.which), is_chosen);
                        let card = card::show(ui, view, (one, label), marks);
                        if is_chosen && chosen.moved {
                            card.scroll_to_me(Some(egui::Align::Center));
                        }
                        if card.clicked() {
                            clicked = Some(one);
                        }
                        row += 1;
                    }
                });
            }
            ui.add_space(10.0);
        }
        if chosen.query.is_empty() {
            unread(ui, view);
        }
    });
    clicked
}

/// Shows which files of the user's folder cannot be read, or that reading is not finished.
fn unread(ui: &mut Ui, view: &View) {
    let own = &view.own_scenes;
    if own.is_reading() {
        ui.weak("Your folder is being read …");
    } else if view.settings.own_scenes.is_some() && own.entries.is_empty() && own.unread.is_empty() {
        ui.weak("There is no scene in your folder yet: save one there.");
    }
    for sentence in own.unread.iter().take(UNREAD) {
        ui.add(Label::new(RichText::new(format!("✕ {sentence}")).color(view.theme.weak)).wrap());
    }
    if let Some(more) = own.unread.len().checked_sub(UNREAD).filter(|&n| n > 0) {
        ui.weak(format!("… and {more} more that cannot be read."));
    }
}
