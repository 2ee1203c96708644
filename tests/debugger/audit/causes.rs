//! The cause of a fault, the headline, and programs that believe in other ground.

use super::report;
use gridscope::debugger::audit::Rule;
use gridscope::debugger::log::ConvertedLog;
use gridscope::formats::log::Bounds;
use gridscope::formats::log::Log;
use gridscope::formats::{Options, read_bytes};
use gridscope::trace::progress::at_once;
use support::{audit, read_log};

/// A breadth-first search that never enters the last column.
const LAST_COLUMN: &str = r##"{"format":"gridscope-trace","version":2,"map":["..","#.",".."],"start":[0,0],"goal":[0,2],"neighbours":4,"order":["#"],"costs":{"straight":1}}
{"event":"open","at":[0,0],"g":0}
{"event":"expand","at":[0,0],"g":0}
{"event":"done","result":"none"}"##;

fn sentence(text: &str, rule: Rule) -> String {
    let found = report(text).findings;
    found.iter().find(|f| f.rule == rule).unwrap_or_else(|| panic!("{found:?}")).sentence.clone()
}

#[test]
fn report_says_where_a_pathless_search_went_wrong() {
    let told = sentence(LAST_COLUMN, Rule::NoPath);
    assert!(
        told.ends_with(
            "The path was lost after line 3: (0,0) was expanded, but (1,0) was neither opened nor rejected from it."
        ),
        "{told}"
    );
}

#[test]
fn longer_path_is_explained_by_the_wrong_refusal() {
    let text = r#"{"format":"gridscope-trace","version":2,"map":["...","..."],"start":[0,0],"goal":[2,0],"neighbours":8,"corners":"never","order":["f"],"costs":{"straight":1,"diagonal":3}}
{"event":"open","at":[0,0],"g":0,"h":0}
{"event":"expand","at":[0,0],"g":0}
{"event":"open","at":[0,1],"from":[0,0],"g":1,"h":0}
{"event":"open","at":[1,1],"from":[0,0],"g":3,"h":0}
{"event":"open","at":[1,0],"from":[0,0],"g":1,"h":0}
{"event":"expand","at":[0,1],"g":1}
{"event":"expand","at":[1,0],"g":1}
{"event":"reject","at":[2,0],"from":[1,0],"why":"rule"}
{"event":"expand","at":[1,1],"g":3}
{"event":"open","at":[2,0],"from":[1,1],"g":6,"h":0}
{"event":"expand","at":[2,0],"g":6}
{"event":"path","cells":[[0,0],[1,1],[2,0]],"cost":6}
{"event":"done","result":"found"}"#;
    // A refusal for a reason of the program's own is accepted.
    assert!(!report(text).has(Rule::NotShortest));
    let closed = text.replace("\"rule\"", "\"wall\"");
    let told = sentence(&closed, Rule::NotShortest);
    assert!(
        told.contains(
            "costs 6, but one of 2 exists. The path was lost in line 9: (2,0) was refused from (1,0) as a wall"
        ),
        "{told}"
    );
}

#[test]
fn jump_past_the_turn_is_named() {
    let text = r#"{"format":"gridscope-trace","version":2,"map":["....","....","...."],"start":[0,0],"goal":[3,1],"neighbours":8,"corners":"always","steps":"jump","order":["f"],"costs":{"straight":1,"diagonal":1.4142135623730951}}
{"event":"open","at":[0,0],"g":0,"h":0}
{"event":"expand","at":[0,0],"g":0}
{"event":"open","at":[2,2],"from":[0,0],"g":2.8284271247461903,"h":0}
{"event":"expand","at":[2,2],"g":2.8284271247461903}
{"event":"open","at":[3,1],"from":[2,2],"g":4.242640687119286,"h":0}
{"event":"expand","at":[3,1],"g":4.242640687119286}
{"event":"path","cells":[[0,0],[2,2],[3,1]],"cost":4.242640687119286}"#;
    let told = sentence(text, Rule::NotShortest);
    assert!(
        told.contains("in line 4: the jump from (0,0) to (2,2) went past (1,1), where the cheaper path turns."),
        "{told}"
    );
}

