//! Large unknown areas are kept together: every sixth decision takes the cell with the most unknown neighbours.

use gridscope::trace::grid::Grid;
use gridscope::trace::trace::CandidateResult;

#[test]
fn together_mode_prefers_cells_with_most_unknown_neighbours() {
    let mut fewer = 0;
    for seed in 0..6 {
        let mut scene = support::scene_with(
            "........................\n........................\n....#....#.....###......\n....#....#..@....#......\n\
             ....#....#.......#......\n........................\n........................\n........................",
            &["together=true", "radius=2"],
        );
        scene.known = Some(Grid::new(scene.size(), false));
        "auto-explore".clone_into(&mut scene.run.algorithm);
        scene.run.seed = seed;
        let mut run = support::record(&scene);
        for i in (0..run.len()).filter(|&i| run.kind(i) == "aimed").collect::<Vec<_>>() {
            run.seek(i + 1);
            for candidate in run.decision().expect("a choice").candidates {
                let CandidateResult::Lost { reason, .. } = &candidate.fate else { continue };
                if reason == "fewer-unknown" {
                    let against = candidate.against.as_ref();
                    let numbers = against.and_then(|(best, this)| Some((best.number()?, this.number()?)));
                    assert!(numbers.is_some_and(|(best, this)| best > this), "{candidate:?}");
                    fewer += 1;
                }
            }
        }
    }
    assert!(fewer > 10, "{fewer} lost by the number of unknown neighbours");
}
