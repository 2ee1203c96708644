//! Decisions: no candidate of the same set may beat the chosen one, and a rejected candidate may not be chosen.

use super::{Outcome, Phases, Place, World, actor_of};
use crate::audit::Rule;
use crate::audit::digits::numbers_apart;
use crate::formats::log::LogEvent;
use gridscope_trace::geometry::Cell;
use std::collections::HashMap;

/// Maximum number of candidates in open decisions.
const MAX_CANDIDATES: usize = 1 << 20;
/// Maximum number of candidates that are compared with rejections.
const COMPARED: usize = 1 << 26;
/// Reasons of rejections during a search. They say nothing about a candidate.
const OF_A_SEARCH: [&str; 6] = ["wall", "corner", "closed", "costlier", "dearer", "equal"];

#[derive(Clone, Debug)]
struct Candidate {
    at: Option<Cell>,
    name: Option<String>,
    score: Option<f64>,
    line: usize,
    /// Number of the phase in which it was weighed; 0 outside all phases.
    phase: usize,
    rejection: Rejection,
}

/// Whether a candidate was rejected after it was weighed.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Rejection {
    None,
    /// An event may be about the candidate, or about something else on its cell.
    Possible,
    /// The line and the reason.
    Stated(usize, String),
}

impl Candidate {
    /// Returns whether this may be the candidate with that cell and name. A property stated by only one side does not
    /// count.
    fn is(&self, at: Option<Cell>, name: Option<&str>) -> bool {
        match (self.at.zip(at), self.name.as_deref().zip(name)) {
            (None, None) => false,
            (cells, names) => cells.is_none_or(|(a, b)| a == b) && names.is_none_or(|(a, b)| a == b),
        }
    }

    fn place_or_name(&self, world: &impl World) -> String {
        self.name.clone().or_else(|| self.at.map(|at| world.place(at))).unwrap_or_default()
    }
}

#[derive(Debug, Default)]
struct Set {
    candidates: Vec<Candidate>,
    /// Index in the list of each candidate, by cell and name.
    index: HashMap<(Option<Cell>, Option<String>), usize>,
    /// Whether a candidate states both a cell and a name.
    states_both: bool,
    /// Whether a random draw has decided meanwhile.
    diced: bool,
}

impl Set {
    /// Returns the indices of the candidates that may have that cell and name.
    fn like(&self, at: Option<Cell>, name: Option<&str>) -> Vec<usize> {
        if self.states_both {
            return (0..).zip(&self.candidates).filter(|(_, c)| c.is(at, name)).map(|(index, _)| index).collect();
        }
        let identities = [(at, None), (None, name.map(str::to_owned))];
        identities.iter().filter_map(|identity| self.index.get(identity).copied()).collect()
    }
}

/// Decisions that were not made yet.
#[derive(Debug, Default)]
pub(super) struct Choices {
    sets: HashMap<(String, Option<String>), Set>,
    waiting: usize,
    /// Number of candidates that were compared with rejections.
    compared: usize,
    asked: bool,
}

fn key_of(event: &LogEvent) -> (String, Option<String>) {
    let set = event.others.get("set").filter(|told| !told.is_null());
    let set = set.map(|told| told.as_str().map_or_else(|| told.json().to_string(), str::to_owned));
    (set.unwrap_or_default(), actor_of(event))
}

fn name_of(event: &LogEvent) -> Option<String> {
    let name_value = event.others.get("name").filter(|told| !told.is_null())?;
    Some(name_value.as_str().map_or_else(|| name_value.json().to_string(), str::to_owned))
}

fn phase_of(phases: &Phases) -> usize {
    phases.open.last().map_or(0, |phase| phase.0 + 1)
}

impl Choices {
    pub(super) fn dice(&mut self) {
        self.sets.values_mut().for_each(|set| set.diced = true);
    }

    pub(super) fn weigh(&mut self, place: Place, event: &LogEvent, phases: &Phases) {
        let name = name_of(event);
        if (event.at.is_none() && name.is_none()) || self.waiting >= MAX_CANDIDATES {
            return;
        }
        let score = event.number("score");
        let line = place.1;
        let phase = phase_of(phases);
        let candidate = Candidate { at: event.at, name, score, line, phase, rejection: Rejection::None };
        let set = self.sets.entry(key_of(event)).or_default();
        set.states_both |= candidate.at.is_some() && candidate.name.is_some();
        let identity = (candidate.at, candidate.name.clone());
        if let Some(&known) = set.index.get(&identity) {
            set.candidates[known] = candidate;
        } else {
            set.index.insert(identity, set.candidates.len());
            set.candidates.push(candidate);
            self.waiting += 1;
        }
    }

