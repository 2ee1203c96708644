//! The card: its text, the parameters, and the names of what is shown.

use super::event::{AIR, AirEvent as E, FIRE, REGIONS, VENTS, WAY};
use super::harm_event::HarmEvent as H;
use super::lens;
use super::numbers::{FULL, tenths};
use crate::card::{CardOf, Check, CodeOnlyAnswer, Group, Layer, Need, OutcomeWords, Series};
use crate::event::Value;
use crate::params::Param;
use crate::{ActorKind, Role};

#[rustfmt::skip]
pub(super) const PARAMS: &[Param] = &[
    Param::int("turns", (0, super::problem::MAX_TURNS as i64), 0,
        "How many units of time are played. Auto: ten after the last line of the script, when everything that vents is empty.")
    .or_auto(),
    Param::choice("smash", super::problem::Blow::WORDS, "sure",
        "What a smash in the script does: it breaks the tile; it is a bullet, from the player if there is one, which breaks a \
         pressure wall with chance 1/3; or it is an explosion, whose shockwaves break any wall with chance 2/3.")
    .labelled(&[("sure", "breaks the tile"), ("bullet", "a bullet"), ("blast", "an explosion")]),
    Param::flag("items-hold-doors", false, "An item keeps a door open, too. A body always does."),
    Param::flag("suction", true,
        "Loose things on venting cells move toward the vacuum with chance 1/2 in each unit of time, the player with 1/4."),
    Param::flag("health", false,
        "Everyone has 4 health. A blast takes 4 up to 1 cell away and 2 up to 3 cells away, a bullet 2, a strike 1, and flames and missing air 1 each in every unit of time."),
    Param::choice("people", &["still", "act"], "still",
        "Whether people act. Enemies walk to players that they see, by the rule of npc, and strike. Players shoot enemies in sight, or else go to the beacon.")
    .labelled(&[("still", "stand still")]),
    Param::int("arrival", (1, super::problem::MAX_TURNS as i64), 0,
        "The unit of time in which the ship arrives. Before that, the beacon, an item, must be held for 5 units. Auto: no ship comes.")
    .or_auto(),
];

