//! Checks the claims of the lessons on knowledge, walking and fleeing.

use gridscope::trace::trace::breakpoint::Condition;
use gridscope::trace::view::board::{Board, Role};
use gridscope::trace::{Cell, Replay, Tile};
use serde_json::{Value, json};
use support::HitsOf as _;
use support::{lesson, record, runs};

/// Returns the run with a parameter changed.
fn with(id: &str, param: &str) -> Replay {
    let mut scene = lesson(id);
    support::set(&mut scene, &[param]);
    record(&scene)
}

fn sentence(id: &str) -> String {
    let scene = lesson(id);
    record(&scene).event(scene.run.picture_moment().expect("a moment") - 1).sentence
}

fn turns(run: &Replay, name: &str) -> Vec<u64> {
    let all = run.outcome()["turns"].as_array().expect("turns").clone();
    all.iter().map(|t| t[name].as_u64().expect("a number")).collect()
}

fn last(path: &Value) -> Value {
    path.as_array().and_then(|p| p.last()).cloned().unwrap_or_default()
}

#[test]
fn lesson_naive_knowledge_copies_every_visible_cell() {
    let [dirty, naive] = &runs("naive-against-dirty")[..] else { panic!("two runs") };
    assert_eq!(turns(dirty, "visible"), turns(naive, "visible"));
    assert_eq!(turns(naive, "visible"), turns(naive, "rebuilt"));
    let rebuilt = turns(dirty, "rebuilt");
    assert_eq!(rebuilt[..2], turns(dirty, "visible")[..2], "steeply twice, in turns 0 and 1");
    assert!(rebuilt[2..].iter().all(|&n| n < 8), "{rebuilt:?}");
    assert_eq!(
        sentence("naive-against-dirty"),
        "In turn 2 the viewer saw 101 cells: 2 copied (new or out of date), 99 only marked as seen."
    );
}

#[test]
fn lesson_with_lt_misses_the_rubble() {
    let [le, lt] = &runs("dirty-lt-misses-a-change")[..] else { panic!("two runs") };
    let cell = Cell::new(6, 2);
    let rebuilt = |run: &Replay| -> Vec<Value> {
        let all = run.history(cell).into_iter().filter(|&i| run.kind(i as usize) == "rebuilt");
        all.map(|i| run.event_json(i as usize)["turn"].clone()).collect()
    };
    assert_eq!(rebuilt(le), [0, 1, 6]);
    assert_eq!(rebuilt(lt), [0]);
    let missed = lt.hits_of(&Condition::check("a look left a memory wrong"));
    assert_eq!((missed.len(), lt.event(missed[0] as usize).cell), (5, Some(cell)), "turns 1 to 5");
    assert!(le.event(77).sentence.contains("the same turn counts as out of date. It saw rubble"));
    assert_eq!(
        sentence("dirty-lt-misses-a-change"),
        "In turn 1 the viewer saw 50 cells: 50 copied (new or out of date), 0 only marked as seen."
    );
    let early = |dirty: &str| {
        let mut other = lesson("dirty-lt-misses-a-change");
        support::set(&mut other, &["script-at=before-look", &format!("dirty={dirty}")]);
        rebuilt(&record(&other))
    };
    assert_eq!((early("le"), early("lt")), (vec![json!(0), json!(1), json!(5), json!(6)], vec![json!(0), json!(5)]));
}

#[test]
fn lesson_two_viewers_have_different_beliefs() {
    let mut run = record(&lesson("two-heads"));
    let lt = with("two-heads", "dirty=lt");
    run.seek(lesson("two-heads").run.picture_moment().expect("a moment"));
    let mut worlds = Vec::new();
    for eyes in 0..2 {
        run.look_through(eyes);
        let mut board = Board::default();
        run.board(None, &mut board);
        assert!(board.marks.iter().any(|m| m.role == Role::Wrong), "guard {eyes} believes something that is not so");
        assert!(!run.figures().is_empty(), "a ring round a memory");
        worlds.push(board);
    }
    assert_ne!(worlds[0], worlds[1]);
    let wrong = Condition::check("a look left a memory wrong");
    assert_eq!(run.hits_of(&wrong).len(), 0);
    assert!(lt.hits_of(&wrong).len() > 5);
}

