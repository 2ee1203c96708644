//! Maps of ROS (`map_server`): a `.yaml` with the settings, and a picture (`.pgm` or `.png`) with the occupancy of each
//! cell.
//!
//! Source: the documentation of `map_server` and `nav2_map_server`. The first row of the picture is the top of the map.
//! The occupancy of a cell is p = (255 − v) / 255, or v / 255 if `negate` is set. A cell with p above `occupied_thresh`
//! is a wall, with p below `free_thresh` it is floor, and any other is unknown.

mod pgm;
mod picture;
mod settings;

use self::picture::Picture;
use self::settings::{Mode, Settings};
use super::plain::{format_count, plain};
use super::{Beside, Format, FormatError, FormatInfo, Keeps, Kept, Loaded, Options, Written, losses, utf8};
use gridscope_trace::scene::{ActorKind, RunSpec, Scene};
use gridscope_trace::{Grid, Tile};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The format of maps of ROS.
#[derive(Debug)]
pub(crate) struct Ros;

/// Number of bytes in which the settings are looked for.
const HEAD: usize = 64 << 10;
/// Values of pixels that are written, as `map_saver` writes them.
const FREE: u8 = 254;
const OCCUPIED: u8 = 0;
const UNKNOWN: u8 = 205;
/// Thresholds that are written. With them a pixel of 205 is unknown.
const OCCUPIED_THRESHOLD: f64 = 0.65;
const FREE_THRESHOLD: f64 = 0.196;

impl Format for Ros {
    fn info(&self) -> &FormatInfo {
        static INFO: FormatInfo = FormatInfo::new(
            "ros",
            "ROS map",
            &["yaml"],
            Keeps::of([Kept::Part, Kept::Nothing, Kept::Nothing, Kept::Part, Kept::Nothing]),
        );
        &INFO
    }

    fn recognises(&self, bytes: &[u8]) -> bool {
        let head = bytes.get(..HEAD).unwrap_or(bytes);
        let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
        let indents = |key: &str| -> Vec<usize> {
            let indent = |line: &[u8]| {
                let text = line.trim_ascii_start();
                let rest = text.strip_prefix(b"\"").unwrap_or(text).strip_prefix(key.as_bytes())?;
                let rest = rest.strip_prefix(b"\"").unwrap_or(rest).trim_ascii_start();
                rest.starts_with(b":").then(|| line.len().saturating_sub(text.len()))
            };
            head.split(|&b| b == b'\n').filter_map(indent).collect()
        };
        // All names of the settings are indented alike.
        let resolutions = indents("resolution");
        indents("image").iter().any(|indent| resolutions.contains(indent))
    }

    fn read(&self, name: &str, bytes: &[u8], _: &Options, beside: &mut Beside) -> Result<Loaded, FormatError> {
        let settings = Settings::read(name, utf8(name, bytes)?)?;
        let file = read_picture(&settings.image, beside).map_err(|(why, expected)| {
            let found = format!("the picture that `image` names was not read: {why}");
            FormatError::whole(name, &found, &expected)
        })?;
        let picture = Picture::read(&format!("{name}, its picture"), &file, settings.mode == Mode::Trinary)?;
        let (scene, notes) = scene(&settings, &picture);
        Ok(Loaded::new(scene, self.name(), notes))
    }

    fn write(&self, scene: &Scene, options: &Options) -> Result<Written, FormatError> {
        FormatError::check_scene("the scene", scene)?;
        let resolution = options.write.resolution;
        if !(resolution.is_finite() && resolution > 0.0) {
            let found = format!("a cell of {resolution} m");
            return Err(FormatError::whole("the scene", &found, "--resolution with a number above 0"));
        }
        let pixels: Vec<u8> = scene.size().cells().map(|at| pixel(scene, at)).collect();
        let picture = format!("{}.pgm", options.stem());
        // A text of JSON is also a text of YAML.
        let plain = picture.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.'));
        let image = if plain { picture.clone() } else { serde_json::Value::from(picture.as_str()).to_string() };
        let mut text = format!(
            "image: {image}\nmode: trinary\nresolution: {resolution}\norigin: [0.0, 0.0, 0.0]\nnegate: 0\n\
             occupied_thresh: {OCCUPIED_THRESHOLD}\nfree_thresh: {FREE_THRESHOLD}\n"
        );
        text.push_str(&places(scene, resolution));
        let mut output = Written::new(text.into_bytes(), lost_parts(scene));
        output.beside.push((picture, pgm::write(scene.size(), &pixels)));
        Ok(output)
    }
}

