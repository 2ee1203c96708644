//! The rows of tiles: families that unfold, each with pictures, name, number of tiles, cells, meaning, and how it is known.

use super::families::Family;
use super::maps::Previewed;
use super::{TilesForm, objects};
use crate::formats::nearest;
use crate::formats::plain::format_count;
use crate::formats::tile_mapping::{KnownBy, TileMeaning, TileQuestion};
use crate::panels::tools;
use crate::style::fonts::{self, Icon};
use crate::style::memo::memo;
use crate::style::menu_of_values;
use crate::style::theme::{colour_of_file, pixel_of_file};
use crate::view::View;
use egui::{
    Align2, ColorImage, Id, Image, Label, Rect, Response, RichText, ScrollArea, Sense, Stroke, StrokeKind, TextEdit,
    TextureOptions, Ui, UiBuilder, WidgetInfo, pos2, vec2,
};
use gridscope_trace::Tile;

/// Height of a row, in points.
pub(super) const ROW: f32 = 36.0;
/// Number of families from which the rows have a filter.
const MANY: usize = 10;
/// Where the columns begin: pictures, name, cells (the right edge), means, known by. In points.
pub(super) const COLUMNS: [f32; 5] = [8.0, 96.0, 264.0, 284.0, 446.0];
/// Size of a tile in an unfolded family, and side of its picture, in points.
const TILE: egui::Vec2 = vec2(56.0, 58.0);
const PICTURE: f32 = 32.0;

/// Draws the rows of tiles and of objects, at most `high` points high.
pub(super) fn show(ui: &mut Ui, view: &View, form: &mut TilesForm, opens: Option<&Previewed>, high: f32) {
    let mut high = high;
    if form.families.len() > MANY {
        let field = TextEdit::singleline(&mut form.filter).hint_text("name or key").desired_width(220.0);
        ui.add(field).accessible_name("Filter tiles");
        high -= 28.0;
    }
    let (line, _) = ui.allocate_exact_size(vec2(ui.available_width(), 22.0), Sense::hover());
    for (name, (x, align)) in ["tiles that look alike", "cells", "means", "known by"].into_iter().zip([
        (COLUMNS[0], Align2::LEFT_CENTER),
        (COLUMNS[2], Align2::RIGHT_CENTER),
        (COLUMNS[3], Align2::LEFT_CENTER),
        (COLUMNS[4], Align2::LEFT_CENTER),
    ]) {
        ui.painter().text(pos2(line.min.x + x, line.center().y), align, name, fonts::text(13.0), view.theme.weak);
    }
    let wanted = form.filter.trim().to_lowercase();
    let area = ScrollArea::vertical().id_salt("tiles asked").max_height(high - 24.0).auto_shrink([false, true]);
    area.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for i in 0..form.families.len() {
            let family = form.families[i].clone();
            let named = |tile: &usize| {
                let tile = &form.question.tiles[*tile];
                let name = tile.name.as_deref().unwrap_or_default();
                name.to_lowercase().contains(&wanted) || tile.key.to_lowercase().contains(&wanted)
            };
            if wanted.is_empty() || family.is_rest || family.tiles.iter().any(named) {
                row(ui, view, form, opens, i, &family);
            }
        }
        objects::show(ui, view, form);
    });
}

