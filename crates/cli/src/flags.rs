//! The flags that several subcommands have: how a map is read, how a scene is run, and what runs it.

use super::place::Place;
use crate::core::algorithms;
use crate::core::scene::ActorKind;
use crate::debugger::program::Program;
use crate::formats::Options;
use crate::formats::movingai::Dialect;
use crate::outside::program::{Sends, Shell, TIMEOUT};
use clap::builder::BoolishValueParser;
use std::sync::Arc;
use std::time::Duration;

/// The flags that say how a `MovingAI` map is read. One that is not given stays as the benchmark has it.
#[derive(clap::Args, Clone, Copy)]
pub(super) struct DialectArgs {
    #[arg(long, value_name = "yes|no", num_args = 0..=1, require_equals = true, default_missing_value = "yes")]
    #[arg(value_parser = BoolishValueParser::new(), hide_possible_values = true)]
    #[arg(help = "MovingAI maps: whether swamp (S) can be walked on [default: yes]")]
    swamp: Option<bool>,
    #[arg(long, value_name = "yes|no", num_args = 0..=1, require_equals = true, default_missing_value = "yes")]
    #[arg(value_parser = BoolishValueParser::new(), hide_possible_values = true)]
    #[arg(help = "MovingAI maps: whether water (W) can be walked on [default: no]")]
    water: Option<bool>,
    #[arg(long, value_name = "yes|no", num_args = 0..=1, require_equals = true, default_missing_value = "yes")]
    #[arg(value_parser = BoolishValueParser::new(), hide_possible_values = true)]
    #[arg(help = "MovingAI maps: whether trees (T) can be walked through [default: no]")]
    trees: Option<bool>,
}

impl DialectArgs {
    /// As the readers take them.
    pub(super) fn options(self) -> Options {
        let own = Dialect::default();
        let dialect = Dialect {
            swamp: self.swamp.unwrap_or(own.swamp),
            water: self.water.unwrap_or(own.water),
            trees: self.trees.unwrap_or(own.trees),
        };
        Options { dialect, ..Options::default() }
    }
}

/// The flags that change how a scene is run.
#[derive(clap::Args, Clone)]
pub(super) struct RunArgs {
    /// The algorithm, if not the scene's own; `gridscope algorithms` lists them
    #[arg(id = "run-algorithm", long = "algorithm", value_name = "ID")]
    pub(super) algorithm: Option<String>,
    /// Set a parameter over the scene's own; may be repeated
    #[arg(long = "set", value_name = "NAME=VALUE")]
    pub(super) set: Vec<String>,
    /// The seed of the dice, instead of the scene's
    #[arg(long)]
    pub(super) seed: Option<u64>,
}

impl RunArgs {
    /// Whether a scene is run as it is.
    pub(super) fn change_nothing(&self) -> bool {
        self.set.is_empty() && self.seed.is_none() && self.algorithm.is_none()
    }

    /// How a map is read that is to be run so: `@` is a thief where the algorithm has thieves and no explorers.
    pub(super) fn options(&self) -> Options {
        let runner = self.algorithm.as_deref().and_then(algorithms::find);
        let takes = |kind| runner.is_some_and(|r| r.card().actors.iter().any(|need| need.kinds.contains(&kind)));
        Options { thief: takes(ActorKind::Thief) && !takes(ActorKind::Explorer), ..Options::default() }
    }
}

/// The flags that put a program behind the map.
#[derive(clap::Args, Clone)]
pub(super) struct WithArgs {
    /// Run this command on the scene (JSON on its standard input) and read its log from its standard output
    #[arg(long = "with", value_name = "COMMAND", value_parser = command)]
    pub(super) command: Option<String>,
    /// What the command reads: the scene as json, or the rows of the map as text
    #[arg(long = "stdin", value_name = "json|text", requires = "command", default_value = "json")]
    #[arg(value_parser = ["json", "text", "map"], hide_possible_values = true, hide_default_value = true)]
    stdin: String,
    /// After how many seconds a command that has not ended is stopped
    #[arg(long, value_name = "SECONDS", requires = "command", default_value = "60", value_parser = timeout)]
    timeout: Duration,
}

/// A time that a person can wait for.
fn timeout(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| (0.001..=1e9).contains(seconds));
    seconds
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "expected a number of seconds above 0, such as 60 or 0.5".to_owned())
}

/// A command is more than blanks.
fn command(text: &str) -> Result<String, String> {
    let some = Some(text).filter(|text| !text.trim().is_empty());
    some.map(str::to_owned).ok_or_else(|| "there is no command in it; expected such as 'python3 search.py'".to_owned())
}

impl WithArgs {
    /// No program.
    pub(super) fn none() -> Self {
        Self { command: None, stdin: "json".into(), timeout: TIMEOUT }
    }

    /// The program, if one is named.
    pub(super) fn program(&self) -> Option<Arc<dyn Program>> {
        let sends = if self.stdin == "json" { Sends::Json } else { Sends::Rows };
        let timeout = self.timeout;
        self.command.clone().map(|command| Arc::new(Shell { command, sends, timeout }) as Arc<dyn Program>)
    }
}

/// What the subcommands that look at a run are told: which one, how it is run and what runs it, and how it is printed.
#[derive(clap::Args, Clone)]
pub(super) struct LookArgs {
    /// A file, a preset's name, or - for standard input
    pub(super) scene: Place,
    #[command(flatten)]
    pub(super) run: RunArgs,
    #[command(flatten)]
    pub(super) with: WithArgs,
    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
}
