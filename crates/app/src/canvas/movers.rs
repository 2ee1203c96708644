//! Draws the movers of a log: badges with numbers, the plan and trail of the selected one, the movers it waits for, and
//! conflicts.

use super::actors;
use super::clamped::between;
use super::shapes::Draw;
use crate::debugger::Session;
use crate::debugger::look::{
    BADGE, BADGE_NUMBER, BADGE_NUMBER_FROM, BadgeRole, HEAD, SQUARE_BELOW, TRAIL, look_of_badge,
};
use crate::debugger::movers::{Chain, Conflict, Movers};
use crate::style::fonts;
use crate::style::memo::memo;
use crate::style::theme::Theme;
use egui::{Align2, Color32, Context, CornerRadius, Id, Mesh, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2};
use gridscope_trace::geometry::Cell;
use gridscope_trace::scene::ActorKind;
use std::collections::HashMap;
use std::sync::Arc;

/// Maximum number of cells of a plan that are drawn.
const PLAN: usize = 4096;
/// Width of a cell below which rims are not dashed, in points.
const DASHED_FROM: f32 = 12.0;

/// Relations of the movers to the selected one at a step.
#[derive(Default)]
pub(crate) struct Relations {
    /// Role of each mover.
    pub(crate) roles: Vec<BadgeRole>,
    /// All that the selected one waits for, from the nearest on.
    pub(crate) chain: Chain,
    /// The movers that wait for the selected one.
    pub(crate) waiting: Vec<usize>,
    /// Number of movers that stay and move on later, and of those that have arrived.
    pub(crate) counts: (usize, usize),
}

/// Returns what the movers are to the selected one. Cached while the step and the selection stay.
pub(crate) fn relations(ctx: &Context, session: &Session) -> Arc<Relations> {
    let Some(movers) = session.movers() else { return Arc::default() };
    let (step, selected) = (movers.step_at(session.moment().0), session.selected_mover().map(|own| own.1));
    memo(ctx, Id::unique("relations of movers"), (session.generation(), step, selected), || {
        let role = |mover| if movers.has_arrived(mover, step) { BadgeRole::Arrived } else { BadgeRole::Usual };
        let mut all = Relations {
            roles: (0..movers.all().len()).map(role).collect(),
            counts: movers.counts(step),
            ..Relations::default()
        };
        if let Some(selected) = selected {
            (all.chain, all.waiting) = (movers.chain(selected, step), movers.waiting_for(selected, step));
            all.waiting.iter().for_each(|&mover| all.roles[mover] = BadgeRole::Waits);
            all.chain.links.iter().for_each(|&mover| all.roles[mover] = BadgeRole::WaitedFor);
            all.roles[selected] = BadgeRole::Selected;
        }
        Arc::new(all)
    })
}

/// Draws a badge.
pub(crate) fn badge(
    painter: &Painter,
    theme: &Theme,
    at: Pos2,
    (radius, size): (f32, f32),
    label: &str,
    role: BadgeRole,
) {
    let look = look_of_badge(role);
    let (disc, rim) = (theme.get(look.disc), theme.get(look.rim.0));
    let outside = if look.number.is_none() { look.rim.1 } else { 0.0 };
    painter.circle_filled(at, radius + outside.max(1.0), theme.halo.gamma_multiply(0.85));
    painter.circle_filled(at, radius, disc);
    if look.is_dashed && radius * 2.0 >= DASHED_FROM * BADGE {
        let points: Vec<Pos2> =
            (0..=32).map(|k| at + Vec2::angled(k as f32 / 32.0 * std::f32::consts::TAU) * (radius - 0.5)).collect();
        painter.extend(Shape::dashed_line(&points, Stroke::new(look.rim.1, rim), 3.0, 2.5));
    } else if outside == 0.0 {
        painter.circle_stroke(at, radius - look.rim.1 / 2.0, Stroke::new(look.rim.1, rim));
    }
    if size > 0.0 {
        let ink = look.number.map_or_else(|| theme.text_on(disc), |number| theme.get(number));
        // Long numbers get smaller digits.
        let letters = label.chars().count().max(2) as f32;
        let size = size.min(radius * 2.0 * 1.3 / letters);
        painter.text(at, Align2::CENTER_CENTER, label, fonts::semibold(size), ink);
    }
}

