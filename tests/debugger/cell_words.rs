//! The words of a cell, for the first lesson of every algorithm.

use gridscope::debugger::look::drawn_signs::DrawnSigns;
use gridscope::debugger::{Session, SessionCommand};
use gridscope::presets::PRESETS;
use gridscope::trace::Cell;
use gridscope::trace::card::LayerKind;
use gridscope::trace::trace::schema::Layer;
use gridscope::trace::view::board::Board;
use std::collections::BTreeSet;

/// Returns a session on the first lesson of each algorithm, at the moment of its picture.
fn sessions() -> impl Iterator<Item = (&'static str, Session)> {
    let mut known = BTreeSet::new();
    PRESETS.iter().filter_map(move |preset| {
        let scene = preset.scene().ok()?;
        known.insert(scene.run.algorithm.clone()).then(|| {
            let at = scene.run.picture_moment();
            let mut session = gridscope::session(scene);
            session.settle();
            session.apply(&SessionCommand::Seek(at.unwrap_or(usize::MAX)));
            (preset.id, session)
        })
    })
}

#[test]
fn every_algorithm_says_its_states_and_numbers() {
    let mut count = 0;
    for (id, session) in sessions() {
        let Some(replay) = session.replay() else { continue };
        let mut board = Board::default();
        replay.board(Some(session.display_state().layer), &mut board);
        let roles = &replay.schema().roles;
        for cell in replay.size().cells().step_by(5) {
            let words = session.words_of_cell(cell, &DrawnSigns::all(), &[]);
            assert!(words.starts_with(&format!("{cell}, {}", session.tile_now(cell).english())), "{id}: {words}");
            let role = board.at(cell).role;
            let state = roles.iter().find(|(own, _)| *own == role).map_or("", |(_, name)| name);
            assert!(words.contains(state), "{id}: {state} in {words}");
            let scalar = |(_, layer): &(usize, &Layer)| layer.kind == LayerKind::Scalar;
            for (layer, Layer { name, .. }) in replay.schema().layers.iter().enumerate().filter(scalar) {
                let number = replay.value(layer, cell).filter(|value| value.number().is_some());
                let number = number.map_or_else(String::new, |value| format!("{name} {value}"));
                assert!(words.contains(&number), "{id}: {number} in {words}");
            }
        }
        count += 1;
    }
    assert!(count > 9, "{count} algorithms");
}

#[test]
fn every_named_figure_is_said_in_some_cell() {
    use gridscope::trace::trace::replay::Outline;
    for (id, session) in sessions() {
        let Some(replay) = session.replay() else { continue };
        let signs = DrawnSigns::all();
        let says = |cell: Cell, name: &str| session.words_of_cell(cell, &signs, &[]).contains(name);
        let below = |outline| matches!(outline, Outline::Bar | Outline::Scale);
        let figures = replay.figures();
        let named = figures.iter().filter(|figure| signs.draws(figure) && !figure.name.is_empty());
        for figure in named.filter(|figure| !below(figure.outline) && !figure.points.is_empty()) {
            let size = replay.size();
            let ends = figure.points.iter().map(|[x, y]| Cell::new(*x as u16, *y as u16));
            let mut cells = ends.filter(|cell| size.contains(*cell)).chain(size.cells());
            assert!(cells.any(|cell| says(cell, &figure.name)), "{id}: no cell says {:?}", figure.name);
        }
    }
}
