//! A second player of a run, for questions about other moments. Creating one takes time in proportion to the size of
//! the map.

use super::Replay;
use crate::progress::{Halt, Progress};
use crate::trace::Player;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The second player, at the moment of the last question.
#[derive(Default)]
pub(super) struct Spare(Mutex<Option<Player>>);

impl Spare {
    fn player(&self) -> MutexGuard<'_, Option<Player>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A second cursor has its own second player.
impl Clone for Spare {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Replay {
    /// Calls `ask` with a player at another moment.
    pub(super) fn at_other_moment<T>(&self, at: usize, ask: impl FnOnce(&Player) -> T) -> T {
        if at == self.cursor() {
            return ask(&self.player);
        }
        // A nested question finds no spare player and creates its own.
        let spare_player = self.spare.player().take();
        let mut player = spare_player.unwrap_or_else(|| self.player.clone());
        player.set_eyes(self.looking());
        player.seek(at);
        let answer = ask(&player);
        *self.spare.player() = Some(player);
        answer
    }

    /// Creates the player for [`Replay::at_other_moment`].
    pub(super) fn ready_elsewhere(&self, progress: &Progress) -> Result<(), Halt> {
        if self.spare.player().is_none() {
            let player = self.player.copy(progress)?;
            *self.spare.player() = Some(player);
        }
        Ok(())
    }
}
