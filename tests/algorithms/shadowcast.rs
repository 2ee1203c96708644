//! Field of view: the conformance vectors, the worked numbers with their pictures, the events, and bad input.

use gridscope::algorithms;
use gridscope::algorithms::shadowcast::{Look, Sight, Variant, Veil, asymmetric_pairs};
use gridscope::formats::{Options, read_bytes};
use gridscope::trace::algorithm::Runner;
use gridscope::trace::trace::breakpoint::Condition;
use gridscope::trace::trace::replay::Outline;
use gridscope::trace::view::picture::picture;
use gridscope::trace::{Cell, Grid, Progress, Replay, Role, Scene, Size, Tile};
use serde_json::{Value, json};
use support::HitsOf as _;
use support::{record, scene, scene_with, set};

fn runner() -> &'static dyn Runner {
    algorithms::find("shadowcast").expect("it is on the list")
}

fn outcome(scene: &Scene) -> Value {
    runner().outcome(scene, &scene.run.params, 1, &Progress::default()).expect("a scene that can be run").into()
}

fn sight(picture: &str, params: &[&str]) -> (Scene, Replay) {
    let mut scene = scene_with(picture, params);
    scene.run.algorithm = "shadowcast".into();
    let mut replay = record(&scene);
    replay.seek(usize::MAX);
    (scene, replay)
}

/// Returns the sentences of all events of a kind.
fn sentences(replay: &Replay, kind: &str) -> Vec<String> {
    (0..replay.len()).map(|i| replay.event(i)).filter(|e| e.kind == kind).map(|e| e.sentence).collect()
}

#[track_caller]
fn looks(picture_of: &str, params: &[&str], want: &str) {
    let (scene, replay) = sight(picture_of, params);
    let want: Vec<&str> = want.lines().map(str::trim).filter(|l| !l.is_empty()).collect();
    let got = picture(&scene, &replay);
    assert_eq!(got.lines().collect::<Vec<_>>(), want, "\n{got}");
}

#[test]
fn shadowcast_vectors_agree() {
    for line in include_str!("../data/vectors/shadowcast.jsonl").lines() {
        let case: Value = serde_json::from_str(line).expect("json");
        let scene =
            read_bytes("vectors", case["scene"].to_string().as_bytes(), &Options::default()).expect("a scene").scene;
        let outcome = outcome(&scene);
        assert_eq!(outcome["visible_rows"], case["expect"]["visible"], "case {}", case["id"]);
        let ones = outcome["visible_rows"].to_string().matches('1').count();
        assert_eq!(outcome["visible"], ones, "case {}", case["id"]);
    }
}

const PILLAR: &str = "
    ...........
    ...........
    ...........
    .....#.....
    ...........
    ..@........
    ...........
    ...........";

const DOORWAY: &str = "
    .....#.....
    .....#.....
    ..@........
    .....#.....
    .....#.....";

fn counts(picture: &str) -> [Value; 5] {
    Variant::ALL.map(|variant| {
        let mut scene = scene(picture);
        set(&mut scene, &[&format!("variant={}", variant.name())]);
        outcome(&scene)["visible"].clone()
    })
}

#[test]
fn pillar_has_the_pages_counts_of_visible_cells() {
    // recursive, strips, symmetric, bergstrom, portal
    assert_eq!(counts(PILLAR), [79, 80, 81, 83, 82].map(|n| json!(n)));
    let tiles = scene(PILLAR).tiles;
    let pairs = Variant::ALL.map(|v| asymmetric_pairs(&tiles, &Look::new(v, Cell::new(0, 0)), 0).expect("few").total);
    assert_eq!(pairs, [356, 192, 0, 156, 176]);
}

#[test]
fn each_variant_has_its_own_pillar_shadow() {
    let lit = "●●●●●●●●●●●\n●●@●●●●●●●●\n●●●●●●●●●●●\n●●●●●●●●●●●";
    looks(PILLAR, &[], &format!("●●●●●●●●...\n●●●●●●●....\n●●●●●●..●●●\n●●●●●●●●●●●\n{lit}"));
    looks(PILLAR, &["variant=strips"], &format!("●●●●●●●●...\n●●●●●●●...●\n●●●●●●..●●●\n●●●●●●●●●●●\n{lit}"));
    looks(PILLAR, &["variant=symmetric"], &format!("●●●●●●●●●..\n●●●●●●●○..●\n●●●●●●○.●●●\n●●●●●●●●●●●\n{lit}"));
    looks(PILLAR, &["variant=bergstrom"], &format!("●●●●●●●●●○.\n●●●●●●●●○.●\n●●●●●●●○●●●\n●●●●●●●●●●●\n{lit}"));
    looks(PILLAR, &["variant=portal"], &format!("●●●●●●●●...\n●●●●●●●●..●\n●●●●●●●.●●●\n●●●●●●●●●●●\n{lit}"));
}

