//! Playing: how far the cursor goes in so much time, at which speed, around which range, and what stops it.

/// The speeds that *faster* and *slower* go through.
pub const SPEEDS: [f64; 13] = [0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 125.0, 250.0, 500.0, 1000.0];

/// How many events a second are played at 1×.
pub const EVENTS_A_SECOND: f64 = 10.0;

/// The state of playing.
#[derive(Clone, Debug)]
pub struct Playback {
    /// Whether it plays.
    pub playing: bool,
    /// How fast, as a multiple of [`EVENTS_A_SECOND`].
    pub speed: f64,
    /// A range of moments, both included.
    pub range: Option<(usize, usize)>,
    /// Whether playing goes around the range.
    pub looping: bool,
    /// What is left of an event.
    rest: f64,
}

impl Default for Playback {
    fn default() -> Self {
        Self { playing: false, speed: 1.0, range: None, looping: false, rest: 0.0 }
    }
}

/// Time beyond this since the last frame does not count, in seconds: after a pause of the machine nothing leaps.
const LONGEST_FRAME: f64 = 0.5;

impl Playback {
    /// The next speed up or down.
    pub fn change_speed(&mut self, up: bool) {
        let next = if up {
            SPEEDS.into_iter().find(|&s| s > self.speed + 1e-9)
        } else {
            SPEEDS.into_iter().rev().find(|&s| s < self.speed - 1e-9)
        };
        self.speed = next.unwrap_or(self.speed);
    }

    /// In how many seconds the next event is due: nothing looks different before.
    pub fn next_in(&self) -> f64 {
        ((1.0 - self.rest) / (self.speed * EVENTS_A_SECOND)).clamp(1.0 / 60.0, LONGEST_FRAME)
    }

    /// Where `seconds` of playing lead from moment `cursor` of a run of `len` events. `hit` gives the first moment
    /// after one at which a breakpoint hits. Stops playing at a hit and at the end.
    pub fn advance(&mut self, seconds: f64, cursor: usize, len: usize, hit: impl Fn(usize) -> Option<usize>) -> usize {
        if !self.playing {
            return cursor;
        }
        self.rest += seconds.clamp(0.0, LONGEST_FRAME) * self.speed * EVENTS_A_SECOND;
        let events = self.rest.floor();
        self.rest -= events;
        if events < 1.0 {
            return cursor;
        }
        let around = self.range.filter(|_| self.looping).map(|(from, until)| (from, until.min(len)));
        // Its last moment is seen before it begins again.
        if let Some((from, _)) = around.filter(|&(_, until)| cursor >= until) {
            return from;
        }
        let end = around.map_or(len, |(_, until)| until);
        let to = cursor.saturating_add(events as usize).min(end);
        if let Some(hit) = hit(cursor).filter(|&h| h <= to) {
            self.playing = false;
            return hit;
        }
        if to == len && around.is_none() {
            self.playing = false;
        }
        to
    }
}
