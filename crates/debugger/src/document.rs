//! The document: a scene, where it is kept, and every edit with its inverse.

use super::files::fingerprint_of;
use super::paint::Spans;
use super::painted::Painted;
use crate::core::geometry::{Cell, Size};
use crate::core::grid::Grid;
use crate::core::scene::{Actor, MAX_WEIGHT, RunSpec, Scene};
use crate::core::terrain::Tile;
use crate::formats::limits::exceeded;
use std::collections::VecDeque;
use std::path::PathBuf;

/// One reversible change.
#[derive(Clone, Debug)]
enum Change {
    /// Tiles of a map of that size.
    Tiles(Painted<Tile>, Size),
    /// Weights of cells.
    Weights(Painted<u8>),
    /// All actors: before and after.
    Actors(Vec<Actor>, Vec<Actor>),
    /// The run: before and after.
    Run(Box<(RunSpec, RunSpec)>),
    /// Everything: before and after.
    Whole(Box<(Scene, Scene)>),
}

impl Change {
    /// Whether the run is another one with it: titles, notes, slides and questions are told about a run and are no part of it.
    fn remakes_run(&self) -> bool {
        let another = |old: &RunSpec, new: &RunSpec| {
            let told =
                RunSpec { at: new.at, bookmarks: new.bookmarks.clone(), question: new.question.clone(), ..old.clone() };
            told != *new
        };
        match self {
            Self::Run(both) => another(&both.0, &both.1),
            Self::Whole(both) => {
                let (old, new) = (&both.0, &both.1);
                let mut told = old.clone();
                (told.title, told.notes) = (new.title.clone(), new.notes.clone());
                told.run.clone_from(&new.run);
                another(&old.run, &new.run) || told != *new
            }
            Self::Tiles(..) | Self::Weights(_) | Self::Actors(..) => true,
        }
    }

    /// The cells whose tiles it changes; none where that may be all.
    fn repaints(&self) -> Option<Box<[Cell]>> {
        match self {
            Self::Tiles(painted, map) if painted.cells.len() <= FEW => Some(painted.cells.cells(*map).collect()),
            Self::Whole(both) if both.0.tiles == both.1.tiles => Some(Box::default()),
            Self::Tiles(..) | Self::Whole(_) => None,
            Self::Weights(_) | Self::Actors(..) | Self::Run(_) => Some(Box::default()),
        }
    }
}

/// One entry of undo: what one stroke of the hand changed.
#[derive(Clone, Debug, Default)]
struct Stroke {
    changes: Vec<Change>,
    /// Names what may still grow, such as a slider that is being dragged.
    merge: Option<String>,
}

/// A scene that is being worked on.
#[derive(Clone, Debug)]
pub struct Document {
    scene: Scene,
    /// Where it is kept.
    pub path: Option<PathBuf>,
    /// What that file held when it was read or written here last, as a number.
    pub(super) on_disk: Option<u64>,
    undo: Vec<Stroke>,
    redo: Vec<Stroke>,
    open: Option<Stroke>,
    /// The length of `undo` at the last save; `None` when that state cannot be reached any more.
    saved: Option<usize>,
    /// Counts strokes, so that others can tell them apart.
    serial: u64,
    /// Counts changes, so that the window knows when to draw it again.
    revision: u64,
    /// Counts those of them that somebody made: a log that is followed changes its ground by itself.
    edits: u64,
    /// The cells whose tiles the last changes may have changed, the latest last; none of one that may have changed all.
    repainted: VecDeque<Option<Box<[Cell]>>>,
    /// Why the last change was not made, until somebody is told: no file could hold the scene.
    pub(super) refused: Option<String>,
}

/// Of how many changes it is known which tiles they changed: those of a few frames.
const KNOWN: usize = 64;
/// A change of more cells than this may as well have changed all.
const FEW: usize = 1 << 14;

impl Document {
    /// A document that was just opened.
    pub fn new(scene: Scene, path: Option<PathBuf>) -> Self {
        let on_disk = path.as_deref().and_then(fingerprint_of);
        Self::as_read(scene, path, on_disk)
    }

