//! Exact confidence bounds for the probability of a success, given a count of successes.

use statrs::function::beta::inv_beta_reg;

/// Returns the bounds of the probability of a success with a confidence of at least 95 %, after `hits` successes among
/// `of` independent tries. Returns 0 to 1 if there were no tries.
///
/// With the probability at the lower bound, this many successes or more occur in 2.5 % of all cases. With that at the
/// upper bound, this many or fewer do. Source: C. J. Clopper and E. S. Pearson, *The Use of Confidence or Fiducial
/// Limits Illustrated in the Case of the Binomial*, 1934.
pub fn clopper_pearson(hits: u64, of: u64) -> [f64; 2] {
    const TAIL: f64 = 0.025;
    let hits = hits.min(of);
    let (yes, no) = (hits as f64, (of - hits) as f64);
    let low = if hits == 0 { 0.0 } else { inv_beta_reg(yes, no + 1.0, TAIL) };
    let high = if hits == of { 1.0 } else { inv_beta_reg(yes + 1.0, no, 1.0 - TAIL) };
    [low, high]
}
