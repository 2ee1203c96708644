//! Moves: no actor moves into a wall, farther than a step, or onto another one.
//!
//! Actors may move at the same time. That two are on one cell counts only once both had their turn: at the end of a phase
//! that belongs to no single actor, at the end of the log, or at the end of a moment, if moves have a `t`.

use super::{MAP, Outcome, Place, Skip, World, cell, wraps};
use crate::audit::Rule;
use crate::core::geometry::Cell;
use crate::core::terrain::Tile;
use crate::formats::log::{LogEvent, Word};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap, HashSet};

/// The most moves with a time that are kept.
const MOST: usize = 1 << 21;

/// Two actors on one cell.
#[derive(Debug)]
struct Meeting {
    place: Place,
    mover: String,
    other: String,
    at: Cell,
    settled: bool,
}

/// What is known of moves.
#[derive(Debug, Default)]
pub(super) struct Moves {
    kinds: HashMap<String, String>,
    /// The actors that moved, placed ones excepted.
    movers: HashSet<String>,
    meetings: Vec<Meeting>,
    settled: Vec<Meeting>,
    standing: HashMap<Cell, HashSet<String>>,
    last: HashMap<String, Cell>,
    /// Who moved where at which time.
    timed: BTreeMap<u64, Vec<(String, Cell, Place)>>,
    /// How many moves have a time.
    times: usize,
    steps: usize,
    /// Whether the log itself places one actor on another.
    shares: bool,
    asked: bool,
}

/// Whether the header allows it: `"moves": {"walls": true}`, or for one actor or kind: `{"ghost": {"walls": true}}`.
fn allows(world: &impl World, what: &str, names: [Option<&String>; 2]) -> bool {
    let Some(moves) = world.line().get("moves") else { return false };
    let says = |value: Option<&Value>| value.and_then(|v| v.get(what)).and_then(Value::as_bool) == Some(true);
    says(Some(moves)) || names.into_iter().flatten().any(|name| says(moves.get(name)))
}

impl Moves {
    pub(super) fn moved(
        &mut self,
        place: Place,
        event: &LogEvent,
        (actor, at): (&String, Cell),
        actors: &HashMap<String, Cell>,
        world: &impl World,
        out: &mut Outcome,
    ) {
        if let Some(kind) = event.text("kind") {
            self.kinds.insert(actor.clone(), kind.to_owned());
        }
        let steps = event.word == Word::Move;
        self.leave(actor);
        let kind = self.kinds.get(actor).cloned();
        if steps {
            self.steps += 1;
            self.movers.insert(actor.clone());
            self.ground(place, (actor, kind.as_ref()), actors.get(actor).copied(), at, world, out);
        }
        let others: Vec<String> = self.standing.get(&at).into_iter().flatten().cloned().collect();
        let may_share = |name: &String| allows(world, "share", [Some(name), self.kinds.get(name)]);
        for other in others {
            if !steps {
                // Somebody that moves is placed on another that does.
                self.shares |= self.movers.contains(actor) && self.movers.contains(&other);
            } else if !may_share(actor) && !may_share(&other) && actors.get(actor) != Some(&at) {
                self.meetings.push(Meeting { place, mover: actor.clone(), other, at, settled: false });
            }
        }
        let time = event.number("t").filter(|t| t.is_finite() && *t >= 0.0);
        // Who is placed before anything has a time is there from the beginning.
        let time = time.or_else(|| (!steps && self.times == 0).then_some(0.0));
        if let Some(t) = time.filter(|_| self.times < MOST && !may_share(actor)) {
            self.times += usize::from(steps);
            // The bits of numbers that are not negative are in the order of the numbers.
            self.timed.entry((t + 0.0).to_bits()).or_default().push((actor.clone(), at, place));
        }
        self.standing.entry(at).or_default().insert(actor.clone());
        self.last.insert(actor.clone(), at);
    }

