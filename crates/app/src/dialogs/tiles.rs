//! The question what the tiles of another program's map mean: one row for each tile, a menu beside it, and a preview of
//! the map.

use super::{answer, enter, heading, modal};
use crate::debugger::disk::map_source::{MapReading, MapSource, PendingMap};
use crate::debugger::{Command, Session, SessionCommand, disk};
use crate::export::map_image;
use crate::formats::plain::format_count;
use crate::formats::tile_mapping::{TileAnswers, TileMeaning, TileQuestion};
use crate::formats::{ArrayMeaning, answers_path, format_for, nearest};
use crate::style::fonts;
use crate::style::memo::memo;
use crate::style::menu_of_values;
use crate::style::theme::{colour_of_file, pixel_of_file};
use crate::view::{Dialog, View};
use egui::{
    Checkbox, Color32, ColorImage, Context, Id, Image, Label, RichText, ScrollArea, Sense, TextureHandle,
    TextureOptions, Ui, Vec2, pos2, vec2,
};
use gridscope_trace::progress::at_once;
use gridscope_trace::{Progress, Scene, Tile};
use std::sync::Arc;

/// Largest file that is read again for the preview after each answer, in bytes.
const PREVIEWED: u64 = 2 << 20;
/// Height of a row, in points.
const ROW: f32 = 46.0;
/// Widths of the columns tile, cells, means and known by, in points.
const WIDTHS: [f32; 4] = [230.0, 56.0, 152.0, 130.0];
/// Room of the preview, in points.
const PREVIEW: Vec2 = vec2(360.0, 250.0);
/// Key of the answer for tiles that the user has not explained yet. In the preview they are void.
const REST: &str = "rest";

/// The question, and the answers so far.
#[derive(Clone, PartialEq, Debug)]
pub struct TilesForm {
    map: PendingMap,
    /// All tiles of the map: first those without a meaning.
    tiles: Box<[TileQuestion]>,
    /// Answer for each tile of the question, in its order.
    answers: Vec<Option<TileMeaning>>,
    /// Answer for all tiles without one.
    rest: Option<TileMeaning>,
    /// Whether the answers are written beside the file.
    remember: bool,
}

impl TilesForm {
    /// Creates the form for a question.
    pub(crate) fn new(map: PendingMap, tiles: Box<[TileQuestion]>) -> Self {
        let answers = tiles.iter().map(|tile| tile.meaning.map(|(meaning, _)| meaning)).collect();
        Self { map, tiles, answers, rest: None, remember: true }
    }

    /// Returns the answers of the user: those that differ from what was known before.
    fn user_answers(&self) -> TileAnswers {
        let mut tile_answers = self.map.source.reading.tiles.clone();
        for (tile, answer) in self.tiles.iter().zip(&self.answers) {
            if let Some(meaning) = answer.filter(|meaning| tile.meaning.is_none_or(|known| known.0 != *meaning)) {
                tile_answers.set(&tile.key, meaning);
            }
        }
        if let Some(meaning) = self.rest {
            tile_answers.set(REST, meaning);
        }
        tile_answers
    }

    /// Returns the number of tiles without an answer.
    fn left(&self) -> usize {
        if self.rest.is_some() { 0 } else { self.answers.iter().filter(|answer| answer.is_none()).count() }
    }

    /// Returns how the map is read with the answers.
    fn reading(&self) -> MapReading {
        MapReading { tiles: self.user_answers(), ..self.map.source.reading.clone() }
    }

    /// Returns the source with the answers.
    fn answered(&self) -> MapSource {
        MapSource { path: self.map.source.path.clone(), reading: self.reading() }
    }
}

