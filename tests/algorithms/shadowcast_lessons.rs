//! Checks the claims of the lessons on field of view, and that variants are shown side by side.

use gridscope::algorithms::record;
use gridscope::trace::trace::breakpoint::Condition;
use gridscope::trace::trace::compare::differing_cells;
use gridscope::trace::{Cell, Progress, Replay, Scene};
use support::HitsOf as _;
use support::lesson;

const LIGHT: usize = 2;

fn replay(scene: &Scene) -> Replay {
    let mut replay = record(scene, &Progress::default()).expect("a run");
    replay.seek(usize::MAX);
    replay
}

/// Returns the sentence at a slide.
fn stands(scene: &Scene, slide: usize) -> String {
    replay(scene).event(scene.run.slides[slide - 1].at - 1).sentence
}

fn explains(scene: &Scene, slide: usize) -> String {
    let mut replay = replay(scene);
    replay.seek(scene.run.slides[slide - 1].at);
    replay.explain()
}

fn sees(replay: &Replay, x: u16, y: u16) -> bool {
    replay.value(LIGHT, Cell::new(x, y)).is_some()
}

fn with_variant(scene: &Scene, variant: &str) -> Replay {
    let mut other = scene.clone();
    other.run.params.set("variant", variant);
    replay(&other)
}

#[test]
fn lesson_shows_sight_that_works_one_way_only() {
    let here = lesson("i-see-you");
    assert!(stands(&here, 2).starts_with("(8,2) is visible: the wedge reaches it in row 6."));
    let mut there = here.clone();
    there.actors[0].at = Cell::new(8, 2);
    assert!(sees(&replay(&here), 8, 2) && !sees(&replay(&there), 2, 5));
    let mut back = here.clone();
    back.run.params.set("eye", "enemy");
    assert_eq!(replay(&back).outcome(), replay(&there).outcome(), "the look back");
    assert!(sees(&with_variant(&here, "symmetric"), 8, 2) && sees(&with_variant(&there, "symmetric"), 2, 5));
}

#[test]
fn lesson_shows_five_variants_side_by_side() {
    let scene = lesson("five-sights");
    let mut session = gridscope::session(scene.clone());
    let job = session.take_job().expect("something to record");
    session.finish(job.run());
    let shown: Vec<_> =
        session.shown_runs().map(|r| (r.title.as_str(), r.replay.outcome()["visible"].clone())).collect();
    let want = [
        ("portals", 82),
        ("wedge in fractions", 79),
        ("strips of floats", 80),
        ("both ways alike", 81),
        ("classic shadows", 83),
    ];
    for ((title, visible), (name, count)) in shown.iter().zip(want) {
        assert_eq!((*title, visible), (name, &count.into()));
    }
    assert_eq!(shown.len(), 5);
    // The comparison colours the cells in which two variants differ on one map.
    let runs: Vec<_> = session.shown_runs().map(|r| r.replay.fork()).collect();
    let (mut portal, mut recursive) = (runs[0].fork(), runs[1].fork());
    portal.seek(usize::MAX);
    recursive.seek(usize::MAX);
    let differ = differing_cells(&portal, &recursive, LIGHT);
    assert_eq!(differ, [(7, 1), (10, 1), (6, 2)].map(|(x, y)| Cell::new(x, y)).to_vec()[..].to_vec());
    for (x, y) in [(10, 0), (9, 1)] {
        assert!(runs.iter().all(|r| {
            let why = r.why_not(Cell::new(x, y));
            why.reason == "seen" || why.sentence.contains("(5,3)")
        }));
    }
}

#[test]
fn lesson_doorway_shows_41_cells_when_symmetric() {
    let scene = lesson("doorway");
    assert_eq!(stands(&scene, 2), "(6,1) is hidden: its centre is before the start of the wedge.");
    for (variant, count) in [("recursive", 45), ("strips", 45), ("symmetric", 41), ("bergstrom", 45), ("portal", 45)] {
        assert_eq!(with_variant(&scene, variant).outcome()["visible"], count, "{variant}");
    }
}

#[test]
fn lesson_hall_bends_vision_at_the_edge() {
    let scene = lesson("jam-edge-bug");
    let run = replay(&scene);
    let hits = run.hits_of(&Condition::check("a strip lay beside the map"));
    let slides: Vec<usize> = scene.run.slides[2..4].iter().map(|slide| slide.at).collect();
    assert_eq!(hits.iter().map(|&i| i as usize + 1).collect::<Vec<_>>(), slides, "two slides stand there");
    assert_eq!(scene.run.picture, Some(run.len()), "its picture is the end, where B has nine cells more");
    assert!(explains(&scene, 3).contains("the indices −1 to −1, all beside the map: the strip ends"));
    let with = |edge: &str| {
        let mut other = scene.clone();
        other.run.params.set("edge", edge);
        replay(&other)
    };
    let (bug, old, cure) = (with("bend"), with("clamp"), with("end"));
    assert_eq!((cure.outcome(), old.outcome()), (run.outcome(), run.outcome()), "the word of old scenes");
    let size = scene.size();
    let more: Vec<(u16, u16)> =
        size.cells().map(|c| (c.x, c.y)).filter(|&(x, y)| sees(&bug, x, y) && !sees(&run, x, y)).collect();
    let north = (3..8).map(|x| (x, 0));
    assert_eq!(more, north.chain((4..8).map(|x| (x, 5))).collect::<Vec<_>>());
    assert!(
        bug.why_not(Cell::new(3, 0)).sentence.contains("is beside the map"),
        "{}",
        bug.why_not(Cell::new(3, 0)).sentence
    );
    assert!(run.why_not(Cell::new(5, 2)).sentence.contains("(1,2)"), "{}", run.why_not(Cell::new(5, 2)).sentence);
}

#[test]
fn one_bush_dims_and_two_bushes_hide() {
    let scene = lesson("bush");
    assert!(stands(&scene, 4).starts_with("Before (5,5) the remaining light falls from 127 to 0"));
    let run = replay(&scene);
    let light = |x, y| run.value(LIGHT, Cell::new(x, y)).and_then(|v| v.number());
    assert_eq!([light(4, 3), light(8, 3), light(5, 6), light(8, 7)], [Some(255.0), Some(127.0), Some(127.0), None]);
    assert!(run.why_not(Cell::new(8, 7)).sentence.contains("another cell before it has taken some of the light"));
    assert!(sees(&with_variant(&scene, "symmetric"), 8, 7));
}

#[test]
fn lesson_sees_through_one_of_two_windows() {
    let west = lesson("one-way-window");
    assert!(stands(&west, 2).starts_with("(7,3) is visible: the wedge came in through its edge."));
    let mut east = west.clone();
    east.actors[0].at = Cell::new(11, 4);
    let (west_run, east_run) = (replay(&west), replay(&east));
    let beyond = |run: &Replay, x: std::ops::Range<u16>| {
        x.flat_map(|x| (1..7).map(move |y| (x, y))).filter(|&(x, y)| sees(run, x, y)).count()
    };
    assert!(beyond(&west_run, 8..14) > 5 && sees(&west_run, 13, 3) && !sees(&west_run, 13, 6));
    assert!(beyond(&east_run, 1..7) > 5 && sees(&east_run, 1, 5) && !sees(&east_run, 1, 2));
    for variant in ["recursive", "strips", "symmetric", "bergstrom"] {
        assert_eq!(beyond(&with_variant(&west, variant), 8..14), 0, "{variant}");
    }
}
