//! Why a cell is not on the path of a search: what blocked it, how much more the cheapest path through it would cost,
//! or at which tie it lost. The answer comes from the trace in standard log words, and from exact distances for facts
//! that the trace does not contain.

mod drawn_path;

use crate::cheapest_paths::{self, Walk};
use crate::event::{Value, odds};
use crate::geometry::{Cell, Dir, Size};
use crate::observe::unhalted;
use crate::trace::replay::WhyNot;
use crate::trace::{Decision, Player, Trace};
use crate::view::board::Role;
use std::ops::ControlFlow::Continue;

/// A search that has ended, with its stated rules.
pub struct Ended<'a> {
    /// The moment at the end of the search.
    pub now: &'a Player,
    /// The first event of the search, if it is part of another run.
    pub first: usize,
    /// The steps of the search.
    pub walk: Walk<'a>,
    /// Number of units in a cost of 1.
    pub unit: u64,
    /// The start cell.
    pub start: Cell,
    /// The goal cell.
    pub goal: Cell,
    /// The path that it found, or the path to the cell that it settled for. Empty if there is none.
    pub path: Vec<Cell>,
    /// The cost of the path, in units.
    pub cost: Option<u64>,
    /// The name of the algorithm in a sentence.
    pub title: &'a str,
    /// Whether its path should be the shortest.
    pub promises: bool,
    /// The setting with which it does not promise the cheapest path: `with a weight above 1 `; may be empty.
    pub with: &'a str,
    /// The choice of the cell where it stopped instead of at the goal.
    pub stop: Option<Decision>,
    /// Returns the standard log word for a kind of event.
    pub word: &'a dyn Fn(&str) -> &'a str,
}

