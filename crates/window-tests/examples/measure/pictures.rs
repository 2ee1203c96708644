//! The processor time of a frame, without a screen: rows 15 and 18.

use super::maps::scattered;
use super::report::Report;
use egui::{Color32, Context, FullOutput, RawInput, Rect, pos2, vec2};
use gridscope::app::canvas::texture::{Key, MapTexture, PictureInput, SHARE};
use gridscope::app::style::theme::{Theme, ThemeName};
use gridscope::app::view::Settings;
use gridscope::app::{App, style};
use gridscope::debugger::SessionCommand;
use gridscope::trace::view::board::Mark;
use gridscope::trace::view::palette::Palette;
use gridscope::trace::{Cell, Replay, Tile};
use std::hint::black_box;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

/// Size of the window in points.
const SIZE: egui::Vec2 = vec2(1440.0, 900.0);

/// Time that a window sleeps if no frame is requested.
const IDLE: Duration = Duration::from_secs(1);

/// A window without a screen.
struct Screen {
    ctx: Context,
    app: App,
    time: f64,
}

impl Screen {
    fn new(app: App) -> Self {
        let ctx = Context::default();
        style(&ctx, &Theme::new(ThemeName::Dark));
        let mut screen = Self { ctx, app, time: 0.0 };
        (0..8).for_each(|_| screen.frame());
        screen
    }

    /// Runs a frame up to its triangles.
    fn frame(&mut self) {
        self.time += 1.0 / 60.0;
        let input = RawInput { time: Some(self.time), ..input() };
        let output = self.ctx.run_ui(input, |ui| self.app.frame(ui));
        tessellate(&self.ctx, output);
    }
}

fn tessellate(ctx: &Context, output: FullOutput) {
    black_box(ctx.tessellate(output.shapes, output.pixels_per_point));
}

/// Returns the smallest time of `work` in seconds. It is the time without other work on the machine.
fn least(turns: usize, mut work: impl FnMut() -> f64) -> f64 {
    (0..turns).map(|_| work()).fold(f64::INFINITY, f64::min)
}

/// Returns the smallest time of `work` in seconds, as the mean of both directions.
fn least_of_both(turns: usize, mut work: impl FnMut(bool) -> f64) -> f64 {
    let mut best = [f64::INFINITY; 2];
    for turn in 0..turns * 2 {
        let way = turn % 2;
        best[way] = best[way].min(work(way == 0));
    }
    f64::midpoint(best[0], best[1])
}

/// Returns the time of `work` in seconds.
fn timed(work: impl FnOnce()) -> f64 {
    let begun = Instant::now();
    work();
    begun.elapsed().as_secs_f64()
}

/// Returns the input of a frame.
fn input() -> RawInput {
    RawInput { screen_rect: Some(Rect::from_min_size(pos2(0.0, 0.0), SIZE)), ..RawInput::default() }
}

/// Row 15: a map of 1024² on which every cell may have changed, compared with drawing one rectangle per cell, and the
/// whole window with it. Moves between the end and the start of a run of three million events, and between two moments
/// inside it.
pub fn whole_map(report: &mut Report) {
    let scene = scattered(1024, 25);
    let (ctx, theme) = (Context::default(), Theme::new(ThemeName::Dark));
    let rectangles = least(3, || {
        timed(|| {
            let output = ctx.run_ui(input(), |ui| {
                let side = 0.9;
                for c in scene.size().cells() {
                    let rect = Rect::from_min_size(pos2(c.x.into(), c.y.into()) * side, vec2(side, side));
                    let colour = theme.cell(scene.tiles[c], Mark::default());
                    ui.painter().rect_filled(rect, 0.0, colour);
                }
            });
            tessellate(&ctx, output);
        })
    });
    let mut screen = Screen::new(App::without_worker(gridscope::session(scene.clone()), Settings::default()));
    let events = screen.app.session().replay().map_or(0, Replay::len);
    let (ends, amid) = ([events, 0], [events / 3, events / 3 * 2]);
    let seek = |screen: &mut Screen, at: usize| {
        screen.app.session_mut().apply(&SessionCommand::Seek(at));
    };
    let window = least_of_both(101, |first| {
        seek(&mut screen, ends[usize::from(first)]);
        timed(|| screen.frame())
    });
    let (mut texture, palette) = (MapTexture::default(), palette(&theme));
    let mut generation = 0;
    let mut picture = |moments: [usize; 2], first: bool| {
        seek(&mut screen, moments[usize::from(first)]);
        let replay = screen.app.session().replay();
        // Each recording has its own picture.
        generation += 1;
        let cursor = replay.map_or(0, Replay::cursor);
        let key = Key {
            opened: 0,
            revision: 0,
            generation,
            cursor,
            layer: 1,
            eyes: 0,
            theme: 0,
            plain: false,
            placed: false,
        };
        let (repainted, canvas) = (|_| None, theme.canvas);
        let (palette, view) = (&palette, (0..1024, 0..1024));
        let shown =
            PictureInput { key, scene: &scene, replay, repainted: &repainted, palette, canvas, view, share: SHARE };
        let mut seconds = 0.0;
        _ = ctx.run_ui(input(), |_| seconds += timed(|| texture.update(&ctx, "map", &shown)));
        seconds
    };
    let at_ends = least_of_both(101, |first| picture(ends, first));
    let amid = least_of_both(101, |first| picture(amid, first));
    let number = "15";
    let most = "1/200";
    let aim = "1/700";
    let against = format!("`rect_filled` a cell, {:.0} ms", rectangles * 1e3);
    let works = [("the map", at_ends), ("the map, amid the run", amid), ("the whole window", window)];
    for (work, seconds) in works {
        let work = format!("1024² cells, all of them changed: {work} (1 is {against})");
        report.row(number, &work, &format!("1/{:.0} ({:.2} ms)", rectangles / seconds, seconds * 1e3), most, aim);
    }
}

