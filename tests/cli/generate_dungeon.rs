//! The generator of dungeons: rooms, doors, prisoners, guards and a way out.

use super::generate::{gridscope, make, regions};
use gridscope::algorithms::{self, record};
use gridscope::formats::{Options, read_bytes};
use gridscope::trace::generate::{SceneRequest, Unknown};
use gridscope::trace::scene::{ActorKind, Room};
use gridscope::trace::{Cell, Params, Progress, Rng, Size, Tile, Verb};

#[test]
fn generated_dungeon_has_rooms_prisoners_guards_and_exits() {
    for seed in 0..60 {
        let scene = gridscope::registry().generator("rooms-dungeon").expect("a dungeon").plain(seed).expect("a scene");
        scene.validate().unwrap_or_else(|e| panic!("{seed}: {e}"));
        let (all, reached) = regions(&scene);
        assert!((24..=40).contains(&scene.rooms.len()) && all == reached, "{seed}: {reached} of {all} cells");
        let count = |kind| scene.of_kind(kind).count();
        assert_eq!((count(ActorKind::Prisoner), count(ActorKind::Guard)), (64, 16), "{seed}");
        assert_eq!(scene.of_kind(ActorKind::Prisoner).filter(|p| p.chained() == Some(true)).count(), 16, "{seed}");
        assert!(scene.of_kind(ActorKind::Guard).all(|guard| guard.route().len() > 1), "{seed}");
        let out: Vec<_> = scene.of_kind(ActorKind::Exit).filter(|exit| exit.room().is_none()).collect();
        assert!(out.len() == 1 && out[0].at.x + 1 == scene.size().width, "{seed}");
        // Exits lead out of each room, and never in a circle.
        let lies_in =
            |c: Cell, room: &Room| (room.from.x..=room.to.x).contains(&c.x) && (room.from.y..=room.to.y).contains(&c.y);
        let mut done: Vec<&str> = scene.rooms.iter().filter(|r| lies_in(out[0].at, r)).map(|r| &*r.name).collect();
        for _ in 0..scene.rooms.len() {
            for exit in scene.of_kind(ActorKind::Exit) {
                let Some(own) = exit.room().filter(|own| !done.contains(own)) else { continue };
                let next = scene.rooms.iter().find(|r| r.name != own && lies_in(exit.at, r)).expect("a neighbour");
                let ways = scene.of_kind(ActorKind::Exit).filter(|e| e.room() == Some(own));
                let beyond = |c: Cell| scene.rooms.iter().find(|r| r.name != own && lies_in(c, r));
                let sure = ways.filter_map(|e| beyond(e.at)).all(|room| done.contains(&&*room.name));
                if sure && done.contains(&&*next.name) {
                    done.push(own);
                }
            }
        }
        assert_eq!(done.len(), scene.rooms.len(), "{seed}: rooms without a way, or exits in a circle");
        assert!(scene.script.iter().all(|line| line.verb == Verb::Smash), "{seed}");
    }
    let out = gridscope(&["generate", "rooms", "--dungeon", "--seed", "4"]);
    let scene = read_bytes("-", &out.stdout, &Options::default()).expect("a scene").scene;
    assert_eq!(scene, gridscope::registry().generator("rooms-dungeon").expect("a dungeon").plain(4).expect("a scene"));
    assert_eq!(scene.run.algorithm, "dungeon");
    for (args, words) in [
        (&["generate", "cave", "--dungeon"][..], "only with rooms"),
        (&["generate", "rooms", "--dungeon", "--size", "40x30"], "at least 48 × 32"),
    ] {
        let out = gridscope(args);
        let error = String::from_utf8_lossy(&out.stderr).into_owned();
        assert!(out.status.code() == Some(2) && error.contains(words), "{args:?}: {error}");
    }
}

/// Dungeons of any size, from the minimum on, can be run. Smaller ones have fewer prisoners, and no actor is in a wall.
#[test]
fn a_dungeon_of_any_size_can_be_run() {
    let mut dice = Rng::new(5);
    for seed in 0..40 {
        let least = gridscope::registry().generator("rooms-dungeon").expect("a dungeon").least;
        let side = |least: u16, dice: &mut Rng| least + dice.below(40) as u16;
        let size = Size::new(side(least.width, &mut dice), side(least.height, &mut dice));
        let size = if seed == 0 { least } else { size };
        let scene = make("rooms-dungeon", size, seed);
        assert!((24..=40).contains(&scene.rooms.len()), "{size} {seed}: {} rooms", scene.rooms.len());
        assert!(scene.of_kind(ActorKind::Prisoner).count() >= 20, "{size} {seed}");
        let feet = scene.actors.iter().filter(|a| a.kind != ActorKind::Exit).map(|a| a.at);
        assert!(feet.into_iter().all(|c| scene.tiles[c] == Tile::Floor), "{size} {seed}");
    }
}

/// Any algorithm can run a dungeon. If it allows only one guard, the others are removed.
#[test]
fn a_dungeon_can_be_given_to_every_algorithm() {
    let dungeon = gridscope::registry().generator("rooms-dungeon").expect("a generator");
    let wish = SceneRequest { size: dungeon.size, seed: 1, deck: 1, params: Params::default() };
    for runner in algorithms::all() {
        let id = runner.card().id;
        let scene = dungeon.scene_for(&wish, Some(runner.card()), Unknown::Nothing).expect("a scene");
        scene.validate().unwrap_or_else(|error| panic!("{id}: {error}"));
        let progress = Progress::default().with_budget(20_000);
        let run = record(&scene, &progress).unwrap_or_else(|error| panic!("{id}: {error}"));
        assert!(!run.is_empty(), "{id}");
    }
}
