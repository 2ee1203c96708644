//! The card: its text, the parameters, and the names of what is shown.

use super::event::{ChessEvent as E, Choice, Part, Pathfinder, RangeRule, Refusal, Rule, STOCK};
use super::lens;
use super::state::Snapshot;
use crate::card::{CardOf, Check, CodeOnlyAnswer, Group, Layer, Need, OutcomeWords, Series};
use crate::params::Param;
use crate::trace::lens::Gauge;
use crate::{ActorKind, Role};

#[rustfmt::skip]
pub(super) const PARAMS: &[Param] = &[
    Param::int("hull", (0, 1000), 24, "How wide a piece is, in units of the source. It is subtracted from every range. A cell is 128 wide."),
    Param::choice("range-rule", RangeRule::WORDS, "minus",
        "What a piece can reach: enemies nearer than its range minus the hull, as in the article's script, or nearer than its range plus both hulls, as in the author's post before it.")
    .labelled(&[("minus", "less the hull"), ("plus", "plus both hulls")]),
    Param::int("range", (0, 2000), 0, "The range of the active unit, in units of the source: 128 are a cell. Auto: its own field, or 210.").or_auto(),
    Param::flag("reach", true,
        "A diagonal cell must be reached in one clean jump. If off, a piece goes around obstacles again and again."),
    Param::flag("far", true, "The diagonal jump must be longer than 1.6 cells, 200 units of the source. If off, a piece one gap away moves diagonally."),
    Param::flag("near", true,
        "The diagonal jump must end less than 1.6 cells, 200 units of the source, from the stock hop. If off, a piece runs past the front row."),
    Param::choice("near-to", &["hop", "target"], "hop",
        "What near measures to: the stock hop, as in the code, or the stock target, as in the words of the article.")
    .labelled(&[("hop", "the hop"), ("target", "the target")]),
    Param::choice("pathfinder", Pathfinder::WORDS, "jumper",
        "Jump point search with its Manhattan estimate, as in the original, or the shortest path.")
    .labelled(&[("jumper", "jump points"), ("shortest", "shortest path")]),
    Param::flag("fight", false, "Play a whole fight: all units move in turn until all can attack."),
    Param::choice("rule", &["stock", "diagonal", "fewest", "both", "all"], "both",
        "The rule by which pieces move in a fight. With both (stock, diagonal) and all, each rule plays the fight on its own board, round by round. A single decision shows stock and diagonal together, or fewest jumps.")
    .labelled(&[("fewest", "fewest jumps"), ("both", "both in turn"), ("all", "all in turn")]),
    Param::int("max-rounds", (1, 1000), 30, "A fight ends after this many rounds at the latest."),
    Param::flag("alone", false, "In a fight, only the active piece moves, until it can attack. All others stay where they are."),
    Param::flag("scatter", false, "Puts all pieces on random free cells: another board for each seed."),
];