#[test]
fn exchanged_row_and_column_is_hinted_once() {
    let text = r##"{"format":"gridscope-trace","version":2,"map":["..#","#..","..."],"start":[0,0],"goal":[2,2],"neighbours":4,"order":["#"]}
{"event":"open","at":[0,0]}
{"event":"expand","at":[0,0]}
{"event":"open","at":[0,1],"from":[0,0]}
{"event":"expand","at":[0,1]}
{"event":"open","at":[1,1],"from":[0,1]}
{"event":"expand","at":[1,1]}"##;
    let found = report(text);
    assert!(found.has(Rule::Wall) && found.hint.is_some_and(|hint| hint.contains("x and y exchanged")));
    let right = text.replace("[0,1]", "[1,0]");
    assert_eq!((report(&right).findings, report(&right).hint), (vec![], None));
}

#[test]
fn headline_counts_holding_and_unchecked_rules() {
    let found = report(LAST_COLUMN);
    let (all, skipped) = (found.asked.len() + found.skipped.len(), found.skipped.len());
    assert_eq!(
        found.headline(),
        format!("1 fault; {} of {all} rules hold, {skipped} could not be checked.", found.holding())
    );
    let bare = LAST_COLUMN.split_once('\n').expect("a header").1;
    let order = report(bare).skipped.into_iter().find(|skipped| skipped.rule == Rule::Order).expect("skipped");
    assert_eq!(order.add.as_deref(), Some(r#""order": ["g"]"#));
    let dear = LAST_COLUMN.replace(r##"["..","#.",".."]"##, r##"["..","#~",".."]"##);
    let cost = report(&dear).skipped.into_iter().find(|skipped| skipped.rule == Rule::Cost).expect("skipped");
    assert_eq!(cost.add.as_deref(), Some(r#""costs": {"straight": 1, "enter": {"water": 4096}}"#));
}

/// A program that does not know the walls yet is judged on the ground it believes in. The map shows the ground it was
/// sent.
#[test]
fn a_belief_is_judged_on_its_own_ground() {
    let sent = read_bytes("the map", b".#.\n...", &Options::default()).expect("a map").scene;
    let text = r##"{"format":"gridscope-trace","version":2,"map":["...","..."],"start":[0,0],"goal":[2,0],"neighbours":4,"order":["#"]}
{"event":"open","at":[0,0]}
{"event":"expand","at":[0,0]}
{"event":"open","at":[1,0],"from":[0,0]}
{"event":"expand","at":[1,0]}"##;
    let log = read_log("a log", text.as_bytes(), Some(&sent), Bounds::default()).expect("a log");
    assert_eq!(audit(&log).findings, []);
    let shown = at_once(ConvertedLog::of(&log));
    assert_eq!(shown.scene.tiles, sent.tiles);
    assert!(shown.note.is_some_and(|note| note.contains("(1,0) differs.")), "the difference is said");
    let silent = text.replace(r#""map":["...","..."],"#, "");
    let log = read_log("a log", silent.as_bytes(), Some(&sent), Bounds::default()).expect("a log");
    assert!(audit(&log).has(Rule::Wall), "without a belief it is judged on what it was sent");
    let other = text.replace(r#"["...","..."]"#, r#"["....","...."]"#);
    let refused =
        read_log("a log", other.as_bytes(), Some(&sent), Bounds::default()).expect_err("another size").to_string();
    assert!(refused.contains("4 × 2") && refused.contains("3 × 2"), "{refused}");
}

#[test]
fn cells_are_named_in_the_logs_own_coordinates() {
    let text = r##"{"format":"gridscope-trace","version":2,"map":["..#"],"origin":[-2,5],"start":[-2,5],"neighbours":4,"order":["#"]}
{"event":"open","at":[-2,5]}
{"event":"expand","at":[-2,5]}
{"event":"open","at":[-1,5],"from":[-2,5]}
{"event":"expand","at":[-1,5]}
{"event":"open","at":[0,5],"from":[-1,5]}"##;
    assert_eq!(sentence(text, Rule::Wall), "(0,5) was opened, but it is a wall.");
    assert_eq!(report(text).json()["findings"][0]["at"], serde_json::json!([0, 5]));
    let plain = Log::read("a log", text.replace(r#""origin":[-2,5],"#, "").as_bytes());
    assert!(plain.expect_err("no such cell").to_string().contains(r#""origin": [-2, 0]"#));
}
