//! Measures how the time and the memory of a run grow with the side of its map, from 64 to 4096, for every algorithm.
//! Prints a table in Markdown with the exponents from 512² on. `-- --keep` also draws the curves into
//! `screenshots/growth.svg`. As many algorithms are measured at once as there are processors; for figures that are
//! compared, `-- --jobs 1` measures one after the other.
//!
//! Runs are silent, and each size is a process of its own. `cargo bench -p gridscope-peers -- 9` measures the cost of
//! recording. After a size that takes longer than the limit, no larger one is measured.

use gridscope::algorithms;
use gridscope::outside::parallel::workers;
use gridscope::trace::Progress;
use gridscope::trace::algorithm::Runner;
use std::fmt::Write as _;
use std::hint::black_box;
use std::process::Command;
use support::bench::sized::on;
use support::bench::{peak_memory, race};

/// Maximum time of a run in seconds. The next size would take at least four times as long.
const LIMIT: f64 = 20.0;
const SIDES: [u16; 7] = [64, 128, 256, 512, 1024, 2048, 4096];
/// The shortest side in the exponents. Smaller maps fit the caches of a processor.
const LARGE: f64 = 512.0;

/// A measured size.
struct Point {
    /// Side of the map in cells.
    side: f64,
    /// Seconds of a run.
    time: f64,
    /// Memory that the run needed besides its scene, in MiB.
    memory: f64,
}

/// The measured sizes of an algorithm.
struct Curve {
    id: &'static str,
    points: Vec<Point>,
    /// A sentence about a size that was refused.
    refused: Option<String>,
}

impl Curve {
    /// Returns the slope of a least-squares line through the logarithms of a value over those of the side, on large maps.
    fn exponent(&self, value: impl Fn(&Point) -> f64) -> Option<f64> {
        let large = self.points.iter().filter(|point| point.side >= LARGE && value(point) > 0.0);
        let logs: Vec<(f64, f64)> = large.map(|point| (point.side.ln(), value(point).ln())).collect();
        let n = logs.len() as f64;
        if logs.len() < 2 {
            return None;
        }
        let (x, y) = (logs.iter().map(|p| p.0).sum::<f64>() / n, logs.iter().map(|p| p.1).sum::<f64>() / n);
        let over = logs.iter().map(|p| (p.0 - x) * (p.1 - y)).sum::<f64>();
        Some(over / logs.iter().map(|p| (p.0 - x).powi(2)).sum::<f64>())
    }
}

/// Measures one size in this process, and prints its seconds and its memory, or why it was refused.
fn measure(runner: &dyn Runner, side: u16) {
    let mut scene = on(runner.card().id, side);
    scene.run.params.0.retain(|name, _| runner.card().params.iter().any(|param| param.name == name));
    let before = peak_memory();
    let mut refused = None;
    let mut run = || match runner.outcome(&scene, &scene.run.params, 1, &Progress::default()) {
        Ok(outcome) => drop(black_box(outcome)),
        Err(error) => refused = Some(error),
    };
    let [time] = race(1, [&mut run]);
    let memory = peak_memory() - before;
    let [time] = if time < LIMIT / 20.0 { race(5, [&mut run]) } else { [time] };
    match refused {
        Some(error) => println!("{error}"),
        None => println!("{time} {memory}"),
    }
}

/// Measures the sizes of an algorithm, each in a process of its own.
fn measured(runner: &dyn Runner) -> Curve {
    let mut curve = Curve { id: runner.card().id, points: Vec::new(), refused: None };
    for side in SIDES {
        let process = std::env::current_exe()
            .and_then(|program| Command::new(program).args(["measure", curve.id, &side.to_string()]).output());
        let printed = process.map(|done| String::from_utf8_lossy(&done.stdout).into_owned()).unwrap_or_default();
        let mut numbers = printed.split_whitespace().map_while(|word| word.parse::<f64>().ok());
        let (Some(time), Some(memory)) = (numbers.next(), numbers.next()) else {
            curve.refused = Some(format!("{} {side}: {}", curve.id, printed.trim()));
            return curve;
        };
        curve.points.push(Point { side: f64::from(side), time, memory });
        if time * 5.0 > LIMIT {
            break;
        }
    }
    curve
}

/// Prints the row of an algorithm.
fn print(curve: &Curve) {
    let exponent =
        |value: &dyn Fn(&Point) -> f64| curve.exponent(value).map_or("—".to_owned(), |e| format!("{e:.2}"));
    let at = |side: f64| curve.points.iter().find(|point| point.side == side);
    let times = [512.0, 1024.0, 2048.0, 4096.0].map(|side| match at(side).map(|point| point.time) {
        Some(time) if time < 1.0 => format!("{:.1} ms", time * 1e3),
        Some(time) => format!("{time:.2} s"),
        None => "—".to_owned(),
    });
    let memory =
        curve.points.last().map_or("—".to_owned(), |point| format!("{:.0} MiB on {}²", point.memory, point.side));
    println!(
        "| {} | {} | {} | {} | {memory} |",
        curve.id,
        exponent(&|point| point.time),
        exponent(&|point| point.memory),
        times.join(" | ")
    );
}

