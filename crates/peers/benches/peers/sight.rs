//! Row 5: symmetric field of view.

use crate::harness::{Report, mean, race, side};
use crate::maps;
use crate::seen::Symmetric;
use doryen_fov::{FovAlgorithm, FovRecursiveShadowCasting, MapData};
use gridscope_trace::fov::FieldOfView;
use gridscope_trace::geometry::Cell;
use gridscope_trace::map::GridMap;
use gridscope_trace::rng::Rng;
use std::hint::black_box;

const SIDE: u16 = 256;

/// Row 5.
pub fn measure(report: &mut Report) {
    if !report.wants("5") {
        return;
    }
    let mut dice = Rng::new(8);
    let mut symmetric = Vec::new();
    let mut doryen = Vec::new();
    let mut listed = [Vec::new(), Vec::new()];
    for (name, free) in [
        ("open", maps::scattered(SIDE, 0, 1)),
        ("pillars", maps::pillars(SIDE)),
        ("scattered", maps::scattered(SIDE, 15, 2)),
        ("cave", maps::cave(SIDE, 3)),
        ("rooms", maps::rooms(SIDE)),
    ] {
        let cells: Vec<Cell> = free.size().cells().filter(|&c| free[c]).collect();
        let eyes: Vec<Cell> = (0..24).map(|_| cells[dice.below(cells.len() as u64) as usize]).collect();
        let floor = GridMap::from(free.clone());
        let (mut view, mut again) = (FieldOfView::new(&floor), FieldOfView::new(&floor));
        let mut peer = Symmetric::of(&free);
        let mut map = MapData::new(SIDE.into(), SIDE.into());
        let mut caster = FovRecursiveShadowCasting::new();
        map.transparent.copy_from_slice(free.as_slice());
        for radius in [Some(8), Some(20), Some(60), None] {
            for &eye in &eyes {
                view.look(eye, radius);
                peer.look(eye, radius);
                assert!(free.size().cells().all(|c| view.sees(c) == peer.sees(c)), "{name} {radius:?} {eye}");
            }
            let [ours, list, theirs, others] = race(
                9,
                &mut [
                    side!("gridscope", eyes.iter().for_each(|&eye| _ = black_box(view.look(eye, radius)))),
                    side!(
                        "gridscope, with a list",
                        eyes.iter().for_each(|&eye| again.look(eye, radius).cells().for_each(|c| _ = black_box(c)))
                    ),
                    side!(
                        "symmetric-shadowcasting",
                        eyes.iter().for_each(|&eye| black_box(&mut peer).look(eye, radius))
                    ),
                    side!("doryen-fov", {
                        for eye in &eyes {
                            map.fov.fill(false);
                            let x = eye.x.into();
                            let y = eye.y.into();
                            let far = radius.unwrap_or(0) as usize;
                            caster.compute_fov(&mut map, x, y, far, true);
                            black_box(&map.fov);
                        }
                    }),
                ],
            );
            let radius = radius.map_or_else(|| "none".to_owned(), |r| r.to_string());
            println!("     {name:<10} radius {radius:<5} {:.3} {:.3}", ours / theirs, ours / others);
            symmetric.push(ours / theirs);
            doryen.push(ours / others);
            listed[0].push(list / theirs);
            listed[1].push(list / others);
        }
    }
    let figure = |look: &[f64], list: &[f64]| format!("{:.3} ({:.3} with a list)", mean(look), mean(list));
    let (work, list) = ("symmetric field of view, 20 cases: the look, and with a list of its cells", &listed);
    report.row("5", work, "symmetric-shadowcasting", figure(&symmetric, &list[0]), "0.09", "0.055");
    report.row("5", work, "doryen-fov, recursive, with clear", figure(&doryen, &list[1]), "0.55", "0.33");
}
