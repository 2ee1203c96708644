//! Answers about a mover at a moment, as sentences and as JSON.

use super::{Conflict, Mover, Movers};
use crate::formats::plain::format_count;
use gridscope_trace::{Cell, Replay};
use serde_json::{Value, json};
use std::io::{self, Write};

/// Maximum number of links of a chain that are listed.
pub(super) const LINKS: usize = 6;

/// Activity of a mover at a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// Waiting for another mover.
    Waits,
    /// Staying until it moves on, with no other mover in its way.
    Stays,
    /// Moving in the next step.
    Moves,
    /// Staying at its goal, or in its last cell.
    Arrived,
    /// Staying to the end of the log, away from its goal.
    Stopped,
    /// Not on the map.
    Gone,
}

impl State {
    /// Returns the word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Waits => "waits",
            Self::Stays => "stays",
            Self::Moves => "moves",
            Self::Arrived => "arrived",
            Self::Stopped => "stopped",
            Self::Gone => "gone",
        }
    }
}

/// Figures of a mover over the whole log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Figures {
    /// Number of steps to its goal if no other mover were there.
    pub alone: Option<u32>,
    /// Time at which it arrives.
    pub arrives: Option<i64>,
    /// Number of steps that it arrives later than alone.
    pub delay: Option<u32>,
    /// Number of its conflicts.
    pub conflicts: u32,
}

impl Movers {
    /// Returns what a mover does at a step.
    pub fn state(&self, mover: usize, step: u32) -> State {
        let next = self.next(mover, step);
        match (self.cell(mover, step), next) {
            (None, _) => State::Gone,
            _ if self.waits_for(mover, step).is_some() => State::Waits,
            (_, Some((from, _))) if from > step + 1 => State::Stays,
            (_, Some(_)) => State::Moves,
            (_, None) if self.has_arrived(mover, step) => State::Arrived,
            (_, None) => State::Stopped,
        }
    }

    /// Returns the step and the cell of the next move of a mover.
    fn next(&self, mover: usize, step: u32) -> Option<(u32, Option<Cell>)> {
        let own = self.all.get(mover)?;
        own.stays.get(own.stay(step)? + 1).map(|stay| (stay.from, stay.at))
    }

    /// Returns the figures of a mover.
    pub fn figures(&self, mover: usize) -> Figures {
        let own = self.all.get(mover);
        Figures {
            alone: own.and_then(|own: &Mover| own.alone),
            arrives: self.arrival(mover).map(|step| self.time(step)),
            delay: self.delay(mover),
            conflicts: own.map_or(0, |own| own.conflicts),
        }
    }

    /// Returns the sentence about a mover at a step: `8 waits for 6 since t = 21, which yields to 24.`
    pub fn sentence(&self, mover: usize, step: u32) -> String {
        self.marked_sentence(mover, step, "")
    }

    /// Like [`Movers::sentence`], with a mark before and after each number of a mover.
    pub fn marked_sentence(&self, mover: usize, step: u32, mark: &str) -> String {
        let who = self.marked(mover, mark);
        let cell = self.cell(mover, step).map_or_else(String::new, |cell| cell.to_string());
        let time = |step| self.time(step);
        match self.state(mover, step) {
            State::Gone => format!("{who} is not on the map at t = {}.", time(step)),
            State::Waits => self.wait_sentence(mover, step, mark),
            State::Stays => {
                let until = self.next(mover, step).map_or(step, |next| next.0);
                format!("{who} stays in {cell} until t = {}, although its way is free.", time(until))
            }
            State::Moves => match self.next(mover, step) {
                Some((_, Some(to))) => format!("{who} moves from {cell} to {to} at t = {}.", time(step + 1)),
                _ => format!("{who} leaves the map at t = {}.", time(step + 1)),
            },
            State::Arrived => {
                let since = self.arrival(mover).unwrap_or(step);
                let what = if self.goal(mover, step).is_some() { "its goal" } else { "its last cell" };
                format!("{who} is in {what} {cell} since t = {}.", time(since))
            }
            State::Stopped => match self.goal(mover, step) {
                Some(goal) => format!("{who} stays in {cell} to the end, away from its goal {goal}."),
                None => format!("{who} stays in {cell} to the end."),
            },
        }
    }

