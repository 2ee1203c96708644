//! The start and the goal of a search in a scene.

use crate::card::Need;
use crate::{Actor, ActorKind, Cell, RunError, Scene};

/// The kinds of actor that a search can start from, in order of preference.
pub const STARTS: [ActorKind; 3] = [ActorKind::Guard, ActorKind::Thief, ActorKind::Explorer];

/// The actors that a search needs: a start and a goal.
pub const NEEDS: &[Need] =
    &[Need::one(&STARTS, "where the search starts"), Need::one(&[ActorKind::Goal], "where it should end")];

/// Returns the actor that a search starts from and the cell that it should reach.
///
/// # Errors
/// Returns [`RunError::Scene`] if there is no start or goal, if there is more than one, or if either is off the map.
pub fn ends(scene: &Scene) -> Result<(&Actor, Cell), RunError> {
    let fail = |text: String| RunError::Scene(text);
    let start = STARTS.into_iter().find_map(|kind| {
        let mut all = scene.of_kind(kind);
        all.next().map(|first| (first, all.next()))
    });
    let start = match start {
        Some((first, None)) => first,
        Some((first, Some(second))) => {
            return Err(fail(format!(
                "there are two starts, a {} at {} and another at {}; a search has one",
                first.kind.name(),
                first.at,
                second.at
            )));
        }
        None => {
            return Err(fail("there is no start; place a guard, a thief or an explorer".into()));
        }
    };
    let mut goals = scene.of_kind(ActorKind::Goal);
    let goal = match (start.goal(), goals.next(), goals.next()) {
        (Some(own), _, _) => own,
        (None, Some(goal), None) => goal.at,
        (None, Some(a), Some(b)) => {
            return Err(fail(format!("there are two goals, at {} and {}; a search has one", a.at, b.at)));
        }
        (None, None, _) => return Err(fail("there is no goal; place one".into())),
    };
    for (what, at) in [("start", start.at), ("goal", goal)] {
        if !scene.size().contains(at) {
            return Err(fail(format!("the {what} at {at} is outside the map of {} cells", scene.size())));
        }
    }
    Ok((start, goal))
}
