//! Movers: the numbered actors of a log that move in time steps, such as the robots of a plan. Their
//! places at each step, the mover that each waits for, their delays, and their conflicts.
//!
//! A log has movers if at least two of its actors move, and each move has a time: its own `t`, or that of the outermost phase
//! around it that belongs to no actor (`"t": 24`, or a name that ends with a number, such as `t 24`). The times may not
//! decrease. Only changes are stored, so a log of many movers and steps takes as much memory as it has moves.

mod alone;
mod answer;
mod build;
mod conflicts;
mod waits;
mod why_not;

pub use answer::{Figures, State};
pub use conflicts::{Conflict, ConflictKind};
pub use waits::{Chain, Wait};

use gridscope_trace::Cell;
use std::collections::HashSet;

/// Largest number of movers of a log without goals that is drawn with the usual tokens.
const USUAL: usize = 12;

/// Movers of a log.
#[derive(Clone, PartialEq, Debug)]
pub struct Movers {
    /// Movers, in the order in which the log names them.
    all: Vec<Mover>,
    /// All stays of all movers, by cell and first step.
    visits: Vec<Visit>,
    /// Steps of the log, each with the number of events after which it is complete.
    marks: Vec<Mark>,
    conflicts: Vec<Conflict>,
    clock: Clock,
    /// Whether each mover has a number of its own.
    numbered: bool,
    /// Whether moves may be diagonal: the log has one.
    diagonal: bool,
}

/// A mover.
#[derive(Clone, PartialEq, Debug)]
pub struct Mover {
    /// Name in the log.
    pub name: String,
    /// Number in badges and sentences, or the name if not every mover has a number of its own.
    pub label: String,
    /// Cells of the mover, each with its first step. `None` after the mover was removed.
    stays: Vec<Stay>,
    /// Goals, each with the first step for which it was stated.
    goals: Vec<(u32, Cell)>,
    /// Number of steps from the first cell to the goal if no other mover were there, if it is known.
    pub alone: Option<u32>,
    /// Neighbours of its last cell that are nearer to its goal, if it stopped before the goal.
    nearer: Vec<Cell>,
    /// Number of conflicts that it has a part in.
    pub conflicts: u32,
}

/// A cell of a mover from a step on.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Stay {
    from: u32,
    at: Option<Cell>,
    /// Event that begins it.
    event: u32,
}

/// A stay of a mover, as seen from the cell.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Visit {
    cell: Cell,
    from: u32,
    /// First step without the mover.
    to: u32,
    mover: u32,
    /// Latest end of this and all earlier visits of the cell.
    reach: u32,
}

/// A step of the log.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Mark {
    step: u32,
    /// Number of events after which the step is complete.
    end: u32,
}

/// Conversion of steps, counted from 0, to the times of the log.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Clock {
    first: i64,
    unit: i64,
}

impl Movers {
    /// Returns the movers, in the order of their first events. This is also their order among the tokens of the run.
    pub fn all(&self) -> &[Mover] {
        &self.all
    }

    /// Returns the conflicts, in the order of their steps.
    pub fn conflicts(&self) -> &[Conflict] {
        &self.conflicts
    }

    /// Returns whether the map shows badges with numbers instead of the usual tokens: each mover has a number of its own,
    /// and the log states a goal of one of them, or has more than twelve.
    pub fn has_badges(&self) -> bool {
        self.numbered && (self.all.len() > USUAL || self.all.iter().any(|mover| !mover.goals.is_empty()))
    }

    /// Returns the mover of a name or number.
    pub fn find(&self, text: &str) -> Option<usize> {
        let text = text.trim();
        let named = self.all.iter().position(|mover| mover.name == text);
        named.or_else(|| self.find_label(text))
    }

    /// Returns the mover with this number in its badge.
    pub fn find_label(&self, label: &str) -> Option<usize> {
        self.all.iter().position(|mover| mover.label == label)
    }

    /// Returns the last step that is complete after this number of events.
    pub fn step_at(&self, cursor: usize) -> u32 {
        let done = self.marks.partition_point(|mark| mark.end as usize <= cursor);
        done.checked_sub(1).map_or(0, |k| self.marks[k].step)
    }

    /// Returns the number of events after which a step is complete.
    pub fn moment_of(&self, step: u32) -> usize {
        let steps_so_far = self.marks.partition_point(|mark| mark.step <= step);
        steps_so_far.checked_sub(1).map_or(0, |k| self.marks[k].end as usize)
    }

    /// Returns the last step.
    pub fn last_step(&self) -> u32 {
        self.marks.last().map_or(0, |mark| mark.step)
    }

    /// Returns the time that the log gives a step.
    pub const fn time(&self, step: u32) -> i64 {
        self.clock.first + self.clock.unit * step as i64
    }

