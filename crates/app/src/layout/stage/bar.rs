//! The bar: a mark for each stop of the lesson, and the moment between them. A click on a mark goes to its stop. A drag
//! moves through the events, which are spread evenly between two marks.

use super::stops;
use crate::debugger::SessionCommand;
use crate::debugger::session::command::Stride;
use crate::layout::tour::{self, Landmark};
use crate::style::fonts;
use crate::view::Cx;
use crate::{panels::transport, style};
use egui::accesskit::Action;
use egui::{
    Color32, CornerRadius, EventFilter, Galley, Id, Key, Pos2, Rect, Response, Sense, Stroke, StrokeKind, Ui,
    UiBuilder, WidgetInfo, pos2, vec2,
};
use std::sync::Arc;

/// Distance of the first and the last mark from the ends, in points.
const END: f32 = 40.0;
/// Thickness of the line, and diameters of a mark and of the one at hand, in points.
const LINE: f32 = 4.0;
const MARK: f32 = 12.0;
const AT_HAND: f32 = 18.0;
/// Free part of the line at each side of a mark, in points.
const GAP: f32 = 4.0;
/// Distance from a mark at which a click means that mark, in points.
const NEAR: f32 = 14.0;
/// Size of the button *Play*, in points.
pub(super) const PLAY: egui::Vec2 = vec2(56.0, 44.0);

/// Draws the button *Play* at `top`, and the bar beside it. `names` tells whether the strip has room for titles.
pub(super) fn with_play(ui: &mut Ui, cx: &mut Cx<'_>, strip: Rect, top: f32, names: bool) {
    let play = Rect::from_min_size(pos2(strip.min.x + super::SIDE, top), PLAY);
    play_button(ui, cx, play);
    let place =
        Rect::from_min_max(pos2(play.max.x + 24.0, play.min.y), pos2(strip.max.x - super::SIDE, play.max.y + 6.0));
    let y = if names { play.min.y + 14.0 } else { play.center().y };
    show(ui, cx, if names { place } else { place.with_max_y(play.max.y) }, y, names);
}

/// Draws the button *Play*, which is not the one to press first.
pub(super) fn play_button(ui: &mut Ui, cx: &mut Cx<'_>, place: Rect) {
    let theme = cx.view.theme.clone();
    let mut ui = ui.new_child(UiBuilder::new().id_salt("play").max_rect(place));
    ui.spacing_mut().interact_size.y = place.height();
    tour::mark(cx.view, Landmark::Player, place);
    style::steady(&mut ui, "stage play", |ui| {
        transport::large_play(ui, cx, (theme.widget, theme.strong), place.size());
    });
}

/// Geometry of the bar: the events of the run along a line.
struct Scale {
    /// Ends of the line, and its height.
    line: (f32, f32, f32),
    /// Position and event of each stop.
    marks: Vec<(f32, usize)>,
    /// Number of events.
    len: usize,
}

impl Scale {
    fn new(cx: &Cx<'_>, (left, right, y): (f32, f32, f32)) -> Self {
        let len = cx.session.moment().1;
        let count = stops::count(cx.session);
        let slides = &cx.session.scene().run.slides;
        let apart = if count > 1 { (right - left - 2.0 * END) / (count - 1) as f32 } else { 0.0 };
        let at = |stop: usize| slides.get(stop).map_or(len, |slide| cx.session.moment_of_number(slide.at));
        let marks = (0..count).map(|stop| (left + END + apart * stop as f32, at(stop))).collect();
        Self { line: (left, right, y), marks, len }
    }

    /// Returns all points with a known event: both ends and the marks, as far as their events ascend.
    fn points(&self) -> Vec<(f32, usize)> {
        let mut points = vec![(self.line.0, 0)];
        for &(x, at) in self.marks.iter().chain(&[(self.line.1, self.len)]) {
            let last = points.last().map_or(0, |point| point.1);
            points.push((x, at.max(last)));
        }
        points
    }

