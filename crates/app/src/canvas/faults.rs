//! The faults that an audit found in a log: a ring and a number on the cell of each one that has happened.

use super::shapes::{Draw, SIGNS_FROM};
use crate::style::fonts;
use egui::{Align2, Stroke};
use gridscope_trace::geometry::Cell;
use std::collections::HashSet;

impl Draw<'_> {
    /// Draws the faults up to the moment. The number is that of the list *Problems*. A cell with several faults shows the
    /// first.
    pub(super) fn faults(&self) {
        let session = self.cx.session;
        let (Some(log), Some(replay)) = (session.log(), self.replay) else { return };
        // Only the log's own board has its faults.
        if !session.replay().is_some_and(|main| std::ptr::eq(main, replay)) {
            return;
        }
        let mut marked: HashSet<Cell> = HashSet::new();
        for (number, finding) in (1..).zip(&log.report.findings) {
            let happened = (log.event_of(finding) as usize) < replay.cursor();
            let Some(cell) = finding.at.filter(|&cell| happened && self.scene.size().contains(cell)) else { continue };
            if self.rect.intersects(self.at(cell)) && marked.insert(cell) {
                self.fault(cell, number);
            }
        }
    }

    fn fault(&self, cell: Cell, number: usize) {
        self.ring(cell, self.theme.wrong);
        if self.zoom < SIGNS_FROM {
            return;
        }
        let (corner, radius) = (self.at(cell).left_top(), (self.zoom * 0.21).min(10.0));
        self.painter.circle(corner, radius, self.theme.wrong, Stroke::new(1.5, self.theme.halo));
        let (font, ink) = (fonts::semibold((radius * 1.25).min(12.0)), self.theme.text_on(self.theme.wrong));
        self.painter.text(corner, Align2::CENTER_CENTER, number.to_string(), font, ink);
    }
}
