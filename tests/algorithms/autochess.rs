//! Auto chess: the conformance vectors, every worked example as a picture, each switch, fights, and bad input.

use crate::helpers::chess::{answer, at, chess, outcome, rows};
use gridscope::formats::{Options, read_bytes};
use gridscope::trace::event::Value::Real;
use gridscope::trace::view::picture::picture;
use gridscope::trace::{Actor, ActorKind, Cell};
use serde_json::{Value, json};
use support::{record, scene};

#[test]
fn autochess_vectors_agree() {
    let lines = include_str!("../data/vectors/autochess.jsonl").lines();
    let mut cases = 0;
    for line in lines {
        let case: Value = serde_json::from_str(line).expect("JSON");
        let scene =
            read_bytes("vectors", case["scene"].to_string().as_bytes(), &Options::default()).expect("a scene").scene;
        let out = outcome(&scene);
        for (name, wanted) in case["expect"].as_object().expect("what is expected") {
            assert_eq!(&out[name], wanted, "case {}: {name}", case["id"]);
        }
        cases += 1;
    }
    assert_eq!(cases, 300);
}

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
fn diagonal_rule_takes_one_jump_instead_of_two() {
    let [target, hop, alt, chosen] = answer(GAP, &[]);
    assert_eq!((target, hop), (at(5, 4), at(5, 3)));
    assert_eq!((alt, &chosen), (at(6, 4), &at(6, 4)));
    assert_eq!(outcome(&chess(GAP, &[]))["chose"], "diagonal");
    // The second jump of the stock rule, from (5,3) to its target.
    let second = "
        ........
        ........
        ........
        .....E..
        ........
        ....U...
        ........
        ........";
    let [target, hop, ..] = answer(second, &[]);
    assert_eq!((&target, &hop), (&at(5, 4), &at(5, 4)));
}

#[test]
fn picture_of_a_decision_shows_reach_and_paths() {
    let scene = chess(GAP, &[]);
    let mut run = record(&scene);
    let chose = (0..run.len()).find(|&i| run.kind(i) == "chose").expect("an answer");
    run.seek(chose + 1);
    let wanted = "
        ........
        ........
        ....×××.
        ....×E×.
        ....?!×.
        ....*...
        ...*....
        ..U.....";
    assert_eq!(rows(&picture(&scene, &run)), rows(wanted));
    assert_eq!(run.event(chose).sentence, "Chose the diagonal jump from (2,7) to (5,4).");
    assert_eq!(run.explain(), "");
}

/// The line to the stock hop ends at the ring around it, 0.4 cells before the middle, so that the number in the ring
/// stays readable.
#[test]
fn stock_path_line_ends_at_the_hops_ring() {
    let mut run = record(&chess(GAP, &[]));
    let chose = (0..run.len()).find(|&i| run.kind(i) == "chose").expect("an answer");
    run.seek(chose + 1);
    let figures = run.figures();
    let named = |name: &str| &figures.iter().find(|f| f.name == name).expect("a figure").points;
    // From the piece at (2,7) diagonally to (4,5): half of 0.4² is along each axis.
    let off = 0.08_f64.sqrt();
    let wanted = [[2.5, 7.5], [4.5 - off, 5.5 + off]];
    for (got, wanted) in named("stock path").iter().flatten().zip(wanted.iter().flatten()) {
        assert!((got - wanted).abs() < 1e-12, "{:?}", named("stock path"));
    }
}

#[test]
fn friend_in_the_way_is_jumped_around() {
    let free = "
        ........
        ........
        ........
        ........
        ..E.....
        ........
        ........
        U.......";
    let [target, hop, alt, chosen] = answer(free, &[]);
    assert_eq!((target, hop, alt, chosen), (at(2, 3), at(2, 2), at(3, 3), at(3, 3)));
    let blocked = "
        ........
        ........
        ........
        ........
        ..E.....
        ........
        .A......
        U.......";
    let [_, hop, alt, chosen] = answer(blocked, &[]);
    assert_eq!((hop, alt, chosen), (at(1, 2), Value::Null, at(1, 2)));
    let first_attempt = answer(blocked, &["reach=off", "far=off", "near=off"]);
    assert_eq!(first_attempt[3], at(2, 1));
    assert_eq!(outcome(&chess(blocked, &["reach=off", "far=off", "near=off"]))["chose"], "diagonal");
}

#[test]
fn switch_far_refuses_the_diagonal_jump() {
    let gap = "
        ........
        ........
        ...E....
        ........
        ...U....
        ........
        ........
        ........";
    let [_, hop, alt, chosen] = answer(gap, &[]);
    assert_eq!((hop, alt, chosen), (at(4, 5), at(3, 5), at(4, 5)));
    assert_eq!(answer(gap, &["far=off"])[3], at(3, 5));
}

