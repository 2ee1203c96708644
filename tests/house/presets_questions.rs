//! The lessons about questions: each opens with its question asked, and the numbers in its notes are right.

use gridscope::debugger::lab::experiment::{Summary, crowd};
use gridscope::debugger::lab::minimise::Symptom;
use gridscope::debugger::lesson::suggestion::{Suggestion, offers};
use gridscope::debugger::session::background::work::{Plan, Task};
use gridscope::debugger::session::command::Stride;
use gridscope::debugger::session::window::PanelId;
use gridscope::debugger::{Session, SessionCommand};
use gridscope::presets::{PRESETS, find};
use gridscope::trace::trace::breakpoint::Condition;
use gridscope::trace::{Cell, Replay, Tile};
use serde_json::json;
use support::HitsOf as _;

fn opened(id: &str) -> Session {
    let mut session = gridscope::session(find(id).expect(id).scene().expect(id));
    session.settle();
    assert!(
        session.opened().problem.is_none() && session.work().notices.is_empty(),
        "{id}: {:?}",
        session.work().notices
    );
    session
}

fn replay(session: &Session) -> &Replay {
    session.replay().expect("a run")
}

#[test]
fn drawn_path_loses_and_ties_without_rubble() {
    let mut session = opened("the-other-way");
    assert_eq!(replay(&session).outcome()["cost"], json!(38));
    let start = [(2, 5), (3, 6), (4, 7), (4, 8)].into_iter();
    let south = start.chain((5..=15).map(|x| (x, 8))).chain([(16, 7), (17, 6), (17, 5)]);
    let south: Vec<Cell> = south.map(|(x, y)| Cell::new(x, y)).collect();
    session.apply(&SessionCommand::WhyNotPath(south.clone()));
    session.settle();
    let (path, why) = session.display_state().why_not.clone().expect("an answer");
    let said = "The drawn path loses at step 1, from (2,5) to (3,6): the cheapest path on from there makes 40, 2 more than \
                the path found (38). As drawn it costs 41.";
    assert_eq!((&*why.reason, why.sentence.as_str()), ("dearer", said));
    let mut scene = session.scene().clone();
    for cell in scene.size().cells() {
        if scene.tiles[cell] == Tile::Rubble {
            assert!(path.contains(&cell), "the rubble lies on it");
            scene.tiles[cell] = Tile::Floor;
        }
    }
    session.apply(&SessionCommand::Replace(Box::new(scene)));
    session.settle();
    session.apply(&SessionCommand::WhyNotPath(south));
    session.settle();
    let (_, why) = session.display_state().why_not.clone().expect("an answer");
    assert_eq!((&*why.reason, &replay(&session).outcome()["cost"]), ("tied", &json!(38)));
    assert!(why.sentence.contains("dice"), "{}", why.sentence);
}

#[test]
fn lesson_breakpoints_hit_where_a_guard_learns_something() {
    let mut session = opened("stop-when");
    assert_eq!((session.display_state().panel, replay(&session).len()), (Some(PanelId::Breakpoints), 5991));
    let hits: Vec<usize> = session.display_state().breakpoints.iter().map(|b| b.hits.len()).collect();
    assert_eq!(hits, [4, 1, 11]);
    let notes: Vec<bool> = session.display_state().breakpoints.iter().map(|b| b.notes).collect();
    assert_eq!(notes, [false, false, true]);
    // The guard sees the shutter and looks away, twice.
    let learnt = &session.display_state().breakpoints[0].hits;
    let said: Vec<bool> =
        learnt.iter().map(|&i| replay(&session).event(i as usize).sentence.contains("it sees the cell")).collect();
    assert_eq!(said, [true, false, true, false]);
    session.apply(&SessionCommand::Forward(Stride::Hit));
    assert_eq!(session.moment().0, learnt[0] as usize + 1, "the first");
    let second = learnt[1] as usize;
    let turned = session.display_state().breakpoints[1].hits[0] as usize;
    session.apply(&SessionCommand::Forward(Stride::Hit));
    assert_eq!(session.moment().0, second.min(turned) + 1);
    session.apply(&SessionCommand::Back(Stride::Hit));
    assert_eq!(session.moment().0, session.display_state().breakpoints[0].hits[0] as usize + 1);
    let plans = replay(&session).hits_of(&Condition::of_kind("planned")).len();
    assert!(plans > 11, "guard 2 plans too");
}

