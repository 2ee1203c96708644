//! The tools that algorithms offer, used on a scene.

use crate::core::algorithm::RunError;
use crate::core::algorithms;
use crate::core::params::Params;
use crate::core::scene::Scene;
use crate::core::tool::{Does, Findings, Tool};

/// Why a tool finds nothing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ToolError {
    /// The scene, its parameters or the tool's inputs do not fit.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The scene's algorithm has no such tool.
    #[error("{title} has no tool {tool:?}; choose the algorithm {those}")]
    NotOffered {
        /// The title of the scene's algorithm.
        title: String,
        /// The tool.
        tool: String,
        /// The algorithms that offer it.
        those: String,
    },
    /// No algorithm has such a tool.
    #[error("there is no tool {0:?}")]
    Unknown(String),
}

/// Every tool that some algorithm offers, each once.
pub fn all() -> Vec<&'static Tool> {
    let mut all: Vec<&'static Tool> = Vec::new();
    for tool in algorithms::all().into_iter().flat_map(|runner| runner.card().tools) {
        if !all.iter().any(|t| t.id == tool.id) {
            all.push(tool);
        }
    }
    all
}

/// The tool of that id, as the scene's algorithm offers it.
///
/// # Errors
/// Where the algorithm is unknown, or does not offer it.
pub fn of(scene: &Scene, id: &str) -> Result<&'static Tool, ToolError> {
    let card = algorithms::named(&scene.run.algorithm)?.card();
    if let Some(tool) = card.tools.iter().find(|t| t.id == id) {
        return Ok(tool);
    }
    let offers = algorithms::all()
        .into_iter()
        .map(crate::core::algorithm::Runner::card)
        .filter(|c| c.tools.iter().any(|t| t.id == id));
    let those = offers.map(|c| c.id).collect::<Vec<_>>().join(" or ");
    if those.is_empty() {
        return Err(ToolError::Unknown(id.to_owned()));
    }
    Err(ToolError::NotOffered { title: card.title.to_owned(), tool: id.to_owned(), those })
}

/// Uses a tool that works something out. `watch` is told how much is done, 0 to 1, and stops it all by answering `false`.
///
/// # Errors
/// Where the scene's algorithm does not offer it, or the scene or the inputs do not fit. A tool that runs another
/// algorithm finds nothing: its scene is run instead.
pub fn find(
    scene: &Scene,
    id: &str,
    inputs: &Params,
    watch: &mut dyn FnMut(f32) -> bool,
) -> Result<Findings, ToolError> {
    let tool = of(scene, id)?;
    let Does::Find(find) = tool.does else { return Err(ToolError::Unknown(id.to_owned())) };
    let card = algorithms::named(&scene.run.algorithm)?.card();
    let own = scene.run.params.resolve(card.params).map_err(RunError::from)?;
    let inputs = inputs.resolve(tool.inputs).map_err(RunError::from)?;
    Ok(find(scene, &own, &inputs, watch)?)
}
