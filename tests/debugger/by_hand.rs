//! The rules of a run in sentences, for a reader who solves it by hand.

use gridscope::algorithms;
use gridscope::debugger::export::boxes::{Boxes, boxes};
use gridscope::debugger::export::by_hand::{ByHand, Ends};
use gridscope::trace::card::Group;
use gridscope::trace::params::{Default, Kind, Param};
use support::scene_with;

/// Doors, swamp and corners, so that every parameter matters.
const MAP: &str = "G..\"..\n.##+#.\n...\"..\n.#..#.\n.....X";

fn described(algorithm: &str, params: &[&str]) -> (ByHand, Boxes) {
    let mut scene = scene_with(MAP, params);
    algorithm.clone_into(&mut scene.run.algorithm);
    let start = scene.actors[0].at;
    let mut session = gridscope::session(scene);
    session.settle();
    let replay = session.replay().unwrap_or_else(|| panic!("{algorithm} {params:?}: {:?}", session.opened().problem));
    let boxes = boxes(replay).expect("a search");
    let ends = Ends { start: "the shield".to_owned(), goal: "the flag".to_owned() };
    (ByHand::new(&session, replay, &boxes.names, &ends, Some(start)), boxes)
}

fn text(by_hand: &ByHand) -> String {
    let rules = by_hand.rules.iter().map(|rule| format!("{}{}\n", rule.letter, rule.text));
    let ground = by_hand.ground.iter().map(|row| format!("{row:?}\n"));
    rules.chain(ground).collect()
}

/// Returns settings of a parameter that each need another rule.
fn settings(param: &Param) -> Vec<String> {
    let set = |value: &str| format!("{}={value}", param.name);
    match (param.kind, param.default) {
        (Kind::Choice(words), _) => words.iter().map(|word| set(word)).collect(),
        (Kind::Flag, _) => vec![set("on"), set("off")],
        (Kind::Int(_, most), Default::Int(usual)) => {
            let other = if usual < most { usual + 1 } else { usual - 1 };
            vec![set(&usual.to_string()), set(&other.to_string())]
        }
        (Kind::Real(..), Default::Real(usual)) => vec![set(&usual.to_string()), set(&(usual + 0.5).to_string())],
        (Kind::PerDirection(_), _) => vec![set("0"), set("3"), set("[1,2,3,4]")],
        other => panic!("{}: {other:?}", param.name),
    }
}

#[test]
fn every_setting_of_every_search_has_distinct_rules() {
    let searches = algorithms::all();
    let searches = searches.iter().map(|entry| entry.card()).filter(|card| card.group == Group::Search);
    let mut count = 0;
    // Mazes and samples of many paths have no expansions to fill in.
    for card in searches.filter(|card| !["path-sampling", "mazes"].contains(&card.id)) {
        for param in card.params {
            let diagonal = param.name == "corners" && card.params.iter().any(|param| param.name == "neighbours");
            let texts = settings(param).into_iter().map(|setting| {
                let mut params = vec![setting.as_str()];
                params.extend(diagonal.then_some("neighbours=8"));
                text(&described(card.id, &params).0)
            });
            let texts: Vec<String> = texts.collect();
            for (i, text) in texts.iter().enumerate() {
                assert!(!texts[..i].contains(text), "{}: {} is not in the rules:\n{text}", card.id, param.name);
            }
            count += texts.len();
        }
    }
    assert!(count > 150, "{count} settings");
}

#[test]
fn rules_are_sentences_without_names_of_parameters() {
    for (id, params) in [
        ("astar", &["weight=1.5", "reopen=off", "ties=paths", "open-order=lifo", "fallback-ties=map-order"][..]),
        ("ida-star", &["memory=off", "budget=500"]),
        ("breadth-first", &[]),
        ("d-star-lite", &["door-cost=[1,2,3,4]"]),
    ] {
        for rule in described(id, params).0.rules {
            let whole = format!("{}{}", rule.letter, rule.text);
            assert!(whole.ends_with('.') && !whole.contains("{start}"), "{id}: {whole}");
            for name in ["yes", "no:", "fallback", "open order", "-order", "map-order", "terrain"] {
                assert!(!whole.contains(name), "{id}: {whole}");
            }
        }
    }
}

#[test]
fn handout_costs_and_first_expansion_match_the_run() {
    let (by_hand, boxes) = described("astar", &["neighbours=4"]);
    assert_eq!(boxes.head, ["#", "cell", "g", "h", "f", "parent"]);
    assert_eq!(boxes.rows[0], ["1", "(0,0)", "0", "18", "18", ""]);
    let rules = text(&by_hand);
    for sentence in [
        "A step goes right, left, down or up. Look in this order.",
        "h: estimate of the rest, 2 × (columns + rows to the flag).",
        "f = g + h.",
        "Expand the open cell with the smallest f. If equal: the smaller g. If still equal: the one whose numbers were \
         written first.",
        "#: the order of expansion, from 1 at the shield.",
    ] {
        assert!(rules.contains(sentence), "{sentence}\n{rules}");
    }
    let onto = |x, y| by_hand.cost_onto(gridscope::trace::geometry::Cell::new(x, y));
    assert_eq!((onto(1, 0).as_deref(), onto(3, 0).as_deref()), (Some("2"), Some("5")));
    let rows = |by_hand: &ByHand| {
        let row = |row: &gridscope::debugger::export::by_hand::GroundCost| (row.tile.english(), row.sum.clone());
        by_hand.ground.iter().map(row).collect::<Vec<_>>()
    };
    let sum = |cost: &str| Some(cost.to_owned());
    assert_eq!(rows(&by_hand), [("floor", sum("2")), ("door", sum("2")), ("swamp", sum("5")), ("wall", None)]);
    let (by_hand, _) = described("dijkstra", &["neighbours=8", "costs=octile", "door-cost=[1,2,3,4]"]);
    let expected = [("floor", sum("1/1.41")), ("door", sum("2+/4.41+")), ("swamp", sum("4/4.41")), ("wall", None)];
    assert_eq!(rows(&by_hand), expected);
}