#[test]
fn expansions_grow_with_the_square_unless_estimated() {
    let mut session = opened("how-does-it-grow");
    let question = session.scene().run.question.clone();
    let plan = Plan { sweep: question.vary.expect("a sweep"), samples: question.samples.expect("samples") };
    assert_eq!(
        (question.panel.as_deref(), plan.sweep.as_str(), plan.samples),
        (Some("experiment"), "size=16..96:16", 3)
    );
    for (heuristic, exponent, last) in [("zero", "2.00", 9209.0), ("auto", "0.98", 93.0)] {
        session.apply(&SessionCommand::SetParam("heuristic".into(), json!(heuristic)));
        session.settle();
        session.apply(&SessionCommand::Begin(Task::Experiment(plan.clone())));
        session.settle();
        let measured = session.work().tasks.measured.as_ref().expect("an experiment");
        let number = measured.measures.iter().position(|m| m.name == "expanded").expect("a measure");
        let summary = Summary::new(&measured.measures, &measured.rows);
        assert_eq!(summary.exponent(number).map(|x| format!("{x:.2}")).as_deref(), Some(exponent), "{heuristic}");
        assert_eq!(summary.points.last().map(|p| p.1[number].mean), Some(last), "{heuristic}");
    }
}

#[test]
fn vision_dominates_a_turn_with_dirty_stamps() {
    let mut session = opened("vision-dominates");
    let question = session.scene().run.question.clone();
    let plan = Plan { sweep: question.vary.expect("a sweep"), samples: question.samples.expect("samples") };
    assert_eq!(plan.sweep, "actors=1,2,4,8,16,32");
    for (dirty, copied) in [("le", 7_330.0), ("never", 30_396.0)] {
        session.apply(&SessionCommand::SetParam("dirty".into(), json!(dirty)));
        session.settle();
        session.apply(&SessionCommand::Begin(Task::Experiment(plan.clone())));
        session.settle();
        let measured = session.work().tasks.measured.as_ref().expect("an experiment");
        let of = |name: &str| measured.measures.iter().position(|m| m.name == name).expect("a measure");
        let summary = Summary::new(&measured.measures, &measured.rows);
        let last = |name: &str| summary.points.last().map(|p| p.1[of(name)].mean);
        assert_eq!((last("total.rebuilt"), last("total.visible")), (Some(copied), Some(30_396.0)), "{dirty}");
        let exponents = ["total.rebuilt", "total.visible"].map(|name| summary.exponent(of(name)).expect("a slope"));
        assert!(exponents.iter().all(|x| (0.95..1.1).contains(x)), "{exponents:?}");
    }
}

#[test]
fn tournament_lesson_counts_jumps_of_three_rules() {
    let mut session = opened("tournament-of-rules");
    let question = session.scene().run.question.clone();
    assert_eq!((question.measure.as_deref(), question.samples), (Some("jumps"), Some(1_000)));
    session.begin_what_is_asked();
    session.settle();
    let measured = session.work().tasks.measured.as_ref().expect("an experiment");
    assert_eq!(measured.rows.len(), 3_000);
    let jumps = measured.measures.iter().position(|m| m.name == "jumps").expect("a measure");
    let summary = Summary::new(&measured.measures, &measured.rows);
    let means: Vec<(&str, String)> =
        summary.points.iter().map(|point| (&*point.0, format!("{:.3}", point.1[jumps].mean))).collect();
    let [stock, diagonal, fewest] = ["3.831", "3.507", "3.116"].map(str::to_owned);
    assert_eq!(means, [("stock", stock), ("diagonal", diagonal), ("fewest", fewest)]);
}