/// Draws the row of a family, and its tiles if it is unfolded.
fn row(ui: &mut Ui, view: &View, form: &mut TilesForm, opens: Option<&Previewed>, index: usize, family: &Family) {
    let theme = &view.theme;
    let is_unfolded = form.unfolded.contains(&index);
    let many = family.tiles.len() > 1;
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    if form.scroll_to == Some(index) {
        response.scroll_to_me(None);
        form.scroll_to = None;
    }
    let has_selected = family.tiles.iter().any(|tile| form.selected.contains(tile));
    let label = if many {
        format!("{} {}", family.name, format_count(family.tiles.len(), "tile"))
    } else {
        family.name.clone()
    };
    response.widget_info(|| WidgetInfo::selected(egui::Role::Button, true, has_selected, &label));
    if ui.is_rect_visible(rect) {
        let lit = form.hovered.is_some_and(|tile| family.tiles.contains(&tile));
        if has_selected || is_unfolded || response.hovered() {
            let ground = if has_selected && !is_unfolded { theme.selected } else { theme.widget };
            ui.painter().rect_filled(rect.shrink2(vec2(0.0, 1.0)), 6.0, ground);
        }
        if lit && !is_unfolded {
            let stroke = Stroke::new(2.0, theme.strong);
            ui.painter().rect_stroke(rect.shrink2(vec2(1.0, 2.0)), 6.0, stroke, StrokeKind::Inside);
        }
        let mut x = rect.min.x + COLUMNS[0];
        if is_unfolded {
            Icon::CARET_DOWN.paint(ui, pos2(x + 5.0, rect.center().y), 12.0, theme.weak);
            x += 18.0;
        }
        let picture_count = if is_unfolded { 1 } else { 3 };
        for &tile in family.tiles.iter().take(picture_count) {
            face(
                ui,
                &form.question.tiles[tile],
                Rect::from_center_size(pos2(x + 12.0, rect.center().y), vec2(24.0, 24.0)),
            );
            x += 27.0;
        }
        let count =
            || if family.is_rest { family.tiles.len().to_string() } else { format_count(family.tiles.len(), "tile") };
        name(ui, view, rect, &family.name, many.then(count));
        let cells: usize = if family.is_rest {
            (0..form.cells.len()).filter(|&tile| form.is_rest(tile)).map(|tile| form.cells[tile]).sum()
        } else {
            family.tiles.iter().map(|&tile| form.cells[tile]).sum()
        };
        number(ui, view, rect, cells);
        means(ui, view, form, opens, family, rect);
        known_by(ui, view, form, family, rect);
    }
    if response.hovered() {
        form.next_hovered = form.next_hovered.or(family.tiles.first().copied().filter(|_| !many));
    }
    if response.clicked() {
        let adds = ui.input(|i| i.modifiers.command || i.modifiers.shift);
        if !adds {
            form.selected.clear();
        }
        form.selected.extend(&family.tiles);
        form.last = family.tiles.last().copied();
        if many && !form.unfolded.remove(&index) {
            form.unfolded.insert(index);
        }
    }
    if is_unfolded && many {
        tiles(ui, view, form, family);
    }
}

/// Draws a part of a row at a place, without room of its own.
pub(super) fn within(ui: &mut Ui, rect: Rect, add: impl FnOnce(&mut Ui)) {
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    add(&mut ui.new_child(UiBuilder::new().max_rect(rect).layout(layout)));
}

/// Draws the name in a row, and what follows it.
pub(super) fn name(ui: &mut Ui, view: &View, rect: Rect, name: &str, more: Option<String>) {
    let column = rect.with_min_x(rect.min.x + COLUMNS[1]).with_max_x(rect.min.x + COLUMNS[2] - 40.0);
    within(ui, column, |ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        let face = RichText::new(name).font(fonts::semibold(13.5)).color(view.theme.strong);
        let room = more.as_ref().map_or(0.0, |more| 7.0 * more.len() as f32 + 4.0);
        ui.scope(|ui| {
            ui.set_max_width((ui.available_width() - room).max(20.0));
            ui.add(Label::new(face).truncate().selectable(false));
        });
        if let Some(more) = more {
            ui.add(Label::new(RichText::new(more).size(12.5).color(view.theme.faint)).truncate().selectable(false));
        }
    });
}

/// Draws a number in the column of cells.
pub(super) fn number(ui: &Ui, view: &View, rect: Rect, number: usize) {
    let at = pos2(rect.min.x + COLUMNS[2], rect.center().y);
    ui.painter().text(at, Align2::RIGHT_CENTER, number.to_string(), fonts::mono(13.0), view.theme.text);
}

/// Returns the place of the menu in a row.
pub(super) fn menu_rect(rect: Rect) -> Rect {
    Rect::from_min_size(pos2(rect.min.x + COLUMNS[3], rect.center().y - 13.0), vec2(148.0, 26.0))
}

/// Draws the menu of a family. It speaks for all selected tiles if one of the family is selected.
fn means(ui: &mut Ui, view: &View, form: &mut TilesForm, opens: Option<&Previewed>, family: &Family, rect: Rect) {
    let layer = form.question.decided_by.as_ref().map(|name| format!("as {name}"));
    let meanings: Vec<_> = family.tiles.iter().map(|&tile| form.meaning(tile)).collect();
    let own = |tile: &usize| form.answers[*tile].is_some();
    let (tile, shown) = if family.is_rest {
        let tile = form.rest.map(|meaning| meaning.tile);
        let otherwise = layer.clone().unwrap_or_else(|| "choose".to_owned());
        (tile, form.rest.map_or(otherwise, |meaning| meaning.to_string()))
    } else {
        let first = meanings.first().copied().flatten();
        let same = meanings.iter().all(|meaning| *meaning == first);
        let of_layer = layer.clone().filter(|_| {
            let decided = |tile: &usize| form.question.tiles[*tile].meaning.is_some_and(super::is_of_rest);
            form.rest.is_none() && !family.tiles.iter().any(own) && family.tiles.iter().all(decided)
        });
        match (of_layer, first) {
            (Some(layer), _) => {
                mostly(opens, family).map_or((None, layer), |tile| (Some(tile), tile.info().name.to_owned()))
            }
            _ if !same => (None, "several".to_owned()),
            (None, Some(meaning)) => (Some(meaning.tile), meaning.to_string()),
            (None, None) => (None, "choose".to_owned()),
        }
    };
    let mut choice = None;
    let reset = layer.filter(|_| family.is_rest || family.tiles.iter().any(own));
    within(ui, menu_rect(rect), |ui| {
        choice = menu(ui, view, &format!("Meaning of {}", family.name), (tile, &shown), reset.as_deref());
    });
    let Some(meaning) = choice else { return };
    if family.is_rest {
        form.rest = meaning;
    } else if family.tiles.iter().any(|tile| form.selected.contains(tile)) {
        form.set(form.selected.clone(), meaning);
    } else {
        form.set(family.tiles.clone(), meaning);
    }
}

