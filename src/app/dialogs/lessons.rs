//! The lessons in groups, each with a picture drawn from its run, to choose from.

use super::enter;
use crate::app::fonts::{self, Icon};
use crate::app::view::{Dialog, View};
use crate::core::algorithms::find;
use crate::core::geometry::Size;
use crate::debugger::lesson::without_marks;
use crate::debugger::{Command, Session, SessionCommand, WindowCommand};
use crate::presets::PRESETS;
use egui::{
    Align2, Button, Color32, Context, CornerRadius, Id, Key, Label, Modifiers, Rect, RichText, ScrollArea, Sense,
    Stroke, StrokeKind, TextEdit, TextureHandle, Ui, WidgetInfo, vec2,
};
use std::sync::{Arc, OnceLock};

/// The size of a picture, in points.
const PICTURE: egui::Vec2 = vec2(216.0, 122.0);
/// The height of a whole entry: the picture, the title, two lines, and the line below.
const ENTRY: f32 = 122.0 + 82.0;
const APART: f32 = 18.0;

/// What the gallery says of a lesson, read once.
struct Entry {
    id: &'static str,
    group: &'static str,
    title: String,
    about: String,
    algorithm: &'static str,
    size: Size,
}

fn entries() -> &'static [Entry] {
    static ALL: OnceLock<Vec<Entry>> = OnceLock::new();
    ALL.get_or_init(|| {
        let entry = |preset: &'static crate::presets::Preset| {
            let scene = preset.scene().ok()?;
            let algorithm = find(&scene.run.algorithm).map_or("", |runner| runner.card().title);
            let about = first_sentence(&scene.notes);
            let title = preset.title();
            Some(Entry { id: preset.id, group: preset.group, title, about, algorithm, size: scene.size() })
        };
        PRESETS.iter().filter_map(entry).collect()
    })
}

/// The first sentence of notes, without its Markdown.
fn first_sentence(notes: &str) -> String {
    let text = notes.lines().filter(|l| !l.starts_with('#')).collect::<Vec<_>>().join(" ");
    let plain = without_marks(&text);
    let end = plain.find(". ").map_or(plain.len(), |k| k + 1);
    plain[..end].trim().to_owned()
}

/// Draws the gallery; the answer is how it stays open.
pub(super) fn show(
    ctx: &Context,
    session: &Session,
    view: &View,
    mut query: String,
    out: &mut Vec<Command>,
) -> Option<Dialog> {
    let theme = view.theme.clone();
    let screen = ctx.content_rect();
    let mut stays = !ctx.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Escape));
    let chosen_by_key = enter(ctx);
    let area = egui::Area::new(Id::unique("lessons")).order(egui::Order::Foreground).fixed_pos(screen.min);
    area.show(ctx, |ui| {
        ui.set_min_size(screen.size());
        ui.painter().rect_filled(screen, 0.0, theme.window);
        // Whatever lies below does not feel the pointer.
        ui.interact(screen, ui.scope_id().with("ground"), Sense::click_and_drag());
        let side = Rect::from_min_size(screen.min, vec2(208.0, screen.height()));
        ui.painter().rect_filled(side, 0.0, theme.panel);
        let shown: Vec<&Entry> = entries().iter().filter(|e| fits(e, &query)).collect();
        let down = egui::Layout::top_down(egui::Align::LEFT);
        let mut left = ui.new_child(egui::UiBuilder::new().max_rect(side.shrink(12.0)).layout(down));
        let group = sidebar(&mut left, view, &mut query, &shown, &mut stays, out);
        let main = Rect::from_min_max(screen.min + vec2(228.0, 12.0), screen.max - vec2(8.0, 0.0));
        let mut right = ui.new_child(egui::UiBuilder::new().max_rect(main).layout(down));
        let mut clicked = grid(&mut right, session, view, &shown, group);
        if chosen_by_key && !query.is_empty() {
            clicked = clicked.or(shown.first().map(|e| e.id));
        }
        if let Some(id) = clicked {
            out.push(SessionCommand::OpenPreset(id).into());
            stays = false;
        }
    });
    stays.then_some(Dialog::Lessons(query))
}

