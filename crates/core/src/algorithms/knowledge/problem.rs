//! What a run of knowledge needs, worked out of a scene.

use super::cast::Cast;
use super::event::{Context, GROUND};
use super::stage::{self, Stage};
use crate::algorithm::RunError;
use crate::memory::Dirty;
use crate::params::Resolved;
use crate::scene::{ActorKind, Scene, ScriptLine};

/// Who remembers.
pub const CHARACTERS: &[ActorKind] =
    &[ActorKind::Viewer, ActorKind::Guard, ActorKind::Explorer, ActorKind::Thief, ActorKind::Enemy];

/// Everything that a run needs.
#[derive(Clone, Debug)]
pub struct Problem {
    /// What the events do not repeat.
    pub context: Context,
    /// The stage at its beginning.
    pub(super) stage: Stage,
    /// The script, in the order of its turns.
    pub(super) script: Vec<ScriptLine>,
    /// Whether the script's changes come after the looks of their turn.
    pub(super) after: bool,
}

impl Problem {
    /// Works a scene out.
    pub(super) fn new(scene: &Scene, params: &Resolved) -> Result<Self, RunError> {
        let minds = stage::characters(scene, CHARACTERS, "who looks")?;
        let dirty = Dirty::named(&params.word("dirty")).unwrap_or(Dirty::Le);
        let (variant, radius) = stage::sight(params);
        let stage = Stage::new(scene, &minds, dirty, variant, radius)?;
        let mut script = scene.script.clone();
        script.sort_by_key(|line| line.turn);
        // Where nobody chose: nine turns, or four from the last line of the script on.
        let enough = script.last().map_or(0, |line| line.turn.saturating_add(4)).clamp(9, stage::MOST_TURNS);
        let turns = params.int("turns").map_or(enough, |n| n as u32);
        let context = Context { cast: Cast::new(scene, minds, GROUND), dirty, turns };
        Ok(Self { context, stage, script, after: params.word("script-at") == "after-look" })
    }
}
