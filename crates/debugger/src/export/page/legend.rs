//! The legend of a slide and its figures for the player: names, and what to draw beside each.

use crate::Session;
use crate::look::drawn_signs::{DrawnSigns, Sign};
use crate::look::legend::{FigureSign, LegendEntry, Occurs, Swatch, legend as entries, sample_of};
use crate::look::{self, Ink, Look};
use gridscope_trace::trace::replay::{Figure, Outline};
use gridscope_trace::view::board::{Board, Mark};
use gridscope_trace::{Replay, Role, Tile};
use serde_json::{Value as Json, json};

/// Number of decimals of a point of a figure.
const DECIMALS: f64 = 1000.0;

/// Returns the entries of the legend at a moment, each with its name, the kind of its sign, and what the sign needs.
pub(super) fn legend(
    session: &Session,
    replay: &Replay,
    drawn: &DrawnSigns,
    themes: &[Look],
    inks: &mut Vec<Ink>,
) -> Vec<Json> {
    let (layer, size) = (session.layer_of(replay), replay.size());
    let mut board = Board { size, marks: vec![Mark::default(); size.area()] };
    replay.board(Some(layer), &mut board);
    let is_drawn = drawn.roles(&replay.schema().roles);
    let roles = board.marks.iter().fold(0, |all, &mark| all | is_drawn.of(mark).role.bit());
    let mut ground = session.scene().tiles.clone();
    for (cell, tile) in replay.tiles() {
        ground[cell] = tile;
    }
    let tiles = ground.as_slice().iter().fold(0, |all, &tile| all | 1 << tile as u64);
    let mut occurs = Occurs::default();
    occurs.add_cells(roles, tiles);
    occurs.add_run(replay, layer, drawn, drawn.has(Sign::Path) && replay.path().len() > 1);
    occurs.add_scene(session, Some(replay));
    let row = |LegendEntry { name, words, swatch, .. }: LegendEntry| {
        let sign = match swatch {
            Swatch::Role(role) => {
                let sample = sample_of(role, replay, layer);
                let ground = |theme: &Look| look::hex(theme.cell(Tile::Floor, Mark { role, heat: 0 }));
                json!(["role", role as u8, sample, themes.iter().map(ground).collect::<Vec<_>>()])
            }
            Swatch::Figure(sign) => json!(["figure", sign_of(&sign, inks)]),
            Swatch::Tile(tile) => json!(["tile", tile as u8]),
            Swatch::Actor(index) => json!(["actor", index]),
            Swatch::Path => json!(["path"]),
            Swatch::Tie => json!(["tie"]),
            Swatch::Parent => json!(["parent"]),
            Swatch::Cost => json!(["cost"]),
            // A page has one run and no breakpoints.
            Swatch::Differs | Swatch::Elsewhere | Swatch::Breakpoint => return None,
        };
        Some(json!([words.unwrap_or(name), sign]))
    };
    entries(session, Some(replay), drawn, &occurs).into_iter().filter_map(row).collect()
}

/// Returns a figure for the player: style, colour, points, label, beads, and whether it is in the background.
pub(super) fn figure(figure: &Figure, inks: &mut Vec<Ink>) -> Json {
    let round = |point: &[f64; 2]| point.map(|number| (number * DECIMALS).round() / DECIMALS);
    let points: Vec<[f64; 2]> = figure.points.iter().map(round).collect();
    let style = style(figure.outline, figure.role, inks);
    json!([style.0, style.1, points, figure.label, figure.beads, u8::from(figure.quiet)])
}

/// Returns style and colour of a figure in the legend, and whether it has beads.
fn sign_of(sign: &FigureSign, inks: &mut Vec<Ink>) -> Json {
    let style = style(sign.outline, sign.role, inks);
    json!([style.0, style.1, u8::from(sign.has_beads)])
}

/// Returns the player's name of a style, and the name of the colour.
fn style(outline: Outline, role: Role, inks: &mut Vec<Ink>) -> (&'static str, &'static str) {
    let hue = look::figure(outline, role);
    inks.push(Ink::Of(hue));
    let name = match outline {
        Outline::Area => "area",
        Outline::Line | Outline::Belt => "line",
        Outline::Arrow => "arrow",
        Outline::Circle => "circle",
        Outline::Way => "way",
        Outline::Jump => "jump",
        Outline::Dashes => "dashes",
        Outline::Dots => "dots",
        Outline::Heads => "heads",
        Outline::Limit => "limit",
        Outline::Gap => "gap",
        Outline::Bar => "bar",
        Outline::Scale => "scale",
        Outline::Frame | Outline::Earlier => "frame",
        Outline::Plate | Outline::Ring(_) => "plate",
        Outline::Overtaken => "overtaken",
        Outline::Light => "light",
        Outline::Before => "before",
        Outline::Note => "note",
    };
    (name, hue.name())
}
