//! A small picture of a map, for the preview of an export.

use crate::export::map_image;
use crate::style::memo::memo;
use egui::{Color32, Id, Sense, TextureHandle, TextureOptions, Ui, Vec2, pos2, vec2};
use gridscope_trace::Scene;

/// Largest map that is drawn as a preview, in cells.
pub(in crate::dialogs) const MAX_PREVIEW_CELLS: usize = 1 << 18;

/// Draws a map in the colours of its tiles, with a cross of the given colour for each actor. It is drawn anew if `key`
/// changes.
pub(in crate::dialogs) fn picture<K>(ui: &mut Ui, name: &'static str, key: K, scene: &Scene, room: Vec2, cross: Color32)
where
    K: PartialEq + Clone + Send + Sync + 'static,
{
    if scene.size().area() > MAX_PREVIEW_CELLS {
        ui.label("The map is too large for a preview.");
        return;
    }
    let texture: TextureHandle = memo(ui.ctx(), Id::unique(name), key, || {
        ui.ctx().load_texture(name, map_image(scene, 1), TextureOptions::NEAREST)
    });
    let [wide, high] = [scene.size().width, scene.size().height];
    let (wide, high) = (f32::from(wide), f32::from(high));
    let cell = (room.x / wide).min(room.y / high).min(16.0);
    let (rect, response) = ui.allocate_exact_size(vec2(cell * wide, cell * high), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, "The map, small"));
    let whole = egui::Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
    ui.painter().image(texture.id(), rect, whole, Color32::WHITE);
    if cell >= 3.0 {
        for actor in &scene.actors {
            let at = rect.min + vec2(f32::from(actor.at.x) + 0.5, f32::from(actor.at.y) + 0.5) * cell;
            let stroke = egui::Stroke::new((cell * 0.16).max(1.0), cross);
            let arm = cell * 0.3;
            ui.painter().line_segment([at - vec2(arm, 0.0), at + vec2(arm, 0.0)], stroke);
            ui.painter().line_segment([at - vec2(0.0, arm), at + vec2(0.0, arm)], stroke);
        }
    }
}
