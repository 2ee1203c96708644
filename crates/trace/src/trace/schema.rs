//! What a trace says of its events: kinds, cases and fields, as data.
//!
//! Of our own algorithms it is made from what their events declare; of other programs' logs it is read.

use super::tally::Tally;
use super::{Stated, lens};
use crate::card::{self, Card, LayerKind, Shows};
use crate::event::{self, Event, Level, Queue, Tone};
use crate::view::board::Role;
use std::borrow::Cow;

pub use crate::event::Name;

/// The tables of a trace.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Schema {
    /// The id of the algorithm.
    pub algorithm: Name,
    /// Its title.
    pub title: Name,
    /// Its pseudocode, a line each; may be empty.
    pub listing: Vec<Name>,
    /// What can be shown of each cell.
    pub layers: Vec<Layer>,
    /// The layer that is shown first.
    pub first_layer: usize,
    /// What the parts that cells play mean here.
    pub roles: Vec<(Role, Name)>,
    /// The numbers over time.
    pub series: Vec<Name>,
    /// Ready-made breakpoints.
    pub checks: Vec<Check>,
    /// What holds of each case; events name them by number.
    pub cases: Vec<Case>,
    /// The kinds, in the order of their declarations.
    pub kinds: Vec<Kind>,
    /// The fields that events have.
    pub fields: Vec<Field>,
    /// What only the algorithm's code could answer, where a trace is shown without it.
    pub missing: Vec<Name>,
    /// The keys of the open list, where they are stated: the first decides; `-` for the larger first, `#` is the number
    /// of the entry.
    pub order: Vec<Name>,
    /// The rules that a search goes by, where it is one.
    pub stated: Option<Stated>,
    /// How it samples paths, where it does.
    pub tally: Option<Tally>,
}

/// A ready-made breakpoint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Check {
    /// The name.
    pub name: Name,
    /// One sentence: what a hit means.
    pub help: Name,
    /// The names that it once had.
    pub former: Vec<Name>,
}

/// One thing that can be shown of each cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layer {
    /// The name.
    pub name: Name,
    /// One sentence; may be empty.
    pub help: Name,
    /// How it is drawn.
    pub kind: LayerKind,
    /// Where its values come from, where it is drawn as numbers.
    pub shows: Shows,
}

/// A kind of event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kind {
    /// The name, lower case, past tense: `expanded`.
    pub name: Name,
    /// Names that it had before.
    pub was: Vec<Name>,
    /// What such an event means, in a sentence; may be empty.
    pub help: Name,
    /// The word of logs that it stands for: `expand`, or with a reason `reject dearer`; may be empty.
    pub stands: Name,
}

/// A field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// The name.
    pub name: Name,
    /// Names that it had before.
    pub was: Vec<Name>,
    /// What it is, in a few words; may be empty.
    pub help: Name,
    /// Whether it is a number.
    pub number: bool,
}

/// What holds of one case of a kind.
#[derive(Clone, PartialEq, Debug)]
pub struct Case {
    /// The number of its kind.
    pub kind: u16,
    /// What the step buttons stop at. The depth of a phase stands in the list of phases.
    pub level: Level,
    /// What became of the cell.
    pub tone: Tone,
    /// The part that a cell plays while it holds such an event.
    pub role: Role,
    /// The line of the listing, from 1.
    pub line: u8,
    /// The template of its sentence; `None` where each event brings its own.
    pub say: Option<Name>,
    /// The template of the name of the phase that it begins.
    pub called: Option<Name>,
    /// The template of the name of the actor whose turn the phase is.
    pub actor: Option<Name>,
    /// What it does to the open list.
    pub queue: Waits,
    /// The field that must be what the first layer's event of its cell has, for a cell to hold it still.
    pub counts_while: Option<Name>,
    /// What the line is called that is drawn from where it came from to its cell while it is the last event, where one is:
    /// with a head, of dashes where it was refused.
    pub sight: Option<Name>,
}

