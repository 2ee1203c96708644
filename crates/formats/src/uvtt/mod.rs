//! Universal VTT (`.uvtt`, `.dd2vtt`), for virtual tabletops such as Foundry VTT, Fantasy Grounds and Roll20, written only.
//! It holds a picture of the map, and what blocks the view: walls as lines, doors as portals, and lights.
//!
//! - Walls are the outlines of the opaque cells (see [`outlines`]). Positions are in cells from the top left corner.
//! - A door, secret door or shutter is the middle line of its cell, along the wall that it is in. It is a portal, closed or
//!   open.
//! - A lamp that burns is a light.
//!
//! Reading is not offered: walls there are lines between cells, and walls here fill cells.
//!
//! Source: the description of the format by its authors, Megasploot and Moo Man (`Dungeondraft`), and files that they wrote.

mod outlines;

use super::{Format, FormatError, FormatInfo, Keeps, Kept, Options, Written, head, losses, picture};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use gridscope_trace::{Actor, ActorKind, Cell, Dir, Scene, Size, Tile};
use serde::Serialize;
use std::f64::consts::FRAC_PI_2;

/// The Universal VTT format.
#[derive(Debug)]
pub(crate) struct UniversalVtt;

/// Maximum number of cells. Larger maps would have pictures that tabletops cannot show.
const CELLS: usize = 250_000;
/// Maximum number of pixels in the picture.
const PIXELS: usize = 4 << 20;
/// Edge lengths of a cell in the picture, in pixels. The largest is used with which the picture is small enough.
const EDGES: [u32; 4] = [32, 16, 8, 4];
/// Number of bytes at the beginning and at the end of a file in which its fields are looked for.
const ENDS: usize = 32 << 10;
/// How far a lamp throws light if the scene does not say, in cells.
const RADIUS: u32 = 5;

/// A file, with the fields in the order in which other programs write them.
#[derive(Serialize)]
struct File {
    format: f64,
    resolution: Resolution,
    line_of_sight: Vec<Vec<Point>>,
    objects_line_of_sight: [(); 0],
    portals: Vec<Portal>,
    environment: Environment,
    lights: Vec<Light>,
    image: String,
}

#[derive(Serialize)]
struct Resolution {
    map_origin: Point,
    map_size: Cells,
    pixels_per_grid: u32,
}

/// Columns and rows of the map. Other programs write whole numbers here.
#[derive(Serialize)]
struct Cells {
    x: u16,
    y: u16,
}

/// A position in cells.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
struct Point {
    x: f64,
    y: f64,
}

#[derive(Serialize)]
struct Portal {
    position: Point,
    bounds: [Point; 2],
    rotation: f64,
    closed: bool,
    freestanding: bool,
}

#[derive(Serialize)]
struct Environment {
    baked_lighting: bool,
    ambient_light: &'static str,
}

#[derive(Serialize)]
struct Light {
    position: Point,
    range: f64,
    intensity: f64,
    color: &'static str,
    shadows: bool,
}

impl Format for UniversalVtt {
    fn info(&self) -> &FormatInfo {
        static INFO: FormatInfo = FormatInfo::only_written(
            "uvtt",
            "Universal VTT",
            &["uvtt", "dd2vtt"],
            Keeps::of([Kept::Part, Kept::Nothing, Kept::Part, Kept::Nothing, Kept::Nothing]),
        );
        &INFO
    }

    fn recognises(&self, bytes: &[u8]) -> bool {
        // The picture between the fields may be long, and can be anywhere.
        let (first, last) =
            (bytes.get(..ENDS).unwrap_or(bytes), bytes.get(bytes.len().saturating_sub(ENDS)..).unwrap_or(bytes));
        let has = |field: &[u8]| [first, last].iter().any(|part| part.windows(field.len()).any(|word| word == field));
        head(bytes).starts_with(b"{") && has(b"\"pixels_per_grid\"") && has(b"\"map_size\"")
    }

    fn write(&self, scene: &Scene, _: &Options) -> Result<Written, FormatError> {
        FormatError::check_scene("the scene", scene)?;
        let size = scene.size();
        if size.area() > CELLS {
            let found = format!("its map of {size} cells is too large for a tabletop");
            return Err(FormatError::whole("the scene", &found, &format!("at most {CELLS} cells")));
        }
        let file = File {
            format: 0.3,
            resolution: Resolution {
                map_origin: Point { x: 0.0, y: 0.0 },
                map_size: Cells { x: size.width, y: size.height },
                pixels_per_grid: edge(size),
            },
            line_of_sight: outlines::outlines(size, |cell| is_wall(scene, cell)),
            objects_line_of_sight: [],
            portals: size.cells().filter_map(|cell| portal(scene, cell)).collect(),
            environment: Environment { baked_lighting: false, ambient_light: "ffffffff" },
            lights: scene.of_kind(ActorKind::Lamp).filter(|lamp| burns(lamp)).map(light).collect(),
            image: STANDARD.encode(image(scene, edge(size))?),
        };
        let bytes = serde_json::to_vec(&file).map_err(|e| FormatError::whole("the scene", &e.to_string(), ""))?;
        Ok(Written::new(bytes, lost(scene)))
    }
}

