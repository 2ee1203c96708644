//! A followed log whose program is run again, in all the ways in which programs write their files.

use gridscope::debugger::{Session, SessionCommand};
use gridscope::outside::follow::Follow;
use gridscope::trace::{Grid, Replay, Scene, Size, Tile};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Returns a log of `events` events. Its lines are as long as those of any other run; `g` identifies the run.
fn lines(run: usize, events: usize) -> String {
    let header = "{\"format\":\"gridscope-trace\",\"version\":2,\"size\":[40,90]}\n".to_owned();
    let line = |i: usize| {
        format!("{{\"event\":\"open\",\"at\":[{},{}],\"g\":{}}}\n", 10 + i % 30, 10 + i / 30, 1000 * run + i)
    };
    header + &(0..events).map(line).collect::<String>()
}

/// Returns the first event's sentence, and the number of events.
fn shown(session: &Session) -> Option<(String, usize)> {
    session.replay().filter(|run| !run.is_empty()).map(|run: &Replay| (run.event(0).sentence, run.len()))
}

struct Followed {
    _folder: tempfile::TempDir,
    path: PathBuf,
    session: Session,
}

impl Followed {
    fn new(text: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("mine.trace.jsonl");
        fs::write(&path, text).expect("written");
        let mut session = gridscope::session(Scene::new(Grid::new(Size::new(1, 1), Tile::Floor)));
        session.follow(Arc::new(Follow::file(&path).expect("a file")));
        Self { _folder: folder, path, session }
    }

