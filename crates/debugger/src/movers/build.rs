//! Collects the movers of a run from its events.

use super::alone::Ways;
use super::{Clock, Conflict, Mark, Mover, Movers, Stay, Visit};
use gridscope_trace::event::Value;
use gridscope_trace::progress::pause_every;
use gridscope_trace::trace::Trace;
use gridscope_trace::{Cell, Replay, Scene};
use std::collections::{HashMap, HashSet};

/// Number of events that are read between two pauses.
const AT_ONCE: usize = 4096;

/// A new cell of a mover.
struct Change {
    mover: usize,
    /// Time, or `None` before the first time of the log.
    time: Option<i64>,
    event: u32,
    at: Option<Cell>,
}

/// Movers and times so far, while the events are read.
#[derive(Default)]
struct Reader {
    names: Vec<String>,
    numbers: HashMap<String, usize>,
    changes: Vec<Change>,
    goals: Vec<(usize, Option<i64>, Cell)>,
    /// Times with the number of events after which each is complete.
    marks: Vec<(i64, u32)>,
    /// Number of open phases.
    depth: usize,
    /// Outermost open phase with a time, and its number among the open phases.
    phase: Option<(usize, i64)>,
    /// Whether the first time has a move.
    moves_at_first: bool,
    /// Whether a move has no time, or the times decrease.
    unclear: bool,
}

impl Movers {
    /// Collects the movers of a run on a scene. Returns `None` if the run has none.
    pub async fn of(run: &Replay, scene: &Scene) -> Option<Self> {
        let trace = run.trace();
        let mut reader = Reader::default();
        for index in 0..trace.len() {
            pause_every(AT_ONCE, index).await;
            reader.read(trace, index);
            if reader.unclear {
                return None;
            }
        }
        let mut movers = reader.movers()?;
        movers.set_visits();
        movers.set_conflicts();
        movers.diagonal = movers.has_diagonal_move();
        let mut ways = Ways::new(scene, &movers);
        for mover in 0..movers.all.len() {
            pause_every(1, mover).await;
            ways.measure(&mut movers.all[mover]);
        }
        Some(movers)
    }
}

impl Reader {
    fn read(&mut self, trace: &Trace, index: usize) {
        let kind = trace.kind(index);
        match kind {
            "begin" => return self.begin(trace, index),
            "end" => {
                self.phase = self.phase.filter(|phase| phase.0 != self.depth);
                self.depth = self.depth.saturating_sub(1);
                return;
            }
            "place" | "move" | "remove" => {}
            _ if trace.field(index, "goal").is_none() => return,
            _ => {}
        }
        let Some(actor) = trace.field(index, "actor").map(|actor| actor.to_string()) else { return };
        let time_field = trace.field(index, "t").map(|t| t.number().and_then(whole));
        let known = self.numbers.get(&actor).copied();
        let moves = kind == "move";
        if matches!(kind, "place" | "move") && known.is_none() {
            self.numbers.insert(actor.clone(), self.names.len());
            self.names.push(actor);
        }
        let Some(mover) = known.or_else(|| matches!(kind, "place" | "move").then(|| self.names.len() - 1)) else {
            return;
        };
        let time = match time_field {
            Some(stated) => {
                self.unclear |= stated.is_none();
                stated
            }
            None => self.phase.map(|phase| phase.1),
        };
        let time = if let Some(time) = time {
            self.moves_at_first |= moves && self.marks.first().is_none_or(|first| first.0 == time);
            self.mark(time, index);
            Some(time)
        } else {
            self.unclear |= moves;
            self.marks.last().map(|mark| mark.0)
        };
        let event = index as u32;
        match kind {
            "place" | "move" => self.changes.push(Change { mover, time, event, at: trace.cell(index) }),
            "remove" => self.changes.push(Change { mover, time, event, at: None }),
            _ => {}
        }
        if let Some(Value::Cell(goal)) = trace.field(index, "goal") {
            self.goals.push((mover, time, goal));
        }
    }

    fn begin(&mut self, trace: &Trace, index: usize) {
        self.depth += 1;
        if self.phase.is_some() || trace.field(index, "actor").is_some() {
            return;
        }
        let own_time = trace.field(index, "t").and_then(|t| whole(t.number()?));
        let time = own_time.or_else(|| number_at_end(&trace.field(index, "phase")?.to_string()));
        if let Some(time) = time {
            self.phase = Some((self.depth, time));
            self.mark(time, index);
        }
    }

    /// Records that an event belongs to a time.
    fn mark(&mut self, time: i64, index: usize) {
        let end = index as u32 + 1;
        match self.marks.last_mut() {
            Some(last) if last.0 == time => last.1 = end,
            Some(last) if last.0 > time => self.unclear = true,
            _ => self.marks.push((time, end)),
        }
    }

