//! Short logs of sound programs that could easily be mistaken for unsound ones. The audit reports nothing about them.

use super::report;
use gridscope::debugger::audit::Rule;
use serde_json::{Value, json};

/// Builds a log from a short notation: `o` opens, `e` expands and `r` rejects a cell, with its parent (`<`) and further
/// fields. A text that begins with a brace is a complete line.
pub fn log(header: &str, events: &[&str]) -> String {
    let mut lines = Vec::new();
    if !header.is_empty() {
        lines.push(format!("{{\"format\":\"gridscope-trace\",\"version\":2,{header}}}"));
    }
    for event in events {
        if event.starts_with('{') {
            lines.push((*event).to_owned());
            continue;
        }
        let mut words = event.split(' ');
        let word = match words.next() {
            Some("o") => "open",
            Some("e") => "expand",
            Some("r") => "reject",
            other => panic!("{other:?} in {event:?}"),
        };
        let cell = |word: &str| -> Value { serde_json::from_str(&format!("[{word}]")).expect("a cell") };
        let mut line = json!({ "event": word, "at": cell(words.next().expect("a cell")) });
        for word in words {
            match (word.strip_prefix('<'), word.split_once('=')) {
                (Some(from), _) => line["from"] = cell(from),
                (_, Some((name, value))) => {
                    line[name] = serde_json::from_str(value).unwrap_or_else(|_| value.into());
                }
                _ => panic!("{word:?} in {event:?}"),
            }
        }
        lines.push(line.to_string());
    }
    lines.join("\n")
}

pub const FOUND: &str = r#"{"event":"done","result":"found"}"#;
pub const NONE: &str = r#"{"event":"done","result":"none"}"#;
const FOUR: &str = r#""neighbours":4,"costs":{"straight":1}"#;

pub fn is_quiet(header: &str, events: &[&str]) {
    let text = log(header, events);
    let found = report(&text).findings;
    assert!(found.is_empty(), "{found:#?}\n{text}");
}

