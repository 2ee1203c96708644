//! Auto chess step by step: phases, conditions, scoreboards, the heap, and whole fights with edits in between.

use crate::helpers::chess::{chess, outcome};
use gridscope::trace::{Cell, Replay, ScriptLine, Tile, Verb};
use serde_json::{Value, json};
use support::{record, set};

const GAP: &str = "
    ........
    ........
    ........
    .....E..
    ........
    ........
    ........
    ..U.....";

#[test]
fn first_sentence_says_if_the_board_is_8x8() {
    let first = |picture: &str| record(&chess(picture, &[])).event(0).sentence;
    assert!(first(GAP).ends_with("on a board of 8 × 8 cells, as in the original."));
    assert!(first("U..E").ends_with("on a board of 4 × 1 cells, where the original has 8 × 8."));
}

#[test]
fn stepping_shows_looks_gates_phases_and_paths() {
    let scene = chess(GAP, &[]);
    let mut run = record(&scene);
    let kind = |run: &Replay, kind: &str| (0..run.len()).filter(|&i| run.kind(i) == kind).collect::<Vec<_>>();
    assert_eq!(kind(&run, "looked").len(), 64);
    assert_eq!(kind(&run, "in-reach").len(), 9);
    assert_eq!(kind(&run, "gate-tested").len(), 2);
    let names: Vec<_> = run.phases().iter().map(|p| (p.depth, run.phase_name(p.start as usize))).collect();
    for wanted in [(0, "one decision"), (1, "unit 2"), (2, "see"), (2, "plan"), (3, "cell (0,7)"), (2, "choose")] {
        assert!(names.contains(&(wanted.0, wanted.1.to_owned())), "{wanted:?} in {names:?}");
    }
    assert!(names.iter().any(|(depth, name)| *depth == 4 && name.starts_with("jumper to")));
    let gates: Vec<_> = kind(&run, "gate-tested").into_iter().map(|i| run.event(i).sentence).collect();
    assert_eq!(
        gates[0],
        "Gate near: (5,4) is 1.4 cells from the stock hop (4,5), below the limit of 1.6 cells, so the diagonal jump passes."
    );
    assert_eq!(
        gates[1],
        "Gate far: (5,4) is 4.2 cells from the piece (2,7), above the limit of 1.6 cells, so the diagonal jump passes."
    );
    run.seek(run.len());
    let titles: Vec<_> = run.tables().iter().map(|t| t.title.clone()).collect();
    for wanted in ["The two gates", "Manhattan against exact", "Stock: the nearest cell in reach"] {
        assert!(titles.iter().any(|t| t.starts_with(wanted)), "{titles:?}");
    }
    let tables = run.tables();
    let stock = tables.iter().find(|t| t.title.starts_with("Stock")).expect("a scoreboard");
    assert_eq!(stock.rows.len(), 64);
    assert_eq!((stock.rows[0].chosen, stock.rows[0].cell), (true, Some(Cell::new(4, 4))));
    let why = |x: u16, y: u16| {
        let why = run.why_not(Cell::new(x, y));
        (why.reason, why.sentence)
    };
    assert_eq!(why(0, 0), ("not in reach".into(), "(0,0) is not a candidate: no enemy is in reach from there.".into()));
    assert_eq!(why(5, 4), ("chosen".into(), "Chose the diagonal jump from (2,7) to (5,4).".into()));
    assert_eq!(why(4, 4).0, "target");
    assert!(
        why(6, 3).1.ends_with(
            "is not a candidate for the diagonal jump: 5.7 cells away, and the nearest so far is 4.2 cells away."
        ),
        "{}",
        why(6, 3).1
    );
    // Inside a search: nodes, arrows, and the heap in its order.
    let popped = kind(&run, "expanded")[6];
    run.seek(popped);
    let (waiting, _) = run.queue(10);
    assert_eq!(run.event(popped).cell, waiting.first().map(|e| e.cell), "what waits first is popped next");
    assert!(run.figures().iter().any(|f| f.label == "raw nodes" || f.label == "joined" || &*f.name == "stock path"));
}

#[test]
fn first_heap_entry_is_popped_next() {
    let board = "
        ....#...
        .##...#.
        ..#.#...
        ....A..E
        .#.##.#.
        ...#....
        .A..#.#.
        U..#....";
    for finder in ["pathfinder=jumper", "pathfinder=shortest"] {
        let mut run = record(&chess(board, &[finder, "range=400"]));
        let mut popped = 0;
        for i in 0..run.len() {
            if matches!(run.kind(i), "expanded" | "settled") {
                run.seek(i);
                assert_eq!(run.queue(1).0.first().map(|e| e.cell), run.event(i).cell, "{finder}: event {i}");
                popped += 1;
            }
        }
        assert!(popped > 50, "{finder}: {popped}");
    }
}

