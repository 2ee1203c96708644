//! Field of view on a grid, by five rules. The cells that an eye sees are found sector by sector.
//!
//! ```text
//! ###########
//! #.........#      The eye @ and a pillar. The five rules agree on open ground and differ at the edges of
//! #....##...#      the shadow. Visible cells on an 11 × 8 map with one pillar: portal 82, symmetric 81,
//! #.@.......#      recursive 79, strips 80, bergstrom 83.
//! ###########
//! ```
//!
//! Other algorithms use [`Sight`]. It needs no recording and allocates nothing after the first looks.

mod asymmetry;
mod card;
mod context;
mod event;
mod figures;
mod lens;
mod rules;
mod scan;
mod sight;
mod tables;
mod visible_call;

pub use asymmetry::{ASYMMETRY, Asymmetry, asymmetric_pairs};
use card::CARD;
pub(crate) use card::PARAMS;
pub use event::ShadowEvent;
pub use sight::{Edge, Ground, Look, Shape, Sight, Variant, Veil};
pub use visible_call::visible;

use crate::algorithm::{Algorithm, RunError};
use crate::card::CardOf;
use crate::params::Resolved;
use crate::trace::{Layout, Progress};
use crate::{Actor, ActorKind, Cell, Grid, Observer, Scene, Tile};
use context::Context;
use serde::Serialize;
use std::ops::ControlFlow;

/// The field of view algorithm.
#[derive(Debug)]
pub struct Shadowcast;

/// The result of a look.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Outcome {
    /// Number of cells seen.
    pub visible: usize,
    /// Number of strips scanned: rows of wedges, in `bergstrom` rows of calls, in `portal` calls.
    pub strips: u64,
    /// A string of 0 and 1 for each row of the map.
    pub visible_rows: Vec<String>,
}

/// Kinds of actor that can look. The first kind present in the scene is used.
const VIEWERS: &[ActorKind] = &[ActorKind::Viewer, ActorKind::Explorer, ActorKind::Thief, ActorKind::Guard];

/// The complete input of a look.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Problem {
    pub tiles: Grid<Tile>,
    pub look: Look,
    /// The actor on the other end of the look: the enemy, or the viewer if the enemy looks.
    pub other: Option<Cell>,
}

/// Returns the enemy that looks back.
fn enemy(scene: &Scene) -> Result<&Actor, RunError> {
    let mut all = scene.of_kind(ActorKind::Enemy);
    match (all.next(), all.next()) {
        (Some(one), None) if scene.size().contains(one.at) => Ok(one),
        (Some(one), None) => Err(outside(scene, one)),
        (Some(_), Some(_)) => Err(RunError::Scene("there are two enemies; a look has one eye".into())),
        (None, _) => Err(RunError::Scene("there is no enemy that could look back; place one".into())),
    }
}

fn outside(scene: &Scene, one: &Actor) -> RunError {
    RunError::Scene(format!("the {} at {} is outside the map of {} cells", one.kind.name(), one.at, scene.size()))
}

/// Returns the actor that looks, if there is exactly one of the first kind present.
fn viewer(scene: &Scene) -> Result<&Actor, RunError> {
    let of_kind = |&kind: &ActorKind| scene.of_kind(kind).collect::<Vec<_>>();
    let all = VIEWERS.iter().map(of_kind).find(|all| !all.is_empty()).unwrap_or_default();
    let text = match all[..] {
        [one] if scene.size().contains(one.at) => return Ok(one),
        [one] => return Err(outside(scene, one)),
        [a, b, ..] => {
            let kind = a.kind.name();
            format!("two actors look, a {kind} at {} and another at {}; expected one", a.at, b.at)
        }
        [] => "there is no viewer; place one (V), or an explorer, a thief (@) or a guard (G)".into(),
    };
    Err(RunError::Scene(text))
}

/// Returns the look from a cell with the parameters of the card.
pub fn look(params: &Resolved, eye: Cell) -> Look {
    // The card allows only these names, so the defaults are never used.
    let variant = Variant::named(&params.word("variant")).unwrap_or(Variant::Recursive);
    let radius = params.int("radius").map(|r| r.clamp(0, u32::MAX as i64) as u32);
    let shape = Shape::named(&params.word("shape")).unwrap_or_default();
    let edge = Edge::named(&params.word("edge")).unwrap_or_default();
    Look { eye, radius, variant, shape, edge }
}

impl Algorithm for Shadowcast {
    type Event = ShadowEvent;
    type Problem = Problem;
    type Outcome = Outcome;

    const CARD: &'static CardOf<Self::Event> = &CARD;

    async fn prepare(scene: &Scene, params: &Resolved, _: u64, _: &Progress) -> Result<Problem, RunError> {
        let looks_back = params.word("eye") == "enemy";
        let eye = if looks_back { enemy(scene)? } else { viewer(scene)? };
        let other = if looks_back { viewer(scene) } else { enemy(scene) }.ok().map(|actor| actor.at);
        Ok(Problem { tiles: scene.tiles.clone(), look: look(params, eye.at), other })
    }

    fn layout(problem: &Problem) -> Layout {
        Layout::new(problem.tiles.size(), event::LAYERS).with_registers(event::STACK)
    }

    fn context(problem: &Problem) -> Context {
        let Problem { tiles, look, other } = problem;
        let straight = other.filter(|&other| other != look.eye).map(|other| lens::straight_line(problem, other));
        Context { size: tiles.size(), look: *look, in_wall: Veil::from(tiles[look.eye]).opacity == u8::MAX, straight }
    }

    fn run<O: Observer<ShadowEvent>>(problem: &Problem, observer: &mut O) -> ControlFlow<O::Halt, Outcome> {
        let mut sight = Sight::default();
        sight.observe(&problem.tiles, &problem.look, observer)?;
        ControlFlow::Continue(Outcome {
            visible: sight.cells().len(),
            strips: sight.strips(),
            visible_rows: sight.rows(),
        })
    }
}
