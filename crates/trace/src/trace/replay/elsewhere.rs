//! A second player of a run, for questions about other moments: to set one up costs as much as the map is large.

use super::Replay;
use crate::trace::Player;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The second player, where the last question left it.
#[derive(Default)]
pub(super) struct Spare(Mutex<Option<Player>>);

impl Spare {
    fn player(&self) -> MutexGuard<'_, Option<Player>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A second cursor has one of its own.
impl Clone for Spare {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Replay {
    /// Asks a player that stands at another moment.
    pub(super) fn elsewhere<T>(&self, at: usize, ask: impl FnOnce(&Player) -> T) -> T {
        if at == self.cursor() {
            return ask(&self.player);
        }
        // A question within a question finds none, and sets up its own.
        let kept = self.spare.player().take();
        let mut player = kept.unwrap_or_else(|| self.player.clone());
        player.set_eyes(self.looking());
        player.seek(at);
        let answer = ask(&player);
        *self.spare.player() = Some(player);
        answer
    }

    /// Sets up the player that [`Replay::elsewhere`] asks, and says whether there is one: not where it was told to stop
    /// meanwhile.
    pub(super) fn ready_elsewhere(&self, goes_on: &mut dyn FnMut() -> bool) -> bool {
        if self.spare.player().is_some() {
            return true;
        }
        let player = self.player.copy(goes_on);
        let ready = player.is_some();
        *self.spare.player() = player;
        ready
    }
}
