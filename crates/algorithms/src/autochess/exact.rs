//! The shortest way under the same move rules, to compare with: A* with exact lengths, then of all shortest ways the
//! one with the fewest turns.

use super::board::{Board, Place, STEPS, Way, direction};
use super::event::ChessEvent as E;
use super::legs::Length;
use crate::geometry::Dir;
use crate::grid::Grid;
use crate::observe::{Observer, Pace};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::ControlFlow::{self, Continue};

#[derive(Clone, Copy)]
struct Node {
    /// Which search wrote it; an older one counts as new.
    search: u32,
    closed: bool,
    /// Toward the start.
    from: Option<Dir>,
    g: Length,
    /// Where its legs are in the list of them.
    legs: u32,
}

const FAR: u32 = u32::MAX;

/// The fewest legs from a place to the goal that begin with each step.
type Legs = [u32; 8];

/// Of places that the last search did not close; the first of the list.
const NO_LEGS: Legs = [FAR; 8];

/// Records of a board's places, kept from one search to the next.
#[derive(Clone)]
pub struct Exact {
    area: usize,
    /// Made by the first search.
    nodes: Vec<Node>,
    /// Of the places that the last search closed, those from which a shortest way could still lead: at most a quarter of an open board.
    legs: Vec<Legs>,
    search: u32,
    open: BinaryHeap<Reverse<(Length, Place)>>,
}

fn fewest_legs(legs: &Legs) -> u32 {
    legs.iter().copied().min().unwrap_or(FAR)
}

/// The steps that are allowed from a place, each with its number and where it leads.
fn steps(board: &Board, at: Place) -> impl Iterator<Item = (usize, (i32, i32), Place)> {
    let all = STEPS.into_iter().enumerate().map(move |(k, step)| (k, step, at.plus(step.0, step.1)));
    all.filter(move |&(_, (dx, dy), next)| board.free(next) && !board.squeezed(at, dx, dy))
}

const fn step_length((dx, dy): (i32, i32)) -> Length {
    Length::octile(Place::new(0, 0), Place::new(dx, dy))
}

impl Exact {
    /// Room for a board of so many cells. A larger one makes more.
    pub fn new(area: usize) -> Self {
        Self { area, nodes: Vec::new(), legs: Vec::new(), search: 0, open: BinaryHeap::new() }
    }

    /// The ends of the legs of the best way from `start` to a free `goal` elsewhere, start included; `None` when there
    /// is no way, and off the board. Best: shortest, then fewest turns, then the leg that ends farthest left, then lowest.
    pub fn find<O: Observer<E>>(&mut self, board: &Board, start: Place, goal: Place, observer: &mut O) -> Way<O> {
        if !board.has(start) || !board.has(goal) {
            return Continue(None);
        }
        let Some(order) = self.look(board, start, goal, observer)? else { return Continue(None) };
        let (order, mut pace) = (self.by_steps(board, order, &mut || observer.goes_on())?, Pace::default());
        self.legs.clear();
        self.legs.push(NO_LEGS);
        for place in order {
            pace.step(&mut || observer.goes_on())?;
            let legs = self.count_legs(board, place, goal);
            self.nodes[board.index(place)].legs = self.legs.len() as u32;
            self.legs.push(legs);
        }
        Continue(Some(self.walk(board, start, goal)))
    }

    /// Places by the number of steps from the start, the most first: what a step leads to is known before the step.
    fn by_steps<H>(
        &self,
        board: &Board,
        places: Vec<Place>,
        goes_on: &mut impl FnMut() -> ControlFlow<H>,
    ) -> ControlFlow<H, Vec<Place>> {
        let mut pace = Pace::default();
        let steps_to = |place| self.nodes[board.index(place)].g.steps() as usize;
        // By numbers of steps: how many places have so many; then how many have more, which is where the first of them goes; then
        // where the next of them goes.
        let mut slots: Vec<u32> = Vec::new();
        for &place in &places {
            pace.step(goes_on)?;
            let steps = steps_to(place);
            slots.resize(slots.len().max(steps + 1), 0);
            slots[steps] += 1;
        }
        let mut more = 0;
        for slot in slots.iter_mut().rev() {
            more += std::mem::replace(slot, more);
        }
        let mut sorted = places.clone();
        for place in places {
            pace.step(goes_on)?;
            let at = &mut slots[steps_to(place)];
            sorted[*at as usize] = place;
            *at += 1;
        }
        Continue(sorted)
    }