#[test]
fn doorway_has_the_pages_counts_of_visible_cells() {
    assert_eq!(counts(DOORWAY), [45, 45, 41, 45, 45].map(|n| json!(n)));
    looks(DOORWAY, &["variant=symmetric"], "●●●●●●.....\n●●●●●●○○●●●\n●●@●●●●●●●●\n●●●●●●○○●●●\n●●●●●●.....");
}

#[test]
fn empty_room_is_wholly_visible() {
    let room = "#########\n#.......#\n#..@....#\n#.......#\n#.......#\n#########";
    assert_eq!(counts(room), [54; 5].map(|n| json!(n)));
}

#[test]
fn bushes_dim_light_in_two_variants() {
    // One bush takes 128 of 255, a second one takes the rest. The second bush itself is still seen.
    let hedge = "....b..\n..@.bb.\n....b..";
    for variant in ["recursive", "strips"] {
        let (_, replay) = sight(hedge, &[&format!("variant={variant}")]);
        let light = |x| replay.value(2, Cell::new(x, 1));
        assert_eq!([4, 5, 6].map(light).map(|v| v.and_then(|v| v.number())), [Some(255.0), Some(127.0), None]);
        assert_eq!(replay.why_not(Cell::new(6, 1)).reason, "blocked");
    }
    for variant in ["symmetric", "bergstrom", "portal"] {
        let (_, replay) = sight(hedge, &[&format!("variant={variant}")]);
        assert_eq!(replay.outcome()["visible"], 21, "{variant}");
    }
}

#[test]
fn one_way_windows_block_all_variants_but_portal() {
    let room = "......\n.@→...\n......".replace("......", "..#...");
    for variant in Variant::ALL {
        let (_, replay) = sight(&room, &[&format!("variant={}", variant.name())]);
        let beyond = replay.value(0, Cell::new(5, 1)).is_some();
        assert_eq!(beyond, variant == Variant::Portal, "{}", variant.name());
        let (_, replay) = sight(&room.replace('→', "←"), &[&format!("variant={}", variant.name())]);
        assert!(replay.value(0, Cell::new(5, 1)).is_none(), "{}", variant.name());
    }
    let (_, replay) = sight(&room.replace('→', "←"), &["variant=portal"]);
    assert_eq!(sentences(&replay, "hid"), ["(2,1) is hidden: it is a one-way window, entered against its direction."]);
}

#[test]
fn radius_and_shape_limit_the_view() {
    let open = vec![".........".to_owned(); 9];
    let scene_of = |params: &[&str]| {
        let mut rows = open.clone();
        rows[4].replace_range(4..5, "V");
        let mut scene = scene(&rows.join("\n"));
        set(&mut scene, params);
        outcome(&scene)["visible"].clone()
    };
    let with = |variant: &str, more: &[&str]| scene_of(&[&[&format!("variant={variant}")[..]], more].concat());
    for (variant, two) in [("recursive", 13), ("symmetric", 13), ("strips", 9), ("bergstrom", 9), ("portal", 33)] {
        // Only the eye itself. Portal marks the eye's corner cells for any radius.
        assert_eq!(with(variant, &["radius=0"]), if variant == "portal" { 5 } else { 1 }, "{variant}");
        assert_eq!(with(variant, &["radius=2"]), two, "{variant}");
        assert_eq!(with(variant, &["radius=32768"]), 81, "{variant}");
    }
    for (shape, most) in [("square", 25), ("diamond", 13)] {
        for variant in ["recursive", "symmetric"] {
            assert_eq!(with(variant, &["radius=2", &format!("shape={shape}")]), most, "{variant} {shape}");
        }
        let less = if shape == "square" { 9 } else { 5 };
        assert_eq!(with("bergstrom", &["radius=2", &format!("shape={shape}")]), less, "{shape}");
        assert_eq!(with("portal", &["radius=2", &format!("shape={shape}")]), 33, "no shape in portal");
    }
    // Portal's default radius is 20 cells.
    let long = format!("@{}", ".".repeat(40));
    assert_eq!(counts(&long), [41, 41, 41, 41, 21].map(|n| json!(n)));
}

