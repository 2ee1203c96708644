//! Questions about the main run: where breakpoints hit, and why a cell did not win. For a long run an answer takes
//! long. It is found at once on the calling thread, or on a worker thread.

use super::{Breakpoint, Session};
use gridscope_trace::geometry::Cell;
use gridscope_trace::progress::Progress;
use gridscope_trace::trace::Replay;
use gridscope_trace::trace::replay::WhyNot;

/// A question that any thread can answer.
pub struct BackgroundQuestion {
    /// The run with its cursor at the start. The next two fields are the moment and the view to answer for.
    run: Replay,
    at: usize,
    eyes: usize,
    /// The question.
    pub question: Question,
    /// Stops the task.
    pub progress: Progress,
}

/// A question, and the recording that it is about.
#[derive(Clone, PartialEq, Debug)]
pub struct Question {
    generation: u64,
    about: About,
}

#[derive(Clone, PartialEq, Debug)]
enum About {
    /// At which events these breakpoints hit.
    Hits(Vec<Breakpoint>),
    /// Why a cell did not win. Several cells form a path.
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

impl BackgroundQuestion {
    /// Finds the answer. If the task is stopped, some breakpoints are returned without hits.
    pub async fn answer(mut self) -> Answer {
        let answered = match &self.question.about {
            About::Hits(breakpoints) => {
                let mut breakpoints = breakpoints.clone();
                for breakpoint in &mut breakpoints {
                    breakpoint.find(&self.run, &self.progress).await;
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
    /// Returns a question that has no answer yet. Breakpoints come first.
    pub fn next_question_task(&self) -> Option<BackgroundQuestion> {
        let run = &self.opened.main.as_ref()?.replay;
        let unfound: Vec<Breakpoint> = self.shown.breakpoints.iter().filter(|b| !b.found).cloned().collect();
        let about = match &self.shown.asked {
            _ if !unfound.is_empty() => About::Hits(unfound),
            Some(cells) => About::WhyNot(cells.clone()),
            None => return None,
        };
        Some(BackgroundQuestion {
            run: run.from_start(),
            at: run.cursor(),
            eyes: run.looking(),
            question: Question { generation: self.generation, about },
            progress: Progress::default(),
        })
    }

    /// Returns whether a question still needs an answer. A new recording makes it obsolete, and so do removing its
    /// breakpoints and asking about another cell.
    pub fn still_needs_answer(&self, question: &Question) -> bool {
        let unfound = |asked: &Breakpoint| self.shown.breakpoints.iter().any(|b| !b.found && b.hits_as(asked));
        question.generation == self.generation
            && match &question.about {
                About::Hits(asked) => asked.iter().any(unfound),
                About::WhyNot(cells) => self.shown.asked.as_ref() == Some(cells),
            }
    }

    /// Stores an answer if it is still needed.
    pub fn handle_answer(&mut self, answer: Answer) {
        if !self.still_needs_answer(&answer.question) {
            return;
        }
        match answer.answered {
            Answered::Hits(found) => found.into_iter().for_each(|found| self.take_hits(&found)),
            Answered::WhyNot(why) => self.shown.why_not = self.shown.asked.take().map(|cells| (cells, why)),
        }
    }

    /// Stores the hits that were found, in all breakpoints with the same condition that have none yet.
    fn take_hits(&mut self, found: &Breakpoint) {
        for breakpoint in self.shown.breakpoints.iter_mut().filter(|b| !b.found && b.hits_as(found)) {
            breakpoint.take_hits(found.hits.clone());
        }
    }

    /// Drops a question that cannot be answered. Its breakpoints count as found, without hits.
    pub(crate) fn give_up_asking(&mut self, question: &Question) {
        match &question.about {
            About::Hits(asked) => asked.iter().for_each(|asked| self.take_hits(asked)),
            About::WhyNot(_) => self.shown.asked = None,
        }
    }

    /// Returns the cell or path of the why-not question, whether it is answered or not.
    pub fn asked_why_not(&self) -> Option<&[Cell]> {
        self.shown.asked.as_deref().or_else(|| self.shown.why_not.as_ref().map(|(cells, _)| &cells[..]))
    }

    /// Asks why a cell did not win. Several cells form a path.
    pub(super) fn ask_why_not(&mut self, cells: &[Cell]) {
        self.shown.selected = cells.last().copied().filter(|&cell| self.scene().size().contains(cell));
        if self.replay().is_some() {
            (self.shown.why_not, self.shown.asked) = (None, Some(cells.to_vec()));
        } else {
            self.notify("Nothing is recorded yet, so nothing has won or lost.");
        }
    }
}