    /// Builds the movers without their conflicts and distances.
    fn movers(self) -> Option<Movers> {
        let &(first, _) = self.marks.first()?;
        if self.names.len() < 2 || self.changes.iter().all(|change| change.time.is_none()) {
            return None;
        }
        let apart = self.marks.windows(2).map(|pair| pair[1].0.abs_diff(pair[0].0));
        let unit = i64::try_from(apart.reduce(gcd).unwrap_or(1).max(1)).ok()?;
        let placed = self.changes.iter().take_while(|change| change.time.is_none()).last();
        // Actors that are placed before the first time have a step of their own, unless that time is 0 and has no move.
        let before = placed.filter(|_| self.moves_at_first || first != 0);
        let first = if before.is_some() { first.checked_sub(unit)? } else { first };
        let step = |time: Option<i64>| match time {
            Some(time) => u32::try_from((time.checked_sub(first)?) / unit).ok().filter(|step| *step < u32::MAX),
            None => Some(0),
        };
        let mut marks: Vec<Mark> = before.map(|change| Mark { step: 0, end: change.event + 1 }).into_iter().collect();
        for &(time, end) in &self.marks {
            marks.push(Mark { step: step(Some(time))?, end });
        }
        let (labels, numbered) = labels(&self.names);
        let mover = |(name, label)| Mover {
            name,
            label,
            stays: Vec::new(),
            goals: Vec::new(),
            alone: None,
            nearer: Vec::new(),
            conflicts: 0,
        };
        let mut movers: Vec<Mover> = self.names.into_iter().zip(labels).map(mover).collect();
        for change in &self.changes {
            let stays = &mut movers[change.mover].stays;
            // A mover that moves to its own cell waits.
            if stays.last().map(|stay| stay.at) != Some(change.at) {
                stays.push(Stay { from: step(change.time)?, at: change.at, event: change.event });
            }
        }
        for (mover, time, goal) in self.goals {
            let goals = &mut movers[mover].goals;
            if goals.last().map(|last| last.1) != Some(goal) {
                goals.push((step(time)?, goal));
            }
        }
        let clock = Clock { first, unit };
        let (visits, conflicts) = (Vec::new(), Vec::new());
        Some(Movers { all: movers, visits, marks, conflicts, clock, numbered, diagonal: false })
    }
}

impl Movers {
    /// Lists the stays by their cells.
    fn set_visits(&mut self) {
        let mut visits = Vec::new();
        for (number, mover) in (0..).zip(&self.all) {
            for (k, stay) in mover.stays.iter().enumerate() {
                let to = mover.stays.get(k + 1).map_or(u32::MAX, |next| next.from);
                if let Some(cell) = stay.at.filter(|_| to > stay.from) {
                    visits.push(Visit { cell, from: stay.from, to, mover: number, reach: to });
                }
            }
        }
        visits.sort_unstable_by_key(|visit| (visit.cell.y, visit.cell.x, visit.from, visit.mover));
        for k in 1..visits.len() {
            if visits[k].cell == visits[k - 1].cell {
                visits[k].reach = visits[k].to.max(visits[k - 1].reach);
            }
        }
        self.visits = visits;
    }

    fn set_conflicts(&mut self) {
        self.conflicts = super::conflicts::find(&self.all);
        for Conflict { movers, .. } in &self.conflicts {
            for &mover in movers {
                self.all[mover as usize].conflicts += 1;
            }
        }
    }

    fn has_diagonal_move(&self) -> bool {
        let diagonal = |pair: &[Stay]| {
            let (Some(from), Some(to)) = (pair[0].at, pair[1].at) else { return false };
            from.delta(to) == (1, 1)
        };
        self.all.iter().any(|mover| mover.stays.windows(2).any(diagonal))
    }
}

/// Returns the labels of movers: the numbers at the ends of their names, if all have one and no two the same.
fn labels(names: &[String]) -> (Vec<String>, bool) {
    let numbers: Vec<i64> = names.iter().filter_map(|name| number_at_end(name)).collect();
    let different: HashSet<i64> = numbers.iter().copied().collect();
    if different.len() == names.len() {
        (numbers.iter().map(i64::to_string).collect(), true)
    } else {
        (names.to_vec(), false)
    }
}

/// Returns the whole number at the end of a text.
fn number_at_end(text: &str) -> Option<i64> {
    let text = text.trim_end();
    let digits = text.len() - text.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    text[text.len() - digits..].parse().ok()
}

/// Returns a number as a whole number, if it is one.
fn whole(number: f64) -> Option<i64> {
    (number.fract() == 0.0 && number.abs() < 9e15).then_some(number as i64)
}

const fn gcd(a: u64, b: u64) -> u64 {
    let (mut a, mut b) = (a, b);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}
