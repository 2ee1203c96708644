//! The reasons an algorithm cannot run on a scene.

use crate::geometry::Size;
use crate::params::ParamError;
use crate::progress::Halt;

/// The reason an algorithm cannot run on a scene.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// There is no such algorithm.
    #[error("there is no algorithm {id:?}; expected one of {expected}")]
    Unknown {
        /// The unknown id.
        id: String,
        /// The existing ids.
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
        "its {layers} layers of {size} cells take {} before anything happens; expected at most {}: a smaller map, or fewer who \
         have layers of their own",
        memory(.bytes.next_multiple_of(1 << 20)), memory(*.most)
    )]
    Layers {
        /// Number of layers.
        layers: u8,
        /// Size of each layer.
        size: Size,
        /// Bytes that they take.
        bytes: usize,
        /// Bytes that are allowed.
        most: usize,
    },
    /// The algorithm is in a part of the program that is not loaded yet.
    #[error("its algorithm is still being fetched")]
    NotLoaded,
    /// The events of the algorithm have no bytes.
    #[error("the events of this algorithm cannot be sent")]
    Unsendable,
    /// The caller cancelled, or a budget was used up.
    #[error(transparent)]
    Stopped(#[from] Halt),
}

/// Returns a number of bytes in MiB, or in KiB if it is less than one.
fn memory(bytes: usize) -> String {
    match bytes >> 20 {
        0 => format!("{} KiB", bytes >> 10),
        mib => format!("{mib} MiB"),
    }
}
