//! The card: its text, the parameters, and the names of what is shown.

use super::event::{Context, DISTANCE, NpcEvent as E, Source};
use super::lens;
use crate::Role;
use crate::card::{CardOf, Check, CodeOnlyAnswer, Group, Layer, Need, Series};
use crate::event::Value;
use crate::knowledge::cast::StageEvent;
use crate::knowledge::{SIGHT, stage};
use crate::movement::Corners;
use crate::params::{Param, labels};
use crate::trace::lens::Gauge;

#[rustfmt::skip]
pub(super) const PARAMS: &[Param] = &[
    Param::int("turns", (1, stage::MAX_TURNS as i64), 100,
        "The run ends after this many turns at the latest. It ends sooner if all have arrived or nothing can change any more."),
    Param::choice("corners", Corners::NAMES, "always",
        "When a diagonal step may pass blocked cells: if both cells beside it are free, if one is, or always.")
    .labelled(labels::CORNERS),
    Param::choice("opening-turns", &["0", "1"], "1",
        "Whether opening a door takes a turn of its own. With 0, a walker opens it and goes through at once.")
    .labelled(&[("0", "0 turns"), ("1", "1 turn")]),
    Param::choice("knows", &["nothing", "map"], "",
        "What walkers know from the start. Auto: the cells that the scene marks as known; without marks, nothing.")
    .or_auto(),
    SIGHT[0],
    SIGHT[1],
];

#[rustfmt::skip]
pub(super) static CARD: CardOf<E> = CardOf::<E>::new("npc", "Walking by a Dijkstra map",
    "Walks to the target, or to where it was last seen, down a Dijkstra map of the ground that the walker knows.")
    .group(Group::Flow)
    .faster("DistanceMap", "measures the same distances and mends them when a cell changes")
    .code_only_answers(&[CodeOnlyAnswer::Layers, CodeOnlyAnswer::Boards, CodeOnlyAnswer::Path, CodeOnlyAnswer::Views, CodeOnlyAnswer::Figures, CodeOnlyAnswer::Scoreboards, CodeOnlyAnswer::WhyNot])
    .ending(super::ending)
    .source("Stephen Sherratt: 7DRL development notes and code (2016); RogueBasin: The Incredible Power of Dijkstra Maps")
    .listing(&[
        "for each turn, for each character",
        "    (first, what the script says)",
        "    see: each visible cell into memory",
        "    target in sight: place ← where it is",
        "    else: place stays, the last known one",
        "    no place is known: wait",
        "    at the place, and the target too: wait",
        "    at the place, and the target is not: wait",
        "    plan: d ← Dijkstra from place over known cells",
        "        through any door; not unknown, solid or void",
        "    move: rank all eight neighbours by d + step",
        "        of the equal best one at random",
        "        none leads to the place: wait",
        "        the best is farther than here: wait",
        "    a locked door, and no key: wait",
        "    not open as believed: wait",
        "    a closed door: open it",
        "    else go there",
    ])
    .params(PARAMS)
    .layers(&[
        Layer::status("status", "Seen, remembered, wrong, unknown; while planning, the flood."),
        Layer::of_event("distance", "The distance from the target's last known place.",
            DISTANCE, value!(E::Reached { d, .. } | E::Settled { d, .. } => Value::from(*d))),
        Layer::by("known-since", "The turn of the last observation.", |cell| lens::known_by_eyes(cell).map(|(_, turn)| Value::Int(turn.into()))),
        Layer::words("memory", "The ground as it is remembered.",
            |cell| lens::known_by_eyes(cell).map(|(tile, _)| Value::Word(tile.info().name.into()))),
    ])
    .roles(&[
        (Role::Seen, "in sight"),
        (Role::Remembered, "remembered"),
        (Role::Wrong, "remembered wrongly"),
        (Role::Unknown, "unknown"),
        (Role::Queued, "waiting"),
        (Role::Done, "settled"),
        (Role::Candidate, "weighed"),
        (Role::Chosen, "chosen by the dice"),
        (Role::Path, "planned path"),
    ])
    .series(&[
        Series::by("cells seen anew", gauge!(+ E::Knew { how: Source::Rebuilt, .. })),
        Series::by("steps", |e, cx: &Context| Gauge::one_if(matches!(e, E::Stage(StageEvent::Moved { actor, .. }) if cx.walks(*actor).is_some()))),
        Series::by("cells of the plan", gauge!(E::Settled { from: None, .. } => 1.0, + E::Settled { .. })),
        Series::by("arrivals", gauge!(+ E::Arrived { .. })),
    ])
    .needs(&[Need::many(super::run::WALKERS, "who walks"), Need::one(super::run::TARGETS, "what is walked to")])
    .checks(&[
        Check::by("the target was sighted elsewhere", "A walker saw the target where it did not believe it.", |before, e, _| match *e {
            E::Sighted { mind, cell, .. } => lens::last_known(before, mind).is_none_or(|(place, _)| place != cell),
            _ => false,
        }),
        Check::by("went by memory", "The target was out of sight, and its last known place counted.", on!(E::Missed { place: Some(_), .. })),
        Check::by("opened a door", "A walker walked into a closed door.",
            |before, e, _| matches!(e, E::Stage(StageEvent::Changed { by, .. }) if before.context().walks(*by).is_some())),
        Check::by("several neighbours were nearest", "The dice decided the step.", on!(E::Rolled { .. })),
        Check::by("arrived", "A walker is where the target is.", on!(E::Arrived { .. })),
        Check::by("waited", "A walker stayed where it is.", on!(E::Waited { .. })),
        Check::by("stepped on the unknown", "Only a script can put a walker where it knows nothing.", |before, e, _| match *e {
            E::Stage(StageEvent::Moved { actor, to, .. }) => {
                let mind = before.context().walks(actor);
                mind.is_some_and(|mind| lens::known(before, to, mind).is_none())
            }
            _ => false,
        }),
    ])
    .first_layer("distance")
    .tools(&[crate::shadowcast::ASYMMETRY]);
