//! Checks the claims of a lesson: whether each fact holds at the moment of its slide, and what is true instead.

use crate::SessionCommand;
use crate::lesson::suggestion::offers;
use crate::session::Session;
use gridscope_trace::cheapest_paths::{Dag, Walk, distances};
use gridscope_trace::claim::{Claim, Fact};
use gridscope_trace::ends::ends;
use gridscope_trace::movement::{Mover, Passage, StepCosts};
use gridscope_trace::observe::unhalted;
use gridscope_trace::progress::{Progress, at_once};
use gridscope_trace::trace::breakpoint::{Ask, Condition, Source};
use gridscope_trace::{Cell, Registry, Replay, Scene};
use serde_json::Value;
use std::fmt;
use std::ops::ControlFlow::Continue;

/// A claim that is not true.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FalseClaim {
    /// Number of the slide, from 1, or 0 for the notes.
    pub slide: usize,
    /// Words of the claim.
    pub words: String,
    /// Reason why the claim is false, such as `ways: 72, not 71`.
    pub reason: String,
}

impl fmt::Display for FalseClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.slide {
            0 => f.write_str("the notes")?,
            slide => write!(f, "slide {slide}")?,
        }
        write!(f, ", {:?}: {}", self.words, self.reason)
    }
}

/// Returns the claims of a scene that are not true, in the order of its slides. Those of the notes come first.
pub fn false_claims(registry: &Registry, scene: &Scene) -> Vec<FalseClaim> {
    let mut session = Session::new(registry.clone(), scene.clone());
    session.settle();
    let notes = (0, scene.notes.as_str(), usize::MAX, &scene.run.claims);
    let slides = (1..).zip(&scene.run.slides).map(|(i, slide)| (i, slide.note.as_str(), slide.at, &slide.claims));
    let mut all = Vec::new();
    for (slide, text, moment, claims) in std::iter::once(notes).chain(slides) {
        for claim in claims {
            let mut add = |reason| all.push(FalseClaim { slide, words: claim.words.clone(), reason });
            if claim.words.is_empty() || !text.contains(&claim.words) {
                add("the text does not contain these words".to_owned());
            }
            if let Err(reason) = check(&mut session, claim, moment) {
                add(reason);
            }
        }
    }
    all
}

/// Returns the number of claims of a scene.
pub fn count(scene: &Scene) -> usize {
    scene.run.claims.len() + scene.run.slides.iter().map(|slide| slide.claims.len()).sum::<usize>()
}

/// Checks a claim at a moment of a session's run.
///
/// # Errors
/// Returns what is true instead, or why the claim cannot be checked.
fn check(session: &mut Session, claim: &Claim, moment: usize) -> Result<(), String> {
    let Some(change) = &claim.change else { return check_run(session, claim, claim.at.unwrap_or(moment)) };
    let suggestion = offers(&format!("[other](<try:{change}>)")).1.pop();
    let commands = suggestion.ok_or_else(|| format!("{change:?} is no change"))?.commands?;
    let mut other = Session::new(session.registry().clone(), Scene::clone(session.scene()));
    other.settle();
    for command in &commands {
        other.apply(command);
    }
    other.settle();
    check_run(&mut other, claim, claim.at.unwrap_or(usize::MAX))
}

fn check_run(session: &mut Session, claim: &Claim, moment: usize) -> Result<(), String> {
    session.apply(&SessionCommand::Seek(moment));
    session.settle();
    let number = claim.run.map_or(0, |letter| (letter as usize).wrapping_sub('A' as usize));
    let run = session.shown_runs().nth(number).ok_or_else(|| {
        let count = session.shown_runs().count();
        format!("there is no run {}; there are {count} side by side", claim.run.unwrap_or('A'))
    })?;
    let facts = Facts { registry: session.registry(), scene: &run.scene, run: &run.replay };
    let Some(eyes) = claim.eyes else { return facts.check(&claim.fact) };
    let mut run = run.replay.fork();
    run.look_through(eyes);
    Facts { run: &run, ..facts }.check(&claim.fact)
}

/// A run at a moment.
struct Facts<'a> {
    registry: &'a Registry,
    scene: &'a Scene,
    run: &'a Replay,
}

/// Returns `Ok` if two values are written alike, otherwise a sentence with what is there.
fn same(what: impl fmt::Display, found: impl fmt::Display, expected: impl fmt::Display) -> Result<(), String> {
    let (found, expected) = (found.to_string(), expected.to_string());
    if found == expected { Ok(()) } else { Err(format!("{what}: {found}, not {expected}")) }
}

