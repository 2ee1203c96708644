//! Finds the actor and the turn of an event.

use gridscope_trace::trace::Replay;

/// A turn of an actor: its first event, the event after its last, and the index of the enclosing turn.
#[derive(Clone, Debug)]
struct Turn {
    start: u32,
    end: u32,
    outer: Option<usize>,
}

/// Turns of the actors in a run; empty if none acts.
#[derive(Clone, Debug, Default)]
pub struct ActorTurns {
    /// Turns, in order.
    acting: Vec<Turn>,
}

impl ActorTurns {
    /// Collects the turns of a run.
    pub fn of(replay: &Replay) -> Self {
        let trace = replay.trace();
        let acts = |start: u32| trace.case(start as usize).actor.is_some();
        let (mut acting, mut open): (Vec<Turn>, Vec<usize>) = (Vec::new(), Vec::new());
        for phase in replay.phases().iter().filter(|phase| acts(phase.start)) {
            while open.pop_if(|k| acting[*k].end <= phase.start).is_some() {}
            let outer = open.last().copied();
            open.push(acting.len());
            acting.push(Turn { start: phase.start, end: phase.end, outer });
        }
        Self { acting }
    }

    /// Returns the actor that acts at an event.
    pub fn actor(&self, replay: &Replay, event: usize) -> Option<String> {
        let started_turns = self.acting.partition_point(|turn| turn.start as usize <= event);
        let mut turn = self.acting.get(started_turns.checked_sub(1)?)?;
        // After the end of a turn, the enclosing turn continues.
        while event >= turn.end as usize {
            turn = self.acting.get(turn.outer?)?;
        }
        replay.trace().actor(turn.start as usize)
    }

    /// Returns the turn of an event, if there are turns.
    pub fn turn(&self, replay: &Replay, event: usize) -> Option<String> {
        let turns = replay.turns();
        let started_turns = turns.partition_point(|turn| turn.start <= event);
        let turn = turns.get(started_turns.checked_sub(1)?).filter(|turn| turn.contains(&event))?;
        Some(replay.phase_name(turn.start))
    }

    /// Returns both in a few words: `turn 7 › guard 2`. Empty if there is neither.
    pub fn say(&self, replay: &Replay, event: usize) -> String {
        let parts = [self.turn(replay, event), self.actor(replay, event)];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" › ")
    }
}
