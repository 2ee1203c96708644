//! The map as textures, a pixel a cell, and what is drawn over it: made again when the moment, the map, the layer or the theme changed.

use crate::app::theme::{is_solid, mix};
use crate::core::geometry::{Cell, Size};
use crate::core::grid::Grid;
use crate::core::scene::Scene;
use crate::core::terrain::Tile;
use crate::core::trace::Replay;
use crate::core::trace::replay::Figure;
use crate::core::view::board::{Board, Mark};
use crate::core::view::palette::Palette;
use egui::{Color32, ColorImage, Context, Painter, Pos2, Rect, TextureHandle, TextureOptions, pos2, vec2};

/// The largest side of one texture: some backends take no more.
const TILE: usize = 2048;

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
    tiles: Vec<(usize, usize, TextureHandle)>,
    size: Size,
}

impl MapTexture {
    /// Makes the board and the pictures anew where the key changed.
    pub fn update(
        &mut self,
        ctx: &Context,
        name: &str,
        key: Key,
        scene: &Scene,
        replay: Option<&Replay>,
        (palette, canvas): (&Palette<Color32>, Color32),
    ) {
        if self.key == Some(key) {
            return;
        }
        self.key = Some(key);
        let size = scene.size();
        self.ground.clone_from(&scene.tiles);
        (self.figures, self.way) = (Vec::new(), Vec::new());
        if let Some(replay) = replay.filter(|r| r.size() == size) {
            self.way = replay.path();
            if key.plain {
                self.board = Board { size, marks: vec![Mark::default(); size.area()] };
            } else {
                replay.board(Some(key.layer), &mut self.board);
                self.figures = replay.figures();
            }
            for (cell, tile) in replay.tiles() {
                self.ground[cell] = tile;
            }
        } else {
            self.board = Board { size, marks: vec![Mark::default(); size.area()] };
        }
        if self.size != size {
            (self.size, self.tiles) = (size, Vec::new());
        }
        let (w, h) = (size.width as usize, size.height as usize);
        let places = (0..h).step_by(TILE).flat_map(|y| (0..w).step_by(TILE).map(move |x| (x, y)));
        for (n, (x0, y0)) in places.enumerate() {
            let (tw, th) = (TILE.min(w - x0), TILE.min(h - y0));
            let image = image(&self.ground, &self.board, (palette, canvas), (x0, y0), (tw, th));
            if let Some((_, _, texture)) = self.tiles.get_mut(n) {
                texture.set(image, TextureOptions::NEAREST);
            } else {
                let texture = ctx.load_texture(format!("{name} {x0},{y0}"), image, TextureOptions::NEAREST);
                self.tiles.push((x0, y0, texture));
            }
        }
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

/// The colours of a part of the map; `canvas` is what lies behind it.
fn image(
    ground: &Grid<Tile>,
    board: &Board,
    (palette, canvas): (&Palette<Color32>, Color32),
    (x0, y0): (usize, usize),
    (w, h): (usize, usize),
) -> ColorImage {
    let width = ground.size().width as usize;
    let (tiles, marks) = (ground.as_slice(), &board.marks);
    let mut pixels = Vec::with_capacity(w * h);
    // A board without walls is a chequered one, so that distances can be counted.
    let chequered =
        width <= MOST_CHEQUERED && tiles.len() <= MOST_CHEQUERED.pow(2) && tiles.iter().all(|t| !is_solid(*t));
    for y in y0..y0 + h {
        let row = y * width + x0..y * width + x0 + w;
        palette.fill(&tiles[row.clone()], &marks[row], &mut pixels);
        if chequered {
            let dark = |x: &usize| (x + y) % 2 == 1 && tiles[y * width + x] == Tile::Floor;
            for x in (x0..x0 + w).filter(dark) {
                let pixel = &mut pixels[(y - y0) * w + x - x0];
                *pixel = mix(*pixel, canvas, 0.1);
            }
        }
    }
    ColorImage::new([w, h], pixels)
}
