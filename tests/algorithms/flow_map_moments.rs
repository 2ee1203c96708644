//! Moments of a flow map: what they show and answer, the effect of edits, and bad input.

use crate::flow_map::{flow, line, outcome, smashed, trail};
use gridscope::algorithms;
use gridscope::trace::scene::{Room, Scene};
use gridscope::trace::trace::replay::Outline;
use gridscope::trace::{Cell, Progress, Replay, Verb};
use serde_json::json;
use support::{record, set};

#[test]
fn bad_scenes_get_a_sentence_or_a_warning() {
    let error = |scene: &Scene| {
        let result = algorithms::record(scene, &Progress::default());
        result.err().map(|e| e.to_string()).unwrap_or_default()
    };
    assert!(error(&flow("P..", &[])).contains("no exit"));
    // A prisoner alone has nothing to flee from.
    assert!(error(&flow("P..", &["flee=on"])).contains("no exit"));
    let mut scene = flow("###\n#P>\n###", &[]);
    scene.script = vec![line(1, Verb::Open, 0, 0)];
    assert!(error(&scene).contains("open does nothing to a wall"), "{}", error(&scene));
    scene.script.clear();
    let room = |from, to| gridscope::trace::scene::Room { name: "hall".into(), from, to };
    scene.rooms = vec![room(Cell::new(0, 0), Cell::new(7, 2))];
    assert!(error(&scene).contains("hall") && error(&scene).contains("outside"), "{}", error(&scene));
    scene.rooms = vec![room(Cell::new(2, 2), Cell::new(0, 0))];
    assert!(error(&scene).contains("top left"));
    scene.rooms = vec![room(Cell::new(0, 0), Cell::new(2, 2)); 2];
    assert!(error(&scene).contains("two rooms"));
    scene.rooms.truncate(1);
    scene.actors[1].set_room(Some("cellar".into()));
    assert!(error(&scene).contains("cellar"));

    let told = |scene: &Scene| {
        let run = record(scene);
        (0..run.len()).filter(|&i| run.kind(i) == "noted").map(|i| run.event(i).sentence).collect::<Vec<_>>()
    };
    // An exit in a wall, a prisoner in a wall, two actors on a cell.
    let mut scene = flow("#P#.>", &[]);
    scene.tiles[Cell::new(4, 0)] = gridscope::trace::terrain::Tile::Wall;
    scene.tiles[Cell::new(1, 0)] = gridscope::trace::terrain::Tile::Wall;
    support::put(&mut scene, gridscope::trace::scene::ActorKind::Prisoner, 3, 0);
    support::put(&mut scene, gridscope::trace::scene::ActorKind::Guard, 3, 0);
    let notes = told(&scene).join(" ");
    for part in ["(4,0) is inside something solid", "prisoner at (1,0) is inside", "Two actors share (3,0)"] {
        assert!(notes.contains(part), "{notes}");
    }
    assert_eq!(outcome(&scene).reached, 0);
    // Smashing the wall around the exit makes it a source.
    scene.script = vec![line(1, Verb::Smash, 4, 0)];
    assert_eq!(outcome(&scene).distance[0], [-1, -1, -1, 1, 0]);
    let mut far = flow("P..>", &["turns=2"]);
    assert_eq!(trail(&outcome(&far), 0).len(), 3, "two turns, two steps");
    set(&mut far, &["turns=-1"]);
    assert!(error(&far).contains("turns"));
    // A script line in a very late turn does not make the run that long.
    let mut late = flow("P%.>", &[]);
    late.script = vec![line(u32::MAX, Verb::Smash, 1, 0), line(4_000_000_000, Verb::Smash, 2, 0)];
    assert_eq!(outcome(&late).waves.len(), 1);
}

#[test]
fn flow_map_why_not_names_its_reasons() {
    let scene = smashed([(1, 8, 1), (9, 4, 8)]);
    let run = record(&scene);
    let ask = |x, y| run.why_not(Cell::new(x, y));
    assert_eq!(ask(0, 0).reason, "blocked");
    assert_eq!(ask(5, 1).reason, "on-path");
    let behind = ask(4, 2);
    assert_eq!(
        (&*behind.reason, behind.sentence.contains("its value was 16")),
        ("higher", true),
        "{}",
        behind.sentence
    );
    let later = record(&flow("P.\n.>", &[])).why_not(Cell::new(0, 1));
    assert!(later.reason == "tied" && later.this == later.best, "{}", later.sentence);
    let cut = ask(1, 1);
    assert_eq!(cut.reason, "not-reached");
    assert!(cut.sentence.contains("6 cells") && cut.sentence.contains("its value would be"), "{}", cut.sentence);
}

