//! Shortest path under the same movement rules, for comparison: A* with exact lengths, then the shortest path with the
//! fewest turns.

use super::board::{Board, Place, STEPS, Way, direction};
use super::event::ChessEvent as E;
use super::legs::Length;
use crate::observe::{Observer, StepCounter};
use crate::{Dir, Grid};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::ControlFlow::{self, Continue};

#[derive(Clone, Copy)]
struct Node {
    /// Number of the search that wrote this node. An older one counts as new.
    search: u32,
    closed: bool,
    /// Direction toward the start.
    from: Option<Dir>,
    g: Length,
    /// Index of its legs in `Exact::legs`.
    legs: u32,
}

const FAR: u32 = u32::MAX;

/// For each step from a place, the fewest legs to the goal that begin with it.
type Legs = [u32; 8];

/// Entry for places that the last search did not close; index 0 of the list.
const NO_LEGS: Legs = [FAR; 8];

/// Search data for the places of a board, reused between searches.
#[derive(Clone)]
pub struct Exact {
    area: usize,
    /// Allocated by the first search.
    nodes: Vec<Node>,
    /// Leg counts of the places that the last search closed: at most a quarter of an open board.
    legs: Vec<Legs>,
    search: u32,
    open: BinaryHeap<Reverse<(Length, Place)>>,
}

fn fewest_legs(legs: &Legs) -> u32 {
    legs.iter().copied().min().unwrap_or(FAR)
}

/// Returns the allowed steps from a place, each with its index and destination.
fn steps(board: &Board, at: Place) -> impl Iterator<Item = (usize, (i32, i32), Place)> {
    let all = STEPS.into_iter().enumerate().map(move |(k, step)| (k, step, at.plus(step.0, step.1)));
    all.filter(move |&(_, (dx, dy), next)| board.free(next) && !board.squeezed(at, dx, dy))
}

const fn step_length((dx, dy): (i32, i32)) -> Length {
    Length::octile(Place::new(0, 0), Place::new(dx, dy))
}

impl Exact {
    /// Creates a search with room for a board of `area` cells. It grows for larger boards.
    pub fn new(area: usize) -> Self {
        Self { area, nodes: Vec::new(), legs: Vec::new(), search: 0, open: BinaryHeap::new() }
    }

    /// Returns the ends of the legs of the best path from `start` to a free `goal` elsewhere, including the start.
    /// `None` if there is no path or a place is off the board. The best path is the shortest, then the one with the
    /// fewest turns, then the one whose leg ends farthest left, then lowest.
    pub fn find<O: Observer<E>>(&mut self, board: &Board, start: Place, goal: Place, observer: &mut O) -> Way<O> {
        if !board.has(start) || !board.has(goal) {
            return Continue(None);
        }
        let Some(order) = self.look(board, start, goal, observer)? else { return Continue(None) };
        let (order, mut pace) = (self.by_steps(board, order, &mut || observer.goes_on())?, StepCounter::default());
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

    /// Sorts places by the number of steps from the start, most first, so that the destination of a step comes before
    /// the step.
    fn by_steps<H>(
        &self,
        board: &Board,
        places: Vec<Place>,
        goes_on: &mut impl FnMut() -> ControlFlow<H>,
    ) -> ControlFlow<H, Vec<Place>> {
        let mut pace = StepCounter::default();
        let steps_to = |place| self.nodes[board.index(place)].g.steps() as usize;
        // Counting sort by number of steps: first the count of places with each number, then the position of the first
        // of them, then of the next.
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

    /// Runs A* to the goal, and on through all nodes with the same f. Returns the closed places if the goal is one of
    /// them.
    fn look<O: Observer<E>>(&mut self, board: &Board, start: Place, goal: Place, observer: &mut O) -> Way<O> {
        if self.nodes.len() < board.area() {
            let new = Node { search: 0, closed: false, from: None, g: Length::default(), legs: 0 };
            self.nodes = Grid::filled(self.area.max(board.area()), new, &mut || observer.goes_on())?;
        }
        self.search += 1;
        self.open.clear();
        let mut order = Vec::new();
        self.open_node(board, start, None, Length::default(), goal);
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
                    self.open_node(board, next, dir, g, goal);
                    observer.on(E::Reached { cell, dir, lowered: !new, straight: g.straight, diagonal: g.diagonal })?;
                }
            }
        }
        Continue(best.map(|_| order))
    }

    fn open_node(&mut self, board: &Board, place: Place, from: Option<Dir>, g: Length, goal: Place) {
        self.nodes[board.index(place)] = Node { search: self.search, closed: false, from, g, legs: 0 };
        self.open.push(Reverse((g.plus(Length::octile(place, goal)), place)));
    }

    /// Computes, for each step from a place, the fewest legs to the goal over shortest paths.
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

    /// Returns the leg counts of a place closed by this search; [`NO_LEGS`] if no shortest path leads from it.
    fn legs_of(&self, board: &Board, place: Place) -> &Legs {
        self.legs.get(self.nodes[board.index(place)].legs as usize).unwrap_or(&NO_LEGS)
    }

    /// Builds the path leg by leg. Among the first legs of paths with the fewest turns, takes the one with the smallest
    /// end.
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
                // While the leg continues, it may also end where the rest takes one leg fewer.
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
