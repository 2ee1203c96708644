//! A board that is redrawn only where it may have changed equals the board drawn completely.

use gridscope::algorithms::record;
use gridscope::presets::PRESETS;
use gridscope::trace::event::Slot;
use gridscope::trace::trace::replay::Drawn;
use gridscope::trace::view::board::{Board, Mark, Role, heat};
use gridscope::trace::{Actor, ActorKind, Grid, Progress, Replay, Rng, Scene, Size, Tile};
use std::collections::HashSet;

#[test]
fn redrawn_board_equals_a_board_drawn_whole() {
    let (mut dice, mut few) = (Rng::new(3), 0);
    for preset in PRESETS {
        let scene = preset.scene().expect("a scene");
        let mut replay = record(&scene, &Progress::default()).unwrap_or_else(|e| panic!("{}: {e}", preset.id));
        let layers = replay.schema().layers.len().max(1) as u64;
        for _ in 0..3 {
            let layer = Some(dice.below(layers) as usize);
            let (mut drawn, mut board, mut whole) = (Drawn::default(), Board::default(), Board::default());
            replay.seek(dice.below(replay.len() as u64 + 1) as usize);
            for step in 0..24 {
                let before = board.clone();
                // Usually a few events forward or back, sometimes far away.
                let far = [1, 1, 2, 7, replay.len() as u64][dice.below(5) as usize];
                let by = dice.below(far + 1) as usize;
                let cursor = replay.cursor();
                replay.seek(if dice.below(3) == 0 { cursor.saturating_sub(by) } else { cursor + by });
                let changed = replay.changed(layer, &mut drawn);
                replay.board(layer, &mut whole);
                assert!(step > 0 || changed.is_none(), "nothing was drawn before");
                if let Some(cells) = changed {
                    few += 1;
                    let mut drawing = replay.drawing(layer);
                    for &cell in &cells {
                        let index = board.size.index(cell);
                        drawing.draw_all(index, &mut board.marks[index..=index]);
                    }
                    let each: HashSet<_> = cells.iter().collect();
                    assert_eq!(each.len(), cells.len(), "{}: each is named once", preset.id);
                    let other = board.size.cells().filter(|c| board.at(*c) != before.at(*c));
                    assert!(other.into_iter().all(|c| each.contains(&c)), "{}: a change is named", preset.id);
                } else {
                    replay.board(layer, &mut board);
                }
                assert_eq!(board, whole, "{}, layer {layer:?}, {cursor} to {}", preset.id, replay.cursor());
            }
        }
    }
    assert!(few > 1000, "{few} boards were drawn in part");
}

/// For another run, another layer or another viewer, nothing of the previous board is reused.
#[test]
fn board_of_another_run_is_drawn_whole() {
    let scene = PRESETS[0].scene().expect("a scene");
    let replay = || record(&scene, &Progress::default()).expect("a run");
    let (mut one, other) = (replay(), replay());
    let mut drawn = Drawn::default();
    one.seek(40);
    assert!(one.changed(Some(1), &mut drawn).is_none());
    assert!(one.changed(Some(2), &mut drawn).is_none());
    assert!(one.fork().changed(Some(2), &mut drawn).is_some());
    assert!(other.changed(Some(2), &mut drawn).is_none());
}

/// A canvas draws a board over several frames. Parts of any length, in any order, give the board drawn completely.
#[test]
fn board_drawn_in_parts_equals_whole_board() {
    let mut dice = Rng::new(7);
    for preset in PRESETS {
        let scene = preset.scene().expect("a scene");
        let mut replay = record(&scene, &Progress::default()).unwrap_or_else(|e| panic!("{}: {e}", preset.id));
        for layer in 0..replay.schema().layers.len() {
            replay.seek(dice.below(replay.len() as u64 + 1) as usize);
            let mut whole = Board::default();
            replay.board(Some(layer), &mut whole);
            // Earlier contents do not matter.
            let mut marks = vec![Mark { role: Role::Wrong, heat: 7 }; whole.marks.len()];
            let (mut parts, mut start) = (Vec::new(), 0);
            while start < marks.len() {
                let end = marks.len().min(start + 1 + dice.below(90) as usize);
                parts.push(start..end);
                start = end;
            }
            parts.reverse();
            let mut drawing = replay.drawing(Some(layer));
            for part in parts {
                let before = marks[part.clone()].to_vec();
                let there = &mut marks[part.clone()];
                if !drawing.draw(part.start, there) {
                    assert!(there == before, "{}: none has a mark, and nothing is written", preset.id);
                    there.fill(Mark::default());
                }
            }
            assert_eq!(marks, whole.marks, "{}, layer {layer}, at {}", preset.id, replay.cursor());
        }
    }
}

