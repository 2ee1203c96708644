//! Every written file can be read, and reads back bit for bit. A text map reports what it cannot hold.

use gridscope::formats::format_for;
use gridscope::trace::scene::{Actor, ActorKind, RunSpec, Scene};
use gridscope::trace::{Cell, Grid, Progress, Rng, Size, Tile};
use support::files::{read, write};

fn open(width: u16, height: u16, tile: Tile) -> Scene {
    Scene::new(Grid::new(Size::new(width, height), tile))
}

#[test]
fn numbers_read_back_to_the_last_bit() {
    let mut dice = Rng::new(16);
    let mut scene = open(2, 2, Tile::Floor);
    let chance = (0..2_000).map(|_| f64::from_bits(dice.below(u64::MAX))).filter(|x| x.is_finite());
    for number in
        [95.256_158_847_469_11, f64::MIN_POSITIVE, f64::MAX, 0.1 + 0.2, 5e-324, -0.0].into_iter().chain(chance)
    {
        scene.run.params.set("weight", number);
        for extension in ["scene.json", "gridscope-link"] {
            let text = write(&scene, extension).0;
            let back = read(&text).expect("a scene").scene.run.params.0["weight"].as_f64().expect("a number");
            assert_eq!(back.to_bits(), number.to_bits(), "{number}: {text}");
        }
    }
    for number in [u64::MAX, u64::MAX - 1, 1 << 53 | 1] {
        scene.run.seed = number;
        assert_eq!(read(&write(&scene, "scene.json").0).expect("a scene").scene.run.seed, number);
    }
}

#[test]
fn map_of_void_only_reads_back() {
    for (width, height) in [(1, 1), (3, 2), (1, 5)] {
        let scene = open(width, height, Tile::Void);
        for format in ["scene-json", "link", "movingai", "text"].map(|name| format_for(name).expect("a format")) {
            let text = write(&scene, format.name()).0;
            let back = read(&text).unwrap_or_else(|e| panic!("{}: {e}: {text:?}", format.name())).scene;
            assert_eq!(back.size(), scene.size(), "{}: {text:?}", format.name());
            if format.name() != "movingai" {
                assert_eq!(back.tiles, scene.tiles, "{}", format.name());
            }
        }
    }
}

/// Maps with much void, whose outer rows and columns are often only void.
#[test]
fn text_map_keeps_every_tile_of_void_edges() {
    let mut dice = Rng::new(7);
    for _ in 0..500 {
        let void = [Tile::Void, Tile::Void, Tile::Void, Tile::Floor, Tile::Wall];
        let mut scene = support::random(&mut dice, 6, &void);
        scene.actors.clear();
        scene.run = RunSpec::default();
        let (text, lost) = write(&scene, "txt");
        let back = read(&text).unwrap_or_else(|e| panic!("{e}: {text:?}")).scene;
        assert_eq!((back.tiles, lost), (scene.tiles, Vec::new()), "{text:?}");
    }
    // The glyph for such a row has no other meaning.
    assert!(Tile::from_glyph('_').is_none() && Actor::from_glyph('_', Cell::new(0, 0), false).is_none());
}

#[test]
fn text_map_reports_a_changed_order_of_actors() {
    let order = "the order of the actors".to_owned();
    let mut dice = Rng::new(3);
    let (mut said, mut kept) = (0, 0);
    for _ in 0..400 {
        let mut scene = open(4, 3, Tile::Floor);
        let mut cells: Vec<Cell> = scene.size().cells().collect();
        for _ in 0..=dice.below(3) {
            let at = cells.swap_remove(dice.below(cells.len() as u64) as usize);
            let kinds = [ActorKind::Guard, ActorKind::Goal, ActorKind::Item, ActorKind::Exit];
            scene.actors.push(Actor::new(kinds[dice.below(4) as usize], at));
        }
        let (text, lost) = write(&scene, "txt");
        let back = read(&text).expect("a map").scene;
        let kinds = |scene: &Scene, of: fn(ActorKind) -> bool| -> Vec<Cell> {
            scene.actors.iter().filter(|actor| of(actor.kind)).map(|actor| actor.at).collect()
        };
        let same = [|kind| kind != ActorKind::Goal, |kind| kind == ActorKind::Goal || kind == ActorKind::Exit]
            .into_iter()
            .all(|of| kinds(&scene, of) == kinds(&back, of));
        assert_eq!(lost.contains(&order), !same, "{text}: {lost:?}");
        *(if same { &mut kept } else { &mut said }) += 1;
        // If no order is lost, a search has the same result.
        if same && scene.actors.iter().any(|a| a.kind == ActorKind::Guard) {
            let run = |scene: &Scene| {
                let run = gridscope::algorithms::record(scene, &Progress::default());
                run.map(|run| (run.outcome().clone(), run.len())).map_err(|e| e.to_string())
            };
            assert_eq!(run(&scene), run(&back), "{text}");
        }
    }
    assert!(said > 20 && kept > 20, "{said} and {kept}");
}

#[test]
fn title_that_looks_like_syntax_stays_a_title() {
    for title in ["see gridscope:1:abcd", "legend:", "weights:", "```", "type octile", "version 1", "{", "// note"] {
        let mut scene = open(2, 1, Tile::Wall);
        scene.title = title.into();
        let (text, lost) = write(&scene, "txt");
        let back = read(&text).unwrap_or_else(|e| panic!("{e}: {text}"));
        assert_eq!((back.scene.title.as_str(), back.format, lost.len()), (title, "text", 0), "{text}");
    }
}
