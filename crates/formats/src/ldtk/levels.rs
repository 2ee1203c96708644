//! The levels of an LDtk project: their names, the choice of one, and its layers, which may be in a file of their own.

use super::super::{Beside, FileQuestion, FormatError};
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

/// Returns the level that was asked for by name or number, or the only one.
///
/// # Errors
/// Returns an error with the names of the levels if it is not clear which one is meant.
pub(super) fn choose(name: &str, mut all: Vec<Placed>, wanted: Option<&str>) -> Result<Placed, FormatError> {
    let names = names(&all);
    let listed = || {
        let more = names.len().saturating_sub(LISTED);
        let list = names.iter().take(LISTED).cloned().collect::<Vec<_>>().join(", ");
        if more == 0 { list } else { format!("{list} and {more} more") }
    };
    let found = match wanted.map(str::trim) {
        None if all.len() == 1 => Some(0),
        None => None,
        Some(wanted) => {
            let same = |name: &&String| name.eq_ignore_ascii_case(wanted);
            let exact = names.iter().position(|name| name == wanted);
            let number = || wanted.parse::<usize>().ok()?.checked_sub(1);
            let loose = || names.iter().position(|name| same(&name)).filter(|_| names.iter().filter(same).count() == 1);
            exact.or_else(loose).or_else(number).filter(|&i| i < all.len())
        }
    };
    if let Some(found) = found {
        return Ok(all.swap_remove(found));
    }
    let (found, expected) = match (names.first(), wanted) {
        (None, _) => return Err(FormatError::whole(name, "the project has no level", "at least one")),
        (Some(_), Some(wanted)) => {
            let wanted: String = wanted.chars().take(60).collect();
            (
                format!("there is no level {wanted:?}"),
                format!("one of {}, or a number from 1 to {}", listed(), names.len()),
            )
        }
        (Some(first), None) => (
            format!("the project has {} levels: {}", names.len(), listed()),
            format!("the choice of one by its name or number, such as --level {first}"),
        ),
    };
    let error = FormatError::whole(name, &found, &expected);
    Err(FormatError { asks: Some(Box::new(FileQuestion::Levels(names.into()))), ..error })
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
