//! Answers to the questions of slides. They come from the run alone: its path, its next choice, its events, its outcome.

use super::Reply;
use crate::lab::ending::field_name;
use crate::lab::find::unknown;
use crate::lab::minimise::RunField;
use crate::lesson::exercise::{Claim, ExerciseProgress};
use crate::session::predict::holding;
use gridscope_trace::card::LayerKind;
use gridscope_trace::geometry::Cell;
use gridscope_trace::progress::Progress;
use gridscope_trace::slide::{Ask, AskOption};
use gridscope_trace::trace::breakpoint::Condition;
use gridscope_trace::{Registry, Replay, Scene};
use std::sync::Arc;

/// How a reply compares with the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Verdict {
    /// A right reply.
    Right,
    /// A number or path that is off by at most a tenth.
    Nearly,
    /// A wrong reply.
    Wrong,
    /// A path that does not reach the goal.
    Unfinished,
    /// No reply.
    #[default]
    Shown,
}

/// The answer of the run to a reply.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct AskAnswer {
    /// How the reply compares with it.
    pub verdict: Verdict,
    /// The answer in a few words, such as `You pay 52, the guard 51`.
    pub title: String,
    /// Why, in Markdown.
    pub text: String,
    /// Cells of the text that have pins, in the order of their numbers.
    pub pins: Vec<Cell>,
    /// The path that the reader drew.
    pub path: Vec<Cell>,
    /// Words for the actor of the run's path, such as `the guard`.
    pub who: String,
    /// The path of the run.
    pub run_path: Vec<Cell>,
    /// Cost up to each cell of the run's path, in words. Empty if there are no costs.
    pub costs: Vec<String>,
    /// Tags of the run's path and of the reader's. Either may be empty.
    pub tags: (String, String),
    /// The right number.
    pub number: Option<f64>,
    /// The right cells.
    pub cells: Vec<Cell>,
    /// The cell that the reader picked.
    pub picked: Option<Cell>,
    /// Whether each option is right.
    pub options: Vec<bool>,
}

/// A question at its moment, with the runs that answer it.
pub(super) struct Asked<'a> {
    pub(super) registry: &'a Registry,
    pub(super) scene: &'a Arc<Scene>,
    /// The runs side by side, the main one first.
    pub(super) runs: Vec<&'a Replay>,
    /// Moment of the slide.
    pub(super) moment: usize,
    pub(super) progress: &'a Progress,
}

/// Share by which a number that is nearly right may be off.
pub const NEAR: f64 = 0.1;

/// Returns whether a number is nearly right.
pub(super) fn is_near(number: f64, right: f64) -> bool {
    (number - right).abs() <= right.abs() * NEAR
}

