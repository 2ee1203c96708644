//! No text is clipped or covered, in any lesson, theme and size. The painted shapes are compared one by one.

use egui::epaint::{ClippedShape, Mesh, PathShape, TextShape};
use egui::{Color32, Pos2, Rect, Shape, pos2};
use egui_kittest::Harness;
use gridscope::app::App;
use gridscope::app::style::theme::ThemeName;
use gridscope::app::view::Settings;
use gridscope::debugger::session::window::{Arrangement, PanelId};
use gridscope::presets::PRESETS;
use gridscope_window_tests::{arrange, scene, window_of};

/// If less than this share of its points is covered, a text counts as readable. Lines may touch its edge.
/// Radius of a pin in a text, in points.
const PIN: f32 = 9.5;
const TOUCHED: f32 = 0.06;
/// Shapes with an alpha below this hide nothing.
const FAINT: u8 = 70;

/// A single shape with its clip rectangle.
struct Drawn<'a> {
    clip: Rect,
    shape: &'a Shape,
    /// Bounding box of the shape.
    bounds: Rect,
}

/// Collects all shapes one by one, in painting order.
fn flat<'a>(clip: Rect, shape: &'a Shape, all: &mut Vec<Drawn<'a>>) {
    match shape {
        Shape::Vec(shapes) => shapes.iter().for_each(|s| flat(clip, s, all)),
        Shape::Noop => {}
        shape => all.push(Drawn { clip, shape, bounds: shape.visual_bounding_rect().intersect(clip) }),
    }
}

fn near_line(p: Pos2, a: Pos2, b: Pos2, width: f32) -> bool {
    let along = b - a;
    let t = if along.length_sq() > 0.0 { ((p - a).dot(along) / along.length_sq()).clamp(0.0, 1.0) } else { 0.0 };
    p.distance(a + along * t) <= width / 2.0
}

pub(super) fn inside(p: Pos2, polygon: &[Pos2]) -> bool {
    let mut odd = false;
    for (k, &a) in polygon.iter().enumerate() {
        let b = polygon[(k + 1) % polygon.len()];
        if (a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x {
            odd = !odd;
        }
    }
    odd
}

fn on_path(path: &PathShape, p: Pos2) -> bool {
    let strong = |colour: Color32| colour.a() >= FAINT;
    let ends = if path.closed { path.points.len() } else { path.points.len().saturating_sub(1) };
    let line =
        (0..ends).any(|k| near_line(p, path.points[k], path.points[(k + 1) % path.points.len()], path.stroke.width));
    (strong(path.fill) && inside(p, &path.points)) || (line && path.stroke.width > 0.0)
}

fn on_mesh(mesh: &Mesh, p: Pos2) -> bool {
    mesh.indices.chunks_exact(3).any(|t| {
        let corners = [0, 1, 2].map(|k| mesh.vertices[t[k] as usize]);
        // The fade at the end of what scrolls is transparent on one side.
        corners.iter().all(|corner| corner.color.a() >= FAINT) && inside(p, &corners.map(|corner| corner.pos))
    })
}

impl Drawn<'_> {
    /// Returns whether the shape paints over a point.
    fn covers(&self, p: Pos2) -> bool {
        let strong = |colour: Color32| colour.a() >= FAINT;
        self.bounds.contains(p)
            && match self.shape {
                Shape::Rect(r) => {
                    let inner = r.rect.shrink(r.stroke.width);
                    let rim = r.stroke.width > 0.0 && strong(r.stroke.color) && !inner.contains(p);
                    (strong(r.fill) && r.rect.contains(p)) || (rim && r.visual_bounding_rect().contains(p))
                }
                Shape::Circle(c) => {
                    let away = p.distance(c.center);
                    (strong(c.fill) && away <= c.radius)
                        || (strong(c.stroke.color) && (away - c.radius).abs() <= c.stroke.width / 2.0)
                }
                Shape::LineSegment { points, stroke } => {
                    strong(stroke.color) && near_line(p, points[0], points[1], stroke.width)
                }
                Shape::Path(path) => on_path(path, p),
                Shape::Mesh(mesh) => on_mesh(mesh, p),
                Shape::Text(text) => lines(text).any(|(_, ink)| ink.contains(p)),
                _ => false,
            }
    }
}