fn main() {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let mut runners = algorithms::all();
    if let Some(at) = args.iter().position(|arg| arg == "measure")
        && let (Some(id), Some(side)) = (args.get(at + 1), args.get(at + 2).and_then(|side| side.parse().ok()))
    {
        return runners.into_iter().filter(|runner| runner.card().id == id).for_each(|runner| measure(runner, side));
    }
    let flag = args.iter().position(|arg| arg == "--jobs");
    let jobs = flag.and_then(|at| args.drain(at..args.len().min(at + 2)).nth(1)).and_then(|text| text.parse().ok());
    let only: Vec<&String> = args.iter().filter(|a| !a.starts_with('-')).collect();
    runners.retain(|runner| only.is_empty() || only.iter().any(|name| *name == runner.card().id));
    let mut curves = Vec::new();
    println!(
        "| algorithm | time grows with the side to the | memory | 512² | 1024² | 2048² | 4096² | memory at most |"
    );
    println!("| --- |{}", " ---: |".repeat(7));
    let work = |index: usize, _: &Progress| measured(runners[index]);
    Progress::default().with_workers(workers(jobs)).in_order(runners.len(), work, |finished| {
        let Some(curve) = finished else { return true };
        print(&curve);
        curves.push(curve);
        true
    });
    for refused in curves.iter().filter_map(|curve| curve.refused.as_ref()) {
        println!("\n{refused}");
    }
    if args.iter().any(|a| a == "--keep") {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/screenshots/growth.svg");
        match std::fs::write(path, picture(&curves)) {
            Ok(()) => println!("\ndrawn into screenshots/growth.svg"),
            Err(error) => println!("\nscreenshots/growth.svg cannot be written: {error}"),
        }
    }
}

/// Draws a small chart for each algorithm, side by side. Both axes are logarithmic and the same for all.
fn picture(curves: &[Curve]) -> String {
    const ACROSS: usize = 5;
    const WIDE: f64 = 190.0;
    const HIGH: f64 = 150.0;
    let rows = curves.len().div_ceil(ACROSS);
    let (width, height) = (WIDE * ACROSS as f64 + 20.0, HIGH * rows as f64 + 40.0);
    let mut svg = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="Inter, Helvetica, Arial, sans-serif"><rect width="100%" height="100%" fill="#ffffff"/>"##
    );
    let x = |side: f64| 34.0 + (side.log2() - 6.0) / 6.0 * (WIDE - 48.0);
    // From 10 µs to 10 s.
    let y = |time: f64| 28.0 + (1.0 - (time.max(1e-5).log10() + 5.0) / 6.0) * (HIGH - 54.0);
    for (k, curve) in curves.iter().enumerate() {
        let (left, top) = (10.0 + WIDE * (k % ACROSS) as f64, 8.0 + HIGH * (k / ACROSS) as f64);
        let _ = write!(svg, r#"<g transform="translate({left} {top})">"#);
        for (time, name) in [(1e-5, "10 µs"), (1e-3, "1 ms"), (1e-1, "100 ms"), (10.0, "10 s")] {
            let at = y(time);
            let _ = write!(
                svg,
                r##"<path d="M34 {at:.1}H{:.1}" stroke="#e3e3e3"/><text x="31" y="{:.1}" font-size="8" fill="#666666" text-anchor="end">{name}</text>"##,
                WIDE - 14.0,
                at + 3.0
            );
        }
        for side in [64.0, 512.0, 4096.0] {
            let at = x(side);
            let _ = write!(
                svg,
                r##"<path d="M{at:.1} 28V{:.1}" stroke="#e3e3e3"/><text x="{at:.1}" y="{:.1}" font-size="8" fill="#666666" text-anchor="middle">{side}²</text>"##,
                HIGH - 26.0,
                HIGH - 16.0
            );
        }
        let exponent = curve.exponent(|point| point.time).map_or_else(String::new, |e| format!("side to the {e:.1}"));
        let _ = write!(
            svg,
            r##"<text x="34" y="12" font-size="11" font-weight="600" fill="#111111">{}</text><text x="34" y="23" font-size="9" fill="#444444">{exponent}</text>"##,
            curve.id
        );
        let line: Vec<String> = curve.points.iter().map(|p| format!("{:.1},{:.1}", x(p.side), y(p.time))).collect();
        let _ =
            write!(svg, r##"<polyline points="{}" fill="none" stroke="#1667b7" stroke-width="1.8"/>"##, line.join(" "));
        for point in &curve.points {
            let (x, y) = (x(point.side), y(point.time));
            let _ = write!(svg, r##"<circle cx="{x:.1}" cy="{y:.1}" r="2.2" fill="#1667b7"/>"##);
        }
        svg.push_str("</g>");
    }
    let _ = write!(
        svg,
        r##"<text x="{:.1}" y="{:.1}" font-size="10" fill="#444444" text-anchor="middle">time of a silent run over the side of its map; both axes logarithmic</text></svg>"##,
        width / 2.0,
        height - 12.0
    );
    svg.push('\n');
    svg
}
