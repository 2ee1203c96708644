//! The selected mover of a log, and its conflicts.

use super::Session;
use crate::movers::Movers;
use gridscope_trace::Cell;

impl Session {
    /// Returns the movers of the log that is shown, if it has some and each has a number of its own.
    pub fn movers(&self) -> Option<&Movers> {
        self.log()?.movers.as_deref().filter(|movers| movers.has_badges())
    }

    /// Returns the selected mover, with all movers and the step of the moment.
    pub fn selected_mover(&self) -> Option<(&Movers, usize, u32)> {
        let movers = self.movers()?;
        let mover = self.shown.mover.filter(|&mover| mover < movers.all().len())?;
        Some((movers, mover, movers.step_at(self.moment().0)))
    }

    /// Selects a cell, and the mover in it. Of several movers in one cell, a repeated selection takes the next one.
    pub(super) fn select(&mut self, cell: Option<Cell>) {
        let cell = cell.filter(|&cell| self.scene().size().contains(cell));
        let there = self.movers().zip(cell).map(|(movers, cell)| movers.in_cell(cell, self.moment().0));
        let there = there.unwrap_or_default();
        let next = self.shown.mover.and_then(|mover| there.iter().position(|&other| other == mover));
        self.shown.mover = there.get(next.map_or(0, |k| (k + 1) % there.len())).copied();
        self.shown.selected = cell;
    }

    /// Selects a mover, or none.
    pub(super) fn select_mover(&mut self, mover: Option<usize>) {
        self.shown.mover = mover;
        self.shown.selected = None;
        self.follow_mover();
    }

    /// Moves the selection of a cell to the cell of the selected mover.
    pub(super) fn follow_mover(&mut self) {
        if let Some((movers, mover, _)) = self.selected_mover() {
            self.shown.selected = movers.cell_after(mover, self.moment().0);
        }
    }

    /// Goes to the step of a conflict, and frames it.
    pub(super) fn go_to_conflict(&mut self, index: usize) {
        let Some(movers) = self.movers() else { return };
        let Some(to) = movers.conflicts().get(index).map(|conflict| movers.moment_of(conflict.step)) else { return };
        self.shown.playback.playing = false;
        self.shown.conflict = Some(index);
        self.seek(to);
    }

    /// Frames the first conflict of the step that is complete at the moment.
    pub(super) fn frame_conflict_here(&mut self) {
        let cursor = self.moment().0;
        let here = self.movers().and_then(|movers| {
            movers.conflicts().iter().position(|conflict| movers.moment_of(conflict.step) == cursor)
        });
        self.shown.conflict = here;
    }

    /// Returns the events of the run after which there is a new conflict.
    pub(super) fn conflict_events(&self) -> Option<Vec<u32>> {
        Some(self.movers()?.conflict_moments().into_iter().filter_map(|moment| moment.checked_sub(1)).collect())
    }
}