    fn marked(&self, mover: usize, mark: &str) -> String {
        format!("{mark}{}{mark}", self.label(mover))
    }

    fn wait_sentence(&self, mover: usize, step: u32, mark: &str) -> String {
        let name = |mover: usize| self.marked(mover, mark);
        let who = name(mover);
        let chain = self.chain(mover, step);
        let since = self.time(self.waits_since(mover, step).unwrap_or(step));
        if let Some((others, 0)) = chain.ring() {
            let links: Vec<String> = chain.links.iter().take(LINKS).map(|&link| name(link)).collect();
            let more = if chain.links.len() > LINKS { " …" } else { "" };
            let (others, links) = (format_count(others, "other"), links.join(", "));
            return format!("{who} waits for itself, through {others}: {links}{more}, since t = {since}.");
        }
        let [first, rest @ ..] = &chain.links[..] else { return format!("{who} waits.") };
        let mut text = format!("{who} waits for {} since t = {since}", name(*first));
        if let Some(second) = rest.first() {
            text += ", which yields to ";
            text += &name(*second);
        }
        if let Some((others, at)) = chain.ring() {
            let (link, others) = (name(chain.links[at - 1]), format_count(others, "other"));
            text += &["; ", &link, " waits for itself, through ", &others].concat();
        }
        text + "."
    }

    /// Returns how the wait of a mover ends: `24 leaves (19,4) at t = 25, 6 enters it at t = 26, 8 moves at t = 26`. Empty
    /// if it does not wait, or never moves again.
    pub fn outlook(&self, mover: usize, step: u32) -> String {
        let Some((moves, Some(_))) = self.next(mover, step) else { return String::new() };
        let Some(wait) = self.waits_for(mover, step) else { return String::new() };
        let (who, first) = (self.label(mover), self.label(wait.mover));
        let freed_at = match self.waits_for(wait.mover, step) {
            Some(second) => self.leaves(second.mover, second.cell, step).zip(self.next(wait.mover, step)).map(
                |(left, (entered, _))| {
                    let (left, entered) = (self.time(left), self.time(entered));
                    let (second, cell) = (self.label(second.mover), second.cell);
                    format!("{second} leaves {cell} at t = {left}, {first} enters it at t = {entered}, ")
                },
            ),
            None => self
                .leaves(wait.mover, wait.cell, step)
                .map(|left| format!("{first} leaves {} at t = {}, ", wait.cell, self.time(left))),
        };
        format!("{}{who} moves at t = {}", freed_at.unwrap_or_default(), self.time(moves))
    }

    /// Returns the step at which a mover leaves a cell that it is in, or enters later.
    fn leaves(&self, mover: usize, cell: Cell, step: u32) -> Option<u32> {
        let own = self.all.get(mover)?;
        let stays = own.stays.get(own.stay(step)?..)?;
        let there = stays.iter().position(|stay| stay.at == Some(cell))?;
        stays.get(there + 1).map(|next| next.from)
    }

    /// Returns the conflicts of a mover.
    pub fn conflicts_of(&self, mover: usize) -> impl Iterator<Item = &Conflict> {
        self.conflicts.iter().filter(move |conflict| conflict.movers.contains(&(mover as u32)))
    }

