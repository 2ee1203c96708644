//! The examples of the library: each does what it says.

#[path = "../../examples/headless.rs"]
mod headless;
#[path = "../../examples/my_game.rs"]
#[expect(dead_code, reason = "the program's own entry opens a window")]
mod my_game;
#[path = "../../examples/one_call.rs"]
mod one_call;

use gridscope::debugger::Session;

#[test]
fn one_call_and_headless_run() {
    one_call::main();
    headless::main();
    let said = headless::trapped(&headless::ACROSS).unwrap();
    assert!(said.contains("Guard 1 moved from (3,1) to (4,1)."), "{said}");
}

#[test]
fn what_the_guards_of_my_game_did_can_be_asked() {
    let log = my_game::play().log().unwrap();
    assert!(log.broken.is_none(), "{:?}", log.broken);
    let mut session = Session::on_log(&log);
    session.settle();
    assert!(session.log.as_ref().is_some_and(|log| log.report.findings.is_empty()));
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