/// Returns whether a tile is a portal, and whether it is closed.
const fn portal_of(tile: Tile) -> Option<bool> {
    match tile {
        Tile::Door | Tile::DoorLocked | Tile::SecretDoor | Tile::Shutter => Some(true),
        Tile::DoorOpen | Tile::SecretDoorOpen | Tile::ShutterOpen => Some(false),
        _ => None,
    }
}

/// Returns whether a cell blocks the view for good. Cells off the map do not.
fn is_wall(scene: &Scene, cell: Cell) -> bool {
    scene.tiles.get(cell).is_some_and(|&tile| tile.info().opacity == u8::MAX && portal_of(tile).is_none())
}

/// Returns the portal of a cell.
fn portal(scene: &Scene, cell: Cell) -> Option<Portal> {
    let closed = portal_of(*scene.tiles.get(cell)?)?;
    // The line runs along the wall: to the sides on which there is more of it. Off the map counts as wall.
    let blocks = |dir: Dir| match cell.step(dir, scene.size()).and_then(|next| scene.tiles.get(next)) {
        Some(&tile) => is_blocked(tile),
        None => true,
    };
    let beside = [Dir::W, Dir::E].into_iter().filter(|&dir| blocks(dir)).count();
    let above_and_below = [Dir::N, Dir::S].into_iter().filter(|&dir| blocks(dir)).count();
    let [x, y] = cell.middle();
    let (dx, dy) = if above_and_below > beside { (0.0, 0.5) } else { (0.5, 0.0) };
    Some(Portal {
        position: Point { x, y },
        bounds: [Point { x: x - dx, y: y - dy }, Point { x: x + dx, y: y + dy }],
        rotation: if dy > 0.0 { FRAC_PI_2 } else { 0.0 },
        closed,
        freestanding: false,
    })
}

/// Returns whether a tile can be part of the wall that a door is in.
fn is_blocked(tile: Tile) -> bool {
    !tile.is_walkable() || portal_of(tile).is_some()
}

fn burns(lamp: &Actor) -> bool {
    lamp.lit().unwrap_or(true)
}

fn light(lamp: &Actor) -> Light {
    let [x, y] = lamp.at.middle();
    let range = lamp.radius().unwrap_or(RADIUS).into();
    Light { position: Point { x, y }, range, intensity: 1.0, color: "ffffe0b0", shadows: true }
}

/// Returns the edge length of a cell in the picture, in pixels.
fn edge(size: Size) -> u32 {
    let fits = |&edge: &u32| size.area().saturating_mul(edge as usize).saturating_mul(edge as usize) <= PIXELS;
    EDGES.into_iter().find(fits).unwrap_or(4)
}

/// Returns the picture of the map as a PNG file.
fn image(scene: &Scene, edge: u32) -> Result<Vec<u8>, FormatError> {
    let (width, height) = (u32::from(scene.size().width), u32::from(scene.size().height));
    let mut rgba = Vec::new();
    for row in scene.tiles.rows() {
        let line: Vec<u8> = row.iter().flat_map(|&tile| pixel(tile).repeat(edge as usize)).collect();
        (0..edge).for_each(|_| rgba.extend_from_slice(&line));
    }
    picture::encode(width.saturating_mul(edge), height.saturating_mul(edge), &rgba)
}

/// Returns the pixels' colour of a tile: red, green, blue, alpha.
fn pixel(tile: Tile) -> [u8; 4] {
    let [red, green, blue] = tile.info().colour;
    [red, green, blue, if tile == Tile::Void { 0 } else { 255 }]
}

/// Lists what the file cannot hold.
fn lost(scene: &Scene) -> Vec<String> {
    let mut lost: Vec<String> = losses::title(scene).into_iter().collect();
    let count = |is: fn(Tile) -> bool| scene.tiles.as_slice().iter().filter(|&&tile| is(tile)).count();
    let clear = count(|tile| tile == Tile::Window);
    let one_way = count(|tile| tile.info().sight.is_some());
    let locks = count(|tile| tile == Tile::DoorLocked);
    let secret_doors = count(|tile| matches!(tile, Tile::SecretDoor | Tile::SecretDoorOpen));
    let shutters = count(|tile| matches!(tile, Tile::Shutter | Tile::ShutterOpen));
    let others = count(|tile| {
        let plain = matches!(tile, Tile::Floor | Tile::Wall | Tile::Window);
        !plain && portal_of(tile).is_none() && tile.info().sight.is_none()
    });
    for (n, one, many) in [
        (clear, "window that cannot be passed (it has no line)", "windows that cannot be passed (they have no lines)"),
        (one_way, "one-way window (it is a wall)", "one-way windows (they are walls)"),
        (locks, "lock of a door", "locks of doors"),
        (secret_doors, "secret door (it is a door)", "secret doors (they are doors)"),
        (shutters, "shutter (it is a door)", "shutters (they are doors)"),
        (
            others,
            "cell of another tile (it is in the picture only)",
            "cells of other tiles (they are in the picture only)",
        ),
    ] {
        if n > 0 {
            lost.push(format!("{n} {}", if n == 1 { one } else { many }));
        }
    }
    lost.extend(losses::weights(scene));
    lost.extend(losses::beside_the_map(scene));
    lost.extend(losses::actors(scene, |actor| actor.kind == ActorKind::Lamp && burns(actor)));
    lost
}
