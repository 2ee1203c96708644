//! The card of an algorithm: everything that windows, command lines and files need to know about it.

mod code_only_answers;
mod faster;
mod group;
mod outcome_words;
pub(crate) mod rows;

pub use code_only_answers::CodeOnlyAnswer;
pub use faster::FasterCall;
pub use group::Group;
pub use outcome_words::OutcomeWords;
pub use rows::{CardOf, CheckRow, LayerRow, Series};

use crate::params::{Param, Resolved};
use crate::tool::Tool;
use crate::{ActorKind, Cell, Role, RunError, Scene, Size};
use serde_json::Value;

impl<L, S, C> Card<L, S, C> {
    /// Creates a card with an id, a title and a one-sentence summary. Everything else is empty until it is set.
    pub const fn new(id: &'static str, title: &'static str, summary: &'static str) -> Self {
        Self {
            id,
            title,
            summary,
            group: Group::Yours,
            code_only_answers: &[],
            faster: None,
            source: "",
            listing: &[],
            terms: &[],
            by_hand: &[],
            params: &[],
            layers: &[],
            roles: &[],
            series: &[],
            actors: &[],
            checks: &[],
            tie_params: &[],
            score_params: &[],
            numbers: &[],
            outcome: &[],
            ending: None,
            first_layer: "",
            tools: &[],
            best: None,
            suite: None,
            even_ground: false,
            seeds: 1,
        }
    }

    /// Sets the group in the list of algorithms.
    #[must_use]
    pub const fn group(self, group: Group) -> Self {
        Self { group, ..self }
    }

    /// Sets the answers that only the algorithm's code can give.
    #[must_use]
    pub const fn code_only_answers(self, code_only_answers: &'static [CodeOnlyAnswer]) -> Self {
        Self { code_only_answers, ..self }
    }

    /// Sets a library call that gives the same answer faster. Tests compare both.
    #[must_use]
    pub const fn faster(self, call: &'static str, same: &'static str) -> Self {
        Self { faster: Some(FasterCall { call, same }), ..self }
    }

    /// Sets the pseudocode, one entry per line.
    #[must_use]
    pub const fn listing(self, listing: &'static [&'static str]) -> Self {
        Self { listing, ..self }
    }

    /// Sets the algorithm's own terms that its sentences use: the forms of each, and its meaning in one sentence.
    #[must_use]
    pub const fn terms(self, terms: &'static [(&'static [&'static str], &'static str)]) -> Self {
        Self { terms, ..self }
    }

    /// Sets the rules that the parameters and the open list do not imply, for a reader who solves a run by hand.
    #[must_use]
    pub const fn by_hand(self, by_hand: &'static [&'static str]) -> Self {
        Self { by_hand, ..self }
    }

    /// Sets the parameters.
    #[must_use]
    pub const fn params(self, params: &'static [Param]) -> Self {
        Self { params, ..self }
    }

    /// Sets the actors that a scene must have.
    #[must_use]
    pub const fn needs(self, actors: &'static [Need]) -> Self {
        Self { actors, ..self }
    }

    /// Sets the source: author, title, year.
    #[must_use]
    pub const fn source(self, source: &'static str) -> Self {
        Self { source, ..self }
    }

    /// Sets what the roles of cells mean for this algorithm.
    #[must_use]
    pub const fn roles(self, roles: &'static [(Role, &'static str)]) -> Self {
        Self { roles, ..self }
    }

    /// Sets the parameters that decide ties.
    #[must_use]
    pub const fn tie_params(self, tie_params: &'static [&'static str]) -> Self {
        Self { tie_params, ..self }
    }

    /// Sets how many seeds a run uses, including its own as the first.
    #[must_use]
    pub const fn seeds(self, seeds: u64) -> Self {
        Self { seeds, ..self }
    }

    /// Sets the parameters that influence its scoreboards.
    #[must_use]
    pub const fn score_params(self, score_params: &'static [&'static str]) -> Self {
        Self { score_params, ..self }
    }

    /// Sets the fields of the outcome that are lists or tables of numbers.
    #[must_use]
    pub const fn numbers(self, numbers: &'static [&'static str]) -> Self {
        Self { numbers, ..self }
    }

    /// Sets the words for the fields of the outcome.
    #[must_use]
    pub const fn outcome(self, outcome: &'static [OutcomeWords]) -> Self {
        Self { outcome, ..self }
    }

    /// Sets the function that tells the outcome in a sentence, if its fields alone do not.
    #[must_use]
    pub const fn ending(self, ending: fn(&Value) -> Option<String>) -> Self {
        Self { ending: Some(ending), ..self }
    }

    /// Sets the layer that is shown first.
    #[must_use]
    pub const fn first_layer(self, first_layer: &'static str) -> Self {
        Self { first_layer, ..self }
    }

    /// Sets the tools.
    #[must_use]
    pub const fn tools(self, tools: &'static [Tool]) -> Self {
        Self { tools, ..self }
    }

    /// Sets how to check whether an outcome is the best possible.
    #[must_use]
    pub const fn best(self, best: Best) -> Self {
        Self { best: Some(best), ..self }
    }

    /// Sets how the algorithm is run on the rows of a benchmark.
    #[must_use]
    pub const fn suite(self, suite: Suite) -> Self {
        Self { suite: Some(suite), ..self }
    }

    /// Declares that all ground costs the same for this algorithm.
    #[must_use]
    pub const fn on_even_ground(self) -> Self {
        Self { even_ground: true, ..self }
    }

    /// Returns what a role means for this algorithm.
    pub fn role_name(&self, role: Role) -> &'static str {
        self.roles.iter().find(|r| r.0 == role).map_or(role.name(), |r| r.1)
    }
}

