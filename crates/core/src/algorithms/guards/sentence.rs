//! The sentences of guards, with their numbers.

use super::event::{Context, GuardsEvent as E};
use super::words::{Aim, Denial, End, Knowledge, Part, Wait};
use crate::algorithms::astar::{AStarEvent, Part as SearchPart};
use crate::event::{Event as _, Value};
use crate::world::verb_name;

impl Context {
    /// A cost as people read it.
    pub fn cost(&self, units: u64) -> Value {
        self.search.cost(units)
    }

    /// An actor as the subject of a sentence.
    fn actor(&self, number: u16) -> String {
        match self.guards.iter().position(|g| g.actor == number) {
            Some(g) => format!("guard {}", g + 1),
            None => self.actors.get(number as usize).map_or("somebody".into(), |a| format!("the {}", a.kind.name())),
        }
    }

    /// Why a guard took a cell for something, as a sentence's second half.
    fn because(&self, seen: bool, back: bool) -> &'static str {
        match (seen, self.knowledge) {
            (true, _) => "it sees it",
            (false, Knowledge::Omniscient) => "it knows everything",
            (false, Knowledge::LastSeen) => "it saw it so",
            (false, Knowledge::DefaultMemory) if back => "it looked away, and the map has it so",
            (false, Knowledge::DefaultMemory) => "the map has it so",
        }
    }
}

/// Why a guard stayed, as the end of a sentence.
fn waited(why: Wait) -> String {
    match why {
        Wait::Guard(other) => format!("guard {} stands on its next cell", other + 1),
        Wait::Refused(why) => format!("its next cell is not as it believed: {}", why.because()),
        Wait::Opens(0) => "it opened a door".into(),
        Wait::Opens(left) => format!("it opens a door, {left} more turns"),
        Wait::Closest => "it is as close as it believes it can get".into(),
        Wait::There => "it is where it should be".into(),
        Wait::NoWay => "there is no plan".into(),
        Wait::NoGoal => "it has nowhere to go".into(),
    }
}

/// What happened, in a sentence that stands alone.
pub(super) fn sentence(event: &E, cx: &Context) -> String {
    match *event {
        E::Search(AStarEvent::Began { part: SearchPart::Search }) => "The search of this plan began.".into(),
        E::Search(e) => e.sentence(&cx.search),
        E::TurnBegan { turn, .. } => format!("Turn {turn} began."),
        E::ScriptBegan => "The script's lines of this turn were played.".into(),
        E::LightBegan => "The lamps' light was worked out: a field of view from each lamp that burns.".into(),
        E::GuardBegan { guard, cell } => format!("Guard {} at {cell} began its turn.", guard + 1),
        E::PartBegan { part, guard, cell, to } => {
            let name = format!("Guard {}", guard + 1);
            match part {
                Part::See => format!("{name} looked from {cell}: its overlay is what it sees from there."),
                Part::Believe => format!(
                    "{name} asked for the state of what changed: in the overlay the actual state, elsewhere {}.",
                    match cx.knowledge {
                        Knowledge::Omniscient => "the actual state too, for it knows everything",
                        Knowledge::DefaultMemory => "the default state of the map",
                        Knowledge::LastSeen => "what it saw there last",
                    }
                ),
                Part::Plan if cell == to => format!("{name} planned at {cell}."),
                Part::Plan => format!("{name} planned its way from {cell} to {to} on the map that it believes."),
                Part::Move => format!("{name} followed its plan for one cell from {cell}."),
            }
        }
        E::Changed { cell, from, to, by: None } => format!("The script made the {from} at {cell} a {to}."),
        E::Changed { cell, from, to, by: Some(guard) } => {
            format!("Guard {} walked into the {from} at {cell}: it is a {to} now.", guard + 1)
        }
        E::Denied { cell, verb, why } => {
            let because = match why {
                Denial::World(why) => why.because(),
                Denial::Solid(tile) => format!("nobody can stand on a {tile}"),
                Denial::Outside => "a shutter opens from its inner side only".into(),
            };
            format!("The script's {} at {cell} did nothing: {because}.", verb_name(verb))
        }
        E::Shifted { actor, cell, from, .. } => {
            format!("The script moved {} from {from} to {cell}.", cx.actor(actor))
        }
        E::Removed { actor, cell } => format!("The script took {} away from {cell}.", cx.actor(actor)),
        E::Switched { cell, lit, .. } => {
            format!("The lamp at {cell} was {}.", if lit { "lit" } else { "put out" })
        }
        E::Lit { cell } => format!("{cell} came into the light of a lamp."),
        E::Darkened { cell } => format!("{cell} went dark."),
        E::Saw { guard, cell, lit } => format!(
            "{cell} came into the overlay of guard {}{}.",
            guard + 1,
            if lit { ": a lamp lights it, else it would be too far away" } else { "" }
        ),
        E::LostSight { guard, cell } => format!("{cell} left the overlay of guard {}.", guard + 1),
        E::Believed { guard, cell, tile, was, actual, seen } => {
            let because = cx.because(seen, cx.map.get(cell) == Some(&tile));
            let wrong = if tile == actual { String::new() } else { format!("; in truth it is a {actual}") };
            format!("Guard {} takes {cell} for a {tile}, no more a {was}: {because}{wrong}.", guard + 1)
        }
        E::Aimed { guard, cell, why } => {
            let because = match why {
                Aim::Goal => "its goal is there",
                Aim::Route => "it is next on its route",
                Aim::Thief => "the thief is there",
                Aim::Believed => "it believes the thief to be there",
            };
            format!("Guard {} wants to go to {cell}: {because}.", guard + 1)
        }
        E::Planned { guard, found: true, cell, end, cost, .. } => {
            format!("Guard {} has a plan from {cell} to {end}: it costs {}.", guard + 1, cx.cost(cost.get()))
        }
        E::Planned { guard, cell, end, cost, .. } => format!(
            "Guard {} knows no way from {cell} to its goal: it plans to the closest cell {end}, cost {}.",
            guard + 1,
            cx.cost(cost.get())
        ),
        E::Despaired { guard, cell, .. } => {
            format!("Guard {} knows no way from {cell} to its goal, and has no plan.", guard + 1)
        }
        E::Moved { guard, cell, from, .. } => format!("Guard {} moved from {from} to {cell}.", guard + 1),
        E::Waited { guard, cell, why, .. } => {
            format!("Guard {} stayed at {cell}: {}.", guard + 1, waited(why))
        }
        E::Arrived { guard, cell, moves, .. } => {
            format!("Guard {} arrived at {cell} after {moves} moves.", guard + 1)
        }
        E::Ended { turns, why } => format!(
            "The run ended after {turns} turns: {}.",
            match why {
                End::Arrived => "nobody is under way any more",
                End::Still => "nothing changes any more",
                End::Turns => "that was the last turn",
            }
        ),
    }
}
