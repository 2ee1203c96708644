//! A session: the document, its recorded runs on one clock, playback, breakpoints, and what is at hand.
//!
//! Recording may take long, so it is handed out as a [`Job`] that can run on any thread (or at once, by
//! [`Session::settle`]); its answer comes back through [`Session::finish`].

mod beside;
mod breaks;
mod predict;
mod recording;
mod strokes;
mod time;

pub use breaks::Breakpoint;
pub use predict::{Given, Predict};
pub use recording::{Job, Recorded};

use super::command::{Brush, Command, Mode, Tool};
use super::document::Document;
use super::playback::Playback;
use super::work::Desk;
use crate::core::algorithms::{self, card::Card};
use crate::core::geometry::Cell;
use crate::core::grid::Grid;
use crate::core::scene::{Bookmark, Scene, TileDetail};
use crate::core::terrain::Tile;
use crate::core::trace::breakpoint::Condition;
use crate::core::trace::replay::WhyNot;
use crate::core::trace::{Control, Replay};
use beside::Guest;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use strokes::Stroke;

/// One recorded run and the scene that it was recorded from.
pub struct Run {
    /// What sets it apart from the others.
    pub title: String,
    /// The scene.
    pub scene: Arc<Scene>,
    /// The run, with its cursor.
    pub replay: Box<dyn Replay>,
    /// The stroke of the document that it belongs to.
    serial: u64,
}

/// Something to tell in passing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    /// Whether something went wrong.
    pub error: bool,
    /// One sentence.
    pub text: String,
}

/// What a person is doing.
pub struct Session {
    /// The scene and its edits.
    pub document: Document,
    /// The run that is looked at.
    pub main: Option<Run>,
    /// Runs of the same scene with other parameters.
    pub beside: Vec<Run>,
    /// Runs of other files.
    pub guests: Vec<Run>,
    /// Run B: the one before the last edit.
    pub previous: Option<Run>,
    /// Whether run B is shown.
    pub comparing: bool,
    /// Why the scene can not be run, in a sentence.
    pub problem: Option<String>,
    /// Playing.
    pub playback: Playback,
    /// The breakpoints.
    pub breakpoints: Vec<Breakpoint>,
    /// The kind of event that *next hit* stops at where there is no breakpoint.
    pub chosen_kind: Option<String>,
    /// Edit or inspect.
    pub mode: Mode,
    /// The tool.
    pub tool: Tool,
    /// What is painted.
    pub brush: Brush,
    /// The layer that is shown, by its number on the card.
    pub layer: usize,
    /// The selected cell.
    pub selected: Option<Cell>,
    /// The cell, or the drawn path, that was asked why it did not win, and the answer for the main run.
    pub why_not: Option<(Vec<Cell>, WhyNot)>,
    /// The cell under the pointer, wherever that is.
    pub hovered: Option<Cell>,
    /// What comes next, being predicted.
    pub predict: Option<Predict>,
    /// What to tell in passing, oldest first; whoever tells it takes it away.
    pub notices: Vec<Notice>,
    /// Work that takes long, and what came of it.
    pub desk: Desk,
    /// A number that changes with each recording that comes in.
    pub generation: u64,
    /// Scenes of other files that wait for their recording.
    expected: Vec<Guest>,
    /// The pair whose two looks are shown once they are recorded: who sees, who does not see back.
    pair: Option<(Cell, Cell)>,
    stroke: Option<Stroke>,
    last_cell: Option<Cell>,
    /// The seed that was generated from last.
    pub(super) generated: u64,
    /// Whether the scene has changed since the last job was handed out.
    stale: bool,
    running: Option<Arc<Control>>,
    /// Whether the next recording is the first of its scene, and where to stand in it.
    arriving: bool,
}

impl Session {
    /// A session on a scene; nothing is recorded yet.
    pub fn new(scene: Scene) -> Self {
        let mut session = Self {
            document: Document::new(scene, None),
            main: None,
            beside: Vec::new(),
            guests: Vec::new(),
            expected: Vec::new(),
            pair: None,
            previous: None,
            comparing: false,
            problem: None,
            playback: Playback::default(),
            breakpoints: Vec::new(),
            chosen_kind: None,
            mode: Mode::Inspect,
            tool: Tool::Brush,
            brush: Brush::Tile(Tile::Wall),
            layer: 0,
            selected: None,
            why_not: None,
            hovered: None,
            predict: None,
            notices: Vec::new(),
            desk: Desk::default(),
            generation: 0,
            stroke: None,
            last_cell: None,
            generated: 0,
            stale: true,
            running: None,
            arriving: true,
        };
        session.arrive();
        session
    }