    /// A* to the goal, and on through all that is as short. Gives the closed places if the goal is one of them.
    fn look<O: Observer<E>>(&mut self, board: &Board, start: Place, goal: Place, observer: &mut O) -> Way<O> {
        if self.nodes.len() < board.area() {
            let new = Node { search: 0, closed: false, from: None, g: Length::default(), legs: 0 };
            self.nodes = Grid::filled(self.area.max(board.area()), new, &mut || observer.goes_on())?;
        }
        self.search += 1;
        self.open.clear();
        let mut order = Vec::new();
        self.put(board, start, None, Length::default(), goal);
        observer.on(E::Reached { cell: board.cell(start), dir: None, lowered: false, straight: 0, diagonal: 0 })?;
        let mut best: Option<Length> = None;
        while let Some(Reverse((f, place))) = self.open.pop() {
            if best.is_some_and(|best| f > best) {
                break;
            }
            let node = self.nodes[board.index(place)];
            if node.closed {
                continue;
            }
            self.nodes[board.index(place)].closed = true;
            order.push(place);
            let (cell, dir) = (board.cell(place), node.from);
            observer.on(E::Settled { cell, dir, straight: node.g.straight, diagonal: node.g.diagonal })?;
            if place == goal {
                best = Some(f);
                continue;
            }
            for (_, step, next) in steps(board, place) {
                let g = node.g.plus(step_length(step));
                let known = self.nodes[board.index(next)];
                let new = known.search != self.search;
                if new || !known.closed && g < known.g {
                    let (cell, dir) = (board.cell(next), back(step));
                    self.put(board, next, dir, g, goal);
                    observer.on(E::Reached { cell, dir, lowered: !new, straight: g.straight, diagonal: g.diagonal })?;
                }
            }
        }
        Continue(best.map(|_| order))
    }

    fn put(&mut self, board: &Board, place: Place, from: Option<Dir>, g: Length, goal: Place) {
        self.nodes[board.index(place)] = Node { search: self.search, closed: false, from, g, legs: 0 };
        self.open.push(Reverse((g.plus(Length::octile(place, goal)), place)));
    }

    /// Works out, for each step from a place, the fewest legs to the goal over shortest ways.
    fn count_legs(&self, board: &Board, place: Place, goal: Place) -> Legs {
        let node = self.nodes[board.index(place)];
        let mut legs = NO_LEGS;
        for (k, step, next) in steps(board, place) {
            let after = &self.nodes[board.index(next)];
            if after.search == self.search && after.closed && after.g == node.g.plus(step_length(step)) {
                let after = self.legs_of(board, next);
                legs[k] = if next == goal { 1 } else { after[k].min(fewest_legs(after).saturating_add(1)) };
            }
        }
        legs
    }

    /// Of a place that this search has closed; of one from which no shortest way leads there are none.
    fn legs_of(&self, board: &Board, place: Place) -> &Legs {
        self.legs.get(self.nodes[board.index(place)].legs as usize).unwrap_or(&NO_LEGS)
    }

    /// Leg by leg: of all first legs of ways with the fewest turns, the one with the smallest end.
    fn walk(&self, board: &Board, start: Place, goal: Place) -> Vec<Place> {
        let mut list = vec![start];
        let mut place = start;
        while place != goal {
            let legs = self.legs_of(board, place);
            let fewest = fewest_legs(legs);
            if fewest == FAR {
                break;
            }
            let ends = STEPS.iter().enumerate().filter(|&(k, _)| legs[k] == fewest).filter_map(|(k, &step)| {
                let mut end = place;
                let mut smallest: Option<Place> = None;
                // As long as the leg goes on, it may also end where the rest then takes one leg fewer.
                while end == place || end != goal && self.legs_of(board, end)[k] == fewest {
                    end = end.plus(step.0, step.1);
                    let rest = fewest_legs(self.legs_of(board, end));
                    if end == goal && fewest == 1 || end != goal && rest.saturating_add(1) == fewest {
                        smallest = Some(smallest.map_or(end, |s| s.min(end)));
                    }
                }
                smallest
            });
            let Some(end) = ends.min() else { break };
            list.push(end);
            place = end;
        }
        list
    }
}

fn back((dx, dy): (i32, i32)) -> Option<Dir> {
    direction(-dx, -dy)
}
