//! Measures writing and reading our own traces as lines and as columns, and three files of the largest map: an array of
//! NumPy, a link and a picture. Each figure comes from a process of its own. `SIDE` sets the side of the searched map.

use gridscope::algorithms::record;
use gridscope::formats::link::scene_link;
use gridscope::formats::trace_file::Writer;
use gridscope::formats::{Content, Options, format_for, read_bytes, read_content, write_packed};
use gridscope::outside::parallel::workers;
use gridscope::trace::geometry::{Cell, Size};
use gridscope::trace::grid::Grid;
use gridscope::trace::progress::{Progress, at_once};
use gridscope::trace::rng::Rng;
use gridscope::trace::scene::{Actor, ActorKind, Scene};
use gridscope::trace::terrain::Tile;
use gridscope::trace::workers::Workers;
use std::hint::black_box;
use std::process::Command;
use std::time::Instant;
use support::bench::peak_memory;

/// Side of the largest map.
const LARGEST: u16 = 4096;
/// Number of times that a figure is measured. The shortest time counts.
const TIMES: usize = 3;

/// Builds a square map of which a fifth is walls, with a search from corner to corner.
fn scene(side: u16) -> Scene {
    let mut tiles = Grid::new(Size::new(side, side), Tile::Floor);
    let mut dice = Rng::new(67);
    for cell in tiles.size().cells() {
        if dice.below(5) == 0 && cell.x + cell.y > 6 && cell.x + cell.y < 2 * side - 8 {
            tiles[cell] = Tile::Wall;
        }
    }
    let mut scene = Scene::new(tiles);
    let goal = Cell::new(side - 1, side - 1);
    scene.actors = vec![Actor::new(ActorKind::Guard, Cell::new(0, 0)), Actor::new(ActorKind::Goal, goal)];
    scene.run.params.set("costs", "octile");
    scene.run.params.set("heuristic", "zero");
    scene
}

/// Returns the shortest time of several, in seconds.
fn shortest(mut work: impl FnMut()) -> f64 {
    let times = (0..TIMES).map(|_| {
        let start = Instant::now();
        work();
        start.elapsed().as_secs_f64()
    });
    times.fold(f64::MAX, f64::min)
}

/// Measures writing and reading a trace whose name ends like this.
fn trace(ending: &str) -> Option<()> {
    let side = std::env::var("SIDE").ok().and_then(|side| side.parse().ok()).unwrap_or(512);
    let scene = scene(side);
    let run = record(&scene, &Progress::default()).ok()?;
    let (events, mut bytes) = (run.len() as f64, Vec::new());
    let write = |bytes: &mut Vec<u8>, threads: Workers| {
        bytes.clear();
        let trace = Writer::on(&scene, &run, threads.clone()).expect("a header");
        write_packed(ending, bytes, &threads, |packed| trace.write(packed)).expect("memory takes it");
    };
    let options = Options::with_registry(&gridscope::registry());
    let open = |bytes: &[u8]| match at_once(read_content(ending, &mut &*bytes, &options, &Progress::default())) {
        Ok(Content::Trace(trace)) => trace,
        _ => panic!("a trace of ours"),
    };
    let say = |what: &str, seconds: f64, peak: f64| {
        println!("    {ending:<12} {what:<30} {:>6.2} million events/s, {peak:>7.1} MiB", events / seconds / 1e6);
    };
    write(&mut bytes, Workers::default());
    println!("    {ending:<12} {events} events, {:.1} bytes an event", bytes.len() as f64 / events);
    say("written", shortest(|| write(&mut bytes, workers(None))), peak_memory());
    say("written by one thread", shortest(|| write(&mut bytes, Workers::default())), peak_memory());
    say("opened", shortest(|| drop(black_box(open(&bytes)))), peak_memory());
    let compared = shortest(|| {
        assert_eq!(at_once(open(&bytes).agrees(&run, &Progress::default())), Ok(true));
    });
    say("opened, compared with the run", compared, peak_memory());
    let trace = open(&bytes);
    say("replayed without the algorithm", shortest(|| drop(black_box(trace.recorded_run()))), peak_memory());
    Some(())
}

/// Measures reading an array of the largest map.
fn array() -> Option<()> {
    let scene = scene(LARGEST);
    let npy = format_for("map.npy")?;
    let file = npy.write(&scene, &Options::default()).ok()?;
    let seconds = shortest(|| drop(black_box(read_bytes("map.npy", &file.bytes, &Options::default()))));
    println!("    .npy of {LARGEST}²: read in {seconds:.3} s, {:.1} MiB", peak_memory());
    Some(())
}

/// Measures a link of the largest map.
fn link() -> Option<()> {
    let scene = scene(LARGEST);
    let json = format_for("map.scene.json")?;
    let plain = shortest(|| drop(black_box(json.write(&scene, &Options::default()))));
    let before = peak_memory();
    let mut length = 0;
    let seconds = shortest(|| length = at_once(scene_link(&scene, &Options::default())).map_or(0, |link| link.0.len()));
    println!(
        "    link of {LARGEST}²: {seconds:.3} s, {:.1} of the write of a scene, {length} bytes, {before:.1} MiB before, \
         {:.1} MiB",
        seconds / plain,
        peak_memory()
    );
    Some(())
}

/// Measures a picture of the largest map after a search that looks at a few of its cells.
#[cfg(feature = "gui")]
fn picture() -> Option<()> {
    use gridscope::app::export::export;
    use gridscope::app::view::Settings;
    use gridscope::debugger::export::{Export, ExportKind, Format};
    let mut scene = scene(LARGEST);
    scene.actors[1].at = Cell::new(40, 40);
    let mut session = gridscope::session(scene);
    session.settle();
    let before = peak_memory();
    let start = Instant::now();
    let png = Export::new(ExportKind::Picture, Format::Png, &session);
    let file = export(&png, &session, &Settings::default(), None, &Progress::default()).ok()??;
    println!(
        "    picture of {LARGEST}²: {:.3} s, {} bytes, {before:.1} MiB before, {:.1} MiB",
        start.elapsed().as_secs_f64(),
        file[0].len(),
        peak_memory()
    );
    Some(())
}

#[cfg(not(feature = "gui"))]
fn picture() -> Option<()> {
    println!("    a picture needs the feature gui");
    Some(())
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    if let Some(at) = args.iter().position(|arg| arg == "measure") {
        let what = &args[at + 1];
        let done = match what.as_str() {
            "array" => array(),
            "link" => link(),
            "picture" => picture(),
            ending => trace(ending),
        };
        if done.is_none() {
            println!("    {what} failed");
        }
        return;
    }
    let Ok(program) = std::env::current_exe() else { return };
    for what in ["jsonl", "columns", "jsonl.gz", "columns.gz", "array", "link", "picture"] {
        // The next figure is measured even if this process fails.
        let _ = Command::new(&program).args(["measure", what]).status();
    }
}
