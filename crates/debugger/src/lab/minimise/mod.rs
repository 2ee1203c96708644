//! Minimising a scene: removes every piece that can be removed while a symptom stays, until no single removal keeps it.
//! Large pieces are tried first, then smaller ones. (After A. Zeller and R. Hildebrandt, "Simplifying and Isolating
//! Failure-Inducing Input", 2002.)

mod claims;
mod symptom;

pub use claims::{Against, Counted, RunField, SettingTest};
pub use symptom::{FieldTest, NoSymptom, Symptom, SymptomError, words_of_line};

use crate::formats::plain::plain;
use crate::formats::{self, Format as _, FormatError};
use gridscope_trace::workers::Workers;
use gridscope_trace::{Cell, Grid, Progress, Scene, Size, Tile, Weight};
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hasher as _};
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// A piece that can be removed from a scene.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Piece {
    /// A row of the map.
    Row(usize),
    /// A column of the map.
    Column(usize),
    /// The tile of a cell, which becomes floor.
    Tile(Cell),
    /// An actor, by index.
    Actor(usize),
    /// A line of the script.
    Line(usize),
    /// A room.
    Room(usize),
    /// The details of a tile: an inner side, a key.
    Detail(Cell),
    /// The mask of known cells.
    Known,
    /// The weight of a cell.
    Weight(Cell),
    /// A parameter with a value of its own, by index in the order of names.
    Param(usize),
}

/// Functions that list the pieces of each kind in a scene, in order.
const KINDS: [fn(&Scene) -> Vec<Piece>; 10] = [
    |scene| sides(scene.size().height).map(Piece::Row).collect(),
    |scene| sides(scene.size().width).map(Piece::Column).collect(),
    |scene| (0..scene.actors.len()).map(Piece::Actor).collect(),
    |scene| (0..scene.script.len()).map(Piece::Line).collect(),
    |scene| (0..scene.rooms.len()).map(Piece::Room).collect(),
    |scene| scene.known.iter().map(|_| Piece::Known).collect(),
    |scene| scene.details.keys().map(|&c| Piece::Detail(c)).collect(),
    |scene| (0..scene.run.params.0.len()).map(Piece::Param).collect(),
    |scene| scene.size().cells().filter(|&c| scene.tiles[c] != Tile::Floor).map(Piece::Tile).collect(),
    |scene| scene.size().cells().filter(|&c| scene.weight(c).is_some()).map(Piece::Weight).collect(),
];

/// Returns the rows or columns that can be removed. The last one stays.
const fn sides(n: u16) -> Range<usize> {
    if n > 1 { 0..n as usize } else { 0..0 }
}

/// Returns all pieces of a scene, by kind.
pub fn pieces(scene: &Scene) -> Vec<Vec<Piece>> {
    KINDS.iter().map(|of| of(scene)).collect()
}

/// Returns the scene without some pieces of one kind, or `None` if nothing of the map would be left.
pub fn without(scene: &Scene, pieces: &[Piece]) -> Option<Scene> {
    let size = scene.size();
    let all: HashSet<&Piece> = pieces.iter().collect();
    let gone = |piece: &Piece| all.contains(piece);
    if matches!(pieces.first(), Some(Piece::Row(_) | Piece::Column(_))) {
        let columns: Vec<u16> = (0..size.width).filter(|&x| !gone(&Piece::Column(x as usize))).collect();
        let rows: Vec<u16> = (0..size.height).filter(|&y| !gone(&Piece::Row(y as usize))).collect();
        return cut(scene, &columns, &rows);
    }
    let mut new = scene.clone();
    let keeps_piece = |i: &mut usize, piece: fn(usize) -> Piece| {
        let keep = !gone(&piece(*i));
        *i += 1;
        keep
    };
    let (mut actor, mut line, mut room, mut param) = (0, 0, 0, 0);
    new.actors.retain(|_| keeps_piece(&mut actor, Piece::Actor));
    new.script.retain(|_| keeps_piece(&mut line, Piece::Line));
    new.rooms.retain(|_| keeps_piece(&mut room, Piece::Room));
    new.run.params.0.retain(|_, _| keeps_piece(&mut param, Piece::Param));
    for piece in pieces {
        match piece {
            Piece::Tile(cell) => new.tiles[*cell] = Tile::Floor,
            Piece::Detail(cell) => {
                new.details.remove(cell);
            }
            Piece::Known => new.known = None,
            Piece::Weight(cell) => _ = new.set_weight(*cell, Weight::NONE),
            _ => {}
        }
    }
    Some(new)
}

