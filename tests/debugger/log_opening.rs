//! A long log whose beginning is shown while the rest is read, and files that change meanwhile.

use gridscope::debugger::disk::open::content;
use gridscope::debugger::{Session, SessionCommand};
use gridscope::formats::{Content, Options};
use gridscope::outside::follow::Follow;
use gridscope::trace::{Grid, Progress, Scene, Size, Tile};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

fn log_file(lines: usize) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("long.trace.jsonl");
    let header =
        "{\"format\":\"gridscope-trace\",\"version\":2,\"map\":[\"....\",\"....\"],\"neighbours\":4}\n".to_owned();
    let line = |k: usize| format!("{{\"event\":\"open\",\"at\":[{},1],\"g\":{k}}}\n", k % 4);
    fs::write(&path, header + &(0..lines).map(line).collect::<String>()).expect("written");
    (folder, path)
}

fn opened(path: &Path) -> Session {
    let mut session = gridscope::session(Scene::new(Grid::new(Size::new(1, 1), Tile::Floor)));
    session.follow(Arc::new(Follow::whole(path).expect("a file")));
    session
}

fn read_to_the_end(session: &mut Session) {
    let start_time = Instant::now();
    while session.update_followed_log() {
        assert!(start_time.elapsed() < Duration::from_mins(2), "{:?}", session.work().notices);
        session.settle();
        std::thread::sleep(Duration::from_millis(2));
    }
    session.settle();
}

#[test]
fn log_that_was_read_is_an_ordinary_log() {
    let (_folder, path) = log_file(3_000);
    let mut session = opened(&path);
    read_to_the_end(&mut session);
    assert_eq!(session.share_of_log_read(), None);
    let log = session.log().expect("a log");
    assert_eq!((log.replay.len(), log.report.events, log.report.is_part), (3_000, 3_000, false));
    assert!(log.broken.is_none() && !log.report.headline().contains("part"), "{}", log.report.headline());
}

#[test]
fn stopping_keeps_what_was_read_and_the_audit_says_so() {
    let (_folder, path) = log_file(300_000);
    let mut session = opened(&path);
    assert!(session.share_of_log_read().is_some_and(|share| share < 1.0));
    session.apply(&SessionCommand::Cancel);
    read_to_the_end(&mut session);
    let log = session.log().expect("a log");
    assert!(log.replay.len() < 300_000, "{}", log.replay.len());
    assert!(log.report.is_part && log.report.headline().starts_with("Of the part that was read: "));
    assert_eq!(log.report.json()["part"], true);
    let why = log.broken.as_ref().expect("a reason").to_string();
    assert!(why.contains("reading was stopped here"), "{why}");
    assert!(session.work().notices.iter().any(|notice| notice.text.contains("reading was stopped here")));
}

#[test]
fn change_of_a_file_that_is_being_read_is_noticed() {
    for change in [false, true] {
        let (_folder, path) = log_file(3_000);
        let (options, progress) = (Options::default(), Progress::default());
        let mut reading = pin!(content(&path, &options, &progress));
        let mut context = Context::from_waker(Waker::noop());
        assert!(reading.as_mut().poll(&mut context).is_pending(), "it pauses while it reads");
        if change {
            let mut file = fs::OpenOptions::new().append(true).open(&path).expect("the file");
            file.write_all(b"{\"event\":\"note\"}\n").expect("written");
        }
        let read = loop {
            if let Poll::Ready(read) = reading.as_mut().poll(&mut context) {
                break read.expect("a log").0;
            }
        };
        let Content::Log(log) = read else { panic!("{read:?}") };
        let why = log.broken.map(|bad| bad.to_string()).unwrap_or_default();
        assert_eq!(why.contains("the file was changed while it was read"), change, "{why}");
    }
}
