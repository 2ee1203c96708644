//! Whose turn an event belongs to, and which turn that is.

use crate::core::trace::Replay;

/// The turns of those who act in a run; empty where nobody does.
#[derive(Clone, Debug, Default)]
pub struct Whose {
    /// From the first event of a turn to the one after its last, in their order.
    acting: Vec<(u32, u32)>,
}

impl Whose {
    /// Of a run.
    pub fn of(replay: &Replay) -> Self {
        let trace = replay.trace();
        let acts = |start: u32| trace.case(start as usize).actor.is_some();
        let turns = replay.phases().iter().filter(|phase| acts(phase.start));
        Self { acting: turns.map(|phase| (phase.start, phase.end)).collect() }
    }

    /// Whether nobody acts and there are no turns.
    pub fn is_nobody(&self, replay: &Replay) -> bool {
        self.acting.is_empty() && replay.turns().is_empty()
    }

    /// Who acts at an event.
    pub fn actor(&self, replay: &Replay, event: usize) -> Option<String> {
        let begun = self.acting.partition_point(|turn| turn.0 as usize <= event);
        let &(start, end) = self.acting.get(begun.checked_sub(1)?)?;
        if event < end as usize { replay.trace().actor(start as usize) } else { None }
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
