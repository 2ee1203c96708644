//! Parts of symptoms that need more than one run: two runs side by side, the map, and the settings of a run.

use crate::formats::limits;
use crate::lab::experiment;
use crate::session::variants;
use gridscope_trace::outcome::Outcome;
use gridscope_trace::trace::breakpoint::Op;
use gridscope_trace::{ActorKind, Registry, Scene, Tile};
use serde_json::Value;
use std::fmt;
use std::sync::Arc;

/// A number or parameter of one of the runs shown: `B.cost`. Without a letter, it belongs to the first run, A.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunField {
    /// Index of the run, from 0.
    pub run: usize,
    /// Name of a number in the outcome, or of a parameter.
    pub what: String,
}

impl RunField {
    /// Parses a text that begins with the letter of a run and a dot.
    fn lettered(text: &str) -> Option<Self> {
        let (letter, what) = text.split_once('.')?;
        let run = (b'A'..).zip(0..limits::RUNS).find(|(own, _)| letter.as_bytes() == [*own])?.1;
        (!what.is_empty()).then(|| Self { run, what: what.to_owned() })
    }

    /// Parses a name with or without the letter of a run.
    pub(crate) fn parse(text: &str) -> Self {
        Self::lettered(text).unwrap_or_else(|| Self { run: 0, what: text.to_owned() })
    }

    /// Returns the letter of the run.
    pub(crate) const fn letter(&self) -> char {
        (b'A' + self.run as u8) as char
    }

    /// Returns the number with this name in the outcome of its run.
    pub(crate) fn number(&self, outcome: &Outcome) -> Option<f64> {
        experiment::numbers(outcome).into_iter().find(|(name, _)| *name == self.what).map(|(_, x)| x)
    }
}

impl fmt::Display for RunField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.letter(), self.what)
    }
}

/// A comparison of numbers from the outcomes of two runs: `cost >= B.cost + 20`.
#[derive(Clone, PartialEq, Debug)]
pub struct Against {
    /// Left side.
    pub left: RunField,
    /// Operator.
    pub op: Op,
    /// Right side.
    pub right: RunField,
    /// Number added to the right side.
    pub more: f64,
}

impl Against {
    /// Parses a comparison. Returns `None` if the right side does not name a run.
    pub(super) fn parse(left: &str, op: Op, right: &str) -> Option<Self> {
        let split = |sign: &str| right.split_once(sign).map(|(of, n)| (of.trim(), n.trim().parse::<f64>().ok()));
        let (of, more) = match (split(" + "), split(" - ")) {
            (Some((of, n)), _) => (of, n?),
            (None, Some((of, n))) => (of, -n?),
            (None, None) => (right, 0.0),
        };
        more.is_finite().then_some(())?;
        Some(Self { left: RunField::parse(left), op, right: RunField::lettered(of)?, more })
    }

    /// Returns both numbers, with `more` added to the right one. Returns `None` if a run or a number is missing.
    pub(crate) fn numbers(&self, outcome: &mut dyn FnMut(usize) -> Option<Outcome>) -> Option<(f64, f64)> {
        let mut number = |of: &RunField| of.number(&outcome(of.run)?);
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

/// A property of a map that can be counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counted {
    /// Cells with this tile.
    Tile(Tile),
    /// Actors of this kind.
    Actor(ActorKind),
    /// All cells.
    Cells,
    /// Cells whose tile differs from the original map of the exercise.
    Changed,
}

impl Counted {
    /// Returns what to count, by its name in scene files.
    pub(super) fn named(name: &str) -> Option<Self> {
        let actor = || ActorKind::named(name).map(Self::Actor);
        match name {
            "cells" => Some(Self::Cells),
            "changed" => Some(Self::Changed),
            _ => Tile::from_name(name).map(Self::Tile).or_else(actor),
        }
    }

    /// Counts in a scene.
    pub(crate) fn count(self, scene: &Scene) -> usize {
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

/// A condition on a setting of a run: `algorithm = greedy`, `seed = 1`, `ties = first`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SettingTest {
    /// Run and setting: `algorithm`, `seed` or a parameter.
    pub of: RunField,
    /// Whether the values must be equal (`true`) or different.
    pub so: bool,
    /// Value to compare with.
    pub value: String,
}

impl SettingTest {
    /// Returns the value of the setting in a scene, or `None` if there is no such run or parameter.
    pub(crate) fn reads(&self, registry: &Registry, scene: &Arc<Scene>) -> Option<String> {
        let all = variants(registry, scene);
        let run = &all.get(self.of.run)?.1.run;
        match &*self.of.what {
            "algorithm" => Some(run.algorithm.clone()),
            "seed" => Some(run.seed.to_string()),
            name => {
                let card = registry.find(&run.algorithm)?.card();
                let all = run.params.resolve(card.params).ok()?;
                Some(match all.get(name)? {
                    Value::String(word) => word.clone(),
                    Value::Null => "auto".to_owned(),
                    other => other.to_string(),
                })
            }
        }
    }

    /// Returns whether the condition is true.
    pub(crate) fn holds(&self, registry: &Registry, scene: &Arc<Scene>) -> bool {
        self.reads(registry, scene).is_some_and(|reads| (reads == self.value) == self.so)
    }
}
