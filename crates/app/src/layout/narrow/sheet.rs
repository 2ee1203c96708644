//! The sheet: its three stops, how a finger moves it, and the glide from one stop to the next.

use egui::{Response, Vec2};

/// Height of the sheet at its lowest stop, in points: the row of the slides and a headline.
pub(super) const LOWEST: f32 = 112.0;
/// Height of the sheet at its middle stop in a window that has room for it, in points.
const MIDDLE: f32 = 512.0;
/// Height that the map keeps at the middle stop, in points.
const MAP: f32 = 196.0;
/// Height that stays free above the full sheet, in points.
const ABOVE: f32 = 8.0;
/// Speed of a finger that throws the sheet to the next stop, in points per second.
const SWIPE: f32 = 300.0;
/// Duration of a glide, in seconds.
const GLIDE: f64 = 0.18;

/// A stop of the sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Stop {
    /// Only the slides and a headline.
    #[default]
    Low,
    /// The panel in the lower part of the window, below a part of the map.
    Middle,
    /// The panel over everything but the bar at the top.
    Full,
}

impl Stop {
    const ALL: [Self; 3] = [Self::Low, Self::Middle, Self::Full];

    /// Returns the height of the sheet at this stop, in a column of this height.
    pub(super) fn height(self, room: f32) -> f32 {
        match self {
            Self::Low => LOWEST,
            Self::Middle => MIDDLE.min(room - MAP).max(LOWEST + 80.0),
            Self::Full => room - ABOVE,
        }
    }

    /// Returns the stop nearest to a height.
    fn nearest(height: f32, room: f32) -> Self {
        let gap = |stop: &Self| (stop.height(room) - height).abs();
        Self::ALL.into_iter().min_by(|a, b| gap(a).total_cmp(&gap(b))).unwrap_or_default()
    }

    /// Returns the stop above or below a height.
    fn beyond(height: f32, room: f32, up: bool) -> Self {
        if up {
            Self::ALL.into_iter().find(|stop| stop.height(room) > height + 1.0).unwrap_or(Self::Full)
        } else {
            Self::ALL.into_iter().rev().find(|stop| stop.height(room) < height - 1.0).unwrap_or(Self::Low)
        }
    }
}

/// Position of the sheet.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sheet {
    /// The stop where it is, or where it glides to.
    pub stop: Stop,
    /// Height while a finger holds the sheet, in points.
    held: Option<f32>,
    /// Height at which a glide began, and when, in seconds.
    glide: Option<(f32, Option<f64>)>,
    /// Height in the last frame, in points.
    height: f32,
}

impl Sheet {
    /// Raises the sheet to its middle stop if it is low.
    pub(super) fn raise(&mut self) {
        if self.stop == Stop::Low {
            self.go(Stop::Middle);
        }
    }

    /// Starts a glide to a stop.
    fn go(&mut self, stop: Stop) {
        (self.stop, self.held, self.glide) = (stop, None, Some((self.height, None)));
    }

    /// Moves the sheet with a finger on it: a drag, a swipe, or a tap. `velocity` is that of the pointer.
    pub(super) fn follow(&mut self, response: &Response, velocity: Vec2, room: f32) {
        if response.dragged() {
            let height = self.held.unwrap_or(self.height) - response.drag_delta().y;
            self.held = Some(height.min(Stop::Full.height(room)).max(LOWEST));
        }
        if response.drag_stopped()
            && let Some(height) = self.held
        {
            self.height = height;
            self.go(if velocity.y.abs() > SWIPE {
                Stop::beyond(height, room, velocity.y < 0.0)
            } else {
                Stop::nearest(height, room)
            });
        }
        if response.clicked() {
            self.go(if self.stop == Stop::Middle { Stop::Low } else { Stop::Middle });
        }
    }

    /// Advances the glide. Returns the height of the sheet, and whether it is still moving.
    pub(super) fn advance(&mut self, room: f32, now: f64, at_once: bool) -> (f32, bool) {
        let to = self.stop.height(room);
        let (height, moving) = match (self.held, &mut self.glide) {
            (Some(held), _) => (held, false),
            (None, Some((from, since))) if !at_once => {
                let share = ((now - *since.get_or_insert(now)) / GLIDE).clamp(0.0, 1.0) as f32;
                // Fast at first, and slower towards the end.
                (*from + (to - *from) * (1.0 - (1.0 - share).powi(3)), share < 1.0)
            }
            _ => (to, false),
        };
        if !moving {
            self.glide = None;
        }
        self.height = height;
        (height, moving)
    }
}
