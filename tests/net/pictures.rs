//! Pictures of chosen moments: the sentence, the map with actors, path and roles, the values of a layer, and the top of
//! the open list. A person can read them, and see in a diff what has moved.

use gridscope::algorithms::record;
use gridscope::presets;
use gridscope::trace::view::picture::picture;
use gridscope::trace::{Cell, Progress, Replay, Scene};
use std::fmt::{Result, Write as _};

/// The lesson, the moment (the number of events before it) and the layer of each picture.
pub const MOMENTS: [(&str, usize, &str); 10] = [
    ("hello", 409, "g"),
    ("never-the-same-way", 210_006, "walked"),
    ("i-see-you", 191, "light"),
    ("rings-on-water", 120, "distance"),
    ("explore-cave", 4000, "value"),
    ("curious-guards", 1800, "belief"),
    ("explosion", 684, "air"),
    ("a-ship", 3030, "room"),
    ("fewest-jumps", 404, "distance"),
    ("into-the-pocket", 300, "h"),
];

/// Number of entries of the open list shown.
const ENTRIES: usize = 5;

/// Returns the picture of a lesson's own run at a moment.
pub fn of(lesson: &str, at: usize, layer: &str) -> String {
    let scene = presets::find(lesson).expect("a lesson").scene().expect("a scene");
    let mut run = record(&scene, &Progress::default()).expect("a run");
    assert!(at <= run.len(), "{lesson} has {} events", run.len());
    run.seek(at);
    let mut out = String::new();
    write(&mut out, &scene, &run, layer).expect("a string takes everything");
    out
}

fn write(out: &mut String, scene: &Scene, run: &Replay, layer: &str) -> Result {
    let at = run.cursor();
    writeln!(out, "{} of {} events: {}", at, run.len(), run.event(at - 1).sentence)?;
    let explanation = run.explain();
    if !explanation.is_empty() {
        writeln!(out, "{explanation}")?;
    }
    writeln!(out, "\n{}", picture(scene, run))?;
    let index = run.schema().layers.iter().position(|one| *one.name == *layer);
    let index =
        index.unwrap_or_else(|| panic!("{:?}", run.schema().layers.iter().map(|l| &l.name).collect::<Vec<_>>()));
    writeln!(out, "layer {layer}:")?;
    let size = run.size();
    let value = |x, y| run.value(index, Cell::new(x, y)).map_or_else(|| "·".to_owned(), |value| value.to_string());
    let rows: Vec<Vec<String>> = (0..size.height).map(|y| (0..size.width).map(|x| value(x, y)).collect()).collect();
    let width = rows.iter().flatten().map(|value| value.chars().count()).max().unwrap_or(1);
    for row in rows {
        let cells: Vec<String> = row.iter().map(|value| format!("{value:>width$}")).collect();
        writeln!(out, "{}", cells.join(" ").trim_end())?;
    }
    let (entries, len) = run.queue(ENTRIES);
    if len > 0 {
        writeln!(out, "\nopen list, {len} entries:")?;
        for entry in entries {
            writeln!(out, "  {} {}", entry.cell, entry.key)?;
        }
    }
    Ok(())
}
