//! The card: its text, the parameters, and the names of what is shown.

use super::context::Context;
use super::event::{FLOOD, NEAR, PLAN, ShipEvent as E};
use super::lens;
use super::state::begins_plan;
use super::words::{PlanRefusal, Refusal};
use crate::Role;
use crate::card::{CardOf, Check, CodeOnlyAnswer, Group, Layer, OutcomeWords, Series};
use crate::event::{Event as _, Tone, Value};
use crate::params::Param;
use crate::trace::lens::Gauge;

/// The constants of the source notes, as parameters.
#[rustfmt::skip]
pub const PARAMS: &[Param] = &[
    Param::int("decks", (1, 9), 3, "How many decks the ship has. Stairs join them, and the teleporter is on the last."),
    Param::int("hallways", (0, 9), 2, "The most hallways that each of the three batches may draw."),
    Param::int("hallway-tries", (1, 100), 20, "How often a batch of hallways is tried before the next batch begins. Only tries inside the plan count."),
    Param::int("long-least", (2, 100), 10, "The shortest hallway of the first batch, in cells of the plan."),
    Param::int("long-most", (2, 100), 20, "The longest hallway of the first batch, in cells of the plan."),
    Param::int("middle-least", (2, 100), 7, "The shortest hallway of the second batch."),
    Param::int("middle-most", (2, 100), 12, "The longest hallway of the second batch, in cells of the plan."),
    Param::int("short-least", (2, 100), 4, "The shortest hallway of the third batch."),
    Param::int("short-most", (2, 100), 8, "The longest hallway of the third batch, in cells of the plan."),
    Param::int("inset", (0, 50), 4, "How far from the edge of the plan a hallway starts, in cells."),
    Param::int("border", (0, 50), 2, "How far both ends of a hallway stay from the edge of the plan, in cells."),
    Param::int("near", (0, 20), 4, "How near to a hallway no other hallway may come, in cells."),
    Param::int("rooms-least", (1, 200), 12, "The fewest rooms of a deck; a plan with fewer is refused."),
    Param::int("rooms-most", (1, 200), 20, "No more rooms are added once a deck has this many."),
    Param::int("reach-least", (1, 50), 2, "A room stays closer to its seed than a distance that the dice choose. This is the smallest; diagonal steps count 1."),
    Param::int("reach-most", (1, 50), 4, "A room stays closer to its seed than a distance that the dice choose. This is the largest; diagonal steps count 1."),
    Param::int("windows-least", (0, 500), 30, "The fewest windows, if enough walls face outside."),
    Param::int("windows-most", (0, 500), 40, "The most windows that the dice may choose for a deck."),
    Param::int("enemy-rooms-least", (0, 200), 7, "Enemies are in at least this many rooms, not counting start and goal."),
    Param::int("enemy-rooms-most", (0, 200), 10, "Enemies are in at most this many rooms, not counting start and goal."),
    Param::int("enemies-least", (1, 20), 1, "The fewest enemies that the dice may put into such a room."),
    Param::int("enemies-most", (1, 20), 3, "The most enemies that the dice may put into such a room."),
    Param::int("weapons-least", (0, 60), 4, "The fewest weapons that the dice may put on a deck."),
    Param::int("weapons-most", (0, 60), 8, "The most weapons that the dice may put on a deck."),
    Param::int("kits-least", (0, 60), 3, "The fewest medical kits that the dice may put on a deck."),
    Param::int("kits-most", (0, 60), 6, "The most medical kits that the dice may put on a deck."),
    Param::flag("hallway-doors", false,
        "A room and a hallway that touch without a door get one with probability ½, as in the notes. Everything else stays the same.")
        .new_scene_default("true"),
    Param::int("attempts", (1, 10_000), 1000, "After how many refused plans of a deck the ship is given up."),
    Param::choice("method", &["grown", "hull-first"], "grown",
        "Rooms that grow from hallways and rooms, or the first attempt of the source: a hull cut from a rectangle, hallways in it, and the rest split into rooms.")
    .labelled(&[("hull-first", "hull first")]),
    Param::int("margin", (0, 50), 2, "Hull first: how far the rectangle stays from each edge of the plan, in cells."),
    Param::int("cuts", (0, 20), 12, "Hull first: how many cuts are drawn at its corners and edges; some are refused."),
    Param::int("cut-width-least", (1, 100), 2, "Hull first: the width of the narrowest piece that is cut off, in cells of the plan."),
    Param::int("cut-width-most", (1, 100), 7, "Hull first: the width of the widest piece that is cut off, in cells of the plan."),
    Param::int("cut-height-least", (1, 100), 2, "Hull first: the height of the lowest piece that is cut off, in cells of the plan."),
    Param::int("cut-height-most", (1, 100), 5, "Hull first: the height of the highest piece that is cut off, in cells of the plan."),
    Param::int("thick", (1, 50), 4, "Hull first: a cut that leaves any part of the hull thinner than this is refused."),
    Param::int("loss", (0, 100), 45, "Hull first: the most of the rectangle that may be cut off, in per cent. A cut beyond that is refused."),
    Param::int("mirror", (0, 100), 75, "Hull first: the probability that it is mirrored top to bottom, in per cent."),
    Param::int("along", (1, 4), 2, "Hull first: the most hallways along the hull. The dice choose from 1 to this number."),
    Param::int("across", (0, 4), 2, "Hull first: the most hallways across the hull. The dice choose from 0 to this number."),
    Param::int("inside", (0, 20), 2, "Hull first: how far hallways stay from the outside and from parallel hallways."),
    Param::int("shortest", (2, 100), 4, "Hull first: the length of the shortest hallway, in cells of the plan."),
    Param::int("section-most", (1, 1000), 30, "Hull first: a section with more cells than this is split."),
    Param::int("section-least", (1, 100), 4, "Hull first: a section with fewer cells than this does not become a room."),
];

