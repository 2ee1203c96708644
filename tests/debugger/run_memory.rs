//! Runs that a budget cuts, and recordings that begin where they were cut.

use gridscope::debugger::session::run_memory::RunMemory;
use gridscope::debugger::{Session, SessionCommand};
use gridscope::trace::scene::AdditionalRun;
use gridscope::trace::{Budget, Progress};
use support::lesson;

/// Returns a session whose runs have at most this many events.
fn session(events: usize) -> Session {
    let mut session = gridscope::session(lesson("hello"));
    let given = Some(Budget { events, ..Budget::default() });
    session.set_run_memory(RunMemory { given, ..RunMemory::default() });
    session.settle();
    session
}

fn notices(session: &mut Session) -> String {
    session.take_notices().into_iter().map(|notice| notice.text).collect::<Vec<_>>().join("\n")
}

#[test]
fn record_from_here_shows_what_follows_the_cut() {
    let whole = session(1_000_000);
    assert!(!whole.is_cut());
    let mut part = session(100);
    assert!(part.is_cut() && part.numbers().1 == 100, "{:?}", part.numbers());
    assert!(notices(&mut part).contains("Record from here"));
    part.apply(&SessionCommand::End);
    part.apply(&SessionCommand::RecordFromHere);
    part.settle();
    assert_eq!(part.numbers(), (100, 200), "it goes on at the moment of the cut");
    part.apply(&SessionCommand::End);
    let (run, all) = (part.replay().expect("a run"), whole.replay().expect("a run"));
    assert_eq!(run.event(run.cursor() - 1).sentence, all.event(199).sentence);
    part.apply(&SessionCommand::Home);
    assert_eq!(part.numbers().0, 100, "it does not go before its start");
    // A slide and a link of this moment name it as the whole run does.
    part.apply(&SessionCommand::Seek(part.moment_of_number(150)));
    part.apply(&SessionCommand::AddSlide);
    assert!(part.scene().run.slides.iter().any(|slide| slide.at == 150));
    part.apply(&SessionCommand::Rerun);
    part.settle();
    assert_eq!(part.numbers().1, 100, "the whole run again, as far as the budget goes");
    assert_eq!(part.replay().expect("a run").trace().first(), 0);
}

/// The runs beside it would begin elsewhere, so nothing of a comparison would be right.
#[test]
fn part_of_a_run_is_not_compared() {
    let mut session = session(1_000_000);
    session.apply(&SessionCommand::Seek(120));
    session.apply(&SessionCommand::RecordFromHere);
    session.settle();
    assert!(session.is_window() && session.opened().previous.is_none());
    let link = session.as_link().expect("it is short");
    session.apply(&SessionCommand::Rerun);
    session.settle();
    assert_eq!(link, session.as_link().expect("it is short"), "both name the moment as the whole run does");
    assert!(!session.is_window() && session.opened().previous.is_none());
    session.apply(&SessionCommand::AddRun(AdditionalRun { seed: Some(9), ..AdditionalRun::default() }));
    session.settle();
    notices(&mut session);
    session.apply(&SessionCommand::RecordFromHere);
    session.settle();
    assert!(!session.is_window() && notices(&mut session).contains("remove them first"));
}

/// A larger memory also keeps more runs, and each of several runs side by side has its share.
#[test]
fn runs_side_by_side_share_the_memory() {
    let budget = Budget::of_memory(8 << 30);
    assert_eq!(budget.shared_by(4).memory, 2 << 30);
    assert_eq!(budget.shared_by(0), budget);
    assert!(budget.events > Progress::DEFAULT_BUDGET && Budget::of_memory(1 << 30).events == Progress::DEFAULT_BUDGET);
    let mut session = session(100);
    let room = session.work().room;
    session.set_run_memory(RunMemory { setting: Some(8 << 30), ..RunMemory::default() });
    assert!(session.work().room > room && session.run_memory().budget() == budget);
}
