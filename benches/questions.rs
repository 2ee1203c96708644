//! Measures every question on a trace of about a million events, for every algorithm. Prints the times; the limit is
//! 100 ms.

use gridscope::algorithms;
use gridscope::debugger::lab::query;
use gridscope::trace::event::Tone;
use gridscope::trace::geometry::{Cell, Size};
use gridscope::trace::grid::Grid;
use gridscope::trace::progress::at_once;
use gridscope::trace::scene::{Actor, ActorKind, Scene, ScriptLine};
use gridscope::trace::terrain::{Tile, Verb};
use gridscope::trace::trace::breakpoint::Condition;
use gridscope::trace::trace::compare::first_divergence_of;
use gridscope::trace::trace::{Progress, Replay};
use std::hint::black_box;
use support::bench::{cave, house, patrols, race, scene};

/// Maximum time of an answer on a million events, in milliseconds. On longer traces it may take longer.
const LIMIT: f64 = 100.0;

/// Builds a scene that keeps an algorithm busy for about a million events.
fn busy(id: &str) -> Scene {
    use ActorKind as K;
    let (mut scene, params): (Scene, &[(&str, serde_json::Value)]) = match id {
        "astar" => (scene(384, 15, 11), &[("heuristic", "zero".into())]),
        "path-sampling" => (scene(32, 10, 11), &[("samples", 14_000.into())]),
        "flow-map" => {
            (field(400, 10, &[(K::Exit, &[20, 124]), (K::Prisoner, &[60, 100, 180, 228])]), &[("neighbours", 8.into())])
        }
        "shadowcast" => (field(900, 0, &[(K::Viewer, &[450])]), &[("variant", "symmetric".into())]),
        "knowledge" => (field(128, 2, &[(K::Viewer, &[20, 60, 100, 124])]), &[("turns", 60.into())]),
        "npc" => (field(400, 10, &[(K::Guard, &[20, 40, 60, 80]), (K::Goal, &[390])]), &[("knows", "map".into())]),
        "flee-map" => (field(512, 15, &[(K::Enemy, &[256])]), &[("threshold", 600.into())]),
        "guards" => (patrols("last-seen"), &[("max-turns", 20.into())]),
        "auto-explore" => (cave(128, 1), &[("resume", true.into())]),
        "autochess" => (fight(), &[("fight", true.into()), ("max-rounds", 1.into())]),
        "dungeon" => {
            let dungeon = gridscope::registry().generator("rooms-dungeon").expect("a generator");
            (dungeon.plain(2).expect("a dungeon"), &[("turns", 40.into())])
        }
        "ship" => (Scene::new(Grid::new(Size::new(100, 80), Tile::Floor)), &[("decks", 2.into())]),
        _ => (breached(), &[]),
    };
    for (name, value) in params {
        scene.run.params.set(name, value.clone());
    }
    scene.run.algorithm = id.into();
    scene
}

/// Builds a map with only these actors, each on the diagonal.
fn peopled(mut scene: Scene, actors: &[(ActorKind, &[u16])]) -> Scene {
    scene.actors.clear();
    for &(kind, at) in actors {
        for &x in at {
            let cell = Cell::new(x, x);
            scene.tiles[cell] = Tile::Floor;
            scene.actors.push(Actor::new(kind, cell));
        }
    }
    scene
}

fn field(side: u16, percent: u64, actors: &[(ActorKind, &[u16])]) -> Scene {
    peopled(Scene::new(scene(side, percent, 11).tiles), actors)
}

fn rooms(side: u16, actors: &[(ActorKind, &[u16])]) -> Scene {
    peopled(Scene::new(house(side)), actors)
}

/// Builds two rows of pieces with pillars between them.
fn fight() -> Scene {
    let mut scene = field(96, 12, &[]);
    for x in (8..88).step_by(10) {
        for (y, team) in [(2, 1), (93, 2)] {
            let cell = Cell::new(x, y);
            scene.tiles[cell] = Tile::Floor;
            let mut unit = Actor::new(ActorKind::Unit, cell);
            unit.set_team(Some(team));
            unit.set_active((x == 8 && team == 1).then_some(true));
            scene.actors.push(unit);
        }
    }
    scene
}

