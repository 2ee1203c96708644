//! Scenes made from rows of glyphs, for maps inside a test or a program.

use super::{Actor, Scene, SceneError};
use crate::{Cell, Grid, Size, Tile};

impl Scene {
    /// Creates a scene from rows of glyphs, from the top. Tiles use the glyphs of [`Tile::from_glyph`] (`#` wall, `.`
    /// floor, `+` door …). Actors are on floor (`G` guard, `@` explorer, `X` goal, `V` viewer …). Short rows end in
    /// void.
    ///
    /// ```
    /// use gridscope_trace::scene::{ActorKind, Scene};
    ///
    /// let scene = Scene::from_rows(&["#####", "#G+X#", "#####"]).unwrap();
    /// assert_eq!(scene.size().to_string(), "5 × 3");
    /// assert!(scene.of_kind(ActorKind::Goal).all(|goal| goal.at == (3, 1).into()));
    /// ```
    ///
    /// # Errors
    /// Returns [`SceneError::Glyph`] if a glyph has no meaning, and [`SceneError::Size`] if there is no cell or too
    /// many.
    pub fn from_rows(rows: &[impl AsRef<str>]) -> Result<Self, SceneError> {
        let width = rows.iter().map(|row| row.as_ref().chars().count()).max().unwrap_or(0);
        let size = Size::checked(width as u64, rows.len() as u64)?;
        let mut scene = Self::new(Grid::new(size, Tile::Void));
        for (y, row) in rows.iter().enumerate() {
            for (x, glyph) in row.as_ref().chars().enumerate() {
                let cell = Cell::new(x as u16, y as u16);
                let actor = Actor::from_glyph(glyph, cell, false);
                let under = if actor.is_some() { Some(Tile::Floor) } else { Tile::from_glyph(glyph) };
                scene.tiles[cell] = under.ok_or(SceneError::Glyph { glyph, at: cell })?;
                scene.actors.extend(actor);
            }
        }
        Ok(scene)
    }

    /// The earlier name of [`from_rows`](Self::from_rows).
    ///
    /// # Errors
    /// Returns the errors of [`from_rows`](Self::from_rows).
    #[deprecated(note = "write `from_rows`")]
    pub fn drawn(rows: &[impl AsRef<str>]) -> Result<Self, SceneError> {
        Self::from_rows(rows)
    }
}
