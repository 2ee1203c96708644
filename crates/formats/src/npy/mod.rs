//! Arrays of `NumPy` (`.npy`): maps for reading and writing, and a writer for arrays of numbers and for events of a run.
//!
//! Source: the documentation of `numpy.lib.format`. A file is a text with the type and the shape, then the elements. A
//! map has the shape (height, width), so `array[y, x]` is a cell. Pickled objects are never read.

mod elements;
mod events;
mod header;
mod structured;

pub use self::events::{Event, EventWriter, event_names};
pub use self::structured::{Field, FieldKind, Number, StructuredWriter};

use super::cell_texts::{CellTexts, slot};
use super::numbers::{Numbers, costs_of_scene, number_text, of_scene};
use super::tile_mapping::{TileAnswers, TileMeaning};
use super::{ArrayMeaning, Beside, Format, FormatError, FormatInfo, Keeps, Loaded, Options, Written, losses};
use elements::{Elements, Kind};
use gridscope_trace::{Grid, Scene, Tile, Weight};
use header::{Header, MAGIC, header_bytes, shape_of};
use std::io::{self, Write};

/// The format of `NumPy`'s arrays.
#[derive(Debug)]
pub(crate) struct Npy;

impl Format for Npy {
    fn info(&self) -> &FormatInfo {
        static INFO: FormatInfo = FormatInfo {
            is_array: true,
            ..FormatInfo::new("npy", "array of NumPy", &["npy"], Keeps::TILES).keyed(false)
        };
        &INFO
    }

    fn recognises(&self, bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC)
    }

    fn read(&self, name: &str, bytes: &[u8], options: &Options, beside: &mut Beside) -> Result<Loaded, FormatError> {
        if !bytes.starts_with(MAGIC) {
            return Err(FormatError::whole(name, "byte 0: it does not begin as an array of NumPy", "\\x93NUMPY"));
        }
        let header = Header::read(name, bytes)?;
        let elements = Elements::of(name, &header, bytes)?;
        let (scene, mut notes) = if let Kind::Text(_) = elements.kind {
            texts(name, &elements)?.scene(name, elements.size, options)?
        } else {
            of_numbers(name, &elements, options, beside)?
        };
        if elements.behind > 0 {
            notes.push(format!(
                "{} after the array were not read.",
                super::plain::format_count(elements.behind, "byte")
            ));
        }
        Ok(Loaded::new(scene, self.name(), notes))
    }

    fn write(&self, scene: &Scene, options: &Options) -> Result<Written, FormatError> {
        let mut bytes = Vec::new();
        let refuse = |error: io::Error| FormatError::whole("the scene", &error.to_string(), "");
        if let Some(layer) = &options.write.layer {
            write_layer(&mut bytes, layer).map_err(refuse)?;
            let lost = std::iter::once("the tiles".to_owned()).chain(losses::but_tiles(scene)).collect();
            return Ok(Written::new(bytes, lost));
        }
        let meaning = options.write.array.unwrap_or(ArrayMeaning::Tiles);
        let kind = match meaning {
            ArrayMeaning::Free | ArrayMeaning::Wall => "'|b1'",
            ArrayMeaning::Tiles => "'|u1'",
            ArrayMeaning::Occupancy => "'|i1'",
            ArrayMeaning::Cost => cost_kind(scene),
        };
        begin(&mut bytes, kind, &shape_of(&scene.tiles)).map_err(refuse)?;
        let costs = || costs_of_scene(scene);
        match kind {
            "'<f8'" => costs().for_each(|cost| bytes.extend(cost.to_le_bytes())),
            "'<u4'" => costs().for_each(|cost| bytes.extend((cost as u32).to_le_bytes())),
            _ if meaning == ArrayMeaning::Cost => bytes.extend(costs().map(|cost| cost as u8)),
            _ => bytes.extend(of_scene(scene, meaning).map(i8::cast_unsigned)),
        }
        let mut lost = Vec::new();
        if meaning != ArrayMeaning::Tiles {
            lost.extend(kinds_lost(scene));
        }
        match meaning {
            ArrayMeaning::Occupancy => {
                lost.extend(unknown_tiles_lost(scene));
                lost.extend(scene.weights.is_some().then(|| "the weights".into()));
                lost.extend(losses::but_cells(scene));
            }
            ArrayMeaning::Cost => {
                lost.extend(weights_lost(scene));
                lost.extend(scene.known.is_some().then(|| "the known mask".into()));
                lost.extend(losses::but_cells(scene));
            }
            _ => lost.extend(losses::but_tiles(scene)),
        }
        let mut file = Written::new(bytes, lost);
        if meaning == ArrayMeaning::Tiles {
            file.beside.push((names_beside(options), tile_numbers().to_json().into_bytes()));
        }
        Ok(file)
    }
}

