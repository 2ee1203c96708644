//! Plans of many movers: starts, goals, directions, delays, and figures that the header claims.
//!
//! The rules hold for logs whose header says that moves are simultaneous, or claims figures. A phase with a number `t` is a
//! step. A mover stays where it is after its last move.

use super::{Outcome, Place, World};
use crate::audit::Rule;
use crate::formats::log::{LogEvent, Word};
use gridscope_trace::{Cell, Dir};
use serde_json::Value;
use std::collections::BTreeMap;

/// A mover.
#[derive(Debug, Default)]
struct Mover {
    at: Cell,
    goal: Option<Cell>,
    facing: Option<Dir>,
    /// Time at which it came to its goal, while it is there.
    arrived: Option<u64>,
    /// Number of steps that began and ended at the goal, without those since `arrived`.
    rested: u64,
    /// Last time of a delay.
    delayed_until: Option<u64>,
    /// Time of its last move, and of its last turn.
    moved: Option<u64>,
    turned: Option<u64>,
}

impl Mover {
    /// Notes that the mover or its goal is elsewhere now.
    fn settle(&mut self, t: u64) {
        match (self.goal == Some(self.at), self.arrived) {
            (true, None) => self.arrived = Some(t),
            (false, Some(since)) => {
                // The step that leaves the goal does not count.
                self.rested += t.saturating_sub(1).saturating_sub(since);
                self.arrived = None;
            }
            _ => {}
        }
    }
}

/// State of these rules.
#[derive(Debug, Default)]
pub(super) struct Plan {
    movers: BTreeMap<String, Mover>,
    /// Whether the header asks for these rules. `None` before the first event.
    applies: Option<bool>,
    t: u64,
    last: Place,
    /// Number of tasks that were finished, and of faults that the program reports.
    finished: u64,
    faults: u64,
    has_reached: bool,
    has_starts: bool,
    has_delays: bool,
}

/// Returns whether the header says so: `"moves": {"arrive": true}`.
fn promises(world: &impl World, what: &str) -> bool {
    world.line().get("moves").and_then(|moves| moves.get(what)).and_then(Value::as_bool) == Some(true)
}

impl Plan {
    /// Checks an event. `actor` is the mover that it is about.
    pub(super) fn event(
        &mut self,
        place: Place,
        event: &LogEvent,
        actor: Option<&String>,
        world: &impl World,
        out: &mut Outcome,
    ) {
        let applies = || promises(world, "simultaneous") || world.line().contains_key("claims");
        if !*self.applies.get_or_insert_with(applies) {
            return;
        }
        self.last = place;
        let time = |name: &str| event.number(name).filter(|t| t.fract() == 0.0 && *t >= 0.0).map(|t| t as u64);
        match (&event.word, actor, event.at) {
            (Word::Begin, ..) => self.t = time("t").unwrap_or(self.t),
            (Word::Place, Some(actor), Some(at)) => self.place(place, event, (actor, at), world, out),
            (Word::Move, Some(actor), Some(at)) => self.moves(place, (actor, at), world, out),
            (Word::Own(word), ..) => match (&**word, actor, event.at) {
                ("goal", Some(actor), _) => {
                    let t = self.t;
                    let mover = self.movers.entry(actor.clone()).or_default();
                    mover.goal = event.cell("goal");
                    mover.settle(t);
                }
                ("reached", Some(actor), Some(at)) => self.reached(place, event, (actor, at), world, out),
                ("turn", Some(actor), _) => self.turns(place, event, actor, world, out),
                ("delay", Some(actor), _) => {
                    self.has_delays = true;
                    self.movers.entry(actor.clone()).or_default().delayed_until = time("until");
                }
                ("fault", actor, _) => {
                    self.faults += 1;
                    let other = event.text("other").map_or_else(String::new, |other| format!(" and {other}"));
                    let who = actor.map_or_else(String::new, |actor| format!(", about {actor}{other}"));
                    let sentence = format!("The program reports{who}: {}.", event.text("text").unwrap_or("a fault"));
                    out.add_finding(Rule::Reported, place, event.at, sentence);
                }
                _ => {}
            },
            _ => {}
        }
    }

