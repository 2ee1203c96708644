//! The solution of an exercise as the difference between two scenes: it compares the fields of their files.

use super::scene_json::{FIELDS, SceneJson};
use super::{Format as _, Options};
use gridscope_trace::Scene;
use gridscope_trace::exercise::Exercise;
use gridscope_trace::solution::{self, Solution};
use serde_json::{Map, Value};

/// Returns the difference between the solved scene and the given one, with which [`solved`] returns the solved scene.
/// Both have the same size, title, notes, slides, question and exercise. Returns `None` if a scene file cannot hold the
/// difference.
pub fn difference(given: &Scene, solved_scene: &Scene) -> Option<Solution> {
    let (before, after) = (fields(given)?, fields(solved_scene)?);
    let differing = solution::FIELDS.into_iter().filter(|&name| before.get(name) != after.get(name));
    let value = |name: &str| after.get(name).cloned().unwrap_or_default();
    let solution = Solution(differing.map(|name| (name.to_owned(), value(name))).collect());
    let again = fields(&solved(&solution, given)?)?;
    (again == after).then_some(solution)
}

/// Returns the solved scene. Returns `None` if the solution does not fit the given one.
pub fn solved(solution: &Solution, given: &Scene) -> Option<Scene> {
    let mut all = fields(given)?;
    all.extend(solution.0.clone());
    let present = all.into_iter().filter(|(_, value)| !value.is_null());
    let (mut file, run): (Map<_, _>, Map<_, _>) = present.partition(|(name, _)| FIELDS.contains(&name.as_str()));
    file.insert("run".to_owned(), run.into());
    let loaded = SceneJson.read_text("the solution", &Value::from(file).to_string()).ok()?;
    let mut scene = loaded.scene;
    scene.run.exercise = given.run.exercise.clone();
    // A note is about rows that are too short for the map.
    (loaded.notes.is_empty() && scene.size() == given.size()).then_some(scene)
}

/// Returns the fields of a scene file and those of its run without the exercise.
fn fields(scene: &Scene) -> Option<Map<String, Value>> {
    let mut scene = scene.clone();
    scene.run.exercise = Exercise::default();
    let scene_file = SceneJson.write(&scene, &Options::default()).ok()?;
    let mut all: Map<String, Value> = serde_json::from_slice(&scene_file.bytes).ok()?;
    if let Some(Value::Object(run)) = all.remove("run") {
        all.extend(run);
    }
    Some(all)
}