#[test]
fn moment_shows_prisoners_plans_waves_and_tiles() {
    let scene = smashed([(1, 8, 1), (2, 4, 8)]);
    let mut run = record(&scene);
    run.seek(run.len());
    let tables = run.tables();
    let waves = tables.iter().find(|t| t.title == "Waves").expect("waves");
    let rows: Vec<String> = waves.rows.iter().map(|r| r.values.join(" ")).collect();
    assert_eq!(rows, ["exits first — 17 39 39", "(8,1) freed — 6 9 48", "(4,8) freed — 5 7 55"]);
    assert_eq!(run.tiles().len(), 2);
    assert_eq!(run.tokens()[0].at, None, "gone");
    assert_eq!(run.path().len(), 16);
    // In turn 2 it has woken, and has not taken its first step yet.
    let acts = (0..run.len()).find(|&i| run.kind(i) == "actor-began").expect("a move");
    run.seek(acts + 5);
    let token = run.tokens()[0].clone();
    assert_eq!((&*token.state, token.acts, run.turn()), ("cheers", true, Some(2)));
    assert!(run.figures().iter().any(|f| f.outline == Outline::Heads && f.label == "15 steps"));
    let choice = &run.tables()[0];
    assert!(choice.title.contains("prisoner 1") && choice.rows.len() == 4, "{choice:?}");
    // In the second wave, the cells of the first one have dots. The first ripple has none.
    let dotted = |run: &Replay| run.figures().iter().find(|f| f.outline == Outline::Earlier).map(|f| f.points.len());
    let waves: Vec<usize> = (0..run.len()).filter(|&i| run.kind(i) == "wave-began").collect();
    let dots: Vec<Option<usize>> = waves
        .iter()
        .map(|&wave| {
            run.seek(wave + 4);
            dotted(&run)
        })
        .collect();
    assert_eq!(dots, [None, None, Some(9)]);
    // Series: cells per level, and the cells that a full recomputation would have written.
    let series = run.series();
    assert_eq!(
        series.iter().find(|s| s.name == "full recomputation").expect("drawn").points.last().map(|p| p[1]),
        Some(55.0)
    );
}

#[test]
fn intervention_is_added_at_the_current_turn() {
    use gridscope::debugger::session::command::SessionCommand;
    let scene = flow("########\n#P..%..#\n#.###..#\n#......>\n########", &[]);
    let mut session = gridscope::session(scene);
    session.settle();
    let at = |session: &gridscope::debugger::session::Session, kind: &str| {
        let run = session.replay().expect("a run");
        (0..run.len()).find(|&i| run.kind(i) == kind).expect("that kind") + 1
    };
    let step = at(&session, "stepped");
    session.apply(&SessionCommand::Seek(step));
    let turn = session.replay().and_then(Replay::turn).expect("a turn");
    assert_eq!(turn, 1);
    session.apply(&SessionCommand::Intervene(line(turn, Verb::Smash, 4, 1)));
    session.settle();
    let run = session.replay().expect("a run");
    assert_eq!(run.outcome()["waves"][0]["from"], json!([4, 1]));
    assert_eq!(session.scene().script.len(), 1);
}

/// A prisoner three steps from the exit: at the start, after its first step, and at the end.
#[test]
fn prisoner_table_follows_each_step() {
    let mut run = record(&flow("P..>", &[]));
    let row = |run: &Replay| {
        let tables = run.tables();
        let prisoners = tables.iter().find(|table| table.title == "Prisoners").expect("a table");
        assert_eq!(prisoners.columns, ["prisoner", "at", "value", "state", "steps", "cheered in turn", "left in turn"]);
        assert_eq!(prisoners.rows.len(), 1);
        prisoners.rows[0].values.join(" | ")
    };
    let stepped = (0..run.len()).find(|&i| run.kind(i) == "stepped").expect("a step");
    run.seek(stepped + 1);
    assert_eq!(row(&run), "prisoner 1 | (1,0) | 2 | awake | 1 | 0 | —");
    run.seek(run.len());
    assert_eq!(row(&run), "prisoner 1 | — | — | gone | 3 | 0 | 4");
}

#[test]
fn more_than_1000_rooms_are_refused() {
    let rooms = |n: u16| {
        let mut scene = flow(&format!("P{}>", ".".repeat(999)), &["turns=1"]);
        let room = |x: u16| Room { name: x.to_string(), from: Cell::new(x, 0), to: Cell::new(x, 0) };
        scene.rooms = (0..n).map(room).collect();
        algorithms::record(&scene, &Progress::default()).err().map(|error| error.to_string())
    };
    assert_eq!(rooms(1000), None);
    assert!(rooms(1001).is_some_and(|error| error.contains("there are 1001 rooms; at most 1000")));
}
