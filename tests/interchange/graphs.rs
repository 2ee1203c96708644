//! Graphs: arcs and costs are those that A* may take, so a shortest path in the file costs what A* finds.
#![expect(clippy::disallowed_methods, reason = "files for the tools of other people are written to a temporary folder")]

use crate::support::{format, is_clear, scenes};
use gridscope_formats::{Options, Written, read_bytes};
use gridscope_trace::{Actor, ActorKind, Cell, Grid, Params, Progress, Scene, Size, Tile, Weight};
use quick_xml::events::Event;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::path::{Path, PathBuf};
use std::process::Command;

fn write(name: &str, scene: &Scene) -> Written {
    let options = Options::with_registry(&gridscope_algorithms::registry()).at(Path::new("maps/room.gr"));
    format(name).write(scene, &options).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn text(written: Written) -> String {
    String::from_utf8(written.bytes).expect("text")
}

/// A graph that was read from a file.
#[derive(Default, PartialEq, Debug)]
struct Read {
    nodes: BTreeMap<String, Cell>,
    /// Costs in millionths, by the ends of the arc.
    arcs: BTreeMap<(Cell, Cell), u64>,
    ends: BTreeMap<String, Cell>,
}

fn millionths(cost: &str) -> u64 {
    (cost.parse::<f64>().expect("a cost") * 1e6).round() as u64
}

fn read_graphml(text: &str) -> Read {
    let mut reader = quick_xml::Reader::from_str(text);
    let (mut read, mut ends) = (Read::default(), BTreeMap::new());
    let mut path = Vec::new();
    let mut element = BTreeMap::new();
    let mut data = BTreeMap::<String, String>::new();
    let mut key = String::new();
    loop {
        match reader.read_event().expect("well-formed XML") {
            Event::Start(tag) => {
                let name = String::from_utf8_lossy(tag.name().as_ref()).into_owned();
                let values: BTreeMap<String, String> = tag
                    .attributes()
                    .map(|a| a.expect("an attribute"))
                    .map(|a| {
                        (
                            String::from_utf8_lossy(a.key.as_ref()).into_owned(),
                            String::from_utf8_lossy(&a.value).into_owned(),
                        )
                    })
                    .collect();
                if name == "data" {
                    key.clone_from(&values["key"]);
                } else {
                    (element, data) = (values, BTreeMap::new());
                }
                path.push(name);
            }
            Event::Text(part) if path.last().is_some_and(|name| name == "data") => {
                let said = String::from_utf8_lossy(&part).into_owned();
                if path[path.len() - 2] == "graph" {
                    ends.insert(key.clone(), said);
                } else {
                    data.insert(key.clone(), said);
                }
            }
            Event::End(_) => match path.pop().expect("a start").as_str() {
                "node" => {
                    let cell = Cell::new(data["x"].parse().expect("x"), data["y"].parse().expect("y"));
                    read.nodes.insert(element["id"].clone(), cell);
                }
                "edge" => {
                    let ends = (read.nodes[&element["source"]], read.nodes[&element["target"]]);
                    assert!(read.arcs.insert(ends, millionths(&data["w"])).is_none(), "an arc is there once");
                }
                _ => {}
            },
            Event::Eof => break,
            _ => {}
        }
    }
    assert!(path.is_empty());
    for end in ["start", "goal"] {
        read.ends.extend(ends.get(end).map(|id| (end.to_owned(), read.nodes[id])));
    }
    read
}

fn read_dimacs(written: &Written) -> Read {
    let mut read = Read::default();
    let [(name, cells)] = written.beside.as_slice() else { panic!("one file is beside it") };
    assert_eq!(name, "room.co");
    for line in std::str::from_utf8(cells).expect("text").lines() {
        match line.split(' ').collect::<Vec<_>>().as_slice() {
            ["v", id, x, y] => {
                read.nodes.insert((*id).to_owned(), Cell::new(x.parse().expect("x"), y.parse().expect("y")));
            }
            ["p", rest @ ..] => assert_eq!(rest[..3], ["aux", "sp", "co"]),
            words => assert_eq!(words[0], "c"),
        }
    }
    let mut problem = None;
    for line in std::str::from_utf8(&written.bytes).expect("text").lines() {
        match line.split(' ').collect::<Vec<_>>().as_slice() {
            ["p", "sp", n, m] => problem = Some((n.parse().expect("n"), m.parse().expect("m"))),
            ["a", from, to, cost] => {
                assert!(problem.is_some() && cost.parse::<u32>().is_ok_and(|cost| cost > 0), "{line}");
                read.arcs.insert((read.nodes[*from], read.nodes[*to]), millionths(cost));
            }
            ["c", end @ ("start" | "goal"), id] => {
                read.ends.insert((*end).to_owned(), read.nodes[*id]);
            }
            words => assert_eq!(words[0], "c", "{line}"),
        }
    }
    assert_eq!(problem, Some((read.nodes.len(), read.arcs.len())));
    read
}

/// Returns the cost of a cheapest path in millionths.
fn cheapest(read: &Read) -> Option<u64> {
    let (start, goal) = (*read.ends.get("start")?, *read.ends.get("goal")?);
    let mut best = BTreeMap::from([(start, 0)]);
    let mut open = BinaryHeap::from([Reverse((0, start))]);
    while let Some(Reverse((here, cell))) = open.pop() {
        if cell == goal {
            return Some(here);
        }
        for (&(_, to), cost) in read.arcs.range((cell, Cell::default())..).take_while(|((from, _), _)| *from == cell) {
            if best.get(&to).is_none_or(|&old| here + cost < old) {
                best.insert(to, here + cost);
                open.push(Reverse((here + cost, to)));
            }
        }
    }
    None
}

/// Returns the cost that A* finds with the scene's parameters, in millionths.
fn found_by_a_star(scene: &Scene) -> Option<u64> {
    let runner = gridscope_algorithms::registry();
    let runner = runner.find("astar").expect("A*");
    let mut params: Params = scene.run.params.clone();
    params.keep_taken(runner.card().params);
    for (name, value) in [("heuristic", "zero".into()), ("weight", 1.into()), ("fallback", false.into())] {
        let value: serde_json::Value = value;
        params.set(name, value);
    }
    params.0.remove("bookkeeping");
    let outcome = runner.outcome(scene, &params, 1, &Progress::default()).ok()?;
    outcome["cost"].as_f64().map(|cost| (cost * 1e6).round() as u64)
}

#[test]
fn shortest_graph_path_costs_what_astar_finds() {
    let (mut compared, mut octile) = (0, 0);
    for (name, mut scene) in scenes(120).filter(|(_, scene)| scene.size().area() < 3_000) {
        if name.starts_with("random") {
            // One start and one goal, and all kinds of rules.
            let seed = scene.run.seed as usize;
            let cells: Vec<Cell> = scene.actors.iter().map(|actor| actor.at).collect();
            let kind = [ActorKind::Guard, ActorKind::Thief, ActorKind::Explorer][seed % 3];
            scene.actors = vec![Actor::new(kind, cells[0]), Actor::new(ActorKind::Goal, cells[1])];
            if seed.is_multiple_of(2) && kind != ActorKind::Explorer {
                scene.actors[0].set_keys(vec!["brass".into()]);
            }
            let params = &mut scene.run.params;
            params.set("neighbours", [4, 8][seed / 3 % 2]);
            params.set("costs", ["1", "2/3", "10/14", "octile"][seed % 4]);
            params.set("corners", ["never", "one", "always"][seed / 2 % 3]);
            params.set("terrain-costs", seed % 5 < 3);
            params.set("door-cost", serde_json::json!([seed % 4, 2, 3, 7]));
        }
        let graph = read_graphml(&text(write("graphml", &scene)));
        let (ours, found) = (cheapest(&graph), found_by_a_star(&scene));
        match (ours, found) {
            (Some(ours), Some(found)) => assert!(ours.abs_diff(found) < 100, "{name}: {ours}, A* {found}"),
            (ours, found) => assert_eq!(ours, found, "{name}"),
        }
        compared += usize::from(ours.is_some());
        let options = Options::with_registry(&gridscope_algorithms::registry()).at(Path::new("room.gr"));
        match format("dimacs").write(&scene, &options) {
            Ok(written) => {
                let other = read_dimacs(&written);
                assert!(other.arcs == graph.arcs && other.ends == graph.ends, "{name}");
                assert!(
                    other.nodes.values().eq(graph.nodes.values()) || other.nodes.len() == graph.nodes.len(),
                    "{name}"
                );
            }
            Err(error) => {
                is_clear(&name, &error);
                assert!(error.to_string().contains("1 and √2"), "{error}");
                octile += 1;
            }
        }
    }
    assert!(compared > 60 && octile > 20, "{compared} {octile}");
}

fn row(tiles: &[Tile]) -> Scene {
    Scene::new(Grid::from_vec(Size::new(tiles.len() as u16, 1), tiles.to_vec()).expect("a row"))
}

#[test]
fn graph_arcs_are_one_way_where_steps_are() {
    let mut scene = row(&[Tile::Floor, Tile::OneWayE, Tile::Floor, Tile::DoorLocked, Tile::Floor]);
    let arcs = |scene: &Scene| read_graphml(&text(write("graphml", scene))).arcs;
    let cell = |x| Cell::new(x, 0);
    assert!(arcs(&scene).is_empty(), "a mover without keys who is no thief");
    scene.actors = vec![Actor::new(ActorKind::Thief, cell(0)), Actor::new(ActorKind::Goal, cell(4))];
    // Out of the one-way window, to either side. Into it, from the west only.
    let there = [(cell(0), cell(1)), (cell(1), cell(0)), (cell(1), cell(2))];
    assert_eq!(arcs(&scene).keys().copied().collect::<Vec<_>>(), there);
    scene.actors[0].set_keys(vec!["brass".into()]);
    assert_eq!(arcs(&scene).len(), 7);
    scene.actors.push(Actor::new(ActorKind::Thief, cell(2)));
    assert!(arcs(&scene).is_empty(), "two starts are none");
}

#[test]
fn blocked_start_is_a_node_unlike_a_goal() {
    let mut scene = row(&[Tile::Wall, Tile::Floor, Tile::Wall]);
    scene.actors = vec![Actor::new(ActorKind::Guard, Cell::new(0, 0)), Actor::new(ActorKind::Goal, Cell::new(2, 0))];
    let graph = read_graphml(&text(write("graphml", &scene)));
    assert_eq!(graph.nodes.len(), 2);
    assert_eq!(graph.ends, BTreeMap::from([("start".to_owned(), Cell::new(0, 0))]));
    assert_eq!(graph.arcs.keys().copied().collect::<Vec<_>>(), [(Cell::new(0, 0), Cell::new(1, 0))]);
}

#[test]
fn titles_cannot_break_out_of_graph_files() {
    let mut scene = row(&[Tile::Floor, Tile::Floor]);
    scene.title =
        "]]> </data> <!-- & \" \\\" ]; c0_0 -> c1_0; \\\n a 1 2 3\r\np sp 9 9 \u{0}\u{1}\u{fffe}\u{2028} \\".into();
    let graph = read_graphml(&text(write("graphml", &scene)));
    assert_eq!((graph.nodes.len(), graph.arcs.len()), (2, 2));
    let other = read_dimacs(&write("dimacs", &scene));
    assert_eq!((other.nodes.len(), other.arcs), (2, graph.arcs));
    let dot = text(write("dot", &scene));
    let line = dot.lines().find(|line| line.contains("label=\"]]")).expect("a label");
    let inside = line.split_once("label=\"").expect("a label").1.strip_suffix("\";").expect("the end");
    assert!(!inside.replace("\\\\", "").replace("\\\"", "").contains(['"', '\\']), "{inside}");
    scene.title = String::new();
    assert_eq!(text(write("dot", &scene)).lines().count() + 1, dot.lines().count());
}

#[test]
fn maps_over_100000_cells_are_refused_as_graphs() {
    let of = |width, height| Scene::new(Grid::new(Size::new(width, height), Tile::Floor));
    for name in ["graphml", "dimacs", "dot"] {
        let error = format(name)
            .write(&of(1_001, 100), &Options::with_registry(&gridscope_algorithms::registry()))
            .expect_err("too large");
        is_clear(name, &error);
        assert!(error.to_string().contains("100000"), "{error}");
        let error =
            read_bytes("it", &write(name, &of(2, 2)).bytes, &Options::with_registry(&gridscope_algorithms::registry()))
                .expect_err("written only");
        is_clear(name, &error);
        assert!(name != "graphml" || error.found == "GraphML is only written", "{error}");
    }
    let began = std::time::Instant::now();
    assert!(write("graphml", &of(1_000, 100)).bytes.len() < 64 << 20);
    assert!(began.elapsed().as_secs() < 10, "{:?}", began.elapsed());
    // Walls do not count.
    assert!(
        format("dot")
            .write(
                &Scene::new(Grid::new(Size::new(1_001, 100), Tile::Wall)),
                &Options::with_registry(&gridscope_algorithms::registry())
            )
            .is_ok()
    );
}

#[test]
fn losses_of_graph_files_are_named() {
    let mut scene = row(&[Tile::Floor, Tile::Swamp, Tile::Wall]);
    scene.set_weight(Cell::new(0, 0), Weight::from(2));
    scene.actors = vec![Actor::new(ActorKind::Lamp, Cell::new(0, 0))];
    let lost = |name: &str| write(name, &scene).lost;
    let weights = "the weights (they are in the costs of arcs)";
    assert_eq!(lost("graphml"), ["1 cell that cannot be entered", weights, "1 lamp"]);
    let kinds = "the kinds of tiles (their costs are in the arcs)";
    assert_eq!(lost("dot"), ["1 cell that cannot be entered", kinds, weights, "1 lamp"]);
}

#[cfg(unix)]
#[test]
fn networkx_and_graphviz_agree() {
    let script =
        |name: &str| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/interchange/foreign").join(name);
    let folder = tempfile::tempdir().expect("a folder");
    let runs = |code: &str| Command::new("python3").args(["-c", code]).output().is_ok_and(|out| out.status.success());
    let run = |script: PathBuf, args: &[String]| {
        let out = Command::new("python3").arg(script).args(args).output().expect("python3");
        let said = format!("{}{}", String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr));
        assert!(out.status.success(), "{said}");
        eprint!("{said}");
    };
    for (name, mut scene) in scenes(0).filter(|(name, _)| ["opens-a-door", "at-any-angle"].contains(&name.as_str())) {
        scene.title = "]]> & \" \\".into();
        let path = |ending: &str| folder.path().join(format!("{name}.{ending}")).display().to_string();
        std::fs::write(path("graphml"), write("graphml", &scene).bytes).expect("a file");
        std::fs::write(path("dot"), write("dot", &scene).bytes).expect("a file");
        let mut args = vec![
            path("graphml"),
            found_by_a_star(&scene).map_or("none".into(), |cost| (cost as f64 / 1e6).to_string()),
        ];
        if let Ok(written) = format("dimacs").write(&scene, &Options::with_registry(&gridscope_algorithms::registry()))
        {
            std::fs::write(path("gr"), written.bytes).expect("a file");
            args.push(path("gr"));
        }
        if runs("import networkx") {
            run(script("graphs.py"), &args);
        } else {
            eprintln!("skipped: networkx is not installed");
        }
        if runs("import shutil, sys; sys.exit(not shutil.which('neato'))") {
            run(script("dot.py"), &[path("dot")]);
        } else {
            eprintln!("skipped: Graphviz is not installed");
        }
    }
}
