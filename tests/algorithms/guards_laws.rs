//! Laws of guards on thousands of random maps, against a simple account of the same run. What each guard can see and
//! know is recomputed cell by cell, and every plan by brute force.

use crate::oracles::guards::Account;
use gridscope::algorithms;
use gridscope::algorithms::guards::{Guards, GuardsEvent as E, Knowledge, Outcome, Part, Problem};
use gridscope::trace::algorithm::Algorithm as _;
use gridscope::trace::progress::at_once;
use gridscope::trace::scene::{Actor, ActorKind, Scene, ScriptLine, TileDetail};
use gridscope::trace::trace::{Moment, Progress, Recorder, Replay};
use gridscope::trace::{Cell, Dir, Grid, Rng, Size, Tile, Verb};
use std::ops::ControlFlow;
use std::sync::Arc;
use support::{Traced, any_cell, any_tile, cases, random_actor};

const GROUND: &str = "+/*Ss=Ww→↑H,hb";

/// Builds a random map with guards, lamps, perhaps a thief, and a script whose lines usually have an effect.
pub fn night(dice: &mut Rng) -> Scene {
    let size = Size::new(4 + dice.below(10) as u16, 4 + dice.below(7) as u16);
    let mut tiles = Grid::new(size, Tile::Floor);
    for c in size.cells() {
        match dice.below(100) {
            0..24 => tiles[c] = Tile::Wall,
            24..42 => tiles[c] = any_tile(dice, GROUND),
            _ => {}
        }
    }
    let mut scene = Scene::new(tiles);
    for c in size.cells().filter(|_| dice.below(20) == 0).collect::<Vec<_>>() {
        let key = Some(["red", "blue"][dice.below(2) as usize].to_owned());
        scene.details.insert(c, TileDetail { key, inside: Some(Dir::ALL[dice.below(4) as usize]) });
    }
    for _ in 0..=dice.below(3) {
        let mut guard = random_actor(ActorKind::Guard, any_cell(size, dice), size, dice);
        if dice.below(3) == 0 {
            guard.set_keys(vec!["red".into()]);
        }
        if dice.below(2) == 0 {
            guard.set_range(Some(1 + dice.below(4) as u32));
        }
        scene.actors.push(guard);
    }
    let prey = if dice.below(4) == 0 { ActorKind::Thief } else { ActorKind::Goal };
    scene.actors.push(Actor::new(prey, any_cell(size, dice)));
    for _ in 0..dice.below(3) {
        let mut lamp = Actor::new(ActorKind::Lamp, any_cell(size, dice));
        lamp.set_radius(Some(1 + dice.below(5) as u32));
        lamp.set_lit(Some(dice.below(3) > 0));
        scene.actors.push(lamp);
    }
    for _ in 0..dice.below(7) {
        let verbs = [Verb::Open, Verb::Close, Verb::Smash, Verb::Lock, Verb::Unlock, Verb::Move, Verb::Douse];
        let verb = verbs[dice.below(verbs.len() as u64) as usize];
        let able: Vec<Cell> = match verb {
            Verb::Move => scene.actors.iter().map(|a| a.at).collect(),
            Verb::Douse => scene.of_kind(ActorKind::Lamp).map(|a| a.at).collect(),
            _ => size.cells().filter(|&c| scene.tiles[c].after(verb).is_some()).collect(),
        };
        if able.is_empty() {
            continue;
        }
        let at = able[dice.below(able.len() as u64) as usize];
        let to = (verb == Verb::Move).then(|| any_cell(size, dice));
        scene.script.push(ScriptLine { turn: dice.below(9) as u32, verb, at, to, tile: None });
    }
    scene.run.algorithm = "guards".into();
    scene.run.seed = dice.below(1000);
    let pick = |words: &[&'static str], dice: &mut Rng| words[dice.below(words.len() as u64) as usize];
    let params = &mut scene.run.params;
    params.set("max-turns", 14);
    params.set("knowledge", pick(Knowledge::WORDS, dice));
    params.set("sight", pick(&["portal", "portal", "symmetric", "recursive", "strips", "bergstrom"], dice));
    params.set("others", pick(&["wait", "wait", "around"], dice));
    params.set("ties", pick(&["first", "first", "last", "paths"], dice));
    params.set("opening-turns", dice.below(3) as i64);
    scene
}

fn recorded(scene: &Scene) -> Option<(Problem, Traced<E>, Outcome)> {
    let params = scene.run.params.resolve(Guards::CARD.params).expect("parameters that fit");
    let problem = at_once(Guards::prepare(scene, &params, scene.run.seed, &Progress::default())).ok()?;
    let progress = Progress::default();
    let mut recorder = Recorder::new(Guards::layout(&problem), &progress);
    let ControlFlow::Continue(outcome) = Guards::run(&problem, &mut recorder) else { panic!("halted") };
    let trace = Traced::new(recorder.finish(Guards::context(&problem)));
    Some((problem, trace, outcome))
}

/// Returns the numbers of checked nights, plans, wrong beliefs, doors opened by guards, and arrivals.
fn accounted(rounds: u32, mut night: impl FnMut() -> Scene) -> [u32; 5] {
    let (mut ran, mut plans, mut wrong, mut opened, mut arrived) = (0, 0, 0, 0, 0);
    for round in 0..rounds {
        let scene = night();
        let Some((problem, trace, outcome)) = recorded(&scene) else { continue };
        ran += 1;
        let told = format!("round {round}: {scene:?}");
        let mut account = Account::new(&scene, &problem, trace.context());
        let mut goal = Cell::default();
        let (mut costs, mut turns) = (vec![0; account.guards.len()], 0);
        for &event in trace.events() {
            account.take(event, &told);
            account.plan(event, goal, &told);
            account.step(event, &told);
            match event {
                E::TurnBegan { turn, .. } => turns = turn + 1,
                E::PartBegan { part: Part::Plan, to, .. } => goal = to,
                E::Planned { guard, .. } => {
                    costs[guard as usize] += 1;
                    plans += 1;
                }
                E::Believed { tile, actual, .. } if tile != actual => wrong += 1,
                E::Changed { by: Some(_), .. } => opened += 1,
                _ => {}
            }
        }
        assert_eq!(outcome.turns, turns, "{told}");
        for (g, (walked, guard)) in outcome.guards.iter().zip(&account.guards).enumerate() {
            assert_eq!((&walked.path, walked.plan_costs.len()), (&guard.path, costs[g]), "{told}");
            arrived += u32::from(walked.arrived);
        }
    }
    [ran, plans, wrong, opened, arrived]
}

#[test]
fn plans_rest_on_the_guards_knowledge() {
    let mut dice = Rng::new(2008);
    let [ran, plans, wrong, opened, arrived] = accounted(cases(12_000) as u32, || night(&mut dice));
    assert!(ran > cases(3000) as u32 && plans > cases(30_000) as u32, "{ran} nights, {plans} plans");
    assert!(
        wrong > cases(50) as u32 && opened > cases(200) as u32 && arrived > cases(200) as u32,
        "{wrong} {opened} {arrived}"
    );
}

/// Like the test above, but with guards two or three cells wide, on more open ground. Each cell of a body is free, both
/// in reality and in its guard's knowledge.
#[test]
fn wide_guards_walk_only_where_they_fit() {
    let mut dice = Rng::new(2009);
    let wide = || {
        let mut scene = night(&mut dice);
        for cell in scene.size().cells().collect::<Vec<_>>() {
            let verbs = scene.script.iter().any(|line| line.at == cell);
            if dice.below(8) > 0 && !verbs {
                scene.tiles[cell] = Tile::Floor;
            }
        }
        scene.run.params.set("width", 2 + dice.below(2) as i64);
        if dice.below(3) == 0 {
            scene.run.params.set("curiosity", "look");
        }
        scene
    };
    let [ran, plans, wrong, opened, arrived] = accounted(cases(8000) as u32, wide);
    assert!(ran > cases(500) as u32 && plans > cases(3000) as u32, "{ran} nights, {plans} plans");
    assert!(
        wrong > cases(10) as u32 && opened > cases(20) as u32 && arrived > cases(50) as u32,
        "{wrong} {opened} {arrived}"
    );
}

#[test]
fn stepping_and_seeking_give_the_same_moment() {
    let mut dice = Rng::new(7);
    for _ in 0..60 {
        let scene = night(&mut dice);
        let Ok(mut run) = algorithms::record(&scene, &Progress::default()) else { continue };
        let cells: Vec<Cell> = (0..6).map(|_| any_cell(scene.size(), &mut dice)).collect();
        let moment = |run: &Replay| {
            let layers = 0..run.schema().layers.len();
            let values: Vec<_> = layers.flat_map(|l| cells.iter().map(move |&c| run.value(l, c))).collect();
            let drawn = (run.path(), run.tokens(), run.tiles(), run.figures(), run.tables());
            format!("{values:?} {drawn:?} {:?} {:?}", run.watch(), run.turn())
        };
        run.look_through(dice.below(run.eyes().len() as u64) as usize);
        let from = dice.below(run.len() as u64) as usize;
        let to = (from + 30).min(run.len());
        let mut seen = Vec::new();
        for at in from..=to {
            run.seek(at);
            seen.push(moment(&run));
        }
        for at in (from..=to).rev() {
            run.seek(at);
            assert_eq!(moment(&run), seen[at - from]);
        }
        for _ in 0..5 {
            run.seek(dice.below(run.len() as u64 + 1) as usize);
            let at = from + dice.below((to - from) as u64 + 1) as usize;
            run.seek(at);
            assert_eq!(moment(&run), seen[at - from]);
        }
    }
}

#[test]
fn search_layers_are_empty_after_planning() {
    let mut dice = Rng::new(9);
    let mut asked = 0;
    for _ in 0..40 {
        let Some((_, trace, _)) = recorded(&night(&mut dice)) else { continue };
        let trace = Arc::new(trace);
        let mut player = trace.player();
        while player.forward() {
            let now = Moment::<E>::of(&player).expect("guards");
            let inside = matches!(now.phase(2), Some(E::PartBegan { part: Part::Plan, .. }));
            if !inside && now.cursor().is_multiple_of(7) {
                asked += 1;
                assert_eq!((0..3).map(|layer| now.layer(layer).count()).sum::<usize>(), 0);
            }
        }
    }
    assert!(asked > 100);
}

#[test]
fn why_not_agrees_with_the_guards_plan() {
    let mut dice = Rng::new(11);
    let (mut asked, mut dearer) = (0, 0);
    for _ in 0..150 {
        let scene = night(&mut dice);
        let Ok(mut run) = algorithms::record(&scene, &Progress::default()) else { continue };
        let planned: Vec<usize> = (0..run.len()).filter(|&i| run.kind(i) == "planned").collect();
        if planned.is_empty() {
            continue;
        }
        let at = planned[dice.below(planned.len() as u64) as usize];
        run.seek(at + 1);
        let plan = run.event_json(at);
        let (path, cost) = (run.path(), plan["cost"].as_f64());
        for cell in scene.size().cells() {
            let why = run.why_not(cell);
            let told = format!("{cell} {why:?}\n{path:?} {plan}\n{scene:?}");
            assert!(why.sentence.starts_with("Guard ") && why.sentence.ends_with('.'), "{told}");
            assert_eq!(why.reason == "on-path", path.contains(&cell), "{told}");
            assert!(why.event.is_none_or(|i| i <= at), "{told}");
            if why.reason == "dearer" {
                dearer += 1;
                assert_eq!(why.best.and_then(|v| v.number()), cost, "{told}");
            }
            asked += 1;
        }
    }
    assert!(asked > 1500 && dearer > 200, "{asked} {dearer}");
}
