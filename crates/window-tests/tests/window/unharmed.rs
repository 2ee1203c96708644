//! No action on the map, and no size of the window, breaks a frame. A frame that breaks does not damage the panels.

use egui::{Event, MouseWheelSource, MouseWheelUnit, PointerButton, Pos2, Rect, TouchPhase, Vec2, pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use gridscope::app::App;
use gridscope::app::canvas::clamped::{between, nearest};
use gridscope::app::host::display::falls_back_to_x11;
use gridscope::app::view::Settings;
use gridscope::debugger::SessionCommand;
use gridscope::debugger::session::window::{Arrangement, PanelId};
use gridscope::presets::PRESETS;
use gridscope::trace::{Cell, Rng};
use gridscope_window_tests::{key, lesson, scene, window_of};
use std::cell::Cell as Shared;
use std::rc::Rc;
use support::share;

#[test]
fn bounds_that_have_crossed_give_their_middle() {
    assert_eq!([between(5.0, 0.0, 3.0), between(-5.0, 0.0, 3.0), between(2.0, 0.0, 3.0)], [3.0, 0.0, 2.0]);
    assert_eq!([between(f32::NAN, 0.0, 3.0), between(5.0, 3.0, 1.0)], [0.0, 2.0]);
    assert!(between(5.0, f32::NAN, 1.0).is_nan());
}

#[test]
fn an_empty_rectangle_has_no_nearest_point() {
    let rect = Rect::from_min_max(Pos2::ZERO, pos2(2.0, 2.0));
    assert_eq!(nearest(rect, pos2(5.0, 1.0)), Some(pos2(2.0, 1.0)));
    assert_eq!(nearest(rect.shrink(1.0), pos2(5.0, 1.0)), Some(pos2(1.0, 1.0)));
    for empty in [rect.shrink(2.0), Rect::NOTHING, Rect::NAN] {
        assert_eq!(nearest(empty, pos2(5.0, 1.0)), None);
    }
}

/// Sizes of the window in points, from the minimum to a large screen.
const SIZES: [(f32, f32); 5] = [(320.0, 240.0), (480.0, 900.0), (1024.0, 360.0), (1440.0, 900.0), (2560.0, 1440.0)];

/// A user who acts at random.
struct Hand {
    chance: Rng,
}

impl Hand {
    fn up_to(&mut self, most: f32) -> f32 {
        self.chance.below(1 << 16) as f32 / 65536.0 * most
    }

    fn point(&mut self, h: &Harness<'_, App>) -> Pos2 {
        let rect = h.ctx.content_rect();
        pos2(self.up_to(rect.width()), self.up_to(rect.height()))
    }

    /// Presses a mouse button at one place and releases it at another.
    fn drag(h: &mut Harness<'_, App>, button: PointerButton, from: Pos2, to: Pos2) {
        let press = |pos, pressed| Event::PointerButton { pos, button, pressed, modifiers: egui::Modifiers::NONE };
        h.hover_at(from);
        h.run_steps(1);
        h.event(press(from, true));
        h.run_steps(1);
        h.hover_at(from.lerp(to, 0.5));
        h.run_steps(1);
        h.hover_at(to);
        h.event(press(to, false));
        h.run_steps(1);
    }

    /// Does one random action, and returns a description of it.
    fn act(&mut self, h: &mut Harness<'static, App>) -> String {
        let map = h.state_mut().view_mut().map;
        match self.chance.below(8) {
            0 => {
                // Pan the whole map out of view, to any side, or a part of it.
                let across = vec2(self.up_to(2.0) - 1.0, self.up_to(2.0) - 1.0) * 4000.0;
                h.state_mut().view_mut().camera.pan(across);
                h.run_steps(1);
                format!("pan by {across:?}")
            }
            1 => {
                let (from, to) = (map.center(), self.point(h));
                Self::drag(h, PointerButton::Middle, from, to);
                format!("drag from {from:?} to {to:?}")
            }
            2 | 3 => {
                let (at, by) = (self.point(h), self.up_to(6000.0) - 3000.0);
                h.hover_at(at);
                let unit = MouseWheelUnit::Point;
                let phase = TouchPhase::Move;
                let modifiers = egui::Modifiers::NONE;
                let source = MouseWheelSource::Wheel;
                h.event(Event::MouseWheel { unit, delta: vec2(0.0, by), phase, source, modifiers });
                h.run_steps(3);
                format!("wheel {by} at {at:?}")
            }
            4 => {
                let (w, hi) = SIZES[self.chance.below(SIZES.len() as u64) as usize];
                h.set_size(Vec2::new(w, hi));
                h.run_steps(2);
                format!("resize to {w} × {hi}")
            }
            5 => {
                let size = h.state().session().scene().size();
                let cell = Cell::new(
                    self.chance.below(size.width.into()) as u16,
                    self.chance.below(size.height.into()) as u16,
                );
                h.state_mut().session_mut().apply(&SessionCommand::Select(Some(cell)));
                h.run_steps(1);
                format!("select {cell}")
            }
            6 => {
                let to = self.chance.below(1 + h.state().session().moment().1 as u64) as usize;
                h.state_mut().session_mut().apply(&SessionCommand::Seek(to));
                h.run_steps(1);
                format!("seek {to}")
            }
            _ => {
                let arrangement = Arrangement::ALL[self.chance.below(4) as usize];
                h.state_mut().arrange(arrangement);
                h.run_steps(2);
                format!("arrange {arrangement:?}")
            }
        }
    }
}

/// Returns the report of a frame that broke.
fn broken(h: &Harness<'_, App>) -> Option<String> {
    h.state().session().work().recent.report.clone()
}

/// No frame of any lesson breaks, at any size of the window and any position of the map.
#[test]
fn no_lesson_breaks_at_any_map_position() {
    for (seed, preset) in PRESETS.iter().enumerate().step_by(share()) {
        let (w, hi) = SIZES[seed % SIZES.len()];
        let app = App::without_worker(gridscope::session(scene(preset.id)), Settings::default());
        let mut h = window_of(app, w, hi);
        let mut hand = Hand { chance: Rng::new(seed as u64) };
        let mut done = Vec::new();
        for far in [vec2(-3000.0, -3000.0), vec2(3000.0, 3000.0)] {
            h.state_mut().view_mut().camera.pan(far);
            h.run_steps(1);
            h.state_mut().view_mut().camera.fit = true;
        }
        for _ in 0..8 {
            done.push(hand.act(&mut h));
            assert!(broken(&h).is_none(), "{}: after {done:?}: {:?}", preset.id, broken(&h));
        }
    }
}

/// Regression test for a bug report: the whole map was dragged out of view with the middle button. The key 0 brings it
/// back.
#[test]
fn key_0_brings_back_a_map_dragged_away() {
    for preset in ["unseen-shutter", "a-ship", "one-way-window-guards", "hull-first"] {
        let mut h = lesson(preset);
        for _ in 0..3 {
            Hand::drag(&mut h, PointerButton::Middle, pos2(900.0, 600.0), pos2(60.0, 60.0));
        }
        key(&mut h, egui::Modifiers::NONE, egui::Key::Num0);
        assert!(broken(&h).is_none(), "{preset}: {:?}", broken(&h));
        h.get_by_label("Map canvas");
        assert!(h.state_mut().shows_panel(PanelId::Lesson), "{preset}");
    }
}

/// If a frame breaks while the panels are drawn, all panels stay where they were, in the window and in the stored
/// layout.
#[test]
fn a_frame_that_breaks_puts_the_panels_back() {
    for arrangement in Arrangement::ALL {
        let breaks = Rc::new(Shared::new(false));
        let asked = Rc::clone(&breaks);
        // While the map is drawn, it is not in its tree.
        let app = App::without_worker(gridscope::session(scene("hello")), Settings::default())
            .with_draw_hook(move |_| assert!(!asked.replace(false), "a frame breaks on purpose"));
        let mut h = window_of(app, 1440.0, 900.0);
        h.state_mut().arrange(arrangement);
        h.run_steps(2);
        let panels = |h: &mut Harness<'_, App>| {
            let all = PanelId::ALL.into_iter().filter(|&panel| h.state_mut().shows_panel(panel)).collect::<Vec<_>>();
            assert!(all.contains(&PanelId::Map), "{arrangement:?}: {all:?}");
            all
        };
        let (before, camera) = (panels(&mut h), h.state_mut().view_mut().camera);
        for _ in 0..3 {
            breaks.set(true);
            h.run_steps(2);
            let has_broken = !breaks.get() && h.state().session().work().recent.report.is_some();
            assert!(has_broken, "{arrangement:?}: a frame broke");
            assert_eq!(panels(&mut h), before, "{arrangement:?}");
            assert_eq!(h.state_mut().view_mut().camera, camera, "{arrangement:?}");
            h.get_by_label("Map canvas");
        }
    }
}