/// Whether a lesson has all words that were typed.
fn fits(entry: &Entry, query: &str) -> bool {
    let text =
        format!("{} {} {} {} {}", entry.id, entry.group, entry.title, entry.about, entry.algorithm).to_lowercase();
    query.to_lowercase().split_whitespace().all(|word| text.contains(word))
}

/// The field, the groups with their counts, and the ways to other maps; the answer is a group that was clicked.
fn sidebar(
    ui: &mut Ui,
    view: &View,
    query: &mut String,
    shown: &[&Entry],
    stays: &mut bool,
    out: &mut Vec<Command>,
) -> Option<&'static str> {
    let theme = &view.theme;
    let field = TextEdit::singleline(query).hint_text("Type to filter").desired_width(f32::INFINITY);
    let field = ui.add(field).accessible_name("Filter lessons");
    if !field.has_focus() {
        field.request_focus();
    }
    ui.add_space(6.0);
    let mut clicked = None;
    for (group, n) in groups(shown) {
        let count = RichText::new(n.to_string()).font(fonts::mono(12.0)).color(theme.faint);
        let face = (RichText::new(group), egui::Atom::grow(), count);
        let row = Button::selectable(false, face).min_size(vec2(ui.available_width(), 28.0));
        if ui.add(row).accessible_name(format!("Lessons about {group}")).clicked() {
            clicked = Some(group);
        }
    }
    ui.add_space(12.0);
    for (icon, title, command) in [
        (Icon::FOLDER_OPEN, "Open a file…", Some(WindowCommand::AskOpen)),
        (Icon::PLUS, "New map…", Some(WindowCommand::AskNew)),
        (Icon::X, "Back", None),
    ] {
        let face = (icon.text(16.0).color(theme.weak), RichText::new(title).color(theme.weak));
        if ui.add(Button::new(face).frame(false).min_size(vec2(0.0, 28.0))).accessible_name(title).clicked() {
            *stays = false;
            out.extend(command.map(Command::from));
        }
    }
    clicked
}

/// The groups that occur, in their order, with how many lessons each has.
fn groups(shown: &[&Entry]) -> Vec<(&'static str, usize)> {
    let mut all: Vec<(&'static str, usize)> = Vec::new();
    for entry in shown {
        match all.iter_mut().find(|(group, _)| *group == entry.group) {
            Some((_, n)) => *n += 1,
            None => all.push((entry.group, 1)),
        }
    }
    all
}

/// All lessons, some in a row; the answer is the one that was clicked.
fn grid(
    ui: &mut Ui,
    session: &Session,
    view: &View,
    shown: &[&Entry],
    to: Option<&'static str>,
) -> Option<&'static str> {
    let mut clicked = None;
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        if shown.is_empty() {
            ui.weak("No lesson has all these words.");
        }
        let in_a_row = ((ui.available_width() + APART) / (PICTURE.x + APART)).floor().max(1.0) as usize;
        for (group, n) in groups(shown) {
            let heading = ui.horizontal(|ui| {
                ui.label(RichText::new(group).font(fonts::semibold(16.0)).color(view.theme.strong));
                ui.label(RichText::new(n.to_string()).font(fonts::mono(12.0)).color(view.theme.faint));
            });
            if to == Some(group) {
                heading.response.scroll_to_me(Some(egui::Align::TOP));
            }
            let of_group: Vec<&&Entry> = shown.iter().filter(|e| e.group == group).collect();
            for row in of_group.chunks(in_a_row) {
                ui.horizontal_top(|ui| {
                    ui.spacing_mut().item_spacing.x = APART;
                    for one in row {
                        if entry(ui, session, view, one) {
                            clicked = Some(one.id);
                        }
                    }
                });
            }
            ui.add_space(10.0);
        }
    });
    clicked
}

