//! The textures of a large map. The result of several frames equals a drawing in one go, and no frame draws more than
//! its share.

use egui::{Color32, Context, ImageData, RawInput, TextureId};
use gridscope::algorithms::record;
use gridscope::app::canvas::texture::{Key, MapTexture, PictureInput};
use gridscope::app::style::theme::{Theme, ThemeName};
use gridscope::trace::view::board::{Board, Mark};
use gridscope::trace::view::palette::Palette;
use gridscope::trace::{Actor, ActorKind, Cell, Grid, Progress, Replay, Rng, Scene, Size, Tile};
use gridscope_window_tests::scene as lesson;
use std::collections::BTreeMap;

/// Builds a map whose size is not a multiple of the texture size, with a search in its middle.
fn scene(size: Size, dice: &mut Rng) -> Scene {
    let mut tiles = Grid::new(size, Tile::Floor);
    for cell in size.cells().filter(|_| dice.below(4) == 0) {
        tiles[cell] = Tile::Wall;
    }
    let ends = [Cell::new(size.width / 2, size.height / 2), Cell::new(size.width / 2 + 40, size.height / 2 + 30)];
    for cell in ends {
        tiles[cell] = Tile::Floor;
    }
    let mut scene = Scene::new(tiles);
    scene.actors = vec![Actor::new(ActorKind::Guard, ends[0]), Actor::new(ActorKind::Goal, ends[1])];
    scene
}

/// A canvas, and the textures on the screen.
#[derive(Default)]
struct Screen {
    ctx: Context,
    texture: MapTexture,
    pixels: BTreeMap<TextureId, ([usize; 2], Vec<Color32>)>,
}

impl Screen {
    /// Runs a frame. Returns the number of textures that were uploaded completely.
    fn frame(&mut self, shown: &PictureInput<'_>) -> usize {
        let texture = &mut self.texture;
        let mut output = self.ctx.run_ui(RawInput::default(), |ui| texture.update(ui.ctx(), "map", shown));
        for id in &output.textures_delta.free {
            self.pixels.remove(id);
        }
        let mut whole = 0;
        for (&id, delta) in output.textures_delta.set.iter().flat_map(|(id, all)| all.iter().map(move |one| (id, one)))
        {
            let ImageData::Color(image) = &delta.image;
            if let Some([x, y]) = delta.pos {
                let Some((size, pixels)) = self.pixels.get_mut(&id) else { continue };
                for (row, line) in image.pixels.chunks(image.size[0]).zip(y..) {
                    pixels[line * size[0] + x..][..row.len()].copy_from_slice(row);
                }
            } else {
                whole += usize::from(id != TextureId::default());
                self.pixels.insert(id, (image.size, image.pixels.clone()));
            }
        }
        output.textures_delta.clear();
        whole
    }

    /// Returns the textures on the screen by name.
    fn shows(&self) -> BTreeMap<String, &([usize; 2], Vec<Color32>)> {
        let textures = self.ctx.tex_manager();
        let textures = textures.read();
        let named = |id: &TextureId| textures.meta(*id).map(|meta| meta.name.clone()).unwrap_or_default();
        let all = self.pixels.iter().filter(|(id, _)| **id != TextureId::default());
        all.map(|(id, pixels)| (named(id), pixels)).collect()
    }
}

