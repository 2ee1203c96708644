//! The rules that an audit knows.

/// A fault that the audit knows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Rule {
    /// Expanded while a strictly better key waited.
    Order,
    /// g is not that of `from` and the price of the step.
    Cost,
    /// `from` is no step away, or was never expanded.
    Parent,
    /// Where one cannot stand, or past a corner.
    Wall,
    /// Expanded without having been opened.
    NeverOpened,
    /// Expanded again without a lower g in between.
    Reexpanded,
    /// h is more than the true rest of the way.
    Heuristic,
    /// h falls by more than the price of a step.
    Inconsistent,
    /// A neighbour was passed over.
    Missed,
    /// Two cells of the path are no step apart, or it does not join the ends.
    PathBroken,
    /// The path's stated cost is not the sum of its steps.
    PathCost,
    /// There is a cheaper path.
    NotShortest,
    /// `none` where there is a way, or a path where there can be none.
    NoPath,
    /// A refusal whose reason is not so.
    Reason,
    /// A line of sight that crosses a wall.
    Line,
    /// A path over a node that was never opened.
    Unsearched,
    /// Expanded with another g than the node has.
    Changed,
    /// A decision that another candidate wins by its score.
    Choice,
    /// A cell is seen that no line of sight reaches.
    Sight,
    /// A cell of a distance layer differs from its best neighbour plus the step.
    Distance,
    /// An actor moves into a wall, too far, or onto another one.
    Move,
}

impl Rule {
    /// Every rule.
    pub const ALL: [Self; 21] = [
        Self::Order,
        Self::Cost,
        Self::Parent,
        Self::Wall,
        Self::NeverOpened,
        Self::Reexpanded,
        Self::Heuristic,
        Self::Inconsistent,
        Self::Missed,
        Self::PathBroken,
        Self::PathCost,
        Self::NotShortest,
        Self::NoPath,
        Self::Reason,
        Self::Line,
        Self::Unsearched,
        Self::Changed,
        Self::Choice,
        Self::Sight,
        Self::Distance,
        Self::Move,
    ];

    /// The rule of that word.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.name() == name)
    }

    /// The rule's word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Order => "order",
            Self::Cost => "cost",
            Self::Parent => "parent",
            Self::Wall => "wall",
            Self::NeverOpened => "never-opened",
            Self::Reexpanded => "reexpanded",
            Self::Heuristic => "heuristic",
            Self::Inconsistent => "inconsistent",
            Self::Missed => "missed",
            Self::PathBroken => "path-broken",
            Self::PathCost => "path-cost",
            Self::NotShortest => "not-shortest",
            Self::NoPath => "no-path",
            Self::Reason => "reason",
            Self::Line => "line",
            Self::Unsearched => "unsearched",
            Self::Changed => "changed",
            Self::Choice => "choice",
            Self::Sight => "sight",
            Self::Distance => "distance",
            Self::Move => "move",
        }
    }
}
