//! Rows 9 to 11b: the cost of recording, and the speed of moving through 16 million events and their size.

use crate::by_hand::AStarByHand;
use crate::harness::{Report, mean, race, side};
use crate::maps;
use gridscope::formats::trace_file::Writer;
use gridscope::formats::write_packed;
use gridscope_algorithms::astar::{AStar, Memory, Problem, search_in};
use gridscope_algorithms::record;
use gridscope_trace::algorithm::Algorithm as _;
use gridscope_trace::geometry::Cell;
use gridscope_trace::grid::Grid;
use gridscope_trace::map::GridMap;
use gridscope_trace::observe::{Observer, unhalted};
use gridscope_trace::rng::Rng;
use gridscope_trace::scene::{Actor, ActorKind, Scene};
use gridscope_trace::terrain::Tile;
use gridscope_trace::trace::replay::Drawn;
use gridscope_trace::trace::{Progress, Recorder, Replay};
use gridscope_trace::view::board::Board;
use gridscope_trace::workers::Workers;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Instant;

/// Rows 9 to 11b.
pub fn measure(report: &mut Report) {
    if report.wants("9") {
        recording(report);
    }
    if report.wants("10") || report.wants("11") {
        moving(report);
    }
    if report.wants("11") {
        on_disk(report);
    }
    if report.wants("11b") {
        looking(report);
    }
}

/// An observer that wants no events.
struct Silent;

impl<E> Observer<E> for Silent {
    type Halt = std::convert::Infallible;
    const LISTENS: bool = false;

    fn on(&mut self, _: E) -> ControlFlow<Self::Halt> {
        ControlFlow::Continue(())
    }

    fn goes_on(&mut self) -> ControlFlow<Self::Halt> {
        ControlFlow::Continue(())
    }
}

/// Row 9.
fn recording(report: &mut Report) {
    let (mut recorded, mut silent, mut own) = (Vec::new(), Vec::new(), Vec::new());
    for (side, percent) in [(128, 10), (256, 25), (512, 0), (512, 10), (512, 25)] {
        let free = maps::scattered(side, percent, 91);
        let pairs = maps::pairs(&free, 12, 92);
        let mut hand = AStarByHand::of(&free);
        let mut problem = Problem::on(&GridMap::from(free.clone()), Cell::default(), Cell::default());
        let [mut first, mut second, mut third] = [(); 3].map(|()| Memory::default());
        let progress = Progress::default();
        for &(start, goal) in &pairs {
            (problem.start, problem.goal) = (start, goal);
            let answer = unhalted(search_in(&mut first, &problem, 0, &mut ()));
            assert_eq!(answer.found.then_some(answer.g), hand.search(start, goal), "{start} to {goal}");
        }
        let mut others = [problem.clone(), problem.clone()];
        let [with, without] = others.each_mut();
        let [by_hand, plain, watched, kept] = race(
            7,
            &mut [
                side!("A* by hand", pairs.iter().for_each(|&(a, b)| _ = black_box(hand.search(a, b)))),
                side!("gridscope", {
                    for &pair in &pairs {
                        (problem.start, problem.goal) = pair;
                        black_box(unhalted(search_in(&mut first, &problem, 0, &mut ())));
                    }
                }),
                side!("gridscope", {
                    for &pair in &pairs {
                        (without.start, without.goal) = pair;
                        black_box(unhalted(search_in(&mut second, without, 0, &mut Silent)));
                    }
                }),
                side!("gridscope", {
                    for &pair in &pairs {
                        (with.start, with.goal) = pair;
                        let mut recorder = Recorder::new(AStar::layout(with), &progress);
                        let _ = black_box(search_in(&mut third, with, 0, &mut recorder));
                        black_box(&recorder);
                    }
                }),
            ],
        );
        println!(
            "     {side}, {percent:>2} % walls   recording {:.2}, silent {:.2} of the search by hand; {:.2} and {:.3} of the one without an observer",
            kept / by_hand,
            watched / by_hand,
            kept / plain,
            watched / plain
        );
        recorded.push(kept / by_hand);
        silent.push(watched / by_hand);
        own.push(watched / plain);
    }
    let by = "the same search by hand";
    report.row("9", "A*, recording", by, format!("{:.2}", mean(&recorded)), "1.3", "1.1");
    let figure = format!("{:.2} ({:.3} of it without)", mean(&silent), mean(&own));
    report.row("9", "A*, an observer that is present but silent", by, figure, "1.01", "1.00");
}

/// Builds a square map with walls, the start and the goal in opposite corners.
fn scene(side: u16, percent: u64, heuristic: &str) -> Scene {
    let free = maps::scattered(side, percent, 93);
    let mut tiles = Grid::new(free.size(), Tile::Floor);
    let (start, goal) = (Cell::new(0, 0), Cell::new(side - 1, side - 1));
    for cell in free.size().cells().filter(|&c| !free[c] && c.x + c.y > 6 && c.x + c.y < 2 * side - 8) {
        tiles[cell] = Tile::Wall;
    }
    let mut scene = Scene::new(tiles);
    scene.actors = vec![Actor::new(ActorKind::Guard, start), Actor::new(ActorKind::Goal, goal)];
    scene.run.params.set("costs", "octile");
    scene.run.params.set("heuristic", heuristic);
    scene
}

