//! MovingAI maps (`.map`) and scenarios (`.scen`), for reading and writing.
//!
//! Source: Nathan Sturtevant, *Benchmarks for Grid-Based Pathfinding*, 2012. Letters: `.` and `G` ground, `@` and `O`
//! out of bounds, `T` trees, `S` swamp, `W` water. The [`Dialect`] sets which of `S W T` are walkable. The path lengths
//! in the benchmark's scenarios ignore terrain costs. A map is therefore read with octile costs and `terrain-costs`
//! off.
//!
//! Writing a map in the dialect it was read with gives the same letters, except that `G` becomes `.` and `O` becomes
//! `@`. A note reports this when the map is read.

use super::{Beside, Format, FormatError, FormatInfo, Keeps, Kept, Loaded, Options, Written, head, lines, utf8};
use gridscope_trace::scene::{RunSpec, Scene};
use gridscope_trace::terrain::{Tile, Walk};
use gridscope_trace::{Cell, Grid, Size};
use std::fmt::Write as _;

/// Letters that are walkable in addition to `.` and `G`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dialect {
    /// Whether `S` is walkable. In the benchmark's own maps it is.
    pub swamp: bool,
    /// Whether `W` is walkable.
    pub water: bool,
    /// Whether `T` is walkable.
    pub trees: bool,
}

impl Default for Dialect {
    /// Returns the benchmark's dialect: `.`, `G` and `S` are walkable, `W` and `T` are not.
    fn default() -> Self {
        Self { swamp: true, water: false, trees: false }
    }
}

impl Dialect {
    /// Returns the tile of a letter. A letter that is not walkable becomes a blocked tile: water becomes a window (it
    /// can be seen through), swamp becomes a crate. Trees that are walkable become bushes.
    fn tile(self, letter: char) -> Option<Tile> {
        Some(match letter {
            '.' | 'G' => Tile::Floor,
            '@' | 'O' => Tile::Wall,
            'T' if self.trees => Tile::Bush,
            'T' => Tile::Tree,
            'S' if self.swamp => Tile::Swamp,
            'S' => Tile::Crate,
            'W' if self.water => Tile::Water,
            'W' => Tile::Window,
            _ => return None,
        })
    }

    /// Returns whether a tile is walkable once it was written as a letter and read again.
    pub(crate) fn is_walkable(self, tile: Tile) -> bool {
        self.tile(self.letter(tile).0).is_some_and(|tile| tile.info().walk == Walk::Yes)
    }

    /// Returns the letter of a tile, and whether reading that letter gives the same tile.
    fn letter(self, tile: Tile) -> (char, bool) {
        let own = match tile {
            Tile::Floor => '.',
            Tile::Wall => '@',
            Tile::Tree | Tile::Bush => 'T',
            Tile::Swamp | Tile::Crate => 'S',
            Tile::Water | Tile::Window => 'W',
            _ if tile.is_walkable() => '.',
            _ => '@',
        };
        if self.tile(own) == Some(tile) {
            return (own, true);
        }
        (if tile.is_walkable() { '.' } else { '@' }, false)
    }
}

/// The MovingAI format.
#[derive(Debug)]
pub(crate) struct MovingAi;

impl Format for MovingAi {
    fn info(&self) -> &FormatInfo {
        static INFO: FormatInfo = FormatInfo::new(
            "movingai",
            "MovingAI map",
            &["map"],
            Keeps::of([Kept::Part, Kept::Nothing, Kept::Nothing, Kept::Nothing, Kept::Nothing]),
        );
        &INFO
    }

    fn recognises(&self, bytes: &[u8]) -> bool {
        let head = head(bytes);
        head.starts_with(b"type ") || is_header_without_type(head)
    }

