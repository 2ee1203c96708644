//! What a frame costs the processor, without a screen: rows 15 and 18.

use super::maps::scattered;
use super::report::Report;
use egui::{Color32, Context, FullOutput, RawInput, Rect, pos2, vec2};
use gridscope::app::canvas::texture::{Key, MapTexture, Shown};
use gridscope::app::theme::{Theme, ThemeName};
use gridscope::app::view::Settings;
use gridscope::app::{App, style};
use gridscope::core::geometry::Cell;
use gridscope::core::terrain::Tile;
use gridscope::core::view::palette::Palette;
use gridscope::debugger::{Session, SessionCommand};
use std::hint::black_box;
use std::time::Instant;

/// The size of the window, in points.
const SIZE: egui::Vec2 = vec2(1440.0, 900.0);

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

    /// A frame, to its triangles.
    fn frame(&mut self) {
        self.time += 1.0 / 60.0;
        let screen_rect = Some(Rect::from_min_size(pos2(0.0, 0.0), SIZE));
        let input = RawInput { screen_rect, time: Some(self.time), ..RawInput::default() };
        let output = self.ctx.run_ui(input, |ui| self.app.frame(ui));
        tessellate(&self.ctx, output);
    }
}

fn tessellate(ctx: &Context, output: FullOutput) {
    black_box(ctx.tessellate(output.shapes, output.pixels_per_point));
}

/// The median time of something, in seconds.
fn median(turns: usize, mut work: impl FnMut()) -> f64 {
    let mut times: Vec<f64> = (0..turns)
        .map(|_| {
            let begun = Instant::now();
            work();
            begun.elapsed().as_secs_f64()
        })
        .collect();
    times.sort_unstable_by(f64::total_cmp);
    times[turns / 2]
}

/// Row 15: a map of 1024² on which every cell changes its colour, in the whole window, beside a rectangle a cell.
pub fn whole_map(report: &mut Report) {
    let mut screen = Screen::new(App::without_worker(Session::new(scattered(1024)), Settings::default()));
    let still = median(15, || screen.frame());
    let mut end = false;
    let changed = median(15, || {
        end = !end;
        screen.app.session_mut().apply(if end { &SessionCommand::End } else { &SessionCommand::Home });
        screen.frame();
    });
    let (ctx, theme) = (Context::default(), Theme::new(ThemeName::Dark));
    let rectangles = median(3, || {
        let input = RawInput { screen_rect: Some(Rect::from_min_size(pos2(0.0, 0.0), SIZE)), ..RawInput::default() };
        let output = ctx.run_ui(input, |ui| {
            let side = 0.9;
            for y in 0..1024u16 {
                for x in 0..1024u16 {
                    let min = pos2(f32::from(x) * side, f32::from(y) * side);
                    let rect = Rect::from_min_size(min, vec2(side, side));
                    ui.painter().rect_filled(rect, 0.0, if (x ^ y) & 1 == 0 { theme.wall } else { theme.floor });
                }
            }
        });
        tessellate(&ctx, output);
    });
    let work = "a frame of the whole window, 1024² cells, all of them changed; in brackets where nothing did";
    let figure = format!("1/{:.0} ({:.1} ms; {:.1} ms)", rectangles / changed, changed * 1e3, still * 1e3);
    report.row("15", &format!("{work} (`rect_filled` a cell: {:.0} ms)", rectangles * 1e3), &figure, "1/200", "1/700");
}

/// Row 15: a square of 64² cells of a map of 4096² gets another colour.
pub fn one_square(report: &mut Report) {
    let (ctx, theme) = (Context::default(), Theme::new(ThemeName::Dark));
    let palette: Palette<Color32> = Palette::new(|tile, mark| theme.cell(tile, mark));
    let mut scene = scattered(4096);
    let (mut texture, mut revision) = (MapTexture::default(), 0);
    let input = || RawInput { screen_rect: Some(Rect::from_min_size(pos2(0.0, 0.0), SIZE)), ..RawInput::default() };
    // Across the borders of four squares, as a brush would.
    let cells: Vec<Cell> = (0..64).flat_map(|y| (0..64).map(move |x| Cell::new(1000 + x, 2000 + y))).collect();
    let mut times = Vec::new();
    for turn in 0..200 {
        let tile = if turn % 2 == 0 { Tile::Water } else { Tile::Floor };
        cells.iter().for_each(|&cell| scene.tiles[cell] = tile);
        revision += 1;
        let key = Key { revision, generation: 0, cursor: 0, layer: 0, eyes: 0, theme: 0, plain: true };
        let repainted = |_| Some(cells.clone());
        let canvas = theme.canvas;
        let shown = Shown { key, scene: &scene, replay: None, repainted: &repainted, palette: &palette, canvas };
        _ = ctx.run_ui(input(), |_| {
            let begun = Instant::now();
            texture.update(&ctx, "map", shown);
            times.push(begun.elapsed().as_secs_f64());
        });
    }
    // The first one made everything.
    let first = times.remove(0);
    times.sort_unstable_by(f64::total_cmp);
    let figure = format!("{:.0} µs (all of it: {:.0} ms)", times[times.len() / 2] * 1e6, first * 1e3);
    report.row("15", "the picture of a map of 4096² in which 64² cells changed", &figure, "20 µs", "5 µs");
}

/// Row 18: from the stroke of a brush to the frame that shows the new run.
pub fn stroke(report: &mut Report) {
    let mut screen = Screen::new(App::new(Session::new(scattered(512)), Settings::default()));
    let wait = |screen: &mut Screen, generation: u64| {
        while screen.app.session().generation == generation || screen.app.session().progress().is_some() {
            std::thread::yield_now();
            screen.frame();
        }
    };
    wait(&mut screen, u64::MAX);
    let events = screen.app.session().replay().map_or(0, |replay| replay.len());
    let mut turn = 0;
    let seconds = median(21, || {
        turn += 1;
        let generation = screen.app.session().generation;
        let cell = Cell::new(100 + turn * 3, 200);
        for command in [SessionCommand::StrokeBegin(cell), SessionCommand::StrokeEnd] {
            screen.app.session_mut().apply(&command);
        }
        wait(&mut screen, generation);
    });
    let work = format!("from a stroke on 512² to the frame with its run, {} thousand events", events / 1000);
    report.row("18", &work, &format!("{:.0} ms", seconds * 1e3), "50 ms", "16 ms");
}