/// Builds a house in a vacuum, whose walls break one after the other.
fn breached() -> Scene {
    let mut scene = rooms(256, &[]);
    for turn in 0..20 {
        let at = Cell::new(8 * (1 + turn as u16), 4);
        scene.script.push(ScriptLine { turn, verb: Verb::Smash, at, to: None, tile: None });
    }
    scene
}

fn main() {
    let only: Option<String> = std::env::args().nth(1).filter(|a| !a.starts_with('-'));
    println!("Milliseconds; each at most {LIMIT} on a million events. What is above is marked.\n");
    for runner in algorithms::all() {
        let id = runner.card().id;
        if only.as_ref().is_none_or(|o| o == id) {
            match algorithms::record(&busy(id), &Progress::default()) {
                Ok(run) => ask(run, || algorithms::record(&busy(id), &Progress::default()).ok()),
                Err(error) => println!("{id}: {error}"),
            }
        }
    }
}

/// Asks a run every question.
fn ask(mut run: Replay, again: impl Fn() -> Option<Replay>) {
    let Some(other) = again() else { return };
    println!("{} ({} events)", run.schema().algorithm, run.len());
    let middle = run.len() / 2;
    run.seek(middle);
    let written = (middle..run.len()).find_map(|i| Some(run.event(i)).filter(|e| e.tone == Tone::Wrote)?.cell);
    let cell = written.unwrap_or(Cell::new(0, 0));
    let schema = run.schema();
    let mut conditions = vec![format!("at {},{}", cell.x, cell.y), format!("{} and not at 0,0", run.kinds()[0])];
    conditions.extend(run.fields().first().map(|f| format!("\"{f}\" >= 7")));
    conditions.extend(schema.layers.iter().map(|l| format!("layer \"{}\" changed", l.name)));
    conditions.extend(run.watch().iter().map(|(name, _)| format!("register \"{name}\" changed")));
    conditions.extend(schema.checks.iter().map(|c| format!("check \"{}\"", c.name)));
    conditions.extend(run.phases().get(1).map(|p| format!("phase \"{}\"", run.phase_name(p.start as usize))));
    let own: &Replay = &run;
    for text in conditions {
        let condition: Condition = text.parse().expect(&text);
        time(own.len(), &format!("hits of {text}"), &mut || {
            drop(black_box(at_once(own.hits(&condition, &Progress::default()))));
        });
    }
    let held = query::current_event(own, cell);
    time(own.len(), "history", &mut || drop(black_box(own.history(cell))));
    time(own.len(), "causes", &mut || drop(black_box(held.map(|i| query::causes(own, i)))));
    time(own.len(), "why not", &mut || drop(black_box(own.why_not(cell))));
    let path: Vec<Cell> =
        (0..20).map(|k| Cell::new(cell.x.saturating_sub(10) + k, cell.y)).filter(|c| own.size().contains(*c)).collect();
    time(own.len(), "why not a path", &mut || drop(black_box(own.why_not_path(&path))));
    time(own.len(), "next question", &mut || drop(black_box(own.question(middle).map(|(i, _)| own.answers(i)))));
    time(own.len(), "first divergence", &mut || {
        black_box(first_divergence_of(own, &other));
    });
    time(own.len(), "scores", &mut || drop(black_box(own.tables())));
    time(own.len(), "watch", &mut || drop(black_box(own.watch())));
    time(own.len(), "charts and roses", &mut || drop(black_box((own.charts(), own.roses()))));
    time(own.len(), "figures and tokens", &mut || drop(black_box((own.figures(), own.tokens()))));
    time(own.len(), "open list", &mut || drop(black_box(own.queue(100))));
    println!();
}

/// Times one question. The first time is measured separately, because it includes what is computed only once.
fn time(events: usize, what: &str, question: &mut dyn FnMut()) {
    let [first] = race(1, [question]);
    let [later] = race(2, [question]);
    let (first, later) = (first * 1e3, later * 1e3);
    let limit = LIMIT * (events as f64 / 1e6).max(1.0);
    let mark = if first > limit { "  <-- too slow" } else { "" };
    if first > 5.0 {
        println!("  {what:<56} {first:>9.2} first, {later:>9.2} later{mark}");
    }
}
