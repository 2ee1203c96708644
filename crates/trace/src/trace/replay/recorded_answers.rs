//! The contents of a trace file besides the events, so that the run can be shown without its algorithm.

use super::Replay;
use crate::card::CodeOnlyAnswer;
use crate::event::Level;
use crate::geometry::Cell;
use crate::terrain::Tile;
use crate::trace::Progress;
use crate::trace::event_answers::EventAnswers;
use crate::trace::lens::Paint;
use crate::trace::recorded_answers::{RecordedAnswers, Stage};
use crate::trace::tally::Expectation;
use crate::workers::Workers;
use std::collections::BTreeMap;
use std::ops::Range;

/// Largest number of events for which a trace file includes second lines, ties and choices. Each needs a query at its
/// moment.
const MAX_EXPLAINED: usize = 500_000;

/// Number of events that a thread is given at once.
const EVENTS_AT_ONCE: usize = 8192;

/// Largest product of events and cells for which a trace file includes actors and watched values. Each needs a query of
/// the map.
const MAX_STAGED: usize = 200_000_000;

impl Replay {
    /// Collects the answers of the algorithm's code about single events, and about its lists. The threads of the caller
    /// ask about the events.
    pub fn recorded_answers(&self, workers: &Workers) -> RecordedAnswers {
        let (trace, lens) = (self.trace(), self.lens());
        let (cases, mut events) = (self.usual_answers(), BTreeMap::new());
        let mut hits = vec![Vec::new(); self.schema().checks.len()];
        Progress::default().with_workers(workers.clone()).in_order(
            self.len().div_ceil(EVENTS_AT_ONCE),
            |piece, _| {
                let first = piece * EVENTS_AT_ONCE;
                let piece = first..self.len().min(first + EVENTS_AT_ONCE);
                (self.unusual_answers(piece.clone(), &cases), self.hits_of_checks(piece))
            },
            |answers| {
                let Some((unusual, more_hits)) = answers else { return true };
                events.extend(unusual);
                hits.iter_mut().zip(more_hits).for_each(|(all, more)| all.extend(more));
                true
            },
        );
        let mut recorded_answers = RecordedAnswers { cases, events, hits, ..RecordedAnswers::default() };
        if self.is_explained() {
            self.explain_all(&mut recorded_answers);
        }
        if self.is_staged() {
            recorded_answers.stages = Some(self.stages());
        }
        let end = self.player().at_moment(self.len());
        let painted = |layer| match lens.paint(layer, &end) {
            Paint::Last(layers) => Some(layers),
            Paint::Of(..) => None,
        };
        let paint: Option<Vec<_>> = (0..self.schema().layers.len()).map(painted).collect();
        recorded_answers.paint = paint.unwrap_or_default();
        recorded_answers.lists = lens.lists().to_vec();
        recorded_answers.taking_ties = lens.taking_ties();
        recorded_answers.newest_first = lens.queue_newest_first(trace);
        recorded_answers
    }

    /// Returns the answers about the first event of each case.
    fn usual_answers(&self) -> Vec<EventAnswers> {
        let mut firsts = vec![None; self.schema().cases.len()];
        let mut left = firsts.len();
        for event in 0..self.len() {
            if let Some(first @ None) = firsts.get_mut(self.trace().case_number(event)) {
                *first = Some(event);
                left -= 1;
                if left == 0 {
                    break;
                }
            }
        }
        let answers = |event| EventAnswers::by(self.lens(), self.trace(), event);
        firsts.into_iter().map(|first| first.map(answers).unwrap_or_default()).collect()
    }

    /// Returns the answers about some of the events that differ from the usual ones of their cases.
    fn unusual_answers(&self, events: Range<usize>, usual: &[EventAnswers]) -> Vec<(u32, EventAnswers)> {
        let (trace, lens, mut fields) = (self.trace(), self.lens(), Vec::new());
        let is_unusual = |&event: &usize| {
            trace.fields(event, &mut fields);
            !usual.get(trace.case_number(event)).is_some_and(|usual| usual.fit(lens, trace, event, &fields))
        };
        events.filter(is_unusual).map(|event| (event as u32, EventAnswers::by(lens, trace, event))).collect()
    }

    /// Returns those of the events at which each ready-made breakpoint is true.
    fn hits_of_checks(&self, events: Range<usize>) -> Vec<Vec<u32>> {
        let mut all = vec![Vec::new(); self.schema().checks.len()];
        if all.is_empty() {
            return all;
        }
        let (lens, mut before) = (self.lens(), self.player().at_moment(events.start));
        let first_tie = self.ties().partition_point(|&tie| (tie as usize) < events.start);
        let mut ties = self.ties().iter().skip(first_tie).peekable();
        for index in events {
            let tied = ties.next_if(|&&tie| tie as usize == index).is_some();
            for (check, hits) in all.iter_mut().enumerate() {
                if lens.check(check, &before, index, tied) {
                    hits.push(index as u32);
                }
            }
            before.forward();
        }
        all
    }

