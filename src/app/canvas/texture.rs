//! The map as textures, a pixel a cell, and what is drawn over it: made again when the moment, the map, the layer or the theme
//! changed. Where only some cells changed, as a brush or the next event changes them, only the parts of squares are made again in
//! which these lie: what that costs does not depend on the size of the map.

use crate::app::theme::{is_solid, mix};
use crate::core::geometry::{Cell, Size};
use crate::core::grid::Grid;
use crate::core::scene::Scene;
use crate::core::terrain::Tile;
use crate::core::trace::Replay;
use crate::core::trace::replay::{Drawn, Figure, Redrawn};
use crate::core::view::board::{Board, Mark, Role};
use crate::core::view::palette::Palette;
use egui::{Color32, ColorImage, Context, Painter, Pos2, Rect, TextureHandle, TextureOptions, pos2, vec2};

/// The largest side of one texture: some backends take no more.
const TILE: usize = 2048;
/// The side of a square that is made again by itself; textures hold whole ones.
const SQUARE: usize = 64;
/// Where something changed in more than one of so many squares, all are made again.
const FEW: usize = 8;

/// What a picture was made of; another key means another picture.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Key {
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
    square: usize,
    from: Cell,
    to: Cell,
}

impl Part {
    /// Takes in another part of the same square.
    fn join(&mut self, other: Self) {
        self.from = Cell::new(self.from.x.min(other.from.x), self.from.y.min(other.from.y));
        self.to = Cell::new(self.to.x.max(other.to.x), self.to.y.max(other.to.y));
    }
}

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
    key: Option<Key>,
    drawn: Drawn,
    /// The tiles that are not as the scene has them.
    moved: Vec<(Cell, Tile)>,
    /// For each square whether it holds a part that has a sign however small cells are.
    signed: Vec<bool>,
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
        match changed.map(|cells| self.parts(cells)) {
            Some(parts) if parts.len() * FEW <= self.signed.len() => {
                parts.into_iter().for_each(|part| self.patch(part, &shown));
            }
            _ => self.make(ctx, name, &shown),
        }
    }

    /// For each square in which some of the cells lie, the part of it that holds them.
    fn parts(&self, cells: Vec<Cell>) -> Vec<Part> {
        let mut parts: Vec<Part> = Vec::new();
        let mut add = |part: Part| match parts.last_mut() {
            Some(last) if last.square == part.square => last.join(part),
            _ => parts.push(part),
        };
        cells.into_iter().for_each(|c| add(Part { square: self.square(c), from: c, to: c }));
        parts.sort_unstable_by_key(|part| part.square);
        parts.dedup_by(|part, before| {
            let same = part.square == before.square;
            if same {
                before.join(*part);
            }
            same
        });
        parts
    }

    /// Brings board and ground up to date. Gives the cells that may look different; none where that may be all.
    fn look(&mut self, shown: &Shown<'_>) -> Option<Vec<Cell>> {
        let (scene, key, size) = (shown.scene, shown.key, shown.scene.size());
        let alike = |old: &Key| Key { revision: key.revision, cursor: key.cursor, ..*old } == key;
        let before = self.key.filter(|old| alike(old) && self.size == size);
        let replay = shown.replay.filter(|r| r.size() == size);
        self.way = replay.map_or_else(Vec::new, Replay::path);
        let replay_marks = replay.filter(|_| !key.plain);
        self.figures = replay_marks.map_or_else(Vec::new, Replay::figures);
        let moved = std::mem::replace(&mut self.moved, replay.map_or_else(Vec::new, Replay::tiles));
        let mut changed = before.and_then(|old| (shown.repainted)(old.revision));
        match &mut changed {
            Some(cells) => {
                let both = moved.iter().chain(&self.moved).map(|(cell, _)| *cell);
                cells.extend(both.filter(|_| moved != self.moved));
                cells.iter().for_each(|&cell| self.ground[cell] = scene.tiles[cell]);
            }
            None => self.ground.clone_from(&scene.tiles),
        }
        for &(cell, tile) in &self.moved {
            self.ground[cell] = tile;
        }
        match replay_marks {
            Some(replay) => match (replay.redraw(Some(key.layer), &mut self.drawn, &mut self.board), &mut changed) {
                (Redrawn::Cells(cells), Some(changed)) => changed.extend(cells),
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
        self.signed = (0..w.div_ceil(SQUARE) * h.div_ceil(SQUARE)).map(|square| self.is_signed(square)).collect();
    }

    /// A part of a square anew.
    fn patch(&mut self, Part { square, from, to }: Part, shown: &Shown<'_>) {
        let (x0, y0) = (usize::from(from.x), usize::from(from.y));
        let image = self.image(shown, (x0, y0), [usize::from(to.x) + 1 - x0, usize::from(to.y) + 1 - y0]);
        let (tx, ty) = (x0 / TILE * TILE, y0 / TILE * TILE);
        if let Some((_, _, texture)) = self.tiles.iter_mut().find(|t| (t.0, t.1) == (tx, ty)) {
            texture.set_partial([x0 - tx, y0 - ty], image, TextureOptions::NEAREST);
        }
        if !shown.key.plain {
            let signed = self.is_signed(square);
            if let Some(known) = self.signed.get_mut(square) {
                *known = signed;
            }
        }
    }

    /// How many squares lie side by side.
    const fn across(&self) -> usize {
        (self.size.width as usize).div_ceil(SQUARE)
    }

    /// The number of the square that a cell lies in.
    fn square(&self, c: Cell) -> usize {
        usize::from(c.y) / SQUARE * self.across() + usize::from(c.x) / SQUARE
    }

    /// The column and row of a square's first cell.
    fn corner(&self, square: usize) -> (usize, usize) {
        let across = self.across().max(1);
        (square % across * SQUARE, square / across * SQUARE)
    }

    fn is_signed(&self, square: usize) -> bool {
        let (x0, y0) = self.corner(square);
        let [w, h] = side_of(self.size, (x0, y0), SQUARE);
        let width = self.size.width as usize;
        (y0..y0 + h).any(|y| self.board.marks[y * width + x0..][..w].iter().any(|m| is_sign_from_afar(m.role)))
    }

    /// The cells, among those of these columns and rows, of the squares that hold a part that has a sign however small cells
    /// are.
    pub(super) fn signed(
        &self,
        (xs, ys): (std::ops::Range<u16>, std::ops::Range<u16>),
    ) -> impl Iterator<Item = Cell> + '_ {
        let part = |range: &std::ops::Range<u16>, from: usize| {
            let end = usize::from(range.end).min(from + SQUARE);
            usize::from(range.start).max(from)..end
        };
        let squares =
            self.signed.iter().enumerate().filter(|(_, signed)| **signed).map(|(square, _)| self.corner(square));
        squares.flat_map(move |(x0, y0)| {
            let (columns, rows) = (part(&xs, x0), part(&ys, y0));
            rows.flat_map(move |y| columns.clone().map(move |x| Cell::new(x as u16, y as u16)))
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
    matches!(role, Role::Queued | Role::Chosen | Role::Wrong)
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
            shown.palette.fill(&tiles[row.clone()], &marks[row], &mut pixels);
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
