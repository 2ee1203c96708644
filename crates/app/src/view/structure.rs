//! Headings and regions for screen readers: how the window is divided, apart from how it looks.

use crate::panels::pins_in_text;
use egui::accesskit::{Live, Role};
use egui::{Context, FullOutput, Id, Plugin, Rect, Response, Sense, Ui, Vec2, WidgetInfo};

/// Makes a label the heading of what follows it. The window's own is of level 1.
pub(crate) fn heading(label: &Response, level: usize) {
    label.ctx.accesskit_node_builder(label.id, |node| {
        let text = node.value().map(str::to_owned);
        node.set_role(Role::Heading);
        if let Some(text) = text {
            node.clear_value();
            node.set_label(text);
        }
        // AccessKit counts from 0.
        node.set_level(level.saturating_sub(1));
    });
}

/// Makes a part of the window a region with a name, to which a screen reader can go.
pub(crate) fn region(ui: &Ui, role: Role, name: &str) {
    ui.ctx().accesskit_node_builder(ui.unique_id(), |node| {
        node.set_role(role);
        node.set_label(name);
    });
}

/// Says a text once when it is new. It has no place on the screen, because its parts are drawn apart.
pub(crate) fn live_line(ui: &Ui, name: &str, text: &str) {
    let place = Rect::from_min_size(ui.cursor().min, Vec2::ZERO);
    let line = ui.interact(place, Id::unique(("said", name)), Sense::hover());
    line.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
    ui.ctx().accesskit_node_builder(line.id, |node| node.set_live(Live::Polite));
}

/// Names the pins in texts, which are drawn as discs over the letters of a link.
#[derive(Default)]
pub(crate) struct NamesOfPins;

impl Plugin for NamesOfPins {
    fn debug_name(&self) -> &'static str {
        "names of pins"
    }

    fn output_hook(&mut self, _: &Context, output: &mut FullOutput) {
        let Some(tree) = &mut output.platform_output.accesskit_update else { return };
        for (_, node) in &mut tree.nodes {
            if let Some(label) = node.label().and_then(pins_in_text::spoken) {
                node.set_label(label);
            }
            if let Some(value) = node.value().and_then(pins_in_text::spoken) {
                node.set_value(value);
            }
        }
    }
}
