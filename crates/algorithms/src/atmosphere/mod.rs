//! Air simulation on a ship: sealed regions, pressure walls, breaches, air loss per unit of time, and suction.
//!
//! ```text
//! ■■■■■####      ■ pressure walls, ▽ venting cells, the hole is at the right: the divider and its door hold the air of
//! ■...■▽▽▽#      the left room back from the moment the right room is open to the void
//! ■...■▽▽▽,
//! ■...■▽▽▽#
//! ■■■■■####
//! ```
//!
//! Source: Stephen Sherratt, development notes of his entry to the *7 Day Roguelike Challenge*, 2016, and that game's
//! public behaviour. Air is counted in tenths, distances are exact, and every chance is a whole number of twelfths,
//! rolled with one die.
//!
//! Our choices where the notes leave a gap:
//! - Any change from open to solid closes the cell. Any change from solid to open is a breach. The tile can be a door,
//!   a shutter, or a tile that the script places. A wall cell has the air of its region and keeps it when it breaks.
//! - Airless ground never holds air, like the void. But actors on it are not lost.
//! - A unit of time runs its script lines, then the loss of air, then suction in scene order. Lines of turn 0 run
//!   before the first unit. Things do not block each other.
//! - The parameter `smash` decides what a smash in the script is: a sure break, a bullet, or an explosion. A bullet
//!   comes from the first player and stops at the first person or solid. Without a player it hits its cell directly.
//! - Flames pass through people, cover 5 cells up to the first solid, and burn there for 3 units of time. They run last
//!   in a unit. Each uses a tenth of its cell's air, but never the last tenth. With one tenth or less, nothing burns.
//! - *Distance 4…5* of a shockwave is measured from cell centre to cell centre. All shockwaves fly at once and stop at
//!   the first solid. The explosion's own cell takes a blow if it is solid.
//!
//! The rules for bodies are our own. They apply if `health` or `people` is on, or if the scene has a bloat or a beacon:
//! - A blast reaches 3 cells, a bloat's blast 2, measured from centre to centre. A solid in between shields a body. A
//!   bloat hit by a bullet or flames bursts at once. A bloat reached by a blast bursts in the next unit, before its
//!   script. The shockwaves of a bloat fly to the cells up to 2 away.
//! - A unit runs in this order: arrival of the ship, bursts, script, people, loss of air, suction, flames, missing air,
//!   beacon. Flames take health once per unit, but not at the moment they are lit. A body lost to the void is dead.
//! - People know the ship as it is. An enemy goes to the nearest player it sees, or else to where it last saw one.
//!   Instead of stepping onto a player, it strikes. A player shoots the nearest enemy in sight if the bullet would
//!   first hit an enemy or a bloat. Otherwise it goes to the beacon and shoots any enemy or bloat on its next step. No
//!   one steps onto another body.
//! - The beacon is an item whose `what` is `beacon`. It sends once a player is on its cell at the end of 5 units in a
//!   row.

mod air;
mod beacon;
mod bodies;
mod choice;
mod context;
mod decision;
mod event;
mod figures;
mod flames;
mod harm_event;
mod lens;
mod links;
mod numbers;
mod people;
mod problem;
mod rules;
mod run;
mod shots;
mod state;
mod suction;
mod supply;
mod tables;
mod why_not;

pub use air::{is_solid, is_void};
pub use beacon::{Fight, Signal};
pub use bodies::{Bursting, Death};
pub use event::{AirEvent, Cause, Context, Flood, Out, Spare, Stop};
pub use flames::Burn;
pub use harm_event::{Harm, HarmEvent};
pub use links::{Link, Step};
pub use problem::{Breach, Loss, Outcome, Problem, Vent};
pub use shots::{disc, line, ring};
pub use suction::is_loose;
pub(crate) use supply::Supply;

use crate::algorithm::{Algorithm, RunError};
use crate::card::{Card, Check, CodeOnlyAnswer, Group, Layer, Need};
use crate::params::{Param, Resolved};
use crate::trace::{Control, Layout};
use crate::{ActorKind, Observer, Role, Scene};
use std::ops::ControlFlow;

/// The air simulation of this module.
#[derive(Debug)]
pub struct Atmosphere;

