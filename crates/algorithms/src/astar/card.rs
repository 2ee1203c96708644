//! The card: its text, the parameters, and the names of what is shown.

use super::event::{AStarEvent as E, Context, RECORDS};
use super::lens;
use super::{Bookkeeping, FallbackTies, Heuristic, OpenOrder, Problem, Ties};
use crate::card::{Best, CardOf, Check, Group, Layer, OutcomeWords, Series, Suite};
use crate::movement::Refusal;
use crate::movement::{Corners, StepCosts};
use crate::params::{Param, labels};
use crate::trace::lens::Gauge;
use crate::{Role, ends};

/// The parameters of A*, shared with other search algorithms.
#[rustfmt::skip]
pub const PARAMS: &[Param] = &[
    Param::choice("neighbours", &["4", "8"], "8", "Straight steps only, or diagonal ones too."),
    Param::choice("costs", StepCosts::NAMES, "2/3",
        "The cost of a straight and of a diagonal step: both 1, 2 and 3, 10 and 14, or 1 and √2.")
    .labelled(labels::COSTS),
    Param::choice("corners", Corners::NAMES, "never",
        "When a diagonal step may pass blocked cells: if both cells beside it are free, if one is, or always.")
    .labelled(labels::CORNERS),
    Param::choice("heuristic", Heuristic::NAMES, "",
        "The estimate of the rest. Auto: manhattan for 4 neighbours, octile for 8. Zero makes it Dijkstra's algorithm.")
    .labelled(labels::HEURISTIC)
    .or_auto(),
    Param::real("weight", (1.0, 100.0), 1.0,
        "How much the estimate counts: f = g + weight · h, to three decimals. Above 1 the path may cost more than the cheapest."),
    Param::choice("open-order", OpenOrder::WORDS, "low-g",
        "Which of two open cells with equal f is expanded first.")
    .labelled(&[("low-g", "lower g"), ("high-g", "higher g"), ("fifo", "oldest"), ("lifo", "newest")]),
    Param::choice("ties", Ties::WORDS, "first",
        "Which parent a cell keeps if several cost the same: the first, the last, or one by dice, 1/n over parents or in proportion to paths.")
    .labelled(&[("first", "keep first"), ("last", "take last"), ("parents", "dice (1/n)"), ("paths", "by paths")]),
    Param::flag("fallback", true, "If the goal cannot be reached, the path leads to the closest cell that can, by the distance on open ground."),
    Param::choice("fallback-ties", FallbackTies::WORDS, "cost",
        "Which of several equally close cells is taken: the cheapest to reach, the first that was closed, or the first on the map, row by row.")
    .labelled(&[("cost", "cheapest"), ("first", "first closed"), ("map-order", "map rows")]),
    Param::flag("reopen", true, "A closed cell is opened again if a cheaper path to it is found."),
    Param::int("turn", (0, 3), 0,
        "Turns the neighbour order E, W, S, N, SE, SW, NE, NW clockwise by quarter turns, to show direction bias."),
    Param::flag("terrain-costs", true, "Entering a tile adds its cost from the table of tiles."),
    Param::per_direction("door-cost", 10_000, 0,
        "The extra cost of opening a closed door. Four numbers give one for each direction of the step: e, w, s, n."),
];

/// The parameter that selects which bookkeeping is counted when A* runs by itself.
const BOOKKEEPING: Param = Param::choice(
    "bookkeeping",
    Bookkeeping::WORDS,
    "",
    "What is counted as work: nodes, one for each cell, found by pointer, or an open and a closed list, searched by \
     position. The others are lists with one step towards nodes: a closed flag in each node, nodes found by pointer, \
     open entries that point to nodes, or a stored estimate. Auto: pointers, and nothing is counted.",
)
.labelled(&[
    ("pointers", "nodes by pointer"),
    ("positions", "lists by position"),
    ("flag", "lists, closed flag"),
    ("nodes", "lists, node pointers"),
    ("queue", "lists, queue pointers"),
    ("estimate", "lists, stored estimate"),
])
.or_auto();

pub(super) const OWN: [Param; PARAMS.len() + 1] = concat_params(PARAMS, &[BOOKKEEPING]);

/// Returns the parameters of two lists, `N` in all.
pub(crate) const fn concat_params<const N: usize>(first: &[Param], second: &[Param]) -> [Param; N] {
    let mut all = [first[0]; N];
    let mut i = 0;
    while i < N {
        all[i] = if i < first.len() { first[i] } else { second[i - first.len()] };
        i += 1;
    }
    all
}

