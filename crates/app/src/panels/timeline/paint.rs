//! Drawing of the timeline: phases, bands, density, marks, flags and the cursor.

use super::strip::{DEPTHS, OUTCOMES, Strip};
use crate::debugger::Session;
use crate::debugger::lab::compare::Divergence;
use crate::debugger::lab::ending::ending;
use crate::debugger::movers::Movers;
use crate::debugger::session::OpenedLog;
use crate::panels::compare;
use crate::style::memo::memo;
use crate::style::theme::{Theme, mix};
use crate::view::Cx;
use egui::emath::GuiRounding;
use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{Align2, Color32, FontId, Galley, Id, Mesh, Painter, Rect, Shape, Stroke, pos2, vec2};
use gridscope_trace::trace::Replay;
use std::sync::Arc;

/// Width of a bar of the density, including the gap after it, in points.
const BAR: f32 = 10.0;
/// Width of the tick of a tie, in points.
const TICK: f32 = 1.5;

impl Strip {
    /// Paints the looped range, or the one being selected.
    pub(super) fn paint_range(&self, painter: &Painter, cx: &Cx<'_>) {
        let drawing = cx.view.grip.filter(|grip| grip.range);
        let drag_range = drawing.zip(painter.ctx().input(|i| i.pointer.interact_pos()));
        let drag_range = drag_range.map(|(grip, to)| (grip.from, self.moment(to.x)));
        let Some((a, b)) = drag_range.or(cx.session.display_state().playback.range) else { return };
        let (a, b, theme) = (self.x(a.min(b)), self.x(a.max(b)), &cx.view.theme);
        let area = Rect::from_x_y_ranges(a..=b, self.phases.top()..=self.ties.bottom());
        let strength = if cx.session.display_state().playback.looping || drawing.is_some() { 0.85 } else { 0.4 };
        painter.rect_filled(area, 2.0, theme.selected.gamma_multiply(strength));
        for (edge, inward) in [(a, 4.0), (b, -4.0)] {
            let bracket = [area.top(), area.bottom()].map(|y| pos2(edge + inward, y));
            let corners = vec![bracket[0], pos2(edge, area.top()), pos2(edge, area.bottom()), bracket[1]];
            painter.add(Shape::line(corners, Stroke::new(1.5, theme.text)));
        }
    }

    /// Paints phases as nested bars, with their names if they fit. Bars thinner than a pixel are merged.
    pub(super) fn paint_phases(&self, painter: &Painter, theme: &Theme, replay: &Replay) {
        if self.depths == 0 {
            return;
        }
        let row = self.phases.height() / self.depths as f32;
        let playhead = self.x(replay.cursor());
        let mut last = [f32::NEG_INFINITY; DEPTHS];
        for phase in replay.phases() {
            let depth = phase.depth as usize;
            let (a, b) = (self.x(phase.start as usize), self.x(phase.end as usize));
            if depth >= self.depths || (b - a < 1.0 && a < last[depth] + 1.0) {
                continue;
            }
            last[depth] = a;
            let top = self.phases.top() + row * depth as f32;
            let gap = if b - a > 4.0 { 1.0 } else { 0.0 };
            let bar = Rect::from_min_max(pos2(a, top), pos2((b - gap).max(a + 1.0), top + row - 1.0));
            // Past phases are bluer than future ones.
            let done = (phase.start as usize) < replay.cursor();
            let fill = if done { theme.selected } else { theme.widget };
            painter.rect_filled(bar, 2.0, fill);
            if bar.width() > 26.0 {
                let font = FontId::proportional((row - 2.5).clamp(9.0, 12.5));
                let name = painter.layout_no_wrap(replay.phase_name(phase.start as usize), font, theme.text_on(fill));
                if let Some(left) = clear_of(playhead, bar.x_range(), name.size().x) {
                    painter.galley(pos2(left, bar.center().y - name.size().y / 2.0), name, Color32::PLACEHOLDER);
                }
            }
        }
    }

