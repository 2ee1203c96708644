//! The card of an algorithm: all that windows, command lines and files need to know of it.

mod beyond;
mod faster;
mod group;

pub use beyond::Beyond;
pub use faster::Faster;
pub use group::Group;

use crate::geometry::{Cell, Size};
use crate::params::{Param, Resolved};
use crate::run_error::RunError;
use crate::scene::{ActorKind, Scene};
use crate::tool::Tool;
use crate::view::board::Role;

impl Card {
    /// A card with an id, a title and one sentence; everything else is empty until it is said.
    pub const fn new(id: &'static str, title: &'static str, summary: &'static str) -> Self {
        Self {
            id,
            title,
            summary,
            group: Group::Yours,
            beyond: &[],
            faster: None,
            source: "",
            listing: &[],
            terms: &[],
            params: &[],
            layers: &[],
            roles: &[],
            series: &[],
            actors: &[],
            checks: &[],
            tie_params: &[],
            score_params: &[],
            numbers: &[],
            first_layer: "",
            tools: &[],
            best: None,
            suite: None,
            even_ground: false,
            seeds: 1,
        }
    }

    /// The same with where it stands in a list of algorithms.
    #[must_use]
    pub const fn group(self, group: Group) -> Self {
        Self { group, ..self }
    }

    /// The same with what its code answers that its events do not say.
    #[must_use]
    pub const fn beyond(self, beyond: &'static [Beyond]) -> Self {
        Self { beyond, ..self }
    }

    /// The same with a call that gives its answer faster, where tests hold both equal.
    #[must_use]
    pub const fn faster(self, call: &'static str, same: &'static str) -> Self {
        Self { faster: Some(Faster { call, same }), ..self }
    }

    /// The same with its pseudocode, a line each.
    #[must_use]
    pub const fn listing(self, listing: &'static [&'static str]) -> Self {
        Self { listing, ..self }
    }

    /// The same with the terms of its own in its sentences, each with its forms and what it means, in one sentence.
    #[must_use]
    pub const fn terms(self, terms: &'static [(&'static [&'static str], &'static str)]) -> Self {
        Self { terms, ..self }
    }

    /// The same with what can be shown of each cell; the first layer is shown first.
    #[must_use]
    pub const fn layers(self, layers: &'static [Layer]) -> Self {
        let first_layer = if let [first, ..] = layers { first.name } else { "" };
        Self { layers, first_layer, ..self }
    }

    /// The same with parameters.
    #[must_use]
    pub const fn params(self, params: &'static [Param]) -> Self {
        Self { params, ..self }
    }

    /// The same with the actors that a scene must have.
    #[must_use]
    pub const fn needs(self, actors: &'static [Need]) -> Self {
        Self { actors, ..self }
    }

    /// The same with its source: author, title, year.
    #[must_use]
    pub const fn source(self, source: &'static str) -> Self {
        Self { source, ..self }
    }

    /// The same with what the parts that cells play mean here.
    #[must_use]
    pub const fn roles(self, roles: &'static [(Role, &'static str)]) -> Self {
        Self { roles, ..self }
    }

    /// The same with numbers over time.
    #[must_use]
    pub const fn series(self, series: &'static [&'static str]) -> Self {
        Self { series, ..self }
    }

    /// The same with ready-made breakpoints.
    #[must_use]
    pub const fn checks(self, checks: &'static [Check]) -> Self {
        Self { checks, ..self }
    }

    /// The same with the parameters that decide ties.
    #[must_use]
    pub const fn tie_params(self, tie_params: &'static [&'static str]) -> Self {
        Self { tie_params, ..self }
    }

    /// The same with how many seeds a run uses, its own the first.
    #[must_use]
    pub const fn seeds(self, seeds: u64) -> Self {
        Self { seeds, ..self }
    }

    /// The same with the parameters that decide its scoreboards.
    #[must_use]
    pub const fn score_params(self, score_params: &'static [&'static str]) -> Self {
        Self { score_params, ..self }
    }

    /// The same with fields of the outcome that are lists of numbers, or tables of them.
    #[must_use]
    pub const fn numbers(self, numbers: &'static [&'static str]) -> Self {
        Self { numbers, ..self }
    }

    /// The same with the layer that is shown first.
    #[must_use]
    pub const fn first_layer(self, first_layer: &'static str) -> Self {
        Self { first_layer, ..self }
    }

    /// The same with tools.
    #[must_use]
    pub const fn tools(self, tools: &'static [Tool]) -> Self {
        Self { tools, ..self }
    }

    /// The same with how to tell whether its outcome is the best there is.
    #[must_use]
    pub const fn best(self, best: Best) -> Self {
        Self { best: Some(best), ..self }
    }

    /// The same with how it is run on the rows of a benchmark.
    #[must_use]
    pub const fn suite(self, suite: Suite) -> Self {
        Self { suite: Some(suite), ..self }
    }

    /// The same, but to it all ground costs the same.
    #[must_use]
    pub const fn on_even_ground(self) -> Self {
        Self { even_ground: true, ..self }
    }

    /// What a role means for this algorithm.
    pub fn role_name(&self, role: Role) -> &'static str {
        self.roles.iter().find(|r| r.0 == role).map_or(role.name(), |r| r.1)
    }
}

