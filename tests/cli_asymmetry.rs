//! `gridscope asymmetry`: against looking from every floor to every other.

use gridscope::core::algorithms;
use gridscope::core::geometry::Cell;
use gridscope::core::scene::{ActorKind, Scene};
use serde_json::Value;
use std::collections::BTreeSet;
use std::process::Command;

fn run(args: &[&str]) -> (i32, String, String) {
    let out = Command::new(env!("CARGO_BIN_EXE_gridscope")).args(args).output().expect("the program runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (out.status.code().unwrap_or(-1), text(&out.stdout), text(&out.stderr))
}

/// Whom the viewer sees from a cell, by the outcome of the run.
fn seen(scene: &Scene, from: Cell) -> BTreeSet<Cell> {
    let mut scene = scene.clone();
    for actor in scene.actors.iter_mut().filter(|a| a.kind == ActorKind::Viewer) {
        actor.at = from;
    }
    let runner = algorithms::find("shadowcast").expect("it is there");
    let outcome = runner.outcome(&scene, &scene.run.params, 1).expect("it runs");
    let lit =
        |c: &Cell| outcome["visible_rows"][c.y as usize].as_str().is_some_and(|r| r.as_bytes()[c.x as usize] == b'1');
    scene.size().cells().filter(lit).collect()
}

#[test]
fn all_pairs_of_a_map() {
    let scene = gridscope::presets::find("i-see-you").expect("a preset").scene().expect("a scene");
    for (variant, total) in [("recursive", 356), ("strips", 192), ("bergstrom", 156), ("portal", 176), ("symmetric", 0)]
    {
        let (code, out, _) = run(&["asymmetry", "i-see-you", "--set", &format!("variant={variant}"), "--json"]);
        assert_eq!(code, 0);
        let answer: Value = serde_json::from_str(&out).expect("JSON");
        assert_eq!(answer["pairs"], total, "{variant}");
        let cell = |v: &Value| Cell::new(v[0].as_u64().expect("x") as u16, v[1].as_u64().expect("y") as u16);
        let list = answer["list"].as_array().expect("a list");
        let listed: BTreeSet<(Cell, Cell)> = list.iter().map(|p| (cell(&p[0]), cell(&p[1]))).collect();
        assert_eq!(listed.len(), total);
        // By hand.
        let mut scene = scene.clone();
        scene.run.params.set("variant", variant);
        let floors: Vec<Cell> = scene.size().cells().filter(|&c| scene.tiles[c].info().name != "wall").collect();
        let sees: Vec<BTreeSet<Cell>> = floors.iter().map(|&c| seen(&scene, c)).collect();
        let mut expected = BTreeSet::new();
        for (i, &a) in floors.iter().enumerate() {
            for (j, &b) in floors.iter().enumerate() {
                if sees[i].contains(&b) && !sees[j].contains(&a) {
                    expected.insert((a, b));
                }
            }
        }
        assert_eq!(listed, expected, "{variant}");
    }
}

#[test]
fn words_and_faults() {
    let (code, out, _) = run(&["asymmetry", "i-see-you"]);
    assert_eq!(code, 0);
    assert!(out.starts_with("356 ordered pairs, by recursive"), "{out}");
    let (code, _, error) = run(&["asymmetry", "rings-on-water"]);
    assert_eq!(code, 2);
    assert!(error.contains("does not look; choose the algorithm shadowcast"), "{error}");
    // Guards see by a rule of their own.
    let (code, out, _) = run(&["asymmetry", "unseen-shutter"]);
    assert_eq!(code, 0);
    assert!(out.contains("by portal"), "{out}");
}