#[test]
fn switch_near_refuses_the_diagonal_jump() {
    let two = "
        ........
        ........
        .......E
        ........
        ...E....
        ........
        ........
        ...U....";
    let [_, hop, alt, chosen] = answer(two, &[]);
    assert_eq!((hop, alt, chosen), (at(4, 3), at(8, 5), at(4, 3)));
    assert_eq!(answer(two, &["near=off"])[3], at(8, 5));
    let out = outcome(&chess(two, &[]));
    assert_eq!((&out["chose"], &out["alt"]), (&json!("stock"), &at(8, 5)), "alt is given where a gate refuses it");
    let why = record(&chess(two, &[])).why_not(Cell::new(7, 3));
    assert_eq!((&*why.reason, why.this, why.best), ("near", Some(Real(32.0_f64.sqrt())), Some(Real(2.0))));
    assert!(
        why.sentence.ends_with("not below the limit of 1.6 cells, so the diagonal jump is refused."),
        "{}",
        why.sentence
    );
}

#[test]
fn piece_squeezed_between_two_friends_stays() {
    let corner = "
        ........
        ........
        ........
        ....E...
        ........
        ........
        A.......
        UA......";
    let out = outcome(&chess(corner, &[]));
    assert_eq!((&out["hop"], &out["chose"], &out["alt"]), (&Value::Null, &json!("none"), &Value::Null));
    assert_eq!(out["stock"], json!({ "target": null, "hop": null }));
    // If one of the two is removed, the diagonal is free.
    let open = corner.replace("UA", "U.");
    assert!(!outcome(&chess(&open, &[]))["hop"].is_null());
}

#[test]
fn switch_reach_requires_reaching_in_one_jump() {
    let wall = "
        ........
        ........
        E.......
        ........
        .AA.....
        ........
        ........
        ....U...";
    assert_eq!(answer(wall, &[])[3], at(4, 2));
    assert_eq!(answer(wall, &["reach=off"])[3], at(3, 3));
}

#[test]
fn near_is_measured_from_the_stock_hop() {
    let board = "
        ........
        ...AU...
        .E......
        ........
        ........
        ........
        ........
        ........";
    let [target, hop, alt, chosen] = answer(board, &[]);
    assert_eq!((target, hop), (at(3, 7), at(4, 6)));
    assert_eq!((alt, chosen), (at(3, 5), at(3, 5)), "by the code");
    // By the description in prose, the alternative would be measured from the target: two cells, 256, and refused.
}

/// The path across a board with two blocked cells. The whole board is within reach, so a path to every cell is
/// searched. The enemy is where no path to the far corner passes.
const ACROSS: &str = "
    E.......
    ........
    ........
    ...#....
    ........
    ........
    .#......
    U.......";

#[test]
fn found_path_sentence_states_nodes_and_legs() {
    let scene = chess(ACROSS, &["range=2000"]);
    let mut run = record(&scene);
    let corner = |i: &usize| run.kind(*i) == "found" && run.event(*i).cell == Some(Cell::new(7, 0));
    let found = (0..run.len()).find(corner).expect("the corner is in reach");
    assert_eq!(
        run.event(found).sentence,
        "Found a path to (7,0): 5 nodes in 3 straight legs; the first leg ends at (1,7)."
    );
    run.seek(found + 1);
    let middles = |cells: &[(u16, u16)]| {
        let middle = |&(x, y): &(u16, u16)| [f64::from(x) - 0.5, 8.5 - f64::from(y)];
        cells.iter().map(middle).collect::<Vec<_>>()
    };
    let figures: Vec<_> = run.figures().into_iter().map(|f| f.points).collect();
    assert_eq!(figures[0], middles(&[(1, 1), (2, 1), (3, 2), (5, 4), (8, 7), (8, 8)]), "raw nodes");
    assert_eq!(figures[1], middles(&[(1, 1), (2, 1), (8, 7), (8, 8)]), "joined");
    let shown = picture(&scene, &run);
    let wanted = "
        E××××××&
        ×××××××*
        ××××××*×
        ××o#o*××
        ××××*×××
        ×o×*××××
        o#*×××××
        U*××××××";
    assert_eq!(rows(&shown), rows(wanted));
}

#[test]
fn worked_example_path_has_its_nodes_and_legs() {
    use gridscope::algorithms::autochess::{Board, Jumper, Place, join};
    use gridscope::trace::observe::unhalted;
    let tiles = scene(&ACROSS.replace('E', ".")).tiles;
    let board = Board::new(&tiles, std::iter::empty(), Cell::new(0, 7));
    let (start, goal) = (Place::new(0, 0), Place::new(7, 7));
    let nodes = unhalted(Jumper::new(64).find(&board, start, goal, &mut ())).expect("a way");
    let counted = |places: &[Place]| places[1..].iter().map(|p| (p.x + 1, p.y + 1)).collect::<Vec<_>>();
    assert_eq!(counted(&nodes), [(2, 1), (3, 2), (5, 4), (8, 7), (8, 8)]);
    assert_eq!(counted(&join(&nodes, |_, _, _| ())), [(2, 1), (8, 7), (8, 8)]);
}