    fn read(&self, name: &str, bytes: &[u8], options: &Options, _: &mut Beside) -> Result<Loaded, FormatError> {
        let text = utf8(name, bytes)?;
        if lists_searches(text) {
            let found = "this lists searches and holds no map";
            return Err(FormatError::whole(name, found, "a map; the searches of a .scen file open by --row"));
        }
        let mut all =
            lines(text).enumerate().map(|(i, l)| (i.saturating_add(1), l)).skip_while(|(_, l)| l.trim().is_empty());
        let (size, header_end) = header(name, &mut all)?;
        let mut tiles = Grid::new(size, Tile::Wall);
        // Robots work at the letters E and S of a map that has an E.
        let has_stations = text.lines().skip(header_end).any(|row| row.contains(EMITTER));
        let mut stations = 0_u64;
        let mut folded_g = 0u64;
        let mut folded_o = 0u64;
        let mut last = header_end;
        for y in 0..size.height {
            let Some((number, row)) = all.next().filter(|(_, row)| !row.trim().is_empty()) else {
                let found = format!("the map ends after {y} rows");
                return Err(FormatError::at(
                    name,
                    last.saturating_add(1),
                    None,
                    &found,
                    &format!("{} rows", size.height),
                ));
            };
            last = number;
            let mut width = 0usize;
            for (x, letter) in row.trim_end().chars().enumerate() {
                let is_station = has_stations && [EMITTER, SERVICE].contains(&letter);
                stations = stations.saturating_add(is_station.into());
                let tile = if is_station { Some(Tile::Floor) } else { options.dialect.tile(letter) };
                let Some(tile) = tile else {
                    let found = format!("the letter {letter:?} stands for nothing");
                    return Err(FormatError::at(
                        name,
                        number,
                        Some(x.saturating_add(1)),
                        &found,
                        "one of . G @ O T S W",
                    ));
                };
                width = x.saturating_add(1);
                if width <= size.width as usize {
                    tiles.set(Cell::new(x as u16, y), tile);
                }
                folded_g = folded_g.saturating_add(u64::from(letter == 'G'));
                folded_o = folded_o.saturating_add(u64::from(letter == 'O'));
            }
            if width != size.width as usize {
                let found = format!("the row has {width} cells");
                return Err(FormatError::at(name, number, None, &found, &format!("{} as the header says", size.width)));
            }
        }
        let mut notes = Vec::new();
        match all.find(|(_, l)| !l.trim().is_empty()) {
            Some((_, line)) if line.starts_with("type ") => {
                notes.push("Another map follows in the file. It is not read.".to_owned());
            }
            Some((number, _)) => {
                let found = "there is more after the last row";
                return Err(FormatError::at(name, number, None, found, &format!("{} rows", size.height)));
            }
            None => {}
        }
        if folded_g > 0 {
            let is = if folded_g == 1 { "cell of ground written G is" } else { "cells of ground written G are" };
            notes.push(format!("{folded_g} {is} floor, as those written with a dot."));
        }
        if folded_o > 0 {
            let is = if folded_o == 1 { "cell written O is" } else { "cells written O are" };
            notes.push(format!("{folded_o} {is} wall, as those written @."));
        }
        if stations > 0 {
            notes.push(format!("{stations} cells written E or S, where robots work, are floor."));
        }
        let mut scene = Scene::new(tiles);
        scene.run = run();
        Ok(Loaded::new(scene, self.name(), notes))
    }

    fn write(&self, scene: &Scene, options: &Options) -> Result<Written, FormatError> {
        let size = scene.size();
        let mut text = format!("type octile\nheight {}\nwidth {}\nmap\n", size.height, size.width);
        let mut changed = std::collections::BTreeMap::new();
        for row in scene.tiles.rows() {
            for &tile in row {
                let (letter, exact) = options.dialect.letter(tile);
                text.push(letter);
                if !exact {
                    changed.entry(tile).and_modify(|count: &mut u64| *count = count.saturating_add(1)).or_insert(1_u64);
                }
            }
            text.push('\n');
        }
        let mut lost: Vec<String> = changed
            .into_iter()
            .map(|(tile, n)| format!("{n} × {tile} (written {})", options.dialect.letter(tile).0))
            .collect();
        if scene.known.is_some() {
            lost.push("the known mask".into());
        }
        lost.extend(super::losses::rest(scene, &run()));
        if scene.weights.is_some() {
            lost.push("the weights".into());
        }
        lost.extend(super::losses::actors(scene, |_| false));
        if !scene.title.is_empty() {
            lost.push("the title".into());
        }
        Ok(Written::new(text.into_bytes(), lost))
    }
}

