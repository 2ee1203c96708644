//! Builds the outcome of a flow map run.

use super::event::{Cause, FAR, FlowEvent as E};
use super::map::Wave;
use super::run::Dungeon;
use super::shape::Values;
use super::{Outcome, PrisonerOut, WaveOut};
use crate::observe::{Observer, StepCounter};
use crate::{Cell, Grid};
use std::ops::ControlFlow::{self, Continue};

impl<O: Observer<E>> Dungeon<'_, O> {
    /// Returns the smallest value of each cell among the followed maps.
    pub(super) fn table(&mut self) -> ControlFlow<O::Halt, Grid<i64>> {
        let mut table = Grid::within(self.problem.cx.size, FAR, &mut || self.on.goes_on())?;
        let mut pace = StepCounter::default();
        for map in &self.maps[self.problem.cx.followed.clone()] {
            for c in map.area.iter() {
                pace.step(&mut || self.on.goes_on())?;
                table[c] = table[c].min(map.value(c));
            }
        }
        Continue(table)
    }

    /// Returns the excess of the mark of an unreached cell over that of other cells, by the wording of the source.
    fn over(&self, c: Cell) -> i64 {
        let maps = self.maps[self.problem.cx.followed.clone()].iter().filter(|map| map.area.contains(c));
        maps.map(|map| i64::from(map.record(c).over)).min().unwrap_or(0)
    }

    /// Returns the final mark: 500 if no distance exceeds 499. Otherwise it is the number of cells, but always higher
    /// than any value.
    pub(super) fn final_mark(&self, table: &Grid<i64>) -> i64 {
        let values = table.as_slice().iter().filter(|&&v| v != FAR);
        let max_value = values.max().map_or(0, |&v| self.problem.cx.printed(v));
        if max_value < 500 { 500 } else { (self.problem.cx.size.area() as i64).max(max_value + 1) }
    }

    pub(super) fn outcome(&mut self, table: &Grid<i64>, mark: i64) -> ControlFlow<O::Halt, Outcome> {
        let mut distance = Vec::with_capacity(table.size().height.into());
        let mut pace = StepCounter::default();
        for y in 0..table.size().height {
            let mut row = Vec::with_capacity(table.size().width.into());
            for x in 0..table.size().width {
                pace.step(&mut || self.on.goes_on())?;
                row.push(self.printed_value(table, mark, Cell::new(x, y)));
            }
            distance.push(row);
        }
        let size = self.problem.cx.size;
        let values = Values { ground: &self.ground, size, value: |c| table[c], shut: |c| self.ground.shut[c] };
        let followed = self.waves.iter().filter(|w| self.problem.cx.followed.contains(&w.map));
        let (first, later): (Vec<_>, Vec<_>) = followed.partition(|w| w.cause == Cause::First);
        let wave = |w: &Wave| WaveOut { from: w.from, levels: w.levels, cells: w.cells };
        let (out, all) = (self.people.iter().filter(|p| p.left.is_some()).count(), self.people.len());
        Continue(Outcome {
            out,
            share_out: (all > 0).then(|| out as f64 / all as f64),
            levels: first.iter().map(|w| w.levels).max().unwrap_or(0),
            reached: table.as_slice().iter().filter(|&&v| v != FAR).count(),
            distance,
            waves: later.into_iter().map(wave).collect(),
            shape: self.ground.edges.then(|| values.shape(&self.problem.cx)),
            prisoners: self
                .people
                .iter()
                .map(|p| PrisonerOut { path: p.path.clone(), cheered: p.woke, left: p.left })
                .collect(),
        })
    }

    /// Returns the value of a cell as printed.
    fn printed_value(&self, table: &Grid<i64>, mark: i64, c: Cell) -> i64 {
        match table[c] {
            _ if self.ground.shut[c] => -1,
            FAR => mark + self.over(c),
            value => self.problem.cx.printed(value),
        }
    }
}

/// Returns the outcome in a sentence: how far the map reaches, and how many prisoners got out.
pub(super) fn ending(outcome: &serde_json::Value) -> Option<String> {
    let (levels, reached) = (outcome["levels"].as_u64()?, outcome["reached"].as_u64()?);
    let map = format!("The map reaches {reached} cells in {levels} levels.");
    let prisoners = outcome["prisoners"].as_array().map_or(0, Vec::len);
    Some(match (outcome["out"].as_u64()?, prisoners) {
        (_, 0) => map,
        (1, 1) => format!("The prisoner got out. {map}"),
        (0, 1) => format!("The prisoner did not get out. {map}"),
        (out, all) => format!("{out} of {all} prisoners got out. {map}"),
    })
}