    fn place(
        &mut self,
        place: Place,
        event: &LogEvent,
        (actor, at): (&str, Cell),
        world: &impl World,
        out: &mut Outcome,
    ) {
        let t = self.t;
        let mover = self.movers.entry(actor.to_owned()).or_default();
        mover.at = at;
        mover.goal = event.cell("goal").or(mover.goal);
        mover.facing = event.text("facing").and_then(direction);
        mover.settle(t);
        if let Some(start) = event.cell("start") {
            self.has_starts = true;
            if start != at {
                let (at_text, start) = (world.place(at), world.place(start));
                let sentence = format!("{actor} is placed at {at_text}, but it should start at {start}.");
                out.add_finding(Rule::Start, place, Some(at), sentence);
            }
        }
    }

    fn moves(&mut self, place: Place, (actor, at): (&str, Cell), world: &impl World, out: &mut Outcome) {
        self.acts(place, actor, "moves", out);
        let t = self.t;
        let mover = self.movers.entry(actor.to_owned()).or_default();
        let from = std::mem::replace(&mut mover.at, at);
        mover.moved = Some(t);
        mover.settle(t);
        if !promises(world, "heading") {
            return;
        }
        if mover.turned == Some(t) {
            let sentence = format!("{actor} turns and moves in one step.");
            return out.add_finding(Rule::Heading, place, Some(at), sentence);
        }
        let towards = Dir::STRAIGHT.into_iter().find(|dir| neighbour(from, *dir) == Some(at));
        if let (Some(facing), Some(towards)) = (mover.facing, towards)
            && facing != towards
        {
            let (facing, towards) = (facing.name(), towards.name());
            let sentence = format!("{actor} moves to {}, {towards} of it, but faces {facing}.", world.place(at));
            out.add_finding(Rule::Heading, place, Some(at), sentence);
        }
    }

    fn turns(&mut self, place: Place, event: &LogEvent, actor: &str, world: &impl World, out: &mut Outcome) {
        self.acts(place, actor, "turns", out);
        let t = self.t;
        let mover = self.movers.entry(actor.to_owned()).or_default();
        let facing = event.text("facing").and_then(direction);
        let before = std::mem::replace(&mut mover.facing, facing);
        let has_moved = mover.moved == Some(t) && t > 0;
        mover.turned = Some(t);
        if !promises(world, "heading") {
            return;
        }
        let sentence = match (before, facing) {
            _ if has_moved => format!("{actor} moves and turns in one step."),
            (Some(before), Some(facing)) if before == facing.opposite() => {
                format!("{actor} turns from {} to {} in one step.", before.name(), facing.name())
            }
            _ => return,
        };
        out.add_finding(Rule::Heading, place, Some(mover.at), sentence);
    }

    /// Checks that no delay holds the mover. Each delay counts once.
    fn acts(&mut self, place: Place, actor: &str, what: &str, out: &mut Outcome) {
        let t = self.t;
        let Some(mover) = self.movers.get_mut(actor) else { return };
        if let Some(until) = mover.delayed_until.take_if(|until| t <= *until) {
            let sentence = format!("{actor} {what} at t = {t}, during its delay until t = {until}.");
            out.add_finding(Rule::Delay, place, Some(mover.at), sentence);
        }
    }

    fn reached(
        &mut self,
        place: Place,
        event: &LogEvent,
        (actor, goal): (&str, Cell),
        world: &impl World,
        out: &mut Outcome,
    ) {
        self.has_reached = true;
        let is_last = event.others.get("final").is_none_or(|last| last.json().as_bool() != Some(false));
        self.finished += u64::from(is_last);
        let at = self.movers.get(actor).map(|mover| mover.at);
        if let Some(at) = at.filter(|at| *at != goal) {
            let (at, to) = (world.place(at), world.place(goal));
            let sentence = format!("{actor} is at {at}, and not at {to}, which it should have reached.");
            out.add_finding(Rule::Goal, place, Some(goal), sentence);
        }
    }