/// Letters of the maps of the League of Robot Runners: where tasks begin, and where they end.
const EMITTER: char = 'E';
const SERVICE: char = 'S';

/// Returns the run for a map: the settings of the benchmark.
pub(crate) fn run() -> RunSpec {
    let mut run = RunSpec::default();
    run.params.set("costs", "octile");
    run.params.set("terrain-costs", false);
    run
}

/// Returns whether a text begins with a height, a width and `map`. Some programs leave the type out, which is always `octile`.
fn is_header_without_type(head: &[u8]) -> bool {
    let mut lines = head.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let sizes = [lines.next(), lines.next()];
    let has = |name: &[u8]| sizes.iter().flatten().any(|line| line.starts_with(name));
    has(b"height ") && has(b"width ") && lines.next() == Some(b"map")
}

/// Reads `type`, `height`, `width` and `map`. Height and width may come in either order. Returns the checked size and
/// the line number of `map`.
fn header<'a>(name: &str, lines: &mut impl Iterator<Item = (usize, &'a str)>) -> Result<(Size, usize), FormatError> {
    let mut width = None;
    let mut height = None;
    let mut last = 0;
    for (number, line) in lines {
        last = number;
        let mut words = line.split_whitespace();
        let (key, value) = (words.next().unwrap_or(""), words.next());
        let count = |value: Option<&str>| {
            value.and_then(|v| v.parse::<u64>().ok()).ok_or_else(|| {
                let found = format!("{key} is {:?}", value.unwrap_or(""));
                FormatError::at(name, number, None, &found, "a whole number of cells")
            })
        };
        match key {
            "type" if value == Some("octile") => {}
            "type" => {
                let found = format!("the type is {:?}", value.unwrap_or(""));
                return Err(FormatError::at(name, number, None, &found, "octile"));
            }
            "height" => height = Some(count(value)?),
            "width" => width = Some(count(value)?),
            "map" => {
                let (Some(width), Some(height)) = (width, height) else {
                    let found = "the header gives no height or no width";
                    return Err(FormatError::at(name, number, None, found, "height and width before map"));
                };
                return Size::checked(width, height)
                    .map(|size| (size, number))
                    .map_err(|e| FormatError::at(name, number, None, &e.to_string(), ""));
            }
            _ => {
                let found = format!("the header says {line:?}");
                return Err(FormatError::at(name, number, None, &found, "type, height, width or map"));
            }
        }
    }
    Err(FormatError::at(name, last, None, "the header ends without `map`", "type, height, width and map"))
}

/// A row of a scenario: a search with the length of its shortest path.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// Bucket of the row: the length divided by four.
    pub bucket: u32,
    /// File name of the map, as written in the scenario.
    pub map: String,
    /// Width of the map, in cells.
    pub width: u16,
    /// Height of the map, in cells.
    pub height: u16,
    /// Start cell of the search.
    pub start: Cell,
    /// Goal cell of the search.
    pub goal: Cell,
    /// Length of a shortest path. Straight steps count 1, diagonal steps √2, and corner cutting is not allowed.
    pub length: f64,
}

/// How a length that was found compares with that of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Equal, up to the few decimals of scenarios.
    Exact,
    /// Longer.
    TooLong,
    /// Shorter.
    TooShort,
}

impl Row {
    /// Compares a length with that of the row. The lengths in scenarios have few decimals.
    pub fn verdict(&self, got: f64) -> Verdict {
        let slack = 0.02 + 2e-6 * self.length;
        match got - self.length {
            off if off > slack => Verdict::TooLong,
            off if off < -slack => Verdict::TooShort,
            _ => Verdict::Exact,
        }
    }