#[test]
fn keys_that_differ_by_rounding_have_no_order() {
    let keys =
        ["o 1,0 <1,1 g=1 h=8.65685424949238 f=9.65685424949238", "o 0,0 <1,1 g=1.4142135623730951 f=9.656854249492381"];
    is_quiet(r#""order":["f","-g"]"#, &["o 1,1 g=0 h=9", "e 1,1", keys[0], keys[1], "e 1,0"]);
}

/// Both f are 1.3485 before g and h are rounded to two decimals. The costs of steps are unknown, so they may have more.
#[test]
fn sums_of_printed_decimals_are_no_order_if_the_costs_of_steps_are_unknown() {
    let events = ["o 1,1 g=0 h=1.15", "e 1,1", "o 0,1 <1,1 g=0.14 h=1.21", "o 1,0 <1,1 g=0.82 h=0.52", "e 0,1"];
    let order = r#""order":["f","-g"],"#;
    for more in [r#""prices":[[1,6],[1,1]]"#, r#""map":["..",".."],"legend":{".":{"name":"sand","times":2}}"#] {
        is_quiet(&(order.to_owned() + more), &events);
    }
    // Whole costs of straight steps, which these g do not have, say nothing about diagonal ones.
    let costs = r#""costs":{"straight":1"#;
    let headers =
        [(r#"},"neighbours":8"#, false), ("}", false), (r#"},"neighbours":4"#, true), (r#","diagonal":1}"#, true)];
    for (more, is_accused) in headers {
        let found = report(&log(&format!("{order}{costs}{more}"), &events)).findings;
        assert_eq!(found.iter().any(|finding| finding.rule == Rule::Order), is_accused, "{more}: {found:#?}");
    }
}

#[test]
fn cell_lowered_by_rounding_may_be_renumbered() {
    let lowered = [
        "o 0,0 <1,1 g=2.4142135623730954 h=1",
        "o 2,0 <1,1 g=1 h=2.414213562373095",
        "o 0,0 <1,1 g=2.414213562373095 h=1",
    ];
    is_quiet(
        r##""order":["h","#"]"##,
        &["o 1,1 g=0 h=3", "e 1,1", lowered[0], "o 3,3 <1,1 g=1 h=1", lowered[1], lowered[2], "e 3,3", "e 0,0"],
    );
}

#[test]
fn goal_inside_a_wall_may_stay_unreached() {
    let map = r#","map":["..#",".##"],"start":[0,0],"goal":[2,0]"#;
    let around = ["o 0,0", "e 0,0", "o 1,0 <0,0", "o 0,1 <0,0", "e 1,0", "r 0,0 <1,0 why=closed", "e 0,1", NONE];
    is_quiet(&(FOUR.to_owned() + map), &around);
    is_quiet(&(FOUR.to_owned() + r#","map":[".#"],"start":[0,0],"goal":[1,0]"#), &["o 0,0", "e 0,0", NONE]);
    // If no start is stated, the search may have begun at the goal.
    is_quiet(&(FOUR.to_owned() + r#","map":[".#."],"goal":[2,0]"#), &["o 2,0", "e 2,0", NONE]);
}

#[test]
fn refusal_for_the_programs_own_reason_is_respected() {
    let row = FOUR.to_owned() + r#","map":["..."],"start":[0,0],"goal":[2,0]"#;
    for why in ["occupied", "budget", "rule", "asleep"] {
        let refused = format!("r 2,0 <1,0 why={why}");
        is_quiet(&row, &["o 0,0", "e 0,0", "o 1,0 <0,0", "e 1,0", &refused, NONE]);
    }
    let stands = r#"{"event":"place","actor":"u","kind":"unit","at":[1,0]}"#;
    is_quiet(&row, &[stands, "o 0,0", "e 0,0", NONE]);
    // The goal is occupied from one side, and free when it is reached from the other.
    let square = FOUR.to_owned() + r#","map":["..",".."],"start":[0,0],"goal":[1,0]"#;
    let path = r#"{"event":"path","cells":[[0,0],[0,1],[1,1],[1,0]]}"#;
    let (refused, last) = ("r 1,0 <0,0 why=occupied", "o 1,0 <1,1");
    let around = ["o 0,0", "e 0,0", refused, "o 0,1 <0,0", "e 0,1", "o 1,1 <0,1", "e 1,1", last, "e 1,0", path, FOUND];
    is_quiet(&square, &around);
}

#[test]
fn search_out_of_budget_may_find_no_path() {
    let header = FOUR.to_owned() + r#","map":["....","...."],"start":[0,0],"goal":[3,0]"#;
    is_quiet(&header, &["o 0,0", "e 0,0", "o 1,0 <0,0", "o 0,1 <0,0", "e 0,1", "r 1,1 <0,1 why=budget", NONE]);
}

#[test]
fn changing_ground_is_judged_as_of_each_line() {
    let begin = |goal: &str| format!(r#"{{"event":"begin","phase":"search","start":[0,0],"goal":{goal}}}"#);
    let wall = r#"{"event":"tile","at":[1,0],"tile":"wall"}"#;
    let path = r#"{"event":"path","cells":[[0,0],[1,0]]}"#;
    let (one, two) = (begin("[1,0]"), begin("[2,0]"));
    let first = [&one, "o 0,0", "e 0,0", "o 1,0 <0,0", "e 1,0", path, FOUND, wall, &two, "o 0,0", "e 0,0", NONE];
    is_quiet(&(FOUR.to_owned() + r#","map":["..."]"#), &first);
    // A wall disappears after its neighbour was generated.
    let header = FOUR.to_owned() + r#","map":["...",".#.","..."]"#;
    let fell = r#"{"event":"tile","at":[1,1],"tile":"floor"}"#;
    let (closed, below) = ("r 1,0 <0,0 why=closed", "o 0,1 <0,0");
    is_quiet(&header, &["o 1,0", "e 1,0", "o 0,0 <1,0", "o 2,0 <1,0", fell, "e 0,0", closed, below, "e 2,0"]);
    // After the ground has changed, the path is planned again.
    let shut = r#"{"event":"tile","at":[2,0],"tile":"wall"}"#;
    is_quiet("", &["o 0,0", "e 0,0", "o 1,0 <0,0", "e 1,0", shut, "o 1,0 <0,0", "e 1,0"]);
}

#[test]
fn goal_of_a_search_overrides_the_headers_goal() {
    let begin = r#"{"event":"begin","phase":"search","start":[0,0],"goal":[2,0]}"#;
    let header = FOUR.to_owned() + r#","map":[".#."],"start":[0,0],"goal":[1,0]"#;
    is_quiet(&header, &[begin, "o 0,0", "e 0,0", "r 1,0 <0,0 why=wall", NONE]);
}

#[test]
fn unannounced_jumps_are_sound() {
    let header = r#""neighbours":8,"corners":"never","map":["...."],"start":[0,0],"goal":[2,0]"#;
    let path = r#"{"event":"path","cells":[[0,0],[2,0]]}"#;
    is_quiet(header, &["o 0,0", "e 0,0", "o 2,0 <0,0", "e 2,0", path, FOUND]);
    is_quiet(r#""neighbours":8"#, &["o 0,0", path, FOUND]);
}

/// The walls are so close that every jump ends at once, or finds nothing.
#[test]
fn jump_without_a_result_is_no_missed_neighbour() {
    let rows = r###""map":["..##...","##.#.#.","#.#.#..",".#.....",".......","..#.###",".###..."]"###;
    let header = rows.to_owned() + r#","start":[6,1],"goal":[3,2],"neighbours":8,"corners":"always""#;
    let path = r#"{"event":"path","cells":[[6,1],[5,2],[4,1],[3,2]]}"#;
    let first = ["o 6,1", "e 6,1", "o 5,2 <6,1", "o 5,0 <6,1", "e 5,2", "o 4,3 <5,2", "o 4,1 <5,2", "e 4,1"];
    let rest = ["o 3,2 <4,1", "r 5,0 <4,1 why=dearer", "e 3,2", path, FOUND];
    is_quiet(&header, &[&first[..], &rest[..]].concat());
}

#[test]
fn duplicates_on_a_stack_have_their_own_cost() {
    let header = r#""costs":{"straight":1,"diagonal":1},"optimal":false,"order":["-#"]"#;
    let first = ["o 0,0 g=0", "e 0,0", "o 1,0 <0,0 g=1", "o 0,1 <0,0 g=1", "e 0,1", "o 1,0 <0,1 g=2", "e 1,0"];
    is_quiet(header, &[&first[..], &["o 2,0 <1,0 g=3"]].concat());
    // Any number of them.
    let many: Vec<String> = (1..40).map(|n| format!("o 1,0 <0,0 g={n}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let header = r#""costs":{"straight":1,"diagonal":1},"steps":"own""#;
    is_quiet(header, &[&["o 0,0 g=0", "e 0,0"], &many[..], &["e 1,0", "o 2,0 <1,0 g=40"]].concat());
}

#[test]
fn search_from_the_goal_is_sound() {
    let header = FOUR.to_owned() + r#","map":["..."],"start":[0,0],"goal":[2,0]"#;
    let path = r#"{"event":"path","cells":[[0,0],[1,0],[2,0]]}"#;
    let back = ["o 2,0 g=0 h=2", "e 2,0", "o 1,0 <2,0 g=1 h=1", "e 1,0", "o 0,0 <1,0 g=2 h=0", "e 0,0", path, FOUND];
    is_quiet(&header, &back);
}

/// A search from the goal pays for entering the cell that it expands. From the second bush, it leaves out (1,0), which
/// waits at the same cost, or rejects it.
#[test]
fn search_from_the_goal_pays_for_entering_the_expanded_cell() {
    let rules = r##""neighbours":4,"costs":{"straight":1,"enter":{"bush":5}},"map":["..b","#b."]"##;
    let ends = r#","start":[0,0],"goal":[2,1]"#;
    let first = ["o 2,1 g=0", "e 2,1", "o 2,0 <2,1 g=1", "o 1,1 <2,1 g=1", "e 1,1", "r 2,1 <1,1 why=closed"];
    let second = ["o 1,0 <1,1 g=7", "e 2,0", "r 2,1 <2,0 why=closed"];
    let last = ["e 1,0", "r 2,0 <1,0 why=closed", "r 1,1 <1,0 why=closed", "o 0,0 <1,0 g=8", "e 0,0"];
    for header in [rules.to_owned() + ends, rules.to_owned()] {
        is_quiet(&header, &[&first[..], &second, &last].concat());
        for why in ["costlier", "equal"] {
            let reject = format!("r 1,0 <2,0 why={why}");
            is_quiet(&header, &[&first[..], &second, &[reject.as_str()], &last].concat());
        }
    }
}

#[test]
fn log_without_open_events_misses_no_neighbour() {
    let header = FOUR.to_owned() + r#","map":["..."]"#;
    is_quiet(&header, &["e 0,0", "e 1,0", "r 0,0 <1,0 why=closed", "e 2,0", "r 1,0 <2,0 why=closed"]);
}

#[test]
fn waiting_and_turning_in_place_are_sound() {
    let path = r#"{"event":"path","cells":[[0,0],[0,0],[1,0]]}"#;
    is_quiet("", &["o 0,0", "e 0,0", "o 0,0 <0,0", "e 0,0", "o 1,0 <0,0", "e 1,0", path, FOUND]);
    is_quiet("", &[path, FOUND]);
    let own = r#""neighbours":4,"steps":"own""#;
    let turn = "o 0,0 <0,0 g=1 facing=s";
    is_quiet(own, &["o 0,0 g=0 facing=e", "e 0,0 g=0", "o 1,0 <0,0 g=1 facing=e", turn, "e 0,0 g=1"]);
}

#[test]
fn spaces_in_a_map_may_be_floor() {
    let all = ["o 0,0", "e 0,0", "o 1,0 <0,0", "e 1,0", "o 2,0 <1,0", "e 2,0", "o 2,1 <2,0"];
    is_quiet(r##""map":["   ","#  "]"##, &all);
    is_quiet(r##""map":[" "," "," ","#"]"##, &["o 0,0", "e 0,0", "o 0,1 <0,0", "e 0,1", "o 0,2 <0,1", "e 0,2"]);
}

#[test]
fn path_walked_before_the_ground_changed_is_sound() {
    let header = format!(r#""map":[".....","....."],"start":[0,0],"goal":[4,0],{FOUR}"#);
    let wall = r#"{"event":"tile","at":[1,0],"tile":"wall"}"#;
    let path = r#"{"event":"path","cells":[[0,0],[1,0],[2,0],[3,0],[4,0]]}"#;
    is_quiet(&header, &["o 0,0 g=0", "e 0,0", wall, path, FOUND]);
    let found = report(&log(&header, &[r#"{"event":"tile","at":[3,1],"tile":"wall"}"#, path, FOUND])).findings;
    assert!(found.is_empty(), "{found:#?}");
    let other = path.replace("[2,0]", "[1,1],[2,1],[2,0]");
    let walled = header.replace("\".....\",\".....\"", "\".....\",\".#...\"");
    assert!(!report(&log(&walled, &[&other, FOUND])).findings.is_empty(), "a wall that was there at first");
}

/// A wall is built on a bush and removed. Many programs then log only that the cell is floor, but the bush still costs
/// something. The cheapest path goes around it, or the only path costs what it did before.
#[test]
fn bush_below_a_removed_wall_may_keep_its_cost() {
    let tile = |tile: &str| format!(r#"{{"event":"tile","at":[1,0],"tile":"{tile}"}}"#);
    let (wall, floor) = (tile("wall"), tile("floor"));
    let bushes = [
        r#""costs":{"straight":1,"enter":{"bush":5}},"map":[".b.","..."]"#,
        r#""costs":{"straight":1,"times":{"bush":6}},"map":[".b.","..."]"#,
        r#""costs":{"straight":1},"legend":{"b":{"name":"mud","enter":5}},"map":[".b.","..."]"#,
    ];
    let ends = r#""neighbours":4,"start":[0,0],"goal":[2,0],"incremental":true"#;
    let around = r#"{"event":"path","cells":[[0,0],[0,1],[1,1],[2,1],[2,0]],"cost":4}"#;
    let through = |cost: u32| format!(r#"{{"event":"path","cells":[[0,0],[1,0],[2,0]],"cost":{cost}}}"#);
    let rules = |header: &str, changes: &[&str], path: &str| -> Vec<&str> {
        let text = log(header, &[changes, &[path, FOUND]].concat());
        report(&text).findings.into_iter().map(|finding| finding.rule.name()).collect()
    };
    for bush in bushes {
        let header = format!("{bush},{ends}");
        is_quiet(&header, &[&wall, &floor, around, FOUND]);
        is_quiet(&header, &[&wall, &floor, &wall, &floor, around, FOUND]);
        let only = header.replace(r#","...""#, "");
        for cost in [2, 7] {
            is_quiet(&only, &[&wall, &floor, &through(cost), FOUND]);
        }
        // Without a wall in between, the log says that the bush is gone.
        assert_eq!(rules(&header, &[&floor], around), ["not-shortest"], "{header}");
        assert_eq!(rules(&only, &[&floor], &through(7)), ["path-cost"], "{header}");
        // The log may say that the bush is back.
        let back = tile(if bush.contains("mud") { "mud" } else { "bush" });
        is_quiet(&header, &[&wall, &back, around, FOUND]);
        assert_eq!(rules(&only, &[&wall, &back], &through(2)), ["path-cost"], "{header}");
        // Floor below the wall is floor again.
        let plain = header.replace(".b.", "...");
        assert_eq!(rules(&plain, &[&wall, &floor], around), ["not-shortest"], "{header}");
        // Another path is cheaper, whatever the bush costs.
        let detour = r#"{"event":"path","cells":[[0,0],[0,1],[0,2],[1,2],[2,2],[2,1],[2,0]],"cost":6}"#;
        let tall = header.replace(r#","...""#, r#","...","...""#);
        assert_eq!(rules(&tall, &[&wall, &floor], detour), ["not-shortest"], "{header}");
    }
}

/// The price of each cell is stated once, and a removed wall does not change it.
#[test]
fn price_below_a_removed_wall_is_that_of_the_header() {
    let header = r#""costs":{"straight":1},"prices":[[1,6,1]],"neighbours":4,"start":[0,0],"goal":[2,0]"#;
    let tile = |tile: &str| format!(r#"{{"event":"tile","at":[1,0],"tile":"{tile}"}}"#);
    let path = |cost: u32| format!(r#"{{"event":"path","cells":[[0,0],[1,0],[2,0]],"cost":{cost}}}"#);
    is_quiet(header, &[&tile("wall"), &tile("floor"), &path(7), FOUND]);
    let wrong = report(&log(header, &[&tile("wall"), &tile("floor"), &path(2), FOUND]));
    assert_eq!(wrong.findings.iter().map(|finding| finding.rule.name()).collect::<Vec<_>>(), ["path-cost"]);
}

/// Searches after the change, from the start and back from the goal.
#[test]
fn search_after_a_wall_was_removed_may_count_the_bush_below_it() {
    let header = r#""costs":{"straight":1,"enter":{"bush":5}},"map":[".b.","..."],"neighbours":4"#;
    let begin = r#"{"event":"begin","phase":"search","start":[0,0],"goal":[2,0]}"#;
    let wall = r#"{"event":"tile","at":[1,0],"tile":"wall"}"#;
    let floor = r#"{"event":"tile","at":[1,0],"tile":"floor"}"#;
    let path = r#"{"event":"path","cells":[[0,0],[0,1],[1,1],[2,1],[2,0]],"cost":4}"#;
    let there = [
        &["o 0,0 g=0", "e 0,0", "o 1,0 <0,0 g=6", "o 0,1 <0,0 g=1", "e 0,1", "o 1,1 <0,1 g=2", "e 1,1"][..],
        &["r 1,0 <1,1 g=8 why=costlier", "o 2,1 <1,1 g=3", "e 2,1", "o 2,0 <2,1 g=4", "e 2,0", path, FOUND],
    ]
    .concat();
    let back = [
        &["o 2,0 g=0", "e 2,0", "o 1,0 <2,0 g=1", "o 2,1 <2,0 g=1", "e 1,0", "o 0,0 <1,0 g=7", "o 1,1 <1,0 g=2"][..],
        &["e 2,1", "e 1,1", "o 0,1 <1,1 g=3", "e 0,1", "o 0,0 <0,1 g=4", "e 0,0", path, FOUND],
    ]
    .concat();
    for search in [there, back] {
        is_quiet(header, &[&[wall, floor, begin][..], &search].concat());
    }
}

/// The first search ends before the ground changes. The estimate of the second one counts the bush below the removed
/// wall.
#[test]
fn estimate_may_count_the_bush_below_a_removed_wall() {
    let header = r#""costs":{"straight":1,"enter":{"bush":5}},"map":[".b."],"neighbours":4"#;
    let begin = r#"{"event":"begin","phase":"search","start":[0,0],"goal":[2,0]}"#;
    let wall = r#"{"event":"tile","at":[1,0],"tile":"wall"}"#;
    let floor = r#"{"event":"tile","at":[1,0],"tile":"floor"}"#;
    let path = r#"{"event":"path","cells":[[0,0],[1,0],[2,0]],"cost":7}"#;
    let opens = ["o 0,0 g=0 h=7", "e 0,0", "o 1,0 <0,0 g=6 h=1", "e 1,0", "o 2,0 <1,0 g=7 h=0", "e 2,0", path, FOUND];
    is_quiet(header, &[&[begin][..], &opens[..], &[wall, floor, begin], &opens[..]].concat());
}

/// After a change to an unknown tile, the ground is unknown, so the rules about the ground are skipped.
#[test]
fn unknown_tile_leaves_the_ground_unknown() {
    let header = r######"{"format":"gridscope-trace","version":2,"map":["#####","#.#.#","#####"],"start":[1,1],"goal":[3,1],"neighbours":4,"costs":{"straight":1},"order":["f"]}"######;
    let events = r#"{"event":"open","at":[1,1],"g":0,"h":2}
{"event":"expand","at":[1,1],"g":0}
{"event":"open","at":[2,1],"from":[1,1],"g":1,"h":1}
{"event":"expand","at":[2,1],"g":1}
"#;
    let with = |tile: &str| report(&format!("{header}\n{tile}\n{events}"));
    for name in ["door_open", "Floor", ""] {
        let report = with(&format!("{{\"event\":\"tile\",\"at\":[2,1],\"tile\":\"{name}\"}}"));
        assert_eq!(report.findings, [], "{name}");
        let why = report.skipped.iter().find(|s| s.rule == Rule::Wall).map(|s| s.why.clone());
        assert!(why.is_some_and(|why| why.contains(&format!("{name:?}"))), "{:?}", report.skipped);
    }
    assert!(with("{\"event\":\"tile\",\"at\":[2,1],\"tile\":\"door-open\"}").findings.is_empty());
    assert!(with("").has(Rule::Wall));
}

/// Whether a step passes a corner is judged only for steps to a neighbour, on a known map, by the common rules of steps.
#[test]
fn corner_reason_is_judged_only_for_known_steps() {
    let map = r#""map":["......"],"start":[0,0],"goal":[5,0]"#;
    let eight = r#""neighbours":8,"corners":"never","costs":{"straight":1,"diagonal":1.4}"#;
    let near = ["o 0,0 g=0", "e 0,0 g=0", "o 1,0 <0,0 g=1", "e 1,0 g=1", "r 2,0 <1,0 why=corner"];
    let found = report(&log(&format!("{map},{eight}"), &near)).findings;
    let reasons: Vec<_> = found.iter().map(|finding| (finding.rule, finding.line)).collect();
    assert_eq!(reasons, [(Rule::Reason, 6)], "a straight step passes no corner");
    is_quiet(&format!(r#"{map},{eight},"steps":"own""#), &near);
    is_quiet(&format!(r#""size":[6,1],{eight}"#), &near);
    let far = ["o 0,0 g=0", "e 0,0 g=0", "o 1,0 <0,0 g=1", "e 1,0 g=1", "r 3,0 <1,0 why=corner"];
    is_quiet(&format!("{map},{eight}"), &far);
}

/// If most expansions miss a neighbour, the program works that way, unless its log states that it takes single steps.
/// Here only the first of three expansions opens all neighbours.
#[test]
fn program_that_mostly_misses_neighbours_may_jump() {
    let header = r#""map":[".....","....."],"start":[0,0],"goal":[4,0],"neighbours":4,"costs":{"straight":1}"#;
    let events = [
        "o 0,0 g=0",
        "e 0,0 g=0",
        "o 1,0 <0,0 g=1",
        "o 0,1 <0,0 g=1",
        "e 1,0 g=1",
        "r 0,0 <1,0 why=closed",
        "o 2,0 <1,0 g=2",
        "e 2,0 g=2",
        "o 3,0 <2,0 g=3",
        "e 3,0 g=3",
    ];
    let missed = |header: &str| {
        let found = report(&log(header, &events)).findings;
        found.iter().filter(|finding| finding.rule == Rule::Missed).count()
    };
    assert_eq!(missed(header), 0);
    assert_eq!(missed(&format!(r#"{header},"steps":"one""#)), 2, "(1,1) and (2,1)");
}