/// Draws the dialog. Returns its state if it stays open.
pub(super) fn show(
    ctx: &Context,
    session: &Session,
    view: &mut View,
    mut form: Box<TilesForm>,
    out: &mut Vec<Command>,
) -> Option<Dialog> {
    let enter = !egui::Popup::is_any_open(ctx) && enter(ctx);
    modal(ctx, "tiles", 1060.0, |ui| {
        heading(ui, "What do these tiles mean?");
        let path = form.map.source.path.clone();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let (all, open) = (form.tiles.len(), form.tiles.iter().filter(|t| t.meaning.is_none()).count());
        ui.add(Label::new(
            RichText::new(format!(
                "{name} · {}: {} recognised, {open} to answer",
                format_count(all, "tile"),
                all - open
            ))
            .color(view.theme.weak),
        ));
        if let Some(meaning) = all_numbers(ui, view, &form) {
            out.push(form.map.read_with(MapReading { array: Some(meaning), ..form.reading() }).into());
            return None;
        }
        ui.add_space(8.0);
        let high = (ctx.content_rect().height() - 330.0).clamp(120.0, 480.0);
        let wide = ui.available_width() > 960.0;
        super::beside(ui, high, |ui| {
            ui.allocate_ui(vec2(if wide { 620.0 } else { ui.available_width() }, high), |ui| {
                ui.vertical(|ui| table(ui, view, &mut form, high));
            });
            if wide {
                ui.separator();
                ui.vertical(|ui| preview(ui, session, view, &form));
            }
        });
        ui.separator();
        let mut done = false;
        ui.horizontal_wrapped(|ui| {
            ui.add(Checkbox::new(&mut form.remember, "Remember beside the file"))
                .on_hover_text("The next time the map is opened, it is not asked again.");
            let file = answers_path(&path);
            let file = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            ui.label(RichText::new(file).font(fonts::mono(12.5)).color(view.theme.weak));
            let left = form.left();
            if left > 0 {
                ui.label(RichText::new(format!("{left} left to answer")).color(view.theme.weak));
            }
            if (answer(ui, view, "Open the map", true, left == 0) || enter) && left == 0 {
                if form.remember {
                    out.push(SessionCommand::RememberTiles(Box::new(form.answered())).into());
                }
                out.push(form.map.read_with(form.reading()).into());
                done = true;
            }
            done |= answer(ui, view, "Cancel", false, true);
        });
        (!done).then_some(Dialog::Tiles(form))
    })
}

/// Draws a button for each meaning that the numbers of an array can have, if the file is an array. Returns the one that was
/// clicked.
fn all_numbers(ui: &mut Ui, view: &View, form: &TilesForm) -> Option<ArrayMeaning> {
    let name = form.map.source.path.to_string_lossy();
    let is_array = format_for(&name).is_some_and(|format| format.info().is_array);
    if !is_array || form.tiles.iter().any(|tile| tile.key.parse::<f64>().is_err()) {
        return None;
    }
    ui.add_space(4.0);
    let meaning = |ui: &mut Ui| {
        ui.label(RichText::new("All numbers at once:").color(view.theme.weak));
        ArrayMeaning::ALL.into_iter().find_map(|(_, meaning)| {
            let (name, help) = match meaning {
                ArrayMeaning::Free => ("0 is wall", "0 is a wall, any other number is floor."),
                ArrayMeaning::Wall => ("0 is floor", "0 is floor, any other number is a wall."),
                ArrayMeaning::Cost => {
                    ("costs", "The cost of entering a cell. 0, negative and infinite costs are walls.")
                }
                ArrayMeaning::Tiles => ("tile numbers", "The numbers of tiles that gridscope writes."),
                ArrayMeaning::Occupancy => ("occupancy", "-1 is unknown, from 65 on is a wall, as in ROS."),
            };
            ui.button(name).on_hover_text(help).clicked().then_some(meaning)
        })
    };
    ui.horizontal_wrapped(meaning).inner
}

/// Draws the tiles: those without a meaning first, then the others.
fn table(ui: &mut Ui, view: &View, form: &mut TilesForm, high: f32) {
    let names = ["tile", "cells", "means", "known by"];
    ui.horizontal(|ui| {
        for (name, width) in names.into_iter().zip(WIDTHS) {
            column(ui, width, |ui| _ = ui.label(RichText::new(name).color(view.theme.weak)));
        }
    });
    ScrollArea::vertical().id_salt("tiles asked").max_height(high - 24.0).auto_shrink([false, true]).show(ui, |ui| {
        ui.horizontal(|ui| {
            column(ui, WIDTHS[0], |ui| _ = ui.label(RichText::new("Everything else").strong()));
            let open = form.answers.iter().filter(|answer| answer.is_none()).count();
            column(ui, WIDTHS[1], |ui| _ = ui.label(RichText::new(format_count(open, "tile")).color(view.theme.weak)));
            column(ui, WIDTHS[2], |ui| meaning_menu(ui, "everything else", &mut form.rest));
        });
        let mut heading = false;
        for (i, tile) in form.tiles.iter().enumerate() {
            if tile.meaning.is_some() && !heading {
                heading = true;
                ui.add_space(6.0);
                ui.label(RichText::new("Recognised").color(view.theme.weak));
            }
            if let Some(answer) = form.answers.get_mut(i) {
                row(ui, view, tile, answer);
            }
        }
    });
}

