//! The schema of a trace: the kinds, cases and fields of its events, as data.
//!
//! For our own algorithms it is made from the declarations of their events. For logs of other programs it is read from
//! the file.

use super::tally::Tally;
use super::{Contract, lens};
use crate::card::{self, Card, LayerKind, LayerSource};
use crate::event::{self, Event, Level, OpenListEffect, Tone};
use crate::view::board::Role;
use std::borrow::Cow;

pub use crate::event::Name;

/// The tables that describe a trace.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Schema {
    /// The id of the algorithm.
    pub algorithm: Name,
    /// The title of the algorithm.
    pub title: Name,
    /// The pseudocode, one entry per line; may be empty.
    pub listing: Vec<Name>,
    /// The layers that can be shown for each cell.
    pub layers: Vec<Layer>,
    /// The index of the layer that is shown first.
    pub first_layer: usize,
    /// The roles of cells, each with its meaning for this algorithm.
    pub roles: Vec<(Role, Name)>,
    /// The names of the series.
    pub series: Vec<Name>,
    /// Ready-made breakpoints.
    pub checks: Vec<Check>,
    /// The cases. Events name them by number.
    pub cases: Vec<Case>,
    /// The kinds, in the order of their declarations.
    pub kinds: Vec<Kind>,
    /// The fields of events.
    pub fields: Vec<Field>,
    /// Answers that only the algorithm's code could give, if the trace is shown without it.
    pub missing: Vec<Name>,
    /// The keys of the open list, if they are stated, the most important first. `-` means that the larger value comes
    /// first, and `#` is the number of the entry.
    pub order: Vec<Name>,
    /// The rules of a search, if the algorithm is one.
    pub contract: Option<Contract>,
    /// The description of its samples, if the algorithm samples paths.
    pub tally: Option<Tally>,
}

/// A ready-made breakpoint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Check {
    /// The name.
    pub name: Name,
    /// A one-sentence description of what a hit means.
    pub help: Name,
    /// Earlier names.
    pub former: Vec<Name>,
}

/// A kind of information that can be shown for each cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layer {
    /// The name.
    pub name: Name,
    /// A one-sentence description; may be empty.
    pub help: Name,
    /// How the layer is drawn.
    pub kind: LayerKind,
    /// The source of its values, if the layer is drawn as numbers.
    pub shows: LayerSource,
}

/// A kind of event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kind {
    /// The name, in lower case and past tense: `expanded`.
    pub name: Name,
    /// Earlier names.
    pub was: Vec<Name>,
    /// A one-sentence description of such an event; may be empty.
    pub help: Name,
    /// The standard log word for this kind: `expand`, or with a reason `reject dearer`; may be empty.
    pub stands: Name,
}

/// A field of events.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// The name.
    pub name: Name,
    /// Earlier names.
    pub was: Vec<Name>,
    /// A description in a few words; may be empty.
    pub help: Name,
    /// Whether the field is a number.
    pub number: bool,
}

/// The properties of one case of a kind.
#[derive(Clone, PartialEq, Debug)]
pub struct Case {
    /// The number of the kind.
    pub kind: u16,
    /// The level that the step buttons use. The depth of a phase is in the list of phases.
    pub level: Level,
    /// The effect on the cell.
    pub tone: Tone,
    /// The role of a cell while it holds such an event.
    pub role: Role,
    /// The line of the pseudocode, from 1.
    pub line: u8,
    /// The template of the sentence. `None` if each event has its own sentence.
    pub say: Option<Name>,
    /// The template of the name of the phase that the event begins.
    pub called: Option<Name>,
    /// The template of the name of the actor whose turn the event begins.
    pub actor: Option<Name>,
    /// The effect on the open list.
    pub queue: OpenListChange,
    /// A field that must equal the same field of the first layer's event in the cell. Otherwise the cell's event no
    /// longer counts.
    pub counts_while: Option<Name>,
    /// The name of the line that is drawn from `from` to the event's cell while this is the last event. `None` if no
    /// line is drawn. The line has an arrowhead, and is dashed if the step was refused.
    pub sight: Option<Name>,
}

/// The effect of an event on the open list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpenListChange {
    /// None by itself. If the event writes the slot of a waiting cell, that cell no longer waits.
    Unmoved,
    /// The event's cell waits from now on. The template shows its keys.
    Enqueues(Name),
    /// The event takes the first entry.
    Dequeues,
}

