//! Knowledge: the page's example with both rules, and two characters.

use gridscope::trace::trace::breakpoint::Condition;
use gridscope::trace::view::picture::picture;
use gridscope::trace::{Actor, ActorKind, Cell, Grid, Replay, Scene, ScriptLine, Size, Tile, Verb};
use serde_json::{Value, json};
use support::HitsOf as _;
use support::{record, refused, scene_with};

fn play(picture: &str, params: &[&str]) -> Scene {
    let mut scene = scene_with(picture, params);
    scene.run.algorithm = "knowledge".into();
    scene
}

pub(super) fn line(turn: u32, verb: Verb, at: (u16, u16)) -> ScriptLine {
    ScriptLine { turn, verb, at: Cell::new(at.0, at.1), to: None, tile: None }
}

pub(super) fn place(turn: u32, at: (u16, u16), tile: &str) -> ScriptLine {
    ScriptLine { tile: Some(tile.into()), ..line(turn, Verb::Place, at) }
}

pub(super) fn moved(turn: u32, at: (u16, u16), to: (u16, u16)) -> ScriptLine {
    ScriptLine { to: Some(Cell::new(to.0, to.1)), ..line(turn, Verb::Move, at) }
}

/// Returns the turns in which a cell was rebuilt, and those in which it was refreshed.
fn turns_of(run: &Replay, cell: Cell) -> (Vec<i64>, Vec<i64>) {
    let of = |kind: &str| {
        let all = run.history(cell).into_iter().filter(|&i| run.kind(i as usize) == kind);
        all.map(|i| run.event_json(i as usize)["turn"].as_i64().expect("a turn")).collect()
    };
    (of("rebuilt"), of("refreshed"))
}

const ROOM: &str = "
    #######
    #V...,#
    #.....#
    #######";

/// Builds a play with a cell that changes in turns 0 and 5.
fn example(params: &[&str]) -> Scene {
    let mut scene = play(ROOM, params);
    scene.script = vec![place(0, (4, 1), "rubble"), place(5, (4, 1), "floor")];
    scene
}

#[test]
fn page_example_is_rebuilt_in_its_stated_turns() {
    let cell = Cell::new(4, 1);
    for (params, rebuilt) in [
        (["dirty=le", "script-at=before-look"], vec![0, 1, 5, 6]),
        (["dirty=lt", "script-at=before-look"], vec![0, 5]),
        (["dirty=le", "script-at=after-look"], vec![0, 1, 6]),
        (["dirty=lt", "script-at=after-look"], vec![0]),
        (["dirty=never", "script-at=before-look"], (0..9).collect()),
    ] {
        let run = record(&example(&params));
        let refreshed: Vec<i64> = (0..9).filter(|t| !rebuilt.contains(t)).collect();
        assert_eq!(turns_of(&run, cell), (rebuilt, refreshed), "{params:?}");
    }
}

#[test]
fn outcome_sums_rebuilt_and_refreshed_cells_by_turn() {
    let run = record(&example(&[]));
    let all = |rebuilt: u32| json!({"visible": 28, "rebuilt": rebuilt, "refreshed": 28 - rebuilt});
    let turns: Vec<Value> = [28, 28, 0, 0, 0, 1, 1, 0, 0].map(all).into();
    let total = json!({"visible": 9 * 28, "rebuilt": 58, "refreshed": 9 * 28 - 58});
    assert_eq!(run.outcome(), &json!({ "turns": turns, "total": total }));
    let copied = run.series().iter().find(|s| s.name == "rebuilt in all").expect("a series");
    assert_eq!(copied.points.last().expect("points")[1], 58.0);
}

#[test]
fn chart_and_table_agree_with_the_sums() {
    let mut run = record(&example(&[]));
    run.seek(usize::MAX);
    let chart = &run.charts()[0];
    assert_eq!(chart.bars.len(), 9);
    assert_eq!((chart.bars[5].count, chart.bars[5].expected), (1.0, Some(28.0)));
    assert!(chart.note.starts_with("58 of 252"), "{}", chart.note);
    assert_eq!(run.tables()[0].rows[0].values, ["viewer", "8", "28", "0", "28", "0 %", "28", "0"]);
}

fn lines(text: &str) -> String {
    text.lines().map(str::trim).filter(|l| !l.is_empty()).flat_map(|l| [l, "\n"]).collect()
}

/// Moves the cursor just after the look of a character in a turn.
fn after_look(run: &mut Replay, turn: i64, character: i64) {
    let look = (0..run.len()).find(|&i| {
        run.kind(i) == "summed" && run.event_json(i)["turn"] == turn && run.event_json(i)["character"] == character
    });
    run.seek(look.expect("that look") + 1);
}