/// Draws the menu of the meanings that a tile can have.
fn meaning_menu(ui: &mut Ui, key: &str, answer: &mut Option<TileMeaning>) {
    let answer_label = answer.map_or_else(|| "choose".to_owned(), |meaning| meaning.to_string());
    let list = menu_of_values(("meaning", key)).width(140.0).selected_text(answer_label);
    let list = list.height(360.0).show_ui(ui, |ui| {
        for &to in Tile::ALL {
            let meaning = TileMeaning::plain(to);
            let face = ui.selectable_label(*answer == Some(meaning), to.info().name);
            if face.clicked() {
                *answer = Some(meaning);
            }
        }
    });
    list.response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, format!("Meaning of {key}")));
}

fn column(ui: &mut Ui, width: f32, content: impl FnOnce(&mut Ui)) {
    ui.allocate_ui_with_layout(
        vec2(width, ui.spacing().interact_size.y),
        egui::Layout::left_to_right(egui::Align::Center),
        |ui| {
            ui.set_width(width);
            content(ui);
        },
    );
}

fn row(ui: &mut Ui, view: &View, tile: &TileQuestion, answer: &mut Option<TileMeaning>) {
    ui.horizontal(|ui| {
        ui.set_height(ROW - ui.spacing().item_spacing.y);
        column(ui, WIDTHS[0], |ui| {
            face(ui, tile);
            ui.vertical(|ui| {
                if let Some(name) = &tile.name {
                    ui.add(Label::new(RichText::new(name).strong()).truncate());
                }
                ui.add(Label::new(RichText::new(&tile.key).font(fonts::mono(12.0)).color(view.theme.weak)).truncate());
            });
        });
        column(ui, WIDTHS[1], |ui| _ = ui.label(RichText::new(tile.count.to_string()).font(fonts::mono(13.0))));
        column(ui, WIDTHS[2], |ui| meaning_menu(ui, &tile.key, answer));
        let same = tile.meaning.filter(|(meaning, _)| Some(*meaning) == *answer);
        column(ui, WIDTHS[3], |ui| match (same, *answer) {
            (Some((_, by)), _) => _ = ui.label(RichText::new(by.phrase()).color(view.theme.weak)),
            (None, Some(_)) => _ = ui.label(RichText::new("your answer").color(view.theme.weak)),
            (None, None) => guess(ui, tile, answer),
        });
    });
}

/// Offers the tile whose name is nearest to that of the foreign tile. It is never taken without a click.
fn guess(ui: &mut Ui, tile: &TileQuestion, answer: &mut Option<TileMeaning>) {
    let name = tile.name.as_deref().unwrap_or(&tile.key).to_lowercase();
    let inside = Tile::ALL.iter().find(|tile| name.contains(tile.info().name)).copied();
    let near = || {
        let near = nearest(&name, Tile::ALL.iter().map(|tile| tile.info().name));
        Tile::ALL.iter().find(|tile| near.contains(&format!(" {})", tile.info().name))).copied()
    };
    if let Some(tile) = inside.or_else(near) {
        ui.label("perhaps");
        if ui.link(tile.info().name).clicked() {
            *answer = Some(TileMeaning::plain(tile));
        }
    }
}