/// Returns each line of a text with the bounds of its letters, without the background of code. Icons do not count as
/// text.
pub(super) fn lines(text: &TextShape) -> impl Iterator<Item = (String, Rect)> {
    text.galley.rows.iter().map(|row| {
        let letters = &row.visuals.mesh.vertices[row.visuals.glyph_vertex_range.clone()];
        let ink = letters.iter().fold(Rect::NOTHING, |all, v| all.union(Rect::from_pos(v.pos)));
        let words = row.text().replace(|c| ('\u{e000}'..='\u{f8ff}').contains(&c), "");
        (words, ink.translate(row.pos.to_vec2() + text.pos.to_vec2()))
    })
}

/// Returns every text that is clipped at its sides or painted over, with the cause.
pub(super) fn unreadable(shapes: &[ClippedShape]) -> Vec<String> {
    let mut all = Vec::new();
    for ClippedShape { clip_rect, shape, .. } in shapes {
        flat(*clip_rect, shape, &mut all);
    }
    let mut found = Vec::new();
    for (k, drawn) in all.iter().enumerate() {
        let Shape::Text(text) = drawn.shape else { continue };
        // The name of an upright axis is turned; its letters are not where a row would have them.
        if text.angle != 0.0 {
            continue;
        }
        for (words, rect) in lines(text) {
            found.extend(problem(&words, rect, drawn, &all[k + 1..]));
        }
    }
    found
}

/// Returns why a line of text cannot be read, if that is the case. `later` holds the shapes painted after it.
fn problem(words: &str, rect: Rect, drawn: &Drawn<'_>, later: &[Drawn<'_>]) -> Option<String> {
    let seen = rect.intersect(drawn.clip);
    let drawn_text = if let Shape::Text(t) = drawn.shape { t.galley.text() } else { "" };
    if words.trim().is_empty() || !seen.is_positive() {
        return None;
    }
    if words.contains("use of widget ID") {
        return Some(format!("{words:?} at {seen:?}: two controls share an id"));
    }
    // Tabs that do not fit can be scrolled, with arrows at both ends.
    let tab = PanelId::ALL.iter().any(|p| p.title() == drawn_text);
    if tab && rect.max.x > drawn.clip.max.x {
        return None;
    }
    if rect.min.x < drawn.clip.min.x - 1.0 || rect.max.x > drawn.clip.max.x + 1.0 {
        return Some(format!("{words:?} of {drawn_text:?} is cut at {rect:?} by {:?}", drawn.clip));
    }
    let steps = |a: f32, b: f32| (0..=((b - a) / 1.5).max(1.0) as usize).map(move |n| a + 0.75 + n as f32 * 1.5);
    let points: Vec<Pos2> = steps(seen.min.y, seen.max.y - 1.5)
        .flat_map(|y| steps(seen.min.x, seen.max.x - 1.5).map(move |x| pos2(x, y)))
        .collect();
    // The halo of a text has the same text.
    let same = |other: &Drawn<'_>| matches!(other.shape, Shape::Text(t) if t.galley.text() == words);
    // A pin in a text has a disc over its letter, and the letter again on that.
    let has_pin = words.contains("\u{a0}\u{a0}");
    let pin = |other: &Drawn<'_>| match other.shape {
        Shape::Circle(disc) => has_pin && disc.radius == PIN,
        Shape::Text(letter) => has_pin && words.contains(&format!("\u{a0}{}\u{a0}", letter.galley.text())),
        _ => false,
    };
    let over = later.iter().filter(|o| o.bounds.intersects(seen) && !same(o) && !pin(o));
    let share = |o: &Drawn<'_>| points.iter().filter(|p| o.covers(**p)).count() as f32 / points.len() as f32;
    let (over, covered) = over.map(|o| (o, share(o))).find(|(_, covered)| *covered > TOUCHED)?;
    let by = match over.shape {
        Shape::Text(t) => format!("the text {:?}", t.galley.text()),
        shape => format!("{shape:?}").chars().take(160).collect(),
    };
    Some(format!("{words:?} at {seen:?} is covered to {:.0} % by {by}", covered * 100.0))
}

pub(super) fn opened(
    id: &str,
    theme: ThemeName,
    arrangement: Arrangement,
    (width, height): (f32, f32),
) -> Harness<'static, App> {
    let settings = Settings { theme, ..Settings::default() };
    let mut h = window_of(App::without_worker(gridscope::session(scene(id)), settings), width, height);
    arrange(&mut h, arrangement);
    h.run_steps(2);
    h
}

