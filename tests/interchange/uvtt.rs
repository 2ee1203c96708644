//! Universal VTT: outlines enclose exactly the walls, and portals lie in the middle of doors.

use crate::support::{format, is_clear, read_sample, scenes};
use base64::Engine as _;
use gridscope_formats::{Options, read_bytes};
use gridscope_trace::{Actor, ActorKind, Cell, Grid, Scene, Size, Tile};
use serde_json::{Value, json};

fn write(scene: &Scene) -> (Value, Vec<String>) {
    let written = format("uvtt").write(scene, &Options::default()).unwrap_or_else(|error| panic!("{error}"));
    (serde_json::from_slice(&written.bytes).expect("JSON"), written.lost)
}

fn point(value: &Value) -> (f64, f64) {
    (value["x"].as_f64().expect("x"), value["y"].as_f64().expect("y"))
}

fn lines(file: &Value) -> Vec<Vec<(f64, f64)>> {
    let all = file["line_of_sight"].as_array().expect("lines");
    all.iter().map(|line| line.as_array().expect("points").iter().map(point).collect()).collect()
}

fn text(rows: &[&str]) -> Scene {
    read_bytes("it", rows.join("\n").as_bytes(), &Options::default()).expect("a map").scene
}

const DOORS: [Tile; 7] = [
    Tile::Door,
    Tile::DoorLocked,
    Tile::SecretDoor,
    Tile::Shutter,
    Tile::DoorOpen,
    Tile::SecretDoorOpen,
    Tile::ShutterOpen,
];

fn is_wall(tile: Tile) -> bool {
    tile.info().opacity == 255 && !DOORS.contains(&tile)
}

/// Asserts that a ray from the middle of each cell to the left crosses the outlines an odd number of times exactly in walls.
fn encloses_the_walls(what: &str, scene: &Scene, file: &Value) {
    let mut crossings = Grid::new(scene.size(), 0_u32);
    for line in lines(file) {
        assert_eq!(line.first(), line.last(), "{what}: closed");
        for (segment, next) in line.windows(2).zip(line.windows(2).cycle().skip(1)) {
            let [(x, y), (to_x, to_y)] = [segment[0], segment[1]];
            assert!((x == to_x) != (y == to_y), "{what}: straight and not empty");
            let turns = (x == to_x) != (next[0].0 == next[1].0);
            assert!(turns, "{what}: segments in one line are one");
            if x == to_x {
                for row in y.min(to_y) as u16..y.max(to_y) as u16 {
                    for column in x as u16..scene.size().width {
                        crossings[Cell::new(column, row)] += 1;
                    }
                }
            }
        }
    }
    for cell in scene.size().cells() {
        assert_eq!(crossings[cell] % 2 == 1, is_wall(scene.tiles[cell]), "{what}: {cell}");
    }
}

#[test]
fn uvtt_has_outlines_portals_and_lights_of_scenes() {
    for (name, scene) in scenes(100).filter(|(_, scene)| scene.size().area() < 250) {
        let (file, lost) = write(&scene);
        assert_eq!(file["format"], json!(0.3));
        let size = scene.size();
        assert_eq!(file["resolution"]["map_size"], json!({ "x": size.width, "y": size.height }));
        encloses_the_walls(&name, &scene, &file);
        let doors: Vec<Cell> = scene.size().cells().filter(|&cell| DOORS.contains(&scene.tiles[cell])).collect();
        let portals = file["portals"].as_array().expect("portals");
        assert_eq!(portals.len(), doors.len(), "{name}");
        for (portal, cell) in portals.iter().zip(doors) {
            let [x, y] = cell.middle();
            assert_eq!(point(&portal["position"]), (x, y), "{name}: in a door, so in no wall");
            let [from, to] = [&portal["bounds"][0], &portal["bounds"][1]].map(point);
            assert_eq!((f64::midpoint(from.0, to.0), f64::midpoint(from.1, to.1)), (x, y), "{name}");
            assert_eq!((to.0 - from.0) + (to.1 - from.1), 1.0, "{name}: one cell long");
            assert_eq!(portal["closed"], DOORS[..4].contains(&scene.tiles[cell]), "{name}");
        }
        let lamps: Vec<&Actor> = scene.of_kind(ActorKind::Lamp).filter(|lamp| lamp.lit() != Some(false)).collect();
        let lights = file["lights"].as_array().expect("lights");
        assert!(
            lights.iter().map(|light| point(&light["position"])).eq(lamps.iter().map(|lamp| lamp.at.middle().into()))
        );
        let windows = scene.tiles.as_slice().contains(&Tile::Window);
        assert_eq!(lost.iter().any(|lost| lost.contains("cannot be passed")), windows, "{name}: {lost:?}");
    }
}