#[test]
fn diagonal_reach_is_181_02_and_strict() {
    let beside = "
        ....
        .E..
        ....
        ....";
    let in_reach = |range: u32, hull: u32| {
        let mut scene = chess(beside, &[&format!("hull={hull}")]);
        let mut piece = Actor::new(ActorKind::Unit, Cell::new(3, 3));
        piece.set_active(Some(true));
        piece.set_team(Some(1));
        piece.set_range(Some(range));
        scene.actors.push(piece);
        let rows = outcome(&scene)["candidates"].as_array().expect("rows").clone();
        rows.iter().filter(|c| c["in_reach"] == true).count()
    };
    assert_eq!(in_reach(210, 24), 9, "186: the cell itself, four straight and four diagonal ones");
    assert_eq!(in_reach(205, 24), 5, "181 is less than a diagonal of 181.02");
    assert_eq!(in_reach(152, 24), 1, "128 is not less than 128");
    assert_eq!(in_reach(153, 24), 5);
    assert_eq!(in_reach(24, 24), 0);
    assert_eq!(in_reach(0, 24), 0, "a range below the hull reaches nothing");
    assert_eq!(in_reach(u32::MAX, 0), 16);
}

/// With the hulls of both pieces added, a range of 210 reaches everything nearer than 258: two straight cells (256),
/// but not a knight's move (286).
#[test]
fn range_rule_plus_adds_both_hulls() {
    let beside = "
        .....
        .....
        ..E..
        .....
        ....U";
    let in_reach = |rule: &str, range: u32, hull: u32| {
        let scene = chess(beside, &[&format!("range-rule={rule}"), &format!("hull={hull}"), &format!("range={range}")]);
        let rows = outcome(&scene)["candidates"].as_array().expect("rows").clone();
        rows.iter().filter(|c| c["in_reach"] == true).count()
    };
    assert_eq!((in_reach("minus", 210, 24), in_reach("plus", 210, 24)), (9, 13));
    assert_eq!((in_reach("plus", 208, 24), in_reach("plus", 209, 24)), (9, 13), "256 is not less than 256");
    assert_eq!((in_reach("plus", 0, 0), in_reach("plus", 0, 24), in_reach("plus", 0, 65)), (0, 1, 5));
    let scene = chess(beside, &["range-rule=plus"]);
    let run = record(&scene);
    let began = (0..run.len()).find(|&i| run.kind(i) == "turn-began").expect("a turn");
    assert_eq!(run.event(began).sentence, "Unit 2 at (4,4) acts next. It can attack enemies nearer than 2.02 cells.");
    // With the longer range, a piece need not come as close.
    let target = |rule: &str| {
        let row = ".....\n.....\n.....\n.....\nU...E";
        outcome(&chess(row, &[&format!("range-rule={rule}")]))["stock"]["target"].clone()
    };
    assert_eq!((target("minus"), target("plus")), (json!([3, 4]), json!([2, 4])));
}

#[test]
fn candidates_are_in_scan_order_with_reasons() {
    let scene = chess(GAP, &[]);
    let out = outcome(&scene);
    let rows = out["candidates"].as_array().expect("rows");
    assert_eq!(rows.len(), 64);
    for (i, row) in rows.iter().enumerate() {
        assert_eq!(row["at"], at(1 + i as u16 / 8, 1 + i as u16 % 8));
    }
    let of = |x: u16, y: u16| rows.iter().find(|r| r["at"] == at(x, y)).expect("a row");
    assert_eq!(of(5, 4)["refused"], Value::Null);
    assert_eq!(of(5, 4)["hop"], at(5, 3));
    assert_eq!(of(5, 4)["refused_diagonal"], "not diagonal");
    assert_eq!((&of(6, 4)["refused"], &of(6, 4)["refused_diagonal"]), (&json!("not nearer"), &Value::Null));
    assert_eq!(of(6, 4)["diagonal"], true);
    assert_eq!(of(6, 5)["refused"], "no path");
    assert_eq!((&of(1, 1)["refused"], &of(1, 1)["in_reach"]), (&json!("not in reach"), &json!(false)));
    assert_eq!((&of(1, 1)["hop"], &of(1, 1)["distance"]), (&Value::Null, &json!(256.0)));
    let close = chess("........\n..EU....\n........", &[]);
    let rows = outcome(&close)["candidates"].clone();
    let own = rows.as_array().expect("rows").iter().find(|r| r["at"] == json!([3, 1])).expect("its own cell").clone();
    assert_eq!((&own["refused"], &own["in_reach"]), (&json!("no path"), &json!(true)));
}

#[test]
fn range_parameter_equals_the_units_own_range() {
    let far = chess(GAP, &["range=700"]);
    let own = {
        let mut scene = chess(GAP, &[]);
        let piece = scene.actors.iter_mut().find(|a| a.active() == Some(true)).expect("the piece");
        piece.set_range(Some(700));
        scene
    };
    assert_eq!(outcome(&far), outcome(&own));
    assert_ne!(outcome(&far)["hop"], outcome(&chess(GAP, &[]))["hop"]);
}
