//! Every trace of our algorithms, read back without the algorithm's code, answers like the live run.

use gridscope::algorithms;
use gridscope::formats::trace_file::{self, Writer};
use gridscope::presets::PRESETS;
use gridscope::trace::card::CodeOnlyAnswer;
use gridscope::trace::trace::breakpoint::Condition;
use gridscope::trace::trace::compare::first_divergence_of;
use gridscope::trace::view::board::Board;
use gridscope::trace::{Progress, Replay, Scene};
use std::collections::{BTreeMap, BTreeSet};
use support::HitsOf as _;
use support::scene_with;

/// Maximum number of events. Longer runs are left out.
const MOST: usize = 60_000;
/// Number of moments of a run that are compared.
const MOMENTS: usize = 12;
/// Number of cells with a why-not question.
const ASKED: usize = 12;

/// Returns the run of a scene, and the same run read from its trace file.
fn both(scene: &Scene, live: Replay) -> (Replay, Replay) {
    let mut bytes = Vec::new();
    Writer::new(scene, &live).expect("a header").write(&mut bytes).expect("written");
    let file = trace_file::read(&gridscope::registry(), "told", &bytes).expect("a trace");
    assert!(file.is_whole());
    let (told, broken) = file.recorded_run().expect("told");
    assert_eq!(broken, None);
    (live, told)
}

/// Compares everything that needs no algorithm's code: events, sentences, steps, phases, ties, history, conditions,
/// series.
fn same_events(id: &str, live: &Replay, told: &Replay) {
    assert_eq!(live.len(), told.len(), "{id}");
    for i in 0..live.len() {
        let (a, b) = (live.event(i), told.event(i));
        assert_eq!(format!("{a:?}"), format!("{b:?}"), "{id}, event {}", i + 1);
        assert_eq!(live.trace().keys(i), told.trace().keys(i), "{id}, event {}", i + 1);
        assert_eq!(
            (live.restages(i), live.rewatches(i)),
            (told.restages(i), told.rewatches(i)),
            "{id}, event {}",
            i + 1
        );
    }
    assert_eq!(first_divergence_of(live, told), None, "{id}");
    assert_eq!(live.steps(), told.steps(), "{id}");
    assert_eq!(live.phases(), told.phases(), "{id}");
    for phase in live.phases() {
        let start = phase.start as usize;
        assert_eq!(live.phase_name(start), told.phase_name(start), "{id}");
    }
    assert_eq!((live.acting(), live.actors(), live.turns()), (told.acting(), told.actors(), told.turns()), "{id}");
    assert_eq!(live.ties(), told.ties(), "{id}");
    for &i in live.ties() {
        assert_eq!(live.tie(i as usize), told.tie(i as usize), "{id}, event {}", i + 1);
    }
    for cell in live.size().cells() {
        assert_eq!(live.history(cell), told.history(cell), "{id}, {cell}");
    }
    assert_eq!(live.series(), told.series(), "{id}");
    assert_eq!(live.outcome(), told.outcome(), "{id}");
    let checks = live.schema().checks.iter().map(|check| Condition::Check(check.name.to_string()));
    let kinds = live.kinds().into_iter().map(|kind| Condition::Kind(kind.to_owned()));
    for condition in checks.chain(kinds) {
        assert_eq!(live.hits_of(&condition), told.hits_of(&condition), "{id}: {condition:?}");
    }
}

/// Returns which answers of a moment differ.
fn apart(live: &mut Replay, told: &mut Replay, at: usize) -> BTreeSet<CodeOnlyAnswer> {
    let mut apart = BTreeSet::new();
    let mut differ = |what: CodeOnlyAnswer, differs: bool| {
        if differs {
            apart.insert(what);
        }
    };
    live.seek(at);
    told.seek(at);
    let layers = live.schema().layers.len();
    let (mut a, mut b) = (Board::default(), Board::default());
    for layer in 0..layers {
        let values = |run: &Replay| run.size().cells().map(|cell| run.value(layer, cell)).collect::<Vec<_>>();
        differ(CodeOnlyAnswer::Layers, values(live) != values(told));
        live.board(Some(layer), &mut a);
        told.board(Some(layer), &mut b);
        let roles = |board: &Board| board.marks.iter().map(|mark| mark.role).collect::<Vec<_>>();
        differ(CodeOnlyAnswer::Boards, roles(&a) != roles(&b));
    }
    let arrows = |run: &Replay| run.size().cells().map(|cell| run.arrow(cell)).collect::<Vec<_>>();
    differ(CodeOnlyAnswer::Arrows, arrows(live) != arrows(told));
    let equals = |run: &Replay| run.size().cells().map(|cell| run.equals(cell)).collect::<Vec<_>>();
    differ(CodeOnlyAnswer::Equals, equals(live) != equals(told));
    differ(CodeOnlyAnswer::Path, live.path() != told.path());
    differ(CodeOnlyAnswer::OpenList, live.queue(50) != told.queue(50));
    differ(CodeOnlyAnswer::Watch, live.watch() != told.watch());
    differ(CodeOnlyAnswer::Turns, live.turn() != told.turn());
    differ(CodeOnlyAnswer::Views, live.eyes() != told.eyes());
    differ(CodeOnlyAnswer::Tiles, live.tiles() != told.tiles());
    differ(CodeOnlyAnswer::Actors, live.tokens() != told.tokens());
    differ(CodeOnlyAnswer::Figures, live.figures() != told.figures());
    differ(CodeOnlyAnswer::Scoreboards, live.tables() != told.tables());
    differ(CodeOnlyAnswer::Charts, format!("{:?}", live.charts()) != format!("{:?}", told.charts()));
    differ(CodeOnlyAnswer::Roses, format!("{:?}", live.roses()) != format!("{:?}", told.roses()));
    if let Some((asked, _)) = live.question(at) {
        differ(CodeOnlyAnswer::Answers, live.answers(asked) != told.answers(asked));
    }
    assert_eq!(live.explain(), told.explain(), "the second line at {at}");
    apart
}

