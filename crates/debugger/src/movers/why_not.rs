//! Why a mover does not move, or does not move to a cell.

use super::alone::Ways;
use super::{Movers, State};
use gridscope_trace::trace::replay::WhyNot;
use gridscope_trace::{Cell, Scene};

impl Movers {
    /// Returns why a mover does not move after this number of events, or why it does not move to a cell.
    pub fn why_not(&self, mover: usize, cell: Option<Cell>, cursor: usize, scene: &Scene) -> WhyNot {
        let step = self.step_at(cursor);
        let (who, next) = (self.label(mover), self.time(step + 1));
        let answer = |reason: &'static str, sentence: String| WhyNot::new(reason, sentence);
        let here = self.cell(mover, step);
        let (Some(here), Some(to)) = (here, cell.filter(|_| here.is_some())) else {
            return answer(self.state(mover, step).name(), self.sentence(mover, step));
        };
        let then = |other: usize| self.cell(other, step + 1);
        if self.state(mover, step) == State::Moves && then(mover) == Some(to) {
            return answer("moves", format!("{who} does move to {to} at t = {next}."));
        }
        if to == here {
            return answer(self.state(mover, step).name(), self.sentence(mover, step));
        }
        let (dx, dy) = here.delta(to);
        if dx.max(dy) > 1 || (!self.diagonal && dx + dy > 1) {
            return answer(
                "far",
                format!("{to} is not one step from {here}, where {who} is at t = {}.", self.time(step)),
            );
        }
        if scene.tiles.get(to).is_none_or(|tile| !tile.is_walkable()) {
            let what = scene.tiles.get(to).map_or_else(|| "outside".to_owned(), |tile| tile.a());
            return answer("wall", format!("{to} is {what}."));
        }
        if let Some(other) = self.standing(to, step, mover) {
            let name = self.label(other);
            if then(other) == Some(here) {
                let sentence =
                    format!("{name} moves from {to} to {here} at t = {next}: they would exchange their cells.");
                return answer("swap", sentence).shown_by(self.event_at(other, step + 1));
            }
            if then(other) == Some(to) {
                let own = &self.all[other];
                let leaves = own.stay(step).and_then(|now| own.stays.get(now + 1));
                let until = match leaves {
                    Some(leaves) => format!("it leaves at t = {}", self.time(leaves.from)),
                    None => "it never leaves".to_owned(),
                };
                let sentence = format!("{name} is in {to}, and {until}.");
                return answer("occupied", sentence).shown_by(self.event_at(other, step));
            }
        }
        if let Some(other) = self.standing(to, step + 1, mover) {
            let sentence = format!("{} enters {to} at t = {next}.", self.label(other));
            return answer("taken", sentence).shown_by(self.event_at(other, step + 1));
        }
        answer("free", self.about_free_cell(mover, (here, to), step, scene))
    }

    /// Returns what the way to the goal says about a free cell.
    fn about_free_cell(&self, mover: usize, (here, to): (Cell, Cell), step: u32, scene: &Scene) -> String {
        let free = format!("{to} is free at t = {}", self.time(step + 1));
        let Some(goal) = self.goal(mover, step) else { return format!("{free}: the log states no reason.") };
        let mut ways = Ways::new(scene, self);
        let Some((there, now)) = ways.between(to, goal).zip(ways.between(here, goal)) else {
            return format!("{free}, but no way leads from there to the goal {goal}.");
        };
        let than = if there < now { "nearer to" } else { "no nearer to" };
        format!(
            "{free}, and {than} the goal {goal}: {there} steps from there, {now} from {here}. The log states no reason."
        )
    }

    /// Returns the event by which a mover came into its cell at a step.
    fn event_at(&self, mover: usize, step: u32) -> usize {
        let own = &self.all[mover];
        own.stay(step).map_or(0, |now| own.stays[now].event as usize)
    }
}
