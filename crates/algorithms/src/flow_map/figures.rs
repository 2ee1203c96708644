//! Figures drawn over a flow map: the rings of a wave with the replaced values, and the paths of prisoners.

use super::event::{Cause, FAR, FlowEvent as E, GLOBAL, How, WHOLE, register};
use super::rules::Walk;
use super::shape;
use super::state::{People, map_of, way_down};
use crate::event::format_count;
use crate::trace::Moment;
use crate::trace::replay::{Figure, Outline};
use crate::{Cell, Role};
use std::collections::BTreeSet;

/// Maximum number of prisoners whose path is drawn.
const MAX_DRAWN_PATHS: usize = 24;
/// Maximum length of a drawn path, in cells.
const FARTHEST: usize = 1024;
/// Maximum number of drawn rings of a wave, and how many events back they are searched.
const RINGS: usize = 10;
const BACK: usize = 4096;

/// Actors whose figures are drawn in full.
#[derive(Clone, Copy)]
pub(crate) enum Foreground {
    All,
    /// Only this actor, or none.
    Only(Option<u32>),
}

/// Returns the rings of the wave and the remaining path of each awake prisoner. With rooms, also the shortest path by
/// the global map. Actors that are not in the foreground have only a faint path.
pub(crate) fn figures(now: &Moment<E>, foreground: Foreground) -> Vec<Figure> {
    let (context, people) = (now.context(), now.state::<People>());
    let mut all = shape::figures(now);
    if all.is_empty() {
        all = wave(now);
    }
    let (in_front, first): (&dyn Fn(u32) -> bool, _) = match foreground {
        Foreground::All => (&|_| true, None),
        Foreground::Only(one) => (&move |actor| one == Some(actor), one.filter(|actor| context.is_prisoner(*actor))),
    };
    let others = context.prisoners().filter(|actor| first != Some(*actor));
    for actor in first.into_iter().chain(others).take(MAX_DRAWN_PATHS) {
        let person = people.of(actor, context);
        let Some(at) = person.at else { continue };
        all.extend(Figure::body(context.ground.body, at));
        if !person.awake {
            continue;
        }
        if !in_front(actor) {
            let way = person.map.or_else(|| map_of(now, at)).map(|map| way_down(now, map, at, FARTHEST));
            let heads = |way| Figure::through(Outline::Heads, way, Role::Path, "").named("path downhill");
            all.extend(
                way.filter(|way| way.len() > 1 && context.walk == Walk::Map).map(heads).map(Figure::in_background),
            );
            continue;
        }
        let start = context.actors[actor as usize].1;
        if let [walked @ .., _] = &now.trail(Some(start), register(actor))[..] {
            all.push(Figure::through(Outline::Dots, walked.iter().copied(), Role::Walked, "").named("walked"));
        }
        let mut draw = |map, outline, role, word| {
            let way = way_down(now, map, at, FARTHEST);
            let label = format!("{word}{}", format_count(way.len() as u64 - 1, "step"));
            (way.len() > 1).then(|| all.push(Figure::through(outline, way, role, label).named("path downhill")));
        };
        if context.has_rooms() && context.flee.is_none() {
            draw(WHOLE, Outline::Dashes, Role::Candidate, "by the whole map: ");
        }
        if let Some(map) = person.map.or_else(|| map_of(now, at)) {
            // A prisoner that walks by a rule does not take this path.
            if context.walk == Walk::Map {
                draw(map, Outline::Heads, Role::Path, "");
            } else {
                draw(map, Outline::Dashes, Role::Candidate, "by the map: ");
            }
        }
    }
    all
}

/// Returns the cells written by waves before the current one, without the first ripple.
fn earlier(now: &Moment<E>) -> BTreeSet<Cell> {
    let begin = now.phase_start(1).unwrap_or(0);
    let (mut all, mut wave) = (BTreeSet::new(), Vec::new());
    for i in (begin.saturating_sub(BACK)..begin).rev() {
        match now.event(i) {
            Some(E::WaveBegan { cause: Cause::First, .. }) => break,
            Some(E::WaveBegan { .. }) => all.extend(wave.drain(..)),
            Some(&E::Wrote { how, cell, map, value, .. }) if writes(now, map, how, value) => wave.push(cell),
            _ => {}
        }
    }
    all
}

/// Returns whether a wave gave a cell a distance, in a map that the board shows: those of the rooms, or the global one.
fn writes(now: &Moment<E>, map: u16, how: How, value: i64) -> bool {
    let is_displayed_map = (map == WHOLE) == (now.context().main() == GLOBAL);
    is_displayed_map && value != FAR && matches!(how, How::Reached | How::Lowered | How::Smashed)
}

/// Returns the cells written by the current wave, ring by ring, with their previous values. The first ripple writes
/// everything, so it has no rings.
fn wave(now: &Moment<E>) -> Vec<Figure> {
    let Some(&E::WaveBegan { cause, cell: from, .. }) = now.phase(1) else { return Vec::new() };
    if cause == Cause::First {
        return Vec::new();
    }
    let begin = now.phase_start(1).unwrap_or(0).max(now.cursor().saturating_sub(BACK));
    let mut rings: Vec<(u32, Vec<Cell>)> = Vec::new();
    let (mut old, mut was) = (Vec::new(), Vec::new());
    for i in (begin..now.cursor()).rev() {
        let Some(&E::Wrote { how, cell, map, value, level, .. }) = now.event(i) else { continue };
        if !writes(now, map, how, value) {
            continue;
        }
        if rings.last().is_none_or(|(ring, _)| *ring != level) {
            if rings.len() == RINGS {
                break;
            }
            rings.push((level, Vec::new()));
        }
        rings.last_mut().into_iter().for_each(|(_, cells)| cells.push(cell));
        let before = now.trace().replaced(i).and_then(|k| now.event(k));
        if let Some(&E::Wrote { value: before, .. }) = before.filter(|_| how == How::Lowered)
            && before != FAR
        {
            old.push(cell);
            was.push(now.context().value(before).to_string());
        }
    }
    let ring = |(age, (_, cells)): (u8, (u32, Vec<Cell>))| {
        Figure::through(Outline::Ring(age), cells, Role::Queued, "").named("rings, the newest widest")
    };
    let newest: BTreeSet<Cell> = rings.iter().flat_map(|r| r.1.iter().copied()).collect();
    let before = earlier(now).into_iter().filter(|c| !newest.contains(c));
    let before = Figure::through(Outline::Earlier, before, Role::Queued, "").named("of earlier waves");
    let mut all: Vec<Figure> = Some(before).filter(|f| !f.points.is_empty()).into_iter().collect();
    all.extend((0..).zip(rings).map(ring));
    if !old.is_empty() {
        all.push(Figure::through(Outline::Before, old, Role::None, "").with_beads(was).named("old, new value"));
    }
    let word = match cause {
        Cause::Freed => "free now",
        Cause::Closed => "solid now",
        _ => return all,
    };
    all.push(Figure::note(from, Role::Queued, word));
    all
}
