//! The map as textures with one pixel per cell, and the drawings over it. It is drawn again when the moment, map, layer
//! or theme changes.
//!
//! If only some cells changed, as with a brush or the next event, only these parts of squares are drawn again. That
//! cost does not depend on the size of the map. If all cells may have changed, each frame draws a limited share of a
//! very large map. Until its turn, the rest is shown as it was.

pub use super::picture_key::{Key, PictureInput};
use super::squares::{Part, Parts, SQUARE, Squares, side_of};
use crate::debugger::look::drawn_signs::{DrawnRoles, DrawnSigns, Sign};
use crate::debugger::look::legend::drawn_figures;
use crate::debugger::look::refused::winning_way;
use crate::style::theme::{is_solid, mix};
use crate::view::Occurring;
use egui::{Color32, ColorImage, Context, Painter, Pos2, Rect, TextureHandle, TextureOptions, pos2, vec2};
use gridscope_trace::geometry::{Cell, Size};
use gridscope_trace::grid::Grid;
use gridscope_trace::terrain::Tile;
use gridscope_trace::trace::Replay;
use gridscope_trace::trace::replay::{Drawing, Drawn, Figure, Tie};
use gridscope_trace::view::board::{Mark, Role};
use std::ops::Range;
use std::sync::Arc;

/// Side of one texture in cells, a multiple of a square.
const SHEET: usize = 8 * SQUARE;
/// If more than one square in this many has changed, everything is drawn again.
const REDRAW_DIVISOR: usize = 8;

/// Maximum number of textures that the window draws in a frame: two million cells.
pub const SHARE: usize = 8;

/// A part of the map with its own texture.
struct Sheet {
    /// Column and row of its first cell.
    from: (usize, usize),
    /// Width and height, in cells.
    side: [usize; 2],
    /// `None` until it is first drawn.
    texture: Option<TextureHandle>,
    /// Whether it must be drawn again.
    waits: bool,
    /// Whether all of its ground must be copied from the scene first.
    ground: bool,
}

/// The board and the pictures of one canvas.
#[derive(Default)]
pub struct MapTexture {
    /// The tiles at the current moment.
    pub ground: Grid<Tile>,
    /// The algorithm's drawings over the map. Empty if no marks are shown.
    pub figures: Vec<Figure>,
    /// The path to show now.
    pub way: Vec<Cell>,
    /// The tie of the last event. `None` if it was no tie, or no marks are shown.
    pub tie: Option<Tie>,
    key: Option<Key>,
    /// The signs that are drawn, and the roles among them. `None` draws all roles.
    signs: DrawnSigns,
    roles: Option<DrawnRoles>,
    /// Whether other signs are drawn than in the pictures.
    has_new_signs: bool,
    /// Whether a run's marks were shown.
    is_marked: bool,
    /// Marks of the cells in marked squares. All other cells have no mark, whatever is stored here.
    marks: Grid<Mark>,
    drawn: Drawn,
    /// The tiles that differ from the scene.
    moved: Vec<(Cell, Tile)>,
    /// Content of each square.
    squares: Squares,
    sheets: Vec<Sheet>,
    /// Index of the sheet after the one drawn last, so that each gets its turn.
    turn: usize,
    /// Images handed to the screen, to be reused once it has taken their pixels.
    spent: Vec<Arc<ColorImage>>,
}

impl MapTexture {
    /// Updates the board and the pictures if the key changed, or continues unfinished ones.
    pub fn update(&mut self, ctx: &Context, name: &str, shown: &PictureInput<'_>) {
        let names = shown.replay.map_or(&[][..], |replay| &replay.schema().roles);
        self.roles = Some(self.signs.roles(names)).filter(|roles| !roles.is_all());
        if self.key != Some(shown.key) || self.has_new_signs {
            let changed = self.look(shown);
            self.key = Some(shown.key);
            self.has_new_signs = false;
            match changed {
                Some(parts) if parts.all.len() * REDRAW_DIVISOR <= self.squares.len() => {
                    let mut drawing = shown.drawing();
                    for part in parts.all {
                        self.patch(part, shown, drawing.as_mut());
                    }
                }
                _ => self.sheets.iter_mut().for_each(|sheet| sheet.waits = true),
            }
        }
        if self.is_unfinished() {
            self.make(ctx, name, shown);
        }
    }

    /// Sets the signs that are drawn.
    pub(super) fn set_signs(&mut self, signs: &DrawnSigns) {
        if self.signs != *signs {
            (self.signs, self.has_new_signs) = (signs.clone(), true);
        }
    }

