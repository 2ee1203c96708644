//! First steps: eight stops in the window itself, each a card beside the part that it is about. The window works as
//! usual meanwhile.

use crate::style::fonts;
use crate::view::View;
use crate::view::structure::heading;
use egui::{
    Area, Button, Context, CornerRadius, Frame, Id, Key, Margin, Order, Pos2, Rect, RichText, Stroke, StrokeKind, Vec2,
    pos2, vec2,
};

/// Width of a card, in points.
const WIDE: f32 = 320.0;
/// Gap between a card and the part that it is about, in points.
const APART: f32 = 14.0;

/// A part of the window that a stop is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Landmark {
    /// The map.
    Map,
    /// The text of the lesson, or the panel at its place.
    Side,
    /// The sentence.
    Sentence,
    /// The switch *Details*.
    Details,
    /// The buttons of the player.
    Player,
    /// The timeline.
    Timeline,
    /// The menu.
    Menu,
}

/// The stops: the part of the window, a title and a text.
const STOPS: [(Landmark, &str, &str); 8] = [
    (
        Landmark::Map,
        "The map",
        "An algorithm runs on it. Colours and numbers show what the algorithm has found out up to the current event.",
    ),
    (Landmark::Side, "The lesson", "A lesson tells its story in slides. Next goes to the moment of the next one."),
    (
        Landmark::Player,
        "Forward and backward",
        "Press → a few times, then ←. Everything goes back with it, random choices too. Space plays, and ↑ and ↓ set the speed.",
    ),
    (
        Landmark::Timeline,
        "The whole run",
        "Each mark is a slide. Click one, or drag along the bar to move through the events. Alt+← takes you back.",
    ),
    (
        Landmark::Details,
        "Details",
        "With this switch come the sentence about the last event, the steps, and all marks. It stays on until you switch it off.",
    ),
    (
        Landmark::Map,
        "Ask a cell",
        "Click a cell to see its values and who wrote them. Press Y to ask why the path does not go through it.",
    ),
    (
        Landmark::Map,
        "Paint",
        "Press P, then drag to paint walls, or drag the guard. The algorithm runs again with each stroke. Ctrl+Z undoes it, Esc goes back to asking.",
    ),
    (
        Landmark::Menu,
        "Everything else",
        "Ctrl+P finds any command by its name. At the left, Debug shows lists and curves, Edit draws maps, Present is for a projector. Help in this menu has the guide, and these steps again.",
    ),
];

/// Records where a part of the window is, for the stop that is about it.
pub(crate) fn mark(view: &mut View, landmark: Landmark, rect: Rect) {
    view.landmarks.retain(|(known, _)| *known != landmark);
    view.landmarks.push((landmark, rect));
}

/// Draws the card of the current stop, if the tour is on.
pub(crate) fn show(ctx: &Context, view: &mut View) {
    let Some(stop) = view.tour.filter(|_| view.dialog.is_none()) else { return };
    let Some(&(landmark, title, text)) = STOPS.get(stop) else {
        view.tour = None;
        return;
    };
    let theme = view.theme.clone();
    let screen = ctx.content_rect();
    let part = match landmark {
        Landmark::Map => Some(view.map),
        other => view.landmarks.iter().find(|(known, _)| *known == other).map(|(_, rect)| *rect),
    };
    let part = part.filter(Rect::is_positive).map(|rect| rect.intersect(screen.shrink(2.0)));
    let painter = ctx.layer_painter(egui::LayerId::new(Order::Foreground, Id::unique("tour ring")));
    if let Some(part) = part {
        painter.rect_stroke(part, CornerRadius::same(8), Stroke::new(2.0, theme.now), StrokeKind::Inside);
    }
    let id = Id::unique("tour card");
    let size = ctx.data(|d| d.get_temp::<Vec2>(id)).unwrap_or(vec2(WIDE, 170.0));
    let at = part.map_or(screen.center() - size / 2.0, |part| beside(part, size, screen));
    let mut go = None;
    let area = Area::new(id).order(Order::Foreground).fixed_pos(at).constrain_to(screen);
    let response = area.show(ctx, |ui| {
        let frame =
            Frame::popup(ui.style()).stroke(Stroke::new(1.0, theme.selected)).corner_radius(CornerRadius::same(8));
        frame.inner_margin(Margin::same(16)).show(ui, |ui| {
            ui.set_width((WIDE - 32.0).min(screen.width() - 48.0));
            heading(&ui.label(RichText::new(title).font(fonts::semibold(16.0)).color(theme.strong)), 2);
            ui.add_space(4.0);
            ui.label(RichText::new(text).font(fonts::text(14.0)).color(theme.text));
            ui.add_space(10.0);
            ui.horizontal(|ui| {
                ui.label(RichText::new(format!("{} of {}", stop + 1, STOPS.len())).color(theme.weak));
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    let last = stop + 1 == STOPS.len();
                    let next = RichText::new(if last { "Done" } else { "Next" }).color(theme.now_ink);
                    if ui.add(Button::new(next).fill(theme.now)).accessible_name("Next step").clicked() {
                        go = Some(stop.checked_add(1).filter(|_| !last));
                    }
                    if stop > 0 && ui.button("Back").accessible_name("Previous step").clicked() {
                        go = Some(stop.checked_sub(1));
                    }
                    if !last && ui.button("Skip").accessible_name("Skip the first steps").clicked() {
                        go = Some(None);
                    }
                });
            });
        });
    });
    let drawn_size = response.response.rect.size();
    if drawn_size != size {
        ctx.data_mut(|d| d.insert_temp(id, drawn_size));
        ctx.request_repaint();
    }
    if let Some(to) = go {
        view.tour = to;
        ctx.request_repaint();
    }
}

/// Takes the keys of the tour: Enter and → go on, ← goes back, Esc ends it. At the stop about them, the arrows step the
/// run.
pub(crate) fn take_keys(ctx: &Context, view: &mut View) {
    let Some(stop) = view.tour.filter(|_| view.dialog.is_none() && ctx.memory(|m| m.focused().is_none())) else {
        return;
    };
    let steps_run = STOPS.get(stop).is_some_and(|(landmark, ..)| *landmark == Landmark::Player);
    let pressed = |key| ctx.input_mut(|input| input.consume_key(egui::Modifiers::NONE, key));
    if pressed(Key::Escape) {
        view.tour = None;
    } else if pressed(Key::Enter) || !steps_run && pressed(Key::ArrowRight) {
        view.tour = Some(stop + 1).filter(|&next| next < STOPS.len());
    } else if !steps_run && pressed(Key::ArrowLeft) {
        view.tour = Some(stop.saturating_sub(1));
    }
}

/// Returns the position of a card beside a part of the window. If no side has room, the card is in the part's upper right
/// corner.
fn beside(part: Rect, size: Vec2, screen: Rect) -> Pos2 {
    let room = screen.shrink(8.0);
    let x = (part.center().x - size.x / 2.0).min(room.max.x - size.x).max(room.min.x);
    let y = (part.center().y - size.y / 2.0).min(room.max.y - size.y).max(room.min.y);
    let places = [
        pos2(part.max.x + APART, y),
        pos2(part.min.x - APART - size.x, y),
        pos2(x, part.min.y - APART - size.y),
        pos2(x, part.max.y + APART),
    ];
    let fits = |at: &Pos2| room.contains_rect(Rect::from_min_size(*at, size));
    let inside = pos2(part.max.x - size.x - APART, part.min.y + APART);
    places.into_iter().find(fits).unwrap_or(inside)
}