/// Checks every `share`-th lesson of the gallery, starting with the `first`. With `GRIDSCOPE_LEGIBLE=all`, checks every
/// lesson in every theme: about 2000 windows.
fn check(first: usize, share: usize, theme: ThemeName, arrangement: Arrangement, size: (f32, f32)) {
    let all = std::env::var_os("GRIDSCOPE_LEGIBLE").is_some_and(|v| v == "all");
    let (first, share) = if all { (0, 1) } else { (first, 2 * share) };
    let themes = if all { vec![ThemeName::Dark, ThemeName::Light, ThemeName::ColourBlind] } else { vec![theme] };
    let mut wrong = Vec::new();
    for theme in themes {
        // A single window for all lessons, because drawing its letters for the first time takes longer than checking a
        // lesson.
        let mut h = opened("hello", theme, arrangement, size);
        for preset in PRESETS.iter().skip(first).step_by(share) {
            h.state_mut().session_mut().open(scene(preset.id), None);
            h.run_steps(4);
            // A long list of values scrolls inside its field.
            let found =
                unreadable(&h.output().shapes).into_iter().filter(|text| !text.contains("stock,diagonal,fewest"));
            wrong.extend(found.take(4).map(|text| format!("{} {theme:?}: {text}", preset.id)));
        }
    }
    assert!(wrong.is_empty(), "{arrangement:?} at {size:?}:\n{}", wrong.join("\n"));
}

const USUAL: (f32, f32) = (1440.0, 900.0);
const SMALL: (f32, f32) = (1280.0, 720.0);
/// 1024 × 768 with text at 150 %.
const PROJECTED: (f32, f32) = (1024.0 / 1.5, 768.0 / 1.5);

#[test]
fn texts_are_legible_in_a_lesson() {
    check(0, 1, ThemeName::Dark, Arrangement::Learn, USUAL);
}

#[test]
fn texts_are_legible_in_a_small_window() {
    check(0, 1, ThemeName::Light, Arrangement::Learn, SMALL);
}

#[test]
fn texts_are_legible_on_a_projector() {
    check(0, 1, ThemeName::ColourBlind, Arrangement::Present, PROJECTED);
    check(0, 3, ThemeName::Light, Arrangement::Learn, PROJECTED);
}

#[test]
fn texts_are_legible_while_debugging() {
    check(0, 1, ThemeName::Light, Arrangement::Debug, USUAL);
    check(1, 3, ThemeName::Dark, Arrangement::Debug, SMALL);
    check(2, 3, ThemeName::Dark, Arrangement::Debug, PROJECTED);
}

#[test]
fn texts_are_legible_while_drawing() {
    check(0, 2, ThemeName::Dark, Arrangement::Edit, USUAL);
    check(1, 2, ThemeName::ColourBlind, Arrangement::Edit, SMALL);
    check(1, 3, ThemeName::Dark, Arrangement::Edit, PROJECTED);
}

/// Returns the names of parameters that are painted whole, and all texts that end in dots because they are too long.
fn names(h: &Harness<'static, App>) -> (Vec<String>, Vec<String>) {
    let mut all = Vec::new();
    let shapes = h.output().shapes.clone();
    for ClippedShape { clip_rect, shape, .. } in &shapes {
        flat(*clip_rect, shape, &mut all);
    }
    let texts = all.iter().filter_map(|drawn| if let Shape::Text(text) = drawn.shape { Some(text) } else { None });
    let (cut, whole): (Vec<&TextShape>, Vec<&TextShape>) = texts.partition(|text| text.galley.elided);
    let words = |all: Vec<&TextShape>| all.iter().map(|text| text.galley.job.text.clone()).collect();
    (words(whole), words(cut))
}

/// The name of each parameter of each algorithm is whole in Edit, at the width of a small window and with larger text.
#[test]
fn no_name_of_a_parameter_is_cut() {
    for (width, size) in [(1280.0, 100), (1440.0, 100), (1360.0 / 1.5, 150)] {
        // The panel scrolls, so the window is high enough for all parameters.
        let mut h = opened("hello", ThemeName::Dark, Arrangement::Edit, (width, 8000.0));
        h.state_mut().show_panel(PanelId::Run);
        for runner in gridscope::algorithms::all() {
            let card = runner.card();
            let id = card.id.to_owned();
            h.state_mut().session_mut().apply(&gridscope::debugger::SessionCommand::SetAlgorithm(id));
            h.run_steps(4);
            let (whole, cut) = names(&h);
            for param in card.params {
                let name = param.name.to_owned();
                assert!(whole.contains(&name) && !cut.contains(&name), "{} {name} at {width}, {size} %", card.id);
            }
        }
    }
}
