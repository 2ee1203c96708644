//! A* before its optimisation: with lists that are searched by position, the events are the same as with pointers. The
//! cost of the lists is also computed from the events alone.

use crate::astar_silent::asked;
use gridscope::algorithms::astar::{AStarEvent as E, Context, Counts, OpenOrder};
use gridscope::algorithms::find;
use gridscope::trace::{Actor, ActorKind, Cell, Grid, Progress, Rng, Scene, Size, Tile};

fn with(scene: &Scene, bookkeeping: &str) -> Scene {
    let mut scene = scene.clone();
    scene.run.params.set("bookkeeping", bookkeeping);
    scene
}

/// Returns the events without the counts between them, the last count, and the context.
fn told(scene: &Scene) -> (Vec<E>, Option<E>, Context) {
    let trace = support::trace(scene);
    let is_count = |e: &&E| matches!(e, E::Counted { .. });
    let events = trace.events().iter().filter(|e| !is_count(e)).copied().collect();
    (events, trace.events().iter().rfind(is_count).copied(), trace.context().clone())
}

fn key(cx: &Context, g: u64, h: u32, age: u64) -> (u64, u64, i64) {
    let age = age as i64;
    match cx.open_order {
        OpenOrder::LowG => (cx.f(g, h), g, age),
        OpenOrder::HighG => (cx.f(g, h), u64::MAX - g, age),
        OpenOrder::Fifo => (cx.f(g, h), 0, age),
        OpenOrder::Lifo => (cx.f(g, h), 0, -age),
    }
}

/// Returns how many items are checked until one fits, or all of them if none does.
fn looked_at<T>(all: &[T], fits: impl Fn(&T) -> bool) -> u64 {
    all.iter().position(fits).map_or(all.len(), |at| at + 1) as u64
}

/// Returns what two lists would cost a search with these events: lookups, comparisons, heuristic evaluations.
fn lists(cx: &Context, events: &[E]) -> (u64, u64, u64) {
    let (mut open, mut closed): (Vec<(_, Cell)>, Vec<Cell>) = (Vec::new(), Vec::new());
    let (mut lookups, mut compared, mut estimates, mut age) = (0, 0, 0, 0);
    for e in events {
        let mut find = |cell: Cell, open: &[(_, Cell)], closed: &[Cell]| {
            lookups += 1;
            compared += looked_at(closed, |c| *c == cell);
            if !closed.contains(&cell) {
                compared += looked_at(open, |c: &((u64, u64, i64), Cell)| c.1 == cell);
            }
        };
        match *e {
            E::Opened { cell, g, h, parent, .. }
            | E::Lowered { cell, g, h, parent, .. }
            | E::Reopened { cell, g, h, parent, .. } => {
                if parent.is_some() {
                    find(cell, &open, &closed);
                }
                closed.retain(|c| *c != cell);
                let entry = (key(cx, g, h, age), cell);
                let steps = looked_at(&open, |other| other.0 > entry.0);
                compared += steps;
                // For the entry itself, for each entry that it is compared with, and for the event.
                estimates += steps + 2;
                open.push(entry);
                open.sort();
                age += 1;
            }
            E::Costlier { cell, .. } | E::Ignored { cell, .. } | E::Tied { cell, .. } | E::Traced { cell, .. } => {
                find(cell, &open, &closed);
            }
            E::Expanded { cell, .. } | E::Skipped { cell, .. } => {
                open.remove(0);
                lookups += 1;
                compared += looked_at(&closed, |c| *c == cell);
                if matches!(e, E::Expanded { .. }) {
                    closed.push(cell);
                    estimates += 1;
                }
            }
            // Once for each closed cell.
            E::Settled { .. } => estimates += closed.len() as u64,
            _ => {}
        }
    }
    (lookups, compared, estimates)
}

