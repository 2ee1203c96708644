//! Sight, compared with a brute-force computation and with sound fields of view.

use super::report;
use gridscope::algorithms::shadowcast::{Look, Sight, Variant, Veil};
use gridscope::debugger::audit::Rule;
use gridscope::trace::{Cell, Rng, Size};
use std::fmt::Write as _;

type Map = Vec<Vec<bool>>;

fn random(dice: &mut Rng, (width, height): (usize, usize), walls: u32) -> Map {
    (0..height).map(|_| (0..width).map(|_| dice.below(100) < walls.into()).collect()).collect()
}

fn header(map: &Map) -> String {
    let row = |row: &Vec<bool>| row.iter().map(|&wall| if wall { '#' } else { '.' }).collect::<String>();
    let rows: Vec<String> = map.iter().map(row).collect();
    format!("{}\n", serde_json::json!({ "format": "gridscope-trace", "version": 2, "map": rows }))
}

/// Returns the cells of the findings. The cells are checked in parts, because the audit lists a limited number of
/// findings.
fn accused(map: &Map, from: (usize, usize), seen: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut all = Vec::new();
    for part in seen.chunks(20) {
        let mut text = header(map);
        for (x, y) in part {
            writeln!(text, r#"{{"event":"see","at":[{x},{y}],"from":[{},{}]}}"#, from.0, from.1).expect("a line");
        }
        let found = report(&text).findings;
        assert!(found.iter().all(|f| f.rule == Rule::Sight), "{found:?}");
        all.extend(found.iter().filter_map(|f| f.at).map(|at| (usize::from(at.x), usize::from(at.y))));
    }
    all
}

/// Returns whether a segment passes outside the diamond in each blocked cell, and through no point where two diamonds
/// meet. Everything around the map is blocked. All numbers are multiples of 1/`scale`, with an even `scale`.
fn is_clear(map: &Map, scale: i64, p: (i64, i64), q: (i64, i64), ends: [(usize, usize); 2]) -> bool {
    let (dx, dy) = (q.0 - p.0, q.1 - p.1);
    let (width, height) = (map[0].len() as i64, map.len() as i64);
    let is_end = |x: i64, y: i64| ends.iter().any(|&(ex, ey)| (ex as i64, ey as i64) == (x, y));
    let is_off = |x: i64, y: i64| !(0..width).contains(&x) || !(0..height).contains(&y);
    let blocked = |x: i64, y: i64| is_off(x, y) || (map[y as usize][x as usize] && !is_end(x, y));
    let holds = |(x, y): (i64, i64)| {
        let within = |v: i64, a: i64, b: i64| (a.min(b)..=a.max(b)).contains(&v);
        dx * (y - p.1) == dy * (x - p.0) && within(x, p.0, q.0) && within(y, p.1, q.1)
    };
    let is_passed = |x: i64, y: i64| {
        if !blocked(x, y) {
            return true;
        }
        let (left, top) = (x * scale, y * scale);
        let (cx, cy) = (left + scale / 2, top + scale / 2);
        let meets = (blocked(x + 1, y) && holds((left + scale, cy))) || (blocked(x, y + 1) && holds((cx, top + scale)));
        // The distance from the centre is smallest at an end of the segment, or where its x or y part is 0. Each place
        // on the segment is a numerator and a denominator.
        let mut places = vec![(0, 1), (1, 1)];
        places.extend((dx != 0).then(|| ((cx - p.0) * dx.signum(), dx.abs())));
        places.extend((dy != 0).then(|| ((cy - p.1) * dy.signum(), dy.abs())));
        let is_near = |&(n, of): &(i64, i64)| {
            (0..=of).contains(&n) && {
                let away = ((p.0 - cx) * of + dx * n).abs() + ((p.1 - cy) * of + dy * n).abs();
                2 * away < scale * of
            }
        };
        !meets && !places.iter().any(is_near)
    };
    (-1..=height).all(|y| (-1..=width).all(|x| is_passed(x, y)))
}

/// Returns whether a segment between points of both cells is clear. Tests all segments on lines through two lattice
/// points, and those between the points of a fine raster.
fn reaches(map: &Map, a: (usize, usize), b: (usize, usize)) -> bool {
    let (height, width) = (map.len() as i64, map[0].len() as i64);
    let corner = |c: (usize, usize)| (c.0 as i64, c.1 as i64);
    let (ca, cb) = (corner(a), corner(b));
    let raster = |c: (i64, i64)| (0..=3).flat_map(move |i| (0..=3).map(move |j| (c.0 * 6 + 2 * i, c.1 * 6 + 2 * j)));
    if raster(ca).any(|p| raster(cb).any(|q| is_clear(map, 6, p, q, [a, b]))) {
        return true;
    }
    // In half cells.
    let points: Vec<(i64, i64)> = (0..=2 * height).flat_map(|y| (0..=2 * width).map(move |x| (x, y))).collect();
    points.iter().any(|&p| {
        points.iter().filter(|&&q| q > p).any(|&q| {
            let scale = scale_of(p, q);
            on_line(p, q, ca, scale)
                .into_iter()
                .any(|s| on_line(p, q, cb, scale).into_iter().any(|t| is_clear(map, scale, s, t, [a, b])))
        })
    })
}

/// Returns the factor that makes the crossings of a line with the grid whole numbers, and their halves, too.
fn scale_of(p: (i64, i64), q: (i64, i64)) -> i64 {
    2 * (q.0 - p.0).abs().max(1) * (q.1 - p.1).abs().max(1)
}

/// Returns the points where a line through two points, in half cells, meets the outline of a cell, times `scale`.
fn on_line(p: (i64, i64), q: (i64, i64), cell: (i64, i64), scale: i64) -> Vec<(i64, i64)> {
    let (dx, dy) = (q.0 - p.0, q.1 - p.1);
    let mut all = Vec::new();
    let within = |v: i64, low: i64| (low * scale..=(low + 1) * scale).contains(&v);
    let half = scale / 2;
    for k in 0..=1 {
        if dx != 0 {
            let x = cell.0 + k;
            let y = p.1 * half + dy * (2 * x - p.0) * (half / dx);
            all.extend(within(y, cell.1).then_some((x * scale, y)));
        }
        if dy != 0 {
            let y = cell.1 + k;
            let x = p.0 * half + dx * (2 * y - p.1) * (half / dy);
            all.extend(within(x, cell.0).then_some((x, y * scale)));
        }
    }
    all
}

#[test]
fn unreachable_sight_agrees_with_brute_force() {
    let mut dice = Rng::new(45);
    let (mut hidden, mut open) = (0, 0);
    for round in 0..45 {
        let map = random(&mut dice, (6, 5), [20, 35, 50][round % 3]);
        let from = (dice.below(6) as usize, dice.below(5) as usize);
        let cells: Vec<(usize, usize)> = (0..5).flat_map(|y| (0..6).map(move |x| (x, y))).collect();
        let expected: Vec<_> = cells.iter().copied().filter(|&to| !reaches(&map, from, to)).collect();
        hidden += expected.len();
        open += cells.len() - expected.len();
        assert_eq!(accused(&map, from, &cells), expected, "from {from:?}\n{}", header(&map));
    }
    assert!(hidden > 100 && open > 500, "{hidden} hidden, {open} open");
}

#[test]
fn all_shadowcasting_variants_are_sound() {
    let mut dice = Rng::new(12);
    for round in 0..60 {
        let map = random(&mut dice, (26, 19), [3, 10, 25, 40][round % 4]);
        let eye = Cell::new(dice.below(26) as u16, dice.below(19) as u16);
        let veil = |c: Cell| if map[usize::from(c.y)][usize::from(c.x)] { Veil::OPAQUE } else { Veil::CLEAR };
        for variant in ["recursive", "strips", "symmetric", "bergstrom", "portal"] {
            let mut sight = Sight::default();
            sight.look(&(Size::new(26, 19), veil), &Look::new(Variant::named(variant).expect("a variant"), eye));
            let mut text = header(&map);
            for at in sight.cells() {
                writeln!(text, r#"{{"event":"see","at":[{},{}],"from":[{},{}]}}"#, at.x, at.y, eye.x, eye.y)
                    .expect("a line");
            }
            let found = report(&text).findings;
            assert!(found.is_empty(), "{variant} from {eye:?}: {found:#?}\n{}", header(&map));
        }
    }
}

#[test]
fn cells_reached_by_rays_are_never_accused() {
    let mut dice = Rng::new(7);
    for round in 0..40 {
        let (width, height) = (24, 17);
        let map = random(&mut dice, (width, height), [8, 20, 35, 45][round % 4]);
        let from = (dice.below(24) as usize, dice.below(17) as usize);
        let mut seen = std::collections::BTreeSet::new();
        // Rays in all directions from points all over the viewer's cell, each up to the first wall, which is seen.
        for _ in 0..400 {
            let point = |c: usize, dice: &mut Rng| c as f64 + 0.01 + dice.below(99) as f64 / 100.0;
            let (x, y) = (point(from.0, &mut dice), point(from.1, &mut dice));
            let angle = dice.below(6283) as f64 / 1000.0;
            for k in 0..4000 {
                let (x, y) = (x + angle.cos() * f64::from(k) * 0.01, y + angle.sin() * f64::from(k) * 0.01);
                if x < 0.0 || y < 0.0 || x >= width as f64 || y >= height as f64 {
                    break;
                }
                // Points close to a grid line may be on its other side because of rounding.
                let inside = |v: f64| (0.02..0.98).contains(&v.fract());
                let cell = (x as usize, y as usize);
                if !inside(x) || !inside(y) {
                    continue;
                }
                seen.insert(cell);
                if map[cell.1][cell.0] && cell != from {
                    break;
                }
            }
        }
        let sure: Vec<_> = seen.into_iter().collect();
        // A ray that slips past a corner between two samples does not count.
        let wrong: Vec<_> = accused(&map, from, &sure)
            .into_iter()
            .filter(|&to| (0..=8).any(|i| (0..=8).any(|j| raster_reaches(&map, from, to, (i, j)))))
            .collect();
        assert!(wrong.is_empty(), "{wrong:?} from {from:?}\n{}", header(&map));
    }
}

fn raster_reaches(map: &Map, a: (usize, usize), b: (usize, usize), (i, j): (i64, i64)) -> bool {
    let p = (a.0 as i64 * 8 + i, a.1 as i64 * 8 + j);
    (0..=8).any(|k| (0..=8).any(|l| is_clear(map, 8, p, (b.0 as i64 * 8 + k, b.1 as i64 * 8 + l), [a, b])))
}

const ROOMS: &str = r#"{"format":"gridscope-trace","version":2,"map":["..#..","..#..","..#..","..+..","..#.."]}
"#;

/// Returns the lines on which the audit reports wrong sight.
fn lines(events: &str) -> Vec<usize> {
    report(&format!("{ROOMS}{events}")).findings.iter().filter(|f| f.rule == Rule::Sight).map(|f| f.line).collect()
}

#[test]
fn cell_seen_behind_a_wall_is_accused() {
    // A field of view that names the viewer's cell.
    assert_eq!(
        lines("{\"event\":\"see\",\"at\":[2,1],\"from\":[0,1]}\n{\"event\":\"see\",\"at\":[3,1],\"from\":[0,1]}\n"),
        [3]
    );
    // A guard that was placed, and moved.
    let guard = r#"{"event":"place","actor":"g","at":[0,0]}
{"event":"move","actor":"g","at":[1,1]}
{"event":"see","actor":"g","at":[4,1]}
{"event":"move","actor":"g","at":[1,2]}
{"event":"see","actor":"g","at":[1,4]}
"#;
    assert_eq!(lines(guard), [4]);
    // A door that is closed again.
    let door = r#"{"event":"see","at":[3,3],"from":[1,3]}
{"event":"tile","at":[2,3],"tile":"door-open"}
{"event":"see","at":[4,3],"from":[1,3]}
{"event":"tile","at":[2,3],"tile":"door"}
{"event":"see","at":[4,3],"from":[1,3]}
"#;
    assert_eq!(lines(door), [2, 6]);
}

#[test]
fn sight_logged_around_a_step_is_sound() {
    let early = r#"{"event":"place","actor":"g","at":[1,3]}
{"event":"see","actor":"g","at":[4,3]}
{"event":"move","actor":"g","at":[2,3]}
{"event":"see","actor":"g","at":[0,3]}
{"event":"move","actor":"g","at":[3,3]}
{"event":"see","actor":"g","at":[0,3]}
"#;
    assert!(lines(early).is_empty());
}

#[test]
fn sight_without_viewer_or_map_is_skipped() {
    let found = report(&format!("{ROOMS}{{\"event\":\"see\",\"at\":[4,1]}}\n"));
    assert!(found.findings.is_empty());
    assert!(found.skipped.iter().any(|s| s.rule == Rule::Sight && s.why.contains("`from`")), "{found:?}");
    let found = report("{\"event\":\"see\",\"at\":[4,1],\"from\":[0,0]}\n");
    assert!(
        found
            .skipped
            .iter()
            .any(|s| s.rule == Rule::Sight && s.add.as_deref().is_some_and(|add| add.contains("\"map\""))),
        "{found:?}"
    );
}
