//! Labels of the values of the movement parameters.

/// Costs of a straight and of a diagonal step.
pub const COSTS: &[(&str, &str)] =
    &[("1", "1 and 1"), ("2/3", "2 and 3"), ("10/14", "10 and 14"), ("octile", "1 and √2")];

/// Rules for diagonal steps past a blocked cell.
pub const CORNERS: &[(&str, &str)] = &[("one", "if one side is free")];

/// Estimates of the rest of a path.
pub const HEURISTIC: &[(&str, &str)] =
    &[("zero", "none (0)"), ("manhattan", "Manhattan"), ("chebyshev", "Chebyshev"), ("euclidean", "Euclidean")];