    /// Writes what a mover does after this number of events, and why.
    ///
    /// # Errors
    /// Returns the error of the writer.
    pub fn write_why(&self, mover: usize, run: &Replay, out: &mut dyn Write) -> io::Result<()> {
        let step = self.step_at(run.cursor());
        let time = self.time(step);
        writeln!(out, "after event {} of {}, t = {time} of {}", run.cursor(), run.len(), self.time(self.last_step()))?;
        writeln!(out, "{}", self.sentence(mover, step))?;
        let chain = self.chain(mover, step);
        for (k, &link) in chain.links.iter().take(LINKS).enumerate() {
            let before = if k == 0 { mover } else { chain.links[k - 1] };
            let verb = if k == 0 { "waits for" } else { "yields to" };
            writeln!(out, "  {verb} {}", self.link_text(before, link, step))?;
        }
        if chain.links.len() > LINKS {
            writeln!(out, "  and {} more", chain.links.len() - LINKS)?;
        }
        for other in self.waiting_for(mover, step).into_iter().take(LINKS) {
            writeln!(out, "  behind it {}", self.link_text(other, other, step))?;
        }
        let outlook = self.outlook(mover, step);
        if !outlook.is_empty() {
            writeln!(out, "{outlook}")?;
        }
        let figures = self.figures(mover);
        if let Some(goal) = self.goal(mover, step) {
            let alone = figures.alone.map_or_else(String::new, |alone| format!("needs {alone} alone, "));
            let arrives = figures.arrives.map_or_else(|| "never arrives".to_owned(), |t| format!("arrives at t = {t}"));
            let delay = figures.delay.map_or_else(String::new, |delay| format!(", delay {delay}"));
            writeln!(out, "goal {goal}: {alone}{arrives}{delay}")?;
        }
        writeln!(out, "waited {} so far, conflicts {}", self.waits(mover, step), figures.conflicts)?;
        for conflict in self.conflicts_of(mover).take(20) {
            let (t, kind) = (self.time(conflict.step), conflict.kind.name());
            writeln!(out, "  t {t}  {kind}  {}", self.conflict_sentence(conflict))?;
        }
        Ok(())
    }

    /// Returns a line about `shown`, and about since when `mover` has waited.
    fn link_text(&self, mover: usize, shown: usize, step: u32) -> String {
        let at = self.cell(shown, step).map_or_else(String::new, |cell| format!(" at {cell}"));
        format!("{}{at}, {}", self.label(shown), self.since_text(mover, step))
    }

    /// Returns since when a mover has waited for another one, or whom it waited for before: `since t = 21`, or
    /// `before: 10, 11`.
    pub fn since_text(&self, mover: usize, step: u32) -> String {
        let before = self.waited_before(mover, step);
        if before.is_empty() {
            return format!("since t = {}", self.time(self.waits_since(mover, step).unwrap_or(step)));
        }
        let mut names: Vec<&str> = before.iter().take(LINKS).map(|&other| self.label(other)).collect();
        names.reverse();
        format!("before: {}", names.join(", "))
    }

    /// Returns what a mover does after this number of events as JSON.
    pub fn why_json(&self, mover: usize, run: &Replay) -> Value {
        let step = self.step_at(run.cursor());
        let chain = self.chain(mover, step);
        let link = |(k, &link): (usize, &usize)| {
            let before = if k == 0 { mover } else { chain.links[k - 1] };
            json!({
                "actor": self.all[link].name,
                "at": self.cell(link, step),
                "since": self.waits_since(before, step).map(|step| self.time(step)),
                "before": self.waited_before(before, step).iter().map(|&m| &self.all[m].name).collect::<Vec<_>>(),
            })
        };
        let conflict = |conflict: &Conflict| {
            json!({
                "t": self.time(conflict.step),
                "kind": conflict.kind.name(),
                "actors": conflict.movers.map(|mover| &self.all[mover as usize].name),
                "cells": conflict.cells,
                "event": conflict.event + 1,
                "sentence": self.conflict_sentence(conflict),
            })
        };
        let figures = self.figures(mover);
        json!({
            "algorithm": run.schema().algorithm,
            "actor": self.all[mover].name,
            "at": run.cursor(),
            "t": self.time(step),
            "cell": self.cell(mover, step),
            "goal": self.goal(mover, step),
            "state": self.state(mover, step).name(),
            "sentence": self.sentence(mover, step),
            "chain": chain.links.iter().take(LINKS).enumerate().map(link).collect::<Vec<_>>(),
            "ring": chain.ring().map(|(others, _)| others),
            "behind": self.waiting_for(mover, step).iter().map(|&m| &self.all[m].name).collect::<Vec<_>>(),
            "outlook": self.outlook(mover, step),
            "alone": figures.alone,
            "arrives": figures.arrives,
            "delay": figures.delay,
            "waits": self.waits(mover, step),
            "conflicts": self.conflicts_of(mover).map(conflict).collect::<Vec<_>>(),
        })
    }
}