    /// Returns whether a cell's number may be drawn: it has a mark, or all roles are drawn.
    pub(super) fn has_number(&self, cell: Cell) -> bool {
        self.roles.is_none() || self.mark(cell) != Mark::default()
    }

    /// Returns whether part of the picture still has to be drawn.
    pub fn is_unfinished(&self) -> bool {
        self.sheets.iter().any(|sheet| sheet.waits)
    }

    /// Returns the mark of a cell at the current moment.
    pub fn mark(&self, cell: Cell) -> Mark {
        let place = (usize::from(cell.x), usize::from(cell.y));
        self.marks.get(cell).copied().filter(|_| self.squares.is_marked(place)).unwrap_or_default()
    }

    /// Returns the size of the map.
    const fn size(&self) -> Size {
        self.marks.size()
    }

    /// Updates everything but the pixels: path, figures and tiles, and the ground of changed cells. Returns the parts
    /// that may look different, or `None` if all may.
    fn look(&mut self, shown: &PictureInput<'_>) -> Option<Parts> {
        let scene = shown.scene;
        let key = shown.key;
        let size = shown.scene.size();
        if self.size() != size || self.key.is_none() {
            self.begin(size);
        }
        let before = self.key.filter(|old| old.opened == key.opened);
        // Without marks, another run changes no more than another moment does.
        let alike = |old: &Key| {
            if key.plain {
                Key { opened: key.opened, theme: key.theme, plain: true, ..*old } == *old
            } else {
                Key { revision: key.revision, cursor: key.cursor, ..*old } == key
            }
        };
        let replay = shown.replay.filter(|r| r.size() == size);
        // While the map is edited, the path shows the result, not the moment.
        let path = if key.plain { Replay::final_path } else { Replay::path };
        self.way = replay.filter(|_| key.plain || self.signs.has(Sign::Path)).map_or_else(Vec::new, path);
        if let Some(way) = replay.filter(|_| self.way.len() > 1 && self.signs.has(Sign::Refused)).and_then(winning_way)
        {
            self.way = way;
        }
        let marked = shown.marked();
        let was_marked = std::mem::replace(&mut self.is_marked, marked.is_some());
        let is_alike = was_marked == self.is_marked && !self.has_new_signs && before.is_some_and(|old| alike(&old));
        self.figures = marked.map_or_else(Vec::new, |replay| drawn_figures(replay, key.layer, &self.signs));
        self.tie = marked.and_then(|r| r.tie(r.cursor().checked_sub(1)?));
        let moving = replay.filter(|_| !key.placed);
        let moved = std::mem::replace(&mut self.moved, moving.map_or_else(Vec::new, Replay::tiles));
        let changed = before.and_then(|old| (shown.repainted)(old.revision)).map(|cells| {
            let mut parts = Parts::new(size);
            parts.add(cells);
            if moved != self.moved {
                parts.add(moved.iter().chain(&self.moved).map(|(cell, _)| *cell));
            }
            parts
        });
        if let Some(parts) = &changed {
            for &part in &parts.all {
                self.copy_ground(part, &scene.tiles);
            }
        } else {
            self.sheets.iter_mut().for_each(|sheet| sheet.ground = true);
        }
        for &(cell, tile) in &self.moved {
            self.ground[cell] = tile;
        }
        let Some(replay) = marked else {
            self.drawn = Drawn::default();
            return changed.filter(|_| is_alike);
        };
        let (cells, mut parts) = replay.changed(Some(key.layer), &mut self.drawn).zip(changed)?;
        parts.add(cells);
        is_alike.then_some(parts)
    }

    /// Starts over for a map of another size.
    fn begin(&mut self, size: Size) {
        *self = Self {
            marks: Grid::new(size, Mark::default()),
            ground: Grid::new(size, Tile::Void),
            squares: Squares::new(size),
            spent: std::mem::take(&mut self.spent),
            signs: std::mem::take(&mut self.signs),
            roles: self.roles,
            ..Self::default()
        };
        let (w, h) = (usize::from(size.width), usize::from(size.height));
        let places = (0..h).step_by(SHEET).flat_map(|y| (0..w).step_by(SHEET).map(move |x| (x, y)));
        self.sheets.extend(places.map(|from| Sheet {
            from,
            side: side_of(size, from, SHEET),
            texture: None,
            waits: true,
            ground: true,
        }));
    }