#[test]
fn bookkeeping_by_lists_or_pointers_gives_equal_searches() {
    let runner = find("astar").expect("it is on the list");
    let mut dice = Rng::new(82);
    let (mut settled, mut skipped, mut reopened) = (0, 0, 0);
    for round in 0..3000 {
        let scene = asked(&mut dice);
        let (plain, none, _) = told(&scene);
        assert_eq!(none, None, "scene {round}: nothing is counted unless it is asked");
        for bookkeeping in ["pointers", "positions", "flag", "nodes", "queue", "estimate"] {
            let counting = with(&scene, bookkeeping);
            let (events, last, cx) = told(&counting);
            assert_eq!(events, plain, "scene {round}, {bookkeeping}: {:?}\n{:?}", scene.run.params, scene.tiles);
            let recorded = support::outcome(&counting);
            let Some(Counts { lookups, compared, estimates, .. }) = recorded.counts else { panic!("no counts") };
            let Some(E::Counted { lookups: a, compared: b, estimates: c, .. }) = last else { panic!("none told") };
            assert_eq!((lookups, compared, estimates), (a.into(), b, c.into()), "scene {round}, {bookkeeping}");
            if bookkeeping == "positions" {
                assert_eq!(
                    (lookups, compared, estimates),
                    lists(&cx, &events),
                    "scene {round}: {:?}",
                    scene.run.params
                );
            } else if ["pointers", "estimate"].contains(&bookkeeping) {
                let opened = events.iter().filter(|e| matches!(e, E::Opened { .. })).count() as u64;
                assert_eq!(estimates, opened, "scene {round}: once a cell");
            }
            // Except for the counts, the outcome is unchanged.
            let json = |scene: &Scene| {
                serde_json::Value::from(
                    runner.outcome(scene, &scene.run.params, scene.run.seed, &Progress::default()).expect("it runs"),
                )
            };
            let (mut counted, plain) = (json(&counting), json(&scene));
            for name in ["lookups", "compared", "estimates"] {
                assert!(counted.as_object_mut().is_some_and(|all| all.remove(name).is_some()), "{name}");
            }
            assert_eq!(counted, plain, "scene {round}, {bookkeeping}");
        }
        let has = |what: fn(&E) -> bool| usize::from(plain.iter().any(what));
        settled += has(|e| matches!(e, E::Settled { .. }));
        skipped += has(|e| matches!(e, E::Skipped { .. }));
        reopened += has(|e| matches!(e, E::Reopened { .. }));
    }
    assert!(
        settled > 300 && skipped > 100 && reopened > 10,
        "{settled} settled, {skipped} skipped, {reopened} reopened"
    );
}

#[test]
fn comparisons_grow_sixteenfold_with_lists_when_side_doubles() {
    let cost = |side: u16, bookkeeping: &str| {
        let mut scene = Scene::new(Grid::new(Size::new(side, side), Tile::Floor));
        let far = Cell::new(side - 1, side - 1);
        scene.actors = vec![Actor::new(ActorKind::Guard, Cell::new(0, 0)), Actor::new(ActorKind::Goal, far)];
        support::set(&mut scene, &["heuristic=zero"]);
        support::outcome(&with(&scene, bookkeeping)).counts.expect("counted").compared
    };
    // Twice the side means four times the cells: the cost grows a little more than that with pointers, and almost
    // sixteen-fold with lists.
    let grows = |bookkeeping| cost(32, bookkeeping) as f64 / cost(16, bookkeeping) as f64;
    let (pointers, positions) = (grows("pointers"), grows("positions"));
    assert!((4.0..6.0).contains(&pointers) && (13.0..18.0).contains(&positions), "{pointers} and {positions}");
}

#[test]
fn each_step_alone_saves_its_own_work() {
    let scene = support::lesson("before-the-optimisation");
    let counts = |bookkeeping| support::outcome(&with(&scene, bookkeeping)).counts.expect("counted");
    let lists = counts("positions");
    let [flag, nodes, queue, estimate] = ["flag", "nodes", "queue", "estimate"].map(counts);
    assert!(nodes.compared < lists.compared && nodes.estimates == lists.estimates, "{nodes:?}");
    assert!(queue.compared < lists.compared && queue.lookups < lists.lookups, "{queue:?}");
    assert!(estimate.estimates < lists.estimates && estimate.compared == lists.compared, "{estimate:?}");
    // Without a pointer to the node, its flag is found by a search, too.
    assert!(flag.compared > lists.compared && flag.lookups == lists.lookups, "{flag:?}");
}
