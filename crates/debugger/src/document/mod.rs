//! The document: a scene, its file, and the edits that can be undone. Painting, pieces, resizing and warnings are here.
//!
//! Commands that ask for an edit are in [`crate::session::command`]. Files are read and written in [`crate::disk`].

pub(crate) mod cell_edit;
mod change;
pub mod hand;
pub mod paint;
pub(crate) mod piece;
pub mod resize;
pub mod scene_warnings;
pub(crate) mod transform;

use crate::disk::files::fingerprint_of;
use crate::document::cell_edit::Painted;
use crate::document::paint::Spans;
use crate::formats::limits::exceeded;
use change::Change;
use gridscope_trace::scene::{Actor, RunSpec, Scene};
use gridscope_trace::{Cell, Tile, Weight};
use std::collections::VecDeque;
use std::path::PathBuf;

/// An undo entry: the changes of one stroke.
#[derive(Clone, Debug, Default)]
struct Stroke {
    changes: Vec<Change>,
    /// Name of an edit that may still grow, such as dragging a slider.
    merge: Option<String>,
}

/// A scene that is being edited.
#[derive(Clone, Debug)]
pub struct Document {
    scene: Scene,
    /// Path of its file, if it has one.
    pub path: Option<PathBuf>,
    /// Fingerprint of that file when it was last read or written here.
    pub(super) on_disk: Option<u64>,
    undo: Vec<Stroke>,
    redo: Vec<Stroke>,
    open: Option<Stroke>,
    /// Length of `undo` at the last save, or `None` if that state can no longer be reached.
    saved: Option<usize>,
    /// Number of strokes, so that other code can distinguish them.
    serial: u64,
    /// Number of changes, so that the window knows when to redraw.
    revision: u64,
    /// Number of changes made by the user. A followed log changes its map by itself.
    edits: u64,
    /// Cells whose tiles the latest changes may have affected, newest last. `None` for a change that may have affected
    /// all.
    repainted: VecDeque<Option<Box<[Cell]>>>,
    /// Why the last change was refused, until the user is told. No file could hold the scene.
    pub(super) refused: Option<String>,
}

/// Number of changes in `repainted`, enough for a few frames.
const KNOWN: usize = 64;

impl Document {
    /// Creates a document that was just opened.
    pub fn new(scene: Scene, path: Option<PathBuf>) -> Self {
        let on_disk = path.as_deref().and_then(fingerprint_of);
        Self::as_read(scene, path, on_disk)
    }

    /// Like [`Document::new`], but with the fingerprint that the file had when it was read.
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

    /// Returns the scene.
    pub const fn scene(&self) -> &Scene {
        &self.scene
    }

    /// Returns whether there are unsaved changes.
    pub fn is_changed(&self) -> bool {
        self.saved != Some(self.undo.len()) || self.open.is_some()
    }

    /// Returns whether closing would lose work. For a file, every unsaved change counts. A lesson or a new map
    /// has no file. For these, only changes of the map, its text and its slides count, because users change parameters
    /// and seeds just to try them out.
    pub fn loses_work(&self) -> bool {
        let saved_strokes = self.saved.unwrap_or(0).min(self.undo.len());
        let tried = |stroke: &Stroke| stroke.changes.iter().all(|change| matches!(change, Change::Run(_)));
        let unsaved = || self.undo[saved_strokes..].iter().chain(&self.open);
        let slides = &self.scene.run.slides;
        let has_new_slides = || !slides.is_empty() && *slides != self.saved_run().slides;
        self.is_changed() && (self.path.is_some() || self.saved.is_none() || !unsaved().all(tried) || has_new_slides())
    }

    /// Returns the run as it was opened or last saved. The notes of the scene describe that run.
    pub fn saved_run(&self) -> &RunSpec {
        let saved_strokes = self.saved.unwrap_or(0).min(self.undo.len());
        let changes = self.undo[saved_strokes..].iter().chain(&self.open).flat_map(|stroke| &stroke.changes);
        let mut before = changes.filter_map(|change| match change {
            Change::Run(both) => Some(&both.0),
            Change::Whole(both) => Some(&both.0.run),
            Change::Tiles(..) | Change::Weights(..) | Change::Actors(..) => None,
        });
        before.next().unwrap_or(&self.scene.run)
    }