#[test]
fn trace_alone_replays_every_lesson() {
    std::thread::scope(|scope| {
        for first in 0..4 {
            scope.spawn(move || told_alone(first));
        }
    });
}

/// Tests the lessons of every fourth algorithm.
fn told_alone(first: usize) {
    let mut beyond: BTreeMap<&str, BTreeSet<CodeOnlyAnswer>> = BTreeMap::new();
    let ids: Vec<&str> = algorithms::all().iter().map(|runner| runner.card().id).skip(first).step_by(4).collect();
    for preset in PRESETS {
        let mut scene = preset.scene().expect("a scene");
        if !ids.contains(&scene.run.algorithm.as_str()) {
            continue;
        }
        if scene.run.algorithm == "path-sampling" {
            // Ten thousand paths show no more than a hundred here.
            scene.run.params.set_text("samples=100").expect("a parameter");
        }
        if scene.run.params.0.get("rule").is_some_and(|rule| rule == "diagonal") {
            // Both boards of a fight in one run. Each can be shown.
            scene.run.params.set("rule", "both");
        }
        let live = algorithms::record(&scene, &Progress::default()).expect("a run");
        if live.len() > MOST {
            continue;
        }
        let (mut live, mut told) = both(&scene, live);
        same_events(preset.id, &live, &told);
        let card = live.card().expect("a card");
        let found = beyond.entry(card.id).or_default();
        let len = live.len();
        for k in 0..=MOMENTS {
            found.extend(apart(&mut live, &mut told, len * k / MOMENTS));
        }
        let cells: Vec<_> = live.size().cells().collect();
        for cell in cells.iter().step_by((cells.len() / ASKED).max(1)) {
            if live.why_not(*cell) != told.why_not(*cell) {
                found.insert(CodeOnlyAnswer::WhyNot);
            }
        }
    }
    for (id, found) in &beyond {
        let card = algorithms::find(id).expect("an algorithm").card();
        let named: BTreeSet<CodeOnlyAnswer> = card.code_only_answers.iter().copied().collect();
        assert_eq!(found, &named, "{id}: what its trace alone does not tell, and what the card names");
    }
}

#[test]
fn trace_alone_replays_equal_cells_and_ties() {
    for ties in ["ties=first", "ties=last", "ties=parents", "ties=paths"] {
        let scene = scene_with("G....\n.....\n.....\n....X", &[ties, "neighbours=4", "heuristic=zero"]);
        let live = algorithms::record(&scene, &Progress::default()).expect("a run");
        let (mut live, mut told) = both(&scene, live);
        same_events(ties, &live, &told);
        for at in 0..=live.len() {
            assert!(!apart(&mut live, &mut told, at).contains(&CodeOnlyAnswer::Equals), "{ties} at {at}");
        }
        assert!(live.size().cells().filter(|&cell| told.equals(cell).is_some()).count() > 5, "{ties}");
        assert!(live.ties().iter().any(|&i| told.kind(i as usize) == "tied"), "{ties}");
    }
}

/// Two traces differ at the same event as their live runs.
#[test]
fn traces_diverge_where_their_runs_do() {
    let mut parted = 0;
    for heuristic in ["heuristic=zero", "heuristic=octile"] {
        let runs = ["turn=0", "turn=1", "turn=2", "neighbours=4"].map(|param| {
            let scene = scene_with("......\n.G....\n...#..\n....X.", &[heuristic, param]);
            let live = algorithms::record(&scene, &Progress::default()).expect("a run");
            both(&scene, live)
        });
        for (live, told) in &runs {
            for (other, other_told) in &runs {
                let expected = first_divergence_of(live, other);
                assert_eq!(first_divergence_of(told, other_told), expected);
                parted += usize::from(expected.is_some());
            }
        }
    }
    assert!(parted >= 20, "{parted} pairs part");
}
