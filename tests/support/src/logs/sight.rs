//! Reliable tests of whether a cell is visible or hidden, with segments between many points of both cells.

use super::ground::{Ground, Spot};

/// Returns whether a segment crosses the inside of a square around a blocked cell. The square is enlarged by `more` on
/// each side.
fn is_cut(ground: &Ground, a: (f64, f64), b: (f64, f64), ends: [Spot; 2], more: f64) -> bool {
    let low = |a: f64, b: f64| (a.min(b) - 0.5).floor() as i32 - 1;
    let high = |a: f64, b: f64| (a.max(b) + 0.5).ceil() as i32 + 1;
    for y in low(a.1, b.1)..=high(a.1, b.1) {
        for x in low(a.0, b.0)..=high(a.0, b.0) {
            if !ground.is_inside((x, y)) || ground.is_free((x, y)) || ends.contains(&(x, y)) {
                continue;
            }
            let half = 0.5 + more;
            let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
            for (from, by, middle) in [(a.0, b.0 - a.0, f64::from(x)), (a.1, b.1 - a.1, f64::from(y))] {
                if by.abs() < 1e-12 {
                    if (from - middle).abs() >= half {
                        leave = -1.0;
                    }
                    continue;
                }
                let (s, t) = ((middle - half - from) / by, (middle + half - from) / by);
                enter = enter.max(s.min(t));
                leave = leave.min(s.max(t));
            }
            if enter + 1e-9 < leave {
                return true;
            }
        }
    }
    false
}

/// Returns `n` × `n` points of a cell. The outer ones are `inset` away from its edge.
fn points(at: Spot, n: i32, inset: f64) -> Vec<(f64, f64)> {
    let along = |i: i32| f64::from(i) / f64::from(n - 1) * (1.0 - 2.0 * inset) - 0.5 + inset;
    let all = (0..n).flat_map(|j| (0..n).map(move |i| (i, j)));
    all.map(|(i, j)| (f64::from(at.0) + along(i), f64::from(at.1) + along(j))).collect()
}

/// Returns whether a cell is certainly visible: a segment between a point of it and one of the eye keeps a distance
/// from all walls.
pub fn is_seen(ground: &Ground, eye: Spot, at: Spot) -> bool {
    eye == at
        || points(eye, 3, 0.1)
            .into_iter()
            .any(|a| points(at, 3, 0.1).into_iter().any(|b| !is_cut(ground, a, b, [eye, at], 0.01)))
}

/// Returns whether a segment is blocked by walls that are only lines across the centres of their cells. No field of
/// view takes less for a wall; digital lines and symmetric shadowcasting take this. Every point within `margin` of the
/// crossing must be blocked, too.
fn is_barred(ground: &Ground, a: (f64, f64), b: (f64, f64), ends: [Spot; 2], margin: f64) -> bool {
    let flat = (b.0 - a.0).abs() >= (b.1 - a.1).abs();
    let turned = |(x, y): (f64, f64)| if flat { (x, y) } else { (y, x) };
    let (a, b) = (turned(a), turned(b));
    let (a, b) = if a.0 <= b.0 { (a, b) } else { (b, a) };
    (a.0.ceil() as i32..=b.0.floor() as i32).any(|column| {
        let row = a.1 + (b.1 - a.1) * (f64::from(column) - a.0) / (b.0 - a.0);
        [row - margin, row, row + margin].into_iter().all(|row| {
            let (x, y) = turned((f64::from(column), row));
            let at = (x.round() as i32, y.round() as i32);
            !ground.is_inside(at) || (!ground.is_free(at) && !ends.contains(&at))
        })
    })
}

/// Returns whether a cell is hidden in every field of view: every segment between points of both cells is blocked. Any
/// other segment crosses a column within the margin of one of these.
pub fn is_hidden(ground: &Ground, eye: Spot, at: Spot) -> bool {
    let near = (eye.0 - at.0).abs() <= 1 && (eye.1 - at.1).abs() <= 1;
    !near
        && points(eye, 5, 0.0)
            .into_iter()
            .all(|a| points(at, 5, 0.0).into_iter().all(|b| is_barred(ground, a, b, [eye, at], 0.25)))
}
