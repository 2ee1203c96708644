//! One way to ask: what can be asked of a scene, a log or a trace, and what is answered, as values that serde reads and
//! writes. [`Sessions`] answers on the calling thread. `gridscope serve` does so for other programs, line by line.
//!
//! Nothing here starts a program, and no file is written.

mod answers;
pub mod card;
pub mod difference;
mod error;
pub mod lines;
pub mod moment;
pub mod mover;
mod opening;
mod picture;
pub mod report;
mod sessions;

pub use error::{AskError, ErrorKind, as_recorded, up_to_there};
pub use opening::OpenRequest;
pub use picture::{Draw, RenderRequest};
pub use sessions::{LOG_RUNS_ONCE, Sessions};

use gridscope_trace::Cell;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;

/// A question about a session. All but `open` and `close` record the run first, unless it is there already.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Ask {
    /// Opens a scene, a map, a log or a trace in place of what the session held. Runs nothing.
    Open(Box<OpenRequest>),
    /// The scene, as in a scene file. For a log, its ground.
    Scene {},
    /// The outcome of the run.
    Run {
        /// Largest number of events, instead of that of [`OpenRequest`].
        #[serde(default)]
        events: Option<usize>,
    },
    /// Events, as a structured array or as a list.
    Events {
        /// Number of events before the first one.
        #[serde(default)]
        from: usize,
        /// Number of the last one, or `None` for the end of the run.
        #[serde(default)]
        to: Option<usize>,
        /// Form of the answer.
        #[serde(default)]
        form: Form,
    },
    /// The values of a layer, as an array of shape (height, width).
    Layer {
        /// Name of the layer.
        layer: String,
        /// Number of events before the moment, or `None` for the end of the run.
        #[serde(default)]
        at: Option<usize>,
        /// Form of the answer.
        #[serde(default)]
        form: Form,
    },
    /// The last event before a moment, and the values that the algorithm reports there.
    Step {
        /// Number of events before the moment, or `None` for the scene's own moment or the end.
        #[serde(default)]
        at: Option<usize>,
        /// Line of a log instead, from 1: the moment after its first event.
        #[serde(default)]
        line: Option<usize>,
    },
    /// A cell's values, its history, and the chain of causes back to the start.
    Why {
        /// The cell.
        #[serde(default)]
        cell: Option<Cell>,
        /// The event to explain instead, counted from 1.
        #[serde(default)]
        event: Option<usize>,
        /// The mover of a log to explain instead, by its name or number.
        #[serde(default)]
        actor: Option<ActorName>,
        /// The moment, as in [`Ask::Step`].
        #[serde(default)]
        at: Option<usize>,
    },
    /// The reason why a cell, or a path of several cells, was not chosen, or why a mover does not move.
    WhyNot {
        /// The cells. With an actor, none or one.
        #[serde(default)]
        cells: Vec<Cell>,
        /// The mover of a log that does not move, or not to the cell.
        #[serde(default)]
        actor: Option<ActorName>,
        /// The moment, as in [`Ask::Step`].
        #[serde(default)]
        at: Option<usize>,
    },
    /// The events at which several choices were equal.
    Ties {},
    /// The audit of a log or trace, or whether the exercise of a scene is solved.
    Check {},
    /// The smallest scene that still shows a symptom.
    Minimise {
        /// The symptom, as in `gridscope minimise --keep`.
        keep: String,
    },
    /// The first event that differs from the run of another session, and both outcomes.
    Diff {
        /// Name of the other session.
        with: String,
    },
    /// The measures of the runs of several sessions, side by side.
    Compare {
        /// Names of the other sessions.
        with: Vec<String>,
    },
    /// A picture, an animation or a page of the run.
    Render(Box<RenderRequest>),
    /// A link that opens the moment.
    Link {
        /// Number of events before the moment, or `None` for the end of the run.
        #[serde(default)]
        at: Option<usize>,
        /// The selected cell.
        #[serde(default)]
        cell: Option<Cell>,
        /// Name of the shown layer.
        #[serde(default)]
        layer: Option<String>,
    },
    /// The card of an algorithm. Needs no session.
    Algorithm {
        /// Name of the algorithm.
        name: String,
    },
    /// Ends the session and frees its run.
    Close {},
}

/// Name or number of an actor.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ActorName {
    /// The number.
    Number(u64),
    /// The name.
    Text(String),
}