    /// Returns the event at a position.
    fn event(&self, x: f32) -> usize {
        let points = self.points();
        let Some(pair) = points.windows(2).find(|pair| x < pair[1].0) else { return self.len };
        let share = ((x - pair[0].0) / (pair[1].0 - pair[0].0).max(1.0)).clamp(0.0, 1.0);
        pair[0].1 + (share * (pair[1].1 - pair[0].1) as f32).round() as usize
    }

    /// Returns the position of a moment that is at or after the stop at hand.
    fn x(&self, cursor: usize, here: Option<usize>) -> f32 {
        let points = self.points();
        // A stop at the same moment as the one before is reached only by turning to it.
        let first = here.map_or(0, |here| here + 1);
        let start = points.get(first).map_or(self.line.0, |point| point.0);
        let ahead = points.get(first..).unwrap_or_default();
        let Some(pair) = ahead.windows(2).find(|pair| cursor < pair[1].1) else {
            return ahead.iter().find(|point| point.1 >= cursor).map_or(start, |point| point.0);
        };
        let share = cursor.saturating_sub(pair[0].1) as f32 / (pair[1].1 - pair[0].1).max(1) as f32;
        egui::lerp(pair[0].0..=pair[1].0, share.clamp(0.0, 1.0))
    }

    /// Returns the stop whose mark is near a position.
    fn near(&self, x: f32) -> Option<usize> {
        (0..self.marks.len()).find(|&stop| (self.marks[stop].0 - x).abs() <= NEAR)
    }
}

/// Returns the widget id of the bar.
pub(crate) fn id() -> Id {
    Id::unique("bar of the slides")
}

/// Draws the bar with its line at `y`. `names` tells whether there is room for titles below it.
pub(super) fn show(ui: &mut Ui, cx: &mut Cx<'_>, place: Rect, y: f32, names: bool) {
    let response = ui.interact(place, id(), Sense::click_and_drag());
    tour::mark(cx.view, Landmark::Timeline, place);
    let scale = Scale::new(cx, (place.min.x, place.max.x, y));
    let (cursor, here) = (cx.session.moment().0, stops::at_hand(cx.session, cx.view));
    let at_hand = here.map_or_else(String::new, |here| stops::title(cx.session, here));
    response.widget_info(|| WidgetInfo::slider(scale.len > 0, here.map_or(0.0, |here| here as f64 + 1.0), "Slides"));
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_min_numeric_value(1.0);
        node.set_max_numeric_value(scale.marks.len() as f64);
        node.set_value(at_hand.clone());
        node.add_action(Action::Increment);
        node.add_action(Action::Decrement);
    });
    paint(ui, cx, &scale, (cursor, here));
    if names {
        titles(ui, cx, &scale, here);
    }
    turn(ui, cx, &response);
    let Some(at) = response.interact_pointer_pos() else { return tip(cx, response, &scale) };
    if response.clicked()
        && let Some(stop) = scale.near(at.x)
    {
        return stops::go(cx, stop);
    }
    let event = scale.event(at.x);
    if (response.clicked() || response.dragged()) && event != cursor {
        cx.view.stage.leave_exercise();
        cx.send(if response.dragged() { SessionCommand::Scrub(event) } else { SessionCommand::Seek(event) });
    }
}

/// Says what is at the pointer.
fn tip(cx: &Cx<'_>, response: Response, scale: &Scale) {
    let Some(at) = response.hover_pos() else { return };
    let text = if let Some(stop) = scale.near(at.x) {
        stops::title(cx.session, stop)
    } else {
        let number = |at| transport::thousands(cx.session.number_of_moment(at));
        format!("Event {} of {}", number(scale.event(at.x)), number(scale.len))
    };
    response.on_hover_text_at_pointer(text);
}

/// Turns slides with the arrows while the bar has the focus, and for assistive technology.
fn turn(ui: &Ui, cx: &mut Cx<'_>, response: &Response) {
    let mut by = 0_i32;
    if response.has_focus() {
        let arrows = EventFilter { horizontal_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|m| m.set_focus_lock_filter(id(), arrows));
        by += ui.input(|i| i32::from(i.key_pressed(Key::ArrowRight)) - i32::from(i.key_pressed(Key::ArrowLeft)));
    }
    let requests = |action| ui.input(|i| i.num_accesskit_action_requests(response.id, action)) as i32;
    by += requests(Action::Increment) - requests(Action::Decrement);
    for _ in 0..by.abs() {
        let stride = Stride::Slide;
        cx.send(if by > 0 { SessionCommand::Forward(stride) } else { SessionCommand::Back(stride) });
    }
}

