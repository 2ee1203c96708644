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
    /// The motion into a slide.
    pub(super) motion: Option<SlideMotion>,
    /// Fraction of the next event that has already passed.
    rest: f64,
}

/// A motion from one moment to the later moment of a slide. The position is a function of the time passed.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct SlideMotion {
    pub(super) from: usize,
    pub(super) to: usize,
    /// Duration in seconds.
    pub(super) seconds: f64,
    /// Seconds passed.
    pub(super) passed: f64,
    /// Whether it is the motion with which a page opens: whatever ends it stops it where it is.
    pub(super) opens: bool,
}

impl SlideMotion {
    /// Returns the cursor position after the time passed: slow, fast, slow.
    pub(super) fn position(&self) -> usize {
        let events = (self.to - self.from) as f64;
        self.from + (events * eased(self.passed / self.seconds)).round() as usize
    }

    /// Returns whether the motion is at its end.
    pub(super) fn is_done(&self) -> bool {
        self.passed >= self.seconds
    }
}

/// Returns the duration of a motion over this number of events, in seconds. docs/lessons.md has the formula.
pub fn motion_seconds(events: usize) -> f64 {
    (0.4 + 0.27 * (events.max(1) as f64).log2()).clamp(1.2, 3.0)
}

/// The curve of a motion into a slide, as the four numbers of `cubic-bezier` in CSS.
pub const EASING: [f64; 4] = [0.4, 0.0, 0.2, 1.0];

/// Returns the share of the way for a share of the time, by the curve [`EASING`].
fn eased(time: f64) -> f64 {
    let time = time.clamp(0.0, 1.0);
    let curve = |a: f64, b: f64, t: f64| 3.0 * a * t * (1.0 - t).powi(2) + 3.0 * b * t * t * (1.0 - t) + t.powi(3);
    // The horizontal part rises, so halving finds the place on the curve.
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..40 {
        let middle = f64::midpoint(low, high);
        if curve(EASING[0], EASING[2], middle) < time { low = middle } else { high = middle }
    }
    curve(EASING[1], EASING[3], f64::midpoint(low, high))
}

impl Default for Playback {
    fn default() -> Self {
        Self { playing: false, speed: 1.0, range: None, looping: false, motion: None, rest: 0.0 }
    }
}

/// Longest time between two frames that counts, in seconds. This avoids a leap after the machine was suspended.
const LONGEST_FRAME: f64 = 0.5;

impl Playback {
    /// Returns the state for another run: the same speed, and no range.
    #[must_use]
    pub(crate) fn without_range(&self) -> Self {
        Self { playing: self.playing, speed: self.speed, range: None, looping: false, motion: None, rest: self.rest }
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

    /// Returns whether the cursor moves by itself: during playback, and during the motion into a slide.
    pub const fn is_running(&self) -> bool {
        self.playing || self.motion.is_some()
    }

    /// Returns whether the events up to a slide are played.
    pub const fn is_turning_slide(&self) -> bool {
        self.motion.is_some()
    }

    /// Returns whether more than ten events pass in a second, so that nothing fades or glides.
    pub fn is_fast(&self) -> bool {
        self.motion.is_some() || (self.playing && self.speed > 1.0)
    }

    /// Returns whether the motion with which a page opens is running.
    pub fn is_opening(&self) -> bool {
        self.motion.as_ref().is_some_and(|motion| motion.opens)
    }

    /// Ends the opening motion of a page at the moment that it has reached.
    pub(super) fn stop_opening(&mut self) {
        self.motion.take_if(|motion| motion.opens);
    }

    /// Advances the motion into a slide, and ends it. Returns the new cursor position.
    pub(super) fn advance_motion(&mut self, seconds: f64) -> Option<usize> {
        let motion = self.motion.as_mut()?;
        motion.passed += seconds.clamp(0.0, LONGEST_FRAME);
        let to = motion.position();
        self.motion.take_if(|motion| motion.is_done());
        Some(to)
    }

    /// Returns the number of seconds until the next event. Nothing changes on the screen before.
    pub fn next_in(&self) -> f64 {
        if self.motion.is_some() {
            return 1.0 / 60.0;
        }
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