#[test]
fn door_portal_lies_along_its_wall_without_gaps() {
    let (file, _) = write(&text(&["#####", "#.#.#", "#.+.#", "#+###", "#...#", "#####"]));
    let portals = file["portals"].as_array().expect("portals");
    let bounds = |k: usize| [&portals[k]["bounds"][0], &portals[k]["bounds"][1]].map(point);
    assert_eq!((bounds(0), &portals[0]["rotation"]), ([(2.5, 2.0), (2.5, 3.0)], &json!(std::f64::consts::FRAC_PI_2)));
    assert_eq!((bounds(1), &portals[1]["rotation"]), ([(1.0, 3.5), (2.0, 3.5)], &json!(0.0)));
    // Each end of a portal is on an edge of a wall: no gap is left beside a door.
    for end in (0..2).flat_map(bounds) {
        let on = |pair: &[(f64, f64)]| {
            let between = |value: f64, a: f64, b: f64| a.min(b) <= value && value <= a.max(b);
            between(end.0, pair[0].0, pair[1].0) && between(end.1, pair[0].1, pair[1].1)
        };
        assert!(lines(&file).iter().any(|line| line.windows(2).any(on)), "{end:?}");
    }
}

#[test]
fn walls_touching_at_a_corner_keep_separate_outlines() {
    let (file, lost) = write(&text(&["#.", ".#"]));
    assert_eq!(
        lines(&file),
        [
            vec![(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.0, 0.0)],
            vec![(1.0, 1.0), (2.0, 1.0), (2.0, 2.0), (1.0, 2.0), (1.0, 1.0)],
        ]
    );
    assert_eq!(lost, [""; 0]);
    // A ring has an outline outside and one inside.
    let ring = write(&text(&["###", "#.#", "###"])).0;
    assert_eq!(lines(&ring).iter().map(Vec::len).collect::<Vec<_>>(), [5, 5]);
    let nothing = write(&text(&["..", ".."])).0;
    assert_eq!(lines(&nothing).len(), 0);
}

#[test]
fn the_picture_has_the_colours_of_the_tiles() {
    let scene = read_sample("movingai/room.map").expect("a map").scene;
    let (file, _) = write(&scene);
    let bytes =
        base64::engine::general_purpose::STANDARD.decode(file["image"].as_str().expect("text")).expect("base64");
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().expect("a picture");
    let mut data = vec![0; reader.output_buffer_size().expect("a size")];
    let frame = reader.next_frame(&mut data).expect("a picture");
    let edge = file["resolution"]["pixels_per_grid"].as_u64().expect("a number") as usize;
    assert_eq!((frame.width as usize, frame.height as usize), (8 * edge, 6 * edge));
    for cell in scene.size().cells() {
        let at = (usize::from(cell.y) * edge + edge / 2) * 8 * edge + usize::from(cell.x) * edge + edge / 2;
        assert_eq!(data[at * 4..at * 4 + 3], scene.tiles[cell].info().colour, "{cell}");
    }
}

#[test]
fn lights_have_the_radius_of_their_lamps() {
    let mut scene = text(&["...."]);
    for (x, radius, lit) in [(0, Some(3), None), (1, None, Some(true)), (2, Some(9), Some(false))] {
        let mut lamp = Actor::new(ActorKind::Lamp, Cell::new(x, 0));
        lamp.set_radius(radius);
        lamp.set_lit(lit);
        scene.actors.push(lamp);
    }
    let (file, lost) = write(&scene);
    let ranges: Vec<_> = file["lights"].as_array().expect("lights").iter().map(|light| &light["range"]).collect();
    assert_eq!(ranges, [&json!(3.0), &json!(5.0)]);
    assert_eq!(lost, ["1 lamp"]);
}

#[test]
fn large_maps_are_refused_and_pictures_stay_small() {
    let of = |side| Scene::new(Grid::new(Size::new(side, side), Tile::Wall));
    is_clear("a large map", &format("uvtt").write(&of(600), &Options::default()).expect_err("too large"));
    for (side, edge) in [(20, 32), (65, 16)] {
        assert_eq!(write(&of(side)).0["resolution"]["pixels_per_grid"], json!(edge), "{side}");
    }
}

#[test]
fn uvtt_files_are_refused_as_written_only() {
    let own = format("uvtt").write(&text(&["#."]), &Options::default()).expect("a file").bytes;
    let own = read_bytes("a.uvtt", &own, &Options::default()).expect_err("written only");
    for error in [own, read_sample("tabletop/room.dd2vtt").expect_err("written only")] {
        is_clear("Universal VTT", &error);
        assert!(error.to_string().contains("Universal VTT is only written; expected a file that is read"), "{error}");
    }
    let mut scene = text(&["#."]);
    scene.notes = r#""pixels_per_grid" "map_size""#.into();
    let bytes = format("scene-json").write(&scene, &Options::default()).expect("a scene").bytes;
    assert!(read_bytes("it", &bytes, &Options::default()).is_ok(), "a scene about such files");
}
