//! What the explorer does besides walking, and what makes it stop: the ground that it was told to look out for.

use crate::common;
use gridscope::core::grid::Grid;
use gridscope::core::scene::Scene;

fn scene(rows: &[&str], set: &[&str]) -> Scene {
    let text = rows.join("\n");
    let mut scene = common::scene(&text.replace('?', "."));
    let glyphs = text.chars().filter(|&c| c != '\n');
    scene.known = Grid::from_vec(scene.size(), glyphs.map(|c| c != '?').collect());
    "auto-explore".clone_into(&mut scene.run.algorithm);
    common::set(&mut scene, set);
    scene
}

#[test]
fn interesting_ground_stops_a_run_once() {
    // The bend hides the swamp until the explorer has come round it.
    let rows = ["#########", "#@.....##", "######.##", "#\"\"....##", "#\"#######", "#.......#", "#########"];
    let found = |interesting: &str| {
        let mut all = scene(&rows, &[&format!("interesting={interesting}"), "radius=6"]);
        let mut known = Grid::new(all.size(), false);
        for c in all.size().cells().filter(|c| c.y < 2) {
            known[c] = true;
        }
        all.known = Some(known);
        common::record(&all).outcome().clone()
    };
    let (stopped, through) = (found("swamp"), found("nothing"));
    assert!(
        stopped["stopped"].as_str().is_some_and(|s| s.starts_with("Interesting ground in view, at (")),
        "{stopped}"
    );
    assert!(stopped["moves"].as_u64() < through["moves"].as_u64(), "{stopped} {through}");
    assert_eq!(found("lava"), through, "there is none");
    // What was known before is no news.
    let known = scene(&["#######", "#@.\"..?", "#######"], &["interesting=swamp"]);
    let said = common::record(&known).outcome()["stopped"].clone();
    assert!(said.as_str().is_some_and(|s| s.starts_with("Explored")), "{said}");
}

#[test]
fn with_terrain_costs_the_way_leads_round_the_swamp() {
    let rows = ["##########", "#@\"\"\"\".?##", "#.####.###", "#......###", "##########"];
    let path = |set: &str| common::record(&scene(&rows, &["picks=1", set])).outcome().clone();
    let (through, round) = (path("terrain-costs=off"), path("terrain-costs=on"));
    assert_eq!((&through["value"], &round["value"]), (&6.into(), &7.into()), "{through}\n{round}");
    assert!(common::pairs(&round["path"]).iter().all(|&(x, y)| y != 1 || x > 5), "{round}");
}