    /// Paints a band for each run, with its letter and how it differs at the left, and its outcome after its end. The
    /// part after its first difference has the colour of differences.
    pub(super) fn paint_bands(
        &self,
        painter: &Painter,
        cx: &Cx<'_>,
        runs: &[&Replay],
        divergences: &[Option<Divergence>],
    ) {
        let theme = &cx.view.theme;
        let high = self.density.height() / runs.len() as f32;
        let first = divergences.iter().flatten().map(|p| p.after).min();
        let titles: Vec<String> = cx.session.shown_runs().map(|run| run.title.clone()).collect();
        for (k, run) in runs.iter().enumerate() {
            let top = self.density.top() + high * k as f32;
            let band = Rect::from_x_y_ranges(self.density.x_range(), top..=top + high - 2.0);
            let parts = if k == 0 { first } else { divergences.get(k - 1).and_then(|p| p.as_ref()).map(|p| p.other) };
            let (end, cursor) = (self.x(run.len()), self.x(run.cursor()));
            let split = parts.map_or(end, |at| self.x(at)).min(end);
            // Future events are paler.
            let different = mix(theme.panel, theme.difference, 0.28);
            for (from, to, colour) in [(band.left(), split, theme.selected), (split, end, different)] {
                let past = Rect::from_x_y_ranges(from..=to.min(cursor).max(from), band.y_range());
                let rest = Rect::from_x_y_ranges(past.right()..=to, band.y_range());
                painter.rect_filled(past, 0.0, colour);
                painter.rect_filled(rest, 0.0, mix(theme.panel, colour, 0.4));
            }
            self.paint_density(painter, theme, run, (k, band), parts);
            painter.vline(end, band.y_range(), Stroke::new(2.0, theme.strong));
            let size = (high - 4.0).clamp(8.0, 13.0);
            let letter = compare::letter(k).to_string();
            if self.names > 0.0 {
                let mut job = LayoutJob::default();
                job.append(&letter, 0.0, TextFormat::simple(crate::style::fonts::semibold(size), theme.strong));
                let title = titles.get(k).map_or("", String::as_str);
                job.append(title, 8.0, TextFormat::simple(crate::style::fonts::text(size), theme.weak));
                job.wrap = TextWrapping::truncate_at_width(self.names - 12.0);
                let galley = painter.layout_job(job);
                let at = pos2(band.left() - self.names, band.center().y - galley.size().y / 2.0);
                painter.galley(at, galley, theme.text);
                let outcome_galley = Self::outcome(painter, cx, k, size);
                painter.galley(
                    pos2(end + 10.0, band.center().y - outcome_galley.size().y / 2.0),
                    outcome_galley,
                    theme.weak,
                );
            } else if high >= 7.0 {
                let at = pos2(self.density.left() - 1.0, band.center().y);
                painter.text(at, Align2::RIGHT_CENTER, letter, crate::style::fonts::medium(size.min(10.0)), theme.weak);
            }
        }
    }

    /// Lays out the outcome of run `k` in a few words, for the room after its end. Empty while the user predicts it.
    pub(super) fn outcome(painter: &Painter, cx: &Cx<'_>, k: usize, size: f32) -> Arc<Galley> {
        let run = cx.session.shown_runs().nth(k).filter(|_| cx.session.display_state().predict.is_none());
        let ending_text = memo(painter.ctx(), Id::unique(("outcome of a run", k)), cx.session.generation(), || {
            run.and_then(|run| ending(&run.scene, &run.replay)).unwrap_or_default()
        });
        let first_part = ending_text.split(", ").next().unwrap_or_default().trim_end_matches('.');
        let mut short = first_part.replace(". ", ", ");
        let layout = |short: &str| {
            let text = if short.is_empty() { String::new() } else { format!("{} {short}", compare::letter(k)) };
            let font = crate::style::fonts::text(size);
            let mut job = LayoutJob::simple_singleline(text, font, cx.view.theme.weak);
            job.wrap = TextWrapping::truncate_at_width(OUTCOMES - 14.0);
            painter.layout_job(job)
        };
        // The number at the end says the most, so words are left out at the front.
        while let (true, Some((_, rest))) = (layout(&short).elided, short.split_once(' ')) {
            short = rest.to_owned();
        }
        layout(&short)
    }

