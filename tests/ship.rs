//! Ships: the constants of the page hold on every deck, every deck is one region, and what is told of it is so.

mod common;

use gridscope::core::algorithms::Algorithm as _;
use gridscope::core::algorithms::ship::{Outcome, PARAMS, Problem, Ship};
use gridscope::core::geometry::Size;
use gridscope::core::grid::Grid;
use gridscope::core::observe::unhalted;
use gridscope::core::scene::Scene;
use gridscope::core::terrain::Tile;

fn blank(width: u16, height: u16, seed: u64) -> Scene {
    let mut scene = Scene::new(Grid::new(Size::new(width, height), Tile::Void));
    "ship".clone_into(&mut scene.run.algorithm);
    scene.run.seed = seed;
    scene
}

fn outcome(scene: &Scene) -> Outcome {
    let params = scene.run.params.resolve(PARAMS).expect("parameters that fit");
    unhalted(Ship::run(&Problem::new(scene, &params, scene.run.seed).expect("a scene that fits"), &mut ()))
}

#[test]
fn look() {
    let scene = blank(64, 40, 1);
    let o = outcome(&scene);
    for d in &o.decks {
        println!("{} {:?} {:?} {} rooms", d.tries, d.start, d.goal, d.rooms.len());
        for r in &d.rows {
            println!("{r}");
        }
    }
    let t = std::time::Instant::now();
    let (mut a, mut most, mut n) = (0, 0, 0);
    let mut h = [0; 7];
    for seed in 0..300 {
        let o = outcome(&blank(64, 40, seed));
        assert!(o.complete);
        a += o.attempts;
        most = most.max(o.decks.iter().map(|d| d.tries).max().unwrap());
        n += o.decks.iter().map(|d| d.rooms.len()).sum::<usize>();
        for d in &o.decks {
            h[d.hallways.len()] += 1;
        }
    }
    println!("{:?} attempts {a} most {most} rooms {n} hallways {h:?}", t.elapsed());
}
