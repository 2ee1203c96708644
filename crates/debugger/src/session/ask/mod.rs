//! The question of the slide at hand: what the reader answers, and what the run answers. Paths, cells, numbers and choices
//! have the same life: a draft, an answer, and again.

mod answer;
mod faults;
mod path;

pub use answer::{AskAnswer, NEAR, Verdict};
pub use faults::ask_faults;
pub(crate) use faults::find_ask_faults;

use super::Session;
use super::predict::question_candidates;
use answer::Asked;
use gridscope_trace::geometry::Cell;
use gridscope_trace::later::{Here, later};
use gridscope_trace::progress::{Progress, at_once};
use gridscope_trace::slide::{Ask, Slide};
use gridscope_trace::{Registry, Replay, Scene};
use path::PathRules;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Longest path that a reader can draw, in cells.
const MAX_PATH: usize = 10_000;

/// Reply of a reader to the question of a slide.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reply {
    /// A drawn path, from the start of the run.
    Path(Vec<Cell>),
    /// A picked cell.
    Cell(Cell),
    /// A number.
    Number(f64),
    /// One of several answers, given by its index.
    Choice(usize),
    /// Nothing: the reader asks for the answer.
    Nothing,
}

/// Replies of a reader to the slides of a lesson, by the index of the slide.
pub type Replies = BTreeMap<usize, Reply>;

/// A reply that is not given yet.
#[derive(Clone, PartialEq, Debug)]
pub struct Draft {
    /// The reply so far.
    pub reply: Reply,
    /// Index of its slide.
    slide: usize,
    /// Steps and cost of a path so far, such as `11 steps, cost 27`.
    pub summary: String,
}

/// Replies and drafts of the open lesson, with the answer that is shown.
#[derive(Default)]
pub(super) struct Asking {
    replies: Replies,
    draft: Option<Draft>,
    /// The answer to the reply of a slide.
    answer: Option<(SlideQuestion, AskAnswer)>,
    /// The rules for drawing a path, and the recording that they belong to.
    rules: Option<(u64, Option<Arc<PathRules>>)>,
    /// The recording whose questions are still to be checked.
    pub(super) unchecked: Option<u64>,
}

/// A reply to the question of a slide, and the recording that answers it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct SlideQuestion {
    generation: u64,
    slide: usize,
    moment: usize,
    ask: Ask,
    reply: Reply,
}

impl SlideQuestion {
    /// Returns the answer of these runs, the main one first.
    pub(super) async fn answer(
        &self,
        registry: &Registry,
        scene: &Arc<Scene>,
        runs: &[Replay],
        progress: &Progress,
    ) -> AskAnswer {
        let asked = Asked { registry, scene, runs: runs.iter().collect(), moment: self.moment, progress };
        asked.answer(&self.ask, &self.reply).await.unwrap_or_else(|why| AskAnswer {
            title: "This run has no answer".to_owned(),
            text: crate::formats::plain::sentence(&why),
            ..AskAnswer::default()
        })
    }
}

impl Session {
    /// Returns the question of the slide at hand.
    pub fn ask(&self) -> Option<&Ask> {
        self.scene().run.slides[self.slide_at_hand()?].ask.as_ref()
    }

    /// Returns the question of the slide at hand if it has no answer yet.
    pub fn open_ask(&self) -> Option<&Ask> {
        let slide = self.slide_at_hand()?;
        self.ask().filter(|_| self.replay().is_some() && !self.shown.asking.replies.contains_key(&slide))
    }

    /// Returns the answer of the run, once the reader has replied or has asked for it.
    pub fn ask_answer(&self) -> Option<&AskAnswer> {
        let here = self.slide_at_hand()?;
        let reply = self.shown.asking.replies.get(&here)?;
        let answer = self.shown.asking.answer.as_ref();
        answer.filter(|(of, _)| of.slide == here && of.reply == *reply).map(|(_, answer)| answer)
    }

    /// Returns the reply that belongs to the slide at hand: a draft, or the one that is answered.
    pub fn reply(&self) -> Option<&Reply> {
        let here = self.slide_at_hand()?;
        self.shown.asking.replies.get(&here).or_else(|| self.draft().map(|draft| &draft.reply))
    }

    /// Returns the draft of a reply to the slide at hand.
    pub fn draft(&self) -> Option<&Draft> {
        let here = self.slide_at_hand()?;
        self.shown.asking.draft.as_ref().filter(|draft| draft.slide == here)
    }

    /// Returns the replies to the slides of the open lesson.
    pub const fn replies(&self) -> &Replies {
        &self.shown.asking.replies
    }

    /// Returns the cell that a drawn path starts from, while the slide at hand asks for a path.
    pub fn drawing_start(&self) -> Option<Cell> {
        matches!(self.open_ask()?, Ask::Path { .. }).then_some(())?;
        self.replay()?.final_path().first().copied()
    }

    /// Returns the cells to choose from, while the slide at hand asks for the next choice of the run.
    pub fn ask_candidates(&self) -> Vec<Cell> {
        let Some(Ask::Cell { hits: None, .. }) = self.open_ask() else { return Vec::new() };
        let Some(replay) = self.replay() else { return Vec::new() };
        let event = replay.question(replay.cursor()).map(|(event, _)| event);
        event.map_or_else(Vec::new, |event| question_candidates(replay, event).cells())
    }