/// What an algorithm says of itself.
#[derive(Debug)]
#[non_exhaustive]
pub struct Card {
    /// The id in files and on the command line.
    pub id: &'static str,
    /// The title.
    pub title: &'static str,
    /// What it does, in one sentence.
    pub summary: &'static str,
    /// Where it stands in a list of algorithms.
    pub group: Group,
    /// What its code answers that its events do not say: a trace file that is shown without the code lacks it.
    pub beyond: &'static [Beyond],
    /// The call that gives its answer faster, where there is one.
    pub faster: Option<Faster>,
    /// Author, title, year.
    pub source: &'static str,
    /// Its pseudocode, a line each; events name lines by number, from 0.
    pub listing: &'static [&'static str],
    /// The terms of its own in its sentences: the forms of each, and what it means, in one sentence.
    pub terms: &'static [(&'static [&'static str], &'static str)],
    /// Its parameters: the window's controls and `--set` are both made from them.
    pub params: &'static [Param],
    /// What can be shown of each cell.
    pub layers: &'static [Layer],
    /// The parts that cells play, each with what it means here, for the legend.
    pub roles: &'static [(Role, &'static str)],
    /// The numbers over time.
    pub series: &'static [&'static str],
    /// Which actors a scene must have.
    pub actors: &'static [Need],
    /// Ready-made breakpoints.
    pub checks: &'static [Check],
    /// The parameter that decides ties, if one does: the ties panel offers its choices.
    pub tie_params: &'static [&'static str],
    /// The parameters that decide what its scoreboards come to, for sliders beside them.
    pub score_params: &'static [&'static str],
    /// The fields of its outcome that are lists of numbers, or tables of them: elsewhere two whole numbers are a cell.
    pub numbers: &'static [&'static str],
    /// The layer that is shown first.
    pub first_layer: &'static str,
    /// What it offers besides being run.
    pub tools: &'static [Tool],
    /// How to tell whether its outcome is the best there is, where that can be told.
    pub best: Option<Best>,
    /// How it is run on the rows of a benchmark, many pairs of ends on one map, where it can be.
    pub suite: Option<Suite>,
    /// Whether all ground costs the same to it, whatever tiles and cells cost otherwise.
    pub even_ground: bool,
    /// How many seeds a run uses at most, its own the first: the runs of an experiment begin so far apart that none uses the
    /// dice of another.
    pub seeds: u64,
}

/// What is least in the best outcome there is, and the parameters that promise it.
#[derive(Clone, Copy, Debug)]
pub struct Best {
    /// The field of the outcome that is to be least.
    pub least: &'static str,
    /// The flag of the outcome that says whether there is such a number at all.
    pub reached: &'static str,
    /// Parameters, each as `name=value`, with which it is the least.
    pub with: &'static [&'static str],
}

/// How an algorithm is run on many pairs of ends on one map.
#[derive(Clone, Copy, Debug)]
pub struct Suite {
    /// The parameters that the published lengths are for, each as `name=value`.
    pub set: &'static [&'static str],
    /// Works out once what all rows on a map share; the ends of the scene do not matter.
    pub prepare: PrepareSuite,
}

