//! The two maps beside the rows: as it is in the file, and as it opens with the answers so far. Pointing at a cell lights
//! its tile, a click selects it.

use super::TilesForm;
use crate::canvas::actors::token;
use crate::debugger::{Session, disk};
use crate::formats::plain::format_count;
use crate::formats::tile_mapping::TileMeaning;
use crate::panels::tools;
use crate::style::fonts;
use crate::style::memo::memo;
use crate::style::theme::{Theme, pixel_of_file};
use crate::view::View;
use egui::{
    Align2, Color32, ColorImage, CornerRadius, Id, Label, Pos2, Rect, Response, RichText, Sense, Stroke, StrokeKind,
    TextureOptions, Ui, pos2, vec2,
};
use gridscope_trace::progress::at_once;
use gridscope_trace::{Cell, Progress, Scene, Size, Tile};
use std::sync::Arc;

/// Largest file that is read again for the preview after each answer, in bytes.
const PREVIEWED: u64 = 2 << 20;
/// Maximum number of shapes on a map: rings, hatches, doors.
const SHAPES: usize = 3_000;
/// Smallest cell with shapes in it, in points.
const LEAST: f32 = 6.0;

/// The map of the file with the answers so far.
pub(super) struct Opens {
    pub(super) scene: Scene,
    pub(super) notes: Vec<String>,
    /// For each tile of the question, its topmost cells that are wall, and all of them.
    pub(super) walls: Vec<[usize; 2]>,
}

impl Opens {
    /// Returns whether there is a cell to walk on.
    pub(super) fn has_floor(&self) -> bool {
        self.scene.tiles.as_slice().iter().any(|tile| tile.is_walkable())
    }
}

/// The map with the answers, or why it cannot be read.
pub(super) type Previewed = Arc<Result<Opens, String>>;

/// Reads the map with the answers so far. Returns `None` if the file is too large for that.
pub(super) fn read(ui: &Ui, session: &Session, form: &TilesForm) -> Option<Previewed> {
    let source = form.answered();
    if disk::size_of(&source.path).is_none_or(|bytes| bytes > PREVIEWED) {
        return None;
    }
    let key = (source.reading.tiles.clone(), source.reading.level.clone(), form.texture_key());
    Some(memo(ui.ctx(), Id::unique("tiles preview"), key, || {
        let mut source = source.clone();
        if source.reading.tiles.get(super::REST).is_none() && form.question.decided_by.is_none() {
            source.reading.tiles.set(super::REST, TileMeaning::plain(Tile::Void));
        }
        let read = at_once(source.read(session.registry(), &Progress::default()));
        Arc::new(read.map_err(|error| error.to_string()).map(|loaded| {
            let mut walls = vec![[0, 0]; form.question.tiles.len()];
            for (&place, tile) in form.question.top.iter().zip(loaded.scene.tiles.as_slice()) {
                if let Some([wall, all]) = usize::from(place).checked_sub(1).and_then(|i| walls.get_mut(i)) {
                    *wall += usize::from(*tile == Tile::Wall);
                    *all += 1;
                }
            }
            Opens { scene: loaded.scene, notes: loaded.notes, walls }
        }))
    }))
}

/// Draws both maps, at most `high` points high.
pub(super) fn show(ui: &mut Ui, view: &View, form: &mut TilesForm, opens: Option<&Previewed>, high: f32) {
    let weak = |text: String| RichText::new(text).color(view.theme.weak);
    let picture = form.question.picture.clone().zip(form.question.size);
    let room = vec2(ui.available_width(), (high - 90.0) / if picture.is_some() { 2.0 } else { 1.0 });
    if let Some((picture, size)) = picture {
        ui.label(weak("As it is in the file".to_owned()));
        let key = (form.texture_key(), picture.width);
        let texture = memo(ui.ctx(), Id::unique("picture of the file"), key, || {
            let wide = picture.width.max(1) as usize;
            let pixels: Vec<Color32> = picture.pixels.iter().map(|&pixel| pixel_of_file(pixel)).collect();
            let image = ColorImage::new([wide, pixels.len() / wide], pixels);
            ui.ctx().load_texture("picture of the file", image, TextureOptions::NEAREST)
        });
        let (rect, response) = frame(ui, size, room, "The map as it is in the file");
        ui.painter().rect_filled(rect, 4.0, view.theme.void);
        paint(ui, rect, texture.id());
        form.point(ui, view, rect, size, &response);
        ui.add_space(6.0);
    }
    let Some(opens) = opens else {
        ui.label("The map is too large for a preview.");
        return;
    };
    match &**opens {
        Err(error) => _ = ui.add(Label::new(RichText::new(format!("✕ {error}")).color(view.theme.wrong)).wrap()),
        Ok(opens) => {
            ui.horizontal(|ui| {
                ui.label(weak("As it opens".to_owned()));
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    ui.add(Label::new(weak(contents(&opens.scene))).truncate());
                });
            });
            let size = opens.scene.size();
            if size.area() > super::MAX_PREVIEW_CELLS {
                ui.label("The map is too large for a preview.");
                return;
            }
            let (rect, response) = frame(ui, size, room, "The map as it opens");
            lower(ui, &view.theme, form, opens, rect);
            form.point(ui, view, rect, size, &response);
            let help = "Point at a cell to find its tile. Click takes it, Ctrl+click adds it.";
            ui.add(Label::new(weak(help.to_owned())).wrap());
        }
    }
}

