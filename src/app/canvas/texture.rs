//! The map as textures, a pixel a cell, and what is drawn over it: made again when the moment, the map, the layer or the theme
//! changed. Where only some cells changed, as a brush or the next event changes them, only the parts of squares are made again in
//! which these lie: what that costs does not depend on the size of the map.

use crate::app::theme::{is_solid, mix};
use crate::core::geometry::{Cell, Size};
use crate::core::grid::Grid;
use crate::core::scene::Scene;
use crate::core::terrain::Tile;
use crate::core::trace::Replay;
use crate::core::trace::replay::{Drawn, Figure, Redrawn, Tie};
use crate::core::view::board::{Board, Mark, Role};
use crate::core::view::palette::Palette;
use egui::{Color32, ColorImage, Context, Painter, Pos2, Rect, TextureHandle, TextureOptions, pos2, vec2};
use std::ops::Range;

/// The largest side of one texture: some backends take no more.
const TILE: usize = 2048;
/// The side of a square that is made again by itself; textures hold whole ones.
const SQUARE: usize = 64;
/// Where something changed in more than one of so many squares, all are made again.
const FEW: usize = 8;

/// What a picture was made of; another key means another picture.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Key {
    /// The scene that was opened, whose revisions are counted.
    pub opened: u64,
    /// The revision of the map.
    pub revision: u64,
    /// The recording.
    pub generation: u64,
    /// The moment.
    pub cursor: usize,
    /// The layer.
    pub layer: usize,
    /// Whose view is shown.
    pub eyes: usize,
    /// The theme, by its number.
    pub theme: u8,
    /// Whether nothing is marked.
    pub plain: bool,
}

/// What a picture is made of.
#[derive(Clone, Copy)]
pub struct Shown<'a> {
    /// Says whether it is another picture than before.
    pub key: Key,
    /// The map.
    pub scene: &'a Scene,
    /// Its run.
    pub replay: Option<&'a Replay>,
    /// The cells whose tiles may have changed since a revision of the map; none where that may be all.
    pub repainted: &'a dyn Fn(u64) -> Option<Vec<Cell>>,
    /// The colours of cells.
    pub palette: &'a Palette<Color32>,
    /// What lies behind the map.
    pub canvas: Color32,
}

/// A rectangle of cells in one square, both corners included.
#[derive(Clone, Copy)]
struct Part {
    from: Cell,
    to: Cell,
}

impl Part {
    /// The column and row of its square among all squares.
    const fn square(self) -> (usize, usize) {
        (self.from.x as usize / SQUARE, self.from.y as usize / SQUARE)
    }
}

/// For each square in which something changed, the part of it that did.
struct Parts {
    all: Vec<Part>,
    /// For each square of the map the number of its part.
    number: Vec<Option<u32>>,
    /// How many squares lie side by side.
    across: usize,
}

impl Parts {
    /// None yet, of a map of that size.
    fn new(size: Size) -> Self {
        let [across, down] = [size.width, size.height].map(|side| usize::from(side).div_ceil(SQUARE));
        Self { all: Vec::new(), number: vec![None; across * down], across }
    }

    /// Takes in cells, all of which lie on the map.
    fn add(&mut self, cells: impl IntoIterator<Item = Cell>) {
        for c in cells {
            let (column, row) = Part { from: c, to: c }.square();
            let Some(number) = self.number.get_mut(row * self.across + column) else { continue };
            if let Some(Part { from, to }) = number.and_then(|number| self.all.get_mut(number as usize)) {
                *from = Cell::new(from.x.min(c.x), from.y.min(c.y));
                *to = Cell::new(to.x.max(c.x), to.y.max(c.y));
            } else {
                *number = Some(self.all.len() as u32);
                self.all.push(Part { from: c, to: c });
            }
        }
    }
}

/// What a square holds, a bit for each part that cells play and for each tile.
#[derive(Clone, Copy, Default)]
struct Square {
    roles: u32,
    tiles: u64,
    /// Whether its tiles have changed since they were looked at.
    stale: bool,
}