#[test]
fn sentences_state_the_tests_and_their_numbers() {
    let (_, replay) = sight(PILLAR, &[]);
    assert_eq!(
        sentences(&replay, "cut")[0],
        "Before (5,3) the remaining light falls from 255 to 0, so the wedge is split at slope 3/7, at the corner on the far side of row 3."
    );
    assert_eq!(
        sentences(&replay, "dropped")[0],
        "Dropped the wedge between slopes 1 and 1: it is empty, because both ends are the same slope."
    );
    // The numbers of a test stand beside its sentence.
    let explained = |mut replay: Replay, sentence: &str| {
        let event = (0..replay.len()).find(|&i| replay.event(i).sentence == sentence);
        replay.seek(event.unwrap_or_else(|| panic!("no event has the sentence {sentence:?}")) + 1);
        replay.explain()
    };
    assert_eq!(
        explained(replay, "Scanning row 6 of octant east-north-east, in the wedge between slopes 0 and 3/7."),
        "First lateral ⌊6 · 0/1 + ½⌋ = 0, last ⌈6 · 3/7 + ½⌉ − 1 = 3."
    );
    let (_, replay) = sight(DOORWAY, &["variant=symmetric"]);
    let hidden = "(6,1) is hidden: its centre is before the start of the wedge.";
    assert_eq!(sentences(&replay, "hid")[0], hidden);
    assert_eq!(explained(replay, hidden), "Column −1 < 4 · −1/6 = −4/6, so its centre is before the start.");
    let (_, replay) = sight(PILLAR, &["variant=bergstrom"]);
    let hidden = "(6,3) is hidden: it is past the end of the wedge, so this row ends here.";
    assert_eq!(sentences(&replay, "hid")[0], hidden);
    assert_eq!(explained(replay, hidden), "Its left slope 5/7 is below the end 5/5.");
}

#[test]
fn wedge_is_drawn_with_its_slopes() {
    let (_, mut replay) = sight(PILLAR, &[]);
    let row =
        (0..replay.len()).find(|&i| replay.event(i).sentence.contains("row 4 of octant east-north-east")).expect("it");
    replay.seek(row + 1);
    let figures = replay.figures();
    let area = figures.iter().find(|f| f.outline == Outline::Area && f.label == "row 4").expect("a wedge");
    // From the centre of (2,5) eastward, between the slopes 0/1 and 3/7, up to 4½ cells.
    let want = [[2.5, 5.5], [7.0, 5.5], [7.0, 5.5 - 4.5 * 3.0 / 7.0]];
    for (got, want) in area.points.iter().flatten().zip(want.iter().flatten()) {
        assert!((got - want).abs() < 1e-12, "{:?}", area.points);
    }
    for slope in ["0/1", "3/7"] {
        assert!(figures.iter().any(|f| f.outline == Outline::Line && f.label == slope), "{slope}");
    }
    let watch = replay.watch();
    let shown = |name: &str| watch.iter().find(|w| w.0 == name).map(|w| w.1.to_string());
    assert_eq!(shown("max").as_deref(), Some("3/7"));
    assert_eq!(shown("row").as_deref(), Some("4"));
}

/// A flood draws the view into a cell up to half a cell behind the middle of that cell.
#[test]
fn portal_view_ends_half_a_cell_behind() {
    let (_, mut replay) = sight(".....\n.....\n..@..\n.....\n.....", &["variant=portal"]);
    let mut drawn = 0;
    for at in 1..replay.len() {
        if replay.kind(at - 1) != "flooded" {
            continue;
        }
        replay.seek(at);
        let [x, y] = replay.cell(at - 1).expect("a cell").middle();
        let figures = replay.figures();
        let area = figures.iter().find(|f| f.outline == Outline::Area && f.role == Role::Current).expect("a view");
        assert_eq!(area.points[0], [2.5, 2.5], "from the eye");
        for [end_x, end_y] in &area.points[1..] {
            let beyond = f64::hypot(end_x - 2.5, end_y - 2.5) - f64::hypot(x - 2.5, y - 2.5);
            assert!((beyond - 0.5).abs() < 1e-12, "{:?}", area.points);
        }
        drawn += 1;
    }
    assert!(drawn > 8, "{drawn}");
}

