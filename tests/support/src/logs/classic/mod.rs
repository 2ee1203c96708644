//! Programs on the tiles of scenes, each with several possible headers.

pub mod far;
pub mod heaps;
pub mod many;
pub mod print;
pub mod queues;
pub mod sound;
pub mod world;

use gridscope::trace::rng::Rng;
use sound::Sound;

/// Returns one of the logs of such a program.
pub fn log(make: fn(&mut Rng) -> Sound, dice: &mut Rng) -> String {
    let mut logs = make(dice).logs(dice);
    let chosen = dice.below(logs.len() as u64) as usize;
    logs.swap_remove(chosen)
}