/// Returns the scene with only these columns and rows, in ascending order. Everything elsewhere is removed.
fn cut(scene: &Scene, columns: &[u16], rows: &[u16]) -> Option<Scene> {
    if columns.is_empty() || rows.is_empty() {
        return None;
    }
    let size = Size::new(columns.len() as u16, rows.len() as u16);
    let from = |c: Cell| Cell::new(columns[c.x as usize], rows[c.y as usize]);
    let to = |c: Cell| {
        let (x, y) = (columns.binary_search(&c.x).ok()?, rows.binary_search(&c.y).ok()?);
        Some(Cell::new(x as u16, y as u16))
    };
    let mut tiles = Grid::new(size, Tile::Floor);
    let mut known = scene.known.as_ref().map(|_| Grid::new(size, true));
    let weights = scene.weights.as_ref().map(|weights| {
        weights.arranged(|times| {
            let mut new = Grid::new(size, 0);
            size.cells().for_each(|c| new[c] = times[from(c)]);
            new
        })
    });
    for c in size.cells() {
        tiles[c] = scene.tiles[from(c)];
        if let (Some(new), Some(old)) = (&mut known, &scene.known) {
            new[c] = old[from(c)];
        }
    }
    let mut new = scene.clone();
    (new.tiles, new.known, new.weights) = (tiles, known, weights);
    new.drop_empty_weights();
    new.details = scene.details.iter().filter_map(|(&c, d)| Some((to(c)?, d.clone()))).collect();
    new.actors.retain_mut(|actor| {
        actor.map_cells(to);
        to(actor.at).inspect(|&at| actor.at = at).is_some()
    });
    new.script.retain_mut(|line| {
        let moved = line.to.map(to);
        let at = to(line.at);
        let whole = at.is_some() && moved != Some(None);
        (line.at, line.to) = (at.unwrap_or(line.at), moved.flatten());
        whole
    });
    // A room shrinks with its map.
    let last = |all: &[u16], x: u16| (all.partition_point(|&c| c <= x)).checked_sub(1);
    new.rooms.retain_mut(|room| {
        let first = |all: &[u16], x: u16| all.partition_point(|&c| c < x);
        let (x0, y0) = (first(columns, room.from.x), first(rows, room.from.y));
        let ends = last(columns, room.to.x).zip(last(rows, room.to.y));
        let Some((x1, y1)) = ends.filter(|&(x1, y1)| x0 <= x1 && y0 <= y1) else { return false };
        (room.from, room.to) = (Cell::new(x0 as u16, y0 as u16), Cell::new(x1 as u16, y1 as u16));
        true
    });
    Some(new)
}

/// Result of minimising a scene.
#[derive(Clone, Debug)]
pub struct ShrunkScene {
    /// The shrunk scene.
    pub scene: Scene,
    /// Number of scenes tried.
    pub trials: usize,
    /// Whether the user stopped it before it was finished.
    pub stopped: bool,
}

/// Number of times that the smallest scene is tried again if a program ran it.
const REPEATS: usize = 3;

/// Tries the smallest scene of a program some more times. Returns a sentence if the symptom was not there each time, as with
/// a program that answers by dice.
pub fn unsteady(program: &str, scene: &Scene, progress: &Progress, holds: Holds<'_>) -> Option<String> {
    let mut alike = 0;
    progress.in_order(
        REPEATS,
        |_, progress| holds(scene, progress),
        |holds| {
            alike += usize::from(holds == Some(true));
            true
        },
    );
    (alike < REPEATS).then(|| {
        format!(
            "{program} does not answer alike: {alike} of {REPEATS} more runs on the small map showed this; it may throw \
             dice that the scene's seed (run.seed) does not set"
        )
    })
}

