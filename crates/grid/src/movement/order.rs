//! The order in which neighbours are visited.

use crate::geometry::Dir;

/// Returns the neighbour order E, W, S, N, then SE, SW, NE, NW, or only the first four if `neighbours` is 4. The order
/// is rotated clockwise by `turn` quarter turns. Rotating it reveals direction bias.
pub fn neighbour_order(neighbours: i64, turn: i64) -> Vec<Dir> {
    let count = if neighbours == 4 { 4 } else { 8 };
    Dir::ALL[..count].iter().map(|&d| (0..turn.rem_euclid(4)).fold(d, |d, _| quarter_turn(d))).collect()
}

const fn quarter_turn(d: Dir) -> Dir {
    match d {
        Dir::E => Dir::S,
        Dir::S => Dir::W,
        Dir::W => Dir::N,
        Dir::N => Dir::E,
        Dir::Se => Dir::Sw,
        Dir::Sw => Dir::Nw,
        Dir::Nw => Dir::Ne,
        Dir::Ne => Dir::Se,
    }
}
