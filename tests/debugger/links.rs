//! Links: the receiver's moment equals the sender's, for every kind of session.

use gridscope::debugger::disk::address::{Address, LinkedView, local_address};
use gridscope::debugger::disk::{Shelf, use_shelf};
use gridscope::debugger::session::window::Arrangement;
use gridscope::debugger::{Session, SessionCommand as S};
use gridscope::formats::log::Log;
use gridscope::formats::trace_file;
use gridscope::presets;
use gridscope::trace::progress::at_once;
use gridscope::trace::scene::AdditionalRun;
use gridscope::trace::{Cell, Progress, Scene};
use std::path::Path;
use std::rc::Rc;
use support::scene_with;

/// A log without a map, which states only steps.
const STEPS: &str = r#"{"event":"open","at":[1,1],"g":0}
{"event":"expand","at":[1,1]}
{"event":"open","at":[2,1],"from":[1,1],"g":1}
{"event":"expand","at":[2,1]}
{"event":"path","cells":[[1,1],[2,1]]}
"#;

/// A log with a map, a comment, a fault and a line that cannot be read.
const MAPPED: &str = r######"// made by hand
{"format":"gridscope-trace","version":2,"title":"mine","map":["#####","#...#","#####"],"start":[1,1],"goal":[3,1],"neighbours":4,"costs":{"straight":1}}
{"event":"open","at":[1,1],"g":0,"h":2,"f":2}

