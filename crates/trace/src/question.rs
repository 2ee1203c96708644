//! The question that a scene opens with: a lesson about breakpoints has its breakpoints set, one about experiments has
//! its sweep filled in.

use super::geometry::Cell;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

/// What is asked when a scene is opened. All of it may be left out.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The id of the panel that stands in front, such as `make-small`.
    #[serde(default, deserialize_with = "panel_id", skip_serializing_if = "Option::is_none")]
    pub panel: Option<String>,
    /// The id of the panel that stands below the map while the lesson is read.
    #[serde(default, deserialize_with = "panel_id", skip_serializing_if = "Option::is_none")]
    pub below: Option<String>,
    /// Whether the experiment, or making the map small, is begun at once.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub begin: bool,
    /// The name of the layer that the map shows; without one, the first that the algorithm has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layer: Option<String>,
    /// Breakpoints.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub breakpoints: Vec<Stop>,
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
    /// Which number of the outcome an experiment shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measure: Option<String>,
    /// Whether it shows both axes by their logarithms, so that a power is a straight line.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub log_log: bool,
    /// The symptom that stays while the map is made small, such as `outcome cost >= 20`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keep: Option<String>,
    /// Whether it asks what comes next.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub predict: bool,
}

/// A breakpoint as a scene keeps it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stop {
    /// The condition, as text.
    pub when: String,
    /// Whether it only notes and never stops.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub note: bool,
    /// Only the n-th time, from 1; 0: every time.
    #[serde(default, deserialize_with = "from_one", skip_serializing_if = "never")]
    pub nth: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it so")]
const fn never(n: &usize) -> bool {
    *n == 0
}

/// A file that wants every time says no number.
fn from_one<'de, D: Deserializer<'de>>(from: D) -> Result<usize, D::Error> {
    let nth = usize::deserialize(from)?;
    if nth == 0 { Err(Error::custom("nth is 0; expected a number from 1, or none for every time")) } else { Ok(nth) }
}

/// Scenes of old have the title of the panel instead of its id: `Make small` is `make-small`.
fn panel_id<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    let panel = Option::<String>::deserialize(from)?;
    Ok(panel.map(|text| text.trim().to_lowercase().replace(' ', "-")))
}

impl Question {
    /// Whether nothing is asked.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
