//! The card: its text, the parameters, and the names of what is shown.

use super::event::{BROGUE, Context, DANGER, ESCAPE, FleeEvent as E, Stop};
use super::lens;
use crate::Role;
use crate::card::{CardOf, Check, CodeOnlyAnswer, Group, Layer, Need, OutcomeWords, Series};
use crate::event::Value;
use crate::params::Param;
use crate::trace::lens::Gauge;

#[rustfmt::skip]
pub(super) const PARAMS: &[Param] = &[
    Param::choice("rule", &["sherratt", "brogue", "both"], "sherratt",
        "Whose rule: Sherratt's with a frontier, Brogue's with a factor, or both on one map.")
    .labelled(&[("sherratt", "out of the danger"), ("brogue", "far from it"), ("both", "both rules")]),
    Param::int("threshold", (1, 100_000), 20,
        "How far the danger reaches from the threat, in straight steps. Cells at this distance or more are the frontier."),
    Param::int("delay", (0, 100), 2,
        "How much a step farther from the frontier weighs against a step farther from the threat. Below 2 the walker can flee into dead ends."),
    Param::int("padding", (0, 100_000), 10, "A number added to every value. It does not change where the walker goes."),
    Param::real("factor", (-2.5, -1.0), -1.2,
        "Brogue's factor, to two decimals. The larger it is, the sooner a walker runs past the threat to get farther away."),
];

#[rustfmt::skip]
pub(super) static CARD: CardOf<E> = CardOf::<E>::new("flee-map", "Flee map",
    "Leads a fleeing walker out of the danger and not into a dead end, by two Dijkstra maps.")
    .group(Group::Flow)
    .numbers(&["value", "brogue"])
    .code_only_answers(&[CodeOnlyAnswer::Layers, CodeOnlyAnswer::Arrows, CodeOnlyAnswer::Path, CodeOnlyAnswer::Figures, CodeOnlyAnswer::Scoreboards, CodeOnlyAnswer::WhyNot])
    .outcome(&[
        OutcomeWords::count("frontier", "cell of the frontier", "cells of the frontier"),
    ])
    .ending(super::ending)
    .source("Stephen Sherratt: 7DRL development notes and code (2016); RogueBasin: The Incredible Power of Dijkstra Maps")
    .listing(&[
        "d ← 0 at the threat, queue it",
        "while the queue is not empty: settle the nearest",
        "    d ≥ threshold: it is frontier, go no further",
        "    else reach its eight neighbours, 1 and √2",
        "d₂ ← 0 at the frontier, flood what was reached",
        "no frontier: d₂ ← 0 everywhere",
        "value ← padding + threshold − d + delay · d₂",
        "brogue: n ← steps from the threat",
        "    v ← factor · n",
        "    v above lowest neighbour + 1: lower it to that",
        "each turn: weigh the neighbours",
        "    step to the lowest, dice among equals; none lower: stop",
    ])
    .params(PARAMS)
    .layers(&[
        Layer::with_number("value", "The walker steps to lower values: the lower, the safer.", lens::value, lens::value_number),
        Layer::of_event("d", "The distance from the threat.",
            DANGER, value!(E::Reached { d, .. } | E::Settled { d, .. } | E::Bounded { d, .. } => Value::from(*d))),
        Layer::of_event("d2", "The distance from the frontier, the way out.",
            ESCAPE, value!(E::Found { d2, .. } | E::Measured { d2, .. } => Value::from(*d2))),
        Layer::of_event("brogue", "Brogue's number: steps times the factor, relaxed.", BROGUE, |e, _| lens::brogue(e)).with_paint(|_| lens::brogue_paint()),
        Layer::status("status", "Waiting, in danger, frontier, walked."),
    ])
    .roles(&[
        (Role::Queued, "waiting"),
        (Role::Threat, "in the danger"),
        (Role::Candidate, "frontier"),
        (Role::Done, "its way out is measured"),
        (Role::Raised, "lowered by Brogue's relaxation"),
        (Role::Walked, "walked"),
        (Role::Chosen, "weighed"),
    ])
    .series(&[
        Series::by("in danger", gauge!(+ E::Settled { .. })),
        Series::by("frontier", gauge!(+ E::Bounded { .. })),
        Series::by("value of the walker", |e, _| match e {
            E::TurnBegan { rule, worth, .. } | E::Stepped { rule, worth, .. } => {
                rule.value(*worth).number().map_or(Gauge::Same, Gauge::Set)
            },
            _ => Gauge::Same,
        }),
        Series::by("distance from the threat", |e, cx: &Context| match e {
            E::TurnBegan { cell, .. } | E::Stepped { cell, .. } => Gauge::Set(cx.far(*cell)),
            _ => Gauge::Same,
        }),
    ])
    .needs(&[Need::many(super::run::THREATS, "what is fled from")])
    .checks(&[
        Check::by("a cell is frontier", "A cell was reached at or above the threshold.", on!(E::Bounded { .. })),
        Check::by("there is no frontier", "The whole room is below the threshold: there is no way out.", on!(E::Enclosed { .. })),
        Check::by("several neighbours were lowest", "The dice decided the step.", on!(E::Rolled { .. })),
        Check::by("fled nearer to the threat", "The way out led past the threat for a step.", lens::comes_nearer),
        Check::by("cornered", "The walker stopped below the threshold.", |before, e, _| match e {
            E::Stopped { cell, why: Stop::Lowest, .. } => {
                lens::danger(before, *cell).is_some_and(|d| before.context().is_danger(d))
            }
            _ => false,
        }),
        Check::by("Brogue's relaxation lowered a cell", "The way away from the threat leads past it first.", on!(E::Lowered { .. })),
    ])
    .score_params(&["threshold", "delay", "padding"]);
