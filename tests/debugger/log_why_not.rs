//! Why-not questions on a log that states its rules, answered with exact costs, as for our own searches.

use gridscope::debugger::log::ConvertedLog;
use gridscope::formats::log::Bounds;
use gridscope::formats::log::Log;
use gridscope::trace::progress::at_once;
use gridscope::trace::trace::replay::WhyNot;
use gridscope::trace::{Cell, Tile};
use std::fmt::Write as _;
use support::read_log;

/// A room with a wall in it. The path leads below the wall.
const EVENTS: &str = r#"{"event":"open","at":[1,1],"g":0,"h":4}
{"event":"expand","at":[1,1],"g":0,"h":4}
{"event":"open","at":[1,2],"from":[1,1],"g":1,"h":5}
{"event":"reject","at":[2,1],"from":[1,1],"why":"wall"}
{"event":"expand","at":[1,2],"g":1,"h":5}
{"event":"open","at":[2,2],"from":[1,2],"g":2,"h":4}
{"event":"open","at":[1,3],"from":[1,2],"g":2,"h":6}
{"event":"expand","at":[2,2],"g":2,"h":4}
{"event":"open","at":[3,2],"from":[2,2],"g":3,"h":3}
{"event":"open","at":[2,3],"from":[2,2],"g":3,"h":5}
{"event":"expand","at":[3,2],"g":3,"h":3}
{"event":"open","at":[3,1],"from":[3,2],"g":4,"h":2}
{"event":"open","at":[4,2],"from":[3,2],"g":4,"h":2}
{"event":"reject","at":[3,3],"from":[3,2],"why":"dearer"}
{"event":"expand","at":[4,2],"g":4,"h":2}
{"event":"open","at":[4,1],"from":[4,2],"g":5,"h":1}
{"event":"open","at":[5,2],"from":[4,2],"g":5,"h":1}
{"event":"expand","at":[4,1],"g":5,"h":1}
{"event":"open","at":[5,1],"from":[4,1],"g":6,"h":0}
{"event":"expand","at":[5,2],"g":5,"h":1}
{"event":"reject","at":[5,1],"from":[5,2],"g":6,"why":"equal"}
{"event":"expand","at":[5,1],"g":6,"h":0}
{"event":"path","cells":[[1,1],[1,2],[2,2],[3,2],[4,2],[4,1],[5,1]],"cost":6}
"#;

const MAP: &str = r########""map":["#######","#.#...#","#.....#","#.....#","#######"]"########;

fn log(stated: &str) -> ConvertedLog {
    log_of(stated, EVENTS)
}

