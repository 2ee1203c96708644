//! Whose turn an event belongs to, and which turn that is.

use crate::core::trace::Replay;

/// The turn of somebody: from its first event to the one after its last, and the number of the turn that it lies in.
#[derive(Clone, Debug)]
struct Turn {
    start: u32,
    end: u32,
    outer: Option<usize>,
}

/// The turns of those who act in a run; empty where nobody does.
#[derive(Clone, Debug, Default)]
pub struct Whose {
    /// In their order.
    acting: Vec<Turn>,
}

impl Whose {
    /// Of a run.
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

    /// Whether nobody acts and there are no turns.
    pub fn is_nobody(&self, replay: &Replay) -> bool {
        self.acting.is_empty() && replay.turns().is_empty()
    }

    /// Who acts at an event.
    pub fn actor(&self, replay: &Replay, event: usize) -> Option<String> {
        let begun = self.acting.partition_point(|turn| turn.start as usize <= event);
        let mut turn = self.acting.get(begun.checked_sub(1)?)?;
        // After the end of a turn the one around it goes on.
        while event >= turn.end as usize {
            turn = self.acting.get(turn.outer?)?;
        }
        replay.trace().actor(turn.start as usize)
    }

    /// The turn that an event lies in, where there are turns.
    pub fn turn(&self, replay: &Replay, event: usize) -> Option<String> {
        let turns = replay.turns();
        let begun = turns.partition_point(|turn| turn.start <= event);
        let turn = turns.get(begun.checked_sub(1)?).filter(|turn| turn.contains(&event))?;
        Some(replay.phase_name(turn.start))
    }

    /// Both in a few words: `turn 7 › guard 2`; empty where there is neither.
    pub fn say(&self, replay: &Replay, event: usize) -> String {
        let parts = [self.turn(replay, event), self.actor(replay, event)];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" › ")
    }
}