#[test]
fn pictures_show_a_door_opening_and_closing() {
    let mut scene = play(
        "
        ########
        #V..+..#
        #...#..#
        ########",
        &[],
    );
    scene.script = vec![line(3, Verb::Open, (4, 1)), line(6, Verb::Close, (4, 1))];
    let mut run = record(&scene);
    after_look(&mut run, 2, 0);
    let shut = "
        ●●●●●░░░
        ●V●●●░░░
        ●●●●●░░░
        ●●●●●░░░";
    assert_eq!(picture(&scene, &run), lines(shut));
    after_look(&mut run, 3, 0);
    let opened = picture(&scene, &run);
    let wanted = "
        ●●●●●▲▲▲
        ●V●●▲▲▲▲
        ●●●●●▲▲▲
        ●●●●●░░░";
    assert_eq!(opened.lines().nth(1), lines(wanted).lines().nth(1), "the door and the row behind it are new\n{opened}");
    after_look(&mut run, 7, 0);
    let closed = picture(&scene, &run);
    assert_eq!(closed.lines().nth(1), Some("●V●●▲◌◌◌"), "what is behind the door is remembered\n{closed}");
    after_look(&mut run, 8, 0);
    assert_eq!(picture(&scene, &run).lines().nth(1), Some("●V●●●◌◌◌"));
    assert_eq!(run.value(3, Cell::new(6, 1)), Some(gridscope::trace::event::Value::Word("floor".into())));
}

#[test]
fn change_out_of_sight_is_a_wrong_belief() {
    let mut scene = play(
        "
        #########
        #V..+...#
        #########",
        &["turns=6"],
    );
    scene.actors.push(Actor::new(ActorKind::Item, Cell::new(6, 1)));
    scene.script = vec![line(0, Verb::Open, (4, 1)), line(2, Verb::Close, (4, 1)), moved(3, (6, 1), (7, 1))];
    let mut run = record(&scene);
    after_look(&mut run, 4, 0);
    // ≠ at the remembered position of the item, and at its real one.
    let row: String = picture(&scene, &run).lines().nth(1).expect("a row").chars().skip(5).collect();
    assert_eq!(row, "◌≠$◌", "the item's own glyph covers the second");
    let ghost = &run.figures()[0];
    assert_eq!(ghost.label, "item, turn 1");
    run.seek(usize::MAX);
    let why = run.why_not(Cell::new(6, 1));
    assert_eq!((&*why.reason, why.this), ("wrong", Some(gridscope::trace::event::Value::Int(1))));
    assert_eq!(run.why_not(Cell::new(2, 1)).reason, "clean");
    assert_eq!(run.why_not(Cell::new(0, 0)).reason, "clean");
    let tables = run.tables();
    assert_eq!(tables[0].rows[0].values.last().map(String::as_str), Some("2"), "known wrongly");
    let wrong = tables.iter().find(|t| t.title == "Remembered wrongly: 2").expect("a table");
    let since: Vec<[&str; 2]> = wrong.rows.iter().map(|r| [r.values[1].as_str(), r.values[4].as_str()]).collect();
    assert_eq!(since, [["(6,1)", "turn 3"], ["(7,1)", "turn 3"]]);
}

/// Builds a play with two characters that see each other. The second one walks after the first has looked.
fn heads(params: &[&str]) -> Scene {
    let mut scene = play(
        "
        ########
        #V.....#
        #..V...#
        ########",
        params,
    );
    scene.actors[1].set_route(vec![Cell::new(6, 2), Cell::new(3, 2)]);
    scene
}

#[test]
fn two_viewers_have_their_own_sums_and_beliefs() {
    let wrong = Condition::check("a look left a memory wrong");
    let le = record(&heads(&["dirty=le"]));
    assert_eq!(le.hits_of(&wrong).len(), 0);
    assert_eq!(le.eyes(), ["viewer 1", "viewer 2"]);
    let out = le.outcome();
    for turn in 0..9 {
        let of = |k: usize, name: &str| out["characters"][k]["turns"][turn][name].as_u64().expect("a number");
        for name in ["visible", "rebuilt", "refreshed"] {
            assert_eq!(out["turns"][turn][name].as_u64(), Some(of(0, name) + of(1, name)));
        }
    }
    let lt = record(&heads(&["dirty=lt"]));
    assert!(lt.hits_of(&wrong).len() > 5, "the one who looked before the other walked misses it");
    // Both first saw, and then something moved: viewer 1 believes that viewer 2 is where it no longer is.
    let told = lt.hits_of(&wrong).iter().map(|&i| lt.event(i as usize).sentence).collect::<Vec<_>>();
    assert!(told[0].starts_with("Viewer 1 only marked"), "{}", told[0]);
    assert!(told[0].contains("counts as up to date"), "{}", told[0]);
}