#[rustfmt::skip]
const PARAMS: &[Param] = &[
    Param::int("turns", (0, problem::MOST_TURNS as i64), 0,
        "How many units of time are played. Auto: ten after the last line of the script, when everything that vents is empty.")
    .or_auto(),
    Param::choice("smash", problem::Blow::WORDS, "sure",
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
    Param::int("arrival", (1, problem::MOST_TURNS as i64), 0,
        "The unit of time in which the ship arrives. Before that, the beacon, an item, must be held for 5 units. Auto: no ship comes.")
    .or_auto(),
];

#[rustfmt::skip]
static CARD: Card = Card::new("atmosphere", "Air",
    "Shows the air of a ship. Sealed rooms are full of air. Rooms open to the void lose a tenth of it in \
              each unit of time, and loose things are pulled out.")
    .group(Group::Ships)
    .numbers(&["health"])
    .code_only_answers(&[CodeOnlyAnswer::Layers, CodeOnlyAnswer::Arrows, CodeOnlyAnswer::Path, CodeOnlyAnswer::Figures, CodeOnlyAnswer::Scoreboards, CodeOnlyAnswer::WhyNot])
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
        Layer::field("air", "The air of the cell, 0 to 1."),
        Layer::field("distance", "How far a venting cell is from the nearest cell without air, through open cells."),
        Layer::field("region", "The region that the cell was last found to belong to."),
        Layer::status("pressure", "Pressure wall, or which of the two floods has reached the cell."),
        Layer::field("fire", "For how many more units of time the cell burns."),
        Layer::field("way", "The distance from the destination of the acting person."),
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
        (Role::Done, "distance final"),
        (Role::Wrong, "died here"),
    ])
    .series(&["air left", "venting cells", "pressure walls", "lost things", "deaths", "bursts"])
    .needs(&[
        Need::many(&[ActorKind::Explorer, ActorKind::Thief],
            "the player, if any: moved by suction with 1/4, fires bullets"),
        Need::many(&[ActorKind::Bloat], "bursts when it is hit or burnt, if any"),
        Need::many(&[ActorKind::Item, ActorKind::Guard, ActorKind::Enemy, ActorKind::Prisoner, ActorKind::Unit],
            "a loose thing, if any: moved by suction with 1/2"),
    ])
    .checks(&[
        Check::new("someone was lost", "Suction moved an actor or a thing onto the void.")
            .former_names(&["somebody is lost"]),
        Check::new("air rises", "A cell of a region that was sealed again was filled."),
        Check::new("a pressure wall appears", "A solid became a pressure wall after the start."),
        Check::new("a pressure wall breaks", "A tile that was a pressure wall became another."),
        Check::new("a cell began to vent", "A cell that did not vent before vents now."),
        Check::new("a line did nothing", "A line of the script was refused: a door did not close on someone."),
        Check::new("something was sucked", "Suction moved something."),
        Check::new("someone was in flames", "Flames went through an actor, or an actor is where it burns.")
            .former_names(&["somebody stood in flames"]),
        Check::new("someone died", "An actor had no health left, or was lost to the void.")
            .former_names(&["somebody died"]),
        Check::new("a bloat burst", "A bloat was hit or burnt, or a blast had reached it."),
        Check::new("the beacon sends", "The beacon was held long enough."),
    ]);

impl Algorithm for Atmosphere {
    type Event = AirEvent;
    type Problem = Problem;
    type Outcome = Outcome;

    const CARD: &'static Card = &CARD;

    fn prepare(scene: &Scene, params: &Resolved, seed: u64, _: &Control) -> Result<Problem, RunError> {
        Problem::new(scene, params, seed)
    }

    fn layout(problem: &Problem) -> Layout {
        Layout::new(problem.world.tiles.size(), event::LAYERS)
            .with_registers(problem.context.registers())
            .with_passing(event::PASSING, 2)
    }

    fn context(problem: &Problem) -> Context {
        problem.context.clone()
    }

    fn run<O: Observer<AirEvent>>(problem: &Problem, observer: &mut O) -> ControlFlow<O::Halt, Outcome> {
        run::simulate(problem, observer)
    }
}
