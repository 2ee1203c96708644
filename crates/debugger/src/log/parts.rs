//! Lines of a log that become several events: paths, choices, layers and sight.

use super::cases::CellEffect;
use super::conversion::{LogConversion, RunEvent, actor_of};
use super::lens::{Choice, Weighed};
use super::values::own;
use crate::formats::log::{LogEvent, Word};
use gridscope_trace::event::Slot;
use gridscope_trace::geometry::Cell;

impl LogConversion<'_> {
    pub(super) fn path(&mut self, event: &LogEvent) {
        self.ended = true;
        let cells: Vec<Cell> = event.cells("cells").unwrap_or_default();
        self.outcome.insert("length".into(), cells.len().into());
        if let Some(cost) = event.number("cost") {
            self.outcome.insert("cost".into(), cost.into());
        }
        let trace_event = self.build_run_event(event, CellEffect::Plain);
        if let (None, Some(&last)) = (event.at.filter(|&at| self.size.contains(at)), cells.last()) {
            self.run.is_about(last);
        }
        self.push(trace_event);
        self.lens.paths.push((self.next(), cells.clone()));
        for cell in cells {
            self.push_part(event, cell, Some(Slot::Cell(self.lens.answer, cell)));
        }
    }

    pub(super) fn choice(&mut self, event: &LogEvent) {
        let number = self.next();
        let set = event.text("set").unwrap_or_default().to_owned();
        let name = event.others.get("name").filter(|name| !name.is_null()).map(|name| own(name).to_string());
        let is_named = event.at.is_some() || name.is_some();
        let mut trace_event =
            self.build_run_event(event, if is_named { CellEffect::Plain } else { CellEffect::Unnamed });
        trace_event.slot = event.at.map(|at| Slot::Cell(self.lens.choice, at));
        // At most one choice of each set is open.
        let next = self.lens.choices.len();
        let k = if event.word == Word::Weigh {
            *self.open_choices.entry(set.clone()).or_insert(next)
        } else {
            self.open_choices.remove(&set).unwrap_or(next)
        };
        if k == next {
            self.lens.choices.push(Choice { set, ..Choice::default() });
        }
        let choice = &mut self.lens.choices[k];
        if event.word == Word::Weigh {
            choice.weighed.push(Weighed { event: number, cell: event.at, name, score: event.number("score") });
        } else {
            choice.chose = Some((number, event.at, name));
            self.lens.chosen.insert(number, k);
            choice.highest = event.text("best") == Some("highest");
            if choice.is_tied() {
                self.lens.ties.insert(number);
            }
        }
        self.push(trace_event);
    }

    pub(super) fn set(&mut self, event: &LogEvent) {
        let layer = event.text("layer").and_then(|name| self.sets.get(name)).copied();
        let mut trace_event = self.build_run_event(event, CellEffect::Plain);
        trace_event.slot = event.at.zip(layer).map(|(at, layer)| Slot::Cell(layer, at));
        if event.word == Word::Clear && event.at.is_none() {
            // Each cell with a value is cleared by an event of its own.
            self.push(trace_event);
            let Some(layer) = layer else { return };
            let valued_cells = self.held.remove(&layer).unwrap_or_default();
            for at in valued_cells {
                self.push_part(event, at, Some(Slot::Cell(layer, at)));
            }
            return;
        }
        if let (Some(at), Some(layer)) = (event.at, layer) {
            let valued_cells = self.held.entry(layer).or_default();
            if event.word == Word::Set {
                valued_cells.insert(at)
            } else {
                valued_cells.remove(&at)
            };
        }
        self.push(trace_event);
    }

    pub(super) fn sight(&mut self, event: &LogEvent) {
        let actor = actor_of(event).unwrap_or_default();
        let cells: Vec<Cell> =
            event.at.map_or_else(|| self.sees.get(&actor).into_iter().flatten().copied().collect(), |at| vec![at]);
        if event.at.is_none() {
            let trace_event = self.build_run_event(event, CellEffect::Unnamed);
            self.push(trace_event);
        }
        for at in cells {
            let by = self.seen.entry(at).or_default();
            let sees = self.sees.entry(actor.clone()).or_default();
            let changed = if event.word == Word::See {
                by.insert(actor.clone());
                sees.insert(at);
                true
            } else {
                by.remove(&actor);
                sees.remove(&at);
                by.is_empty()
            };
            let slot = changed.then_some(Slot::Cell(self.lens.sight, at));
            if event.at.is_none() {
                self.push_part(event, at, slot);
            } else {
                let trace_event = self.build_run_event(event, CellEffect::Plain);
                self.push(RunEvent { slot, ..trace_event });
            }
        }
    }
}