/// If the named Wayland display does not exist, X11 is used instead, if it is named. A Wayland display that answers is
/// used.
#[test]
fn x11_is_tried_if_wayland_does_not_answer() {
    let folder = std::path::Path::new("/run/user/1");
    let there = folder.join("wayland-0");
    let takes = |variables: &[(&str, &str)]| {
        let variable = |name: &str| variables.iter().find(|(own, _)| *own == name).map(|(_, value)| (*value).into());
        falls_back_to_x11(variable, |socket| socket == there)
    };
    let (x11, runtime) = (("DISPLAY", ":0"), ("XDG_RUNTIME_DIR", "/run/user/1"));
    assert!(takes(&[x11, runtime, ("WAYLAND_DISPLAY", "wayland-9")]));
    assert!(takes(&[x11, ("WAYLAND_DISPLAY", "wayland-0")]), "without a folder it lies nowhere");
    assert!(takes(&[x11, runtime, ("WAYLAND_DISPLAY", "/tmp/none")]));
    assert!(!takes(&[x11, runtime, ("WAYLAND_DISPLAY", "wayland-0")]), "it answers");
    assert!(!takes(&[x11, ("WAYLAND_DISPLAY", "/run/user/1/wayland-0")]), "it answers at its full path");
    assert!(!takes(&[runtime, ("WAYLAND_DISPLAY", "wayland-9")]), "there is nothing else to try");
    assert!(!takes(&[("DISPLAY", ""), runtime, ("WAYLAND_DISPLAY", "wayland-9")]));
    assert!(!takes(&[x11, runtime, ("WAYLAND_DISPLAY", "")]) && !takes(&[x11, runtime]));
    assert!(!takes(&[x11, runtime, ("WAYLAND_DISPLAY", "wayland-9"), ("WAYLAND_SOCKET", "7")]));
}