    /// Checks that the row, in this line of the scenario `name`, belongs to a map.
    ///
    /// # Errors
    /// Returns an error if the map has another size, or if the start or the goal is outside it.
    pub fn fits(&self, name: &str, line: usize, map: &str, size: Size) -> Result<(), FormatError> {
        let off = |found: &str, expected: &str| Err(FormatError::at(name, line, None, found, expected));
        if (self.width, self.height) != (size.width, size.height) {
            let found = format!("the row is for a map of {} × {} cells", self.width, self.height);
            return off(&found, &format!("{size}, the size of {map}"));
        }
        for (what, at) in [("start", self.start), ("goal", self.goal)] {
            if !size.contains(at) {
                return off(&format!("the {what} {at} is outside {map}"), &format!("a cell of its {size} cells"));
            }
        }
        Ok(())
    }
}

/// Returns the line number of each row of a scenario, from 1. Skips blank lines and the header.
pub fn line_numbers(text: &str) -> impl Iterator<Item = usize> {
    text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty()).map(|(_, number)| number).skip(1)
}

/// Returns whether a text begins like a scenario.
pub(crate) fn lists_searches(text: &str) -> bool {
    let head = lines(text).find(|l| !l.trim().is_empty()).unwrap_or("");
    matches!(head.trim(), "version 1" | "version 1.0")
}

/// Reads a scenario.
///
/// # Errors
/// Returns an error that names the source, the line and what was expected, if a row is not valid.
pub fn read_scen(name: &str, text: &str) -> Result<Vec<Row>, FormatError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut rows = Vec::new();
    let mut lines =
        lines(text).enumerate().map(|(i, l)| (i.saturating_add(1), l)).filter(|(_, l)| !l.trim().is_empty());
    let (number, head) = lines.next().unwrap_or((1, ""));
    if !lists_searches(text) {
        return Err(FormatError::at(name, number, None, &format!("the file begins {head:?}"), "version 1"));
    }
    for (number, line) in lines {
        rows.push(scen_row(name, number, line)?);
    }
    Ok(rows)
}

fn scen_row(name: &str, number: usize, line: &str) -> Result<Row, FormatError> {
    // Map names may contain spaces if the columns are separated by tabs.
    let words: Vec<&str> =
        if line.contains('\t') { line.split('\t').map(str::trim).collect() } else { line.split_whitespace().collect() };
    let what = ["bucket", "map", "width", "height", "start x", "start y", "goal x", "goal y", "length"];
    let &[bucket, map, width, height, x, y, goal_x, goal_y, length] = words.as_slice() else {
        let found = format!("the row has {} columns", words.len());
        return Err(FormatError::at(name, number, None, &found, &format!("nine: {}", what.join(", "))));
    };
    let wrong = |what: &str, word: &str, expected: &str| {
        FormatError::at(name, number, None, &format!("{what} is {word:?}"), expected)
    };
    let side =
        |what: &str, word: &str| word.parse::<u16>().map_err(|_| wrong(what, word, "a whole number from 0 to 65535"));
    let long: f64 = length.parse().map_err(|_| wrong("length", length, "a length"))?;
    if !long.is_finite() || long < 0.0 {
        return Err(wrong("length", length, "a length that is finite and not negative"));
    }
    Ok(Row {
        bucket: bucket.parse().map_err(|_| wrong("bucket", bucket, "a whole number"))?,
        map: map.to_owned(),
        width: side("width", width)?,
        height: side("height", height)?,
        start: Cell::new(side("start x", x)?, side("start y", y)?),
        goal: Cell::new(side("goal x", goal_x)?, side("goal y", goal_y)?),
        length: long,
    })
}

/// Returns the text of a scenario with these rows.
pub fn write_scen(rows: &[Row]) -> String {
    let mut text = String::from("version 1\n");
    for r in rows {
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}",
            r.bucket, r.map, r.width, r.height, r.start.x, r.start.y, r.goal.x, r.goal.y, r.length
        );
    }
    text
}