/// The description of an algorithm: [`CardOf`] its events in its own code, where each row has its function, and without
/// types for everyone else.
#[derive(Debug)]
#[non_exhaustive]
pub struct Card<L: 'static = Layer, S: 'static = &'static str, C: 'static = Check> {
    /// The id used in files and on the command line.
    pub id: &'static str,
    /// The title.
    pub title: &'static str,
    /// A one-sentence summary.
    pub summary: &'static str,
    /// The group in the list of algorithms.
    pub group: Group,
    /// Answers that only the algorithm's code can give. They are missing when a trace file is shown without the code.
    pub code_only_answers: &'static [CodeOnlyAnswer],
    /// A library call that gives the same answer faster, if there is one.
    pub faster: Option<FasterCall>,
    /// The source: author, title, year.
    pub source: &'static str,
    /// The pseudocode, one entry per line. Events name lines by number, from 0.
    pub listing: &'static [&'static str],
    /// The algorithm's own terms that its sentences use: the forms of each, and its meaning in one sentence.
    pub terms: &'static [(&'static [&'static str], &'static str)],
    /// Rules that its parameters and its open list do not imply, as sentences for a reader who solves a run by hand.
    /// `{start}` and `{goal}` stand for the two ends.
    pub by_hand: &'static [&'static str],
    /// The parameters. The window's controls and the `--set` option are made from them.
    pub params: &'static [Param],
    /// The layers that can be shown for each cell.
    pub layers: &'static [L],
    /// The roles of cells, each with its meaning for the legend.
    pub roles: &'static [(Role, &'static str)],
    /// The series, by name.
    pub series: &'static [S],
    /// The actors that a scene must have.
    pub actors: &'static [Need],
    /// Ready-made breakpoints.
    pub checks: &'static [C],
    /// The parameters that decide ties. The ties panel offers their choices.
    pub tie_params: &'static [&'static str],
    /// The parameters that influence its scoreboards. Their sliders appear beside the scoreboards.
    pub score_params: &'static [&'static str],
    /// Fields of the outcome that are lists or tables of numbers. In other fields, two whole numbers are a cell.
    pub numbers: &'static [&'static str],
    /// The words for the fields of the outcome. Fields that count what other algorithms count too need none.
    pub outcome: &'static [OutcomeWords],
    /// Returns the outcome as a sentence. `None` if its fields are listed.
    pub ending: Option<fn(&Value) -> Option<String>>,
    /// The layer that is shown first.
    pub first_layer: &'static str,
    /// Tools that the algorithm offers besides a run.
    pub tools: &'static [Tool],
    /// How to check whether an outcome is the best possible, if that can be checked.
    pub best: Option<Best>,
    /// How the algorithm is run on the rows of a benchmark, which are many pairs of start and goal on one map.
    pub suite: Option<Suite>,
    /// Whether all ground costs the same for this algorithm, whatever the costs of tiles and cells are.
    pub even_ground: bool,
    /// The largest number of seeds that a run uses, including its own as the first. The seeds of an experiment's runs
    /// are that far apart, so no run uses the dice of another.
    pub seeds: u64,
}