/// Draws the picture, the colour or the glyph of a tile.
fn face(ui: &mut Ui, tile: &TileQuestion) {
    let side = 32.0;
    let (rect, _) = ui.allocate_exact_size(vec2(side, side), Sense::hover());
    if let Some((width, pixels)) = &tile.picture {
        let key = (tile.key.clone(), pixels.len());
        let texture = memo(ui.ctx(), Id::unique(("tile picture", &tile.key)), key, || {
            let wide = (*width).max(1) as usize;
            let size = [wide, pixels.len() / wide];
            let colour = |&pixel: &[u8; 4]| pixel_of_file(pixel);
            let image = ColorImage::new(size, pixels.iter().take(size[0] * size[1]).map(colour).collect());
            ui.ctx().load_texture("tile", image, TextureOptions::NEAREST)
        });
        Image::new((texture.id(), rect.size())).paint_at(ui, rect);
    } else if let Some(colour) = tile.colour {
        ui.painter().rect_filled(rect, 2.0, colour_of_file(colour));
    } else {
        let glyph: String = tile.key.chars().take(2).collect();
        let middle = egui::Align2::CENTER_CENTER;
        let glyph_text = if tile.key.chars().count() <= 2 { glyph } else { "…".to_owned() };
        ui.painter().text(rect.center(), middle, glyph_text, fonts::mono(20.0), ui.visuals().text_color());
    }
}

/// The map of the file with the answers so far.
type Previewed = Arc<Result<(Scene, Vec<String>), String>>;

/// Draws the map with the answers so far, and the notes about it.
fn preview(ui: &mut Ui, session: &Session, view: &View, form: &TilesForm) {
    ui.label(RichText::new("Preview").color(view.theme.weak));
    let source = form.answered();
    let is_small = disk::size_of(&source.path).is_some_and(|bytes| bytes <= PREVIEWED);
    if !is_small {
        ui.label("The map is too large for a preview.");
        return;
    }
    let previewed: Previewed = memo(ui.ctx(), Id::unique("tiles preview"), source.reading.tiles.clone(), || {
        let mut source = source.clone();
        if source.reading.tiles.get(REST).is_none() {
            source.reading.tiles.set(REST, TileMeaning::plain(Tile::Void));
        }
        let read = at_once(source.read(session.registry(), &Progress::default()));
        Arc::new(read.map(|loaded| (loaded.scene, loaded.notes)).map_err(|error| error.to_string()))
    });
    match &*previewed {
        Err(error) => _ = ui.colored_label(view.theme.wrong, format!("✕ {error}")),
        Ok((scene, notes)) => {
            picture(ui, "tiles preview", source.reading.tiles, scene, PREVIEW, view.theme.wrong);
            ui.add_space(6.0);
            let size = scene.size();
            ui.label(format!("{size} cells, {}", format_count(scene.actors.len(), "actor")));
            for note in notes.iter().take(6) {
                ui.add(Label::new(RichText::new(note).color(view.theme.weak)).wrap());
            }
        }
    }
}

/// Largest map that is drawn as a preview, in cells.
pub(super) const MAX_PREVIEW_CELLS: usize = 1 << 18;

/// Draws a map in the colours of its tiles, with a cross of the given colour for each actor. It is drawn anew if `key`
/// changes.
pub(super) fn picture<K>(ui: &mut Ui, name: &'static str, key: K, scene: &Scene, room: Vec2, cross: Color32)
where
    K: PartialEq + Clone + Send + Sync + 'static,
{
    if scene.size().area() > MAX_PREVIEW_CELLS {
        ui.label("The map is too large for a preview.");
        return;
    }
    let texture: TextureHandle = memo(ui.ctx(), Id::unique(name), key, || {
        ui.ctx().load_texture(name, map_image(scene, 1), TextureOptions::NEAREST)
    });
    let [wide, high] = [scene.size().width, scene.size().height];
    let (wide, high) = (f32::from(wide), f32::from(high));
    let cell = (room.x / wide).min(room.y / high).min(16.0);
    let (rect, response) = ui.allocate_exact_size(vec2(cell * wide, cell * high), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, "The map, small"));
    let whole = egui::Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
    ui.painter().image(texture.id(), rect, whole, Color32::WHITE);
    if cell >= 3.0 {
        for actor in &scene.actors {
            let at = rect.min + vec2(f32::from(actor.at.x) + 0.5, f32::from(actor.at.y) + 0.5) * cell;
            let stroke = egui::Stroke::new((cell * 0.16).max(1.0), cross);
            let arm = cell * 0.3;
            ui.painter().line_segment([at - vec2(arm, 0.0), at + vec2(arm, 0.0)], stroke);
            ui.painter().line_segment([at - vec2(0.0, arm), at + vec2(0.0, arm)], stroke);
        }
    }
}
