//! Runs the tools that algorithms offer.

use gridscope_trace::tool::{Findings, Tool, ToolAction};
use gridscope_trace::{Params, Progress, Registry, RunError, Scene};

/// Reason why a tool failed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ToolError {
    /// The scene, its parameters or the tool's inputs do not fit.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The scene's algorithm has no such tool.
    #[error("{title} has no tool {tool:?}; choose the algorithm {those}")]
    NotOffered {
        /// Title of the scene's algorithm.
        title: String,
        /// Id of the tool.
        tool: String,
        /// Algorithms that offer it.
        those: String,
    },
    /// No algorithm has such a tool.
    #[error("there is no tool {0:?}")]
    Unknown(String),
}

/// Returns every tool that an algorithm offers, each once.
pub fn all(registry: &Registry) -> Vec<&'static Tool> {
    let mut all: Vec<&'static Tool> = Vec::new();
    for tool in registry.all().iter().flat_map(|runner| runner.card().tools) {
        if !all.iter().any(|t| t.id == tool.id) {
            all.push(tool);
        }
    }
    all
}

/// Returns the tool with this id that the scene's algorithm offers.
///
/// # Errors
/// Returns an error if the algorithm is unknown or does not offer the tool.
pub fn of(registry: &Registry, scene: &Scene, id: &str) -> Result<&'static Tool, ToolError> {
    let card = registry.named(&scene.run.algorithm)?.card();
    if let Some(tool) = card.tools.iter().find(|t| t.id == id) {
        return Ok(tool);
    }
    let offers = registry.all().iter().map(|runner| runner.card()).filter(|c| c.tools.iter().any(|t| t.id == id));
    let those = offers.map(|c| c.id).collect::<Vec<_>>().join(" or ");
    if those.is_empty() {
        return Err(ToolError::Unknown(id.to_owned()));
    }
    Err(ToolError::NotOffered { title: card.title.to_owned(), tool: id.to_owned(), those })
}

/// Runs a tool that searches for something, on the threads of `progress`, which can stop it. `watch` gets the share that is
/// done, 0 to 1.
///
/// # Errors
/// Returns an error if the scene's algorithm does not offer the tool, or if the scene or the inputs do not fit. It also
/// fails for a tool that runs another algorithm, because the caller runs that scene instead.
pub fn find(
    registry: &Registry,
    scene: &Scene,
    id: &str,
    inputs: &Params,
    progress: &Progress,
    watch: &mut dyn FnMut(f32),
) -> Result<Findings, ToolError> {
    let tool = of(registry, scene, id)?;
    let ToolAction::Find(find) = tool.does else { return Err(ToolError::Unknown(id.to_owned())) };
    let card = registry.named(&scene.run.algorithm)?.card();
    let own = scene.run.params.resolve(card.params).map_err(RunError::from)?;
    let inputs = inputs.resolve(tool.inputs).map_err(RunError::from)?;
    Ok(find(scene, &own, &inputs, progress, watch)?)
}