    /// Paints the share of steps among the events along the run. The future is paler, and the part after a difference
    /// has its colour.
    pub(super) fn paint_density(
        &self,
        painter: &Painter,
        theme: &Theme,
        replay: &Replay,
        (number, lane): (usize, Rect),
        parts: Option<usize>,
    ) {
        let (steps, cursor, len) = (replay.steps(), replay.cursor(), replay.len());
        let width = self.x(len) - lane.left();
        let bars = ((width / BAR) as usize).min(len).max(1);
        let edge = |k: usize| (k as u64 * len as u64 / bars as u64) as usize;
        let shares = || {
            let before: Vec<usize> = (0..=bars).map(|k| steps.partition_point(|&i| (i as usize) < edge(k))).collect();
            let share = |k: usize| (before[k + 1] - before[k]) as f32 / (edge(k + 1) - edge(k)).max(1) as f32;
            let shares: Vec<f32> = (0..bars).map(share).collect();
            let max_share = shares.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
            shares.into_iter().map(|share| share / max_share).collect()
        };
        let shares = self.cached_lane(painter.ctx(), ("steps", number), steps, shares);
        let mut mesh = Mesh::default();
        for (k, &share) in shares.iter().enumerate().filter(|s| *s.1 > 0.0) {
            let top = lane.bottom() - (share * lane.height()).max(1.5);
            let (a, b) = (self.x(edge(k)), self.x(edge(k + 1)) - 1.0);
            let colour = if parts.is_some_and(|at| edge(k) >= at) { theme.difference } else { theme.bar() };
            let colour = if edge(k) < cursor { colour } else { colour.gamma_multiply(0.35) };
            let bar = Rect::from_min_max(pos2(a, top), pos2(b.max(a + 1.0), lane.bottom()));
            mesh.add_colored_rect(bar.round_to_pixels(painter.pixels_per_point()), colour);
        }
        painter.add(Shape::mesh(mesh));
        painter.hline(lane.x_range(), lane.bottom(), Stroke::new(1.0, theme.line));
    }

    /// Paints breakpoints as ●, or ○ if they do not stop, the cell's history as triangles, and ties as ticks.
    pub(super) fn paint_marks(&self, painter: &Painter, theme: &Theme, session: &Session, history: &[u32]) {
        let ties = session.replay().and_then(Replay::known_ties).unwrap_or_default();
        let ticks = self.cached_lane(painter.ctx(), ("ties", 0), ties, || self.thinned(ties));
        let high = self.ties.shrink2(vec2(0.0, 0.5)).y_range();
        // Ticks that touch are merged to one bar.
        for ticks in ticks.chunk_by(|a, b| b - a <= TICK) {
            if let (Some(first), Some(last)) = (ticks.first(), ticks.last()) {
                let wide = first - TICK / 2.0..=last + TICK / 2.0;
                painter.rect_filled(Rect::from_x_y_ranges(wide, high), 0.0, theme.tie);
            }
        }
        let (tip, foot) = (self.cell.top() + 0.5, self.cell.bottom() - 0.5);
        let mut last = f32::NEG_INFINITY;
        for x in self.thinned(history).into_iter().filter(|_| tip < foot) {
            if x - last < 4.0 {
                painter.vline(x, tip..=foot, Stroke::new(1.0, theme.now));
                continue;
            }
            last = x;
            let corners = vec![pos2(x, tip), pos2(x + 3.5, foot), pos2(x - 3.5, foot)];
            painter.add(Shape::convex_polygon(corners, theme.now, Stroke::new(0.5, theme.canvas)));
        }
        // Conflicts of movers: triangles with lines through the strip.
        let moments = session.movers().map_or_else(Vec::new, Movers::conflict_moments);
        for x in self.thinned(&moments) {
            let top = self.phases.top();
            painter.vline(x, top..=self.density.bottom(), Stroke::new(1.0, theme.wrong));
            let corners = vec![pos2(x - 4.0, top), pos2(x + 4.0, top), pos2(x, top + 7.0)];
            painter.add(Shape::convex_polygon(corners, theme.wrong, Stroke::new(0.5, theme.canvas)));
        }
        // Findings of an audit: crosses over the events.
        let found = session.log().map_or_else(Vec::new, OpenedLog::found);
        for x in self.thinned(&found) {
            let (at, r) = (pos2(x, self.hits.center().y), 3.5);
            let stroke = Stroke::new(2.0, theme.wrong);
            painter.line_segment([at + vec2(-r, -r), at + vec2(r, r)], stroke);
            painter.line_segment([at + vec2(-r, r), at + vec2(r, -r)], stroke);
        }
        for breakpoint in &session.display_state().breakpoints {
            for x in self.thinned(&breakpoint.hits) {
                let at = pos2(x, self.hits.center().y);
                if breakpoint.stops() {
                    painter.circle(at, 3.5, theme.wrong, Stroke::new(0.5, theme.canvas));
                } else {
                    painter.circle_stroke(at, 3.0, Stroke::new(1.0, theme.wrong));
                }
            }
        }
    }