    /// Copies a part of the ground from the scene.
    fn copy_ground(&mut self, Part { from, to }: Part, tiles: &Grid<Tile>) {
        let row = |y| {
            let (first, last) = (tiles.size().index(Cell::new(from.x, y)), tiles.size().index(Cell::new(to.x, y)));
            first..last + 1
        };
        for range in (from.y..=to.y).map(row) {
            self.ground.as_mut_slice()[range.clone()].copy_from_slice(&tiles.as_slice()[range]);
        }
        for y in (from.y..=to.y).step_by(SQUARE) {
            (from.x..=to.x).step_by(SQUARE).for_each(|x| self.squares.repaint((x.into(), y.into())));
        }
    }

    /// Draws waiting sheets, up to the share of a frame: those in view first, then the others in turn.
    fn make(&mut self, ctx: &Context, name: &str, shown: &PictureInput<'_>) {
        let mut drawing = shown.drawing();
        let (xs, ys) = &shown.view;
        let within =
            |range: &Range<u16>, from: usize, side: usize| from < range.end.into() && from + side > range.start.into();
        let count = self.sheets.len();
        let mut waiting: Vec<usize> = (self.turn..self.turn + count).map(|k| k % count).collect();
        waiting.retain(|&k| self.sheets[k].waits);
        waiting.sort_by_key(|&k| {
            let Sheet { from: (x, y), side: [w, h], .. } = self.sheets[k];
            !(within(xs, x, w) && within(ys, y, h))
        });
        let mut spent = std::mem::take(&mut self.spent);
        for &k in waiting.iter().take(shown.share) {
            // An image that the screen still uses is not reused.
            let free = spent.iter_mut().position(|image| Arc::get_mut(image).is_some());
            let mut image = free.map_or_else(Arc::default, |free| spent.swap_remove(free));
            if let Some(image) = Arc::get_mut(&mut image) {
                self.draw(k, shown, drawing.as_mut(), image);
            }
            let sheet = &mut self.sheets[k];
            if let Some(texture) = &mut sheet.texture {
                texture.set(Arc::clone(&image), TextureOptions::NEAREST);
            } else {
                let (name, image) = (format!("{name} {},{}", sheet.from.0, sheet.from.1), Arc::clone(&image));
                sheet.texture = Some(ctx.load_texture(name, image, TextureOptions::NEAREST));
            }
            (sheet.waits, sheet.ground, self.turn) = (false, false, k + 1);
            spent.push(image);
        }
        spent.drain(..spent.len().saturating_sub(SHARE));
        self.spent = spent;
        if waiting.len() > shown.share {
            ctx.request_repaint();
        }
    }

    /// Draws the ground, marks and pixels of a sheet, row by row, so that the data stays in the cache.
    fn draw(
        &mut self,
        sheet: usize,
        shown: &PictureInput<'_>,
        mut drawing: Option<&mut Drawing<'_>>,
        image: &mut ColorImage,
    ) {
        let Sheet { from: (x0, y0), side: [w, h], ground, .. } = self.sheets[sheet];
        if ground {
            let to = Cell::new((x0 + w - 1) as u16, (y0 + h - 1) as u16);
            self.copy_ground(Part { from: Cell::new(x0 as u16, y0 as u16), to }, &shown.scene.tiles);
            for &(cell, tile) in &self.moved {
                self.ground[cell] = tile;
            }
        }
        let mut pixels = std::mem::take(&mut image.pixels);
        pixels.resize(w * h, Color32::TRANSPARENT);
        let width = usize::from(self.size().width);
        let row_of = |y: usize| y * width + x0..y * width + x0 + w;
        let mut any = false;
        for (y, pixels) in (y0..).zip(pixels.chunks_mut(w)) {
            let row = row_of(y);
            let marks = self.marks.as_mut_slice();
            let marked = drawing.as_mut().is_some_and(|drawing| drawing.draw(row.start, &mut marks[row.clone()]));
            if let Some(roles) = self.roles.filter(|_| marked) {
                marks[row.clone()].iter_mut().for_each(|mark| *mark = roles.of(*mark));
            }
            // If no square in these rows is marked, no mark is written. That may be most of a map.
            if marked && !any {
                (y - y % SQUARE..y).for_each(|above| marks[row_of(above)].fill(Mark::default()));
            } else if any && !marked {
                marks[row.clone()].fill(Mark::default());
            }
            any |= marked;
            self.colour(shown, row, marked, pixels);
            if (y + 1) % SQUARE == 0 || y + 1 == y0 + h {
                for x in (x0..x0 + w).step_by(SQUARE) {
                    let known = |cells| drawing.as_ref().filter(|_| self.roles.is_none())?.roles(cells);
                    self.squares.look((x, y), any.then_some(self.marks.as_slice()), known);
                }
                any = false;
            }
        }
        *image = ColorImage::new([w, h], pixels);
    }