/// Returns the name of the file with the names of the tiles beside an array: `room.tiles.json` for `room.npy`.
fn names_beside(options: &Options) -> String {
    format!("{}.tiles.json", options.stem())
}

/// Returns the name of each tile by its number in a written array.
fn tile_numbers() -> TileAnswers {
    let mut names = TileAnswers::default();
    for &tile in Tile::ALL {
        names.set(&(tile as u8).to_string(), TileMeaning::plain(tile));
    }
    names
}

/// Returns a phrase about the kinds of tile, if the scene has other tiles than floor and wall.
fn kinds_lost(scene: &Scene) -> Option<String> {
    let others = scene.tiles.as_slice().iter().filter(|tile| !matches!(tile, Tile::Floor | Tile::Wall)).count();
    (others > 0).then(|| format!("the kinds of {}", super::plain::format_count(others, "tile")))
}

/// Returns the type of an array of costs: whole numbers if all are.
fn cost_kind(scene: &Scene) -> &'static str {
    let (mut whole, mut highest) = (true, 0.0_f64);
    for cost in costs_of_scene(scene) {
        (whole, highest) = (whole && cost.fract() == 0.0, highest.max(cost));
    }
    match whole {
        false => "'<f8'",
        true if highest > 255.0 => "'<u4'",
        true => "'|u1'",
    }
}

/// Returns a phrase about weights that an array of costs cannot hold: those of cells that cannot be walked on, and 1.
fn weights_lost(scene: &Scene) -> Option<String> {
    let weighted = scene.size().cells().filter_map(|cell| Some((cell, scene.weight(cell)?)));
    let lost = weighted.filter(|&(cell, weight)| {
        weight == Weight::from(1) || !scene.tiles.get(cell).is_some_and(|tile| tile.is_walkable())
    });
    let count = lost.count();
    (count > 0).then(|| super::plain::format_count(count, "weight"))
}

/// Returns a phrase about tiles that an occupancy grid cannot hold, because their cells are unknown.
fn unknown_tiles_lost(scene: &Scene) -> Option<String> {
    let known = scene.known.as_ref()?.as_slice();
    let cells = known.iter().zip(scene.tiles.as_slice());
    let count = cells.filter(|&(&known, &tile)| !known && tile != Tile::Floor).count();
    (count > 0).then(|| format!("{} under unknown cells", super::plain::format_count(count, "tile")))
}

/// Returns the texts of an array.
///
/// # Errors
/// Returns an error that names the cell.
fn texts(name: &str, elements: &Elements<'_>) -> Result<CellTexts<'static>, FormatError> {
    let mut texts = CellTexts::default();
    // Recent elements with the numbers of their texts.
    let mut recent: [Option<(&[u8], u32)>; 256] = [None; 256];
    for index in 0..elements.size.area() {
        let refuse = |(found, expected): (String, String)| {
            FormatError::whole(name, &format!("the cell {}: {found}", elements.size.cell(index)), &expected)
        };
        let bytes = elements.text_bytes(index);
        let used = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last.saturating_add(1));
        let place = slot(bytes.get(..used).unwrap_or_default());
        if let Some(&Some((same, id))) = recent.get(place)
            && same == bytes
        {
            texts.push_again(id).map_err(refuse)?;
            continue;
        }
        let text = elements.text(index).ok_or_else(|| refuse(("it is no Unicode text".into(), "a text".into())))?;
        let id = texts.push(text).map_err(refuse)?;
        recent.get_mut(place).into_iter().for_each(|recent| *recent = Some((bytes, id)));
    }
    Ok(texts)
}