    fn until(&mut self, what: &str, holds: impl Fn(&Session) -> bool) {
        let begun = Instant::now();
        while !holds(&self.session) {
            let notices = &self.session.work().notices;
            assert!(begun.elapsed() < Duration::from_mins(1), "{what}: {:?}, {notices:?}", shown(&self.session));
            self.session.update_followed_log();
            self.session.settle();
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits until a run is shown.
    fn shows(&mut self, what: &str, run: usize, events: usize) {
        let g = format!("{}", 1000 * run);
        self.until(what, |session| shown(session).is_some_and(|(first, n)| n == events && first.contains(&g)));
    }

    fn anew(&self) -> usize {
        self.session.work().notices.iter().filter(|notice| notice.text.contains("started again")).count()
    }
}

/// The log is read from the start again, in whatever way its program writes it.
#[test]
fn rewritten_log_is_read_again_however_written() {
    type Writes = fn(&Path, &str);
    let ways: [(&str, usize, Writes); 7] = [
        ("shorter", 100, |path, text| fs::write(path, text).expect("written")),
        ("longer", 400, |path, text| fs::write(path, text).expect("written")),
        ("equally long", 300, |path, text| fs::write(path, text).expect("written")),
        ("written over without being emptied", 300, |path, text| {
            use std::io::Write as _;
            let mut file = fs::OpenOptions::new().write(true).open(path).expect("the file");
            file.write_all(text.as_bytes()).expect("written");
        }),
        ("another file in its place", 300, |path, text| {
            let new = path.with_extension("new");
            fs::write(&new, text).expect("written");
            fs::rename(new, path).expect("renamed");
        }),
        ("moved aside", 350, |path, text| {
            fs::rename(path, path.with_extension("1")).expect("renamed");
            std::thread::sleep(Duration::from_millis(120));
            fs::write(path, text).expect("written");
        }),
        ("deleted and made anew", 310, |path, text| {
            fs::remove_file(path).expect("deleted");
            std::thread::sleep(Duration::from_millis(120));
            fs::write(path, text).expect("written");
        }),
    ];
    for (what, events, write) in ways {
        let mut followed = Followed::new(&lines(1, 300));
        followed.shows(what, 1, 300);
        write(&followed.path, &lines(2, events));
        followed.shows(what, 2, events);
        assert!(followed.anew() > 0, "{what}: {:?}", followed.session.work().notices);
        assert!(
            followed.session.work().notices.iter().all(|notice| !notice.error),
            "{what}: {:?}",
            followed.session.work().notices
        );
        // The log is followed further.
        write(&followed.path, &lines(3, events + 1));
        followed.shows(what, 3, events + 1);
    }
}

/// A changed line in the middle is detected, although the length and both ends are the same.
#[test]
fn change_inside_a_log_is_noticed() {
    let text = lines(1, 900);
    let mut followed = Followed::new(&text);
    followed.shows("the first run", 1, 900);
    let changed = text.replacen("\"g\":1450}", "\"g\":1777}", 1);
    assert_eq!((changed.len(), changed != text), (text.len(), true));
    fs::write(&followed.path, changed).expect("written");
    followed.until("the change", |session| {
        session.replay().is_some_and(|run| run.len() == 900 && run.event(450).sentence.contains("1777"))
    });
    assert!(followed.anew() > 0);
}

/// A bad line ends the reading, but the file is still watched. After the program is fixed and run again, its new log is
/// shown.
#[test]
fn next_run_after_a_bad_line_is_shown() {
    let mut followed = Followed::new(&(lines(1, 50) + "this is no JSON\n"));
    followed.shows("up to the bad line", 1, 50);
    followed
        .until("a sentence", |session| session.work().notices.iter().any(|n| n.error && n.text.contains("line 52")));
    // The file grows. This is not another run, and the bad line is reported once.
    let told = followed.session.work().notices.len();
    let mut file = fs::OpenOptions::new().append(true).open(&followed.path).expect("the file");
    std::io::Write::write_all(&mut file, b"nor is this\n").expect("written");
    for _ in 0..40 {
        followed.session.update_followed_log();
        followed.session.settle();
        std::thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(
        (followed.session.work().notices.len(), followed.anew()),
        (told, 0),
        "{:?}",
        followed.session.work().notices
    );
    fs::write(&followed.path, lines(2, 60)).expect("written");
    followed.shows("the mended program", 2, 60);
    assert_eq!(followed.anew(), 1);
}

/// A log that only grows is not taken for another run, and neither is a file of which only the time has changed.
#[test]
fn growing_log_is_not_restarted() {
    use std::io::Write as _;
    let text = lines(1, 2000);
    let (first, rest) = text.split_at(text.len() / 3);
    let mut followed = Followed::new(first);
    let mut file = fs::OpenOptions::new().append(true).open(&followed.path).expect("the file");
    for piece in rest.as_bytes().chunks(rest.len() / 20) {
        file.write_all(piece).expect("written");
        std::thread::sleep(Duration::from_millis(20));
    }
    followed.shows("all of it", 1, 2000);
    file.set_modified(std::time::SystemTime::now()).expect("touched");
    for _ in 0..40 {
        followed.session.update_followed_log();
        std::thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(followed.anew(), 0, "{:?}", followed.session.work().notices);
}

/// The cursor keeps its position in the new run, as soon as that is long enough.
#[test]
fn cursor_keeps_its_moment_when_a_log_restarts() {
    use std::io::Write as _;
    let mut followed = Followed::new(&lines(1, 300));
    followed.shows("the first run", 1, 300);
    followed.session.apply(&SessionCommand::Seek(120));
    let text = lines(2, 400);
    let (first, rest) = text.split_at(lines(2, 40).len());
    fs::write(&followed.path, first).expect("written");
    followed.shows("the beginning of the second", 2, 40);
    let mut file = fs::OpenOptions::new().append(true).open(&followed.path).expect("the file");
    file.write_all(rest.as_bytes()).expect("written");
    followed.shows("all of it", 2, 400);
    assert_eq!(followed.session.moment(), (120, 400));
    // At the end it stays at the end.
    followed.session.apply(&SessionCommand::Seek(400));
    fs::write(&followed.path, lines(3, 500)).expect("written");
    followed.shows("the third run", 3, 500);
    assert_eq!(followed.session.moment(), (500, 500));
    // If the user moves in the meantime, the cursor stays where the user moved it.
    followed.session.apply(&SessionCommand::Seek(200));
    fs::write(&followed.path, lines(4, 30)).expect("written");
    followed.shows("the beginning of the fourth", 4, 30);
    followed.session.apply(&SessionCommand::Seek(10));
    fs::write(&followed.path, lines(4, 300)).expect("written");
    followed.shows("the fourth run", 4, 300);
    assert_eq!(followed.session.moment(), (10, 300));
}

#[test]
fn run_with_another_title_is_shown_under_it() {
    let titled = |run: usize| lines(run, 30).replacen("\"size\"", &format!("\"title\":\"run {run}\",\"size\""), 1);
    let mut followed = Followed::new(&titled(1));
    followed.shows("the first run", 1, 30);
    // The window shows the title of the log.
    followed.session.apply(&SessionCommand::Describe("run 1".into(), String::new()));
    fs::write(&followed.path, titled(3)).expect("written");
    followed.shows("the second run", 3, 30);
    assert_eq!(followed.session.scene().title, "run 3");
}
