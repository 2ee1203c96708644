//! Measures how the time of a run grows with the side of its map, from 64 to 4096, for every algorithm. Prints the
//! exponent of the growth. `-- --keep` also draws the curves into `screenshots/growth.svg`. As many algorithms are measured
//! at once as there are processors; for figures that are compared, `-- --jobs 1` measures one after the other.
//!
//! Runs are silent. `cargo bench -p gridscope-peers -- 9` measures the cost of recording. A size that takes longer than
//! the limit is left out, and so are all larger ones.

use gridscope::algorithms;
use gridscope::outside::parallel::workers;
use gridscope::trace::Progress;
use gridscope::trace::algorithm::Runner;
use std::fmt::Write as _;
use std::hint::black_box;
use support::bench::race;
use support::bench::sized::on;

/// Maximum time of a run in seconds. The next size would take at least four times as long.
const LIMIT: f64 = 5.0;
const SIDES: [u16; 7] = [64, 128, 256, 512, 1024, 2048, 4096];

/// A curve: sides in cells, and times in seconds.
struct Curve {
    id: &'static str,
    points: Vec<(f64, f64)>,
}

impl Curve {
    /// Returns the slope of a least-squares line through the logarithms of the points above 0.1 ms.
    fn exponent(&self) -> Option<f64> {
        let logs: Vec<(f64, f64)> =
            self.points.iter().filter(|p| p.1 > 1e-4).map(|(side, time)| (side.ln(), time.ln())).collect();
        let n = logs.len() as f64;
        if logs.len() < 3 {
            return None;
        }
        let (x, y) = (logs.iter().map(|p| p.0).sum::<f64>() / n, logs.iter().map(|p| p.1).sum::<f64>() / n);
        let over = logs.iter().map(|p| (p.0 - x) * (p.1 - y)).sum::<f64>();
        Some(over / logs.iter().map(|p| (p.0 - x).powi(2)).sum::<f64>())
    }
}

/// Measures the runs of an algorithm. Returns a sentence, too, if a size was refused.
fn measured(runner: &dyn Runner) -> (Curve, Option<String>) {
    let id = runner.card().id;
    let mut curve = Curve { id, points: Vec::new() };
    for side in SIDES {
        let mut scene = on(id, side);
        scene.run.params.0.retain(|name, _| runner.card().params.iter().any(|param| param.name == name));
        let mut refused = None;
        let mut run = || match runner.outcome(&scene, &scene.run.params, 1, &Progress::default()) {
            Ok(outcome) => drop(black_box(outcome)),
            Err(error) => refused = Some(error),
        };
        let [time] = race(1, [&mut run]);
        let [time] = if time < LIMIT / 10.0 { race(5, [&mut run]) } else { [time] };
        if let Some(error) = refused {
            return (curve, Some(format!("{id} {side}: {error}")));
        }
        curve.points.push((f64::from(side), time));
        if time * 5.0 > LIMIT {
            break;
        }
    }
    (curve, None)
}

fn main() {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let flag = args.iter().position(|arg| arg == "--jobs");
    let jobs = flag.and_then(|at| args.drain(at..args.len().min(at + 2)).nth(1)).and_then(|text| text.parse().ok());
    let only: Vec<&String> = args.iter().filter(|a| !a.starts_with('-')).collect();
    let mut runners = algorithms::all();
    runners.retain(|runner| only.is_empty() || only.iter().any(|name| *name == runner.card().id));
    let mut curves = Vec::new();
    println!("Seconds of a silent run by the side of its map, and the exponent over the side\n");
    let work = |index: usize, _: &Progress| measured(runners[index]);
    Progress::default().with_workers(workers(jobs)).in_order(runners.len(), work, |finished| {
        let Some((curve, refused)) = finished else { return true };
        if let Some(refused) = refused {
            println!("{refused}");
        }
        let times: Vec<String> = curve.points.iter().map(|(_, time)| format!("{time:.5}")).collect();
        let exponent = curve.exponent().map_or_else(|| "—".to_owned(), |e| format!("{e:.2}"));
        println!("{:<28} {exponent:>5}   {}", curve.id, times.join("  "));
        curves.push(curve);
        true
    });
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
        let exponent = curve.exponent().map_or_else(String::new, |e| format!("side to the {e:.1}"));
        let _ = write!(
            svg,
            r##"<text x="34" y="12" font-size="11" font-weight="600" fill="#111111">{}</text><text x="34" y="23" font-size="9" fill="#444444">{exponent}</text>"##,
            curve.id
        );
        let line: Vec<String> =
            curve.points.iter().map(|&(side, time)| format!("{:.1},{:.1}", x(side), y(time))).collect();
        let _ =
            write!(svg, r##"<polyline points="{}" fill="none" stroke="#1667b7" stroke-width="1.8"/>"##, line.join(" "));
        for &(side, time) in &curve.points {
            let _ = write!(svg, r##"<circle cx="{:.1}" cy="{:.1}" r="2.2" fill="#1667b7"/>"##, x(side), y(time));
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