    /// Returns the last step that is not later than a time of the log.
    pub fn step_of_time(&self, time: i64) -> Option<u32> {
        let steps = time.checked_sub(self.clock.first)?.checked_div(self.clock.unit)?;
        u32::try_from(steps).ok().filter(|&step| step <= self.last_step())
    }

    /// Returns the number in the badge of a mover.
    pub fn label(&self, mover: usize) -> &str {
        self.all.get(mover).map_or("", |mover| &mover.label)
    }

    /// Returns the cell of a mover at a step, if it is on the map.
    pub fn cell(&self, mover: usize, step: u32) -> Option<Cell> {
        let mover = self.all.get(mover)?;
        mover.stays[mover.stay(step)?].at
    }

    /// Returns the cell of a mover after this number of events.
    pub fn cell_after(&self, mover: usize, cursor: usize) -> Option<Cell> {
        let stays = &self.all.get(mover)?.stays;
        let stays_so_far = stays.partition_point(|stay| (stay.event as usize) < cursor);
        stays[stays_so_far.checked_sub(1)?].at
    }

    /// Returns the goal of a mover at a step.
    pub fn goal(&self, mover: usize, step: u32) -> Option<Cell> {
        let goals = &self.all.get(mover)?.goals;
        let goals_so_far = goals.partition_point(|goal| goal.0 <= step);
        goals.get(goals_so_far.saturating_sub(1)).map(|goal| goal.1)
    }

    /// Returns the goals of all movers.
    pub fn goals(&self) -> HashSet<Cell> {
        self.all.iter().flat_map(|mover| &mover.goals).map(|goal| goal.1).collect()
    }

    /// Returns the cells of a mover from its cell at a step to its last one.
    pub fn plan(&self, mover: usize, step: u32) -> Vec<Cell> {
        let Some(mover) = self.all.get(mover) else { return Vec::new() };
        let Some(now) = mover.stay(step) else { return Vec::new() };
        mover.stays[now..].iter().map_while(|stay| stay.at).collect()
    }

    /// Returns up to `count` cells that a mover was in before its cell at a step, the latest first.
    pub fn last_cells(&self, mover: usize, step: u32, count: usize) -> Vec<Cell> {
        let Some(mover) = self.all.get(mover) else { return Vec::new() };
        let now = mover.stay(step).unwrap_or(0);
        mover.stays[..now].iter().rev().take(count).map_while(|stay| stay.at).collect()
    }

    /// Returns whether a mover has reached its last goal by this step, and stays there. Without a goal, its last cell counts.
    pub fn has_arrived(&self, mover: usize, step: u32) -> bool {
        self.arrival(mover).is_some_and(|arrival| arrival <= step)
    }

    /// Returns the step at which a mover reaches its last goal and stays there, if it does.
    pub fn arrival(&self, mover: usize) -> Option<u32> {
        let mover = self.all.get(mover)?;
        let last = mover.stays.last()?;
        let goal = mover.goals.last().map(|goal| goal.1);
        (last.at.is_some() && (goal.is_none() || goal == last.at)).then_some(last.from)
    }

    /// Returns the number of steps up to this one at which a mover stayed and moved on later.
    pub fn waits(&self, mover: usize, step: u32) -> u32 {
        let Some(mover) = self.all.get(mover) else { return 0 };
        let (Some(first), Some(last)) = (mover.stays.first(), mover.stays.last()) else { return 0 };
        let until = step.min(last.from);
        let moves = mover.stays.partition_point(|stay| stay.from <= until).saturating_sub(1) as u32;
        until.saturating_sub(first.from).saturating_sub(moves)
    }

    /// Returns how many steps later a mover arrives than it would alone. `None` if it never arrives, has several goals one
    /// after another, or has none.
    pub fn delay(&self, mover: usize) -> Option<u32> {
        let arrival = self.arrival(mover)?;
        let mover = self.all.get(mover)?;
        Some((arrival - mover.stays.first()?.from).saturating_sub(mover.alone?))
    }

    /// Returns the next conflict from a moment on: the first one that is not over after this number of events.
    pub fn next_conflict(&self, cursor: usize) -> Option<usize> {
        let over = self.conflicts.partition_point(|conflict| (conflict.event as usize) < cursor);
        (over < self.conflicts.len()).then_some(over)
    }

    /// Returns the moments right after each conflict, ascending and without repetition.
    pub fn conflict_moments(&self) -> Vec<u32> {
        let mut all: Vec<u32> = self.conflicts.iter().map(|conflict| self.moment_of(conflict.step) as u32).collect();
        all.dedup();
        all
    }
}

impl Mover {
    /// Returns the index of the stay at a step.
    fn stay(&self, step: u32) -> Option<usize> {
        self.stays.partition_point(|stay| stay.from <= step).checked_sub(1)
    }
}
