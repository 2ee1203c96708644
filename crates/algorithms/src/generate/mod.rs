//! Scenes made by dice: a ship, a maze, a cave, rooms, a dungeon. Same generator, size and seed, same scene, on every machine.
//!
//! Every scene can be run at once: it is one region of ground with somebody at one end and a goal at the other, or, of those in
//! [`PEOPLED`], one with everybody whom a certain algorithm needs.
//! A new generator is one file and one line in a list.

mod cave;
mod dungeon;
mod maze;
mod people;
mod rooms;
mod ship;

pub use people::{Unknown, people, unknown, unknown_share};

use super::algorithm::RunError;
use super::card::Card;
use super::geometry::{Cell, Dir, Size};
use super::grid::Grid;
use super::params::{Param, Params};
use super::scene::{Actor, ActorKind, Scene};
use super::terrain::{Tile, Walk};

/// What somebody wants made.
#[derive(Clone, Debug)]
pub struct Wish {
    /// The size of the map, in cells.
    pub size: Size,
    /// The seed of the dice.
    pub seed: u64,
    /// Which deck, from 1, where there are several; [`ALL_DECKS`] for all of them on one map.
    pub deck: u8,
    /// The constants that differ, where the generator is an algorithm with parameters.
    pub params: Params,
}

/// Instead of the number of a deck: all decks of a ship, one below the other, for an explorer.
pub const ALL_DECKS: u8 = u8::MAX;

/// Something that makes scenes.
#[derive(Debug)]
pub struct Generator {
    /// The id on the command line.
    pub id: &'static str,
    /// What it makes, in a word.
    pub title: &'static str,
    /// One sentence.
    pub help: &'static str,
    /// Author, title, year.
    pub source: &'static str,
    /// The size that is made when nobody says another.
    pub size: Size,
    /// The smallest size that can be made.
    pub least: Size,
    /// Its parameters, where it is an algorithm that has some.
    pub params: &'static [Param],
    /// Whether there are several decks to choose from.
    pub decks: bool,
    make: fn(&Wish) -> Result<Scene, RunError>,
}

/// Every generator, in the order in which they are shown.
pub static GENERATORS: &[Generator] = &[ship::SHIP, maze::MAZE, cave::CAVE, rooms::ROOMS];

/// Those that make a scene for one algorithm, with everybody in it.
pub static PEOPLED: &[Generator] = &[dungeon::DUNGEON];

/// The generator of that id.
pub fn find(id: &str) -> Option<&'static Generator> {
    GENERATORS.iter().chain(PEOPLED).find(|g| g.id == id)
}

impl Generator {
    /// The scene of a seed, everything else as it is when nobody says otherwise.
    ///
    /// # Errors
    /// None for the sizes of the list; a test keeps it so.
    pub fn plain(&self, seed: u64) -> Result<Scene, RunError> {
        self.scene(&Wish { size: self.size, seed, deck: 1, params: Params::default() })
    }

    /// The scene that somebody wants.
    ///
    /// # Errors
    /// A sentence when the map would be too small or too large, or there is no such deck or parameter.
    pub fn scene(&self, wish: &Wish) -> Result<Scene, RunError> {
        self.fits(wish.size)?;
        if self.params.is_empty() && !wish.params.is_empty() {
            return Err(RunError::Scene(format!("{} has no parameters; only ship has", self.id)));
        }
        if !self.decks && wish.deck != 1 {
            return Err(RunError::Scene(format!("{} has no decks; only ship has", self.id)));
        }
        let mut scene = (self.make)(wish)?;
        scene.run.seed = wish.seed;
        Ok(scene)
    }

    /// The scene that somebody wants, given to the algorithm of a card with everybody whom that needs, and some of it unknown.
    ///
    /// # Errors
    /// As [`scene`](Self::scene).
    pub fn scene_for(&self, wish: &Wish, card: Option<&Card>, unknown: Unknown) -> Result<Scene, RunError> {
        let mut scene = self.scene(wish)?;
        if let Some(card) = card {
            people(&mut scene, card);
        }
        unknown.hide(&mut scene);
        Ok(scene)
    }

    /// Whether it makes maps of this size.
    ///
    /// # Errors
    /// A sentence when that is too small or too large.
    pub fn fits(&self, size: Size) -> Result<(), RunError> {
        let least = self.least;
        if size.width < least.width || size.height < least.height {
            let a = self.title.to_lowercase();
            return Err(RunError::Scene(format!(
                "a map of {size} cells is too small for {a}; at least {least} is expected"
            )));
        }
        Size::checked(size.width.into(), size.height.into()).map(|_| ()).map_err(|e| RunError::Scene(e.to_string()))
    }
}

/// A scene on this ground, named and explained.
fn named(tiles: Grid<Tile>, title: String, notes: String) -> Scene {
    let mut scene = Scene::new(tiles);
    (scene.title, scene.notes) = (title, notes);
    scene
}

/// A guard and a goal on the two cells that are farthest apart, or nearly so.
fn with_ends(mut scene: Scene) -> Scene {
    if let Some(any) = scene.size().cells().find(|&c| is_open(scene.tiles[c])) {
        let from = farthest(&scene.tiles, any);
        let to = farthest(&scene.tiles, from);
        scene.actors = vec![Actor::new(ActorKind::Guard, from), Actor::new(ActorKind::Goal, to)];
    }
    scene
}

fn is_open(tile: Tile) -> bool {
    matches!(tile.info().walk, Walk::Yes | Walk::Opens)
}

/// The cells that straight steps lead to, nearest first.
fn flood(tiles: &Grid<Tile>, from: Cell) -> Vec<Cell> {
    let size = tiles.size();
    let mut seen = Grid::new(size, false);
    seen[from] = true;
    let mut cells = vec![from];
    let mut next = 0;
    while let Some(&cell) = cells.get(next) {
        next += 1;
        for to in [Dir::E, Dir::W, Dir::S, Dir::N].into_iter().filter_map(|dir| cell.step(dir, size)) {
            if is_open(tiles[to]) && !seen[to] {
                seen[to] = true;
                cells.push(to);
            }
        }
    }
    cells
}

/// The last cell of floor that a flood reaches.
fn farthest(tiles: &Grid<Tile>, from: Cell) -> Cell {
    flood(tiles, from).into_iter().rfind(|&c| tiles[c] == Tile::Floor).unwrap_or(from)
}