/// The parts that have a sign where cells are too small for any other.
const SIGNED: u32 = 1 << Role::Queued as u32 | 1 << Role::Chosen as u32 | 1 << Role::Wrong as u32;

/// One canvas' board and pictures.
#[derive(Default)]
pub struct MapTexture {
    /// The roles of all cells at the moment shown; empty when there is no run.
    pub board: Board,
    /// The tiles at the moment shown.
    pub ground: Grid<Tile>,
    /// What the algorithm draws over the map at that moment; nothing where nothing is marked.
    pub figures: Vec<Figure>,
    /// The path that matters at that moment.
    pub way: Vec<Cell>,
    /// The tie that the last event was; none where nothing is marked.
    pub tie: Option<Tie>,
    key: Option<Key>,
    drawn: Drawn,
    /// The tiles that are not as the scene has them.
    moved: Vec<(Cell, Tile)>,
    /// What each square holds.
    squares: Vec<Square>,
    tiles: Vec<(usize, usize, TextureHandle)>,
    size: Size,
}

impl MapTexture {
    /// Makes the board and the pictures anew where the key changed.
    pub fn update(&mut self, ctx: &Context, name: &str, shown: Shown<'_>) {
        if self.key == Some(shown.key) {
            return;
        }
        let changed = self.look(&shown);
        (self.key, self.size) = (Some(shown.key), shown.scene.size());
        match changed {
            Some(parts) if parts.all.len() * FEW <= self.squares.len() => {
                for part in parts.all {
                    self.patch(part, &shown);
                }
            }
            _ => self.make(ctx, name, &shown),
        }
    }

