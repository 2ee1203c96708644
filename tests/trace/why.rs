//! Why and why-not: chains of causes lead to the start, and the cost of a path through a cell equals that of brute
//! force.

use gridscope::debugger::lab::query;
use gridscope::trace::{ActorKind, Cell, Rng, Scene, Tile};
use support::{outcome, random, record, scene_with, set};

const GROUND: &[Tile] = &[Tile::Floor, Tile::Floor, Tile::Floor, Tile::Wall, Tile::Rubble, Tile::OneWayE];

/// Returns the lowest cost between two cells, by a search without a heuristic. Returns `None` if there is no path.
fn price(scene: &Scene, from: Cell, to: Cell) -> Option<f64> {
    let mut scene = scene.clone();
    for actor in &mut scene.actors {
        actor.at = if actor.kind == ActorKind::Goal { to } else { from };
    }
    set(&mut scene, &["heuristic=zero", "weight=1", "fallback=off"]);
    outcome(&scene).cost.and_then(|c| c.number())
}

fn ends(scene: &Scene) -> (Cell, Cell) {
    let goal = scene.of_kind(ActorKind::Goal).next().expect("a goal").at;
    (scene.actors.iter().find(|a| a.kind != ActorKind::Goal).expect("a start").at, goal)
}

#[test]
fn why_not_agrees_with_brute_force() {
    let mut dice = Rng::new(11);
    let mut seen = std::collections::BTreeMap::<String, u32>::new();
    for round in 0..360 {
        let mut scene = random(&mut dice, 8, GROUND);
        let params: &[&[&str]] = &[&[], &["neighbours=4", "costs=1"], &["ties=parents"], &["weight=9", "reopen=off"]];
        set(&mut scene, params[round % 4]);
        if round % 3 == 0 {
            support::weigh(&mut scene, &mut dice);
        }
        let (start, goal) = ends(&scene);
        let run = record(&scene);
        let result = run.outcome().clone();
        let path = support::pairs(&result["path"]);
        let cost = result["cost"].as_f64();
        let found = result["found"] == true;
        for cell in scene.size().cells() {
            let why = run.why_not(cell);
            *seen.entry(why.reason.to_string()).or_default() += 1;
            let told = format!("{cell} {why:?}\n{scene:?}");
            assert!(why.sentence.ends_with('.') && why.sentence.len() > 10, "{told}");
            assert!(why.event.is_none_or(|i| i < run.len()), "{told}");
            let on = path.contains(&(cell.x.into(), cell.y.into()));
            assert_eq!(why.reason == "on-path", on, "{told}");
            let here = price(&scene, start, cell);
            if on {
                continue;
            }
            assert_eq!(matches!(&*why.reason, "blocked" | "unreachable"), here.is_none(), "{told}");
            if !found || here.is_none() {
                continue;
            }
            assert_eq!(why.best.and_then(|v| v.number()), cost, "{told}");
            let rest = price(&scene, cell, goal);
            assert_eq!(why.reason == "dead-end", rest.is_none(), "{told}");
            let Some(this) = here.zip(rest).map(|(a, b)| a + b) else { continue };
            assert_eq!(why.this.and_then(|v| v.number()), Some(this), "{told}");
            let cost = cost.expect("a path has a cost");
            let reason = if this > cost {
                "dearer"
            } else if this < cost {
                "cheaper"
            } else {
                "tied"
            };
            assert_eq!(why.reason, reason, "{told}");
        }
    }
    for reason in ["on-path", "blocked", "unreachable", "dead-end", "dearer", "tied", "cheaper", "farther"] {
        assert!(seen.contains_key(reason), "{reason} never came up: {seen:?}");
    }
}

#[test]
fn why_not_of_lost_ties_names_the_event() {
    // Two paths round the block with equal cost. The first parent stays.
    let scene = scene_with("G...\n.##.\n...X", &["neighbours=4", "costs=1"]);
    let run = record(&scene);
    let why = run.why_not(Cell::new(0, 2));
    assert_eq!(why.reason, "tied", "{why:?}");
    let i = why.event.expect("an event");
    assert_eq!(run.event(i).kind, "tied");
    assert!(why.sentence.contains("the first parent stays"), "{}", why.sentence);
    let last = record(&scene_with("G...\n.##.\n...X", &["neighbours=4", "costs=1", "ties=last"]));
    assert_eq!(last.why_not(Cell::new(3, 0)).reason, "tied", "the other way round");
}

