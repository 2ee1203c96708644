//! Regression tests for pictures that were wrong once: unreadable numbers, and colours without a meaning. They compare
//! painted shapes.

use super::legible::{inside, lines, opened};
use egui::{Color32, Modifiers, Pos2, Rect, Shape};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use gridscope::app::App;
use gridscope::app::style::theme::ThemeName;
use gridscope::debugger::session::window::Arrangement;
use gridscope::trace::geometry::Cell;
use gridscope_window_tests::{at, ground, scene, window_of, with_details};
use std::collections::BTreeMap;

fn lesson(id: &str) -> Harness<'static, App> {
    opened(id, ThemeName::Dark, Arrangement::Learn, (1440.0, 900.0))
}

/// Returns the shapes that are painted completely inside the canvas.
fn painted(h: &Harness<'_, App>) -> Vec<Shape> {
    let canvas = h.get_by_label("Map canvas").rect();
    let inside = |(clip, shape): &(Rect, &Shape)| canvas.contains_rect(shape.visual_bounding_rect().intersect(*clip));
    gridscope_window_tests::painted(h).into_iter().filter(inside).map(|(_, shape)| shape.clone()).collect()
}

/// Returns every line of text on the map, with its place and its size in points.
fn texts(h: &Harness<'_, App>) -> Vec<(String, Rect, f32)> {
    let of = |shape: Shape| match shape {
        Shape::Text(text) => {
            let size = text.galley.job.sections.first().map_or(0.0, |s| s.format.font_id.size);
            lines(&text).map(|(words, rect)| (words, rect, size)).collect()
        }
        _ => Vec::new(),
    };
    painted(h).into_iter().flat_map(of).collect()
}

/// Returns the numbers in cells with their sizes, without those of the rulers and of the legend below the map.
fn numbers(h: &Harness<'_, App>) -> Vec<(String, f32)> {
    let legend = h.query_by_label("path so far").map_or(f32::INFINITY, |entry| entry.rect().min.y);
    let number = |t: &(String, Rect, f32)| t.0.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '−');
    texts(h)
        .into_iter()
        .filter(|t| t.2 != 11.0 && t.1.min.y < legend && number(t))
        .map(|(text, _, size)| (text, size))
        .collect()
}

fn count(h: &Harness<'_, App>, wanted: &str) -> usize {
    texts(h).into_iter().filter(|t| t.0 == wanted).count()
}

/// Returns the colour of each cell in the picture of a lesson's map.
fn grounds(h: &mut Harness<'_, App>, id: &str) -> BTreeMap<Cell, Color32> {
    let colour = |cell: Cell| {
        let pos = at(h, cell.x, cell.y);
        Some((cell, ground(h, pos)?))
    };
    scene(id).size().cells().filter_map(colour).collect()
}

/// Returns the WCAG contrast ratio of two colours.
fn contrast(a: Color32, b: Color32) -> f32 {
    let light = |c: Color32| {
        let c = egui::Rgba::from(c);
        0.2126 * c.r() + 0.7152 * c.g() + 0.0722 * c.b() + 0.05
    };
    (light(a) / light(b)).max(light(b) / light(a))
}

#[test]
fn tags_of_shares_leave_the_counts_free() {
    let mut scene = scene("counter-example");
    scene.run.params.set("samples", 10_000);
    scene.run.at = Some(50_002);
    let h = window_of(App::without_worker(gridscope::session(scene), with_details()), 1440.0, 900.0);
    for text in ["7,511", "2,489"] {
        assert_eq!(count(&h, text), 1, "{text}");
    }
    assert!(count(&h, "75%") == 1 && count(&h, "25%") == 3);
}

#[test]
fn count_of_10000_is_shown_as_10k() {
    let all = numbers(&lesson("one-path-only"));
    let counts: Vec<&str> = all.iter().map(|n| n.0.as_str()).filter(|n| !n.ends_with('%')).collect();
    assert!(counts.len() > 15 && counts.iter().all(|n| *n == "10k"), "{counts:?}");
}

#[test]
fn two_digit_numbers_all_have_one_size() {
    let mut h = lesson("hello");
    let all = numbers(&h);
    let two = all.iter().filter(|n| n.0.len() == 2).count();
    assert!(two > 80 && all.len() > two + 20, "{two} of {}", all.len());
    // Below tokens the numbers are a fifth smaller, and those of pins have a size of their own.
    let usual = all.iter().filter(|n| n.0.len() == 2).map(|n| n.1).fold(0.0, f32::max);
    assert!(usual >= 10.0 && all.iter().filter(|n| n.0.len() == 2).all(|n| n.1 == usual), "one size");
    // If the number of one cell does not fit, no cell shows a number. The line below the map says at which size they
    // appear.
    for _ in 0..8 {
        let at = at(&mut h, 12, 6);
        h.event(egui::Event::PointerMoved(at));
        let (unit, delta) = (egui::MouseWheelUnit::Line, egui::vec2(0.0, -3.0));
        h.event(egui::Event::MouseWheel {
            unit,
            delta,
            modifiers: Modifiers::NONE,
            phase: egui::TouchPhase::Move,
            source: egui::MouseWheelSource::Wheel,
        });
        h.run_steps(3);
    }
    let pins = ["1", "2"];
    assert!(numbers(&h).iter().all(|(text, _)| pins.contains(&text.as_str())), "{:?}", numbers(&h));
}