#[test]
fn phases_are_turn_actor_part() {
    let mut scene = heads(&["turns=2"]);
    scene.script = vec![place(1, (2, 1), "rubble")];
    let run = record(&scene);
    let names: Vec<_> = run.phases().iter().map(|p| (p.depth, run.phase_name(p.start as usize))).collect();
    let wanted = [
        (0, "turn 0"),
        (1, "viewer 1"),
        (2, "see"),
        (1, "viewer 2"),
        (2, "see"),
        (2, "move"),
        (0, "turn 1"),
        (1, "script"),
        (1, "viewer 1"),
        (2, "see"),
        (1, "viewer 2"),
        (2, "see"),
        (2, "move"),
    ];
    assert_eq!(names, wanted.map(|(d, n)| (d, n.to_owned())));
}

#[test]
fn scripted_changes_are_attributed_to_the_script() {
    let mut scene = heads(&["turns=3"]);
    scene.script = vec![moved(1, (1, 1), (2, 1)), line(2, Verb::Remove, (2, 1)), place(2, (5, 1), "floor")];
    let run = record(&scene);
    let told: Vec<_> = (0..run.len()).map(|i| run.event(i)).map(|e| (e.line, e.sentence)).collect();
    for (line, text) in [
        (1, "The script moved viewer 1 from (1,1) to (2,1)."),
        (1, "The script removed viewer 1 from (2,1)."),
        (1, "The script's place at (5,1) did nothing: there is nothing there to change."),
        (8, "Viewer 2 moved from (3,2) to (4,2)."),
    ] {
        assert!(told.iter().any(|t| t.0 == line && t.1 == text), "nobody says {text:?} at line {line}: {told:#?}");
    }
}

#[test]
fn sentences_state_turns_and_reasons_of_copying() {
    let run = record(&example(&[]));
    let told: Vec<_> = (0..run.len()).map(|i| run.event(i).sentence).collect();
    for text in [
        "The viewer copied (4,1): it was never seen before. It saw rubble and nobody.",
        "The viewer copied (4,1): last seen in turn 0, last changed in turn 0; the same turn counts as out of date. It saw rubble and nobody.",
        "The viewer only marked (4,1) as seen in turn 2: last seen in turn 1, last changed in turn 0; it is up to date.",
        "The viewer copied (4,1): last seen in turn 4, last changed in turn 5; it is out of date. It saw floor and nobody.",
        "In turn 5 the viewer saw 28 cells: 1 copied (new or out of date), 27 only marked as seen.",
    ] {
        assert!(told.iter().any(|t| t == text), "nobody says {text:?}");
    }
}

#[test]
fn knowledge_refuses_bad_scenes_in_a_sentence() {
    assert_eq!(
        refused(&play("...\n.$.", &[])),
        "the scene has nobody who looks; put one of viewer, guard, explorer, thief, enemy on the map"
    );
    let mut wall = play(ROOM, &[]);
    wall.script = vec![line(2, Verb::Open, (0, 0))];
    let text = refused(&wall);
    assert!(text.starts_with("script line 1 (turn 2, at (0,0)): open does nothing to a wall; expected door"), "{text}");
    let mut crowd = play(ROOM, &[]);
    crowd.actors = vec![Actor::new(ActorKind::Guard, Cell::new(1, 1)); 65];
    assert!(refused(&crowd).contains("at most 64"));
    let mut huge = Scene::new(Grid::new(Size::new(4096, 4096), Tile::Floor));
    huge.run.algorithm = "knowledge".into();
    huge.actors = vec![Actor::new(ActorKind::Guard, Cell::new(1, 1)); 3];
    assert!(refused(&huge).contains("at most 33554432 cells"));
    // A viewer in a wall sees from there. A removed viewer no longer looks.
    let mut odd = play("###\n#.#\n###", &["turns=3"]);
    odd.actors.push(Actor::new(ActorKind::Viewer, Cell::new(1, 0)));
    odd.script = vec![line(2, Verb::Remove, (1, 0))];
    let run = record(&odd);
    assert!(run.outcome()["turns"][1]["visible"].as_u64() > Some(1));
    assert_eq!(run.outcome()["turns"][2]["visible"], 0);
}
