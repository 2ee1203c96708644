//! An overview of the whole map in a corner, if the map is larger than the view. A frame shows the visible part. A
//! click or drag moves the camera.

use super::clamped::nearest;
use crate::style::theme::{Theme, mix};
use crate::view::Cx;
use egui::{
    Color32, ColorImage, CornerRadius, Rect, Sense, Stroke, StrokeKind, TextureHandle, TextureOptions, Ui, WidgetInfo,
    pos2, vec2,
};
use gridscope_trace::geometry::{Cell, Size};
use gridscope_trace::scene::Scene;

/// Maximum size of the overview, and its distance from the edge, both in points.
const ROOM: egui::Vec2 = vec2(176.0, 132.0);
const FROM_RIM: f32 = 12.0;
/// Maximum share of the view that it covers, for width and height.
const MAX_SHARE: f32 = 0.3;
/// Number of cells sampled per side of a pixel.
const SAMPLES: usize = 3;

/// The picture, with its key (opened scene, revision, theme) and its size in pixels.
#[derive(Default)]
pub(super) struct Overview {
    made: Option<([u64; 3], [usize; 2], TextureHandle)>,
}

impl Overview {
    /// Draws the overview over the lower right corner of `map`, if it is switched on and the map is larger.
    pub(super) fn show(&mut self, ui: &Ui, cx: &mut Cx<'_>, map: Rect, scene: &Scene) {
        let size = scene.size();
        let sides = vec2(size.width.into(), size.height.into());
        let board =
            Rect::from_min_max(cx.view.camera.to_screen(map, vec2(0.0, 0.0)), cx.view.camera.to_screen(map, sides));
        // In a narrow window, it would cover the cell of the sentence.
        let wanted = cx.view.settings.overview && cx.view.narrow.is_none();
        if !wanted || map.expand(2.0).contains_rect(board) || map.width() < 240.0 {
            self.made = None;
            return;
        }
        let room = ROOM.min(map.size() * MAX_SHARE);
        let scale = (room / sides).min_elem();
        let overview_size = (sides * scale).max(vec2(8.0, 8.0));
        let rect = Rect::from_min_size(map.max - overview_size - vec2(FROM_RIM, FROM_RIM), overview_size);
        let id = ui.scope_id().with("overview");
        let response = ui.interact(rect, id, Sense::click_and_drag());
        response.widget_info(|| WidgetInfo::labeled(egui::Role::Image, true, "Overview of the map"));
        if let Some(p) = response.interact_pointer_pos().filter(|_| response.is_pointer_button_down_on()) {
            let at = (nearest(rect, p).unwrap_or(rect.min) - rect.min) / rect.size() * sides;
            cx.view.camera.look_at(at);
        }
        let theme = &cx.view.theme;
        let key = [cx.session.scene_number(), cx.session.document().revision(), theme.name as u64];
        let pixels =
            [(overview_size.x * ui.pixels_per_point()) as usize, (overview_size.y * ui.pixels_per_point()) as usize];
        let pixels = [pixels[0].min(size.width.into()).max(1), pixels[1].min(size.height.into()).max(1)];
        if self.made.as_ref().is_none_or(|made| (made.0, made.1) != (key, pixels)) {
            let image = picture(scene, theme, pixels);
            let texture = ui.ctx().load_texture("overview", image, TextureOptions::LINEAR);
            self.made = Some((key, pixels, texture));
        }
        let Some((_, _, texture)) = &self.made else { return };
        let painter = ui.painter();
        let rim = Stroke::new(1.0, theme.line);
        painter.rect(rect.expand(3.0), CornerRadius::same(4), theme.panel, rim, StrokeKind::Outside);
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        painter.image(texture.id(), rect, whole, Color32::WHITE);
        let visible_part = map.intersect(board);
        let place = |p: egui::Pos2| rect.min + (p - board.min) / board.size() * rect.size();
        let frame = Rect::from_min_max(place(visible_part.min), place(visible_part.max))
            .expand(1.0)
            .intersect(rect.expand(2.0));
        for (width, colour) in [(3.5, theme.halo), (1.5, theme.brackets)] {
            painter.rect_stroke(frame, CornerRadius::same(2), Stroke::new(width, colour), StrokeKind::Middle);
        }
        response.on_hover_text("The whole map. Click or drag to look elsewhere.");
    }
}

/// Draws the scene's background, `w` by `h` pixels. Each pixel is the mean of some of its cells.
fn picture(scene: &Scene, theme: &Theme, [w, h]: [usize; 2]) -> ColorImage {
    let size: Size = scene.size();
    let colour = |c: Cell| theme.cell(scene.tiles[c], gridscope_trace::view::board::Mark::default());
    let place = |k: usize, n: usize, side: u16| ((2 * k + 1) * usize::from(side) / (2 * n)) as u16;
    let mut pixels = Vec::with_capacity(w * h);
    for y in 0..h {
        for x in 0..w {
            let mut mean = None;
            let mut n = 0.0;
            for j in 0..SAMPLES {
                for i in 0..SAMPLES {
                    let c = Cell::new(
                        place(x * SAMPLES + i, w * SAMPLES, size.width),
                        place(y * SAMPLES + j, h * SAMPLES, size.height),
                    );
                    n += 1.0;
                    mean = Some(mean.map_or_else(|| colour(c), |mean| mix(mean, colour(c), 1.0 / n)));
                }
            }
            pixels.push(mean.unwrap_or(theme.floor));
        }
    }
    ColorImage::new([w, h], pixels)
}
