//! Outcomes in words: which values are cells, and which are just two numbers.

use gridscope::algorithms;
use gridscope::debugger::lab::brief::outcome_rows;
use gridscope::debugger::lab::ending::ending;
use gridscope::debugger::lab::experiment::numbers;
use gridscope::presets::{PRESETS, find};
use gridscope::trace::outcome::Outcome;
use gridscope::trace::{Cell, Progress};
use serde_json::json;

#[test]
fn number_pairs_that_are_no_cells_stay_numbers() {
    let rows = |id: &str, outcome: &serde_json::Value| {
        outcome_rows(&Outcome::from(outcome.clone()).with_card(gridscope::registry().named(id).expect("its id").card()))
    };
    let row = |name: &str, said: &str| (name.to_owned(), said.to_owned());
    let both = json!({ "path": [[1, 2]], "planned": [216, 30], "promised": [69, null] });
    let said = [row("path", "1 cell: (1,2)"), row("planned", "216 30"), row("promised", "69 none")];
    assert_eq!(rows("d-star-lite", &both), said);
    let table = json!({ "distance": [[0, 2], [2, 4]], "goal": [0, 1] });
    assert_eq!(rows("flow-map", &table), [row("distance", "2 entries"), row("goal", "(0,1)")]);
    // The length of a list is a number, too.
    let lengths = |outcome: Outcome| numbers(&outcome).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
    let card = gridscope::registry().named("flow-map").expect("its id").card();
    assert_eq!(lengths(Outcome::from(table.clone()).with_card(card)), ["distance.len"]);
    // Long outcomes show only the lengths of their lists.
    let long = Outcome::from(json!({ "distance": [null, null] })).with_card(card);
    assert_eq!(outcome_rows(&long), [row("distance", "2 entries")]);
    // A program's log has no card.
    assert_eq!(outcome_rows(&table.into())[0], row("distance", "2 cells: (0,2) (2,4)"));
}

#[test]
fn repaired_plans_are_listed_in_numbers() {
    let scene = find("a-wall-on-the-way").expect("a preset").scene().expect("a scene");
    let mut replay = algorithms::record(&scene, &Progress::default()).expect("a run");
    replay.seek(replay.len());
    assert_eq!(ending(&scene, &replay).as_deref(), Some("Goal (30,6) reached. Cost 72, 246 cells expanded."));
    let rows = outcome_rows(replay.outcome());
    let said = |name: &str| rows.iter().find(|row| row.0 == name).map(|row| &*row.1);
    assert_eq!((said("promised"), said("planned")), (Some("69 51"), Some("216 30")));
}

#[test]
fn cells_named_in_outcomes_lie_on_the_map() {
    for preset in PRESETS {
        let scene = preset.scene().expect("a scene");
        let replay = algorithms::record(&scene, &Progress::default()).expect("a run");
        let rows = outcome_rows(replay.outcome());
        for word in
            rows.iter().flat_map(|(_, said)| said.split([' ', ':', '.', ';'])).filter(|word| word.starts_with('('))
        {
            let cell = Cell::from_text(word.trim_end_matches(',')).unwrap_or_else(|| panic!("{}: {word}", preset.id));
            assert!(scene.tiles.size().contains(cell), "{}: {cell} in {rows:?}", preset.id);
        }
    }
}