#[rustfmt::skip]
pub(super) static CARD: CardOf<E> = CardOf::<E>::new("astar", "A*",
    "Finds a cheapest path by always expanding the open cell with the lowest cost so far plus estimate of the rest.")
    .group(Group::Search)
    .faster("Finder", "finds a path that costs as little, with octile costs")
    .outcome(&[
        OutcomeWords::count("lookups", "lookup in the lists", "lookups in the lists"),
        OutcomeWords::count("compared", "entry compared", "entries compared"),
        OutcomeWords::count("estimates", "estimate computed", "estimates computed"),
    ])
    .source("Hart, Nilsson, Raphael: A Formal Basis for the Heuristic Determination of Minimum Cost Paths (1968); James McNeill: Pathfinding improvements (2008)")
    .listing(&[
        "open ← {start};  g(start) ← 0",
        "while open is not empty",
        "    take the lowest f;  skip it if closed",
        "    expand and close it",
        "    if it is the goal: stop",
        "    for each neighbour",
        "        cannot be entered: skip",
        "        new or cheaper: g, parent, n ← 1; open",
        "        cheaper but closed: open it again",
        "        equal g: n ← n + 1; the tie rule",
        "        costlier: ignore",
        "no path: closed cells closest to the goal",
        "    of those the smallest g, then y, then x; or the first closed",
        "walk the parents back",
    ])
    .params(&OWN)
    .layers(&[
        Layer::status("status", "Open, closed, candidate or path."),
        Layer::of_event("f", "g + weight · h. The open list is sorted by it.", RECORDS, lens::f),
        Layer::of_event("g", "The cost of the cheapest path found so far.", RECORDS, lens::g),
        Layer::of_event("h", "The estimate of the rest, computed once.", RECORDS, lens::h),
        Layer::order("order", "Expansion number, starting at 1.").with_value(lens::order),
        Layer::by("n", "How many parents offer the same cost.", lens::arrivals).or(1),
        Layer::by("paths", "How many cheapest paths were counted during the search.", lens::paths),
    ])
    .roles(&[
        (Role::Queued, "open"),
        (Role::Done, "closed"),
        (Role::Current, "current"),
        (Role::Path, "path"),
        (Role::Candidate, "candidate"),
        (Role::Chosen, "chosen"),
    ])
    .series(&[
        Series::by("open", gauge!(+ E::Opened { .. } | E::Reopened { .. }, - E::Expanded { .. })),
        Series::by("closed", gauge!(+ E::Expanded { .. }, - E::Reopened { .. })),
        Series::by("path cost", |e, cx: &Context| match e {
            E::Expanded { g, .. } | E::Found { g, .. } | E::Settled { g, .. } => Gauge::Set(cx.costs.display_cost(*g)),
            _ => Gauge::Same,
        }),
        Series::by("lookups", gauge!(E::Counted { lookups, .. } => f64::from(*lookups))),
        Series::by("compared", gauge!(E::Counted { compared, .. } => *compared as f64)),
        Series::by("estimates", gauge!(E::Counted { estimates, .. } => f64::from(*estimates))),
    ])
    .needs(ends::NEEDS)
    .checks(&[
        Check::by("a tie was broken", "A cell was expanded while another open cell had the same f.",
            |_, e, tied| tied && matches!(e, E::Expanded { .. }))
            .former_names(&["a pop was a tie"]),
        Check::by("a tie switched the parent", "An arrival at equal cost became the parent.", on!(E::Tied { arrival, .. } if arrival.switched())),
        Check::by("f falls along a parent link", "A cell has a lower f than its parent: the heuristic is not consistent.", lens::falls),
        Check::by("a closed cell was opened again", "A cheaper path to a closed cell was found.", on!(E::Reopened { .. })),
        Check::by("an old entry was skipped", "An entry was taken whose cell was already closed.", on!(E::Skipped { .. })),
        Check::by("a corner was refused", "A diagonal step would have cut a corner.", on!(E::Rejected { why: Refusal::Corner, .. })),
    ])
    .tie_params(&["ties", "open-order", "turn"])
    .score_params(&["weight", "fallback-ties", "ties"])
    .first_layer("g")
    .tools(&[crate::path_sampling::SAMPLE])
    .best(Best { least: "cost", reached: "found", with: &["weight=1", "heuristic=zero", "fallback=off"] })
    .suite(Suite {
        set: &["costs=octile", "corners=never", "neighbours=8", "terrain-costs=off", "fallback=off"],
        prepare: |scene, params| Ok(Box::new(Problem::new(scene, params, 1)?)),
    });
