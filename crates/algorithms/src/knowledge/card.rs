//! The card: its text, the parameters, and the names of what is shown.

use super::Stamping;
use super::event::{KnowledgeEvent as E, Remembered, STAMPS};
use super::lens::{self, Truth};
use crate::Role;
use crate::card::{CardOf, Check, CodeOnlyAnswer, Group, Layer, Need, OutcomeWords, Series};
use crate::event::{Event as _, Value};
use crate::memory::Dirty;
use crate::params::Param;
use crate::shadowcast::Variant;
use crate::trace::lens::Gauge;

/// Parameters for how far and by which rule characters see. All turn-based algorithms share them.
#[rustfmt::skip]
pub(crate) const SIGHT: [Param; 2] = [
    Param::choice("variant", Variant::NAMES, "recursive",
        "The rule of the field of view. New scenes use strips, the rule of the game of 2016.")
    .labelled(Variant::LABELS)
    .new_scene_default("strips"),
    Param::int("radius", (0, 16_384), 0,
        "How far characters without a range of their own can see, in cells. Auto: no limit, or 20 with portal.")
    .or_auto(),
];

#[rustfmt::skip]
pub(super) const PARAMS: &[Param] = &[
    Param::choice("dirty", Dirty::NAMES, "le",
        "When a visible cell is dirty: if its memory is not newer than its last change (≤, the cure), only if it is older (<, as in the notes), or always.")
    .labelled(&[("le", "not newer (≤)"), ("lt", "older (<)"), ("never", "always copy")]),
    Param::int("turns", (1, super::stage::MAX_TURNS as i64), 1,
        "How many turns are played. Auto: nine, or four from the last line of the script on.")
    .or_auto(),
    Param::choice("script-at", &["before-look", "after-look"], "before-look",
        "Whether the script's changes come before or after the looks of their turn.")
    .labelled(&[("before-look", "before the look"), ("after-look", "after the look")]),
    Param::choice("stamps", Stamping::WORDS, "knowable",
        "Which changes stamp their cell: changes that can be remembered, of tiles and actors; all changes, lamps too; or only moves of actors, as if tiles had been forgotten.")
    .labelled(&[("knowable", "tiles and actors"), ("every", "every change"), ("moves", "only moves")]),
    SIGHT[0],
    SIGHT[1],
];

#[rustfmt::skip]
pub(super) static CARD: CardOf<E> = CardOf::<E>::new("knowledge", "Knowledge",
    "Stores what each character knows about each cell, and copies again only what changed since the last look.")
    .group(Group::Sight)
    .terms(&[(&["dirty"], "It may have changed since it was last looked at, so what is remembered of it is copied again.")])
    .code_only_answers(&[CodeOnlyAnswer::Layers, CodeOnlyAnswer::Boards, CodeOnlyAnswer::Views, CodeOnlyAnswer::Figures, CodeOnlyAnswer::Scoreboards, CodeOnlyAnswer::WhyNot, CodeOnlyAnswer::Charts])
    .outcome(&[
        OutcomeWords::count("total.visible", "cell seen", "cells seen"),
        OutcomeWords::count("total.rebuilt", "cell copied", "cells copied"),
        OutcomeWords::count("total.refreshed", "cell only marked as seen", "cells only marked as seen"),
    ])
    .source("Stephen Sherratt: 7DRL development notes (2016)")
    .listing(&[
        "for each turn",
        "    do what the script says",
        "    for each character",
        "        for each visible cell",
        "            dirty ⇔ knowledge.turn ≤ real.turn",
        "            dirty: clear it, see everything in it again",
        "            clean: nothing",
        "            knowledge.turn ← turn",
        "        take a step of the round",
        "    whatever changed: real.turn ← turn",
    ])
    .params(PARAMS)
    .layers(&[
        Layer::status("status", "Dirty, clean, remembered, wrong or never seen."),
        Layer::by("known-since", "The turn of the last observation.", |cell| Some(Value::Int(lens::memory_of(cell)?.turn.into()))),
        Layer::by("changed", "The turn of the real cell's last knowable change.", |cell| match cell.layer(STAMPS) {
            Some(&E::Stamped { turn, .. }) => Some(Value::Int(turn.into())),
            _ => Some(Value::Int(0)),
        }),
        Layer::words("memory", "What is remembered of the cell: its ground, and the character or thing on it.", lens::remembered),
    ])
    .roles(&[
        (Role::Raised, "dirty: seen again"),
        (Role::Seen, "clean: only its turn was set"),
        (Role::Remembered, "remembered"),
        (Role::Wrong, "remembered wrongly"),
        (Role::Unknown, "never seen"),
    ])
    .series(&[
        Series::by("visible", gauge!(E::Summed { visible, .. } => (*visible).into())),
        Series::by("rebuilt", gauge!(E::Summed { rebuilt, .. } => (*rebuilt).into())),
        Series::by("refreshed", gauge!(E::Summed { refreshed, .. } => (*refreshed).into())),
        Series::by("visible in all", |e, _| match e {
            E::Summed { visible, .. } => Gauge::Add((*visible).into()),
            _ => Gauge::Same,
        }),
        Series::by("rebuilt in all", |e, _| match e {
            E::Summed { rebuilt, .. } => Gauge::Add((*rebuilt).into()),
            _ => Gauge::Same,
        }),
    ])
    .needs(&[Need::many(super::run::CHARACTERS, "who looks and remembers")])
    .checks(&[
        Check::by("a look left a memory wrong", "A visible cell counted as clean, but something in it had changed.", |before, e, _| {
            // A look changes nothing real, so the state before the event is still correct.
            let look = Remembered::of(e).zip(e.cell());
            look.is_some_and(|(look, cell)| look.what != Truth::of(before).at(cell))
        }),
        Check::by("a rebuild found nothing new", "A dirty cell had nothing new: the price of ≤.",
            |before, e, _| lens::rebuild(before, e).is_some_and(|(look, was)| look.what == was)),
        Check::by("a cell was seen for the first time", "It was unknown before.", |_, e, _| Remembered::of(e).is_some_and(|look| look.before < 0)),
        Check::by("something knowable changed", "A real cell was stamped.", on!(E::Stamped { .. })),
        Check::by("a rebuild found something new", "The memory of a cell was out of date.",
            |before, e, _| lens::rebuild(before, e).is_some_and(|(look, was)| look.what != was)),
        Check::by("most of a look was copied", "More than half of the visible cells were dirty.",
            on!(E::Summed { rebuilt, visible, .. } if rebuilt * 2 > *visible)),
    ])
    .tools(&[crate::shadowcast::ASYMMETRY]);
