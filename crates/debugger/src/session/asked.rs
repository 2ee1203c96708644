//! Questions to the run at hand whose answers take long where it is long: where breakpoints hit, and why a cell did not win.
//! They are answered at once, or by somebody who has a thread for it.

use super::{Breakpoint, Session};
use crate::core::geometry::Cell;
use crate::core::trace::Replay;
use crate::core::trace::replay::WhyNot;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A question to answer on any thread.
pub struct Asked {
    /// The run at its start, the moment that is looked at, and through whose eyes.
    run: Replay,
    at: usize,
    eyes: usize,
    /// What is asked.
    pub question: Question,
    /// Set to stop it soon.
    pub cancel: Arc<AtomicBool>,
}

/// What is asked, and of which recording.
#[derive(Clone, PartialEq, Debug)]
pub struct Question {
    generation: u64,
    about: About,
}

#[derive(Clone, PartialEq, Debug)]
enum About {
    /// Where breakpoints hit.
    Hits(Vec<Breakpoint>),
    /// Why a cell did not win, or a path where there are more than one.
    WhyNot(Vec<Cell>),
}

/// The answer to a question.
pub struct Answer {
    question: Question,
    answered: Answered,
}

enum Answered {
    Hits(Vec<Breakpoint>),
    WhyNot(WhyNot),
}

impl Asked {
    /// Finds the answer. Where it is stopped, breakpoints are left without hits.
    pub fn answer(mut self) -> Answer {
        let answered = match &self.question.about {
            About::Hits(breakpoints) => {
                let mut breakpoints = breakpoints.clone();
                for breakpoint in &mut breakpoints {
                    breakpoint.find_within(&self.run, &mut || !self.cancel.load(Ordering::Relaxed));
                }
                Answered::Hits(breakpoints)
            }
            About::WhyNot(cells) => {
                self.run.look_through(self.eyes);
                self.run.seek(self.at);
                Answered::WhyNot(self.run.why_not_path(cells))
            }
        };
        Answer { question: self.question, answered }
    }
}

impl Session {
    /// A question that waits for its answer.
    pub fn take_asked(&self) -> Option<Asked> {
        let run = &self.opened.main.as_ref()?.replay;
        let unfound: Vec<Breakpoint> = self.shown.breakpoints.iter().filter(|b| !b.found).cloned().collect();
        let about = match &self.shown.asked {
            _ if !unfound.is_empty() => About::Hits(unfound),
            Some(cells) => About::WhyNot(cells.clone()),
            None => return None,
        };
        Some(Asked {
            run: run.from_start(),
            at: run.cursor(),
            eyes: run.looking(),
            question: Question { generation: self.generation, about },
            cancel: Arc::default(),
        })
    }

    /// Whether a question still waits for its answer: another run may have come, or the breakpoint been taken away.
    pub fn still_asks(&self, question: &Question) -> bool {
        let unfound = |asked: &Breakpoint| self.shown.breakpoints.iter().any(|b| !b.found && b.hits_as(asked));
        question.generation == self.generation
            && match &question.about {
                About::Hits(asked) => asked.iter().any(unfound),
                About::WhyNot(cells) => self.shown.asked.as_ref() == Some(cells),
            }
    }

    /// Takes an answer in, if it is still waited for.
    pub fn hear_answer(&mut self, answer: Answer) {
        if !self.still_asks(&answer.question) {
            return;
        }
        match answer.answered {
            Answered::Hits(found) => found.into_iter().for_each(|found| self.take_hits(&found)),
            Answered::WhyNot(why) => self.shown.why_not = self.shown.asked.take().map(|cells| (cells, why)),
        }
    }

    /// Takes in what was found of breakpoints that have no hits yet.
    fn take_hits(&mut self, found: &Breakpoint) {
        for breakpoint in self.shown.breakpoints.iter_mut().filter(|b| !b.found && b.hits_as(found)) {
            breakpoint.take_hits(found.hits.clone());
        }
    }

    /// Nobody can answer a question: it is not asked any more, and a breakpoint hits nowhere.
    pub fn give_up_asking(&mut self, question: &Question) {
        match &question.about {
            About::Hits(asked) => asked.iter().for_each(|asked| self.take_hits(asked)),
            About::WhyNot(_) => self.shown.asked = None,
        }
    }

    /// The cell, or the path, that was asked why it did not win, answered or not.
    pub fn asked_why_not(&self) -> Option<&[Cell]> {
        self.shown.asked.as_deref().or_else(|| self.shown.why_not.as_ref().map(|(cells, _)| &cells[..]))
    }

    /// Asks about a cell, or about a path where there are more than one.
    pub(super) fn ask_why_not(&mut self, cells: &[Cell]) {
        self.shown.selected = cells.last().copied().filter(|&cell| self.scene().size().contains(cell));
        if self.replay().is_some() {
            (self.shown.why_not, self.shown.asked) = (None, Some(cells.to_vec()));
        } else {
            self.tell("Nothing is recorded yet, so nothing has won or lost.");
        }
    }
}
