//! Roses: how often each direction was taken, compared with a uniform choice.

use crate::style::theme::Theme;
use egui::{Align2, FontId, RichText, Role, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo, vec2};
use gridscope_trace::trace::replay::Rose;

/// Width and height of a rose, in points.
const SIDE: f32 = 150.0;

/// Draws roses side by side.
pub(super) fn show(ui: &mut Ui, theme: &Theme, roses: &[Rose]) {
    ui.horizontal_wrapped(|ui| {
        for rose in roses {
            ui.vertical(|ui| {
                ui.set_width(SIDE + 20.0);
                ui.label(RichText::new(&rose.title).strong());
                one(ui, theme, rose);
            });
        }
    });
}

fn one(ui: &mut Ui, theme: &Theme, rose: &Rose) {
    let (response, painter) = ui.allocate_painter(vec2(SIDE, SIDE), Sense::hover());
    let (middle, reach) = (response.rect.center(), SIDE * 0.5 - 16.0);
    let max_count = rose.arms.iter().flat_map(|a| [a.count, a.uniform]).fold(1.0, f64::max);
    for ring in [0.5, 1.0] {
        painter.circle_stroke(middle, reach * ring, Stroke::new(1.0, theme.line));
    }
    // The length of a petal shows its count, because lengths along a direction are easier to compare than areas.
    for arm in &rose.arms {
        let (dx, dy) = arm.dir.offset();
        let along = vec2(dx as f32, dy as f32).normalized();
        let side = Vec2::new(-along.y, along.x);
        let tip = |value: f64| middle + along * reach * (value / max_count) as f32;
        if arm.count > 0.0 {
            let end = tip(arm.count);
            let width = reach * 0.11;
            let petal = vec![middle, end - along * 4.0 + side * width, end, end - along * 4.0 - side * width];
            painter.add(Shape::convex_polygon(petal, theme.bar(), Stroke::new(1.0, theme.text)));
        }
        if arm.uniform > 0.0 {
            let end = tip(arm.uniform);
            painter.line_segment([end + side * 9.0, end - side * 9.0], Stroke::new(2.5, theme.expected()));
        }
        let at = middle + along * (reach + 9.0);
        painter.text(at, Align2::CENTER_CENTER, arm.dir.arrow(), FontId::monospace(13.0), theme.weak);
    }
    let total: f64 = rose.arms.iter().map(|a| a.count).sum::<f64>().max(1.0);
    let arm_descriptions: Vec<String> = rose
        .arms
        .iter()
        .filter(|a| a.count > 0.0 || a.uniform > 0.0)
        .map(|a| {
            let (taken, uniform) = (100.0 * a.count / total, 100.0 * a.uniform / total);
            format!("{} {taken:.1} % of all steps; {uniform:.1} % if all paths were equally likely", a.dir.arrow())
        })
        .collect();
    response.widget_info(|| {
        WidgetInfo::labeled(Role::Image, true, format!("{}: {}", rose.title, arm_descriptions.join(", ")))
    });
    response.on_hover_text(arm_descriptions.join("\n"));
}