/// Returns what all cells of a family are by the layer: wall, floor, or `None` if some are and some are not.
fn mostly(opens: Option<&Previewed>, family: &Family) -> Option<Tile> {
    let opens = (**opens?).as_ref().ok()?;
    let counts = family.tiles.iter().filter_map(|&tile| opens.walls.get(tile));
    let [walls, all] = counts.fold([0, 0], |[walls, all], [wall, cells]| [walls + wall, all + cells]);
    match walls {
        0 => Some(Tile::Floor),
        _ if walls == all => Some(Tile::Wall),
        _ => None,
    }
}

/// Draws a menu of the meanings that tiles can have. Returns the one that was chosen: `Some(None)` takes an answer back.
fn menu(
    ui: &mut Ui,
    view: &View,
    name: &str,
    (tile, shown): (Option<Tile>, &str),
    reset: Option<&str>,
) -> Option<super::TileChoice> {
    let mut choice = None;
    let list = menu_of_values(("meaning", name)).width(148.0).selected_text(format!("       {shown}")).height(360.0);
    let list = list.show_ui(ui, |ui| {
        if let Some(reset) = reset
            && ui.selectable_label(tile.is_none(), reset).clicked()
        {
            choice = Some(None);
            ui.close();
        }
        for &to in Tile::ALL {
            let face = ui.selectable_label(tile == Some(to), format!("       {}", to.info().name));
            face.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, to.info().name));
            let square = Rect::from_center_size(face.rect.left_center() + vec2(14.0, 0.0), vec2(16.0, 16.0));
            tools::picture(&ui.painter().with_clip_rect(square), &view.theme, to, square);
            if face.clicked() {
                choice = Some(Some(TileMeaning::plain(to)));
                ui.close();
            }
        }
    });
    let square = Rect::from_center_size(list.response.rect.left_center() + vec2(17.0, 0.0), vec2(18.0, 18.0));
    if let Some(tile) = tile {
        tools::picture(&ui.painter().with_clip_rect(square), &view.theme, tile, square);
    }
    list.response.widget_info(|| WidgetInfo::labeled(egui::Role::ComboBox, true, name));
    choice
}

/// Writes how the meaning of a family is known, or offers a guess.
fn known_by(ui: &mut Ui, view: &View, form: &mut TilesForm, family: &Family, rect: Rect) {
    let column = rect.with_min_x(rect.min.x + COLUMNS[4]);
    let mut guessed = None;
    within(ui, column, |ui| {
        let weak = |ui: &mut Ui, text: &str| {
            ui.add(Label::new(RichText::new(text).color(view.theme.weak)).truncate().selectable(false));
        };
        let own = |tile: &usize| form.answers[*tile].is_some();
        let known = family.tiles.first().and_then(|&tile| form.question.tiles[tile].meaning);
        match known {
            _ if family.is_rest && form.rest.is_some() => weak(ui, "your answer"),
            _ if family.is_rest => {
                let open = (0..form.answers.len()).filter(|&tile| form.meaning(tile).is_none()).count();
                if open > 0 {
                    weak(ui, &format!("{open} without an answer"));
                }
            }
            _ if family.tiles.iter().any(own) => weak(ui, "your answer"),
            Some((_, KnownBy::Collision)) => {
                weak(ui, form.question.decided_by.as_deref().unwrap_or(KnownBy::Collision.phrase()));
            }
            Some((_, by)) => weak(ui, by.phrase()),
            None if form.rest.is_some() => weak(ui, "everything else"),
            None => {
                if let Some(tile) = family.tiles.first().and_then(|&tile| guess(&form.question.tiles[tile])) {
                    ui.spacing_mut().item_spacing.x = 4.0;
                    weak(ui, "perhaps");
                    if ui.link(tile.info().name).clicked() {
                        guessed = Some(TileMeaning::plain(tile));
                    }
                }
            }
        }
    });
    if guessed.is_some() {
        form.set(family.tiles.clone(), guessed);
    }
}