fn or_nothing(value: Option<impl fmt::Display>) -> String {
    value.map_or_else(|| "nothing".to_owned(), |value| value.to_string())
}

/// Returns `Ok` if a text contains these words.
fn contains(what: &str, text: &str, words: &str) -> Result<(), String> {
    if text.contains(words) { Ok(()) } else { Err(format!("{what}: {text:?}")) }
}

fn condition(text: &str) -> Result<Condition, String> {
    text.parse().map_err(|error| format!("{text:?} is no condition: {error}"))
}

/// Returns cells as text, sorted.
fn sorted(cells: impl IntoIterator<Item = Cell>) -> String {
    let mut cells: Vec<Cell> = cells.into_iter().collect();
    cells.sort_unstable();
    cells.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

impl Facts<'_> {
    /// Returns the events of the whole run that fulfil a condition.
    fn hits(&self, when: &str) -> Result<Vec<u32>, String> {
        at_once(self.run.hits(&condition(when)?, &Progress::default())).map_err(|_| "the check was stopped".to_owned())
    }

    fn check(&self, fact: &Fact) -> Result<(), String> {
        let run = self.run;
        let event = run.cursor().checked_sub(1).ok_or("there is no event before this moment")?;
        match fact {
            Fact::Holds(when) => {
                let holds = self.hits(when)?.contains(&(event as u32));
                let fault = || format!("{when} does not hold: {}", run.event_json(event));
                if holds { Ok(()) } else { Err(fault()) }
            }
            Fact::Says(words) => contains("the event", &run.event(event).sentence, words),
            Fact::Explains(words) => contains("the line beside the event", &run.explain(), words),
            Fact::Shows(layer, cell, text) => same(
                format_args!("{layer} of {cell}"),
                or_nothing(self.layer(layer, *cell)?),
                or_nothing(text.as_ref()),
            ),
            Fact::Watch(name, text) => {
                let found = run.watch().into_iter().find(|(known, _)| known == name);
                same(name, or_nothing(found.map(|(_, value)| value)), text)
            }
            Fact::Outcome(field, value) => same(field, or_nothing(self.outcome(field)), value),
            Fact::Length(field, length) => {
                let list = self.outcome(field).and_then(Value::as_array);
                same(format_args!("the length of {field}"), or_nothing(list.map(Vec::len)), length)
            }
            Fact::SoFar(when, count) => {
                let hits = self.hits(when)?;
                same(
                    format_args!("events so far with {when}"),
                    hits.iter().filter(|&&at| at as usize <= event).count(),
                    count,
                )
            }
            Fact::InAll(when, count) => same(format_args!("events with {when}"), self.hits(when)?.len(), count),
            Fact::OpenList(count) => same("entries of the open list", run.queue(0).1, count),
            Fact::Next(cells, key) => {
                let open = run.queue(usize::MAX).0;
                let first = open.first().map_or("", |entry| entry.key.as_str());
                let next =
                    open.iter().enumerate().filter(|(i, entry)| *i == 0 || entry.tied).map(|(_, entry)| entry.cell);
                same("next", sorted(next), sorted(cells.iter().copied()))?;
                if first.starts_with(key) { Ok(()) } else { Err(format!("the key of the first is {first:?}")) }
            }
            Fact::Winner(cell) => {
                let winner = run.decision().and_then(|all| all.chosen_candidate().and_then(|one| one.cell));
                same("the winner", or_nothing(winner), cell)
            }
            Fact::Weighed(cell) => {
                let candidates = run.decision().map(|all| all.candidates).unwrap_or_default();
                let is_candidate = candidates.iter().any(|one| one.cell == Some(*cell));
                let names = || sorted(candidates.iter().filter_map(|one| one.cell));
                if is_candidate { Ok(()) } else { Err(format!("the candidates: {}", names())) }
            }
            Fact::Tied(cells) => {
                let tie = run.tie(event).map(|tie| sorted(tie.candidates.iter().map(|(cell, _)| *cell)));
                same("the tie", or_nothing(tie), sorted(cells.iter().copied()))
            }
            Fact::WhyNot(cell, words) => contains("why not", &run.why_not(*cell).sentence, words),
            Fact::WhyNotPath(path, words) => contains("why not", &run.why_not_path(path).sentence, words),
            Fact::Cells(compares, count) => self.cells(compares, *count),
            Fact::Through(cell, cost, ways) => self.through(*cell, *cost, ways),
            Fact::Path(cells) => {
                let path = run.path();
                match cells.iter().find(|cell| !path.contains(cell)) {
                    Some(missing) => Err(format!("the path does not lead over {missing}")),
                    None => Ok(()),
                }
            }
            Fact::PathOver(tile, count) => {
                let path = run.final_path();
                let over = path.iter().filter(|&&cell| self.scene.tiles[cell].info().name == *tile).count();
                same(format_args!("cells of {tile} on the path"), over, count)
            }
            Fact::Map(width, height) => same("the map", run.size(), gridscope_trace::Size::new(*width, *height)),
            Fact::Tile(cell, tile) => {
                if !run.size().contains(*cell) {
                    return Err(format!("{cell} is not on the map"));
                }
                let changed = run.tiles().iter().find(|(changed, _)| changed == cell).map(|(_, tile)| *tile);
                same(cell, changed.unwrap_or(self.scene.tiles[*cell]).info().name, tile)
            }
            Fact::Tiles(tile, count) => {
                let tiles = self.scene.tiles.rows().flatten();
                same(format_args!("cells of {tile}"), tiles.filter(|one| one.info().name == *tile).count(), count)
            }
            Fact::Figure(label) => {
                let figures = run.figures();
                let labels: Vec<&str> = figures.iter().map(|figure| figure.label.as_ref()).collect();
                if labels.contains(&label.as_str()) { Ok(()) } else { Err(format!("the figures are {labels:?}")) }
            }
        }
    }

    fn outcome(&self, field: &str) -> Option<&Value> {
        self.run.outcome().pointer(field).or_else(|| self.run.outcome().get(field))
    }

    /// Returns the value of a layer in a cell.
    fn layer(&self, name: &str, cell: Cell) -> Result<Option<gridscope_trace::event::Value>, String> {
        let layers = &self.run.schema().layers;
        let number = layers.iter().position(|layer| layer.name == name).ok_or_else(|| {
            let names: Vec<&str> = layers.iter().map(|layer| layer.name.as_ref()).collect();
            format!("there is no layer {name:?} among {}", names.join(", "))
        })?;
        if !self.run.size().contains(cell) {
            return Err(format!("{cell} is not on the map"));
        }
        Ok(self.run.value(number, cell))
    }

    /// Counts the cells in which a layer compares so with a number.
    fn cells(&self, compares: &str, count: usize) -> Result<(), String> {
        let Condition::Number(Source::Layer, layer, Ask::Is(op, number)) = condition(&format!("layer {compares}"))?
        else {
            return Err(format!("{compares:?} compares no layer with a number; expected for example \"h <= 2\""));
        };
        let mut found = 0;
        for cell in self.run.size().cells() {
            let value = self.layer(&layer, cell)?.and_then(|value| value.number());
            found += usize::from(value.is_some_and(|value| op.holds(value, number)));
        }
        same(format_args!("cells with {compares}"), found, count)
    }

    /// Counts the cheapest paths through a cell without a search.
    fn through(&self, cell: Cell, cost: u64, ways: &str) -> Result<(), String> {
        let (start, goal) = ends(self.scene).map_err(|error| error.to_string())?;
        if !self.run.size().contains(cell) {
            return Err(format!("{cell} is not on the map"));
        }
        let card = self.registry.find(&self.scene.run.algorithm).ok_or("the algorithm is not known")?.card();
        let params = self.scene.run.params.resolve(card.params).map_err(|error| error.to_string())?;
        let rules = params.movement_rules(StepCosts::new(2, 3, 1));
        let passage = Passage::new(self.scene, &Mover::of(start), &rules);
        let walk = Walk { passage: &passage, order: &rules.order };
        let part = |from: Cell, to: Cell| {
            let goes_on = &mut || Continue(());
            let distance = unhalted(distances(walk, from, to, goes_on))[self.run.size().index(to)];
            (distance, unhalted(unhalted(Dag::new(walk, from, to, goes_on)).ways(goes_on)))
        };
        let ((before, ways_there), (after, ways_on)) = (part(start.at, cell), part(cell, goal));
        same(format_args!("the cost through {cell}"), before.saturating_add(after), cost)?;
        same(format_args!("the number of paths through {cell}"), ways_there * ways_on, ways)
    }
}
