//! The reasons an algorithm cannot run on a scene.

use crate::control::Halt;
use crate::geometry::Size;
use crate::params::ParamError;

/// The reason an algorithm cannot run on a scene.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// There is no such algorithm.
    #[error("there is no algorithm {id:?}; expected one of {expected}")]
    Unknown {
        /// The id that was given.
        id: String,
        /// The ids that there are.
        expected: String,
    },
    /// A parameter does not fit.
    #[error(transparent)]
    Param(#[from] ParamError),
    /// The scene lacks something or has too much of it.
    #[error("{0}")]
    Scene(String),
    /// The layers alone exceed the memory budget.
    #[error(
        "its {layers} layers of {size} cells take {} MiB before anything happens; expected at most {} MiB: a smaller map, or \
         fewer who have layers of their own",
        .bytes.div_ceil(1 << 20), .most >> 20
    )]
    Layers {
        /// How many layers.
        layers: u8,
        /// The size of each.
        size: Size,
        /// How many bytes they take.
        bytes: usize,
        /// How many there may be.
        most: usize,
    },
    /// The caller cancelled, or a budget was used up.
    #[error(transparent)]
    Stopped(#[from] Halt),
}
