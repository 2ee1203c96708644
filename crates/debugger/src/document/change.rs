//! An edit of a scene and its inverse.

use crate::document::cell_edit::Painted;
use gridscope_trace::scene::{Actor, RunSpec, Scene};
use gridscope_trace::{Cell, Grid, Size, Tile, Weights};

/// A change of more cells than this counts as a change of all cells.
const MAX_CELLS: usize = 1 << 14;

/// A reversible change.
#[derive(Clone, Debug)]
pub(super) enum Change {
    /// Tiles, on a map of this size.
    Tiles(Painted<Tile>, Size),
    /// Weights of cells, in this unit.
    Weights(Painted<u32>, u32),
    /// All actors, before and after.
    Actors(Vec<Actor>, Vec<Actor>),
    /// The run settings, before and after.
    Run(Box<(RunSpec, RunSpec)>),
    /// The whole scene, before and after.
    Whole(Box<(Scene, Scene)>),
}

impl Change {
    /// Returns whether the change needs a new run. Titles, notes, slides and questions describe a run but are not part
    /// of it.
    pub(super) fn remakes_run(&self) -> bool {
        let another = |old: &RunSpec, new: &RunSpec| {
            let mut comparable_run = old.clone();
            (comparable_run.at, comparable_run.picture) = (new.at, new.picture);
            (comparable_run.slides, comparable_run.question) = (new.slides.clone(), new.question.clone());
            comparable_run.claims.clone_from(&new.claims);
            comparable_run != *new
        };
        match self {
            Self::Run(both) => another(&both.0, &both.1),
            Self::Whole(both) => {
                let (old, new) = (&both.0, &both.1);
                let mut comparable_scene = old.clone();
                (comparable_scene.title, comparable_scene.notes) = (new.title.clone(), new.notes.clone());
                comparable_scene.run.clone_from(&new.run);
                another(&old.run, &new.run) || comparable_scene != *new
            }
            Self::Tiles(..) | Self::Weights(..) | Self::Actors(..) => true,
        }
    }

    /// Returns the cells whose tiles the change affects, or `None` if it may affect all.
    pub(super) fn repaints(&self) -> Option<Box<[Cell]>> {
        match self {
            Self::Tiles(painted, map) if painted.cells.len() <= MAX_CELLS => Some(painted.cells.cells(*map).collect()),
            Self::Whole(both) if both.0.tiles == both.1.tiles => Some(Box::default()),
            Self::Tiles(..) | Self::Whole(_) => None,
            Self::Weights(..) | Self::Actors(..) | Self::Run(_) => Some(Box::default()),
        }
    }

    /// Makes the change to the scene again, or takes it back.
    pub(super) fn apply(&self, scene: &mut Scene, back: bool) {
        match self {
            Self::Tiles(painted, _) if back => painted.back(scene.tiles.as_mut_slice()),
            Self::Tiles(painted, _) => painted.again(scene.tiles.as_mut_slice()),
            Self::Weights(painted, unit) => {
                let weights = weights(scene, *unit).times_mut().as_mut_slice();
                if back {
                    painted.back(weights);
                } else {
                    painted.again(weights);
                }
                scene.drop_empty_weights();
            }
            Self::Actors(before, after) => scene.actors.clone_from(if back { before } else { after }),
            Self::Run(both) => scene.run.clone_from(if back { &both.0 } else { &both.1 }),
            Self::Whole(both) => scene.clone_from(if back { &both.0 } else { &both.1 }),
        }
    }
}

/// Returns the weights of all cells. Creates them with none, in a unit, if the scene has none.
pub(super) fn weights(scene: &mut Scene, unit: u32) -> &mut Weights {
    let size = scene.size();
    scene.weights.get_or_insert_with(|| Weights::over(unit, Grid::new(size, 0)).unwrap_or_else(|| Weights::new(size)))
}