const FIGHT: &str = "
    ..E..E..
    ....E...
    ........
    ........
    ........
    ........
    ...A....
    .A....U.";

#[test]
fn fight_under_both_rules_equals_each_alone() {
    let one = |rule: &str| outcome(&chess(FIGHT, &["fight=on", &format!("rule={rule}")]));
    let (stock, diagonal, both) = (one("stock"), one("diagonal"), one("both"));
    for name in ["rounds", "jumps", "positions"] {
        assert_eq!(both[name]["stock"], stock[name], "{name}");
        assert_eq!(both[name]["diagonal"], diagonal[name], "{name}");
    }
    assert_eq!(stock["positions"].as_array().map(Vec::len), Some(6));
    assert_eq!(outcome(&chess(FIGHT, &["fight=on"])), both, "both is what is played by default");
    let short = outcome(&chess(FIGHT, &["fight=on", "rule=stock", "max-rounds=1"]));
    assert_eq!(short["rounds"], 1);
}

#[test]
fn fight_ends_in_reach_or_without_moves() {
    let fight = |picture: &str, params: &[&str]| {
        let mut scene = chess(picture, params);
        set(&mut scene, &["fight=on", "rule=stock"]);
        outcome(&scene)
    };
    assert_eq!(fight("UE", &[]), json!({ "rounds": 0, "jumps": 0, "positions": [[0, 0], [1, 0]] }), "all in reach");
    assert_eq!(fight("U.A", &[])["rounds"], 1, "nobody has an enemy: one round without a move");
    assert_eq!(fight("U#E", &[]), json!({ "rounds": 1, "jumps": 0, "positions": [[0, 0], [2, 0]] }));
    assert_eq!(
        fight("U...E", &[]),
        json!({ "rounds": 1, "jumps": 1, "positions": [[3, 0], [4, 0]] }),
        "the first to move gets there, the second can attack then"
    );
    // Each piece has its own range: the second one attacks from afar and stays.
    let mut archers = chess("U....E", &["fight=on", "rule=stock"]);
    archers.actors[1].set_range(Some(900));
    archers.actors[0].set_range(Some(900));
    assert_eq!(outcome(&archers)["jumps"], 0);
}

#[test]
fn script_places_walls_during_a_fight() {
    let mut scene = chess("U.......E\n.........", &["fight=on"]);
    let line = |turn, verb, at: (u16, u16), to: Option<(u16, u16)>, tile: Option<&str>| ScriptLine {
        turn,
        verb,
        at: Cell::new(at.0, at.1),
        to: to.map(|t| Cell::new(t.0, t.1)),
        tile: tile.map(str::to_owned),
    };
    scene.script =
        vec![line(1, Verb::Place, (4, 0), None, Some("wall")), line(1, Verb::Place, (4, 1), None, Some("wall"))];
    let out = outcome(&scene);
    assert_eq!(out["jumps"], json!({ "stock": 0, "diagonal": 0 }));
    let mut run = record(&scene);
    run.seek(run.len());
    assert_eq!(run.tiles(), [(Cell::new(4, 0), Tile::Wall), (Cell::new(4, 1), Tile::Wall)]);
    assert_eq!(run.turn(), Some(1));
    scene.script = vec![line(1, Verb::Remove, (8, 0), None, None)];
    let out = outcome(&scene);
    assert_eq!(out["positions"]["stock"], json!([[0, 0], null]));
    scene.script = vec![line(1, Verb::Move, (8, 0), Some((1, 1)), None)];
    assert_eq!(outcome(&scene)["positions"]["stock"], json!([[0, 0], [1, 1]]));
}

#[test]
fn pieces_move_on_the_selected_rules_board() {
    let scene = chess(FIGHT, &["fight=on"]);
    let mut run = record(&scene);
    assert_eq!(run.eyes(), ["the rule at work", "stock", "diagonal"]);
    run.seek(run.len());
    for (eyes, rule) in [(1, "stock"), (2, "diagonal")] {
        run.look_through(eyes);
        let tokens = run.tokens();
        let units = scene.actors.iter().enumerate().map(|(i, a)| {
            let token = tokens.iter().find(|t| t.actor == i);
            json!(token.map_or(Some(a.at), |t| t.at))
        });
        assert_eq!(Value::Array(units.collect()), run.outcome()["positions"][rule], "{rule}");
    }
    let series: Vec<_> = run.series().iter().map(|s| (&*s.name, s.points.last().map_or(0.0, |p| p[1]))).collect();
    assert_eq!(json!(series[0].1 as u64), run.outcome()["jumps"]["stock"]);
    assert_eq!(json!(series[1].1 as u64), run.outcome()["jumps"]["diagonal"]);
}
