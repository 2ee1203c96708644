//! Runs the dungeon turn by turn: the script, the waves, the prisoners, then the guards, all in one world.

use super::Problem;
use super::event::{DungeonEvent as E, End};
use super::outcome::Outcome;
use crate::flow_map::{self, FlowEvent};
use crate::guards::{self, GuardsEvent};
use crate::{Observer, ScriptLine};
use std::cell::RefCell;
use std::ops::ControlFlow::{self, Continue};

/// Both halves. Each has its own world, and each is informed of the changes that the other makes.
struct Both<'a, F, G> {
    flow: flow_map::Dungeon<'a, F>,
    guards: guards::Sim<'a, G>,
    script: &'a [(u32, ScriptLine)],
    next: usize,
    count: usize,
    /// Number of catches already passed to the flow map.
    taken: usize,
}

impl<H, F, G> Both<'_, F, G>
where
    F: Observer<FlowEvent, Halt = H>,
    G: Observer<GuardsEvent, Halt = H>,
{
    /// Plays the script lines that are due.
    fn lines(&mut self, turn: u32) -> ControlFlow<H> {
        while let Some((number, line)) = self.script.get(self.next).filter(|(_, line)| line.turn <= turn) {
            self.next += 1;
            if self.guards.play_line(turn, line)? {
                self.flow.line(turn, *number, line)?;
            }
            self.join();
        }
        Continue(())
    }

    /// Copies the positions of all actors between the two worlds.
    fn join(&mut self) {
        self.guards.follow(self.flow.world());
        for g in 0..self.count {
            let (actor, at) = self.guards.stands(g);
            self.flow.stands(actor, at);
        }
    }

    fn turn(&mut self, turn: u32, of: u32) -> ControlFlow<H> {
        self.guards.turn(turn, of)?;
        self.lines(turn)?;
        self.flow.turn(turn)?;
        self.join();
        for g in 0..self.count {
            self.guards.guard(g)?;
            let (actor, at) = self.guards.stands(g);
            self.flow.stands(actor, at);
            for (cell, from, to) in self.guards.take_tile_changes() {
                self.flow.became(cell, from, to)?;
            }
            let caught = self.guards.caught();
            for catch in &caught[self.taken..] {
                self.flow.take(catch.prisoner, catch.cell)?;
            }
            self.taken = caught.len();
        }
        Continue(())
    }

    fn is_over(&self) -> Option<End> {
        if self.flow.is_empty() {
            return Some(End::Empty);
        }
        let done = self.next == self.script.len();
        (done && self.count == 0 && self.flow.is_still()).then_some(End::Still)
    }
}

/// The observer of one of the two algorithms. It forwards the events to the observer that both share.
struct Half<'a, 'b, O, W> {
    outside: &'a RefCell<&'b mut O>,
    wrap: W,
}

impl<I, O: Observer<E>, W: Fn(I) -> E> Observer<I> for Half<'_, '_, O, W> {
    type Halt = O::Halt;
    const LISTENS: bool = O::LISTENS;

    fn on(&mut self, event: I) -> ControlFlow<O::Halt> {
        self.outside.borrow_mut().on((self.wrap)(event))
    }

    fn goes_on(&mut self) -> ControlFlow<O::Halt> {
        self.outside.borrow_mut().goes_on()
    }
}

pub(super) fn run<O: Observer<E>>(problem: &Problem, observer: &mut O) -> ControlFlow<O::Halt, Outcome> {
    let shared = RefCell::new(&mut *observer);
    let mut to_flow = Half { outside: &shared, wrap: E::Flow };
    let mut to_guards = Half { outside: &shared, wrap: E::Guard };
    let flow = flow_map::Dungeon::set_up(&problem.flow, &mut to_flow)?;
    let guards = guards::Sim::new(&problem.guards, &mut to_guards);
    let (script, count) = (problem.flow.script(), problem.guards.count());
    let mut both = Both { flow, guards, script, next: 0, count, taken: 0 };
    // Lines of turn 0 are played before the maps are filled, so they cause no waves.
    both.lines(0)?;
    both.flow.first_ripple()?;
    let mut turn = 0;
    let why = loop {
        if let Some(why) = both.is_over() {
            break why;
        }
        if turn == problem.turns {
            break End::Turns;
        }
        turn += 1;
        both.turn(turn, problem.turns)?;
    };
    let table = both.flow.finish()?;
    let maps = (both.flow.work(), both.flow.ways_out());
    let outcome = Outcome::new(problem, turn, table, maps, both.guards.finish());
    let [out, caught, inside] = [outcome.escaped, outcome.caught, outcome.inside].map(|n| n as u32);
    observer.on(E::Finished { why, turn, out, caught, inside })?;
    Continue(outcome)
}
