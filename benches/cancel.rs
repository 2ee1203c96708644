//! Measures how long work continues after it is cancelled. Takes each algorithm on the largest map that it accepts,
//! cancels at random moments, and prints the longest time from the cancellation to the end of the work. Does the same
//! for the other tasks: experiments, the minimiser, the algorithm's tools, and the search for what would have to change
//! for another cell to win.
//!
//! `-- astar npc` measures only these algorithms, `-- --times 40` uses 40 moments each, and `-- --tasks` measures only
//! the other tasks.

use gridscope::algorithms;
use gridscope::debugger::lab::minimise::Symptom;
use gridscope::debugger::session::background::work::{Plan, Task, Tasks};
use gridscope::trace::algorithm::{RunError, Runner};
use gridscope::trace::geometry::Cell;
use gridscope::trace::rng::Rng;
use gridscope::trace::scene::{Actor, ActorKind, Scene};
use gridscope::trace::trace::Progress;
use std::hint::black_box;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use support::bench::sized::on;

/// Latest moment of a cancellation. Later moments show nothing new.
const LATEST: Duration = Duration::from_secs(4);

/// Processor time of a thread, if the system reports it. Unlike the elapsed time, it excludes other work on the
/// machine. Falls back to the elapsed time.
struct Clock(Option<PathBuf>, Instant);

impl Clock {
    fn of_this_thread() -> Self {
        let of = std::fs::read_link("/proc/thread-self").ok();
        Self(of.map(|of| PathBuf::from("/proc").join(of).join("schedstat")), Instant::now())
    }

    fn read(&self) -> Duration {
        let told = self.0.as_ref().and_then(|file| std::fs::read_to_string(file).ok());
        let computed = told.and_then(|told| told.split_whitespace().next()?.parse().ok());
        computed.map_or_else(|| self.1.elapsed(), Duration::from_nanos)
    }
}

/// Runs `work` and stops it after `after` of processor time. Returns how long it continued after that, or `None` if it
/// had already ended.
fn stopped<T>(after: Duration, stop: impl FnOnce() + Send + 'static, work: impl FnOnce() -> T) -> Option<Duration> {
    let clock = Arc::new(Clock::of_this_thread());
    let begun = clock.read();
    let (done, wait) = std::sync::mpsc::channel::<()>();
    let clock_there = Arc::clone(&clock);
    let who = std::thread::spawn(move || {
        loop {
            let left = (begun + after).saturating_sub(clock_there.read());
            if left.is_zero() {
                stop();
                return Some(clock_there.read());
            }
            if wait.recv_timeout(left).is_ok() {
                return None;
            }
        }
    });
    let result = work();
    let end = clock.read();
    _ = done.send(());
    let since = who.join().ok().flatten();
    drop(black_box(result));
    since.map(|since| end.saturating_sub(since))
}

/// Like [`stopped`], but for work that a [`Progress`] cancels.
fn cancelled<T>(after: Duration, progress: &Progress, work: impl FnOnce(&Progress) -> T) -> Option<Duration> {
    let there = progress.clone();
    stopped(after, move || there.stop(), || work(progress))
}

/// The longest delay, the moment of its cancellation, and the duration of the work without a cancellation.
struct Delay {
    longest: Duration,
    after: Duration,
    whole: Duration,
}

/// Measures `times` random moments.
fn longest(times: u64, dice: &mut Rng, mut one: impl FnMut(Duration) -> Option<Duration>) -> Delay {
    let clock = Clock::of_this_thread();
    let begun = clock.read();
    let last = one(LATEST);
    let whole = clock.read().saturating_sub(begun).min(LATEST);
    let mut worst = (last.unwrap_or_default(), LATEST);
    for k in 0..times {
        // Half of the moments are early.
        let share = dice.below(10_000) as f64 / 10_000.0 * if k % 2 == 0 { 1.0 } else { 0.2 };
        let after = whole.mul_f64(share);
        if let Some(delay) = one(after) {
            worst = worst.max((delay, after));
        }
    }
    Delay { longest: worst.0, after: worst.1, whole }
}

/// Adds actors of these kinds on random cells until the scene has `count`.
fn crowd(mut scene: Scene, kinds: &[ActorKind], count: usize) -> Scene {
    let size = scene.size();
    let mut dice = Rng::new(5);
    while scene.actors.len() < count {
        let at = Cell::new(dice.below(u64::from(size.width)) as u16, dice.below(u64::from(size.height)) as u16);
        let kind = kinds[scene.actors.len() % kinds.len()];
        scene.tiles[at] = gridscope::trace::terrain::Tile::Floor;
        let mut actor = Actor::new(kind, at);
        if kind == ActorKind::Unit {
            actor.set_team(Some(1 + (scene.actors.len() % 2) as u8));
        }
        scene.actors.push(actor);
    }
    scene
}

