//! How far a running recording is, and how long it has taken.

use super::Session;

/// Seconds before the running time of a program is shown.
const SHORT: f64 = 2.0;

/// Running time of a program behind the map.
#[derive(Clone, PartialEq, Debug)]
pub struct ProgramTime {
    /// Name of the program.
    pub name: String,
    /// Seconds that it has run.
    pub taken: f64,
    /// Time limit in seconds, if there is one.
    pub most: Option<f64>,
}

impl Session {
    /// Returns the number of events of the running recording, updated every few thousand events.
    pub fn recorded_so_far(&self) -> usize {
        self.work.recording.as_ref().map_or(0, |r| r.progress.events())
    }

    /// Returns the progress of the running recording, 0 to 1. Stays at 0 if the algorithm does not report progress.
    /// Returns `None` if nothing is being recorded.
    pub fn progress(&self) -> Option<f32> {
        self.work.recording.as_ref().map(|r| r.progress.share() as f32)
    }

    /// Returns the share of events that are linked, 0 to 1. Returns `None` before linking begins, which is after the
    /// last event.
    pub fn linked(&self) -> Option<f32> {
        let progress = &self.work.recording.as_ref()?.progress;
        let (linked, all) = (progress.linked(), progress.events());
        (linked > 0).then(|| linked as f32 / all.max(linked) as f32)
    }

    /// Marks the running recording as long. Its progress is shown, and Escape stops it.
    pub const fn note_long(&mut self) {
        if let Some(running) = &mut self.work.recording {
            running.long = true;
        }
    }

    /// Stores how many seconds the running recording has taken so far.
    pub const fn note_taken(&mut self, taken: f64) {
        if let Some(running) = &mut self.work.recording {
            running.taken = taken;
        }
    }

    /// Returns the running time of the program behind the map, once it is at least two seconds.
    pub fn program_time(&self) -> Option<ProgramTime> {
        let running = self.work.recording.as_ref().filter(|running| running.taken >= SHORT)?;
        let (name, most) = running.program.clone()?;
        Some(ProgramTime { name, taken: running.taken, most })
    }

    /// Returns whether the running recording is marked as long.
    pub fn is_recording_long(&self) -> bool {
        self.work.recording.as_ref().is_some_and(|running| running.long)
    }
}
