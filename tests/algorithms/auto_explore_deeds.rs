//! Actions of the explorer other than walking, and interesting ground that stops it.

use gridscope::trace::{Cell, Grid, Scene, Tile};
use support::count_of;

fn scene(rows: &[&str], set: &[&str]) -> Scene {
    let text = rows.join("\n");
    let mut scene = support::scene(&text.replace('?', "."));
    let glyphs = text.chars().filter(|&c| c != '\n');
    scene.known = Grid::from_vec(scene.size(), glyphs.map(|c| c != '?').collect());
    "auto-explore".clone_into(&mut scene.run.algorithm);
    support::set(&mut scene, set);
    scene
}

#[test]
fn interesting_ground_stops_a_run_once() {
    // The bend hides the swamp until the explorer is past it.
    let rows = ["#########", "#@.....##", "######.##", "#\"\"....##", "#\"#######", "#.......#", "#########"];
    let found = |interesting: &str| {
        let mut all = scene(&rows, &[&format!("interesting={interesting}"), "radius=6"]);
        let mut known = Grid::new(all.size(), false);
        for c in all.size().cells().filter(|c| c.y < 2) {
            known[c] = true;
        }
        all.known = Some(known);
        support::record(&all).outcome().clone()
    };
    let (stopped, through) = (found("swamp"), found("nothing"));
    assert!(
        stopped["stopped"].as_str().is_some_and(|s| s.starts_with("Stopped: interesting ground is in view at (")),
        "{stopped}"
    );
    assert!(stopped["moves"].as_u64() < through["moves"].as_u64(), "{stopped} {through}");
    assert_eq!(found("lava"), through, "there is none");
    // Ground that was known before does not stop it.
    let known = scene(&["#######", "#@.\"..?", "#######"], &["interesting=swamp"]);
    let said = support::record(&known).outcome()["stopped"].clone();
    assert!(said.as_str().is_some_and(|s| s.starts_with("Explored")), "{said}");
}

#[test]
fn with_terrain_costs_the_path_avoids_the_swamp() {
    let rows = ["##########", "#@\"\"\"\".?##", "#.####.###", "#......###", "##########"];
    let path = |set: &str| support::record(&scene(&rows, &["picks=1", set])).outcome().clone();
    let (through, round) = (path("terrain-costs=off"), path("terrain-costs=on"));
    assert_eq!((&through["value"], &round["value"]), (&6.into(), &7.into()), "{through}\n{round}");
    assert!(support::pairs(&round["path"]).iter().all(|&(x, y)| y != 1 || x > 5), "{round}");
}

#[test]
fn trap_beside_the_path_is_disarmed_by_dice() {
    let rows = ["#######", "#@....#", "#.^^.?#", "#.....#", "#######"];
    let (mut tried, mut failed) = (0, 0);
    for seed in 0..200 {
        let mut scene = scene(&rows, &["actions=on", "radius=2"]);
        scene.run.seed = seed;
        let run = support::record(&scene);
        let rolls = (0..run.len()).filter(|&i| run.kind(i) == "tried").map(|i| run.event_json(i));
        let rolls: Vec<u64> = rolls.map(|e| e["roll"].as_u64().expect("a roll")).collect();
        let missed = rolls.iter().filter(|&&roll| roll >= 80).count();
        assert_eq!(
            count_of(&run, "changed"),
            rolls.len() - missed,
            "each that succeeds takes a trap away, seed {seed}"
        );
        (tried, failed) = (tried + rolls.len(), failed + missed);
        // Each takes a turn.
        let (moves, turns) = (&run.outcome()["moves"], run.outcome()["turns"].as_u64());
        assert_eq!(turns, moves.as_u64().map(|moves| moves + rolls.len() as u64), "seed {seed}");
        // Traps that can be disarmed are not stepped on.
        let mut armed = scene.tiles.clone();
        for i in 0..run.len() {
            let Some(cell) = run.trace().cell(i) else { continue };
            match run.kind(i) {
                "changed" => armed[cell] = Tile::Floor,
                "moved" => assert_ne!(armed[cell], Tile::Trap, "seed {seed}, event {i}"),
                _ => {}
            }
        }
    }
    // 20 percent, give or take.
    assert!(tried > 200 && (10..30).contains(&(100 * failed / tried)), "{failed} of {tried}");
}

#[test]
fn weaker_enemies_are_bumped_and_stronger_enemies_interrupt() {
    let rows = ["#########", "#@..M..?#", "#########"];
    let stopped = |own: u32, other: Option<u32>, actions: &str| {
        let mut scene = scene(&rows, &[actions, "radius=3"]);
        scene.actors[0].set_strength(Some(own));
        scene.actors[1].set_strength(other);
        let run = support::record(&scene);
        (
            count_of(&run, "bumped"),
            run.outcome()["stopped"].as_str().map(|s| s.starts_with("Stopped: an enemy is in view")),
        )
    };
    assert_eq!(stopped(2, Some(1), "actions=on"), (1, Some(false)));
    assert_eq!(stopped(2, Some(2), "actions=on"), (0, Some(true)), "no less");
    assert_eq!(stopped(2, None, "actions=on"), (0, Some(true)), "nobody knows how strong");
    assert_eq!(stopped(2, Some(1), "actions=off"), (0, Some(true)));
}

#[test]
fn hurt_explorer_rests_out_of_enemies_sight() {
    let turns = |rows: &[&str], hurt: u32| {
        let mut scene = scene(rows, &["actions=on", "radius=2"]);
        scene.actors[0].set_strength(Some(9));
        scene.actors[0].set_hurt(Some(hurt));
        for actor in scene.actors.iter_mut().skip(1) {
            actor.set_strength(Some(1));
        }
        let run = support::record(&scene);
        (count_of(&run, "rested"), run.outcome()["turns"].as_u64(), run.outcome()["moves"].as_u64())
    };
    let alone = ["#########", "#@.....?#", "#########"];
    assert_eq!(turns(&alone, 0), (0, Some(4), Some(4)));
    assert_eq!(turns(&alone, 4), (4, Some(8), Some(4)));
    // The explorer reaches the enemy, bumps it, and then rests.
    let watched = ["#########", "#@.M...?#", "#########"];
    assert_eq!(turns(&watched, 4), (4, Some(9), Some(4)));
    // Two steps through lava are two turns of rest.
    let lava = ["#########", "#@.!!..?#", "#########"];
    assert_eq!(turns(&lava, 0), (2, Some(6), Some(4)));
}

#[test]
fn acting_run_continues_past_items_and_doors() {
    let rows = ["#########", "#@.$.+..#", "#########"];
    let mut all = scene(&rows, &["actions=on"]);
    let mut known = Grid::new(all.size(), true);
    known[Cell::new(7, 1)] = false;
    known[Cell::new(6, 1)] = false;
    all.known = Some(known);
    let run = support::record(&all);
    assert_eq!(
        (count_of(&run, "visited"), run.outcome()["stopped"].as_str().map(|s| s.starts_with("Explored"))),
        (1, Some(true))
    );
    support::set(&mut all, &["actions=off"]);
    assert_eq!(support::record(&all).outcome()["stopped"], "Reached the item at (3,1).");
}