/// Reads the picture that `image` names.
///
/// # Errors
/// Returns why it was not read, and what was expected. If its plain name is beside the map, that name is expected.
fn read_picture(image: &str, beside: &mut Beside) -> Result<Vec<u8>, (String, String)> {
    const ENDINGS: [&str; 2] = ["pgm", "png"];
    beside.read("", image, &ENDINGS).map_err(|why| {
        let plain_name = image.rsplit(['/', '\\', ':']).next().unwrap_or(image);
        let is_beside = plain_name != image && beside.read("", plain_name, &ENDINGS).is_ok();
        let expected = if is_beside {
            format!("`image: {}`, the picture beside the map", plain(plain_name))
        } else {
            "the plain name of a picture (.pgm or .png) beside the map".into()
        };
        (why, expected)
    })
}

/// Returns the scene of a picture, and notes about what is not in it.
fn scene(settings: &Settings, picture: &Picture) -> (Scene, Vec<String>) {
    let size = picture.size;
    let mut scene = Scene::new(Grid::new(size, Tile::Floor));
    let (mut between, mut unknown_as_free) = (0_usize, 0_usize);
    for (index, at) in size.cells().enumerate() {
        let (shade, is_opaque) = picture.at(index);
        let known = match settings.occupancy(shade, is_opaque) {
            Some(p) if p > settings.occupied => {
                scene.tiles.set(at, Tile::Wall);
                true
            }
            Some(p) if p < settings.free => {
                unknown_as_free =
                    unknown_as_free.saturating_add(usize::from(!settings.negate && shade == f64::from(UNKNOWN)));
                true
            }
            Some(_) => {
                between = between.saturating_add(1);
                settings.mode != Mode::Trinary
            }
            None => false,
        };
        if !known {
            scene.known.get_or_insert_with(|| Grid::new(size, true)).set(at, false);
        }
    }
    let mut notes = settings.notes();
    if unknown_as_free > 0 && settings.mode != Mode::Raw {
        notes.push(format!(
            "{} of {UNKNOWN} read as free, because free_thresh is {}. Older map savers wrote unknown cells so: with \
             free_thresh {FREE_THRESHOLD} they are unknown.",
            format_count(unknown_as_free, "pixel"),
            settings.free
        ));
    }
    if between > 0 && settings.mode != Mode::Trinary {
        notes.push(format!("{} between free and occupied are floor.", format_count(between, "cell")));
    }
    if picture.has_rest {
        notes.push("There are bytes after the last pixel of the picture; they were not read.".into());
    }
    if picture.averages_alpha {
        notes.push("The transparency of the picture counts as a fourth colour, as in map_server.".into());
    }
    (scene, notes)
}

fn pixel(scene: &Scene, at: gridscope_trace::geometry::Cell) -> u8 {
    if scene.known.as_ref().is_some_and(|known| known.get(at) == Some(&false)) {
        return UNKNOWN;
    }
    if scene.tiles.get(at).is_some_and(|tile| tile.is_walkable()) { FREE } else { OCCUPIED }
}

/// Returns comments with the places of starts and goals in metres. The origin is the bottom left corner.
fn places(scene: &Scene, resolution: f64) -> String {
    let mut text = String::new();
    let height = f64::from(scene.size().height);
    for actor in &scene.actors {
        let what = match actor.kind {
            ActorKind::Guard | ActorKind::Thief | ActorKind::Explorer => "start",
            ActorKind::Goal => "goal",
            _ => continue,
        };
        let [x, y] = actor.at.middle();
        let (x, y) = (x * resolution, (height - y) * resolution);
        // Writing to a String cannot fail.
        let _ = writeln!(text, "# {what} ({}): x {x:.3}, y {y:.3}; cell {}", actor.kind.name(), actor.at);
    }
    text
}

/// Lists what the files do not hold.
fn lost_parts(scene: &Scene) -> Vec<String> {
    let mut kinds: BTreeMap<(u8, Tile), usize> = BTreeMap::new();
    for (at, &tile) in scene.size().cells().zip(scene.tiles.as_slice()) {
        let pixel = pixel(scene, at);
        let read = if pixel == OCCUPIED { Tile::Wall } else { Tile::Floor };
        if tile != read {
            kinds.entry((pixel, tile)).and_modify(|count| *count = count.saturating_add(1)).or_insert(1);
        }
    }
    let word = |pixel| match pixel {
        FREE => "free",
        OCCUPIED => "occupied",
        _ => "unknown",
    };
    let mut lost: Vec<String> =
        kinds.into_iter().map(|((pixel, tile), n)| format!("{n} × {tile} (written {})", word(pixel))).collect();
    if scene.known.as_ref().is_some_and(|known| known.as_slice().iter().all(|&known| known)) {
        lost.push("the known mask, in which every cell is known".into());
    }
    if scene.weights.is_some() {
        lost.push("the weights".into());
    }
    if !scene.actors.is_empty() {
        lost.push(format!("{} (starts and goals are comments)", format_count(scene.actors.len(), "actor")));
    }
    lost.extend(losses::rest(scene, &RunSpec::default()));
    if !scene.title.is_empty() {
        lost.push("the title".into());
    }
    lost
}
