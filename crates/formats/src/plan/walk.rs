//! Follows the actions of robots, and finds out which way is up.

use super::actions::{Action, Facing, runs};
use super::model::{Change, MoveCount, Mover, Place, Plan, is_blocked, step};
use crate::FormatError;
use gridscope_trace::Dir;
use gridscope_trace::scene::Scene;

/// Changes of a robot, and their time.
pub(super) struct Walk {
    pub(super) changes: Vec<Change>,
    pub(super) length: u32,
}

impl Walk {
    /// Returns the cell at the end.
    fn end(&self, mover: &Mover) -> Place {
        self.changes.last().map_or(mover.at, |change| change.at)
    }
}

/// Returns the numbers of moves that the map forbids, and of movers that end elsewhere than at their goals.
pub(super) fn faults(plan: &Plan, walks: &[Walk], map: &Scene) -> (usize, usize) {
    let blocked = walks.iter().flat_map(|walk| &walk.changes).filter(|change| is_blocked(map, change.at)).count();
    let missed =
        plan.movers.iter().zip(walks).filter(|(mover, walk)| mover.goal.is_some_and(|goal| walk.end(mover) != goal));
    (blocked, missed.count())
}

/// Returns a sentence about which way a letter leads, from the faults for both.
pub(super) fn orientation(letter: char, up: (usize, usize), down: (usize, usize)) -> String {
    let says = |(walls, missed): (usize, usize)| format!("{walls} moves into walls and {missed} missed goals");
    match up.cmp(&down) {
        std::cmp::Ordering::Less => format!("{letter} is y − 1; as y + 1 there would be {}.", says(down)),
        std::cmp::Ordering::Greater => format!("{letter} is y + 1; as y − 1 there would be {}.", says(up)),
        std::cmp::Ordering::Equal => format!("{letter} may be y − 1 or y + 1: both fit the map equally well."),
    }
}

/// Follows the actions of one robot. `up` is where the letter U leads.
pub(super) fn walk(
    mover: &Mover,
    text: &str,
    (ticks, up): (u32, Dir),
    (count, snapshots): (&mut MoveCount, &mut (u64, u64)),
) -> Result<Walk, Result<FormatError, String>> {
    let (mut at, mut facing, mut counter, mut t) = (mover.at, mover.facing, 0_u32, 0_u32);
    let mut changes = Vec::new();
    for run in runs(text, mover.facing.is_some()) {
        let run = run.map_err(Err)?;
        if let Some(snapshot) = run.snapshot {
            snapshots.1 = snapshots.1.saturating_add(1);
            snapshots.0 = snapshots.0.saturating_add(u64::from(snapshot == (t, at, facing, counter)));
        }
        let Some((action, length)) = run.action else { continue };
        let end = t.checked_add(length).ok_or_else(|| Err("there are too many ticks".to_owned()))?;
        if action == Action::Wait {
            t = end;
            continue;
        }
        // An action takes effect at its last tick.
        loop {
            let Some(done) = t.checked_add(ticks.saturating_sub(counter)).filter(|&done| done <= end) else {
                counter = counter.saturating_add(end.saturating_sub(t));
                break;
            };
            (t, counter) = (done, 0);
            match (action, facing) {
                (Action::Go(dir), _) => {
                    at = step(
                        at,
                        if dir == Dir::N {
                            up
                        } else if dir == Dir::S {
                            up.opposite()
                        } else {
                            dir
                        },
                    );
                }
                (Action::Forward, Some(dir)) => at = step(at, dir),
                (Action::Forward | Action::Left | Action::Right, None) => {
                    return Err(Err("the robot turns or moves forward, but its start has no direction".to_owned()));
                }
                (Action::Left, Some(dir)) => facing = Some(Facing(dir).left()),
                (Action::Right, Some(dir)) => facing = Some(Facing(dir).left().opposite()),
                (Action::Wait, _) => {}
            }
            count.add().map_err(Ok)?;
            changes.push(Change { t, at, facing });
        }
        t = end;
    }
    Ok(Walk { changes, length: t })
}