#[rustfmt::skip]
pub(super) static CARD: CardOf<E> = CardOf::<E>::new("autochess", "Auto chess jump",
    "Decides which cell a piece jumps to: the nearest one it can attack from, by straight legs, with an optional diagonal jump.")
    .group(Group::AutoChess)
    .terms(&[
        (&["stock"], "The rule of the game as it was, which the other rules are compared with."),
        (&["hop"], "The cell where the first jump toward the target ends."),
        (&["gate", "gates"], "A condition on the diagonal jump. Near: it ends less than 1.6 cells from the first jump of the stock rule. Far: it is longer than 1.6 cells. The source has 200 units, and a cell is 128 wide."),
    ])
    .code_only_answers(&[CodeOnlyAnswer::Layers, CodeOnlyAnswer::Boards, CodeOnlyAnswer::Arrows, CodeOnlyAnswer::Path, CodeOnlyAnswer::OpenList, CodeOnlyAnswer::Views, CodeOnlyAnswer::Figures, CodeOnlyAnswer::Scoreboards, CodeOnlyAnswer::WhyNot])
    .outcome(&[
        OutcomeWords::named("chose", "chosen jump").values(&[("stock", "the stock jump"), ("diagonal", "the diagonal jump"), ("fewest", "fewest jumps"), ("leap", "the leap"), ("none", "no jump")]),
        OutcomeWords::named("stock.target", "nearest cell to attack from"),
        OutcomeWords::named("stock.hop", "stock jump to"),
        OutcomeWords::named("hop", "jump to"),
        OutcomeWords::named("alt", "diagonal jump to"),
    ])
    .ending(super::outcome::ending)
    .source("zizouqi: AutoChess code optimization 2: move (2019); Roland Yonaba: Jumper 1.8.1 (2013); Harabor, Grastien: Online Graph Pruning for Pathfinding on Grid Maps (2011)")
    .listing(&[
        "the piece's turn;  in a fight: each in turn",
        "reach ← cells with an enemy nearer than range − hull, or range + 2 · hull",
        "for each column, for each cell from the bottom",
        "    not in reach: next",
        "    no path: next",
        "    hop ← end of the path's first straight leg",
        "    strictly nearer to the piece: stock ← cell, hop",
        "    not diagonal from the piece: next",
        "    reach: the hop is not the cell itself: next",
        "    strictly nearer: alt ← hop",
        "near: |alt − stock hop| < 200;  far: |alt − piece| > 200",
        "both: jump to alt;  else to the stock hop",
        "find a path: open ← {start}",
        "    expand and close the smallest f;  the goal: stop",
        "    jump in each direction, the last first",
        "        new or strictly cheaper: g, parent;  f ← g + h",
        "        not cheaper, or closed: leave it",
        "    join nodes that go straight on to legs",
        "fewest jumps: queue ← {piece}",
        "    take the first, unless it takes as many jumps as a goal",
        "    along each direction, while cells are free",
        "        for the first time: jumps + 1, append it",
        "goals ← cells in reach that take fewest jumps",
        "    strictly nearer to the piece: jump ← the first one there",
        "an assassin's first move: each enemy, the farthest first",
        "    behind it: free cells farther from the piece than it is",
        "    the nearest to it, of equals the farthest from the piece",
    ])
    .params(PARAMS)
    .layers(&[
        Layer::words("status", "How the cell was judged, or its state in the search.", lens::status),
        Layer::by("distance", "How far it is from the piece, in cells.", lens::distance),
        Layer::by("in-reach", "Distance to the nearest enemy that can be attacked from there, in cells.", lens::in_reach),
        Layer::with_number("f", "g + h of the current search.", lens::f, lens::f_number),
        Layer::with_number("g", "The length of the path so far, in cells.", lens::g, lens::g_number),
        Layer::with_number("h", "The estimate of the rest, in cells.", lens::h, lens::h_number),
        Layer::by("jumps", "How many jumps it takes from the piece, under the rule of fewest jumps.",
            |cell| lens::field_of_turn(cell, STOCK, "jumps")),
        Layer::by("units", "How far it is from the piece, in units of the source: 128 are a cell.", lens::distance_in_units),
    ])
    .roles(&[
        (Role::Refused, "in reach, but refused"),
        (Role::Candidate, "can attack from there"),
        (Role::Raised, "nearest diagonal so far"),
        (Role::Queued, "open jump point"),
        (Role::Done, "closed jump point"),
        (Role::Current, "being looked at"),
        (Role::Path, "path"),
        (Role::Chosen, "the jump"),
        (Role::Threat, "how far the piece reaches"),
        (Role::Remembered, "the piece on the other board"),
        (Role::Seen, "free, and behind the enemy"),
    ])
    .series(&[
        Series::by("jumps, stock", gauge!(E::Moved { rule: Rule::Stock, jumps, .. } => f64::from(*jumps))),
        Series::by("jumps, diagonal", gauge!(E::Moved { rule: Rule::Diagonal, jumps, .. } => f64::from(*jumps))),
        Series::by("nearest distance", gauge!(E::TookLead { squared, .. } | E::Preferred { squared, .. } => f64::from(*squared).sqrt())),
        Series::by("open", |e, _| match e {
            E::Sought { .. } | E::PartBegan { part: Part::Search, .. } => Gauge::Set(0.0),
            E::Opened { .. } | E::Reached { lowered: false, .. } | E::Landed { .. } => Gauge::Add(1),
            E::Expanded { .. } | E::Settled { .. } | E::Took { .. } => Gauge::Add(-1),
            _ => Gauge::Same,
        }),
        Series::by("jumps, fewest", gauge!(E::Moved { rule: Rule::Fewest, jumps, .. } => f64::from(*jumps))),
    ])
    .needs(&[Need::many(
        &[ActorKind::Unit],
        "a piece; one of them is active, and those of other teams are its enemies",
    )])
    .checks(&[
        Check::by("the lead changed", "A nearer cell took the lead from another.", |before, e, _| {
            let takes_lead = matches!(e, E::TookLead { .. } | E::Preferred { .. } | E::LedBehind { .. });
            takes_lead && Snapshot::of(before).is_some_and(|turn| turn.lead.is_some())
        }),
        Check::by("equally near", "A cell was refused because an earlier one is exactly as near.", |_, e, _| match e {
            E::Refused { why: Refusal::NotNearer, squared, best, .. } | E::Farther { squared, best, .. } => squared == best,
            _ => false,
        }),
        Check::by("equals in the heap", "A node was expanded while another had the same f.", on!(E::Expanded { tied: true, .. })),
        Check::by("a jump point got cheaper", "An open jump point was reached by a shorter path.", on!(E::Lowered { .. })),
        Check::by("a gate refused", "One of the two gates refused the diagonal jump.", on!(E::GateTested { on: true, fits: false, .. })),
        Check::by("the diagonal jump was chosen", "Both gates let the diagonal jump pass.", on!(E::Chose { chose: Choice::Diagonal, .. })),
        Check::by("longer than the shortest", "Jumper's path to the target is longer than the shortest.", lens::is_longer),
        Check::by("no hop", "A piece has nowhere to go.", on!(E::Chose { chose: Choice::None, .. })),
    ])
    .faster("Jumps", "decides on the same hop")
    .tie_params(&["pathfinder"])
    .score_params(&["range", "hull", "range-rule", "reach", "far", "near"]);