impl fmt::Display for ActorName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Text(name) => name.fmt(f),
        }
    }
}

/// Form of an answer that is an array.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// A block with the bytes of an `.npy` file.
    #[default]
    Npy,
    /// JSON.
    Json,
}

/// Kind of what a session holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Holds {
    /// A scene or map.
    Scene,
    /// A trace of gridscope, which has a scene.
    Trace,
    /// A log of another program.
    Log,
}

/// An answer in words and as data.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Explained {
    /// Text, as the subcommand of the same name prints it.
    pub text: String,
    /// The content of the text as data.
    pub data: Value,
}

/// Bytes beside an answer, such as an array. They are no part of its JSON.
pub type Block = Vec<u8>;

/// The answer to an [`Ask`] of the same name.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "answer", rename_all = "kebab-case")]
pub enum Answer {
    /// The content that was opened.
    Open {
        /// Kind of what was opened.
        holds: Holds,
        /// Name of the algorithm of a scene.
        algorithm: String,
        /// Width and height of the map.
        size: [u16; 2],
        /// Notes of the reader.
        notes: Vec<String>,
    },
    /// The scene, as in a scene file.
    Scene {
        /// The scene.
        scene: Value,
    },
    /// The run.
    Run {
        /// Name of the algorithm.
        algorithm: String,
        /// Outcome, as `gridscope run --json` prints it.
        outcome: Value,
        /// Number of events.
        events: usize,
        /// Number of steps.
        steps: usize,
        /// Reason why the run ended early, if it did.
        halted: Option<String>,
        /// Sentence about what is wrong with the log or trace, although it can be shown.
        fault: Option<String>,
        /// Notes about the run.
        notes: Vec<String>,
        /// Sentences about parts of the scene that look wrong.
        warnings: Vec<String>,
        /// Number of runs recorded in all sessions so far.
        recordings: usize,
    },
    /// Events: a block, or a list.
    Events {
        /// Number of events before the first one.
        from: usize,
        /// Number of the last one.
        to: usize,
        /// Names of the numbers in the array's field `event`.
        names: BTreeMap<u16, String>,
        /// The events as a list, each with its sentence.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        list: Vec<Value>,
        /// The array.
        #[serde(skip)]
        block: Option<Block>,
    },
    /// A layer: a block, or JSON.
    Layer {
        /// Name of the layer.
        layer: String,
        /// The values as JSON.
        #[serde(default, skip_serializing_if = "Value::is_null")]
        data: Value,
        /// The array.
        #[serde(skip)]
        block: Option<Block>,
    },
    /// The moment.
    Step(Explained),
    /// The causes.
    Why(Explained),
    /// The reason.
    WhyNot(Explained),
    /// The events with a tie, counted from 1.
    Ties {
        /// Numbers of the events.
        events: Vec<usize>,
    },
    /// The report, or the claims of the exercise.
    Check {
        /// Whether nothing was found, or the exercise is solved.
        passes: bool,
        /// Number of the event of the run that the first finding is about.
        first: Option<usize>,
        /// The report.
        #[serde(flatten)]
        report: Explained,
    },
    /// The small scene.
    Minimise {
        /// The scene.
        scene: Value,
        /// Width and height before.
        before: [u16; 2],
        /// Width and height after.
        after: [u16; 2],
        /// Number of scenes tried.
        trials: usize,
    },
    /// The difference of two runs.
    Diff(Explained),
    /// The measures: name, values, and whether they differ.
    Compare {
        /// Measures.
        rows: Vec<Value>,
    },
    /// The picture or page.
    Render {
        /// The file.
        #[serde(skip)]
        block: Block,
    },
    /// The link.
    Link {
        /// Text of the link: what stands after `#` in the address of a page, and what `gridscope open` takes.
        link: String,
        /// Parts that the link cannot hold, one phrase each.
        lost: Vec<String>,
    },
    /// The card.
    Algorithm {
        /// The card, as `gridscope algorithms NAME --json` prints it.
        card: Value,
    },
    /// The session has ended.
    Close {},
}

impl Answer {
    /// Takes the bytes beside the answer, if it has some.
    pub fn take_block(&mut self) -> Option<Block> {
        match self {
            Self::Events { block, .. } | Self::Layer { block, .. } => block.take(),
            Self::Render { block } => Some(std::mem::take(block)),
            _ => None,
        }
    }
}