/// Returns the map that an array of numbers stands for, with notes.
///
/// # Errors
/// Returns an error that asks what the numbers mean, if neither the user, the type nor a file beside says it.
fn of_numbers(
    name: &str,
    elements: &Elements<'_>,
    options: &Options,
    beside: &mut Beside,
) -> Result<(Scene, Vec<String>), FormatError> {
    if let Some(index) = elements.inexact() {
        let found = format!("the cell {} is {}", elements.size.cell(index), number_text(elements.number(index)));
        return Err(FormatError::whole(name, &found, "whole numbers of at most 9007199254740991"));
    }
    let (mut answers, mut notes) = (options.tiles.clone(), Vec::new());
    let mut meaning = options.array;
    if meaning.is_none() && elements.kind == Kind::Bool {
        meaning = Some(ArrayMeaning::Free);
    }
    if meaning.is_none()
        && answers.is_empty()
        && let Some((found, why)) = meaning_by_type(elements)
    {
        meaning = Some(found);
        notes.push(why.into());
    }
    if matches!(meaning, None | Some(ArrayMeaning::Tiles))
        && let Some(names) = names_of(options, beside)
    {
        answers.complete(names);
        notes.push(format!("The names of the tiles are from {}.", names_beside(options)));
    }
    let at = |index| Some(elements.number(index));
    let numbers = Numbers { name, size: elements.size, at, strict_costs: options.strict_costs };
    let (scene, more) = numbers.scene(meaning, &answers)?;
    notes.extend(more);
    Ok((scene, notes))
}

/// Returns the meaning that the type and the values show, and a note about it.
fn meaning_by_type(elements: &Elements<'_>) -> Option<(ArrayMeaning, &'static str)> {
    match elements.kind {
        Kind::Float(_) if elements.numbers().any(|number| !number.is_finite()) => Some((
            ArrayMeaning::Cost,
            "The numbers are read as costs, because some are infinite or not a number (--array cost).",
        )),
        Kind::Signed(_) => {
            let (mut unknown, mut wall, mut others) = (false, false, false);
            for number in elements.numbers() {
                unknown |= number == -1.0;
                wall |= (65.0..=100.0).contains(&number);
                others |= !(-1.0..=100.0).contains(&number);
            }
            let note =
                "The numbers are read as an occupancy grid, because they run from -1 to 100 (--array occupancy).";
            (unknown && wall && !others).then_some((ArrayMeaning::Occupancy, note))
        }
        _ => None,
    }
}

/// Returns the names of tiles in the file beside an array, if there is one.
fn names_of(options: &Options, beside: &mut Beside) -> Option<TileAnswers> {
    options.path.as_deref()?;
    let file = names_beside(options);
    let bytes = beside.read("", &file, &["json"]).ok()?;
    TileAnswers::from_json(&file, &bytes).ok()
}

/// Writes the header of an array in version 1.0, in C order.
fn begin(out: &mut dyn Write, kind: &str, shape: &[u64]) -> io::Result<()> {
    let header = header_bytes(kind, shape);
    let header = header.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "there are too many fields"))?;
    out.write_all(&header)
}

/// Writes an array of `float64` with the shape (height, width).
///
/// # Errors
/// Returns the error of the writer.
pub fn write_f64(out: &mut dyn Write, values: &Grid<f64>) -> io::Result<()> {
    begin(out, "'<f8'", &shape_of(values))?;
    rows(out, values, f64::to_le_bytes)
}

/// Writes an array of `uint8` with the shape (height, width).
///
/// # Errors
/// Returns the error of the writer.
pub fn write_u8(out: &mut dyn Write, values: &Grid<u8>) -> io::Result<()> {
    begin(out, "'|u1'", &shape_of(values))?;
    out.write_all(values.as_slice())
}

/// Writes an array of `bool` with the shape (height, width).
///
/// # Errors
/// Returns the error of the writer.
pub fn write_bool(out: &mut dyn Write, values: &Grid<bool>) -> io::Result<()> {
    begin(out, "'|b1'", &shape_of(values))?;
    rows(out, values, |value| [u8::from(value)])
}

/// Writes an array of `float64` with the shape (height, width). A cell without a value is NaN.
///
/// # Errors
/// Returns the error of the writer.
pub(crate) fn write_layer(out: &mut dyn Write, values: &Grid<Option<f64>>) -> io::Result<()> {
    begin(out, "'<f8'", &shape_of(values))?;
    rows(out, values, |value| value.unwrap_or(f64::NAN).to_le_bytes())
}

/// Writes the elements row by row.
fn rows<T: Copy, const N: usize>(out: &mut dyn Write, values: &Grid<T>, bytes: fn(T) -> [u8; N]) -> io::Result<()> {
    let mut buffer = Vec::new();
    for row in values.rows() {
        buffer.clear();
        buffer.extend(row.iter().flat_map(|&value| bytes(value)));
        out.write_all(&buffer)?;
    }
    Ok(())
}
