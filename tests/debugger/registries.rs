//! Two registries in one process, each with an algorithm that the other does not have.

#[path = "../../examples/bfs.rs"]
#[expect(dead_code, reason = "the program's own entry is not called here")]
mod bfs;

use bfs::{Bfs, BfsEvent};
use gridscope::algorithms;
use gridscope::debugger::document::scene_warnings::scene_warnings;
use gridscope::debugger::lab::experiment::{Experiment, Shard};
use gridscope::debugger::session::background::work::{Plan, Task};
use gridscope::debugger::session::command::SessionCommand;
use gridscope::debugger::session::command::generator_request::GeneratorRequest;
use gridscope::debugger::{Session, session};
use gridscope::formats::trace_file::Writer;
use gridscope::formats::{Content, Options};
use gridscope::prelude::*;
use gridscope::trace::card::Group;
use gridscope::trace::progress::at_once;
use gridscope::trace::scene::AdditionalRun;
use gridscope::trace::{Progress, Registry};
use support::read_content_of;
use support::scene;

/// The search of [`Bfs`] under another name.
struct Twin;

impl Lens for Twin {}

impl Algorithm for Twin {
    type Event = BfsEvent;
    type Problem = <Bfs as Algorithm>::Problem;
    type Outcome = Option<u32>;

    const CARD: &'static CardOf<Self::Event> =
        &Card::new("twin", "Twin search", "Searches as bfs does.").layers(Bfs::CARD.layers).listing(Bfs::CARD.listing);

    async fn prepare(
        scene: &Scene,
        params: &Resolved,
        seed: u64,
        progress: &Progress,
    ) -> Result<Self::Problem, RunError> {
        Bfs::prepare(scene, params, seed, progress).await
    }

    fn layout(problem: &Self::Problem) -> Layout {
        Bfs::layout(problem)
    }

    fn context(_: &Self::Problem) {}

    fn run<O: Observer<BfsEvent>>(problem: &Self::Problem, o: &mut O) -> ControlFlow<O::Halt, Option<u32>> {
        Bfs::run(problem, o)
    }
}

/// An algorithm with its title, the registry that has it, and one that has another instead.
struct Added {
    id: &'static str,
    title: &'static str,
    own: Registry,
    other: Registry,
}

impl Added {
    /// Returns a scene for the algorithm.
    fn scene(&self) -> Scene {
        let mut scene = scene("G..#\n.#..\n...X");
        self.id.clone_into(&mut scene.run.algorithm);
        scene
    }

    /// Returns the scene with its run.
    fn run(&self) -> (Scene, Replay) {
        let scene = self.scene();
        let run = self.own.record(&scene, &Progress::default()).expect("a run");
        (scene, run)
    }
}

fn both() -> [Added; 2] {
    let bfs = gridscope::registry().with(&Entry::<Bfs>::NEW);
    let twin = gridscope::registry().with(&Entry::<Twin>::NEW);
    [
        Added { id: "bfs", title: "Breadth-first search", own: bfs.clone(), other: twin.clone() },
        Added { id: "twin", title: "Twin search", own: twin, other: bfs },
    ]
}

#[test]
fn registry_lists_and_runs_only_its_own_algorithm() {
    for added in both() {
        let id = added.id;
        let scene = added.scene();
        let progress = Progress::default();
        assert_eq!(added.own.all().len(), algorithms::all().len() + 1);
        assert_eq!(added.own.title_of(id), Some(added.title));
        let groups = added.own.by_group();
        let yours = groups.iter().filter(|(group, _)| *group == Group::Yours).flat_map(|(_, cards)| cards);
        assert_eq!(yours.map(|card| card.id).collect::<Vec<_>>(), [id]);
        assert!(format!("{:?}", added.own).contains(id) && !format!("{:?}", added.other).contains(id));
        let run = added.own.record(&scene, &progress).expect("a run");
        assert_eq!((run.schema().algorithm.as_ref(), run.outcome().as_u64()), (id, Some(5)));
        for without in [&added.other, &gridscope::registry()] {
            assert!(without.find(id).is_none());
            let error = without.record(&scene, &progress).expect_err("it has no such algorithm").to_string();
            assert!(error.contains(id) && error.contains("astar"), "{error}");
        }
        assert!(algorithms::find(id).is_none() && algorithms::record(&scene, &progress).is_err());
    }
    let [added, _] = both();
    let again = added.own.clone().with(&Entry::<Bfs>::NEW).with(&Entry::<Twin>::NEW);
    assert_eq!(again.all().len(), added.own.all().len() + 1, "the same id is replaced");
}

