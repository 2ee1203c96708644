//! What a look is made of: a ground, an eye, a rule.

use super::context::Context;
use super::sight::{Look, Shape, Variant, Veil};
use crate::algorithm::RunError;
use crate::geometry::Cell;
use crate::grid::Grid;
use crate::params::Resolved;
use crate::scene::{Actor, ActorKind, Scene};
use crate::terrain::Tile;

/// Who looks: the first of these kinds that is there.
pub const VIEWERS: &[ActorKind] = &[ActorKind::Viewer, ActorKind::Explorer, ActorKind::Thief, ActorKind::Guard];

/// Everything that a look needs.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Problem {
    pub tiles: Grid<Tile>,
    pub look: Look,
}

/// The one who looks, where there is just one of the kind that comes first.
fn viewer(scene: &Scene) -> Result<&Actor, RunError> {
    let of_kind = |&kind: &ActorKind| scene.of_kind(kind).collect::<Vec<_>>();
    let all = VIEWERS.iter().map(of_kind).find(|all| !all.is_empty()).unwrap_or_default();
    let text = match all[..] {
        [one] if scene.size().contains(one.at) => return Ok(one),
        [one] => format!("the {} at {} lies outside the map of {} cells", one.kind.name(), one.at, scene.size()),
        [a, b, ..] => {
            let kind = a.kind.name();
            format!("there are two who look, a {kind} at {} and another at {}; a look has one", a.at, b.at)
        }
        [] => "there is nobody who looks; place a viewer (V), or else an explorer, a thief (@) or a guard (G)".into(),
    };
    Err(RunError::Scene(text))
}

/// The look from a cell that the parameters of the card say.
pub fn look(params: &Resolved, eye: Cell) -> Look {
    // The card lets only these names through, so the fallbacks are never taken.
    let variant = Variant::named(&params.word("variant")).unwrap_or(Variant::Recursive);
    let radius = params.int("radius").map(|r| r.clamp(0, u32::MAX as i64) as u32);
    let shape = Shape::named(&params.word("shape")).unwrap_or_default();
    Look { eye, radius, variant, shape }
}

impl Problem {
    /// Works a scene out.
    ///
    /// # Errors
    /// When nobody looks, or more than one.
    pub fn new(scene: &Scene, params: &Resolved) -> Result<Self, RunError> {
        let look = look(params, viewer(scene)?.at);
        Ok(Self { tiles: scene.tiles.clone(), look })
    }

    pub(super) fn context(&self) -> Context {
        let in_wall = Veil::from(self.tiles[self.look.eye]).opacity == u8::MAX;
        Context { size: self.tiles.size(), look: self.look, in_wall }
    }
}
