//! Collects what occurs on the map at a moment, for the legend.

use crate::debugger::look::legend::Occurs;
use crate::style::memo::memo;
use crate::view::{Cx, Occurring};
use egui::{Id, Ui};
use std::sync::Arc;

/// Returns what occurs, cached for each moment.
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
            found.add_run(replay, session.layer_of(replay), signs, own.way);
        }
        found.add_cells(roles, tiles);
        found.add_scene(session, session.replay());
        found.differs = cx.view.occurring.iter().any(|occurring| occurring.differs);
        found.elsewhere = cx.view.occurring.iter().any(|occurring| occurring.elsewhere);
        Arc::new(found)
    })
}