#[test]
fn trace_runs_again_only_with_its_algorithm() {
    for added in both() {
        let (scene, run) = added.run();
        let mut bytes = Vec::new();
        Writer::new(&scene, &run).expect("a header").write(&mut bytes).expect("written");
        let read = |registry: &Registry| {
            read_content_of("a trace", &mut &*bytes, &Options::with_registry(registry)).expect("it can be read")
        };
        let Content::Trace(trace) = read(&added.own) else { panic!("a trace of a known algorithm") };
        assert_eq!(
            (trace.scene.run.algorithm.as_str(), at_once(trace.agrees(&run, &Progress::default()))),
            (added.id, Ok(true))
        );
        assert!(
            matches!(read(&added.other), Content::Log(_)) && matches!(read(&gridscope::registry()), Content::Log(_))
        );
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("own.trace.jsonl");
        std::fs::write(&file, &bytes).expect("written");
        for (registry, is_log) in [(added.own, false), (added.other, true)] {
            let mut session = Session::on_file(registry, &file).expect("a trace");
            assert_eq!((session.compares_trace(), session.log().is_some()), (!is_log, is_log));
            session.settle();
            assert_eq!(session.moment().1, run.len());
            assert!(session.opened().trace_differs.is_none() && session.opened().problem.is_none());
        }
    }
}

#[test]
fn session_keeps_its_registry_when_scenes_change() {
    let mut sessions = both().map(|added| (Session::new(added.own.clone(), scene("G..X")), added));
    for (session, added) in &mut sessions {
        for columns in ["G..X", "G.....X"] {
            session.open(scene(columns), None);
            session.apply(&SessionCommand::SetAlgorithm(added.id.to_owned()));
            session.settle();
            assert_eq!((session.card().id, session.algorithm_title()), (added.id, added.title.to_owned()));
            assert_eq!(session.replay().expect("a run").outcome().as_u64(), Some(columns.len() as u64 - 1));
            assert!(session.take_notices().iter().all(|notice| !notice.error));
        }
        // Long tasks and additional runs have the registry, too.
        session.apply(&SessionCommand::SetAlgorithm("astar".to_owned()));
        let other = AdditionalRun { algorithm: Some(added.id.to_owned()), ..AdditionalRun::default() };
        session.apply(&SessionCommand::AddRun(other));
        session.apply(&SessionCommand::Begin(Task::Experiment(Plan { sweep: String::new(), samples: 3 })));
        session.settle();
        assert!(session.opened().problem.is_none());
        assert!(
            session.opened().additional_runs[0].title.contains(added.title),
            "{}",
            session.opened().additional_runs[0].title
        );
        let measured = session.work().tasks.measured.as_ref().expect("an experiment");
        assert_eq!((measured.rows.len(), measured.beside[0].rows.len()), (3, 3));
    }
    let [(first, bfs), (second, twin)] = &mut sessions;
    for (session, foreign) in [(first, twin.id), (second, bfs.id)] {
        session.apply(&SessionCommand::SetAlgorithm(foreign.to_owned()));
        assert_eq!(session.card().id, "astar");
        let last = session.work().notices.last().expect("a notice");
        assert!(last.error && last.text.contains(foreign), "{}", last.text);
    }
}

#[test]
fn questions_use_the_algorithms_of_their_registry() {
    for added in both() {
        let (scene, run) = added.run();
        let on_run = |registry: &Registry| Session::on_run(registry.clone(), scene.clone(), run.fork());
        assert!(on_run(&added.own).log().is_none() && on_run(&added.other).log().is_some());
        let maze = added.own.generator("maze").expect("a generator");
        let order = GeneratorRequest { algorithm: Some(added.id.to_owned()), ..GeneratorRequest::plain(maze) };
        assert!(order.scene(&added.own).is_ok() && order.scene(&added.other).is_err());
        let plan = |registry| Experiment::new(registry, &scene, None, None, 1, Shard::WHOLE, &Progress::default());
        assert!(plan(&added.own).is_ok() && plan(&added.other).is_err());
        assert_eq!(scene_warnings(&added.own, &scene), []);
        let mut with_own = scene.clone();
        with_own.run.beside = vec![AdditionalRun { algorithm: Some(added.id.to_owned()), ..AdditionalRun::default() }];
        let titles = |registry| session::variants(registry, &std::sync::Arc::new(with_own.clone())).swap_remove(1).0;
        assert!(titles(&added.own).contains(added.title) && !titles(&added.other).contains(added.title));
    }
}
