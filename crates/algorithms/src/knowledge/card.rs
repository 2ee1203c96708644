//! The card: its text, the parameters, and the names of what is shown.

use super::Stamping;
use crate::Role;
use crate::card::{Card, Check, CodeOnlyAnswer, Group, Layer, Need};
use crate::memory::Dirty;
use crate::params::Param;
use crate::shadowcast::Variant;

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
    Param::int("turns", (1, super::stage::MOST_TURNS as i64), 1,
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
pub(super) static CARD: Card = Card::new("knowledge", "Knowledge",
    "Stores what each character knows about each cell, and copies again only what changed since the last look.")
    .group(Group::Sight)
    .terms(&[(&["dirty"], "It may have changed since it was last looked at, so what is remembered of it is copied again.")])
    .code_only_answers(&[CodeOnlyAnswer::Layers, CodeOnlyAnswer::Boards, CodeOnlyAnswer::Views, CodeOnlyAnswer::Figures, CodeOnlyAnswer::Scoreboards, CodeOnlyAnswer::WhyNot, CodeOnlyAnswer::Charts])
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
        Layer::field("known-since", "The turn of the last observation."),
        Layer::field("changed", "The turn of the real cell's last knowable change."),
        Layer::status("memory", "The ground as it is remembered."),
    ])
    .roles(&[
        (Role::Raised, "dirty: seen again"),
        (Role::Seen, "clean: only its turn was set"),
        (Role::Remembered, "remembered"),
        (Role::Wrong, "remembered wrongly"),
        (Role::Unknown, "never seen"),
    ])
    .series(&["visible", "rebuilt", "refreshed", "visible in all", "rebuilt in all"])
    .needs(&[Need::many(super::run::CHARACTERS, "who looks and remembers")])
    .checks(&[
        Check::new("a look left a memory wrong",
            "A visible cell counted as clean, but something in it had changed."),
        Check::new("a rebuild found nothing new", "A dirty cell had nothing new: the price of ≤."),
        Check::new("a cell was seen for the first time", "It was unknown before."),
        Check::new("something knowable changed", "A real cell was stamped."),
        Check::new("a rebuild found something new", "The memory of a cell was out of date."),
        Check::new("most of a look was copied", "More than half of the visible cells were dirty."),
    ])
    .tools(&[crate::shadowcast::ASYMMETRY]);
