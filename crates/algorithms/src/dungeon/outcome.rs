//! What a run comes to: who is out, who was caught, and what the maps cost, each room its own or one of the whole.

use super::Problem;
use crate::flow_map::{self, WaveOut, Ways, Work};
use crate::geometry::Cell;
use crate::guards::{self, ErrandOut, Walked};
use serde::Serialize;

/// What comes out of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Outcome {
    /// How many turns were played.
    pub turns: u32,
    /// How many prisoners left the dungeon.
    pub escaped: usize,
    /// How many were caught.
    pub caught: usize,
    /// How many are still inside.
    pub inside: usize,
    /// Each prisoner, in the scene's order.
    pub prisoners: Vec<PrisonerOut>,
    /// Each guard, in the scene's order.
    pub guards: Vec<Walked>,
    /// What curious guards wanted to look at, in the order in which they noticed it.
    pub errands: Vec<ErrandOut>,
    /// What the first ripples wrote.
    pub filled: Cells,
    /// What each change of the ground wrote, in the order in which they came.
    pub changes: Vec<ChangeOut>,
    /// What all changes wrote together.
    pub written: Cells,
    /// As a flow map has it: the levels of the first ripple.
    pub levels: u32,
    /// How many cells have a distance at the end.
    pub reached: usize,
    /// Each wave after the first ripple, in the maps that are followed.
    pub waves: Vec<WaveOut>,
    /// The table at the end, a row a row.
    pub distance: Vec<Vec<i64>>,
}

/// A prisoner in the outcome.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PrisonerOut {
    /// Where it stood, its start included.
    pub path: Vec<Cell>,
    /// The turn in which it left the dungeon.
    pub left: Option<u32>,
    /// The turn in which it was caught.
    pub caught: Option<u32>,
    /// How many steps it walked.
    pub steps: usize,
    /// How many steps lay before it as it set out, if nothing stirred: from room to room by the map of each. None where it
    /// never set out, or the rooms have no maps, or their maps lead round in a circle.
    pub each: Option<u32>,
    /// The same by one map of the whole.
    pub whole: Option<u32>,
}

/// Cells written, a map a room and in one map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Cells {
    /// In the maps of the rooms; none where there are only rooms without maps.
    pub each: Option<u32>,
    /// In the one map of the whole.
    pub whole: u32,
}

/// A change of the ground that set waves going.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ChangeOut {
    /// The turn.
    pub turn: u32,
    /// Where.
    pub from: Cell,
    /// Whether the cell was freed; else it was shut, or costs something else.
    pub freed: bool,
    /// How many cells were written.
    #[serde(flatten)]
    pub cells: Cells,
}

impl Outcome {
    pub(super) fn new(
        problem: &Problem,
        turns: u32,
        flow: flow_map::Outcome,
        ((first, work), ways): ((Work, Vec<Work>), Vec<Option<Ways>>),
        guards: guards::Outcome,
    ) -> Self {
        let cells =
            |work: Work| Cells { each: problem.flow.has_maps_of_rooms().then_some(work.each), whole: work.whole };
        let all = work.iter().fold(Work::default(), |all, one| Work {
            each: all.each + one.each,
            whole: all.whole + one.whole,
            ..all
        });
        let change =
            |&work: &Work| ChangeOut { turn: work.turn, from: work.from, freed: work.freed, cells: cells(work) };
        let prisoner = |(number, (walked, ways)): (usize, (flow_map::PrisonerOut, Option<Ways>))| {
            let catch = guards.caught.iter().find(|catch| catch.prisoner == number);
            let steps = walked.path.windows(2).filter(|pair| pair[0] != pair[1]).count();
            let Ways { each, whole } = ways.unwrap_or_default();
            let flow_map::PrisonerOut { path, left, .. } = walked;
            PrisonerOut { path, left, caught: catch.map(|catch| catch.turn), steps, each, whole }
        };
        let prisoners: Vec<_> = flow.prisoners.into_iter().zip(ways).enumerate().map(prisoner).collect();
        let escaped = prisoners.iter().filter(|p| p.left.is_some()).count();
        let caught = prisoners.iter().filter(|p| p.caught.is_some()).count();
        Self {
            turns,
            escaped,
            caught,
            inside: prisoners.len() - escaped - caught,
            prisoners,
            guards: guards.guards,
            errands: guards.errands,
            filled: cells(first),
            changes: work.iter().map(change).collect(),
            written: cells(all),
            levels: flow.levels,
            reached: flow.reached,
            waves: flow.waves,
            distance: flow.distance,
        }
    }
}
