//! Prisoners that walk by a simple rule without a map: a hand on the wall, straight on until blocked, or toward the
//! exit as if there were no walls.

use super::event::{FAR, FlowEvent as E, Verdict};
use super::run::Dungeon;
use crate::event::Word;
use crate::movement::Refusal;
use crate::params::{Param, Resolved};
use crate::{Cell, Dir, Observer};

/// Rules by which prisoners walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Word)]
#[words(name, kebab)]
pub enum Walk {
    /// Down the distances of the map.
    #[default]
    Map,
    /// Along a wall, with the right hand on it.
    RightHand,
    /// Along a wall, with the left hand on it.
    LeftHand,
    /// Straight on; if blocked, in a random free direction.
    RandomTurn,
    /// To the neighbour nearest to an exit, as if there were no walls.
    TowardExit,
}

impl Walk {
    /// The parameter that selects the rule.
    pub(crate) const PARAM: Param = Param::choice(
        "walk",
        Self::WORDS,
        "map",
        "How prisoners who do not flee find their way: by the map, or by a simple rule without it. A hand on the wall and random turns use straight steps only, and anything in the way counts as wall.",
    )
    .labelled(&[("map", "by the map"), ("right-hand", "right hand on the wall"), ("left-hand", "left hand on the wall"), ("random-turn", "random turns"), ("toward-exit", "towards the exit")]);

    /// Returns the rule that the parameters name. Fleeing prisoners always use the map.
    pub fn new(params: &Resolved) -> Self {
        let walk = Self::named(&params.word(Self::PARAM.name)).filter(|_| !params.flag("flee"));
        walk.unwrap_or_default()
    }

    /// Returns whether prisoners walk by their heading and not by the values of cells.
    pub(crate) const fn has_heading(self) -> bool {
        matches!(self, Self::RightHand | Self::LeftHand | Self::RandomTurn)
    }

    /// Returns the directions in the order in which the rule tries them. `corner` is whether the wall at the hand ends
    /// beside the walker.
    fn order(self, heading: Dir, corner: bool) -> [Dir; 4] {
        let [right, back, left] = [1, 2, 3].map(|quarters| turned(heading, quarters));
        match self {
            Self::RightHand if corner => [right, heading, left, back],
            Self::LeftHand if corner => [left, heading, right, back],
            Self::LeftHand => [heading, right, left, back],
            _ => [heading, left, right, back],
        }
    }
}

/// Returns the straight direction a number of quarter turns to the right of another.
fn turned(dir: Dir, quarters: usize) -> Dir {
    let at = Dir::WINDS[..4].iter().position(|&d| d == dir).unwrap_or(0);
    Dir::WINDS[(at + quarters) % 4]
}

impl<O: Observer<E>> Dungeon<'_, O> {
    /// Returns the distance to the nearest exit or goal of a map, in units, as if there were no walls.
    pub(super) fn without_walls(&self, map: usize, cell: Cell) -> i64 {
        let costs = &self.ground.costs;
        let (straight, diagonal) = (i64::from(costs.straight), i64::from(costs.diagonal));
        let far = |(source, start): &(Cell, i64)| {
            let (dx, dy) = cell.delta(*source);
            let (dx, dy) = (dx as i64, dy as i64);
            let steps = if self.ground.dirs().len() == 4 {
                straight * (dx + dy)
            } else {
                straight * (dx - dy).abs() + diagonal * dx.min(dy)
            };
            start.saturating_add(steps)
        };
        self.maps[map].sources.iter().map(far).min().unwrap_or(FAR)
    }

    /// Returns the neighbours of a prisoner in the order in which its rule tries them. Those it may take are
    /// [`Verdict::Ruled`]: one, or several among which dice decide.
    pub(super) fn by_rule(&self, person: usize, map: usize, at: Cell) -> Vec<(Dir, Cell, i64, Verdict)> {
        let (walk, area) = (self.problem.cx.walk, self.maps[map].area);
        let actor = self.people[person].actor;
        let facing = self.world.actors[actor].facing();
        let heading = self.people[person].last.or(facing).filter(|dir| !dir.is_diagonal()).unwrap_or(Dir::N);
        let hand = turned(heading, if walk == Walk::LeftHand { 3 } else { 1 });
        // The cell behind the one at the hand. If it is wall and the one at the hand is free, the walker turns a
        // corner.
        let size = self.problem.cx.size;
        let behind = at.step(hand, size).and_then(|c| c.step(heading.opposite(), size));
        let wall_behind = behind.is_none_or(|c| !area.contains(c) || self.ground.shut[c]);
        let order = walk.order(heading, wall_behind && self.ground.step(at, hand, area).is_ok());
        let look = |dir: Dir| match self.ground.step(at, dir, area) {
            Err((cell, Refusal::Narrow)) => Some((dir, cell?, FAR, Verdict::Narrow)),
            Err((cell, _)) => Some((dir, cell?, FAR, Verdict::Solid)),
            Ok(cell) if self.is_occupied(actor, cell) => {
                Some((dir, cell, self.maps[map].value(cell), Verdict::Occupied))
            }
            Ok(cell) => Some((dir, cell, self.maps[map].value(cell), Verdict::Ruled)),
        };
        let mut all: Vec<_> = order.into_iter().filter_map(look).collect();
        let mut free = all.iter_mut().filter(|n| n.3 == Verdict::Ruled);
        let first = free.next().map(|n| n.0);
        if walk != Walk::RandomTurn || first == Some(heading) {
            free.for_each(|n| n.3 = Verdict::Later);
        }
        all
    }
}
