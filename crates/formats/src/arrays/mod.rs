//! Maps as arrays in the source of seven programming languages, written only: a constant for each tile that occurs, the
//! width and height, the rows, what entering a cell costs if that differs from 1, and a list of the actors.
//!
//! ```text
//! WIDTH = 3
//! HEIGHT = 1
//! TILE_FLOOR = 0
//! TILE_WALL = 1
//! TILES = [
//!     [1, 0, 1],
//! ]
//! ACTORS = [
//!     ("guard", 1, 0),  # range 12
//! ]
//! ```
//!
//! The names are the same in each language. The number of a tile is its place in the table of tiles, so it is the same for
//! each map. Texts of the scene are written into comments only (see [`comment`]).

mod comment;
mod language;

use super::map_rows::tiles_of;
use super::{Format, FormatError, FormatInfo, Options, Written, losses};
use comment::{comment, fields};
use gridscope_trace::{Actor, Grid, Scene, Size, Tile, Weight};
pub(crate) use language::SourceArray;
use std::fmt::{Display, Write as _};

impl Format for SourceArray {
    fn info(&self) -> &FormatInfo {
        &self.info
    }

    fn write(&self, scene: &Scene, _: &Options) -> Result<Written, FormatError> {
        FormatError::check_scene("the scene", scene)?;
        let mut lost = losses::beside_the_map(scene);
        if scene.actors.iter().any(|actor| *actor != Actor::new(actor.kind, actor.at)) {
            lost.push("of the actors: all but kind and cell (the rest is in comments)".into());
        }
        Ok(Written::new(self.text(scene).into_bytes(), lost))
    }
}

/// Returns the name of a tile's constant, such as `TILE_DOOR_OPEN`.
fn constant(tile: Tile) -> String {
    format!("TILE_{}", tile.info().name.to_ascii_uppercase().replace('-', "_"))
}

/// Returns what entering each cell costs, as a factor of a step: its weight, or 1 and the tile's own cost. 0 is blocked.
fn costs(scene: &Scene) -> impl Iterator<Item = f64> {
    scene.size().cells().zip(scene.tiles.as_slice()).map(|(cell, tile)| {
        let own = f64::from(tile.info().cost) + 1.0;
        if tile.is_walkable() { scene.weight(cell).map_or(own, Weight::value) } else { 0.0 }
    })
}

impl SourceArray {
    /// Returns the source.
    fn text(&self, scene: &Scene) -> String {
        let mut text = String::with_capacity(scene.size().area().saturating_mul(4));
        let size = scene.size();
        self.comment(&mut text, "", "A map written by gridscope.");
        self.comment(
            &mut text,
            "",
            "Rows run from the top, and cells from the left. Numbers of tiles are the TILE constants.",
        );
        if !scene.title.trim().is_empty() {
            self.comment(&mut text, "", &format!("Title: {}", scene.title));
        }
        text.push_str(self.head);
        self.number(&mut text, "WIDTH", size.width.into(), self.count);
        self.number(&mut text, "HEIGHT", size.height.into(), self.count);
        let tiles = tiles_of(scene);
        for &tile in &tiles {
            self.number(&mut text, &constant(tile), tile as usize, self.byte);
        }
        self.grid(&mut text, self.grid_begin, "TILES", &scene.tiles, |&tile| tile as u8);
        if let Some(weights) = &scene.weights {
            let says = "Factors of the cost of entering a cell, used instead of the tile's own cost. 0 means none.";
            let factors = weights.times().as_slice().iter().map(|&times| weights.weight(times).value()).collect();
            self.numbers(&mut text, says, "WEIGHTS", size, factors);
        }
        let costs: Vec<f64> = costs(scene).collect();
        if costs.iter().any(|cost| ![0.0, 1.0].contains(cost)) {
            let says =
                "What entering a cell costs, with the tile's own cost or its weight. 0 means that it is blocked.";
            self.numbers(&mut text, says, "COSTS", size, costs);
        }
        text.push('\n');
        let count = scene.actors.len();
        text.push_str(&self.actors_begin.replace("{count}", &count.to_string()));
        for actor in &scene.actors {
            let Actor { kind, at, .. } = actor;
            let _ = write!(text, "{}{}", self.indent, self.inner);
            text.push_str(&self.actor(kind.name(), at.x, at.y));
            let says = fields(actor);
            if !says.is_empty() {
                let _ = write!(text, "  {} {}", self.line_comment, comment(&says));
            }
            text.push('\n');
        }
        text.push_str(self.actors_end);
        text.push_str(self.foot);
        text
    }

    /// Adds a line with a comment.
    fn comment(&self, text: &mut String, indent: &str, says: &str) {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{indent}{} {}", self.line_comment, comment(says));
    }

    /// Adds a grid of numbers after a comment: bytes, whole numbers, or decimals if some are none.
    fn numbers(&self, text: &mut String, says: &str, name: &str, size: Size, numbers: Vec<f64>) {
        let Some(numbers) = Grid::from_vec(size, numbers) else { return };
        text.push('\n');
        self.comment(text, self.indent, says);
        let (all, numbers) = (numbers.as_slice(), &numbers);
        let [byte, whole, decimal] = self.types;
        if all.iter().any(|number| number.fract() != 0.0) {
            let begin = self.grid_begin.replacen(byte, decimal, 1);
            self.grid(text, &begin, name, numbers, |number| format!("{number:?}"));
        } else {
            let kind = if all.iter().any(|&number| number > 255.0) { whole } else { byte };
            let begin = self.grid_begin.replacen(byte, kind, 1);
            self.grid(text, &begin, name, numbers, |&number| number as u64);
        }
    }

    /// Adds a named number. `pattern` is the line for it.
    fn number(&self, text: &mut String, name: &str, value: usize, pattern: &str) {
        let line = pattern.replace("{name}", name).replace("{value}", &value.to_string());
        let _ = writeln!(text, "{}{line}", self.indent);
    }

    /// Adds a grid of numbers.
    fn grid<T, N: Display>(
        &self,
        text: &mut String,
        begin: &str,
        name: &str,
        grid: &Grid<T>,
        number: impl Fn(&T) -> N,
    ) {
        let _ = writeln!(text, "{}{}", self.indent, begin.replace("{name}", name));
        for row in grid.rows() {
            text.extend([self.indent, self.inner, self.row_begin]);
            for (x, value) in row.iter().enumerate() {
                let _ = write!(text, "{}{}", if x == 0 { "" } else { ", " }, number(value));
            }
            text.extend([self.row_end, ",\n"]);
        }
        let _ = writeln!(text, "{}{}", self.indent, self.grid_end);
    }

    /// Returns the list's entry for an actor. Kinds are plain words.
    fn actor(&self, kind: &str, x: u16, y: u16) -> String {
        self.actor.replace("{kind}", kind).replace("{x}", &x.to_string()).replace("{y}", &y.to_string())
    }
}
