//! `generate`: scenes made by dice, in any format.

use super::convert::{put, target};
use super::input::chosen;
use super::place::Place;
use super::{CliError, Start};
use crate::core::algorithms;
use crate::core::generate::{GENERATORS, Wish, find, people, unknown};
use crate::core::geometry::Size;
use crate::formats::Options;
use std::io::Write;

#[derive(clap::Args)]
pub(super) struct Args {
    /// What to make: ship, maze, cave or rooms
    generator: String,
    /// The seed of the dice
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Width and height of the map in cells, as 64x40
    #[arg(long, value_name = "WxH")]
    size: Option<String>,
    /// Which deck of a ship, from 1
    #[arg(long, default_value_t = 1)]
    deck: u8,
    /// Set a parameter of a ship; may be repeated
    #[arg(long = "set", value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Give the map to this algorithm, with everybody whom it needs: explorer, guards with routes, units, prisoners
    #[arg(long = "for", value_name = "ALGORITHM")]
    runs: Option<String>,
    /// Make everything unknown but what lies near the explorer, or near the first actor where there is none
    #[arg(long)]
    unknown: bool,
    /// A file, whose extension says the format, or - for standard output
    #[arg(short = 'o', long = "out", value_name = "OUT", default_value = "-")]
    to: Place,
    /// The format to write, by name or extension, whatever OUT is called; - writes a scene otherwise
    #[arg(long = "to", value_name = "FORMAT")]
    format: Option<String>,
}

impl Args {
    pub(super) fn execute(self, out: &mut dyn Write) -> Result<Start, CliError> {
        let generator = find(&self.generator).ok_or_else(|| {
            let known: Vec<_> = GENERATORS.iter().map(|g| g.id).collect();
            CliError::Input(format!("there is no generator {:?}; expected one of {}", self.generator, known.join(", ")))
        })?;
        let format = target(&self.to, self.format.as_deref())?;
        let size = self.size.as_deref().map_or(Ok(generator.size), size)?;
        let wish = Wish { size, seed: self.seed, deck: self.deck, params: chosen("--set", &self.set)? };
        let runner = self.runs.as_deref().map(algorithms::named).transpose();
        let runner = runner.map_err(|error| CliError::Input(format!("--for: {error}")))?;
        let mut scene = generator.scene(&wish).map_err(|e| CliError::run(&format!("generate {}", generator.id), e))?;
        if let Some(runner) = runner {
            people(&mut scene, runner.card());
        }
        if self.unknown {
            unknown(&mut scene);
        }
        put(&scene, format, Options::default(), &self.to, &[], out)
    }
}

fn size(text: &str) -> Result<Size, CliError> {
    let fail = |why: &str| CliError::Input(format!("--size {text}: {why}"));
    let sides = text.split_once(['x', 'X', '×']).and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
    let (width, height) = sides.ok_or_else(|| fail("expected width and height in cells, as 64x40"))?;
    Size::checked(width, height).map_err(|e| fail(&e.to_string()))
}
