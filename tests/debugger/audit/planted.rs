//! Sound logs of an A*, with one planted fault each.

use gridscope::debugger::audit::Rule;
use gridscope::trace::movement::Corners;
use gridscope::trace::{Cell, Rng};
use serde_json::{Value, json};
use support::logs::classic::heaps::{How, search};
use support::logs::classic::print::{Ends, Print, Rejects};
use support::logs::classic::world::{Bush, World};
use support::scene;

/// The lines of a log.
#[derive(Clone)]
pub struct Lines(pub Vec<Value>);

/// A log with a planted fault: the rule, the line, and the cell.
pub struct Planted {
    pub lines: Lines,
    pub rule: Rule,
    pub line: usize,
    pub at: Option<[u16; 2]>,
}

impl Lines {
    pub fn text(&self) -> String {
        self.0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    }

    /// Returns the index of the first line with this event about a cell.
    pub fn find(&self, word: &str, at: [u16; 2]) -> usize {
        let found = self.0.iter().position(|line| line["event"] == word && line["at"] == json!(at));
        found.unwrap_or_else(|| panic!("no {word} {at:?} in\n{}", self.text()))
    }

    fn last(&self, word: &str) -> usize {
        self.0.iter().rposition(|line| line["event"] == word).expect("such a line")
    }

    /// Changes a field of a line.
    fn put(mut self, index: usize, field: &str, value: Value) -> Self {
        self.0[index][field] = value;
        self
    }

    fn insert(mut self, index: usize, line: Value) -> Self {
        self.0.insert(index, line);
        self
    }

    fn at(self, rule: Rule, index: usize, at: [u16; 2]) -> Planted {
        Planted { lines: self, rule, line: index + 1, at: Some(at) }
    }
}

/// Returns the complete log of a search that states everything it can.
fn sound(picture: &str, ends: [[u16; 2]; 2], alter: impl Fn(&mut World)) -> Lines {
    let [start, goal] = ends.map(|[x, y]| Cell::new(x, y));
    let mut world = World {
        tiles: scene(picture).tiles,
        start,
        goal,
        neighbours: 8,
        corners: Corners::Never,
        straight: 1.0,
        diagonal: std::f64::consts::SQRT_2,
        bush: Bush::None,
    };
    alter(&mut world);
    let mut print = Print::plain(&mut Rng::new(1)).with("ghf");
    (print.rejects, print.ends, print.root) = (Rejects::All, Ends::Both, 0);
    let found = search(&world, &mut print, (start, goal), &How::by(&["f", "-g"]));
    print.finish(found.as_ref());
    let mut header = Value::Object(world.facts());
    header["order"] = json!(["f", "-g"]);
    header["steps"] = "one".into();
    let events = print.text.lines().map(|line| serde_json::from_str(line).expect("an event"));
    Lines(std::iter::once(header).chain(events).collect())
}

/// Returns the log of a search in two rooms, with eight neighbours and no corner cutting.
pub fn rooms() -> Lines {
    sound("#########\n#...#...#\n#...#...#\n#.......#\n#...#...#\n#########", [[1, 1], [7, 1]], |_| ())
}

/// Returns the log of a search in a corridor with a bend, a bush and a niche, with four neighbours.
pub fn corridor() -> Lines {
    sound("#######\n#.....#\n#####.#\n#..b..#\n#####.#\n#######", [[1, 1], [1, 3]], |world| {
        (world.neighbours, world.straight, world.diagonal) = (4, 10.0, 14.0);
        world.bush = Bush::Enter(30.0);
    })
}