    /// Returns the kinds of answer that the algorithm gives but [`Replay::recorded_answers`] does not include.
    pub fn code_only_answers(&self) -> Vec<CodeOnlyAnswer> {
        let own = self.card().map_or(&[][..], |card| card.code_only_answers);
        let second = (!self.is_explained()).then_some(CodeOnlyAnswer::SecondLine);
        let stages = [CodeOnlyAnswer::Watch, CodeOnlyAnswer::Turns, CodeOnlyAnswer::Tiles, CodeOnlyAnswer::Actors];
        let stages = stages
            .into_iter()
            .filter(|_| !self.is_staged() && self.card().is_some_and(|c| !c.code_only_answers.is_empty()));
        let tally = self.schema().tally.as_ref();
        let is_graph_omitted = tally.is_some_and(|tally| tally.expectation.graph().cells.len() > Expectation::MAX_TOLD);
        let sampled = [
            CodeOnlyAnswer::Path,
            CodeOnlyAnswer::Figures,
            CodeOnlyAnswer::WhyNot,
            CodeOnlyAnswer::Charts,
            CodeOnlyAnswer::Roses,
        ];
        let sampled = sampled.into_iter().filter(|_| is_graph_omitted);
        own.iter().copied().chain(second).chain(stages).chain(sampled).collect()
    }

    fn is_explained(&self) -> bool {
        self.len() <= MAX_EXPLAINED
    }

    fn is_staged(&self) -> bool {
        self.is_explained() && self.len().saturating_mul(self.size().area()) <= MAX_STAGED
    }

    /// Returns the actors, changed tiles and watched values after every event that may have changed them.
    fn stages(&self) -> BTreeMap<u32, Stage> {
        let (lens, mut player) = (self.lens(), self.player().at_moment(0));
        let (mut all, mut old) = (BTreeMap::new(), (Vec::new(), BTreeMap::new(), Vec::new(), None));
        for at in 0..=self.len() {
            let before = at.checked_sub(1);
            let (restages, rewatches) =
                before.map_or((true, true), |event| (self.restages(event), self.rewatches(event)));
            if !restages && !rewatches {
                continue;
            }
            player.seek(at);
            let mut stage = Stage::default();
            if restages {
                let tokens = lens.tokens(&player);
                if tokens != old.0 {
                    stage.tokens = Some(tokens.clone());
                    old.0 = tokens;
                }
                let tiles: BTreeMap<Cell, Tile> = lens.tiles(&player).into_iter().collect();
                let gone = old.1.keys().filter(|&cell| !tiles.contains_key(cell)).map(|&cell| (cell, None));
                stage.tiles = gone.collect();
                let new = tiles.iter().filter(|&(cell, tile)| old.1.get(cell) != Some(tile));
                stage.tiles.extend(new.map(|(&cell, &tile)| (cell, Some(tile))));
                old.1 = tiles;
            }
            if rewatches || restages {
                // The watched values of a search come from its open list.
                let own = self.schema().order.is_empty();
                let (watch, turn) = (if own { lens.watch(&player) } else { Vec::new() }, lens.turn(&player));
                if watch != old.2 {
                    stage.watch = Some(watch.clone());
                    old.2 = watch;
                }
                if turn != old.3 {
                    stage.turn = Some(turn);
                    old.3 = turn;
                }
            }
            if stage != Stage::default() {
                all.insert(at as u32, stage);
            }
        }
        all
    }

    /// Collects second lines, ties and choices in one pass over the run. Those that the open list decides are left out,
    /// because they can be computed from it later.
    fn explain_all(&self, told: &mut RecordedAnswers) {
        let (trace, lens) = (self.trace(), self.lens());
        let searches = !self.schema().order.is_empty();
        let (mut before, mut after) = (self.player().at_moment(0), self.player().at_moment(0));
        let mut second = BTreeMap::new();
        for i in 0..self.len() {
            if searches && self.pops(i) {
                continue;
            }
            let number = i as u32;
            before.seek(i);
            after.seek(i + 1);
            let line = lens.explain(&after);
            if !line.is_empty() {
                second.insert(number, line);
            }
            let tie = self.ties().binary_search(&number).is_ok();
            let records_decision = searches && (tie || trace.case(i).level != Level::Detail);
            if records_decision && let Some(choice) = lens.decision(&after) {
                told.decisions.insert(number, choice);
            } else if tie && let Some(tie) = self.own_tie(i, &before, &after) {
                told.ties.insert(number, tie);
            }
        }
        told.second = second;
    }
}