#[test]
fn lists_have_a_higher_exponent_than_pointers() {
    let mut session = opened("before-the-optimisation");
    let question = session.scene().run.question.clone();
    let plan = Plan { sweep: question.vary.expect("a sweep"), samples: question.samples.expect("samples") };
    assert_eq!(plan.sweep, "size=12..60:12");
    for (bookkeeping, most, exponent) in [("pointers", 7_737.0, "2.02"), ("positions", 1_542_032.0, "3.56")] {
        session.apply(&SessionCommand::SetParam("bookkeeping".into(), json!(bookkeeping)));
        session.settle();
        session.apply(&SessionCommand::Begin(Task::Experiment(plan.clone())));
        session.settle();
        let measured = session.work().tasks.measured.as_ref().expect("an experiment");
        let compared = measured.measures.iter().position(|m| m.name == "compared").expect("a measure");
        let summary = Summary::new(&measured.measures, &measured.rows);
        assert_eq!(summary.points.last().map(|p| p.1[compared].mean), Some(most), "{bookkeeping}");
        let slope = summary.exponent(compared).map(|x| format!("{x:.2}"));
        assert_eq!(slope.as_deref(), Some(exponent), "{bookkeeping}");
    }
}

#[test]
fn hull_first_and_grown_ships_differ() {
    let session = opened("hull-first");
    let question = session.scene().run.question.clone();
    let plan = Plan { sweep: question.vary.expect("a sweep"), samples: question.samples.expect("samples") };
    assert_eq!((plan.samples, question.measure.as_deref()), (100, Some("dead_ends")));
    let mut session = session;
    session.apply(&SessionCommand::Begin(Task::Experiment(plan)));
    session.settle();
    let measured = session.work().tasks.measured.as_ref().expect("an experiment");
    let summary = Summary::new(&measured.measures, &measured.rows);
    let means = |name: &str| {
        let of = measured.measures.iter().position(|m| m.name == name).expect("a measure");
        [0, 1].map(|point| (summary.points[point].1[of].mean * 100.0).round() / 100.0)
    };
    assert_eq!([means("rooms"), means("dead_ends"), means("unreachable")], [[16.21, 11.5], [2.21, 4.92], [0.0, 0.45]]);
}

#[test]
fn crowd_copies_the_first_actor_to_free_cells() {
    let scene = find("vision-dominates").expect("a preset").scene().expect("a scene");
    let (two, five) = (crowd(&scene, 2).expect("two"), crowd(&scene, 5).expect("five"));
    assert_eq!((crowd(&scene, 1), two.actors.len(), &five.actors[..2]), (Some(scene.clone()), 2, &two.actors[..]));
    let places: std::collections::BTreeSet<_> = five.actors.iter().map(|a| a.at).collect();
    assert_eq!(places.len(), 5, "each on a cell of its own");
    assert!(five.actors.iter().all(|a| a.route() == scene.actors[0].route() && five.tiles[a.at] == Tile::Floor));
    assert!(crowd(&scene, 0).is_none() && crowd(&scene, 1000).is_none(), "nobody, and more than there is room for");
}

#[test]
fn prediction_lesson_expands_the_pocket_first() {
    let mut session = opened("what-comes-next");
    session.apply(&SessionCommand::Seek(47));
    session.apply(&SessionCommand::TogglePredict);
    let predict = session.display_state().predict.clone().expect("a question");
    assert_eq!(predict.question, "Which cell is expanded next?");
    session.apply(&SessionCommand::Guess(Cell::new(6, 3)));
    let given = session.display_state().predict.clone().expect("a question").given.expect("an answer");
    assert_eq!((given.right, given.answers.len()), (true, 1), "the last of the pocket alone has the smallest f");
    let order: Vec<Cell> = (0..replay(&session).len())
        .map(|i| replay(&session).event(i))
        .filter(|e| e.kind == "expanded")
        .filter_map(|e| e.cell)
        .collect();
    let at = |cell: Cell| order.iter().position(|&c| c == cell).expect("expanded");
    let pocket: Vec<Cell> =
        session.scene().size().cells().filter(|c| (4..=6).contains(&c.x) && (3..=4).contains(&c.y)).collect();
    let first_beyond = order.iter().position(|c| c.x >= 8).expect("it goes round");
    assert!(pocket.iter().all(|&c| at(c) < first_beyond), "{order:?}");
}