/// Kind of run in each trial.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Runs {
    /// An algorithm of gridscope.
    Algorithm,
    /// Another program. Each run takes long enough for a thread of its own, on any map.
    Program,
}

/// Tests whether a scene has the symptom.
pub type Holds<'a> = &'a (dyn Fn(&Scene, &Progress) -> bool + Sync);

/// Removes everything that can be removed while `holds` stays true, until `progress` stops it. After each trial, `watch` gets
/// the number of trials and the smallest scene so far.
///
/// The next removals are tried side by side on the [threads](Progress::in_order) of `progress`. Each assumes
/// that the ones before it end as the last one did. The first that ends otherwise counts, and the trials after it do not, so
/// the result is that of one thread.
///
/// # Errors
/// Returns an error if the scene does not have the symptom to begin with.
pub fn minimise(
    scene: &Scene,
    progress: &Progress,
    runs: Runs,
    holds: Holds<'_>,
    watch: &mut dyn FnMut(usize, &Scene),
) -> Result<ShrunkScene, NoSymptom> {
    let mut best = scene.clone();
    // Notes and positions do not affect the run, so they are removed without a trial.
    best.notes.clear();
    best.run.forget_moments();
    if !holds(&best, progress) {
        return Err(NoSymptom::Plain);
    }
    let small = ShrunkScene { scene: best, trials: 1, stopped: false };
    let mut shrinking = Shrinking { small, succeeds: false, runs, refuted: HashSet::new(), progress, holds, watch };
    loop {
        let mut changed = false;
        for of in KINDS {
            changed |= shrinking.shrink(of);
            if shrinking.small.stopped {
                return Ok(shrinking.small);
            }
        }
        if !changed {
            return Ok(shrinking.small);
        }
    }
}

/// Returns a hash of a scene, or `None` if it cannot be written.
fn mark(scene: &Scene) -> Option<u64> {
    let scene_file = formats::scene_json::SceneJson.write(scene, &formats::Options::default()).ok()?;
    let mut hasher = DefaultHasher::new();
    hasher.write(&scene_file.bytes);
    Some(hasher.finish())
}

/// A scene that is being shrunk.
struct Shrinking<'a> {
    small: ShrunkScene,
    /// Whether the last removal kept the symptom, so that the next one probably does.
    succeeds: bool,
    /// Kind of run in each trial.
    runs: Runs,
    /// Marks of scenes without the symptom, which are not run again. On a uniform map, many removals give the same scene.
    refuted: HashSet<u64>,
    progress: &'a Progress,
    holds: Holds<'a>,
    watch: &'a mut dyn FnMut(usize, &Scene),
}

/// Number of cells up to which an algorithm is too fast for several threads: starting them, and trials that do not count,
/// cost more time than they save.
const QUICK: usize = 256 * 256;

/// Largest number of removals that are expected to succeed one after the other. Each removes the pieces of those before it
/// once more.
const TOGETHER: usize = 16;

/// Result of a removal.
#[derive(Default)]
struct Trial {
    /// Mark of the scene that it left. `None` if no map was left.
    mark: Option<u64>,
    /// Whether the scene was run. It is not if it is known not to have the symptom.
    was_run: bool,
    /// The scene, if it has the symptom.
    smaller: Option<Scene>,
}