    /// Returns the scene as it was opened or last saved.
    pub(crate) fn saved_scene(&self) -> Scene {
        let saved_strokes = self.saved.unwrap_or(0);
        let mut old = self.clone();
        old.end();
        while old.undo.len() > saved_strokes && old.undo().is_some() {}
        old.scene
    }

    /// Returns whether the map or its actors differ from the scene as it was opened or last saved.
    pub fn is_map_changed(&self) -> bool {
        let saved_strokes = self.saved.unwrap_or(0).min(self.undo.len());
        let mut changes = self.undo[saved_strokes..].iter().chain(&self.open).flat_map(|stroke| &stroke.changes);
        if changes.all(|change| matches!(change, Change::Run(_))) {
            return false;
        }
        let mut old = self.saved_scene();
        old.title.clone_from(&self.scene.title);
        old.notes.clone_from(&self.scene.notes);
        old.run.clone_from(&self.scene.run);
        old != self.scene
    }

    /// Marks everything as saved.
    pub(crate) const fn mark_saved(&mut self) {
        self.saved = Some(self.undo.len());
    }

    /// Marks everything as unsaved, after a recovery.
    pub(crate) const fn mark_unsaved(&mut self) {
        self.saved = None;
    }

    /// Returns a number that changes with each new stroke, undo and redo.
    pub const fn serial(&self) -> u64 {
        self.serial
    }

    /// Returns a number that changes with each change of the scene.
    pub const fn revision(&self) -> u64 {
        self.revision
    }

    /// Returns a number that changes whenever the user changes the scene.
    pub const fn edits(&self) -> u64 {
        self.edits
    }

    /// Returns the cells whose tiles may have changed since a revision, some of them more than once. Returns `None` if
    /// all may have changed.
    pub fn repainted_since(&self, revision: u64) -> Option<Vec<Cell>> {
        let changes = usize::try_from(self.revision.checked_sub(revision)?).ok()?;
        let first = self.repainted.len().checked_sub(changes)?;
        let mut all = Vec::new();
        for cells in self.repainted.range(first..) {
            all.extend_from_slice(cells.as_ref()?);
        }
        Some(all)
    }

    /// Counts a change made by the user, and records the cells whose tiles may have changed.
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

    /// Returns how many strokes can be undone and redone.
    pub const fn depth(&self) -> (usize, usize) {
        (self.undo.len(), self.redo.len())
    }

    /// Begins a stroke. All changes until [`Document::end`] form one undo entry.
    pub fn begin(&mut self) {
        self.end();
        self.serial += 1;
        self.open = Some(Stroke::default());
    }

    /// Ends the stroke. A stroke without changes leaves no entry.
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

    /// Paints cells. Returns whether anything changed.
    pub fn paint(&mut self, cells: Spans, tile: Tile) -> bool {
        let map = self.scene.size();
        let painted = Painted::new(cells, tile, self.scene.tiles.as_mut_slice());
        painted.map(|painted| self.record(Change::Tiles(painted, map))).is_some()
    }

    /// Sets the weight of cells. Returns whether anything changed.
    pub fn weigh(&mut self, cells: Spans, weight: Weight) -> bool {
        match &self.scene.weights {
            None if weight.is_none() => return false,
            // The weight needs another unit, which changes all numbers.
            Some(weights) if !weights.unit().is_multiple_of(weight.unit()) => {
                let before = self.scene.clone();
                let unit = weights.unit();
                let weights = change::weights(&mut self.scene, unit);
                weights.times_of(weight);
                if weights.unit() != unit {
                    self.record(Change::Whole(Box::new((before, self.scene.clone()))));
                }
            }
            _ => {}
        }
        let weights = change::weights(&mut self.scene, weight.unit());
        let (times, unit) = (weights.times_of(weight), weights.unit());
        let painted = Painted::new(cells, times, weights.times_mut().as_mut_slice());
        self.scene.drop_empty_weights();
        painted.map(|painted| self.record(Change::Weights(painted, unit))).is_some()
    }

