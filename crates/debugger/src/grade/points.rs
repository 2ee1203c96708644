//! The points of marks, as a teacher states them.

use super::{MarkKind, Verdict};

/// The points of each mark.
#[derive(Clone, PartialEq, Debug)]
pub struct Points {
    kinds: &'static [MarkKind],
    /// Points of each mark, in order.
    each: Vec<f64>,
    /// Whether only marks that were checked get points.
    require_all: bool,
}

impl Points {
    /// Reads points: a number for each mark, `2,2,2,1,1`, or those of some marks by name, `cheapest=4,way=0`.
    ///
    /// # Errors
    /// Returns a sentence if a mark or a number is wrong.
    pub fn parse(kinds: &'static [MarkKind], text: Option<&str>, require_all: bool) -> Result<Self, String> {
        let mut each: Vec<f64> = kinds.iter().map(|kind| kind.points).collect();
        let names = || kinds.iter().map(|kind| kind.name).collect::<Vec<_>>().join(", ");
        let parts: Vec<&str> = text.map(|text| text.split(',').map(str::trim).collect()).unwrap_or_default();
        let has_names = parts.iter().any(|part| part.contains('='));
        if !parts.is_empty() && !has_names && parts.len() != kinds.len() {
            let wanted = kinds.len();
            return Err(format!("--points: {} numbers; expected {wanted}, for {}", parts.len(), names()));
        }
        for (place, part) in parts.iter().enumerate() {
            let (index, number) = match part.split_once('=') {
                None if has_names => return Err(format!("--points: {part:?} has no name; expected such as {part}=2")),
                None => (Some(place), *part),
                Some((name, number)) => (kinds.iter().position(|kind| kind.name == name.trim()), number),
            };
            let index = index.ok_or_else(|| format!("--points: there is no mark {part:?}; expected {}", names()))?;
            let number = number.trim().parse::<f64>().ok().filter(|number| (0.0..1e9).contains(number));
            each[index] = number.ok_or_else(|| format!("--points: {part:?}; expected a number from 0, such as 2"))?;
        }
        Ok(Self { kinds, each, require_all })
    }

    /// Returns the kinds of marks.
    pub const fn kinds(&self) -> &'static [MarkKind] {
        self.kinds
    }

    /// Returns the points that each mark of a verdict earned, and the points that it could earn.
    pub fn each(&self, verdict: &Verdict) -> Vec<(f64, f64)> {
        let earned = |n: usize| {
            verdict.marks.get(n).is_some_and(|mark| mark.earned && (mark.held.is_some() || !self.require_all))
        };
        self.each.iter().enumerate().map(|(n, &of)| (if earned(n) { of } else { 0.0 }, of)).collect()
    }

    /// Returns the sum of the points that a verdict earned.
    pub fn score(&self, verdict: &Verdict) -> f64 {
        self.each(verdict).iter().map(|one| one.0).sum()
    }

    /// Returns the sum of all points.
    pub fn of(&self) -> f64 {
        self.each.iter().sum()
    }
}
