//! What each command does to a session: one arm for each, and the longer ones in files of their own.

use super::Session;
use crate::core::grid::Grid;
use crate::core::scene::{Bookmark, Scene, TileDetail};
use crate::core::terrain::Tile;
use crate::core::trace::breakpoint::Condition;
use crate::debugger::command::{Brush, Command, Mode, Tool};
use crate::debugger::document::Document;
use crate::debugger::paint;
use std::sync::atomic::Ordering;

impl Session {
    /// Does what a command says. Commands that need a window (dialogs, panels, the clipboard) are left to it; the
    /// answer says whether this one was done here.
    pub fn apply(&mut self, command: &Command) -> bool {
        match command {
            Command::New(size) => self.open(Scene::new(Grid::new(*size, Tile::Floor)), None),
            Command::Generate(id) => self.generate(id),
            Command::OpenPreset(id) => match crate::presets::find(id).map(crate::presets::Preset::scene) {
                Some(Ok(scene)) => self.open(scene, None),
                Some(Err(error)) => self.fail(error.to_string()),
                None => self.fail(format!("there is no preset {id:?}")),
            },
            Command::Open(path) => self.open_file(path),
            Command::SaveAs(path) => {
                self.save_as(path);
            }
            Command::PasteText(text) => self.paste(text),
            Command::Undo => self.edit(Document::undo),
            Command::Redo => self.edit(Document::redo),
            Command::StrokeBegin(cell) => self.stroke_begin(*cell),
            Command::StrokeTo(cell) => self.stroke_to(*cell),
            Command::StrokeEnd => self.stroke_end(),
            Command::LineFromLast(cell) => self.line_from_last(*cell),
            Command::DragBegin(cell) => self.drag_begin(*cell),
            Command::Intervene(line) => self.intervene(line),
            Command::LookThrough(eyes) => {
                self.every_run().for_each(|run| run.replay.look_through(*eyes));
                self.look_through_own_eyes();
                self.generation += 1;
            }
            Command::Pick(cell) => self.pick(*cell),
            Command::PutActor(kind, cell) => self.put_actor(*kind, *cell),
            Command::SetActor(i, new) => {
                let mut actors = self.scene().actors.clone();
                if let Some(old) = actors.get_mut(*i) {
                    old.clone_from(new);
                    let scene = Scene { actors: actors.clone(), ..self.scene().clone() };
                    match scene.validate() {
                        Ok(()) => self.edit(|d| d.set_actors(actors, Some(&format!("actor {i}")))),
                        Err(error) => self.fail(error.to_string()),
                    }
                }
            }
            Command::SetDetail(cell, detail) => {
                let mut scene = self.scene().clone();
                if *detail == TileDetail::default() {
                    scene.details.remove(cell);
                } else {
                    scene.details.insert(*cell, detail.clone());
                }
                self.edit(|d| {
                    d.replace(scene);
                    true
                });
            }
            Command::Resize(size) => {
                let scene = paint::resized(self.scene(), *size);
                self.edit(|d| {
                    d.replace(scene);
                    true
                });
            }
            Command::Describe(title, notes) => {
                let mut scene = self.scene().clone();
                (scene.title, scene.notes) = (title.clone(), notes.clone());
                self.document.replace(scene);
            }
            Command::Replace(scene) => {
                let scene = Scene::clone(scene);
                self.edit(|d| {
                    d.replace(scene);
                    true
                });
            }
            Command::SetMode(mode) => self.mode = *mode,
            Command::ToggleMode => {
                self.mode = if self.mode == Mode::Edit { Mode::Inspect } else { Mode::Edit };
            }
            Command::SetTool(tool) => (self.tool, self.mode) = (*tool, Mode::Edit),
            Command::SetBrush(brush) => {
                (self.brush, self.mode) = (*brush, Mode::Edit);
                if matches!(self.tool, Tool::Erase | Tool::Eyedropper) {
                    self.tool = Tool::Brush;
                }
            }
            Command::TileKey(n) => {
                if let Some(&tile) = n.checked_sub(1).and_then(|n| Tile::ALL.get(n)) {
                    return self.apply(&Command::SetBrush(Brush::Tile(tile)));
                }
            }
            Command::SetAlgorithm(id) => self.set_algorithm(id),
            Command::SetParam(name, value) => {
                let mut run = self.scene().run.clone();
                if value.is_null() {
                    run.params.0.remove(name);
                } else {
                    run.params.set(name, value.clone());
                }
                self.edit(|d| d.set_run(run, Some(name)));
            }
            Command::SetSeed(seed) => self.set_seed(*seed),
            Command::NextSeed => self.set_seed(self.scene().run.seed.wrapping_add(1)),
            Command::Rerun => self.stale = true,
            Command::Cancel => {
                if let Some(control) = &self.running {
                    control.cancel.store(true, Ordering::Relaxed);
                }
            }
            Command::ToggleCompare => {
                if self.previous.is_none() {
                    self.tell("There is no run B yet: change something, and the run before becomes run B.");
                } else {
                    self.comparing = !self.comparing;
                }
            }
            Command::TogglePredict => self.toggle_predict(),
            Command::Guess(cell) => self.guess(*cell),
            Command::NextQuestion => self.next_question(),
            Command::AddBookmark => {
                let at = self.moment().0;
                if self.scene().run.bookmarks.iter().any(|b| b.at == at) {
                    self.tell("This moment has a bookmark already.");
                } else {
                    self.bookmarks(None, |all| {
                        all.push(Bookmark { at, note: String::new() });
                        all.sort_by_key(|b| b.at);
                    });
                }
            }
            Command::SetBookmark(i, new) => self.bookmarks(Some(*i), |all| {
                if let Some(old) = all.get_mut(*i) {
                    old.clone_from(new);
                }
            }),
            Command::SetQuestion(question) => {
                let mut run = self.scene().run.clone();
                run.question.clone_from(question);
                self.document.set_run(run, None);
            }
            Command::RemoveBookmark(i) => self.bookmarks(None, |all| {
                if *i < all.len() {
                    all.remove(*i);
                }
            }),
            Command::Begin(task) => self.desk.begin(task.clone()),
            Command::CancelWork => self.desk.cancel(),
            Command::ShowPair(a, b) => self.show_pair(*a, *b),
            Command::SaveTable(path) => self.save_table(path),
            Command::TakeSmall => match &self.desk.smaller {
                Some(smaller) => {
                    let scene = smaller.scene.clone();
                    self.apply(&Command::Replace(Box::new(scene)));
                }
                None => self.tell("No map was made small yet."),
            },
            Command::AddBeside(other) => self.add_beside(other.clone()),
            Command::SetBeside(i, other) => self.set_beside(*i, other),
            Command::RemoveBeside(i) => self.remove_beside(*i),
            Command::CompareWith(path) => self.compare_with(path),
            Command::RemoveGuest(i) => {
                if *i < self.guests.len() {
                    self.guests.remove(*i);
                    self.generation += 1;
                }
            }
            Command::ToParting(other) => self.go_to_parting(*other),
            Command::PlayPause => {
                let (cursor, len) = self.moment();
                if !self.playback.playing && cursor == len && len > 0 {
                    self.seek(self.playback.range.filter(|_| self.playback.looping).map_or(0, |r| r.0));
                }
                self.playback.playing = !self.playback.playing && len > 0;
            }
            Command::Forward(stride) => self.stride(*stride, true),
            Command::Back(stride) => self.stride(*stride, false),
            Command::Out => self.out(),
            Command::Seek(at) => {
                self.playback.playing = false;
                self.seek(*at);
            }
            Command::Home => return self.apply(&Command::Seek(0)),
            Command::End => return self.apply(&Command::Seek(usize::MAX)),
            Command::Faster => self.playback.change_speed(true),
            Command::Slower => self.playback.change_speed(false),
            Command::SetSpeed(speed) => self.playback.speed = speed.clamp(0.25, 1000.0),
            Command::ToggleLoop => {
                self.playback.looping = !self.playback.looping;
                if self.playback.looping && self.playback.range.is_none() {
                    self.tell("Shift+drag on the timeline chooses the range to loop.");
                }
            }
            Command::SetRange(range) => {
                self.playback.range = range.filter(|r| r.0 < r.1);
                self.playback.looping = self.playback.range.is_some();
            }
            Command::Select(cell) => self.selected = cell.filter(|&c| self.scene().size().contains(c)),
            Command::WhyNot(cell) => self.ask_why_not(&[*cell]),
            Command::WhyNotPath(path) => self.ask_why_not(path),
            Command::WhyNotHere => match self.hovered.or(self.selected) {
                Some(cell) => self.ask_why_not(&[cell]),
                None => self.tell("Point at a cell, or select one, to ask why it did not win."),
            },
            Command::BreakAt(cell) => self.toggle_break(&Condition::at_cell(*cell)),
            Command::BreakHere => match self.hovered.or(self.selected) {
                Some(cell) => self.toggle_break(&Condition::at_cell(cell)),
                None => self.tell("Point at a cell, or select one, to break there."),
            },
            Command::AddBreakpoint(condition) => {
                if !self.breakpoints.iter().any(|b| b.condition == *condition) {
                    self.toggle_break(condition);
                }
            }
            Command::RemoveBreakpoint(i) => {
                if *i < self.breakpoints.len() {
                    self.breakpoints.remove(*i);
                }
            }
            Command::ToggleBreakpoint(i) => {
                self.tune_break(*i, |b| b.enabled = !b.enabled);
            }
            Command::NoteOnly(i, notes) => self.tune_break(*i, |b| b.notes = *notes),
            Command::BreakOnNth(i, nth) => self.tune_break(*i, |b| b.nth = *nth),
            Command::ChooseKind(kind) => self.chosen_kind.clone_from(kind),
            Command::SetLayer(layer) => self.layer = (*layer).min(self.card().layers.len().saturating_sub(1)),
            _ => return false,
        }
        true
    }
}
