//! The rules of the audit.

use gridscope_trace::event::Word;

/// A fault that the audit can find. Reports and conditions use its name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Word)]
#[words(name, kebab)]
#[non_exhaustive]
pub enum Rule {
    /// A node was expanded while a strictly better key was on the open list.
    Order,
    /// g is not the sum of the parent's g and the cost of the step.
    Cost,
    /// `from` is not one step away, or was never expanded.
    Parent,
    /// A blocked cell was entered, or a corner was cut.
    Wall,
    /// A node was expanded without having been opened.
    NeverOpened,
    /// A node was expanded again without a lower g in between.
    Reexpanded,
    /// h is larger than the true remaining cost.
    Heuristic,
    /// h falls by more than the cost of a step.
    Inconsistent,
    /// An expansion missed a neighbour.
    Missed,
    /// Two cells of the path are not one step apart, or the path does not connect the ends.
    PathBroken,
    /// The stated cost of the path is not the sum of its steps.
    PathCost,
    /// There is a cheaper path.
    NotShortest,
    /// `none` although there is a path, or a path although there cannot be one.
    NoPath,
    /// The reason of a rejection is not true.
    Reason,
    /// A line of sight crosses a wall.
    Line,
    /// The path uses a node that was never opened.
    Unsearched,
    /// A node was expanded with another g than it has.
    Changed,
    /// Another candidate wins the decision by its score.
    Choice,
    /// A cell is reported visible that no line of sight reaches.
    Sight,
    /// A value of a distance layer differs from its best neighbour plus the step.
    Distance,
    /// An actor moves into a wall, too far, or onto another actor.
    Move,
    /// A path does not follow the parents of its nodes, or costs more than g of its end.
    Parents,
    /// An actor repeats its turns.
    Repeats,
    /// A mover is not placed where it should start.
    Start,
    /// A mover is not at the goal that it should have reached.
    Goal,
    /// A mover moves where it does not face.
    Heading,
    /// A mover acts during a delay.
    Delay,
    /// A stated figure differs from the log.
    Claimed,
    /// The program itself reports a fault.
    Reported,
}