    /// Colours adjacent cells, given by their row-major indices. Without marks, only their tiles count.
    fn colour(&self, shown: &PictureInput<'_>, row: Range<usize>, marked: bool, pixels: &mut [Color32]) {
        let tiles = &self.ground.as_slice()[row.clone()];
        if marked {
            shown.palette.fill(tiles, &self.marks.as_slice()[row.clone()], pixels);
        } else {
            shown.palette.fill_plain(tiles, pixels);
        }
        if self.is_chequered() {
            let size = self.size();
            for ((index, &tile), pixel) in row.zip(tiles).zip(pixels) {
                let cell = size.cell(index);
                if (cell.x + cell.y) % 2 == 1 && tile == Tile::Floor {
                    *pixel = mix(*pixel, shown.canvas, 0.1);
                }
            }
        }
    }

    /// Returns whether floors are chequered, so that the user can count distances: on a small board without walls.
    fn is_chequered(&self) -> bool {
        let tiles = self.ground.as_slice();
        usize::from(self.size().width) <= MAX_CHEQUERED
            && tiles.len() <= MAX_CHEQUERED.pow(2)
            && tiles.iter().all(|t| !is_solid(*t))
    }

    /// Draws a part of a square again, unless its whole sheet waits to be drawn.
    fn patch(&mut self, Part { from, to }: Part, shown: &PictureInput<'_>, mut drawing: Option<&mut Drawing<'_>>) {
        let (x0, y0) = (usize::from(from.x), usize::from(from.y));
        let [w, h] = [usize::from(to.x) + 1 - x0, usize::from(to.y) + 1 - y0];
        let place = (x0 / SHEET * SHEET, y0 / SHEET * SHEET);
        let Some(sheet) = self.sheets.iter().position(|sheet| sheet.from == place && !sheet.waits) else { return };
        if drawing.is_some() && !self.squares.is_marked((x0, y0)) {
            self.squares.rows((x0, y0)).for_each(|row| self.marks.as_mut_slice()[row].fill(Mark::default()));
        }
        let mut pixels = vec![Color32::TRANSPARENT; w * h];
        let width = usize::from(self.size().width);
        for (y, pixels) in (y0..).zip(pixels.chunks_mut(w)) {
            let row = y * width + x0..y * width + x0 + w;
            if let Some(drawing) = &mut drawing {
                let marks = &mut self.marks.as_mut_slice()[row.clone()];
                drawing.draw_all(row.start, marks);
                if let Some(roles) = self.roles {
                    for mark in marks {
                        *mark = roles.of(*mark);
                    }
                }
            }
            self.colour(shown, row, drawing.is_some(), pixels);
        }
        let marks = drawing.as_ref().map(|_| self.marks.as_slice());
        self.squares.look((x0, y0), marks, |_| None);
        if let Some(texture) = &mut self.sheets[sheet].texture {
            let image = ColorImage::new([w, h], pixels);
            texture.set_partial([x0 - place.0, y0 - place.1], image, TextureOptions::NEAREST);
        }
    }

    /// Returns the roles and tiles on the whole map.
    pub(super) fn occurring(&mut self) -> Occurring {
        let (roles, tiles) = self.squares.occurring(&self.ground);
        Occurring { roles, tiles, way: self.way.len() > 1, ..Occurring::default() }
    }

    /// Returns the cells within these columns and rows that have a sign at any zoom, with their roles.
    pub(super) fn signed(&self, view: (Range<u16>, Range<u16>)) -> impl Iterator<Item = (Cell, Role)> + '_ {
        self.squares.signed(view)
    }

    /// Paints the pictures with the map's top left corner at `origin`, `zoom` points per cell.
    pub fn paint(&self, painter: &Painter, origin: Pos2, zoom: f32) {
        let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        let at = |x: usize, y: usize| origin + vec2(x as f32, y as f32) * zoom;
        for Sheet { from: (x, y), side: [w, h], texture, .. } in &self.sheets {
            if let Some(texture) = texture {
                let rect = Rect::from_min_max(at(*x, *y), at(x + w, y + h));
                painter.image(texture.id(), rect, uv, Color32::WHITE);
            }
        }
    }
}

/// Maximum side of a board without walls that is chequered, in cells.
const MAX_CHEQUERED: usize = 16;