#[test]
fn chains_of_causes_lead_back_to_the_start() {
    let mut dice = Rng::new(12);
    for round in 0..60 {
        let mut scene = random(&mut dice, 9, GROUND);
        set(&mut scene, [&["weight=3"][..], &["ties=last"], &[]][round % 3]);
        let (start, _) = ends(&scene);
        let mut run = record(&scene);
        let at = dice.below(run.len() as u64 + 1) as usize;
        run.seek(at);
        for cell in scene.size().cells() {
            let Some(held) = query::current_event(&run, cell) else {
                assert!(run.value(1, cell).is_none(), "{cell} shows f, so something wrote it");
                continue;
            };
            assert!(held < at, "what is held has happened");
            let chain = query::causes(&run, held);
            assert!(chain.windows(2).all(|w| w[1] < w[0]), "a cause lies before its effect: {chain:?}");
            let root = run.event(*chain.last().expect("itself"));
            assert_eq!((root.cell, root.from), (Some(start), None), "{chain:?}");
        }
    }
}

#[test]
fn why_not_outside_the_map_says_so() {
    let run = record(&scene_with("G..X", &[]));
    assert_eq!(run.why_not(Cell::new(9, 9)).reason, "off-map");
}

#[test]
fn why_not_of_paths_agrees_with_brute_force() {
    let mut dice = Rng::new(23);
    let mut seen = std::collections::BTreeMap::<String, u32>::new();
    for round in 0..1200 {
        let mut scene = random(&mut dice, 7, GROUND);
        let params: &[&[&str]] = &[&[], &["neighbours=4", "costs=1"], &["ties=parents"]];
        set(&mut scene, params[round % 3]);
        // With diagonals, a detour into an expensive cell may be cheaper than the drawn step.
        if round % 6 == 1 {
            support::weigh(&mut scene, &mut dice);
        }
        let (start, goal) = ends(&scene);
        let run = record(&scene);
        let (result, size) = (run.outcome().clone(), scene.size());
        let Some(cost) = result["cost"].as_f64().filter(|_| result["found"] == true) else { continue };
        // A walk that usually heads for the goal, over anything in its way.
        let mut path = vec![start];
        for _ in 0..12 {
            let at = path[path.len() - 1];
            let toward = |a: u16, b: u16| (i32::from(b) - i32::from(a)).signum();
            let (mut dx, mut dy) = (toward(at.x, goal.x), toward(at.y, goal.y));
            if dice.below(4) == 0 {
                (dx, dy) = (dice.below(3) as i32 - 1, dice.below(3) as i32 - 1);
            }
            if params[round % 3].contains(&"neighbours=4") && dx != 0 {
                dy = 0;
            }
            let to = Cell::new((i32::from(at.x) + dx).max(0) as u16, (i32::from(at.y) + dy).max(0) as u16);
            if to != at && size.contains(to) {
                path.push(to);
            }
        }
        if path.len() < 2 {
            continue;
        }
        let why = run.why_not_path(&path);
        *seen.entry(why.reason.to_string()).or_default() += 1;
        let told = format!("{path:?} {why:?}\n{scene:?}");
        // By brute force: the cost of each step, and the rest of the cost from each cell.
        let mut so_far = Some(0.0);
        let mut first = None;
        for (k, step) in path.windows(2).enumerate() {
            // A step between neighbours is priced by a search between them that goes straight there.
            let mut one = scene.clone();
            for actor in &mut one.actors {
                actor.at = if actor.kind == ActorKind::Goal { step[1] } else { step[0] };
            }
            set(&mut one, &["heuristic=zero", "weight=1", "fallback=off"]);
            let direct = outcome(&one);
            let direct = direct.cost.and_then(|c| c.number()).filter(|_| direct.path.len() == 2);
            so_far = so_far.zip(direct).map(|(a, b)| a + b);
            let whole = so_far.zip(price(&scene, step[1], goal)).map(|(a, b)| a + b);
            if first.is_none() && whole.is_none_or(|w| w > cost + 1e-9) {
                first = Some((k + 1, whole));
            }
        }
        let last = path[path.len() - 1];
        let whole = so_far.zip(price(&scene, last, goal)).map(|(a, b)| a + b);
        match &*why.reason {
            "dearer" => {
                let (step, through) = first.unwrap_or_else(|| panic!("it does not lose: {told}"));
                assert!(why.sentence.contains(&format!("loses at step {step},")), "{told}");
                if let Some(through) = through {
                    assert!(why.sentence.contains(&format!("makes {through},")), "{through} {told}");
                }
                assert_eq!(why.this.and_then(|v| v.number()), whole, "{told}");
            }
            "tied" | "on-path" => {
                assert!(first.is_none(), "{told}");
                assert_eq!(whole, Some(cost), "{told}");
            }
            "blocked" | "dead-end" => assert!(whole.is_none() || so_far.is_none() || first.is_some(), "{told}"),
            other => panic!("{other}: {told}"),
        }
    }
    for reason in ["dearer", "tied", "on-path", "blocked"] {
        assert!(seen.get(reason).is_some_and(|n| *n > 2), "{seen:?}");
    }
}

