//! Collects what occurs on the map at a moment, for the legend.

use crate::canvas::figures;
use crate::debugger::look::drawn_signs::{Sign, sign_of_figure};
use crate::debugger::look::refused::refused_branches;
use crate::style::memo::memo;
use crate::view::{Cx, Occurring};
use egui::{Id, Ui};
use gridscope_trace::trace::replay::Outline;
use gridscope_trace::trace::schema::Name;
use gridscope_trace::{Replay, Role, Tile};
use std::sync::Arc;

/// Roles, tiles and figures at a moment. Cached for each moment.
#[expect(clippy::struct_excessive_bools, reason = "each is a sign of its own in the legend")]
#[derive(Clone, Default)]
pub(super) struct Occurs {
    pub(super) roles: Vec<Role>,
    pub(super) tiles: Vec<Tile>,
    pub(super) ties: bool,
    pub(super) arrows: bool,
    pub(super) costs: bool,
    /// Indices of the actors that are on the map.
    pub(super) actors: Vec<usize>,
    pub(super) way: bool,
    /// Names of the figures that are drawn, with their kind of sign, style and role, and whether they have beads.
    pub(super) figures: Vec<(Name, Sign, Outline, Role, bool)>,
}

pub(super) fn occurs(ui: &Ui, cx: &Cx<'_>) -> Arc<Occurs> {
    let session = cx.session;
    let layer = session.display_state().layer;
    let at = (session.generation(), session.document().revision(), session.moment().0, layer);
    let signs = &cx.view.signs.drawn;
    memo(ui, Id::unique("legend occurs"), (at, cx.view.occurring.clone(), signs.fingerprint()), || {
        let mut found = Occurs::default();
        let size = session.scene().size();
        // Of the other runs, only those whose roles have the same names count.
        let names = session.replay().map(|replay| &replay.schema().roles);
        let Occurring { mut roles, mut tiles, .. } = cx.view.occurring.first().copied().unwrap_or_default();
        let runs = session.shown_runs().map(|run| &run.replay).zip(&cx.view.occurring);
        for (replay, own) in runs.filter(|(r, _)| r.size() == size && Some(&r.schema().roles) == names) {
            (roles, tiles) = (roles | own.roles, tiles | own.tiles);
            let is_small_map = size.area() <= 1 << 16;
            found.ties |= is_small_map && size.cells().any(|c| replay.equals(c).is_some());
            found.arrows |= is_small_map && size.cells().any(|c| replay.arrow(c).is_some());
            let mut figures = replay.figures();
            figures.retain(|figure| signs.draws(figure));
            if signs.has(Sign::Refused) {
                figures.extend(refused_branches(replay, session.layer_of(replay)));
            }
            found.way |= own.way && !figures.iter().any(figures::draws_all_ways);
            for figure in figures.into_iter().filter(|f| !f.name.is_empty() && !f.points.is_empty()) {
                if !found.figures.iter().any(|(name, ..)| *name == figure.name) {
                    let (kind, has_beads) = (sign_of_figure(&figure), !figure.beads.is_empty());
                    found.figures.push((figure.name.clone(), kind, figure.outline, figure.role, has_beads));
                }
            }
        }
        let scene = session.scene();
        found.costs = scene.weights.is_some() && scene.size().cells().any(|cell| scene.weight(cell).is_some());
        let tokens = session.replay().map(Replay::tokens).unwrap_or_default();
        let has_left = |i: usize| tokens.iter().any(|token| token.actor == i && token.at.is_none());
        found.actors = (0..scene.actors.len()).filter(|&i| !has_left(i)).collect();
        found.roles = Role::ALL.into_iter().filter(|&r| r != Role::None && roles & r.bit() != 0).collect();
        found.tiles = Tile::ALL.iter().copied().filter(|&t| tiles >> t as u64 & 1 == 1).collect();
        Arc::new(found)
    })
}