    /// The same, of a file that held this when it was read.
    pub(super) fn as_read(scene: Scene, path: Option<PathBuf>, on_disk: Option<u64>) -> Self {
        Self {
            scene,
            on_disk,
            path,
            undo: Vec::new(),
            redo: Vec::new(),
            open: None,
            saved: Some(0),
            serial: 0,
            revision: 0,
            edits: 0,
            repainted: VecDeque::new(),
            refused: None,
        }
    }

    /// The scene.
    pub const fn scene(&self) -> &Scene {
        &self.scene
    }

    /// Whether there is something that was not saved.
    pub fn is_changed(&self) -> bool {
        self.saved != Some(self.undo.len()) || self.open.is_some()
    }

    /// Whether somebody would miss what was not saved: every change of a file; of a lesson or a new map, which have none,
    /// those of the map, its text and its slides, for parameters and seeds are turned to try them out.
    pub fn loses_work(&self) -> bool {
        let kept = self.saved.unwrap_or(0).min(self.undo.len());
        let tried = |stroke: &Stroke| stroke.changes.iter().all(|change| matches!(change, Change::Run(_)));
        let unsaved = || self.undo[kept..].iter().chain(&self.open);
        let slides = &self.scene.run.bookmarks;
        let written = || !slides.is_empty() && *slides != self.run_as_kept().bookmarks;
        self.is_changed() && (self.path.is_some() || self.saved.is_none() || !unsaved().all(tried) || written())
    }

    /// The run as it was opened, or last saved: what the notes of the scene speak of.
    pub fn run_as_kept(&self) -> &RunSpec {
        let kept = self.saved.unwrap_or(0).min(self.undo.len());
        let changes = self.undo[kept..].iter().chain(&self.open).flat_map(|stroke| &stroke.changes);
        let mut before = changes.filter_map(|change| match change {
            Change::Run(both) => Some(&both.0),
            Change::Whole(both) => Some(&both.0.run),
            Change::Tiles(..) | Change::Weights(_) | Change::Actors(..) => None,
        });
        before.next().unwrap_or(&self.scene.run)
    }

    /// Notes that everything is saved.
    pub const fn mark_saved(&mut self) {
        self.saved = Some(self.undo.len());
    }

    /// Notes that nothing of it is saved: it was found again.
    pub const fn mark_unsaved(&mut self) {
        self.saved = None;
    }

    /// A number that changes with each new stroke, undo and redo.
    pub const fn serial(&self) -> u64 {
        self.serial
    }

    /// A number that changes with each change of the scene.
    pub const fn revision(&self) -> u64 {
        self.revision
    }

    /// A number that changes whenever somebody changes the scene.
    pub const fn edits(&self) -> u64 {
        self.edits
    }

    /// The cells that may have another tile than at an earlier revision, some of them more than once; none where that may be
    /// all.
    pub fn repainted_since(&self, revision: u64) -> Option<Vec<Cell>> {
        let changes = usize::try_from(self.revision.checked_sub(revision)?).ok()?;
        let first = self.repainted.len().checked_sub(changes)?;
        let mut all = Vec::new();
        for cells in self.repainted.range(first..) {
            all.extend_from_slice(cells.as_ref()?);
        }
        Some(all)
    }

    /// Counts a change that somebody makes, and notes whose tiles it may have changed.
    fn revise(&mut self, repainted: Option<Box<[Cell]>>) {
        self.edits += 1;
        self.repaint(repainted);
    }

    /// Counts a change.
    fn repaint(&mut self, repainted: Option<Box<[Cell]>>) {
        self.revision += 1;
        if self.repainted.len() == KNOWN {
            self.repainted.pop_front();
        }
        self.repainted.push_back(repainted);
    }

    /// How many strokes can be undone and redone.
    pub const fn depth(&self) -> (usize, usize) {
        (self.undo.len(), self.redo.len())
    }

