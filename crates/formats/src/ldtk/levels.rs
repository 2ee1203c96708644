//! The levels of an LDtk project: their names, the choice of one, and its layers, which may be in a file of their own.

use super::super::{Beside, FormatError};
use super::project::{Layer, Level, Project};
use std::collections::BTreeMap;

/// Number of names that an error lists.
const LISTED: usize = 20;

/// A level with its place in the file.
pub(super) struct Placed {
    /// The place for messages: `levels[0]`, `worlds[1].levels[0]`.
    pub(super) place: String,
    /// Identifier of its world.
    world: Option<String>,
    pub(super) level: Level,
}

/// Takes the levels out of a project, in the order of the file.
pub(super) fn take(project: &mut Project) -> Vec<Placed> {
    let mut all = Vec::new();
    for (i, level) in project.levels.take().into_iter().flatten().enumerate() {
        all.push(Placed { place: format!("levels[{i}]"), world: None, level });
    }
    for (w, world) in project.worlds.take().into_iter().flatten().enumerate() {
        for (i, level) in world.levels.into_iter().flatten().enumerate() {
            let place = format!("worlds[{w}].levels[{i}]");
            all.push(Placed { place, world: world.identifier.clone(), level });
        }
    }
    all
}

/// Returns the names of levels: their identifiers, with the world before it (`World/Level_0`) if two levels have the same.
pub(super) fn names(all: &[Placed]) -> Vec<String> {
    let plain =
        |i: usize, placed: &Placed| placed.level.identifier.clone().unwrap_or_else(|| i.saturating_add(1).to_string());
    let mut counts = BTreeMap::new();
    for (i, placed) in all.iter().enumerate() {
        counts
            .entry(plain(i, placed))
            .and_modify(|count: &mut usize| *count = count.saturating_add(1))
            .or_insert(1_usize);
    }
    let name = |(i, placed): (usize, &Placed)| {
        let name = plain(i, placed);
        match &placed.world {
            Some(world) if counts.get(&name).is_some_and(|&count| count > 1) => format!("{world}/{name}"),
            _ => name,
        }
    };
    all.iter().enumerate().map(name).collect()
}

/// The level that is read.
pub(super) struct Chosen {
    pub(super) placed: Placed,
    /// Place of the level in the file, from 0.
    pub(super) index: usize,
    /// Note that names the other levels, if the user chose none.
    pub(super) note: Option<String>,
}

/// Returns the level that was asked for by name or number, or else the first one that has a map.
///
/// # Errors
/// Returns an error with the names of the levels if there is no such level.
pub(super) fn choose(name: &str, mut all: Vec<Placed>, wanted: Option<&str>) -> Result<Chosen, FormatError> {
    let names = names(&all);
    let listed = || {
        let more = names.len().saturating_sub(LISTED);
        let list = names.iter().take(LISTED).cloned().collect::<Vec<_>>().join(", ");
        if more == 0 { list } else { format!("{list} and {more} more") }
    };
    let found = match wanted.map(str::trim) {
        None if all.is_empty() => None,
        None => Some(all.iter().position(may_have_map).unwrap_or(0)),
        Some(wanted) => {
            let same = |name: &&String| name.eq_ignore_ascii_case(wanted);
            let exact = names.iter().position(|name| name == wanted);
            let number = || wanted.parse::<usize>().ok()?.checked_sub(1);
            let loose = || names.iter().position(|name| same(&name)).filter(|_| names.iter().filter(same).count() == 1);
            exact.or_else(loose).or_else(number).filter(|&i| i < all.len())
        }
    };
    if let Some(index) = found {
        let own = names.get(index).map_or("", String::as_str);
        let note = (wanted.is_none() && all.len() > 1).then(|| {
            format!("This is the level {own}, one of {}. --level opens another one: {}.", names.len(), listed())
        });
        return Ok(Chosen { placed: all.swap_remove(index), index, note });
    }
    let Some(wanted) = wanted.filter(|_| !names.is_empty()) else {
        return Err(FormatError::whole(name, "the project has no level", "at least one"));
    };
    let wanted: String = wanted.chars().take(60).collect();
    let expected = format!("one of {}, or a number from 1 to {}", listed(), names.len());
    Err(FormatError::whole(name, &format!("there is no level {wanted:?}"), &expected))
}

/// Returns whether a level can have a map: its layers are in a file of their own, or one of them has cells.
fn may_have_map(placed: &Placed) -> bool {
    let has_cells = |layer: &Layer| {
        layer.values.iter().flatten().any(|value| *value != 0)
            || layer.old_values.as_ref().is_some_and(|all| !all.is_empty())
            || super::tiles::all(layer).next().is_some()
    };
    placed.level.layers.as_ref().is_none_or(|layers| layers.iter().any(has_cells))
}

/// Returns the layers of a level. They come from the file beside the project if the level names one.
///
/// # Errors
/// Returns an error if the level has no layers and its file cannot be read.
pub(super) fn layers(name: &str, placed: &mut Placed, beside: &mut Beside) -> Result<Vec<Layer>, FormatError> {
    if let Some(layers) = placed.level.layers.take() {
        return Ok(layers);
    }
    let Some(path) = placed.level.path.take() else {
        let found = format!("{}.layerInstances is missing", placed.place);
        return Err(FormatError::whole(name, &found, "a list of layers, or externalRelPath"));
    };
    let display_path: String = path.chars().take(100).collect();
    let bytes = beside.read("", &path, &["ldtkl"]).map_err(|why| {
        let found = format!("{} is in the file {display_path:?}: {why}", placed.place);
        FormatError::whole(name, &found, "the folder with the project's levels beside it")
    })?;
    let level = Level::read(&format!("{name}, {display_path}"), &bytes)?;
    placed.place = display_path;
    // The fields of a level are in both files. The level's own file is newer if they differ.
    if level.fields.as_ref().is_some_and(|fields| !fields.is_empty()) {
        placed.level.fields = level.fields;
    }
    level.layers.ok_or_else(|| FormatError::whole(name, &format!("{} has no layers", placed.place), "layerInstances"))
}
