//! The cells that a document reports as repainted.

use gridscope::debugger::Session;
use gridscope::debugger::session::command::{SessionCommand as S, Tool};
use gridscope::trace::{Cell, Rng, Tile};
use support::scene;

fn at(x: u16, y: u16) -> Cell {
    Cell::new(x, y)
}

fn stroke(session: &mut Session, cells: [Cell; 2]) {
    for command in [S::StrokeBegin(cells[0]), S::StrokeTo(cells[1]), S::StrokeEnd] {
        session.apply(&command);
    }
}

/// The window asks which cells were repainted. The document names all cells that differ, or says that all may differ.
#[test]
fn repainted_cells_are_known_or_all_may_differ() {
    let mut session = gridscope::session(scene("G.......X\n.........\n........."));
    let mut dice = Rng::new(8);
    let (mut known, mut all) = (0, 0);
    for _ in 0..400 {
        let (before, revision) = (session.scene().tiles.clone(), session.document().revision());
        for _ in 0..=dice.below(3) {
            let mut cell = || at(dice.below(9) as u16, dice.below(3) as u16);
            let (a, b) = (cell(), cell());
            match dice.below(8) {
                0 => session.apply(&S::Undo),
                1 => session.apply(&S::Redo),
                2 => session.apply(&S::SetTool(Tool::Rectangle)),
                3 => session.apply(&S::SetTool(Tool::Brush)),
                4 => session.apply(&S::SetParam("weight".into(), dice.below(5).into())),
                5 => {
                    let mut other = session.scene().clone();
                    other.tiles[a] = if other.tiles[a] == Tile::Floor { Tile::Bush } else { Tile::Floor };
                    session.apply(&S::Replace(Box::new(other)));
                }
                6 => session.apply(&S::Describe(format!("{revision}"), String::new())),
                _ => stroke(&mut session, [a, b]),
            }
        }
        let differ = before.size().cells().filter(|&c| before[c] != session.scene().tiles[c]);
        match session.document().repainted_since(revision) {
            Some(cells) => {
                known += 1;
                differ.into_iter().for_each(|c| assert!(cells.contains(&c), "{c} was repainted"));
            }
            None => all += 1,
        }
    }
    assert!(known > 100 && all > 50, "{known} known, {all} not");
    let revision = session.document().revision();
    for _ in 0..300 {
        stroke(&mut session, [at(4, 1), at(4, 1)]);
    }
    assert_eq!(session.document().repainted_since(revision), None, "too long ago");
}