    /// Begins a stroke: what follows until [`Document::end`] is one entry of undo.
    pub fn begin(&mut self) {
        self.end();
        self.serial += 1;
        self.open = Some(Stroke::default());
    }

    /// Ends the stroke. One that changed nothing leaves no entry.
    pub fn end(&mut self) {
        if let Some(stroke) = self.open.take()
            && !stroke.changes.is_empty()
        {
            self.push(stroke);
        }
    }

    fn push(&mut self, stroke: Stroke) {
        if self.saved.is_some_and(|s| s > self.undo.len()) {
            self.saved = None;
        }
        self.redo.clear();
        self.undo.push(stroke);
    }

    /// Records a change in the open stroke, or as a stroke of its own.
    fn record(&mut self, change: Change) {
        self.revise(change.repaints());
        if let Some(stroke) = &mut self.open {
            stroke.changes.push(change);
        } else {
            self.serial += 1;
            self.push(Stroke { changes: vec![change], merge: None });
        }
    }

    /// Paints cells. Says whether anything changed.
    pub fn paint(&mut self, cells: Spans, tile: Tile) -> bool {
        let map = self.scene.size();
        let painted = Painted::new(cells, tile, self.scene.tiles.as_mut_slice());
        painted.map(|painted| self.record(Change::Tiles(painted, map))).is_some()
    }

    /// Gives cells a weight, 0 for none. Says whether anything changed.
    pub fn weigh(&mut self, cells: Spans, weight: u8) -> bool {
        if weight == 0 && self.scene.weights.is_none() {
            return false;
        }
        let painted = Painted::new(cells, weight.min(MAX_WEIGHT), self.weights());
        self.scene.drop_empty_weights();
        painted.map(|painted| self.record(Change::Weights(painted))).is_some()
    }

    /// The weights of all cells; a scene without gets some that say nothing.
    fn weights(&mut self) -> &mut [u8] {
        let size = self.scene.size();
        self.scene.weights.get_or_insert_with(|| Grid::new(size, 0)).as_mut_slice()
    }

    /// Takes the open stroke back as if it had never begun.
    pub fn give_up(&mut self) {
        self.rewind();
        self.open = None;
    }

    /// Takes back what the open stroke did so far, so that it can be done differently.
    pub fn rewind(&mut self) {
        if let Some(mut stroke) = self.open.take() {
            for change in stroke.changes.drain(..).rev() {
                self.apply(&change, true);
            }
            self.open = Some(stroke);
        }
    }

    /// Replaces the actors. Successive changes that name the same thing in `merge` are one entry of undo. Says whether
    /// anything changed.
    pub fn set_actors(&mut self, actors: Vec<Actor>, merge: Option<&str>) -> bool {
        if self.scene.actors == actors {
            return false;
        }
        let held = exceeded(&self.scene).is_none();
        let before = std::mem::replace(&mut self.scene.actors, actors.clone());
        if held && self.refuses() {
            self.scene.actors = before;
            return false;
        }
        if let Some(Change::Actors(_, last)) = self.merged(merge) {
            *last = actors;
            self.revise(Some(Box::default()));
        } else {
            self.record(Change::Actors(before, actors));
            self.name(merge);
        }
        true
    }

    /// Replaces the run. Successive changes that name the same thing in `merge` are one entry of undo. Says whether anything
    /// changed.
    pub fn set_run(&mut self, run: RunSpec, merge: Option<&str>) -> bool {
        if self.scene.run == run {
            return false;
        }
        let held = exceeded(&self.scene).is_none();
        let before = std::mem::replace(&mut self.scene.run, run.clone());
        if held && self.refuses() {
            self.scene.run = before;
            return false;
        }
        if let Some(Change::Run(both)) = self.merged(merge) {
            both.1 = run;
            self.revise(Some(Box::default()));
        } else {
            self.record(Change::Run(Box::new((before, run))));
            self.name(merge);
        }
        true
    }

