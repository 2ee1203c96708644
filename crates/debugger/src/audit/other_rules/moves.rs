//! Moves: no actor may move into a wall, farther than a step, or onto another actor, and no two may exchange their cells.
//!
//! Actors may move at the same time. Two actors on one cell count only after both had their turn: at the end of a phase
//! that does not belong to a single actor, or at the end of the log. If moves have a `t`, the end of each point in time
//! counts. If only some have one, the lines count, as long as the times in them do not decrease. If these do, nothing is
//! known about the actors that move without a `t`.

use super::timeline::{TimedCell, Timeline};
use super::{MAP, Outcome, Place, Skip, World, wraps};
use crate::audit::Rule;
use crate::formats::log::{LogEvent, Word};
use gridscope_trace::{Cell, Tile};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// Maximum number of actors on one cell, or that come from one cell, that an actor meets.
const CROWD: usize = 8;

/// Two actors on one cell.
#[derive(Debug)]
struct Meeting {
    place: Place,
    mover: String,
    /// Cell that the mover came from.
    from: Option<Cell>,
    other: String,
    at: Cell,
    /// How often each of the two had moved. The meeting ends when one moves on.
    moved: [u32; 2],
    /// Number of the shared phase, if there is one, and of the step.
    phase: Option<usize>,
    step: usize,
}

/// State of the rule about moves.
#[derive(Debug, Default)]
pub(super) struct Moves {
    kinds: HashMap<String, String>,
    /// Actors that have moved, not counting those that were only placed.
    movers: HashSet<String>,
    /// Meetings since the last phase, some of which may have ended.
    meetings: Vec<Meeting>,
    /// Number of open meetings when the others were last dropped.
    open: usize,
    /// Open meetings in which each actor was met.
    met: HashMap<String, Vec<usize>>,
    settled: Vec<Meeting>,
    /// How often each actor has moved, was placed or removed.
    turns: HashMap<String, u32>,
    /// Second moves of two actors that exchanged their cells, with the sentence.
    swaps: Vec<(Place, Cell, String)>,
    standing: HashMap<Cell, BTreeSet<String>>,
    last: HashMap<String, Cell>,
    timeline: Timeline,
    steps: usize,
    /// Number of the innermost open phase that does not belong to one actor.
    pub(super) phase: Option<usize>,
    /// Whether the log itself places one actor on another.
    shares: bool,
    asked: bool,
}