impl Schema {
    /// Adds the contents of an algorithm's card.
    #[must_use]
    pub fn with_card(self, card: &'static Card) -> Self {
        let names = |all: &'static [&'static str]| all.iter().map(|&name| name.into()).collect();
        let layer =
            |l: &'static card::Layer| Layer { name: l.name.into(), help: l.help.into(), kind: l.kind, shows: l.shows };
        let check = |c: &card::Check| Check { name: c.name.into(), help: c.help.into(), former: names(c.former) };
        let waits = self.cases.iter().any(|case| case.queue != OpenListChange::Unmoved);
        let series = if card.series.is_empty() && waits { &lens::schema::SERIES } else { card.series };
        let mut roles: Vec<(Role, Name)> = card.roles.iter().map(|&(role, name)| (role, name.into())).collect();
        if roles.is_empty() {
            let declared = Role::ALL.into_iter().filter(|&r| r != Role::None && self.cases.iter().any(|c| c.role == r));
            roles.extend(declared.map(|role| (role, role.name().into())));
        }
        Self {
            algorithm: card.id.into(),
            title: card.title.into(),
            listing: names(card.listing),
            layers: card.layers.iter().map(layer).collect(),
            first_layer: card.layers.iter().position(|l| l.name == card.first_layer).unwrap_or(0),
            roles,
            series: names(series),
            checks: card.checks.iter().map(check).collect(),
            ..self
        }
    }

    /// Adds the rules of a search.
    #[must_use]
    pub fn with_contract(self, contract: Option<Contract>) -> Self {
        let order = contract.as_ref().map_or(&[][..], |contract| contract.order);
        let words = contract.as_ref().map_or(&[][..], |contract| contract.words);
        let mut kinds = self.kinds;
        for kind in &mut kinds {
            kind.stands = words.iter().find(|(name, _)| *name == kind.name).map_or("", |(_, word)| word).into();
        }
        Self { kinds, order: order.iter().map(|&key| key.into()).collect(), contract, ..self }
    }

    /// Adds the description of its samples.
    #[must_use]
    pub fn with_tally(self, tally: Option<Tally>) -> Self {
        Self { tally, ..self }
    }

    /// Returns a sentence about what is missing without the algorithm's code, or `None` if nothing is missing.
    pub fn lacks(&self) -> Option<String> {
        if self.missing.is_empty() {
            return None;
        }
        let title = if self.title.is_empty() { "its algorithm" } else { &*self.title };
        let missing = self.missing.join(", ");
        Some(format!(
            "This run is shown from its trace alone. Only the code of {title} could add what is missing: {missing}."
        ))
    }

    /// Returns the index of the layer with that name.
    pub fn layer(&self, name: &str) -> Option<usize> {
        self.layers.iter().position(|layer| layer.name == name)
    }

    /// Returns what a role means for this algorithm.
    pub fn role_name(&self, role: Role) -> Name {
        self.roles.iter().find(|r| r.0 == role).map_or(role.name().into(), |r| r.1.clone())
    }

    /// Creates a schema from the declarations of an event enum.
    pub fn of<E: Event>() -> Self {
        let mut all = Self::default();
        for case in E::CASES {
            let kind = all.kind_number(case);
            let text = |t: Option<&'static str>| t.map(Cow::Borrowed);
            all.cases.push(Case {
                kind,
                level: case.level,
                tone: case.tone,
                role: case.role,
                line: case.line,
                say: text(case.say),
                called: text(case.called),
                actor: text(case.actor),
                queue: match case.queue {
                    OpenListEffect::Unmoved => OpenListChange::Unmoved,
                    OpenListEffect::Enqueues(shown) => OpenListChange::Enqueues(shown.into()),
                    OpenListEffect::Dequeues => OpenListChange::Dequeues,
                },
                counts_while: text(case.counts_while),
                sight: text(case.sight),
            });
        }
        for field in E::FIELDS {
            match all.fields.iter_mut().find(|f| f.name == field.name) {
                Some(known) => known.number |= field.number,
                None => all.fields.push(Field {
                    name: field.name.into(),
                    was: field.was.iter().map(|w| Cow::Borrowed(*w)).collect(),
                    help: field.help.into(),
                    number: field.number,
                }),
            }
        }
        all
    }

    fn kind_number(&mut self, case: &event::Case) -> u16 {
        if let Some(known) = self.kinds.iter().position(|k| k.name == case.kind) {
            return known as u16;
        }
        let was = case.was.iter().map(|w| Cow::Borrowed(*w)).collect();
        self.kinds.push(Kind { name: case.kind.into(), was, help: case.help.into(), stands: Name::default() });
        (self.kinds.len() - 1) as u16
    }

    /// Returns the number of the kind with that current or earlier name.
    pub fn kind(&self, name: &str) -> Option<u16> {
        let named = |k: &Kind| k.name == name;
        let once = |k: &Kind| k.was.iter().any(|w| w == name);
        self.kinds.iter().position(named).or_else(|| self.kinds.iter().position(once)).map(|k| k as u16)
    }

    /// Returns the index of the check with that current or earlier name.
    pub fn check(&self, name: &str) -> Option<usize> {
        let once = |c: &Check| c.former.iter().any(|former| former == name);
        self.checks.iter().position(|c| c.name == name).or_else(|| self.checks.iter().position(once))
    }

    /// Returns the current name of a field, given its current or an earlier name.
    pub fn field_name<'a>(&'a self, name: &'a str) -> &'a str {
        let once = |f: &&Field| f.was.iter().any(|w| w == name);
        let known = self.fields.iter().any(|f| f.name == name);
        self.fields.iter().find(once).filter(|_| !known).map_or(name, |f| &f.name)
    }

    /// Returns whether the field with that current or earlier name was renamed. Its values may have changed too.
    pub fn renamed(&self, name: &str) -> bool {
        let renamed = |f: &Field| f.was.iter().any(|w| w == name) || (f.name == name && !f.was.is_empty());
        self.fields.iter().any(renamed)
    }
}