fn palette(theme: &Theme) -> Palette<Color32> {
    Palette::new(|tile, mark| theme.cell(tile, mark))
}

/// Row 15: a square of 64² cells of a map of 4096² changes its colour.
pub fn one_square(report: &mut Report) {
    let (ctx, theme) = (Context::default(), Theme::new(ThemeName::Dark));
    let palette = palette(&theme);
    let mut scene = scattered(4096, 25);
    let (mut texture, mut revision) = (MapTexture::default(), 0);
    // The cells cross the borders of four textures, as a brush would.
    let cells: Vec<Cell> = (0..64).flat_map(|y| (0..64).map(move |x| Cell::new(1000 + x, 2000 + y))).collect();
    let mut times = Vec::new();
    for turn in 0..200 {
        let tile = if turn % 2 == 0 { Tile::Water } else { Tile::Floor };
        for &cell in &cells {
            scene.tiles[cell] = tile;
        }
        revision += 1;
        let key = Key {
            opened: 0,
            revision,
            generation: 0,
            cursor: 0,
            layer: 0,
            eyes: 0,
            theme: 0,
            plain: true,
            placed: false,
        };
        let repainted = |_| Some(cells.clone());
        let canvas = theme.canvas;
        let palette = &palette;
        let view = (0..4096, 0..4096);
        let share = usize::MAX;
        let shown =
            PictureInput { key, scene: &scene, replay: None, repainted: &repainted, palette, canvas, view, share };
        _ = ctx.run_ui(input(), |_| {
            times.push(timed(|| texture.update(&ctx, "map", &shown)));
        });
    }
    // The first time includes drawing everything.
    let first = times.remove(0);
    let square = times.into_iter().fold(f64::INFINITY, f64::min);
    let figure = format!("{:.0} µs (all of it: {:.0} ms)", square * 1e6, first * 1e3);
    report.row("15", "the picture of a map of 4096² in which 64² cells changed", &figure, "20 µs", "5 µs");
}

/// Row 18: the time from a brush stroke to the frame that shows the new run.
pub fn stroke(report: &mut Report) {
    let mut screen = Screen::new(App::new(gridscope::session(scattered(512, 12)), Settings::default()));
    let (ask, asked) = channel();
    screen.ctx.set_request_repaint_callback(move |info| _ = ask.send(Instant::now() + info.delay));
    // Like a window: draw a frame when it is requested, and sleep otherwise.
    let wait = |screen: &mut Screen, generation: u64| {
        let mut due = Instant::now();
        while screen.app.session().generation() == generation || screen.app.session().progress().is_some() {
            if let Ok(when) = asked.recv_timeout(due.saturating_duration_since(Instant::now())) {
                due = due.min(when);
            } else {
                due = Instant::now() + IDLE;
                screen.frame();
            }
        }
    };
    wait(&mut screen, u64::MAX);
    let events = screen.app.session().replay().map_or(0, Replay::len);
    let mut turn = 0;
    let seconds = least(21, || {
        let begun = Instant::now();
        turn += 1;
        let generation = screen.app.session().generation();
        let cell = Cell::new(100 + turn * 3, 200);
        for command in [SessionCommand::StrokeBegin(cell), SessionCommand::StrokeEnd] {
            screen.app.session_mut().apply(&command);
        }
        wait(&mut screen, generation);
        begun.elapsed().as_secs_f64()
    });
    let work = format!("from a stroke on 512² to the frame with its run, {} thousand events", events / 1000);
    report.row("18", &work, &format!("{:.0} ms", seconds * 1e3), "50 ms", "16 ms");
}
