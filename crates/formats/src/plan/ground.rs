//! Finds the map of a plan: the file that the user gives, or one beside the plan whose name the plan says.

use crate::{Beside, FormatError, Options, bounded_file, movingai, read_bytes, utf8};
use gridscope_trace::scene::{RunSpec, Scene};
use std::path::Path;

/// The map of a plan.
#[derive(Debug)]
pub(super) struct Ground {
    pub(super) scene: Scene,
    /// Name of the file.
    pub(super) name: String,
    /// Rows of the scenario, if the user gives one in place of the map.
    pub(super) scenario: Option<Vec<movingai::Row>>,
    /// Text of the file, if it may be the instance of the plan.
    pub(super) text: Option<String>,
}

/// Endings of the names of maps beside a plan.
const MAPS: [&str; 1] = ["map"];

impl Ground {
    /// Finds the map. `names` are the names that the plan says; the first one that is there counts. `what` describes the
    /// plan, for the error.
    pub(super) fn find(names: &[String], what: &str, options: &Options) -> Result<Self, FormatError> {
        if let Some(path) = &options.map {
            return Self::from_user(path, options);
        }
        let mut beside = Beside::of(options.path.as_deref());
        for name in candidates(names, options) {
            if let Ok(bytes) = beside.read("", &name, &MAPS) {
                return Ok(Self { scene: map(&name, &bytes, options)?, name, scenario: None, text: None });
            }
        }
        let named = names
            .iter()
            .find(|name| !name.is_empty())
            .cloned()
            .or_else(|| candidates(names, options).into_iter().next());
        let named = named.map(|name| format!("{name} beside it, or "));
        let expected = format!("{}the map with --map FILE", named.unwrap_or_default());
        Err(FormatError::whole("", &format!("this is {what}, and holds no map"), &expected))
    }

    /// Reads the file that the user gives.
    fn from_user(path: &Path, options: &Options) -> Result<Self, FormatError> {
        let (bytes, name) = (bounded_file(path, "the map of the plan")?, path.display().to_string());
        if bytes.starts_with(b"version 1") {
            let rows = movingai::read_scen(&name, utf8(&name, &bytes)?)?;
            let map_name = rows.first().map(|row| row.map.clone()).unwrap_or_default();
            let beside = Options { map: None, path: Some(path.to_owned()), ..options.clone() };
            let found = Self::find(&[map_name], "a scenario", &beside);
            let found = found.map_err(|error| FormatError { source: name.clone(), ..error })?;
            return Ok(Self { scenario: Some(rows), ..found });
        }
        if super::multi_robot::is_instance(&bytes) {
            let text = utf8(&name, &bytes)?.to_owned();
            return Ok(Self { scene: super::multi_robot::scene(&text)?, name, scenario: None, text: Some(text) });
        }
        Ok(Self { scene: map(&name, &bytes, &options.at(path))?, name, scenario: None, text: None })
    }

    /// Returns the rows of a scenario: the given one, or one beside the plan or the given map.
    pub(super) fn scenario(&self, names: &[String], options: &Options) -> Option<Vec<movingai::Row>> {
        if self.scenario.is_some() {
            return self.scenario.clone();
        }
        let places = options.path.as_deref().into_iter().chain(options.map.as_deref());
        let read = |place: &Path| {
            let mut beside = Beside::of(Some(place));
            let bytes = names.iter().find_map(|name| {
                ["", "scen-files", "scen"].iter().find_map(|folder| beside.read(folder, name, &["scen"]).ok())
            })?;
            movingai::read_scen("", utf8("", &bytes).ok()?).ok()
        };
        places.into_iter().find_map(read)
    }
}

/// Reads a map. Only its tiles count.
fn map(name: &str, bytes: &[u8], options: &Options) -> Result<Scene, FormatError> {
    let options = Options { from: None, level: None, map: None, path: None, ..options.clone() };
    let mut scene = read_bytes(name, bytes, &options)?.scene;
    scene.actors.clear();
    scene.run = RunSpec::default();
    Ok(scene)
}

/// Returns the paths at which a map may be: those that the plan says, their file names, and the beginnings of the name of
/// the plan: `warehouse.map` for `warehouse_200.json`.
fn candidates(names: &[String], options: &Options) -> Vec<String> {
    let mut all: Vec<String> = names.iter().filter(|name| !name.is_empty()).cloned().collect();
    let file_names: Vec<String> =
        names.iter().filter_map(|name| name.rsplit(['/', '\\']).next()).map(str::to_owned).collect();
    for name in file_names.into_iter().filter(|name| !name.is_empty()) {
        all.extend([name.clone(), format!("maps/{name}")]);
    }
    let plan = options.path.as_deref().and_then(Path::file_name).and_then(|name| name.to_str()).unwrap_or_default();
    let ends = plan.char_indices().filter(|(_, c)| ['_', '-', '.'].contains(c)).map(|(end, _)| end);
    let mut ends: Vec<usize> = ends.collect();
    ends.reverse();
    // The longest name first, and not more names than files may be read.
    all.extend(ends.into_iter().take(12).filter_map(|end| Some(format!("{}.map", plan.get(..end)?))));
    all
}
