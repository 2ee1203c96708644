//! Figures of lessons: what is drawn so that a reader sees the point of a slide.

use gridscope::trace::trace::replay::{Figure, Outline};
use gridscope::trace::{Actor, ActorKind, Cell, Replay, Scene};
use support::{lesson, record};

/// Returns the run of a lesson at a slide.
fn at_slide(id: &str, slide: usize) -> (Scene, Replay) {
    let scene = lesson(id);
    let mut run = record(&scene);
    run.seek(scene.run.slides[slide].at);
    (scene, run)
}

fn named(run: &Replay, name: &str) -> Vec<Figure> {
    run.figures().into_iter().filter(|figure| &*figure.name == name).collect()
}

#[test]
fn line_of_sight_enters_pillar_at_its_edge() {
    let (_, run) = at_slide("i-see-you", 0);
    let line = named(&run, "straight from one to the other");
    let outlines: Vec<Outline> = line.iter().map(|figure| figure.outline).collect();
    assert_eq!(outlines, [Outline::Line, Outline::Dashes, Outline::Line, Outline::Dots]);
    assert_eq!((line[0].points[0], line[2].points[1]), ([2.5, 5.5], [8.5, 2.5]), "from middle to middle");
    assert_eq!(line[3].points[0], [5.5, 4.0], "half way along the south edge of the pillar");
}

#[test]
fn eight_sectors_reach_the_edges_of_the_map() {
    let (scene, run) = at_slide("i-see-you", 1);
    let sides = named(&run, "the sectors");
    assert_eq!(sides.len(), 8);
    let size = scene.size();
    for side in &sides {
        let [x, y] = side.points[1];
        let on_edge = |at: f64, side: u16| at.abs() < 1e-9 || (at - f64::from(side)).abs() < 1e-9;
        assert!(on_edge(x, size.width) || on_edge(y, size.height), "{side:?}");
    }
    let current = named(&run, "the sector that is scanned");
    assert_eq!(current[0].points[0], [2.5, 5.5]);
}

#[test]
fn both_gates_are_measured_on_one_scale() {
    let (_, run) = at_slide("one-jump-instead-of-two", 2);
    let measured = named(&run, "a distance");
    let lengths = |outline: Outline| -> Vec<f64> {
        let of = measured.iter().filter(|figure| figure.outline == outline);
        of.map(|f| (f.points[0][0] - f.points[1][0]).hypot(f.points[0][1] - f.points[1][1])).collect()
    };
    assert_eq!(lengths(Outline::Bar), lengths(Outline::Gap), "as long below the board as on it");
    let limit = measured.iter().find(|figure| figure.outline == Outline::Scale).expect("a scale");
    assert!((limit.points[2][0] - 200.0 / 128.0).abs() < 1e-12 && limit.beads == ["limit 1.6"]);
    let beads: Vec<&str> = measured.iter().flat_map(|f| &f.beads).map(String::as_str).collect();
    assert_eq!(beads[..2], ["1.4, below the limit ✓", "4.2, above the limit ✓"]);
}

#[test]
fn sentences_of_auto_chess_count_in_cells() {
    let run = record(&lesson("one-jump-instead-of-two"));
    let in_units = |text: &String| text.split(|c: char| !c.is_ascii_digit()).any(|number| number.len() > 2);
    let sentences = (0..run.len()).map(|i| run.event(i).sentence);
    assert_eq!(sentences.filter(in_units).collect::<Vec<_>>(), Vec::<String>::new());
}

#[test]
fn target_of_auto_explore_has_its_reason() {
    let mut run = record(&lesson("explore-cave"));
    let aimed: Vec<usize> = (0..run.len()).filter(|&i| run.kind(i) == "aimed").collect();
    let reasons = aimed.iter().map(|&event| {
        run.seek(event + 1);
        named(&run, "target").first().map_or_else(String::new, |figure| figure.label.clone())
    });
    let reasons: Vec<String> = reasons.collect();
    assert!(reasons.iter().any(|reason| reason == "unknown cell: 5, and 3.6 straight"), "{reasons:?}");
}

#[test]
fn only_the_prisoner_that_wakes_is_in_front() {
    let (scene, run) = at_slide("a-whole-dungeon", 1);
    let ways = named(&run, "path downhill");
    let front: Vec<&Figure> = ways.iter().filter(|way| !way.quiet).collect();
    assert_eq!(front.iter().map(|way| way.points[0]).collect::<Vec<_>>(), [[56.5, 1.5]]);
    let plans = named(&run, "plan");
    assert_eq!(plans.len(), scene.actors.iter().filter(|actor| actor.kind == ActorKind::Guard).count());
    assert!(plans.iter().all(|plan| plan.quiet && plan.label.is_empty() && plan.beads.is_empty()));
}

#[test]
fn death_lessons_lead_back_to_one_shot() {
    for (id, deaths) in [("point-blank", 1), ("one-shot-three-dead", 3), ("into-the-void", 1)] {
        let run = record(&lesson(id));
        let all = run.outcome()["deaths"].as_array().expect("deaths").clone();
        assert_eq!(all.len(), deaths, "{id}");
        for death in all {
            let causes = death["causes"].as_array().expect("causes").iter();
            let kinds: Vec<&str> = causes.filter_map(|cause| cause["kind"].as_str()).collect();
            assert!(kinds.ends_with(&["shot", "scripted"]), "{id}: {kinds:?}");
        }
    }
}

#[test]
fn three_rules_of_sight_hide_the_ambush_step() {
    let lesson = lesson("ambush-step");
    let (step, hidden) = (Cell::new(1, 3), Cell::new(3, 2));
    let sees = |rule: &str, from: Cell, to: Cell| {
        let mut scene = Scene::new(lesson.tiles.clone());
        scene.actors = vec![Actor::new(ActorKind::Viewer, from)];
        "shadowcast".clone_into(&mut scene.run.algorithm);
        scene.run.params.set("variant", rule);
        let rows = record(&scene).outcome()["visible_rows"].clone();
        rows[usize::from(to.y)].as_str().expect("a row").as_bytes()[usize::from(to.x)] == b'1'
    };
    for (rule, is_seen) in
        [("recursive", false), ("strips", false), ("portal", false), ("symmetric", true), ("bergstrom", true)]
    {
        assert!(sees(rule, step, hidden), "{rule}");
        assert_eq!(sees(rule, hidden, step), is_seen, "{rule}");
    }
}

#[test]
fn layer_memory_names_the_remembered_thief() {
    let (scene, mut run) = at_slide("last-known-place", 0);
    run.seek(run.len());
    let memory = run.schema().layers.iter().position(|layer| layer.name == "memory").expect("a layer");
    let remembered = |cell| run.value(memory, cell).map(|value| value.to_string());
    let all: Vec<String> = scene.size().cells().filter_map(remembered).collect();
    assert!(all.iter().any(|memory| memory.ends_with(", thief")), "{all:?}");
}
