//! Checks of a scene's script.

use super::{ActorKind, Scene};
use crate::Cell;
use crate::terrain::{Tile, Verb};
use std::collections::BTreeSet;

impl Scene {
    /// Checks the script before a run. Every line must have a cell, tile or actor that its verb can apply to,
    /// either at the start or after earlier changes. Lines may be in any order of turns.
    ///
    /// # Errors
    /// Returns a sentence that names the line, the cell and what was expected.
    pub fn check_script(&self) -> Result<(), String> {
        for (i, line) in self.script.iter().enumerate() {
            let place = format!("script line {} (turn {}, at {})", i + 1, line.turn, line.at);
            if let Some(off) = [Some(line.at), line.to].into_iter().flatten().find(|&cell| !self.size().contains(cell))
            {
                return Err(format!("{place}: {off} is outside the map of {} cells", self.size()));
            }
            match line.verb {
                Verb::Move if line.to.is_none() => {
                    return Err(format!("{place}: move needs a cell to move to, as `to`"));
                }
                Verb::Place => match line.tile.as_deref() {
                    Some(name) if Tile::from_name(name).is_some() => {}
                    Some(name) => return Err(format!("{place}: there is no tile {name:?} to place")),
                    None => return Err(format!("{place}: place needs the name of a tile, as `tile`")),
                },
                Verb::Light | Verb::Douse => {
                    let lamps = || self.of_kind(ActorKind::Lamp).map(|a| a.at);
                    let moved = self.script.iter().filter_map(|l| l.to);
                    if !lamps().chain(moved).any(|c| c == line.at) {
                        return Err(format!("{place}: there is no lamp there"));
                    }
                }
                Verb::Shoot | Verb::Rocket | Verb::Burn if line.to.is_none() => {
                    let word = line.verb.name();
                    return Err(format!("{place}: {word} needs a cell to fire at, as `to`"));
                }
                Verb::Move | Verb::Remove | Verb::Shoot | Verb::Rocket | Verb::Blast | Verb::Burn => {}
                verb => {
                    let chained = self.of_kind(ActorKind::Prisoner).any(|a| a.at == line.at && verb == Verb::Smash);
                    let possible = ever(self, line.at);
                    if !chained && possible.iter().all(|t| t.after(verb).is_none()) {
                        let word = verb.name();
                        let able: Vec<_> =
                            Tile::ALL.iter().filter(|t| t.after(verb).is_some()).map(|t| t.info().name).collect();
                        let tile = self.tiles[line.at];
                        return Err(format!("{place}: {word} does nothing to a {tile}; expected {}", able.join(", ")));
                    }
                }
            }
        }
        Ok(())
    }
}

/// Returns every tile that a cell can ever have: the initial one, those placed there, and those that verbs turn them
/// into.
fn ever(scene: &Scene, at: Cell) -> BTreeSet<Tile> {
    let placed = scene.script.iter().filter(|l| l.at == at && l.verb == Verb::Place);
    let mut open: Vec<Tile> = placed.filter_map(|l| Tile::from_name(l.tile.as_deref()?)).collect();
    open.push(scene.tiles[at]);
    let mut all = BTreeSet::new();
    while let Some(tile) = open.pop() {
        if all.insert(tile) {
            open.extend(tile.info().becomes.iter().map(|&(_, to)| to));
        }
    }
    all
}