#[test]
fn costs_with_diagonals_have_one_decimal() {
    let all: Vec<_> = numbers(&lesson("suction")).into_iter().filter(|n| !n.0.contains([' ', '/'])).collect();
    assert!(all.iter().any(|n| n.0.contains('.')), "{all:?}");
    for (text, size) in all {
        assert!(text.len() <= 4 && size >= 10.0, "{text} in {size} points");
    }
}

#[test]
fn unreached_cells_have_no_number() {
    let all = numbers(&lesson("door-closes"));
    assert!(all.len() > 30 && all.iter().all(|n| n.0.parse::<u32>().is_ok_and(|n| n < 40)), "{all:?}");
}

#[test]
fn a_large_cave_has_more_than_one_colour() {
    let grounds = grounds(&mut lesson("cave-96x64"), "cave-96x64");
    let mut shares: BTreeMap<[u8; 4], usize> = BTreeMap::new();
    for pixel in grounds.values() {
        *shares.entry(pixel.to_array()).or_default() += 1;
    }
    let mut most: Vec<usize> = shares.into_values().collect();
    most.sort_unstable();
    let settled: Vec<usize> = most.iter().rev().skip(2).copied().collect();
    assert!(settled.len() > 40, "{} colours besides wall and floor", settled.len());
    assert!(settled[0] * 6 < settled.iter().sum::<usize>(), "none of them is the picture: {settled:?}");
}

#[test]
fn pillar_contrasts_with_the_visible_floor() {
    let mut h = lesson("five-sights");
    let grounds = grounds(&mut h, "five-sights");
    let scene = scene("five-sights");
    let size = scene.size();
    // The only wall with floor on all sides.
    let tile = |x: i32, y: i32| scene.tiles.get(Cell::new(x as u16, y as u16)).copied();
    let wall = |x, y| tile(x, y) == Some(gridscope::trace::terrain::Tile::Wall);
    let around = |x: i32, y: i32| [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)];
    let cells = (1..i32::from(size.height) - 1).flat_map(|y| (1..i32::from(size.width) - 1).map(move |x| (x, y)));
    let lone = |&(x, y): &(i32, i32)| wall(x, y) && around(x, y).into_iter().all(|(x, y)| !wall(x, y));
    let (x, y) = cells.clone().find(lone).expect("a pillar");
    let middle: Pos2 = at(&mut h, x as u16, y as u16);
    let mass = painted(&h).into_iter().rev().find_map(|shape| match shape {
        Shape::Path(path) if path.fill.a() == 255 && inside(middle, &path.points) => Some(path.fill),
        Shape::Rect(rect) if rect.fill.a() == 255 && rect.rect.contains(middle) => Some(rect.fill),
        _ => None,
    });
    let pixel = |x: i32, y: i32| grounds[&Cell::new(x as u16, y as u16)];
    let mass = mass.unwrap_or_else(|| pixel(x, y));
    for (x, y) in around(x, y) {
        assert!(contrast(mass, pixel(x, y)) > 1.7, "{mass:?} beside {:?} at ({x},{y})", pixel(x, y));
    }
}

#[test]
fn teams_differ_in_colour_and_notch() {
    let shapes = painted(&lesson("a-whole-fight"));
    let mut discs: BTreeMap<[u8; 4], usize> = BTreeMap::new();
    for shape in &shapes {
        if let Shape::Circle(circle) = shape
            && circle.radius > 12.0
            && circle.fill.a() == 255
        {
            *discs.entry(circle.fill.to_array()).or_default() += 1;
        }
    }
    let teams: Vec<([u8; 4], usize)> = discs.into_iter().filter(|d| d.1 % 5 == 0).collect();
    assert_eq!(teams.len(), 2, "five on each side of each board: {teams:?}");
    // A small square at the foot of each disc of one team.
    let disc = |s: &Shape| match s {
        Shape::Circle(c) if c.radius > 12.0 && c.fill.a() == 255 => Some((c.fill.to_array(), c.center, c.radius)),
        _ => None,
    };
    let mut notched: BTreeMap<[u8; 4], usize> = teams.iter().map(|t| (t.0, 0)).collect();
    for (colour, middle, radius) in shapes.iter().filter_map(disc) {
        let foot = middle + egui::vec2(0.0, radius * 0.9);
        let notch = |s: &Shape| matches!(s, Shape::Rect(r) if r.rect.center().distance(foot) < 1.0);
        *notched.entry(colour).or_default() += usize::from(shapes.iter().any(notch));
    }
    let mut notches: Vec<usize> = teams.iter().map(|t| notched[&t.0]).collect();
    notches.sort_unstable();
    assert_eq!(notches, [0, teams[0].1], "one side has notches");
}

#[test]
fn ties_are_corners_without_a_count() {
    let mut h = lesson("northwest-drift");
    h.state_mut().view_mut().settings.details = true;
    h.state_mut().session_mut().apply(&gridscope::debugger::SessionCommand::End);
    h.run_steps(3);
    let tie = h.state_mut().view_mut().theme.tie;
    let pink =
        |shape: &Shape| matches!(shape, Shape::Text(t) if t.galley.job.sections.iter().any(|s| s.format.color == tie));
    let shapes = painted(&h);
    assert_eq!(shapes.iter().filter(|s| pink(s)).count(), 0);
    let corner = |s: &&Shape| matches!(s, Shape::Path(p) if p.fill == tie && p.points.len() == 3);
    assert!(shapes.iter().filter(corner).count() > 10, "the corners are there");
}