    /// Checks the ends and the figures.
    pub(super) fn finish(self, world: &impl World, out: &mut Outcome) {
        if self.movers.is_empty() {
            return;
        }
        let arrives = promises(world, "arrive");
        let rules_with_facts = [
            (Rule::Start, self.has_starts),
            (Rule::Goal, self.has_reached || arrives),
            (Rule::Heading, promises(world, "heading")),
            (Rule::Delay, self.has_delays),
            (Rule::Reported, self.faults > 0),
        ];
        out.asked.extend(rules_with_facts.into_iter().filter(|asked| asked.1).map(|asked| asked.0));
        if arrives {
            for (name, mover) in &self.movers {
                if let Some(goal) = mover.goal.filter(|goal| *goal != mover.at) {
                    let (at, to) = (world.place(mover.at), world.place(goal));
                    let sentence = format!("{name} ends at {at}, and not at its goal {to}.");
                    out.add_finding(Rule::Goal, self.last, Some(goal), sentence);
                }
            }
        }
        self.check_claims(world, out);
    }

    fn check_claims(&self, world: &impl World, out: &mut Outcome) {
        let Some(claims) = world.line().get("claims").and_then(Value::as_object) else { return };
        let faulty = [Rule::Move, Rule::Heading, Rule::Delay, Rule::Reported];
        let is_valid = !out.found.iter().any(|finding| faulty.contains(&finding.rule));
        let have_goals = self.movers.values().all(|mover| mover.goal.is_some());
        let costs = || self.movers.values().map(|mover| mover.arrived.unwrap_or(self.t + 1));
        let losses = || {
            let rest = |mover: &Mover| mover.rested + mover.arrived.map_or(0, |since| self.t.saturating_sub(since));
            self.movers.values().map(move |mover| self.t.saturating_sub(rest(mover)))
        };
        let figure = |name: &str| {
            Some(match name {
                "cost" if have_goals => costs().sum(),
                "makespan" if have_goals => costs().max().unwrap_or(0),
                "loss" if have_goals => losses().sum(),
                "steps" => self.movers.len() as u64 * self.t,
                "end" => self.t,
                "finished" => self.finished,
                "errors" => self.faults,
                _ => return None,
            })
        };
        let mut is_asked = false;
        for (name, claim) in claims {
            let wrong = match (name.as_str(), claim) {
                ("valid", Value::Bool(claim)) if *claim != is_valid => Some(
                    if is_valid {
                        "The plan is stated to have faults, but has none."
                    } else {
                        "The plan is stated to be valid, but has faults."
                    }
                    .to_owned(),
                ),
                ("valid", Value::Bool(_)) => None,
                _ => match claim.as_f64().zip(figure(name)) {
                    Some((claim, figure)) if (claim - figure as f64).abs() > 0.5 => {
                        Some(format!("{name} is stated as {claim}, but it is {figure}."))
                    }
                    Some(_) => None,
                    None => continue,
                },
            };
            is_asked = true;
            if let Some(sentence) = wrong {
                out.add_finding(Rule::Claimed, self.last, None, sentence);
            }
        }
        if is_asked {
            out.asked.push(Rule::Claimed);
        }
    }
}

/// Returns the direction of a name such as `ne`.
fn direction(name: &str) -> Option<Dir> {
    Dir::ALL.into_iter().find(|dir| dir.name() == name)
}

fn neighbour(cell: Cell, dir: Dir) -> Option<Cell> {
    let (dx, dy) = dir.offset();
    let moved = |at: u16, by: i32| u16::try_from(i32::from(at) + by).ok();
    Some(Cell::new(moved(cell.x, dx)?, moved(cell.y, dy)?))
}
