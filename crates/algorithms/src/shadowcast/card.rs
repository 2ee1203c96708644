//! The card: its text, the parameters, and the names of what is shown.

use super::context::Hidden;
use super::event::{ShadowEvent as E, VISIBLE_CELLS};
use super::lens;
use super::sight::Found;
use super::{Edge, Shape, VIEWERS, Variant};
use crate::Role;
use crate::card::{CardOf, Check, CodeOnlyAnswer, Group, Layer, Need, Series};
use crate::event::Value;
use crate::params::Param;

/// The parameters of a look, shared with other algorithms that look.
pub(crate) const PARAMS: &[Param] = &[
    Param::choice("variant", Variant::NAMES, "recursive", "Which of the five rules: recursive in whole numbers, strips of floats, symmetric, the classic by Bergström, or a flood through portals.")
    .labelled(Variant::LABELS),
    Param::int("radius", (0, 32_768), 0, "How far the eye can see, in cells. With strips and bergstrom, the radius itself is excluded. Auto: no limit, or 20 with portal.").or_auto(),
    Param::choice("shape", Shape::WORDS, "circle", "What is in range, with recursive, symmetric and bergstrom: by dx² + dy², by the larger of both, or by their sum."),
];

/// The parameters of this algorithm: those of the look in the same order, then which actor is the eye.
pub(super) const OWN_PARAMS: &[Param] = &[
    PARAMS[0].new_scene_default("strips"),
    PARAMS[1],
    PARAMS[2],
    Param::choice(
        "edge",
        Edge::WORDS,
        "end",
        "What strips does with a strip outside the map: it ends, or both its ends are moved onto the border, as in Skeleton Crew before the bug was found, so that sight bends around the edge. Read-on is another bug: it reads one cell past the end of a row.",
    )
    .labelled(&[("end", "ends the strip"), ("bend", "bends round"), ("read-on", "reads on")])
    .former_names(&[("clamp", "end")]),
    Param::choice("eye", &["viewer", "enemy"], "viewer", "Who looks: the viewer, or the enemy looking back."),
];

#[rustfmt::skip]
pub(super) static CARD: CardOf<E> = CardOf::<E>::new("shadowcast", "Field of view",
    "Finds every cell that an eye sees: scans the map sector by sector, in wedges of light that walls cut, by one of five rules.")
    .group(Group::Sight)
    .faster("FieldOfView", "sees the same cells by the rule symmetric")
    .terms(&[(&["slope", "slopes"], "How steep a ray of sight is.")])
    .code_only_answers(&[CodeOnlyAnswer::Layers, CodeOnlyAnswer::OpenList, CodeOnlyAnswer::Answers, CodeOnlyAnswer::Figures, CodeOnlyAnswer::Scoreboards, CodeOnlyAnswer::WhyNot])
    .source("Stephen Sherratt: Skeleton Crew (7DRL 2016) and the crate shadowcast (2018); Björn Bergström: FOV using recursive shadowcasting (2001); Albert Ford: Symmetric Shadowcasting (2017); James McNeill: 2D portal visibility (2007)")
    .listing(&[
        "the eye's own cell is seen",
        "for each sector: its whole wedge waits",
        "    take a wedge: scan its row, or enter its cell",
        "    outside the map or out of range: it ends",
        "    for each cell that the wedge covers",
        "        passes the slope test and in range: seen",
        "        else: hidden",
        "        light changes to the next: cut the wedge",
        "            what is lit waits for the next row",
        "            behind a blocker the row goes on",
        "    nothing is left of the wedge: drop it",
    ])
    .params(OWN_PARAMS)
    .layers(&[
        Layer::status("status", "Seen, dimmed, or scanned and hidden."),
        Layer::of_event("row", "How many rows from the eye it is seen.", VISIBLE_CELLS, lens::row),
        Layer::of_event("light", "The light that reaches the cell, of 255.", VISIBLE_CELLS, |e, _| lens::light(e).map(|light| Value::Int(light.into()))),
        Layer::by("order", "The number of the event that first showed it, or showed it with the most light.",
            |cell| cell.holder(VISIBLE_CELLS).map(|i| Value::Int(cell.number(i) as i64))),
    ])
    .roles(&[
        (Role::Seen, "seen"),
        (Role::Dimmed, "dimmed"),
        (Role::Hidden, "hidden"),
        (Role::Current, "the current wedge"),
        (Role::Queued, "waiting wedges"),
        (Role::Refused, "where the wedge is cut"),
    ])
    .series(&[
        Series::by("cells seen", gauge!(+ E::Started { .. } | E::Lit { found: Found::First, .. })),
        Series::by("waiting wedges", lens::waiting),
        Series::by("strips", gauge!(+ E::Scanned { .. } | E::Flooded { .. })),
    ])
    .needs(&[Need::one(VIEWERS, "who looks")])
    .checks(&[
        Check::by("a cell was reached twice", "The look reached a cell that was already visible.",
            on!(E::Lit { found, .. } if *found != Found::First))
            .former_names(&["a cell came twice"]),
        Check::by("a wedge was cut", "The light changed between two cells of a row.", on!(E::Cut { .. })),
        Check::by("a wedge was dropped", "Nothing was left of it: its ends are equal, or it ends before it starts.", on!(E::Dropped { .. })),
        Check::by("a row had no cell", "A wedge so thin, or so far out, that it covers no cell of its row on the map.", on!(E::Emptied { .. })),
        Check::by("a cell was dimmed", "A cell was seen in less than full light.", |_, e, _| lens::light(e).is_some_and(|light| light < u8::MAX)),
        Check::by("a floor was hidden by its centre", "The symmetric rule: the wedge touches the floor, but not its centre.",
            on!(E::Hid { why: Hidden::Centre, .. })),
        Check::by("an index was clamped to the map", "A strip reached past the edge of the map: cells outside are not scanned.",
            |before, e, _| matches!(e, E::Scanned { sector, wedge, .. } if before.context().is_clamped(*sector, wedge))),
        Check::by("a cell was out of range", "It was scanned, but is beyond the radius.", on!(E::Hid { why: Hidden::Range, .. })),
        Check::by("a strip lay beside the map", "Both its ends are outside, on the same side: it ends, or with the bug it bends.",
            |before, e, _| matches!(e, E::Scanned { sector, wedge, .. } if before.context().is_beside(*sector, wedge))),
    ])
    .tools(&[super::asymmetry::ASYMMETRY]);
