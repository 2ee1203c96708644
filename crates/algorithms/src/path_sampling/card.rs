//! The card: its text, the parameters, and the names of what is shown.

use super::MAX_SAMPLES;
use super::event::{Rule, SamplingEvent as E};
use super::lens;
use crate::Role;
use crate::astar;
use crate::card::{CardOf, Check, Group, Layer, OutcomeWords, Series};
use crate::params::Param;

pub(super) const OWN: [Param; 3] = [
    Param::int(
        "samples",
        (1, MAX_SAMPLES),
        10_000,
        "How many runs each rule makes, with the seeds seed, seed + 1 and so on.",
    ),
    Param::flag("replan", false, "Also walk by planning again after each step with the parents rule."),
    Param::flag("field", false, "Also walk down a distance field, choosing uniformly among the best next cells."),
];

/// The parameters of A* without the tie rule, because the tie rules are what is sampled. Three parameters are added.
pub(super) const PARAMS: [Param; astar::PARAMS.len() + 2] = {
    let mut all = [OWN[0]; astar::PARAMS.len() + 2];
    let (mut from, mut to) = (0, 0);
    while from < OWN.len() {
        all[to] = OWN[from];
        (from, to) = (from + 1, to + 1);
    }
    from = 0;
    while from < astar::PARAMS.len() {
        if !matches!(astar::PARAMS[from].name.as_bytes(), b"ties") {
            all[to] = astar::PARAMS[from];
            to += 1;
        }
        from += 1;
    }
    all
};

#[rustfmt::skip]
pub(super) static CARD: CardOf<E> = CardOf::<E>::new("path-sampling", "Path sampling",
    "Runs a tie rule with many seeds and compares how often each cheapest path is taken with its exact probability.")
    .group(Group::Search)
    .terms(&[(&["chi-square"],
        "How far the counts are from what is expected, all squared differences together; 0 means exactly as expected.")])
    .outcome(&[
        OutcomeWords::count("samples", "sample", "samples"),
        OutcomeWords::count("distinct", "different path drawn", "different paths drawn"),
    ])
    .source("James McNeill: Pathfinding improvements (2008); Vitter: Random Sampling with a Reservoir (1985)")
    .listing(&[
        "for each rule",
        "    for each seed",
        "        find a path under the rule",
        "        for each cell of it: walked ← walked + 1",
        "        count(path) ← count(path) + 1",
        "    chi-square against uniform over paths",
    ])
    .params(&PARAMS)
    .layers(&[
        Layer::walked("walked", "How often the current rule walked over the cell."),
        Layer::of_event("walked-parents", "How often the parents rule walked over the cell.", Rule::Parents as u8, |e, _| lens::walk_count(Rule::Parents, e)),
        Layer::of_event("walked-paths", "How often the paths rule walked over the cell.", Rule::Paths as u8, |e, _| lens::walk_count(Rule::Paths, e)),
        Layer::of_event("walked-replanned", "How often planning again at each step walked over the cell.",
            Rule::Replanned as u8, |e, _| lens::walk_count(Rule::Replanned, e)),
        Layer::of_event("walked-field", "How often walking down the distance field walked over the cell.",
            Rule::Field as u8, |e, _| lens::walk_count(Rule::Field, e)),
    ])
    .roles(&[(Role::Walked, "walked over, the more often the hotter"), (Role::Path, "path of the last sample")])
    .series(&[
        Series::by("distinct, parents", gauge!(+ E::Sampled { rule: Rule::Parents, count: 1, .. })),
        Series::by("distinct, paths", gauge!(+ E::Sampled { rule: Rule::Paths, count: 1, .. })),
        Series::by("distinct, replanned", gauge!(+ E::Sampled { rule: Rule::Replanned, count: 1, .. })),
        Series::by("distinct, field", gauge!(+ E::Sampled { rule: Rule::Field, count: 1, .. })),
    ])
    .needs(crate::ends::NEEDS)
    .checks(&[
        Check::by("a path was taken for the first time", "The rule found a path that it had not found before.", on!(E::Sampled { count: 1, .. }))
            .former_names(&["a path came for the first time"]),
        Check::by("a rule was summed up", "All samples of a rule are done.", on!(E::Summed { .. })),
    ])
    .seeds(MAX_SAMPLES as u64)
    .tie_params(&["open-order", "turn"]);
