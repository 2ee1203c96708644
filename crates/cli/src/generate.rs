//! `generate`: scenes made by dice, in any format.

use super::convert::{put, target};
use super::input::chosen;
use super::place::Place;
use super::{CliError, Start};
use crate::core::algorithm::Runner;
use crate::core::algorithms;
use crate::core::generate::{ALL_DECKS, GENERATORS, Unknown, Wish, find};
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
    /// Which deck of a ship, from 1, or all: one below the other, for an explorer who goes to the teleporter
    #[arg(long, default_value = "1", value_name = "N|all", value_parser = deck)]
    deck: u8,
    /// Of rooms: wall to wall, with prisoners in cells, guards on routes and a way out
    #[arg(long)]
    dungeon: bool,
    /// Set a parameter of a ship; may be repeated
    #[arg(long = "set", value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// How a ship is made: grown, or hull-first; the same as --set method=NAME
    #[arg(long, value_name = "NAME")]
    method: Option<String>,
    /// Give the map to this algorithm, with everybody whom it needs: an explorer who knows what lies near, with items and an
    /// exit; guards with routes and a thief; units; prisoners
    #[arg(long = "for", value_name = "ALGORITHM")]
    runs: Option<String>,
    /// Make this share of all cells unknown, 0 to 1, those farthest from the explorer, or from the first actor where there
    /// is none; without a number all but those within three cells of it
    #[arg(long, value_name = "SHARE", num_args = 0..=1, default_missing_value = "far", value_parser = hidden)]
    unknown: Option<Unknown>,
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
        let generator = if self.dungeon {
            let fail = || CliError::Input(format!("{} has no dungeon; only rooms has", generator.id));
            find(&format!("{}-dungeon", generator.id)).ok_or_else(fail)?
        } else {
            generator
        };
        let format = target(&self.to, self.format.as_deref())?;
        let size = self.size.as_deref().map_or(Ok(generator.size), size)?;
        let mut params = chosen("--set", &self.set)?;
        if let Some(method) = self.method {
            params.set("method", method);
        }
        let wish = Wish { size, seed: self.seed, deck: self.deck, params };
        let runner = self.runs.as_deref().map(algorithms::named).transpose();
        let runner = runner.map_err(|error| CliError::Input(format!("--for: {error}")))?;
        let unknown = self.unknown.unwrap_or_default();
        let scene = generator.scene_for(&wish, runner.map(Runner::card), unknown);
        let scene = scene.map_err(|e| CliError::run(&format!("generate {}", generator.id), e))?;
        put(&format.write(&scene, &Options::default())?, &self.to, &[], out)
    }
}

fn hidden(text: &str) -> Result<Unknown, String> {
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
    let (width, height) = sides.ok_or_else(|| fail("expected width and height in cells, as 64x40"))?;
    Size::checked(width, height).map_err(|e| fail(&e.to_string()))
}