/// Runs with so many events that the looks of cells at the end are stored: their boards equal those computed cell by
/// cell, at the end and before.
#[test]
fn board_of_long_run_agrees_by_cell() {
    let mut dice = Rng::new(11);
    let size = Size::new(641, 640);
    let mut tiles = Grid::new(size, Tile::Floor);
    for cell in size.cells().filter(|cell| cell.x > 1 && cell.x < 639) {
        if dice.below(5) == 0 {
            tiles[cell] = Tile::Wall;
        }
    }
    let mut scene = Scene::new(tiles);
    let (first, last) = (size.cell(0), size.cell(size.area() - 1));
    scene.actors = vec![Actor::new(ActorKind::Guard, first), Actor::new(ActorKind::Goal, last)];
    scene.run.params.set("costs", "octile");
    let mut replay = record(&scene, &Progress::default()).expect("a run");
    let all = replay.len();
    assert!(all > 1 << 20, "{all} events");
    for (layer, at) in [(1, all), (1, all / 3), (0, all - 1), (2, all - 300), (1, 0)] {
        replay.seek(at);
        let mut board = Board::default();
        replay.board(Some(layer), &mut board);
        let range = replay.range(layer);
        // Row by row it is the same, with rows that do not begin at blocks of cells.
        let mut drawing = replay.drawing(Some(layer));
        let mut marks = vec![Mark::default(); size.area()];
        for (y, row) in marks.chunks_mut(size.width.into()).enumerate() {
            if !drawing.draw(y * usize::from(size.width), row) {
                row.fill(Mark::default());
            }
        }
        assert!(marks == board.marks, "layer {layer}, after {at} of {all}");
        // The roles of a block of cells are reported only if they are right. At the end they are known for nearly all
        // blocks.
        let (mut known, whole) = (0, size.area() / 64);
        for first in (0..whole * 64).step_by(64).chain([1, 63]) {
            let cells = first..first + 64;
            let Some(roles) = drawing.roles(cells.clone()) else { continue };
            let there = marks[cells].iter().fold(0, |all, mark| all | mark.role.bit());
            assert_eq!(roles, there, "cells from {first} on, layer {layer}, after {at} of {all}");
            known += 1;
        }
        assert!(at < all || known + 1 >= whole, "{known} of {whole}");
        // The cell of the last event may have its own mark.
        let newest = at.checked_sub(1).and_then(|event| replay.trace().cell(event));
        for cell in size.cells().filter(|cell| Some(*cell) != newest) {
            let said = said_by(&replay, layer, range, size.index(cell));
            assert_eq!(board.at(cell), said, "{cell}, layer {layer}, after {at} of {all}");
        }
    }
}

/// Returns the mark of a cell, by its row-major index, in a run whose layers are drawn one over the other.
fn said_by(replay: &Replay, layer: usize, range: (f64, f64), index: usize) -> Mark {
    let (cell, trace) = (replay.size().cell(index), replay.trace());
    let layers = 0..trace.layout().layers;
    let roles = layers.filter_map(|l| replay.player().holder(Slot::Cell(l, cell))).map(|event| trace.case(event).role);
    let role = roles.filter(|&role| role != Role::None).last().unwrap_or_default();
    let number = replay.value(layer, cell).and_then(|value| value.number());
    Mark { role, heat: number.map_or(0, |number| heat(number, range)) }
}