fn crowds(id: &str) -> Option<Scene> {
    use ActorKind as K;
    let scene = |side| on(id, side);
    Some(match id {
        "flow-map" => crowd(scene(1024), &[K::Prisoner, K::Exit], 10_000),
        "dungeon" => crowd(crowd(scene(1024), &[K::Guard], 30), &[K::Prisoner, K::Exit], 10_000),
        "knowledge" => crowd(crowd(scene(1024), &[K::Viewer, K::Guard], 30), &[K::Item, K::Lamp], 10_000),
        "npc" => crowd(scene(1024), &[K::Item, K::Lamp], 10_000),
        "guards" => crowd(crowd(scene(1024), &[K::Guard], 30), &[K::Item, K::Lamp], 10_000),
        "flee-map" => crowd(scene(1024), &[K::Enemy], 10_000),
        "auto-explore" => crowd(scene(1024), &[K::Item, K::Enemy], 10_000),
        "autochess" => crowd(scene(256), &[K::Unit], 10_000),
        "atmosphere" => crowd(scene(1024), &[K::Bloat, K::Item, K::Enemy], 10_000),
        _ => return None,
    })
}

/// Returns whether an algorithm accepts a scene. Records a single event, since a full recording may be too large.
fn is_taken(runner: &dyn Runner, scene: &Scene) -> Result<(), RunError> {
    match runner.record(scene, &scene.run.params, 1, &Progress::default().with_budget(1)) {
        Ok(_) | Err(RunError::Stopped(_)) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Measures an algorithm on a scene: a run without recording, a recording, and the window's recording with its replay
/// index.
fn look(runner: &dyn Runner, scene: &Scene, times: u64) {
    let (mut dice, progress) = (Rng::new(7), || Progress::default());
    let silent = longest(times, &mut dice, |after| {
        cancelled(after, &progress(), |c| runner.outcome(scene, &scene.run.params, 1, c).is_ok())
    });
    let recorded = longest(times, &mut dice, |after| {
        cancelled(after, &progress(), |c| runner.record(scene, &scene.run.params, 1, c))
    });
    let shown = longest(times, &mut dice, |after| {
        let mut session = gridscope::session(scene.clone());
        let job = session.take_job()?;
        let progress = job.progress.clone();
        // The rest of the work is not cancelled here: it ends when the session drops the run.
        cancelled(after, &progress, |_| job.run())
    });
    let size = scene.size();
    print!("{:<28} {:>5}² {:>6} actors", runner.card().id, size.width, scene.actors.len());
    for Delay { longest, after, whole } in [silent, recorded, shown] {
        let (after, whole) = (after.as_secs_f64(), whole.as_secs_f64());
        print!("  {:>5} ms ({after:.2} of {whole:.2} s)", longest.as_millis());
    }
    println!();
}

/// Measures the other tasks of an algorithm.
fn look_at_tasks(runner: &dyn Runner, scene: &Scene, times: u64) {
    let plan = Plan { sweep: String::new(), samples: 1_000 };
    // This symptom holds on any map, and is known only at the end of a run.
    let small = "never event = 0".parse::<Symptom>().map(Task::Shrink);
    let middle = Cell::new(scene.size().width / 2, scene.size().height / 2);
    let mut tasks = vec![Task::Experiment(plan), Task::WhatWouldWin(middle, 1)];
    tasks.extend(small);
    tasks.extend(runner.card().tools.iter().map(|tool| Task::Tool(tool.id.to_owned())));
    for task in tasks {
        let words = task.to_string();
        let Delay { longest, after, whole } = longest(times, &mut Rng::new(7), |after| {
            let mut tasks = Tasks::default();
            tasks.begin(task.clone());
            let work = tasks.take(&gridscope::registry(), scene, None)?;
            stopped(after, move || tasks.cancel(), || work.run(&mut drop))
        });
        let id = runner.card().id;
        let side = scene.size().width;
        let ms = longest.as_millis();
        println!(
            "{id:<28} {side:>5}²  {ms:>5} ms ({:.2} of {:.2} s)  {words}",
            after.as_secs_f64(),
            whole.as_secs_f64()
        );
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let times = args.iter().position(|a| a == "--times").and_then(|at| args.get(at + 1)?.parse().ok()).unwrap_or(20);
    let only: Vec<&String> = args.iter().filter(|a| algorithms::find(a).is_some()).collect();
    println!(
        "The longest delay of a silent run, a recording, and one of the window; when it was cancelled, of how long it takes; and of tasks\n"
    );
    for runner in algorithms::all() {
        let id = runner.card().id;
        if !only.is_empty() && !only.iter().any(|o| *o == id) {
            continue;
        }
        // The largest map that the algorithm accepts, then a scene with the maximum number of actors.
        let taken = |mut scene: Scene| {
            scene.run.params.0.retain(|name, _| runner.card().params.iter().any(|param| param.name == name));
            match is_taken(runner, &scene) {
                Ok(()) => Some(scene),
                Err(error) => {
                    println!("{id}: {error}");
                    None
                }
            }
        };
        let largest = [4096, 2048, 1024, 512].into_iter().find_map(|side| taken(on(id, side)));
        if let Some(scene) = &largest {
            look_at_tasks(runner, scene, times);
        }
        if args.iter().any(|arg| arg == "--tasks") {
            continue;
        }
        for scene in largest.into_iter().chain(crowds(id).and_then(taken)) {
            look(runner, &scene, times);
        }
    }
}
