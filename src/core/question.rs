//! The question that a scene opens with: a lesson about breakpoints has its breakpoints set, one about experiments has
//! its sweep filled in.

use super::geometry::Cell;
use serde::{Deserialize, Serialize};

/// What is asked when a scene is opened. All of it may be left out.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The title of the panel that stands in front, such as `Experiment`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub panel: Option<String>,
    /// Conditions to stop at, as text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub breakpoints: Vec<String>,
    /// The cell that is selected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cell: Option<Cell>,
    /// The cell, or the path cell by neighbouring cell, that is asked why it was not taken.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub why_not: Vec<Cell>,
    /// What an experiment varies, such as `weight=1..3:0.5`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vary: Option<String>,
    /// How many seeds an experiment takes for each value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub samples: Option<u64>,
    /// The symptom that stays while the map is made small, such as `outcome cost >= 20`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keep: Option<String>,
    /// Whether it asks what comes next.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub predict: bool,
}

impl Question {
    /// Whether nothing is asked.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
