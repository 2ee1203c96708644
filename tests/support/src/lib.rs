//! Shared code of tests, benchmarks and the fuzzer: scenes from pictures, typed traces, logs with planted faults, random
//! commands, digests.
#![allow(missing_docs, reason = "only this repository reads it, and most names say enough")]
#![allow(
    clippy::implicit_hasher,
    clippy::missing_panics_doc,
    clippy::return_self_not_must_use,
    reason = "these are for libraries with users"
)]

pub mod bench;
pub mod digest;
pub mod faults;
pub mod files;
pub mod logs;
pub mod plans;
pub mod random;
pub mod share;
pub mod skip;

use gridscope::algorithms;
use gridscope::algorithms::astar::{AStar, AStarEvent, Outcome, Problem};
use gridscope::debugger::audit::Report;
use gridscope::formats::log::Bounds;
use gridscope::formats::{self, Content, FormatError, Options};
use gridscope::trace::algorithm::Algorithm as _;
use gridscope::trace::event::Event;
use gridscope::trace::observe::unhalted;
use gridscope::trace::progress::at_once;
use gridscope::trace::trace::breakpoint::Condition;
use gridscope::trace::trace::{Log, Player, Progress, Recorder, Replay, Trace};
use gridscope::trace::{Actor, ActorKind, Cell, Dir, Grid, Rng, Scene, Size, Tile, Weight};
use serde_json::Value;
use std::io::{BufRead, Read};
use std::marker::PhantomData;
use std::ops::Deref;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

pub use share::{cases, share};

/// Builds a scene from a picture: tiles and actors by their glyphs.
pub fn scene(picture: &str) -> Scene {
    let rows: Vec<&str> = picture.lines().map(str::trim).filter(|l| !l.is_empty()).collect();
    let size = Size::new(rows[0].chars().count() as u16, rows.len() as u16);
    let mut tiles = Grid::new(size, Tile::Floor);
    let mut actors = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        for (x, glyph) in row.chars().enumerate() {
            let cell = Cell::new(x as u16, y as u16);
            match Actor::from_glyph(glyph, cell, false) {
                Some(actor) => actors.push(actor),
                None => tiles[cell] = Tile::from_glyph(glyph).expect("a glyph of the table"),
            }
        }
    }
    let mut scene = Scene::new(tiles);
    scene.actors = actors;
    scene
}

/// Like [`scene`], but with parameters, given as `name=value`.
pub fn scene_with(picture: &str, params: &[&str]) -> Scene {
    let mut scene = scene(picture);
    set(&mut scene, params);
    scene
}

pub fn set(scene: &mut Scene, params: &[&str]) {
    for text in params {
        scene.run.params.set_text(text).expect("name=value");
    }
}

pub fn put(scene: &mut Scene, kind: ActorKind, x: u16, y: u16) {
    scene.actors.push(Actor::new(kind, Cell::new(x, y)));
}

pub fn problem(scene: &Scene) -> Problem {
    let params = scene.run.params.resolve(AStar::CARD.params).expect("parameters that fit");
    Problem::new(scene, &params, scene.run.seed).expect("a scene that can be run")
}

pub fn outcome(scene: &Scene) -> Outcome {
    unhalted(AStar::run(&problem(scene), &mut ()))
}

/// A trace whose event type is known.
pub struct Traced<E: Event>(Arc<Trace>, PhantomData<E>);

impl<E: Event> Traced<E> {
    pub fn new(trace: Trace) -> Self {
        Self(Arc::new(trace), PhantomData)
    }

    fn log(&self) -> Log<'_, E> {
        Log::of(&self.0).expect("events of that type")
    }

    pub fn events(&self) -> &[E] {
        self.log().events()
    }

    pub fn context(&self) -> &E::Context {
        self.log().context()
    }

    pub fn player(&self) -> Player {
        Player::new(Arc::clone(&self.0))
    }
}

impl<E: Event> Deref for Traced<E> {
    type Target = Trace;

    fn deref(&self) -> &Trace {
        &self.0
    }
}

pub fn trace(scene: &Scene) -> Traced<AStarEvent> {
    let problem = problem(scene);
    let progress = Progress::default();
    let mut recorder = Recorder::new(AStar::layout(&problem), &progress);
    let _ = AStar::run(&problem, &mut recorder);
    Traced::new(recorder.finish(AStar::context(&problem)))
}

/// The hits of a condition, found at once.
pub trait HitsOf {
    fn hits_of(&self, condition: &Condition) -> Vec<u32>;
}

impl HitsOf for Replay {
    fn hits_of(&self, condition: &Condition) -> Vec<u32> {
        at_once(self.hits(condition, &Progress::default())).expect("nobody stops it")
    }
}

pub fn audit(log: &formats::log::Log) -> Report {
    at_once(gridscope::debugger::audit::audit(log, &Progress::default())).expect("nobody stops it")
}

pub fn log_of(scene: &Scene, run: &Replay) -> Result<formats::log::Log, FormatError> {
    at_once(formats::trace_file::log_of(scene, run, &Progress::default()))
}

pub fn read_log(
    name: &str,
    source: impl BufRead,
    ground: Option<&Scene>,
    bounds: Bounds,
) -> Result<formats::log::Log, FormatError> {
    at_once(formats::log::Log::read_on(name, source, ground, bounds, &Progress::default()))
}

pub fn read_content_of(name: &str, from: &mut (dyn Read + Send), options: &Options) -> Result<Content, FormatError> {
    at_once(formats::read_content(name, from, options, &Progress::default()))
}

