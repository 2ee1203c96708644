//! The geometry of the timeline: positions of lanes and moments, and the moment that a pointer aims at.

use crate::debugger::Session;
use crate::style::memo::memo;
use egui::{Pos2, Rect, vec2};
use gridscope_trace::trace::Replay;
use std::sync::Arc;

/// Height of the strip, in points.
pub(super) const HEIGHT: f32 = 56.0;
/// Width for the names of several runs, and for their outcomes, in points.
const NAMES: f32 = 150.0;
pub(super) const OUTCOMES: f32 = 170.0;
/// Minimum width of a strip with names and outcomes, in points.
const NAMED_FROM: f32 = 760.0;

/// Returns the height of the strip for a number of runs, in points. More runs have lower bands.
pub(super) fn height(runs: usize) -> f32 {
    let band = match runs {
        0 | 1 => return HEIGHT,
        2 => 28.0,
        3 => 24.0,
        4 => 20.0,
        _ => 14.0,
    };
    28.0 + band * runs.min(8) as f32
}

/// Maximum depth of phases with a bar of their own.
pub(super) const DEPTHS: usize = 3;
/// Distance within which a click hits a mark, in points.
const NEAR: f32 = 5.0;

/// Layout of the strip: lanes from top to bottom, moments from left to right.
pub(super) struct Strip {
    /// Number that changes with the runs.
    generation: u64,
    pub(super) len: usize,
    /// Width of the names of several runs, at the left. 0 if there is no room.
    pub(super) names: f32,
    pub(super) phases: Rect,
    pub(super) depths: usize,
    pub(super) hits: Rect,
    pub(super) density: Rect,
    pub(super) cell: Rect,
    pub(super) ties: Rect,
}

impl Strip {
    /// Lays out a strip as long as the longest of the runs shown. With several runs, only one depth of phases is shown,
    /// to leave room for their lanes.
    pub(super) fn new(rect: Rect, generation: u64, replay: &Replay, runs: &[&Replay], thin: bool) -> Self {
        let depths = replay.phases().iter().map(|p| p.depth as usize + 1).max().unwrap_or(0).min(DEPTHS);
        let compact = rect.height() < HEIGHT;
        let depths = match (thin, compact) {
            (true, _) => 0,
            (false, true) => depths.min(1),
            (false, false) if runs.len() > 1 => depths.min(1),
            (false, false) => depths,
        };
        let mut inner = rect.shrink2(vec2(8.0_f32.min(rect.width() / 3.0), if compact { 2.0 } else { 3.0 }));
        let named = runs.len() > 1 && !thin && !compact && rect.width() >= NAMED_FROM;
        let names = if named { NAMES } else { 0.0 };
        if named {
            (inner.min.x, inner.max.x) = (inner.min.x + NAMES, inner.max.x - OUTCOMES);
        }
        let mut top = inner.top();
        let mut lane = |height: f32| {
            let from = top;
            top += height;
            Rect::from_x_y_ranges(inner.x_range(), from..=top)
        };
        let several = runs.len() > 1;
        let phases = lane(if compact || several { 12.0 * depths as f32 } else { [0.0, 14.0, 26.0, 33.0][depths] });
        let hits = lane(match (thin, compact) {
            (true, _) => 0.0,
            (false, true) => 7.0,
            (false, false) if several => 7.0,
            (false, false) => 9.0,
        });
        // Lanes of several runs use the room of the cell's history.
        let marks = match (several, compact) {
            (true, _) => 5.0,
            (false, true) => 9.0,
            (false, false) => 12.0,
        };
        let density = lane((inner.bottom() - hits.bottom() - marks).max(4.0));
        let cell = lane(marks - 5.0);
        let len = runs.iter().map(|run| run.len()).max().unwrap_or(0).max(replay.len());
        Self { generation, len, names, phases, depths, hits, density, cell, ties: lane(5.0) }
    }

    /// Returns the x position of a moment.
    pub(super) fn x(&self, moment: usize) -> f32 {
        let part = moment as f64 / self.len.max(1) as f64;
        self.density.left() + (part * self.density.width() as f64) as f32
    }

    /// Returns the moment nearest to an x position.
    pub(super) fn moment(&self, x: f32) -> usize {
        let part = ((x - self.density.left()) as f64 / self.density.width().max(1.0) as f64).clamp(0.0, 1.0);
        (part * self.len as f64).round() as usize
    }

    /// Returns the moment that a pointer aims at: a mark nearby in the lanes of marks, or else the moment under it.
    pub(super) fn aim(&self, at: Pos2, session: &Session, history: &[u32]) -> usize {
        let lists: Vec<&[u32]> = if self.hits.contains(at) {
            session.display_state().breakpoints.iter().map(|b| &b.hits[..]).collect()
        } else if self.cell.contains(at) {
            vec![history]
        } else if self.ties.contains(at) {
            session.replay().and_then(Replay::known_ties).into_iter().collect()
        } else {
            Vec::new()
        };
        let here = self.moment(at.x);
        let flags = session.scene().run.slides.iter().map(|b| b.at).filter(|_| self.hits.contains(at));
        let near = flags.chain(lists.into_iter().flat_map(|list| {
            let k = list.partition_point(|&i| (i as usize) + 1 < here);
            list[k.saturating_sub(1)..list.len().min(k + 1)].iter().map(|&i| i as usize + 1)
        }));
        let gap = |moment: usize| (self.x(moment) - at.x).abs();
        near.filter(|&m| gap(m) <= NEAR).min_by(|&a, &b| gap(a).total_cmp(&gap(b))).unwrap_or(here)
    }

    /// Returns the x positions of a sorted list of events, at most one per pixel.
    pub(super) fn thinned(&self, list: &[u32]) -> Vec<f32> {
        let (mut all, mut k) = (Vec::new(), 0);
        let a_pixel = self.len as f64 / self.density.width().max(1.0) as f64;
        while let Some(&event) = list.get(k) {
            all.push(self.x(event as usize + 1));
            let next = event as f64 + a_pixel;
            k += list[k..].partition_point(|&i| (i as f64) < next).max(1);
        }
        all
    }

    /// Returns a lane's result computed from a list of events. Cached while neither the list nor the strip changes.
    pub(super) fn cached_lane(
        &self,
        ctx: &egui::Context,
        lane: (&str, usize),
        list: &[u32],
        make: impl FnOnce() -> Vec<f32>,
    ) -> Arc<[f32]> {
        // Another run in the same lane has its own list at another address.
        let list = (list.as_ptr().addr(), list.len());
        let key = (self.generation, list.0, list.1, self.len, self.density);
        memo(ctx, egui::Id::unique(("timeline", lane)), key, || make().into())
    }
}