    /// Changes the draft of a reply.
    pub(super) fn draft_reply(&mut self, reply: Reply) {
        let Some(slide) = self.slide_at_hand().filter(|_| self.open_ask().is_some()) else { return };
        let mut summary = String::new();
        let reply = match reply {
            Reply::Path(cells) => {
                let Some(start) = self.drawing_start() else { return };
                let rules = self.path_rules();
                let mut path = vec![start];
                for cell in cells.into_iter().take(MAX_PATH) {
                    if !extend(&mut path, cell, rules.as_deref()) {
                        break;
                    }
                }
                summary = path::summary(&path, rules.as_deref());
                Reply::Path(path)
            }
            other => other,
        };
        self.shown.asking.draft = Some(Draft { reply, slide, summary });
    }

    /// Draws the reader's path on to a cell, through neighbouring cells. A cell of the path itself takes back what comes
    /// after it. The path ends at a wall.
    pub(super) fn draw_on(&mut self, to: Cell) {
        let Some(slide) = self.slide_at_hand() else { return };
        let Some(start) = self.drawing_start().filter(|_| self.scene().size().contains(to)) else { return };
        let mut path = match self.draft().map(|draft| &draft.reply) {
            Some(Reply::Path(path)) => path.clone(),
            _ => vec![start],
        };
        let last = path.last().copied().unwrap_or(start);
        let rules = self.path_rules();
        for cell in crate::document::paint::line(last, to).into_iter().skip(1) {
            if path.len() > MAX_PATH || !extend(&mut path, cell, rules.as_deref()) {
                break;
            }
        }
        let summary = path::summary(&path, rules.as_deref());
        self.shown.asking.draft = Some(Draft { reply: Reply::Path(path), slide, summary });
    }

    /// Returns the rules by which a path is drawn and priced. They are found once for each recording.
    fn path_rules(&mut self) -> Option<Arc<PathRules>> {
        if let Some((_, rules)) = self.shown.asking.rules.as_ref().filter(|(of, _)| *of == self.generation) {
            return rules.clone();
        }
        let rules = PathRules::of(self.registry(), self.scene()).map(Arc::new);
        self.shown.asking.rules = Some((self.generation, rules.clone()));
        rules
    }

    /// Answers the draft, or shows the answer without one.
    pub(super) fn show_answer(&mut self) {
        let Some(slide) = self.slide_at_hand().filter(|_| self.open_ask().is_some()) else { return };
        let reply = self.draft().map_or(Reply::Nothing, |draft| draft.reply.clone());
        // A path without a step is none.
        let reply = if matches!(&reply, Reply::Path(path) if path.len() < 2) { Reply::Nothing } else { reply };
        self.shown.asking.replies.insert(slide, reply);
        self.shown.asking.draft = None;
    }

    /// Asks the question of the slide at hand again, without a draft.
    pub(super) fn ask_slide_again(&mut self) {
        if let Some(slide) = self.slide_at_hand() {
            self.shown.asking.replies.remove(&slide);
            self.shown.asking.draft = None;
        }
    }

    /// Sets the replies that the reader gave when the lesson was open before.
    pub(super) fn restore_replies(&mut self, replies: &Replies) {
        self.shown.asking = Asking { replies: replies.clone(), ..Asking::default() };
    }

    /// Returns the answer to the question of a slide for a reader who has not replied. `None` if there is none.
    pub fn answer_of(&self, slide: &Slide) -> Option<AskAnswer> {
        let scene = &self.opened.main.as_ref()?.scene;
        let runs = self.shown_runs().map(|run| &run.replay).collect();
        let progress = Progress::default();
        let asked = Asked { registry: self.registry(), scene, runs, moment: slide.at, progress: &progress };
        let ask = slide.ask.as_ref()?;
        later(Here::now()?, || at_once(asked.answer(ask, &Reply::Nothing))).ok()
    }

    /// Returns the question of the slide at hand if the reader has replied, and the answer is not known for this run.
    pub(super) fn unanswered(&self) -> Option<SlideQuestion> {
        let slide = self.slide_at_hand()?;
        let reply = self.shown.asking.replies.get(&slide)?;
        let known = self.shown.asking.answer.as_ref().map(|(question, _)| question);
        let of = &self.scene().run.slides[slide];
        let ask = of.ask.as_ref()?;
        let is_known = known.is_some_and(|known| {
            let key = (known.generation, known.slide, known.moment, &known.ask, &known.reply);
            key == (self.generation, slide, of.at, ask, reply)
        });
        (!is_known).then(|| SlideQuestion {
            generation: self.generation,
            slide,
            moment: of.at,
            ask: ask.clone(),
            reply: reply.clone(),
        })
    }

    /// Stores the answer to the question of a slide.
    pub(super) fn take_slide_answer(&mut self, question: SlideQuestion, answer: AskAnswer) {
        self.shown.asking.answer = Some((question, answer));
    }
}

/// Extends a path to a cell, or cuts it there if the cell is on it. Returns `false` if no step leads to the cell.
fn extend(path: &mut Vec<Cell>, cell: Cell, rules: Option<&PathRules>) -> bool {
    if let Some(back) = path.iter().position(|&own| own == cell) {
        path.truncate(back + 1);
        return true;
    }
    let Some(&last) = path.last() else { return false };
    let leads = rules.is_none_or(|rules| rules.step(last, cell).is_some());
    let is_beside = cell.x.abs_diff(last.x) <= 1 && cell.y.abs_diff(last.y) <= 1;
    if leads && is_beside {
        path.push(cell);
    }
    leads && is_beside
}