#[test]
fn lesson_guard_walks_to_the_last_known_place() {
    let scene = lesson("last-known-place");
    let run = record(&scene);
    assert_eq!(sentence("last-known-place"), "The guard cannot see the thief. It last saw it at (8,2), in turn 2.");
    let path = run.outcome()["actors"][0]["path"].clone();
    assert!(path.as_array().expect("a path").contains(&json!([8, 2])), "by way of the gap");
    assert_eq!(last(&path), json!([8, 5]));
    assert!(!run.ties().is_empty());
}

#[test]
fn lesson_plan_leads_through_a_closed_door() {
    let (run, at_once) = (record(&lesson("opens-a-door")), with("opens-a-door", "opening-turns=0"));
    assert_eq!((&run.outcome()["turns"], &at_once.outcome()["turns"]), (&json!(9), &json!(8)));
    assert_eq!(sentence("opens-a-door"), "The guard walked into the door at (6,2) and opened it.");
    let mut locked = lesson("opens-a-door");
    locked.tiles[Cell::new(6, 2)] = Tile::DoorLocked;
    let run = record(&locked);
    let end = run.event(run.len() - 2).sentence;
    assert_eq!(end, "The guard waits at (5,2): the door is locked and the key is missing.");
}

#[test]
fn lesson_guard_detours_around_unknown_cells() {
    let [guard, native] = &runs("unknown-room")[..] else { panic!("two runs") };
    let steps = |run: &Replay| run.outcome()["actors"][0]["path"].as_array().expect("a path").len() - 1;
    assert_eq!((steps(guard), steps(native)), (20, 9));
    assert_eq!(guard.why_not(Cell::new(5, 6)).reason, "unknown");
    assert!(guard.why_not(Cell::new(5, 6)).sentence.contains("never saw"));
}

#[test]
fn lesson_escape_leads_past_the_threat() {
    let [mut out, cornered]: [Replay; 2] = runs("dead-end-and-flee").try_into().unwrap_or_else(|_| panic!("two runs"));
    assert_eq!(last(&out.outcome()["path"]), json!([17, 2]));
    assert_eq!(last(&cornered.outcome()["path"]), json!([1, 1]));
    assert_eq!(cornered.hits_of(&Condition::check("cornered")).len(), 1);
    assert_eq!(out.hits_of(&Condition::check("cornered")).len(), 0);
    out.seek(113);
    assert!(out.explain().starts_with("That is nearer to the threat"), "{}", out.explain());
}

#[test]
fn lesson_sherratt_and_brogue_flee_differently() {
    let [sherratt, brogue] = &runs("brogue-beside-sherratt")[..] else { panic!("two runs") };
    assert_eq!(sherratt.outcome()["frontier"], json!([[7, 1], [6, 3]]));
    assert_eq!(last(&sherratt.outcome()["path"]), json!([7, 1]));
    assert_eq!(last(&brogue.outcome()["path"]), json!([9, 3]));
    assert_eq!(sherratt.event(65).sentence, "The value of (7,1) is 10 + 6 − 6 + 2 · 0 = 10.");
    assert_eq!(sentence("brogue-beside-sherratt"), "The walker stops at (7,1), value 10: no neighbour is lower.");
    let mut both = lesson("brogue-beside-sherratt");
    support::set(&mut both, &["rule=both"]);
    let mut run = record(&both);
    run.seek(usize::MAX);
    assert!(run.tables().iter().any(|t| t.title == "The two walks" && t.rows.len() == 2));
}

#[test]
fn lesson_without_frontier_is_decided_by_dice() {
    let scene = lesson("no-frontier");
    let [closed, open] = &runs("no-frontier")[..] else { panic!("two runs") };
    assert_eq!(closed.outcome()["frontier"], json!([]));
    assert_eq!(closed.tie(scene.run.picture_moment().expect("a moment") - 1).expect("a tie").probability, Some(0.5));
    let corner = |seed: u64| {
        let mut other = scene.clone();
        other.run.seed = seed;
        last(&record(&other).outcome()["path"])
    };
    let corners: Vec<_> = (0..20).map(corner).collect();
    assert!(corners.contains(&json!([9, 5])) && corners.contains(&json!([9, 1])), "{corners:?}");
    let end = last(&open.outcome()["path"]);
    assert!(open.outcome()["frontier"].as_array().expect("cells").contains(&end));
}
