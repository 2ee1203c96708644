//! Conditions for every algorithm: on all watched values, on words, and on acting actors. Each is compared with a plain
//! scan of the trace, on every lesson.

use gridscope::debugger::SessionCommand;
use gridscope::debugger::session::command::Stride;
use gridscope::presets::PRESETS;
use gridscope::trace::event::Value;
use gridscope::trace::trace::breakpoint::Condition;
use gridscope::trace::trace::schema::Name;
use gridscope::trace::{Replay, Scene};
use std::collections::{BTreeMap, BTreeSet};
use support::HitsOf as _;
use support::record;

/// Returns every lesson with its run.
fn lessons() -> impl Iterator<Item = (&'static str, Scene, Replay)> {
    PRESETS.iter().map(|preset| {
        let scene = preset.scene().expect("a scene");
        let run = record(&scene);
        (preset.id, scene, run)
    })
}

/// Number of events checked in each lesson: from its start, and around the moment at which it opens.
const MOST: usize = 1000;

fn windows(run: &Replay, at: usize) -> Vec<std::ops::Range<usize>> {
    let len = run.len();
    let first = 0..MOST.min(len);
    let around = at.saturating_sub(MOST / 2).max(first.end)..(at + MOST / 2).min(len);
    let last = len.saturating_sub(MOST).max(first.end)..len;
    if around.is_empty() || around.end > last.start { vec![first, last] } else { vec![first, around, last] }
}