impl Shrinking<'_> {
    /// Removes pieces of one kind: long runs of pieces first, then shorter ones, then single pieces. Returns whether
    /// anything was removed.
    fn shrink(&mut self, of: fn(&Scene) -> Vec<Piece>) -> bool {
        let mut changed = false;
        let mut all = of(&self.small.scene);
        let mut chunk = all.len();
        while chunk > 0 {
            let mut from = 0;
            while from < all.len() && !self.small.stopped {
                let (failed, removed) = self.remove_next(of, &all, from, chunk);
                // After a removal, the next pieces have moved to this index.
                from += failed * chunk;
                if removed {
                    all = of(&self.small.scene);
                    changed = true;
                }
            }
            if self.small.stopped {
                break;
            }
            chunk = if chunk == 1 { 0 } else { chunk.div_ceil(2) };
        }
        changed
    }

    /// Tries to remove chunks of the pieces, from an index on, until a removal ends otherwise than the last one did.
    /// Returns the number of chunks that must stay, and whether any was removed.
    fn remove_next(
        &mut self,
        of: fn(&Scene) -> Vec<Piece>,
        pieces: &[Piece],
        from: usize,
        chunk: usize,
    ) -> (usize, bool) {
        let pieces = &pieces[from..];
        let (progress, holds, watch, succeeds) = (self.progress, self.holds, &mut *self.watch, self.succeeds);
        let (scene, refuted) = (&self.small.scene, &self.refuted);
        // The first removal that leaves a scene. When the result of a later one counts, the first has failed.
        let first_trials: Mutex<HashMap<u64, usize>> = Mutex::default();
        let work = |index: usize, progress: &Progress| -> Trial {
            let end = pieces.len().min((index + 1) * chunk);
            let Some(smaller) = without(scene, &pieces[if succeeds { 0 } else { index * chunk }..end]) else {
                return Trial::default();
            };
            let mark = mark(&smaller);
            let is_refuted = mark.is_some_and(|mark| {
                let mut first_trials = first_trials.lock().unwrap_or_else(PoisonError::into_inner);
                refuted.contains(&mark) || (!succeeds && *first_trials.entry(mark).or_insert(index) < index)
            });
            let holds = !is_refuted && holds(&smaller, progress);
            Trial { mark, was_run: !is_refuted, smaller: holds.then_some(smaller) }
        };
        let (mut failed, mut smallest, mut refuted_marks) = (0, None, Vec::new());
        let (mut trials, mut last) = (self.small.trials, succeeds);
        let is_quick = self.runs == Runs::Algorithm && scene.size().area() <= QUICK;
        let workers = if is_quick { Workers::default() } else { progress.workers().clone() };
        let count = pieces.len().div_ceil(chunk).min(if succeeds { TOGETHER } else { usize::MAX });
        progress.clone().with_workers(workers).in_order(count, work, |trial: Option<Trial>| {
            let Some(trial) = trial else { return true };
            trials += 1;
            let succeeded = trial.smaller.is_some();
            last = if trial.was_run { succeeded } else { last };
            if succeeded {
                smallest = trial.smaller;
            } else {
                failed += 1;
                refuted_marks.extend(trial.mark);
            }
            watch(trials, smallest.as_ref().unwrap_or(scene));
            // Removals may leave fewer pieces than they take, such as the last row.
            succeeded == succeeds && smallest.as_ref().is_none_or(|scene| of(scene).len() > from)
        });
        // A trial that was stopped refutes nothing.
        let is_stopped = progress.is_stopped();
        self.refuted.extend(refuted_marks.into_iter().filter(|_| !is_stopped));
        self.small.trials = trials;
        self.small.stopped = is_stopped;
        self.succeeds = last;
        let removed = smallest.is_some();
        if let Some(smallest) = smallest {
            self.small.scene = smallest;
        }
        (failed, removed)
    }
}

/// Returns a Rust test that builds the scene and asserts the symptom.
///
/// # Errors
/// Returns an error if the scene cannot be written.
pub fn rust_test(scene: &Scene, keep: &Symptom) -> Result<String, FormatError> {
    let scene_file = formats::scene_json::SceneJson.write(scene, &formats::Options::default())?;
    // Escape characters that change the reading direction, as JSON does. The scene stays the same.
    let json = plain(String::from_utf8_lossy(&scene_file.bytes).trim_end()).into_owned();
    // Use enough `#` signs that the text cannot end the raw string.
    let longest = json.split('"').skip(1).map(|s| s.bytes().take_while(|&b| b == b'#').count()).max().unwrap_or(0);
    let fence = "#".repeat(longest + 1);
    Ok(format!(
        "#[test]\nfn keeps_the_symptom() {{\n    let text = r{fence}\"{json}\"{fence};\n    let scene = \
         gridscope::formats::read_bytes(\"the test\", text.as_bytes(), &Default::default()).expect(\"a scene\").scene;\n    \
         let keep: gridscope::debugger::lab::minimise::Symptom = {:?}.parse().expect(\"a symptom\");\n    \
         assert!(keep.holds(&scene, &Default::default()), \"{{keep}}\");\n}}\n",
        keep.to_string()
    ))
}