#[rustfmt::skip]
pub(super) static CARD: CardOf<E> = CardOf::<E>::new("atmosphere", "Air",
    "Shows the air of a ship. Sealed rooms are full of air. Rooms open to the void lose a tenth of it in \
              each unit of time, and loose things are pulled out.")
    .group(Group::Ships)
    .numbers(&["health"])
    .code_only_answers(&[CodeOnlyAnswer::Layers, CodeOnlyAnswer::Arrows, CodeOnlyAnswer::Path, CodeOnlyAnswer::Figures, CodeOnlyAnswer::Scoreboards, CodeOnlyAnswer::WhyNot])
    .outcome(&[
        OutcomeWords::named("air_left", "air left"),
        OutcomeWords::count("survivors", "survivor", "survivors"),
        OutcomeWords::named("beacon.reached", "beacon reached in turn"),
        OutcomeWords::count("beacon.held", "turn beside the beacon", "turns beside the beacon"),
        OutcomeWords::named("beacon.sent", "signal sent in turn"),
        OutcomeWords::named("beacon.arrival", "ship arrives in turn"),
        OutcomeWords::count("breaches", "breach", "breaches"),
        OutcomeWords::count("lost", "thing lost", "things lost"),
        OutcomeWords::count("deaths", "death", "deaths"),
        OutcomeWords::count("burns", "turn in flames", "turns in flames"),
        OutcomeWords::count("bursts", "burst", "bursts"),
    ])
    .source("Stephen Sherratt: 7 Day Roguelike development notes (2016)")
    .listing(&[
        "regions, all solid or all open, eight directions",
        "    no void in it: air ← 1",
        "for each unit of time",
        "    for each line of the script",
        "        bullet: breaks a pressure wall with chance 1/3",
        "        shockwave: breaks any wall with chance 2/3",
        "        a solid closed: regions again",
        "        either way: distances from air 0",
        "            each open cell reached vents",
        "        pressure walls: solids in both floods",
        "            from all cells with air not 1",
        "            from open cells, air 1, not venting",
        "    each venting cell: air − 0.1;  0: it stops",
        "    each loose thing on a venting cell",
        "        moves with chance 1/2 (player 1/4)",
        "        best neighbour: air 0, then distance",
        "        on the void: lost",
        "    flames: 5 cells to a solid, 3 units, air − 0.1",
        "harm: health − 4 or 2 by a blast, 2, 1, 1, 1",
        "a bloat that is hit bursts: blast of radius 2",
        "people: who sees a player hunts it, and strikes",
        "    a step down a Dijkstra map, as npc walks",
        "    a player shoots at an enemy in sight",
        "    else goes to the beacon; holds it 5 units",
        "the ship arrives",
    ])
    .params(PARAMS)
    .layers(&[
        Layer::with_number("air", "The air of the cell, 0 to 1.", |cell| Some(tenths(lens::air_at(cell))),
            |e, _| lens::air_after(e).map(|n| (AIR, n as f64 / FULL as f64))),
        Layer::of_event("distance", "How far a venting cell is from the nearest cell without air, through open cells.",
            VENTS, |e, _| lens::distance_of(e).map(Value::from)),
        Layer::of_event("region", "The region that the cell was last found to belong to.",
            REGIONS, value!(E::Joined { region, .. } => Value::Int((*region).into()))),
        Layer::words("pressure", "Pressure wall, or which of the two floods has reached the cell.", lens::pressure),
        Layer::of_event("fire", "For how many more units of time the cell burns.",
            FIRE, value!(E::Ignited { units, .. } | E::Burned { units, .. } => Value::Int((*units).into()))),
        Layer::of_event("way", "The distance from the destination of the acting person.", WAY, |e, _| lens::way_of(e).map(Value::from)),
    ])
    .roles(&[
        (Role::Venting, "vents"),
        (Role::Pressure, "pressure wall"),
        (Role::Queued, "reached, distance not final"),
        (Role::Raised, "burns"),
        (Role::Hidden, "no air left"),
        (Role::Threat, "outer flood: air not full"),
        (Role::Seen, "inner flood: still, full air"),
        (Role::Candidate, "neighbour weighed"),
        (Role::Chosen, "best neighbour, or the beacon that sends"),
        (Role::Done, "air, or final distance"),
        (Role::Wrong, "died here"),
    ])
    .series(&[
        Series::by("air left", gauge!(E::Filled { left, .. } | E::LostAir { left, .. } | E::Changed { left, .. } => *left as f64 / FULL as f64)),
        Series::by("venting cells", gauge!(+ E::Vented { again: false, .. }, - E::StoppedVenting { .. })),
        Series::by("pressure walls", gauge!(+ E::Pressed { .. }, - E::PressureLost { .. })),
        Series::by("lost things", gauge!(+ E::Lost { .. })),
        Series::by("deaths", gauge!(+ E::Harm(H::Died { .. }))),
        Series::by("bursts", gauge!(+ E::Harm(H::Burst { .. }))),
    ])
    .needs(&[
        Need::many(&[ActorKind::Explorer, ActorKind::Thief],
            "the player, if any: moved by suction with 1/4, fires bullets"),
        Need::many(&[ActorKind::Bloat], "bursts when it is hit or burnt, if any"),
        Need::many(&[ActorKind::Item, ActorKind::Guard, ActorKind::Enemy, ActorKind::Prisoner, ActorKind::Unit],
            "a loose thing, if any: moved by suction with 1/2"),
    ])
    .checks(&[
        Check::by("someone was lost", "Suction moved an actor or a thing onto the void.", on!(E::Lost { .. })).former_names(&["somebody is lost"]),
        Check::by("air rises", "A cell of a region that was sealed again was filled.",
            |before, e, _| matches!(e, E::Filled { .. }) && lens::is_underway(before)),
        Check::by("a pressure wall appears", "A solid became a pressure wall after the start.",
            |before, e, _| matches!(e, E::Pressed { .. }) && lens::is_underway(before)),
        Check::by("a pressure wall breaks", "A tile that was a pressure wall became another.",
            |before, e, _| matches!(e, E::Changed { cell, .. } if lens::pressed(&before.at(*cell)))),
        Check::by("a cell began to vent", "A cell that did not vent before vents now.", on!(E::Vented { again: false, .. })),
        Check::by("a line did nothing", "A line of the script was refused: a door did not close on someone.", on!(E::Refused { .. })),
        Check::by("something was sucked", "Suction moved something.", on!(E::Moved { .. })),
        Check::by("someone was in flames", "Flames went through an actor, or an actor is where it burns.", on!(E::Scorched { .. }))
            .former_names(&["somebody stood in flames"]),
        Check::by("someone died", "An actor had no health left, or was lost to the void.", on!(E::Harm(H::Died { .. })))
            .former_names(&["somebody died"]),
        Check::by("a bloat burst", "A bloat was hit or burnt, or a blast had reached it.", on!(E::Harm(H::Burst { .. }))),
        Check::by("the beacon sends", "The beacon was held long enough.", on!(E::Harm(H::Signalled { .. }))),
    ]);