    /// Marks the candidates that a `reject` is about. A rejection of a search, or by another actor than the one that
    /// decides, may be about something else.
    pub(super) fn reject(&mut self, line: usize, event: &LogEvent) {
        if self.sets.is_empty() || self.compared > COMPARED {
            return;
        }
        let (key, name) = (key_of(event), name_of(event));
        let why = event.text("why").unwrap_or_default();
        let is_search = event.from.is_some() || OF_A_SEARCH.contains(&why);
        let states_set = event.others.get("set").is_some_and(|set| !set.is_null());
        for ((set, actor), all) in &mut self.sets {
            let other_actor = matches!((actor, &key.1), (Some(a), Some(b)) if a != b);
            if other_actor || (states_set && *set != key.0) {
                continue;
            }
            let is_certain = !is_search && *actor == key.1;
            for index in all.like(event.at, name.as_deref()) {
                let rejection = &mut all.candidates[index].rejection;
                if is_certain {
                    *rejection = Rejection::Stated(line, why.to_owned());
                } else if *rejection == Rejection::None {
                    *rejection = Rejection::Possible;
                }
            }
            self.compared += if all.states_both { all.candidates.len() } else { 1 };
        }
    }

    pub(super) fn choose(
        &mut self,
        (index, line): Place,
        event: &LogEvent,
        phases: &Phases,
        world: &impl World,
        out: &mut Outcome,
    ) {
        let key = key_of(event);
        // A candidate may be logged without its actor, which only the choice names.
        let nameless = self.sets.remove(&(key.0.clone(), None));
        let own = if key.1.is_some() { self.sets.remove(&key) } else { None };
        self.waiting -= [&nameless, &own].into_iter().flatten().map(|set| set.candidates.len()).sum::<usize>();
        let Some(set) = own.or(nameless) else { return };
        let (name, is_diced) = (name_of(event), set.diced);
        if is_diced || self.compared > COMPARED {
            return;
        }
        let candidates: Vec<_> = set.candidates.iter().filter(|c| c.is(event.at, name.as_deref())).collect();
        if let Some(candidate) = candidates.first()
            && let Rejection::Stated(rejected, why) = &candidate.rejection
            && candidates.iter().all(|c| matches!(c.rejection, Rejection::Stated(..)))
        {
            self.asked = true;
            let why = if why.is_empty() { String::new() } else { format!(" as {why}") };
            let sentence =
                format!("{} was chosen, but line {rejected} rejected it{why}.", candidate.place_or_name(world));
            return out.add_finding(Rule::Choice, (index, line), candidate.at.or(event.at), sentence);
        }
        let highest = match event.text("best") {
            Some("highest") => true,
            None | Some("lowest") => false,
            Some(_) => return,
        };
        let mut chosen_candidate: Option<(f64, &Candidate)> = None;
        let worth = |score: f64| if highest { -score } else { score };
        for candidate in candidates {
            // A candidate without a score may be the chosen one.
            let Some(score) = candidate.score else { return };
            if chosen_candidate.is_none_or(|(best, _)| worth(score) < best) {
                chosen_candidate = Some((worth(score), candidate));
            }
        }
        let Some((worth_of_chosen, chosen)) = chosen_candidate else { return };
        self.asked = true;
        // A candidate of a phase that has ended may belong to an abandoned decision.
        let counts = |c: &Candidate| {
            c.phase == chosen.phase || c.phase == 0 || phases.open.iter().any(|phase| phase.0 + 1 == c.phase)
        };
        let waits = |c: &&Candidate| counts(c) && c.rejection == Rejection::None;
        let better = set.candidates.iter().filter(waits).filter_map(|c| Some((worth(c.score?), c)));
        let Some((best, by)) = better.min_by(|a, b| a.0.total_cmp(&b.0)) else { return };
        if best < worth_of_chosen && !world.same(best, worth_of_chosen) {
            let [own, other] = numbers_apart([worth(worth_of_chosen), worth(best)]);
            let sentence = format!(
                "{} was chosen with a score of {own}, but {} (line {}) has {other}, which is {}.",
                chosen.place_or_name(world),
                by.place_or_name(world),
                by.line,
                if highest { "higher" } else { "lower" },
            );
            out.add_finding(Rule::Choice, (index, line), chosen.at.or(event.at), sentence);
        }
    }

    pub(super) fn finish(&self, out: &mut Outcome) {
        if self.asked {
            out.asked.push(Rule::Choice);
        }
    }
}
