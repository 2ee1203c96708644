//! Exact bounds of a share: how far a count of successes lets one know how likely a success is.

use statrs::function::beta::inv_beta_reg;

/// Between which bounds the probability of a success lies with 95 % confidence or more, after `hits` successes among `of`
/// independent tries; from 0 to 1 where nothing was tried.
///
/// Each bound is the probability under which as many successes, or more, or as few, or fewer, come in 2.5 % of all cases.
/// Source: C. J. Clopper and E. S. Pearson, *The Use of Confidence or Fiducial Limits Illustrated in the Case of the Binomial*, 1934.
pub fn clopper_pearson(hits: u64, of: u64) -> [f64; 2] {
    const TAIL: f64 = 0.025;
    let hits = hits.min(of);
    let (yes, no) = (hits as f64, (of - hits) as f64);
    let low = if hits == 0 { 0.0 } else { inv_beta_reg(yes, no + 1.0, TAIL) };
    let high = if hits == of { 1.0 } else { inv_beta_reg(yes + 1.0, no, 1.0 - TAIL) };
    [low, high]
}
