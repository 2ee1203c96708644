//! The result of a run: who escaped and who was caught. Also the cost of the maps, for a map per room and for one map
//! of the whole.

use super::Problem;
use crate::flow_map::{self, WaveOut, Ways, Work};
use crate::geometry::Cell;
use crate::guards::{self, ErrandOut, Walked};
use serde::Serialize;

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Outcome {
    /// Number of turns played.
    pub turns: u32,
    /// Number of prisoners who left the dungeon.
    pub escaped: usize,
    /// Number of prisoners caught.
    pub caught: usize,
    /// Number of prisoners still inside.
    pub inside: usize,
    /// The prisoners, in the scene's order.
    pub prisoners: Vec<PrisonerOut>,
    /// The guards, in the scene's order.
    pub guards: Vec<Walked>,
    /// Cells that curious guards wanted to look at, in the order in which they noticed them.
    pub errands: Vec<ErrandOut>,
    /// Cells written by the first ripples.
    pub filled: Cells,
    /// The changes of the ground and the cells they wrote, in order.
    pub changes: Vec<ChangeOut>,
    /// Cells written by all changes together.
    pub written: Cells,
    /// Number of levels of the first ripple.
    pub levels: u32,
    /// Number of cells with a distance at the end.
    pub reached: usize,
    /// The waves after the first ripple, in the maps that are followed.
    pub waves: Vec<WaveOut>,
    /// The distances at the end, row by row.
    pub distance: Vec<Vec<i64>>,
}

/// A prisoner in the outcome.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PrisonerOut {
    /// The cells it was on, including its start.
    pub path: Vec<Cell>,
    /// The turn in which it left the dungeon.
    pub left: Option<u32>,
    /// The turn in which it was caught.
    pub caught: Option<u32>,
    /// Number of steps walked.
    pub steps: usize,
    /// Number of steps to the way out when it set out, if nothing changes, following the map of each room. `None` if
    /// it never set out, if the rooms have no maps, or if their maps lead in a circle.
    pub each: Option<u32>,
    /// Like `each`, but by one map of the whole.
    pub whole: Option<u32>,
}

/// Number of cells written, with a map per room and with one map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Cells {
    /// In the maps of the rooms. `None` if no room has a map.
    pub each: Option<u32>,
    /// In the one map of the whole.
    pub whole: u32,
}

/// A change of the ground that started waves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ChangeOut {
    /// The turn of the change.
    pub turn: u32,
    /// The cell that changed.
    pub from: Cell,
    /// Whether the cell was freed. Otherwise it was shut, or its cost changed.
    pub freed: bool,
    /// Number of cells written.
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

/// Returns the outcome in a sentence: what became of the prisoners.
pub(super) fn ending(outcome: &serde_json::Value) -> Option<String> {
    let number = |name: &str| outcome[name].as_u64();
    let (escaped, caught, inside) = (number("escaped")?, number("caught")?, number("inside")?);
    Some(format!(
        "After {} turns {escaped} of {} prisoners escaped, {caught} were caught, and {inside} are inside.",
        number("turns")?,
        escaped + caught + inside
    ))
}