/// Rows 10 and 11: a search of 16 million events on 2048².
fn moving(report: &mut Report) {
    let progress = Progress::default().with_budget(16_000_000);
    let run = record(&scene(2048, 15, "zero"), &progress).expect("a scene that can be run");
    let trace = run.trace();
    let (events, bytes) = (trace.len(), trace.bytes());
    let mut player = run.player().clone();
    player.seek(0);
    let began = Instant::now();
    while player.forward() {}
    let replayed = began.elapsed().as_secs_f64();
    let mut dice = Rng::new(94);
    let mut times: Vec<f64> = (0..400)
        .map(|_| {
            let to = dice.below(events as u64 + 1) as usize;
            let began = Instant::now();
            player.seek(to);
            began.elapsed().as_secs_f64()
        })
        .collect();
    times.sort_by(f64::total_cmp);
    let (average, worst) = (times.iter().sum::<f64>() / times.len() as f64, times[times.len() - 1]);
    println!(
        "     {events} events, replayed in {:.1} ms; to a random one {:.2} ms, {:.2} ms at worst",
        replayed * 1e3,
        average * 1e3,
        worst * 1e3
    );
    let figure = format!("1/{:.0}, worst {:.1} ms", replayed / average, worst * 1e3);
    report.row(
        "10",
        "to a random moment of 16 million events on 2048²",
        "replay from the start",
        figure,
        "1/30, 8 ms",
        "1/80, 4 ms",
    );
    let figure = format!("{:.1} bytes", bytes as f64 / events as f64);
    report.row("11", "memory of that trace, all told, an event", "—", figure, "42", "28");
}

/// Row 11, on disk: the longest search of each MovingAI map.
fn on_disk(report: &mut Report) {
    let (mut lines, mut columns) = (Vec::new(), Vec::new());
    for map in maps::movingai(usize::MAX) {
        let Some(&(start, goal, _)) = map.rows.iter().max_by(|a, b| a.2.total_cmp(&b.2)) else { continue };
        let tiles = map.free.as_slice().iter().map(|&free| if free { Tile::Floor } else { Tile::Wall }).collect();
        let Some(tiles) = Grid::from_vec(map.free.size(), tiles) else { continue };
        let mut scene = Scene::new(tiles);
        scene.actors = vec![Actor::new(ActorKind::Guard, start), Actor::new(ActorKind::Goal, goal)];
        scene.run.params.set("costs", "octile");
        scene.run.params.set("heuristic", "octile");
        let Ok(run) = record(&scene, &Progress::default()) else { continue };
        let Ok(trace) = Writer::new(&scene, &run) else { continue };
        let bytes = |name: &str| {
            let mut out = Vec::new();
            let wrote = write_packed(name, &mut out, &Workers::default(), |packed| trace.write(packed));
            assert!(wrote.is_ok(), "memory takes it");
            out.len() as f64 / run.len() as f64
        };
        lines.push(bytes("trace.jsonl.gz"));
        columns.push(bytes("trace.columns.gz"));
        println!(
            "     {:<24} {:.1} bytes an event, lines {:.1}",
            map.name,
            columns[columns.len() - 1],
            lines[lines.len() - 1]
        );
    }
    if columns.is_empty() {
        return;
    }
    let work = format!(
        "on disk, an event, header and all: the longest searches of {} MovingAI maps, .columns.gz",
        columns.len()
    );
    let figure = format!("{:.1} bytes (lines, .jsonl.gz: {:.1})", mean(&columns), mean(&lines));
    report.row("11", work, "—", figure, "8", "6");
}

/// Row 11b: half of the cells are doors that cost 254 more, so the wavefront is as wide as the map.
fn looking(report: &mut Report) {
    let mut scene = scene(832, 0, "zero");
    let mut dice = Rng::new(95);
    for cell in scene.size().cells() {
        if dice.below(2) == 0 {
            scene.tiles[cell] = Tile::Door;
        }
    }
    scene.run.params.set("door-cost", 254);
    let mut run = record(&scene, &Progress::default()).expect("a scene that can be run");
    let (mut most, mut at) = (0, 0);
    for k in 1..64 {
        let moment = run.len() * k / 64;
        run.seek(moment);
        let open = run.queue(1).1;
        if open > most {
            (most, at) = (open, moment);
        }
    }
    let (mut board, mut drawn) = (Board::default(), Drawn::default());
    // Like the window: redraw only the cells that a step changed, if they are known.
    let mut draw = |run: &Replay, board: &mut Board| {
        let Some(cells) = run.changed(Some(1), &mut drawn) else { return run.board(Some(1), board) };
        let mut drawing = run.drawing(Some(1));
        for index in cells.into_iter().map(|cell| board.size.index(cell)) {
            drawing.draw_all(index, &mut board.marks[index..=index]);
        }
    };
    run.seek(at);
    draw(&run, &mut board);
    let mut step = at;
    let mut times: Vec<f64> = Vec::new();
    for _ in 0..61 {
        step += 1;
        let began = Instant::now();
        run.seek(step);
        black_box((run.explain(), run.queue(100)));
        draw(&run, &mut board);
        times.push(began.elapsed().as_secs_f64());
    }
    let mut whole = Board::default();
    run.board(Some(1), &mut whole);
    assert_eq!(board, whole, "a board that was drawn step by step is the board");
    times.sort_by(f64::total_cmp);
    let look = times[times.len() / 2];
    let figure = format!("{:.2} ms ({most} open)", look * 1e3);
    report.row(
        "11b",
        "a step, its sentence, the open list and what changes on the board, 832²",
        "—",
        figure,
        "4 ms",
        "1 ms",
    );
}
