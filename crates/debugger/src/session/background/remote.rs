//! Tasks as bytes, for a worker of a page: another instance of this program, with which it shares no memory.
//!
//! A page asks with [`Work::request`]. The worker answers with [`perform`], one message for each report, and the page reads
//! it with [`update`]. Both are the same build, so the bytes are never stored.

use crate::formats::read_bytes;
use crate::formats::scene_json::SceneJson;
use crate::formats::{Format as _, Options};
use crate::lab::minimise::Symptom;
use crate::session::background::work::{Plan, Task, Update, Work};
use gridscope_trace::{Cell, Progress, Registry, Scene};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A long task or a recording, and its scene, as text of a scene file.
#[derive(Serialize, Deserialize)]
struct Request {
    scene: String,
    task: RemoteTask,
}

/// A long task or a recording. A symptom is its text.
#[derive(Serialize, Deserialize)]
enum RemoteTask {
    Experiment {
        sweep: String,
        samples: u64,
    },
    Shrink(String),
    Tool(String),
    WhatWouldWin(Cell, usize),
    /// A recording with these budgets of events and bytes. Its reports are the pieces of the run.
    Record(usize, usize),
}

/// Returns the recording of a scene as bytes for [`perform`]. `None` if no scene file can hold the scene.
pub(crate) fn recording(scene: &Scene, progress: &Progress) -> Option<Vec<u8>> {
    let task = RemoteTask::Record(progress.budget(), progress.memory());
    serde_json::to_vec(&Request { scene: scene_to_json(scene)?, task }).ok()
}

impl Work {
    /// Returns the task as bytes for [`perform`]. `None` if only this process can run it, such as the experiment of a
    /// program.
    pub fn request(&self) -> Option<Vec<u8>> {
        if self.program.is_some() || self.rows.is_some() {
            return None;
        }
        let task = match &self.task {
            Task::Experiment(plan) => RemoteTask::Experiment { sweep: plan.sweep.clone(), samples: plan.samples },
            Task::Shrink(keep) => RemoteTask::Shrink(keep.to_string()),
            Task::Tool(id) => RemoteTask::Tool(id.clone()),
            Task::WhatWouldWin(cell, decision) => RemoteTask::WhatWouldWin(*cell, *decision),
        };
        serde_json::to_vec(&Request { scene: scene_to_json(&self.scene)?, task }).ok()
    }
}

/// Runs the task of a [`Work::request`]. `tell` gets each report, for [`update`]. The reports of a recording are pieces,
/// for [`Unlinked::take`](gridscope_trace::algorithm::Unlinked::take).
///
/// # Errors
/// Returns a sentence if the bytes are no request of this build.
pub fn perform(registry: &Registry, request: &[u8], tell: &mut dyn FnMut(Vec<u8>)) -> Result<(), String> {
    let Request { scene, task } = serde_json::from_slice(request).map_err(|error| error.to_string())?;
    let scene = read(&scene)?;
    let task = match task {
        RemoteTask::Experiment { sweep, samples } => Task::Experiment(Plan { sweep, samples }),
        RemoteTask::Shrink(keep) => Task::Shrink(keep.parse::<Symptom>().map_err(|error| error.to_string())?),
        RemoteTask::Tool(id) => Task::Tool(id),
        RemoteTask::WhatWouldWin(cell, decision) => Task::WhatWouldWin(cell, decision),
        RemoteTask::Record(budget, memory) => {
            let progress = Progress::default().with_budget(budget).with_memory(memory);
            return registry.send(&scene, &progress, tell).map_err(|error| error.to_string());
        }
    };
    let progress = Progress::default();
    let work = Work { registry: registry.clone(), task, scene: Arc::new(scene), program: None, progress, rows: None };
    let mut broken = None;
    work.run(&mut |update| match serde_json::to_vec(&update) {
        Ok(bytes) => tell(bytes),
        Err(error) => broken = Some(error.to_string()),
    });
    broken.map_or(Ok(()), Err)
}

/// Reads a report of [`perform`].
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