impl Asked<'_> {
    /// Returns the answer to a reply.
    ///
    /// # Errors
    /// Returns what the run does not have, if it has no answer.
    pub(super) async fn answer(&self, ask: &Ask, reply: &Reply) -> Result<AskAnswer, String> {
        if self.runs.iter().any(|run| run.trace().first() > 0) {
            return Err("the recording begins in the middle of the run".to_owned());
        }
        let mut answer = self.answer_of_run(ask, reply).await?;
        if let Some(then) = ask.then() {
            let parts = [&*answer.text, then];
            answer.text = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n");
        }
        Ok(answer)
    }

    async fn answer_of_run(&self, ask: &Ask, reply: &Reply) -> Result<AskAnswer, String> {
        match (ask, reply) {
            (Ask::Path { .. }, Reply::Path(path)) => super::path::answer(self, path).await,
            (Ask::Path { .. }, _) => super::path::answer(self, &[]).await,
            (Ask::Cell { hits, .. }, reply) => {
                let size = self.scene.size();
                let picked =
                    if let Reply::Cell(cell) = reply { Some(*cell).filter(|&cell| size.contains(cell)) } else { None };
                match hits {
                    Some(hits) => self.cell_of_events(hits, picked).await,
                    None => self.next_choice(picked),
                }
            }
            (Ask::Number { of, .. }, reply) => {
                self.number(of, if let Reply::Number(number) = reply { Some(*number) } else { None })
            }
            (Ask::Choice { options, .. }, reply) => {
                self.choice(options, if let Reply::Choice(choice) = reply { Some(*choice) } else { None }).await
            }
        }
    }

    fn run(&self) -> Result<&Replay, String> {
        self.runs.first().copied().ok_or_else(|| "there is no run".to_owned())
    }

    /// Answers with the next choice of the run after the moment.
    fn next_choice(&self, picked: Option<Cell>) -> Result<AskAnswer, String> {
        let run = self.run()?;
        let no_choice = || format!("the run has no choice of a cell after event {}", self.moment);
        let (event, _) = run.question(self.moment.min(run.len())).ok_or_else(no_choice)?;
        let mut before = run.fork();
        before.seek(run.asked_at(event));
        let values = |cell| holding(&before, event, cell);
        Ok(cell_answer(run.answers(event), picked, &run.event(event).sentence, values))
    }

    /// Answers with the cells of the events that fulfil a condition.
    async fn cell_of_events(&self, hits: &str, picked: Option<Cell>) -> Result<AskAnswer, String> {
        let run = self.run()?;
        let condition: Condition = hits.parse().map_err(|error| format!("{hits:?} is no condition: {error}"))?;
        if let Some(unknown) = unknown(run, &condition) {
            return Err(unknown);
        }
        let events = run.hits(&condition, self.progress).await.map_err(|halt| halt.to_string())?;
        let events: Vec<(usize, Cell)> =
            events.iter().filter_map(|&i| Some((i as usize, run.cell(i as usize)?))).collect();
        let mut cells: Vec<Cell> = events.iter().map(|&(_, cell)| cell).collect();
        cells.sort_unstable();
        cells.dedup();
        let of_picked = events.iter().find(|&&(_, cell)| Some(cell) == picked);
        let after = || events.iter().find(|&&(event, _)| event >= self.moment).or_else(|| events.first());
        let (event, _) = of_picked.or_else(after).ok_or_else(|| format!("no event with a cell fulfils {hits:?}"))?;
        let mut at = run.fork();
        at.seek(self.moment);
        Ok(cell_answer(cells, picked, &run.event(*event).sentence, |cell| values_of(&at, cell)))
    }

    fn number(&self, of: &str, reply: Option<f64>) -> Result<AskAnswer, String> {
        let field = RunField::parse(of);
        let run = self.runs.get(field.run).ok_or_else(|| format!("there is no run {}", field.letter()))?;
        let number = field.number(run.outcome()).ok_or_else(|| {
            let names = crate::lab::experiment::numbers(run.outcome()).into_iter().map(|(name, _)| name);
            format!("the outcome has no number {of:?}; it has {}", names.collect::<Vec<_>>().join(", "))
        })?;
        let right = show(number);
        let (verdict, title) = match reply {
            None => (Verdict::Shown, format!("It is {right}")),
            Some(reply) if show(reply) == right => (Verdict::Right, format!("Right: {right}")),
            Some(reply) if is_near(reply, number) => (Verdict::Nearly, format!("Nearly: it is {right}")),
            Some(_) => (Verdict::Wrong, format!("No, it is {right}")),
        };
        let run_name = if self.runs.len() > 1 { format!(" of {}", field.letter()) } else { String::new() };
        let name = format!("{}{run_name}", field_name(run.outcome(), &field.what));
        let text = match reply.filter(|_| verdict != Verdict::Right) {
            Some(reply) => {
                let side = if reply < number { "too low" } else { "too high" };
                format!(
                    "You said {}, which is **{}** {side}. The outcome of the run: {name} {right}.",
                    show(reply),
                    show((reply - number).abs())
                )
            }
            None => format!("The outcome of the run: {name} {right}."),
        };
        Ok(AskAnswer { verdict, title, text, number: Some(number), ..AskAnswer::default() })
    }

    async fn choice(&self, options: &[AskOption], reply: Option<usize>) -> Result<AskAnswer, String> {
        let lines = options.iter().map(|option| option.holds.as_str());
        let claims = ExerciseProgress::check_lines(self.registry, self.scene, &self.runs, lines, self.progress).await;
        let right: Vec<bool> = claims.iter().map(|claim| claim.holds).collect();
        if right.iter().all(|&holds| holds) || !right.contains(&true) {
            let how = if right.contains(&true) { "every option holds" } else { "no option holds" };
            let facts: Vec<String> = claims.iter().map(Claim::sentence).collect();
            return Err(format!("{how}: {}", facts.join(" ")));
        }
        let words = options.iter().zip(&right).filter(|(_, holds)| **holds).map(|(option, _)| option.words.as_str());
        let words = words.collect::<Vec<_>>().join(" · ");
        let (verdict, title) = match reply {
            None => (Verdict::Shown, words),
            Some(i) if right.get(i) == Some(&true) => (Verdict::Right, "Right".to_owned()),
            Some(_) => (Verdict::Wrong, "No".to_owned()),
        };
        let lines = options.iter().zip(&claims).map(|(option, claim)| {
            let sign = if claim.holds { "✓" } else { "✕" };
            format!("{sign} {}", option.words)
        });
        let mut states: Vec<&str> =
            claims.iter().map(|claim| &*claim.state).filter(|state| !state.is_empty()).collect();
        states.dedup();
        let states = states.into_iter().map(|state| format!("At the end: {state}."));
        let text = lines.chain(states).collect::<Vec<_>>().join("\n\n");
        Ok(AskAnswer { verdict, title, text, options: right, ..AskAnswer::default() })
    }
}

/// Returns the answer for these right cells. `values` describes a cell that was picked wrongly.
fn cell_answer(cells: Vec<Cell>, picked: Option<Cell>, sentence: &str, values: impl Fn(Cell) -> String) -> AskAnswer {
    let names = match &cells[..] {
        [one] => one.to_string(),
        [a, b] => format!("{a} or {b}"),
        all => format!("one of {} cells", all.len()),
    };
    let (verdict, title) = match picked {
        None => (Verdict::Shown, format!("It is {names}")),
        Some(cell) if cells.contains(&cell) => (Verdict::Right, format!("Right, {cell}")),
        Some(_) => (Verdict::Wrong, format!("No, it is {names}")),
    };
    let text = match picked.filter(|_| verdict == Verdict::Wrong) {
        Some(cell) => format!("{}\n\n{sentence}", values(cell)),
        None => sentence.to_owned(),
    };
    AskAnswer { verdict, title, text, cells, picked, ..AskAnswer::default() }
}

/// Returns the values that the layers show in a cell.
fn values_of(at: &Replay, cell: Cell) -> String {
    let layers = at.schema().layers.iter().enumerate().filter(|(_, layer)| layer.kind != LayerKind::Status);
    let values: Vec<String> = layers
        .filter_map(|(i, layer)| Some(format!("{} {}", layer.name.replace(['-', '_'], " "), at.value(i, cell)?)))
        .collect();
    if values.is_empty() { format!("{cell} has no values yet.") } else { format!("{cell} has {}.", values.join(", ")) }
}

/// Returns a number with at most two decimals.
fn show(number: f64) -> String {
    let rounded = (number * 100.0).round() / 100.0;
    rounded.to_string()
}
