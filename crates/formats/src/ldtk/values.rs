//! `IntGrid` layers: a value for each cell, and what the definitions say of the values.

use super::super::tile_mapping::ForeignTile;
use super::super::{FormatError, Options};
use super::UNKNOWN;
use super::placing::size_of;
use super::project::{Definitions, Layer, LayerDefinition, ValueDefinition};
use super::terrain::{CellValue, PlacedLayer};
use serde_json::Value;
use std::collections::BTreeMap;

/// Returns the cells of a layer that have a value.
///
/// # Errors
/// Returns an error if the size is not allowed, if the number of values is not the number of cells, or if an index is not
/// on the layer.
pub(super) fn cells(
    name: &str,
    placed: &PlacedLayer,
    definitions: &Definitions,
) -> Result<Vec<CellValue>, FormatError> {
    let layer = &placed.layer;
    let size = size_of(name, &placed.place, layer)?;
    let (width, area) = (i64::from(size.width), size.area() as i64);
    let cell = |index: i64| [index.checked_rem(width).unwrap_or(0), index.checked_div(width).unwrap_or(0)];
    let values = layer.values.as_deref().unwrap_or_default();
    if values.is_empty()
        && let Some(old) = &layer.old_values
    {
        // Before 0.8 the definitions had no numbers, and the first one was the value 0.
        let add = i64::from(!has_numbers(layer, definitions));
        let mut all = Vec::with_capacity(old.len());
        for (i, old) in old.iter().enumerate() {
            if !(0..area).contains(&old.index) {
                let found =
                    format!("{}.intGrid, entry {}: coordId is {}", placed.place, i.saturating_add(1), old.index);
                return Err(FormatError::whole(name, &found, &format!("a number below {area}")));
            }
            all.push((cell(old.index), old.value.saturating_add(add)));
        }
        all.retain(|&(_, value)| value != 0);
        return Ok(all);
    }
    if values.len() as i64 != area {
        let found = format!("{}.intGridCsv has {} values", placed.place, values.len());
        return Err(FormatError::whole(name, &found, &format!("{area}, for {size} cells")));
    }
    let set = (0_i64..).zip(values).filter(|(_, value)| **value != 0);
    Ok(set.map(|(index, &value)| (cell(index), value)).collect())
}

/// Returns whether the layer marks cells that are not known: one of its values is called `unknown`.
pub(super) fn marks_unknown(layer: &Layer, definitions: &Definitions) -> bool {
    let mut values = definition(layer, definitions).into_iter().flat_map(|layer| layer.values.iter().flatten());
    values.any(|value| value.identifier.as_deref() == Some(UNKNOWN))
}

/// Definitions of the values of one layer.
pub(super) struct ValueNames<'a> {
    layer: &'a str,
    values: BTreeMap<i64, &'a ValueDefinition>,
    groups: BTreeMap<i64, &'a str>,
}

impl<'a> ValueNames<'a> {
    pub(super) fn of(layer: &'a Layer, definitions: &'a Definitions) -> Self {
        let definition = definition(layer, definitions);
        let values = definition.and_then(|layer| layer.values.as_deref()).unwrap_or_default();
        // Without numbers, the first definition is the value 1.
        let values = (1..).zip(values).map(|(place, own)| (own.value.unwrap_or(place), own)).collect();
        let groups = definition.and_then(|layer| layer.groups.as_deref()).unwrap_or_default();
        let groups = groups.iter().filter_map(|group| Some((group.uid?, group.identifier.as_deref()?))).collect();
        Self { layer: &layer.name, values, groups }
    }

    /// Returns what is known of a value. Its key has its name, or its number if it has no name or if there is an answer
    /// for the number.
    pub(super) fn foreign(&self, value: i64, options: &Options) -> ForeignTile {
        let numbered = format!("{}:{value}", self.layer);
        let Some(own) = self.values.get(&value) else { return ForeignTile::of_key(numbered) };
        let name = own.identifier.clone().filter(|name| !name.is_empty());
        let group = own.group.and_then(|uid| self.groups.get(&uid)).map(|&group| group.to_owned());
        let key = match &name {
            Some(name) if options.tiles.get(&numbered).is_none() => format!("{}:{name}", self.layer),
            _ => numbered,
        };
        let names = name.into_iter().chain(group).collect();
        ForeignTile { names, colour: colour(&own.color), ..ForeignTile::of_key(key) }
    }
}

/// Returns the definition of a layer, by its number or by its name.
fn definition<'a>(layer: &Layer, definitions: &'a Definitions) -> Option<&'a LayerDefinition> {
    let mut all = definitions.layers.iter().flatten();
    let same_uid = |one: &&LayerDefinition| one.uid.is_some() && one.uid == layer.definition;
    let named = |one: &&LayerDefinition| one.identifier.as_deref() == Some(layer.name.as_str());
    all.clone().find(same_uid).or_else(|| all.find(named))
}

/// Returns whether the definitions of a layer's values have numbers.
fn has_numbers(layer: &Layer, definitions: &Definitions) -> bool {
    let values = definition(layer, definitions).and_then(|layer| layer.values.as_deref()).unwrap_or_default();
    values.iter().any(|value| value.value.is_some())
}

/// Reads a colour: `#rrggbb`, or a number in old files.
fn colour(value: &Value) -> Option<[u8; 3]> {
    let number = match value {
        Value::String(text) => u32::from_str_radix(text.strip_prefix('#')?, 16).ok().filter(|_| text.len() == 7)?,
        other => u32::try_from(other.as_u64()?).ok()?,
    };
    let [_, red, green, blue] = number.to_be_bytes();
    Some([red, green, blue])
}
