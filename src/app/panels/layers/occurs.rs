//! What occurs on the map at a moment, for the legend.

use crate::app::canvas::figures;
use crate::app::view::Cx;
use crate::core::terrain::Tile;
use crate::core::trace::Replay;
use crate::core::trace::replay::{Drawn, Outline, Redrawn};
use crate::core::trace::schema::Name;
use crate::core::view::board::{Board, Role};
use crate::debugger::Session;
use egui::mutex::Mutex;
use egui::{Id, Ui};
use std::sync::Arc;

/// What occurs at the moment, worked out once for each.
#[derive(Clone, Default)]
pub(super) struct Occurs {
    at: (u64, u64, usize, usize),
    pub(super) roles: Vec<Role>,
    pub(super) tiles: Vec<Tile>,
    pub(super) ties: bool,
    pub(super) arrows: bool,
    pub(super) way: bool,
    /// How the figures that have a name look, and whether they have beads.
    pub(super) figures: Vec<(Name, Outline, Role, bool)>,
}

/// There are fewer kinds of tiles.
const TILES: usize = 64;

/// What was counted for the moment before, so that only what changed is counted again.
#[derive(Default)]
struct Counted {
    boards: Vec<CountedBoard>,
    /// Which tiles the scene has, of that number and revision.
    tiles: Option<((u64, u64), [bool; TILES])>,
}

/// How many cells of a run's board play each part.
#[derive(Default)]
struct CountedBoard {
    board: Board,
    drawn: Drawn,
    count: [usize; Role::ALL.len()],
}

impl CountedBoard {
    /// The parts that occur now, but for none.
    fn roles(&mut self, replay: &Replay, layer: usize) -> impl Iterator<Item = Role> + '_ {
        match replay.redraw(Some(layer), &mut self.drawn, &mut self.board) {
            Redrawn::All => {
                self.count = [0; Role::ALL.len()];
                self.board.marks.iter().for_each(|mark| self.count[mark.role as usize] += 1);
            }
            Redrawn::Cells(cells) => {
                for (cell, before) in cells {
                    self.count[before.role as usize] -= 1;
                    self.count[self.board.at(cell).role as usize] += 1;
                }
            }
        }
        Role::ALL.into_iter().filter(|role| *role != Role::None && self.count[*role as usize] > 0)
    }
}

impl Counted {
    /// Which tiles the scene has.
    fn tiles(&mut self, session: &Session) -> [bool; TILES] {
        let key = (session.opened, session.document.revision());
        if let Some((_, tiles)) = self.tiles.filter(|kept| kept.0 == key) {
            return tiles;
        }
        let mut tiles = [false; TILES];
        session.scene().tiles.as_slice().iter().for_each(|&tile| tiles[tile as usize] = true);
        self.tiles = Some((key, tiles));
        tiles
    }
}

pub(super) fn occurs(ui: &Ui, cx: &Cx<'_>) -> Arc<Occurs> {
    let (session, id) = (cx.session, Id::unique("legend occurs"));
    let at = (session.generation, session.document.revision(), session.moment().0, session.layer);
    if let Some(kept) = ui.data(|d| d.get_temp::<Arc<Occurs>>(id)).filter(|k| k.at == at) {
        return kept;
    }
    let mut found = Occurs { at, ..Occurs::default() };
    let size = session.scene().size();
    // Of runs beside, those whose parts have the same names.
    let roles = session.replay().map(|replay| &replay.schema().roles);
    let runs = session.shown().map(|run| &run.replay);
    let kept: Arc<Mutex<Counted>> = ui.data_mut(|d| d.get_temp_mut_or_default::<Arc<Mutex<Counted>>>(id).clone());
    let mut counted = kept.lock();
    let mut seen = [false; TILES];
    for (k, replay) in runs.filter(|r| r.size() == size && Some(&r.schema().roles) == roles).enumerate() {
        if counted.boards.len() <= k {
            counted.boards.push(CountedBoard::default());
        }
        let occur = counted.boards[k].roles(replay, session.layer_of(replay));
        // Some may be there twice: it is asked only whether one is.
        found.roles.extend(occur);
        let moved = replay.tiles();
        if moved.is_empty() {
            let own = counted.tiles(session);
            seen.iter_mut().zip(own).for_each(|(seen, own)| *seen |= own);
        } else {
            let mut tiles = session.scene().tiles.clone();
            for (cell, tile) in moved {
                tiles[cell] = tile;
            }
            tiles.as_slice().iter().for_each(|&tile| seen[tile as usize] = true);
        }
        let few = size.area() <= 1 << 16;
        found.ties |= few && size.cells().any(|c| replay.equals(c).is_some());
        found.arrows |= few && size.cells().any(|c| replay.arrow(c).is_some());
        let figures = replay.figures();
        found.way |= replay.path().len() > 1 && !figures.iter().any(figures::draws_all_ways);
        for figure in figures.into_iter().filter(|f| !f.name.is_empty() && !f.points.is_empty()) {
            if !found.figures.iter().any(|(name, ..)| *name == figure.name) {
                found.figures.push((figure.name.clone(), figure.outline, figure.role, !figure.beads.is_empty()));
            }
        }
    }
    if !seen.contains(&true) {
        seen = counted.tiles(session);
    }
    found.tiles = Tile::ALL.iter().copied().filter(|&t| seen[t as usize]).collect();
    let found = Arc::new(found);
    ui.data_mut(|d| d.insert_temp(id, Arc::clone(&found)));
    found
}