impl Ended<'_> {
    fn trace(&self) -> &Trace {
        self.now.trace()
    }

    /// Returns whether events before the search or in it are not recorded.
    fn is_window(&self) -> bool {
        self.trace().first() > 0
    }

    /// Returns the events of this search about a cell, up to its end, each with its log word.
    fn about(&self, cell: Cell) -> impl DoubleEndedIterator<Item = (usize, &str)> {
        let all = self.trace().by_cell().of(cell);
        let from = all.partition_point(|&i| (i as usize) < self.first);
        let to = all.partition_point(|&i| (i as usize) < self.now.cursor());
        let these = all.get(from..to).unwrap_or_default().iter();
        these.map(|&i| (i as usize, self.word_of(i as usize)))
    }

    fn word_of(&self, event: usize) -> &str {
        match (self.word)(self.trace().kind(event)) {
            // A log of another program may give the reason in a field.
            "reject" if self.trace().field(event, "why").is_some_and(|why| why.reads("equal")) => "reject equal",
            word => word,
        }
    }

    fn last(&self, cell: Cell, wanted: impl Fn(&str) -> bool) -> Option<usize> {
        self.about(cell).rev().find(|(_, word)| wanted(word)).map(|(i, _)| i)
    }

    /// Returns the last event that opened or expanded a cell.
    pub fn last_record(&self, cell: Cell) -> Option<usize> {
        self.last(cell, |word| matches!(word, "open" | "expand"))
    }

    /// Converts a cost in units for display.
    pub fn value(&self, units: u64) -> Value {
        Value::cost(units, self.unit)
    }

    fn show(&self, units: u64) -> String {
        self.value(units).to_string()
    }

    fn found(&self) -> bool {
        self.path.last() == Some(&self.goal)
    }

    /// Returns an answer with the cost of the path and that of the alternative.
    pub fn answer(&self, reason: &'static str, sentence: String, event: Option<usize>, this: Option<u64>) -> WhyNot {
        let best = self.cost.map(|cost| self.value(cost));
        WhyNot { reason: reason.into(), sentence, event, best, this: this.map(|this| self.value(this)) }
    }

    /// Returns the distances from a cell, up to that of `end`.
    fn distances(&self, from: Cell, end: Cell) -> Vec<u64> {
        unhalted(cheapest_paths::distances(self.walk, from, end, &mut || Continue(())))
    }

    /// Returns why a cell is not on the path.
    pub fn why_not(&self, cell: Cell) -> WhyNot {
        if let Some(k) = self.path.iter().position(|&c| c == cell) {
            let event = self.last(cell, |word| word == "path");
            let sentence = format!("{cell} is on the path: cell {} of {}.", k + 1, self.path.len());
            return self.answer("on-path", sentence, event, self.cost);
        }
        let size = self.walk.size();
        let here = self.distances(self.start, cell)[size.index(cell)];
        if here == u64::MAX {
            return self.not_reached(cell);
        }
        let (Some(&end), Some(cost)) = (self.path.last(), self.cost) else {
            let event = self.last_record(cell);
            if self.trace().halted().is_some() {
                let reached = if event.is_some() { "was reached" } else { "was not reached" };
                let sentence = format!("The recording ends before the search does; {cell} {reached} up to there.");
                return WhyNot { best: None, ..self.answer("cut-off", sentence, event, None) };
            }
            let came = if event.is_some() { "was reached" } else { "was not reached before the search ended" };
            let sentence = format!("The search found no path; {cell} {came}.");
            return WhyNot { best: None, ..self.answer("no-path", sentence, event, None) };
        };
        if !self.found() {
            return self.not_settled(cell);
        }
        let onward = self.distances(cell, end);
        let rest = onward[size.index(end)];
        if rest == u64::MAX {
            let sentence = format!("There is no path from {cell} to {end}.");
            return self.answer("dead-end", sentence, self.last_record(cell), None);
        }
        let this = here + rest;
        let record = self.last_record(cell);
        let event = record.or_else(|| self.jump_over(cell).map(|jump| jump.0));
        if this > cost {
            let sentence = format!(
                "The cheapest path through {cell} costs {}, which is {} more than the path found ({}){}.",
                self.show(this),
                self.show(this - cost),
                self.show(cost),
                self.how_far(cell, record),
            );
            return self.answer("dearer", sentence, event, Some(this));
        }
        if this < cost {
            let but = if self.promises {
                ", which should have been the cheapest".to_owned()
            } else {
                format!(": {}{} does not promise the cheapest", self.with, self.title)
            };
            let sentence = format!(
                "A path through {cell} would cost {}, which is {} less than the path found ({}){but}{}.",
                self.show(this),
                self.show(cost - this),
                self.show(cost),
                self.how_far(cell, record),
            );
            return self.answer("cheaper", sentence, event, Some(this));
        }
        let (sentence, event) = self.lost_tie(&onward, cell, end);
        let sentence = format!("A path through {cell} costs {} as well. {sentence}", self.show(this));
        self.answer("tied", sentence, event, Some(this))
    }

    /// Returns why a cell was never reached.
    fn not_reached(&self, cell: Cell) -> WhyNot {
        let refused = || self.about(cell).filter(|(_, word)| word.starts_with("reject"));
        if let Some((i, _)) = refused().next() {
            let because = self.trace().field(i, "why").map_or_else(String::new, |why| format!(": {why}"));
            let number = self.trace().number(i);
            let refused = match refused().count() {
                _ if self.is_window() => format!("a step to it was not possible (event {number})"),
                1 => format!("the only step to it was not possible (event {number})"),
                n => format!("{n} steps to it were not possible, the first at event {number}"),
            };
            let sentence = format!("{cell} was never reached: {refused}{because}.");
            return self.answer("blocked", sentence, Some(i), None);
        }
        if let Some(because) = self.shut(cell) {
            let sentence = format!("{cell} cannot be reached from any side: {because}.");
            return self.answer("blocked", sentence, None, None);
        }
        let sentence = format!("{cell} was never reached: there is no path to it from {}.", self.start);
        self.answer("unreachable", sentence, None, None)
    }

    /// Returns what the search knew about the cell when it ended, as the end of a sentence.
    fn how_far(&self, cell: Cell, event: Option<usize>) -> String {
        let Some(i) = event else {
            if let Some((i, from, to)) = self.jump_over(cell) {
                // An any-angle search takes straight lines in any direction.
                let what = if self.steps().all(|(_, from, to)| from.is_in_line(to)) { "jump" } else { "line" };
                return format!("; the {what} from {from} to {to} passes over it (event {})", self.trace().number(i));
            }
            let has_events = self.about(cell).next().is_some();
            return if has_events {
                "; it was never in the open list"
            } else {
                "; the search ended before it was reached"
            }
            .to_owned();
        };
        let n = self.trace().number(i);
        let key = ["f", "g"].into_iter().find_map(|name| Some((name, self.trace().field(i, name)?)));
        let key = key.map_or_else(String::new, |(name, value)| format!(" with {name} = {value}"));
        match self.word_of(i) {
            "expand" => format!("; it was expanded{key} (event {n})"),
            _ => format!("; it was still in the open list{key} (event {n}) when the goal was expanded"),
        }
    }

    /// Returns the steps that opened or expanded a cell: the event, and both ends.
    fn steps(&self) -> impl Iterator<Item = (usize, Cell, Cell)> {
        let trace = self.trace();
        let all = (self.first..self.now.cursor()).filter(|&i| matches!(self.word_of(i), "open" | "expand"));
        all.filter_map(|i| Some((i, trace.from(i)?, trace.cell(i)?)))
    }

    /// Returns the first step that passed over the cell.
    fn jump_over(&self, cell: Cell) -> Option<(usize, Cell, Cell)> {
        self.steps().find(|&(_, from, to)| passes(from, to, cell))
    }

    /// Returns where the path through the cell joins the path taken, and what decided there.
    fn lost_tie(&self, onward: &[u64], cell: Cell, end: Cell) -> (String, Option<usize>) {
        // Walks back from the end along best parents, with distances from the cell, until it leaves the path taken.
        let (mut meet, mut before) = (end, end);
        while before != cell {
            if self.path.contains(&before) {
                meet = before;
            }
            // Prefers parents on the path taken. The last place where the two paths separate, seen from the end,
            // decided.
            let mut parents = cheapest_paths::best_parents(self.walk, onward, before);
            let first = parents.next();
            let path_parent = first.into_iter().chain(parents).find(|parent| self.path.contains(parent));
            let Some(parent) = path_parent.or(first) else { break };
            if self.path.contains(&before) && !self.path.contains(&parent) {
                meet = before;
                before = parent;
                break;
            }
            before = parent;
        }
        if direction(meet, before).is_none() {
            return ("The two paths are equally cheap all along.".into(), None);
        }
        if let Some(i) = self.decided(meet, before) {
            let arrived = if self.trace().from(i) == Some(before) { "" } else { ", its parent until then," };
            let g = self.trace().field(i, "g").map_or_else(String::new, |g| format!(", {g}"));
            let equal = format!("It lost the tie at {meet}: from {before}{arrived} the cost is the same{g}");
            let number = self.trace().field(i, "n").map_or_else(String::new, |n| format!(", arrival {n}"));
            let sentence = format!("{equal} (event {}{number}), and {}.", self.trace().number(i), self.rule(i));
            return (sentence, Some(i));
        }
        let event = self.last_record(before);
        if self.is_window() {
            return (format!("It would join the path at {meet} from {before}; what decided is not recorded."), event);
        }
        let word = match event.map(|i| self.word_of(i)) {
            Some("expand") => "was expanded too late to count",
            Some(_) => "was still in the open list when the goal was expanded",
            None => "had not been reached yet when the goal was expanded",
        };
        (format!("It would join the path at {meet} from {before}, which {word}."), event)
    }

    /// Returns what decided a tie: the dice, if they were rolled just before it, else the rule, derived from which
    /// parent stayed.
    fn rule(&self, tie: usize) -> String {
        let trace = self.trace();
        let before = tie.checked_sub(1);
        if before.map_or(0, |i| trace.number(i)) + 1 < trace.number(tie) {
            return "what decided is not recorded".to_owned();
        }
        let rolled = before.filter(|&i| trace.field(i, "roll").is_some() && trace.cell(i) == trace.cell(tie));
        match (rolled, trace.field(tie, "chance").and_then(|chance| chance.number())) {
            (Some(_), Some(chance)) => format!("the dice decided, {}", odds(chance)),
            _ if self.named_parent(tie).is_some_and(|parent| trace.from(tie) == Some(parent)) => {
                "the last parent wins".to_owned()
            }
            _ => "the first parent stays".to_owned(),
        }
    }

    /// Returns the parent of a cell after a tie that names it.
    fn named_parent(&self, event: usize) -> Option<Cell> {
        match self.trace().field(event, "parent") {
            Some(Value::Cell(parent)) => Some(parent),
            _ => None,
        }
    }

    /// Returns the last event at which the arrival from `other` lost at a cell: it was refused or replaced.
    fn decided(&self, cell: Cell, other: Cell) -> Option<usize> {
        let (mut parent, mut lost) = (None, None);
        for (i, word) in self.about(cell) {
            match word {
                "open" => (parent, lost) = (self.trace().from(i), None),
                "reject equal" => {
                    let from = self.trace().from(i);
                    // A tie without a parent field keeps the old parent.
                    let after = self.named_parent(i).or(parent);
                    let switched = after == from;
                    if (from == Some(other) && !switched) || (parent == Some(other) && switched) {
                        lost = Some(i);
                    }
                    parent = after;
                }
                _ => {}
            }
        }
        lost
    }

    /// Returns why the search settled for another cell.
    fn not_settled(&self, cell: Cell) -> WhyNot {
        let candidate_event =
            self.about(cell).rev().map(|(i, _)| i).find(|&i| self.trace().case(i).role == Role::Candidate);
        let event = candidate_event.or_else(|| self.last_record(cell));
        let lost = self.stop.as_ref().and_then(|choice| choice.why_not(cell)).map(|why| {
            let sentence = format!("The goal cannot be reached. {}", why.sentence);
            WhyNot { sentence, ..why }
        });
        let never = || WhyNot::new("not-closed", format!("The goal cannot be reached; {cell} was never closed."));
        lost.unwrap_or_else(never).shown_by(event)
    }

    /// Returns why no step into a cell is allowed, or `None` if one is.
    fn shut(&self, cell: Cell) -> Option<&'static str> {
        let mut because = None;
        for &dir in self.walk.order {
            let Some(from) = cell.step(dir.opposite(), self.walk.size()) else { continue };
            match self.walk.passage.step(from, dir) {
                Ok(_) => return None,
                Err((_, why)) => because = because.or(Some(why.because())),
            }
        }
        because
    }
}

/// Returns whether a straight or diagonal run passes over a cell between its ends.
fn passes(from: Cell, to: Cell, cell: Cell) -> bool {
    let ((dx, dy), (before_x, before_y), (after_x, after_y)) = (from.delta(to), from.delta(cell), cell.delta(to));
    let between = (before_x + after_x, before_y + after_y) == (dx, dy) && cell != from && cell != to;
    between && from.is_in_line(to) && (dx == dy) == (before_x == before_y)
}

fn direction(from: Cell, to: Cell) -> Option<Dir> {
    let size = Size::new(u16::MAX, u16::MAX);
    Dir::ALL.into_iter().find(|&d| from.step(d, size) == Some(to))
}
