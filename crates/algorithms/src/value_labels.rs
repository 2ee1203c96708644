//! Labels of the values of parameters. Files and the command line use the words; the window shows the labels.

/// For each parameter, its words that are no plain English, each with its label.
const LABELS: &[(&str, &[(&str, &str)])] = &[
    ("costs", &[("1", "1 and 1"), ("2/3", "2 and 3"), ("10/14", "10 and 14"), ("octile", "1 and √2")]),
    ("corners", &[("one", "if one side is free")]),
    (
        "heuristic",
        &[("zero", "none (0)"), ("manhattan", "Manhattan"), ("chebyshev", "Chebyshev"), ("euclidean", "Euclidean")],
    ),
    (
        "open-order",
        &[("low-g", "lower g first"), ("high-g", "higher g first"), ("fifo", "oldest first"), ("lifo", "newest first")],
    ),
    (
        "ties",
        &[
            ("first", "first parent stays"),
            ("last", "last parent wins"),
            ("parents", "dice over parents"),
            ("paths", "dice over paths"),
            ("random", "random"),
        ],
    ),
    ("fallback-ties", &[("cost", "cheapest"), ("first", "closed first"), ("map-order", "by rows of the map")]),
    ("bookkeeping", &[("pointers", "nodes by pointer"), ("positions", "lists by position")]),
    ("traps", &[("weighed", "cost more"), ("last", "come last")]),
    ("at-trap", &[("onto", "steps onto it"), ("before", "stops before it")]),
    ("sight", VARIANTS),
    ("variant", VARIANTS),
    ("people", &[("still", "stand still"), ("hunt", "hunt"), ("act", "act")]),
    ("method", &[("prim", "Prim"), ("hull-first", "hull first")]),
    ("ripple", &[("whole", "a wave per turn"), ("level", "a level per turn")]),
    (
        "smash",
        &[
            ("lowest", "lowest neighbour + 1"),
            ("positive", "lowest positive + 1"),
            ("sure", "breaks the tile"),
            ("bullet", "a bullet"),
            ("blast", "an explosion"),
        ],
    ),
    ("follow", &[("rooms", "maps of rooms"), ("global", "the whole map")]),
    ("rooms", &[("each", "a map for each"), ("whole", "one map")]),
    ("sources", &[("edges", "cells beside walls")]),
    (
        "walk",
        &[
            ("map", "by the map"),
            ("right-hand", "right hand on the wall"),
            ("left-hand", "left hand on the wall"),
            ("random-turn", "random turns"),
            ("toward-exit", "towards the exit"),
        ],
    ),
    ("edge", &[("end", "ends the strip"), ("bend", "bends round"), ("read-on", "reads on")]),
    ("opening-turns", &[("0", "0 turns"), ("1", "1 turn")]),
    ("range-rule", &[("minus", "less the hull"), ("plus", "plus both hulls")]),
    ("near-to", &[("hop", "the hop"), ("target", "the target")]),
    ("pathfinder", &[("jumper", "jump points"), ("shortest", "shortest path")]),
    (
        "rule",
        &[
            ("stock", "stock"),
            ("fewest", "fewest jumps"),
            ("both", "both in turn"),
            ("all", "all in turn"),
            ("sherratt", "Sherratt"),
            ("brogue", "Brogue"),
        ],
    ),
    ("dirty", &[("le", "not newer (≤)"), ("lt", "older (<)"), ("never", "always copy")]),
    ("script-at", &[("before-look", "before the look"), ("after-look", "after the look")]),
    ("stamps", &[("knowable", "tiles and actors"), ("every", "every change"), ("moves", "only moves")]),
    ("knowledge", &[("omniscient", "the truth"), ("default-memory", "the map"), ("last-seen", "what it saw last")]),
    ("others", &[("wait", "waits"), ("around", "plans around them")]),
    ("curiosity", &[("look", "looks"), ("close", "looks and closes")]),
];

/// Labels of the rules of the field of view.
const VARIANTS: &[(&str, &str)] =
    &[("recursive", "recursive"), ("strips", "strips"), ("symmetric", "symmetric"), ("portal", "through portals")];

/// Returns the label of a parameter's value: the word itself if it needs none.
pub fn value_label<'a>(param: &str, word: &'a str) -> &'a str {
    let labels = LABELS.iter().find(|(name, _)| *name == param).map_or(&[][..], |(_, labels)| labels);
    labels.iter().find(|(own, _)| *own == word).map_or(word, |(_, label)| label)
}