    /// The last change, where it goes by the same name and nothing has happened since.
    fn merged(&mut self, merge: Option<&str>) -> Option<&mut Change> {
        let open = self.redo.is_empty() && self.open.is_none() && self.saved != Some(self.undo.len());
        let last = self.undo.last_mut().filter(|_| open)?;
        if merge.is_some() && last.merge.as_deref() == merge { last.changes.last_mut() } else { None }
    }

    /// Names the last change, so that the next of that name is merged with it.
    fn name(&mut self, merge: Option<&str>) {
        if let (Some(name), Some(stroke), None) = (merge, self.undo.last_mut(), &self.open) {
            stroke.merge = Some(name.to_owned());
        }
    }

    /// Replaces the whole scene. Says whether it did.
    pub fn replace(&mut self, scene: Scene) -> bool {
        let held = exceeded(&self.scene).is_none();
        let before = std::mem::replace(&mut self.scene, scene.clone());
        if held && self.refuses() {
            self.scene = before;
            return false;
        }
        self.record(Change::Whole(Box::new((before, scene))));
        true
    }

    /// Takes the ground that a log shows while it grows. What somebody has written since, in place of what the log `said` before,
    /// stays: title, notes and all about the run. No stroke of before can be undone on another ground.
    pub(super) fn take_ground(&mut self, ground: &Scene, said: Option<&Scene>) {
        let own = &self.scene;
        let written = |same: fn(&Scene, &Scene) -> bool| said.map_or(!self.undo.is_empty(), |said| !same(own, said));
        let mut scene = ground.clone();
        if written(|a, b| a.title == b.title) {
            scene.title.clone_from(&own.title);
        }
        if written(|a, b| a.notes == b.notes) {
            scene.notes.clone_from(&own.notes);
        }
        if written(|a, b| a.run == b.run) {
            scene.run.clone_from(&own.run);
        }
        // A file holds what was there before.
        self.saved = (self.path.is_none() && !self.is_changed()).then_some(0);
        (self.scene, self.open) = (scene, None);
        self.undo.clear();
        self.redo.clear();
        self.repaint(None);
    }

    /// Whether no file could hold the scene as it is now. A scene that was too large before may still be changed.
    fn refuses(&mut self) -> bool {
        self.refused = exceeded(&self.scene);
        self.refused.is_some()
    }

    /// Takes the last stroke back. Says whether the run is another one then; none where there was nothing to do.
    pub fn undo(&mut self) -> Option<bool> {
        self.end();
        let stroke = self.undo.pop()?;
        self.serial += 1;
        for change in stroke.changes.iter().rev() {
            self.apply(change, true);
        }
        let remakes = stroke.changes.iter().any(Change::remakes_run);
        self.redo.push(stroke);
        Some(remakes)
    }

    /// Does the last stroke that was taken back again. Says whether the run is another one then; none where there was nothing to do.
    pub fn redo(&mut self) -> Option<bool> {
        self.end();
        let stroke = self.redo.pop()?;
        self.serial += 1;
        for change in &stroke.changes {
            self.apply(change, false);
        }
        let remakes = stroke.changes.iter().any(Change::remakes_run);
        self.undo.push(stroke);
        Some(remakes)
    }

    fn apply(&mut self, change: &Change, back: bool) {
        self.revise(change.repaints());
        match change {
            Change::Tiles(painted, _) if back => painted.back(self.scene.tiles.as_mut_slice()),
            Change::Tiles(painted, _) => painted.again(self.scene.tiles.as_mut_slice()),
            Change::Weights(painted) => {
                let weights = self.weights();
                if back {
                    painted.back(weights);
                } else {
                    painted.again(weights);
                }
                self.scene.drop_empty_weights();
            }
            Change::Actors(before, after) => {
                self.scene.actors.clone_from(if back { before } else { after });
            }
            Change::Run(both) => self.scene.run.clone_from(if back { &both.0 } else { &both.1 }),
            Change::Whole(both) => self.scene.clone_from(if back { &both.0 } else { &both.1 }),
        }
    }
}
