//! Answers questions on the calling thread, for several sessions.

use super::answers::{check, events, layer_of, moment, on_map, seek, smallest, text, why};
use super::card::card_json;
use super::difference::{difference, write_difference};
use super::moment::{moment_json, why_not_json, write_moment, write_why_not};
use super::mover::find_mover;
use super::opening::OpenedFile;
use super::{Answer, Ask, AskError, Draw, ErrorKind, Explained, Holds, picture};
use crate::lab::compare;
use gridscope_trace::{Budget, Progress, Registry, Replay};
use serde_json::json;
use std::collections::BTreeMap;

/// Reason why a log has no answer that needs other runs.
pub const LOG_RUNS_ONCE: &str = "a log of another program cannot be run again; to use its map, export it with convert";

/// Sessions by name. Each holds what was opened, and its run once that was asked for.
///
/// The runs of all sessions together take at most the memory of one. Above that, the run that was not asked about for
/// longest is freed, and recorded again when it is asked about.
pub struct Sessions {
    registry: Registry,
    draw: Option<Draw>,
    /// Budgets of a run. All runs together take at most its memory, if some can be freed.
    budget: Budget,
    opened: BTreeMap<String, Entry>,
    /// Number of questions so far.
    questions: u64,
    /// Number of runs that were recorded so far.
    recordings: usize,
}

struct Entry {
    file: OpenedFile,
    /// Number of the last question about it.
    used: u64,
}

impl Sessions {
    /// Creates sessions with these algorithms. Without `draw`, only pages are rendered.
    pub fn new(registry: Registry, draw: Option<Draw>) -> Self {
        let budget = Budget::default();
        Self { registry, draw, budget, opened: BTreeMap::new(), questions: 0, recordings: 0 }
    }

    /// Sets the budgets of a run.
    #[must_use]
    pub fn within(self, budget: Budget) -> Self {
        Self { budget, ..self }
    }

    /// Answers a question about a session. `block` is a content to open. `progress` stops the work, and counts how far it
    /// is.
    ///
    /// # Errors
    /// Returns an error if the question or the content is at fault, if the scene cannot be run, or if the caller cancels.
    pub fn answer(
        &mut self,
        session: &str,
        ask: &Ask,
        block: Option<&[u8]>,
        progress: &Progress,
    ) -> Result<Answer, AskError> {
        self.questions += 1;
        match ask {
            Ask::Open(request) => {
                // The old content stays if the new one cannot be read, as a file that is being saved.
                if let Some(before) = self.opened.get_mut(session).filter(|entry| entry.file.can_forget()) {
                    before.file.forget_run();
                }
                let file = OpenedFile::open(&self.registry, request, block, self.budget, progress)?;
                let size = file.scene.size();
                let algorithm = file.scene.run.algorithm.clone();
                let answer = Answer::Open {
                    holds: file.holds(),
                    algorithm,
                    size: [size.width, size.height],
                    notes: file.notes.clone(),
                };
                self.opened.insert(session.to_owned(), Entry { file, used: self.questions });
                return Ok(answer);
            }
            Ask::Close {} => {
                self.opened.remove(session);
                return Ok(Answer::Close {});
            }
            Ask::Algorithm { name } => {
                let runner = self.registry.named(name).map_err(AskError::input)?;
                return Ok(Answer::Algorithm { card: card_json(runner.card()) });
            }
            _ => {}
        }
        let answer = match ask {
            Ask::Diff { with } => self.difference(session, with, progress),
            Ask::Compare { with } => self.comparison(session, with, progress),
            _ => self.one(session, ask, progress),
        };
        self.make_room(session);
        answer
    }

    /// Frees runs until all together fit into the memory of one.
    fn make_room(&mut self, asked: &str) {
        while self.opened.values().map(|entry| entry.file.bytes()).sum::<usize>() > self.budget.memory {
            let others = self.opened.iter_mut().filter(|(name, entry)| *name != asked && entry.file.can_forget());
            match others.min_by_key(|(_, entry)| entry.used) {
                Some((_, entry)) => entry.file.forget_run(),
                None => break,
            }
        }
    }

    fn file(&mut self, session: &str) -> Result<(&mut OpenedFile, &mut usize), AskError> {
        let none = || {
            AskError::new(ErrorKind::Question, format!("there is no session {session:?}; expected to open one first"))
        };
        let entry = self.opened.get_mut(session).ok_or_else(none)?;
        entry.used = self.questions;
        Ok((&mut entry.file, &mut self.recordings))
    }

    /// Returns a sentence about what is wrong with the log or trace of a session, although it can be shown.
    pub fn fault(&self, session: &str) -> Option<&str> {
        self.opened.get(session)?.file.fault.as_deref()
    }

    /// Returns a view of a session's run, at its end.
    fn end_of(&mut self, session: &str, progress: &Progress) -> Result<Replay, AskError> {
        let (file, count) = self.file(session)?;
        let mut run = file.run(progress, count)?.fork();
        run.seek(usize::MAX);
        Ok(run)
    }

    fn difference(&mut self, session: &str, with: &str, progress: &Progress) -> Result<Answer, AskError> {
        let (a, b) = (self.end_of(session, progress)?, self.end_of(with, progress)?);
        let data = difference(&a, &b);
        progress.check()?;
        let text = text(|out| write_difference(&a, &b, &data, out))?;
        Ok(Answer::Diff(Explained { text, data }))
    }

