//! The picture of the tileset that formats of other programs get: tiles, weights and actors as the canvas draws them.

use super::moving::encode;
use super::raster::Raster;
use super::stage::on_canvas;
use crate::canvas::actors::token_of;
use crate::canvas::furniture::Piece;
use crate::debugger::export::ExportError;
use crate::debugger::look::look_of;
use crate::debugger::session::window::ThemeName;
use crate::formats::tileset::TURNING;
use crate::style::fonts;
use crate::style::theme::{Theme, colour_of_file};
use egui::{Align2, Color32, Painter, Rect, Vec2, pos2, vec2};
use gridscope_trace::{Actor, ActorKind, Cell, Tile};

/// Side of a tile, in pixels.
const SIDE: f32 = 16.0;
/// Colours of the plate and of the sign of a weight, and of the mark of an unknown cell, and opacity of the plate.
const PLATE: [u8; 3] = [40, 40, 60];
const SIGN: [u8; 3] = [240; 3];
const OPACITY: f32 = 96.0 / 255.0;

/// Returns the picture as a PNG file: tiles, the weights 1 to 9, the mark of an unknown cell, actors, and turned tiles.
///
/// # Errors
/// Returns an error if the picture cannot be encoded.
pub fn tileset() -> Result<Vec<u8>, ExportError> {
    let signs: Vec<String> = (1..=9).map(|digit: u8| digit.to_string()).chain(["?".to_owned()]).collect();
    let count = Tile::ALL.len() + signs.len() + ActorKind::ALL.len() + TURNING.len();
    let (theme, size) = (Theme::new(ThemeName::Light), vec2(count as f32 * SIDE, SIDE));
    let draw_on = |ground: Color32| {
        let mut raster = Raster::default();
        let painted = on_canvas(&theme, &mut raster, (size, 1.0), &mut |ui| {
            let painter = ui.painter();
            painter.rect_filled(Rect::from_min_size(pos2(0.0, 0.0), size), 0.0, ground);
            let squares = (0..count).map(|i| Rect::from_min_size(pos2(i as f32 * SIDE, 0.0), Vec2::splat(SIDE)));
            draw(painter, &theme, &signs, squares);
        });
        painted.pixels(&raster)
    };
    // A pixel that differs between a black and a white ground is transparent.
    let (black, white) = (draw_on(Color32::BLACK), draw_on(Color32::WHITE));
    let mut rgba = Vec::new();
    for (dark, light) in black.rgb.iter().zip(&white.rgb) {
        let alpha = 255 - light[1].saturating_sub(dark[1]);
        let own = |part: u8| (u32::from(part) * 255 / u32::from(alpha).max(1)).min(255) as u8;
        rgba.extend([own(dark[0]), own(dark[1]), own(dark[2]), alpha]);
    }
    encode(black.width, black.height, png::ColorType::Rgba, &rgba, true)
}

fn draw(painter: &Painter, theme: &Theme, signs: &[String], mut squares: impl Iterator<Item = Rect>) {
    let draw_tile = |tile: Tile, square: Rect, north_south: bool| {
        if tile != Tile::Void {
            painter.rect_filled(square, 0.0, theme.ground(tile));
            Piece { painter, theme, square, strength: 1.0, north_south }.draw(&look_of(tile));
        }
    };
    for (&tile, square) in Tile::ALL.iter().zip(&mut squares) {
        draw_tile(tile, square, true);
    }
    for (sign, square) in signs.iter().zip(&mut squares) {
        painter.rect_filled(square, 0.0, colour_of_file(PLATE).gamma_multiply(OPACITY));
        painter.text(square.center(), Align2::CENTER_CENTER, sign, fonts::semibold(11.0), colour_of_file(SIGN));
    }
    for (kind, square) in ActorKind::ALL.into_iter().zip(&mut squares) {
        token_of(painter, theme, &Actor::new(kind, Cell::new(0, 0)), square.center(), SIDE * 0.44);
    }
    for (&tile, square) in TURNING.iter().zip(&mut squares) {
        draw_tile(tile, square, false);
    }
}
