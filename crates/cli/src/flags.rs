//! Flags shared by several subcommands: how a map is read, how a scene is run, and which program runs it.

use super::budget_flags::BudgetArgs;
use super::map_flags::{MoverArgs, ReadArgs};
use super::place::FileOrStream;
use crate::debugger::log::program::Program;
use crate::formats::Options;
use crate::formats::movingai::Dialect;
use crate::outside::parallel;
use crate::outside::program::{Shell, StdinFormat, TIMEOUT};
use clap::builder::BoolishValueParser;
use gridscope_trace::workers::Workers;
use gridscope_trace::{ActorKind, Registry};
use std::sync::Arc;
use std::time::Duration;

/// Flags that set how a `MovingAI` map is read. Without a flag, the benchmark's default applies.
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
    /// Returns the options for the readers.
    pub(super) fn options(self, registry: &Registry) -> Options {
        let own = Dialect::default();
        let dialect = Dialect {
            swamp: self.swamp.unwrap_or(own.swamp),
            water: self.water.unwrap_or(own.water),
            trees: self.trees.unwrap_or(own.trees),
        };
        Options { dialect, ..Options::with_registry(registry) }
    }
}

/// Flags that change how a scene is run.
#[derive(clap::Args, Clone)]
pub(super) struct RunArgs {
    /// Use this algorithm instead of the scene's; `gridscope algorithms` lists them
    #[arg(id = "run-algorithm", long = "algorithm", value_name = "ID")]
    pub(super) algorithm: Option<String>,
    /// Override a parameter of the scene; may be repeated
    #[arg(long = "set", value_name = "NAME=VALUE")]
    pub(super) set: Vec<String>,
    /// Use this random seed instead of the scene's
    #[arg(long)]
    pub(super) seed: Option<u64>,
    #[command(flatten)]
    pub(super) read: ReadArgs,
    #[command(flatten)]
    pub(super) movers: MoverArgs,
    #[command(flatten)]
    pub(super) budget: BudgetArgs,
}

impl RunArgs {
    /// Returns whether the scene is run unchanged.
    pub(super) fn change_nothing(&self) -> bool {
        self.set.is_empty() && self.seed.is_none() && self.algorithm.is_none()
    }

    /// Returns the files that a run of SCENE reads.
    pub(super) fn inputs<'a>(&'a self, scene: &'a FileOrStream) -> impl Iterator<Item = &'a FileOrStream> {
        std::iter::once(scene).chain(&self.read.map)
    }

    /// Returns the options for reading a map for this run. `@` is a thief if the algorithm uses thieves and no
    /// explorers.
    pub(super) fn options(&self, registry: &Registry) -> Options {
        let runner = self.algorithm.as_deref().and_then(|id| registry.find(id));
        let takes = |kind| runner.is_some_and(|r| r.card().actors.iter().any(|need| need.kinds.contains(&kind)));
        let thief = takes(ActorKind::Thief) && !takes(ActorKind::Explorer);
        self.read.within(Options { thief, movers: self.movers.agents, ..Options::with_registry(registry) })
    }
}

/// Flags that run a program behind the map.
#[derive(clap::Args, Clone)]
pub(super) struct WithArgs {
    /// Run this command on the scene (JSON on its standard input) and read its log from its standard output
    #[arg(long = "with", value_name = "COMMAND", value_parser = command)]
    pub(super) command: Option<String>,
    /// Input for the command: json for the scene, text for the rows of the map
    #[arg(long = "stdin", value_name = "json|text", requires = "command", default_value = "json")]
    #[arg(value_parser = ["json", "text", "map"], hide_possible_values = true, hide_default_value = true)]
    stdin: String,
    /// Stop the command after this many seconds
    #[arg(long, value_name = "SECONDS", requires = "command", default_value = "60", value_parser = timeout)]
    timeout: Duration,
}

/// Parses a time limit of reasonable length.
pub(super) fn timeout(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| (0.001..=1e9).contains(seconds));
    seconds
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "expected a number of seconds above 0, such as 60 or 0.5".to_owned())
}

/// Parses a command, which must not be blank.
pub(super) fn command(text: &str) -> Result<String, String> {
    let some = Some(text).filter(|text| !text.trim().is_empty());
    some.map(str::to_owned).ok_or_else(|| "the command is empty; expected one such as 'python3 search.py'".to_owned())
}

impl WithArgs {
    /// Returns flags without a program.
    pub(super) fn none() -> Self {
        Self { command: None, stdin: "json".into(), timeout: TIMEOUT }
    }

    /// Returns the program, if one is named.
    pub(super) fn program(&self) -> Option<Arc<dyn Program>> {
        let sends = if self.stdin == "json" { StdinFormat::Json } else { StdinFormat::Rows };
        let timeout = self.timeout;
        self.command.clone().map(|command| Arc::new(Shell { command, sends, timeout, file: None }) as Arc<dyn Program>)
    }
}

/// Flag of subcommands that do many independent things.
#[derive(clap::Args, Clone, Copy)]
pub(super) struct JobsArgs {
    /// Number of things done at once, with the same result [default: the number of processors]. They share the memory
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
}

impl JobsArgs {
    /// Returns the threads.
    pub(super) fn workers(self) -> Workers {
        parallel::workers(self.jobs.map(usize::from))
    }
}

/// Arguments of subcommands that examine a run: the scene, how it is run and by what, and the output format.
#[derive(clap::Args, Clone)]
pub(super) struct LookArgs {
    /// A file, a preset's name, a link, or - for standard input
    pub(super) scene: FileOrStream,
    #[command(flatten)]
    pub(super) run: RunArgs,
    #[command(flatten)]
    pub(super) with: WithArgs,
    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
}
