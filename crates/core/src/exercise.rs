//! The exercise of a lesson: what a reader is to do with its scene, and what holds once it is done.

use serde::{Deserialize, Serialize};

/// What is to be done. Without conditions there is none.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exercise {
    /// The task, in Markdown.
    #[serde(default)]
    pub say: String,
    /// What holds once it is done, each as text, such as `outcome cost >= B.cost + 20`; all of it must.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub done: Vec<String>,
}

impl Exercise {
    /// Whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