/// One lesson; whether it was clicked.
fn entry(ui: &mut Ui, session: &Session, view: &View, one: &Entry) -> bool {
    let theme = &view.theme;
    let (rect, response) = ui.allocate_exact_size(vec2(PICTURE.x, ENTRY), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, format!("Lesson: {}", one.id)));
    if !ui.is_rect_visible(rect) {
        return response.clicked();
    }
    let frame = Rect::from_min_size(rect.min, PICTURE);
    ui.painter().rect_filled(frame, CornerRadius::same(8), theme.canvas);
    if let Some(texture) = thumbnail(ui.ctx(), view, one.id) {
        let size = texture.size_vec2();
        let place = Rect::from_center_size(frame.center().round(), size);
        let uv = Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
        ui.painter().with_clip_rect(frame.shrink(2.0).intersect(ui.clip_rect())).image(
            texture.id(),
            place,
            uv,
            Color32::WHITE,
        );
    }
    let open = one.title == session.scene().title;
    let rim = match (open, response.hovered() || response.has_focus()) {
        (true, _) => Stroke::new(2.0, theme.now),
        (false, true) => Stroke::new(1.5, theme.strong),
        (false, false) => Stroke::NONE,
    };
    ui.painter().rect_stroke(frame, CornerRadius::same(8), rim, StrokeKind::Outside);
    let words = Rect::from_min_max(frame.left_bottom() + vec2(0.0, 4.0), rect.max);
    let layout = egui::Layout::top_down(egui::Align::LEFT);
    let mut below = ui.new_child(egui::UiBuilder::new().max_rect(words).layout(layout));
    below.spacing_mut().item_spacing.y = 1.0;
    let title = RichText::new(&one.title).font(fonts::semibold(13.0)).color(theme.strong);
    let title = fonts::one_line(&below, title);
    below.add(title.selectable(false));
    let mut job = egui::text::LayoutJob::simple(one.about.clone(), fonts::text(12.0), theme.weak, PICTURE.x);
    job.wrap.max_rows = 2;
    below.add(Label::new(job).selectable(false));
    let foot = egui::pos2(frame.min.x, words.max.y - 8.0);
    let painter = ui.painter();
    painter.text(foot, Align2::LEFT_BOTTOM, one.algorithm, fonts::text(12.0), theme.faint);
    let size = format!("{} × {}", one.size.width, one.size.height);
    let right = egui::pos2(frame.max.x, foot.y);
    painter.text(right, Align2::RIGHT_BOTTOM, size, fonts::mono(11.0), theme.faint);
    response.clicked()
}

/// What the pictures are kept in: a slot for each lesson, filled one after the other.
#[derive(Clone, Default)]
struct Thumbnails {
    theme: Option<crate::app::theme::ThemeName>,
    all: Arc<Vec<(&'static str, TextureHandle)>>,
}

/// The picture of a lesson; one more is made in each frame until all are there.
fn thumbnail(ctx: &Context, view: &View, id: &'static str) -> Option<TextureHandle> {
    let key = Id::unique("lesson thumbnails");
    let mut kept = ctx.data(|d| d.get_temp::<Thumbnails>(key)).unwrap_or_default();
    if kept.theme != Some(view.theme.name) {
        kept = Thumbnails { theme: Some(view.theme.name), all: Arc::default() };
    }
    if let Some((_, texture)) = kept.all.iter().find(|(own, _)| *own == id) {
        return Some(texture.clone());
    }
    // One in a frame: the gallery is there at once, and fills.
    let frame = ctx.cumulative_frame_nr();
    let made = Id::unique("lesson thumbnail made in");
    if ctx.data(|d| d.get_temp::<u64>(made)) == Some(frame) {
        ctx.request_repaint();
        return None;
    }
    ctx.data_mut(|d| d.insert_temp(made, frame));
    let scene = crate::presets::find(id)?.scene().ok()?;
    let image = crate::app::canvas::thumbnail(&scene, &view.palette, &view.theme, PICTURE);
    let texture = ctx.load_texture(format!("lesson {id}"), image, egui::TextureOptions::NEAREST);
    Arc::make_mut(&mut kept.all).push((id, texture.clone()));
    ctx.data_mut(|d| d.insert_temp(key, kept));
    ctx.request_repaint();
    Some(texture)
}