/// Returns whether the header allows something: `"moves": {"walls": true}`, or for one actor or kind:
/// `{"ghost": {"walls": true}}`.
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
        if steps {
            self.swap(place, (actor, at), world);
        }
        self.leave(actor);
        let kind = self.kinds.get(actor).cloned();
        if steps {
            self.steps += 1;
            self.movers.insert(actor.clone());
            self.ground(place, (actor, kind.as_ref()), actors.get(actor).copied(), at, world, out);
        }
        let may_share = |name: &String| allows(world, "share", [Some(name), self.kinds.get(name)]);
        let shares = may_share(actor);
        let there = self.standing.get(&at).into_iter().flatten().take(CROWD);
        let others: Vec<(String, bool)> = there.map(|other| (other.clone(), may_share(other))).collect();
        for (other, other_shares) in others {
            if !steps {
                // The log places a moving actor on another moving actor.
                self.shares |= self.movers.contains(actor) && self.movers.contains(&other);
            } else if !shares && !other_shares && actors.get(actor) != Some(&at) {
                let (mover, from) = (actor.clone(), actors.get(actor).copied());
                let (phase, step, moved) = (self.phase, self.steps, [&mover, &other].map(|name| self.turn(name)));
                self.meet(Meeting { place, mover, from, other, at, moved, phase, step });
            }
        }
        if !shares {
            self.timeline.add(event.number("t"), TimedCell { actor: actor.clone(), at, place, is_move: steps });
        }
        self.standing.entry(at).or_default().insert(actor.clone());
        self.last.insert(actor.clone(), at);
    }

    /// Records an exchange of cells, if the actor moves to where another one came from that is on the actor's cell. Both
    /// must move in one phase, or directly one after the other if the header says that moves are simultaneous.
    fn swap(&mut self, place: Place, (actor, at): (&String, Cell), world: &impl World) {
        let at_once = |m: &Meeting| match self.phase {
            // Each actor has at most one turn in between.
            Some(_) => m.phase == self.phase && self.steps - m.step < self.movers.len().max(2),
            None => m.phase.is_none() && self.steps == m.step && allows(world, "simultaneous", [None; 2]),
        };
        let is_swap = |m: &&Meeting| m.from == Some(at) && m.mover != *actor && self.is_open(m) && at_once(m);
        // Several may come from that cell, if they shared it.
        let earlier_moves = self.met.get(actor).into_iter().flatten().filter_map(|&index| self.meetings.get(index));
        let swaps = earlier_moves.filter(is_swap).filter(|first| !self.may_swap([actor, &first.mover], world));
        let sentence = |first: &Meeting| exchange((actor, first.at, at), (&first.mover, first.place.1), world);
        let swaps: Vec<_> = swaps.take(CROWD).map(|first| (place, at, sentence(first))).collect();
        self.swaps.extend(swaps);
    }

    /// Returns whether the header allows one of the actors to exchange its cell with another.
    fn may_swap(&self, names: [&String; 2], world: &impl World) -> bool {
        names.into_iter().any(|name| allows(world, "swap", [Some(name), self.kinds.get(name)]))
    }

    /// Checks a step against the map.
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
                let sentence = format!("{actor} moves to {}, which is {what}.", world.place(at));
                return out.add_finding(Rule::Move, place, Some(at), sentence);
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
            (dx.max(dy) > 1 || (neighbours == Some(4) && dx + dy > 1)).then(|| "which is not one step away".to_owned());
        let walls = || (!allows(world, "walls", names)).then(|| world.no_step(from, at)).flatten();
        if let Some(why) = apart.or_else(walls) {
            let sentence = format!("{actor} moves from {} to {}, {why}.", world.place(from), world.place(at));
            out.add_finding(Rule::Move, place, Some(at), sentence);
        }
    }

    /// Returns how often an actor has moved.
    fn turn(&self, actor: &str) -> u32 {
        self.turns.get(actor).copied().unwrap_or(0)
    }

    fn is_open(&self, meeting: &Meeting) -> bool {
        [&meeting.mover, &meeting.other].map(|name| self.turn(name)) == meeting.moved
    }

    /// Adds a meeting. Drops those that have ended, when they are as many as the open ones.
    fn meet(&mut self, meeting: Meeting) {
        if self.meetings.len() > 2 * self.open + 1024 {
            let all = std::mem::take(&mut self.meetings);
            self.meetings = all.into_iter().filter(|meeting| self.is_open(meeting)).collect();
            self.open = self.meetings.len();
            self.met.clear();
            for (index, meeting) in self.meetings.iter().enumerate() {
                self.met.entry(meeting.other.clone()).or_default().push(index);
            }
        }
        self.met.entry(meeting.other.clone()).or_default().push(self.meetings.len());
        self.meetings.push(meeting);
    }

    /// Removes an actor from its cell, which ends its meetings there.
    fn leave(&mut self, actor: &str) {
        if let Some(all) = self.last.remove(actor).and_then(|at| self.standing.get_mut(&at)) {
            all.remove(actor);
        }
        match self.turns.get_mut(actor) {
            Some(count) => *count = count.wrapping_add(1),
            None => _ = self.turns.insert(actor.to_owned(), 1),
        }
        self.met.remove(actor);
    }

    pub(super) fn removed(&mut self, actor: &str) {
        // An actor removed from a cell that another one enters was captured.
        self.leave(actor);
        self.timeline.remove(actor);
    }

    /// Drops the open meetings at the end of the run, because a capture often ends it.
    pub(super) fn end(&mut self) {
        self.meetings.clear();
        self.met.clear();
        self.open = 0;
    }

    /// Confirms the open meetings at the end of a phase that does not belong to a single actor.
    pub(super) fn settle(&mut self) {
        let all = std::mem::take(&mut self.meetings);
        self.settled.extend(all.into_iter().filter(|meeting| {
            [&meeting.mover, &meeting.other].map(|name| self.turns.get(name).copied().unwrap_or(0)) == meeting.moved
        }));
        self.end();
    }

    pub(super) fn finish(mut self, world: &impl World, out: &mut Outcome) {
        self.settle();
        let is_unordered = self.timeline.has_unordered_moves();
        if self.timeline.counts() {
            let cells = std::mem::take(&mut self.timeline).into_cells();
            self.meet_in_time(&cells, world, out);
        } else if !self.shares {
            for (place, at, sentence) in std::mem::take(&mut self.swaps) {
                out.add_finding(Rule::Move, place, Some(at), sentence);
            }
            for meeting in &self.settled {
                // An object that never moves may be a goal or a marker, if it is of another kind.
                let kinds = [&meeting.mover, &meeting.other].map(|name| self.kinds.get(name));
                if self.movers.contains(&meeting.other) || (kinds[0].is_some() && kinds[0] == kinds[1]) {
                    add_finding(meeting.place, (&meeting.mover, meeting.at), &meeting.other, world, out);
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
        } else if is_unordered {
            skip("some moves have no t, and the times of the others are not in the order of the lines", None);
        } else if world.line().get("neighbours").is_none_or(Value::is_null) {
            skip("the header states no neighbours, so a step may have any length", Some(r#""neighbours": 4"#));
        }
    }

    /// Finds actors on the same cell at the end of each time, between the first and the last move of each, and those
    /// that exchange their cells.
    fn meet_in_time(&self, cells: &BTreeMap<u64, Vec<TimedCell>>, world: &impl World, out: &mut Outcome) {
        let mut until: HashMap<&str, u64> = HashMap::new();
        for (&t, all) in cells {
            until.extend(all.iter().map(|timed| (timed.actor.as_str(), t)));
        }
        let mut at: HashMap<&str, Cell> = HashMap::new();
        let mut on: HashMap<Cell, BTreeSet<&str>> = HashMap::new();
        for (&t, all) in cells {
            let mut steps: HashMap<(Cell, Cell), Vec<&TimedCell>> = HashMap::new();
            for second in all.iter().filter(|timed| timed.is_move) {
                let Some(&from) = at.get(second.actor.as_str()).filter(|from| **from != second.at) else { continue };
                let opposite_moves = steps.get(&(second.at, from)).into_iter().flatten();
                let opposite_moves = opposite_moves.filter(|first| first.actor != second.actor);
                let opposite_moves =
                    opposite_moves.filter(|first| !self.may_swap([&first.actor, &second.actor], world));
                for first in opposite_moves.take(CROWD) {
                    let sentence = exchange((&second.actor, from, second.at), (&first.actor, first.place.1), world);
                    out.add_finding(Rule::Move, second.place, Some(second.at), sentence);
                }
                steps.entry((from, second.at)).or_default().push(second);
            }
            for TimedCell { actor, at: to, .. } in all {
                if let Some(before) = at.insert(actor, *to).and_then(|before| on.get_mut(&before)) {
                    before.remove(actor.as_str());
                }
                on.entry(*to).or_default().insert(actor);
            }
            for TimedCell { actor, at: to, place, .. } in all.iter().filter(|t| at.get(t.actor.as_str()) == Some(&t.at))
            {
                // Of two that come at the same time, the later line names the other.
                let later = |other: &&&str| {
                    all.iter().any(|one| one.actor == ***other && one.at == *to && one.place.0 > place.0)
                };
                let others = on.get(to).into_iter().flatten().filter(|&&other| other != actor);
                let others = others.filter(|other| !later(other));
                let others = others.filter(|&&other| self.movers.contains(other) && until.get(other) >= Some(&t));
                for other in others.take(CROWD) {
                    add_finding(*place, (actor, *to), other, world, out);
                }
            }
            // An actor may be gone after its last move.
            for TimedCell { actor, at: to, .. } in all {
                if until.get(actor.as_str()) == Some(&t)
                    && let Some(here) = on.get_mut(to)
                {
                    here.remove(actor.as_str());
                }
            }
        }
    }
}

/// Returns the sentence about two actors that exchange their cells.
fn exchange((actor, from, to): (&str, Cell, Cell), (other, line): (&str, usize), world: &impl World) -> String {
    let (from, to) = (world.place(from), world.place(to));
    format!("{actor} moves from {from} to {to}, while {other} moves the other way (line {line}).")
}

fn add_finding(place: Place, (mover, at): (&str, Cell), other: &str, world: &impl World, out: &mut Outcome) {
    let sentence = format!("{mover} moves to {}, where {other} is.", world.place(at));
    out.add_finding(Rule::Move, place, Some(at), sentence);
}