{"event":"expand","at":[1,1],"g":0,"h":2,"f":2}
{"event":"open","at":[2,1],"from":[1,1],"g":7,"h":1,"f":8}
{"event":"expand","at":[2,1],"g":7,"h":1,"f":8}
{"event":"open","at"
"######;

fn lesson(id: &str) -> Scene {
    presets::find(id).expect("a lesson").scene().expect("a scene")
}

fn on_log(lines: &str) -> Session {
    Session::on_log(gridscope::registry(), &Log::read("mine.jsonl", lines.as_bytes()).expect("a log"))
}

/// Everything that a user sees of a moment.
fn moment_of(session: &Session) -> String {
    let run = session.replay().expect("a run");
    let (at, length) = session.moment();
    let layers = session.layers();
    let sentence = at.checked_sub(1).map(|last| run.event(last).sentence);
    let log = session.log().map(|log| {
        let lines: Vec<usize> = log.events.iter().map(|event| event.line()).collect();
        (log.report.findings.len(), lines, log.broken.as_ref().map(|bad| (bad.line, bad.found.clone())))
    });
    let scene = session.scene();
    format!(
        "{:?}",
        (
            (&scene.title, &scene.tiles, &scene.actors, &scene.run.params, scene.run.seed),
            (at, length, sentence, session.shown_runs().count()),
            (session.display_state().selected, &layers[session.display_state().layer].name, log),
        )
    )
}

/// Returns a session of each kind, with its name.
fn senders() -> Vec<(&'static str, Session)> {
    let mut drawn = lesson("secret-door");
    drawn.title = "mine".into();
    let mut compared = lesson("secret-door");
    let other = AdditionalRun { algorithm: Some("dijkstra".into()), ..AdditionalRun::default() };
    compared.run.beside.push(other);
    let elsewhere = scene_with("G...\n.##.\n...X", &[]);
    let run = gridscope::registry().named("breadth-first").expect("an algorithm");
    let run = run.record(&elsewhere, &elsewhere.run.params, 1, &Progress::default()).expect("a run");
    let mut lines = Vec::new();
    trace_file::Writer::new(&elsewhere, &run).expect("a trace").write(&mut lines).expect("written");
    // The trace of an algorithm that this program does not have.
    let lines = String::from_utf8(lines).expect("text").replace("\"breadth-first\"", "\"mine\"");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("mine.trace.jsonl");
    std::fs::write(&file, lines).expect("written");
    let recorded = Session::on_file(gridscope::registry(), &file).expect("a trace");
    let only_recorded = Session::on_run(gridscope::registry(), elsewhere, run);
    vec![
        ("a lesson", gridscope::session(lesson("secret-door"))),
        ("a lesson that opens with a cell", gridscope::session(lesson("i-see-you"))),
        ("a scene", gridscope::session(drawn)),
        ("a comparison", gridscope::session(compared)),
        ("a list of steps", on_log(STEPS)),
        ("a log with a map", on_log(MAPPED)),
        ("a trace of an unknown algorithm", recorded),
        ("a run that was recorded elsewhere", only_recorded),
    ]
}

#[test]
fn link_shows_the_senders_moment_cell_and_layer() {
    for (name, mut sender) in senders() {
        sender.settle();
        let last = sender.moment().1;
        let layers = sender.layers().len();
        for (at, cell, layer) in
            [(last / 2, Some(Cell::new(1, 1)), layers - 1), (0, None, 0), (last, Some(Cell::new(2, 1)), 0)]
        {
            sender.apply(&S::Seek(at));
            sender.apply(&S::Select(cell));
            sender.apply(&S::SetLayer(layer));
            let mut link = sender.link();
            link.view.arrangement = Some(Arrangement::Debug);
            let (link, lost) = text_of(link);
            assert!(lost.is_empty(), "{name}: {lost:?}");
            let escaped = link.replace('=', "%3D").replace('&', "%26");
            for text in [&link, &format!("#{link}"), &format!("https://example.org/app/#{link}"), &escaped] {
                let mut receiver = Session::on_address(gridscope::registry(), text).expect(name);
                assert_eq!(receiver.opened().linked.arrangement, Some(Arrangement::Debug), "{name}");
                receiver.settle();
                assert_eq!(moment_of(&receiver), moment_of(&sender), "{name}: {text}");
                assert_eq!(receiver.as_link().expect(name), sender.as_link().expect(name), "{name}");
            }
        }
    }
}

fn text_of(link: gridscope::debugger::disk::address::Link) -> (String, Vec<String>) {
    at_once(link.into_text()).expect("a link")
}

#[test]
fn a_pasted_link_opens_at_its_moment() {
    for (name, mut sender) in senders() {
        sender.settle();
        sender.apply(&S::Seek(1));
        sender.apply(&S::Select(Some(Cell::new(1, 1))));
        let link = sender.as_link().expect(name);
        let mut receiver = gridscope::session(lesson("hello"));
        receiver.settle();
        receiver.apply(&S::PasteText(link));
        receiver.settle();
        assert_eq!(moment_of(&receiver), moment_of(&sender), "{name}");
    }
}

/// A log that does not fit is refused with what else can be sent.
#[test]
fn log_too_long_for_a_link_is_refused() {
    let noise = |i: u32| i.wrapping_mul(2_654_435_761);
    let line = |i: u32| format!("{{\"event\":\"note\",\"at\":[{},{}],\"text\":\"{:x}\"}}\n", i % 97, i % 89, noise(i));
    let lines: String = (0..40_000).map(line).collect();
    let mut session = on_log(&lines);
    session.settle();
    let refused = session.as_link().expect_err("it is too long").to_string();
    assert!(refused.contains("32 kB") && refused.contains("a page that plays"), "{refused}");
}

/// The shelf of a page, with one file.
struct OneFile(&'static str, String);

impl Shelf for OneFile {
    fn read(&self, path: &Path) -> Option<Vec<u8>> {
        (path == Path::new(self.0)).then(|| self.1.clone().into_bytes())
    }

    fn write(&self, _: &Path, _: &[u8]) -> std::io::Result<()> {
        Ok(())
    }

    fn remove(&self, _: &Path) {}
}

#[test]
fn local_address_opens_only_stored_files() {
    let path = "m9x2/100 % mine.jsonl";
    let view = LinkedView { at: Some(3), cell: Some(Some(Cell::new(2, 1))), ..LinkedView::default() };
    let address = local_address(Path::new(path), &view);
    let elsewhere = Session::on_address(gridscope::registry(), &address).map(|_| ()).expect_err("no such file");
    assert!(elsewhere.to_string().contains("\"100 % mine.jsonl\""), "{elsewhere}");
    // A desktop opens none of its own files by such an address.
    let own = Session::on_address(gridscope::registry(), "local=Cargo.toml&at=1").map(|_| ()).expect_err("not here");
    assert!(own.to_string().contains("only the browser"), "{own}");
    use_shelf(Some(Rc::new(OneFile(path, MAPPED.to_owned()))));
    for text in [address.clone(), format!("https://example.org/gridscope/#{address}")] {
        let mut session = Session::on_address(gridscope::registry(), &text).expect("a log");
        session.settle();
        assert_eq!((session.moment().0, session.display_state().selected), (3, Some(Cell::new(2, 1))), "{text}");
        assert_eq!(session.opened().file.as_deref(), Some(Path::new(path)));
        assert!(session.log().is_some());
        let mut other = gridscope::session(lesson("hello"));
        other.settle();
        other.apply(&S::PasteText(text.clone()));
        other.settle();
        assert_eq!(moment_of(&other), moment_of(&session), "{text}");
    }
    use_shelf(None);
}

#[test]
fn wrong_addresses_are_explained() {
    for (address, part) in [
        ("lesson=no-such", "no lesson \"no-such\""),
        ("lesson=helo", "the nearest is hello"),
        ("lesson=hello&at=-1", "at=-1"),
        ("lesson=hello&at=x", "at=x"),
        ("lesson=hello&cell=3", "two numbers"),
        ("lesson=hello&view=sideways", "learn, debug, edit or present"),
        ("gridscope:1:AAAA", "link"),
        ("gridscope:2:AAAA", "link"),
        ("gridscope:3:AAAA", "version 3"),
    ] {
        let error = Session::on_address(gridscope::registry(), address).map(|_| ()).expect_err(address).to_string();
        assert!(error.contains(part), "{address}: {error}");
    }
    assert!(Address::read("#####\n#G.X#\n#####").expect("a map").is_none());
    assert!(Address::read("https://example.org/").expect("another page").is_none());
    // Parts that the page has for itself do no harm, nor do escaped letters.
    let address = Address::read("#lesson=hello&utm=1&layer=a%20b%26c").expect("an address").expect("an address");
    assert_eq!((address.name(), address.view.layer.as_deref()), ("hello", Some("a b&c")));
}