    /// Paints slides as flags.
    pub(super) fn paint_flags(&self, painter: &Painter, theme: &Theme, session: &Session) {
        let last = session.moment().1;
        for slide in session.scene().run.slides.iter().filter(|b| b.at <= last) {
            let x = self.x(slide.at);
            let top = self.hits.top() - 1.0;
            let foot = self.density.bottom();
            painter.vline(x, top..=foot, Stroke::new(1.0, theme.strong.gamma_multiply(0.6)));
            // A pennant: its free end is cut in.
            let right = x + if x + 9.0 > self.density.right() + 6.0 { -9.0 } else { 9.0 };
            let middle = right - (right - x).signum() * 2.5;
            let upper = vec![pos2(x, top), pos2(right, top), pos2(middle, top + 3.5), pos2(x, top + 3.5)];
            let lower = vec![pos2(x, top + 3.5), pos2(middle, top + 3.5), pos2(right, top + 7.0), pos2(x, top + 7.0)];
            for half in [upper, lower] {
                painter.add(Shape::convex_polygon(half, theme.strong, Stroke::NONE));
            }
        }
    }

    pub(super) fn paint_cursor(&self, painter: &Painter, theme: &Theme, cursor: usize) {
        let x = self.x(cursor);
        let top = self.phases.top() - 2.0;
        let bottom = self.ties.bottom() - 1.0;
        painter.vline(x, top..=bottom, Stroke::new(4.0, theme.canvas.gamma_multiply(0.8)));
        painter.vline(x, top..=bottom, Stroke::new(2.0, theme.now));
        let handle = [(-6.0, 0.0), (6.0, 0.0), (6.0, -6.0), (0.0, -12.0), (-6.0, -6.0)]
            .map(|(dx, dy)| pos2(x + dx, bottom + dy));
        painter.add(Shape::convex_polygon(handle.to_vec(), theme.now, Stroke::new(1.0, theme.canvas)));
    }
}

/// Returns where a name of this width starts in a bar: at the left, or else behind the playhead. The playhead must not
/// cross it.
fn clear_of(playhead: f32, bar: egui::Rangef, width: f32) -> Option<f32> {
    let crossed = |left: f32| (left - 4.0..left + width + 3.0).contains(&playhead);
    let fits = |left: f32| (!crossed(left) && left + width + 4.0 <= bar.max).then_some(left);
    fits(bar.min + 4.0).or_else(|| fits(playhead + 5.0).filter(|left| *left >= bar.min))
}