/// Compares the watched values, the positions of actors and the tiles before and after each event of the windows.
/// Events that claim not to change them must not.
#[test]
fn calm_events_change_nothing_besides_their_cell() {
    let mut wrong: BTreeMap<String, String> = BTreeMap::new();
    let (mut calm, mut all) = (0, 0);
    for (name, scene, mut run) in lessons() {
        let id = run.schema().algorithm.clone();
        for window in windows(&run, scene.run.picture_moment().unwrap_or(0)) {
            run.seek(window.start);
            let series = run.schema().series.len();
            let look = |run: &Replay| (run.watch().split_off(series), (run.tokens(), run.tiles()));
            let mut before = look(&run);
            for i in window {
                run.seek(i + 1);
                let after = look(&run);
                all += 1;
                if !run.rewatches(i) || !run.restages(i) {
                    calm += 1;
                    let changed = (before.0 != after.0, before.1 != after.1);
                    if (changed.0 && !run.rewatches(i)) || (changed.1 && !run.restages(i)) {
                        wrong
                            .entry(format!("{id} {}", run.kind(i)))
                            .or_insert_with(|| format!("{name}, event {i}: {before:?} {after:?}"));
                    }
                }
                before = after;
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(all > 20_000 && calm * 2 > all, "{calm} of {all} events are calm");
}

/// Compares the hits on watched values with a plain scan of both sides of every event.
#[test]
fn hits_on_watched_values_agree_with_a_scan() {
    let mut names = 0;
    for (name, _, mut run) in lessons().filter(|(_, _, run)| run.len() <= 2500) {
        let watches: Vec<Vec<(Name, Value)>> = (0..=run.len())
            .map(|at| {
                run.seek(at);
                run.watch()
            })
            .collect();
        let all: BTreeSet<&str> = watches.iter().flatten().map(|w| &*w.0).collect();
        for watched in all {
            names += 1;
            let value = |at: usize| watches[at].iter().find(|w| w.0 == watched).map(|w| w.1.clone());
            let scan = |holds: &dyn Fn(Option<Value>, Option<Value>) -> bool| -> Vec<u32> {
                (0..run.len()).filter(|&i| holds(value(i), value(i + 1))).map(|i| i as u32).collect()
            };
            let hits = |ask: &str| run.hits_of(&format!("register \"{watched}\" {ask}").parse().expect(ask));
            let changed = scan(&|before, after| after.is_some() && before != after);
            assert_eq!(hits("changed"), changed, "{name}: {watched} changed");
            let risen = |a: Option<Value>, b: Option<Value>| {
                a.and_then(|v| v.number()).zip(b.and_then(|v| v.number())).is_some_and(|(a, b)| b > a)
            };
            assert_eq!(hits("rises"), scan(&risen), "{name}: {watched} rises");
            // The last value: a number, a word or a cell.
            let Some(last) = (0..=run.len()).rev().find_map(value) else { continue };
            let text = match &last {
                Value::Word(word) => format!("= \"{word}\""),
                Value::Cell(cell) => format!("= {},{}", cell.x, cell.y),
                Value::Int(n) => format!("= {n}"),
                _ => continue,
            };
            assert_eq!(hits(&text), scan(&|_, after| after.as_ref() == Some(&last)), "{name}: {watched} {text}");
        }
    }
    assert!(names > 100, "only {names} names");
}

/// Compares changes and words in layers with what each layer shows in the cell of every event, before and after it.
#[test]
fn layer_changes_and_words_agree_with_the_display() {
    let mut words = BTreeSet::new();
    for (name, _, mut run) in lessons().filter(|(_, _, run)| run.len() <= 2500) {
        let layers = run.schema().layers.clone();
        for (number, layer) in layers.iter().enumerate() {
            let count = run.len();
            let mut side = |i: usize, at: usize| {
                run.seek(at);
                run.event(i).cell.and_then(|c| run.value(number, c))
            };
            let before: Vec<Option<Value>> = (0..count).map(|i| side(i, i)).collect();
            let shown: Vec<Option<Value>> = (0..count).map(|i| side(i, i + 1)).collect();
            let changed = (0..run.len()).filter(|&i| shown[i].is_some() && before[i] != shown[i]).map(|i| i as u32);
            let hits = run.hits_of(&format!("layer \"{}\" changed", layer.name).parse().expect("a layer"));
            assert_eq!(hits, changed.collect::<Vec<_>>(), "{name}: {} changed", layer.name);
            let first =
                shown.iter().flatten().find_map(|v| if let Value::Word(word) = v { Some(word.clone()) } else { None });
            let Some(word) = first else { continue };
            let hits = run.hits_of(&format!("layer \"{}\" = \"{word}\"", layer.name).parse().expect("a word"));
            let scan: Vec<u32> =
                (0..run.len()).filter(|&i| shown[i] == Some(Value::Word(word.clone()))).map(|i| i as u32).collect();
            assert_eq!(hits, scan, "{name}: {} {word}", layer.name);
            words.insert((run.schema().algorithm.clone(), layer.name.clone()));
        }
    }
    assert!(words.len() >= 12, "{words:?}");
}

#[test]
fn acting_actors_agree_with_phase_names() {
    let mut acting = BTreeSet::new();
    for (name, _, run) in lessons() {
        for actor in run.actors() {
            acting.insert(run.schema().algorithm.clone());
            // The phases with this name, possibly after a rule, and everything inside them.
            let inside: BTreeSet<u32> = run
                .phases()
                .iter()
                .filter(|p| {
                    let called = run.phase_name(p.start as usize);
                    called == actor || called.ends_with(&format!(", {actor}"))
                })
                .flat_map(|p| p.start..p.end)
                .collect();
            let hits = run.hits_of(&Condition::Actor(actor.clone()));
            assert_eq!(hits, inside.into_iter().collect::<Vec<_>>(), "{name}: {actor}");
            assert!(!hits.is_empty() && hits.len() < run.len(), "{name}: {actor}");
        }
    }
    let all = ["atmosphere", "autochess", "dungeon", "flow-map", "guards", "knowledge", "npc"];
    assert_eq!(acting.into_iter().collect::<Vec<_>>(), all);
}

#[test]
fn conditions_with_names_words_and_cells_reparse() {
    for text in [
        "actor \"guard 2\"",
        "layer belief = wall",
        "layer belief ≠ \"door-open\"",
        "register target = (3,2)",
        "actor guard and (layer status = closed or register part ≠ plan)",
    ] {
        let condition: Condition = text.parse().expect(text);
        assert_eq!(condition.to_string().parse::<Condition>().expect(text), condition, "{text}");
    }
    let at = |text: &str| text.parse::<Condition>().expect(text);
    assert_eq!(at("register target = 3,2"), at("register target = (3, 2)"));
    assert_eq!(at("layer belief = \"wall\""), at("layer belief = wall"));
    let error = |text: &str| text.parse::<Condition>().expect_err(text).to_string();
    assert_eq!(error("layer belief ="), "at character 15: expected a number, a word or a cell");
    assert_eq!(error("layer belief < wall"), "at character 16: expected a number, not wall");
    assert_eq!(error("actor"), "at character 6: expected a name (in quotes if it has spaces)");
}

/// Stepping by actor stops where an actor begins to act, in both directions. If no actor does, it says so.
#[test]
fn stepping_by_actor_stops_where_an_actor_starts() {
    for (lesson, first) in
        [("patrol-and-keys", "guard 1"), ("a-whole-fight", "diagonal, unit 1"), ("suction", "explorer")]
    {
        let mut session = gridscope::session(gridscope::presets::find(lesson).expect(lesson).scene().expect(lesson));
        session.settle();
        session.apply(&SessionCommand::Home);
        session.apply(&SessionCommand::Forward(Stride::Actor));
        let replay = session.replay().expect("a run");
        assert_eq!(replay.phase_name(replay.cursor() - 1), first, "{lesson}");
        let here = replay.cursor();
        session.apply(&SessionCommand::Forward(Stride::Actor));
        let replay = session.replay().expect("a run");
        assert!(replay.acting().contains(&(replay.cursor() as u32 - 1)) && replay.cursor() > here, "{lesson}");
        session.apply(&SessionCommand::Back(Stride::Actor));
        assert_eq!(session.moment().0, here, "{lesson}");
    }
    let mut session = gridscope::session(gridscope::presets::find("hello").expect("hello").scene().expect("hello"));
    session.settle();
    session.apply(&SessionCommand::Forward(Stride::Actor));
    assert_eq!(session.work().notices.last().map(|n| n.text.as_str()), Some("No actor takes turns in this run."));
}