/// The values before and after an event, layer by layer, equal those of two cursors on both sides of it.
#[test]
fn changes_of_an_event_agree_with_both_sides() {
    let (mut rows, mut changed) = (0, 0);
    for preset in gridscope::presets::PRESETS {
        let run = support::record(&preset.scene().expect("a scene"));
        let mut beside = run.fork();
        for i in (0..run.len()).step_by((run.len() / 60).max(1)) {
            let Some(cell) = run.event(i).cell else { continue };
            let changes = query::changes(&mut beside, cell, i);
            let side = |at: usize| {
                let mut fork = run.fork();
                fork.seek(at);
                (0..run.schema().layers.len()).map(|l| fork.value(l, cell)).collect::<Vec<_>>()
            };
            for (l, (before, after)) in side(i).into_iter().zip(side(i + 1)).enumerate() {
                let told = changes.iter().find(|c| c.layer == run.schema().layers[l].name);
                assert_eq!(
                    told.map(|c| (c.before.clone(), c.after.clone())),
                    (before != after).then_some((before, after)),
                    "{}",
                    preset.id
                );
                changed += usize::from(told.is_some());
            }
            rows += 1;
        }
    }
    assert!(rows > 1000 && changed > 500, "{rows} {changed}");
}

/// Cells on an actor's path are reported as on the path, one by one and as a path. Backward, it is another path.
#[test]
fn walked_path_is_on_the_path_in_simulations() {
    for (lesson, path) in [
        ("unseen-shutter", "/guards/0/path"),
        ("back-and-forth", "/guards/0/path"),
        ("explore-cave", ""),
        ("item-against-unknown", "/path"),
    ] {
        let run = record(&gridscope::presets::find(lesson).expect(lesson).scene().expect(lesson));
        let mut way: Vec<Cell> = if path.is_empty() {
            let moved = (0..run.len()).map(|i| run.event(i)).filter(|e| e.kind == "moved");
            moved.filter_map(|e| e.cell).take(200).collect()
        } else {
            let cells = run.outcome().pointer(path).unwrap_or_else(|| panic!("{lesson}: {}", run.outcome()));
            support::pairs(cells).into_iter().map(|(x, y)| Cell::new(x as u16, y as u16)).collect()
        };
        way.dedup();
        assert!(way.len() > 3, "{lesson}");
        let why = run.why_not_path(&way);
        assert_eq!(why.reason, "on-path", "{lesson}: {}", why.sentence);
        for &cell in &way {
            let why = run.why_not(cell);
            assert_eq!(why.reason, "on-path", "{lesson} {cell}: {}", why.sentence);
        }
        let leap = [way[0], way[3]];
        assert_eq!(run.why_not_path(&leap).reason, "blocked", "{lesson}");
    }
    let run = record(&gridscope::presets::find("item-against-unknown").expect("a lesson").scene().expect("a scene"));
    let back: Vec<Cell> = (4..=10).rev().map(|x| Cell::new(x, 1)).collect();
    assert_eq!(run.why_not_path(&back).reason, "elsewhere", "the other way round");
}

#[test]
fn unknown_names_in_conditions_list_known_names() {
    let unknown = |lesson: &str, text: &str| {
        let run = record(&gridscope::presets::find(lesson).expect(lesson).scene().expect(lesson));
        query::unknown(&run, &text.parse().expect(text))
    };
    // A check can be named by one of its earlier names.
    let once = "expanded and layer f > 3 or not check \"a pop was a tie\"";
    for text in [once, "check \"a tie was broken\"", "register open > 2", "at 99,99", "f > 3"] {
        assert_eq!(unknown("hello", text), None, "{text}");
    }
    let told = |lesson: &str, text: &str| unknown(lesson, text).expect(text);
    assert!(told("hello", "exspanded").starts_with("A* has no kind of event \"exspanded\"; it has "));
    assert!(told("hello", "expanded and layer ff > 1").contains("no layer \"ff\"; it has status, f, g"));
    assert!(told("hello", "not register opened changed").contains("no register \"opened\""));
    assert_eq!(told("hello", "actor guard"), "nobody takes turns in this run, so no \"guard\" does");
    assert_eq!(told("stop-when", "actor \"guard 3\""), "no \"guard 3\" acts in this run; guard 1, guard 2 do");
    assert_eq!(unknown("stop-when", "actor guard"), None);
}

