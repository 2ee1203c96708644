//! The examples of the library work as described.

#[path = "../../examples/headless.rs"]
mod headless;
#[path = "../../examples/my_game.rs"]
#[expect(dead_code, reason = "the program's own entry opens a window")]
mod my_game;
#[path = "../../examples/one_call.rs"]
mod one_call;
#[path = "../../examples/worth.rs"]
#[expect(dead_code, reason = "the tables of a thousand maps are printed by the program's own entry")]
mod worth;

use gridscope::debugger::Session;
use gridscope::formats::log::Log;

#[test]
fn library_examples_run_headless() {
    one_call::main();
    headless::main();
    let said = headless::trapped(&headless::ACROSS).unwrap();
    assert!(said.contains("Guard 1 moved from (3,1) to (4,1)."), "{said}");
}

#[test]
fn guards_of_my_game_log_answers_questions() {
    let log = Log::of(&my_game::play()).unwrap();
    assert!(log.broken.is_none(), "{:?}", log.broken);
    let mut session = Session::on_log(gridscope::registry(), &log);
    session.settle();
    assert!(session.log().is_some_and(|log| log.report.findings.is_empty()));
    let run = session.replay().unwrap();
    let all: Vec<String> = (0..run.len()).map(|i| run.event(i).sentence).collect();
    for part in ["guard 1", "thief", "escaped"] {
        assert!(all.iter().any(|sentence| sentence.contains(part)), "nothing says {part}: {all:#?}");
    }
    assert!((0..run.len()).any(|i| {
        let mut then = run.fork();
        then.seek(i);
        then.tables().iter().any(|table| table.rows.len() > 1)
    }));
}

/// The tables of docs/auto-explore.md are for a thousand maps. This test explores the first few of them.
#[test]
fn auto_explore_page_states_the_measured_moves() {
    let rows = worth::table("cave", 4);
    let totals: Vec<u64> = rows.iter().map(|row| (4.0 * row.moves).round() as u64).collect();
    assert_eq!(totals, [582, 582, 556, 582, 556, 528, 543, 547, 359], "moves on the first four caves");
    let page = include_str!("../../docs/auto-explore.md");
    for row in rows {
        assert_eq!(page.matches(&format!("\n| {} | ", row.rule)).count(), 2, "{}", row.rule);
    }
}