/// Runs a computation and stops it at its pause number `n`. Returns the number of its pauses, and its result.
pub fn stopped_at<T>(n: usize, progress: &Progress, computation: impl Future<Output = T>) -> (usize, T) {
    let (mut computation, mut context) = (pin!(computation), Context::from_waker(Waker::noop()));
    let mut pauses = 0;
    loop {
        if let Poll::Ready(result) = computation.as_mut().poll(&mut context) {
            return (pauses, result);
        }
        assert!(pauses < n, "it is stopped at pause {n}, and pauses again");
        pauses += 1;
        if pauses == n {
            progress.stop();
        }
    }
}

pub fn record(scene: &Scene) -> Replay {
    algorithms::record(scene, &Progress::default()).unwrap_or_else(|e| panic!("{}: {e}", scene.title))
}

/// Returns why a scene cannot be run.
pub fn refused(scene: &Scene) -> String {
    match algorithms::record(scene, &Progress::default()) {
        Ok(_) => panic!("it ran"),
        Err(error) => error.to_string(),
    }
}

pub fn outcome_json(scene: &Scene) -> Value {
    Value::clone(record(scene).outcome())
}

/// Returns the scene of a lesson.
pub fn lesson(id: &str) -> Scene {
    let preset = gridscope::presets::find(id).unwrap_or_else(|| panic!("there is no preset {id}"));
    preset.scene().unwrap_or_else(|e| panic!("{id}: {e}"))
}

/// Returns the run of a lesson, and the side-by-side ones.
pub fn runs(id: &str) -> Vec<Replay> {
    let all = gridscope::debugger::session::variants(&gridscope::registry(), &Arc::new(lesson(id)));
    all.iter().map(|(_, scene)| record(scene)).collect()
}

/// Returns how many events are of a kind.
pub fn count_of(run: &Replay, kind: &str) -> usize {
    (0..run.len()).filter(|&i| run.kind(i) == kind).count()
}

/// Returns a random item of a list.
pub fn one_of<T: Copy>(dice: &mut Rng, all: &[T]) -> T {
    all[dice.below(all.len() as u64) as usize]
}

/// Returns a tile by a random one of these glyphs. A glyph that is there twice is twice as likely.
pub fn any_tile(dice: &mut Rng, glyphs: &str) -> Tile {
    let glyphs: Vec<char> = glyphs.chars().collect();
    Tile::from_glyph(one_of(dice, &glyphs)).expect("a glyph of the table")
}

/// Returns the tiles of these glyphs.
pub fn tiles(glyphs: &str) -> Vec<Tile> {
    glyphs.chars().map(|glyph| Tile::from_glyph(glyph).expect("a glyph of the table")).collect()
}

/// Returns a random cell of a map of this size.
pub fn any_cell(size: Size, dice: &mut Rng) -> Cell {
    size.cell(dice.below(size.area() as u64) as usize)
}

/// Returns the path of an outcome as pairs.
pub fn pairs(value: &Value) -> Vec<(u64, u64)> {
    let pair = |c: &Value| (c[0].as_u64().expect("x"), c[1].as_u64().expect("y"));
    value.as_array().expect("a path").iter().map(pair).collect()
}

/// Builds a random map with a start and a goal. Every tile of `ground` is about equally likely.
pub fn random(dice: &mut Rng, most: u64, ground: &[Tile]) -> Scene {
    let size = Size::new(2 + dice.below(most - 1) as u16, 2 + dice.below(most - 1) as u16);
    let mut tiles = Grid::new(size, Tile::Floor);
    for c in size.cells() {
        tiles[c] = one_of(dice, ground);
    }
    let mut scene = Scene::new(tiles);
    for kind in [ActorKind::Guard, ActorKind::Goal] {
        scene.actors.push(Actor::new(kind, any_cell(size, dice)));
    }
    scene.run.seed = dice.below(1000);
    scene
}

/// Sets a weight on about a third of the cells.
pub fn weigh(scene: &mut Scene, dice: &mut Rng) {
    for cell in scene.size().cells().filter(|_| dice.below(3) == 0).collect::<Vec<_>>() {
        scene.set_weight(cell, Weight::from(1 + dice.below(9) as u8));
    }
}

/// Returns an actor with random fields.
pub fn random_actor(kind: ActorKind, at: Cell, size: Size, dice: &mut Rng) -> Actor {
    let cell = |dice: &mut Rng| Cell::new(dice.below(size.width as u64) as u16, dice.below(size.height as u64) as u16);
    let mut actor = Actor::new(kind, at);
    actor.set_facing((dice.below(3) == 0).then(|| Dir::ALL[dice.below(8) as usize]));
    match kind {
        ActorKind::Guard => {
            actor.set_range((dice.below(3) == 0).then(|| 1 + dice.below(25) as u32));
            actor.set_goal((dice.below(3) == 0).then(|| cell(dice)));
            actor.set_route((0..dice.below(2) * dice.below(4)).map(|_| cell(dice)).collect());
        }
        ActorKind::Lamp => actor.set_radius((dice.below(2) == 0).then(|| dice.below(9) as u32)),
        ActorKind::Unit => {
            actor.set_team(Some(1 + dice.below(2) as u8));
            actor.set_active(Some(dice.below(3) == 0));
        }
        ActorKind::Prisoner => actor.set_chained((dice.below(2) == 0).then_some(true)),
        ActorKind::Exit => actor.set_down((dice.below(2) == 0).then_some(dice.below(2) == 0)),
        ActorKind::Enemy => actor.set_hostile((dice.below(2) == 0).then_some(dice.below(2) == 0)),
        _ => {}
    }
    actor
}
