//! The rules that a header states: the steps, their costs, and the keys of the open list.

use super::ground::Terrain;
use super::line::{LineFault, number};
use gridscope_trace::{Size, Tile};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Largest distance of a map's top left cell from the log's own origin, in cells along each axis.
const FARTHEST: i64 = 1 << 30;

/// Kind of step from cell to cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Steps {
    /// A step to a neighbour.
    One,
    /// A straight or diagonal run over free cells.
    Jump,
    /// A step to any cell in line of sight.
    Any,
    /// A link that the log states, whatever the map shows: a portal, stairs, or a step between hexagons.
    Links,
    /// A step by a rule of the program that the log does not state.
    Own,
}

/// Number type that a program computes with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Precision {
    /// Whole numbers, or fractions without rounding.
    Exact,
    /// 64-bit floating-point numbers.
    F64,
    /// 32-bit floating-point numbers.
    F32,
}

impl Precision {
    /// Reads the word of a header.
    pub(super) fn of(value: &Value) -> Result<Self, LineFault> {
        match value.as_str() {
            Some("exact") => Ok(Self::Exact),
            Some("f64") => Ok(Self::F64),
            Some("f32") => Ok(Self::F32),
            _ => Err((format!("\"precision\" is {value}"), "exact, f64 or f32".into())),
        }
    }
}

/// A key of the open list order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Key {
    /// Field that is compared; `#` is the number of the entry.
    pub field: String,
    /// Whether the larger value comes first.
    pub falling: bool,
}

/// Costs of steps.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Costs {
    /// Cost of a straight step.
    pub straight: f64,
    /// Cost of a diagonal step, if stated.
    pub diagonal: Option<f64>,
    /// Cost of staying on a cell, if stated.
    pub wait: Option<f64>,
}

/// Reads the keys of an open list, such as `["f", "-g"]`.
///
/// # Errors
/// Returns what was found and expected, if the value is not a list of field names.
pub fn order(value: &Value) -> Result<Vec<Key>, LineFault> {
    let fail = || (format!("\"order\" is {value}"), "a list of fields such as [\"f\", \"-g\"]".to_owned());
    let all = value.as_array().ok_or_else(fail)?;
    all.iter()
        .map(|key| {
            let key = key.as_str().ok_or_else(fail)?;
            let field = key.strip_prefix('-').unwrap_or(key);
            Ok(Key { field: field.to_owned(), falling: field.len() < key.len() })
        })
        .collect()
}

/// Reads the names of the fields that, together with the cell, identify a node.
pub(super) fn state(value: &Value) -> Result<Vec<String>, LineFault> {
    let fail = || (format!("\"state\" is {value}"), "a list of field names such as [\"t\", \"facing\"]".to_owned());
    let names = value.as_array().ok_or_else(fail)?;
    let names: Vec<String> =
        names.iter().map(|name| name.as_str().map(str::to_owned).ok_or_else(fail)).collect::<Result<_, _>>()?;
    match names.iter().find(|name| matches!(name.as_str(), "event" | "at" | "from" | "g" | "h" | "f" | "")) {
        Some(name) => Err((format!("\"state\" names {name:?}"), "fields of the program's own".into())),
        None => Ok(names),
    }
}

/// Reads the coordinates of the map's top left cell.
pub(super) fn origin(value: &Value) -> Result<[i32; 2], LineFault> {
    let whole = |v: &Value| v.as_i64().filter(|n| n.abs() <= FARTHEST).map(|n| n as i32);
    let pair = match value.as_array().map(Vec::as_slice) {
        Some([x, y]) => whole(x).zip(whole(y)),
        _ if value.is_null() => return Ok([0, 0]),
        _ => None,
    };
    let (x, y) = pair.ok_or_else(|| {
        (
            format!("\"origin\" is {value}"),
            "[x, y] of the map's top left cell, whole numbers such as [-8, 0]".to_owned(),
        )
    })?;
    Ok([x, y])
}

pub(super) fn sides(value: &Value) -> Result<(u16, u16), LineFault> {
    let fail = || (format!("\"size\" is {value}"), "[width, height] in cells, whole numbers from 1".to_owned());
    let pair = match value.as_array().map(Vec::as_slice) {
        Some([width, height]) => width.as_u64().zip(height.as_u64()),
        _ => None,
    };
    let (width, height) = pair.ok_or_else(fail)?;
    let size = Size::checked(width, height).map_err(|error| (format!("\"size\": {error}"), String::new()))?;
    Ok((size.width, size.height))
}

/// Reads the costs of steps.
pub(super) fn costs(value: &Value) -> Result<Option<Costs>, LineFault> {
    if value.is_null() {
        return Ok(None);
    }
    let Some(all) = value.as_object() else {
        return Err((
            format!("\"costs\" is {value}"),
            "an object such as {\"straight\": 1, \"diagonal\": 1.4142136}".into(),
        ));
    };
    let price = |name: &str| all.get(name).map_or(Ok(None), |v| price(name, v));
    let diagonal = price("diagonal")?;
    let wait = price("wait")?;
    Ok(price("straight")?.map(|straight| Costs { straight, diagonal, wait }))
}

/// Reads a cost, which must be 0 or more.
pub(super) fn price(name: &str, value: &Value) -> Result<Option<f64>, LineFault> {
    match number(name, value)? {
        Some(price) if price < 0.0 => Err((format!("{name:?} is {value}"), "a cost of 0 or more".into())),
        price => Ok(price),
    }
}

/// Reads a number for each tile, in `costs` or next to it. Numbers for the program's own tiles are stored in `terrain`.
pub(super) fn by_tile(
    name: &str,
    all: &Map<String, Value>,
    costs: &Value,
    terrain: &mut Terrain,
) -> Result<Option<BTreeMap<Tile, f64>>, LineFault> {
    let Some(value) = costs.get(name).or(all.get(name)).filter(|v| !v.is_null()) else { return Ok(None) };
    let Some(pairs) = value.as_object() else {
        return Err((format!("{name:?} is {value}"), "an object such as {\"swamp\": 3}".into()));
    };
    let mut found = BTreeMap::new();
    for (tile, price) in pairs {
        let Some(price) = self::price(tile, price)? else { continue };
        if let Some(own) = terrain.tiles.iter_mut().find(|own| own.name == *tile) {
            let field = if name == "enter" { &mut own.enter } else { &mut own.times };
            *field = Some(price);
            continue;
        }
        let Some(known) = tile_named(tile) else {
            return Err((format!("{name:?} names {tile:?}"), "the name of a tile, ours or one of the legend".into()));
        };
        found.insert(known, price);
    }
    Ok(Some(found))
}

/// Returns the tile with this name or glyph.
pub fn tile_named(name: &str) -> Option<Tile> {
    let mut letters = name.chars();
    let glyph = letters.next().filter(|_| letters.next().is_none());
    Tile::from_name(name).or_else(|| glyph.and_then(Tile::from_glyph))
}
