//! The upper tail of the chi-square distribution, for few and for very many degrees of freedom.

/// Degrees of freedom above which the normal approximation of the cube root of chi-square is used. It is accurate
/// there, and the exact series would take too long.
pub const NORMAL: f64 = 1e6;

/// Returns the probability that chi-square with `freedom` degrees of freedom is at least `chi2`. (For very many: E. B.
/// Wilson and M. M. Hilferty, "The Distribution of Chi-Square", 1931.) Has nine significant digits.
pub fn chi_square_above(chi2: f64, freedom: f64) -> f64 {
    let p = if freedom > NORMAL {
        let variance = 2.0 / (9.0 * freedom);
        let z = ((chi2 / freedom).cbrt() - (1.0 - variance)) / variance.sqrt();
        statrs::function::erf::erfc(z / std::f64::consts::SQRT_2) / 2.0
    } else {
        statrs::function::gamma::checked_gamma_ur(freedom / 2.0, chi2 / 2.0).unwrap_or(0.0)
    };
    // If there are too many paths for a floating-point number, the test means nothing.
    if p.is_finite() { rounded(p.clamp(0.0, 1.0)) } else { 1.0 }
}

/// Rounds to nine significant digits. The last digits of logarithms differ between systems, and the same run must have
/// the same outcome on all of them.
fn rounded(p: f64) -> f64 {
    format!("{p:.8e}").parse().unwrap_or(p)
}