    /// Brings board and ground up to date. Gives the parts that may look different; none where that may be all.
    fn look(&mut self, shown: &Shown<'_>) -> Option<Parts> {
        let (scene, key, size) = (shown.scene, shown.key, shown.scene.size());
        // Where nothing is marked, another run changes no more than another moment does.
        let alike = |old: &Key| {
            if key.plain {
                Key { opened: key.opened, theme: key.theme, plain: true, ..*old } == *old
            } else {
                Key { revision: key.revision, cursor: key.cursor, ..*old } == key
            }
        };
        let before = self.key.filter(|old| alike(old) && self.size == size);
        let replay = shown.replay.filter(|r| r.size() == size);
        self.way = replay.map_or_else(Vec::new, Replay::path);
        let replay_marks = replay.filter(|_| !key.plain);
        self.figures = replay_marks.map_or_else(Vec::new, Replay::figures);
        self.tie = replay_marks.and_then(|r| r.tie(r.cursor().checked_sub(1)?));
        let moved = std::mem::replace(&mut self.moved, replay.map_or_else(Vec::new, Replay::tiles));
        let repainted = before.and_then(|old| (shown.repainted)(old.revision));
        let mut changed = repainted.map(|cells| {
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
            self.ground.clone_from(&scene.tiles);
            self.squares.clear();
        }
        for &(cell, tile) in &self.moved {
            self.ground[cell] = tile;
        }
        match replay_marks {
            Some(replay) => match (replay.redraw(Some(key.layer), &mut self.drawn, &mut self.board), &mut changed) {
                (Redrawn::Cells(cells), Some(changed)) => changed.add(cells.into_iter().map(|(cell, _)| cell)),
                _ => return None,
            },
            None if changed.is_none() => {
                (self.board, self.drawn) =
                    (Board { size, marks: vec![Mark::default(); size.area()] }, Drawn::default());
            }
            None => {}
        }
        changed
    }

    /// Takes a part of the ground over from the scene.
    fn copy_ground(&mut self, Part { from, to }: Part, tiles: &Grid<Tile>) {
        let row = |y| {
            let (first, last) = (tiles.size().index(Cell::new(from.x, y)), tiles.size().index(Cell::new(to.x, y)));
            first..last + 1
        };
        for range in (from.y..=to.y).map(row) {
            self.ground.as_mut_slice()[range.clone()].copy_from_slice(&tiles.as_slice()[range]);
        }
        let (column, line) = Part { from, to }.square();
        let across = (tiles.size().width as usize).div_ceil(SQUARE);
        if let Some(square) = self.squares.get_mut(line * across + column) {
            square.stale = true;
        }
    }

    /// All squares and textures anew.
    fn make(&mut self, ctx: &Context, name: &str, shown: &Shown<'_>) {
        let (w, h) = (self.size.width as usize, self.size.height as usize);
        let places: Vec<_> = (0..h).step_by(TILE).flat_map(|y| (0..w).step_by(TILE).map(move |x| (x, y))).collect();
        let sides = places.iter().map(|&place| side_of(self.size, place, TILE));
        if !self.tiles.iter().map(|tile| tile.2.size()).eq(sides) {
            self.tiles.clear();
        }
        for (n, (x0, y0)) in places.into_iter().enumerate() {
            let image = self.image(shown, (x0, y0), side_of(self.size, (x0, y0), TILE));
            if let Some((_, _, texture)) = self.tiles.get_mut(n) {
                texture.set(image, TextureOptions::NEAREST);
            } else {
                let texture = ctx.load_texture(format!("{name} {x0},{y0}"), image, TextureOptions::NEAREST);
                self.tiles.push((x0, y0, texture));
            }
        }
        let unknown = Square { stale: true, ..Square::default() };
        self.squares.resize(w.div_ceil(SQUARE) * h.div_ceil(SQUARE), unknown);
        for square in 0..self.squares.len() {
            self.squares[square].roles = self.roles_in(square, shown.key.plain);
        }
    }

    /// A part of a square anew.
    fn patch(&mut self, Part { from, to }: Part, shown: &Shown<'_>) {
        let (x0, y0) = (usize::from(from.x), usize::from(from.y));
        let image = self.image(shown, (x0, y0), [usize::from(to.x) + 1 - x0, usize::from(to.y) + 1 - y0]);
        let (tx, ty) = (x0 / TILE * TILE, y0 / TILE * TILE);
        if let Some((_, _, texture)) = self.tiles.iter_mut().find(|t| (t.0, t.1) == (tx, ty)) {
            texture.set_partial([x0 - tx, y0 - ty], image, TextureOptions::NEAREST);
        }
        let square = y0 / SQUARE * self.across() + x0 / SQUARE;
        let roles = self.roles_in(square, shown.key.plain);
        if let Some(known) = self.squares.get_mut(square) {
            known.roles = roles;
        }
    }

    /// How many squares lie side by side.
    const fn across(&self) -> usize {
        (self.size.width as usize).div_ceil(SQUARE)
    }

    /// The column and row of a square's first cell.
    fn corner(&self, square: usize) -> (usize, usize) {
        let across = self.across().max(1);
        (square % across * SQUARE, square / across * SQUARE)
    }

    /// Where the rows of a square lie among all cells.
    fn rows(&self, square: usize) -> impl Iterator<Item = Range<usize>> + use<> {
        let ((x0, y0), width) = (self.corner(square), self.size.width as usize);
        let [w, h] = side_of(self.size, (x0, y0), SQUARE);
        (y0..y0 + h).map(move |y| y * width + x0..y * width + x0 + w)
    }

    /// The parts that the cells of a square play, a bit for each; none where nothing is marked.
    fn roles_in(&self, square: usize, plain: bool) -> u32 {
        let mut seen = [false; Role::ALL.len()];
        for row in self.rows(square).filter(|_| !plain) {
            for mark in &self.board.marks[row] {
                seen[mark.role as usize] = true;
            }
        }
        seen.iter().rev().fold(0, |all, &seen| all << 1 | u32::from(seen))
    }

    /// The parts that cells play on the whole map, and its tiles, a bit for each by its number.
    pub(super) fn occurring(&mut self) -> (u32, u64) {
        for square in 0..self.squares.len() {
            if self.squares[square].stale {
                let tiles = self.rows(square).flat_map(|row| &self.ground.as_slice()[row]);
                let tiles = tiles.fold(0, |all, &tile| all | 1 << tile as u64);
                (self.squares[square].tiles, self.squares[square].stale) = (tiles, false);
            }
        }
        self.squares.iter().fold((0, 0), |all, square| (all.0 | square.roles, all.1 | square.tiles))
    }

    /// The cells in these columns and rows whose parts have a sign however small cells are.
    pub(super) fn signed(&self, (xs, ys): (Range<u16>, Range<u16>)) -> impl Iterator<Item = (Cell, Role)> + '_ {
        let within = |range: &Range<u16>, from: usize| {
            let end = usize::from(range.end).min(from + SQUARE);
            usize::from(range.start).max(from).min(end)..end
        };
        let width = usize::from(self.size.width);
        let squares = self.squares.iter().enumerate().filter(|(_, square)| square.roles & SIGNED != 0);
        squares.map(|(square, _)| self.corner(square)).flat_map(move |(x0, y0)| {
            let (columns, rows) = (within(&xs, x0), within(&ys, y0));
            rows.flat_map(move |y| {
                let marks = &self.board.marks[y * width + columns.start..y * width + columns.end];
                let signed = marks.iter().zip(columns.clone()).filter(|(mark, _)| is_sign_from_afar(mark.role));
                signed.map(move |(mark, x)| (Cell::new(x as u16, y as u16), mark.role))
            })
        })
    }

