//! What a symptom can say besides one run: of two runs that stand side by side, of the map, and of what is run.

use crate::core::algorithms;
use crate::core::outcome::Outcome;
use crate::core::scene::{ActorKind, Scene};
use crate::core::terrain::Tile;
use crate::core::trace::breakpoint::Op;
use crate::experiment;
use crate::formats::limits;
use crate::session::variants;
use serde_json::Value;
use std::fmt;
use std::sync::Arc;

/// Something of one of the runs that are shown: `B.cost`; without a letter of the first one, A.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Of {
    /// Which run, from 0.
    pub run: usize,
    /// What of it: a number of its outcome, or a parameter.
    pub what: String,
}

impl Of {
    /// What begins with the letter of a run and a dot.
    fn lettered(text: &str) -> Option<Self> {
        let (letter, what) = text.split_once('.')?;
        let run = (b'A'..).zip(0..limits::RUNS).find(|(own, _)| letter.as_bytes() == [*own])?.1;
        (!what.is_empty()).then(|| Self { run, what: what.to_owned() })
    }

    /// The same, or something of the first run.
    pub(super) fn parse(text: &str) -> Self {
        Self::lettered(text).unwrap_or_else(|| Self { run: 0, what: text.to_owned() })
    }

    /// The letter of its run.
    pub const fn letter(&self) -> char {
        (b'A' + self.run as u8) as char
    }

    /// The number that it is in the outcome of its run.
    pub fn number(&self, outcome: &Outcome) -> Option<f64> {
        experiment::numbers(outcome).into_iter().find(|(name, _)| *name == self.what).map(|(_, x)| x)
    }
}

impl fmt::Display for Of {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.letter(), self.what)
    }
}

/// A number of one run's outcome beside one of another's: `cost >= B.cost + 20`.
#[derive(Clone, PartialEq, Debug)]
pub struct Against {
    /// What stands so.
    pub left: Of,
    /// How it stands.
    pub op: Op,
    /// To what.
    pub right: Of,
    /// And so much more.
    pub more: f64,
}

impl Against {
    /// A comparison whose right side names a run; none where it names none.
    pub(super) fn parse(left: &str, op: Op, right: &str) -> Option<Self> {
        let split = |sign: &str| right.split_once(sign).map(|(of, n)| (of.trim(), n.trim().parse::<f64>().ok()));
        let (of, more) = match (split(" + "), split(" - ")) {
            (Some((of, n)), _) => (of, n?),
            (None, Some((of, n))) => (of, -n?),
            (None, None) => (right, 0.0),
        };
        more.is_finite().then_some(())?;
        Some(Self { left: Of::parse(left), op, right: Of::lettered(of)?, more })
    }

    /// Both numbers, the right one with what is added to it; none where a run or a number is missing.
    pub fn numbers(&self, outcome: &mut dyn FnMut(usize) -> Option<Outcome>) -> Option<(f64, f64)> {
        let mut number = |of: &Of| of.number(&outcome(of.run)?);
        Some((number(&self.left)?, number(&self.right)? + self.more))
    }
}

impl fmt::Display for Against {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.left.run == 0 {
            f.write_str(&self.left.what)?;
        } else {
            write!(f, "{}", self.left)?;
        }
        write!(f, " {} {}", self.op.sign(), self.right)?;
        match self.more {
            0.0 => Ok(()),
            more if more < 0.0 => write!(f, " - {}", -more),
            more => write!(f, " + {more}"),
        }
    }
}

/// What is counted on a map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counted {
    /// Cells with this tile.
    Tile(Tile),
    /// Actors of this kind.
    Actor(ActorKind),
    /// All cells.
    Cells,
    /// Cells whose tile is another than in the map that the exercise was given with.
    Changed,
}

impl Counted {
    /// By its name in scene files.
    pub(super) fn named(name: &str) -> Option<Self> {
        let actor = || ActorKind::ALL.into_iter().find(|kind| kind.name() == name).map(Self::Actor);
        match name {
            "cells" => Some(Self::Cells),
            "changed" => Some(Self::Changed),
            _ => Tile::from_name(name).map(Self::Tile).or_else(actor),
        }
    }

    /// How many there are.
    pub fn count(self, scene: &Scene) -> usize {
        match self {
            Self::Tile(tile) => scene.tiles.as_slice().iter().filter(|own| **own == tile).count(),
            Self::Actor(kind) => scene.of_kind(kind).count(),
            Self::Cells => scene.size().area(),
            Self::Changed => scene.run.exercise.changed(&scene.tiles),
        }
    }
}

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Tile(tile) => tile.info().name,
            Self::Actor(kind) => kind.name(),
            Self::Cells => "cells",
            Self::Changed => "changed",
        })
    }
}

/// What a run is told reads so: `algorithm = greedy`, `seed = 1`, `ties = first`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    /// What of which run: `algorithm`, `seed` or a parameter.
    pub of: Of,
    /// Whether it reads so, or otherwise.
    pub so: bool,
    /// What it reads.
    pub value: String,
}

impl Told {
    /// What it reads in a scene; none where there is no such run or parameter.
    pub fn reads(&self, scene: &Arc<Scene>) -> Option<String> {
        let all = variants(scene);
        let run = &all.get(self.of.run)?.1.run;
        match &*self.of.what {
            "algorithm" => Some(run.algorithm.clone()),
            "seed" => Some(run.seed.to_string()),
            name => {
                let card = algorithms::find(&run.algorithm)?.card();
                let all = run.params.resolve(card.params).ok()?;
                Some(match all.get(name)? {
                    Value::String(word) => word.clone(),
                    Value::Null => "auto".to_owned(),
                    other => other.to_string(),
                })
            }
        }
    }

    /// Whether it does.
    pub fn holds(&self, scene: &Arc<Scene>) -> bool {
        self.reads(scene).is_some_and(|reads| (reads == self.value) == self.so)
    }
}