    /// Judges a step by the ground.
    fn ground(
        &mut self,
        place: Place,
        (actor, kind): (&String, Option<&String>),
        from: Option<Cell>,
        at: Cell,
        world: &impl World,
        out: &mut Outcome,
    ) {
        let names = [Some(actor), kind];
        if world.has_ground() && !allows(world, "walls", names) {
            self.asked = true;
            if world.is_blocked(at) {
                let what = world.tile(at).map_or_else(|| "something".to_owned(), Tile::a);
                let sentence = format!("{actor} moves to {}, which is {what}.", cell(at));
                return out.accuse(Rule::Move, place, Some(at), sentence);
            }
        }
        let header = world.line();
        let one = matches!(header.get("steps").map(Value::as_str), None | Some(None | Some("one")));
        let neighbours = header.get("neighbours").and_then(Value::as_u64);
        let Some(from) = from.filter(|&from| from != at && one && neighbours.is_some()) else { return };
        if allows(world, "far", names) || wraps(world) {
            return;
        }
        self.asked = true;
        let (dx, dy) = from.delta(at);
        let apart =
            (dx.max(dy) > 1 || (neighbours == Some(4) && dx + dy > 1)).then(|| "which is no step away".to_owned());
        let walls = || (!allows(world, "walls", names)).then(|| world.no_step(from, at)).flatten();
        if let Some(why) = apart.or_else(walls) {
            let sentence = format!("{actor} moves from {} to {}, {why}.", cell(from), cell(at));
            out.accuse(Rule::Move, place, Some(at), sentence);
        }
    }

    /// Takes an actor off its cell, and forgets its meetings there.
    fn leave(&mut self, actor: &str) {
        if let Some(all) = self.last.remove(actor).and_then(|at| self.standing.get_mut(&at)) {
            all.remove(actor);
        }
        let (settled, open): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.meetings).into_iter().partition(|meeting| meeting.settled);
        self.settled.extend(settled);
        self.meetings = open.into_iter().filter(|m| m.mover != actor && m.other != actor).collect();
    }

    pub(super) fn removed(&mut self, actor: &str) {
        // Who is taken off the cell that another one enters was beaten.
        self.leave(actor);
    }

    /// The end of a phase that all took part in.
    /// Forgets who meets as the run ends: a capture is often what ends it.
    pub(super) fn end(&mut self) {
        self.meetings.clear();
    }

    pub(super) fn settle(&mut self) {
        self.settled.append(&mut self.meetings);
    }

    pub(super) fn finish(mut self, world: &impl World, out: &mut Outcome) {
        self.settled.append(&mut self.meetings);
        let is_timed = self.times > 0;
        if is_timed {
            self.meet_in_time(out);
        } else if !self.shares {
            for meeting in &self.settled {
                // What never moves is a thing, a goal or a mark.
                if self.movers.contains(&meeting.other) {
                    accuse(meeting.place, &meeting.mover, &meeting.other, meeting.at, out);
                }
            }
        }
        if self.steps == 0 {
            return;
        }
        if self.asked {
            out.asked.push(Rule::Move);
        }
        let mut skip = |why: &str, add| out.skipped.push(Skip { rule: Rule::Move, why: why.to_owned(), add });
        if !world.has_ground() {
            skip("the header states no map", Some(MAP));
        } else if world.line().get("neighbours").is_none_or(Value::is_null) {
            skip("the header states no neighbours, so that a step may be of any length", Some(r#""neighbours": 4"#));
        }
    }

    /// Looks who is where at the end of each moment between the first and the last move of each.
    fn meet_in_time(&self, out: &mut Outcome) {
        let mut until: HashMap<&str, u64> = HashMap::new();
        for (&t, all) in &self.timed {
            until.extend(all.iter().map(|(actor, ..)| (actor.as_str(), t)));
        }
        let mut at: HashMap<&str, Cell> = HashMap::new();
        let mut on: HashMap<Cell, HashSet<&str>> = HashMap::new();
        for (&t, all) in &self.timed {
            for (actor, to, _) in all {
                if let Some(before) = at.insert(actor, *to).and_then(|before| on.get_mut(&before)) {
                    before.remove(actor.as_str());
                }
                on.entry(*to).or_default().insert(actor);
            }
            for (actor, to, place) in all.iter().filter(|(actor, to, _)| at.get(actor.as_str()) == Some(to)) {
                let others = on.get(to).into_iter().flatten().filter(|&&other| other != actor);
                let mut there = others.filter(|&&other| self.movers.contains(other) && until.get(other) >= Some(&t));
                if let Some(other) = there.next() {
                    accuse(*place, actor, other, *to, out);
                }
            }
            // Who has made its last move may be gone.
            for (actor, to, _) in all {
                if until.get(actor.as_str()) == Some(&t)
                    && let Some(here) = on.get_mut(to)
                {
                    here.remove(actor.as_str());
                }
            }
        }
    }
}

fn accuse(place: Place, mover: &str, other: &str, at: Cell, out: &mut Outcome) {
    let sentence = format!("{mover} moves to {}, where {other} is.", cell(at));
    out.accuse(Rule::Move, place, Some(at), sentence);
}
