//! The question that a scene opens with. A lesson about breakpoints has its breakpoints set, and one about experiments
//! has its parameter sweep filled in.

use super::geometry::Cell;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

/// The question that a scene opens with. All fields are optional.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The id of the panel in front, such as `make-small`.
    #[serde(default, deserialize_with = "panel_id", skip_serializing_if = "Option::is_none")]
    pub panel: Option<String>,
    /// The id of the panel below the map while the user reads the lesson.
    #[serde(default, deserialize_with = "panel_id", skip_serializing_if = "Option::is_none")]
    pub below: Option<String>,
    /// Whether to start the experiment, or the reduction of the map, at once.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub begin: bool,
    /// The name of the layer on the map. Without it the first layer of the algorithm is shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layer: Option<String>,
    /// The breakpoints.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub breakpoints: Vec<Stop>,
    /// The selected cell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cell: Option<Cell>,
    /// The cell, or the path cell by neighbouring cell, to ask why it was not taken.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub why_not: Vec<Cell>,
    /// The parameter that an experiment varies, such as `weight=1..3:0.5`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vary: Option<String>,
    /// The number of seeds per value in an experiment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub samples: Option<u64>,
    /// The number of the outcome that an experiment shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measure: Option<String>,
    /// Whether the experiment shows both axes on a logarithmic scale, where a power law is a straight line.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub log_log: bool,
    /// The symptom to keep while the map is reduced, such as `outcome cost >= 20`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keep: Option<String>,
    /// Whether the prediction question is shown.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub predict: bool,
    /// Whether differences between side-by-side runs are coloured at once. Without it they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub differences: Option<bool>,
}

/// A breakpoint as stored in a scene.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stop {
    /// The condition, as text.
    pub when: String,
    /// Whether it only takes notes and never stops.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub note: bool,
    /// Which hit to stop at, from 1. With 0 it stops at every hit.
    #[serde(default, deserialize_with = "from_one", skip_serializing_if = "never")]
    pub nth: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it so")]
const fn never(n: &usize) -> bool {
    *n == 0
}

/// Reads a number from 1. A file that wants every hit leaves the number out.
fn from_one<'de, D: Deserializer<'de>>(from: D) -> Result<usize, D::Error> {
    let nth = usize::deserialize(from)?;
    if nth == 0 { Err(Error::custom("nth is 0; expected a number from 1, or none for every time")) } else { Ok(nth) }
}

/// Reads the id of a panel. Older scenes have its title instead: `Make small` becomes `make-small`.
fn panel_id<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    let panel = Option::<String>::deserialize(from)?;
    Ok(panel.map(|text| text.trim().to_lowercase().replace(' ', "-")))
}

impl Question {
    /// Returns whether nothing is set.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