/// What an event does to the open list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Waits {
    /// Nothing of its own; if it writes the slot of a cell that waits, the cell waits no more.
    Unmoved,
    /// Its cell waits from now on; the template shows by which keys.
    Enqueues(Name),
    /// It takes the first entry.
    Dequeues,
}

impl Schema {
    /// The same with what the card of an algorithm says.
    #[must_use]
    pub fn with_card(self, card: &'static Card) -> Self {
        let names = |all: &'static [&'static str]| all.iter().map(|&name| name.into()).collect();
        let layer =
            |l: &'static card::Layer| Layer { name: l.name.into(), help: l.help.into(), kind: l.kind, shows: l.shows };
        let check = |c: &card::Check| Check { name: c.name.into(), help: c.help.into(), former: names(c.former) };
        let waits = self.cases.iter().any(|case| case.queue != Waits::Unmoved);
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

    /// The same with the rules that a search goes by.
    #[must_use]
    pub fn with_rules(self, stated: Option<Stated>) -> Self {
        let order = stated.as_ref().map_or(&[][..], |stated| stated.order);
        let words = stated.as_ref().map_or(&[][..], |stated| stated.words);
        let mut kinds = self.kinds;
        for kind in &mut kinds {
            kind.stands = words.iter().find(|(name, _)| *name == kind.name).map_or("", |(_, word)| word).into();
        }
        Self { kinds, order: order.iter().map(|&key| key.into()).collect(), stated, ..self }
    }

    /// The same with what its samples are held against.
    #[must_use]
    pub fn with_tally(self, tally: Option<Tally>) -> Self {
        Self { tally, ..self }
    }

    /// What is missing without the algorithm's code, as a sentence; nothing where it is all there.
    pub fn lacks(&self) -> Option<String> {
        if self.missing.is_empty() {
            return None;
        }
        let title = if self.title.is_empty() { "its algorithm" } else { &*self.title };
        let missing = self.missing.join(", ");
        Some(format!(
            "This is shown by its trace alone. What only the code of {title} could add is missing: {missing}."
        ))
    }

    /// The number of the layer of that name.
    pub fn layer(&self, name: &str) -> Option<usize> {
        self.layers.iter().position(|layer| layer.name == name)
    }

    /// What a role means here.
    pub fn role_name(&self, role: Role) -> Name {
        self.roles.iter().find(|r| r.0 == role).map_or(role.name().into(), |r| r.1.clone())
    }

    /// What an enum of events declares.
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
                    Queue::Unmoved => Waits::Unmoved,
                    Queue::Enqueues(shown) => Waits::Enqueues(shown.into()),
                    Queue::Dequeues => Waits::Dequeues,
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

    /// The number of the kind of that name, or that once had it.
    pub fn kind(&self, name: &str) -> Option<u16> {
        let named = |k: &Kind| k.name == name;
        let once = |k: &Kind| k.was.iter().any(|w| w == name);
        self.kinds.iter().position(named).or_else(|| self.kinds.iter().position(once)).map(|k| k as u16)
    }

    /// The number of the check of that name, or that once had it.
    pub fn check(&self, name: &str) -> Option<usize> {
        let once = |c: &Check| c.former.iter().any(|former| former == name);
        self.checks.iter().position(|c| c.name == name).or_else(|| self.checks.iter().position(once))
    }

    /// What a field is called now that is, or once was, called so.
    pub fn field_name<'a>(&'a self, name: &'a str) -> &'a str {
        let once = |f: &&Field| f.was.iter().any(|w| w == name);
        let known = self.fields.iter().any(|f| f.name == name);
        self.fields.iter().find(once).filter(|_| !known).map_or(name, |f| &f.name)
    }

    /// Whether a field has, or is, another name of the same: its values may have been others, too.
    pub fn renamed(&self, name: &str) -> bool {
        let renamed = |f: &Field| f.was.iter().any(|w| w == name) || (f.name == name && !f.was.is_empty());
        self.fields.iter().any(renamed)
    }
}