#[test]
fn minimise_lesson_leaves_ten_cells_and_one_wall() {
    let mut session = opened("smaller-and-smaller");
    assert_eq!(replay(&session).outcome()["cost"], json!(67));
    let keep: Symptom = session.scene().run.question.keep.as_deref().expect("a symptom").parse().expect("a symptom");
    assert_eq!((session.display_state().panel, &keep), (Some(PanelId::Shrink), &Symptom::Longer));
    session.apply(&SessionCommand::Begin(Task::Shrink(keep)));
    session.settle();
    let small = session.work().tasks.smaller.as_ref().expect("a small map");
    let shown: Vec<&str> = session.shown_runs().map(|run| &*run.title).collect();
    assert_eq!(
        shown,
        ["tripled estimate", "plain estimate", "made small"],
        "the small map stands beside the large one"
    );
    let walls = small.scene.size().cells().filter(|&c| small.scene.tiles[c] == Tile::Wall).count();
    assert_eq!((small.done, small.scene.size().area(), walls), (true, 10, 1));
    session.apply(&SessionCommand::SetParam("weight".into(), json!(1)));
    session.settle();
    assert_eq!(replay(&session).outcome()["cost"], json!(55));
}

/// Returns everything that a lesson and its slides offer to try.
fn all_offers(id: &str) -> Vec<Suggestion> {
    let scene = find(id).expect(id).scene().expect(id);
    let notes = scene.run.slides.iter().map(|b| &b.note).chain([&scene.notes]);
    notes.flat_map(|note| offers(note).1).collect()
}

#[test]
fn lesson_offers_have_an_effect() {
    let mut tried = 0;
    for preset in PRESETS {
        for offer in all_offers(preset.id) {
            let commands = offer.commands.unwrap_or_else(|error| panic!("{}, {}: {error}", preset.id, offer.title));
            let mut session = opened(preset.id);
            let before = (session.moment(), session.scene().run.clone());
            for command in &commands {
                session.apply(command);
            }
            session.settle();
            assert!(
                session.opened().problem.is_none(),
                "{}, {}: {:?}",
                preset.id,
                offer.title,
                session.opened().problem
            );
            let wrong: Vec<_> = session.work().notices.iter().filter(|n| n.error).collect();
            assert!(wrong.is_empty(), "{}, {}: {wrong:?}", preset.id, offer.title);
            let after = (session.moment(), session.scene().run.clone());
            assert_ne!(before, after, "{}, {}: nothing happened", preset.id, offer.title);
            tried += 1;
        }
    }
    assert!(tried >= 12, "{tried} offers");
}

#[test]
fn offer_is_a_line_of_one_link() {
    let text = "Read this.\n\n- [Another seed](try:seed=12)\n[Two](try:near=false;far=false)\nSee [there](https://a.b).\n\
                - [Stop](<try:break=check \"a corner was refused\">)\n- [Odd](try:seed=x)\n";
    let (rest, all) = offers(text);
    assert_eq!(rest, "Read this.\n\nSee [there](https://a.b).");
    let titles: Vec<&str> = all.iter().map(|o| o.title.as_str()).collect();
    assert_eq!(titles, ["Another seed", "Two", "Stop", "Odd"]);
    assert_eq!(all[0].commands, Ok(vec![SessionCommand::SetSeed(12)]));
    let off = |name: &str| SessionCommand::SetParam(name.to_owned(), json!(false));
    assert_eq!(all[1].commands, Ok(vec![off("far"), off("near")]));
    assert!(matches!(all[2].commands.as_deref(), Ok([SessionCommand::AddBreakpoint(_), SessionCommand::Forward(_)])));
    assert_eq!(all[3].commands, Err("\"x\" is not a number".to_owned()));
}

#[test]
fn scene_states_the_layer_it_opens_with() {
    let session = opened("suction");
    assert_eq!(session.card().layers[session.display_state().layer].name, "distance");
    assert_eq!(session.question_now().layer.as_deref(), Some("distance"));
    let plain = opened("hello");
    assert_eq!(plain.question_now().layer, None, "the layer that opens by itself is not written down");
    let mut scene = find("suction").expect("a preset").scene().expect("a scene");
    scene.run.question.layer = Some("wealth".into());
    let mut session = gridscope::session(scene);
    session.settle();
    let told = session
        .work()
        .notices
        .iter()
        .any(|n| n.error && n.text.contains("\"wealth\", which does not exist; expected one of air, distance"));
    assert!(told, "{:?}", session.work().notices);
}