/// Works out of a scene and the parameters what all rows on its map share.
pub type PrepareSuite = fn(&Scene, &Resolved) -> Result<Box<dyn Between>, RunError>;

/// Searches between any two cells of one map, unobserved.
pub trait Between {
    /// The size of the map.
    fn size(&self) -> Size;
    /// Whether the one who searches can stand on a cell.
    fn is_open(&self, cell: Cell) -> bool;
    /// Searches once.
    fn search(&mut self, start: Cell, goal: Cell) -> Searched;
}

/// What one such search came to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Searched {
    /// The length of the way, where there is one.
    pub length: Option<f64>,
    /// How many cells were expanded.
    pub expanded: u64,
}

/// One thing that can be shown of each cell.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Layer {
    /// The name on the command line and in the window.
    pub name: &'static str,
    /// One sentence.
    pub help: &'static str,
    /// How it is drawn.
    pub kind: LayerKind,
    /// Where its values come from, where it is drawn as numbers and nothing else is said.
    pub shows: Shows,
}

/// Where the values of a layer of numbers come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shows {
    /// The field of the layer's name, of the events that a cell holds.
    Field,
    /// The same, and this where the cell holds events without such a field.
    FieldOr(i64),
    /// The number of the event that took the cell from the open list, among all of its kind, from 1.
    Order,
    /// Where paths are sampled: how often the rule at hand walked over the cell.
    Walked,
}

impl Layer {
    /// The number of the event that took a cell from the open list, among those that did.
    pub const fn order(name: &'static str, help: &'static str) -> Self {
        Self { name, help, kind: LayerKind::Scalar, shows: Shows::Order }
    }

    /// How often the rule at hand walked over a cell, where paths are sampled.
    pub const fn walked(name: &'static str, help: &'static str) -> Self {
        Self { name, help, kind: LayerKind::Scalar, shows: Shows::Walked }
    }

    /// The same with what is shown where the events of a cell have no such field.
    #[must_use]
    pub const fn or(self, value: i64) -> Self {
        Self { shows: Shows::FieldOr(value), ..self }
    }

    /// The parts that cells play, as words.
    pub const fn status(name: &'static str, help: &'static str) -> Self {
        Self { name, help, kind: LayerKind::Status, shows: Shows::Field }
    }

    /// A field of the event that a cell holds, by its name.
    pub const fn field(name: &'static str, help: &'static str) -> Self {
        Self { name, help, kind: LayerKind::Scalar, shows: Shows::Field }
    }
}

/// How a layer is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LayerKind {
    /// A number in each cell, and heat from low to high.
    Scalar,
    /// A few words; the board's roles show them.
    Status,
}

/// An actor that a scene must have.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Need {
    /// Any of these kinds will do, the first that is there is taken.
    pub kinds: &'static [ActorKind],
    /// What it is for: "where the search starts".
    pub role: &'static str,
    /// Whether there may be several; else putting another one moves the one that is there.
    pub many: bool,
}

impl Need {
    /// One actor; putting another one moves the one that is there.
    pub const fn one(kinds: &'static [ActorKind], role: &'static str) -> Self {
        Self { kinds, role, many: false }
    }

    /// One or more.
    pub const fn many(kinds: &'static [ActorKind], role: &'static str) -> Self {
        Self { kinds, role, many: true }
    }
}

/// A ready-made breakpoint.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Check {
    /// The name.
    pub name: &'static str,
    /// One sentence: what a hit means.
    pub help: &'static str,
    /// Names that it once had: conditions in older files still mean it.
    pub former: &'static [&'static str],
}

impl Check {
    /// A breakpoint with its name and what a hit means.
    pub const fn new(name: &'static str, help: &'static str) -> Self {
        Self { name, help, former: &[] }
    }

    /// Whether a name is its own or one that it once had.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.former.contains(&name)
    }

    /// The same with the names that it once had.
    #[must_use]
    pub const fn formerly(self, former: &'static [&'static str]) -> Self {
        Self { former, ..self }
    }
}