/// Describes what a map has.
fn contents(scene: &Scene) -> String {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for tile in scene.tiles.as_slice().iter().filter(|tile| **tile != Tile::Void) {
        let name = tile.info().name;
        match counts.iter_mut().find(|(own, _)| *own == name) {
            Some((_, count)) => *count += 1,
            None => counts.push((name, 1)),
        }
    }
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let list: Vec<String> = counts.iter().take(5).map(|(name, count)| format!("{count} {name}")).collect();
    if list.is_empty() { "no tile yet".to_owned() } else { list.join(", ") }
}

/// Takes room for a map. Returns its place.
fn frame(ui: &mut Ui, size: Size, room: egui::Vec2, name: &'static str) -> (Rect, Response) {
    let (wide, high) = (f32::from(size.width), f32::from(size.height));
    let cell = (room.x / wide).min(room.y / high).min(32.0);
    let (rect, response) = ui.allocate_exact_size(vec2(cell * wide, cell * high), Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, name));
    (rect, response)
}

fn paint(ui: &Ui, rect: Rect, texture: egui::TextureId) {
    let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
    ui.painter().image(texture, rect, whole, Color32::WHITE);
}

/// Returns the place of a cell on a map that is drawn at `rect`.
fn cell_rect(rect: Rect, size: Size, at: Cell) -> Rect {
    let side = rect.width() / f32::from(size.width);
    let corner: Pos2 = rect.min + vec2(f32::from(at.x), f32::from(at.y)) * side;
    Rect::from_min_size(corner, vec2(side, side))
}

/// Draws the map as it opens: its tiles, a hatch where an answer is missing, and its actors.
fn lower(ui: &Ui, theme: &Theme, form: &TilesForm, opens: &Opens, rect: Rect) {
    let (scene, size) = (&opens.scene, opens.scene.size());
    let key = (form.answered().reading.tiles, form.texture_key(), theme.name);
    let texture = memo(ui.ctx(), Id::unique("map as it opens"), key, || {
        let pixels = scene.tiles.as_slice().iter().map(|&tile| theme.ground(tile)).collect();
        let image = ColorImage::new([size.width.into(), size.height.into()], pixels);
        ui.ctx().load_texture("map as it opens", image, TextureOptions::NEAREST)
    });
    paint(ui, rect, texture.id());
    let painter = ui.painter().with_clip_rect(rect);
    let side = cell_rect(rect, size, Cell::new(0, 0)).width();
    let missing = |cell: usize| {
        let place = form.question.top.get(cell).map_or(0, |&place| usize::from(place));
        place > 0 && form.meaning(place - 1).is_none()
    };
    let tiles = scene.tiles.as_slice();
    let open = (0..tiles.len()).filter(|&cell| tiles[cell] == Tile::Void && missing(cell));
    for cell in open.take(SHAPES) {
        let square = cell_rect(rect, size, size.cell(cell));
        painter.line_segment([square.left_bottom(), square.right_top()], Stroke::new(1.0, theme.unknown_hatch));
    }
    if side < LEAST {
        return;
    }
    let plain = [Tile::Floor, Tile::Wall, Tile::Void];
    for cell in (0..tiles.len()).filter(|&cell| !plain.contains(&tiles[cell])).take(SHAPES) {
        tools::picture(&painter, theme, tiles[cell], cell_rect(rect, size, size.cell(cell)));
    }
    for actor in scene.actors.iter().take(SHAPES) {
        token(&painter, theme, actor.kind, cell_rect(rect, size, actor.at).center(), side * 0.42);
    }
}

impl TilesForm {
    /// Lights the tile under the pointer on a map, and selects it by a click.
    fn point(&mut self, ui: &Ui, view: &View, rect: Rect, size: Size, response: &Response) {
        let side = rect.width() / f32::from(size.width);
        if let Some(at) = response.hover_pos().filter(|at| rect.contains(*at)) {
            let cell = Cell::new(((at.x - rect.min.x) / side) as u16, ((at.y - rect.min.y) / side) as u16);
            let place = if size.contains(cell) { self.question.top.get(size.index(cell)) } else { None };
            self.next_hovered = place.and_then(|&place| usize::from(place).checked_sub(1));
            if let Some(tile) = self.next_hovered {
                if response.clicked() {
                    let adds = ui.input(|i| i.modifiers.command || i.modifiers.shift);
                    self.take(tile, adds, false);
                    self.unfold(tile);
                }
                let text = format!("{}, {}", self.name(tile), format_count(self.cells[tile], "cell"));
                let galley = ui.painter().layout_no_wrap(text, fonts::medium(12.5), view.theme.panel);
                let corner = Align2::CENTER_BOTTOM.anchor_size(at - vec2(0.0, 12.0), galley.size()).min;
                let plate = Rect::from_min_size(corner, galley.size()).expand2(vec2(7.0, 4.0));
                let layer = egui::LayerId::new(egui::Order::Tooltip, Id::unique("tile under the pointer"));
                let painter = ui.ctx().layer_painter(layer);
                painter.rect_filled(plate, 5.0, view.theme.strong);
                painter.galley(corner, galley, view.theme.panel);
            }
        }
        let Some(lit) = self.hovered.and_then(|tile| u16::try_from(tile + 1).ok()) else { return };
        let cells = self.question.top.iter().enumerate().filter(|(_, place)| **place == lit);
        for (cell, _) in cells.take(SHAPES) {
            let square = cell_rect(rect, size, size.cell(cell));
            let width = if side < LEAST { 1.0 } else { 2.0 };
            let stroke = Stroke::new(width, view.theme.strong);
            ui.painter().rect_stroke(square, CornerRadius::same(2), stroke, StrokeKind::Middle);
        }
    }
}
