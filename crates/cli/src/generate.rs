//! `generate`: generates random scenes, in any format.

use super::convert::{target, write_converted};
use super::input::parse_params;
use super::map_flags::WriteArgs;
use super::place::FileOrStream;
use super::{CliError, Start, Stdout, output};
use crate::formats::Options;
use gridscope_trace::algorithm::Runner;
use gridscope_trace::generate::{ALL_DECKS, SceneRequest, Unknown};
use gridscope_trace::{Registry, Size};

#[derive(clap::Args)]
pub(super) struct Args {
    /// The kind of map: ship, maze, cave or rooms
    generator: String,
    /// The random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Width and height of the map in cells, such as 64x40
    #[arg(long, value_name = "WxH")]
    size: Option<String>,
    /// Deck of a ship, from 1; or all, one below the other, for an explorer that goes to the teleporter
    #[arg(long, default_value = "1", value_name = "N|all", value_parser = deck)]
    deck: u8,
    /// With rooms: make a dungeon with rooms wall to wall, prisoners in cells, guards on routes and an exit
    #[arg(long)]
    dungeon: bool,
    /// Set a parameter of the ship generator; may be repeated
    #[arg(long = "set", value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Method of the ship generator: grown or hull-first; short for --set method=NAME
    #[arg(long, value_name = "NAME")]
    method: Option<String>,
    /// Set up the scene for this algorithm and add the actors it needs, such as an explorer with items and an exit,
    /// guards with routes and a thief, units, or prisoners
    #[arg(long = "for", value_name = "ALGORITHM")]
    runs: Option<String>,
    /// Make this share of all cells unknown, 0 to 1, farthest from the explorer first, or from the first actor if there
    /// is no explorer; without a number, all but those within 3 cells
    #[arg(long, value_name = "SHARE", num_args = 0..=1, default_missing_value = "far", value_parser = parse_unknown_share)]
    unknown: Option<Unknown>,
    /// A file, whose extension sets the format, or - for standard output
    #[arg(short = 'o', long = "out", value_name = "OUT", default_value = "-")]
    to: FileOrStream,
    /// The format to write, by name or extension, instead of OUT's extension; standard output defaults to scene.json
    #[arg(long = "to", value_name = "FORMAT")]
    format: Option<String>,
    #[command(flatten)]
    write: WriteArgs,
}

impl Args {
    pub(super) fn execute(self, registry: &Registry, out: &mut Stdout<'_>) -> Result<Start, CliError> {
        let generator = registry.generator(&self.generator).ok_or_else(|| {
            let known: Vec<_> = registry.generators().iter().map(|g| g.id).collect();
            CliError::Input(format!("there is no generator {:?}; expected one of {}", self.generator, known.join(", ")))
        })?;
        let generator = if self.dungeon {
            let fail = || CliError::Input(format!("{} has no dungeon; --dungeon works only with rooms", generator.id));
            registry.generator(&format!("{}-dungeon", generator.id)).ok_or_else(fail)?
        } else {
            generator
        };
        output::check_outputs(&self.write.template, [&self.to])?;
        let format = target(&self.to, self.format.as_deref())?;
        let size = self.size.as_deref().map_or(Ok(generator.size), size)?;
        let mut params = parse_params("--set", &self.set)?;
        if let Some(method) = self.method {
            params.set("method", method);
        }
        let wish = SceneRequest { size, seed: self.seed, deck: self.deck, params };
        let runner = self.runs.as_deref().map(|id| registry.named(id)).transpose();
        let runner = runner.map_err(|error| CliError::Input(format!("--for: {error}")))?;
        let unknown = self.unknown.unwrap_or_default();
        let scene = generator.scene_for(&wish, runner.map(Runner::card), unknown);
        let scene = scene.map_err(|e| CliError::run(&format!("generate {}", generator.id), e))?;
        let options = self.write.within(&Options::with_registry(registry), &self.to, None, self.seed)?;
        write_converted(&format.write(&scene, &options)?, &self.to, &[], out)
    }
}

fn parse_unknown_share(text: &str) -> Result<Unknown, String> {
    let number = text.parse::<f64>().ok().filter(|share| (0.0..=1.0).contains(share));
    match (text, number) {
        ("far", _) => Ok(Unknown::Far),
        (_, Some(share)) => Ok(Unknown::Share(share)),
        _ => Err("expected a share from 0 to 1, such as 0.4".to_owned()),
    }
}

fn deck(text: &str) -> Result<u8, String> {
    match text {
        "all" => Ok(ALL_DECKS),
        _ => text.parse().map_err(|_| "expected the number of a deck, or all".to_owned()),
    }
}

fn size(text: &str) -> Result<Size, CliError> {
    let fail = |why: &str| CliError::Input(format!("--size {text}: {why}"));
    let sides = text.split_once(['x', 'X', '×']).and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
    let (width, height) = sides.ok_or_else(|| fail("expected width and height in cells, such as 64x40"))?;
    Size::checked(width, height).map_err(|e| fail(&e.to_string()))
}