/// A wedge ends at the edge of the map or at the radius, whichever comes first. Row 4 to the south is both outside the
/// map and beyond a radius of 3, but within a radius of 4.
#[test]
fn wedge_ends_at_radius_or_map_edge() {
    let picture = "@.........\n..........\n..........\n..........";
    let ends = |radius: &str| {
        let (_, replay) = sight(picture, &["variant=bergstrom", radius]);
        let row = |i: &usize| replay.event_json(*i)["row"] == 4;
        let ended = (0..replay.len()).filter(|&i| replay.kind(i) == "ended").filter(row);
        ended.map(|i| replay.event(i).sentence).collect::<Vec<_>>()
    };
    let (near, far) = (ends("radius=3"), ends("radius=4"));
    assert!(!near.is_empty() && near.iter().all(|said| said.contains("row 4 is beyond")), "{near:?}");
    assert!(!far.is_empty() && far.iter().all(|said| said.contains("row 4 is outside the map")), "{far:?}");
}

#[test]
fn wedge_stack_grows_and_ends_empty() {
    let (_, mut replay) = sight("..........\n..#.#.....\n..........\n..........\n...@......", &["variant=recursive"]);
    let most = replay.series().iter().find(|s| s.name == "waiting wedges").expect("a series").points.clone();
    assert_eq!(most.last().map(|p| p[1]), Some(0.0), "the stack ends empty");
    assert!(most.iter().any(|p| p[1] >= 2.0), "two wedges once waited together");
    for at in 0..=replay.len() {
        replay.seek(at);
        let waits = most.iter().take_while(|p| p[0] <= at as f64).last().map_or(0.0, |p| p[1]);
        assert_eq!(replay.queue(100).1 as f64, waits, "at {at}");
    }
    replay.seek(usize::MAX);
    let tree = replay.tables().into_iter().find(|t| t.title.starts_with("Wedges of octant")).expect("a tree");
    assert!(tree.rows.len() > 1 && tree.rows[1].values[0].starts_with("· "), "{tree:?}");
    let ends = replay.series().iter().map(|s| s.points.last().map(|p| p[1])).collect::<Vec<_>>();
    assert_eq!(ends[0], replay.outcome()["visible"].as_f64());
    assert_eq!(ends[2], replay.outcome()["strips"].as_f64());
}

#[test]
fn why_not_names_the_blocker_and_its_slopes() {
    let (_, replay) = sight(PILLAR, &[]);
    let why = replay.why_not(Cell::new(8, 1));
    assert_eq!(&*why.reason, "blocked");
    assert_eq!(
        why.sentence,
        "(8,1) is hidden by the wall at (5,3): in octant east-north-east that spans the slopes 3/7 … 5/5, and the middle of (8,1) is at 4/6."
    );
    assert!(replay.event(why.event.expect("an event")).sentence.contains("(5,3)"));
    assert_eq!(replay.why_not(Cell::new(5, 3)).reason, "seen");
    let (_, replay) = sight(PILLAR, &["radius=3"]);
    let why = replay.why_not(Cell::new(10, 7));
    assert_eq!((&*why.reason, why.sentence.contains("8² + 2² = 68")), ("out-of-range", true), "{}", why.sentence);
    let (_, replay) = sight(DOORWAY, &["variant=symmetric"]);
    assert_eq!(replay.why_not(Cell::new(9, 0)).reason, "blocked");
    // Every hidden cell of every variant has a reason that is a complete sentence.
    for variant in Variant::NAMES {
        let (scene, replay) = sight(PILLAR, &[&format!("variant={variant}")]);
        for cell in scene.size().cells() {
            let why = replay.why_not(cell);
            assert!(why.sentence.ends_with('.'), "{variant} {cell}: {}", why.sentence);
            assert_eq!(why.reason == "seen", replay.value(2, cell).is_some(), "{variant} {cell}");
        }
    }
}