    /// Draws the pictures with the map's top left corner at `origin`, `zoom` points a cell.
    pub fn paint(&self, painter: &Painter, origin: Pos2, zoom: f32) {
        let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        for (x0, y0, texture) in &self.tiles {
            let min = origin + vec2(*x0 as f32, *y0 as f32) * zoom;
            let rect = Rect::from_min_size(min, texture.size_vec2() * zoom);
            painter.image(texture.id(), rect, uv, Color32::WHITE);
        }
    }
}

/// The longest side of a board that is chequered where it has no walls.
const MOST_CHEQUERED: usize = 16;

/// Whether a part has a sign where cells are too small for any other.
const fn is_sign_from_afar(role: Role) -> bool {
    SIGNED >> role as u32 & 1 == 1
}

/// Width and height of the part of a map that begins at a column and row and has at most so many cells a side.
fn side_of(size: Size, (x0, y0): (usize, usize), side: usize) -> [usize; 2] {
    [side.min(usize::from(size.width) - x0), side.min(usize::from(size.height) - y0)]
}

impl MapTexture {
    /// The colours of a part of the map, which begins at a column and row and is so wide and high.
    fn image(&self, shown: &Shown<'_>, (x0, y0): (usize, usize), [w, h]: [usize; 2]) -> ColorImage {
        let width = self.size.width as usize;
        let (tiles, marks) = (self.ground.as_slice(), &self.board.marks);
        let mut pixels = Vec::with_capacity(w * h);
        // A board without walls is a chequered one, so that distances can be counted.
        let chequered =
            width <= MOST_CHEQUERED && tiles.len() <= MOST_CHEQUERED.pow(2) && tiles.iter().all(|t| !is_solid(*t));
        for y in y0..y0 + h {
            let row = y * width + x0..y * width + x0 + w;
            if shown.key.plain {
                shown.palette.fill_plain(&tiles[row], &mut pixels);
            } else {
                shown.palette.fill(&tiles[row.clone()], &marks[row], &mut pixels);
            }
            if chequered {
                let dark = |x: &usize| (x + y) % 2 == 1 && tiles[y * width + x] == Tile::Floor;
                for x in (x0..x0 + w).filter(dark) {
                    let pixel = &mut pixels[(y - y0) * w + x - x0];
                    *pixel = mix(*pixel, shown.canvas, 0.1);
                }
            }
        }
        ColorImage::new([w, h], pixels)
    }
}
