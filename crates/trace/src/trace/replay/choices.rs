//! Choices that a user can predict, and the actors that make them.

use super::{Replay, Tie};
use crate::geometry::Cell;
use crate::trace::schema::Name;

/// Largest number of turns that are searched for names of actors.
const TURNS: usize = 1000;

impl Replay {
    /// Returns the tie at the previous event, if it decided for the cell of this one.
    pub(super) fn dice_before(&self, index: usize) -> Option<Tie> {
        let cell = self.cell(index)?;
        self.tie(index.checked_sub(1)?).filter(|tie| tie.chosen == cell)
    }

    /// Returns the first event from an index on that is a choice with an answer.
    pub(super) fn find_question(&self, from: usize) -> Option<(usize, Name)> {
        let mut questions = (from..self.len()).filter_map(|i| Some((i, self.lens().question(self.trace(), i)?)));
        questions.find(|&(i, _)| !self.find_answers(i).is_empty())
    }

    /// Returns the cells that are correct answers: those that the algorithm names, else the event's own cell and those
    /// tied with it.
    pub(super) fn find_answers(&self, index: usize) -> Vec<Cell> {
        if index >= self.len() {
            return Vec::new();
        }
        if let Some(answers) = self.at_other_moment(index, |before| self.lens().answers(before, index)) {
            return answers;
        }
        let tie = self.tie(index).or_else(|| self.dice_before(index));
        let tied = tie.map_or_else(Vec::new, |tie| tie.candidates.into_iter().map(|a| a.0).collect());
        let mut all: Vec<Cell> = self.cell(index).into_iter().chain(tied).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Returns the names of the actors, in the order of their first turns.
    pub(super) fn find_actors(&self) -> Vec<String> {
        let mut all: Vec<String> = Vec::new();
        for start in self.acting().into_iter().take(TURNS) {
            if let Some(name) = self.trace().actor(start as usize).filter(|name| !all.contains(name)) {
                all.push(name);
            }
        }
        all
    }
}
