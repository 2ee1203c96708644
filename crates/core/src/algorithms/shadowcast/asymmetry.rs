//! Who sees whom without being seen: all ordered pairs of floors, A and B, such that A sees B and B does not see A.

use super::sight::{Ground, Look, Sight};
use crate::geometry::Cell;

/// The most floors of which all pairs are looked at: 16,384 of them need 32 MB.
pub const MOST_FLOORS: usize = 16_384;

/// What [`asymmetric_pairs`] found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asymmetry {
    /// The first pairs (who sees, who does not see back), by the reading order of who sees, then of who is seen.
    pub pairs: Vec<(Cell, Cell)>,
    /// How many there are in all.
    pub total: u64,
}

/// Lists the first `limit` pairs and counts all. `look` gives the rule, the radius and the shape; its eye is not used.
/// A floor is whatever takes no more than some of the light.
///
/// Every floor looks once into a row of bits, and a pair is asymmetric where a bit differs from its mirror image: a
/// 100 × 100 cave takes a second or so.
///
/// # Errors
/// A sentence when there are more than 16,384 floors.
pub fn asymmetric_pairs<G: Ground>(ground: &G, look: &Look, limit: usize) -> Result<Asymmetry, String> {
    asymmetric_pairs_watched(ground, look, limit, &mut |_| true)
}

/// The same, telling `watch` how much is done, 0 to 1, after each look; where it answers `false`, what was found so far
/// is lost and nothing is listed.
///
/// # Errors
/// As there.
pub fn asymmetric_pairs_watched<G: Ground>(
    ground: &G,
    look: &Look,
    limit: usize,
    watch: &mut dyn FnMut(f32) -> bool,
) -> Result<Asymmetry, String> {
    let size = ground.size();
    let floors: Vec<Cell> = size.cells().filter(|&c| ground.veil(c).opacity < u8::MAX).collect();
    if floors.len() > MOST_FLOORS {
        return Err(format!(
            "{} floors are too many to compare each with each; at most {MOST_FLOORS} are allowed",
            floors.len()
        ));
    }
    let mut number = vec![u32::MAX; size.area()];
    for (i, &floor) in floors.iter().enumerate() {
        number[size.index(floor)] = i as u32;
    }
    let words = floors.len().div_ceil(64);
    let mut seen = vec![0u64; floors.len() * words];
    let mut sight = Sight::default();
    for (i, &eye) in floors.iter().enumerate() {
        sight.look(ground, &Look { eye, ..*look });
        for &cell in sight.cells() {
            let j = number[size.index(cell)] as usize;
            if j < floors.len() {
                seen[i * words + j / 64] |= 1 << (j % 64);
            }
        }
        if !watch((i + 1) as f32 / floors.len() as f32) {
            return Ok(Asymmetry { pairs: Vec::new(), total: 0 });
        }
    }
    let back = |i: usize, j: usize| seen[j * words + i / 64] >> (i % 64) & 1 == 1;
    let mut found = Asymmetry { pairs: Vec::new(), total: 0 };
    for i in 0..floors.len() {
        for w in 0..words {
            let mut bits = seen[i * words + w];
            while bits != 0 {
                let j = w * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                if !back(i, j) {
                    found.total += 1;
                    if found.pairs.len() < limit {
                        found.pairs.push((floors[i], floors[j]));
                    }
                }
            }
        }
    }
    Ok(found)
}
