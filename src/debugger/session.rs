//! A session: the document, its recorded runs on one clock, playback, breakpoints, and what is at hand.
//!
//! Recording may take long, so it is handed out as a [`Job`] that can run on any thread (or at once, by
//! [`Session::settle`]); its answer comes back through [`Session::finish`].

use super::command::{Brush, Command, Mode, Stride, Tool};
use super::document::Document;
use super::playback::Playback;
use crate::core::algorithms::{self, card::Card, card::LayerKind};
use crate::core::event::Level;
use crate::core::geometry::Cell;
use crate::core::grid::Grid;
use crate::core::scene::Scene;
use crate::core::terrain::Tile;
use crate::core::trace::breakpoint::Condition;
use crate::core::trace::replayer::next_moment;
use crate::core::trace::{Control, Replay};
use std::sync::Arc;
use std::sync::atomic::Ordering;

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

/// A breakpoint and where it hits.
#[derive(Clone, Debug)]
pub struct Breakpoint {
    /// When it stops.
    pub condition: Condition,
    /// Whether it stops.
    pub enabled: bool,
    /// The indices of the events at which it holds, ascending.
    pub hits: Vec<u32>,
}

/// Something to tell in passing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    /// Whether something went wrong.
    pub error: bool,
    /// One sentence.
    pub text: String,
}

/// A recording that somebody should do.
#[derive(Debug)]
pub struct Job {
    scene: Arc<Scene>,
    serial: u64,
    /// Shared with whoever may cancel.
    pub control: Arc<Control>,
}

/// Recorded runs, each with what sets it apart.
type Titled = Vec<(String, Box<dyn Replay>)>;

/// What came of a [`Job`].
pub struct Recorded {
    scene: Arc<Scene>,
    serial: u64,
    answer: Result<Titled, String>,
}

impl Job {
    /// Records the scene's run and those beside it.
    pub fn run(self) -> Recorded {
        let mut all = Vec::new();
        let mut answer = Ok(());
        for (title, scene) in variants(&self.scene) {
            match algorithms::record(&scene, &self.control) {
                Ok(replay) => all.push((title, replay)),
                Err(error) => {
                    answer = Err(error.to_string());
                    break;
                }
            }
        }
        Recorded { scene: self.scene, serial: self.serial, answer: answer.map(|()| all) }
    }
}

/// The scene itself, then each run beside it, titled by the parameters that differ.
fn variants(scene: &Arc<Scene>) -> Vec<(String, Arc<Scene>)> {
    let title = |over: &crate::core::params::Params| {
        over.0.iter().map(|(k, v)| format!("{k} {}", plain(v))).collect::<Vec<_>>().join(", ")
    };
    let mut all = Vec::with_capacity(scene.run.beside.len() + 1);
    // What the first run has where the others differ.
    let named: Vec<&String> = scene.run.beside.iter().flat_map(|p| p.0.keys()).collect();
    let mut own = scene.run.params.clone();
    own.0.retain(|k, _| named.contains(&k));
    all.push((if own.is_empty() { scene.title.clone() } else { title(&own) }, Arc::clone(scene)));
    for over in &scene.run.beside {
        let mut other = Scene::clone(scene);
        other.run.params = other.run.params.with(over);
        all.push((title(over), Arc::new(other)));
    }
    all
}

