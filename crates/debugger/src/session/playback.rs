//! Playback: how far the cursor moves in a given time, its speed and range, and what stops it.

/// Speeds of the commands *faster* and *slower*.
pub const SPEEDS: [f64; 13] = [0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 125.0, 250.0, 500.0, 1000.0];

/// Number of events per second at speed 1×.
pub const EVENTS_A_SECOND: f64 = 10.0;

/// The state of playback.
#[derive(Clone, Debug)]
pub struct Playback {
    /// Whether playback is on.
    pub playing: bool,
    /// Speed, as a multiple of [`EVENTS_A_SECOND`].
    pub speed: f64,
    /// Range of cursor positions, both included.
    pub range: Option<(usize, usize)>,
    /// Whether playback loops over the range.
    pub looping: bool,
    /// Fraction of the next event that has already passed.
    rest: f64,
}

impl Default for Playback {
    fn default() -> Self {
        Self { playing: false, speed: 1.0, range: None, looping: false, rest: 0.0 }
    }
}

/// Longest time between two frames that counts, in seconds. This avoids a leap after the machine was suspended.
const LONGEST_FRAME: f64 = 0.5;

impl Playback {
    /// Returns the state for another run: the same speed, and no range.
    #[must_use]
    pub(crate) const fn without_range(&self) -> Self {
        Self { playing: self.playing, speed: self.speed, range: None, looping: false, rest: self.rest }
    }

    /// Sets the next speed up or down.
    pub(crate) fn change_speed(&mut self, up: bool) {
        let next = if up {
            SPEEDS.into_iter().find(|&s| s > self.speed + 1e-9)
        } else {
            SPEEDS.into_iter().rev().find(|&s| s < self.speed - 1e-9)
        };
        self.speed = next.unwrap_or(self.speed);
    }

    /// Returns the number of seconds until the next event. Nothing changes on the screen before.
    pub fn next_in(&self) -> f64 {
        ((1.0 - self.rest) / (self.speed * EVENTS_A_SECOND)).clamp(1.0 / 60.0, LONGEST_FRAME)
    }

    /// Returns the cursor position after `seconds` of playing from `cursor` in a run of `len` events. `hit` returns the
    /// first position after a given one where a breakpoint stops. Stops playback at a breakpoint and at the end.
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
        // Show the last position of the range before starting again.
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
