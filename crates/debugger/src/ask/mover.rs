//! Answers about a mover of a log. The command line and [`Sessions`](super::Sessions) use them.

use super::ActorName;
use crate::movers::Movers;
use gridscope_trace::progress::at_once;
use gridscope_trace::{Replay, Scene};

/// Returns the movers of a run on a scene, and the index of the named one.
///
/// # Errors
/// Returns a sentence if the run has no movers, or none of that name.
pub fn find_mover(run: &Replay, scene: &Scene, name: &ActorName) -> Result<(Movers, usize), String> {
    let none = "the run has no movers; expected a log of two or more actors whose moves have times, such as a field t";
    let movers = at_once(Movers::of(run, scene)).ok_or(none)?;
    if let Some(mover) = movers.find(&name.to_string()) {
        return Ok((movers, mover));
    }
    let all = movers.all();
    let names: Vec<&str> = all.iter().take(12).map(|mover| &*mover.name).collect();
    let more = if all.len() > 12 { format!(" and {} more", all.len() - 12) } else { String::new() };
    Err(format!("there is no mover {name}; expected one of {}{more}", names.join(", ")))
}
