//! Questions about the shown runs: where breakpoints hit, why a cell did not win, and what a slide asks. For a long run an
//! answer takes long. It is found at once on the calling thread, or on a worker thread.

use super::ask::{AskAnswer, SlideQuestion, find_ask_faults};
use super::{Breakpoint, Session};
use gridscope_trace::geometry::Cell;
use gridscope_trace::later::{Here, later};
use gridscope_trace::progress::{Progress, boxed};
use gridscope_trace::trace::Replay;
use gridscope_trace::trace::replay::WhyNot;
use gridscope_trace::{Registry, Scene};
use std::sync::Arc;

/// A question that any thread can answer.
pub struct BackgroundQuestion {
    registry: Registry,
    scene: Arc<Scene>,
    /// The runs with their cursors at the start, the main one first. The next two fields are its moment and view to answer
    /// for.
    runs: Vec<Replay>,
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
    /// The question of a slide.
    Slide(SlideQuestion),
    /// Which questions of the slides have no answer.
    Faults,
}

/// The answer to a question.
pub struct Answer {
    question: Question,
    answered: Answered,
}

enum Answered {
    Hits(Vec<Breakpoint>),
    WhyNot(WhyNot),
    Slide(Box<AskAnswer>),
    Faults(Vec<String>),
}

impl BackgroundQuestion {
    /// Finds the answer. If the task is stopped, some breakpoints are returned without hits.
    pub async fn answer(self) -> Answer {
        let Self { registry, scene, mut runs, at, eyes, question, progress } = self;
        let answered = match &question.about {
            About::Hits(breakpoints) => {
                let mut breakpoints = breakpoints.clone();
                for (breakpoint, run) in breakpoints.iter_mut().zip(std::iter::repeat(&runs[0])) {
                    breakpoint.find(run, &progress).await;
                }
                Answered::Hits(breakpoints)
            }
            About::WhyNot(cells) => {
                runs[0].look_through(eyes);
                runs[0].seek(at);
                Answered::WhyNot(runs[0].why_not_path(cells))
            }
            About::Slide(slide) => {
                let answer = || boxed(slide.answer(&registry, &scene, &runs, &progress));
                Answered::Slide(Box::new(later(Here::wait().await, answer).await))
            }
            About::Faults => {
                let runs: Vec<&Replay> = runs.iter().collect();
                let find = || boxed(find_ask_faults(&registry, &scene, &runs, &progress));
                Answered::Faults(later(Here::wait().await, find).await)
            }
        };
        Answer { question, answered }
    }
}

impl Session {
    /// Returns a question that has no answer yet. Breakpoints come first.
    pub fn next_question_task(&self) -> Option<BackgroundQuestion> {
        let main = self.opened.main.as_ref()?;
        let about = self.waiting_question()?;
        let is_of_slides = matches!(about, About::Slide(_) | About::Faults);
        let runs = self.shown_runs().take(if is_of_slides { usize::MAX } else { 1 });
        Some(BackgroundQuestion {
            registry: self.registry().clone(),
            scene: Arc::clone(&main.scene),
            runs: runs.map(|run| run.replay.from_start()).collect(),
            at: main.replay.cursor(),
            eyes: main.replay.looking(),
            question: Question { generation: self.generation, about },
            progress: Progress::default(),
        })
    }

    fn waiting_question(&self) -> Option<About> {
        let unfound: Vec<Breakpoint> = self.shown.breakpoints.iter().filter(|b| !b.found).cloned().collect();
        if !unfound.is_empty() {
            return Some(About::Hits(unfound));
        }
        if let Some(cells) = &self.shown.asked {
            return Some(About::WhyNot(cells.clone()));
        }
        // A page answers slides once it is loaded.
        Here::now()?;
        let check = || (self.shown.asking.unchecked == Some(self.generation)).then_some(About::Faults);
        self.unanswered().map(About::Slide).or_else(check)
    }

    /// Returns whether a question still needs an answer. A new recording makes it obsolete, and so do removing its
    /// breakpoints, asking about another cell, and turning to another slide. Checking the slides waits for all others.
    pub fn still_needs_answer(&self, question: &Question) -> bool {
        let unfound = |asked: &Breakpoint| self.shown.breakpoints.iter().any(|b| !b.found && b.hits_as(asked));
        question.generation == self.generation
            && match &question.about {
                About::Hits(asked) => asked.iter().any(unfound),
                About::WhyNot(cells) => self.shown.asked.as_ref() == Some(cells),
                About::Slide(asked) => self.unanswered().as_ref() == Some(asked),
                About::Faults => matches!(self.waiting_question(), Some(About::Faults)),
            }
    }

    /// Stores an answer if it is still needed.
    pub fn handle_answer(&mut self, answer: Answer) {
        if !self.still_needs_answer(&answer.question) {
            return;
        }
        match (answer.answered, answer.question.about) {
            (Answered::Hits(found), _) => found.into_iter().for_each(|found| self.take_hits(&found)),
            (Answered::WhyNot(why), _) => self.shown.why_not = self.shown.asked.take().map(|cells| (cells, why)),
            (Answered::Slide(answer), About::Slide(question)) => self.take_slide_answer(question, *answer),
            (Answered::Slide(_), _) => {}
            (Answered::Faults(faults), _) => {
                self.shown.asking.unchecked = None;
                for fault in faults {
                    self.fail(fault);
                }
            }
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
            About::Slide(asked) => self.take_slide_answer(asked.clone(), AskAnswer::default()),
            About::Faults => self.shown.asking.unchecked = None,
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