    fn comparison(&mut self, session: &str, with: &[String], progress: &Progress) -> Result<Answer, AskError> {
        let mut runs = vec![self.end_of(session, progress)?];
        for other in with {
            runs.push(self.end_of(other, progress)?);
        }
        let rows = compare::measures(&runs).into_iter();
        let row = |m: compare::Measure| json!({ "name": m.name, "values": m.values, "differs": m.differs });
        Ok(Answer::Compare { rows: rows.map(row).collect() })
    }

    /// Answers a question about one session.
    fn one(&mut self, session: &str, ask: &Ask, progress: &Progress) -> Result<Answer, AskError> {
        let (draw, registry) = (self.draw, self.registry.clone());
        let (file, count) = self.file(session)?;
        match ask {
            Ask::Scene {} => Ok(Answer::Scene { scene: file.scene_json()? }),
            Ask::Run { events } => {
                file.set_events(*events);
                let run = file.run(progress, count)?;
                run.seek(usize::MAX);
                let algorithm = run.schema().algorithm.to_string();
                let events = run.len();
                let steps = run.steps().len();
                let (halted, outcome) = (run.halted(), json!(run.outcome()));
                let (fault, notes, warnings) = (file.fault.clone(), file.notes.clone(), file.warnings.clone());
                let recordings = *count;
                Ok(Answer::Run { algorithm, outcome, events, steps, halted, fault, notes, warnings, recordings })
            }
            Ask::Events { from, to, form } => events(file.run(progress, count)?, *from, *to, *form, progress),
            Ask::Layer { layer, at, form } => {
                let run = file.run(progress, count)?;
                seek(run, at.unwrap_or(run.len()))?;
                layer_of(run, layer, *form)
            }
            Ask::Step { at, line } => {
                let at = match (at, line) {
                    (Some(_), Some(_)) => {
                        return Err(AskError::new(ErrorKind::Question, "expected at or line, not both"));
                    }
                    (at, None) => *at,
                    (None, Some(line)) => Some(file.event_on_line(*line)?),
                };
                let run = moment(file, at, progress, count)?;
                let text = text(|out| write_moment(run, out))?;
                Ok(Answer::Step(Explained { text, data: moment_json(run, None) }))
            }
            Ask::Why { cell: None, event: None, actor: Some(actor), at } => {
                let (scene, run) = (file.scene.clone(), moment(file, *at, progress, count)?);
                let (movers, mover) = find_mover(run, &scene, actor).map_err(AskError::input)?;
                let text = text(|out| movers.write_why(mover, run, out))?;
                Ok(Answer::Why(Explained { text, data: movers.why_json(mover, run) }))
            }
            Ask::Why { actor: Some(_), .. } => {
                Err(AskError::new(ErrorKind::Question, "expected an actor, or a cell, or an event"))
            }
            Ask::Why { cell, event, actor: None, at } => {
                let run = moment(file, event.or(*at), progress, count)?;
                why(run, *cell, *event)
            }
            Ask::WhyNot { cells, actor: Some(actor), at } => {
                let (scene, run) = (file.scene.clone(), moment(file, *at, progress, count)?);
                let (movers, mover) = find_mover(run, &scene, actor).map_err(AskError::input)?;
                if cells.len() > 1 {
                    return Err(AskError::new(ErrorKind::Question, "cells: expected at most one cell for an actor"));
                }
                cells.iter().try_for_each(|&cell| on_map(run, cell))?;
                let why = movers.why_not(mover, cells.first().copied(), run.cursor(), &scene);
                let text = text(|out| write_why_not(run, &why, out))?;
                Ok(Answer::WhyNot(Explained { text, data: why_not_json(run, &why) }))
            }
            Ask::WhyNot { cells, actor: None, at } => {
                let run = moment(file, *at, progress, count)?;
                if cells.is_empty() {
                    return Err(AskError::new(ErrorKind::Question, "cells: expected a cell, or the cells of a path"));
                }
                cells.iter().try_for_each(|&cell| on_map(run, cell))?;
                let why = run.why_not_path(cells);
                let text = text(|out| write_why_not(run, &why, out))?;
                Ok(Answer::WhyNot(Explained { text, data: why_not_json(run, &why) }))
            }
            Ask::Ties {} => {
                let run = file.run(progress, count)?;
                Ok(Answer::Ties { events: run.ties().iter().map(|&event| event as usize + 1).collect() })
            }
            Ask::Check {} => check(file, &registry, progress, count),
            Ask::Minimise { keep } => {
                if file.holds() == Holds::Log {
                    return Err(AskError::input(LOG_RUNS_ONCE).at(&file.name));
                }
                if file.holds() == Holds::Trace {
                    file.run(progress, count)?;
                }
                if let Some(fault) = &file.fault {
                    return Err(AskError::input(fault).at(&file.name));
                }
                smallest(file, &registry, keep, progress)
            }
            Ask::Render(request) => {
                let session = file.session(progress, count)?;
                let block = request.draw_session(session, draw, progress);
                file.show_first_moment();
                Ok(Answer::Render { block: block?.ok_or(gridscope_trace::trace::Halt::Cancelled)? })
            }
            Ask::Link { at, cell, layer } => {
                let session = file.session(progress, count)?;
                if let Some(cell) = cell.filter(|&cell| !session.scene().size().contains(cell)) {
                    return Err(AskError::outside(cell, session.scene().size()));
                }
                let answer = picture::link(session, *at, *cell, layer.as_deref());
                file.show_first_moment();
                answer
            }
            // These are answered elsewhere.
            Ask::Open(_) | Ask::Close {} | Ask::Algorithm { .. } | Ask::Diff { .. } | Ask::Compare { .. } => {
                Ok(Answer::Close {})
            }
        }
    }
}
