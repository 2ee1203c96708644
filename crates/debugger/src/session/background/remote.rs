//! Tasks as bytes, for a worker of a page: another instance of this program, with which it shares no memory.
//!
//! Workers take a whole task or none, as decided before the task begins. A page asks with [`Work::requests`] or
//! [`Job::request`]. A worker answers with [`perform`], one message for each report. Both are the same build, so the bytes are
//! never stored.

use crate::formats::read_bytes;
use crate::formats::scene_json::SceneJson;
use crate::formats::{Format as _, Options};
use crate::lab::experiment::{Shard, Sweep};
use crate::session::Job;
use crate::session::background::work::{Task, Update, Work};
use gridscope_trace::trace::Pieces;
use gridscope_trace::{Progress, Registry, Scene};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Number of cells above which a worker records each run. Up to here a search has at most about 131,072 events, and a page
/// records a million in 70 milliseconds.
const LARGE_MAP: usize = 1 << 14;
/// Number of cells above which a worker records a run whose length is not known. Up to here even 10,000 sampled paths have
/// about 1.2 million events.
const MEDIUM_MAP: usize = 50 * 50;
/// Number of events above which a run is long.
const LONG_RUN: usize = 1 << 19;

/// A request for a worker. Scenes are texts of scene files.
#[derive(Serialize, Deserialize)]
enum Request {
    /// A long task, its scene, and the part of its runs that the worker does.
    Work(String, Task, Shard),
    /// Recordings of these scenes, with budgets of events and bytes for each. The reports are the pieces of the runs.
    Record(Vec<String>, usize, usize),
}

impl Job {
    /// Returns the recording as bytes for [`perform`], and the place for its reports, if a worker is to record all runs of
    /// built-in algorithms. `None` if they are recorded here: they are short, or a worker cannot record them.
    ///
    /// A page has one thread, and an algorithm does not pause. So a worker records if recording would stop the page for more
    /// than 100 milliseconds. The length of the scene's last run decides, or else the size of the map. A run on a small map
    /// can be long, too, such as one of many turns. Then only the first one stops the page. A worker for each small map would
    /// show every edit later, because it takes longer to start than most runs take.
    pub fn request(&self) -> Option<(Vec<u8>, Pieces)> {
        let scenes = self.scenes_to_record();
        let cells = scenes.iter().map(|scene| scene.size().area()).max()?;
        let is_long = match self.last_length {
            Some(events) => events > LONG_RUN || cells > LARGE_MAP,
            None => cells > MEDIUM_MAP,
        };
        // A worker sends whole runs.
        if !is_long || self.progress.first_event() > 0 {
            return None;
        }
        let pieces = Pieces::new(scenes.len(), &self.progress);
        let scenes = scenes.iter().map(|scene| scene_to_json(scene)).collect::<Option<_>>()?;
        let request = Request::Record(scenes, self.progress.budget(), self.progress.memory());
        Some((serde_json::to_vec(&request).ok()?, pieces))
    }
}

impl Work {
    /// Returns the task as bytes for [`perform`], one request for each worker: up to `workers` share the runs of an experiment.
    /// Their reports are for [`Reports`](super::reports::Reports). `None` if only this process can run the task, such as the
    /// experiment of a program.
    pub fn requests(&self, workers: usize) -> Option<Vec<Vec<u8>>> {
        if self.program.is_some() || self.rows.is_some() {
            return None;
        }
        let scene = scene_to_json(&self.scene)?;
        let of = match &self.task {
            Task::Experiment(plan) => {
                let values = Sweep::parse(&plan.sweep).map_or(1, |sweep| sweep.values.len() as u64);
                values.saturating_mul(plan.samples).clamp(1, workers.max(1) as u64)
            }
            Task::Shrink(_) | Task::Tool(_) | Task::WhatWouldWin(..) => 1,
        };
        let request = |number| Request::Work(scene.clone(), self.task.clone(), Shard { number, of });
        (1..=of).map(|number| serde_json::to_vec(&request(number)).ok()).collect()
    }
}

/// Runs the task of a request. `tell` gets each report, for [`update`]. The reports of a recording are for [`Pieces::push`].
///
/// # Errors
/// Returns a sentence if the bytes are no request of this build.
pub fn perform(registry: &Registry, request: &[u8], tell: &mut dyn FnMut(Vec<u8>)) -> Result<(), String> {
    let (scene, task, part) = match serde_json::from_slice(request).map_err(|error| error.to_string())? {
        Request::Work(scene, task, part) => (read(&scene)?, task, part),
        Request::Record(scenes, budget, memory) => {
            return scenes.iter().try_for_each(|scene| {
                let progress = Progress::default().with_budget(budget).with_memory(memory);
                registry.send(&read(scene)?, &progress, tell).map_err(|error| error.to_string())
            });
        }
    };
    let progress = Progress::default();
    let (registry, scene) = (registry.clone(), Arc::new(scene));
    let work = Work { registry, task, scene, part, program: None, progress, rows: None };
    let mut broken = None;
    work.run(&mut |update| match serde_json::to_vec(&update) {
        Ok(bytes) => tell(bytes),
        Err(error) => broken = Some(error.to_string()),
    });
    broken.map_or(Ok(()), Err)
}

/// Reads a report of [`perform`] about a [`Work`].
///
/// # Errors
/// Returns a sentence if the bytes are no report of this build.
pub fn update(report: &[u8]) -> Result<Update, String> {
    serde_json::from_slice(report).map_err(|error| error.to_string())
}

fn scene_to_json(scene: &Scene) -> Option<String> {
    String::from_utf8(SceneJson.write(scene, &Options::default()).ok()?.bytes).ok()
}

fn read(text: &str) -> Result<Scene, String> {
    read_bytes("the scene", text.as_bytes(), &Options::default())
        .map(|loaded| loaded.scene)
        .map_err(|error| error.to_string())
}

/// A scene as the text of its file, for serde.
pub(crate) mod scene_text {
    use super::{Scene, read, scene_to_json};
    use serde::{Deserialize as _, Deserializer, Serializer, de, ser};

    #[expect(clippy::borrowed_box, reason = "serde passes the field")]
    pub(crate) fn serialize<S: Serializer>(scene: &Box<Scene>, to: S) -> Result<S::Ok, S::Error> {
        let text = scene_to_json(scene).ok_or_else(|| ser::Error::custom("the scene fits no file"))?;
        to.serialize_str(&text)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Box<Scene>, D::Error> {
        read(&String::deserialize(from)?).map(Box::new).map_err(de::Error::custom)
    }
}

/// A symptom as its text, for serde.
pub(crate) mod symptom_text {
    use crate::lab::minimise::Symptom;
    use serde::{Deserialize as _, Deserializer, Serializer, de};

    pub(crate) fn serialize<S: Serializer>(symptom: &Symptom, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(symptom)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Symptom, D::Error> {
        String::deserialize(from)?.parse().map_err(de::Error::custom)
    }
}

/// An error as its sentence, for serde.
pub(crate) mod sentence {
    use crate::session::background::work::TaskError;
    use serde::{Deserialize as _, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(error: &TaskError, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(error)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<TaskError, D::Error> {
        String::deserialize(from).map(TaskError::InWorker)
    }
}
