//! Choices that somebody can predict, and who makes them.

use super::Replayer;
use crate::algorithms::Algorithm;
use crate::event::Event;
use crate::geometry::Cell;
use crate::trace::Replay;
use crate::trace::replay::Tie;

/// How many turns of actors are looked at for their names.
const TURNS: usize = 1000;

impl<A: Algorithm> Replayer<A> {
    /// The tie at the event before, where that decided for the cell of this one.
    pub(super) fn dice_before(&self, index: usize) -> Option<Tie> {
        let cell = self.trace().events().get(index)?.cell()?;
        self.tie(index.checked_sub(1)?).filter(|tie| tie.chosen == cell)
    }

    /// The first event from an index on that is a choice with an answer.
    pub(super) fn find_question(&self, from: usize) -> Option<(usize, &'static str)> {
        let events = self.trace().events().iter().enumerate().skip(from);
        let mut asked = events.filter_map(|(i, event)| Some((i, A::question(event)?)));
        asked.find(|&(i, _)| !self.find_answers(i).is_empty())
    }

    /// The cells any of which is right: what the algorithm says, else the event's own and those tied with it.
    pub(super) fn find_answers(&self, index: usize) -> Vec<Cell> {
        let Some(event) = self.trace().events().get(index) else { return Vec::new() };
        let mut before = self.player.clone();
        before.seek(index);
        if let Some(answers) = A::answers(&before, event) {
            return answers;
        }
        let tie = self.tie(index).or_else(|| self.dice_before(index));
        let tied = tie.map_or_else(Vec::new, |tie| tie.among.into_iter().map(|a| a.0).collect());
        let mut all: Vec<Cell> = event.cell().into_iter().chain(tied).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The names of those that act, in the order of their first turns.
    pub(super) fn find_actors(&self) -> Vec<String> {
        let mut all: Vec<String> = Vec::new();
        for start in self.acting().into_iter().take(TURNS) {
            let name = self.phase_name(start as usize);
            // Where a rule plays too, the phase is called after both.
            let name = name.rsplit(", ").next().unwrap_or(&name);
            if !all.iter().any(|known| known == name) {
                all.push(name.to_owned());
            }
        }
        all
    }
}