/// Returns the tile whose name is nearest to that of the foreign tile. It is never taken without a click.
fn guess(tile: &TileQuestion) -> Option<Tile> {
    let name = tile.name.as_deref().unwrap_or(&tile.key).to_lowercase();
    let inside = Tile::ALL.iter().find(|tile| name.contains(tile.info().name)).copied();
    inside.or_else(|| {
        let near = nearest(&name, Tile::ALL.iter().map(|tile| tile.info().name));
        Tile::ALL.iter().find(|tile| near.contains(&format!(" {})", tile.info().name))).copied()
    })
}

/// Draws the tiles of an unfolded family.
fn tiles(ui: &mut Ui, view: &View, form: &mut TilesForm, family: &Family) {
    ui.add_space(2.0);
    ui.horizontal(|ui| {
        ui.add_space(36.0);
        ui.vertical(|ui| {
            let across = ((ui.available_width() / (TILE.x + 6.0)).floor() as usize).max(1);
            for line in family.tiles.chunks(across) {
                ui.horizontal(|ui| {
                    ui.spacing_mut().item_spacing.x = 6.0;
                    for &tile in line {
                        let (rect, response) = ui.allocate_exact_size(TILE, Sense::click());
                        cell(ui, view, form, tile, rect, &response);
                    }
                });
                ui.add_space(4.0);
            }
        });
    });
    ui.add_space(4.0);
}

/// Draws a tile of an unfolded family.
fn cell(ui: &Ui, view: &View, form: &mut TilesForm, tile: usize, rect: Rect, response: &Response) {
    let theme = &view.theme;
    let is_selected = form.selected.contains(&tile);
    let label = form.name(tile).to_owned();
    response.widget_info(|| WidgetInfo::selected(egui::Role::Button, true, is_selected, &label));
    if ui.is_rect_visible(rect) {
        ui.painter().rect_filled(rect, 6.0, if is_selected { theme.selected } else { theme.hover });
        let at = pos2(rect.center().x, rect.min.y + 6.0 + PICTURE / 2.0);
        face(ui, &form.question.tiles[tile], Rect::from_center_size(at, vec2(PICTURE, PICTURE)));
        let at = pos2(rect.center().x, rect.max.y - 9.0);
        let cells = form.cells[tile].to_string();
        ui.painter().text(at, Align2::CENTER_CENTER, cells, fonts::mono(11.5), theme.text);
        if form.hovered == Some(tile) {
            ui.painter().rect_stroke(rect, 6.0, Stroke::new(2.0, theme.strong), StrokeKind::Outside);
        }
    }
    if response.hovered() {
        form.next_hovered = Some(tile);
    }
    if response.clicked() {
        let (adds, is_run) = ui.input(|i| (i.modifiers.command, i.modifiers.shift));
        form.take(tile, adds, is_run);
    }
}

/// Draws the picture, the colour or the glyph of a tile.
fn face(ui: &Ui, tile: &TileQuestion, rect: Rect) {
    if let Some((width, pixels)) = &tile.picture {
        let texture = memo(ui.ctx(), Id::unique(("tile picture", &tile.key)), pixels.clone(), || {
            let wide = (*width).max(1) as usize;
            let size = [wide, pixels.len() / wide];
            let colour = |&pixel: &[u8; 4]| pixel_of_file(pixel);
            let image = ColorImage::new(size, pixels.iter().take(size[0] * size[1]).map(colour).collect());
            ui.ctx().load_texture("tile", image, TextureOptions::NEAREST)
        });
        let [wide, high] = texture.size().map(|side| side as f32);
        let size = vec2(wide, high) * (rect.width() / wide.max(high).max(1.0));
        Image::new((texture.id(), size)).paint_at(ui, Rect::from_center_size(rect.center(), size));
    } else if let Some(colour) = tile.colour {
        ui.painter().rect_filled(rect, 2.0, colour_of_file(colour));
    } else if tile.key == super::EMPTY {
        ui.painter().rect_stroke(
            rect.shrink(3.0),
            3.0,
            ui.visuals().widgets.noninteractive.bg_stroke,
            StrokeKind::Inside,
        );
    } else {
        let letters = tile.key.chars().count();
        let text = if letters <= 2 { tile.key.as_str() } else { "…" };
        ui.painter().text(rect.center(), Align2::CENTER_CENTER, text, fonts::mono(18.0), ui.visuals().text_color());
    }
}