/// The scoreboard of the fallback lists every closed cell once, the chosen one on top, in the order of the rule.
#[test]
fn fallback_scoreboard_lists_every_closed_cell() {
    let mut dice = Rng::new(12);
    let mut seen = 0;
    for round in 0..400 {
        let mut scene = random(&mut dice, 9, &[Tile::Floor, Tile::Floor, Tile::Wall]);
        let sets = [
            &["fallback-ties=cost"][..],
            &["fallback-ties=first", "weight=2"],
            &["costs=1"],
            &["fallback-ties=map-order"],
        ];
        set(&mut scene, sets[round % sets.len()]);
        let mut run = record(&scene);
        run.seek(usize::MAX);
        let Some(settled) = (0..run.len()).find(|&i| run.kind(i) == "settled") else {
            assert!(run.tables().is_empty());
            continue;
        };
        seen += 1;
        let tables = run.tables();
        let rows = &tables[0].rows;
        let mut closed: Vec<Cell> =
            (0..run.len()).map(|i| run.event(i)).filter(|e| e.kind == "expanded").filter_map(|e| e.cell).collect();
        let order = closed.clone();
        closed.sort_unstable();
        closed.dedup();
        let mut listed: Vec<Cell> = rows.iter().filter_map(|r| r.cell).collect();
        assert_eq!(listed.first().copied(), run.cell(settled), "the one settled for is on top");
        assert!(rows.iter().filter(|r| r.chosen).count() == 1 && rows[0].chosen);
        // In the order of the rule: by h, then by g and place, or by when a cell was first closed, or by place alone.
        let number = |r: &gridscope::trace::trace::replay::Row, k: usize| r.values[k].parse::<f64>().expect("a number");
        for pair in rows.windows(2) {
            let key = |r| {
                let cell: Cell = gridscope::trace::trace::replay::Row::clone(r).cell.expect("a cell");
                let first = order.iter().position(|&c| c == cell).expect("closed");
                match round % sets.len() {
                    1 => (number(r, 1), first as f64, 0, 0),
                    3 => (number(r, 1), 0.0, cell.y, cell.x),
                    _ => (number(r, 1), number(r, 2), cell.y, cell.x),
                }
            };
            assert!(key(&pair[0]) < key(&pair[1]), "{pair:?}");
        }
        listed.sort_unstable();
        assert_eq!(listed, closed);
        run.seek(settled);
        assert!(run.tables()[0].rows.iter().all(|r| !r.chosen), "not yet");
    }
    assert!(seen > 40, "{seen}");
}

/// If a path was lost at two places, the answer names the tie that decided about the cell. The other one came later.
#[test]
fn why_not_names_the_tie_at_the_cell() {
    let scene = scene_with("###########\n###...#...#\n#G..#...#X#\n###...#...#\n###########", &["neighbours=4"]);
    let run = record(&scene);
    let taken = run.path();
    let above = !taken.contains(&Cell::new(4, 1));
    let lost = Cell::new(4, if above { 1 } else { 3 });
    let why = run.why_not(lost);
    assert_eq!(why.reason, "tied", "{why:?}");
    assert_eq!(run.event(why.event.expect("an event")).cell, Some(Cell::new(5, 2)), "{}", why.sentence);
}

/// A tie that changes the parent of a cell becomes the event in the cell. The chain behind it is that of the new
/// parent.
#[test]
fn tie_that_changes_the_parent_holds_the_cell() {
    let mut run = record(&scene_with("G..\n.#.\n..X", &["neighbours=4", "costs=1", "ties=last"]));
    let tie = (0..run.len()).find(|&i| run.event(i).kind == "tied").expect("a tie");
    run.seek(tie + 1);
    let cell = run.event(tie).cell.expect("of a cell");
    assert_eq!(query::current_event(&run, cell), Some(tie));
    let cause = query::cause(&run, tie).expect("it came from a parent");
    assert_eq!(run.event(cause).cell, run.event(tie).from);
    let mut run = record(&scene_with("G..\n.#.\n..X", &["neighbours=4", "costs=1", "ties=first"]));
    run.seek(tie + 1);
    assert_eq!(run.event(query::current_event(&run, cell).expect("it was opened")).kind, "opened");
}