/// Returns logs with faults of each rule, at least two for each.
pub fn all() -> Vec<Planted> {
    let (rooms, bend) = (rooms(), corridor());
    let expand = |at: [u16; 2]| json!({ "event": "expand", "at": at });
    let mut all = Vec::new();

    // A cell is expanded although a better one is in the open list.
    let second = rooms.find("expand", [2, 2]);
    all.push(rooms.clone().insert(second, expand([1, 2])).at(Rule::Order, second, [1, 2]));
    let (first, better) = (rooms.find("expand", [2, 1]), rooms.find("open", [1, 2]));
    all.push(rooms.clone().put(better, "f", json!(1)).at(Rule::Order, first, [2, 1]));
    let (late, third) = (rooms.find("open", [2, 3]), rooms.find("expand", [2, 2]));
    all.push(rooms.clone().put(late, "f", json!(2)).at(Rule::Order, third, [2, 2]));

    // The cost of a step, and of a bush, is left out.
    let opened = rooms.find("open", [2, 2]);
    all.push(rooms.clone().put(opened, "g", json!(1)).at(Rule::Cost, opened, [2, 2]));
    let bush = bend.find("open", [3, 3]);
    all.push(bend.clone().put(bush, "g", json!(80)).at(Rule::Cost, bush, [3, 3]));

    // A parent that is not a neighbour, and one that is still in the open list.
    let opened = rooms.find("open", [3, 2]);
    all.push(rooms.clone().put(opened, "from", json!([1, 1])).at(Rule::Parent, opened, [3, 2]));
    all.push(rooms.clone().put(opened, "from", json!([2, 2])).at(Rule::Parent, opened, [3, 2]));

    // In a wall; past a corner; a path through a wall.
    let inside = rooms.find("reject", [0, 1]);
    all.push(rooms.clone().put(inside, "event", "open".into()).at(Rule::Wall, inside, [0, 1]));
    let corner = rooms.find("reject", [5, 2]);
    let cut = rooms.clone().put(corner, "event", "open".into());
    all.push(cut.at(Rule::Wall, corner, [5, 2]));
    let path = bend.last("path");
    let mut over = bend.clone();
    over.0[path]["cells"][4] = json!([4, 2]);
    all.push(over.at(Rule::Wall, path, [4, 2]));

    // Expanded without ever being in the open list.
    for (lines, cell) in [(&rooms, [3, 3]), (&bend, [4, 1])] {
        let lines = cell_that_is_refused(lines, cell);
        let index = lines.find("expand", cell);
        all.push(lines.at(Rule::NeverOpened, index, cell));
    }

    // Expanded again.
    let again = rooms.find("expand", [3, 3]) + 1;
    all.push(rooms.clone().insert(again, expand([2, 2])).at(Rule::Reexpanded, again, [2, 2]));
    let again = bend.find("expand", [3, 1]);
    all.push(bend.clone().insert(again, expand([1, 1])).at(Rule::Reexpanded, again, [1, 1]));

    // h is larger than the rest of the path costs, and decreases too fast.
    let far = rooms.find("open", [2, 2]);
    all.push(rooms.clone().put(far, "h", json!(9)).at(Rule::Heuristic, far, [2, 2]));
    let end = bend.find("open", [2, 3]);
    all.push(bend.clone().put(end, "h", json!(11)).at(Rule::Heuristic, end, [2, 3]));
    for (cell, h) in [([5, 2], 15), ([4, 3], 10)] {
        let index = bend.find("open", cell);
        let low = bend.clone().put(index, "h", json!(h));
        let next = low.find("expand", cell);
        all.push(low.put(next, "h", json!(h)).at(Rule::Inconsistent, index, cell));
    }

    // A neighbour is skipped.
    for (lines, from, to) in [(&rooms, [1, 1], [1, 2]), (&bend, [3, 1], [4, 1])] {
        let mut lines = lines.clone();
        let index = lines.find("expand", from);
        lines.0.remove(lines.find("open", to));
        all.push(lines.at(Rule::Missed, index, to));
    }

    // The path leaves a cell out, and ends elsewhere.
    let path = bend.last("path");
    let mut gap = bend.clone();
    gap.0[path]["cells"].as_array_mut().expect("cells").remove(3);
    all.push(gap.at(Rule::PathBroken, path, [5, 1]));
    let path = rooms.last("path");
    let mut short = rooms.clone();
    short.0[path]["cells"].as_array_mut().expect("cells").pop();
    let last = short.0[path]["cells"].as_array().and_then(|all| all.last()).cloned().expect("a cell");
    let last = serde_json::from_value(last).expect("a cell");
    all.push(short.at(Rule::PathBroken, path, last));

    for (lines, cost) in [(&rooms, json!(7)), (&bend, json!("inf"))] {
        let path = lines.last("path");
        let lines = lines.clone().put(path, "cost", cost);
        all.push(Planted { lines, rule: Rule::PathCost, line: path + 1, at: None });
    }

    // A detour, and a short cut that the program missed.
    let path = rooms.last("path");
    let round = json!([[1, 1], [1, 2], [2, 3], [3, 3], [4, 3], [5, 3], [6, 2], [7, 1]]);
    let around = rooms.clone().put(path, "cells", round).put(path, "cost", json!(5.0 + 2.0 * std::f64::consts::SQRT_2));
    all.push(around.at(Rule::NotShortest, path, [7, 1]));
    let mut cut = bend.clone();
    cut.0[0]["map"][2] = "#.###.#".into();
    all.push(cut.at(Rule::NotShortest, bend.last("path"), [1, 3]));

    // No path although there is one, and a path where there is none.
    let done = rooms.last("done");
    let mut none = rooms.clone().put(done, "result", "none".into());
    none.0[done - 1] = json!({ "event": "note", "text": "nothing" });
    all.push(none.at(Rule::NoPath, done, [7, 1]));
    let mut shut = bend.clone();
    shut.0[0]["map"][2] = "#######".into();
    all.push(shut.at(Rule::NoPath, bend.last("path"), [1, 3]));
    all
}

/// Returns the log in which a cell is always refused, for a reason of the program's own.
fn cell_that_is_refused(lines: &Lines, cell: [u16; 2]) -> Lines {
    let mut lines = lines.clone();
    for line in lines.0.iter_mut().filter(|line| line["event"] == "open" && line["at"] == json!(cell)) {
        line["event"] = "reject".into();
        line["why"] = "occupied".into();
    }
    lines
}