impl Draw<'_> {
    /// Returns the movers, if this map shows their log and not what was placed.
    pub(super) fn movers_here(&self) -> Option<&Movers> {
        let (main, replay) = (self.cx.session.replay()?, self.replay?);
        self.cx.session.movers().filter(|_| std::ptr::eq(main, replay) && !self.placed)
    }

    /// Draws the plan of the selected mover with its last cells, and a dotted line to the goal of each mover at hand.
    pub(super) fn mover_plan(&self) {
        let Some(movers) = self.movers_here() else { return };
        let session = self.cx.session;
        let selected = session.selected_mover();
        if let Some((_, mover, step)) = selected {
            let mut plan = movers.plan(mover, step);
            plan.truncate(PLAN);
            self.line_through(&plan, self.theme.path);
            for cell in movers.last_cells(mover, step, TRAIL) {
                let radius = (self.zoom * 0.11).clamp(1.5, 4.0);
                self.painter.circle_filled(self.centre(cell), radius + 1.0, self.theme.halo.gamma_multiply(0.85));
                self.painter.circle_filled(self.centre(cell), radius, self.theme.team_a);
            }
        }
        let cursor = session.moment().0;
        let pointed = self.cx.view.point_at.or(session.display_state().hovered);
        let hovered = pointed.and_then(|cell| movers.in_cell(cell, cursor).first().copied());
        for mover in selected.map(|own| own.1).into_iter().chain(hovered) {
            let goal = movers.goal(mover, movers.step_at(cursor));
            let Some((at, goal)) = movers.cell_after(mover, cursor).zip(goal) else { continue };
            let ends = [self.centre(at), self.centre(goal)];
            let ink = self.theme.text_on(self.theme.floor).gamma_multiply(0.7);
            self.painter.extend(Shape::dashed_line(&ends, Stroke::new(1.25, ink), 3.0, 4.0));
            actors::token(&self.painter, self.theme, ActorKind::Goal, ends[1], (self.zoom * 0.38).max(5.0));
        }
    }

    /// Draws the badges of all movers in view, the heads between those that wait, and the frames of conflicts.
    pub(super) fn movers(&self) {
        let Some(movers) = self.movers_here() else { return };
        let cursor = self.cx.session.moment().0;
        let relations = relations(self.painter.ctx(), self.cx.session);
        let roles = &relations.roles;
        let cell = |mover: usize| movers.cell_after(mover, cursor);
        let in_view = self.rect.expand(self.zoom);
        let mut here: HashMap<Cell, (usize, usize)> = HashMap::new();
        for at in (0..roles.len()).filter_map(cell) {
            here.entry(at).or_default().1 += 1;
        }
        // The selected mover and those that have to do with it are above the others.
        let mut order: Vec<usize> = (0..roles.len()).collect();
        order.sort_by_key(|&mover| match roles[mover] {
            BadgeRole::Arrived => 0,
            BadgeRole::Usual => 1,
            BadgeRole::Waits | BadgeRole::WaitedFor => 2,
            BadgeRole::Selected => 3,
        });
        let (below, side) = SQUARE_BELOW;
        let mut squares = Mesh::default();
        for mover in order {
            let Some(at) = cell(mover) else { continue };
            let square = self.at(at);
            if !in_view.intersects(square) {
                continue;
            }
            if self.zoom < below {
                let colour = self.theme.get(look_of_badge(roles[mover]).square);
                let centre = square.center();
                squares.add_colored_rect(Rect::from_center_size(centre, Vec2::splat(side + 2.0)), self.theme.halo);
                squares.add_colored_rect(Rect::from_center_size(centre, Vec2::splat(side)), colour);
                continue;
            }
            let (mut centre, mut radius) = (square.center(), self.zoom * BADGE / 2.0);
            let (place, among) = here.entry(at).or_default();
            if *among > 1 {
                // Two in one cell are side by side; more overlap.
                let shift = if *among == 2 { 0.24 } else { 0.3 };
                let along = *place as f32 / (*among - 1) as f32 * 2.0 - 1.0;
                centre.x += self.zoom * shift * along;
                radius *= 0.62;
                *place += 1;
            }
            let (share, smallest, largest) = BADGE_NUMBER;
            let size = if self.zoom < BADGE_NUMBER_FROM { 0.0 } else { between(self.zoom * share, smallest, largest) };
            if self.zoom >= BADGE_NUMBER_FROM {
                self.tags.borrow_mut().keep_clear(Rect::from_center_size(centre, Vec2::splat(radius * 2.0)));
            }
            badge(&self.painter, self.theme, centre, (radius, size), movers.label(mover), roles[mover]);
        }
        self.painter.add(Shape::mesh(squares));
        self.wait_heads(movers, &relations);
        self.conflicts(movers);
    }

    /// Draws a head between each mover of the chain and the next one that it waits for.
    fn wait_heads(&self, movers: &Movers, relations: &Relations) {
        let Some((_, selected, step)) = self.cx.session.selected_mover() else { return };
        if self.zoom < SQUARE_BELOW.0 {
            return;
        }
        let chain = relations.chain.links.iter().map(|&mover| (mover, self.theme.difference));
        let waiting = relations.waiting.iter().map(|&mover| (mover, self.theme.frontier));
        for (mover, colour) in [(selected, self.theme.difference)].into_iter().chain(chain).chain(waiting) {
            let Some(wait) = movers.waits_for(mover, step).filter(|wait| wait.is_there) else { continue };
            let Some(from) = movers.cell(mover, step) else { continue };
            self.wait_head(self.centre(from), self.centre(wait.cell), colour);
        }
    }

    fn wait_head(&self, from: Pos2, to: Pos2, colour: Color32) {
        let along = (to - from).normalized();
        let scale = (self.zoom / 28.0).clamp(0.5, 1.5);
        let [length, width] = HEAD.map(|side| side * scale);
        let middle = from.lerp(to, 0.5);
        let (tip, foot) = (middle + along * length / 2.0, middle - along * length / 2.0);
        let side = along.rot90() * width / 2.0;
        let rim = Stroke::new(1.5, self.theme.halo);
        self.painter.add(Shape::convex_polygon(vec![tip, foot + side, foot - side], colour, rim));
    }

    /// Frames the next conflict, and the one whose row was chosen.
    fn conflicts(&self, movers: &Movers) {
        let session = self.cx.session;
        let all = movers.conflicts();
        let next = movers.next_conflict(session.moment().0);
        let chosen_conflict = session.display_state().conflict.filter(|&index| Some(index) != next);
        for conflict in [chosen_conflict, next].into_iter().flatten().filter_map(|index| all.get(index)) {
            self.conflict(movers, conflict);
        }
    }

    fn conflict(&self, movers: &Movers, conflict: &Conflict) {
        let cells = conflict.framed();
        let rect = cells.iter().map(|&cell| self.at(cell)).reduce(Rect::union).unwrap_or(Rect::NOTHING);
        let (frame, width) = (rect.expand(1.0), 2.5);
        let radius = CornerRadius::same(3);
        let halo = Stroke::new(width + 2.0, self.theme.halo.gamma_multiply(0.85));
        self.painter.rect_stroke(frame.expand(-1.0), radius, halo, StrokeKind::Outside);
        self.painter.rect_stroke(frame, radius, Stroke::new(width, self.theme.wrong), StrokeKind::Outside);
        self.tags.borrow_mut().add(rect.center_bottom(), &movers.conflict_tag(conflict), self.theme.wrong);
    }
}
