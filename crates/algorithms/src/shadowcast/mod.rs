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
mod context;
mod event;
mod lens;
mod rules;
mod scan;
mod sight;
mod tables;
mod visible_call;

pub use asymmetry::{ASYMMETRY, Asymmetry, asymmetric_pairs};
pub use event::ShadowEvent;
pub use sight::{Edge, Ground, Look, Shape, Sight, Variant, Veil};
pub use visible_call::visible;

use crate::algorithm::{Algorithm, RunError};
use crate::card::{Card, Check, CodeOnlyAnswer, Group, Layer, Need};
use crate::params::{Param, Resolved};
use crate::trace::{Control, Layout};
use crate::{Actor, ActorKind, Cell, Grid, Observer, Role, Scene, Tile};
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

/// The parameters of a look, shared with other algorithms that look.
pub(crate) const PARAMS: &[Param] = &[
    Param::choice("variant", Variant::NAMES, "recursive", "Which of the five rules: recursive in whole numbers, strips of floats, symmetric, the classic by Bergström, or a flood through portals.")
    .labelled(Variant::LABELS),
    Param::int("radius", (0, 32_768), 0, "How far the eye can see, in cells. With strips and bergstrom, the radius itself is excluded. Auto: no limit, or 20 with portal.").or_auto(),
    Param::choice("shape", Shape::WORDS, "circle", "What is in range, with recursive, symmetric and bergstrom: by dx² + dy², by the larger of both, or by their sum."),
];

/// The parameters of this algorithm: those of the look in the same order, then which actor is the eye.
const OWN_PARAMS: &[Param] = &[
    PARAMS[0].new_scene_default("strips"),
    PARAMS[1],
    PARAMS[2],
    Param::choice(
        "edge",
        Edge::WORDS,
        "end",
        "What strips does with a strip outside the map: it ends, or both its ends are moved onto the border, as in Skeleton Crew before the bug was found, so that sight bends around the edge. Read-on is another bug: it reads one cell past the end of a row.",
    )
    .labelled(&[("end", "ends the strip"), ("bend", "bends round"), ("read-on", "reads on")])
    .former_names(&[("clamp", "end")]),
    Param::choice("eye", &["viewer", "enemy"], "viewer", "Who looks: the viewer, or the enemy looking back."),
];

#[rustfmt::skip]
static CARD: Card = Card::new("shadowcast", "Field of view",
    "Finds every cell that an eye sees: scans the map sector by sector, in wedges of light that walls cut, by one of five rules.")
    .group(Group::Sight)
    .faster("FieldOfView", "sees the same cells by the rule symmetric")
    .terms(&[(&["slope", "slopes"], "How steep a ray of sight is.")])
    .code_only_answers(&[CodeOnlyAnswer::Layers, CodeOnlyAnswer::OpenList, CodeOnlyAnswer::Answers, CodeOnlyAnswer::Figures, CodeOnlyAnswer::Scoreboards, CodeOnlyAnswer::WhyNot])
    .source("Stephen Sherratt: Skeleton Crew (7DRL 2016) and the crate shadowcast (2018); Björn Bergström: FOV using recursive shadowcasting (2001); Albert Ford: Symmetric Shadowcasting (2017); James McNeill: 2D portal visibility (2007)")
    .listing(&[
        "the eye's own cell is seen",
        "for each sector: its whole wedge waits",
        "    take a wedge: scan its row, or enter its cell",
        "    outside the map or out of range: it ends",
        "    for each cell that the wedge covers",
        "        passes the slope test and in range: seen",
        "        else: hidden",
        "        light changes to the next: cut the wedge",
        "            what is lit waits for the next row",
        "            behind a blocker the row goes on",
        "    nothing is left of the wedge: drop it",
    ])
    .params(OWN_PARAMS)
    .layers(&[
        Layer::status("status", "Seen, dimmed, or scanned and hidden."),
        Layer::field("row", "How many rows from the eye it is seen."),
        Layer::field("light", "The light that reaches the cell, of 255."),
        Layer::field("order", "The number of the event that first showed it, or showed it with the most light."),
    ])
    .roles(&[
        (Role::Seen, "seen"),
        (Role::Dimmed, "dimmed"),
        (Role::Hidden, "hidden"),
        (Role::Current, "the current wedge"),
        (Role::Queued, "waiting wedges"),
        (Role::Refused, "where the wedge is cut"),
    ])
    .series(&["cells seen", "waiting wedges", "strips"])
    .needs(&[Need::one(VIEWERS, "who looks")])
    .checks(&[
        Check::new("a cell was reached twice", "The look reached a cell that was already visible.")
            .former_names(&["a cell came twice"]),
        Check::new("a wedge was cut", "The light changed between two cells of a row."),
        Check::new("a wedge was dropped", "Nothing was left of it: its ends are equal, or it ends before it starts."),
        Check::new("a row had no cell",
            "A wedge so thin, or so far out, that it covers no cell of its row on the map."),
        Check::new("a cell was dimmed", "A cell was seen in less than full light."),
        Check::new("a floor was hidden by its centre",
            "The symmetric rule: the wedge touches the floor, but not its centre."),
        Check::new("an index was clamped to the map",
            "A strip reached past the edge of the map: cells outside are not scanned."),
        Check::new("a cell was out of range", "It was scanned, but is beyond the radius."),
        Check::new("a strip lay beside the map", "Both its ends are outside, on the same side: it ends, or with the bug it bends."),
    ])
    .tools(&[asymmetry::ASYMMETRY]);

/// Kinds of actor that can look. The first kind present in the scene is used.
const VIEWERS: &[ActorKind] = &[ActorKind::Viewer, ActorKind::Explorer, ActorKind::Thief, ActorKind::Guard];

/// The complete input of a look.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Problem {
    pub tiles: Grid<Tile>,
    pub look: Look,
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

    const CARD: &'static Card = &CARD;

    fn prepare(scene: &Scene, params: &Resolved, _: u64, _: &Control) -> Result<Problem, RunError> {
        let eye = if params.word("eye") == "enemy" { enemy(scene)? } else { viewer(scene)? };
        Ok(Problem { tiles: scene.tiles.clone(), look: look(params, eye.at) })
    }

    fn layout(problem: &Problem) -> Layout {
        Layout::new(problem.tiles.size(), event::LAYERS).with_registers(event::STACK)
    }

    fn context(problem: &Problem) -> Context {
        let Problem { tiles, look } = problem;
        Context { size: tiles.size(), look: *look, in_wall: Veil::from(tiles[look.eye]).opacity == u8::MAX }
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