#[test]
fn map_picture_in_parts_equals_the_whole() {
    let mut dice = Rng::new(4);
    let sizes = [Size::new(1100, 700), Size::new(700, 1100)];
    let mut scenes = sizes.map(|size| scene(size, &mut dice));
    let mut runs: Vec<Replay> = scenes.iter().map(|s| record(s, &Progress::default()).expect("a run")).collect();
    let (mut parts, mut unfinished) = (Screen::default(), 0);
    let mut key = Key {
        opened: 0,
        revision: 0,
        generation: 0,
        cursor: 0,
        layer: 1,
        eyes: 0,
        theme: 0,
        plain: false,
        placed: false,
    };
    let (mut map, mut painted): (usize, Vec<(u64, Vec<Cell>)>) = (0, Vec::new());
    for step in 0..60 {
        match dice.below(9) {
            // Another moment, near or far.
            0..=3 => {
                let (run, far) = (&mut runs[map], dice.below(2) == 0);
                let len = run.len() as u64;
                let to = if far { dice.below(len + 1) as usize } else { run.cursor() + dice.below(9) as usize };
                run.seek(to);
            }
            // Paints a few cells, or more than are listed one by one.
            4 | 5 => {
                let size = scenes[map].size();
                let at = size.cell(dice.below(size.area() as u64) as usize);
                let (w, h) = if dice.below(3) == 0 { (400, 300) } else { (9, 9) };
                let area = Size::new(w.min(size.width - at.x), h.min(size.height - at.y));
                scenes[map].tiles.fill(at, area, [Tile::Wall, Tile::Water, Tile::Rubble][dice.below(3) as usize]);
                key.revision += 1;
                let cells = area.cells().map(|c| Cell::new(c.x + at.x, c.y + at.y));
                painted.push((key.revision, cells.collect()));
            }
            6 => key.plain ^= true,
            7 => key.layer = dice.below(3) as usize,
            // Another map, or the same run recorded again.
            _ => {
                map = if dice.below(2) == 0 { 1 - map } else { map };
                (key.generation, key.opened) = (key.generation + 1, map as u64);
                painted.clear();
                key.revision += 1;
            }
        }
        (key.cursor, key.theme) = (runs[map].cursor(), (step / 30) as u8);
        let theme = Theme::new(if key.theme == 0 { ThemeName::Dark } else { ThemeName::Light });
        let palette = Palette::new(|tile, mark| theme.cell(tile, mark));
        let repainted = |since: u64| {
            let known = painted.first().is_some_and(|(first, _)| *first <= since + 1) || since == key.revision;
            let later = painted.iter().filter(|(revision, _)| *revision > since).flat_map(|(_, cells)| cells);
            known.then(|| later.copied().collect())
        };
        let shown = |share| PictureInput {
            key,
            scene: &scenes[map],
            replay: Some(&runs[map]),
            repainted: &repainted,
            palette: &palette,
            canvas: theme.canvas,
            view: (0..200, 600..650),
            share,
        };
        let share = 1 + dice.below(3) as usize;
        // The next change often comes before this one is drawn completely.
        for _ in 0..dice.below(4) {
            let made = parts.frame(&shown(share));
            assert!(made <= share, "step {step}: {made} of {share}");
        }
        unfinished += usize::from(parts.texture.is_unfinished());
        if dice.below(2) == 0 {
            while parts.frame(&shown(share)) > 0 {}
            assert!(!parts.texture.is_unfinished());
            let mut whole = Screen::default();
            whole.frame(&shown(usize::MAX));
            assert!(parts.shows() == whole.shows(), "step {step}, {key:?}");
            let mut cells = scenes[map].size().cells();
            let differs = cells.find(|&cell| parts.texture.mark(cell) != whole.texture.mark(cell));
            assert_eq!(differs, None, "step {step}: another mark");
            let board = shown(0).replay.filter(|_| !key.plain).map(|run| {
                let mut board = Board::default();
                run.board(Some(key.layer), &mut board);
                board
            });
            let mut cells = scenes[map].size().cells();
            let is = |cell| board.as_ref().map_or_else(Mark::default, |board| board.at(cell));
            assert_eq!(cells.find(|&cell| whole.texture.mark(cell) != is(cell)), None, "step {step}: not as the run");
            assert_eq!(parts.texture.ground, whole.texture.ground, "step {step}");
        }
    }
    assert!(unfinished > 10, "changes came before {unfinished} pictures were done");
}

/// The visible part of the map is drawn before the rest.
#[test]
fn visible_part_of_the_map_is_drawn_first() {
    let scene = scene(Size::new(1600, 1600), &mut Rng::new(1));
    let theme = Theme::new(ThemeName::Dark);
    let palette = Palette::new(|tile, mark| theme.cell(tile, mark));
    let key = Key {
        opened: 0,
        revision: 0,
        generation: 0,
        cursor: 0,
        layer: 0,
        eyes: 0,
        theme: 0,
        plain: true,
        placed: false,
    };
    let shown = PictureInput {
        key,
        scene: &scene,
        replay: None,
        repainted: &|_| None,
        palette: &palette,
        canvas: theme.canvas,
        view: (1100..1200, 700..800),
        share: 1,
    };
    let mut screen = Screen::default();
    assert_eq!(screen.frame(&shown), 1);
    assert_eq!(screen.shows().into_keys().collect::<Vec<_>>(), ["map 1024,512"]);
    assert!(screen.texture.is_unfinished());
}

/// The picture of a fight shows the part of the board where the pieces are.
#[test]
fn fight_thumbnail_is_cropped_to_its_pieces() {
    let theme = Theme::new(ThemeName::Dark);
    let palette = Palette::new(|tile, mark| theme.cell(tile, mark));
    let registry = gridscope::registry();
    let room = egui::vec2(216.0, 122.0);
    let picture = |id: &str| gridscope::app::canvas::thumbnail(&registry, &lesson(id), &palette, &theme, room).size;
    // Two pieces on a board of 8 by 8, two rows apart, and a border of one cell: 3 by 5 cells of 24 pixels.
    assert_eq!(picture("problem-far"), [3 * 24, 5 * 24]);
    assert_eq!(picture("field-8x4"), [8 * 27, 4 * 27], "a map without pieces is shown whole");
}

/// The goal has a flag in the pictures of the gallery, so that it is no plain disc.
#[test]
fn goal_in_a_thumbnail_has_a_flag() {
    let theme = Theme::new(ThemeName::Dark);
    let palette = Palette::new(|tile, mark| theme.cell(tile, mark));
    let mut scene = Scene::new(Grid::new(Size::new(12, 7), Tile::Floor));
    scene.actors = vec![Actor::new(ActorKind::Guard, Cell::new(2, 2)), Actor::new(ActorKind::Goal, Cell::new(10, 5))];
    let registry = gridscope::registry();
    let image = gridscope::app::canvas::thumbnail(&registry, &scene, &palette, &theme, egui::vec2(216.0, 122.0));
    let side = image.size[0] / 12;
    let (disc, ink) = theme.actor(ActorKind::Goal, false);
    let of_goal = |colour: Color32| {
        let inside = |(k, pixel): (usize, &Color32)| {
            let (x, y) = (k % image.size[0], k / image.size[0]);
            *pixel == colour && (x / side, y / side) == (10, 5)
        };
        image.pixels.iter().enumerate().filter(|&pixel| inside(pixel)).count()
    };
    assert!(of_goal(ink) >= 6 && of_goal(disc) > of_goal(ink), "{} of the flag on {}", of_goal(ink), of_goal(disc));
}
