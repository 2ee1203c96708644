//! Measures moving through a trace of about a million events, and drawing boards of it. Prints ratios and times.

use gridscope::algorithms::astar::{AStar, PARAMS, Problem, search};
use gridscope::algorithms::record;
use gridscope::debugger::lab::compare::measures;
use gridscope::debugger::lab::query;
use gridscope::trace::algorithm::Algorithm as _;
use gridscope::trace::geometry::Cell;
use gridscope::trace::progress::at_once;
use gridscope::trace::rng::Rng;
use gridscope::trace::trace::breakpoint::Condition;
use gridscope::trace::trace::compare::first_divergence_of;
use gridscope::trace::trace::{Player, Progress, Recorder, Replay, Trace};
use gridscope::trace::view::board::Board;
use gridscope::trace::view::palette::Palette;
use std::cell::RefCell;
use std::hint::black_box;
use std::sync::Arc;
use support::bench::{race, row, scene};

fn trace(side: u16, percent: u64, heuristic: &str) -> Option<(Trace, Problem)> {
    let mut scene = scene(side, percent, 11);
    scene.run.params.set("heuristic", heuristic);
    let problem = Problem::new(&scene, &scene.run.params.resolve(PARAMS).ok()?, 1).ok()?;
    let progress = Progress::default();
    let mut recorder = Recorder::new(AStar::layout(&problem), &progress);
    let _ = search(&problem, 1, &mut recorder);
    Some((recorder.finish(AStar::context(&problem)), problem))
}

fn replayer(side: u16, percent: u64, heuristic: &str) -> Option<Replay> {
    let mut scene = scene(side, percent, 11);
    scene.run.params.set("heuristic", heuristic);
    record(&scene, &Progress::default()).ok()
}

fn main() {
    let Some((trace, _)) = trace(384, 15, "zero") else { return };
    let trace = Arc::new(trace);
    let len = trace.len();
    let per_event = |seconds: f64| seconds * 1e9 / len as f64;
    println!("A trace of {len} events on 384 × 384\n");
    // Forward and backward moves alternate on one player: each begins at the end of the other.
    let player = RefCell::new(Player::new(Arc::clone(&trace)));
    let mut dice = Rng::new(3);
    let mut seeker = Player::new(Arc::clone(&trace));
    let [forward, back, seek] = race(
        11,
        [&mut || while player.borrow_mut().forward() {}, &mut || while player.borrow_mut().back() {}, &mut || {
            for _ in 0..200 {
                seeker.seek(dice.below(len as u64 + 1) as usize);
            }
            black_box(seeker.cursor());
        }],
    );
    row("forward", &format!("{:.1} ns", per_event(forward)), "at most 10 ns an event");
    row("back", &format!("{:.1} ns", per_event(back)), "at most 10 ns an event");
    let one = seek / 200.0;
    row(
        "memory",
        &format!("{:.1} bytes", trace.bytes() as f64 / len as f64),
        "an event: the event, its links, keyframes",
    );
    row("seek to a random moment", &format!("{:.3} ms", one * 1e3), "");
    row("  against replaying from the start", &format!("1/{:.0}", forward / one), "at most 1/30");
    asked();
    boards("octile");
    boards("zero");
}

/// Measures questions about a whole trace.
fn asked() {
    let (Some(mut own), Some(other)) = (replayer(384, 15, "zero"), replayer(384, 15, "zero")) else { return };
    own.seek(own.len() / 2);
    let cell = Cell::new(200, 200);
    let limit = "at most 100 ms";
    let ask = |text: &str| -> f64 {
        let condition = text.parse::<Condition>().unwrap_or_default();
        race(3, [&mut || drop(black_box(at_once(own.hits(&condition, &Progress::default()))))])[0]
    };
    for text in [
        "f ≥ 100",
        "tied",
        "expanded and f ≥ 100 or at 200,200",
        "layer f falls",
        "register open > 300 and phase search",
        "check \"f falls along a parent link\"",
    ] {
        row(&format!("hits of {text}"), &format!("{:.1} ms", ask(text) * 1e3), limit);
    }
    let held = query::current_event(&own, cell);
    let [history, causes, why_not, divergence] = race(
        3,
        [
            &mut || drop(black_box(own.history(cell))),
            &mut || drop(black_box(held.map(|i| query::causes(&own, i)))),
            &mut || drop(black_box(own.why_not(cell))),
            &mut || {
                black_box(first_divergence_of(&own, &other));
            },
        ],
    );
    // Half of the path and back again: a path that turns round and so is more expensive.
    let mut end = own.fork();
    end.seek(usize::MAX);
    let way: Vec<Cell> = end.path();
    let aside: Vec<Cell> =
        way.iter().take(way.len() / 2).copied().chain(way.iter().take(way.len() / 2).rev().copied()).collect();
    let [drawn, question, measured] = race(
        3,
        [
            &mut || drop(black_box(own.why_not_path(&aside))),
            &mut || drop(black_box(own.question(own.len() / 2).map(|(i, _)| own.answers(i)))),
            &mut || drop(black_box(measures([&own as &Replay, &other]))),
        ],
    );
    row("why a drawn path was not taken", &format!("{:.1} ms", drawn * 1e3), limit);
    row("the next question, and its answers", &format!("{:.2} ms", question * 1e3), limit);
    row("the measures of two runs", &format!("{:.2} ms", measured * 1e3), limit);
    row("the history of a cell", &format!("{:.4} ms", history * 1e3), limit);
    row("the chain of causes behind a cell", &format!("{:.2} ms", causes * 1e3), limit);
    row("why a cell did not win", &format!("{:.1} ms", why_not * 1e3), limit);
    row("the first divergence of two equal runs", &format!("{:.1} ms", divergence * 1e3), limit);
}

/// Measures the board of a 1024² map at its end, and its picture with one pixel per cell.
fn boards(heuristic: &str) {
    let Some(mut replay) = replayer(1024, 25, heuristic) else { return };
    replay.seek(usize::MAX);
    let (mut status, mut heat) = (Board::default(), Board::default());
    let palette = Palette::new(|tile, mark| [tile as u8 * 8, mark.role as u8 * 12, mark.heat, 255]);
    let tiles = scene(1024, 25, 11).tiles;
    replay.board(Some(1), &mut heat);
    let picture = heat.clone();
    let mut pixels = vec![[0; 4]; tiles.as_slice().len()];
    let [roles, warm, fill] = race(
        15,
        [&mut || replay.board(None, &mut status), &mut || replay.board(Some(1), &mut heat), &mut || {
            palette.fill(tiles.as_slice(), &picture.marks, &mut pixels);
            black_box(&pixels);
        }],
    );
    println!("\nThe board of a 1024 × 1024 map, heuristic {heuristic}, {} events", replay.len());
    row("roles", &format!("{:.2} ms", roles * 1e3), "");
    row("roles and the heat of f", &format!("{:.2} ms", warm * 1e3), "");
    row("its picture", &format!("{:.2} ms", fill * 1e3), "");
    row("roles, heat and picture", &format!("{:.2} ms", (warm + fill) * 1e3), "at most 3 ms");
}
