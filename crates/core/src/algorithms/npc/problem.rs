//! What a walk needs, worked out of a scene.

use super::event::{Context, GROUND};
use crate::algorithm::RunError;
use crate::algorithms::knowledge::cast::Cast;
use crate::algorithms::knowledge::stage::{self, Stage};
use crate::geometry::Cell;
use crate::memory::Dirty;
use crate::movement::Corners;
use crate::params::Resolved;
use crate::scene::{ActorKind, Scene, ScriptLine};

pub const WALKERS: &[ActorKind] = &[ActorKind::Guard, ActorKind::Enemy];
/// What is walked to: the first kind that is there is the target.
pub const TARGETS: &[ActorKind] = &[ActorKind::Goal, ActorKind::Thief, ActorKind::Explorer, ActorKind::Viewer];

/// Everything that a run needs.
#[derive(Clone, Debug)]
pub struct Problem {
    /// What the events do not repeat.
    pub context: Context,
    pub(super) stage: Stage,
    pub(super) script: Vec<ScriptLine>,
    pub(super) turns: u32,
    /// Whether a door can be opened and passed in one turn.
    pub(super) through: bool,
    pub(super) corners: Corners,
    pub(super) seed: u64,
    /// For each walker the place that it goes to until it sees the target.
    pub(super) goals: Vec<Option<Cell>>,
    pub(super) known: Vec<Cell>,
}

impl Problem {
    pub(super) fn new(scene: &Scene, params: &Resolved, seed: u64) -> Result<Self, RunError> {
        let minds = stage::characters(scene, WALKERS, "who walks")?;
        let kind = stage::first_kind(scene, TARGETS, "no target to walk to")?;
        let many = scene.of_kind(kind).count();
        if many > 1 {
            let name = kind.name();
            return Err(RunError::Scene(format!("the scene has {many} actors of kind {name}; one target is expected")));
        }
        let (variant, radius) = stage::sight(params);
        let mut script = scene.script.clone();
        script.sort_by_key(|line| line.turn);
        let cells = scene.size().cells();
        let target = scene.actors.iter().position(|a| a.kind == kind).unwrap_or(0);
        Ok(Self {
            stage: Stage::new(scene, &minds, Dirty::Le, variant, radius)?,
            goals: minds.iter().map(|&i| scene.actors[i].goal).collect(),
            context: Context { cast: Cast::new(scene, minds, GROUND), target },
            script,
            turns: params.int("turns").unwrap_or(1) as u32,
            through: params.word("opening-turns") == "0",
            corners: Corners::named(&params.word("corners")).unwrap_or(Corners::Always),
            seed,
            known: match (params.word("knows").as_str(), &scene.known) {
                ("map", _) => cells.collect(),
                ("", Some(mask)) => cells.filter(|&c| mask[c]).collect(),
                _ => Vec::new(),
            },
        })
    }
}
