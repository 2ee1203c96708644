//! Ships as pictures, and values at moments of a run, for the tests of the air.

use gridscope::algorithms::atmosphere::{AirEvent, Atmosphere, Outcome};
use gridscope::algorithms::record;
use gridscope::trace::algorithm::Algorithm as _;
use gridscope::trace::observe::unhalted;
use gridscope::trace::progress::at_once;
use gridscope::trace::trace::{Progress, Recorder, Replay};
use gridscope::trace::view::picture::picture;
use gridscope::trace::{Actor, ActorKind, Cell, Grid, Rng, Scene, ScriptLine, Size, Tile, Verb};
use support::{Traced, one_of};

pub const SHIP: &str = "
    ~~~~~~~~~~~
    ~#########~
    ~#...#...#~
    ~#...+...#~
    ~#...#...#~
    ~#########~
    ~~~~~~~~~~~";

/// Builds a scene from a picture in which `~` is void.
pub fn ship(picture: &str) -> Scene {
    let rows: Vec<&str> = picture.lines().map(str::trim).filter(|l| !l.is_empty()).collect();
    let size = Size::new(rows[0].chars().count() as u16, rows.len() as u16);
    let mut scene = Scene::new(Grid::new(size, Tile::Floor));
    for (y, row) in rows.iter().enumerate() {
        for (x, glyph) in row.chars().enumerate() {
            let cell = Cell::new(x as u16, y as u16);
            match (glyph, Actor::from_glyph(glyph, cell, false)) {
                ('~', _) => scene.tiles[cell] = Tile::Void,
                (_, Some(actor)) => scene.actors.push(actor),
                _ => scene.tiles[cell] = Tile::from_glyph(glyph).expect("a glyph of the table"),
            }
        }
    }
    "atmosphere".clone_into(&mut scene.run.algorithm);
    scene
}

pub fn at(scene: &mut Scene, turn: u32, verb: Verb, x: u16, y: u16) {
    scene.script.push(ScriptLine { turn, verb, at: Cell::new(x, y), to: None, tile: None });
}

pub fn place(scene: &mut Scene, turn: u32, tile: &str, x: u16, y: u16) {
    let (at, tile) = (Cell::new(x, y), Some(tile.to_owned()));
    scene.script.push(ScriptLine { turn, verb: Verb::Place, at, to: None, tile });
}

pub fn set(scene: &mut Scene, text: &str) {
    scene.run.params.set_text(text).expect("name=value");
}

pub fn run(scene: &Scene) -> Replay {
    record(scene, &Progress::default()).unwrap_or_else(|e| panic!("{e}"))
}

pub fn error(scene: &Scene) -> String {
    record(scene, &Progress::default()).err().map(|e| e.to_string()).unwrap_or_default()
}

/// Moves the cursor to the end of the outermost phase with this name.
pub fn after(replay: &mut Replay, phase: &str) {
    let found = replay.phases().iter().find(|p| p.depth == 0 && replay.phase_name(p.start as usize) == phase).copied();
    replay.seek(found.unwrap_or_else(|| panic!("there is no {phase}")).end as usize);
}

/// Returns a layer's value of a cell, as text.
pub fn shows(replay: &Replay, name: &str, x: u16, y: u16) -> String {
    let layer = replay.schema().layers.iter().position(|l| l.name == name).expect("a layer");
    replay.value(layer, Cell::new(x, y)).map_or_else(|| "-".into(), |v| v.to_string())
}

pub fn sentences(replay: &Replay, kind: &str) -> Vec<String> {
    (0..replay.len()).filter(|&i| replay.kind(i) == kind).map(|i| replay.event(i).sentence).collect()
}

pub fn drawn(scene: &Scene, replay: &Replay, wanted: &str) {
    let wanted: Vec<String> =
        wanted.lines().map(|l| l.trim().replace('~', " ")).filter(|l| !l.trim().is_empty() || l.len() > 3).collect();
    let got = picture(scene, replay);
    assert_eq!(got.lines().collect::<Vec<_>>(), wanted, "\n{got}");
}

pub fn walls(replay: &Replay) -> usize {
    replay.size().cells().filter(|c| shows(replay, "pressure", c.x, c.y) == "pressure wall").count()
}

const KINDS: [ActorKind; 8] = [
    ActorKind::Bloat,
    ActorKind::Bloat,
    ActorKind::Bloat,
    ActorKind::Enemy,
    ActorKind::Explorer,
    ActorKind::Guard,
    ActorKind::Item,
    ActorKind::Prisoner,
];

/// Builds a fight on random ground, with script lines of all four verbs.
pub fn fight(dice: &mut Rng, ground: &[Tile]) -> Scene {
    let size = Size::new(5 + dice.below(8) as u16, 4 + dice.below(6) as u16);
    let mut scene = Scene::new(Grid::new(size, Tile::Floor));
    for cell in size.cells() {
        scene.tiles[cell] = one_of(dice, ground);
    }
    "atmosphere".clone_into(&mut scene.run.algorithm);
    let mut free: Vec<Cell> = size.cells().filter(|&c| scene.tiles[c] == Tile::Floor).collect();
    for _ in 0..3 + dice.below(6) {
        if free.is_empty() {
            break;
        }
        // Each actor has a cell of its own.
        let at = free.swap_remove(dice.below(free.len() as u64) as usize);
        scene.actors.push(Actor::new(one_of(dice, &KINDS), at));
    }
    let any = |dice: &mut Rng| size.cell(dice.below(size.area() as u64) as usize);
    for _ in 0..=dice.below(4) {
        let verb = one_of(dice, &[Verb::Shoot, Verb::Blast, Verb::Rocket, Verb::Burn]);
        let (at, to) = (any(dice), any(dice));
        let to = (verb != Verb::Blast).then_some(to);
        scene.script.push(ScriptLine { turn: dice.below(5) as u32, verb, at, to, tile: None });
    }
    scene.run.params.set_text("health=on").expect("name=value");
    scene.run.seed = dice.below(1000);
    scene
}

/// Returns the outcome of a fight, and its events.
pub fn fought(scene: &Scene) -> (Outcome, Traced<AirEvent>) {
    let params = scene.run.params.resolve(Atmosphere::CARD.params).expect("parameters that fit");
    let problem =
        at_once(Atmosphere::prepare(scene, &params, scene.run.seed, &Progress::default())).expect("a scene that runs");
    let progress = Progress::default();
    let mut recorder = Recorder::new(Atmosphere::layout(&problem), &progress);
    let outcome = unhalted(Atmosphere::run(&problem, &mut ()));
    let _ = Atmosphere::run(&problem, &mut recorder);
    (outcome, Traced::new(recorder.finish(Atmosphere::context(&problem))))
}