fn log_of(stated: &str, events: &str) -> ConvertedLog {
    let mut text = String::new();
    let ends = r#""start":[1,1],"goal":[5,1]"#;
    writeln!(text, r#"{{"format":"gridscope-trace","version":2,"algorithm":"mine",{MAP},{ends}{stated}}}"#)
        .expect("text");
    at_once(ConvertedLog::of(&Log::read("a log", (text + events).as_bytes()).expect("a log")))
}

fn ask(shown: &ConvertedLog, x: u16, y: u16) -> WhyNot {
    shown.replay.why_not(Cell::new(x, y))
}

const RULES: &str = r#","neighbours":4,"costs":{"straight":1}"#;

#[test]
fn why_not_prices_paths_by_stated_rules() {
    let shown = log(RULES);
    let dearer = ask(&shown, 1, 3);
    assert_eq!(dearer.reason, "dearer");
    assert_eq!(
        dearer.sentence,
        "The cheapest path through (1,3) costs 8, which is 2 more than the path found (6); it was still in the open list with f = 8 \
         (event 7) when the goal was expanded."
    );
    assert_eq!(dearer.event, Some(6));
    let blocked = ask(&shown, 2, 1);
    assert_eq!(blocked.sentence, "(2,1) was never reached: the only step to it was not possible (event 4): wall.");
    let tied = ask(&shown, 5, 2);
    assert_eq!(tied.reason, "tied");
    assert_eq!(
        tied.sentence,
        "A path through (5,2) costs 6 as well. It lost the tie at (5,1): from (5,2) the cost is the same, 6 (event 21), and the \
         first parent stays."
    );
    // A tie may be logged without the cost.
    let bare = EVENTS.replace(r#""from":[5,2],"g":6,"why":"equal""#, r#""from":[5,2],"why":"equal""#);
    let bare = ask(&log_of(RULES, &bare), 5, 2).sentence;
    assert!(bare.contains("the cost is the same (event 21), and the first parent stays."), "{bare}");
    let way = [(1, 1), (1, 2), (1, 3), (2, 3)].map(|(x, y)| Cell::new(x, y));
    let drawn = shown.replay.why_not_path(&way);
    assert_eq!(drawn.reason, "dearer");
    assert!(drawn.sentence.contains("loses at step 2, from (1,2) to (1,3)"), "{}", drawn.sentence);
}

#[test]
fn cheaper_path_is_named_unless_optimality_is_denied() {
    // Diagonal steps are allowed, but the program took none.
    let eight = r#","neighbours":8,"corners":"always","costs":{"straight":1,"diagonal":1.4142136}"#;
    let why = ask(&log(eight), 3, 1);
    assert_eq!(why.reason, "cheaper");
    assert!(why.sentence.contains("less than the path found (6), which should have been the cheapest"), "{why:?}");
    let greedy = format!(r#"{eight},"optimal":false"#);
    let why = ask(&log(&greedy), 3, 1);
    assert!(why.sentence.contains("mine does not promise the cheapest"), "{why:?}");
}

#[test]
fn why_not_without_rules_uses_the_log() {
    for stated in
        ["", r#","neighbours":8,"costs":{"straight":1}"#, r#","neighbours":4,"costs":{"straight":1},"steps":"own""#]
    {
        assert_eq!(ask(&log(stated), 1, 3).reason, "waited", "{stated}");
    }
    // Terrain costs that cannot be used here.
    let priced = r#","neighbours":4,"costs":{"straight":1,"enter":{"floor":0.5}}"#;
    assert_eq!(ask(&log(priced), 1, 3).reason, "waited");
}

/// A cell that was only rejected is described by the number of rejections and the last of them.
#[test]
fn why_not_counts_rejections() {
    let once = r#"{"event":"open","at":[0,0],"g":0}
{"event":"expand","at":[0,0]}
{"event":"reject","at":[1,0],"from":[0,0],"why":"wall"}
"#;
    let again = r#"{"event":"open","at":[0,1],"from":[0,0],"g":1}
{"event":"expand","at":[0,1]}
{"event":"reject","at":[1,0],"from":[0,1],"why":"corner"}
"#;
    let said = |text: &str| {
        let shown = at_once(ConvertedLog::of(&Log::read("a log", text.as_bytes()).expect("a log")));
        let why = ask(&shown, 1, 0);
        (why.reason.into_owned(), why.sentence)
    };
    let both = |sentence: &str| ("rejected".to_owned(), sentence.to_owned());
    assert_eq!(said(once), both("(1,0) was rejected once and never opened; the last time from (0,0): wall."));
    assert_eq!(
        said(&format!("{once}{again}")),
        both("(1,0) was rejected 2 times and never opened; the last time from (0,1): corner.")
    );
}

/// Weights count as costs, too. If all weights are 1, the answer is the same as without them.
#[test]
fn why_not_includes_stated_weights() {
    let scene = r########""scene":{"format":"gridscope-scene","version":1,"rows":["#######","#.#...#","#.....#","#.....#","#######"],"weights":[".......",".......",".1.....",".9.....","......."]}"########;
    let text = format!(
        r#"{{"format":"gridscope-trace","version":2,"algorithm":"mine",{scene},"start":[1,1],"goal":[5,1],"neighbours":4,"costs":{{"straight":1,"weights":true}}}}"#
    );
    let shown = at_once(ConvertedLog::of(&Log::read("a log", format!("{text}\n{EVENTS}").as_bytes()).expect("a log")));
    let dearer = ask(&shown, 1, 3);
    assert_eq!(dearer.reason, "dearer");
    // Nine for (1,3) itself instead of one.
    assert!(
        dearer
            .sentence
            .starts_with("The cheapest path through (1,3) costs 16, which is 10 more than the path found (6)"),
        "{dearer:?}"
    );
}

/// A fractional cost of a straight step is not rounded when the diagonal cost is a whole number.
#[test]
fn fractional_step_costs_are_not_rounded() {
    let shown = log(r#","neighbours":8,"corners":"never","costs":{"straight":1.5,"diagonal":2}"#);
    let asked = ask(&shown, 1, 3);
    assert!(
        asked.sentence.starts_with("The cheapest path through (1,3) costs 10, which is 1 more than the path found (9)"),
        "{asked:?}"
    );
}

/// A search with jump points that does not stop at (3,3), where the cheapest path turns. Its path lists the ends of its
/// jumps.
const JUMPS: &str = r#"{"format":"gridscope-trace","version":2,"map":[".....","..#..","....#","....."],"start":[0,0],"goal":[4,3],"neighbours":8,"corners":"always","steps":"jump","costs":{"straight":1,"diagonal":1.4142135}}
{"event":"open","at":[0,0],"g":0,"h":5.2426}
{"event":"expand","at":[0,0],"g":0}
{"event":"open","at":[2,0],"from":[0,0],"g":2,"h":3.8284}
{"event":"open","at":[2,2],"from":[0,0],"g":2.8284,"h":2.4142}
{"event":"expand","at":[2,2],"g":2.8284}
{"event":"expand","at":[2,0],"g":2}
{"event":"open","at":[3,1],"from":[2,0],"g":3.4142,"h":2.4142}
{"event":"expand","at":[3,1],"g":3.4142}
{"event":"open","at":[3,2],"from":[3,1],"g":4.4142,"h":1.4142}
{"event":"expand","at":[3,2],"g":4.4142}
{"event":"open","at":[4,3],"from":[3,2],"g":5.8284,"h":0}
{"event":"expand","at":[4,3],"g":5.8284}
{"event":"path","cells":[[0,0],[2,0],[3,1],[3,2],[4,3]],"cost":5.8284}
"#;

#[test]
fn jumped_over_cell_names_the_jump() {
    let shown = at_once(ConvertedLog::of(&Log::read("a log", JUMPS.as_bytes()).expect("a log")));
    let over = ask(&shown, 1, 1);
    assert_eq!((over.reason.as_ref(), over.event), ("cheaper", Some(3)));
    assert_eq!(
        over.sentence,
        "A path through (1,1) would cost 5.2426, which is 0.5858 less than the path found (5.8284), which should have \
         been the cheapest; the jump from (0,0) to (2,2) passes over it (event 4)."
    );
    assert!(ask(&shown, 3, 3).sentence.ends_with("; the search ended before it was reached."));
    // Between the ends of a jump on the path.
    assert_eq!(ask(&shown, 1, 0).reason, "on-path");
}

#[test]
fn why_not_prices_use_the_programs_own_ground() {
    let log = Log::read("a log", JUMPS.as_bytes()).expect("a log");
    let mut sent = log.header.scene.clone().expect("a ground");
    sent.tiles[Cell::new(1, 1)] = Tile::Wall;
    let shown =
        at_once(ConvertedLog::of(&read_log("a log", JUMPS.as_bytes(), Some(&sent), Bounds::default()).expect("a log")));
    assert!(ask(&shown, 1, 1).sentence.starts_with("A path through (1,1) would cost 5.2426"));
}

/// Costs of a long diagonal path are added up as finely as the program adds them up.
#[test]
fn costs_of_long_paths_are_as_exact_as_those_of_the_log() {
    let side = 400_u16;
    let cells: Vec<_> = (0..side).map(|i| format!("[{i},{i}]")).collect();
    let last = side - 1;
    let root = 2_f64.sqrt();
    let cost = f64::from(last) * root;
    let row = format!("\"{}\"", ".".repeat(side.into()));
    let map = vec![row; side.into()].join(",");
    let text = format!(
        "{{\"format\":\"gridscope-trace\",\"version\":2,\"map\":[{map}],\"start\":[0,0],\"goal\":[{last},{last}],\
         \"neighbours\":8,\"corners\":\"always\",\"costs\":{{\"straight\":1,\"diagonal\":{root}}}}}\n\
         {{\"event\":\"path\",\"cells\":[{}],\"cost\":{cost}}}\n",
        cells.join(",")
    );
    let shown = at_once(ConvertedLog::of(&Log::read("a log", text.as_bytes()).expect("a log")));
    let why = ask(&shown, 0, 1);
    let best = why.best.and_then(|cost| cost.number()).expect("the path's cost");
    let this = why.this.and_then(|cost| cost.number()).expect("the other cost");
    assert!((best - cost).abs() < 1e-5, "{best} is not {cost}: {}", why.sentence);
    let other = f64::from(last - 1) * root + 2.0;
    assert!((this - other).abs() < 1e-5, "{this} is not {other}: {}", why.sentence);
}