#[test]
fn shadowcast_checks_hit_matching_events() {
    let hits =
        |picture: &str, params: &[&str], check: &str| sight(picture, params).1.hits_of(&Condition::check(check)).len();
    assert!(hits(PILLAR, &["variant=strips"], "a cell was reached twice") > 10);
    assert!(hits(PILLAR, &[], "a wedge was cut") > 1);
    assert_eq!(hits(PILLAR, &[], "a wedge was dropped"), 1);
    assert!(hits(DOORWAY, &["variant=symmetric"], "a floor was hidden by its centre") == 4);
    assert!(
        hits(".....\n.....\n..@..\n.....\n.....", &["variant=strips", "radius=1"], "an index was clamped to the map")
            == 0
    );
    assert!(hits("....\n....\n...@", &["variant=strips"], "an index was clamped to the map") > 0);
    assert!(hits("@b.b.", &[], "a cell was dimmed") > 0);
    assert!(hits(PILLAR, &["radius=3"], "a cell was out of range") > 0);
    // Behind two bushes in line, no light is left for the next row: its first cell would come after its last.
    assert!(hits("..........\n@..b..b...\n..........", &[], "a row had no cell") > 0);
}

#[test]
fn eyes_in_walls_and_corners_see_out() {
    for variant in Variant::NAMES {
        let variant = format!("variant={variant}");
        // A map of one cell; an eye in a wall, which still sees out; an eye in a corner.
        assert_eq!(outcome(&scene_with("@", &[&variant]))["visible"], 1);
        let mut walled = scene_with("...\n.@.\n...", &[&variant]);
        walled.tiles[Cell::new(1, 1)] = Tile::Wall;
        assert_eq!(outcome(&walled)["visible"], 9, "{variant}");
        walled.run.algorithm = "shadowcast".into();
        assert!(record(&walled).event(0).sentence.contains("inside something opaque"));
        assert_eq!(outcome(&scene_with("@...\n....", &[&variant]))["visible"], 8);
    }
}

#[test]
fn shadowcast_refuses_bad_scenes_in_a_sentence() {
    let says = |picture: &str, params: &[&str]| {
        let scene = scene_with(picture, params);
        runner().outcome(&scene, &scene.run.params, 1, &Progress::default()).expect_err("refused").to_string()
    };
    assert!(says("...", &[]).starts_with("there is no viewer; place one (V)"));
    let two = says("V.V", &[]);
    assert_eq!(two, "two actors look, a viewer at (0,0) and another at (2,0); expected one");
    assert!(says("V", &["radius=-1"]).contains("a whole number from 0"));
    assert!(says("V", &["variant=both"]).contains("recursive, strips, symmetric, bergstrom, portal"));
    assert!(says("V", &["shape=star"]).contains("circle, square, diamond"));
    // A viewer has priority over other actors.
    assert_eq!(outcome(&scene("V#@G"))["visible_rows"], json!(["1100"]));
    let mut off = scene("V");
    off.actors[0].at = Cell::new(5, 5);
    assert!(
        runner()
            .outcome(&off, &off.run.params, 1, &Progress::default())
            .expect_err("refused")
            .to_string()
            .contains("outside the map")
    );
}

#[test]
fn sight_is_reusable_and_accepts_closures() {
    let scene = scene(PILLAR);
    let size = scene.size();
    let (mut a, mut b) = (Sight::default(), Sight::default());
    for variant in Variant::ALL {
        for eye in size.cells() {
            let look = Look::new(variant, eye).within(6);
            a.look(&scene.tiles, &look);
            // Through a closure, and with a memory that has just been used for a map of another size.
            b.look(&Grid::new(Size::new(3, 9), Tile::Floor), &Look::new(variant, Cell::new(0, 0)));
            b.look(&(size, |cell: Cell| Veil::from(scene.tiles[cell])), &look);
            assert_eq!((a.rows(), a.cells(), a.strips()), (b.rows(), b.cells(), b.strips()));
            assert!(a.sees(eye) && a.cells()[0] == eye && a.light(eye) == 255);
        }
        a.look(&scene.tiles, &Look::new(variant, Cell::new(99, 0)));
        assert!(a.cells().is_empty() && !a.sees(Cell::new(0, 0)), "an eye outside sees nothing");
    }
}