    /// Cancels the open stroke and undoes its changes.
    pub fn give_up(&mut self) {
        self.rewind();
        self.open = None;
    }

    /// Undoes the changes of the open stroke, so that they can be made differently.
    pub(crate) fn rewind(&mut self) {
        if let Some(mut stroke) = self.open.take() {
            for change in stroke.changes.drain(..).rev() {
                self.apply(&change, true);
            }
            self.open = Some(stroke);
        }
    }

    /// Replaces the actors. Successive changes with the same name in `merge` form one undo entry. Returns whether
    /// anything changed.
    pub(crate) fn set_actors(&mut self, actors: Vec<Actor>, merge: Option<&str>) -> bool {
        if self.scene.actors == actors {
            return false;
        }
        let was_within_limits = exceeded(&self.scene).is_none();
        let before = std::mem::replace(&mut self.scene.actors, actors.clone());
        if was_within_limits && self.refuses() {
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

    /// Replaces the run, without names that no longer fit. Successive changes with the same name in `merge` form one undo entry. Returns whether anything
    /// changed.
    pub fn set_run(&mut self, mut run: RunSpec, merge: Option<&str>) -> bool {
        if self.scene.run == run {
            return false;
        }
        run.drop_outdated_names(&self.scene.run);
        let was_within_limits = exceeded(&self.scene).is_none();
        let before = std::mem::replace(&mut self.scene.run, run.clone());
        if was_within_limits && self.refuses() {
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

    /// Returns the last change, if it has the same name and nothing has happened since.
    fn merged(&mut self, merge: Option<&str>) -> Option<&mut Change> {
        let open = self.redo.is_empty() && self.open.is_none() && self.saved != Some(self.undo.len());
        let last = self.undo.last_mut().filter(|_| open)?;
        if merge.is_some() && last.merge.as_deref() == merge { last.changes.last_mut() } else { None }
    }

    /// Names the last change, so that the next one with this name is merged with it.
    fn name(&mut self, merge: Option<&str>) {
        if let (Some(name), Some(stroke), None) = (merge, self.undo.last_mut(), &self.open) {
            stroke.merge = Some(name.to_owned());
        }
    }

    /// Replaces the whole scene. Returns whether it was replaced.
    pub fn replace(&mut self, scene: Scene) -> bool {
        let was_within_limits = exceeded(&self.scene).is_none();
        let before = std::mem::replace(&mut self.scene, scene.clone());
        if was_within_limits && self.refuses() {
            self.scene = before;
            return false;
        }
        self.record(Change::Whole(Box::new((before, scene))));
        true
    }

    /// Uses the map of a growing log. Keeps the user's changes to the title, the notes and the run since the log was
    /// last shown as `said`. Clears undo, because its strokes belong to the old map.
    pub(super) fn take_ground(&mut self, ground: &Scene, said: Option<&Scene>) {
        let own = &self.scene;
        let has_user_change =
            |same: fn(&Scene, &Scene) -> bool| said.map_or(!self.undo.is_empty(), |said| !same(own, said));
        let mut scene = ground.clone();
        if has_user_change(|a, b| a.title == b.title) {
            scene.title.clone_from(&own.title);
        }
        if has_user_change(|a, b| a.notes == b.notes) {
            scene.notes.clone_from(&own.notes);
        }
        if has_user_change(|a, b| a.run == b.run) {
            scene.run.clone_from(&own.run);
        }
        // The file holds the old map.
        self.saved = (self.path.is_none() && !self.is_changed()).then_some(0);
        (self.scene, self.open) = (scene, None);
        self.undo.clear();
        self.redo.clear();
        self.repaint(None);
    }

    /// Returns whether no file could hold the current scene. Callers ask only if the scene was small enough before, so
    /// that a scene that was too large can still be edited.
    fn refuses(&mut self) -> bool {
        self.refused = exceeded(&self.scene);
        self.refused.is_some()
    }

    /// Undoes the last stroke. Returns whether the run must be recorded again, or `None` if there was nothing to undo.
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

    /// Redoes the last stroke that was undone. Returns whether the run must be recorded again, or `None` if there was
    /// nothing to redo.
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
        change.apply(&mut self.scene, back);
    }
}