/// Draws the line and the marks.
fn paint(ui: &Ui, cx: &Cx<'_>, scale: &Scale, (cursor, here): (usize, Option<usize>)) {
    let (theme, painter) = (&cx.view.theme, ui.painter());
    let (left, right, y) = scale.line;
    let rest = theme.hover;
    let done = if scale.marks.is_empty() {
        left + (right - left) * cursor as f32 / scale.len.max(1) as f32
    } else {
        scale.x(cursor, here)
    };
    // The line has a gap around each mark.
    let size = |stop: usize| if here == Some(stop) { AT_HAND } else { MARK };
    let mut from = left;
    let ends = (0..scale.marks.len()).map(|stop| (scale.marks[stop].0, size(stop) / 2.0 + GAP)).chain([(right, 0.0)]);
    for (x, half) in ends {
        let part = Rect::from_x_y_ranges(from..=x - half, y - LINE / 2.0..=y + LINE / 2.0);
        painter.rect_filled(part, LINE / 2.0, rest);
        if done > part.min.x {
            painter.rect_filled(part.with_max_x(part.max.x.min(done)), LINE / 2.0, theme.now);
        }
        from = x + half;
    }
    let slides = cx.session.scene().run.slides.len();
    for (stop, &(x, _)) in scale.marks.iter().enumerate() {
        let passed = here.is_some_and(|here| stop <= here);
        mark(ui, pos2(x, y), size(stop), stop >= slides, (passed, if passed { theme.now } else { rest }));
    }
}

/// Draws a mark: a disc, or for the exercise a square on its corner.
fn mark(ui: &Ui, at: Pos2, size: f32, is_exercise: bool, (filled, ink): (bool, Color32)) {
    let painter = ui.painter();
    let half = size / 2.0;
    if is_exercise {
        let reach = half * 1.15;
        let corners = [vec2(0.0, -reach), vec2(reach, 0.0), vec2(0.0, reach), vec2(-reach, 0.0)].map(|by| at + by);
        let fill = if filled { ink } else { Color32::TRANSPARENT };
        painter.add(egui::Shape::convex_polygon(corners.to_vec(), fill, Stroke::new(2.0, ink)));
    } else if filled {
        painter.circle_filled(at, half, ink);
    } else {
        let ring = Rect::from_center_size(at, vec2(size, size));
        painter.rect_stroke(ring, CornerRadius::same(half as u8), Stroke::new(2.0, ink), StrokeKind::Inside);
    }
}

/// Draws the titles of the stops below their marks: all of them if they fit, otherwise only that of the one at hand.
fn titles(ui: &Ui, cx: &Cx<'_>, scale: &Scale, here: Option<usize>) {
    let theme = &cx.view.theme;
    let (left, right, y) = scale.line;
    let galley = |stop: usize| -> Arc<Galley> {
        let is_here = here == Some(stop);
        let font = if is_here { fonts::medium(12.0) } else { fonts::text(12.0) };
        let ink = if is_here { theme.strong } else { theme.faint };
        ui.painter().layout_no_wrap(stops::title(cx.session, stop), font, ink)
    };
    let all: Vec<(usize, Arc<Galley>)> = (0..scale.marks.len()).map(|stop| (stop, galley(stop))).collect();
    let place = |(stop, galley): &(usize, Arc<Galley>)| {
        let half = galley.size().x / 2.0;
        let x = scale.marks[*stop].0.min(right - half).max(left + half);
        (x - half, x + half)
    };
    let fits = all.windows(2).all(|pair| place(&pair[0]).1 + 10.0 <= place(&pair[1]).0);
    for entry in all.iter().filter(|(stop, _)| fits || here == Some(*stop)) {
        ui.painter().galley(pos2(place(entry).0, y + 17.0), entry.1.clone(), theme.faint);
    }
}