#[rustfmt::skip]
pub(super) static CARD: CardOf<E> = CardOf::<E>::new("ship", "Ship",
    "Draws the decks of a ship: hallways, rooms that grow from a frontier, doors, windows, and the people on board.")
    .group(Group::Ships)
    .code_only_answers(&[CodeOnlyAnswer::Layers, CodeOnlyAnswer::Boards, CodeOnlyAnswer::Path, CodeOnlyAnswer::Figures, CodeOnlyAnswer::Scoreboards, CodeOnlyAnswer::WhyNot])
    .outcome(&[
        OutcomeWords::count("attempts", "plan drawn", "plans drawn"),
        OutcomeWords::count("refused", "section without a room", "sections without a room"),
        OutcomeWords::count("rooms", "room", "rooms"),
        OutcomeWords::count("dead_ends", "room with a single door", "rooms with a single door"),
        OutcomeWords::count("unreachable", "unreachable room", "unreachable rooms"),
        OutcomeWords::named("doors_a_room", "doors for each room"),
    ])
    .source("Stephen Sherratt: development notes and public behaviour of his 7DRL game (2016)")
    .listing(&[
        "for each deck",
        "    take an empty plan, until one is accepted",
        "        for each of three batches of hallways",
        "            draw start, direction and length",
        "            over the border, a hallway or near one: refuse",
        "            lay it, two wide",
        "            label all cells within 4 as near a hallway",
        "        until there are 12–20 rooms",
        "            draw a cell of the frontier: the seed",
        "            a door to a hallway beside it, else to a room",
        "            grow breadth-first, nearer than 2…4",
        "            touches a room that it has no door to: a candidate",
        "        for each pair: one candidate becomes a door",
        "        30–40 faces toward outside become windows",
        "        flood: floor and doors are one region, else refuse",
        "    by mid-x: the first large room is the start",
        "    the last the goal: stairs, or the teleporter",
        "    enemies in 7–10 rooms of the rest, weapons, kits",
        "    the deck is done",
        "hull first: the hull ← the plan less 2 on each side",
        "    with ¾: mirrored top to bottom",
        "    12 times: draw a cut at a corner or an edge",
        "        in pieces, thinner than 4, 45 % lost: refuse",
        "        cut it off, and its mirror image",
        "    hallways: one or two along, up to two across",
        "        too short, near another, crosses none: refuse",
        "        lay it, two wide, inside by 2",
        "    sections ← what the hallways leave of the hull",
        "        30 cells or fewer: it stays whole",
        "        split its longer side at a third to two thirds",
        "    for each section",
        "        under 4 cells, or beside nothing: refuse",
        "        it becomes a room",
        "    for each room: a door on each side with a hallway",
        "        without one: a door to a room that has one",
        "    windows, and the flood: what it does not reach",
    ])
    .params(PARAMS)
    .layers(&[
        Layer::words("status", "What a cell is: frontier, hallway, room, door, window.", lens::status),
        Layer::of_event("room", "Which room it belongs to, or before there are rooms, which section of the hull.", PLAN, |e, _| match e {
            E::Grew { room, .. } => Some(Value::Int((*room).into())),
            E::Parted { section, .. } => Some(Value::Int((*section).into())),
            _ => None,
        }),
        Layer::of_event("order", "How many cells the plan had when it was added.",
            PLAN, value!(E::Grew { order, .. } | E::Laid { order, .. } => Value::Int((*order).into()))),
        Layer::of_event("distance", "How far from the seed of its room it is.", PLAN, |e, cx: &Context| match e {
            E::Grew { distance, .. } if !cx.first() => Some(Value::Int((*distance).into())),
            _ => None,
        }),
        Layer::of_event("near", "How far from a hallway it is, if it is near one.",
            NEAR, value!(E::Labelled { distance, .. } => Value::Int((*distance).into()))),
        Layer::of_event("reached", "How many cells the flood of the test had reached, including it.",
            FLOOD, value!(E::Flooded { count, .. } => Value::Int((*count).into()))),
    ])
    .roles(&[
        (Role::Walked, "hallway"),
        (Role::Done, "room"),
        (Role::Current, "seed"),
        (Role::Queued, "frontier"),
        (Role::Dimmed, "near a hallway"),
        (Role::Candidate, "door candidate; thing to pick up"),
        (Role::Chosen, "door"),
        (Role::Refused, "no door; no room"),
        (Role::Seen, "window"),
        (Role::Remembered, "reached by the test"),
        (Role::Threat, "enemy"),
        (Role::Path, "start or goal"),
        (Role::Pressure, "hull"),
        (Role::Raised, "section of the hull"),
    ])
    .series(&[
        Series::by("floor cells", |e, cx| lens::in_plan(e, cx, matches!(e, E::Laid { .. } | E::Grew { .. }))),
        Series::by("refusals", |e, cx| Gauge::Add(i64::from(e.tone(cx) == Tone::Refused))),
        Series::by("frontier", |e, cx: &Context| match e {
            // A growing cell was on the frontier before.
            E::Grew { .. } if !cx.first() && !begins_plan(e, cx) => Gauge::Add(-1),
            _ => lens::in_plan(e, cx, matches!(e, E::Bordered { .. })),
        }),
        Series::by("rooms", |e, cx| lens::in_plan(e, cx, matches!(e, E::Closed { .. } | E::Furnished { .. }))),
        Series::by("doors", |e, cx| lens::in_plan(e, cx, matches!(e, E::Linked { .. } | E::Opened { .. } | E::Pierced { .. } | E::Hung { .. }))),
        Series::by("windows", |e, cx| lens::in_plan(e, cx, matches!(e, E::Glazed { .. }))),
        Series::by("hallways", |e, cx| lens::in_plan(e, cx, matches!(e, E::Built { .. }))),
        Series::by("things", |e, cx| lens::in_plan(e, cx, matches!(e, E::Placed { .. }))),
    ])
    .checks(&[
        Check::by("a hallway left the border", "An end of a hallway was too near the edge. It does not count as a valid try.",
            |_, e, _| lens::is_refused(e, Refusal::Border)),
        Check::by("a hallway met another", "A valid try would have run over a hallway.", |_, e, _| lens::is_refused(e, Refusal::Hallway)),
        Check::by("a hallway came near another", "A valid try would have run over a cell labelled as near one.",
            |_, e, _| lens::is_refused(e, Refusal::Near)),
        Check::by("a room stopped at its reach", "A free cell was too far from the seed.", |_, e, _| lens::is_refused(e, Refusal::Reach)),
        Check::by("a room stopped at the edge", "A room came to the edge of the plan.", |_, e, _| lens::is_refused(e, Refusal::Edge)),
        Check::by("a contact was linked already", "Two rooms with a door touched once more.", |_, e, _| lens::is_refused(e, Refusal::Linked)),
        Check::by("a contact was with a hallway", "A room touched a hallway that its seed does not open toward.",
            |_, e, _| lens::is_refused(e, Refusal::NotSeed)),
        Check::by("a candidate lost", "Another candidate of the pair became the door.", |_, e, _| lens::is_refused(e, Refusal::Lost)),
        Check::by("a plan was refused", "A plan failed the test, for whatever reason.", on!(E::Rejected { .. })),
        Check::by("a plan was apart", "Floor and doors of a plan were not one region.", on!(E::Rejected { why: PlanRefusal::Apart, .. })),
        Check::by("a room was too small for an end", "A room is not more than 2 cells wide and high.", on!(E::Dismissed { .. })),
        Check::by("a place was taken", "A thing could not be placed, because the cell is taken.", on!(E::Occupied { .. })),
        Check::by("the ship was given up", "Too many plans of a deck were refused.", on!(E::GaveUp { .. })),
        Check::by("a cut was refused", "The hull would be in pieces, too thin or too small, or the cut is outside it.", on!(E::Spared { .. })),
        Check::by("a section became no room", "It is too small, or it touches no hallway or room.", on!(E::Discarded { .. })),
        Check::by("a room is cut off", "It has no door, or the flood did not reach it.", on!(E::Doorless { .. } | E::CutOff { .. })),
    ]);