fn plain(value: &serde_json::Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// What a person is doing.
pub struct Session {
    /// The scene and its edits.
    pub document: Document,
    /// The run that is looked at.
    pub main: Option<Run>,
    /// Runs of the same scene with other parameters.
    pub beside: Vec<Run>,
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
    /// The cell under the pointer, wherever that is.
    pub hovered: Option<Cell>,
    /// What to tell in passing, oldest first; whoever tells it takes it away.
    pub notices: Vec<Notice>,
    /// A number that changes with each recording that comes in.
    pub generation: u64,
    stroke: Option<Stroke>,
    last_cell: Option<Cell>,
    /// Whether the scene has changed since the last job was handed out.
    stale: bool,
    running: Option<Arc<Control>>,
    /// Whether the next recording is the first of its scene, and where to stand in it.
    arriving: bool,
}

/// A stroke of the hand under way.
#[derive(Clone, Copy, Debug)]
struct Stroke {
    start: Cell,
    what: What,
}

#[derive(Clone, Copy, Debug)]
enum What {
    Paint(Tool, Tile),
    Drag(usize),
}

impl Session {
    /// A session on a scene; nothing is recorded yet.
    pub fn new(scene: Scene) -> Self {
        let mut session = Self {
            document: Document::new(scene, None),
            main: None,
            beside: Vec::new(),
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
            hovered: None,
            notices: Vec::new(),
            generation: 0,
            stroke: None,
            last_cell: None,
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
        self.breakpoints.clear();
        (self.selected, self.hovered, self.last_cell, self.chosen_kind) = (None, None, None, None);
        self.comparing = false;
        let speed = std::mem::take(&mut self.playback).speed;
        self.playback.speed = speed;
        self.arriving = true;
        self.layer = default_layer(self.card());
        self.stale = true;
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
        self.main.iter().chain(&self.beside).chain(previous)
    }

    /// How many events have happened, and how many there are.
    pub fn moment(&self) -> (usize, usize) {
        self.replay().map_or((0, 0), |r| (r.cursor(), r.len()))
    }

    // Recording

    /// The next recording to do, if there is one and none is under way.
    pub fn take_job(&mut self) -> Option<Job> {
        if !self.stale || self.running.is_some() {
            return None;
        }
        self.stale = false;
        let control = Arc::new(Control::default());
        self.running = Some(Arc::clone(&control));
        Some(Job { scene: Arc::new(self.scene().clone()), serial: self.document.serial(), control })
    }

    /// How far the recording under way is, 0 to 1.
    pub fn progress(&self) -> Option<f32> {
        self.running.as_ref().map(|c| c.progress.load(Ordering::Relaxed) as f32 / 1000.0)
    }

    /// Takes the answer of a job in: the old run becomes run B, the place in time is kept where it can be.
    pub fn finish(&mut self, recorded: Recorded) {
        self.generation += 1;
        let cancelled = self.running.take().is_some_and(|c| c.cancel.load(Ordering::Relaxed));
        let runs = match recorded.answer {
            Ok(runs) => runs,
            Err(problem) => {
                self.problem = Some(problem);
                self.retire();
                return;
            }
        };
        if cancelled && self.stale {
            return;
        }
        self.problem = None;
        let place = self.main.as_ref().map(|r| Place::of(&*r.replay));
        let same_stroke = self.main.as_ref().is_some_and(|r| r.serial == recorded.serial);
        if same_stroke {
            self.main = None;
        } else {
            self.retire();
        }
        let base = recorded.scene;
        let mut runs = runs.into_iter().zip(variants(&base)).map(|((title, replay), (_, scene))| Run {
            title,
            scene,
            replay,
            serial: recorded.serial,
        });
        self.main = runs.next();
        self.beside = runs.collect();
        if let Some(main) = &mut self.main {
            if let Some(text) = main.replay.halted() {
                self.notices
                    .push(Notice { error: true, text: format!("{text} ({} events are kept).", main.replay.len()) });
            }
            let at = match place.filter(|_| !std::mem::take(&mut self.arriving)) {
                Some(place) => place.on(&*main.replay),
                None => main.scene.run.at.unwrap_or(main.replay.len()),
            };
            self.arriving = false;
            for breakpoint in &mut self.breakpoints {
                breakpoint.hits = main.replay.hits(&breakpoint.condition);
            }
            self.playback.range = self.playback.range.filter(|r| r.1 <= main.replay.len());
            self.seek(at);
        }
    }

    /// The main run steps back to be run B.
    fn retire(&mut self) {
        if let Some(old) = self.main.take() {
            self.previous = Some(Run { title: "run B (before)".into(), ..old });
        }
    }

    /// Records at once, as often as needed; for tests and for programs without a worker.
    pub fn settle(&mut self) {
        while let Some(job) = self.take_job() {
            let recorded = job.run();
            self.finish(recorded);
        }
    }

    // Time

    /// Goes to a moment with every run that is shown: the others to the same step.
    fn seek(&mut self, at: usize) {
        let Some(main) = &mut self.main else { return };
        main.replay.seek(at);
        let place = Place::of(&*main.replay);
        for run in self.beside.iter_mut().chain(&mut self.previous) {
            let at = place.on(&*run.replay);
            run.replay.seek(at);
        }
    }

    /// Lets `seconds` of playing pass. Says whether it still plays.
    pub fn tick(&mut self, seconds: f64) -> bool {
        let (cursor, len) = self.moment();
        let breakpoints = &self.breakpoints;
        let hit = |from: usize| next_hit(breakpoints.iter().filter(|b| b.enabled).map(|b| &b.hits[..]), from);
        let to = self.playback.advance(seconds, cursor, len, hit);
        if to != cursor {
            self.seek(to);
        }
        self.playback.playing
    }

    /// The hits that Ctrl+→ and Ctrl+← stop at: those of the breakpoints, or the events of the chosen kind, or the
    /// events about the selected cell.
    fn stops(&self) -> Vec<Vec<u32>> {
        let Some(replay) = self.replay() else { return Vec::new() };
        let enabled: Vec<_> = self.breakpoints.iter().filter(|b| b.enabled).map(|b| b.hits.clone()).collect();
        if let Some(kind) = &self.chosen_kind {
            let mut all = enabled;
            all.push(replay.hits(&Condition::of_kind(kind)));
            all
        } else if !enabled.is_empty() {
            enabled
        } else {
            self.selected.map(|c| replay.history(c)).into_iter().collect()
        }
    }

    fn stride(&mut self, stride: Stride, forward: bool) {
        self.playback.playing = false;
        let Some(replay) = self.replay() else { return };
        let (cursor, len) = (replay.cursor(), replay.len());
        let to = match stride {
            Stride::Event => next_moment(replay, Level::Detail, forward),
            Stride::Step => next_moment(replay, Level::Step, forward),
            Stride::Phase => next_moment(replay, Level::Phase(0), forward),
            Stride::Hit | Stride::Tie => {
                let lists = if stride == Stride::Tie { vec![replay.ties().to_vec()] } else { self.stops() };
                let found = if forward {
                    next_hit(lists.iter().map(|l| &l[..]), cursor)
                } else {
                    lists
                        .iter()
                        .filter_map(|l| {
                            let k = l.partition_point(|&i| (i as usize) + 1 < cursor);
                            k.checked_sub(1).map(|k| l[k] as usize + 1)
                        })
                        .max()
                };
                let Some(found) = found else {
                    let what = match (stride, lists.is_empty()) {
                        (Stride::Tie, _) => "No further tie in this direction.",
                        (_, true) => "Set a breakpoint, choose a kind of event, or select a cell first.",
                        (_, false) => "No further hit in this direction.",
                    };
                    self.tell(what);
                    return;
                };
                found
            }
        };
        self.seek(to.min(len));
    }

    fn out(&mut self) {
        let Some(replay) = self.replay() else { return };
        let (cursor, len) = (replay.cursor(), replay.len());
        let inner = replay
            .phases()
            .iter()
            .filter(|p| (p.start as usize) < cursor && cursor < p.end as usize)
            .max_by_key(|p| p.depth);
        let to = inner.map_or(len, |p| p.end as usize);
        self.playback.playing = false;
        self.seek(to);
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
            Command::StrokeEnd => {
                self.stroke = None;
                self.document.end();
            }
            Command::LineFromLast(cell) => self.line_from_last(*cell),
            Command::DragBegin(cell) => {
                if let Some(index) = self.scene().actor_at(*cell) {
                    self.document.begin();
                    self.stroke = Some(Stroke { start: *cell, what: What::Drag(index) });
                }
            }
            Command::Pick(cell) => self.pick(*cell),
            Command::PutActor(kind, cell) => self.put_actor(*kind, *cell),
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
                if let Some(b) = self.breakpoints.get_mut(*i) {
                    b.enabled = !b.enabled;
                }
            }
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
        (run.at, run.beside) = (None, Vec::new());
        self.edit(|d| d.set_run(run, None));
        self.layer = default_layer(runner.card());
        self.breakpoints.retain(|b| b.condition.check.is_none() && b.condition.kind.is_none());
        self.chosen_kind = None;
        self.arriving = true;
    }

    fn toggle_break(&mut self, condition: &Condition) {
        if let Some(i) = self.breakpoints.iter().position(|b| b.condition == *condition) {
            self.breakpoints.remove(i);
            return;
        }
        let hits = self.replay().map_or_else(Vec::new, |r| r.hits(condition));
        self.breakpoints.push(Breakpoint { condition: condition.clone(), enabled: true, hits });
    }

    // Painting

    fn stroke_begin(&mut self, cell: Cell) {
        if !self.scene().size().contains(cell) {
            return;
        }
        let tool = self.tool;
        if tool == Tool::Eyedropper {
            self.pick(cell);
            return;
        }
        if let (Brush::Actor(kind), false) = (self.brush, tool == Tool::Erase) {
            self.put_actor(kind, cell);
            return;
        }
        let here = self.scene().tiles[cell];
        let tile = match self.brush {
            // The first cell of a stroke decides: on what is there already, the stroke erases.
            Brush::Tile(tile) if tool != Tool::Erase && tile != here => tile,
            _ => Tile::Floor,
        };
        self.document.begin();
        self.stroke = Some(Stroke { start: cell, what: What::Paint(tool, tile) });
        self.last_cell = Some(cell);
        self.stroke_over(tool, tile, cell, cell);
    }

    fn stroke_to(&mut self, cell: Cell) {
        let size = self.scene().size();
        let cell = Cell::new(cell.x.min(size.width - 1), cell.y.min(size.height - 1));
        let Some(stroke) = self.stroke else { return };
        match stroke.what {
            What::Paint(tool, tile) => {
                let from = self.last_cell.unwrap_or(stroke.start);
                self.stroke_over(
                    tool,
                    tile,
                    if tool == Tool::Brush || tool == Tool::Erase { from } else { stroke.start },
                    cell,
                );
                self.last_cell = Some(cell);
            }
            What::Drag(index) => {
                let mut actors = self.scene().actors.clone();
                if let Some(actor) = actors.get_mut(index) {
                    actor.at = cell;
                }
                self.edit(|d| d.set_actors(actors));
            }
        }
    }

    fn stroke_over(&mut self, tool: Tool, tile: Tile, from: Cell, to: Cell) {
        use super::paint::{fill, line, rectangle};
        let cells = match tool {
            Tool::Brush | Tool::Erase => line(from, to),
            Tool::Line | Tool::Rectangle => {
                self.document.rewind();
                if tool == Tool::Line { line(from, to) } else { rectangle(from, to) }
            }
            Tool::Fill => fill(&self.scene().tiles, to),
            Tool::Eyedropper => return,
        };
        if tool == Tool::Erase {
            let mut actors = self.scene().actors.clone();
            actors.retain(|a| !cells.contains(&a.at));
            self.edit(|d| d.set_actors(actors));
        }
        let cells: Vec<_> = cells.into_iter().map(|c| (c, tile)).collect();
        self.edit(|d| d.paint(cells));
        if matches!(tool, Tool::Line | Tool::Rectangle) {
            self.stale = true;
        }
    }

    fn line_from_last(&mut self, cell: Cell) {
        let from = self.last_cell.filter(|&c| self.scene().size().contains(c)).unwrap_or(cell);
        let tile = match self.brush {
            Brush::Tile(tile) if self.tool != Tool::Erase => tile,
            _ => Tile::Floor,
        };
        let cells = super::paint::line(from, cell).into_iter().map(|c| (c, tile));
        self.edit(|d| d.paint(cells));
        self.last_cell = Some(cell);
    }

    fn pick(&mut self, cell: Cell) {
        let Some(&tile) = self.scene().tiles.get(cell) else { return };
        let brush = match self.scene().actor_at(cell) {
            Some(i) => Brush::Actor(self.scene().actors[i].kind),
            None => Brush::Tile(tile),
        };
        self.apply(&Command::SetBrush(brush));
    }

    fn put_actor(&mut self, kind: crate::core::scene::ActorKind, cell: Cell) {
        use crate::core::scene::Actor;
        if !self.scene().size().contains(cell) {
            return;
        }
        let mut actors = self.scene().actors.clone();
        // Where the algorithm needs one of these, the old one gives way and its fields are kept if it is the same kind.
        let need = self.card().actors.iter().find(|n| n.kinds.contains(&kind));
        let mut actor = Actor::new(kind, cell);
        if let Some(need) = need {
            if let Some(old) = actors.iter().find(|a| a.kind == kind) {
                actor = Actor { at: cell, ..old.clone() };
            }
            actors.retain(|a| !need.kinds.contains(&a.kind));
        }
        actors.retain(|a| a.at != cell || a.kind != kind);
        actors.push(actor);
        self.edit(|d| d.set_actors(actors));
    }
}

/// The layer shown first: the first with numbers, else the first.
fn default_layer(card: &Card) -> usize {
    card.layers.iter().position(|l| l.kind == LayerKind::Scalar).unwrap_or(0)
}

/// The first moment after `from` at which one of the sorted lists of events hits.
fn next_hit<'a>(lists: impl Iterator<Item = &'a [u32]>, from: usize) -> Option<usize> {
    lists.filter_map(|l| l.get(l.partition_point(|&i| (i as usize) < from)).map(|&i| i as usize + 1)).min()
}

/// A place in time that means something in another run: the how-manieth step, and how many events after it.
#[derive(Clone, Copy, Debug)]
struct Place {
    steps: usize,
    after: usize,
    at_end: bool,
}

impl Place {
    fn of(replay: &dyn Replay) -> Self {
        let cursor = replay.cursor();
        let steps = replay.steps().partition_point(|&i| (i as usize) < cursor);
        let last = steps.checked_sub(1).map_or(0, |k| replay.steps()[k] as usize + 1);
        Self { steps, after: cursor - last, at_end: cursor == replay.len() }
    }

    fn on(self, replay: &dyn Replay) -> usize {
        if self.at_end {
            return replay.len();
        }
        let steps = replay.steps();
        let moment = |k: usize| steps.get(k).map_or(replay.len(), |&i| i as usize + 1);
        let last = self.steps.checked_sub(1).map_or(0, moment);
        // Not past the step that follows.
        let next = steps.get(self.steps).map_or(replay.len(), |&i| i as usize);
        (last + self.after).min(next)
    }
}