    /// Looks at another scene, as if just started with it. Tools and view stay.
    pub fn open(&mut self, scene: Scene, path: Option<std::path::PathBuf>) {
        self.document = Document::new(scene, path);
        self.arrive();
    }

    fn arrive(&mut self) {
        self.generation += 1;
        (self.main, self.previous, self.problem, self.stroke) = (None, None, None, None);
        self.beside.clear();
        self.guests.clear();
        self.expected.clear();
        self.breakpoints.clear();
        (self.selected, self.hovered, self.last_cell, self.chosen_kind) = (None, None, None, None);
        (self.why_not, self.predict) = (None, None);
        self.comparing = false;
        let speed = std::mem::take(&mut self.playback).speed;
        self.playback.speed = speed;
        self.arriving = true;
        self.layer = default_layer(self.card());
        self.stale = true;
    }

    /// The next recording is looked at from the scene's own moment, in its first layer.
    pub(super) fn arrive_anew(&mut self) {
        self.arriving = true;
        self.layer = default_layer(self.card());
    }

    /// The scene as it is now.
    pub const fn scene(&self) -> &Scene {
        self.document.scene()
    }

    /// The card of the scene's algorithm; the first of the list where there is no such algorithm.
    pub fn card(&self) -> &'static Card {
        algorithms::find(&self.scene().run.algorithm).unwrap_or(algorithms::LIST[0]).card()
    }

    /// The main run's replay.
    pub fn replay(&self) -> Option<&dyn Replay> {
        self.main.as_ref().map(|r| &*r.replay)
    }

    /// All runs that are shown, the main one first.
    pub fn shown(&self) -> impl Iterator<Item = &Run> {
        let previous = self.previous.as_ref().filter(|_| self.comparing);
        self.main.iter().chain(&self.beside).chain(previous).chain(&self.guests)
    }

    /// How many events have happened, and how many there are.
    pub fn moment(&self) -> (usize, usize) {
        self.replay().map_or((0, 0), |r| (r.cursor(), r.len()))
    }

    fn tell(&mut self, text: &str) {
        self.notices.push(Notice { error: false, text: text.to_owned() });
    }

    /// Tells an error in passing.
    pub fn fail(&mut self, text: impl Into<String>) {
        self.notices.push(Notice { error: true, text: text.into() });
    }

    // Commands

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
                let scene = super::paint::resized(self.scene(), *size);
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

    /// Runs an edit of the document and asks for a new recording where it changed something.
    fn edit(&mut self, change: impl FnOnce(&mut Document) -> bool) {
        if change(&mut self.document) {
            self.stale = true;
        }
    }

    /// Edits the bookmarks, which changes nothing of the run.
    fn bookmarks(&mut self, merge: Option<usize>, change: impl FnOnce(&mut Vec<Bookmark>)) {
        let mut run = self.scene().run.clone();
        change(&mut run.bookmarks);
        self.document.set_run(run, merge.map(|i| format!("bookmark {i}")).as_deref());
    }

    /// Asks about a cell, or about a path where there are more than one.
    fn ask_why_not(&mut self, cells: &[Cell]) {
        self.apply(&Command::Select(cells.last().copied()));
        match self.replay().map(|r| r.why_not_path(cells)) {
            Some(why) => self.why_not = Some((cells.to_vec(), why)),
            None => self.tell("Nothing is recorded yet, so nothing has won or lost."),
        }
    }

    fn set_seed(&mut self, seed: u64) {
        let mut run = self.scene().run.clone();
        run.seed = seed;
        self.edit(|d| d.set_run(run, Some("seed")));
    }

    /// Another algorithm; the parameters that it does not have are dropped.
    fn set_algorithm(&mut self, id: &str) {
        let Some(runner) = algorithms::find(id) else {
            self.fail(format!("there is no algorithm {id:?}"));
            return;
        };
        let mut run = self.scene().run.clone();
        id.clone_into(&mut run.algorithm);
        run.params.0.retain(|name, _| runner.card().params.iter().any(|p| p.name == name));
        (run.at, run.beside, run.bookmarks) = (None, Vec::new(), Vec::new());
        self.predict = None;
        self.edit(|d| d.set_run(run, None));
        self.layer = default_layer(runner.card());
        self.keep_general_breaks();
        self.chosen_kind = None;
        self.arriving = true;
    }
}

/// The number of the layer shown first.
fn default_layer(card: &Card) -> usize {
    card.layers.iter().position(|l| l.name == card.first_layer).unwrap_or(0)
}