/// The number that is lowest in the best possible outcome, and the parameters that guarantee it.
#[derive(Clone, Copy, Debug)]
pub struct Best {
    /// The field of the outcome with that number.
    pub least: &'static str,
    /// The flag of the outcome that is set if the number exists.
    pub reached: &'static str,
    /// The parameters that guarantee the lowest number, each as `name=value`.
    pub with: &'static [&'static str],
}

/// How an algorithm is run on many pairs of start and goal on one map.
#[derive(Clone, Copy, Debug)]
pub struct Suite {
    /// The parameters that the published lengths apply to, each as `name=value`.
    pub set: &'static [&'static str],
    /// Prepares once what all rows on a map share. The start and goal of the scene do not matter.
    pub prepare: PrepareSuite,
}

/// Prepares what all rows on the map of a scene share.
pub type PrepareSuite = fn(&Scene, &Resolved) -> Result<Box<dyn Between>, RunError>;

/// Runs searches between any two cells of one map, without an observer.
pub trait Between: Send {
    /// Returns the size of the map.
    fn size(&self) -> Size;
    /// Returns whether the mover can be on a cell.
    fn is_open(&self, cell: Cell) -> bool;
    /// Runs one search.
    fn search(&mut self, start: Cell, goal: Cell) -> Searched;
}

/// The result of one search of a suite.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Searched {
    /// The length of the path, if there is one.
    pub length: Option<f64>,
    /// Number of expanded cells.
    pub expanded: u64,
}

/// A kind of information that can be shown for each cell.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Layer {
    /// The name on the command line and in the window.
    pub name: &'static str,
    /// A one-sentence description.
    pub help: &'static str,
    /// How the layer is drawn.
    pub kind: LayerKind,
    /// The source of its values, if the layer is drawn as numbers and the algorithm does not override it.
    pub shows: LayerSource,
}

/// The source of the values of a numeric layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LayerSource {
    /// The field with the layer's name, in the events that the cell holds.
    Field,
    /// Like [`LayerSource::Field`], with this value if the cell's events have no such field.
    FieldOr(i64),
    /// The position, from 1, of the event that took the cell from the open list, among all events of its kind.
    Order,
    /// How often the current rule walked over the cell, in a run that samples paths.
    Walked,
}

/// How a layer is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LayerKind {
    /// A number in each cell, and colours from low to high.
    Scalar,
    /// A few words, which the roles of the board show.
    Status,
}

/// An actor that a scene must have.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Need {
    /// The accepted kinds. The first one that the scene has is used.
    pub kinds: &'static [ActorKind],
    /// The purpose, such as "where the search starts".
    pub role: &'static str,
    /// Whether several are allowed. If not, placing another one moves the existing one.
    pub many: bool,
}

impl Need {
    /// Requires one actor. Placing another one moves the existing one.
    pub const fn one(kinds: &'static [ActorKind], role: &'static str) -> Self {
        Self { kinds, role, many: false }
    }

    /// Requires one or more actors.
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
    /// A one-sentence description of what a hit means.
    pub help: &'static str,
    /// Earlier names, still accepted in the conditions of older files.
    pub former: &'static [&'static str],
}

impl Check {
    /// Returns whether a name is the current or an earlier name of the check.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.former.contains(&name)
    }
}
