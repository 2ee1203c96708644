//! Steps of recording and testing the author's solution of an exercise.

/// A step of recording or testing the author's solution of an exercise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolutionStep {
    /// Remembers the given map and run. If there is a solution already, shows it. What the user changes next becomes
    /// the solution.
    Begin,
    /// Stores the changes as the solution, and restores the given map and run.
    Keep,
    /// Discards the changes, and restores the given map and run.
    Cancel,
    /// Removes the solution.
    Remove,
    /// Records the run again, and checks the conditions on the map as it is and on the solution.
    Test,
}
